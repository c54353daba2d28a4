"""The site in a real browser, from the disk: it sorts, filters and searches, and fits."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from one_process import Here
from own_clock import NEVER

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.record import Row
from mexplore.discover.surveys.worker import record_of
from mexplore.reports.site.building import build
from mexplore.rules.notation import parse_rule

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
RULES = ("0.07", "0.14", "0.3", "0.33", "0.77", "0.137")

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser") / "a site"
    limits = Limits(None, 2000)
    rows = [Row("octal", i, record_of(parse_rule(r), limits)) for i, r in enumerate(RULES)]
    build(rows, folder, Here())
    return folder


def done(page: Path, script: str, query: str = "") -> str:
    """What the script, run when the page is ready, writes into the page; no error was printed."""
    text = page.read_text().replace(
        "</body>",
        "<pre id='told'></pre><script>addEventListener('load', () => setTimeout(async () => {"
        f"document.getElementById('told').textContent = String(await (async () => {{{script}}})());"
        "}, 200));</script></body>",
    )
    trial = page.with_name("trial.html")
    trial.write_text(text)
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--allow-file-access-from-files",
        "--disable-gpu", "--enable-logging=stderr",
        "--virtual-time-budget=20000", "--window-size=1700,900", "--dump-dom",
        f"{trial.as_uri()}{query}",
    ]  # fmt: skip
    found = subprocess.run(
        command, capture_output=True, text=True, timeout=NEVER, check=False,
        env=os.environ | {"HOME": str(page.parent)},
    )  # fmt: skip
    trial.unlink()
    assert "CONSOLE" not in found.stderr, found.stderr
    told = re.search(r"<pre id=.told.>(.*?)</pre>", found.stdout, re.DOTALL)
    assert told is not None, found.stderr
    return unescape(told[1])


TABLE = """
const all = (selector) => [...document.querySelectorAll(selector)];
const rows = () => all("tbody tr td:first-child a").map((a) => a.textContent);
const by = (name) => all("th button").find((b) => b.textContent === name);
const typed = (box, text, event) => {
  box.value = text;
  box.dispatchEvent(new Event(event));
  return rows();
};
const told = [rows()];
by("period").click(); told.push(rows());
by("period").click(); told.push(rows());
told.push(typed(document.querySelector("input"), "kayles", "input"));
typed(document.querySelector("input"), "", "input");
told.push(typed(document.querySelectorAll("select")[1], "nothing found", "change"));
return JSON.stringify(told);
"""

SEARCH = """
const box = document.querySelector("form.search input"), found = document.getElementById("found");
const told = [];
for (const text of ASKED) {
  box.value = text;
  box.dispatchEvent(new Event("input"));
  await new Promise((resolve) => setTimeout(resolve, 150));
  const link = found.querySelector("li a");
  told.push(link ? link.textContent : found.textContent);
}
return JSON.stringify(told);
"""

WIDE = """
const wide = [];
for (const page of PAGES) for (const width of [390, 768, 1600]) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
  frame.src = page;
  const ready = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await ready;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const root = frame.contentDocument.documentElement;
  if (root.scrollWidth > root.clientWidth) wide.push([page, width, root.scrollWidth]);
  frame.remove();
}
return JSON.stringify(wide);
"""


def test_a_table_sorts_and_filters(site: Path) -> None:
    first, rising, falling, named, unsolved = json.loads(
        done(site / "families" / "octal.html", TABLE)
    )
    assert first == list(RULES)
    assert rising[:2] == ["0.3", "0.33"] and rising[-1] == "0.14"  # without a period: last
    assert falling[:2] == ["0.07", "0.137"] and falling[-1] == "0.14"
    assert set(named) == {"0.07", "0.77"}
    assert unsolved == ["0.14"]


def test_the_box_finds_rules_values_and_periods(site: Path) -> None:
    expected = {
        "0.77": "0.77",
        "kayles": "0.77",
        "0,1,2,3,1,4,3": "0.77",
        "1 2 3 1 4 3 ...": "0.77",
        "period 34": "0.07",
        "12": "0.77",
        "0.999": "0 games",
        "9 9 9 9": "0 games",
    }
    script = SEARCH.replace("ASKED", json.dumps(list(expected)))
    assert json.loads(done(site / "index.html", script)) == list(expected.values())
    query = "return document.querySelector('#found li a').textContent"
    assert done(site / "index.html", query, "?q=kayles") == "0.77"


def test_no_page_is_wider_than_its_window(site: Path) -> None:
    pages = [str(page.relative_to(site)) for page in sorted(site.rglob("*.html"))]
    some = [page for page in pages if not page.startswith("laws/")]
    assert json.loads(done(site / "index.html", WIDE.replace("PAGES", json.dumps(some)))) == []
