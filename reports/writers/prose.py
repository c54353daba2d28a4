"""Sentences of mathematics in plain text, ``G(n + p) = G(n) for all n >= n0``, with their formulas
found: terminals show the text, Markdown, HTML and LaTeX the formulas.

A formula is numbers, letters, known functions and brackets of these, joined by signs. Words are
words; so is a number alone, and *a* or *A* where it is an article.
"""

from __future__ import annotations

import re

from mexplore.reports.writers.document import Cell, Math, Words
from mexplore.rules.dataclass import dataclass
from mexplore.rules.library import shipped

_TOKENS = re.compile(
    r"""(?P<word>[A-Za-z]+(?:['-][A-Za-z]{2,})+ | [A-Za-z]{2,}(?:['-][A-Za-z]+)* | [A-Za-z]'[a-z])
      | (?P<letter>[A-Za-z](?:_[a-z0-9]|[0-9]+)?(?![A-Za-z]))
      | (?P<number>[0-9]+(?:\.[0-9]+)*)
      | (?P<sign><=|>=|!=|\.\.\.|[-+*/^=<>|(),])
      | (?P<other>\S)""",
    re.VERBOSE,
)
_SIGNS = {
    "<=": r" \le ", ">=": r" \ge ", "!=": r" \ne ", "=": " = ", "<": " < ", ">": " > ",
    "+": " + ", "-": " - ", "*": " ", "/": "/", "^": "^", "xor": r" \oplus ", "mod": r" \bmod ",
}  # fmt: skip
_GREEK = {"alpha": r"\alpha", "beta": r"\beta", "phi": r"\varphi", "Omega": r"\Omega"}
_AROUND = {"floor": (r"\lfloor ", r" \rfloor"), "ceil": (r"\lceil ", r" \rceil"),
           "sqrt": (r"\sqrt{", "}")}  # fmt: skip
_NAMED = {"min": r"\min", "max": r"\max", "gcd": r"\gcd", "lcm": r"\operatorname{lcm}",
          "mex": r"\operatorname{mex}", "popcount": r"\operatorname{popcount}"}  # fmt: skip
_NO_NOUN = re.compile(r"\s*($|[.,:;)=<>]|(is|to|and|or|where|for|with)\b)")
"""What follows *a* where it is a letter: a noun follows the article."""


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    stop: int


@dataclass(frozen=True)
class _Formula:
    """A formula, and how many tokens of the text it ends before."""

    latex: str
    after: int


def with_formulas(text: str) -> Words:
    r"""The sentence in pieces: words, and the formulas among them.

    >>> from mexplore.reports.writers.document import pieces
    >>> found = with_formulas("For a heap of n0 <= n < 2q + s0 tokens, G(n) = 1.")
    >>> [piece.latex if isinstance(piece, Math) else piece for piece in pieces(found)]
    ['For a heap of ', 'n_0 \\le n < 2q + s_0', ' tokens, ', 'G(n) = 1', '.']
    """
    return _Reader(text).sentence()


class _Reader:
    """Reads one text. Its methods are given the number of a token, and answer None where no
    formula begins there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [
            _Token(str(found.lastgroup), found[0], found.start(), found.end())
            for found in _TOKENS.finditer(text)
        ]

    def sentence(self) -> Words:
        pieces: list[Cell] = []
        at = shown = 0
        while at < len(self.tokens):
            found = self.formula(at)
            if found is None or not self.is_formula(at, found):
                at = self.after_call(at)
                continue
            start, stop = self.tokens[at].start, self.tokens[found.after - 1].stop
            if start > shown:
                pieces.append(self.text[shown:start])
            pieces.append(Math(found.latex, self.text[start:stop]))
            at, shown = found.after, stop
        pieces.append(self.text[shown:])
        return tuple(piece for piece in pieces if piece != "")

    def is_formula(self, at: int, found: _Formula) -> bool:
        if found.after > at + 1:
            return True
        token = self.tokens[at]
        if token.text == "a":
            return _NO_NOUN.match(self.text, token.stop) is not None
        if token.text == "A":
            return not re.search(r"(^|[.:] )\(?$", self.text[: token.start])
        return token.kind != "number"

    def after_call(self, at: int) -> int:
        """Beyond a word, and its brackets where they follow at once: those of a rule, say."""
        at += 1
        if self.tokens[at - 1].kind != "word" or not self.is_call(at - 1):
            return at
        depth = 0
        for number in range(at, len(self.tokens)):
            depth += {"(": 1, ")": -1}.get(self.tokens[number].text, 0)
            if not depth:
                return number + 1
        return at

    # -- formulas: signs between parts ---------------------------------------------------------

    def formula(self, at: int) -> _Formula | None:
        found = self.part(at)
        while found is not None:
            more = self.joined(found) or self.listed(found)
            if more is None:
                return found
            found = more
        return None

    def joined(self, left: _Formula) -> _Formula | None:
        """The formula with a sign and another part; or with a part that follows at once: 2n."""
        sign = _SIGNS.get(self.text_at(left.after))
        right = self.part(left.after + (sign is not None))
        if right is None or (sign is None and not self.follows_at_once(left.after)):
            return None
        if sign == "^":
            return _Formula(f"{left.latex}^{{{right.latex}}}", right.after)
        if sign == " " and left.latex[-1].isdigit() and right.latex[0].isdigit():
            sign = r" \cdot "
        return _Formula(f"{left.latex}{sign or ''}{right.latex}", right.after)

    def listed(self, left: _Formula) -> _Formula | None:
        """The formula with dots and the last of a list: x, ..., z."""
        if [self.text_at(left.after + i) for i in range(3)] != [",", "...", ","]:
            return None
        right = self.part(left.after + 3)
        return right and _Formula(rf"{left.latex}, \dots, {right.latex}", right.after)

    # -- parts ---------------------------------------------------------------------------------

    def part(self, at: int) -> _Formula | None:
        text = self.text_at(at)
        if text == "(":
            return self.within(at)
        if text == "|":
            return self.between(at, "|", (r"\lvert ", r" \rvert"))
        if at >= len(self.tokens) or self.tokens[at].kind in ("sign", "other"):
            return None
        return self.call(at) if self.is_call(at) else self.name(at)

    def name(self, at: int) -> _Formula | None:
        """A letter, a number, a Greek letter by its name, or the maximum of a set: max A."""
        text = self.text_at(at)
        if text in _NAMED and self.text_at(at + 1)[:1].isupper():
            inside = self.part(at + 1)
            return inside and _Formula(f"{_NAMED[text]} {inside.latex}", inside.after)
        if self.tokens[at].kind == "word":
            return _Formula(_GREEK[text], at + 1) if text in _GREEK else None
        return _Formula(_letter(text), at + 1)

    def call(self, at: int) -> _Formula | None:
        text = self.text_at(at)
        if text in _AROUND:
            return self.between(at + 1, ")", _AROUND[text])
        name = _NAMED.get(text) or _GREEK.get(text)
        if name is None and self.tokens[at].kind == "letter":
            name = _letter(text)
        inside = self.within(at + 1)
        return _Formula(f"{name}{inside.latex}", inside.after) if name and inside else None

    def between(self, at: int, closing: str, signs: tuple[str, str]) -> _Formula | None:
        """One formula after an opening sign, and the closing one; between other signs in LaTeX."""
        inside = self.formula(at + 1)
        if inside is None or self.text_at(inside.after) != closing:
            return None
        return _Formula(f"{signs[0]}{inside.latex}{signs[1]}", inside.after + 1)

    def within(self, at: int) -> _Formula | None:
        """Formulas in brackets, with commas between them."""
        parts: list[str] = []
        while True:
            inside = self.formula(at + 1)
            if inside is None:
                return None
            parts.append(inside.latex)
            at = inside.after
            if self.text_at(at) != ",":
                break
        return _Formula(f"({', '.join(parts)})", at + 1) if self.text_at(at) == ")" else None

    # -- tokens --------------------------------------------------------------------------------

    def text_at(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def follows_at_once(self, at: int) -> bool:
        return 0 < at < len(self.tokens) and self.tokens[at - 1].stop == self.tokens[at].start

    def is_call(self, at: int) -> bool:
        named = self.tokens[at].kind in ("word", "letter")
        return named and self.text_at(at + 1) == "(" and self.follows_at_once(at + 1)


def _letter(text: str) -> str:
    """A letter with its index.

    >>> _letter("n0"), _letter("d_j"), _letter("n"), _letter("12")
    ('n_0', 'd_j', 'n', '12')
    """
    if len(text) == 1 or not text[0].isalpha():
        return text
    index = text[1:].lstrip("_")
    return f"{text[0]}_{index}" if len(index) == 1 else f"{text[0]}_{{{index}}}"


LONGEST_RULE = 40  # characters, of one that stands in a title beside a name


def entitled(plain: str, rule: str) -> str:
    """A title with the name that the library has for the rule.

    >>> entitled("The game 0.77", "0.77"), entitled("The game 0.7", "0.7")
    ('The game 0.77: Kayles', 'The game 0.7')
    """
    name = _name_of(rule)
    if name and len(rule) > LONGEST_RULE:
        return name  # the rule stands below
    return f"{plain}: {name}" if name else plain


def above_picture(rule: str) -> str:
    """The title of a picture: a name from the library, or the rule where it is short.

    >>> above_picture("0.77"), above_picture("0.7"), above_picture("(x, y) -> [" + 30 * " ")
    ('Kayles', '0.7', '')
    """
    name = _name_of(rule)
    return name or (rule if len(rule) <= LONGEST_RULE else "")


def _name_of(rule: str) -> str:
    """The title that the library has for the rule; empty where it has none."""
    return next((game.title for game in shipped().values() if game.rule == rule), "")


def renamed(text: str, rule: str) -> str:
    """A text in which the name that the library has stands for the rule, with a capital letter.

    >>> renamed("row 3 of 0.77", "0.77"), renamed("row 3 of 0.7", "0.7")
    ('Row 3 of Kayles', 'Row 3 of 0.7')
    """
    name = _name_of(rule)
    text = text.replace(rule, name) if name else text
    return text[0].upper() + text[1:]
