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

Checking it trusts no detector: the theorem is asked for its bound again, the terms below the
bound are computed again, the claim is held against each of them, and its parameters against the
promise that they are the least. The terms are not those of the engine by which the law was found:
each of them is confirmed from the rule by other code (`discover.evidence.confirmed`), and the
verdict says by what.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from discover.finding import FindingOf
from discover.ground import Ground, Invalid, ground_of
from discover.pattern import AnyClaim
from discover.theorem import GroundTheorem
from rules.computing.grundy import Watcher, nobody
from rules.errors import InputError, MexploreError, TooLarge
from rules.text.exact_json import exact_json
from rules.text.files import json_of
from rules.text.long_decimals import from_decimal
from rules.text.nearest import did_you_mean
from rules.text.sentences import departure

VERSION = 1
MARK = "mexplore certificate"
PLAY = "play"
FIELDS = (MARK, "rule", "claim", "statement", "theorem", "bound")
FIELDS_OF = {VERSION: FIELDS, 2: (MARK, PLAY, *FIELDS[1:])}
LARGEST_TEXT = 50_000_000
MOST_DIGITS = 100_000  # of an integer
NOT_USED = "the sentence in the certificate is not that of its claim; it was not used"

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


def certificate_of(game: object, finding: FindingOf[Any]) -> Certificate | None:
    """The certificate of a proved finding about a rule or a board; None for others."""
    if finding.proof is None:
        return None
    claim, play = finding.claim, ground_of(str(game)).play
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


def verify(
    certificate: Certificate,
    *,
    by_definition: bool = False,
    fast: bool = False,
    watcher: Watcher = nobody,
) -> Verdict:
    """Check a certificate again, with nothing of it taken on trust.

    Each value is confirmed from the rule by code that `study` does not run; with ``by_definition``
    every value comes from the rule's options alone; ``fast`` believes the engines of `study`.
    """
    try:
        ground, game, claim, remark = _read(certificate)
        done = ground.check(
            game,
            claim,
            _theorem(certificate["theorem"], ground),
            certificate["bound"],
            by_definition=by_definition,
            fast=fast,
            watcher=watcher,
        )
    except Invalid as invalid:
        return Verdict(False, str(invalid))
    said = f"{game}: {claim.statement()}"
    return Verdict(True, f"{said}: {done}, and so by {certificate['theorem']}", remark)


def stated(certificate: Certificate, about: str = "heaps") -> tuple[Any, Any, str]:
    """The game, the claim and the name of the theorem that a certificate about heaps, or another
    ground, states; nothing of it is checked yet. InputError where it states none."""
    try:
        ground, rule, claim, _ = _read(certificate)
    except Invalid as invalid:
        raise InputError(f"the certificate states nothing that can be checked: {invalid}") from None
    if ground.name != about:
        raise InputError(f"the certificate is about {ground.name}, not about {about}")
    return rule, claim, str(certificate["theorem"])


def remark_on(certificate: Certificate) -> str:
    """What a reader should know of the sentences in a certificate, of which `stated` tells the
    claim; empty if there is nothing."""
    return _read(certificate)[3]


def _read(certificate: Certificate) -> tuple[Ground[Any], Any, Any, str]:
    """The ground, the game, the claim, and a remark on the sentences; Invalid where a sentence
    states another claim than the parameters beside it, also in a certificate within the claim."""
    ground, game, claim = _well_formed(certificate)
    understood = [_understood(certificate["statement"], claim, ground)]
    for inner in _within(certificate["claim"]):
        of_part, _, part = _well_formed(inner)
        understood.append(_understood(inner["statement"], part, of_part))
    return ground, game, claim, "" if all(understood) else NOT_USED


def _understood(sentence: object, claim: AnyClaim, ground: Ground[Any]) -> bool:
    """Whether a sentence is seen to state the claim; False where it cannot be read, Invalid where
    it states another one."""
    if not isinstance(sentence, str):
        raise Invalid("its statement is not a text")
    if departure(sentence, claim.statement()) is None:
        return True
    readings = ground.claims_stated(sentence)
    if readings and claim not in readings:
        raise Invalid(f"its statement is not that of its claim, {claim.statement()!r}")
    return bool(readings)


def _within(given: object) -> Iterator[Certificate]:
    """The certificates among the parameters of a claim, at any depth."""
    waiting = [given]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if MARK in part:
                yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def _well_formed(certificate: Certificate) -> tuple[Ground[Any], Any, Any]:
    """The ground, the game and the claim; Invalid if the members are not those of a certificate."""
    version = certificate[MARK]
    if type(version) is not int or version not in FIELDS_OF:
        known = " and ".join(map(str, FIELDS_OF))
        raise Invalid(f"its version is {version!r}; this program reads versions {known}")
    fields = FIELDS_OF[version]
    for key in fields:
        if key not in certificate:
            raise Invalid(f"the member {key!r} is missing")
    for key in certificate:
        if key not in fields:
            raise Invalid(f"the member {key!r} has no meaning")
    if not isinstance(certificate["rule"], str):
        raise Invalid("its rule is not in canonical notation")
    text = played(certificate)
    ground = ground_of(text)
    if ground.play != certificate.get(PLAY, ""):
        raise Invalid(f"its play is {certificate.get(PLAY, '')!r}, which is not that of its rule")
    game = _game(text, ground)
    return ground, game, _claim(certificate["claim"], ground)


def played(certificate: Certificate) -> str:
    """The rule, after the word that says how it is played, if it is not normal play."""
    rule = str(certificate.get("rule"))
    return f"{certificate[PLAY]} {rule}" if PLAY in certificate else rule


def _game(text: str, ground: Ground[Any]) -> Any:
    try:
        game = ground.parse(text)
    except MexploreError as error:
        raise Invalid(f"its rule cannot be read: {error}") from None
    if game is None or str(game) != text:
        raise Invalid("its rule is not in canonical notation")
    return game


def _claim(given: object, ground: Ground[Any]) -> AnyClaim:
    parameters = dict(given) if isinstance(given, dict) else {}
    name = parameters.pop("pattern", None)
    known = {claim.name: claim for claim in ground.claims()}
    if not isinstance(name, str) or name not in known:
        raise Invalid(f"its claim names no pattern that is known: {name!r}{_meant(name, known)}")
    try:
        return known[name].from_parameters(parameters)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise Invalid(f"its claim is malformed: {error}") from None
    except TooLarge:
        raise
    except MexploreError as error:
        raise Invalid(f"its claim cannot be read: {error}") from None


def _theorem(name: object, ground: Ground[Any]) -> GroundTheorem:
    theorem = ground.theorem_named(name)
    if theorem is None:
        meant = _meant(name, [theorem.name for theorem in ground.theorems()])
        raise Invalid(f"there is no theorem {str(name)!r} about {ground.name}{meant}")
    return theorem


def _meant(name: object, known: Iterable[str]) -> str:
    """A question at the end of an error: the known name that is nearest, if one is near."""
    meant = did_you_mean(str(name), list(known)).strip()
    return f"; {meant}" if meant else ""
