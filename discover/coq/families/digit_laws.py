"""A law in digits, whose values are numbers, as a theorem for Coq (``Digits.v``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from mexplore.discover.coq.families.data import ROWS, SHIFTS, LawData, renamed
from mexplore.discover.coq.families.laws import (
    Kind,
    LawText,
    arrows,
    for_all,
    not_negative,
    term,
    terms,
)
from mexplore.discover.coq.families.trees import Trees
from mexplore.discover.coq.law import comment
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.rule import ParametricRule


def elements_of(elements: Iterable[Polynomial]) -> str:
    """The game."""
    return f"subtract (map Z.to_N [{'; '.join(map(term, elements))}])"


class DigitLawText(LawText[LawData]):
    """One law in names of Coq."""

    @property
    def law(self) -> DigitLaw:
        return self.data.law

    @property
    def game(self) -> str:
        return elements_of(move.element for move in self.law.moves)

    @property
    def weights(self) -> str:
        """The weights of the digits, and of ghosts."""
        return terms(self.law.weights[: len(self.law.digits)])

    @property
    def rows(self) -> str:
        """The invariants."""
        return f"[{'; '.join(map(terms, self.law.invariants))}]"

    @property
    def period(self) -> Polynomial:
        """The period in the unknowns."""
        return self.law.val(self.data.period)

    @property
    def start(self) -> Polynomial:
        """The preperiod."""
        return self.law.the_preperiod

    def meaning(self, name: str) -> str:
        """The value of an unknown besides the parameters."""
        if name not in (ROWS, SHIFTS):
            return super().meaning(name)
        (phase,) = self.law.phases
        a, r = term(phase.modulus), term(phase.step)
        return f"(({a if name == ROWS else r}) / Z.gcd ({a}) ({r}))"

    def more_is(self) -> list[str]:
        """What is known of the unknowns besides the parameters."""
        found = super().more_is()
        if self.law.reduced:
            (phase,) = self.law.phases
            a, r = term(phase.modulus), term(phase.step)
            found += [f"({a}) * {SHIFTS} = ({r}) * {ROWS}", f"1 <= {ROWS}"]
        return found

    def definitions(self, trees: Trees) -> str:
        """The law as data, what it says, and that Coq's checks show its conditions."""
        i, law = self.number, self.law
        zero, start, each = self.data.hints(trees)
        given = " ".join((*law.parameters, *self.data.more))
        typed = f" ({given} : Z)" if given else ""
        return f"""
(** {comment(law.statement())[2:-2].strip()} *)
Definition law_{i} : digit_law :=
  {self.data.definition()}.

Definition says_{i}{typed} (G : N -> N) : Prop :=
  described law_{i} {self.values()} {self.weights} {self.rows} G /\\
  1 <= {term(self.period)} /\\
  forall n, {term(self.start)} <= Z.of_N n -> G (n + Z.to_N ({term(self.period)}))%N = G n.

Lemma checked_{i} : check_digits law_{i}
  ({zero})
  ({start})
  {each} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma true_{i} : {for_all(self.data.parameters)}
  {arrows(self.given)}{"".join(f"{each} -> " for each in self.more_is())}
  true_of law_{i} {self.values()} {self.weights} {self.rows}
    {terms(move.element for move in law.moves)} ({term(self.start)}) ({term(self.period)}).
Proof.
  intros. constructor; cbn [law_{i} known cell free moves successor ranges start period facts].
  - reflexivity.
  - reflexivity.
  - {self._weights()}
  - intros x A. cbn [holds dot]. parameters A. repeat split; lia.
  - repeat (constructor;
      [split; [at_least_1 | repeat (constructor; [vector_adds |]); constructor] |]).
    constructor.
  - repeat (constructor; [vector_adds |]). constructor.
  - repeat (constructor; [vector_adds |]). constructor.
  - vector_adds.
  - vector_adds.
  - {self._positive(self.period)}
  - {self._facts()}
Qed.

Theorem law_{i}_holds :
  {self.statement()}.
Proof.
  intros. {self._instances()}refine (digits_law _ _ _ _ _ _ _ _ _ _ checked_{i}
    (true_{i} {self.arguments()}) G _); {self.solved()}.
Qed.
"""

    def _instances(self) -> str:
        if not self.law.reduced:
            return ""
        (phase,) = self.law.phases
        a, r = term(phase.modulus), term(phase.step)
        return f"destruct (gcd_parts ({a}) ({r}) ltac:(at_least_1)) as [? ?]. "

    def _weights(self) -> str:
        """Each weight is at least 0: it is 1, or a sum of multiples of lower ones."""
        law = self.law
        lines = []
        for digit in reversed(law.bound_digits):
            i = law.digits.index(digit)
            relation = law.relations[law.bound_digits.index(digit)][: len(law.digits)]
            parts = [(-entry, law.weights[k]) for k, entry in enumerate(relation) if k > i]
            lines.append(not_negative(law.weights[i], (part for part in parts if part[0] != 0)))
        lines.append(
            "cbn [weighs]; repeat split; "
            "first [reflexivity | left; reflexivity | right; assumption | right; lia]."
        )
        return "\n    ".join(lines)

    def _positive(self, value: Polynomial) -> str:
        if value.is_linear:
            return "lia."
        return f"{self._lower_bounds()}nia."

    def _lower_bounds(self) -> str:
        """Weights of positive digits are at least 1."""
        law, lines = self.law, []
        last = len(law.digits) - 1
        positive = {last}
        for digit in reversed(law.bound_digits):
            i = law.digits.index(digit)
            relation = law.relations[law.bound_digits.index(digit)]
            parts = [(k, -relation[k]) for k in range(i + 1, last + 1) if relation[k] != 0]
            weight = term(law.weights[i])
            expanded = " + ".join(f"({term(e)}) * ({term(law.weights[k])})" for k, e in parts)
            lines.append(
                f"assert (1 <= {weight}) by first [lia | replace ({weight}) with "
                f"({expanded or '0'}) by ring; nia]. "
            )
            positive.add(i)
        return "".join(lines)

    def _facts(self) -> str:
        """What the invariant says of each point."""
        if not self.data.phase_forms:
            return "constructor."
        (phase,) = self.law.phases
        places = [self.data.names.index(n) + 1 for n in (phase.free, phase.row, phase.ghost)]
        f, t, s = (f"(x {place}%nat)" for place in places)
        a, r = term(phase.modulus), term(phase.step)
        return f"""intros x A B. constructor; [| constructor]. cbn [balanced dot] in B.
    apply phase_clause_true; [| cbn [agrees] in A; tauto].
    intros _. cbn [dot]. revert B. parameters A. intro B.
    destruct (phase_cases {f} {t} ({a}) ({r}) {s}) as [? | [? | [? | [? | ?]]]]; lia."""


class Subtractions(Kind[ParametricRule, DigitLaw]):
    """Families of subtraction sets with this many elements."""

    theorem = "digits"
    modules = ("Grundy", "Subtraction", "Linear", "Digits")
    exists = "apply grundy_exists, subtract_wf; intros s I; cbn [map In] in I; lia"

    def game(self, rule: ParametricRule, to: Callable[[Polynomial], Polynomial]) -> str:
        return elements_of(map(to, rule.elements))

    def law(
        self,
        rule: ParametricRule,
        number: int,
        law: DigitLaw,
        names: dict[str, str],
        domain: Cell,
        to: Callable[[Polynomial], Polynomial],
    ) -> DigitLawText:
        del rule, to
        own = renamed(law, names)
        given = tuple(dict.fromkeys((*own.cell, *domain)))
        return DigitLawText(number, LawData(replace(own, cell=given)), given)

    def refusal(self, law: DigitLaw) -> str:
        most = len(law.phases)
        if most > 1:
            return f"the library of Coq proofs has laws with one phase, not with {most}"
        return ""
