"""DataFrames of what is known: every number in them, none of them rounded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.study import study
from mexplore.discover.questions.frames import (
    cases_frame,
    findings_frame,
    occurrences_frame,
    refusals_frame,
    runs_frame,
    storable,
    values_frame,
)
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.runs import Runs
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def test_values_of_a_rule() -> None:
    rule = parse_rule("0.77")
    frame = values_frame(evidence_below(rule, 100).values)
    assert frame["value"].tolist() == grundy_by_definition(rule, 100)
    assert frame["n"].tolist() == list(range(100))
    assert values_frame(np.array([7], dtype=np.uint8), 5).to_dict("list") == {
        "n": [5],
        "value": [7],
    }


def test_runs_are_not_rounded() -> None:
    runs = evidence_below(parse_rule("divide(2..6)"), 10**40).runs
    frame = runs_frame(runs)
    assert frame["start"].tolist() == list(runs.starts)
    assert frame["length"].sum() == 10**40
    assert runs_frame(Runs((0,), (0,), 9))["stop"].dtype == np.int64


def test_findings_refusals_and_cases() -> None:
    result = study(parse_rule("subtract(1, 3, 4)"))
    row = findings_frame(result).iloc[0]
    assert (row["pattern"], row["theorem"]) == ("periodic", "finite window")
    assert row["parameters"] == {"preperiod": 0, "period": 7, "saltus": 0}
    assert result.cases is not None
    cases = cases_frame(result.cases)
    assert len(cases) == 7
    assert cases["holds"].all()
    open_one = study(parse_rule("0.06"), Limits(max_terms=2000, budget=None))
    assert findings_frame(open_one).empty
    assert list(findings_frame(open_one).columns) == list(findings_frame(result).columns)
    assert len(refusals_frame(open_one)) == len(open_one.refusals) > 0


def test_p_positions() -> None:
    rule = parse_rule("subtract(1, 3, 4)")
    best = study(rule).best
    assert best is not None
    assert best.form is not None
    values = grundy_by_definition(rule, 300)
    found = occurrences_frame(best.form, 0, 300)
    assert found["n"].tolist() == [n for n in range(300) if values[n] == 0]
    assert found["gap"].tolist()[1:] == np.diff(found["n"]).tolist()
    assert occurrences_frame(best.form, 99, 300).empty


def test_every_frame_goes_into_a_file_and_comes_back(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet is an extra: mexplore[parquet]")
    frame = storable(runs_frame(Runs((0, 2, 10**25), (1, 0, 3), 10**30)))
    frame.to_parquet(tmp_path / "runs.parquet")
    back = pd.read_parquet(tmp_path / "runs.parquet")
    assert [int(n) for n in back["start"]] == [0, 2, 10**25]
    assert back["value"].tolist() == [1, 0, 3]
    result = study(parse_rule("subtract(1, 3, 4)"))
    storable(findings_frame(result)).to_parquet(tmp_path / "findings.parquet")
