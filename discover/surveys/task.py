"""The tasks of workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.record import Record


@dataclass(frozen=True)
class Task:
    """Study ``rule`` within the limits, unless its record is ``known``, and derive the records of
    the ``others``, whose representative it is; all in canonical notation."""

    rule: str
    others: tuple[str, ...]
    limits: Limits
    known: Record | None = None
