"""The compiled loops of all streams: fill, verify, mark states, slide."""

from __future__ import annotations

import numpy as np

from mexplore.discover.windows.streaming.memory import (
    AT,
    BEFORE,
    EMPTY,
    MOST_MARKS,
    MOST_OPEN,
    OFTEN,
    OPEN,
    REACHED,
    RECURRED,
    SELDOM,
    ZERO,
)
from mexplore.discover.windows.streaming.plan import LANES
from mexplore.discover.windows.streaming.seen import note
from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.emitting.assembled import call

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
