"""How natural numbers are written in digits, the least significant digit first.

In a numeration with weights U_0 = 1 < U_1 < U_2 < ... the digits d_i of n are those of the greedy
sum n = d_0*U_0 + d_1*U_1 + ...: the largest weight is taken off as often as it fits, then the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from mexplore.rules.dataclass import dataclass

State = Hashable
Look = Callable[[int], None]


class Sums(NamedTuple):
    """Of coefficients c_1, c_2, ...: the positive ones have the sum ``positive``, the others
    -``negative``. So c_1*x_1 + c_2*x_2 + ... with all 0 <= x_j <= N lies between -``negative`` * N
    and ``positive`` * N; with digits in place of the x_j it is called s_0, s_1, ..."""

    negative: int
    positive: int


class Reader(NamedTuple):
    """An automaton that reads the sums s_0, s_1, ... and may have several states at a time.

    ``after(state, s)`` lists the states that follow; a word is accepted if one of the states at its
    end is accepting, where zeros may be added to the word.
    """

    starts: Sequence[State]
    after: Callable[[Any, int], Sequence[State]]
    accepting: Callable[[Any], bool]


class Numeration(ABC):
    """A way to write numbers."""

    @property
    @abstractmethod
    def digits(self) -> int:
        """The digits are 0, ..., digits - 1."""

    @abstractmethod
    def weight(self, i: int) -> int:
        """U_i."""

    @abstractmethod
    def next_place(self, place: int) -> int:
        """Places i that have the same rules are numbered alike, from 0; the number of i + 1."""

    @abstractmethod
    def allowed(self, place: int, before: int, digit: int) -> bool:
        """Whether the digit may stand at a place above another one, ``before`` (0 for i = 0)."""

    @abstractmethod
    def reader(self, sums: Sums, constant: int, *, at_most: bool, look: Look) -> Reader:
        """Reads s_0, s_1, ... and accepts if sum s_i * U_i = constant, or <= constant; it need be
        right only if the s_i come from numbers that are written as they should be. What finds many
        states looks up now and then: ``look`` may raise an exception."""

    @property
    @abstractmethod
    def name(self) -> str:
        """A short name, which `numeration` reads."""

    @abstractmethod
    def words(self) -> str:
        """The numeration in a sentence: 'in base 2'."""

    def recurrence(self) -> str:
        """How weights follow from those before them, in words; '' where that is no short rule."""
        return ""

    def of(self, n: int) -> list[int]:
        """The digits of n, none for 0.

        >>> Base(10).of(2026), FIBONACCI.of(10)
        ([6, 2, 0, 2], [0, 1, 0, 0, 1])
        """
        length = 0
        while self.weight(length) <= n:
            length += 1
        found = []
        for i in reversed(range(length)):
            digit, n = divmod(n, self.weight(i))
            found.append(digit)
        return found[::-1]

    def value(self, digits: Sequence[int]) -> int:
        """The number with these digits.

        >>> FIBONACCI.value([0, 1, 0, 0, 1])
        10
        """
        return sum(d * self.weight(i) for i, d in enumerate(digits))


@dataclass(frozen=True)
class Base(Numeration):
    """U_i = b^i."""

    b: int

    @property
    def digits(self) -> int:
        return self.b

    def weight(self, i: int) -> int:
        return int(self.b**i)

    def of(self, n: int) -> list[int]:
        """Digit by digit from the first one, which is quick where there are thousands."""
        found = []
        while n > 0:
            n, digit = divmod(n, self.b)
            found.append(digit)
        return found

    def value(self, digits: Sequence[int]) -> int:
        found = 0
        for digit in reversed(digits):
            found = found * self.b + digit
        return found

    def next_place(self, place: int) -> int:
        return place

    def allowed(self, place: int, before: int, digit: int) -> bool:
        del place, before
        return digit < self.b

    def reader(self, sums: Sums, constant: int, *, at_most: bool, look: Look) -> Reader:
        """The state is what the rest of the sum, divided by b^i, has to be, or what is its upper
        bound: s_0 + b*T <= C exactly if T <= floor((C - s_0)/b)."""
        del sums, look

        def after(rest: int, s: int) -> Sequence[int]:
            following, over = divmod(rest - s, self.b)
            return [] if over and not at_most else [following]

        return Reader([constant], after, lambda rest: rest >= 0 if at_most else rest == 0)

    @property
    def name(self) -> str:
        return f"base {self.b}"

    def words(self) -> str:
        return f"in base {self.b}"

    def recurrence(self) -> str:
        return f"each {self.b} times the one before it"


class _Prefix(NamedTuple):
    """What `Ostrowski.reader` knows of the digits from place i up, i being numbered ``place``.

    Their sum is p*U_i + q*U_(i-1), or it is so small that the whole sum is less than the constant.
    """

    p: int
    q: int
    place: int
    below: bool = False


@dataclass(frozen=True)
class Ostrowski(Numeration):
    """U_(i+1) = c_i*U_i + U_(i-1), U_0 = U_(-1) = 1, where c_0, c_1, ... repeats a ``period``.

    (1,) has the Fibonacci numbers 1, 2, 3, 5, ... as weights, (2,) has 1, 3, 7, 17, ... These are
    the numerations of Ostrowski (1922) for the number with the continued fraction [0; c_0 + 1, c_1,
    c_2, ...].

    **Digits.** The greedy sums are those with d_i <= c_i and, for i >= 1, d_(i-1) = 0 if d_i = c_i.
    *Proof.* Let L_i be the largest d_0*U_0 + ... + d_(i-1)*U_(i-1) with such digits. A sum with
    these digits is greedy if L_i < U_i for all i, and we show L_i = U_i - 1 by induction: L_0 = 0;
    L_1 = c_0 = U_1 - 1; L_(i+1) is the larger of c_i*U_i + L_(i-1) = U_(i+1) - 1 and (c_i - 1)*U_i
    + L_i = c_i*U_i - 1, which is smaller. Conversely greedy digits have n - d_i*U_i - ... < U_i,
    hence d_i <= c_i; and if d_i = c_i for i >= 1, then what is left of n is less than U_(i+1) -
    c_i*U_i = U_(i-1), hence d_(i-1) = 0. ∎

    >>> [Ostrowski((2,)).weight(i) for i in range(5)], FIBONACCI.of(4)
    ([1, 3, 7, 17, 41], [1, 0, 1])
    """

    period: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.period or min(self.period) < 1:
            raise ValueError("the period is a list of positive numbers")

    @property
    def digits(self) -> int:
        return max(self.period) + 1

    @cached_property
    def _weights(self) -> list[int]:
        return [1]

    def weight(self, i: int) -> int:
        known = self._weights
        while len(known) <= i:
            at = len(known) - 1
            before = known[at - 1] if at else 1
            known.append(self._most(at) * known[at] + before)
        return known[i]

    def _most(self, i: int) -> int:
        return self.period[i % len(self.period)]

    def next_place(self, place: int) -> int:
        return (place + 1) % len(self.period)

    def allowed(self, place: int, before: int, digit: int) -> bool:
        most = self._most(place)
        return digit < most or (digit == most and before == 0)

    def reader(self, sums: Sums, constant: int, *, at_most: bool, look: Look) -> Reader:
        """Read from the most significant digit, the sum of the s_j * U_j, j >= i, is P*U_i +
        Q*U_(i-1) with whole numbers P and Q, and the next digit makes of them

            (c*P + Q + s)*U_(i-1) + P*U_(i-2),  c = c_(i-1).

        At the end the sum is P + Q, as U_0 = U_(-1) = 1. What is left, the sum of the s_j * U_j, j
        < i, lies between -N*(U_i - 1) and M*(U_i - 1) by what `Ostrowski` says of digits, with N =
        ``negative`` and M = ``positive``. As 0 <= U_(i-1) <= U_i, P*U_i + Q*U_(i-1) lies between
        P*U_i and (P + Q)*U_i. Hence the whole sum exceeds the constant C if both P and P + Q exceed
        N + |C|, and it is less than C if both are less than -(M + |C|). All other (P, Q) that are
        met are finitely many: the steps of a period together multiply the contracting eigenvector's
        coordinate of (P, Q) by a number less than 1 in absolute value (the determinant is 1 or -1,
        the other eigenvalue greater than 1) and add a bounded one, so it stays bounded; the
        expanding eigenvector has positive entries, so within that bound finitely many (P, Q) have P
        or P + Q small, or differing in sign. That they are finitely many is needed for the search
        to end only: what it accepts is right whatever it has met.

        The reader goes the other way, from (P, Q) with P + Q = C up to (0, 0).
        """
        above, below = sums.negative + abs(constant), -sums.positive - abs(constant)
        most = self.digits - 1
        span = range(-most * sums.negative, most * sums.positive + 1)

        def down(state: _Prefix, s: int) -> _Prefix | None:
            place = (state.place - 1) % len(self.period)
            if state.below:
                return state._replace(place=place)
            p, q = self.period[place] * state.p + state.q + s, state.p
            if min(p, p + q) > above:
                return None
            return _Prefix(0, 0, place, True) if max(p, p + q) < below else _Prefix(p, q, place)

        tops = [_Prefix(0, 0, place) for place in range(len(self.period))]
        found = dict.fromkeys(tops)
        up: dict[tuple[_Prefix, int], list[_Prefix]] = {}
        waiting = list(tops)
        while waiting:
            state = waiting.pop()
            look(len(found))
            for s in span:
                following = down(state, s)
                if following is None:
                    continue
                up.setdefault((following, s), []).append(state)
                if following not in found:
                    found[following] = None
                    waiting.append(following)
        lowest = [state for state in found if not state.place]
        starts = [e for e in lowest if not e.below and e.p + e.q == constant]
        if at_most:
            starts = [e for e in lowest if e.below or e.p + e.q <= constant]
        return Reader(starts, lambda state, s: up.get((state, s), []), tops.__contains__)

    @property
    def name(self) -> str:
        return f"ostrowski {','.join(map(str, self.period))}"

    def words(self) -> str:
        if self.period == (1,):
            return "in Fibonacci digits"
        listed = ", ".join(str(self.weight(i)) for i in range(4))
        return f"in digits with the weights {listed}, ..."

    def recurrence(self) -> str:
        if len(self.period) > 1:
            return ""
        (c,) = self.period
        if c == 1:
            return "each from the third on the sum of the two before it"
        return f"each from the third on {c} times the one before it plus the one before that"


BINARY = Base(2)
FIBONACCI = Ostrowski((1,))


@cache
def numeration(name: str) -> Numeration:
    """The numeration of this name; ValueError if there is none.

    >>> numeration("base 3"), numeration("ostrowski 1,2")
    (Base(b=3), Ostrowski(period=(1, 2)))
    """
    kind, _, rest = name.partition(" ")
    parts = [part for part in rest.split(",") if part.isdecimal() and len(part) < 4]
    numbers = tuple(map(int, parts))
    found: Numeration | None = None
    if kind == "base" and len(numbers) == 1 and numbers[0] >= 2:
        found = Base(numbers[0])
    if kind == "ostrowski" and numbers and min(numbers) >= 1:
        found = Ostrowski(numbers)
    if found is not None and found.name == name:
        return found
    raise ValueError(f"{name!r} is no numeration")
