"""Random rules with values of our own: loops that know nothing of the project but the notation.

Each rule is a text and a function that gives G(0), ..., G(stop - 1), by the definition and written
for the kind of the rule: numpy's sets in place of every kernel, engine of runs and closed form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import isqrt
from operator import xor
from random import Random

import numpy as np

Values = list[int]
RandomRule = tuple[str, Callable[[int], Values]]


def mex(found: Iterable[int]) -> int:
    """The least whole number that is missing."""
    seen, value = set(found), 0
    while value in seen:
        value += 1
    return value


def by_options(options: Callable[[int], Iterable[Sequence[int]]]) -> Callable[[int], Values]:
    """The values of the rule with these options of n."""

    def values(stop: int) -> Values:
        known: Values = []
        for n in range(stop):
            known.append(mex({reduce(xor, (known[h] for h in o), 0) for o in options(n)}))
        return known

    return values


def _some(pick: Random, least: int, most: int, size: int) -> list[int]:
    return sorted(pick.sample(range(least, most + 1), pick.randint(1, size)))


def _listed(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))


def subtraction(pick: Random) -> RandomRule:
    s = _some(pick, 1, 20, 5)
    return f"subtract({_listed(s)})", by_options(lambda n: [(n - k,) for k in s if k <= n])


def all_but(pick: Random) -> RandomRule:
    s = _some(pick, 1, 12, 4)

    def values(stop: int) -> Values:
        known = np.zeros(stop, dtype=np.int64)
        for n in range(stop):
            seen = np.ones(n, dtype=bool)
            seen[[n - k for k in s if k <= n]] = False
            known[n] = mex(known[:n][seen].tolist())
        return known.tolist()

    return f"subtract(all but {_listed(s)})", values


_SETS: dict[str, Callable[[int], list[int]]] = {
    "squares": lambda m: [k * k for k in range(1, isqrt(m) + 1)],
    "powers(2)": lambda m: [2**k for k in range(m.bit_length())],
    "powers(3)": lambda m: [3**k for k in range(m.bit_length()) if 3**k <= m],
    "odd": lambda m: list(range(1, m + 1, 2)),
    "even": lambda m: list(range(2, m + 1, 2)),
    "multiples(3)": lambda m: list(range(3, m + 1, 3)),
    "primes": lambda m: [k for k in range(2, m + 1) if all(k % d for d in range(2, isqrt(k) + 1))],
    "triangular": lambda m: [k * (k + 1) // 2 for k in range(1, m + 1) if k * (k + 1) // 2 <= m],
}


def infinite(pick: Random) -> RandomRule:
    name = pick.choice(sorted(_SETS))
    more = _some(pick, 1, 9, 2) if pick.random() < 0.6 else []
    whole = set(_SETS[name](5000)) | set(more)
    members = sorted(whole)

    def options(n: int) -> Iterable[Sequence[int]]:
        return [(n - k,) for k in members if k <= n]

    return f"subtract({_listed([*map(str, more), name])})", by_options(options)


def division(pick: Random) -> RandomRule:
    s, ceil = _some(pick, 2, 12, 4), pick.random() < 0.5

    def options(n: int) -> Iterable[Sequence[int]]:
        reached = [(-(-n // d) if ceil else n // d) for d in s]
        return [(h,) for h in reached if h < n]

    return f"divide({_listed(s)}{', ceil' if ceil else ''})", by_options(options)


def union(pick: Random) -> RandomRule:
    s, d = _some(pick, 1, 6, 2), _some(pick, 2, 4, 2)

    def options(n: int) -> Iterable[Sequence[int]]:
        return [(n - k,) for k in s if k <= n] + [(n // k,) for k in d if n]

    return f"subtract({_listed(s)}) or divide({_listed(d)})", by_options(options)


def interval(pick: Random) -> RandomRule:
    c = pick.randint(2, 5)
    low, low_text = pick.choice([(0, "0"), (1, "1"), (2, "2")])
    ends: list[tuple[str, Callable[[int], int]]] = [
        (f"n//{c}", lambda n: n // c),
        (f"{c - 1}*n//{c}", lambda n: (c - 1) * n // c),
        (f"n - {c}", lambda n: n - c),
        (f"(n + 1)//{c}", lambda n: (n + 1) // c),
    ]
    high_text, high = pick.choice(ends)
    leave = pick.random() < 0.5

    def options(n: int) -> Iterable[Sequence[int]]:
        chosen = range(low, high(n) + 1)
        left = chosen if leave else [n - k for k in chosen]
        return [(h,) for h in left if 0 <= h < n]

    verb = "leave" if leave else "remove"
    return f"{verb}({low_text} .. {high_text})", by_options(options)


def _digits(pick: Random, largest: int) -> list[int]:
    return [*(pick.randint(0, largest) for _ in range(pick.randint(0, 2))),
            pick.randint(1, largest)]  # fmt: skip


def octal(pick: Random) -> RandomRule:
    d = _digits(pick, 7)

    def values(stop: int) -> Values:
        known = np.zeros(stop, dtype=np.int64)
        for n in range(1, stop):
            seen: set[int] = set()
            for k, digit in enumerate(d, start=1):
                left = n - k
                if digit & 1 and left == 0:
                    seen.add(0)
                if digit & 2 and left > 0:
                    seen.add(int(known[left]))
                if digit & 4 and left > 1:
                    half = left // 2
                    pairs = known[1 : half + 1] ^ known[left - 1 : left - half - 1 : -1]
                    seen.update(np.unique(pairs).tolist())
            known[n] = mex(seen)
        return known.tolist()

    return "0." + "".join(map(str, d)), values


def hexadecimal(pick: Random) -> RandomRule:
    d = _digits(pick, 15)

    def options(n: int) -> Iterable[Sequence[int]]:
        for k, digit in enumerate(d, start=1):
            left = n - k
            if left < 0:
                continue
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left > 0:
                yield (left,)
            if digit & 4:
                yield from ((a, left - a) for a in range(1, left // 2 + 1))
            if digit & 8:
                for a in range(1, left // 3 + 1):
                    yield from ((a, b, left - a - b) for b in range(a, (left - a) // 2 + 1))

    return "0." + "".join(f"{x:X}" for x in d), by_options(options)


def expression(pick: Random) -> RandomRule:
    a, b, c = pick.randint(1, 4), pick.randint(2, 5), pick.randint(1, 3)
    bodies = (
        f"[n - {a}, n // {b}]",
        f"[n - k for k in range({a}, n // {b} + 1)]",
        f"[n - {a} if n % {b} else n // {b}]",
        f"[k for k in range(n - {a})]",
        f"[n - {a}] if n % {b} == {c} else [n // {b}, n - {c}]",
    )
    body = pick.choice(bodies)
    listed = eval(f"lambda n: {body}")

    def options(n: int) -> Iterable[Sequence[int]]:
        return [(h,) for h in listed(n) if 0 <= h < n]

    return f"n -> {body}", by_options(options)


KINDS: list[tuple[Callable[[Random], RandomRule], int, int]] = [
    # what, how often, and how far values are compared at least and at most
    (subtraction, 26, 2000),
    (all_but, 10, 600),
    (infinite, 8, 800),
    (division, 16, 3000),
    (union, 12, 2000),
    (interval, 6, 500),
    (octal, 26, 900),
    (hexadecimal, 1, 60),
    (expression, 1, 400),
]


def random_rule(pick: Random) -> tuple[RandomRule, int]:
    """A rule, and how far its values are compared."""
    make, _, far = pick.choices(KINDS, weights=[weight for _, weight, _ in KINDS])[0]
    return make(pick), far
