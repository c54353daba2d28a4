"""One way to check certificates of every kind again."""

from __future__ import annotations

from discover.boards.certificate import is_of_board, verify_board
from discover.certificate import Certificate, Verdict
from discover.certificate import verify as verify_heaps
from rules.computing.grundy import Watcher, nobody


def verify(
    certificate: Certificate,
    *,
    by_definition: bool = False,
    fast: bool = False,
    watcher: Watcher = nobody,
) -> Verdict:
    """Check a certificate again, of heaps or of a board, with nothing of it taken on trust.

    Values of heaps are confirmed by code that `study` does not run, unless ``fast``;
    ``by_definition`` takes them from the rule's options alone.
    """
    if is_of_board(certificate):
        return verify_board(certificate, by_definition=by_definition, watcher=watcher)
    return verify_heaps(certificate, by_definition=by_definition, fast=fast, watcher=watcher)
