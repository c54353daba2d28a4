"""Take-and-break codes whose moves remove and leave boundedly many tokens and heaps."""

from __future__ import annotations

from discover.theorem import Inapplicable
from rules.families.take_and_break.rule import TakeAndBreak


def bounded_code(rule: TakeAndBreak) -> TakeAndBreak | Inapplicable:
    """The code, if its digits are finitely many, none allows any number of heaps, and every part
    of every move is smaller than the heap played on, moves that add tokens included.

    >>> bounded_code(TakeAndBreak.parse("0.[3]"))
    Inapplicable(reason='its digits repeat forever: moves remove any number of tokens')
    """
    if rule.repeating:
        return Inapplicable("its digits repeat forever: moves remove any number of tokens")
    if rule.most_heaps is None:
        return Inapplicable("a digit allows any number of heaps")
    for j, digit in rule.digits.items():
        if j < 0 and any(heaps < 2 - j for heaps, _ in digit.listed):
            return Inapplicable(f"a move that adds {-j} tokens may leave fewer heaps than {2 - j}")
    return rule
