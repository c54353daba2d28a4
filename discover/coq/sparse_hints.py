"""Hints for the check of a code of two heaps with a sparse space: pairs that give smaller values.

Rare values are closed under xor, and rare + common = common (`Sparse.v`). A common value can only
be had from a pair with a rare heap, and mostly from one with one of the first rare heaps: Coq tries
these for every heap. Where others are needed, they are named. Coq computes all of it again: a bad
hint makes the check false, not the law true.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mexplore.discover.coq.law import MOST_VALUES
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import grundy_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mexplore.rules.families.take_and_break.rule import TakeAndBreak

FIRST = 256  # heaps up to this one are tried for rare values
CLOSE = 700  # rare heaps up to this one are tried for common values
MOST_CLOSE = 120  # and no more of them
MASKED = 20_000  # values among which a mask is looked for
LARGEST_MASK = 256
TOGETHER = 20_000  # heaps looked at together
WRITTEN = 400  # heaps in one definition: Coq reads no list of many thousand


@dataclass(frozen=True)
class SparseHints:
    """A mask, a number above all values, the first rare heaps and the first heaps with their
    values, for some heaps the first heaps of further pairs, and about how long the check takes."""

    mask: int
    above: int
    close: tuple[tuple[int, int], ...]
    first: tuple[tuple[int, int], ...]
    far: tuple[tuple[int, tuple[int, ...]], ...]
    seconds: float

    @property
    def definitions(self) -> str:
        """The lists of pairs, as ``close``, ``first_heaps`` and ``far``."""
        parts = [self.far[i : i + WRITTEN] for i in range(0, len(self.far), WRITTEN)]
        lines = [
            f"Definition far_{i} : hints := [{'; '.join(map(_written, part))}]."
            for i, part in enumerate(parts)
        ]
        names = "; ".join(f"far_{i}" for i in range(len(parts)))
        listed = {"close": self.close, "first_heaps": self.first}
        lines += [
            f"Definition {name} : partners := {_partners(some)}." for name, some in listed.items()
        ]
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
    is_rare = np.array([(v & mask).bit_count() % 2 == 0 for v in range(2 * int(values.max()) + 2)])
    rare = np.flatnonzero(is_rare[values])
    rare = rare[rare > 0]
    close = rare[rare <= CLOSE][:MOST_CLOSE]
    splits = [j for j, digit in rule.digits.items() if digit.suffix(2) is not None]
    pairs = len(rare) * bound
    if bound <= MOST_VALUES:
        pairs -= int(rare.sum()) // 2
    seconds = len(splits) * (bound * (3e-5 + 3e-7 * len(close)) + pairs * 1.1e-7)
    space = _Space(rule, values, is_rare, rare, splits)
    listed = _valued(values, close)
    first = _valued(values, range(1, min(FIRST, bound - 1) + 1))
    return SparseHints(mask, len(is_rare), listed, first, tuple(space.far(close)), seconds)


def _valued(values: Any, heaps: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple((int(a), int(values[a])) for a in heaps)


@dataclass(frozen=True)
class _Space:
    """The values of a rule, which values and which heaps are rare, and the moves to two heaps."""

    rule: TakeAndBreak
    values: Any
    is_rare: Any
    rare: Any
    splits: list[int]

    def far(self, close: Any) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The heaps with a smaller common value that no pair with a close heap gives, and the rare
        heaps of pairs that do."""
        import numpy as np

        for low in range(0, len(self.values), TOGETHER):
            heaps = np.arange(low, min(low + TOGETHER, len(self.values)))
            seen = self._seen(heaps, close)
            numbers = np.arange(seen.shape[1])
            smaller = ~self.is_rare[numbers] & (numbers < self.values[heaps][:, None])
            lacking = ~seen & smaller
            for row in np.flatnonzero(lacking.any(axis=1)):
                n = int(heaps[row])
                yield n, self._pairs(n, np.flatnonzero(lacking[row]))

    def _seen(self, heaps: Any, close: Any) -> Any:
        """Which values the moves to one heap or none, and the pairs with close heaps, give."""
        import numpy as np

        values = self.values
        seen = np.zeros((len(heaps), 1 << int(values.max()).bit_length()), dtype=bool)
        rows = np.arange(len(heaps))
        for j, digit in self.rule.digits.items():
            if digit.suffix(0) is not None:
                seen[rows[heaps == j], 0] = True
            if digit.suffix(1) is not None:
                legal = heaps > j
                seen[rows[legal], values[heaps[legal] - j]] = True
        for j in self.splits:
            for a in close:
                legal = heaps > a + j
                if legal.any():
                    seen[rows[legal], values[a] ^ values[heaps[legal] - j - a]] = True
        return seen

    def _pairs(self, n: int, lacking: Any) -> tuple[int, ...]:
        """Rare heaps of pairs that give these values."""
        import numpy as np

        chosen: dict[int, None] = {}
        left = {int(u) for u in lacking}
        for j in self.splits:
            partners = self.rare[self.rare < n - j]
            given = self.values[partners] ^ self.values[n - j - partners]
            for u in sorted(left):
                places = np.flatnonzero(given == u)
                if len(places):
                    chosen[int(partners[places[0]])] = None
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


def _partners(heaps: tuple[tuple[int, int], ...]) -> str:
    """The values of heaps, each with the number of heaps between it and the one before.

    >>> _partners(((1, 0), (4, 2)))
    '[(0%nat, 0); (2%nat, 2)]'
    """
    passed = (after - before - 1 for before, after in pairwise([0, *(a for a, _ in heaps)]))
    pairs = zip(passed, (value for _, value in heaps), strict=True)
    return f"[{'; '.join(f'({before}%nat, {value})' for before, value in pairs)}]"


def _written(hint: tuple[int, tuple[int, ...]]) -> str:
    n, heaps = hint
    return f"({n}, [{'; '.join(map(str, heaps))}])"
