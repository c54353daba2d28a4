"""The games of a survey: rules of heaps, and games of which a system of kinds of heaps is known.

Of both, G(n) is the value of a heap of n, and the study of a game is that of the sequence G(n).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from mexplore.discover.study.certificate import Certificate, certificate_of
from mexplore.discover.study.finding import Finding
from mexplore.rules.library import NAME, shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.systems.game import NoSystem, SystemGame
from mexplore.rules.systems.reading import read_system

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.rule import Rule, Values


def read_game(text: str) -> HeapGame:
    """The game that a text denotes; RuleSyntaxError for other texts.

    >>> str(read_game("kayles")), str(read_game("word(o^n; o->., oo->..)"))
    ('0.77', 'word(o^n; o -> ., oo -> ..)')
    """
    named = shipped().get(text.strip()) if NAME.fullmatch(text.strip()) else None
    system = read_system(text if named is None else named.rule)
    return parse_rule(text) if system is None else system


def heap_rule(text: str) -> Rule | None:
    """The rule of heaps that a text denotes; None where it is a system of kinds of heaps."""
    game = read_game(text)
    return None if isinstance(game, SystemGame) else game


def representative(game: HeapGame) -> str:
    """The rule from whose values those of this game follow: itself, if none is known."""
    from mexplore.rules.engine.reduction import reduced

    return str(game if isinstance(game, SystemGame) else reduced(game)[0])


def first_values(text: str, stop: int) -> Values:
    """G(n) for n < stop; NoSystem where there is no finite system.

    >>> first_values("word(o^n; o -> ., oo -> ..)", 8).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2]
    """
    game = read_game(text)
    if isinstance(game, SystemGame):
        from mexplore.rules.systems.values import values

        found: Values = values(game.system, stop)[game.system.start]
        return found
    from mexplore.rules.engine.grundy import grundy_values

    return grundy_values(game, stop)


def source_of(game: HeapGame) -> Source:
    """Where G(0), G(1), ... come from; where there is no finite system, from the rules alone."""
    from mexplore.discover.questions.known import source_of_game

    try:
        return source_of_game(game)
    except NoSystem:
        from mexplore.discover.systems.sources import DirectSource

        return DirectSource(cast("SystemGame", game))


class Settled(NamedTuple):
    """The law of a game that is proved, the values for which it was found, and its certificate."""

    finding: Finding
    evidence: Evidence
    certificate: Certificate | None


class Studied(NamedTuple):
    """The study of G(n), and the certificate of its laws where it has one of all kinds."""

    of_values: Study
    of_kinds: Certificate | None = None

    def certificate(self, finding: Finding | None) -> Certificate | None:
        """The certificate of a finding: of a system, that of the laws of all kinds."""
        if finding is None or finding.proof is None:
            return None
        game = self.of_values.rule
        return self.of_kinds if game is None else certificate_of(game, finding)


def studied(game: HeapGame, limits: Limits) -> Studied:
    """What is found of a game; NoSystem where it has no finite system.

    >>> from mexplore.discover.study.limits import Limits
    >>> found = studied(read_game("word(o^n; o -> ., oo -> ..)"), Limits(None, 500))
    >>> found.of_values.findings[0].claim.statement(), found.of_kinds["theorem"]
    ('G(n + 12) = G(n) for all n >= 71', 'Guy-Smith for kinds')
    """
    if isinstance(game, SystemGame):
        from mexplore.discover.systems.study import study_system

        of_kinds = study_system(game, limits)
        return Studied(of_kinds.of_start, of_kinds.certificate)
    from mexplore.discover.heaps.study import study

    return Studied(study(game, limits))
