"""Another package adds a family, a pattern and a theorem by entry points, without a file here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.machinery import PathFinder
from importlib.metadata import DistributionFinder
from pathlib import Path

import pytest
from own_clock import NEVER

from mexplore.rules.members import _others_add

ROOT = Path(__file__).parent.parent
FILES: dict[str, str] = dict(
    re.findall(
        r"<!-- file: (\S+) -->\n```python\n(.*?)```",
        (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
)
"""The examples of docs/architecture.md, which a package of its own holds here."""
MODULES = {
    "mexplore.rules.families": ("lower", "rules/families/lower.py"),
    "mexplore.discover.heaps.patterns": ("digit_xor", "discover/heaps/patterns/digit_xor.py"),
    "mexplore.discover.heaps.theorems": (
        "digits_are_heaps",
        "discover/heaps/theorems/digits_are_heaps.py",
    ),
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which the package is installed."""
    package, metadata = tmp_path / "mexplore_lower", tmp_path / "mexplore_lower-1.0.dist-info"
    package.mkdir()
    metadata.mkdir()
    (package / "__init__.py").touch()
    entries = []
    for group, (name, file) in MODULES.items():
        source = FILES[file]
        for other, path in MODULES.values():
            source = source.replace(
                "mexplore." + path.removesuffix(".py").replace("/", "."), f"mexplore_lower.{other}"
            )
        (package / f"{name}.py").write_text(source, encoding="utf-8")
        entries.append(f"[{group}]\n{name} = mexplore_lower.{name}\n")
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: mexplore-lower\nVersion: 1.0\n"
    )
    (metadata / "entry_points.txt").write_text("\n".join(entries))
    return tmp_path


def run(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mexplore", *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(site)])},
        cwd=site, capture_output=True, text=True, timeout=NEVER, check=False,
    )  # fmt: skip


def test_a_law_of_another_package_is_proved_by_its_theorem(site: Path) -> None:
    done = run(site, "study", "lower(3)", "--max-terms", "1000", "--write", "lower.json")
    assert done.returncode == 0, done.stderr
    assert "G(n) is the xor of the digits of n in base 3" in done.stdout
    assert "proved for all n, by digits are heaps" in done.stdout
    assert run(site, "verify", "lower.json").returncode == 0


def test_without_the_package_the_rule_is_not_read(site: Path, tmp_path: Path) -> None:
    (site / "mexplore_lower-1.0.dist-info" / "entry_points.txt").unlink()
    done = run(site, "study", "lower(3)")
    assert done.returncode == 2
    assert "lower(3)" in done.stderr


def test_a_package_that_cannot_be_imported_is_left_out_with_a_warning(site: Path) -> None:
    (site / "mexplore_lower" / "digit_xor.py").write_text("1 / 0\n")
    done = run(site, "study", "0.77")
    assert done.returncode == 0
    assert "proved for all n, by Guy-Smith" in done.stdout
    assert (
        "mexplore_lower.digit_xor, which adds to mexplore.discover.heaps.patterns, is left out"
        in done.stderr
    )


def test_metadata_is_read_only_where_a_package_may_add_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def adds() -> bool:
        return _others_add.__wrapped__()

    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "absent")])
    monkeypatch.setattr(sys, "meta_path", [PathFinder])
    folder = tmp_path / "other-1.0.egg-info"
    folder.mkdir()
    assert not adds()
    (folder / "entry_points.txt").write_text("[console_scripts]\nother = mexplore.other:main\n")
    assert not adds()
    (folder / "entry_points.txt").write_text("[mexplore.rules.families]\nother = other\n")
    assert adds()
    (folder / "entry_points.txt").unlink()
    archive = tmp_path / "packages.zip"
    archive.touch()
    monkeypatch.setattr(sys, "path", [str(archive)])
    assert adds()
    monkeypatch.setattr(sys, "path", [])
    assert not adds()
    monkeypatch.setattr(sys, "meta_path", [DistributionFinder])
    assert adds()


def test_two_families_that_begin_with_one_word_are_an_error(site: Path) -> None:
    rule = site / "mexplore_lower" / "lower.py"
    text = rule.read_text()
    word = '    keywords: ClassVar[tuple[str, ...]] = ("remove",)\n'
    rule.write_text(text.replace("    base: int\n", f"{word}\n    base: int\n"))
    done = run(site, "study", "remove(coprime)")
    assert done.returncode == 2
    assert "both read rules that begin with 'remove'; rename one" in done.stderr
    assert "mexplore_lower.lower.Lower" in done.stderr
    assert "Traceback" not in done.stderr
