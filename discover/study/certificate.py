"""Certificates: rule, claim, theorem, bound, in a short text that anyone can check again.

A certificate is a JSON object with exactly these members::

    {
      "mexplore certificate": 1,
      "rule": "0.77",
      "claim": {"pattern": "periodic", "preperiod": 71, "period": 12, "saltus": 0},
      "statement": "G(n + 12) = G(n) for all n >= 71",
      "theorem": "Guy-Smith",
      "bound": 168
    }

A certificate of version 2 says in one more member, ``"play": "misere"``, that the rule is played
otherwise than in normal play; all else is the same.

The claim is its pattern and its parameters. The statement says it to people, and proves nothing: a
verdict states the claim anew, from the parameters, and the wording of statements may change without
making older certificates invalid. But the sentence is what a person reads in the file, so it may
not say another thing. Where it is not the statement of today, there are two cases:

* It is read, whole, as a claim. If that is another claim, the certificate contradicts itself, and
  is invalid: 'G(n + 1) = G(n)' beside the period 12 is a forgery or a mistake.
* It is not read: the wording of another version, or no claim at all. The certificate is as valid as
  its parameters, and the verdict adds the remark that the sentence was not used. To reject it would
  make each change of a word reject true certificates; to be silent would pass for agreement.

Sentences about heaps are read; of boards, misère play and families none is. The same holds for
certificates within a claim, such as those of the heaps of which a board is made.
"""

from __future__ import annotations

import json
from typing import Any

from mexplore.discover.study.finding import FindingOf
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import exact_json, json_of
from mexplore.rules.text.numbers import from_decimal

VERSION = 1
MARK = "mexplore certificate"
PLAY = "play"
FIELDS = (MARK, "rule", "claim", "statement", "theorem", "bound")
FIELDS_OF = {VERSION: FIELDS, 2: (MARK, PLAY, *FIELDS[1:])}
LARGEST_TEXT = 50_000_000
MOST_DIGITS = 100_000  # of an integer

Certificate = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """Whether a certificate is valid, and why (not); and what else a reader of it should know."""

    valid: bool
    reason: str
    remark: str = ""

    def __repr__(self) -> str:
        also = f", remark={self.remark!r}" if self.remark else ""
        return f"Verdict(valid={self.valid}, reason={self.reason!r}{also})"


def certificate_of(game: object, finding: FindingOf[Any], play: str = "") -> Certificate | None:
    """The certificate of a proved finding about a rule or a board; None for others."""
    if finding.proof is None:
        return None
    claim = finding.claim
    version = {MARK: 2, PLAY: play} if play else {MARK: VERSION}
    return {
        **version,
        "rule": str(game).removeprefix(f"{play} ") if play else str(game),
        "claim": {"pattern": claim.name, **claim.parameters()},
        "statement": claim.statement(),
        "theorem": finding.proof.theorem,
        "bound": finding.proof.bound,
    }


def write_certificate(certificate: Certificate) -> str:
    """The certificate as text, one member a line."""
    lines = (f"  {json.dumps(key)}: {exact_json(value)}" for key, value in certificate.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_certificate(text: str) -> Certificate:
    """The certificate in a text; InputError if the text is none at all."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"the text has {len(text)} characters: no certificate is so long")
    try:
        certificate = json_of(text, object_pairs_hook=_each_once, parse_int=_integer)
    except ValueError as error:
        raise InputError(f"this is no certificate: it is not JSON ({error})") from None
    if not isinstance(certificate, dict) or MARK not in certificate:
        raise InputError(f"this is no certificate: it has no member {MARK!r}")
    return certificate


def _integer(digits: str) -> int:
    """Refused where it is so long that reading and writing it would take seconds."""
    if len(digits) > MOST_DIGITS:
        raise InputError(f"an integer has {len(digits)} digits: no certificate has such")
    return -from_decimal(digits[1:]) if digits.startswith("-") else from_decimal(digits)


def _each_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, no member of which may be given twice: readers differ in which one counts."""
    found = dict(members)
    if len(found) < len(members):
        twice = next(key for i, (key, _) in enumerate(members) if key in dict(members[:i]))
        raise InputError(f"this is no certificate: the member {twice!r} is given twice")
    return found


def played(certificate: Certificate) -> str:
    """The rule, after the word that says how it is played, if it is not normal play."""
    rule = str(certificate.get("rule"))
    return f"{certificate[PLAY]} {rule}" if PLAY in certificate else rule
