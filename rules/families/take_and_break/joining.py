"""One code with the moves of two: digit by digit, heap count by heap count."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING

from mexplore.rules.families.take_and_break.code import ZERO, Digit

if TYPE_CHECKING:
    from mexplore.rules.families.subtraction.rule import Subtraction


REMOVE = Digit.from_mask(3)  # leave no heap or one: remove, whatever is left
MOST_DIGITS = 1000  # of a code that stands for two rules, or for a subtraction set


class NoSingleCode(Exception):
    """No digit, or no code of a length that is worth reading, has exactly these moves."""


def joined_digits(first: Digit, second: Digit) -> Digit:
    """The digit that allows what either allows.

    >>> text = lambda a, b: str(joined_digits(Digit.from_mask(*a), Digit.from_mask(*b)))
    >>> text((3, ""), (4, "!")), text((4, "!"), (4, "=")), text((12, "?"), (12, "!"))
    ('7!', '4', 'C?')

    Raises NoSingleCode if a count of three heaps or more would be allowed where they are all
    equal or pairwise unequal: no suffix says so.
    """
    both = (first, second)
    listed = (count for digit in both for count, _ in digit.listed)
    highest = max(chain(listed, (digit.more[0] for digit in both if digit.more)), default=0)
    counts: dict[int, str] = {}
    for count in range(highest + 1):
        suffix = _joined_suffix(count, first.suffix(count), second.suffix(count))
        if suffix is not None:
            counts[count] = suffix
    beyond = max(highest + 1, 3)
    more = _joined_suffix(beyond, first.suffix(beyond), second.suffix(beyond))
    if more is None:
        return Digit.of(counts)
    for count in range(highest + 1, beyond):
        counts[count] = _joined_suffix(count, first.suffix(count), second.suffix(count)) or ""
    return Digit.of(counts, (beyond, more))


def _joined_suffix(count: int, first: str | None, second: str | None) -> str | None:
    """The suffix of the union of two conditions on ``count`` heaps; None is 'not allowed'."""
    if first is None or second is None or first == second:
        return second if first is None else first
    if count < 2 or "" in (first, second) or {first, second} == {"?", "="}:
        return ""
    if {first, second} == {"!", "?"}:
        return "?"  # pairwise unequal heaps are not all equal
    if count == 2:
        return ""  # two heaps are equal or unequal
    raise NoSingleCode


def joined_lists(
    first: tuple[list[Digit], int], second: tuple[list[Digit], int]
) -> tuple[list[Digit], int]:
    """The digits of two codes, place by place; of each the last ones repeat, as many as said."""
    period = lcm(*(p for _, p in (first, second) if p)) if first[1] or second[1] else 0
    head = max(len(digits) - p for digits, p in (first, second))
    if head + period > MOST_DIGITS:
        raise NoSingleCode
    places = range(head + period)
    return [joined_digits(_at(first, j), _at(second, j)) for j in places], period


def _at(code: tuple[list[Digit], int], j: int) -> Digit:
    digits, period = code
    if j < len(digits):
        return digits[j]
    return digits[len(digits) - period + (j - len(digits)) % period] if period else ZERO


def digits_of(rule: Subtraction) -> tuple[list[Digit], int]:
    """The digits from d1 on of the code that removes the members of a set, and how many of the
    last ones repeat; NoSingleCode if it is not periodic from some number on.

    >>> from mexplore.rules.families.subtraction.rule import Subtraction
    >>> digits, period = digits_of(Subtraction.parse("subtract(2, odd)"))
    >>> "".join(map(str, digits)), period
    ('3330', 2)
    """
    shapes = [part.eventual_classes() for part in rule.named]
    if None in shapes:
        raise NoSingleCode
    known = [shape for shape in shapes if shape is not None]
    period = 0 if rule.finite else lcm(*(shape.m for shape in known))
    ends = chain(rule.members, rule.missing or (), (shape.start - 1 for shape in known))
    head = max(ends, default=0)
    if head + period > MOST_DIGITS:
        raise NoSingleCode
    return [REMOVE if j in rule else ZERO for j in range(1, head + period + 1)], period


# First cousins: a code whose heap of one token has no move is another code with smaller heaps.
#
# Let heaps of 1 have no move: bit 0 of d1 is not set (a split needs two tokens). Every nonempty
# heap of n tokens is called n - 1; then heaps called 0 are worth 0, as empty ones are. A move that
# removes j tokens and leaves h nonempty heaps of n + 1 leaves heaps called a1, ..., ah >= 0 with
#
#     a1 + ... + ah = n + 1 - j - h = n - (j + h - 1),
#
# any of which may be 0: it removes j + h - 1 from the heap called n and leaves h heaps or fewer.
# For h = 0 the heap must be of j tokens: j - 1 are taken, the whole of the heap called j - 1. So
# the heap called n has the moves of the code with the digits
#
#     e_(j + h - 1) with the bits 0..h for every bit h of d_j,    G(n + 1) = H(n),
#
# where j + h - 1 >= 0: bit 0 of d1 is not set, and d0 has neither bit 0 nor bit 1. Dawson's Kayles
# 0.07 is the cousin of Dawson's chess 0.137 in this way.
#
# Source: Guy and Smith 1956, The G-values of various games; Winning Ways, chapter 4, 'first
# cousins' and 'standard form'.


MOST_SHIFTS = 64


def first_cousin(masks: Mapping[int, int]) -> dict[int, int] | None:
    """The digits e as bit masks, from the digits d; None if a heap of one token has a move.

    >>> first_cousin({2: 7})
    {1: 1, 2: 3, 3: 7}
    >>> first_cousin({1: 1, 2: 3, 3: 7})
    """
    if masks.get(1, 0) & 1:
        return None
    found: dict[int, int] = {}
    for j, mask in masks.items():
        for heaps in range(mask.bit_length()):
            if mask >> heaps & 1:
                removed = j + heaps - 1
                found[removed] = found.get(removed, 0) | (2 << heaps) - 1
    return dict(sorted(found.items()))


def standard_form(masks: Mapping[int, int]) -> tuple[dict[int, int], int]:
    """The last of the cousins, in which a heap of one token can be taken, and how many steps down
    it is; of a code without moves, and of one too far away, the code itself.

    >>> standard_form({3: 7})
    ({1: 1, 2: 1, 3: 3, 4: 3, 5: 7}, 2)
    """
    known = {j: mask for j, mask in masks.items() if mask}
    steps, digits = 0, known
    while digits:
        cousin = first_cousin(digits)
        if cousin is None:
            return digits, steps
        digits, steps = cousin, steps + 1
        if steps > MOST_SHIFTS:
            break
    return known, 0
