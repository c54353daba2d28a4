"""Laws that are formulas: what theorems claim against the definition, and mutants refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from mexplore.discover.boards.kind import Boards
from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.one_heap import OneHeap
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.xor_of_heaps import XorOfHeaps
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.cyclic_nimhoff import CyclicNimhoff, cyclic_law
from mexplore.discover.boards.theorems.difference import Difference
from mexplore.discover.boards.theorems.euclid import RULES as EUCLID
from mexplore.discover.boards.theorems.euclid import Euclid
from mexplore.discover.boards.theorems.longest_chain import LongestChain
from mexplore.discover.boards.theorems.nim_and_more import NimAndMore
from mexplore.discover.boards.theorems.one_direction import OneDirection
from mexplore.discover.boards.theorems.sum_of_heaps import SumOfHeaps
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables, table_by_definition

ROOK = "[(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
SIDE = 16  # beyond every number in the rules


def board(options: str) -> Board:
    found = Board.parse(f"(x, y) -> {options}")
    assert found is not None
    return found


def claimed(options: str) -> list[BoardLaw]:
    """The laws that theorems claim and prove by the shape alone; each against the definition."""
    rule, proved = board(options), []
    tables = Tables(rule)
    table = table_by_definition(rule, (SIDE, SIDE), edges=False)
    for theorem in Boards().theorems():
        for claim in theorem.claims(rule):
            found = theorem.proved(rule, claim, lambda w, h: tables.table((w, h)))
            assert isinstance(found, Proved), (options, claim, found)
            assert claim.first_failure(table) is None, (options, claim)
            proved.append(claim)
    return proved


@pytest.mark.parametrize(
    ("options", "formula"),
    [
        (ROOK, "x xor y"),
        ("[(x - k, y - k) for k in range(1, min(x, y) + 1)]", "min(x, y)"),
        ("[(a, y - x + a) for a in range(x)]", "min(x, y)"),
        ("[(a, b) for a in range(x) for b in range(y)]", "min(x, y)"),
        ("[(a, b) for a in range(x + 1) for b in range(y + 1) if a + b < x + y]", "x + y"),
        ("[(a, b) for a in range(x - 1) for b in range(y - 2)]", "min(x // 2, y // 3)"),
        ("[(a, b) for a in range(x) for b in range(y + 1)]", "x"),
        (f"{ROOK} + [(x - 1, y - 2), (x + 1, y - 4)]", "x xor y"),
        (f"{ROOK} + [(x - k, y - 2 * k) for k in range(1, x + 1)]", "x xor y"),
        (f"{ROOK} + [(x - 1, y - 1)]", "3 * (x // 3 xor y // 3) + (x + y) % 3"),
        ("[(a, y) for a in range(y, x)] + [(x, b) for b in range(x, y)]", "abs(x - y)"),
        ("[(x - 1, y), (x, y - 1), (x, y - 2)]", "Mod(x, 2) xor Mod(y, 3)"),
    ],
)
def test_known_forms(options: str, formula: str) -> None:
    assert formula in [claim.formula() for claim in claimed(options)]


@pytest.mark.parametrize("rule", EUCLID)
def test_euclid(rule: str) -> None:
    (law,) = claimed(rule.removeprefix("(x, y) -> "))
    assert [law.value((8, n)) for n in (8, 12, 13, 17, 24, 0)] == [0, 0, 1, 1, 2, 0]
    far = 10**50
    assert law.value((far, far * 21 // 13)) == 0 and law.value((far, far * 34 // 21 + far // 99))


NOTHING_PROVED = [
    f"{ROOK} + [(x - 2, y - 6)]",
    f"{ROOK} + [(x - 1, y - 1), (x - 1, y - 2)]",
    f"{ROOK} + [(x - k, y - 3 * k) for k in range(1, x + 1)]",
    f"{ROOK} + [(x - 1 - 2 * k, y - 2 - k) for k in range(x + 1)]",
    "[(x - k, y - k) for k in range(1, min(x, y) + 1)] + [(x - 1, y)]",
    "[(a, b) for a in range(x) for b in range(y)] + [(x - 1, y)]",
    "[(a, y) for a in range(y + 1, x)] + [(x, b) for b in range(x, y)]",
    "[(a, y) for a in range(x)] + ([(x, b) for b in range(y)] if x % 2 else [])",
    f"{ROOK} except (0, 0)",
    "[(x - k*y, y) for k in range(2, x//y + 1)] + [(x, y - k*x) for k in range(1, y//x + 1)]"
    " if x*y else []",
]


@pytest.mark.parametrize("options", NOTHING_PROVED)
def test_nothing_is_claimed_where_a_hypothesis_fails(options: str) -> None:
    assert claimed(options) == []


def numbers(random: Random, name: str) -> str:
    """A list of the options of one coordinate."""
    taken = sorted(random.sample(range(1, 7), random.randint(1, 3)))
    low, step = random.randint(1, 3), random.randint(1, 3)
    return random.choice(
        [
            f"[{', '.join(f'{name} - {s}' for s in taken)}]",
            f"[{name} - k for k in range({low}, {name} + 1)]",
            f"[{name} - {step} * k for k in range(1, {name} + 1)]",
            f"[k for k in range({name}) if k % {step + 1} != 1]",
            f"([{name} // {low + 1}] if {name} else [])",
            f"[{name} - k for k in range(1, {name} // {low} + 1)]",
        ]
    )


def boards_of_two_heaps(random: Random) -> Iterator[str]:
    while True:
        yield " + ".join(
            listed(numbers(random, name), square) for name, square in (("x", "*, y"), ("y", "x, *"))
        )


def listed(options: str, square: str) -> str:
    """``[(t, y) for t in ...]`` of the numbers in a list, in the notation of boards."""
    inner = options.strip("()")
    if " for " in inner:
        item, loop = inner[1:].split(" for ", 1)
        return f"[({square.replace('*', item)}) for {loop}"
    if " if " in inner:
        item, rest = inner[1:].split("] if ", 1)
        return f"([({square.replace('*', item)})] if {rest})"
    items = inner.strip("[]").split(", ")
    squares = (f"({square.replace('*', item)})" for item in items)
    return f"[{', '.join(squares)}]"


def shifts(random: Random) -> Iterator[str]:
    """Steps that are multiples of one, and unions of lines, points and quadrants."""
    while True:
        a, b = random.randint(1, 3), random.randint(0, 3)
        times = sorted(random.sample(range(1, 6), random.randint(1, 2)))
        parts = [f"[(x - {a * t}, y - {b * t})]" for t in times]
        parts += [f"[(x - {a} * k, y - {b} * k) for k in range({times[0]}, x + 1)]"]
        parts += [f"[(i, j) for i in range(x - {a - 1}) for j in range(y - {b} + 1)]", ROOK]
        parts += [f"[(x - {random.randint(1, 4)}, y - {random.randint(1, 4)})]"]
        yield " + ".join(random.sample(parts, random.randint(1, 3)))


def brute_force(count: int, seed: int) -> int:
    random, proved = Random(seed), 0
    for stream in (boards_of_two_heaps(random), shifts(random)):
        for options in islice(stream, count):
            proved += bool(claimed(options))
    return proved


def test_what_shapes_claim_is_true() -> None:
    assert brute_force(2, 3) > 1


@pytest.mark.slow
def test_what_shapes_claim_is_true_of_a_hundred() -> None:
    assert brute_force(60, 4) > 60


def refused(options: str, theorem: object, claim: BoardLaw) -> bool:
    rule = board(options)
    tables = Tables(rule)
    found = next(t for t in Boards().theorems() if type(t) is theorem).proved(
        rule, claim, lambda w, h: tables.table((w, h))
    )
    return isinstance(found, Inapplicable)


def test_mutants_are_refused() -> None:
    assert refused(ROOK, SumOfHeaps, FormulaLaw("x ^ y"))
    (rook,) = SumOfHeaps().claims(board(ROOK))
    (other,) = SumOfHeaps().claims(board("[(x - 1, y), (x, y - 1)]"))
    assert isinstance(rook, XorOfHeaps) and isinstance(other, XorOfHeaps)
    assert not refused(ROOK, SumOfHeaps, rook)
    assert refused(ROOK, SumOfHeaps, other) and refused(ROOK, SumOfHeaps, replace(rook, x=other.x))
    wrong = rook.x.warrant.replace('"saltus": 1', '"saltus": 2')
    assert refused(ROOK, SumOfHeaps, replace(rook, x=replace(rook.x, warrant=wrong)))
    bishop = "[(x - k, y - k) for k in range(1, min(x, y) + 1)]"
    for text in ("max(x, y)", "min(x, y) // 2", "x", "min(x, y + 1)"):
        assert refused(bishop, LongestChain, FormulaLaw(text))
    assert refused(f"{ROOK} + [(x - 1, y - 2)]", NimAndMore, FormulaLaw("x | y"))
    assert refused(f"{ROOK} + [(x - 1, y - 1)]", CyclicNimhoff, cyclic_law(4))
    assert refused(EUCLID[0].removeprefix("(x, y) -> "), Euclid, FormulaLaw("x // y if y else 0"))
    gap = "[(a, y) for a in range(y, x)] + [(x, b) for b in range(x, y)]"
    assert refused(gap, Difference, FormulaLaw("x - y"))
    steps = "[(x - 1, y - 2), (x - 2, y - 4)]"
    (line,) = OneDirection().claims(board(steps))
    assert isinstance(line, OneHeap)
    assert not refused(steps, OneDirection, line)
    assert refused(steps, OneDirection, replace(line, b=1))


@pytest.mark.parametrize(
    "options", [ROOK, f"{ROOK} + [(x - 1, y - 1)]", "[(x, y - 1), (x - 1, y)]"]
)
def test_certificates_of_forms(options: str) -> None:
    found = study_board(board(options))
    assert found.certificate is not None
    assert verify(found.certificate).valid and verify(found.certificate, by_definition=True).valid
    assert not verify(found.certificate | {"bound": 10**6}).valid
    assert not verify(found.certificate | {"theorem": "vector period of dreams"}).valid
    assert not verify(found.certificate | {"rule": str(board("[(x - 1, y)]"))}).valid


def test_rows_of_forms_are_proved() -> None:
    law = next(iter(claimed(ROOK)))
    steps = law.line_steps("row", 5)
    assert steps is not None and (steps.period, steps.saltus) == (8, 8)
    table = np.array([[law.value((x, y)) for y in range(64)] for x in range(8)])
    assert (table[5, 8:] == table[5, :-8] + 8).all()


@pytest.mark.parametrize("h", [3, 4, 5])
def test_cyclic_nimhoff_compares_three_blocks(h: int) -> None:
    pairs = ", ".join(f"(x - {i}, y - {j})" for i in range(1, h) for j in range(1, h - i))
    rule = board(f"{ROOK} + [{pairs}]")
    found = CyclicNimhoff().proved(rule, cyclic_law(h), lambda w, d: Tables(rule).table((w, d)))
    assert isinstance(found, Proved)
    assert found.bound == 3 * h


def test_another_formula_that_is_true_on_all_squares_compared_is_not_proved() -> None:
    """Nobody has compared the squares where the formula and x xor y differ."""
    rule = board(ROOK)
    false = FormulaLaw("(x ^ y) + x // 10**6")
    assert false.first_failure(Tables(rule).table((300, 300))) is None
    found = NimAndMore().proved(rule, false, lambda w, h: Tables(rule).table((w, h)))
    assert isinstance(found, Inapplicable)
