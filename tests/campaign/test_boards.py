"""Rules of squares: damaged texts, and random ones against values of the campaign's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import reduce
from math import gcd, isqrt
from operator import xor
from random import Random
from typing import Any

import numpy as np
import pytest
from campaign.oracle import mex
from campaign.server import Job, Outcome, Part, batches, run
from campaign.test_inputs import damaged

from mexplore.discover.boards.study import study_board
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import table_by_definition
from mexplore.rules.errors import MexploreError
from mexplore.rules.library import library_with

pytestmark = pytest.mark.slow

BUDGET = 0.5
COMPUTED, COMPARED = 24, 40  # sides of the corner that is studied, and of the one compared
NAMES = {"range": range, "min": min, "max": max, "abs": abs, "gcd": gcd, "isqrt": isqrt}

Square = tuple[int, int]

BOARD_TEXTS = sorted(
    {entry.rule for entry in library_with(None).values() if Board.parse(entry.rule) is not None}
    | {"(x, y, z) -> [(x - 1, y, z), (x, y - 1, z - 1)]", "(x, y) -> [()] if x == y else []"}
)


# Damaged texts.


def board_text(pick: Random) -> Job:
    text = damaged(pick, pick.choice(BOARD_TEXTS), BOARD_TEXTS)
    size = f"{pick.randint(1, 9)}x{pick.randint(1, 9)}"
    args = ["terms", "--board", size, "--json", "--no-store", "--budget", "5", "--", text]
    return Job(args, facts=(text, size), budget=5)


def wrong_table(job: Job, outcome: Outcome) -> str | None:
    """The table is that of the definition."""
    if outcome.code or "table" not in (said := outcome.json()):
        return None
    text, size = job.facts
    try:
        board = Board.parse(text)
    except MexploreError:
        return None
    if board is None:
        return None
    width, height = map(int, size.split("x"))
    truth = table_by_definition(board, (width, height), edges=True).tolist()
    return None if said["table"] == truth else f"wrong values of {board}: {said['table']}"


def test_damaged_boards() -> None:
    batches("board texts", 20_000, Part("board texts", 20_000, board_text, wrong_table))


# Random boards.


def steps(pick: Random) -> str:
    """Steps by fixed vectors, one coordinate perhaps growing while the other falls faster."""
    vectors = []
    for _ in range(pick.randint(1, 4)):
        a, b = pick.randint(0, 3), pick.randint(0, 3)
        if pick.random() < 0.2:
            vectors.append(pick.choice(("(x + 1, y - 2)", "(x - 2, y + 1)")))
        elif a or b:
            vectors.append(f"({_less('x', a)}, {_less('y', b)})")
    return f"[{', '.join(vectors) or '(x - 1, y - 1)'}]"


def _less(name: str, by: int) -> str:
    return f"{name} - {by}" if by else name


LINES = (
    "[(a, y) for a in range(x)]",
    "[(x, b) for b in range(y)]",
    "[(x - k, y - k) for k in range(1, min(x, y) + 1)]",
    "[(a, y) for a in range(max(0, x - 3), x)]",
    "[(x, y - k) for k in range(1, y + 1, 2)]",
    "[(x // 2, y)] if x else []",
    "[(x - k, y - l) for k in range(1, 3) for l in range(1, 4)]",
    "[(y - 1, x)] if y > x else []",
    "[(x - k, k) for k in range(1, min(x, y) + 1)]",
    "[((a, y), (x - a, y)) for a in range(1, x // 2 + 1)]",
    "[((x, b), (x, y - b - 1)) for b in range(y)]",
    "[()] if x == y else []",
)


def lines(pick: Random) -> str:
    chosen = pick.sample(LINES, pick.choice((1, 2, 2, 3)))
    return " + ".join(f"({line})" if " if " in line else line for line in chosen)


def split_cases(pick: Random) -> str:
    c = pick.choice(("x % 2 == 0", "x < y", "(x + y) % 3 == 1", "x == y"))
    return f"{pick.choice((steps, lines))(pick)} if {c} else {steps(pick)}"


def random_board(pick: Random) -> str:
    body = pick.choice((steps, steps, lines, split_cases))(pick)
    poisoned = f" except ({pick.randint(0, 2)}, {pick.randint(0, 2)})"
    return f"(x, y) -> {body}{poisoned if pick.random() < 0.1 else ''}"


class Circle(Exception):
    """A move leads back."""


def own_values(text: str, size: Square | None) -> Callable[[int, int], int]:
    """The value of a square by the definition, Python reading the list of its options."""
    body, _, poison = text.partition("->")[2].partition(" except ")
    poisoned = eval(poison) if poison else None
    listed = eval(f"lambda x, y: {body}", dict(NAMES))
    known: dict[Square, int | None] = {}

    def value(x: int, y: int) -> int:
        if (x, y) not in known:
            known[x, y] = None
            known[x, y] = mex(
                reduce(xor, (value(*square) for square in tokens), 0)
                for tokens in map(_tokens, listed(x, y))
                if all(map(allowed, tokens))
            )
        found = known[x, y]
        if found is None:
            raise Circle
        return found

    def allowed(square: Square) -> bool:
        inside = size is None or (square[0] < size[0] and square[1] < size[1])
        return min(square) >= 0 and inside and square != poisoned

    return value


def _tokens(option: Any) -> tuple[Square, ...]:
    single = bool(option) and isinstance(option[0], int)
    return (option,) if single else option


def studied(pick: Random) -> dict[str, Any]:
    """One board: its tables with and without edges, and what is proved of it."""
    sys.setrecursionlimit(20_000)
    text = random_board(pick)
    said: dict[str, Any] = {"code": "no board", "problem": None, "args": [text]}
    size = pick.randint(1, 12), pick.randint(1, 12)
    try:
        board = Board.parse(text)
        assert board is not None
        within, beyond = own_values(text, size), own_values(text, None)
        truth = [[within(x, y) for y in range(size[1])] for x in range(size[0])]
        corner = [[beyond(x, y) for y in range(COMPARED)] for x in range(COMPARED)]
    except (MexploreError, Circle, RecursionError) as error:
        return said | {"args": [text, repr(error)]}
    args = ["terms", text, "--board", f"{size[0]}x{size[1]}", "--json", "--budget", "5"]
    outcome = run(args)
    if outcome.code or outcome.json()["table"] != truth:
        return said | {"problem": f"values with edges: {outcome.err or outcome.out}"}
    outcome = run(["terms", text, "--upto", str(COMPARED - 1), "--json", "--budget", "10"])
    if outcome.code or outcome.json()["table"] != corner:
        return said | {"problem": f"values of the corner: {outcome.err or outcome.out[:200]}"}
    result = study_board(board, None, COMPUTED - 1, BUDGET)
    table = np.array(corner, dtype=np.int32)
    for finding in result.findings:
        if finding.theorem and (failure := finding.claim.first_failure(table)) is not None:
            return said | {"problem": f"false at {failure}: {finding.claim.statement()}"}
    proved = any(finding.theorem for finding in result.findings)
    return said | {"code": "proved" if proved else result.status}


def test_boards_against_the_definition() -> None:
    batches("studies of random boards", 1000, studied)
