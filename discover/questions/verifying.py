"""One way to check certificates of every kind again."""

from __future__ import annotations

from discover.boards.certificate import is_of_board, verify_board
from discover.certificate import Certificate, Verdict
from discover.certificate import verify as verify_heaps
from rules.computing.grundy import Watcher, nobody


def verify(
    certificate: Certificate, *, by_definition: bool = False, watcher: Watcher = nobody
) -> Verdict:
    """Check a certificate again, of heaps or of a board, with nothing of it taken on trust.

    ``by_definition`` uses no kernel either: every value comes from the rule's options.
    """
    check = verify_board if is_of_board(certificate) else verify_heaps
    return check(certificate, by_definition=by_definition, watcher=watcher)
