"""A law in runs as a theorem for Coq (``CodeRuns.v``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from mexplore.discover.coq.families.kind import Kind
from mexplore.discover.coq.families.laws import LawText, arrows, for_all, term
from mexplore.discover.coq.families.trees import Trees
from mexplore.discover.coq.families.word_data import WordData, renamed
from mexplore.discover.coq.law import comment
from mexplore.discover.families.codes.patterns.law import Run, WordLaw
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.polynomial import Polynomial


class WordLawText(LawText[WordData]):
    """One law in names of Coq."""

    @property
    def law(self) -> WordLaw:
        return self.data.law

    @property
    def game(self) -> str:
        return _game(self.data.splits, self.data.segments)

    def definitions(self, trees: Trees) -> str:
        """The law as data, what it says, and that Coq's checks show its conditions."""
        i, law = self.number, self.law
        hints = self.data.hints(trees)
        given = " ".join((*law.parameters, *self.data.more))
        first, again, places = map(_runs, (law.first, law.again, self.data.segments))
        n0, p = term(law.the_preperiod), term(law.the_period)
        return f"""
(** {comment(law.statement())[2:-2].strip()} *)
Definition law_{i} : word_law :=
  {self.data.definition()}.

Definition says_{i}{f" ({given} : Z)" if given else ""} (G : N -> N) : Prop :=
  follows 0 {first} G /\\
  follows ({n0}) {again} G /\\
  1 <= {p} /\\
  forall n, {n0} <= Z.of_N n -> G (n + Z.to_N ({p}))%N = G n.

Lemma checked_{i} : check_word law_{i}
  {hints} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma true_{i} : {for_all(self.data.parameters)}
  {arrows(self.given)}{"".join(f"{each} -> " for each in self.more_is())}
  true_of law_{i} {self.values()}
    {places}
    {first}
    {again}.
Proof.
  intros. constructor; cbn [law_{i} known cell segments head again copies].
  - reflexivity.
  - reflexivity.
  - intro n. cbn [holds dot point_at app nth]. repeat split; lia.
  - intro n. same_runs.
  - intro n. same_runs.
  - intro n. same_runs.
  - proper_runs.
  - proper_runs.
  - proper_runs.
  - eexists. reflexivity.
  - cbn [span fst]. lia.
  - cbn [span fst]. lia.
Qed.

Theorem law_{i}_holds :
  {self.statement()}.
Proof.
  intros.
  assert (T : true_of law_{i} _ {places} {first} {again})
    by (refine (true_{i} {self.arguments()}); {self.solved()}).
  pose proof (word_law_holds _ _ _ _ _ _ checked_{i} T G ltac:(assumption)) as E.
  replace (span {first}) with ({n0}) in E by (cbn [span fst]; ring).
  replace (span {again}) with ({p}) in E by (cbn [span fst]; ring).
  exact E.
Qed.
"""


def _runs(runs: Iterable[Run]) -> str:
    return f"[{'; '.join(f'({term(length)}, {value}%N)' for length, value in runs)}]"


def _game(splits: bool, segments: Iterable[Run]) -> str:
    return f"octal (digits_of {'true' if splits else 'false'} {_runs(segments)})"


class Codes(Kind[CodeFamily, WordLaw]):
    """Families of octal games."""

    theorem = "sums of runs"
    modules = ("Grundy", "TakeAndBreak", "Linear", "Digits", "CodeRuns")
    exists = "apply grundy_exists, code_wf, digits_sound; [reflexivity | proper_runs]"

    def game(self, rule: CodeFamily, to: Callable[[Polynomial], Polynomial]) -> str:
        return _game(bool(rule.zeroth), _segments(rule, to))

    def law(
        self,
        rule: CodeFamily,
        number: int,
        law: WordLaw,
        names: dict[str, str],
        domain: Cell,
        to: Callable[[Polynomial], Polynomial],
    ) -> WordLawText:
        own = {name: Polynomial.name(other) for name, other in names.items()}
        cell = tuple(c.with_names(own) for c in law.cell)
        given = tuple(dict.fromkeys((*cell, *domain)))
        law = replace(
            law,
            parameters=tuple(names[p] for p in law.parameters),
            cell=given,
            first=renamed(law.first, own),
            again=renamed(law.again, own),
        )
        data = WordData(law, tuple(_segments(rule, to)), bool(rule.zeroth))
        return WordLawText(number, data, given)


def _segments(rule: CodeFamily, to: Callable[[Polynomial], Polynomial]) -> list[Run]:
    """The digits, each as often as its length says."""
    return [Run(to(places), digit) for digit, places in rule.segments]
