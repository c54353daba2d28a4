"""No compiled function is forgotten, and nothing that goes wrong in a trial is overlooked."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import mexplore.discover
import mexplore.rules
from mexplore.discover.trials import kinds, running
from mexplore.discover.trials.running import trials, tried
from mexplore.discover.trials.trial import Differs, Tally, Trial, by_arrays, filled
from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.compiling import REFUSED
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel
from mexplore.rules.members import modules_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

ROOT = Path(__file__).parents[3]
COMPILING = ("compiled",)
"""What a function that is compiled is marked with."""
MADE_BY_ANOTHER: dict[str, int] = {}
"""Functions within functions that are compiled, and how many a module makes of each."""
NOT_TRIED: dict[str, str] = {}
"""Compiled functions that no trial calls, each with the reason."""


@cache
def compiled_functions() -> set[str]:
    """The place of every compiled function that a module of `rules` or `discover` holds."""
    found = set()
    for package in (mexplore.rules, mexplore.discover):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.rpartition(".")[2].startswith("__"):
                for name, member in vars(importlib.import_module(info.name)).items():
                    if isinstance(member, Compiled) and member.__module__ == info.name:
                        found.add(f"{info.name}.{name}")
    return found


def decorated() -> list[str]:
    """The functions that the sources have compiled."""
    found = []
    for floor in ("rules", "discover"):
        for path in (ROOT / floor).rglob("*.py"):
            module = ".".join(("mexplore", *path.relative_to(ROOT).with_suffix("").parts))
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and any(
                    ast.unparse(each) in COMPILING for each in node.decorator_list
                ):
                    found.append(f"{module}.{node.name}")
    return found


def test_every_function_that_is_compiled_is_found() -> None:
    top, inner = [], 0
    for name in decorated():
        if name in compiled_functions():
            top.append(name)
        else:
            inner += MADE_BY_ANOTHER[name.rpartition(".")[2]]
    assert len(top) + inner == len(compiled_functions()) >= 80


@pytest.mark.slow
def test_every_kernel_is_right_here_and_every_compiled_function_is_tried() -> None:
    with closing(running.outcomes()) as coming:
        found = list(coming)
    assert [each.name for each in found if each.wrong] == []
    assert {each.name for each in found} == set(trials())
    assert all(each.values and each.cases for each in found)
    called = {name for each in found for name in each.functions}
    assert set(compiled_functions()) - called == set(NOT_TRIED)


def test_every_trial_has_a_name_of_its_own() -> None:
    listed = [trial.name for module in modules_of(kinds) for trial in module.TRIALS]
    assert sorted(listed) == sorted(trials())


def failing(error: Exception) -> Callable[[Tally], None]:
    def run(tally: Tally) -> None:
        tally.hold("before", [1], [1])
        raise error

    return run


def test_whatever_goes_wrong_is_the_trials_failure() -> None:
    for error, said in [
        (Differs("0.77: 1 at n = 3, by the definition 3"), "0.77: 1 at n = 3, by the definition 3"),
        (ValueError("no loop"), "ValueError: no loop"),
        (ZeroDivisionError(), "ZeroDivisionError: "),
    ]:
        found = tried(Trial("planted", failing(error)))
        assert (found["wrong"], found["values"], found["cases"]) == (said, 1, 1)
    refused = tried(Trial("planted", lambda tally: REFUSED.get()("G(5) = 1, by plain Python 2")))
    assert refused["wrong"] == "RuntimeWarning: G(5) = 1, by plain Python 2"


def test_one_wrong_value_is_told_with_both() -> None:
    rule = parse_rule("subtract(1, 2)")
    values = np.array([0, 1, 2] * 5, dtype=np.uint8)
    Tally().hold_values(rule, values)
    values[13] = 2
    with pytest.raises(Differs, match=r"^subtract\(1, 2\): 2 at n = 13, by the definition 1$"):
        Tally().hold_values(rule, values)
    with pytest.raises(Differs, match="2 terms, by the definition 3"):
        Tally().hold("short", [0, 1], [0, 1, 2])


def test_a_rule_that_another_kernel_computes_is_no_trial_of_this_one() -> None:
    with pytest.raises(TypeError, match="FiniteKernel, not by SparseKernel"):
        Tally().hold_rules(["subtract(1, 2)"], "SparseKernel", 10)


@pytest.mark.parametrize(
    "code", ["0.77", "4!.0", "0.{1,2!}7", "0.{0,2=}6", "4.331", "0.0", "0.{2?}"]
)
def test_the_definition_by_arrays_is_the_definition(code: str) -> None:
    rule = TakeAndBreak.parse(code)
    assert rule is not None
    assert by_arrays(rule, 230) == grundy_by_definition(rule, 230)
    assert filled(TwoHeapsKernel(rule), 230).tolist() == by_arrays(rule, 230)


DYING = """
import os, sys
name = sys.argv[1]
if "two heaps" in name:
    os._exit(7)
wrong = "yes" if "three" in name else ""
print(f'{{"name": "{name}", "functions": [], "wrong": "{wrong}"}}')
"""


def test_a_process_that_dies_or_is_wrong_is_the_failure_of_its_trial_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[str]] = []

    def start(name: str, folder: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", DYING, name]
        started.append(subprocess.Popen(command, text=True, stdout=subprocess.PIPE))
        return started[-1]

    monkeypatch.setattr(running, "_started", start)
    found = {each.name: each for each in running.outcomes()}
    assert set(found) == set(trials())
    assert {name: each.wrong for name, each in found.items() if each.wrong} == {
        "two heaps": "the process ended with code 7",
        "three heaps": "yes",
    }
    assert len(started) == len(trials())
    assert all(process.poll() is not None for process in started)


def test_who_stops_early_leaves_no_process_and_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    started: list[subprocess.Popen[str]] = []
    real = running._started

    def start(name: str, folder: str) -> subprocess.Popen[str]:
        assert [str(path) for path in tmp_path.iterdir()] == [folder]
        started.append(real(name, folder))
        return started[-1]

    monkeypatch.setattr(running, "_started", start)
    coming = running.outcomes()
    next(coming)
    with pytest.raises(KeyboardInterrupt):
        coming.throw(KeyboardInterrupt)
    assert started
    assert all(process.poll() is not None for process in started)
    assert list(tmp_path.iterdir()) == []


def test_the_users_own_folder_of_machine_code_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEXPLORE_CODE_DIR", "/nowhere")
    monkeypatch.setenv("MEXPLORE_DISABLE_JIT", "1")
    monkeypatch.setenv("MEXPLORE_CPU_NAME", "generic")
    given = running.environment("/tmp/own")
    assert given["MEXPLORE_CODE_DIR"] == given["XDG_CACHE_HOME"] == "/tmp/own"
    assert "MEXPLORE_DISABLE_JIT" not in given
    assert given["MEXPLORE_CPU_NAME"] == "generic"
