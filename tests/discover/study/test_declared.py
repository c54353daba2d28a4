"""Laws that are declared: what follows from parts and templates, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from mexplore.discover.study.declared import Declared, Part, Parts, listed, whole
from mexplore.discover.study.pattern import Pattern


@dataclass(frozen=True)
class Law(Declared, Pattern):
    name = "law"
    parts = Parts(
        period=whole(1),
        size=Part(int),
        steps=listed(whole()),
        start=replace(whole(), optional=True, key="from"),
    )
    says = (
        "G(n + $period) = G(n) by steps $steps[[, but later]] for all n >= $start, $period in all"
    )
    typeset = r"G(n + $period) = G(n)[[ + $start]]"

    period: int
    steps: tuple[int, ...]
    start: int = 0

    @property
    def size(self) -> int:  # type: ignore[override]
        return len(self.steps)


LAW = Law(3, (0, 2), 5)


def test_sentence_latex_and_json_follow() -> None:
    assert LAW.statement() == "G(n + 3) = G(n) by steps 0, 2 for all n >= 5, 3 in all"
    assert (LAW.latex(), Law(3, ()).latex()) == ("G(n + 3) = G(n) + 5", "G(n + 3) = G(n)")
    assert LAW.parameters() == {"period": 3, "size": 2, "steps": [0, 2], "from": 5}
    assert Law(3, (0,)).parameters() == {"period": 3, "size": 1, "steps": [0]}
    for law in (LAW, Law(3, (0,))):
        assert Law.from_parameters(law.parameters()) == law == Law.from_statement(law.statement())


@pytest.mark.parametrize(
    "changed",
    [{"period": 0}, {"period": True}, {"period": 3.0}, {"size": 3}, {"size": True}, {"steps": 0},
     {"steps": [0, -1]}, {"steps": (0, "2")}, {"from": 0}, {"from": None}, {"more": 1}],
)  # fmt: skip
def test_json_is_read_in_the_one_way_it_is_written(changed: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Law.from_parameters(LAW.parameters() | changed)
    with pytest.raises(KeyError):
        Law.from_parameters({"period": 3})


def test_a_statement_is_guessed_from_a_part_and_believed_as_a_whole() -> None:
    text = LAW.statement()
    assert Law.from_statement(text.replace(" for all n >=", ", for n ≥")) == LAW
    for other in (text.replace("3 in all", "4 in all"), f"{text} but one", text[:-1]):
        assert Law.guess_from(other) == LAW and Law.from_statement(other) is None
    assert Law.guess_from(text.replace("G(n + 3)", "G(n + 0)")) is None


def test_numbers_that_no_law_has_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="period: 0 is less than 1"):
        Law(0, ())
