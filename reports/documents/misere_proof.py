"""Why a law of misère play is true: the theorem, and the finite checks that were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.types import Types
from mexplore.reports.documents.proof import theorem_stated
from mexplore.reports.writers.document import Heading, Items, Paragraph
from mexplore.reports.writers.prose import with_formulas

if TYPE_CHECKING:
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.reports.writers.document import Block

OF_CLASSES = (
    "Let every heap have a class in a finite commutative monoid, a heap without a move that of no "
    "heap, and let the class of a sum be the product. Let L be a set of classes, and for every "
    "class q let E(q) be a set of classes. If the checks below hold of every heap, a sum is lost "
    "exactly if its class is in L."
)
OF_TYPES = (
    "Let every heap have a type f0, f1, F0, F1, F2, ...: f0 if it has no move; otherwise one whose "
    "nim-value is the mex of those of its options, and whose misère value (1 of f0, 0 of f1, k of "
    "Fk) is the mex of theirs. Then a sum is lost exactly if the misère value of its type is 0."
)


def proof_of(study: MisereStudy) -> list[Block]:
    """Theorem, source, and the checks of this law, each with what it was made for."""
    theorem, proof = study.theorem, study.findings[0].proof if study.findings else None
    if theorem is None or proof is None:
        return []
    blocks: list[Block] = [
        Heading("Proof"),
        theorem_stated(theorem.name, theorem.statement),
        Paragraph(f"Source: {theorem.source}."),
    ]
    law, last = study.law, proof.bound - 1
    if isinstance(law, Quotient):
        blocks += [
            theorem_stated("classes", OF_CLASSES),
            Items([with_formulas(each) for each in _checks(law, last)]),
        ]
    elif isinstance(law, Types):
        blocks.append(theorem_stated("types", OF_TYPES))
    if isinstance(law, ClassesOfHeaps):
        blocks.append(Paragraph(_whom(law, last)))
    return blocks


def _checks(law: Quotient, last: int) -> list[str]:
    """The conditions of Theorem 1, in the order in which they are checked."""
    order, generators = law.order, len(set(law.classes))
    several = f"the {generators} different classes" if generators > 1 else "the one class"
    checks = [
        f"The products of the {order} classes: 1 is the class of no heap; ab = ba for all classes; "
        f"{several} of heaps generate all; and (ag)b = a(gb) for all classes a, b and each class g "
        "of a heap, which is enough (Light's test).",
        "1 is not in L.",
        f"Of each heap from 1 to {last}: if it has no move, its class is 1. If it has, let q be "
        "its class: no move leads from a class qc in L to one in L; and for every c in E(q) some "
        "move leads, beside c, to a class in L.",
        "For all classes a, and b of a heap that has a move: if c is in E(ab), then bc is in E(a) "
        "or ac is in E(b).",
        f"1 is in E(q) for each of the {order - len(law.lost_classes)} classes q outside L.",
    ]
    if law.reduced:
        whose = "" if law.repeats_with else f" of the heaps up to {last}"
        checks.append(
            f"For any two of the {order} classes some class c makes the product of exactly one of "
            f"them lost: so they are the misère quotient{whose}, of order {order}."
        )
    return checks


def _whom(law: ClassesOfHeaps, last: int) -> str:
    """Of which heaps the checks were made, and why they are enough."""
    if not law.repeats_with:
        return f"So much was checked of {heaps_in_words(last)}; nothing is said of larger ones."
    return (
        f"So much was checked of {heaps_in_words(last)} from their options; by the theorem it then "
        "holds of all heaps."
    )


def heaps_in_words(last: int) -> str:
    """The heaps up to this one.

    >>> heaps_in_words(0), heaps_in_words(1), heaps_in_words(12)
    ('no heap', 'heap 1', 'heaps 1, ..., 12')
    """
    return "no heap" if last < 1 else "heap 1" if last == 1 else f"heaps 1, ..., {last}"
