"""The law of who wins where positions are tuples of numbers: an automaton reads their digits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mexplore.discover.study.declared import Declared, Part, Parts, exactly, listed, whole

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.numeration import Numeration


def _numeration(given: Any) -> Numeration:
    from mexplore.discover.automata.numeration import numeration

    return numeration(exactly(str)(given))


@dataclass(frozen=True)
class AcceptedByDigits(Declared):
    """The P-positions are the tuples of numbers that an automaton accepts, which reads the digits
    of all of them together, the least significant first, in a `Numeration`. In the state s it goes
    on, after the digits a of x, b of y, ..., to ``transitions[s][a + b*d + ...]``, d being the
    number of digits that there are; it begins in the state 0 and accepts in the states that are
    ``lost``. Zeros at the end change nothing."""

    parts = Parts(
        written_in=Part(_numeration, keep=lambda n: n.name, key="numeration"),
        coordinates=whole(1),
        order=replace(whole(1), key="states"),
        transitions=listed(listed(whole())),
        lost=listed(whole()),
    )
    says = "G($all) = 0 exactly where the automaton with $order states accepts $each $digits"

    letters: ClassVar[tuple[str, ...]]
    """What the numbers are called, as many as there may be."""

    written_in: Numeration
    coordinates: int
    transitions: tuple[tuple[int, ...], ...]
    lost: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        states, symbols = len(self.transitions), self.written_in.digits**self.coordinates
        if not states or self.coordinates > len(self.letters):
            raise ValueError(f"there are states, and numbers as many as {', '.join(self.letters)}")
        if any(len(row) != symbols for row in self.transitions):
            raise ValueError("a state has a transition for each choice of digits")
        if any(to >= states for row in self.transitions for to in row):
            raise ValueError("transitions lead to states")
        if sorted({*self.lost}) != list(self.lost) or any(s >= states for s in self.lost):
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
        from mexplore.discover.automata.automaton import Automaton

        flags = [s in self._lost for s in range(self.order)]
        return Automaton.of(self.coordinates, self.transitions, flags, numeration=self.written_in)

    @cached_property
    def _lost(self) -> frozenset[int]:
        return frozenset(self.lost)

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

    def size(self) -> int:
        return len(self.lost) + sum(map(len, self.transitions))
