"""Laws that are a formula in x and y, such as G(x, y) = min(x, y)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from mexplore.discover.boards.patterns.counting import Known, known_places
from mexplore.discover.boards.patterns.pattern import BoardLaw, first_wrong
from mexplore.discover.boards.patterns.regions import Intervals, Places, Region
from mexplore.discover.study.declared import Declared, Part, Parts, exactly
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.columns import Exactly
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.operations import OPERATIONS
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

CANDIDATES = (
    "x ^ y",
    "min(x, y)",
    "max(x, y)",
    "x + y",
    "abs(x - y)",
    "x",
    "y",
    "x | y",
    "x & y",
    "gcd(x, y)",
    "max(x, y) // min(x, y) if min(x, y) else 0",
    "abs(x * x - y * y) // (x * y) if x * y else 0",
    *(f"{k} * (x // {k} ^ y // {k}) + (x + y) % {k}" for k in (2, 3, 4, 5)),
    *(f"{k} * (x // {k} ^ y // {k})" for k in (2, 4)),
    *(f"(x // {k}) ^ (y // {k})" for k in (2, 3, 4)),
    *(f"min(x // {k}, y)" for k in (2, 3)),
    *(f"min(x, y // {k})" for k in (2, 3)),
    "min(x // 2, y // 2)",
    "(x + y) // 2",
    "bit_length(min(x, y))",
    "bit_length(max(x, y))",
    "bit_length(x) ^ bit_length(y)",
    "bit_length(x + y)",
    *(f"v2(({sign}) + 1)" for sign in ("x | y", "x ^ y", "x & y")),
    "v2((max(x, 1) - 1 | max(y, 1) - 1) + 1)",
    *(f"v2({sign}) if {sign} else 0" for sign in ("x | y", "x ^ y", "x + y", "x & y")),
    "(x | y) // 2",
    "nim_product(x, y)",
    "nim_product(x + 1, y + 1)",
    "nim_product(x, y + 1)",
    "nim_product(x + 1, y)",
)
"""Formulas that are tried on a table, the ones that say more first."""
FIRST = 24  # the side of the corner on which they are tried first
LEAST_SIDE = 16
MOST_STATES = 1000  # of an automaton of the squares of value 0


def _formula(given: Any) -> Any:
    """The text of an expression in x and y; ValueError for any other object."""
    try:
        evaluate(read_expression(exactly(str)(given), ("x", "y")), {"x": 1, "y": 1})
    except MexploreError as error:
        raise ValueError(str(error)) from None
    return given


def _in_words(text: str) -> str:
    return text.replace("^", "xor")


def _in_latex(text: str) -> str:
    words = text.replace("^", r"\oplus").replace("//", "/").replace("%", r"\bmod")
    for name in ("min", "max", "gcd"):
        words = words.replace(name, rf"\{name}")
    if any(sign in text for sign in ("if", "_", "//")):
        words = rf"\texttt{{{text}}}".replace("_", r"\_").replace("%", r"\%")
    return words.replace("*", "")


@dataclass(frozen=True)
class FormulaLaw(Declared, BoardLaw):
    """G(x, y) is the value of an expression in x and y, ``text``, in the notation of rules: ``^``
    is xor.

    >>> law = FormulaLaw("min(x, y)")
    >>> law.value((10**40, 7)), law.statement()
    (7, 'G(x, y) = min(x, y) for all x, y >= 0')
    """

    name = "board-form"
    parts = Parts(text=Part(_formula, key="formula", show=_in_words, typeset=_in_latex))
    says = "G(x, y) = $text for all x, y >= 0"
    typeset = r"G(x, y) = $text \quad\text{for all } x, y \ge 0"

    text: str

    @cached_property
    def _node(self) -> tree.Node:
        return read_expression(self.text, ("x", "y"))

    @classmethod
    def detect(cls, table: BoardValues) -> Iterator[Self]:
        if min(table.shape) < LEAST_SIDE:
            return
        corner = table[:FIRST, :FIRST]
        for text in CANDIDATES:
            claim = cls(text)
            if claim.first_failure(corner) is None and claim.first_failure(table) is None:
                yield claim
                return

    def formula(self) -> str | None:
        return _in_words(self.text)

    def value(self, square: Square) -> int:
        return evaluate(self._node, dict(zip("xy", square, strict=True)))

    @cached_property
    def _places(self) -> Known | None:
        return known_places(self.text)

    def lost_by_digits(self) -> Automaton | None:
        """Where the places of a value along lines are not known, digits may tell those of 0.

        >>> lost = FormulaLaw("v2((x | y) + 1)").lost_by_digits()
        >>> lost.accepts(10**30, 2**90), lost.accepts(10**30, 10**30 + 1)
        (True, False)
        """
        return None if self._places is not None else self._recognised

    @cached_property
    def _recognised(self) -> Automaton | None:
        from mexplore.discover.automata.operations import Budget, Undecided
        from mexplore.discover.outcomes.conditions import recognised
        from mexplore.discover.outcomes.terms import NotRecognised

        is_zero = tree.Comparison(self._node, ("==",), (tree.Number(0),))
        try:
            return recognised(is_zero, ("x", "y"), Budget(MOST_STATES))
        except (NotRecognised, Undecided):
            return None

    def places(self, kind: str, number: int, value: int) -> Places:
        """
        >>> FormulaLaw("x ^ y").places("row", 10**30, 5).nth(1) == 10**30 ^ 5
        True
        """
        known = self._places
        if known is None:
            return super().places(kind, number, value)
        if kind == "diagonal":
            return known.diagonal(number, value)
        return Intervals.of((known.row if kind == "row" else known.column)(number, value))

    def squares_below(self, value: int, region: Region) -> int:
        """
        >>> FormulaLaw("min(x, y)").count_below(1, 10**18)
        1999999999999999997
        """
        known = self._places
        if known is None:
            return super().squares_below(value, region)
        return known.squares(value, region)

    def first_failure(self, table: BoardValues) -> Square | None:
        x, y = np.indices(table.shape)
        expected = _array(self._node, {"x": x, "y": y})
        if expected is None:
            expected = np.array(
                [[self.value((a, b)) for b in range(table.shape[1])] for a in range(len(table))]
            )
        return first_wrong(table, np.broadcast_to(expected, table.shape))

    def line_steps(self, kind: str, number: int) -> EventualSteps | None:
        """For minima and sums of x, y and quotients by constants."""
        if self.text == "x + y":
            return EventualSteps(0, 1, 2 if kind == "diagonal" else 1)
        if self.text == "x ^ y" and kind != "diagonal":
            power = 1 << number.bit_length()
            return EventualSteps(0, power, power)
        if self.text in ("min(x, y)", "max(x, y)", "abs(x - y)"):
            if kind == "diagonal":
                return EventualSteps(0, 1, 0 if self.text == "abs(x - y)" else 1)
            return EventualSteps(number, 1, 0 if self.text == "min(x, y)" else 1)
        return None

    def size(self) -> int:
        return 1 + sum(1 for _ in _nodes(self._node))


def _nodes(node: tree.Node) -> Iterator[tree.Node]:
    yield node
    for child in node.children():
        yield from _nodes(child)


def _array(node: tree.Node, names: dict[str, Any]) -> Any:
    """The expression on arrays of small numbers; None where it has a part that is not listed."""
    match node:
        case tree.Number(value):
            return np.int64(value)
        case tree.Name(name):
            return names[name]
        case tree.Binary(sign, left, right) if sign in _SIGNS:
            parts = [_array(left, names), _array(right, names)]
            return None if any(part is None for part in parts) else _SIGNS[sign](*parts)
        case tree.Call(function, arguments):
            parts = [_array(argument, names) for argument in arguments]
            return None if any(part is None for part in parts) else _applied(function, parts)
        case tree.Choice(test, yes, tree.Number(no)):  # the test is that a divisor is not 0
            parts = [_array(test, names), _array(yes, names)]
            return None if any(p is None for p in parts) else np.where(parts[0], parts[1], no)
        case _:
            return None


def _quotient(a: Any, b: Any) -> Any:
    return a // np.where(b == 0, 1, b)


_SIGNS: dict[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": _quotient,
    "%": lambda a, b: a % np.where(b == 0, 1, b),
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
}
_ON_ARRAYS: dict[str, Any] = {"min": np.minimum, "max": np.maximum, "abs": np.abs}


def _applied(function: str, parts: list[Any]) -> Any:
    """A function of arrays; None where it has no form of arrays, or no value at some place."""
    operation = OPERATIONS[function]
    meaning = _ON_ARRAYS.get(function, operation.array)
    if meaning is None or (operation.takes_list and len(parts) < 2):
        return None
    arrays = [np.asarray(part, dtype=np.int64) for part in np.broadcast_arrays(*parts)]
    natural = zip(arrays, operation.naturals, strict=False)
    if function not in _ON_ARRAYS and any(each.min(initial=0) < least for each, least in natural):
        return None
    try:
        return operation.of(meaning, arrays)
    except Exactly:
        return None
