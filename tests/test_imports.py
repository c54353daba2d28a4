"""The direction of imports: reports -> discover -> rules, and no cycle."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "rules": {"rules"},
    "discover": {"rules", "discover"},
    "reports": {"rules", "discover", "reports"},
}
FILES = sorted(path for folder in ALLOWED for path in (ROOT / folder).rglob("*.py"))


def imported_folders(source: str) -> set[str]:
    """The top-level names of every import of a source text, wherever it stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    folder = path.relative_to(ROOT).parts[0]
    reached = imported_folders(path.read_text()) & set(ALLOWED)
    assert reached <= ALLOWED[folder]


def test_a_breach_is_noticed() -> None:
    assert "reports" in imported_folders("def f():\n    from reports.cli.app import main\n")
