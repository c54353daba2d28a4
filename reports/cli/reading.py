"""The one reader of what is typed: a rule of heaps, a board or a line of it, a family, a member."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mexplore.reports.cli.subjects import HeapRule, MisereHeaps, Numbers, Subject
from mexplore.rules.errors import InputError, RuleSyntaxError

if TYPE_CHECKING:
    from mexplore.reports.cli.options import SubjectOptions
    from mexplore.reports.cli.subjects_of_families import Family, Member
    from mexplore.rules.boards.board import Board, Grid
    from mexplore.rules.boards.lines import Kind
    from mexplore.rules.boards.table import Order
    from mexplore.rules.parameters.family import FamilyOfRules
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame


def read_subject(
    text: str, options: SubjectOptions, *, misere: bool = False, explores: bool = False
) -> Subject:
    """What a text denotes or names, and the options select of it. Where single places are explored,
    the limit on positions is of any rule."""
    text = as_notation(text, options.rules_file)
    family = read_family(text, options.where, options.at)
    if family is not None:
        if misere:
            raise InputError("families of rules are about normal play; give one rule")
        _refuse_views(options)
        return family
    system = read_system(text, options.rules_file)
    if system is not None:
        if misere:
            raise InputError(NO_MISERE_OF_KINDS)
        _refuse_views(options)
        return _with_system(system)
    board = _read_board(text, options.rules_file)
    if misere:
        return _under_misere(text, board, options)
    if board is not None:
        return _on_board(board, options)
    rule = _read_heaps(text, options.rules_file)
    if _views(options):
        from mexplore.rules.boards.board import as_board

        dimensions = 2 if options.board is None else options.board.lower().count("x") + 1
        grid = as_board(rule, dimensions)
        if grid is not None:
            return _on_board(grid, options)
    _refuse_views(options)
    if options.max_positions is not None and (rule.runs_python or not explores):
        from mexplore.rules.engine.search import valuing_at_most
        from mexplore.rules.text.numbers import parse_number

        rule = valuing_at_most(rule, parse_number(options.max_positions, "--max-positions"))
    return HeapRule(rule)


def read_function(text: str, options: SubjectOptions) -> Subject:
    """A Python function of other positions than numbers, and those that play begins with."""
    from mexplore.rules.engine.search import valuing_at_most
    from mexplore.rules.families.function.rule import Function, played_apart
    from mexplore.rules.text.numbers import parse_number

    given = _read_heaps(as_notation(text, options.rules_file), options.rules_file)
    _refuse_views(options)
    if options.max_positions is not None:
        given = valuing_at_most(given, parse_number(options.max_positions, "--max-positions"))
    rule = given if options.apart is None else played_apart(given, options.apart)
    if not isinstance(rule, Function):
        raise InputError("--start goes with a rule such as games.py:options")
    if options.begins is None:
        return HeapRule(rule)
    from mexplore.reports.cli.subjects_of_systems import FromFunction
    from mexplore.rules.systems.guessed import FunctionGame
    from mexplore.rules.systems.shapes import read_shape

    return FromFunction(FunctionGame(rule, read_shape(options.begins)), "")


def as_notation(text: str, rules_file: Path | None = None) -> str:
    """The text in notation; a remark says what one that is written in another way is taken for."""
    from mexplore.reports.writers.output import remark
    from mexplore.rules.library import library_with
    from mexplore.rules.notation import canonical

    library = None if rules_file is None else library_with(rules_file)  # a code reads none
    meant = canonical(text.strip(), library)
    if meant == text.strip():
        return text
    remark(f"{text.strip()} is understood as {meant}")
    return meant


def _with_system(game: SystemGame) -> Subject:
    """The game, by its system of kinds if there is one."""
    from mexplore.reports.cli.subjects_of_systems import KindsOfHeaps, WithoutSystem
    from mexplore.rules.systems.game import NoSystem

    try:
        _ = game.system
    except NoSystem as why:
        return WithoutSystem(game, str(why))
    return KindsOfHeaps(game)


def read_numbers(file: Path, options: SubjectOptions) -> Subject:
    """The numbers in a file, of which no rule is known."""
    _refuse_views(options)
    return Numbers(file)


# Heaps, boards and systems of kinds of heaps.

NO_MISERE_OF_KINDS = "misère play is known of heaps of one kind; leave --misere out"


def read_game(text: str, rules_file: Path | None = None) -> Rule | Grid | SystemGame:
    """The heap rule, the board or the system of kinds that the text denotes or names."""
    text = as_notation(text, rules_file)
    return (
        read_system(text, rules_file)
        or _read_board(text, rules_file)
        or _read_heaps(text, rules_file)
    )


def read_system(text: str, rules_file: Path | None = None) -> SystemGame | None:
    """The game of which a system of kinds is known, that the text denotes or names; None for other
    texts."""
    from mexplore.rules.library import NAME, library_with
    from mexplore.rules.systems import reading

    text = as_notation(text, rules_file).strip()
    if NAME.fullmatch(text):
        named = library_with(rules_file).get(text)
        return reading.read_system(named.rule) if named else None
    return reading.read_system(text)


def read_rule(text: str, rules_file: Path | None = None) -> Rule:
    """The heap rule, for questions that are about heaps only; a board is refused with what can be
    done instead."""
    text = as_notation(text, rules_file)
    if _read_board(text, rules_file) is not None:
        raise InputError("a board has no heaps, so this question makes no sense of it")
    if read_system(text, rules_file) is not None:
        raise InputError("this question is about heaps of one kind, and the game has several")
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


def _read_board(text: str, rules_file: Path | None) -> Board | None:
    from mexplore.rules.library import NAME, library_with
    from mexplore.rules.notation import parse_board

    text = text.strip()
    if NAME.fullmatch(text):
        named = library_with(rules_file).get(text)
        return parse_board(named.rule, {}) if named else None
    return parse_board(text, library_with(rules_file))


# What is selected of a board.


def _views(options: SubjectOptions) -> list[str]:
    """The options about boards that are given, sequences of them before the order of values."""
    size = ["board"] * (options.board is not None)
    return [*size, *(kind for kind, _ in _lines(options)), *["order"] * (options.order is not None)]


def _lines(options: SubjectOptions) -> list[tuple[Kind, int]]:
    kinds: tuple[Kind, ...] = ("row", "column", "diagonal", "value")
    numbers = (options.row, options.column, options.diagonal, options.value)
    return [(k, n) for k, n in zip(kinds, numbers, strict=True) if n is not None]


def _refuse_views(options: SubjectOptions) -> None:
    """Raise InputError if an option about boards is given: the subject is none."""
    for named in _views(options):
        raise InputError(f"--{named} needs a board, such as '(x, y) -> [(x - 1, y)]'")


def _on_board(board: Grid, options: SubjectOptions) -> Subject:
    """The board of a size, or at most one sequence of it."""
    from mexplore.discover.boards.values import check_size
    from mexplore.reports.cli.subjects_of_boards import BoardLine, WholeBoard
    from mexplore.rules.boards.lines import BoardSequence, parse_size

    lines = _lines(options)
    if len(lines) > 1:
        raise InputError(f"--{lines[0][0]} and --{lines[1][0]}: only one sequence at a time")
    size = None if options.board is None else parse_size(options.board)
    if size is not None:
        check_size(board, size)
    order = None if options.order is None else _order(board, options.order)
    if not lines:
        return WholeBoard(board, size, order)
    return BoardLine(BoardSequence(board, size, *lines[0], order=order))


def _under_misere(text: str, board: Board | None, options: SubjectOptions) -> Subject:
    """One token on the board under misère play, or sums of heaps of a rule."""
    from mexplore.rules.misere.board import MisereBoard

    if board is None:
        _refuse_views(options)
        return MisereHeaps(_read_heaps(text, options.rules_file))
    if options.order is not None or _lines(options):
        raise InputError(
            "misère play of a board is studied as a whole: leave out --order, and lines such as "
            "--row; `mexplore positions --misere` finds the P-positions of a line"
        )
    return _on_board(MisereBoard(board), options)


def _order(board: Grid, text: str) -> Order:
    from mexplore.rules.boards.table import Order

    if board.dimensions != 2:
        raise InputError("--order is of boards with two coordinates")
    return Order.parse(text, board.coordinate_names)


# Families.


def read_family(text: str, where: str | None, at: str | None) -> Family | Member | None:
    """The family of rules that a text with names and the constraints of --for denote, or the
    member of it that --at names; None for the text of a single game."""
    from mexplore.discover.kinds import is_family

    if where is not None:
        text = f"{text.rstrip()} for {where.strip()}"
    elif not is_family(text):
        if at is not None:
            raise InputError('--at names a member of a family; say which: --for "a >= 1, b > a"')
        return None
    from mexplore.reports.cli.subjects_of_families import Family, Member

    rule = parse_family(text)
    if at is None:
        return Family(rule)
    values = read_values(at)
    return Member(rule.member(**values), rule, tuple(values.items()))


def parse_family(text: str) -> FamilyOfRules:
    """The family, of whatever kind."""
    from mexplore.discover.kinds import kind_of

    kind = kind_of(text)
    if not kind.name.startswith("families"):
        from mexplore.discover.families.kind import Families

        kind = Families()  # it says what is wrong with the text
    rule: Any = kind.parse(text)
    return cast("FamilyOfRules", rule)


def read_values(text: str) -> dict[str, int]:
    """The values of the names that ``--at`` gives.

    >>> read_values("a=10^3, b=3*10^2+7")
    {'a': 1000, 'b': 307}
    """
    from mexplore.rules.text.numbers import parse_number

    found: dict[str, int] = {}
    for part in text.split(","):
        name, sign, number = (piece.strip() for piece in part.partition("="))
        if not sign or not name.isidentifier():
            raise InputError(f"--at {text[:60]!r}: write a value for each name, as in a=7,b=10^50")
        if name in found:
            raise InputError(f"--at {text[:60]!r}: {name} is given twice")
        found[name] = parse_number(number, f"the value of {name}")
    return found


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
