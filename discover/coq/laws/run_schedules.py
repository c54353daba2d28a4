"""Run schedules as Coq reads them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.hints import EventHints, NoHints
from mexplore.discover.coq.law import CoqLaw, Translation
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
from mexplore.discover.heaps.theorems.run_schedules.law import claim_of, proved_schedule
from mexplore.discover.heaps.theorems.run_schedules.theorem import RunSchedules
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.arithmetic.forms import Floor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.coq.hints import Places
    from mexplore.discover.heaps.patterns.geometric import Geometric
    from mexplore.discover.heaps.patterns.run_schedule.form import Inverse, Moves
    from mexplore.rules.arithmetic.forms import Form

MOST_FIRST = 600
"""This many heaps, at most, are looked at one by one before the ends are in place."""

MOST_LOOKED_AT = 200_000
"""This many heaps, at most, are compared with their quotients."""


class RunsThatRecur(Translation["Moves", "RunSchedule | Geometric"]):
    """Points and intervals between linear ends."""

    of_theorem: ClassVar[type[AnyTheorem]] = RunSchedules

    def law(self, shape: Moves, claim: RunSchedule | Geometric) -> CoqLaw | Inapplicable:
        found = proved_schedule(shape)
        if isinstance(found, str):
            return Inapplicable(found)
        schedule, runs = found
        law = claim if isinstance(claim, RunSchedule) else claim_of(schedule, runs)
        if law.start not in runs.starts:
            return Inapplicable("the claim is about other runs")
        few = first_options(shape)
        if few is None or shape.pieces.first > MOST_FIRST:
            return Inapplicable("the library of Coq proofs has no such options of the first heaps")
        hints = EventHints(shape, law, schedule, tuple(runs.starts), tuple(runs.values))
        pieces = _listed(
            f"({_floor(piece[0])}, {_floor(piece[-1])})" for piece in shape.pieces.pieces
        )
        game = f"{_listed(map(_listed, few))} {pieces}"
        try:
            if isinstance(claim, RunSchedule):
                return _schedule_law(hints, game)
            return _geometric_law(hints, game, claim)
        except NoHints as failed:
            return Inapplicable(str(failed))


def _schedule_law(hints: EventHints, game: str) -> CoqLaw:
    said = _said(hints)
    return CoqLaw(
        ("Evaluate", "Ends", "EventOrder", "RunSchedules"),
        f"between_ends {game}",
        f"run_schedule {said} G",
        f"run_schedule_law {game} {said} told",
        "apply between_ends_exists. reflexivity.",
        hints.last,
        counted="the first {} runs of equal values",
        header=_hints_definition(hints),
    )


def _geometric_law(hints: EventHints, game: str, claim: Geometric) -> CoqLaw | Inapplicable:
    """G(n) = G(n/c), where the starts of runs are multiplied by c from block to block."""
    schedule = _schedule_law(hints, game)
    block, c, shift = hints.cycles.block, claim.ratio, int(claim.ceil)
    window = max(back for _, back in hints.creators)
    known = hints.known
    if hints.cycles.ratio != c or any(
        inverse.a != 1 or inverse.b != shift * (inverse.c - 1) for inverse, _ in hints.creators
    ):
        return Inapplicable("the library of Coq proofs has no such multiples of starts of runs")
    run = len(known) - 2 - block - window
    while run > hints.seen and known[run - 1 + block] == c * (known[run - 1] - shift) + shift:
        run -= 1
    if known[run + block] > MOST_LOOKED_AT:
        return Inapplicable("Coq would have to look at too many heaps")
    quotient = f"(n + {c} - 1) / {c}" if claim.ceil else f"n / {c}"
    numbers = f"{'true' if claim.ceil else 'false'} {c} {claim.start} {block // hints.period}"
    return replace(
        schedule,
        law=f"forall n, {claim.start} <= n -> G n = G ({quotient})",
        proof=f"multiplied_law {game} {_said(hints)} told {numbers} {run} {window}",
    )


def _said(hints: EventHints) -> str:
    """The first runs, the word and the creators."""
    seen = hints.seen
    creators = _listed(f"({_end(inverse)}, {back}%nat)" for inverse, back in hints.creators)
    first = f"{_listed(hints.starts[:seen])}%Z {_listed(hints.values[:seen])}"
    return f"{first} {_listed(hints.word)} {creators}"


def first_options(moves: Moves) -> list[list[int]] | None:
    """The options of the heaps before the ends are in place, one heap each; none where they are
    those between the ends anyway; None if an option has several heaps."""
    few = []
    for n in range(moves.pieces.first):
        options = [tuple(option) for option in moves.rule.options(n)]
        if any(len(option) > 1 for option in options):
            return None
        few.append(sorted({option[0] if option else 0 for option in options}))
    as_ends = [
        sorted(
            {
                m
                for piece in moves.pieces.pieces
                for m in range(max(piece[0](n), 0), min(piece[-1](n), n - 1) + 1)
            }
        )
        for n in range(moves.pieces.first)
    ]
    return [] if few == as_ends else few


def _hints_definition(hints: EventHints) -> str:
    """The definition of the hints."""
    stretches = hints.walk[0]
    events = hints.ordered()
    period = hints.period

    def at(places: Places, shift: int = 0) -> str:
        run, of_end = places
        numbers = {end: number for number, end in enumerate(hints.moves.pieces.ends)}
        pairs = (
            (of_end[numbers[piece[0]]] + shift, of_end[numbers[piece[-1]]] + shift)
            for piece in hints.moves.pieces.pieces
        )
        return f"{run + shift}, {_listed(f'({low}, {high})' for low, high in pairs)}"

    parts = (
        _listed(hints.known),
        _listed(f"({time}%Z, {at(places)})" for time, places in stretches) + "%nat",
        str(hints.last),
        str(hints.cycles.block // period),
        _listed(
            f"({_end(inverse)}, {run}, {'true' if tied else 'false'})"
            for (inverse, run), tied, _, _ in events
        )
        + "%nat",
        _listed(why for _, _, why, _ in events),
        _listed(f"({at(places, period)})" for *_, places in events) + "%nat",
    )
    xs, heads, last, blocks, order, reasons, places = parts
    return (
        f"\nDefinition told : hints := Hints {hints.moves.pieces.first}\n  {xs}%Z\n  {heads}\n"
        f"  {last} {blocks}\n  {order}\n  {reasons}\n  {places}."
    )


def _end(inverse: Inverse) -> str:
    """The end that enters by this map."""
    return _floor(Floor(inverse.a, inverse.b, inverse.c))


def _floor(end: Form) -> str:
    assert isinstance(end, Floor)
    b = str(end.b) if end.b >= 0 else f"({end.b})"
    return f"End {end.a} {b} {end.c}"


def _listed(items: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, items))}]"
