"""Kernels are right for every processor that this machine can stand in for, and with the lowest
llvmlite that is allowed.

For an x86-64 processor's name LLVM chooses instructions, and inlines, in other ways: an error that
showed with two names out of six was in the project for a while. In each process machine code is
made for one name, in a new folder. The features are those of the name's processor that this machine
has, too: those that it lacks are switched off.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from llvmlite.binding import get_host_cpu_features
from own_clock import NEVER
from tables_of_values import FAMILIES, FIRST, SHORT, cases

from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

ROOT = Path(__file__).parent.parent
AVX_512 = ("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd")
NEEDED = {
    "generic": (),
    "haswell": ("avx2", "bmi2", "fma"),
    "skylake-avx512": AVX_512,
    "sapphirerapids": (*AVX_512, "avx512vbmi2", "gfni"),
    "znver4": (*AVX_512, "avx512vbmi2", "gfni"),
    "znver5": (*AVX_512, "avx512vbmi2", "gfni"),
}
"""What makes this processor's code another one: a machine without it has nothing to try there."""
TESTS = (  # of compiled kernels
    "tests/rules/families/test_sparse_space.py",
    "tests/discover/windows/test_streaming.py",
    "tests/rules/families/test_take_and_break.py",
    "tests/rules/families/test_interval.py",
    "tests/rules/families/test_union.py",
    "tests/discover/automata/test_operations.py",
)
HOST = dict(get_host_cpu_features())


def why_not(name: str) -> str:
    """Why code for this processor is not tried here; empty if it is."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return f"{name}: this machine is no x86-64 processor"
    lacking = [feature for feature in NEEDED[name] if not HOST.get(feature)]
    if lacking:
        return f"{name}: this machine has no {', '.join(lacking)}"
    return "" if name in known() else f"{name}: this LLVM does not know it"


@cache
def known() -> set[str]:
    """The names that LLVM knows; it says on stderr which it does not."""
    program = (
        "import sys\nimport llvmlite.binding as llvm\nllvm.initialize_native_target()\n"
        "llvm.Target.from_default_triple().create_target_machine(cpu=sys.argv[1])\n"
    )
    return {name for name in NEEDED if "not a recognized" not in run(["-c", program, name]).stderr}


def settings_for(name: str) -> dict[str, str]:
    """The features of the processor of this name, without those that this machine lacks."""
    lacking = ",".join(f"-{feature}" for feature in sorted(HOST) if not HOST[feature])
    features = "" if name == "generic" else lacking
    return {"MEXPLORE_CPU_NAME": name, "MEXPLORE_CPU_FEATURES": features}


def run(
    arguments: list[str], python: str | Path = sys.executable, **settings: str
) -> subprocess.CompletedProcess[str]:
    plain = {k: v for k, v in os.environ.items() if not k.startswith("MEXPLORE_C")}
    path = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    return subprocess.run(
        [python, *arguments], capture_output=True, text=True, timeout=NEVER, check=False, cwd=ROOT,
        env=plain | {"PYTHONPATH": path} | settings,
    )  # fmt: skip


@dataclass(frozen=True)
class Folders:
    """A folder for machine code for each name, kept from one test to the next."""

    root: Path

    def settings(self, name: str) -> dict[str, str]:
        folder = str(self.root / (name or "host"))
        return settings_for(name) | {"MEXPLORE_CODE_DIR": folder, "XDG_CACHE_HOME": folder}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    return Folders(tmp_path_factory.mktemp("processors"))


def tables(folders: Folders, names: list[str], *short: str) -> dict[str, dict[str, Any]]:
    """The table of all rules under each name, two processes at a time."""

    def table(name: str) -> dict[str, Any]:
        done = run(["tests/tables_of_values.py", *short], **folders.settings(name))
        assert done.returncode == 0, f"{name}: {done.stderr}"
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(table, names), strict=True))


def hold(found: dict[str, dict[str, Any]]) -> None:
    """All tables are equal, and begin with what the definition says."""
    first, *others = found.values()
    for text, known in first.items():
        assert known["first"] == grundy_by_definition(parse_rule(text), FIRST), text
        digests = {name: each[text]["digest"] for name, each in found.items()}
        assert len(set(digests.values())) == 1, f"{text}: {digests}"
    assert all(set(each) == set(first) for each in others)


def test_two_hundred_rules_are_of_all_families() -> None:
    chosen = cases(FAMILIES)
    assert len(chosen) == len(dict(chosen)) == 200
    assert len(cases(SHORT)) == 30
    kernels = {type(parse_rule(text).kernel()).__name__ for text, _ in chosen}
    assert kernels >= {
        "FiniteKernel", "SparseKernel", "AllButKernel", "DenseKernel", "MixedKernel",
        "TwoHeapsKernel", "SparseSpaceKernel", "ThreeHeapsKernel", "XorSetsKernel",
        "IntervalKernel", "ExpressionKernel",
    }  # fmt: skip


def test_a_machine_that_cannot_stand_in_for_a_processor_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    for feature in NEEDED["znver5"]:  # whatever this machine has
        monkeypatch.setitem(HOST, feature, feature != "avx512vl")
    assert why_not("znver5") == "znver5: this machine has no avx512vl"
    assert "-avx512vl" in settings_for("znver5")["MEXPLORE_CPU_FEATURES"].split(",")
    assert settings_for("generic")["MEXPLORE_CPU_FEATURES"] == ""
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert why_not("generic") == "generic: this machine is no x86-64 processor"


@pytest.mark.slow
def test_thirty_rules_agree_under_two_names(folders: Folders) -> None:
    names = [name for name in ("generic", "znver4") if not why_not(name)]
    if len(names) < 2:
        pytest.skip("; ".join(filter(None, map(why_not, ("generic", "znver4")))))
    hold(tables(Folders(folders.root / "short"), names, "short"))


@pytest.mark.slow
def test_two_hundred_rules_agree_under_all_names(folders: Folders) -> None:
    names = [name for name in NEEDED if not why_not(name)]
    hold(tables(folders, names or [""]))


@pytest.mark.slow
@pytest.mark.parametrize("name", NEEDED)
def test_every_kernel_is_right(name: str) -> None:
    if why := why_not(name):
        pytest.skip(why)
    done = run(["-m", "mexplore", "doctor", "--json"], **settings_for(name))
    told = json.loads(done.stdout)
    assert told["processor"]["cpu_name"] == name
    assert [each for each in told["kernels"] if each["wrong"]] == []
    assert told["right"] is True and done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", NEEDED)
def test_the_tests_of_compiled_kernels_pass(name: str, folders: Folders) -> None:
    if why := why_not(name):
        pytest.skip(why)
    done = run(["-m", "pytest", "-n", "2", *TESTS], **folders.settings(name))
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.slow
def test_every_kernel_is_right_with_the_lowest_llvmlite(folders: Folders) -> None:
    lowest = folders.root / "lowest.txt"
    lowest.write_text(run([".ci/lowest.py"]).stdout)
    wanted = [line.partition("==")[0] for line in lowest.read_text().split()]
    room = folders.root / "lowest"
    assert run(["-m", "venv", str(room)]).returncode == 0
    python = room / "bin" / "python"
    needed = [name for name in wanted if name in NEEDED_BY_KERNELS]
    installed = run(["-m", "pip", "install", "-q", *needed, "-c", str(lowest)], python)
    if installed.returncode != 0:
        pytest.skip(f"the lowest versions cannot be installed here: {installed.stderr[-300:]}")
    done = run(["-m", "mexplore", "doctor", "--json"], python)
    told = json.loads(done.stdout)
    stated = next(line for line in lowest.read_text().split() if line.startswith("llvmlite=="))
    assert f"llvmlite=={told['versions']['llvmlite']}".startswith(stated)
    assert [each for each in told["kernels"] if each["wrong"]] == []
    assert told["right"] is True and done.returncode == 0


NEEDED_BY_KERNELS = (  # and by the command
    "numpy", "llvmlite", "sympy", "pandas", "rich", "typer", "latex2mathml", "platformdirs",
)  # fmt: skip
