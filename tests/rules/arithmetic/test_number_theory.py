"""Divisors, digits and valuations in expressions and in formulas, against their definitions."""

from __future__ import annotations

from itertools import count

import pytest

from mexplore.rules.arithmetic import columns
from mexplore.rules.arithmetic.evaluating import evaluate, evaluate_options
from mexplore.rules.arithmetic.formula_values import column_of, value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.reading import read_expression, read_options
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def digits(n: int, b: int) -> list[int]:
    return [n] if n < b else [*digits(n // b, b), n % b]


def is_prime(n: int) -> bool:
    return len(divisors(n)) == 2


def exponents(n: int) -> list[int]:
    return [max(k for k in range(12) if n % p**k == 0) for p in divisors(n) if is_prime(p)]


def xor_of(numbers: list[int]) -> int:
    total = 0
    for number in numbers:
        total ^= number
    return total


def listed(text: str, n: int) -> list[object]:
    return list(evaluate_options(read_options(text, ("n",), whole=text, at=0), {"n": n}))


def test_lists_of_an_expression() -> None:
    assert listed("divisors(n)", 0) == []
    assert listed("digits(n, 7)", 0) == [0]
    for n in range(1, 300):
        assert listed("divisors(n)", n) == divisors(n)
        assert listed("[d for d in digits(n, 3)]", n) == digits(n, 3)
    assert listed("divisors(n)", 10**12)[-2:] == [5 * 10**11, 10**12]
    vp = read_expression("vp(n, 6)", ("n",))
    assert [evaluate(vp, {"n": n}) for n in (6**40, 12, 35)] == [40, 1, 0]


@pytest.mark.parametrize("text", ["vp(n, 3)", "vp(n + 9, 1)", "digits(n, 1)", "digits(n - 1, 2)"])
def test_what_has_no_value_at_0(text: str) -> None:
    with pytest.raises(InputError):
        listed(f"[k for k in {text if 'digits' in text else f'[{text}]'}]", 0)


@pytest.mark.parametrize(
    "body",
    [
        "[n - d for d in divisors(n)]",
        "[n - d for d in divisors(n + 1) if 1 < d <= n]",
        "[n - d for d in digits(n, 10) if d]",
        "[n - sum(digits(n, 3))] if n else []",
        "[n - 2**vp(n, 2), n - 1] if n else []",
        "[n - len(divisors(n)), n // 3**vp(n, 3) - 1] if n else []",
        "[(d - 1, n - d) for d in divisors(n) if d not in digits(n, 4)]",
    ],
)
def test_loops_are_compiled_as_the_definition_says(body: str) -> None:
    rule = parse_rule(f"n -> {body}")
    assert str(parse_rule(str(rule))) == str(rule)
    assert grundy_values(rule, 3000)[:300].tolist() == grundy_by_definition(rule, 300)


FORMULAS = {
    "vp(n, 3)": lambda n: next(k for k in count() if n % 3 ** (k + 1)),
    "Omega(n)": lambda n: sum(exponents(n)),
    "omega(n)": lambda n: len(exponents(n)),
    "exponent_xor(n)": lambda n: xor_of(exponents(n)),
    "lpf(n + 1)": lambda n: divisors(n + 1)[1],
    "primepi(n)": lambda n: sum(map(is_prime, range(n + 1))),
    "sum(digits(n, 10))": lambda n: sum(digits(n, 10)),
    "xor(digits(n, 3))": lambda n: xor_of(digits(n, 3)),
    "max(digits(n, 4))": lambda n: max(digits(n, 4)),
    "Min(digits(n, 5))": lambda n: min(digits(n, 5)),
    "len(digits(n, 2))": lambda n: len(digits(n, 2)),
    "sum(divisors(n))": lambda n: sum(divisors(n)),
    "len(divisors(n))": lambda n: len(divisors(n)),
}


@pytest.mark.parametrize(("text", "meaning"), FORMULAS.items())
def test_formulas_of_numbers(text: str, meaning: object) -> None:
    assert callable(meaning)
    term, expected = parse_formula(text), [meaning(n) for n in range(1, 400)]
    assert [value_at(term, n) for n in range(1, 400)] == expected
    assert column_of(term, 1, 400).tolist() == expected


@pytest.mark.parametrize(
    "text", ["divisors(n)", "digits(n, 2) + 1", "sum(n)", "min(divisors(n))", "sum(digits(n))"]
)
def test_lists_are_no_numbers(text: str) -> None:
    with pytest.raises(RuleSyntaxError):
        parse_formula(text)


@pytest.mark.parametrize("text", ["vp(n, 3)", "lpf(n)", "omega(n)"])
def test_formulas_are_undefined_at_0(text: str) -> None:
    with pytest.raises(Undefined):
        value_at(parse_formula(text), 0)


@pytest.mark.parametrize("stop", [0, 1, 2, 3, 10, 500])
def test_tables_of_sieves(stop: int) -> None:
    least = [0, 1, *(divisors(n)[1] for n in range(2, 500))][:stop]
    assert columns.least_prime_factors(stop).tolist() == least
    assert columns.divisor_counts(stop).tolist() == [len(divisors(n)) for n in range(stop)]
    assert columns.prime_factors(stop).tolist() == [sum(exponents(n)) for n in range(stop)]
    assert columns.primes_below(stop).tolist() == [n for n in range(stop) if is_prime(n)]


def test_a_power_that_divides_is_compiled() -> None:
    rule = parse_rule("n -> [n // 3**vp(n + 1, 3) - 1, n - 1]")
    assert type(rule.kernel()).__name__ == "ExpressionKernel"
    assert grundy_values(rule, 2000)[:200].tolist() == grundy_by_definition(rule, 200)
