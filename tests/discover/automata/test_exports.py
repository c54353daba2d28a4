"""The sentence for MONA, decided by MONA itself, and for Walnut."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from mona_asked import valid

from mexplore.discover.automata.exports.mona import mona_text
from mexplore.discover.automata.exports.walnut import COMMANDS, automaton_text, walnut_files
from mexplore.discover.automata.laws import Law, LinearTail, ResidueLaw, lines
from mexplore.discover.automata.numbers import lowest_bit
from mexplore.discover.automata.operations import Budget
from mexplore.discover.automata.prover import Decision, Holds
from mexplore.discover.heaps.patterns._ruler_tail import RulerTail
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.moves.relations import Leaving, Move, Splitting, relations_of
from mexplore.rules.notation import parse_rule

needs_mona = pytest.mark.skipif(shutil.which("mona") is None, reason="MONA is not installed")

LAWS = [
    "0.3", "0.33", "0.333", "0.7", "0.34", "0.5", "0.15", "0.27", "0.71", "0.77", "0.03", "0.303",
    "4.3", "4=.3", "0.7?", "0.[3]", "0.0[3]", "0.[30]", "0.[03]", "0.3[30]", "0.0[7]", "4.[3]",
    "0.04[3]", "subtract(1, 2)", "subtract(2, 5)", "subtract(1, 3, 4)", "subtract(2, 4, 7)",
    "subtract(1, 4)", "subtract(3, 5)", "subtract(1, 4, 6)", "subtract(all but 3)",
    "subtract(all but 2, 3)", "subtract(all but 1, 4)", "subtract(odd)", "subtract(1, even)",
    "subtract(multiples(3))", "subtract(4, multiples(3))", "0.3 or subtract(5)",
    "leave(0 .. n - 2)", "leave(n - 4 .. n - 2)", "remove(2 .. 7)", "subtract(2, odd)",
]  # fmt: skip
"""Each decided by MONA in about a second at most."""


def law_and_moves(text: str) -> tuple[Law, tuple[Move, ...]]:
    rule = parse_rule(text)
    evidence = Evidence(grundy_values(rule, 500))
    claims = [
        claim
        for kind in (Periodic, SplitPeriodic)
        for claim in kind.detect(evidence)
        if claim.first_failure(evidence) is None
    ]
    form = min(claims, key=lambda claim: claim.size()).closed_form(evidence)
    moves = relations_of(rule)
    assert form is not None
    assert isinstance(moves, tuple)
    law = form.by_residues()
    assert law is not None
    return law, moves


@needs_mona
@pytest.mark.parametrize("text", LAWS)
def test_mona_finds_the_laws_valid(text: str, tmp_path: Path) -> None:
    law, moves = law_and_moves(text)
    assert valid(mona_text(law, moves, text), tmp_path)


MUTATED = ["0.3", "0.33", "0.7", "0.5", "0.77", "4.3", "4=.3", "0.0[7]", "4.[3]", "0.04[3]",
           "subtract(1, 2)", "subtract(1, 3, 4)", "subtract(all but 2, 3)"]  # fmt: skip


@needs_mona
@pytest.mark.parametrize("text", MUTATED)
def test_mona_finds_mutants_invalid(text: str, tmp_path: Path) -> None:
    law, moves = law_and_moves(text)
    pick = Random(text)
    r = pick.randrange(law.modulus)
    old = law.classes[r]
    assert isinstance(old.tail, LinearTail)
    q = len(old.first) + pick.randint(0, 2)
    values = tuple(old.at(i) for i in range(q))
    for each in (
        ResidueLaw((*values, old.at(q) + 1), old.tail),
        ResidueLaw(old.first, replace(old.tail, constant=old.tail.constant + 1)),
    ):
        classes = (*law.classes[:r], each, *law.classes[r + 1 :])
        assert not valid(mona_text(Law(classes, law.settled), moves, text), tmp_path)


@needs_mona
def test_mona_needs_a_function(tmp_path: Path) -> None:
    """A law without a value at 0 is not valid, though no value of it is wrong."""
    moves = relations_of(parse_rule("subtract(1, 2)"))
    assert isinstance(moves, tuple)
    nowhere = Law((ResidueLaw((), LinearTail(0, 0)), ResidueLaw((), LinearTail(1, -1))), 0)
    assert not valid(mona_text(nowhere, moves, "none at 1"), tmp_path)


@needs_mona
def test_mona_agrees_on_random_laws_and_moves(tmp_path: Path) -> None:
    """Small rules of all kinds of moves: MONA's verdict is that of the automata."""
    pick, proved = Random(7), 0
    for _ in range(16):
        text = pick.choice(["0.{}{}", "4.{}{}", "0.{}[{}]"]).format(
            pick.choice("1234567"), pick.choice("1234567")
        )
        rule = parse_rule(text)
        moves = relations_of(rule)
        assert isinstance(moves, tuple)
        values = grundy_values(rule, 12).tolist()
        p = pick.randint(1, 3)
        step = max(values[2 * p] - values[p], 0)
        law = lines(values[: 2 * p], [step] * p)
        if any(isinstance(move, Splitting) and move.step and p % move.step for move in moves):
            continue
        ours = isinstance(Decision(law, moves).verdict(Budget(20_000)), Holds)
        assert valid(mona_text(law, moves, text), tmp_path) == ours
        proved += ours
    assert proved


@needs_mona
def test_mona_reads_the_ruler_and_intervals(tmp_path: Path) -> None:
    """The ruler function 2^v2(n) is that of no move at all on odd n: found invalid, but read."""
    law = Law((ResidueLaw((0,), RulerTail(0, 0, 0, -1, None)),), 1)
    halves = (Leaving(Floor(1, 0, 2), Floor(1, 0, 2)),)
    assert not valid(mona_text(law, halves, "ruler"), tmp_path)
    # n -> floor((n - 1)/2) .. n - 1 has no quasi-linear law; `any smaller heap` has F(n) = n.
    anywhere = (Leaving(Floor(0, 0), Floor(1, 5)),)
    assert valid(mona_text(lines([0, 1], [1]), anywhere, "Nim"), tmp_path)


def test_walnut_files() -> None:
    law, moves = law_and_moves("0.07")
    files = walnut_files(law, moves, "0.07")
    commands = files[COMMANDS].splitlines()
    assert [line.split()[0] for line in commands] == ["def"] * 3 + ["eval"] * 4
    assert all(line.count('"') == 2 and line.endswith(":") for line in commands)
    assert all(line.count("(") == line.count(")") for line in commands)
    assert "not tried" in files["README.txt"]


def test_walnut_automata_say_what_ours_say() -> None:
    text = automaton_text(lowest_bit())
    assert text.startswith("lsd_2 lsd_2\n")
    steps: dict[tuple[int, tuple[int, ...]], int] = {}
    outputs: dict[int, int] = {}
    state = 0
    for line in text.splitlines()[1:]:
        if "->" in line:
            bits, following = line.split("->")
            steps[state, tuple(map(int, bits.split()))] = int(following)
        elif line:
            state, outputs[state] = (int(word) for word in line.split())
    for m in range(40):
        for u in range(40):
            state = 0
            for j in range(6):
                state = steps[state, (m >> j & 1, u >> j & 1)]
            assert bool(outputs[state]) == lowest_bit().accepts(m, u)
