"""The processes in which a page is answered.

A study may take long, and cannot be stopped from another thread: so it runs in a process, which
ends with the page. One process is always kept ready: its imports are done when a rule is typed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from queue import Empty, Queue
from threading import Lock, Thread
from typing import Any

MOST = 8  # processes at once: a page has one for its study, and one for questions
AT_HAND = 60.0  # seconds after which an answer is no longer waited for

Event = dict[str, Any]


class Busy(Exception):
    """There are enough processes."""


class Worker:
    """One process: a request is a line of JSON to it, events are lines from it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mexplore.reports.site.live.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C in the terminal is for the server
        )
        self._events: Queue[Event | None] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Collect the events; None after the last one."""
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self.process.stdout:
                self._events.put(json.loads(line))
        self._events.put(None)

    def ask(self, request: Mapping[str, Any]) -> None:
        """Send a request; BrokenPipeError where the process has ended."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def events(self, seconds: float) -> Iterator[Event | None]:
        """The events up to the end of the answer, each as soon as it is there; None after this many
        seconds without one."""
        while True:
            try:
                event = self._events.get(timeout=seconds)
            except Empty:
                yield None
                continue
            if event is None:
                yield {"event": "failed", "message": "the process of this study has ended"}
                return
            yield event
            if event["event"] == "end":
                return

    def interrupt(self) -> None:
        """End the study with what is known by now, as Ctrl-C does."""
        if os.name == "posix":
            self.process.send_signal(signal.SIGINT)
        else:
            self.end()

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()


class Workers:
    """All processes of a server, with one that is ready for the next page."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._at_work: set[Worker] = set()
        self._closed = False
        self._ready: Worker | None = None

    def prepare(self) -> None:
        """Start the one that is kept ready."""
        self._ready = self._ready or Worker()

    def take(self) -> Worker:
        """A process that is ready; Busy where there are too many."""
        with self._lock:
            if self._closed or len(self._at_work) >= MOST:
                raise Busy
            worker = self._ready or Worker()
            self._at_work.add(worker)
            self._ready = None
            self.prepare()
            return worker

    def give_back(self, worker: Worker) -> None:
        """End a process whose page is closed."""
        worker.end()
        with self._lock:
            self._at_work.discard(worker)

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            self._closed = True
            left = [*self._at_work, *([self._ready] if self._ready else [])]
            self._at_work, self._ready = set(), None
        for worker in left:
            worker.end()


class Session:
    """A page that is open: the process of its study, and another one for questions, so that a move
    is shown while the study still goes on."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.study = workers.take()
        self._asking: Worker | None = None
        self._lock = Lock()

    def answer(self, request: Mapping[str, Any]) -> Event:
        """The answer to a question: its last event before the end."""
        with self._lock:
            if self._asking is None:
                self._asking = self._workers.take()
            self._asking.ask(request)
            found: Event = {"event": "failed", "message": "this took too long"}
            for event in self._asking.events(AT_HAND):
                if event is None:
                    self._workers.give_back(self._asking)
                    self._asking = None
                    break
                if event["event"] not in ("end", "progress"):
                    found = event
            return found

    def close(self) -> None:
        """The page is closed."""
        self._workers.give_back(self.study)
        if self._asking is not None:
            self._workers.give_back(self._asking)
