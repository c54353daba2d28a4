"""Running the compiler: its time is limited, and it ends when it is given up."""

from __future__ import annotations

import errno
import itertools
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mexplore.discover.coq import export
from mexplore.discover.coq.compiler import build, check, compiled
from mexplore.discover.coq.export import CoqProof
from mexplore.rules.errors import InputError

SLEEPER = """#!/bin/sh
echo $$ > "$PWD/pid"
exec sleep 600
"""


def _program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "coqc"
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def _gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_time_is_limited(tmp_path: Path) -> None:
    coqc = _program(tmp_path, SLEEPER)
    with pytest.raises(InputError, match=r"given up after 3 seconds with Law\.v"):
        compiled(coqc, tmp_path / "Law.v", tmp_path, 3.0)
    assert _gone(int((tmp_path / "pid").read_text()))


def test_an_interrupt_ends_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coqc = _program(tmp_path, SLEEPER)
    communicate = subprocess.Popen.communicate

    def interrupted(process: subprocess.Popen[str], *args: object, **kwargs: object) -> object:
        if "timeout" not in kwargs:
            return communicate(process)
        assert process.stdin is not None
        process.stdin.write("now\n")
        process.stdin.flush()
        while not (tmp_path / "pid").exists():
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compiled(coqc, tmp_path / "Law.v", tmp_path, 60.0)
    assert _gone(int((tmp_path / "pid").read_text()))


def test_a_coq_that_cannot_compile_the_library_is_named(tmp_path: Path) -> None:
    coqc = _program(tmp_path, "#!/bin/sh\necho 'Error: no such thing'; exit 1\n")
    (tmp_path / "Grundy.v").touch()
    with pytest.raises(InputError, match=r"cannot compile Grundy\.v.*no such thing"):
        build(coqc, tmp_path, ["Grundy"])


@pytest.mark.parametrize(
    ("said", "accepted"),
    [
        ("Closed under the global context\nClosed under the global context", True),
        ("Closed under the global context", False),
        ("Axioms: x : False\nClosed under the global context", False),
    ],
)
def test_only_two_closed_theorems_are_accepted(
    said: str, accepted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(tmp_path, f"#!/bin/sh\nprintf '{said}'\n")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    proof = CoqProof({"Law.v": ""}, (), 0.0)
    assert check(proof).accepted == accepted


def test_a_full_disk_is_reported_with_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Errors of a full disk name no file: 'cannot write None' was printed."""

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(export, "whole_file", full)
    proof = CoqProof({"Law.v": ""}, (), 0.0)
    with pytest.raises(InputError, match=r"cannot write .*proofs: No space left"):
        export.write_files(proof, tmp_path / "proofs")


MODULES = ("Grundy", "Evaluate", "Subtraction")
COUNTING = """#!/bin/sh
[ "$1" = --print-version ] && {{ echo {version}; exit 0; }}
for last; do :; done
echo "$last" >> {log}
cat "$last" > "${{last%.v}}.vo"
"""


@pytest.fixture
def compilations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """What a build compiles, with a compiler of some version and some sources."""
    monkeypatch.setenv("MEXPLORE_CODE_DIR", str(tmp_path / "cache"))
    count = itertools.count()

    def compiled_of(version: str = "8.16.1", **sources: str) -> list[str]:
        place = tmp_path / str(next(count))
        place.mkdir()
        log = tmp_path / "log"
        log.write_text("")
        coqc = tmp_path / version / "coqc"
        if not coqc.exists():
            coqc.parent.mkdir()
            _program(coqc.parent, COUNTING.format(version=version, log=log))
        for name in MODULES:
            (place / f"{name}.v").write_text(sources.get(name, f"source of {name}"))
        build(str(coqc), place, MODULES)
        for name in MODULES:
            assert (place / f"{name}.vo").read_text() == (place / f"{name}.v").read_text()
        return log.read_text().split()

    return compiled_of


def test_the_library_is_compiled_once(compilations: Callable[..., list[str]]) -> None:
    every = [f"{name}.v" for name in MODULES]
    assert compilations() == every
    assert compilations() == []
    assert compilations(Evaluate="another source") == every[1:]  # and what requires it
    assert compilations() == []
    assert compilations(version="8.20.0") == every
    assert compilations(version="8.20.0") == []
