"""The search for an automaton of a rule: guesses from windows of values until one is proved."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.automatic.from_windows import LOOK_BACKS, Guesses
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.moves.residue_options import ResidueOptions
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

PREFIX = 1 << 17
"""The number of values that are computed to guess automata from short windows."""

SHORT = 25
PREFIX_FOR_LONG = 1 << 20
"""The number of values for longer windows: with more values more substitutes are found, and the
guesses are correct more often."""

MANY = 1 << 22
FOR_MANY = (25, 50)
SECONDS_FOR_MANY = 2.0
"""The number of values for windows of these lengths, if the others failed and there is time."""

EXPLOSIONS = 2
"""The search ends after this many lengths with too many windows."""


@dataclass
class AutomatonSearch:
    """The search for an automaton of a rule; it can be resumed after a deadline stopped it."""

    rule: Rule
    options: ResidueOptions
    verdict: Callable[[Automatic, float | None], int | Inapplicable]
    """The check of a guess by the theorem, until a deadline: its bound or its refusal."""

    waiting: list[tuple[int, int]] = field(default_factory=lambda: list(_attempts()))
    guesses: Guesses | None = None
    claim: Automatic | None = None

    def found(self, deadline: float | None) -> Automatic | None:
        """The first automaton that passes; None if there is none, or none before the deadline."""
        if self.options.base is None:
            return None
        with suppress(TooLarge):
            while self.claim is None and self.waiting:
                self._look(*self.waiting[0], deadline)
                self.waiting.pop(0)
                if self.guesses is not None and self.guesses.exploded >= EXPLOSIONS:
                    self.waiting.clear()
        return self.claim

    def _look(self, prefix: int, length: int, deadline: float | None) -> None:
        """Make and check one guess. Raises TooLarge after the deadline, or shortly before it."""
        left = math.inf if deadline is None else deadline - working_seconds()
        if left < (SECONDS_FOR_MANY if prefix == MANY else 0):
            raise TooLarge("there was no time to look for an automaton")
        if self.guesses is None or len(self.guesses.values) < prefix:
            self.guesses = Guesses(self.options, self._values(prefix, deadline))
        guess = self.guesses.of_length(length, deadline)
        if guess is None:
            return
        verdict = self.verdict(guess, deadline)
        if isinstance(verdict, int):
            self.claim = guess
        elif deadline is not None and working_seconds() > deadline:
            raise TooLarge(verdict.reason)

    def _values(self, prefix: int, deadline: float | None) -> Values:
        values = Computation(self.rule).extend(prefix, deadline)
        if len(values) < prefix:
            raise TooLarge("there was no time to compute values")
        return values


def _attempts() -> Iterator[tuple[int, int]]:
    """The attempts: the number of values, and the length of the windows."""
    for length in LOOK_BACKS:
        yield (PREFIX if length <= SHORT else PREFIX_FOR_LONG), length
    yield from ((MANY, length) for length in FOR_MANY)
