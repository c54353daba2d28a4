"""Expressions in one name that never fall as it grows, seen from how they are written.

``k*k + 3``, ``max(2*k, 10)``, ``k + k % 2``, ``[1, 4, 9][min(k, 2)]``, ``3*k if k < 5 else 4*k``:
such an expression is followed in two ways.

* **By its parts.** The numbers k >= start are cut where a linear comparison in the expression
  changes, so that on each piece every choice is made. There a polynomial rises where the
  coefficients of p(t + 1) - p(t), t counted from a place up to which it is looked at number by
  number, are >= 0; sums, minima and maxima of what rises rise, and so do products of what is also
  >= 0, quotients by positive constants, roots, powers. From piece to piece the values are compared.
* **By residues** (`rules.arithmetic.residue_lines`). From some T on the expression is a line on
  every class modulo m. If all slopes are equal, f(k + 1) - f(k) has the period m from T on, and the
  numbers k <= T + m decide.

What is seen in neither way may still never fall; then nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.operations import OPERATIONS
from mexplore.rules.arithmetic.polynomial import Polynomial, linear, polynomial_of, times
from mexplore.rules.arithmetic.residue_lines import Budget, Line, NoLine, ResidueClass, on_classes
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError, TooLarge

LOOKED_AT = 300  # values in which a fall is looked for at first
FURTHEST = 1 << 13  # up to which values are compared one by one
LARGEST_MODULUS = 1 << 12
MOST_PIECES = 64
MOST_EXPONENT = 16
MOST_SHIFT = 1 << 10  # up to which a polynomial is looked at number by number
_SLOW = ("isqrt", "bit_length")  # functions of what is >= 0 that never fall


class Unsure(Exception):
    """It is not seen how a part of an expression goes."""


def falls(node: tree.Node, name: str, start: int = 1) -> str:
    """'' where the expression has a value for every whole number >= start, and never falls;
    otherwise where it falls, or has none, or that it is not seen.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> of = lambda text: falls(read_expression(text, ("k",)), "k")
    >>> of("2**k + k * k // 3"), of("max(k + k % 2, 10)"), of("[1, 1, 5][min(k, 2)] + k")
    ('', '', '')
    >>> of("k ^ 3"), of("10 // (3 - k)")
    ('it falls from 2 at k = 1 to 1 at k = 2', 'at k = 3: division of 10 by zero')
    >>> of("k * isqrt(3 * k * k + 10) - k * k")
    'it is not seen that it never falls'
    """
    try:
        fall = _fall_within(node, name, start, start + LOOKED_AT)
    except TooLarge:
        fall = ""  # so large that it is left to the parts
    except MexploreError as error:
        return str(error)
    if fall:
        return fall
    for seen in (_by_parts, _by_residues):
        try:
            return seen(node, name, start)
        except (Unsure, NoLine, MexploreError):
            continue
    return "it is not seen that it never falls"


def _fall_within(node: tree.Node, name: str, start: int, stop: int) -> str:
    """The first fall from k to k + 1 < stop; '' if there is none."""
    before = evaluate(node, {name: start})
    for k in range(start + 1, stop):
        value = evaluate(node, {name: k})
        if value < before:
            return f"it falls from {before} at {name} = {k - 1} to {value} at {name} = {k}"
        before = value
    return ""


# By residues.


def _by_residues(node: tree.Node, name: str, start: int) -> str:
    budget = Budget()

    def line_on(residue: int, modulus: int) -> tuple[Line, int]:
        place = ResidueClass(residue, modulus, {name: Line(1, 0)}, budget, start)
        return place.number(node), int(place.first) + 1

    found = on_classes(line_on, LARGEST_MODULUS)
    stop = max(first for _, first in found) + len(found) + 1
    if len({line.alpha for line, _ in found}) > 1 or stop > FURTHEST:
        raise Unsure
    return _fall_within(node, name, start, stop + 1)


# By parts.


def _by_parts(node: tree.Node, name: str, start: int) -> str:
    before: int | None = None
    for low, high in _pieces(node, name, start):
        piece = _Piece(name, low, high)
        if piece.direction(node) < 0:
            raise Unsure
        first = piece.at(node, low)
        if before is not None and first < before:
            return f"it falls from {before} at {name} = {low - 1} to {first} at {name} = {low}"
        before = None if high is None else piece.at(node, high)
    return ""


def _pieces(node: tree.Node, name: str, start: int) -> Iterator[tuple[int, int | None]]:
    """Intervals low..high, the last one without end, on which every linear comparison of the
    expression is true, or false, throughout."""
    cuts = sorted({cut for cut in _cuts(node, name) if cut > start})
    if len(cuts) > MOST_PIECES:
        raise Unsure
    lows = [start, *cuts]
    yield from zip(lows, [*(cut - 1 for cut in cuts), None], strict=True)


def _cuts(node: tree.Node, name: str) -> Iterator[int]:
    """Where the sign of a difference that is compared changes; that of the name itself, too."""
    match node:
        case tree.Comparison(first, signs, others) if not {"in", "not in"} & set(signs):
            yield from _roots(zip((first, *others[:-1]), others, strict=True), name)
        case tree.Choice(test, _, _) | tree.Unary("not", test):
            yield from _roots([(test, tree.Number(0))], name)
        case tree.Logic(_, operands):
            yield from _roots(((each, tree.Number(0)) for each in operands), name)
    for child in node.children():
        yield from _cuts(child, name)


def _roots(pairs: Iterable[tuple[tree.Node, tree.Node]], name: str) -> Iterator[int]:
    for left, right in pairs:
        form = linear(tree.Binary("-", left, right), _power)
        if form is not None and form.names == {name}:
            root = -form.constant // form.coefficient(name)
            yield from (root, root + 1, root + 2)


@dataclass
class _Piece:
    """The whole numbers from ``low`` to ``high``, or all from ``low`` on."""

    name: str
    low: int
    high: int | None

    def at(self, node: tree.Node, k: int) -> int:
        return evaluate(node, {self.name: k})

    def bounds(self, node: tree.Node, direction: int) -> tuple[int | None, int | None]:
        """The least and the greatest value of a part that goes in this direction; None where it
        has no bound that is seen."""
        first = self.at(node, self.low)
        if direction == 0:
            return first, first
        last = self.end(node, direction) if self.high is None else self.at(node, self.high)
        return (first, last) if direction > 0 else (last, first)

    def end(self, node: tree.Node, direction: int) -> int | None:
        """A bound of a minimum that rises without end of the piece, or of a maximum that falls."""
        match node:
            case tree.Call("min" | "max" as function, arguments) if len(arguments) > 1:
                if (function == "min") == (direction > 0):
                    ends = [self.bounds(part, self.direction(part)) for part in arguments]
                    found = [high if direction > 0 else low for low, high in ends]
                    known = [end for end in found if end is not None]
                    choose = min if direction > 0 else max
                    return choose(known, default=None)
        return None

    def known(self, node: tree.Node, least: int = 0) -> int:
        """The direction of a part that is at least this; Unsure if that is not seen."""
        found = self.direction(node)
        low, _ = self.bounds(node, found)
        if low is None or low < least:
            raise Unsure
        return found

    def direction(self, node: tree.Node) -> int:  # noqa: PLR0911
        """1 or -1 if the part never falls, or never rises, 0 if it is constant, and it has a value
        everywhere on the piece; Unsure if none of that is seen."""
        if self.high == self.low or self.name not in tree.names_in(node):
            self.at(node, self.low)  # is there a value?
            return 0
        match node:
            case tree.Name():
                return 1
            case tree.Choice(test, yes, no):
                return self.direction(yes if self.truth(test) else no)
            case tree.Comparison() | tree.Logic() | tree.Unary("not", _):
                self.truth(node)
                return 0
            case tree.Unary(_, operand):
                return -self.direction(operand)
            case tree.Binary(sign, left, right):
                form = polynomial_of(node, _power)
                return self.operation(sign, left, right) if form is None else self.polynomial(form)
            case tree.Call(function, arguments):
                return self.call(function, arguments)
            case tree.Pick(entries, index):
                return self.pick(entries, index)
        raise Unsure

    def truth(self, test: tree.Node) -> bool:
        """Whether a test holds, throughout: its comparisons are linear, so that it does or does not
        hold at once on all of the piece."""
        match test:
            case tree.Logic(_, operands):
                for operand in operands:
                    self.truth(operand)
            case tree.Unary("not", operand):
                self.truth(operand)
            case tree.Comparison(first, signs, others):
                if {"in", "not in"} & set(signs) or any(map(_not_linear, (first, *others))):
                    raise Unsure
            case _:
                if _not_linear(test):
                    raise Unsure
        return bool(self.at(test, self.low))

    def polynomial(self, form: Polynomial) -> int:
        """The sign of all differences p(k + 1) - p(k)."""
        k = Polynomial.name(self.name)
        difference = form.with_names({self.name: k + 1}) - form
        for last in range(self.low, self.low + MOST_SHIFT):
            if self.high is not None and last > self.high:
                break
            signs = {c > 0 for _, c in difference.with_names({self.name: k + last}).terms()}
            if len(signs) < 2:
                break
        else:
            raise Unsure
        if self.high is not None and last > self.high:
            signs = set()
        single = (difference.at({self.name: t}) for t in range(self.low, last))
        signs |= {value > 0 for value in single if value}
        if len(signs) > 1:
            raise Unsure
        return 0 if not signs else 1 if True in signs else -1

    def operation(self, sign: str, left: tree.Node, right: tree.Node) -> int:  # noqa: PLR0911
        one, two = self.direction(left), self.direction(right)
        match sign:
            case "+":
                return _together(one, two)
            case "-":
                return _together(one, -two)
            case "*":
                return self.product(left, right, one, two)
            case "//":
                return self.quotient(left, right, one, two)
            case "%" if two == 0:
                return self.remainder(left, one, self.at(right, self.low))
            case "**":
                self.known(right)
                self.known(left, 0 if two == 0 else 1)
                return _together(one, two)
            case "<<":
                self.known(left), self.known(right)
                return _together(one, two)
            case ">>":
                self.known(left), self.known(right)
                return _together(one, -two)
        if one or two:
            raise Unsure
        return 0

    def product(self, left: tree.Node, right: tree.Node, one: int, two: int) -> int:
        for constant, other, direction in ((left, one, two), (right, two, one)):
            if other == 0:
                factor = self.at(constant, self.low)
                return direction * ((factor > 0) - (factor < 0))
        self.known(left), self.known(right)
        return _together(one, two)

    def quotient(self, left: tree.Node, right: tree.Node, one: int, two: int) -> int:
        if two == 0:
            divisor = self.at(right, self.low)
            if divisor == 0:
                raise Unsure
            return one if divisor > 0 else -one
        self.known(left), self.known(right, 1)
        return _together(one, -two)

    def remainder(self, left: tree.Node, one: int, modulus: int) -> int:
        """Of what stays between two multiples of the modulus."""
        low, high = self.bounds(left, one)
        if modulus <= 0 or low is None or high is None or low // modulus != high // modulus:
            raise Unsure
        return one

    def call(self, function: str, arguments: tuple[tree.Node, ...]) -> int:
        if function in ("min", "max") and len(arguments) == 1:
            if not isinstance(arguments[0], tree.Listing):
                raise Unsure
            arguments = arguments[0].items
        if function in ("min", "max"):
            return _together(*map(self.direction, arguments))
        if function in _SLOW:
            return self.known(arguments[0])
        if function == "ceil_div":
            above, below = arguments
            return -self.operation("//", tree.Unary("-", above), below)
        if function == "abs":
            (inside,) = arguments
            found = self.direction(inside)
            low, high = self.bounds(inside, found)
            if low is not None and low >= 0:
                return found
            if high is not None and high <= 0:
                return -found
            raise Unsure
        if function not in OPERATIONS or any(map(self.direction, arguments)):
            raise Unsure
        return 0

    def pick(self, entries: tuple[int, ...], index: tree.Node) -> int:
        found = self.direction(index)
        low, high = self.bounds(index, found)
        if low is None or high is None or low < 0 or high >= len(entries):
            raise Unsure
        used = entries[low : high + 1]
        if list(used) == sorted(used):
            return found
        if list(used) == sorted(used, reverse=True):
            return -found
        raise Unsure


def _not_linear(node: tree.Node) -> bool:
    return linear(node, _power) is None


def _power(node: tree.Node) -> Polynomial | None:
    """A constant, or a small power of a polynomial."""
    match node:
        case tree.Binary("**", base, tree.Number(exponent)) if exponent <= MOST_EXPONENT:
            found = polynomial_of(base, _power)
            product: Polynomial | None = Polynomial.number(1)
            for _ in range(exponent):
                product = None if product is None or found is None else times(product, found)
            return product
        case tree.Binary() | tree.Pick() | tree.Choice() if not tree.names_in(node):
            return Polynomial.number(evaluate(node, {"": 0}))
    return None


def _together(*directions: int) -> int:
    """The direction of what goes with all of these."""
    found = set(directions) - {0}
    if len(found) > 1:
        raise Unsure
    return found.pop() if found else 0
