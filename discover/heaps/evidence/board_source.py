"""The terms of a row, column or diagonal of a board as evidence."""

from __future__ import annotations

from dataclasses import replace

from mexplore.discover.heaps.evidence.sources import GivenSource, Source
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TooLarge

FIRST_TERMS = 64
MOST_ON_A_BOARD = 1 << 40  # more terms than any board with edges has


class _DeadlinePassed(Exception):
    """The deadline passed while a table was computed."""


class LineSource(Source):
    """The terms of a line of the quarter plane; the number of terms is doubled each time."""

    def __init__(self, line: BoardSequence, watcher: Watcher = no_progress) -> None:
        self._deadline: float | None = None
        self._watcher = watcher
        self._line = replace(line, watcher=self._watch)
        self._evidence = Evidence(line.known())

    def _watch(self, progress: Progress) -> None:
        self._watcher(progress)
        if self._deadline is not None and working_seconds() > self._deadline:
            raise _DeadlinePassed

    @property
    def evidence(self) -> Evidence:
        return self._evidence

    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        """If the deadline passes or memory runs out, the terms known before remain; InputError if
        there are none."""
        if stop <= self._evidence.stop:
            return self._evidence.prefix(stop)
        self._deadline = deadline
        try:
            self._evidence = Evidence(self._line.values(stop))
        except (_DeadlinePassed, TooLarge) as why:
            self._evidence = max(self._evidence, Evidence(self._line.known()), key=_length)
            if not self._evidence.stop:
                raise _nothing(self._line, why) from None
        return self._evidence

    def first(self) -> int:
        return FIRST_TERMS

    def further(self, stop: int) -> int:
        return 2 * stop


def _length(evidence: Evidence) -> int:
    return evidence.stop


def _nothing(line: BoardSequence, why: Exception) -> InputError:
    if isinstance(why, InputError):
        return why
    return InputError(f"no {line.term} was found within the budget; --budget gives more time")


def source_of_line(line: BoardSequence, watcher: Watcher = no_progress) -> Source:
    """All terms of a line of a board with edges, or a source of those of the quarter plane."""
    if line.size is not None:
        return GivenSource(line.values(MOST_ON_A_BOARD))
    return LineSource(line, watcher)
