"""A trial of the search for the periods of many rules together."""

from __future__ import annotations

from random import Random

from mexplore.discover.trials.trial import Tally, Trial

SEED = 1966
ROWS = 40
STOP = 120
TAIL = 15
MOST = 4


def _periods(tally: Tally) -> None:
    """Rows that have a period from some n on, with a saltus or without, and rows that have none:
    the candidates are those of the definition, found one equation after the other."""
    import numpy as np

    from mexplore.discover.surveys.periods import find_periods

    pick = Random(SEED)
    rows = [_row(pick) for _ in range(ROWS)]
    laws = np.zeros((ROWS, MOST, 3), dtype=np.int64)
    find_periods(np.array(rows, dtype=np.int64), laws, TAIL)
    for row, found in zip(rows, laws.tolist(), strict=True):
        known = [law for law in found if law[1]]
        tally.hold(f"periods of {row[:8]}...", known, _by_definition(row))


def _row(pick: Random) -> list[int]:
    before, period, saltus = pick.randrange(40), pick.randrange(1, 50), pick.choice((0, 0, 1, 3))
    first = [pick.randrange(5) for _ in range(before + period)]
    while len(first) < STOP:
        first.append(first[-period] + saltus)
    return first


def _by_definition(row: list[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for p in range(1, STOP - TAIL):
        s = row[-1] - row[-1 - p]
        wrong = [n for n in range(STOP - p) if row[n + p] - row[n] != s]
        n0 = max(wrong, default=-1) + 1
        if s >= 0 and n0 + p + TAIL < STOP and n0 < min((law[0] for law in found), default=STOP):
            found.append([n0, p, s])
    return found[:MOST]


TRIALS = (Trial("periods of many rules", _periods),)
SECONDS = 1
