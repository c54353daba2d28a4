"""Conditions on the given numbers of a rule: b is an odd multiple of a, a + b is even."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd

MOST_NAMES = 4  # of more numbers, conditions are on the first two and the last
Given = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition with its text and its complexity."""

    text: str
    holds: Callable[[Given], bool]
    cost: int


def conditions(names: Sequence[str]) -> Iterator[Condition]:
    """The conditions on numbers of these names, the simplest first.

    >>> [each.text for each in conditions(["a"])]
    ['a == 1', 'a % 2 == 0', 'a % 2 == 1']
    >>> odd_multiple = next(c for c in conditions(["a", "b"]) if c.text == "b % (2*a) == a")
    >>> odd_multiple.holds({"a": 2, "b": 6}), odd_multiple.holds({"a": 2, "b": 4})
    (True, False)
    """
    names = [name for name in names if not name.startswith("len(")]
    names = names if len(names) <= MOST_NAMES else [*names[:2], names[-1]]
    for x in names:
        yield Condition(f"{x} == 1", lambda g, x=x: g[x] == 1, 1)  # type: ignore[misc]
    for x in names:
        for r in (0, 1):
            yield Condition(f"{x} % 2 == {r}", lambda g, x=x, r=r: g[x] % 2 == r, 2)  # type: ignore[misc]
    for x, y in combinations([name for name in names if not name.startswith("sum(")], 2):
        yield from _of_two(x, y)


def _of_two(x: str, y: str) -> Iterator[Condition]:
    def multiple(g: Given, of: int, rest: int) -> bool:
        return g[x] > 0 and g[y] % (of * g[x]) == rest * g[x]

    yield Condition(f"{y} == {x} + 1", lambda g: g[y] == g[x] + 1, 2)
    yield Condition(f"{y} == 2*{x}", lambda g: g[y] == 2 * g[x], 2)
    yield Condition(f"{y} % {x} == 0", lambda g: multiple(g, 1, 0), 2)
    yield Condition(f"{y} % {x} != 0", lambda g: not multiple(g, 1, 0), 2)
    for r in (0, 1):
        yield Condition(f"({x} + {y}) % 2 == {r}", lambda g, r=r: (g[x] + g[y]) % 2 == r, 3)  # type: ignore[misc]
    yield Condition(f"gcd({x}, {y}) == 1", lambda g: gcd(g[x], g[y]) == 1, 3)
    yield Condition(f"gcd({x}, {y}) != 1", lambda g: gcd(g[x], g[y]) != 1, 3)
    yield Condition(f"{y} % (2*{x}) == {x}", lambda g: multiple(g, 2, 1), 3)
    yield Condition(f"{y} % (2*{x}) != {x}", lambda g: not multiple(g, 2, 1), 3)
