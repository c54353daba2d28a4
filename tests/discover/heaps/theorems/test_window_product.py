"""The window product: what it proves is true, and nothing false is proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from strategies import residue_rule, values_of_text

from mexplore.discover.heaps.patterns.automatic.least_machine import guess_machine
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.heaps.patterns.automatic.product import Product
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.residue_window import residue_options
from mexplore.discover.heaps.theorems.window_product import MOST_COMPARED, WindowProduct
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.union.rule import union_of
from mexplore.rules.moves.residue_options import ResidueOptions
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition, mex

THEOREM = WindowProduct()


def detected(rule: Rule, stop: int = 1 << 16) -> list[Automatic]:
    return list(Automatic.detect(Evidence(grundy_values(rule, stop))))


def proved(rule: Rule, claim: Automatic) -> bool:
    return isinstance(THEOREM.bound(rule, claim), int)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("subtract(1) or divide(2)", 1),
        ("subtract(1, 2) or divide(2)", 2),
        ("subtract(1) or divide(3)", 1),
        ("subtract(1, 3) or divide(2)", 3),
        ("subtract(2) or divide(2)", 2),
        ("divide(2, 8)", 1),
    ],
)
def test_games_of_subtraction_and_division_are_proved(text: str, first: int) -> None:
    rule = parse_rule(text)
    (claim,) = detected(rule)
    bound = THEOREM.bound(rule, claim)
    assert isinstance(bound, int)
    assert first < bound <= MOST_COMPARED


def random_rule(random: Random) -> Rule:
    """A subtraction set, divisors that are powers of one base, or both; now and then others."""
    base = random.choice([2, 2, 2, 3, 3, 5, 6, 7])
    powers = random.sample([base, base, base**2, random.randint(2, 7)], random.randint(1, 2))
    taken = random.sample(range(1, 7), random.randint(0, 3))
    parts: list[Rule] = [Division(tuple(sorted(set(powers))))]
    if taken:
        parts.append(Subtraction(tuple(sorted(taken))))
    return union_of(parts)


def check_random_rules(count: int, seed: int, far: int) -> int:
    """How many of the random rules have a proved automaton; each is compared far out, and its
    mutations are proved only if they are the same sequence."""
    random, found = Random(seed), 0
    for _ in range(count):
        rule = random_rule(random)
        values = grundy_values(rule, far)
        assert values[:50].tolist() == grundy_by_definition(rule, 50)
        for claim in Automatic.detect(Evidence(values[: far // 8])):
            if not proved(rule, claim):
                continue
            found += 1
            assert claim.first_failure(Evidence(values)) is None, (str(rule), claim)
            for _ in range(5):
                other = mutated(claim, random)
                if other is not None and proved(rule, other):
                    assert other.first_failure(Evidence(values)) is None, (str(rule), other)
    return found


def mutated(claim: Automatic, random: Random) -> Automatic | None:
    """One transition or output is another one, or the start; None where that is no automaton."""
    rows, outputs = [list(row) for row in claim.transitions], list(claim.outputs)
    state, kind = random.randrange(claim.states), random.random()
    if kind < 0.4:
        outputs[state] = random.randrange(max(outputs) + 2)
    elif kind < 0.8:
        rows[state][random.randrange(claim.base)] = random.randrange(claim.states)
    else:
        rows = [[state if t == 0 else 0 if t == state else t for t in row] for row in rows]
        rows[0], rows[state] = rows[state], rows[0]
        outputs[0], outputs[state] = outputs[state], outputs[0]
    if rows[0][0]:
        return None
    return Automatic(claim.base, tuple(map(tuple, rows)), tuple(outputs))


def test_what_is_proved_of_random_rules_is_true() -> None:
    assert check_random_rules(60, seed=1, far=1 << 18) >= 15


@pytest.mark.slow
def test_what_is_proved_of_a_thousand_rules_is_true() -> None:
    assert check_random_rules(1000, seed=2, far=1 << 20) >= 300


def test_a_guess_from_64_terms_is_refuted() -> None:
    """{n - 2, floor(n/2)} has 17 states; 11 fit the first 64 terms, and no automaton of 11 all."""
    rule = parse_rule("subtract(2) or divide(2)")
    rows = ((0, 5), (7, 9), (10, 6), (6, 7), (9, 10), (8, 1), (3, 4), (9, 10), (2, 6), (4, 3))
    claim = Automatic(2, (*rows, (6, 7)), (0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2))
    truth = grundy_by_definition(rule, 100)
    assert claim.prefix(64).tolist() == truth[:64]
    assert claim.at(81) != truth[81]
    assert isinstance(THEOREM.bound(rule, claim), Inapplicable)


def quarter_or_take_one_wrongly() -> list[int]:
    """{n - 1, floor(n/4)} with 2 for the value of 0 where 0 is the quotient of 2 or 3."""
    values = [0, 1]
    for n in range(2, 1 << 15):
        values.append(mex([values[n - 1], 2 if n < 4 else values[n // 4]]))
    return values


def test_leading_zeros_must_change_nothing() -> None:
    """An automaton that sees a difference between 0 and no digit at all can cheat the windows."""
    rule = parse_rule("subtract(1) or divide(4)")
    shape = residue_options(rule)
    assert not isinstance(shape, Inapplicable)
    truth, wrong = grundy_by_definition(rule, 1 << 10), quarter_or_take_one_wrongly()
    assert [n for n in range(10) if wrong[n] != truth[n]] == [2, 8, 9]
    machine = guess_machine(np.array(wrong, dtype=np.uint8), 2)
    assert machine is not None
    honest = Automatic(2, machine.transitions, machine.outputs)
    assert isinstance(THEOREM.bound(rule, honest), Inapplicable)
    # The same with one more state, reached by a leading zero, that outputs 2.
    zero = honest.states
    one = honest.transitions[0][1]
    rows = ((zero, one), *honest.transitions[1:], (zero, one))
    with pytest.raises(ValueError, match="leading zeros"):
        Automatic(2, rows, (*honest.outputs, 2))
    cheat = object.__new__(Automatic)
    for name, value in (("base", 2), ("transitions", rows), ("outputs", (*honest.outputs, 2))):
        object.__setattr__(cheat, name, value)
    assert isinstance(Product(rule, shape, cheat).explored(), int)
    refusal = THEOREM.bound(rule, cheat)
    assert isinstance(refusal, Inapplicable)
    assert "leading zeros" in refusal.reason


def test_first_windows_are_those_from_one_on_even_without_subtraction() -> None:
    """With first windows for M <= q < k*M, none if M = 0, everything would pass for divide(2)."""
    nothing = Automatic(2, ((0, 0),), (0,))
    refusal = THEOREM.bound(parse_rule("divide(2)"), nothing)
    assert isinstance(refusal, Inapplicable)
    assert "n = 1 " in refusal.reason


def test_the_value_at_0_is_0() -> None:
    always_one = Automatic(2, ((0, 0),), (1,))
    refusal = THEOREM.bound(parse_rule("subtract(1) or divide(2)"), always_one)
    assert isinstance(refusal, Inapplicable)
    assert "n = 0 " in refusal.reason


@pytest.mark.parametrize(
    "text",
    [
        "remove(1 .. n // 2)",
        "n -> [n - 1 - isqrt(n - 1)] if n else []",
        "n -> [n * (n - 1) // 2 % n] if n else []",
        "n -> [n - (n & -n)] if n else []",
        "subtract(squares) or divide(2)",
        "subtract(all but 2)",
        "0.7",
    ],
)
def test_other_rules_are_refused(text: str) -> None:
    rule = parse_rule(text)
    claim = Automatic(2, ((0, 0),), (0,))
    assert isinstance(THEOREM.applies(rule), Inapplicable)
    assert isinstance(THEOREM.bound(rule, claim), Inapplicable)


def test_a_product_that_is_too_large_is_given_up() -> None:
    rule = parse_rule("subtract(1..30000) or divide(2)")
    refusal = THEOREM.bound(rule, Automatic(2, ((0, 0),), (0,)))
    assert isinstance(refusal, Inapplicable)


@pytest.mark.parametrize(
    ("text", "base", "states"),
    [
        ("subtract(1) or divide(2)", 2, 5),
        ("subtract(2) or divide(2)", 2, 17),
        ("subtract(3, 4) or divide(3)", 3, 99),
        ("subtract(1) or divide(16)", 16, 7),
        ("divide(2)", 2, 3),
        ("subtract(1) or divide(2, 4)", 2, 32),
        ("n -> [n - 4, n - 3] if n % 3 == 0 else [n // 3, n - 4]", 3, 65),
        ("n -> [n // 4] if n % 3 == 1 else [n - 5]", 4, 64),
        ("n -> [n - 1, n // 2 + 3] if n > 8 else [n - 1]", 2, 23),
        ("n -> [(n - 1, min(n // 2, n - 1))] + ([n - 2] if n % 3 == 2 else [])", 2, 17),
    ],
)
def test_claims_from_windows_of_the_rule(text: str, base: int, states: int) -> None:
    """No detector is needed, nor values near the largest of the least members of the classes."""
    rule = parse_rule(text)
    (claim,) = THEOREM.claims(rule)
    assert isinstance(claim, Automatic)
    assert (claim.base, claim.states) == (base, states)
    values = grundy_values(rule, 1 << 22)
    assert claim.first_failure(Evidence(values)) is None
    assert claim.not_least(Evidence(values)) is None


@pytest.mark.parametrize(
    "text",
    [
        "subtract(1) or divide(2, 3)",
        "subtract(1, 2)",
        "n -> [2 * n // 3, n - 1] if n > 0 else []",
    ],
)
def test_no_claims_where_windows_suggest_none(text: str) -> None:
    assert THEOREM.claims(parse_rule(text)) == []


def test_windows_of_random_rules_make_true_claims() -> None:
    random, found = Random(4), 0
    for _ in range(8):
        rule = random_rule(random)
        for claim in THEOREM.claims(rule):
            found += 1
            assert claim.first_failure(Evidence(grundy_values(rule, 1 << 22))) is None
    assert found >= 2


def least_false(claim: Automatic, values: list[int]) -> int | None:
    """The first n at which the claim differs from the values."""
    told = claim.prefix(len(values)).tolist()
    return next((n for n, value in enumerate(values) if told[n] != value), None)


def decided(claim: Automatic, text: str, values: list[int]) -> bool | None:
    """Whether the theorem proves the claim (None: it gives up), after a look at whether it may: a
    refutation names the first n at which the claim fails."""
    verdict, false = THEOREM.bound(parse_rule(text), claim), least_false(claim, values)
    if isinstance(verdict, int):
        assert false is None, (text, claim)
        return True
    if not isinstance(verdict, Disproof):
        assert "entries" in verdict.reason or "leading zeros" in verdict.reason
        return None
    assert verdict.exact
    assert false == verdict.at if verdict.at < len(values) else false is None, (text, claim)
    return False


def check_residue_rules(count: int, seed: int, far: int) -> Counter[bool | None]:
    """Guesses from the beginnings of random rules, and what is left of them after a change."""
    random, verdicts, kept = Random(seed), Counter[bool | None](), 0
    while kept < count:
        text = residue_rule(random)
        try:
            shape = residue_options(parse_rule(text))
        except MexploreError:
            continue
        if isinstance(shape, Inapplicable) or shape.modulus > 150:
            continue
        kept += 1
        values = values_of_text(text, far)
        array = np.array(values, dtype=np.uint8)
        for base, stop in ((b, s) for b in (2, 3, 4) for s in (24, 60, 200, far // 2)):
            machine = guess_machine(array[:stop], base) if random.random() < 0.7 else None
            if machine is None or len(machine.outputs) > 40:
                continue
            claim = Automatic(base, machine.transitions, machine.outputs)
            verdicts[decided(claim, text, values)] += 1
            for other in filter(None, (mutated(claim, random) for _ in range(5))):
                verdicts[decided(other, text, values)] += 1
    return verdicts


def test_claims_about_random_residue_rules() -> None:
    verdicts = check_residue_rules(60, seed=5, far=2000)
    assert verdicts[True] > 30
    assert verdicts[False] > 200


@pytest.mark.slow
def test_claims_about_two_thousand_residue_rules() -> None:
    verdicts = check_residue_rules(2500, seed=6, far=6000)
    assert verdicts[True] > 900
    assert verdicts[False] > 6000


@pytest.mark.parametrize(
    "text",
    [
        "n -> [n - 1] + ([n // 2] if n % 2 == 0 else [])",
        "n -> [n - 1, n // 2] if n % 2 else [n - 1]",
        "divide(2, ceil) or n -> [n - 1 - n % 2]",
        "subtract(1) or divide(2, ceil)",
        "n -> [(n - 1, min(n // 2, n - 1))] + ([n - 2] if n % 3 == 2 else [])",
        "n -> ([n - 1, min(2 * n // 3, n - 1)] if n % 4 == 2 else [n - 2])"
        " + ([n - 3, n - 2] if n > 7 else [])",
    ],
)
def test_new_rules_are_proved_and_their_certificates_valid(text: str) -> None:
    rule = parse_rule(text)
    best = study(rule, Limits(budget=None, max_terms=20_000)).best
    assert best is not None
    assert best.proof is not None
    assert best.proof.theorem == THEOREM.name
    certificate = certificate_of(rule, best)
    assert certificate is not None
    assert verify(certificate).valid
    for key, value in (("bound", certificate["bound"] + 1), ("rule", "subtract(1)")):
        assert not verify({**certificate, key: value}).valid


@pytest.mark.parametrize(
    "text",
    [
        "n -> [n - 1, n - 2] if n > 20 else [n - 1]",  # a guard
        "n -> [n - 1, n - 2, min(5 - n, n - 1)]",  # a heap that is negative later on
    ],
)
def test_where_the_shape_begins_matters(text: str) -> None:
    """As if the options were n - 1 and n - 2 from the first n on, 0, 1, 2, 0, 1, 2, .. passes."""
    rule, claim = parse_rule(text), Automatic(3, ((0, 1, 2),) * 3, (0, 1, 2))
    assert isinstance(THEOREM.bound(rule, claim), Disproof)
    shape = residue_options(rule)
    assert isinstance(shape, ResidueOptions)
    early = replace(shape, start=2)
    assert isinstance(THEOREM.bound_of((rule, early), claim), int)


def test_time_is_kept() -> None:
    rule = parse_rule("subtract(1) or divide(2)")
    shape = THEOREM.hypotheses(rule)
    assert not isinstance(shape, Inapplicable)
    (claim,) = detected(rule)
    refusal = THEOREM.bound_before(shape, claim, working_seconds() - 1)
    assert isinstance(refusal, Inapplicable)
    assert "time" in refusal.reason


def test_a_witness_far_out_is_exact() -> None:
    """Nim with heaps of 1: 0, 1, 1, .. in place of 0, 1, 0, 1 for numbers of 80 binary digits."""
    rule = parse_rule("subtract(1)")
    # States: 2i + parity after i digits, i < 80; then 160 + parity, whose output is 1 always.
    length = 80
    table = [[0, 3], [0, 0]]
    for i in range(1, length + 1):
        following = min(i + 1, length)
        table += [[2 * following, 2 * following + 1]] * 2
    outputs = [state % 2 for state in range(2 * length)] + [1, 1]
    claim = Automatic(2, tuple(map(tuple, table)), tuple(outputs))
    refusal = THEOREM.bound(rule, claim)
    assert isinstance(refusal, Disproof)
    assert (refusal.at, refusal.exact) == (2 ** (length - 1), True)
