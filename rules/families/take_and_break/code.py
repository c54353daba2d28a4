"""Reading the text of a take-and-break code: digits, and where each of them stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.take_and_break import LOOKS_LIKE
from mexplore.rules.families.take_and_break.digit import DIGITS, SUFFIXES, Digit

MOST_HEAPS = 1_000_000  # the largest heap count that can be listed; `+` goes beyond
REMEDY = "digits are 0-9 and A-V; write {0,5,6} for other heap counts"

_SHAPE = re.compile(LOOKS_LIKE)
_ELSEWHERE = re.compile(r"\.py\s*:|\sor\s|->")
_COUNT = re.compile(r"\s*0*([0-9]+)\s*([!?=]?)\s*(\+?)\s*")
_VALUES = {c: i for i, digit in enumerate(DIGITS) for c in (digit, digit.lower())}


class Placed(NamedTuple):
    """A digit and the index in the text at which it begins."""

    digit: Digit
    at: int


@dataclass
class DigitCode:
    """The digits of a text, from left to right: those up to the point, those after it, and how
    many of the last ones stand in the brackets that repeat them forever."""

    before: list[Placed] = field(default_factory=list)
    after: list[Placed] = field(default_factory=list)
    period: int = 0


def is_code(text: str) -> bool:
    """Whether a text has the shape of a code: digits up to a point, or a digit that begins with
    a brace.

    >>> [is_code(text) for text in ("0.77", "{2+}=.0", "subtract(1..3)", "games.py:options")]
    [True, True, False, False]
    """
    return _SHAPE.match(text) is not None and _ELSEWHERE.search(text) is None


def read_code(text: str) -> DigitCode:
    """The digits of a text that has the shape of a code.

    >>> code = read_code("4!.0[3]")
    >>> [str(placed.digit) for placed in code.before + code.after], code.period
    (['4!', '0', '3'], 1)

    Raises RuleSyntaxError at the first character at fault.
    """
    return _CodeReader(text).read()


class _CodeReader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def read(self) -> DigitCode:
        code = DigitCode()
        while not self._take("."):
            if self.at == len(self.text):
                raise self._bad("the point is missing", "write 0.77 to remove 1 or 2 tokens")
            if self.text[self.at] in "[]":
                raise self._bad("a bracket before the point", "only digits after it can repeat")
            code.before.append(self._digit())
        while self.at < len(self.text) and self.text[self.at] != "[":
            code.after.append(self._digit())
        if self.at < len(self.text):
            repeating = self._repeating()
            code.after += repeating
            code.period = len(repeating)
        elif not code.after and all(placed.digit.is_zero for placed in code.before):
            raise self._bad("no digit follows the point", "write the digits, such as 0.77")
        return code

    def _repeating(self) -> list[Placed]:
        """The digits in brackets, which end the text."""
        opened = self.at
        digits: list[Placed] = []
        self.at += 1
        while not self._take("]"):
            if self.at == len(self.text):
                self.at = opened
                raise self._bad("the bracket is not closed", "end the repeating digits with ]")
            digits.append(self._digit())
        if self.at < len(self.text):
            raise self._bad("more text follows the repeating digits", "remove it")
        return digits

    def _bad(self, problem: str, remedy: str) -> RuleSyntaxError:
        return RuleSyntaxError(self.text, self.at, problem, remedy)

    def _take(self, sign: str) -> bool:
        taken = self.text.startswith(sign, self.at)
        self.at += len(sign) if taken else 0
        return taken

    def _suffix(self) -> str:
        sign = self.text[self.at : self.at + 1]
        return sign if sign and sign in SUFFIXES and self._take(sign) else ""

    def _digit(self) -> Placed:
        start, sign = self.at, self.text[self.at]
        if sign == "{":
            return Placed(self._braces(), start)
        if sign == "*":
            self.at += 1
            return Placed(Digit.of({}, more=(0, self._suffix())), start)
        if sign not in _VALUES:
            raise self._no_digit(sign)
        self.at += 1
        return Placed(Digit.from_mask(_VALUES[sign], self._suffix()), start)

    def _no_digit(self, sign: str) -> RuleSyntaxError:
        if sign == ".":
            return self._bad("a second point", "a code has one, after the digit for 0 tokens")
        if sign in "[]":
            return self._bad(f"misplaced {sign!r}", "one [...] may end the code: 0.7[03]")
        if sign in SUFFIXES:
            return self._bad(f"{sign!r} follows no digit", "write it after a digit, as in 4!.0")
        if sign == "&":
            return self._bad("'&' begins no digit", "write {0,5,6} for the heap counts")
        return self._bad(f"{sign!r} is no digit", REMEDY)

    def _braces(self) -> Digit:
        """A digit given by its heap counts, the text being at its opening brace."""
        opened = self.at
        counts: dict[int, str] = {}
        more: int | None = None
        self.at += 1
        while True:
            place = self.at
            count, suffix, plus = self._count()
            if counts.get(count, suffix) != suffix:
                self.at = place
                raise self._bad(f"{count} heaps with two suffixes", "keep one of them")
            counts[count] = suffix
            if plus:
                more = count
                if max(counts) > count:
                    self.at = place
                    raise self._bad(
                        f"{count}+ covers {max(counts)} heaps", "list only counts below it"
                    )
            if self._take("}"):
                break
            if self.at == len(self.text):
                self.at = opened
                raise self._bad("the brace is not closed", "end the heap counts with }")
            if more is not None or not self._take(","):
                raise self._bad(
                    f"unexpected {self.text[self.at]!r}",
                    "a heap count is a number, a suffix if any, and + on the last: {0,2!,4?+}",
                )
        common = self._common_suffix(counts)
        if common:
            counts = dict.fromkeys(counts, common)
        return Digit.of(counts, None if more is None else (more, counts[more]))

    def _common_suffix(self, counts: dict[int, str]) -> str:
        """The suffix after the closing brace, which holds for every count."""
        place = self.at
        common = self._suffix()
        if common and any(counts.values()):
            self.at = place
            raise self._bad("a suffix after suffixes", "write it on the counts or after the brace")
        return common

    def _count(self) -> tuple[int, str, bool]:
        match = _COUNT.match(self.text, self.at)
        if match is None:
            blank = len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
            self.at += blank
            raise self._bad("a heap count is missing", "write numbers of heaps: {0,2,4+}")
        if len(match[1]) > 9 or int(match[1]) > MOST_HEAPS:
            self.at = match.start(1)
            raise self._bad(
                "too many heaps", f"at most {MOST_HEAPS}; + allows any number from there"
            )
        self.at = match.end()
        return int(match[1]), match[2], bool(match[3])
