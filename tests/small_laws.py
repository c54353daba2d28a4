"""Laws of ``subtract(k)`` as JSON, true ones and false ones, from which tests make others."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

LOW, HIGH = ["q >= 0", "j >= 0", "k >= j + 1"], ["q >= 0", "j >= k", "2*k >= j + 1"]


def pieces(*given: tuple[list[str], int]) -> list[Json]:
    return [{"where": where, "value": value, "part": "per"} for where, value in given]


TWICE: Json = {
    "parameters": ["k"],
    "cell": ["k >= 1"],
    "digits": ["q", "j"],
    "weights": ["2*k", "1"],
    "moves": [{"element": "k", "vector": ["0", "k"]}],
    "relations": [["1", "-2*k"]],
    "carries": [[["0", "0"], ["-1", "2*k"]]],
    "successor": [["0", "0"], ["1", "-2*k"]],
    "pieces": pieces((LOW, 0), (HIGH, 1)),
    "start": ["0", "0"],
    "period_vector": ["1", "0"],
}
"""``subtract(k)``, k >= 1: n = 2k q + j, 0 for j < k and 1 for k <= j < 2k. True."""

ALWAYS: Json = TWICE | {
    "digits": ["j"],
    "weights": ["1"],
    "moves": [{"element": "k", "vector": ["k"]}],
    "relations": [],
    "carries": [[["0"]]],
    "successor": [["0"]],
    "pieces": pieces((["j >= 0"], 0)),
    "start": ["0"],
    "period_vector": ["1"],
}
"""``subtract(k)``: 0 everywhere. False."""

FOUR: Json = TWICE | {
    "weights": ["4*k", "1"],
    "relations": [["1", "-4*k"]],
    "carries": [[["0", "0"], ["-1", "4*k"]]],
    "successor": [["0", "0"], ["1", "-4*k"]],
    "pieces": pieces(
        (["q >= 0", "j >= 0", "k >= j + 1"], 0),
        (["q >= 0", "j >= k", "2*k >= j + 1"], 1),
        (["q >= 0", "j >= 2*k", "3*k >= j + 1"], 0),
        (["q >= 0", "j >= 3*k", "4*k >= j + 1"], 1),
    ),
    "ups": [["0", "0"], ["1", "-4*k"]],
}
"""``subtract(k)`` with the period 4k: true, but 2k is a period as well."""

MARKS = [
    {"vector": ["0", "0"], "value": 0},
    {"vector": ["0", "k - 1"], "value": 0},
    {"vector": ["0", "k"], "value": 1},
]
"""Places of the first period, and their values."""

ROWS: Json = TWICE | {
    "digits": ["t", "f", "j"],
    "weights": ["k", "0", "1", "0"],
    "moves": [{"element": "k", "vector": ["1", "0", "0", "1"]}],
    "relations": [["1", "0", "-k", "0"]],
    "carries": [[["0", "0", "0", "0"], ["1", "0", "-k", "1"]]],
    "successor": [["0", "0", "0", "0"], ["1", "0", "-k", "1"]],
    "pieces": pieces(
        (["t >= 0", "t % 2 == 0", "f == 0", "j >= 0", "k >= j + 1"], 0),
        (["t >= 0", "t % 2 == 1", "f == 0", "j >= 0", "k >= j + 1"], 1),
    ),
    "start": ["0", "0", "0", "0"],
    "period_vector": ["2", "0", "0", "2"],
    "free": ["f"],
    "ghosts": ["s"],
    "invariants": [["-2", "1", "0", "2"]],
}
"""``subtract(k)`` in rows of k, with the phase f = 2 t mod 2 = 0, and the period 2k. True."""

NEGATIVE: Json = TWICE | {
    "digits": ["u", "q", "j"],
    "weights": ["-2*k", "2*k", "1"],
    "moves": [{"element": "k", "vector": ["0", "0", "k"]}],
    "relations": [["1", "1", "0"], ["0", "1", "-2*k"]],
    "carries": [[["0", "0", "0"], ["1", "0", "2*k"]]],
    "successor": [["0", "0", "0"], ["0", "1", "-2*k"]],
    "pieces": pieces((["u >= 0", *LOW], 1), (["u >= 0", *HIGH], 0)),
    "start": ["0", "0", "0"],
    "period_vector": ["0", "1", "0"],
}
"""Digits that are >= 0 and stand for numbers below 0, as a weight is negative. False."""
