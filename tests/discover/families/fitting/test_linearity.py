"""Which splits suit a family: seen from preperiods and periods of large members."""

from __future__ import annotations

from mexplore.discover.families.fitting.splitting import finer_splits, linear_shares
from mexplore.discover.families.patterns.splits import Blocks, Residues, Split
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.rule import ParametricRule

A = Polynomial.name("a")


def blocks(width: Polynomial) -> Split:
    return (Blocks("b", width, "h", "r", 1),)


def test_blocks_of_the_right_width_suit_most_members() -> None:
    """The cells of subtract(a, a + 1, b) are those of b mod (2a + 1)."""
    rule = ParametricRule.parse("subtract(a, a + 1, b) for a >= 1, b >= a + 2")
    right, wrong = linear_shares(rule, [blocks(2 * A + 1), blocks(2 * A + 9)])
    assert right > 0.8
    assert wrong < right - 0.2


def test_residues_that_matter_are_needed() -> None:
    """subtract(2, a + b) depends on a + b mod 4."""
    rule = ParametricRule.parse("subtract(2, a + b) for b > a >= 1")
    fourths = (Residues("a", 4, "a1"), Residues("b", 4, "b1"))
    share, plain = linear_shares(rule, [fourths, ()])
    assert share > 0.6  # neighbours of members near b = a + 1 are no members
    assert plain == 0


def test_no_split_suits_values_without_a_law() -> None:
    """Preperiods of subtract(a, 2b, a + 2b + 2) look as if they were drawn at random."""
    rule = ParametricRule.parse("subtract(a, 2b, a + 2b + 2) for b > a >= 1")
    assert max(linear_shares(rule, finer_splits(rule)[:9])) < 0.1


def test_a_split_that_does_not_apply_suits_nothing() -> None:
    rule = ParametricRule.parse("subtract(a, a + 1, b) for a >= 1, b >= a + 2")
    assert linear_shares(rule, [(Residues("c", 2, "c1"),)]) == [0.0]
