"""Laws that automata tell, for Coq: misère play, first values, heaps, digits in common, numerations
with longer periods. Accepted without an axiom, false variants refused, and read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from altered_automata import altered
from coq_evaluation import asked
from coq_reader import Told

from mexplore.discover.automata.numeration import Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import Budget
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.law import CoqLaw, law_file
from mexplore.discover.coq.laws.outcomes import told
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.discover.kinds import kind_of
from mexplore.discover.outcomes.game import LinearGame
from mexplore.discover.outcomes.law import AcceptedByDigits, ReadByDigits, ValuedByDigits
from mexplore.discover.outcomes.values import refusal_of_values, sought_values
from mexplore.rules.rule import mex

slow = pytest.mark.slow
FIBONACCI = "(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]"
DYNAMIC = "(x, y) -> [(x - j, j) for j in range(1, min(x, y) + 1)]"
SHARED = "n -> [n - k for k in range(1, n//2 + 1) if k & n]"
ONE_DIGIT = "n -> [n - x for x in range(1, n + 1) if x & n == x and x & (x-1) == 0]"
Case = tuple[str, Numeration, bool]
CASES: dict[str, Case] = {  # the game, the numeration, and whether values are told
    "misere Fibonacci Nim": (f"misere {FIBONACCI}", Ostrowski((1,)), False),
    "misere Dynamic Nim": (f"misere {DYNAMIC}", Base(2), False),
    "misere, upward": ("misere (x, y) -> [(x - 1, y + 3), (x, y - 2)]", Base(2), False),
    "misere, no moves": ("misere (x, y) -> []", Base(2), False),
    "Dynamic Nim": (DYNAMIC, Base(2), True),
    "all values": ("n -> [n - 1, n - 2]", Base(2), True),
    "heaps": ("n -> [n - 1, n // 2] if n else []", Base(2), False),
    "digits in common": (SHARED, Base(2), False),
    "doubled": ("n -> [n - x for x in range(1, n + 1) if x & 2*n == 0]", Base(2), False),
    "one digit": (ONE_DIGIT, Base(2), True),
    "period 2": ("n -> [n - 1, n - 2]", Ostrowski((1, 2)), False),
    "period 3": ("n -> [n - 1, n - 2]", Ostrowski((2, 1, 1)), True),
    "upward, period 2": (
        "(x, y) -> [(x - 1, y + 4)] if y > 1 else [(x - 1, y)]",
        Ostrowski((1, 2)),
        False,
    ),
}
STEPS = 20_000  # more than these laws need; sets of states of false ones are many
FEW = ("misere Dynamic Nim", "all values", "digits in common", "period 2")


def cases(*few: str) -> list[Any]:
    return [name if name in few else pytest.param(name, marks=slow) for name in CASES]


def game_of(text: str) -> LinearGame:
    kind = kind_of(text)
    named = "P-positions by automata" if "(x, y)" in text else "P-positions of heaps by automata"
    theorem: Any = kind.theorem_named(named)
    found = theorem.game_of(kind.parse(text))
    assert isinstance(found, LinearGame)
    return found


class Values:
    """Outcomes (0 or 1, in misère play) or values, by the definition alone."""

    def __init__(self, game: LinearGame) -> None:
        self.game = game
        self.known = dict[tuple[int, ...], int]()

    def at(self, position: tuple[int, ...]) -> int:
        waiting = [position]
        while waiting:
            here = waiting[-1]
            options = [*map(tuple, self.game.options(here))]
            left = [to for to in options if to not in self.known]
            if left:
                waiting += left
                continue
            had = [self.known[to] for to in options]
            won = (not had or 0 in had) if self.game.misere else mex(had)
            self.known[waiting.pop()] = int(won)
        return self.known[position]

    def table(self, side: int) -> Any:
        import numpy as np

        sides = (side,) * len(self.game.names)
        return np.array([self.at(v) for v in product(range(side), repeat=len(sides))]).reshape(
            sides
        )


@cache
def found(name: str) -> tuple[LinearGame, ReadByDigits]:
    """The game and its law."""
    text, numeration, told_values = CASES[name]
    game = game_of(text)
    values = Values(game)
    budget, largest = Budget(), 1 << 10 if len(game.names) == 1 else 256

    def table(side: int) -> Any:
        return values.table(side) if side <= largest else None

    def lost_below(side: int) -> Any:
        return values.table(side) == 0 if side <= largest else None

    search = game.search(lost_below, budget)
    lost = replace(search, numerations=(numeration,)).run()
    assert lost is not None
    heaps = len(game.names) == 1
    if not told_values:
        return game, (HeapsLostByDigits if heaps else LostByDigits).of(lost)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mexplore.discover.outcomes.values.LARGEST", 2)
        sets = sought_values(game, lost, table, budget)
    return game, (HeapValuesByDigits if heaps else ValuesByDigits).of_sets(sets)


def law(game: LinearGame, claim: ReadByDigits) -> str:
    translation = told(game, claim, raises=True)
    assert isinstance(translation, CoqLaw), translation
    return law_file(translation, "a game", claim.statement(), "automata")


@pytest.mark.parametrize("name", cases(*FEW))
def test_coq_accepts_the_law_without_an_axiom(name: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(*found(name)), compiled, tmp_path)
    assert not failed, said[-500:]
    assert said.count(CLOSED) == 2


FALSE = [  # what is replaced, by what
    ("misere Dynamic Nim", "is_lost_in_misere", "is_lost"),
    ("misere Dynamic Nim", "x' + y' = x)", "x' + y' + 1 = x)"),
    ("Dynamic Nim", "(k < 3)%nat ->", "(k < 4)%nat ->"),
    ("all values", "[automaton_0; automaton_1", "[automaton_1; automaton_0"),
    ("all values", "(exists k, (k < 3)%nat", "(exists k, (k < 2)%nat"),
    ("digits in common", "Z.land", "Z.lor"),
    ("digits in common", "Numeration [2] 0", "Numeration [3] 0"),
    ("one digit", "automata true", "automata false"),
    ("period 2", "Numeration [1; 2] 1", "Numeration [2; 1] 1"),
    ("period 2", "Numeration [1; 2] 1", "Numeration [1] 1"),
    ("upward, period 2", "moves sums 3 ", "moves sums 0 "),
]


@pytest.mark.parametrize(
    ("name", "true", "false"),
    [
        case if n in {0, 3, 5, 8} else pytest.param(*case, marks=slow)
        for n, case in enumerate(FALSE)
    ],
)
def test_coq_refuses_false_variants(
    name: str, true: str, false: str, compiled: Path, tmp_path: Path
) -> None:
    text = law(*found(name))
    assert true in text
    failed, said = asked(text.replace(true, false), compiled, tmp_path)
    assert failed and "Error" in said


def mutants(claim: ReadByDigits, pick: Random, count: int) -> Iterator[ReadByDigits]:
    """One transition or one output is another."""
    for _ in range(count):
        if isinstance(claim, AcceptedByDigits):
            yield type(claim).of(altered(claim.automaton, pick))
        else:
            assert isinstance(claim, ValuedByDigits)
            sets = [claim.positions_of(value) for value in range(claim.most + 1)]
            k = pick.randrange(len(sets))
            sets[k] = altered(sets[k], pick)
            yield type(claim).of_sets(sets)


def is_true(game: LinearGame, claim: ReadByDigits) -> bool:
    if isinstance(claim, AcceptedByDigits):
        return game.wrong(claim, Budget()) is None
    assert isinstance(claim, ValuedByDigits)
    return refusal_of_values(game, claim, Budget()) is None


@pytest.mark.parametrize("name", cases("misere Dynamic Nim"))
def test_coq_decides_mutants_as_we_do(name: str, compiled: Path, tmp_path: Path) -> None:
    game, claim = found(name)
    changed = [each for each in mutants(claim, Random(name), 8) if each != claim]
    ours = [is_true(game, each) for each in changed]
    assert not all(ours)
    text = ""
    for each in [claim, *changed]:
        data = law(game, each)
        defined = data[data.index("Definition numeration") : data.index("Definition game")]
        (check,) = re.findall(r"Lemma checked : (check .*) = true\.", data)
        check = re.sub(r"N.to_nat \d+", f"N.to_nat {STEPS}", check)
        head = data[: data.index("Definition numeration")]
        text = text or head
        text += (
            f"Module M{len(text)}.\n{defined}\nEval vm_compute in ({check}).\nEnd M{len(text)}.\n"
        )
    failed, said = asked(text, compiled, tmp_path)
    assert not failed, said[-300:]
    assert re.findall(r"= (true|false)", said) == [str(each).lower() for each in [True, *ours]]


@pytest.mark.parametrize("name", cases("misere Dynamic Nim", "all values", "heaps", "period 2"))
def test_the_theorem_is_what_was_asked(name: str) -> None:
    """The formula is the rule, and the automata tell what the definition does."""
    game, claim = found(name)
    read = Told(law(game, claim))
    about = "is_valued" if CASES[name][2] else "is_lost_in_misere" if game.misere else "is_lost"
    assert read.about == about and tuple(read.names) == game.names
    n = len(game.names)
    side, values = (60 if n == 1 else 6), Values(game)
    for before in product(range(side), repeat=n):
        options = {tuple(to) for to in game.options(before)}
        for after in product(range(side if n == 1 else 2 * side + 2), repeat=n):
            assert read.leads(before, after, side) == (after in options), (before, after)
    position = f"[{'; '.join(game.names)}]"
    said = " ".join(read.said.split())
    if isinstance(claim, ValuedByDigits):
        count = len(read.automata)
        wanted = f"valued {position} k <-> accepts numeration (member automata k) {position} = true"
        assert f"(forall k, (k < {count})%nat -> ({wanted}))" in said
        assert (f"(exists k, (k < {count})%nat /\\ valued {position} k)" in said) == claim.complete
        assert count == claim.most + 1
        names = [f"automaton_{k}" for k in range(count)]
    else:
        assert f"lost {position} <-> accepts numeration automaton {position} = true" in said
        names = ["automaton"]
    for before in product(range(60), repeat=n):
        value = values.at(before)
        assert [read.accepted(each, before) for each in names] == [
            value == k for k in range(len(names))
        ]
