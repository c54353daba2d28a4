"""Tables of values of random rules of all families, by their fastest kernels, as digests.

    python tests/tables_of_values.py [short]

prints one JSON object: for each rule how many values, the first ones, and the SHA-256 of all.
`test_processors.py` runs it in processes in which machine code is made for other processors.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from random import Random

FIRST = 40
"""This many values are printed, and can be held against the definition."""
Case = tuple[str, int]
"""A rule, and how many of its values."""


def _numbers(pick: Random, most: int, low: int, high: int) -> str:
    return ", ".join(map(str, sorted(pick.sample(range(low, high), pick.randint(1, most)))))


def _subtractions(pick: Random) -> Iterator[Case]:
    while True:
        yield f"subtract({_numbers(pick, 12, 1, 90)})", 6000
        yield f"subtract({_numbers(pick, 3, 1, 50)}, squares)", 3000
        yield f"subtract(all but {_numbers(pick, 6, 1, 40)})", 2000


def _unions(pick: Random) -> Iterator[Case]:
    while True:
        rounded = pick.choice(["", ", ceil"])
        yield (
            f"subtract({_numbers(pick, 3, 1, 20)}) or divide({_numbers(pick, 3, 2, 12)}{rounded})",
            6000,
        )


def _octal(pick: Random) -> Iterator[Case]:
    yield from ((code, 4200) for code in ("0.77", "0.354", "0.104", "0.16", "0.127", "4.244"))
    while True:
        digits = "".join(pick.choice("01234567") for _ in range(pick.randint(2, 4)))
        yield f"{pick.choice('04')}.{digits}1", 4200


def _codes(pick: Random) -> Iterator[Case]:
    while True:
        yield f"0.{pick.choice('89ABCDEF')}{pick.choice('01234567')}", 250
        yield f"0.{{{_numbers(pick, 3, 0, 6)}+}}{pick.choice(['', '!', '?', '='])}", 40
        yield f"0.{pick.choice('1234567')}[0{pick.choice('1234567')}]", 300


def _dense(pick: Random) -> Iterator[Case]:
    while True:
        yield f"subtract({_numbers(pick, 3, 1, 60)}, primes)", 4500


def _intervals(pick: Random) -> Iterator[Case]:
    while True:
        a, b = sorted(pick.sample(range(2, 9), 2))
        yield f"leave(n//{b} .. n//{a})", 3000


def _expressions(pick: Random) -> Iterator[Case]:
    while True:
        a, b, m = pick.randint(1, 5), pick.randint(2, 6), pick.randint(2, 5)
        yield (
            f"n -> [n - {a}, n // {b} - 1, n - gcd(n, {m * 6})] + ([n - {m}] if n % {m} else [])",
            1500,
        )


FAMILIES: tuple[tuple[Callable[[Random], Iterator[Case]], int], ...] = (
    (_octal, 80),
    (_subtractions, 36),
    (_unions, 36),
    (_codes, 30),
    (_dense, 6),
    (_intervals, 6),
    (_expressions, 6),
)
"""Each with its share of 200."""


SHORT: tuple[tuple[Callable[[Random], Iterator[Case]], int], ...] = (
    (_octal, 5),
    (_subtractions, 13),
    (_unions, 12),
)
"""Thirty, with few kernels to be compiled."""


def cases(shares: Iterable[tuple[Callable[[Random], Iterator[Case]], int]]) -> list[Case]:
    """Different rules of each family, as many as its share."""
    found: dict[str, int] = {}
    for number, (family, share) in enumerate(shares):
        wanted = len(found) + share
        for text, stop in family(Random(23 * number)):
            found[text] = stop
            if len(found) == wanted:
                break
    return list(found.items())


def table(text: str, stop: int) -> dict[str, object]:
    """The values of a rule, an engine that would wait being told to begin at once."""
    import numpy as np

    from mexplore.discover.trials.trial import filled
    from mexplore.rules.families.take_and_break.sparse.game import splitting_game
    from mexplore.rules.families.take_and_break.sparse.kernel import SparseSpaceKernel
    from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel
    from mexplore.rules.notation import parse_rule

    rule = parse_rule(text)
    kernel = rule.kernel()
    if isinstance(kernel, SparseSpaceKernel):
        game = splitting_game(rule)  # type: ignore[arg-type]
        assert game is not None
        kernel = SparseSpaceKernel(game, TwoHeapsKernel(rule), handover=0)  # type: ignore[arg-type]
    assert kernel is not None
    values = filled(kernel, stop, stop // 2).astype(np.uint64)
    return {
        "values": stop,
        "first": values[:FIRST].tolist(),
        "digest": sha256(values.tobytes()).hexdigest(),
    }


if __name__ == "__main__":
    from mexplore.rules.engine.compiling import plainly

    chosen = cases(SHORT if "short" in sys.argv else FAMILIES)
    with plainly(False):  # or else small work would be done in plain Python
        tables = {text: table(text, stop) for text, stop in chosen}
    sys.stdout.write(json.dumps(tables) + "\n")
