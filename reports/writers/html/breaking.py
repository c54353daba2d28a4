r"""Where a formula may be broken into lines: browsers break text, but no mathematics."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_OPENING = {"{", "(", "[", r"\left", r"\begin", r"\lfloor", r"\lceil", r"\langle"}
_CLOSING = {"}", ")", "]", r"\right", r"\end", r"\rfloor", r"\rceil", r"\rangle"}
_RELATIONS = {"=", r"\iff", r"\Longleftrightarrow", r"\Leftrightarrow", r"\to", r"\implies"}
_AFTER = {",", ":", r"\quad", r"\qquad"}
_TAILS = {"", r"\dots", r"\ldots", r"\cdots", r"\quad", r"\qquad"}
_SHORTEST = 8  # characters of LaTeX before a relation at which it is worth to break


def parts(latex: str) -> list[str]:
    r"""The formula in parts, each of which may begin a line: after a comma or a wide gap, and
    before a relation, none of them within brackets; a set is broken after its colon alone.

    >>> parts(r"G(x, y) = 0 \iff x = y \qquad (x \ge 7)")
    ['G(x, y) = 0 ', '\\iff x = y \\qquad', ' (x \\ge 7)']
    >>> parts(r"2, 3, \dots"), parts(r"\begin{cases} 1, & n = 2 \end{cases}")
    (['2,', ' 3, \\dots'], ['\\begin{cases} 1, & n = 2 \\end{cases}'])
    """
    found, depth, braces = [""], 0, 0
    delimiter = False  # the sign after \left or \right opens or closes nothing itself
    for token in _TOKEN.findall(latex):
        sign, delimiter = (" " if delimiter else token), token in (r"\left", r"\right")
        depth += (sign in _OPENING) - (sign in _CLOSING)
        braces += (sign == r"\{") - (sign == r"\}")
        breaks = not depth and not (braces and sign == ",")
        if breaks and sign in _RELATIONS and len(found[-1].strip()) >= _SHORTEST:
            found.append("")
        found[-1] += token
        if breaks and sign in _AFTER:
            found.append("")
    return _without_tails(found)


def _without_tails(found: list[str]) -> list[str]:
    """No part is empty, dots or a gap alone: these stand behind what they follow."""
    kept: list[str] = []
    for part in found:
        if kept and part.strip(" ,") in _TAILS:
            kept[-1] += part
        else:
            kept.append(part)
    return [part for part in kept if part.strip()]
