"""Tables of automata, proved by the windows of states that occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from mexplore.discover.boards.patterns.digit_automaton import DigitAutomaton
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Step
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.arithmetic import tree
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

LARGEST_STEP = 6
MOST_WINDOWS = 20_000
OFF = -1  # in place of a state: the square is not on the board
_NOT_THE_CORNER = frozenset(
    {"x + y", "x + y > 0", "x or y", "x > 0 or y > 0", "max(x, y)", "max(x, y) > 0", "x + y >= 1"}
)

Window = tuple[int, ...]
Pair = tuple[Window, int]
"""A window, and the state of the square before the last digits."""


@dataclass(frozen=True)
class DigitMoves:
    """Finitely many steps that lower x + y, and, where ``divisor`` is given, the move to
    (floor(x/k), floor(y/k)) from every square but (0, 0)."""

    steps: tuple[Step, ...]
    divisor: int | None

    @property
    def reach(self) -> range:
        """The offsets of options in a coordinate, and 0."""
        parts = [0, *(-c for step in self.steps for c in step)]
        return range(min(parts), max(parts) + 1)


class DigitWindows(BoardTheorem[DigitMoves, DigitAutomaton]):
    """**Setting.** The moves are finitely many steps (i, j) with i + j > 0, and possibly the one
    from (x, y) != (0, 0) to (floor(x/k), floor(y/k)). F(x, y) is the output of an automaton that
    reads the digits of x and y in base k (the same k where there is such a move), pair by pair, the
    most significant first, and that stays in its first state on (0, 0). -K <= 0 <= U are the least
    and the greatest change of a coordinate by a step. The *window* of (x, y) is the states of the
    squares (x + d, y + e), -K <= d, e <= U, with 'off' for those with a negative coordinate.

    **Statement.** Starting with the window of (0, 0), the window of (k*x + r, k*y + t) is a
    function of that of (x, y) and of the digits r, t. Finitely many pairs of a window and the state
    of (floor(x/k), floor(y/k)) occur; F = G if and only if in each of them the output in the middle
    is the mex of the outputs at the options.

    **Proof.** The square (k*x + r + d, k*y + t + e) has the digits (r + d) mod k and (t + e) mod k
    after the square (x + floor((r + d)/k), y + floor((t + e)/k)), which is in the window of (x, y):
    -K <= floor(-K/k) and floor((k - 1 + U)/k) <= U for U >= 0. It is off exactly if that square is.
    So the windows are found from that of (0, 0), and every pair that is found is that of some
    square; there are finitely many windows. The options of a square by steps are the entries of its
    window that are not off, and the one by division has the state before the last digits, which is
    part of the pair; for (0, 0) there is none. So the check says that F(X) is the mex of F over the
    options of X, for all X. Play ends, as every move lowers x + y, and G is the only function with
    this property. ∎

    >>> board = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1)]"
    ...     " + ([(x//2, y//2)] if x + y else [])")
    >>> DigitWindows().hypotheses(board)
    DigitMoves(steps=((0, 1), (1, 0)), divisor=2)
    """

    name: ClassVar[str] = "windows of digits"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/digit_windows.py"
    statement: ClassVar[str] = (
        "If the moves are finitely many steps, and division of both numbers by the base, finitely "
        "many windows of states occur around a square; the automaton's table is that of the game "
        "exactly if each of them satisfies the mex rule."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (DigitAutomaton,)

    def hypotheses(self, board: Board) -> DigitMoves | Inapplicable:
        if len(board.names) != 2 or board.poisoned:
            return Inapplicable("the board has poisoned squares, or not two coordinates")
        divisors: set[int] = set()
        others = list(_without_divisions(board, board.body, divisors))
        if len(divisors) > 1:
            return Inapplicable("there are several divisors")
        steps = steps_of(Board(board.names, tree.joined(others or [tree.Listing(())])))
        if isinstance(steps, Inapplicable):
            return steps
        if not steps.finite or any(i + j <= 0 for i, j in steps.points):
            return Inapplicable("the steps are not finitely many that lower x + y")
        if any(abs(c) > LARGEST_STEP for step in steps.points for c in step):
            return Inapplicable(f"a coordinate changes by more than {LARGEST_STEP}")
        return DigitMoves(tuple(sorted(steps.points)), divisors.pop() if divisors else None)

    def prove(
        self,
        shape: DigitMoves,
        claim: DigitAutomaton,
        values: Values,
        deadline: float | None = None,
    ) -> Proved | Inapplicable:
        del values
        if shape.divisor not in (None, claim.base):
            return Inapplicable("the base is not the divisor")
        pairs = pairs_of(shape, claim, deadline)
        return pairs if isinstance(pairs, Inapplicable) else Proved(claim, claim.base)


def pairs_of(
    shape: DigitMoves, claim: DigitAutomaton, deadline: float | None = None
) -> set[Pair] | Inapplicable:
    """All pairs that occur; Inapplicable where the rule of the mex fails in one of them."""
    seen: set[Pair] = set()
    first = Windows(shape, claim).first()
    if not _satisfied(shape, claim, first, None):
        return Inapplicable("the claim is false")
    windows, waiting, most = Windows(shape, claim), [(first, True)], 0
    while waiting:
        window, corner = waiting.pop()
        middle = windows.middle(window)
        for r, t in product(range(claim.base), repeat=2):
            if corner and r == t == 0:
                continue
            pair = windows.next(window, r, t), middle
            if pair in seen:
                continue
            if not _satisfied(shape, claim, *pair):
                return Inapplicable("a window of states does not satisfy the rule")
            seen.add(pair)
            waiting.append((pair[0], False))
        most = max(most, len(seen))
        if most > MOST_WINDOWS or (deadline is not None and working_seconds() > deadline):
            return Inapplicable(f"more than {most} windows occur, or time is up")
    return seen


class Windows:
    """How windows follow each other."""

    def __init__(self, shape: DigitMoves, claim: DigitAutomaton) -> None:
        self.reach, self.k, self.claim = shape.reach, claim.base, claim
        offsets = list(product(self.reach, repeat=2))
        place = {offset: i for i, offset in enumerate(offsets)}
        self._middle = place[0, 0]
        self._from = {
            (r, t): [
                (
                    place[(r + d) // self.k, (t + e) // self.k],
                    (r + d) % self.k * self.k + (t + e) % self.k,
                )
                for d, e in offsets
            ]
            for r, t in product(range(self.k), repeat=2)
        }

    def first(self) -> Window:
        """That of (0, 0)."""
        offsets = product(self.reach, repeat=2)
        return tuple(OFF if min(offset) < 0 else self.claim.state(offset) for offset in offsets)

    def middle(self, window: Window) -> int:
        """The state of the square itself."""
        return window[self._middle]

    def next(self, window: Window, r: int, t: int) -> Window:
        """The window after two more digits."""
        rows = self.claim.transitions
        return tuple(
            OFF if window[i] == OFF else rows[window[i]][digit] for i, digit in self._from[r, t]
        )


def _satisfied(
    shape: DigitMoves, claim: DigitAutomaton, window: Window, before: int | None
) -> bool:
    """Whether the middle is the mex of its options; ``before`` is the state of the quotients."""
    side, low = len(shape.reach), shape.reach.start
    options = [window[(-i - low) * side - j - low] for i, j in shape.steps]
    if shape.divisor is not None and before is not None:
        options.append(before)
    seen = {claim.outputs[state] for state in options if state != OFF}
    mex = next(v for v in range(len(seen) + 1) if v not in seen)
    return claim.outputs[window[-low * side - low]] == mex


def _without_divisions(board: Board, node: tree.Node, divisors: set[int]) -> Iterator[tree.Node]:
    """The parts of the list but [(x // k, y // k)] where x + y > 0, whose k go into a set."""
    match node:
        case tree.Binary("+", left, right):
            yield from _without_divisions(board, left, divisors)
            yield from _without_divisions(board, right, divisors)
        case tree.Choice(test, tree.Listing((tree.Heap((a, b)),)), tree.Listing(())):
            match a, b:
                case (
                    tree.Binary("//", tree.Name(x), tree.Number(k)),
                    tree.Binary("//", tree.Name(y), tree.Number(other)),
                ) if (x, y) == board.names and k == other >= 2 and _not_the_corner(board, test):
                    divisors.add(k)
                case _:
                    yield node
        case _:
            yield node


def _not_the_corner(board: Board, test: tree.Node) -> bool:
    names = dict(zip(board.names, (tree.Name("x"), tree.Name("y")), strict=True))
    return str(tree.substitute(test, names)) in _NOT_THE_CORNER
