"""The parser of expressions and constraints with names: sums, products, comparisons, nothing else.

    sum         [-] product {(+ | -) product}
    product     power {[*] power}          a number may stand right before a name: 2a
    power       factor [(^ | **) number]
    factor      number | name | ( sum )
    constraint  sum {(>= | <= | > | < | ==) sum}    or    product % number == sum
    constraints constraint {(, | and) constraint}

A text is read to its end, or refused with the place of what does not belong there. Nothing is ever
evaluated as a program. Products of two names are read only where ``linear`` is False.
"""

from __future__ import annotations

import re
from typing import NoReturn

from rules.errors import RuleSyntaxError
from rules.parameters.constraint import Cell, Constraint, at_least, congruent, equal
from rules.parameters.polynomial import Polynomial

MOST_CHARACTERS = 4000
MOST_DIGITS = 60  # of a number
MOST_TERMS = 400  # of a polynomial
DEEPEST = 40  # brackets within one another
HIGHEST_POWER = 12
WORDS = frozenset({"and", "or", "not", "if", "else", "for", "in", "is", "all", "but"})
"""They are no names: each has, or might have, a meaning of its own in rules and constraints."""

_TOKEN = re.compile(r"[ \t]*([0-9]+|[A-Za-z_][A-Za-z0-9_]*|\*\*|\.\.|[<>=!]=|[-+*/%^(),<>=])")
_COMPARISONS = (">=", "<=", ">", "<", "==")


def read_polynomial(text: str) -> Polynomial:
    """The polynomial that a text is.

    >>> read_polynomial("a(2b + r) - a*r")
    2*a*b
    """
    reader = Reader(text, linear=False)
    found = reader.sum()
    reader.end("write a sum of products, such as 2*a + b")
    return found


def read_linear(text: str) -> Polynomial:
    """The linear form that a text is; products of names are refused.

    >>> read_linear("2(a - b) + 1")
    2*a - 2*b + 1
    """
    reader = Reader(text)
    found = reader.sum()
    reader.end("write a sum of whole multiples of names, such as 2*a + b")
    return found


def read_constraints(text: str) -> Cell:
    """The constraints that a text lists; chains stand for their neighbouring pairs.

    >>> [str(c) for c in read_constraints("1 <= a < b, (a + b) % 3 == 1")]
    ['a >= 1', 'b >= a + 1', '(a + b) % 3 == 1']
    """
    reader = Reader(text)
    found = reader.constraints()
    reader.end("write constraints such as a >= 1, b > a")
    return found


class Reader:
    """Reads one text from left to right. ``whole`` is the text that errors show, if the one that
    is read is a part of it, from ``at`` on."""

    def __init__(
        self, text: str, whole: str | None = None, at: int = 0, *, linear: bool = True
    ) -> None:
        self.text, self.linear = text, linear
        self.whole, self.at = text if whole is None else whole, at
        self.place = self.start = self.depth = 0
        self.token = ""
        if len(text) > MOST_CHARACTERS:
            self.refuse(f"the text has {len(text)} characters", f"at most {MOST_CHARACTERS}", 0)
        self.step()

    # Tokens.

    def step(self) -> str:
        """Go to the next token; the one before it."""
        before = self.token
        rest = self.text[self.place :]
        self.start = self.place + len(rest) - len(rest.lstrip(" \t"))
        if self.start == len(self.text):
            self.token = ""
            self.place = self.start
            return before
        found = _TOKEN.match(self.text, self.place)
        if found is None:
            problem = f"unexpected {self.text[self.start]!r}"
            self.refuse(problem, "use names, whole numbers and + - * >= <= > < == %")
        self.token, self.place = found[1], found.end()
        return before

    def take(self, *tokens: str) -> str:
        """The token, if it is one of these; else empty, and nothing is read."""
        return self.step() if self.token in tokens and self.token else ""

    def expect(self, token: str, remedy: str) -> None:
        """Read this token, or refuse what stands there."""
        if not self.take(token):
            self.unexpected(remedy)

    def end(self, remedy: str) -> None:
        """Refuse whatever follows."""
        if self.token:
            self.unexpected(remedy)

    def unexpected(self, remedy: str) -> NoReturn:
        """Refuse the present token."""
        shown = f"unexpected {self.token[:30]!r}" if self.token else "something is missing here"
        self.refuse(shown, remedy)

    def refuse(self, problem: str, remedy: str, start: int | None = None) -> NoReturn:
        """Raise an error at a place of the text; at the present token if none is given."""
        place = self.start if start is None else start
        raise RuleSyntaxError(self.whole, self.at + place, problem, remedy)

    # Expressions.

    def sum(self) -> Polynomial:
        """A sum."""
        negative = self.take("-", "+") == "-"
        found = self.product()
        found = -found if negative else found
        while sign := self.take("+", "-"):
            term = self.product()
            found = found - term if sign == "-" else found + term
        return found

    def product(self) -> Polynomial:
        """A product. The star may be left out before a bracket, and before a name after a number:
        2a, 2a(b + 1)."""
        number = self.token.isdigit()
        found = self.power()
        while True:
            start = self.start
            if not self.take("*") and not (self.token == "(" or (number and self.is_name())):
                return found
            number = self.token.isdigit()
            found = self.times(found, self.power(), start)

    def power(self) -> Polynomial:
        """A factor, perhaps with an exponent."""
        found, start = self.factor(), self.start
        if not self.take("^", "**"):
            return found
        if not self.token.isdigit() or len(self.token) > 2 or int(self.token) > HIGHEST_POWER:
            self.unexpected(f"exponents are numbers up to {HIGHEST_POWER}")
        result = Polynomial.number(1)
        for _ in range(int(self.step())):
            result = self.times(result, found, start)
        return result

    def times(self, left: Polynomial, right: Polynomial, start: int) -> Polynomial:
        """The product, unless it is not linear and has to be, or would be too long."""
        if self.linear and not (left.is_constant or right.is_constant):
            problem = "this product is not linear"
            self.refuse(problem, "write sums of whole multiples of the names", start)
        if len(list(left.terms())) * len(list(right.terms())) > MOST_TERMS:
            self.refuse("the product has too many terms", f"at most {MOST_TERMS} are read", start)
        return left * right

    def factor(self) -> Polynomial:
        """A number, a name, or a sum in brackets."""
        if self.token.isdigit():
            return Polynomial.number(self.number())
        if self.is_name():
            return Polynomial.name(self.step())
        if not self.take("("):
            if self.token in WORDS:
                self.refuse(f"{self.token!r} is no name of a number", "call it a, b or k")
            self.unexpected("write a name, a whole number or a sum in brackets")
        self.depth += 1
        if self.depth > DEEPEST:
            self.refuse("too many brackets within one another", f"at most {DEEPEST} are read")
        found = self.sum()
        self.expect(")", "close the bracket with )")
        self.depth -= 1
        return found

    def number(self) -> int:
        """A whole number >= 0."""
        if not self.token.isdigit():
            self.unexpected("write a whole number")
        if len(self.token) > MOST_DIGITS:
            problem = f"the number has {len(self.token)} digits"
            self.refuse(problem, f"numbers have at most {MOST_DIGITS} digits here")
        return int(self.step())

    def is_name(self) -> bool:
        """Whether the present token is a name."""
        return self.token.isidentifier() and self.token not in WORDS

    # Constraints.

    def constraints(self) -> Cell:
        """Constraints up to a token that continues none of them; equal ones once."""
        found = list(self.constraint())
        while self.take(",", "and"):
            found += self.constraint()
        return tuple(dict.fromkeys(found))

    def constraint(self) -> list[Constraint]:
        """A chain of comparisons, or a congruence."""
        left, found = self.sum(), []
        if self.take("%"):
            return [self.congruence(left)]
        if self.token not in _COMPARISONS:
            problem = f"unexpected {self.token!r}" if self.token else "a comparison is missing"
            self.refuse(problem, "write a constraint such as b >= a + 1")
        while sign := self.take(*_COMPARISONS):
            right = self.sum()
            found.append(_compared(left, sign, right))
            left = right
        return found

    def congruence(self, left: Polynomial) -> Constraint:
        """What follows the sign % of a congruence."""
        start = self.start
        if not self.token.isdigit():
            self.refuse("the modulus is no number", "write a congruence such as k % 3 == 1")
        modulus = self.number()
        if modulus < 1:
            self.refuse("nothing is congruent modulo 0", "moduli are 1, 2, 3, ...", start)
        self.expect("==", "write a congruence such as k % 3 == 1")
        right = self.sum()
        return congruent(left, right, modulus)


def _compared(left: Polynomial, sign: str, right: Polynomial) -> Constraint:
    match sign:
        case ">=":
            return at_least(left, right)
        case "<=":
            return at_least(right, left)
        case ">":
            return at_least(left, right + 1)
        case "<":
            return at_least(right, left + 1)
        case _:
            return equal(left, right)
