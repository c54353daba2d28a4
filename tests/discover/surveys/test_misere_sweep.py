"""Families under misère play: rows in an atlas, stopped and resumed, workers that are lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from one_process import Here

from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.misere import (
    MisereRecord,
    MisereSurvey,
    _enough,
    misere_record_of,
    misere_rows,
    sweep_misere,
)
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.pool import Pool
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.sweep import Beyond, Further
from mexplore.discover.verifying import verify
from mexplore.reports.documents.survey import further_sentence

FEW = ["0.77", "0.123", "0.75", "0.52", "subtract(1, 2)", "subtract(all but 2, 3)", "divide(2, 3)"]


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    file = tmp_path / "rules.txt"
    file.write_text("\n".join([*FEW, "subtract(1) or divide(2)"]), encoding="utf-8")
    return Plan.of(read_family(str(file), {}), Choice())


def swept(plan: Plan, path: Path, pool: Pool, budget: float = 60, **named: Any) -> MisereSurvey:
    with Atlas.create(path) as atlas:
        return sweep_misere(plan, atlas, pool, Limits(budget), **named)


def test_rows_and_columns(plan: Plan, tmp_path: Path) -> None:
    found = swept(plan, tmp_path / "a.sqlite", Here())
    assert found.studied == found.members == 8 and not found.interrupted
    rows = {row.record.rule: row.record for row in found.rows}
    kayles, small = rows["0.77"], rows["0.75"]
    assert (kayles.kind, kayles.quotient, kayles.lost) == ("wild", 40, 9)
    assert (kayles.preperiod, kayles.period, kayles.wild_from) == (71, 12, 5)
    assert (small.quotient, small.preperiod, small.period) == (8, 8, 2)
    assert all(verify(read_certificate(rows[rule].certificate or "")).valid for rule in FEW)
    tame = [rows[rule] for rule in FEW[3:]]
    assert all(each.kind == "tame" and each.proved and each.quotient is None for each in tame)
    assert rows["subtract(1, 2)"].period == 3 and rows["subtract(all but 2, 3)"].period is None
    stopped = rows["subtract(1) or divide(2)"]
    assert not stopped.proved and stopped.reach and stopped.period is None
    assert found.kinds == {"tame": 4, "wild, with a law of all heaps": 3, "wild, without a law": 1}


def test_a_sweep_that_was_stopped_goes_on(plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    first = swept(plan, path, Here(4), 5)
    assert first.interrupted and len(first.rows) == first.studied < 8
    second = swept(plan, path, Here(), 5)
    assert second.studied == 8 - first.studied and len(second.rows) == 8
    assert not swept(plan, path, Here(0), 5).studied
    record = misere_record_of("0.75", Limits(60))
    short = replace(record, status="partial", ended="time")
    assert _enough(record, Limits(99)) and _enough(short, Limits(60))
    assert not _enough(short, Limits(61)) and not _enough(
        replace(short, status="failed"), Limits(9)
    )
    assert swept(plan, path, Here(), 5, again=True).studied == 8


class Breaking(Here):
    """A pool that is lost at one rule, this many times."""

    def __init__(self, rule: str, times: int) -> None:
        super().__init__()
        self.rule, self.times, self.renewed = rule, times, 0

    def call(self, work: Callable[[Any], Any], given: Any) -> Future[Any]:
        if given[0] == self.rule and self.times:
            self.times -= 1
            lost: Future[Any] = Future()
            lost.set_exception(BrokenExecutor("gone"))
            return lost
        return super().call(work, given)

    def renew(self) -> None:
        self.renewed += 1


def test_a_worker_that_is_lost(plan: Plan, tmp_path: Path) -> None:
    pool = Breaking("0.123", 1)
    rows = swept(plan, tmp_path / "a.sqlite", pool, 5).rows
    assert pool.renewed == 1 and len(rows) == 8
    assert {row.record.rule: row.record.status for row in rows}["0.123"] == "proved"
    rows = swept(plan, tmp_path / "b.sqlite", Breaking("0.123", 9), 5).rows
    failed = [row.record for row in rows if row.record.status == "failed"]
    assert [each.rule for each in failed] == ["0.123"] and "worker died" in (
        failed[0].trouble or ""
    )


def test_a_rule_that_fails_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mexplore.discover.surveys.misere as module

    def failing(text: str, limits: Limits) -> Any:
        raise MemoryError if text == "0.123" else ValueError(f"bad\n{limits.budget}")

    monkeypatch.setattr(module, "misere_record_of", failing)
    assert module.carried_out(("0.123", Limits(5))).trouble == "it needs more memory than there is"
    assert module.carried_out(("0.77", Limits(5))).trouble == "ValueError: bad 5"
    monkeypatch.undo()
    with Atlas.create(tmp_path / "a.sqlite") as atlas:
        record = misere_record_of("0.123", Limits(60))
        module.keep(atlas, [record])
        atlas.enrol("mine", [("0.123", 7, {})])
        assert [(row.place, row.record) for row in misere_rows(atlas, "mine")] == [(7, record)]


def test_what_is_not_settled_is_studied_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """0.77 needs the larger budget here, 0.75 gets a law at once, 0.52 never does."""
    needed = {"0.75": 1, "0.77": 9, "0.52": 99}

    def studied(text: str, limits: Limits) -> MisereRecord:
        enough = (limits.budget or 0) >= needed[text]
        status = "proved" if enough else "partial"
        return MisereRecord(
            text, status, "wild", ended="" if enough else "time", budget=limits.budget
        )

    monkeypatch.setattr("mexplore.discover.surveys.misere.misere_record_of", studied)
    file = tmp_path / "rules.txt"
    file.write_text("\n".join(needed), encoding="utf-8")
    plan, path = Plan.of(read_family(str(file), {}), Choice()), tmp_path / "a.sqlite"
    found = swept(plan, path, Here(), 5, further=Further(20.0))
    assert found.studied == 3 and found.beyond == Beyond(20.0, studied=2, settled=1)
    assert {row.record.rule: row.record.proved for row in found.rows} == {
        "0.75": True, "0.77": True, "0.52": False
    }  # fmt: skip
    assert swept(plan, path, Here(0), 5, further=Further(20.0)).beyond is None  # all was tried
    late = swept(plan, path, Here(), 5, further=Further(30.0, total=-1.0))
    assert late.beyond == Beyond(30.0, left=1)
    said = further_sentence(late.beyond)
    assert said.startswith("1 rule that is not settled is left")
