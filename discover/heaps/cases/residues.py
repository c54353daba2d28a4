"""Rows by residue classes, n = p*q + r, for laws of period p without a saltus."""

from __future__ import annotations

from collections.abc import Callable

from mexplore.discover.heaps.cases.analysis import MOST_ROWS, Cases, Check, Option, Row
from mexplore.discover.heaps.patterns.periodic import PeriodicForm

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
    """Mod(p*q + offset, p), decided by sympy once for each offset."""

    def __init__(self, p: int) -> None:
        import sympy

        self.p = p
        self._q = sympy.Symbol("q", integer=True)
        self._known: dict[int, Check] = {}

    def check(self, offset: int) -> Check:
        """That p*q + offset leaves the remainder offset mod p for every q."""
        import sympy

        if offset not in self._known:
            p, expected = self.p, offset % self.p
            remainder = sympy.Mod(p * self._q + offset, p)
            text = f"{p}*q + {offset} = {expected} (mod {p})"
            self._known[offset] = Check(text, remainder == expected)
        return self._known[offset]
