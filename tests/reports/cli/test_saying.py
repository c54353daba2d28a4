"""Sentences on terminals and in pipes."""

from __future__ import annotations

import io

import pytest

from mexplore.reports.cli.saying import say

SENTENCE = "G(n + 34) = G(n) for all n >= 53: proved for all n, by Guy-Smith (checked for n < 176)"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_one_line() -> None:
    pipe = io.StringIO()
    say(SENTENCE, pipe)
    assert pipe.getvalue() == SENTENCE + "\n"


def test_a_narrow_terminal_gets_whole_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    terminal = Terminal()
    say(SENTENCE, terminal)
    lines = terminal.getvalue().splitlines()
    assert len(lines) == 2 and max(map(len, lines)) <= 50
    assert " ".join(lines) == SENTENCE
    say("9" * 70, terminal)  # no number is broken
    assert terminal.getvalue().splitlines()[-1] == "9" * 70
