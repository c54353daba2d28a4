"""Named games on words and graphs whose laws are proved, with the periods that are published."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from mexplore.discover.study.limits import Limits
from mexplore.discover.systems.study import study_system
from mexplore.discover.verifying import verify
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.reading import read_system

SECONDS = 60.0

NODE_KAYLES = "ooo -> ..., <oo -> .., oo> -> .., <o> -> ."
DIAMONDS = "graph(strip(0-1 0-2 | 0-0 0-1 0-2 | left 0-3 1-3 2-3); delete N[v])"

PERIODS = {
    # R. K. Guy and C. A. B. Smith (1956): 0.77 and 0.07; on rings by the first move.
    "word(o^n; o -> ., oo -> ..)": (12, 71),
    "ring(o^n; o -> ., oo -> ..)": (1, 3),
    "word(o^n; oo -> ..)": (34, 53),
    # Dawson's Chess, OEIS A002187: period 34, the last exception at 51.
    f"word(o^n; {NODE_KAYLES})": (34, 52),
    "graph(path; delete N[v])": (34, 52),
    # OEIS A316632, comments: 1, 0, 1, 0, ...
    "graph(ladder; delete N[v])": (2, 0),
    # OEIS A316781: period 12 from the 69th term, an observation.
    DIAMONDS: (12, 69),
}
"""Rules with their period and the n from which it holds, as published."""


def tinted(rules: str) -> list[str]:
    """Rows and rings of the rules of coloured cells, both ends as they are or tinted."""
    ends = ["", "a", "b"]
    rows = (f"word({left} o^n {right}; {rules})" for left, right in product(ends, ends))
    return [*rows, f"ring(o^n; {rules})"]


def rules_of(name: str) -> str:
    return shipped()[name].rule.partition("; ")[2][:-1]


COLOURED = [
    text
    for name in ("col-path", "snort-path", "col-path-three-colours", "snort-path-three-colours")
    for text in tinted(rules_of(name))
]
FURTHER = [
    "ring(o^n; oo -> ..)",
    f"ring(o^n; {NODE_KAYLES})",
    "graph(cycle; delete N[v])",
    "graph(comb; delete N[v])",
    *(f"graph(star({a}, {b}, n); 0.33)" for a, b in combinations_with_replacement(range(5), 2)),
]
ARCS = [
    f"graph(star({a}, {b}, n); delete uv)" for a, b in combinations_with_replacement(range(8), 2)
]


def hold_proved(text: str, *, by_definition: bool = False) -> str:
    """The law of the start, which is proved, with a certificate that is valid."""
    game = read_system(text)
    assert game is not None
    found = study_system(game, Limits(SECONDS))
    assert found.status == "proved", text
    assert found.certificate is not None
    verdict = verify(found.certificate, by_definition=by_definition)
    assert verdict.valid, (text, verdict.reason)
    return found.of_start.findings[0].claim.statement()


@pytest.mark.parametrize(("text", "law"), PERIODS.items())
def test_published_periods_are_proved(text: str, law: tuple[int, int]) -> None:
    period, first = law
    assert hold_proved(text) == f"G(n + {period}) = G(n) for all n >= {first}"


@pytest.mark.slow
@pytest.mark.parametrize("text", COLOURED)
def test_coloured_rows_and_rings_are_proved(text: str) -> None:
    hold_proved(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", FURTHER)
def test_further_games_are_proved(text: str) -> None:
    hold_proved(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", ARCS)
def test_arc_kayles_on_stars_is_proved(text: str) -> None:
    assert hold_proved(text).startswith("G(n + 34) = G(n)")


def test_rings_of_dawsons_kayles_open_into_rows() -> None:
    """The first move on a ring of n leaves a row of n - 2: G is 1 if that is worth 0, else 0."""
    rows = grundy_by_definition(parse_rule("0.07"), 120)
    ring = read_system("ring(o^n; oo -> ..)")
    assert ring is not None
    for n in range(3, 60):
        assert ring.value_of_start(n) == (rows[n - 2] == 0), n


LAWS = [
    entry.name
    for entry in shipped().values()
    if entry.law and entry.rule.startswith(("word", "ring", "graph"))
]


@pytest.mark.slow
@pytest.mark.parametrize("name", LAWS)
def test_the_laws_of_the_library_are_proved(name: str) -> None:
    named = shipped()[name]
    assert hold_proved(named.rule) == named.law
