"""The reader of conditions: comparisons of expressions, joined by and, or, not, implies and iff.

It is the reader of expressions of rules, with what people write in conditions besides Python's own
signs (`rules.arithmetic.syntax`). Conditions after ``when`` are read by it, and claims about the
members of a family (`discover.surveys.statement`), which may name more; their trees mean
what `rules.arithmetic.evaluating` says.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from keyword import iskeyword
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.reading import (
    EXPRESSION_BUILDERS,
    MOST_CHARACTERS,
    Built,
    ExpressionReader,
)
from mexplore.rules.arithmetic.syntax import IFF, IMPLIES, WORDS, misplaced, tokens_of
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS, FORMULAS
from mexplore.rules.errors import RuleSyntaxError


def read_conditions(
    text: str, names: tuple[str, ...], *, whole: str | None = None, at: int = 0
) -> tuple[tree.Node, ...]:
    """The conditions between commas, in these names.

    >>> [str(each) for each in read_conditions("b % (2a) == 1, a^2 > 3 or not b < 2", ("a", "b"))]
    ['b % (2 * a) == 1', 'a**2 > 3 or not b < 2']
    """
    return ConditionReader(text, names, text if whole is None else whole, at).conditions()


class ConditionReader(ExpressionReader):
    """Reads what is true or false where its names have values."""

    prepares: ClassVar[bool] = True
    powers: ClassVar[bool] = True
    largest: ClassVar[int] = 10**60

    @property
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], Built]]:
        return CONDITION_BUILDERS

    def conditions(self) -> tuple[tree.Node, ...]:
        """The conditions of the text, of which each is true."""
        self.refuse_signs("#\\@:;`$?{}'\"")
        plain = self.text.strip()
        if not plain:
            self.refuse(self.at + len(self.text), "something is missing here", "write k > 2")
        if plain.endswith(","):
            place = self.at + self.margin + len(plain)
            self.refuse(place, "something is missing here", "write a condition, or no comma")
        parsed = self.parse(plain)
        nodes = parsed.elts if isinstance(parsed, ast.Tuple) else [parsed]
        return tuple(self.condition(node) for node in nodes)

    def refuse_signs(self, refused: str) -> None:
        """Refuse a text that is too long, or has one of these signs in it, or one beyond ASCII."""
        if len(self.text) > MOST_CHARACTERS:
            problem = f"the condition has {len(self.text)} characters"
            self.refuse(self.at, problem, f"at most {MOST_CHARACTERS}")
        for i, sign in enumerate(self.text):
            if not (sign.isascii() and sign.isprintable()) or sign in refused:
                self.refuse(self.at + i, f"unexpected {sign!r}", "write plain ASCII signs")

    def refuse_parsing(self, error: Exception) -> NoReturn:
        plain = self.text.strip()
        found = misplaced(tokens_of(plain), len(plain))
        if found is not None and isinstance(error, SyntaxError):
            problem = f"this is no expression: {found[1]}"
            self.refuse_prepared(found[0], problem, "write a condition such as b % (2*a) == 1")
        super().refuse_parsing(error)

    def condition(self, node: ast.expr) -> tree.Node:
        """The tree of one condition; what is a number is none."""
        built, kind = self.test(node)
        if kind == "number":
            place = self.after(node.end_col_offset or 0)
            self.refuse(place, "a comparison is missing", "write one: period <= 12")
        return built

    def name(self, node: ast.Name) -> Built:
        if node.id not in self.names:
            self.refuse_unknown(node)
        return super().name(node)

    def refuse_unknown(self, node: ast.Name) -> NoReturn:
        """Refuse a name that means nothing here."""
        problem = f"{node.id[:30]} is no name of the family"
        self.refuse_at(node, problem, f"its names are {', '.join(self.names)}")

    def is_factor(self, name: str) -> bool:
        return name in self.names

    def call(self, node: ast.Call) -> Built:
        word = node.func.id if isinstance(node.func, ast.Name) else ""
        if word not in (IMPLIES, IFF, "xor") or len(node.args) != 2:
            return super().call(node)
        if word == "xor":
            return tree.Binary("^", *map(self.number, node.args)), "number"
        one, other = (self.test(side)[0] for side in node.args)
        if word == IMPLIES:
            return tree.Logic("or", (tree.Unary("not", one), other)), "truth"
        falses = tree.Unary("not", one), tree.Unary("not", other)
        return tree.Comparison(falses[0], ("==",), (falses[1],)), "truth"


CONDITION_BUILDERS: Mapping[type[ast.expr], Callable[[Any, Any], Built]] = MappingProxyType(
    {**EXPRESSION_BUILDERS, ast.Name: ConditionReader.name, ast.Call: ConditionReader.call}
)


# The names that mean something in claims, conditions and formulas: one list for all of them.
#
# A parameter of a family, or a hole of a rule, that had one of these names would mean two things:
# ``period`` would be the number in ``subtract(1, {period})`` and the period of its law.


OF_LAWS = ("period", "preperiod", "saltus", "ratio", "start", "largest")
"""Numbers of the law of a rule."""

OF_ROWS = ("computed", "place", "max_terms")
"""Other numbers of a row of an atlas."""

OF_TEXTS = ("pattern", "status", "theorem", "rule", "family", "representative", "ended")
"""Words of a row of an atlas."""

_OTHERS: dict[str, str] = {
    "n": "the size of the heap",
    "G": "the values",
    "size": "the size of a set",
    "when": "a word of claims",
    "where": "a word of claims",
    "all": "a word of rules",
    "but": "a word of rules",
    "except": "a word of rules",
}
_FORMULA_WORDS = ("floor", "ceil", "ceiling", "tuple", "log", "Piecewise", "And", "Or", "Not")
_FORMULA_SIGNS = ("Lt", "Le", "Gt", "Ge", "Eq", "Ne")


FUNCTION = "a function"


def meaning_of(name: str) -> str:
    """What the name means already; empty where it is free.

    >>> meaning_of("period"), meaning_of("gcd"), meaning_of("k")
    ('a number of the law', 'a function', '')
    """
    if name in OF_LAWS:
        return "a number of the law"
    if name in OF_ROWS or name in OF_TEXTS:
        return "a column of the atlas"
    if name in EXPRESSIONS.calls or name in FORMULAS.calls:
        return FUNCTION
    if name in _FORMULA_WORDS or name in _FORMULA_SIGNS:
        return FUNCTION
    if name in WORDS or iskeyword(name):
        return "a word of conditions"
    return _OTHERS.get(name, "")


def refuse_taken(name: str, text: str, place: int) -> None:
    """RuleSyntaxError where the name, which stands at this place, means something already."""
    meaning = meaning_of(name)
    if meaning:
        problem = f"{name!r} is {meaning}, so it cannot name a number as well"
        raise RuleSyntaxError(text, place, problem, "call it a, b or k")
