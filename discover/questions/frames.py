"""Tables to go on computing with: values, runs, findings, cases, occurrences as DataFrames.

Columns of whole numbers are of a numpy integer type where every entry fits, and hold Python ints
otherwise (runs reach to 10^400); `storable` writes these as text, for files that know no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.heaps.cases import Cases
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.engine.runs import Runs
    from mexplore.rules.rule import Values

WORD = 1 << 63


def values_frame(values: Values, start: int = 0) -> pd.DataFrame:
    """``n`` and ``value`` of the terms at n = start, start + 1, ...

    >>> import numpy as np
    >>> values_frame(np.array([0, 1, 0], dtype=np.uint8)).to_dict("list")
    {'n': [0, 1, 2], 'value': [0, 1, 0]}
    """
    import numpy as np
    import pandas as pd

    return pd.DataFrame({"n": np.arange(start, start + len(values)), "value": values}, copy=False)


def runs_frame(runs: Runs) -> pd.DataFrame:
    """``start``, ``stop``, ``value`` and ``length`` of the maximal runs of equal values.

    >>> from mexplore.rules.engine.runs import Runs
    >>> frame = runs_frame(Runs((0, 2), (1, 0), 10**30))
    >>> frame["length"].tolist() == [2, 10**30 - 2]
    True
    """
    import pandas as pd

    rows = list(runs)
    columns = {
        "start": [run.start for run in rows],
        "stop": [run.stop for run in rows],
        "value": [run.value for run in rows],
        "length": [run.stop - run.start for run in rows],
    }
    return pd.DataFrame({name: _whole(numbers) for name, numbers in columns.items()})


def findings_frame(study: Study) -> pd.DataFrame:
    """A row a finding, best first: ``pattern``, ``status``, ``theorem``, ``bound``,
    ``checked_to``, ``statement``, and ``parameters`` as a dict.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> frame = findings_frame(study(parse_rule("subtract(1, 2)")))
    >>> frame[["pattern", "status", "theorem"]].values.tolist()
    [['periodic', 'proved', 'finite window']]
    """
    import pandas as pd

    columns = ("pattern", "status", "theorem", "bound", "checked_to", "statement", "parameters")
    return pd.DataFrame([_finding_row(f) for f in study.findings], columns=list(columns))


def relatives_frame(study: Study) -> pd.DataFrame:
    """A row a game that agrees with all known values (`discover.questions.relatives`): ``rule``,
    ``name``, ``shift``, ``agreed``, ``status``, and the ``law`` that is proved of it, if one is."""
    import pandas as pd

    from mexplore.discover.questions.relatives import relatives_of

    columns = ["rule", "name", "shift", "agreed", "status", "law"]
    rows = [
        (r.rule, r.name, r.shift, r.agreed, r.status, r.law) for r in relatives_of(study) if r.whole
    ]
    return pd.DataFrame(rows, columns=columns)


def _finding_row(finding: Finding) -> dict[str, Any]:
    proof = finding.proof
    return {
        "pattern": finding.claim.name,
        "status": finding.status,
        "theorem": proof.theorem if proof else None,
        "bound": proof.bound if proof else None,
        "checked_to": finding.checked_to - 1,
        "statement": finding.claim.statement(),
        "parameters": finding.claim.parameters(),
    }


def refusals_frame(study: Study) -> pd.DataFrame:
    """A row for each reason why nothing more is proved: ``theorem``, ``claim``, ``reason``."""
    import pandas as pd

    rows = [(r.theorem, r.statement, r.reason) for r in study.refusals]
    return pd.DataFrame(rows, columns=["theorem", "claim", "reason"])


def cases_frame(cases: Cases) -> pd.DataFrame:
    """A row a case: ``where`` n lies, ``options``, their ``values``, the ``mex``, what the law
    claims, how many ``checks`` there were, and whether the case ``holds``."""
    import pandas as pd

    return pd.DataFrame(
        {
            "where": [row.where for row in cases.rows],
            "options": ["; ".join(option.text for option in row.options) for row in cases.rows],
            "values": [row.values for row in cases.rows],
            "mex": [row.mex for row in cases.rows],
            "claim": [row.claim for row in cases.rows],
            "checks": [len(row.checks) for row in cases.rows],
            "holds": [row.holds for row in cases.rows],
        }
    )


def occurrences_frame(form: ClosedForm, value: int, stop: int) -> pd.DataFrame:
    """The n < stop with G(n) = value (the P-positions, for the value 0), and the ``gap`` to the
    one before, 0 for the first.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> form = study(parse_rule("subtract(1, 3, 4)")).best.form
    >>> occurrences_frame(form, 0, 15).values.tolist()
    [[0, 0], [2, 2], [7, 5], [9, 2], [14, 5]]
    """
    import numpy as np
    import pandas as pd

    places = np.flatnonzero(form.prefix(stop) == value)
    gaps = np.diff(places, prepend=places[:1])
    return pd.DataFrame({"n": places, "gap": gaps})


def storable(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame for a file: integers beyond 64 bits, tuples and dicts as text."""
    wide = [name for name in frame.columns if frame[name].dtype == object]
    return frame.assign(**{name: _as_text(frame[name]) for name in wide})


def _as_text(column: Iterable[Any]) -> list[Any]:
    cells = list(column)
    if all(cell is None or isinstance(cell, str) for cell in cells):
        return cells
    return [None if cell is None else str(cell) for cell in cells]


def _whole(numbers: Sequence[int]) -> Any:
    """The numbers as an array of 64-bit integers, or of Python's where those are too short."""
    import numpy as np

    wide = any(abs(number) >= WORD for number in numbers)
    return np.array(numbers, dtype=object if wide else np.int64)
