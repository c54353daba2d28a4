"""Kept machine code: whatever happens to its files, the values come out right."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mexplore.rules.engine.sealed import MARK, Damaged, opened, sealed

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
        self.cache.mkdir()
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

    def files(self) -> list[Path]:
        return sorted(self.cache.glob("llvm/twice-*.code"))


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


def test_code_of_an_older_source_or_of_another_variant_is_not_loaded(machine: Machine) -> None:
    assert machine.run() == ["compiling twice", "42"]
    machine.source.joinpath("kernel_of_test.py").write_text(KERNEL.replace("2 *", "2 * 2 *"))
    assert machine.run() == ["compiling twice", "84"]
    machine.source.joinpath("kernel_of_test.py").write_text(KERNEL)
    assert machine.run() == ["42"]
    for changed in machine.files():
        changed.unlink()
    assert machine.run() == ["compiling twice", "42"]
    (path,) = machine.files()
    whose = path.name.encode() + b"\n"
    other = path.with_name(path.name.replace("twice-", "thrice-"))
    path.replace(other)
    assert machine.run() == ["compiling twice", "42"]
    (path.parent / path.name).write_bytes(other.read_bytes().replace(whose, b""))
    assert machine.run() == ["compiling twice", "42"]


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


def for_all(path: Path) -> None:
    """A file that others could have written."""
    path.chmod(0o666)


def a_link(path: Path) -> None:
    path.rename(path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


OFTEN = [flipped, a_pipe, foreign]
SELDOM = [truncated, emptied, a_folder, removed, for_all, a_link]
SLOW = [pytest.param(each, marks=pytest.mark.slow) for each in SELDOM]


@pytest.mark.parametrize("damage", [*OFTEN, *SLOW])
def test_damaged_files_are_compiled_again(machine: Machine, damage: Callable[[Path], None]) -> None:
    assert machine.run() == ["compiling twice", "42"]
    (path,) = machine.files()
    damage(path)
    again = machine.run()
    if damage is a_folder:  # which cannot be replaced, and is told
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
    """Sealed as the code of this function is."""
    told = tmp_path / "told"
    pickle.loads(pickled_command(told))
    assert told.exists()  # it is one
    told.unlink()
    assert machine.run() == ["compiling twice", "42"]
    (path,) = machine.files()
    name = path.name.encode() + b"\n"
    for payload in (pickled_command(told), name + pickled_command(told)):
        path.write_bytes(sealed(payload))
        assert machine.run() == ["compiling twice", "42"]
        path.write_bytes(payload)
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
