"""A pool of workers that is this process alone, for tests."""

from __future__ import annotations

from concurrent.futures import Executor, Future

from mexplore.discover.surveys.pool import Pool


class OneAfterAnother(Executor):
    """Work is done at once, in this process; after ``most`` calls Ctrl-C is pressed."""

    def __init__(self, most: int) -> None:
        self.left = most

    def submit(self, work, /, *given, **named):  # type: ignore[no-untyped-def]
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        done: Future[object] = Future()
        done.set_result(work(*given, **named))
        return done


class Here(Pool):
    """A pool of this process alone."""

    size = 1

    def __init__(self, most: int = 1000) -> None:
        self._executor = OneAfterAnother(most)

    def executor(self) -> Executor:
        return self._executor

    def renew(self) -> None: ...

    def stop(self) -> None: ...
