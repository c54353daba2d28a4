"""Values for certificates: confirmed by other code than that of study, and told by what."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mexplore.discover.heaps.evidence import confirmed
from mexplore.discover.heaps.evidence.confirmed import confirmed_below
from mexplore.discover.heaps.known import theorem_named
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.certificate import MARK, certificate_of
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule


def certificate(text: str, law: Periodic, theorem: str) -> dict[str, Any]:
    """What `study` would write, had it found this law."""
    found = theorem_named(theorem)
    assert found is not None
    return {
        MARK: 1,
        "rule": text,
        "claim": {"pattern": "periodic", **law.parameters()},
        "statement": law.statement(),
        "theorem": theorem,
        "bound": found.bound(parse_rule(text), law),
    }


def test_the_false_preperiod_of_0_354_is_refused() -> None:
    """Wrong machine code had let study 'prove' it; the law holds from n = 10061916 on."""
    claimed = certificate("0.354", Periodic(493813, 1180), "Guy-Smith")
    assert claimed["bound"] == 989989
    verdict = verify(claimed)
    assert not verdict.valid
    assert verdict.reason == "the claim is false: it fails at n = 493816"


@pytest.mark.parametrize(
    "text", ["0.354", "4!.0", "subtract(squares)", "subtract(1, 3) or divide(2)"]
)
def test_a_broken_engine_verifies_nothing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> Any:
        values = grundy_values(*args).copy()
        values[3333] ^= 1
        return values

    rule = parse_rule(text)
    right = int(grundy_values(rule, 4000)[3333])
    monkeypatch.setattr(confirmed, "FEW_OPTIONS", 1000)
    confirmed_below(rule, 4000)
    monkeypatch.setattr(confirmed, "grundy_values", broken)
    with pytest.raises(confirmed.Unconfirmed, match=rf"G\(3333\) = {right ^ 1}, and by the rule"):
        confirmed_below(rule, 4000)


def test_a_broken_engine_makes_no_certificate_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even one that is true of its values: all of them 0."""
    zeros = certificate("0.77", Periodic(0, 1), "Guy-Smith")
    monkeypatch.setattr(confirmed, "FEW_OPTIONS", -1)
    monkeypatch.setattr(confirmed, "grundy_values", lambda *_: np.zeros(zeros["bound"], np.uint8))
    verdict = verify(zeros)
    assert not verdict.valid
    assert "G(1) = 0, and by the rule that is wrong" in verdict.reason


@pytest.mark.parametrize(
    ("text", "stop", "means"),
    [
        ("0.77", 40, "the definition"),
        ("0.77", 3000, "plain numpy, which shares no machine code with study"),
        ("subtract(squares)", 20_000, "plain numpy, which shares no machine code with study"),
        ("n -> [n // 2] if n % 3 else [n - 1, n - 2]", 3000, "the definition"),
        ("divide(2..6)", 10**30, "values computed again by the engine that study uses (runs of"),
    ],
)
def test_it_says_by_what_the_values_were_checked(
    text: str, stop: int, means: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirmed, "FEW_OPTIONS", 1000)
    assert confirmed_below(parse_rule(text), stop).means.startswith(means)


def test_what_takes_too_long_is_computed_as_study_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirmed, "LONGEST", 1000.0)
    means = confirmed_below(parse_rule("0.77"), 3000).means
    assert means.startswith("values computed again by the engine that study uses")
    assert "minutes" in means


def test_the_same_evidence_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirmed, "FEW_OPTIONS", -1)
    for text in ("0.07", "4!.3", "subtract(2, 4, 7)", "divide(2, 3)", "remove(1 .. n // 2)"):
        rule = parse_rule(text)
        values = confirmed_below(rule, 300).evidence.values.tolist()
        assert values == confirmed.by_definition(rule, 300).values.tolist()


LIBRARY = ("kayles", "dawsons-kayles", "dawsons-chess", "take-1-3-4", "floor-division-game")


@pytest.mark.parametrize("name", LIBRARY)
def test_certificates_of_library_games_are_valid(name: str) -> None:
    rule = parse_rule(shipped()[name].rule)
    written = certificate_of(rule, study(rule).findings[0])
    assert written is not None
    assert verify(written).valid
    assert verify(written, fast=True).valid


def test_kayles_is_verified_without_the_compiler(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    file.write_text(json.dumps(certificate("0.77", Periodic(71, 12), "Guy-Smith")))
    code = f"""
import sys
import mexplore
verdict = mexplore.verify({str(file)!r})
assert verdict.valid, verdict.reason
assert "by the definition" in verdict.reason
assert "llvmlite" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
