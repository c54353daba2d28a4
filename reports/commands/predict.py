"""``mexplore predict``: the exact value of huge heaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from mexplore.reports.cli.answers import Answer, Lines, give, write
from mexplore.reports.cli.options import (
    Budget,
    Columns,
    Misere,
    Output,
    SubjectOptions,
    Unproved,
    read_means,
    read_seconds,
)
from mexplore.reports.cli.places import Place, read_places
from mexplore.reports.cli.queries import members_asked, print_values, rules_asked
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.reports.cli.subjects import MisereHeaps, Subject
    from mexplore.reports.cli.subjects_of_boards import WholeBoard
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule

Format = Literal["table", "csv", "json"]
Language = Literal["python", "cpp"]
PART = 1000  # values written at once
LISTED = 20  # lines of a file without an answer
SMALL = 1000  # tokens: to compute such values takes less time than to find a law


def command(
    options: SubjectOptions,
    output: Output,
    rule: Annotated[
        str | None,
        typer.Argument(metavar="RULE", help="As for study; without it a line is RULE:HEAP."),
    ] = None,
    numbers: Annotated[
        list[str] | None,
        typer.Argument(metavar="N...", help="Heaps: 10^18, 1..20; squares of a board: 3,10^18."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Read more heaps, one a line; - is standard input."),
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", metavar="NAME", help="table, csv or json.")
    ] = "table",
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Answer the good lines, report the bad ones.")
    ] = False,
    code: Annotated[
        Language | None,
        typer.Option(metavar="NAME", help="Write a function for 64-bit n: python or cpp."),
    ] = None,
    columns: Columns = None,
    misere: Misere = False,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Print G(n) for heaps of any size, from a proved closed form.

    Where no law is known, values that can be computed are computed. Exit code 1 means that some
    value is neither given by a proved law nor can be computed. Of a game of several kinds of heaps
    B(7) + 3 is a position, too, of a game on words ooXoo, and of a Python function what it takes.
    A line of a --file is a heap or such a position; of a family (--for) it has the values of the
    names, too, and without a RULE it is RULE:HEAP. --code
    writes a short function that evaluates the law for every n < 2^64, to be pasted into another
    program.

    mexplore predict "divide(2..6)" 10^18 6*12^400 12^1000-1

    mexplore predict kayles 1..20

    mexplore predict 0.77 10^18 --json

    mexplore predict knight 10^18,10^20

    mexplore predict "word(o^n; ooo -> oXo)" 10^18 ooXoo

    mexplore predict 0.77 10^18 --misere

    mexplore predict "subtract(a, b)" --for "b > a >= 1" --at a=10^20,b=10^30 10^40
    """
    of_members = options.where is not None and options.at is None and file is not None
    if columns is not None and not of_members:
        raise InputError("--columns says what stands in a --file about a family: give --for, too")
    if rule is None and (file is None or numbers):
        raise InputError("name a rule and its heaps, or --file FILE with RULE:HEAP a line")
    if file is not None and (rule is None or of_members):
        if code is not None or misere or numbers:
            raise InputError("a --file of rules or members goes without heaps, --code, --misere")
        as_json = output.as_json or form == "json"
        means = read_means(budget, unproved=unproved, law_first=True)
        asked = (
            rules_asked(options, file, keep_going)
            if rule is None
            else members_asked(rule, options, file, columns, keep_going)
        )
        print_values(asked, means, replace(output, as_json=as_json), form, keep_going=keep_going)
        return
    assert rule is not None
    if code is not None:
        if numbers or file is not None or output.as_json:
            raise InputError("--code is for every n: give no heaps, --file or --json with it")
        if options.where is not None or options.at is not None:
            raise InputError("--code writes the law of one rule: write the member itself")
        from mexplore.reports.cli.reading import read_rule

        means = read_means(budget, unproved=unproved, law_first=True)
        _write_code(read_rule(rule, options.rules_file), code, output, means)
        return
    output = replace(output, as_json=output.as_json or form == "json")
    if not numbers and file is None:
        from mexplore.reports.cli.position import taken_apart

        rule, *numbers = taken_apart(rule, partial(options.subject, misere=misere, explores=True))
    subject = options.subject(rule, misere=misere, explores=True)
    named = numbers or []
    by_squares = any("," in text and (subject.of_squares or text[:1].isdigit()) for text in named)
    squares = by_squares or (file is not None and subject.of_squares)
    places, bad = read_places(named, file, subject.position, squares=squares, keep_going=keep_going)
    if misere:
        seconds = read_seconds(budget)
        if subject.of_squares:
            subject.refuse_places(squares=squares)
            find = partial(_lost_squares, cast("WholeBoard", subject), places, form, bad, seconds)
        else:
            find = partial(_classes, cast("MisereHeaps", subject).rule, places, form, bad, seconds)
        nothing: dict[str, Any] = {"status": "nothing found", "values": []}
        give(output, seconds, subject.head(), nothing, find)
        return
    subject.refuse_places(squares=squares)
    small = not squares and all(len(place.cells()[0]) < len(str(SMALL)) for place in places)
    means = read_means(
        budget,
        unproved=unproved,
        law_first=not (small or any(place.is_sum for place in places)),
        singly=True,
        max_positions=options.max_positions,
    )
    write(output, _values(subject, places, means, output, form, bad), subject.head())


def _values(
    subject: Subject,
    places: list[Place],
    means: Means,
    output: Output,
    form: Format,
    bad: list[str],
) -> Answer:
    """The values; of squares without one, that they are not lost, where that is known."""
    at = [] if any(place.is_sum for place in places) else _looked_up(places)
    with output.progress(means.budget) as watcher:
        found = (
            subject.look_up(at, means, watcher)
            if at
            else _look_up_sums(subject, places, means, watcher)
        )
    known = [(p, v) for p, v in zip(places, found.values, strict=True) if v is not None]
    values = (place.json() | {"value": value} for place, value in known)
    facts: dict[str, Any] = {"status": found.status, "values": values}
    won = [p for p, n in zip(places, at, strict=False) if found.not_0 and n in found.not_0]
    if won:
        facts["outcomes"] = [place.json() | {"lost": False} for place in won]
    unknown = [p for p, v in zip(places, found.values, strict=True) if v is None and p.line]
    bad = bad + [f"{p.file}, line {p.line}: G({p.written}) is not known" for p in unknown[:LISTED]]
    shown = chain(_written(known, form) if known or not won else (), _won(won, form))
    return Answer(facts, shown, found.warrants, missing=found.missing, bad=bad)


def _spelled(place: Place) -> str:
    return f"({place.written})" if isinstance(place.at, tuple) else f"A heap of {place.written}"


def _won(places: list[Place], form: Format) -> Iterator[str]:
    """Squares that are not lost, where no value is told."""
    if form == "table":
        yield from (f"{_spelled(place)} is won; its value is not told" for place in places)


def _written(known: Sequence[tuple[Place, int]], form: Format) -> Iterator[str | Lines]:
    """The values that are known, a line each."""
    if form != "csv":
        for low in range(0, len(known), PART):
            yield "\n".join(f"G({place.written}) = {v}" for place, v in known[low : low + PART])
        return
    yield Lines([",".join([*_heads([place for place, _ in known]), "value"]) + "\n"])
    yield Lines(",".join([*place.cells(), str(value)]) + "\n" for place, value in known)


def _heads(places: list[Place]) -> Sequence[str]:
    """The heads of the columns of a table."""
    if any(place.is_sum for place in places):
        return ["position"]
    at = places[0].at if places else ""
    if not isinstance(at, tuple):
        return ["n"]
    return "xyz"[: len(at)] if len(at) <= 3 else ["square"]


def _looked_up(places: list[Place]) -> Sequence[Any]:
    """As look-ups take them: the digits of heaps are read where a law needs them."""
    from mexplore.discover.numerics.digits import Numerals

    digits = [place.at for place in places if isinstance(place.at, str)]
    return Numerals(digits) if digits else [place.at for place in places]


def _look_up_sums(
    subject: Subject, places: list[Place], means: Means, watcher: Watcher
) -> LookedUp:
    """The values of positions that are written out, and of heaps beside them."""
    from mexplore.discover.questions.outcomes_of_sums import look_up_sums

    sums = [p.at if isinstance(p.at, list) else subject.position(p.written) for p in places]
    return look_up_sums([each or [] for each in sums], means, watcher)


def _classes(
    rule: Rule, heaps: list[Place], form: Format, bad: list[str], seconds: float, watcher: Watcher
) -> Answer:
    """The classes of heaps under misère play, and whether they are lost alone."""
    from mexplore.discover.questions.known import classes_of_rule
    from mexplore.discover.study.kind import Means, NotKnown, Warrant

    sizes = list(_looked_up(heaps))
    known = classes_of_rule(rule, sizes, Means(budget=seconds), watcher, misere=True)
    rows, missing = list[tuple[Place, str, bool]](), ""
    for heap, size in zip(heaps, sizes, strict=True):
        try:
            found = known.of(size)
        except NotKnown as why:
            missing = str(why)
        else:
            rows.append((heap, known.name_of(found), known.monoid.is_lost(found)))
    if missing and not rows:
        raise NotKnown(missing)
    facts = {
        "status": "proved",
        "values": [heap.json() | {"class": name, "lost": lost} for heap, name, lost in rows],
    }
    shown: str | Lines = "\n".join(
        f"{heap.written}: class {name}, {'lost' if lost else 'won'} alone"
        for heap, name, lost in rows
    )
    if form == "csv":
        shown = Lines(["n,class,lost\n", *(f"{h.at},{name},{lost:d}\n" for h, name, lost in rows)])
    law = Warrant("proved", known.warrants(sizes)[0].words)
    return Answer(facts, [shown], [law], missing=missing, bad=bad)


def _lost_squares(
    board: WholeBoard,
    squares: list[Place],
    form: Format,
    bad: list[str],
    seconds: float,
    watcher: Watcher,
) -> Answer:
    """Whether one token on each of the squares is lost under misère play."""
    from mexplore.discover.questions.places import classes_of_places
    from mexplore.discover.study.kind import Means, NotKnown

    at: list[Any] = [place.at for place in squares]
    means = Means(budget=seconds)
    known = classes_of_places({board.game: at}, means, watcher, size=board.size)[board.game]
    rows, missing = list[tuple[Place, bool]](), ""
    for place in squares:
        try:
            rows.append((place, known.monoid.is_lost(known.of(place.at))))
        except NotKnown as why:
            missing = missing or str(why)
    if missing and not rows:
        raise NotKnown(missing)
    facts = {"values": [place.json() | {"lost": lost} for place, lost in rows]}
    shown: str | Lines = "\n".join(
        f"({place.written}) is {'lost' if lost else 'won'}" for place, lost in rows
    )
    if form == "csv":
        heads = ",".join([*_heads([place for place, _ in rows]), "lost"])
        cells = (",".join([*place.cells(), f"{lost:d}"]) for place, lost in rows)
        shown = Lines([f"{heads}\n", *(f"{row}\n" for row in cells)])
    return Answer(
        facts, [shown], known.warrants([place.at for place, _ in rows]), missing=missing, bad=bad
    )


def _write_code(rule: Rule, language: Language, output: Output, means: Means) -> None:
    """Print a program for the law, if it gives the value of every 64-bit n."""
    from mexplore.discover.heaps.values import answers
    from mexplore.reports.cli.answers import warrant_line
    from mexplore.reports.programs.program import WORD
    from mexplore.reports.programs.writing import program_text

    def find(watcher: Watcher) -> Answer:
        warranted = answers(rule, [WORD - 1], means, watcher).best_for(WORD)
        why = warrant_line(warranted.warrant) + "."
        text = program_text(rule, warranted, why, language)
        return Answer({}, [Lines([text])], [warranted.warrant])

    give(output, means.budget, {}, {}, find)
