"""Kept machine code: whatever happens to its file, the values come out right."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from stored import in_file

from mexplore.rules.engine.database import FILE
from mexplore.rules.engine.kept_code import code_in

ROOT = Path(__file__).parents[3]
KERNEL = """
from mexplore.rules.engine.compiled import compiled


@compiled
def twice(n):
    return 2 * n
"""
RUN = """
import sys
from mexplore.rules.engine import compiling
compiling.NOT_KEPT.set(lambda why: print("not kept"))
compiling.COMPILING.set(lambda name: print("compiling", name))
from kernel_of_test import twice
print(twice(21))
"""


class Machine:
    """A folder of machine code, and runs of one kernel in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.cache, self.source = folder / "cache", folder / "source"
        self.cache.mkdir(0o700)
        self.source.mkdir()
        (self.source / "kernel_of_test.py").write_text(KERNEL)

    def run(self) -> list[str]:
        paths = os.pathsep.join([str(ROOT), str(self.source)])
        environment = os.environ | {"MEXPLORE_CODE_DIR": str(self.cache), "PYTHONPATH": paths}
        command = [sys.executable, "-c", RUN]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return done.stdout.splitlines()

    def names(self) -> list[str]:
        """Under which its code is kept."""
        return [name for (name,) in in_file(self.cache, "SELECT name FROM pieces")]


@pytest.mark.slow  # three times a compiler; .ci/run runs it with the other tests of processors
def test_a_change_in_a_function_that_is_called_is_noticed(tmp_path: Path) -> None:
    """The values of 8!.0 come from a loop that calls functions of `rules/engine/bitsets.py`."""
    for folder in ("mexplore", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, symlinks=True)
    callee = tmp_path / "rules" / "engine" / "bitsets.py"
    text = callee.read_text()
    told = "compiling.COMPILING.set(lambda name: print(name))"
    run = (
        f"from mexplore.rules.engine import compiled, compiling; {told}; compiled.load_compiler(); "
        "from mexplore.rules.engine.grundy import grundy_values; "
        "from mexplore.rules.notation import parse_rule; "
        "print(grundy_values(parse_rule('8!.0'), 40).tolist())"
    )
    environment = os.environ | {
        "MEXPLORE_CODE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path),
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


def test_code_of_an_older_source_or_of_another_variant_is_not_loaded(machine: Machine) -> None:
    assert machine.run() == ["compiling twice", "42"]
    machine.source.joinpath("kernel_of_test.py").write_text(KERNEL.replace("2 *", "2 * 2 *"))
    assert machine.run() == ["compiling twice", "84"]
    machine.source.joinpath("kernel_of_test.py").write_text(KERNEL)
    assert machine.run() == ["42"]
    one, other = machine.names()
    in_file(machine.cache, "UPDATE pieces SET name = 'twice' WHERE name = ?", one)
    in_file(machine.cache, "UPDATE pieces SET name = ? WHERE name = ?", one, other)
    in_file(machine.cache, "UPDATE pieces SET name = ? WHERE name = 'twice'", other)
    assert machine.run() == ["compiling twice", "42"]


def cut(cache: Path) -> None:
    in_file(cache, "UPDATE pieces SET data = substr(data, 1, length(data) - 40)")


def flipped(cache: Path) -> None:
    ((code,),) = in_file(cache, "SELECT data FROM pieces")
    half = len(code) // 2
    changed = code[:half] + bytes([code[half] ^ 64]) + code[half + 1 :]
    in_file(cache, "UPDATE pieces SET data = ?", changed)


def foreign(cache: Path) -> None:
    """A pickle that says so when it is read."""
    in_file(cache, "UPDATE pieces SET data = ?", FOREIGN)


FOREIGN = b"cbuiltins\nprint\n(S'foreign code was run'\ntR."


def foreign_file(cache: Path) -> None:
    (cache / FILE).write_bytes(FOREIGN)


def emptied(cache: Path) -> None:
    (cache / FILE).write_bytes(b"")


def truncated(cache: Path) -> None:
    os.truncate(cache / FILE, (cache / FILE).stat().st_size - 40)


def a_folder(cache: Path) -> None:
    (cache / FILE).unlink()
    (cache / FILE).mkdir()


def a_pipe(cache: Path) -> None:
    (cache / FILE).unlink()
    os.mkfifo(cache / FILE)


def removed(cache: Path) -> None:
    (cache / FILE).unlink()


def for_all(cache: Path) -> None:
    """A file that others could have written."""
    (cache / FILE).chmod(0o666)


def a_link(cache: Path) -> None:
    (cache / FILE).rename(cache / "elsewhere")
    (cache / FILE).symlink_to("elsewhere")


OFTEN = [flipped, a_pipe, foreign, foreign_file]
SELDOM = [cut, truncated, emptied, a_folder, removed, for_all, a_link]
SLOW = [pytest.param(each, marks=pytest.mark.slow) for each in SELDOM]


@pytest.mark.parametrize("damage", [*OFTEN, *SLOW])
def test_damaged_code_is_compiled_again(machine: Machine, damage: Callable[[Path], None]) -> None:
    assert machine.run() == ["compiling twice", "42"]
    damage(machine.cache)
    again = machine.run()
    if damage in (a_folder, a_pipe, for_all, a_link):  # which are not replaced, and are told
        assert again == ["compiling twice", "not kept", "42"]
    else:
        assert again == ["compiling twice", "42"]
        assert machine.run() == ["42"]


def pickled_command(told: Path) -> bytes:
    """A pickle that writes a file when it is read."""
    return pickle.dumps(_Command(told))


class _Command:
    def __init__(self, told: Path) -> None:
        self.told = told

    def __reduce__(self) -> Any:
        return Path.write_text, (self.told, "a command of another was run")


def test_no_command_in_a_file_is_run(machine: Machine, tmp_path: Path) -> None:
    """With a checksum as the code of this function has, and as a file of its own."""
    told = tmp_path / "told"
    pickle.loads(pickled_command(told))
    assert told.exists()  # it is one
    told.unlink()
    assert machine.run() == ["compiling twice", "42"]
    kept = code_in(machine.cache)
    (name,) = kept.names()
    kept.keep(name, pickled_command(told))
    kept.database.close()
    assert machine.run() == ["compiling twice", "42"]
    (machine.cache / FILE).write_bytes(pickled_command(told))
    assert machine.run() == ["compiling twice", "42"]
    assert not told.exists()


def test_nothing_of_the_project_reads_pickles() -> None:
    """Nor marshalled code, which is as bad."""
    reads = re.compile(r"\b(?:pickle|marshal|shelve|joblib|dill)\b|allow_pickle=True|\bloads\(")
    found = {
        (path.relative_to(ROOT).as_posix(), line.strip())
        for package in ("rules", "discover", "reports")
        for path in (ROOT / package).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if (line.lstrip().startswith(("import ", "from ")) and reads.search(line))
        or re.search(r"(?<!json\.)(?<!tomllib\.)\bloads?\(.*pickle", line)
    }
    assert not found


def test_a_folder_that_cannot_be_written_is_told_once(machine: Machine) -> None:
    (machine.cache / "in-the-way").mkdir()
    machine.cache = machine.cache / "in-the-way" / "file"
    machine.cache.write_text("")
    assert machine.run() == ["compiling twice", "not kept", "42"]
