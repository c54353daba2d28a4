"""Whether a constant tail is but one more run of equal values, where runs grow like towers.

Runs of some games, such as *leave isqrt(isqrt(n)) to isqrt(n) tokens*, begin at x, x^2, x^4, ...:
whatever is computed ends within a run, of which most of the values are part. That the last value
goes on for ever is not what such values show.
"""

from __future__ import annotations

from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

LOOKED_AT = 4  # of the last steps from run to run
STEEP = 1.1  # of x to x^1.1, or more
FEWEST = 2  # steep steps


def is_one_more_run(values: Values) -> bool:
    """Whether the values end with equal ones that are no more than a run would have: of the steps
    from a run that begins at x to the next at x^e some of the last are steep, and the last run has
    no end before start^e with the largest e of them.

    >>> import numpy as np
    >>> tower = np.repeat([0, 1, 2, 0, 3], [4, 12, 66, 6642, 40000])
    >>> is_one_more_run(tower), is_one_more_run(np.repeat([0, 1, 0], [5, 4, 9000]))
    (True, False)
    """
    import numpy as np

    changes = np.flatnonzero(values[1:] != values[:-1]) + 1
    starts = [x for x in changes[-LOOKED_AT - 1 :].tolist() if x >= 2]
    steps = [log(after) / log(before) for before, after in pairwise(starts)]
    if sum(step >= STEEP for step in steps) < FEWEST:
        return False
    return log(len(values)) <= max(steps) * log(starts[-1])
