"""Boards of which one coordinate is the size of a heap and the other one its state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import ClassVar

import numpy as np

from mexplore.discover.boards.patterns.line import LineLaw, cut
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.state_laws import StateLaws
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.systems.known import system_theorems
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.systems.board_states import BoardStates, system_of
from mexplore.rules.systems.values import SystemValues

FIRST_TERMS = 64
LAST_TERMS = 1 << 11
MOST_STATES = 24
FAR_STATE = 60  # a coordinate is a state if from here few others are reached
FEW = 12
KINDS = ("column", "row")  # of lines, by the coordinate that is the size


class StatesOfHeaps(BoardTheorem[Board, BoardLaw]):
    """**Statement.** Let the squares that are reached from those of one column be in finitely many
    columns, and let their options be such that column B is a kind of heaps (n, B) of a system
    (`rules.systems`): the options of (n, B) are listed for small n, and from some n on they are
    tokens on squares (a, C), for all sizes a_i with a given sum n - j. Then the laws that
    *Guy-Smith for kinds* or *growing kinds* prove of the kinds are the laws of these columns. The
    same is true of rows.

    **Proof.** The square (n, B) and the heap of n of the kind B have corresponding options, and so
    the same value, by induction: play ends. That the options correspond is read off the rule, for
    all n, by the derivation of the system (`rules.systems.board_states`), which refuses what it
    cannot read. ∎

    For example Kayles where one time in a game a player may pass: (n, 1) to (n, 0), or what Kayles
    does, and one of the two rows keeps the pass. The columns 1 and 0 are two kinds of heaps.
    """

    name: ClassVar[str] = "states of heaps"
    source: ClassVar[str] = (
        "proof in full in discover/boards/theorems/states.py, from theorems about kinds of heaps"
    )
    statement: ClassVar[str] = (
        "If one coordinate is the size of a heap and the other takes finitely many values, which "
        "say what moves the heap has, then the lines of the board are kinds of heaps, and the "
        "theorems about kinds of heaps prove their laws."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (StateLaws, LineLaw)
    place: ClassVar[int] = 1

    def hypotheses(self, board: Board) -> Board | Inapplicable:
        if board.dimensions != 2:
            return Inapplicable("the board does not have two coordinates")
        reason = ""
        for along in (0, 1):
            found = _system(board, along, 0)
            if not isinstance(found, Inapplicable):
                return board
            reason = reason or found.reason
        return Inapplicable(f"its lines are no kinds of heaps: {reason}")

    def claims_of(self, shape: Board) -> Iterable[BoardLaw]:
        return _suggested(shape)

    def claims_about(self, shape: Board, kind: str, number: int) -> Iterable[LineLaw]:
        found = _laws(shape, kind, number) if kind in KINDS else None
        if isinstance(found, _Laws):
            yield LineLaw(kind, number, found.lines[number])

    def prove(
        self, shape: Board, claim: BoardLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        if isinstance(claim, StateLaws):
            kind, first = claim.kind, claim.laws[0][0]
        elif isinstance(claim, LineLaw) and claim.kind in KINDS:
            kind, first = claim.kind, claim.number
        else:
            return Inapplicable("the claim is not about rows or columns")
        found = _laws(shape, kind, first)
        if isinstance(found, Inapplicable):
            return found
        same = (
            found.lines[first] == claim.law
            if isinstance(claim, LineLaw)
            else found.lines == dict(claim.laws)
        )
        if not same:
            return Inapplicable("the claim does not tell the least laws of these lines")
        known = found.known(kind, values)
        wrong = found.laws.objection(known)
        if wrong is not None:
            return Inapplicable(wrong)
        forms = found.forms(known)
        if isinstance(claim, LineLaw):
            return Proved(replace(claim, form=forms[first]), found.bound)
        return Proved(replace(claim, forms=forms), found.bound)


@dataclass(frozen=True)
class _Laws:
    """The laws of the lines that are reached from one, and so many values of each that decide."""

    game: BoardStates
    laws: KindLaws
    bound: int

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of the line that each kind is; that which is worth nothing is none."""
        return _numbers(self.game)

    @property
    def lines(self) -> dict[int, Periodic]:
        """The laws of the lines, by their numbers, the first one first."""
        return {self.numbers[name]: law for name, law in self.laws.laws if name in self.numbers}

    def known(self, kind: str, values: Values) -> KindValues:
        """The values of the lines that decide, from a table of the board."""
        across, stop = max(self.numbers.values()) + 1, self.bound
        table = values(across, stop) if kind == "row" else values(stop, across)
        of = {
            each.name: Evidence(
                cut(table, kind, self.numbers[each.name])
                if each.name in self.numbers
                else np.zeros(stop, dtype=np.uint32)
            )
            for each in self.game.system.kinds
        }
        return KindValues(self.game.system, of)

    def forms(self, known: KindValues) -> dict[int, PeriodicForm]:
        """What gives the values of the lines."""
        forms = self.laws.forms(known) or {}
        return {self.numbers[name]: form for name, form in forms.items() if name in self.numbers}


def _numbers(game: BoardStates) -> dict[str, int]:
    named = zip(game.system.kinds, game.states, strict=True)
    return {kind.name: state[0] for kind, state in named if state is not None}


@lru_cache(maxsize=64)
def _system(board: Board, along: int, number: int) -> BoardStates | Inapplicable:
    try:
        return system_of(board, along, (number,))
    except InputError as error:
        return Inapplicable(str(error))


@lru_cache(maxsize=64)
def _laws(board: Board, kind: str, first: int) -> _Laws | Inapplicable:
    """What the theorems about systems prove of a line and those that it leads to."""
    game = _system(board, KINDS.index(kind), first)
    if isinstance(game, Inapplicable):
        return game
    numbers = _numbers(game)
    if len(numbers) > MOST_STATES or max(numbers.values()) > FAR_STATE:
        return Inapplicable("it leads to too many other lines")
    values, stop, reason = SystemValues(game.system), FIRST_TERMS, "no law is seen"
    while stop <= LAST_TERMS:
        rows = values.extend(stop)
        of = {each.name: Evidence(row) for each, row in zip(game.system.kinds, rows, strict=True)}
        known, wanted = KindValues(game.system, of), 2 * stop
        told = (claim for claim in KindLaws.detect(known) if claim.start)
        for laws, theorem in product(islice(told, 1), system_theorems()):
            bound = theorem.bound(game, laws, known)
            if isinstance(bound, Inapplicable):
                reason = bound.reason
            elif bound > stop:
                wanted = bound
            else:
                return _Laws(game, laws, bound)
        stop = wanted
    return Inapplicable(f"the laws of all lines that it leads to are not proved: {reason}")


@lru_cache(maxsize=16)
def _suggested(board: Board) -> tuple[StateLaws, ...]:
    """The laws of the lines 1, 0 and those to which they lead, where the other coordinate is a
    state: from a large number few others are reached, and moves change it."""
    found: list[StateLaws] = []
    for along, kind in enumerate(KINDS):
        try:
            # One kind more is that which is worth nothing.
            if len(_numbers(system_of(board, along, (FAR_STATE,), FEW + 1))) > FEW:
                continue
        except InputError:
            continue
        for first in (1, 0):
            laws = _laws(board, kind, first)
            told = any(first in dict(each.laws) for each in found)
            if isinstance(laws, _Laws) and len(laws.lines) > 1 and not told:
                found.append(StateLaws(kind, tuple(laws.lines.items())))
        if found:
            break
    return tuple(found)
