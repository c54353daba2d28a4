"""Batches of heaps are checked beside the finding of the next ones, where there are two cores.

What the rows of one batch exclude is found from the values before them, whether those are verified
or not; to verify them takes about as long, and touches nothing that is found later. So one thread
is some batches ahead of the other: neither waits for the other one batch by batch, as one batch
takes longer than the next. That a heap is rare, which ends a run, is known later, and
what was found beyond that heap is found again.

The second thread also *prepares* batches: it adds what is known of them already. A batch that is
being prepared is waited for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from mexplore.rules.engine.beside import Beside

Check = Callable[[int, int], int | None]
Prepare = Callable[[int, int], Any]

BEHIND = 4
"""How many pieces of work the second thread may still have to do when the first one goes on."""


class Checks:
    """The checks of one run, batch by batch: ``check`` returns the first heap of a batch that is
    rare, None if none is. Where a function ``prepare`` is given both are called in a second thread.

    >>> def check(first, stop):
    ...     return 7 if first <= 7 < stop else None
    >>> with Checks(check, print) as checks:
    ...     checks.prepare(9, 9, 12)
    ...     checks.go_on(0, 5, large=True), checks.is_prepared(9)
    ...     checks.go_on(5, 9, large=True), checks.first_rare()
    9 12
    (None, True)
    (None, 7)
    """

    def __init__(self, check: Check, prepare: Prepare | None) -> None:
        self._check, self._prepare = check, prepare
        self._beside: Beside[int | None] | None = None
        self._waiting: deque[int | None] = deque()  # a batch that is prepared; None for a check
        self._prepared: set[int] = set()
        self._rare: int | None = None

    def __enter__(self) -> Checks:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._beside is not None:
            self._beside.__exit__(*error)

    def prepare(self, batch: int, first: int, stop: int) -> None:
        """Prepare these columns, those of the batch of this number, beside what comes next; once
        for each number, and not at all by one thread."""
        if self._prepare is not None and batch not in self._prepared | set(self._waiting):
            self._begin(batch, self._prepare, first, stop)

    def is_prepared(self, batch: int) -> bool:
        """Whether the batch is prepared; it is waited for where it is to be."""
        while batch in self._waiting:
            self._receive()
        return batch in self._prepared

    def go_on(self, first: int, stop: int, *, large: bool) -> int | None:
        """Check these columns, beside what comes next where they are many; the first heap that is
        known to be rare by now."""
        if not large or self._prepare is None:
            if self.first_rare() is None:
                self._rare = self._check(first, stop)
        elif self._rare is None:
            self._begin(None, self._check, first, stop)
            while len(self._waiting) > BEHIND:
                self._receive()
        return self._rare

    def first_rare(self) -> int | None:
        """The first heap that is rare, of all that were to be checked; nothing runs beside."""
        while self._waiting:
            self._receive()
        return self._rare

    def _begin(self, batch: int | None, call: Callable[[int, int], Any], *columns: int) -> None:
        if self._beside is None:
            self._beside = Beside(self._do).__enter__()
        self._waiting.append(batch)
        self._beside.begin(call, *columns)

    def _do(self, call: Callable[[int, int], Any], first: int, stop: int) -> int | None:
        """In the second thread: a check is of use as long as no heap before is rare."""
        if call is not self._check:
            call(first, stop)
            return None
        if self._stopped:
            return None
        rare = self._check(first, stop)
        self._stopped = rare is not None
        return rare

    _stopped = False

    def _receive(self) -> None:
        """The result of the oldest piece of work that is waited for."""
        assert self._beside is not None
        batch = self._waiting.popleft()
        rare = self._beside.result()
        if batch is not None:
            self._prepared.add(batch)
        elif self._rare is None:
            self._rare = rare
