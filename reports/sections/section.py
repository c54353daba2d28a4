"""What a report says of a kind of law, and what it draws: tables, sentences, pictures.

A kind of law that has something of its own to show has a file in ``reports/sections/kinds`` with a
subclass of `Section`; the others are reported as this class says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.sections.run_table import run_table
from mexplore.reports.writers.document import Block, Detail, Formula, Heading, ValueTable
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern

    Drawing = Callable[[Axes], None]


LONGEST_LINE = 60  # characters of a closed form that stands in a line
_FUNCTION = re.compile(r"\\operatorname\{(\w+)\}_\{(\w+)\}")  # a name with a stroke, by sympy
_MOD = re.compile(r"Mod\(n, (\d+)\)")


@dataclass(frozen=True)
class Marked:
    """The n at which a law fails: what one is called, what they are, where they are."""

    name: str
    what: str
    where: list[int]


@dataclass(frozen=True)
class Multiples:
    """Runs start at m*c^k + shift: the ratio c and the factors m, 1 <= m < c."""

    ratio: int
    factors: tuple[Fraction, ...]
    shift: int = 0


class Section:
    """What a report says of a finding whose claim is ``about``; here: what holds for any law."""

    about: ClassVar[tuple[type[Pattern], ...]] = ()

    def values(self, finding: Finding | None, evidence: Evidence, detail: Detail) -> list[Block]:
        """The values, or the runs of equal values, arranged so that the law is visible. ``finding``
        is None where nothing was found."""
        del finding
        return value_blocks(evidence, detail) if evidence.dense else run_blocks(evidence, detail)

    def headline(self, finding: Finding) -> Formula:
        """The law as it is told first: its statement."""
        return Formula(finding.claim.latex(), finding.claim.statement())

    def answer(self, finding: Finding, detail: Detail) -> list[Block]:
        """The closed form in the notation of the field, where it is short; the statement of the law
        precedes it."""
        del detail
        return short_formula(finding)

    def closed_form(self, finding: Finding, detail: Detail) -> list[Block]:
        """The closed form in full, as a paper would state it: a formula, or a table where it is
        long; nothing where the statement of the law says it all."""
        del detail
        return short_formula(finding)

    def words(self, finding: Finding, detail: Detail) -> list[Block]:
        """What else is known of the law, beyond statement, status and closed form."""
        del finding, detail
        return []

    def graph(self, claim: Pattern) -> str | None:
        """A drawing as Graphviz text."""
        del claim
        return None

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """The function that draws a picture of this kind, where this law has one."""
        del kind, finding, evidence
        return None

    def marked(self, finding: Finding, evidence: Evidence) -> Marked | None:
        """The n at which this law fails, where they are known."""
        del finding, evidence
        return None

    def multiples(self, finding: Finding) -> Multiples | None:
        """Where the runs of equal values start, if at multiples of powers."""
        del finding
        return None


def short_formula(finding: Finding) -> list[Block]:
    """The closed form in a line, if it is one: ``G(n) = n mod 4``."""
    if finding.form is None or not finding.form.has_short_formula():
        return []
    import sympy

    if finding.claim.states_formula:
        return []
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    expression = finding.form.formula(n)
    text = "" if expression is None else in_field_words(str(expression))
    if not text or len(text) > LONGEST_LINE or "Piecewise" in text:
        return []
    return [Formula(f"G(n) = {in_paper_words(sympy.latex(expression))}", f"G(n) = {text}")]


def in_field_words(expression: str) -> str:
    """A formula of sympy with remainders as they are written.

    >>> in_field_words("Mod(n, 4)"), in_field_words("4*floor(n/8) + Mod(n, 4)")
    ('n mod 4', '4*floor(n/8) + (n mod 4)')
    """
    words = _MOD.sub(r"(n mod \1)", expression)
    alone = words.startswith("(") and words.count("(") == 1 and words.endswith(")")
    return words[1:-1] if alone else words


def in_paper_words(latex: str) -> str:
    r"""LaTeX of sympy with the words of cases set apart as papers do, and names in one piece.

    >>> in_paper_words(r"\begin{cases} 0 & \text{for}\: n = 0 \\1 & \text{otherwise} \end{cases}")
    '\\begin{cases} 0 & \\text{if } n = 0 \\\\1 & \\text{otherwise} \\end{cases}'
    >>> in_paper_words(r"\operatorname{odd}_{part}{\left(n + 1 \right)}")
    '\\operatorname{oddpart}{\\left(n + 1 \\right)}'
    """
    return _FUNCTION.sub(r"\\operatorname{\1\2}", latex.replace(r"\text{for}\: ", r"\text{if } "))


def value_blocks(evidence: Evidence, detail: Detail) -> list[Block]:
    """The first values in rows."""
    values = evidence.values[: detail.values].tolist()
    return [Heading("Values"), ValueTable([str(value) for value in values])]


def run_blocks(evidence: Evidence, detail: Detail) -> list[Block]:
    """The first runs of equal values."""
    return [Heading("Runs of equal values"), run_table(evidence.runs, None, detail.runs)]
