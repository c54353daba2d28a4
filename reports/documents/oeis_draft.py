"""A draft of an entry for OEIS, in the internal format, and its table of terms.

Each line is ``%X A000000 text``: %S, %T and %U the first terms, %N the name, %C comments, %D
references, %H links, %F formulas, %e examples, %t a program in Mathematica, %o programs in other
languages, %Y other sequences, %K keywords, %O the offset and the place of the first term beyond 1,
%A the author. A000000 stands for the number that OEIS gives.

Source: the format is described at https://oeis.org/eishelp1.html and eishelp2.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.questions.explain import options_of
from mexplore.reports.documents.literature import clauses, games_of, published, sequences
from mexplore.reports.programs.by_definition import programs
from mexplore.reports.writers.bibtex import entries_of
from mexplore.reports.writers.output import check_writable, write_text
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.finding import Finding
    from mexplore.reports.documents.oeis import Found
    from mexplore.rules.rule import Heaps, Rule, Values

IN_A_BFILE = 10_001
NUMBER = "A000000"
BFILE = "b000000.txt"
AUTHOR = "(put your name here)"
LINE = 78  # characters of terms in each of the three lines
LONGEST_FORMULA = 200
MOST_OPTIONS = 9  # of the heap that is the example
MOST_LAWS = 3
ZEROS = 12  # that are listed
LONGEST_RECURRENCE = 40
_YEAR = re.compile(r"\b(1[89]|20)\d\d\b")
_OCTAL = re.compile(r"[04]\.[0-7]+")


@dataclass(frozen=True)
class Draft:
    """What the entry is about: the study, its first values, and sequences of OEIS akin to it."""

    study: Study
    values: Sequence[int]
    akin: Sequence[str] = ()
    author: str = AUTHOR

    def text(self) -> str:
        """The entry."""
        return "".join(
            f"%{sign} {NUMBER} {_ascii(text, code=sign in 'to')}".rstrip() + "\n"
            for sign, text in self._lines()
        )

    def bfile(self) -> Iterator[str]:
        """The table of terms, in parts."""
        yield from (f"{n} {value}\n" for n, value in enumerate(self.values))

    @property
    def signed(self) -> str:
        """The author, as OEIS writes the names of its contributors."""
        return self.author if self.author == AUTHOR else f"_{self.author}_"

    def _lines(self) -> Iterator[tuple[str, str]]:
        rule, terms = self.study.rule, term_lines(self.values)
        yield "I", ""
        yield from zip("STU", terms, strict=False)
        yield "N", _name(self.study)
        yield from (("C", line) for line in _comments(self.study, self.values))
        yield from (("D", line) for line in _references(self.study))
        yield from (("H", line) for line in self._links())
        yield from (("F", line) for line in _formulas(self.study))
        if rule is not None:
            yield from (("e", line) for line in _example(rule, self.values))
            yield from _programs(rule, "".join(terms).count(","))
        akin = dict.fromkeys([*known_sequences(rule), *self.akin])
        if akin:
            yield "Y", f"Cf. {', '.join(akin)}."
        yield "K", ",".join(self._keywords(terms))
        yield "O", f"0,{_first_beyond_1(self.values)}"
        yield "A", self.signed

    def _links(self) -> Iterator[str]:
        last = len(self.values) - 1
        link = f'<a href="/{NUMBER}/{BFILE}">Table of n, a(n) for n = 0..{last}</a>'
        yield f"{self.signed}, {link}"
        law = _predicted(self.study)
        if law is not None and isinstance(law.claim, Periodic):
            signature = recurrence(law.claim.period, law.claim.saltus)
            if len(signature) <= LONGEST_RECURRENCE:
                words = "Index entries for linear recurrences with constant coefficients"
                yield (
                    f'<a href="/index/Rec#order_{len(signature)}">{words}</a>, signature '
                    f"({','.join(map(str, signature))})."
                )

    def _keywords(self, terms: Sequence[str]) -> Iterator[str]:
        """``easy`` where many terms are at hand, ``hard`` where few could be computed."""
        yield "nonn"
        if self.study.rule is None:
            return
        if _predicted(self.study) or len(self.values) >= IN_A_BFILE:
            yield "easy"
        else:
            yield "hard"
            if len(terms) < 3:
                yield "more"


def recurrence(period: int, saltus: int) -> list[int]:
    """The signature c of a(n) = c[0] a(n-1) + c[1] a(n-2) + ... for a(n) = a(n-p) + s.

    >>> recurrence(3, 0), recurrence(3, 1), recurrence(1, 2)
    ([0, 0, 1], [1, 0, 1, -1], [2, -1])
    """
    equal = [*[0] * (period - 1), 1]
    if not saltus:
        return equal
    longer = [*equal, 0]
    return [c + (i == 0) - (equal[i - 1] if i else 0) for i, c in enumerate(longer)]


def term_lines(values: Sequence[int]) -> list[str]:
    """The terms on three lines, as many as they hold.

    >>> term_lines([1, 2, 3])
    ['1,2,3']
    """
    lines = [""]
    for term in map(str, values):
        if lines[-1] and len(lines[-1]) + len(term) >= LINE:
            if len(lines) == 3:
                break
            lines.append("")
        lines[-1] += f"{term},"
    return [*lines[:-1], lines[-1].rstrip(",")]


def _name(study: Study) -> str:
    rule = study.rule
    if rule is None:
        return study.name or "A sequence."
    words = rule.words()
    known = games_of(rule)
    game = (known[0].title or known[0].name) if known else "a game with heaps"
    return f"Sprague-Grundy values of a heap of n in {game}: {words[:1].lower()}{words[1:]}"


def _predicted(study: Study) -> Finding | None:
    """The proved law that gives every term, if there is one."""
    best = study.best
    return best if best is not None and best.proof is not None else None


def _comments(study: Study, values: Sequence[int]) -> Iterator[str]:
    """What the terms are, who wins, and how the formulas are known."""
    if study.rule is not None:
        yield (
            "a(n) is the least nonnegative integer that is not the value of an option, where the "
            "value of several heaps is the XOR of their values; the player who cannot move loses."
        )
        if _OCTAL.fullmatch(str(study.rule)):
            yield f"The octal game {str(study.rule).replace('0.', '.', 1)}."
        yield _zeros(values)
    laws = study.findings[:MOST_LAWS]
    for i, finding in enumerate(laws):
        which = "The formula" if len(laws) == 1 else f"Formula {i + 1}"
        if finding.proof is None:
            seen = f"it does for n <= {_tested(finding)}"
            yield f"Conjecture: {which.lower()} holds for all n; {seen}."
        else:
            theorem, bound = finding.proof.theorem, finding.proof.bound
            terms = f" and from the terms with n < {bound}" if bound > 1 else ""
            yield f"{which} is proved for all n: it follows from the theorem '{theorem}'{terms}."
    if not laws:
        terms = f"the terms with n < {study.evidence.stop}"
        yield f"No law is known; laws were searched for in {terms}."


def _tested(finding: Finding) -> int:
    return finding.checked_to - 1


def _zeros(values: Sequence[int]) -> str:
    """Who wins: the first n that are lost."""
    found = [n for n, value in enumerate(values) if value == 0]
    listed = ", ".join(map(str, found[:ZEROS]))
    more = ", ..." if len(found) > ZEROS else f", and no others up to {len(values) - 1}."
    verb = "is" if len(found) == 1 else "are"
    return f"The n with a(n) = 0, which {verb} lost for the player to move, {verb} {listed}{more}"


def known_sequences(rule: Rule | None) -> list[str]:
    """The numbers that the library has of entries about this game."""
    return [number for game in games_of(rule) for number in sequences(game.source)]


def _references(study: Study) -> Iterator[str]:
    """What is published of the game and of the theorem: each work once, told most fully."""
    named = [clause for game in games_of(study.rule) for clause in clauses(game.source)]
    if study.theorem is not None:
        named += [clause for clause in published(study.theorem.source) if _YEAR.search(clause)]
    fullest: dict[tuple[object, ...], str] = {}
    for clause in (clause for clause in named if not sequences(clause)):
        work = tuple(entry.work for entry in entries_of(clause)) or (clause,)
        fullest[work] = max(fullest.get(work, ""), clause, key=len)
    for clause in fullest.values():
        yield clause if clause.endswith(".") else f"{clause}."


def _formulas(study: Study) -> Iterator[str]:
    """The laws, and the closed form of the best one where that is short."""
    import sympy

    n = sympy.Symbol("n", integer=True, nonnegative=True)
    for i, finding in enumerate(study.findings[:MOST_LAWS]):
        so_far = "" if finding.proof else f" (conjectured; true for n <= {_tested(finding)})"
        yield f"{_of_a(finding.claim.statement())}{so_far}."
        expression = None if i or finding.form is None else finding.form.formula(n)
        text = "" if expression is None else str(expression)
        if text and len(text) <= LONGEST_FORMULA and "Piecewise" not in text:
            yield f"a(n) = {text}{so_far}."


def _of_a(statement: str) -> str:
    return statement.replace("G(", "a(").replace("for all n >=", "for n >=")


def _example(rule: Rule, values: Sequence[int]) -> Iterator[str]:
    """The mex at the largest n < 10 whose options are few, each with its value."""
    for n in range(min(9, len(values) - 1), 0, -1):
        try:
            listed = options_of(rule, n)
        except InputError:
            return
        if listed.complete and 0 < len(listed.options) <= MOST_OPTIONS:
            told = [_worth(heaps, values) for heaps in listed.options]
            reached = sorted({value for _, value in told})
            shown = ", ".join(f"{name} (value {value})" for name, value in told)
            least = f"the least number that is not among {', '.join(map(str, reached))}"
            yield f"For n = {n}, a move leaves {shown}; {least} is a({n}) = {values[n]}."
            return


def _worth(heaps: Heaps, values: Sequence[int]) -> tuple[str, int]:
    """What is left, and its value."""
    return " + ".join(map(str, heaps)) or "nothing", reduce(xor, (values[h] for h in heaps), 0)


def _programs(rule: Rule, last: int) -> Iterator[tuple[str, str]]:
    """By the definition: in Mathematica, PARI and Python, where the rule can be written so."""
    found = programs(rule, last)
    yield from (("t", line) for line in found.get("Mathematica", ()))
    pari, python = found.get("PARI", ()), found.get("Python", ())
    yield from (("o", line) for line in (("(PARI)", *pari) if pari else ()))
    yield from (("o", line) for line in (("(Python)", *python) if python else ()))


def _first_beyond_1(values: Sequence[int]) -> int:
    """The place, from 1 on, of the first term greater than 1; 1 if there is none."""
    return next((place for place, value in enumerate(values, 1) if value > 1), 1)


def _ascii(text: str, *, code: bool = False) -> str:
    """On one line, in the characters that the internal format has; of code, with its blanks."""
    words = text if code else " ".join(text.replace("≡", "==").split())
    return words.encode("ascii", "replace").decode()


@dataclass(frozen=True)
class DraftFiles:
    """Where the draft is written, and who is named in it."""

    draft: Path | None
    author: str | None

    @cached_property
    def bfile(self) -> Path | None:
        """The table of terms, beside the draft; named after it where another draft has one."""
        if self.draft is None:
            return None
        usual = self.draft.with_name(BFILE)
        own = self.draft.with_name(f"{self.draft.stem}.{BFILE}")
        return own if own.exists() or (usual.exists() and not self.draft.exists()) else usual

    def check(self) -> None:
        """Raise InputError, before the work begins, if they cannot be written."""
        if self.draft is None:
            if self.author is not None:
                raise InputError("--author goes with --draft FILE")
            return
        if self.draft == self.bfile:
            raise InputError(f"{self.draft} is the name of the table of terms; choose another file")
        check_writable(self.draft)
        check_writable(self.bfile)

    def write(self, study: Study, values: Values, found: Found) -> list[Path]:
        """Write both; the files."""
        if self.draft is None or self.bfile is None:
            return []
        akin = [each.number for each in found.listed if each.significant][:10]
        draft = Draft(study, values[:IN_A_BFILE].tolist(), akin, self.author or AUTHOR)
        write_text(self.draft, draft.text())
        write_text(self.bfile, draft.bfile())
        return [self.draft, self.bfile]
