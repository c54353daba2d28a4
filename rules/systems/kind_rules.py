"""The rules of kinds of heaps, as they are written: options in n and letters.

What is derived from an option is kept with it, and the kind that rules give is remembered: in the
members of a family most rules occur many times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate_options
from mexplore.rules.arithmetic.polynomial import linear
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.deriving import NOTHING, KeyHeaps, Source, derived
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.expressions import Piece, Quotient, alternatives, pieces
from mexplore.rules.systems.facts import AtLeastZero, Facts, Unread, together
from mexplore.rules.systems.options import SIZE, HeapForm, Key, Written
from mexplore.rules.systems.patterns import Pattern, patterns
from mexplore.rules.systems.system import Kind, System

N = "n"
REMEMBERED = 4096  # options, rules, kinds: those that were met last
_MOST = "most#"


@dataclass(frozen=True)
class Summand:
    """A heap of an option: ``B(n - 2 - i)``."""

    kind: str
    size: tree.Node

    def __str__(self) -> str:
        return f"{self.kind}({self.size})"


@dataclass(frozen=True)
class WrittenOption:
    """A sum of heaps, and the conditions after ``for`` and after ``if``."""

    heaps: tuple[Summand, ...]
    conditions: tuple[tree.Node, ...] = ()
    tests: tuple[tree.Node, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.heaps, self.conditions, self.tests))

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        text = " + ".join(map(str, self.heaps)) or "0"
        for word, tests in (("for", self.conditions), ("if", self.tests)):
            text += f" {word} {', '.join(map(str, tests))}" if tests else ""
        return text

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The names other than n."""
        nodes = (*(heap.size for heap in self.heaps), *self.conditions, *self.tests)
        return tuple(sorted(frozenset[str]().union(*map(tree.names_in, nodes)) - {N}))

    def written(self) -> Iterator[Written]:
        """The option in linear forms."""
        size = {N: tree.Name(SIZE)}
        nodes = [tree.substitute(heap.size, size) for heap in self.heaps]
        test = tree.Logic("and", (*self.conditions, *self.tests))
        at_least = [pieces(tree.Name(name))[0][0].form for name in (*self.letters, SIZE)]
        least = tuple(AtLeastZero(form) for form in at_least)
        for facts in alternatives(tree.substitute(test, size)):
            for each in product(*map(pieces, nodes)):
                yield from self._heaps([quotient for quotient, _ in each], (*facts, *least), each)

    @cached_property
    def patterns(self) -> tuple[tuple[Pattern, ...], int]:
        """Its schemas, and a size from which on they give the same as it does."""
        found = [patterns(written) for written in self.written()]
        return tuple(one for some, _ in found for one in some), max(
            (n for _, n in found), default=0
        )

    def _heaps(
        self, sizes: list[Quotient], facts: Facts, each: tuple[Piece, ...]
    ) -> Iterator[Written]:
        if any(size.below != 1 for size in sizes):
            raise Unread(f"a size of {self} is a fraction of what varies")
        own = tuple(fact for _, more in each for fact in more)
        not_negative = tuple(AtLeastZero(size.form) for size in sizes)
        simple = together((*facts, *own, *not_negative))
        if simple is not None:
            heaps = (
                HeapForm(heap.kind, (), size.form)
                for heap, size in zip(self.heaps, sizes, strict=True)
            )
            yield Written(tuple(heaps), simple)

    def options(self, n: int) -> list[tuple[tuple[str, int], ...]]:
        """The options of a heap of n tokens, by trying numbers for the letters."""
        if n not in self._options:
            self._options[n] = list(self._tried(n))
        return self._options[n]

    @cached_property
    def _options(self) -> dict[int, list[tuple[tuple[str, int], ...]]]:
        return {}

    def _tried(self, n: int) -> Iterator[tuple[tuple[str, int], ...]]:
        for sizes in evaluate_options(self._listed, {N: n, _MOST: n + self._constants}):
            assert isinstance(sizes, tuple)
            yield tuple((h.kind, size) for h, size in zip(self.heaps, sizes, strict=True))  # type: ignore[misc]

    @cached_property
    def _listed(self) -> tree.Node:
        """The options as a list in n and a bound for letters: a letter that makes a size smaller,
        which has no letter that makes it larger, is at most n and the constants in the sizes; else
        it is a sum or difference of few sizes."""
        sizes = [heap.size for heap in self.heaps]
        forms = [form for form in map(linear, sizes) if form is not None]
        bounded = {
            name
            for form in forms
            if max((c for name, c in form.slopes.items() if name != N), default=0) <= 0
            for name in form.names
        }
        zero = tree.Number(0)
        tests = (
            *(tree.Comparison(size, (">=",), (zero,)) for size in sizes),
            *self.conditions,
            *self.tests,
        )
        clauses = []
        for name in self.letters:
            times = tree.Number(1 if name in bounded else 2 * len(self.letters))
            most = tree.Binary("*", tree.Binary("+", tree.Name(_MOST), tree.Number(1)), times)
            clauses.append(tree.Clause(name, tree.Call("range", (most,)), ()))
        once = tree.Clause("once#", tree.Listing((zero,)), tests)
        return tree.Comprehension(tree.Heap(tuple(sizes)), (*clauses, once))

    @property
    def _constants(self) -> int:
        nodes = (*(heap.size for heap in self.heaps), *self.conditions, *self.tests)
        return sum(map(_numbers_in, nodes))


def _numbers_in(node: tree.Node) -> int:
    own = node.value if isinstance(node, tree.Number) else 0
    return own + sum(map(_numbers_in, node.children()))


@dataclass(frozen=True)
class KindRule:
    """The options of the heaps of a kind: of one size, or where that is None of all others."""

    kind: str
    size: int | None
    options: tuple[WrittenOption, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.kind, self.size, self.options))

    @property
    def head(self) -> str:
        """The heap that the rule is about."""
        return f"{self.kind}({N if self.size is None else self.size})"

    def __str__(self) -> str:
        return f"{self.head} -> {' | '.join(map(str, self.options)) or 'none'}"


class _OfRules(Source):
    """One kind of a system that is written, by its rules; of the others nothing is asked."""

    def __init__(self, rules: tuple[KindRule, ...]) -> None:
        self._rules: Mapping[tuple[str, int | None], KindRule] = {
            (rule.kind, rule.size): rule for rule in rules
        }

    def name(self, key: Key) -> str:
        return str(key[0])

    def regular_from(self, key: Key) -> int:
        sizes = (size for kind, size in self._rules if kind == key[0] and size is not None)
        return max(sizes, default=-1) + 1

    def patterns(self, key: Key) -> Iterator[tuple[Iterable[Pattern], int]]:
        rule = self._rules.get((str(key[0]), None))
        yield from (option.patterns for option in (rule.options if rule else ()))

    def written(self, key: Key) -> Iterator[Written]:
        raise AssertionError(f"the patterns of {key} are kept with its options")

    def options(self, key: Key, n: int) -> Iterator[KeyHeaps]:
        name = str(key[0])
        rule = self._rules.get((name, n), self._rules[name, None])
        for option in rule.options:
            for heaps in option.options(n):
                yield tuple(((kind, ()), size) for kind, size in heaps)


def system_of_rules(rules: tuple[KindRule, ...], start: str) -> System:
    """The system of these rules, the kind of this name first; an InputError where there is none."""
    names = tuple(dict.fromkeys([start, *(rule.kind for rule in rules)]))
    found = [_kind_of(name, tuple(r for r in rules if r.kind == name), names) for name in names]
    nothing = [Kind(NOTHING)] if any(leads_to_nothing for _, leads_to_nothing in found) else []
    system = System((*(kind for kind, _ in found), *nothing))
    check_ends(system)
    return system


@lru_cache(REMEMBERED)
def _kind_of(name: str, rules: tuple[KindRule, ...], names: tuple[str, ...]) -> tuple[Kind, bool]:
    """The kind that these rules are about, in a system of kinds with these names, and whether they
    lead to the one that is worth nothing, which is the last."""
    found = derived(_OfRules(rules), [(each, ()) for each in names])
    return found.kinds[names.index(name)], len(found.kinds) > len(names)
