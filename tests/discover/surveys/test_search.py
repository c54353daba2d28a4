"""Rules with given values or laws, against a look at every candidate."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys import search as search_module
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import Record, Row
from mexplore.discover.surveys.search import (
    Candidate,
    Search,
    Wanted,
    of_atlas,
    of_families,
    of_library,
)
from mexplore.rules.library import NamedGame, shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

FAR = 10**6  # seconds of the tests' own clock
SETS = read_family("subtract(max=6, size<=3)", {})
VALUES = {member.rule: grundy_by_definition(parse_rule(member.rule), 60) for member in SETS}


def found(wanted: Wanted, candidates: list[Candidate] | None = None) -> list[str]:
    search = Search(wanted, FAR)
    listed = of_families([SETS]) if candidates is None else candidates
    return [hit.rule for hit in search.hits(listed)]


@given(st.sampled_from(sorted(VALUES)), st.integers(1, 40), st.integers(0, 3))
@settings(max_examples=40)
def test_all_rules_with_these_values_and_no_others(rule: str, count: int, first: int) -> None:
    values = tuple(VALUES[rule][first : first + count])
    expected = [
        each for each, terms in VALUES.items() if tuple(terms[first : first + count]) == values
    ]
    assert found(Wanted(values, first)) == [str(parse_rule(each)) for each in expected]


def test_laws() -> None:
    seven = found(Wanted(numbers=(("period", 7),)))
    assert "subtract(1, 3, 4)" in seven
    for rule in seven:
        values = grundy_by_definition(parse_rule(rule), 80)
        assert all(values[n + 7] == values[n] for n in range(20, 73))
    assert found(Wanted(pattern="geometric")) == []
    wanted = Wanted(numbers=(("ratio", 12),), pattern="geometric")
    assert found(wanted, list(of_families([read_family("divide(max=4)", {})]))) == ["divide(3, 4)"]


def test_both() -> None:
    wanted = Wanted((0, 1, 0, 1, 2), numbers=(("period", 7),))
    begins, period = found(Wanted(wanted.values)), found(Wanted(numbers=wanted.numbers))
    assert found(wanted) == [rule for rule in begins if rule in period]
    assert found(wanted) != begins


def test_the_library_without_boards() -> None:
    library = {name: shipped()[name] for name in ("kayles", "dawsons-chess")}
    library["rook"] = NamedGame("rook", "(x, y) -> [(x - 1, y), (x, y - 1)]")
    search = Search(Wanted(tuple(grundy_by_definition(parse_rule("0.77"), 30))), FAR)
    hits = list(search.hits(of_library(library)))
    assert [(hit.rule, hit.origin) for hit in hits] == [("0.77", "kayles")]
    assert search.looked == 2


def test_an_atlas_is_not_studied_again() -> None:
    """A false record is believed as to the law, and never as to the values."""
    rows = [
        Row("f", 0, Record("0.77", "proved", "periodic", period=9, head=(0, 1, 2, 3, 1))),
        Row("f", 1, Record("0.07", "proved", "periodic", period=34)),
    ]
    assert found(Wanted(numbers=(("period", 9),)), list(of_atlas(rows))) == ["0.77"]
    values = tuple(grundy_by_definition(parse_rule("0.77"), 20))
    assert found(Wanted(values), list(of_atlas(rows))) == ["0.77"]
    assert found(Wanted((*values[:6], 99)), list(of_atlas(rows))) == []


def test_what_is_too_slow_is_named() -> None:
    search = Search(Wanted((0,) * 100_000), 0.0)
    assert list(search.hits([Candidate("4!.0", "")])) == []
    values = tuple(grundy_by_definition(parse_rule("4!.0"), 17))
    slow = Search(Wanted(values * 1000), 0.0)
    assert list(slow.hits([Candidate("4!.0", "")])) == []
    assert slow.undecided in ([], ["4!.0"])


def test_a_rule_that_is_written_in_two_ways_is_found_once() -> None:
    candidates = [Candidate(text, "") for text in ("subtract(1, 2)", "n -> [n - 1, n - 2]")]
    assert found(Wanted((0, 1, 2, 0)), candidates) == ["subtract(1, 2)"]


def test_ctrl_c_ends_the_search_not_one_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study that is interrupted returns what it has; a search must not go on then."""
    studied = []

    def interrupted(rule: Rule, limits: Limits) -> Record:
        studied.append(str(rule))
        return Record(str(rule), ended="interrupted")

    monkeypatch.setattr(search_module, "record_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        found(Wanted(numbers=(("period", 7),)))
    assert len(studied) == 1


@pytest.mark.parametrize("text", ["n -> [n]", "nonsense"])
def test_what_is_no_game_is_named(text: str, tmp_path: Path) -> None:
    search = Search(Wanted((0, 1)), FAR)
    candidates = [Candidate(text, ""), Candidate("subtract(1)", "")]
    assert [hit.rule for hit in search.hits(candidates)] == ["subtract(1)"]
    assert search.undecided == [text]
