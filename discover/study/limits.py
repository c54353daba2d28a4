"""The limits of a study: time and number of terms."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_BUDGET = 20.0  # seconds


@dataclass(frozen=True)
class Limits:
    """The limits of a study: ``budget`` in seconds (None: no limit), ``max_terms`` (None: as many
    as memory holds) and, for runs, the last n, ``runs_upto``. ``upto`` fixes the last n."""

    budget: float | None = DEFAULT_BUDGET
    max_terms: int | None = None
    upto: int | None = None
    runs_upto: int | None = None
