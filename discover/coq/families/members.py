"""All laws of a family put together for Coq: every member has one, by the steps of the split."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from mexplore.discover.coq.export import CoqProof, library_file, makefile, needed
from mexplore.discover.coq.families.cases import alternatives, case_text, way_to
from mexplore.discover.coq.families.digit_laws import Subtractions
from mexplore.discover.coq.families.laws import (
    AnyKind,
    AnyLawText,
    arrows,
    every,
    for_all,
    said,
    term,
)
from mexplore.discover.coq.families.trees import NoTree, Trees
from mexplore.discover.coq.families.value_laws import Ranges
from mexplore.discover.coq.families.words import Codes
from mexplore.discover.coq.law import comment
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.splits import Blocks, Case, Residues
from mexplore.discover.families.solvers.solver import Z3, NotInstalled
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.family import FamilyOfRules

if TYPE_CHECKING:
    from mexplore.discover.families.study import FamilyStudy


_OWN = re.compile(r"[a-fh-mq-v]\d{0,3}")
"""Names of a family that Coq gets as they are: no word of Coq, and none that the file uses."""

SEARCHED = 60
"""Up to this number the values of names are looked through for a member."""


@dataclass(frozen=True)
class FamilyText:
    """The theorems about one family."""

    rule: FamilyOfRules
    claim: LawsByCases
    kind: AnyKind

    @cached_property
    def given_cases(self) -> tuple[Case, ...]:
        """The cases as the split has them."""
        return self.claim.cases(self.rule)

    @cached_property
    def names(self) -> dict[str, str]:
        """The name for Coq of each name of the family, of the steps and of the cases."""
        found: dict[str, str] = {}
        steps = (name for step in self.claim.split for name in _new_names(step))
        cases = (name for case in self.given_cases for name in case.names)
        for name in (*self.rule.names, *steps, *cases):
            if name not in found:
                own = name if _OWN.fullmatch(name) else f"z{len(found)}"
                found[name] = own
        return found

    @cached_property
    def _to(self) -> dict[str, Polynomial]:
        return {name: Polynomial.name(own) for name, own in self.names.items()}

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases in names of Coq."""
        return tuple(
            replace(
                case,
                names=tuple(self.names[n] for n in case.names),
                meanings=tuple((self.names[n], m.with_names(self._to)) for n, m in case.meanings),
                domain=self._cell(case.domain),
            )
            for case in self.given_cases
        )

    def _cell(self, cell: Cell) -> Cell:
        return tuple(c.with_names(self._to) for c in cell)

    @cached_property
    def laws(self) -> tuple[AnyLawText, ...]:
        """The laws, each with the domain of its case in its cell, and its parameters in the order
        of the case."""
        return tuple(
            self.kind.law(
                self.rule,
                number,
                replace(each.law, parameters=self.given_cases[each.case].names),
                {p: self.names[p] for p in each.law.parameters},
                self.cases[each.case].domain,
                self._names_of(self.cases[each.case]),
            )
            for number, each in enumerate(self.claim.laws)
        )

    def laws_of(self, number: int) -> list[AnyLawText]:
        """The laws of a case."""
        pairs = zip(self.claim.laws, self.laws, strict=True)
        return [law for each, law in pairs if each.case == number]

    # Text.

    def text(self, z3: Any, deadline: float | None = None) -> str:
        """``Law.v``. Raises ValueError or NoTree where there is none."""
        parts = [self._head()]
        for law in self.laws:
            parts.append(law.definitions(Trees(z3, law.names, deadline)))
        parts += self._whole(z3, deadline) if self.claim.about_all else [self._in_part()]
        parts.append(self._not_vacuous())
        parts.append("\nPrint Assumptions law.\nPrint Assumptions not_vacuous.\n")
        return "".join(parts)

    def _whole(self, z3: Any, deadline: float | None) -> Iterator[str]:
        """The cases, and the theorem that every member is in one."""
        for number, case in enumerate(self.cases):
            laws = self.laws_of(number)
            yield case_text(number, case, laws, self._game(case), z3, deadline)
        yield self._theorem()

    def _in_part(self) -> str:
        """The laws together, where they leave members open."""
        statements = " /\\\n  ".join(f"({law.statement()})" for law in self.laws)
        proofs = [f"law_{law.number}_holds" for law in self.laws]
        together = " ".join([*(f"(conj {proof}" for proof in proofs[:-1]), proofs[-1]])
        return f"""
(** The laws, each for all members in its cell; other members are left open. *)
Theorem law :
  {statements}.
Proof. exact ({together}{")" * len(proofs)}. Qed.
"""

    def _head(self) -> str:
        statement = f'{self.rule}: {self.claim.statement()}. By the theorem "{self.kind.theorem}". '
        statement += "That a period is least is not said here."
        return f"""{comment(statement)}
From Coq Require Import ZArith NArith List Lia.
From Mexplore Require Import {" ".join(self.kind.modules)}.
Import ListNotations.
Local Open Scope Z_scope.
"""

    def _game(self, case: Case | None = None) -> str:
        """The game of a member, in the names of the family or of a case."""
        return self.kind.game(self.rule, self._names_of(case))

    def _names_of(self, case: Case | None = None) -> Callable[[Polynomial], Polynomial]:
        """What puts them into forms of the family."""
        to = dict(case.meanings) if case else {}
        return lambda form: form.with_names(self._to).with_names(to)

    def _theorem(self) -> str:
        """The theorem about all members."""
        where, names = self._cell(self.rule.where), [self.names[n] for n in self.rule.names]
        parts = " \\/\n  ".join(self._some(number) for number in range(len(self.cases)))
        script = "\n".join(self._steps(0, list(names), count(), names, "  "))
        return f"""
(** Every member of the family has one of these laws. *)
Theorem law : {for_all(names)}
  {arrows(where)}
  forall G, is_grundy ({self._game()}) G ->
  {parts}.
Proof.
  intros {" ".join(names)} {" ".join(["?"] * len(where))} G HG.
{script}
Qed.
"""

    def _some(self, number: int) -> str:
        """A case for some values of its names."""
        case = self.cases[number]
        own = {self.names[n] for n in self.rule.names}
        new = [n for n in case.names if n not in own]
        exists = f"exists {' '.join(new)}, " if new else ""
        means = [f"{n} = {term(m)} /\\ " for n, m in case.meanings if m != Polynomial.name(n)]
        inside = [f"{said(c)} /\\ " for c in case.domain] if new else []
        return f"({exists}{''.join((*means, *inside))}case_{number} {' '.join(case.names)} G)"

    def _steps(
        self, place: int, names: list[str], numbers: Iterator[int], family: Sequence[str], room: str
    ) -> Iterator[str]:
        """The proof from a step of the split on; the cases come in their order."""
        if place == len(self.claim.split):
            yield from self._leaf(next(numbers), room)
            return
        step = self.claim.split[place]
        name = self.names[step.name]
        if name not in names:
            yield from self._steps(place + 1, names, numbers, family, room)
            return
        if isinstance(step, Residues):
            yield from self._residues(place, step, names, numbers, family, room)
        else:
            yield from self._blocks(place, step, names, numbers, family, room)

    def _residues(
        self, place: int, step: Residues, names: list[str], numbers: Iterator[int],
        family: Sequence[str], room: str,
    ) -> Iterator[str]:  # fmt: skip
        name, j, m = self.names[step.name], self.names[step.quotient], step.modulus
        ways = " \\/ ".join(f"{name} = {m} * {j} + {rho}" for rho in range(m))
        yield f"{room}pose ({j} := {name} / {m})."
        yield f"{room}assert (D : {ways}) by (unfold {j}; Z.to_euclidean_division_equations; lia)."
        yield f"{room}clearbody {j}. destruct D as {alternatives(['D'] * m)}; subst {name}."
        new = [j if n == name else n for n in names]
        for _ in range(m):
            yield f"{room}{{"
            yield from self._steps(place + 1, new, numbers, family, room + "  ")
            yield f"{room}}}"

    def _blocks(
        self, place: int, step: Blocks, names: list[str], numbers: Iterator[int],
        family: Sequence[str], room: str,
    ) -> Iterator[str]:  # fmt: skip
        b, h, r = (self.names[n] for n in (step.name, step.quotient, step.remainder))
        w = f"({term(step.width.with_names(self._to))})"
        yield f"{room}assert (W : 1 <= {w}) by lia. assert (B : 0 <= {b}) by lia."
        yield f"{room}pose proof (Z.div_mod {b} {w} ltac:(lia)) as D."
        yield f"{room}pose proof (Z.mod_pos_bound {b} {w} ltac:(lia)) as M."
        yield f"{room}pose proof (Z.div_pos {b} {w} B ltac:(lia)) as P."
        yield f"{room}set ({h} := {b} / {w}) in *. set ({r} := {b} mod {w}) in *."
        yield f"{room}clearbody {h} {r}. subst {b}."
        few = [r if n == b else n for n in names]
        for blocks in range(step.apart):
            yield f"{room}destruct (Z.eq_dec {h} {blocks}) as [-> | N{blocks}]."
            yield f"{room}{{"
            yield from self._steps(place + 1, few, numbers, family, room + "  ")
            yield f"{room}}}"
        many = [x for n in names for x in ((h, r) if n == b else (n,))]
        yield from self._steps(place + 1, many, numbers, family, room)

    def _leaf(self, number: int, room: str) -> Iterator[str]:
        """A case of the split."""
        case = self.cases[number]
        own = {self.names[n] for n in self.rule.names}
        new = [n for n in case.names if n not in own]
        yield f"{room}assert (HG' : is_grundy ({self._game(case)}) G) by (same_game HG)."
        way = way_to(number, len(self.cases))
        some = f"exists {', '.join(new)}; " if new else ""
        yield f"{room}{way}{some}repeat (split; [first [ring | lia] |])."
        yield f"{room}apply case_{number}_holds; first [exact HG' | lia]."

    def _not_vacuous(self) -> str:
        """There are members, and each has a function G."""
        where, names = self._cell(self.rule.where), [self.names[n] for n in self.rule.names]
        member = self._member()
        values = ", ".join(f"({member[n]})" for n in self.rule.names)
        return f"""
(** There are members, and each has such a G; grundy_unique: it has no other. *)
Theorem not_vacuous : (exists {" ".join(names)} : Z, {every(where)}) /\\
  {for_all(names)}
  {arrows(where)}
  let game := {self._game()} in is_grundy game (grundy game).
Proof.
  split; [exists {values}; lia | intros; {self.kind.exists}].
Qed.
"""

    def _member(self) -> dict[str, int]:
        """Some member; ValueError where none is found."""
        found = next(self.rule.members(SEARCHED), None)
        if found is None:
            raise ValueError(f"no member with names up to {SEARCHED} is found")
        return dict(found)


def _new_names(step: Residues | Blocks) -> tuple[str, ...]:
    """The names that a step brings."""
    return (step.quotient,) if isinstance(step, Residues) else (step.quotient, step.remainder)


KINDS: dict[str, AnyKind] = {kind.theorem: kind for kind in (Subtractions(), Ranges(), Codes())}
"""By the names of the theorems."""

SECONDS_A_CHARACTER = 5e-5
"""About how long Coq takes for a file."""


def family_proof(
    rule: FamilyOfRules, claim: LawsByCases, theorem: str, deadline: float | None = None
) -> CoqProof | Inapplicable:
    """The proof for Coq of the laws of a family, and that they hold all members where that is
    claimed; Inapplicable, with the reason, if there is none. The solver z3 finds trees of cases,
    which Coq checks.

    >>> from mexplore.discover.families.library import shipped_families
    >>> family = shipped_families()["two-consecutive"]
    >>> proof = family_proof(family.rule, family.law, "digits")
    >>> proof.modules
    ('Grundy', 'Evaluate', 'Subtraction', 'Linear', 'Digits')
    >>> family_proof(family.rule, family.law, "another")
    Inapplicable(reason="Coq has no proof of the theorem 'another' about families")
    """
    kind = KINDS.get(theorem)
    if kind is None:
        return Inapplicable(f"Coq has no proof of the theorem {theorem!r} about families")
    if not claim.laws:
        return Inapplicable("there is no law")
    for each in claim.laws:
        if refusal := kind.refusal(each.law):
            return Inapplicable(refusal)
    try:
        z3 = Z3().load("z3")
        for each in claim.laws:
            each.law.refuse_misfits()
        text = FamilyText(rule, claim, kind).text(z3, deadline)
    except NotInstalled as error:
        return Inapplicable(str(error))
    except (NoTree, ValueError) as error:
        return Inapplicable(f"no cases were found that show its conditions: {error}")
    modules = needed(kind.modules)
    written = {f"{name}.v": library_file(name) for name in modules}
    written["Law.v"] = text
    written["Makefile"] = makefile(modules)
    return CoqProof(written, modules, SECONDS_A_CHARACTER * len(text))


def proof_of_family(study: FamilyStudy) -> CoqProof | Inapplicable:
    """The proof of what a study found, or why there is none."""
    if study.claim is None or study.status != "proved" or study.findings[0].proof is None:
        return Inapplicable("nothing is proved")
    return family_proof(study.rule, study.claim, study.findings[0].proof.theorem)
