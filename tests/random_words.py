"""Random games on words, and their values by nothing but the rules: whole words, never cut, and
words that are cut at empty cells alone."""

from __future__ import annotations

from random import Random

from mexplore.rules.engine.search import Sums
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.notation import Start, WrittenRule
from mexplore.rules.words.rewriting import Rewrite, Rewriting

WORTH = {"o": 2, "a": 1, "x": 0, ".": 0}
"""Weights that every rule lowers."""


def random_rules(draw: Random, anchored: float) -> set[Rewrite]:
    """One to six rules of the letters o and a, and x, which stays."""
    rules: set[Rewrite] = set()
    while not rules:
        for _ in range(draw.choice([1, 2, 2, 3])):
            lhs = "".join(draw.choice("oooa") for _ in range(draw.choice([1, 2, 2, 3, 3, 4])))
            rhs = "".join(draw.choice([c, c, ".", ".", "a", "x"]) for c in lhs)
            if sum(WORTH[c] for c in rhs) < sum(WORTH[c] for c in lhs):
                rule = Rewrite(lhs, rhs, draw.random() < anchored, draw.random() < anchored)
                rules.add(rule)
                if draw.random() < 0.6:
                    rules.add(rule.mirrored())
    return rules


def random_start(draw: Random) -> Start:
    """A row with ends, of letters or of blocks, or a ring."""
    block = draw.choice(["o", "o", "o", "oa", "ooa", "aoo", "oo"])
    if draw.random() < 0.3:
        return Start("", block, "", closed=True)
    before = draw.choice(["", "", "a", "oa", "x", "a.a", "aoa"])
    return Start(before, block, draw.choice(["", "", "a", "ao", "x", "aa.a"]))


def random_game(draw: Random, anchored: float) -> WordGame:
    """The game of these, with letters of no lhs in its start left out of the run."""
    while True:
        rules, start = random_rules(draw, anchored), random_start(draw)
        if set(start.block) <= {letter for rule in rules for letter in rule.lhs}:
            return WordGame(start, tuple(map(WrittenRule.of, sorted(rules))))


def plain_values(game: WordGame, longest: int) -> list[int]:
    """G(0), G(1), ... as far as words have at most this many letters, by whole words."""
    rules = {rule for each in game.rules for rule in each.rules()}
    rows = Sums[str](lambda word: ((new,) for new in Rewriting(frozenset(rules)).moves(word)))
    rings = Sums[str](lambda ring: ((new,) for new in ring_moves(ring, rules)))
    start, found = game.start, []
    for n in range(longest + 1):
        word = start.before + start.block * n + start.behind
        if len(word) > longest:
            break
        found.append(rings.value(word) if start.closed else rows.value(word))
    return found


def parted_values(game: WordGame, longest: int) -> list[int]:
    """G(0), G(1), ... of a row, by words that are cut at empty cells and nowhere else."""
    rules = Rewriting(frozenset(rule for each in game.rules for rule in each.rules()))
    parts = Sums[str](lambda word: (tuple(new.split(".")) for new in rules.moves(word)))
    return [parts.value(game.start.block * n) for n in range(longest + 1)]


def ring_moves(ring: str, rules: set[Rewrite]) -> set[str]:
    """Moves on a word whose last letter is followed by its first, empty cells and all."""
    found, size = set(), len(ring)
    for rule in rules:
        length = len(rule.lhs)
        for i in range(size if length <= size else 0):
            # What stands before the place and behind it: the ring may be covered by the rule.
            turned = ring[i:] + ring[:i]
            behind, before = (turned + turned)[length], turned[-1]
            if length == size:
                behind = before = "o"  # no end: the letters of the rule are each other's neighbours
            ends = (not rule.left or before == ".") and (not rule.right or behind == ".")
            if turned.startswith(rule.lhs) and ends:
                new = rule.rhs + turned[length:]
                found.add(new[size - i :] + new[: size - i])
    return found
