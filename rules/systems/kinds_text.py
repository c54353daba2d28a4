"""The reader of ``kinds ...``: systems of kinds as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.conditions import read_conditions
from mexplore.rules.arithmetic.reading import check_name, read_number
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.rule import LONGEST
from mexplore.rules.systems.deriving import MOST_LISTED
from mexplore.rules.systems.ends import Endless
from mexplore.rules.systems.facts import Unread
from mexplore.rules.systems.kind_rules import (
    REMEMBERED,
    KindRule,
    N,
    Summand,
    WrittenOption,
    system_of_rules,
)
from mexplore.rules.systems.system import System
from mexplore.rules.text.sentences import did_you_mean

WORD = "kinds"
_HEAD = re.compile(r"\s*kinds\b")
_RULE = re.compile(r"\s*([A-Za-z_]\w*)\s*\(\s*(\w+)\s*\)\s*->")
_START = re.compile(r"\s*start\b\s*([A-Za-z_]\w*)?\s*(?:\(\s*n\s*\))?\s*$")
_HEAP = re.compile(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*$", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_]\w*")
_OWN = ("kinds", "start", "none", "for", "if", N)
_EXAMPLE = "write kinds A(n) -> A(i) + B(n - 1 - i); B(n) -> B(n - 1) | B(n - 2); start A(n)"


class Span(NamedTuple):
    """A piece of the text."""

    start: int
    stop: int


class KindsReader:
    """Reads one text; errors have the place in it."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at
        self._places: dict[WrittenOption, int] = {}
        self._heads: dict[str, int] = {}
        self._named: dict[str, int] = {}  # where kinds stand first in options

    @classmethod
    def of(cls, text: str) -> KindsReader | None:
        """A reader, if the text is in this notation."""
        match = _HEAD.match(text)
        return None if match is None else cls(text, match.end())

    def read(self) -> tuple[tuple[KindRule, ...], str]:
        """The rules, and the name of the kind that play starts with."""
        text = self._text
        if len(text) > LONGEST:
            raise RuleSyntaxError(text, LONGEST, "the text is too long", "write a shorter one")
        spans = list(self._split(Span(self._at, len(text)), ";"))
        if self._word(spans[-1]) == "":
            spans.pop()
        rules: list[KindRule] = []
        start = None
        for span in spans:
            match = _START.match(text, span.start, span.stop)
            if match is not None:
                if start is not None:
                    self._refuse(span.start, "play starts twice", "write start A(n) once")
                start = match
                continue
            rules.append(self._rule(span))
        self._check_rules(rules)
        known = {rule.kind for rule in rules}
        if start is None or start[1] is None:
            place = len(text.rstrip()) if start is None else start.end()
            first = rules[0].kind if rules else "A"
            self._refuse(
                place, "the kind that play starts with is missing", f"write ; start {first}({N})"
            )
        self._check_known(start[1], start.start(1), known)
        return tuple(rules), start[1]

    def checked(self, rules: tuple[KindRule, ...], start: str) -> System:
        """The system of these rules; what is none, and play that need not end, is refused."""
        for rule in rules:
            for option in rule.options:
                place = self._places[option]
                try:
                    option.patterns  # noqa: B018  # which may be none
                except Unread as error:
                    remedy = (
                        "an option is A(n - 1), or all splits A(i) + B(n - 2 - i), or constants"
                    )
                    self._refuse(place, str(error), remedy)
        try:
            return system_of_rules(rules, start)
        except Endless as error:
            first = re.search(r": (\w+)", str(error))
            place = self._heads.get(first[1], 0) if first else 0
            self._refuse(place, str(error), "every move has to lead nearer to an end")
        except InputError as error:
            self._refuse(self._at, str(error), "")

    def _rule(self, span: Span) -> KindRule:
        match = _RULE.match(self._text, span.start, span.stop)
        if match is None:
            place = span.start + len(self._piece(span)) - len(self._piece(span).lstrip())
            self._refuse(place, "this is no rule of a kind", _EXAMPLE)
        name, size = match[1], match[2]
        self._check_kind_name(name, match.start(1))
        if size != N and not (size.isdecimal() and size.isascii()):
            self._refuse(
                match.start(2), f"{size[:30]!r} is no size", "call the size n, or write a number"
            )
        if size != N and int(size) >= MOST_LISTED:
            self._refuse(match.start(2), f"sizes of single heaps are at most {MOST_LISTED - 1}", "")
        self._heads.setdefault(name, match.start(1))
        number = None if size == N else int(size)
        return KindRule(name, number, self._options(Span(match.end(), span.stop)))

    def _options(self, span: Span) -> tuple[WrittenOption, ...]:
        if self._word(span) == "none":
            return ()
        found: dict[WrittenOption, None] = {}
        for each in self._split(span, "|"):
            option = self._option(each)
            place = each.start + len(self._piece(each)) - len(self._piece(each).lstrip())
            self._places.setdefault(option, place)
            found[option] = None
        return tuple(found)

    def _option(self, span: Span) -> WrittenOption:
        """The option; one that was read before is remembered, unless it is malformed."""
        try:
            option, named = _remembered(self._piece(span))
        except RuleSyntaxError:
            return self._read_option(span)  # the error has the place in the whole text
        for kind, place in named.items():
            self._named.setdefault(kind, span.start + place)
        return option

    @classmethod
    def option_alone(cls, text: str) -> tuple[WrittenOption, dict[str, int]]:
        """An option whose text this is, and where kinds stand first in it."""
        reader = cls(text, 0)
        return reader._read_option(Span(0, len(text))), reader._named

    def _read_option(self, span: Span) -> WrittenOption:
        if not self._word(span):
            place = span.start + 1 if span.start < span.stop else span.start
            self._refuse(
                place, "an option is missing here", "write A(n - 1), 0 for nothing, or none"
            )
        heaps, conditions, tests = self._parts_of(span)
        summands = [*self._summands(heaps)]
        names = self._letters(heaps)
        read = [self._summand(kind, size, names) for kind, size in summands]
        groups = [self._conditions(part, names) for part in (conditions, tests)]
        return WrittenOption(tuple(read), *groups)

    def _parts_of(self, span: Span) -> tuple[Span, Span | None, Span | None]:
        """The heaps, the conditions after ``for``, and those after ``if``."""
        words = [
            match
            for match in re.finditer(r"\b(for|if)\b", self._piece(span))
            if self._depth(span.start, span.start + match.start()) == 0
        ]
        ends = [*(span.start + match.start() for match in words), span.stop]
        found: dict[str, Span] = {}
        for match, stop in zip(words, ends[1:], strict=True):
            if match[1] in found:
                place = span.start + match.start()
                self._refuse(place, f"a second {match[1]!r}", "join conditions by commas")
            found[match[1]] = Span(span.start + match.end(), stop)
        return Span(span.start, ends[0]), found.get("for"), found.get("if")

    def _summands(self, span: Span) -> Iterator[tuple[str, Span]]:
        if self._word(span) == "0":
            return
        for each in self._split(span, "+"):
            match = _HEAP.match(self._text, each.start, each.stop)
            if match is None or self._depth(match.start(2), match.end(2)) != 0:
                place = each.start + len(self._piece(each)) - len(self._piece(each).lstrip())
                self._refuse(
                    place, "this is no heap", "write the name of a kind and a size: A(n - 1)"
                )
            self._named.setdefault(match[1], match.start(1))
            yield match[1], Span(match.start(2), match.end(2))

    def _letters(self, span: Span) -> tuple[str, ...]:
        """The letters in the sizes of an option."""
        found: dict[str, None] = {}
        for _, size in self._summands(span):
            for match in _NAME.finditer(self._text, size.start, size.stop):
                if match[0] not in (N, *EXPRESSIONS.calls, "ceil", "floor", "and", "or", "not"):
                    check_name(match[0], self._text, match.start())
                    found[match[0]] = None
        return (N, *found)

    def _summand(self, kind: str, size: Span, names: tuple[str, ...]) -> Summand:
        node = read_number(self._piece(size), names, whole=self._text, at=size.start)
        return Summand(kind, node)

    def _conditions(self, span: Span | None, names: tuple[str, ...]) -> tuple[tree.Node, ...]:
        if span is None:
            return ()
        try:
            return read_conditions(self._piece(span), names, whole=self._text, at=span.start)
        except RuleSyntaxError as error:
            problem = error.problem.replace("is no name of the family", "is no size of a heap")
            remedy = error.remedy.replace("period <= 12", "n % 2 == 1")
            raise RuleSyntaxError(self._text, error.position, problem, remedy) from None

    # Names.

    def _check_kind_name(self, name: str, place: int) -> None:
        if name in _OWN or name in EXPRESSIONS.calls:
            self._refuse(place, f"{name!r} cannot name a kind", "call it A")

    def _check_rules(self, rules: list[KindRule]) -> None:
        general = {rule.kind for rule in rules if rule.size is None}
        if not rules:
            self._refuse(self._at, "kinds are missing", _EXAMPLE)
        seen = set()
        for rule in rules:
            head = rule.head
            if head in seen:
                self._refuse(self._heads[rule.kind], f"{head} has two rules", "join them by |")
            seen.add(head)
            if rule.kind not in general:
                problem = f"the kind {rule.kind} has no rule for all n"
                self._refuse(self._heads[rule.kind], problem, f"write {rule.kind}(n) -> ...")
        for name, place in self._named.items():
            self._check_known(name, place, general)

    def _check_known(self, name: str, place: int, known: set[str]) -> None:
        if name not in known:
            near = did_you_mean(name, sorted(known))
            remedy = near or f"its rule is missing: {name}(n) -> ..."
            self._refuse(place, f"{name[:30]!r} is no kind", remedy)

    # The text.

    def _piece(self, span: Span) -> str:
        return self._text[span.start : span.stop]

    def _word(self, span: Span) -> str:
        return self._piece(span).strip()

    def _depth(self, start: int, stop: int) -> int:
        """Brackets open at a place; -1 where one is closed that was not open."""
        depth = 0
        for sign in self._text[start:stop]:
            depth += (sign == "(") - (sign == ")")
            if depth < 0:
                return -1
        return depth

    def _split(self, span: Span, sign: str) -> Iterator[Span]:
        """The pieces between signs that stand outside brackets."""
        depth, start = 0, span.start
        for place in range(span.start, span.stop):
            found = self._text[place]
            depth += (found == "(") - (found == ")")
            if found == sign and depth <= 0:
                yield Span(start, place)
                start = place + 1
        yield Span(start, span.stop)

    def _refuse(self, place: int, problem: str, remedy: str) -> NoReturn:
        raise RuleSyntaxError(self._text, place, problem, remedy)


@lru_cache(REMEMBERED)
def _remembered(text: str) -> tuple[WrittenOption, dict[str, int]]:
    return KindsReader.option_alone(text)
