"""Checkers confirm what the definition says, for every shape, and find each value that is wrong."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.rules.checking.checker import Wrong, checkers_of, first_wrong
from mexplore.rules.checking.shapes import listed, splitting
from mexplore.rules.checking.shapes.listed import AN_OPTION, ListedChecker
from mexplore.rules.checking.spots import Spots
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

STOP = 260

RULES = {  # a rule, and the checkers that read it beside the one by the definition
    "0.77": {"PairsChecker", "SplittingChecker"},
    "0.07": {"PairsChecker", "SplittingChecker"},
    "0.156": {"PairsChecker", "SplittingChecker"},
    "0.106": {"PairsChecker", "SplittingChecker"},
    "4!.0": {"PairsChecker", "SplittingChecker"},
    "4!.3": {"PairsChecker", "SplittingChecker"},
    "0.17!7": {"PairsChecker", "SplittingChecker"},
    "4=.3": {"PairsChecker"},
    "0.[7]": {"PairsChecker"},
    "0.34[60]": {"PairsChecker"},
    "0.[*=]": set(),
    "0.3F": set(),
    "80.0": set(),
    "subtract(1, 3, 4)": {"SubtractionChecker"},
    "subtract(1..22)": {"SubtractionChecker"},
    "subtract(3, 40..120)": {"SubtractionChecker"},
    "subtract(multiples(1))": {"SubtractionChecker"},  # values up to 259: several words
    "subtract(all but 2, 3, 7)": {"SubtractionChecker"},
    "subtract(squares)": {"SubtractionChecker"},
    "subtract(1, primes)": {"SubtractionChecker"},
    "divide(2..6)": {"PiecesChecker"},
    "divide(2, 3, ceil)": {"PiecesChecker"},
    "remove(1 .. n // 2)": {"EndsChecker"},
    "leave(ceil(n/2) .. n - 1)": {"EndsChecker"},
    "leave(0 .. n // 2)": {"PiecesChecker", "EndsChecker"},
    "remove(1 .. isqrt(n))": {"EndsChecker"},
    "remove(n % 3 .. n - 2)": {"EndsChecker"},
    "remove(n - gcd(n, 6) .. n)": {"EndsChecker"},
    "leave(n // 4 .. n // 2 - 1)": {"PiecesChecker", "EndsChecker"},
    "subtract(1, 3) or divide(2)": {"UnionChecker"},
    "divide(2) or 0.37": {"UnionChecker"},
    "subtract(squares) or leave(n // 3 .. n // 2 - 1)": {"UnionChecker"},
    "n -> [n // 2, 2*n // 3] + [k for k in range(n // 5, n // 4)]": {"PiecesChecker"},
    "n -> [n - 1, 2*n // 3]": set(),
    "n -> [n // 2] if n % 3 else [n - 1, n - 2]": set(),
    "n -> [(k, n - 2 - k) for k in range(1, n // 4)]": set(),
}


MANY_OPTIONS = ["0.[7]", "0.[*=]", "0.34[60]", "80.0", "0.3F"]
"""Rules whose options, listed one by one, take seconds for STOP heaps."""


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rare and common values from the sixty-fourth heap on, in short stretches."""
    monkeypatch.setattr(splitting, "ALL_PAIRS", 64)
    monkeypatch.setattr(splitting, "STRETCH", 50)
    monkeypatch.setattr(splitting, "HELPERS", 4)


def by_definition(rule: Rule, stop: int = STOP) -> Values:
    return np.array(grundy_by_definition(rule, stop), dtype=np.uint16)


def confirm_all(rule: Rule, values: Values) -> None:
    """Every checker confirms the values."""
    for checker in checkers_of(rule, values):
        assert first_wrong(checker) is None, (str(rule), type(checker).__name__)


def find_all(rule: Rule, values: Values, at: int, bit: int) -> None:
    """Every checker finds the value that is changed."""
    wrong = values.copy()
    wrong[at] ^= 1 << bit
    for checker in checkers_of(rule, wrong):
        found = first_wrong(checker)
        assert found == Wrong(at, int(wrong[at])), (str(rule), type(checker).__name__, at)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("text", RULES)
def test_each_flipped_bit_is_found_where_it_is(text: str) -> None:
    flipped_bits(text, 110 if text in MANY_OPTIONS else STOP)


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("text", MANY_OPTIONS)
def test_each_flipped_bit_of_more_values_is_found(text: str) -> None:
    flipped_bits(text, STOP)


def flipped_bits(text: str, stop: int) -> None:
    rule = parse_rule(text)
    values = by_definition(rule, stop)
    named = {type(checker).__name__ for checker in checkers_of(rule, values)}
    assert named == RULES[text] | {"ListedChecker"}
    confirm_all(rule, values)
    places = random.Random(text)
    for at in (0, 1, stop - 1, *(places.randrange(stop) for _ in range(4))):
        find_all(rule, values, at, places.randrange(8))


DIGITS = st.lists(st.integers(0, 7), min_size=1, max_size=4)
OCTAL = DIGITS.map(lambda digits: "0." + "".join(map(str, digits)))
UNEQUAL = st.builds(
    lambda code, first: first + code[1:], OCTAL, st.sampled_from(["4!", "4?", "4="])
)
REPEATING = st.builds(lambda a, b: f"{a}[{b[2:]}]", OCTAL, OCTAL)
NUMBERS = st.sets(st.integers(1, 30), min_size=1, max_size=5)
SETS = NUMBERS.map(lambda numbers: f"subtract({', '.join(map(str, sorted(numbers)))})")
ENDLESS = st.builds(
    lambda rule, name: f"{rule[:-1]}, {name})",
    SETS,
    st.sampled_from(["squares", "primes", "powers(2)", "fibonacci", "residues(1, 3 mod 5)"]),
)
DIVISIONS = st.builds(
    lambda numbers, up: f"divide({', '.join(str(d + 1) for d in sorted(numbers))}{up})",
    NUMBERS,
    st.sampled_from(["", ", ceil"]),
)
ENDS = st.builds(
    lambda a, b, c: f"({a}*n + {b}) // {a + c}",
    st.integers(0, 3),
    st.integers(0, 9),
    st.integers(1, 3),
)
INTERVALS = st.builds(
    lambda verb, low, high: f"{verb}({low} .. {high})",
    st.sampled_from(["leave", "remove"]),
    ENDS,
    ENDS,
)
LISTS = st.builds(
    lambda a, b, c: f"n -> [n - {a}, n // {b}] if n % {c} else [2*n // 3]",
    st.integers(1, 5), st.integers(2, 5), st.integers(2, 4),
)  # fmt: skip
SHAPES = [OCTAL, UNEQUAL, REPEATING, SETS, ENDLESS, DIVISIONS, INTERVALS, LISTS]
UNIONS = st.lists(st.one_of(SHAPES), min_size=2, max_size=3).map(" or ".join)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("number", range(len(SHAPES) + 1))
def test_random_rules_of_each_shape(number: int) -> None:
    @settings(max_examples=7, deadline=None, database=None)
    @given([*SHAPES, UNIONS][number], st.integers(0, 149), st.integers(0, 6))
    def each(text: str, at: int, bit: int) -> None:
        rule = parse_rule(text)
        values = by_definition(rule, 150)
        confirm_all(rule, values)
        find_all(rule, values, at, bit)

    each()


@pytest.mark.parametrize(
    "text", ["0.354", "0.16", "0.77", "0.644", "4!.0", "4!.13", "0.6", "0.106"]
)
def test_flipped_bits_among_many_values(text: str) -> None:
    """Far beyond what all pairs decide, with the settings as they are."""
    rule = parse_rule(text)
    assert isinstance(rule, TakeAndBreak)
    values = grundy_values(rule, 12_000).copy()
    assert first_wrong(splitting.SplittingChecker(rule, values)) is None
    places = random.Random(text)
    for at in (2048, 11_999, places.randrange(12_000)):
        bit = 1 << places.randrange(6)
        values[at] ^= bit
        found = first_wrong(splitting.SplittingChecker(rule, values))
        assert found == Wrong(at, int(values[at]))
        values[at] ^= bit


def test_a_zero_of_two_equal_heaps_is_no_move_where_they_must_differ() -> None:
    """Values of a game with equal heaps are refused for the one without, and the other way."""
    for mine, other in (("4!.3", "4?.3"), ("0.17", "0.17!"), ("0.77", "0.77!")):
        values = {text: by_definition(parse_rule(text)) for text in (mine, other)}
        differ = np.flatnonzero(values[mine] != values[other])
        for text, of in ((mine, other), (other, mine)):
            for checker in checkers_of(parse_rule(text), values[of]):
                found = first_wrong(checker)
                assert (found.n if found else None) == (differ[0] if len(differ) else None)


def test_no_compiler_is_loaded() -> None:
    """Values by the definition, confirmed by every checker: no compiler is imported for it."""
    code = f"""
import sys
import numpy as np
from mexplore.rules.checking.checker import checkers_of, first_wrong
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
for text in {list(RULES)}:
    rule = parse_rule(text)
    values = np.array(grundy_by_definition(rule, 100), dtype=np.uint16)
    for checker in checkers_of(rule, values):
        assert first_wrong(checker) is None
assert "llvmlite" not in sys.modules
sparse = "mexplore.rules.families.take_and_break.sparse"
assert not [name for name in sys.modules if name.startswith(sparse)]
assert "mexplore.rules.engine.compiled" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_tried_for_a_few_options_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored values of this rule were confirmed by listing so few options that it seemed quick, and
    took the whole budget: each of the numbers below n is tried."""
    rule = parse_rule("n -> [n - x for x in range(1, n + 1) if x & n == 0]")
    values = grundy_values(rule, 3000)
    options = len(list(rule.options(2999)))
    for seconds, nanoseconds in ((0.0, AN_OPTION * (options + 1)), (0.5, 5e8)):
        ticks = iter((0.0, seconds))
        monkeypatch.setattr(listed, "processor_seconds", lambda ticks=ticks: next(ticks))
        assert ListedChecker(rule, values).spot_nanoseconds(3) == 3 * nanoseconds
    slow = iter(range(100))
    monkeypatch.setattr(listed, "processor_seconds", lambda: float(next(slow)))
    assert "quickly enough" in (Spots().objection(rule, values, 0, lambda below: 0) or "")
    monkeypatch.setattr(listed, "processor_seconds", lambda: 0.0)
    assert Spots().objection(rule, values, 0, lambda below: 0) is None
