"""Three pairwise unequal heaps."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton, Flags
from mexplore.discover.automata.budget import Budget
from mexplore.discover.automata.subsets import Choices, determined

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
