"""What a stream holds in memory, and the loops that fill it, verify it, and find states again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mexplore.discover.windows.streaming.plan import FACTORS, LANES, Plan, factor
from mexplore.discover.windows.streaming.reach import DEPTH
from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.emitting.assembled import call

BEFORE = DEPTH + 4 * LANES
"""Words before the next heap that stay in the buffer."""
MOST_OPEN = 1 << 13
MOST_MARKS = 1 << 12
"""This many are gathered before they are looked at, away from the innermost loop."""
SLOTS = 1 << 17
MOST_SEEN = 1 << 16
OFTEN, SELDOM = 12, 16
"""One in 2^12 states is distinguished among the first 2^26 of each 2^30, of the others one in
2^16 is."""

ZERO = np.uint64(0)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

REACHED, RECURRED, OPEN, EMPTY = 0, 1, 2, 3
"""How a stretch ends: as far as asked; with a state seen before; at a heap with a rare value that
no witness excludes; at one whose value does not fit a word."""


class Place(NamedTuple):
    """Where things are in ``at``, the numbers that loops change."""

    next: int = 0
    """The heap whose word is written next."""
    verified: int = 1
    """All heaps below it are common, with the values in the buffer."""
    shift: int = 2
    """The heap of the buffer's first word."""
    thin: int = 3
    """Only states whose hash has these bits 0 are kept."""
    seen: int = 4
    """How many are kept."""
    first: int = 5
    """The two states that agree, where a stretch ends so; ``first`` is 0 before."""
    again: int = 6
    trouble: int = 7
    """The heap where it cannot go on."""
    rare: int = 8
    """The index of the rare value there."""
    deepest: int = 9
    """The deepest witness so far."""
    open: int = 10
    """How many rare values the vectors of witnesses left open."""
    searching: int = 11
    """1 while states that come again are looked for."""
    checking: int = 12
    """1 if rare values are shown excluded; 0 where values known to be common are run again."""
    excused: int = 13
    """How many rare values were shown excluded by other means."""


AT = Place()
NUMBERS = len(AT)


class Constants(NamedTuple):
    """What the loops know of a game."""

    splits: int
    """How many of the moves are splits."""
    width: int
    """Bits of a word."""
    chunk: int
    """Heaps that are done at once."""
    state: int
    """How many values make a state."""
    by_position: int
    """1 if the parity of the position has a part in the space."""
    factors: Any
    """uint64: see `Emitter.text`."""


class Buffers(NamedTuple):
    """What a stream holds in memory."""

    words: Any
    """uint16, uint32 or uint64 [n - shift]: the word of each heap."""
    proofs: Any
    """The same of the rare values that witnesses exclude."""
    carried: Any
    missing: Any
    """LANES words: which rare values are left open."""
    at: Any
    """int64: see `Place`."""
    likely: Any
    """int64 [index, i] = (distance from n, index of the heap there): likely witnesses."""
    counts: Any
    """int64 [index]: how many of them."""
    heads: Any
    """int16 [a], a <= DEPTH: the index of G(a), -1 where a is rare."""
    moves: Any
    """int64: the splits, then the rare takes."""
    open_at: Any
    """int64: heaps where the vectors left something open."""
    open_words: Any
    """uint64: what they left open there."""
    excused: Any
    """int64 [i] = (heap, index): these."""
    marks: Any
    """int64: the first of LANES heaps among which there is a distinguished state."""
    keys: Any
    """uint64: hashes of states seen, 0 for none, in a table of SLOTS."""
    heaps: Any
    """int64: their heaps."""
    spare_keys: Any
    spare_heaps: Any
    """Room for both while about half of the states are dropped."""


def constants(plan: Plan, state: int, *, by_position: bool) -> Constants:
    """The constants of a plan."""
    factors = [factor(plan.width, i) for i in range(len(FACTORS))]
    return Constants(
        len(plan.splits),
        plan.width,
        plan.chunk,
        state,
        int(by_position),
        np.array(factors, dtype=np.uint64),
    )


@compiled
def note(buffers, constants, count):  # type: ignore[no-untyped-def]
    """Keep the distinguished states among those that were marked, or find one again."""
    words, at, factors = buffers.words, buffers.at, constants.factors
    ones = ALL >> np.uint64(64 - constants.width)
    for m in range(count):
        first = buffers.marks[m]
        bits = OFTEN if first & 0x3FFF_FFFF < 0x400_0000 else SELDOM
        limit = np.uint64(1) << np.uint64(constants.width - bits)
        for i in range(LANES):
            t = first + i - at[AT.shift]
            mark = ZERO
            for k in range(factors.size):
                mark += np.uint64(words[t - 1 - k]) * factors[k]
            if mark & ones < limit:
                odd = (first + i) & 1 & constants.by_position
                _keep(buffers, first + i, _hash(words, t, constants.state, odd))
                if at[AT.first] > 0:
                    return


@compiled
def _hash(words, t, state, odd):  # type: ignore[no-untyped-def]
    """A number for the state before column t, hardly ever the same for two."""
    half = np.uint64(32)
    low, high = np.uint64(1 + odd), np.uint64(2)
    for i in range(np.uint64(t - state), np.uint64(t - 1), np.uint64(2)):
        low = (low ^ np.uint64(words[i])) * np.uint64(0xFF51AFD7ED558CCD)
        low ^= low >> half
        high = (high ^ np.uint64(words[i + np.uint64(1)])) * np.uint64(0xC4CEB9FE1A85EC53)
        high ^= high >> half
    if state % 2:
        low = (low ^ np.uint64(words[t - 1])) * np.uint64(0xFF51AFD7ED558CCD)
    found = (low ^ (low >> np.uint64(29)) ^ high) * np.uint64(0x9E3779B97F4A7C15)
    found ^= found >> half
    return found if found != ZERO else np.uint64(1)


@compiled
def _keep(buffers, n, key):  # type: ignore[no-untyped-def]
    at, keys, heaps = buffers.at, buffers.keys, buffers.heaps
    slot = _slot(keys, key)
    if keys[slot] == key:
        at[AT.first], at[AT.again] = heaps[slot], n
        return
    if key & np.uint64(at[AT.thin]) != ZERO:
        return
    keys[slot], heaps[slot] = key, n
    at[AT.seen] += 1
    if at[AT.seen] > MOST_SEEN:
        at[AT.thin] = 2 * at[AT.thin] + 1
        _thin(buffers)


@compiled
def _slot(keys, key):  # type: ignore[no-untyped-def]
    slot = np.int64((key >> np.uint64(40)) & np.uint64(SLOTS - 1))
    while keys[slot] != ZERO and keys[slot] != key:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@compiled
def _thin(buffers):  # type: ignore[no-untyped-def]
    """Drop about half of the states seen."""
    keys, heaps, at = buffers.keys, buffers.heaps, buffers.at
    old_keys, old_heaps = buffers.spare_keys, buffers.spare_heaps
    for i in range(SLOTS):
        old_keys[i], old_heaps[i] = keys[i], heaps[i]
        keys[i] = 0
    at[AT.seen] = 0
    for i in range(SLOTS):
        key = old_keys[i]
        if key != ZERO and key & np.uint64(at[AT.thin]) == ZERO:
            slot = _slot(keys, key)
            keys[slot], heaps[slot] = key, old_heaps[i]
            at[AT.seen] += 1


ONE = np.uint64(1)


@compiled
def run(buffers, constants, code, addresses, target):  # type: ignore[no-untyped-def]
    """Go on until all below the target is verified, or the stretch ends otherwise; ``code`` are
    the addresses of a game's own functions (`Emitter.text`)."""
    at, open_at, open_words, marks = (
        buffers.at, buffers.open_at, buffers.open_words, buffers.marks,
    )  # fmt: skip
    missing_words = buffers.missing
    chunk, check, marked = code
    words, proofs, carried, missing = addresses
    size, step, lanes = np.uint64(constants.width // 8), constants.chunk, LANES
    often = np.uint64(1) << np.uint64(constants.width - OFTEN)
    seldom = np.uint64(1) << np.uint64(constants.width - SELDOM)
    n, verified = at[AT.next], at[AT.verified]
    searching, checking = at[AT.searching] == 1, at[AT.checking] == 1
    while True:
        shift = at[AT.shift]
        begin = verified
        end = shift + buffers.words.size - 4 * lanes
        left_open, marked_so_far = 0, 0
        while (
            verified < target and n + step <= end
            and left_open < MOST_OPEN - lanes and marked_so_far < MOST_MARKS
        ):  # fmt: skip
            call(chunk, words + np.uint64(n - shift) * size, carried, ZERO)
            n += step
            if verified + lanes > n:
                continue
            v = np.uint64(verified - shift) * size
            flags = call(check, words + v, proofs + v, missing) if checking else ZERO
            while flags != ZERO:
                i = np.uint64(trailing_zeros(flags))
                flags &= flags - ONE
                # Bit LANES stands for a word that is empty; it is told by no index at all.
                open_at[left_open] = verified + np.int64(i) % lanes
                open_words[left_open] = missing_words[i] if i < lanes else 0
                left_open += 1
            if searching:
                limit = often if verified & 0x3FFF_FFFF < 0x400_0000 else seldom
                if call(marked, words + v, limit, ZERO) != ZERO:
                    marks[marked_so_far] = verified
                    marked_so_far += 1
            verified += lanes
        at[AT.next], at[AT.verified] = n, verified
        if left_open > 0:
            ended = look(buffers, constants, begin, left_open)
            if ended != REACHED:
                return ended
        if marked_so_far > 0:
            note(buffers, constants, marked_so_far)
            if at[AT.first] > 0:
                at[AT.searching] = 0
                return RECURRED
        if verified >= target:
            return REACHED
        if n + step > end:
            slide(buffers)


@compiled
def look(buffers, constants, begin, count):  # type: ignore[no-untyped-def]
    """Look for witnesses of what the vectors left open, one by one; where there is none, or the
    value does not fit a word, the heaps from there on are not verified."""
    at, words, shift = buffers.at, buffers.words, buffers.at[AT.shift]
    for k in range(count):
        n = buffers.open_at[k]
        first = begin + (n - begin) // LANES * LANES
        left = np.uint64(buffers.open_words[k])
        if words[n - shift] == 0 or left == ZERO:
            at[AT.trouble], at[AT.verified] = n, first
            return EMPTY
        while left != ZERO:
            index = np.int64(trailing_zeros(left))
            left &= left - np.uint64(1)
            at[AT.open] += 1
            t = n - shift
            if (
                not _likely(buffers, t, index)
                and not _deep(buffers, constants, t, index)
                and not _excused(buffers, n, index)
            ):
                at[AT.trouble], at[AT.rare], at[AT.verified] = n, index, first
                return OPEN
    return REACHED


@compiled
def _likely(buffers, t, index):  # type: ignore[no-untyped-def]
    words, likely = buffers.words, buffers.likely
    for i in range(np.uint64(buffers.counts[index])):
        if words[np.uint64(t) - likely[index, i, 0]] == likely[index, i, 1]:
            return True
    return False


@compiled
def _deep(buffers, constants, t, index):  # type: ignore[no-untyped-def]
    """Whether any heap of at most DEPTH tokens is a witness, or a take has the value."""
    words, heads, moves, at = buffers.words, buffers.heads, buffers.moves, buffers.at
    one = np.uint64(1)
    for i in range(constants.splits, moves.size):
        if np.uint64(words[t - moves[i]]) == one << np.uint64(index):
            return True
    for a in range(1, heads.size):
        wanted = np.int64(heads[a]) ^ index
        if heads[a] >= 0 and wanted < constants.width:
            for i in range(constants.splits):
                if np.uint64(words[t - moves[i] - a]) == one << np.uint64(wanted):
                    at[AT.deepest] = max(at[AT.deepest], a)
                    return True
    return False


@compiled
def _excused(buffers, n, index):  # type: ignore[no-untyped-def]
    """Whether the value was shown excluded otherwise."""
    for i in range(buffers.at[AT.excused]):
        if buffers.excused[i, 0] == n and buffers.excused[i, 1] == index:
            return True
    return False


@compiled
def slide(buffers):  # type: ignore[no-untyped-def]
    """Move the words that are still needed to the front."""
    at, words, proofs = buffers.at, buffers.words, buffers.proofs
    kept = BEFORE + 4 * LANES
    away = (at[AT.next] - at[AT.shift] - BEFORE - 2 * LANES) // LANES * LANES
    for i in range(kept):
        words[i] = words[i + away]
    for i in range(BEFORE - 4 * LANES, kept):
        proofs[i] = proofs[i + away]
    at[AT.shift] += away
