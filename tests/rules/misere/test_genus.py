"""The genus against published tables and against the definition."""

from __future__ import annotations

import random

import pytest
from misere_rules import random_code
from published import MISERE_VALUES, PublishedGenera

from mexplore.rules.misere.game import Genera, Outcomes
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


def exponents(symbol: str, count: int = 8) -> list[int]:
    """The first exponents of a genus as it is written: after the last one y, y xor 2, y, ..."""
    value, _, digits = symbol.partition("^")
    small = {"0": [1, 2, 0], "1": [0, 3, 1]}
    found = [int(d) for d in digits] if digits else small.get(value, [int(value)])
    while len(found) < count:
        found.append(found[-1] ^ 2)
    return found


@pytest.mark.parametrize("table", MISERE_VALUES, ids=lambda table: table.rule)
def test_published_genera(table: PublishedGenera) -> None:
    genera = Genera(parse_rule(table.rule))
    for n, (misere, symbol) in enumerate(
        zip(table.misere.split(), table.genera.split(), strict=True)
    ):
        found = genera.of_heap(n)
        assert found.misere == int(misere), n
        assert found.value == int(symbol.partition("^")[0]), n
        assert exponents(str(found)) == exponents(symbol), (n, str(found))


def test_the_definition() -> None:
    """A sum is lost exactly if its misère value is 0; beside heaps of two of Nim, exponent k is."""
    rng = random.Random(1)
    for _ in range(20):
        rule = parse_rule(random_code(rng))
        outcomes, genera = Outcomes(rule), Genera(rule)
        for n in range(13):
            assert outcomes.lost((n,)) == (genera.of_heap(n).misere == 0), (rule, n)


def beside_twos(rule: Rule, n: int, twos: int) -> int:
    """The misère value of a heap of n beside heaps of two of Nim, from the options of both."""
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def value(heaps: tuple[int, ...], nim: tuple[int, ...]) -> int:
        key = heaps, nim
        if key not in known:
            options = [
                (tuple(sorted(heaps[:i] + heaps[i + 1 :] + option)), nim)
                for i, heap in enumerate(heaps)
                for option in rule.options(heap)
            ] + [
                (heaps, tuple(sorted((*nim[:i], *([left] if left else []), *nim[i + 1 :]))))
                for i, size in enumerate(nim)
                for left in range(size)
            ]
            seen = {value(*option) for option in options}
            known[key] = next(v for v in range(99) if v not in seen) if options else 1
        return known[key]

    return value((n,) if n else (), (2,) * twos)


def test_exponents_by_the_definition() -> None:
    rng = random.Random(2)
    for _ in range(6):
        rule = parse_rule(random_code(rng))
        genera = Genera(rule)
        for n in range(9):
            expected = [beside_twos(rule, n, k) for k in range(4)]
            assert exponents(str(genera.of_heap(n)), 4) == expected, (rule, n)
