"""OEIS: a link to a search, the matches in a local copy, and a draft of an entry for it.

A draft is in the internal format of OEIS: each line is ``%X A000000 text`` (%S, %T and %U the first
terms, %N the name, %C comments, %D references, %H links, %F formulas, %e examples, %Y other
sequences, %K keywords, %O the offset and the place of the first term beyond 1, %A the author).
A000000 stands for the number that OEIS gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.explain import options_of
from mexplore.reports.writers.document import Document, Heading, Link, Paragraph, Table
from mexplore.reports.writers.output import check_writable, write_text
from mexplore.rules.errors import InputError
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.surveys.oeis.matching import Match, Matches
    from mexplore.rules.rule import Rule, Values


IN_A_BFILE = 10_001
NOTHING = "No sequence agrees with the values, or in enough terms with a transform of them."
SITE = "https://oeis.org"
TERMS = 24  # that are searched for
SHOWN = 20  # matches without --all


def search_url(terms: Sequence[int]) -> str:
    """Where OEIS answers whether it has these terms in a row.

    >>> search_url([1, 2, 3])
    'https://oeis.org/search?q=1,2,3'
    """
    return f"{SITE}/search?q={','.join(map(str, terms))}"


def searched(values: Sequence[int]) -> Sequence[int]:
    """The terms to search for: G(0) = 0 is left out, as many sequences begin with n = 1."""
    return values[1 : TERMS + 1]


def add_search_link(document: Document, values: Sequence[int]) -> None:
    """A link to the search for G(1), G(2), ... None where fewer than three are known."""
    terms = searched(values)
    if len(terms) >= 3:
        text = f"Search OEIS for G(1), ..., G({len(terms)})"
        document.add(Heading("In OEIS"), Link(text, search_url(terms)))


def add_matches(
    document: Document, matches: Matches, names: Mapping[str, str], *, show_all: bool
) -> None:
    """The matches, the strong ones first, and how many more there are."""
    significant = [each for each in matches.found if each.significant]
    shown = matches.found if show_all else (significant or matches.found)[:SHOWN]
    for heading, chosen in (
        ("Sequences that agree", [m for m in shown if m.significant]),
        ("Weak agreements", [m for m in shown if not m.significant]),
    ):
        if chosen:
            rows = [_row(each, names) for each in chosen]
            columns = ("sequence", "is", "from", "dropped", "agree", "informative", "name")
            chosen_columns = columns if names else columns[:-1]
            document.add(Heading(heading), Table(chosen_columns, rows))
    left = len(matches.found) - len(shown)
    if left:
        little = sum(not each.significant for each in matches.found) - sum(
            not each.significant for each in shown
        )
        said = f", {little} of them weakly" if little else ""
        document.add(Paragraph(f"{left} more agree{said}; --all shows them."))
    if shown:
        document.add(Paragraph(_LEGEND))
    for words in matches.crowded:
        document.add(Paragraph(f"Only some of the candidates for {words} were compared."))


_LEGEND = (
    "from: the number of our first term that agrees; dropped: how many first terms of the sequence "
    "were left out; agree: how many terms were compared, each of them equal (+: the sequence has "
    "more than ours are known); informative: how many of them do not follow by repetition."
)


def _row(match: Match, names: Mapping[str, str]) -> list[str]:
    row = [
        match.number,
        match.transform,
        str(match.first),
        str(match.dropped),
        f"{match.agreed}{'+' * (match.beyond > 0)}",
        str(match.informative),
    ]
    return [*row, names.get(match.number, "")] if names else row


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


LISTED = 1000


def matches_json(matches: Matches, names: Mapping[str, str]) -> dict[str, Any]:
    """The best LISTED matches, best first, and how many there are."""
    return {
        "count": len(matches.found),
        "matches": [_match_json(each, names) for each in matches.found[:LISTED]],
        "incomplete": list(matches.crowded),
    }


def _match_json(match: Match, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "sequence": match.number,
        "name": names.get(match.number),
        "transform": match.transform,
        "from": match.first,
        "dropped": match.dropped,
        "agreed": match.agreed,
        "informative": match.informative,
        "telling": match.significant,
        "not_compared": match.beyond,
        "url": f"{SITE}/{match.number}",
    }


# What was found, and where a draft is written.


@dataclass(frozen=True)
class Found:
    """The matches, where a copy of OEIS was looked through; names; what went wrong."""

    matches: Matches | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    troubles: Sequence[str] = ()

    @property
    def listed(self) -> Sequence[Match]:
        """The matches, none where nothing was looked through."""
        return () if self.matches is None else self.matches.found

    def json(self) -> dict[str, Any]:
        """As JSON."""
        return {} if self.matches is None else matches_json(self.matches, self.names)

    def document(self, name: str, written: Sequence[Path], url: str, *, show_all: bool) -> Document:
        """The matches, the files that were written, and a link to a search."""
        document = Document([Heading(name, 1)])
        if self.matches is not None:
            if not self.matches.any_good:
                document.add(Paragraph(NOTHING))
            add_matches(document, self.matches, self.names, show_all=show_all)
        if written:
            document.add(Paragraph(f"Written: {' and '.join(map(str, written))}"))
        if written and any(each.cost == 0 and each.significant for each in self.listed):
            document.add(
                Paragraph("OEIS has these values already; read its entry before you submit.")
            )
        document.add(Link("Search OEIS", url))
        return document


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
