"""A draft of an entry for OEIS, in its internal format, and the b-file that belongs to it.

Each line is ``%X A000000 text``: %S, %T and %U the first terms, %N the name, %C comments, %D
references, %H links, %F formulas, %e examples, %Y other sequences, %K keywords, %O the offset and
the place of the first term beyond 1, %A the author. A000000 stands for the number that OEIS gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.discover.questions.explain import options_of
from mexplore.rules.errors import InputError
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.finding import Finding
    from mexplore.rules.rule import Rule

NUMBER = "A000000"
BFILE = "b000000.txt"
AUTHOR = "(put your name here)"
LINE = 78  # characters of terms in each of the three lines
LONGEST_FORMULA = 200
MOST_OPTIONS = 12  # of the heap that is the example
_YEAR = re.compile(r"\b(1[89]|20)\d\d\b")


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
            f"%{sign} {NUMBER} {_ascii(text)}".rstrip() + "\n" for sign, text in self._lines()
        )

    def bfile(self) -> Iterator[str]:
        """The table of terms, in parts."""
        yield from (f"{n} {value}\n" for n, value in enumerate(self.values))

    def _lines(self) -> Iterator[tuple[str, str]]:
        rule = self.study.rule
        yield "I", ""
        yield from zip("STU", term_lines(self.values), strict=False)
        yield "N", _name(self.study)
        yield from (("C", line) for line in _comments(self.study))
        yield from (("D", line) for line in _references(self.study))
        last = len(self.values) - 1
        link = f'<a href="/{NUMBER}/{BFILE}">Table of n, a(n) for n = 0..{last}</a>'
        yield "H", f"{self.author}, {link}"
        yield from (("F", line) for line in _formulas(self.study))
        if rule is not None:
            yield from (("e", line) for line in _example(rule, self.values))
        if self.akin:
            yield "Y", f"Cf. {', '.join(self.akin)}."
        yield "K", "nonn,easy" if _predicted(self.study) else "nonn"
        yield "O", f"0,{_first_beyond_1(self.values)}"
        yield "A", self.author


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
    named = _title(rule)
    words = rule.words()
    return f"Nim-values of the heap game {rule}{f' ({named})' if named else ''}: {_lower(words)}"


def _title(rule: Rule) -> str:
    """What the library calls the game."""
    return next((e.title or e.name for e in shipped().values() if e.rule == str(rule)), "")


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _predicted(study: Study) -> Finding | None:
    """The proved law that gives every term, if there is one."""
    best = study.best
    return best if best is not None and best.proof is not None else None


def _comments(study: Study) -> Iterator[str]:
    if study.rule is not None:
        yield (
            "a(n) is the Grundy value of a heap of n: the least nonnegative integer that is not "
            "the value of an option, where an option of several heaps has the xor of their values."
        )
    for finding in study.findings[:3]:
        claim = _of_a(finding.claim.statement())
        if finding.proof is None:
            yield f"Conjecture: {claim} (true for all n <= {finding.checked_to - 1})."
        else:
            theorem, bound = finding.proof.theorem, finding.proof.bound
            yield f"{claim}: proved, by the theorem '{theorem}' (checked for n < {bound})."
    if not study.findings:
        yield f"No law is known; laws were searched for in the terms at n < {study.evidence.stop}."


def _references(study: Study) -> Iterator[str]:
    if study.rule is not None:
        text = str(study.rule)
        yield from (e.source for e in shipped().values() if e.rule == text and e.source)
    if study.theorem is not None:  # what is published of it; our own files are not
        parts = study.theorem.source.split(";")
        yield from (
            part.strip() for part in parts if _YEAR.search(part) and "discover/" not in part
        )


def _formulas(study: Study) -> Iterator[str]:
    """The best law, and its closed form where that is short."""
    import sympy

    finding = study.best or next(iter(study.findings), None)
    if finding is None:
        return
    so_far = "" if finding.proof else f" (conjectured; true for n <= {finding.checked_to - 1})"
    yield f"{_of_a(finding.claim.statement())}{so_far}."
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    expression = None if finding.form is None else finding.form.formula(n)
    text = "" if expression is None else str(expression)
    if text and len(text) <= LONGEST_FORMULA and "Piecewise" not in text:
        yield f"a(n) = {text}{so_far}."


def _of_a(statement: str) -> str:
    return statement.replace("G(", "a(")


def _example(rule: Rule, values: Sequence[int]) -> Iterator[str]:
    """The mex at the largest n < 10 whose options are few."""
    from functools import reduce
    from operator import xor

    for n in range(min(9, len(values) - 1), 0, -1):
        try:
            listed = options_of(rule, n)
        except InputError:
            return
        options = listed.options
        if listed.complete and 0 < len(options) <= MOST_OPTIONS:
            reached = sorted({reduce(xor, (values[h] for h in heaps), 0) for heaps in options})
            shown = ", ".join(" + ".join(map(str, heaps)) or "nothing" for heaps in options)
            yield f"A move from n = {n} leaves {shown}; these have the values "
            yield f"{', '.join(map(str, reached))}, so a({n}) = {values[n]}."
            return


def _first_beyond_1(values: Sequence[int]) -> int:
    """The place, from 1 on, of the first term greater than 1; 1 if there is none."""
    return next((place for place, value in enumerate(values, 1) if value > 1), 1)


def _ascii(text: str) -> str:
    """On one line, in the characters that the internal format has."""
    return " ".join(text.replace("≡", "==").split()).encode("ascii", "replace").decode()
