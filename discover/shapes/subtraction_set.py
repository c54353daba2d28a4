"""Rules that are subtraction sets in another notation."""

from __future__ import annotations

from rules.families.subtraction.rule import Subtraction
from rules.families.take_and_break.digit import Digit
from rules.families.take_and_break.rule import TakeAndBreak
from rules.rule import Rule

REMOVE = Digit.from_mask(3)  # leave no heap or one: remove, whatever is left
NOTHING = Digit.from_mask(0)


def as_subtraction(rule: Rule) -> Subtraction | None:
    """The subtraction set with exactly the moves of the rule, where its shape shows one.

    A code whose digits, from d1 on, are all 0 or 3 removes j tokens where d_j = 3. If its last
    digits 3 repeat forever, all numbers but finitely many may be removed.

    >>> from rules.notation import parse_rule
    >>> str(as_subtraction(parse_rule("0.[3]"))), str(as_subtraction(parse_rule("0.303")))
    ('subtract(multiples(1))', 'subtract(1, 3)')
    >>> str(as_subtraction(parse_rule("0.0[3]"))), as_subtraction(parse_rule("0.7"))
    ('subtract(all but 1)', None)
    """
    if isinstance(rule, Subtraction):
        return rule
    if not isinstance(rule, TakeAndBreak) or rule.adding or not rule.removing[0].is_zero:
        return None
    digits = rule.removing[1:]
    if any(digit not in (REMOVE, NOTHING) for digit in digits):
        return None
    removed = [j for j, digit in enumerate(digits, 1) if digit == REMOVE]
    if rule.repeating == (REMOVE,):
        return Subtraction.of([], [], set(range(1, len(digits) + 1)) - set(removed))
    return Subtraction.of(removed) if removed and not rule.repeating else None
