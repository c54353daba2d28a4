"""Certificates about games of any kind, checked again."""

from __future__ import annotations

from typing import Any

from mexplore.discover.kinds import kind_of
from mexplore.discover.study.certificate import Certificate, Verdict
from mexplore.discover.study.checking import checked, contents_in, remark_in
from mexplore.rules.engine.grundy import Watcher, no_progress


def verify(
    certificate: Certificate,
    *,
    by_definition: bool = False,
    fast: bool = False,
    watcher: Watcher = no_progress,
) -> Verdict:
    """Check a certificate again, with nothing of it taken on trust (`discover.study.checking`)."""
    return checked(certificate, kind_of, by_definition=by_definition, fast=fast, watcher=watcher)


def contents_of(certificate: Certificate, about: str = "heaps") -> tuple[Any, Any, str]:
    """The game, the claim and the name of the theorem that a certificate about heaps, or another
    kind of game, states; nothing of it is checked yet. InputError where it states none."""
    return contents_in(certificate, kind_of, about)


def remark_on(certificate: Certificate) -> str:
    """What a reader should know of the sentences in a certificate; empty if there is nothing."""
    return remark_in(certificate, kind_of)
