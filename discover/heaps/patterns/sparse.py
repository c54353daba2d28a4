"""Sparse spaces: from some n on the bits of every value that a mask selects have odd parity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Json, Pattern
from mexplore.rules.text.sentences import begins

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Flags = npt.NDArray[np.bool_]

FEWEST_TERMS = 4096
WIDEST = 1 << 16  # sequences with values from here on are not analysed
_CHUNK = 1 << 20
_RANK = 10**18


@dataclass(frozen=True)
class SparseSpace(Pattern):
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

    name: ClassVar[str] = "sparse-space"

    mask: int = field(compare=False)
    rare: int
    last: int
    by_position: bool = False
    odd_split: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.mask < WIDEST or self.rare < 0 or self.last < 0:
            raise ValueError(f"a mask is between 1 and {WIDEST - 1}, counts are not negative")
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

    def parameters(self) -> Json:
        return {
            "mask": self.mask,
            "rare": self.rare,
            "last": self.last,
            "by_position": self.by_position,
            "odd_split": self.odd_split,
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        mask, rare, last, odd = (parameters[k] for k in ("mask", "rare", "last", "odd_split"))
        by_position = parameters["by_position"]
        if any(type(number) is not int for number in (mask, rare, last, odd)):
            raise ValueError("mask, rare, last and odd_split are integers")
        if type(by_position) is not bool or len(parameters) != 5:
            raise ValueError("by_position is true or false")
        return cls(mask, rare, last, by_position, odd)

    def statement(self) -> str:
        parity, other = ("even", "odd") if self.odd_split else ("odd", "even")
        where = f" for even n and an {other} number for odd n," if self.by_position else ""
        exceptions = f"; {self.rare} of the n from 1 to {self.last} are exceptions"
        return (
            f"G(n) AND 0x{self.mask:x} has an {parity} number of ones in binary{where} for all "
            f"n > {self.last}{exceptions if self.last else ''}"
        )

    @classmethod
    def guess_from(cls, text: str) -> Self | None:
        words = (
            r"G\(n\) AND 0x([0-9a-f]+) has an (even|odd) number of ones in binary"
            r"( for even n and an (?:even|odd) number for odd n,)? for all n > (\d+)"
            r"(?:; (\d+) of the n from 1 to \d+ are exceptions)?"
        )
        found = begins(words, text)
        if found is None:
            return None
        mask, parity, position, last, rare = (word or "" for word in found)
        odd_split = int(parity == "even")
        try:
            return cls(int(mask, 16), int(rare or 0), int(last), bool(position), odd_split)
        except ValueError:
            return None

    def latex(self) -> str:
        position = r" + n" if self.by_position else ""
        return (
            rf"s_2(G(n) \wedge {self.mask}){position} \equiv {1 - self.odd_split} \pmod 2"
            rf" \quad\text{{for all }} n > {self.last}"
        )

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
