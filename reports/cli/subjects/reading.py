"""Reading the text of a rule into the subject of a question."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mexplore.reports.cli.subjects.heap_rule import HeapRule
from mexplore.rules.errors import InputError, RuleSyntaxError

if TYPE_CHECKING:
    from mexplore.reports.cli.subjects.board_view import BoardView
    from mexplore.reports.cli.subjects.subject import Subject
    from mexplore.rules.boards.board import Board, Grid
    from mexplore.rules.parameters.family import FamilyOfRules
    from mexplore.rules.rule import Rule


def read_subject(
    text: str, view: BoardView, rules_file: Path | None = None, max_positions: str | None = None
) -> Subject:
    """The heap rule that the text denotes or names, or what ``view`` selects on a board.

    ``max_positions`` limits rules that are Python functions; others ignore it.
    """
    board = _read_board(text, rules_file)
    if board is not None:
        return view.of(board)
    rule = _read_heaps(text, rules_file)
    if view.given:
        from mexplore.rules.boards.board import as_board

        grid = as_board(rule, view.dimensions)
        if grid is not None:
            return view.of(grid)
    view.refuse()
    if max_positions is not None:
        from mexplore.rules.engine.search import valuing_at_most
        from mexplore.rules.text.numbers import parse_number

        rule = valuing_at_most(rule, parse_number(max_positions, "--max-positions"))
    return HeapRule(rule)


def read_misere(text: str, view: BoardView, rules_file: Path | None = None) -> Subject:
    """The heap rule that the text denotes or names, under misère play."""
    from mexplore.reports.cli.subjects.misere_heaps import MisereHeaps

    if view.given or _read_board(text, rules_file) is not None:
        raise InputError(
            "misère play is about sums of heaps; the laws of boards are about normal play"
        )
    return MisereHeaps(_read_heaps(text, rules_file))


def read_family(text: str, where: str | None, at: str | None) -> Subject | None:
    """The family of rules that a text with names and the constraints of --for denote, or the
    member of it that --at names; None for the text of a single game."""
    if where is not None:
        text = f"{text.rstrip()} for {where.strip()}"
    elif not _is_family(text):
        if at is not None:
            raise InputError('--at names a member of a family; say which: --for "a >= 1, b > a"')
        return None
    from mexplore.reports.cli.subjects.family import Family, Member, read_values

    rule = parse_family(text)
    if at is None:
        return Family(rule)
    values = read_values(at)
    return Member(rule.member(**values), rule, tuple(values.items()))


def _is_family(text: str) -> bool:
    """Whether a text with constraints in it is a family."""
    from mexplore.discover.kinds import kind_of

    return " for " in text and kind_of(text).name.startswith("families")


def parse_family(text: str) -> FamilyOfRules:
    """The family, of whatever kind."""
    from mexplore.discover.kinds import kind_of

    kind = kind_of(text)
    if not kind.name.startswith("families"):
        from mexplore.discover.families.kind import Families

        kind = Families()  # it says what is wrong with the text
    rule: Any = kind.parse(text)
    return cast("FamilyOfRules", rule)


def read_game(text: str, rules_file: Path | None = None) -> Rule | Grid:
    """The heap rule or the board that the text denotes or names."""
    return _read_board(text, rules_file) or _read_heaps(text, rules_file)


def read_rule(text: str, rules_file: Path | None = None) -> Rule:
    """The heap rule, for questions that are about heaps only; a board is refused with what can be
    done instead."""
    if _read_board(text, rules_file) is not None:
        raise InputError("a board has no heaps, so this question makes no sense of it")
    return _read_heaps(text, rules_file)


def _read_heaps(text: str, rules_file: Path | None) -> Rule:
    from mexplore.rules.library import library_with
    from mexplore.rules.notation import parse_rule

    library = None if rules_file is None else library_with(rules_file)
    try:
        return parse_rule(text, library, allow_python=True)
    except RuleSyntaxError:
        _refuse_free_names(text)
        raise


def _refuse_free_names(text: str) -> None:
    """Raise with both remedies where the text is a rule but for names of numbers in it."""
    from mexplore.rules.parameters.codes import CodeFamily
    from mexplore.rules.parameters.ranges import RangeFamily
    from mexplore.rules.parameters.rule import ParametricRule

    kinds: tuple[type[FamilyOfRules], ...] = (ParametricRule, RangeFamily, CodeFamily)
    names = next(filter(None, (kind.free_names(text) for kind in kinds)), None)
    if names:
        (first, place), *_ = names.items()
        listed = " and ".join(names)
        constraints = ", ".join([f"{first} >= 1", *(f"{name} > {first}" for name in [*names][1:])])
        holes = re.sub(rf"(?<![A-Za-z_])({'|'.join(names)})(?!\w)", r"{\1}", text)
        options = " ".join(f"--{name} 1..9" for name in names)
        problem = f"{listed} {'is' if len(names) == 1 else 'are'} free"
        remedy = f'say --for "{constraints}" (all of them)'
        if "{" not in text:  # in braces a number of digits, which no hole stands for
            remedy += f', or mexplore sweep "{holes}" {options} (some of them)'
        raise RuleSyntaxError(text, place, problem, remedy)


def _read_board(text: str, rules_file: Path | None) -> Board | None:
    from mexplore.rules.boards import read_board
    from mexplore.rules.library import NAME, library_with

    text = text.strip()
    if NAME.fullmatch(text):
        named = library_with(rules_file).get(text)
        return read_board(named.rule) if named else None
    return read_board(text)
