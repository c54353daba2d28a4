"""The sentence for MONA: WS1S, a number being the finite set of the places of its bits.

MONA (N. Klarlund and A. Moller, BRICS, version 1.4) decides weak monadic second-order logic of one
successor. Addition is defined by the set of places with a carry, xor place by place; MONA knows
neither of them beforehand. It answers 'Formula is valid', or gives a counter-example.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from mexplore.discover.automata.exports.sentence import Language, Terms, definitions
from mexplore.discover.automata.laws import Law
from mexplore.rules.engine.programs import run
from mexplore.rules.errors import InputError
from mexplore.rules.moves.relations import Move

_PRELUDE = """\
ws1s;

# Numbers are finite sets: the places of the bits that are 1.
pred xor(var2 x, y, z) = all1 p: p in z <=> ~(p in x <=> p in y);
pred plus(var2 x, y, z) = ex2 c: 0 notin c & all1 p:
    (p + 1 in c <=> (p in x & p in y) | (p in x & p in c) | (p in y & p in c))
    & (p in z <=> ((p in x <=> p in y) <=> p in c));
pred less(var2 x, y) = ex1 p: p in y & p notin x & all1 q: q > p => (q in x <=> q in y);
pred double(var2 x, y) = 0 notin y & all1 p: p + 1 in y <=> p in x;
pred power(var2 x) = ex1 p: x = {p};
pred lowestbit(var2 x, u) = ex1 p: u = {p} & p in x & all1 q: q < p => q notin x;
"""

_SENTENCE = """\
# The law gives every n one value.
all2 n: ex2 v: law(n, v);
all2 n, v, w: law(n, v) & law(n, w) => v = w;
# No option of n has the value that the law gives n, and every smaller value is that of an option.
all2 n, v: law(n, v) => ~option(n, v);
all2 n, v, w: law(n, v) & less(w, v) => option(n, w);
"""


def mona_text(law: Law, moves: Sequence[Move], title: str) -> str:
    """A file for `mona`: valid exactly if the law is the Grundy function of the moves."""
    language = Mona()
    found = [
        (name, parameters.split(), formula)
        for name, parameters, formula in definitions(law, moves, language)
    ]
    return mona_file(title, language, found, _SENTENCE)


def mona_file(
    title: str,
    language: Mona,
    predicates: Sequence[tuple[str, Sequence[str], str]],
    sentence: str,
) -> str:
    """A file with these predicates, each with its parameters and its formula."""
    heading = "".join(f"# {line}\n" for line in title.splitlines())
    written = [
        f"pred {name}(var2 {', '.join(parameters)}) =\n    {formula};\n"
        for name, parameters, formula in predicates
    ]
    return "\n".join([heading + _PRELUDE, *language.multiples(), *written, sentence])


def literal(number: int) -> str:
    """The places of the bits of a number.

    >>> literal(0), literal(5)
    ('empty', '{0, 2}')
    """
    places = [str(i) for i in range(number.bit_length()) if number >> i & 1]
    return f"{{{', '.join(places)}}}" if places else "empty"


class Mona(Language):
    """Formulas of MONA."""

    def __init__(self) -> None:
        super().__init__()
        self._factors: set[int] = set()

    def multiples(self) -> list[str]:
        """The definitions of 'y is c times x' that the formulas use."""
        needed = set(self._factors)
        for factor in self._factors:
            while factor > 1:
                needed.add(factor)
                factor = factor - 1 if factor % 2 else factor // 2  # noqa: PLW2901
        return [_multiple(factor) for factor in sorted(needed) if factor > 1]

    def equals(self, left: Terms, constant: int, right: Terms, other: int) -> str:
        common = min(constant, other)
        if len(right) == 1 and right[0][0] == 1 and other == common:
            return self._is(right[0][1], left, constant - common)
        if len(left) == 1 and left[0][0] == 1 and constant == common:
            return self._is(left[0][1], right, other - common)
        total = self.fresh("s")
        one = self._is(total, left, constant - common)
        two = self._is(total, right, other - common)
        return self.some([total], self.every([one, two]))

    def at_most(self, left: Terms, constant: int, right: Terms, other: int) -> str:
        common = min(constant, other)
        one, two = self.fresh("s"), self.fresh("s")
        parts = [self._is(one, left, constant - common), self._is(two, right, other - common)]
        return self.some([one, two], self.every([*parts, f"~less({two}, {one})"]))

    def _is(self, name: str, terms: Terms, constant: int) -> str:
        """The name stands for the sum."""
        parts, bound, formulas = [], [], []
        for factor, x in terms:
            if factor == 0:
                continue
            if factor == 1:
                parts.append(x)
                continue
            self._factors.add(factor)
            times = self.fresh()
            bound.append(times)
            parts.append(times)
            formulas.append(f"times{factor}({x}, {times})")
        if constant or not parts:
            parts.append(literal(constant))
        before = parts[0]
        for i, part in enumerate(parts[1:], start=1):
            after = name if i == len(parts) - 1 else self.fresh()
            if after != name:
                bound.append(after)
            formulas.append(f"plus({before}, {part}, {after})")
            before = after
        if len(parts) == 1:
            formulas.append(f"{name} = {before}")
        return self.some(bound, self.every(formulas)) if bound else self.every(formulas)

    def xor(self, x: str, y: str, z: str) -> str:
        return f"xor({x}, {y}, {z})"

    def some(self, names: Sequence[str], formula: str) -> str:
        return f"(ex2 {', '.join(names)}: {formula})" if names else formula

    def call(self, predicate: str, *names: str) -> str:
        return f"{predicate}({', '.join(names)})"

    def every(self, formulas: Sequence[str]) -> str:
        return f"({' & '.join(formulas)})" if formulas else "true"

    def any(self, formulas: Sequence[str]) -> str:
        return f"({' | '.join(formulas)})" if formulas else "false"

    def no(self, formula: str) -> str:
        return f"~({formula})"


def _multiple(factor: int) -> str:
    head = f"pred times{factor}(var2 x, y) = "
    if factor == 2:
        return head + "double(x, y);"
    if factor % 2 == 0:
        return head + f"ex2 h: times{factor // 2}(x, h) & double(h, y);"
    return head + f"ex2 h: times{factor - 1}(x, h) & plus(h, x, y);"


LONGEST = 3600.0  # seconds


def decided(text: str) -> bool | None:
    """Whether MONA finds the sentence of a file valid; None where MONA gives no answer, as where
    its automata become too large. InputError, with the remedy, if it is not installed."""
    program = shutil.which("mona")
    if program is None:
        raise InputError(
            "mona is not installed, so MONA decided nothing; install Debian's package mona, or "
            "write the sentence with `study GAME --write law.mona` for a place where it is"
        )
    with TemporaryDirectory(prefix="mexplore-mona-") as folder:
        path = Path(folder) / "law.mona"
        path.write_text(text, encoding="utf-8")
        try:
            _, said = run([program, "-q", str(path)], LONGEST)
        except subprocess.TimeoutExpired:
            return None
    if "Formula is valid" in said:
        return True
    no = ("Formula is unsatisfiable", "A counter-example")
    return False if any(answer in said for answer in no) else None
