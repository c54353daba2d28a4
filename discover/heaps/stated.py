"""What a conjecture states: a formula in n, a law as a pattern states it, a relation of values."""

from __future__ import annotations

import re

from mexplore.discover.heaps.relations.bounded import Bounded
from mexplore.discover.heaps.relations.empty import refuse_no_n
from mexplore.discover.heaps.relations.of_all import OfAllValues
from mexplore.discover.heaps.relations.reading import Relation, read_relation
from mexplore.discover.heaps.relations.repeating import Repeats
from mexplore.discover.heaps.relations.words import parts, plain
from mexplore.discover.heaps.statements import read_statement, unreadable
from mexplore.rules.arithmetic.formulas import NO_FORMULA, FormulaSyntaxError, parse_formula
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.text.sentences import FROM, is_statement, read, refuse_too_long

Stated = Relation | OfAllValues
_RESIDUE = re.compile(r"\s*G\(n\) *=+ *[0-9]+ mod [0-9]+\b(?! *[+*/%-])")
"""'G(n) = 1 mod 3' says what G(n) is modulo 3, as 'G(2n) = 1 mod 3' does of G(2n)."""
SHORTEST_SENTENCE = 50  # characters
WAYS = (
    "write 'n mod 4', 'G(n + 12) = G(n) for n >= 71', 'G(n) <= 9', 'period 12', 'bounded' or "
    "'lost(n) iff n mod 7 in {0, 2}'"
)


@dataclass(frozen=True)
class BareFormula:
    """A formula in n, and from which n on it is said to be G(n)."""

    text: str
    start: int = 0
    for_all: bool = False  # whether 'for n >= start' is said, so that no range is meant

    def ends(self, ends: tuple[int, int]) -> tuple[int, int]:
        """The n of a range of which it is said; as many, from the start on, where that is beyond
        the range.

        >>> BareFormula("5", 7).ends((0, 100)), BareFormula("5", 700).ends((0, 100))
        ((7, 100), (700, 800))
        """
        low, high = max(ends[0], self.start), ends[1]
        return low, high if low <= high else low + high - ends[0]


def bare_formula(text: str) -> BareFormula | None:
    """The formula that the text is, or states: 'Mod(n, 4)', 'G(n) = Mod(n, 4) for n >= 7'; None
    for statements of another kind.

    >>> bare_formula("G(n) = Mod(n, 4) for all n >= 7"), bare_formula("G(n + 4) = G(n)")
    (BareFormula(text='Mod(n, 4)', start=7, for_all=True), None)
    """
    refuse_too_long(text)
    if not is_statement(text):
        return BareFormula(text)
    found = read(r"G\(n\) = ([^G]*?)" + FROM, text)
    if found is None or re.search(r"\b(where|else|with)\b", found[0] or ""):
        return None
    return BareFormula(found[0] or "", int(found[1] or 0), found[1] is not None)


def statement_of(text: str) -> Stated | str:
    """A statement about values at several n, or about all values at once, which no pattern reads;
    the text for others: a formula, or the statement of a law, as a pattern reads it.

    >>> statement_of("periodic"), statement_of("G(n+12)==G(n) for n > 70")
    (Repeats(period=None), 'G(n+12)=G(n) for n >= 71')
    >>> str(statement_of("G(n) <= 9").claim), statement_of("Mod(n, 4)")
    ('G(n) <= 9', 'Mod(n, 4)')
    """
    refuse_too_long(text)
    of_all = Repeats.read(text) or Bounded.read(text)
    if of_all is not None:
        return of_all
    try:
        if _RESIDUE.match(text):
            raise FormulaSyntaxError(text, 0, "a number modulo another one is no formula")
        bare = bare_formula(text)
        if bare is None and read_statement(text) is None:
            raise FormulaSyntaxError(text, 0, "no pattern reads it")
        if bare is not None:
            parse_formula(bare.text)
    except FormulaSyntaxError:
        pass
    else:
        return text
    try:
        found = read_relation(text)
    except RuleSyntaxError:
        return text
    refuse_no_n(found)
    if found.from_start:
        claim = parts(plain(text)).claim.replace("==", "=")
        restated = f"{claim} for n >= {found.start}" if found.start else claim
        if read_statement(restated) is not None:
            return restated
    return found


def refuse_unreadable(text: str) -> None:
    """Raise for what is neither a formula nor a statement, before any work. A long sentence that
    no pattern reads may be that of a finding; a short one may not."""
    stated = statement_of(text)
    if not isinstance(stated, str):
        return
    text, bare = stated, bare_formula(stated)
    if bare is not None:
        _refuse_no_formula(bare.text)
    elif len(text) < SHORTEST_SENTENCE and read_statement(text) is None:
        try:
            read_relation(text)
        except RuleSyntaxError as why:
            said = f"{why.problem}; {why.remedy}" if why.remedy else ""
            raise unreadable(text, WAYS if why.problem == NO_FORMULA else said) from None


def _refuse_no_formula(text: str) -> None:
    """Raise where it is none; where nothing of it is, with statements beside formulas."""
    try:
        parse_formula(text)
    except FormulaSyntaxError as why:
        if why.problem != NO_FORMULA:
            raise
        neither = "this is neither a formula nor a statement"
        raise FormulaSyntaxError(text, why.position, neither, WAYS) from None
