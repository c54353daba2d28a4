"""Laws of families of octal games, guessed from some members.

The values of a member that is periodic are written as runs: those below the preperiod and those of
one period. Members whose runs have the same values, one after the other, have one law if the
lengths are linear in the names. Small members may be apart, each with a law of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from mexplore.discover.families.codes.law import MOST_COPIES, CodeLaw, Run, WordLaw
from mexplore.discover.families.fitting.members import least_law, points_of
from mexplore.discover.families.patterns.by_cases import LawsByCases, OfCase
from mexplore.discover.families.patterns.members import first_terms
from mexplore.discover.families.patterns.splits import Case, Residues, Split, cases_of
from mexplore.rules.arithmetic.polynomial import Polynomial, total
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.constraint import Cell, at_least, equal, without_weaker
from mexplore.rules.parameters.family import FamilyOfRules, given
from mexplore.rules.parameters.ranges import RangeFamily

Laws = TypeVar("Laws", bound=LawsByCases)


def claims_by_cases(
    rule: FamilyOfRules,
    splits: Iterable[Split],
    laws_of: Callable[[Case], Sequence[Any] | None],
    claim: Callable[[Split, tuple[OfCase, ...]], Laws],
    until: float,
) -> Iterator[Laws]:
    """A claim for each split in which every case has laws: ``laws_of`` returns those of a case, or
    None where it finds none. Splits that do not apply to the family are passed over. Until
    `working_seconds` passes ``until``."""
    for split in splits:
        try:
            cases = cases_of(rule, split)
        except ValueError:
            continue
        laws = _laws_of_all(cases, laws_of)
        if laws:
            yield claim(split, tuple(laws))
        if working_seconds() > until:
            return


def _laws_of_all(
    cases: Sequence[Case], laws_of: Callable[[Case], Sequence[Any] | None]
) -> list[OfCase]:
    """The laws of all cases; none where one of the cases has none."""
    found = list[OfCase]()
    for number, case in enumerate(cases):
        laws = laws_of(case)
        if laws is None:
            return []
        found += [OfCase(number, law) for law in laws]
    return found


SIZES = {1: 12, 2: 6}  # of the parameters of members that are looked at, for this many names
USUAL_SIZE = 4
TERMS = 2500  # of a member
FEWEST = 4  # members with one law, for each name and one more
MODULI = (2, 3, 4)
MOST_ALONE = 4  # members with a law of their own, in one case
MOST_LOOKED_AT = 40  # members, for one that is not periodic

Array = npt.NDArray[np.int64]
Prove = Callable[[WordLaw, Case], bool]
Values = dict[str, int]
Word = tuple[tuple[int, int], ...]
"""Runs: (value, length)."""


@dataclass(frozen=True)
class Sample:
    """A member: the parameters of its case, and its runs before and in the period."""

    at: Values
    first: Word
    again: Word

    @property
    def shape(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The values of the runs."""
        return tuple(v for v, _ in self.first), tuple(v for v, _ in self.again)

    @property
    def lengths(self) -> list[int]:
        """Of all runs."""
        return [length for _, length in (*self.first, *self.again)]


def find_code_law(rule: CodeFamily, prove: Prove, until: float) -> Iterator[CodeLaw]:
    """Claims whose laws are all proved, one for each split in which every member that was looked
    at has a law. Until `working_seconds` passes ``until``."""
    return claims_by_cases(
        rule, _splits(rule), lambda case: _laws(rule, case, prove, until), CodeLaw, until
    )


def _splits(rule: CodeFamily) -> Iterator[Split]:
    """None; then each name by its remainder."""
    yield ()
    for name in rule.names:
        for modulus in MODULI:
            yield (Residues(name, modulus, "j"),)


def ends_of(rule: CodeFamily, values: Values) -> tuple[int, int] | None:
    """The least preperiod and the least period of a member; None where TERMS terms do not show
    them."""
    terms = np.array(first_terms(rule, values, TERMS))
    found = proved_period(terms, rule.largest_take.at(values))
    if found is None:
        return None
    n0, p = found
    return (0, p) if n0 == 1 and terms[0] == terms[p] else found


def unsuited(rule: CodeFamily) -> str:
    """Which member keeps the family from having a law of this kind, if one is seen; or which other
    family it is.

    >>> unsuited(CodeFamily.parse("0.5{k}6 for k >= 1"))
    '0.56 is not seen to be periodic in 2500 values: a law may leave out k = 1'
    >>> unsuited(CodeFamily.parse("0.3{k} for k >= 1"))
    'its moves are those of remove(1 .. k) for k >= 1, which has laws of other kinds: study that'
    """
    if rule.zeroth == 0 and all(digit in (0, 3) for digit, _ in rule.segments):
        ranges = tuple((least, most) for _, least, most in rule.removals())
        same = RangeFamily(ranges, all_but=False, where=rule.where)
        return f"its moves are those of {same}, which has laws of other kinds: study that"
    for at in islice(rule.members(SIZES.get(len(rule.names), USUAL_SIZE)), MOST_LOOKED_AT):
        if proved_period(np.array(first_terms(rule, at, TERMS)), rule.largest_take.at(at)) is None:
            return (
                f"{rule.member(**at)} is not seen to be periodic in {TERMS} values: a law may "
                f"leave out {given(at)}"
            )
    return ""


def _laws(rule: CodeFamily, case: Case, prove: Prove, until: float) -> list[WordLaw] | None:
    """Proved laws for all members of a case that were looked at; None where some have none."""
    found = list(_samples(rule, case, until))
    if None in found:
        return None
    left, laws = [sample for sample in found if sample], list[WordLaw]()
    while left:
        shapes = defaultdict(list)
        for sample in left:
            shapes[sample.shape].append(sample)
        most = max(shapes.values(), key=len)
        if len(left) - len(most) > MOST_ALONE and len(case.names) == 1:
            return None
        for cell, inside in _cells(case, left, most):
            law = _law(rule, case, cell, inside)
            if law is not None and prove(law, case):
                laws.append(law)
                left = [sample for sample in left if sample not in inside]
                break
        else:
            return None
    return laws if laws else None


def _samples(rule: CodeFamily, case: Case, until: float) -> Iterator[Sample | None]:
    """The members of small parameters; None in place of one that is not seen to be periodic,
    or where the time is up."""
    size = SIZES.get(len(case.names), USUAL_SIZE)
    for at in points_of(case.domain, case.names, size):
        if working_seconds() > until:
            yield None
            return
        member = {name: meaning.at(at) for name, meaning in case.meanings}
        if rule.has(member):
            terms = np.array(first_terms(rule, member, TERMS))
            ends = proved_period(terms, rule.largest_take.at(member))
            if ends is None:
                yield None
                return
            n0, p = ends
            yield Sample(at, _word(terms[:n0]), _word(terms[n0 : n0 + p]))


def proved_period(terms: Array, largest: int) -> tuple[int, int] | None:
    """(n0, p) with n0 >= 1 and p least that this many terms prove, as Guy and Smith have it: they
    show the last half of the terms once more."""
    found = least_law(terms, len(terms) // 2)
    if found is None:
        return None
    n0, p = max(1, found[0]), found[1]
    return (n0, p) if 2 * (n0 + p) + largest <= len(terms) else None


def _word(terms: Array) -> Word:
    return tuple((int(value), len(list(run))) for value, run in groupby(terms))


def _cells(
    case: Case, left: list[Sample], most: list[Sample]
) -> Iterator[tuple[Cell, list[Sample]]]:
    """Cells with the samples in them: all; those above the largest of a name that is of another
    shape; single ones."""
    if len(most) == len(left):
        yield (), left
    for name in case.names:
        k = Polynomial.name(name)
        others = [sample.at[name] for sample in left if sample.shape != most[0].shape]
        if others:
            low = max(others) + 1
            inside = [sample for sample in left if sample.at[name] >= low]
            if len(inside) >= FEWEST:
                yield (at_least(k, low),), inside
    for sample in left[:MOST_ALONE] if len(case.names) == 1 else ():
        cell = tuple(equal(Polynomial.name(name), value) for name, value in sample.at.items())
        yield cell, [sample]


def _law(rule: CodeFamily, case: Case, cell: Cell, inside: list[Sample]) -> WordLaw | None:
    """A law with lengths that are linear in the parameters; None where they are not."""
    single = len(inside) == 1
    if not single and len(inside) < FEWEST * len(case.names):
        return None
    lengths = _fitted(case.names, inside) if not single else None
    if lengths is None and not single:
        return None
    found = lengths or [Polynomial.number(length) for length in inside[0].lengths]
    before = len(inside[0].first)
    values = [value for value, _ in (*inside[0].first, *inside[0].again)]
    runs = [Run(length, value) for length, value in zip(found, values, strict=True)]
    largest = rule.largest_take.with_names(case.family)
    if not largest.is_linear:
        return None
    first, again = _with_heap_of_0(runs[:before]), tuple(runs[before:])
    if len(again) == 1:  # one value for ever: in runs as long as the largest take
        again = (Run(largest, again[0].value),)
    period, preperiod = (total(run.length for run in part) for part in (again, first))
    if any(period.at(each.at) < 1 for each in inside):
        return None
    needed = [
        -(-(preperiod + 2 * period + largest).at(each.at) // period.at(each.at)) for each in inside
    ]
    copies = max(2, *needed)
    if copies > MOST_COPIES:
        return None
    law = WordLaw(case.names, without_weaker((*case.domain, *cell)), first, again, copies)
    return replace(law, mark=_mark(law))


def _mark(law: WordLaw) -> int | None:
    """A run of the cycle that has its value and length alone, those first that have the value
    alone; None if there is none."""
    cycle = law.cycle()
    values = [run.value for run in cycle]
    lone = [i for i, run in enumerate(cycle) if cycle.count(run) == 1]
    lone.sort(key=lambda i: values.count(values[i]))
    return lone[0] if lone and len(cycle) > 1 else None


def _with_heap_of_0(runs: list[Run]) -> tuple[Run, ...]:
    """The run of the heap of 0 apart from others of value 0."""
    one = Polynomial.number(1)
    if runs[0].length == 1:
        return tuple(runs)
    return (Run(one, 0), Run(runs[0].length - 1, 0), *runs[1:])


def _fitted(names: tuple[str, ...], inside: list[Sample]) -> list[Polynomial] | None:
    """The lengths of runs as linear forms; None where one is not linear."""
    points = np.array([[1, *(sample.at[name] for name in names)] for sample in inside])
    lengths = np.array([sample.lengths for sample in inside])
    factors = np.rint(np.linalg.lstsq(points, lengths, rcond=None)[0]).astype(np.int64)
    if not np.array_equal(points @ factors, lengths):
        return None
    forms = [Polynomial.number(1), *map(Polynomial.name, names)]
    return [total(int(c) * f for c, f in zip(column, forms, strict=True)) for column in factors.T]
