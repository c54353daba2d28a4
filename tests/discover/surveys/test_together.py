"""Rules that are settled together have the records that each would have by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys import periods, together
from mexplore.discover.surveys.batch import settled_of
from mexplore.discover.surveys.games import read_game
from mexplore.discover.surveys.kinds_together import SystemInBatch
from mexplore.discover.surveys.periods import find_periods, periods_of
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import Record, Task
from mexplore.discover.surveys.together import settled_together
from mexplore.discover.surveys.worker import all_carried_out, record_of
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.definition import grundy_by_definition as values_of_kinds
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.values import AGAIN

LIMITS = Limits(100.0, 2000)


def random_rules(count: int, seed: int) -> list[str]:
    """Subtraction sets, all but a few numbers, codes of several kinds, divisions."""
    pick = Random(seed)
    found = []
    for _ in range(count):
        listed = ", ".join(map(str, sorted(pick.sample(range(1, 25), pick.randrange(1, 7)))))
        code = "".join(pick.choice("01234567") for _ in range(pick.randrange(1, 4)))
        four = "".join(pick.choice("0123") for _ in range(4))
        found += [f"subtract({listed})", f"subtract(all but {listed})", f"0.{four}3", f"0.{code}7"]
    return [*{str(parse_rule(text)): None for text in found}]


TWO_KINDS = (
    "kinds A(n) -> B(i) + A(n - {} - i) | A(n - {}); B(n) -> B(n - {}) | A(n - {}); start A(n)"
)
NO_SPLITS = "kinds A(n) -> A(n - {}) | B(n - {}); B(n) -> B(n - {}) | A(n - {}) | 0; start A(n)"
WORDS = [
    "word(o^n; oo -> .., o -> .)",
    "ring(o^n; oo -> ..)",
    "word(o^n; ooo -> oao)",
    "word(o^n; o -> a, aa -> ..)",  # has no finite system
    "word(o^n; oa -> .., ooo -> a.a)",
]


def random_kinds(count: int, seed: int) -> list[str]:
    """Systems of two kinds, with splits and without; laws of both theorems, and none."""
    pick = Random(seed)
    forms = (TWO_KINDS, NO_SPLITS)
    return [form.format(*pick.choices(range(1, 9), k=4)) for _ in range(count) for form in forms]


def together_and_alone(texts: Sequence[str], limits: Limits = LIMITS) -> None:
    """Compare all that is recorded but the seconds."""
    tasks = [Task(text, (), limits) for text in texts]
    for text, (record,) in zip(texts, all_carried_out(tasks), strict=True):
        alone = record_of(read_game(text), limits)
        assert replace(record, seconds=0.0) == replace(alone, seconds=0.0), text


def values_of(text: str, stop: int) -> list[int]:
    """G(n) for n < stop by the definition."""
    game = read_game(text)
    if not isinstance(game, SystemGame):
        return grundy_by_definition(game, stop)
    return values_of_kinds(game.system, stop)[game.system.start]


def test_records_are_those_of_a_study_of_each() -> None:
    texts = [*random_rules(2, 1), "subtract(squares)", "divide(2, 3)", "0.6", "4.007", "0.3F"]
    settled = settled_together([parse_rule(text) for text in texts])
    assert sum(each is not None for each in settled) >= 5
    together_and_alone(texts)


def test_records_of_systems_are_those_of_a_study_of_each() -> None:
    limits = Limits(100.0, 600)
    texts = [*random_kinds(4, 1), *WORDS, "subtract(1, 2)"]
    settled = settled_together([*map(read_game, texts)], 600)
    assert sum(each is not None for each in settled) >= 10
    together_and_alone(texts, limits)


@pytest.mark.slow
def test_records_of_systems_are_those_of_a_study_of_each_for_many() -> None:
    together_and_alone(random_kinds(60, 2), Limits(100.0, 2048))
    together_and_alone(random_kinds(10, 3), Limits(100.0, 777))
    words = [*read_family("words(2 letters, 3 long)", {})]
    chosen = [member.rule for member in Random(4).sample(words, 120)]
    together_and_alone(chosen, Limits(100.0, 1024))


def test_for_a_batch_the_loop_is_compiled_at_once() -> None:
    """One system alone is valued by sets as far as 3,000 sizes where the loop is not compiled."""
    game = read_game("word(o^n; oo -> ..)")
    assert isinstance(game, SystemGame)
    system = SystemInBatch.of(game)
    assert system is not None and system._table._first_by_loop() <= AGAIN


def test_rules_of_which_more_values_are_needed() -> None:
    texts = [
        "subtract(100, 167, 171, 174, 243)",
        "subtract(11, 20, 29, 91, 208)",
        "subtract(all but 139, 203, 215, 277)",
    ]
    together_and_alone(texts, Limits(100.0, 2048))
    settled = settled_together([*map(parse_rule, texts)], 2048)
    assert [each.evidence.stop for each in settled if each is not None] == [687, 2048, 1055]
    together_and_alone(texts[1:], Limits(100.0, 900))


@pytest.mark.slow
def test_records_of_rules_of_which_more_values_are_needed() -> None:
    for family in ("subtract(max=300, size<=5)", "all-but(max=300, size<=4)", "octal(3)"):
        members = read_family(family, {})
        some = Random(6).sample(range(members.size), 60)
        texts = {str(parse_rule(members.at(place).rule)) for place in some}
        together_and_alone(sorted(texts), Limits(100.0, 2048))


@pytest.mark.slow
def test_records_are_those_of_a_study_of_each_for_many_rules() -> None:
    together_and_alone(random_rules(250, 2))
    for family in ("octal(2)", "hexadecimal(1)", "all-but(max=6)", "repeating(1)"):
        texts = {str(parse_rule(member.rule)) for member in read_family(family, {})}
        together_and_alone(sorted(texts), Limits(100.0, 1000))


def test_every_period_that_is_settled_is_that_of_the_definition() -> None:
    rules = [(text, 540) for text in random_rules(2, 3)]
    systems = [(text, 150) for text in random_kinds(3, 5)]
    games = [read_game(text) for text, _ in rules + systems]
    for (text, stop), found in zip(rules + systems, settled_together(games, 600), strict=True):
        if found is None:
            continue
        finding, evidence, _ = found
        law, known = finding.claim.parameters(), values_of(text, stop)
        seen = min(evidence.stop, stop)
        assert evidence.values[:seen].tolist() == known[:seen]
        n0, p, s = law["preperiod"], law["period"], law["saltus"]
        assert all(known[n + p] == known[n] + s for n in range(n0, stop - p)), text
        assert finding.proof is not None and finding.proof.bound <= evidence.stop


def test_a_period_of_the_values_that_no_theorem_proves_is_not_settled() -> None:
    # 4!.333 passes the window of Guy and Smith with a false period (`theorems.breaking`).
    assert settled_together([parse_rule("4!.333"), parse_rule("subtract(squares)")]) == [None, None]
    laws = np.zeros((1, 8, 3), dtype=np.int64)
    ruler = np.array([[(n & -n).bit_length() for n in range(512)]], dtype=np.int64)
    find_periods(ruler, laws, 64)
    assert [1, 256, 0] in laws[0].tolist()  # a candidate, no more


def test_candidates_are_those_of_the_detector() -> None:
    pick = Random(7)
    rows = []
    for text in (*random_rules(8, 8), "subtract(117, 153, 211, 286, 294)"):  # 100 times 4 at last
        row = grundy_values(parse_rule(text), 512).copy()
        if pick.randrange(3) == 0:
            row[pick.randrange(512) :] = 1
        rows.append(row)
    for row, found in zip(rows, periods_of(rows), strict=True):
        assert found == [*Periodic.detect(Evidence(row))]


def test_changed_candidates_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search finds is only a hint: values and theorem decide."""
    rule = parse_rule("subtract(1, 3, 4)")  # of period 7 from 0 on
    search = periods.find_periods
    for n0, p, s in ((0, 6, 0), (0, 14, 0), (1, 7, 0), (0, 7, 1), (0, 500, 0)):

        def wrong(table: object, laws: np.ndarray, tail: int, law=(n0, p, s)) -> None:  # type: ignore[no-untyped-def]
            laws[:, 0] = law

        monkeypatch.setattr(periods, "find_periods", wrong)
        assert settled_together([rule]) == [None]
    monkeypatch.setattr(periods, "find_periods", search)
    assert settled_together([rule]) != [None]


def test_changed_candidates_of_kinds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = read_game("word(o^n; oo -> .., o -> .)")  # of period 12 from 71 on
    assert isinstance(game, SystemGame)
    search = periods.find_periods
    for law in ((71, 11, 0), (71, 24, 0), (72, 12, 0), (71, 12, 1), (0, 12, 0)):

        def wrong(table: object, laws: np.ndarray, tail: int, law=law) -> None:  # type: ignore[no-untyped-def]
            laws[:, 0] = law

        monkeypatch.setattr(periods, "find_periods", wrong)
        assert settled_together([game], 600) == [None]
    monkeypatch.setattr(periods, "find_periods", search)
    (settled,) = settled_together([game], 600)
    assert settled is not None and settled.finding.claim == Periodic(71, 12)
    system = SystemInBatch.of(game)
    assert system is not None and not [*settled_of({0: system}, 150)]  # 168 decide


def test_each_rule_is_studied_alone_where_together_it_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(games: object, most: object) -> list[Record | None]:
        raise MemoryError

    monkeypatch.setattr(together, "settled_together", broken)
    tasks = [Task(text, (), LIMITS) for text in ("subtract(1, 2)", "0.77")]
    assert [one.period for (one,) in all_carried_out(tasks)] == [3, 12]


def test_few_values_that_are_asked_for_are_kept_to() -> None:
    ((record,),) = all_carried_out([Task("subtract(1, 2)", (), Limits(100.0, 40))])
    assert record.computed == 40
