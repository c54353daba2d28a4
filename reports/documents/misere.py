"""Why a law of misère play is true: the theorem, and the finite checks that were made."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.search.growing import MOST_CLASSES
from mexplore.discover.misere.patterns.types import Types
from mexplore.reports.documents.literature import literature
from mexplore.reports.documents.proof import add_reproduction, proof_begun, theorem_stated
from mexplore.reports.writers.document import (
    Document,
    Formula,
    Heading,
    Items,
    Math,
    Paragraph,
    Table,
    add_figures,
)
from mexplore.reports.writers.prose import entitled, with_formulas

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mexplore.discover.misere.study import MisereStudy
    from mexplore.reports.writers.document import Block, Cell, Detail, Figure


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
    blocks = proof_begun(theorem)
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


BRIEF_HEAPS = 36  # whose classes are shown
BRIEF_RELATIONS = 24
LONGEST_PERIOD = 200  # that is told heap by heap
_PRODUCT = re.compile(r"1|(?!f[01]$)(?:[a-z](?:[2-9]|[1-9][0-9]+)?)+")


def misere_document(
    study: MisereStudy, command: str, detail: Detail, figures: Sequence[Figure] = ()
) -> Document:
    """The answer first, then classes, relations and the proof."""
    rule = str(study.misere.rule)
    document = Document([Heading(entitled(f"Misère play of {rule}", rule), 1)])
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    document.add(Paragraph(f"Who makes the last move loses. {_kind(study)}"))
    for finding in study.findings[:1]:
        document.add(Formula(finding.claim.latex(), finding.claim.statement()))
        checked = finding.proof.bound if finding.proof else 0
        checks = f"{heaps_in_words(checked - 1)} checked"
        heaps = checks if checked else "no heap has to be checked"
        document.add(Paragraph(f"Status: proved, by {finding.theorem} ({heaps})."))
    if not study.whole:
        document.add(Paragraph(_how_far(study)))
    document.add(*_lost_heaps(study), *_values(study))
    document.add(*literature(rule, detail, notes=False), *_quotient(study, detail))
    if detail.everything:
        document.add(*_one_period(study))
        add_figures(document, figures)
        document.add(*proof_of(study))
        add_reproduction(document, command, study.certificate)
    return document


def _kind(study: MisereStudy) -> str:
    if study.kind == "wild":
        return f"The rule is wild from heap {study.wild_from} on: it is not played as Nim."
    if study.kind == "tame":
        return "The rule is tame: sums are played as Nim."
    return f"No heap up to {study.tame_to or 0} is wild: as far as that, sums are played as Nim."


def _how_far(study: MisereStudy) -> str:
    """What a search without a law of all heaps came to; a failure proves nothing."""
    reach = study.reach or 0
    decided = f"Sums of heaps of at most {reach} are decided." if reach else "No sum is decided."
    grown = ", ".join(f"{order} up to heap {heap}" for heap, order in _last_orders(study))
    growth = f" Classes: {grown}." if grown else ""
    if study.ended == "failed":
        return (
            f"No law of all heaps was found: no finite quotient was found at heap {reach + 1} (at "
            f"most {MOST_CLASSES} classes were tried), which proves nothing: there may be one, or "
            f"it may be infinite. {decided}{growth}"
        )
    why = {
        "time": "the time was over",
        "interrupted": "the search was stopped",
    }.get(study.ended, "no more heaps were looked at")
    return f"No law of all heaps was found; {why} at heap {reach + 1}. {decided}{growth}"


def _last_orders(study: MisereStudy) -> list[tuple[int, int]]:
    """How many classes there were up to which heaps, where the number changed last."""
    if not isinstance(study.law, Quotient):
        return []
    ends = [heap - 1 for heap, _ in study.grown[1:]] + [study.reach or 0]
    return [(end, order) for end, (_, order) in zip(ends, study.grown, strict=True)][-5:]


def _lost_heaps(study: MisereStudy) -> list[Block]:
    law = study.law
    if not isinstance(law, ClassesOfHeaps):
        return []
    upto = "" if law.repeats_with else f" up to {len(law.listed)}"
    return [Paragraph(f"Lost heaps{upto}: {lost_heaps_in_words(law)}.")]


def lost_heaps_in_words(law: ClassesOfHeaps) -> str:
    """The heaps that are lost alone."""
    first, again = law.lost_heaps()
    listed = ", ".join(map(str, first))
    if not law.repeats_with:
        return listed or "none"
    if not again:
        return f"{listed}; no others" if listed else "none"
    repeated = f"{', '.join(map(str, again))}, and these with multiples of {law.repeats_with} added"
    return f"{listed}; {repeated}" if listed else repeated


def _values(study: MisereStudy) -> list[Block]:
    """The law of the nim-values, where sums are played as Nim."""
    found = study.values.findings if study.values is not None else ()
    if not found:
        return []
    best = found[0]
    by = f"proved, by {best.theorem}" if best.theorem else "which holds so far"
    return [Paragraph(f"The nim-values are those of normal play: {best.claim.statement()} ({by}).")]


def _quotient(study: MisereStudy, detail: Detail) -> list[Block]:
    law, shown = study.law, study.presentation
    if shown is None or not isinstance(law, Quotient):
        return _types(study, detail)
    generators = ", ".join(f"{letter} = {heap}" for letter, heap in shown.generators.items())
    lost = _listed_with(", ", map(class_cell, map(shown.name_of, law.lost_classes)))
    relations = [
        Math(f"{_latex(left)} = {_latex(right)}", f"{_plain(left)} = {_plain(right)}")
        for left, right in shown.relations
    ]
    listed = relations if detail.everything else relations[:BRIEF_RELATIONS]
    more = f", ... ({len(relations)} in all; --all)" if len(listed) < len(relations) else ""
    what = "The misère quotient" if law.reduced else "Classes"
    what += "" if study.whole else f" of the heaps up to {study.reach}"
    return [
        Heading(what),
        Table(
            ("", ""),
            [
                ["classes", f"{law.order}, {len(law.lost_classes)} of them lost"],
                ["generators, by heaps", generators],
                ["relations", (*_listed_with(", ", listed), more) if listed else "none"],
                ["lost classes", lost or "none"],
                ["heaps 1, 2, ...", _listed(law, detail, shown.name_of)],
            ],
        ),
    ]


def _types(study: MisereStudy, detail: Detail) -> list[Block]:
    law = study.law
    if not isinstance(law, ClassesOfHeaps):
        return []
    return [
        Heading("Types"),
        Paragraph(
            "A heap of type f0 or f1 (fickle) or F0, F1, F2, ... (firm) is played as a heap of "
            "Nim. If some heap is firm, a sum is lost if the xor of the numbers is 0; if none is, "
            "if it is 1."
        ),
        Paragraph(("Heaps 1, 2, ...: ", *_listed(law, detail, law.name_of))),
    ]


def _listed(law: ClassesOfHeaps, detail: Detail, name_of: Any) -> tuple[Cell, ...]:
    most = len(law.listed) if detail.everything else BRIEF_HEAPS
    names = _listed_with(" ", (class_cell(name_of(q)) for q in law.listed[:most]))
    return (*names, " ..." * (len(law.listed) > most or bool(law.repeats_with)))


def _listed_with(between: str, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells with this text between each two."""
    return tuple(piece for cell in cells for piece in (between, cell))[1:]


def class_cell(name: str) -> Cell:
    """A class as a product of powers; a type as it is.

    >>> class_cell("ab2"), class_cell("f0")
    (Math(latex='ab^{2}', plain='ab^2'), 'f0')
    """
    return Math(_latex(name), _plain(name)) if _PRODUCT.fullmatch(name) else name


def _plain(name: str) -> str:
    if not _PRODUCT.fullmatch(name) or name == "1":
        return name
    return re.sub("[0-9]+", lambda power: f"^{power[0]}", name)


def _latex(name: str) -> str:
    """A product of powers of single letters; longer names of generators stand as they are."""
    if _PRODUCT.fullmatch(name):
        return re.sub("[0-9]+", lambda power: f"^{{{power[0]}}}", name) if name != "1" else name
    return rf"\text{{{name}}}"


def _one_period(study: MisereStudy) -> list[Block]:
    """The classes of the heaps of one period, which all later ones repeat."""
    law = study.law
    if not isinstance(law, ClassesOfHeaps) or not 0 < law.repeats_with <= LONGEST_PERIOD:
        return []
    name_of = study.presentation.name_of if study.presentation is not None else law.name_of
    n0, p = law.preperiod, law.repeats_with
    rows = [
        [f"{n}, {n + p}, {n + 2 * p}, ...", class_cell(name_of(q)), _alone(law, n)]
        for n in range(n0, n0 + p)
        for q in [law.class_of(n)]
    ]
    return [Heading("One period"), Table(("heaps", "class", "alone"), rows)]


def _alone(law: ClassesOfHeaps, n: int) -> str:
    return "lost" if law.lost((n,)) else "won"


def listed_classes(study: MisereStudy) -> list[tuple[int, str, bool]]:
    """n, the name of its class, and whether it is lost alone, of the heaps that the law lists."""
    law = study.law
    if not isinstance(law, ClassesOfHeaps):
        return []
    name_of = study.presentation.name_of if study.presentation is not None else law.name_of
    return [(n, name_of(q), law.is_lost(q)) for n, q in enumerate(law.listed, 1)]


# JSON.


def misere_json(study: MisereStudy) -> dict[str, Any]:
    """What JSON says of it, besides the rule."""
    law, proof = study.law, study.findings[0].proof if study.findings else None
    return {
        "kind": study.kind,
        "wild_from": study.wild_from,
        "status": "proved" if study.whole else "partial" if study.reach else "nothing found",
        "proved": study.whole,
        "reach": study.reach,
        "statement": law.statement() if law is not None else None,
        "theorem": proof.theorem if proof else None,
        "bound": proof.bound if proof else None,
        **_law_json(study),
        "grown": [list(each) for each in study.grown],
        "ended": study.ended,
        "certificate": study.certificate,
    }


def _law_json(study: MisereStudy) -> dict[str, Any]:
    law, shown = study.law, study.presentation
    empty: dict[str, Any] = {"order": None, "lost_heaps": None, "law": None}
    if not isinstance(law, ClassesOfHeaps):
        values = study.values.findings if study.values is not None else ()
        return empty | {"values": values[0].claim.statement() if values else None}
    first, again = law.lost_heaps()
    name_of = shown.name_of if shown is not None else law.name_of
    found: dict[str, Any] = {
        "order": law.order if isinstance(law, Quotient) else None,
        "lost_heaps": {"first": first, "again": again},
        "law": {
            "preperiod": law.preperiod if law.repeats_with else None,
            "period": law.repeats_with or None,
            "classes": [name_of(q) for q in law.listed],
        },
    }
    if shown is not None and isinstance(law, Quotient):
        found |= {
            "quotient": law.reduced,
            "lost_classes": [shown.name_of(q) for q in law.lost_classes],
            "generators": shown.generators,
            "relations": [list(each) for each in shown.relations],
        }
    return found
