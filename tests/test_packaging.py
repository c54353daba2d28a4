"""What is installed is what is here."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from own_clock import NEVER

ROOT = Path(__file__).parent.parent


def test_every_package_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    wanted = settings["packages"]["find"]["include"]
    for top in ("rules", "discover", "reports"):
        for path in (ROOT / top).rglob("__init__.py"):
            name = ".".join(("mexplore", *path.parent.relative_to(ROOT).parts))
            assert any(fnmatch(name, pattern) for pattern in wanted), name


def test_the_public_api_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    assert "mexplore" in settings["mypy"]["files"]
    assert "mexplore" in settings["pytest"]["ini_options"]["testpaths"]
    assert settings["setuptools"]["package-data"]["mexplore"] == ["py.typed"]
    assert (ROOT / "mexplore" / "py.typed").is_file()
    for folder in ("rules", "discover", "reports"):
        assert (ROOT / "mexplore" / folder).resolve() == ROOT / folder


def test_every_folder_with_modules_is_a_package() -> None:
    for top in ("rules", "discover", "reports"):
        for path in (ROOT / top).rglob("*.py"):
            assert (path.parent / "__init__.py").is_file(), path


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    inside = False
    for line in text.splitlines():
        if line.strip().startswith('"') and ">=" in line and not line.startswith("requires"):
            inside = True
            assert "  # " in line, line
    assert inside


def test_what_the_readme_shows_needs_no_extra() -> None:
    """After its own install, the plots among it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert any(each.startswith("matplotlib>=") for each in project["dependencies"])
    readme = (ROOT / "README.md").read_text()
    assert "pip install ." in readme and "mexplore plot" in readme


def test_hints_name_what_can_be_installed_from_a_checkout() -> None:
    """There is no mexplore on PyPI: an extra of it installs nothing."""
    for top in ("rules", "discover", "reports"):
        for path in (ROOT / top).rglob("*.py"):
            assert "pip install mexplore" not in path.read_text().replace('"', ""), path


def test_the_lowest_versions_are_those_that_are_stated() -> None:
    done = subprocess.run(
        [sys.executable, ".ci/lowest.py"],
        capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=True,
    )  # fmt: skip
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    stated = {*project["dependencies"], *(each for extra in extras for each in extra)}
    assert set(done.stdout.split()) == {
        each.partition(",")[0].replace(">=", "==") for each in stated
    }


def test_one_version_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_coq_library_is_installed() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"][
        "package-data"
    ]
    assert "*.v" in data["mexplore.discover.coq"]
    assert list((ROOT / "discover" / "coq").glob("*.v"))
