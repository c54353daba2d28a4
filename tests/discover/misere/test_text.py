"""Certificates of misère play are read strictly: what is not exactly one is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mexplore.discover.study.certificate import Certificate, read_certificate, write_certificate
from mexplore.discover.study.checking import NOT_USED
from mexplore.discover.verifying import verify
from mexplore.rules.errors import InputError

# subtract(1): heap n is lost exactly if n is odd.
TRUE: Certificate = {
    "mexplore certificate": 2,
    "play": "misere",
    "rule": "subtract(1)",
    "claim": {
        "pattern": "misere-quotient",
        "table": [[0, 1], [1, 0]],
        "lost": [1],
        "preperiod": 1,
        "period": 2,
        "classes": [1, 0],
        "answers": ["0x1", "0x2"],
    },
    "statement": "heap n + 2 is in the class of heap n for all n >= 1, of 2 classes, "
    "1 of which is lost",
    "theorem": "misère windows",
    "bound": 4,
}


def with_claim(**members: Any) -> Certificate:
    return TRUE | {"claim": TRUE["claim"] | members}


def test_the_true_one_is_valid() -> None:
    verdict = verify(read_certificate(write_certificate(TRUE)))
    assert verdict.valid, verdict
    assert "misere subtract(1)" in verdict.reason


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (TRUE | {"rule": "subtract(1"}, "cannot be read"),
        (TRUE | {"rule": "subtract(١)"}, "canonical"),  # another digit of Unicode
        (TRUE | {"rule": " subtract(1)"}, "canonical"),
        (TRUE | {"rule": ["subtract(1)"]}, "canonical"),
        (TRUE | {"rule": "misere subtract(1)"}, "cannot be read"),
        (TRUE | {"play": "normal"}, "play"),
        (TRUE | {"play": "misère"}, "play"),
        (TRUE | {"play": ""}, ""),
        (TRUE | {"play": None}, "play"),
        (TRUE | {"mexplore certificate": 1}, "no meaning"),
        (TRUE | {"mexplore certificate": 2.0}, "version"),
        (TRUE | {"mexplore certificate": 3}, "version"),
        (TRUE | {"bound": 5}, "bound"),
        (TRUE | {"bound": 4.0}, "bound"),
        (TRUE | {"bound": "4"}, "bound"),
        (TRUE | {"bound": True}, "bound"),
        (TRUE | {"theorem": "misère finite heaps"}, "all heaps"),
        (TRUE | {"theorem": "Ferguson's pairing"}, "nothing of laws"),
        (TRUE | {"theorem": "finite window"}, "no theorem"),
        (TRUE | {"more": 1}, "no meaning"),
        (TRUE | {"statement": ["true"]}, "statement is not a text"),
        (with_claim(lost=[1, 1.0, True, 0.5]), "malformed"),
        (with_claim(lost=[1.0]), "not an integer"),
        (with_claim(lost=[True]), "not an integer"),
        (with_claim(lost=[1, 1]), "strictly increasing"),
        (with_claim(lost=["1"]), "not an integer"),
        (with_claim(lost=[2]), "not an integer"),
        (with_claim(lost=[-1]), "not an integer"),
        (with_claim(lost=1), "not a list"),
        (with_claim(table=[[0, 1], [1]]), "not square"),
        (with_claim(table=[]), "malformed"),
        (with_claim(table=[[0, 1], [1, 2]]), "not an integer"),
        (with_claim(classes=[1, 2]), "not an integer"),
        (with_claim(preperiod=2), "preperiod"),
        (with_claim(period=3), "period"),
        (with_claim(period=0), "preperiod"),
        (with_claim(period=True, preperiod=2), "period"),
        (with_claim(answers=["0x1"]), "one member a class"),
        (with_claim(answers=["0x1", "0x2", "0x0"]), "not a list"),
        (with_claim(answers=["0x1", "0x02"]), "no set of classes"),
        (with_claim(answers=["0x1", "0X2"]), "no set of classes"),
        (with_claim(answers=["0x1", "2"]), "no set of classes"),
        (with_claim(answers=["0x1", 2]), "no set of classes"),
        (with_claim(answers=["0x1", "0x٢"]), "no set of classes"),
        (with_claim(answers=["0x1", "0x4"]), "not in the table"),
        (with_claim(answers=["0x1", "0x" + "f" * 10**6]), "not in the table"),
        (with_claim(more=1), "members are not"),
        (with_claim(pattern="misere quotient"), "names no pattern"),
        (with_claim(pattern="tame-types"), "members are not"),
    ],
)
def test_others_are_not_valid(changed: Certificate, reason: str) -> None:
    verdict = verify(changed)
    assert not verdict.valid, changed
    assert reason in verdict.reason


def test_a_sentence_that_is_not_read_is_not_used() -> None:
    verdict = verify(TRUE | {"statement": "true"})
    assert verdict.valid and verdict.remark == NOT_USED
    assert TRUE["statement"] in verdict.reason


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (with_claim(table=[[1, 0], [0, 1]]), "class 0 is no identity"),
        (with_claim(table=[[0, 1], [0, 0]]), "depends on the order"),
        (with_claim(lost=[0]), "the class of no heap, 0, is called lost"),
        (with_claim(lost=[0, 1]), "the class of no heap, 0, is called lost"),
        (with_claim(classes=[0, 1]), "class 1 is no product"),
        (with_claim(answers=["0x0", "0x2"]), "class 0 is not lost, and has no winning move"),
        (with_claim(answers=["0x3", "0x2"]), "heap 2 of class 0: a winning move is promised"),
    ],
)
def test_the_first_failure_is_named(changed: Certificate, reason: str) -> None:
    claim = changed["claim"]
    if claim["lost"] == [0, 1]:
        changed = changed | {
            "statement": TRUE["statement"].replace("1 of which is", "2 of which are")
        }
    if claim["classes"] == [0, 1]:
        reason = "heap 1 of class 0"
    verdict = verify(changed)
    assert not verdict.valid
    assert reason in verdict.reason


def test_a_member_given_twice_is_refused() -> None:
    text = write_certificate(TRUE)
    for key in ("rule", "lost"):
        value = json.dumps(TRUE.get(key, [0]))
        with pytest.raises(InputError, match="given twice"):
            read_certificate(text.replace(f'"{key}":', f'"{key}": {value}, "{key}":'))


def test_normal_play_needs_no_play() -> None:
    normal = {key: value for key, value in TRUE.items() if key != "play"}
    assert not verify(normal).valid
    assert not verify(normal | {"mexplore certificate": 1, "rule": "misere subtract(1)"}).valid
