"""Progress is drawn on a terminal only, and says when the compiler works."""

from __future__ import annotations

import io
import sys
import time

import pytest
from rich.text import Text

from mexplore.reports.cli.progress import ONCE, progress_bar
from mexplore.rules.engine.compiling import COMPILING


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def _compiled_with(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, quiet: bool) -> str:
    from mexplore.rules.engine.compiled import Compiled

    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar(quiet=quiet):
        Compiled(lambda n: n + 1, text="def one_more(n): return n + 1")(1)
    return stream.getvalue()


def test_compiling_is_told_where_something_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    import mexplore.rules.engine.compiled  # noqa: F401  listens to the compiler

    assert ONCE in _compiled_with(Terminal(), monkeypatch, quiet=False)
    assert _compiled_with(Terminal(), monkeypatch, quiet=True) == ""
    assert _compiled_with(io.StringIO(), monkeypatch, quiet=False) == ""


def test_nothing_is_told_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress_bar(quiet=False):
        pass
    assert ONCE not in stream.getvalue()


def test_who_listens_is_forgotten_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    before = COMPILING.get()
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress_bar(quiet=False):
        assert COMPILING.get() is not before
    assert COMPILING.get() is before


def test_no_screen_is_blank_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that tells of no progress is shown as such, until it does."""
    from mexplore.reports.cli.live import BLANK, NewsBar

    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bar = NewsBar(disable=True)

    def shown() -> list[str]:
        return [each.plain for each in bar.get_renderables() if isinstance(each, Text)]

    assert shown() == []
    now[0] = BLANK + 2
    assert shown() == ["working, 4 s"]
    bar.lines = ["G(0), G(1), ... = 0, 1"]
    assert shown() == bar.lines
    bar.lines = []
    bar.add_task("values")
    assert shown() == []
