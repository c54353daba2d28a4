"""Jobs whose workers are lost: none is lost with them, and none is done twice."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from typing import Any

import pytest
from one_process import Here

from mexplore.discover.surveys.crew import Crew
from mexplore.discover.surveys.pool import _on_one_core
from mexplore.rules.engine.beside import SETTING, cores
from mexplore.rules.engine.grundy import no_progress


class Squares(Crew[str, int]):
    """Squares of numbers, two to a worker; whoever is given a ``deadly`` one dies, so often."""

    def __init__(self, count: int, deadly: dict[str, int]) -> None:
        super().__init__(Here(), map(str, range(count)), count)
        self.deadly, self.kept, self.given = dict(deadly), dict[str, int](), list[list[str]]()

    def begin(self) -> None:
        while self.waiting and len(self.running) < 2:
            self.start(*[self.waiting.popleft() for _ in range(min(2, len(self.waiting)))])

    def call(self, jobs: Sequence[str]) -> Future[Any]:
        self.given.append([*jobs])
        future: Future[Any] = Future()
        dying = next((job for job in jobs if self.deadly.get(job)), None)
        if dying is None:
            future.set_result([int(job) ** 2 for job in jobs])
        else:
            self.deadly[dying] -= 1
            future.set_exception(BrokenExecutor("gone"))
        return future

    def results(self, found: list[int]) -> list[int]:
        return found

    def failed(self, job: str, trouble: str) -> int:
        return -1

    def keep(self, done: Sequence[tuple[str, int]]) -> None:
        for job, result in done:
            assert job not in self.kept
            self.kept[job] = result
        self.finished += len(done)


@pytest.mark.parametrize("deadly", [{}, {"3": 1}, {"3": 2}, {"0": 1, "1": 1, "6": 1}])
def test_every_job_is_done_once(deadly: dict[str, int]) -> None:
    crew = Squares(7, deadly)
    crew.run(no_progress)
    assert crew.kept == {str(n): n * n for n in range(7)} and crew.finished == 7


def test_what_kills_its_worker_alone_twice_has_failed() -> None:
    crew = Squares(7, {"3": 9})
    crew.run(no_progress)
    assert crew.kept == {str(n): -1 if n == 3 else n * n for n in range(7)}
    assert crew.given.count(["3"]) == 2  # and once with another one


def test_what_waits_at_the_end_of_the_time_is_left() -> None:
    crew = Squares(7, {})
    crew.run(no_progress, total=-1.0)
    assert not crew.kept and crew.members - crew.finished == 7


def test_workers_of_a_cluster_compute_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, "7")
    assert _on_one_core(lambda _: cores(), None) == 7  # who starts a worker may say otherwise
    monkeypatch.delenv(SETTING)
    assert _on_one_core(lambda _: cores(), None) == 1
