"""Work in a second thread, beside that of the first one.

Machine code runs without Python's lock, so that two threads that mostly call it keep two cores
busy. The second thread lives for one piece of work of the first, a tenth of a second or so: no
process is forked while it is there, and nothing has to be stopped in the end.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Generic, TypeVar

from mexplore.rules.errors import InputError

T = TypeVar("T")

SETTING = "MEXPLORE_CORES"
"""How many cores one computation may use."""


def available_cores() -> int:
    """The cores that this process may run on."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def cores() -> int:
    """How many cores one computation uses: those that are available, or as many as MEXPLORE_CORES
    says.

    >>> cores() >= 1
    True
    """
    said = os.environ.get(SETTING, "").strip()
    if not said:
        return available_cores()
    if not said.isascii() or not said.isdigit() or int(said) < 1:
        raise InputError(f"{SETTING}={said}: this is not a number of cores; 1 or more is meant")
    return int(said)


class Beside(Generic[T]):
    """Calls of one function in a second thread, in order.

    >>> with Beside(divmod) as second:
    ...     second.begin(7, 2)
    ...     second.begin(9, 4)
    ...     second.result(), second.result()
    ((3, 1), (2, 1))
    """

    def __init__(self, call: Callable[..., T]) -> None:
        self._call = call
        self._asked: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()
        self._over = False
        self._thread = threading.Thread(
            target=copy_context().run, args=(self._work,), name="beside", daemon=True
        )

    def __enter__(self) -> Beside[T]:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """What has begun ends; what has not is dropped. The first thread waits for that even where
        an exception, such as Ctrl-C, ends its work: whoever goes on with the same arrays must be
        alone with them."""
        self._over = True
        self._asked.put(None)
        self._thread.join()

    def begin(self, *args: Any) -> None:
        """Call the function with these arguments, after the calls that were begun before."""
        self._asked.put(args)

    def result(self) -> T:
        """What the first of the calls whose results are still to come returns, or raises."""
        result, error = self._done.get()
        if error is not None:
            raise error
        return result  # type: ignore[return-value]  # None is a result like any other

    def _work(self) -> None:
        while (args := self._asked.get()) is not None and not self._over:
            try:
                self._done.put((self._call(*args), None))
            except BaseException as error:
                self._done.put((None, error))
