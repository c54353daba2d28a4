"""Laws that are automata themselves: read from the other end, and decided."""

from __future__ import annotations

from random import Random

import pytest

from mexplore.discover.automata.laws import Law, ResidueLaw
from mexplore.discover.automata.operations import Budget
from mexplore.discover.automata.prover import Decision, Holds, Refuted
from mexplore.discover.heaps.patterns.automatic.product import AutomaticTail
from mexplore.rules.moves.relations import relations_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

HALVING = AutomaticTail(((0, 3), (3, 4), (4, 3), (1, 4), (2, 3)), (0, 0, 0, 1, 2))
"""The law of 'remove one token, or halve': {n - 1, floor(n/2)}."""


@pytest.mark.parametrize("seed", range(20))
def test_random_machines_from_the_other_end(seed: int) -> None:
    pick = Random(seed)
    states = pick.randint(1, 6)
    rows = [(pick.randrange(states), pick.randrange(states)) for _ in range(states)]
    rows[0] = (0, rows[0][1])
    tail = AutomaticTail(tuple(rows), tuple(pick.randrange(6) for _ in range(states)))
    graph = tail.graph()
    for q in range(70):
        assert [v for v in range(16) if graph.accepts(q, v)] == [tail.at(q)]


def test_the_law_of_halving_is_proved_and_its_mutants_refuted() -> None:
    rule = parse_rule("subtract(1) or divide(2)")
    moves = relations_of(rule)
    assert isinstance(moves, tuple)
    values = grundy_by_definition(rule, 300)
    assert [HALVING.at(n) for n in range(300)] == values
    law = Law((ResidueLaw((), HALVING),), 0)
    assert isinstance(Decision(law, moves).verdict(Budget()), Holds)
    for state in range(5):
        for bit in range(2):
            for target in range(5):
                rows = [list(row) for row in HALVING.transitions]
                rows[state][bit] = target
                changed = AutomaticTail(tuple((a, b) for a, b in rows), HALVING.outputs)
                if rows[0][0] or changed == HALVING:
                    continue
                verdict = Decision(Law((ResidueLaw((), changed),), 0), moves).verdict(Budget())
                given = [changed.at(n) for n in range(300)]
                wrong = [
                    n
                    for n in range(300)
                    if given[n] != mex(given[n - s] for s in ([1, n - n // 2] if n else []))
                ]
                if wrong:
                    assert isinstance(verdict, Refuted)
                    assert verdict.n == wrong[0]
                else:
                    assert isinstance(verdict, Holds)
                    assert given == values
