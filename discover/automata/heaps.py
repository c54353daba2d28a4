"""The values of several heaps: relations (m, v) 'm tokens in i heaps whose values have the xor v'.

All are families of p relations, one a residue: start r stands for the (q, v) such that the number
p*q + r is related to v. Written so, adding tokens adds quotients, with a carry where residues
reach p.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mexplore.discover.automata.automaton import Automaton, Flags, States
from mexplore.discover.automata.kernels import explore_sums
from mexplore.discover.automata.operations import Budget, Choices, determined, minimal


def together(families: Sequence[Automaton]) -> Automaton:
    """The relations of several automata as one family, in order; equal states are shared."""
    offsets = np.cumsum([0, *(family.size for family in families)])[:-1].astype(np.int32)
    return minimal(
        Automaton(
            families[0].tracks,
            np.concatenate([f.step + o for f, o in zip(families, offsets, strict=True)]),
            np.concatenate([family.accepting for family in families]),
            np.concatenate([f.starts + o for f, o in zip(families, offsets, strict=True)]),
        )
    )


def sums(left: Automaton, right: Automaton, budget: Budget, *, unequal: bool = False) -> Automaton:
    """The (a + b, x xor y) with (a, x) in the left relation and (b, y) in the right one; with
    ``unequal`` only those with a != b."""
    p = len(left.starts)
    starts = _pairs_of_residues(left, right, unequal)
    flat = np.array(sorted({key for keys in starts for key in keys}), dtype=np.int64)
    room = 1 << 12
    while True:
        keys = np.empty(room, dtype=np.int64)
        targets = np.empty((room, 4, 4), dtype=np.int32)
        table = np.full(2 * room, -1, dtype=np.int32)
        live = (left.live, right.live)
        count = -1
        if room > len(flat):
            count = explore_sums(left.step, right.step, live, flat, keys, targets, table)
        if count >= 0:
            break
        budget.check(room // 8)  # few compared with the sets of states
        room *= 4
    keys = keys[:count]
    rest, carry, differ = keys >> 2, keys >> 1 & 1, keys & 1
    accepting = left.accepting[rest // right.size] & right.accepting[rest % right.size]
    accepting &= (carry == 0) & ((differ == 1) | (not unequal))
    entered = {int(key): i for i, key in enumerate(keys[: len(flat)])}
    start_sets = [[entered[key] for key in starts[s]] for s in range(p)]
    return determined(Choices(2, targets[:count], accepting), start_sets, budget)


def _pairs_of_residues(left: Automaton, right: Automaton, unequal: bool) -> list[list[int]]:
    """The keys at which sums of each residue start: r1 + r2 = s, or s + p, which is a carry."""
    p = len(left.starts)
    starts: list[list[int]] = [[] for _ in range(p)]
    for r1, first in enumerate(left.starts.tolist()):
        for r2, second in enumerate(right.starts.tolist()):
            if left.live[first] and right.live[second]:
                carry, s = divmod(r1 + r2, p)
                differ = int(unequal and r1 != r2)
                starts[s].append((first * right.size + second) * 4 + 2 * carry + differ)
    return starts


def multiplied(family: Automaton, factor: int, budget: Budget) -> Automaton:
    """The (factor*a, v) with (a, v) in the relation.

    p*q + s = i*(p*q' + r) means q = i*q' + c with c = (i*r - s)/p: reading the bits of q, a bit
    b of q' adds i*b to the carry c.
    """
    p, i = len(family.starts), factor
    carries = np.arange(i)
    targets = np.full((family.size * i, 4, 2), -1, dtype=np.int32)
    states = np.arange(family.size)
    for symbol in range(4):
        for bit in range(2):
            total = i * bit + carries
            fits = total % 2 == symbol & 1
            following = family.step[:, bit | (symbol & 2)]
            reached = following[:, None] * i + total[None, :] // 2
            rows = states[:, None] * i + carries[None, :]
            targets[rows[:, fits], symbol, bit] = reached[:, fits]
    accepting = np.repeat(family.accepting, i) & (np.tile(carries, family.size) == 0)
    start_sets: list[list[int]] = [[] for _ in range(p)]
    for r, start in enumerate(family.starts.tolist()):
        carry, s = divmod(i * r, p)
        start_sets[s].append(start * i + carry)
    return determined(Choices(2, targets, accepting), start_sets, budget)


def below(family: Automaton, budget: Budget) -> Automaton:
    """For each residue the (q, v) such that (q', v) is in the relation for some q' <= q.

    Later bits are more significant: whether q' <= q is decided by the last bit that differs.
    """
    targets = np.empty((2 * family.size, 4, 2), dtype=np.int32)
    states = np.arange(family.size, dtype=np.int32)
    for symbol in range(4):
        for bit in range(2):
            following = 2 * family.step[:, bit | (symbol & 2)]
            own = symbol & 1
            for greater in range(2):
                now = greater if bit == own else int(bit > own)
                targets[2 * states + greater, symbol, bit] = following + now
    accepting = np.repeat(family.accepting, 2) & (np.tile([0, 1], family.size) == 0)
    return determined(Choices(2, targets, accepting), [[2 * int(s)] for s in family.starts], budget)


def shifted(
    family: Automaton, shifts: Iterable[int]
) -> tuple[Automaton, dict[tuple[int, int], int]]:
    """The relations (q, v) with (q - b, v) in a relation, for all starts r and shifts b; and which
    start of the result belongs to (r, b). The result is not minimal.

    With q = q' + c, bits own and b': own = (b' + c) mod 2, and the next c is (b' + c - own)/2.
    """
    carries = _carries(shifts)
    place = {c: i for i, c in enumerate(carries)}
    width = len(carries)
    step = np.empty((family.size * width, 4), dtype=np.int32)
    states = np.arange(family.size)
    for c in carries:
        for symbol in range(4):
            own = symbol & 1
            bit = (own - c) % 2
            following = place[(bit + c - own) // 2]
            step[states * width + place[c], symbol] = (
                family.step[:, bit | (symbol & 2)] * width + following
            )
    accepting = np.zeros(family.size * width, dtype=np.bool_)
    for c in carries:
        if c <= 0:  # q = 0 from here on, so that q' = -c
            accepting[states * width + place[c]] = family.accepting[_after(family.step, -c)]
    starts: list[int] = []
    where: dict[tuple[int, int], int] = {}
    for r, start in enumerate(family.starts.tolist()):
        for b in shifts:
            where[r, b] = len(starts)
            starts.append(start * width + place[b])
    return Automaton(2, step, accepting, np.array(starts, dtype=np.int32)), where


def _carries(shifts: Iterable[int]) -> list[int]:
    """All values that c takes from these first ones on."""
    found = list(dict.fromkeys(shifts))
    for c in found:
        for own in range(2):
            following = ((own - c) % 2 + c - own) // 2
            if following not in found:
                found.append(following)
    return found


def _after(step: States, number: int) -> States:
    """The state after reading (number, 0), for each state."""
    now = np.arange(len(step), dtype=np.int32)
    while number:
        now = step[now, number & 1]
        number >>= 1
    return now


def any_of(families: Automaton, wanted: Sequence[Sequence[int]], budget: Budget) -> Automaton:
    """The union of the relations of the starts in each list."""
    small = minimal(families)
    choices = Choices(small.tracks, np.ascontiguousarray(small.step[:, :, None]), small.accepting)
    start_sets = [sorted({int(small.starts[i]) for i in starts}) for starts in wanted]
    return determined(choices, start_sets, budget)


def nothing(p: int) -> Automaton:
    """No heap at all: 0 tokens, value 0."""
    step = np.array([[0, 1, 1, 1], [1, 1, 1, 1]], dtype=np.int32)
    accepting: Flags = np.array([True, False])
    return Automaton(2, step, accepting, np.array([0, *[1] * (p - 1)], dtype=np.int32))
