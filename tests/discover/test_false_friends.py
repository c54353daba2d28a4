"""Laws that look right for long and are wrong: never proved, and refuted by the next terms."""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.judging.conjecture import growth_of
from mexplore.discover.heaps.judging.detectors import Detectors
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

FRIENDS = [
    ("0.F6", Periodic(604, 43, 32), 1886),
    ("0.93", Periodic(4983, 7, 4), 5788),
    ("0.91", Periodic(1494, 8, 4), 1987),
]
"""G(n + p) = G(n) + s holds for n0 <= n < broken, and G(broken + p) is something else."""


@pytest.mark.parametrize(("code", "claim", "broken"), FRIENDS, ids=[c for c, _, _ in FRIENDS])
def test_a_long_arithmetic_period_breaks(code: str, claim: Periodic, broken: int) -> None:
    rule = parse_rule(code)
    values = grundy_values(rule, broken + 200)
    assert claim.first_failure(Evidence(values)) == broken + claim.period
    for stop in (broken, broken + 200):
        result = study(rule, Limits(upto=stop))
        assert all(finding.proof is None for finding in result.findings)
    assert not any(finding.claim == claim for finding in result.findings)


def test_the_longest_friend_is_refuted_by_terms_beyond_those_known() -> None:
    result = study(parse_rule("0.F6"), Limits(upto=1885))
    assert result.findings == ()
    (refuted,) = (r for r in result.refuted if r.claim == Periodic(604, 43, 32))
    assert refuted.failure == 1886 + 43


def test_a_period_of_30_for_51_terms() -> None:
    values = grundy_values(parse_rule("0.14"), 600)
    assert all(values[n] == values[n - 30] for n in range(465, 516))
    assert (values[516], values[486]) == (8, 2)
    for stop in (516, 600):
        result = study(parse_rule("0.14"), Limits(upto=stop - 1))
        assert all(finding.proof is None for finding in result.findings)


def test_two_games_that_agree_for_519_terms() -> None:
    one, other = (grundy_values(parse_rule(code), 600) for code in ("0.161", "0.36"))
    assert np.flatnonzero(one != other)[0] == 519


def primes(stop: int) -> list[int]:
    return [n for n in range(stop) if n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))]


def noise(kind: str, seed: int, count: int = 3000) -> list[int]:
    """Sequences without a law."""
    rng = np.random.default_rng(seed)
    if kind == "mex of random sets":
        values: list[int] = []
        for n in range(count):
            seen = {values[m] for m in rng.integers(0, n, 8).tolist()} if n else set()
            values.append(next(v for v in range(10) if v not in seen))
        return values
    if kind == "primes":
        return primes(10 * count)[:count]
    if kind == "characteristic of primes":
        chosen = set(primes(count))
        return [int(n in chosen) for n in range(count)]
    if kind == "random walk":
        steps: list[int] = np.abs(np.cumsum(rng.integers(-1, 2, count))).tolist()
        return steps
    drawn: list[int] = rng.integers(0, int(kind), count).tolist()
    return drawn


KINDS = ["2", "3", "20", "100000", "mex of random sets", "primes", "characteristic of primes",
         "random walk"]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_noise_yields_nothing(kind: str, seed: int) -> None:
    values = np.array(noise(kind, seed), dtype=np.uint32)
    for stop in (200, 3000):
        found = list(Detectors().claims(Evidence(values[:stop])))
        assert found == [], kind


@pytest.mark.parametrize("pattern", [Periodic, SplitPeriodic, Named])
def test_noise_with_a_short_regular_end_yields_nothing(
    pattern: type[Periodic | SplitPeriodic | Named],
) -> None:
    values = np.array(noise("50", 3), dtype=np.uint32)
    values[-60:] = np.arange(60) % 3
    assert [
        c for c in pattern.detect(Evidence(values)) if c.first_failure(Evidence(values)) is None
    ] == []


@pytest.mark.parametrize(
    ("text", "stop", "law"),
    [
        ("divide(2, 5, 10)", 10**60, None),
        ("divide(2, 5, 7)", 10**30, None),
        ("divide(2, 5, 7)", 10**60, 35),
        ("divide(2..16)", 10**60, 32),
    ],
)
def test_division_games_far_out(text: str, stop: int, law: int | None) -> None:
    """{2, 5, 7} has the ratio 35, but only from about 10^36.4 on; {2, 5, 10} has none so far."""
    result = study(parse_rule(text), Limits(runs_upto=stop))
    claims = [finding.claim for finding in result.findings]
    assert [claim.ratio for claim in claims if isinstance(claim, Geometric)] == [law][: bool(law)]
    assert all(finding.proof for finding in result.findings)
    for claim in claims:
        assert isinstance(claim, Geometric)
        assert (claim.start > 10**36) == (law == 35)
    if law is None:
        growth = growth_of(result.evidence.runs)
        assert growth is not None
        assert growth.counts[-1][1] == sum(start < stop for start in result.evidence.runs.starts)
        assert "power" in growth.statement()


def test_a_period_of_the_ruler_function_seen_less_than_twice_is_not_told() -> None:
    values = np.array([0, *((n & -n).bit_length() - 1 for n in range(1, 1900))], dtype=np.uint8)
    told = [f.claim.name for f in study(None, source=GivenSource(values)).findings]
    assert "named" in told
    assert "periodic" not in told
