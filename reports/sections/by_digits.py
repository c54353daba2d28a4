"""What a report says of a law by which an automaton tells who wins, or the first nim-values: of
boards and heaps alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.discover.outcomes.law import AcceptedByDigits, ValuedByDigits
from mexplore.reports.writers.document import Block, Heading, Mark, Paragraph, Table, Words

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton

Law = AcceptedByDigits | ValuedByDigits

MOST_STATES, MOST_COLUMNS = 30, 16  # of a table that is shown
FIRST, FIRST_IN_A_LINE = 20, 8  # P-positions
FIRST_OF_A_VALUE = 6  # positions, where there are several values
WEIGHTS = 7
MOST_ALLOWED = 8  # combinations of digits that are listed in a sentence


def in_brief(law: Law) -> list[Block]:
    """The law in words where it is about each place alone, the weights, first P-positions."""
    words = [*_by_place(law), *_weights(law), *_first(law, FIRST_IN_A_LINE)]
    return [Paragraph(" ".join(words))]


def in_full(law: Law) -> list[Block]:
    """The numeration, the automaton, the first P-positions, or those of each value, and two
    positions read."""
    blocks: list[Block] = [Heading("The automaton"), Paragraph(_numeration(law))]
    blocks += _automaton(law)
    blocks += [Paragraph(line) for line in _first(law, FIRST)]
    for position in _examples(law):
        blocks += _reading(law, position)
    return blocks


def _told(law: Law) -> Automaton:
    """The automaton of all positions with a value that is told, with the states of the law."""
    values = enumerate(law.outputs)
    return law.accepting(frozenset(state for state, value in values if value <= law.most))


def _by_place(law: Law) -> list[str]:
    """What the digits at each place have to be, where nothing else matters."""
    from mexplore.discover.outcomes.telling import judged_by_place

    if isinstance(law, ValuedByDigits):
        return []
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


def _ways(law: Law, total: int) -> int:
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


def _joined(law: Law, digits: Sequence[int]) -> str:
    """Digits that stand at one place, those of x first."""
    return ("" if law.written_in.digits <= 10 else ",").join(map(str, digits))


def _listed_weights(law: Law) -> str:
    return ", ".join(str(law.written_in.weight(i)) for i in range(WEIGHTS))


def _weights(law: Law) -> list[str]:
    """The weights, where they are not powers."""
    powers = all(law.written_in.weight(i) == law.written_in.digits**i for i in range(WEIGHTS))
    return [] if powers else [f"The weights are {_listed_weights(law)}, ..."]


def _first(law: Law, most: int) -> list[str]:
    """The first P-positions, or the first positions of each value that is told."""
    if isinstance(law, AcceptedByDigits):
        return [_first_of(law, 0, most, "P-position", "First P-positions")]
    most = most if most == FIRST else FIRST_OF_A_VALUE
    values = range(law.most + 1)
    return [_first_of(law, v, most, f"position of value {v}", f"Value {v}") for v in values]


def _first_of(law: Law, value: int, most: int, one: str, head: str) -> str:
    from mexplore.discover.outcomes.telling import first_accepted

    found = [_written(p) for p in first_accepted(law.positions_of(value), most + 1)]
    if not found:
        return f"There is no {one} near the start."
    more = ", ..." if len(found) > most else "."
    return f"{head}: {', '.join(found[:most])}{more}"


def _written(position: tuple[int, ...]) -> str:
    return str(position[0]) if len(position) == 1 else str(position)


def _numeration(law: Law) -> str:
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
        f"least significant first. It begins in state 0; {_meaning(law)}, and zeros after them "
        "change nothing."
    )


def _meaning(law: Law) -> str:
    if isinstance(law, AcceptedByDigits):
        return "a position is a P-position if the state after its last digits is marked as lost"
    greater = "" if law.complete else f", where > {law.most} stands for all greater values"
    return f"the value of a position is that of the state after its last digits{greater}"


def _digits(law: Law) -> str:
    digits = f"the digits of {law.each}"
    return digits if law.coordinates == 1 else f"{digits} together, place by place"


def _automaton(law: Law) -> list[Block]:
    """The transitions as a table, where that is small, else how large it is."""
    from mexplore.discover.automata.automaton import digits_of_symbols

    digits = digits_of_symbols(law.coordinates, law.written_in.digits).tolist()
    if law.order > MOST_STATES or len(digits) > MOST_COLUMNS:
        size = f"{law.order} states and {len(digits)} transitions from each"
        return [Paragraph(f"It has {size}, which --json and the certificate list.")]
    live = _told(law).live
    symbols = sorted(range(len(digits)), key=lambda symbol: digits[symbol])
    rows: list[list[Words]] = []
    for state, following in enumerate(law.transitions):
        if live[state]:
            to = [str(following[s]) if live[following[s]] else "-" for s in symbols]
            rows.append([str(state), _end(law, state), *to])
    ends = "ends" if isinstance(law, AcceptedByDigits) else "value"
    heads = ["state", ends, *(_joined(law, digits[symbol]) for symbol in symbols)]
    dead = f"; a dash: {_no_end(law)}" if not live.all() else ""
    caption = f"The state after the digits of {law.each} at the next place{dead}."
    return [Table(heads, rows, numeric=True, caption=caption)]


def _end(law: Law, state: int) -> Words:
    """What is said of a position after whose digits the automaton is in the state."""
    value = law.outputs[state]
    if isinstance(law, AcceptedByDigits):
        return "won" if value else Mark("lost", "strong")
    return str(value) if value <= law.most else f"> {law.most}"


def _no_end(law: Law) -> str:
    """What it means that no told value is reached any more."""
    if isinstance(law, AcceptedByDigits):
        return "no P-position ends in these digits"
    return f"no position with a value of at most {law.most} ends in these digits"


def _examples(law: Law) -> list[tuple[int, ...]]:
    """A position of the greatest value that is told, such as a P-position, and one beside it of
    another value, with some digits to read."""
    from mexplore.discover.outcomes.telling import first_accepted

    found = first_accepted(law.positions_of(law.most), FIRST)
    if not found:
        return []
    told = max(found, key=lambda position: (len({*position}), sum(position)))
    beside = ((*told[:-1], last) for last in range(told[-1] + 1, told[-1] + FIRST))
    other = next((position for position in beside if law.output(*position) != law.most), None)
    return [told] if other is None else [told, other]


def _reading(law: Law, position: tuple[int, ...]) -> list[Block]:
    """A position read digit by digit."""
    from mexplore.discover.automata.automaton import digits_of_symbols
    from mexplore.discover.outcomes.telling import states_met

    digits = digits_of_symbols(law.coordinates, law.written_in.digits).tolist()
    rows: list[list[Words]] = [["start", *[""] * law.coordinates, "0"]]
    state = 0
    told = _told(law)
    for place, (symbol, state) in enumerate(states_met(told, position)):
        weight = str(law.written_in.weight(place))
        alive = told.live[state]
        rows.append([weight, *map(str, digits[symbol]), str(state) if alive else "-"])
        if not alive:
            break
    names = law.all.split(", ")
    why = _why(law, state) if told.live[state] else _no_end(law)
    return [
        Paragraph(f"Reading {_written(position)}: {_outcome(law, state)}, as {why}."),
        Table(["weight", *(f"digit of {name}" for name in names), "state"], rows, numeric=True),
    ]


def _outcome(law: Law, state: int) -> str:
    value = law.outputs[state]
    if isinstance(law, AcceptedByDigits):
        return "it is an N-position" if value else "it is a P-position"
    return f"its value is {value if value <= law.most else f'greater than {law.most}'}"


def _why(law: Law, state: int) -> str:
    if isinstance(law, AcceptedByDigits):
        return f"the state {state} is {'not ' * law.outputs[state]}lost"
    value = law.outputs[state]
    return (
        f"that is the value of the state {state}"
        if value <= law.most
        else f"the state {state} says"
    )
