"""One digit of a take-and-break code: into how many heaps the rest of a heap may be split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
SUFFIXES = {
    "": "of any sizes",
    "!": "pairwise unequal",
    "?": "not all equal",
    "=": "all equal",
}

Count = tuple[int, str]
"""A number of heaps and its suffix: ``''``, or one of ``! ? =``."""


@dataclass(frozen=True)
class Digit:
    """The numbers of nonempty heaps that a move may leave, each with a condition on their sizes.

    ``listed`` holds single heap counts in increasing order, each with its suffix: ``!`` the heaps
    are pairwise unequal, ``?`` not all equal, ``=`` all equal, ``''`` of any sizes. ``more``, if
    not None, is (c, suffix): every count >= c is allowed too, c being the least number of which
    this is so. Fewer than two heaps carry no suffix, which would have no effect.

    Make one with `Digit.of` or `Digit.from_mask`, which bring it into this normal form.

    >>> digit = Digit.from_mask(6, "!")
    >>> digit.listed, str(digit), digit.suffix(2), digit.suffix(3)
    (((1, ''), (2, '!')), '6!', '!', None)
    >>> str(Digit.of({0: "!", 1: "", 2: "", 3: ""}, more=(4, "")))
    '*'
    """

    listed: tuple[Count, ...] = ()
    more: Count | None = None

    @classmethod
    def of(cls, counts: Mapping[int, str], more: Count | None = None) -> Digit:
        """The digit that allows these heap counts and, with ``more``, all counts from there on."""
        allowed = {count: suffix if count > 1 else "" for count, suffix in counts.items()}
        if more is None:
            return cls(tuple(sorted(allowed.items())))
        least, suffix = more
        # The suffix has no effect below 2, so there any listed count can be absorbed.
        while least - 1 in allowed and (least <= 2 or allowed[least - 1] == suffix):
            least -= 1
        listed = tuple(sorted((c, s) for c, s in allowed.items() if c < least))
        return cls(listed, (least, suffix))

    @classmethod
    def from_mask(cls, mask: int, suffix: str = "") -> Digit:
        """The digit whose bit i, if set, allows exactly i heaps."""
        return cls.of({i: suffix for i in range(mask.bit_length()) if mask >> i & 1})

    @property
    def is_zero(self) -> bool:
        """Whether the digit allows no move at all."""
        return not self.listed and self.more is None

    @property
    def unbounded(self) -> bool:
        """Whether the digit allows any large number of heaps."""
        return self.more is not None

    @property
    def most_heaps(self) -> int | None:
        """The largest heap count that the digit allows, 0 if it allows none; None if unbounded."""
        if self.more:
            return None
        return self.listed[-1][0] if self.listed else 0

    def allows(self, heaps: Sequence[int]) -> bool:
        """Whether a rest may be left as these nonempty heaps.

        >>> [Digit.from_mask(8, "!").allows(heaps) for heaps in [(1, 2, 4), (1, 2, 1), (1, 2)]]
        [True, False, False]
        """
        suffix, different = self.suffix(len(heaps)), len(set(heaps))
        if suffix is None or len(heaps) < 2 or not suffix:
            return suffix is not None
        if suffix == "!":
            return different == len(heaps)
        return (different == 1) == (suffix == "=")

    @property
    def suffixes(self) -> frozenset[str]:
        """The suffixes of the counts >= 2, the empty one among them if some count has none."""
        found = {suffix for count, suffix in self.listed if count > 1}
        return frozenset(found | ({self.more[1]} if self.more else set()))

    @property
    def has_suffix(self) -> bool:
        """Whether any heap count carries one of ``! ? =``."""
        return bool(self.suffixes - {""})

    @cached_property
    def _by_count(self) -> dict[int, str]:
        return dict(self.listed)

    def suffix(self, count: int) -> str | None:
        """The suffix under which ``count`` heaps are allowed, None if they are not."""
        if self.more and count >= self.more[0]:
            return self.more[1] if count > 1 else ""
        return self._by_count.get(count)

    def counts(self, rest: int) -> Iterator[Count]:
        """The heap counts, each with its suffix, into which ``rest`` tokens could be split:
        none but 0 if there are no tokens, 1 to ``rest`` otherwise."""
        if rest == 0:
            if (suffix := self.suffix(0)) is not None:
                yield 0, suffix
            return
        for count, suffix in self.listed:
            if 1 <= count <= rest:
                yield count, suffix
        if self.more:
            least, suffix = self.more
            for count in range(max(least, 1), rest + 1):
                yield count, suffix if count > 1 else ""

    def __str__(self) -> str:
        """The shortest way to write the digit."""
        common = next(iter(self.suffixes), "") if len(self.suffixes) <= 1 else None
        if common is None:
            return f"{{{','.join(self._counts(with_suffixes=True))}}}"
        if self.more and self.more[0] == 0:
            return f"*{common}"
        if self.most_heaps is not None and self.most_heaps < 5:
            return DIGITS[sum(1 << count for count, _ in self.listed)] + common
        return f"{{{','.join(self._counts(with_suffixes=False))}}}{common}"

    def _counts(self, *, with_suffixes: bool) -> Iterator[str]:
        for count, suffix in self.listed:
            yield f"{count}{suffix if with_suffixes else ''}"
        if self.more:
            least, suffix = self.more
            yield f"{least}{suffix if with_suffixes else ''}+"


ZERO = Digit()
