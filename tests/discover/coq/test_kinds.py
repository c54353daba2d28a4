"""Systems of kinds for Coq: laws are accepted without an axiom, false ones refused, and the options
are those of the system."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from coq_evaluation import asked, evaluated, law
from random_systems import random_systems

from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.systems import kinds_term

slow = pytest.mark.slow

TWO = (
    "kinds A(n) -> B(n - 1) | B(i) + C(n - 2 - i) for i >= 1; "
    "B(n) -> A(n - 2) | B(n - 3) | A(n - 1) if n % 2 == 0; C(n) -> C(n - 2); start A(n)"
)
RING = (
    "kinds ring(n) -> row(n - 1) | row(n - 2); "
    "row(n) -> row(i) + row(n - 1 - i) | row(i) + row(n - 2 - i); start ring(n)"
)
LAWS = [
    TWO,
    RING,
    pytest.param("graph(star(1, 2, n); delete uv)", marks=slow),
    pytest.param("graph(diamonds; delete N[v])", marks=slow),
    pytest.param("graph(ladder; delete N[v])", marks=slow),
    pytest.param("word(a o^n; [oa]o -> .., o[oa] -> ..)", marks=slow),
]


@pytest.mark.parametrize("text", LAWS)
def test_coq_accepts_the_laws_of_kinds(text: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(text), compiled, tmp_path)
    assert not failed and said.count(CLOSED) == 2


CHANGES = [  # a period, a begin, a value, a move, a residue, a rank
    ("(0, 3, 1)", "(0, 2, 1)"),
    ("(1, 71, 12)", "(1, 70, 12)"),
    ("(1, 71, 12)", "(1, 71, 6)"),
    (" 12 71 2 2 laws", " 12 70 2 2 laws"),
    (" 12 71 2 2 laws", " 6 71 2 2 laws"),
    (" 12 71 2 2 laws", " 12 71 1 2 laws"),
    (" 12 71 2 2 laws", " 12 71 2 1 laws"),
    ("[0; 1; 2; 3; 1; 4;", "[0; 1; 2; 3; 4; 1;"),
    ("Schema 2 [Part 1 0 1 [0]; Part 1 0 1 [0]]", "Schema 3 [Part 1 0 1 [0]; Part 1 0 1 [0]]"),
    ("Schema 2 [Part 1 0 1 [0]; Part 1 0 1 [0]]", "Schema 2 [Part 1 1 1 [0]; Part 1 0 1 [0]]"),
    ("Schema 2 [Part 1 0 1 [0]; Part 1 0 1 [0]]", "Schema 2 [Part 1 0 5 [0]; Part 1 0 1 [0]]"),
    ("Schema 1 [Part 1 0 1 [0]] [] 1 [0]", "Schema 1 [Part 1 0 1 [0]] [] 2 [0]"),
    ("Schema 1 [Part 1 0 1 [0]] [] 1 [0]", "Schema 0 [Part 0 0 1 [0]] [] 1 [0]"),
    ("weights : list Z := [0; 0]", "weights : list Z := [0; 9]"),
]


@pytest.mark.parametrize(
    ("old", "new"),
    [c if i in {0, 2, 5, 10, 13} else pytest.param(*c, marks=slow) for i, c in enumerate(CHANGES)],
)
def test_coq_refuses_changed_laws(old: str, new: str, compiled: Path, tmp_path: Path) -> None:
    assert old in law(RING)
    failed, _ = asked(law(RING).replace(old, new), compiled, tmp_path)
    assert failed


def test_the_options_are_those_of_the_system(compiled: Path, tmp_path: Path) -> None:
    systems = list(random_systems(random.Random(8), 8, most_parts=3))
    terms = [
        f"map (fun n => of_kinds ({kinds_term(system)}) ({kind}, n)) (upto 6 0)"
        for system in systems
        for kind in range(len(system.kinds))
    ]
    listed = evaluated(
        terms, r"list \(list \(list (?:Kinds\.)?heap\)\)", ("Grundy", "Kinds"), tmp_path, compiled
    )
    heaps = ((s, (kind, n)) for s in systems for kind in range(len(s.kinds)) for n in range(6))
    by_coq = (options for of_kind in listed for options in of_kind)
    for (system, heap), options in zip(heaps, by_coq, strict=True):
        assert {tuple(map(tuple, option)) for option in options} == set(system.options(heap))
