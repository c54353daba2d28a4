"""Options that are floor forms on residue classes: one common period decides a period."""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.moves.written import as_expression

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.moves.residue_options import ResidueOptions
    from mexplore.rules.rule import Rule


class ResidueWindow(Theorem["tuple[Rule, ResidueOptions]", "Periodic"]):
    """**Statement.** Let m >= 1 and N0 >= 1, and for every n >= N0 let the options of n be
    those of its class n mod m, finitely many for each class: tuples of heaps, each a constant or
    floor(a*n/c) + j, with integers j and 1 <= a <= c in lowest terms, c | m; and let each heap lie
    between 0 and n - 1. Let p >= 1, n0 >= 0, and let N1 be the greatest of N0, n0 and
    all ceil((n0 - j)*c/a), and Q the least common multiple of m and of all c*p. If
    G(n + p) = G(n) for all n >= n0 with n + p < max(N1 + Q, n0 + p), then for all n >= n0.

    **Proof.** Let F(n) = G(n) for n < n0 + p, and F(n + p) = F(n) for n >= n0. The hypothesis says
    that F = G below B = max(N1 + Q, n0 + p).

    *The option values of F are periodic.* Let n >= N1. As m | Q, n and n + Q have the same class,
    so their options correspond. Equal constants have equal values. Let h(n) = floor(a*n/c) + j
    be a heap. As n >= (n0 - j)*c/a, a*n/c >= n0 - j, so h(n) >= n0. As c | Q,
    h(n + Q) = h(n) + a*(Q/c), and p divides Q/c, as c*p | Q. Hence F(h(n + Q)) = F(h(n)), and
    the values of corresponding options, xors of these, are the same.

    *F = G*, by induction on n; for n < B it is known. Let n >= B, so n >= N1 + Q; take n' = n - t*Q
    with N1 <= n' < N1 + Q <= B. The options of n consist of heaps less than n, so
    G(n) = mex {F(options of n)} = mex {F(options of n')} = mex {G(options of n')} = G(n') = F(n'),
    where F = G at n' and at its options, all less than B. As n' >= N1 >= n0 and p | Q,
    F(n') = F(n). ∎

    For options n - s alone this is a window of max s terms before a whole common period; a
    modulus that is left out of Q, or an N1 that forgets the quotients, proves falsehoods. Saltus
    0 only: a heap has a bounded number of options.
    """

    name: ClassVar[str] = "residue window"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/residue_window.py"
    statement: ClassVar[str] = (
        "If from some n on the options of n are given, by the residue of n modulo m, as tuples of "
        "constants and of floor(a*n/c) + j: a period p of G that holds for one common multiple of "
        "m and all c*p, once all options lie in the periodic part, holds for all n."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> tuple[Rule, ResidueOptions] | Inapplicable:
        options = residue_options(rule)
        return options if isinstance(options, Inapplicable) else (rule, options)

    def bound_of(self, shape: tuple[Rule, ResidueOptions], claim: Periodic) -> int | Inapplicable:
        if claim.saltus:
            return Inapplicable("a heap has boundedly many options: saltus 0 only")
        first, common = first_and_common(shape[1], claim)
        return first + common  # at least n0 + p, as N1 >= n0 and p | Q

    def checked(
        self, shape: tuple[Rule, ResidueOptions], claim: Periodic
    ) -> Sequence[tuple[str, str]]:
        first, common = first_and_common(shape[1], claim)
        return (
            ("options are given by the residue of n modulo m", f"m = {shape[1].modulus}"),
            ("from some n on", f"n >= {shape[1].start}"),
            ("all options lie in the periodic part", f"for n >= {first}"),
            ("a common multiple of m and all c*p", f"p = {claim.period}: {common}"),
        )


def first_and_common(options: ResidueOptions, claim: Periodic) -> tuple[int, int]:
    """N1 and Q."""
    n0, p = claim.preperiod, claim.period
    moving = {form for form in options.forms() if form.a}
    reached = (-(-(n0 - form.shift) * form.c // form.a) for form in moving)
    first = max(options.start, n0, *reached)
    return first, lcm(options.modulus, p, *(form.c * p for form in moving))


@lru_cache(maxsize=256)
def residue_options(rule: Rule) -> ResidueOptions | Inapplicable:
    """The options by residue classes, or why there are none of this shape.

    >>> from mexplore.rules.notation import parse_rule
    >>> shape = residue_options(parse_rule("n -> [n - 2] + ([n // 2] if n % 2 == 0 else [])"))
    >>> shape.modulus, shape.start, shape.options(10), shape.options(11)
    (2, 2, [(8,), (5,)], [(9,)])
    >>> residue_options(parse_rule("remove(1 .. n // 2)"))
    Inapplicable(reason='the number of options grows with n')
    """
    body = listing_of(rule)
    if body is None:
        return Inapplicable("the rule is no list of options in n")
    from mexplore.rules.arithmetic.residue_lines import NoLine
    from mexplore.rules.moves.residue_options import by_residues

    try:
        return by_residues(body)
    except NoLine as why:
        return Inapplicable(str(why))


def listing_of(rule: Rule) -> tree.Node | None:
    """The list of the rule's options in n; None where none is known."""
    lists = [_part(part) for part in rule.alternatives()]
    known = [node for node in lists if node is not None]
    if len(known) < len(lists):
        return None
    from mexplore.rules.arithmetic import tree

    return tree.joined(known)


def _part(rule: Rule) -> tree.Node | None:
    subtraction = as_subtraction(rule)
    if subtraction is None or not subtraction.finite:
        return as_expression(rule)
    from mexplore.rules.arithmetic import tree

    n, members = tree.Name("n"), subtraction.members
    return tree.listing(tree.Binary("-", n, tree.Number(s)) for s in members)
