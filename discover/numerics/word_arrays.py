"""Many numbers at once: those that fit a machine word together, the others one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mexplore.rules.text.given import Numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Words = npt.NDArray[np.int64]
    """A non-empty array of numbers n with 0 <= n < 2^63."""

LARGEST_WORD = (1 << 63) - 1


def at_words(
    numbers: Sequence[int],
    together: Callable[[Words], Words | None],
    alone: Callable[[int], int],
) -> list[int]:
    """``[alone(n) for n in numbers]``; ``together`` answers for the numbers below 2^63, unless it
    returns None because a value would not fit.

    >>> at_words([5, 10**30, 6], lambda n: n * 2, lambda n: n * 2)
    [10, 2000000000000000000000000000000, 12]
    """
    import numpy as np

    given = numbers if isinstance(numbers, Numbers) else Numbers(numbers)  # each is read once
    if not given:
        return []
    if given.words is not None:
        every = together(given.words)
        return [alone(n) for n in given] if every is None else every.tolist()
    small = [i for i, n in enumerate(given) if n <= LARGEST_WORD]
    found = together(np.array([given[i] for i in small], dtype=np.int64)) if small else None
    if found is None:
        return [alone(n) for n in given]
    answers = dict(zip(small, found.tolist(), strict=True))
    return [answers[i] if i in answers else alone(n) for i, n in enumerate(given)]
