"""Laws in runs for Coq: the theorem of ``CodeRuns.v``, and its data.

One law in runs as data of ``CodeRuns.v``, with what Coq has to be shown.

The names here are those of the file, and so are the orders of all lists: Coq computes the same
inequalities again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from mexplore.discover.coq.families.forms import (
    Form,
    Region,
    Unknowns,
    added,
    form_of,
    region_of,
    scaled,
)
from mexplore.discover.coq.families.laws import Kind, LawText, arrows, for_all, term
from mexplore.discover.coq.families.trees import Goal, NoTree, Trees, Way, Ways, among, listed
from mexplore.discover.coq.law import comment, truth
from mexplore.discover.families.codes.law import Run, WordLaw
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.constraint import Cell


class Placed(NamedTuple):
    """A run from its first to its last number, or a digit at the numbers of tokens it is for."""

    first: Form
    last: Form
    value: int


class Option(NamedTuple):
    """A way to an option: how Coq names it, its value, and where it is an option of n."""

    text: str
    value: int
    region: Region


@dataclass(frozen=True)
class WordData(Unknowns[WordLaw]):
    """A law in runs; ``segments`` are the digits of the game, each as often as its length says."""

    segments: tuple[Run, ...]
    splits: bool

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.parameters, "heap")

    @cached_property
    def cell(self) -> Region:
        """What is given of the parameters."""
        return region_of(self.law.cell, self.parameters, self.quotients)

    def _placed(self, start: Form, runs: Iterable[Run]) -> Iterator[Placed]:
        for length, value in runs:
            after = added(start, form_of(length, self.parameters))
            yield Placed(start, added(after, (-1,)), value)
            start = after

    @cached_property
    def window(self) -> tuple[Placed, ...]:
        """All runs that are looked at."""
        return tuple(self._placed((), (*self.law.first, *(self.law.again * self.law.copies))))

    @cached_property
    def takes(self) -> tuple[Placed, ...]:
        """The digits, by the numbers of tokens that they are for."""
        alone = [Placed((), (), 4)] if self.splits else []
        return (*alone, *self._placed((1,), self.segments))

    def _from_to(self, low: Form, high: Form) -> Region:
        n = (0,) * self.known + (1,)
        return added(n, scaled(-1, low)), added(high, scaled(-1, n))

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All ways to options, two heaps in one order only."""
        return tuple(self._options())

    def _options(self) -> Iterator[Option]:
        heaps = list(enumerate(self.window[1:]))
        for r, taken in enumerate(self.takes):
            if taken.value & 1:
                yield self._option(f"Nothing {r}%nat", 0, taken)
            for s, one in heaps if taken.value & 2 else ():
                yield self._option(f"One {r}%nat {s}%nat", one.value, taken, one)
            for (s, one), (t, two) in product(heaps, repeat=2) if taken.value & 4 else ():
                if s <= t:
                    text = f"Two {r}%nat {s}%nat {t}%nat"
                    yield self._option(text, one.value ^ two.value, taken, one, two)

    def _option(self, text: str, value: int, taken: Placed, *heaps: Placed) -> Option:
        """No interval is empty, and n is a sum of numbers from them."""
        intervals = (taken, *heaps)
        some = (added(each.last, scaled(-1, each.first)) for each in intervals)
        low = _sum(each.first for each in intervals)
        high = _sum(each.last for each in intervals)
        return Option(text, value, (*some, *self._from_to(low, high)))

    # Text.

    def definition(self) -> str:
        """The term of type ``word_law``."""
        law = self.law
        parts = [
            f"{self.known}%nat",
            _list(map(listed, self.cell)),
            truth(self.splits),
            *map(self._forms, (self.segments, law.first, law.again)),
            f"{law.copies}%nat",
        ]
        return "Word " + "\n  ".join(parts)

    def _forms(self, runs: Iterable[Run]) -> str:
        return _list(
            f"({listed(form_of(run.length, self.parameters))}, {run.value}%N)" for run in runs
        )

    def hints(self, trees: Trees) -> str:
        """For each run the trees for the ways to its value, and ways and trees for smaller ones."""
        return _list((self._hints(run, trees) for run in self.window), "\n  ")

    def _hints(self, run: Placed, trees: Trees) -> str:
        given = (*self._from_to(run.first, run.last), *self.cell)
        try:
            none = [
                trees.tree(Goal((*option.region, *given), (), ()))
                for option in self.options
                if option.value == run.value
            ]
            some = [self._some(value, given, trees) for value in range(run.value)]
        except NoTree as error:
            raise NoTree(f"{self.law.statement()}: {error}") from None
        return f"Hints {_list(none)}\n   {_list(some)}"

    def _some(self, value: int, given: Region, trees: Trees) -> str:
        ways = among(Way(o.text, o.region) for o in self.options if o.value == value)
        goal = Ways(given, ways)
        tree = trees.tree(goal)
        return f"({goal.listed}, {tree})"


def _sum(forms: Iterable[Form]) -> Form:
    total: Form = ()
    for form in forms:
        total = added(total, form)
    return total


def _list(items: Iterable[str], between: str = " ") -> str:
    return f"[{f';{between}'.join(items)}]"


def renamed(runs: Sequence[Run], to: dict[str, Polynomial]) -> tuple[Run, ...]:
    """The runs with other names in their lengths."""
    return tuple(Run(length.with_names(to), value) for length, value in runs)


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
