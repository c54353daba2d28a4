"""Unions: every move of several rules.

Notation ``subtract(1) or divide(2)``; a word ``or`` inside brackets belongs to a part. Canonical
order: subtraction, division, then the other families by name. Subtraction sets are joined into one,
and so are divisions that round alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Self

from rules.errors import RuleSyntaxError
from rules.families.division.rule import Division
from rules.families.subtraction.rule import Subtraction
from rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from rules.computing.kernel import Kernel

_FIRST = ("subtraction", "division")
_STEP = re.compile(r"[(\[{]|[)\]}]|(?<![\w-])or(?![\w-])")


@dataclass(frozen=True)
class Union(Rule):
    """A move is a move of one of the ``parts``.

    >>> rule = Union.parse("divide(2) or subtract(1) or subtract(3)")
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
        "subtract(1, 5) or divide(2, ceil) or n -> [(k, n - 2 - k) for k in range(n - 1)]",
        "subtract(squares) or leave(n // 3 .. n // 2 - 1)",
        "subtract(fibonacci) or remove(n // 3 .. n // 2 + 1)",
    )

    parts: tuple[Rule, ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        places = part_places(text)
        if len(places) == 1:
            return None
        return cls(_joined(_part(text, start, stop) for start, stop in places))

    def simplest(self) -> Rule:
        return self.parts[0] if len(self.parts) == 1 else self

    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))

    def options(self, n: int) -> Iterator[Heaps]:
        return chain.from_iterable(part.options(n) for part in self.parts)

    def words(self) -> str:
        listed = "; ".join(
            f"({i}) {part.words().rstrip('.')}" for i, part in enumerate(self.parts, start=1)
        )
        return f"Make a move of one of these rules: {listed}."

    def kernel(self) -> Kernel | None:
        from rules.families.union.kernel import union_kernel

        return union_kernel(self)


def union_of(parts: Iterable[Rule]) -> Rule:
    """The rule of all moves of all parts, in its one canonical shape.

    >>> str(union_of([Division((2,)), Subtraction((1,)), Division((3,))]))
    'subtract(1) or divide(2, 3)'
    """
    return Union(_joined(parts)).simplest()


def part_places(text: str) -> list[tuple[int, int]]:
    """Where the parts stand between the words ``or`` outside all brackets.

    >>> part_places("0.7 or 0.3"), part_places("nim-or-not-nim")
    ([(0, 4), (6, 10)], [(0, 14)])
    """
    depth, start, places = 0, 0, []
    for step in _STEP.finditer(text):
        if step[0] != "or":
            depth = max(0, depth + (1 if step[0] in "([{" else -1))
        elif depth == 0:
            places.append((start, step.start()))
            start = step.end()
    return [*places, (start, len(text))]


def _part(text: str, start: int, stop: int) -> Rule:
    from rules.notation import parse_rule

    part = text[start:stop]
    if not part.strip():
        at = start if part else stop
        raise RuleSyntaxError(text, at, "a rule is missing beside 'or'", "write one on each side")
    try:
        return parse_rule(part)
    except RuleSyntaxError as error:
        place = start + len(part) - len(part.lstrip()) + error.position
        raise RuleSyntaxError(text, place, error.problem, error.remedy) from None


def _joined(parts: Iterable[Rule]) -> tuple[Rule, ...]:
    """The parts in canonical order, unions dissolved, subtractions and divisions joined."""
    flat = chain.from_iterable(p.parts if isinstance(p, Union) else (p,) for p in parts)
    others: set[Rule] = set()
    subtractions: list[Subtraction] = []
    divisors: dict[bool, set[int]] = {}
    for part in flat:
        if isinstance(part, Subtraction):
            subtractions.append(part)
        elif isinstance(part, Division):
            divisors.setdefault(part.ceil, set()).update(part.divisors)
        else:
            others.add(part)
    if subtractions:
        others.add(_one_subtraction(subtractions))
    others.update(Division(tuple(sorted(ds)), ceil) for ceil, ds in divisors.items())
    return tuple(sorted(others, key=_order))


def _one_subtraction(parts: list[Subtraction]) -> Subtraction:
    complements = [set(part.missing) for part in parts if part.missing is not None]
    return Subtraction.of(
        chain.from_iterable(part.members for part in parts),
        chain.from_iterable(part.named for part in parts),
        set.intersection(*complements) if complements else None,
    )


def _order(rule: Rule) -> tuple[int, str, str]:
    first = _FIRST.index(rule.family) if rule.family in _FIRST else len(_FIRST)
    return first, rule.family, str(rule)
