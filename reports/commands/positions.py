"""``mexplore positions``: where a value occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.options import (
    BoardSize,
    Budget,
    Misere,
    Names,
    Output,
    RuleText,
    Unproved,
    read_line,
    read_means,
    read_seconds,
)
from mexplore.rules.errors import InputError
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.whereabouts import Sought, Whereabouts
    from mexplore.rules.boards.lines import Kind
    from mexplore.rules.rule import Rule

SHOWN = 60
FAR = 10**6  # tokens: a law of all heaps is looked for


def command(
    rule: RuleText,
    names: Names,
    output: Output,
    value: Annotated[str, typer.Option(metavar="V", help="The value; 0: P-positions.")] = "0",
    upto: Annotated[
        str | None, typer.Option("--upto", metavar="N", help="Count them up to N: 10^18.")
    ] = None,
    nth: Annotated[
        str | None, typer.Option(metavar="K", help="The K-th of them, from 1 on: 10^18.")
    ] = None,
    misere: Misere = False,
    board: BoardSize = None,
    row: Annotated[
        str | None, typer.Option(metavar="A", help="Of a board: on the row x = A.")
    ] = None,
    column: Annotated[
        str | None, typer.Option(metavar="B", help="Of a board: on the column y = B.")
    ] = None,
    diagonal: Annotated[
        str | None, typer.Option(metavar="D", help="Of a board: on the diagonal y = x + D.")
    ] = None,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """List, count and number the n with G(n) = V, with their gaps and patterns.

    Counts up to a huge N, and the K-th position for a huge K, come from a closed form. The
    positions are studied as a sequence, whose laws follow from the one of the values, or are said
    of the first ones. Of a board, squares are listed in the order of x + y, of one row,
    column or diagonal with --row A, --column B or --diagonal D, however far out.

    mexplore positions 0.07 --upto 10^18

    mexplore positions "subtract(squares)" --nth 1000 --json

    mexplore positions wythoff --upto 50

    mexplore positions wythoff --row 10^30

    mexplore positions wythoff --diagonal 10^30

    mexplore positions 0.77 --misere
    """
    from mexplore.discover.questions.where import NoSuchPosition
    from mexplore.discover.questions.whereabouts import Sought, whereabouts
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.warrants import no_answer, say_warrants
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.text.numbers import parse_number

    sought = Sought(
        parse_number(value, "--value"),
        None if upto is None else parse_number(upto, "--upto") + 1,
        None if nth is None else parse_number(nth, "--nth"),
    )
    if sought.nth == 0:
        raise InputError("--nth 0: the first position is number 1")
    chosen = names.game(rule)
    if misere:
        from mexplore.reports.cli.misere import heaps_only

        if sought.value:
            raise InputError("--misere lists the heaps that are lost alone, and takes no --value")
        _misere(heaps_only(chosen, board), sought, read_seconds(budget), output)
        return
    lines = _lines(row, column, diagonal)
    if isinstance(chosen, Grid):
        from mexplore.reports.cli.squares_of_value import of_board, of_line

        means = read_means(budget, unproved=unproved)
        if lines:
            of_line(chosen, sought, lines, board, output, means)
        else:
            of_board(chosen, sought, board, output, means)
        return
    if board is not None or lines:
        option = "board" if board is not None else lines[0][0]
        raise InputError(f"--{option} needs a board, such as '(x, y) -> [(x - 1, y)]'")
    means = read_means(budget, unproved=unproved, law_first=True)
    head: dict[str, Any] = {"rule": str(chosen), "value": sought.value}
    try:
        with output.progress(means.budget) as watcher:
            found = whereabouts(chosen, sought, means, watcher)
            _ = found.study  # the listed positions are a sequence of their own
    except (NotKnown, NoSuchPosition) as why:
        nothing = head | {"positions": []} if output.as_json else None
        no_answer(f"{chosen}, value {sought.value}: {why}", nothing)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json(head | _json(found, sought))
    else:
        from mexplore.reports.writers.prose import entitled

        named = entitled(str(chosen), str(chosen))
        _show(f"The n with G(n) = {sought.value} of {named}", found, sought)
        say_warrants([found.warranted.warrant], quiet=output.quiet)


def _lines(row: str | None, column: str | None, diagonal: str | None) -> list[tuple[Kind, int]]:
    """The lines of a board that were named."""
    from mexplore.rules.text.numbers import parse_number

    lines: list[tuple[Kind, int]] = []
    if row is not None:
        lines.append(("row", parse_number(row, "--row")))
    if column is not None:
        lines.append(("column", parse_number(column, "--column")))
    if diagonal is not None:
        lines.append(("diagonal", read_line(diagonal)))
    return lines


# Under misère play.


def _misere(rule: Rule, sought: Sought, seconds: float, output: Output) -> None:
    """The heaps that are lost alone, where who makes the last move loses."""
    from mexplore.discover.questions.misere_counts import alone
    from mexplore.discover.study.kind import Warrant
    from mexplore.reports.cli.misere import answered
    from mexplore.reports.cli.warrants import say_warrants
    from mexplore.reports.writers.output import print_json

    head: dict[str, Any] = {"rule": str(rule), "play": "misere"}
    nothing = head | {"positions": []} if output.as_json else None
    last = FAR if sought.stop is None else sought.stop - 1
    found, words = answered(
        rule,
        [max(last, 1)],
        seconds,
        output,
        lambda known: alone(known, sought.stop, sought.nth),
        nothing,
    )
    listed, count, nth = found
    if output.as_json:
        more: dict[str, Any] = {} if count is None else {"count": to_decimal(count)}
        more |= {} if nth is None else {"nth": to_decimal(nth)}
        print_json(head | {"positions": listed} | more)
        return
    print(f"Heaps that are lost alone under misère play of {rule}:")
    print(", ".join(map(str, listed)) or "none")
    if count is not None and sought.stop is not None:
        print(f"{to_decimal(count)} up to {to_decimal(sought.stop - 1)}")
    if nth is not None and sought.nth is not None:
        print(f"number {to_decimal(sought.nth)} is {to_decimal(nth)}")
    say_warrants([Warrant("proved", words)], quiet=output.silent)


def _json(found: Whereabouts, sought: Sought) -> dict[str, Any]:
    from mexplore.reports.documents.finding import finding_json

    listed, study = found.listed, found.study
    facts: dict[str, Any] = {"first": listed[0] if listed else None, "positions": listed}
    facts["all_listed"] = found.complete
    if sought.stop is not None and found.count is not None:
        facts |= {"upto": sought.stop - 1, "count": to_decimal(found.count)}
    if sought.nth is not None and found.nth is not None:
        facts["nth"] = {"k": to_decimal(sought.nth), "n": to_decimal(found.nth)}
    facts["gaps"] = [{"gap": gap, "times": times} for gap, times in found.gaps]
    findings = study.findings if study else ()
    facts["findings"] = [finding_json(f, study.evidence) for f in findings] if study else []
    return facts


def _exact(number: int | None) -> str:
    return "None" if number is None else to_decimal(number)


def _first(found: Whereabouts, sought: Sought) -> str:
    """The first positions, and whether they are all."""
    listed = found.listed
    shown = ", ".join(map(to_decimal, listed[:SHOWN]))
    if len(listed) > SHOWN:
        return f"The first {SHOWN}: {shown}, ..."
    if found.complete and sought.stop is None:
        return f"{shown}; no other n." if listed else "No n has this value."
    last = sought.stop if found.complete else found.searched
    return f"{shown or 'None was found'}; no other n <= {to_decimal((last or 1) - 1)}."


def _show(title: str, found: Whereabouts, sought: Sought) -> None:
    from mexplore.reports.writers.document import Document, Heading, Paragraph, Table
    from mexplore.reports.writers.terminal import show

    listed = found.listed
    document = Document([Heading(title, 1)])
    if sought.stop is not None:
        document.add(Paragraph(f"{_exact(found.count)} for n <= {to_decimal(sought.stop - 1)}."))
    if sought.nth is not None:
        number = f"Number {_exact(sought.nth)}, counted from 1, is n = {_exact(found.nth)}."
        document.add(Paragraph(number))
    document.add(Paragraph(_first(found, sought)))
    if found.gaps:
        rows = [[str(gap), str(times)] for gap, times in found.gaps[:SHOWN]]
        left = len(found.gaps) - len(rows)
        caption = f"Gaps among the first {len(listed)}" + (f", {left} more" if left else "")
        document.add(Table(("gap", "times"), rows, numeric=True, caption=caption))
    for finding in found.study.findings[:3] if found.study else ():
        statement = finding.claim.statement().replace("G(", "a(")
        far = "" if found.follows(finding.claim) else f", of the first {len(listed)}"
        document.add(Paragraph(f"As a sequence a(0), a(1), ...: {statement}{far}."))
    show(document)
