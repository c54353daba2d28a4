"""Automata that read pairs of digits: found, proved by windows, and mutants refused exactly."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mexplore.discover.boards.patterns.digit_automaton import DigitAutomaton
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.digit_windows import DigitMoves, DigitWindows
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.kernel import BoardValues
from mexplore.rules.boards.table import Tables, table_by_definition

THEOREM = DigitWindows()
HALVES = "([(x // 2, y // 2)] if x + y else [])"
FOUND = [
    f"[(x - 1, y)] + {HALVES}",
    f"[(x - 1, y), (x - 1, y - 1)] + {HALVES}",
    f"[(x, y - 1), (x - 2, y + 1)] + {HALVES}",
    "([(x // 3, y // 3)] if x or y else [])",
]


def board(options: str) -> Board:
    found = Board.parse(f"(x, y) -> {options}")
    assert found is not None
    return found


def accepted(options: str, claim: DigitAutomaton) -> bool:
    rule = board(options)
    found = THEOREM.proved(rule, claim, lambda w, h: Tables(rule).table((w, h)))
    return isinstance(found, Proved)


def values(options: str, side: int) -> BoardValues:
    return Tables(board(options)).table((side, side))


@pytest.mark.parametrize("options", FOUND)
def test_automata_are_found_and_proved(options: str) -> None:
    claim = next(DigitAutomaton.detect(values(options, 256)))
    assert accepted(options, claim)
    assert claim.first_failure(values(options, 700)) is None
    assert claim.first_failure(table_by_definition(board(options), (30, 30), edges=False)) is None
    table = values(options, 200)
    for x, y in ((0, 0), (7, 3), (198, 64), (5, 199)):
        assert claim.value((x, y)) == table[x, y]
    assert claim.value((10**40, 3)) in claim.outputs
    assert DigitAutomaton.from_parameters(claim.parameters()) == claim


def mutants(claim: DigitAutomaton, random: Random) -> DigitAutomaton:
    """One transition, or one output, changed."""
    state = random.randrange(len(claim.outputs))
    if random.random() < 0.3:
        outputs = list(claim.outputs)
        outputs[state] = (outputs[state] + random.randint(1, 2)) % 4
        return replace(claim, outputs=tuple(outputs))
    rows = [list(row) for row in claim.transitions]
    rows[state][random.randrange(1, claim.base**2)] = random.randrange(len(claim.outputs))
    return replace(claim, transitions=tuple(tuple(row) for row in rows))


def test_exactly_the_true_mutants_are_accepted() -> None:
    random, refused = Random(2), 0
    for options in FOUND:
        table = values(options, 256)
        claim = next(DigitAutomaton.detect(table))
        for _ in range(40):
            other = mutants(claim, random)
            true = other.first_failure(table) is None
            assert accepted(options, other) == true, (options, other)
            refused += not true
    assert refused > 100


def test_an_automaton_of_another_game_is_refused() -> None:
    claims = {options: next(DigitAutomaton.detect(values(options, 256))) for options in FOUND[:3]}
    for options in FOUND[:3]:
        for other, claim in claims.items():
            assert accepted(options, claim) == (options == other)


@pytest.mark.parametrize(
    "options",
    [
        "([(x // 2, y // 3)] if x + y else [])",
        "([(x // 2, y // 2)] if x else [])",
        "([(x // 2, y // 2), (x // 3, y // 3)] if x + y else [])",
        "([(x // 2, y // 2)] if x + y else []) + ([(x // 3, y // 3)] if x + y else [])",
        f"[(x - 9, y)] + {HALVES}",
        f"[(x - 1, y + 1)] + {HALVES}",  # x + y stays the same
        f"[(a, y) for a in range(x)] + {HALVES}",
        f"[(x - 1, y)] + {HALVES} except (3, 3)",
        "[(x // 2, y)] if x else []",
    ],
)
def test_other_moves_are_refused(options: str) -> None:
    assert isinstance(THEOREM.hypotheses(board(options)), Inapplicable)


def test_the_moves_are_read_whatever_the_names() -> None:
    rule = Board.parse("(y, x) -> ([(y // 2, x // 2)] if y + x else []) + [(y - 1, x)]")
    assert rule is not None
    assert THEOREM.hypotheses(rule) == DigitMoves(((1, 0),), 2)


def test_nothing_is_found_in_noise() -> None:
    noise = np.random.default_rng(1).integers(0, 3, (128, 128), dtype=np.int32)
    assert not list(DigitAutomaton.detect(noise))


def test_a_study_proves_the_automaton() -> None:
    study = study_board(board(FOUND[0]))
    assert study.status == "proved"
    assert study.findings[0].claim.name == "digit-automaton"
    assert study.certificate is not None and verify(study.certificate).valid
    changed = {**study.certificate["claim"], "outputs": [0, *study.certificate["claim"]["outputs"]]}
    assert not verify(study.certificate | {"claim": changed}).valid
