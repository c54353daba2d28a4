"""Vector periods: the check of two strips against brute force, and claims that must fail it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from mexplore.discover.boards.patterns.strips import Repeating, Strips, line_of, strips_of
from mexplore.discover.boards.patterns.vector_period import (
    VectorPeriod,
    eventual_vectors,
    vector_period,
)
from mexplore.discover.boards.theorems.moves.steps import Step
from mexplore.discover.boards.theorems.vector_period import (
    FiniteSteps,
    VectorPeriodTheorem,
    checked,
    repeats,
    satisfied,
)
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.kernel import BoardValues

THEOREM = VectorPeriodTheorem()
FAR = 160
KNIGHT = ((2, 1), (1, 2), (-1, 2), (2, -1))
KING = ((1, 0), (0, 1), (1, 1))


def board_of(steps: Iterable[Step]) -> Board:
    """The rule with these steps."""
    squares = (f"(x - {i}, y - {j})".replace("- -", "+ ") for i, j in steps)
    board = Board.parse(f"(x, y) -> [{', '.join(squares)}]")
    assert board is not None
    return board


def triangle(steps: Iterable[Step], side: int) -> BoardValues:
    """The values with x + y < side by the definition, the others -1."""
    table = np.full((side, side), -1, dtype=np.int32)
    listed = list(steps)
    for s in range(side):
        for x in range(s + 1):
            y = s - x
            options = {int(table[x - i, y - j]) for i, j in listed if x >= i and y >= j}
            table[x, y] = next(v for v in range(len(options) + 1) if v not in options)
    return table


def corner(steps: Iterable[Step], side: int) -> BoardValues:
    """The values with x, y < side."""
    return triangle(steps, 2 * side)[:side, :side]


def random_steps(random: Random) -> Iterator[tuple[Step, ...]]:
    """Up to four steps that lower x + y, coordinates by at most 4 and by -2 at least."""
    while True:
        count, found = random.randrange(1, 5), set[Step]()
        while len(found) < count:
            step = random.randrange(-2, 5), random.randrange(-2, 5)
            if sum(step) > 0:
                found.add(step)
        yield tuple(sorted(found))


def plausible(table: BoardValues, random: Random) -> Iterator[Strips]:
    """Strips of small corners of a table, right or wrong: what a hasty detector would guess."""
    for side in (12, 18, 26, 40, 60):
        small = table[:side, :side]
        pairs = list(islice(eventual_vectors(small), 6))
        exact = vector_period(small)
        pairs += [((0, 0), v) for v in exact.vectors if min(v) > 0] if exact else []
        for place, vector in random.sample(pairs, min(len(pairs), 3)):
            width, height = place[0] + vector[0], place[1] + vector[1]
            rows = [hasty(small[:, y]) for y in range(height)]
            columns = [hasty(small[x]) for x in range(width)]
            if None not in rows and None not in columns:
                yield Strips(place, vector, tuple(filter(None, rows)), tuple(filter(None, columns)))


def hasty(values: BoardValues) -> Repeating | None:
    """A line that repeats at least once."""
    known = values.tolist()
    for period in range(1, len(known) // 2 + 1):
        start = len(known) - period
        while start > 0 and known[start - 1] == known[start - 1 + period]:
            start -= 1
        if len(known) - start >= 2 * period:
            return Repeating(tuple(known[: start + period]), period)
    return None


def agrees(strips: Strips, known: BoardValues) -> bool:
    """Whether F is the table of the game as far as it is known."""
    return bool((strips.array(*known.shape) == known)[known >= 0].all())


def accepted_and_refused(count: int, seed: int) -> tuple[int, int]:
    """Claims of random rules, each held against a table far past its check."""
    random, yes, no = Random(seed), 0, 0
    for steps in islice(random_steps(random), count):
        known = triangle(steps, FAR)
        shape = FiniteSteps(steps)
        for strips in plausible(known, random):
            if checked(shape, strips) is not None:
                assert agrees(strips, known), (steps, strips)
                yes += 1
            else:
                no += 1
    return yes, no


def test_what_the_check_accepts_is_true() -> None:
    yes, no = accepted_and_refused(60, 1)
    assert yes > 20 and no > 20


@pytest.mark.slow
def test_what_the_check_accepts_is_true_of_thousands() -> None:
    yes, no = accepted_and_refused(2000, 2)
    assert yes > 700 and no > 700


def smaller_region(shape: FiniteSteps, strips: Strips, *, by: str) -> bool:
    """The check with m for m*, or of x < m + p alone: both too small."""
    K, (a, b), (c, d) = shape.decrease, strips.vector, strips.corner
    (m, p), (n, q) = strips.along_rows, strips.along_columns
    more = K if by == "m" else 0
    sizes = (m + p + more, d + K + b), (c + K + a, n + q + more)
    return strips.consistent and all(satisfied(shape, strips, *size) for size in sizes)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["m", "m + p"])
def test_smaller_regions_accept_what_is_false(by: str) -> None:
    random = Random(5)
    for steps in islice(random_steps(random), 4000):
        known = triangle(steps, 100)
        for strips in plausible(known, random):
            shape = FiniteSteps(steps)
            if smaller_region(shape, strips, by=by) and not agrees(strips, known):
                assert checked(shape, strips) is None
                return
    raise AssertionError("no false claim passed the smaller check")


def test_a_region_of_one_period_accepts_what_is_false() -> None:
    random, false = Random(7), 0
    for steps in islice(random_steps(random), 150):
        known = triangle(steps, 100)
        for strips in plausible(known, random):
            shape = FiniteSteps(steps)
            if smaller_region(shape, strips, by="m + p") and not agrees(strips, known):
                assert checked(shape, strips) is None
                false += 1
    assert false


def proved(steps: Iterable[Step], claim: VectorPeriod) -> Proved | Inapplicable:
    listed = list(steps)
    return THEOREM.proved(board_of(listed), claim, lambda w, h: corner(listed, max(w, h))[:w, :h])


@pytest.mark.parametrize(
    ("steps", "vector"),
    [(KNIGHT, (4, 4)), (KING, (2, 2)), (((1, 3), (2, 1), (0, 2)), (3, 4))],
)
def test_known_vector_periods(steps: tuple[Step, ...], vector: Step) -> None:
    found = proved(steps, VectorPeriod((vector,)))
    assert isinstance(found, Proved)
    known = triangle(steps, FAR)
    for x, y in ((0, 0), (5, 9), (70, 3), (3, 70), (60, 61)):
        assert found.claim.value((x, y)) == known[x, y]
        far = 10**40
        moved = (x + vector[0] * far, y + vector[1] * far)
        assert found.claim.value(moved) == known[x, y]


def test_shrunken_vectors_are_refused() -> None:
    for steps, vector in ((KNIGHT, (4, 4)), (KING, (2, 2))):
        for smaller in ((vector[0] - 1, vector[1]), (vector[0], vector[1] - 1), (1, 1)):
            assert isinstance(proved(steps, VectorPeriod((smaller,))), Inapplicable)


def test_mutated_strips_are_refused() -> None:
    shape = FiniteSteps(KNIGHT)
    table = corner(KNIGHT, 64)
    strips = strips_of(table, (0, 0), (4, 4))
    assert strips is not None and checked(shape, strips)
    assert repeats(strips, (4, 4), (0, 0)) and not repeats(strips, (4, 3), (0, 0))
    for y, line in enumerate(strips.rows):
        for x in range(len(line.values)):
            wrong = list(line.values)
            wrong[x] += 1
            rows = (*strips.rows[:y], Repeating(tuple(wrong), line.period), *strips.rows[y + 1 :])
            columns = strips.columns
            if x < 4:  # the corner, where the columns have to agree
                column = list(columns[x].values)
                column[y : y + 1] = [wrong[x]]
                changed = Repeating(tuple(column), columns[x].period)
                columns = (*columns[:x], changed, *columns[x + 1 :])
            assert checked(shape, replace(strips, rows=rows, columns=columns)) is None
        if line.preperiod:
            early = Repeating(line.values[:-1], line.period)
            rows = (*strips.rows[:y], early, *strips.rows[y + 1 :])
            assert checked(shape, replace(strips, rows=rows)) is None


def test_a_vector_from_a_corner_on() -> None:
    steps = ((2, 2), (1, 0), (0, 1), (-1, 3))
    table = corner(steps, 64)
    claim = next(c for c in VectorPeriod.detect(table) if c.corner != (0, 0))
    found = proved(steps, claim)
    assert isinstance(found, Proved)
    assert VectorPeriod.from_parameters(found.claim.parameters()) == claim
    known = triangle(steps, FAR)
    expected = np.vectorize(lambda x, y: found.claim.value((x, y)))(*np.indices((60, 60)))
    assert (expected == known[:60, :60]).all()
    c, d = claim.corner
    for earlier in ((c - 1, d), (c, d - 1)):
        if min(earlier) >= 0:
            assert isinstance(proved(steps, replace(claim, corner=earlier)), Inapplicable)


def test_what_is_not_finite_or_runs_upwards_is_refused() -> None:
    for text in (
        "[(a, y) for a in range(x)]",
        "[(x - 1, y + 1)]",
        "[(x - 1, y)] if y > 0 else []",
        "[(x // 2, y)] if x else []",
        "[(x - 1, y)] except (3, 3)",
        "[((x - 1, y), (x - 2, y))]",
    ):
        board = Board.parse(f"(x, y) -> {text}")
        assert board is not None
        assert isinstance(THEOREM.hypotheses(board), Inapplicable), text


def test_lines_repeat_on_half_of_what_is_known() -> None:
    assert line_of([0, 1, 2, 3, 4, 5, 5, 5]) is None
    assert line_of([0, 1] * 8) == Repeating((0, 1), 2)


def repeating(*values: int, period: int) -> Repeating:
    return Repeating(values, period)


def test_the_bound_on_small_boards_by_hand() -> None:
    """wide = max(m, c) + a*floor((K + b + U - 1)/b) + p + K, high likewise; the larger is it.

    One move (x - 2, y + 1): K = 2, U = 1, and the values are 0 0 1 1 0 0 1 1 ... on every row. With
    v = (4, 1), C = (0, 0): p = 4, q = 1, m = m' = 0; wide = 4*floor(3/1) + 4 + 2 = 18, and high =
    1*floor(7/4) + 1 + 2 = 4. The king: K = 1, U = 0, v = (2, 2); the rows are 0 1 0 1 ... and
    1 2 3 2 3 ..., so that m = 1, p = 2 and both are 1 + 2*floor(2/2) + 2 + 1 = 6. With the corner
    (3, 0) in place of (0, 0), m' = 4: wide is 3 + 2 + 2 + 1 = 8, and high is 4 + 2 + 2 + 1 = 9.
    """
    row = repeating(0, 0, 1, 1, period=4)
    columns = tuple(repeating(v, period=1) for v in (0, 0, 1, 1))
    one = FiniteSteps(((2, -1),))
    assert checked(one, Strips((0, 0), (4, 1), (row,), columns)) == 18
    assert checked(FiniteSteps(((-1, 2),)), Strips((0, 0), (1, 4), columns, (row,))) == 18
    even, odd = repeating(0, 1, period=2), repeating(1, 2, 3, period=2)
    king = FiniteSteps(KING)
    assert checked(king, Strips((0, 0), (2, 2), (even, odd), (even, odd))) == 6
    later = ((0, 3, 0, 1), (1, 2, 1, 2, 3), (0, 3, 0, 3, 0, 1))
    five = (even, odd, *(repeating(*values, period=2) for values in later))
    assert checked(king, Strips((3, 0), (2, 2), (even, odd), five)) == 9


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_vector_is_compared_on_the_strips_up_to_their_ends(mirrored: bool) -> None:
    """F is constant on diagonals: 0 0 0 1 0 1 ... on the row y = 0, and 0 on the column x = 0.

    F(X + (2, 0)) = F(X) is false at X = (1, 0) alone, where F is 0 and F(3, 0) = 1, and on its
    diagonal. It is on the row y = 0 < max(d, f) + b = 1, and not on the column x = 0.
    """
    row, column = repeating(0, 0, 0, 1, period=2), repeating(0, period=1)
    lines = ((column,), (row,)) if mirrored else ((row,), (column,))
    strips = Strips((0, 0), (1, 1), *lines)
    vector = (0, 2) if mirrored else (2, 0)
    for x, y in [(n, n + 1) if mirrored else (n + 1, n) for n in range(3)]:
        assert strips.at((x, y)) == 0 and strips.at((x + vector[0], y + vector[1])) == 1
    assert not repeats(strips, vector, (0, 0))
    assert repeats(strips, (1, 1), (0, 0))
