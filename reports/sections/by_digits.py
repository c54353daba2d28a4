"""What a report says of a law by which an automaton tells who wins: of boards and heaps alike."""

from __future__ import annotations

from collections.abc import Sequence

from mexplore.discover.outcomes.law import AcceptedByDigits
from mexplore.reports.writers.document import Block, Heading, Mark, Paragraph, Table, Words

MOST_STATES, MOST_COLUMNS = 30, 16  # of a table that is shown
FIRST, FIRST_IN_A_LINE = 20, 8  # P-positions
WEIGHTS = 7
MOST_ALLOWED = 8  # combinations of digits that are listed in a sentence


def in_brief(law: AcceptedByDigits) -> list[Block]:
    """The law in words where it is about each place alone, the weights, first P-positions."""
    words = [*_by_place(law), *_weights(law), _first(law, FIRST_IN_A_LINE)]
    return [Paragraph(" ".join(words))]


def in_full(law: AcceptedByDigits) -> list[Block]:
    """The numeration, the automaton, the first P-positions, and two positions read."""
    blocks: list[Block] = [Heading("The automaton"), Paragraph(_numeration(law))]
    blocks += _automaton(law)
    blocks.append(Paragraph(_first(law, FIRST)))
    for position in _examples(law):
        blocks += _reading(law, position)
    return blocks


def _by_place(law: AcceptedByDigits) -> list[str]:
    """What the digits at each place have to be, where nothing else matters."""
    from mexplore.discover.outcomes.telling import judged_by_place

    allowed = judged_by_place(law.automaton)
    everything = law.written_in.digits**law.coordinates
    if allowed is None or len(allowed) == everything or law.coordinates < 2:
        return []
    names = law.all.split(", ")
    if all(len({*digits}) == 1 for digits in allowed) and len(allowed) == law.written_in.digits:
        return [f"That is, exactly where {' = '.join(names)}."]
    sums = sorted({sum(digits) for digits in allowed})
    if len(allowed) == sum(_ways(law, total) for total in sums):
        return [f"That is, at every place the digits of {law.each} have the sum {_any_of(sums)}."]
    if len(allowed) > MOST_ALLOWED:
        return []
    listed = _any_of([_joined(law, digits) for digits in sorted(allowed)])
    return [f"That is, the digits of {law.each} at the same place are always {listed}."]


def _ways(law: AcceptedByDigits, total: int) -> int:
    """How many combinations of digits have a sum."""
    ways = [1]
    for _ in range(law.coordinates):
        longer = [0] * (len(ways) + law.written_in.digits - 1)
        for at, count in enumerate(ways):
            for digit in range(law.written_in.digits):
                longer[at + digit] += count
        ways = longer
    return ways[total]


def _any_of(each: Sequence[object]) -> str:
    *others, last = map(str, each)
    return f"{', '.join(others)} or {last}" if others else last


def _joined(law: AcceptedByDigits, digits: Sequence[int]) -> str:
    """Digits that stand at one place, those of x first."""
    return ("" if law.written_in.digits <= 10 else ",").join(map(str, digits))


def _listed_weights(law: AcceptedByDigits) -> str:
    return ", ".join(str(law.written_in.weight(i)) for i in range(WEIGHTS))


def _weights(law: AcceptedByDigits) -> list[str]:
    """The weights, where they are not powers."""
    powers = all(law.written_in.weight(i) == law.written_in.digits**i for i in range(WEIGHTS))
    return [] if powers else [f"The weights are {_listed_weights(law)}, ..."]


def _first(law: AcceptedByDigits, most: int) -> str:
    from mexplore.discover.outcomes.telling import first_accepted

    found = [_written(p) for p in first_accepted(law.automaton, most + 1)]
    if not found:
        return "There is no P-position near the start."
    more = ", ..." if len(found) > most else ""
    return f"First P-positions: {', '.join(found[:most])}{more}"


def _written(position: tuple[int, ...]) -> str:
    return str(position[0]) if len(position) == 1 else str(position)


def _numeration(law: AcceptedByDigits) -> str:
    """How numbers are written, with an example."""
    numeration = law.written_in
    rule = numeration.recurrence()
    weights = f"the weights {_listed_weights(law)}, ..." + (f", {rule}" if rule else "")
    number = numeration.weight(4) + numeration.weight(2) + 1
    digits = numeration.of(number)
    parts = [
        str(numeration.weight(i)) if digit == 1 else f"{digit}*{numeration.weight(i)}"
        for i, digit in reversed(list(enumerate(digits)))
        if digit
    ]
    written = _joined(law, digits[::-1])
    return (
        f"A number is written {numeration.words()} as a sum of {weights}; the largest weight is "
        f"taken off as often as it fits, then the next: {number} = {' + '.join(parts)} is "
        f"{written}. The automaton reads {_digits(law)}, the "
        "least significant first. It begins in state 0; a position is a P-position if the state "
        "after its last digits is marked as lost, and zeros after them change nothing."
    )


def _digits(law: AcceptedByDigits) -> str:
    digits = f"the digits of {law.each}"
    return digits if law.coordinates == 1 else f"{digits} together, place by place"


def _automaton(law: AcceptedByDigits) -> list[Block]:
    """The transitions as a table, where that is small, else how large it is."""
    from mexplore.discover.automata.automaton import digits_of_symbols

    digits = digits_of_symbols(law.coordinates, law.written_in.digits).tolist()
    if law.order > MOST_STATES or len(digits) > MOST_COLUMNS:
        size = f"{law.order} states and {len(digits)} transitions from each"
        return [Paragraph(f"It has {size}, which --json and the certificate list.")]
    live = law.automaton.live
    symbols = sorted(range(len(digits)), key=lambda symbol: digits[symbol])
    rows: list[list[Words]] = []
    for state, following in enumerate(law.transitions):
        if live[state]:
            to = [str(following[s]) if live[following[s]] else "-" for s in symbols]
            rows.append([str(state), Mark("lost", "strong") if state in law.lost else "won", *to])
    heads = ["state", "ends", *(_joined(law, digits[symbol]) for symbol in symbols)]
    dead = "; a dash: no P-position ends in these digits" if not live.all() else ""
    caption = f"The state after the digits of {law.each} at the next place{dead}."
    return [Table(heads, rows, numeric=True, caption=caption)]


def _examples(law: AcceptedByDigits) -> list[tuple[int, ...]]:
    """A P-position and an N-position beside it, with some digits to read."""
    from mexplore.discover.outcomes.telling import first_accepted

    found = first_accepted(law.automaton, FIRST)
    if not found:
        return []
    lost = max(found, key=lambda position: (len({*position}), sum(position)))
    beside = ((*lost[:-1], last) for last in range(lost[-1] + 1, lost[-1] + FIRST))
    won = next((position for position in beside if not law.automaton.accepts(*position)), None)
    return [lost] if won is None else [lost, won]


def _reading(law: AcceptedByDigits, position: tuple[int, ...]) -> list[Block]:
    """A position read digit by digit."""
    from mexplore.discover.automata.automaton import digits_of_symbols
    from mexplore.discover.outcomes.telling import states_met

    digits = digits_of_symbols(law.coordinates, law.written_in.digits).tolist()
    rows: list[list[Words]] = [["start", *[""] * law.coordinates, "0"]]
    state = 0
    for place, (symbol, state) in enumerate(states_met(law.automaton, position)):
        weight = str(law.written_in.weight(place))
        alive = law.automaton.live[state]
        rows.append([weight, *map(str, digits[symbol]), str(state) if alive else "-"])
        if not alive:
            break
    outcome = "a P-position" if state in law.lost else "an N-position"
    where = _written(position)
    ends = f"the state {state} is {'' if state in law.lost else 'not '}lost"
    if not law.automaton.live[state]:
        ends = "no P-position ends in these digits"
    names = law.all.split(", ")
    return [
        Paragraph(f"Reading {where}: it is {outcome}, as {ends}."),
        Table(["weight", *(f"digit of {name}" for name in names), "state"], rows, numeric=True),
    ]
