"""How a certificate is checked again, whatever kind of game it is about.

Checking trusts no detector: the theorem is asked for its bound again, the terms below the
bound are computed again, the claim is compared with each of them, and its parameters with the
promise that they are the least. The terms are not those of the engine by which the law was found:
each of them is confirmed from the rule by other code (`discover.heaps.evidence.confirmed`), and the
verdict says by what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mexplore.discover.study.certificate import (
    FIELDS_OF,
    MARK,
    PLAY,
    Certificate,
    Verdict,
    played,
)
from mexplore.discover.study.kind import GameKind, Invalid
from mexplore.discover.study.pattern import AnyClaim
from mexplore.discover.study.theorem import AnyTheoremOf
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, MexploreError, TooLarge
from mexplore.rules.text.sentences import departure, did_you_mean

NOT_USED = "the sentence in the certificate is not that of its claim; it was not used"

KindOf = Callable[[str], GameKind[Any]]
"""What says of which kind a game is, from its text: `discover.kinds.kind_of`, or fewer kinds."""


def checked(
    certificate: Certificate,
    kind_of: KindOf,
    *,
    by_definition: bool = False,
    fast: bool = False,
    watcher: Watcher = no_progress,
) -> Verdict:
    """Check a certificate again, with nothing of it taken on trust.

    Each value is confirmed from the rule by code that `study` does not run; with ``by_definition``
    every value comes from the rule's options alone; ``fast`` believes the engines of `study`.
    """
    try:
        kind, game, claim, remark = _read(certificate, kind_of)
        done = kind.check(
            game,
            claim,
            _theorem(certificate["theorem"], kind),
            certificate["bound"],
            by_definition=by_definition,
            fast=fast,
            watcher=watcher,
        )
    except Invalid as invalid:
        return Verdict(False, str(invalid))
    said = f"{game}: {claim.statement()}"
    return Verdict(True, f"{said}: {done}, and so by {certificate['theorem']}", remark)


def contents_in(
    certificate: Certificate, kind_of: KindOf, about: str = "heaps"
) -> tuple[Any, Any, str]:
    """The game, the claim and the name of the theorem that a certificate about heaps, or another
    kind of game, states; nothing of it is checked yet. InputError where it states none."""
    try:
        kind, rule, claim, _ = _read(certificate, kind_of)
    except Invalid as invalid:
        raise InputError(f"the certificate states nothing that can be checked: {invalid}") from None
    if kind.name != about:
        raise InputError(f"the certificate is about {kind.name}, not about {about}")
    return rule, claim, str(certificate["theorem"])


def remark_in(certificate: Certificate, kind_of: KindOf) -> str:
    """What a reader should know of the sentences in a certificate, of which `contents_in` tells the
    claim; empty if there is nothing."""
    return _read(certificate, kind_of)[3]


def _read(certificate: Certificate, kind_of: KindOf) -> tuple[GameKind[Any], Any, Any, str]:
    """The kind, the game, the claim, and a remark on the sentences; Invalid where a sentence
    states another claim than the parameters beside it, also in a certificate within the claim."""
    kind, game, claim = well_formed(certificate, kind_of)
    understood = [_understood(certificate["statement"], claim, kind)]
    for inner in _within(certificate["claim"]):
        of_part, _, part = well_formed(inner, kind_of)
        understood.append(_understood(inner["statement"], part, of_part))
    return kind, game, claim, "" if all(understood) else NOT_USED


def _understood(sentence: object, claim: AnyClaim, kind: GameKind[Any]) -> bool:
    """Whether a sentence is seen to state the claim; False where it cannot be read, Invalid where
    it states another one."""
    if not isinstance(sentence, str):
        raise Invalid("its statement is not a text")
    if departure(sentence, claim.statement()) is None:
        return True
    readings = kind.claims_stated(sentence)
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


def well_formed(certificate: Certificate, kind_of: KindOf) -> tuple[GameKind[Any], Any, Any]:
    """The kind, the game and the claim; Invalid if the members are not those of a certificate."""
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
    kind = kind_of(text)
    if kind.play != certificate.get(PLAY, ""):
        raise Invalid(f"its play is {certificate.get(PLAY, '')!r}, which is not that of its rule")
    game = _game(text, kind)
    return kind, game, _claim(certificate["claim"], kind)


def _game(text: str, kind: GameKind[Any]) -> Any:
    try:
        game = kind.parse(text)
    except MexploreError as error:
        raise Invalid(f"its rule cannot be read: {error}") from None
    if game is None or str(game) != text:
        raise Invalid("its rule is not in canonical notation")
    return game


def _claim(given: object, kind: GameKind[Any]) -> AnyClaim:
    parameters = dict(given) if isinstance(given, dict) else {}
    name = parameters.pop("pattern", None)
    known = {claim.name: claim for claim in kind.claims()}
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


def _theorem(name: object, kind: GameKind[Any]) -> AnyTheoremOf:
    theorem = kind.theorem_named(name)
    if theorem is None:
        meant = _meant(name, [theorem.name for theorem in kind.theorems()])
        raise Invalid(f"there is no theorem {str(name)!r} about {kind.name}{meant}")
    return theorem


def _meant(name: object, known: Iterable[str]) -> str:
    """A question at the end of an error: the known name that is nearest, if one is near."""
    meant = did_you_mean(str(name), list(known)).strip()
    return f"; {meant}" if meant else ""
