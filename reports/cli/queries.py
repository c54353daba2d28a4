"""Files of queries about members of a family: a line has the heaps and the values of the names."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.text.given import Lines, bare_lines, name_of, read_lines
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.reports.cli.options import Output, SubjectOptions
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.parameters.family import FamilyOfRules

Item = TypeVar("Item")
Found = TypeVar("Found")

_SKIPPED = "-"
_BLANKS = re.compile(r"[\s,;]+")
_NAME = re.compile(r"[A-Za-z_]\w*|-")


class Query(NamedTuple):
    """Heaps of one member."""

    at: dict[str, int]
    heaps: list[int]


class Answered(NamedTuple):
    """The values that are known, by the place of the query in the file; why the others are not,
    each after the number of its line; and warrants."""

    values: dict[int, list[int]]
    failed: list[str]
    warrants: list[Warrant]


@dataclass(frozen=True)
class Columns:
    """What stands in the columns of a line.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> family = ParametricRule.parse("subtract(1, 2, k) for k >= 3")
    >>> Columns.of("n, k", family).read("10^9 7")
    Query(at={'k': 7}, heaps=[1000000000])
    """

    family: FamilyOfRules
    names: tuple[str, ...]
    heap: str
    """The name of columns of heaps, of which there may be several."""

    @classmethod
    def of(cls, text: str, family: FamilyOfRules) -> Columns:
        """The columns that a text names; InputError where one has no meaning, or one is missing."""
        names = tuple(word for word in _BLANKS.split(text.strip()) if word)
        known = usual_columns(family)
        heap = known[0]
        for name in names:
            if name not in (*known, _SKIPPED):
                raise InputError(
                    f"no column is called {name[:30]!r}: {heap} is a heap, {_SKIPPED} is left out, "
                    f"and {family.notation} has {', '.join(family.names)}"
                )
        twice = next((name for name in family.names if names.count(name) != 1), None)
        if twice is not None or heap not in names:
            missing = heap if twice is None else twice
            raise InputError(
                f"the columns {', '.join(names)[:60]!r} have to name {missing} "
                f"{'once' if twice else 'at least once'}: --columns {','.join(known)}"
            )
        return cls(family, names, heap)

    def read(self, line: str) -> Query:
        """The query that a line is."""
        from mexplore.rules.text.numbers import parse_number

        words = [word for word in _BLANKS.split(line.strip()) if word]
        if len(words) != len(self.names):
            raise InputError(
                f"{len(words)} {'number' if len(words) == 1 else 'numbers'}, and the columns are "
                f"{', '.join(self.names)}"
            )
        found = Query({}, [])
        for name, word in zip(self.names, words, strict=True):
            if name == self.heap:
                found.heaps.append(parse_number(word, "heap"))
            elif name != _SKIPPED:
                found.at[name] = parse_number(word, f"the value of {name}")
        self.family.refuse_no_member(found.at)
        return found


def read_queries(
    family: FamilyOfRules, file: Path, columns: str | None, *, keep_going: bool
) -> Lines[Query]:
    """The queries of a file. Its first line may name the columns; otherwise ``columns`` does."""
    named = None if columns is None else Columns.of(columns, family)
    if str(file) == "-" and named is None:
        raise InputError(f"say what stands in the columns: --columns {_usual(family)}")
    first = "" if named is not None else next((line for _, line in bare_lines(file)), "")
    if named is None:
        words = [word for word in _BLANKS.split(first) if word]
        if not words or not all(_NAME.fullmatch(word) for word in words):
            raise InputError(
                f"say what stands in the columns: --columns {_usual(family)}, or let the first "
                f"line of {name_of(file)} name them"
            )
        named = Columns.of(first, family)
    header: list[str] = [first] if first else []

    def read(line: str) -> Query | None:
        return None if header and header.pop() == line else named.read(line)

    found = read_lines(file, read, keep_going=keep_going)
    good = [(number, query) for number, query in found.good if query is not None]
    return Lines(good, found.bad)


def usual_columns(family: FamilyOfRules) -> tuple[str, ...]:
    """A heap, then the names: the heap is called n, unless that is a name of the family."""
    return ("heap" if "n" in family.names else "n", *family.names)


def _usual(family: FamilyOfRules) -> str:
    return ",".join(usual_columns(family))


def answer_queries(
    family: FamilyOfRules, lines: Lines[Query], file: Path, means: Means, watcher: Watcher
) -> Answered:
    """The values of the heaps of each query."""
    from mexplore.discover.families.queries import MembersAsked
    from mexplore.discover.questions.known import Allowance

    whole = Allowance(means.budget)
    asked = MembersAsked(family, replace(means, budget=means.budget), watcher)
    warrants: dict[Warrant, None] = {}

    def look_up(place: int, query: Query) -> list[int]:
        found = asked.look_up(query.at, query.heaps, whole.share(len(lines.good) - place))
        if found.missing:
            raise InputError(found.missing)
        warrants.update(dict.fromkeys(found.warrants))
        return [value for value in found.values if value is not None]

    values, failed = line_by_line(lines, file, look_up)
    return Answered(values, failed, list(warrants))


def line_by_line(
    lines: Lines[Item], file: Path, find: Callable[[int, Item], Found]
) -> tuple[dict[int, Found], list[str]]:
    """What is found for each line, by its place; and why nothing is, with the number of the
    line."""
    found: dict[int, Found] = {}
    failed: list[str] = []
    for place, (number, item) in enumerate(lines.good):
        try:
            found[place] = find(place, item)
        except MexploreError as why:
            failed.append(f"{name_of(file)}, line {number}: {why}")
    return found, failed


def at_lines(lines: Lines[Item], file: Path, failures: Sequence[str]) -> list[str]:
    """The failures, of which there is one, or none, for each line, after the numbers of their
    lines."""
    return [
        f"{name_of(file)}, line {number}: {why}"
        for (number, _), why in zip(lines.good, failures, strict=True)
        if why
    ]


def missing_of(failed: Sequence[str], many: int) -> str:
    """That some lines have no answer; empty where all have one."""
    has = "has" if len(failed) == 1 else "have"
    return f"{len(failed)} of {many} lines {has} no answer" if failed else ""


# Values, line by line.


class Value(NamedTuple):
    """One value: JSON names it, a row of a table, a sentence."""

    facts: dict[str, Any]
    cells: tuple[Any, ...]
    words: str


@dataclass(frozen=True)
class Asked:
    """A file whose lines are about different rules; ``values`` answers each line, or says why
    there is no answer."""

    head: Mapping[str, Any]
    file: Path
    lines: Lines[Any]
    columns: tuple[str, ...]
    answer: Callable[[Means, Watcher], tuple[dict[int, list[Value]], list[str], list[Warrant]]]


def members_asked(
    text: str, options: SubjectOptions, file: Path, columns: str | None, keep_going: bool
) -> Asked:
    """Heaps of members of one family."""
    from mexplore.reports.cli.reading import read_family

    subject = read_family(text, options.where, None)
    if subject is None:
        raise InputError("--for says which numbers the names of a rule may be")
    family = subject.family
    lines = read_queries(family, file, columns, keep_going=keep_going)

    def answer(means: Means, watcher: Watcher) -> Any:
        found = answer_queries(family, lines, file, means, watcher)
        return {p: of_query(p, v) for p, v in found.values.items()}, found.failed, found.warrants

    def of_query(place: int, values: list[int]) -> list[Value]:
        line, query = lines.good[place]
        at = {name: to_decimal(value) for name, value in query.at.items()}
        which = ", ".join(f"{name} = {value}" for name, value in at.items())
        return [
            Value(
                {"line": line, "n": to_decimal(n), "at": at, "value": value},
                (line, to_decimal(n), *(at[name] for name in family.names), value),
                f"G({to_decimal(n)}) = {value} for {which}",
            )
            for n, value in zip(query.heaps, values, strict=True)
        ]

    return Asked(subject.head(), file, lines, ("line", "n", *family.names, "value"), answer)


def rules_asked(options: SubjectOptions, file: Path, keep_going: bool) -> Asked:
    """A heap a line, with its rule."""
    from mexplore.reports.cli.options import Names
    from mexplore.reports.cli.position import read_games

    games = read_games(None, file, Names(options.rules_file), keep_going=keep_going, single=True)

    def answer(means: Means, watcher: Watcher) -> Any:
        from mexplore.discover.questions.outcomes_of_sums import outcomes_of

        found, warrants = outcomes_of(games.items, means, watcher)
        failed = at_lines(games, file, [each if isinstance(each, str) else "" for each in found])
        values = {
            place: [of_rule(place, each.total)]
            for place, each in enumerate(found)
            if not isinstance(each, str)
        }
        return values, failed, warrants

    def of_rule(place: int, value: int) -> Value:
        line, ((rule, (n,)),) = games.good[place]
        size, text = to_decimal(n) if isinstance(n, int) else str(n), str(rule)
        facts = {"line": line, "rule": text, "n": size, "value": value}
        return Value(facts, (line, text, size, value), f"{text}: G({size}) = {value}")

    return Asked({"rule": None}, file, games, ("line", "rule", "n", "value"), answer)


def print_values(
    asked: Asked, means: Means, output: Output, form: str, *, keep_going: bool
) -> None:
    """Print the values of all lines."""
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.answers import Answer, give
    from mexplore.reports.cli.answers import Lines as Written

    def find(watcher: Watcher) -> Answer:
        found, failed, warrants = asked.answer(means, watcher)
        if failed and not keep_going:
            raise NotKnown(failed[0])
        values = [value for place in sorted(found) for value in found[place]]
        shown: str | Written = "\n".join(value.words for value in values)
        if form == "csv":
            import csv

            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows(
                [asked.columns, *(v.cells for v in values)]
            )
            shown = Written([text.getvalue()])
        missing = missing_of(failed, len(asked.lines.good))
        bad = [*asked.lines.bad, *failed]
        facts = {"values": [value.facts for value in values]}
        return Answer(facts, [shown], warrants, missing=missing, bad=bad)

    give(output, means.budget, asked.head, {"values": []}, find)
