"""Statements altered by a character, a word, a number or a clause, for readers that must notice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

CLAUSES = [
    " and n is prime", " for n >= 7", " for all n >= 0", ", with s = 1 at 2", " or G(n) = 5",
    "; s = 7 at every prime n", " + 1", " unless n = 3", " for q >= 0", " for all x, y >= 1",
    ": G(0) = 4", " = 0", "0", " 0", " (mod 3)", ", else 7 + G(n)", " for even n",
    "; m = 1 is no n", " # or so", " = G(x, y)", "#", "\n", "\x00", "²", "٣",
]  # fmt: skip
WORDS = ["not", "G(n)", "n", "prime", "odd", "0", "1", "12", "G", "x", "least", "-", "for", "some"]
SIGNS = "0123456789+-*/=<>≥()[]{}^%.,:; nGfhsxyTab#\n²³٣⌊⌋"


def altered(text: str, pick: Random) -> str:
    """The text with one alteration, or a few."""
    for _ in range(pick.choice((1, 1, 1, 2, 3))):
        text = pick.choice((_character, _word, _number, _number, _clause, _cut))(text, pick)
    return text


def alterations(text: str, pick: Random, count: int) -> Iterator[str]:
    """This many alterations of a text that differ from it in more than blanks."""
    found = 0
    while found < count:
        other = altered(text, pick)
        if other.split() != text.split():
            found += 1
            yield other


def _character(text: str, pick: Random) -> str:
    at, sign = pick.randrange(len(text) + 1), pick.choice(SIGNS)
    put = pick.choice(("", sign, sign, text[at : at + 1] * 2))
    return text[:at] + put + text[at + pick.choice((0, 1)) :]


def _word(text: str, pick: Random) -> str:
    words = text.split(" ")
    at, other = pick.randrange(len(words)), pick.choice([*WORDS, pick.choice(words)])
    return " ".join(
        [*words[:at], *pick.choice(([], [other], [other, words[at]])), *words[at + 1 :]]
    )


def _number(text: str, pick: Random) -> str:
    places = list(re.finditer(r"[0-9]+", text))
    if not places:
        return _word(text, pick)
    number = pick.choice(places)
    n = int(number[0])
    others = [
        str(n + 1),
        str(max(n - 1, 0)),
        f"{n}0",
        f"0{n}",
        f"-{n}",
        f"{n}/2",
        f"{n}.5",
        f"{n} {n}",
    ]
    return text[: number.start()] + pick.choice(others) + text[number.end() :]


def _clause(text: str, pick: Random) -> str:
    blanks = [m.start() for m in re.finditer(r"[ ,;:]", text)]
    at = pick.choice([len(text), len(text), *blanks])
    return text[:at] + pick.choice(CLAUSES) + text[at:]


def _cut(text: str, pick: Random) -> str:
    """Without its end, or without a part in the middle."""
    low, high = sorted(pick.randrange(len(text) + 1) for _ in range(2))
    return text[:high] if pick.random() < 0.3 else text[:low] + text[high:]
