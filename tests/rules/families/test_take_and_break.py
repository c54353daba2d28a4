"""Take-and-break codes: reading, normal form, moves, values."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from random import Random
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import codes
from work import counted

from mexplore.rules.engine.bitsets import Rows
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import RuleSyntaxError, TooLarge
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.families.take_and_break import three_heaps
from mexplore.rules.families.take_and_break.code import Digit
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel
from mexplore.rules.families.take_and_break.xor_sets import XorSetsKernel
from mexplore.rules.moves.written import as_expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

CANONICAL = {
    ".07": "0.07",
    "04.30": "4.3",
    "00.00": "0.0",
    "4.": "4.0",
    "0.3f": "0.3F",
    "0.{0,1,2}": "0.7",
    "0.{2,3}": "0.C",
    "0.1!": "0.1",
    "0.3?0=": "0.3",
    "0.{1,2!}": "0.6!",
    "0.{0!,2!,3!}": "0.D!",
    "0.{0!,2!,3}": "0.{0,2!,3}",
    "0.{0!,2!,3!+}": "0.{0,2+}!",
    "0.{0!,2,3!+}": "0.{0,2,3!+}",
    "0.{0!,3+}": "0.{0,3+}",
    "0.{0,2!,4!+}": "0.{0,2,4+}!",
    "0.{0!,2!,4+}": "0.{0,2!,4+}",
    "0.{0!,2!,4?+}": "0.{0,2!,4?+}",
    "0.{0!,2?,4?+}": "0.{0,2,4+}?",
    "0.{0!,2=,4?+}": "0.{0,2=,4?+}",
    "0.{0!,2=,3?,4?+}": "0.{0,2=,3?+}",
    "0.{0!,2?,3?,4?+}": "0.{0,2+}?",
    "0.{0!,1,2,3,4+}": "0.*",
    "0.{0+}": "0.*",
    "0.{0,1,2!,3!,4!+}": "0.*!",
    "0.{ 2 , 0 }": "0.5",
    "0.{0,5,6}!": "0.{0,5,6}!",
    "0.{1,2+}=": "0.{1+}=",
    "0.[{0+}=]": "0.[*=]",
    "04.00[30]": "4.00[30]",
    "04.00[00]": "4.0",
    "0.[77]": "0.[7]",
    "0.7[7]": "0.[7]",
    "0.3[33]": "subtract(multiples(1))",
    "0.3[]": "0.3",
    "080.0": "80.0",
    "{2+}=.0": "{2+}=.0",
}


@pytest.mark.parametrize(("text", "canonical"), CANONICAL.items())
def test_every_text_has_one_canonical_form(text: str, canonical: str) -> None:
    assert str(parse_rule(text)) == canonical
    assert str(parse_rule(canonical)) == canonical
    assert parse_rule(text) == parse_rule(canonical)


MALFORMED = [
    ("0.7W", 3, "digits are 0-9 and A-V; write {0,5,6} for other heap counts"),
    ("0.", 2, "no digit"),
    (".", 1, "no digit"),
    ("77", 2, "point is missing"),
    ("{2+}=", 5, "point is missing"),
    ("3.0", 0, "digit 3 removes no token and may leave 1 heap;"),
    ("1.0", 0, "need not end"),
    ("0*.3", 1, "need not end"),
    ("20.017", 0, "digit 2 adds 1 token "),
    ("{3}00.0", 0, "digit 8 adds 2 tokens and may leave 3 heaps; leave at least 4 heaps"),
    ("90.0", 0, "digit 9 adds 1 token, so it can never leave 0 heaps"),
    ("0.7.7", 3, "second point"),
    ("0.7 7", 3, "' ' is no digit"),
    ("0.!", 2, "follows no digit"),
    ("0.4!!", 4, "follows no digit"),
    ("0.&64;", 2, "{0,5,6}"),
    ("0.[3", 2, "not closed"),
    ("0.]", 2, "misplaced"),
    ("0.[3][3]", 5, "more text follows"),
    ("0.[[3]]", 3, "misplaced"),
    ("[3].3", 0, "before the point"),
    ("0.{2,3", 2, "not closed"),
    ("0.{}", 3, "heap count is missing"),
    ("0.{2,,3}", 5, "heap count is missing"),
    ("0.{2,-1}", 5, "heap count is missing"),
    ("0.{2 3}", 5, "unexpected '3'"),
    ("0.{4+,2}", 5, "unexpected ','"),
    ("0.{5,3+}", 5, "3+ covers 5 heaps"),
    ("0.{2,2!}", 5, "two suffixes"),
    ("0.{2!,3}!", 8, "suffix after suffixes"),
    ("0.{2,99999999999}", 5, "too many heaps"),
]


@pytest.mark.parametrize(("text", "place", "words"), MALFORMED)
def test_error_names_the_place_and_the_remedy(text: str, place: int, words: str) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["games.py:options", "0.77 or subtract(1)", "n -> [n - 1]", "nim"])
def test_other_notations_are_left_alone(text: str) -> None:
    assert TakeAndBreak.parse(text) is None


def test_the_shape_that_theorems_read() -> None:
    rule = TakeAndBreak.parse("0.137")
    assert rule is not None
    assert (rule.largest_take, rule.most_heaps, rule.has_suffix) == (3, 2, False)
    assert (rule.repeating, rule.adds_tokens) == ((), False)
    assert rule.digit(2) == Digit.from_mask(3)
    assert rule.digit(4).is_zero
    assert rule.digit(-1).is_zero
    wide = TakeAndBreak.parse("{3+}!0.07[03]")
    assert wide is not None
    assert (wide.most_heaps, wide.has_suffix, wide.adds_tokens) == (None, True, True)
    assert wide.repeating == (Digit(), Digit.from_mask(3))
    assert [wide.digit(j) for j in (3, 4, 5, 6)] == [Digit(), Digit.from_mask(3)] * 2
    assert set(wide.digits) == {-1, 2, 4}
    still = TakeAndBreak.parse("0.0")
    assert still is not None
    assert (still.largest_take, still.most_heaps) == (0, 1)


def two_heap_digits() -> st.SearchStrategy[str]:
    return st.builds(str.__add__, st.sampled_from("01234567"), st.sampled_from(["", "!", "?", "="]))


@given(
    st.sampled_from(["0", "4", "4!", "4="]),
    st.lists(two_heap_digits(), max_size=4).map("".join),
    st.lists(two_heap_digits(), max_size=3).map("".join),
)
@settings(max_examples=60, deadline=None)
def test_two_heaps_kernel_equals_definition(zeroth: str, digits: str, block: str) -> None:
    rule = parse_rule(f"{zeroth}.{digits}0[{block}]")
    assert grundy_values(rule, 50).tolist() == grundy_by_definition(rule, 50)
    assert parse_rule(str(rule)) == rule


@given(
    st.sampled_from(["0", "4", "4!", "4="]), st.lists(two_heap_digits(), max_size=4).map("".join)
)
@settings(max_examples=15, deadline=None)
def test_pairs_compared_many_at_a_time_give_the_definition(zeroth: str, digits: str) -> None:
    rule = parse_rule(f"{zeroth}.{digits}0")
    assert isinstance(rule, TakeAndBreak)
    values = np.zeros(170, dtype=np.uint16)
    assert TwoHeapsKernel(rule, large=40).fill(values, 0, 170) == 170
    assert values.tolist() == grundy_by_definition(rule, 170)


def test_both_loops_agree_where_rows_end() -> None:
    """ROW pairs are compared at a time: on both sides of multiples of it, and of the handover."""
    for code in ("0.07", "4.75", "0.6", "0.{1,2!}7", "0.{0,2=}6"):
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        values = np.zeros((2, 12_700), dtype=np.uint16)
        for large, row in zip((4_000, 99_999), values, strict=True):
            assert TwoHeapsKernel(rule, large).fill(row, 0, len(row)) == len(row)
        np.testing.assert_array_equal(*values)


@pytest.mark.parametrize("plain", [True, False])
def test_pairs_are_not_compared_with_a_value_beyond_the_type(plain: bool) -> None:
    rule = TakeAndBreak.parse("4.[3]")
    assert rule is not None
    reached = []
    for large in (40, 99_999):
        with plainly(plain):
            reached.append(TwoHeapsKernel(rule, large).fill(np.zeros(400, dtype=np.uint8), 0, 400))
    assert reached[0] == reached[1] < 400


def test_values_beyond_a_byte_widen_the_array() -> None:
    nim = parse_rule("0.[3]")
    assert grundy_values(nim, 1200).tolist() == list(range(1200))


@pytest.mark.parametrize(
    ("text", "n", "options"),
    [
        ("0.3F", 9, "8 7 1+6 2+5 3+4 1+1+5 1+2+4 1+3+3 2+2+3"),
        ("0.3F!", 9, "8 7 1+6 2+5 3+4 1+2+4"),
        ("0.8?", 10, "1+1+7 1+2+6 1+3+5 1+4+4 2+2+5 2+3+4"),
        ("{2+}=.0", 10, "5+5 2+2+2+2+2 1+1+1+1+1+1+1+1+1+1"),
        ("0.*", 5, "4 1+3 2+2 1+1+2 1+1+1+1"),
        ("0.*!3", 7, "6 5 1+5 2+4 1+2+3"),
        ("0.*?", 7, "6 1+5 2+4 1+1+4 1+2+3 1+1+1+3 1+1+2+2 1+1+1+1+2"),
        ("0.{0,1,3+}", 1, "-"),
        ("0.{1,3+}", 1, ""),
        ("0.{2,3?+}", 6, "1+4 2+3 1+1+3 1+2+2 1+1+1+2"),
        ("0.7[03]", 7, "6 1+5 2+4 3+3 4 2 -"),
        ("0.[2]", 4, "3 2 1"),
        ("80.0", 7, "1+1+6 1+2+5 1+3+4 2+2+4 2+3+3"),
        ("4!.0", 8, "1+7 2+6 3+5"),
        ("0.77", 0, ""),
    ],
)
def test_options_list_each_multiset_once(text: str, n: int, options: str) -> None:
    found = ["+".join(map(str, sorted(heaps))) or "-" for heaps in parse_rule(text).options(n)]
    assert sorted(found) == sorted(options.split())


def brute_force_moves(rule: TakeAndBreak, n: int) -> set[tuple[int, ...]]:
    """The moves from n by going through all multisets of heaps of at most n + what is added."""
    most = n + len(rule.adding)
    multisets: list[list[tuple[int, ...]]] = [[()]]
    for total in range(1, most + 1):
        multisets.append(
            [
                (*rest, last)
                for last in range(1, total + 1)
                for rest in multisets[total - last]
                if not rest or rest[-1] <= last
            ]
        )
    conditions: dict[str, Callable[[tuple[int, ...]], bool]] = {
        "": lambda heaps: True,
        "!": lambda heaps: len(set(heaps)) == len(heaps),
        "?": lambda heaps: len(set(heaps)) > 1,
        "=": lambda heaps: len(set(heaps)) == 1,
    }
    return {
        heaps
        for total, sums in enumerate(multisets)
        for heaps in sums
        if (suffix := rule.digit(n - total).suffix(len(heaps))) is not None
        and (len(heaps) < 2 or conditions[suffix](heaps))
    }


@given(codes())
@settings(max_examples=120, deadline=None)
def test_any_code_round_trips_and_moves_as_written(text: str) -> None:
    rule = TakeAndBreak.parse(text)
    assert rule is not None
    assert TakeAndBreak.parse(str(rule)) == rule
    assert parse_rule(str(rule)) == rule.simplest()
    assert rule.words()[-1] == "."
    for n in (0, 1, 2, 5, 8):
        options = list(rule.options(n))
        assert len(options) == len(set(options))
        assert {tuple(sorted(heaps)) for heaps in options} == brute_force_moves(rule, n)
        assert all(heap < n for heaps in options for heap in heaps)


@given(codes(), st.integers(0, 18))
@settings(max_examples=120, deadline=None)
def test_any_kernel_equals_definition_and_resumes(text: str, middle: int) -> None:
    rule = TakeAndBreak.parse(text)  # `parse_rule` makes a subtraction set of 0.0[3]
    assert rule is not None
    expected = grundy_by_definition(rule, 18)
    assert grundy_values(rule, 18).tolist() == expected
    for kernels in ([rule.kernel()] * 2, [XorSetsKernel(rule), XorSetsKernel(rule)]):
        values = np.zeros(18, dtype=np.uint8)
        assert kernels[0].fill(values, 0, middle) == middle
        assert kernels[1].fill(values, middle, 18) == 18
        assert values.tolist() == expected


@st.composite
def hexadecimal_codes(draw: st.DrawFn) -> str:
    """Codes of at most three heaps."""
    digit = st.builds(
        str.__add__, st.sampled_from("0123456789ABCDEF"), st.sampled_from(["", "!", "?", "="])
    )
    zeroth = draw(st.sampled_from(["0", "8", "C!", "{2!,3}", "80", "8?0", "8!4"]))
    removing = "".join(draw(st.lists(digit | st.just("{1,2!,3?}"), max_size=3)))
    block = "".join(draw(st.lists(digit, max_size=1)))
    return f"{zeroth}.{removing}0[{block}]"


@given(hexadecimal_codes())
@settings(max_examples=60, deadline=None)
def test_three_heaps_kernel_equals_definition(text: str) -> None:
    rule = parse_rule(text)
    assert grundy_values(rule, 40).tolist() == grundy_by_definition(rule, 40)


@given(hexadecimal_codes(), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_triples_looked_up_equal_triples_listed(text: str, listed: int) -> None:
    rule = parse_rule(text)
    with mock.patch.multiple(three_heaps, _WIDE=0, _LISTED=listed):
        values = grundy_values(rule, 40).tolist()
    assert values == grundy_by_definition(rule, 40)


@pytest.mark.parametrize("text", ["0.3F", "0.8!", "8?.0", "0.C4F"])
def test_wide_rows_give_the_same_values(text: str) -> None:
    rule = parse_rule(text)
    with mock.patch.multiple(three_heaps, _WIDE=10**9):
        expected = grundy_values(rule, 2500).tolist()
    with mock.patch.multiple(three_heaps, _WIDE=2):
        assert grundy_values(rule, 2500).tolist() == expected


@pytest.mark.parametrize("text", ["0.8", "0.88!", "8?.0", "0.3F"])
def test_two_kernels_agree_far_beyond_the_definition(text: str) -> None:
    rule = parse_rule(text)
    assert isinstance(rule, TakeAndBreak)
    values = np.zeros(700, dtype=np.uint16)
    assert XorSetsKernel(rule).fill(values, 0, 700) == 700
    assert grundy_values(rule, 700).tolist() == values.tolist()


def test_three_heaps_kernel_resumes_from_stored_values() -> None:
    rule = parse_rule("0.8!C")
    assert isinstance(rule, TakeAndBreak)
    expected = grundy_values(rule, 300)
    values = np.zeros(300, dtype=np.uint16)
    values[:170] = expected[:170]
    assert rule.kernel().fill(values, 170, 300) == 300
    assert values.tolist() == expected.tolist()


@pytest.mark.parametrize("text", ["0.G", "0.*!3", "0.{3?+}1", "0.[G?3=]"])
def test_tables_that_grow_hold_the_same_sets(text: str) -> None:
    rule = parse_rule(text)
    assert isinstance(rule, TakeAndBreak)
    at_once, by_steps = np.zeros((2, 700), dtype=np.uint16)
    assert rule.kernel().fill(at_once, 0, 700) == 700
    kernel = rule.kernel()
    for start, stop in pairwise([0, 50, 51, 330, 600, 700]):
        assert kernel.fill(by_steps, start, stop) == stop
    assert by_steps.tolist() == at_once.tolist()


@pytest.mark.parametrize("digit", ["7", "4!", "8", "8!", "8?", "G", "G?", "{3+}?", "*=", "{2+}!"])
def test_moves_that_only_large_heaps_have(digit: str) -> None:
    """No heap has a move up to 1000 tokens; then G(n) = 1 wherever there is a move at all."""
    rule = parse_rule(f"0.{'0' * 1000}{digit}")
    values = grundy_values(rule, 1012).tolist()
    assert values == [0] * 1001 + [
        int(next(rule.options(n), None) is not None) for n in range(1001, 1012)
    ]


def test_an_interruption_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = parse_rule("0.*!3")
    expected = grundy_values(rule, 60).tolist()
    assert isinstance(rule, TakeAndBreak)
    kernel = XorSetsKernel(rule)
    values = np.zeros(60, dtype=np.uint8)
    assert kernel.fill(values, 0, 20) == 20
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):

        def interrupt(self: XorSetsKernel, n: int) -> int:
            raise KeyboardInterrupt

        patched.setattr(XorSetsKernel, "_value", interrupt)
        kernel.fill(values, 20, 60)
    assert kernel.fill(values, 20, 30) == 30
    assert kernel.fill(values, 30, 60) == 60
    assert values.tolist() == expected


def test_tables_beyond_memory_are_refused() -> None:
    with pytest.raises(TooLarge, match="bytes of memory"):
        Rows(1).make_room(10**9, 10**6)


def test_kernels_are_right_without_compilation() -> None:
    """The same loops as plain Python, where integers do not overflow."""
    program = """
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition
for text in ("0.77", "4!.3=", "0.[3]", "0.3F", "8?0.8!", "0.*!", "0.{0,2?,4+}", "{2+}=.0"):
    rule = parse_rule(text)
    assert grundy_values(rule, 16).tolist() == grundy_by_definition(rule, 16), text
print(grundy_values(parse_rule("8.[3]"), 80).tolist())
"""
    environment = {**os.environ, "MEXPLORE_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", program]
    output = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    assert output.stdout.strip() == str(grundy_values(parse_rule("8.[3]"), 80).tolist())


@pytest.mark.parametrize(("one", "other"), [("0.{2,3}", "0.C"), ("0.*", "0.{0+}")])
def test_two_texts_of_one_game(one: str, other: str) -> None:
    assert parse_rule(one) == parse_rule(other)
    assert grundy_values(parse_rule(one), 13).tolist() == grundy_by_definition(
        parse_rule(other), 13
    )


def test_words_say_what_a_move_does() -> None:
    assert parse_rule("0.77").words() == (
        "Remove 1 or 2 tokens from a heap, taking it whole, "
        "or leaving the rest in one heap or split into two heaps."
    )
    assert parse_rule("4!.0").words() == "Split a heap into two unequal heaps."
    assert parse_rule("80.{2,4?+}").words() == (
        "Add 1 token to a heap and split it into three heaps; or remove 1 token from a heap, "
        "leaving the rest split into two heaps or four or more heaps, not all equal."
    )


HOSTILE = [
    "0." + "V" * 9990,
    "0.[" + "3" * 9990 + "]",
    "0.[" + "3" * 9989 + "7]",
    "0." + "3" * 4990 + "[" + "3" * 4990 + "]",
    "0.{" + ",".join(map(str, range(2, 2000))) + "}",
    "0.{" + "0" * 9000 + "}",
    "0.{2," + "9" * 9000 + "}",
    "0." + "{2}" * 3000,
    "{" * 9990,
    "0." + "{" * 9990,
    "." + "1" * 9999,
    "*" * 9000 + ".0",
    "{9999+}" * 1000 + "0.0",
    "0.{1000000}",
    "0." + "0" * 9990 + "1",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: f"{text[:12]}-{len(text)}")
def test_hostile_text_is_read_or_refused_at_once(text: str) -> None:
    rule: Rule | None = None
    with counted() as work:
        try:
            rule = parse_rule(text)
        except RuleSyntaxError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 300
        else:
            assert parse_rule(str(rule)) == rule
            assert rule.words()
            assert len(list(rule.options(6))) < 10_000
    assert work.calls < 10**7
    assert rule is None or len(grundy_values(rule, 20)) == 20


def rule_or_one_error(text: str) -> None:
    try:
        rule = TakeAndBreak.parse(text)
    except RuleSyntaxError as error:
        assert 0 <= error.position <= len(text)
        assert "\n" not in str(error)
        return
    if rule is not None:
        assert TakeAndBreak.parse(str(rule)) == rule
        assert all(heap < 4 for heaps in rule.options(4) for heap in heaps)


def test_mutated_codes_are_a_rule_or_one_error() -> None:
    random = Random(1)
    junk = "00112357ABFVWgvz...{{}}[]**!?=++,,&;: -ıſ٣\n"
    for _ in range(6000):
        text = list(random.choice([*CANONICAL, *(text for text, _, _ in MALFORMED)]))
        for _ in range(random.randint(1, 4)):
            at = random.randint(0, len(text))
            text[at : at + random.randint(0, 2)] = random.choices(junk, k=random.randint(0, 3))
        rule_or_one_error("".join(text))


@given(st.text(alphabet="0147FW.{}[]*!?=+, ", max_size=25))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_rule_or_one_error(text: str) -> None:
    rule_or_one_error(text)


@pytest.mark.parametrize(
    "text",
    ["0.13", "0.20", "0.30102", "4=.3", "8=.1", "{2,4}=.03", "8=0.0", "0.{0,3}=2", "0.0"],
)
def test_codes_of_one_heap_or_equal_ones_are_lists_of_options(text: str) -> None:
    rule = parse_rule(text)
    body = as_expression(rule)
    assert body is not None
    listed = Expression("n", body)
    for n in range(80):
        theirs = {tuple(sorted(heaps)) for heaps in listed.options(n)}
        assert theirs == {tuple(sorted(heaps)) for heaps in rule.options(n)}, n


@pytest.mark.parametrize("text", ["0.7", "4.0", "4!.0", "0.[12]", "0.*", "0.{0,2,4+}="])
def test_other_codes_are_no_lists_of_options(text: str) -> None:
    assert as_expression(parse_rule(text)) is None
