"""Batches of heaps are checked beside the finding of the next ones, where there are two cores.

What the rows of one batch exclude is found from the values before them, whether those are verified
or not; to verify them takes about as long, and touches nothing that is found later. So one thread
is a batch ahead of the other. That a heap is rare, which ends a run, is known a batch later, and
what was found beyond that heap is found again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mexplore.rules.engine.beside import Beside

Check = Callable[[int, int], int | None]


class Checks:
    """The checks of one run, batch by batch: ``check`` returns the first heap of a batch that is
    rare, None if none is; so does ``beside``, which is called in a second thread, if there is one.

    >>> def check(first, stop):
    ...     return 7 if first <= 7 < stop else None
    >>> with Checks(check, check) as checks:
    ...     checks.go_on(0, 5, large=True), checks.go_on(5, 9, large=True), checks.first_rare()
    (None, None, 7)
    """

    def __init__(self, check: Check, beside: Check | None) -> None:
        self._check, self._check_beside = check, beside
        self._beside: Beside[int | None] | None = None
        self._waiting = False
        self._rare: int | None = None

    def __enter__(self) -> Checks:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._beside is not None:
            self._beside.__exit__(*error)

    def go_on(self, first: int, stop: int, *, large: bool) -> int | None:
        """Check these columns, beside what comes next where they are many; the first heap that is
        known to be rare by now."""
        if self.first_rare() is None:
            if large and self._check_beside is not None:
                if self._beside is None:
                    self._beside = Beside(self._check_beside).__enter__()
                self._beside.begin(first, stop)
                self._waiting = True
            else:
                self._rare = self._check(first, stop)
        return self._rare

    def first_rare(self) -> int | None:
        """The first heap that is rare, of all that were to be checked."""
        if self._waiting:
            assert self._beside is not None
            self._waiting = False
            self._rare = self._beside.result()
        return self._rare
