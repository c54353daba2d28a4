"""Automata with one transition or one output altered."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from mexplore.discover.automata.automaton import Automaton, settled


def altered(right: Automaton, pick: Random) -> Automaton:
    """It accepts the same numbers, or others: zeros at the end change nothing, as before."""
    step, accepting = right.step.copy(), right.accepting.copy()
    state = pick.randrange(right.size)
    if pick.random() < 0.5:
        accepting[state] = not accepting[state]
    else:
        step[state, pick.randrange(step.shape[1])] = pick.randrange(right.size)
    return settled(replace(right, step=step, accepting=accepting))
