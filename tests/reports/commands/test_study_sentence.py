"""``study --write`` of .mona, .walnut and .log: what a referee is given."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from mexplore.reports.commands import app


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["study", *arguments, "--quiet", "--no-store"])
    assert result.exit_code == 0, result.output
    return result.stderr


def test_a_referee_gets_the_sentence_and_the_log(tmp_path: Path) -> None:
    mona, walnut, log = tmp_path / "law.mona", tmp_path / "law.walnut", tmp_path / "law.log"
    run(
        "0.C",
        "--upto",
        "600",
        "--write",
        str(mona),
        "--write",
        str(walnut),
        "--write",
        str(log),
    )
    assert mona.read_text().startswith("# 0.C: G(n + 2) = G(n) + 1 for all n >= 1\nws1s;")
    assert "eval notoption" in (walnut / "Command Files" / "mexplore.txt").read_text()
    assert (walnut / "Automata Library" / "xor.txt").exists()
    lines = log.read_text().splitlines()
    assert "  move: remove 1 and leave 3 heaps" in lines
    assert any(
        "states: (n, v): v < F(n) is the value of no option; empty" in each for each in lines
    )
    assert any("exactly one v" in each for each in lines)


def test_what_automata_cannot_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "law.mona"
    told = run("subtract(squares)", "--upto", "200", "--write", str(path))
    assert "so" in told
    assert "was not written" in told
    assert not path.exists()
