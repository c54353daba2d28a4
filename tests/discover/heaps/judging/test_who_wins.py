"""A law of who wins is sought while terms are computed: it is found where each takes long."""

from __future__ import annotations

import pytest

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.judging.who_wins import STAGES, WhoWins
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.notation import parse_rule

SHARED = "n -> [n - k for k in range(1, n//2 + 1) if k & n]"


def test_a_law_is_known_before_the_budget_ends() -> None:
    """Ctrl-C after the first stage: the law was found by then."""

    def stop(progress: Progress) -> None:
        if progress.done > STAGES[0]:
            raise KeyboardInterrupt

    found = study(parse_rule(SHARED), Limits(None, who_wins=True), stop)
    assert found.ended == "interrupted"
    assert found.evidence.stop < STAGES[1]
    assert found.status == "proved"
    assert "exactly where the automaton with 3 states" in found.findings[0].claim.statement()


def test_a_search_at_a_stage_takes_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget of 2 seconds has no share for it; nor has a stage that is passed already."""
    evidence, looked = evidence_below(parse_rule(SHARED), STAGES[0]), list[int]()
    monkeypatch.setattr(WhoWins, "_look", lambda _, known, end: looked.append(known.stop + 0 * end))
    WhoWins(parse_rule(SHARED), Limits(2.0, who_wins=True)).look_early(evidence, None)
    WhoWins(parse_rule(SHARED), Limits(None)).look_early(evidence.prefix(STAGES[0] - 1), None)
    assert looked == []
    search = WhoWins(parse_rule(SHARED), Limits(20.0, who_wins=True))
    search.look_early(evidence, None)
    search.look_early(evidence, None)
    assert looked == [STAGES[0]]


def test_what_was_found_is_held_against_all_terms() -> None:
    """Terms that are not those of the rule refute it; nothing of it is reported then."""
    rule = parse_rule(SHARED)
    search = WhoWins(rule, Limits(None, who_wins=True))
    search.look_early(evidence_below(rule, STAGES[0]), None)
    assert [finding.checked_to for finding in search.found] == [STAGES[0]] * 2
    search.look(evidence_below(parse_rule("subtract(1, 2)"), STAGES[0] + 500), None)
    assert search.found == []
    assert "against its proof" in search.not_told


def test_an_answer_needs_no_more_terms_than_are_enough() -> None:
    limits = Limits(None, who_wins=True, enough=STAGES[0])
    found = study(parse_rule(SHARED), limits)
    assert found.settled_for_less
    assert STAGES[0] <= found.evidence.stop <= 2 * STAGES[0]
    assert len(found.findings) == 2
