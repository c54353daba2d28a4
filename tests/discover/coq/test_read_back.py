"""What is written for Coq says what was asked: the game and the law of ``Law.v`` are read back by a
small reader of their own, and compared with the rule and with its values."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from coq_evaluation import law
from coq_reader import game_in, law_in, laws_of_kinds, values_of, values_of_kinds

from mexplore.discover.coq.export import CoqProof, coq_proof
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.definition import grundy_by_definition as values_of_system
from mexplore.rules.systems.written import WrittenSystem

HEAPS = 60
Case = tuple[str, Pattern, str]
BESIDE_CUBES = "subtract(cubes) or leave((n - 3) // 3 .. n // 7)"
BY_CLASSES = (
    "n -> [n - k for k in range(3, n + 1, 3)] + ([1] if n > 1 and n % 3 else []) "
    "+ ([4] if n > 4 and n % 3 == 2 else [])"
)
LAWS: list[Case] = [
    ("subtract(1, 3, 4)", Periodic(0, 7), "finite window"),
    ("divide(2..6)", Geometric(12, 6), "floors commute"),
    ("divide(2, ceil)", Geometric(4, 3, ceil=True), "floors commute"),
    ("0.77", Periodic(71, 12), "Guy-Smith"),
    ("0.34", Periodic(7, 8), "Guy-Smith"),
    ("0.7!", Periodic(0, 2), "equal or unequal heaps"),
    ("0.F!", Periodic(0, 2), "equal or unequal heaps"),
    ("4=.3", Periodic(3, 2), "equal or unequal heaps"),
    ("0.3[7]", Periodic(0, 1, 1), "Nim and more"),
    ("subtract(all but 2, 3, 7)", Periodic(0, 4, 2), "all-but window"),
    ("leave(n // 6 .. n // 2)", Geometric(12, 6), "floors commute"),
    ("subtract(1, primes)", Periodic(0, 4), "collapse"),
    ("subtract(multiples(3))", Periodic(0, 3, 1), "multiples and a few"),
    ("subtract(2, residues(1 mod 5))", Periodic(10, 5), "residue classes and a few"),
    ("n -> [n - 1, n - 3] if n % 3 else [n - 2]", Periodic(0, 6), "residue window"),
    ("leave(n // 4 .. ceil(n/6))", Periodic(20, 1), "residue window"),
    ("n -> [n - gcd(n, 6)]", Periodic(0, 12), "residue window"),
    ("subtract(11, powers(3))", Periodic(0, 2), "collapse"),
    ("subtract(3, 11) or leave(ceil(n/2) + 1 .. n // 2)", Periodic(0, 14), "residue window"),
    ("subtract(even, fibonacci)", Periodic(0, 14, 7), "collapse"),
    (BY_CLASSES, Periodic(0, 3, 1), "smaller heaps of a class"),
    ("n -> [k for k in range(n % 2 + 2, n, 2)]", Periodic(2, 2, 1), "smaller heaps of a class"),
    (BESIDE_CUBES, NotPeriodic(), "a multiple of every period"),
    ("subtract(factorials) or 0.41", NotPeriodic(), "a multiple of every period"),
]


def _periodic(text: str, theorem: str) -> Iterator[Case]:
    """The rule with its law, if its first values show one."""
    values = grundy_by_definition(parse_rule(text), 300)
    for p in range(1, 60):
        if all(values[n + p] == values[n] for n in range(100, 300 - p)):
            n0 = next(m for m in range(101) if values[m + p : 300] == values[m : 300 - p])
            yield text, Periodic(n0, p), theorem
            return


def _many() -> Iterator[Case]:
    """Laws of random rules: sets, and codes of one and of two heaps."""
    yield "{3,5}.0", Periodic(1, 2, 1), "automata"
    draw = Random(47)
    for _ in range(55):
        numbers = sorted(draw.sample(range(1, 12), draw.randint(1, 4)))
        yield from _periodic(f"subtract({', '.join(map(str, numbers))})", "finite window")
    for digits in draw.sample(
        [(a, b, c) for a in range(8) for b in range(8) for c in range(4)], 60
    ):
        yield from _periodic(f"0.{''.join(map(str, digits))}", "Guy-Smith")


def _agrees(case: Case) -> None:
    text, claim, theorem = case
    proof = coq_proof(parse_rule(text), claim, theorem)
    assert isinstance(proof, CoqProof), (text, proof)
    written = proof.files["Law.v"]
    values = grundy_by_definition(parse_rule(text), HEAPS)
    assert values_of(game_in(written), HEAPS) == values, text
    holds, numbers = law_in(written)
    assert all(holds(values, n) for n in range(HEAPS)), text
    if isinstance(claim, Periodic) and numbers:
        assert numbers == (claim.preperiod, claim.period, claim.saltus), text


@pytest.mark.parametrize("case", LAWS, ids=lambda case: case[0])
def test_the_theorem_is_what_was_asked(case: Case) -> None:
    _agrees(case)


@pytest.mark.slow
def test_a_hundred_theorems_are_what_was_asked() -> None:
    cases = [*_many()]
    assert len(cases) + len(LAWS) >= 100
    for case in cases:
        _agrees(case)


KINDS = [
    "kinds A(n) -> B(n - 1) | B(i) + C(n - 2 - i) for i >= 1; "
    "B(n) -> A(n - 2) | B(n - 3) | A(n - 1) if n % 2 == 0; C(n) -> C(n - 2); start A(n)",
    "kinds B(0) -> none; B(n) -> B(i) + Z(n - 1 - i) | A(n); A(n) -> A(i) + P(n - 1 - i); "
    "P(0) -> none; P(n) -> P(n - 1); Z(n) -> none; start B(n)",
    "kinds A(0) -> none; A(3) -> A(1) | 0; A(n) -> A(n - 1) | B(n - 2) if n % 2 == 1; "
    "B(n) -> A(n - 1) | B(n - 2); start A(n)",
]


@pytest.mark.parametrize("text", KINDS, ids=range(len(KINDS)))
def test_the_laws_of_kinds_are_what_was_asked(text: str) -> None:
    written, game = law(text), WrittenSystem.parse(text)
    assert game is not None
    values = values_of_system(game.system, HEAPS)
    assert values_of_kinds(written, HEAPS) == values
    laws = laws_of_kinds(written)
    assert {kind for kind, *_ in laws} == set(range(len(values)))
    for kind, n0, p, s in laws:
        assert all(_holds(values[kind], n, n0, p, s) for n in range(HEAPS - p))
        assert n0 == 0 or not _holds(values[kind], n0 - 1, 0, p, s)


def _holds(values: list[int], n: int, n0: int, p: int, s: int) -> bool:
    return n < n0 or values[n + p] == values[n] + s


def test_the_reader_sees_what_is_wrong_with_kinds() -> None:
    written = law(KINDS[1])
    for old, new in (("Schema 1 [Part 0", "Schema 2 [Part 0"), ("Part 2 0 1", "Part 2 1 1")):
        assert old in written
        assert values_of_kinds(written.replace(old, new), 20) != values_of_kinds(written, 20)
    assert (0, 3, 1, 1) in map(tuple, laws_of_kinds(written))


def test_the_reader_sees_what_is_wrong() -> None:
    """Another game, bound, period or rise is not taken for the one that was asked."""
    proof = coq_proof(parse_rule("subtract(1, 3, 4)"), Periodic(0, 7), "finite window")
    assert isinstance(proof, CoqProof)
    text = proof.files["Law.v"]
    values = grundy_by_definition(parse_rule("subtract(1, 3, 4)"), HEAPS)
    other = text.replace("subtract [1; 3; 4]", "subtract [1; 3; 5]")
    assert values_of(game_in(other), HEAPS) != values
    for old, new in (("(n + 7)", "(n + 6)"), ("= G n.", "= G n + 1.")):
        holds, numbers = law_in(text.replace(old, new))
        assert numbers != (0, 7, 0) and not all(holds(values, n) for n in range(HEAPS))
    assert law_in(text.replace("0 <= n", "1 <= n"))[1] == (1, 7, 0)
