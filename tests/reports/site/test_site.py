"""A site: every link leads somewhere, a second build writes nothing, other files are left alone."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from one_process import Here

from mexplore.discover.heaps.patterns.sparse import SparseSpace
from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.games import read_game
from mexplore.discover.surveys.misere import MisereRecord
from mexplore.discover.surveys.record import Record, Row, derived
from mexplore.discover.surveys.worker import record_of
from mexplore.discover.verifying import verify
from mexplore.reports.site import pages
from mexplore.reports.site.building import build
from mexplore.reports.site.game import LARGEST_PAGE, Relatives, game_html
from mexplore.reports.site.lists import rare_values
from mexplore.reports.site.pages import MANIFEST
from mexplore.rules.errors import InputError

RULES = ("0.07", "0.137", "0.14", "0.3", "0.77", "divide(2, 3)", "subtract(1)", "subtract(3, 7)")
PROVED_WORDS, OPEN_WORDS = "word(o^n; oo -> ..)", "word(o^n; oo -> o.)"
JOINED_WORDS = "word(o^n; o -> a, aa -> ..)"  # which have no finite system
WORDS = (PROVED_WORDS, OPEN_WORDS, JOINED_WORDS)


def test_rare_values_are_read_from_the_statement_of_their_law() -> None:
    """A record keeps no other number of them."""
    for rare, last in ((502, 7348), (0, 0), (1, 1)):
        law = SparseSpace(7, rare, last).statement()
        assert rare_values(Record("0.777", law=law)) == (rare if last else None)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    limits = Limits(None, 2000)
    texts = [text for text in (*RULES, *WORDS) if text != "0.07"]
    records = {text: record_of(read_game(text), limits) for text in texts}
    records["0.07"] = derived("0.07", records["0.137"])
    return [Row(text.partition("(")[0], 1, records[text]) for text in (*RULES, *WORDS)]


@pytest.fixture(scope="module")
def site(rows: list[Row], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parent") / "site"
    built = build(rows, folder, Here())
    assert built.written == built.files > 30 and not built.removed
    return folder


def links(page: Path) -> list[str]:
    found = re.findall(r'(?:href|src)="([^"]+)"', page.read_text())
    found = [each for each in found if "://" not in each and not each.startswith("data:")]
    return [unquote(urlsplit(each).path) for each in found]


def test_every_link_leads_to_a_file(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        for link in links(page):
            assert link in ("", ",") or (page.parent / link).is_file(), f"{page}: {link}"


def test_every_page_of_a_game_is_reached_from_its_family_and_none_is_too_long(site: Path) -> None:
    for page in (site / "games").glob("*.html"):
        assert page.stat().st_size <= LARGEST_PAGE
        families = [link for link in links(page) if link.startswith("../families/")]
        assert families
        assert any(f"../games/{page.name}" in links(page.parent / link) for link in families)


def test_the_law_comes_first_and_the_certificate_is_valid(site: Path) -> None:
    text = (site / "games" / "0.77.html").read_text()
    assert text.index("Status: proved for all") < text.index("The game</h2>")
    certificate = read_certificate((site / "games" / "0.77.json").read_text())
    assert verify(certificate).valid
    assert not (site / "games" / "0.07.json").exists()
    assert "<dt>follows from</dt>" in (site / "games" / "0.07.html").read_text()


def test_an_open_game_says_how_far_it_was_looked_at(site: Path) -> None:
    text = (site / "games" / "0.14.html").read_text()
    assert "open; no law was found among the values at n &lt; 2000" in text
    assert "proved for all" not in text
    assert "An open problem" in text and "Solving octal games" in text


def test_only_literature_makes_a_game_open() -> None:
    """0.56 was solved in 1989; of 0.777 no literature is known here that calls it open."""
    solved = game_html(Record("0.56", computed=65536), Relatives())
    assert "known, but not proved here" in solved and "Gangolli" in solved
    other = game_html(Record("0.777", computed=65536), Relatives())
    assert "not settled here" in other and "not settled within the 65536 values" in other
    assert not re.search(r"\bopen\b", (solved + other).split("<main")[1].lower())


def test_misere_play_has_its_column_and_its_section(rows: list[Row], tmp_path: Path) -> None:
    known = MisereRecord(
        "0.77", "proved", "wild", 5, 40, 9, theorem="misère windows", statement="a law"
    )
    build(rows[4:5], tmp_path / "site", Here(), misere=[known])
    text = (tmp_path / "site" / "games" / "0.77.html").read_text()
    assert "wild from heap 5 on" in text and "40 classes, 9 of which are lost" in text
    assert "a law: proved, by misère windows" in text
    (table,) = (tmp_path / "site" / "data").glob("*.js")
    assert '"wild"' in table.read_text()


def test_tables_are_scripts_that_hold_every_game(site: Path) -> None:
    tables = [
        json.loads(path.read_text().removeprefix("mexplore.add(").removesuffix(");\n"))
        for path in (site / "data").glob("*.js")
    ]
    assert {row[0] for table in tables for row in table["rows"]} == {*RULES, *WORDS}
    for table in tables:
        assert all(len(row) == len(table["columns"]) for row in table["rows"])


def test_a_second_build_writes_nothing(site: Path, rows: list[Row]) -> None:
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*.*") if path.name != MANIFEST}
    assert build(rows, site, Here(0)).written == 0
    assert before == {p: p.stat().st_mtime_ns for p in site.rglob("*.*") if p.name != MANIFEST}


def test_one_changed_row_writes_its_page_alone(site: Path, rows: list[Row], tmp_path: Path) -> None:
    folder = copytree(site, tmp_path / "site")
    more = [
        replace(row, record=replace(row.record, computed=4000)) if row.rule == "0.14" else row
        for row in rows
    ]
    pages = {path: path.stat().st_mtime_ns for path in (folder / "games").iterdir()}
    build(more, folder, Here())
    changed = {p.name for p, at in pages.items() if p.stat().st_mtime_ns != at}
    assert changed == {"0.14.html"}


def test_games_that_are_gone_lose_their_pages_and_other_files_stay(
    site: Path, rows: list[Row], tmp_path: Path
) -> None:
    folder = copytree(site, tmp_path / "site")
    (folder / "games" / "mine.html").write_text("mine")
    built = build([row for row in rows if row.rule != "0.3"], folder, Here())
    assert built.removed >= 1
    assert (
        not (folder / "games" / "0.3.html").exists() and (folder / "games" / "mine.html").exists()
    )


def test_a_build_that_was_stopped_goes_on(
    rows: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "AT_ONCE", 1)
    folder = tmp_path / "site"
    assert build(rows, folder, Here(3)).interrupted
    assert len(list((folder / "games").glob("*.html"))) == 3
    built = build(rows, folder, Here(len(rows) - 3 + 1))  # a board; no page is written twice
    assert not built.interrupted and (folder / "index.html").exists()


@pytest.mark.parametrize("content", ["{", "[]", '{"mexplore site": 1}', '{"pages": {}}'])
def test_a_damaged_list_of_pages_is_refused(content: str, rows: list[Row], tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(InputError, match="damaged"):
        build(rows, tmp_path, Here())


def test_a_folder_with_other_files_is_refused(rows: list[Row], tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match="other files"):
        build(rows, tmp_path, Here())
    with pytest.raises(InputError, match="cannot be used"):
        build(rows, tmp_path / "thesis.tex", Here())


def test_a_failed_study_and_an_odd_rule_have_pages_as_well() -> None:
    failed = Record("n -> [n - 1, n // 2]", "failed", ended="failed", trouble="<b> memory & more")
    text = game_html(failed, Relatives())
    assert "the study failed (&lt;b&gt; memory &amp; more)" in text
    ElementTree.fromstring(text[text.index("<main") : text.index("</main>") + len("</main>")])


def test_games_on_words_have_pages(site: Path) -> None:
    def text(rule: str) -> str:
        return (site / pages.game_page(rule)).read_text()

    assert "Guy-Smith for kinds" in text(PROVED_WORDS) and "Kinds of heaps" in text(PROVED_WORDS)
    certificate = site / pages.certificate_file(PROVED_WORDS)
    assert verify(read_certificate(certificate.read_text())).valid
    assert "On the word o^n a move replaces oo by o." in text(OPEN_WORDS)
    assert "no system of finitely many kinds" in text(JOINED_WORDS)
    assert "two runs stay joined" in text(JOINED_WORDS)
