"""The moves that a picture of a game on graphs shows are moves, and its vertices lie apart."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from mexplore.rules.graphs.game import GraphGame
from mexplore.rules.graphs.graph import components, graph_of, mask_of
from mexplore.rules.library import shipped

GAMES = [
    "graph(path; delete N[v])",
    "graph(cycle; delete uv)",
    "graph(comb; delete N[v])",
    "graph(ring(ladder); delete N[v])",
    "graph(kings; delete v)",
    "graph(triangles; delete N[v])",
    "graph(star(1, 2, n); 0.33)",
    "graph(star(2, 3, 4, n); delete uv)",
    "graph(grid(4); 0.07)",
    "graph(strip(0-1 | 0-0 1-1 | left 0-2 2-3 | right 1-2); delete N[v])",
    *(game.rule for game in shipped().values() if game.rule.startswith("graph(")),
]


@pytest.mark.parametrize("text", GAMES)
def test_the_moves_are_moves_and_the_vertices_lie_apart(text: str) -> None:
    game = GraphGame.parse(text)
    assert game is not None and game.sample
    for move in game.sample:
        graph = graph_of(len(move.before), move.layout.lines)
        chosen = mask_of(move.at)
        assert len([*components(graph, (1 << len(graph)) - 1)]) == 1
        assert chosen in game.deletion.deleted(graph)
        assert {n for n, what in enumerate(move.after) if not what} == move.at
        left = components(graph, (1 << len(graph)) - 1 & ~chosen)
        sizes = sorted(piece.bit_count() for piece in left)
        assert all(str(size) in move.leaves for size in sizes)
        assert min(dist(p, q) for p, q in combinations(move.layout.places, 2)) > 0.6


def test_each_digit_of_a_code_has_a_move() -> None:
    game = GraphGame.parse("graph(path; 0.703)")
    assert game is not None
    assert [len(move.at) for move in game.sample] == [1, 3]
    assert [move.words for move in game.sample] == [
        "delete a vertex",
        "delete 3 connected vertices",
    ]


def test_a_move_that_splits_is_shown_where_there_is_one() -> None:
    game = GraphGame.parse("graph(path; 0.7)")
    assert game is not None
    (move,) = game.sample
    assert move.leaves == "pieces of 3 and 4 vertices"
