"""Mock Turtles and the Ruler game: the theorem of turning coins."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from mexplore.discover.heaps.patterns.named.pattern import Named, NamedForm
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.turning_coins import _IN_A_ROW, _PARTS, TurningCoins
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

THEOREM = TurningCoins()
ALL = {"nothing", "one", "two"}


def law_of(text: str) -> Named | None:
    shape = THEOREM.hypotheses(parse_rule(text))
    return None if isinstance(shape, Inapplicable) else shape


def values_of(law: Named, stop: int) -> list[int]:
    return [NamedForm(law, (0,)).at(n) for n in range(stop)]


def odious(stop: int) -> list[int]:
    """The first numbers with an odd number of digits 1, from the definition."""
    return [v for v in range(4 * stop) if bin(v).count("1") % 2][:stop]


def test_odious_numbers_as_published() -> None:
    """OEIS A000069; Winning Ways, chapter 14: 1 2 4 7 8 11 13 14 16 19 21."""
    law = law_of("mock-turtles") or law_of(MOCK)
    assert law is not None
    assert values_of(law, 12) == [0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21]
    assert values_of(law, 300)[1:] == odious(299)


MOCK = "n -> [(0, b) for b in range(n)] + [(a, b) for a in range(1, n) for b in range(a + 1, n)]"
LISTS = [*combinations(_PARTS, 1), *combinations(_PARTS, 2)]


@pytest.mark.parametrize("part", sorted(_PARTS))
def test_each_part_leaves_what_is_said(part: str) -> None:
    rule = parse_rule(f"n -> {part}")
    for n in range(1, 9):
        kinds = {
            ("nothing", "one", "two")[len(set(heaps))]
            for heaps in (tuple(h for h in option if h) for option in rule.options(n))
            if len(set(heaps)) == len(heaps)  # two equal heaps are worth nothing
        }
        left = {tuple(sorted(h for h in option if h)) for option in rule.options(n)}
        assert kinds <= _PARTS[part]
        wanted = {(), *((a,) for a in range(1, n)), *combinations(range(1, n), 2)}
        sizes = {"nothing": 0, "one": 1, "two": 2}
        needed = {heaps for heaps in wanted if len(heaps) in {sizes[k] for k in _PARTS[part]}}
        assert needed <= left, n


@pytest.mark.parametrize("parts", LISTS[::7], ids=" + ".join)
def test_lists_joined_of_parts(parts: tuple[str, ...]) -> None:
    text = "n -> " + " + ".join(parts)
    law = law_of(text)
    left = set().union(*(_PARTS[part] for part in parts))
    assert (law is not None) == (left == ALL)
    if law is not None:
        assert values_of(law, 40) == grundy_by_definition(parse_rule(text), 40)


@pytest.mark.parametrize("text", _IN_A_ROW)
def test_coins_in_a_row(text: str) -> None:
    rule = parse_rule(f"n -> {text}")
    law = law_of(f"n -> {text}")
    assert law == Named("2**v2(n)", 1)
    values = grundy_by_definition(rule, 70)
    assert values[1:] == [n & -n for n in range(1, 70)]


def test_names_and_order_do_not_matter() -> None:
    assert law_of("n -> [(i, j) for j in range(n) for i in range(j + 1)]") == law_of(MOCK)
    assert law_of("n -> [k for k in range(n)] + [(y, x) for x in range(1, n) for y in range(x)]")
    assert law_of("n -> [tuple(n - i for i in range(1, k)) for k in range(1, n + 1)]")


CONTROLS = (
    "n -> [(a, b) for a in range(1, n) for b in range(a + 1, n)]",  # neither nothing nor one heap
    "n -> [(a, b) for a in range(n) for b in range(a + 1, n)]",  # not nothing
    "n -> [0] + [(a, b) for a in range(1, n) for b in range(a + 1, n)]",  # not one heap
    "n -> [(a, b) for a in range(n) for b in range(a, n - 1)]",
    "n -> [(a, b) for a in range(n) for b in range(a, n)] + [(n - 1,) * 3]",
    "n -> [(a, b) for a in range(n) for b in range(a, n) if a % 3 != 1]",
    "n -> [tuple(range(n - a, n)) for a in range(1, n)]",
    "n -> [tuple(range(n - a, n)) for a in range(min(n, 6))]",
    "n -> [tuple(range(a)) for a in range(n + 1)]",
)


@pytest.mark.parametrize("text", CONTROLS)
def test_other_games_are_refused_and_have_other_values(text: str) -> None:
    rule = parse_rule(text)
    assert law_of(text) is None
    values = grundy_by_definition(rule, 24)
    of_theorem = [values_of(Named(f, 1), 24) for f in (str(TURTLES.formula), "2**v2(n)")]
    more = "(n - 1,) * 3" in text  # worth one heap: another rule, with the same values
    assert more or values not in of_theorem


TURTLES = law_of(MOCK) or Named("n", 0)


def test_false_claims_are_rejected() -> None:
    shape = THEOREM.hypotheses(parse_rule(MOCK))
    assert isinstance(shape, Named)
    for formula, start in product(
        ("2*(n - 1) + Mod(popcount(n - 1), 2)", "2*n + Mod(popcount(n) + 1, 2)", "2**v2(n)"), (1, 2)
    ):
        assert isinstance(THEOREM.bound_of(shape, Named(formula, start)), Inapplicable)
    assert THEOREM.bound_of(shape, shape) == 64


def test_a_study_proves_it() -> None:
    found = study(parse_rule(MOCK), Limits(budget=None, max_terms=128))
    best = found.best
    assert best is not None and best.proof is not None and best.form is not None
    assert best.proof.theorem == "turning coins"
    # 10^30 - 1 has an even or odd number of digits 1: so the last one.
    m = 10**30 - 1
    assert best.form.at(10**30) == 2 * m + 1 - m.bit_count() % 2


def test_values_are_counted_and_found_far_out() -> None:
    form = NamedForm(TURTLES, (0,))
    values = [form.at(n) for n in range(200)]
    for value in range(60):
        for stop in (0, 1, 5, 17, 200):
            assert form.count_of(value, stop) == values[:stop].count(value)
        if value in values:
            assert form.nth_of(value, 1, 200) == values.index(value)
    assert form.count_of(2 * 10**30 + 1, 10**40) + form.count_of(2 * 10**30, 10**40) == 1
