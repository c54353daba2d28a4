"""What a study knows is shown while it runs: in place on a terminal, line by line into a pipe."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from own_clock import NEVER

from mexplore.discover.boards.study import study_board
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, News, Proof
from mexplore.discover.study.limits import Limits
from mexplore.reports.cli.progress import PLAIN_AFTER, Listener, progress_bar
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_board, parse_rule

LAW = "G is not eventually periodic: no p and n0 have G(n + p) = G(n) for all n >= n0"


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def heard(watch: Callable[[Progress], None]) -> None:
    study(parse_rule("subtract(fibonacci)"), Limits(max_terms=4096), watch)


def test_first_values_then_what_is_proved() -> None:
    listener, seen = Listener(), list[str]()

    def watch(progress: Progress) -> None:
        listener.hear(progress)
        seen.extend(line for line in listener.lines() if line not in seen)

    heard(watch)
    # n = 0..4: G(4) = 0 after the options 3, 2, 1 (4 is no Fibonacci number).
    assert any(line.startswith("G(0), G(1), ... = 0, 1, 2, 3, 0") for line in seen)
    assert seen[-1] == f"proved by a multiple of every period: {LAW}"


def test_first_values_of_a_board_are_those_beside_the_edge() -> None:
    """Row 1 of Wythoff's game: OEIS A004482."""
    listener = Listener()
    board = parse_board(shipped()["wythoff"].rule)
    assert board is not None
    study_board(board, upto=8, watcher=listener.hear)
    first, *_ = listener.lines()
    assert first == "G(1, 0), G(1, 1), ... = 1, 2, 0, 4, 5, 3, 7, 8, 6, ..."


def test_a_study_within_a_study_is_not_listened_to() -> None:
    listener = Listener()
    listener.hear(Progress("values", 0, 0, news=lambda: News("G(0)", [3])))
    listener.hear(Progress("values", 0, 0, news=lambda: News("G(0)", [4])))
    assert listener.lines() == ["G(0) = 3, ..."]


def test_in_place_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with progress_bar(quiet=False, news=True) as watch:
        heard(watch)
    shown = stream.getvalue()
    assert "G(0), G(1), ... = 0, 1, 2, 3, 0" in shown
    assert "proved by a multiple of every period" in shown
    assert "\x1b[2K" in shown  # rows are written over


@pytest.mark.parametrize(
    ("options", "lines"), [((), True), (("--json",), False), (("--quiet",), False)]
)
def test_plain_lines_into_a_pipe(options: tuple[str, ...], lines: bool) -> None:
    program = (
        "import sys, mexplore.reports.cli.progress as live\n"
        "live.PLAIN_AFTER = live.BETWEEN = 0\n"
        "from mexplore.reports.__main__ import main\n"
        "main()\n"
    )
    asked = ["study", "subtract(fibonacci)", "--max-terms", "4096", *options]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    ran = subprocess.run(
        [sys.executable, "-c", program, *asked],
        capture_output=True, text=True, timeout=NEVER, check=True, env=here,
    )  # fmt: skip
    said = ran.stderr.splitlines()
    assert "\x1b" not in ran.stderr
    assert "so far" not in ran.stdout
    if not lines:
        assert said == []
        return
    assert said[0].startswith("mexplore: so far: G(0), G(1), ... = 0")
    assert f"mexplore: so far: proved by a multiple of every period: {LAW}" in said
    assert len(set(said)) == len(said)


def test_nothing_is_written_where_nobody_waits(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(quiet=False, news=True) as watch:
        heard(watch)
    assert capsys.readouterr().err == ""


def test_of_laws_that_hold_so_far_the_best_is_told() -> None:
    evidence = Evidence(np.zeros(512, dtype=np.uint8))
    laws = [
        Finding(claim, 512, proof, claim.closed_form(evidence))
        for claim, proof in (
            (Periodic(0, 12), Proof("a theorem", 24)),
            (Periodic(0, 24), None),
            (Periodic(0, 36), None),
        )
    ]
    news = [*News("", [], laws[1:]).sentences()]
    assert news == ["holds so far: G(n + 24) = G(n) for all n >= 0"]
    assert [*News("", [], laws).sentences()] == [
        "proved by a theorem: G(n + 12) = G(n) for all n >= 0"
    ]
    assert PLAIN_AFTER < 2
