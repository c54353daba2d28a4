"""Publications as entries for BibTeX, read from the words in which sources name them.

A source is written as papers write it: authors, title, journal with volume, year, pages, and what
it is cited for. What is read so becomes an ``article`` or an ``incollection``; of anything else,
books among them, what is known becomes a ``misc``, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from string import ascii_lowercase
from unicodedata import normalize

from mexplore.rules.dataclass import dataclass

_PERSON = r"(?:[A-Z]\.[ -]?)+(?:(?:de|van|von) )?[A-ZÀ-Þ][\w'’]+(?:-[A-Z]\w+)?(?: de [A-Z]\w+)?"
_PEOPLE = re.compile(rf"(?P<people>{_PERSON}(?:, {_PERSON})*(?:,? and (?:{_PERSON}|others))?)[,:] ")
_YEAR = re.compile(r"(?:\((?=\d{4}\))|, (?=\d{4},))(?P<year>1[5-9]\d\d|20\d\d)\)?")
_ARXIV = re.compile(r",? ?arXiv:(?P<number>\d{4}\.\d{4,5})")
_OEIS = re.compile(r"\bA\d{6}\b")
_JOURNAL = re.compile(r"(?P<journal>[A-Z].*?) (?P<volume>\d+(?:\(\d+\))?)")
_PAGES = re.compile(r",? ?(?:article )?(?P<pages>[A-Z]?\d+(?:[-.]\d+)*)(?=$|[,; (:])")
_COLLECTIONS = ("Games of No Chance", "More Games of No Chance")
_PUBLISHER = "Cambridge University Press"  # of these
_WINNING_WAYS, _FIRST_EDITION = "Winning Ways", "1982"
_SIGNS = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "#": r"\#",
          "_": r"\_", "$": r"\$", "~": r"\textasciitilde{}",
          "^": r"\textasciicircum{}"}  # fmt: skip
_NAMES = ("journal", "booktitle", "publisher", "volume", "pages", "eprint", "howpublished", "year")
_OWN = "mexplore: laws of Grundy sequences, found, proved and extrapolated"


@dataclass(frozen=True)
class Entry:
    """A publication; parts that are not known are empty. ``note`` is what it is cited for."""

    kind: str = "misc"
    author: str = ""
    title: str = ""
    journal: str = ""
    booktitle: str = ""
    publisher: str = ""
    volume: str = ""
    pages: str = ""
    eprint: str = ""
    howpublished: str = ""
    year: str = ""
    note: str = ""

    @property
    def work(self) -> tuple[str, ...]:
        """What is the same where one work is cited for two things."""
        return *_people(self.author), self.title, self.year

    @property
    def stem(self) -> str:
        """What its key begins with: the first author's surname, or the first word of the title,
        and the year; of a sequence of OEIS its number."""
        if number := _OEIS.search(self.howpublished):
            return number[0]
        first = re.split(r",| and ", self.author)[0].split() or re.findall(r"\w+", self.title)[:1]
        plain = normalize("NFKD", first[-1] if first else "entry").encode("ascii", "ignore")
        return re.sub(r"[^a-z0-9]", "", plain.decode().lower()) + self.year

    def fields(self) -> Iterator[tuple[str, str]]:
        """The parts that are known, as BibTeX reads them."""
        if self.author:
            yield "author", " and ".join(map(escaped, _people(self.author)))
        else:
            yield "key", self.stem
        yield "title", f"{{{escaped(self.title)}}}"  # capitals stay as they are
        for name in _NAMES:
            text = getattr(self, name)
            if text:
                yield name, escaped(text).replace("-", "--") if name == "pages" else escaped(text)
        if self.eprint:
            yield "archiveprefix", "arXiv"
        if self.note:
            yield "note", escaped(self.note)


def _people(author: str) -> list[str]:
    return re.split(r",? and |, ", author)


def to_bibtex(sources: Iterable[str], version: str) -> str:
    """The works that these clauses of sources name, each once, after the program itself.

    >>> nim = "L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80 (2006)"
    >>> print(to_bibtex([nim], "0.1.0"))
    @misc{mexplore,
      key = {mexplore},
      title = {{mexplore: laws of Grundy sequences, found, proved and extrapolated}},
      note = {Version 0.1.0}
    }
    <BLANKLINE>
    @article{levine2006,
      author = {L. Levine},
      title = {{Fractal sequences and restricted Nim}},
      journal = {Ars Combinatoria},
      volume = {80},
      year = {2006}
    }
    <BLANKLINE>
    """
    works: dict[tuple[str, ...], Entry] = {}
    for entry in (entry for clause in sources for entry in entries_of(clause)):
        known = works.setdefault(entry.work, entry)
        notes = dict.fromkeys(part for each in (known, entry) for part in each.note.split("; "))
        fuller = known if known.journal or not entry.journal else entry
        works[entry.work] = replace(fuller, note=_joined(*notes))
    own = Entry(title=_OWN, note=f"Version {version}")
    return "\n".join([_written("mexplore", own), *_keyed(list(works.values()))])


def _keyed(entries: list[Entry]) -> Iterator[str]:
    """The entries under keys of their own: a letter tells apart those that begin alike."""
    stems = [entry.stem for entry in entries]
    for i, entry in enumerate(entries):
        letter = ascii_lowercase[stems[:i].count(stems[i])] if stems.count(stems[i]) > 1 else ""
        yield _written(f"{stems[i]}{letter}", entry)


def _written(key: str, entry: Entry) -> str:
    fields = ",\n".join(f"  {name} = {{{text}}}" for name, text in entry.fields())
    return f"@{entry.kind}{{{key},\n{fields}\n}}\n"


def escaped(text: str) -> str:
    r"""Text in which the signs of LaTeX stand for themselves.

    >>> escaped("Moore's Nim_k & more")
    "Moore's Nim\\_k \\& more"
    """
    return "".join(_SIGNS.get(sign, sign) for sign in text)


def entries_of(clause: str) -> Iterator[Entry]:
    """The works that a clause of a source names; none in a remark.

    >>> (found,) = entries_of("after R. K. Guy and C. A. B. Smith, The G-values of various games, "
    ...     "Proc. Cambridge Philos. Soc. 52 (1956) 514-526, for two heaps")
    >>> found.author, found.journal, found.volume, found.year, found.pages
    ('R. K. Guy and C. A. B. Smith', 'Proc. Cambridge Philos. Soc.', '52', '1956', '514-526')
    >>> found.note
    'after; for two heaps'
    >>> [entry.howpublished for entry in entries_of("OEIS A131469, A351630")]
    ['https://oeis.org/A131469', 'https://oeis.org/A351630']
    """
    numbers = _OEIS.findall(clause)
    if clause[:1].islower() and not _PEOPLE.search(clause):  # a remark, and what it is about
        clause = clause.partition(": ")[2]
    for number in numbers:
        title = f"Sequence {number}, The On-Line Encyclopedia of Integer Sequences"
        yield Entry(title=title, howpublished=f"https://oeis.org/{number}")
    people = _PEOPLE.search(clause)
    if numbers or not clause:
        return
    if people is None:
        yield _entry("", clause)
        return
    before, rest = clause[: people.start()].rstrip(" :"), clause[people.end() :]
    if rest.startswith("in ") and _PEOPLE.match(
        rest, 3
    ):  # a chapter, or a remark, of one author in a work of others
        for entry in entries_of(rest[3:]):
            yield replace(entry, note=_joined(before, f"{people['people']}, in it", entry.note))
        return
    entry = _entry(people["people"], rest)
    yield replace(entry, note=_joined(before, entry.note))


def _joined(*parts: str) -> str:
    return "; ".join(filter(None, parts))


def _entry(author: str, rest: str) -> Entry:
    """The entry of what follows the authors."""
    year = _YEAR.search(rest)
    if year is None:
        cut = author or rest.startswith(f"{_WINNING_WAYS}, ")
        title, _, note = rest.partition(", ") if cut else (rest, "", "")
        return _book(author, title, "", note)
    head, tail = rest[: year.start()].rstrip(" ,"), rest[year.end() :]
    known = year["year"]
    arxiv = _ARXIV.search(head)
    if arxiv is not None:
        title = head[: arxiv.start()] or "(untitled)"
        return Entry("misc", author, title, eprint=arxiv["number"], year=known, note=_note(tail))
    title, _, where = head.rpartition(", ")
    pages = _PAGES.match(tail)
    paged = ("", tail) if pages is None else (pages["pages"], tail[pages.end() :])
    if title and where.startswith(_COLLECTIONS):
        kind = Entry("incollection", author, title, booktitle=where, year=known)
        return replace(kind, publisher=_PUBLISHER, pages=paged[0], note=_note(paged[1]))
    journal = _JOURNAL.fullmatch(where)
    if title and journal is not None:
        kind = Entry("article", author, title, journal["journal"], volume=journal["volume"])
        return replace(kind, year=known, pages=paged[0], note=_note(paged[1]))
    return _book(author, head, known, _note(tail))


def _book(author: str, title: str, year: str, note: str) -> Entry:
    """A book, or what is cited by its title alone; Winning Ways is the first edition, where nothing
    else is said."""
    if title == _WINNING_WAYS and "edition" not in note:
        author = "E. R. Berlekamp, J. H. Conway and R. K. Guy"
        return Entry("misc", author, title, year=_FIRST_EDITION, note=note)
    return Entry("misc", author, title, year=year, note=note)


def _note(tail: str) -> str:
    """What is said after year and pages."""
    return tail.strip(" ,:")
