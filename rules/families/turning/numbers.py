"""The sets of numbers that games with coins name most often."""

from __future__ import annotations

from mexplore.rules.families.subtraction.rule import Subtraction

ANY = Subtraction.of([], missing=[])
NEXT = Subtraction((1,))
"""The gap between coins in a row."""
