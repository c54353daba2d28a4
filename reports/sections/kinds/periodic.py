"""Periodic laws: values in rows of one period, exceptions, outcomes, residues."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.periodic import LISTED_EXCEPTIONS, Periodic, PeriodicForm
from mexplore.reports.sections.section import Marked, Section
from mexplore.reports.writers.document import (
    Block,
    Cell,
    Detail,
    Formula,
    Heading,
    Mark,
    Paragraph,
    Table,
    ValueTable,
)
from mexplore.reports.writers.prose import with_formulas

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.sections.section import Drawing

WIDEST_ROW = 40
MOST_SQUARES = 10**6  # residues that are drawn
MOST_PERIODS = 30  # rows of periods that are drawn
LISTED = 60
MOST_CASES = 12  # values in a formula of cases
MOST_LISTED = 4000  # values of one period in a table
MOST_NAMED = 16  # heaps, or residues, that a sentence names
LONGEST_LISTED = 1000  # period whose residues are looked at


class PeriodicSection(Section):
    """G(n + p) = G(n) + s from some n on."""

    about: ClassVar[tuple[type[Pattern], ...]] = (Periodic,)

    def values(self, finding: Finding | None, evidence: Evidence, detail: Detail) -> list[Block]:
        form = finding.form if finding else None
        if not isinstance(form, PeriodicForm):
            return super().values(finding, evidence, detail)
        return [Heading("Values"), periodic_table(form, detail.values)]

    def headline(self, finding: Finding) -> Formula:
        """Where the values are those of a line from n = 0 on, as of Nim, the line."""
        form = finding.form
        if isinstance(form, PeriodicForm) and form.law.period == 1 and not form.law.preperiod:
            (line,) = by_value(form)
            assert isinstance(line, Formula)
            return line
        return super().headline(finding)

    def answer(self, finding: Finding, detail: Detail) -> list[Block]:
        """A short formula, or one period as a table."""
        form, line = finding.form, super().answer(finding, detail)
        if line or not isinstance(form, PeriodicForm):
            return line
        p, n0, s = form.law.period, form.law.preperiod, form.law.saltus
        sentence = f"Period {p} from n = {n0} on."
        if s:
            sentence = (
                f"Arithmetic period {p} from n = {n0} on; the values grow by {s} in each period."
            )
        blocks: list[Block] = [Paragraph(sentence)]
        if p == 1:
            return by_value(form)
        if p <= WIDEST_ROW:
            values = [str(form.extended_down(r)) for r in range(p)]
            name = f"G(n) - {steps(s, p)}" if s else "G(n)"
            heads = [f"n mod {p}", *map(str, range(p))]
            blocks.append(Table(heads, [[name, *values]], numeric=True))
        return blocks

    def closed_form(self, finding: Finding, detail: Detail) -> list[Block]:
        """A short formula, the residues of each value, or the values of one period; and the n
        below the preperiod at which the law extended downwards is not right."""
        form, line = finding.form, super().closed_form(finding, detail)
        if not isinstance(form, PeriodicForm):
            return line
        blocks = line or (by_value(form) if _few_residues(form) else one_period(form))
        return [*blocks, *_exceptions(form)]

    def words(self, finding: Finding, detail: Detail) -> list[Block]:
        """Outcomes, and the n below the preperiod that break the law extended downwards."""
        form = finding.form
        if not isinstance(form, PeriodicForm):
            return []
        blocks: list[Block] = [Paragraph(with_formulas(who_loses(form)))]
        if detail.everything:
            return blocks  # the closed form lists the exceptions
        count = form.number_of_exceptions()
        if 0 < count <= LISTED_EXCEPTIONS:
            listed = ", ".join(map(str, form.exceptions()[:LISTED])) + ", ..." * (count > LISTED)
            blocks.append(Paragraph(f"Exceptions below the preperiod ({count}): {listed}."))
        elif count:
            blocks.append(Paragraph(f"Exceptions below the preperiod: {count} values of n."))
        return blocks

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """Residues: a row a period, a column a residue; a long period in rows of its own."""
        del evidence
        form = finding.form
        if kind != "residues" or not isinstance(form, PeriodicForm):
            return None
        p, s = form.law.period, form.law.saltus
        if p > MOST_SQUARES:
            return None
        table, odd = residue_table(form)
        label = f"G(n) - {steps(s, p)}" if s else "G(n)"

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import ORANGE, heat_map

            heat_map(axes, table, label)
            if odd:
                rows, columns = zip(*odd, strict=True)
                axes.plot(columns, rows, "s", markerfacecolor="none", markeredgecolor=ORANGE,
                          markersize=8 if p <= WIDEST_ROW // 2 else 5)  # fmt: skip
            inside = p > WIDEST_ROW
            axes.set_xlabel(f"j, where n mod {p} = r + j" if inside else f"n mod {p}")
            axes.set_ylabel("r" if inside else steps(1, p))
            if inside:
                width = table.shape[1]
                axes.yaxis.set_major_formatter(lambda row, _: str(round(row) * width))

        return draw

    def marked(self, finding: Finding, evidence: Evidence) -> Marked | None:
        """The exceptions below the preperiod."""
        del evidence
        form = finding.form
        if not isinstance(form, PeriodicForm):
            return None
        if not 0 < form.number_of_exceptions() <= LISTED_EXCEPTIONS:
            return None
        what = "exceptions, at which the law extended downwards fails"
        return Marked("exceptions", what, list(form.exceptions()))


def steps(saltus: int, period: int) -> str:
    """What the saltus has added by n, as it is written.

    >>> steps(3, 6), steps(1, 2), steps(1, 1), steps(2, 1)
    ('3*floor(n/6)', 'floor(n/2)', 'n', '2*n')
    """
    floor = "n" if period == 1 else f"floor(n/{period})"
    return floor if saltus == 1 else f"{saltus}*{floor}"


def residue_table(form: PeriodicForm) -> tuple[npt.NDArray[np.int64], list[tuple[int, int]]]:
    """G(n), less what the saltus adds, by n mod p: a row a period from n = 0 on, and the squares
    (row, column) of exceptions; of a period too long for a row, one in several rows, as the law
    extended downwards has it. Squares without an n have -1.

    >>> import numpy as np
    >>> form = PeriodicForm(Periodic(1, 2, 0), np.array([5, 1, 0]))
    >>> table, odd = residue_table(form)
    >>> table.tolist(), odd
    ([[5, 1], [0, 1], [0, 1]], [(0, 0)])
    """
    import numpy as np

    p, n0, s = form.law.period, form.law.preperiod, form.law.saltus
    if p > WIDEST_ROW:
        width = _best_side(p)
        cells = [form.extended_down(r) for r in range(p)]
        cells += [-1] * (-p % width)
        return np.array(cells, dtype=np.int64).reshape(-1, width), []
    rows = min(max(-(-n0 // p) + 2, 3), MOST_PERIODS)
    cells = [form.at(n) - s * (n // p) for n in range(rows * p)]
    odd = [divmod(n, p) for n in range(min(n0, rows * p)) if form.is_exception(n)]
    return np.array(cells, dtype=np.int64).reshape(rows, p), odd


def _best_side(p: int) -> int:
    """The divisor of p nearest to its square root, if one is near; otherwise that root."""
    root = max(round(p**0.5), 1)
    near = [d for d in range(max(root // 2, 1), 2 * root + 1) if p % d == 0]
    return min(near, key=lambda d: abs(d - root), default=root)


def _few_residues(form: PeriodicForm) -> bool:
    p = form.law.period
    return p <= WIDEST_ROW and len({form.extended_down(r) for r in range(p)}) <= MOST_CASES


def by_value(form: PeriodicForm) -> list[Block]:
    """For each value the residues at which it is taken.

    >>> import numpy as np
    >>> (formula,) = by_value(PeriodicForm(Periodic(0, 3, 0), np.array([0, 1, 1])))
    >>> print(formula.plain)
    G(n) = 0 for n = 0 modulo 3
           1 for n = 1, 2 modulo 3
    """
    p, n0, s = form.law.period, form.law.preperiod, form.law.saltus
    valid = rf" \qquad (n \ge {n0})" if n0 else ""
    if p == 1:
        line = _line(s, form.extended_down(0))
        plain = f"G(n) = {line}" + (f" for n >= {n0}" if n0 else "")
        return [Formula(f"G(n) = {line.replace('*', '')}{valid}", plain)]
    residues: dict[int, list[int]] = {}
    for r in range(p):
        residues.setdefault(form.extended_down(r), []).append(r)
    listed = [(value, ", ".join(map(str, where))) for value, where in sorted(residues.items())]
    step = f"{s if s > 1 else ''}\\lfloor n/{p} \\rfloor + " if s else ""
    lines = " \\\\ ".join(rf"{value} & n \equiv {where} \pmod{{{p}}}" for value, where in listed)
    latex = rf"G(n) = {step}\begin{{cases}} {lines} \end{{cases}}{valid}"
    head = f"G(n) = {steps(s, p)} + " if s else "G(n) = "
    rows = [f"{value} for n = {where} modulo {p}" for value, where in listed]
    return [Formula(latex, head + ("\n" + " " * len(head)).join(rows))]


def _line(slope: int, at_zero: int) -> str:
    """slope*n + at_zero.

    >>> _line(1, -4), _line(2, 0), _line(0, 5)
    ('n - 4', '2*n', '5')
    """
    if not slope:
        return str(at_zero)
    sign = f" {'-' if at_zero < 0 else '+'} {abs(at_zero)}" if at_zero else ""
    return f"{steps(slope, 1)}{sign}"


def one_period(form: PeriodicForm) -> list[Block]:
    """The values of one period in rows; where they are too many, how to have them."""
    p, n0, s = form.law.period, form.law.preperiod, form.law.saltus
    of = f"G(n) - {steps(s, p)}" if s else "G(n)"
    if p > MOST_LISTED:
        blocks = f"One period has {p} values, too many for a table; mexplore terms lists them."
        return [Paragraph(blocks)]
    caption = f"{of} for n >= {n0}: the row of r, the column +j, where n mod {p} = r + j."
    cells = [str(form.extended_down(r)) for r in range(p)]
    return [ValueTable(cells, p if p <= WIDEST_ROW else _best_width(p), caption)]


def _exceptions(form: PeriodicForm) -> list[Block]:
    """The n below the preperiod that break the law extended downwards, by their values."""
    n0, count = form.law.preperiod, form.number_of_exceptions()
    if not count:
        return [Paragraph("It holds for all n >= 0.")] if n0 else []
    if count > MOST_LISTED:
        return [Paragraph(with_formulas(f"Below n = {n0} it fails for {count} values of n."))]
    by_values: dict[int, list[str]] = {}
    for n in form.exceptions():
        by_values.setdefault(form.at(n), []).append(str(n))
    rows = [[", ".join(where), str(value)] for value, where in sorted(by_values.items())]
    said = with_formulas(f"Below n = {n0} it also holds, except for these {count} n:")
    return [Paragraph(said), Table(("n", "G(n)"), rows)]


def periodic_table(form: PeriodicForm, most: int) -> ValueTable:
    """Values in rows of one period (or of a divisor's width); the exceptions below the preperiod,
    which break the law extended downwards, stand out."""
    p = form.law.period
    width = p if p <= WIDEST_ROW else _best_width(p)
    stop = max(min(most, form.law.preperiod + 2 * p), width)
    stop = -(-stop // width) * width
    cells: list[Cell] = []
    for n in range(stop):
        value = str(form.at(n))
        cells.append(Mark(value, "exception") if form.is_exception(n) else value)
    exceptions = form.number_of_exceptions()
    caption = ""
    if exceptions:
        caption = f"Values before the period that do not fit it are marked ({exceptions} in all)."
    return ValueTable(cells, width, caption)


def _best_width(p: int) -> int:
    divisors = [d for d in range(8, 25) if p % d == 0]
    return max(divisors, default=20)


def who_loses(form: PeriodicForm) -> str:
    """The P-positions, where G(n) = 0, in a sentence.

    >>> import numpy as np
    >>> from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    >>> print(who_loses(PeriodicForm(Periodic(0, 3, 0), np.array([0, 1, 2]))))
    A heap is lost (a P-position, G(n) = 0) exactly where n mod 3 is 0.
    >>> print(who_loses(PeriodicForm(Periodic(1, 1, 0), np.array([0, 1]))))
    Only the empty heap is lost (a P-position, G(n) = 0).
    """
    outcomes = form.outcomes()
    first, period = outcomes["preperiod"], outcomes["period"]
    long = f"Who wins has period {period} from n = {first} on (P-positions are where G(n) = 0)."
    if max(first, period) > LONGEST_LISTED:
        return long
    before = [n for n in range(first) if form.at(n) == 0]
    residues = sorted(n % period for n in range(first, first + period) if form.at(n) == 0)
    if max(len(before), len(residues)) > MOST_NAMED:
        return long
    if not residues:
        return _few(before)
    where = f"n mod {period} is {_listed(residues, 'or')}" if period > 1 else ""
    if not first:
        where = where or "n is any number"
        return f"A heap is lost (a P-position, G(n) = 0) exactly where {where}."
    where = f"exactly where {where}" if where else "always"
    small = "; no smaller heap is"
    if before:
        which = (
            "only the empty one is" if before == [0] else f"those of {_listed(before, 'and')} are"
        )
        small = f"; of smaller heaps {which}"
    return f"From n = {first} on a heap is lost (a P-position, G(n) = 0) {where}{small}."


def _few(lost: list[int]) -> str:
    """Finitely many heaps.

    >>> print(_few([2]))
    Only the heap of 2 is lost (a P-position, G(n) = 0).
    """
    if not lost:
        return "No heap is lost (a P-position, G(n) = 0)."
    if lost == [0]:
        return "Only the empty heap is lost (a P-position, G(n) = 0)."
    if len(lost) == 1:
        return f"Only the heap of {lost[0]} is lost (a P-position, G(n) = 0)."
    return f"Only the heaps of {_listed(lost, 'and')} are lost (P-positions, G(n) = 0)."


def _listed(numbers: list[int], last: str) -> str:
    """Numbers in words.

    >>> _listed([0], "or"), _listed([0, 2, 5], "or")
    ('0', '0, 2 or 5')
    """
    *before, final = map(str, numbers)
    return f"{', '.join(before)} {last} {final}" if before else final
