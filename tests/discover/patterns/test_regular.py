"""Regular sequences: the representation by matrices is found, extrapolated, refuted."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discover.evidence.evidence import Evidence
from discover.patterns.regular.pattern import Regular, RegularForm
from rules.computing.grundy import grundy_values
from rules.computing.runs import Runs, runs_of
from rules.errors import InputError
from rules.notation import parse_rule

if TYPE_CHECKING:
    from rules.rule import Values

ONES = Regular(2, (0, 1), (((1, 0), (0, 1)), ((0, 1), (-1, 2))))


def as_values(terms: list[int]) -> Values:
    return np.array(terms, dtype=np.min_scalar_type(max(terms)))


def digit_sum(n: int, base: int, weights: list[int]) -> int:
    """The sum of the weights of the digits; that of a leading zero is 0."""
    total = 0
    while n:
        total += weights[n % base]
        n //= base
    return total


def valuation(n: int, p: int) -> int:
    count = 0
    while n and n % p == 0:
        n, count = n // p, count + 1
    return count


def stern(n: int) -> int:
    """Stern's diatomic sequence, as Dijkstra computes it."""
    a, b = 1, 0
    while n:
        if n % 2:
            b += a
        else:
            a += b
        n //= 2
    return b


KNOWN = {
    "number of ones": (2, 2, [n.bit_count() for n in range(4096)]),
    "bit length": (2, 3, [n.bit_length() for n in range(4096)]),
    "2-adic valuation": (2, 3, [valuation(n, 2) for n in range(4096)]),
    "3-adic valuation": (3, 3, [valuation(n, 3) for n in range(4096)]),
    "Gray code": (2, 3, [n ^ n >> 1 for n in range(4096)]),
    "Stern": (2, 2, [stern(n) for n in range(4096)]),
    "odd part": (2, 3, [n // (n & -n) if n else 0 for n in range(4096)]),
    "squares": (2, 3, [n * n for n in range(4096)]),
}


@pytest.mark.parametrize(("base", "rank", "terms"), KNOWN.values(), ids=KNOWN.keys())
def test_well_known_sequences(base: int, rank: int, terms: list[int]) -> None:
    evidence = Evidence(as_values(terms))
    (claim,) = Regular.detect(evidence)
    assert (claim.base, claim.rank) == (base, rank)
    assert claim.not_least(evidence) is None
    assert Regular.from_parameters(claim.parameters()) == claim
    assert claim.prefix(4096).tolist() == terms


def test_a_representation_with_fractions() -> None:
    """At least two tokens and at most half of the heap: rank 9 over the rationals."""
    rule = parse_rule("remove(2 .. n//2)")
    values = grundy_values(rule, 1 << 14)
    (claim,) = Regular.detect(Evidence(values[: 1 << 13]))
    assert (claim.base, claim.rank) == (2, 9)
    assert claim.denominator > 1
    assert claim.first_failure(Evidence(values)) is None
    assert claim.prefix(1 << 13).tolist() == values[: 1 << 13].tolist()
    assert [claim.at(n) for n in range(500)] == values[:500].tolist()
    assert Regular.from_parameters(claim.parameters()) == claim
    assert claim.counts(5000)[0] == values[:5000].tolist().count(0)


def test_a_law_that_is_not_whole_somewhere() -> None:
    halves = Regular(2, (1, 2), (((2, 0), (0, 2)), ((1, 0), (0, 2))), 2)
    assert halves.first_failure(Evidence(np.ones(100, dtype=np.uint8))) == 1
    assert halves.first_failure(Evidence(np.ones(1, dtype=np.uint8))) is None
    with pytest.raises(InputError):
        halves.at(1)


def test_huge_heaps() -> None:
    (claim,) = Regular.detect(Evidence(as_values(KNOWN["Stern"][2])))
    for n in (10**1000, 3**700 + 1):
        assert claim.at(n) == stern(n)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([2, 3, 5]), st.data())
def test_planted_sums_over_digits_are_found(base: int, data: st.DataObject) -> None:
    digit = st.lists(st.integers(0, 6), min_size=base - 1, max_size=base - 1)
    weights = [0, *data.draw(digit.filter(any))]
    terms = [digit_sum(n, base, weights) for n in range(6000)]
    evidence = Evidence(as_values(terms))
    claims = list(Regular.detect(evidence))
    if all(w == i * weights[1] for i, w in enumerate(weights)) and base == 2:
        assert len(claims) == 1
    for claim in claims:
        assert claim.first_failure(evidence) is None
        assert claim.not_least(evidence) is None
        assert claim.rank <= 2
        n = data.draw(st.integers(0, 10**40))
        assert claim.at(n) == digit_sum(n, base, weights)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(KNOWN)), st.integers(2048, 4095), st.integers(1, 3))
def test_one_late_wrong_term_refutes(name: str, n: int, more: int) -> None:
    terms = list(KNOWN[name][2])
    (claim,) = Regular.detect(Evidence(as_values(terms)))
    terms[n] += more
    evidence = Evidence(as_values(terms))
    assert claim.first_failure(evidence) == n
    assert list(Regular.detect(evidence)) == []


@pytest.mark.parametrize("stop", [0, 1, 255, 256, 1000, 20_000])
def test_noise_is_not_regular(stop: int) -> None:
    generator = np.random.default_rng(stop)
    n = np.arange(stop)
    roots = np.array([isqrt(m) for m in range(stop)], dtype=np.uint16)
    random = generator.integers(0, 1 + n)
    for values in (random.astype(np.uint32), roots, np.sort(random).astype(np.uint32)):
        assert list(Regular.detect(Evidence(values))) == []


@pytest.mark.parametrize(
    "text",
    [
        "subtract(1, 3, 4)",
        "subtract(all but 2, 3, 7)",
        "subtract(2, 4, 7)",
        "subtract(1) or divide(2)",
    ],
)
def test_simpler_laws_are_left_to_their_own_patterns(text: str) -> None:
    for stop in (300, 5000, 50_000):
        assert list(Regular.detect(Evidence(grundy_values(parse_rule(text), stop)))) == []


@given(st.integers(0, 3000))
@settings(max_examples=10, deadline=None)
def test_counts_are_those_of_the_prefix(stop: int) -> None:
    for base, _, terms in KNOWN.values():
        (claim,) = Regular.detect(Evidence(as_values(terms)))
        counts = RegularForm(claim).counts(stop)
        values = claim.prefix(stop).tolist()
        assert counts == {value: values.count(value) for value in sorted(set(values))}
        assert claim.base == base


def test_counts_of_huge_ranges() -> None:
    """How many numbers below 2^200 have k binary digits 1: a binomial coefficient."""
    counts = RegularForm(ONES).counts(2**200)
    assert counts[0] == 1
    assert counts[2] == 200 * 199 // 2
    assert sum(counts.values()) == 2**200


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 40), st.integers(0, 999), st.integers(0, 12))
def test_failure_among_runs_is_that_among_values(dense: int, n: int, wrong: int) -> None:
    (claim,) = Regular.detect(Evidence(as_values(KNOWN["bit length"][2])))
    values = claim.prefix(1000)
    values[n] = wrong
    failures = np.flatnonzero(values != claim.prefix(1000))
    expected = int(failures[0]) if len(failures) else None
    assert claim.first_failure(Evidence(values[:dense], runs_of(values))) == expected


def test_runs_far_beyond_any_array() -> None:
    starts = (0, *(2**j for j in range(100)))
    runs = Runs(starts, tuple(range(101)), 2**100)
    (claim,) = Regular.detect(Evidence(runs.dense(4096), runs))
    assert claim.at(2**299) == 300
    wrong = Runs((*starts[:-1], 2**99 + 1), tuple(range(101)), 2**100)
    assert list(Regular.detect(Evidence(wrong.dense(4096), wrong))) == []
    assert claim.first_failure(Evidence(wrong.dense(4096), wrong)) == 2**99


def test_values_wider_than_a_word() -> None:
    wide = Regular(100, (0,), tuple(((a + 2,),) for a in range(100)), 2)
    assert wide.prefix(300).tolist() == [wide.at(n) for n in range(300)]
    powers = Regular(2, (1, 1), (((1, 0), (0, 1)), ((0, 10**9), (0, 10**9))))
    assert powers.at(7) == 10**27
    assert powers.prefix(8).tolist() == [powers.at(n) for n in range(8)]
    assert powers.first_failure(Evidence(np.ones(100, dtype=np.uint8))) == 1


def test_a_rank_that_is_not_least_is_named() -> None:
    padded = Regular(
        2, (0, 1, 0), tuple((*((*row, 0) for row in m), (0, 0, 1)) for m in ONES.matrices)
    )
    nothing = Evidence(np.zeros(0, dtype=np.uint8))
    assert padded.not_least(nothing) is not None
    assert ONES.not_least(nothing) is None


@pytest.mark.parametrize(
    "change",
    [
        {"base": 1},
        {"base": 3},
        {"rank": 3},
        {"denominator": 0},
        {"denominator": 2},
        {"initial": [0]},
        {"initial": [0, 0.5]},
        {"initial": [0, True]},
        {"matrices": [[[2, 0], [0, 2]], [[0, 1], [-1, 2]]]},
        {"matrices": [[[1, 0]], [[0, 1], [-1, 2]]]},
        {"matrices": []},
        {"more": 1},
    ],
)
def test_wrong_parameters_are_refused(change: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Regular.from_parameters(ONES.parameters() | change)
