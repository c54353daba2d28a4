"""Ruler laws: found where they are planted, refuted by one term, decided by automata."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mexplore.discover.automata.laws import Law, ResidueLaw
from mexplore.discover.automata.operations import Budget
from mexplore.discover.automata.prover import Decision, Holds, Refuted
from mexplore.discover.heaps.patterns._ruler_tail import RulerTail
from mexplore.discover.heaps.patterns.ruler import Ruler, RulerClass, with_period
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.decided_by_automata.theorem import DecidedByAutomata
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.moves.relations import relations_of
from mexplore.rules.notation import parse_rule

THE_LAW = Ruler(6, 13, 4, (RulerClass(15, 2, 8, 5),))
"""Of 0.2048: G(13m + 15) = 4m + 2 - 8 * 2^v2(m), 4m + 5 at powers of 2."""


def planted(pick: Random) -> tuple[Ruler, list[int]]:
    """A law with its first 1500 values."""
    p, saltus = pick.randint(2, 9), pick.randint(1, 6)
    r = pick.randrange(p)
    head = pick.randint(0, 12)
    origin, factor = r + p * pick.randint(0, 3), pick.choice([1, 2, 8, -2])
    each = RulerClass(origin, 2000, factor, pick.choice([None, 1999, 2011]))
    values = [pick.randint(0, 9) for _ in range(head + p)]
    for n in range(head + p, 1500):
        values.append(values[n - p] + saltus)
    for n in range(r, 1500, p):
        m = (n - each.origin) // p
        values[n] = each.value(m, saltus) if m >= 1 else pick.randint(0, 9)
    return Ruler(head, p, saltus, (each,)), values


@pytest.mark.parametrize("seed", range(30))
def test_planted_laws_are_found(seed: int) -> None:
    pick = Random(seed)
    law, values = planted(pick)
    evidence = Evidence(np.array(values, dtype=np.uint16))
    assert law.first_failure(evidence) is None
    (found,) = Ruler.detect(evidence)
    assert found.first_failure(evidence) is None
    assert found.not_least(evidence) is None
    assert (law.period, law.saltus) == (found.period, found.saltus)
    assert found.preperiod <= law.preperiod
    assert Ruler.from_parameters(found.parameters()) == found
    form = found.closed_form(evidence.prefix(found.needed))
    assert form is not None
    assert form.prefix(1500).tolist() == values
    law_by_residues = form.by_residues()
    assert [law_by_residues.at(n) for n in range(1500)] == values
    graph = law_by_residues.graph()
    for n in range(0, 300, 7):
        q, r = divmod(n, law_by_residues.modulus)
        assert graph.accepts(q, values[n], start=r)
        assert not graph.accepts(q, values[n] + 1, start=r)


@pytest.mark.parametrize("seed", range(30))
def test_one_wrong_term_refutes(seed: int) -> None:
    pick = Random(seed)
    law, values = planted(pick)
    at = pick.randrange(law.needed, 1400)
    values[at] += 1
    failure = law.first_failure(Evidence(np.array(values, dtype=np.uint16)))
    assert failure == at
    assert law.as_stated(at) in (at, at - law.period)


def test_the_law_of_a_hexadecimal_game_is_found_and_proved() -> None:
    rule = parse_rule("0.2048")
    best = study(rule, Limits(upto=700)).best
    assert best is not None
    assert best.claim == THE_LAW
    assert best.proof
    assert best.proof.theorem == "automata"
    assert THE_LAW.first_failure(Evidence(grundy_values(rule, 5000))) is None
    assert best.form is not None
    assert best.form.at(13 * 2**200 + 15) == 4 * 2**200 + 5


def test_mutants_are_refuted_at_the_least_number() -> None:
    rule = parse_rule("0.2048")
    values = grundy_values(rule, 2000)
    form = THE_LAW.closed_form(Evidence(values))
    moves = relations_of(rule)
    assert form is not None
    assert isinstance(moves, tuple)
    law = form.by_residues()
    assert isinstance(Decision(law, moves).verdict(Budget()), Holds)
    tails = [(4, 1, 2, 8, 6), (4, 1, 3, 8, 5), (4, 1, 2, 4, 5), (4, 0, 2, 8, 5)]
    assert all(RulerTail(*t).at(q) >= 0 for t in tails for q in range(2, 100))
    for tail in tails:
        mutant = ResidueLaw(law.classes[2].first, RulerTail(*tail))
        classes = (*law.classes[:2], mutant, *law.classes[3:])
        mutated = Law(classes, law.settled)
        verdict = Decision(mutated, moves).verdict(Budget())
        assert isinstance(verdict, Refuted)
        first = next(n for n in range(2000) if mutated.at(n) != values[n])
        assert (verdict.n, verdict.value) == (first, mutated.at(first))


@pytest.mark.parametrize(
    "claim",
    [
        Ruler(5, 13, 4, THE_LAW.classes),
        Ruler(6, 13, 5, THE_LAW.classes),
        Ruler(6, 13, 4, (RulerClass(15, 2, 8, None),)),
        Ruler(6, 13, 4, (RulerClass(15, 2, 4, 5),)),
        Ruler(6, 13, 4, (RulerClass(28, 2, 8, 5),)),
        Ruler(6, 13, 4, (RulerClass(16, 2, 8, 5),)),
    ],
)
def test_mutated_claims_are_disproved(claim: Ruler) -> None:
    rule = parse_rule("0.2048")
    bound = DecidedByAutomata().bound(rule, claim)
    failure = claim.first_failure(Evidence(grundy_values(rule, 1000)))
    assert not isinstance(bound, int)
    assert getattr(bound, "at", None) == failure is not None


def test_impossible_parameters_are_refused() -> None:
    good = THE_LAW.parameters()
    changes: list[dict[str, object]] = [
        {"period": 1},
        {"saltus": -1},
        {"classes": []},
        {"classes": [[15, 2, 0, 5]]},
        {"classes": [[15, 2, 8, 5], [28, 2, 8, 5]]},
        {"classes": [[15, 2, 8]]},
        {"classes": [[15, None, 8, 5]]},
        {"preperiod": True},
    ]
    for change in changes:
        with pytest.raises((ValueError, TypeError)):
            Ruler.from_parameters({**good, **change})


@pytest.mark.parametrize("large", [2**62, 10**30, -(10**400)])
def test_numbers_beyond_64_bits_are_refuted_like_others(large: int) -> None:
    evidence = Evidence(grundy_values(parse_rule("0.2048"), 400))
    assert THE_LAW.first_failure(evidence) is None
    numbers = [(abs(large), 2, 8, 5), (4, large, 8, 5), (4, 2, large, 5), (4, 2, 8, large)]
    for saltus, constant, factor, at_powers in numbers:
        law = Ruler(6, 13, saltus, (RulerClass(15, constant, factor, at_powers),))
        assert law.first_failure(evidence) in (19, 28, 54)  # the first n of its kind


def test_the_last_period_rejects_no_ruler_law() -> None:
    chance = Random(4)
    for _ in range(60):
        p, saltus = chance.randrange(2, 12), chance.randrange(5)
        rulers = chance.sample(range(p), chance.randrange(1, min(4, p)))
        row = [chance.randrange(6) for _ in range(p)]
        terms = [
            row[n % p] + saltus * (n // p) + (40 if n % p in rulers else 0)
            - (2 * ((n // p) & -(n // p)) if n % p in rulers and n >= p else 0)
            for n in range(p * 70)
        ]  # fmt: skip
        if min(terms) < 0:
            continue
        fit = with_period(np.array(terms, dtype=np.int64), p)
        assert fit is not None and fit[1:3] == (p, saltus) and len(fit[3]) == len(rulers)
