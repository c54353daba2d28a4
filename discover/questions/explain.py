"""What can be said of a rule before any value is computed: options, means, theorems."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from mexplore.discover.boards.known import board_theorems
from mexplore.discover.heaps.known import theorems
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.theorem import Game, TheoremOf
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.errors import InputError
from mexplore.rules.library import Library
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Board

MOST_OPTIONS = 10_000  # of one heap that are listed


@dataclass(frozen=True)
class OptionList:
    """What a move from a heap may leave: different multisets of heaps, fewest and smallest first.

    ``complete`` is False where there are more than were looked at.
    """

    heap: int
    options: tuple[Heaps, ...]
    complete: bool = True


@dataclass(frozen=True)
class Applicability:
    """Whether a theorem is about the rule: ``reason`` says why not, and is empty if it is."""

    theorem: str
    about: tuple[str, ...]
    statement: str
    reason: str

    @property
    def applies(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class Explanation:
    """``names`` are those that the library has for the rule; ``means`` says how it is computed;
    ``no_heaps`` why there are no options, for rules whose positions are not heaps."""

    rule: Rule
    names: tuple[str, ...]
    means: str
    options: tuple[OptionList, ...]
    theorems: tuple[Applicability, ...]
    no_heaps: str = ""

    def __repr__(self) -> str:
        applying = sum(theorem.applies for theorem in self.theorems)
        theorems = f"{applying} of {len(self.theorems)} theorems are about it"
        return f"<{self.rule}: {self.rule.words()} {theorems}>"


def explain(rule: Rule, heaps: Iterable[int], library: Library) -> Explanation:
    """All of it.

    >>> from mexplore.rules.notation import parse_rule
    >>> known = explain(parse_rule("0.77"), [3], {})
    >>> known.options[0].options
    ((1,), (2,), (1, 1))
    >>> [theorem.theorem for theorem in known.theorems if theorem.applies]
    ['automata', 'Guy-Smith', 'window']
    """
    listed: tuple[OptionList, ...] = ()
    no_heaps = ""
    try:
        listed = tuple(options_of(rule, n) for n in heaps)
    except InputError as error:
        if not rule.runs_python:
            raise
        no_heaps = str(error)
    names = tuple(name for name, entry in library.items() if entry.rule == str(rule))
    return Explanation(
        rule, names, means_of(rule), listed, _applicability(theorems(), rule), no_heaps
    )


def options_of(rule: Rule, n: int) -> OptionList:
    """The options of a heap, each once.

    >>> from mexplore.rules.notation import parse_rule
    >>> options_of(parse_rule("4!.0"), 5).options
    ((1, 4), (2, 3))
    """
    options = rule.options(n)
    found = {tuple(sorted(h for h in heaps if h)) for heaps in islice(options, MOST_OPTIONS)}
    complete = next(options, None) is None
    return OptionList(n, tuple(sorted(found, key=lambda h: (len(h), h))), complete)


def about_board(board: Board) -> tuple[Applicability, ...]:
    """Which theorems are about the board, on the quarter plane, and why the others are not.

    >>> from mexplore.rules.boards.board import Board
    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> "vector period" in [known.theorem for known in about_board(king) if known.applies]
    True
    """
    return _applicability(board_theorems(board.dimensions), board)


def about_game(game: object) -> tuple[Applicability, ...]:
    """The same of a game of any kind."""
    return _applicability(kind_of(str(game)).theorems(), game)


def means_of(rule: Rule) -> str:
    """How values are computed, as the kernel says it of itself."""
    if run_starts(rule) is not None:
        return "runs of equal values, each computed at once"
    kernel = rule.kernel()
    if kernel is None:
        return "the definition, heap by heap"
    said, *_ = (type(kernel).__doc__ or "").strip().split("\n\n")
    return " ".join(said.split()).removesuffix(".").replace("`", "") or "a compiled loop"


def _applicability(
    known: Iterable[TheoremOf[Game, Any, Any]], rule: Game
) -> tuple[Applicability, ...]:
    found = []
    for theorem in known:
        refusal = theorem.applies(rule)
        reason = refusal.reason if refusal else ""
        found.append(Applicability(theorem.name, theorem.about, theorem.statement, reason))
    return tuple(found)
