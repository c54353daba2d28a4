"""How much of a study a document shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Detail:
    """How much is shown; the terminal shows less without --all."""

    values: int = 240
    runs: int = 60
    case_rows: int = 512
    everything: bool = True
    effort: bool = True
    """Whether it says how far values were computed, and how long that took."""


BRIEF = Detail(values=120, runs=24, case_rows=14, everything=False)
