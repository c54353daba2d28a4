"""The user's own conjecture: safe reading, exact evaluation, true verdicts."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.check import check
from mexplore.discover.heaps.evidence.difference import first_difference
from mexplore.discover.heaps.evidence.sequence_file import read_sequence
from mexplore.discover.study.conclusion import Difference
from mexplore.discover.study.limits import Limits
from mexplore.rules.arithmetic.columns import Exactly
from mexplore.rules.arithmetic.eventual_lines import lines_of
from mexplore.rules.arithmetic.formula_values import equals, value_at
from mexplore.rules.arithmetic.formulas import FormulaSyntaxError, parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.residue_lines import NoLine
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

NUMBERS = st.integers(0, 9).map(str)
POSITIVE = st.integers(1, 9).map(str)


def numbers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Formulas built of smaller ones, in sympy's notation."""
    pair = st.tuples(inner, inner)
    return st.one_of(
        pair.map("({0[0]}) + ({0[1]})".format),
        pair.map("({0[0]}) - ({0[1]})".format),
        st.tuples(NUMBERS, inner).map("{0[0]}*({0[1]})".format),
        st.tuples(inner, POSITIVE).map("({0[0]})/{0[1]}".format),
        st.tuples(inner, POSITIVE).map("Mod({0[0]}, {0[1]})".format),
        inner.map("floor({0})".format),
        inner.map("ceiling({0})".format),
        inner.map("Abs({0})".format),
        pair.map("Max({0[0]}, {0[1]})".format),
        pair.map("Min({0[0]}, {0[1]})".format),
        st.tuples(inner, inner, inner, inner).map(
            "Piecewise(({0[0]}, ({0[1]}) < ({0[2]})), ({0[3]}, True))".format
        ),
        st.tuples(inner, inner, NUMBERS, inner).map(
            "Piecewise(({0[0]}, Eq(Mod(floor({0[1]}), 4), {0[2]})), ({0[3]}, True))".format
        ),
    )


FORMULAS = st.recursive(st.one_of(NUMBERS, st.just("n")), numbers, max_leaves=8)


@given(text=FORMULAS, n=st.integers(0, 60))
@settings(max_examples=80, deadline=None)
def test_exact_values_are_those_of_sympy(text: str, n: int) -> None:
    import sympy

    symbol = sympy.Symbol("n")
    value = sympy.sympify(text, locals={"n": symbol}).subs(symbol, n)
    assert Fraction(int(value.p), int(value.q)) == value_at(parse_formula(text), n)


@given(text=FORMULAS, start=st.integers(0, 1000))
@settings(max_examples=200, deadline=None)
def test_arrays_and_lines_agree_with_exact_values(text: str, start: int) -> None:
    term = parse_formula(text)
    exact = [value_at(term, n) for n in range(start, start + 40)]
    whole = [v if isinstance(v, int) and v >= 0 else 0 for v in exact]
    try:
        found = equals(term, np.array(whole, dtype=np.uint64), start).tolist()
        assert found == [v == w for v, w in zip(exact, whole, strict=True)]
    except Exactly:
        pass
    lines = lines_of(term)
    for n in [*range(lines.threshold, lines.threshold + 80), 10**30, 10**30 + 7]:
        slope, intercept = lines.lines[n % lines.modulus]
        if n >= lines.threshold:
            assert slope * n + intercept == value_at(term, n)


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("v2(n + 1)", lambda n: ((n + 1) & -(n + 1)).bit_length() - 1),
        ("bit_length(n)", int.bit_length),
        ("valuation(n + 1, 3)", lambda n: max(k for k in range(9) if (n + 1) % 3**k == 0)),
        ("Omega(n + 1)", lambda n: sum(
            1 for q in range(2, n + 2) if (n + 1) % q == 0 and len({p for p in range(2, q + 1)
            if q % p == 0 and all(p % d for d in range(2, p))}) == 1)),
        ("popcount(n)", int.bit_count),
        ("xor(n, 5, 3)", lambda n: n ^ 6),
        ("n & 6", lambda n: n & 6),
        ("n | 6", lambda n: n | 6),
        ("odd_part(n + 1)*2", lambda n: (n + 1) // ((n + 1) & -(n + 1)) * 2),
        ("floor(log(n + 1, 3))", lambda n: next(k for k in range(99) if 3 ** (k + 1) > n + 1)),
        ("floor(log(5**n, 5)) + floor(log(5**(n + 1) - 1, 5))", lambda n: 2 * n),
        ("ceiling(log(7**n, 7)) + floor(log(1/7**n, 7))", lambda n: 0),
        ("floor(log(n + 1)/log(3))", lambda n: next(k for k in range(99) if 3 ** (k + 1) > n + 1)),
        ("ceiling(log(n + 1, 2))", int.bit_length),
        ("floor(sqrt(n))", lambda n: int(n**0.5)),
        ("isqrt(n)", lambda n: int(n**0.5)),
        ("floor((sqrt(8*n + 1) - 1)/2)", lambda n: int(((8 * n + 1) ** 0.5 - 1) / 2)),
        ("floor(n*(1 + sqrt(5))/2)", lambda n: int(n * (1 + 5**0.5) / 2)),
        ("floor(n/(sqrt(2) + 1)) + ceiling(-n*sqrt(3))", lambda n: int(n / 2.414213562373095)
         - int(n * 3**0.5)),
        ("(-1)**n + 1", lambda n: 1 + (-1) ** n),
        ("2**Mod(n, 5)", lambda n: 2 ** (n % 5)),
        ("gcd(n, 12)", lambda n: __import__("math").gcd(n, 12)),
        ("n // 3 + n % 4 if 2 < n <= 9 else 7", lambda n: n // 3 + n % 4 if 2 < n <= 9 else 7),
        ("Piecewise((1, (n > 3) & ~Eq(n, 5)), (0, True))", lambda n: int(n > 3 and n != 5)),
        ("Piecewise((1, Or(n < 3, And(n > 5, Ne(n, 8)))), (0, true))",
         lambda n: int(n < 3 or (n > 5 and n != 8))),
        ("Piecewise((v2(n), n > 0), (0, True))",
         lambda n: (n & -n).bit_length() - 1 if n else 0),
    ],
)  # fmt: skip
def test_functions(text: str, function: object) -> None:
    assert callable(function)
    term = parse_formula(text)
    expected = [function(n) for n in range(300)]
    assert [value_at(term, n) for n in range(300)] == expected
    values = np.array([max(e, 0) for e in expected], dtype=np.uint64)
    with suppress(Exactly):
        assert equals(term, values, 0).tolist() == [e >= 0 for e in expected]
    try:
        lines = lines_of(term)
    except NoLine:
        return
    for n in range(lines.threshold, lines.threshold + 100):
        slope, intercept = lines.lines[n % lines.modulus]
        assert slope * n + intercept == value_at(term, n)


HOSTILE = [
    "__import__('os').system('true')",
    "n.__class__",
    "(lambda: 1)()",
    "[n for n in (1,)]",
    "n[0]",
    "'text'",
    "f'{n}'",
    "(n := 3)",
    "eval(n)",
    "exec",
    "1 if n",
    "n, n",
    "{1: 2}",
    "floor(n, n)",
    "Mod(n)",
    "Mod(n, k=2)",
    "Mod(*n)",
    "x + 1",
    "n + 0.5",
    "n ^ 2",
    "n < 3",
    "Piecewise(1)",
    "Piecewise((1, 2))",
    "And(1, n)",
    "not n",
    "log(n, 2)",
    "n << 3",
    "n is n",
    "",
    "  ",
    "\0",
    "(" * 500 + "n" + ")" * 500,
    "-" * 5000 + "n",
    "n" + "+n" * 4000,
    "9" * 9000,
    "é + n",
    "n + è",
    "1_0e5",
    "0777",
    "...",
    "n\nimport os",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_or_malformed_text_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(FormulaSyntaxError) as caught:
        parse_formula(text)
    assert "\n" not in str(caught.value)
    assert 0 <= caught.value.position <= len(text)


@given(st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(FormulaSyntaxError, Undefined):
        value_at(parse_formula(text), 5)


@pytest.mark.parametrize(
    ("text", "place"), [("Mod(n, m)", 7), ("  n + x", 6), ("n ^ 2", 2), ("1 + n.real", 4)]
)
def test_the_caret_stands_at_the_fault(text: str, place: int) -> None:
    with pytest.raises(FormulaSyntaxError) as caught:
        parse_formula(text)
    assert caught.value.position == place


@pytest.mark.parametrize("text", ["n**n**n", "2**(10**9)", "1/n", "sqrt(2) + sqrt(3)", "v2(n)",
                                  "0**(n - 1)", "floor(log(n, 2))", "Piecewise((1, n > 0))",
                                  "2**(1/3)", "sqrt(n - 5)"])  # fmt: skip
def test_undefined_or_boundless_values_are_refused(text: str) -> None:
    with pytest.raises(Undefined):
        value_at(parse_formula(text), 0 if "**n" not in text else 1000)


def test_the_verdicts_of_the_manual() -> None:
    rule = parse_rule("subtract(1..9)")
    good = check(rule, "Mod(n, 10)", (0, 10**5))
    assert (good.status, good.failure) == ("proved", None)
    assert good.theorem
    bad = check(rule, "Mod(n, 9)", (0, 10**5))
    assert (bad.status, bad.failure) == ("refuted", Difference(9, 9, "0"))


@pytest.mark.parametrize(
    ("rule", "formula", "ends", "status"),
    [
        ("subtract(1, 2, 3)", "n % 4", (0, 100), "proved"),
        ("subtract(1, 2, 3)", "n - 4*floor(n/4)", (0, 100), "proved"),
        ("subtract(1, 2, 3)", "xor(n, 4*(n//4))", (0, 100), "holds so far"),
        ("subtract(1, 2, 3)", "n & 3", (0, 100), "proved"),
        ("subtract(1, 2, 3)", "Mod(n + 10**40, 4)", (10**50, 10**50 + 99), "proved"),
        ("subtract(1, 2, 3)", "Piecewise((Mod(n, 4), n < 1000), (7, True))", (0, 99),
         "refuted"),
        ("subtract(1, 2, 3)", "Piecewise((Mod(n, 4), n < 10**30), (7, True))", (0, 99),
         "holds so far"),
        ("subtract(1, 2, 3)", "Piecewise((Mod(n, 4), n < 1000), (7, True))", (0, 1000), "refuted"),
        ("subtract(1, 2, 3)", "Mod(n, 4)/1 + 0*n", (3, 100), "proved"),
        ("subtract(2, 4, 7)", "Mod(2*n, 3)", (8, 100), "proved"),
        ("subtract(2, 4, 7)", "Mod(2*n, 3)", (0, 100), "refuted"),
        ("subtract(all but 5)", "floor(n/10)*5 + Mod(n, 5)", (0, 100), "proved"),
        ("subtract(multiples(1))", "n", (0, 10**4), "proved"),
        ("divide(2)", "Mod(floor(log(n, 2)) + 1, 2)", (1, 10**4), "holds so far"),
        ("divide(2)", "Mod(bit_length(n), 2)", (0, 10**4), "holds so far"),
        ("divide(2)", "Mod(bit_length(n), 3)", (0, 10**4), "refuted"),
        ("remove(1 .. n//2)", "-1/2 + odd_part(1 + n)/2", (0, 100), "proved"),
        ("remove(1 .. n//2)", "odd_part(n + 1)/2 - 1/2 + 0*v2(n)", (1, 100), "holds so far"),
        ("remove(1 .. n//2)", "odd_part(n + 1)/2 - 1/2 + (n - 500)/(n - 500) - 1", (0, 100),
         "holds so far"),
    ],
)  # fmt: skip
def test_verdicts(rule: str, formula: str, ends: tuple[int, int], status: str) -> None:
    verdict = check(parse_rule(rule), formula, ends)
    assert verdict.status == status
    assert (verdict.status == "proved") == (verdict.unproved == "") or verdict.failure


def test_a_failure_beyond_the_range_is_named() -> None:
    formula = "Piecewise((Mod(n, 4), n < 1000), (7, True))"
    verdict = check(parse_rule("subtract(1, 2, 3)"), formula, (0, 99))
    assert verdict.later == Difference(1000, 0, "7")
    assert verdict.failure is None


def test_a_claim_that_begins_beyond_the_range_is_compared_from_there_on() -> None:
    """No law of 0.007 is known: as many n are compared as the range has."""
    rule, few = parse_rule("0.007"), Limits(budget=None, max_terms=1000)
    values = grundy_by_definition(rule, 1501)
    wrong = next(n for n in range(1200, 1501) if values[n] != 5)
    verdict = check(rule, "G(n) = 5 for n >= 1200", (0, 300), few)
    assert (verdict.low, verdict.high, verdict.status) == (1200, 1500, "refuted")
    assert verdict.failure == Difference(wrong, values[wrong], "5")
    true = f"G(n) = {values[1200]} + (n - 1200)*({values[1201]} - {values[1200]}) for n >= 1200"
    verdict = check(rule, true, (0, 1), few)
    assert (verdict.low, verdict.high, verdict.status) == (1200, 1201, "holds so far")


def test_no_proof_of_mutated_formulas() -> None:
    """Random changes of right formulas: 'proved' only where the values agree far beyond."""
    pick = random.Random(3)
    values = [n % 4 for n in range(3000)]
    rule, proved = parse_rule("subtract(1, 2, 3)"), 0
    for _ in range(50):
        m, a, b = pick.choice([4, 4, 5, 8]), pick.randint(0, 2), pick.choice([0, 1, 4, 8])
        t = pick.choice([1, 50, 700])
        text = f"Piecewise((Mod(n + {b}, {m}) + {a}*floor(n/{t + 1}), n < {t}), (Mod(n, 4), True))"
        verdict = check(rule, text, (0, 20))
        true = all(value_at(parse_formula(text), n) == values[n] for n in range(t + 20))
        assert (verdict.status == "proved") == true, text
        proved += true
    assert proved > 5


def test_ranges_too_long_are_refused_where_no_law_decides() -> None:
    with pytest.raises(TooLarge):
        check(parse_rule("subtract(1, 2, 3)"), "isqrt(n)", (10**20, 10**30))
    with pytest.raises(TooLarge):
        check(parse_rule("subtract(1, 2, 3)"), "xor(n, 4*(n//4))", (0, 10**12))


def test_exact_and_array_comparison_find_the_same_first_failure() -> None:
    n = np.arange(200_000)
    values = (n % 7).astype(np.uint8)
    values[150_001] += 1
    term = parse_formula("Mod(n, 7)")
    found = first_difference(term, lambda a, b: values[a:b], 0, 200_000)
    listed = first_difference(term, lambda a, b: values[a:b].tolist(), 149_000, 151_000)
    assert found == listed == Difference(150_001, int(values[150_001]), str(150_001 % 7))


@pytest.mark.parametrize(
    "text",
    [
        "# a b-file\n0 0\n1 1\n2 2\n3 0\n",
        "n,value\n0,0\n1,1\n2,2\n3,0\n",
        "[0, 1, 2, 0]",
        "0 1 2 0",
        "0\n1\n\n2\n0\n",
        "0; 1; 2;\n0",
        "\ufeffvalue\r\n0\r\n1\r\n2\r\n0\r\n",
    ],
)
def test_sequence_files(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sequence.txt"
    path.write_text(text, encoding="utf-8")
    assert read_sequence(path).tolist() == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0 0\n1 1\n2 2\n3", "line 4: 3 has no term; is the file cut short?"),
        ("0 0\n1 1\n3 2\n", "line 3"),
        ("1 0\n2 1\n", "n = 1"),
        ("0, 1, x", "line 1"),
        ("0\n-1\n", "line 2"),
        ("0\n1.5\n", "line 2"),
        ("# nothing\n", "no numbers"),
        ("0\n" + "9" * 5000, "line 2"),
        ("0\n" + "9" * 30, "too large"),
    ],
)
def test_sequence_files_at_fault(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "sequence.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem) as caught:
        read_sequence(path)
    assert "\n" not in str(caught.value)


def test_unreadable_sequence_files(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_sequence(tmp_path / "absent")
    with pytest.raises(InputError):
        read_sequence(tmp_path)
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError):
        read_sequence(binary)


def test_a_formula_without_a_value_at_0_is_told_where_it_holds() -> None:
    rule = parse_rule("n -> [n - d for d in range(1, n) if n % d == 0]")
    verdict = check(rule, "v2(n)", (0, 1000))
    assert (verdict.status, verdict.first_failure) == ("refuted", 0)
    assert verdict.beyond is not None
    assert (verdict.beyond.low, verdict.beyond.status) == (1, "proved")
    assert verdict.words("v2(n)").endswith(
        "G(n) = v2(n) for every n >= 1: proved (removed divisors)"
    )


DIVISOR_NIM = "n -> [n - d for d in range(1, n) if n % d == 0]"


@pytest.mark.parametrize(
    ("formula", "undefined", "fails"),
    [("v2(n) + floor(n/100)", [0], 100), ("v2(n - 1)", [0, 1], 2)],
)
def test_what_fails_later_is_said_too(formula: str, undefined: list[int], fails: int) -> None:
    verdict = check(parse_rule(DIVISOR_NIM), formula, (0, 1000))
    words = verdict.words(formula).splitlines()
    assert len(words) == len(undefined) + 1
    for n, line in zip(undefined, words, strict=False):
        assert f"undefined at n = {n}, where G({n}) = 0: v2 takes whole numbers from 1 on" in line
    assert f"fails first at n = {fails}" in words[-1]


def test_a_statement_about_all_n_has_no_rest() -> None:
    verdict = check(parse_rule(DIVISOR_NIM), "G(n) = v2(n) for n >= 0", (0, 1000))
    assert verdict.refuted and verdict.beyond is None


def test_the_formula_of_a_law_is_proved_from_where_it_holds() -> None:
    rule = parse_rule("n -> [n - d for d in divisors(n)]")
    assert check(rule, "1 + v2(n)", (1, 1000)).theorem == "removed divisors"
    assert check(rule, "v2(n) + 1", (9, 20)).theorem == "removed divisors"
    assert check(rule, "v2(n) + 2", (9, 20)).first_failure == 9
