"""The laws of a case made fewer: neighbouring cells in one, and no law that others make needless.

Cells are learned from members, so one may be smaller than its law allows; what is left of it is
then covered by other laws that say the same in other words. Where the guess behind one law says the
values of the members that were looked at in the cell of another, it is given to the prover on a
cell that holds both: on all points where the bounds of both hold, each moved as far as the other
cell wants. Only what is proved so takes the place of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from mexplore.discover.families.fitting.instances import Instance
from mexplore.discover.families.fitting.points import hold_at
from mexplore.discover.families.fitting.search import CaseSearch, Proved
from mexplore.rules.parameters.constraint import Cell, Constraint

MOST_MOVED = 3  # how far a bound is moved
MOST_LAWS = 24  # of one case: pairs of more are too many to be looked at
LOOKED = 12  # members of the other cell


def merge_laws(case: CaseSearch) -> None:
    """Merge cells while there is time, then leave out laws that others make needless."""
    merging = len(case.laws) <= MOST_LAWS
    while merging and not case.is_late():
        merging = any(_merged(case, one, other) for one, other in permutations(case.laws, 2))
    for proved in sorted(case.laws, key=lambda each: -len(each.cell)):
        others = [each for each in case.laws if each is not proved]
        if others and not case.is_late() and _inside(case, proved.cell, [o.cell for o in others]):
            case.laws = others


def _merged(case: CaseSearch, one: Proved, other: Proved) -> bool:
    """Whether the guess behind ``one`` is proved for both cells; it then takes their place."""
    search, guess = one.search, one.guess
    known = search.instances.known
    there = _in_cell(known, other.cell, case.names)
    sample = there[:: max(1, len(there) // LOOKED)]
    if case.is_late() or not there or not all(guess.is_true_of(i) for i in sample):
        return False
    both = [*there, *_in_cell(known, one.cell, case.names)]
    cell = search.needed([*guess.natural(), *_around(case, one.cell, other.cell, both)])
    inside = _in_cell(known, cell, case.names)
    if not all(_inside(case, old.cell, [tuple(cell)]) for old in (one, other)):
        return False
    if not all(guess.is_true_of(instance) for instance in inside):
        return False
    verdict = search.prove(guess, cell, inside)
    if verdict is None or not verdict.proved:
        return False
    case.laws = [each for each in case.laws if each is not one and each is not other]
    return True


def _around(
    case: CaseSearch, one: Cell, other: Cell, members: Sequence[Instance]
) -> Iterator[Constraint]:
    """The bounds of both cells, moved so far that these members satisfy them; those of them that
    hold in both cells."""
    points = np.array([instance.point for instance in members], dtype=np.int64)
    for bound in dict.fromkeys(_bounds((*one, *other))):
        for moved in _moved(bound, case, points):
            if all(_inside(case, cell, [(moved,)]) for cell in (one, other)):
                yield moved
                break


def _bounds(cell: Cell) -> Iterator[Constraint]:
    """The constraints of a cell, each equation as it is and as two inequalities."""
    for constraint in cell:
        yield constraint
        if constraint.sign == "==":
            yield Constraint(constraint.form)
            yield Constraint(-constraint.form)


def _moved(bound: Constraint, case: CaseSearch, points: object) -> Iterator[Constraint]:
    """The bound, or the nearest one beyond that these points satisfy."""
    for step in range(MOST_MOVED + 1 if bound.sign == ">=" else 1):
        moved = Constraint(bound.form + step, bound.sign, bound.modulus) if step else bound
        if hold_at([moved], case.names, points).all():  # type: ignore[arg-type]
            yield moved
            return


def _inside(case: CaseSearch, cell: Cell, others: Sequence[Cell]) -> bool:
    """Whether every point of a cell is in one of the others: the prover's word."""
    around = (*case.domain, *cell)
    return case.judge.cover(case.names, around, others, max(0.1, case.left())).complete


def _in_cell(
    known: Sequence[Instance], cell: Sequence[Constraint], names: Sequence[str]
) -> list[Instance]:
    points = np.array([i.point for i in known], dtype=np.int64).reshape(len(known), len(names))
    inside = hold_at(cell, names, points).tolist()
    return [instance for instance, kept in zip(known, inside, strict=True) if kept]
