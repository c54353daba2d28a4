"""Systems of kinds: options, ends, values by the definition."""

from __future__ import annotations

import random

import pytest

from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition as values_of_rule
from mexplore.rules.systems.definition import grundy_by_definition
from mexplore.rules.systems.ends import Endless, check_ends, ranks
from mexplore.rules.systems.system import Kind, Part, Residues, Schema, System


def test_one_kind_is_an_ordinary_game() -> None:
    row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))
    assert grundy_by_definition(System((row,)), 40) == [values_of_rule(parse_rule("0.77"), 40)]


def test_nim_is_a_split_with_a_kind_that_is_worth_nothing() -> None:
    nothing = Kind("nothing")
    nim = Kind("nim", schemas=(Schema(0, (Part(0), Part(1, least=1))),))
    assert grundy_by_definition(System((nim, nothing)), 9)[0] == list(range(9))


def test_residues_and_fixed_heaps() -> None:
    odd = Residues(2, frozenset({1}))
    nim = Kind("nim", schemas=(Schema(0, (Part(0), Part(1, least=1))),))
    nothing = Kind("nothing")
    beside = Kind("beside", ((),), (Schema(1, (Part(0),), ((0, 2),), odd), Schema(0, ())))
    values = grundy_by_definition(System((nim, nothing, beside)), 4)[2]
    # 1: to 0 beside a nim heap of 2, or to nothing; 2: to nothing; 3: to 2 + 2, or nothing
    assert values == [0, 1, 1, 1]


@pytest.mark.parametrize("drops", [(0, 0), (1, -1), (2, -3)])
def test_a_chain_that_does_not_fall_is_refused(drops: tuple[int, int]) -> None:
    there = Kind("A", schemas=(Schema(drops[0], (Part(1),)),))
    back = Kind("B", schemas=(Schema(drops[1], (Part(0),)),))
    with pytest.raises(Endless, match=r"A -> B -> A|B -> A -> B"):
        ranks(System((there, back)))


def test_listed_options_that_come_back_are_refused() -> None:
    up = Kind("A", (((),), (((0, 3),),)), (Schema(1, (Part(0),)),))
    with pytest.raises(Endless, match=r"A\(1\) -> A\(3\) -> A\(2\) -> A\(1\)"):
        check_ends(System((up,)))


def test_ranks_fall_with_every_move_of_random_systems() -> None:
    draw = random.Random(5)
    ended = 0
    for _ in range(300):
        kinds = tuple(Kind(name, schemas=_schemas(draw)) for name in "ABC")
        system = System(kinds)
        try:
            scale, weights = ranks(system)
        except Endless:
            continue
        ended += 1
        check_ends(system)
        for t in range(3):
            for n in range(8):
                for option in system.options((t, n)):
                    assert all(scale * m + weights[u] < scale * n + weights[t] for u, m in option)
    assert ended > 50


def _schemas(draw: random.Random) -> tuple[Schema, ...]:
    def part() -> Part:
        return Part(draw.randrange(3), draw.randrange(2))

    shapes = [tuple(part() for _ in range(draw.choice([1, 1, 2]))) for _ in range(2)]
    return tuple(Schema(draw.choice([-1, 0, 1, 2, 3]), parts) for parts in shapes)
