"""Moves that touch one coordinate: the board as two rules of heaps."""

from __future__ import annotations

from collections.abc import Iterable

from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Steps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

_NOTHING = tree.Listing(())


@dataclass(frozen=True)
class TwoHeaps:
    """The rules of the heap x and of the heap y."""

    x: Rule
    y: Rule


def two_heaps(board: Board) -> TwoHeaps | Inapplicable:
    """The two rules, where every move changes one coordinate, in a way that does not depend on
    the other.

    >>> board = Board.parse("(x, y) -> [(x - 1, y)] if y else []")
    >>> two_heaps(board).reason
    'the moves in one coordinate depend on the other one'
    >>> rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    >>> str(two_heaps(rook).x)
    'subtract(multiples(1))'
    """
    if len(board.names) != 2 or board.poisoned:
        return Inapplicable("the board has poisoned squares, or not two coordinates")
    steps = steps_of(board)
    listed = _by_steps(steps) if isinstance(steps, Steps) else None
    if listed is None:
        parts = _split(board.body, board.names)
        if parts is None:
            return Inapplicable("the moves in one coordinate depend on the other one")
        first, second = (f"{n} -> {part}" for n, part in zip(board.names, parts, strict=True))
        listed = first, second
    try:
        return TwoHeaps(*(parse_rule(text) for text in listed))
    except MexploreError as error:
        return Inapplicable(f"a coordinate is no heap that gets smaller: {error}")


def _by_steps(steps: Steps) -> tuple[str, str] | None:
    """The rules of the two heaps, if every step is along an axis."""
    if steps.quadrants:
        return None
    texts = []
    for axis in (0, 1):
        taken = [p[axis] for p in steps.points if p[1 - axis] == 0]
        rays = [
            (ray.start[axis], ray.direction[axis])
            for ray in steps.rays
            if ray.start[1 - axis] == ray.direction[1 - axis] == 0
        ]
        text = subtraction(taken, rays)
        if text is None:
            return None
        texts.append(text)
    along = sum(0 in point for point in steps.points)
    lines = sum(
        any(ray.start[axis] == ray.direction[axis] == 0 for axis in (0, 1)) for ray in steps.rays
    )
    whole = along == len(steps.points) and lines == len(steps.rays)
    return (texts[0], texts[1]) if whole else None


def subtraction(taken: Iterable[int], rays: Iterable[tuple[int, int]]) -> str | None:
    """The rule of a heap from which these numbers may be taken, and the numbers s, s + d, s + 2*d,
    ... of each ray (s, d); None where one of them is not positive.

    >>> subtraction([2], [(5, 1), (3, 2)])
    'n -> [n - 2] + [n - k for k in range(3, n + 1) if (k - 3) % 2 == 0] + range(n - 4)'
    """
    numbers, lines = sorted(taken), sorted(rays)
    if min([*numbers, *(n for line in lines for n in line)], default=1) < 1:
        return None
    lists = [f"[{', '.join(f'n - {s}' for s in numbers)}]"] if numbers or not lines else []
    for start, direction in lines:
        if direction == 1:
            lists.append(f"range(n - {start - 1})" if start > 1 else "range(n)")
        else:
            test = f"(k - {start}) % {direction} == 0"
            lists.append(f"[n - k for k in range({start}, n + 1) if {test}]")
    return f"n -> {' + '.join(lists)}"


Parts = tuple[tree.Node, tree.Node]


def _split(node: tree.Node, names: tuple[str, ...]) -> Parts | None:  # noqa: PLR0911
    """The lists of the options of x alone and of y alone."""
    match node:
        case tree.Binary("+", left, right):
            return _joined([_split(left, names), _split(right, names)])
        case tree.Choice(test, yes, no):
            one, other = _split(yes, names), _split(no, names)
            return _chosen(test, one, other, names)
        case tree.Listing(items):
            return _joined([_item(item, names) for item in items])
        case tree.Comprehension(item, clauses):
            parts = _item(item, names)
            if parts is None:
                return None
            used = {name for clause in clauses for name in _names_of(clause)}
            if len({clause.name for clause in clauses} | set(names)) < len(clauses) + 2:
                return None
            found: list[tree.Node] = []
            for part, foreign in zip(parts, reversed(names), strict=True):
                if part == _NOTHING:
                    found.append(part)
                    continue
                assert isinstance(part, tree.Listing)
                if foreign in used or len(part.items) != 1:
                    return None
                found.append(tree.Comprehension(part.items[0], clauses))
            return found[0], found[1]
        case _:
            return None


def _names_of(clause: tree.Clause) -> set[str]:
    return tree.names_in(clause.source).union(*(tree.names_in(test) for test in clause.tests))


def _item(item: tree.Node, names: tuple[str, ...]) -> Parts | None:
    x, y = names
    match item:
        case tree.Heap((a, tree.Name(kept))) if kept == y and y not in tree.names_in(a):
            return tree.Listing((a,)), _NOTHING
        case tree.Heap((tree.Name(kept), b)) if kept == x and x not in tree.names_in(b):
            return _NOTHING, tree.Listing((b,))
        case _:
            return None


def _chosen(
    test: tree.Node, one: Parts | None, other: Parts | None, names: tuple[str, ...]
) -> Parts | None:
    """Both coordinates have the same moves in the two cases, or the test is about the one alone."""
    if one is None or other is None:
        return None
    found: list[tree.Node] = []
    for yes, no, foreign in zip(one, other, reversed(names), strict=True):
        if yes == no:
            found.append(yes)
        elif foreign in tree.names_in(test):
            return None
        else:
            found.append(tree.Choice(test, yes, no))
    return found[0], found[1]


def _joined(parts: Iterable[Parts | None]) -> Parts | None:
    listed = list(parts)
    known = [part for part in listed if part is not None]
    if len(known) < len(listed):
        return None
    lists = [[part[axis] for part in known if part[axis] != _NOTHING] for axis in (0, 1)]
    return (
        tree.joined(lists[0]) if lists[0] else _NOTHING,
        tree.joined(lists[1]) if lists[1] else _NOTHING,
    )
