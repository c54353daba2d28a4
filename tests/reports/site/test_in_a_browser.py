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
NONE = "0 games"

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser") / "a site"
    limits = Limits(None, 2000)
    rows = [Row("octal", i, record_of(parse_rule(r), limits)) for i, r in enumerate(RULES)]
    rows.append(Row("subtract", 0, record_of(parse_rule("subtract(1, 2)"), limits)))
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
        "{1, 2}": "subtract(1, 2)",
        "S = {2, 1}": "subtract(1, 2)",
        "1,2": "subtract(1, 2)",  # before games that have the values 1, 2
        "Dawson's Kayles": "0.07",
        "king": "The king on its way to the corner",
        "0.999": NONE,
        "9 9 9 9": NONE,
    }
    script = SEARCH.replace("ASKED", json.dumps(list(expected)))
    found = [NONE if text.startswith(NONE) else text for text in told_by(site, script)]
    assert found == list(expected.values())
    query = "return document.querySelector('#found li a').textContent"
    assert done(site / "index.html", query, "?q=kayles") == "0.77"


def told_by(site: Path, script: str, page: str = "index.html") -> list[str]:
    found: list[str] = json.loads(done(site / page, script))
    return found


OPENED = """
const told = [];
for (const text of ASKED) {
  const frame = document.createElement("iframe");
  frame.src = location.href.replace("trial", "index");
  const once = { once: true };
  const loaded = () => new Promise((done) => frame.addEventListener("load", done, once));
  const ready = loaded();
  document.body.append(frame);
  await ready;
  const inner = frame.contentDocument, there = inner.querySelector("form.search input");
  there.value = text;
  const next = Promise.race([loaded(), new Promise((resolve) => setTimeout(resolve, 1500))]);
  inner.querySelector("form.search").requestSubmit();
  await next;
  told.push(frame.contentWindow.location.pathname.split("/").pop());
  frame.remove();
}
return JSON.stringify(told);
"""

ASKING = """
const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
const words = [...document.querySelectorAll("a.knowl")];
const named = (word) => (a) => a.textContent === word;
const told = [], link = words.find(named("Guy-Smith"));
link.click(); await wait();
const box = document.querySelector(".knowl-box");
told.push(box.textContent.slice(0, 19), link.getAttribute("aria-expanded"));
link.click(); await wait();
told.push(String(document.querySelectorAll(".knowl-box").length));
told.push(String(words.some(named("nim-sum"))));
const cells = document.querySelector(".cells");
const press = (key) => cells.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
press("ArrowRight"); press("ArrowRight"); press("ArrowRight"); press("ArrowRight");
told.push(document.querySelector(".reading").textContent);
const written = (link) => decodeURIComponent(link.href.replace(/^[^,]*,/, ""));
for (const kind of ["csv", "bfile"]) {
  const file = document.querySelector(`[data-write=${kind}] a`);
  told.push(file.download, written(file).slice(0, 18));
}
told.push(JSON.parse(written(document.getElementById("data"))).rule);
return JSON.stringify(told);
"""


def test_enter_opens_the_only_hit(site: Path) -> None:
    asked = ["Kayles", "{1, 2}", "king", "nonsense", "0.3"]
    opened = told_by(site, OPENED.replace("ASKED", json.dumps(asked)))
    assert opened == ["0.77.html", "subtract-1-2.html", "king.html", "index.html", "0.3.html"]


def test_words_are_explained_values_told_and_files_written(site: Path) -> None:
    told = told_by(site, ASKING, "games/0.77.html")
    assert told[:4] == ["Theorem (Guy-Smith)", "true", "0", "true"]
    assert told[4] == "G(3) = 3"
    assert told[5:] == [
        "0.77.csv",
        "n,G(n)\n0,0\n1,1\n2,2",
        "b0.77.txt",
        "0 0\n1 1\n2 2\n3 3\n4 ",
        "0.77",
    ]


def test_a_heat_map_tells_its_squares(site: Path) -> None:
    script = """
    const field = document.querySelector(".field");
    const told = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) {
      field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      told.push(document.querySelector(".reading").textContent);
    }
    return JSON.stringify(told);
    """
    told = told_by(site, script, "boards/king.html")
    assert told[0].startswith("G(0, 0) = 0: lost")
    assert told[1:] == ["G(0, 1) = 1", "G(1, 1) = 2"]  # the king: of (1, 1) to values 0 and 1


def test_no_page_is_wider_than_its_window(site: Path) -> None:
    pages = [str(page.relative_to(site)) for page in sorted(site.rglob("*.html"))]
    some = [page for page in pages if not page.startswith("laws/")]
    assert json.loads(done(site / "index.html", WIDE.replace("PAGES", json.dumps(some)))) == []
