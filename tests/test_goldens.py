"""What commands say is what they have said: a sample by default, all of it where asked for.

`tests/goldens` has the answers as data, and a program that shows differences and records anew; a
golden changes only with a line in `goldens/CHANGES.md` that says why.
"""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from goldens.archive import goldens_of, kinds
from goldens.certificates import certificates
from goldens.commands import GAMES, every_command
from goldens.comparing import difference
from goldens.running import ROOT, Said, run
from own_clock import NEVER

from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.verifying import verify

KINDS = kinds()
SAMPLE = {"study": 20, "study-files": 10}
"""How many commands of a kind are asked by default; 8 of any other."""
OTHERS = 8
NUMBERED = [
    (kind, number)
    for kind in KINDS
    for number in range(min(SAMPLE.get(kind, OTHERS), len(goldens_of(kind))))
]
FEWEST = 1500
PARTS = 16
FEW, SMALL = 60, 1000
"""Certificates that are verified by default, and their greatest bound."""


def drawn(text: str) -> str:
    """By what a sample is drawn: the same one wherever and whenever it is."""
    return sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(("kind", "number"), NUMBERED)
def test_a_sample_says_what_it_has_said(kind: str, number: int) -> None:
    chosen = sorted(goldens_of(kind), key=lambda golden: drawn(golden.command.key))[number]
    said = run(chosen.command.arguments, chosen.command.columns)
    assert not difference(chosen, said), difference(chosen, said)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_say_what_they_have_said(kind: str) -> None:
    asked = [sys.executable, str(ROOT / "tests" / "goldens"), "-n", "1", kind]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=3 * NEVER, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr


def test_the_answers_are_those_of_the_listed_commands() -> None:
    """Of wild games, and where a budget decides, none is kept."""
    games = list(every_command())
    known = {command for game in games for command in game}
    kept = {golden.command for kind in KINDS for golden in goldens_of(kind)}
    assert kept <= known
    assert len(kept) > FEWEST
    assert len(games) == 400 + 60 + 36, GAMES


def test_a_difference_is_shown_line_by_line() -> None:
    golden = goldens_of("terms")[0]
    said = golden.said
    changed = Said(1, said.out.replace("0", "5"), said.err, {"new.txt": "one\ntwo\n"})
    shown = difference(golden, changed)
    assert not difference(golden, said)
    assert shown.startswith(f"=== {golden.command.key}\n--- kept/exit code\n+++ now/exit code\n")
    assert "\n-0\n+1\n" in shown and "\n+one\n+two" in shown


def test_nothing_is_recorded_without_a_reason(tmp_path: Path) -> None:
    asked = [sys.executable, str(ROOT / "tests" / "goldens"), "--record"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=NEVER, check=False)
    assert done.returncode == 2 and "only with a reason" in done.stderr


def verified(text: str) -> None:
    """What was once proved is verified."""
    verdict = verify(read_certificate(text))
    assert verdict.valid, (verdict.reason, text)


@pytest.mark.parametrize("number", range(FEW))
def test_certificates_of_earlier_versions_are_verified(number: int) -> None:
    small = [text for text in certificates() if int(read_certificate(text)["bound"]) < SMALL]
    verified(sorted(small, key=drawn)[number])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_certificates_of_earlier_versions_are_verified(part: int) -> None:
    for text in certificates()[part::PARTS]:
        verified(text)


def test_certificates_are_of_all_kinds() -> None:
    read = [read_certificate(text) for text in certificates()]
    assert len(read) > 2000
    assert len({certificate["theorem"] for certificate in read}) > 25
