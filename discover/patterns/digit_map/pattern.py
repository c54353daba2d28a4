"""Digit maps: G(k*n + r) = f_r(G(n)), for values that neither stay bounded nor grow linearly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from discover.numerics.long_digits import digits
from discover.pattern import ClosedForm, Json, Pattern
from discover.patterns.digit_map.maps import ValueMap
from rules.errors import TooLarge

if TYPE_CHECKING:
    import sympy

    from discover.evidence.evidence import Evidence
    from rules.rule import Values

BASES = range(2, 11)
REGULAR = (2, 4, 8, 3, 9, 5, 10)  # bases in which maps that are lines make a regular sequence
FEWEST_TERMS = 128
LONGEST_FIT = 1 << 16  # terms from which maps are guessed
FEWEST_VALUES = 8
LATEST_START = 3  # in terms of the base
MOST_VALUES = 1 << 18  # different values that are counted


@dataclass(frozen=True)
class DigitMap(Pattern):
    """G(k*n + r) = f_r(G(n)) for 0 <= r < k and all k*n + r >= start, k = ``base`` and f_r =
    ``maps[r]``.

    With lines for maps the sequence is k-regular, with bounded values automatic; it is neither in
    general. The digits of n, read from the most significant one, are applied one after the other.

    >>> double, swap = ValueMap(((2, 1, 1),)), ValueMap(((1, 1, 1), (1, -1, 1)))  # 2x + 1, x XOR 1
    >>> law = DigitMap(2, 1, (swap, double))
    >>> law.statement()
    'G(2*n) = f0(G(n)), G(2*n + 1) = f1(G(n)) from 1 on: f0(x) = x + 1 if x mod 2 = 0, x - 1 if \
x mod 2 = 1; f1(x) = 2*x + 1'
    """

    name: ClassVar[str] = "digit-map"

    base: int
    start: int
    maps: tuple[ValueMap, ...]

    def __post_init__(self) -> None:
        if self.base < 2 or self.start < 1 or len(self.maps) != self.base:
            raise ValueError("a base is >= 2 and has a map for each digit; a start is >= 1")

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """The claim of the least base, where values go on growing and not by equal steps."""
        if not evidence.dense or evidence.stop < FEWEST_TERMS or not _grows(evidence.values):
            return
        terms = evidence.values[:LONGEST_FIT].tolist()
        for base in BASES:
            claim = cls._fitted(terms, base)
            if claim is not None and claim.first_failure(evidence) is None:
                yield claim
                return

    @classmethod
    def _fitted(cls, terms: list[int], base: int) -> Self | None:
        """Lines alone are left to regular sequences."""
        maps = []
        for digit in range(base):
            pairs: dict[int, int] = {}
            for n in range((LATEST_START + 1) * base + digit, len(terms), base):
                if pairs.setdefault(terms[n // base], terms[n]) != terms[n]:
                    return None
            fitted = ValueMap.fitted(pairs)
            if fitted is None:
                return None
            maps.append(fitted)
        if base in REGULAR and all(value_map.is_line for value_map in maps):
            return None
        start = (LATEST_START + 1) * base
        while (
            start > 1 and maps[(start - 1) % base](terms[(start - 1) // base]) == (terms[start - 1])
        ):
            start -= 1
        return cls(base, start, tuple(maps))

    def first_failure(self, evidence: Evidence) -> int | None:
        import numpy as np

        known = evidence.whole()
        for low in range(self.start, len(known), 1 << 16):
            n = np.arange(low, min(low + (1 << 16), len(known)))
            told = self._from_below(known, n)
            wrong = (told != known[n]).nonzero()[0]
            if len(wrong):
                return low + int(wrong[0])
        return None

    def _from_below(self, values: Values, n):  # type: ignore[no-untyped-def]
        """The law at these n, given the values below."""
        import numpy as np

        below = values[n // self.base]
        if int(below.max(initial=0)) >= 1 << 60:
            return np.array([self.maps[m % self.base](int(values[m // self.base])) for m in n])
        told = np.zeros(len(n), dtype=np.int64)
        for digit, value_map in enumerate(self.maps):
            mine = n % self.base == digit
            try:
                told[mine] = value_map.many(below[mine].astype(np.int64))
            except OverflowError:
                return np.array(
                    [self.maps[m % self.base](int(values[m // self.base])) for m in n.tolist()]
                )
        return told

    def not_least(self, evidence: Evidence) -> str | None:
        n = self.start - 1
        if n >= 1 and n < evidence.stop:
            told = self.maps[n % self.base](evidence.at(n // self.base))
            if told == evidence.at(n):
                return f"the start {self.start} is not least: the law also holds at n = {n}"
        return None

    def parameters(self) -> Json:
        maps = [value_map.parameters() for value_map in self.maps]
        return {"base": self.base, "start": self.start, "maps": maps}

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        if set(parameters) != {"base", "start", "maps"}:
            raise ValueError("a digit map has base, start and maps")
        base, start = parameters["base"], parameters["start"]
        if type(base) is not int or type(start) is not int:
            raise ValueError("base and start are integers")
        return cls(base, start, tuple(ValueMap.from_parameters(m) for m in parameters["maps"]))

    def statement(self) -> str:
        laws = ", ".join(
            f"G({self.base}*n{f' + {r}' if r else ''}) = f{r}(G(n))" for r in range(self.base)
        )
        maps = "; ".join(f"f{r}(x) = {f.written()}" for r, f in enumerate(self.maps))
        return f"{laws} from {self.start} on: {maps}"

    def latex(self) -> str:
        maps = r",\quad ".join(
            rf"f_{{{r}}}(x) = \text{{{f.written()}}}" for r, f in enumerate(self.maps)
        )
        return rf"G({self.base}n + r) = f_r(G(n)) \quad\text{{from }} {self.start}: {maps}"

    def size(self) -> int:
        return 2 + self.start + sum(value_map.size() for value_map in self.maps)

    def closed_form(self, evidence: Evidence) -> DigitMapForm | None:
        if not evidence.dense or evidence.stop < self.start:
            return None
        return DigitMapForm(self, tuple(evidence.values[: self.start].tolist()))


@dataclass(frozen=True)
class DigitMapForm(ClosedForm):
    """A digit map with the values before its start.

    >>> double, swap = ValueMap(((2, 1, 1),)), ValueMap(((1, 1, 1), (1, -1, 1)))
    >>> form = DigitMapForm(DigitMap(2, 1, (swap, double)), (0,))
    >>> form.prefix(8).tolist(), form.at(2**1000)
    ([0, 1, 0, 3, 1, 1, 2, 7], 1)
    """

    law: DigitMap
    head: tuple[int, ...]

    def at(self, n: int) -> int:
        place, value = 0, self.head[0]
        for digit in digits(n, self.law.base):
            place = min(self.law.base * place + digit, self.law.start)
            known = place < self.law.start
            value = self.head[place] if known else self.law.maps[digit](value)
        return value

    def prefix(self, stop: int) -> Values:
        import numpy as np

        base = self.law.base
        values = list(self.head[:stop])
        while len(values) < stop:
            n = len(values)
            values.append(self.law.maps[n % base](values[n // base]))
        largest = max(values, default=0)
        if largest >= 1 << 64:
            raise TooLarge(f"a value below n = {stop} does not fit into 64 bits")
        return np.array(values, dtype=np.min_scalar_type(largest))

    def counts(self, stop: int) -> dict[int, int]:
        """From the counts below stop//k those below stop: every n >= start is k*q + r."""
        base, start = self.law.base, self.law.start
        stops = [stop]
        while stops[-1] > start:
            stops.append(stops[-1] // base)
        counts = Counter(self.head[: stops.pop()])
        for end in reversed(stops):
            below = counts
            counts = Counter(self.head[:end])
            for digit, value_map in enumerate(self.law.maps):
                for value, many in below.items():
                    counts[value_map(value)] += many
                for n in range(digit, min(start, end - end % base), base):
                    counts[value_map(self.head[n // base])] -= 1
            for n in range(max(end - end % base, start), end):
                counts[self.law.maps[n % base](self.at(n // base))] += 1
            if len(counts) > MOST_VALUES:
                raise TooLarge(f"more than {MOST_VALUES} different values occur below {stop}")
        return {value: many for value, many in sorted(counts.items()) if many}

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        """None: the digits are read one by one."""
        del n
        return None


def _grows(values: Values) -> bool:
    """Whether many values occur, larger ones far out than before, and not by equal steps."""
    import numpy as np

    early = values[: max(len(values) // 16, 1)]
    if int(values.max()) <= int(early.max()):
        return False
    tail = values[len(values) // 2 :][:4096].astype(np.int64)
    steps = (tail[2 * p :] - 2 * tail[p:-p] + tail[: -2 * p] for p in range(1, len(tail) // 4))
    return all(second.any() for second in steps) and _many_differ(values)


def _many_differ(values: Values) -> bool:
    """Whether there are FEWEST_VALUES different ones, a piece at a time."""
    import numpy as np

    seen: set[int] = set()
    for low in range(0, len(values), 1 << 20):
        seen.update(np.unique(values[low : low + (1 << 20)]).tolist())
        if len(seen) >= FEWEST_VALUES:
            return True
    return False
