"""Run schedules: what is proved is true far beyond, and nothing false is proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from linear_ends import Linear, rule, runs_of

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.run_schedule.form import Cycles, Inverse, ScheduleForm
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.run_schedules import proof
from mexplore.discover.heaps.theorems.run_schedules.law import (
    _geometric_bound,
    bound_of,
    proved_schedule,
    scaling,
)
from mexplore.discover.heaps.theorems.run_schedules.proof import Observed, Schedule, prove
from mexplore.discover.heaps.theorems.run_schedules.theorem import RunSchedules
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import ClosedForm
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.engine.runs import Runs
from mexplore.rules.moves.pieces import Pieces, pieces_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

THEOREM = RunSchedules()
FURTHEST = 10**400


def best_of(text: str) -> Finding:
    result = study(parse_rule(text), Limits(budget=30.0))
    assert result.best is not None, text
    return result.best


def schedule_of(text: str) -> RunSchedule:
    best = best_of(text)
    assert best.proof is not None
    assert best.proof.theorem == THEOREM.name
    assert isinstance(best.claim, RunSchedule)
    return best.claim


@pytest.mark.parametrize(
    ("text", "word", "ratio", "block"),
    [
        ("leave(ceil(n/3) .. n//2)", (0, 2, 1, 3), Fraction(6), 4),
        ("remove(n//4 .. n//2)", (0, 2, 1, 3), Fraction(8, 3), 4),
        ("n -> [2*n//3]", (0, 1), Fraction(9, 4), 2),
        ("n -> [3*n//4]", (0, 1), Fraction(16, 9), 2),
        ("remove(n//5 .. n//5)", (0, 1), Fraction(25, 16), 2),
    ],
)
def test_words_and_ratios(text: str, word: tuple[int, ...], ratio: Fraction, block: int) -> None:
    claim = schedule_of(text)
    assert (claim.word, claim.ratio, claim.block) == (word, ratio, block)


def test_two_thirds_by_hand() -> None:
    # x_{k+1} = ceil(3*x_k/2) from x_0 = 0, x_1 = 1 on: 2, 3, 5, 8, 12, 18, 27, 41, ... (A061419,
    # less one: the Josephus problem with every third person), values 0 and 1 in turn.
    form = best_of("n -> [2*n//3]").form
    assert isinstance(form, ScheduleForm)
    assert form.runs(42).starts == (0, 1, 2, 3, 5, 8, 12, 18, 27, 41)
    x, value = 1, 1
    while x <= 10**1000:
        below, x, value = x, -(-3 * x // 2), 1 - value
    assert form.at(10**1000) == 1 - value
    assert form.at(below) == 1 - value
    assert form.at(below - 1) == value


def test_geometric_laws_stay_geometric() -> None:
    assert isinstance(best_of("divide(2..6)").claim, Geometric)
    assert best_of("leave(n//3 .. n//2)").claim == Geometric(6, 3)
    # Proved here, as starts are multiplied exactly: neither a division nor one interval of floors.
    best = best_of("n -> [n//2] + [k for k in range(n//7, n//3 + 1)]")
    assert isinstance(best.claim, Geometric)
    assert best.proof is not None


@pytest.mark.parametrize(
    "text",
    [
        "leave(ceil(n/3) .. n//2)",
        "remove(n//4 .. n//2)",
        "n -> [2*n//3]",
        "n -> [n//2, (3*n + 1)//5] + [k for k in range(n//5, n//4)]",
        "divide(3) or leave((n - 2)//5 .. (2*n + 1)//7)",
        "n -> [n // k for k in range(2, 5)] + [(2*n - 1)//3]",
        "leave(ceil(n/2) - 3 .. ceil(n/2) - 1)",
    ],
)
def test_forms_are_the_definition(text: str) -> None:
    best = best_of(text)
    assert best.proof is not None
    values = grundy_by_definition(parse_rule(text), 400)
    check_form(best.form, values)
    again = type(best.claim).from_parameters(json.loads(json.dumps(best.claim.parameters())))
    assert again == best.claim
    start = best.claim.parameters()["start"]
    for place in (start, 137, 399):
        wrong = list(values)
        wrong[place] += 1
        failure = best.claim.first_failure(Evidence(np.array(wrong, dtype=np.uint8)))
        assert failure is not None
        assert failure <= 399


def check_form(form: ClosedForm | None, values: list[int]) -> None:
    assert form is not None
    stop = len(values)
    assert form.prefix(stop).tolist() == values
    assert form.at_many(list(range(stop))) == values
    assert form.counts(stop) == {v: values.count(v) for v in set(values)}
    assert form.counts(0) == {}
    assert sum(form.counts(10**1000).values()) == 10**1000


def test_counts_far_out_add_up() -> None:
    form = best_of("remove(n//4 .. n//2)").form
    assert form is not None
    low, high = 10**1000, 10**1000 + 10**998
    between = {v: form.counts(high)[v] - form.counts(low)[v] for v in form.counts(high)}
    assert sum(between.values()) == high - low
    assert min(between.values()) >= 0


def test_a_certificate_verifies() -> None:
    for text in ("leave(ceil(n/3) .. n//2)", "n -> [2*n//3]", "remove(n//4 .. n//2)"):
        certificate = certificate_of(parse_rule(text), best_of(text))
        assert certificate is not None
        certificate = json.loads(json.dumps(certificate))
        assert verify(certificate).valid
        assert verify(certificate, by_definition=True).valid


# Random rules, far beyond their bounds.


def check_random_rules(count: int, seed: int, settled: int) -> int:
    """How many of the random rules have a schedule that is proved; those are looked at that are
    settled before this heap, and 250 runs beyond the bound."""
    pick, proved = Random(seed), 0
    for _ in range(count):
        game = rule(pick)
        moves = THEOREM.hypotheses(game)
        if isinstance(moves, Inapplicable) or moves.pieces.first > settled:
            continue
        for claim in THEOREM.claims_of(moves):
            bound = THEOREM.bound_of(moves, claim)
            assert isinstance(bound, int)
            seen = len(evidence_below(game, bound).runs)
            evidence = observed(game, seen + 250, settled)
            assert len(evidence.runs) >= seen + 5, game
            assert claim.first_failure(evidence) is None, (game, claim)
            assert claim.not_least(evidence) is None, (game, claim)
            for other in mutations(claim, pick):
                assert isinstance(THEOREM.bound_of(moves, other), Inapplicable), (claim, other)
            proved += 1
    return proved


def observed(game: Linear, runs: int, settled: int) -> Evidence:
    starts, values = runs_of(game, runs, FURTHEST, settled)
    known = Runs(tuple(starts[:-1]), tuple(values[:-1]), starts[-1])
    return Evidence(known.dense(512), known)


def mutations(claim: RunSchedule | Geometric, pick: Random) -> list[RunSchedule]:
    """Schedules with another value, another boundary, another start."""
    if not isinstance(claim, RunSchedule):
        return []
    place = pick.randrange(len(claim.word))
    inverse, back = claim.creators[place]

    def with_creator(creator: tuple[Inverse, int]) -> dict[str, Any]:
        creators = list(claim.creators)
        creators[place] = creator
        return {"creators": tuple(creators)}

    changes: list[dict[str, Any]] = [
        {"word": tuple(7 + v if i == place else v for i, v in enumerate(claim.word))},
        {"start": claim.start + 1},
        with_creator((inverse, back + 1)),
        with_creator((Inverse(inverse.a, inverse.b + 1, inverse.c), back)),
        with_creator((Inverse(inverse.a, inverse.b, inverse.c + 1), back)),
    ]
    found = []
    for change in changes:
        try:
            found.append(replace(claim, **change))
        except ValueError:
            continue  # starts would not grow alike, or neighbours be equal
    return found


def test_random_rules_are_proved_right() -> None:
    assert check_random_rules(90, seed=1, settled=200) > 45


@pytest.mark.slow
def test_many_random_rules_are_proved_right() -> None:
    assert check_random_rules(3600, seed=2, settled=300) > 2000


def test_the_engine_of_runs_is_the_definition() -> None:
    pick = Random(3)
    for _ in range(60):
        game = rule(pick)
        values = grundy_by_definition(game, 300)
        pieces = pieces_of(game)
        if pieces is None or not pieces.pieces or pieces.first > 300:
            continue
        assert list(Observed(game, pieces, ()).evidence().values[:1]) == [0]
        starts, numbers = followed(game, 300)
        assert Runs(tuple(starts), tuple(numbers), 300).dense(300).tolist() == values


def followed(game: Linear, stop: int) -> tuple[list[int], list[int]]:
    from mexplore.rules.engine.walk import Walk

    pieces = pieces_of(game)
    assert pieces is not None
    walk = Walk(game, pieces)
    while walk.starts[-1] < stop and (group := walk.step()) and group.time < stop:
        pass
    kept = [start for start in walk.starts if start < stop]
    return kept, walk.values[: len(kept)]


# Every hypothesis matters: without it a false schedule passes.


def without(monkeypatch: pytest.MonkeyPatch, names: str, game: Linear, runs: int) -> Schedule | str:
    """What is proved from this many runs without the checks of these names."""
    follow = observed_runs(game, runs)
    assert isinstance(prove(follow), str)
    with monkeypatch.context() as patched:
        for name in names.split():
            patched.setattr(proof._Check, name, lambda *_: True)
        return prove(follow)


def observed_runs(game: Linear, runs: int) -> Observed:
    moves = THEOREM.hypotheses(game)
    assert not isinstance(moves, Inapplicable)
    follow = Observed(game, moves.pieces, moves.maps)
    assert follow.follow(runs)
    return follow


def breaks(game: Linear, schedule: Schedule, most: int) -> bool:
    """Whether the schedule fails among this many runs."""
    starts, values = runs_of(game, most, FURTHEST)
    for k in range(schedule.start + schedule.period, len(starts) - 1):
        inverse, back = schedule.creators[k % schedule.period]
        if values[k] != values[k - schedule.period] or starts[k] != inverse(starts[k - back]):
            return True
    return False


@pytest.mark.parametrize(
    ("names", "parts", "runs"),
    [
        # H3, and H4 with it: floor(n/2^100) enters no run for long.
        (
            "_ends_keep_pace _nothing_before_start_is_read",
            ((Floor(1, 0, 2),), (Floor(1, 0, 2**100),)),
            20,
        ),
        # H4 and H7, each of which refuses it: below 64 one may leave a heap of 1 as well, which
        # makes values 0 and 2 of 0 and 1; floor(n/2^8) reads these for long.
        (
            "_nothing_before_start_is_read _chain_recurs",
            ((Floor(1, 0, 2),), (Floor(1, 0, 2**8),), (Floor(1, 64, 64), Floor(0, 1, 1))),
            14,
        ),
        # H8: two ends that meet, and part later.
        ("_tied", ((Floor(2, 0, 3), Floor(4, 4, 5)),), 32),
        ("_tied", ((Floor(3, 0, 5), Floor(2, 0, 3)),), 20),
        # H9: two events that overtake each other.
        ("_in_order", ((Floor(1, 2, 3), Floor(2, 0, 3)),), 14),
        ("_in_order", ((Floor(1, 0, 3), Floor(2, 5, 3)),), 32),
    ],
)
def test_without_a_hypothesis_falsehoods_pass(
    monkeypatch: pytest.MonkeyPatch, names: str, parts: tuple[tuple[Floor, ...], ...], runs: int
) -> None:
    game = Linear(parts)
    schedule = without(monkeypatch, names, game, runs)
    assert isinstance(schedule, Schedule)
    assert breaks(game, schedule, runs + 250)


def test_a_dropped_guard_would_prove_a_falsehood() -> None:
    # H0: with the moves of 2n/3 for odd n only, the word is another.
    guarded = parse_rule("n -> [2*n//3] if n % 2 else []")
    assert isinstance(THEOREM.hypotheses(guarded), Inapplicable)
    claim = schedule_of("n -> [2*n//3]")
    values = grundy_by_definition(guarded, 200)
    assert claim.first_failure(Evidence(np.array(values, dtype=np.uint8))) is not None


@pytest.mark.parametrize(
    "text",
    [
        "n -> [n//2 + 3] if 0 <= n//2 + 3 < n else []",
        "n -> ([2*n//3 + 2] if 0 <= 2*n//3 + 2 < n else []) + ([n//4] if n > 9 else [])",
        "n -> [2*n//3] if n >= 20 else [n//2]",
        "n -> [n//3] if n < 30 else [k for k in range(n//4, n//2)]",
        "n -> [n//3 - 5] if n//2 >= n//3 else []",
        "n -> [2*n//3] if n*n > 7*n else []",
        "n -> [2*n//3] if n != 7 else []",
    ],
)
def test_guards_that_are_decided_for_all_large_heaps(text: str) -> None:
    best = best_of(text)
    assert best.proof is not None
    assert best.proof.theorem == THEOREM.name
    assert best.form is not None
    assert best.form.prefix(500).tolist() == grundy_by_definition(parse_rule(text), 500)


@pytest.mark.parametrize(
    "text",
    [
        "n -> [2*n//3] if n % 2 else []",
        "n -> [2*n//3] if n//2 < (n + 1)//2 else []",
        "n -> [2*n//3 for k in range(n) if k == 3]",
    ],
)
def test_other_guards_are_refused(text: str) -> None:
    assert isinstance(THEOREM.hypotheses(parse_rule(text)), Inapplicable)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("subtract(1, 2)", "between ends"),
        ("leave(0 .. n//2)", "an end is not floor"),
        ("leave(isqrt(n) .. n//2)", "an end is not floor"),
        ("remove(1 .. n//2)", "between ends"),
        ("n -> [2*n//3, n - 1] if n else []", "between ends"),
        ("n -> [(n//2, n//3)]", "between ends"),
        ("leave(n//2 .. n//3)", "between ends"),
        ("n -> [n//2 for k in range(10**30)]", "between ends"),
    ],
)
def test_other_rules_are_refused(text: str, why: str) -> None:
    refusal = THEOREM.hypotheses(parse_rule(text))
    assert isinstance(refusal, Inapplicable)
    assert why in refusal.reason


@pytest.mark.parametrize("text", ["divide(2, 5, 7)", "divide(2, 5, 10)"])
def test_rules_whose_runs_do_not_recur_soon_have_no_schedule(text: str) -> None:
    assert not list(THEOREM.claims(parse_rule(text)))


def test_an_end_that_falls_behind_proves_nothing() -> None:
    game = Linear(((Floor(1, 0, 2),), (Floor(1, 2**1400 - 1, 2**1400),)))
    assert isinstance(THEOREM.hypotheses(game), Inapplicable) or not list(THEOREM.claims(game))


def test_mutated_certificates_are_rejected() -> None:
    text = "remove(n//4 .. n//2)"
    certificate = certificate_of(parse_rule(text), best_of(text))
    assert certificate is not None
    changes: list[Callable[[dict[str, Any]], None]] = [
        lambda claim: claim["word"].__setitem__(0, 5),
        lambda claim: claim["word"].reverse(),
        lambda claim: claim["boundaries"][1].__setitem__(0, 2),
        lambda claim: claim["boundaries"][1].__setitem__(2, 0),
        lambda claim: claim.__setitem__("ratio", "9/4"),
        lambda claim: claim.__setitem__("ratio", 3),
        lambda claim: claim.__setitem__("block", 8),
        lambda claim: claim.__setitem__("start", claim["start"] + 1),
        lambda claim: claim.__setitem__("start", -1),
        lambda claim: claim.__setitem__("word", 2 * claim["word"]),
        lambda claim: claim.__setitem__("boundaries", []),
        lambda claim: claim.__delitem__("block"),
        lambda claim: claim.__setitem__("more", 1),
    ]
    for change in changes:
        other = json.loads(json.dumps(certificate))
        change(other["claim"])
        restate(other)
        assert not verify(other).valid, other
    other = json.loads(json.dumps(certificate))
    other["bound"] += 1
    assert not verify(other).valid


def restate(certificate: dict[str, Any]) -> None:
    """The statement that goes with the claim, where that can be read."""
    parameters = dict(certificate["claim"])
    parameters.pop("pattern")
    try:
        certificate["statement"] = RunSchedule.from_parameters(parameters).statement()
    except (KeyError, TypeError, ValueError):
        return


def test_a_word_written_twice_is_not_least() -> None:
    claim = schedule_of("n -> [2*n//3]")
    evidence = evidence_below(parse_rule("n -> [2*n//3]"), 10**9)
    assert claim.not_least(evidence) is None
    twice = RunSchedule(claim.start, 2 * claim.word, 2 * claim.creators)
    assert "repeats" in (twice.not_least(evidence) or "")
    later = RunSchedule(evidence.runs.starts[8], claim.word, claim.creators)
    assert later.first_failure(evidence) is None
    assert "earlier" in (later.not_least(evidence) or "")
    turned = RunSchedule(
        evidence.runs.starts[7], claim.word[::-1], claim.creators[1:] + claim.creators[:1]
    )
    assert turned.first_failure(evidence) is None
    assert turned.not_least(evidence) is not None


@pytest.mark.parametrize(
    ("start", "word", "creators"),
    [
        (0, (0, 1), ((Inverse(2, 0, 3), 1), (Inverse(2, 0, 3), 1))),
        (2, (0,), ((Inverse(2, 0, 3), 1),)),
        (2, (0, 0), ((Inverse(2, 0, 3), 1), (Inverse(2, 0, 3), 1))),
        (2, (0, 1), ((Inverse(2, 0, 3), 0), (Inverse(2, 0, 3), 1))),
        (2, (0, 1), ((Inverse(1, 0, 3), 2), (Inverse(1, 0, 2), 2))),  # two ratios
        (2, (0, -1), ((Inverse(2, 0, 3), 1), (Inverse(2, 0, 3), 1))),
    ],
)
def test_what_is_no_schedule(start: int, word: tuple[int, ...], creators: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        RunSchedule(start, word, creators)


def test_errors_contain_the_truth() -> None:
    """The intervals of H6 hold for the runs themselves, block after block."""
    pick, checked = Random(4), 0
    while checked < 25:
        game = rule(pick)
        moves = THEOREM.hypotheses(game)
        if isinstance(moves, Inapplicable) or moves.pieces.first > 300:
            continue
        follow = Observed(game, moves.pieces, moves.maps)
        schedule = prove(follow) if follow.follow(60) else ""
        if isinstance(schedule, str):
            continue
        checked += 1
        cycles = Cycles.of(schedule.creators)
        errors, descent = cycles.errors()
        for k in range(follow.last - cycles.block):
            residue = k % schedule.period
            if k - descent[residue] >= schedule.start:
                off = follow.starts[k + cycles.block] - cycles.ratio * follow.starts[k]
                assert errors[residue].low <= off <= errors[residue].high


@dataclass(frozen=True)
class Told(Linear):
    """A rule that gives its ends as they are, without a look at their slopes."""

    def pieces(self) -> Pieces:
        return Pieces(self.parts, 1)


@pytest.mark.parametrize(
    ("end", "applies"),
    [
        (Floor(2, 0, 3), True),
        (Floor(99, 0, 100), True),
        (Floor(1, -1, 1), False),  # n - 1: slope 1
        (Floor(3, -3, 3), False),
        (Floor(4, -9, 3), False),  # slope 4/3
        (Floor(0, 0, 1), False),  # slope 0
    ],
)
def test_slopes_of_ends_lie_between_0_and_1(end: Floor, applies: bool) -> None:
    """H1 is looked at here, whatever those who read rules let pass: an end n - 1 keeps its distance
    to n, and the times of its events do not grow by a ratio."""
    refused = THEOREM.applies(Told(((Floor(1, 0, 2),), (end,))))
    assert (refused is None) is applies
    if refused is not None:
        assert refused.reason == "an end is not floor((a*n + b)/c) with 0 < a < c"


@pytest.mark.parametrize(
    "text",
    ["leave(n//3 .. n//2)", "divide(2..6)", "divide(2, 5)", "divide(3, 10)", "divide(2, 3, ceil)",
     "n -> [n//2] + [k for k in range(n//7, n//3 + 1)]", "divide(2, 7)"],
)  # fmt: skip
def test_bounds_of_geometric_laws_are_those_of_the_statement(text: str) -> None:
    """c*x_{j+B}, and rho*start, and x_K + 1, whichever is greatest (and one more, in the first two,
    where quotients round up), j being the least run from which on x_{k+B} = rho*x_k is seen."""
    shape = THEOREM.hypotheses(parse_rule(text))
    assert not isinstance(shape, Inapplicable)
    found = proved_schedule(shape)
    assert not isinstance(found, str)
    schedule, runs = found
    scaled = scaling(schedule)
    assert scaled is not None
    rho, ceil = scaled
    block, last = Cycles.of(schedule.creators).block, schedule.last
    x = [start - ceil for start in runs.starts]
    for begin in (schedule.start, schedule.start + 1):  # what holds from a run on holds from later
        later = replace(schedule, start=begin)
        other = [k for k in range(begin, last - block) if x[k + block] != rho * x[k]]
        j = max(other, default=begin - 1) + 1
        for ratio, start in ((rho, 9), (1000, 2), (rho, 10**6), (7, 10)):
            below = max(rho * start, ratio * runs.starts[j + block]) + ceil
            found_bound = _geometric_bound(Geometric(ratio, start, ceil), later, runs)
            assert found_bound == max(below, runs.starts[last] + 1)
    assert isinstance(_geometric_bound(Geometric(rho, 9, not ceil), schedule, runs), Inapplicable)


def test_bounds_of_a_geometric_law_by_hand() -> None:
    """Runs of leave(n//3 .. n//2) begin at 0, 1, 2, 3, 6, 12, 18, 36, 72, 108; x_{k+3} = 6*x_k from
    run 2 on, and run 9 is the last that is looked at."""
    shape = THEOREM.hypotheses(parse_rule("leave(n//3 .. n//2)"))
    assert not isinstance(shape, Inapplicable)
    assert bound_of(shape, Geometric(6, 3)) == 109  # x_9 + 1 > 6*x_5, 6*3
    assert bound_of(shape, Geometric(36, 3)) == 432  # 36*x_5 = 36*12
    assert bound_of(shape, Geometric(6, 100)) == 600  # 6*100
