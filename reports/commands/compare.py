"""``mexplore compare``: do rules have the same values?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mexplore.reports.cli.options import (
    BoardSize,
    Budget,
    ForAll,
    Misere,
    Names,
    Output,
    read_seconds,
)
from mexplore.reports.cli.saying import say
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.questions.compare import Comparison
    from mexplore.discover.questions.misere_compare import MisereComparison, MisereGroup
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Rule


def command(
    names: Names,
    output: Output,
    rules: Annotated[
        list[str] | None, typer.Argument(metavar="RULE...", help="The rules to compare.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="And the rules in a file, one a line.")
    ] = None,
    upto: Annotated[
        str | None,
        typer.Option("--upto", metavar="N", help="The last n (default 10^4), or coordinate (100)."),
    ] = None,
    misere: Misere = False,
    board: BoardSize = None,
    where: ForAll = None,
    budget: Budget = None,
) -> None:
    """Compare the values of two rules: equal as far as computed, or the first n where they differ.

    More rules, or a file of them, are put into groups of equal values. Where laws are proved,
    equality is decided for all n. Exit code 1 means that values differ. With --misere: do the rules
    lose the same sums of heaps where who makes the last move loses?

    mexplore compare 0.3 "subtract(1)"

    mexplore compare "divide(2, 3)" "divide(2..4)" --upto 10^30 --json

    mexplore compare 0.3 0.33 "subtract(1)" 0.7 0.77

    mexplore compare rook queen --upto 20

    mexplore compare 0.44 0.46 --misere

    mexplore compare "subtract(k)" "subtract(k, 3*k)" --for "k >= 1"
    """
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.text.numbers import parse_number

    if misere:
        if where is not None or board is not None:
            raise InputError("--misere compares rules of heaps: no --for and no --board")
        _misere(rules or [], file, names, upto, output, read_seconds(budget))
        return
    if where is not None:
        if upto is not None or board is not None or file is not None:
            raise InputError("--for compares two families, and goes with --budget only")
        _families(rules or [], where, output, read_seconds(budget))
        return
    grids = [game for game in map(names.game, rules or []) if isinstance(game, Grid)]
    if grids and len(grids) == len(rules or []) and file is None:
        last = None if upto is None else parse_number(upto, "--upto")
        _boards(grids, last, board, output, read_seconds(budget))
        return
    if grids:
        raise InputError(f"{grids[0]} is a board: it can be compared with boards only")
    if board is not None:
        raise InputError("--board needs boards, such as '(x, y) -> [(x - 1, y)]'")
    last = parse_number(upto or "10^4", "--upto")
    seconds = read_seconds(budget)
    compared = [names.rule(text) for text in rules or []]
    if file is not None:
        compared += names.rules_in(file)
    if len(compared) < 2:
        raise InputError("name two rules or more to be compared, or a --file with one a line")
    if len(compared) == 2:
        _two(compared[0], compared[1], last, seconds, output)
    else:
        _many(compared, last, seconds, output)


# Two rules.


def _two(first: Rule, second: Rule, last: int, seconds: float, output: Output) -> None:
    from mexplore.discover.questions.compare import compare

    with output.progress(seconds) as watcher:
        result = compare(first, second, last, seconds, watcher)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        equal = result.first_difference is None
        shown = {"equal": equal, "first_difference": result.first_difference}
        print_json(shown | {"computed": result.stop - 1})
    else:
        _show(first, second, result)
    raise typer.Exit(0 if result.first_difference is None else 1)


def _show(first: Rule, second: Rule, result: Comparison) -> None:
    n = result.first_difference
    if n is not None:
        say(f"{first} and {second} differ first at n = {n}")
    elif result.for_all:
        why = "they are the same rule" if result.equal_by == "rule" else "their proved laws agree"
        say(f"{first} and {second} are equal for all n, as {why}")
    elif result.later is not None:
        say(f"{first} and {second} are equal for n <= {result.stop - 1}; by their proved laws")
        say(f"they differ first at n = {result.later}")
    else:
        say(f"{first} and {second} are equal for n <= {result.stop - 1}, as far as computed")


# Two rules under misère play.

HEAPS_COMPARED = "1000"


def _misere(
    texts: list[str],
    file: Path | None,
    names: Names,
    upto: str | None,
    output: Output,
    seconds: float,
) -> None:
    """Whether they lose the same sums of heaps."""
    from mexplore.discover.study.kind import NotKnown
    from mexplore.reports.cli.misere import heaps_only
    from mexplore.reports.cli.warrants import no_answer
    from mexplore.rules.text.numbers import parse_number

    rules = [heaps_only(names.game(text)) for text in texts]
    rules += [] if file is None else names.rules_in(file)
    if len(rules) < 2:
        raise InputError("name two rules or more to be compared under misère play")
    last = parse_number(upto or HEAPS_COMPARED, "--upto")
    try:
        if len(rules) == 2:
            _two_under_misere(rules[0], rules[1], last, output, seconds)
        else:
            _groups_under_misere(rules, last, output, seconds)
    except NotKnown as why:
        no_answer(str(why), {"play": "misere", "equal": None} if output.as_json else None)


def _groups_under_misere(rules: list[Rule], last: int, output: Output, seconds: float) -> None:
    from mexplore.discover.questions.misere_compare import group_misere

    with output.progress(seconds) as watcher:
        found = group_misere(rules, last, seconds, watcher)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        groups = [
            {"rules": list(map(str, g.rules)), "for_all": g.for_all, "computed": g.last}
            for g in found
        ]
        print_json({"play": "misere", "groups": groups})
    else:
        from mexplore.reports.writers.document import Document, Paragraph, Table
        from mexplore.reports.writers.terminal import show

        many = f"{len(found)} group{'s' * (len(found) != 1)}"
        rows = [
            [
                str(number),
                ", ".join(map(str, group.rules)),
                _same_up_to(group),
            ]
            for number, group in enumerate(found, 1)
        ]
        head = Paragraph(f"misère play: {many} of rules that lose the same sums")
        show(Document([head, Table(("group", "rules", "the same sums"), rows)]))
    raise typer.Exit(0 if len(found) == 1 else 1)


def _same_up_to(group: MisereGroup) -> str:
    if group.last is None:
        return ""
    return "of all heaps" if group.for_all else f"of heaps up to {group.last}"


def _two_under_misere(first: Rule, second: Rule, last: int, output: Output, seconds: float) -> None:
    from mexplore.discover.questions.misere_compare import compare_misere

    head = {"play": "misere"}
    with output.progress(seconds) as watcher:
        found = compare_misere(first, second, last, seconds, watcher)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        shown = {
            "equal": found.equal,
            "first_difference": found.difference,
            "lost_under": None if found.equal else str(first if found.first_loses else second),
            "computed": found.last,
            "for_all": bool(found.for_all),
        }
        print_json(head | shown)
    else:
        print(_same_sums(first, second, found))
    raise typer.Exit(0 if found.equal else 1)


def _same_sums(first: Rule, second: Rule, found: MisereComparison) -> str:
    if found.difference is not None:
        loses, wins = (first, second) if found.first_loses else (second, first)
        heaps = " + ".join(map(str, found.difference))
        return f"misère play: {heaps} is lost under {loses} and won under {wins}"
    if found.for_all:
        return f"misère play: {first} and {second} lose the same sums, as {found.for_all}"
    return (
        f"misère play: {first} and {second} lose the same sums of heaps up to {found.last}, "
        "as far as known"
    )


# Two families.


def _families(texts: list[str], where: str, output: Output, seconds: float) -> None:
    """Member by member, and for all members where laws decide."""
    from mexplore.discover.families.equality import TERMS, compare_families
    from mexplore.discover.families.methods import study_of_family
    from mexplore.reports.cli.reading import parse_family

    if len(texts) != 2:
        raise InputError("families are compared two at a time")
    first, second = (parse_family(f"{text} for {where}") for text in texts)
    with output.progress(seconds) as watcher:
        found = compare_families(first, second, seconds, watcher, study_of_family)
    member, n = found.difference or (None, None)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        shown = {"equal": n is None, "member": member, "first_difference": n}
        print_json(shown | {"members": found.members, "theorem": found.proof or None})
    elif member is not None:
        from mexplore.rules.parameters.family import given

        games = f"{first.member(**member)} and {second.member(**member)}"
        say(f"different: at {given(member)}, {games} differ first at n = {n}")
    elif found.proof:
        whom = ", ".join(map(str, first.where))
        say(f"equal for all {whom} and for all n, as their proved laws agree ({found.proof})")
    else:
        say(f"equal for {found.members} members and n < {TERMS}, as far as computed; not proved:")
        say(found.undecided)
    raise typer.Exit(0 if n is None else 1)


# Two boards.


def _boards(
    grids: list[Grid], last: int | None, board: str | None, output: Output, seconds: float
) -> None:
    from mexplore.discover.questions.whole_tables import Region, first_difference
    from mexplore.rules.boards.lines import parse_size

    if len(grids) != 2:
        raise InputError("boards are compared two at a time")
    one, other = grids
    size = None if board is None else parse_size(board)
    region = Region(one, size, last)
    if one.dimensions != other.dimensions:
        raise InputError(f"squares of {one} and of {other} have different numbers of coordinates")
    difference = None
    if one != other:
        with output.progress(seconds) as watcher:
            tables = [Region(grid, size, last).table(watcher) for grid in grids]
        difference = first_difference(*tables)
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        shown = {"equal": difference is None, "first_difference": difference}
        print_json(shown | {"computed": region.sides[0] - 1})
    elif difference is not None:
        say(f"{one} and {other} differ first at {difference}")
    else:
        say(f"{one} and {other} are equal {region.words()}" + ", as far as computed")
    raise typer.Exit(0 if difference is None else 1)


# More than two.


def _many(rules: list[Rule], last: int, seconds: float, output: Output) -> None:
    from mexplore.discover.questions.groups import group

    with output.progress(seconds) as watcher:
        found = group(rules, last, seconds, watcher)
    from mexplore.reports.documents.groups import groups_document, groups_json

    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json(groups_json(found))
    else:
        from mexplore.reports.writers.terminal import show

        show(groups_document(found))
    raise typer.Exit(0 if len(found.groups) == 1 else 1)
