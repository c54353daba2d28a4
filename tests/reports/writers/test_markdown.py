"""Reports in Markdown: kept ones that were read by eye, and what every one of them must be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from reported import NAMES, report_of

from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.documents.report import StudyReport
from mexplore.reports.writers.document import (
    Block,
    Code,
    Detail,
    Details,
    Document,
    Heading,
    Items,
    Math,
    Paragraph,
    Table,
    Tabular,
    whole_table,
)
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.notation import parse_rule

GOLDEN = Path(__file__).parent.parent / "golden"
PARSER = MarkdownIt("commonmark").enable("table")
RULES = (
    "0.137", "0.06", "4!.0", "0.4=8=", "subtract(1)", "subtract(2, 5, 7)", "subtract(all but 2, 3)",
    "subtract(primes)", "divide(2)", "divide(2, 3, ceil)", "remove(1 .. n//2)",
    "leave(n//3 .. n//2)", "n -> [n//2, n-1]", "n -> [n//2, n//3]", "subtract(squares)",
    "subtract(odd)", "subtract(1, 4) or divide(2)", "0.[3]", "4.0",
    "n -> [n - 2**k for k in range(n) if 2**k <= n]",
)  # fmt: skip
FEW = 6  # of them, in the usual run


def masked(text: str) -> str:
    """The report without what differs from day to day, version, seconds, pace, and without the
    theorems that say least, as every new theorem is another one."""
    text = re.sub(
        r"(<summary>)\d+ other refusals(.*?\n\n).*?(</details>)", r"\1OTHERS\2\3", text, flags=re.S
    )
    text = re.sub(r"mexplore [0-9.]+[0-9]", "mexplore VERSION", text)
    text = re.sub(r"; [0-9.]+ s\.", "; SECONDS s.", text)
    return re.sub(
        r"(about \d+ \w+|a second or two|years), at the rate of the last values", "COST", text
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_reports(name: str) -> None:
    document = report_of(name)
    kept = (GOLDEN / f"{name}.md").read_text(encoding="utf-8")
    assert masked(to_markdown(document)) == kept
    assert_sound(document)


def tables(blocks: Iterable[Block]) -> list[Table]:
    """All tables, those that are folded away too."""
    found: list[Table] = []
    for block in blocks:
        if isinstance(block, Details):
            found += tables(block.blocks)
        elif isinstance(block, Tabular):
            found.append(whole_table(block))
    return found


def assert_sound(document: Document) -> None:
    """It parses: every table is one, with as many cells in each row as it has columns; nothing but
    the folded parts is taken for HTML; mathematics stands between dollars alone."""
    text = to_markdown(document)
    tokens = PARSER.parse(text)
    rows: list[list[int]] = []
    for token in tokens:
        if token.type == "table_open":
            rows.append([])
        elif token.type == "tr_open":
            rows[-1].append(0)
        elif token.type in ("td_open", "th_open"):
            rows[-1][-1] += 1
    wanted = tables(document.blocks)
    assert [len(found) - 1 for found in rows] == [len(table.rows) for table in wanted]
    for found, table in zip(rows, wanted, strict=True):
        assert set(found) == {len(table.columns)}
        assert all(len(row) == len(table.columns) for row in table.rows)
    html = [token.content.strip() for token in tokens if token.type == "html_block"]
    assert all(re.fullmatch(r"<details>\n<summary>.*</summary>|</details>", h) for h in html)
    inline = [child for token in tokens for child in token.children or ()]
    assert not any(child.type == "html_inline" for child in inline)
    lines = [token.content for token in tokens if token.type == "inline"]
    assert not any("$`" in line for line in lines)
    assert all(re.sub(r"\\.", "", line).count("$") % 2 == 0 for line in lines)


def whole_report(text: str) -> Document:
    """With few terms and little time."""
    found = study(parse_rule(text), Limits(budget=1.0, max_terms=400))
    return StudyReport(found, {}).document(f"mexplore study '{text}'", Detail())


@pytest.mark.parametrize("text", RULES[:FEW])
def test_reports_parse(text: str) -> None:
    assert_sound(whole_report(text))


@pytest.mark.slow
@pytest.mark.parametrize("text", RULES[FEW:])
def test_more_reports_parse(text: str) -> None:
    assert_sound(whole_report(text))


TEXTS = st.text(
    st.sampled_from("ab12 <>&|*_`$[](){}\\#+-=.!~:;,'\"^/?é漢"), min_size=1, max_size=30
).filter(str.strip)


@settings(max_examples=25)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), TEXTS)
def test_any_text_stands_for_itself(cells: list[tuple[str, str]], text: str) -> None:
    document = Document(
        [
            Heading(text, 2),
            Paragraph(text),
            Items([text, ("a", Math("x_1|y", "x1"), text)]),
            Table((text, "b"), [[one, other] for one, other in cells]),
            Code(text + "\n```\n" + text),
        ]
    )
    assert_sound(document)
    tokens = PARSER.parse(to_markdown(document))
    said = ["".join(child.content for child in t.children or ()) for t in tokens if t.children]
    assert text.split() == said[0].split()
    assert text.split() == said[1].split()
