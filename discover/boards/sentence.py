"""The sentence that a law of a board is true, for MONA and for Walnut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.rules.boards.board import Board
from mexplore.rules.misere.board import MisereBoard
from mexplore.rules.moves.relations import Unlisted

if TYPE_CHECKING:
    from mexplore.discover.outcomes.exports import LostSentence
    from mexplore.discover.study.finding import FindingOf


def sentence_of_board(game: object, finding: FindingOf[Any] | None) -> LostSentence | Unlisted:
    """The sentence that a finding is true of a board, or why there is none."""
    return sentence_of_claim(game, None if finding is None else finding.claim)


def sentence_of_claim(game: object, claim: object) -> LostSentence | Unlisted:
    """The same of a claim."""
    from mexplore.discover.boards.theorems.lost_by_digits import LostByDigitsTheorem
    from mexplore.discover.outcomes.exports import LostSentence
    from mexplore.discover.study.theorem import Inapplicable

    if not isinstance(game, Board | MisereBoard) or not isinstance(claim, LostByDigits):
        return Unlisted(
            "of boards, only P-positions that an automaton tells are written for others"
        )
    shape = LostByDigitsTheorem().hypotheses(game)
    if isinstance(shape, Inapplicable):
        return Unlisted(shape.reason)
    if any(move.bits for move in shape.moves):
        return Unlisted("moves between binary digits are not written for others")
    title = f"{game}: {claim.statement()}"
    sums = shape.rank.sums
    return LostSentence(claim, shape.board.names, shape.moves, sums, title, shape.misere)
