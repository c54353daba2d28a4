"""Beatty laws and Sturmian words: found with the surd, checked exactly; no false periods."""

from __future__ import annotations

import json
from fractions import Fraction
from math import isqrt
from random import Random

import numpy as np
import pytest

from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty, BeattyForm
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.arithmetic.numbers import Number, Surd, ceiling_of, floor_of
from mexplore.rules.boards.board import Board

GOLDEN = Surd(Fraction(1, 2), Fraction(1, 2), 5)
SMALL_GOLDEN = Surd(Fraction(-1, 2), Fraction(1, 2), 5)
ROOT_2 = Surd(Fraction(0), Fraction(1), 2)


def study_of(terms: list[int]) -> Study:
    return study(None, source=GivenSource(np.array(terms, dtype=np.uint32)))


def beatty(slope: Surd, intercept: Number, count: int) -> list[int]:
    return [floor_of(slope * n + intercept) for n in range(count)]


@pytest.mark.parametrize(
    ("slope", "intercept", "count"),
    [
        (GOLDEN, 0, 90),
        (GOLDEN, GOLDEN, 300),
        (Surd(Fraction(3, 2), Fraction(1, 2), 5), 0, 300),
        (ROOT_2, 0, 300),
        (Surd(Fraction(2), Fraction(1), 2), Fraction(1, 2), 600),
        (Surd(Fraction(0), Fraction(1), 3), 0, 2000),
        (Surd(Fraction(-1), Fraction(1), 2), 0, 600),
        (Surd(Fraction(3, 2), Fraction(1, 2), 13), Fraction(1, 2), 1000),
    ],
)
def test_the_surd_is_found_and_no_period_is_told(
    slope: Surd, intercept: Number, count: int
) -> None:
    result = study_of(beatty(slope, intercept, count))
    assert [f.claim for f in result.findings] == [Beatty(slope, intercept)]
    assert result.status == "holds so far"


@pytest.mark.parametrize("count", [64, 90, 128, 170, 242, 400, 700])
def test_wythoffs_smaller_numbers_have_no_period(count: int) -> None:
    # 55 and 89 are a convergent of the golden section, seen three times and more: it fails at 89.
    terms = [(n + isqrt(5 * n * n)) // 2 for n in range(count)]
    findings = study_of(terms).findings
    assert [f.claim for f in findings] == [Beatty(GOLDEN, 0)]
    assert findings[0].claim.denies(Periodic(1, 55, 89))
    failure = Periodic(1, 55, 89).first_failure(Evidence(np.array(terms)))
    assert failure == (89 + 55 if count > 89 + 55 else None)


def test_wythoffs_board_is_a_beatty_law() -> None:
    from mexplore.rules.boards.lines import BoardSequence

    board = Board.parse(
        "(x, y) -> [(x - k, y) for k in range(1, x + 1)] + [(x, y - k) for k in range(1, y + 1)]"
        " + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
    )
    assert board is not None
    terms = BoardSequence(board, None, "value", 0).values(96).tolist()
    assert [f.claim for f in study_of(terms).findings] == [Beatty(GOLDEN, 0)]


@pytest.mark.parametrize(
    "terms",
    [
        [n * 89 // 55 for n in range(1000)],
        [n * 7 // 5 for n in range(300)],
        [n * 9 // 13 % 2 for n in range(300)],
        list(range(300)),
        [0] * 300,
        [5, 7] * 150,
        [isqrt(n) for n in range(300)],
    ],
)
def test_rational_slopes_and_others_are_left_to_other_laws(terms: list[int]) -> None:
    assert not list(Beatty.detect(Evidence(np.array(terms))))


def test_the_fibonacci_word() -> None:
    word = [0]
    while len(word) < 1000:
        word = [w for letter in word for w in ([0, 1] if letter == 0 else [0])]
    best = study_of([3 if letter else 8 for letter in word]).findings[0]
    assert isinstance(best.claim, Beatty)
    assert best.claim.values == (3, 8)
    assert best.claim.slope in (GOLDEN - 1, 2 - GOLDEN)
    form = best.form
    assert isinstance(form, BeattyForm)
    assert form.prefix(len(word)).tolist() == [3 if letter else 8 for letter in word]
    assert form.counts(1000) == {3: word[:1000].count(1), 8: word[:1000].count(0)}
    # Of the first F_k letters F_(k-2) are 1.
    assert form.count_of(3, 1836311903) == 701408733


def test_values_before_the_start() -> None:
    terms = beatty(GOLDEN, 0, 400)
    terms[:2] = [9, 7]
    best = study_of(terms).findings[0]
    assert best.claim == Beatty(GOLDEN, 0, 2)
    assert best.form is not None
    assert best.form.prefix(400).tolist() == terms
    assert best.form.count_of(9, 400) == terms.count(9)
    assert best.form.counts(300) == {v: terms[:300].count(v) for v in set(terms[:300])}


def test_the_form_far_out() -> None:
    form = BeattyForm(Beatty(GOLDEN, Fraction(1, 2)), ())
    for n in (10**30, 10**300, 3**700):
        value = form.at(n)
        # (value - 1/2 - n/2)*2 <= n*sqrt(5) < that + 2
        low = 2 * value - 1 - n
        assert low * low <= 5 * n * n < (low + 2) ** 2
    n = 10**30
    assert form.count_of(form.at(n), n + 1) - form.count_of(form.at(n), n) == 1
    assert BeattyForm(Beatty(SMALL_GOLDEN, 0), ()).count_of(5, 10**40) in (1, 2)


def test_every_wrong_term_is_seen() -> None:
    terms, pick = beatty(ROOT_2, Fraction(1, 2), 3000), Random(1)
    claim = Beatty(ROOT_2, Fraction(1, 2))
    assert claim.first_failure(Evidence(np.array(terms))) is None
    for _ in range(40):
        place = pick.randrange(3000)
        wrong = np.array(terms)
        wrong[place] += pick.choice([-1, 1]) if wrong[place] else 1
        assert claim.first_failure(Evidence(wrong)) == place


def test_floors_are_exact_where_floating_point_is_not() -> None:
    # n*sqrt(2) is nearest to an integer at the denominators of its convergents.
    p, q = 1, 1
    while q < 1 << 38:
        p, q = p + 2 * q, p + q
        for claim in (Beatty(ROOT_2, 0), Beatty(ROOT_2, Fraction(1))):
            exact = isqrt(2 * q * q) + int(claim.intercept == 1)
            assert claim.column(q, q + 1).tolist() == [exact] == [claim.at(q)]


def test_parameters_make_the_round_trip_and_lies_are_refused() -> None:
    claims = [
        Beatty(GOLDEN, 0),
        Beatty(ROOT_2, Fraction(1, 2), 2),
        Beatty(SMALL_GOLDEN, SMALL_GOLDEN, 0, (3, 8)),
    ]
    for claim in claims:
        given = json.loads(json.dumps(claim.parameters()))
        assert Beatty.from_parameters(given) == claim
        for key, value in [
            ("slope", [2, 2, 5, 4]),
            ("slope", [1, 1, 4, 2]),
            ("slope", [1, 0, 5, 2]),
            ("slope", [1, -1, 5, 2]),
            ("start", -1),
            ("start", "0"),
            ("intercept", [0, 1, 7, 1]),
            ("values", [1, 1]),
            ("values", [1]),
            ("more", 1),
        ]:
            with pytest.raises((KeyError, TypeError, ValueError)):
                Beatty.from_parameters({**given, key: value})


def test_formulas_are_the_values() -> None:
    import sympy

    n = sympy.Symbol("n", integer=True, nonnegative=True)
    for claim in (Beatty(GOLDEN, Fraction(1, 2)), Beatty(SMALL_GOLDEN, 0, 0, (2, 5))):
        expression = BeattyForm(claim, ()).formula(n)
        assert expression is not None
        for m in (0, 1, 7, 88, 89, 10**30):
            assert expression.subs(n, m) == claim.at(m)


def test_floor_and_ceil() -> None:
    assert (floor_of(GOLDEN), ceiling_of(GOLDEN), floor_of(Fraction(-1, 2)), ceiling_of(3)) == (
        1,
        2,
        -1,
        3,
    )
