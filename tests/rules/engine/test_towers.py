"""Runs of equal values between ends that are roots of roots, however far out."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mexplore.discover.heaps.evidence.sources import RunSource
from mexplore.rules.engine.runs import RunStream, runs_of
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.errors import TooLarge
from mexplore.rules.moves.pieces import pieces_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

SQUARES = "leave(isqrt(isqrt(max(n-1, 0)))+1 .. isqrt(n))"
"""A heap of n becomes y < n with y^4 >= n and y^2 <= n (the stone game of square roots, UVa)."""


def starts_below(rule: Rule, stop: int) -> list[tuple[int, int]]:
    stream = run_starts(rule)
    assert stream is not None
    runs = RunStream(stream).extend(stop)
    return list(zip(runs.starts, runs.values, strict=True))


def test_the_stone_game_of_square_roots() -> None:
    """Values by a table of all n < 2*10^6, and the starts beyond from y^4 >= n, y^2 <= n."""
    found = starts_below(parse_rule(SQUARES), 10**12)
    assert [start for start, _ in found] == [0, 4, 16, 82, 6724, 50626, 2562991876]
    assert [value for _, value in found] == [0, 1, 2, 0, 3, 1, 2]


def test_each_start_follows_from_those_before() -> None:
    """A run begins at a square of a start, or one beyond the fourth power of one less."""
    starts = [start for start, _ in starts_below(parse_rule(SQUARES), 10**1000)]
    assert len(starts) > 10
    for start in starts[3:]:
        assert start in {x * x for x in starts} | {(x - 1) ** 4 + 1 for x in starts}


ENDS = [
    "isqrt(n)",
    "isqrt(isqrt(n))",
    "isqrt(n//2)",
    "isqrt(2*n)//3",
    "isqrt(n) - 1",
    "isqrt(isqrt(max(n - 1, 0))) + 1",
    "bit_length(n)",
    "min(isqrt(n), n//4)",
    "max(isqrt(n) - 3, 0)",
    "isqrt(n) + isqrt(isqrt(n))",
    "n//5 + isqrt(n)",
    "ceil(isqrt(n)/2)",
    "0",
]


def compare(seed: int, count: int, stop: int) -> int:
    """Runs of random rules against the definition."""
    drawn, seen = Random(seed), 0
    for _ in range(count):
        low, high = drawn.choice(ENDS), drawn.choice(ENDS)
        texts = [f"leave({low} .. {high})", f"n -> [{low}, {high}] if n > 12 else []"]
        text = drawn.choice([*texts, f"leave({low} .. {high}) or leave({high} .. {high})"])
        try:
            rule = parse_rule(text)
        except Exception:
            continue
        stream = run_starts(rule)
        if stream is None or pieces_of(rule) is None:
            continue
        seen += 1
        known = runs_of(np.array(list(grundy_by_definition(rule, stop)), dtype=np.uint8))
        assert RunStream(stream).extend(stop) == known, text
    return seen


def test_random_rules_against_the_definition() -> None:
    assert compare(3, 24, 400) >= 8


@pytest.mark.slow
def test_many_random_rules_against_the_definition() -> None:
    assert compare(4, 1500, 5000) >= 400


def test_where_options_may_be_none_nothing_is_said() -> None:
    """Control: an interval that is empty for some large n has no pieces."""
    assert pieces_of(parse_rule("leave(isqrt(n) .. isqrt(isqrt(n)) + 100)")) is None
    assert pieces_of(parse_rule("leave(isqrt(isqrt(n)) .. 2*isqrt(n) + n//2 + n//2)")) is None


def test_runs_beyond_what_is_known_are_refused() -> None:
    source = RunSource(parse_rule(SQUARES))
    assert source.extend(10**1200).stop == 10**1200
    with pytest.raises(TooLarge, match="2\\^4096"):
        source.extend(10**1300)
    assert source.extend(10**12).runs.at(777777777777) == 2


def test_a_run_that_ends_out_of_sight_is_known_as_far_as_is_seen() -> None:
    """With logarithms the next start may have more digits than can be written."""
    source = RunSource(parse_rule("leave(bit_length(bit_length(n)) .. bit_length(n))"))
    assert source.extend(10**1000).stop == 10**1000
    with pytest.raises(TooLarge):
        source.extend(1 << 5000)
    assert source.extend(10**6).stop == 10**6
