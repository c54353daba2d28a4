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

from rules.computing import grundy, store
from rules.computing.grundy import Computation, grundy_values
from rules.computing.store import Store
from rules.notation import parse_rule
from rules.rule import grundy_by_definition

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STORED, LAST = "0.354", 30_000
COMPILED, COMPUTED = "0.07", 50_000  # so many values that a loop is compiled for them
TERMS = ["terms", COMPILED, "--json", "--no-store"]
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


def headed(pick: Random, path: Path) -> None:
    """Another header, of those that JSON reads and nobody means."""
    odd = ("Infinity", "-Infinity", "NaN", "1e400", "[" * 10**6, '"x"', "null", "-1", "1" * 5000,
           "{" * 1000, "1.5", "true", '{"a": 1}', '"' + "y" * 10**5 + '"')  # fmt: skip
    fields = {"kernel": '"K"', "rule": f'"{STORED}"', "version": "1"}
    fields[pick.choice(sorted(fields))] = pick.choice(odd)
    header = "{" + ", ".join(f'"{key}": {value}' for key, value in fields.items()) + "}"
    rest = path.read_bytes().partition(b"\n")[2]
    path.write_bytes(b"mexplore values 1 " + header.encode() + pick.choice((b"\n", b"")) + rest)


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
    monkeypatch.setattr(grundy, "BLOCK_SECONDS", 0.002)
    monkeypatch.setattr(grundy, "FEWEST_STORED", 1)
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    whole = tmp_path / "whole"
    truth = Computation(parse_rule(STORED), store=Store(whole)).extend(LAST + 1).tolist()
    assert grundy_values(parse_rule(STORED), LAST + 1).tolist() == truth

    def trial(pick: Random) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as name:
            kept = Path(name) / "kept"
            shutil.copytree(whole, kept)
            damage = pick.choice([*DAMAGES, headed, headed])
            damage(pick, pick.choice(sorted(kept.glob("*.values"))))
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


# Forks itself for each line: only the files of machine code are new to it.
WARM = f"""
import os, resource, sys, time
import numba
from numba.core.dispatcher import Dispatcher
from reports.cli import app
from reports.cli.encoding import write_in_any_encoding
from rules.computing import machine_code, translating
sys.argv = ["mexplore", *{[*TERMS, "--upto", "20"]!r}]
before = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
try:
    app.main()
except SystemExit:
    sys.stdout.flush()
os.dup2(before, 1)
loaded = [name for name, module in sys.modules.items() if name.startswith(("rules", "discover"))
          for value in vars(module).values() if isinstance(value, Dispatcher)]
assert not loaded, loaded
for line in sys.stdin:
    cache, answer = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if not child:
        code = 99
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
            numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"] = cache
            for number, name in enumerate((os.devnull, answer, answer + ".error")):
                os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
            sys.argv = ["mexplore", *{[*TERMS, "--upto", str(COMPUTED)]!r}]
            app.main()
        except SystemExit as end:
            code = end.code or 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    until, status = time.monotonic() + {PATIENCE}, None
    while status is None and time.monotonic() < until:
        pid, ended = os.waitpid(child, os.WNOHANG)
        status = os.waitstatus_to_exitcode(ended) if pid else None
        time.sleep(0.002)
    if status is None:
        os.kill(child, 9)
        os.waitpid(child, 0)
    print(status, flush=True)
"""


class Warm:
    """A process that has all modules but those with compiled functions, and forks itself."""

    def __init__(self, folder: Path) -> None:
        environment = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder)}
        self._answer = folder / "answer"
        self._process = subprocess.Popen(
            [sys.executable, "-c", WARM], env=os.environ | environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def terms(self, cache: Path) -> tuple[str, str, str]:
        """The exit code, ``None`` for a process that hangs, and what was written."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{cache}\t{self._answer}\n")
        self._process.stdin.flush()
        code = self._process.stdout.readline().strip()
        error = self._answer.with_name("answer.error")
        return code, self._answer.read_text(), error.read_text(errors="replace")

    def end(self) -> None:
        """Let it go."""
        self._process.communicate()


def test_damaged_machine_code(tmp_path: Path) -> None:
    whole, warm = tmp_path / "whole", Warm(tmp_path)
    truth = json.loads(warm.terms(whole)[1])["values"]
    assert truth[:301] == grundy_by_definition(parse_rule(COMPILED), 301)
    assert any(whole.rglob("*.nbc"))
    failures, codes, kinds, done = [], Counter[str](), Counter[str](), 0
    for trial in numbers(500):
        pick = chance("machine code", trial)
        cache = tmp_path / "damaged"
        shutil.rmtree(cache, ignore_errors=True)
        shutil.copytree(whole, cache)
        files = sorted(path for path in cache.rglob("*.nb?") if path.is_file())
        names = []
        for path in pick.sample(files, min(len(files), pick.choice((1, 1, 2, 5)))):
            damage = pick.choice(DAMAGES)
            damage(pick, path)
            names.append(f"{damage.__name__} {path.suffix}")
        code, out, error = warm.terms(cache)
        done += 1
        codes[code] += 1
        kinds.update(names)
        problem = None
        if code != "0" or "Traceback" in error:
            problem = f"exit code {code}: {error[-400:]!r}"
        elif json.loads(out)["values"] != truth:
            problem = "wrong values"
        if problem:
            failures.append(f"{trial}: {names}: {problem}")
            write_down({"part": "machine code", "number": trial, "damage": names,
                        "problem": problem})  # fmt: skip
    warm.end()
    finish("damaged machine code", done, failures, codes=dict(codes), damage=dict(kinds))
