"""Laws with parameters for tests: those that are stored, and members with their values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.rules.parameters.rule import ParametricRule

FOLDER = Path(__file__).parent / "discover" / "families" / "theorems" / "laws"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def stored(name: str) -> tuple[ParametricRule, FamilyLaw]:
    """A family, and a law of it, that an independent program found."""
    given = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return ParametricRule.parse(given["rule"]), FamilyLaw.from_parameters(given["claim"])


def falsity(law: DigitLaw, values: dict[str, int], stop: int = 200) -> str:
    """What is wrong with a law at one member, for n < stop: a missing or wrong value, or a period
    that is none, or is not least; empty if nothing is."""
    amounts = [move.element.at(values) for move in law.moves]
    if min(amounts) < 1:
        return "a move takes nothing"
    terms = by_definition(amounts, stop)
    for n, term in enumerate(terms):
        if value_at(law, values, n) != term:
            return f"G({n}) = {term}, not {value_at(law, values, n)}"
    period, start = law.period_at(values), law.the_preperiod.at(values)
    if start < 0 or not _has_period(terms[start:], period):
        return f"{period} is no period"
    smaller = [p for p in range(1, period) if law.landmarks and _has_period(terms[start:], p)]
    return f"{smaller[0]} is a smaller period" if smaller else ""


def _has_period(terms: list[int], period: int) -> bool:
    assert len(terms) > 3 * period, "more terms are needed"
    return period >= 1 and terms[period:] == terms[: len(terms) - period]
