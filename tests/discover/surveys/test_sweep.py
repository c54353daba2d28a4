"""Sweeps: every member once, what is known left alone, and what fails costs one rule."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from odd_workers import DeadlyPool, Records, ThreadedPool, breaking, usual

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.family import Choice, Family
from mexplore.discover.surveys.games import read_game
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.pool import LocalPool
from mexplore.discover.surveys.reading import kinds, read_family
from mexplore.discover.surveys.record import FAILED, Record, Task, derived
from mexplore.discover.surveys.sweep import Beyond, Further, Survey, sweep
from mexplore.discover.surveys.turns import Turn
from mexplore.discover.surveys.worker import carried_out, record_of, reported_finding
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.engine.reduction import reduced
from mexplore.rules.errors import InputError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.game import SystemGame

LIMITS = Limits(100.0, 2000)
FEW = Limits(3.0, 400)
SHORT = 12  # letters
SETS = "subtract(max=6, size<=2)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "atlas.sqlite"


def swept(
    path: Path, text: str = SETS, pool: Any = None, limits: Limits = LIMITS, **more: Any
) -> Survey:
    with Atlas.create(path) as atlas:
        plan = Plan.of(read_family(text, {}), Choice())
        return sweep(plan, atlas, pool or ThreadedPool(usual), limits, **more)


def test_every_member_has_a_row_and_nothing_is_studied_twice(path: Path) -> None:
    pool = ThreadedPool(usual)
    survey = swept(path, pool=pool)
    assert [row.rule for row in survey.rows] == [
        str(parse_rule(member.rule)) for member in read_family(SETS, {})
    ]
    assert set(pool.tried.values()) == {1} and pool.stopped == 1
    # Of {2}, {3}, ..., {2, 4}, {2, 6}, {3, 6}, {4, 6} the sets without the gcd are studied.
    assert survey.studied == len(pool.tried) == 21 - 5 - 4
    again = swept(path)
    assert again.studied == 0
    assert again.rows == survey.rows


def test_rows_say_what_a_study_and_the_definition_say(path: Path) -> None:
    for row in swept(path).rows:
        record, rule = row.record, parse_rule(row.rule)
        direct = record_of(rule, LIMITS)
        for name in (
            "status",
            "pattern",
            "preperiod",
            "period",
            "saltus",
            "law",
            "largest",
            "head",
        ):
            assert getattr(record, name) == getattr(direct, name), (row.rule, name)
        values = grundy_by_definition(rule, 64)
        assert list(record.head) == values
        assert (record.representative is None) == (reduced(rule)[0] == rule)


@pytest.mark.parametrize("family", ["octal(1)", "octal(2, lead=0)", "hexadecimal(1)"])
def test_what_is_derived_is_what_a_study_finds(family: str) -> None:
    for member in read_family(family, {}):
        rule = parse_rule(member.rule)
        smaller = reduced(rule)[0]
        if smaller == rule:
            continue
        found, direct = derived(str(rule), record_of(smaller, FEW)), record_of(rule, FEW)
        if not (found.proved and direct.proved):
            continue
        for name in ("pattern", "preperiod", "period", "saltus", "law"):
            assert getattr(found, name) == getattr(direct, name), (member.rule, name)
        assert found.head == direct.head


def test_what_other_families_have_is_not_studied_again(path: Path) -> None:
    swept(path, "subtract(max=5, size<=1)")
    pool = ThreadedPool(usual)
    survey = swept(path, SETS, pool)
    assert "subtract(1)" in pool.tried  # only to say what follows from it: subtract(6)
    assert survey.studied == len(pool.tried) - 1
    assert len(survey.rows) == survey.members == 21


def test_open_rules_are_studied_again_where_more_is_allowed(path: Path) -> None:
    few, more = Limits(100.0, 50), Limits(100.0, 400)
    first = swept(path, "0.77", limits=few)
    assert first.rows[0].record.status != "proved"
    assert swept(path, "0.77", limits=few).studied == 0
    second = swept(path, "0.77", limits=more)
    assert (second.studied, second.rows[0].record.status) == (1, "proved")
    assert swept(path, "0.77", limits=few).rows[0].record.proved
    assert swept(path, "0.77", again=True).studied == 1


def test_what_is_not_settled_is_studied_further_at_the_end(path: Path) -> None:
    """With few values Kayles (period 12 from 71 on, Dudeney's game) shows no law."""
    few, further = Limits(100.0, 50), Further(100.0)
    survey = swept(path, "0.77", limits=few, further=further)
    assert survey.beyond == Beyond(100.0, studied=1, settled=1)
    assert (survey.rows[0].record.proved, survey.rows[0].record.period) == (True, 12)
    again = swept(path, "0.77", limits=few, further=further)
    assert (again.studied, again.beyond) == (0, None)
    assert swept(path, "0.3", limits=few, further=further).beyond is None  # proved at once


def test_a_study_that_went_further_is_not_undone_by_a_shorter_one(path: Path) -> None:
    few, short = Limits(100.0, 50), Further(0.001)
    swept(path, "0.14", limits=few, further=short)  # not known to have a law
    record = swept(path, "0.14", limits=few).rows[0].record
    assert (record.max_terms, record.proved) == (None, False)
    with Atlas.create(path) as atlas:
        atlas.keep([replace(record, computed=10**6)])
    longer = Limits(1000.0, 50)
    assert swept(path, "0.14", limits=longer, further=short).studied == 0
    assert swept(path, "0.14", limits=longer, further=short).beyond == Beyond(0.001)


def test_what_is_left_when_the_time_for_all_is_over_is_counted(path: Path) -> None:
    few = Limits(100.0, 50)
    survey = swept(path, "octal(2, lead=0)", limits=few, further=Further(1.0, 0.0))
    assert survey.beyond is not None
    assert survey.beyond.studied == 0 and survey.beyond.left > 5
    without = sum(not row.record.proved for row in survey.rows)
    assert without >= survey.beyond.left


@pytest.mark.parametrize("error", [MemoryError(), ValueError("no"), RecursionError("deep")])
def test_an_error_costs_one_rule_which_is_tried_once_more(path: Path, error: Exception) -> None:
    def studies(task: Task, tried: int) -> Records:
        return carried_out(task if task.rule != "subtract(2, 3)" else Failing(error))

    pool = ThreadedPool(studies)
    survey = swept(path, pool=pool)
    failed = [row for row in survey.rows if row.record.status == FAILED]
    assert [row.rule for row in failed] == ["subtract(2, 3)", "subtract(4, 6)"]
    trouble = failed[0].record.trouble or ""
    assert ("memory" if isinstance(error, MemoryError) else type(error).__name__) in trouble
    assert pool.tried.pop("subtract(2, 3)") == 2
    assert set(pool.tried.values()) == {1}
    assert swept(path).studied == 1  # a later sweep tries it again


class Failing(Task):
    """A task that cannot be carried out."""

    def __init__(self, error: Exception) -> None:
        super().__init__("subtract(2, 3)", ("subtract(4, 6)",), LIMITS)
        object.__setattr__(self, "error", error)

    @property
    def known(self) -> Record | None:
        raise vars(self)["error"]

    @known.setter
    def known(self, value: Record | None) -> None:
        pass


@pytest.mark.parametrize("size", [1, 2])
def test_a_rule_that_takes_its_worker_with_it_is_marked_so(path: Path, size: int) -> None:
    pool = ThreadedPool(breaking("subtract(2, 3)", times=9), size)
    survey = swept(path, pool=pool)
    failed = {row.rule: row.record for row in survey.rows if row.record.status == FAILED}
    assert set(failed) == {"subtract(2, 3)", "subtract(4, 6)"}
    assert "its worker died" in (failed["subtract(2, 3)"].trouble or "")
    assert sum(row.record.proved for row in survey.rows) == 19


def test_a_rule_whose_worker_died_by_chance_is_studied_after_all(path: Path) -> None:
    survey = swept(path, pool=ThreadedPool(breaking("subtract(2, 3)", times=1)))
    assert all(row.record.proved for row in survey.rows)


def test_processes_that_are_killed_cost_one_rule(path: Path) -> None:
    survey = swept(path, "subtract(max=3)", DeadlyPool(2))
    failed = {row.rule for row in survey.rows if row.record.status == FAILED}
    assert failed == {"subtract(2, 3)"}
    assert sum(row.record.proved for row in survey.rows) == 6
    assert all(row.record.proved for row in swept(path, "subtract(max=3)", LocalPool(1)).rows)


def test_ctrl_c_leaves_what_is_known_and_the_next_sweep_goes_on(path: Path) -> None:
    def studies(task: Task, tried: int) -> Records:
        return carried_out(task)

    def pressed(progress: Progress) -> None:
        if progress.stage == "rules" and progress.done >= 5:
            raise KeyboardInterrupt

    first = swept(path, pool=ThreadedPool(studies), watcher=pressed)
    assert first.interrupted
    assert 5 <= len(first.rows) < 21
    second = swept(path)
    assert not second.interrupted
    assert len(second.rows) == 21
    assert second.studied <= 12 - 5 + 1


def test_two_turns_take_different_rules_and_a_dead_one_gives_back(path: Path) -> None:
    from collections import deque

    with Atlas.create(path) as atlas:
        never: Callable[[Record], bool] = lambda record: False  # noqa: E731
        one, two = Turn(atlas, "f"), Turn(atlas, "f")
        taken = one.take(deque("abc"), 2, never)
        assert (taken.mine, taken.elsewhere) == (["a", "b"], [])
        other = two.take(deque("abc"), 9, never)
        assert (other.mine, other.elsewhere) == (["c"], ["a", "b"])
        one.finish()
        assert two.take(deque("ab"), 9, never).mine == ["a", "b"]
        with atlas.writing() as sql:  # as if its process had been killed
            sql.execute("UPDATE sweeps SET process = 0x7fffffff")
        three = Turn(atlas, "f")
        assert three.take(deque("abc"), 9, never).mine == ["a", "b", "c"]
        with atlas.writing() as sql:  # on another machine, silent for long
            sql.execute("UPDATE sweeps SET host = 'elsewhere', beat = beat - 1e6")
        four = Turn(atlas, "f")
        assert four.take(deque("abc"), 9, never).mine == ["a", "b", "c"]


def test_a_member_that_is_no_rule_is_named() -> None:
    family = read_family("divide({a})", {"a": "3, 2, 1"})
    with pytest.raises(InputError, match="member 2 of divide"):
        Plan.of(family, Choice())


def by_definition(text: str, count: int) -> list[int]:
    """This many values by nothing but the definition of the game; of words those of short ones."""
    game = read_game(text)
    if isinstance(game, SystemGame):
        return [game.value_of_start(n) for n in range(min(count, SHORT))]
    return grundy_by_definition(game, count)


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.examples])
def test_every_kind_of_family_can_be_swept(path: Path, kind: type[Family]) -> None:
    family = read_family(kind.examples[-1], {})
    with Atlas.create(path) as atlas:
        plan = Plan.of(family, Choice(sample=5, seed=1))
        rows = sweep(plan, atlas, ThreadedPool(usual), FEW).rows
        assert [row.place for row in rows] == list(Choice(sample=5, seed=1).places(family))
    for row in rows:
        assert row.record.status != FAILED, row.record.trouble
        values = by_definition(row.rule, len(row.record.head))
        assert list(row.record.head)[: len(values)] == values
        assert row.parameters == family.at(row.place).parameters


def test_a_row_tells_what_is_proved_before_what_is_not() -> None:
    proof, law = Proof("some theorem", 9), Periodic(0, 3)
    form = law.closed_form(Evidence(np.arange(9, dtype=np.uint8) % 3))
    assert form is not None
    guess, known = Finding(law, 9, None, form), Finding(law, 9, proof, form)
    partly, other = Finding(Periodic(1, 2), 9, proof), Finding(Periodic(1, 4), 9)
    assert reported_finding([partly, guess, other]) is partly
    assert reported_finding([partly, guess, known]) is known
    assert reported_finding([other, guess]) is guess
    assert reported_finding([other]) is other
    assert reported_finding([]) is None
    assert not Record("0.7", "proved", "not-periodic", ended="terms").explained


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="a system without masks")
def test_workers_never_hear_ctrl_c_not_even_while_they_start() -> None:
    """It printed their tracebacks: they ignored it only after their imports."""
    forkserver._forkserver._stop()  # type: ignore[attr-defined]  # one that another test started
    pool = LocalPool(1)
    try:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
        pool.submit([Task("subtract(1, 2)", (), Limits(None, 100))]).result()
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
        masked = pool.executor().submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
        assert signal.SIGINT in masked
    finally:
        pool.stop()
