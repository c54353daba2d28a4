"""Families of long graphs by their names, and strips written by their edges.

A `Family` is the graph A - m - B with m = n + ``more`` columns, for n = 0, 1, ..., or a ring of n
columns. ``star(2, 3, n)`` has rays of 2, 3 and n vertices at one centre; ``ring(ladder)`` is a
prism. Others are written by their edges: ``strip(0-1 | 0-0 1-1 | left 0-2)`` has columns of two
vertices that are neighbours, each joined to the one in the same row of the next column, and one
more vertex, 2, at row 0 of the first column.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from mexplore.rules.dataclass import dataclass
from mexplore.rules.graphs.graph import Edge, components, graph_of
from mexplore.rules.graphs.strip import MOST_ROWS, End, Strip

MOST_VERTICES = 16
"""Of an end that is written."""


@dataclass(frozen=True)
class Family:
    """Graphs of n columns, as they are written (``text``) and in words."""

    text: str
    strip: Strip
    words: str
    ends: tuple[End, End] | None = None
    """None for a ring."""
    more: int = 0


class BadFamily(ValueError):
    """What is wrong with a text; ``at`` is the part that is wrong."""

    def __init__(self, problem: str, at: str) -> None:
        super().__init__(problem)
        self.at = at


PATH = Strip(1, (), ((0, 0),))

_STRIPS: dict[str, tuple[Strip, str]] = {
    "path": (PATH, "a path of n vertices"),
    "comb": (Strip(2, ((0, 1),), ((0, 0),)), "a path of n vertices with a leaf at each of them"),
    "ladder": (Strip(2, ((0, 1),), ((0, 0), (1, 1))), "a ladder of n rungs"),
    "kings": (
        Strip(2, ((0, 1),), ((0, 0), (0, 1), (1, 0), (1, 1))),
        "the squares of a board of 2 rows and n columns, joined by the moves of a king",
    ),
    "triangles": (
        Strip(3, ((0, 1), (0, 2), (1, 2)), ((2, 0),)),
        "n triangles in a row, each joined to the next one by an edge",
    ),
    "diamonds": (
        Strip(4, ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)), ((3, 0),)),
        "n diamonds (two triangles with a common edge) in a row, joined at their tips",
    ),
}
"""Named strips, both of whose ends are bare."""


def _counted_strip(name: str, count: int) -> tuple[Strip, str] | None:
    """Strips with a number: combs with more leaves, grids with more rows."""
    if name == "caterpillar" and 0 <= count < MOST_ROWS:
        star = tuple((0, leaf) for leaf in range(1, count + 1))
        return Strip(count + 1, star, ((0, 0),)), f"a path of n vertices, {count} leaves at each"
    if name == "grid" and 1 <= count <= MOST_ROWS:
        column = tuple((row, row + 1) for row in range(count - 1))
        links = tuple((row, row) for row in range(count))
        return Strip(count, column, links), f"a grid of {count} rows and n columns"
    return None


def family_of(text: str) -> Family:
    """The family that a text names; BadFamily, with the reason, where it names none.

    >>> family_of("star(3,2, n)").text, family_of("ring( path )").text
    ('star(2, 3, n)', 'cycle')
    """
    match = re.fullmatch(r"\s*([a-z]+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if match is None:
        raise BadFamily("no family of graphs", text)
    name, inner = match[1], match[2]
    if name == "cycle" and inner is None:
        return _ring(family_of("path"))
    if name == "ring" and inner is not None:
        return _ring(family_of(inner))
    if name in _READERS and inner is not None:
        return _READERS[name](inner)
    found = _STRIPS.get(name) if inner is None else None
    written = name
    if inner is not None and inner.strip().isdecimal() and len(inner) < 9:
        found = _counted_strip(name, int(inner))
        written = f"{name}({int(inner)})"
    if found is None:
        raise BadFamily("no family of graphs", text.strip())
    strip, words = found
    return Family(written, strip, words, (strip.bare, strip.bare))


def _ring(row: Family) -> Family:
    if row.ends != (row.strip.bare, row.strip.bare) or row.more:
        raise BadFamily("only rows with bare ends are closed to a ring", row.text)
    if row.text == "path":
        return Family("cycle", row.strip, "a cycle of n vertices")
    return Family(f"ring({row.text})", row.strip, f"{row.words}, closed to a ring")


def _star(inner: str) -> Family:
    rays = [part.strip() for part in inner.split(",")]
    if rays.pop() != "n" or not rays or not all(ray.isdecimal() for ray in rays):
        raise BadFamily("the rays of a star are numbers, and n is the last one", inner)
    lengths = sorted(map(int, rays))
    if sum(lengths) >= MOST_VERTICES:
        raise BadFamily(f"rays of more than {MOST_VERTICES - 1} vertices", inner)
    text = ", ".join(map(str, lengths))
    end = _spider(lengths)
    words = f"a star with rays of {text} and n vertices"
    return Family(f"star({text}, n)", PATH, words, (end, PATH.bare), 1)


def _spider(lengths: list[int]) -> End:
    """Rays at a centre, which is the port."""
    edges, vertices = [], 1
    for length in lengths:
        ray = [0, *range(vertices, vertices + length)]
        edges += list(pairwise(ray))
        vertices += length
    return PATH.end(graph_of(vertices, edges), right=False)


_EDGE = re.compile(r"(\d{1,2})-(\d{1,2})")


def _edges(text: str) -> list[Edge]:
    found = []
    for part in text.replace(",", " ").split():
        match = _EDGE.fullmatch(part)
        if match is None:
            raise BadFamily("edges are written 0-1 1-2", part)
        found.append((int(match[1]), int(match[2])))
    return found


def _strip(inner: str) -> Family:
    """``column edges | links | left edges | right edges``, the last two where they are."""
    column, *others = (part.strip() for part in inner.split("|"))
    links = others.pop(0) if others else ""
    edges, joins = _edges(column), _edges(links)
    rows = 1 + max((row for edge in (*edges, *joins) for row in edge), default=0)
    if rows > MOST_ROWS:
        raise BadFamily(f"a column of more than {MOST_ROWS} vertices", column)
    if any(u == v for u, v in edges):
        raise BadFamily("an edge joins two vertices", column)
    strip = Strip(rows, tuple(sorted({(min(e), max(e)) for e in edges})), tuple(sorted({*joins})))
    sides = {"left": strip.bare, "right": strip.bare}
    texts = []
    for part in others:
        side, _, rest = part.partition(" ")
        if side not in sides:
            raise BadFamily("after the links come 'left' and 'right' edges", part)
        sides[side] = _end(strip, rest, right=side == "right")
        texts.append(f" | {part}")
    text = f"strip({column} | {links}{''.join(texts)})"
    words = f"n columns with the edges {column or 'none'}, joined by {links}"
    return Family(text, strip, words, strip.normal((sides["left"], sides["right"])))


def _end(strip: Strip, text: str, *, right: bool) -> End:
    edges = _edges(text)
    vertices = 1 + max((*(v for edge in edges for v in edge), strip.rows - 1))
    if vertices > MOST_VERTICES:
        raise BadFamily(f"an end of more than {MOST_VERTICES} vertices", text)
    if any(u == v or max(u, v) < strip.rows for u, v in edges):
        raise BadFamily(f"the edges of an end lead to vertices {strip.rows}, ...", text)
    graph = graph_of(vertices, [*strip.column, *edges])
    if len(list(components(graph, (1 << vertices) - 1))) > 1:
        raise BadFamily("an end is connected", text)
    return strip.end(graph, right=right)


_READERS: dict[str, Callable[[str], Family]] = {"star": _star, "strip": _strip}

FAMILIES = (
    *_STRIPS,
    "cycle",
    "star(a, b, n)",
    "caterpillar(k)",
    "grid(k)",
    "ring(...)",
    "strip(...)",
)
"""How families are written."""
