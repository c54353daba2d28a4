"""The inner loops of automata: products, classes of equal states, sets of states.

Each works on plain arrays and returns to its caller often enough for a budget to be kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mexplore.rules.engine.compiled import compiled

DONE, FULL, PAUSED = 0, 1, 2  # the reason why a loop over states stopped


@compiled
def _mixed(key):  # type: ignore[no-untyped-def]
    word = np.uint64(key)
    word = (word ^ (word >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return word ^ (word >> np.uint64(32))


@compiled
def _number_of(key, keys, table, known):  # type: ignore[no-untyped-def]
    # The number of a key: that of the equal one known, or `known` where there is none, which then
    # is entered. The table has a power of 2 of places, -1 where free.
    mask = np.uint64(len(table) - 1)
    place = _mixed(key) & mask
    while table[place] >= 0:
        if keys[table[place]] == key:
            return table[place]
        place = (place + np.uint64(1)) & mask
    table[place] = known
    keys[known] = key
    return np.int32(known)


@compiled
def explore_pairs(left, right, starts, keys, step, table):  # type: ignore[no-untyped-def]
    # All pairs (l, r) that a common word reaches from the pairs of starts, as keys l * len(right)
    # + r, with their steps. Returns how many, or -1 where the arrays are too short.
    known, done = np.int64(0), 0  # not the constant 0, for which `_number_of` were compiled too
    width = np.int64(len(right))
    for i in range(len(starts)):
        number = _number_of(starts[i], keys, table, known)
        known = max(known, number + 1)
    symbols = left.shape[1]
    while done < known:
        if known + symbols > len(keys):
            return -1
        l, r = keys[done] // width, keys[done] % width  # noqa: E741
        for a in range(symbols):
            key = np.int64(left[l, a]) * width + np.int64(right[r, a])
            number = _number_of(key, keys, table, known)
            known = max(known, number + 1)
            step[done, a] = number
        done += 1
    return known


@compiled
def explore_sums(left, right, live, starts, keys, targets, table):  # type: ignore[no-untyped-def]
    # The states ((l, r), carry, differ) of 'm = a + b and v = x xor y, (a, x) accepted from l and
    # (b, y) from r', reading the bits of m and v (symbol m + 2v). The targets of a symbol are by
    # the bits of a and x. `differ` says whether a and b differ so far.
    live_left, live_right = live
    known, done = np.int64(0), 0
    width = np.int64(len(right))
    for i in range(len(starts)):
        number = _number_of(starts[i], keys, table, known)
        known = max(known, number + 1)
    while done < known:
        if known + 16 > len(keys):
            return -1
        rest, flags = keys[done] >> 2, keys[done] & 3
        l, r, carry, differ = rest // width, rest % width, flags >> 1, flags & 1  # noqa: E741
        for symbol in range(4):
            for choice in range(4):
                a, x = choice & 1, choice >> 1
                b, y = (symbol & 1) ^ a ^ carry, (symbol >> 1) ^ x
                next_l, next_r = left[l, a + 2 * x], right[r, b + 2 * y]
                if not (live_left[next_l] and live_right[next_r]):
                    targets[done, symbol, choice] = -1
                    continue
                more = ((a + b + carry) >> 1) * 2 + (differ | (a ^ b))
                key = (np.int64(next_l) * width + np.int64(next_r)) * 4 + more
                number = _number_of(key, keys, table, known)
                known = max(known, number + 1)
                targets[done, symbol, choice] = number
        done += 1
    return known


def _example_of_sums() -> tuple[Any, ...]:
    """Two automata that accept every word: of one state, and of two that alternate."""
    left, right = np.zeros((1, 4), dtype=np.int32), np.array([[1] * 4, [0] * 4], dtype=np.int32)
    live = np.ones(1, dtype=bool), np.ones(2, dtype=bool)
    keys, targets = np.zeros(32, dtype=np.int64), np.zeros((32, 4, 4), dtype=np.int32)
    table = np.full(64, -1, dtype=np.int32)
    return left, right, live, np.zeros(1, dtype=np.int64), keys, targets, table


explore_sums.example = _example_of_sums


@compiled
def reach(step, starts, order, place):  # type: ignore[no-untyped-def]
    # The states that a search by breadth meets from the starts in turn, into `order`, and the place
    # of each in it, which is -1 before; returns how many.
    known, done = np.int64(0), 0
    for i in range(len(starts)):
        if place[starts[i]] < 0:
            place[starts[i]], order[known] = known, starts[i]
            known += 1
    while done < known:
        for a in range(step.shape[1]):
            q = step[order[done], a]
            if place[q] < 0:
                place[q], order[known] = known, q
                known += 1
        done += 1
    return known


@compiled
def turned(step, begin, before):  # type: ignore[no-untyped-def]
    # The states that a symbol leads from to q: before[a, begin[a, q] : begin[a, q + 1]]. At first
    # begin[a, q + 1] counts those of all states up to q, then it moves down as they are written.
    count, symbols = step.shape
    for a in range(symbols):
        for q in range(count + 1):
            begin[a, q] = 0
        for q in range(count):
            begin[a, step[q, a]] += 1
        for q in range(count):
            begin[a, q + 1] += begin[a, q]
        for q in range(count):
            begin[a, step[q, a]] -= 1
            before[a, begin[a, step[q, a]]] = q


@compiled
def refine(begin, before, kind, member, place, bounds, waiting):  # type: ignore[no-untyped-def]
    # The coarsest partition that refines the classes `kind` and that steps respect, into `kind`;
    # returns how many classes it has (J. Hopcroft, An n log n algorithm for minimizing states in a
    # finite automaton, 1971). Class c is member[bounds[0, c] : bounds[1, c]]; its first
    # bounds[2, c] states are those known to lead into the class looked at, by the symbol looked
    # at; place is the inverse of member. A class that is split leaves its smaller part to a new
    # one: so each class is looked at once, and a state is in one of half the size each time.
    symbols, count = begin.shape[0], np.int64(kind[member[len(member) - 1]]) + 1
    done = np.int64(0)
    while done < count:
        for a in range(symbols):
            into, split = 0, 0
            for i in range(bounds[0, done], bounds[1, done]):
                for j in range(begin[a, member[i]], begin[a, member[i] + 1]):
                    waiting[0, into] = before[a, j]
                    into += 1
            for i in range(into):
                q = waiting[0, i]
                c = kind[q]
                if bounds[2, c] == 0:
                    waiting[1, split] = c
                    split += 1
                at, other = bounds[0, c] + bounds[2, c], member[bounds[0, c] + bounds[2, c]]
                member[place[q]], place[other] = other, place[q]
                member[at], place[q] = q, at
                bounds[2, c] += 1
            for i in range(split):
                c = waiting[1, i]
                low, high, middle = bounds[0, c], bounds[1, c], bounds[0, c] + bounds[2, c]
                bounds[2, c] = 0
                if middle == high:
                    continue
                if middle - low <= high - middle:
                    bounds[0, c], high = middle, middle
                else:
                    bounds[1, c], low = middle, middle
                bounds[0, count], bounds[1, count], bounds[2, count] = low, high, 0
                for j in range(low, high):
                    kind[member[j]] = count
                count += 1
        done += 1
    return count


@compiled
def _enter_subset(  # type: ignore[no-untyped-def]
    pool, begin, hashes, table, counts, marks, stamp, length, key
):
    # The number of the set that stands in pool[begin[known] : begin[known] + length] and whose
    # members are marked; a set that is known is left out again.
    known = counts[0]
    mask = np.uint64(len(table) - 1)
    place = key & mask
    while table[place] >= 0:
        other = table[place]
        if hashes[other] == key and begin[other + 1] - begin[other] == length:
            same = True
            for i in range(begin[other], begin[other + 1]):
                if marks[pool[i]] != stamp:
                    same = False
                    break
            if same:
                return other
        place = (place + np.uint64(1)) & mask
    table[place] = known
    hashes[known] = key
    begin[known + 1] = begin[known] + length
    counts[0] = known + 1
    return np.int32(known)


@compiled
def enter_again(hashes, known, table):  # type: ignore[no-untyped-def]
    # Fill a longer table with the sets that are known, which are known to differ.
    mask = np.uint64(len(table) - 1)
    for number in range(known):
        place = hashes[number] & mask
        while table[place] >= 0:
            place = (place + np.uint64(1)) & mask
        table[place] = number


@compiled
def enter_starts(  # type: ignore[no-untyped-def]
    members, ends, pool, begin, hashes, table, counts, marks, numbers
):
    # Enter the sets members[ends[i] : ends[i + 1]], none with a member twice.
    for i in range(len(ends) - 1):
        counts[2] += 1
        stamp, length, key = counts[2], np.int64(0), np.uint64(0)
        for j in range(ends[i], ends[i + 1]):
            if marks[members[j]] != stamp:
                marks[members[j]] = stamp
                pool[begin[counts[0]] + length] = members[j]
                length += 1
                key += _mixed(members[j] + 1)
        numbers[i] = _enter_subset(pool, begin, hashes, table, counts, marks, stamp, length, key)


@compiled
def explore_subsets(  # type: ignore[no-untyped-def]
    targets, pool, begin, hashes, table, counts, marks, step, most
):
    # The sets of states that words reach. counts: sets known, sets done, last stamp. Stops where
    # the arrays may be too short for one more set, or after `most` sets.
    symbols, choices = targets.shape[1], targets.shape[2]
    for _ in range(most):
        done = counts[1]
        if done == counts[0]:
            return DONE
        if (
            counts[0] + symbols >= len(hashes)
            or 2 * (counts[0] + symbols) > len(table)
            or begin[counts[0]] + symbols * len(targets) > len(pool)
        ):
            return FULL
        for a in range(symbols):
            counts[2] += 1
            stamp, length, key = counts[2], np.int64(0), np.uint64(0)
            first = begin[counts[0]]
            for i in range(begin[done], begin[done + 1]):
                for k in range(choices):
                    q = targets[pool[i], a, k]
                    if q >= 0 and marks[q] != stamp:
                        marks[q] = stamp
                        pool[first + length] = q
                        length += 1
                        key += _mixed(q + 1)
            step[done, a] = _enter_subset(
                pool, begin, hashes, table, counts, marks, stamp, length, key
            )
        counts[1] = done + 1
    return PAUSED
