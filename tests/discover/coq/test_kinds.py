"""Systems of kinds for Coq: laws are accepted without an axiom, false ones refused, and the options
are those of the system."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from coq_evaluation import asked, evaluated, law
from drawn_systems import Given, ending, known, pairs, random_growing, split
from random_systems import random_systems

from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.systems import SystemTerms, kinds_term
from mexplore.discover.coq.windows import Window
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.theorems.growing import GrowingKinds
from mexplore.rules.systems.system import Kind, Part, Schema, System

slow = pytest.mark.slow

TWO = (
    "kinds A(n) -> B(n - 1) | B(i) + C(n - 2 - i) for i >= 1; "
    "B(n) -> A(n - 2) | B(n - 3) | A(n - 1) if n % 2 == 0; C(n) -> C(n - 2); start A(n)"
)
RING = (
    "kinds ring(n) -> row(n - 1) | row(n - 2); "
    "row(n) -> row(i) + row(n - 1 - i) | row(i) + row(n - 2 - i); start ring(n)"
)
NIM_WITH_A_PASS = (
    "kinds B(0) -> none; B(n) -> B(i) + Z(n - 1 - i) | A(n); "
    "A(n) -> A(i) + Z(n - 1 - i); Z(n) -> none; start B(n)"
)
TWO_HEAPS_OF_NIM = (
    "kinds C(n) -> A(i) + A(n - 1 - i); A(n) -> A(i) + Z(n - 1 - i); Z(n) -> none; start C(n)"
)
BESIDE_A_BIT = (
    "kinds B(0) -> none; B(n) -> B(i) + Z(n - 1 - i) | A(n); A(n) -> A(i) + P(n - 1 - i); "
    "P(0) -> none; P(n) -> P(n - 1); Z(n) -> none; start B(n)"
)
BUT_FOR_THREE = "kinds A(0) -> none; A(3) -> A(1) | 0; A(n) -> A(n - 1) | A(n - 2); start A(n)"
LAWS = [
    TWO,
    BUT_FOR_THREE,
    RING,
    TWO_HEAPS_OF_NIM,
    BESIDE_A_BIT,
    pytest.param(NIM_WITH_A_PASS, marks=slow),
    pytest.param("kinds A(n) -> A(i) + Z(n - 1 - i); Z(n) -> none; start A(n)", marks=slow),
    pytest.param("graph(star(1, 2, n); delete uv)", marks=slow),
    pytest.param("graph(diamonds; delete N[v])", marks=slow),
    pytest.param("graph(ladder; delete N[v])", marks=slow),
    pytest.param("word(a o^n; [oa]o -> .., o[oa] -> ..)", marks=slow),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "n -> [n - 1, n - 2] if n != 5 else [n - 1]",
        "n -> [n // 2, n // 3] if n != 5 else [n - 1]",
        "n -> [n - 1, n - 3] if n >= 7 else [n - 1]",
    ],
)
def test_rules_with_exceptions_are_accepted(text: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(text), compiled, tmp_path)
    assert not failed and said.count(CLOSED) >= 2


@pytest.mark.parametrize("text", LAWS)
def test_coq_accepts_the_laws_of_kinds(text: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(text), compiled, tmp_path)
    assert not failed and said.count(CLOSED) == 2


CHANGES = [  # a period, a begin, a value, a move, a residue, a rank
    (RING, "(0, 3, 1, 0)", "(0, 2, 1, 0)"),
    (RING, "(1, 71, 12, 0)", "(1, 70, 12, 0)"),
    (RING, "(1, 71, 12, 0)", "(1, 71, 6, 0)"),
    (RING, "Window 12 1 71 2 2 71 156 4 1", "Window 12 1 70 2 2 71 156 4 1"),
    (RING, "Window 12 1 71 2 2 71 156 4 1", "Window 6 1 71 2 2 71 156 4 1"),
    (RING, "Window 12 1 71 2 2 71 156 4 1", "Window 12 1 71 1 2 71 156 4 1"),
    (RING, "Window 12 1 71 2 2 71 156 4 1", "Window 12 1 71 2 1 71 156 4 1"),
    (RING, "[0; 1; 2; 3; 1; 4;", "[0; 1; 2; 3; 4; 1;"),
    (RING, "Schema 2 [Part 1 0 1 [0]; Part", "Schema 3 [Part 1 0 1 [0]; Part"),
    (RING, "Schema 2 [Part 1 0 1 [0]; Part", "Schema 2 [Part 1 1 1 [0]; Part"),
    (RING, "Schema 2 [Part 1 0 1 [0]; Part", "Schema 2 [Part 1 0 5 [0]; Part"),
    (RING, "Schema 1 [Part 1 0 1 [0]] [] 1 [0]", "Schema 1 [Part 1 0 1 [0]] [] 2 [0]"),
    (RING, "Schema 1 [Part 1 0 1 [0]] [] 1 [0]", "Schema 0 [Part 0 0 1 [0]] [] 1 [0]"),
    (RING, "weights : list Z := [0; 0]", "weights : list Z := [0; 9]"),
    (BESIDE_A_BIT, "(0, 3, 1, 1)", "(0, 3, 1, 2)"),  # by how much values rise
    (BESIDE_A_BIT, "(0, 3, 1, 1)", "(0, 2, 1, 1)"),
    (BESIDE_A_BIT, "[1; 0; 0; 0]", "[0; 0; 0; 0]"),
    (BESIDE_A_BIT, "Window 2 1 3 2 1 6 13 1 3", "Window 2 1 3 2 1 6 13 0 6"),  # the power
    (BESIDE_A_BIT, "Window 2 1 3 2 1 6 13 1 3", "Window 2 1 3 2 1 5 13 1 3"),  # what is far
    (BESIDE_A_BIT, "Window 2 1 3 2 1 6 13 1 3", "Window 2 1 3 2 1 6 13 1 2"),  # and large
    (BESIDE_A_BIT, "Window 2 1 3 2 1 6 13 1 3", "Window 2 1 3 2 1 6 12 1 3"),
    (BUT_FOR_THREE, "[[]; [(0, 1)]]", "[[]; [(0, 1)]; [(0, 2)]]"),  # what the heap of 3 has
    (BUT_FOR_THREE, "[[]; [(0, 1)]]", "[[]; [(0, 2)]]"),
    (TWO_HEAPS_OF_NIM, "Window 2 2 0", "Window 2 1 0"),  # both are changed
    (TWO_HEAPS_OF_NIM, "(0, 0, 2, 0)", "(0, 0, 1, 0)"),
]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        c if i in {0, 2, 5, 13, 14, 17} else pytest.param(*c, marks=slow)
        for i, c in enumerate(CHANGES)
    ],
)
def test_coq_refuses_changed_laws(
    text: str, old: str, new: str, compiled: Path, tmp_path: Path
) -> None:
    assert old in law(text)
    failed, _ = asked(law(text).replace(old, new), compiled, tmp_path)
    assert failed


def check(terms: SystemTerms, window: str = "") -> str:
    """The computation of the library as a term, with these numbers, or those that are found."""
    defined = re.findall(r"Definition (\w+) : (.*?) :=\s*(.*?)\.(?:\n|$)", terms.header, re.DOTALL)
    named = "".join(f"let {name} : {kind} := {body} in " for name, kind, body in defined)
    numbers = f"tables ({window or terms.window.term}) laws"
    return f"[{named}if check_kinds {terms.ranked} {numbers} then 1 else 0]"


def accepted(terms: list[str], folder: Path, compiled: Path) -> list[int]:
    """Which of these computations are true."""
    modules = ("Grundy", "Evaluate", "Kinds", "KindShifts", "KindLaws")
    return [answer for (answer,) in evaluated(terms, r"list N", modules, folder, compiled)]


def changed(claim: KindLaws) -> Iterator[KindLaws]:
    """Claims of which one number of one kind is another."""
    for number, (name, own) in enumerate(claim.laws):
        for other in (
            replace(own, period=own.period + 1),
            replace(own, preperiod=max(own.preperiod - 1, 0)),
            replace(own, saltus=own.saltus + 1),
        ):
            laws = (*claim.laws[:number], (name, other), *claim.laws[number + 1 :])
            yield KindLaws(claim.start, laws)


def terms_of(system: System, claim: KindLaws) -> SystemTerms | Inapplicable:
    return SystemTerms.of(system, ((system.numbers[name], own) for name, own in claim.laws))


@pytest.mark.parametrize(
    ("make", "count"),
    [
        (random_growing, 4),
        (pairs, 4),
        pytest.param(random_growing, 50, marks=slow),
        pytest.param(pairs, 30, marks=slow),
    ],
)
def test_laws_of_random_kinds_that_grow(
    make: Callable[[random.Random], System], count: int, compiled: Path, tmp_path: Path
) -> None:
    """What is proved is accepted, and claims that are false are not."""
    right, wrong = [], []
    for system in ending(random.Random(47), make, count):
        values = known(system, 70)
        for claim in KindLaws.detect(values):
            bound = GrowingKinds().bound(Given(system), claim, values)
            terms = terms_of(system, claim)
            if isinstance(bound, Inapplicable) or bound > 70 or isinstance(terms, Inapplicable):
                continue
            right.append(check(terms))
            for other in changed(claim):
                if other.first_failure(values) is not None:
                    false = terms_of(system, other)
                    assert isinstance(false, SystemTerms)
                    wrong += [check(false), check(false, terms.window.term)]
    assert len(right) >= count // 4 and all(accepted(right, tmp_path, compiled))
    random.Random(count).shuffle(wrong)
    assert len(wrong) > count and not any(accepted(wrong[: 3 * count], tmp_path, compiled))


def test_what_is_compared() -> None:
    """Nim heaps beside 0 or 1: a period is even, and what is raised by 2 is far from 0 and 1."""
    parity = Kind("P", schemas=(split(1, 1),))
    system = System((Kind("A", schemas=(split(1, 0, 1),)), parity))
    laws = [(0, Periodic(0, 1, 1)), (1, Periodic(0, 2))]
    # p, e, n0, parts, drop, far, ready, q, large; the rise of A; the kinds that have laws
    assert Window.of(system, laws).term == "Window 2 1 0 2 1 4 9 1 2 [1; 0] [0; 1]"
    assert Window.of(system, laws[1:]).few == [0, None]


NOTHING = Kind("Z")
WORTH_TWO = Kind("two", (((), ((3, 0),)),))
LATE = (  # laws that fail at 10, after they have held for long: see the theorem's docstring
    System(
        (
            Kind("A", (), (split(1, 0, 1), Schema(2, (Part(0, 6),), ((2, 1),)))),
            NOTHING,
            WORTH_TWO,
            Kind("one", (((),),)),
        )
    ),
    System((Kind("A", ((),), (split(2, 0, 1), split(1, 0))), Kind("P", schemas=(split(1, 1),)))),
)
CLAIMS = (
    [(0, Periodic(0, 1, 1)), (1, Periodic(0, 1)), (2, Periodic(2, 1)), (3, Periodic(1, 1))],
    [(0, Periodic(3, 1, 1)), (1, Periodic(0, 2))],
)


@pytest.mark.parametrize("number", [0, 1])
def test_no_numbers_make_a_late_law_true(number: int, compiled: Path, tmp_path: Path) -> None:
    terms = SystemTerms.of(LATE[number], CLAIMS[number])
    assert isinstance(terms, SystemTerms)
    draw = random.Random(number)
    tried = []
    for _ in range(60):
        period, times, parts = draw.choice([1, 2, 4]), draw.choice([1, 2]), draw.choice([1, 2])
        power, large = draw.choice([0, 1, 2]), draw.randint(1, 4)
        far = draw.randint(0, 9)
        ready = draw.randint(0, 2 * far + 2)
        rise = period >> power or 1
        tried.append(
            f"Window {period} {times} {draw.randint(0, 3)} {parts} 2 {far} {ready} {power} "
            f"{large} [{rise}; 0] [0; 1; 2; 3]"
        )
    assert not any(accepted([check(terms, each) for each in tried], tmp_path, compiled))


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
