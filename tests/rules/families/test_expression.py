"""Expressions: kernel against the interpreter, recognition, refusals by place and by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import expressions
from work import counted

from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.engine.compiled import LITTLE
from mexplore.rules.engine.expressions.loops import plain_loop
from mexplore.rules.engine.expressions.options import LoopSource, options_source
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import MexploreError, RuleSyntaxError, TooLarge
from mexplore.rules.families.expression.kernel import ExpressionKernel
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.families.union.rule import Union, union_of
from mexplore.rules.moves.written import as_expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def values_by_source(rule: Expression, stop: int) -> list[int]:
    """The values by the loop that would be compiled, run as it is."""
    source = options_source(rule.body, rule.name)
    if source is None:
        return grundy_by_definition(rule, stop)
    values = np.zeros(stop, dtype=np.uint16)
    assert ExpressionKernel(rule, source, plain_loop).fill(values, 0, stop) == stop
    return values.tolist()


@settings(deadline=None, max_examples=50)
@given(expressions())
def test_round_trip_and_source_against_the_interpreter(rule: Expression) -> None:
    assert Expression.parse(str(rule)) == rule
    assert values_by_source(rule, 30) == grundy_by_definition(rule, 30)


@settings(deadline=None, max_examples=4)  # each example compiles a loop
@given(expressions())
def test_compiled_values(rule: Expression) -> None:
    assert grundy_values(rule, 70).tolist() == grundy_by_definition(rule, 70)


@settings(deadline=None, max_examples=15)
@given(expressions())
def test_options_of_a_union(rule: Expression) -> None:
    listed = as_expression(union_of([rule]))
    if listed is not None:  # perhaps in a simpler form
        for n in range(16):
            try:
                expected = {tuple(sorted(heaps)) for heaps in rule.options(n)}
            except MexploreError:
                continue  # no game
            again = {tuple(sorted(heaps)) for heaps in Expression("n", listed).options(n)}
            assert again == expected


HEAPS = st.sampled_from(
    ["(n // k,)", "(k - 1, n - k)", "(n - 2, k // 2, 0)", "tuple(range(k))", "(n % k, k - 2)"]
)
TIMES = st.sampled_from(["2", "k", "(k - 3)", "(n % 3)", "(k if n % 2 else 1)"])


@st.composite
def many_heaps(draw: st.DrawFn) -> str:
    """A rule whose options are repeated, joined and gathered heaps."""

    def option() -> str:
        heaps = draw(HEAPS)
        return f"{heaps} * {draw(TIMES)}" if draw(st.booleans()) else heaps

    several = " + ".join(option() for _ in range(draw(st.integers(1, 2))))
    choice = f"({several}) if k % 3 else (k - 2,)" if draw(st.booleans()) else several
    return f"n -> [{choice} for k in range(2, n + 1)]"


@settings(deadline=None, max_examples=60)
@given(many_heaps())
def test_options_of_many_heaps(text: str) -> None:
    try:
        rule = Expression.parse(text)
    except RuleSyntaxError:  # an option that is no smaller heap
        return
    assert rule is not None
    assert Expression.parse(str(rule)) == rule
    assert not rule.one_heap
    assert values_by_source(rule, 25) == grundy_by_definition(rule, 25)


def test_long_work_in_short_calls_is_compiled() -> None:
    """A deadline makes calls short: each of them little, and all together not."""
    rule = Expression.parse("n -> [(a, n - a) for a in range(1, n) if gcd(a, n) == 1]")
    assert rule is not None
    source = options_source(rule.body, rule.name)
    assert source is not None
    compiled_from: list[int] = []

    def compiled(source: LoopSource) -> Callable[..., tuple[int, int]]:
        loop = plain_loop(source)

        def noted(values: Any, stamps: Any, start: int, stop: int) -> tuple[int, int]:
            compiled_from.append(start)
            return stop, loop(values, stamps, start, stop)[1]

        return noted

    values = np.zeros(1500, dtype=np.uint8)
    kernel = ExpressionKernel(rule, source, compiled)
    for n in range(0, len(values), 5):
        kernel.fill(values, n, n + 5)
    assert compiled_from
    assert sum(5 * (n + 5) for n in range(0, compiled_from[0], 5)) <= LITTLE
    assert values.tolist() == [0, 0, *(n % 2 == 0 for n in range(2, len(values)))]


def test_tuples_are_those_of_python() -> None:
    """What stands in brackets is what Python makes of it, and options are legal as ever."""
    written = "[(n // k,) * k + (n % k,) for k in range(2, n + 1)] + [tuple(range(n))]"
    rule = Expression.parse(f"n -> {written}")
    assert rule is not None
    for n in range(1, 20):
        options = [(n // k,) * k + (n % k,) for k in range(2, n + 1)] + [tuple(range(n))]
        wanted = sorted(tuple(sorted(h for h in option if h)) for option in options)
        assert sorted(tuple(sorted(option)) for option in rule.options(n)) == wanted
    halves = Expression.parse("n -> [(n // 2,) * 2 if n > 1 else 0]")
    assert str(halves) == "n -> [(n // 2, n // 2) if n > 1 else 0]"


def test_splits_into_equal_heaps_are_cheap() -> None:
    """Of k equal heaps the xor is that of one, or 0: no heap is written out."""
    rule = parse_rule("n -> [(n // k,) * k for k in range(2, n + 1)]")
    values = grundy_values(rule, 3000)
    assert values[:60].tolist() == grundy_by_definition(rule, 60)
    with pytest.raises(TooLarge):
        list(parse_rule("n -> [(n - 1,) * 10**12] if n else []").options(5))
    with pytest.raises(TooLarge):
        list(parse_rule("n -> [tuple(range(10**12))] if n > 50 else []").options(51))


UNIONS = [
    "n -> [(k, k) for k in range(n)] or subtract(1, 5) or divide(3, ceil)",
    "n -> [n - 1 if n % 2 else n // 2] or subtract(all but 2, 7) or remove(n // 3 .. n)",
    "m -> [(m - 1) // 2] or subtract(squares, primes) or subtract(cubes, triangular, odd)",
]


@pytest.mark.parametrize("text", UNIONS)
def test_union_in_one_loop(text: str) -> None:
    rule = parse_rule(text)
    assert isinstance(rule, Union)
    assert isinstance(rule.kernel(), ExpressionKernel)
    assert grundy_values(rule, 100).tolist() == grundy_by_definition(rule, 100)


@settings(deadline=None, max_examples=60)
@given(expressions())
def test_recognised_rule_has_the_same_options(rule: Expression) -> None:
    simple = rule.simplest()
    for n in range(20):
        assert set(simple.options(n)) == set(rule.options(n))


RECOGNISED = [
    ("n -> [n - 1, n // 2]", "subtract(1) or divide(2)"),
    ("n->[n-3,n-1]", "subtract(1, 3)"),
    ("m -> [m - 1, m - 2]", "subtract(1, 2)"),
    ("n -> [n // 2, floor(n/3)]", "divide(2, 3)"),
    ("n -> [n - k*k for k in range(1, isqrt(n) + 1)]", "subtract(squares)"),
    ("n -> [n - k**2 for k in range(1, n + 1)]", "subtract(squares)"),
    ("n -> [n - j*j*j for j in range(1, isqrt(n) + 2)]", "subtract(cubes)"),
    ("n -> [n - k*(k+1)//2 for k in range(1, isqrt(2*n) + 1)]", "subtract(triangular)"),
    ("n -> [n - k for k in range(2, n + 1) if is_prime(k)]", "subtract(primes)"),
    ("n -> [n - 1] + [n - k for k in range(1, n + 1) if is_prime(k)]", "subtract(1, primes)"),
    ("n -> [n - k for k in range(1, n + 1) if k not in [2, 3, 7]]", "subtract(all but 2, 3, 7)"),
    ("n -> [n - k for k in range(1, n + 1, 2)]", "subtract(odd)"),
    ("n -> [n - 3*k for k in range(1, n + 1)]", "subtract(multiples(3))"),
    ("n -> [n - 2**k for k in range(bit_length(n))]", "subtract(powers(2))"),
    ("n -> [n - (1 << k) for k in range(bit_length(n))]", "subtract(powers(2))"),
    ("n -> [n - k for k in range(1, 23)]", "subtract(1..22)"),
    ("n -> [n - 2*k - 1 for k in range(1, 4)]", None),
    ("n -> [n - (2*k + 1) for k in range(0, 3)]", "subtract(1, 3, 5)"),
    ("n -> range(n)", "subtract(multiples(1))"),
    ("n -> [k for k in range(n // 2)]", "leave(0 .. (n - 2) // 2)"),
    ("n -> [n - k for k in range(1, n // 2 + 1)]", "remove(1 .. n // 2)"),
    ("n -> [n - k for k in range(1, n)]", "remove(1 .. n - 1)"),
    ("n -> [n - 1 - 1]", "subtract(2)"),
    # Not the same game, by one heap or one option, or not by shape:
    ("n -> [n - k*k for k in range(1, isqrt(n))]", None),
    ("n -> [n - k*k for k in range(2, isqrt(n) + 1)]", None),
    ("n -> [n - k*k for k in range(1, n)]", None),
    ("n -> [n - k for k in range(3, n + 1) if is_prime(k)]", None),
    ("n -> [n - k for k in range(1, n) if is_prime(k)]", None),
    ("n -> [n - k for k in range(2, n + 1) if k not in [3]]", "subtract(all but 1, 3)"),
    ("n -> [n - 3*k for k in range(1, n)]", None),
    ("n -> [(n - 1,)]", None),
    ("n -> [(n - 1, 0)]", None),
    ("n -> [n - 2] if n > 1 else []", "subtract(2)"),
    ("n -> []", None),
]


@pytest.mark.parametrize(("text", "canonical"), RECOGNISED)
def test_recognition(text: str, canonical: str | None) -> None:
    rule = parse_rule(text)
    written = Expression.parse(text)
    assert written is not None
    assert str(rule) == (canonical or str(written))
    assert parse_rule(str(rule)) == rule
    for n in range(120):
        assert set(rule.options(n)) == set(written.options(n)), n


def test_grundys_game() -> None:
    # Grundy's game; the values as Winning Ways lists them (vol. 1, ch. 4).
    values = grundy_values(parse_rule("n -> [(a, n - a) for a in range(1, n) if 2*a != n]"), 300)
    first = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3]
    assert values[:26].tolist() == first
    assert values.tolist() == grundy_values(parse_rule("4!.0"), 300).tolist()


def test_squares_as_written_and_as_family() -> None:
    written = Expression.parse("n -> [n - k*k for k in range(1, isqrt(n) + 1)]")
    assert written is not None
    family = grundy_values(parse_rule("subtract(squares)"), 20_000)
    assert grundy_values(written, 20_000).tolist() == family.tolist()


ESCAPES = [
    "__import__('os').system('true')",
    "().__class__.__bases__",
    "[n.__class__]",
    "[n.real]",
    "[open(n)]",
    "[eval(n)]",
    "[exec(n)]",
    "[getattr(n, n)]",
    "[globals()]",
    "[print(n)]",
    "[(lambda: n)()]",
    "[lambda: n]",
    "[(x := n)]",
    "[*range(n)]",
    "[f'{n}']",
    "['a']",
    "[b'a']",
    "[1.5]",
    "[1e9]",
    "[1j]",
    "[None]",
    "[True]",
    "[...]",
    "{n}",
    "{n: n}",
    "[n[0]]",
    "[[1, n][0]]",
    "[[1, 2][0:1]]",
    "[range(n)[0]]",
    "[await n]",
    "[(yield n)]",
    "[k async for k in range(n)]",
    "[k for n in range(3)]",
    "[k for k, j in range(3)]",
    "[k for k in n]",
    "[range for range in range(3)]",
    "[isqrt]",
    "[isqrt(n, n)]",
    "[isqrt(n=n)]",
    "[isqrt(*n)]",
    "[sum(n)]",
    "[min()]",
    "[n / 2]",
    "[n @ n]",
    "[~n]",
    "[n is n]",
    "[n in [1] < 2]",
    "[n and 3]",
    "[[n - 1, 1]]",
    "[[k for k in range(n)]]",
    "[n - 1",
    "[n - 1]]",
    "[n - 1]; n",
    "[n - 1]\nimport os",
    "[n - 1] # no",
    "1) + (2",
    "(n - 1, 2)",
    "",
    "[10**18 + 1000000000000000000000]",
    "[" * 100 + "]" * 100,
    "[" + "-" * 1900 + "n]",
    "[" + "not " * 400 + "n]",
    "[" + "(" * 900 + "n" + ")" * 900 + "]",
    "[" + "n+" * 900 + "n]",
    "[n if n else " * 100 + "n" + "]" * 100,
    "[n" + " for a in [1]" * 120 + "]",
    "[\u0660]",
    "[\uff4e - 1]",
    "[n \x00]",
    "[0x]",
    "[1if n else 2, 0_]",
    "[" + "9" * 1900 + "]",
]


@pytest.mark.parametrize("body", ESCAPES, ids=lambda body: body[:30].encode("unicode_escape"))
def test_nothing_escapes(body: str) -> None:
    with counted() as work, pytest.raises(RuleSyntaxError) as caught:
        parse_rule(f"n -> {body}")
    assert work.calls < 150_000
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("n -> [n - 1, n / 2]", 17, "//"),
        ("n -> [n.real]", 6, "an attribute"),
        ("n -> [m]", 6, "'m'"),
        ("n -> [n + 1]", 5, "n = 0 the option 1"),
        ("n -> [n]", 5, "n = 1 the option 1"),
        ("n -> [n - 1, 5]", 5, "n = 0 the option 5"),
        ("n ->  [n - 1, (5, n - 6), (n - 3, 3)]", 6, "n = 3 the option (0, 3)"),
        ("n -> [ceil(n/2)]", 5, "n = 1 the option 1"),
        ("n -> [n // n]", 5, "n = 0: division of 0 by zero"),
        ("n -> [1 << n - 1]", 5, "n = 0: a shift by a negative"),
        ("n -> [isqrt(n - 1)]", 5, "isqrt of a negative"),
        ("n -> [max([k for k in range(n)])]", 5, "max of an empty list"),
        ("n -> [n - v2(n)]", 5, "v2 of 0"),
        ("n -> [n - k for k in range(0, n, n - 3)]", 5, "step"),
        ("n -> [n - [1, 2][n]]", 5, "n = 2: the list of 2 numbers has no entry 2"),
        ("n ->", 4, "missing"),
        ("range -> [n]", 0, "'range'"),
        ("n -> [n - 1] x", 13, "no expression"),
        ("n -> [n - k for k in 1..3]", 23, "range(1, 4)"),
        ("n -> [n - 1] if n is even", 5, "n % 2 == 0"),
    ],
)
def test_refused_with_place_and_reason(text: str, place: int, says: str) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place, str(caught.value)
    assert says in str(caught.value)


def test_a_late_fault_names_the_heap() -> None:
    rule = parse_rule("n -> [n - 1 if n < 100 else n + 7]")
    assert grundy_values(rule, 100)[99] == 1
    for compute in (grundy_values, grundy_by_definition):
        with pytest.raises(MexploreError, match="n = 100 the option 107"):
            compute(rule, 101)
    late = parse_rule("n -> [(n - 1) // abs(n - 50)]")
    with pytest.raises(MexploreError, match="n = 50: division of 49 by zero"):
        grundy_values(late, 60)


@pytest.mark.parametrize(
    "body",
    [
        "[n - k for k in range(1, 10**6) for j in range(10**6)]",
        "[n - sum(k for k in range(1, 10**17))]",
        "[n - 2**(2**(2**(2**n)))]",
        "[n - (1 << (1 << (1 << n)))]",
        "[n - 9**9**9**9]",
        "[0 if n in range(1, 10**12, 3) else n - 1]",
    ],
)
def test_endless_work_is_bounded(body: str) -> None:
    rule = parse_rule(f"n -> {body}")
    with pytest.raises(TooLarge):
        grundy_values(rule, 70)


@pytest.mark.parametrize(
    "body",
    [
        "[n - n**9 - 1]",  # leaves 64 bits at n = 129
        "[n - 1 - n * 3037000500 * 3037000500 % 5]",
        "[n - 1 - (n << 60) % 7]",
        "[n - 1 - 10**18 * (n + 1) % 11]",
        "[n - 1 - gcd(3**n, 9)]",
        "[n - 1 - (2**n >> 3) % 2]",
        "[n - 1 - (-(2**62) - n) % 13]",
    ],
)
def test_numbers_beyond_64_bits_stay_exact(body: str) -> None:
    rule = parse_rule(f"n -> {body}")
    assert grundy_values(rule, 300).tolist() == grundy_by_definition(rule, 300)


def test_what_is_compiled_and_from_where_on_it_is_not() -> None:
    def limit(body: str) -> int | None:
        source = options_source(read_expression(body, ("n",)), "n")
        return source.limit if source else None

    assert limit("[n - 1]") == 1 << 31
    assert limit("[n - n**3]") == 1 << 19
    assert limit("[n - n**9]") is None


def test_functions_by_their_definitions() -> None:
    def at(text: str, n: int) -> int:
        return evaluate(read_expression(text, ("n",)), {"n": n})

    for n in range(1, 60):
        assert at("ceil(n/7)", n) == at("ceil_div(n, 7)", n) == -(-n // 7)
        assert at("is_prime(n)", n) == (n > 1 and all(n % d for d in range(2, n)))
        assert at("is_square(n)", n) == any(k * k == n for k in range(n + 1))
        assert at("bit_length(n)", n) == len(bin(n)) - 2
        assert n % 2 ** at("v2(n)", n) == 0 and n // 2 ** at("v2(n)", n) % 2 == 1
        assert at("isqrt(n)", n) == max(k for k in range(n + 1) if k * k <= n)
        assert at("sum([k for k in range(n) if n % (k + 1) == 0])", n) == sum(
            k for k in range(n) if n % (k + 1) == 0
        )
        assert at("len([k for k in range(n) for j in range(k)])", n) == n * (n - 1) // 2
        assert at("min(n, 5) + max([3, n, 2])", n) == min(n, 5) + max(3, n)
        assert at("n > 3 > 1 and not n == 9 or n in [2, 9]", n) == (n > 3 or n == 2)
        assert at("[4, 5, 6][n % 3] ^ n & 7 | 1", n) == ([4, 5, 6][n % 3] ^ n & 7 | 1)


def test_conditions_about_the_heap_too_are_no_sets_of_numbers() -> None:
    """Of few k, and of n: what a set of numbers that are removed does not say."""
    rule = parse_rule("n -> [n - x for x in range(1, n + 1) if x <= 3 and 2*x <= n]")
    assert [sorted(rule.options(n)) for n in (1, 2, 7)] == [[], [(1,)], [(4,), (5,), (6,)]]
