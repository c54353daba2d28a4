"""The conditions under which no number below the period of a law is a period: (K), (U0), (U).

They are read only where the conditions of the theorem hold; what they say, and why they suffice,
stands in `discover.families.theorems.digits`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.solvers.formulas import all_of, any_of, form, none_of
from mexplore.discover.families.solvers.script import Question
from mexplore.discover.families.theorems.symbols import Symbols


def first_wrong_form(law: DigitLaw) -> str:
    """Why the conditions are not about such a law; empty if they are."""
    if not law.landmarks:
        return "there is no landmark"
    if law.reduced:
        zero = all(entry == 0 for entry in law.start)
        return "" if zero else "start is 0 where the period is divided"
    if sorted(str(entry) for entry in law.period if entry != 0) != ["1"]:
        return "the vector of the period is 1 at one digit"
    return "" if law.start[_lead(law)] == 0 else "start is 0 at the digit of the period"


def _lead(law: DigitLaw) -> int:
    """The place of the digit that counts periods; of rows where the period is divided."""
    if law.reduced:
        return law.digits.index(law.phases[0].row)
    return next(i for i, entry in enumerate(law.period) if entry == 1)


def least_conditions(symbols: Symbols) -> Iterator[Question]:
    """All conditions of one law, for which `first_wrong_form` found nothing wrong."""
    yield from landmark_conditions(symbols)
    if not symbols.law.reduced:
        yield _first_period(symbols)
    yield _unlike(symbols)


def landmark_conditions(symbols: Symbols) -> Iterator[Question]:
    """(K) start + landmark is in Per and has the value."""
    law = symbols.law
    for number, landmark in enumerate(law.landmarks):
        place = tuple(a + b for a, b in zip(law.start, landmark.vector, strict=True))
        spot = symbols.at(place)
        there = all_of((f"(Per {spot})", symbols.in_value(landmark.value, spot)))
        yield Question(f"(K) landmark {number}", none_of([there]))


def _first_period(symbols: Symbols) -> Question:
    """(U0) For x in Per with q = 0 some x + e_0 + z is in Per with q = 0, or is start + period."""
    law, q = symbols.law, _lead(symbols.law)
    end = tuple(a + b for a, b in zip(law.start, law.period, strict=True))
    ways = []
    for z in law.successor:
        vector = symbols.moved_vector(law.unit, z)
        same = all_of(
            f"(= {form(a - b, symbols.names)} 0)" for a, b in zip(vector, end, strict=False)
        )
        within = all_of((f"(Per {symbols.at(vector)})", f"(= {form(vector[q], symbols.names)} 0)"))
        ways.append(any_of((within, same)))
    known = (f"(Per {symbols.here})", f"(= {symbols.digits[q]} 0)", symbols.fact(symbols.here))
    return Question("(U0) first period", all_of((*known, none_of(ways))))


def _unlike(symbols: Symbols) -> Question:
    """(U) No x in Per but start, with q = 0, may have the value of every landmark beyond it; where
    the period is divided, no x but those that differ from start in the digit of rows alone."""
    law, lead = symbols.law, _lead(symbols.law)
    kept = range(len(law.digits))
    others = (i for i in kept if not (law.reduced and i == lead))
    start = all_of(f"(= {symbols.digits[i]} {form(law.start[i], symbols.names)})" for i in others)
    first = "true" if law.reduced else f"(= {symbols.digits[lead]} 0)"
    known = (f"(Per {symbols.here})", symbols.fact(symbols.here), first, f"(not {start})")
    unlike = []
    for landmark in law.landmarks:
        for z in law.ups or (law.zero,):
            spot = symbols.moved(landmark.vector, z)
            others_values = (w for w in symbols.values if w != landmark.value)
            unlike += [symbols.in_value(w, spot) for w in others_values]
    return Question("(U) least", all_of((*known, none_of(unlike))))
