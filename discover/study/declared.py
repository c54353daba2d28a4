"""Laws that are declared once: their sentence, what reads it, LaTeX and JSON follow from two
templates and the list of their parts.

In a template ``$name`` is a part of the law or another attribute of it. Words in ``[[...]]`` are
left out where the parts in them are all 0, false or empty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from mexplore.discover.study.pattern import AnyClaim, Json
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.sentences import squeezed

_NAME = re.compile(r"\$([a-z_]+)")
_OPTIONAL = re.compile(r"\[\[(.*?)\]\]")
_PIECE = re.compile(r"(\[\[|\]\]|\$[a-z_]+)")
_BRACKETS = {"[[": "(?:", "]]": ")?"}
_FROM = re.escape(re.escape(" for all n >= ")) + r"(\(\?P<\w+>\[0-9\]\+\))"
_ANY_FROM = r"(?: ?,? ?for (?:all |every )?n ?>= ?\1)?"


def _as_it_is(value: Any) -> Any:
    return value


def _not_at_all(text: str) -> None:
    del text


@dataclass(frozen=True)
class Part:
    """A kind of numbers, lists or words that laws consist of: how they are written and read."""

    load: Callable[[Any], Any]
    """The value, from what JSON holds; KeyError, TypeError or ValueError where this is none."""

    keep: Callable[[Any], Any] = _as_it_is
    """What JSON holds."""

    check: Callable[[Any], object] = _as_it_is
    """Raises ValueError for a value that the law does not allow."""

    pattern: str = ".*?"
    """What its texts match; a lazy pattern ends before the words that follow."""

    read: Callable[[str], Any] = _not_at_all
    """The value, from its text; None or ValueError where this is none, or does not tell it."""

    show: Callable[[Any], str] = str
    """Its text."""

    typeset: Callable[[Any], str] | None = None
    """The same in LaTeX; None if it is the text."""

    absent: Any = 0
    """The value where a statement leaves out the words that tell it."""

    key: str = ""
    """Its name in JSON, where that is another."""

    optional: bool = False
    """Whether JSON leaves it out where it is ``absent``."""

    def left_out(self, value: Any) -> bool:
        """Whether JSON leaves this value out."""
        return self.optional and bool(value == self.absent)


def exactly(kind: type) -> Callable[[Any], Any]:
    """What loads a value of this type, and of no subclass: True is not a number."""

    def load(given: Any) -> Any:
        if type(given) is not kind:
            raise ValueError(f"{str(given)[:40]!r} is no {kind.__name__}")
        return given

    return load


INTEGER = Part(exactly(int), pattern="-?[0-9]+", read=int)


def whole(least: int = 0) -> Part:
    """Whole numbers from ``least`` on."""

    def check(number: int) -> None:
        if number < least:
            raise ValueError(f"{number} is less than {least}")

    return replace(INTEGER, check=check, pattern="[0-9]+", absent=least)


def true_or_false(words: str) -> Part:
    """Whether something is so: these words, or none."""
    shown = {True: words, False: ""}
    return Part(
        exactly(bool), pattern=re.escape(words), read=bool, show=shown.__getitem__, absent=False
    )


def listed(item: Part) -> Part:
    """Lists of such parts."""
    all_of = exactly(list)
    return Part(
        load=lambda given: tuple(map(item.load, all_of(given))),
        keep=lambda values: list(map(item.keep, values)),
        check=lambda values: list(map(item.check, values)),
        pattern="[0-9]+(?: ?, ?[0-9]+)*",
        read=lambda text: tuple(map(item.read, text.split(","))),
        show=lambda values: ", ".join(map(item.show, values)),
    )


def another(kind: type[AnyClaim]) -> Part:
    """A claim of this kind within another one."""

    def load(given: Any) -> AnyClaim:
        numbers = dict(given)
        if numbers.pop("pattern") != kind.name:
            raise ValueError(f"it is no claim of the kind {kind.name}")
        return kind.from_parameters(numbers)

    def keep(claim: AnyClaim) -> Json:
        return {"pattern": claim.name, **claim.parameters()}

    return Part(load, keep, show=kind.statement, typeset=kind.latex, absent=None)


class Parts(dict[str, Part]):
    """The parts of a law by name, in the order of JSON."""


class Declared:
    """A claim, a frozen dataclass, whose texts follow from its declaration.

    An entry of ``parts`` that is no field is a property: JSON shows it, and it must agree."""

    name: ClassVar[str]

    parts: ClassVar[Parts] = Parts()

    says: ClassVar[str]
    """The statement, as a template."""

    typeset: ClassVar[str] = ""
    """The same for LaTeX; the statement is set as text where there is none."""

    def __post_init__(self) -> None:
        for name, part in self._fields().items():
            value = getattr(self, name)
            try:
                if not part.left_out(value):
                    part.check(value)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None

    def statement(self) -> str:
        return self._statement

    @cached_property
    def _statement(self) -> str:
        return self._filled(self.says, lambda part: part.show)

    def latex(self) -> str:
        if not self.typeset:
            return rf"\text{{{self.statement()}}}"
        return self._filled(self.typeset, lambda part: part.typeset or part.show)

    def _filled(self, template: str, writer: Callable[[Part], Callable[[Any], str]]) -> str:
        def words(found: re.Match[str]) -> str:
            names = (name for name in _NAME.findall(found[1]) if name in self.parts)
            return found[1] if any(getattr(self, name) for name in names) else ""

        def written(found: re.Match[str]) -> str:
            part, value = self.parts.get(found[1]), getattr(self, found[1])
            return str(value) if part is None else writer(part)(value)

        return _NAME.sub(written, _OPTIONAL.sub(words, template))

    def parameters(self) -> Json:
        kept = {}
        for name, part in self.parts.items():
            value = getattr(self, name)
            if not part.left_out(value):
                kept[part.key or name] = part.keep(value)
        return kept

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        values = {}
        for name, part in cls._fields().items():
            key = part.key or name
            if key in parameters or not part.optional:
                values[name] = part.load(parameters[key])
        claim = cls(**values)
        if json.dumps(claim.parameters(), sort_keys=True) != json.dumps(parameters, sort_keys=True):
            keys = ", ".join(part.key or name for name, part in cls.parts.items())
            raise ValueError(f"a {cls.name} claim is written with {keys or 'no parameters'}, once")
        return claim

    @classmethod
    def guess_from(cls, text: str) -> Self | None:
        reader = cls._pattern()
        found = reader and reader.match(squeezed(text))
        if not found:
            return None
        try:
            values = {
                name: cls.parts[name].absent if written is None else cls.parts[name].read(written)
                for name, written in found.groupdict().items()
            }
            return None if None in values.values() else cls(**values)
        except ValueError:
            return None

    @classmethod
    @cache
    def _fields(cls) -> Mapping[str, Part]:
        """The parts that are fields."""
        named = {field.name for field in fields(cls)}  # type: ignore[arg-type]
        return {name: part for name, part in cls.parts.items() if name in named}

    @classmethod
    @cache
    def _pattern(cls) -> re.Pattern[str] | None:
        """What statements match up to the last field, and to the end of the word where its pattern
        is lazy; None where they do not tell all fields. The rest is for `departure` to compare."""
        says, first = cls.says, dict(cls._fields())
        ends = {name: found.end() for name in first if (found := re.search(rf"\${name}\b", says))}
        if not ends or len(ends) < len(first):
            return None
        last = max(ends, key=ends.__getitem__)
        head, rest = says[: ends[last]], says[ends[last] :]
        if first[last].pattern.endswith("?"):
            head += re.split(r"[\s$[\]]", rest, maxsplit=1)[0]
        head += "]]" * (head.count("[[") - head.count("]]"))

        def matching(piece: str) -> str:
            name = piece[1:]
            if not piece.startswith("$"):
                return _BRACKETS.get(piece) or re.escape(piece)
            pattern = cls.parts[name].pattern if name in cls.parts else ".*?"
            return f"(?P<{name}>{pattern})" if first.pop(name, None) else f"(?:{pattern})"

        pattern = "".join(map(matching, _PIECE.split(head)))
        return re.compile(re.sub(_FROM, _ANY_FROM, pattern))
