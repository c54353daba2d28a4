"""The reader of a text by Python's own parser: whatever is not expressly allowed is refused.

The text is parsed to a syntax tree and never evaluated. A reader walks the tree from the top, by a
table of builders, one a type of node, and keeps to its limits; a refusal has the place of the node
in the text. What a node becomes, and what is said of one that is refused, is the reader's own:
`rules.arithmetic.reading` reads expressions, `rules.arithmetic.conditions` conditions and claims,
`rules.parameters.reading` polynomials and constraints, `rules.arithmetic.formulas` formulas. All of
them bind as Python does; what people write beside that, `rules.arithmetic.preparing` brings in.
"""

from __future__ import annotations

import ast
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from mexplore.rules.arithmetic.preparing import Prepared, prepared
from mexplore.rules.arithmetic.vocabulary import Called, Vocabulary
from mexplore.rules.errors import RuleSyntaxError

Built = TypeVar("Built")

UNREADABLE = (ValueError, RecursionError, MemoryError, OverflowError)
"""What Python's parser raises beside SyntaxError."""


class SyntaxReader(ABC, Generic[Built]):
    """Builds what a text denotes; ``whole`` is the text that errors show, ``at`` where this one
    starts in it."""

    vocabulary: ClassVar[Vocabulary]
    error: ClassVar[type[RuleSyntaxError]] = RuleSyntaxError
    deepest: ClassVar[int]
    most_nodes: ClassVar[int]
    prepares: ClassVar[bool] = False
    """Whether ``2a``, ``implies`` and ``iff`` are read (`rules.arithmetic.preparing`)."""
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
        """Where the sign behind an operand stands, which may be in brackets."""
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
        """What is called is no name."""

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
