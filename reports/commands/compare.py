"""``mexplore compare``: do rules have the same values?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, give, head_of
from mexplore.reports.cli.options import (
    BoardSize,
    Budget,
    ForAll,
    Misere,
    Names,
    Output,
    heaps_only,
    read_seconds,
)
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.engine.grundy import Watcher

COMPARED = "10^4"
COMPARED_UNDER_MISERE = "1000"
SHARE_OF_A_LAW = 0.4  # of the seconds for a comparison


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
    lose the same sums of heaps, or two boards the same squares, where who makes the last move
    loses?

    mexplore compare 0.3 "subtract(1)"

    mexplore compare "divide(2, 3)" "divide(2..4)" --upto 10^30 --json

    mexplore compare 0.3 0.33 "subtract(1)" 0.7 0.77

    mexplore compare rook queen --upto 20

    mexplore compare 0.44 0.46 --misere

    mexplore compare rook "nim(2 heaps; at most 1)" --misere

    mexplore compare "subtract(k)" "subtract(k, 3*k)" --for "k >= 1"
    """
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.text.numbers import parse_number

    rules, seconds = rules or [], read_seconds(budget)
    if misere and where is not None:
        raise InputError("--misere compares rules, not families: leave --for out")
    if where is not None:
        if upto is not None or board is not None or file is not None:
            raise InputError("--for compares two families, and goes with --budget only")
        _families(rules, where, output, seconds)
        return
    games = list(map(names.game, rules))
    grids = [game for game in games if isinstance(game, Grid)]
    if grids and len(grids) == len(rules) and file is None:
        last = None if upto is None else parse_number(upto, "--upto")
        ask_boards = _misere_boards if misere else _boards
        ask_boards(grids, last, board, output, seconds)
        return
    if grids:
        raise InputError(f"{grids[0]} is a board: it can be compared with boards only")
    if board is not None:
        raise InputError("--board needs boards, such as '(x, y) -> [(x - 1, y)]'")
    compared: list[Any] = [heaps_only(game) for game in games] if misere else [*games]
    compared += [] if file is None else names.rules_in(file)
    if len(compared) < 2:
        how = "under misère play" if misere else "or a --file with one a line"
        raise InputError(f"name two rules or more to be compared{' ' if misere else ', '}{how}")
    last = parse_number(upto or (COMPARED_UNDER_MISERE if misere else COMPARED), "--upto")
    head = {"play": head_of(None, misere=misere)["play"]}
    ask = _two if len(compared) == 2 else _groups

    def find(watcher: Watcher) -> Answer:
        return ask(compared, last, seconds, watcher, misere=misere)

    give(output, seconds, head, {"equal": None}, find)


def _two(rules: list[Any], last: int, seconds: float, watcher: Watcher, *, misere: bool) -> Answer:
    """Whether two rules have equal values or, under misère play, lose the same sums of heaps."""
    from mexplore.discover.questions.compare import compare
    from mexplore.reports.documents import groups as text

    first, second = rules
    if misere:
        from mexplore.discover.questions.same_sums import compare_sums

        same = compare_sums(first, second, last, seconds, watcher)
        facts = text.comparison_json(same, first, second)
        return Answer(facts, [text.same_sums_line(same, first, second)], no=not same.equal)
    found = compare(first, second, last, seconds, watcher)
    facts = text.comparison_json(found, first, second)
    return Answer(facts, text.comparison_lines(found, first, second), no=not found.equal)


def _groups(
    rules: list[Any], last: int, seconds: float, watcher: Watcher, *, misere: bool
) -> Answer:
    """The same of more than two."""
    from mexplore.discover.questions.groups import group
    from mexplore.reports.documents import groups as text

    if misere:
        from mexplore.discover.questions.same_sums import group_by_sums

        found = group_by_sums(rules, last, seconds, watcher)
        blocks = text.same_sums_blocks(found)
    else:
        found = group(rules, last, seconds, watcher)
        blocks = iter(text.groups_document(found).blocks)
    return Answer(lambda: text.groups_json(found), blocks, no=len(found.groups) > 1)


def _families(texts: list[str], where: str, output: Output, seconds: float) -> None:
    """Two families, member by member, and for all members where laws decide."""
    from mexplore.discover.families.equality import TERMS, compare_families
    from mexplore.discover.families.methods import study_of_family
    from mexplore.reports.cli.reading import parse_family
    from mexplore.reports.documents import groups as text
    from mexplore.rules.parameters.family import given

    if len(texts) != 2:
        raise InputError("families are compared two at a time")
    first, second = (parse_family(f"{text} for {where}") for text in texts)

    def find(watcher: Watcher) -> Answer:
        found = compare_families(first, second, seconds, watcher, study_of_family)
        member, n = found.difference or (None, None)
        facts: dict[str, Any] = {"equal": n is None, "member": member, "first_difference": n}
        facts |= {"members": found.members, "theorem": found.proof or None}
        lines = [
            f"equal for {found.members} members and n < {TERMS}, as far as computed; not proved:",
            found.undecided,
        ]
        if member is not None:
            games = f"{first.member(**member)} and {second.member(**member)}"
            lines = [f"different: at {given(member)}, {games} differ first at n = {n}"]
        elif found.proof:
            whom = ", ".join(map(str, first.where))
            why = f"as their proved laws agree ({found.proof})"
            lines = [f"equal for all {whom} and for all n, {why}"]
        facts |= {"status": text.status_of(n is None, bool(found.proof)), "warrant": lines[0]}
        return Answer(facts, lines, no=n is not None)

    give(output, seconds, {}, {"equal": None}, find)


def _boards(
    grids: list[Grid], last: int | None, board: str | None, output: Output, seconds: float
) -> None:
    """Two boards, square by square."""
    from mexplore.discover.questions.boards import Region, first_difference
    from mexplore.reports.documents import groups as text
    from mexplore.rules.boards.lines import parse_size

    size = None if board is None else parse_size(board)
    one, other = _pair(grids)
    region = Region(one, size, last)

    def find(watcher: Watcher) -> Answer:
        difference, zeros, more = None, dict[str, Any](), list[str]()
        if one != other:
            tables = [Region(grid, size, last).table(watcher) for grid in grids]
            difference = first_difference(*tables)
            zero = first_difference(*((table == 0).astype("i4") for table in tables))
            zeros = {"equal": zero is None, "first_difference": zero, "status": "computed"}
            if zero is None and size is None:
                known, more = _p_positions(one, other, region.words(), seconds, watcher)
                zeros |= known
        line = f"{one} and {other} are equal {region.words()}, as far as computed"
        if difference is not None:
            line = f"{one} and {other} differ first at {difference}"
        facts: dict[str, Any] = {"equal": difference is None, "first_difference": difference}
        facts |= {"computed": region.sides[0] - 1}
        facts |= {"status": text.status_of(difference is None, one == other), "warrant": line}
        facts |= {"p_positions": zeros} if zeros else {}
        return Answer(facts, [line, *more], no=difference is not None)

    give(output, seconds, {"play": "normal"}, {"equal": None}, find)


def _pair(grids: list[Grid]) -> tuple[Grid, Grid]:
    """Two boards whose squares have equally many coordinates."""
    if len(grids) != 2:
        raise InputError("boards are compared two at a time")
    one, other = grids
    if one.dimensions != other.dimensions:
        raise InputError(f"squares of {one} and of {other} have different numbers of coordinates")
    return one, other


def _misere_boards(
    grids: list[Grid], last: int | None, board: str | None, output: Output, seconds: float
) -> None:
    """Which squares two boards lose under misère play, where one token is on each."""
    from mexplore.discover.questions.boards import Region
    from mexplore.discover.questions.same_zeros import same_lost
    from mexplore.discover.study.kind import Means
    from mexplore.reports.cli.options import under_misere
    from mexplore.reports.documents import groups as text
    from mexplore.rules.boards.lines import parse_size
    from mexplore.rules.misere.board import MisereBoard

    size = None if board is None else parse_size(board)
    one, other = _pair(grids)
    misere = [game for game in map(under_misere, (one, other)) if isinstance(game, MisereBoard)]
    first, second = (Region(game, size, last) for game in misere)

    def find(watcher: Watcher) -> Answer:
        found = same_lost(first, second, Means(budget=SHARE_OF_A_LAW * seconds), watcher)
        line = text.same_lost_line(found, one, other, first.words())
        equal = found.difference is None
        facts: dict[str, Any] = {"equal": equal, "first_difference": found.difference}
        facts |= {"computed": first.sides[0] - 1}
        facts |= {"status": text.status_of(equal, bool(found.why)), "warrant": line}
        return Answer(facts, [line], no=not equal)

    give(output, seconds, {"play": "misere"}, {"equal": None}, find)


def _p_positions(
    one: Grid, other: Grid, where: str, seconds: float, watcher: Watcher
) -> tuple[dict[str, Any], list[str]]:
    """What is known of the P-positions of two boards, the same as far as computed: of all squares
    by laws, where these tell."""
    from mexplore.discover.questions.same_zeros import same_zeros
    from mexplore.discover.study.kind import Means

    found = same_zeros(one, other, Means(budget=SHARE_OF_A_LAW * seconds), watcher)
    if found is None:
        return {}, [f"their P-positions are the same {where}, as far as computed"]
    why = "; ".join(warrant.words for warrant in found.warrants)
    facts = {
        "equal": found.difference is None,
        "first_difference": found.difference,
        "status": "proved",
        "warrant": why,
    }
    if found.difference is None:
        return facts, [f"their P-positions are the same on all squares: {why}"]
    return facts, [f"{found.difference} is a P-position of one of them only: {why}"]
