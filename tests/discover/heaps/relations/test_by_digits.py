"""Statements about values, decided by laws that are read off digits: held against Python far beyond
the n that decide, with random laws, random statements, and statements with an altered number."""

from __future__ import annotations

import random

import numpy as np
import pytest
from statements_by_python import least_failure, verdict_of

from mexplore.discover.automata.from_the_top import value_sets_of
from mexplore.discover.automata.numeration import Base
from mexplore.discover.automata.operations import Budget
from mexplore.discover.heaps.check import check, check_by_law
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic, AutomaticForm
from mexplore.discover.heaps.patterns.digit_values import DigitValues, DigitValuesForm
from mexplore.discover.heaps.patterns.geometric import Geometric, GeometricForm
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits, HeapValuesForm
from mexplore.discover.heaps.relations import by_digits
from mexplore.discover.heaps.relations.by_digits import decided_by_digits
from mexplore.discover.heaps.relations.check import check_relation
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.runs import runs_of
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.notation import parse_rule

FAR = 400


def drawn_law(rng: random.Random) -> ClosedForm:
    """A geometric law, rounded down or up, a machine, or an xor over digits."""
    kind, base = rng.randrange(4), rng.randrange(2, 5)
    if kind < 2:
        ceil = kind == 1
        start = rng.randrange(1 + ceil, 8)
        first = np.array([rng.randrange(4) for _ in range(start)], dtype=np.uint8)
        return GeometricForm(Geometric(base, start, ceil), runs_of(first))
    if kind == 2:
        values = (0, *(rng.randrange(4) for _ in range(base - 1)))
        return DigitValuesForm(DigitValues(base, values))
    states = rng.randrange(1, 4)
    rows = [[rng.randrange(states) for _ in range(base)] for _ in range(states)]
    rows[0][0] = 0
    outputs = tuple(rng.randrange(3) for _ in range(states))
    return AutomaticForm(Automatic(base, tuple(map(tuple, rows)), outputs))


def drawn_statement(rng: random.Random, law: ClosedForm) -> tuple[str, list[str]]:
    """A claim and its conditions, by chance near the truth."""

    def argument() -> str:
        a, b, k = rng.randrange(1, 5), rng.randrange(-4, 5), rng.randrange(2, 4)
        return rng.choice(
            ("n", "n", f"n + {abs(b)}", f"{a}*n + {b}", f"n // {k}", f"n / {k}", f"{9 + b} - n",
             f"{k}", f"(n + {abs(b)}) // {k}", f"n - n % {k}")
        )  # fmt: skip

    def number() -> str:
        k, value = rng.randrange(4), law.at(rng.randrange(30))
        return rng.choice(
            (f"{k}", f"{value}", f"n % {k + 2}", f"n // {k + 2}", f"{k} - n", "log2(n)",
             f"2*log2(n) - {k}", f"{k} + isqrt(n)", f"{k} - log2(n + 1)", f"log2(n) / 2 + {k}",
             f"G({argument()})", f"G({argument()}) + {k}", f"{k} - G({argument()})",
             f"G({argument()}) * {k} // 2")
        )  # fmt: skip

    def condition() -> str:
        k, p = rng.randrange(12), rng.randrange(2, 5)
        return rng.choice((f"n >= {k}", f"n % {p} == {k % p}", f"G(n) > {k % 3}", f"n > {k}"))

    sign = rng.choice(("==", "<=", "<", ">=", ">", "!="))
    claim = f"G({argument()}) {sign} {number()}"
    if rng.random() < 0.3:
        claim = f"G({argument()}) <= {max(law.prefix(60).tolist())} or {claim}"
    return claim, [condition() for _ in range(rng.choice((0, 0, 1, 1, 2)))]


def judge(rng: random.Random) -> str:
    law = drawn_law(rng)
    claim, conditions = drawn_statement(rng, law)
    text = claim + (f" when {', '.join(conditions)}" if conditions else "")
    decision = decided_by_digits(read_relation(text), law, Budget(20_000))
    failure = None if decision is None else least_failure(claim, conditions, law, FAR)
    return verdict_of(decision, claim, conditions, law, failure, FAR)


def test_decisions_agree_with_python_on_random_laws_and_statements() -> None:
    rng = random.Random(46)
    found = [judge(rng) for _ in range(40)]
    assert found.count("proved") > 5
    assert found.count("refuted") > 15
    assert found.count("open") < 10


@pytest.mark.slow
def test_decisions_agree_with_python_on_many_more() -> None:
    rng = random.Random(1)
    found = [judge(rng) for _ in range(2000)]
    assert found.count("proved") > 300


DECIDED = [
    ("divide(2)", "G(4n) = G(n)", "G(2n) = G(n)"),
    ("divide(2)", "G(2n) = 1 - G(n) for n >= 1", "G(2n) = 1 - G(n) for n >= 0"),
    ("divide(2..6)", "G(12n) = G(n)", "G(6n) = G(n)"),
    ("divide(2..6)", "G(12n + 7) = G(n) for n >= 1", "G(12n + 12) = G(n) for n >= 1"),
    ("divide(2..6)", "G(n) <= 3", "G(n) <= 2"),
    ("divide(2..6)", "G(n) = G(n//144) when n >= 72", "G(n) = G(n//144) when n >= 11"),
    ("divide(2..6)", "G(n) <= log2(n) + 1 for n >= 1", "G(n) <= log2(n) for n >= 1"),
    ("divide(2..6)", "lost(n) implies lost(12n)", "lost(n) implies lost(12n + 12)"),
    ("divide(2..6)", "|G(n + 1) - G(n)| <= 3", "|G(n + 1) - G(n)| <= 2"),
]


@pytest.mark.parametrize(("rule", "true", "altered"), DECIDED)
def test_true_statements_are_proved_and_altered_ones_refuted(
    rule: str, true: str, altered: str
) -> None:
    limits, game = Limits(max_terms=100_000), parse_rule(rule)
    proved = check_relation(game, read_relation(true), 100, limits)
    assert (proved.status, proved.failure) == ("proved", None)
    refuted = check_relation(game, read_relation(altered), 100, limits)
    assert refuted.failure is not None


def geometric_law(rule: str) -> ClosedForm:
    from mexplore.discover.study.evidence import Evidence

    evidence = Evidence(grundy_values(parse_rule(rule), 4000))
    law = next(iter(Geometric.detect(evidence))).closed_form(evidence)
    assert law is not None
    return law


def test_a_failure_beyond_any_table_is_found() -> None:
    law = geometric_law("divide(2)")
    found = decided_by_digits(read_relation("G(n) = G(n + 1) for n >= 10**30"), law, Budget())
    assert found is not None
    assert found.failure == 2**100 - 1  # the first number from 10^30 on whose successor is 2^k


def test_conditions_in_another_base_are_refused() -> None:
    """The control: automata that read base 3 tell nothing of the digits in base 2."""
    bits = DigitValuesForm(DigitValues(2, (0, 1)))
    relation = read_relation("G(n) = popcount(n) % 2")
    assert decided_by_digits(relation, bits, Budget()) is not None
    assert decided_by_digits(relation, geometric_law("divide(3)"), Budget()) is None


def test_what_is_not_linear_is_refused() -> None:
    law = geometric_law("divide(2)")
    for text in ("G(n*n) = G(n)", "G(n) <= n*n", "G(2**n) = G(n)", "G(n) <= isqrt(n) + log2(n)"):
        assert decided_by_digits(read_relation(text), law, Budget()) is None, text


def test_too_little_room_decides_nothing() -> None:
    law = geometric_law("divide(2..6)")
    assert decided_by_digits(read_relation("G(7n + 5) <= 2 + G(5n)"), law, Budget(3)) is None


@pytest.mark.parametrize("seed", range(8))
def test_sets_of_values_are_those_of_the_law(seed: int) -> None:
    law = drawn_law(random.Random(seed))
    sets = law.value_sets(Budget())
    assert sets is not None
    values = law.prefix(300).tolist()
    assert [next(v for v, s in sets.items() if s.accepts(n)) for n in range(300)] == values
    assert all(sum(s.accepts(n) for s in sets.values()) == 1 for n in range(300))


def test_an_automaton_that_reads_from_below_needs_no_turning() -> None:
    law = HeapValuesForm(HeapValuesByDigits(Base(2), 1, ((1, 2), (1, 1), (2, 2)), 1, (0, 0, 1)))
    found = decided_by_digits(read_relation("G(n) = n mod 2"), law, Budget())
    assert found is not None
    assert found.failure is None


def test_a_machine_of_one_state_is_turned() -> None:
    assert value_sets_of(3, ((0, 0, 0),), (5,), Budget())[5].accepts(10**20)


def test_a_formula_is_compared_with_a_law_by_digits() -> None:
    """G(n) = 1 exactly for the n with an odd number of digits 1."""
    law = DigitValues(2, (0, 1))
    best = Finding(law, 100, Proof("a theorem", 100), DigitValuesForm(law))
    true = check_by_law("popcount(n) % 2", best, (0, 100))
    assert true is not None
    assert true.status == "proved"
    false = check_by_law("n % 2", best, (0, 100))
    assert false is not None
    assert false.first_failure == 2


@pytest.mark.parametrize("budget", [4.0, 300.0])
@pytest.mark.parametrize("statement", ["G(4*n) >= G(n)", "bit_length(n) % 2"])
def test_automata_have_the_budget_of_the_question(
    budget: float, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither 20 seconds of a budget of 4, nor 20 of 300."""
    given: list[float] = []

    def asked(relation: object, form: object, limited: Budget) -> None:
        assert limited.deadline is not None
        given.append(limited.deadline)

    monkeypatch.setattr(by_digits, "decided_by_digits", asked)
    began = working_seconds()
    check(parse_rule("divide(2)"), statement, (0, 200), Limits(budget, max_terms=2000))
    left = working_seconds() - began
    assert given
    assert all(budget <= end - began <= budget + 0.1 * budget + left for end in given)
