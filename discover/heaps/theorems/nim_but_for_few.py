"""Nim with finitely many exceptions, anywhere: values without computing those between."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.nim_but import NimBut, NimButForm, Pairs
from mexplore.discover.study.theorem import Inapplicable, OneLaw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mexplore.rules.families.expression.few_exceptions import Moves
    from mexplore.rules.rule import Rule


class NimButForFew(OneLaw["NimBut"]):
    """**Statement.** Let every move leave one heap, or none. Let E be a finite set of heaps, and
    let the options of every n outside E be all m < n. From a heap e in E let the options be
    finitely many given heaps, or all m < e but finitely many given ones, F_e. Call e *repeated* if
    G(e) is the value of a smaller heap, and let c(n) be the number of repeated heaps below n. Then
    G(n) = n - c(n) for every n that is not repeated. The values of the repeated heaps follow one
    after another: where the options are given, G(e) is the mex of their values; where they are all
    but F_e, G(e) is the least number among n - c(n) at n = e and the values v of the heaps in F_e
    such that every heap below e of value v is in F_e.

    **Proof.** *The values below any n are exactly 0, ..., u - 1 for some u = u(n).* Induction: G(n)
    is the mex of some of them, so it is one of them, or u. In the first case n is repeated and u(n
    + 1) = u; in the second it is not, and u(n + 1) = u + 1. So u(n) is n less the number of
    repeated heaps below n, which is n - c(n), and G(n) = u(n) = n - c(n) if n is not repeated. A
    heap outside E has all values below it among its options, so that it is not repeated.

    *The values of E.* Where options are given this is the definition. Otherwise v < u(e) is no
    value of an option if and only if all heaps below e of value v are in F_e; there is one such
    heap, so v is the value of a heap in F_e. And u(e) is no value of an option. The mex is the
    least of these v and u(e). The heaps below e with a value v are one that is not repeated, the n
    with n - c(n) = v, and the repeated ones below e of that value, which are known. ∎

    The proof needs no values, and the heaps between those in E are never looked at: E may hold 10^9
    + 7, and G(10^18) is known at once. That only finitely many heaps are left out from each is
    needed: Nim without the move of one token from every heap is another game. Splits are, too: if a
    heap of 5 may become (1, 2), and no other heaps, its value is 0, but if Nim's heaps may split as
    well (Lasker's Nim) values are left out.
    """

    name: ClassVar[str] = "Nim but for few heaps"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/nim_but_for_few.py"
    statement: ClassVar[str] = (
        "If every heap but finitely many may become any smaller one, and no move leaves two heaps, "
        "G(n) is n less the number of heaps below n whose value is that of a smaller heap; those "
        "are among the exceptions, and their values follow one after another."
    )
    about: ClassVar[tuple[str, ...]] = ("nim-but",)

    def hypotheses(self, rule: Rule) -> NimBut | Inapplicable:
        if not rule.one_heap:
            return Inapplicable("a move may leave several heaps")
        from mexplore.rules.families.expression.few_exceptions import nim_but_for_few

        exceptions = nim_but_for_few(rule)
        if isinstance(exceptions, str):
            return Inapplicable(exceptions)
        repeated = repeated_heaps(exceptions)
        return NimBut(repeated) if repeated else Inapplicable("no value comes a second time: Nim")

    def instead(self, shape: NimBut) -> str:
        del shape
        return "the claim is about other heaps, or other values of them"

    def checked(self, shape: NimBut, claim: NimBut) -> Sequence[tuple[str, str]]:
        del shape
        heaps = ", ".join(map(str, claim.heaps))
        return (
            ("all heaps but finitely many may become any smaller one", "so it is"),
            ("the exceptions whose value is that of a smaller heap", heaps),
        )


def repeated_heaps(exceptions: Mapping[int, Moves]) -> Pairs:
    """The exceptions that have the value of a smaller heap, each with its value.

    >>> from mexplore.rules.families.expression.few_exceptions import Moves
    >>> repeated_heaps({3: Moves(frozenset({2}), True), 9: Moves(frozenset(), False)})
    ((3, 2), (9, 0))
    """
    found: Pairs = ()
    for heap in sorted(exceptions):
        form = NimButForm(NimBut(found)) if found else None
        value = _value(heap, exceptions[heap], form)
        if value < heap - len(found):
            found = (*found, (heap, value))
    return found


def _value(heap: int, moves: Moves, form: NimButForm | None) -> int:
    """The value of an exception, the repeated heaps below it being those of the form."""

    def value_of(m: int) -> int:
        return m if form is None else form.at(m)

    if not moves.all_but:
        values = {value_of(m) for m in moves.heaps}
        return next(v for v in range(len(values) + 1) if v not in values)
    free = heap if form is None else heap - len(form.law.heaps)
    for v in sorted({value_of(m) for m in moves.heaps}):
        having = [v] if form is None else form.heaps_with(v, heap)
        if moves.heaps.issuperset(having):
            return v
    return free
