"""The names that mean something in claims, conditions and formulas: one list for all of them.

A parameter of a family, or a hole of a rule, that had one of these names would mean two things:
``period`` would be the number in ``subtract(1, {period})`` and the period of its law.
"""

from __future__ import annotations

from keyword import iskeyword

from mexplore.rules.arithmetic.preparing import WORDS
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS, FORMULAS
from mexplore.rules.errors import RuleSyntaxError

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
        return "a function"
    if name in _FORMULA_WORDS or name in _FORMULA_SIGNS:
        return "a function"
    if name in WORDS or iskeyword(name):
        return "a word of conditions"
    return _OTHERS.get(name, "")


def refuse_taken(name: str, text: str, place: int) -> None:
    """RuleSyntaxError where the name, which stands at this place, means something already."""
    meaning = meaning_of(name)
    if meaning:
        problem = f"{name!r} is {meaning}, so it cannot name a number as well"
        raise RuleSyntaxError(text, place, problem, "call it a, b or k")
