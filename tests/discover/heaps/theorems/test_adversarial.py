"""Attacks: random false claims that agree for long, mutated automata, odd shapes of ends, and
certificates that lie consistently. None may pass; every form is held against its own law."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mexplore.discover.heaps.check import check
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.automatic.least_machine import guess_machine
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic, AutomaticForm
from mexplore.discover.heaps.patterns.geometric import Geometric, GeometricForm
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.patterns.slow_interval import SlowForm, SlowInterval
from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
from mexplore.discover.heaps.patterns.threshold import Threshold, ThresholdForm
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute
from mexplore.discover.heaps.theorems.move_anywhere import MoveAnywhere
from mexplore.discover.heaps.theorems.slow_f import SlowF
from mexplore.discover.heaps.theorems.window_product import WindowProduct
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.ends import is_slow, never_falls
from mexplore.rules.arithmetic.forms import Floor, Form, Root
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.runs import runs_of
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

Pick = random.Random
Law = Callable[[int], int]


def _members(pick: Pick, least: int, most: int, size: int) -> str:
    return ", ".join(map(str, pick.sample(range(least, most + 1), pick.randint(1, size))))


# Claims that hold below their bound hold for all n.


def subtraction(pick: Pick) -> str:
    low = pick.randint(1, 9)
    return f"subtract({_members(pick, 1, 12, 5)}, {low}..{low + pick.randint(0, 4)})"


def all_but(pick: Pick) -> str:
    held = pick.choice(["", "", "squares, ", "powers(3), ", "2, 5, "])
    return f"subtract({held}all but {_members(pick, 1, 12, 5)})"


def infinite(pick: Pick) -> str:
    names = ("squares", "triangular", "primes", "fibonacci", "factorials", "odd", "even",
             f"powers({pick.randint(2, 12)})", f"multiples({pick.randint(1, 8)})")  # fmt: skip
    return f"subtract({', '.join([_members(pick, 1, 9, 2), *pick.sample(names, 2)])})"


def code(pick: Pick) -> str:
    """Codes of up to four heaps, some with digits that split or add tokens."""
    digits = "".join(pick.choice("0123456789C") for _ in range(pick.randint(1, 3)))
    return f"{pick.choice(['0', '4', '8', 'C', '{2,3}', '80', '{3}4', '{4}{3}0'])}.{digits}"


def division(pick: Pick) -> str:
    return f"divide({_members(pick, 2, 9, 3)}{pick.choice(['', ', ceil'])})"


def between(pick: Pick) -> str:
    low = pick.randint(2, 9)
    return f"leave(n//{low + pick.randint(0, 9)} .. n//{low})"


def _periodic_claims(pick: Pick, evidence: Evidence) -> Iterator[Pattern]:
    for _ in range(60):
        yield Periodic(pick.randint(0, 20), pick.randint(1, 30), pick.choice([0, 0, 1, 2, 3]))
    for stop in (20, 45, 90, evidence.stop):
        for law in Periodic.detect(evidence.prefix(stop)):
            for n0 in (law.preperiod - 1, law.preperiod, law.preperiod + 1):
                yield Periodic(max(n0, 0), law.period, law.saltus)
            yield Periodic(law.preperiod, 2 * law.period, 2 * law.saltus)


def _geometric_claims(pick: Pick, evidence: Evidence) -> Iterator[Pattern]:
    for _ in range(60):
        yield Geometric(pick.randint(2, 40), pick.randint(1, 50), pick.random() < 0.5)
    for law in Geometric.detect(evidence):
        for n0 in range(max(1, law.start - 2), law.start + 2):
            yield Geometric(law.ratio, n0, law.ceil)
        yield Geometric(law.ratio**2, law.start, law.ceil)


@pytest.mark.parametrize(
    "family",
    [
        subtraction,
        *(pytest.param(family, marks=pytest.mark.slow) for family in (all_but, infinite, code)),
        division,
        between,
    ],
)
def test_what_holds_below_its_bound_holds(family: Callable[[Pick], str]) -> None:
    pick, passed, refuted = random.Random(family.__name__), 0, 0
    asked = [t for t in theorems() if {Periodic.name, Geometric.name} & set(t.about)]
    for _ in range(30):
        rule = parse_rule(family(pick))
        geometric = family in (division, between)
        far = 10**8 if geometric else 500 if family is code else 2000
        evidence = evidence_below(rule, far)
        claims = _geometric_claims if geometric else _periodic_claims
        for claim in claims(pick, evidence):
            for theorem in asked:
                bound = theorem.bound(rule, claim) if theorem.is_about(claim) else None
                if not isinstance(bound, int) or bound > far // 2:
                    continue
                if claim.first_failure(evidence.prefix(bound)) is not None:
                    refuted += 1
                    continue
                passed += 1
                assert claim.first_failure(evidence) is None, (str(rule), theorem.name, claim)
                least = claim.not_least(evidence.prefix(bound)) is None
                assert least == (claim.not_least(evidence) is None), (str(rule), claim)
    assert passed > 20
    assert refuted > 100


# Ends of intervals: what the shape promises.


def _expression(pick: Pick, depth: int = 0) -> str:
    kind = pick.random()
    if depth > 2 or kind < 0.3:
        return pick.choice(["n", "n", "n", str(pick.randint(0, 9))])
    inner = _expression(pick, depth + 1)
    if kind < 0.6:
        return f"({inner} {pick.choice('+-+-*')} {_expression(pick, depth + 1)})"
    if kind < 0.9:
        below = pick.choice([1, 2, 3, 5, -2])
        return pick.choice([f"({inner} // {below})", f"ceil({inner}/{below})", f"-{inner}"])
    return f"isqrt({pick.randint(1, 9)}*n + {pick.randint(0, 9)})"


def test_intervals_whose_shape_meets_a_theorem_follow_its_law() -> None:
    pick, met = random.Random(8), Counter[str]()
    for _ in range(500):
        low = pick.choice(["0", "1", "-2", _expression(pick)])
        text = f"{pick.choice(['leave', 'remove'])}({low} .. {_expression(pick)})"
        try:
            rule = parse_rule(text)
        except MexploreError:
            continue
        for theorem in (SlowF(), MoveAnywhere()):
            for claim in theorem.claims(rule):
                met[theorem.name] += 1
                values = grundy_by_definition(rule, 70)
                evidence = Evidence(np.array(values, dtype=np.uint8))
                form = claim.closed_form(evidence)
                assert claim.first_failure(evidence) is None, text
                assert form is not None
                assert form.prefix(70).tolist() == values, text
    assert min(met.values()) > 40


def test_a_law_whose_h_starts_far_below_zero_is_checked() -> None:
    result = study(parse_rule("leave(0 .. n - 1000)"), Limits(budget=None, max_terms=4000))
    assert result.status == "proved"
    assert result.best is not None
    assert result.best.form is not None
    assert result.best.form.at(10**6) == 1000


def test_intervals_with_other_ends_are_refused() -> None:
    for text in ("leave(n//3 .. ceil(n/2))", "leave(n//2 .. n//3)", "leave((n+1)//4 .. n//2)"):
        assert isinstance(FloorsCommute().bound(parse_rule(text), Geometric(2, 5)), Inapplicable)


# Automata that differ a little from the truth.


def _mutant(pick: Pick, claim: Automatic) -> Automatic | None:
    rows, outputs = [list(row) for row in claim.transitions], list(claim.outputs)
    for _ in range(pick.randint(1, 2)):
        if pick.random() < 0.7:
            row = pick.choice(rows)
            row[pick.randrange(claim.base)] = pick.randrange(claim.states)
        else:
            outputs[pick.randrange(claim.states)] = pick.randint(0, 3)
    try:
        return Automatic(claim.base, tuple(map(tuple, rows)), tuple(outputs))
    except ValueError:
        return None  # leading zeros would count


def test_no_false_automaton_passes() -> None:
    pick, accepted, refused = random.Random(4), 0, 0
    texts = ["subtract(1) or divide(2)", "subtract(1, 3) or divide(2)", "subtract(1) or divide(3)",
             "subtract(2) or divide(2)", "subtract(1, 2) or divide(4)", "subtract(1, 2)",
             "divide(2, 4)"]  # fmt: skip
    for text in texts:
        rule = parse_rule(text)
        evidence = Evidence(grundy_values(rule, 20_000))
        claims: list[Automatic] = []
        for base, stop in ((b, s) for b in (2, 3, 4) for s in (32, 64, 300, 20_000)):
            machine = guess_machine(evidence.values[:stop], base)
            if machine is not None and len(machine.outputs) <= 20:
                guess = Automatic(base, machine.transitions, machine.outputs)
                mutants = (_mutant(pick, guess) for _ in range(25))
                claims += [guess, *(mutant for mutant in mutants if mutant)]
        for claim in claims:
            if isinstance(WindowProduct().bound(rule, claim), int):
                accepted += 1
                assert claim.first_failure(evidence) is None, (text, claim)
            else:
                refused += 1
    assert accepted > 10
    assert refused > 300


# Certificates that lie in all their members alike.


def _lies(pick: Pick, claim: Pattern) -> Iterator[Pattern]:
    if isinstance(claim, Periodic):
        for _ in range(12):
            n0, p = claim.preperiod + pick.randint(-2, 2), claim.period + pick.randint(-2, 2)
            yield Periodic(max(n0, 0), max(p, 1), max(0, claim.saltus + pick.randint(-1, 1)))
        yield Periodic(claim.preperiod, 3 * claim.period, 3 * claim.saltus)
    if isinstance(claim, Geometric):
        for _ in range(12):
            ratio, start = claim.ratio + pick.randint(-2, 2), claim.start + pick.randint(-3, 3)
            yield Geometric(max(ratio, 2), max(start, 1), pick.random() < 0.5)
        yield Geometric(claim.ratio**2, claim.start, claim.ceil)
    if isinstance(claim, SlowInterval | Threshold) and isinstance(claim.end, Floor):
        end = claim.end
        yield type(claim)(Floor(end.a, end.b + 1, end.c))
        yield type(claim)(Floor(2 * end.a, 2 * end.b, 2 * end.c))
    if isinstance(claim, Automatic):
        yield from filter(None, (_mutant(pick, claim) for _ in range(12)))
        twice = tuple(tuple(t + claim.states for t in row) for row in claim.transitions)
        outputs = claim.outputs * 2
        yield Automatic(claim.base, (*claim.transitions, *twice), outputs)


@pytest.mark.parametrize(
    "text",
    ["subtract(2, 4, 7)", "subtract(all but 2, 3, 7)", "0.77", "0.33", "4.0", "80.0", "even",
     "divide(2, 5)", "divide(3, ceil)", "leave(n//4 .. n//2)", "remove(1 .. n//2)",
     "leave(0 .. n//3)", "subtract(1) or divide(2)", "subtract(powers(4))"],
)  # fmt: skip
def test_consistent_lies_are_rejected(text: str) -> None:
    rule, pick = parse_rule(f"subtract({text})" if text == "even" else text), random.Random(text)
    result = study(rule, Limits(budget=None, max_terms=2000))
    proved = [finding for finding in result.findings if finding.proof]
    assert proved
    for finding in proved:
        true = certificate_of(rule, finding)
        assert true is not None
        assert verify(true).valid
        theorem = next(t for t in theorems() if t.name == true["theorem"])
        for lie in _lies(pick, finding.claim):
            if lie == finding.claim:
                continue
            bound = theorem.bound(rule, lie)
            claim = {"pattern": lie.name, **lie.parameters()}
            given = bound if isinstance(bound, int) else true["bound"]
            false = {**true, "claim": claim, "statement": lie.statement(), "bound": given}
            assert not verify(json.loads(json.dumps(false))).valid, lie


def test_every_proof_that_is_shown_has_a_valid_certificate() -> None:
    # A multiple of the period is no finding of its own, nor one of another saltus.
    for text in ("subtract(all but 4, 5, 9, 14, 18)", "subtract(all but 3, 7, 8, 10)"):
        rule = parse_rule(text)
        for limit in (300, 512, 1000):
            result = study(rule, Limits(budget=None, max_terms=limit))
            certificates = [certificate_of(rule, f) for f in result.findings if f.proof]
            assert certificates
            assert all(verify(c).valid for c in certificates if c is not None)


def test_a_large_ratio_is_seen_to_be_least_at_once() -> None:
    rule = parse_rule("divide(1000003)")
    (finding,) = study(rule).findings
    assert finding.claim == Geometric(1000003**2, 1000003)
    certificate = certificate_of(rule, finding)
    assert certificate is not None
    assert verify(certificate).valid
    halves = evidence_below(parse_rule("divide(2)"), 10**6)
    assert Geometric(4, 2).not_least(halves) is None
    assert Geometric(16, 8).first_failure(halves) is None
    assert Geometric(16, 8).not_least(halves) == "the ratio 16 is not least: 4 fits as well"


# Closed forms against their own laws, wherever they answer.

FURTHEST = 220


def _end(pick: Pick, fits: Callable[[Form], bool]) -> Form:
    while True:
        floor = Floor(pick.randint(0, 7), pick.randint(-25, 25), pick.randint(1, 7))
        root = Root(pick.randint(1, 9), pick.randint(0, 30), pick.randint(-9, 9))
        end: Form = root if pick.random() < 0.3 else floor
        if fits(end):
            return end


def _game(options: Callable[[int], range]) -> Law:
    values: list[int] = []
    for n in range(FURTHEST):
        values.append(mex(values[m] for m in options(n)))
    return values.__getitem__


def periodic_form(pick: Pick) -> tuple[ClosedForm, Pattern, Law]:
    law = Periodic(pick.randint(0, 9), pick.randint(1, 9), pick.choice([0, 0, 1, 2, 5]))
    first = [pick.randint(0, 20) for _ in range(law.preperiod + law.period)]

    def at(n: int) -> int:
        return at(n - law.period) + law.saltus if n >= len(first) else first[n]

    return PeriodicForm(law, np.array(first, dtype=np.uint8)), law, at


def split_form(pick: Pick) -> tuple[ClosedForm, Pattern, Law]:
    p = pick.randint(1, 7)
    law = SplitPeriodic(pick.randint(0, 9), p, tuple(pick.choice([0, 0, 1, 3]) for _ in range(p)))
    first = [pick.randint(0, 20) for _ in range(law.preperiod + p)]

    def at(n: int) -> int:
        return at(n - p) + law.slopes[n % p] if n >= len(first) else first[n]

    return SplitForm(law, tuple(first)), law, at


def geometric_form(pick: Pick) -> tuple[ClosedForm, Pattern, Law]:
    ceil = pick.random() < 0.5
    law = Geometric(pick.randint(2, 9), pick.randint(1 + ceil, 14), ceil)
    first = [pick.randint(0, 3) for _ in range(law.start)]

    def at(n: int) -> int:
        return at(-(-n // law.ratio) if ceil else n // law.ratio) if n >= law.start else first[n]

    return GeometricForm(law, runs_of(np.array(first, dtype=np.uint8))), law, at


def automatic_form(pick: Pick) -> tuple[ClosedForm, Pattern, Law]:
    base, states = pick.randint(2, 5), pick.randint(1, 6)
    rows = [[pick.randrange(states) for _ in range(base)] for _ in range(states)]
    rows[0][0] = 0
    outputs = tuple(pick.randint(0, 3) for _ in rows)
    law = Automatic(base, tuple(map(tuple, rows)), outputs)

    def state(n: int) -> int:
        return rows[state(n // base)][n % base] if n else 0

    return AutomaticForm(law), law, lambda n: outputs[state(n)]


def slow_form(pick: Pick) -> tuple[ClosedForm, Pattern, Law]:
    law = SlowInterval(_end(pick, is_slow))
    return SlowForm(law), law, _game(lambda n: range(n - law.limit(n), n))


def threshold_form(pick: Pick) -> tuple[ClosedForm, Pattern, Law]:
    law = Threshold(_end(pick, never_falls), pick.choice([0, 0, 1, 5]))
    return ThresholdForm(law), law, _game(lambda n: range(law.least, min(law.end(n), n - 1) + 1))


FORMS = [periodic_form, split_form, geometric_form, automatic_form, slow_form, threshold_form]


@pytest.mark.parametrize("make", FORMS)
def test_a_form_agrees_with_itself(make: Callable[[Pick], tuple[ClosedForm, Pattern, Law]]) -> None:
    pick = random.Random(make.__name__)
    for _ in range(25):
        form, claim, law = make(pick)
        values = [law(n) for n in range(FURTHEST)]
        known = np.array(values, dtype=np.uint16)
        assert [form.at(n) for n in range(FURTHEST)] == values, claim
        assert form.at_many(range(FURTHEST)) == values, claim
        for stop in (0, 1, 2, pick.randrange(20), pick.randrange(FURTHEST), FURTHEST):
            assert form.prefix(stop).tolist() == values[:stop], (claim, stop)
            counts = Counter(values[:stop])
            assert form.counts(stop) == dict(counts), (claim, stop)
            for value in (-1, 0, 1, 2, 3, pick.randint(4, 200)):
                assert form.count_of(value, stop) == counts[value], (claim, stop, value)
            assert claim.first_failure(Evidence(known).prefix(stop)) is None, (claim, stop)
        altered = known.copy()
        altered[pick.randrange(FURTHEST)] += 1
        failures = {claim.first_failure(Evidence(altered))}
        if make in (geometric_form, automatic_form, threshold_form):
            failures.add(claim.first_failure(Evidence(altered[:9], runs_of(altered))))
        assert len(failures) == 1, claim


# A user's formula that is proved is right far beyond the range that was asked for.


def _formulas(pick: Pick, law: str) -> Iterator[str]:
    far = pick.choice([40, 400, 4000])
    yield law
    yield f"Piecewise(({law}, n < {far}), (({law}) + 1, True))"
    yield f"Max({law}, n - {far})"
    yield f"({law}) + floor(n/{far})"
    yield f"xor({law}, {pick.randint(0, 1)})"
    yield f"({law}) + 0*v2(n)"
    yield f"({law})*(n - {far})//(n - {far})"
    yield f"Mod({law}, {pick.randint(2, 9)})"


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("subtract(1..3)", "Mod(n, 4)"),
        ("subtract(all but 2)", "2*floor(n/4) + Mod(n, 2)"),
        ("subtract(even)", "floor(n/2)"),
        ("subtract(2, 3)", "floor(Mod(n, 5)/2)"),
        ("leave(0 .. n//2)", "bit_length(n)"),
    ],
)
def test_proved_formulas_are_right_far_out(text: str, law: str) -> None:
    rule, pick = parse_rule(text), random.Random(text)
    values, status = grundy_values(rule, 9000).tolist(), Counter[str]()
    for formula in _formulas(pick, law):
        verdict = check(rule, formula, (0, 30), Limits(budget=None, max_terms=2000))
        status[verdict.status] += 1
        if verdict.status == "proved":
            term = parse_formula(formula)
            wrong = [n for n in range(9000) if _value(term, n) != values[n]]
            assert not wrong, (formula, wrong[:3])
    assert status["proved"] >= 1
    assert status["proved"] < sum(status.values())


def _value(term: tree.Node, n: int) -> object:
    try:
        return value_at(term, n)
    except Undefined:
        return None
