"""Machine code from LLVM text: kept on disk, believed only where it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from stored import in_file

from mexplore.rules.engine import processors
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.compiling import COMPILING
from mexplore.rules.engine.database import Database
from mexplore.rules.engine.emitting.assembled import (
    Assembled,
    assembled,
    call,
)
from mexplore.rules.engine.emitting.words import has_affine
from mexplore.rules.engine.kept_code import KeptCode
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
        kept = KeptCode(Database(folder)) if folder is not None else None
        code = assembled(("sum_of_three",), lambda: SUM, key, kept)
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


@pytest.mark.parametrize(
    "change",
    [
        "substr(data, 10)",
        "x''",
        "CAST(data AS TEXT)",
        "data || x'00'",
        "12",
        "NULL",
        "zeroblob(99)",
    ],
)
def test_code_that_is_damaged_is_made_again(tmp_path: Path, change: str) -> None:
    made(tmp_path)
    in_file(tmp_path, f"UPDATE pieces SET data = {change}")
    code, compiled = made(tmp_path)
    assert compiled == 1
    assert called(code.addresses[0], 1, 1, 1) == 3
    assert made(tmp_path)[1] == 0


def test_code_under_the_name_of_another_is_made_again(tmp_path: Path) -> None:
    """It is whole, and was made for something else."""
    first, _ = made(tmp_path, "first")
    other, _ = made(tmp_path, "other")
    in_file(tmp_path, "DELETE FROM pieces WHERE name = ?", other.name)
    in_file(tmp_path, "UPDATE pieces SET name = ? WHERE name = ?", other.name, first.name)
    code, compiled = made(tmp_path, "other")
    assert compiled == 1 and called(code.addresses[0], 3, 4, 5) == 12


def test_code_that_is_wrong_is_removed(tmp_path: Path) -> None:
    made(tmp_path)[0].remove()
    assert made(tmp_path)[1] == 1


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
    assert in_file(tmp_path, "SELECT COUNT(*) FROM pieces") == [(1 + another,)]


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
