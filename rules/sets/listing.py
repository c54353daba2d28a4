"""Sets of whole numbers inside a rule, read and written: ``1, 3..6, powers(2)``, ``all but 2``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field

import mexplore.rules.sets
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.members import members
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.text.sentences import did_you_mean

MOST_MEMBERS = 100_000
LARGEST_MEMBER = 10**9
LONGEST_WRITTEN = 5000  # characters after the name of a set
_NUMBERS = re.compile(r"\s*(-?\d+)\s*(?:\.\.\s*(-?\d+)\s*)?")
_WORD = re.compile(r"\s*([A-Za-z_]\w*)\s*")
_PARAMETER = re.compile(r"\(\s*(-?\d+)\s*\)\s*")
_POWER = re.compile(
    r"(?:(?P<low>\d{1,30}) ?\.\. ?)?"
    r"(?P<written>(?P<base>\d{1,3}) ?(?:\^|\*\*) ?(?P<exponent>\d{1,2}))"
)
LONGEST_POWER = 6  # characters of a sign and an exponent
_ALL_BUT = re.compile(r"\s*all\s+but\b\s*")


@dataclass
class WrittenSet:
    """What a list names: numbers, named sets, and the numbers after ``all but`` if it has that."""

    numbers: list[int] = field(default_factory=list)
    named: list[NamedSet] = field(default_factory=list)
    missing: list[int] | None = None


def read_members(text: str, at: int, *, least: int, what: str) -> tuple[int, ...]:
    """The increasing members of the finite set whose list starts at index ``at`` and ends the
    text with a closing bracket. Raises RuleSyntaxError at the first member at fault.

    >>> read_members("divide(4, 2..3)", 7, least=2, what="a divisor")
    (2, 3, 4)
    """
    reader = _SetReader(text, at, least, what)
    while True:
        reader.numbers(reader.listed.numbers)
        if reader.at_end():
            return tuple(sorted(set(reader.listed.numbers)))


def read_set(text: str, at: int, *, what: str) -> WrittenSet:
    """The numbers, named sets and exceptions of a list of positive numbers, as `read_members`.

    >>> read_set("subtract(4, 1..2, squares)", 9, what="a number of tokens")
    WrittenSet(numbers=[4, 1, 2], named=[Squares()], missing=None)
    """
    reader = _SetReader(text, at, 1, what)
    while True:
        reader.item()
        if reader.at_end():
            return reader.listed


class _SetReader:
    """A cursor in a list: items, commas, and the bracket that ends the text."""

    def __init__(self, text: str, at: int, least: int, what: str) -> None:
        self.text, self.at, self.least, self.what = text, at, least, what
        self.listed = WrittenSet()
        self.count = 0

    def item(self) -> None:
        """Numbers, the name of a set, or ``all but`` (after which only numbers follow)."""
        if self.listed.missing is None and (match := _ALL_BUT.match(self.text, self.at)):
            self.at = match.end()
            self.listed.missing = []
            self.numbers(self.listed.missing)
        elif self.listed.missing is not None:
            self.numbers(self.listed.missing)
        elif match := _WORD.match(self.text, self.at):
            self.listed.named.append(self.name(match))
        else:
            self.numbers(self.listed.numbers)

    def numbers(self, into: list[int]) -> None:
        """One number or range, appended to ``into``."""
        item = _NUMBERS.match(self.text, self.at)
        if item is None:
            raise self.missing_item()
        low = self.bounded(item.start(1), item[1])
        high = self.bounded(item.start(2), item[2]) if item[2] else low
        if high < low:
            place = item.start(1)
            raise RuleSyntaxError(self.text, place, "the range is empty", f"write {high}..{low}")
        self.count_members(low, high, item.start(1))
        into.extend(range(low, high + 1))
        self.at = item.end()

    def count_members(self, low: int, high: int, place: int) -> None:
        """Counts a range, and refuses it where a set would become too long."""
        self.count += high - low + 1
        if self.count > MOST_MEMBERS:
            problem = f"the set has more than {MOST_MEMBERS} members"
            remedy = "ask for fewer"
            if self.text.startswith("subtract"):
                remedy += f", or write remove({low} .. {high}) for an interval of them"
            raise RuleSyntaxError(self.text, place, problem, remedy)

    def name(self, match: re.Match[str]) -> NamedSet:
        """The named set that starts at the match, with its parameter."""
        sets = {member.name: member for member in members(mexplore.rules.sets, NamedSet)}
        made: type[NamedSet] | None = sets.get(match[1])
        if made is None:
            problem = f"no set is called {match[1][:30]!r}"
            known = ", ".join(sorted(sets))
            raise RuleSyntaxError(
                self.text,
                match.start(1),
                problem,
                f"{did_you_mean(match[1], sets)}the sets are {known}",
            )
        self.at = match.end()
        if made.written is not None:
            return self.written(made)
        least = made.least_parameter
        parameter = _PARAMETER.match(self.text, self.at)
        if least is None:
            if self.text[self.at : self.at + 1] == "(":
                problem = f"{made.name} takes no number"
                raise RuleSyntaxError(self.text, self.at, problem, f"write {made.name}")
            return made.make(None)
        if parameter is None:
            problem = f"{made.name} needs a number in brackets"
            remedy = f"write {made.name}({least + 1})"
            raise RuleSyntaxError(self.text, self.at, problem, remedy)
        self.at = parameter.end()
        what = f"a number for {made.name}"
        return made.make(self.bounded(parameter.start(1), parameter[1], least, what))

    def written(self, made: type[NamedSet]) -> NamedSet:
        """A named set that reads what follows its name by itself."""
        assert made.written is not None
        match, place = made.written.match(self.text, self.at), self.at
        if match is None or len(match[0]) > LONGEST_WRITTEN:
            problem = f"{made.name} has to be followed by numbers in brackets"
            raise RuleSyntaxError(self.text, place, problem, made.remedy)
        try:
            found = made.read(match)
        except ValueError as error:
            raise RuleSyntaxError(self.text, place, str(error), made.remedy) from None
        self.at = match.end()
        return found

    def at_end(self) -> bool:
        """Steps over a comma, or over the closing bracket at the end of the text."""
        following = self.text[self.at : self.at + 1]
        if following == ",":
            self.at += 1
            return False
        if following != ")":
            problem = f"unexpected {following!r}" if following else "the closing bracket is missing"
            remedy = "separate members by commas and end with )"
            if re.match(r"\.\.\s*[A-Za-z]", self.text[self.at :]):
                problem = "the range ends with a name"
                remedy = 'write a number, or let the name stand for all: --for "k >= 1"'
            power = _POWER.search(self.text[: self.at + LONGEST_POWER])
            if following in ("^", "*") and power is not None:
                number = int(power["base"]) ** int(power["exponent"])
                if power["low"]:
                    self.count_members(int(power["low"]), number, power.start())
                problem = "members are written in digits"
                remedy = f"write {number} for {power['written']}"
            raise RuleSyntaxError(self.text, self.at, problem, remedy)
        rest = self.text[self.at + 1 :].lstrip()
        if rest:
            place = len(self.text) - len(rest)
            problem, remedy = "more text follows the closing bracket", "remove it"
            if re.match(r"(and|with|plus|[+|,&])", rest):
                remedy = "write `or` between two rules of which either may be used for a move"
            raise RuleSyntaxError(self.text, place, problem, remedy)
        return True

    def missing_item(self) -> RuleSyntaxError:
        at = self.at + len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        if self.text[at : at + 1] in (")", ""):
            problem = f"{self.what} is missing"
            return RuleSyntaxError(self.text, at, problem, f"write numbers from {self.least} on")
        problem = f"{self.text[at]!r} begins no number"
        return RuleSyntaxError(
            self.text, at, problem, "write numbers and ranges, such as 1, 3, 5..9"
        )

    def bounded(self, at: int, digits: str, least: int | None = None, what: str = "") -> int:
        least, what = (self.least, self.what) if least is None else (least, what)
        if len(digits) > 20 or int(digits) > LARGEST_MEMBER:
            problem = "the number is too large"
            raise RuleSyntaxError(self.text, at, problem, f"members are at most {LARGEST_MEMBER}")
        number = int(digits)
        if number < least:
            problem = f"{number} is not {what}"
            raise RuleSyntaxError(self.text, at, problem, f"members are {least} or more")
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
