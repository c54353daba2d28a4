"""What numba links: right with our setting, and wrong without, where numba has the fault.

docs/numba.md has the whole story. The programs here are those of that page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite.binding import llvm_version_info
from own_clock import NEVER

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "numba.md").read_text(encoding="utf-8")
PROGRAMS: dict[str, str] = dict(re.findall(r"<!-- (\w+)\.py -->\n```python\n(.*?)```", PAGE, re.S))
NAMES = ("generic", "", *(pytest.param(n, marks=pytest.mark.slow) for n in ("haswell", "znver4")))
SETTING = "import mexplore.rules.engine.translating\n"


def printed(program: str, folder: Path, cpu_name: str) -> str:
    """What a program prints when machine code is made for this processor ('' for the host)."""
    plain = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    settings = {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    if cpu_name:
        # No features but those that every x86-64 processor has; elsewhere only "generic" is one.
        settings |= {"NUMBA_CPU_NAME": cpu_name, "NUMBA_CPU_FEATURES": ""}
    path = folder / "program.py"  # intrinsics are known by their file
    path.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, timeout=NEVER, check=True,
        env=plain | settings,
    )  # fmt: skip
    return done.stdout


def test_the_page_has_both_programs() -> None:
    assert set(PROGRAMS) == {"by_llvmlite", "by_numba"}


@pytest.mark.parametrize("cpu_name", NAMES)
def test_an_inlined_store_is_kept_with_our_setting(cpu_name: str, tmp_path: Path) -> None:
    assert printed(SETTING + PROGRAMS["by_numba"], tmp_path, cpu_name) == "42\n"


def test_the_fault_is_numbas_while_it_lasts(tmp_path: Path) -> None:
    """Without our setting numba 0.62 to 0.68 (LLVM 20 to 22) lose the store, on every processor of
    the x86-64 kind. 42 here means that numba has mended it, in which case `LinkedAsOptimised` may
    go once that numba is the lowest that pyproject.toml allows."""
    without = printed(PROGRAMS["by_numba"], tmp_path, "")
    assert without in ("0\n", "42\n")


@pytest.mark.skipif(llvm_version_info < (16,), reason="this LLVM does not read such pointers")
def test_optimised_before_machine_code_is_made_the_store_is_kept(tmp_path: Path) -> None:
    first, second = printed(PROGRAMS["by_llvmlite"], tmp_path, "").split()
    assert first == "42" and second in ("0", "42")


def test_the_setting_stands_wherever_kernels_are_compiled() -> None:
    from numba.core.registry import cpu_target

    from mexplore.rules.engine.compiled import load_compiler
    from mexplore.rules.engine.linking import LinkedAsOptimised

    load_compiler()
    assert cpu_target.target_context.codegen()._library_class is LinkedAsOptimised


def test_what_is_linked_is_no_module_of_which_machine_code_was_made() -> None:
    """The module that callers get is another than the one that is emitted, and its functions can
    stand in several modules at once."""
    from llvmlite.binding import Linkage

    from mexplore.rules.engine.expressions.machine import gcd

    gcd(12, 18)
    (compiled, *_) = gcd.dispatcher.overloads.values()
    library = compiled.library
    linked = library._get_module_for_linking()
    assert linked is not library._final_module
    defined = [each for each in linked.functions if not each.is_declaration]
    assert defined and all(each.linkage != Linkage.external for each in defined)


CALLS = """
from mexplore.rules.engine.compiled import njit


@njit
def largest(values):
    if len(values) == 0:
        raise ValueError("no values")
    found = values[0]
    for n in range(1, len(values)):
        if values[n] > found:
            found = values[n]
    return found


@njit
def spread(values):
    return largest(values) - values[-1]


@njit
def doubled(values):
    return 2 * largest(values) + spread(values)
"""
CALL_THEM = """
import sys
import numpy as np
import calls_of_test
from mexplore.rules.engine import compiling
compiling.COMPILING.set(lambda name: print(name))
for name in sys.argv[1:]:
    function = getattr(calls_of_test, name)
    for values in (np.arange(3, 9), np.array([5, -2, 7])):
        found = function(values)
        with compiling.plainly():
            assert found == function(values), name
    try:
        function(values[:0])
    except ValueError as error:
        assert str(error) == "no values"
    else:
        assert False, name
    made = list(function.dispatcher.overloads.values())
    assert made and all(each.entry_point is not None for each in made)
callee = vars(calls_of_test.largest).get("callee")
for each in callee.overloads.values() if callee is not None else ():
    library = each.library
    assert library._only_linked and not library.get_pointer_to_function(each.fndesc.mangled_name)
"""


def compiled_in_turn(folder: Path, runs: list[str]) -> list[list[str]]:
    """Which functions each process compiles that runs these, all with one folder of code."""
    (folder / "calls_of_test.py").write_text(CALLS, encoding="utf-8")
    paths = os.pathsep.join([str(ROOT), str(folder)])
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "code"), "PYTHONPATH": paths}
    found = []
    for run in runs:
        command = [sys.executable, "-c", CALL_THEM, *run.split()]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        found.append(done.stdout.split())
    return found


def test_what_is_only_linked_is_kept_and_serves_later_callers(tmp_path: Path) -> None:
    """A function that was compiled for a caller is read from the disk for the next caller, and
    compiled once more where Python calls it."""
    runs = ["spread", "doubled", "largest spread doubled", "doubled largest"]
    expected = [["spread", "largest"], ["doubled", "spread"], ["largest"], []]
    assert compiled_in_turn(tmp_path, runs) == expected


def test_a_refused_function_is_removed_from_the_disk_in_both_forms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mexplore.rules.engine.compiled import njit, refuse
    from mexplore.rules.engine.compiling import REFUSED

    flushed = []

    class Cache:
        def __init__(self, name: str) -> None:
            self.name = name

        def flush(self) -> None:
            flushed.append(self.name)

    @njit
    def one_more(n: int) -> int:
        return n + 1

    for form in ("dispatcher", "callee"):
        monkeypatch.setattr(getattr(one_more, form), "_cache", Cache(form))
    before = REFUSED.set(lambda why: None)
    try:
        refuse([one_more], "wrong")
    finally:
        REFUSED.reset(before)
    assert flushed == ["dispatcher", "callee"] and one_more(3) == 4


TWO_OF_ONE_NAME = """
from mexplore.rules.engine.compiled import njit


def over(step, k):
    @njit
    def run(n, v):
        s = 0
        for i in range(n):
            for j in range(len(v)):
                s = step(s, i + v[j])
                if s % 7 == 3:
                    v[j] += s % k
                elif s % 11 == 4:
                    v[j] -= s % 5
                elif s % 13 == 4:
                    v[j] ^= s % 9
            for j in range(len(v)):
                s = step(s, i * v[j])
                if s % 7 == 3:
                    v[j] += s % 3
                elif s % 11 == 4:
                    v[j] -= s % 5
        return s

    return run


@njit
def add(s, i):
    return s + i


@njit
def exchange(s, i):
    return s ^ i * 3


run_a, run_b = over(add, 3), over(exchange, 4)


@njit
def a(n, v):
    return run_a(n, v) + run_a(n + 1, v)


@njit
def b(n, v):
    return run_b(n, v) + run_b(n + 1, v)

"""
RUN_THEM = """
import os
import sys
import numpy as np
import two_of_one_name
from mexplore.rules.engine.compiled import load_compiler

def run(name):
    function = getattr(two_of_one_name, name)
    return function(20, np.arange(9)) == function.py_func(20, np.arange(9))

names, *forked = sys.argv[1:]
load_compiler()
for name in names:
    if not forked:
        print(run(name))
    elif os.fork() == 0:
        os._exit(not run(name))
    else:
        print(os.wait()[1] == 0)
"""


SLOW = [pytest.param(runs, marks=pytest.mark.slow) for runs in (["b", "ab"], ["ab forked", "ab"])]


@pytest.mark.parametrize("runs", [["a", "ba"], ["ab forked", "ba"], *SLOW])
def test_code_of_two_processes_is_told_apart(runs: list[str], tmp_path: Path) -> None:
    """Each process numbers the functions it compiles; where two begin at 1, code that is loaded
    calls what was compiled under its callee's name here."""
    (tmp_path / "two_of_one_name.py").write_text(TWO_OF_ONE_NAME, encoding="utf-8")
    paths = os.pathsep.join([str(ROOT), str(tmp_path)])
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "code"), "PYTHONPATH": paths}
    for run in runs:
        command = [sys.executable, "-c", RUN_THEM, *run.split()]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.split() == ["True"] * len(run.split()[0])
        assert not done.stderr
