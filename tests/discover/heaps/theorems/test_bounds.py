"""The bounds of theorems, worked out by hand from their statements.

A bound that is too small proves falsehoods, but random rules seldom show it: the law that passes a
window that is a little too short is mostly true all the same. So each formula for a bound is held
against numbers that a person has computed from the statement, for three rules or more. The claims
need not be true of the rules.
"""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.discover.automata.laws import lines
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.theorems.all_but import AllBut
from mexplore.discover.heaps.theorems.breaking import GuySmith
from mexplore.discover.heaps.theorems.breaking_conditions import EqualOrUnequalHeaps
from mexplore.discover.heaps.theorems.breaking_two_heaps import TwoHeaps
from mexplore.discover.heaps.theorems.classes_and_few import ClassesAndFew
from mexplore.discover.heaps.theorems.collapse import Collapse, _Head, _Others
from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute, Quotients
from mexplore.discover.heaps.theorems.multiples import MultiplesAndFew
from mexplore.discover.heaps.theorems.never_periodic import NeverPeriodic
from mexplore.discover.heaps.theorems.nim_and_more import NimAndMore
from mexplore.discover.heaps.theorems.residue_window import ResidueWindow
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.moves.residue_options import FloorForm, ResidueOptions
from mexplore.rules.notation import parse_rule

BOUNDS: dict[AnyTheorem, list[tuple[str, Pattern, int]]] = {
    FiniteWindow(): [  # n0 + p + M
        ("subtract(1, 2, 3)", Periodic(0, 4), 7),  # 0 + 4 + 3
        ("subtract(2, 4, 7)", Periodic(8, 3), 18),  # 8 + 3 + 7
        ("subtract(5)", Periodic(3, 10), 18),  # 3 + 10 + 5
    ],
    AllBut(): [  # n0 + p + 2M + 1
        ("subtract(all but 5)", Periodic(0, 10, 5), 21),  # 0 + 10 + 10 + 1
        ("subtract(all but 2, 3, 7)", Periodic(4, 10, 4), 29),  # 4 + 10 + 14 + 1
        ("subtract(multiples(1))", Periodic(0, 1, 1), 2),  # 0 + 1 + 0 + 1: no exception
    ],
    GuySmith(): [  # t*(n0 + p) + k, n0 >= 1
        ("0.77", Periodic(71, 12), 168),  # t = 2, k = 2: 2*83 + 2
        ("0.33", Periodic(0, 3), 6),  # t = 1, k = 2, n0 = 1: 4 + 2
        ("8.0", Periodic(0, 5), 18),  # t = 3, k = 0, n0 = 1: 3*6
        ("0.8", Periodic(2, 5), 22),  # t = 3, k = 1: 3*7 + 1
    ],
    TwoHeaps(): [  # 2*(n0 + q) + k
        ("4=.3", Periodic(3, 2), 11),  # k = 1, q = 2: 2*5 + 1
        ("4=.3", Periodic(3, 5), 27),  # k = 1, q = 10, as 5 is odd: 2*13 + 1
        ("4=.3", Periodic(0, 4), 11),  # n0 = 1: 2*5 + 1
        ("0.77!", Periodic(540, 4), 1090),  # k = 2, q = 4, no digit asks for equal heaps
    ],
    EqualOrUnequalHeaps(): [  # k + 1 + t*(n0 + Q - 1) + Q*t*(t - 1)/2
        ("4=.3", Periodic(3, 2), 12),  # t = 2, k = 1, Q = 2: 2 + 2*4 + 2*1
        ("0.8!", Periodic(2, 4), 29),  # t = 3, k = 1, Q = 4: 2 + 3*5 + 4*3
        ("0.{4!}", Periodic(0, 3), 32),  # t = 4, k = 1, n0 = 1, Q = 3: 2 + 4*3 + 3*6
        # t = 4, k = 3, Q = lcm(5, 2, 3*5) = 30: 4 + 4*31 + 30*6
        ("0.{2=}{3=}{4!}", Periodic(2, 5), 308),
    ],
    MultiplesAndFew(): [  # n0 + p + max(k*(3E + 1), max A)
        ("subtract(multiples(7))", Periodic(0, 7, 1), 14),  # E = 0: 7 + 7
        ("subtract(4, multiples(3))", Periodic(2, 6, 2), 20),  # E = 1: 8 + max(12, 4)
        ("subtract(2, 5, multiples(4))", Periodic(0, 8, 2), 36),  # E = 2: 8 + max(28, 5)
        ("subtract(101, even)", Periodic(1, 2, 1), 104),  # E = 1: 3 + max(8, 101)
    ],
    ClassesAndFew(): [  # n0 + 2*lcm(p, m) + s0
        ("subtract(odd)", Periodic(0, 2), 5),  # m = 2, s0 = 1: 4 + 1
        ("subtract(2, odd)", Periodic(1, 3), 16),  # m = 2, s0 = 3: 1 + 12 + 3
        # m = 7, s0 = 11: 3 + 28 + 11
        ("subtract(residues(0, 4 mod 7 from 11))", Periodic(3, 2), 42),
    ],
    FloorsCommute(): [  # M*max(n0, ceil(c/M)), of n - 1 under ceil
        ("divide(2, 3)", Geometric(12, 4), 12),  # 3*max(4, 4)
        ("divide(2..6)", Geometric(12, 6), 36),  # 6*max(6, 2)
        ("divide(2, 5)", Geometric(21, 1), 25),  # 5*max(1, 5)
        ("divide(2, 3, ceil)", Geometric(6, 4, True), 10),  # 3*max(3, 2) + 1
    ],
}


@pytest.mark.parametrize(
    ("theorem", "text", "claim", "bound"),
    [(theorem, *row) for theorem, rows in BOUNDS.items() for row in rows],
    ids=[f"{theorem.name}: {row[0]}" for theorem, rows in BOUNDS.items() for row in rows],
)
def test_bound_is_that_of_the_statement(
    theorem: AnyTheorem, text: str, claim: Pattern, bound: int
) -> None:
    assert theorem.bound(parse_rule(text), claim) == bound


def test_bounds_of_intervals_between_quotients() -> None:
    """M*max(n0, ceil(c/M)), of n - 1 under ceil."""
    floor, ceil = Quotients(False, ((4, 2),)), Quotients(True, ((5, 2),))
    theorem = FloorsCommute()
    assert theorem.bound_of(floor, Geometric(8, 3)) == 12  # 4*max(3, 2)
    assert theorem.bound_of(floor, Geometric(9, 1)) == 12  # 4*max(1, 3)
    assert theorem.bound_of(ceil, Geometric(10, 4, True)) == 16  # 5*max(3, 2) + 1
    assert isinstance(theorem.bound_of(ceil, Geometric(10, 1, True)), Inapplicable)
    assert theorem.bound_of(ceil, Geometric(5, 2, True)) == 6  # 5*max(1, 1) + 1


def test_bounds_of_the_residue_window() -> None:
    """max(N1 + Q, n0 + p), where N1 = max(N0, n0, ceil((n0 - j)*c/a)), Q = lcm(m, c*p)."""
    rule, theorem = parse_rule("0.0"), ResidueWindow()  # only the options count
    half = ResidueOptions(2, 1, (((FloorForm(1, 2, 0),),), ((FloorForm(1, 1, -1),),)))
    # N1 = max(1, 3, 3*2, 3 + 1) = 6, Q = lcm(2, 2*5, 5) = 10.
    assert theorem.bound_of((rule, half), Periodic(3, 5)) == 16
    thirds = ResidueOptions(3, 4, (((FloorForm(2, 3, -1),),),) * 3)
    # N1 = max(4, 5, ceil(6*3/2) = 9) = 9, Q = lcm(3, 3*4) = 12.
    assert theorem.bound_of((rule, thirds), Periodic(5, 4)) == 21
    constant = ResidueOptions(1, 2, (((FloorForm(0, 1, 1),),),))
    # A constant puts nothing to Q: N1 = max(2, 0), Q = lcm(1, 7); then 2 + 7.
    assert theorem.bound_of((rule, constant), Periodic(0, 7)) == 9


def test_terms_that_show_the_parameters_of_an_automatons_law_to_be_least() -> None:
    """n0 + 4p."""
    assert lines([5, 0, 1, 2], [3, 3, 3]).decided_by == 13  # 1 + 12
    kayles = PeriodicForm(Periodic(71, 12), np.zeros(83, dtype=np.uint8))
    assert kayles.by_residues().decided_by == 119  # 71 + 48
    split = SplitPeriodic(8, 7, (1, 0, 0, 0, 0, 0, 0))
    law = split.closed_form(Evidence(np.zeros(15, dtype=np.uint8)))
    assert law is not None
    assert law.by_residues().decided_by == 36  # 8 + 28


def test_a_window_of_multiples_that_would_be_too_short() -> None:
    """With k*(E + 1) in place of k*(3E + 1) false laws pass."""
    rule, claim = parse_rule("subtract(4, 19, multiples(7))"), Periodic(35, 22, 3)
    evidence = Evidence(grundy_values(rule, 400))
    bound = MultiplesAndFew().bound(rule, claim)
    assert bound == 35 + 22 + 7 * 7
    assert claim.first_failure(evidence.prefix(35 + 22 + 7 * 3)) is None
    assert claim.first_failure(evidence.prefix(bound)) is not None


# The b that may break the law f of a part of the set: those below `last_harmful`.


def others(n0: int, p: int, s: int, values: list[int]) -> _Others:
    law = PeriodicForm(Periodic(n0, p, s), np.array(values, dtype=np.uint8))
    return _Others(Subtraction((1,)), _Head(Subtraction((1,)), 1, 0), law)


@pytest.mark.parametrize(
    ("n0", "p", "s", "values", "limit"),
    [
        # p*(floor((mx - mn)/s) + 1) = 2*(1 + 1). f = 1, 0, 2, 1, ...: f(0) = f(3).
        (0, 2, 1, [1, 0], 4),
        # 3*(floor(3/2) + 1) = 6. f = 3, 1, 0, 5, 3, 2, 7, ...: f(0) = f(4); f(0) = f(5) fails.
        (0, 3, 2, [3, 1, 0], 6),
        # 3*(floor(2/2) + 1) = 6. f = 2, 1, 0, 4, 3, 2, ...: f(0) = f(5).
        (0, 3, 2, [2, 1, 0], 6),
        # hi = 4: max(2*(0 + 1), 1 + 2*(floor(4/2) + 1)) = 7. f = 4, 1, 0, 3, 2, 5, 4: f(0) = f(6).
        (1, 2, 2, [4, 1, 0], 7),
        # hi = 0 < mn = 3: max(2*(floor(2/1) + 1), 1 + 0) = 6. f = 0, 5, 3, 6, 4, 7, 5: f(1) = f(6).
        (1, 2, 1, [0, 5, 3], 6),
    ],
)
def test_last_harmful_member(n0: int, p: int, s: int, values: list[int], limit: int) -> None:
    found = others(n0, p, s, values)
    assert found.last_harmful() == limit
    law = found.law.prefix(400).tolist()
    equal = [b for b in range(1, 200) if any(law[m] == law[m + b] for m in range(n0 + p))]
    assert max(equal) < limit
    for b in range(1, limit + p):
        least = next((m for m in range(n0 + p) if law[m] == law[m + b]), None)
        assert found.first_equal(b) == least


def test_the_limit_of_harmful_members_is_attained() -> None:
    """In four of the laws above limit - 1 is harmful: with a smaller limit falsehoods pass."""
    for n0, p, s, values, m in (
        (0, 2, 1, [1, 0], 0),
        (0, 3, 2, [2, 1, 0], 0),
        (1, 2, 2, [4, 1, 0], 0),
        (1, 2, 1, [0, 5, 3], 1),
    ):
        found = others(n0, p, s, values)
        assert found.first_equal(found.last_harmful() - 1) == m


def test_bounds_of_collapse() -> None:
    """n0 + 2p, where no other member breaks the law."""
    for text, claim, bound in (
        ("subtract(4, 9, powers(3))", Periodic(0, 12), 24),
        ("subtract(powers(3), even)", Periodic(0, 10, 5), 20),
        ("subtract(1, 2, 7, powers(5))", Periodic(0, 3), 6),
    ):
        assert Collapse().bound(parse_rule(text), claim) == bound


def test_members_of_the_part_whose_law_is_known() -> None:
    """2, 5 and the multiples of 3: the others have to be looked at."""
    head = _Head(Subtraction((2, 5)), 5, 3)
    assert [s in head for s in (2, 5, 6, 9, 7, 10, 8, 11)] == [True] * 4 + [False] * 4
    assert 9 not in _Head(Subtraction((2, 5)), 5, 0)


@pytest.mark.parametrize(
    ("theorem", "text", "claims"),
    [
        (MultiplesAndFew(), "subtract(multiples(3))", [Periodic(0, 3, 1)]),  # floor(n/3)
        (MultiplesAndFew(), "subtract(1, multiples(3))", []),
        (NimAndMore(), "subtract(multiples(1)) or 0.7", [Periodic(0, 1, 1)]),  # n
        (Collapse(), "subtract(powers(2))", [Periodic(0, 3)]),  # 0 1 2
        (Collapse(), "subtract(odd)", [Periodic(0, 2)]),  # 0 1
        (NeverPeriodic(), "subtract(squares)", [NotPeriodic()]),
        (NeverPeriodic(), "subtract(squares, even)", []),
    ],
)
def test_claims_that_a_shape_suggests(
    theorem: AnyTheorem, text: str, claims: list[Pattern]
) -> None:
    assert list(theorem.claims(parse_rule(text))) == claims


def test_whether_a_rule_is_a_set_and_nothing_else() -> None:
    theorem = NeverPeriodic()
    for text, whole in (("subtract(squares)", True), ("subtract(squares) or divide(2)", False)):
        shape = theorem.hypotheses(parse_rule(text))
        assert not isinstance(shape, Inapplicable)
        assert shape.all is whole
