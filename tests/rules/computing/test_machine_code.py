"""Kept machine code: whatever happens to its files, the values come out right."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.computing.machine_code import SealedFiles
from rules.computing.sealed import MARK, Damaged, opened, sealed

ROOT = Path(__file__).parents[3]
KERNEL = """
from rules.computing.compiled import njit


@njit
def twice(n):
    return 2 * n
"""
RUN = """
import sys
from rules.computing import compiled, compiling
compiling.NOT_KEPT.set(lambda why: print("not kept"))
compiling.COMPILING.set(lambda name: print("compiling", name))
from kernel_of_test import twice
print(twice(21))
"""


class Machine:
    """A folder of machine code, and runs of one kernel in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.cache, self.source = folder / "cache", folder / "source"
        self.cache.mkdir()
        self.source.mkdir()
        (self.source / "kernel_of_test.py").write_text(KERNEL)

    def run(self) -> list[str]:
        paths = os.pathsep.join([str(ROOT), str(self.source)])
        environment = os.environ | {"NUMBA_CACHE_DIR": str(self.cache), "PYTHONPATH": paths}
        command = [sys.executable, "-c", RUN]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return done.stdout.splitlines()

    def files(self) -> list[Path]:
        return sorted(self.cache.glob("*/kernel_of_test*"))


@pytest.mark.slow  # three times a compiler; .ci/run runs it with the other tests of processors
def test_a_change_in_a_function_that_is_called_is_noticed(tmp_path: Path) -> None:
    """The values of 8!.0 come from a loop that calls functions of `rules/computing/bitsets.py`."""
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    callee = tmp_path / "rules" / "computing" / "bitsets.py"
    text = callee.read_text()
    told = "compiling.COMPILING.set(lambda name: print(name))"
    run = (
        f"from rules.computing import compiled, compiling; {told}; compiled.load_compiler(); "
        "from rules.computing.grundy import grundy_values; "
        "from rules.notation import parse_rule; "
        "print(grundy_values(parse_rule('8!.0'), 40).tolist())"
    )
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path),
    }  # fmt: skip

    def values() -> list[str]:
        command = [sys.executable, "-c", run]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    first = values()
    assert len(first) > 1  # it was compiled
    assert values() == first[-1:]  # and kept
    assert text.count("            value = 64 * w\n") == 1
    callee.write_text(
        text.replace("            value = 64 * w\n", "            value = 64 * w + 1\n")
    )
    changed = values()
    assert len(changed) > 1
    assert changed[-1] != first[-1]
    callee.write_text(text)
    assert values()[-1] == first[-1]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_was_written_is_opened_and_nothing_else() -> None:
    whole = sealed(b"code")
    assert opened(whole) == b"code"
    pick = Random(3)
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[pick.randrange(len(whole))] ^= 1 << pick.randrange(8)
        for text in (bytes(damaged), whole[: pick.randrange(len(whole))], whole + b"x"):
            with pytest.raises(Damaged):
                opened(text)
    for text in (b"", MARK, pick.randbytes(200)):
        with pytest.raises(Damaged):
            opened(text)


class _Unaware(SealedFiles):
    """The files as a process sees them that looked before any other wrote: the index is empty."""

    def _load_index(self) -> dict[Any, str]:
        return {}


@pytest.mark.parametrize("later", [SealedFiles, _Unaware])
def test_two_processes_that_write_at_the_same_time_keep_their_codes_apart(
    tmp_path: Path, later: type[SealedFiles]
) -> None:
    here = str(tmp_path), "run", "new"
    files = SealedFiles(*here)
    files.save(("one", "plane"), b"code for one")
    later(*here).save(("more", "planes"), b"code for more")
    assert files.load(("one", "plane")) in (b"code for one", None)
    assert files.load(("more", "planes")) == b"code for more"
    assert files.load(("none",)) is None


def test_code_of_an_older_source_or_of_another_variant_is_not_loaded(tmp_path: Path) -> None:
    here = str(tmp_path), "run"
    older = SealedFiles(*here, "old")
    older.save("key", b"old code")
    newer = SealedFiles(*here, "new")
    newer._save_index({"key": older._name_of("key"), "other": older._name_of("key")})
    assert newer.load("key") is None
    assert newer.load("other") is None


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def flipped(path: Path) -> None:
    text = bytearray(path.read_bytes())
    text[len(text) // 2] ^= 64
    path.write_bytes(text)


def foreign(path: Path) -> None:
    """A pickle that says so when it is read."""
    path.write_bytes(b"cbuiltins\nprint\n(S'foreign code was run'\ntR.")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def removed(path: Path) -> None:
    path.unlink()


OFTEN = [(flipped, ".nbc"), (a_pipe, ".nbi")]
SELDOM = [
    (damage, suffix)
    for damage in (truncated, emptied, flipped, foreign, a_folder, a_pipe, removed)
    for suffix in (".nbi", ".nbc")
    if (damage, suffix) not in OFTEN
]
SLOW = [pytest.param(*case, marks=pytest.mark.slow) for case in SELDOM]


@pytest.mark.parametrize(("damage", "suffix"), [*OFTEN, *SLOW])
def test_damaged_files_are_compiled_again(
    machine: Machine, damage: Callable[[Path], None], suffix: str
) -> None:
    assert machine.run() == ["compiling twice", "42"]
    (path,) = (path for path in machine.files() if path.suffix == suffix)
    damage(path)
    again = machine.run()
    assert again[0] == "compiling twice"
    assert again[-1] == "42"
    if damage is not a_folder:  # which cannot be replaced, and is told
        assert machine.run() == ["42"]


def test_a_folder_that_cannot_be_written_is_told_once(machine: Machine) -> None:
    (machine.cache / "in-the-way").mkdir()
    machine.cache = machine.cache / "in-the-way" / "file"
    machine.cache.write_text("")
    machine.source.joinpath("__pycache__").write_text("")  # nor beside the source
    home = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null"}
    before = {name: os.environ.get(name) for name in home}
    os.environ.update(home)
    try:
        assert machine.run() == ["not kept", "compiling twice", "42"]
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
