"""What heaps are worth, by automata and by brute force."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random

import pytest

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.heaps import any_of, below, shifted
from mexplore.discover.automata.laws import Law, lines
from mexplore.discover.automata.operations import Budget
from mexplore.discover.automata.options import Heaps, options_of
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.moves.relations import Leaving, Splitting

N = 26


def random_law(pick: Random) -> Law:
    p = pick.randint(1, 3)
    first = [pick.randint(0, 6) for _ in range(pick.randint(0, 5) + p)]
    slope = pick.randint(1, 2)  # few slopes: the automata of xors of many slopes are very large
    return lines(first, [pick.choice([0, slope]) for _ in range(p)])


def related(family: Automaton, m: int, v: int) -> bool:
    q, r = divmod(m, len(family.starts))
    return family.accepts(q, v, start=r)


def fits(heaps: tuple[int, ...], suffix: str) -> bool:
    different = len(set(heaps))
    if len(heaps) < 2 or not suffix:
        return True
    return {"!": different == len(heaps), "?": different > 1, "=": different == 1}[suffix]


def by_brute_force(law: Law, count: int, suffix: str) -> set[tuple[int, int]]:
    found = set()
    for heaps in combinations_with_replacement(range(1, N), count):
        if sum(heaps) < N and fits(heaps, suffix):
            value = 0
            for heap in heaps:
                value ^= law.at(heap)
            found.add((sum(heaps), value))
    return found


KINDS = [(0, ""), (1, ""), (2, ""), (2, "!"), (2, "?"), (2, "="), (3, ""), (3, "!"), (3, "?"),
         (3, "="), (4, ""), (4, "?"), (4, "=")]  # fmt: skip


@pytest.mark.parametrize(("count", "suffix"), KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_heaps_under_every_condition(count: int, suffix: str, seed: int) -> None:
    law = random_law(Random(f"{seed} {count} {suffix}"))
    expected = by_brute_force(law, count, suffix)
    heaps = Heaps(law.graph(), Budget())
    exact, less = heaps.worth(count, suffix), heaps.worth(count, suffix, or_less=True)
    top = 1 + max((v for _, v in expected), default=0)
    for m, v in product(range(N), range(top + 2)):
        assert related(exact, m, v) == ((m, v) in expected)
        lower = any((k, v) in expected for k in range(m, -1, -law.modulus))
        assert related(less, m, v) == lower


@pytest.mark.parametrize("seed", range(20))
def test_graphs_and_finer_residues(seed: int) -> None:
    law = random_law(Random(seed))
    finer = law.refined(3)
    assert finer is not None
    for each in (law, finer):
        graph = each.graph()
        for n, v in product(range(60), range(70)):
            assert related(graph, n, v) == (law.at(n) == v)


@pytest.mark.parametrize("seed", range(10))
def test_shifts(seed: int) -> None:
    pick = Random(seed)
    family = Heaps(random_law(pick).graph(), Budget()).positive
    shifts = sorted(pick.sample(range(-4, 9), 4))
    moved, where = shifted(family, shifts)
    residues = range(len(family.starts))
    united = any_of(moved, [[where[r, b] for b in shifts] for r in residues], Budget())
    for r, q, v in product(residues, range(14), range(12)):
        single = [q >= b and family.accepts(q - b, v, start=r) for b in shifts]
        assert [moved.accepts(q, v, start=where[r, b]) for b in shifts] == single
        assert united.accepts(q, v, start=r) == any(single)
    lower = below(family, Budget())
    for r, q, v in product(residues, range(14), range(12)):
        expected = any(family.accepts(j, v, start=r) for j in range(q + 1))
        assert lower.accepts(q, v, start=r) == expected


def options_by_hand(move: Splitting | Leaving, n: int) -> set[tuple[int, ...]]:
    if isinstance(move, Leaving):
        low, high = max(move.low(n), 0), min(move.high(n), n - 1)
        return {(m,) if m else () for m in range(low, high + 1)}
    taken = range(move.first, n + 1, move.step) if move.step else (move.first,)
    return {
        heaps
        for k in taken
        for heaps in combinations_with_replacement(range(1, n - k + 1), move.heaps)
        if sum(heaps) == n - k and fits(heaps, move.suffix)
    }


def random_move(pick: Random, p: int) -> Splitting | Leaving:
    if pick.random() < 0.3:
        low, high = (
            Floor(pick.randint(0, 2), pick.randint(-4, 4), pick.randint(1, 4)) for _ in range(2)
        )
        return Leaving(low, high)
    heaps = pick.randint(0, 3)
    least = 1 if heaps < 2 else 2 - heaps
    step = p * pick.choice([0, 0, 1]) // pick.choice([d for d in range(1, p + 1) if p % d == 0])
    first = max(1, pick.randint(least, 6)) if step else pick.randint(least, 6)
    return Splitting(first, step, heaps, pick.choice(["", "", "!", "?", "="]) if heaps > 1 else "")


@pytest.mark.parametrize("seed", range(40))
def test_options_of_random_moves(seed: int) -> None:
    pick = Random(seed)
    law = random_law(pick)
    moves = [random_move(pick, law.modulus) for _ in range(pick.randint(1, 3))]
    options = options_of(moves, Heaps(law.graph(), Budget()))
    for n in range(16):
        expected = set()
        for heaps in set().union(*(options_by_hand(move, n) for move in moves)):
            value = 0
            for heap in heaps:
                value ^= law.at(heap)
            expected.add(value)
        # Nothing is left where the whole heap is taken, whatever the law says of 0.
        if any(isinstance(move, Leaving) for move in moves) and law.at(0):
            continue
        for v in range(40):
            assert related(options, n, v) == (v in expected), (moves, n, v)
