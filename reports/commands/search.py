"""``mexplore search``: the rules that have given values, or a law of a given kind."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Names, Output, read_seconds, report_notes
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mexplore.discover.surveys.search import Candidate, Hit, Search

SECONDS = "1"  # for a rule
MOST_VALUES = 100_000


@dataclass(frozen=True)
class Law:
    """What the law must be; numbers are written as 12 or 10^6."""

    period: Annotated[str | None, typer.Option(metavar="P", help="With this least period.")] = None
    preperiod: Annotated[
        str | None, typer.Option(metavar="N", help="With this least preperiod.")
    ] = None
    saltus: Annotated[str | None, typer.Option(metavar="S", help="With this saltus.")] = None
    ratio: Annotated[
        str | None, typer.Option(metavar="C", help="G(n) = G(floor(n/C)) from some n on.")
    ] = None
    pattern: Annotated[
        str | None, typer.Option(metavar="NAME", help="periodic, geometric, automatic, ...")
    ] = None

    def numbers(self) -> tuple[tuple[str, int], ...]:
        """Those that were given."""
        from mexplore.rules.text.numbers import parse_number

        names = ("period", "preperiod", "saltus", "ratio")
        given = [(name, getattr(self, name)) for name in names]
        return tuple((name, parse_number(x, f"--{name}")) for name, x in given if x is not None)

    def kind(self) -> str | None:
        """The pattern; InputError if there is none of this name."""
        from mexplore.discover.heaps.known import refuse_unknown_pattern

        if self.pattern is not None:
            refuse_unknown_pattern(self.pattern, "--pattern")
        return self.pattern


@dataclass(frozen=True)
class Places:
    """Where rules are looked for."""

    atlas: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Among the rules of an atlas.")
    ] = None
    library: Annotated[bool, typer.Option("--library", help="Among the named games.")] = False


def command(
    law: Law,
    places: Places,
    names: Names,
    output: Output,
    families: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FAMILY...", help="octal(3), subtract(max=12, size<=4), rules.txt, ..."
        ),
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="The values begin so: 0,1,2,0,1; or as in this file."),
    ] = None,
    sequence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The values begin as in this file.")
    ] = None,
    first: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="The first value is G(N) (0; 1 if it is not 0)."),
    ] = None,
    budget: Annotated[
        str,
        typer.Option(metavar="SECONDS", help="Take no longer than this for each rule."),
    ] = SECONDS,
    show_all: Annotated[bool, typer.Option("--all", help="Show every rule found.")] = False,
) -> None:
    """Find the rules that have given values, or a law of a given kind.

    Looks through families (a file of rules is one), the library or an atlas; if none is named,
    through the library and small families of codes, sets and divisors. What is known in an atlas
    is not studied again. Exit code 1 means that no rule was found.

    mexplore search --values 0,1,0,1,2,3,2,0

    mexplore search "subtract(max=9, size<=3)" --period 7 --json
    """
    from mexplore.discover.surveys.search import Search, Wanted
    from mexplore.reports.documents.atlas import search_document, search_json

    if values is None and sequence is None and _are_numbers(families or []):
        values, families = ", ".join(re.findall(r"\d+", " ".join(families or []))), None
    read, start = _values(values, sequence, first)
    wanted = Wanted(read, start, law.numbers(), law.kind())
    if not (wanted.values or wanted.asks_for_law):
        raise InputError("name what to find: --values 0,1,2,0, --period 7, --pattern geometric")
    search = Search(wanted, read_seconds(budget))
    candidates, total = _candidates(families or [], places, names)
    found, stopped = _looked_through(search, candidates, total, output)
    write(
        output,
        Answer(
            partial(search_json, search, found, stopped=stopped),
            partial(search_document, search, found, show_all=show_all, stopped=stopped),
            no=not found,
            stopped=stopped,
        ),
    )


# What is wanted.


def _are_numbers(given: list[str]) -> bool:
    """Whether values stand where families do: '0,1,2,0', or 0 1 2 0 one by one."""
    return len(re.findall(r"\d+", " ".join(given))) > 1 and all(
        re.fullmatch(r"[\d\s,;]+", each) for each in given
    )


def _values(
    listed: str | None, file: Path | None, first: int | None
) -> tuple[tuple[int, ...], int]:
    """The values, and the n of the first one: G(0) is 0, so that others begin at n = 1."""
    if listed is not None and file is not None:
        raise InputError("give either --values LIST or --sequence FILE")
    if listed is None and file is None:
        if first is not None:
            raise InputError("--first goes with --values LIST or --sequence FILE")
        return (), 0
    if listed is not None and not listed[:1].isdigit() and Path(listed).is_file():
        file = Path(listed)
    known = _listed(listed or "") if file is None else _of_file(file)
    if not known:
        raise InputError("no value was given; write --values 0,1,2,0")
    if len(known) > MOST_VALUES:
        raise InputError(f"{len(known)} values are too many; {MOST_VALUES} are enough")
    if first == 0 and known[0] != 0:
        raise InputError(f"G(0) is 0, not {known[0]}; where the first value is G(1) give --first 1")
    return known, first if first is not None else int(known[0] != 0)


def _listed(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 20):
            raise InputError(f"--values: {word[:20]!r} is no nim-value; write 0,1,2,0")
    return tuple(map(int, words))


def _of_file(file: Path) -> tuple[int, ...]:
    from mexplore.discover.heaps.evidence.sequence_file import read_sequence

    return tuple(read_sequence(file).tolist())


# Where it is looked for.


def _candidates(
    families: list[str], places: Places, names: Names
) -> tuple[Iterator[Candidate], int]:
    """The rules, and how many there are at most."""
    from mexplore.discover.surveys.family import Choice
    from mexplore.discover.surveys.reading import read_family
    from mexplore.discover.surveys.search import SEARCHED, of_atlas, of_families, of_library
    from mexplore.rules.library import library_with

    named = bool(families or places.atlas or places.library)
    parts: list[Iterator[Candidate]] = []
    total = 0
    if places.library or not named:
        library = library_with(names.rules_file)
        parts.append(of_library(library))
        total += len(library)
    if places.atlas is not None:
        from mexplore.discover.surveys.atlas import Atlas

        with Atlas.read(places.atlas) as opened:
            rows = opened.rows()
            report_notes(opened)
        parts.append(of_atlas(rows))
        total += len(rows)
    chosen = [read_family(text, {}) for text in (families if named else SEARCHED)]
    for family in chosen:
        total += len(Choice().places(family))  # refuses what is too large
    parts.append(of_families(chosen))
    return chain.from_iterable(parts), total


def _looked_through(
    search: Search, candidates: Iterator[Candidate], total: int, output: Output
) -> tuple[list[Hit], bool]:
    """The rules that match, and whether Ctrl-C ended the search."""
    from mexplore.rules.engine.grundy import Progress
    from mexplore.rules.errors import was_interrupted

    found: list[Hit] = []

    def counted(watcher: Any) -> Iterator[Candidate]:
        for number, candidate in enumerate(candidates):
            watcher(Progress("rules", number, total, {"found": len(found)}))
            yield candidate

    try:
        with output.progress(in_parts=True) as watcher:
            for hit in search.hits(counted(watcher)):
                found.append(hit)
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        return found, True
    return found, False
