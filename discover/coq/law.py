"""One law for Coq, and how a theorem of mexplore is found in the library of Coq proofs.


A `Translation` returns a `CoqLaw`; `law_file` puts it into a file that
ends with two theorems. Nothing in it is trusted but the definition of the game and the statement of
the law: Coq computes the rest again, whatever numbers and hints the check is given.

How a theorem of `discover.heaps.theorems` is found in the library of Coq proofs.

The theorems know nothing of Coq: the library is an optional package, whose
translations name the theorems that it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from mexplore.discover.study.pattern import AnyClaim
from mexplore.discover.study.theorem import Inapplicable, TheoremOf
from mexplore.rules.dataclass import dataclass

MOST_VALUES = 10**6
"""Checks of more values than this are not written: Coq would take hours."""


@dataclass(frozen=True)
class Subject:
    """What a law is about: a function of a game that its definition determines."""

    kind: str
    """The type of the game."""

    every: str
    """What the law assumes of the function."""

    there_is: str
    """That there is such a function."""

    unique: str
    """The theorem of the library that there is no other."""


NIM_VALUES = Subject(
    "rule", "forall G, is_grundy game G", "is_grundy game (grundy game)", "grundy_unique"
)
BOARD_VALUES = Subject(
    "board",
    "forall G, is_board_grundy game G",
    "exists G, is_board_grundy game G",
    "board_grundy_unique",
)
MISERE_OUTCOMES = Subject(
    "rule",
    "forall lost, is_misere game lost",
    "exists lost, is_misere game lost",
    "misere_unique",
)


@dataclass(frozen=True)
class CoqLaw:
    """A law of one game, in terms of the library."""

    modules: tuple[str, ...]
    """The files of the library that the law needs, besides ``Grundy``."""

    game: str
    """The game: a term of type ``rule``, or what the subject says."""

    law: str
    """The statement about every G with ``is_grundy game G``, or what the subject says."""

    proof: str
    """A theorem of the library with its numbers; what it lacks is ``check ... = true``, or, if
    not ``computed``, nothing."""

    exists: str
    """The tactics that prove that there is such a G."""

    values: int = 0
    """How many values (windows, of an automatic law; heaps, in misère play) the check looks at."""

    seconds: float = 0.0
    """An estimate of the time for the check, beyond the second that every file takes."""

    computed: bool = True
    """Whether a computation is part of the proof."""

    counted: str = "the first {} values"
    """How many, in words."""

    header: str = ""
    """Commands before the game: scopes, definitions."""

    lemmas: str = ""
    """Commands after the game, which the proof needs."""

    subject: Subject = NIM_VALUES
    """What the law is about."""


LEAST = ("Evaluate", "Least")
"""The files of the library for theorems that a law is least."""
ASSUMPTIONS_OF_LEAST = "Print Assumptions least.\n"


def law_file(law: CoqLaw, rule: str, statement: str, theorem: str, least: str = "") -> str:
    """The text of ``Law.v``; ``least`` is the theorem that the law is the least of its kind."""
    subject = law.subject
    values = f", and {law.counted.format(law.values)}" if law.values else ""
    said = comment(f'{rule}: {statement}. By the theorem "{theorem}"{values}.')
    modules = dict.fromkeys(("Grundy", *law.modules, *(LEAST if least else ())))
    lemmas = law.lemmas and f"\n{law.lemmas}\n"
    finite_check = "\n  vm_cast_no_check (eq_refl true)." if law.computed else ""
    return f"""{said}
From Coq Require Import ZArith NArith List.
From Mexplore Require Import {" ".join(modules)}.
Import ListNotations.
Local Open Scope N_scope.
{law.header}
Definition game : {subject.kind} :=
  {law.game}.
{lemmas}
Theorem law : {subject.every} ->
  {law.law}.
Proof.
  apply ({law.proof}).{finite_check}
Qed.
{least}
(** There is such a {subject.every.split()[1].rstrip(",")}, and ({subject.unique}) no other. *)
Theorem not_vacuous : {subject.there_is}.
Proof. {law.exists} Qed.

Print Assumptions law.
Print Assumptions not_vacuous.
{least and ASSUMPTIONS_OF_LEAST}"""


def comment(text: str) -> str:
    """The text as a comment, which may hold no comment signs and no open string.

    >>> print(comment('0.{2}: "a" (*) b'))
    (* 0.{2}: 'a' ( * ) b *)
    """
    for sign, harmless in (("(*", "( *"), ("*)", "* )"), ('"', "'")):
        text = text.replace(sign, harmless)
    return f"(* {text} *)"


def numbers(items: Iterable[int]) -> str:
    """A list of numbers.

    >>> numbers((1, 3, 4))
    '[1; 3; 4]'
    """
    return f"[{'; '.join(map(str, items))}]"


def truth(value: bool) -> str:
    """A truth value.

    >>> truth(True)
    'true'
    """
    return "true" if value else "false"


def periodic(preperiod: int, period: int, saltus: int = 0) -> str:
    """The law G(n + p) = G(n) + s for all n >= n0.

    >>> periodic(71, 12)
    'forall n, 71 <= n -> G (n + 12) = G n'
    """
    plus = f" + {saltus}" if saltus else ""
    return f"forall n, {preperiod} <= n -> G (n + {period}) = G n{plus}"


Shape = TypeVar("Shape")
Claim = TypeVar("Claim", bound=AnyClaim)


class Translation(ABC, Generic[Shape, Claim]):
    """One theorem as the library has it."""

    of_theorem: ClassVar[type[TheoremOf[Any, Any, Any]]]

    def needed_of(self, game: Any, shape: Any) -> Shape:
        """What `law` has to know of a game: usually what the theorem reads off it."""
        del game
        found: Shape = shape
        return found

    @abstractmethod
    def law(self, shape: Shape, claim: Claim) -> CoqLaw | Inapplicable:
        """The claim, which the theorem proves of a rule with this shape, as a theorem of the
        library, for an independent check; Inapplicable if the library does not have it."""
