"""Statements decided by laws of the first values: against the values of the definition."""

from __future__ import annotations

import re
from functools import cache
from itertools import count, product

import pytest

from mexplore.discover.automata.operations import Budget
from mexplore.discover.heaps.check import check
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.first_values import laws_of_first_values
from mexplore.discover.heaps.judging.who_wins import WhoWins
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.discover.heaps.relations.by_first_values import told_by_first_values
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.study.limits import Limits
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

DISJOINT = "n -> [n - x for x in range(1, n + 1) if x & n == 0]"
HALF = "n -> [n - 1, n // 2] if n else []"  # values 0, 1, 2
STOP = 600

PARTS = ("G(n)", "G(n) mod 2", "G(n) // 2", "n mod 3", "n & 3", "popcount(n) % 2", "2 - G(n)", "1")
CONDITIONS = ("", " if n mod 4 = 3", " for n >= 40", " if n & (n + 1) = 0", " if G(n) < 2")


@cache
def laws_of(text: str) -> list[HeapsLostByDigits | HeapValuesByDigits]:
    search = WhoWins(parse_rule(text), Limits(None, who_wins=True))
    search.look(evidence_below(parse_rule(text), 1 << 14), None)
    return [form.law for form, _ in laws_of_first_values(search.found)]


@pytest.mark.parametrize("text, decided", [(DISJOINT, 0), (HALF, 2)])
def test_some_statements_are_decided_rightly(text: str, decided: int) -> None:
    assert decided_rightly(text, 23) >= decided


@pytest.mark.slow
@pytest.mark.parametrize("text, decided", [(DISJOINT, 3), (HALF, 10)])
def test_statements_are_decided_rightly(text: str, decided: int) -> None:
    assert decided_rightly(text, 1) >= decided


def decided_rightly(text: str, step: int) -> int:
    """Every statement of a kind, at all n below a bound, by evaluating it here; how many are
    proved."""
    values = grundy_by_definition(parse_rule(text), STOP)
    decided = refuted = 0
    every = [*product(PARTS, ("=", "<=", "!="), PARTS[3:], CONDITIONS)]
    for left, sign, right, condition in every[::step]:
        statement = f"{left} {sign} {right}{condition}"
        if "G" not in left:
            continue
        relation = read_relation(statement)
        wrong = [n for n in range(STOP) if not _true(left, sign, right, condition, n, values[n])]
        for law in laws_of(text):
            told = told_by_first_values(relation, law, Budget())
            if told is None:
                continue
            if told.failure is None:
                decided += told.whole
                assert not (told.whole and wrong), statement
                told_n = [n for n in wrong if values[n] <= law.most]
                assert told_n == [], statement
            elif told.failure < STOP:
                refuted += 1
                assert told.failure in wrong, statement
                assert not told.whole or told.failure == wrong[0], statement
    assert refuted > 100 // step
    return decided


def _true(left: str, sign: str, right: str, condition: str, n: int, value: int) -> bool:
    def worth(part: str) -> int:
        python = part.replace("G(n)", str(value)).replace("mod", "%")
        found: int = eval(python, {"n": n, "popcount": int.bit_count})
        return found

    tests = {
        " if n mod 4 = 3": n % 4 == 3,
        " for n >= 40": n >= 40,
        " if n & (n + 1) = 0": n & (n + 1) == 0,
        " if G(n) < 2": value < 2,
    }
    one, other = worth(left), worth(right)
    holds = {"=": one == other, "<=": one <= other, "!=": one != other}[sign]
    return holds or not tests.get(condition, True)


def test_all_values_are_told_of_one_and_not_of_the_other() -> None:
    """The parity is decided of the rule with three values alone."""
    for text, whole in ((HALF, True), (DISJOINT, False)):
        law = laws_of(text)[-1]
        assert isinstance(law, HeapValuesByDigits)
        assert law.complete == whole
        told = told_by_first_values(read_relation("G(n) mod 2 <= 1"), law, Budget())
        assert told is not None
        assert (told.failure, told.whole) == (None, whole)


def test_parities_of_options_do_not_tell_that_of_the_value() -> None:
    """The reason why parities are not decided like P-positions."""
    assert (mex([0, 1]), mex([0, 3])) == (2, 1)


def test_other_places_are_told_where_their_values_are() -> None:
    """G(2n) = G(n) fails at n = 1 already; where both are 0 it does not."""
    law = laws_of(DISJOINT)[-1]
    told = told_by_first_values(read_relation("G(2n) = G(n) for n >= 5"), law, Budget())
    values = grundy_by_definition(parse_rule(DISJOINT), STOP)
    known = [n for n in range(5, STOP // 2) if max(values[n], values[2 * n]) <= law.most]
    assert told is not None
    assert told.failure == next(n for n in known if values[n] != values[2 * n])
    assert not told.whole


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement, status, words",
    [
        ("G(n) = 1 implies n mod 3 = 2", "proved", "first values of heaps by automata"),
        ("G(n) <= n", "holds so far", "no law that is proved decides it"),
    ],
)
def test_check_asks_the_laws(statement: str, status: str, words: str) -> None:
    limits = Limits(None, 2000, who_wins=True)
    found = check(parse_rule(DISJOINT), statement, (0, 100), limits)
    assert found.status == status
    assert words in found.words(statement)


def test_a_statement_about_far_heaps_is_refuted_there() -> None:
    """Lost are the n whose blocks of digits 1, but for one at the end, have even lengths."""
    law = laws_of(DISJOINT)[0]
    values = grundy_by_definition(parse_rule(DISJOINT), STOP)
    lost = re.compile("(?:(?:11)*0)*1*")
    assert [bool(lost.fullmatch(f"{n:b}")) for n in range(STOP)] == [v == 0 for v in values]
    far = (n for n in count(10**6) if n % 9 == 3 and lost.fullmatch(f"{n:b}"))
    relation = read_relation("G(n) mod 2 = 1 if n mod 9 = 3, n >= 10^6")
    told = told_by_first_values(relation, law, Budget())
    assert told is not None
    assert told.failure == next(far)
