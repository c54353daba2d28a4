"""What theorems about laws by digits share: of boards and of heaps, of who wins and of values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.theorem import Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.outcomes.game import LinearGame
    from mexplore.rules.engine.grundy import Watcher


BY_AUTOMATA = (
    "J. R. Büchi, Weak second-order arithmetic and finite automata, Zeitschr. f. math. Logik "
    "und Grundlagen d. Math. 6 (1960) 66-92, for base 2; V. Bruyère, G. Hansel, C. Michaux and "
    "R. Villemaire, Bull. Belg. Math. Soc. 1 (1994) 191-238, for bases; C. Frougny, Math. "
    "Systems Theory 25 (1992) 37-60, for quadratic numbers; proof in full in discover/outcomes"
)
"""The source of the theorems by which automata decide who wins."""


class DecidedByDigits(ABC):
    """A theorem by which automata decide laws of games whose positions are tuples of numbers."""

    @abstractmethod
    def game_of(self, rule: Any) -> LinearGame | Inapplicable:
        """The moves of a rule, or why they are not linear relations."""

    def check_again(
        self,
        rule: Any,
        claim: Any,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """By the other construction of `discover.outcomes.checking`."""
        del by_definition, watcher
        game = self.game_of(rule)
        return "" if fast or isinstance(game, Inapplicable) else game.confirmed(claim)


def until(deadline: float | None) -> Budget:
    """The budget of a decision or a search that ends by then."""
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.outcomes.search import MOST_STATES

    return Budget(MOST_STATES, deadline)
