"""The theorem that automata decide: published laws, false friends, mutants, random rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mexplore.discover.automata.laws import Law, LinearTail, ResidueLaw, lines
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.automata.prover import Decision, Holds, Refuted, functional, total
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.decided_by_automata.question import question
from mexplore.discover.heaps.theorems.decided_by_automata.theorem import DecidedByAutomata
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.moves.relations import relations_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

AUTOMATA = DecidedByAutomata()

ARITHMETIC = [
    ("0.8", 3, 1), ("0.C", 2, 1), ("0.3F", 6, 3), ("0.8B", 7, 4), ("0.FC", 5, 4), ("0.BC", 3, 2),
    ("4.[3]", 4, 4), ("0.0[7]", 2, 1),
]  # fmt: skip
"""(code, period, saltus): R. Austin, Impartial and partisan games, 1976, for hexadecimal codes;
Winning Ways, chapter 4, for Lasker's Nim (4.[3])."""

PLAIN = ["8.0", "{4}.0", "{3,5}.0", "0.04[3]", "subtract(all but 2, 3, 7)", "0.77", "0.77!", "4=.3",
         "subtract(1, odd)", "subtract(3, multiples(4)) or 0.07"]  # fmt: skip


def detected(rule: Rule, stop: int) -> list[Pattern]:
    evidence = Evidence(grundy_values(rule, stop))
    kinds: tuple[type[Pattern], ...] = (Periodic, SplitPeriodic)
    claims = (claim for kind in kinds for claim in kind.detect(evidence))
    return [claim for claim in claims if claim.first_failure(evidence) is None]


def law_of(rule: Rule, claim: Pattern) -> Law:
    shape = AUTOMATA.hypotheses(rule)
    assert not isinstance(shape, Inapplicable)
    asked = question(shape, claim)
    law = asked.law()
    assert isinstance(law, Law)
    refined = asked.refined(law)
    assert isinstance(refined, Law)
    return refined


@pytest.mark.parametrize(("text", "period", "saltus"), ARITHMETIC)
def test_published_arithmetic_periods_are_proved(text: str, period: int, saltus: int) -> None:
    rule = parse_rule(text)
    claim = next(c for c in detected(rule, 500) if isinstance(c, Periodic))
    assert (claim.period, claim.saltus) == (period, saltus)
    assert isinstance(AUTOMATA.bound(rule, claim), int)
    best = study(rule, Limits(upto=600)).best
    assert best is not None
    assert best.claim == claim
    assert best.proof


@pytest.mark.parametrize("text", PLAIN)
def test_laws_of_every_kind_of_moves_are_proved(text: str) -> None:
    rule = parse_rule(text)
    claims = detected(rule, 900)
    bound = min(b for c in claims if isinstance(b := AUTOMATA.bound(rule, c), int))
    far = Evidence(grundy_values(rule, min(4 * bound + 500, 4000)))
    for claim in claims:
        if isinstance(AUTOMATA.bound(rule, claim), int):
            assert claim.first_failure(far) is None


def test_an_ultimately_periodic_set_climbs_at_some_residues() -> None:
    """Remove 1, or s >= 4 with s mod 7 in 2..5: slopes {0, 1} from 8 on, with period 7."""
    rule = parse_rule("0.3003300[0333300]")
    moves = [s for s in range(1, 40) if any(heaps == () for heaps in rule.options(s))]
    assert moves == [s for s in range(1, 40) if s == 1 or (s >= 4 and s % 7 in (2, 3, 4, 5))]
    claim = next(c for c in detected(rule, 500) if isinstance(c, SplitPeriodic))
    assert (claim.preperiod, claim.period, set(claim.slopes)) == (8, 7, {0, 1})
    assert isinstance(AUTOMATA.bound(rule, claim), int)


FRIENDS = [
    ("0.F6", Periodic(604, 43, 32), 1886 + 43),
    ("0.93", Periodic(4983, 7, 4), 5788 + 7),
    ("0.91", Periodic(1494, 8, 4), 1987 + 8),
    ("0.14", Periodic(465 - 30, 30), 516),
]


@pytest.mark.parametrize(("text", "claim", "broken"), FRIENDS, ids=[text for text, _, _ in FRIENDS])
def test_false_friends_are_refuted_where_they_fail(text: str, claim: Periodic, broken: int) -> None:
    bound = AUTOMATA.bound(parse_rule(text), claim)
    assert isinstance(bound, Disproof)
    assert (bound.at, bound.exact) == (broken, True)


@pytest.mark.parametrize(("text", "claim", "broken"), FRIENDS, ids=[text for text, _, _ in FRIENDS])
def test_automata_alone_refute_the_false_friends(text: str, claim: Periodic, broken: int) -> None:
    """Without a look at more terms than the law needs."""
    values = grundy_values(parse_rule(text), claim.preperiod + claim.period).tolist()
    moves = relations_of(parse_rule(text))
    assert isinstance(moves, tuple)
    law = lines(values, [claim.saltus] * claim.period)
    try:
        verdict = Decision(law, moves).verdict(Budget(2000))
    except Undecided as undecided:
        assert undecided.for_good  # never a verdict
        return
    assert isinstance(verdict, Refuted)
    assert verdict.n == broken


def mutants(law: Law, pick: Random) -> list[Law]:
    """One value, one slope, one constant, one exception more, one exception less, the preperiod."""
    found = []
    r = pick.randrange(law.modulus)
    old = law.classes[r]
    assert isinstance(old.tail, LinearTail)
    q = len(old.first) + pick.randint(0, 3)
    values = [old.at(i) for i in range(q + 1)]
    other = pick.choice([v for v in range(values[-1] + 3) if v != values[-1]])
    found.append(ResidueLaw((*values[:-1], other), old.tail))
    steeper = replace(old.tail, slope=old.tail.slope + 1)
    found.append(ResidueLaw(tuple(values[:1]), steeper))
    found.append(ResidueLaw(old.first, replace(old.tail, constant=old.tail.constant + 1)))
    if old.tail.slope:
        flat = replace(old.tail, slope=0, constant=max(old.at(0), 0))
        found.append(ResidueLaw(old.first, flat))
    if old.first and min(old.tail.at(i) for i in range(len(old.first))) >= 0:
        found.append(ResidueLaw(old.first[:-1], old.tail))
    return [Law((*law.classes[:r], each, *law.classes[r + 1 :]), law.settled) for each in found]


MUTATED = ["0.8", "0.C", "0.3F", "0.8B", "0.FC", "4.[3]", "0.0[7]", "0.04[3]", "8.0", "0.77",
           "4=.3", "subtract(all but 2, 3)", "0.3003300[0333300]", "subtract(1, 3, 4)"]  # fmt: skip


@pytest.mark.parametrize("text", MUTATED)
@pytest.mark.parametrize("rounds", [5, pytest.param(60, marks=pytest.mark.slow)])
def test_mutated_laws_are_refuted_at_the_least_number(text: str, rounds: int) -> None:
    rule, pick, tried = parse_rule(text), Random(text), 0
    claim = detected(rule, 500)[0]
    law = law_of(rule, claim)
    moves = relations_of(rule)
    assert isinstance(moves, tuple)
    assert isinstance(Decision(law, moves).verdict(Budget()), Holds)
    true = grundy_values(rule, 1000)
    for mutant in (m for _ in range(rounds) for m in mutants(law, pick)):
        if all(mutant.at(n) == law.at(n) for n in range(600)):
            continue
        slopes = {each.tail.at(1) - each.tail.at(0) for each in mutant.classes}
        try:
            verdict = Decision(mutant, moves).verdict(Budget(1000 if len(slopes) > 1 else 100_000))
        except Undecided:  # the xors of numbers of several slopes need very large automata
            assert len(slopes) > 1
            continue
        assert isinstance(verdict, Refuted)
        n = verdict.n
        assert all(mutant.at(m) == true[m] for m in range(n))
        assert verdict.value == mutant.at(n) != true[n]
        if verdict.missing is not None:
            assert verdict.missing == true[n] < verdict.value
        elif n < 60:
            assert verdict.value in values_of_options(rule, n, true.tolist())
        tried += 1
    assert tried >= rounds


def values_of_options(rule: Rule, n: int, values: list[int]) -> set[int]:
    found = set()
    for heaps in rule.options(n):
        value = 0
        for heap in heaps:
            value ^= values[heap]
        found.add(value)
    return found


def random_rule(pick: Random) -> str:
    suffix = ["", "", "", "!", "?", "="]
    kind = pick.randrange(5)
    if kind == 0:
        digits = "".join(pick.choice("01234567") + pick.choice(suffix) for _ in range(3))
        return f"{pick.choice('004')}.{digits}"
    if kind == 1:
        block = "".join(pick.choice("0123") for _ in range(pick.randint(1, 3))) + "3"
        return f"0.{''.join(pick.choice('0123') for _ in 'ab')}[{block}]"
    if kind == 2:
        return f"0.{pick.choice('0123456789ABCDEF')}{pick.choice('89ABCDEF')}"
    if kind == 3:
        k = pick.randint(2, 5)
        return f"subtract({pick.randint(1, 9)}, {pick.randint(1, 9)}, multiples({k}))"
    return f"0.{pick.choice('123')}{pick.choice('4567')} or subtract(odd)"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("count", [4, pytest.param(150, marks=pytest.mark.slow)])
def test_the_verdict_on_random_rules_is_that_of_direct_computation(seed: int, count: int) -> None:
    """Claims guessed from few terms: many of them are false, and never proved."""
    pick, decided = Random(f"{seed} {count}"), 0
    for _ in range(count):
        rule = parse_rule(random_rule(pick))
        far = Evidence(grundy_values(rule, 800))
        assert far.values[:40].tolist() == grundy_by_definition(rule, 40)
        for claim in detected(rule, pick.choice([24, 40, 80, 200]))[:2]:
            shape = AUTOMATA.hypotheses(rule)
            assert not isinstance(shape, Inapplicable)
            form = claim.closed_form(far)
            law = form.by_residues() if form else None
            moves = relations_of(rule)
            assert law is not None
            assert isinstance(moves, tuple)
            refined = question(shape, claim).refined(law)
            assert isinstance(refined, Law)
            try:
                verdict = Decision(refined, moves).verdict(Budget(3000))
            except Undecided:
                continue
            decided += 1
            failure = claim.first_failure(far)
            if isinstance(verdict, Holds):
                assert failure is None, (str(rule), claim)
            elif failure is not None:
                assert verdict.n == failure, (str(rule), claim)
            else:
                assert verdict.n >= far.stop
    assert decided >= count // 4


def test_a_law_must_be_that_of_a_function() -> None:
    """Without this check the empty graph passes everything, and so does one with every value."""
    graph = lines([0, 1], [0, 0]).graph()
    assert total(graph)
    assert functional(graph)
    nothing = replace(graph, accepting=np.zeros_like(graph.accepting))
    assert not total(nothing)
    everything = replace(graph, accepting=np.ones_like(graph.accepting))
    assert not functional(everything)
    negative = Law((ResidueLaw((), LinearTail(1, -3)),), 0)
    moves = relations_of(parse_rule("subtract(1)"))
    assert isinstance(moves, tuple)
    with pytest.raises(ValueError, match="gives every n one value"):
        Decision(negative, moves).verdict(Budget())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0.*", "any number of heaps"),
        ("subtract(squares)", "squares"),
        ("{4!}.0", "4 pairwise unequal heaps"),
        ("n -> [n - 1 - n % 2]", "not described"),
    ],
)
def test_what_automata_cannot_read_is_refused_with_the_reason(text: str, why: str) -> None:
    reason = AUTOMATA.hypotheses(parse_rule(text))
    assert isinstance(reason, Inapplicable)
    assert why in reason.reason


def test_a_deadline_that_has_passed_decides_nothing_and_is_not_remembered() -> None:
    question.cache_clear()
    rule, claim = parse_rule("0.BC"), Periodic(4, 3, 2)
    late = AUTOMATA.bound(rule, claim, deadline=1e-9)
    assert isinstance(late, Inapplicable)
    assert not isinstance(late, Disproof)
    assert "time" in late.reason
    assert isinstance(AUTOMATA.bound(rule, claim), int)


def test_too_many_first_values_are_refused() -> None:
    bound = AUTOMATA.bound(parse_rule("0.16"), Periodic(105351, 149459))
    assert isinstance(bound, Inapplicable)
    assert not isinstance(bound, Disproof)


def test_automatic_laws_of_moves_to_one_heap_are_left_to_the_window_product() -> None:
    parity = Automatic(2, ((0, 1), (0, 1)), (0, 1))  # n mod 2: true of subtract(1)
    refused = AUTOMATA.bound(parse_rule("subtract(1)"), parity)
    assert refused == Inapplicable(
        "moves to one heap and laws of this kind are the window product's"
    )
    # Moves to two heaps are decided here: of 0.07 it is false.
    denied = AUTOMATA.bound(parse_rule("0.07"), parity)
    assert isinstance(denied, Disproof)
    values = grundy_by_definition(parse_rule("0.07"), 20)
    assert denied.at == next(n for n in range(20) if values[n] != n % 2)
