"""The parts of a text that names several rules: ``0.7 or 0.3``."""

from __future__ import annotations

import re

_STEP = re.compile(r"[(\[{]|[)\]}]|(?<![\w-])or(?![\w-])")


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
