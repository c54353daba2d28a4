"""Machine code from LLVM text: kept on disk, believed only where it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from mexplore.rules.engine import processors
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.compiling import COMPILING
from mexplore.rules.engine.emitting.assembled import (
    Assembled,
    assembled,
    call,
)
from mexplore.rules.engine.emitting.words import has_affine
from mexplore.rules.engine.processors import (
    GENERIC,
    Processor,
    compiled_for,
    processor,
)

SUM = """
define i64 @sum_of_three(i64 %a, i64 %b, i64 %c) {
  %d = add i64 %a, %b
  %e = add i64 %d, %c
  ret i64 %e
}
"""


@compiled
def called(address, a, b, c):  # type: ignore[no-untyped-def]
    """What the function there makes of three numbers."""
    return call(np.uint64(address), np.uint64(a), np.uint64(b), np.uint64(c))


def made(folder: Path | None, key: str = "sum") -> tuple[Assembled, int]:
    """The code, and how often it was compiled for it."""
    told: list[str] = []
    before = COMPILING.set(told.append)
    try:
        code = assembled(("sum_of_three",), lambda: SUM, key, folder)
    finally:
        COMPILING.reset(before)
    return code, len(told)


def test_code_is_compiled_once_and_found_again(tmp_path: Path) -> None:
    first, compiled = made(tmp_path / "new")
    again, compiled_again = made(tmp_path / "new")
    assert (compiled, compiled_again) == (1, 0)
    assert made(tmp_path / "new", "another")[1] == 1
    for code in (first, again):
        assert called(code.addresses[0], 3, 4, 5) == 12


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "folder"])
def test_code_that_is_damaged_is_made_again(tmp_path: Path, damage: str) -> None:
    made(tmp_path)
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        flipped = data[:-1] + bytes([data[-1] ^ 1])
        path.write_bytes({"cut": data[:-9], "flipped": flipped, "empty": b""}[damage])
    code, compiled = made(tmp_path)
    assert compiled == 1
    assert called(code.addresses[0], 1, 1, 1) == 3
    assert made(tmp_path)[1] == (1 if damage == "folder" else 0)
    assert len([*tmp_path.iterdir()]) == 1


def test_code_under_the_name_of_another_is_made_again(tmp_path: Path) -> None:
    """It is whole and sealed, and was made for something else."""
    first, _ = made(tmp_path, "first")
    other, _ = made(tmp_path, "other")
    assert first.path is not None and other.path is not None
    first.path.replace(other.path)
    code, compiled = made(tmp_path, "other")
    assert compiled == 1 and called(code.addresses[0], 3, 4, 5) == 12


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    for folder in (None, file):
        code, _ = made(folder)
        assert called(code.addresses[0], 1, 2, 3) == 6


def test_code_is_kept_apart_for_each_processor(tmp_path: Path) -> None:
    """What is asked for, else the usual one."""
    _, usual = made(tmp_path)
    another = processor() != GENERIC
    with compiled_for(GENERIC):
        code, generic = made(tmp_path)
        assert made(tmp_path)[1] == 0
    assert (usual, generic) == (1, another)
    assert called(code.addresses[0], 3, 4, 5) == 12
    assert len([*tmp_path.iterdir()]) == 1 + another


@pytest.fixture
def _settings_are_read() -> Iterator[None]:
    processors._usual.cache_clear()
    yield
    processors._usual.cache_clear()


@pytest.mark.usefixtures("_settings_are_read")
def test_the_settings_are_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEXPLORE_CPU_NAME", "haswell")
    monkeypatch.setenv("MEXPLORE_CPU_FEATURES", "+avx2")
    assert processor() == Processor("haswell", "+avx2")
    with compiled_for(GENERIC):
        assert processor() == GENERIC
        assert not has_affine()
    processors._usual.cache_clear()
    monkeypatch.setenv("MEXPLORE_CPU_FEATURES", "+gfni,+avx512bw")
    assert has_affine()
