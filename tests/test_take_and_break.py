"""Take-and-break codes: reading, normal form, moves, values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.digits import Digit
from rules.errors import RuleSyntaxError
from rules.families.take_and_break import TakeAndBreak
from rules.grundy import grundy_values
from rules.notation import parse_rule
from rules.rule import grundy_by_definition

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
    "0.[33]": "0.[3]",
    "0.3[3]": "0.[3]",
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
    ("{3}00.0", 0, "digit 8 adds 2 tokens"),
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


def test_values_beyond_a_byte_widen_the_array() -> None:
    nim = parse_rule("0.[3]")
    assert grundy_values(nim, 1200).tolist() == list(range(1200))
