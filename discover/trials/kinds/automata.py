"""The counting of automata: products, sets of states, classes of equal states, sums of heaps; and
the lists of positions from which some are guessed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from mexplore.discover.trials.trial import Tally, Trial

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.outcomes.rays import Ray

SEED = 7
SMALL = range(14)
"""Every tuple of these numbers is tried."""
ENOUGH = 64
"""For random automata with few states: if a number completes a tuple, one below this bound does."""


def random_automaton(pick: Random, tracks: int, states: int = 6, starts: int = 1) -> Automaton:
    """An automaton with any table of steps, where a state accepts as those do to which zeros lead
    from it, as the definition of an automaton requires."""
    from mexplore.discover.automata.automaton import Automaton

    step = [[pick.randrange(states) for _ in range(1 << tracks)] for _ in range(states)]
    wished = [pick.random() < 0.4 for _ in range(states)]
    accepting = []
    for state in range(states):
        q = state
        for _ in range(states):
            q = step[q][0]
        cycle = {q}
        while (q := step[q][0]) not in cycle:
            cycle.add(q)
        accepting.append(wished[min(cycle)])
    return Automaton.of(tracks, step, accepting, [pick.randrange(states) for _ in range(starts)])


def _accepted(automaton: Automaton, tracks: int) -> list[bool]:
    return [automaton.accepts(*numbers) for numbers in product(SMALL, repeat=tracks)]


def _products(tally: Tally) -> None:
    """Intersections, unions and differences accept what they should; so they have been made
    minimal, too: equal ones have equal tables, whichever way they were made."""
    from mexplore.discover.automata.operations import both, either, without

    pick = Random(SEED)
    for case in range(20):
        left, right = random_automaton(pick, 2, 6), random_automaton(pick, 2, 5)
        mine, others = _accepted(left, 2), _accepted(right, 2)
        for name, made, expected in (
            ("both", both(left, right), [a and b for a, b in zip(mine, others, strict=True)]),
            ("either", either(left, right), [a or b for a, b in zip(mine, others, strict=True)]),
            ("without", without(left, right), [a > b for a, b in zip(mine, others, strict=True)]),
        ):
            tally.hold(f"{name} {case}", _accepted(made, 2), expected)
        union, turned = either(left, right), either(right, left)
        tally.hold(f"minimal {case}", union.step.tolist(), turned.step.tolist())


def _classes(tally: Tally) -> None:
    """Equal states once: rows in which states are told apart one by one, cycles, any steps."""
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.operations import minimal

    pick = Random(SEED)
    for case, states in product(range(3), (1, 5, 60)):
        some = [pick.randrange(states) for _ in range(states)]
        turned, row = pick.sample(range(states), states), [*range(1, states), states - 1]
        steps = list(zip((some, range(states), turned)[case], (some, row, row)[case], strict=True))
        accepting = [pick.random() < 0.3 for _ in range(states - 1)] + [True]
        least = minimal(Automaton.of(1, list(map(list, steps)), accepting, range(states)))
        kind, count = [*map(int, accepting)], 0
        while count < (count := len({*kind})):
            numbers: dict[object, int] = {}
            keys = [(kind[q], kind[r], kind[s]) for q, (r, s) in enumerate(steps)]
            kind = [numbers.setdefault(key, len(numbers)) for key in keys]
        starts = {k: s for s, k in zip(least.starts.tolist(), kind, strict=True)}
        tally.hold(f"classes {case}, {states} states", [least.size], [count])
        tally.hold(f"starts {case}, {states}", least.starts.tolist(), [starts[k] for k in kind])


def _sets(tally: Tally) -> None:
    """Compare 'there is a number' with a search below a sufficient bound."""
    from mexplore.discover.automata.operations import exists

    pick = Random(SEED)
    for case in range(12):
        automaton = random_automaton(pick, 2, 5)
        found = exists(automaton, 1)
        served = [any(automaton.accepts(n, k) for k in range(ENOUGH << 4)) for n in SMALL]
        tally.hold(f"some number {case}", _accepted(found, 1), served)


def _heaps(tally: Tally) -> None:
    """The values of two heaps under laws whose values are known."""
    from mexplore.discover.automata.heaps import sums
    from mexplore.discover.automata.laws import lines
    from mexplore.discover.automata.operations import Budget

    pick = Random(SEED)
    for case in range(4):
        p = pick.randint(1, 3)
        first = [pick.randint(0, 6) for _ in range(pick.randint(0, 5) + p)]
        law = lines(first, [pick.choice([0, 1]) for _ in range(p)])
        for unequal in (False, True):
            made = sums(law.graph(), law.graph(), Budget(), unequal=unequal)
            for m in range(22):
                worth = {
                    law.at(a) ^ law.at(m - a) for a in range(m + 1) if not unequal or 2 * a != m
                }
                q, r = divmod(m, len(made.starts))
                found = [v for v in range(40) if made.accepts(q, v, start=r)]
                tally.hold(f"{m} tokens {case}", found, _below(40, worth))


def _below(stop: int, values: Iterable[int]) -> list[int]:
    return sorted(v for v in values if v < stop)


def _many_sets(tally: Tally) -> None:
    """This many sets of states that their table must grow: the n-th last digit is 1."""
    import numpy as np

    from mexplore.discover.automata.operations import Budget, Choices, determined

    places = 10
    targets = np.full((places + 1, 2, 2), -1, dtype=np.int32)
    targets[0, :, 0], targets[0, 1, 1] = 0, 1
    for q in range(1, places):
        targets[q, :, 0] = q + 1
    targets[places, 0, 0] = places
    accepting = np.arange(places + 1) == places
    found = determined(Choices(1, targets, accepting), [[0]], Budget())
    right = [_chosen(targets, accepting, n) for n in range(3000)]
    tally.hold("many sets", [found.accepts(n) for n in range(3000)], right)


def _chosen(targets: object, accepting: object, n: int) -> bool:
    """Whether some way of reading n, then zeros, is accepted."""
    states = {0}
    for place in range(n.bit_length() + 24):
        bit = n >> place & 1
        states = {int(t) for q in states for t in targets[q, bit] if t >= 0}  # type: ignore[index]
    return any(accepting[q] for q in states)  # type: ignore[index]


def _lines(tally: Tally) -> None:
    """Far P-positions line by line: Wythoff's game to x + y <= 3, with two steps of (3, 1) instead
    of the diagonal, and with single options."""
    from mexplore.discover.outcomes.rays import Ray, far_outcomes
    from mexplore.rules.arithmetic.polynomial import Polynomial

    x, y = map(Polynomial.name, "xy")
    rook = [Ray((1, 0), (1, 0), (x + y - 4,)), Ray((0, 1), (0, 1), (x + y - 4,))]
    others = [Ray((1, 1), (1, 1), ())], [Ray((6, 2), (3, 1), ())], [Ray((2, 1), (0, 0), (x - y,))]
    side = 60
    for case, other in enumerate(others):
        rays, right = [*rook, *other], list[tuple[int, ...]]()
        for at in product(range(side), repeat=2):
            if not any(_reaches(ray, at, lost) for ray in rays for lost in right):
                right.append(at)
        few = far_outcomes(rays, ("x", "y"), side, lambda: None)
        tally.hold(f"lines {case}", [] if few is None else list(map(tuple, few.lost)), right)


def _reaches(ray: Ray, at: tuple[int, ...], to: tuple[int, ...]) -> bool:
    """Whether the ray has a move between these positions, by trying all its steps."""
    values = {"x": at[0], "y": at[1]}
    steps = range(1 + (max(at) if any(ray.along) else 0))
    return all(form.at(values) >= 0 for form in ray.given) and any(
        all(a - e - m * d == b for a, e, d, b in zip(at, ray.first, ray.along, to, strict=True))
        for m in steps
    )


TRIALS = (
    Trial("products of automata", _products),
    Trial("classes of equal states", _classes),
    Trial("sets of states", _sets),
    Trial("many sets of states", _many_sets),
    Trial("sums of heaps", _heaps),
    Trial("P-positions line by line", _lines),
)
