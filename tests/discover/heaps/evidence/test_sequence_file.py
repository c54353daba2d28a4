"""Sequences from files: arrangements, what is at fault, and files made to take long."""

from __future__ import annotations

from pathlib import Path

import pytest

from mexplore.discover.heaps.evidence.sequence_file import read_sequence
from mexplore.rules.errors import InputError


def written(folder: Path, text: str) -> Path:
    path = folder / "sequence.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_thirty_words_in_the_first_line_are_names(tmp_path: Path) -> None:
    text = " ".join(["word"] * 30) + "\n1 2 3\n"
    assert read_sequence(written(tmp_path, text)).tolist() == [1, 2, 3]


@pytest.mark.parametrize("first", ["word " * 100_000 + "!", "a" * 10**6 + "!", "( " * 10**5 + "1"])
def test_long_first_lines_that_are_none_are_refused(tmp_path: Path, first: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        read_sequence(written(tmp_path, first + "\n1 2 3\n"))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("n, G(n)\n0, 5\n1, 6\n", [5, 6]),
        ("n value (of G)\n0 5\n1 6\n", [5, 6]),
        ("0 5\r1 6\r2 7\r", [5, 6, 7]),
        ("\ufeff0 5\n1 6\n", [5, 6]),
        ("[1, 2,\n 3]", [1, 2, 3]),
        ("# none\n+7;8\n", [7, 8]),
        (f"{2**63 - 1} 00000000000000000000000000012", [2**63 - 1, 12]),
    ],
)
def test_arrangements(tmp_path: Path, text: str, terms: list[int]) -> None:
    assert read_sequence(written(tmp_path, text)).tolist() == terms


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0 5\n1 6\n2\n", "line 3: 2 has no term"),
        ("0 5\n1 6\n3 7\n", "line 3: expected n = 2, found 3"),
        ("1 5\n2 6\n", "line 1: the terms begin at n = 1"),
        (f"1 {2**63}", "too large"),
        ("1 " + "9" * 10**6, "too large"),
        ("1 -2", "negative"),
        ("1 x", "'x' is no whole number"),
        ("1 ٣", "no whole number"),
        ("", "no numbers"),
    ],
)
def test_faults_name_the_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_sequence(written(tmp_path, text))
