"""Reading the text of a take-and-break code: digits, and where each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.take_and_break import LOOKS_LIKE

# One digit of a take-and-break code: into how many heaps the rest of a heap may be split.


DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
SUFFIXES = {
    "": "of any sizes",
    "!": "pairwise unequal",
    "?": "not all equal",
    "=": "all equal",
}

Count = tuple[int, str]
"""A number of heaps and its suffix: ``''``, or one of ``! ? =``."""


@dataclass(frozen=True)
class Digit:
    """The numbers of nonempty heaps that a move may leave, each with a condition on their sizes.

    ``listed`` holds single heap counts in increasing order, each with its suffix: ``!`` the heaps
    are pairwise unequal, ``?`` not all equal, ``=`` all equal, ``''`` of any sizes. ``more``, if
    not None, is (c, suffix): every count >= c is allowed too, c being the least number of which
    this is so. Fewer than two heaps carry no suffix, which would have no effect.

    Make one with `Digit.of` or `Digit.from_mask`, which bring it into this normal form.

    >>> digit = Digit.from_mask(6, "!")
    >>> digit.listed, str(digit), digit.suffix(2), digit.suffix(3)
    (((1, ''), (2, '!')), '6!', '!', None)
    >>> str(Digit.of({0: "!", 1: "", 2: "", 3: ""}, more=(4, "")))
    '*'
    """

    listed: tuple[Count, ...] = ()
    more: Count | None = None

    @classmethod
    def of(cls, counts: Mapping[int, str], more: Count | None = None) -> Digit:
        """The digit that allows these heap counts and, with ``more``, all counts from there on."""
        allowed = {count: suffix if count > 1 else "" for count, suffix in counts.items()}
        if more is None:
            return cls(tuple(sorted(allowed.items())))
        least, suffix = more
        # The suffix has no effect below 2, so there any listed count can be absorbed.
        while least - 1 in allowed and (least <= 2 or allowed[least - 1] == suffix):
            least -= 1
        listed = tuple(sorted((c, s) for c, s in allowed.items() if c < least))
        return cls(listed, (least, suffix))

    @classmethod
    def from_mask(cls, mask: int, suffix: str = "") -> Digit:
        """The digit whose bit i, if set, allows exactly i heaps."""
        return cls.of({i: suffix for i in range(mask.bit_length()) if mask >> i & 1})

    @property
    def is_zero(self) -> bool:
        """Whether the digit allows no move at all."""
        return not self.listed and self.more is None

    @property
    def unbounded(self) -> bool:
        """Whether the digit allows any large number of heaps."""
        return self.more is not None

    @property
    def most_heaps(self) -> int | None:
        """The largest heap count that the digit allows, 0 if it allows none; None if unbounded."""
        if self.more:
            return None
        return self.listed[-1][0] if self.listed else 0

    @property
    def least_counts(self) -> tuple[Count, ...]:
        """The single heap counts, and the first of those from which on every count is allowed."""
        return (*self.listed, self.more) if self.more else self.listed

    def allows(self, heaps: Sequence[int]) -> bool:
        """Whether a rest may be left as these nonempty heaps.

        >>> [Digit.from_mask(8, "!").allows(heaps) for heaps in [(1, 2, 4), (1, 2, 1), (1, 2)]]
        [True, False, False]
        """
        suffix, different = self.suffix(len(heaps)), len(set(heaps))
        if suffix is None or len(heaps) < 2 or not suffix:
            return suffix is not None
        if suffix == "!":
            return different == len(heaps)
        return (different == 1) == (suffix == "=")

    @property
    def suffixes(self) -> frozenset[str]:
        """The suffixes of the counts >= 2, the empty one among them if some count has none."""
        found = {suffix for count, suffix in self.listed if count > 1}
        return frozenset(found | ({self.more[1]} if self.more else set()))

    @property
    def has_suffix(self) -> bool:
        """Whether any heap count carries one of ``! ? =``."""
        return bool(self.suffixes - {""})

    @cached_property
    def _by_count(self) -> dict[int, str]:
        return dict(self.listed)

    def suffix(self, count: int) -> str | None:
        """The suffix under which ``count`` heaps are allowed, None if they are not."""
        if self.more and count >= self.more[0]:
            return self.more[1] if count > 1 else ""
        return self._by_count.get(count)

    def counts(self, rest: int) -> Iterator[Count]:
        """The heap counts, each with its suffix, into which ``rest`` tokens could be split:
        none but 0 if there are no tokens, 1 to ``rest`` otherwise."""
        if rest == 0:
            if (suffix := self.suffix(0)) is not None:
                yield 0, suffix
            return
        for count, suffix in self.listed:
            if 1 <= count <= rest:
                yield count, suffix
        if self.more:
            least, suffix = self.more
            for count in range(max(least, 1), rest + 1):
                yield count, suffix if count > 1 else ""

    def __str__(self) -> str:
        """The shortest way to write the digit."""
        common = next(iter(self.suffixes), "") if len(self.suffixes) <= 1 else None
        if common is None:
            return f"{{{','.join(self._counts(with_suffixes=True))}}}"
        if self.more and self.more[0] == 0:
            return f"*{common}"
        if self.most_heaps is not None and self.most_heaps < 5:
            return DIGITS[sum(1 << count for count, _ in self.listed)] + common
        return f"{{{','.join(self._counts(with_suffixes=False))}}}{common}"

    def _counts(self, *, with_suffixes: bool) -> Iterator[str]:
        for count, suffix in self.listed:
            yield f"{count}{suffix if with_suffixes else ''}"
        if self.more:
            least, suffix = self.more
            yield f"{least}{suffix if with_suffixes else ''}+"


ZERO = Digit()


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


# The moves of a take-and-break code as a sentence.


_NAMES = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_MOST_LISTED = 12  # numbers of tokens that a sentence lists before it says `and so on`


def move_in_words(tokens: Sequence[int], period: int, digit: Digit) -> str:
    """The moves that one digit allows at several places.

    ``tokens`` are the numbers of tokens removed, or added if negative: all of one sign, or 0
    alone; ``period``, if not 0, is the distance at which each of them repeats forever.

    >>> move_in_words([1, 2], 0, Digit.from_mask(3))
    'remove 1 or 2 tokens from a heap, taking it whole, or leaving the rest in one heap'
    >>> move_in_words([0], 0, Digit.from_mask(4, "!"))
    'split a heap into two unequal heaps'
    """
    split = _split_in_words(digit)
    if tokens[0] == 0:
        return f"split a heap into {split}"
    if tokens[0] < 0:
        return (
            f"add {_tokens_in_words([-j for j in tokens], 0)} to a heap and split it into {split}"
        )
    left = [f"{'in one heap' if digit.suffix(1) is not None else ''}"]
    left.append(f"split into {split}" if split else "")
    rest = " or ".join(part for part in left if part)
    outcomes = ["taking it whole"] if digit.suffix(0) is not None else []
    outcomes += [f"leaving the rest {rest}"] if rest else []
    return f"remove {_tokens_in_words(tokens, period)} from a heap, {', or '.join(outcomes)}"


def joined(parts: Sequence[str]) -> str:
    """The parts as a list in words.

    >>> joined(["1", "3", "4"])
    '1, 3 or 4'
    """
    *others, last = parts
    return f"{', '.join(others)} or {last}" if others else last


def _tokens_in_words(tokens: Sequence[int], period: int) -> str:
    if period == 1 and len(tokens) == 1 and tokens[0] == 1:
        return "any number of tokens"
    if period == 1 and len(tokens) == 1:
        return f"{tokens[0]} or more tokens"
    if period:
        return f"{joined([f'{j}, {j + period}, {j + 2 * period}, ...' for j in tokens])} tokens"
    if len(tokens) > 3 and tokens[-1] - tokens[0] == len(tokens) - 1:
        return f"{tokens[0]} to {tokens[-1]} tokens"
    listed = [str(j) for j in tokens]
    if len(listed) > _MOST_LISTED:
        listed[_MOST_LISTED - 1 : -1] = ["..."]
    return f"{joined(listed)} token{'s' if tokens[-1] > 1 else ''}"


def _split_in_words(digit: Digit) -> str:
    """Two heaps or more that the digit allows, '' if it does not."""
    counts: dict[str, list[str]] = {}
    for count, suffix in digit.listed:
        if count > 1:
            counts.setdefault(suffix, []).append(_number(count))
    if digit.more:
        least, suffix = digit.more
        counts.setdefault(suffix, []).append(f"{_number(max(least, 2))} or more")
    return " or ".join(_heaps(joined(listed), suffix) for suffix, listed in counts.items())


def _heaps(number: str, suffix: str) -> str:
    if number == "two" and suffix in ("!", "?"):
        return "two unequal heaps"
    condition = {"": "", "!": "pairwise unequal ", "?": "", "=": "equal "}[suffix]
    return f"{number} {condition}heaps{', not all equal' if suffix == '?' else ''}"


def _number(count: int) -> str:
    return _NAMES[count] if count < len(_NAMES) else str(count)
