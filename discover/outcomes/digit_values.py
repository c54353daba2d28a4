"""Numbers that are read off the digits of another one in a base, and may be compared with
constants: v2(x), popcount(x), the sum and the greatest of the digits, bit_length(x); and those
numbers modulo a constant."""

from __future__ import annotations

from collections.abc import Callable

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import explored
from mexplore.discover.automata.numeration import Base
from mexplore.discover.outcomes.terms import NotRecognised
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import COMPARES
from mexplore.rules.arithmetic.vocabulary import applied
from mexplore.rules.dataclass import dataclass

LARGEST = 1000  # of constants, as there are as many states
NOT_COMPARED = "values of digits are compared with numbers, v2(x) also with v2(y) and bit_length(y)"
_VALUATION, _LENGTH, _SUM, _MOST = "v", "length", "sum", "most"
_CALLS = {
    "v2": _VALUATION,
    "vp": _VALUATION,
    "popcount": _SUM,
    "digit_sum": _SUM,
    "digit_max": _MOST,
    "bit_length": _LENGTH,
}


@dataclass(frozen=True)
class DigitValue:
    """The value of a kind of the digits of ``of`` in a base; its remainder modulo ``modulus``, if
    that is not 0."""

    kind: str
    of: tree.Node
    base: int
    modulus: int = 0

    def where(self, wanted: Callable[[int], bool], constant: int) -> Automaton:
        """The n whose value is wanted, where all values above the constant are alike."""
        if max(constant, self.modulus) > LARGEST:
            raise NotRecognised(f"constants above {LARGEST} are not compared with values of digits")
        above, period = constant + 1, max(self.modulus, 1)

        def named(j: int) -> int:
            """The least number that cannot be told from j."""
            return j if j < above else above + (j - above) % period

        def holds(j: int) -> bool:
            return wanted(j % self.modulus if self.modulus else j)

        def step(state: tuple[int, int], symbol: tuple[int, ...]) -> tuple[int, int]:
            """The value that was read, or that it is settled by 1; and the places, or zeros."""
            value, places = state
            (digit,) = symbol
            if self.kind == _SUM:
                return named(value + digit), 0
            if self.kind == _MOST:
                return max(value, digit), 0
            after = named(places + 1)
            if self.kind == _LENGTH:
                return (after if digit else value), after
            if value:
                return state
            return (1, places) if digit else (0, after)

        def accepting(state: tuple[int, int]) -> bool:
            if self.kind == _VALUATION:
                return bool(state[0]) and holds(state[1])
            return holds(state[0])

        return explored(1, (0, 0), step, accepting, Base(self.base))


def digit_value(node: tree.Node) -> DigitValue | None:
    """The value that a call denotes, perhaps modulo a constant; None for other nodes.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> digit_value(parse_formula("popcount(n) % 2"))
    DigitValue(kind='sum', of=Name(name='n'), base=2, modulus=2)
    """
    match node:
        case tree.Binary("%", left, tree.Number(modulus)) if modulus > 0:
            inner = digit_value(left)
            if inner is None or inner.modulus:
                return None
            return DigitValue(inner.kind, inner.of, inner.base, modulus)
        case tree.Call(function, (of, *rest)) if function in _CALLS:
            base = 2
            if rest:
                if not isinstance(rest[0], tree.Number) or rest[0].value < 2:
                    return None
                base = rest[0].value
            return DigitValue(_CALLS[applied(node)[0]], of, base)
    return None


def compared(one: DigitValue, sign: str, other: DigitValue) -> tuple[Automaton, Automaton]:
    """The pairs of numbers for which two values compare so, and those for which they do not."""
    kinds = {one.kind, other.kind}
    if not kinds <= {_VALUATION, _LENGTH} or one.modulus or other.modulus or one.base != other.base:
        raise NotRecognised(NOT_COMPARED)
    if len(kinds) == 2:
        return _with_a_length(one, sign)

    def step(state: tuple[int, int, int], symbol: tuple[int, ...]) -> tuple[int, int, int]:
        """Which numbers have begun, and -1, 0 or 1: how their values compare so far."""
        a, b = (int(digit > 0) for digit in symbol)
        x, y, order = state
        if one.kind == _LENGTH:
            return x | a, y | b, a - b if a or b else order
        if not x and not y:
            order = b - a  # the one that goes on with a zero has the larger value
        return x | a, y | b, order

    def where(wanted: bool) -> Automaton:
        def accepting(state: tuple[int, int, int]) -> bool:
            x, y, order = state
            if one.kind == _VALUATION and not (x and y):
                return False
            return bool(COMPARES[sign](order, 0)) == wanted

        return explored(2, (0, 0, 0), step, accepting, Base(one.base))

    return where(True), where(False)


def _with_a_length(one: DigitValue, sign: str) -> tuple[Automaton, Automaton]:
    """The same of v2(x) and bit_length(y), one of which comes first: the place v of the first digit
    of x that is not 0, and the number of places of y up to its last such digit."""
    turn = 1 if one.kind == _VALUATION else -1

    def step(state: tuple[int, int, int], symbol: tuple[int, ...]) -> tuple[int, int, int]:
        """Whether x has begun; whether y is as long as what was read; how v compares, -1, 0, 1."""
        x, y = symbol if turn > 0 else symbol[::-1]
        begun, full, order = state
        if begun or x:
            return 1, 0, -1 if y else order if begun else 0 if full else 1
        return 0, int(y > 0), 0

    def where(wanted: bool) -> Automaton:
        def accepting(state: tuple[int, int, int]) -> bool:
            begun, _, order = state
            return bool(begun) and bool(COMPARES[sign](turn * order, 0)) == wanted

        return explored(2, (0, 1, 0), step, accepting, Base(one.base))

    return where(True), where(False)
