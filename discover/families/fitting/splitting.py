"""Which splits of a family, and which digit systems for their cases, are worth a look.

Periods of a family with one parameter depend on its residues; of one with two, preperiods and
periods of large members are linear in the cases of a split that suits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import gcd

import numpy as np

from mexplore.discover.families.fitting.members import Point, Values, box, hold_at, suggested_rows
from mexplore.discover.families.fitting.systems import (
    BLOCKS,
    REST,
    System,
    Weights,
    quotient_of,
    system_of,
)
from mexplore.discover.families.fitting.words import Members
from mexplore.discover.families.patterns.splits import (
    Blocks,
    Case,
    Residues,
    Split,
    cases_of,
    place_in,
)
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.rule import ParametricRule

LARGEST_SUGGESTED = 20
FEWEST_MEMBERS = 5  # values through which a polynomial of degree 2 has to go, the last ones
RANGE = 40  # so far back at least they have to reach


def modulus_of(sequence: Sequence[Values | None]) -> int | None:
    """The least m such that preperiod and period, where k runs through one residue class modulo m,
    are polynomials of degree at most 2 in k for large k; None if there is none, or if too few
    members are known. ``sequence[k]`` is the member at k.

    >>> found = [Values(k, 7 if k % 3 else k, b"") for k in range(60)]
    >>> modulus_of(found)
    3
    """
    for modulus in range(1, LARGEST_SUGGESTED + 1):
        classes = [sequence[rho::modulus] for rho in range(modulus)]
        fewest = max(FEWEST_MEMBERS, -(-RANGE // modulus))
        if all(_is_polynomial(members, fewest) for members in classes):
            return modulus
    return None


def _is_polynomial(members: Sequence[Values | None], fewest: int) -> bool:
    """Whether the last members that are known, without a gap, have differences of order 3 that
    are 0."""
    last = len(members)
    while last and members[last - 1] is None:
        last -= 1
    tail = [v for v in members[max(0, last - fewest) : last] if v is not None]
    if len(tail) < max(FEWEST_MEMBERS, min(fewest, last)):
        return False
    rows = ([v.preperiod for v in tail], [v.period for v in tail])
    return not any(_differences(row, 3) for row in rows)


def _differences(numbers: Sequence[int], order: int) -> list[int]:
    """The differences that are not 0."""
    found = list(numbers)
    for _ in range(order):
        found = [y - x for x, y in pairwise(found)]
    return [each for each in found if each]


MEMBERS = 48  # that are looked at, each with its neighbours
SMALLEST, LARGEST, FAR = 14, 30, 260  # of their parameters: one is large, others may be larger
FEWEST_IN_LINE = 12  # members in a case with all names
DRAWN = 4000
LONGEST = 16384  # values of a member

Line = tuple[Point, ...]
STEPS = (-1, 0, 1, 2)


def linear_shares(rule: ParametricRule, splits: Sequence[Split]) -> list[float]:
    """For each split, the part of some large members at which preperiod and period have no third
    difference along any name of the case."""
    chosen = _chosen(rule)
    lines = [_lines(rule, split, chosen) for split in splits]
    members = Members(rule.names, rule.where, rule.elements, LONGEST)
    members.add(p for each in lines for found in each for line in found for p in line)
    return [
        sum(all(_is_straight(line, members) for line in found) for found in each)
        / max(FEWEST_IN_LINE, len(each))
        for each in lines
    ]


def _chosen(rule: ParametricRule) -> list[dict[str, int]]:
    """Large members at random."""
    chance, shape = np.random.default_rng(1), (DRAWN, len(rule.names))
    near, far = (chance.integers(SMALLEST, end, shape) for end in (LARGEST, FAR))
    points = np.where(chance.integers(0, 2, shape), near, far)
    inside = hold_at(rule.where, rule.names, points) & (points.min(axis=1) < LARGEST)
    return [
        dict(zip(rule.names, map(int, point), strict=True)) for point in points[inside][:MEMBERS]
    ]


def _lines(
    rule: ParametricRule, split: Split, chosen: Sequence[dict[str, int]]
) -> list[list[Line]]:
    """Members with their neighbours on either side along each name of their case, for those cases
    that have the most names; none where the split does not apply."""
    try:
        cases = cases_of(rule, split)
    except ValueError:
        return []
    most = max(len(case.names) for case in cases)
    deep = [case for case in cases if len(case.names) == most]
    placed = ((case, place_in(split, case, values)) for values in chosen for case in deep)
    return [list(_neighbours(case, at)) for case, at in placed if at is not None]


def _neighbours(case: Case, placed: dict[str, int]) -> Iterator[Line]:
    for name in case.names:
        yield tuple(
            tuple(meaning.at({**placed, name: placed[name] + step}) for _, meaning in case.meanings)
            for step in STEPS
        )


def _is_straight(line: Line, members: Members) -> bool:
    found = [members.values.get(point) for point in line]
    known = [values for values in found if values is not None]
    if len(known) < len(line):
        return False
    third = [np.diff([v.preperiod for v in known], 3), np.diff([v.period for v in known], 3)]
    return not np.any(third)


MOST_WIDTHS = 14
MOST_ROWS = 16
MOST_APART = 4
LARGEST_SEEN = 30  # values of a parameter at which constraints are tried
LARGEST_MODULUS = {1: 14, 2: 4}  # for this many parameters
SMALL = (2, 3, 4)


def splits_of(rule: ParametricRule, modulus: int | None) -> Iterator[Split]:
    """Splits, the simplest first: none; residues; blocks. ``modulus`` is one that the periods of
    the members suggest."""
    if modulus is not None and modulus > 1:
        yield residues(rule.names, modulus)
    yield ()
    if len(rule.names) == 2:
        for name in reversed(rule.names):
            for width in _widths(rule, name):
                apart = _blocks_apart(rule, name, width)
                if apart is not None:
                    yield (Blocks(name, width, BLOCKS, REST, apart),)
    for small in moduli(rule):
        if small != modulus:
            yield residues(rule.names, small)


def finer_splits(rule: ParametricRule) -> list[Split]:
    """Splits of a family with two names of which one may suit: residues; blocks; blocks
    with residues."""
    found: list[Split] = [residues(rule.names, small) for small in moduli(rule)]
    if len(rule.names) == 2:
        for name in reversed(rule.names):
            for width in dict.fromkeys(m * w for w in _all_widths(rule, name) for m in (1, 2)):
                apart = _blocks_apart(rule, name, width)
                if apart is not None:
                    blocks: Split = (Blocks(name, width, BLOCKS, REST, max(apart, 2)),)
                    found += [blocks, *with_residues(blocks, rule)]
    return found


def residues(names: Sequence[str], modulus: int) -> Split:
    """Residues modulo the same number for every name."""
    return tuple(Residues(name, modulus, quotient_of(name)) for name in names)


def is_blocks(split: Split) -> bool:
    """Whether it begins with blocks."""
    return bool(split) and isinstance(split[0], Blocks)


def with_residues(split: Split, rule: ParametricRule) -> Iterator[Split]:
    """A split into blocks, with residues of the names in their width; and of the remainder."""
    (blocks,) = (step for step in split if isinstance(step, Blocks))
    for modulus in [2, 4] if Polynomial.number(2) in rule.elements else [2]:
        names = [*sorted(blocks.width.names), blocks.remainder]
        steps = residues(names, modulus)
        yield (blocks, *steps[:-1])
        yield (blocks, *steps)


def moduli(rule: ParametricRule) -> list[int]:
    """Small numbers, twice the elements that are numbers, and sums of two of them."""
    numbers = [element.constant for element in rule.elements if element.is_constant]
    sums = {x + y for x in numbers for y in numbers}
    largest = LARGEST_MODULUS.get(len(rule.names), 2)
    return sorted(m for m in {*SMALL, *sums} if 2 <= m <= largest)


def systems_of(
    case: Case, elements: Sequence[Polynomial], members: Mapping[Point, Values]
) -> Iterator[list[System]]:
    """Digit systems for a case, in groups: without rows, or in rows of a number; in rows that some
    members suggest; in rows of a linear form that the elements suggest, and of numbers within."""
    tried = set[Weights]()
    for group in (
        _simple(case, elements),
        _suggested(case, elements, members),
        _weights(case, elements),
    ):
        found = list[System]()
        for weights in group:
            if weights not in tried:
                tried.add(weights)
                system = system_of(case, elements, weights)
                found += [] if system is None else [system]
        yield found


def deeper_systems(case: Case, elements: Sequence[Polynomial]) -> list[System]:
    """Digit systems for blocks, in rows of about as many terms as there are in a period: elements,
    and sums of two of them, that are products; within these the widths of the blocks."""
    sums = [x + y for x, y in combinations(elements, 2)]
    rows = [row for row in dict.fromkeys([*sums, *elements]) if not row.is_linear]
    widths = _divisors(case)[:1]
    found = (system_of(case, elements, (row, width)) for row in rows for width in widths)
    return [system for system in found if system is not None]


def _simple(case: Case, elements: Sequence[Polynomial]) -> Iterator[Weights]:
    if not _divisors(case):
        yield ()
        yield from ((Polynomial.number(number),) for number in _small(elements))


def _suggested(
    case: Case, elements: Sequence[Polynomial], members: Mapping[Point, Values]
) -> Iterator[Weights]:
    """Rows that members suggest, as linear forms in the names of the family; none where blocks were
    split."""
    if _divisors(case):
        return
    names = tuple(case.family)
    points = {}
    for point, values in members.items():
        at = dict(zip(case.names, point, strict=True))
        points[tuple(meaning.at(at) for _, meaning in case.meanings)] = values
    forms, numbers = suggested_rows(names, points)
    rows = [form.with_names(case.family) for form in forms]
    yield from ((Polynomial.number(number),) for number in numbers)
    yield from ((row,) for row in rows)
    common = gcd(*(element.content for element in elements))
    inner = dict.fromkeys([*numbers[:1], *([common] if common > 1 else [])])
    yield from ((row, Polynomial.number(number)) for row in rows for number in inner)


def _weights(case: Case, elements: Sequence[Polynomial]) -> Iterator[Weights]:
    divisors = _divisors(case)
    if divisors:
        yield from ((row,) for row in divisors)
        yield (divisors[0], Polynomial.number(2))
        return
    small, rows = _small(elements), _rows(elements)
    for row in rows:
        yield (row,)
    for row in rows:
        for number in small[:3]:
            yield (row, Polynomial.number(number))


def _small(elements: Sequence[Polynomial]) -> list[int]:
    """Numbers that may be lengths of rows: common divisors of the coefficients of elements."""
    contents = {element.content for element in elements if element.content > 1}
    numbers = {element.constant for element in elements if element.is_constant}
    sums = {x + y for x in numbers for y in numbers}
    divisors = {d for c in contents for d in range(2, min(c, 64) + 1) if c % d == 0}
    largest = sorted(divisors, reverse=True)
    return list(dict.fromkeys([*largest, 2, *sorted(s for s in sums if s > 1)]))


def _rows(elements: Sequence[Polynomial]) -> list[Polynomial]:
    """Forms that may be lengths of rows: elements, their sums and differences."""
    found = list[Polynomial]()
    linear = [e for e in elements if e.is_linear]
    found += [x + y for x in linear for y in linear] + linear
    found += [x - y for x in linear for y in linear]
    found += [f + d for f in list(found) for d in (1, -1)]
    return [f for f in dict.fromkeys(found) if _is_growing(f)][:MOST_ROWS]


def _divisors(case: Case) -> list[Polynomial]:
    """The widths w of the blocks b = w h + r that were split, and twice that."""
    found = []
    for _, meaning in case.meanings:
        for h in sorted(meaning.names):
            inside = {m: c for m, c in meaning.terms() if len(m) == 2 and h in m}
            single = meaning.coefficient(h)
            if inside and h == BLOCKS:
                terms = {tuple(n for n in m if n != h): c for m, c in inside.items()}
                width = Polynomial(terms) + single
                found += [width, 2 * width]
    return found


def _all_widths(rule: ParametricRule, name: str) -> list[Polynomial]:
    """Widths w of blocks b = w h + r: elements without b, and differences of elements; their
    multiples; sums of two of them."""
    free = [e for e in rule.elements if name not in e.names]
    free += [
        x - y
        for x in rule.elements
        for y in rule.elements
        if x != y and name in x.names and name not in (x - y).names
    ]
    found = [m * f for f in free if _is_growing(f) for m in (2, 1, 3)]
    found += [x + y for x in free for y in free if x != y]
    for other in rule.names:
        if other != name:
            a = Polynomial.name(other)
            found += [2 * a, a, a + 1, 2 * a + 1, 2 * a + 2]
    return [f for f in dict.fromkeys(found) if _is_growing(f)]


def _widths(rule: ParametricRule, name: str) -> list[Polynomial]:
    return _all_widths(rule, name)[:MOST_WIDTHS]


def _blocks_apart(rule: ParametricRule, name: str, width: Polynomial) -> int | None:
    """The least number of blocks h such that every b = w h + r with as many or more satisfies the
    constraints on b, as far as small members show; None if there is none that is small."""
    others = [other for other in rule.names if other != name]
    kept = [c for c in rule.where if name not in c.names]
    points = box(kept, others, [LARGEST_SEEN] * len(others))
    for apart in range(1, MOST_APART + 1):
        least = {name: apart * width}
        bounds = [c.with_names(least) for c in rule.where if name in c.names]
        rising = all(
            c.sign == ">=" and c.form.coefficient(name) > 0 for c in rule.where if name in c.names
        )
        if rising and len(points) and hold_at(bounds, others, points).all():
            return apart
    return None


def _is_growing(form: Polynomial) -> bool:
    """Whether it has names, all with positive coefficients."""
    return bool(form.names) and all(c > 0 for monomial, c in form.terms() if monomial)
