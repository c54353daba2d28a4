"""The Coq library and what is written for it, without Coq: no axiom, no gap, no name that is not
there."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from own_clock import NEVER

from mexplore.discover.coq.export import (
    CoqProof,
    coq_proof,
    library,
    library_file,
    needed,
    requires,
    translated,
)
from mexplore.discover.coq.law import CoqLaw, law_file
from mexplore.discover.heaps.known import theorem_named
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.run_queue import RunQueue
from mexplore.discover.heaps.patterns.slow_interval import SlowInterval
from mexplore.discover.heaps.patterns.threshold import Threshold
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.forms import Floor, Root
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

ROOT = Path(__file__).parents[3]
HALVES = Automatic(2, ((0, 3), (3, 4), (4, 3), (1, 4), (2, 3)), (0, 0, 0, 1, 2))

FIRST = 1000
EXPORTED: list[tuple[str, Pattern, str]] = [
    ("subtract(1, 3, 4)", Periodic(0, 7), "finite window"),
    ("divide(2..6)", Geometric(12, 6), "floors commute"),
    ("divide(2, 3, ceil)", Geometric(6, 4, ceil=True), "floors commute"),
    ("0.77", Periodic(71, 12), "Guy-Smith"),
    ("0.156", Periodic(3479, 349), "Guy-Smith"),
    ("0.{1,5}", Periodic(1, 2), "Guy-Smith"),
    ("0.77!", Periodic(540, 4), "equal or unequal heaps"),
    ("0.F!", Periodic(0, 2), "equal or unequal heaps"),
    ("0.3[7]", Periodic(0, 1, 1), "Nim and more"),
    ("4=.3", Periodic(3, 2), "two equal or unequal heaps"),
    ("subtract(all but 2, 3, 7)", Periodic(0, 4, 2), "all-but window"),
    ("remove(1 .. n // 2)", SlowInterval(Floor(1, 0, 2)), "slow f"),
    ("remove(1 .. isqrt(n))", SlowInterval(Root(1)), "slow f"),
    ("leave(0 .. n // 2)", Threshold(Floor(1, 0, 2)), "move anywhere"),
    ("leave(3 .. isqrt(n))", Threshold(Root(1), 3), "move anywhere"),
    ("remove(2 .. n // 3)", RunQueue(Floor(1, 0, 3), 2), "queue of runs"),
    ("remove(2 .. isqrt(n) - 1)", RunQueue(Root(1, 0, -1), 2), "queue of runs"),
    ("leave(n // 6 .. n // 2)", Geometric(12, 6), "floors commute"),
    ("subtract(1) or divide(2)", HALVES, "window product"),
    ("subtract(1, primes)", Periodic(0, 4), "collapse"),
    ("0.A7", Periodic(1, 4), "Guy-Smith"),
    ("subtract(multiples(3))", Periodic(0, 3, 1), "multiples and a few"),
    ("subtract(2, residues(1 mod 5))", Periodic(10, 5), "residue classes and a few"),
    ("n -> [n - 1, n - 3] if n % 3 else [n - 2]", Periodic(0, 6), "residue window"),
    ("subtract(11, powers(3))", Periodic(0, 2), "collapse"),
    ("subtract(squares)", NotPeriodic(), "a multiple of every period"),
    ("subtract(factorials) or 0.41", NotPeriodic(), "a multiple of every period"),
    ("subtract(even, fibonacci)", Periodic(0, 14, 7), "collapse"),
    ("remove(4 * n // 7 .. (n + 1) // 2)", Periodic(20, 1), "residue window"),
]


COQ = frozenset(
    re.findall(
        r"\w+",
        """
    From Coq Require Import ZArith NArith List ListNotations Local Open Scope N_scope N Z nat
    Mexplore Definition Theorem Proof Qed Print Assumptions forall exists fun if then else apply
    exact intros now rewrite H L add_0_r reflexivity vm_cast_no_check eq_refl true G n m p n0 ltac
    discriminate min sqrt concat repeat constructor
    """,
    )
)


def _proof(rule: str, claim: Pattern, theorem: str) -> CoqProof:
    proof = coq_proof(parse_rule(rule), claim, theorem)
    assert isinstance(proof, CoqProof), proof
    return proof


@pytest.mark.parametrize("name", library())
def test_no_gap_no_axiom_no_primitive_number(name: str) -> None:
    text = re.sub(r"\(\*.*?\*\)", "", library_file(name), flags=re.DOTALL)
    forbidden = r"Admitted|admit|Axioms?|Parameters?|Conjecture|Abort|Int63|PArray|Extraction|Unset"
    assert not re.search(rf"\b({forbidden})\b", text)
    assert "bypass_check" not in library_file(name)


def test_the_library_does_not_go_in_circles() -> None:
    names = library()
    assert len(names) == len(set(names)) >= 14
    for place, name in enumerate(names):
        assert set(requires(name)) <= set(names[:place]), name


@pytest.mark.parametrize("name", [n for n in library() if n not in ("Grundy", "Evaluate")])
def test_every_file_says_which_theorem_it_is(name: str) -> None:
    named = re.findall(r"(?:rules|discover)/[\w/]+\.py", library_file(name)) or re.findall(
        r"\b\w+\.py\b", library_file(name)
    )
    assert named, name
    for path in named:
        assert (ROOT / path).is_file() or (ROOT / "discover/heaps/theorems" / path).is_file(), path


@pytest.mark.parametrize(("rule", "claim"), [each[:2] for each in EXPORTED])
def test_the_examples_are_true(rule: str, claim: Pattern) -> None:
    values = np.asarray(grundy_values(parse_rule(rule), FIRST))
    assert claim.first_failure(Evidence(values)) is None


@pytest.mark.parametrize(("rule", "claim", "theorem"), EXPORTED)
def test_every_name_that_is_written_exists(rule: str, claim: Pattern, theorem: str) -> None:
    proof = _proof(rule, claim, theorem)
    used = needed(proof.modules)
    assert used == proof.modules
    defined = {
        name
        for module in proof.modules
        for name in re.findall(
            r"^\s*(?:Theorem|Lemma|Definition|Fixpoint|Inductive|\|) (\w+)",
            library_file(module),
            re.MULTILINE,
        )
    } | {
        name
        for module in proof.modules
        for line in re.findall(r"Inductive [^.]*\.", library_file(module))
        for name in re.findall(r"\| (\w+)|:= (\w+)", line)
        for name in name
    }
    text = re.sub(r"\(\*.*?\*\)", "", proof.files["Law.v"], flags=re.DOTALL)
    own = set(re.findall(r"Definition (\w+)", text)) | {"law", "not_vacuous", "least"}
    words = set(re.findall(r"\b[A-Za-z]\w*\b", text)) - own
    missing = {word for word in words - COQ - defined - set(proof.modules) if not word.isdigit()}
    assert not missing


def test_a_file_in_full() -> None:
    text = _proof("0.07", Periodic(53, 34), "Guy-Smith").files["Law.v"]
    assert (
        text
        == """\
(* 0.07: G(n + 34) = G(n) for all n >= 53. By the theorem 'Guy-Smith', and the first 176 values. *)
From Coq Require Import ZArith NArith List.
From Mexplore Require Import Grundy Evaluate TakeAndBreak TwoHeaps Least.
Import ListNotations.
Local Open Scope N_scope.

Definition game : rule :=
  octal [0; 0; 7].

Theorem law : forall G, is_grundy game G ->
  forall n, 53 <= n -> G (n + 34) = G n.
Proof.
  apply (code_law (moves_from 0 [0; 0; 7]) 2 2 34 53).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem least : forall G, is_grundy game G -> least_steps G 53 34.
Proof.
  intros G H. apply (least_by_values game 53 34 0).
  - vm_cast_no_check (eq_refl true).
  - exact H.
  - intros n L. now rewrite (law G H n L), ?N.add_0_r.
Qed.

(** There is such a G, and (grundy_unique) no other. *)
Theorem not_vacuous : is_grundy game (grundy game).
Proof. apply octal_exists. reflexivity. Qed.

Print Assumptions law.
Print Assumptions not_vacuous.
Print Assumptions least.
"""
    )


def test_the_law_without_a_computation() -> None:
    text = _proof("remove(1 .. n // 2)", SlowInterval(Floor(1, 0, 2)), "slow f").files["Law.v"]
    assert "Definition f : N -> N := fun n => N.min ((1 * n + 0) / 2) n." in text
    assert "vm_cast_no_check" not in text


def test_the_makefile_compiles_in_order() -> None:
    made = _proof("0.07", Periodic(53, 34), "Guy-Smith").files["Makefile"]
    assert "all: Grundy.vo Evaluate.vo TakeAndBreak.vo TwoHeaps.vo Least.vo Law.vo" in made
    assert "TwoHeaps.vo: Grundy.vo Evaluate.vo TakeAndBreak.vo" in made
    assert "\tcoqc -q -R . Mexplore $<" in made


@pytest.mark.parametrize(
    ("rule", "claim", "theorem", "reason"),
    [
        ("0.16", Periodic(105351, 1494590), "Guy-Smith", "no more than 1000000"),
        ("80.0", Periodic(1, 1), "Guy-Smith", "has no such codes"),
        ("leave(1 .. n // 2)", Threshold(Floor(1, 0, 2)), "move anywhere", "another h"),
        ("remove(2 .. n // 3)", RunQueue(Floor(1, 0, 3), 3), "queue of runs", "another queue"),
        ("n -> [k for k in range(n) if k & n == k]", Periodic(0, 1), "no such", "no theorem"),
        ("subtract(1, multiples(5)) or divide(6, ceil)", Periodic(23, 15, 3), "automata", "codes"),
        ("80.0", Periodic(1, 1), "slow f", "says nothing of periodic laws"),
    ],
)
def test_what_is_not_exported_says_why(
    rule: str, claim: Pattern, theorem: str, reason: str
) -> None:
    refused = coq_proof(parse_rule(rule), claim, theorem)
    assert isinstance(refused, Inapplicable) and reason in refused.reason


def test_a_claim_about_another_function_is_not_exported() -> None:
    rule = parse_rule("remove(1 .. n // 2)")
    refused = coq_proof(rule, SlowInterval(Floor(1, 0, 3)), "slow f")
    assert isinstance(refused, Inapplicable)


def test_the_estimate_of_a_law_that_is_too_long() -> None:
    refused = coq_proof(parse_rule("0.16"), Periodic(105351, 1494590), "Guy-Smith")
    assert isinstance(refused, Inapplicable)
    assert re.search(r"compute \d+ values, and take about \d+ minutes?", refused.reason)


def test_a_theorem_that_is_not_in_the_library_says_so() -> None:
    theorem = theorem_named("window")
    assert theorem is not None
    refused = translated(theorem, None, None, Periodic(0, 1))
    assert isinstance(refused, Inapplicable) and "library of Coq proofs" in refused.reason


def test_no_rule_ends_the_comment() -> None:
    law = CoqLaw((), "game", "True", "I", "exact I.")
    text = law_file(law, 'n -> [n - 1] (*" *)', "s", "t")
    assert text.splitlines()[0].count("(*") == text.splitlines()[0].count("*)") == 1
    assert '"' not in text.splitlines()[0]


@pytest.mark.slow
def test_the_wheel_has_the_library(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(tmp_path), "."]
    subprocess.run(command, cwd=ROOT, check=True, timeout=NEVER)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"discover/coq/{name}.v" for name in library()} <= set(names)
