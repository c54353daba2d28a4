"""The limits of a study, time and number of terms; why it ended; what an answer makes of that."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Protocol, TypeVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

DEFAULT_BUDGET = 20.0  # seconds
AFTER_A_STUDY = 0.1  # of the budget

Ending = Literal["proved", "terms", "heaps", "time", "failed", "interrupted"]
"""Why a study ended: a law is proved; no more values, or heaps under misère play, are to be had;
the budget; a search that came to nothing; Ctrl-C."""


@dataclass(frozen=True)
class Limits:
    """The limits of a study: ``budget`` in seconds (None: no limit), ``max_terms`` (None: as many
    as memory holds) and, for runs, the last n, ``runs_upto``. ``upto`` fixes the last n. With
    ``who_wins`` a law of heaps that are lost alone is sought where no law of the values is
    proved. With so many terms as are ``enough`` the study ends with a proved law that does not tell
    every value, if no other one is seen. With ``one_law`` it ends as soon as the detectors that run
    first find a law of all values and a light theorem proves it: no other law is sought, and the
    other detectors wait until there are many terms. With ``first_law`` it ends in the same way
    while there are few terms, and none of the detectors waits."""

    budget: float | None = DEFAULT_BUDGET
    max_terms: int | None = None
    upto: int | None = None
    runs_upto: int | None = None
    who_wins: bool = False
    enough: int | None = None
    one_law: bool = False
    first_law: bool = False

    @property
    def usual(self) -> bool:
        """Whether nothing is limited but by the usual budget."""
        return replace(self, who_wins=False) == Limits()

    def end(self, began: float) -> float | None:
        """When what follows a study has to end, by `working_seconds`: with the budget of the whole
        question, which began then; where the study has used it up, a part of it later."""
        if self.budget is None:
            return None
        return max(began + self.budget, working_seconds() + AFTER_A_STUDY * self.budget)


class _Ended(Protocol):
    @property
    def ended(self) -> str:
        """Why it did."""


Studied = TypeVar("Studied", bound=_Ended)


def uninterrupted(study: Studied) -> Studied:
    """The study, for an answer that rests on it. A study that is stopped by Ctrl-C ends with what
    is known by then, to be shown as it is; an answer is not made of that, but stopped as well.

    >>> from types import SimpleNamespace
    >>> uninterrupted(SimpleNamespace(ended="time")).ended
    'time'
    """
    if study.ended == "interrupted":
        raise KeyboardInterrupt
    return study
