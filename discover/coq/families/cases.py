"""One case of a split for Coq: its cells hold all of its members."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from mexplore.discover.coq.families.forms import Region, form_of, quotients_of, region_of
from mexplore.discover.coq.families.laws import AnyLawText, arrows, every, for_all, term
from mexplore.discover.coq.families.trees import Goal, NoTree, Trees, listed
from mexplore.discover.families.patterns.splits import Case
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass


def case_text(
    number: int,
    case: Case,
    laws: Sequence[AnyLawText],
    game: str,
    z3: Any,
    deadline: float | None,
) -> str:
    """The lemmas about a case. Cells with congruences are left out where the others hold all."""
    plain = [law for law in laws if all(c.sign != "%" for c in law.given)]
    if len(plain) < len(laws):
        try:
            return CaseText(number, case, tuple(plain), game).text(z3, deadline)
        except NoTree:
            pass  # then with all of them
    return CaseText(number, case, tuple(laws), game).text(z3, deadline)


@dataclass(frozen=True)
class CaseText:
    """A case in names of Coq, with the laws that are to hold its members, and its game."""

    number: int
    case: Case
    laws: tuple[AnyLawText, ...]
    game: str

    def text(self, z3: Any, deadline: float | None) -> str:
        """Each member is in a cell, so that it has a law. NoTree where that is not seen."""
        number, case, laws = self.number, self.case, self.laws
        says = " \\/\n  ".join(f"(({every(law.given)}) /\\ {law.says()})" for law in laws)
        typed = f" ({' '.join(case.names)} : Z)" if case.names else ""
        given = " ".join(case.names)
        holes = " ltac:(assumption)" * len(case.domain)
        proof = f"pose proof (covered_{number} {given}{holes}) as C."
        if len(laws) != 1:
            proof += f" destruct C as {alternatives(['C'] * len(laws) or ['[]'])}."
        return f"""{self._covered(z3, deadline)}
Definition case_{number}{typed} (G : N -> N) : Prop :=
  {says or "False"}.

Lemma case_{number}_holds : {for_all(case.names)}
  {arrows(case.domain)}
  forall G, is_grundy ({self.game}) G -> case_{number} {given} G.
Proof.
  intros {given} {" ".join(["?"] * len(case.domain))} G HG.
  unfold case_{number}. {proof}
{self._ways("split; [tauto | apply law_{}_holds; first [exact HG | tauto]]")}
Qed.
"""

    def _ways(self, tactics: str) -> str:
        """The alternatives one after another; {} is the number of the law."""
        count = len(self.laws)
        return "\n".join(
            f"  - {way_to(i, count)}{tactics.replace('{}', str(law.number))}."
            for i, law in enumerate(self.laws)
        )

    @cached_property
    def _quotients(self) -> dict[Polynomial, tuple[str, int]]:
        """A name and the modulus for each form that a cell or the case requires to be divisible."""
        cells = [c for law in self.laws for c in law.given] + list(self.case.domain)
        moduli = {c.form: c.modulus for c in cells if c.sign == "%"}
        return {form: (name, moduli[form]) for form, name in quotients_of(cells).items()}

    def _goal(self) -> Goal:
        """Where the constraints of the case hold, those of a cell do."""
        names = (*self.case.names, *(name for name, _ in self._quotients.values()))
        quotients = {form: name for form, (name, _) in self._quotients.items()}
        given: Region = region_of(self.case.domain, names, quotients)
        for form, (name, modulus) in self._quotients.items():
            rest = form - modulus * Polynomial.name(name)
            given += (form_of(rest, names), form_of(modulus - 1 - rest, names))
        regions = tuple(region_of(law.given, names, quotients) for law in self.laws)
        return Goal(given, ((),), regions)

    def _covered(self, z3: Any, deadline: float | None) -> str:
        """No member of the case is outside all cells."""
        number, case, goal = self.number, self.case, self._goal()
        names = (*case.names, *(name for name, _ in self._quotients.values()))
        tree = Trees(z3, names, deadline).tree(goal)
        cells = "; ".join(f"[{'; '.join(map(listed, region))}]" for region in goal.regions)
        divided = [f"(({term(form)}) / {m})" for form, (_, m) in self._quotients.items()]
        solve = "Z.to_euclidean_division_equations; lia" if divided else "lia"
        said = " \\/\n  ".join(f"({every(law.given)})" for law in self.laws) or "False"
        return f"""
Lemma tree_{number} : refutes (clauses [] [[]] [] [{cells}])
  [{"; ".join(map(listed, goal.given))}] ({tree}) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma covered_{number} : {for_all(case.names)}
  {arrows(case.domain)}
  {said}.
Proof.
  intros. pose proof (covers _ _ _ [{"; ".join(["1", *case.names, *divided])}] tree_{number}
    eq_refl) as C.
  cbn [holds any dot point_at nth] in C.
  specialize (C ltac:(repeat split; {solve})).
  destruct C as {alternatives([*["C"] * len(self.laws), "[]"])}.
{self._ways(f"repeat split; {solve}")}
Qed.
"""


def alternatives(names: list[str]) -> str:
    """A pattern for a disjunction.

    >>> alternatives(["A", "B", "C"])
    '[A | [B | C]]'
    """
    return names[0] if len(names) == 1 else f"[{names[0]} | {alternatives(names[1:])}]"


def way_to(place: int, of: int) -> str:
    """The tactics that choose one of several alternatives.

    >>> way_to(1, 3), way_to(2, 3)
    ('right; left; ', 'right; right; ')
    """
    return "right; " * place + ("left; " if place < of - 1 else "")
