"""Conjectures about the values of one kind of heaps: ``G(n) = ...`` of those with which play
starts, ``B(n + 12) = B(n)`` of heaps of the kind B."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from mexplore.discover.heaps.check import check_by_law, check_terms
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.stated import bare_formula, refuse_unreadable
from mexplore.discover.heaps.statements import read_statement
from mexplore.discover.study.conclusion import Conclusion, Difference
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.discover.systems.study import study_system
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher
from mexplore.rules.errors import InputError
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.values import values
from mexplore.rules.text.sentences import departure

MOST_COMPARED = 10**6
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")


@dataclass(frozen=True, repr=False)
class KindConclusion(Conclusion[int]):
    """What is known of a conjecture about a kind that is named in it; ``kind`` is empty where it is
    about G(n)."""

    kind: str = ""

    def claim(self, conjecture: str) -> str:
        return conjecture if self.kind else super().claim(conjecture)

    def everywhere(self, conjecture: str) -> str:
        return "" if self.kind else super().everywhere(conjecture)

    def _value(self, found: Difference[int]) -> str:
        value = super()._value(found)
        return f"{self.kind}{value[1:]}" if self.kind else value


def read_conjecture(game: SystemGame, text: str) -> tuple[int, str]:
    """The kind that the text is about, and what it says as one about G(n).

    >>> from mexplore.rules.systems.reading import read_system
    >>> game = read_system("kinds A(n) -> B(n - 1); B(n) -> B(n - 2); start A(n)")
    >>> read_conjecture(game, "B(n + 4) = B(n) for n >= 0")
    (1, 'G(n + 4) = G(n) for n >= 0')
    """
    system = game.system
    named = {name for name in _CALLED.findall(text) if name in system.numbers and name != "G"}
    if len(named) > 1:
        raise InputError(f"the claim is about {' and '.join(sorted(named))}; state one at a time")
    number, said = system.start, text
    for name in named:
        number, said = system.numbers[name], re.sub(rf"\b{name}\s*\(", "G(", text)
    refuse_unreadable(said)
    return number, said


def check_conjecture(
    game: SystemGame, text: str, ends: tuple[int, int], seconds: float, watcher: Watcher
) -> KindConclusion:
    """Whether the conjecture is true: for all n by a law that is proved of the kind, else as far as
    values are computed.

    >>> from mexplore.rules.engine.grundy import no_progress
    >>> from mexplore.rules.systems.reading import read_system
    >>> game = read_system("kinds A(n) -> B(n - 1); B(n) -> B(n - 2); start A(n)")
    >>> text = "B(n + 4) = B(n) for n >= 0"
    >>> print(check_conjecture(game, text, (0, 100), 5, no_progress).words(text))
    B(n + 4) = B(n) for n >= 0: proved (Guy-Smith for kinds)
    """
    kind, said = read_conjecture(game, text)
    found = _concluded(game, kind, said, ends, seconds, watcher)
    parts = {field.name: getattr(found, field.name) for field in fields(Conclusion)}
    named = "" if said == text else game.system.kinds[kind].name
    return KindConclusion(**parts | {"statement": text.strip()}, kind=named)


def _concluded(
    game: SystemGame,
    kind: int,
    said: str,
    ends: tuple[int, int],
    seconds: float,
    watcher: Watcher,
) -> Conclusion[int]:
    study = uninterrupted(study_system(game, Limits(seconds), watcher))
    law = study.finding_of(game.system.kinds[kind].name)
    if law is not None and law.proof is not None and law.form is not None:
        decided = _by_law(said, law, ends)
        if decided is not None:
            return decided
    stop = max(ends[1] + 1, study.known.stop)
    if stop > MOST_COMPARED:
        raise InputError(f"more than {MOST_COMPARED} values would have to be compared")
    terms = values(game.system, stop, watcher)[kind]
    found = check_terms(
        said, terms if bare_formula(said) is None else terms[: ends[1] + 1], ends[0]
    )
    why = "no theorem covers a law of these kinds" if law is None else "the law is another one"
    return replace(found, unproved=why if found.unproved else "")


def _by_law(said: str, law: Finding, ends: tuple[int, int]) -> Conclusion[int] | None:
    """What a law that is proved says of it; None where the two cannot be compared.

    A period P with saltus S from m on is decided where p, s, n0 are those of the law: for n >= n0
    the difference G(n + P) - G(n) has the period p, so that m <= n < max(m, n0) + p are enough.
    """
    claim = read_statement(said) if bare_formula(said) is None else None
    if not isinstance(claim, Periodic) or not isinstance(law.claim, Periodic) or law.form is None:
        return check_by_law(said, law, ends)
    if departure(said, law.claim.statement()) is None:
        return Conclusion(*ends, theorem=law.theorem or "")
    last = max(claim.preperiod, law.claim.preperiod) + law.claim.period
    if last + claim.period > MOST_COMPARED:
        return None
    known = Evidence(law.form.prefix(last + claim.period))
    wrong = claim.first_failure(known)
    if wrong is None:
        return Conclusion(*ends, theorem=law.theorem or "")
    n = claim.as_stated(wrong)
    given = str(known.at(n) + claim.saltus)
    return Conclusion(*ends, Difference(n, known.at(wrong), given, wrong))
