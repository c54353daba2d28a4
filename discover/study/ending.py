"""Why a study ended, and what an answer makes of that."""

from __future__ import annotations

from typing import Literal, Protocol, TypeVar

Ending = Literal["proved", "terms", "time", "interrupted"]
"""Why a study ended: a law is proved; no more values are to be had; the budget; Ctrl-C."""


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
