"""A checker of entries for OEIS, written from the rules that OEIS publishes, and from nothing here.

Source: https://oeis.org/eishelp1.html (the internal format), https://oeis.org/eishelp2.html (what
stands in each line) and https://oeis.org/wiki/Style_Sheet, in our words. A line is ``%x Annnnnn
text``. Lines stand in a fixed order. %S, %T and %U have about 80 characters each, commas between
the terms and one at the end of a line that another follows. %O has the index of the first term,
and the place of the first term greater than 1 in absolute value (1 if there is none). %K has
``nonn`` or ``sign``, and of ``easy`` and ``hard`` one at most. Text is ASCII. A b-file has an
index and a term in each line, without gaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ORDER = "ISTUVWXNCDHFeptoYKOAE"
ONCE, AT_MOST_ONCE = "ISNKOA", "TU"
KEYWORDS = {
    "base", "bref", "cofr", "cons", "core", "dead", "dumb", "dupe", "easy", "eigen", "fini", "frac",
    "full", "hard", "hear", "less", "look", "more", "mult", "nice", "nonn", "obsc", "probation",
    "sign", "tabf", "tabl", "unkn", "walk", "word",
}  # fmt: skip
LONGEST_TERMS = 80


def problems(entry: str, bfile: str) -> list[str]:
    """What is wrong with an entry and its table of terms; nothing if they follow the rules."""
    return list(_problems(entry, bfile))


def terms_of(entry: str) -> list[int]:
    """The terms in %S, %T and %U."""
    lines = re.findall(r"^%[STU] A\d{6} (.*)$", entry, re.M)
    return [int(term) for term in "".join(lines).split(",")]


def _problems(entry: str, bfile: str) -> Iterator[str]:
    if not entry.isascii() or "\t" in entry or not entry.endswith("\n"):
        yield "not ASCII, a tab, or no end of the last line"
    lines = entry.splitlines()
    parts = [re.fullmatch(r"%([A-Za-z]) (A\d{6})(?: (.*\S))?", line) for line in lines]
    if None in parts:
        yield f"no line of the format: {lines[parts.index(None)]!r}"
        return
    found = [match.groups("") for match in parts if match is not None]
    signs = "".join(sign for sign, _, _ in found)
    if {number for _, number, _ in found} != {found[0][1]}:
        yield "two numbers"
    if any(sign not in ORDER for sign in signs) or list(signs) != sorted(signs, key=ORDER.find):
        yield f"the order of lines: {signs}"
    missing = [f"not one %{sign}" for sign in ONCE if signs.count(sign) != 1]
    if missing:
        yield from missing
        return
    yield from (f"several %{sign}" for sign in AT_MOST_ONCE if signs.count(sign) > 1)
    if any(not text for sign, _, text in found if sign != "I"):
        yield "an empty line"
    text = {sign: [words for s, _, words in found if s == sign] for sign in ORDER}
    wrong = list(_of_terms([*text["S"], *text["T"], *text["U"]]))
    if wrong:
        yield from wrong
        return
    terms = terms_of(entry)
    yield from _of_offset(text["O"][0], terms)
    yield from _of_keywords(text["K"][0].split(","), terms)
    yield from _of_bfile(bfile, terms, int(text["O"][0].split(",")[0]), text["H"], found[0][1])
    yield from _of_texts(text)


def _of_terms(lines: list[str]) -> Iterator[str]:
    for place, line in enumerate(lines):
        last = place == len(lines) - 1
        if not re.fullmatch(r"-?\d+(,-?\d+)*" + ("" if last else ","), line):
            yield f"terms: {line!r}"
        if len(line) > LONGEST_TERMS:
            yield f"a line of {len(line)} characters"


def _of_offset(text: str, terms: list[int]) -> Iterator[str]:
    first = [place for place, term in enumerate(terms, 1) if abs(term) > 1]
    if text.split(",")[1:] != [str(first[0] if first else 1)]:
        yield f"the offset {text}"


def _of_keywords(words: list[str], terms: list[int]) -> Iterator[str]:
    if not set(words) <= KEYWORDS or len(set(words)) != len(words):
        yield f"keywords: {words}"
    if ("nonn" in words) == ("sign" in words) or ("sign" in words) != any(t < 0 for t in terms):
        yield "nonn or sign"
    if {"easy", "hard"} <= set(words):
        yield "easy and hard"


def _of_bfile(
    bfile: str, terms: list[int], offset: int, links: list[str], number: str
) -> Iterator[str]:
    rows = [line.split(" ") for line in bfile.splitlines()]
    if any(len(row) != 2 or not re.fullmatch(r"-?\d+", row[1]) for row in rows):
        yield "rows of the b-file"
        return
    if [int(row[0]) for row in rows] != list(range(offset, offset + len(rows))):
        yield "the indices of the b-file"
    if [int(row[1]) for row in rows][: len(terms)] != terms:
        yield "the terms of the b-file"
    name, last = f"b{number[1:]}.txt", offset + len(rows) - 1
    link = f'<a href="/{number}/{name}">Table of n, a(n) for n = {offset}..{last}</a>'
    if not any(words.endswith(link) for words in links):
        yield "no link to the b-file"


def _of_texts(text: dict[str, list[str]]) -> Iterator[str]:
    for words in text["H"]:
        if words.count("<a ") != words.count("</a>"):
            yield f"a link that is not closed: {words}"
    for words in text["Y"]:
        if not re.fullmatch(r"Cf\. A\d{6}(, A\d{6})*\.", words):
            yield f"other sequences: {words}"
    if {*text["C"]} & {*text["F"]}:
        yield "a comment repeats a formula"
    for sign in "NCDFe":
        yield from (f"%{sign} has no end: {words}" for words in text[sign] if words[-1] not in ".:")
    heads = [words for words in text["o"] if re.match(r"\([A-Z]\w+\)", words)]
    if text["o"] and (text["o"][0] not in heads or len(set(heads)) != len(heads)):
        yield "a program without the name of its language"
