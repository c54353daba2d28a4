"""Cases of laws with a period and no saltus: n = p*q + r, a row for each residue r."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from mexplore.discover.heaps.cases import MOST_ROWS, CaseAnalysis, Cases, Check, Option, Row
from mexplore.discover.heaps.patterns.periodic import PeriodicForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.rule import Rule

OptionsOfResidue = Callable[[int], tuple[list[Option], list[Check]]]


def has_rows(form: PeriodicForm) -> bool:
    """Whether the law is a period with saltus 0 and at most MOST_ROWS residues."""
    return form.law.saltus == 0 and form.law.period <= MOST_ROWS


def residue_cases(form: PeriodicForm, valid_from: int, options_of: OptionsOfResidue) -> Cases:
    """A row for each residue r, whose options and checks ``options_of(r)`` gives."""
    p = form.law.period
    rows = []
    for r in range(p):
        options, checks = options_of(r)
        where = _residue_class(p, r)
        rows.append(Row(where, where, tuple(options), form.extended_down(r), tuple(checks)))
    return Cases(f"n = {p}q + r", valid_from, tuple(rows))


def _residue_class(p: int, r: int) -> str:
    q = f"{p}q" if p > 1 else "q"
    return f"n = {q} + {r}" if r else f"n = {q}"


class Congruences:
    """The remainder of p*q + offset mod p, for every q: decided once for each offset."""

    def __init__(self, p: int) -> None:
        self.p = p
        self._known: dict[int, Check] = {}

    def check(self, offset: int) -> Check:
        """That p*q + offset leaves the remainder offset mod p for every q: all coefficients of the
        difference p*q + (offset - remainder), as a polynomial in q, are multiples of p.

        >>> Congruences(5).check(-3)
        Check(text='5*q + -3 = 2 (mod 5)', holds=True)
        """
        if offset not in self._known:
            p, expected = self.p, offset % self.p
            difference = (p, offset - expected)
            text = f"{p}*q + {offset} = {expected} (mod {p})"
            holds = all(coefficient % p == 0 for coefficient in difference)
            self._known[offset] = Check(text, holds)
        return self._known[offset]


class DifferencesByResidues(CaseAnalysis[Subtraction, PeriodicForm]):
    """One option n - s for each s of the set; its residue class determines its value."""

    of_rule: ClassVar[type[Rule]] = Subtraction
    of_form: ClassVar[type[ClosedForm]] = PeriodicForm

    def has_cases(self, rule: Subtraction, form: PeriodicForm) -> bool:
        return rule.finite and has_rows(form)

    def cases(self, rule: Subtraction, form: PeriodicForm) -> Cases:
        p = form.law.period
        congruences = Congruences(p)

        def options_of(r: int) -> tuple[list[Option], list[Check]]:
            options = []
            for s in rule.members:
                rest = (r - s) % p
                value = form.extended_down(rest)
                latex = rf"n - {s} \equiv {rest} \to {value}"
                options.append(Option(f"n - {s} ≡ {rest} -> {value}", latex, (value,)))
            return options, [congruences.check(r - s) for s in rule.members]

        return residue_cases(form, form.law.preperiod + rule.largest, options_of)


class HeapsByResidues(CaseAnalysis[TakeAndBreak, PeriodicForm]):
    """Options of n = p*q + r by the residues of their heaps; each heap below n0 is a case of its
    own.

    A move that leaves i heaps leaves at least one of n0 or more, because n is large; the others
    are exceptional heaps (1 <= a < n0, of value G(a)) or heaps in a residue class, whose value
    is the law's. Every such choice whose residues have the right sum occurs: give every heap
    but one the least size in its class, below n0 + p; then the last one has n0 or more tokens.
    """

    of_rule: ClassVar[type[Rule]] = TakeAndBreak
    of_form: ClassVar[type[ClosedForm]] = PeriodicForm

    def has_cases(self, rule: TakeAndBreak, form: PeriodicForm) -> bool:
        plain = not rule.has_suffix and not rule.repeating and rule.most_heaps is not None
        return plain and bool(rule.digits) and has_rows(form)

    def cases(self, rule: TakeAndBreak, form: PeriodicForm) -> Cases:
        assert rule.most_heaps is not None, "cases are of codes with a most number of heaps"
        n0, p, t = max(form.law.preperiod, 1), form.law.period, rule.most_heaps
        sums = _sums_of_heaps(form, n0, p, t)
        congruences = Congruences(p)

        def options_of(r: int) -> tuple[list[Option], list[Check]]:
            options, checks = [], []
            for j, digit in sorted(rule.digits.items()):
                rest = (r - j) % p
                checks.append(congruences.check(r - j))
                for heaps, _ in digit.listed:
                    if heaps:
                        options.append(_split_option(j, heaps, rest, sums[heaps][rest]))
            return options, checks

        return residue_cases(form, t * (n0 + p) + rule.largest_take, options_of)


def _split_option(j: int, heaps: int, rest: int, values: list[int]) -> Option:
    parts = "" if heaps == 1 else f"{heaps} heaps of "
    sign = "-" if j > 0 else "+"
    left = f"n {sign} {abs(j)}" if j else "n"
    listed = ", ".join(map(str, values))
    set_apart = rf"\text{{{parts}}}" if parts else ""
    latex = rf"{set_apart} {left} \equiv {rest} \to {listed}".strip()
    return Option(f"{parts}{left} ≡ {rest} -> {listed}", latex, tuple(values))


def _sums_of_heaps(form: PeriodicForm, n0: int, p: int, t: int) -> dict[int, list[list[int]]]:
    """sums[i][r]: the values of i nonempty heaps, one of them >= n0, whose sizes add to r mod p.

    sums[i][r] is the set of all x xor y, x in sums[i-1][s], y a value of any heap = r - s mod p.
    The Walsh-Hadamard transform turns such a set of xors into a product, so that the sum over s
    of products of transforms counts how often each value arises.
    """
    import numpy as np

    size = 1 << int(form.values.max()).bit_length()
    indices = np.arange(size)
    transform = 1 - 2 * (np.bitwise_count(indices[:, None] & indices[None, :]).astype(np.int64) & 1)
    large = np.zeros((p, size), dtype=np.int64)  # heaps >= n0, by residue
    for r in range(p):
        large[r, form.extended_down(r)] = 1
    any_heap = large.copy()
    for a in range(1, n0):
        any_heap[a % p, form.at(a)] = 1
    sums, images = {1: large}, any_heap @ transform
    for heaps in range(2, t + 1):
        before = sums[heaps - 1] @ transform
        counts = [(before * images[(r - np.arange(p)) % p]).sum(axis=0) for r in range(p)]
        sums[heaps] = ((np.array(counts) @ transform) > 0).astype(np.int64)
    return {heaps: [np.flatnonzero(row).tolist() for row in rows] for heaps, rows in sums.items()}
