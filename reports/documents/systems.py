"""The study of a system of kinds as a document and as JSON: the start first, then all kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.theorems.shifts import Shifts
from mexplore.reports.documents.conjecture import refusals_table
from mexplore.reports.documents.finding import add_answer, refusals_json
from mexplore.reports.documents.literature import library_json, literature
from mexplore.reports.documents.proof import add_reproduction, proof_begun
from mexplore.reports.documents.relatives import (
    add_nearest,
    add_relatives,
    relatives_json,
    sentence,
)
from mexplore.reports.documents.study import add_values, study_json
from mexplore.reports.writers.document import (
    Document,
    Heading,
    Items,
    Paragraph,
    Table,
    add_figures,
    pieces,
    short,
)
from mexplore.reports.writers.prose import entitled, with_formulas

if TYPE_CHECKING:
    from mexplore.discover.questions.relatives import Relative
    from mexplore.discover.systems.study import SystemStudy
    from mexplore.reports.writers.document import Block, Detail, Figure

BRIEF_KINDS = 8  # that are shown without --all
FIRST_VALUES = 12


def system_document(
    study: SystemStudy,
    command: str,
    detail: Detail,
    figures: Sequence[Figure] = (),
    relatives: Sequence[Relative] = (),
) -> Document:
    """The law of G(n) first, then the rule, games with the same values, the laws of all kinds, and
    values."""
    name = str(study.game)
    document = Document([Heading(entitled(f"The game {name}", name), 1)])
    add_answer(document, study.of_start, detail)
    document.add(Paragraph(study.game.words()), *literature(name, detail))
    add_nearest(document, relatives)
    document.add(*_kinds(study, detail, relatives))
    known, largest = study.known.stop, study.of_start.evidence.largest
    seconds = f"; {study.seconds:.2f} s" if detail.seconds else ""
    far = f"Known: n < {short(known)} of each kind; the largest value of G is {largest}"
    document.add(Paragraph((*pieces(with_formulas(far)), f"{seconds}.")))
    add_values(document, study.of_start, detail)
    if detail.everything:
        document.add(*_proof(study))
        add_relatives(document, relatives)
    if study.refusals and study.is_open:
        document.add(Heading("Why nothing more is proved"), refusals_table(study.refusals))
    add_figures(document, figures)
    if detail.everything:
        add_reproduction(document, command, study.certificate)
    elif study.certificate is not None:
        writes = "" if detail.written else "; --write FILE.md writes them"
        more = f"--all shows the proof and its certificate{writes}."
        document.add(Paragraph(more))
    return document


def _kinds(study: SystemStudy, detail: Detail, relatives: Sequence[Relative]) -> list[Block]:
    """A row for each kind, the start first; heaps whose options are all listed need no law. Then
    the games whose values the heaps of other kinds have."""
    listed = {kind.name for kind in study.game.system.kinds if not kind.schemas}
    shown = [row for row in rows_of(study) if row["start"] or row["kind"] not in listed]
    most = len(shown) if detail.everything else BRIEF_KINDS
    rows = [
        [
            row["kind"],
            row["heaps"],
            with_formulas(row["statement"] or "no law is known"),
            row["status"],
        ]
        for row in shown[:most]
    ]
    plain = all(row["heaps"] == row["kind"] for row in shown)
    heads: tuple[str, ...] = ("kind", "heaps", "values", "status")
    if plain:
        heads = ("kind", *heads[2:])
        rows = [[row[0], *row[2:]] for row in rows]
    more = len(shown) - len(rows)
    caption = f"{more} other kinds: --all shows them." if more else ""
    others = [row["kind"] for row in shown[1:most]]
    return [
        Heading("Kinds of heaps"),
        Table(heads, rows, caption=caption),
        *_values_of_others(study, others, relatives),
    ]


def _values_of_others(
    study: SystemStudy, kinds: Sequence[str], told: Sequence[Relative]
) -> Iterator[Items]:
    """Whose values the heaps of these kinds have, but for the games that are told of the start."""
    known = {(each.rule, each.shift) for each in told}
    nearest = ((kind, next(iter(_relatives(study, kind)), None)) for kind in kinds)
    sentences = [
        sentence(each, f"{kind}(n)")
        for kind, each in nearest
        if each is not None and (each.rule, each.shift) not in known
    ]
    if sentences:
        yield Items(sentences)


def _relatives(study: SystemStudy, kind: str) -> Sequence[Relative]:
    """The games that agree with all known values of the heaps of this kind."""
    from mexplore.discover.questions.relatives import relatives_of_terms

    known, law = study.known.of[kind], study.finding_of(kind)
    found = relatives_of_terms(known, law, own=str(study.game))
    return [each for each in found if each.whole]


def rows_of(study: SystemStudy) -> list[dict[str, Any]]:
    """What is known of each kind, the start first: as JSON has it."""
    system = study.game.system
    order = sorted(range(len(system.kinds)), key=lambda number: number != system.start)
    return [_row(study, number) for number in order]


def _row(study: SystemStudy, number: int) -> dict[str, Any]:
    name = study.game.system.kinds[number].name
    found = study.finding_of(name)
    return {
        "kind": name,
        "heaps": study.game.describe(number),
        "start": number == study.game.system.start,
        "statement": None if found is None else found.claim.statement(),
        "status": "nothing found" if found is None else found.status,
        "theorem": None if found is None else found.theorem,
        "parameters": {} if found is None else found.claim.parameters(),
        "values": study.known.of[name].values[:FIRST_VALUES].tolist(),
        **relatives_json(_relatives(study, name)),
    }


def _proof(study: SystemStudy) -> list[Block]:
    """The theorem, what was found for each kind, and what was compared."""
    theorem, found = study.theorem, study.proved
    if theorem is None or found is None or found.proof is None:
        return []
    blocks = proof_begun(theorem)
    claim = found.claim
    if isinstance(claim, KindLaws):
        shifts = Shifts(study.game.system, claim)
        rows = [
            [kind.name, str(common := shifts.common(kind)), str(shifts.bound(kind, common))]
            for kind in shifts.named()
        ]
        blocks += [
            Paragraph(
                "For each kind t the common multiple Q of the periods and moduli in its options, "
                "and the size from which on the options of (t, n) are those of (t, n - Q), shifted:"
            ),
            Table(("kind", "Q", "from"), rows),
        ]
    bound = found.proof.bound
    checked = (
        f"The bound is {bound}: the laws were checked for every n < {bound} of each kind, so they "
        "hold for all n."
    )
    return [*blocks, Paragraph("Every play ends: the ranks of heaps fall."), Paragraph(checked)]


def system_json(study: SystemStudy) -> dict[str, Any]:
    """The JSON object of ``study``: that of G(n), and the kinds."""
    return study_json(study.of_start) | {
        "rule": str(study.game),
        "family": study.game.family,
        **library_json(study.game),
        "computed": study.known.stop,
        "kinds": rows_of(study),
        "refusals": refusals_json(study.refusals),
        "certificate": study.certificate,
    }
