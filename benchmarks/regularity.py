"""Whether a family with two names looks as if it had a law, seen from brute force alone.

    python -m benchmarks.regularity [--seed 77] [--count 30] [FAMILY ...]

Call a member (a, b) *regular* if there are steps 1 <= s, m <= 8 and t >= 0 such that the members
(a + i s, b + i t + j m), i, j = -1, 0, 1, 2, have preperiods and periods that are polynomials of
degree at most 2 in i, and in j. Where a family has a law whose cells are wide, the members inside
the cells are regular, whatever the split and the digits; those near a border are not, and the
larger the members, the fewer these are. Laws with a greatest common divisor in them, such as that
of the additive games, are not seen in this way.

For each family: the part of regular members with a from 6, 10 and 18 on, b <= 9 a; and for the last
of these in tenths, X for all, how many are regular with b/a in [1, 3/2), [3/2, 2), ... A family of
which some interval is irregular at every size has there no law with wide cells of this kind.

What was seen is in docs/census.md.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from benchmarks.families import drawn
from mexplore.discover.families.fitting.members import sequences
from mexplore.rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Truths = npt.NDArray[np.bool_]

Kind = TypeVar("Kind", bound=np.generic)

SIZES = ((6, 10), (10, 18), (18, 32))
LARGEST_A, RATIO = 46, 9
LONGEST = 1 << 16  # values of a member, within which its period has to be seen
STEPS = range(1, 9)
INTERVALS = np.arange(1, RATIO, 0.5)


def table_of(rule: ParametricRule) -> Integers:
    """Preperiod and period at [a, b]; -1 where there is no member, or none is seen."""
    table = np.full((LARGEST_A + 1, LARGEST_A * (RATIO + 1) + 1, 2), -1, dtype=np.int64)
    places, sets = [], []
    for a, b in np.argwhere(table[:, :, 0] < 0).tolist():
        member = dict(zip(rule.names, (a, b), strict=True))
        if rule.has(member):
            places.append((a, b))
            sets.append([element.at(member) for element in rule.elements])
    for place, values in zip(places, sequences(sets, LONGEST), strict=True):
        if values is not None:
            table[place] = values.preperiod, values.period
    return table


def regular(table: Integers) -> Truths:
    """Which members are regular."""
    known, found = table[:, :, 1] > 0, np.zeros(table.shape[:2], dtype=bool)
    upwards = {m: straight(table, known, 0, m) for m in STEPS}
    for s in STEPS:
        for t in range(s * (RATIO + 2)):
            along = straight(table, known, s, t)
            if not along.any():
                continue
            for m in STEPS:
                found |= four(along, 0, m) & four(upwards[m], s, t)
    return found


def straight(table: Integers, known: Truths, s: int, t: int) -> Truths:
    """Where the members i (s, t) away, i = -1, 0, 1, 2, have no third difference."""
    places = [shifted(table, i * s, i * t, -1) for i in (-1, 0, 1, 2)]
    third = places[3] - 3 * places[2] + 3 * places[1] - places[0]
    level: Truths = ~third.any(axis=2) & four(known, s, t)
    return level


def four(truths: Truths, s: int, t: int) -> Truths:
    """Where something is true i (s, t) away for i = -1, 0, 1, 2."""
    found = truths
    for i in (-1, 1, 2):
        found = found & shifted(truths, i * s, i * t, False)
    return found


def shifted(table: npt.NDArray[Kind], s: int, t: int, empty: int) -> npt.NDArray[Kind]:
    """What stands at [a + s, b + t] for each [a, b]."""
    found = np.full_like(table, empty)
    height, width = table.shape[:2]
    inside = (slice(max(0, -s), height - max(0, s)), slice(max(0, -t), width - max(0, t)))
    there = (slice(max(0, s), height + min(0, s)), slice(max(0, t), width + min(0, t)))
    if abs(s) < height and abs(t) < width:
        found[inside] = table[there]
    return found


def line(rule: ParametricRule) -> str:
    """The figures of one family."""
    table = table_of(rule)
    truths, (a, b) = regular(table), np.indices(table.shape[:2])
    inside = (table[:, :, 1] > 0) & (b <= RATIO * a)
    shares = [truths[inside & (low <= a) & (a < high)].mean() for low, high in SIZES]
    last = inside & (SIZES[-1][0] <= a) & (a < SIZES[-1][1])
    tenths = ""
    for low in INTERVALS:
        here = last & (b >= low * a) & (b < (low + 0.5) * a)
        tenth = round(10 * float(truths[here].mean())) if here.any() else 0
        tenths += "X" if tenth == 10 else str(tenth)
    return f"{' '.join(f'{share:.2f}' for share in shares)}  {tenths}  {rule}"


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.regularity")
    asked.add_argument("--seed", type=int, default=77)
    asked.add_argument("--count", type=int, default=30)
    asked.add_argument("family", nargs="*", help='such as "subtract(a, 2b, b + 2) for b > a >= 1"')
    options = asked.parse_args()
    chance = random.Random(options.seed + 2)
    given = [ParametricRule.parse(text) for text in options.family]
    for rule in given or [drawn(chance, 2) for _ in range(options.count)]:
        print(line(rule), flush=True)


if __name__ == "__main__":
    main()
