"""How words are cut, and which are alike: against whole words; each hypothesis is needed."""

from __future__ import annotations

from random import Random

import pytest
from random_words import random_rules

from mexplore.rules.engine.search import Sums
from mexplore.rules.words.rewriting import Rewrite, Rewriting
from mexplore.rules.words.symmetries import Symmetry, symmetries
from mexplore.rules.words.values import WordValues


def whole(rules: set[Rewrite]) -> Sums[str]:
    return Sums(lambda word: ((new,) for new in Rewriting(frozenset(rules)).moves(word)))


@pytest.mark.parametrize("anchored", [0.1, 0.6])
def test_words_are_worth_what_their_parts_are(anchored: float) -> None:
    draw = Random(7)
    for _ in range(150):
        rules = random_rules(draw, anchored)
        plain, parts = whole(rules), WordValues(Rewriting.of(rules))
        for _ in range(6):
            word = "".join(draw.choice("oooaax.") for _ in range(draw.randrange(9)))
            assert parts.value(word) == plain.value(word), (rules, word)


def test_a_letter_that_stays_is_no_end() -> None:
    # <o asks for an end: behind x there is none, and so the x is kept.
    rules = Rewriting.of([Rewrite("o", ".", left=True)])
    assert rules.pieces("oxo") == ["o", "#o"]
    assert rules.pieces("o.o") == ["o", "o"]
    assert WordValues(rules).value("#o") == 0


def test_a_word_is_not_cut_where_a_neighbour_may_become_an_end() -> None:
    # a and b are in no lhs together, but a may go, and then <b may be played.
    rules = {Rewrite("a", "."), Rewrite("b", ".", left=True)}
    assert Rewriting.of(rules).pieces("ab") == ["ab"]
    assert WordValues(Rewriting.of(rules)).value("ab") == whole(rules).value("ab") == 0
    # Cut all the same, the parts would be worth 1 and 0.
    apart = WordValues(Rewriting.of(rules))
    assert apart.value("a") ^ apart.value("#b") == 1


def test_a_word_is_not_cut_where_letters_become_neighbours_of_a_rule() -> None:
    rules = {Rewrite("a", "c"), Rewrite("cb", "..")}
    assert Rewriting.of(rules).pieces("ab") == ["ab"]
    assert WordValues(Rewriting.of(rules)).value("ab") == whole(rules).value("ab")


def test_symmetries_of_random_rules_keep_values() -> None:
    draw, several = Random(8), 0
    for _ in range(100):
        rules = random_rules(draw, 0.3)
        swapped = {
            Rewrite(_swap(r.lhs), _swap(r.rhs), r.left, r.right) for r in rules if "x" not in r.rhs
        }
        both = rules | swapped if draw.random() < 0.5 else rules
        plain, found = whole(both), symmetries(Rewriting.of(both))
        several += len(found) > 1
        for _ in range(5):
            word = "".join(draw.choice("oa.") for _ in range(6))
            if _ends(both):
                assert len({plain.value(each.image(word)) for each in found}) == 1
    assert several > 30


def _swap(word: str) -> str:
    return word.translate(str.maketrans("oa", "ao"))


def _ends(rules: set[Rewrite]) -> bool:
    from mexplore.rules.words.weights import weights

    return weights(Rewriting.of(rules)) is not None


def test_three_colours_have_six_symmetries_and_the_mirror() -> None:
    rules = [Rewrite(c + c, "..") for c in "abc"]
    found = symmetries(Rewriting.of(rules))
    assert len(found) == 12
    assert found[0] == Symmetry((), False)
