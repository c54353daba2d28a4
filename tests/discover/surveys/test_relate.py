"""Statements about families: planted formulas are found, whatever is told is counted exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from math import gcd, lcm
from random import Random
from typing import Any

import pytest

from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.claims import claim_names, judged
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import Record, Row
from mexplore.discover.surveys.relate.members import MIRROR, PALINDROME, reads_backwards
from mexplore.discover.surveys.relate.relate import Proposal, relate
from mexplore.discover.surveys.statement import read_statement
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

Formula = Callable[..., int]


def planted(names: str, largest: int, formula: Formula, number: str = "period") -> list[Row]:
    """A family whose members have increasing numbers of these names, and laws by the formula."""
    from itertools import combinations

    rows = []
    for place, chosen in enumerate(combinations(range(1, largest + 1), len(names))):
        given = dict(zip(names, chosen, strict=True))
        law: dict[str, Any] = {number: formula(*chosen)}
        kind = "geometric" if number in ("ratio", "start") else "periodic"
        record = Record(f"r{chosen}", "proved", kind, **law, largest_for_all=number == "largest")
        rows.append(Row("planted", place, record, given))
    return rows


@cache
def swept(text: str) -> tuple[Row, ...]:
    """The rows that a sweep of the family would keep."""
    family = read_family(text, {})
    rows = []
    for place, member in enumerate(family):
        found = study(parse_rule(member.rule), Limits(None, 512))
        assert found.best is not None
        numbers = found.best.claim.parameters()
        known: dict[str, Any] = {
            k: int(numbers[k]) for k in ("period", "preperiod", "saltus") if k in numbers
        }
        head = tuple(found.evidence.values[:64].tolist())
        record = Record(str(found.rule), found.status, found.best.claim.name, head=head,
                        largest=found.evidence.largest, largest_for_all=True, **known)  # fmt: skip
        rows.append(Row(family.title, place, record, member.parameters))
    return tuple(rows)


def statements(rows: Sequence[Row]) -> dict[str, Proposal]:
    return {each.statement: each for each in relate(rows)}


def of_numbers(rows: Sequence[Row]) -> list[Proposal]:
    """All but what is said of the kinds of law, which planted rows have in common."""
    return [each for each in relate(rows) if not each.consequence.startswith("pattern")]


@pytest.mark.parametrize(
    ("names", "formula", "statement"),
    [
        ("a", lambda a: 2 * a, "period == 2*a"),
        ("a", lambda a: 7, "period == 7"),
        ("ab", lambda a, b: a + b, "period == a + b"),
        ("ab", lambda a, b: a * b, "period == a*b"),
        ("ab", lambda a, b: 3 * b - 2 * a + 5, "period == 3*b - 2*a + 5"),
        ("ab", lcm, "period == a*b//gcd(a, b)"),
        ("abc", lambda a, b, c: a + c, "period == a + c"),
        ("abc", lambda a, b, c: 2 * a * c, "period == 2*a*c"),
        ("abc", lambda a, b, c: c - a + 1, "period == c - a + 1"),
    ],
)
def test_a_planted_formula_is_found(names: str, formula: Formula, statement: str) -> None:
    rows = planted(names, 10, formula)
    found = statements(rows)
    assert found[statement].support == found[statement].members == len(rows)
    assert of_numbers(rows)[0].statement == statement


def test_numbers_that_are_the_same_for_all_explain_nothing() -> None:
    rows = [
        Row(r.family, r.place, r.record, {**r.parameters, "z": 7})
        for r in planted("ab", 9, lambda a, b: 7)
    ]
    assert [each.statement for each in of_numbers(rows) if each.weight == 0] == ["period == 7"]
    assert not any("z" in each.statement for each in relate(rows))


def test_halves(names: str = "ab") -> None:
    rows = planted(names, 14, lambda a, b: (a + b) // 2)
    even = [row for row in rows if sum(row.parameters.values()) % 2 == 0]
    assert of_numbers(even)[0].statement == "2*period == a + b"


def test_numbers_beyond_64_bits_are_counted_exactly() -> None:
    huge = 10**40
    rows = planted("ab", 9, lambda a, b: a * b if (a, b) != (8, 9) else huge, "ratio")
    found = statements(rows)["ratio == a*b"]
    assert found.exceptions == ("r(8, 9)",) and found.support == len(rows) - 1


def test_exceptions_are_named_smallest_first() -> None:
    odd = {(1, 5), (2, 3), (4, 9)}
    rows = planted("ab", 10, lambda a, b: a + b + ((a, b) in odd))
    found = statements(rows)["period == a + b"]
    assert found.exceptions == ("r(1, 5)", "r(2, 3)", "r(4, 9)")
    assert found.support == len(rows) - 3


def test_noise_is_not_explained() -> None:
    """Of random numbers nothing is said but what they do not exceed."""
    pick = Random(5)
    rows = planted("ab", 12, lambda a, b: pick.randint(100, 10**6))
    assert [each for each in of_numbers(rows) if each.weight == 0] == []


def test_unproved_and_failed_rules_are_left_out() -> None:
    rows = planted("a", 10, lambda a: 2 * a)
    rows.append(Row("planted", 99, Record("r", "holds so far", period=1), {"a": 99}))
    rows.append(Row("planted", 100, Record("s", "failed"), {"a": 100}))
    (found,) = [each for each in relate(rows) if each.statement == "period == 2*a"]
    assert found.members == 10
    assert relate([]) == []


def test_numbers_of_other_patterns_are_not_compared() -> None:
    """The start of a run schedule is no start of a geometric law, and the largest value seen is
    none of all n."""
    rows = planted("a", 24, lambda a: 2 * a, "start")
    mixed = [
        Row(row.family, row.place, replace(row.record, pattern=kind, largest=4, computed=100),
            row.parameters)
        for row, kind in zip(rows, ["geometric"] * 12 + ["run-schedule"] * 12, strict=True)
    ]  # fmt: skip
    said = statements(mixed)
    assert said["start == 2*a"].members == 12
    assert not any("largest" in each for each in said)


def test_subtraction_of_two_numbers() -> None:
    """Period a + b, or 2a where b is an odd multiple of a (Winning Ways, chapter 4)."""
    rows = [row for row in swept("subtract(max=12, size<=2)") if len(row.parameters["S"]) == 2]
    found = statements(rows)
    condition = "len(S) == 2 and b % (2*a)"
    even, odd = (found[f"{condition} {sign} a implies period == {law}"]
                 for sign, law in (("!=", "a + b"), ("==", "2*a")))  # fmt: skip
    assert even.exceptions == odd.exceptions == ()
    assert even.support + odd.support == len(rows)
    general = found["len(S) == 2 implies period == a + b"]
    pairs = [(row.rule, *row.parameters["S"]) for row in rows]
    assert general.exceptions == tuple(rule for rule, a, b in pairs if b % (2 * a) == a)
    assert found["largest <= 2"].exceptions == ()  # of both, as each has two options


def counted(row: Row, statement: str) -> bool | None:
    """Whether a statement is true of a row; None if its conditions are not fulfilled."""
    record = row.record
    numbers = {k: getattr(record, k) for k in ("period", "preperiod", "saltus", "largest")}
    names: dict[str, Any] = {"gcd": gcd, "lcm": lcm, "pattern": record.pattern}
    names |= numbers | row.parameters
    *conditions, text = re.split(" and | implies ", statement)
    if not all(eval(condition, names) for condition in conditions):
        return None
    if text in (PALINDROME, MIRROR):
        assert record.preperiod is not None and record.period is not None
        stop = record.preperiod + record.period
        values = grundy_by_definition(parse_rule(record.rule), stop)[record.preperiod :]
        cycle = values if text == PALINDROME else [min(value, 1) for value in values]
        turns = [cycle[k:] + cycle[:k] for k in range(len(cycle))]
        return cycle[::-1] in turns
    return bool(eval(text, names))


def test_statements_are_claims() -> None:
    """What is proposed of numbers can be given to ``sweep --claim``, with the same answer."""
    rows = [*swept("subtract(max=12, size<=2)"), *planted("ab", 9, lcm, "largest")]
    for family in ("subtract", "planted"):
        mine = [row for row in rows if row.family == family]
        assert len(mine) > 30
        names = claim_names([row.parameters for row in mine])
        for each in relate(mine):
            if not each.consequence.startswith("the "):
                verdict = judged(read_statement(each.statement, names), mine)
                failing = [one.row.rule for one in verdict.counterexamples]
                assert tuple(failing) == each.exceptions, each.statement


@pytest.mark.parametrize("text", ["subtract(max=6, size<=3)", "all-but(max=5)"])
def test_every_statement_is_counted_right(text: str) -> None:
    rows = swept(text)
    proposals = relate(rows)
    assert len(proposals) > 5
    for each in proposals:
        asked = [(row, counted(row, each.statement)) for row in rows if row.record.proved]
        told = [(row, answer) for row, answer in asked if answer is not None]
        assert (len(told), sum(answer for _, answer in told)) == (each.members, each.support)
        assert each.exceptions == tuple(row.rule for row, answer in told if not answer)
        assert "proved" not in each.statement


def test_cycles_read_backwards() -> None:
    pick = Random(1)
    for _ in range(300):
        cycle = [pick.randint(0, 2) for _ in range(pick.randint(1, 9))]
        turns = [cycle[k:] + cycle[:k] for k in range(len(cycle))]
        assert reads_backwards(cycle) == (cycle[::-1] in turns)
    assert reads_backwards([12]) and not reads_backwards([1, 2, 12])
