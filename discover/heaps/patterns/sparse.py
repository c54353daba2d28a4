"""Sparse spaces: from some n on the bits of every value that a mask selects have odd parity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, Self

from mexplore.discover.study.declared import Declared, Parts, true_or_false, whole
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Json, Pattern
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Flags = npt.NDArray[np.bool_]

FEWEST_TERMS = 4096
WIDEST = 1 << 16  # sequences with values from here on are not analysed
_CHUNK = 1 << 20
_RANK = 10**18
_MASK = replace(
    whole(1),
    pattern="[0-9a-f]+",
    read=lambda text: int(text, 16),
    show=lambda mask: f"{mask:x}",
    typeset=str,
)
_PARITIES = ("odd", "even")
_ODD_SPLIT = replace(
    whole(), pattern="odd|even", read=_PARITIES.index, show=lambda odd: _PARITIES[odd]
)


@dataclass(frozen=True)
class SparseSpace(Declared, Pattern):
    """G(n) AND mask has an odd number of ones in binary for all n > last; ``rare`` of the n from 1
    to last are exceptions.

    A value v is *common* if v AND mask has an odd number of ones, and *rare* otherwise; rare xor
    common is common, and the xor of two values of the same kind is rare. In a game that splits
    heaps in two a space with few rare positions makes values cheap to compute, and if no rare
    position ever followed, the game would be periodic (Berlekamp, Conway and Guy 1982, chapter 4).
    No theorem says that: the claim can only hold so far.

    With ``by_position`` the parity of n counts as one more bit, and with ``odd_split`` 1 rare and
    common change places (all splits remove an odd number of tokens).

    Two claims are the same if they have the same rare positions: the mask gains a bit whenever a
    value reaches the next power of 2.
    """

    name = "sparse-space"
    parts = Parts(
        mask=_MASK,
        rare=whole(),
        last=whole(),
        by_position=true_or_false(" for even n"),
        odd_split=_ODD_SPLIT,
    )
    says = (
        "G(n) AND 0x$mask has an $odd_split number of ones in binary[[$by_position and an $other "
        "number for odd n,]] for all n > $last[[; $rare of the n from 1 to $last are exceptions]]"
    )
    typeset = (
        r"s_2(G(n) \wedge $mask)$position \equiv $parity \pmod 2 \quad\text{for all } n > $last"
    )

    mask: int = field(compare=False)
    rare: int
    last: int
    by_position: bool = False
    odd_split: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mask >= WIDEST:
            raise ValueError(f"a mask is between 1 and {WIDEST - 1}")
        if self.odd_split not in (0, 1) or self.odd_split > self.by_position:
            raise ValueError("odd_split is 0 or 1, and 0 unless the position counts")

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """The space with the fewest rare positions, if they are few and the last one is far below
        the known terms.

        >>> import numpy as np
        >>> values = np.resize(np.array([1, 1, 2, 4, 7], dtype=np.uint8), 5000)
        >>> values[:40] = 3
        >>> next(SparseSpace.detect(Evidence(values)))
        SparseSpace(mask=7, rare=39, last=39, by_position=False, odd_split=0)
        """
        from mexplore.rules.families.take_and_break.sparse.mask import sparsest_space

        values = evidence.values
        if not evidence.dense or len(values) < FEWEST_TERMS or int(values.max()) >= WIDEST:
            return
        counts = _histogram(values)
        if (counts.sum(axis=0) > 0).sum() < 3:
            return  # two values always have such a mask
        rivals = (sparsest_space(counts, splits) for splits in ((), (0,), (1,)))
        space, rare = min(rivals, key=lambda rival: rival[1])
        if not space.mask or rare * 16 > len(values):
            return
        found = cls(space.mask, rare, 0, space.by_position, space.odd_split)
        last = found._last_rare(values)
        if 2 * last < len(values):
            yield cls(space.mask, rare, last, space.by_position, space.odd_split)

    def first_failure(self, evidence: Evidence) -> int | None:
        """The first rare n > last, or ``last`` if the number of rare positions up to it is
        wrong."""
        import numpy as np

        values = evidence.whole()
        if len(values) > self.last:
            rare = self._rare(values, 1, self.last + 1)
            if np.count_nonzero(rare) != self.rare or (self.rare and not rare[-1]):
                return self.last
        for low in range(self.last + 1, len(values), _CHUNK):
            rare = self._rare(values, low, min(low + _CHUNK, len(values)))
            if rare.any():
                return low + int(rare.argmax())
        return None

    def _rare(self, values: Values, low: int, high: int) -> Flags:
        """Whether n is rare, for low <= n < high."""
        import numpy as np

        parity = np.bitwise_count(values[low:high] & values.dtype.type(self._mask_in(values))) & 1
        if self.by_position:
            parity[1 - low % 2 :: 2] ^= 1  # at odd n
        return np.asarray(parity == self.odd_split, dtype=np.bool_)

    def _mask_in(self, values: Values) -> int:
        return self.mask & ((1 << 8 * values.dtype.itemsize) - 1)

    def rare_positions(self, evidence: Evidence) -> list[int]:
        """The rare n >= 1 among the known terms.

        >>> import numpy as np
        >>> SparseSpace(1, 1, 2).rare_positions(Evidence(np.array([0, 1, 2, 3], dtype=np.uint8)))
        [2]
        """
        values = evidence.whole()
        where: list[int] = (1 + self._rare(values, 1, len(values)).nonzero()[0]).tolist()
        return where

    def _last_rare(self, values: Values) -> int:
        """The last rare n >= 1; 0 if there is none."""
        for high in range(len(values), 1, -_CHUNK):
            low = max(1, high - _CHUNK)
            where = self._rare(values, low, high).nonzero()[0]
            if len(where):
                return low + int(where[-1])
        return 0

    @property
    def begins(self) -> int:
        return self.last

    @property
    def parity(self) -> int:
        """That of the ones in common values at even n."""
        return 1 - self.odd_split

    @property
    def other(self) -> str:
        """That at odd n, where it differs."""
        return _PARITIES[self.parity]

    @property
    def position(self) -> str:
        """What is added to the number of ones, in LaTeX."""
        return " + n" if self.by_position else ""

    def size(self) -> int:
        """It predicts one bit of a value, so it is listed after laws that predict values."""
        return _RANK + self.rare

    def findings(self, evidence: Evidence) -> Json:
        del evidence
        return {"mask_hexadecimal": f"{self.mask:x}"}


def _histogram(values: Values):  # type: ignore[no-untyped-def]
    """counts[n mod 2, v] for n >= 1, a chunk at a time."""
    import numpy as np

    width = int(values.max()) + 1
    counts = np.zeros((2, width), dtype=np.int64)
    for low in range(0, len(values), _CHUNK):  # an even number
        for parity in (0, 1):
            part = values[low + parity : low + _CHUNK : 2]
            counts[parity] += np.bincount(part, minlength=width)
    counts[0, int(values[0])] -= 1
    return counts
