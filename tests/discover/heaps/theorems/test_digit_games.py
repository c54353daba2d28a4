"""Games on digits: what is read of the lists, and the law, by the definition."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.digit_values import DigitValues, DigitValuesForm
from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.digit_games import DigitGames
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.reading import read_options
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.moves.digit_moves import DigitMoves, digit_moves
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

PARITY = Named("Mod(popcount(n), 2)", 0)
PROVED: list[tuple[str, Pattern]] = [
    ("[n - j*10**i for i in range(bit_length(n)) for j in range(1, n // 10**i % 10 + 1)]",
     DigitValues(10, tuple(range(10)))),
    ("[n - 3**k for k in range(n) if n // 3**k % 3]", DigitValues(3, (0, 1, 0))),
    ("[n - 3**k for k in range(bit_length(n)) if n // 3**k % 3 > 0]", DigitValues(3, (0, 1, 0))),
    ("[n - 3**k for k in range(n) if n // 3**k % 3 == 2]", DigitValues(3, (0, 0, 1))),
    ("[n - 2**k for k in range(n) if n >> k & 1]", PARITY),
    ("[n - (1 << k) for k in range(n) if n & 1 << k]", PARITY),
    ("[n ^ 1 << k for k in range(n) if n >> k & 1 == 1]", PARITY),
    ("[n ^ 2**i for i in range(bit_length(n)) if n ^ 2**i < n]", PARITY),
    ("[n - 2**i for i in range(n) if n & 2**i != 0]", PARITY),
    ("[n - c*5**i for c in range(1, 4) for i in range(len(digits(n, 5))) if n // 5**i % 5 >= c]",
     DigitValues(5, (0, 1, 2, 3, 0))),
    ("[n - n // 7**i % 7 * 7**i for i in range(bit_length(n)) if n // 7**i % 7]",
     DigitValues(7, (0, 1, 1, 1, 1, 1, 1))),
    ("[n - 4**i for i in range(bit_length(n)) if n // 4**i % 4] + "
     "[n - 3*4**i for i in range(n + 1) if n // 4**i % 4 == 3]", DigitValues(4, (0, 1, 0, 1))),
]  # fmt: skip

REFUSED = [
    "[n - 2**i for i in range(n) if n ^ 2**(i + 1) < n]",
    "[n ^ 2**i for i in range(5) if n ^ 2**i < n]",
    "[n - 2*3**k for k in range(n) if n // 3**k % 3]",  # borrows
    "[n - 3**k for k in range(n) if 3**k <= n]",
    "[n - 3**k for k in range(1, n) if n // 3**k % 3]",
    "[n - 3**k for k in range(n // 2) if n // 3**k % 3]",
    "[n - 3**k for k in range(n) if n // 3**k % 3 and k < 4]",
    "[n - 3**k for k in range(n) if n // 3**k % 3 and n % 2]",
    "[n - 3**k for k in range(n) if n // 3**k % 3] if n > 1 else []",
    "[n - 3**k for k in range(n) if n // 3**k % 3] if n % 2 else []",
    "[n - 3**k for k in range(n) if n // 4**k % 3]",
    "[n - 3**k for k in range(n) if n // 3**k % 3] + [n - 4**k for k in range(n) if n // 4**k % 4]",
    "[n - 3**k for k in range(n) if n // 3**k % 3] + [n - 1]",
    "[(n - 3**k, 3**k - 1) for k in range(n) if n // 3**k % 3]",
    "[n - k for k in range(n) if n // 3**k % 3 and k]",
]


@pytest.mark.parametrize(("body", "law"), PROVED)
def test_studies_prove_them_and_lies_are_rejected(body: str, law: Pattern) -> None:
    rule = parse_rule(f"n -> {body}")
    assert list(DigitGames().claims(rule)) == [law]
    evidence = Evidence(np.array(grundy_by_definition(rule, 200), dtype=np.uint8))
    assert law.first_failure(evidence) is None
    best = study(rule, Limits(budget=None, max_terms=512)).best
    assert best is not None
    assert best.proof is not None
    assert isinstance(DigitGames().bound(rule, law), int)
    for lie in (DigitValues(3, (0, 1, 2)), DigitValues(2, (0, 1)), Named("popcount(n)", 0)):
        assert isinstance(DigitGames().bound(rule, lie), Inapplicable)
    certificate = certificate_of(rule, best)
    assert certificate is not None
    assert verify(certificate).valid


@pytest.mark.parametrize("body", REFUSED)
def test_lists_of_other_shapes_are_refused(body: str) -> None:
    assert isinstance(DigitGames().applies(parse_rule(f"n -> {body}")), Inapplicable)


def test_a_move_that_borrows_breaks_the_law() -> None:
    rule = parse_rule("n -> [n - 2*3**k for k in range(n) if n // 3**k % 3 and n >= 2*3**k]")
    by_digits = [0, 0, 1]  # 2 may become 0
    values = grundy_by_definition(rule, 30)
    form = DigitValuesForm(DigitValues(3, (0, 0, 1)))
    assert values[:3] == by_digits
    assert values != form.prefix(30).tolist()


PLACES = ["range(n)", "range(n + 1)", "range(bit_length(n))", "range(0, n)", "range(1, n)",
          "range(n // 2)", "range(len(digits(n, {b})))", "range(3)"]  # fmt: skip
DIGITS = ["n // {b}**i % {b}", "n // {b}**i % {b}", "n // {b}**i", "n // {b}**(i + 1) % {b}",
          "n % {b}", "n >> i & 1"]  # fmt: skip
AMOUNTS = ["{b}**i", "{b}**i", "2*{b}**i", "c*{b}**i", "{b}**i*c", "({d})*{b}**i", "c*{b}**i + 1",
           "(({d}) - c)*{b}**i", "i + 1", "[1, 1, 2, 1, 3, 1, 1][{d}]*{b}**i"]  # fmt: skip
TESTS = ["{d}", "{d} == 1", "{d} > 1", "{d} >= c", "c <= {d}", "({d}) % 2", "n > 3", "{b}**i <= n",
         "{d} != 2", "not ({d}) % 2", "{d} in [1, 3]", "i % 2", "n ^ 2**i < n",
         "n & 2**i > 0"]  # fmt: skip
GUARDS = ["{}", "{}", "{}", "{} if n > 0 else []", "{} if n > 2 else []"]


def random_text(pick: random.Random) -> str:
    base = pick.randint(2, 7)
    digit = pick.choice(DIGITS).format(b=base)
    place = f"for i in {pick.choice(PLACES if pick.random() < 0.5 else PLACES[:3])}".format(b=base)
    amount = pick.choice(AMOUNTS).format(b=base, d=digit)
    tests = [pick.choice(TESTS).format(b=base, d=digit) for _ in range(pick.choice([0, 1, 1, 2]))]
    other = pick.choice([f"range(1, ({digit}) + 1)", "range(1, 3)", "[1, 3]"])
    used = any("c" in text.replace("in", "") for text in (amount, *tests))
    loops = f"{place} for c in {other}" if used else place
    condition = "".join(f" if {test}" for test in tests)
    return pick.choice(GUARDS).format(f"[n - {amount} {loops}{condition}]")


def options_of(text: str, stop: int) -> list[set[int]] | None:
    try:
        rule = Expression.parse(f"n -> {text}")
        assert rule is not None
        return [{sum(heaps) for heaps in rule.options(n)} for n in range(stop)]
    except MexploreError:
        return None


@pytest.mark.parametrize("count", [400, pytest.param(5_000, marks=pytest.mark.slow)])
def test_what_is_read_of_random_lists_is_what_they_say(count: int) -> None:
    pick = random.Random(12)
    read = Counter[int]()
    for _ in range(count):
        text = random_text(pick)
        moves = digit_moves(read_options(text, ("n",), whole=text, at=0))
        options = None if moves is None else options_of(text, 60)
        if moves is None or options is None:
            continue
        read[moves.base] += 1
        assert [set(moves.options(n)) for n in range(60)] == options, text
    assert len(read) == 6
    assert read.total() > count // 50


@pytest.mark.parametrize("count", [40, pytest.param(2000, marks=pytest.mark.slow)])
def test_the_law_of_random_moves_on_digits(count: int) -> None:
    pick = random.Random(31)
    for _ in range(count):
        base = pick.randint(2, 9)
        lowered = tuple(
            frozenset(c for c in range(1, a + 1) if pick.random() < 0.5) for a in range(base)
        )
        moves = DigitMoves(base, lowered)
        (law,) = DigitGames().claims_of(moves)
        values: list[int] = []
        for n in range(300):
            values.append(mex(values[m] for m in moves.options(n)))
        assert law.first_failure(Evidence(np.array(values, dtype=np.uint8))) is None


@pytest.mark.parametrize(
    "law", [DigitValues(3, (0, 1, 0)), DigitValues(10, (0, 3, 5, 1, 2, 2, 7, 0, 4, 1))]
)
def test_the_form_answers_alike_in_every_way(law: DigitValues) -> None:
    form = DigitValuesForm(law)
    values = form.prefix(1200)
    assert [form.at(n) for n in range(1200)] == values.tolist()
    for stop in (0, 1, 2, 9, 10, 100, 777, 1200):
        assert form.counts(stop) == Counter(values[:stop].tolist())
    assert form.largest_value() == form.prefix(law.base**3).max()
    assert sum(form.counts(10**100).values()) == 10**100
    assert DigitValues.from_parameters(law.parameters()) == law
    assert DigitValues.from_statement(law.statement()) == law
