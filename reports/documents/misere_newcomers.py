"""Misère play in plain words, with examples of the game at hand."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import Heading, Items, Paragraph
from mexplore.rules.misere.outcomes import Outcomes

if TYPE_CHECKING:
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.reports.writers.document import Block
    from mexplore.rules.rule import Heaps

EXPLAINED = 9  # tokens of the largest heap in the examples
FEW = 6  # moves that are told one by one


def for_newcomers(study: MisereStudy) -> list[Block]:
    """What misère play is, why nim-values do not decide it, and what a class is."""
    blocks: list[Block] = [
        Heading("In plain words"),
        Paragraph(
            "Misère play. Who cannot move wins: who makes the last move loses. A sum of heaps is "
            "lost (a P-position) if it has a move, and every move leads to a sum that is won."
        ),
        *_examples(study),
        Paragraph(
            "Class. Heaps of one class may be exchanged in every sum without a change of who wins. "
            "The class of a sum is the product of the classes of its heaps."
        ),
    ]
    return blocks


def _examples(study: MisereStudy) -> list[Block]:
    """Two heaps of equal value that are lost together, and two that are not, with the moves."""
    from mexplore.rules.engine.grundy import grundy_values

    values = grundy_values(study.misere.rule, EXPLAINED + 1).tolist()
    outcomes = Outcomes(study.misere.rule)
    pairs: list[Heaps] = [
        (a, b)
        for a, b in combinations_with_replacement(range(1, EXPLAINED + 1), 2)
        if values[a] == values[b] and outcomes.options(a)
    ]
    lost = [pair for pair in pairs if outcomes.lost(pair)]
    won = [pair for pair in pairs if not outcomes.lost(pair)]
    if not lost or not won:
        return []
    unlike = [pair for pair in lost if pair[0] != pair[1]] or lost
    far = max(unlike, key=lambda pair: values[pair[0]])
    near = min(lost, key=lambda pair: (pair[0] != pair[1], sum(pair)))
    told = "; ".join(
        f"{_sum(pair)}, both of value {values[pair[0]]}" for pair in dict.fromkeys((far, near))
    )
    return [
        Paragraph(
            "Why nim-values are not enough. In normal play two heaps are lost together exactly if "
            "their nim-values are equal, as the nim-sum is 0. "
            f"Lost under both conventions: {told}. But {_sum(won[0])}, "
            f"both of value {values[won[0][0]]}, with the same nim-sum 0, is won in misère play. "
            "The moves:"
        ),
        Items([_why_lost(near, outcomes), _why_won(won[0], outcomes)]),
    ]


def _sum(heaps: Heaps) -> str:
    return " + ".join(map(str, sorted(heaps))) or "no heap"


def _moves(heaps: Heaps, outcomes: Outcomes) -> list[Heaps]:
    """Where the moves from a sum lead, each once."""
    found = {
        tuple(sorted(heaps[:i] + heaps[i + 1 :] + option))
        for i, heap in enumerate(heaps)
        for option in outcomes.options(heap)
    }
    return sorted(found, key=lambda to: (-sum(to), to))


def _why_lost(heaps: Heaps, outcomes: Outcomes) -> str:
    """Each move with the answer to it."""
    moves = _moves(heaps, outcomes)
    told = []
    for to in moves[:FEW]:
        answer = next((a for a in _moves(to, outcomes) if outcomes.lost(a)), None)
        if answer is None:
            told.append(f"after {_sum(to)} there is no move, which wins")
        else:
            told.append(f"{_sum(to)} is answered by {_sum(answer)}, which is lost")
    more = ", and so on" if len(moves) > FEW else ""
    return f"{_sum(heaps)} is lost: {'; '.join(told)}{more}."


def _why_won(heaps: Heaps, outcomes: Outcomes) -> str:
    """One winning move, or that there is none to be made."""
    to = next((move for move in _moves(heaps, outcomes) if outcomes.lost(move)), None)
    if to is None:
        return f"{_sum(heaps)} is won: there is no move, and who cannot move wins."
    return f"{_sum(heaps)} is won: the move to {_sum(to)} leaves a sum that is lost" + (
        ", as the other player has to make the last move." if _last(to, outcomes) else "."
    )


def _last(heaps: Heaps, outcomes: Outcomes) -> bool:
    """Whether every move from this sum is the last one."""
    return not any(_moves(to, outcomes) for to in _moves(heaps, outcomes))
