"""A system of kinds from options in linear forms: schemas from some size on, and below it the
options themselves, one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from math import lcm

from mexplore.rules.systems.facts import Unread
from mexplore.rules.systems.options import Key, Written
from mexplore.rules.systems.patterns import Pattern, common, patterns
from mexplore.rules.systems.system import EVERY, Heap, Heaps, Kind, Part, Residues, Schema, System

MOST_KINDS = 400
MOST_PATTERNS = 20_000
MOST_LISTED = 2000
"""Sizes below which options are listed."""
MOST_OPTIONS = 30_000
"""Options that are listed, of all kinds together."""
NOTHING = "nothing"
"""The name of a kind whose heaps have no options: what is taken away."""

KeyHeaps = tuple[tuple[Key, int], ...]


class Source(ABC):
    """A game with kinds, which keys denote: where a system is derived from."""

    @abstractmethod
    def written(self, key: Key) -> Iterable[Written]:
        """The options of the heaps of a kind, in linear forms, for all sizes n >= 0."""

    def patterns(self, key: Key) -> Iterator[tuple[Iterable[Pattern], int]]:
        """The schemas of each of these options, and a size from which on they are the same."""
        return map(patterns, self.written(key))

    @abstractmethod
    def options(self, key: Key, n: int) -> Iterable[KeyHeaps]:
        """THE definition: the options of one heap."""

    def regular_from(self, key: Key) -> int:
        """A size below which what is written is not asked, but the definition."""
        del key
        return 0

    @abstractmethod
    def name(self, key: Key) -> str:
        """How the kind is called."""


def derived(source: Source, starts: Iterable[Key], most: int = MOST_KINDS) -> System:
    """The system of all kinds that can be reached; Unread where there is none, or none is seen, or
    there are more than ``most`` kinds. The first of the kinds given is the start."""
    return _Derivation(source, starts, most).system()


class _Derivation:
    def __init__(self, source: Source, starts: Iterable[Key], most: int) -> None:
        self._source = source
        self._most = most
        self._patterns = self._options = 0  # of all kinds together
        self._numbers: dict[Key | None, int] = {}
        self._kinds: dict[int, Kind] = {}
        for key in starts:
            self._number(key)

    def system(self) -> System:
        done = 0
        while done < len(self._numbers):
            key = [*self._numbers][done]
            self._kinds[done] = Kind(NOTHING) if key is None else self._kind(key)
            done += 1
        return System(tuple(self._kinds[i] for i in range(done)))

    def _number(self, key: Key | None) -> int:
        if key not in self._numbers and len(self._numbers) >= self._most:
            shown = ", ".join(self._source.name(k) for k in [*self._numbers][:3] if k is not None)
            raise Unread(
                f"the state of a heap takes more than {self._most} values, perhaps infinitely "
                f"many: {shown}, ... are reached"
            )
        return self._numbers.setdefault(key, len(self._numbers))

    def _kind(self, key: Key) -> Kind:
        found: list[Pattern] = []
        bound = self._source.regular_from(key)
        for some, least in self._source.patterns(key):
            found += some
            bound = max(bound, least)
        if bound > MOST_LISTED:
            name = self._source.name(key)
            raise Unread(
                f"the options of {name} are regular from {bound} on only, and at most "
                f"{MOST_LISTED} heaps are listed"
            )
        self._patterns += len(found)
        if self._patterns > MOST_PATTERNS:
            raise Unread(f"the kinds have more than {MOST_PATTERNS} options in linear forms")
        schemas = merged(self._schema(pattern) for pattern in found)
        below = [self._listed(key, n) for n in range(bound)]
        name = self._source.name(key)
        return shortened(Kind(name, tuple(below), schemas), self._numbers.get(None))

    def _schema(self, pattern: Pattern) -> Schema:
        parts = [Part(self._number(key), low, sizes) for key, low, sizes in pattern.parts]
        # In one order, so that options written from left and from right are one schema.
        parts.sort(key=lambda p: (p.kind, p.least, p.sizes.modulus, sorted(p.sizes.allowed)))
        beside = tuple(sorted((self._number(key), n) for key, n in pattern.beside))
        return Schema(pattern.drop, tuple(parts), beside, pattern.when)

    def _listed(self, key: Key, n: int) -> tuple[Heaps, ...]:
        options = {
            tuple(sorted((self._number(kind), size) for kind, size in option))
            for option in self._source.options(key, n)
        }
        self._options += len(options)
        if self._options > MOST_OPTIONS:
            raise Unread(f"the kinds have more than {MOST_OPTIONS} options that are listed")
        return tuple(sorted(options))


def merged(schemas: Iterable[Schema]) -> tuple[Schema, ...]:
    """Schemas that are the same but for the n that they are for, as one."""
    found: dict[tuple[int, tuple[Part, ...], Heaps], Residues] = {}
    for schema in schemas:
        key = schema.drop, schema.parts, schema.beside
        found[key] = _either(found[key], schema.when) if key in found else schema.when
    return tuple(Schema(*key, when) for key, when in found.items())


def _either(one: Residues, other: Residues) -> Residues:
    modulus = lcm(one.modulus, other.modulus)
    allowed = frozenset(n for n in range(modulus) if n in one or n in other)
    return common(Residues(modulus, allowed), EVERY)


def shortened(kind: Kind, nothing: int | None) -> Kind:
    """The same kind with a list no longer than is needed: what the schemas say is left out. Heaps
    of the kind that is worth nothing are not listed."""

    def by_schemas(n: int) -> Iterator[Heaps]:
        for schema in kind.schemas:
            for option in schema.options(n):
                yield tuple(sorted(heap for heap in option if heap[0] != nothing))

    below = list(kind.below)
    while below and set(below[-1]) == set(by_schemas(len(below) - 1)):
        below.pop()
    return Kind(kind.name, tuple(below), kind.schemas)


def heap_of(system: System, name: str, size: int) -> Heap:
    """The heap of a kind that has this name."""
    return system.numbers[name], size
