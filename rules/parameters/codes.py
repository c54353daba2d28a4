"""Families of take-and-break codes: digits that are repeated as often as the names say.

Notation ``0.1{k}5 for k >= 1``: a digit, then in braces how often it stands there, a linear form in
the names; digits without braces stand once. Digits are those of octal games, 0 to 7, and 0 or 4 in
front of the point.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, NamedTuple, NoReturn, Self

from mexplore.rules.arithmetic.polynomial import Polynomial, total
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.moves.option_sets import AnyOf, Listed, OptionSet, Pairs
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.family import FamilyOfRules, given
from mexplore.rules.parameters.reading import Part, constraints_after, refuse_empty
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from mexplore.rules.reach import Unreached

_HEAD = re.compile(r"\s*([0-9A-V]?)\.")
_DIGIT = re.compile(r"\s*([0-7])(\{)?")
_EXAMPLE = "0.1{k}5 for k >= 1"
MOST_SEGMENTS = 20
SMALL = 12  # names of members that are looked at while a family is read
LONGEST = 10**5
"""Digits of a member that is written out."""


class Segment(NamedTuple):
    """Equal digits: ``digit`` at this many places."""

    digit: int
    places: Polynomial

    def __str__(self) -> str:
        return f"{self.digit}" if self.places == 1 else f"{self.digit}{{{self.places}}}"


class Removals(NamedTuple):
    """A move that takes from ``least`` to ``most`` tokens, and what it may leave: bit i of
    ``digit`` stands for i heaps."""

    digit: int
    least: Polynomial
    most: Polynomial


@dataclass(frozen=True)
class CodeFamily(FamilyOfRules):
    """Octal games: the segments give the digits d1, d2, ...; digit d_j says into how many heaps the
    rest may be split after j tokens are taken, and d0 = 4 that a heap may be split.

    >>> rule = CodeFamily.parse("0.1{k}5 for k >= 1")
    >>> str(rule), str(rule.member(k=3)), rule.names
    ('0.1{k}5 for k >= 1', '0.1115', ('k',))
    """

    zeroth: int
    segments: tuple[Segment, ...]
    where: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """The family that a text describes; RuleSyntaxError with the place of a mistake."""
        head = _HEAD.match(text)
        if head is None:
            raise RuleSyntaxError(text, 0, "this is no family of codes", f"write {_EXAMPLE}")
        if head[1] not in ("", "0", "4"):
            problem = f"the digit {head[1]} stands in front of the point"
            raise RuleSyntaxError(text, head.start(1), problem, "0 and 4 are studied there")
        place, segments = head.end(), list[Segment]()
        while digit := _DIGIT.match(text, place):
            place = digit.end()
            count = Polynomial.number(1)
            if digit[2]:
                close = text.find("}", place)
                if close < 0:
                    remedy = f"write a linear form and }}, as in {_EXAMPLE}"
                    raise RuleSyntaxError(text, place - 1, "the brace is not closed", remedy)
                part = Part(text[place:close], place)
                refuse_empty(part, text, "write how often the digit stands there: k or 2*k + 1")
                count = part.linear(text)
                place = close + 1
            segments.append(Segment(int(digit[1]), count))
        if re.match(r"\s*for\b", text[place:]) is None:
            _refuse_rest(text, place)
        where = constraints_after(text, place, "", "", _EXAMPLE)
        rule = cls(int(head[1] or 0), _joined(segments), where)
        if not rule.names:
            problem = "no digit is repeated by name"
            raise RuleSyntaxError(text, head.end(), problem, f"write {_EXAMPLE}")
        if len(rule.segments) > MOST_SEGMENTS:
            raise RuleSyntaxError(text, head.end(), "too many digits", f"at most {MOST_SEGMENTS}")
        rule.refuse_free_names(text, head.end(), "repeats no digit")
        rule._refuse_negative(text, head.end())
        return rule

    def _refuse_negative(self, text: str, place: int) -> None:
        """A digit that stands at fewer than 0 places for some small member; that there is none for
        a larger one is a condition of the theorem."""
        for values in self.members(SMALL):
            for digit, places in self.segments:
                if places.at(values) < 0:
                    problem = f"the digit {digit} stands at {places} places, below 0 for "
                    problem += given(values)
                    raise RuleSyntaxError(text, place, problem, "narrow the constraints")

    @property
    def notation(self) -> str:
        return f"{self.zeroth}.{''.join(map(str, self.segments))}"

    @property
    def forms(self) -> tuple[Polynomial, ...]:
        return tuple(each.places for each in self.segments)

    def removals(self) -> list[Removals]:
        """The moves, those of digits that are not 0; numbers of tokens follow one another."""
        found, least = [], Polynomial.number(1)
        if self.zeroth:
            found.append(Removals(self.zeroth, Polynomial(), Polynomial()))
        for digit, count in self.segments:
            if digit:
                found.append(Removals(digit, least, least + count - 1))
            least = least + count
        return found

    @property
    def largest_take(self) -> Polynomial:
        """How many digits stand after the point."""
        return total(count for _, count in self.segments)

    def member(self, **values: int) -> Rule:
        from mexplore.rules.families.take_and_break.rule import TakeAndBreak

        self.refuse_no_member(values)
        counts = [count.at(values) for _, count in self.segments]
        if min(counts) < 0:
            raise InputError(f"{given(values)} is no member of {self}: a digit has no places")
        if sum(counts) > LONGEST:
            return WideCode(
                "".join(map(str, self._written(values))),
                tuple(
                    (each.digit, each.least.at(values), each.most.at(values))
                    for each in self.removals()
                ),
            )
        digits = (str(each.digit) * n for each, n in zip(self.segments, counts, strict=True))
        found = TakeAndBreak.parse(f"{self.zeroth}.{''.join(digits) or '0'}")
        if found is None:
            raise InputError(f"the member {values} of {self} is no rule")
        return found

    def _written(self, values: Mapping[str, int]) -> list[str]:
        """The notation of a member with the numbers of equal digits in braces."""
        segments = (Segment(d, Polynomial.number(c.at(values))) for d, c in self.segments)
        return [f"{self.zeroth}.", *map(str, segments)]

    def equations(self, game: Rule) -> Iterator[list[Polynomial]]:
        code = re.fullmatch(r"(\d)\.([0-7]+)", str(game))
        runs = [(int(digit), len([*run])) for digit, run in groupby(code[2])] if code else []
        alike = [digit for digit, _ in runs] == [digit for digit, _ in self.segments]
        if code and int(code[1]) == self.zeroth and alike:
            yield [s.places - n for s, (_, n) in zip(self.segments, runs, strict=True)]

    def amounts(self, values: Mapping[str, int], stop: int | None = None) -> None:
        """None: moves may leave several heaps."""
        del values, stop

    @property
    def moves(self) -> Hashable:
        return self.zeroth, self.segments

    def largest(self, values: Mapping[str, int]) -> int:
        return self.largest_take.at(values)


@dataclass(frozen=True)
class WideCode(Rule):
    """An octal game with more digits than are written out: its ``moves`` are triples of a digit and
    the least and the most tokens that it removes. Its text is for people; nothing reads it again.

    >>> rule = WideCode("0.5{2}7", ((5, 1, 2), (7, 3, 3)))
    >>> list(rule.options(4))
    [(1, 2), (1, 1), (1,)]
    """

    family: ClassVar[str] = "take-and-break"

    text: str
    moves: tuple[tuple[int, int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """None: it has no notation."""
        del text
        return None

    def __str__(self) -> str:
        return self.text

    def unreached(self, last: int) -> Unreached | None:
        from mexplore.rules.reach import largest_of

        return largest_of((most for _, _, most in self.moves), last)

    def words(self) -> str:
        return f"the octal game {self.text}, where d{{k}} stands for the digit d k times"

    def options(self, n: int) -> Iterator[Heaps]:
        for digit, least, most in self.moves:
            if digit & 1 and least <= n <= most:
                yield ()
            if digit & 2:
                yield from ((n - j,) for j in range(max(least, 1), min(most, n - 1) + 1))
            if digit & 4:
                for total in (n - j for j in range(least, min(most, n - 2) + 1)):
                    yield from ((a, total - a) for a in range(1, total // 2 + 1))

    def option_sets(self, n: int) -> Iterator[OptionSet]:
        """The same, move by move."""
        for digit, least, most in self.moves:
            if digit & 1 and least <= n <= most:
                yield Listed(((),))
            if digit & 2 and max(least, 1) <= min(most, n - 1):
                yield AnyOf(range(max(n - most, 1), n - max(least, 1) + 1))
            if digit & 4 and least <= min(most, n - 2):
                yield Pairs(range(max(n - most, 2), n - least + 1))


def _joined(segments: list[Segment]) -> tuple[Segment, ...]:
    """Neighbours of one digit together, without those that stand nowhere, nor zeros at the end."""
    found: list[Segment] = []
    for segment in segments:
        if found and found[-1].digit == segment.digit:
            segment = Segment(segment.digit, found.pop().places + segment.places)  # noqa: PLW2901
        if segment.places != 0:
            found.append(segment)
    while found and found[-1].digit == 0:
        del found[-1]
    return tuple(found)


def _refuse_rest(text: str, place: int) -> NoReturn:
    """What follows the digits is no constraint."""
    place += len(text[place:]) - len(text[place:].lstrip())
    if place == len(text):
        remedy = f"say for which names: {_EXAMPLE}"
        raise RuleSyntaxError(text, place, "the constraints are missing", remedy)
    problem = f"{text[place]!r} is no digit of an octal game"
    raise RuleSyntaxError(text, place, problem, f"digits are 0 to 7, as in {_EXAMPLE}")
