"""A page of HTML is valid, complete, and asks for nothing else."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from html_pages import GAMES, odd_page, page_of
from typer.testing import CliRunner

from mexplore.discover.study.certificate import read_certificate
from mexplore.reports.commands import app

html5lib: Any = pytest.importorskip("html5lib")


@cache
def tree(page: str) -> Element:
    """What a strict parser reads: the first error of the page is raised."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    read: Element = parser.parse(page)
    return read


def pages() -> list[str]:
    return [*map(page_of, GAMES), odd_page()]


def test_every_page_is_valid_and_says_its_language_and_title() -> None:
    for page in pages():
        read = tree(page)
        assert read.get("lang") == "en"
        assert (read.findtext("head/title") or "").strip() == "".join(
            read.find(".//h1").itertext()  # type: ignore[union-attr]
        )


def test_headings_are_in_order_and_anchors_lead_to_them() -> None:
    for page in pages():
        read = tree(page)
        levels = [int(e.tag[1]) for e in read.iter() if re.fullmatch("h[1-6]", str(e.tag))]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(b <= a + 1 for a, b in pairwise(levels))
        names = [e.get("id") for e in read.iter() if e.get("id")]
        assert len(names) == len(set(names))
        links = [link.get("href", "") for link in read.findall(".//nav//a")]
        assert links == [f"#{name}" for name in names]
        assert len(links) == levels.count(2)


def test_a_page_asks_for_nothing_else() -> None:
    for page in pages():
        for element in tree(page).iter():
            assert element.tag not in ("link", "iframe", "object", "embed")
            assert not element.get("src")
        assert "@import" not in page
        assert "url(" not in page


def test_formulas_are_mathml_and_the_others_are_text() -> None:
    read = tree(page_of("divide(2..6)"))
    maths = [e for e in read.iter() if str(e.tag).endswith("math")]
    assert len(maths) > 20
    (words,) = tree(odd_page()).findall(".//div[@class='formula wide']/span")
    assert words.text == "f(n) < 2 & more"


def test_the_certificate_is_in_the_page() -> None:
    codes = tree(page_of("0.77")).findall(".//code[@class='language-json']")
    (certificate,) = [read_certificate("".join(code.itertext())) for code in codes]
    assert certificate["rule"] == "0.77"


def test_tables_of_numbers_are_sortable_where_there_is_something_to_sort() -> None:
    tables = tree(odd_page()).findall(".//table")
    assert [table.get("class") for table in tables] == ["numeric", "numeric sortable"]
    cells = tables[1].findall(".//td[@data-text]")
    assert [cell.get("data-text") for cell in cells] == ["10*12^30", "9*12^30", "10*12^2", "9*12^2"]


def test_the_command_writes_such_a_page(tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    command = ["study", "subtract(1, 3, 4)", "--upto", "200", "--write", str(page), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["status"] == "proved"
    assert "subtract(1, 3, 4)" in (tree(page.read_text()).findtext("head/title") or "")
