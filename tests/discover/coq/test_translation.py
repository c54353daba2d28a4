"""The translation is right: from the term of every rule Coq computes the options of the rule."""

from __future__ import annotations

import re
from ast import literal_eval
from contextlib import suppress
from pathlib import Path

import pytest
from own_clock import NEVER

import rules.families
from discover.coq.compiler import compiled as compile_file
from discover.coq.compiler import find_coqc
from discover.coq.export import library
from discover.coq.expressions import Untranslated, options_term
from discover.coq.games import game_of
from discover.coq.law import CoqLaw
from discover.coq.translated import translated
from discover.known import theorems
from discover.patterns.geometric import Geometric
from discover.patterns.not_periodic import NotPeriodic
from discover.patterns.periodic import Periodic
from discover.theorem import Inapplicable
from discover.theorems.residue_window import listing_of
from rules.computing.working import working_seconds
from rules.errors import MexploreError
from rules.members import members
from rules.notation import parse_rule
from rules.rule import Rule

SMALL = 12

MORE = (
    "subtract(2, 5, squares)",
    "subtract(3, residues(1, 2 mod 6 from 5))",
    "0.{0,2!,3?}",
    "4=.3",
    "0.F",
    "0.{3=,3!}",
    "4=8?.8!",
    "0.3[7]",
    "0.15[37]",
    "0.{1,5}",
    "n -> [n - 2 if n > 4 or n % 3 == 1 else (n // 3, n // 4)]",
    "n -> [ceil(n/3) - 1, min(n - 1, 5), max(n - 4, n // 2 - 1)]",
    "n -> [n - 1] + ([n // 2] if not 2 < n <= 7 else [])",
    "n -> [-n // 3 + n - 1, (n >> 1) - 1, n - (n % 4 == 0) - 1]",
    "leave(0 .. (n - 5) // 3)",
    "leave(0 .. n // 2 + 1)",
    "remove(1 .. (2 * n + 1) // 3)",
    "leave(n // 6 .. n // 2)",
    "leave(2 .. isqrt(n) + 1)",
    "remove(1 .. isqrt(2 * n) - 1)",
    "remove(2 .. n // 3)",
    "leave(n // 2 .. n - 3)",
    "leave(n // 3 + 2 .. 2 * n // 4)",
    "divide(5) or divide(5, ceil)",
    "n -> [2 * n // 3] if n >= 20 else [n // 2]",
)


SAMPLE = (Periodic(1, 2), Periodic(1, 2, 1), Geometric(2, 5), NotPeriodic())
"""Claims that need not be true: what matters is the game that a theorem writes down."""


def _examples() -> list[str]:
    found = [text for family in members(rules.families, Rule) for text in family.examples]
    return [*found, *MORE]


def _rules() -> list[Rule]:
    known = []
    for text in _examples():
        try:
            known.append(parse_rule(text))
        except MexploreError:  # a file of the user's own
            continue
    return known


def _terms(rule: Rule) -> set[str]:
    """Every term by which the rule may stand in a proof."""
    found = {game_of(rule)} - {None}
    body = listing_of(rule)
    if body is not None:
        with suppress(Untranslated):
            found.add(f"expression {options_term(body)}")
    for theorem in theorems():
        shape = theorem.hypotheses(rule)
        if isinstance(shape, Inapplicable):
            continue
        sample = [claim for claim in SAMPLE if theorem.is_about(claim)]
        for claim in [*theorem.claims_before(shape, working_seconds()), *sample]:
            law = translated(theorem, rule, shape, claim)
            if isinstance(law, CoqLaw):
                found.add(f"{law.game} WITH {law.header}")
    return {term for term in found if term is not None}


def _options(rule: Rule, n: int) -> set[tuple[int, ...]]:
    """The options, each as a multiset of heaps."""
    return {tuple(sorted(option)) for option in rule.options(n)}


def _inside(term: str) -> str:
    """The term with the function that its header defines in its place."""
    game, _, header = term.partition(" WITH ")
    defined = re.fullmatch(r"\s*Definition (\w+) : N -> N := (.*)\.", header, re.DOTALL)
    if defined is None:
        return game
    return f"let {defined[1]} : N -> N := {defined[2]} in {game}"


def test_the_options_are_those_of_the_rule(tmp_path: Path, compiled: Path) -> None:
    cases = [(rule, _inside(term)) for rule in _rules() for term in sorted(_terms(rule))]
    assert len(cases) >= 40
    lines = [
        "From Coq Require Import ZArith NArith List.",
        f"From Mexplore Require Import {' '.join(library())}.",
        "Import ListNotations.",
        "Local Open Scope N_scope.",
        "Set Printing Width 1000000.",
        "Set Printing Depth 1000000.",
    ]
    for _, term in cases:
        lines.append(f"Eval vm_compute in (let game : rule := {term} in")
        lines.append(f"  map (fun n => map (filter (N.ltb 0)) (game n)) (upto {SMALL} 0)).")
    source = tmp_path / "Options.v"
    source.write_text("\n".join(lines), encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-300:]
    printed = re.findall(r"= (\[.*?\])\s*: list \(list \(list N\)\)", said, re.DOTALL)
    assert len(printed) == len(cases)
    for (rule, term), text in zip(cases, printed, strict=True):
        computed = literal_eval(text.replace(";", ","))
        assert len(computed) == SMALL
        for n, options in enumerate(computed):
            found = {tuple(sorted(heaps)) for heaps in options}
            assert found == _options(rule, n), (str(rule), term, n)


def test_terms_of_all_families_are_among_them() -> None:
    terms = {term.split(" ", 1)[0] for rule in _rules() for term in _terms(rule)}
    assert terms >= {
        "octal", "code", "code_with", "subtract", "all_but", "subtract_from", "divide",
        "divide_up", "remove_up_to", "leave_between", "expression", "between_floors",
        "remove_between", "repeating", "between_ends",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "n -> [n - d for d in range(1, n) if n % d == 0]",
        "n -> [n * n % 7 - 1] if n > 9 else []",
        "n -> [n - [1, 2, 4][n % 3]]",
        "n -> [n - 1 if n in [1, 2] else n - 2]",
    ],
)
def test_what_has_no_term_says_so(text: str) -> None:
    body = listing_of(parse_rule(text))
    assert body is not None
    with pytest.raises(Untranslated):
        options_term(body)
