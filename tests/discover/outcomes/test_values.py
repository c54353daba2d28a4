"""The first nim-values by automata: against the definition, and what is false refused."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from mexplore.discover.automata.numbers import finite, residue
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.values_by_digits import ValuesByDigitsTheorem
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits, HeapValuesForm
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
from mexplore.discover.heaps.theorems.values_by_digits import HeapValuesByDigitsTheorem
from mexplore.discover.outcomes.game import LinearGame
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import mex

LOST, THEOREM, OF_BOARDS = (
    HeapsLostByDigitsTheorem(),
    HeapValuesByDigitsTheorem(),
    ValuesByDigitsTheorem(),
)
SHARED = "n -> [n - k for k in range(1, n//2 + 1) if k & n]"
ONE_DIGIT = "n -> [n - x for x in range(1, n + 1) if x & n == x and x & (x-1) == 0]"
MEM = "(x, y) -> [(x - j, j) for j in range(max(1, y), x + 1)]"
CONDITIONS = (
    "x & n == 0", "x | n == n", "x & 2*n == 0", "x ^ n > n", "x & 3 != n & 3", "x & (x - 1) == 0",
    "x & n < x >> 1", "x % 3 == n % 3", "2*x <= n", "3*x > n", "x <= 3", "x & n",
)  # fmt: skip


def values_of(text: str, stop: int) -> Any:
    """By the definition, by Python itself."""
    options = eval(text.replace("n ->", "lambda n:"))
    values = list[int]()
    for n in range(stop):
        values.append(mex(values[m] for m in options(n) if 0 <= m < n))
    return np.array(values)


def game_of(text: str) -> LinearGame:
    game = THEOREM.hypotheses(parse_rule(text))
    assert isinstance(game, LinearGame)
    return game


def law_of(text: str, side: int = 1 << 10) -> HeapValuesByDigits | None:
    game, values = game_of(text), values_of(text, side)

    def table(stop: int) -> Any:
        return values[:stop] if stop <= side else None

    told = LOST.sought(game, lambda stop: None if stop > side else table(stop) == 0)
    return None if isinstance(told, Inapplicable) else THEOREM.followed(game, told, table)


def random_rule(pick: Random) -> str:
    tests = pick.sample(CONDITIONS, pick.randint(1, 3))
    joined = pick.choice([" and ", " or "]).join(tests)
    return f"n -> [n - x for x in range(1, n + 1) if {joined}]"


def held_against_the_definition(pick: Random, count: int, far: int) -> int:
    """Laws of random rules far past the bound of 64; how many there are."""
    found = 0
    for _ in range(count):
        text = random_rule(pick)
        law = law_of(text)
        if law is None:
            continue
        found += 1
        assert THEOREM.bound_of(game_of(text), law) == 64
        values = np.minimum(values_of(text, far), law.most + 1)
        assert (law.outputs_below(far) == values).all(), text
    return found


def test_laws_of_random_rules_hold_far_past_the_bound() -> None:
    assert held_against_the_definition(Random(1), 8, 1500) >= 3


@pytest.mark.slow
def test_laws_of_many_random_rules_hold_far_past_the_bound() -> None:
    assert held_against_the_definition(Random(2), 120, 3000) > 30


def altered_laws_are_refused(text: str, count: int) -> None:
    """One transition or one output is another: the same values, or it is refused."""
    law, game, pick = law_of(text), game_of(text), Random(3)
    assert law is not None
    for _ in range(count):
        rows, outputs = [list(row) for row in law.transitions], list(law.outputs)
        state = pick.randrange(law.order)
        if pick.random() < 0.5:
            outputs[state] = pick.randrange(law.most + 2)
        else:
            rows[state][pick.randrange(2)] = pick.randrange(law.order)
        try:
            mutant = replace(law, transitions=tuple(map(tuple, rows)), outputs=tuple(outputs))
        except ValueError:  # zeros at the end would change the value
            continue
        same = (mutant.outputs_below(400) == law.outputs_below(400)).all()
        assert (THEOREM.bound_of(game, mutant) == 64) == same


@pytest.mark.parametrize("text", [SHARED, ONE_DIGIT])
def test_altered_laws_are_refused(text: str) -> None:
    altered_laws_are_refused(text, 25)


@pytest.mark.slow
@pytest.mark.parametrize("text", [SHARED, ONE_DIGIT])
def test_a_thousand_altered_laws_are_refused(text: str) -> None:
    altered_laws_are_refused(text, 1000)


def test_each_condition_is_needed() -> None:
    """Taking 1 or 2: n mod 3. Sets that break (i), (ii) for w itself, and (ii) for a smaller w."""
    game = game_of("n -> [n - 1, n - 2]")
    mod = [residue(3, r) for r in range(3)]
    nothing = finite((), 1)
    assert THEOREM.bound_of(game, HeapValuesByDigits.of_sets(mod)) == 64
    assert THEOREM.bound_of(game, HeapValuesByDigits.of_sets(mod[:2])) == 64
    for false in (
        [residue(2, 0), residue(2, 1)],  # from 2 a move leads to 0
        [mod[0], nothing],  # from 1 none leads to value 1
        [mod[1], mod[0], mod[2]],  # each a kernel but for the first numbers
        [mod[0], mod[2], mod[1]],  # from 2 a move leads to 1, which is outside of K_0 and K_1
        [nothing, mod[0], mod[1]],
    ):
        assert isinstance(THEOREM.bound_of(game, HeapValuesByDigits.of_sets(false)), Inapplicable)


def test_values_of_boards_are_those_of_the_definition() -> None:
    board = Board.parse(MEM)
    assert board is not None
    claims = [f.claim for f in study_board(board, upto=127).findings if f.theorem == OF_BOARDS.name]
    (law,) = claims
    assert isinstance(law, ValuesByDigits)
    table = Tables(board).table((150, 150))
    assert law.first_failure(table) is None
    assert law.count_between(1, 0, 100) == int((table[:100, :100] == 1).sum())
    shape = OF_BOARDS.hypotheses(board)
    assert not isinstance(shape, Inapplicable)
    shape.linear.confirmed(law)
    swapped = replace(law, outputs=tuple({0: 1, 1: 0}.get(out, out) for out in law.outputs))
    refused = OF_BOARDS.prove(shape, swapped, lambda *sides: Tables(board).table(sides))
    assert isinstance(refused, Inapplicable)


def test_whole_values_are_found_proved_and_verified() -> None:
    """Clearing a digit 1: the parity of their number (the theorem of digit games knows it too)."""
    text = "n -> [n - x for x in range(1, n + 1) if x & n == x and x & (x-1) == 0]"
    found = study(parse_rule(text), Limits(None, 2000, who_wins=True))
    best = found.best
    assert best is not None
    assert best.theorem == THEOREM.name
    assert isinstance(best.form, HeapValuesForm)
    assert best.form.at(2**1000 + 1) == 0
    assert best.form.counts(2**1000) == {0: 2**999, 1: 2**999}
    assert best.form.largest_value() == 1


def test_certificates_are_checked_in_another_way_and_altered_ones_refused() -> None:
    found = study(parse_rule(SHARED), Limits(None, 2000, who_wins=True))
    law = next(f for f in found.findings if f.theorem == THEOREM.name)
    certificate: dict[str, Any] = {
        "mexplore certificate": 1,
        "rule": str(found.rule),
        "claim": {"pattern": law.claim.name, **law.claim.parameters()},
        "statement": law.claim.statement(),
        "theorem": law.theorem,
        "bound": 64,
    }
    assert "another way" in verify(certificate).reason
    altered = json.loads(json.dumps(certificate))
    altered["claim"]["outputs"][-1] = (altered["claim"]["outputs"][-1] + 1) % 3
    assert not verify(altered).valid
