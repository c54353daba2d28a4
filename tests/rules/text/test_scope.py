"""What is out of scope is said to be so; what only sounds like it is not."""

from __future__ import annotations

import pytest

from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.library import NamedGame, shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.text.scope import out_of_scope


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("misere 0.77", "misere play"),
        ("0.77 under misère play", "misere play"),
        ("toads and frogs", "partizan"),
        ("Domineering", "partizan"),
        ("domineering", "partizan"),
        ("hackenbush red-blue", "partizan"),
        ("partisan subtraction", "partizan"),
        ("green hackenbush", "graphs"),
        ("sprouts", "no game of heaps"),
    ],
)
def test_it_is_said(text: str, said: str) -> None:
    with pytest.raises(RuleSyntaxError, match="out of scope") as told:
        parse_rule(text)
    assert said in str(told.value) and "\n" not in str(told.value)


def test_no_game_of_the_library_is_refused() -> None:
    for name, entry in shipped().items():
        assert out_of_scope(name) is None and out_of_scope(entry.rule) is None


def test_a_name_of_the_user_comes_first() -> None:
    own = {"clobber": NamedGame("clobber", "subtract(1)")}
    assert str(parse_rule("clobber", own)) == "subtract(1)"
    assert out_of_scope("scramble") is None
