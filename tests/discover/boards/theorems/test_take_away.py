"""Games that remember the last move: Schwenk's theorem against the definition, by many rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from written_boards import board

from mexplore.discover.boards.patterns.line import square_of
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.patterns.take_away import TakeAwayOutcomes
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.moves.take_away import TakeAway, take_away_of
from mexplore.discover.boards.theorems.take_away import Schwenk
from mexplore.discover.boards.values import SquareValues
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import table_by_definition
from mexplore.rules.errors import MexploreError

THEOREM = Schwenk()
SIDE = 200


def law_of(text: str) -> TakeAwayOutcomes:
    found = THEOREM.hypotheses(board(text))
    assert isinstance(found, TakeAwayOutcomes), (text, found)
    return found


def usual(f: str) -> str:
    return f"(n, m) -> [(n - k, {f}) for k in range(1, min(n, m) + 1)]"


# Random functions that never fall, as text, each with what it is in Python.


def rising(random: Random, name: str = "k", least: int = 0) -> str:
    a, b, c = random.randint(name == "m", 4), random.randint(0, 9), random.randint(1, 5)
    table = sorted(random.randint(least, 40) for _ in range(12))
    return random.choice(
        [
            f"{a} * {name} + {b}",
            f"({a} * {name} + {b}) // {c}",
            f"{name} + {b}",
            f"max({name}, {b})",
            f"min({a + 1} * {name}, {b + 8})",
            f"max({a} * {name}, {name} * {name} // {c})",
            f"{name} * {name} + {b}",
            f"2**min({name}, 60)",
            f"isqrt({c} * {name}) + {b}",
            f"{name} + isqrt({name})",
            f"{name} + {name} % {min(c, 2)} + {b}",
            f"{a} * {name} if {name} < {b} else {a + 1} * {name} + {b}",
            f"{table}[min({name}, 11)]",
            f"max({table}[min({name}, 11)], {a} * {name})",
            f"({name} + {b}) // {c} * {c + a}",
            f"bit_length({name}) * {c}",
        ]
    )


def thresholds(g: Callable[[int], int], h: Callable[[int], int], stop: int) -> list[int]:
    """From the definition: the least k that leads from a heap of n < ``stop`` to a lost position;
    (n, m) is won exactly if h(m) is at least that. (n - k, g(k)) is lost exactly if n = k, or h of
    g(k) is less than that of n - k."""
    allowed = [0, *(h(g(k)) for k in range(1, stop))]
    found = [1 << 60]
    for n in range(1, stop):
        found.append(next(k for k in range(1, n + 1) if k == n or allowed[k] < found[n - k]))
    return found


def check_random(seed: int, count: int) -> None:
    random = Random(seed)
    ended = 0
    for _ in range(count):
        f, most = rising(random), "m"
        if random.random() < 0.3:
            most = rising(random, "m")
        law = law_of(f"(n, m) -> [(n - k, {f}) for k in range(1, min(n, {most}) + 1)]")
        g, h = read_expression(f, ("k",)), read_expression(most, ("m",))
        least = thresholds(lambda k: evaluate(g, {"k": k}), lambda m: evaluate(h, {"m": m}), SIDE)  # noqa: B023
        allowed = [evaluate(h, {"m": m}) for m in range(SIDE)]
        assert [law.numbers.smallest(n) for n in range(1, SIDE)] == least[1:], (f, most)
        ended += law.numbers.last is not None
        follows = [law.f(k or 1) for k in range(SIDE)]
        for n, m in [(random.randrange(SIDE), random.randrange(SIDE)) for _ in range(40)]:
            lost = n == 0 or allowed[m] < least[n]
            assert law.is_zero((n, m)) == lost, (f, most, n, m)
            wins = [k for k in range(1, min(n, allowed[m]) + 1)
                    if k == n or follows[k] < least[n - k]]  # fmt: skip
            told = [(n - k, law.next_of(k)) for k in wins]
            assert list(law.moves_to_zero((n, m))) == told, (f, most, n, m)
    assert 0 < ended < count


def test_outcomes_and_all_winning_moves_of_random_games() -> None:
    check_random(1, 200)


@pytest.mark.slow
def test_outcomes_and_all_winning_moves_of_many_random_games() -> None:
    check_random(2, 4000)


def test_tables_by_the_definition_agree() -> None:
    random = Random(3)
    for _ in range(12):
        text = usual(rising(random))
        law, table = law_of(text), table_by_definition(board(text), (26, 26), edges=False)
        assert law.first_failure(table) is None, text
        for _ in range(5):
            square = random.randrange(1, 26), random.randrange(26)
            wrong = table.copy()
            wrong[square] = 0 if wrong[square] else 1
            assert law.first_failure(wrong) == square
        proved = THEOREM.proved(board(text), law, lambda w, h: table[:w, :h])  # noqa: B023
        assert proved == Proved(law, THEOREM.compared)


# Claims with a changed number.


def test_laws_of_other_games_are_refused() -> None:
    random, refused = Random(4), 0
    for _ in range(25):
        f = rising(random)
        rule, law = board(usual(f)), law_of(usual(f))
        least = thresholds(law.f, lambda m: m, 40)
        table = np.array([[int(m >= least[n]) for m in range(40)] for n in range(40)])
        claims = [TakeAwayOutcomes(rising(random)) for _ in range(6)]
        claims += [TakeAwayOutcomes(law.next, "m + 1"), TakeAwayOutcomes(law.next, law.most, "y")]
        for claim in claims:
            if claim == law:
                continue
            found = THEOREM.proved(rule, claim, lambda w, h: table[:w, :h])  # noqa: B023
            assert isinstance(found, Inapplicable)
            same = all(
                claim.is_zero((n, m)) == (table[n, m] == 0) for n in range(40) for m in range(40)
            )
            assert (claim.first_failure(table[:40, :40]) is None) == same
            refused += not same
    assert refused > 100


# Controls.


def test_a_function_that_falls_is_another_game() -> None:
    """The parts would be 1, 2, 3, 4, and (4, 2) lost; taking 2 leaves (2, 1), which is lost."""
    text = usual("3 if k % 2 else 1")
    table = table_by_definition(board(text), (8, 8), edges=False)
    claim = TakeAwayOutcomes("3 if k % 2 else 1")
    assert claim.numbers.upto(9) == [1, 2, 3, 4] and claim.is_zero((4, 2)) and table[4, 2]
    reason = THEOREM.hypotheses(board(text))
    assert isinstance(reason, Inapplicable)
    assert reason.reason.endswith("it falls from 3 at k = 1 to 1 at k = 2")


def test_functions_that_fall_are_refused() -> None:
    random, differ = Random(5), 0
    for _ in range(60):
        values = [random.randint(1, 9) for _ in range(10)]
        if values == sorted(values):
            continue
        f = f"{[values[0], *values]}[min(k, 10)]"
        assert isinstance(THEOREM.hypotheses(board(usual(f))), Inapplicable)
        least = thresholds(lambda k: values[min(k, 10) - 1], lambda m: m, 60)  # noqa: B023
        parts = TakeAwayOutcomes(f).numbers
        differ += any(parts.smallest(n) != least[n] for n in range(1, 60))
    assert differ > 20


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("[(n - k, k - 2) for k in range(1, min(n, m) + 1)]", "negative at k = 1"),
        ("[(n - k, 9 - k) for k in range(1, min(n, m) + 1)]", "never falls"),
        ("[(n - k, k ^ 1) for k in range(1, min(n, m) + 1)]", "never falls"),
        ("[(n - k, k) for k in range(1, min(n, 20 - m) + 1)]", "never falls"),
        ("[(n - k, 6 // (k - 4)) for k in range(1, min(n, m) + 1) if k < 4]", ""),
        ("[(n - k, k) for k in range(2, min(n, m) + 1)]", "not everything from 1"),
        ("[(n - k, k) for k in range(1, min(n, m))]", "not everything from 1"),
        ("[(n - k, k) for k in range(1, min(n, m) + 1) if k != 3]", ""),
        ("[(n - k, k) for k in range(1, n + 1) if k != m]", ""),
        ("[(n - k, k) for k in range(1, min(n, m) + 1, 2)]", ""),
        ("[(n - k, m) for k in range(1, min(n, m) + 1)]", ""),
        ("[(n - k, k + n) for k in range(1, min(n, m) + 1)]", ""),
        ("[(n - k, k) for k in range(1, n + 1)]", ""),
        ("[(n - 2 * k, k) for k in range(1, min(n, m) + 1)]", ""),
        ("[(n - k, k) for k in range(1, min(n, m) + 1)] + [(n - 1, 5)]", ""),
        ("[(n - k, k) for k in range(1, min(n, m) + 1)] + [(n, m - 1)]", ""),
        ("[(n - k, k) for k in range(1, min(n, m) + 1)] if n != 7 else []", ""),
        ("[((n - k, k), (k, 0)) for k in range(1, min(n, m) + 1)]", ""),
        ("[(n - k, j) for k in range(1, min(n, m) + 1) for j in range(k)]", ""),
    ],
)
def test_other_moves_are_refused(moves: str, reason: str) -> None:
    try:
        rule = board(f"(n, m) -> {moves}")
    except MexploreError:
        return
    found = THEOREM.hypotheses(rule)
    assert isinstance(found, Inapplicable) and reason in found.reason


# The rule is recognised however it is written, and exactly.

WRITTEN = [
    ("(n, m) -> [(n - k, 2 * k) for k in range(1, min(n, m) + 1)]", "2 * k", "m", "x"),
    ("(heap, most) -> [(heap - a, 2*a) for a in range(1, most + 1)]", "2 * k", "m", "x"),
    ("(y, x) -> [(y - k, k + k) for k in range(1, y + 1) if k <= x]", "2 * k", "m", "x"),
    ("(a, b) -> [(2 * k, b - k) for k in range(1, min(a, b) + 1)]", "2 * k", "m", "y"),
    ("(n, m) -> [(a, 2 * (n - a)) for a in range(max(0, n - m), n)]", "2 * k", "m", "x"),
    ("(n, m) -> [(n - j - 1, 2 * j + 2) for j in range(min(n, m))]", "2 * k", "m", "x"),
    ("(n, m) -> [(n - k, 2 * k) for k in range(min(m, n), 0, -1)]", "2 * k", "m", "x"),
    ("(n, m) -> [(n - k, 2*k) for k in range(n + 1) if k and not k > m]", "2 * k", "m", "x"),
    ("(n, m) -> [(n - k, 2*k) for k in range(1, min(n, m) + 1)] if n * m else []",
     "2 * k", "m", "x"),
    ("(n, m) -> ([(n - 1, 2)] if m > 0 else []) + [(n - k, 2*k) for k in range(2, m + 1)]",
     "2 * k", "m", "x"),
    ("(n, t) -> [(n - k, k) for k in range(1, min(n, 2 * t) + 1)]", "k", "2 * m", "x"),
    ("(n, t) -> [(n - k, k) for k in range(1, n + 1) if k < 2 * t]", "k", "2 * m - 1", "x"),
    ("(n, t) -> [(n - k, k) for k in range(1, n + 1) if 2 * k <= 3 * t]", "k", "3 * m // 2", "x"),
    ("(n, t) -> [(n - k, k) for k in range(1, min(n, t * t) + 1)]", "k", "m * m", "x"),
    ("(n, t) -> [(n - k, k) for k in range(1, min(n, t, 9) + 1)]", "k", "min(m, 9)", "x"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "following", "most", "heap"), WRITTEN)
def test_the_moves_are_recognised_as_written(
    text: str, following: str, most: str, heap: str
) -> None:
    assert law_of(text) == TakeAwayOutcomes(following, most, heap)
    table = table_by_definition(board(text), (30, 30), edges=False)
    assert law_of(text).first_failure(table) is None


def check_conditions(seed: int, count: int) -> int:
    """Random conditions on k: where the reader sees a game, its moves are those of the list."""
    random, seen = Random(seed), 0
    ends = ["n", "m", "min(n, m)", "m + 1", "n + 1", "min(n, m) + 1", "2 * m", "m // 2", "m * m",
            "max(n, m)", "min(n, 5)", "min(n, 2 * m + 1)", "n - 1"]  # fmt: skip
    tests = ["k", "k <= m", "k < m", "k <= n", "k > 0", "k >= 1", "k != 2", "2 * k <= m", "k > 1",
             "k <= n or m > 3", "k <= m and k >= 1", "not k > m", "n", "m", "n > k"]  # fmt: skip
    for _ in range(count):
        chosen = [random.choice(tests) for _ in range(random.randint(0, 3))]
        low, end = random.choice(["", "1, ", "2, "]), random.choice(ends)
        conditions = "".join(f" if {test}" for test in chosen)
        try:
            rule = board(f"(n, m) -> [(n - k, 3 * k) for k in range({low}{end}){conditions}]")
        except MexploreError:
            continue
        game = take_away_of(rule)
        if isinstance(game, TakeAway):
            seen += 1
            check_moves(rule, game)
    return seen


def test_what_is_recognised_are_exactly_the_moves() -> None:
    assert check_conditions(6, 300) > 5


@pytest.mark.slow
def test_what_is_recognised_are_exactly_the_moves_of_many() -> None:
    assert check_conditions(8, 6000) > 150


def check_moves(rule: Board, game: TakeAway) -> None:
    for n in range(9):
        for m in range(9):
            most = min(n, evaluate(game.most, {"m": m}))
            moves = {((n - k, evaluate(game.next, {"k": k})),) for k in range(1, most + 1)}
            assert set(rule.options((n, m))) == moves, (str(rule), n, m)


# Poisoned squares.


def test_poisoned_squares_matter_where_a_move_leads_there() -> None:
    for square, harmless in (((0, 3), True), ((5, 7), True), ((0, 4), False), ((2, 2), False)):
        text = f"{usual('2 * k')} except {square}"
        found = THEOREM.hypotheses(board(text))
        assert isinstance(found, TakeAwayOutcomes) == harmless
        table = table_by_definition(board(text), (24, 24), edges=False)
        law = TakeAwayOutcomes("2 * k")
        assert law.first_failure(table) is None or not harmless
    assert isinstance(
        THEOREM.hypotheses(board(f"{usual('min(k, 5)')} except (0, 9)")), Inapplicable
    )


# Known games.


def test_first_moves_that_lose() -> None:
    """Fibonacci Nim is lost for the heaps that are Fibonacci numbers, Dynamic Nim for the powers of
    2, where all but all may be taken: Whinihan 1963, Schwenk 1970."""
    fibonacci, dynamic = law_of(usual("2 * k")), law_of(usual("k"))
    assert [n for n in range(2, 300) if fibonacci.is_zero((n, n - 1))] == [
        2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233
    ]  # fmt: skip
    assert [n for n in range(2, 300) if dynamic.is_zero((n, n - 1))] == [
        2, 4, 8, 16, 32, 64, 128, 256
    ]  # fmt: skip
    places = dynamic.places("diagonal", -1, 0)
    assert places.nth(1001) == 2**1000 - 1 and places.below(2**1000) == 1001


def test_winning_moves_of_a_huge_heap() -> None:
    dynamic, n = law_of(usual("k")), 3 * 2**400
    assert list(dynamic.moves_to_zero((n, n - 1))) == [(2**401, 2**400)]
    assert list(dynamic.moves_to_zero((n, n))) == [(2**401, 2**400), (0, n)]
    assert list(dynamic.moves_to_zero((n, 2**400 - 1))) == []
    squares = law_of(usual("2**k"))
    assert squares.is_zero((10**100, 0)) and not squares.is_zero((10**100, 10**100))
    with pytest.raises(NoValue, match="runs"):
        law_of(usual("k * k")).is_zero((10**100, 1))


# Counts, places, and answers about far squares.


def test_counts_and_places_are_those_of_tables() -> None:
    random = Random(7)
    for _ in range(15):
        f = rising(random)
        most = random.choice(["m", "m", "m + 2", "max(m - 1, 0)", "2 * m"])
        heap = random.choice("xy")
        law = TakeAwayOutcomes(f, most, heap)
        lost = {(x, y) for x in range(48) for y in range(48) if law.is_zero((x, y))}
        check_lines(law, lost, random)
        for k in (1, 2, 7, 30, 100):
            ordered = sorted((x + y, x) for x, y in lost if x + y < 48)
            if k <= len(ordered):
                total, x = ordered[k - 1]
                assert law.nth_square(0, k) == (x, total - x)
        stop = random.randrange(48)
        inside = sum(x < stop and y < stop for x, y in lost)
        assert law.count_below(0, stop) == inside


def check_lines(law: TakeAwayOutcomes, lost: set[tuple[int, int]], random: Random) -> None:
    for kind, number in (
        ("row", random.randrange(30)), ("column", random.randrange(30)),
        ("diagonal", random.randint(-9, 9)),
    ):  # fmt: skip
        try:
            places = law.places(kind, number, 0)
        except NoValue:
            assert kind == "diagonal" and law.most in ("2 * m", "max(m - 1, 0)")
            continue
        here = [n for n in range(38) if square_of(kind, number, n) in lost]
        assert [n for n in range(38) if places.below(n) < places.below(n + 1)] == here
        assert [places.nth(k) for k in range(1, len(here) + 1)] == here


def test_a_study_leads_with_the_outcomes_and_its_certificate_is_checked() -> None:
    study = study_board(board(usual("2 * k")), budget=20.0, upto=63)
    assert study.status == "proved" and study.findings[0].claim == TakeAwayOutcomes("2 * k")
    certificate = study.certificate
    assert certificate is not None and verify(certificate).valid
    assert verify(certificate, by_definition=True).valid
    for change in ({"next": "3 * k"}, {"most": "m + 1"}, {"heap": "y"}, {"next": "2 * n"}):
        changed = certificate | {"claim": {**certificate["claim"], **change}}
        assert not verify(changed).valid


def test_far_squares_are_answered() -> None:
    known = SquareValues(board(usual("2 * k")))
    assert known.value_or_outcome((10**50, 0)) == 0
    assert known.value_or_outcome((10**50, 10**50)) is None


@pytest.mark.slow
def test_values_of_far_squares_that_are_won_are_not_told() -> None:
    known = SquareValues(board(usual("2 * k")))
    told = known.look_up([(10**50, 0), (10**50, 10**50)])
    assert told.values == [0, None]
    assert told.missing.startswith("the next player wins from (1000000")
    moves, missing = known.moves_to_value((89 + 8, 10**10), 0)
    assert moves == (((89, 16),), ((0, 194),)) and not missing
