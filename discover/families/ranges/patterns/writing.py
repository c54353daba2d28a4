"""Laws of ranges as JSON: vectors and constraints are texts that `rules.parameters` reads."""

from __future__ import annotations

from typing import Any

from mexplore.discover.families.patterns.writing import (
    read_cell,
    read_each,
    read_list,
    read_names,
    read_vector,
)
from mexplore.discover.families.ranges.patterns.law import NumberSystem, ValueLaw, ValuePiece
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.polynomial import Vector

Json = dict[str, Any]


def write_law(law: ValueLaw) -> Json:
    """The law as JSON; landmarks only where there are any."""
    more = {"landmarks": list(map(_texts, law.landmarks))} if law.landmarks else {}
    return {
        "parameters": list(law.parameters),
        "cell": _cell(law.cell),
        "positions": _system(law.positions),
        "values": _system(law.values),
        "values_in": _cell(law.values_in),
        "ends": [[_texts(low), _texts(high)] for low, high in law.ends],
        "pieces": [{"where": _cell(p.where), "value": _texts(p.value)} for p in law.pieces],
        "witnesses": list(map(_texts, law.witnesses)),
        "period": _texts(law.period),
        "saltus": _texts(law.saltus),
        **more,
    }


def read_law(given: Json) -> ValueLaw:
    """The law that `write_law` wrote. Raises KeyError, TypeError or ValueError, or
    RuleSyntaxError, where it is none."""
    if set(given) | {"landmarks"} != set(ValueLaw.__dataclass_fields__):
        raise ValueError(f"a law has the members {', '.join(ValueLaw.__dataclass_fields__)}")
    ends = read_list(lambda pair: read_list(read_vector, pair), given["ends"])
    if any(len(pair) != 2 for pair in ends):
        raise ValueError("a range has two ends")
    pieces = read_each(given["pieces"], {"where", "value"})
    law = ValueLaw(
        read_names(given["parameters"]),
        read_cell(given["cell"]),
        _read_system(given["positions"]),
        _read_system(given["values"]),
        read_cell(given["values_in"]),
        ends,
        tuple(ValuePiece(read_cell(p["where"]), read_vector(p["value"])) for p in pieces),
        read_list(read_vector, given["witnesses"]),
        read_vector(given["period"]),
        read_vector(given["saltus"]),
        read_list(read_vector, given.get("landmarks", [])),
    )
    law.refuse_misfits()
    return law


def _system(system: NumberSystem) -> Json:
    return {
        "digits": list(system.digits),
        "weights": _texts(system.weights),
        "relations": list(map(_texts, system.relations)),
        "carries": list(map(_texts, system.carries)),
    }


def _read_system(given: object) -> NumberSystem:
    (found,) = read_each([given], {"digits", "weights", "relations", "carries"})
    return NumberSystem(
        read_names(found["digits"]),
        read_vector(found["weights"]),
        read_list(read_vector, found["relations"]),
        read_list(read_vector, found["carries"]),
    )


def _texts(vector: Vector) -> list[str]:
    return list(map(str, vector))


def _cell(cell: Cell) -> list[str]:
    return list(map(str, cell))
