"""The pieces of a law for one member: what is left after each digit, against the pieces."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from laws_with_parameters import NAMES, stored

from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.placed import PlacedPieces


@pytest.mark.parametrize("name", NAMES)
def test_what_is_left_in_the_end_are_the_pieces_that_hold_the_digits(name: str) -> None:
    rule, claim = stored(name)
    chance = Random(3)
    for member in islice(rule.members(12), 0, None, 11):
        found = claim.law_of(rule, member)
        if found is None:
            continue
        law, placed = found
        pieces = PlacedPieces(law, placed)
        for _ in range(40):
            x = tuple(chance.randrange(-2, 9) for _ in law.digits)
            left = pieces.all
            for place in range(len(x)):
                left = pieces.left(left, x[: place + 1])
            known = {**placed, **dict(zip(law.digits, x, strict=True))}
            assert list(left) == [i for i, piece in enumerate(law.pieces) if piece.holds(known)]


def test_members_that_are_asked_for_by_turns_do_not_disturb_each_other() -> None:
    """What is prepared for a member is kept for the next question about it."""
    rule, claim = stored("two-elements")
    members = [{"a": 3, "b": 8}, {"a": 3, "b": 11}, {"a": 4, "b": 5}]
    found = [claim.law_of(rule, member) for member in members]
    laws = [each for each in found if each is not None]
    by_member = [[value_at(*each, n) for n in range(60)] for each in laws]
    by_turns = [[value_at(*each, n) for each in laws] for n in range(60)]
    assert [list(column) for column in zip(*by_turns, strict=True)] == by_member
    changed = dict(laws[0][1])  # the same law, and the values in another dictionary
    assert [value_at(laws[0][0], changed, n) for n in range(60)] == by_member[0]
