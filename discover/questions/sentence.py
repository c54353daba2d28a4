"""The sentence that a closed form is the Grundy function of a rule, for MONA and for Walnut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.automata.exports.mona import mona_text
from mexplore.discover.automata.exports.walnut import walnut_files
from mexplore.discover.automata.laws import Law
from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.relations import Move, Unlisted, relations_of

if TYPE_CHECKING:
    from mexplore.discover.study.finding import Finding
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Sentence:
    """'This law is the Grundy function of these moves.'"""

    law: Law
    moves: tuple[Move, ...]
    title: str

    def mona(self) -> str:
        """A file for MONA, which answers 'Formula is valid' if the sentence is true."""
        return mona_text(self.law, self.moves, self.title)

    def walnut(self) -> dict[str, str]:
        """Files for Walnut, by name."""
        return walnut_files(self.law, self.moves, self.title)


def sentence_of(rule: Rule | None, finding: Finding | None) -> Sentence | Unlisted:
    """The sentence that a finding is true of a rule, or why there is none."""
    if rule is None:
        return Unlisted("a bare sequence has no moves")
    if finding is None or finding.form is None:
        return Unlisted("no law was found that predicts every term")
    law = finding.form.by_residues()
    if law is None:
        return Unlisted("the law is not linear, or the ruler function, on residue classes")
    if any(each.tail.formula("q", "v") is None for each in law.classes):
        return Unlisted("the law takes an automaton of its own, not a formula")
    moves = relations_of(rule)
    if isinstance(moves, Unlisted):
        return moves
    return Sentence(law, moves, f"{rule}: {finding.claim.statement()}")
