"""Ends of intervals, floor((a*n + b)/c) or isqrt(a*n + b) + k, as functions in Coq: never below 0,
as N has no negative numbers, and at most n."""

from __future__ import annotations

from dataclasses import dataclass

from mexplore.rules.arithmetic.forms import Floor, Form


@dataclass(frozen=True)
class EndTerm:
    """min(end(n), n) as a term, and the end of the names of the lemmas about it."""

    term: str
    lemma: str
    """Such as ``floor 1 0 3``: of the lemmas slow_floor, apart_floor, never_falls_floor."""

    computed: tuple[str, ...]
    """The kinds of these lemmas that want a comparison of numbers as well."""

    def by(self, kind: str) -> str:
        """The lemma of this kind with its numbers.

        >>> end_term(Floor(1, 0, 3)).by("slow"), end_term(Floor(1, -2, 3)).by("apart")
        ('slow_floor 1 0 3 eq_refl', 'apart_less 1 2 3 eq_refl')
        """
        return f"{kind}_{self.lemma}" + (" eq_refl" if kind in self.computed else "")


def end_term(end: Form) -> EndTerm:
    """The end, a >= 0, in Coq.

    >>> end_term(Floor(1, -2, 3)).term
    'fun n => N.min ((1 * n - 2) / 3) n'
    """
    a, b = end.a, end.b
    if isinstance(end, Floor):
        kind, sign = ("less", "-") if b < 0 else ("floor", "+")
        return EndTerm(
            f"fun n => N.min (({a} * n {sign} {abs(b)}) / {end.c}) n",
            f"{kind} {a} {abs(b)} {end.c}",
            ("slow", "apart", "never_falls"),
        )
    kind, sign = ("root_less", "-") if end.k < 0 else ("root", "+")
    return EndTerm(
        f"fun n => N.min (N.sqrt ({a} * n + {b}) {sign} {abs(end.k)}) n",
        f"{kind} {a} {b} {abs(end.k)}",
        ("slow",),
    )
