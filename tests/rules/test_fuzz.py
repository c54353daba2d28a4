"""Thousands of damaged texts: each is a rule or one RuleSyntaxError, in bounded work and memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from damaged_texts import damaged
from hypothesis import given, settings
from hypothesis import strategies as st
from work import counted

import mexplore.rules.families
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.members import members
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import LONGEST, Rule

TEXTS: list[str] = sorted(
    {
        text
        for family in members(mexplore.rules.families, Rule)
        for text in getattr(family, "examples", ())
    }
)
SCRAPS = [
    *"()[]{}<>.,;:!?=*+-/%&|^~'\"#@\\ \t\n0123456789nkxAV_",
    *(" or ", " and ", "not ", "..", "**", "<<", "//", "->", " for ", " in ", " if ", " else "),
    *("subtract(", "divide(", "leave(", "remove(", "all but ", "powers(", "range(", "isqrt("),
    *(
        "99999999999999999999",
        "-1",
        "1e9",
        "0x10",
        "é",
        "\u0660",
        "\x00",
        "\ufeff",
        "lambda:",
        "*" * 9,
    ),
]


def read(text: str) -> Rule | None:
    """The rule, or None for one RuleSyntaxError in one line with its place in the text."""
    try:
        return parse_rule(text, allow_python=True)
    except RuleSyntaxError as error:
        assert 0 <= error.position <= len(error.text)
        assert "\n" not in str(error)
        return None


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts(seed: int) -> None:
    rng = random.Random(seed)
    rules_read = 0
    for _ in range(1200):
        text = damaged(rng, rng.choice(TEXTS), TEXTS, SCRAPS)
        with counted() as work:
            rule = read(text)
        assert work.calls < 200_000, text
        if rule is not None:
            rules_read += 1
            assert parse_rule(str(rule), allow_python=True) == rule, text
    assert rules_read > 120


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    read(text)


LONG = [
    "(" * LONGEST,
    "subtract(" * 1000,
    "subtract(" + "1," * 4900 + "1)",
    "subtract(1) or " * 600 + "divide(2)",
    " or " * 2500,
    "n -> " + "[" * 1900,
    "n -> " + "[n]+" * 480 + "[n]",
    "n -> [" + "n," * 900 + "]",
    "n -> [" + "-" * 1900 + "n]",
    "n -> [n" + "**9" * 600 + "]",
    "n -> [n - (" + "9" * 1900 + ")]",
    "leave(" + "(" * 1900 + "n .. n)",
    "leave(" + "." * 5000 + ")",
    "remove(1 .. n" + "//2" * 600 + ")",
    "0." + "7" * 9000,
    "0.{" + "1," * 4000 + "1}",
    "0." + "[" * 5000,
    "0." + "{" * 5000,
    "4" * 5000 + ".0",
    "divide(2..999999999)",
    "subtract(1..100000)",
    "subtract(" + "9" * 9000 + ")",
    "a" * 9000,
    "a" * 9000 + ".py:f",
    ".py" * 3000,
    "x " * 4000 + "->",
    " " * 9999 + "x",
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:20].strip() or "blanks")
def test_long_texts_in_bounded_work_and_memory(text: str) -> None:
    tracemalloc.start()
    with counted() as work:
        read(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert work.calls < 200 * LONGEST
    assert peak < 100 * 2**20


def test_a_million_characters_are_refused_at_once() -> None:
    for text in ("0." + "7" * 10**6, "n -> [" + "n+" * 10**6 + "n]", " " * 10**6):
        with counted() as work:
            assert read(text) is None
        assert work.calls < 1000
