"""Sweeps of games on words: certificates of what is proved, and why others have no system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from odd_workers import Records, ThreadedPool, usual
from random_words import plain_values

from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.claims import claim_names, judged
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.known_games import equal_games, restored
from mexplore.discover.surveys.misere import sweep_misere
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.query import leaders, summary_of
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import FAILED, NO_SYSTEM, Row, Task
from mexplore.discover.surveys.search import Candidate, Search, Wanted
from mexplore.discover.surveys.statement import read_statement
from mexplore.discover.surveys.sweep import Survey, sweep
from mexplore.discover.surveys.worker import carried_out
from mexplore.discover.systems.study import SystemStudy
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.errors import InputError
from mexplore.rules.words.game import WordGame

LIMITS = Limits(None, 256)
FAMILY = "words(2 letters, 2 long)"
DAWSON = "word(o^n; oo -> ..)"  # Dawson's Kayles: Guy and Smith 1956, period 34
KAYLES = "word(o^n; o -> ., oo -> ..)"  # period 12 from 71 on
JOINED = "word(o^n; o -> a, aa -> ..)"  # any row of a and o arises


def swept(path: Path, pool: ThreadedPool, text: str = FAMILY, **more: object) -> Survey:
    with Atlas.create(path) as atlas:
        plan = Plan.of(read_family(text, {}), Choice())
        return sweep(plan, atlas, pool, LIMITS, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("atlas") / "a.sqlite"


@pytest.fixture(scope="module")
def survey(path: Path) -> Survey:
    return swept(path, ThreadedPool(usual))


def of(survey: Survey, rule: str) -> Row:
    return next(row for row in survey.rows if row.rule == rule)


def test_every_member_has_a_row_whose_values_are_those_of_whole_words(survey: Survey) -> None:
    assert len(survey.rows) == survey.members == read_family(FAMILY, {}).size
    for row in survey.rows:
        game = WordGame.parse(row.rule)
        assert game is not None and row.record.status != FAILED
        expected = plain_values(game, 7)
        assert list(row.record.head[:8]) == expected, row.rule


def test_published_laws_are_found(survey: Survey) -> None:
    kayles, dawson = of(survey, KAYLES).record, of(survey, DAWSON).record
    assert (kayles.preperiod, kayles.period, kayles.status) == (71, 12, "proved")
    assert (dawson.preperiod, dawson.period, dawson.status) == (53, 34, "proved")


@pytest.mark.slow
def test_certificates_of_what_is_proved_are_valid(survey: Survey) -> None:
    proved = [row.record for row in survey.rows if row.record.proved]
    assert len(proved) > len(survey.rows) / 2
    for record in proved:
        certificate = read_certificate(record.certificate or "")
        assert certificate["rule"] == record.rule
        assert certificate["theorem"] == record.theorem
        verdict = verify(certificate)
        assert verdict.valid, (record.rule, verdict.reason)
        laws = certificate["claim"]["laws"]
        assert certificate["claim"]["start"] is True
        numbers = {name: getattr(record, name) for name in ("preperiod", "period", "saltus")}
        assert {name: laws[0][name] for name in numbers} == numbers
        laws[0]["period"] += 1  # a claim that is false, or not of the least period
        assert not verify(certificate).valid
    others = [row.record for row in survey.rows if not row.record.proved]
    assert all(record.certificate is None for record in others)


def test_games_without_a_system_say_why_and_are_not_studied_again(
    path: Path, survey: Survey
) -> None:
    joined = of(survey, JOINED).record
    assert joined.status == joined.ended == NO_SYSTEM
    assert "stay joined" in (joined.trouble or "")
    summary = summary_of(survey.rows)
    apart = (summary.unsolved, summary.without_system)
    assert JOINED in {row.rule for row in apart[1]} - {row.rule for row in apart[0]}
    again = swept(path, pool := ThreadedPool(usual))
    assert again.studied == 0 and not pool.tried
    assert again.rows == survey.rows
    with Atlas.create(path) as atlas:
        plan = Plan.of(read_family(JOINED, {}), Choice())
        assert sweep(plan, atlas, ThreadedPool(usual), LIMITS, again=True).studied == 1


def test_ctrl_c_leaves_what_is_known_and_the_next_sweep_goes_on(tmp_path: Path) -> None:
    def studies(task: Task, tried: int) -> Records:
        return carried_out(task)

    def pressed(progress: Progress) -> None:
        if progress.stage == "rules" and progress.done >= 5:
            raise KeyboardInterrupt

    path, small = tmp_path / "a.sqlite", "symmetric-words(2 letters, 2 long, 1 rule)"
    more = "words(1 letter, 3 long)"
    first = swept(path, ThreadedPool(studies), more, watcher=pressed)
    assert first.interrupted and 5 <= len(first.rows) < first.members
    second = swept(path, ThreadedPool(usual), more)
    assert len(second.rows) == second.members == 42
    assert second.studied <= 42 - 5
    assert swept(path, ThreadedPool(usual), small).studied < 3  # some are known already


def test_a_game_of_two_families_leads_once(survey: Survey) -> None:
    dawson = of(survey, DAWSON)
    rows = [*survey.rows, replace(dawson, family="symmetric-words")]
    best = [row for row in leaders(rows, "period", 99) if row.rule == DAWSON]
    assert best == [dawson]


def test_claims_are_decided_by_laws_and_values(survey: Survey) -> None:
    names = claim_names([row.parameters for row in survey.rows])
    rows = [of(survey, KAYLES), of(survey, DAWSON), of(survey, JOINED)]
    verdict = judged(read_statement("rules == 1 implies period == 34", names), rows)
    assert verdict.proved == 3 and verdict.holds  # those of two rules are not spoken of
    verdict = judged(read_statement("period == 34", names), rows)
    assert [each.row.rule for each in verdict.counterexamples] == [KAYLES]
    assert [row.rule for row, _ in verdict.undecided] == [JOINED]
    verdict = judged(read_statement("G(n) <= 9", names), rows)
    assert verdict.proved == 2 and "stay joined" in verdict.undecided[0][1]
    verdict = judged(read_statement("G(100) == 1", names), rows[:1])
    assert verdict.proved == 1  # 100 = 4 (mod 12), where the last values of the period are 1


def test_studies_are_restored_from_their_rows(survey: Survey) -> None:
    kayles = restored(of(survey, KAYLES).record)
    assert isinstance(kayles, SystemStudy)
    law = kayles.of_start.findings[0]
    assert law.claim.statement() == "G(n + 12) = G(n) for all n >= 71" and law.form is not None
    assert kayles.certificate == read_certificate(of(survey, KAYLES).record.certificate or "")
    joined = restored(of(survey, JOINED).record)
    assert not isinstance(joined, SystemStudy) and not joined.findings
    assert joined.evidence.values.tolist() == list(of(survey, JOINED).record.head)


def test_equal_games_are_found_among_words_and_heaps(survey: Survey, tmp_path: Path) -> None:
    heaps = swept(tmp_path / "a.sqlite", ThreadedPool(usual), "0.77")
    groups = equal_games([row.record for row in (*survey.rows, *heaps.rows)])
    assert any({"0.77", KAYLES} <= set(group) for group in groups)


def test_values_are_searched_for_among_words() -> None:
    candidates = [Candidate(text, "") for text in (DAWSON, KAYLES, JOINED)]
    search = Search(Wanted((0, 1, 2, 3, 1, 4, 3, 2)), budget=5.0)
    assert [hit.rule for hit in search.hits(candidates)] == [KAYLES]
    search = Search(
        Wanted((0, 1, 1, 0, 0, 1, 1, 0)), budget=5.0
    )  # of rows without a finite system, too
    assert [hit.rule for hit in search.hits(candidates)] == [JOINED] and not search.undecided


def test_misere_play_is_refused(path: Path) -> None:
    with Atlas.create(path) as atlas, pytest.raises(InputError, match="rules of heaps only"):
        plan = Plan.of(read_family(DAWSON, {}), Choice())
        sweep_misere(plan, atlas, ThreadedPool(usual), LIMITS)


def test_templates_and_files_take_words(tmp_path: Path) -> None:
    listed = tmp_path / "games.txt"
    listed.write_text(f"{DAWSON}\nring(o^n; oo->..)\n0.77\nkayles-ring\n")
    rules = [*Plan.of(read_family(str(listed), {}), Choice()).members]
    assert rules[:3] == [DAWSON, "ring(o^n; oo -> ..)", "0.77"]
    assert "ring(o^n" in rules[3]  # which the library names
    template = read_family("kinds A(n) -> A(n - {a}); start A(n)", {"a": "1..3"})
    assert template.size == len(Plan.of(template, Choice()).members) == 3
