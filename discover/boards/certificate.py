"""Certificates of laws of boards: the same text as those of heaps, the rule being a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discover.boards.known import board_laws, board_theorem_named
from discover.certificate import FIELDS, VERSION, Certificate, Invalid, Verdict, refuse_fields
from discover.patterns.boards.pattern import BoardFinding, BoardLaw
from discover.theorems.boards.theorem import Proved, Values
from rules.boards.board import Board
from rules.boards.table import Tables, table_by_definition
from rules.computing.grundy import Watcher, nobody
from rules.errors import MexploreError

if TYPE_CHECKING:
    from rules.boards.kernel import BoardValues

MOST_COMPARED = 1 << 18  # squares on which a claim is compared again, although it is proved


def board_certificate(board: Board, finding: BoardFinding) -> Certificate | None:
    """The certificate of a proved finding; None for others."""
    if finding.proof is None:
        return None
    claim = finding.claim
    members = (
        VERSION,
        str(board),
        {"pattern": claim.name, **claim.parameters()},
        claim.statement(),
        finding.proof.theorem,
        finding.proof.bound,
    )
    return dict(zip(FIELDS, members, strict=True))


def is_of_board(certificate: Certificate) -> bool:
    """Whether the rule of a certificate is written as that of a board."""
    rule = certificate.get("rule")
    return isinstance(rule, str) and rule.lstrip().startswith("(")


def verify_board(
    certificate: Certificate, *, by_definition: bool = False, watcher: Watcher = nobody
) -> Verdict:
    """Check it again: the theorem reads the moves, and asks for values, again.

    >>> from discover.boards.study import study_board
    >>> certificate = study_board(Board.parse("(x, y) -> [(x - 1, y - 2)]")).certificate
    >>> verify_board(certificate).valid, verify_board(certificate | {"bound": 3}).valid
    (True, False)
    """
    try:
        refuse_fields(certificate)
        board = _board(certificate["rule"])
        claim = _claim(certificate["claim"], certificate["statement"])
        bound = _bound_again(certificate, board, claim, _values(board, by_definition, watcher))
    except Invalid as invalid:
        return Verdict(False, str(invalid))
    means = "the definition" if by_definition else "values computed again"
    return Verdict(
        True,
        f"{board}: {claim.statement()}: checked for "
        f"{'n' if claim.subject == 'n' else 'x, y'} < {bound} by {means}, and so by "
        f"{certificate['theorem']}",
    )


def _values(board: Board, by_definition: bool, watcher: Watcher) -> Values:
    tables = Tables(board, watcher)

    def values(width: int, height: int) -> BoardValues:
        if by_definition:
            return table_by_definition(board, (width, height), edges=False, watcher=watcher)
        return tables.table((width, height))

    return values


def _board(text: object) -> Board:
    try:
        board = Board.parse(text) if isinstance(text, str) else None
    except MexploreError as error:
        raise Invalid(f"its rule cannot be read: {error}") from None
    if board is None or str(board) != text:
        raise Invalid("its rule is not in canonical notation")
    return board


def _claim(given: object, statement: object) -> BoardLaw:
    parameters = dict(given) if isinstance(given, dict) else {}
    name = parameters.pop("pattern", None)
    law = next((law for law in board_laws() if law.name == name), None)
    if law is None:
        raise Invalid(f"its claim names no law of boards that is known: {name!r}")
    try:
        claim = law.from_parameters(parameters)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise Invalid(f"its claim is malformed: {error}") from None
    except MexploreError as error:
        raise Invalid(f"its claim cannot be read: {error}") from None
    if claim.statement() != statement:
        raise Invalid(f"its statement is not that of its claim, {claim.statement()!r}")
    return claim


def _bound_again(certificate: Certificate, board: Board, claim: BoardLaw, values: Values) -> int:
    theorem = board_theorem_named(certificate["theorem"])
    if theorem is None:
        raise Invalid(f"there is no theorem {certificate['theorem']!r} about boards")
    proved = theorem.proved(board, claim, values)
    if not isinstance(proved, Proved):
        raise Invalid(f"the theorem {theorem.name!r} does not prove it: {proved.reason}")
    given = certificate["bound"]
    if type(given) is not int or given != proved.bound:
        raise Invalid(f"its bound is {given!r}, and the theorem asks for {proved.bound}")
    width, height = claim.box(proved.bound)
    small = width * height <= MOST_COMPARED
    if small and claim.first_failure(values(width, height)) is not None:
        raise Invalid("the claim is false")
    return proved.bound
