"""A law whose values are digits too, as a theorem for Coq (``DigitValues.v``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

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
from mexplore.discover.coq.families.value_data import ValueData, renamed
from mexplore.discover.coq.law import comment
from mexplore.discover.families.ranges.law import NumberSystem, ValueLaw
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.ranges import Range, RangeFamily


class ValueLawText(LawText[ValueData]):
    """One law in names of Coq."""

    @property
    def law(self) -> ValueLaw:
        return self.data.law

    @property
    def ranges(self) -> str:
        """The ranges of the family."""
        val = self.law.positions.val
        return _pairs((val(low), val(high)) for low, high in self.law.ends)

    @property
    def game(self) -> str:
        return _game(self.data.all_but, self.ranges)

    def definitions(self, trees: Trees) -> str:
        """The law as data, what it says, and that Coq's checks show its conditions."""
        i, law = self.number, self.law
        zero, zero_value, value, each = self.data.hints(trees)
        given = " ".join((*law.parameters, *self.data.more))
        period, saltus = term(law.the_period), term(law.the_saltus)
        known = f"{self.values()} {terms(law.positions.weights)} {terms(law.values.weights)}"
        return f"""
(** {comment(law.statement())[2:-2].strip()} *)
Definition law_{i} : value_law :=
  {self.data.definition()}.

Definition says_{i}{f" ({given} : Z)" if given else ""} (G : N -> N) : Prop :=
  valued law_{i} {known} G /\\
  1 <= {period} /\\
  forall n, Z.of_N (G (n + Z.to_N ({period}))%N) = Z.of_N (G n) + ({saltus}).

Lemma checked_{i} : check_values law_{i}
  {zero}
  ({zero_value})
  {value}
  {each} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma true_{i} : {for_all(self.data.parameters)}
  {arrows(self.given)}{"".join(f"{each} -> " for each in self.more_is())}
  true_of law_{i} {known}
    {self.ranges} ({period}) ({saltus}).
Proof.
  intros. constructor; cbn [law_{i} known digits value_digits cell carries value_carries next
    next_value ends period saltus]; try reflexivity.
  - {_weights(law.positions)}
  - {_weights(law.values)}
  - intros x A. cbn [holds dot]. parameters A. repeat split; lia.
  - repeat (constructor; [split; gains |]). constructor.
  - repeat (constructor; [gains |]). constructor.
  - repeat (constructor; [gains |]). constructor.
  - gains.
  - gains.
  - gains.
  - gains.
  - first [lia | nia].
Qed.

Theorem law_{i}_holds :
  {self.statement()}.
Proof.
  intros. refine (values_law _ _ _ _ _ _ _ _ _ _ _ checked_{i}
    (true_{i} {self.arguments()}) G _); {self.solved()}.
Qed.
"""


def _weights(system: NumberSystem) -> str:
    """Each weight is at least 0: it is 1, or a sum of multiples of lower ones."""
    lines = []
    for i, relation in reversed(list(enumerate(system.relations))):
        parts = [(-entry, system.weights[k]) for k, entry in enumerate(relation) if k > i]
        lines.append(not_negative(system.weights[i], (part for part in parts if part[0] != 0)))
    lines.append("repeat (constructor; [first [assumption | lia] |]). constructor.")
    return "\n    ".join(lines)


def _game(all_but: bool, ranges: str) -> str:
    return f"{'take_outside' if all_but else 'take_in'} {ranges}"


def _pairs(ranges: Iterable[Range]) -> str:
    return f"[{'; '.join(f'({term(low)}, {term(high)})' for low, high in ranges)}]"


class Ranges(Kind[RangeFamily, ValueLaw]):
    """Families whose moves are ranges of numbers, or all but ranges."""

    theorem = "digit values"
    modules = ("Grundy", "Linear", "Digits", "DigitValues")
    exists = "apply grundy_exists, remove_wf"

    def game(self, rule: RangeFamily, to: Callable[[Polynomial], Polynomial]) -> str:
        return _game(rule.all_but, _pairs((to(low), to(high)) for low, high in rule.ranges))

    def law(
        self,
        rule: RangeFamily,
        number: int,
        law: ValueLaw,
        names: dict[str, str],
        domain: Cell,
        to: Callable[[Polynomial], Polynomial],
    ) -> ValueLawText:
        del to
        own = renamed(law, names)
        given = tuple(dict.fromkeys((*own.cell, *domain)))
        return ValueLawText(number, ValueData(replace(own, cell=given), rule.all_but), given)
