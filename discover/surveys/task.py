"""What is given to a worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discover.evidence.limits import Limits
    from discover.surveys.record import Record


@dataclass(frozen=True)
class Task:
    """Study ``rule`` within the limits, unless it is ``known`` already, and say what follows of
    the ``others``, of which it is the representative; all in canonical notation."""

    rule: str
    others: tuple[str, ...]
    limits: Limits
    known: Record | None = None
