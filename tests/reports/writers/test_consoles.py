"""What is written to a stream that is no terminal is what rich would write."""

from __future__ import annotations

import io
from typing import Any

import pytest

from mexplore.reports.writers.consoles import FILE_WIDTH, PlainConsole, console, is_plain

TEXTS = (
    "",
    "G(n + 12) = G(n)",
    "G(⌊n/2⌋) ≥ 0 – for all n",
    "x" * FILE_WIDTH,
    "x" * (FILE_WIDTH + 1),
    "word " * 50,
    "⌊n/2⌋ " * 30,
    "数学 " * 40,
    "  leading and trailing  ",
    "two\nlines",
    "a\ttab",
    "bell\x07 and [bold]no markup[/bold] :smile:",
    "e\u0301 is one letter",
)


@pytest.mark.parametrize("soft_wrap", [True, False])
@pytest.mark.parametrize("parts", [(), *((text,) for text in TEXTS), TEXTS[1:3]], ids=repr)
def test_lines_are_those_of_rich(parts: tuple[Any, ...], soft_wrap: bool) -> None:
    ours, theirs = io.StringIO(), io.StringIO()
    PlainConsole(ours).print(*parts, style="bold", soft_wrap=soft_wrap)
    console(theirs).print(*parts, style="bold", soft_wrap=soft_wrap)
    assert ours.getvalue() == theirs.getvalue()


def test_colours_are_left_to_rich_where_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    assert is_plain(io.StringIO())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert not is_plain(io.StringIO())
