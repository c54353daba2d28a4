"""Random rules and outcomes for the tests of misère play."""

from __future__ import annotations

import random
from functools import cache

from mexplore.discover.misere.patterns.pattern import KnownOutcomes
from mexplore.rules.misere.game import Outcomes
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule

SIZES = ((5, 3), (4, 4), (3, 7), (2, 12), (1, 18))  # sums: at most k heaps of at most m tokens
SMALL = ((4, 3), (3, 5), (2, 8), (1, 14))


def known(rule: Rule, sizes: tuple[tuple[int, int], ...] = SMALL) -> KnownOutcomes:
    """The outcomes of small sums by the definition."""
    by_definition = Outcomes(rule)
    lost: dict[Heaps, bool] = {}
    for heaps, largest in sizes:
        lost |= by_definition.of_sums(heaps, largest)
    return KnownOutcomes(rule, lost)


@cache
def known_of(text: str) -> KnownOutcomes:
    """The same of a rule's text, computed once."""
    return known(parse_rule(text))


def random_code(rng: random.Random, digits: int = 3, largest: int = 7) -> str:
    """A code 0.ddd or 4.dd with at least one move."""
    while True:
        zeroth = rng.choice(["0", "0", "0", "4"]) if largest >= 7 else "0"
        rest = [rng.randint(0, largest) for _ in range(rng.randint(1, digits))]
        if any(rest) or zeroth != "0":
            return f"{zeroth}.{''.join(map(str, rest))}"


def random_set(rng: random.Random) -> str:
    """A subtraction rule, finite or not."""
    numbers = sorted(rng.sample(range(1, 12), rng.randint(1, 4)))
    named = ["squares", "primes", "odd", "powers(2)", "fibonacci", "multiples(3)", "triangular"]
    kind = rng.randrange(4)
    if kind == 0:
        return f"subtract(all but {', '.join(map(str, numbers))})"
    written = ", ".join(map(str, numbers))
    return f"subtract({written})" if kind == 1 else f"subtract({written}, {rng.choice(named)})"
