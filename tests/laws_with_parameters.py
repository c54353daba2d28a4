"""Laws with parameters for tests: those that are stored, and members with their values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from discover.patterns.parameters.pattern import FamilyLaw
from rules.parameters.rule import ParametricRule

FOLDER = Path(__file__).parent / "discover" / "theorems" / "parameters" / "laws"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@cache
def stored(name: str) -> tuple[ParametricRule, FamilyLaw]:
    """A family, and a law of it, that an independent program found."""
    given = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return ParametricRule.parse(given["rule"]), FamilyLaw.from_parameters(given["claim"])
