"""The theorem `sums of runs`: its laws are true, and each condition is needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from searched import studied, study_of

from mexplore.discover.families.codes.law import CodeLaw, Run, WordLaw
from mexplore.discover.families.codes.theorem import SumsOfRuns
from mexplore.discover.families.equality import compare_families
from mexplore.discover.families.kind import FamiliesOfCodes
from mexplore.discover.families.member import member_answers
from mexplore.discover.families.patterns.by_cases import OfCase
from mexplore.discover.families.patterns.members import KnownMembers
from mexplore.discover.families.patterns.splits import Blocks, cases_of
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.by_cases import Proved
from mexplore.discover.study.kind import Means
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.constraint import at_least, equal
from mexplore.rules.rule import grundy_by_definition

pytest.importorskip("z3")

K, ONE = Polynomial.name("k"), Polynomial.number(1)
FAMILIES = (
    "0.1{k}5 for k >= 1",
    "0.5{k}7 for k >= 1",
    "0.1{k}4 for k >= 3",
    "0.5{k}6 for k >= 2",
    "0.5{k}4 for k >= 1",
    "0.1{k}05 for k >= 1",
)


def first_law(text: str) -> WordLaw:
    law: WordLaw = studied(text)[1].laws[0].law
    return law


@pytest.mark.parametrize("text", FAMILIES)
def test_values_far_outside_the_members_looked_at(text: str) -> None:
    rule, claim = studied(text)
    for k in (3, 4, 5, 29, 60):
        values = {"k": k}
        terms = grundy_values(rule.member(**values), 1500).tolist()
        assert claim.first_failure(KnownMembers(rule, [(values, terms)])) is None
    terms = grundy_by_definition(rule.member(k=3), 60)
    assert [claim.value_at(rule, {"k": 3}, n) for n in range(60)] == terms


def test_the_words_known_from_hand() -> None:
    assert first_law("0.5{k}7 for k >= 1").word() == "0 (1^(k + 1) 2^(k + 1))..."
    law = first_law("0.1{k}5 for k >= 1")
    assert law.word() == "0 (1^(k + 1) 0 1^(k + 1) 2^(k + 1) 1 2^(k + 1))..."
    assert (law.the_period, law.is_least) == (4 * K + 6, True)
    law = first_law("0.1{k}4 for k >= 3")
    assert (law.the_period, law.is_least) == (4 * K + 5, True)


@pytest.mark.parametrize(
    "text", [*FAMILIES[:2], *(pytest.param(text, marks=pytest.mark.slow) for text in FAMILIES[2:])]
)
def test_certificates_hold_for_both_solvers(text: str) -> None:
    pytest.importorskip("cvc5")
    certificate = study_of(text).certificate
    assert certificate is not None
    assert verify(certificate, by_definition=True).valid
    for key, value in (
        ("bound", certificate["bound"] + 1),
        ("rule", text.replace("0.", "0.7", 1)),
        ("rule", text.replace(">= ", ">= -")),
    ):
        assert not verify({**certificate, key: value}).valid


def test_a_least_period_is_the_least() -> None:
    for text in FAMILIES:
        rule, claim = studied(text)
        for values in islice(rule.members(9), 6):
            found = claim.law_of(rule, values)
            assert found is not None
            law, placed = found
            n0, p = law.the_preperiod.at(placed), law.the_period.at(placed)
            terms = grundy_values(rule.member(**values), n0 + 3 * p).tolist()[n0:]
            smaller = [d for d in range(1, p) if terms[d:] == terms[:-d]]
            assert not (law.is_least and smaller)


# Each condition alone refuses some false law, of 0.5{k}7 unless another is named.


def law_of_57() -> WordLaw:
    return first_law("0.5{k}7 for k >= 1")


def failing(law: WordLaw, text: str = "0.5{k}7 for k >= 1") -> set[str]:
    """The kinds of the conditions that are not shown."""
    rule = CodeFamily.parse(text)
    law.refuse_misfits()
    script = SumsOfRuns().script(rule, cases_of(rule, ())[0], law)
    answers = solver_named("z3").answers(script)
    pairs = zip(script.questions, answers, strict=True)
    return {question.name.split()[0] for question, answer in pairs if answer.verdict != "unsat"}


def test_the_law_itself_fails_nowhere() -> None:
    assert failing(law_of_57()) == set()


def test_without_x_a_value_that_is_reached_is_taken() -> None:
    """All heaps have the value 0 but the first moves lead there."""
    law = replace(law_of_57(), again=(Run(2 * K + 2, 0),), mark=None)
    assert failing(law) == {"(X)"}


def test_without_m_a_value_is_too_large() -> None:
    again = (Run(K + 1, 1), Run(K + 1, 4))
    assert failing(replace(law_of_57(), again=again)) == {"(M)"}


def test_without_l_a_run_is_negative() -> None:
    """The values are 0 and then 1 1 ... with a run of 1 - k at the end of the first word."""
    law = law_of_57()
    first = (*law.first, Run(K + 1, 1), Run(K + 1, 2), Run(-K - 1, 2), Run(K + 1, 2))
    again = law.again
    assert "(L)" in failing(replace(law, first=first, again=again))


def test_a_digit_at_fewer_than_0_places_makes_no_game() -> None:
    """0.1{k}0{k - 3}5 has members from k = 3 on; for k = 2 its moves would overlap."""
    rule = replace(CodeFamily.parse("0.1{k}0{k - 3}5 for k >= 3"), where=(equal(K, 2),))
    (case,) = cases_of(rule, ())
    runs = (Run(3 * ONE, 1), Run(ONE, 0))
    law = WordLaw(("k",), rule.where, (Run(ONE, 0),), runs, 4)
    answers = solver_named("z3").answers(script := SumsOfRuns().script(rule, case, law))
    pairs = zip(script.questions, answers, strict=True)
    assert "(L) digit 1" in {q.name for q, answer in pairs if answer.verdict == "sat"}


def test_certificates_about_games_that_are_none_are_refused() -> None:
    """The gap of 60 - k places is below 0 for k > 60; that of -1 makes the last digit split alone,
    which is the right of d0 only."""

    def certificate(rule: str, bound: int, laws: list[dict[str, object]]) -> dict[str, object]:
        laws = [{"case": 0, "parameters": ["k"], "mark": None, **law} for law in laws]
        claim = CodeLaw.from_parameters({"split": [], "laws": laws})
        return {
            "mexplore certificate": 1, "rule": rule, "statement": claim.statement(),
            "claim": {"pattern": "law of codes", **claim.parameters()},
            "theorem": "sums of runs", "bound": bound,
        }  # fmt: skip

    again: list[list[object]] = [["k + 60", 0]]
    few = {"cell": ["k >= 1", "k <= 60"], "first": [["1", 0], ["k", 1], ["-k + 60", 0], ["k", 1]]}
    many = {"cell": ["k >= 61"], "first": [["1", 0], ["k + 60", 1]]}
    both = [{**law, "again": again, "copies": 5} for law in (few, many)]
    text = "0.1{k}0{-k + 60}1{k} for k >= 1"
    assert "(L) digit 1" in verify(certificate(text, 47, both), fast=True).reason
    alone = {"cell": ["k == 0"], "first": [["1", 0]], "again": [["1", 0], ["1", 1]], "copies": 6}
    found = certificate("0.1{k}0{-k - 1}4 for k == 0", 30, [alone])
    assert "below 0 for k = 0" in verify(found, fast=True).reason


def test_laws_of_cases_that_are_not_linear_are_refused() -> None:
    rule = CodeFamily.parse("0.5{k}7{m} for k >= 1, m >= 1")
    split = (Blocks("m", K, "h", "r"),)
    runs = (Run(K + 1, 1), Run(K + 1, 2))
    names = {0: ("k", "r"), 1: ("k", "h", "r")}
    laws = tuple(
        OfCase(case, WordLaw(names[case], (at_least(K, 1),), (Run(ONE, 0),), runs, 4))
        for case in (1, 0)
    )
    proved = SumsOfRuns().prove(rule, CodeLaw(split, laws), [solver_named("z3")])
    assert not isinstance(proved, Proved)


@pytest.mark.parametrize(
    "text", ["0.1{k} for k >= 0", "0.5{2*k} for k >= 0", "0.1{k}5{k} for k >= 0"]
)
def test_members_without_moves_are_no_trouble(text: str) -> None:
    study = study_of(text, 10)
    assert study.status in ("proved", "nothing found")
    if study.certificate is not None:
        assert verify(study.certificate).valid


def test_without_p_the_period_is_0() -> None:
    law = replace(law_of_57(), again=(Run(Polynomial(), 1),), mark=None)
    assert {"(P)", "(B)"} <= failing(law)


def test_without_b_the_window_is_too_short() -> None:
    """0.07: the first 14 values repeat for a while. 0.1{k}5 with two copies only."""
    law = law_of_57()
    assert failing(replace(law, copies=2)) == {"(B)"}


def test_without_u_a_multiple_of_the_period_is_called_least() -> None:
    law = law_of_57()
    double = replace(law, again=law.again * 2)
    assert failing(replace(double, mark=None)) == set()
    for mark in range(4):
        assert failing(replace(double, mark=mark)) == {"(U)"}


def test_u_asks_for_lengths_that_are_never_equal() -> None:
    """k and 2 are equal for k = 2: half of the length of 1^k 2 1^2 2 is a period there."""
    rule = CodeFamily.parse("0.5{k}7 for k >= 1")
    again = (Run(K, 1), Run(ONE, 2), Run(2 * ONE, 1), Run(ONE, 2))
    law = WordLaw(("k",), rule.where, (Run(ONE, 0),), again, 4, mark=0)
    assert "(U)" in failing(law)
    above = replace(law, cell=(at_least(K, 3),))
    assert "(U)" not in failing(above)
    empty = replace(law, again=(Run(K - 1, 3), *again[1:]), cell=rule.where)
    assert "(U)" in failing(empty)


@pytest.mark.parametrize("mark", [-1, 2, 7])
def test_a_mark_is_a_run(mark: int) -> None:
    rule = CodeFamily.parse("0.5{k}7 for k >= 1")
    law = replace(law_of_57(), mark=mark)
    outcome = SumsOfRuns().outcome(rule, cases_of(rule, ())[0], law, [solver_named("z3")])
    assert "the mark is a run" in outcome.failed


def test_a_constant_has_no_mark() -> None:
    rule = CodeFamily.parse("0.5{k}4 for k >= 1")
    law = first_law("0.5{k}4 for k >= 1")
    assert law.mark is None and len(law.cycle()) == 1
    marked = replace(law, mark=0)
    outcome = SumsOfRuns().outcome(rule, cases_of(rule, ())[0], marked, [solver_named("z3")])
    assert "the mark is a run" in outcome.failed


def test_a_window_that_is_too_short_would_prove_a_false_law() -> None:
    """The control of (B): 0.77 has values that repeat with the period 12 only from 71 on; up to
    n = 30 nothing is wrong with the beginning and any period that fits it."""
    rule = CodeFamily.parse("0.7{k} for k == 2")
    terms = grundy_values(rule.member(k=2), 30).tolist()
    first = tuple(Run(ONE, value) for value in terms[:1])
    again = tuple(Run(ONE, value) for value in terms[1:])
    law = WordLaw(("k",), rule.where, first, again, 2)
    script = SumsOfRuns().script(rule, cases_of(rule, ())[0], law)
    answers = solver_named("z3").answers(script)
    first_copy = {f"run {i}" for i in range(30)}
    wrong = {
        question.name
        for question, answer in zip(script.questions, answers, strict=True)
        if answer.verdict != "unsat"
    }
    assert wrong and "(B) window" in wrong
    assert not {name for name in wrong if name.split(" ", 1)[1].split(",")[0] in first_copy}


# Altered laws.


def mutants(law: WordLaw) -> Iterator[WordLaw]:
    """The law, altered at one place."""
    for part in ("first", "again"):
        runs: tuple[Run, ...] = getattr(law, part)
        for i, run in enumerate(runs):
            for other in (
                [Run(run.length, run.value + 1)],
                [Run(run.length, max(0, run.value - 1))],
                [Run(run.length + 1, run.value)],
                [Run(run.length - 1, run.value)],
                [Run(run.length + K, run.value)],
                [],
            ):
                changed = (*runs[:i], *other, *runs[i + 1 :])
                if changed != runs:
                    yield replace(law, **{part: changed})  # type: ignore[arg-type]
    yield replace(law, cell=())
    yield replace(law, copies=2)


@pytest.mark.parametrize("text", FAMILIES[:2])
def test_altered_laws_are_proved_only_if_they_are_true(text: str) -> None:
    assert refused(text, every=11) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("text", FAMILIES)
def test_all_altered_laws_are_proved_only_if_they_are_true(text: str) -> None:
    assert refused(text, every=1) >= 8


def refused(text: str, every: int) -> int:
    """How many altered laws are not proved; those that are agree with the values."""
    rule, claim = studied(text)
    count = 0
    for each in claim.laws:
        others = tuple(other for other in claim.laws if other != each)
        for law in islice(mutants(each.law), 0, None, every):
            altered = CodeLaw(claim.split, (OfCase(each.case, law), *others))
            proved = SumsOfRuns().prove(rule, altered, [solver_named("z3")])
            count += not isinstance(proved, Proved)
            if isinstance(proved, Proved):
                for values in islice(rule.members(9), 5):
                    terms = grundy_values(rule.member(**values), 400).tolist()
                    assert altered.first_failure(KnownMembers(rule, [(values, terms)])) is None
    return count


def test_a_cell_that_leaves_members_open_is_refused() -> None:
    rule, claim = studied("0.5{k}7 for k >= 1")
    law = replace(claim.laws[0].law, cell=(*claim.laws[0].law.cell, at_least(K, 3)))
    narrow = CodeLaw((), (OfCase(0, law),))
    assert not isinstance(SumsOfRuns().prove(rule, narrow, [solver_named("z3")]), Proved)


@pytest.mark.parametrize(
    "change",
    [
        {"copies": 1},
        {"copies": "4"},
        {"mark": "1"},
        {"first": [["k", 0]]},
        {"again": [["k + 1", -1]]},
        {"again": [["k*k", 1]]},
        {"again": [["m", 1]]},
        {"cell": ["m >= 1"]},
        {"again": []},
        {"again": [["k + 1", 1], ["k + 1", True]]},
        {"again": [["k + 1", 1], ["k + 1", 10**9]]},
        {"again": [["k + 1", 1], ["k + 1", 2]] * 400},
        {"copies": True},
        {"mark": True},
    ],
)
def test_altered_certificates_are_refused(change: dict[str, object]) -> None:
    certificate = study_of("0.5{k}7 for k >= 1").certificate
    assert certificate is not None
    law = {**certificate["claim"]["laws"][0], **change}
    claim = {**certificate["claim"], "laws": [law]}
    assert not verify({**certificate, "claim": claim}).valid


# Random families.


@pytest.mark.parametrize("seed", range(6))
def test_random_families_have_true_laws(seed: int) -> None:
    """What is proved is true of members that were not looked at."""
    chance = Random(seed)
    digits = [str(chance.randrange(8)) for _ in range(2)]
    first, last = chance.choice("00004"), chance.randrange(1, 8)
    text = f"{first}.{digits[0]}{{k}}{digits[1]}{last} for k >= 2"
    study = study_of(text, 10)
    if study.claim is None:
        return
    rule = study.rule
    for k in (2, 3, 17, 23):
        terms = grundy_values(rule.member(k=k), 900).tolist()
        assert study.claim.first_failure(KnownMembers(rule, [({"k": k}, terms)])) is None


# Questions.


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("period == 4*k + 6", "proved"),
        ("period == 4*k + 6 when k % 2 == 1", "proved"),
        ("period == 4*k + 7", "refuted"),
        ("preperiod == 1", "proved"),
    ],
)
def test_statements_about_periods(statement: str, status: str) -> None:
    rule = CodeFamily.parse("0.1{k}5 for k >= 1")
    found = FamiliesOfCodes().check_conjecture(rule, statement, (0, 0))
    assert found.status == status or (statement.startswith("pre") and not found.refuted)


def test_members_with_huge_numbers_answer_by_the_law() -> None:
    rule, k = CodeFamily.parse("0.5{k}7 for k >= 1"), 10**40
    known = member_answers(rule, {"k": k}, [], Means())
    for n in (0, 1, k + 1, k + 2, 10**60 + 5):
        assert known.at(n) == (0 if n == 0 else 1 + (n - 1) % (2 * k + 2) // (k + 1))


def test_families_of_codes_are_compared() -> None:
    first, second = (CodeFamily.parse(f"{t} for k >= 2") for t in ("0.5{k}7", "0.5{k}6"))
    assert compare_families(first, second, 30.0).proof == "sums of runs"
    other = CodeFamily.parse("0.1{k}5 for k >= 2")
    assert compare_families(first, other, 30.0).difference is not None
