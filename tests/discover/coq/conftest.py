"""The Coq library, compiled once for all tests of a run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from mexplore.discover.coq.compiler import build
from mexplore.discover.coq.export import library, library_file


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder with the library compiled; every worker of a run shares it."""
    coqc = shutil.which("coqc")
    if coqc is None:
        pytest.skip("coqc is not installed (Debian's package coq)")
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "coq"
    with FileLock(f"{folder}.lock"):
        folder.mkdir(exist_ok=True)
        for name in library():
            path = folder / f"{name}.v"
            if not path.exists():
                path.write_text(library_file(name), encoding="utf-8")
        build(coqc, folder, library())
    return folder
