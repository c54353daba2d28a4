"""The manual: pages made from the code are fresh, the tutorial's commands run, the site builds."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from own_clock import NEVER
from typer.testing import CliRunner

from docs.generate import anchor, pages
from mexplore.reports.commands import app

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")
STEPS: list[tuple[str, str]] = re.findall(
    r"```sh\n(.*?)```(?:\n```text\n(.*?)```)?", TUTORIAL, re.DOTALL
)


@pytest.mark.parametrize(
    "name", ["patterns.md", "theorems.md", "commands.md", "notation.md", "glossary.md"]
)
def test_the_pages_made_from_the_code_are_fresh(name: str) -> None:
    made = pages()[name]
    assert (DOCS / name).read_text(encoding="utf-8") == made, "stale: python -m docs.generate"


def test_the_pages_have_all_there_is() -> None:
    from mexplore.discover.kinds import kinds

    made = pages()
    for kind in kinds():
        for theorem in kind.theorems():
            assert f"\n## {theorem.name}\n" in made["theorems.md"]
        for claim in kind.claims():
            assert f"\n## {claim.name}\n" in made["patterns.md"]
    assert made["commands.md"].count("\n## ") >= 18


def test_the_tutorial_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(STEPS) >= 10
    for commands, expected in STEPS:
        output = ""
        for line in commands.splitlines():
            result = CliRunner().invoke(app, shlex.split(line)[1:])
            assert result.exit_code == 0, f"{line}\n{result.output}"
            output += result.stdout
        for said in expected.splitlines():
            assert said in output, f"{commands}\n{output}"


def test_the_guide_links_to_theorems_that_are_there() -> None:
    guide = (DOCS / "guide.md").read_text(encoding="utf-8")
    linked = re.findall(r"\[([^]]+)\]\(theorems\.md#([\w'-]+)\)", guide)
    assert len(linked) >= 20
    headings = set(re.findall(r"^## (.+)$", pages()["theorems.md"], re.MULTILINE))
    for name, address in linked:
        assert name in headings and anchor(name) == address, name


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS.glob("*.md")]
MADE_WITH_THE_SITE = {"games/index.html"}


def addresses(page: Path) -> set[str]:
    """The addresses of the headings of a page as GitHub writes them, but for repeated ones."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = [re.sub(r"[^\w\s-]", "", heading).lower() for heading in headings]
    return {word.replace(" ", "-") for word in words} | {anchor(heading) for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_link_is_dead(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)|<(?:a href|img src)=\"([^\"]+)\"", text)
    for link in ["".join(found) for found in links]:
        file, _, place = link.partition("#")
        if link.startswith(("http:", "https:")) or link in MADE_WITH_THE_SITE:
            continue
        target = page.parent / file if file else page
        assert target.exists(), f"{page.name}: {link}"
        assert not place or place in addresses(target), f"{page.name}: {link}"


def test_every_page_is_reached_from_the_first() -> None:
    index, site = (DOCS / "index.md").read_text(), (ROOT / "mkdocs.yml").read_text()
    for page in DOCS.glob("*.md"):
        assert f": {page.name}\n" in site, page.name
        assert page.name == "index.md" or f"({page.name})" in index, page.name
    for notebook in (DOCS / "notebooks").glob("*.ipynb"):
        assert f"(notebooks/{notebook.name})" in index


@pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("material") is None,
    reason='the site needs pip install "mexplore[docs]"',
)
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=False,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert (tmp_path / "theorems.html").stat().st_size > 50_000
