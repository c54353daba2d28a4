"""Laws that an automaton tells where positions are tuples of numbers, by their digits: who wins,
and the first nim-values."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.discover.study.declared import Declared, Part, Parts, exactly, listed, whole
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.numeration import Numeration
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.discover.study.theorem import Inapplicable


def _numeration(given: Any) -> Numeration:
    from mexplore.discover.automata.numeration import numeration

    return numeration(exactly(str)(given))


_READING = Parts(
    written_in=Part(_numeration, keep=lambda n: n.name, key="numeration"),
    coordinates=whole(1),
    order=replace(whole(1), key="states"),
    transitions=listed(listed(whole())),
)


@dataclass(frozen=True)
class ReadByDigits(Declared):
    """An automaton reads the digits of all numbers of a position together, the least significant
    first, in a `Numeration`. In the state s it goes on, after the digits a of x, b of y, ..., to
    ``transitions[s][a + b*d + ...]``, d being the number of digits that there are; it begins in the
    state 0. Zeros at the end change nothing of what it tells."""

    letters: ClassVar[tuple[str, ...]]
    """What the numbers are called, as many as there may be."""

    written_in: Numeration
    coordinates: int
    transitions: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        states, symbols = len(self.transitions), self.written_in.digits**self.coordinates
        if not states or self.coordinates > len(self.letters):
            raise ValueError(f"there are states, and numbers as many as {', '.join(self.letters)}")
        if any(len(row) != symbols for row in self.transitions):
            raise ValueError("a state has a transition for each choice of digits")
        if any(to >= states for row in self.transitions for to in row):
            raise ValueError("transitions lead to states")

    def accepting(self, states: frozenset[int]) -> Automaton:
        """The automaton that accepts in some of the states."""
        from mexplore.discover.automata.automaton import Automaton

        flags = [s in states for s in range(self.order)]
        return Automaton.of(self.coordinates, self.transitions, flags, numeration=self.written_in)

    @abstractmethod
    def refusal(self, game: LinearGame, budget: Budget) -> Inapplicable | None:
        """Why it is not proved of the game; None if it is."""

    @abstractmethod
    def confirm(self, game: LinearGame) -> None:
        """Decide it by automata that are made in another way; `checking.Refuted` if it is false."""

    @property
    def order(self) -> int:
        """The number of states."""
        return len(self.transitions)

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers of a position are called."""
        return self.letters[: self.coordinates]

    @property
    def all(self) -> str:
        return ", ".join(self.names)

    @property
    def each(self) -> str:
        *others, last = self.names
        return f"{', '.join(others)} and {last}" if others else last

    @property
    def digits(self) -> str:
        return self.written_in.words()


@dataclass(frozen=True)
class AcceptedByDigits(ReadByDigits):
    """The P-positions are the tuples of numbers after whose digits the state of the automaton is
    one of those that are ``lost``."""

    parts = Parts(**_READING, lost=listed(whole()))
    most: ClassVar[int] = 0
    """The greatest value that it tells."""
    says = "G($all) = 0 exactly where the automaton with $order states accepts $each $digits"

    lost: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if sorted({*self.lost}) != list(self.lost) or any(s >= self.order for s in self.lost):
            raise ValueError("the states in which a position is lost are listed in order")
        if any(
            (s in self._lost) != (row[0] in self._lost) for s, row in enumerate(self.transitions)
        ):
            raise ValueError("zeros at the end change nothing")

    @classmethod
    def of(cls, automaton: Automaton) -> Self:
        """The law that an automaton with one start, which is state 0, tells."""
        rows = tuple(map(tuple, automaton.step.tolist()))
        lost = tuple(automaton.accepting.nonzero()[0].tolist())
        return cls(automaton.numeration, automaton.tracks, rows, lost)

    @cached_property
    def automaton(self) -> Automaton:
        """The automaton."""
        return self.accepting(self._lost)

    @cached_property
    def _lost(self) -> frozenset[int]:
        return frozenset(self.lost)

    def positions_of(self, value: int) -> Automaton:
        """The positions of value 0, the only one that is told."""
        if value:
            raise ValueError(f"the positions of value {value} are not told")
        return self.automaton

    @property
    def outputs(self) -> tuple[int, ...]:
        """Those of the states: 0 where a position is lost, 1 where it is not."""
        return tuple(int(state not in self._lost) for state in range(self.order))

    def output(self, *numbers: int) -> int:
        """0 for a P-position, 1 for all others."""
        return int(not self.automaton.accepts(*numbers))

    def refusal(self, game: LinearGame, budget: Budget) -> Inapplicable | None:
        return game.refusal(self, budget)

    def confirm(self, game: LinearGame) -> None:
        from mexplore.discover.outcomes.checking import Claimed, confirm

        confirm(game, Claimed(self.written_in.name, self.transitions, self.lost))

    def size(self) -> int:
        return len(self.lost) + sum(map(len, self.transitions))


@dataclass(frozen=True)
class ValuedByDigits(ReadByDigits):
    """The nim-value of a position is the output of the state after its digits; the output most + 1
    stands for all values that are greater than ``most``."""

    parts = Parts(**_READING, most=whole(), outputs=listed(whole()))
    says = "G($all)$part is the output of the automaton with $order states for $each $digits"

    most: int
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.outputs) != self.order or max(self.outputs) > self.most + 1:
            raise ValueError("a state has an output, and at most the greatest one is for the rest")
        if any(self.outputs[s] != self.outputs[row[0]] for s, row in enumerate(self.transitions)):
            raise ValueError("zeros at the end change nothing")

    @classmethod
    def of_sets(cls, sets: Sequence[Automaton]) -> Self:
        """The law that the positions of value w are those that ``sets[w]`` accepts, which have none
        in common."""
        from mexplore.discover.outcomes.outputs import with_outputs

        first = sets[0]
        rows, outputs = with_outputs(sets)
        return cls(first.numeration, first.tracks, rows, len(sets) - 1, outputs)

    @cached_property
    def complete(self) -> bool:
        """Whether no greater values are left."""
        return self.positions_of(self.most + 1).empty()

    @property
    def part(self) -> str:
        return "" if self.complete else f", as far as it is at most {self.most},"

    def positions_of(self, value: int) -> Automaton:
        """The positions with an output."""
        if value not in self._sets:
            from mexplore.discover.automata.numbers import written
            from mexplore.discover.automata.operations import both

            states = frozenset(s for s, output in enumerate(self.outputs) if output == value)
            everywhere = written(self.coordinates, self.written_in)
            self._sets[value] = both(self.accepting(states), everywhere)
        return self._sets[value]

    @cached_property
    def _sets(self) -> dict[int, Automaton]:
        """The automata that were asked for, by their value."""
        return {}

    def output(self, *numbers: int) -> int:
        """What the automaton tells of a position."""
        from mexplore.discover.automata.automaton import word_of

        state = 0
        for symbol in word_of(numbers, self.written_in):
            state = self.transitions[state][symbol]
        return self.outputs[state]

    def refusal(self, game: LinearGame, budget: Budget) -> Inapplicable | None:
        from mexplore.discover.outcomes.values import refusal_of_values

        return refusal_of_values(game, self, budget)

    def confirm(self, game: LinearGame) -> None:
        from mexplore.discover.outcomes.checking import ClaimedValues, confirm_values

        claim = ClaimedValues(self.written_in.name, self.transitions, self.most, self.outputs)
        confirm_values(game, claim)

    def size(self) -> int:
        return len(self.outputs) + sum(map(len, self.transitions))
