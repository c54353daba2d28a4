"""``--site`` of ``sweep``, ``atlas`` and ``study`` as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from one_process import Here
from typer.testing import CliRunner

from mexplore.discover.surveys import pool
from mexplore.reports.commands import app
from mexplore.reports.site import boards

SHELF = 'families = ["octal(1)", "subtract(max=3)"]\n'


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is done in this process, and no board is studied."""
    monkeypatch.setattr(pool, "LocalPool", lambda size=None: Here())
    monkeypatch.setattr(boards, "shipped", dict)


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_families_in_a_file_are_swept_and_written_in_one_go(tmp_path: Path) -> None:
    shelf, site = tmp_path / "shelf.toml", tmp_path / "games"
    shelf.write_text(SHELF)
    asked = ("sweep", shelf, "--atlas", tmp_path / "a.sqlite", "--max-terms", "500")
    found = json.loads(run(*asked, "--site", site, "--json"))
    assert [each["family"] for each in found["families"]] == ["octal(1)", "subtract(max=3)"]
    assert [each["size"] for each in found["families"]] == [16, 7]
    assert found["site"]["written"] == found["site"]["files"] > 30
    assert (site / "index.html").is_file()
    again = run(*asked, "--site", site)
    assert "0 of them written now" in again and "The family octal(1)" in again
    only = tmp_path / "few"
    run("atlas", "--atlas", tmp_path / "a.sqlite", "--family", "subtract", "--site", only)
    assert not (only / "games" / "0.7.html").exists()

    report = tmp_path / "report.md"
    run("study", "0.7", "--site", site, "--write", report)
    assert "[Its page in the encyclopedia](games/games/0.7.html)" in report.read_text()
    told = run("study", "subtract(1, 99)", "--site", site, "--write", report)
    assert "has no page of this game" in told and "encyclopedia" not in report.read_text()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("families = [1]", "a list of texts"),
        ("families = []", "lists no family"),
        ('families = ["octal(1)"]\nsize = 3', "'size' has no meaning"),
        ('families = ["octel(1)"]', "neither a family nor a rule"),
        ("families = [", "shelf.toml"),
    ],
)
def test_a_file_of_families_is_read_before_the_work(
    content: str, said: str, tmp_path: Path
) -> None:
    shelf = tmp_path / "shelf.toml"
    shelf.write_text(content)
    told = run("sweep", shelf, "--atlas", tmp_path / "a.sqlite", code=2)
    assert said in told and not (tmp_path / "a.sqlite").exists()


def test_a_claim_is_about_one_family_and_a_site_has_a_folder(tmp_path: Path) -> None:
    atlas = ("--atlas", tmp_path / "a.sqlite")
    told = run("sweep", "octal(1)", "octal(2)", "--claim", "period < 9", *atlas, code=2)
    assert "a claim is about one family" in told
    told = run("sweep", "octal(1)", "--site", tmp_path / "none" / "games", *atlas, code=2)
    assert "does not exist" in told and not (tmp_path / "a.sqlite").exists()
