"""Numbers as people write them: exact, refused in one line, never a hang."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mexplore.rules.errors import InputError
from mexplore.rules.text.numbers import from_decimal, parse_number, to_decimal


@pytest.fixture(autouse=True)
def _any_length() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    "text",
    [
        "1_",
        "_1",
        "1__0",
        "1e_5",
        "٣",  # a digit, and not one of ours
        "2^" * 2000 + "2",
        "-" * 3000 + "1",
        "(" * 3000 + "1" + ")" * 3000,
        "(" * 150 + "2^" * 100 + "1" + ")" * 150,
        "9" * 7_000_000,
        "1e" + "9" * 100_000,
        "",
        "1 2",
        "2^-1",
    ],
    ids=lambda text: text[:8],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_number(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1_000", 1000),
        ("1 - -2", 3),
        ("2^3^2", 512),
        ("(" * 100 + "7" + ")" * 100, 7),
        ("+".join(["1"] * 5000), 5000),
        ("*".join(["2"] * 5000), 2**5000),
        ("0" * 5000 + "7", 7),
        ("12e3", 12000),
    ],
)
def test_numbers_are_exact(text: str, number: int) -> None:
    assert parse_number(text) == number


@given(st.integers(0, 10**30), st.integers(0, 30_000), st.integers(-9, 9))
def test_long_numbers_are_read_and_written_as_python_does(a: int, power: int, b: int) -> None:
    number = a * 10**power + b
    assert to_decimal(number) == str(number)
    assert from_decimal(str(abs(number))) == abs(number)


def test_a_million_digits() -> None:
    digits = "1234567890" * 100_000
    assert to_decimal(from_decimal(digits)) == digits
