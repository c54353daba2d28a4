"""One law with parameters as a theorem for Coq, with its proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from discover.coq.families.data import ROWS, SHIFTS, LawData
from discover.coq.families.trees import Trees
from discover.coq.law import comment
from discover.patterns.parameters.law import DigitLaw
from rules.parameters.constraint import Cell, Constraint
from rules.parameters.polynomial import Polynomial


def term(polynomial: Polynomial) -> str:
    """A polynomial for Coq.

    >>> term(2 * Polynomial.name("a") - 1)
    '2 * a - 1'
    """
    return str(polynomial).replace("*", " * ")


def said(constraint: Constraint) -> str:
    """A constraint for Coq, in Z.

    >>> from rules.parameters.reading import read_constraints
    >>> [said(c) for c in read_constraints("a > 2, a % 3 == 1")]
    ['3 <= a', '(a - 1) mod 3 = 0']
    """
    if constraint.sign == "%":
        return f"({term(constraint.form)}) mod {constraint.modulus} = 0"
    plus = Polynomial({m: c for m, c in constraint.form.terms() if c > 0})
    minus = Polynomial({m: -c for m, c in constraint.form.terms() if c < 0})
    sign = "=" if constraint.sign == "==" else "<="
    return f"{term(minus)} {sign} {term(plus)}"


def every(cell: Iterable[Constraint]) -> str:
    """The conjunction."""
    return " /\\ ".join(map(said, cell)) or "True"


def arrows(cell: Iterable[Constraint]) -> str:
    """The constraints as hypotheses, one after another."""
    return "".join(f"{said(c)} -> " for c in cell)


def elements_of(elements: Iterable[Polynomial]) -> str:
    """The game."""
    return f"subtract (map Z.to_N [{'; '.join(map(term, elements))}])"


def terms(polynomials: Iterable[Polynomial]) -> str:
    return f"[{'; '.join(map(term, polynomials))}]"


def for_all(names: Sequence[str]) -> str:
    return f"forall {' '.join(names)} : Z, " if names else ""


@dataclass(frozen=True)
class LawText:
    """One law in names of Coq: its theorem and the proof."""

    number: int
    data: LawData
    given: Cell
    """The cell with the domain of its case."""

    @property
    def law(self) -> DigitLaw:
        """The law."""
        return self.data.law

    @property
    def weights(self) -> str:
        """The weights of the digits, and of ghosts."""
        return terms(self.law.weights[: len(self.law.digits)])

    @property
    def rows(self) -> str:
        """The invariants."""
        return f"[{'; '.join(map(terms, self.law.invariants))}]"

    @property
    def values(self) -> str:
        """The values of the unknowns before the digits."""
        return terms([Polynomial.number(1), *map(Polynomial.name, self.data.parameters)])

    @property
    def period(self) -> Polynomial:
        """The period in the unknowns."""
        return self.law.val(self.data.period)

    @property
    def start(self) -> Polynomial:
        """The preperiod."""
        return self.law.the_preperiod

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
  described law_{i} {self.values} {self.weights} {self.rows} G /\\
  1 <= {term(self.period)} /\\
  forall n, {term(self.start)} <= Z.of_N n -> G (n + Z.to_N ({term(self.period)}))%N = G n.

Lemma checked_{i} : check_digits law_{i}
  ({zero})
  ({start})
  {each} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma true_{i} : {for_all(self.data.parameters)}
  {arrows(self.given)}{self._more_is()}
  true_of law_{i} {self.values} {self.weights} {self.rows}
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
    (true_{i} {self._arguments()}) G _); {self._solved()}.
Qed.
"""

    def statement(self) -> str:
        """The theorem: what is true of all parameters in the cell."""
        law = self.law
        return f"""{for_all(law.parameters)}
  {arrows(self.given)}
  forall G, is_grundy ({elements_of(move.element for move in law.moves)}) G ->
  {self.says()}"""

    def says(self) -> str:
        """What the law says of its parameters."""
        given = " ".join((*self.law.parameters, *map(self._meaning, self.data.more)))
        return f"says_{self.number} {given} G".replace("  ", " ")

    def _arguments(self) -> str:
        """What the lemma is applied to: its unknowns, and a hole for each hypothesis."""
        more = [self._meaning(name) for name in self.data.more]
        holes = len(self.given) + self._more_is().count("->")
        return " ".join((*self.law.parameters, *more, *["_"] * holes))

    def _meaning(self, name: str) -> str:
        """The value of an unknown beside the parameters."""
        for form, quotient in self.data.quotients.items():
            if quotient == name:
                modulus = next(c.modulus for c in self.law.cell if c.form == form)
                return f"(({term(form)}) / {modulus})"
        (phase,) = self.law.phases
        a, r = term(phase.modulus), term(phase.step)
        return f"(({a if name == ROWS else r}) / Z.gcd ({a}) ({r}))"

    def _more_is(self) -> str:
        """What is known of the unknowns beside the parameters."""
        found = [
            f"{term(c.form)} = {c.modulus} * {self.data.quotients[c.form]} -> "
            for c in self.law.cell
            if c.sign == "%"
        ]
        if self.law.reduced:
            (phase,) = self.law.phases
            a, r = term(phase.modulus), term(phase.step)
            found.append(f"({a}) * {SHIFTS} = ({r}) * {ROWS} -> 1 <= {ROWS} -> ")
        return "".join(found)

    def _instances(self) -> str:
        if not self.law.reduced:
            return ""
        (phase,) = self.law.phases
        a, r = term(phase.modulus), term(phase.step)
        return f"destruct (gcd_parts ({a}) ({r}) ltac:(at_least_1)) as [? ?]. "

    def _solved(self) -> str:
        if any(c.sign == "%" for c in self.law.cell):
            return "first [assumption | lia | Z.to_euclidean_division_equations; lia]"
        return "first [assumption | lia]"

    def _weights(self) -> str:
        """Each weight is at least 0: it is 1, or a sum of multiples of lower ones."""
        law = self.law
        lines = []
        for digit in reversed(law.bound_digits):
            i = law.digits.index(digit)
            relation = law.relations[law.bound_digits.index(digit)]
            parts = [
                f"({term(-entry)}) * ({term(law.weights[k])})"
                for k, entry in enumerate(relation[: len(law.digits)])
                if k > i and entry != 0
            ]
            weight = term(law.weights[i])
            lines.append(
                f"assert (0 <= {weight}) by (replace ({weight}) with ({' + '.join(parts) or '0'}) "
                "by ring; not_negative)."
            )
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
