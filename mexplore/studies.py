"""What `mexplore.analyse` found, as people ask it in Python."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.text.given import whole

if TYPE_CHECKING:
    import pandas as pd
    import sympy
    from matplotlib.figure import Figure as Plot

    from mexplore.discover.boards.study import BoardStudy as FoundBoard
    from mexplore.discover.heaps.study import Study as Found
    from mexplore.discover.misere.study import MisereStudy as FoundMisere
    from mexplore.discover.study.certificate import Certificate
    from mexplore.discover.study.finding import FindingOf, Status
    from mexplore.reports.writers.document import Document, Figure
    from mexplore.rules.boards.kernel import BoardValues


def path_of(path: Any) -> Path:
    if not isinstance(path, str | Path):
        raise MexploreError(f"{path!r} names no file")
    return Path(path)


@dataclass(frozen=True, eq=False, repr=False)
class _Studied:
    """What `analyse` found: small to read, and everything behind it in ``found``."""

    found: Any

    @property
    def name(self) -> str:
        """The game in canonical notation; how many numbers, where there is no rule."""
        game = self.found.game
        return str(getattr(self.found, "name", "") if game is None else game)

    @property
    def status(self) -> Status:
        """``proved``, ``holds so far`` or ``nothing found``, of the best law."""
        status: Status = self.found.status
        return status

    @property
    def law(self) -> str | None:
        """The law that explains the values best, in a sentence."""
        return None if self._best is None else self._best.claim.statement()

    @property
    def theorem(self) -> str | None:
        """The theorem by which that law is proved."""
        return None if self._best is None else self._best.theorem

    @property
    def proved(self) -> bool:
        """Whether the best law is proved."""
        return self.status == "proved"

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the proof, which `verify` checks again; None without a proof."""
        certificate: Certificate | None = self.found.certificate
        return certificate

    @property
    def _best(self) -> FindingOf[Any] | None:
        return next(iter(self.found.findings), None)

    def __repr__(self) -> str:
        if self.law is None:
            late = self.found.unreached
            why = "" if late is None else f"; {late.words()}"
            return f"<{self.name}: nothing found{self._reach()}{why}>"
        by = f" by {self.theorem}" if self.theorem else ""
        return f"<{self.name}: {self.law}; {self.status}{by}>"

    def _reach(self) -> str:
        """How far nothing was found, in words."""
        return ""


class MisereStudy(_Studied):
    """What `analyse` found of misère play.

    >>> from mexplore import analyse
    >>> kayles = analyse("0.77", play="misere")
    >>> kayles.kind, kayles.theorem, kayles.lost(5, 9), kayles.lost(1, 1), kayles.lost(10**18)
    ('wild', 'misère windows', True, False, False)
    """

    found: FoundMisere

    @property
    def kind(self) -> str:
        """``tame``: played as Nim; ``wild``; or ``unknown``."""
        return self.found.kind

    @property
    def reach(self) -> int | None:
        """The largest heap of the sums that are decided; None if all are."""
        return self.found.reach

    def lost(self, *heaps: int) -> bool:
        """Whether the player who has to move in this sum of heaps loses; an error where that is
        not known."""
        return self.found.decides([whole(heap) for heap in heaps])


class BoardStudy(_Studied):
    """What `analyse` found of a board.

    >>> from mexplore import analyse
    >>> study = analyse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> study
    <(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]: G(x + 2, y + 2) = G(x, y) for all \
x, y >= 0; proved by vector period>
    >>> study.at(10**18, 10**18 + 1), study.table.shape[0] >= 4
    (1, True)
    """

    found: FoundBoard

    @property
    def table(self) -> BoardValues:
        """The values that were used: table[x, y] = G(x, y)."""
        return self.found.table

    def at(self, *square: int | tuple[int, ...] | str) -> int:
        """G at a square, at(3, 5) or at((3, 5)), by a proved law or as computed; MexploreError
        where neither reaches it."""
        from mexplore.discover.kinds import kind_of
        from mexplore.discover.study.kind import Means
        from mexplore.discover.study.limits import DEFAULT_BUDGET
        from mexplore.rules.text.given import place

        at = place(square[0] if len(square) == 1 else square)
        means = Means(False, DEFAULT_BUDGET, False, True)
        place_of_it: Any = at if isinstance(at, tuple) else (at,)
        (found,) = (
            kind_of(self.name)
            .known_values(self.found.board, [place_of_it], means)
            .at_all([place_of_it])
        )
        return int(found)

    def __call__(self, *square: int | tuple[int, ...] | str) -> int:
        """`at`."""
        return self.at(*square)

    def plot(self) -> Plot:
        """A picture of the values, each in a colour. It shows itself in a notebook."""
        from mexplore.reports.plots.single import BOARD

        return BOARD.drawn(self.found)


class Study(_Studied):
    """What `analyse` found of a sequence.

    >>> from mexplore import analyse
    >>> study = analyse("subtract(1, 2)")
    >>> study.law, study.status, study.theorem
    ('G(n + 3) = G(n) for all n >= 0', 'proved', 'finite window')
    >>> study.formula
    Mod(n, 3)
    >>> study.cases[["where", "mex", "claim"]].values.tolist()
    [['n = 3q', 0, 0], ['n = 3q + 1', 1, 1], ['n = 3q + 2', 2, 2]]
    """

    found: Found

    @cached_property
    def formula(self) -> sympy.Expr | None:
        """G(n) as an expression of sympy in ``sympy.Symbol("n")``, where the law has one that can
        be read. The symbol has no assumptions, but the formula is about whole n >= 0.

        >>> import sympy
        >>> from mexplore import analyse
        >>> analyse("0.77").formula.subs(sympy.Symbol("n"), 10**18)
        1
        """
        import sympy

        best = self.found.best
        if best is None or best.form is None:
            return None
        whole = sympy.Symbol("n", integer=True, nonnegative=True)
        found = best.form.formula(whole)
        return None if found is None else found.xreplace({whole: sympy.Symbol("n")})

    @property
    def period(self) -> int | None:
        """The least period of the best law, where it is one of periods.

        >>> from mexplore import analyse
        >>> kayles = analyse("kayles")
        >>> kayles.period, kayles.preperiod, kayles.proved, kayles(10**18)
        (12, 71, True, 1)
        """
        return self._number("period")

    @property
    def preperiod(self) -> int | None:
        """The least n from which on that law holds."""
        return self._number("preperiod")

    def _number(self, name: str) -> int | None:
        """A number in the best law; None where it has none of this name."""
        found = None if self._best is None else self._best.claim.parameters().get(name)
        return found if type(found) is int else None

    def __call__(self, n: int) -> int:
        """`at`."""
        return self.at(n)

    def at(self, n: int, *, unproved: bool = False) -> int:
        """G(n), by the proved law, or as computed; with ``unproved`` also by a law that only holds
        so far, or else by that of a game with the same values so far (`relatives`). MexploreError
        where nothing of that reaches n.

        >>> from mexplore import analyse
        >>> def dawson(n):
        ...     for a in range(n - 1):
        ...         yield [a, n - 2 - a]
        >>> analyse(dawson, max_terms=100).at(10**18, unproved=True)
        3
        """
        n = whole(n)
        best = self.found.best
        known = n < self.found.evidence.stop
        proved = best is not None and best.proof is not None
        if best is not None and best.form is not None and (proved or (unproved and not known)):
            return int(best.form.at(n))
        if n < self.found.evidence.stop:
            return self.found.evidence.at(n)
        from mexplore.discover.questions.relatives import value_by_relative

        more = "; unproved=True takes the law that holds so far" if best is not None else ""
        likely = None if best is not None else value_by_relative(self.found, n)
        if likely is not None:
            value, game = likely
            if unproved:
                return value
            named = f"{game.rule} ({game.name})" if game.name else game.rule
            more = f"; unproved=True takes the law of {named}, which has the same values so far"
        raise MexploreError(f"{self.name}: nothing is proved, and G({n}) was not computed{more}")

    @property
    def values(self) -> pd.DataFrame:
        """The values that were used, ``n`` and ``value``; their beginning, where runs were."""
        from mexplore.discover.questions.frames import values_frame

        return values_frame(self.found.evidence.values)

    @property
    def runs(self) -> pd.DataFrame:
        """The maximal runs of equal values that are known."""
        from mexplore.discover.questions.frames import runs_frame

        return runs_frame(self.found.evidence.runs)

    @property
    def findings(self) -> pd.DataFrame:
        """Every law found, best first, with its status."""
        from mexplore.discover.questions.frames import findings_frame

        return findings_frame(self.found)

    @property
    def refusals(self) -> pd.DataFrame:
        """Why nothing more is proved: theorem by theorem."""
        from mexplore.discover.questions.frames import refusals_frame

        return refusals_frame(self.found)

    @property
    def relatives(self) -> pd.DataFrame:
        """Named and small games with the same values, at n + ``shift`` of the other game: the
        first known ones, or all where ``status`` is 'proved'.

        >>> from mexplore import analyse
        >>> found = analyse("0.137").relatives
        >>> found[found["rule"] == "0.07"][["shift", "status", "law"]].values.tolist()
        [[1, 'proved', 'G(n + 34) = G(n) for all n >= 53']]
        """
        from mexplore.discover.questions.frames import relatives_frame

        return relatives_frame(self.found)

    @property
    def cases(self) -> pd.DataFrame | None:
        """The case analysis of the law, a row a case; None where the law has none."""
        from mexplore.discover.questions.frames import cases_frame

        return None if self.found.cases is None else cases_frame(self.found.cases)

    def plot(self, kind: str | None = None) -> Plot:
        """A picture: values, runs, growth, histogram, residues, rare or automaton; by itself
        values, or runs where values are computed by runs. It shows itself in a notebook."""
        from mexplore.reports.plots.plotting import drawn, usual_kind

        return drawn(self.found, kind or usual_kind(self.found))

    def program(self, language: Literal["python", "cpp"] = "python") -> str:
        """The proved law as a short program that gives G(n) for all n < 2^64.

        >>> from mexplore import analyse
        >>> "def " in analyse("0.77").program()
        True
        """
        from mexplore.discover.study.theorem import Inapplicable
        from mexplore.reports.documents.report import StudyReport

        if language not in ("python", "cpp"):
            raise MexploreError(f"programs are in 'python' or 'cpp', not {language!r}")
        found = StudyReport(self.found, {}).program(language)
        if isinstance(found, Inapplicable):
            raise MexploreError(f"{self.name}: {found.reason}")
        return found

    def report(self, path: str | Path | None = None) -> str:
        """The report in Markdown, or in HTML or LaTeX where ``path`` ends so (.html, .tex); written
        there if given."""
        from mexplore.reports.documents.report import StudyReport
        from mexplore.reports.writers.document import Detail
        from mexplore.reports.writers.html.page import to_html
        from mexplore.reports.writers.latex import to_latex
        from mexplore.reports.writers.markdown import to_markdown
        from mexplore.reports.writers.output import write_text

        known = StudyReport(self.found, {})
        writers = {".html": to_html, ".htm": to_html, ".tex": to_latex}
        writer = writers.get(path_of("" if path is None else path).suffix, to_markdown)
        figures = self._figures() if writer is to_html else []
        document = known.document(f'mexplore study "{self.name}"', Detail(), figures)
        text = writer(document)
        if path is not None:
            write_text(path_of(path), text)
        return text

    def _figures(self) -> list[Figure]:
        """For a page; none where there is no matplotlib."""
        from importlib.util import find_spec

        from mexplore.reports.plots.plotting import inline_figures

        return inline_figures(self.found) if find_spec("matplotlib") else []

    @property
    def _best(self) -> FindingOf[Any] | None:
        return self.found.best or super()._best

    def _summary(self) -> Document:
        from mexplore.reports.documents.study import summary

        return summary(self.found)

    def _reach(self) -> str:
        return f" for n < {self.found.evidence.stop}"

    def _repr_latex_(self) -> str | None:
        best = self._best
        return None if best is None else f"$\\displaystyle {best.claim.latex()}$"

    def _repr_markdown_(self) -> str:
        from mexplore.reports.writers.markdown import to_markdown

        return to_markdown(self._summary())

    def _repr_html_(self) -> str:
        from mexplore.reports.writers.html.page import fragment

        return fragment(self._summary())
