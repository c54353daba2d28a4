"""What the surroundings of kernels are: what code is made for, what folders hold."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import llvmlite
import numpy as np
import pytest
import sympy
from own_clock import NEVER
from stored import in_file

from mexplore.rules.engine.kept_code import code_in
from mexplore.rules.engine.store import Store
from mexplore.rules.engine.surroundings import Folder, folders, versions
from mexplore.rules.notation import parse_rule

PROGRAM = """
import json
from mexplore.rules.engine.surroundings import processor
found = processor()
print(json.dumps([found.name, found.host, found.cpu_name, found.features]))
"""


def test_versions_are_those_that_are_imported() -> None:
    found = versions()
    assert found["Python"] == platform.python_version()
    for module in (np, llvmlite, sympy):
        assert found[module.__name__] == module.__version__
    assert found["LLVM"].count(".") == 2


def processor_with(**settings: str) -> tuple[str, str, str, list[str]]:
    plain = {k: v for k, v in os.environ.items() if "_CPU_" not in k}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=NEVER, check=True,
        env=plain | settings,
    )  # fmt: skip
    name, host, cpu_name, features = json.loads(done.stdout)
    return name, host, cpu_name, features


def test_the_setting_for_another_processor_is_told() -> None:
    name, host, cpu_name, features = processor_with()
    assert name and cpu_name == host
    assert processor_with(MEXPLORE_CPU_NAME="generic") == (name, host, "generic", [])
    assert processor_with(NUMBA_CPU_NAME="generic") == processor_with(MEXPLORE_CPU_NAME="generic")
    both = processor_with(NUMBA_CPU_NAME="haswell", MEXPLORE_CPU_NAME="generic")
    assert both == processor_with(MEXPLORE_CPU_NAME="generic")
    asked = processor_with(MEXPLORE_CPU_NAME="haswell", MEXPLORE_CPU_FEATURES="+avx2,-avx512f")
    assert asked == (name, host, "haswell", ["avx2"])
    assert len(set(features)) == len(features)


def by_name(found: list[Folder]) -> dict[str, Folder]:
    return {folder.holds: folder for folder in found}


def test_folders_are_told_with_what_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("MEXPLORE_CODE_DIR", str(tmp_path / "code"))
    found = by_name(folders())
    assert found["values"].writable and found["machine code"].writable  # they can be made
    assert (found["values"].entries, found["machine code"].entries) == (0, 0)

    for name in ("good", "bad", "other"):
        code_in(tmp_path / "code").keep(name, b"machine code")
    in_file(tmp_path / "code", "UPDATE pieces SET data = x'00' WHERE name = 'bad'")
    in_file(tmp_path / "code", "UPDATE pieces SET name = 'another' WHERE name = 'other'")
    rule = parse_rule("0.77")
    kernel = rule.kernel()
    assert kernel is not None
    store = Store()
    stored = store.values_of("0.77", kernel)
    stored.append(np.zeros(20_000, dtype=np.uint8))
    found = by_name(folders())
    assert (found["machine code"].entries, found["machine code"].refused) == (3, 2)
    assert (found["values"].entries, found["values"].refused) == (1, 0)
    in_file(store.folder, "UPDATE pieces SET data = ?", bytes(20_000))
    in_file(store.folder, "UPDATE pieces SET width = 2")
    assert by_name(folders())["values"].refused == 1
    (tmp_path / "code").chmod(0o777)  # who wrote them?
    assert by_name(folders())["machine code"].refused == 3


def test_a_folder_below_a_file_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert not by_name(folders())["values"].writable
