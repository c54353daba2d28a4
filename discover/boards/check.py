"""A conjecture about all squares of a board: G(x, y) equals a formula in the coordinates.

The formula is compared with the values exactly, square by square; it is proved for all squares
where a law that a theorem proves is the same formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.check_lost import first_wrong_outcome, judge_lost, read_lost
from mexplore.discover.boards.patterns.pattern import first_wrong
from mexplore.discover.boards.values import SquareValues
from mexplore.discover.study.conclusion import Conclusion, Difference, cautious
from mexplore.discover.study.kind import STUDIED_SECONDS, Means
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.columns import Exactly
from mexplore.rules.arithmetic.formula_values import equals, truth_at, value_at
from mexplore.rules.arithmetic.formulas import (
    FormulaSyntaxError,
    parse_condition,
    parse_formula,
)
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.vocabulary import applied, operation_of
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.misere.board import MisereBoard
from mexplore.rules.text.sentences import refuse_too_long

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.kernel import BoardValues

MOST_SQUARES = 1 << 24
_PART = re.compile(r"\bfor\s+(?:all\s+|every\s+)?")
_SEVERAL = re.compile(r"(\w+(?:\s*,\s*\w+)+)\s*(>=?)\s*(\d+)\s*\.?\s*")
_EVERYWHERE = re.compile(r"\bfor\s+(?:all\s+|every\s+)?(\w+(?:\s*,\s*\w+)*)\s*>=\s*0\s*\.?\s*$")


@dataclass(frozen=True, repr=False)
class SquareConclusion(Conclusion["Square"]):
    """What is known of a formula for the squares with ``low`` <= x, y <= ``high``; of a board with
    edges, for all its squares. They are compared in the order of x + y and then of x."""

    unproved: str = "no theorem covers a law that is this formula"
    edges: bool = False
    called: ClassVar[str] = "claim"

    def claim(self, conjecture: str) -> str:
        said = "G(" in conjecture or conjecture.lstrip().startswith("lost")
        return conjecture if said else f"G = {conjecture}"

    def where(self) -> str:
        ends = f"for all coordinates from {self.low} to {self.high}"
        return "on the board" if self.edges else ends

    def everywhere(self, conjecture: str) -> str:
        return "" if " for " in conjecture else " for all squares"

    def spelled(self, place: Square) -> str:
        return ", ".join(map(str, place))

    def at(self, place: Square) -> str:
        return f"({self.spelled(place)})"


def read_square_formula(text: str, grid: Grid, whole: str = "") -> tree.Node:
    """The formula in the names of the coordinates, perhaps after ``G(x, y) =``; the ``whole`` is
    what is shown where there is none.

    >>> from mexplore.rules.boards.board import Board
    >>> read_square_formula("G(x, y) = Min(x, y)", Board.parse("(x, y) -> [(x - 1, y - 1)]"))
    Call(function='min', arguments=(Name(name='x'), Name(name='y')))
    """
    names = grid.coordinate_names
    text = _for_all(text, names)
    left, equal, right = text.partition("=")
    of_g = "".join(left.split()) == f"G({','.join(names)})"
    if equal and of_g and not right.startswith("="):
        return parse_formula(right.strip(), names)
    if "G(" in text.replace(" ", ""):
        raise InputError(
            f"{(whole or text)[:60]!r} is no formula in {', '.join(names)}, and no vector period "
            "such as G(x + 4, y + 4) = G(x, y)"
        )
    return parse_formula(text, names)


def read_part(text: str, grid: Grid) -> tuple[str, tree.Node | None]:
    """What is claimed, and the condition on the squares that it is claimed for: None where it is
    for all squares. A condition is about the coordinates: ``for 2*y <= z``, ``for x, y >= 1``.

    >>> from mexplore.rules.boards.board import Board
    >>> claimed, part = read_part("x for y < x", Board.parse("(x, y) -> [(x - 1, y)]"))
    >>> claimed, str(part)
    ('x', 'y < x')
    """
    names = grid.coordinate_names
    plain = _for_all(text, names)
    found = _PART.search(plain)
    if found is None:
        return plain, None
    claimed, condition = plain[: found.start()].rstrip().rstrip(","), plain[found.end() :]
    read_square_formula(claimed, grid, text)  # what is wrong there comes first
    several = _SEVERAL.fullmatch(condition)
    if several is None:
        ends = [-1, *_commas(condition), len(condition)]
        pairs = [(low + 1, high) for low, high in pairwise(ends)]
        places = [(condition[low:high], found.end() + low) for low, high in pairs]
    else:
        each = re.findall(r"\w+", several[1])
        places = [(f"{name} {several[2]} {several[3]}", found.end()) for name in each]
    parts = tuple(parse_condition(part, names, text, at) for part, at in places)
    return claimed, parts[0] if len(parts) == 1 else tree.Logic("and", parts)


def _commas(text: str) -> list[int]:
    """Where the commas outside of brackets are."""
    depth, found = 0, []
    for at, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            found.append(at)
    return found


def _for_all(text: str, names: tuple[str, ...]) -> str:
    """The text without 'for all x, y >= 0' at its end; all coordinates must be named there.

    >>> _for_all("G(x, y) = 0 for x, y >= 0", ("x", "y"))
    'G(x, y) = 0'
    """
    refuse_too_long(text)
    found = _EVERYWHERE.search(text)
    if found is None:
        return text
    if sorted(re.findall(r"\w+", found[1])) != sorted(names):
        problem = f"a claim for all squares is one for all {', '.join(names)} >= 0"
        raise FormulaSyntaxError(text, found.start(1), problem, "name each of them once")
    return text[: found.start()].rstrip()


def read_vectors(text: str, grid: Grid) -> tuple[Square, ...] | None:
    """The vectors v of 'G(X + v) = ... = G(X)'; None for what does not state this.

    >>> from mexplore.rules.boards.board import Board
    >>> read_vectors("G(x + 4, y) = G(x, y+2) = G(x, y)", Board.parse("(x, y) -> [(x - 1, y)]"))
    ((4, 0), (0, 2))
    """
    names = grid.coordinate_names
    inner = r"\s*,\s*".join(rf"{name}(?:\s*\+\s*([0-9]{{1,9}}))?" for name in names)
    square = re.compile(rf"\s*G\(\s*{inner}\s*\)\s*")
    found = [square.fullmatch(part) for part in _for_all(text, names).split("=")]
    vectors = [tuple(int(n or 0) for n in match.groups()) for match in found if match]
    if len(found) < 2 or len(vectors) < len(found) or any(vectors[-1]):
        return None
    return tuple(vectors[:-1])


def refuse_unreadable(text: str, grid: Grid) -> None:
    """Raise for what is neither a formula nor the statement of a vector period."""
    if read_vectors(text, grid) is None and read_lost(text, grid) is None:
        claimed, _ = read_part(text, grid)
        read_square_formula(claimed, grid)


def check_squares(
    grid: Grid,
    size: Square | None,
    text: str,
    ends: tuple[int, int],
    watcher: Watcher = no_progress,
    seconds: float = STUDIED_SECONDS,
) -> SquareConclusion:
    """Compare the formula with all values in the range, on a board with edges with all its values,
    and try to prove it.

    >>> from mexplore.rules.boards.board import Board
    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> check_squares(king, None, "Mod(x, 2) + 2*Mod(y, 2)", (0, 9)).first_failure
    (0, 1)
    """
    low, high = ends = ends if size is None else (0, max(size) - 1)
    vectors, lost = read_vectors(text, grid), read_lost(text, grid)
    said = vectors is not None or lost is not None
    claimed, part = (text, None) if said else read_part(text, grid)
    term = None if said else read_square_formula(claimed, grid)
    sides = size or (high + 1,) * grid.dimensions
    if size is None and (high - low + 1) ** grid.dimensions > MOST_SQUARES:
        raise TooLarge(
            f"a range of {high - low + 1} in each coordinate has more than {MOST_SQUARES} squares; "
            "ask for fewer"
        )
    table = Tables(grid, watcher).table(sides, edges=size is not None)
    known = SquareValues(grid, size, Means(budget=seconds), watcher)
    if lost is not None:
        found = _check_lost(lost, table, ends, known)
    elif term is None:
        found = _check_vectors(vectors or (), table, ends, known)
    else:
        found = _check_formula(term, table, ends, known, part)
    return replace(found, edges=True) if size is not None else cautious(grid, found)


def _check_formula(
    term: tree.Node,
    table: BoardValues,
    ends: tuple[int, int],
    known: SquareValues,
    part: tree.Node | None = None,
) -> SquareConclusion:
    """The formula is the value of every square of the table from ``low`` on, or of every one of
    those that are in the part."""
    grid, low = known.grid, ends[0]
    failure = _first_failure(term, grid.coordinate_names, table, low, part)
    if failure is not None:
        given = _given(term, dict(zip(grid.coordinate_names, failure, strict=True)))
        shown = given if isinstance(given, str) else str(given)
        return SquareConclusion(*ends, Difference(failure, int(table[failure]), shown))
    theorem = _theorem(term, grid, known, _lows(part, grid))
    if part is None or theorem:
        return SquareConclusion(*ends, theorem=theorem)
    return SquareConclusion(*ends, unproved="no theorem covers a law of a part of a board")


def _check_lost(
    condition: tree.Node, table: BoardValues, ends: tuple[int, int], known: SquareValues
) -> SquareConclusion:
    """The condition holds at the squares of value 0, and at no others."""
    grid = known.grid
    failure = first_wrong_outcome(condition, grid.coordinate_names, table, ends[0])
    if failure is not None:
        return SquareConclusion(*ends, Difference(failure, int(table[failure]), ""))
    if known.size is not None or not isinstance(grid, Board | MisereBoard):
        return SquareConclusion(*ends)
    judged = judge_lost(grid, condition, known.means.budget)
    return SquareConclusion(
        *ends,
        theorem=judged.theorem,
        refuted_by=judged.refuted_by,
        unproved=judged.unproved,
        later=None if judged.fails_at is None else Difference(judged.fails_at),
    )


def _check_vectors(
    vectors: tuple[Square, ...],
    table: BoardValues,
    ends: tuple[int, int],
    known: SquareValues,
) -> SquareConclusion:
    """G(X + v) = G(X) for every X of the table for which X + v is on it too."""
    failures = []
    for vector in vectors:
        moved = table[tuple(slice(at, None) for at in vector)]
        kept = table[tuple(slice(None, side) for side in moved.shape)]
        if 0 not in moved.shape and (found := first_wrong(kept, moved)) is not None:
            later = tuple(a + b for a, b in zip(found, vector, strict=True))
            failures.append((sum(found), found, int(table[found]), f"{table[later]} at {later}"))
    if failures:
        _, square, value, given = min(failures)
        return SquareConclusion(*ends, Difference(square, value, given))
    for finding in known.laws:
        law = finding.claim.parameters()
        # A law from a corner on says nothing of the squares before, and the claim is for all.
        proved = {tuple(v) for v in law.get("vectors", ()) if "corner" not in law}
        if finding.theorem and proved and all(_is_multiple(v, proved) for v in vectors):
            return SquareConclusion(*ends, theorem=finding.theorem)
    return SquareConclusion(*ends)


def _is_multiple(vector: Square, periods: set[tuple[int, ...]]) -> bool:
    """Whether a vector is one of the periods some times over."""
    most = max(vector, default=0)
    return not most or any(
        tuple(k * at for at in period) == vector for period in periods for k in range(1, most + 1)
    )


def _first_failure(
    term: tree.Node,
    names: tuple[str, ...],
    table: BoardValues,
    low: int,
    part: tree.Node | None = None,
) -> Square | None:
    """The least square in the order of the sum of its coordinates, then of the coordinates; among
    those of the part, where there is one."""
    found: list[tuple[int, Square]] = []
    compared = False
    for row in product(*(range(low, side) for side in table.shape[:-1])):
        here = dict(zip(names, map(tree.Number, row), strict=False))
        values = {**here, names[-1]: tree.Name("n")}
        held = set(_inside(part, values, low, table.shape[-1])) if part is not None else None
        compared = compared or held is None or bool(held)
        line = tree.substitute(term, values)
        for last in _wrong(line, table[row][low:], low):
            if held is not None and last not in held:
                continue
            square = (*row, last)
            found.append((sum(square), square))
            break  # the others of this row come later
    if not compared:
        raise InputError(
            f"{part} holds for no square that was compared; --range 0..B asks for more"
        )
    return min(found)[1] if found else None


def _inside(part: tree.Node, names: dict[str, tree.Node], low: int, stop: int) -> Iterator[int]:
    """The n of a row at which the condition holds; where it has no value, it does not."""
    test = tree.substitute(part, names)
    for n in range(low, stop):
        try:
            if truth_at(test, n):
                yield n
        except Undefined:
            continue


def _wrong(term: tree.Node, values: BoardValues, low: int) -> Iterator[int]:
    """The n = low, low + 1, ... at which the formula is not the value."""
    try:
        right = equals(term, values, low)
    except Exactly:
        for n, value in enumerate(values.tolist(), low):
            given = _given(term, {"n": n})
            if not isinstance(given, int | Fraction) or given != value:
                yield n
        return
    for place in (~right).nonzero()[0]:
        yield low + int(place)


def _given(term: tree.Node, names: dict[str, int]) -> int | Fraction | str:
    """The value of the formula, or why it has none."""
    try:
        given = value_at(tree.substitute(term, {m: tree.Number(at) for m, at in names.items()}), 0)
    except Undefined as why:
        return f"undefined: {why}"
    return given if isinstance(given, int | Fraction) else "an irrational number"


def _theorem(term: tree.Node, grid: Grid, known: SquareValues, lows: Square) -> str:
    """The theorem that proves a law that is this very formula, or from which it follows, for the
    squares with no coordinate below ``lows``; none is looked for on a board with edges."""
    names = dict(zip(grid.coordinate_names, map(tree.Name, ("x", "y")), strict=False))
    for finding in known.laws:
        formula = finding.claim.formula()
        try:
            same = formula is not None and _alike(parse_formula(formula, ("x", "y")), term, grid)
        except FormulaSyntaxError:
            same = False
        if finding.theorem and (
            same or finding.claim.implies(tree.substitute(term, dict(names)), lows)
        ):
            return finding.theorem
    return ""


def _lows(part: tree.Node | None, grid: Grid) -> Square:
    """The least coordinates of the squares of a part, as far as its conditions name them.

    >>> from mexplore.rules.boards.board import Board
    >>> board = Board.parse("(x, y) -> [(x - 1, y)]")
    >>> _lows(read_part("x for x >= 2 and y > 0 and x != y", board)[1], board)
    (2, 1)
    """
    lows = dict.fromkeys(grid.coordinate_names, 0)
    tests = part.operands if isinstance(part, tree.Logic) and part.sign == "and" else (part,)
    for test in tests:
        match test:
            case tree.Comparison(tree.Number(low), ("<=" | "<" as sign,), (tree.Name(name),)):
                lows[name] = max(lows[name], low + (sign == "<"))
            case tree.Comparison(tree.Name(name), (">=" | ">" as sign,), (tree.Number(low),)):
                lows[name] = max(lows[name], low + (sign == ">"))
    return tuple(lows.values())


_SYMMETRIC = ("xor", "min", "max", "add", "mul", "gcd", "bitand", "bitor", "nim_product")


def _alike(law: tree.Node, own: tree.Node, grid: Grid) -> bool:
    """Whether two formulas are one, up to the order of what may change places."""
    names = zip(("x", "y"), map(tree.Name, grid.coordinate_names), strict=True)
    return _sorted(tree.substitute(law, dict(names))) == _sorted(own)


def _sorted(term: tree.Node) -> tree.Node:
    term = tree.with_children(term, _sorted)
    if not isinstance(term, tree.Binary | tree.Call):
        return term
    name, parts = applied(term)
    return operation_of(name, tuple(sorted(parts, key=repr))) if name in _SYMMETRIC else term
