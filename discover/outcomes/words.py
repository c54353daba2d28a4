"""Automata once more, to check others by: dictionaries that read the other end of numbers first.

`discover.automata` reads digits from the least significant one, and works with arrays. Nothing of
it is used here. A set is a `Words`: the words of its tuples, each number written with the weights
U_0 = 1, U_(i+1) = c_i*U_i + e*U_(i-1), where U_(-1) = 1, and e = 0 in a base and 1 in a numeration
of Ostrowski. The c_i repeat a period p, and all words have a multiple of p digits, as many as they
are long enough for all the numbers, zeros standing in front.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass

MOST_STEPS = 3_000_000
"""Transitions that are looked at, of all automata together: some seconds."""

Symbol = tuple[int, ...]
State = TypeVar("State", bound=Hashable)


class TooLong(Exception):
    """More than `MOST_STEPS`; this is not a verdict."""


@dataclass
class Words:
    """An automaton without dead states, a digit of each name a step: the state 0 is the first;
    where a dictionary has no entry, nothing is accepted any more. No states: the empty set."""

    names: tuple[str, ...]
    step: list[dict[Symbol, int]]
    accepting: list[bool]

    def __contains__(self, word: Iterable[Symbol]) -> bool:
        state: int | None = 0 if self.step else None
        for symbol in word:
            state = None if state is None else self.step[state].get(symbol)
        return state is not None and self.accepting[state]


class _Prefix(NamedTuple):
    """What was read of numbers: this many digits are to come, modulo the period; for each number
    whether its next digit has to be 0."""

    place: int
    full: tuple[bool, ...]

    @classmethod
    def none(cls, names: Sequence[str]) -> _Prefix:
        return cls(0, (False,) * len(names))


_Known = tuple[_Prefix, "tuple[int, int] | None"]
"""Before the next digit: P and Q of `Checker.linear`, None where the form will be positive."""


class Checker:
    """Sets of tuples in one numeration, by its name in certificates.

    >>> x, y = map(Polynomial.name, "xy")
    >>> checker = Checker("ostrowski 1")
    >>> twice = checker.linear(y - 2 * x, equal=True)
    >>> checker.word((4, 8)) in twice, checker.word((4, 9)) in twice
    (True, False)
    >>> even = checker.some(twice, "x")
    >>> even.names, [n for n in range(6) if checker.word((n,)) in even]
    (('y',), [0, 2, 4])
    """

    def __init__(self, numeration: str) -> None:
        kind, _, rest = numeration.partition(" ")
        numbers = tuple(map(int, rest.split(",")))
        self.e = {"base": 0, "ostrowski": 1}[kind]
        self.c = numbers
        if min(numbers) < 2 - self.e or (not self.e and len(numbers) > 1):
            raise ValueError(f"{numeration!r} is no numeration")
        self.digits = max(numbers) + self.e
        self.steps = 0

    # Numbers.

    def word(self, numbers: Sequence[int]) -> list[Symbol]:
        """The shortest word of a tuple.

        >>> Checker("base 10").word((407, 6)), Checker("ostrowski 2").word((6,))
        ([(4, 0), (0, 0), (7, 6)], [(2,), (0,)])
        """
        before, weights = 1, [1]
        while (len(weights) - 1) % len(self.c) or weights[-1] <= max(numbers, default=0):
            c = self.c[(len(weights) - 1) % len(self.c)]
            weights.append(c * weights[-1] + self.e * before)
            before = weights[-2]
        left, word = list(numbers), []
        for weight in reversed(weights[:-1]):
            word.append(tuple(n // weight for n in left))
            left = [n % weight for n in left]
        return word

    def _after(self, prefix: _Prefix) -> Iterator[tuple[Symbol, _Prefix]]:
        """The digits that may come next, 0 after d_i = c_i in a numeration of Ostrowski."""
        place = (prefix.place - 1) % len(self.c)
        most = self.c[place]
        for symbol in product(*(range(1 if full else most + self.e) for full in prefix.full)):
            yield symbol, _Prefix(place, tuple(bool(self.e) and d == most for d in symbol))

    # Automata.

    def explored(
        self,
        names: tuple[str, ...],
        start: State,
        step: Callable[[State], dict[Symbol, State]],
        accepting: Callable[[State], bool],
    ) -> Words:
        """The automaton of the states that can be reached, with as few as there can be."""
        numbers: dict[State, int] = {start: 0}
        order = [start]
        table: list[dict[Symbol, int]] = []
        for state in order:
            row = {}
            for symbol, following in step(state).items():
                if following not in numbers:
                    numbers[following] = len(order)
                    order.append(following)
                row[symbol] = numbers[following]
            table.append(row)
            self._spend(len(row))
        return _least(Words(names, table, [accepting(state) for state in order]))

    def _spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooLong

    def everything(self, names: tuple[str, ...]) -> Words:
        """All tuples."""
        return self.linear(Polynomial.number(0), equal=True, names=names)

    def linear(
        self, form: Polynomial, *, equal: bool, names: tuple[str, ...] | None = None
    ) -> Words:
        """Where a linear form is >= 0, or = 0.

        The digits before place i have the sum P*U_i + Q*U_(i-1), P = Q = 0 at first; U_i =
        c*U_(i-1) + e*U_(i-2) with c = c_(i-1), so that P becomes c*P + Q + s and Q becomes e*P
        after digits with the sum s. In a base Q = 0. Digits to come are worth between -N*(U_i - 1)
        and M*(U_i - 1) where coefficients < 0 have the sum -N and the others M: so much is the
        greatest number of i digits. As 0 <= U_(i-1) <= U_i, the sum lies between P*U_i and (P +
        Q)*U_i. So the form is positive in the end where P and P + Q are > N + |C|, C being its
        constant, and negative where they are < -(M + |C|); then P and Q are forgotten.
        """
        names = tuple(sorted(form.names)) if names is None else names
        weights, constant = form.coefficients(names), form.constant
        above = sum(-w for w in weights if w < 0) + abs(constant)
        below = -sum(w for w in weights if w > 0) - abs(constant)

        def step(state: _Known) -> dict[Symbol, _Known]:
            prefix, known = state
            found: dict[Symbol, _Known] = {}
            for symbol, then in self._after(prefix):
                if known is None:
                    found[symbol] = then, None
                    continue
                s = sum(w * d for w, d in zip(weights, symbol, strict=True))
                p, q = self.c[then.place] * known[0] + known[1] + s, self.e * known[0]
                if min(p, p + q) > above:
                    if not equal:
                        found[symbol] = then, None
                elif max(p, p + q) >= below:
                    found[symbol] = then, (p, q)
            return found

        def accepting(state: _Known) -> bool:
            prefix, known = state
            total = 1 if known is None else sum(known) + constant
            return not prefix.place and (total == 0 if equal else total >= 0)

        start: _Known = _Prefix.none(names), (0, 0)
        return self.explored(names, start, step, accepting)

    def in_common(self, left: str, right: str, value: str) -> Words:
        """Where left & right = value, as numbers in base 2; ValueError in other numerations.

        >>> checker = Checker("base 2")
        >>> common = checker.in_common("a", "b", "c")
        >>> checker.word((6, 3, 2)) in common, checker.word((6, 3, 3)) in common
        (True, False)
        """
        if self.e or self.c != (2,):
            raise ValueError("binary digits are read in base 2")
        row: dict[Symbol, int] = {(a, b, a & b): 0 for a, b in product(range(2), repeat=2)}
        return Words((left, right, value), [row], [True])

    def reversed(
        self, names: tuple[str, ...], table: Sequence[Sequence[int]], lost: Iterable[int]
    ) -> Words:
        """What a claim accepts, which reads the last digits first: the sets of its states from
        which the word read so far, backwards, leads to a state in ``lost``."""
        before: list[dict[int, set[int]]] = [{} for _ in table[0]]
        for state, row in enumerate(table):
            for number, following in enumerate(row):
                before[number].setdefault(following, set()).add(state)

        def step(
            state: tuple[_Prefix, frozenset[int]],
        ) -> dict[Symbol, tuple[_Prefix, frozenset[int]]]:
            prefix, states = state
            found = {}
            for symbol, then in self._after(prefix):
                self._spend(len(states))
                column = before[sum(d * self.digits**i for i, d in enumerate(symbol))]
                some = frozenset(q for to in states for q in column.get(to, ()))
                if some:
                    found[symbol] = then, some
            return found

        def accepting(state: tuple[_Prefix, frozenset[int]]) -> bool:
            return not state[0].place and 0 in state[1]

        return self.explored(names, (_Prefix.none(names), frozenset(lost)), step, accepting)

    def both(self, one: Words, other: Words) -> Words:
        """What is in both sets: of the names of either, those that they share standing for the same
        number."""
        if not one.step or not other.step:
            return Words((*one.names, *(n for n in other.names if n not in one.names)), [], [])
        places = [one.names.index(n) for n in other.names if n in one.names]
        shared = [i for i, n in enumerate(other.names) if n in one.names]
        rest = [i for i, n in enumerate(other.names) if n not in one.names]
        alike: list[dict[Symbol, list[tuple[Symbol, int]]]] = []
        for row in other.step:
            by_shared: dict[Symbol, list[tuple[Symbol, int]]] = {}
            for symbol, q in row.items():
                key = tuple(symbol[i] for i in shared)
                by_shared.setdefault(key, []).append((tuple(symbol[i] for i in rest), q))
            alike.append(by_shared)

        def step(state: tuple[int, int]) -> dict[Symbol, tuple[int, int]]:
            return {
                symbol + more: (following, to)
                for symbol, following in one.step[state[0]].items()
                for more, to in alike[state[1]].get(tuple(symbol[i] for i in places), ())
            }

        def accepting(state: tuple[int, int]) -> bool:
            return one.accepting[state[0]] and other.accepting[state[1]]

        names = (*one.names, *(other.names[i] for i in rest))
        return self.explored(names, (0, 0), step, accepting)

    def without(self, one: Words, other: Words) -> Words:
        """What is in the first set and not in the second, of the same names."""
        places = [one.names.index(name) for name in other.names]

        def step(state: tuple[int, int | None]) -> dict[Symbol, tuple[int, int | None]]:
            p, q = state
            row = {} if q is None else other.step[q]
            return {
                symbol: (following, row.get(tuple(symbol[i] for i in places)))
                for symbol, following in one.step[p].items()
            }

        def accepting(state: tuple[int, int | None]) -> bool:
            p, q = state
            return one.accepting[p] and (q is None or not other.accepting[q])

        start = (0, 0 if other.step else None)
        return self.explored(one.names, start, step, accepting) if one.step else one

    def some(self, one: Words, name: str) -> Words:
        """The tuples of the other names for which there is a number of this one: it may have more
        digits than they, which then have zeros in front."""
        at = one.names.index(name)
        names = (*one.names[:at], *one.names[at + 1 :])

        def step(state: frozenset[int]) -> dict[Symbol, frozenset[int]]:
            found: dict[Symbol, set[int]] = {}
            for p in state:
                self._spend(len(one.step[p]))
                for symbol, following in one.step[p].items():
                    found.setdefault((*symbol[:at], *symbol[at + 1 :]), set()).add(following)
            return {symbol: frozenset(states) for symbol, states in found.items()}

        nothing: frozenset[int] = frozenset()
        layer = start = frozenset([0] if one.step else [])
        while layer:
            for _ in self.c:
                layer = step(layer).get((0,) * len(names), nothing)
            layer -= start
            start |= layer
        return self.explored(
            names, start, step, lambda states: any(one.accepting[p] for p in states)
        )

    def all_of(self, sets: Iterable[Words], names: Sequence[str]) -> Words:
        """What is in all of the sets for some numbers in place of the names that are not
        asked for; each of those is left out as soon as can be."""
        left = list(sets)
        while others := {name for each in left for name in each.names} - set(names):
            near = {
                name: len({n for each in left if name in each.names for n in each.names})
                for name in sorted(others)
            }
            name = min(near, key=near.__getitem__)
            about = sorted((s for s in left if name in s.names), key=lambda s: len(s.step))
            left = [each for each in left if name not in each.names]
            joined = about[0]
            for each in about[1:]:
                joined = self.both(joined, each)
            left.append(self.some(joined, name))
        found = self.everything(tuple(names))
        for each in left:
            found = self.both(found, each)
        return found


def _least(found: Words) -> Words:
    """Without states from which nothing is accepted, and with equal states once (E. F. Moore
    1956)."""
    before: list[list[int]] = [[] for _ in found.step]
    for state, row in enumerate(found.step):
        for following in row.values():
            before[following].append(state)
    live = {state for state, flag in enumerate(found.accepting) if flag}
    waiting = list(live)
    while waiting:
        for state in before[waiting.pop()]:
            if state not in live:
                live.add(state)
                waiting.append(state)
    if 0 not in live:
        return Words(found.names, [], [])
    rows = [{a: q for a, q in row.items() if q in live} for row in found.step]
    kind = {state: int(found.accepting[state]) for state in live}
    count = len(set(kind.values()))
    while True:
        numbers: dict[Hashable, int] = {}
        kind = {
            s: numbers.setdefault(
                (kind[s], frozenset((a, kind[q]) for a, q in rows[s].items())), len(numbers)
            )
            for s in sorted(live)
        }
        if len(numbers) == count:
            break
        count = len(numbers)
    one_of = {kind[state]: state for state in sorted(live, reverse=True)}
    step = [{a: kind[q] for a, q in rows[one_of[k]].items()} for k in range(count)]
    return Words(found.names, step, [found.accepting[one_of[k]] for k in range(count)])
