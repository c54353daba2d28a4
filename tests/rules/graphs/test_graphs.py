"""Graphs, deletion games, and the systems of kinds that long graphs lead to."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.graphs.deletion import (
    Deletion,
    EndsOfEdge,
    Neighbourhood,
    OctalOnGraphs,
    connected_sets,
    deletion_of,
)
from mexplore.rules.graphs.derivation import MOST_KINDS, Derivation, ring_of, shifted, system_of
from mexplore.rules.graphs.game import GraphGame
from mexplore.rules.graphs.graph import Graph, canonical, components, graph_of, induced, members
from mexplore.rules.graphs.strip import End, Strip
from mexplore.rules.graphs.values import GraphValues
from mexplore.rules.rule import mex
from mexplore.rules.systems.definition import grundy_by_definition, grundy_of_heaps
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.game import NoSystem


def random_graph(draw: random.Random, vertices: int) -> list[tuple[int, int]]:
    share = draw.random()
    return [pair for pair in combinations(range(vertices), 2) if draw.random() < share]


def test_canonical_forms_of_isomorphic_graphs_are_equal() -> None:
    draw = random.Random(1)
    for _ in range(500):
        vertices = draw.randint(1, 10)
        fixed = draw.randint(0, min(3, vertices))
        edges = random_graph(draw, vertices)
        moved = draw.sample(range(fixed, vertices), vertices - fixed)
        names = [*range(fixed), *moved]
        other = graph_of(vertices, [(names[u], names[v]) for u, v in edges])
        assert canonical(graph_of(vertices, edges), fixed) == canonical(other, fixed)


def test_a_canonical_form_is_isomorphic_to_its_graph() -> None:
    """Two paths of four vertices with different fixed ones are told apart."""
    path = graph_of(4, [(0, 1), (1, 2), (2, 3)])
    inner = graph_of(4, [(1, 0), (0, 2), (2, 3)])
    assert canonical(path) == canonical(inner)
    assert canonical(path, 1) != canonical(inner, 1)


def plain_value(graph: Graph, deletion: Deletion) -> int:
    """By the definition, without memory and without canonical forms."""
    total = 0
    for part in components(graph, (1 << len(graph)) - 1):
        one = induced(graph, list(members(part)))
        rest = [
            [v for v in range(len(one)) if not deleted >> v & 1]
            for deleted in deletion.deleted(one)
        ]
        total ^= mex(plain_value(induced(one, kept), deletion) for kept in rest)
    return total


GAMES = [
    Neighbourhood(),
    EndsOfEdge(),
    *(OctalOnGraphs(d) for d in [(3, 3), (0, 7), (6, 5), (2, 3)]),
]


@pytest.mark.parametrize("deletion", GAMES, ids=str)
def test_values_with_memory_are_those_of_the_definition(deletion: Deletion) -> None:
    draw = random.Random(2)
    for _ in range(25):
        vertices = draw.randint(1, 6)
        graph = graph_of(vertices, random_graph(draw, vertices))
        assert GraphValues(deletion).value(graph) == plain_value(graph, deletion)


def test_connected_sets_are_all_of_them_once() -> None:
    draw = random.Random(3)
    for _ in range(50):
        vertices = draw.randint(1, 7)
        graph = graph_of(vertices, random_graph(draw, vertices))
        for size in range(1, 5):
            masks = (sum(1 << v for v in chosen) for chosen in combinations(range(vertices), size))
            wanted = sorted(mask for mask in masks if len(list(components(graph, mask))) == 1)
            assert sorted(connected_sets(graph, size)) == wanted


def random_strip(draw: random.Random) -> Strip:
    while True:
        rows = draw.choice([1, 1, 2, 2, 3])
        column = tuple(random_graph(draw, rows))
        pairs = [(r, s) for r in range(rows) for s in range(rows)]
        links = draw.sample(pairs, draw.randint(1, min(2, len(pairs))))
        strip = Strip(rows, column, tuple(sorted(links)))
        if strip.has_connected_columns:
            return strip


def random_end(draw: random.Random, strip: Strip, *, right: bool) -> End:
    vertices = strip.rows + draw.randint(0, 3)
    edges = [*strip.column]
    for new in range(strip.rows, vertices):
        edges += [(new, old) for old in draw.sample(range(new), draw.randint(1, min(2, new)))]
    ports, everything = tuple(range(strip.rows)), (1 << vertices) - 1
    return strip.shortest_end(graph_of(vertices, edges), ports, everything, right=right)[0]


def compare_with_graphs(draw: random.Random, last: int) -> bool:
    """Whether a random game on a random strip has a system; if so, its values are compared with
    those of the graphs of all of its kinds."""
    strip, deletion = random_strip(draw), draw.choice(GAMES)
    ends = strip.normal((random_end(draw, strip, right=False), random_end(draw, strip, right=True)))
    found = Derivation(deletion, strip)
    try:
        number = found.number(ends)
        kinds = found.closed()
    except NoSystem:
        return False
    system = system_of(found, shifted(kinds[number - 1], "G", 0))
    check_ends(system)
    heaps = [(kind, m) for kind in range(1, len(kinds) + 1) for m in range(1, last + 1)]
    values = grundy_of_heaps(system, heaps)
    for pair, kind in found.numbers.items():
        for m in range(1, last + 1):
            assert values[kind, m] == found.graphs.value(strip.joined(*pair, m).graph), (
                strip,
                pair,
                m,
            )
    return True


def test_systems_of_random_strips_have_the_values_of_the_graphs() -> None:
    draw = random.Random(4)
    assert sum(compare_with_graphs(draw, 6) for _ in range(40)) >= 12


@pytest.mark.slow
def test_systems_of_many_random_strips_have_the_values_of_the_graphs() -> None:
    draw = random.Random(5)
    assert sum(compare_with_graphs(draw, 8) for _ in range(1500)) >= 400


ROWS = [
    "graph(path; delete N[v])",
    "graph(cycle; delete uv)",
    "graph(cycle; 0.33)",
    "graph(comb; delete N[v])",
    "graph(ladder; delete N[v])",
    "graph(ring(ladder); delete N[v])",
    "graph(kings; delete N[v])",
    "graph(triangles; delete N[v])",
    "graph(diamonds; delete uv)",
    "graph(star(2, 3, n); delete uv)",
    "graph(star(1, 2, n); 0.33)",
    "graph(caterpillar(2); delete N[v])",
    "graph(strip(0-1 | 0-0 | left 0-2 2-3 | right 1-2); delete N[v])",
    "graph(strip(0-1 1-2 | 2-0 | right 1-3); delete uv)",
]


@pytest.mark.parametrize("text", ROWS)
def test_named_families_have_the_values_of_their_graphs(text: str) -> None:
    game = GraphGame.parse(text)
    assert game is not None
    assert GraphGame.parse(str(game)) == game
    start = game.system.start
    assert grundy_by_definition(game.system, 8)[start] == game.directly(
        [(start, n) for n in range(8)]
    )


def test_a_ring_of_random_strips() -> None:
    draw = random.Random(6)
    compared = 0
    for _ in range(30):
        strip, deletion = random_strip(draw), draw.choice(GAMES)
        found = Derivation(deletion, strip)
        try:
            system = system_of(found, ring_of(found))
        except NoSystem:
            continue
        compared += 1
        values = grundy_by_definition(system, 8)[system.start]
        assert values[1:] == [found.graphs.value(strip.ring(n)) for n in range(1, 8)]
    assert compared >= 8


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("graph(ladder; delete uv)", "still connected"),  # dominoes on a board of two rows
        ("graph(grid(3); delete N[v])", "still connected"),
        ("graph(comb; 0.33)", "still connected"),
        ("graph(strip(| 0-0 1-1); delete N[v])", "columns of the strip are not connected"),
    ],
)
def test_games_that_do_not_fall_apart_are_refused(text: str, reason: str) -> None:
    game = GraphGame.parse(text)
    assert game is not None
    with pytest.raises(NoSystem, match=reason):
        game.system  # noqa: B018


def test_kinds_without_number_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mexplore.rules.graphs.derivation.MOST_KINDS", 3)
    game = GraphGame.parse("graph(ladder; delete N[v])")
    assert game is not None
    with pytest.raises(NoSystem, match="more than 3 kinds"):
        game.system  # noqa: B018
    assert MOST_KINDS > 3


@pytest.mark.parametrize(
    "text",
    [
        "graph(path)",
        "graph(path; delete)",
        "graph(pth; delete N[v])",
        "graph(star(2, 3); delete N[v])",
        "graph(star(20, n); delete uv)",
        "graph(ring(star(2, n)); delete uv)",
        "graph(strip(0-0 | 0-0); delete uv)",
        "graph(strip(0-1 | 0-0 | up 0-2); delete uv)",
        "graph(strip(0-1 | 0-0 | left 2-3); delete uv)",
        "graph(strip(0-9 | 0-0); delete uv)",
        "graph(path; 0.8)",
    ],
)
def test_what_is_no_game_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(RuleSyntaxError):
        GraphGame.parse(text)


def test_games_by_their_names() -> None:
    assert deletion_of("node Kayles") == Neighbourhood()
    assert deletion_of("arc  Kayles") == EndsOfEdge()
    assert deletion_of("delete v") == OctalOnGraphs((7,))
    assert deletion_of("0.0") is None
