"""``mexplore predict``: the exact value of huge heaps."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mexplore.reports.cli.options import (
    Budget,
    Misere,
    Output,
    RuleText,
    SubjectOptions,
    Unproved,
    read_means,
    read_seconds,
)
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.reports.cli.subjects.subject import Subject
    from mexplore.rules.rule import Rule

Format = Literal["table", "csv", "json"]
Language = Literal["python", "cpp"]
BAD_INPUT = 2
SMALL = 1000  # tokens: to compute such values takes less time than to find a law


def command(
    rule: RuleText,
    options: SubjectOptions,
    output: Output,
    numbers: Annotated[
        list[str] | None,
        typer.Argument(metavar="N...", help="Heaps: 10^18, 6*12^400; squares of a board: 3,10^18."),
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
    misere: Misere = False,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """Print G(n) for heaps of any size, from a proved closed form.

    Where no law is known, values that can be computed are computed. Exit code 1 means that some
    value is neither given by a proved law nor can be computed. --code writes a short function that
    evaluates the law for every n < 2^64, to be pasted into another program.

    mexplore predict "divide(2..6)" 10^18 6*12^400 12^1000-1

    mexplore predict 0.77 10^18 --json

    mexplore predict knight 10^18,10^20

    mexplore predict 0.77 10^18 --misere

    mexplore predict "subtract(a, b)" --for "b > a >= 1" --at a=10^20,b=10^30 10^40
    """
    if code is not None:
        if numbers or file is not None or output.as_json:
            raise InputError("--code is for every n: give no heaps, --file or --json with it")
        if options.where is not None or options.at is not None:
            raise InputError("--code writes the law of one rule: write the member itself")
        from mexplore.reports.cli.subjects.reading import read_rule

        means = read_means(budget, unproved=unproved, law_first=True)
        _write_code(read_rule(rule, options.rules_file), code, output, means)
        return
    form = "json" if output.as_json else form
    if misere:
        subject = options.subject(rule, misere=True)
        heaps, bad = _heaps(numbers or [], file, keep_going=keep_going)
        known = _misere(subject, heaps, form, read_seconds(budget), output)
        _end(bad, missing=not known)
        return
    subject = options.subject(rule)
    if any("," in text for text in numbers or []) or (file is not None and subject.of_squares):
        means = read_means(budget, unproved=unproved, law_first=True)
        squares, bad = _read_squares(numbers or [], file, keep_going=keep_going)
        known = _squares(subject, squares, form, means, output)
        _end(bad, missing=not known)
        return
    from mexplore.discover.numerics.digits import Numerals

    heaps, bad = _heaps(numbers or [], file, keep_going=keep_going)
    sizes = Numerals(numeral for _, numeral in heaps)
    small = all(len(numeral) < len(str(SMALL)) for _, numeral in heaps)
    means = read_means(budget, unproved=unproved, law_first=not small)
    with output.progress(means.budget) as watcher:
        found = subject.look_up(sizes, means, watcher)
    _print(subject.head(), heaps, found, form)
    _say(found, form, quiet=output.quiet)
    _end(bad, missing=None in found.values)


def _end(bad: list[str], *, missing: bool) -> None:
    """Say which lines were bad, and end with the exit code for that or for missing answers."""
    for line in bad:
        print(f"mexplore: {line}", file=sys.stderr)
    if missing:
        raise typer.Exit(1)
    if bad:
        raise typer.Exit(BAD_INPUT)


def _misere(
    subject: Subject,
    heaps: list[tuple[str, str]],
    form: Format,
    seconds: float,
    output: Output,
) -> bool:
    """The classes of heaps, and whether they are lost alone; returns whether all are known."""
    from mexplore.discover.study.kind import Warrant
    from mexplore.reports.cli.misere import answered
    from mexplore.reports.cli.subjects.misere_heaps import MisereHeaps
    from mexplore.reports.cli.warrants import say_warrants
    from mexplore.reports.documents.misere_answers import class_json, class_lines, class_rows
    from mexplore.reports.writers.output import print_json
    from mexplore.rules.text.long_decimals import from_decimal

    assert isinstance(subject, MisereHeaps)
    sizes = [from_decimal(digits) for _, digits in heaps]
    nothing = subject.head() | {"status": "nothing found", "values": []}
    (rows, missing), words = answered(
        subject.rule,
        sizes,
        seconds,
        output,
        lambda known: class_rows(known, sizes),
        nothing if form == "json" else None,
    )
    told = [row for row in rows if row is not None]
    if form == "json":
        print_json(subject.head() | {"status": "proved", "values": class_json(told)})
    elif form == "csv":
        sys.stdout.write("n,class,lost\n")
        sys.stdout.writelines(f"{n},{name},{int(lost)}\n" for n, name, lost in told)
    else:
        sys.stdout.writelines(class_lines(rows, [text for text, _ in heaps]))
        say_warrants([Warrant("proved", words)], quiet=output.silent)
    if missing and form != "json":
        print(f"mexplore: {missing}", file=sys.stderr)
    return not missing


def _read_squares(
    texts: list[str], file: Path | None, *, keep_going: bool
) -> tuple[list[tuple[int, ...]], list[str]]:
    """The squares named, and those in a file, one a line; and what is wrong with other lines."""
    from mexplore.rules.text.lines import read_lines
    from mexplore.rules.text.squares import parse_square

    squares = [parse_square(text) for text in texts]
    if file is None:
        return squares, []
    lines = read_lines(file, parse_square, keep_going=keep_going)
    if not squares and not lines.items and not lines.bad:
        raise InputError(f"{file} holds no squares; write one a line: 3,10^18")
    return [*squares, *lines.items], lines.bad


def _squares(
    subject: Subject, squares: list[tuple[int, ...]], form: Format, means: Means, output: Output
) -> bool:
    """Print the values of single squares of a board; whether all of them are known."""
    with output.progress(means.budget) as watcher:
        found = subject.look_up_squares(squares, means, watcher)
    known = [(s, v) for s, v in zip(squares, found.values, strict=True) if v is not None]
    if form == "json":
        from mexplore.reports.writers.output import print_json

        values = [{"square": list(map(str, s)), "value": v} for s, v in known]
        print_json({**subject.head(), "status": found.status, "values": values})
    elif form == "csv":
        names = ["x", "y", "z"][: len(squares[0])] if len(squares[0]) <= 3 else ["square"]
        sys.stdout.write(",".join([*names, "value"]) + "\n")
        sys.stdout.writelines(",".join(map(str, (*s, v))) + "\n" for s, v in known)
    else:
        sys.stdout.writelines(f"G({', '.join(map(str, s))}) = {v}\n" for s, v in known)
    _say(found, form, quiet=output.quiet)
    return None not in found.values


def _write_code(rule: Rule, language: Language, output: Output, means: Means) -> None:
    """Print a program for the law, if it gives the value of every 64-bit n."""
    from mexplore.discover.heaps.values import answers
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer, say_warrants, warrant_line
    from mexplore.reports.programs.program import WORD
    from mexplore.reports.programs.writing import program_text

    with output.progress(means.budget) as watcher:
        known = answers(rule, [WORD - 1], means, watcher)
    try:
        warranted = known.best_for(WORD)
    except NotKnown as why:
        no_answer(str(why), None)
    sys.stdout.write(program_text(rule, warranted, warrant_line(warranted.warrant) + ".", language))
    say_warrants([warranted.warrant], quiet=True)


def _heaps(
    numbers: list[str], file: Path | None, *, keep_going: bool
) -> tuple[list[tuple[str, str]], list[str]]:
    """Each heap as it was written and in decimal, and what is wrong with the other lines."""
    from mexplore.rules.text.lines import read_lines
    from mexplore.rules.text.numbers import numeral

    read = partial(numeral, what="heap")
    heaps = [(text, read(text)) for text in numbers]
    bad: list[str] = []
    if file is None and not heaps and not sys.stdin.isatty():
        file = Path("-")
    if file is not None:
        lines = read_lines(file, read, keep_going=keep_going)
        bad = lines.bad
        heaps += [(digits, digits) for digits in lines.items]
    if not heaps and not bad:
        raise InputError("name at least one heap, or --file FILE")
    return heaps, bad


def _print(
    head: dict[str, Any], heaps: list[tuple[str, str]], found: LookedUp, form: Format
) -> None:
    """The values that are known, in the order of the heaps."""
    answers = [
        (text, n, value)
        for (text, n), value in zip(heaps, found.values, strict=True)
        if value is not None
    ]
    if form == "json":
        from mexplore.reports.writers.output import print_json

        values = [{"n": n, "value": value} for _, n, value in answers]
        print_json({**head, "status": found.status, "values": values})
    elif form == "csv":
        sys.stdout.write("n,value\n" + "".join(f"{n},{value}\n" for _, n, value in answers))
    else:
        sys.stdout.write("".join(f"G({text}) = {value}\n" for text, _, value in answers))


def _say(found: LookedUp, form: Format, *, quiet: bool) -> None:
    """Why the values are right, and what is missing."""
    from mexplore.reports.cli.warrants import say_warrants

    say_warrants(found.warrants, quiet=quiet or form != "table")
    if found.missing and form != "json":
        print(f"mexplore: {found.missing}", file=sys.stderr)
