"""Games that mexplore says nothing of, and why: misere play, partizan and loopy games, graphs.

>>> out_of_scope("Toads-and-Frogs 3x2").kind
'toads-and-frogs is a partizan game, out of scope'
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Beyond:
    """Of what kind a game is, why nim-values do not answer for it, and where it is named."""

    kind: str
    reason: str
    place: int = 0


_MISERE = (
    "under misere play the last move loses, and sums are not decided by nim-values; "
    "mexplore is about normal play, in which the last move wins"
)
_PARTIZAN = (
    "the two players have different moves there, so its values are games, no nim-values; "
    "mexplore is about impartial games"
)
_LOOPY = "play may go on for ever, so not every position has a nim-value; every move must make less"
_GRAPH = (
    "it is impartial, but its positions are neither heaps nor squares of a board; a Python "
    "function games.py:options may list moves between positions that are numbered"
)

# What is written, and what is said of it: the name itself where {} stands.
_TERMS = (
    (r"mis[eè]re", "misere play is out of scope", _MISERE),
    (r"parti[sz]an", "partizan games are out of scope", _PARTIZAN),
    (r"toads?[\s-]+(?:and|&|n)[\s-]+frogs?", "{} is a partizan game, out of scope", _PARTIZAN),
    (r"green[\s-]+hackenbush", "{} is a game on graphs, out of scope", _GRAPH),
    (r"hackenbush", "hackenbush, red and blue, is a partizan game, out of scope", _PARTIZAN),
    (
        r"red[\s-]+(?:and[\s-]+)?blue|blue[\s-]+(?:and[\s-]+)?red",
        "{} is said of a partizan game, out of scope",
        _PARTIZAN,
    ),
    (
        r"domineering|clobber|konane|amazons|snort|cut[\s-]?cake|ski[\s-]+jumps|fox[\s-]+and[\s-]+"
        r"geese|nogo|draughts|checkers",
        "{} is a partizan game, out of scope",
        _PARTIZAN,
    ),
    (r"loopy", "loopy games are out of scope", _LOOPY),
    (
        r"sprouts|brussels[\s-]+sprouts|cram|arc[\s-]+kayles|node[\s-]+kayles|geography",
        "{} is no game of heaps, and out of scope",
        _GRAPH,
    ),
)


def out_of_scope(text: str) -> Beyond | None:
    """What the text names that is out of scope; None if nothing that is known here.

    >>> print(out_of_scope("misere 0.77").kind, out_of_scope("0.77"))
    misere play is out of scope None
    """
    for pattern, kind, reason in _TERMS:
        found = re.search(rf"(?<![a-z])(?:{pattern})(?![a-z])", text.lower())
        if found is not None:
            return Beyond(kind.format(found[0]), reason, found.start())
    return None
