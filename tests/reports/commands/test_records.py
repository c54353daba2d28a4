"""``mexplore records``: the list, one game, going on, disagreement."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mexplore.discover.windows import open_games as shipped
from mexplore.reports.commands import app
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.errors import TimeIsUp


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["records", *arguments])
    return result.exit_code, result.stdout, result.stderr


def run_json(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--json")[1])
    return found


def test_the_list_names_every_game_and_its_digest() -> None:
    code, out, _ = run()
    assert code == 0
    for game in shipped.open_games().values():
        assert game.record is not None
        assert game.rule in out and game.record.digests[game.record.values][:8] in out
    assert len(run_json()["games"]) == len(shipped.open_games())


def test_one_game_is_told_in_full_with_who_is_ahead() -> None:
    code, out, _ = run("grundy")
    assert code == 0
    flat = " ".join(out.split())
    assert "Others are ahead" in flat and "34,359,738,368 values: A. Flammenkamp" in flat
    assert "SHA-256 of the first 10,000,000:" in flat
    assert run_json("4!.0")["game"]["literature"][0]["reached"] == 2**35


def test_a_game_that_is_not_open_has_no_record() -> None:
    code, _, error = run("0.77")
    assert code == 1 and "not among the open games" in error


def test_values_are_computed_and_compared(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    found = run_json("0.6", "--upto", "9999", "--no-store", "--write", str(file))
    assert found["agrees"] is True and found["record"]["values"] == 10_000
    assert json.loads(file.read_text())["records"] == [found["record"]]
    out = run("0.6", "--upto", "9999", "--no-store", "--write", str(file))[1]
    assert "The first 10,000 values are those of the list" in out and "stays as it was" in out


def test_values_that_differ_end_with_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    games = dict(shipped.open_games())
    record = games["0.6"].record
    assert record is not None
    wrong = replace(record, digests={**record.digests, 10_000: "0" * 64})
    games["0.6"] = replace(games["0.6"], record=wrong)
    monkeypatch.setattr(shipped, "open_games", lambda: games)
    file = tmp_path / "mine.json"
    code, out, _ = run("0.6", "--upto", "9999", "--no-store", "--write", str(file))
    assert code == 1 and "differ" in out and not file.exists()


def test_ctrl_c_says_where_it_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Computation, "extend", stopped)
    code, out, error = run("0.6", "--budget", "9", "--store", str(tmp_path))
    assert code == 130 and not out and "the next call goes on" in error


def test_the_end_of_the_budget_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    extend = Computation.extend

    def late(self: Computation, stop: int, deadline: float | None = None) -> object:
        extend(self, min(stop, 10_000))
        raise TimeIsUp

    monkeypatch.setattr(Computation, "extend", late)
    assert run_json("0.6", "--budget", "9", "--no-store")["record"]["values"] == 10_000


def test_a_second_call_goes_on_where_the_first_ended(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mexplore.rules.engine.grundy.NOTICEABLE_SECONDS", 0.0)
        first = run_json("0.77", "--upto", "19999", "--store", str(tmp_path))
    stored = json.loads(
        CliRunner().invoke(app, ["store", "--store", str(tmp_path), "--json"]).stdout
    )
    assert [each["values"] for each in stored["stored"]] == [20_000]
    second = run_json("0.77", "--upto", "19999", "--store", str(tmp_path))
    assert second["record"] == first["record"] and second["agrees"] is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["--budget", "2"],
        ["0.6", "--write", "x.json"],
        ["0.6", "--upto", "x"],
        ["knight", "--upto", "9"],
        ["0.6", "--upto", "10^18"],
    ],
)
def test_bad_input_ends_with_two(arguments: list[str]) -> None:
    code, out, error = run(*arguments)
    assert code == 2 and not out and len(error.strip().splitlines()) == 1
