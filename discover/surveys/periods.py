"""The periods of many sequences, by one search.

**The search.** Of the first N values let s(p) = G(N - 1) - G(N - 1 - p), and let n0(p) be the least
n0 with G(n + p) = G(n) + s(p) for all n0 <= n < N - p. The candidates are the p with n0(p) + p +
N//8 < N and s(p) >= 0, from the least on, whose n0(p) is less than those of smaller candidates: the
same of which the detector of periods thinks. A candidate may be false. One for which a theorem asks
for N values at most is true; that preperiod and period are least is asked of the claim itself, as
every study does. As by that detector (`Periodic.detect`), periods between p and N - 1 - n0 - p are
left out, which reach no further down than p, and no more are tried where many are in vain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.rules.engine.compiled import compiled

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.rule import Values

MOST_FOR_EACH = 8  # candidates of one sequence
MOST_TRIED = 64  # periods of the last N//8 values


def periods_of(rows: Sequence[Values]) -> list[list[Periodic]]:
    """For each row of values, all of one length, the periods that it may have, the shortest laws
    first; all rows are searched by one call.

    >>> import numpy as np
    >>> periods_of([np.arange(40) % 3, np.arange(40) // 4])
    [[Periodic(preperiod=0, period=3, saltus=0)], [Periodic(preperiod=0, period=4, saltus=1)]]
    """
    if not rows:
        return []
    table = np.array(rows, dtype=np.int64)
    laws = np.zeros((len(rows), MOST_FOR_EACH, 3), dtype=np.int64)
    find_periods(table, laws, table.shape[1] // 8)
    return [
        [Periodic(*law) for law in sorted(some, key=lambda law: law[0] + law[1]) if law[1]]
        for some in laws.tolist()
    ]


@compiled
def find_periods(table, laws, tail):  # type: ignore[no-untyped-def]
    # Of each row the candidates (n0, p, s), shortest periods first, into the row of laws.
    stop = table.shape[1]
    for row in range(len(table)):
        found, tried, lowest = 0, 0, stop
        p = 1
        while p + tail < stop and found < laws.shape[1]:
            saltus = table[row, stop - 1] - table[row, stop - 1 - p]
            n = stop - p
            while n > 0 and table[row, n - 1 + p] - table[row, n - 1] == saltus:
                n -= 1
            if n + p + tail < stop:
                tried += 1
                if tried > MOST_TRIED:
                    break
                if saltus >= 0 and n < lowest:
                    laws[row, found, 0] = n
                    laws[row, found, 1] = p
                    laws[row, found, 2] = saltus
                    found += 1
                    lowest = n
                p = max(p, stop - 1 - n - p)
            p += 1


def _example() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Values with period 3, with saltus 1, and without a period."""
    n = np.arange(24)
    table = np.array([n % 3, n // 4 + n % 4, n * n % 17], dtype=np.int64)
    return table, np.zeros((3, 2, 3), dtype=np.int64), 3


find_periods.example = _example
