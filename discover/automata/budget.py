"""The budget of a decision: its states and its time. If it is exceeded, nothing is decided."""

from __future__ import annotations

from dataclasses import dataclass

from mexplore.rules.engine.working import working_seconds

MOST_STATES = 400_000


class Undecided(Exception):
    """The budget was exceeded before the question was decided; this is not a verdict."""

    def __init__(self, reason: str, *, for_good: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.for_good = for_good
        """Whether more time would not help, because there were too many states."""


@dataclass(frozen=True)
class Budget:
    """A largest number of states of one automaton, and a deadline of `working_seconds`.

    >>> Budget(10).check(11)
    Traceback (most recent call last):
    ...
    mexplore.discover.automata.budget.Undecided: undecided within 10 states
    """

    states: int = MOST_STATES
    deadline: float | None = None

    def check(self, states: int) -> None:
        """Raise Undecided if an automaton has too many states or the deadline has passed."""
        if states > self.states:
            raise Undecided(f"undecided within {self.states} states", for_good=True)
        if self.deadline is not None and working_seconds() > self.deadline:
            raise Undecided("undecided within the time given", for_good=False)
