"""A kind that is not here, from another package: misère play, where who cannot move wins."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar, Self

import pytest

import mexplore
import mexplore.rules.members
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.certificate import Certificate, certificate_of
from mexplore.discover.study.finding import FindingOf, Proof
from mexplore.discover.study.kind import (
    GameKind,
    Invalid,
    KnownValues,
    LookedUp,
    Means,
    Warrant,
    expect_bound,
)
from mexplore.discover.study.pattern import Claim, Json
from mexplore.discover.study.theorem import Inapplicable, TheoremOf
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError

LOOKS_LIKE = r"misere\("


@dataclass(frozen=True)
class Misere:
    """Take 1, ..., ``most`` from a heap; who cannot move wins."""

    most: int

    def __str__(self) -> str:
        return f"misere({self.most})"

    def lost(self, stop: int) -> list[bool]:
        """Whether the player to move from n < stop loses."""
        found: list[bool] = []
        for n in range(stop):
            options = found[max(n - self.most, 0) : n]
            found.append(bool(options) and not any(options))
        return found


@dataclass(frozen=True)
class LostResidue(Claim[Sequence[bool], int]):
    """n is lost exactly if n = residue (mod period)."""

    name: ClassVar[str] = "lost-residue"

    period: int
    residue: int

    @classmethod
    def detect(cls, evidence: Sequence[bool]) -> Iterator[Self]:
        claims = (cls(p, r) for p in range(1, len(evidence) // 3) for r in range(p))
        yield from (claim for claim in claims if claim.first_failure(evidence) is None)

    def first_failure(self, evidence: Sequence[bool]) -> int | None:
        wrong = (n for n, lost in enumerate(evidence) if lost != (n % self.period == self.residue))
        return next(wrong, None)

    def parameters(self) -> Json:
        return {"period": self.period, "residue": self.residue}

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        return cls(**parameters)

    def statement(self) -> str:
        return f"n is lost exactly if n = {self.residue} (mod {self.period})"

    def latex(self) -> str:
        return rf"n \equiv {self.residue} \pmod{{{self.period}}}"

    def size(self) -> int:
        return 2


class LastOutcomes(TheoremOf[Misere, int, LostResidue]):
    """**Statement.** A claim of period p that holds for all n < most + p holds for all n.

    **Proof.** For n >= most the outcome of n is one function of the last ``most`` outcomes. ∎
    """

    name: ClassVar[str] = "last outcomes"
    source: ClassVar[str] = "this test"
    statement: ClassVar[str] = "The last outcomes say the next one."
    about: ClassVar[tuple[str, ...]] = (LostResidue.name,)

    def hypotheses(self, rule: Misere) -> int | Inapplicable:
        return rule.most


@dataclass(frozen=True)
class Outcomes(KnownValues[int]):
    """0 for lost heaps and 1 for others, from the definition."""

    game: Misere

    def look_up(self, places: Sequence[int]) -> LookedUp:
        lost = self.game.lost(max(places) + 1)
        warrant = Warrant("computed", "from the definition")
        return LookedUp([int(not lost[n]) for n in places], (warrant,))


class MisereHeaps(GameKind[Misere]):
    """Heaps from which at most this many may be taken, in misère play."""

    name: ClassVar[str] = "misère heaps"

    def parse(self, text: str) -> Misere | None:
        found = re.fullmatch(r"misere\((\d+)\)", text)
        return Misere(int(found[1])) if found else None

    def claims(self) -> Sequence[type[LostResidue]]:
        return (LostResidue,)

    def theorems(self) -> Sequence[LastOutcomes]:
        return (LastOutcomes(),)

    def known_values(
        self,
        game: Misere,
        places: Sequence[int],
        means: Means | None = None,
        watcher: Watcher = no_progress,
    ) -> Outcomes:
        del places, means, watcher
        return Outcomes(game)

    def check(
        self,
        game: Misere,
        claim: LostResidue,
        theorem: LastOutcomes,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        del theorem, by_definition, fast, watcher
        bound = expect_bound(given, game.most + claim.period, LastOutcomes.name)
        if (n := claim.first_failure(game.lost(bound))) is not None:
            raise Invalid(f"the claim is false: it fails at n = {n}")
        return f"checked below {bound} by the definition"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """This module stands for the one that an entry point names."""
    mine = sys.modules[__name__]
    known = mexplore.rules.members.modules_beside

    def beside(group: str) -> tuple[ModuleType, ...]:
        return (mine,) if group == "mexplore.discover.kinds" else known(group)

    monkeypatch.setattr(mexplore.rules.members, "modules_beside", beside)


def certificate(most: int) -> Certificate:
    game = Misere(most)
    claim = next(LostResidue.detect(game.lost(100)))
    proof = Proof(LastOutcomes.name, most + claim.period)
    found = certificate_of(game, FindingOf(claim, 100, proof))
    assert found is not None
    return found


def test_only_its_own_games_are_read_by_it() -> None:
    assert kind_of("misere(3)").name == "misère heaps"
    assert kind_of("0.77").name == "heaps"
    assert kind_of("(x, y) -> [(x - 1, y)]").name == "boards"
    union = "subtract(1, 3) or n -> [(n - d, d - 1) for d in divisors(n)]"
    assert kind_of(union).name == "heaps"  # a list is not a family of rules


def test_its_values_are_predicted_by_the_same_functions() -> None:
    assert mexplore.predict("misere(3)", 5) == 0
    assert mexplore.predict("misere(3)", [0, 1, 2, 9]) == [1, 0, 1, 0]


def test_what_it_has_not_got_is_refused() -> None:
    with pytest.raises(InputError, match="conjectures about misère heaps cannot be checked"):
        mexplore.check("misere(3)", "Mod(n, 4)")


@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_its_certificates_are_verified(most: int) -> None:
    verdict = verify(certificate(most))
    assert verdict.valid
    assert f"n is lost exactly if n = 1 (mod {most + 1})" in verdict.reason


def test_false_ones_are_not_valid() -> None:
    true = certificate(3)
    claim = LostResidue(4, 2)
    for change in (
        {"bound": 5},
        {"theorem": "finite window"},
        {"rule": "misere(4)"},
        {"claim": {"pattern": claim.name, **claim.parameters()}, "statement": claim.statement()},
    ):
        assert not verify(true | change).valid, change
