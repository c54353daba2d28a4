"""Schwenk's theorem: games of one heap in which the last move limits the next one."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.take_away import TakeAwayOutcomes
from mexplore.discover.boards.theorems.moves.take_away import K, M, TakeAway, take_away_of
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.ends import least_from
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.rising import falls
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError

FURTHEST = 1 << 64  # up to which a number that is left behind is looked for


class Schwenk(LawOfMoves[TakeAwayOutcomes]):
    """**Setting.** From (n, m) a move takes k, 1 <= k <= n and k <= h(m), and leads to
    (n - k, g(k)), where g(k) >= 0. Neither g nor h ever falls, so that f(k) = h(g(k)) does not.
    (In the usual form h(m) = m and g = f: k was taken, so next at most f(k) may be.) The *parts*
    are H_1 = 1 and H_(j+1) = H_j + H_i, i the least with f(H_i) >= H_j; if there is none, that is,
    if f(H_j) < H_j, H_j is the last part. A number n >= 1 is taken apart *greedily*: into the
    largest part <= n, and the parts of the rest. Let s(n) be the smallest of its parts.

    **Statement.** (n, m) is lost for the player to move exactly if n = 0 or h(m) < s(n).

    **Proof.** Write the parts of n in order, p_1 <= p_2 <= ... <= p_r.

    (1) f(p_i) < p_(i+1). Let p_(i+1) = H_a, and let R = p_1 + ... + p_i be the rest. If H_a is the
    last part, p_i <= H_a and f(p_i) <= f(H_a) < H_a. If not, R < H_(a+1) - H_a = H_b with b the
    least index for which f(H_b) >= H_a; so p_i = H_c with c < b, and f(H_c) < H_a.

    (2) Numbers p_1 <= ... <= p_r among the parts with f(p_i) < p_(i+1) for all i, equal neighbours
    being allowed only as the last part, are the parts of their sum. For the sum of those below the
    last part is less than the part after the largest of them: by induction p_1 + ... + p_(i-1) is
    less than the part after p_(i-1), which is at most H_b, b the least index with f(H_b) >= p_i, as
    f(p_(i-1)) < p_i; so p_1 + ... + p_i < p_i + H_b, the part after p_i. Therefore the greedy way
    takes these parts, the largest first.

    (3) If 0 < k < H_j, s(H_j - k) <= f(k). By induction on j; for j = 1 there is no k.
    H_j = H_(j-1) + H_i, f(H_i) >= H_(j-1). If k < H_i: H_j - k = H_(j-1) + (H_i - k), with
    H_i - k < H_i, is taken apart into H_(j-1) and the parts of H_i - k, and s(H_i - k) <= f(k) by
    induction. If k = H_i: s(H_(j-1)) = H_(j-1) <= f(H_i). If k > H_i: H_j - k = H_(j-1) - k' with
    0 < k' = k - H_i < H_(j-1), and s <= f(k') <= f(k) by induction.

    (4) If 0 < k < s(n), s(n - k) <= f(k). Let p_1 = H_j. In n - k = (p_2 + ... + p_r) + (H_j - k)
    the greedy way takes p_r, ..., p_2 first, as it does for n: at each of them what is left of
    n - k is at most what is left of n, and at least that part. (Where p_2 = H_j is the last part,
    too.) So s(n - k) = s(H_j - k) <= f(k) by (3).

    Now let n >= 1. If h(m) < s(n), every move takes a k < s(n) and leads to (n - k, g(k)) with
    h(g(k)) = f(k) >= s(n - k) by (4), n - k > 0: outside the set. If h(m) >= s(n) = p_1, taking p_1
    is a move, to (n - p_1, g(p_1)): either n - p_1 = 0, or f(p_1) < p_2 = s(n - p_1) by (1): in the
    set. From n = 0 there is no move. Play ends, as n falls, so the set is that of the P-positions.
    (Schwenk has f(k) >= k. Then there is no last part. The proof needs no more than that f does not
    fall, as Epp and Ferguson noticed; f(k) = 3 gives the parts 1, 2, 3, 4 and the game in which 1,
    2 or 3 are taken.) ∎

    **Corollary.** The winning moves are those with k = p_1 + ... + p_i, k <= h(m), and f(k) <
    p_(i+1) or i = r: `TakeAwayOutcomes.moves_to_zero` has the proof from (2).

    **Negative control.** f(k) = 3 for odd k and 1 for even k falls: the parts would be 1, 2, 3, 4
    (f(4) < 4), and (4, 2) lost with 2 < 4; but taking 2 leaves (2, 1), which is lost. The theorem
    refuses (tests/discover/boards/theorems/test_take_away.py).

    >>> board = Board.parse("(n, m) -> [(n - k, 3*k) for k in range(1, min(n, m) + 1)]")
    >>> [claim.numbers.upto(50) for claim in Schwenk().claims(board)]
    [[1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40]]
    """

    name: ClassVar[str] = "Schwenk's take-away games"
    source: ClassVar[str] = (
        "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970) 225-234, for f(k) >= k; "
        "R. J. Epp and T. S. Ferguson, A note on take-away games, Fibonacci Quarterly 18 (1980) "
        "300-303, for other f; proof in full in discover/boards/theorems/take_away.py"
    )
    statement: ClassVar[str] = (
        "If k may be followed by at most f(k), where f never falls, the player to move loses "
        "exactly if less than the smallest part of the heap may be taken; the parts are H(1) = 1, "
        "H(j + 1) = H(j) + H(i), i least with f(H(i)) >= H(j), and heaps are taken apart greedily."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (TakeAwayOutcomes,)

    def hypotheses(self, board: Board) -> TakeAwayOutcomes | Inapplicable:
        game = take_away_of(board)
        if isinstance(game, Inapplicable):
            return game
        reason = _objection(game) or _poison(board, game)
        if reason:
            return Inapplicable(reason)
        return TakeAwayOutcomes(str(game.next), str(game.most), game.heap)


def _objection(game: TakeAway) -> str:
    """Why the theorem is not about these two functions; '' if it is."""
    if why := falls(game.next, K, 1):
        return (
            f"what the next move may take, {game.next}, is to be a number that never falls: {why}"
        )
    if evaluate(game.next, {K: 1}) < 0:
        return f"{game.next} is negative at k = 1, so that not every move is one"
    if why := falls(game.most, M, 0):
        return f"what a move may take, {game.most}, is to be a number that never falls: {why}"
    return ""


def _poison(board: Board, game: TakeAway) -> str:
    """A poisoned square to which a move would lead, or may; '' if there is none. The numbers that
    are left behind never fall, so that one of them is found, or passed."""
    for square in board.poisoned:
        left = square["xy".index(game.heap) - 1]
        try:
            k = least_from(lambda k: evaluate(game.next, {K: k}) >= left, 1, FURTHEST)  # noqa: B023
            passed = k is not None and evaluate(game.next, {K: k}) > left
        except MexploreError:
            passed = False
        if not passed:
            return f"the square {square} is poisoned"
    return ""
