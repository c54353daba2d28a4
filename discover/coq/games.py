"""Rules as terms of the Coq library.

This translation is what a reader of such a proof has to trust: it is held against `options` for
every example of every family.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.take_and_break.digit import Digit
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.rule import Rule

_SUFFIXES = {"": "Any", "!": "Unequal", "?": "NotAllEqual", "=": "Equal"}
_DIGIT = 4  # heaps at most, in a digit that the library reads


@singledispatch
def game_of(rule: Rule) -> str | None:
    """The rule as a term of the Coq library (``discover/coq``); None where it has no name for it.

    >>> game_of(Division((2, 5))), game_of(Division((3,), ceil=True))
    ('divide [2; 5]', 'divide_up [3]')
    """
    del rule
    return None


@game_of.register(Division)
def _division(rule: Division) -> str:
    return f"{'divide_up' if rule.ceil else 'divide'} {_listed(rule.divisors)}"


@game_of.register(Subtraction)
def _subtraction(rule: Subtraction) -> str | None:
    """A finite set, all numbers but a few, or named sets that the library knows.

    >>> game_of(Subtraction.of((1, 3, 4))), game_of(Subtraction((), (), (2, 3)))
    ('subtract [1; 3; 4]', 'all_but [2; 3]')
    """
    if rule.missing is not None:
        return f"all_but {_listed(rule.missing)}"
    if rule.finite:
        return f"subtract {_listed(rule.members)}"
    named = [part.coq() for part in rule.named]
    known = [text for text in named if text is not None]
    if len(known) < len(named):
        return None
    members = [f"Members {_listed(rule.members)}"] if rule.members else []
    return f"subtract_from {_listed([*members, *known])}"


@game_of.register(TakeAndBreak)
def _code(rule: TakeAndBreak) -> str | None:
    """Codes that add no tokens and leave boundedly many heaps; digits that repeat forever, of a few
    heaps without conditions.

    >>> game_of(TakeAndBreak.parse("0.07")), game_of(TakeAndBreak.parse("4!.0"))
    ('octal [0; 0; 7]', 'code_with [((0, 2%nat), Unequal)]')
    >>> game_of(TakeAndBreak.parse("0.3[7]"))
    'repeating [0; 3; 7] [7]'
    """
    if rule.adding or any(d.unbounded for d in rule.digits.values()):
        return None
    if not rule.has_suffix and (rule.most_heaps or 0) <= _DIGIT:
        kind = "repeating" if rule.period else "octal"
        return " ".join([kind, _digits(rule.removing), *filter(None, [_digits(rule.repeating)])])
    if rule.period:
        return None
    moves = [(j, *count) for j, digit in rule.digits.items() for count in digit.listed]
    if not rule.has_suffix:
        return f"code {_listed(f'({j}, {heaps}%nat)' for j, heaps, _ in moves)}"
    written = (f"(({j}, {heaps}%nat), {_SUFFIXES[suffix]})" for j, heaps, suffix in moves)
    return f"code_with {_listed(written)}"


def _digits(digits: Iterable[Digit]) -> str:
    """The digits as numbers; nothing where there are none."""
    written = [sum(1 << k for k, _ in digit.listed) for digit in digits]
    return _listed(written) if written else ""


def _listed(parts: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, parts))}]"
