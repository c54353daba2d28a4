"""Huge heaps, many heaps, many numbers: beside the programs that one would write oneself."""

from __future__ import annotations

import ctypes
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement
from math import isqrt
from operator import xor
from pathlib import Path
from random import Random

import numpy as np

import mexplore
from benchmarks.table import limit
from benchmarks.table.row import Row, Task, command, cpu
from benchmarks.table.row import mexplore as own_command

SAMPLE = 20  # heaps of which a slow program is asked
GAMES, HEAPS, LARGEST = 1000, 100, 10**18
TRIPLES = 10**6
NUMBERS, DIGITS = 10**5, 1000
DIVISORS = range(2, 7)


def divisions() -> Iterator[Row]:
    """Who wins 1000 positions of 100 heaps each, under divide(2..6)."""
    chance = Random(15)
    positions = [[chance.randrange(LARGEST) for _ in range(HEAPS)] for _ in range(GAMES)]
    flat = [heap for position in positions for heap in position]
    rule = mexplore.rule("divide(2..6)")

    def ours() -> list[int]:
        values = mexplore.predict(rule, flat)
        return [reduce(xor, values[i : i + HEAPS]) for i in range(0, len(values), HEAPS)]

    def by_intervals() -> list[int]:
        starts, values = _intervals(LARGEST)
        return [
            reduce(xor, (values[bisect_right(starts, heap) - 1] for heap in position))
            for position in positions
        ]

    @cache
    def value(n: int) -> int:
        options = {value(n // d) for d in DIVISORS} if n else set()
        return next(v for v in range(len(options) + 1) if v not in options)

    assert ours() == by_intervals()
    few = flat[:SAMPLE]
    assert [value(n) for n in few] == mexplore.predict(rule, few)
    value.cache_clear()
    task = f"{GAMES} positions of {HEAPS} heaps below 10^18, divide(2..6)"
    seconds = cpu(ours, 3)
    in_c = _games_in_c(flat, ours())
    if in_c is not None:
        yield Row(task, seconds, "intervals, bisected, C", in_c, 3.0)
    yield Row(task, seconds, "intervals, bisected, Python", cpu(by_intervals, 3), 1.0)
    recursive = cpu(lambda: [value(n) for n in few]) * len(flat) / SAMPLE
    yield Row(task, seconds, "memoised recursion, Python (a sample)", recursive, 1.0)


def _games_in_c(heaps: list[int], sums: list[int]) -> float | None:
    """The seconds of the program in C, which gives the same nim-sums; what is read is an array."""
    library = limit.counting()
    if library is None:
        return None
    sizes, found = np.array(heaps, dtype=np.int64), np.zeros(GAMES, dtype=np.int64)
    place = [ctypes.c_void_p(array.ctypes.data) for array in (sizes, found)]
    each, largest = ctypes.c_long(HEAPS), ctypes.c_int64(LARGEST)

    def count() -> None:
        library.division_games(place[0], ctypes.c_long(GAMES), each, largest, place[1])

    spent = cpu(count, 3)
    assert found.tolist() == sums
    return spent


def _intervals(stop: int) -> tuple[list[int], list[int]]:
    """Where the values of divide(2..6) may change below ``stop``, and the value from there on: at 0
    and at all 2^a * 3^b * 5^c."""
    starts = sorted(
        n
        for n in (2**a * 3**b * 5**c for a in range(60) for b in range(38) for c in range(26))
        if n < stop
    )
    starts, values = [0, *starts], [0]
    for start in starts[1:]:
        options = {values[bisect_right(starts, start // d) - 1] for d in DIVISORS}
        values.append(next(v for v in range(len(options) + 1) if v not in options))
    return starts, values


def triples() -> Iterator[Row]:
    """How many lost positions of three heaps below 10^6 there are, under subtract(squares)."""
    rule = mexplore.rule("subtract(squares)")

    def ours() -> int:
        return mexplore.count(rule, TRIPLES, heaps=3)

    def theirs() -> int:
        return _triples_by_values(mexplore.values(rule, TRIPLES).tolist())

    assert ours() == theirs()
    task = f"lost triples of subtract(squares) below {TRIPLES}, values included"
    spent = cpu(ours, 2)
    in_c = _triples_in_c(ours())
    if in_c is not None:
        yield Row(task, spent, "values and count, C", in_c, 1.5)
    yield Row(task, spent, "our values, counted in Python", cpu(theirs), 1.0)


def _triples_in_c(expected: int) -> float | None:
    library = limit.counting()
    if library is None:
        return None
    squares = np.arange(1, isqrt(TRIPLES) + 1, dtype=np.int64) ** 2
    place, stop = ctypes.c_void_p(squares.ctypes.data), ctypes.c_long(TRIPLES)
    library.lost_triples.restype = ctypes.c_int64
    assert library.lost_triples(stop, place, ctypes.c_long(len(squares))) == expected
    return cpu(lambda: library.lost_triples(stop, place, ctypes.c_long(len(squares))))


def _triples_by_values(values: list[int]) -> int:
    """Multisets {a, b, c} with values[a] ^ values[b] ^ values[c] = 0, by how often each occurs."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    total = 0
    for u, v, w in combinations_with_replacement(sorted(counts), 3):
        if u ^ v ^ w == 0:
            total += _choices([u, v, w], counts)
    return total


def _choices(wanted: list[int], counts: dict[int, int]) -> int:
    found = 1
    for value in set(wanted):
        for i in range(wanted.count(value)):
            found = found * (counts[value] + i) // (i + 1)
    return found


def predictions() -> Iterator[Row]:
    """Values at 10^5 numbers of 1000 digits."""
    chance = Random(16)
    numbers = [chance.randrange(10 ** (DIGITS - 1), 10**DIGITS) for _ in range(NUMBERS)]
    kayles, division = mexplore.rule("0.77"), mexplore.rule("divide(2..6)")
    first = mexplore.values(kayles, 84).tolist()
    few = mexplore.values(division, 12).tolist()

    def period() -> list[int]:
        return [first[71 + (n - 71) % 12] for n in numbers]

    def quotients(sample: list[int]) -> list[int]:
        found = []
        for n in sample:
            while n >= 12:
                n //= 12  # noqa: PLW2901
            found.append(few[n])
        return found

    assert mexplore.predict(kayles, numbers) == period()
    task = f"{NUMBERS} numbers of {DIGITS} digits"
    ours = cpu(lambda: mexplore.predict(kayles, numbers), 3)
    yield Row(f"{task}, 0.77", ours, "remainders mod 12, Python", cpu(period, 3), 1.5)
    yield from _from_a_file(numbers, first[72:84])
    sample = numbers[: NUMBERS // 100]
    assert mexplore.predict(division, sample) == quotients(sample)
    ours = cpu(lambda: mexplore.predict(division, numbers), 2)
    theirs = 100 * cpu(lambda: quotients(sample))
    yield Row(f"{task}, divide(2..6)", ours, "quotients by 12, Python (1 % of them)", theirs, 1.0)


NAIVE = """
import sys
cycle = {cycle}
with open(sys.argv[1]) as lines:
    sys.stdout.writelines(f"{{line.strip()}},{{cycle[int(line) % 12]}}\\n" for line in lines)
"""
"""The program that one would write: it reads the numbers, and takes remainders."""


def _from_a_file(numbers: list[int], cycle: list[int]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "numbers"
        file.write_text("".join(f"{n}\n" for n in numbers))
        program = [sys.executable, "-c", NAIVE.format(cycle=cycle), str(file)]
        theirs = command(program, 2).seconds
        asked = ["predict", "0.77", "--file", str(file), "--format", "csv"]
        ours = own_command(*asked, times=2).seconds
    yield Row(f"predict 0.77, the {len(numbers)} numbers in a file", ours, "Python", theirs, 2.0)


TASKS = (Task("divisions", divisions), Task("triples", triples), Task("predictions", predictions))
