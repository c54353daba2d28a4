"""``study --write`` of .mona, .walnut and .log: what a referee is given."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
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


def verified(certificate: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["verify", str(certificate), *arguments, "--quiet"])
    return result.exit_code, result.output


@pytest.mark.skipif(shutil.which("mona") is None, reason="MONA is not installed")
def test_mona_is_the_referee_of_p_positions(tmp_path: Path) -> None:
    """Certificates of Dynamic Nim, and of it with one output changed; in Fibonacci digits MONA
    decides nothing. A position is lost if x = 0 or y is less than the last bit of x that is 1:
    before that bit the state is 0, then 1 until a bit of y is 1."""
    rule = "(x, y) -> [(x - k, k) for k in range(1, min(x, y) + 1)]"
    claim = {"pattern": "lost-by-digits", "numeration": "base 2", "coordinates": 2, "states": 3}
    claim |= {"transitions": [[0, 1, 0, 2], [1, 1, 2, 2], [2, 2, 2, 2]], "lost": [0, 1]}
    certificate = {"mexplore certificate": 1, "rule": rule, "claim": claim}
    certificate |= {"theorem": "P-positions by automata", "bound": 32, "statement": ""}
    path = tmp_path / "law.json"
    path.write_text(json.dumps(certificate))
    code, said = verified(path, "--referee", "mona")
    assert code == 0 and "MONA finds the sentence valid" in said
    path.write_text(json.dumps(certificate | {"claim": claim | {"lost": [0]}}))
    assert verified(path, "--referee", "mona")[0] == 1
    path.write_text(json.dumps(certificate | {"claim": claim | {"numeration": "ostrowski 1"}}))
    code, said = verified(path, "--referee", "mona")
    assert code == 2 and "in Fibonacci digits" in said
    assert verified(path, "--referee", "mona", "--coq")[0] == 2
