"""Rules with transitive moves: the value is the length of the longest play."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves, number_moves
from mexplore.rules.moves.written import in_plain_words

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.named.pattern import Named
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Rule


_DIVISORS = {
    NumberMoves(Among.DIVISORS, Move.LEAVE, one=True, whole=False): ("Omega(n)", 1),
    NumberMoves(Among.DIVISORS, Move.LEAVE, one=False, whole=False): ("Omega(n) - 1", 2),
}
_SUBMASKS = ("popcount(n)", 0)
_LAWS = {
    "[k for k in range(n) if k & n == k]": _SUBMASKS,
    "[k for k in range(n) if n & k == k]": _SUBMASKS,
    "[k for k in range(n) if k | n == n]": _SUBMASKS,
    "[k for k in range(n) if n | k == n]": _SUBMASKS,
    "[n // k for k in range(2, n + 1)]": ("bit_length(n) - 1", 1),
    "[n // k for k in range(2, n + 2)]": ("bit_length(n)", 0),
    "[n >> k for k in range(1, bit_length(n) + 1)]": ("bit_length(n)", 0),
    "[n % k for k in range(1, n + 1)]": ("bit_length(n + 1) - 1", 0),
}


class Transitive(OneLaw["Named"]):
    """**Statement.** Let every option be one heap, or the empty position, and let every option of
    an option of n be an option of n. Then G(n) is the length of the longest chain of moves that
    begins with n.

    **Proof.** Write L(n) for that length. Induction on n: G = L for smaller heaps. L(m) < L(n) for
    every option m of n, as a move to m and a longest chain from m are a chain from n. And every v <
    L(n) occurs among the L(m): along a longest chain from n, with L(n) moves, the position that
    still has v moves before it is an option of n by transitivity, and its longest chain has v moves
    exactly, as otherwise the whole could be longer. So G(n) = mex {L(m)} = L(n). ∎

    **The rules to which it is applied**, read from the list of options as it is written, without
    guards or other moves beside it, which may break transitivity:

    * to the proper divisors of n >= 1: a divisor of a divisor is a divisor. Omega, the number of
      prime factors with multiplicity, falls with each move, and by 1 if the quotient is a prime; it
      is 0 at 1, where play ends. So L(n) = Omega(n), n >= 1. Without the divisor 1 play ends at
      the primes, where Omega is 1: L(n) = Omega(n) - 1, n >= 2. To leave n/d for all divisors
      d > 1 is the same game.
    * to the proper submasks, the k < n whose binary digits 1 are digits 1 of n: a submask of a
      submask is one. Each move clears digits, at least one: L(n) = popcount(n).
    * to floor(n/k), 2 <= k <= n: floor(floor(n/j)/k) = floor(n/(j*k)), and k <= floor(n/j) gives
      j*k <= n. Each move halves n at least, down to 1, and k = 2 does no more: L(n) =
      floor(log2(n)), which is bit_length(n) - 1, n >= 1. With k = n + 1 as well, play ends at 0,
      one move later (from m >= 1, m + 1 leads there, and j*(m + 1) > n is as good as n + 1):
      bit_length(n). So does n >> k, 1 <= k <= bit_length(n), that is floor(n/2^k), down to 0.
    * to the remainders n mod k, 1 <= k <= n: a remainder is less than k, and with k is at most n,
      so it is less than n/2; and every m < n/2 is that of k = n - m > m. So the options are 0, ...,
      floor((n - 1)/2), and those of an option are among them. The longest chain takes the largest
      each time: n + 1 becomes floor((n + 1)/2), down to 1, and L(n) = bit_length(n + 1) - 1.
    """

    name: ClassVar[str] = "longest chain"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/transitive.py"
    statement: ClassVar[str] = (
        "If every option is a single heap, or empty, and every option of an option is an option, "
        "G(n) is the length of the longest chain of moves from n: Omega(n) for the moves to a "
        "proper divisor, popcount(n) for those to a proper submask."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        """The length of the longest chain, if the rule is one of those above."""
        written = in_plain_words(rule)
        law = None if written is None else _law_of(written)
        return law or Inapplicable("a move of a move is not seen to be a move")

    def instead(self, shape: Named) -> str:
        del shape
        return "the claim is another formula than the length of a longest chain"


def _law_of(body: tree.Node) -> Named | None:
    from mexplore.discover.heaps.patterns.named.pattern import Named

    moves = number_moves(body)
    law = None if moves is None else _DIVISORS.get(moves)
    if law is not None:
        return Named(*law)
    text = list_of(body)
    return None if text is None else Named(*_LAWS[text])


def list_of(body: tree.Node) -> str | None:
    """The list of the theorem that this is, whatever its loop is called; None for others.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[m for m in range(n) if n & m == m]"
    >>> list_of(read_options(text, ("n",), whole=text, at=0))
    '[k for k in range(n) if n & k == k]'
    """
    from mexplore.rules.arithmetic import tree

    return _texts().get(_with_k(body)) if isinstance(body, tree.Comprehension) else None


@cache
def _texts() -> dict[tree.Node | None, str]:
    from mexplore.rules.arithmetic.reading import read_options

    return {read_options(text, ("n",), whole=text, at=0): text for text in _LAWS}


def _with_k(body: tree.Node | None) -> tree.Node | None:
    """The list with its one loop over k, whatever the name was."""
    from mexplore.rules.arithmetic import tree

    match body:
        case tree.Comprehension(item, (clause,)) if clause.name not in ("n", "k"):
            if "k" in tree.names_in(body):
                return body
            names = {clause.name: tree.Name("k")}
            tests = tuple(tree.substitute(test, names) for test in clause.tests)
            renamed = tree.Clause("k", clause.source, tests)
            return tree.Comprehension(tree.substitute(item, names), (renamed,))
        case _:
            return body
