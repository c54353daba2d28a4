"""Laws with parameters for tests: those that are stored, and members with their values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from discover.patterns.parameters.pattern import FamilyLaw, Members
from rules.parameters.rule import ParametricRule

FOLDER = Path(__file__).parent / "discover" / "theorems" / "parameters" / "laws"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def stored(name: str) -> tuple[ParametricRule, FamilyLaw]:
    """A family, and a law of it, that an independent program found."""
    given = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return ParametricRule.parse(given["rule"]), FamilyLaw.from_parameters(given["claim"])


def grundy(amounts: list[int], stop: int) -> list[int]:
    """G(n) for n < stop of the subtraction game, by the definition."""
    values: list[int] = []
    for n in range(stop):
        options = {values[n - s] for s in amounts if s <= n}
        values.append(next(v for v in range(len(amounts) + 1) if v not in options))
    return values


def members_with_values(
    rule: ParametricRule, members: Iterator[dict[str, int]], stop: int
) -> Members:
    """The first values of some members."""
    terms = []
    for values in members:
        amounts = [element.at(values) for element in rule.elements]
        terms.append((values, grundy(amounts, stop)))
    return Members(rule, terms)
