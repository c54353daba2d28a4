"""The wording of statements decides nothing: with other words every answer is the same.

All statements, and all formulas in LaTeX, of all kinds of claims are said in other words. Nothing
may change but words: not what is found or proved, and not whether a certificate is valid.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mexplore.discover.boards.patterns import heap_part
from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.families.codes.law import WordLaw
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.ranges.law import ValueLaw
from mexplore.discover.kinds import kind_of, kinds
from mexplore.discover.study.certificate import (
    MARK,
    Certificate,
    read_certificate,
    write_certificate,
)
from mexplore.discover.study.checking import NOT_USED
from mexplore.discover.study.finding import Refusal
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import AnyClaim, Claim
from mexplore.discover.verifying import verify
from mexplore.reports.commands import app
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule

HEAPS = [
    "0.77", "0.137", "0.52", "4.3", "subtract(multiples(1))", "subtract(1, 2)",
    "subtract(2, 4, 7)", "divide(2..6)", "divide(2, 5)", "subtract(squares)",
    "leave(n // 6 .. n // 2)", "remove(1 .. n//2)",
    "n -> [n - 1, n // 2]", "n -> [n*n % 7 % max(n, 1)]", "0.06", "subtract(1) or divide(2)",
]  # fmt: skip
OPEN = {"n -> [n*n % 7 % max(n, 1)]": "holds so far", "0.06": "nothing found"}
BOARDS = [
    *(str(shipped()[name].rule) for name in ("rook", "wythoff", "bishop", "king", "knight")),
    "(x, y) -> [(x - 1, y), (x - 2, y), (x, y - 1), (x, y - 3)]",
    "(x, y) -> [(x - 1, y), (x, y - 2), (x - 1, y - 1)]",
    "(x, y) -> [(x - 1, y - 1), (x - 2, y - 2)]",
    "(x, y) -> [(a, y) for a in range(x)] + [(x, y - 1), (x, y - 2)]",
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y) if (y - b) % 2]",
    "(x, y) -> [(x - 2, y + 1), (x - 1, y)]",
    "(x, y) -> [(x, y - 2), (x - 3, y - 1)]",
]
MISERE = [
    "0.123", "0.52", "subtract(1, 2)", "subtract(2)", "subtract(multiples(1))", "0.3", "0.34",
    "0.7", "0.56", "subtract(1, 3, 4)", "divide(2)", "0.15",
]  # fmt: skip
FAMILIES = [
    "subtract(k) for k >= 1", "subtract(1, k) for k >= 2", "subtract(k, 2*k) for k >= 1",
    "subtract(k, k + 1) for k >= 1", "subtract(a, b) for a >= 1, b >= a + 1",
    "subtract(1..k) for k >= 2", "subtract(1, 2, k) for k >= 3", "subtract(k, 3*k) for k >= 1",
    "subtract(1, 2*k) for k >= 1", "subtract(2, k) for k >= 3", "subtract(1, k, k + 1) for k >= 2",
    "subtract(k, k + 1, k + 2) for k >= 1",
]  # fmt: skip
RANGES = [
    "remove(k .. m) for 1 <= k <= m", "remove(k .. 2*k) for k >= 1",
    "remove(k .. k + 2) for k >= 1", "subtract(all but a) for a >= 1",
    "subtract(all but a, b) for a >= 1, b >= a + 1", "remove(k .. 3*k + 1) for k >= 1",
    "remove(k .. m) for k >= 2, m >= k + 1",
]  # fmt: skip
CODES = [
    "0.5{k}7 for k >= 1", "0.1{k}5 for k >= 1", "0.5{k}4 for k >= 1", "0.5{k}6 for k >= 2",
    "0.1{k}4 for k >= 3", "0.1{k} for k >= 1", "0.1{k}05 for k >= 3",
]  # fmt: skip


def kinds_of_claims() -> set[type]:
    """All kinds of claims with their bases, and the laws of which those about families are made."""
    found = {base for each in kinds() for claim in each.claims() for base in claim.__mro__}
    return {DigitLaw, ValueLaw, WordLaw, *found} - {Claim}


@contextmanager
def said_otherwise() -> Iterator[None]:
    """All claims in other words."""

    def change(kind: type, method: str) -> None:
        said = getattr(kind, method)

        def words_from_the_end(claim: Any) -> str:
            return "It is known: " + " ".join(reversed(said(claim).split()))

        patch.setattr(kind, method, words_from_the_end)

    heap_part._studied.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        for kind in kinds_of_claims():
            for method in ("statement", "latex"):
                if method in vars(kind):
                    change(kind, method)
        yield
    heap_part._studied.cache_clear()


@pytest.fixture
def other_words() -> Iterator[None]:
    with said_otherwise():
        yield


def without_sentences(found: Any) -> Any:
    """JSON without the sentences in it, those of certificates within a claim as well."""
    if isinstance(found, dict):
        return {k: without_sentences(v) for k, v in found.items() if k != "statement"}
    return [without_sentences(each) for each in found] if isinstance(found, list) else found


def studied(text: str) -> Any:
    """The study of a game of any kind, which ends without a look at the clock."""
    kind = kind_of(text)
    limits = {
        "heaps": Limits(None, max_terms=3000, runs_upto=10**9),
        "boards": Limits(None, upto=40),
        "misère heaps": Limits(None, upto=60),
    }
    return kind.study(kind.parse(text), limits.get(kind.name))


def facts(study: Any) -> Any:
    """What a study found and refused, without a sentence."""
    found = [(_named(f.claim), f.checked_to, f.status, f.proof) for f in study.findings]
    refused = [_refused(each) for each in getattr(study, "refusals", ())]
    return study.status, found, refused, without_sentences(study.certificate)


def _named(claim: AnyClaim) -> Any:
    return claim.name, json.dumps(without_sentences(claim.parameters()))


def _refused(refusal: Refusal) -> Any:
    claim = None if refusal.claim is None else _named(refusal.claim)
    return refusal.theorem, refusal.lacking, claim


def games() -> Iterator[Any]:
    """All of them; those beyond the first few of a kind are slow."""
    misere = [f"misere {rule}" for rule in MISERE]
    for kind in (HEAPS, BOARDS, misere, FAMILIES, RANGES, CODES):
        few = 3 if kind in (FAMILIES, RANGES, CODES) else 7
        for number, text in enumerate(kind):
            yield pytest.param(text, marks=[pytest.mark.slow] * (number >= few), id=text)


@pytest.mark.parametrize("text", list(games()))
def test_studies_and_older_certificates_are_the_same(text: str) -> None:
    study = studied(text)
    then, certificate = facts(study), study.certificate
    assert study.status == OPEN.get(text, "proved")
    with said_otherwise():
        assert facts(studied(text)) == then
        if certificate is None:
            return
        verdict = verify(read_certificate(write_certificate(certificate)))
    assert verdict.valid, verdict.reason
    # 'G is not eventually periodic' is read as a short notation, whatever the statement.
    is_read = certificate["claim"]["pattern"] == "not-periodic"
    assert verdict.remark == ("" if is_read else NOT_USED)
    assert certificate["statement"] not in verdict.reason
    assert "It is known: " in verdict.reason


@pytest.mark.usefixtures("other_words")
def test_what_a_heap_of_a_board_is_does_not_depend_on_words() -> None:
    nim, pair = (HeapPart.studied(parse_rule(text)) for text in ("subtract(multiples(1))", "0.5"))
    assert nim.is_identity and not pair.is_identity
    assert not HeapPart.studied(parse_rule("subtract(1, 2)")).is_identity
    late = HeapPart.studied(parse_rule("subtract(all but 1)"))  # 0 0 1 1 2 2 ...
    assert late.claim is not None and not late.is_identity


def test_heaps_with_other_sentences_are_equal() -> None:
    nim = HeapPart.studied(parse_rule("subtract(multiples(1))"))
    given = nim.parameters()
    given["certificate"]["statement"] = "the value of a heap is its size"
    assert HeapPart.from_parameters(given) == nim
    assert HeapPart.from_parameters(given | {"certificate": None}) != nim


# Sentences in certificates.


def kayles() -> Certificate:
    certificate: Certificate = studied("0.77").certificate
    return certificate


@pytest.mark.parametrize(
    "sentence",
    [
        "G(n + 12) = G(n) for all n >= 71",
        "G(n+12)=G(n), for n ≥ 71.",
        "G(n + 12) = G(n) for every n >= 71",
        "period 12 from 71",
    ],
)
def test_a_sentence_that_says_the_claim_needs_no_remark(sentence: str) -> None:
    verdict = verify(kayles() | {"statement": sentence})
    assert verdict.valid and not verdict.remark
    assert verdict.reason.startswith("0.77: G(n + 12) = G(n) for all n >= 71: ")


@pytest.mark.parametrize(
    "sentence",
    [
        "G(n + 1) = G(n) for all n >= 71",
        "G(n + 12) = G(n) for all n >= 70",
        "G(n + 24) = G(n) for all n >= 71",
        "G(n + 12) = G(n) + 1 for all n >= 71",
        "period 1 from 71",
        "G(n) = 0",
        "G(n) = G(floor(n/12)) for all n >= 6",
        "G is not periodic",
    ],
)
def test_a_sentence_that_says_another_claim_makes_a_certificate_invalid(sentence: str) -> None:
    """A forger writes 'period 1' for people, and the true parameters for the program."""
    verdict = verify(kayles() | {"statement": sentence})
    assert not verdict.valid
    assert verdict.reason == (
        "its statement is not that of its claim, 'G(n + 12) = G(n) for all n >= 71'"
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "the values repeat with the period 12 from n = 71 on",
        "all values are 0, believe me",
        "G(n + 12) = G(n) for all n >= 71, and G(5) = 99",
        "G(n + 1) = G(n) for " + "all " * 100_000,
        "G(n + 1" + "0" * 10_000 + ") = G(n)",
    ],
)
def test_words_that_are_not_read_are_remarked_and_not_used(sentence: str) -> None:
    verdict = verify(kayles() | {"statement": sentence})
    assert verdict.valid and verdict.remark == NOT_USED
    assert verdict.reason.startswith("0.77: G(n + 12) = G(n) for all n >= 71: ")


@pytest.mark.parametrize("sentence", [None, 12, ["G(n) = 0"], {}, True])
def test_a_statement_is_a_text(sentence: object) -> None:
    verdict = verify(kayles() | {"statement": sentence})
    assert not verdict.valid and verdict.reason == "its statement is not a text"


@pytest.mark.parametrize(
    ("sentence", "valid"),
    [
        ("G(n + 3) = G(n) for n >= 0", True),
        ("G(n + 2) = G(n) for all n >= 0", False),
        ("it goes 0, 1, 2 for ever", True),
        (None, False),
    ],
)
def test_sentences_of_the_heaps_of_a_board(sentence: object, valid: bool) -> None:
    """A certificate of a board holds those of its heaps."""
    steps = "(x, y) -> [(x - 1, y), (x - 2, y)] + [(x, b) for b in range(y)]"
    certificate = studied(steps).certificate
    assert certificate["claim"]["pattern"] == "xor-of-heaps"
    inner = certificate["claim"]["x"]["certificate"]
    assert inner[MARK] == 1 and verify(certificate).valid and not verify(certificate).remark
    inner["statement"] = sentence
    verdict = verify(certificate)
    assert verdict.valid == valid
    assert bool(verdict.remark) == (valid and sentence == "it goes 0, 1, 2 for ever")


@pytest.mark.usefixtures("other_words")
def test_a_statement_is_read_in_the_words_of_today() -> None:
    """What users write is read into a claim first; then claims are compared."""
    from mexplore.discover.heaps.check import check_by_law

    found = studied("0.77").findings[0]
    verdict = check_by_law("period 12 from 71", found, (0, 99))
    assert verdict is not None and verdict.status == "proved"
    assert check_by_law("period 12 from 72", found, (0, 99)) is None


def test_the_command_says_the_remark(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    file.write_text(write_certificate(kayles() | {"statement": "it repeats"}))
    result = CliRunner().invoke(app, ["verify", str(file)])
    assert result.exit_code == 0
    assert result.output.startswith("valid: 0.77: G(n + 12) = G(n) for all n >= 71: ")
    assert result.output.endswith(f"remark: {NOT_USED}\n")
    result = CliRunner().invoke(app, ["verify", str(file), "--json"])
    assert json.loads(result.output)["remark"] == NOT_USED
    file.write_text(write_certificate(kayles()))
    result = CliRunner().invoke(app, ["verify", str(file), "--json"])
    assert set(json.loads(result.output)) == {"valid", "status", "warrant", "reason"}
