"""The Coq library, compiled once for all tests of a run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from mexplore.discover.coq.compiler import build
from mexplore.discover.coq.export import library, library_file

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that ask Coq are marked so: to compile its library takes longer than they do."""
    for item in items:
        asks = "compiled" in getattr(item, "fixturenames", ()) and item.path.parent == HERE
        if asks and item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.kernel)


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
