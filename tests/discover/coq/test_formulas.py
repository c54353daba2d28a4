"""Laws that are formulas: what is written for Coq is what was asked, Coq accepts it, and refuses
it when the formula or the moves are changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from coq_reader import game_in, law_in, values_of
from own_clock import NEVER

from mexplore.discover.coq.compiler import CLOSED, find_coqc
from mexplore.discover.coq.compiler import compiled as compile_file
from mexplore.discover.coq.export import CoqProof, coq_proof
from mexplore.discover.heaps.known import theorem_named
from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.patterns.nim_but import NimBut
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

HEAPS = 60

DIVISORS = "n -> [d for d in range(1, n) if n % d == 0]"
SUBMASKS = "n -> [k for k in range(n) if n & k == k]"
TURTLES = "n -> [(0, b) for b in range(n)] + [(a, b) for a in range(1, n) for b in range(1, a)]"
RULER = "n -> [tuple(range(n - k, n)) for k in range(n)]"
REMOVED = "n -> [n - d for d in range(1, n + 1) if n % d == 0]"
COPRIME = "n -> [n - k for k in range(1, n) if gcd(k, n) == 1]"
BY_PRIMES = "n -> [n // p for p in range(2, n + 1) if n % p == 0 and is_prime(p)]"
CLEARED = "n -> [n & n - 1]"
ONE_LEFT_OUT = "n -> [n - k for k in range(1, n + 1) if not (n == 3 and k == 1)]"
FAR_OUT = "n -> [n - k for k in range(1, n + 1) if n != 10**9 + 7 or k > 1]"

RULES: dict[str, str] = {
    REMOVED: "removed divisors",
    "n -> [n - d for d in range(1, n) if n % d == 0]": "removed divisors",
    DIVISORS: "longest chain",
    "n -> [d for d in range(2, n) if n % d == 0]": "longest chain",
    SUBMASKS: "longest chain",
    "n -> [n // k for k in range(2, n + 1)]": "longest chain",
    "n -> [n // k for k in range(2, n + 2)]": "longest chain",
    "n -> [n >> k for k in range(1, bit_length(n) + 1)]": "longest chain",
    "n -> [n % k for k in range(1, n + 1)]": "longest chain",
    COPRIME: "coprime moves",
    "n -> [n - k for k in range(1, n + 1) if gcd(k, n) == 1]": "coprime moves",
    BY_PRIMES: "prime exponents",
    "n -> [n // p for p in range(2, n) if n % p == 0 and is_prime(p)]": "prime exponents",
    "n -> [n // p**j for p in range(2, n + 1) if is_prime(p) for j in range(1, n + 1) "
    "if n % p**j == 0]": "prime exponents",
    CLEARED: "clearing digits",
    "n -> [n - 2**v2(n), n ^ 1 << bit_length(n) - 1] if n > 0 else []": "clearing digits",
    TURTLES: "turning coins",
    "n -> [(a, b) for a in range(n) for b in range(a, n)]": "turning coins",
    RULER: "turning coins",
    ONE_LEFT_OUT: "Nim but for few heaps",
    FAR_OUT: "Nim but for few heaps",
    "n -> [k for k in range(n)] if n not in [5, 9, 12] else [0, 3, 4]": "Nim but for few heaps",
    "n -> [k for k in range(n) if n != 9 or k not in [2, 4]] if n != 4 else [0, 1]": (
        "Nim but for few heaps"
    ),
}

CHANGED: list[tuple[str, str, str]] = [
    (REMOVED, "true true", "true false"),  # the heap itself may not be removed
    (REMOVED, "= k + 1", "= k"),
    (DIVISORS, "length l)", "length l) + 1"),
    (DIVISORS, "Divisors true", "Divisors false"),
    (SUBMASKS, "ones n", "ones n + 1"),
    (COPRIME, "true false", "true true"),
    (COPRIME, "2 <= n", "1 <= n"),
    (BY_PRIMES, "PrimeDivisors", "PrimePowers"),
    (BY_PRIMES, "(length l)", "(length l - 1)"),
    (CLEARED, "clear_digits true false", "clear_digits false false"),
    (TURTLES, "1 <= n", "0 <= n"),
    (TURTLES, "then 2 * (n - 1) else", "then 2 * (n - 1) + 1 else"),
    (RULER, "= 2 ^ k", "= k"),
    (ONE_LEFT_OUT, "Except [2]", "Except [1]"),
]

FALSE: list[tuple[str, Pattern]] = [
    (ONE_LEFT_OUT, NimBut(((3, 1),))),
    (ONE_LEFT_OUT, NimBut(((3, 2), (7, 1)))),
    (FAR_OUT, NimBut(((10**9 + 7, 10**9 + 5),))),
    (FAR_OUT, NimBut(((10**9 + 6, 0),))),
]
"""What is changed in the game or in the law alone."""


def _claim(text: str) -> Pattern:
    """What the theorem says of the rule."""
    theorem = theorem_named(RULES[text])
    assert theorem is not None
    shape = theorem.hypotheses(parse_rule(text))
    claims: list[Pattern] = list(theorem.claims_of(shape))
    assert len(claims) == 1
    return claims[0]


def _law(text: str, claim: Pattern | None = None) -> str:
    proof = coq_proof(parse_rule(text), claim or _claim(text), RULES[text])
    assert isinstance(proof, CoqProof), proof
    return proof.files["Law.v"]


@pytest.mark.parametrize("text", RULES)
def test_the_theorem_is_what_was_asked(text: str) -> None:
    written, values = _law(text), grundy_by_definition(parse_rule(text), HEAPS)
    assert values_of(game_in(written), HEAPS) == values
    holds, _ = law_in(written)
    assert all(holds(values, n) for n in range(HEAPS))


@pytest.mark.parametrize(("text", "old", "new"), CHANGED)
def test_the_reader_sees_what_is_changed(text: str, old: str, new: str) -> None:
    changed = _changed(_law(text), old, new)
    values = grundy_by_definition(parse_rule(text), HEAPS)
    try:
        holds, _ = law_in(changed)
    except ValueError:  # a law that is never written
        return
    right = values_of(game_in(changed), HEAPS) == values and all(
        holds(values, n) for n in range(HEAPS)
    )
    assert not right


def _changed(written: str, old: str, new: str) -> str:
    """The file with something else in its game and law; the proof stays as it is."""
    before, proof = written.split("Proof.", 1)
    assert old in before.split("Definition game", 1)[1]
    head, told = before.split("Definition game", 1)
    return f"{head}Definition game{told.replace(old, new)}Proof.{proof}"


@pytest.mark.parametrize(
    ("text", "claim"),
    [(REMOVED, Named("v2(n)", 1)), (DIVISORS, Named("Omega(n)", 0)), (CLEARED, Named("v2(n)", 0))],
)
def test_another_formula_is_not_exported(text: str, claim: Pattern) -> None:
    refused = coq_proof(parse_rule(text), claim, RULES[text])
    assert isinstance(refused, Inapplicable) and "another formula" in refused.reason


def test_coq_accepts_and_refuses(tmp_path: Path, compiled: Path) -> None:
    """One file: every law, and every changed one, which Coq has to refuse."""
    laws = [*map(_law, RULES)]
    false = [_changed(_law(text), old, new) for text, old, new in CHANGED]
    false += [_law(text, claim) for text, claim in FALSE]
    parts = [*laws, *map(_refused, false)]
    source = tmp_path / "Laws.v"
    modules = (f"Module Law{i}.\n{part}\nEnd Law{i}.\n" for i, part in enumerate(parts))
    source.write_text("".join(modules), encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-600:]
    assert said.count(CLOSED) == 2 * len(laws) and "Axioms" not in said


def _refused(written: str) -> str:
    """The theorem alone, whose proof must fail."""
    theorem, proof = written.split("Proof.\n  apply (", 1)
    by = proof.split(").\n", 1)[0]
    return f"{theorem}Proof.\n  Fail solve [apply ({by}); vm_compute; reflexivity].\nAbort."
