"""Take-and-break codes that leave at most two heaps, through rare and common values.

Let M be a number with bits, and call v *rare at n* if parity(v & M) = e(n), else *common*, where
e(n) = 0, or, if all splits remove numbers of one parity o, e(n) = (n + o) mod 2. For a split of n
into a and b with n = j + a + b, the value v[a] xor v[b] is common at n exactly if one of a, b is
rare and the other one common: parity(v & M) adds up under xor, and so does e, since
e(a) + e(b) + e(n) = a + b + n + 3*o = j + 3*o = 0 (mod 2) in the second case. (Winning Ways,
chapter 4; Flammenkamp, Lange Perioden in Subtraktions-Spielen.)

So *all* common values of options of n are found from the pairs with one rare heap, of which a game
with a suitable M has few, and from the heaps that removing tokens leaves. A common value c at n is
confirmed where it is the least common number that is not among these, and each rare number u < c is
the value of some option, of which one is found and looked at. A value that is rare at n is
confirmed by all pairs. Nothing depends on how M was chosen, except how long it takes.

Of all values that are common (rare) at n, no two differ in the lowest bit of M alone, so that the
bit is left out where sets are kept as words: the *index* of v is v without it. It grows with v
among the common values at n, and respects xor.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from mexplore.rules.checking.checker import ONE, WORD, Checker, Ints, Words, lowest_bit
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

    Flags = npt.NDArray[np.bool_]

ALL_PAIRS = 2048  # heaps below are confirmed by all pairs
HELPERS = 64  # small common heaps at first, pairs with which are looked at for all heaps at once
MANY = 1 / 16  # values a heap that are left open by the helpers, so that more of them are better
STRETCH = 1 << 15  # heaps that are looked at together: such arrays stay in the processor's cache
KEPT = 1 << 20  # words of heaps before a stretch that are kept for the rare heaps below
COUNTED = 1 << 20  # values from which the mask is found
FEW_SUMS = 512  # for which pairs are looked at one by one
LARGEST_VALUE = 1 << 16
_LOW = [
    np.uint64(sum(1 << b for b in range(WORD) if not b >> k & 1)) for k in range(6)
]  # the bits whose place has a 0 at k


class SplittingChecker(Checker):
    """The moves are read from the digits of the code, the mask M from the values."""

    def __init__(self, rule: TakeAndBreak, values: Values) -> None:
        self.values = values
        digits = rule.digits
        self._whole = [j for j, d in digits.items() if d.suffix(0) is not None]
        self._takes = [j for j, d in digits.items() if d.suffix(1) is not None]
        self._splits = [j for j, d in digits.items() if d.suffix(2) is not None]
        self._equal_too = {j for j in self._splits if digits[j].suffix(2) == ""}
        self._reach = max(digits)
        self._helping = HELPERS
        self._width = 2 << int(values.max(initial=0)).bit_length()

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        if not isinstance(rule, TakeAndBreak) or rule.period or rule.most_heaps != 2:
            return None
        checker = cls(rule, values)
        only_equal = any(digit.suffix(2) == "=" for digit in rule.digits.values())
        too_far = checker._reach >= ALL_PAIRS // 4 or checker._width > LARGEST_VALUE
        return None if only_equal or too_far or not checker._mask else checker

    def nanoseconds(self) -> float:
        rare = len(self._rare_heaps)
        late = float(self._rare_heaps[np.searchsorted(self._rare_heaps, ALL_PAIRS) :].sum())
        pairs = len(self._splits) * (ALL_PAIRS**2 + late) * 2.0
        # The more heaps are rare, the more rare values the helpers leave open: 300 and 20,000
        # nanoseconds a heap in games with 100 and 1300 rare heaps.
        left_open = 300.0 + 0.012 * rare**2
        return pairs + len(self.values) * (left_open + self._planes * 0.6 * (rare + HELPERS))

    def spot_nanoseconds(self, heaps: int) -> float:
        del heaps  # up to STRETCH: what is looked up for all of them takes longer
        return 5e5 + self._planes * 3e3 * len(self._rare_heaps)

    # -- the mask and its tables -------------------------------------------------------------------

    @cached_property
    def _space(self) -> tuple[int, int | None]:
        """(M, o), with o = None where e(n) = 0: those of which the fewest heaps are rare.

        For each M the sum of (-1)^parity(v & M) over all values v is the number of the heaps whose
        value has parity 0 less that of the others (Walsh-Hadamard transform of the histogram)."""
        some = self.values[:COUNTED]
        counts = np.stack([np.bincount(some[p::2], minlength=self._width) for p in (0, 1)])
        excess = _transformed(counts[0] + counts[1])
        mask = int(np.argmin(excess))
        best: tuple[int, int | None] = mask, None
        parities = {j % 2 for j in self._splits}
        if len(parities) == 1:
            (o,) = parities
            by_place = _transformed(counts[o] - counts[1 - o])
            if by_place.min() < excess[mask]:
                best = int(np.argmin(by_place)), o
        return best

    @property
    def _mask(self) -> int:
        return self._space[0]

    @cached_property
    def _is_rare(self) -> Flags:
        """[n % 2, v]: whether v is rare at n."""
        mask, o = self._space
        parity = np.bitwise_count(np.arange(self._width) & mask) & 1
        return np.stack([parity == (0 if o is None else (n + o) % 2) for n in (0, 1)])

    @cached_property
    def _index(self) -> Ints:
        """[v]: the index of v."""
        low = self._mask & -self._mask
        v = np.arange(self._width)
        return v // (2 * low) * low + v % low

    @cached_property
    def _planes(self) -> int:
        """How many words hold the indices of all values up to the largest."""
        return int(self._index[: int(self.values.max()) + 1].max()) // WORD + 1

    @cached_property
    def _rare_heaps(self) -> Ints:
        """All rare heaps n >= 1, in increasing order."""
        found, alike = [np.zeros(0, dtype=np.int64)], np.array_equal(*self._is_rare)
        for first in range(0, len(self.values), STRETCH):  # even: of each parity every other heap
            values = self.values[first : first + STRETCH]
            if alike:
                found.append(first + np.flatnonzero(_looked_up(self._is_rare[0], values)))
                continue
            for p in (0, 1):
                rare = _looked_up(self._is_rare[p], values[p::2])
                found.append(first + p + 2 * np.flatnonzero(rare))
        heaps = np.sort(np.concatenate(found))
        return heaps[heaps > 0]

    @cached_property
    def _word(self) -> Words:
        """[plane, n % 2, v]: the set {index of v} if v is common at n, else {}."""
        index, out = self._index, np.zeros((self._planes, 2, self._width), dtype=np.uint64)
        for k in range(self._planes):
            here = index // WORD == k
            bit = ONE << (index % WORD).astype(np.uint64)
            out[k] = np.where(here & ~self._is_rare, bit, np.uint64(0))
        return out

    @cached_property
    def _rare_value(self) -> Ints:
        """[n % 2, i]: the value of index i that is rare at n."""
        return np.stack([np.flatnonzero(rare) for rare in self._is_rare])

    @cached_property
    def _rare_below(self) -> Words:
        """[plane, n % 2, v]: the indices of the values below v that are rare at n."""
        out = np.zeros((self._planes, 2, self._width), dtype=np.uint64)
        for k in range(self._planes):
            bits = np.where(
                self._index // WORD == k, ONE << (self._index % WORD).astype(np.uint64), 0
            )
            for parity in (0, 1):
                below = np.bitwise_or.accumulate(np.where(self._is_rare[parity], bits, 0))
                out[k, parity, 1:] = below[:-1]
        return out

    # -- stretches of heaps ------------------------------------------------------------------------

    def first_wrong(self, start: int, stop: int) -> int | None:
        for n in range(start, min(stop, ALL_PAIRS)):
            if self._mex(n) != self.values[n]:
                return n
        self._keep(max(start, ALL_PAIRS), stop)
        for first in range(max(start, ALL_PAIRS), stop, STRETCH):
            wrong = self._wrong_of_stretch(first, min(first + STRETCH, stop))
            if wrong is not None:
                return wrong
        return None

    def _mex(self, n: int) -> int:
        """The mex of the values of the options of n, by all pairs."""
        v, seen = self.values, np.zeros(self._width + 1, dtype=np.bool_)
        seen[0] = n in self._whole
        for j in self._takes:
            if n > j:
                seen[v[n - j]] = True
        for j in self._splits:
            s = n - j
            if s >= 2:
                half = (s - 1) // 2
                seen[v[1 : half + 1] ^ v[s - half : s][::-1]] = True
                seen[0] |= s % 2 == 0 and j in self._equal_too
        return int(np.argmin(seen))

    def _wrong_of_stretch(self, start: int, stop: int) -> int | None:
        v = self.values[start:stop]
        n = np.arange(start, stop)
        common = ~self._is_rare[n & 1, v]
        excluded, helped = self._options(start, stop)
        least = np.full(stop - start, -1, dtype=np.int64)
        for k in reversed(range(self._planes)):
            free = ~excluded[k]
            some = free != 0
            least[some] = WORD * k + lowest_bit(free[some])
        wrong = [start + int(i) for i in np.flatnonzero(common & (least != self._index[v]))[:1]]
        heaps, values = [], []
        for k in range(self._planes):
            open_words = np.where(common, self._rare_below[k, n & 1, v] & ~helped[k], np.uint64(0))
            at = np.flatnonzero(open_words)
            words = open_words[at]
            while len(at):
                heaps.append(start + at)
                values.append(self._rare_value[(start + at) & 1, WORD * k + lowest_bit(words)])
                words &= words - ONE
                at, words = at[words != 0], words[words != 0]
        if heaps:
            wrong += self._first_open(np.concatenate(heaps), np.concatenate(values))
            if sum(map(len, heaps)) > MANY * (stop - start):
                self._helping *= 2
        for i in np.flatnonzero(~common).tolist():
            if wrong and start + i >= min(wrong):
                break
            if self._mex(start + i) != v[i]:
                wrong.append(start + i)
        return min(wrong, default=None)

    def _options(self, start: int, stop: int) -> tuple[Words, Words]:
        """The indices of all common values of the options of each heap, and those of some of the
        rare values."""
        excluded = np.zeros((self._planes, stop - start), dtype=np.uint64)
        helped = excluded.copy()
        low = start - self._reach
        rare = self._rare_heaps[: np.searchsorted(self._rare_heaps, stop)]
        with_rare = self._pairs(rare, low, stop)
        with_helpers = self._pairs(self._small[: self._helping], low, stop)
        for j in self._splits:
            rest = slice(start - j - low, stop - j - low)
            excluded |= with_rare[:, rest]
            helped |= with_helpers[:, rest]
        n = np.arange(start, stop)
        for j in self._takes:
            for k in range(self._planes):
                excluded[k] |= self._word[k, n & 1, self.values[start - j : stop - j]]
        return excluded, helped

    @cached_property
    def _small(self) -> Ints:
        """Small common heaps, less than half of any heap that is looked at beyond ALL_PAIRS: a pair
        with one of them is never a pair of equal heaps."""
        small: Ints = np.arange(1, ALL_PAIRS // 2 - self._reach)
        common: Ints = small[~self._is_rare[small & 1, self.values[small]]]
        return common

    def _pairs(self, heaps: Ints, low: int, stop: int) -> Words:
        """[plane, s - low]: the indices of v[r] xor v[s - r], for low <= s < stop, r among these
        heaps and s - r a common heap."""
        if stop - low <= FEW_SUMS:
            return self._few_pairs(heaps, low, stop)
        together: dict[int, list[int]] = {}
        for r in heaps.tolist():
            together.setdefault(int(self._index[self.values[r]]), []).append(r)
        by_index: list[dict[int, Words]] = [{} for _ in range(self._planes)]
        for i, equal in together.items():
            for k in range(self._planes):
                source = k ^ (i // WORD)
                if source < self._planes:
                    words = by_index[k].setdefault(i % WORD, np.zeros(stop - low, np.uint64))
                    for r in equal:
                        first = max(low, r)
                        words[first - low :] |= self._words(source, first - r, stop - r)
        out = np.zeros((self._planes, stop - low), dtype=np.uint64)
        for k in range(self._planes):
            out[k] = _exchanged(by_index[k], stop - low)
        return out

    def _few_pairs(self, heaps: Ints, low: int, stop: int) -> Words:
        """The same for few sums, pair by pair."""
        other = np.arange(low, stop) - heaps[:, None]
        values = self.values[np.maximum(other, 0)]
        common = (other > 0) & ~self._is_rare[other & 1, values]
        index = self._index[values] ^ self._index[self.values[heaps]][:, None]
        out = np.zeros((self._planes, stop - low), dtype=np.uint64)
        for k in range(self._planes):
            bits = ONE << (index % WORD).astype(np.uint64)
            chosen = common & (index // WORD == k)
            out[k] = np.bitwise_or.reduce(np.where(chosen, bits, np.uint64(0)), axis=0)
        return out

    def _keep(self, start: int, stop: int) -> None:
        """Write the words of the heaps before a stretch, and in it, and of the first ones."""
        if stop - start + self._reach <= FEW_SUMS:  # no word is looked up
            return
        early = self._rare_heaps[self._rare_heaps < KEPT]
        back = int(early[-1]) if len(early) else 0
        self._kept_from = max(0, start - self._reach - max(back, ALL_PAIRS))
        self._kept = self._words_of(self._kept_from, max(stop, self._kept_from))

    def _words(self, plane: int, start: int, stop: int) -> Words:
        """For each heap from start to stop - 1 the set of its index, if it is common."""
        if start >= self._kept_from:
            at = self._kept_from
            kept: Words = self._kept[plane, start - at : stop - at]
            return kept
        computed: Words = self._words_of(start, stop, plane)[0]
        return computed

    def _words_of(self, start: int, stop: int, plane: int | None = None) -> Words:
        table = self._word if plane is None else self._word[plane : plane + 1]
        out: Words = np.empty((len(table), stop - start), dtype=np.uint64)
        for parity in (0, 1):
            first = (parity - start) % 2
            out[:, first::2] = table[:, parity][:, self.values[start + first : stop : 2]]
        if start == 0:
            out[:, :1] = 0  # no heap
        return out

    # -- what is left open -------------------------------------------------------------------------

    def _first_open(self, n: Ints, u: Ints) -> list[int]:
        """The least of these heaps, of which u is not the value of an option; [] if there is none.

        Partners are tried for all of them at once, from the smallest heap on, and those that are
        still open then are looked at one by one."""
        v = self.values
        for j in self._takes:
            n, u = _kept(n, u, v[n - j] != u)
        small = self._small[self._helping :].tolist()
        for a in chain(small, range(ALL_PAIRS // 2 - self._reach, SEARCHED)):
            for j in self._splits:
                b = n - j - a
                n, u = _kept(n, u, ((v[a] ^ v[b]) != u) | (b <= a))
            if len(n) <= FEW:
                break
        pairs = sorted(zip(n.tolist(), u.tolist(), strict=True))
        open_heaps = (heap for heap, value in pairs if not self._is_of_pair(heap, value))
        return [*islice(open_heaps, 1)]

    def _is_of_pair(self, n: int, u: int) -> bool:
        """Whether some two heaps that a split of n leaves have the value u; n >= ALL_PAIRS."""
        v, reached = self.values, 1
        if u == 0 and any((n - j) % 2 == 0 for j in self._equal_too):
            return True
        while reached <= n // 2:
            for j in self._splits:
                s = n - j
                last = min((s - 1) // 2, reached + SEARCHED - 1)
                if last >= reached:
                    pairs = v[reached : last + 1] ^ v[s - last : s - reached + 1][::-1]
                    if (pairs == u).any():
                        return True
            reached += SEARCHED
        return False


FEW = 64
SEARCHED = 4096  # pairs of one heap that are looked at together


def _looked_up(table: Flags, values: Values) -> Flags:
    """table[values], for bytes as quickly as they are copied.

    >>> _looked_up(np.arange(512) % 3 == 0, np.array([2, 3, 255], dtype=np.uint8)).tolist()
    [False, True, True]
    """
    if values.itemsize > 1 or len(table) < 256:
        return table[values]
    found = values.tobytes().translate(table[:256].tobytes())
    return np.frombuffer(found, dtype=np.bool_)


def _kept(n: Ints, u: Ints, still_open: Flags) -> tuple[Ints, Ints]:
    return (n, u) if still_open.all() else (n[still_open], u[still_open])


def _transformed(counts: Ints) -> Ints:
    """sum over v of (-1)^parity(v & M) * counts[v], for each M.

    >>> _transformed(np.array([1, 2, 0, 4])).tolist()
    [7, -5, -1, 3]
    """
    sums = counts.astype(np.int64)
    for k in range(len(sums).bit_length() - 1):
        halves = sums.reshape(-1, 2, 1 << k)
        sums = np.stack([halves[:, 0] + halves[:, 1], halves[:, 0] - halves[:, 1]], axis=1).ravel()
    return sums


def _exchanged(by_index: dict[int, Words], length: int) -> Words:
    """The union of { i xor b : b in words } over all i, ``by_index[i]`` being those words.

    One bit of i after the other is taken out of all of them, and those with equal rests are united.
    """
    for k in range(6):
        by = np.uint64(1 << k)
        for i in [i for i in by_index if i >> k & 1]:
            words = by_index.pop(i)
            words = ((words & _LOW[k]) << by) | ((words >> by) & _LOW[k])
            rest = i ^ (1 << k)
            by_index[rest] = by_index[rest] | words if rest in by_index else words
    return by_index.get(0, np.zeros(length, dtype=np.uint64))
