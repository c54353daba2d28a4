"""Hints for the check of a code of two heaps with a sparse space: which pairs give the values that
the first few pairs do not. Coq computes all of it again: a bad hint makes the check false, not the
law true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mexplore.discover.coq.law import MOST_VALUES
from mexplore.rules.engine.grundy import grundy_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mexplore.rules.families.take_and_break.rule import TakeAndBreak

NEAR = 64
"""So many pairs are tried for each heap."""

MASKED = 20_000  # values among which a mask is looked for
LARGEST_MASK = 256
TOGETHER = 20_000  # heaps looked at together
WRITTEN = 400  # heaps in one definition: Coq reads no list of many thousand


@dataclass(frozen=True)
class SparseHints:
    """A mask, and for some heaps the first heaps of pairs; and about how long the check takes."""

    mask: int
    far: tuple[tuple[int, tuple[int, ...]], ...]
    seconds: float

    @property
    def definitions(self) -> str:
        """The lists of pairs, as ``far``."""
        parts = [self.far[i : i + WRITTEN] for i in range(0, len(self.far), WRITTEN)]
        lines = [
            f"Definition far_{i} : hints := [{'; '.join(map(_written, part))}]."
            for i, part in enumerate(parts)
        ]
        names = "; ".join(f"far_{i}" for i in range(len(parts)))
        return "\n" + "\n".join([*lines, f"Definition far : hints := concat [{names}]."])


def sparse_hints(rule: TakeAndBreak, bound: int) -> SparseHints:
    """The hints for the values below the bound; none where these are too many for Coq.

    >>> from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    >>> hints = sparse_hints(TakeAndBreak.parse("0.165"), 3000)
    >>> hints.mask, len(hints.far) < 1000
    (27, True)
    """
    import numpy as np

    values = grundy_values(rule, bound if bound <= MOST_VALUES else MASKED).astype(np.int64)
    mask = _mask(values)
    odd = np.array([(v & mask).bit_count() % 2 for v in range(int(values.max()) + 1)])
    rare = np.flatnonzero(odd[values] == 0)
    splits = [j for j, digit in rule.digits.items() if digit.suffix(2) is not None]
    pairs = len(splits) * (len(rare) * bound)
    if bound <= MOST_VALUES:
        pairs -= len(splits) * int(rare.sum()) // 2
    seconds = len(splits) * bound * 5e-5 + pairs * 1.1e-7
    return SparseHints(mask, tuple(_far(rule, values, splits)), seconds)


def _far(
    rule: TakeAndBreak, values: Any, splits: list[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The heaps with a smaller value that their first pairs do not give, and pairs that do."""
    import numpy as np

    small = [
        (j, i) for j, digit in rule.digits.items() for i in (0, 1) if digit.suffix(i) is not None
    ]
    for low in range(0, len(values), TOGETHER):
        heaps = np.arange(low, min(low + TOGETHER, len(values)))
        seen = _seen(values, heaps, splits, small)
        lacking = ~seen & (np.arange(seen.shape[1]) < values[heaps][:, None])
        for row in np.flatnonzero(lacking.any(axis=1)):
            n = int(heaps[row])
            yield n, _pairs(values, n, splits, np.flatnonzero(lacking[row]))


def _seen(values: Any, heaps: Any, splits: list[int], small: list[tuple[int, int]]) -> Any:
    """Which values the moves to one heap or none, and the first pairs, give."""
    import numpy as np

    seen = np.zeros((len(heaps), 1 << int(values.max()).bit_length()), dtype=bool)
    rows = np.arange(len(heaps))
    for j, i in small:
        if i == 0:
            seen[rows[heaps == j], 0] = True
        else:
            legal = heaps > j
            seen[rows[legal], values[heaps[legal] - j]] = True
    for j in splits:
        for a in range(1, NEAR + 1):
            legal = heaps > a + j
            if legal.any():
                seen[rows[legal], values[a] ^ values[heaps[legal] - j - a]] = True
    return seen


def _pairs(values: Any, n: int, splits: list[int], lacking: Any) -> tuple[int, ...]:
    """First heaps of pairs that give these values."""
    import numpy as np

    chosen: dict[int, None] = {}
    left = {int(u) for u in lacking}
    for j in splits:
        half = np.arange(1, (n - j) // 2 + 1)
        given = values[half] ^ values[n - j - half]
        for u in sorted(left):
            places = np.flatnonzero(given == u)
            if len(places):
                chosen[int(half[places[0]])] = None
                left.discard(u)
    return tuple(chosen)


def _mask(values: Any) -> int:
    """The mask under which the fewest of the first values are rare."""
    import numpy as np

    counted = np.bincount(values[:MASKED])
    rare = {
        mask: sum(int(c) for v, c in enumerate(counted) if (v & mask).bit_count() % 2 == 0)
        for mask in range(1, min(LARGEST_MASK, 1 << (len(counted) - 1).bit_length()))
    }
    return min(rare, key=lambda mask: rare[mask], default=1)


def _written(hint: tuple[int, tuple[int, ...]]) -> str:
    n, heaps = hint
    return f"({n}, [{'; '.join(map(str, heaps))}])"
