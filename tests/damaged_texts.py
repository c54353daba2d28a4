"""Texts with pieces lost, doubled, moved or put in."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def damaged(
    pick: Random, text: str, others: Sequence[str], scraps: Sequence[str], most: int = 400
) -> str:
    """The text after one to four changes, at most so long."""
    for _ in range(pick.choice((1, 1, 1, 2, 2, 3, 4))):
        i = pick.randint(0, len(text))
        j = pick.randint(i, min(len(text), i + pick.choice((1, 2, 3, 400))))
        before, piece, after = text[:i], text[i:j], text[j:]
        scrap = pick.choice((pick.choice(scraps), pick.choice(others)[:9]))
        changed = (
            f"{before}{after}",
            before + piece + piece + after,
            before + scrap + after,
            before + scrap + piece + after,
            piece + before + after,
        )
        text = pick.choice(changed)[:most]
    return text
