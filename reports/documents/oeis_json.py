"""What was found in a copy of OEIS, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mexplore.reports.documents.oeis import SITE

if TYPE_CHECKING:
    from mexplore.discover.surveys.oeis.matching import Match, Matches

LISTED = 1000


def matches_json(matches: Matches, names: Mapping[str, str]) -> dict[str, Any]:
    """The best LISTED matches, best first, and how many there are."""
    return {
        "count": len(matches.found),
        "matches": [_match_json(each, names) for each in matches.found[:LISTED]],
        "incomplete": list(matches.crowded),
    }


def _match_json(match: Match, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "sequence": match.number,
        "name": names.get(match.number),
        "transform": match.transform,
        "from": match.first,
        "dropped": match.dropped,
        "agreed": match.agreed,
        "informative": match.informative,
        "telling": match.significant,
        "not_compared": match.beyond,
        "url": f"{SITE}/{match.number}",
    }
