"""Games on words for Coq: the rules, the system of kinds that follows from them, and what Coq needs
to see that it does.

The library (``Word*.v``) defines the game on words, derives the options of every row u w^n v once
more, and compares them with the schemas of the system. So nothing of `rules.words.deriving` is
trusted. What is handed over besides the rules are hints, which are checked: weights that fall,
neighbours between which words may be cut, symmetries, and the values of small words, each of which
follows from those before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from math import lcm

from mexplore.discover.coq.law import CoqLaw, Subject, truth
from mexplore.discover.coq.systems import SystemTerms, lines, listed
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.system import System
from mexplore.rules.words.game import WordGame
from mexplore.rules.words.rewriting import DEAD, EMPTY, Rewrite, Rewriting
from mexplore.rules.words.symmetries import Symmetry

MOST_KNOWN = 3000
"""Small words whose values Coq is given."""

KINDS = ("Kinds", "KindShifts", "KindLaws")
RING_VALUES = Subject(
    "list rewrite",
    "forall W, is_ring_grundy game W",
    "exists W, is_ring_grundy game W",
    "ring_grundy_unique",
)
WORD_VALUES = Subject(
    "list rewrite",
    "forall W, is_word_grundy game W",
    "exists W, is_word_grundy game W",
    "word_grundy_unique",
)


def word_law(game: WordGame, claim: KindLaws) -> CoqLaw | Inapplicable:
    """The law of the words with which play starts, and that the system is theirs; Inapplicable
    where the library cannot show it.

    >>> kayles = WordGame.parse("word(o^n; oo -> .., o -> .)")
    >>> law = word_law(kayles, KindLaws(True, (("A", Periodic(71, 12)),)))
    >>> print(law.law)
    (exists F, is_system_grundy (of_kinds kinds) F /\\
         (forall n, 0 <= n -> W (row n) = N.lxor 0 (F (0, n + 0))) /\\
         (forall l, In l laws -> holds F l)) /\\
      forall n, 71 <= n -> W (row (n + 12)) = W (row n)
    """
    words = WordTerms(game.parse(str(game)) or game)  # nothing but what is needed has been valued
    law = claim.of.get(game.system.kinds[game.system.start].name)
    why = words.refusal()
    if why or law is None:
        return Inapplicable(why or "no law of the words that play starts with is claimed")
    if game.start.closed:
        return _ring_law(words, claim, law)
    start = words.start
    if law.preperiod < start.first:
        return Inapplicable("the word without a block is not worth what the law says of kinds")
    if law.saltus and start.worth:
        return Inapplicable("values grow beside fixed words that are worth something")
    rows = [(words.system.numbers[n], law) for n, law in claim.laws if n in words.system.numbers]
    moved = replace(law, preperiod=law.preperiod + start.more)
    terms = SystemTerms.of(words.system, [(start.kind, moved), *rows])
    if isinstance(terms, Inapplicable):
        return terms
    found = f"{start.first} {start.kind} {start.more} {start.worth}"
    return CoqLaw(
        (*KINDS, "Words", "WordPieces", "WordRows", "WordKinds", "WordLaws"),
        "rules",
        start.law(law),
        f"words_law derivation {words.ends} {terms.asked} {found} {_said(law)}",
        "apply (word_grundy_exists (weighed derivation)). vm_cast_no_check (eq_refl true).",
        sum(terms.sizes),
        terms.seconds + words.seconds,
        header=words.header + terms.header,
        subject=WORD_VALUES,
    )


def _ring_law(words: WordTerms, claim: KindLaws, law: Periodic) -> CoqLaw | Inapplicable:
    """The law of rings, whose kind is the last."""
    ring = len(words.system.kinds) - 1
    terms = SystemTerms.of(
        words.system, [(words.system.numbers[n], each) for n, each in claim.laws]
    )
    if isinstance(terms, Inapplicable):
        return terms
    return CoqLaw(
        (*KINDS, "Words", "WordPieces", "WordRows", "WordKinds", "WordRings", "RingLaws"),
        "rules",
        f"""(exists F, is_system_grundy (of_kinds kinds) F /\\
     (forall n, W (row n) = F ({ring}, n)) /\\
     (forall l, In l laws -> holds F l)) /\\
  {_of_rows(law)}""",
        f"rings_law derivation base ring {terms.asked.removeprefix('kinds ')} {_said(law)}",
        "apply (ring_grundy_exists (weighed derivation)). vm_cast_no_check (eq_refl true).",
        sum(terms.sizes),
        terms.seconds + words.seconds,
        header=words.header + terms.header + RING_LAST,
        subject=RING_VALUES,
    )


RING_LAST = """
(** The kind of rings, and those before it. *)
Definition base : list kind := removelast kinds.
Definition ring : kind := last kinds (Kind [] [])."""


@dataclass(frozen=True)
class Begins:
    """From n = ``first`` on the words of n blocks with which play starts are heaps of n + ``more``
    of this kind, and fixed words that are worth ``worth`` beside them."""

    first: int
    kind: int
    more: int
    worth: int

    def law(self, law: Periodic) -> str:
        """The words are heaps of the system, which has laws, and follow one themselves."""
        heap = f"N.lxor {self.worth} (F ({self.kind}, n + {self.more}))"
        return f"""(exists F, is_system_grundy (of_kinds kinds) F /\\
     (forall n, {self.first} <= n -> W (row n) = {heap}) /\\
     (forall l, In l laws -> holds F l)) /\\
  {_of_rows(law)}"""


def _said(law: Periodic) -> str:
    """The numbers of the law."""
    return f"{law.preperiod} {law.period} {law.saltus}"


def _of_rows(law: Periodic) -> str:
    plus = f" + {law.saltus}" if law.saltus else ""
    return f"forall n, {law.preperiod} <= n -> W (row (n + {law.period})) = W (row n){plus}"


class WordTerms:
    """One game on words in terms of the library. It may value words."""

    def __init__(self, game: WordGame) -> None:
        self._game, self._rewriting = game, game.rewriting
        self._derivation, self._block = game.derivation, game.start.block
        kinds = game.system.kinds
        self._rules = [rule for written in game.rules for rule in written.rules()]
        rows = tuple(kind for kind in kinds if kind.name != "start")
        self.system = System(rows)

    def refusal(self) -> str:
        """Why the library cannot derive the system; nothing if it can."""
        if self._game.weights is None:
            return "no weights of the letters show that play ends"
        if not self.letters.isascii():
            return "the letters of words in Coq are those of ASCII"
        if any(
            each.image_of_rule(r) not in self._rules
            for each in self._symmetries
            for r in self._rules
        ):
            return "the rules are alike only where other letters that stay are taken for the same"
        if len(self.known) > MOST_KNOWN:
            return f"Coq would need the values of more than {MOST_KNOWN} small words"
        return ""

    @property
    def header(self) -> str:
        """The rules, the words that play starts with, and the hints."""
        start = self._game.start
        run = f"{word(start.before)} {word(start.block)} {word(start.behind)}"
        row = f"ring_of {word(start.block)}" if start.closed else f"row_of {run}"
        return f"""
From Coq Require Import Ascii String.

(** A rule: what is replaced, by what, and whether it asks for an end before and behind. *)
Definition rules : list rewrite :=
  {lines(map(_rule, self._rules))}.
Definition row (n : N) : word := {row} n.

(** What follows is checked: hints, the ends of the rows that are kinds, the values of small words,
    and the system of kinds itself. *)
Definition derivation : word_system := WordSystem rules
  {self._weights}
  (Hints {word(self._idle)} {listed(map(_pair, self._parted))}
    {self._silent} {self._careless})
  {listed(map(_symmetry, self._symmetries))}
  {word(self._block)} {self._derivation.explicit}%nat
  {lines(_ends(*ends) for ends in self._derivation.ends)}
  {lines(self._valued())}.
"""

    @property
    def ends(self) -> str:
        start = self._game.start
        return f"{word(start.before)} {word(start.behind)}"

    @cached_property
    def start(self) -> Begins:
        """Where the words that play starts with are found in the system."""
        start = self._game.start
        return Begins(*self._derivation.found(start.before, start.behind))

    @property
    def seconds(self) -> float:
        letters = sum(map(len, self.known))
        return 1 + letters * len(self._rules) * 1e-4

    @cached_property
    def letters(self) -> str:
        """All letters that words of the game may have."""
        written = "".join(rule.lhs + rule.rhs for rule in self._rules)
        start = self._game.start
        return "".join(sorted({*written, *start.before, *start.block, *start.behind, EMPTY}))

    # Hints

    @property
    def _weights(self) -> str:
        """Whole numbers that every rule lowers."""
        found = self._game.weights or {}
        scale = lcm(*(weight.denominator for weight in found.values()))
        return listed(f"({_letter(c)}, {weight * scale})" for c, weight in sorted(found.items()))

    @property
    def _idle(self) -> str:
        """The letters that no rule looks at."""
        return "".join(c for c in self.letters if c not in self._rewriting.live)

    @property
    def _parted(self) -> list[tuple[str, str]]:
        return sorted(self._rewriting.apart)

    @property
    def _silent(self) -> str:
        """The letters with which no rule begins, and those with which none ends."""
        first, last = {r.lhs[0] for r in self._rules}, {r.lhs[-1] for r in self._rules}
        return " ".join(word(c for c in self.letters if c not in each) for each in (first, last))

    @property
    def _careless(self) -> str:
        """The letters for which it does not matter whether an end is before them, or behind."""
        live, sides = sorted(self._rewriting.live), (self._rewriting, self._rewriting.mirror)
        return " ".join(word(c for c in live if not side.minds_end(c)) for side in sides)

    @property
    def _symmetries(self) -> list[Symmetry]:
        return self._derivation.images

    # Small words

    @cached_property
    def known(self) -> list[str]:
        """Small parts of words, each behind all that it can become: rows that are named one by one,
        fixed words, and what becomes of them."""
        found: dict[str, None] = {}
        for each in self._needed():
            for part in self._rewriting.pieces(each):
                self._add(part, found)
        return list(found)

    def _add(self, part: str, found: dict[str, None]) -> None:
        if part in found or len(found) > MOST_KNOWN:
            return
        for after in self._rewriting.moves(part):
            for other in self._rewriting.pieces(after):
                self._add(other, found)
        found[part] = None

    def _needed(self) -> Iterator[str]:
        yield from self._opened() if self._game.start.closed else ()
        if not self._game.start.closed:
            _ = self.start  # needs some, too
        for number, heap in self._named():
            left, right = self._derivation.ends[number]
            yield left + self._block * heap + right
        for part in [*self._game.values.memory]:
            yield from (image.image(part) for image in self._game.values.symmetries)

    def _opened(self) -> Iterator[str]:
        """What small rings become, as rows."""
        rules = Rewriting(frozenset(self._rules))
        seen: set[str] = set()
        waiting = [self._block * n for n in range(len(self.system.kinds[-1].below))]
        while waiting:
            ring = waiting.pop()
            cut = next((i for i, letter in enumerate(ring) if letter not in rules.live), None)
            if cut is not None:
                end = "" if ring[cut] == EMPTY else DEAD
                yield self._rewriting.inner(end + ring[cut + 1 :] + ring[:cut] + end)
            elif ring not in seen:
                seen.add(ring)
                waiting += rules.ring_moves(ring)

    def _named(self) -> Iterator[tuple[int, int]]:
        rows = range(len(self._derivation.ends))
        return (heap for heap in self.system.listed if heap[0] in rows)

    def _valued(self) -> Iterator[str]:
        for part in self.known:
            value = self._game.values.value(part)
            yield f"({_at(part)}, {word(part.strip(DEAD))}, {_at(part[::-1])}, {value})"


def _at(part: str) -> str:
    """Whether there is an end before the part, or a letter that stays."""
    return truth(not part.startswith(DEAD))


def _rule(rule: Rewrite) -> str:
    asked = f"{truth(rule.left)} {truth(rule.right)}"
    return f"Rewrite {word(rule.lhs)} {word(rule.rhs)} {asked}"


def _ends(left: str, right: str) -> str:
    shown = f"{word(left.strip(DEAD))} {word(right.strip(DEAD))}"
    return f"Ends {_at(left)} {shown} {_at(right[::-1])}"


def _symmetry(symmetry: Symmetry) -> str:
    pairs = [(chr(old), new) for old, new in symmetry.letters]
    there = listed(map(_pair, pairs))
    back = listed(_pair((new, old)) for old, new in pairs)
    return f"Symmetry {there} {back} {truth(symmetry.backwards)}"


def _pair(letters: tuple[str, str]) -> str:
    return f"({', '.join(map(_letter, letters))})"


def word(letters: Iterable[str]) -> str:
    """A word in Coq.

    >>> word('a"o')
    '(letters "a""o")'
    """
    shown = "".join(letters).replace('"', '""')
    return f'(letters "{shown}")'


def _letter(letter: str) -> str:
    shown = letter.replace('"', '""')
    return f'"{shown}"%char'
