"""Theorems on intervals: against the definition, and where their hypotheses are needed."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.slow_interval import SlowForm, SlowInterval
from mexplore.discover.heaps.patterns.threshold import Threshold, ThresholdForm
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute
from mexplore.discover.heaps.theorems.move_anywhere import MoveAnywhere
from mexplore.discover.heaps.theorems.slow_f import SlowF
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.forms import Floor, Root
from mexplore.rules.engine.runs import RunStream
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.errors import TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def odd_part(n: int) -> int:
    return n // (n & -n)


def test_at_most_half_leaves_the_odd_part() -> None:
    """remove(1 .. n//2): (odd part of (n + 1) - 1)/2, also at 10^1000."""
    best = study(parse_rule("remove(1 .. n//2)")).findings[0]
    assert best.proof is not None
    assert best.proof.theorem == SlowF.name
    assert best.form is not None
    for n in [*range(200), 10**1000, 2**900 - 1, 3 * 2**500 - 1]:
        assert best.form.at(n) == (odd_part(n + 1) - 1) // 2
    # n + 1 = 2^e * (2v + 1) <= 10^1000
    for v in (0, 1, 5):
        count = sum(1 for e in range(4000) if 2**e * (2 * v + 1) <= 10**1000)
        assert best.form.count_of(v, 10**1000) == count


def test_at_least_half_is_the_bit_length() -> None:
    best = study(parse_rule("leave(0 .. n//2)")).findings[0]
    assert best.proof is not None
    assert best.proof.theorem == MoveAnywhere.name
    assert best.form is not None
    assert [best.form.at(n) for n in range(300)] == [n.bit_length() for n in range(300)]
    assert best.form.at(10**1000) == (10**1000).bit_length()
    assert best.form.counts(2**200)[7] == 64


@pytest.mark.parametrize(
    "text",
    [
        "remove(1 .. n//3)",
        "remove(1 .. isqrt(n))",
        "remove(1 .. (2*n + 1)//3)",
        "remove(1 .. (n - 1)//2)",
        "remove(0 .. n)",
        "remove(1 .. n//2 + 5)",
        "remove(1 .. n//4 - 3)",
        "remove(1 .. isqrt(3*n + 7) - 2)",
        "leave(ceil(n/2) .. n - 1)",
        "leave(n - isqrt(n) .. n)",
        "leave(0 .. n//3)",
        "leave(0 .. (2*n)//3)",
        "leave(0 .. isqrt(n))",
        "leave(0 .. n - 5)",
        "leave(0 .. n//2 + 3)",
        "leave(0 .. (n - 7)//2)",
        "remove(ceil(n/2) .. n)",
    ],
)
def test_closed_forms_are_the_definition(text: str) -> None:
    rule = parse_rule(text)
    best = study(rule).findings[0]
    assert best.proof is not None
    assert best.form is not None
    values = grundy_by_definition(rule, 400)
    assert best.form.prefix(400).tolist() == values
    assert [best.form.at(n) for n in range(400)] == values
    counts = {v: values.count(v) for v in set(values)}
    assert best.form.counts(400) == counts
    assert all(best.form.count_of(v, 400) == counts.get(v, 0) for v in range(max(values) + 3))
    assert best.claim.first_failure(Evidence(np.array(values, dtype=np.uint16))) is None
    again = type(best.claim).from_parameters(best.claim.parameters())
    assert again == best.claim
    values[333] += 1
    failure = best.claim.first_failure(Evidence(np.array(values, dtype=np.uint16)))
    assert failure is not None
    assert failure <= 333 or values[333] - 1 in values


def test_formulas_are_the_values() -> None:
    import sympy

    from mexplore.rules.arithmetic.formula_values import value_at
    from mexplore.rules.arithmetic.formulas import parse_formula

    n = sympy.Symbol("n", integer=True, nonnegative=True)
    forms = [
        SlowForm(SlowInterval(Floor(1, 0, 2))),
        SlowForm(SlowInterval(Floor(1, -1, 2))),
        SlowForm(SlowInterval(Floor(1, 0))),
        ThresholdForm(Threshold(Floor(1, 0, 2))),
        ThresholdForm(Threshold(Floor(1, 0, 7))),
        ThresholdForm(Threshold(Floor(1, -3, 1))),
    ]
    for form in forms:
        term = parse_formula(str(form.formula(n)))
        assert [value_at(term, m) for m in range(200)] == [form.at(m) for m in range(200)]


def random_end(pick: random.Random) -> str:
    a, b, c = pick.randint(0, 5), pick.randint(-6, 9), pick.randint(1, 6)
    shape = pick.choice(["({a}*n + {b})//{c}", "isqrt({a}*n + {d}) - {c}", "({a}*n)//{c} + {b}"])
    return shape.format(a=a or 1, b=b, c=c, d=abs(b))


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.slow)])
def test_accepted_rules_follow_the_laws(count: int) -> None:
    pick = random.Random(11)
    accepted = 0
    for _ in range(count):
        high = random_end(pick)
        low = pick.choice(["1", "0", "-2", "1 - n", "2", "7", "n//9"])
        shapes = (f"remove({low} .. {high})", f"leave({low} .. {high})", f"leave({high} .. n - 1)")
        rule = parse_rule(pick.choice(shapes))
        claims = [*SlowF().claims(rule), *MoveAnywhere().claims(rule)]
        if not claims:
            continue
        accepted += 1
        values = grundy_by_definition(rule, 120)
        evidence = Evidence(np.array(values, dtype=np.uint16))
        for claim in claims:
            assert claim.first_failure(evidence) is None, str(rule)
            form = claim.closed_form(evidence)
            assert form is not None
            assert form.prefix(120).tolist() == values
    assert accepted > count // 8


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("remove(2 .. n//2)", "one token"),
        ("remove(1 .. 3*n//2 - 4)", "step"),
        ("remove(1 .. n*n)", "normal form"),
        ("remove(1 .. n % 5)", "normal form"),
        ("remove(1 .. isqrt(16*n) - 2)", "step"),
        ("subtract(1, 2)", "interval"),
    ],
)
def test_slow_f_refuses(text: str, reason: str) -> None:
    refusal = SlowF().applies(parse_rule(text))
    assert isinstance(refusal, Inapplicable)
    assert reason in refusal.reason


def test_what_is_refused_would_be_false() -> None:
    """Where f makes larger steps, or h falls, the laws do fail: the hypotheses are needed."""
    values = grundy_by_definition(parse_rule("remove(1 .. 3*n//2 - 4)"), 60)
    jumping = SlowInterval(Floor(3, -8, 2))
    assert jumping.first_failure(Evidence(np.array(values, dtype=np.uint16))) is not None
    values = grundy_by_definition(parse_rule("leave(0 .. n*n % 11)"), 60)
    highest = [min(n * n % 11, n - 1) for n in range(60)]
    assert any(values[n] != 1 + values[highest[n]] for n in range(1, 60))
    refusal = MoveAnywhere().applies(parse_rule("leave(0 .. n*n % 11)"))
    assert isinstance(refusal, Inapplicable)
    assert isinstance(MoveAnywhere().applies(parse_rule("leave(0 .. 30 - n)")), Inapplicable)


def test_planted_false_claims_are_refused() -> None:
    half = parse_rule("remove(1 .. n//2)")
    assert isinstance(SlowF().bound(half, SlowInterval(Floor(1, 1, 2))), Inapplicable)
    assert isinstance(SlowF().bound(half, SlowInterval(Root(1))), Inapplicable)
    assert isinstance(MoveAnywhere().bound(half, Threshold(Floor(1, 0, 2))), Inapplicable)
    least = parse_rule("leave(0 .. n//2)")
    assert isinstance(MoveAnywhere().bound(least, Threshold(Floor(1, 0, 3))), Inapplicable)


def test_a_recursion_that_is_too_long_says_so() -> None:
    form = SlowForm(SlowInterval(Root(1)))
    assert form.at(10**10) == form.at(10**10)
    with pytest.raises(TooLarge, match="steps"):
        form.at(10**30 + 12345)


@pytest.mark.parametrize("count", [120, pytest.param(2000, marks=pytest.mark.slow)])
def test_runs_are_the_values_by_definition(count: int) -> None:
    pick = random.Random(2)
    engines = 0
    for _ in range(count):
        a, b, c = pick.randint(1, 4), pick.randint(0, 9), pick.randint(1, 7)
        shapes = ("({a}*n + {b})//{c}", "ceil(({a}*n + {b})/{c})", "isqrt({a}*n + {b}) - {c}")
        low = pick.choice([*shapes, "0", "{b}"]).format(a=1, b=b, c=c + 1)
        high = pick.choice(shapes).format(a=a, b=b, c=c)
        rule = parse_rule(f"leave({low} .. {high})")
        starts = run_starts(rule)
        if starts is not None:
            engines += 1
            runs = RunStream(starts).extend(100)
            assert runs.dense(100).tolist() == grundy_by_definition(rule, 100), str(rule)
    assert engines > count // 4


def test_runs_of_scaling_intervals_reach_far() -> None:
    for text in ("leave(ceil(n/2) .. 3*n//4)", "leave(0 .. n//2)", "leave(2*n//3 .. 9*n//10)"):
        starts = run_starts(parse_rule(text))
        assert starts is not None
        assert len(RunStream(starts).extend(10**100)) < 5000
    assert run_starts(parse_rule("leave(n//2 .. n - 1)")) is None
    assert run_starts(parse_rule("leave(n % 2 .. n//2)")) is None
    assert run_starts(parse_rule("leave(ceil(n/2) .. n//2)")) is None


@pytest.mark.parametrize("text", ["leave(n//4 .. n//2)", "leave(n//3 .. n//2)",
                                  "leave(n//7 .. n//2)", "leave(n//5 .. n//3)"])  # fmt: skip
def test_intervals_of_floors_have_proved_geometric_laws(text: str) -> None:
    rule = parse_rule(text)
    best = study(rule).findings[0]
    assert best.proof is not None
    assert best.proof.theorem == FloorsCommute.name
    assert best.form is not None
    assert best.form.prefix(400).tolist() == grundy_by_definition(rule, 400)


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.slow)])
def test_no_geometric_claim_that_passes_is_false(count: int) -> None:
    pick = random.Random(4)
    theorem, accepted, short = FloorsCommute(), 0, 0
    for _ in range(count):
        q = pick.randint(2, 5)
        p = q + pick.randint(0, 6)
        rule = parse_rule(f"leave(n//{p} .. n//{q})")
        starts = run_starts(rule)
        assert starts is not None
        runs = RunStream(starts).extend(10**9)
        evidence = Evidence(runs.dense(100), runs)
        likely = pick.choice([p, q, p * q, p * p, q * q, pick.randint(2, 40)])
        claim = Geometric(likely, pick.randint(1, 40))
        bound = theorem.bound(rule, claim)
        assert isinstance(bound, int)
        if claim.first_failure(evidence.prefix(bound)) is None:
            accepted += 1
            assert claim.first_failure(evidence) is None, (p, q, claim)
        elif claim.first_failure(evidence.prefix(claim.start + 1)) is None:
            short += 1
    assert accepted > count // 50
    assert short > 0


def random_quotients(pick: random.Random) -> str:
    """A union of intervals between quotients and divisions that round alike."""
    ceil = pick.random() < 0.6
    parts = []
    for _ in range(pick.choice([1, 1, 2])):
        q = pick.randint(2, 5)
        p = q + pick.randint(0, 5)
        ends = f"ceil(n/{p}) .. ceil(n/{q})" if ceil else f"n//{p} .. n//{q}"
        parts.append(f"leave({ends})")
    if pick.random() < 0.5:
        parts.append(f"divide({pick.randint(2, 6)}{', ceil' if ceil else ''})")
    return " or ".join(parts)


@pytest.mark.parametrize("count", [25, pytest.param(3000, marks=pytest.mark.slow)])
def test_unions_of_quotients_that_round_alike(count: int) -> None:
    pick, theorem = random.Random(22), FloorsCommute()
    accepted = short = 0
    for _ in range(count):
        rule = parse_rule(random_quotients(pick))
        shape = theorem.hypotheses(rule)
        assert not isinstance(shape, Inapplicable), rule
        evidence = Evidence(np.array(grundy_by_definition(rule, 800), dtype=np.uint16))
        found = [*Geometric.detect(evidence.prefix(500)), *Geometric.detect(evidence.prefix(90))]
        ratio, start = pick.randint(2, 40), pick.randint(2, 30)
        for claim in (*found, Geometric(ratio, start, shape.ceil)):
            bound = theorem.bound(rule, claim)
            if isinstance(bound, Inapplicable) or bound > 300:
                continue
            if claim.first_failure(evidence.prefix(bound)) is None:
                accepted += 1
                assert claim.first_failure(evidence) is None, (str(rule), claim)
            else:
                short += 1
    assert accepted > count // 5
    assert short > 0


def test_the_ceil_game_is_the_floor_game_of_one_less() -> None:
    for p in range(2, 9):
        for q in range(1, p + 1):
            floors = grundy_by_definition(parse_rule(f"leave(n//{p} .. n//{q})"), 300)
            ceils = grundy_by_definition(parse_rule(f"leave(ceil(n/{p}) .. ceil(n/{q}))"), 300)
            assert ceils[1:] == floors[:-1]


def test_other_intervals_are_no_intervals_of_floors() -> None:
    for text in ("leave(ceil(n/4) .. n//2)", "leave(0 .. n//2)", "leave(n//2 .. n//3)",
                 "leave(n//4 .. (n - 1)//2)", "leave(n//4 .. n)",
                 "divide(2) or leave(ceil(n/4) .. ceil(n/3))",
                 "subtract(1) or leave(n//3 .. n//2)"):  # fmt: skip
        assert isinstance(FloorsCommute().applies(parse_rule(text)), Inapplicable)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (Floor(1, 0, 2), "f(n) = floor(n/2):"),
        (Floor(1, -1, 2), "f(n) = max(floor((n - 1)/2), 0):"),
        (Floor(1, 9, 2), "f(n) = min(floor((n + 9)/2), n):"),
        (Root(1), "f(n) = isqrt(n):"),
        (Root(2, 1, -3), "f(n) = min(max(isqrt(2*n + 1) - 3, 0), n):"),
    ],
)
def test_statements_clip_only_where_needed(end: Floor | Root, words: str) -> None:
    claim = SlowInterval(end)
    assert words in claim.statement()
    for n in range(200):
        value = end(n)
        assert claim.limit(n) == min(max(value, 0), n)
        assert ("max" in words) or value >= 0
        assert ("min" in words) or value <= n


def test_ends_with_numbers_beyond_64_bits() -> None:
    """n // 10^18 // 10^18 is 0 up to heaps that no array reaches: nothing can be removed there."""
    rule = parse_rule(f"remove(1 .. n // {10**18} // {10**18})")
    best = study(rule).findings[0]
    assert best.proof is not None
    assert best.form is not None
    assert [best.form.at(n) for n in (0, 5, 10**36 - 1, 10**36)] == [0, 0, 0, 1]
    far = parse_rule(f"leave({10**18} .. n // 2)")
    assert Threshold(Floor(1, 0, 2), 10**18).first_failure(
        Evidence(np.array(grundy_by_definition(far, 50), dtype=np.uint8))
    ) is None  # fmt: skip
