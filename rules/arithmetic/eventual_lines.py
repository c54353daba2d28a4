"""Formulas that are, from some n on, a straight line on every residue class.

An *eventual line* with threshold T and modulus m gives for every n >= T the value
slope[n mod m]*n + intercept[n mod m], in rational numbers. So two formulas of this form, or a
formula and a periodic law, can be compared for all n at once:

    **Lemma.** If f and g are eventual lines with thresholds T1, T2 and moduli m1, m2, if
    T >= T1, T >= T2, and f(n) = g(n) for the 2*lcm(m1, m2) values T <= n < T + 2*lcm(m1, m2), then
    f(n) = g(n) for all n >= T.
    *Proof.* On a residue class modulo lcm(m1, m2) both are lines from T on, and two lines that
    agree at two points are the same. ∎

A formula is followed on each class as an expression of a rule is
(`rules.arithmetic.residue_lines`); its numbers are exact, and need not be whole.
"""

from __future__ import annotations

from fractions import Fraction

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import real_value
from mexplore.rules.arithmetic.numbers import Surd, Undefined, plain
from mexplore.rules.arithmetic.operations import OPERATIONS
from mexplore.rules.arithmetic.residue_lines import (
    Budget,
    Exact,
    Line,
    NoLine,
    ResidueClass,
    on_classes,
    refuse,
)
from mexplore.rules.arithmetic.vocabulary import applied
from mexplore.rules.dataclass import dataclass

LARGEST_MODULUS = 20_000
MOST_STEPS = 3_000_000  # nodes looked at, for all classes
_LARGEST_POWER = 64
_IDENTITY = Line(1, 0)


@dataclass(frozen=True)
class Lines:
    """For every n >= threshold: slope*n + intercept, (slope, intercept) = lines[n mod modulus]."""

    threshold: int
    lines: tuple[tuple[Fraction, Fraction], ...]

    @property
    def modulus(self) -> int:
        return len(self.lines)


def lines_of(term: tree.Node) -> Lines:
    """The formula as an eventual line on each residue class; raises NoLine if it is not seen to be
    one, and that includes formulas that are undefined at arbitrarily large n.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> found = lines_of(parse_formula("Piecewise((9, n < 5), (floor(n/2) + Mod(n, 2), True))"))
    >>> found.threshold, [f"{slope}*n + {intercept}" for slope, intercept in found.lines]
    (6, ['1/2*n + 0', '1/2*n + 1/2'])
    """
    budget = Budget(MOST_STEPS)

    def line_on(residue: int, modulus: int) -> tuple[Line, int]:
        place = FormulaClass(residue, modulus, {"n": _IDENTITY}, budget, 0)
        return place.number(term), place.first

    found = on_classes(line_on, LARGEST_MODULUS)
    lines = tuple((Fraction(line.alpha), Fraction(line.beta)) for line, _ in found)
    return Lines(max(first for _, first in found), lines)


class FormulaClass(ResidueClass):
    """The same for formulas: what is neither a sum nor a product is exact arithmetic."""

    def number(self, node: tree.Node) -> Line:
        match node:
            case tree.Piecewise(values, tests):
                for value, test in zip(values, tests, strict=True):
                    if self.truth(test):
                        return self.number(value)
                raise NoLine("no case of the Piecewise applies")
            case tree.Call() | tree.Binary("/" | "//" | "%" | "**" | "^" | "&" | "|"):
                self.budget.spend()
                name, parts = applied(node)
                return self._applied(name, [self.number(part) for part in parts])
            case _:
                return super().number(node)

    def _applied(self, name: str, lines: list[Line]) -> Line:  # noqa: PLR0911
        first = lines[0]
        match name:
            case "min" | "max":
                return self.extreme(name, lines)
            case "abs":
                return self.absolute(first)
            case "floor":
                return first.plus(Line.of(self.rest(first, 1)), -1)
            case "ceiling":
                return first.plus(Line.of(self.rest(first.times(-1), 1)))
            case "div":
                return first.over(self._divisor_of(lines[1]))
            case "floordiv":
                return self._applied("floor", [self._applied("div", lines)])
            case "mod":  # a mod b = a - b*floor(a/b)
                quotient = self._applied("floordiv", lines)
                return first.plus(quotient.times(self._divisor_of(lines[1])), -1)
            case "pow":
                return self._power(*lines)
            case "xor" | "bitand" | "bitor" if any(line.alpha for line in lines):
                return self._low_digits(name, lines)
            case _:
                return _of_constants(name, lines)

    def _divisor_of(self, line: Line) -> Exact:
        return line.value or refuse("a division by a term that grows or is 0")

    def _power(self, base: Line, exponent: Line) -> Line:
        """Constants to constant powers, and (-1)^n, which depends on n mod 2."""
        if base.value is not None and abs(base.value) == 1:
            exponent = Line.of(self.rest(exponent, 2))
        b, d = base.value, exponent.value
        if (
            b is None
            or d is None
            or d.denominator != 1
            or not -_LARGEST_POWER <= d <= _LARGEST_POWER
        ):
            refuse("a power that grows, or has no exact form")
        if b == 0 and d < 0:
            refuse("a division by zero")
        return Line.of(Fraction(b) ** int(d))

    def _low_digits(self, name: str, lines: list[Line]) -> Line:
        """x op k for constants 0 <= k < 2^j changes the lowest j digits of x >= 0 only:
        x - (x mod 2^j) + ((x mod 2^j) op k); for 'and' the upper digits go."""
        grown, *others = [line for line in lines if line.alpha]
        if others or grown.alpha < 0:
            refuse("a bitwise operation on several terms that grow, or on a falling one")
        constants = [line for line in lines if not line.alpha]
        top = max((int(line.beta) for line in constants), default=0)
        low = Line.of(self.rest(grown, 1 << max(top, 0).bit_length()))
        # Both demand whole numbers >= 0: of the low digits here, of the rest from ``first`` on.
        joined = _of_constants(name, [low, *constants])
        self.positive(grown)
        return joined if name == "bitand" else grown.plus(low, -1).plus(joined)


def _of_constants(name: str, lines: list[Line]) -> Line:
    """A function whose arguments do not grow."""
    if any(line.alpha for line in lines):
        refuse(f"{name} of a term that grows")
    try:
        value = real_value(OPERATIONS[name], [plain(line.beta) for line in lines])
    except Undefined as problem:
        refuse(str(problem))
    return refuse("an irrational number") if isinstance(value, Surd) else Line.of(Fraction(value))
