"""Cells, learned from members: where a candidate is true, and where it is not."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import gcd
from typing import TYPE_CHECKING, Protocol

import numpy as np

from mexplore.discover.families.fitting.carries import Environment
from mexplore.discover.families.fitting.members import Point, hold_at
from mexplore.discover.families.fitting.systems import System
from mexplore.discover.families.fitting.words import Instance
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

MOST_CONSTRAINTS = 8
LARGEST_COEFFICIENT = 3
LARGEST_SUM = 5  # of the absolute values of the coefficients of a constraint
MODULI = (2, 3)
PARTS = [part / 12 for part in range(1, 10)]  # of the true members that may be given up
GIVEN_AWAY = 0.3  # what one of them costs then
MOST_GIVEN_UP = 6  # thresholds that are tried beyond the tightest one


Exchanges = Callable[["Integers", "Integers", "Integers"], Iterable["_Cut"]]


class Guess(Protocol):
    """What may be true of members."""

    @property
    def system(self) -> System:
        """The case in digits that it is about."""

    def natural(self) -> list[Constraint]:
        """The constraints without which it says nothing."""

    def is_true_of(self, instance: Instance) -> bool:
        """Whether it says the values of a member."""

    def carries(
        self, environments: Sequence[Environment], wide: bool = False
    ) -> list[tuple[Vector, ...]] | None:
        """The carries that are seen at members: for each move, and for the step to n + 1; more of
        them if ``wide``."""

    def law(
        self, cell: Cell, carries: Sequence[tuple[Vector, ...]], successor: tuple[Vector, ...]
    ) -> DigitLaw:
        """The law on a cell, with these carries."""


@dataclass(frozen=True)
class _Cut:
    """A constraint that may be added: how many false members it shuts out, how many true ones."""

    false: int
    true: int
    size: int  # of its coefficients
    direction: tuple[int, ...]
    threshold: int
    sign: str = ">="
    modulus: int = 0
    cost: float = 1.5  # of a true member

    @property
    def merit(self) -> tuple[float, int]:
        false = self.false * (0.5 if self.modulus else 1)
        return false - self.cost * self.true, -self.size

    def constraint(self, names: Sequence[str]) -> Constraint:
        """The constraint in these names."""
        form = Polynomial({(n,): c for n, c in zip(names, self.direction, strict=True)})
        return Constraint(form - self.threshold, self.sign, self.modulus)


def learned_cell(
    candidate: Guess,
    instances: Sequence[Instance],
    wanted: Container[Point],
    others: Iterable[Constraint] = (),
) -> tuple[list[Constraint], list[Instance]] | None:
    """Constraints that hold at some wanted members of which the candidate is true, and at no member
    of which it is false, with all true members in them; None where none are found.

    Where a candidate is true of members on two sides of others, one side is given up for the other,
    but only if no cell is found otherwise.

    The first constraints are those without which the candidate says nothing. Others are added that
    shut out as many false members as possible; if that does not suffice, some true ones with them.
    Their directions are small, or those of ``others``, the borders of other cells. What turns out
    not to be needed is dropped again.
    """
    natural, names = candidate.natural(), candidate.system.names
    table = _with_borders(names, [*natural, *others])
    points = np.array([instance.point for instance in instances], dtype=np.int64)
    inside = np.flatnonzero(hold_at(natural, names, points)).tolist()
    true = [index for index in inside if candidate.is_true_of(instances[index])]
    false = points[sorted(set(inside) - set(true))]
    good, bad = points[[i for i in true if instances[i].point in wanted]], false
    found = _learned(names, good, bad, table, _exchanges) or _learned(
        names, good, bad, table, _sides
    )
    if found is None:
        return None
    learned = found
    for constraint in list(learned):
        rest = [c for c in learned if c != constraint]
        if not hold_at(rest, names, false).any():
            learned = rest
    kept = hold_at(learned, names, points[true]).tolist()
    cell = list(dict.fromkeys([*natural, *learned]))
    return cell, [instances[i] for i, inner in zip(true, kept, strict=True) if inner]


def _learned(
    names: Sequence[str], good: Integers, bad: Integers, table: Integers, exchanges: Exchanges
) -> list[Constraint] | None:
    """Constraints that shut out all false members and keep some true ones; None if none are
    found."""
    learned = list[Constraint]()
    for _ in range(MOST_CONSTRAINTS):
        if not len(bad) or not len(good):
            break
        cut = _best_cut(good, bad, table, exchanges)
        if cut is None:
            return None
        learned.append(cut.constraint(names))
        good = good[hold_at(learned[-1:], names, good)]
        bad = bad[hold_at(learned[-1:], names, bad)]
    return None if len(bad) or not len(good) else learned


def _best_cut(good: Integers, bad: Integers, table: Integers, exchanges: Exchanges) -> _Cut | None:
    free = [*_tight(good, bad, table), *_equations(good, bad, table), *_congruences(good, bad)]
    best = max(free, key=lambda cut: cut.merit, default=None)
    if best is None or (2 * best.false < len(bad) and len(good) > 3):
        cuts = [*free, *exchanges(good, bad, table)]
        best = max(cuts, key=lambda cut: cut.merit, default=None)
    return best


def _tight(good: Integers, bad: Integers, table: Integers) -> Iterator[_Cut]:
    """Inequalities that hold at all true members."""
    lows = (table @ good.T).min(axis=1)
    false = (table @ bad.T < lows[:, None]).sum(axis=1)
    for index in np.flatnonzero(false):
        direction = tuple(map(int, table[index]))
        yield _Cut(int(false[index]), 0, _size(direction), direction, int(lows[index]))


def _equations(good: Integers, bad: Integers, table: Integers) -> Iterator[_Cut]:
    """Equations that hold at all true members."""
    for direction, at_good, at_bad in zip(table, table @ good.T, table @ bad.T, strict=True):
        if len(good) > good.shape[1] and at_good.min() == at_good.max():
            chosen = tuple(map(int, direction))
            false = int((at_bad != at_good[0]).sum())
            yield _Cut(false, 0, _size(chosen), chosen, int(at_good[0]), "==")


def _congruences(good: Integers, bad: Integers) -> Iterator[_Cut]:
    """Congruences that hold at all true members; inequalities are taken before them."""
    for modulus in MODULI:
        for direction in product(range(modulus), repeat=good.shape[1]):
            residues = set(((good @ np.array(direction)) % modulus).tolist())
            if any(direction) and len(residues) == 1 and len(good) > 1:
                (residue,) = residues
                false = int((bad @ np.array(direction) % modulus != residue).sum())
                if false:
                    yield _Cut(false, 0, _size(direction), direction, residue, "%", modulus)


def _exchanges(good: Integers, bad: Integers, table: Integers) -> Iterator[_Cut]:
    """Inequalities that shut out some true members with the false ones."""
    for direction in table:
        at_good, at_bad = good @ direction, bad @ direction
        for threshold in np.unique(at_good)[1:MOST_GIVEN_UP]:
            false, true = int((at_bad < threshold).sum()), int((at_good < threshold).sum())
            if false and 2 * true < len(good):
                chosen = tuple(map(int, direction))
                yield _Cut(false, true, _size(chosen), chosen, int(threshold))


def _sides(good: Integers, bad: Integers, table: Integers) -> Iterator[_Cut]:
    """Inequalities that give up many true members with many false ones."""
    for direction in table:
        at_good, at_bad = good @ direction, bad @ direction
        for threshold in np.unique(np.quantile(at_good, PARTS, method="higher")):
            false, true = int((at_bad < threshold).sum()), int((at_good < threshold).sum())
            if 3 * false > len(bad) and true:
                chosen = tuple(map(int, direction))
                yield _Cut(false, true, _size(chosen), chosen, int(threshold), cost=GIVEN_AWAY)


def _size(direction: tuple[int, ...]) -> int:
    return sum(map(abs, direction))


def _with_borders(names: Sequence[str], borders: Iterable[Constraint]) -> Integers:
    """The small directions, and those of the borders, either way."""
    rows = dict.fromkeys(map(tuple, directions(len(names)).tolist()))
    for border in borders:
        row = [border.form.coefficient(name) for name in names]
        divisor = gcd(*row)
        for sign in (1, -1) if divisor and border.form.is_linear else ():
            rows[tuple(sign * c // divisor for c in row)] = None
    return np.array(list(rows), dtype=np.int64)


@cache
def directions(dimension: int) -> Integers:
    """The directions of inequalities: small whole coefficients without a common divisor."""
    numbers = range(-LARGEST_COEFFICIENT, LARGEST_COEFFICIENT + 1)
    found = [c for c in product(numbers, repeat=dimension) if gcd(*c) == 1]
    found = [c for c in found if _size(c) <= LARGEST_SUM]
    return np.array(sorted(found, key=lambda c: (_size(c), c)), dtype=np.int64)
