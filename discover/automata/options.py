"""The values of options as an automaton: all (n, v) such that a move from n is worth v."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from math import gcd

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton, Flags
from mexplore.discover.automata.heaps import (
    any_of,
    below,
    multiplied,
    nothing,
    shifted,
    sums,
    together,
)
from mexplore.discover.automata.numbers import equation, inequality
from mexplore.discover.automata.operations import Budget, Choices, both, determined, either, exists
from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.relations import Leaving, Splitting

Keys = npt.NDArray[np.int64]


def unequal_triples(family: Automaton, budget: Budget) -> Automaton:
    """The (a + b + c, x xor y xor z) with (a, x), (b, y), (c, z) in the relation and a, b, c
    pairwise unequal, by residues.

    A state is three states, a carry 0..2, and which of the pairs ab, ac, bc differ so far. As the
    three play the same part, residues are taken in increasing order at the start.
    """
    starts = _first_keys(family)
    flat = np.array(sorted({key for keys in starts for key in keys}), dtype=np.int64)
    known: Keys = flat
    rows: list[tuple[Keys, Keys]] = []
    fresh = known
    while len(fresh):
        budget.check(len(known) // 8)
        following = _steps(family, fresh)
        rows.append((fresh, following))
        met = np.unique(following[following >= 0])
        fresh = np.setdiff1d(met, known, assume_unique=True)
        known = np.union1d(known, fresh)
    targets = np.empty((len(known), 4, 16), dtype=np.int32)
    for keys, following in rows:
        numbers = np.searchsorted(known, following)
        targets[np.searchsorted(known, keys)] = np.where(following >= 0, numbers, -1)
    start_sets = [np.searchsorted(known, np.array(s, dtype=np.int64)).tolist() for s in starts]
    return determined(Choices(2, targets, _accepting(family, known)), start_sets, budget)


def _first_keys(family: Automaton) -> list[list[int]]:
    """The keys of the starts by the residue of the sum."""
    p, n = len(family.starts), family.size
    first = [int(start) for start in family.starts]
    alive = [r for r in range(p) if family.live[first[r]]]
    found: list[list[int]] = [[] for _ in range(p)]
    for r in alive:
        for s in (s for s in alive if s >= r):
            for t in (t for t in alive if t >= s):
                carry, residue = divmod(r + s + t, p)
                differ = (r != s) | (r != t) << 1 | (s != t) << 2
                key = ((first[r] * n + first[s]) * n + first[t]) * 24 + 8 * carry + differ
                found[residue].append(key)
    return found


def _steps(family: Automaton, keys: Keys) -> Keys:
    """The keys after each symbol by the bits (a, b, x, y), -1 where nothing can be accepted."""
    n, step, live = family.size, family.step, family.live
    states, flags = keys // 24, keys % 24
    l, m, r = states // (n * n), states // n % n, states % n  # noqa: E741
    carry, differ = flags // 8, flags % 8
    found = np.empty((len(keys), 4, 16), dtype=np.int64)
    for symbol in range(4):
        for choice in range(16):
            a, b, x, y = (choice >> i & 1 for i in range(4))
            c, z = (symbol & 1) ^ a ^ b ^ (carry & 1), (symbol >> 1) ^ x ^ y
            to_l, to_m, to_r = step[l, a + 2 * x], step[m, b + 2 * y], step[r, c + 2 * z]
            now = differ | (a ^ b) | (a ^ c) << 1 | (b ^ c) << 2
            key = ((to_l.astype(np.int64) * n + to_m) * n + to_r) * 24
            key += 8 * ((a + b + c + carry) >> 1) + now
            found[:, symbol, choice] = np.where(live[to_l] & live[to_m] & live[to_r], key, -1)
    return found


def _accepting(family: Automaton, keys: Keys) -> Flags:
    n, states = family.size, keys // 24
    accepting = family.accepting
    found: Flags = accepting[states // (n * n)] & accepting[states // n % n] & accepting[states % n]
    found &= keys % 24 == 7  # no carry is left, and every pair differs
    return found


Note = tuple[str, int]
"""An automaton in words, with its number of states."""

Kind = tuple[int, str, bool]
"""A number of heaps, their suffix, and whether p, 2p, ... fewer tokens are allowed too."""


@dataclass(eq=False)
class Heaps:
    """The values of heaps by a function F, given by its graph, by residues modulo p.

    Each family is built once, when it is first asked for, and noted in ``log``.
    """

    graph: Automaton
    budget: Budget
    log: list[Note] = field(default_factory=list)
    _known: dict[Kind, Automaton] = field(default_factory=dict)

    @property
    def p(self) -> int:
        """The modulus."""
        return len(self.graph.starts)

    @cached_property
    def positive(self) -> Automaton:
        """The (m, F(m)) with m >= 1."""
        zero = both(self.graph.of_start(0), inequality((-1, 0), -1))
        return together([zero, *(self.graph.of_start(r) for r in range(1, self.p))])

    def worth(self, count: int, suffix: str = "", *, or_less: bool = False) -> Automaton:
        """The (m, v) such that m tokens can be split into this many nonempty heaps of xor v, under
        the suffix; with ``or_less`` such that m, m - p, m - 2p, ... can."""
        kind = (count, suffix if count > 1 else "", or_less)
        if kind not in self._known:
            if or_less:
                found = below(self.worth(count, suffix), self.budget)
            else:
                found = self._worth(*kind[:2])
            self._known[kind] = found
            self.log.append((f"(m, v): {_in_words(kind, self.p)} are worth v", found.size))
        return self._known[kind]

    def _worth(self, count: int, suffix: str) -> Automaton:
        if count < 2:
            return self.positive if count else nothing(self.p)
        if suffix == "=":
            return multiplied(self._repeated(count), count, self.budget)
        if suffix and count == 2:
            return sums(self.positive, self.positive, self.budget, unequal=True)
        if suffix == "!":
            return unequal_triples(self.positive, self.budget)
        # Of heaps that are not all equal two are unequal, and the others are any.
        return sums(self.worth(count - 1, suffix), self.positive, self.budget)

    def _repeated(self, count: int) -> Automaton:
        """The (a, F(a) xor itself, so often), a >= 1."""
        if count % 2:
            return self.positive
        return both(exists(self.positive, 1).on((0,), 2), equation((0, 1), 0))


def _in_words(kind: Kind, p: int) -> str:
    count, suffix, or_less = kind
    condition = {"": "", "!": "unequal ", "?": "not all equal ", "=": "equal "}[suffix]
    tokens = f"m, m - {p}, m - {2 * p}, ... tokens" if or_less else "m tokens"
    return f"{tokens} in {count} nonempty {condition}heap{'' if count == 1 else 's'}"


def options_of(moves: Sequence[Splitting | Leaving], heaps: Heaps) -> Automaton:
    """The (n, v) such that some move from n is worth v, one start a residue of n modulo p.

    The steps of the moves must divide p: then from n = p*q + r the numbers n - k with
    k = a + step*t are, for each residue s of n - k, the p*(q - b - t') + s, t' >= 0, with one b.
    """
    if any(isinstance(move, Splitting) and move.step and heaps.p % move.step for move in moves):
        raise ValueError("the steps of the moves divide the modulus")
    splitting = [move for move in moves if isinstance(move, Splitting)]
    leaving = [move for move in moves if isinstance(move, Leaving)]
    found = _by_splitting(splitting, heaps)
    for move in leaving:
        found = either(found, _by_leaving(move, heaps), heaps.budget)
    heaps.log.append(("(n, v): some option of n is worth v", found.size))
    return found


def _by_splitting(moves: list[Splitting], heaps: Heaps) -> Automaton:
    wanted: dict[Kind, set[tuple[int, int, int]]] = {}
    for move in moves:
        kind = (move.heaps, move.suffix if move.heaps > 1 else "", move.step > 0)
        wanted.setdefault(kind, set()).update(_targets(move, heaps.p))
    families, lists = [], [[] for _ in range(heaps.p)]  # type: list[Automaton], list[list[int]]
    count = 0
    for (number, suffix, or_less), targets in wanted.items():
        family = heaps.worth(number, suffix, or_less=or_less)
        moved, where = shifted(family, sorted({b for _, _, b in targets}))
        for r, s, b in sorted(targets):
            lists[r].append(count + where[s, b])
        families.append(moved)
        count += len(moved.starts)
    if not families:
        return Automaton.of(2, [[0] * 4], [False], [0] * heaps.p)
    return any_of(together(families), lists, heaps.budget)


def _targets(move: Splitting, p: int) -> set[tuple[int, int, int]]:
    """All (r, s, b): from p*q + r to p*(q - b) + s, and to less of the same residue if the move
    has a step."""
    found = set()
    for r in range(p):
        for k in range(move.first, move.first + p, move.step) if move.step else (move.first,):
            b, s = divmod(r - k, p)
            found.add((r, s, -b))
    return found


def _by_leaving(move: Leaving, heaps: Heaps) -> Automaton:
    """For n = p*q + r and m = p*q' + s: c*m <= a*n + b for the upper end, and
    a*n + b <= c*m + c - 1 for the lower one, and m <= n - 1."""
    p, budget = heaps.p, heaps.budget
    found = []
    for r in range(p):
        of_r = Automaton.of(2, [[0] * 4], [False])
        for s in range(p):
            low, high = move.low, move.high
            reach = inequality((-p, p), r - 1 - s)
            upper = _at_most((-high.a * p, high.c * p), high.a * r + high.b - high.c * s)
            lower = _at_most((low.a * p, -low.c * p), low.c * s + low.c - 1 - low.a * r - low.b)
            between = both(both(upper, lower), reach)
            worth = both(between.on((0, 2), 3), heaps.graph.of_start(s).on((2, 1), 3), budget)
            of_r = either(of_r, exists(worth, 2, budget), budget)
        found.append(of_r)
    return together(found)


def _at_most(coefficients: tuple[int, int], constant: int) -> Automaton:
    """The inequality divided by the greatest common divisor of its coefficients."""
    common = gcd(*coefficients) or 1
    return inequality(tuple(c // common for c in coefficients), constant // common)
