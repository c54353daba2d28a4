"""The search for ruler laws: residue classes that break an arithmetic period, like 2^v2(m - m0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.ruler.residue import RulerClass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Integers = npt.NDArray[np.int64]

Fit = tuple[int, int, int, tuple[RulerClass, ...]]
"""Preperiod, period, saltus, ruler classes."""

LEAST_CYCLES = 24  # values of a class that are needed to recognise powers of 2
MOST_RULERS = 3  # classes that follow the ruler function
LATEST_ORIGIN = 8  # cycles before the ruler starts
MOST_TERMS = 1 << 13  # every period is tried, so the time is quadratic


def fitted(values: Values) -> Fit | None:
    """The ruler law of the least period in the first values, if there is one."""
    import numpy as np

    first = values[:MOST_TERMS].astype(np.int64)
    periods = range(2, len(first) // LEAST_CYCLES + 1)
    return next((fit for p in periods if (fit := with_period(first, p)) is not None), None)


def with_period(values: Integers, p: int) -> Fit | None:
    """The ruler law of this period, if there is one."""
    import numpy as np

    steps = values[p:] - values[:-p]
    last = np.sort(steps[-p:])  # each residue once: all but those of the rulers agree
    if p > 2 * MOST_RULERS and np.count_nonzero(last == last[p // 2]) < p - MOST_RULERS:
        return None
    tail = steps[len(steps) // 2 :]
    saltus = int(np.median(tail))
    broken = (tail != saltus).nonzero()[0] + len(steps) // 2
    if saltus < 0 or not len(broken):
        return None
    residues = np.unique(broken % p).tolist()
    if not len(residues) <= min(MOST_RULERS, p - 1):
        return None
    classes = []
    for r in residues:
        fit = _ruler(values[r::p], saltus)
        if fit is None:
            return None
        classes.append(RulerClass(r + p * fit[0], *fit[1:]))
    wrong = (steps != saltus).nonzero()[0]
    wrong = wrong[~np.isin(wrong % p, residues)]
    preperiod = int(wrong[-1]) + 1 if len(wrong) else 0
    return preperiod, p, saltus, tuple(classes)


def _ruler(values: Integers, saltus: int) -> tuple[int, int, int, int | None] | None:
    """(origin, constant, factor, value at powers) of the values at q = 0, 1, ..., for the least
    origin; None if there is none."""
    import numpy as np

    for origin in range(min(LATEST_ORIGIN, len(values) - LEAST_CYCLES + 2)):
        m = np.arange(1, len(values) - origin, dtype=np.int64)
        rest = values[origin + 1 :] - saltus * m
        lowest = m & -m
        odd, even = (np.unique(rest[(lowest == low) & (m > low)])[:2].tolist() for low in (1, 2))
        if len(odd) != 1 or len(even) != 1 or odd == even:
            continue
        factor = odd[0] - even[0]
        constant = odd[0] + factor
        law = constant - factor * lowest
        at_powers = rest[m == lowest]
        if (rest[m != lowest] != law[m != lowest]).any():
            continue
        if (at_powers == law[m == lowest]).all():
            return origin, constant, factor, None
        if len(set(at_powers.tolist())) == 1:
            return origin, constant, factor, int(at_powers[0])
    return None
