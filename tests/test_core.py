"""The core works without the optional packages: nothing in it imports them, its tests pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from own_clock import NEVER
from test_imports import PACKAGES, packages

ROOT = Path(__file__).parent.parent
OPTIONAL = {
    "discover.coq", "discover.surveys", "discover.windows", "reports.plots", "reports.programs",
}  # fmt: skip
"""Packages without which studies work: they add to others (`rules.members`), and are imported by
the commands and options that show them."""

TESTS = [
    "tests/discover/study/test_evidence.py",
    "tests/discover/heaps/judging/test_reporting.py",
    "tests/discover/study/test_certificate.py",
    "tests/rules/moves/test_relations.py",
]
MORE_TESTS = [
    "tests/discover/heaps/cases",
    "tests/discover/heaps/evidence",
    "tests/discover/heaps/judging",
    "tests/discover/heaps/patterns",
    "tests/discover/heaps/theorems",
    "tests/rules/families",
    "tests/rules/sets",
    "tests/rules/text",
]

REFUSED = f"""
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if ".".join(name.split(".")[1:3]) in {OPTIONAL!r}:
            raise ModuleNotFoundError(name + " is optional", name=name)

sys.meta_path.insert(0, Refused())
"""
"""An installed mexplore must not take the place of what is left out."""


@pytest.mark.parametrize("package", PACKAGES)
def test_the_core_imports_no_optional_package(package: str) -> None:
    api = "." not in package  # a file of the public API
    if package.startswith("reports.") or package in OPTIONAL or api:
        return
    assert not packages()[package] & OPTIONAL


@pytest.fixture
def core(tmp_path: Path) -> Path:
    """A copy of mexplore without its optional packages."""
    left_out = {ROOT / Path(*package.split(".")) for package in OPTIONAL}

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [n for n in names if Path(folder, n) in left_out or n == "__pycache__"]

    for folder in ("rules", "discover", "reports", "tests", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copytree(ROOT / "mexplore", tmp_path / "mexplore", symlinks=True)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "without_optional.py").write_text(REFUSED, encoding="utf-8")
    return tmp_path


def _passes(core: Path, tests: list[str]) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "without_optional", "-p", "no:cacheprovider"]
    path = os.pathsep.join([str(core), str(core / "tests")])
    done = subprocess.run(
        [*command, "-x", *tests], env=os.environ | {"PYTHONPATH": path},
        cwd=core, capture_output=True, text=True, timeout=NEVER, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_tests_of_the_core_pass_without_optional_packages(core: Path) -> None:
    _passes(core, TESTS)


def test_study_works_without_optional_packages(core: Path) -> None:
    command = "import without_optional; from mexplore.reports.__main__ import main; main()"
    arguments = ["study", "0.6", "--max-terms", "300", "--all", "--no-store"]
    path = os.pathsep.join([str(core), str(core / "tests")])
    done = subprocess.run(
        [sys.executable, "-c", command, *arguments], env=os.environ | {"PYTHONPATH": path},
        cwd=core, capture_output=True, text=True, timeout=NEVER, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The game 0.6" in done.stdout and "How to reproduce" in done.stdout


@pytest.mark.slow
def test_more_tests_of_the_core_pass_without_optional_packages(core: Path) -> None:
    _passes(core, MORE_TESTS)
