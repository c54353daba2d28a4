"""Statements as people write them, brought into the signs that `reading` reads.

What is written differently and means one thing becomes one text: ``=`` and ``≡`` are ``==``, ``n
mod 7`` is ``n % 7``, ``n is even`` is ``n % 2 == 0``, ``if and only if`` is ``iff``. `parts` then
parts the claim from the conditions that follow ``for``, ``when`` or ``if``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mexplore.discover.heaps.relations.who_loses import who_loses

_N = r"[0-9]+"
_RESIDUES = rf"{_N}(?:(?: ?, ?(?:or )?| or ){_N})*"
_CONGRUENT = re.compile(
    r" ?(?:(?P<sign>≡)|(?<![<>=!:])={1,2}|\bis\b)"
    rf" ?(?:(?P<rests>{_RESIDUES})|(?P<other>[^≡=<>!,;]+?))"
    rf" ?(?:\( ?mod(?:ulo)? ?(?P<a>{_N}) ?\)|mod(?:ulo)? ?(?P<b>{_N}))"
    r"(?= *(?:$|[,;:)\]}]|(?:and|or|iff|implies|for|when|whenever|where|provided|if|else)\b))"
)
_BOUNDARY = re.compile(
    r"(?P<opens>[(\[{])|(?P<closes>[)\]}])|[,;:<>=!≡]|\b(?:iff|implies|and|or|not|for|when|whenever|"
    r"where|provided|that|if|else|all|every|each|any|numbers|is)\b"
)
_WAYS: tuple[tuple[str, str], ...] = (
    (r"\s+", " "),
    (r"(?<![\w.)])([0-9]+) ?\^ ?([0-9]+)(?![\w.(])", r"\1**\2"),
    (r"∀ ?", "for all "),
    (r"^(for (?:(?:all|every|each|any) )?[a-z](?: ?(?:>=|≥|>) ?[0-9^*]+)?) ?[,:] ?(.*)$", r"\2 \1"),
    (r"\b[Gga]\(", "G("),
    (r"\b[Gga]\[([^\[\]]*)\]", r"G(\1)"),
    (r"^(?:[Tt]he )?P-positions are (?:exactly )?(?:(?:the|those|all) )?", "lost(n) iff "),
    (r"^(lost|won)(?= (?:iff|if and only if|exactly)\b)", r"\1(n)"),
    (r"\b([a-z]) with (?=\1\b)", ""),
    (r"≤|=<", "<="),
    (r"≥", ">="),
    (r"≠|<>", "!="),
    (r"[−–]", "-"),
    (r"⌊([^⌊⌋]*)⌋", r"floor(\1)"),
    (r"⌈([^⌈⌉]*)⌉", r"ceiling(\1)"),
    (r"(?:^|(?<=[<>=(+*-])) ?\|([^|]+)\|", r" Abs(\1)"),
    (r"<=>|<->|⇔|↔|\bif and only if\b|\bexactly (?:if|when|where)\b|\biff\b", " iff "),
    (r"⇒|\bimplies\b|\bonly (?:if|when)\b", " implies "),
    (r"^if (.*?),? then (.*)$", r"(\1) implies (\2)"),
    (r"\b([a-z]) is (?:lost|a P-position)\b", r"lost(\1)"),
    (r"\b([a-z]) is (?:won|an N-position)\b", r"won(\1)"),
    (r"\b(?:an? )?even ([a-z])\b(?= ?[<>=])", r"\1 % 2 == 0 and \1"),
    (r"\b(?:an? )?odd ([a-z])\b(?= ?[<>=])", r"\1 % 2 == 1 and \1"),
    (r"\b([a-z]) (?:is )?even\b|\beven ([a-z])\b", r"\1\2 % 2 == 0"),
    (r"\b([a-z]) (?:is )?odd\b|\bodd ([a-z])\b", r"\1\2 % 2 == 1"),
    (r"\blog_2\(", "log2("),
)
_LATER: tuple[tuple[str, str], ...] = (
    (r"≡(?![^≡]*\bmod)", "=="),  # with a modulus that was not understood it is refused
    (r"(?<![<>=!:])=(?!=)", "=="),
    (r"\bmod(?:ulo)?\b(?! ?\()", "%"),
)
_WHERE = re.compile(r",? ?\b(for|when|whenever|where|provided(?: that)?|if)\b ?")
_ALL = re.compile(r"^(?:(?:all|every|each|any)\b ?)+")


class Parts(NamedTuple):
    """What is claimed, and the conditions under which it is."""

    claim: str
    conditions: tuple[str, ...]


def plain(text: str) -> str:
    """The text in the signs of formulas.

    >>> plain("G(2n) = G(n) for even n ≥ 4"), plain("lost(n) iff n ≡ 0, 2 (mod 7)")
    ('G(2n) == G(n) for n % 2 == 0 and n >= 4', 'lost(n) iff n % 7 in {0, 2}')
    """
    text = who_loses(text)
    for pattern, instead in _WAYS:
        text = re.sub(pattern, instead, text)
    text = _with_residues(text.strip().rstrip("."))
    for pattern, instead in _LATER:
        text = re.sub(pattern, instead, text)
    return re.sub(r" +", " ", text).strip()


def _with_residues(text: str) -> str:
    """'n ≡ 9 (mod 7)' says that n is 2 modulo 7, and so does 'n = 9 mod 7'; whole sides of it are
    meant: of 'n + 1 ≡ 0 (mod 7)' n + 1, not 1.

    >>> _with_residues("lost(n) iff n + 1 ≡ 0 (mod 7)"), _with_residues("n ≡ G(n) (mod 2)")
    ('lost(n) iff (n + 1) % 7 == 0', 'n % 2 == G(n) % 2')
    """
    at = 0
    while found := _CONGRUENT.search(text, at):
        start, m = _side_before(text, found.start()), int(found["a"] or found["b"])
        left, at = text[start : found.start()].strip(), found.end()
        if m and left and (found["rests"] or found["sign"]):
            said = f"{_residue(left, m)} {_residues(found, m)}"
            text, at = f"{text[:start]}{said}{text[at:]}", start + len(said)
    return text


def _side_before(text: str, end: int) -> int:
    """Where the side of a comparison begins that ends there: at the beginning, within brackets that
    are still open, after a comma, a sign of comparison or a word that joins conditions."""
    starts = [0]
    for step in _BOUNDARY.finditer(text, 0, end):
        if step["opens"]:
            starts.append(step.end())
        elif not step["closes"]:
            starts[-1] = step.end()
        elif len(starts) > 1:
            starts.pop()
    return starts[-1] + (text[starts[-1] : starts[-1] + 1] == " ")


def _residue(side: str, m: int) -> str:
    return f"{side if re.fullmatch(r'[a-z]|G[(][^()]*[)]', side) else f'({side})'} % {m}"


def _residues(found: re.Match[str], m: int) -> str:
    """What the residue is compared with."""
    if found["rests"] is None:
        return f"== {_residue(found['other'].strip(), m)}"
    rests = [int(rest) % m for rest in re.findall(_N, found["rests"])]
    return f"== {rests[0]}" if len(rests) == 1 else f"in {{{', '.join(map(str, rests))}}}"


def parts(text: str) -> Parts:
    """The claim of a plain text and its conditions.

    >>> parts("G(n + 12) == G(n) for all n >= 71")
    Parts(claim='G(n + 12) == G(n)', conditions=('n >= 71',))
    >>> parts("G(n) == 1 when n % 2 == 0, n > 4"), parts("G(n) == (1 if n > 4 else 0)").conditions
    (Parts(claim='G(n) == 1', conditions=('n % 2 == 0', 'n > 4')), ())
    """
    pieces: list[str] = []
    start = depth = 0
    for step in re.finditer(rf"[(\[{{]|[)\]}}]|{_WHERE.pattern}", text):
        if step[1] is None:
            depth += 1 if step[0] in "([{" else -1
        elif depth == 0 and not (step[1] == "if" and re.search(r"\belse\b", text[step.end() :])):
            pieces.append(text[start : step.start()])
            start = step.end()
    claim, *conditions = [piece.strip() for piece in (*pieces, text[start:])]
    return Parts(claim, tuple(each for one in conditions for each in _single(one) if each))


def _single(condition: str) -> list[str]:
    """The conditions between commas; 'all n' is none."""
    found, depth, start = [], 0, 0
    for place, sign in enumerate(condition):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            found.append(condition[start:place])
            start = place + 1
    found.append(condition[start:])
    bare = (re.sub(r"^ ?and ", "", each).strip() for each in found)
    said = (_ALL.sub("", each) for each in bare)
    return [each for each in said if not re.fullmatch(r"[a-z]?|(?:natural )?numbers [a-z]", each)]
