"""How well a split suits a family, seen from periods and preperiods alone.

In a split that suits, preperiod and period are polynomials in the names of a case, of degree at
most 2 in each, in every cell; so at most members they have no third difference along any name.
Where the values of a family follow no law, they have one almost everywhere. This takes no digits,
and is soon seen for many splits at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mexplore.discover.families.fitting.instances import Members
from mexplore.discover.families.fitting.points import Point, hold_at
from mexplore.discover.families.patterns.splits import Case, Split, cases_of, place_in
from mexplore.rules.parameters.rule import ParametricRule

MEMBERS = 48  # that are looked at, each with its neighbours
SMALLEST, LARGEST, FAR = 14, 30, 260  # of their parameters: one is large, others may be larger
FEWEST = 12  # members in a case with all names
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
        / max(FEWEST, len(each))
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
