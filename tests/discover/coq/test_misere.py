"""Misère play for Coq: laws are accepted without an axiom, false variants are refused."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest
from own_clock import NEVER

from discover.coq.compiler import find_coqc
from discover.coq.export import CoqProof, proof_of
from discover.grounds.misere.study import study_misere
from discover.theorem import Inapplicable
from rules.misere.game import Misere
from rules.notation import parse_rule

slow = pytest.mark.slow


@cache
def law(rule: str) -> str:
    """The text of ``Law.v``."""
    found = study_misere(Misere(parse_rule(rule)), with_values=False)
    written = proof_of(found.misere, found.findings[0])
    assert isinstance(written, CoqProof), written
    return written.files["Law.v"]


def accepted(text: str, folder: Path) -> str | None:
    """What Coq prints where it accepts the text; None where it refuses it."""
    (folder / "Law.v").write_text(text, encoding="utf-8")
    command = [find_coqc(), "-q", "-R", str(folder), "Mexplore", str(folder / "Law.v")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=NEVER)
    return done.stdout if done.returncode == 0 else None


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
    printed = accepted(law(rule), copytree(compiled, tmp_path / "coq"))
    assert printed is not None and printed.count("Closed under the global context") == 2


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
    assert accepted(false, copytree(compiled, tmp_path / "coq")) is None


@pytest.mark.parametrize(
    "false", ["lost sum = negb (lost_as_nim G sum)", "lost sum = lost_as_nim G (sum ++ [1])"]
)
def test_coq_refuses_false_laws_of_sums_played_as_nim(
    false: str, compiled: Path, tmp_path: Path
) -> None:
    text = law("subtract(squares)").replace("lost sum = lost_as_nim G sum", false)
    assert false in text
    assert accepted(text, copytree(compiled, tmp_path / "coq")) is None


def test_what_the_library_does_not_have_is_refused_by_name() -> None:
    found = study_misere(Misere(parse_rule("remove(1 .. n//2)")))
    refused = proof_of(found.misere, found.findings[0])
    assert isinstance(refused, Inapplicable) and "library of Coq proofs" in refused.reason
