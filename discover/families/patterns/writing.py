"""Laws with parameters as JSON: vectors and constraints are texts that `rules.parameters` reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from mexplore.discover.families.patterns.law import DigitLaw, Landmark, Move, Piece
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.parameters.constraint import Cell, Constraint
from mexplore.rules.parameters.reading import read_constraints, read_polynomial

Json = dict[str, Any]


def write_law(law: DigitLaw) -> Json:
    """The law as JSON; what is usual (no ghosts, ...) is left out."""
    found: Json = {
        "parameters": list(law.parameters),
        "cell": list(map(str, law.cell)),
        "period": law.written_period,
        "preperiod": str(law.the_preperiod),
        "digits": list(law.digits),
        "weights": as_json(law.weights),
        "moves": as_json(law.moves),
        "relations": as_json(law.relations),
        "carries": as_json(law.carries),
        "successor": as_json(law.successor),
        "pieces": [
            {
                "where": list(map(str, piece.where)),
                "value": piece.value,
                "part": "per" if piece.periodic else "pre",
            }
            for piece in law.pieces
        ],
        "start": as_json(law.start),
        "period_vector": as_json(law.period),
    }
    more: Json = {
        "ranges": as_json(law.ranges),
        "free": list(law.free),
        "ghosts": list(law.ghosts),
        "invariants": as_json(law.invariants),
        "reduced": law.reduced,
        "landmarks": as_json(law.landmarks),
        "ups": as_json(law.ups),
    }
    return found | {key: value for key, value in more.items() if value}


def read_law(given: Json) -> DigitLaw:
    """The law that `write_law` wrote; ``period`` and ``preperiod`` may be left out. Raises
    KeyError, TypeError or ValueError, or RuleSyntaxError if it is not one.

    >>> law = read_law({
    ...     "parameters": ["k"], "cell": ["k >= 1"], "digits": ["q", "j"], "weights": ["2*k", "1"],
    ...     "moves": [{"element": "k", "vector": ["0", "k"]}], "relations": [["1", "-2*k"]],
    ...     "carries": [[["0", "0"], ["-1", "2*k"]]], "successor": [["0", "0"], ["1", "-2*k"]],
    ...     "pieces": [
    ...         {"where": ["q >= 0", "j >= 0", "k >= j + 1"], "value": 0, "part": "per"},
    ...         {"where": ["q >= 0", "j >= k", "2*k >= j + 1"], "value": 1, "part": "per"}],
    ...     "start": ["0", "0"], "period_vector": ["1", "0"]})
    >>> law.the_period, law.the_preperiod, law.value_of((3, 7), {"k": 5})
    (2*k, 0, 1)
    """
    known = {field.name for field in fields(DigitLaw)} | {"period_vector", "preperiod"}
    strange = [key for key in given if key not in known]
    if strange:
        raise ValueError(f"the member {strange[0]!r} of a law has no meaning")
    law = DigitLaw(
        parameters=read_names(given["parameters"]),
        cell=read_cell(given["cell"]),
        digits=read_names(given["digits"]),
        weights=read_vector(given["weights"]),
        moves=tuple(
            Move(read_polynomial(_text(m["element"])), read_vector(m["vector"]))
            for m in read_each(given["moves"], {"element", "vector"})
        ),
        relations=read_list(read_vector, given["relations"]),
        carries=read_list(lambda carries: read_list(read_vector, carries), given["carries"]),
        successor=read_list(read_vector, given["successor"]),
        pieces=tuple(
            Piece(read_cell(p["where"]), _whole(p["value"]), _part(p["part"]))
            for p in read_each(given["pieces"], {"where", "value", "part"})
        ),
        start=read_vector(given["start"]),
        period=read_vector(given["period_vector"]),
        ranges=read_list(read_vector, given.get("ranges", [])),
        free=read_names(given.get("free", [])),
        ghosts=read_names(given.get("ghosts", [])),
        invariants=read_list(read_vector, given.get("invariants", [])),
        reduced=_truth(given.get("reduced", False)),
        landmarks=tuple(
            Landmark(read_vector(m["vector"]), _whole(m["value"]))
            for m in read_each(given.get("landmarks", []), {"vector", "value"})
        ),
        ups=read_list(read_vector, given.get("ups", [])),
    )
    law.refuse_misfits()
    for key, said in (("period", law.written_period), ("preperiod", str(law.the_preperiod))):
        if given.get(key, said) != said:
            raise ValueError(f"the {key} is said to be {given[key]!r}, and is {said}")
    return law


def as_json(part: Any) -> Any:
    """A part of a law: polynomials and constraints as text, in lists, or by the names of fields."""
    if isinstance(part, Polynomial | Constraint):
        return str(part)
    if isinstance(part, tuple):
        return list(map(as_json, part))
    if is_dataclass(part):
        return {field.name: as_json(getattr(part, field.name)) for field in fields(part)}
    return part


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError(f"{given!r} is no text")
    return given


def _whole(given: object) -> int:
    if type(given) is not int:
        raise TypeError(f"{given!r} is no integer")
    return given


def _truth(given: object) -> bool:
    if not isinstance(given, bool):
        raise TypeError(f"{given!r} is neither true nor false")
    return given


def _part(given: object) -> bool:
    if given not in ("pre", "per"):
        raise ValueError(f"a piece is of the part 'pre' or 'per', not {given!r}")
    return given == "per"


def read_list(read: Callable[[Any], Any], given: object) -> tuple[Any, ...]:
    """Each entry of a list, read."""
    if not isinstance(given, list):
        raise TypeError(f"{given!r} is no list")
    return tuple(map(read, given))


def read_each(given: object, keys: set[str]) -> tuple[Json, ...]:
    """The entries of a list, objects with just these members."""
    found = read_list(lambda each: each, given)
    for each in found:
        if not isinstance(each, dict) or set(each) != keys:
            raise TypeError(f"{each!r} does not have the members {sorted(keys)}")
    return found


def read_vector(given: object) -> Vector:
    """A vector, of which each entry is a text."""
    return read_list(lambda entry: read_polynomial(_text(entry)), given)


def read_cell(given: object) -> Cell:
    """Each text states one constraint."""
    cells = read_list(lambda text: read_constraints(_text(text)), given)
    if any(len(cell) != 1 for cell in cells):
        raise ValueError("each text of a list of constraints states one of them")
    return tuple(constraint for cell in cells for constraint in cell)


def read_names(given: object) -> tuple[str, ...]:
    """A list of names."""
    names = read_list(_text, given)
    for name in names:
        if read_polynomial(name) != Polynomial.name(name):
            raise ValueError(f"{name!r} is no name")
    return names
