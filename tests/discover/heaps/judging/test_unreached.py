"""Nothing holds so far of a rule that speaks of numbers beyond the values that were computed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from written_boards import board

import mexplore
from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.study import study_board
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.values import answers
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.claims import claim_names, judged
from mexplore.discover.surveys.record import Row
from mexplore.discover.surveys.statement import read_statement
from mexplore.discover.surveys.worker import record_of
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

LATE = "n -> [n - k for k in range(1, n + 1) if not (n == 1000000007 and k % 3)]"


@pytest.mark.parametrize(
    "rule", ["subtract(1, 2, 7, 999999999)", LATE, "n -> [n - 1, n - 2, n - 7, n - 999999999]"]
)
def test_nothing_is_found(rule: str) -> None:
    found = study(parse_rule(rule), Limits(None, 3000))
    assert (found.status, found.findings, found.candidates) == ("nothing found", (), ())
    assert found.unreached is not None and found.unreached.first in range(10**9 - 1, 10**9 + 8)


@pytest.mark.parametrize("late", [50, 99])
def test_what_is_computed_far_enough_holds_so_far_as_before(late: int) -> None:
    """No theorem is about it, and the number is met."""
    rule = f"n -> [n - k for k in range(2, n, 2)] + ([n // 3] if n % 2 or n == {late} else [])"
    assert study(parse_rule(rule), Limits(None, late)).status == "nothing found"
    assert study(parse_rule(rule), Limits(None, 3000)).unreached is None


def test_what_is_proved_stays_proved() -> None:
    """Options of 10**9 tokens fewer than n - 1: a theorem needs no values for them."""
    for rule in ("subtract(all but 1)", "divide(2, 5000)", "subtract(1, 2, 600)", "0.77"):
        found = study(parse_rule(rule), Limits(None, 20000))
        assert found.status == "proved" and found.unreached is None, rule


def late_rule(pick: Random, at: int) -> str:
    """A rule in which something happens at a number for the first time."""
    some = sorted(pick.sample(range(1, 9), pick.randint(1, 3)))
    listed = ", ".join(f"n - {k}" for k in some)
    condition = pick.choice(
        [
            f"n == {at}",
            f"n >= {at}",
            f"n % {at + 1} == {at}",
            f"n * n > {at * at}",
            f"n // 9 > {at}",
        ]
    )
    return pick.choice(
        [
            f"subtract({', '.join(map(str, some))}, {at})",
            f"subtract({', '.join(map(str, some))}) or divide({at})",
            f"0.{''.join(pick.choice('0137') for _ in range(at % 9))}3{'0' * at}7",
            f"n -> [{listed}] if not ({condition}) else [n - 1]",
            f"n -> [n - k for k in range(1, n + 1) if k % 3 == 1 or {condition}]",
            f"subtract({some[0]}) or n -> [n - 2 for k in range(1) if {condition}]",
            f"remove(1 .. min(n // 2, {at}))",
            f"n -> [n - k for k in range(1, min(n, {at}) + 1)]",
        ]
    )


def look(seeds: range) -> None:
    shown = 0
    for seed in seeds:
        pick = Random(seed)
        at = pick.randint(600, 900)
        text = late_rule(pick, at)
        try:
            found = study(parse_rule(text), Limits(None, pick.randint(150, at)))
        except MexploreError:
            continue
        shown += 1
        assert found.status != "holds so far", text
        assert not any(f.proof is None for f in found.findings) and not found.candidates, text
        assert found.status == "proved" or found.unreached is not None, text
        assert "holds so far" not in repr(mexplore.Study(found)), text
    assert shown > len(seeds) // 2


def test_random_late_numbers() -> None:
    look(range(6))


@pytest.mark.slow
def test_more_random_late_numbers() -> None:
    look(range(6, 200))


@pytest.mark.parametrize(
    "text",
    [
        "(x, y) -> [(x - 1, y), (x, y - 1)] if x < 10**6 else [(x - 1, y)]",
        "(x, y) -> [(x - 1, y), (x, y - 1)] except (0, 5000)",
        "(x, y) -> [(x - 1, y), (x, y - 1), (x - 999, y - 1)]",
    ],
)
def test_boards_and_their_lines(text: str) -> None:
    found = study_board(board(text), upto=30)
    assert not any(finding.proof is None for finding in found.findings)
    assert found.status == "proved" or found.unreached is not None
    line = study_line(BoardSequence(board(text), None, "row", 3), Limits(None, 200)).study
    assert line.status in ("nothing found", "proved")


def test_the_row_of_a_number_that_is_not_reached() -> None:
    """Row 300 of a rule that no theorem covers looks like n + 300 at first."""
    odd = board("(x, y) -> [(a, y) for a in range(x) if a != 7] + [(x, b) for b in range(y)]")
    found = study_line(BoardSequence(odd, None, "row", 300), Limits(None, 128)).study
    assert found.status in {"nothing found", "proved"}


def test_unproved_laws_are_not_used() -> None:
    for far in (10**8, 10**30):
        with pytest.raises(NotKnown, match="speaks of 1000000007"):
            answers(parse_rule(LATE), [far], Means(unproved=True, budget=1.0)).at(far)


@pytest.mark.parametrize(
    ("rule", "heap", "value"),
    [
        ("subtract(2, 999999999)", 10**9, 2),
        ("remove(123456789 .. 987654321)", 10**9, 8),
        ("subtract(1, 2, 999999999)", 999999999, 3),
        ("subtract(1, 2, 999999999)", 10**9 + 5, 2),
    ],
)
def test_a_member_of_a_family_is_answered_by_its_law(rule: str, heap: int, value: int) -> None:
    known = answers(parse_rule(rule), [heap], Means(budget=2.0))
    assert known.at(heap) == value
    assert known.best_for(heap + 1).warrant.status == "proved"


def test_laws_of_families_are_right_on_smaller_members() -> None:
    """The same look-up, of members whose values can be computed."""
    from mexplore.discover.heaps.published import family_law

    for text in ("subtract(2, 31)", "remove(7 .. 40)", "subtract(1, 2, 29)", "subtract(3, 4, 50)"):
        law = family_law(parse_rule(text))
        assert law is not None
        assert law.form.prefix(300).tolist() == mexplore.values(text, 300).tolist()


CONCLUSIONS: list[tuple[str, Any]] = [
    ("n -> [n - 1, n - 2] if n < 10**9 else []", "Mod(n, 3)"),
    (LATE, "n"),
    ("(x, y) -> [(x - 1, y), (x, y - 1)] if x < 10**6 else []", "Mod(x + y, 2)"),
    ("n -> [n - 1, n - 2] if n < 10**9 else []", "G(n + 3) = G(n) for all n >= 5"),
]


@pytest.mark.parametrize(("rule", "claim"), CONCLUSIONS)
def test_conjectures(rule: str, claim: str) -> None:
    found = mexplore.check(rule, claim, stop=60, budget=2)
    assert found.status == "nothing found" and not found.refuted
    assert "no law can be seen yet" in found.words(claim)


def test_a_formula_that_fails_beyond_the_range_does_not_hold_so_far() -> None:
    found = mexplore.check("subtract(1..9)", "n", stop=5)
    assert (found.status, found.refuted, found.fails_beyond) == ("refuted", False, 10)


def test_records_and_claims_of_sweeps() -> None:
    record = record_of(parse_rule("n -> [n - 1, n - 2] if n < 10**9 else []"), Limits(None, 2000))
    assert (record.status, record.law) == ("nothing found", None)
    row = Row("late", 1, record)
    verdict = judged(read_statement("G(n) <= 2", claim_names([{}])), [row])
    assert (verdict.so_far, len(verdict.undecided)) == (0, 1)


def test_the_library_is_believed() -> None:
    """0.16 at n < 2000: whatever is seen there, its period is 149459."""
    from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    from mexplore.discover.heaps.published import published_law

    found = study(parse_rule("0.16"), Limits(None, 2000))
    assert found.known_law is not None and "1989" in found.known_law.words()
    known = published_law(parse_rule("0.16"))
    assert known is not None
    n0, p = known.claim.preperiod, known.claim.period
    wrong = [(n0, p + 1, 0), (n0 - 1, p, 0), (n0, p, 1), (100, 4, 0), (n0 - 1, 2 * p, 0)]
    assert all(known.denies(Periodic(*claim)) for claim in wrong)
    assert not any(known.denies(Periodic(*claim)) for claim in [(n0, p, 0), (n0 + 1, 3 * p, 0)])
    import numpy as np

    form = PeriodicForm(Periodic(0, 2, 0), np.array([0, 1]))
    assert known.denies(Periodic(0, 2, 0), form)


def test_a_law_that_contradicts_the_published_one_is_refuted() -> None:
    from dataclasses import replace

    import numpy as np

    from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    from mexplore.discover.study.finding import Finding

    rule = parse_rule("0.16")
    claim = Periodic(0, 2, 0)
    false = Finding(claim, 2000, None, PeriodicForm(claim, np.array([0, 1])))
    seen = replace(study(rule, Limits(None, 500)), findings=(false,))
    told = seen.without_false()
    assert told.status == "nothing found" and seen.status == "holds so far"
    assert told.refuted[0].claim == claim and "1989" in told.refuted[0].reason
