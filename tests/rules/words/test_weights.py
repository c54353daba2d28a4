"""Weights that show that play ends."""

from __future__ import annotations

from itertools import product
from random import Random

from mexplore.rules.words.rewriting import Rewrite, Rewriting
from mexplore.rules.words.weights import least_index, weights


def test_weights_are_lowered_by_every_rule() -> None:
    draw, found = Random(3), 0
    for _ in range(400):
        rules = [_drawn(draw, draw.randrange(1, 4)) for _ in range(draw.randrange(1, 5))]
        given = weights(Rewriting.of(rules))
        if given is not None:
            found += 1
            assert all(value >= 0 for value in given.values())
            for rule in rules:
                before, after = (
                    sum(given.get(c, 0) for c in side) for side in (rule.lhs, rule.rhs)
                )
                assert before >= after + 1
    assert 60 < found < 340


def test_least_index_finds_a_solution_if_a_small_one_exists() -> None:
    draw, none = Random(4), 0
    for _ in range(400):
        rows = [tuple(draw.randrange(-2, 3) for _ in range(3)) for _ in range(draw.randrange(1, 5))]
        found = least_index(rows, 3)
        if found is None:
            none += 1
            for x in product(range(7), repeat=3):
                assert any(sum(a * b for a, b in zip(row, x, strict=True)) < 1 for row in rows)
        else:
            assert all(sum(a * b for a, b in zip(row, found, strict=True)) >= 1 for row in rows)
            assert min(found) >= 0
    assert none > 50


def _drawn(draw: Random, length: int) -> Rewrite:
    lhs, rhs = (
        "".join(draw.choice(letters) for _ in range(length)) for letters in ("oab", "oab..")
    )
    return Rewrite(lhs, rhs)
