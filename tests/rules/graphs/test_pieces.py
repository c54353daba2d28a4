"""The values of pieces of strips: against graphs, against published tables, and its limits."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from mexplore.rules.engine.search import Positions
from mexplore.rules.errors import TooLarge
from mexplore.rules.graphs import pieces as module
from mexplore.rules.graphs.deletion import Deletion, EndsOfEdge, Neighbourhood, deletion_of
from mexplore.rules.graphs.families import family_of
from mexplore.rules.graphs.game import GraphGame
from mexplore.rules.graphs.graph import Graph, graph_of
from mexplore.rules.graphs.pieces import PieceValues, drawn, read_drawn
from mexplore.rules.graphs.strip import Strip
from mexplore.rules.graphs.values import GraphValues

CODES = [found for code in ("0.33", "0.17", "0.6", "0.353") if (found := deletion_of(code))]
GAMES: list[Deletion] = [EndsOfEdge(), Neighbourhood(), *CODES]

# P. Beling, github.com/beling/impartial-games (README, with the history of the values): Cram on
# boards of 4 and 5 rows, from the square on.
CRAM = {4: [0, 2, 0, 3, 0, 1, 0, 1], 5: [0, 2, 1, 1, 1]}
# OEIS A316632: node Kayles on 3 rows of n = 1, 2, ...
NODE_KAYLES = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3]


def cram(rows: int) -> PieceValues:
    return PieceValues(EndsOfEdge(), family_of(f"grid({rows})").strip)


def board(rows: int, columns: int) -> int:
    return (1 << rows * columns) - 1


def random_strip(draw: random.Random) -> Strip:
    rows = draw.randint(1, 3)
    tree = [(draw.randrange(row), row) for row in range(1, rows)]
    more = [(r, s) for r, s in combinations(range(rows), 2) if draw.random() < 0.3]
    links = [(r, s) for r, s in product(range(rows), repeat=2) if draw.random() < 0.4]
    return Strip(rows, tuple(sorted({*tree, *more})), tuple(links or [(0, 0)]))


def hold_random(number: int, seed: int, most: int) -> None:
    draw = random.Random(seed)
    for _ in range(number):
        strip, deletion = random_strip(draw), draw.choice(GAMES)
        known = PieceValues(deletion, strip)
        columns = draw.randint(2, max(2, most // strip.rows))
        graph = strip.joined(strip.bare, strip.bare, columns).graph
        by_graphs = GraphValues(deletion)
        for _ in range(4):
            some = draw.getrandbits(len(graph)) | draw.getrandbits(len(graph))
            assert known.value(some) == by_graphs.value(graph, some), (strip, deletion, some)


def test_random_sets_of_vertices_have_the_values_of_their_graphs() -> None:
    hold_random(25, seed=1, most=9)


@pytest.mark.slow
def test_many_random_sets_of_vertices_have_the_values_of_their_graphs() -> None:
    hold_random(500, seed=2, most=14)


def test_options_are_those_of_the_graph() -> None:
    draw = random.Random(4)
    for _ in range(20):
        strip, deletion = random_strip(draw), draw.choice(GAMES)
        known = PieceValues(deletion, strip)
        by_options = Positions(known.options)
        some = draw.getrandbits(8)
        assert known.value(some) == by_options.value(some), (strip, deletion, some)


def test_cram_by_published_values() -> None:
    # Two rows: 0 for even lengths, by symmetry, and 1 for odd ones.
    two = cram(2)
    assert [two.value(board(2, n)) for n in range(32)] == [n % 2 for n in range(32)]
    for rows, values in CRAM.items():
        few = values[: {4: 4, 5: 2}[rows]]
        known = cram(rows)
        assert [known.value(board(rows, rows + n)) for n in range(len(few))] == few
    assert cram(3).value(board(3, 4)) == cram(4).value(board(4, 3))
    assert cram(3).value(board(3, 5)) == cram(5).value(board(5, 3))


@pytest.mark.slow
def test_cram_by_more_published_values() -> None:
    for rows, values in CRAM.items():
        known = cram(rows)
        shown = values[: 7 if rows == 4 else 4]  # of boards that do not take minutes
        assert [known.value(board(rows, rows + n)) for n in range(len(shown))] == shown
    # Both ways of laying the board are one board.
    for rows, columns in ((3, 6), (4, 6), (5, 6)):
        both = (cram(a).value(board(a, b)) for a, b in ((rows, columns), (columns, rows)))
        assert len({*both}) == 1
    # Even by odd boards are won by the move in the middle and symmetry after it.
    three = cram(3)
    assert all(three.value(board(3, n)) for n in range(2, 15, 2))


def test_node_kayles_on_three_rows_by_published_values() -> None:
    known = PieceValues(Neighbourhood(), family_of("grid(3)").strip)
    assert [known.value(board(3, n + 1)) for n in range(14)] == NODE_KAYLES[:14]
    four = PieceValues(Neighbourhood(), family_of("grid(4)").strip)
    assert [four.value(board(4, n)) for n in range(7)] == [0] * 7  # OEIS A316632, comments


@pytest.mark.slow
def test_node_kayles_on_three_rows_as_far_as_published() -> None:
    known = PieceValues(Neighbourhood(), family_of("grid(3)").strip)
    assert [known.value(board(3, n + 1)) for n in range(16)] == NODE_KAYLES


def test_short_tables_become_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_SLOTS", 4)
    assert cram(3).value(board(3, 6)) == GraphValues(EndsOfEdge()).value(rows_of_three(6))
    monkeypatch.setattr(module, "MOST_SLOTS", 64)
    with pytest.raises(TooLarge, match="more than 32 different pieces"):
        cram(3).value(board(3, 8))


def rows_of_three(columns: int) -> Graph:
    strip = family_of("grid(3)").strip
    return strip.joined(strip.bare, strip.bare, columns).graph


def test_the_loop_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEXPLORE_DISABLE_JIT", "1")
    for name in ("search", "split", "entry_of", "enter_again"):
        monkeypatch.setattr(module, name, getattr(module, name).py_func)
    assert [cram(3).value(board(3, n)) for n in range(5)] == [0, 1, 1, 0, 1]


def test_drawings_are_read() -> None:
    draw = random.Random(3)
    for _ in range(50):
        rows, columns = draw.randint(1, 4), draw.randint(1, 6)
        some = draw.getrandbits(rows * columns)
        assert read_drawn(drawn(some, rows, columns), rows) == (some, columns)
    for text in ("oo/o", "oo", "", "ox/oo", "7"):
        assert read_drawn(text, 2) is None


def test_boards_are_positions() -> None:
    game = GraphGame.parse("graph(ladder; delete uv)")
    assert game is not None
    assert game.start_of(3) == "ooo/ooo"
    # A square of four cells: both moves leave a domino.
    assert game.worth("oo/oo") == 0
    assert {after for (after,) in game.moves("oo/oo")} == {".o/.o", "../oo", "o./o.", "oo/.."}
    with pytest.raises(TooLarge, match="up to 31 columns"):
        game.value_of_start(32)
    with pytest.raises(TooLarge, match="up to 31 columns"):
        game.spelled("/".join(["o" * 40] * 2))
    ring = GraphGame.parse("graph(ring(ladder); delete uv)")
    assert ring is not None
    assert ring.spelled("oo/oo") is None
    assert ring.value_of_start(4) == GraphValues(EndsOfEdge()).value(
        graph_of(8, [(2 * c, 2 * c + 1) for c in range(4)] + [(v, (v + 2) % 8) for v in range(8)])
    )
