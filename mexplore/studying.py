"""`mexplore.analyse`: the main job, from Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from mexplore.games import (
    BUDGET,
    board_of,
    board_or_none,
    in_time,
    rule,
    seconds_of,
)
from mexplore.rules.errors import MexploreError
from mexplore.rules.text.given import whole
from mexplore.studies import BoardStudy, MisereStudy, Study

if TYPE_CHECKING:
    from mexplore.discover.families.study import FamilyStudy
    from mexplore.discover.study.limits import Limits
    from mexplore.games import Game
    from mexplore.rules.boards.board import Board
    from mexplore.rules.misere.board import MisereBoard
    from mexplore.rules.rule import Rule

    Line = Literal["row", "column", "diagonal", "value"]


@overload
def analyse(
    subject: Game | Iterable[Any],
    *,
    play: Literal["normal"] = "normal",
    upto: int | None = None,
    max_terms: int | None = None,
    budget: float | None = BUDGET,
) -> Study: ...


@overload
def analyse(
    subject: Board, *, upto: int | None = None, budget: float | None = BUDGET
) -> BoardStudy: ...


@overload
def analyse(
    subject: str | Board,
    *,
    line: tuple[Line, int],
    upto: int | None = None,
    max_terms: int | None = None,
    budget: float | None = BUDGET,
) -> Study: ...


@overload
def analyse(subject: str, *, where: str, budget: float | None = BUDGET) -> FamilyStudy: ...


@overload
def analyse(
    subject: str | Rule,
    *,
    play: Literal["misere"],
    upto: int | None = None,
    budget: float | None = BUDGET,
) -> MisereStudy: ...


@in_time
def analyse(
    subject: Game | Board | Iterable[Any],
    *,
    where: str | None = None,
    line: tuple[Line, int] | None = None,
    play: str = "normal",
    upto: int | None = None,
    max_terms: int | None = None,
    budget: float | None = BUDGET,
) -> Study | BoardStudy | FamilyStudy | MisereStudy:
    """Compute values, find the law, prove it: the main job, for a rule, a Python function, a
    board, or bare numbers: a list, an array, a Series.

    Values double until something is proved, ``budget`` seconds are over or ``max_terms`` values
    are known; ``upto`` fixes the last n instead. Without a rule nothing can be proved. With
    ``play="misere"`` the player who makes the last move loses, and heaps have classes.

    >>> analyse("divide(2..6)")
    <divide(2..6): G(n) = G(floor(n/12)) for all n >= 6; proved by floors commute>
    >>> analyse([n % 3 for n in range(99)])
    <99 numbers: G(n + 3) = G(n) for all n >= 0; holds so far>
    >>> analyse("0.52", play="misere").kind
    'tame'

    A text that denotes a board has a `BoardStudy` (for a checker of types, read it first:
    ``analyse(board("wythoff"))``). Of a board, ``line`` is a row, column or diagonal, or the
    squares of a value, as a sequence:

    >>> analyse("wythoff", line=("row", 4)).law
    'G(n + 12) = G(n) + 12 for all n >= 9'

    With ``where``, names in the rule stand for all numbers that satisfy these constraints: a law
    is looked for that holds for all of them. It is the same as ``subtract(k) for k >= 1``.

    >>> analyse("subtract(k)", where="k >= 1")
    <subtract(k) for k >= 1: 1 law; proved>
    """
    from mexplore.discover.kinds import is_family

    if where is None and isinstance(subject, str) and is_family(subject):
        subject, _, where = subject.partition(" for ")
    if where is not None:
        if upto is not None or max_terms is not None or line is not None or play != "normal":
            raise MexploreError("laws of families are found in budget seconds, in normal play")
        return _analyse_family(f"{subject} for {where}", budget)
    from dataclasses import replace

    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.text.given import is_listed, terms

    most = None if max_terms is None else whole(max_terms)
    last = None if upto is None else whole(upto)
    limits = Limits(seconds_of(budget), most, last, who_wins=True)
    if line is not None:
        if play != "normal":
            raise MexploreError("the laws of boards are about normal play")
        return _analyse_line(subject, line, limits)
    if play == "misere":
        return _analyse_misere(subject, limits)
    if play != "normal":
        raise MexploreError(f"play is 'normal' or 'misere', not {play!r}")
    if is_listed(subject):
        from mexplore.discover.heaps.evidence.sources import given_terms

        given = terms(subject)  # type: ignore[arg-type]
        found = study(None, limits, source=given_terms(given))
        return Study(replace(found, name=f"{len(given)} numbers"))
    grid = _under_misere(subject) or board_or_none(subject)
    if grid is not None:
        from mexplore.discover.boards.study import study_board

        return BoardStudy(study_board(grid, upto=limits.upto, budget=limits.budget))
    return Study(study(rule(cast("Game", subject)), limits))


def _analyse_family(text: str, budget: float | None) -> FamilyStudy:
    from mexplore.discover.families.kind import Families
    from mexplore.discover.kinds import kind_of
    from mexplore.discover.study.limits import Limits

    kind = kind_of(text)
    if not kind.name.startswith("families"):
        kind = Families()  # it says what is wrong with the text
    limits = None if budget is None else Limits(budget)
    return cast("FamilyStudy", kind.study(kind.parse(text), limits))


def _analyse_line(subject: object, line: object, limits: Limits) -> Study:
    """A row, column or diagonal of a board, or the squares of a value, as a sequence."""
    from dataclasses import replace
    from operator import index

    from mexplore.discover.boards.line_study import study_line
    from mexplore.rules.boards.lines import BoardSequence

    kind: Any
    number: Any
    kind, number = line if isinstance(line, tuple) and len(line) == 2 else (None, None)
    if kind not in ("row", "column", "diagonal", "value"):
        remedy = "write ('row', 4); 'column', 'diagonal' and 'value' are the others"
        raise MexploreError(f"line {line!r} is no line of a board; {remedy}")
    backwards = kind == "diagonal" and isinstance(number, int) and number < 0
    at = index(number) if backwards else whole(number)
    sequence = BoardSequence(board_of(subject), None, kind, at)
    found = study_line(sequence, limits)
    return Study(replace(found.study, name=str(sequence)))


def _analyse_misere(subject: object, limits: Limits) -> MisereStudy:
    from mexplore.discover.misere.study import study_misere
    from mexplore.rules.misere.game import Misere
    from mexplore.rules.text.given import is_listed

    if is_listed(subject):
        raise MexploreError("bare numbers have no moves: misère play needs a rule")
    board = board_or_none(subject)
    if board is not None:
        raise MexploreError(f"write misère play of a board as analyse('misere {board}')")
    return MisereStudy(study_misere(Misere(rule(cast("Game", subject))), limits))


study = analyse
"""`analyse`, by the name that it has on the command line."""


def _under_misere(text: object) -> MisereBoard | None:
    """One token on a board under misère play: ``misere (x, y) -> [...]``."""
    from mexplore.rules.misere.board import MisereBoard

    if isinstance(text, str):
        return MisereBoard.parse(text, board_or_none)
    return text if isinstance(text, MisereBoard) else None
