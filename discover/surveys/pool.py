"""Workers: processes of this machine, or a Dask cluster, through one interface of futures."""

from __future__ import annotations

import multiprocessing
import re
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

from mexplore.discover.surveys.record import Record, Task
from mexplore.rules.engine.beside import available_cores
from mexplore.rules.engine.kept_code import usual_code
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Given = TypeVar("Given")
Done = TypeVar("Done")

CONNECTING = 15.0  # seconds that a cluster has to answer
_ADDRESS = re.compile(r"(?:\w+://)?[^\s/]+:\d+", re.ASCII)
_PRELOADED = ["mexplore.discover.surveys.preloaded"]


class Pool(ABC):
    """A pool of workers. ``submit`` gives tasks to one of them. If a worker dies, all pending
    tasks are lost, and ``renew`` starts new workers. ``stop`` ends all workers at once."""

    size: int

    @abstractmethod
    def executor(self) -> Executor:
        """The executor of `concurrent.futures` with the workers."""

    def submit(self, tasks: Sequence[Task]) -> Future[list[list[Record]]]:
        """Let a worker carry out the tasks, one after another; the records of each."""
        from mexplore.discover.surveys.worker import all_carried_out

        return self.call(all_carried_out, tasks)

    def call(self, work: Callable[[Given], Done], given: Given) -> Future[Done]:
        """Let a worker call a function that other processes can import."""
        return self.executor().submit(work, given)

    @abstractmethod
    def renew(self) -> None:
        """Go on with new workers."""

    @abstractmethod
    def stop(self) -> None:
        """End all workers, even while they work."""


class LocalPool(Pool):
    """Processes of this machine. They end when this process ends, however it ends: each worker
    reads from a pipe whose other end only this process holds."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or available_cores()
        methods = multiprocessing.get_all_start_methods()
        method = "forkserver" if "forkserver" in methods else "spawn"
        self._context: Any = multiprocessing.get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload(_PRELOADED)
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def executor(self) -> Executor:
        if self._pool is None:
            from mexplore.discover.surveys.worker import begin

            usual_code()  # once for all workers, which make no remarks
            theirs, self._lifeline = self._context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.size, self._context, begin, (theirs,))
        return self._pool

    def call(self, work: Callable[[Given], Done], given: Given) -> Future[Done]:
        """Workers are started here when they are needed."""
        with _deaf_children(), _without_main():
            return super().call(work, given)

    def renew(self) -> None:
        self.stop()

    def stop(self) -> None:
        if self._lifeline is not None:
            self._lifeline.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)  # its workers end at once
        self._pool = self._lifeline = None


class ClusterPool(Pool):
    """The workers of a Dask cluster; a task whose worker is lost is given to another one by the
    cluster itself."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise InputError("--cluster needs Dask: pip install distributed") from None
        if not _ADDRESS.fullmatch(address):
            raise InputError(f"--cluster {address[:60]!r} is no address; write tcp://host:8786")
        try:
            client: Any = distributed.Client  # without types of its own
            self._client = client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(f"no Dask cluster answers at {address}: {error}") from None
        self._pool: Executor = self._client.get_executor(pure=False)
        self.size = max(1, sum(self._client.nthreads().values()))

    def executor(self) -> Executor:
        return self._pool

    def call(self, work: Callable[[Given], Done], given: Given) -> Future[Done]:
        """A worker of the cluster was started by someone else, perhaps after the sweep was."""
        return self.executor().submit(_on_one_core, work, given)

    def renew(self) -> None:
        """Do nothing: the cluster replaces its workers itself."""

    def stop(self) -> None:
        self._pool.shutdown(wait=False)
        self._client.close(timeout=1)


def _on_one_core(work: Callable[[Given], Done], given: Given) -> Done:
    """What the function returns, computed by a worker beside others."""
    from mexplore.discover.surveys.worker import alone

    alone()
    return work(given)


@contextmanager
def _without_main() -> Iterator[None]:
    """Processes that are started within do not run the script of this one again: no task needs
    what it defines, and one that sweeps on its first lines would start workers without end."""
    main = sys.modules["__main__"]
    hidden = {name: getattr(main, name) for name in ("__file__", "__spec__") if hasattr(main, name)}
    for name in hidden:
        setattr(main, name, None)
    try:
        yield
    finally:
        for name, value in hidden.items():
            setattr(main, name, value)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes that are started within never hear a Ctrl-C, which a terminal sends to them as
    well: not even while they import what makes them ignore it. This process hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # type: ignore[no-untyped-call,unused-ignore]  # it changes the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
