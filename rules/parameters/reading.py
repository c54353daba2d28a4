"""Polynomials and constraints with names, read from the syntax tree that Python's parser makes.

The text is bound as in Python: ``a + b % 3`` is a + (b % 3), ``-a % 3`` is (-a) % 3. Besides that
``2a(b + 1)`` is a product and ``a^2`` a power (`rules.arithmetic.syntax`). A constraint is a
chain of comparisons of sums, or says what a remainder is; several are joined by commas or ``and``.
Whatever else Python knows is refused with its place, and nothing is ever evaluated as a program.
Products of two names are read only where ``linear`` is False.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, NoReturn

from mexplore.rules.arithmetic.polynomial import MOST_BITS, MOST_TERMS, Polynomial
from mexplore.rules.arithmetic.syntax import IFF, IMPLIES, SyntaxReader, Token, misplaced, tokens_of
from mexplore.rules.arithmetic.syntax import WORDS as BETWEEN
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS, Called
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.parameters.constraint import Cell, Constraint, at_least, congruent, equal

MOST_CHARACTERS = 4000
MOST_DIGITS = 60  # of a number
DEEPEST = 40  # brackets within one another
HIGHEST_POWER = 12
WORDS = BETWEEN | {"all", "but"}
"""They are no names: each has, or might have, a meaning of its own in rules and constraints."""

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Pow, ast.Mod, ast.FloorDiv)
_SIGNS = "+-*/%^(),<>=!&|~"
_REMEDY = "use names, whole numbers and + - * >= <= > < == %"
_SUM = "write a sum of products, such as 2*a + b"
_LINEAR = "write a sum of whole multiples of names, such as 2*a + b"
_CONSTRAINTS = "write constraints such as a >= 1, b > a"
_CONGRUENCE = "write a congruence such as k % 3 == 1"


def read_polynomial(text: str) -> Polynomial:
    """The polynomial that a text is.

    >>> read_polynomial("a(2b + r) - a*r")
    2*a*b
    """
    return PolynomialReader(text, linear=False, remedy=_SUM).read()


def read_linear(text: str, whole: str | None = None, at: int = 0) -> Polynomial:
    """The linear form that a text is, a part of ``whole`` from ``at`` on; products of names are
    refused.

    >>> read_linear("2(a - b) + 1")
    2*a - 2*b + 1
    """
    return PolynomialReader(text, whole, at, remedy=_LINEAR).read()


def read_constraints(text: str, whole: str | None = None, at: int = 0) -> Cell:
    """The constraints that a text lists; chains stand for their neighbouring pairs.

    >>> [str(c) for c in read_constraints("1 <= a < b, (a + b) % 3 == 1")]
    ['a >= 1', 'b >= a + 1', '(a + b) % 3 == 1']
    """
    return PolynomialReader(text, whole, at, remedy=_CONSTRAINTS).constraints()


class PolynomialReader(SyntaxReader[Polynomial]):
    """Builds polynomials, and constraints, from what Python's parser finds in a text. ``known`` are
    the names that may occur; all, where it is None."""

    vocabulary = EXPRESSIONS
    deepest = 2 * DEEPEST  # a bracket may bring a sign and a product
    most_nodes = MOST_CHARACTERS
    prepares: ClassVar[bool] = True
    powers: ClassVar[bool] = True

    def __init__(
        self,
        text: str,
        whole: str | None = None,
        at: int = 0,
        *,
        linear: bool = True,
        known: tuple[str, ...] | None = None,
        remedy: str = _LINEAR,
    ) -> None:
        super().__init__(text, text if whole is None else whole, at)
        self.linear, self.known, self.remedy = linear, known, remedy

    @property
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], Polynomial]]:
        return _BUILDERS

    # The text as a whole.

    def read(self) -> Polynomial:
        """The polynomial that the text is."""
        return self.build(self.parsed())

    def constraints(self) -> Cell:
        """The constraints that the text lists; equal ones once."""
        found = dict.fromkeys(c for node in _listed(self.parsed()) for c in self.constraint(node))
        return tuple(found)

    def parsed(self) -> ast.expr:
        """The syntax tree; characters, numbers and brackets that are not read are refused first."""
        if len(self.text) > MOST_CHARACTERS:
            problem = f"the text has {len(self.text)} characters"
            self.refuse(self.at, problem, f"at most {MOST_CHARACTERS}")
        tokens = tokens_of(self.text)
        self._refuse_strange(tokens)
        if not tokens or tokens[-1].text == ",":
            self.refuse(self.at + len(self.text), "something is missing here", self.remedy)
        return self.parse(self.text.strip())

    def _refuse_strange(self, tokens: list[Token]) -> None:
        depth = 0
        for i, (text, place) in enumerate(tokens):
            if text in (IMPLIES, IFF):
                self.refuse(self.at + place, f"unexpected {text!r}", self.remedy)
            if not text.isascii() or (not text[0].isalnum() and text[0] not in f"{_SIGNS}_"):
                self.refuse(self.at + place, f"unexpected {text[:2]!r}", _REMEDY)
            if text[0].isdigit() and len(text) > MOST_DIGITS:
                problem = f"the number has {len(text)} digits"
                remedy = f"numbers have at most {MOST_DIGITS} digits here"
                self.refuse(self.at + place, problem, remedy)
            depth += (text == "(") - (text == ")")
            if depth > DEEPEST:
                after = tokens[i + 1].place if i + 1 < len(tokens) else place + 1
                problem = "too many brackets within one another"
                self.refuse(self.at + after, problem, f"at most {DEEPEST} are read")
        strange = next((c for c in self.text if c.isspace() and c not in " \t"), None)
        if strange is not None:
            place = self.at + self.text.index(strange)
            self.refuse(place, f"unexpected {strange!r}", _REMEDY)

    # What is refused.

    def refuse_parsing(self, error: Exception) -> NoReturn:
        del error
        plain = self.text.strip()
        place, problem, word = misplaced(tokens_of(plain), len(plain)) or (0, "this is no sum", "")
        remedy = self.remedy
        if word in WORDS:
            problem, remedy = f"{word!r} is no name of a number", "call it a, b or k"
        self.refuse_prepared(place, problem, remedy)

    def refuse_size(self, node: ast.expr) -> NoReturn:
        self.refuse_at(node, "this is too large, or too deep", "write a shorter sum")

    def refuse_type(self, node: ast.expr) -> NoReturn:
        self.refuse_sign(node, self.remedy)

    def refuse_sign(self, node: ast.expr, remedy: str) -> NoReturn:
        """Refuse a node by the sign or the word that makes it what it is."""
        left = next(iter(ast.iter_child_nodes(node)), None)
        first = {ast.BoolOp: "values", ast.Tuple: "elts"}.get(type(node))
        if first is not None:
            left = next(iter(getattr(node, first)), None)
        if isinstance(node, ast.IfExp):
            left = node.body
        if not isinstance(left, ast.expr) or isinstance(node, ast.UnaryOp | ast.Call):
            place = self.place(node)
        else:
            place = self.sign_place(left)
        rest = tokens_of(self.whole[place : place + 30])
        self.refuse(place, f"unexpected {rest[0].text!r}" if rest else "this is no sum", remedy)

    def refuse_function(self, node: ast.Call) -> NoReturn:
        self.refuse_at(node, "nothing is called here", self.remedy)

    refuse_keywords = refuse_function

    def refuse_name(self, name: str, node: ast.Call) -> NoReturn:
        self.refuse_at(node, f"the function {name[:30]} is not read here", self.remedy)

    def refuse_count(self, name: str, found: Called, node: ast.Call) -> NoReturn:
        del found
        self.refuse_name(name, node)

    # Polynomials.

    def is_factor(self, name: str) -> bool:
        return name in self.known if self.known is not None else super().is_factor(name)

    def constant(self, node: ast.Constant) -> Polynomial:
        if type(node.value) is not int:
            self.refuse_at(node, f"unexpected {str(node.value)[:30]!r}", "write a whole number")
        return Polynomial.number(node.value)

    def name(self, node: ast.Name) -> Polynomial:
        if self.known is not None and node.id not in self.known:
            self._refuse_unknown(node)
        if node.id in WORDS:
            self.refuse_at(node, f"{node.id!r} is no name of a number", "call it a, b or k")
        return Polynomial.name(node.id)

    def _refuse_unknown(self, node: ast.Name) -> NoReturn:
        problem = f"{node.id[:30]} is no name of the family"
        self.refuse_at(node, problem, f"its names are {', '.join(self.known or ())}")

    def called_name(self, node: ast.Call) -> Polynomial:
        """A function: none is read, and a name that is none is not known."""
        name = self.called(node)
        if name not in self.vocabulary.calls and isinstance(node.func, ast.Name):
            self._refuse_unknown(node.func)
        self.refuse_name(name, node)

    def unary(self, node: ast.UnaryOp) -> Polynomial:
        if not isinstance(node.op, ast.USub | ast.UAdd):
            self.refuse_sign(node, self.remedy)
        found = self.build(node.operand)
        return -found if isinstance(node.op, ast.USub) else found

    def binary(self, node: ast.BinOp) -> Polynomial:
        """Sums and products from the left: a long one is not deep."""
        spine = [node]
        while isinstance(spine[-1].left, ast.BinOp):
            spine.append(spine[-1].left)
        found = self.build(spine[-1].left)
        for each in reversed(spine):
            found = self.joined(found, each)
        self.nodes += len(spine)
        return found

    def joined(self, left: Polynomial, node: ast.BinOp) -> Polynomial:
        """The polynomial of a node whose left side is known."""
        if not isinstance(node.op, _OPERATORS):
            self.refuse_sign(node, self.remedy)
        match node.op:
            case ast.Add():
                return left + self.build(node.right)
            case ast.Sub():
                return left - self.build(node.right)
            case ast.Mult():
                return self.times(left, self.build(node.right), node)
            case ast.Pow():
                return self.power(left, node)
            case _:
                return self.divided(left, node)

    def times(self, left: Polynomial, right: Polynomial, node: ast.BinOp) -> Polynomial:
        """The product, unless it is not linear and has to be, or would be too long."""
        if self.linear and not (left.is_constant or right.is_constant):
            problem = "this product is not linear"
            remedy = "write sums of whole multiples of the names"
            self.refuse(self.sign_place(node.left), problem, remedy)
        if left.size * right.size > MOST_TERMS:
            problem = "the product has too many terms"
            self.refuse(self.sign_place(node.left), problem, f"at most {MOST_TERMS} are read")
        found = left * right
        if any(c.bit_length() > MOST_BITS for _, c in found.terms()):
            problem = "the product is too large"
            self.refuse(self.sign_place(node.left), problem, "write smaller numbers")
        return found

    def power(self, left: Polynomial, node: ast.BinOp) -> Polynomial:
        exponent = node.right.value if isinstance(node.right, ast.Constant) else None
        if type(exponent) is not int or exponent > HIGHEST_POWER:
            remedy = f"exponents are numbers up to {HIGHEST_POWER}"
            self.refuse_at(node.right, "this is no exponent", remedy)
        result = Polynomial.number(1)
        for _ in range(exponent):
            result = self.times(result, left, node)
        return result

    def divided(self, left: Polynomial, node: ast.BinOp) -> Polynomial:
        """A remainder, or a quotient, of two numbers; of names it is no polynomial."""
        right = self.build(node.right)
        if not (left.is_constant and right.is_constant):
            remedy = "% and // bind as * does: write (a + b) % 3 == 1 for the remainder of a sum"
            self.refuse(self.sign_place(node.left), self._unexpected(node), remedy)
        if right == 0:
            self.refuse_at(node.right, "nothing is divided by 0", "write another number")
        mod = isinstance(node.op, ast.Mod)
        one, other = left.constant, right.constant
        return Polynomial.number(one % other if mod else one // other)

    @staticmethod
    def _unexpected(node: ast.BinOp) -> str:
        return f"unexpected {'%' if isinstance(node.op, ast.Mod) else '//'!r}"

    # Constraints.

    def constraint(self, node: ast.expr) -> Iterator[Constraint]:
        """A chain of comparisons, or what a remainder is."""
        if not isinstance(node, ast.Compare):
            self.build(node)
            place = self.after(node.end_col_offset or 0)
            self.refuse(place, "a comparison is missing", "write a constraint such as b >= a + 1")
        operands = [node.left, *node.comparators]
        remainders = list(_remainders(operands))
        if remainders:
            yield from self.congruence(node, remainders)
            return
        sides = [self.build(operand) for operand in operands]
        for (left, right), sign, before in zip(pairwise(sides), node.ops, operands, strict=False):
            yield self.compared(left, sign, right, before)

    def compared(
        self, left: Polynomial, sign: ast.cmpop, right: Polynomial, before: ast.expr
    ) -> Constraint:
        if not isinstance(sign, ast.GtE | ast.LtE | ast.Gt | ast.Lt | ast.Eq):
            place = self.sign_place(before)
            found = tokens_of(self.whole[place:])[0].text
            remedy = "write a constraint such as b >= a + 1"
            self.refuse(place, f"unexpected {found!r}", remedy)
        match sign:
            case ast.GtE():
                return at_least(left, right)
            case ast.LtE():
                return at_least(right, left)
            case ast.Gt():
                return at_least(left, right + 1)
            case ast.Lt():
                return at_least(right, left + 1)
            case _:
                return equal(left, right)

    def congruence(self, node: ast.Compare, remainders: list[ast.BinOp]) -> Iterator[Constraint]:
        """``form % number == form``: the forms differ by a multiple of the number, and what is on
        the other side is a remainder."""
        if len(node.ops) > 1 or not isinstance(node.ops[0], ast.Eq) or len(remainders) > 1:
            place = self.sign_place(node.left)
            self.refuse(place, "a remainder is compared by one == here", _CONGRUENCE)
        remainder = remainders[0]
        other = node.left if remainder is not node.left else node.comparators[0]
        form, modulus = self.build(remainder.left), self.modulus(remainder.right)
        residue = self.build(other)
        yield congruent(form, residue, modulus)
        if not residue.is_constant:
            yield from (at_least(residue), at_least(modulus - 1, residue))
        elif not 0 <= residue.constant < modulus:
            problem = f"no remainder by {modulus} is {residue}"
            remedy = f"write {residue.constant % modulus} for these members"
            self.refuse_at(other, problem, remedy)

    def modulus(self, node: ast.expr) -> int:
        """What the remainder is by."""
        found = node.value if isinstance(node, ast.Constant) else None
        if type(found) is not int:
            self.refuse_at(node, "the modulus is no number", _CONGRUENCE)
        if found < 1:
            self.refuse_at(node, "nothing is congruent modulo 0", "moduli are 1, 2, 3, ...")
        return found


def _has_names(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) for part in ast.walk(node))


def _remainders(sides: list[ast.expr]) -> Iterator[ast.BinOp]:
    """The sides of a comparison that are remainders with a name in them; of numbers, which are
    computed, the left side is one if there is no name at all."""
    numbers = not any(map(_has_names, sides))
    for side in sides[:1] if numbers else sides:
        mod = isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mod)
        if isinstance(side, ast.BinOp) and mod and (numbers or _has_names(side)):
            yield side


def _listed(node: ast.expr) -> Iterator[ast.expr]:
    """What commas, and the word ``and``, join."""
    parts = [node]
    if isinstance(node, ast.Tuple):
        parts = node.elts
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        parts = node.values
    if not parts or parts == [node]:
        yield node
        return
    for part in parts:
        yield from _listed(part)


_BUILDERS: Mapping[type[ast.expr], Callable[[Any, Any], Polynomial]] = MappingProxyType(
    {
        ast.Constant: PolynomialReader.constant,
        ast.Name: PolynomialReader.name,
        ast.UnaryOp: PolynomialReader.unary,
        ast.BinOp: PolynomialReader.binary,
        ast.Call: PolynomialReader.called_name,
    }
)


class Part(NamedTuple):
    """A part of a longer text, and where it starts there."""

    text: str
    at: int

    def linear(self, whole: str) -> Polynomial:
        """The linear form that it is."""
        return read_linear(self.text, whole, self.at)


def parts_of_list(text: str, start: int) -> tuple[list[Part], int]:
    """What commas part from ``start`` to the bracket that closes what is open there, and the place
    of that bracket; the end of the text if it is missing.

    >>> parts_of_list("subtract(a, 2(b + 1)) for a >= 1", 9)
    ([Part(text='a', at=9), Part(text=' 2(b + 1)', at=11)], 20)
    """
    depth, parts = 0, []
    for place in range(start, len(text)):
        sign = text[place]
        if sign in ",)" and not depth:
            parts.append(Part(text[start:place], start))
            start = place + 1
            if sign == ")":
                return parts, place
        depth += (sign == "(") - (sign == ")")
    return [*parts, Part(text[start:], start)], len(text)


def refuse_empty(part: Part, text: str, remedy: str) -> None:
    """Refuse a part without anything in it by what follows."""
    if not part.text.strip():
        place = part.at + len(part.text)
        found = f"unexpected {text[place]!r}" if place < len(text) else "something is missing here"
        raise RuleSyntaxError(text, place, found, remedy)


def constraints_after(text: str, start: int, problem: str, remedy: str, example: str) -> Cell:
    """The constraints after the word ``for``, which stands next; otherwise this is the problem."""
    word = re.compile(r"\s*\bfor\b").match(text, start)
    if word is None:
        place = start + len(text[start:]) - len(text[start:].lstrip())
        raise RuleSyntaxError(text, place, problem, remedy)
    remedy = f"write constraints such as those of {example}"
    return PolynomialReader(text[word.end() :], text, word.end(), remedy=remedy).constraints()
