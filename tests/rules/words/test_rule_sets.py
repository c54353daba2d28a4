"""Games on words, each once: against all sets of rules, put into classes one by one."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import pytest
from random_words import plain_values, random_rules

from mexplore.rules.words.game import WordGame
from mexplore.rules.words.notation import Start, WrittenRule
from mexplore.rules.words.rewriting import Rewrite, Rewriting
from mexplore.rules.words.rule_sets import RuleSets
from mexplore.rules.words.weights import weights

Game = frozenset[Rewrite]


def game_of(rules: Game) -> WordGame:
    return WordGame(Start("", "o", ""), tuple(map(WrittenRule.of, sorted(rules))))


def all_rules(letters: str, longest: int) -> list[Rewrite]:
    words = (
        ("".join(lhs), "".join(rhs))
        for n in range(1, longest + 1)
        for lhs in product(letters, repeat=n)
        for rhs in product(letters + ".", repeat=n)
    )
    return [Rewrite(lhs, rhs) for lhs, rhs in words if lhs != rhs]


def is_game(rules: Game) -> bool:
    """By the words of the module, with nothing shared but the weights."""
    looked_at = {c for rule in rules for c in rule.lhs}
    if any(c not in looked_at | {"."} for rule in rules for c in rule.rhs):
        return False
    return fitting(rules) == rules and weights(Rewriting.of(rules)) is not None


def fitting(rules: Game) -> Game:
    """The rules that fit in a view: views between cells ``?`` that may hold any letter."""
    longest = max(len(rule.lhs) for rule in rules)
    views, fits = {"o" * longest}, frozenset[Rewrite]()
    while True:
        fits = frozenset(rule for rule in rules for view in views if rule.lhs in view)
        more = set(views)
        for rule, view in product(fits, views):
            pad = "?" * (len(rule.lhs) - 1)
            wide = pad + view + pad
            for i in range(len(wide) - len(rule.lhs) + 1):
                part = wide[i : i + len(rule.lhs)]
                if all(a in (b, "?") for a, b in zip(part, rule.lhs, strict=True)):
                    new = wide[:i] + rule.rhs + wide[i + len(rule.lhs) :]
                    more.add(new[len(pad) :][:longest])
        if more == views:
            return fits
        views = more


def images(rules: Game, letters: str) -> set[Game]:
    found = set()
    for names in permutations(letters[1:]):
        table = str.maketrans(letters[1:], "".join(names))
        image = frozenset(Rewrite(r.lhs.translate(table), r.rhs.translate(table)) for r in rules)
        found |= {image, frozenset(rule.mirrored() for rule in image)}
    return found


@pytest.mark.parametrize(
    ("letters", "longest", "most"), [("o", 3, 2), ("oa", 1, 3), ("oa", 2, 2), ("oab", 1, 3)]
)
def test_every_game_is_there_once(letters: str, longest: int, most: int) -> None:
    known = all_rules(letters, longest)
    wanted = {
        frozenset(rules)
        for count in range(1, most + 1)
        for rules in combinations(known, count)
        if is_game(frozenset(rules))
    }
    sets = RuleSets(len(letters), longest, most)
    found = [frozenset(game) for game in sets.games()]
    classes = [images(game, letters) for game in found]
    assert set().union(*classes) == wanted  # so that each class has a member, and no other game
    assert sum(map(len, classes)) == len(wanted)  # and only one
    assert sets.tried_rules == len(known)


@pytest.mark.parametrize(("letters", "longest", "most"), [("o", 3, 2), ("oa", 2, 1), ("oa", 1, 2)])
def test_symmetric_games_are_there_once(letters: str, longest: int, most: int) -> None:
    both = {frozenset({rule, rule.mirrored()}) for rule in all_rules(letters, longest)}
    wanted = {
        frozenset().union(*chosen)
        for count in range(1, most + 1)
        for chosen in combinations(sorted(both, key=sorted), count)
        if is_game(frozenset().union(*chosen))
    }
    found = [frozenset(game) for game in RuleSets(len(letters), longest, most, True).games()]
    classes = [images(game, letters) for game in found]
    assert set().union(*classes) == wanted and sum(map(len, classes)) == len(wanted)


def test_games_are_read_and_smaller_ones_come_first() -> None:
    games = RuleSets(2, 2, 2).games()
    sizes = [(len(game), sum(len(rule.lhs) for rule in game)) for game in games]
    assert sizes == sorted(sizes)
    for rules in games:
        game = game_of(frozenset(rules))
        assert WordGame.parse(str(game)) == game and game.weights is not None


def test_rules_that_fit_in_no_view_are_never_played() -> None:
    draw, left_out = Random(8), 0
    known = all_rules("oa", 3)
    while left_out < 60:
        rules = frozenset(draw.sample(known, 2))
        fits = fitting(rules)
        if fits == rules or not fits or weights(Rewriting.of(rules)) is None:
            continue
        left_out += 1
        assert played_in_short_rows(rules, 7) <= fits, rules


def played_in_short_rows(rules: Game, longest: int) -> Game:
    """The rules that are played from rows of up to this many cells, found by playing."""
    played = set()
    for n in range(1, longest + 1):
        seen, waiting = {"o" * n}, ["o" * n]
        while waiting:
            word = waiting.pop()
            for rule in rules:
                played |= {rule} if rule.lhs in word else set()
                new = set(Rewriting(frozenset({rule})).moves(word)) - seen
                seen |= new
                waiting += new
    return frozenset(played)


def test_a_letter_that_no_rule_looks_at_does_what_an_empty_cell_does() -> None:
    draw, compared = Random(3), 0
    while compared < 40:
        rules = random_rules(draw, anchored=0)
        looked_at = {c for rule in rules for c in rule.lhs}
        emptied = frozenset(
            Rewrite(rule.lhs, "".join(c if c in looked_at else "." for c in rule.rhs))
            for rule in rules
        )
        if "o" in looked_at and emptied != rules:
            compared += 1
            assert plain_values(game_of(emptied), 6) == plain_values(game_of(frozenset(rules)), 6)


def test_where_rules_ask_for_ends_it_does_not() -> None:
    rules = {Rewrite("oo", "xo"), Rewrite("o", ".", left=True)}
    emptied = {Rewrite("oo", ".o"), Rewrite("o", ".", left=True)}
    one, other = (plain_values(game_of(frozenset(each)), 6) for each in (rules, emptied))
    assert one != other


def test_mirror_images_and_other_names_have_the_same_values() -> None:
    draw = Random(5)
    games = RuleSets(3, 2, 2).games()
    for rules in draw.sample(games, 12):
        expected = plain_values(game_of(frozenset(rules)), 6)
        for image in images(frozenset(rules), "oab"):
            assert plain_values(game_of(image), 6) == expected
