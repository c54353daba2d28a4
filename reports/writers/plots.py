"""Pictures of a sequence, by matplotlib: values, runs, histogram, residues, rare values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from discover.patterns.automatic.pattern import Automatic
from rules.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from discover.study import Study
    from rules.boards.kernel import BoardValues

MOST_POINTS = 200_000
MOST_RUNS = 2000
MOST_WRITTEN = 24  # rows and columns of a board whose values are written


def kinds() -> dict[str, Callable[[Axes, Study], None]]:
    """The kinds of pictures, each a function that draws on axes."""
    return {
        "values": _values,
        "runs": _runs,
        "histogram": _histogram,
        "residues": _residues,
        "rare": _rare,
    }


def plot(study: Study, kind: str, path: Path) -> None:
    """Write one picture; the format follows the name's ending (png, svg, pdf; dot for automata).

    InputError if matplotlib is missing, or the study has nothing of this kind to show.
    """
    if kind == "board":
        raise InputError("--kind board needs a board, such as '(x, y) -> [(x - 1, y)]'")
    if kind == "automaton":
        _automaton(study, path)
        return
    _save(drawn(study, kind), path)


def drawn(study: Study, kind: str) -> Figure:
    """One picture; InputError if matplotlib is missing, or there is nothing of this kind."""
    if kind not in kinds():
        raise InputError(f"there is no picture {kind!r}; the kinds are {', '.join(kinds())}")
    figure = _figure((9, 5))
    axes = figure.subplots()
    kinds()[kind](axes, study)
    axes.set_title(f"{study.rule or study.name or 'the sequence'}: {kind}")
    return figure


def plot_board(table: BoardValues, title: str, path: Path) -> None:
    """The values of a board as colours, x downwards and y to the right; numbers on a small one."""
    figure = _figure((7, 7))
    axes = figure.subplots()
    axes.imshow(table, cmap="viridis", interpolation="nearest")
    axes.set_xlabel("y")
    axes.set_ylabel("x")
    axes.set_title(title, fontsize="small", wrap=True)
    if max(table.shape) <= MOST_WRITTEN:
        for (x, y), value in _squares(table):
            axes.text(y, x, str(value), ha="center", va="center", color="white")
    _save(figure, path)


def check_pictures(path: Path | None = None) -> None:
    """Raise InputError if no picture can be drawn, or none of this ending: told before the work."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("pictures need matplotlib: install mexplore[plots]") from None
    if path is None:
        return
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix and path.suffix[1:].lower() not in known:
        raise InputError(f"{path}: no picture ends so; name a .png, .svg or .pdf")


def check_drawing(path: Path) -> None:
    """Raise InputError if the drawing of an automaton cannot have this name."""
    if path.suffix not in (".dot", ".gv"):
        raise InputError(f"an automaton is written as Graphviz text: name {path.stem}.dot")


def _figure(size: tuple[int, int]) -> Figure:
    check_pictures()
    from matplotlib.figure import Figure

    return Figure(figsize=size, layout="constrained")


def _save(figure: Figure, path: Path) -> None:
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"cannot write {path}: {error}") from None


def _squares(table: BoardValues) -> Iterator[tuple[tuple[int, int], int]]:
    """Each square with its value."""
    for x, row in enumerate(table.tolist()):
        for y, value in enumerate(row):
            yield (x, y), value


def plot_all(study: Study, folder: Path) -> list[Path]:
    """Write every picture that the study has something for, into an existing folder."""
    written = []
    for kind in kinds():
        path = folder / f"{kind}.png"
        try:
            plot(study, kind, path)
        except NothingToShow:
            continue
        written.append(path)
    return written


class NothingToShow(InputError):
    """The study has nothing that this kind of picture shows."""


def _values(axes: Axes, study: Study) -> None:
    values = study.evidence.values[:MOST_POINTS]
    axes.plot(range(len(values)), values, ".", markersize=2)
    axes.set_xlabel("n")
    axes.set_ylabel("G(n)")


def _runs(axes: Axes, study: Study) -> None:
    """Values over n on a logarithmic scale: geometric laws repeat at equal distances."""
    from math import log10

    if study.evidence.by_runs is None:
        raise NothingToShow("only rules that are computed by runs have a picture of runs")
    runs = [run for run in study.evidence.runs if run.start > 0][-MOST_RUNS:]
    axes.hlines([run.value for run in runs], [log10(run.start) for run in runs],
                [log10(run.stop) for run in runs], linewidth=3)  # fmt: skip
    axes.set_xlabel("log10 n")
    axes.set_ylabel("G(n)")


def _histogram(axes: Axes, study: Study) -> None:
    import numpy as np

    values, counts = np.unique(study.evidence.values, return_counts=True)
    axes.bar(values.astype(int), counts)
    axes.set_xlabel("value")
    axes.set_ylabel("how often")


def _residues(axes: Axes, study: Study) -> None:
    """Values by n mod p, p the period found (or 12): one column a residue."""
    from discover.patterns.periodic import Periodic

    found = [f.claim.period for f in study.findings if isinstance(f.claim, Periodic)]
    p = found[0] if found else 12
    values = study.evidence.values[:MOST_POINTS]
    axes.plot([n % p for n in range(len(values))], values, ".", markersize=3)
    axes.set_xlabel(f"n mod {p}")
    axes.set_ylabel("G(n)")


def _rare(axes: Axes, study: Study) -> None:
    """Rare positions of the sparse space found: how many up to n."""
    import numpy as np

    sparse = next((f.claim for f in study.findings if f.claim.name == "sparse-space"), None)
    if sparse is None:
        raise NothingToShow("no sparse space was found, so there are no rare values to show")
    where = np.asarray(rare_positions(study, sparse.parameters()))
    axes.step(where, range(1, len(where) + 1), where="post")
    axes.set_xscale("log")
    axes.set_xlabel("n")
    axes.set_ylabel("rare positions up to n")


def rare_positions(study: Study, parameters: dict[str, int]) -> list[int]:
    """The n >= 1 whose value has even parity under the mask (with the parity of n, where the
    sparse space takes it in)."""
    import numpy as np

    values = study.evidence.values
    odd = np.bitwise_count(values & values.dtype.type(parameters["mask"])) & 1
    if parameters.get("parity"):
        odd = odd ^ (np.arange(len(values)) & 1).astype(odd.dtype)
    where: list[int] = np.flatnonzero(odd == 0).tolist()
    return [n for n in where if n >= 1]


def _automaton(study: Study, path: Path) -> None:
    from reports.cli.output import write_text

    claims = (f.claim for f in study.findings if isinstance(f.claim, Automatic))
    claim = next(claims, None)
    if claim is None:
        raise NothingToShow("no automaton was found")
    check_drawing(path)
    write_text(path, claim.dot() + "\n")
