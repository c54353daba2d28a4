"""What stands beside the text: properties, downloads, how it is known, words and their meanings."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from html import unescape
from urllib.parse import unquote

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.record import Record, Row, derived
from mexplore.discover.surveys.worker import record_of
from mexplore.reports.documents.glossary import glossary
from mexplore.reports.site.game import Relatives, game_html
from mexplore.reports.site.index import index_html
from mexplore.reports.site.properties import facts, properties_html, taken_html
from mexplore.reports.site.standing import status_of
from mexplore.reports.site.terms import anchor, terms_html, terms_script
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@cache
def kayles() -> Record:
    return record_of(parse_rule("0.77"), Limits(None, 2000))


def test_properties_are_those_of_the_record() -> None:
    """Kayles (Dudeney; Guy and Smith 1956): period 12 from 71 on, A002186."""
    text = properties_html(kayles(), Relatives(families=(("octal", "0.76", None),)))
    plain = unescape(re.sub(r"<[^>]+>", " ", text))
    for said in (
        "0.77",
        "Kayles",
        "octal",
        "0.76",
        "proved",
        "Guy-Smith",
        "12",
        "71",
        "A002186",
        "Dudeney",
    ):
        assert said in plain
    follows = properties_html(derived("0.07", record_of(parse_rule("0.137"))), Relatives())
    assert "follows from" in follows and "0.137" in follows


def test_files_have_the_values_of_the_definition() -> None:
    values = grundy_by_definition(parse_rule("0.77"), 100)
    text = taken_html(kayles(), values, "The game 0.77: Kayles")
    found = re.search(r'href="data:application/json;charset=utf-8,([^"]*)"', text)
    assert found is not None
    known = json.loads(unquote(unescape(found[1])))
    assert known["values"] == values and (known["rule"], known["period"]) == ("0.77", 12)
    assert known == facts(kayles(), values)
    assert "@misc{mexplore:0.77," in text and "0.77.json" in text
    assert f"n &lt; {kayles().computed}" in text and "it ended with a proof" in text


def test_a_proof_without_room_for_its_values_is_a_proof_all_the_same() -> None:
    """The law of 0.56 needs 326784 values, which no page computes; it is published and proved."""
    certificate = json.dumps(
        {
            "mexplore certificate": 1,
            "rule": "0.56",
            "claim": {"pattern": "periodic", "preperiod": 326640, "period": 144, "saltus": 0},
            "statement": "G(n + 144) = G(n) for all n >= 326640",
            "theorem": "Guy-Smith",
            "bound": 653570,
        }
    )
    record = Record(
        "0.56", "proved", "periodic", "Guy-Smith", "G(n + 144) = G(n) for all n >= 326640", 326640,
        144, 0, ended="proved", computed=653570, head=(0, 1, 0, 2), certificate=certificate,
    )  # fmt: skip
    text = game_html(record, Relatives())
    assert " by Guy-Smith" in text and "too many for this page" in text
    for wrong in ("not proved here", "What holds so far", "What would prove", "not settled"):
        assert wrong not in text
    assert status_of(record) == "proved for all n, by Guy-Smith"
    unproved = replace(record, status="nothing found", law=None, certificate=None, ended="time")
    assert "known, but not proved here" in game_html(unproved, Relatives())


def test_every_word_that_is_explained_has_its_place() -> None:
    page = terms_html()
    places = re.findall(r'<dt id="([^"]+)"', page)
    assert len(places) == len(set(places))
    entries = json.loads(terms_script().removeprefix("mexplore.terms(").removesuffix(");\n"))
    assert len(entries) > 40
    forms = [form for each, _, _ in entries for form in each]
    assert len(forms) == len(set(forms))
    assert {at for _, at, _ in entries} <= set(places)
    assert {anchor(term.word) for terms in glossary().values() for term in terms} <= set(places)


def test_the_front_page_shows_each_family_and_asks_what_is_there() -> None:
    rows = {
        "octal": [Row("octal", 0, kayles()), Row("octal", 1, Record("0.14", head=(0, 1, 0, 2)))],
        "subtract": [Row("subtract", 0, record_of(parse_rule("subtract(1, 3, 4)")))],
    }
    text = index_html(rows)
    assert "3 games of 2 families" in text
    assert text.count("<svg") == 2 and "1 proved" in text and "1 no law" in text
    assert "longest period 12" in text and "first not settled" in text
    assert re.findall(r'\?q=[^>]*>([^<]*)</a>', text) == [
        "0.77", "{1, 3, 4}", "0 1 2 3 1 4 3 2", "period 12", "wythoff"
    ]  # fmt: skip
