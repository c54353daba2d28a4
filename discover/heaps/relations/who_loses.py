"""Sentences that say which heaps are lost, as reports print them and as people write them, brought
into 'lost(n) iff ...'."""

from __future__ import annotations

import re

_N = r"[0-9]+"
_ONE_OF = rf"{_N}(?:(?:, (?:or |and )?| or | and ){_N})*"
_ASIDE = re.compile(r" ?\((?:an? )?P-positions?(?:, G\(n\) = 0)?\)")
_EXACTLY = r"(?:exactly (?:where|when|if|for)|iff|if and only if)"
_SENTENCES = (
    re.compile(
        rf"(?:from n = (?P<first>{_N}) on )?(?:(?:an? |the )?heap (?:of n )?)?(?:is )?lost "
        rf"(?:(?P<always>always)|{_EXACTLY} (?P<where>[^;]+))(?P<small>;.*)?\.?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"only the (?:(?P<empty>empty) heap|heaps? of (?P<heaps>{_ONE_OF})) (?:is|are) lost\.?",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<none>no) heap is lost\.?", re.IGNORECASE),
)
_SMALL = re.compile(
    rf"; (?:(?P<none>no smaller heap is)|of smaller heaps (?:(?P<empty>only the empty one is)|"
    rf"those of (?P<heaps>{_ONE_OF}) are))\.?"
)
_RESIDUES = re.compile(rf"(?:mod|%) ?(?P<m>{_N}) (?:is|=|==) (?P<rests>{_ONE_OF})")


def who_loses(text: str) -> str:
    """The sentence as a statement; other texts as they are.

    >>> who_loses("A heap is lost (a P-position, G(n) = 0) exactly where n mod 7 is 0 or 2.")
    'lost(n) iff n % 7 in {0, 2}'
    >>> who_loses("From n = 3 on a heap is lost exactly where n mod 2 is 1; no smaller heap is.")
    'lost(n) iff (n >= 3) and (n % 2 == 1)'
    >>> who_loses("Only the heaps of 1, 4 and 9 are lost."), who_loses("G(n) <= 9")
    ('lost(n) iff n in {1, 4, 9}', 'G(n) <= 9')
    """
    bare = _ASIDE.sub("", text.strip())
    found = next(filter(None, (shape.fullmatch(bare) for shape in _SENTENCES)), None)
    if found is None:
        return _RESIDUES.sub(_residues, text)
    said = found.groupdict()
    if "where" not in said:
        return f"lost(n) iff {_among(said) or 'n < 0'}"
    where = "n >= 0" if said["always"] else _RESIDUES.sub(_residues, said["where"].rstrip(". "))
    where = where.replace("n is any number", "n >= 0")
    small = _SMALL.fullmatch(said["small"] or "; no smaller heap is")
    if small is None or (said["small"] and not said["first"]):
        return text
    if said["first"]:
        where = f"(n >= {said['first']}) and ({where})"
    few = _among(small.groupdict())
    return f"lost(n) iff {where} or {few}" if few else f"lost(n) iff {where}"


def _among(said: dict[str, str | None]) -> str:
    """Which of finitely many heaps are said to be lost."""
    if said.get("empty"):
        return "n == 0"
    return f"n in {{{_listed(said['heaps'])}}}" if said.get("heaps") else ""


def _residues(found: re.Match[str]) -> str:
    rests = _listed(found["rests"])
    return f"% {found['m']} " + (f"in {{{rests}}}" if "," in rests else f"== {rests}")


def _listed(numbers: str | None) -> str:
    return ", ".join(re.findall(_N, numbers or ""))
