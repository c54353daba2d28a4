"""Pages in a real browser: nothing goes wrong, formulas are seen, small screens are not left."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from html_pages import GAMES, odd_page, page_of

BROWSER = which("chromium") or which("chromium-browser") or which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")

QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars",
         "--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom"]  # fmt: skip

# Each page in a frame of its own, in which it is laid out as in a window of that width.
MEASURE = """
function seen(frame) {
  const page = frame.contentDocument, view = frame.contentWindow;
  const size = (e) => { const box = e.getBoundingClientRect(); return [box.width, box.height]; };
  page.querySelectorAll("details").forEach((each) => { each.open = true; });
  const told = {
    width: page.documentElement.scrollWidth,
    math: Array.from(page.querySelectorAll("math"), size),
    cases: Array.from(page.querySelectorAll("mtd.brace"),
      (e) => [size(e)[1], size(e.closest("mtable"))[1], size(e)[0]]),
    cut: Array.from(page.querySelectorAll(".formula")).filter(
      (e) => e.scrollWidth > e.clientWidth).length,
    scrolled: Array.from(page.querySelectorAll(".wide, pre")).filter(
      (e) => e.scrollWidth > e.clientWidth).length,
    ink: view.getComputedStyle(page.body).color,
    paper: view.getComputedStyle(page.body).backgroundColor,
    sorted: [],
  };
  const table = page.querySelector("table.sortable");
  const column = () => Array.from(table.tBodies[0].rows,
    (row) => row.cells[0].dataset.text || row.cells[0].textContent);
  const head = table && table.tHead.rows[0].cells[0];
  for (let click = 0; table && click < 2; click++) {
    head.querySelector("button").click();
    told.sorted.push([head.getAttribute("aria-sort"), column()]);
  }
  return told;
}
window.addEventListener("load", () => {
  const told = Array.from(document.querySelectorAll("iframe"), seen);
  document.body.replaceChildren(JSON.stringify(told));
});
"""


def shown(pages: list[str], width: int, *more: str) -> tuple[list[dict[str, Any]], list[str]]:
    """What a browser makes of each page at this width, and what it complains of."""
    frames = "".join(
        f'<iframe width="{width}" height="800" style="border: 0" srcdoc="{quoted}"></iframe>'
        for quoted in (page.replace("&", "&amp;").replace('"', "&quot;") for page in pages)
    )
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        harness = Path(folder) / "harness.html"
        harness.write_text(
            f"<!DOCTYPE html><script>{MEASURE}</script><body>{frames}</body>", encoding="utf-8"
        )
        profile = f"--user-data-dir={folder}/profile"
        command = [str(BROWSER), *QUIET, *more, profile, harness.as_uri()]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    body = re.search(r"<body>(\[.*\])\s*</body>", ended.stdout, re.DOTALL)
    assert body is not None, ended.stderr[-2000:]
    said = [line for line in ended.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(unescape(body[1])), said


def test_pages_on_a_telephone() -> None:
    """One start of the browser: it takes longer than all that is asked of it."""
    told, said = shown([*map(page_of, GAMES), odd_page()], 390)
    assert said == []
    for page in told:  # what is wider scrolls in its own box
        assert page["width"] <= 390
        assert page["math"]
        assert all(width > 3 and height > 5 for width, height in page["math"])
        assert all(brace >= rows - 1 and width > 5 for brace, rows, width in page["cases"])
    assert sum(len(page["cases"]) for page in told) >= 3
    assert [page["cut"] for page in told[:-1]] == [0] * len(GAMES)
    assert told[-1]["scrolled"] >= 3
    assert (told[-1]["ink"], told[-1]["paper"]) == ("rgb(26, 26, 26)", "rgb(255, 255, 255)")
    # Sorted by size, and not as texts.
    upwards = ["9*12^2", "10*12^2", "9*12^30", "10*12^30"]
    assert told[-1]["sorted"] == [["ascending", upwards], ["descending", upwards[::-1]]]
    (_, runs), (_, back) = told[GAMES.index("divide(2..6)")]["sorted"]
    starts = [int(run.split(",")[0].removeprefix("[")) for run in runs]
    assert starts == sorted(starts)
    assert back == runs[::-1]


def test_a_dark_screen_has_light_letters_and_the_console_is_heard() -> None:
    page = odd_page().replace('"use strict";', '"use strict"; console.error("heard");')
    told, said = shown([page], 1200, "--blink-settings=preferredColorScheme=0")
    assert (told[0]["ink"], told[0]["paper"]) == ("rgb(230, 230, 230)", "rgb(22, 24, 28)")
    assert any("heard" in line for line in said)
