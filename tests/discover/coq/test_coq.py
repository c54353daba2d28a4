"""What Coq accepts and what it refuses, where it is installed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from own_clock import NEVER

from mexplore.discover.coq.compiler import CLOSED, check, find_coqc
from mexplore.discover.coq.compiler import compiled as compile_file
from mexplore.discover.coq.export import LIBRARY, CoqProof, coq_proof, library, proof_of
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.run_queue import RunQueue
from mexplore.discover.heaps.patterns.run_schedule.form import Inverse
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
from mexplore.discover.heaps.patterns.slow_interval import SlowInterval
from mexplore.discover.heaps.patterns.threshold import Threshold
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.forms import Floor, Root
from mexplore.rules.notation import parse_rule

HALVES = Automatic(2, ((0, 3), (3, 4), (4, 3), (1, 4), (2, 3)), (0, 0, 0, 1, 2))
WRONG_OUTPUT = Automatic(2, HALVES.transitions, (0, 0, 0, 1, 3))
WRONG_STEP = Automatic(2, ((0, 3), (3, 4), (4, 3), (1, 4), (2, 4)), HALVES.outputs)

TWO_THIRDS = (Inverse(2, 0, 3), 1)
HALF_BACK, QUARTERS = (Inverse(1, 1, 2), 3), (Inverse(3, 3, 4), 1)
QUARTER_TO_HALF = RunSchedule(7, (0, 2, 1, 3), (HALF_BACK, QUARTERS, HALF_BACK, QUARTERS))
RUN_SCHEDULES = [
    "remove(n // 4 .. n // 2)",
    "leave(ceil(n/3) .. n // 3 + 2)",  # two ends that run in parallel
    "divide(5) or divide(5, ceil)",
    "n -> [ceil(5 * n/6)] if 0 <= ceil(5 * n/6) < n else []",
    "n -> [2 * n // 3] if n >= 20 else [n // 2]",  # other options of the first heaps
    "leave(ceil(n/7) .. ceil(n/2))",  # starts that are multiplied exactly: ceil(n/14)
    "leave(n // 5 .. n // 5)",  # floor(n/25)
]

BESIDE_CUBES = "subtract(cubes) or leave((n - 3) // 3 .. n // 7)"
BY_PARITY = "n -> [n - k for k in range(2, n, 2)] + ([0] if n % 2 else [])"
PROVED: list[tuple[str, Pattern, str]] = [
    ("subtract(1, 3, 4)", Periodic(0, 7), "finite window"),
    ("subtract(2, 4, 7)", Periodic(8, 3), "finite window"),
    ("subtract(9, 20, 29)", Periodic(0, 378), "finite window"),
    ("divide(2..6)", Geometric(12, 6), "floors commute"),
    ("divide(2, 5)", Geometric(10, 25), "floors commute"),
    ("0.77", Periodic(71, 12), "Guy-Smith"),
    ("0.07", Periodic(53, 34), "Guy-Smith"),
    ("0.137", Periodic(52, 34), "Guy-Smith"),
    ("0.156", Periodic(3479, 349), "Guy-Smith"),
    ("4=.3", Periodic(3, 2), "equal or unequal heaps"),
    ("0.7?", Periodic(0, 2), "equal or unequal heaps"),
    ("0.F!", Periodic(0, 2), "equal or unequal heaps"),
    ("0.{0,1,4?}", Periodic(0, 2), "equal or unequal heaps"),
    ("0.[7]", Periodic(0, 1, 1), "Nim and more"),
    ("0.3[7F]", Periodic(0, 1, 1), "Nim and more"),
    ("0.{4=}{0,2=}", Periodic(2, 4), "equal or unequal heaps"),
    ("subtract(all but 3, 5)", Periodic(0, 6, 3), "all-but window"),
    ("leave(0 .. n // 2)", Threshold(Floor(1, 0, 2)), "move anywhere"),
    ("leave(2 .. isqrt(n))", Threshold(Root(1), 2), "move anywhere"),
    ("remove(2 .. n // 3)", RunQueue(Floor(1, 0, 3), 2), "queue of runs"),
    ("leave(n // 2 .. n - 3)", RunQueue(Floor(1, 1, 2), 3), "queue of runs"),
    ("remove(3 .. isqrt(2 * n) - 2)", RunQueue(Root(2, 0, -2), 3), "queue of runs"),
    ("remove(1 .. isqrt(n) + 2)", SlowInterval(Root(1, 0, 2)), "slow f"),
    ("subtract(1) or divide(2)", HALVES, "window product"),
    ("subtract(1, primes)", Periodic(0, 4), "collapse"),
    ("subtract(squares)", NotPeriodic(), "a multiple of every period"),
    ("leave(n // 4 .. ceil(n/6))", Periodic(20, 1), "residue window"),
    ("subtract(4, fibonacci)", NotPeriodic(), "a multiple of every period"),
    (BESIDE_CUBES, NotPeriodic(), "a multiple of every period"),
    (BY_PARITY, Periodic(1, 2, 1), "smaller heaps of a class"),
    ("8.0", Periodic(1, 2, 1), "automata"),
    ("{3,5}.0", Periodic(1, 2, 1), "automata"),
    ("0.[24]", Periodic(1, 2), "automata"),
    ("0.4[5]", Periodic(3, 3, 2), "automata"),
]

STUDIED = [
    "subtract(2, 7, multiples(3))",
    "subtract(even, squares)",
    "subtract(2, residues(1 mod 5))",
    "0.A7",
    "n -> [n - 1, n - 3] if n % 3 else [n - 2]",
    "n -> [(n // 2, n // 2), n - 1]",
    "0.77!",
    "subtract(all but 2, 3, 7)",
    "remove(1 .. n // 2)",
    "n -> [n - 1] + ([n // 2] if n % 2 == 0 else [])",
    "leave(n // 6 .. n // 2)",
    "remove(4 * n // 7 .. (n + 1) // 2)",  # no move from some heap on
    "n -> [n - k for k in range(n % 4 + 1, n // 2 * 2 - n + 5)]",
    "divide(2, 3, ceil)",
    "subtract(2, 5, powers(3))",
    *RUN_SCHEDULES,
]

THIRDS = ("remove(2 .. n // 3)", RunQueue(Floor(1, 0, 3), 2), "queue of runs")
BELOW_HALF = ("leave(n // 2 .. n - 3)", RunQueue(Floor(1, 1, 2), 3), "queue of runs")
SPARSE = ("0.156", Periodic(3479, 349), "Guy-Smith")
FEW_MOVES = ("leave(n // 4 .. ceil(n/6))", Periodic(20, 1), "residue window")
QUARTERS_AND_HALVES = ("remove(n // 4 .. n // 2)", QUARTER_TO_HALF, "run schedules")
SQUARES = ("subtract(squares)", NotPeriodic(), "a multiple of every period")
CUBES = (BESIDE_CUBES, NotPeriodic(), "a multiple of every period")
NIM = ("0.[7]", Periodic(0, 1, 1), "Nim and more")
ROOT = ("leave(2 .. isqrt(n))", Threshold(Root(1), 2), "move anywhere")

LONG: list[tuple[str, Pattern, str]] = [
    ("subtract(all but 100)", Periodic(0, 9800, 4900), "all-but window"),  # 10,001 values
    ("0.A7", Periodic(1, 1664), "Guy-Smith"),  # three heaps, 4997 values
    ("0.356", Periodic(7315, 142), "Guy-Smith"),
    ("subtract(1, 3, 4)", Periodic(0, 98_000), "finite window"),  # 98,004 values
    ("0.165", Periodic(5181, 1550), "Guy-Smith"),
    ("0.3F", Periodic(0, 6, 3), "automata"),
    ("0.127", Periodic(46578, 4), "Guy-Smith"),  # 93,167 values
]

FALSE: list[tuple[str, Pattern, str]] = [
    ("0.77", Periodic(70, 12), "Guy-Smith"),
    ("0.77", Periodic(71, 6), "Guy-Smith"),
    ("0.156", Periodic(3478, 349), "Guy-Smith"),
    ("0.156", Periodic(3479, 348), "Guy-Smith"),
    ("subtract(2, 4, 7)", Periodic(7, 3), "finite window"),
    ("divide(2..6)", Geometric(11, 6), "floors commute"),
    ("divide(2..6)", Geometric(12, 5), "floors commute"),
    ("subtract(all but 3, 5)", Periodic(0, 3, 3), "all-but window"),
    ("subtract(1) or divide(2)", WRONG_OUTPUT, "window product"),
    ("subtract(1) or divide(2)", WRONG_STEP, "window product"),
    ("subtract(1, primes)", Periodic(0, 2), "collapse"),
    ("0.A7", Periodic(1, 2), "Guy-Smith"),
    ("subtract(multiples(3))", Periodic(0, 3, 2), "multiples and a few"),
    ("subtract(2, residues(1 mod 5))", Periodic(9, 5), "residue classes and a few"),
    ("n -> [n - 1, n - 3] if n % 3 else [n - 2]", Periodic(0, 4), "residue window"),
    ("leave(n // 4 .. ceil(n/6))", Periodic(19, 1), "residue window"),
    ("remove(4 * n // 7 .. (n + 1) // 2)", Periodic(19, 1), "residue window"),
    ("subtract(3, 11) or leave(ceil(n/2) + 1 .. n // 2)", Periodic(0, 7), "residue window"),
    (BY_PARITY, Periodic(0, 2, 1), "smaller heaps of a class"),
    ("4!.333", Periodic(5, 5), "two equal or unequal heaps"),
    ("4=.3", Periodic(2, 2), "equal or unequal heaps"),
    ("4=.3", Periodic(3, 1), "equal or unequal heaps"),
    ("0.7?", Periodic(0, 1), "equal or unequal heaps"),
    ("0.7?", Periodic(0, 3), "equal or unequal heaps"),
    ("0.F!", Periodic(0, 3), "equal or unequal heaps"),
    ("0.F!", Periodic(0, 1), "equal or unequal heaps"),
    ("0.{4=}{0,2=}", Periodic(1, 4), "equal or unequal heaps"),
    ("0.{4=}{0,2=}", Periodic(2, 2), "equal or unequal heaps"),
    # run schedules: values, and two bounds
    ("n -> [2 * n // 3]", RunSchedule(2, (0, 2), (TWO_THIRDS, TWO_THIRDS)), "run schedules"),
    (
        "remove(n // 4 .. n // 2)",
        replace(QUARTER_TO_HALF, word=(0, 2, 1, 4)),
        "run schedules",
    ),
    ("leave(ceil(n/7) .. ceil(n/2))", Geometric(14, 7, ceil=True), "run schedules"),
    ("leave(ceil(n/7) .. ceil(n/2))", Geometric(14, 1, ceil=True), "run schedules"),
]


TOO_EARLY = [
    ("n -> [2 * n // 3]", RunSchedule(1, (1, 0), (TWO_THIRDS, TWO_THIRDS))),
    (
        "remove(n // 4 .. n // 2)",
        RunSchedule(5, (1, 3, 0, 2), (HALF_BACK, QUARTERS, HALF_BACK, QUARTERS)),
    ),
]
"""Run schedules that begin before they hold."""


CHANGED: list[tuple[str, Pattern, str, tuple[str, str]]] = [
    (*THIRDS, ("f 2 4", "f 2 5")),  # another beginning
    (*THIRDS, ("queue_law f 2 4", "queue_law f 3 4")),  # longer runs
    (*THIRDS, ("* n + 0) / 3", "* n + 1) / 3")),  # another end, which the proof does not name
    (*BELOW_HALF, ("f 3 2", "f 3 3")),
    (*SPARSE, ("(2%nat, 0); (3%nat, 4)", "(2%nat, 0); (3%nat, 1)")),  # another value of heap 7
    (*SPARSE, ("5; 6]) 27", "5; 6]) 26")),  # another mask
    (*FEW_MOVES, ("Heap) (Const 6)", "Heap) (Const 4)")),  # moves from all heaps
    (*BELOW_HALF, ("f 3 2", "f 2 2")),
    (*ROOT, ("if k n <=? 2 then 0", "if k n <=? 1 then 0")),
    (*ROOT, ("else 1 +", "else 2 +")),
    (*QUARTERS_AND_HALVES, ("[0; 2; 1; 3]", "[0; 2; 1; 4]")),  # in the law and in the proof
    (*QUARTERS_AND_HALVES, ("[0; 2; 3; 4; 5; 6]%Z", "[0; 2; 3; 4; 5]%Z")),  # another beginning
    (*NIM, ("G n = n", "G n = n + 1")),
    (*NIM, ("[0; 7] [7]", "[0; 7] [5]")),
    (*NIM, ("[0; 7] [7]", "[4; 7] [7]")),  # heaps are split without removing a token
    (*SQUARES, ("Squares", "Primes")),  # no multiple of 4
    (*CUBES, ("[subtract_from [Cubes]; ", "[subtract_from [Members [8]]; ")),
]
"""Laws with something else in what is written for Coq: these theorems have no other claims."""


def _proof(rule: str, claim: Pattern, theorem: str) -> CoqProof:
    proof = coq_proof(parse_rule(rule), claim, theorem)
    assert isinstance(proof, CoqProof), proof
    return proof


def _studied(text: str) -> CoqProof:
    rule = parse_rule(text)
    proof = proof_of(rule, study(rule, Limits(None, None, 2000)).best)
    assert isinstance(proof, CoqProof), proof
    return proof


def _together(proofs: Sequence[CoqProof], ending: str = "Qed.") -> str:
    """The laws of many proofs in one file: starting Coq takes longer than most of them."""
    used = [module for module in library() if any(module in proof.modules for proof in proofs)]
    head = (
        f"From Coq Require Import ZArith NArith List.\nFrom {LIBRARY} Require {' '.join(used)}.\n"
    )
    texts = [proof.files["Law.v"] for proof in proofs]
    if ending != "Qed.":  # what rests on the law is left out with it
        least = r"Theorem least .*?\nQed\.\n|Print Assumptions least\.\n"
        texts = [re.sub(least, "", text, flags=re.DOTALL) for text in texts]
    laws = (text.replace("Qed.", ending, 1) for text in texts)
    return head + "".join(f"Module Law{i}.\n{law}\nEnd Law{i}.\n" for i, law in enumerate(laws))


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_coq_accepts(every: int, tmp_path: Path, compiled: Path) -> None:
    proofs = [*(_proof(*each) for each in PROVED[::every]), *map(_studied, STUDIED[::every])]
    source = tmp_path / "Laws.v"
    source.write_text(_together(proofs), encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-600:]
    least = sum(proof.is_least for proof in proofs)
    assert said.count(CLOSED) == 2 * len(proofs) + least >= 60 // every and least >= 8 // every
    assert "Axioms" not in said


def test_coq_refuses(tmp_path: Path, compiled: Path) -> None:
    """One file, which Coq reads to its end only if it refuses every proof at its Qed."""
    proofs = [_proof(*each) for each in FALSE]
    source = tmp_path / "Laws.v"
    text = _together(proofs, "Fail Qed.\nAbort.").replace("Print Assumptions law.", "")
    source.write_text(text, encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-600:]
    assert said.count(CLOSED) == len(proofs) >= 12  # not_vacuous alone, of each


@pytest.mark.parametrize(("rule", "claim"), TOO_EARLY)
def test_schedules_that_begin_too_early_are_not_written(rule: str, claim: Pattern) -> None:
    found = coq_proof(parse_rule(rule), claim, "run schedules")
    assert isinstance(found, Inapplicable) and "events" in found.reason


def test_coq_refuses_changed_laws(tmp_path: Path, compiled: Path) -> None:
    """The proof that is written proves the law that is written, and not the changed one."""
    steps = r"  apply (.*)\.(\n  vm_cast_no_check \(eq_refl true\)\.)?\nQed\.\n"
    laws = []
    for number, (rule, claim, theorem, (old, new)) in enumerate(CHANGED):
        text = _proof(rule, claim, theorem).files["Law.v"]
        assert old in text.split("Definition", 1)[1]
        for name, changed in (("True", text), ("False", text.replace(old, new))):
            fail = "Fail " if name == "False" else ""
            tried = re.sub(steps, rf"  {fail}solve [apply \1; vm_compute; reflexivity].", changed)
            law = re.split(r"Theorem least|\(\*\* There is such", tried)[0] + "Abort."
            laws.append(f"Module {name}{number}.\n{law}\nEnd {name}{number}.\n")
    source = tmp_path / "Laws.v"
    assert "".join(laws).count("  Fail solve [") == len(CHANGED)
    source.write_text("".join(laws), encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-600:]


BY_AUTOMATA = {
    "8.0": Periodic(1, 2, 1),
    "{3,5}.0": Periodic(1, 2, 1),
    "0.[24]": Periodic(1, 2),
    "0.4[5]": Periodic(3, 3, 2),
}
AUTOMATA = [
    ("8.0", r"Line 1 \(-1\)", "Line 1 0", None),  # a value
    ("8.0", "forall n, 1 <= n", "forall n, 0 <= n", ("1 1)", "1 0)")),  # the bound
    ("8.0", r"\(n \+ 2\) = G n \+ 1", "(n + 1) = G n + 1", ("2 1 1)", "1 1 1)")),  # the period
    ("{3,5}.0", r"G n \+ 1", "G n + 2", ("2 1 1)", "2 2 1)")),  # what is added
    ("{3,5}.0", r"0; 1\]\s+\[", "0; 0] [", None),  # a machine
    ("0.[24]", "forall n, 1 <= n", "forall n, 0 <= n", ("2 0 1)", "2 0 0)")),
    ("0.[24]", r"\(n \+ 2\)", "(n + 1)", ("2 0 1)", "1 0 1)")),
    ("0.[24]", r"\[0; 2; 4\] \[2; 4\]", "[0; 2; 4] [3; 4]", None),  # the game
    ("0.4[5]", r"Line 2 \(-1\)", "Line 2 0", None),
    ("0.4[5]", r"(more[^.]*)\[1; 0; 0\]", r"\1[1; 1; 0]", None),  # a machine of what is below
]
"""A rule, what is changed in its law, and what is changed in the proof accordingly."""


def changed(rule: str, old: str, new: str, also: tuple[str, str] | None) -> str:
    text = _proof(rule, BY_AUTOMATA[rule], "automata").files["Law.v"]
    assert re.search(old, text), text
    false = re.sub(old, new, text)
    return false.replace(*also) if also else false


def test_coq_refuses_false_laws_by_automata(tmp_path: Path, compiled: Path) -> None:
    texts = [changed(*each) for each in AUTOMATA]
    right = _proof("8.0", Periodic(1, 2, 1), "automata")
    proofs = [replace(right, files={"Law.v": text}) for text in texts]
    source = tmp_path / "Laws.v"
    text = _together(proofs, "Fail Qed.\nAbort.").replace("Print Assumptions law.", "")
    source.write_text(text, encoding="utf-8")
    failed, said = compile_file(find_coqc(), source, compiled, NEVER)
    assert not failed, said[-600:]
    assert said.count(CLOSED) == len(proofs) == len(AUTOMATA)


def test_automata_that_are_too_large_are_refused_with_their_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mexplore.discover.coq.laws.automata.MOST_STATES", 60)
    found = coq_proof(parse_rule("0.3F"), Periodic(0, 6, 3), "automata")
    assert isinstance(found, Inapplicable)
    assert "the automata have 72 states; no more than 60 are exported" in found.reason


def test_one_false_law_by_itself(tmp_path: Path, compiled: Path) -> None:
    found = check(_proof(*FALSE[0]), tmp_path / "law", compiled)
    assert not found.accepted and found.said == "the check of the law computes false"


def test_a_law_with_another_saltus_is_refused(tmp_path: Path, compiled: Path) -> None:
    proof = _proof("subtract(1, 3, 4)", Periodic(0, 7, 1), "finite window")
    assert not check(proof, tmp_path / "law", compiled).accepted


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "claim", "theorem"), LONG)
def test_coq_accepts_long_laws(
    rule: str, claim: Pattern, theorem: str, tmp_path: Path, compiled: Path
) -> None:
    assert check(_proof(rule, claim, theorem), tmp_path / "law", compiled).accepted
