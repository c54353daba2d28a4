"""A conjecture about who wins with one heap, lost(n) iff a condition on n holds: decided for all n
by automata, where these read the rule and the condition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mexplore.discover.study.conclusion import Conclusion, Difference
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.formula_values import truth_at
from mexplore.rules.arithmetic.formulas import parse_condition
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Rule

COMPUTING = 0.5  # of the time that automata have, for values
_LOST = re.compile(r"\s*lost\s*\(\s*n\s*\)\s*iff\b\s*")


def read_lost(text: str) -> tree.Node | None:
    """The condition of 'lost(n) iff ...'; None where the text does not begin so.

    >>> str(read_lost("lost(n) iff n % 3 == 0"))
    'n % 3 == 0'
    """
    found = _LOST.match(text)
    return found and parse_condition(text[found.end() :], ("n",), text, found.end())


def check_lost(
    rule: Rule,
    condition: tree.Node,
    ends: tuple[int, int],
    seconds: float,
    watcher: Watcher = no_progress,
) -> Conclusion[int]:
    """Whether exactly the n with this condition have G(n) = 0: in a range, as far as it can be
    computed in the time, and for all n.

    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("n -> [n - k for k in range(1, n//2 + 1) if k & n]")
    >>> check_lost(rule, read_lost("lost(n) iff popcount(n) <= 1"), (0, 100), 5.0)
    <proved for all n >= 0, by P-positions of heaps by automata>
    >>> check_lost(rule, read_lost("lost(n) iff popcount(n) <= 1 or n == 300"), (0, 100), 5.0)
    <holds for 0 <= n <= 100 only: it fails at n = 300>
    """
    from mexplore.discover.heaps.evidence.sources import source_of

    deadline = working_seconds() + COMPUTING * seconds
    values = source_of(rule, watcher).extend(ends[1] + 1, deadline).whole()
    ends = ends[0], min(ends[1], len(values) - 1)
    for n in range(ends[0], ends[1] + 1):
        holds, why = _holds(condition, n)
        if holds != (values[n] == 0):
            return Conclusion(*ends, Difference(n, int(values[n]), undefined=why))
    return _decided(rule, condition, ends, seconds)


def _holds(condition: tree.Node, n: int) -> tuple[bool, str]:
    """Whether it does; and why it has no value, where it has none and so does not hold."""
    try:
        return truth_at(condition, n), ""
    except Undefined as why:
        return False, str(why)


def _decided(
    rule: Rule, condition: tree.Node, ends: tuple[int, int], seconds: float
) -> Conclusion[int]:
    """For all n, those before the range too."""
    from mexplore.discover.automata.operations import Undecided
    from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
    from mexplore.discover.outcomes.conditions import recognised
    from mexplore.discover.outcomes.terms import NotRecognised
    from mexplore.discover.outcomes.theorem import until

    theorem = HeapsLostByDigitsTheorem()
    game, budget = theorem.hypotheses(rule), until(working_seconds() + seconds)
    if isinstance(game, Inapplicable):
        return Conclusion(*ends, unproved=game.reason)
    try:
        claimed = recognised(condition, game.names, budget)
        moves = game.in_numeration(claimed.numeration, budget)
        wrong = moves.least_false(claimed, game.sums)
    except (NotRecognised, Undecided) as why:
        return Conclusion(*ends, unproved=str(why))
    if wrong is None:
        return Conclusion(*ends, theorem=theorem.name)
    (n,) = wrong.position
    outcome = "lost" if wrong.lost else "won"
    if n < ends[0]:
        return Conclusion(*ends, unproved=f"it is false at n = {n}, before the range")
    return Conclusion(*ends, later=Difference(n, undefined=""), unproved=f"{n} is {outcome}")
