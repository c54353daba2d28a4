"""The files for a law with parameters: a theorem about all members of a family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.coq.export import CoqProof, library_file, makefile, needed
from mexplore.discover.coq.families.digit_laws import Subtractions
from mexplore.discover.coq.families.kind import AnyKind
from mexplore.discover.coq.families.members import FamilyText
from mexplore.discover.coq.families.trees import NoTree
from mexplore.discover.coq.families.value_laws import Ranges
from mexplore.discover.coq.families.word_laws import Codes
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.solvers.solver import NotInstalled
from mexplore.discover.families.solvers.z3_solver import Z3
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.parameters.family import FamilyOfRules

if TYPE_CHECKING:
    from mexplore.discover.families.studied import StudiedFamily

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


def proof_of_family(study: StudiedFamily) -> CoqProof | Inapplicable:
    """The proof of what a study found, or why there is none."""
    if study.claim is None or study.status != "proved" or study.findings[0].proof is None:
        return Inapplicable("nothing is proved")
    return family_proof(study.rule, study.claim, study.findings[0].proof.theorem)
