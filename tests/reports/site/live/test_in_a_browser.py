"""The page of `mexplore serve` in a real browser, on narrow and on wide screens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import BROWSER, Page, browser

from mexplore.reports.site.colours import SCALE, ZERO, place
from mexplore.reports.site.live.server import Server

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as shown:
        yield shown


LAW = "at('law').textContent"


@pytest.mark.parametrize("width", [390, 1400])
def test_a_study_fits_and_can_be_played(server: Server, page: Page, width: int) -> None:
    page.open(f"{server.guard.address}?rule=0.77", width, dark=width == 390)
    assert page.until(f"game.ended && {LAW}") == (
        "Proved by Guy-Smith: G(n + 12) = G(n) for all n >= 71"
    )
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run("document.querySelectorAll('#report details').length") > 3
    assert page.run("Number(at('width').value) % 12") == 0  # rows are whole periods
    page.run("at('places').value = '1 2 3'; at('sum').requestSubmit()")
    said = page.until("at('winner').textContent !== '…' && at('winner').textContent")
    assert said == "Nim-sum 0: the player who has just moved wins."  # 1, 2, 3: G(n) = n
    page.run("at('places').value = '2'; at('begin').click()")
    page.until("document.querySelector('#game .heaps button') !== null")
    page.run("document.querySelector('#game .heaps button').click()")
    page.until("at('game').textContent.includes('What becomes of 2')")
    page.run(
        "[...document.querySelectorAll('#game button')]"
        ".find(button => button.textContent === '2 → 0').click()"
    )
    assert page.until("at('game').textContent.includes('you win') && at('game').textContent")
    assert page.troubles == []


@pytest.mark.slow
def test_another_rule_is_typed(server: Server, page: Page) -> None:
    page.open(server.guard.address, 1400)
    page.until("document.readyState === 'complete' && at('games').children.length > 50")
    page.run("at('rule').value = 'rook'; at('ask').requestSubmit()")
    assert "xor" in page.until(f"game.ended && {LAW}")
    assert page.run("location.search") == "?rule=rook"
    assert page.run("game.table[3][5]") == 3 ^ 5
    assert page.run("at('sum').textContent").split()[0] == "Squares"
    page.run("at('rule').value = '0.9x'; at('ask').requestSubmit()")
    assert "^" in page.until(f"game.ended && at('law').className === 'failed' && {LAW}")
    page.run("history.back()")
    assert "xor" in page.until(f"game.ended && game.law && {LAW}")


def test_a_number_of_the_rule_is_changed(server: Server, page: Page) -> None:
    page.open(f"{server.guard.address}?rule=subtract(1,2)", 390)
    assert "G(n + 3) = G(n)" in page.until(f"game.ended && {LAW}")
    page.run("document.querySelectorAll('#what-if span:last-child button')[1].click()")
    assert "G(n + 2) = G(n)" in page.until(f"game.ended && game.asked === 'subtract(1,3)' && {LAW}")
    assert page.troubles == []


@pytest.mark.slow
def test_values_have_the_colours_of_a_site(server: Server, page: Page) -> None:
    page.open(server.guard.address, 1400)
    page.until("document.readyState === 'complete'")
    for largest in (3, 8, 40):
        found = page.run(
            f"Array.from({{length: {largest + 1}}}, (_, n) => colourOf(n, {largest}, palette()))"
        )
        assert found == [place(value, largest) for value in range(largest + 1)]
    assert page.run("palette().colours") == [ZERO, *SCALE]
