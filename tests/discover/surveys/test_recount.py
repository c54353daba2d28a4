"""Rows of an atlas counted again, by the definition and by other code than made them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.encyclopedia import recount, summary
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import Row
from mexplore.discover.surveys.worker import record_of
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.notation import parse_rule

FAMILIES = ("octal(2)", "subtract(max=9, size<=3)", "divide(max=6)", "all-but(max=5)")


def drawn(count: int, seed: int) -> list[Row]:
    found = []
    for text in FAMILIES:
        family = read_family(text, {})
        for place in Choice(sample=count, seed=seed).places(family):
            record = record_of(parse_rule(family.at(place).rule), Limits(None, 2000))
            found.append(Row(family.title, place, record))
    return found


def counted(count: int, seed: int) -> None:
    rows = drawn(count, seed)
    found = recount(rows, len(rows), seed)
    assert found.wrong == []
    assert found.rows == len(rows) and found.certificates > len(rows) // 2


def test_rows_are_true_when_they_are_counted_again() -> None:
    counted(3, seed=1)


@pytest.mark.slow
def test_200_rows_are_true_when_they_are_counted_again() -> None:
    counted(50, seed=2)


def test_false_rows_are_named() -> None:
    """The control: another value, another period, another bound."""
    true = record_of(parse_rule("subtract(1, 2)"))
    assert true.certificate is not None
    for false in (
        replace(true, head=(0, 1, 2, 1)),
        replace(true, period=2),
        replace(true, certificate=true.certificate.replace('"bound": ', '"bound": 1')),
    ):
        (wrong,) = recount([Row("subtract", 1, false)], 1, 1).wrong
        assert wrong.startswith("subtract(1, 2): ")


def test_the_summary_names_families_records_and_open_games() -> None:
    records = [record_of(parse_rule(text), Limits(None, 500)) for text in ("0.3", "0.14", "0.77")]
    rows = [Row("octal", place, record) for place, record in enumerate(records)]
    text = to_markdown(summary({"octal": rows}, recount(rows, 3, 1)))
    assert "| octal | 3 | 2 | 0 | 1 | 12: 0.77 | 0.14 |" in text
    assert "nothing differs" in text and "on at most 500 values" in text
