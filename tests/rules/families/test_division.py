"""Division games: runs equal the definition, start where they say, and reach any size."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from strategies import divisions

from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.engine.runs import RunStream, runs_of
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.moves.pieces import pieces_of
from mexplore.rules.moves.written import as_expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@given(divisions())
@settings(max_examples=100, deadline=None)
def test_values_and_runs_equal_the_definition(rule: Division) -> None:
    values = grundy_by_definition(rule, 400)
    assert grundy_values(rule, 400).tolist() == values
    starts = run_starts(rule)
    assert starts is not None
    runs = RunStream(starts).extend(400)
    assert runs == runs_of(grundy_values(rule, 400))
    assert [runs.at(n) for n in range(400)] == values
    assert parse_rule(str(rule)) == rule


def test_a_computation_goes_on_where_it_stopped() -> None:
    rule = parse_rule("divide(2..6)")
    computation = Computation(rule)
    for stop in (1, 10, 11, 500):
        assert computation.extend(stop).tolist() == grundy_by_definition(rule, stop)


def test_runs_far_out_satisfy_the_definition_at_their_ends() -> None:
    for text in ("divide(2..6)", "divide(2, 5, 10)", "divide(2, 3, ceil)"):
        rule = parse_rule(text)
        starts = run_starts(rule)
        assert starts is not None
        runs = RunStream(starts).extend(10**50)
        for run in list(runs)[-60:]:
            for n in (run.start, run.start + 1, run.stop - 1):
                options = {runs.at(heaps[0]) if heaps else 0 for heaps in rule.options(n)}
                assert run.value == next(v for v in range(9) if v not in options)


@pytest.mark.parametrize(
    "text", ["divide(2)", "divide(2, 5)", "divide(3, 4, ceil)", "divide(2, ceil)"]
)
def test_the_moves_written_in_other_ways(text: str) -> None:
    rule = parse_rule(text)
    written = as_expression(rule)
    assert written is not None
    same, pieces = Expression("n", written), pieces_of(rule)
    assert pieces is not None
    for n in range(80):
        assert set(same.options(n)) == set(rule.options(n))
        if n >= pieces.first:
            ends = {end(n) for end in pieces.ends}
            assert ends == {sum(heaps) for heaps in rule.options(n)}
