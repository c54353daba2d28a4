"""Expressions on one residue class: a number becomes a line in n, a truth becomes a constant.

Let n run through a class r modulo m. An expression made of constants, n, sums, multiples, floors,
remainders, bits, comparisons and choices is then, from some n on, exactly a line alpha*n + beta
with rational numbers, provided that m is large enough:

* of a line L with integer values, floor(L/d) = (L - e)/d with e = L mod d, and e is the same on the
  whole class if alpha*m/d is an integer; L mod d is the constant e. Where alpha*m/d is none, a
  larger m is requested (`LargerModulus`);
* a line alpha*n + beta with alpha != 0 has the sign of alpha for all n > -beta/alpha. So every
  comparison has a fixed truth beyond the root of a difference; ``first`` is raised beyond it.

What is evaluated is what holds for every n >= ``first`` of the class. A choice is followed to the
branch that its test selects there, and no other branch is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from fractions import Fraction
from math import gcd
from typing import NoReturn, TypeVar

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.operations import COMPARES
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError

# Lines alpha*n + beta on a residue class of n, and why an expression is none.


MOST_STEPS = 100_000  # nodes looked at, for all classes of a rule
MOST_ENTRIES = 512  # of one list
MOST_BITS = 4096  # of a number


class NoLine(Exception):
    """Why an expression is no line on the classes."""


class LargerModulus(Exception):
    """The classes are too coarse; the factor by which the modulus has to grow."""

    def __init__(self, factor: int) -> None:
        super().__init__(factor)
        self.factor = factor


Exact = int | Fraction
"""Whole numbers are int, which are many times as fast as fractions. No two are divided by ``/``,
which would round: `quotient` is exact."""


def quotient(number: Exact, divisor: Exact) -> Exact:
    """The exact quotient, an int where it is whole.

    >>> quotient(6, 3), quotient(6, 4), quotient(Fraction(3, 2), Fraction(1, 2))
    (2, Fraction(3, 2), 3)
    """
    found = Fraction(number) / divisor
    return found.numerator if found.denominator == 1 else found


@dataclass(frozen=True)
class Line:
    """alpha*n + beta; of an expression of whole numbers, an integer at every n of the class."""

    alpha: Exact
    beta: Exact

    @classmethod
    def of(cls, value: Exact) -> Line:
        return cls(0, value)

    def plus(self, other: Line, times: Exact = 1) -> Line:
        return Line(self.alpha + times * other.alpha, self.beta + times * other.beta)

    def times(self, number: Exact) -> Line:
        return Line(self.alpha * number, self.beta * number)

    def over(self, divisor: Exact) -> Line:
        return Line(quotient(self.alpha, divisor), quotient(self.beta, divisor))

    @property
    def value(self) -> Exact | None:
        """The value, where it does not depend on n."""
        return None if self.alpha else self.beta

    @property
    def constant(self) -> int | None:
        """The same for an expression of whole numbers."""
        return None if self.alpha else int(self.beta)


Entry = Line | tuple[Line, ...]
"""An entry of a list: a number, or the heaps of an option."""


@dataclass
class Budget:
    """How many nodes may still be looked at."""

    steps: int = MOST_STEPS

    def spend(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise NoLine("its expression is too long for its many residue classes")


def evaluated(node: tree.Node, names: dict[str, int]) -> Line:
    """An operation on constants."""
    try:
        return Line.of(evaluate(node, names))
    except MexploreError as error:
        raise NoLine(str(error)) from None


def single(entry: Entry) -> Line:
    if isinstance(entry, tuple):
        refuse("several heaps stand where a number is wanted")
    return entry


def limit(count: int) -> None:
    if count > MOST_ENTRIES:
        refuse(f"a list has more than {MOST_ENTRIES} entries")


def refuse(problem: str) -> NoReturn:
    raise NoLine(problem)


@dataclass
class ResidueClass:
    """The n = residue modulo modulus, n >= first; ``first`` grows with what is evaluated."""

    residue: int
    modulus: int
    names: dict[str, Line]
    budget: Budget = field(default_factory=Budget)
    first: int = 1

    def entries(self, node: tree.Node) -> Iterator[Entry]:
        """The entries of a list."""
        self.budget.spend()
        match node:
            case tree.Listing(items):
                limit(len(items))
                yield from (self._item(item) for item in items)
            case tree.Binary("+", left, right):
                yield from self.entries(left)
                yield from self.entries(right)
            case tree.Choice(test, yes, no):
                yield from self.entries(yes if self.truth(test) else no)
            case tree.Call("range", arguments):
                yield from self._range([self.number(argument) for argument in arguments])
            case tree.Comprehension(item, clauses):
                yield from self._loop(item, clauses)
            case _:
                refuse(f"the list {node} has no fixed entries on residue classes")

    def _item(self, node: tree.Node) -> Entry:
        if isinstance(node, tree.Choice):
            return self._item(node.yes if self.truth(node.test) else node.no)
        if isinstance(node, tree.Heap):
            return tuple(self.number(item) for item in node.items)
        return self.number(node)

    def _range(self, ends: list[Line]) -> Iterator[Line]:
        """low, low + step, ...: a number of entries that is fixed on the class."""
        low, high = (Line.of(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
        step = ends[2].constant if len(ends) == 3 else 1
        if not step:
            refuse("the step of a range is not a constant other than 0")
        length = high.plus(low, -1) if step > 0 else low.plus(high, -1)
        if length.alpha > 0:
            refuse("the number of options grows with n")
        if length.alpha < 0 and not self.positive(length):
            return
        count = max(0, -(-int(length.beta) // abs(step)))
        limit(count)
        yield from (low.plus(Line.of(i * step)) for i in range(count))

    def _loop(self, item: tree.Node, clauses: tuple[tree.Clause, ...]) -> Iterator[Entry]:
        if not clauses:
            yield self._item(item)
            return
        clause, *inner = clauses
        for entry in list(self.entries(clause.source)):
            inside = replace(self, names={**self.names, clause.name: single(entry)})
            if all(inside.truth(test) for test in clause.tests):
                yield from inside._loop(item, tuple(inner))
            self.first = max(self.first, inside.first)

    def number(self, node: tree.Node) -> Line:  # noqa: PLR0911
        """The line that the expression is."""
        self.budget.spend()
        match node:
            case tree.Number(value):
                return Line.of(value)
            case tree.Name(name) if name in self.names:
                return self.names[name]
            case tree.Unary("-", operand):
                return self.number(operand).times(-1)
            case tree.Unary() | tree.Comparison() | tree.Logic():
                return Line.of(int(self.truth(node)))
            case tree.Choice(test, yes, no):
                return self.number(yes if self.truth(test) else no)
            case tree.Binary("%", left, right):
                divisor = self._divisor(right)
                return Line.of(self._residue(left, divisor))
            case tree.Binary(sign, left, right):
                return self._combined(sign, self.number(left), self.number(right))
            case tree.Call(function, arguments):
                return self._called(function, arguments)
            case tree.Pick(entries, index):
                place = self.number(index).constant
                if place is None or not -len(entries) <= place < len(entries):
                    refuse("the place in a list of numbers is not fixed on residue classes")
                return Line.of(entries[place])
            case _:
                refuse(f"{node} is no number")

    def _combined(self, sign: str, left: Line, right: Line) -> Line:  # noqa: PLR0911
        match sign:
            case "+":
                return left.plus(right)
            case "-":
                return left.plus(right, -1)
            case "*" if left.value is not None:
                return right.times(left.value)
            case "*" if right.value is not None:
                return left.times(right.value)
            case "//" if (right.constant or 0) >= 1:
                return self._quotient(left, int(right.beta))
            case ">>" if 0 <= (right.constant or 0) < MOST_BITS and right.constant is not None:
                return self._quotient(left, 1 << right.constant)
            case "&" | "|" | "^":
                return self._bits(sign, left, right)
            case "<<" if 0 <= (right.constant or 0) < MOST_BITS and right.constant is not None:
                return left.times(1 << right.constant)
        first, second = left.constant, right.constant
        if first is not None and second is not None:
            names = {"a": first, "b": second}
            return evaluated(tree.Binary(sign, tree.Name("a"), tree.Name("b")), names)
        if sign in ("//", ">>"):
            refuse("a divisor is not a constant >= 1")
        refuse(f"the operation {sign} of n is not linear on residue classes")

    def _divisor(self, node: tree.Node) -> int:
        divisor = self.number(node).constant
        if divisor is None or divisor < 1:
            refuse("a divisor or modulus is not a constant >= 1")
        return divisor

    def _quotient(self, line: Line, divisor: int) -> Line:
        rest = self._rest(line, divisor)
        return Line(line.alpha, line.beta - rest).over(divisor)

    def _rest(self, line: Line, divisor: int) -> int:
        return int(self.rest(line, divisor))

    def rest(self, line: Line, divisor: int) -> Exact:
        """The line modulo the divisor, the same on the whole class; or a larger modulus."""
        step = line.alpha * self.modulus
        if step % divisor:
            raise LargerModulus(quotient(step, divisor).denominator)
        return (line.alpha * self.residue + line.beta) % divisor

    def _residue(self, node: tree.Node, divisor: int) -> int:
        """The expression modulo the divisor: of sums, products and powers, from their parts."""
        self.budget.spend()
        match node:
            case tree.Binary("+", left, right):
                return (self._residue(left, divisor) + self._residue(right, divisor)) % divisor
            case tree.Binary("-", left, right):
                return (self._residue(left, divisor) - self._residue(right, divisor)) % divisor
            case tree.Binary("*", left, right):
                return self._residue(left, divisor) * self._residue(right, divisor) % divisor
            case tree.Unary("-", operand):
                return -self._residue(operand, divisor) % divisor
            case tree.Binary("**", left, tree.Number(power)):
                return pow(self._residue(left, divisor), power, divisor)
        return self._rest(self.number(node), divisor)

    def _bits(self, sign: str, left: Line, right: Line) -> Line:
        """x & c is read off x modulo a power of 2 beyond c; x | c = x + c - (x & c) and
        x ^ c = x + c - 2 (x & c) for all integers x."""
        if left.constant is not None:
            left, right = right, left
        mask = right.constant
        if mask is None or not 0 <= mask < 1 << 64:
            refuse("the bits of n are taken with no constant from 0 to 2^64 - 1")
        common = self._rest(left, 1 << mask.bit_length()) & mask
        if sign == "&":
            return Line.of(common)
        return left.plus(Line.of(mask - common * (1 if sign == "|" else 2)))

    def _called(self, function: str, arguments: tuple[tree.Node, ...]) -> Line:
        if function in ("min", "max", "sum", "len"):
            return self._of_several(function, arguments)
        given = [self.number(argument) for argument in arguments]
        numbers = [line.constant for line in given]
        if function == "abs":
            return self.absolute(given[0])
        if function == "ceil_div" and (numbers[1] or 0) >= 1:
            divisor = int(given[1].beta)
            return self._quotient(given[0].plus(Line.of(divisor - 1)), divisor)
        if function == "gcd" and any(numbers):
            line, number = given if numbers[1] else reversed(given)
            divisor = abs(int(number.beta))
            return Line.of(gcd(self._rest(line, divisor), divisor))
        if None in numbers:
            refuse(f"{function} of n is not linear on residue classes")
        names = {f"a{i}": number for i, number in enumerate(numbers) if number is not None}
        return evaluated(tree.Call(function, tuple(map(tree.Name, names))), names)

    def _of_several(self, function: str, arguments: tuple[tree.Node, ...]) -> Line:
        if len(arguments) > 1:
            lines = [self.number(argument) for argument in arguments]
        else:
            entries = list(self.entries(arguments[0]))
            if function == "len":
                return Line.of(len(entries))
            lines = [single(entry) for entry in entries]
        if function == "sum":
            total = Line.of(0)
            for line in lines:
                total = total.plus(line)
            return total
        if not lines:
            refuse(f"{function} of an empty list")
        return self.extreme(function, lines)

    def extreme(self, function: str, lines: list[Line]) -> Line:
        """The largest, or the least, of the lines."""
        best, *others = lines
        for line in others:
            larger = self.positive(line.plus(best, -1))
            best = line if larger == (function == "max") else best
        return best

    def absolute(self, line: Line) -> Line:
        """The line without its sign."""
        return line if self.positive(line) else line.times(-1)

    def truth(self, node: tree.Node) -> bool:
        """Whether the condition holds, for every n >= first of the class."""
        self.budget.spend()
        match node:
            case tree.Comparison(first, signs, others):
                return self._compares(first, signs, others)
            case tree.Logic("and", operands):
                return all(self.truth(operand) for operand in operands)
            case tree.Logic(_, operands):
                return any(self.truth(operand) for operand in operands)
            case tree.Unary("not", operand):
                return not self.truth(operand)
            case _:
                return self._sign(self.number(node)) != 0

    def _compares(
        self, first: tree.Node, signs: tuple[str, ...], others: tuple[tree.Node, ...]
    ) -> bool:
        left = self.number(first)
        for sign, other in zip(signs, others, strict=True):
            if sign in ("in", "not in"):
                entries = [e for e in self.entries(other) if isinstance(e, Line)]
                found = any(self._sign(entry.plus(left, -1)) == 0 for entry in entries)
                return found == (sign == "in")
            right = self.number(other)
            if not COMPARES[sign](self._sign(left.plus(right, -1)), 0):
                return False
            left = right
        return True

    def positive(self, line: Line) -> bool:
        """Whether the line is > 0, for every n >= first of the class."""
        return self._sign(line) > 0

    def _sign(self, line: Line) -> int:
        """The sign of the line for every n >= first, which is raised beyond its root."""
        if line.alpha:
            self.first = max(self.first, -line.beta // line.alpha + 1)
        decides = line.alpha or line.beta
        return (decides > 0) - (decides < 0)


Found = TypeVar("Found")
LARGEST = 10_000  # moduli and thresholds of conditions that are of use


def on_classes(found: Callable[[int, int], Found], largest: int) -> list[Found]:
    """What is found on each of the classes 0, ..., m - 1 modulo the least m that the lines need;
    NoLine if it is beyond ``largest``. ``found`` is given the residue and m."""
    modulus = 1
    while modulus <= largest:
        try:
            return [found(residue, modulus) for residue in range(modulus)]
        except LargerModulus as larger:
            modulus *= larger.factor
    raise NoLine(f"its residue classes have a modulus beyond {largest}")


@dataclass(frozen=True)
class Eventual:
    """A condition holds or fails, for k >= start, by the residue of k modulo m alone."""

    start: int
    m: int


def eventual(test: tree.Node, name: str = "k") -> Eventual | None:
    """From where on, and modulo what, the truth of a condition repeats; None where that is not
    seen, or is too far or too long.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> shape = lambda text: eventual(read_expression(text, ("k",)))
    >>> shape("k % 5 == 1 or k == 2"), shape("k % 4 != 0 and not k % 6"), shape("k * k > 9")
    (Eventual(start=3, m=5), Eventual(start=0, m=12), None)
    """
    budget, k = Budget(LARGEST * 100), Line(1, 0)

    def settled(residue: int, modulus: int) -> int:
        place = ResidueClass(residue, modulus, {name: k}, budget, 0)
        place.truth(test)
        return place.first

    try:
        firsts = on_classes(settled, LARGEST)
    except NoLine:
        return None
    return Eventual(max(firsts), len(firsts)) if max(firsts) <= LARGEST else None
