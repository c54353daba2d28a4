"""All games on words with few letters and short rules."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Self

from mexplore.discover.surveys.family import (
    Family,
    Holes,
    Member,
    Parameter,
    read_arguments,
    size_in_words,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.notation import LONGEST_SIDE, Start, WrittenRule
from mexplore.rules.words.rewriting import EMPTY, Rewrite
from mexplore.rules.words.rule_sets import NAMES, RuleSets

USUAL_RULES = 2
MOST_RULES = 20_000
MOST_TRIED = 100_000
"""Sets of rules that are looked at to list the members, which takes a few seconds."""


@dataclass(frozen=True)
class Words(Family):
    """``words(2 letters, 3 long, 2 rules)``: the games word(o^n; ...) of at most 2 rules, whose
    left sides have at most 3 cells, each one of the letters o and a; of games that become the same
    by names of letters or backwards the first (`rules.words.rule_sets`).

    >>> family = Words(2, 2, 2)
    >>> family.size, family.at(2).rule
    (54, 'word(o^n; oo -> ..)')
    >>> family.at(53).rule, family.at(53).parameters
    ('word(o^n; oo -> a., oa -> ..)', {'letters': 2, 'long': 2, 'rules': 2, 'emptied': 3})
    """

    examples: ClassVar[tuple[str, ...]] = ("words(1 letter, 2 long)", "words(2 letters, 2 long)")
    meaning: ClassVar[str] = (
        "words(2 letters, 3 long, 2 rules): up to 2 rules of 2 letters, left sides of 1 to 3 cells"
    )
    name: ClassVar[str] = "words"
    symmetric: ClassVar[bool] = False

    letters: int
    longest: int
    rules: int

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        known = (
            Parameter("letters", 1, len(NAMES), sign=""),
            Parameter("long", 1, LONGEST_SIDE, sign=""),
            Parameter("rules", 1, sign="", optional=True),
        )
        given = read_arguments(text, cls.name, known)
        if given is None:
            return None
        family = cls(given["letters"], given["long"], given.get("rules", USUAL_RULES))
        family._refuse_many()
        return family

    def _refuse_many(self) -> None:
        sets = self._sets
        what, count, most = "rules", sets.tried_rules, MOST_RULES
        if count <= most:
            what, count, most = "sets of rules", sets.tried, MOST_TRIED
        if count > most:
            raise TooLarge(
                f"{self}: there are {size_in_words(count)} {what} to be looked at, more than "
                f"{most}; ask for fewer letters, shorter left sides or fewer rules"
            )

    def __str__(self) -> str:
        parts = (
            f"{count} {what if count > 1 else what.removesuffix('s')}"
            for count, what in (
                (self.letters, "letters"), (self.longest, "long"), (self.rules, "rules")
            )
        )  # fmt: skip
        return f"{self.name}({', '.join(parts)})"

    @property
    def title(self) -> str:
        return self.name

    @property
    def _sets(self) -> RuleSets:
        return RuleSets(self.letters, self.longest, self.rules, self.symmetric)

    @cached_property
    def _games(self) -> list[tuple[Rewrite, ...]]:
        return self._sets.games()

    @property
    def size(self) -> int:
        """As many as there are: no formula is known."""
        return len(self._games)

    def at(self, place: int) -> Member:
        rules = self._games[place]
        game = WordGame(Start("", NAMES[0], ""), tuple(map(WrittenRule.of, rules)))
        together = {min(rule, rule.mirrored()) for rule in rules} if self.symmetric else rules
        return Member(
            str(game),
            {
                "letters": len({letter for rule in rules for letter in rule.lhs}),
                "long": max(len(rule.lhs) for rule in rules),
                "rules": len(together),
                "emptied": sum(rule.rhs.count(EMPTY) for rule in together),
            },
        )


@dataclass(frozen=True)
class SymmetricWords(Words):
    """``symmetric-words(2 letters, 3 long, 2 rules)``: the same where the mirror image of each rule
    is a rule of the game, too, and both count as one.

    >>> [member.rule for member in SymmetricWords(1, 2, 1)]
    ['word(o^n; o -> .)', 'word(o^n; oo -> o., oo -> .o)', 'word(o^n; oo -> ..)']
    """

    examples: ClassVar[tuple[str, ...]] = (
        "symmetric-words(1 letter, 2 long)",
        "symmetric-words(2 letters, 2 long)",
    )
    meaning: ClassVar[str] = (
        "symmetric-words(2 letters, 3 long): the same, each rule with its mirror image"
    )
    name: ClassVar[str] = "symmetric-words"
    symmetric: ClassVar[bool] = True
