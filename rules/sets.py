"""Finite sets of whole numbers inside a rule: ``1, 3, 4`` and ``2..6``, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules.errors import RuleSyntaxError

MOST_MEMBERS = 100_000
LARGEST_MEMBER = 10**9
_ITEM = re.compile(r"\s*(-?\d+)\s*(?:\.\.\s*(-?\d+)\s*)?")


def read_members(text: str, at: int, *, least: int, what: str) -> tuple[int, ...]:
    """The increasing members of the set whose list starts at index ``at`` and ends the text
    with a closing bracket. Raises RuleSyntaxError at the first member at fault.

    >>> read_members("subtract(4, 1..3)", 9, least=1, what="a number of tokens")
    (1, 2, 3, 4)
    """
    return tuple(sorted(set(_read(text, at, least, what))))


def _read(text: str, at: int, least: int, what: str) -> Iterator[int]:
    count = 0
    while True:
        item = _ITEM.match(text, at)
        if item is None:
            raise _missing(text, at, least, what)
        low = _bounded(text, item.start(1), item[1], least, what)
        high = _bounded(text, item.start(2), item[2], least, what) if item[2] else low
        if high < low:
            raise RuleSyntaxError(text, item.start(1), "the range is empty", f"write {high}..{low}")
        count += high - low + 1
        if count > MOST_MEMBERS:
            problem = f"the set has more than {MOST_MEMBERS} members"
            raise RuleSyntaxError(text, item.start(1), problem, "ask for fewer")
        yield from range(low, high + 1)
        at = item.end()
        following = text[at : at + 1]
        if following == ")":
            break
        if following != ",":
            problem = f"unexpected {following!r}" if following else "the closing bracket is missing"
            raise RuleSyntaxError(text, at, problem, "separate members by commas and end with )")
        at += 1
    rest = text[at + 1 :].lstrip()
    if rest:
        place = len(text) - len(rest)
        raise RuleSyntaxError(text, place, "more text follows the closing bracket", "remove it")


def _missing(text: str, at: int, least: int, what: str) -> RuleSyntaxError:
    at += len(text[at:]) - len(text[at:].lstrip())
    if text[at : at + 1] in (")", ""):
        return RuleSyntaxError(text, at, f"{what} is missing", f"write numbers from {least} on")
    problem = f"{text[at]!r} begins no number"
    return RuleSyntaxError(text, at, problem, "write numbers and ranges, such as 1, 3, 5..9")


def _bounded(text: str, at: int, digits: str, least: int, what: str) -> int:
    if len(digits) > 20 or int(digits) > LARGEST_MEMBER:
        problem = "the number is too large"
        raise RuleSyntaxError(text, at, problem, f"members are at most {LARGEST_MEMBER}")
    number = int(digits)
    if number < least:
        raise RuleSyntaxError(text, at, f"{number} is not {what}", f"members are {least} or more")
    return number


def write_members(members: Sequence[int]) -> str:
    """The canonical list: increasing, three or more consecutive members as a range.

    >>> write_members((1, 2, 4, 5, 6))
    '1, 2, 4..6'
    """
    parts: list[str] = []
    i = 0
    while i < len(members):
        j = i
        while j + 1 < len(members) and members[j + 1] == members[j] + 1:
            j += 1
        if j - i >= 2:
            parts.append(f"{members[i]}..{members[j]}")
        else:
            parts.extend(str(member) for member in members[i : j + 1])
        i = j + 1
    return ", ".join(parts)
