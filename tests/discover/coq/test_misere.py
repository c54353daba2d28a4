"""Misère play for Coq: laws are accepted without an axiom, false variants are refused."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from coq_evaluation import asked

from mexplore.discover.coq.export import CoqProof, proof_of
from mexplore.discover.misere.study import study_misere
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.misere.game import Misere
from mexplore.rules.notation import parse_rule

slow = pytest.mark.slow


@cache
def law(rule: str) -> str:
    """The text of ``Law.v``."""
    found = study_misere(Misere(parse_rule(rule)), with_values=False)
    written = proof_of(found.misere, found.findings[0])
    assert isinstance(written, CoqProof), written
    return written.files["Law.v"]


def fails_in_the_law(text: str, said: str) -> bool:
    """Whether the error is one in the proof of the law, between its statement and its Qed."""
    found = re.search(r"line (\d+), characters", said)
    lines = text.splitlines()
    begins = next(i for i, line in enumerate(lines) if line.startswith("Theorem law"))
    ends = next(i for i, line in enumerate(lines) if i > begins and line == "Qed.")
    return found is not None and begins < int(found[1]) - 1 <= ends


FALSE_CHECK = re.compile(r'"eq_refl"\s+has\s+type\s+"true\s+=\s+true".*expected\s+to', re.DOTALL)
"""What Coq says at Qed where the check computes false."""


@pytest.mark.parametrize(
    "rule",
    [
        "0.123",
        "subtract(squares)",
        pytest.param("0.75", marks=slow),
        pytest.param("0.77", marks=slow),
        pytest.param("0.53", marks=slow),
        pytest.param("subtract(1, 3, 4)", marks=slow),
        pytest.param("subtract(all but 2, 3)", marks=slow),
    ],
)
def test_coq_accepts_the_law_without_an_axiom(rule: str, compiled: Path, tmp_path: Path) -> None:
    refused, said = asked(law(rule), compiled, tmp_path)
    assert not refused and said.count("Closed under the global context") == 2


def without_a_lost_class(text: str) -> str:
    return re.sub(r"(lost_classes : list N :=\s+\[)\d+; ", r"\1", text)


def with_another_class(text: str) -> str:
    """Heap 5 is put into the class of heap 1."""
    found = re.search(r"Definition classes : list N :=\s+\[([\d; ]+)\]", text)
    assert found is not None
    classes = found[1].split("; ")
    classes[5] = classes[1] if classes[5] != classes[1] else classes[0]
    return text.replace(found[1], "; ".join(classes))


def with_a_shorter_period(text: str) -> str:
    shorter = re.sub(r"classes (\d+) ", lambda m: f"classes {int(m[1]) - 1} ", text)
    return re.sub(r"answers (\d+)", lambda m: f"answers {int(m[1]) - 1}", shorter)


@pytest.mark.parametrize("rule", ["0.123", pytest.param("0.77", marks=slow)])
@pytest.mark.parametrize(
    "change", [without_a_lost_class, with_another_class, with_a_shorter_period]
)
def test_coq_refuses_false_quotients(change, rule: str, compiled: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    false = change(law(rule))
    assert false != law(rule)
    refused, said = asked(false, compiled, tmp_path)
    assert refused and fails_in_the_law(false, said) and FALSE_CHECK.search(said), said


@pytest.mark.parametrize(
    "false", ["lost sum = negb (lost_as_nim G sum)", "lost sum = lost_as_nim G (sum ++ [1])"]
)
def test_coq_refuses_false_laws_of_sums_played_as_nim(
    false: str, compiled: Path, tmp_path: Path
) -> None:
    text = law("subtract(squares)").replace("lost sum = lost_as_nim G sum", false)
    assert false in text
    refused, said = asked(text, compiled, tmp_path)
    assert refused and fails_in_the_law(text, said) and "nable to unify" in said, said


def test_what_the_library_does_not_have_is_refused_by_name() -> None:
    found = study_misere(Misere(parse_rule("remove(1 .. n//2)")))
    refused = proof_of(found.misere, found.findings[0])
    assert isinstance(refused, Inapplicable) and "library of Coq proofs" in refused.reason
