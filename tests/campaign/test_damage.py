"""Damaged stores of values and damaged machine code: the values come out right all the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from campaign.scale import chance, finish, numbers, write_down
from campaign.server import batches, run

from mexplore.rules.engine import grundy, store, working
from mexplore.rules.engine.database import FILE
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STORED, LAST = "0.354", 30_000
COMPILED, COMPUTED = "0.07", 50_000  # so many values that a loop is compiled for them
PATIENCE = 600.0


def flipped(pick: Random, path: Path) -> None:
    text = bytearray(path.read_bytes())
    for _ in range(pick.choice((1, 1, 3, 100))):
        if text:
            text[pick.randrange(len(text))] ^= 1 << pick.randrange(8)
    path.write_bytes(text)


def truncated(pick: Random, path: Path) -> None:
    os.truncate(path, pick.randrange(path.stat().st_size + 1))


def noise(pick: Random, path: Path) -> None:
    path.write_bytes(pick.randbytes(pick.choice((0, 1, 100, 10_000))))


def spliced(pick: Random, path: Path) -> None:
    text = path.read_bytes()
    i, j = sorted(pick.randrange(len(text) + 1) for _ in range(2))
    changed = (text[:i] + text[j:], text[:j] + text[i:], text + text[i:j], text[i:])
    path.write_bytes(pick.choice(changed))


def a_folder(pick: Random, path: Path) -> None:
    path.unlink()
    path.mkdir()
    if pick.random() < 0.5:
        (path / "inside").write_text("")


def a_pipe(pick: Random, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_dead_link(pick: Random, path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def removed(pick: Random, path: Path) -> None:
    path.unlink()


DAMAGES: list[Callable[[Random, Path], None]] = [
    flipped, flipped, truncated, truncated, noise, spliced, spliced, removed, a_folder, a_pipe,
    a_dead_link,
]  # fmt: skip


def test_damaged_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy, "NOTICEABLE_SECONDS", 0.0)
    monkeypatch.setattr(working, "BLOCK_SECONDS", 0.002)
    monkeypatch.setattr(grundy, "FEWEST_STORED", 1)
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    whole = tmp_path / "whole"
    truth = Computation(parse_rule(STORED), store=Store(whole)).extend(LAST + 1).tolist()
    assert grundy_values(parse_rule(STORED), LAST + 1).tolist() == truth

    def trial(pick: Random) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as name:
            kept = Path(name) / "kept"
            shutil.copytree(whole, kept)
            damage = pick.choice(DAMAGES)
            damage(pick, kept / FILE)
            return {"code": damage.__name__, "problem": _store_problem(pick, kept, truth)}

    batches("damaged stores", 500, trial)


def _store_problem(pick: Random, kept: Path, truth: list[int]) -> str | None:
    folder = ["--store", str(kept)]
    terms = ["terms", STORED, "--upto", str(LAST), "--json", *folder]
    for args in [["store", "--json", *folder], ["store", "verify", *folder], terms,
                 ["study", STORED, "--budget", "1", "--json", *folder],
                 ["store", "verify", *folder], ["store", "clear", *folder],
                 terms]:  # fmt: skip
        outcome = run(args)
        if outcome.code not in ((0, 1) if args[:2] == ["store", "verify"] else (0,)):
            return f"{args}: exit code {outcome.code}: {outcome.err[-300:]}"
        if "Traceback" in outcome.err:
            return f"{args}: a traceback"
        if args is terms and outcome.json()["values"] != truth:
            return f"{args}: wrong values"
    return None


def _terms(cache: Path, folder: Path) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "MEXPLORE_CODE_DIR": str(cache), "XDG_CACHE_HOME": str(folder),
    }  # fmt: skip
    args = ["terms", COMPILED, "--upto", str(COMPUTED), "--json", "--no-store"]
    return subprocess.run(
        [sys.executable, "-m", "mexplore", *args],
        env=environment, capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_damaged_machine_code(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    truth = json.loads(_terms(whole, tmp_path).stdout)["values"]
    assert truth[:301] == grundy_by_definition(parse_rule(COMPILED), 301)
    assert (whole / FILE).exists()
    failures, codes, done = [], Counter[str](), 0
    for trial in numbers(500):
        pick = chance("machine code", trial)
        cache = tmp_path / "damaged"
        shutil.rmtree(cache, ignore_errors=True)
        shutil.copytree(whole, cache)
        damage = pick.choice(DAMAGES)
        damage(pick, cache / FILE)
        ended = _terms(cache, tmp_path)
        done += 1
        codes[str(ended.returncode)] += 1
        problem = None
        if ended.returncode or b"Traceback" in ended.stderr:
            problem = f"exit code {ended.returncode}: {ended.stderr[-400:]!r}"
        elif json.loads(ended.stdout)["values"] != truth:
            problem = "wrong values"
        if problem:
            failures.append(f"{trial}: {damage.__name__}: {problem}")
            write_down({"part": "machine code", "number": trial, "damage": damage.__name__,
                        "problem": problem})  # fmt: skip
    finish("damaged machine code", done, failures, codes=dict(codes))
