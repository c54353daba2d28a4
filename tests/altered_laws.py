"""Laws with parameters as JSON, altered at one place: not to be believed unless they are true."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from laws_with_parameters import falsity

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.parameters.constraint import all_hold

Json = Any


def altered(given: Json, rng: random.Random) -> Json:
    """A copy in which one entry is another number, form or constraint, or is left out, or given
    twice, or has changed places with its neighbour."""
    found = copy.deepcopy(given)
    holder, key = rng.choice(list(_places(found)))
    entry = holder[key]
    if isinstance(holder, list) and rng.random() < 0.3:
        _moved(holder, key, rng)
    elif isinstance(entry, bool):
        holder[key] = not entry
    elif isinstance(entry, int):
        holder[key] = rng.choice([entry + 1, entry - 1, -entry, str(entry), 0])
    elif isinstance(entry, str):
        holder[key] = _other_text(entry, rng)
    return found


def _places(node: Json) -> Iterator[tuple[Json, Any]]:
    """Every entry of the lists and objects within."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node)
    for key, entry in list(pairs):
        if isinstance(entry, dict | list):
            yield from _places(entry)
        if isinstance(node, list) or not isinstance(entry, dict | list):
            yield node, key


def _moved(holder: list[Json], key: int, rng: random.Random) -> None:
    match rng.randrange(3):
        case 0:
            del holder[key]
        case 1:
            holder.insert(key, copy.deepcopy(holder[key]))
        case _:
            holder[key], holder[key - 1] = holder[key - 1], holder[key]


def _other_text(text: str, rng: random.Random) -> str:
    for sign in (">=", "<=", "=="):
        if sign in text:
            left, right = text.split(sign)
            other = rng.choice([sign, ">=", "<=", "=="])
            return f"{left.strip()} {other} {right.strip()} {rng.choice(['+ 1', '- 1', '+ 0'])}"
    names = ["a", "h", "r", "k", "m", "q", "i", "j", "1", "2"]
    return rng.choice(
        [f"{text} + 1", f"{text} - 1", f"-({text})", "0", "1", f"{text} + {rng.choice(names)}",
         f"{text} - {rng.choice(names)}", f"2*({text})", rng.choice(names)]
    )  # fmt: skip


def wrong_at_members(law: DigitLaw, most: int = 6, largest: int = 7) -> str:
    """What is wrong with a law at the first members of its cell, for all n up to four periods."""
    looked = 0
    for point in product(range(-1, largest + 1), repeat=len(law.parameters)):
        values = dict(zip(law.parameters, point, strict=True))
        if not all_hold(law.cell, values):
            continue
        amounts = [move.element.at(values) for move in law.moves]
        if min(amounts) < 1:
            return f"a move takes nothing at {values}"
        stop = law.the_preperiod.at(values) + 4 * max(law.the_period.at(values), 1) + max(amounts)
        if stop > 900:
            continue
        if wrong := falsity(law, values, stop):
            return f"{wrong} at {values}"
        looked += 1
        if looked == most:
            break
    return ""


def same(first: Json, second: Json) -> bool:
    """Whether two are the same JSON."""
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
