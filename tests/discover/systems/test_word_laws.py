"""From rules about words to laws of all n: each link of the chain, and the ends held together.

The law that a study proves is compared with whole words, which are never cut; with words in parts,
of which no system is derived; and far past the bound with the values of the system. Certificates
are read as texts and checked again, and so are changed ones, which must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from random_words import plain_values, random_game

from mexplore.discover.study.certificate import Certificate, read_certificate, write_certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.systems.study import study_system
from mexplore.discover.verifying import verify
from mexplore.rules.errors import MexploreError, RuleSyntaxError
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.systems.values import values
from mexplore.rules.words.game import WordGame

VALUES = 400  # that a study may use
LETTERS = 30


def drawn(seed: int, count: int, anchored: float) -> Iterator[WordGame]:
    """Games that a person may write: all their letters can arise, and they have a system."""
    draw = Random(seed)
    while count:
        try:
            game = WordGame.parse(str(random_game(draw, anchored)))
            assert game is not None and game.system
        except (NoSystem, RuleSyntaxError):
            continue
        count -= 1
        yield game


def changed(certificate: Certificate) -> Iterator[Certificate]:
    """With another period or preperiod of one of the kinds, a saltus, or another bound."""
    for i in range(len(certificate["claim"]["laws"])):
        for name, more in (("period", 1), ("preperiod", 1), ("preperiod", -1), ("saltus", 1)):
            other = read_certificate(write_certificate(certificate))
            other["claim"]["laws"][i][name] += more
            yield other
    for more in (-1, 1):
        yield certificate | {"bound": certificate["bound"] + more}


def held_together(game: WordGame, longest: int, stop: int) -> bool:
    """Whether the law of all n is proved; AssertionError where anything disagrees."""
    study = study_system(game, Limits(None, VALUES))
    law = study.of_start.best
    if law is None or law.proof is None or law.form is None:
        return False
    told = law.form.at
    whole = plain_values(game, longest)
    assert [told(n) for n in range(len(whole))] == whole, str(game)
    in_parts = [game.value_of_start(n) for n in range(LETTERS // len(game.start.block))]
    assert [told(n) for n in range(len(in_parts))] == in_parts, str(game)
    far = values(game.system, stop)[game.system.start].tolist()
    assert [told(n) for n in range(stop)] == far, str(game)
    certificate = study.certificate
    assert certificate is not None
    assert verify(read_certificate(write_certificate(certificate))).valid, str(game)
    return True


@pytest.mark.parametrize(("seed", "anchored"), [(21, 0.1), (22, 0.5)])
def test_proved_laws_are_those_of_the_words(seed: int, anchored: float) -> None:
    assert sum(held_together(game, 8, 700) for game in drawn(seed, 20, anchored)) > 10


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "anchored"), [(23, 0.12), (24, 0.4)])
def test_laws_of_hundreds_of_random_games(seed: int, anchored: float) -> None:
    assert sum(held_together(game, 12, 5000) for game in drawn(seed, 500, anchored)) > 250


def test_changed_certificates_are_refused() -> None:
    refused = 0
    for game in drawn(25, 5, 0.2):
        certificate = study_system(game, Limits(None, VALUES)).certificate
        if certificate is None or not certificate["claim"]["start"]:
            continue
        for other in changed(certificate):
            with suppress(MexploreError):  # numbers that no law has
                assert not verify(other).valid, other
            refused += 1
    assert refused > 20


def test_a_certificate_is_of_its_own_rules() -> None:
    """Kayles without the move that takes one is Dawson's Kayles, of another period."""
    game = WordGame.parse("word(o^n; o -> ., oo -> ..)")
    assert game is not None
    certificate = study_system(game, Limits(None, VALUES)).certificate
    assert certificate is not None and verify(certificate).valid
    assert not verify(certificate | {"rule": "word(o^n; oo -> ..)"}).valid
