"""Whether a function is the Grundy function of a rule, decided by automata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.laws import Law
from mexplore.discover.automata.numbers import equation, inequality
from mexplore.discover.automata.operations import Budget, both, exists, without
from mexplore.discover.automata.options import Heaps, Note, options_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.relations import Move


@dataclass(frozen=True)
class Holds:
    """F(n) is the mex of the values of the options of n, for all n."""


@dataclass(frozen=True)
class Refuted:
    """The least n at which F(n) is not that mex. ``missing`` is the least value below F(n) that
    no option has; None where F(n) itself is the value of an option."""

    n: int
    value: int
    missing: int | None

    def __str__(self) -> str:
        if self.missing is None:
            return f"at n = {self.n} an option has the value {self.value} that the law gives n"
        return (
            f"at n = {self.n} the law gives {self.value}, and no option has the value "
            f"{self.missing}"
        )


@dataclass(eq=False)
class Decision:
    """The question whether a law is the Grundy function of a rule with these moves.

    >>> from mexplore.discover.automata.laws import lines
    >>> from mexplore.rules.moves.relations import removing
    >>> nim_of_two = [*removing(1), *removing(2)]
    >>> Decision(lines([0, 1, 2], [0, 0, 0]), nim_of_two).verdict(Budget())
    Holds()
    >>> print(Decision(lines([0, 1, 2, 3], [0, 0, 0, 0]), nim_of_two).verdict(Budget()))
    at n = 3 the law gives 3, and no option has the value 0
    """

    law: Law
    moves: Sequence[Move]
    log: list[Note] = field(default_factory=list)

    def verdict(self, budget: Budget) -> Holds | Refuted:
        """Holds, or the least n at which the law fails; raises Undecided within the budget."""
        graph = self.law.graph()
        self.log.append((f"(n, F(n)), by residues of n modulo {self.law.modulus}", graph.size))
        if not (total(graph) and functional(graph)):
            raise ValueError("a law gives every n one value")
        self.log.append(("for every n there is exactly one v with v = F(n)", graph.size))
        heaps = Heaps(graph, budget, self.log)
        options = options_of(self.moves, heaps)
        is_option = both(graph, options, budget)
        self._note("(n, v): v = F(n) is the value of an option", is_option)
        less = exists(both(graph.on((0, 2), 3), inequality((0, 1, -1), -1)), 2, budget)
        is_missing = without(less, options, budget)
        self._note("(n, v): v < F(n) is the value of no option", is_missing)
        failures = [
            *_least_failures(is_option, half=0),
            *_least_failures(is_missing, half=1),
        ]
        if not failures:
            return Holds()
        n, half = min(failures)
        missing = _least_value(is_missing, n) if half else None
        return Refuted(n, self.law.at(n), missing)

    def _note(self, words: str, automaton: Automaton) -> None:
        empty = "empty" if automaton.empty() else "not empty"
        self.log.append((f"{words}; {empty}", automaton.size))


def total(graph: Automaton) -> bool:
    """Whether every q has some v, in each relation of the family."""
    return exists(graph, 1).complement().empty()


def functional(graph: Automaton) -> bool:
    """Whether no q has two values, in any relation of the family."""
    two = both(graph.on((0, 1), 3), graph.on((0, 2), 3))
    return both(two, inequality((0, 1, -1), -1)).empty()


def _least_failures(bad: Automaton, half: int) -> list[tuple[int, int]]:
    """For each residue r the least n = p*q + r with some (q, v) in the relation."""
    p = len(bad.starts)
    numbers = exists(bad, 1)
    least = ((numbers.least(r), r) for r in range(p))
    return [(p * q + r, half) for q, r in least if q is not None]


def _least_value(bad: Automaton, n: int) -> int:
    q, r = divmod(n, len(bad.starts))
    values = exists(both(bad.of_start(r), equation((1, 0), q)), 0)
    least = values.least()
    assert least is not None
    return least
