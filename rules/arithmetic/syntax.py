"""The reader of a text by Python's own parser: whatever is not expressly allowed is refused.

The text is parsed to a syntax tree and never evaluated. A reader walks the tree from the top, by a
table of builders, one a type of node, and keeps to its limits; a refusal has the place of the node
in the text. What a node becomes, and what is said of one that is refused, is the reader's own:
`rules.arithmetic.reading` reads expressions, `rules.arithmetic.conditions` conditions and claims,
`rules.parameters.reading` polynomials and constraints, `rules.arithmetic.formulas` formulas. All of
them bind as Python does; what people write besides that, `rules.arithmetic.syntax` brings in.
"""

from __future__ import annotations

import ast
import re
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from keyword import iskeyword
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar

from mexplore.rules.arithmetic.vocabulary import Called, Vocabulary
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError

# Signs that people write and Python does not have, brought into Python's own before it reads them.
#
# * A product without a star: ``2a``, ``2a(b + 1)``, ``(a + 1)(b + 1)``.
# * ``^`` for a power, where the reader says that it is one.
# * ``implies`` and ``iff``, which bind more weakly than ``or``; ``implies`` binds to the right.
#
# What is brought in is a token each (``*``, ``**``, ``implies(..., ...)``); brackets and binding
# are left to Python's parser, so that every text is bound in one way. `Prepared.places` says where
# each character of the new text stands in the old one.


IMPLIES, IFF = "implies", "iff"
WORDS = frozenset({"and", "or", "not", "if", "else", "for", "in", "is", IMPLIES, IFF})
"""Words between numbers and conditions; none of them is a factor."""

_TOKEN = re.compile(
    r"\s+|'[^']*'?|\"[^\"]*\"?|[0-9][0-9_]*|[^\W0-9]\w*|\*\*|//|\.\.|<<|>>|[<>=!]=|.", re.DOTALL
)
_TIGHT = ("%", "//", "/", "**", "^")
"""Signs after which a product without a star could be read in two ways."""


class Token(NamedTuple):
    """A word, a number, a sign or a text in quotes, and its place."""

    text: str
    place: int

    @property
    def is_number(self) -> bool:
        return "0" <= self.text[0] <= "9"

    @property
    def is_name(self) -> bool:
        """Whether it is a name, or a word."""
        return self.text.isidentifier()


def tokens_of(text: str) -> list[Token]:
    """What a text consists of, without spaces.

    >>> [token.text for token in tokens_of("1..2a >= b//3")]
    ['1', '..', '2', 'a', '>=', 'b', '//', '3']
    """
    found = (Token(match[0], match.start()) for match in _TOKEN.finditer(text))
    return [token for token in found if not token.text.isspace()]


@dataclass
class Prepared:
    """A text for Python's parser; ``places[i]`` is where its character i comes from, and the last
    entry is the end."""

    text: str = ""
    places: list[int] = field(default_factory=list)

    def add(self, text: str, place: int, *, new: bool = False) -> None:
        """Write more; ``new`` text has all of its characters from one place."""
        self.text += text
        self.places += [place] * len(text) if new else range(place, place + len(text))


Refuse = Callable[[int, str, str], NoReturn]
"""Raises the error of a reader: the place, the problem, the remedy."""


def prepared(
    text: str, refuse: Refuse, is_factor: Callable[[str], bool], *, powers: bool
) -> Prepared:
    """The text as Python writes it. ``is_factor`` says of a name before a bracket whether it is
    multiplied (``a(b + 1)``) rather than called; ``powers`` whether ``^`` is a power.

    >>> def refuse(place, problem, remedy):
    ...     raise ValueError(problem)
    >>> prepared("2a(b+1) <= 7^2", refuse, lambda name: True, powers=True).text
    '2*a*(b+1) <= 7**2'
    >>> prepared("a > 1 implies b > 2", refuse, lambda name: True, powers=True).text
    'implies(a > 1 , b > 2)'
    """
    tokens = tokens_of(text)
    before, instead, after = _connected(tokens, refuse)
    result, place = Prepared(), 0
    for i, token in enumerate(tokens):
        result.add(text[place : token.place], place)
        if i and _is_product(tokens, i, is_factor):
            _refuse_unclear(tokens, i, is_factor, refuse)
            result.add("*", token.place, new=True)
        result.add(before.get(i, ""), token.place, new=True)
        if token.is_number:
            written = token.text.lstrip("0") or "0"  # 007, which Python refuses
            result.add(written, token.place + len(token.text) - len(written))
        elif i in instead or (powers and token.text == "^"):
            result.add(instead.get(i, "**"), token.place, new=True)
        else:
            result.add(token.text, token.place)
        place = token.place + len(token.text)
        result.add(after.get(i, ""), place, new=True)
    result.add(text[place:], place)
    result.places.append(len(text))
    return result


def parted_by_implies(text: str) -> list[str]:
    """What the word ``implies`` parts, outside of brackets and quotes; the whole where ``iff``
    stands there too, which binds more weakly.

    >>> parted_by_implies("(a > 1 implies b > 2) implies period == 3")
    ['(a > 1 implies b > 2)', 'period == 3']
    """
    tokens = tokens_of(text)
    whole = [words for start, _, words in _joined_parts(tokens) if start == 0]
    words = whole[-1] if whole else []
    if any(tokens[word].text == IFF for word in words):
        return [text]
    starts = [0, *(tokens[word].place + len(IMPLIES) for word in words)]
    ends = [*(tokens[word].place for word in words), len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _is_product(tokens: list[Token], i: int, is_factor: Callable[[str], bool]) -> bool:
    """Whether a star is left out before token i."""
    one, other = tokens[i - 1], tokens[i]
    if one.is_number:
        return other.text == "(" or (other.is_name and other.text not in WORDS)
    if other.text != "(" or one.text in WORDS:
        return False
    return one.text == ")" or (one.is_name and is_factor(one.text))


def _refuse_unclear(
    tokens: list[Token], i: int, is_factor: Callable[[str], bool], refuse: Refuse
) -> None:
    """``b % 2a`` and ``a^2b``: Python's binding and the eye's would differ. Of several factors in a
    row the first two are looked at."""
    first = _start_of_factor(tokens, i - 1)
    if first and _is_product(tokens, first, is_factor):
        return
    before = first - 1
    if tokens[first].text == "(" and before >= 0 and _is_end(tokens[before]):
        before -= 1  # what is called
    while before > 0 and tokens[before].text in ("+", "-") and not _is_end(tokens[before - 1]):
        before -= 1  # a sign of one number
    sign = tokens[before].text if before >= 0 else ""
    if sign in _TIGHT and not (sign in ("**", "^") and tokens[i].text == "("):
        problem = f"it is not clear how far {sign} reaches"
        refuse(tokens[i].place, problem, f"write the star, and brackets: {sign} (2*a)")


def _is_end(token: Token) -> bool:
    """Whether a number, a name or a bracket ends here, so that a sign after it joins two."""
    return token.text == ")" or token.is_number or (token.is_name and token.text not in WORDS)


def _start_of_factor(tokens: list[Token], end: int) -> int:
    """The first token of the number, name or bracket whose last one this is."""
    depth = 0
    for i in range(end, -1, -1):
        depth += (tokens[i].text == ")") - (tokens[i].text == "(")
        if depth <= 0:
            return i
    return 0


def misplaced(tokens: list[Token], end: int) -> tuple[int, str, str] | None:
    """The first token that cannot stand where it does, where numbers, names, brackets and signs
    alternate: its place, the problem, and the word; None where nothing is found. It places the
    errors of Python's parser, which often names another place.

    >>> misplaced(tokens_of("a + * b"), 7), misplaced(tokens_of("a >="), 4)
    ((4, "unexpected '*'", '*'), (4, 'something is missing here', ''))
    """
    wanted, depth = True, 0  # whether a factor has to come
    for text, place in tokens:
        if wanted and text in ("+", "-", "not", "("):
            depth += text == "("
        elif wanted and (text[0].isdigit() or (text.isidentifier() and not iskeyword(text))):
            wanted = False
        elif not wanted and text == ")" and depth:
            depth -= 1
        elif not wanted and (text in ("and", "or", ",") or (text in _BETWEEN)):
            wanted = True
        else:
            return place, f"unexpected {text[:30]!r}", text
    return (end, "something is missing here", "") if wanted or depth else None


_BETWEEN = ("+", "-", "*", "**", "^", "/", "//", "%", ">=", "<=", ">", "<", "==", "!=")


@dataclass
class _Part:
    """What stands between two commas or brackets: its first token, and the words that join it."""

    start: int
    words: list[int] = field(default_factory=list)


def _connected(
    tokens: list[Token], refuse: Refuse
) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """What is written before, instead of, and after tokens for ``implies`` and ``iff``."""
    before: dict[int, str] = {}
    instead: dict[int, str] = {}
    after: dict[int, str] = {}
    for start, stop, words in _joined_parts(tokens):
        ends = [*words, stop]
        starts = [start, *(word + 1 for word in words)]
        for first, last in zip(starts, ends, strict=True):
            if first == last:
                end = tokens[-1].place + len(tokens[-1].text)
                at = tokens[first].place if first < len(tokens) else end
                refuse(at, "a condition is missing here", "write one: period <= 12")
        _write_calls([tokens[word].text for word in words], starts, ends, before, after)
        instead.update(dict.fromkeys(words, ","))
    return before, instead, after


def _write_calls(
    words: list[str],
    starts: list[int],
    ends: list[int],
    before: dict[int, str],
    after: dict[int, str],
) -> None:
    """The calls that join the parts from ``starts[i]`` to ``ends[i]`` by the words between."""
    equal = [i for i, word in enumerate(words) if word == IFF]
    if equal:
        before[starts[0]] = f"{IFF}(" * len(equal)
    for i, word in enumerate(words):
        if word == IMPLIES:
            before[starts[i]] = before.get(starts[i], "") + f"{IMPLIES}("
    run = 0
    for i, end in enumerate(ends):
        if i < len(words) and words[i] == IMPLIES:
            run += 1
            continue
        closing = ")" * run + ")" * (i > 0 and bool(equal) and i > equal[0])
        if closing:
            after[end - 1] = closing + after.get(end - 1, "")
        run = 0


def _joined_parts(tokens: list[Token]) -> Iterator[tuple[int, int, list[int]]]:
    """The parts in which ``implies`` or ``iff`` stands: from where to where, and the words; inner
    ones first."""
    open_parts = [_Part(0)]
    for i, token in enumerate(tokens):
        if token.text in (IMPLIES, IFF):
            open_parts[-1].words.append(i)
        elif token.text in ("(", "[", "{"):
            open_parts.append(_Part(i + 1))
        elif token.text in (")", "]", "}", ","):
            part = open_parts.pop()
            if part.words:
                yield part.start, i, part.words
            if token.text == "," or not open_parts:
                open_parts.append(_Part(i + 1))
    for part in reversed(open_parts):
        if part.words:
            yield part.start, len(tokens), part.words


Built = TypeVar("Built")

UNREADABLE = (ValueError, RecursionError, MemoryError, OverflowError)
"""What Python's parser raises besides SyntaxError."""


class SyntaxReader(ABC, Generic[Built]):
    """Builds what a text denotes; ``whole`` is the text that errors show, ``at`` where this one
    starts in it."""

    vocabulary: ClassVar[Vocabulary]
    error: ClassVar[type[RuleSyntaxError]] = RuleSyntaxError
    deepest: ClassVar[int]
    most_nodes: ClassVar[int]
    prepares: ClassVar[bool] = False
    """Whether ``2a``, ``implies`` and ``iff`` are read (`rules.arithmetic.syntax`)."""
    powers: ClassVar[bool] = False
    """Whether ``^`` is a power, where the reader prepares."""

    def __init__(self, text: str, whole: str, at: int) -> None:
        self.text, self.whole, self.at = text, whole, at
        self.margin = len(text) - len(text.lstrip())
        self.nodes = self.depth = 0
        self.prepared: Prepared | None = None

    # What is particular to a reader.

    @property
    @abstractmethod
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], Built]]:
        """What is built of each type of node that is allowed: a method of the reader."""

    @abstractmethod
    def refuse_size(self, node: ast.expr) -> NoReturn:
        """The text has too many nodes, or they are nested too deeply."""

    @abstractmethod
    def refuse_type(self, node: ast.expr) -> NoReturn:
        """No node of this type is allowed."""

    @abstractmethod
    def refuse_parsing(self, error: Exception) -> NoReturn:
        """Python's parser failed, by a SyntaxError or one of UNREADABLE."""

    # What all have in common.

    def refuse(self, place: int, problem: str, remedy: str = "") -> NoReturn:
        raise self.error(self.whole, place, problem, remedy)

    def refuse_at(self, node: ast.expr, problem: str, remedy: str = "") -> NoReturn:
        self.refuse(self.place(node), problem, remedy)

    def place(self, node: ast.expr) -> int:
        return self.after(node.col_offset)

    def after(self, offset: int) -> int:
        """The place that is ``offset`` bytes into the stripped text, as Python's parser sees it."""
        if self.prepared is not None:
            places = self.prepared.places
            return self.at + self.margin + places[min(max(offset, 0), len(places) - 1)]
        characters = len(self.text.strip().encode()[:offset].decode(errors="ignore"))
        return self.at + self.margin + characters

    def parse(self, plain: str) -> ast.expr:
        """The syntax tree of the text; every way in which Python's parser can fail is ours. A text
        that is prepared is plain ASCII."""
        if self.prepares:
            self.prepared = prepared(
                plain, self.refuse_prepared, self.is_factor, powers=self.powers
            )
            plain = self.prepared.text
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(plain, mode="eval").body
        except (SyntaxError, *UNREADABLE) as error:
            self.refuse_parsing(error)

    def refuse_prepared(self, place: int, problem: str, remedy: str) -> NoReturn:
        """Refuse what stands at a place of the stripped text."""
        self.refuse(self.at + self.margin + place, problem, remedy)

    def is_factor(self, name: str) -> bool:
        """Whether the name, before a bracket, is multiplied rather than called."""
        return name not in self.vocabulary.calls

    def sign_place(self, left: ast.expr) -> int:
        """Where the sign after an operand stands, which may be in brackets."""
        text = self.text.strip() if self.prepared is None else self.prepared.text
        place = left.end_col_offset or 0
        while text[place : place + 1] in (" ", "\t", ")"):
            place += 1
        return self.after(place)

    def build(self, node: ast.expr) -> Built:
        """What the node denotes."""
        self.nodes += 1
        if self.depth > self.deepest or self.nodes > self.most_nodes:
            self.refuse_size(node)
        builder = self.builders.get(type(node))
        if builder is None:
            self.refuse_type(node)
        self.depth += 1
        built = builder(self, node)
        self.depth -= 1
        return built

    def called(self, node: ast.Call) -> str:
        """The name that is called; any other call is refused."""
        if not isinstance(node.func, ast.Name):
            self.refuse_function(node)
        if node.keywords:
            self.refuse_keywords(node)
        return node.func.id

    @abstractmethod
    def refuse_function(self, node: ast.Call) -> NoReturn:
        """What is called is not a name."""

    @abstractmethod
    def refuse_keywords(self, node: ast.Call) -> NoReturn:
        """An argument has a name."""

    def call_of(self, name: str, node: ast.Call) -> Called:
        """What the name calls, with a number of arguments that it takes."""
        found = self.vocabulary.calls.get(name)
        if found is None:
            self.refuse_name(name, node)
        if not found.least <= len(node.args) <= found.most:
            self.refuse_count(name, found, node)
        return found

    @abstractmethod
    def refuse_name(self, name: str, node: ast.Call) -> NoReturn:
        """No function has this name."""

    @abstractmethod
    def refuse_count(self, name: str, found: Called, node: ast.Call) -> NoReturn:
        """The function takes another number of arguments."""
