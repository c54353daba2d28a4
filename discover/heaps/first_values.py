"""The heaps with the first nim-values, by a law of who wins or of these values: what answers ask
where no law of all values is proved."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mexplore.discover.study.kind import NotKnown
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
    from mexplore.discover.outcomes.winning import Leading
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.theorem import Inapplicable
    from mexplore.rules.rule import Heaps, Rule, Values

MOST_MOVES = 100  # that are listed


@dataclass(frozen=True)
class FirstValuesForm(ClosedForm):
    """G(n) where it is at most ``most``, which is 0 by a law of who wins; NotKnown elsewhere.

    >>> from mexplore.discover.automata.numeration import BINARY
    >>> from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    >>> form = FirstValuesForm(HeapsLostByDigits(BINARY, 1, ((0, 1), (1, 0)), (0,)))
    >>> form.count_of(0, 2**1000) == 2**999, form.at(6), form.most
    (True, 0, 0)
    """

    law: HeapsLostByDigits | HeapValuesByDigits

    @property
    def most(self) -> int:
        """The greatest value that is told."""
        return self.law.most

    @property
    def beyond(self) -> str:
        """What is known of other values."""
        return f"greater than {self.most}" if self.most else "not 0"

    def at(self, n: int) -> int:
        found = self.law.output(n)
        if found <= self.most:
            return found
        raise NotKnown(f"G({n}) is {self.beyond}, and no law that is proved tells it")

    def prefix(self, stop: int) -> Values:
        """With most + 1 in place of all greater values."""
        return self.law.outputs_below(stop)

    def counts(self, stop: int) -> dict[int, int]:
        told = "which are 0" if self.most == 0 else f"those that are at most {self.most}"
        raise NotKnown(f"no law that is proved tells the values below {stop}, only {told}")

    def count_of(self, value: int, stop: int) -> int:
        from mexplore.discover.outcomes.counting import Bound, count_within

        if value > self.most:
            return self.counts(stop)[value]
        return count_within(self.law.positions_of(value), [Bound((0,), stop)])


def laws_of_first_values(
    findings: Iterable[Finding],
) -> tuple[tuple[FirstValuesForm, Finding], ...]:
    """The proved laws of who wins and of the first values, with their forms: that of the fewest
    values first."""
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits

    found = [
        (FirstValuesForm(finding.claim), finding)
        for finding in findings
        if finding.proof is not None
        and isinstance(finding.claim, HeapsLostByDigits | HeapValuesByDigits)
    ]
    return tuple(sorted(found, key=lambda each: each[0].most))


def moves_by_digits(rule: Rule, n: int, goal: Automaton) -> tuple[list[Heaps], str]:
    """The moves from a heap of n to heaps whose digits an automaton accepts, in order, and why some
    are missing, or ''. They are found by the relations between n and its options.

    >>> from mexplore.discover.automata.numbers import residue
    >>> from mexplore.discover.automata.numeration import BINARY
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("n -> [n - x for x in range(1, n + 1) if x & n == 0]")
    >>> moves_by_digits(rule, 9, residue(3, 0, BINARY))
    ([(3,)], '')
    >>> moves, why = moves_by_digits(rule, 10**1000, residue(3, 0, BINARY))
    >>> len(moves), why
    (100, 'there are more than 100')
    """
    from mexplore.discover.automata.operations import Undecided
    from mexplore.discover.study.theorem import Inapplicable

    leading = _leading(rule, goal)
    if isinstance(leading, Inapplicable):
        return [], leading.reason
    try:
        found, more = leading.first((n,), MOST_MOVES)
    except Undecided as why:
        return [], why.reason
    return [heaps if any(heaps) else () for heaps in found], more


@lru_cache(maxsize=4)
def _leading(rule: Rule, goal: Automaton) -> Leading | Inapplicable:
    from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
    from mexplore.discover.outcomes.theorem import until
    from mexplore.discover.outcomes.winning import Leading
    from mexplore.discover.study.theorem import Inapplicable

    game = HeapsLostByDigitsTheorem().hypotheses(rule)
    if isinstance(game, Inapplicable):
        return game
    return Leading(game.in_numeration(goal.numeration, until(None)), goal)
