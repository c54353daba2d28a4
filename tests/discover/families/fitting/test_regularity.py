"""Which members are regular, on tables that are made up."""

from __future__ import annotations

import numpy as np

from benchmarks.regularity import regular, shifted

SHAPE = (24, 60)


def test_members_of_a_polynomial_law_are_regular() -> None:
    """Inside a cell with quadratic preperiods; not where a grid meets the border of the table."""
    a, b = np.indices(SHAPE)
    found = regular(np.stack([a * b + b * b, 3 * a + 2 * b + 1], axis=2))
    assert found[2:-3, 2:-3].all()
    assert not found[0].any()
    assert not found[:, -1].any()


def test_members_without_a_law_are_not() -> None:
    chance = np.random.default_rng(1)
    assert not regular(chance.integers(1, 1000, (*SHAPE, 2))).any()


def test_every_residue_class_may_have_its_law() -> None:
    """One for each residue of b modulo 5; half of the members, those with b > 2a, have none."""
    a, b = np.indices(SHAPE)
    table = np.stack([(b % 5) * a, b + (b % 5) ** 3 + 1], axis=2)
    table[b > 2 * a] = np.random.default_rng(1).integers(1, 1000, table[b > 2 * a].shape)
    found = regular(table)
    assert not found[b > 2 * a].any()
    assert found[14, 12:15].all()


def test_a_shifted_table() -> None:
    table = np.arange(6).reshape(2, 3)
    assert shifted(table, 1, -1, -1).tolist() == [[-1, 3, 4], [-1, -1, -1]]
