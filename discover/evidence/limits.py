"""How far a study may go, and how long it takes where nobody says how long."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_BUDGET = 20.0  # seconds


@dataclass(frozen=True)
class Limits:
    """How far a study may go: seconds, terms (as many as memory holds, if None), the last n of
    runs; ``upto`` fixes the last n."""

    budget: float | None = DEFAULT_BUDGET
    max_terms: int | None = None
    upto: int | None = None
    runs_upto: int | None = None
