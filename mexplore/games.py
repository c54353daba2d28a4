"""Games as Python gives them, a text, a rule or a function; and how else Python asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from mexplore.rules.errors import MexploreError
from mexplore.rules.text.given import whole

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.study.kind import GameKind
    from mexplore.rules.boards.board import Board
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule

    Game = str | Rule | Callable[[Any], Iterable[Any]]
    """A rule as text, as `rule` makes it, or as a function that yields the moves from a heap."""

BUDGET = 20.0
"""Seconds that a search for a law may take, unless given otherwise."""


P = ParamSpec("P")


T = TypeVar("T")


def in_time(function: Callable[P, T]) -> Callable[P, T]:
    """The function, stopped where it goes on after the end of its ``budget``: MexploreError then,
    if it has no answer that says how far it came."""
    usual = (function.__kwdefaults__ or {})["budget"]

    @wraps(function)
    def answered(*args: P.args, **more: P.kwargs) -> T:
        from mexplore.rules.engine.working import stopped_after
        from mexplore.rules.errors import was_out_of_time

        budget = seconds_of(more.get("budget", usual))
        try:
            return stopped_after(budget, partial(function, *args, **more))
        except (KeyboardInterrupt, Exception) as error:
            if not was_out_of_time(error):
                raise
        remedy = "budget=None is as long as it takes"
        raise MexploreError(f"not answered within {budget:g} seconds; {remedy}")

    return answered


def rule(text: Game, *, allow_python: bool = False) -> Rule:
    """The rule that a text denotes, in its simplest form; a rule is returned as it is. Of a
    function, options(n), the moves from a heap of n are what it yields: heaps, or lists of heaps;
    an option with a negative heap is not a move. A function that is one expression in n is read,
    and is the rule that this expression is in notation, with its theorems.

    ``allow_python`` lets ``"games.py:options"`` name a function in a file, which is then run.

    >>> str(rule("subtract(4, 1, 3)")), str(rule("kayles"))
    ('subtract(1, 3, 4)', '0.77')
    >>> sorted(rule("0.7").options(3))
    [(1, 1), (2,)]
    >>> from mexplore import values
    >>> values(lambda n: [n - 1, [n // 2, n // 2]] if n > 1 else [], 8).tolist()
    [0, 0, 1, 2, 1, 2, 1, 2]
    >>> str(rule(lambda n: [n - 1, n - 2]))
    'subtract(1, 2)'
    """
    if not isinstance(text, str):
        from mexplore.rules.rule import Rule as Known

        if isinstance(text, Known):
            return text
        if not callable(text):
            raise MexploreError(f"{text!r} is no rule; write one as text, such as '0.77'")
        from mexplore.rules.families.function.given import GivenFunction
        from mexplore.rules.families.function.reading import read
        from mexplore.rules.notation import parse_rule

        given = GivenFunction.of(text)
        return read(given, parse_rule) or given
    from mexplore.rules.notation import parse_board, parse_rule

    if parse_board(text) is not None:
        raise MexploreError(f"{text}: a board has no heaps; analyse, table and solve take boards")
    return parse_rule(text, allow_python=allow_python)


def board(text: str | Board) -> Board:
    """The board that a text denotes, or that the library names.

    >>> str(board("king"))
    '(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]'
    """
    return board_of(text)


def kind_and_game(game: Game) -> tuple[GameKind[Any], Any]:
    """The kind of a game, and the game as the kind reads it."""
    from mexplore.discover.kinds import kind_of
    from mexplore.rules.library import shipped

    if not isinstance(game, str):
        from mexplore.rules.boards.board import Board
        from mexplore.rules.misere.board import MisereBoard

        known = game if isinstance(game, Board | MisereBoard) else rule(game)
        return kind_of(str(known)), known
    named = shipped().get(game)
    notation = game if named is None else named.rule
    kind = kind_of(notation)
    played = kind.parse(notation)
    return (kind, played) if played is not None else kind_and_game(rule(game))


def board_of(text: object) -> Board:
    """The board that a text denotes, or that the library names."""
    found = board_or_none(text)
    if found is None:
        short = str(text)[:60]
        raise MexploreError(f"{short}: no board; write one such as (x, y) -> [(x - 1, y)]")
    return found


def board_or_none(text: object) -> Board | None:
    from mexplore.rules.boards.board import Board
    from mexplore.rules.library import shipped
    from mexplore.rules.notation import parse_board

    if isinstance(text, Board) or not isinstance(text, str):
        return text if isinstance(text, Board) else None
    named = shipped().get(text)
    return parse_board(text if named is None else named.rule)


def seconds_of(budget: Any) -> float | None:
    from mexplore.rules.text.given import seconds

    return seconds(budget)


def time_of(budget: Any) -> float:
    """The seconds of a question that has to end."""
    found = seconds_of(budget)
    return 1e9 if found is None else found


def until_over(budget: float | None) -> Watcher:
    """A watcher that ends a computation when this many seconds are over."""
    from mexplore.discover.boards.clock import until
    from mexplore.rules.engine.grundy import no_progress
    from mexplore.rules.engine.working import working_seconds

    seconds = seconds_of(budget)
    return until(None if seconds is None else working_seconds() + seconds, no_progress)


def watched(heaps: Iterable[int], watcher: Watcher) -> Iterator[int]:
    """The heaps, between which the watcher is called."""
    from mexplore.rules.engine.grundy import Progress

    for done, heap in enumerate(heaps):
        watcher(Progress("options", done, 0))
        yield heap


def of_one_game(heaps: Sequence[Any]) -> Sequence[Any]:
    """The heaps, each with its game, where the first names the game of all."""
    if not heaps or isinstance(heaps[0], tuple | int):
        return heaps
    return [(heaps[0], size) for size in heaps[1:]]


def pair_of(heap: Any) -> tuple[Any, Any]:
    if not isinstance(heap, tuple) or len(heap) != 2:
        raise MexploreError(f"{heap!r} is no heap; write (rule, size), or (board, square)")
    return heap


def formula_of(claim: Any) -> str:
    """A claim as a text: what sympy prints of an expression is read back exactly."""
    if isinstance(claim, str):
        return claim
    if isinstance(claim, int) or hasattr(claim, "free_symbols"):
        return str(claim)
    raise MexploreError(f"{claim!r} is no claim; write a formula, such as 'Mod(n, 4)'")


def refuse_empty(start: int, stop: int) -> None:
    if not 0 <= start < stop:
        raise MexploreError(f"the range {start} <= n < {stop} is empty or negative")


def answers_of(game: Rule, heaps: Sequence[int], unproved: bool, budget: float) -> Answers:
    from mexplore.discover.heaps.values import answers
    from mexplore.discover.study.kind import Means

    means = Means(unproved, time_of(budget), law_first=False, singly=len(heaps) > 1)
    return answers(game, heaps, means)


def most_of(most: Any) -> int | None:
    """The limit on explored positions, if there is one."""
    return None if most is None else whole(most)
