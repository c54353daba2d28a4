"""Unions: every move of several rules.

Notation ``subtract(1) or divide(2)``; a word ``or`` inside brackets belongs to a part, and so does
one with which ``n -> ...`` is one expression (`rules.families.union.places`). Canonical order:
subtraction, division, then the other families by name. Subtraction sets are joined into one, and so
are divisions that round alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.families.union.places import ARROW, rule_places
from mexplore.rules.moves.pieces import Pieces, joined, pieces_of
from mexplore.rules.moves.relations import Move, Relations, Unlisted, relations_of
from mexplore.rules.moves.written import as_expression
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Kernel

_FIRST = ("subtraction", "division")


@dataclass(frozen=True)
class Union(Rule):
    """A move is a move of one of the ``parts``.

    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("divide(2) or subtract(1) or subtract(3)")
    >>> str(rule), list(rule.options(6))
    ('subtract(1, 3) or divide(2)', [(5,), (3,), (3,)])
    """

    family: ClassVar[str] = "union"
    examples: ClassVar[tuple[str, ...]] = (
        "subtract(1) or divide(2)",
        "subtract(1..3) or divide(2, 5) or divide(3, ceil)",
        "divide(2, 3) or divide(2, 4, ceil)",
        "subtract(2, squares) or divide(3)",
        "divide(3) or remove(1 .. n // 4)",
        "subtract(1, 5) or divide(2, ceil) or n -> [(k, n - 2 - k) for k in range(1, n // 4)]",
        "divide(2) or 0.37",
        "subtract(squares) or leave(n // 3 .. n // 2 - 1)",
        "subtract(fibonacci) or remove(n // 3 .. n // 2 + 1)",
    )

    parts: tuple[Rule, ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """None: the parts are in any notation, so that a union is read by ``parse_with`` alone."""
        del text
        return None

    @classmethod
    def parse_with(cls, text: str, part: Callable[[str], Rule]) -> Self | None:
        places = rule_places(text)
        if len(places) == 1:
            return None
        return cls(_joined(_part(text, place, part) for place in places))

    def simplest(self) -> Rule:
        return self.parts[0] if len(self.parts) == 1 else self

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))

    def alternatives(self) -> tuple[Rule, ...]:
        return self.parts

    def options(self, n: int) -> Iterator[Heaps]:
        return chain.from_iterable(part.options(n) for part in self.parts)

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        return any(part.may_leave(n, heaps) for part in self.parts)

    def first_options(self, n: int) -> Iterator[Heaps]:
        return chain.from_iterable(part.first_options(n) for part in self.parts)

    def listed_options(self, n: int, most: int) -> set[Heaps] | None:
        found: set[Heaps] = set()
        for part in self.parts:
            listed = part.listed_options(n, most)
            if listed is None or len(found := found | listed) > most:
                return None
        return found

    def as_expression(self) -> tree.Node | None:
        """The lists of all parts, one after the other."""
        lists = [as_expression(part) for part in self.parts]
        known = [part for part in lists if part is not None]
        if len(known) < len(lists):
            return None
        from mexplore.rules.arithmetic import tree

        return tree.joined(known)

    def relations(self) -> Relations:
        listed: dict[Move, None] = {}
        for part in self.parts:
            moves = relations_of(part)
            if isinstance(moves, Unlisted):
                return moves
            listed |= dict.fromkeys(moves)
        return tuple(listed)

    def unreached(self, last: int) -> Unreached | None:
        from mexplore.rules.reach import furthest, unreached

        return furthest(unreached(part, last) for part in self.parts)

    def words(self) -> str:
        listed = "; ".join(
            f"({i}) {part.words().rstrip('.')}" for i, part in enumerate(self.parts, start=1)
        )
        return f"Make a move of one of these rules: {listed}."

    def pieces(self) -> Pieces | None:
        return joined(map(pieces_of, self.parts))

    def kernel(self) -> Kernel | None:
        from mexplore.rules.families.union.kernel import union_kernel

        return union_kernel(self)


def union_of(parts: Iterable[Rule]) -> Rule:
    """The rule of all moves of all parts, in its one canonical shape.

    >>> from mexplore.rules.notation import parse_rule
    >>> str(union_of(map(parse_rule, ["divide(2)", "subtract(1)", "divide(3)"])))
    'subtract(1) or divide(2, 3)'
    """
    return Union(_joined(parts)).simplest()


ANOTHER = "; 'or' outside brackets begins another rule: put a condition in brackets"


def _part(text: str, place: tuple[int, int], read: Callable[[str], Rule]) -> Rule:
    start, stop = place
    part = text[start:stop]
    if not part.strip():
        at = start if part else stop
        raise RuleSyntaxError(text, at, "a rule is missing beside 'or'", "write one on each side")
    first = start + len(part) - len(part.lstrip())
    if ARROW.match(text) and text[first] == "[":  # in Python it would be another list of options
        raise RuleSyntaxError(text, first, "a list has no 'n ->' before it", f"write it{ANOTHER}")
    try:
        return read(part)
    except RuleSyntaxError as error:
        remedy = error.remedy
        if ARROW.match(part) or (ARROW.match(text) and not error.position):
            remedy += ANOTHER
        raise RuleSyntaxError(text, first + error.position, error.problem, remedy) from None


def _joined(parts: Iterable[Rule]) -> tuple[Rule, ...]:
    """The parts in canonical order, unions dissolved, those joined that can be one rule, and
    those left out whose moves others have anyway."""
    simple = (part.simplest() for part in parts)
    flat = list(chain.from_iterable(part.alternatives() for part in simple))
    if len(flat) > 1:  # digits that only remove tokens go with the subtraction sets
        flat = [as_subtraction(part) or part for part in flat]
    found: list[Rule] = []
    for part in sorted(flat, key=_order):
        _add(found, part)
    return tuple(sorted(_without_contained(found), key=_order))


def _add(found: list[Rule], part: Rule) -> None:
    """Put the part among those found, joined with the first of them that can be joined."""
    for i, earlier in enumerate(found):
        both = earlier.joined_with(part) or part.joined_with(earlier)
        if both is not None:
            del found[i]
            _add(found, as_subtraction(both) or both)  # may be joined with others now
            return
    found.append(part)


def _without_contained(parts: list[Rule]) -> list[Rule]:
    """Besides the removal of any number of tokens, single heaps are nothing new."""
    if not any((s := as_subtraction(part)) and s.missing == () for part in parts):
        return parts
    return [p for p in parts if not p.one_heap or as_subtraction(p) is not None]


def _order(rule: Rule) -> tuple[int, str, str]:
    first = _FIRST.index(rule.family) if rule.family in _FIRST else len(_FIRST)
    return first, rule.family, str(rule)
