"""The translation is right: from the term of every rule Coq computes the options of the rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, islice
from math import factorial
from pathlib import Path

import pytest
from coq_evaluation import evaluated

import mexplore.rules.families
from benchmarks.census_families import FAMILIES, rules_of
from mexplore.discover.coq.export import library, translated
from mexplore.discover.coq.families.members import KINDS
from mexplore.discover.coq.law import CoqLaw
from mexplore.discover.coq.terms import Untranslated, game_of, options_term
from mexplore.discover.families.library import shipped_families
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.theorems.residue_window import listing_of
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.boards import read_board
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.library import shipped
from mexplore.rules.members import members
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule
from mexplore.rules.systems.reading import read_system

SMALL = 12
LARGE = 40
MOST_OPTIONS = 2000
"""Of one rule, in all orders: Coq prints them."""

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
    "subtract(4, fibonacci)",
    "subtract(factorials) or 0.41",
    "leave(n // 4 .. ceil(n/6))",
    "n -> [n - k for k in range(n // 3 + 1, n // 2 + 1)] + [k for k in range(n // 4)]",
    "n -> [n - d for d in range(1, n + 1) if n % d == 0]",
    "n -> [d for d in range(2, n) if n % d == 0]",
    "n -> [n // k for k in range(2, n + 2)]",
    "n -> [n >> k for k in range(1, bit_length(n) + 1)]",
    "n -> [n % k for k in range(1, n + 1)]",
    "n -> [n - k for k in range(1, n) if gcd(k, n) == 1]",
    "n -> [n // p**j for p in range(2, n + 1) if is_prime(p) for j in range(1, n + 1) "
    "if n % p**j == 0]",
    "n -> [n & n - 1, n - 2**(bit_length(n) - 1)] if n else []",
    "n -> [(a, b) for a in range(n) for b in range(a, n)]",
    "n -> [tuple(range(n - k, n)) for k in range(n)]",
    "n -> [k for k in range(n)] if n not in [5, 9] else [0, 3, 4]",
    "n -> [n - k for k in range(2, n, 2)] + ([0] if n % 2 else [])",
)


SAMPLE = (Periodic(1, 2), Periodic(1, 2, 1), Geometric(2, 5), NotPeriodic())
"""Claims that need not be true: what matters is the game that a theorem writes down."""


def _examples() -> list[str]:
    found = [text for family in members(mexplore.rules.families, Rule) for text in family.examples]
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


def _stop(rule: Rule, most: int) -> int:
    """How many heaps are looked at: as many as have MOST_OPTIONS together, where Coq lists the
    heaps of an option in every order."""
    count = 0
    for n in range(most):
        count += sum(factorial(len(option)) for option in rule.options(n))
        if count > MOST_OPTIONS:
            return n
    return most


def compare(rules: Iterable[Rule], most: int, folder: Path, compiled: Path) -> int:
    """Hold the options of all n < most by Coq against those of each rule that has a term; the
    number of terms."""
    cases = [
        (rule, _inside(term), _stop(rule, most)) for rule in rules for term in sorted(_terms(rule))
    ]
    asked = [
        f"let game : rule := {term} in\n"
        f"  map (fun n => map (filter (N.ltb 0)) (game n)) (upto {stop} 0)"
        for _, term, stop in cases
    ]
    found = evaluated(asked, r"list \(list \(list N\)\)", library(), folder, compiled)
    for (rule, term, stop), computed in zip(cases, found, strict=True):
        assert len(computed) == stop
        for n, options in enumerate(computed):
            shown = {tuple(sorted(heaps)) for heaps in options}
            assert shown == _options(rule, n), (str(rule), term, n)
    return len(cases)


def test_the_options_are_those_of_the_rule(tmp_path: Path, compiled: Path) -> None:
    assert compare(_rules(), SMALL, tmp_path, compiled) >= 40


def _of_the_library() -> list[Rule]:
    texts = (entry.rule for entry in shipped().values())
    return [parse_rule(text) for text in texts if not (read_board(text) or read_system(text))]


@pytest.mark.slow
def test_the_options_of_the_library_and_of_the_census(tmp_path: Path, compiled: Path) -> None:
    """One run of Coq for every game of the library, and 100 rules of each family of the census."""
    families = (islice(rules_of(family, seed=28), 100) for family in FAMILIES[:10])
    rules = [*_of_the_library(), *chain.from_iterable(families)]
    assert compare(rules, LARGE, tmp_path, compiled) >= 600


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


def test_options_of_members_of_families(compiled: Path, tmp_path: Path) -> None:
    asked, games = [], []
    for family in shipped_families().values():
        theorem = kind_of(str(family.rule)).theorems()[0].name
        if theorem not in KINDS:
            continue
        kind = KINDS[theorem]
        for values in islice(family.rule.members(5), 2):
            numbers = {name: Polynomial.number(value) for name, value in values.items()}
            game = kind.game(family.rule, lambda form, at=numbers: form.with_names(at))  # type: ignore[misc]
            asked.append(f"map (fun n => map (filter (N.ltb 0)) (({game})%Z n)) (upto {SMALL} 0)")
            games.append(family.rule.member(**values))
    found = evaluated(asked, r"list \(list \(list N\)\)", library(), tmp_path, compiled)
    for game, computed in zip(games, found, strict=True):
        for n, options in enumerate(computed):
            assert {tuple(sorted(heaps)) for heaps in options} == _options(game, n), (game, n)
