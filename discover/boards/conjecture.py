"""What is known of the laws of a board that no theorem proves: evidence, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardFinding
    from mexplore.discover.boards.study import BoardStudy
    from mexplore.rules.boards.board import Square

LEAST_SIDE = 16
LOOKED_AT = 64  # rows and columns beyond the table in which rivals are compared
MOST_SHOWN = 5


@dataclass(frozen=True)
class BoardSupport:
    """A law was found in the squares x, y < ``suggested`` alone, and agrees with ``unseen`` more,
    or with as many values of the line that it is about; ``suggested`` is None where it is found
    with all values only."""

    finding: BoardFinding
    suggested: int | None
    unseen: int


@dataclass(frozen=True)
class BoardPrediction:
    """A square beyond the table, and its value by each of the rivals."""

    square: Square
    values: tuple[int, ...]


def supports(study: BoardStudy) -> list[BoardSupport]:
    """The evidence for each law that is not proved: the smallest corner that suggests it."""
    found = []
    for finding in study.findings:
        if finding.proof is not None:
            continue
        side = next(_suggesting(study, finding), None)
        unseen = 0
        if side is not None and finding.claim.subject == "squares":
            unseen = study.table.size - side * side
        elif side is not None:
            unseen = finding.checked_to - side
        found.append(BoardSupport(finding, side, unseen))
    return found


def _suggesting(study: BoardStudy, finding: BoardFinding) -> Iterator[int]:
    side = LEAST_SIDE
    while side < min(study.table.shape):
        if finding.claim in type(finding.claim).detect(study.table[:side, :side]):
            yield side
        side *= 2


def rivals(study: BoardStudy) -> list[BoardFinding]:
    """The laws of all squares that tell values beyond the table and are not proved."""
    laws = [f for f in study.findings if f.proof is None and f.claim.subject == "squares"]
    return [f for f in laws if _value(f, study.table.shape) is not None]


def differences(study: BoardStudy, laws: Sequence[BoardFinding]) -> list[BoardPrediction]:
    """The next squares beyond the table, in the order of x + y, whose values decide between the
    rivals; of a single law the next squares."""
    width, height = study.table.shape
    found: list[BoardPrediction] = []
    for total in range(min(width, height), width + height + LOOKED_AT):
        for x in range(total + 1):
            y = total - x
            if (x < width and y < height) or not laws:
                continue
            values = [_value(each, (x, y)) for each in laws]
            known = tuple(value for value in values if value is not None)
            if len(known) == len(laws) and (len(laws) == 1 or len(set(known)) > 1):
                found.append(BoardPrediction((x, y), known))
                if len(found) == MOST_SHOWN:
                    return found
    return found


def _value(finding: BoardFinding, square: Square) -> int | None:
    try:
        return finding.claim.value(square)
    except (NoValue, TooLarge):
        return None
