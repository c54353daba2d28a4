"""Games that are out of scope, and why: misere play, partizan and loopy games, games on graphs.

>>> out_of_scope("Toads-and-Frogs 3x2").kind
'toads-and-frogs is a partizan game, out of scope'
"""

from __future__ import annotations

import re

from mexplore.rules.dataclass import dataclass


@dataclass(frozen=True)
class Beyond:
    """The kind of a game, why nim-values do not solve it, and where the text names it."""

    kind: str
    reason: str
    place: int = 0


_MISERE = (
    "it is an option of some commands, not part of a rule: mexplore study 0.77 --misere, and the "
    "same of terms, solve, predict, positions, count, check, compare, sweep and plot"
)
_PARTIZAN = (
    "its two players have different moves, so its values are games and not nim-values; "
    "mexplore is about impartial games"
)
_LOOPY = (
    "play may go on for ever, so not every position has a nim-value; every move must lead to a "
    "smaller position"
)
_GRAPH = (
    "it is impartial, but its positions are neither heaps nor squares of a board; number them, and "
    "a Python function games.py:options can list the moves between them"
)

_POINTS = "who has more points at the end wins it, not who makes the last move"
_GAPS = (
    "the gaps are heaps, and a move that widens one is taken back at once: mexplore solve nim "
    "3 4 5 tells who wins with gaps of 3, 4 and 5"
)
_EVERY_OTHER = (
    "every other {} is a heap: mexplore solve nim 3 4 5 tells who wins where these are of 3, 4, 5"
)
_ADDED = (
    "chips that are added are taken away again at once: mexplore solve nim 3 4 5 tells who wins"
)
_DISTINCT = (
    "write its coins as the coordinates of a board: (x, y) -> [(a, y) for a in range(x) if a != y] "
    "+ [(x, b) for b in range(y) if b != x] has two of them"
)

# What the text names, and the answer to it; {} stands for the name.
_ON_GRAPHS = (
    "name a family of them: graph(path; delete N[v]) is node Kayles on paths, "
    "graph(path; delete uv) arc Kayles, and graph(ladder; delete uv) Cram with two rows"
)
_TERMS = (
    (r"mis[eè]re", "misere play is out of scope here", _MISERE),
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
    (r"cram|arc[\s-]+kayles|node[\s-]+kayles", "{} is played on graphs", _ON_GRAPHS),
    (r"northcotts?(?:'s)?(?:[\s-]+game)?", "{} is Nim in disguise", _GAPS),
    (
        r"silver[\s-]+dollar(?:[\s-]+game)?(?:[\s-]+without(?:[\s-]+the)?[\s-]+dollar)?",
        "without its dollar, the silver dollar game is Nim in disguise",
        _EVERY_OTHER.format("gap between coins, the one just left of the last coin first,"),
    ),
    (
        r"stair(?:case)?[\s-]+nim",
        "{} is Nim in disguise",
        _EVERY_OTHER.format("step, the first one from below among them,"),
    ),
    (r"poker[\s-]+nim", "{} is Nim in disguise", _ADDED),
    (r"welters?(?:'s)?(?:[\s-]+game)?", "{} is played with coins on different squares", _DISTINCT),
    (r"dots[\s-]+and[\s-]+boxes|mancala|kalah|oware", "{} is won by points, out of scope", _POINTS),
    (
        r"\A(?:go|hex|chess|othello|reversi|gomoku|connect[\s-]*(?:four|4)|tic[\s-]*tac[\s-]*toe|"
        r"noughts[\s-]+and[\s-]+crosses)\Z",
        "{} is a partizan game, out of scope",
        _PARTIZAN,
    ),
    (
        r"sprouts|brussels[\s-]+sprouts|geography",
        "{} is no game of heaps, and out of scope",
        _GRAPH,
    ),
)


def out_of_scope(text: str) -> Beyond | None:
    """The game out of scope that the text names; None if it names none of this list.

    >>> print(out_of_scope("misere 0.77").kind, out_of_scope("0.77"))
    misere play is out of scope here None
    """
    for pattern, kind, reason in _TERMS:
        found = re.search(rf"(?<![a-z])(?:{pattern})(?!-?[a-z0-9])", text.lower())
        if found is not None:
            return Beyond(kind.format(found[0]), reason, found.start())
    return None
