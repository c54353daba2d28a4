"""Rules as people write them: ways of writing that no notation has, and what they stand for.

One table, `WAYS`. A way is a shape of texts, and the readings of such a text, each in notation. One
reading is taken. Several are proposed, and each can be pasted: a text that may mean two games is
never taken for one of them. No way has the shape of a text that is notation already, so that what
is written in notation is read as before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.text.names import named
from mexplore.rules.text.numbers import without_commas
from mexplore.rules.text.sentences import part_places
from mexplore.rules.text.written_options import of_arrow, of_function, of_n, of_recursion

LONGEST = 500  # characters
MOST_PROPOSED = 3
LARGEST_CODE = 40  # digits of a code that is proposed
Titles = Mapping[str, str]
"""The names of a library, each with the title of its game."""


def understood(text: str, titles: Titles) -> str | None:
    """The notation, or the name, that a text written in another way stands for; None where it is
    notation already, or is not understood. RuleSyntaxError where it may mean several games.

    >>> understood("S = {1, 3, 4}", {}), understood("Grundy's game", {"grundy": "Grundy's game"})
    ('subtract(1, 3, 4)', 'grundy')
    >>> understood("take 1 or 2", {}), understood("subtract(1, 2)", {})
    ('subtract(1, 2)', None)
    >>> understood("remove 3 to 5 consecutive", {})
    Traceback (most recent call last):
    mexplore.RuleSyntaxError: ^remove 3 to 5 consecutive (column 1): this may mean \
several games; write "0.00777" or "subtract(3..5)"
    """
    found = readings(text, titles)
    if len(found) > 1:
        problem = "this may mean several games"
        raise RuleSyntaxError(text, 0, problem, f"write {one_of(found)}")
    if found:
        return found[0]
    places = part_places(text)
    if len(places) == 1:
        return None
    parts = [text[low:high].strip() for low, high in places]
    # In Python, 'n -> [n - 1] or [n - 2]' is the first list: it is not for us to say what is meant.
    read = [None if part.startswith("[") else understood(part, titles) for part in parts]
    if not any(read):
        return None
    return " or ".join(each or part for part, each in zip(parts, read, strict=True))


def one_of(proposals: Sequence[str]) -> str:
    """The first few proposals, in quotes as a shell wants them.

    >>> one_of(["0.7", "subtract(1, 2)", "nim"])
    '"0.7", "subtract(1, 2)" or "nim"'
    """
    *others, last = [f'"{each}"' for each in proposals[:MOST_PROPOSED]]
    return " or ".join(filter(None, (", ".join(others), last)))


def readings(text: str, titles: Titles) -> list[str]:
    """All that the text may mean, if it is written in one of the ways; nothing for notation."""
    text = text.strip()
    if len(text) > LONGEST or ".py" in text or text in titles:
        return []
    plain = re.sub(r"\s+", " ", text.translate(_PLAIN))
    plain = re.sub(r"^(?P<left>[a-z]|\([a-z, ]+\)) ?(?:\|->|=>|\|=>) ?", r"\g<left> -> ", plain)
    plain = plain[1:-1].strip() if _QUOTED.fullmatch(plain) else plain
    found = _meant(plain, titles)
    if not found and _HYPHENS.fullmatch(plain):
        found = _meant(plain.replace("-", " "), titles)
    if found or plain.replace(" ", "") == text.replace(" ", ""):
        return [one for one in found if one != text]
    return [plain]


def _meant(plain: str, titles: Titles) -> list[str]:
    """The readings of a text in plain signs, by a way or as a name."""
    for way in WAYS:
        match = way.shape.fullmatch(plain)
        found = [] if match is None else [one for one in way.means(match) if one]
        if found:
            return found
    return named(plain, titles)


# What texts are copied from has other arrows, dashes and quotes.
_PLAIN = str.maketrans(
    {"→": "->", "↦": "->", "⟶": "->", "⇒": "->", "−": "-", "–": "-", "…": "..", "’": "'", "≥": ">="}
)
_QUOTED = re.compile(r"([\"'`“„‘«]).*[\"'`”“’»]", re.DOTALL)
_HYPHENS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")


# Numbers that are listed: '1, 3 and 4', '3 to 5', 'up to 3'.

_N = r"[0-9]{1,9}"
_SPAN = rf"{_N}(?: ?(?:\.\.|to|-) ?{_N})?"
_LIST = rf"(?:(?:up to|at most) {_N}|{_SPAN}(?:(?: ?, ?(?:(?:and|or) )?| (?:and|or) | ){_SPAN})*)"
_SETS = (
    "(?:squares?|cubes?|primes?|factorials?|even|odd|fibonacci|triangular)(?: numbers?)?"
    rf"|powers? of (?:{_N}|two|three|four|five|ten)"
    "|(?:any|all)(?: numbers?| amount)?(?: of)?"
)
_NUMERALS = {"two": "2", "three": "3", "four": "4", "five": "5", "ten": "10"}
_THINGS = (
    "tokens?|counters?|coins?|stones?|matches|sticks?|chips?|objects?|pins?|pieces?|beans?|numbers?"
)


def listed(text: str) -> str:
    """The numbers of a list, as notation has them.

    >>> listed("1, 3 to 5 or 7"), listed("up to 4")
    ('1, 3..5, 7', '1..4')
    """
    bounded = re.fullmatch(rf"(?:up to|at most) ({_N})", text)
    if bounded is not None:
        return f"1..{bounded[1]}"
    return ", ".join("..".join(re.findall(_N, span)) for span in re.findall(_SPAN, text))


def _subtraction(numbers: str) -> str:
    """The game in which the sizes of such a set or list are taken."""
    return f"subtract({_set(numbers) if re.fullmatch(_SETS, numbers) else listed(numbers)})"


def _set(words: str) -> str:
    """A set that is named in words, as notation has it.

    >>> _set("powers of two"), _set("odd numbers"), _set("any number"), _set("square")
    ('powers(2)', 'odd', 'multiples(1)', 'squares')
    """
    if words.startswith("power"):
        base = words.rsplit(maxsplit=1)[-1]
        return f"powers({_NUMERALS.get(base, base)})"
    if words.startswith(("any", "all")):
        return "multiples(1)"
    word = words.split(maxsplit=1)[0]
    plural = word.endswith("s") or word in ("even", "odd", "fibonacci", "triangular")
    return f"{word}{'' if plural else 's'}"


def _sets_in_words(match: re.Match[str]) -> list[str]:
    """'subtract(1, powers of two)'; a list that is notation already stays."""
    parts = [part.strip().lower() for part in match["sets"].split(",")]
    read = [_set(part) if re.fullmatch(_SETS, part) else part for part in parts]
    return [] if read == parts else [f"subtract({', '.join(read)})"]


def _bare_list(match: re.Match[str]) -> list[str]:
    """'1,3,4'; but 1,000 is one number."""
    return [] if without_commas(match[0]) else [_subtraction(match[0])]


def _and_so_on(match: re.Match[str]) -> list[str]:
    """'1, 2, ..., 9' is 1..9, '1, 3, ..., 9' goes on by equal steps."""
    first = [int(number) for number in re.findall(_N, match["first"])]
    last = int(match["last"])
    step = first[1] - first[0] if len(first) > 1 else 1
    numbers = range(first[0], last + 1, max(step, 1))
    if step < 1 or list(numbers[: len(first)]) != first or numbers[-1] != last:
        return []
    if step == 1:
        return [f"subtract({first[0]}..{last})"]
    return [f"subtract({', '.join(map(str, numbers))})"] if len(numbers) <= LARGEST_CODE else []


def _in_a_row(match: re.Match[str]) -> list[str]:
    """Things that are taken from a row leave two rows; those of a heap leave one heap."""
    sizes = _sizes(match["list"])
    if not sizes:
        return []
    code = "".join("7" if k in sizes else "0" for k in range(1, max(sizes) + 1))
    return [f"0.{code}", _subtraction(match["list"])]


def _sizes(numbers: str) -> set[int]:
    """The numbers of a list one by one, where they are few."""
    found: set[int] = set()
    for span in listed(numbers).split(", "):
        low, _, high = span.partition("..")
        if int(high or low) > LARGEST_CODE:
            return set()
        found |= set(range(int(low), int(high or low) + 1))
    return found - {0}


# Options that are not written as a list.


def _in_small_letters(word: str, rest: str) -> str:
    """A notation begins with a small letter; so do the sets of which it may speak."""
    return word + (rest.lower() if word == "subtract" else rest)


def _with_pass(match: re.Match[str]) -> list[str]:
    """A pass for ever never ends. One pass is a second coordinate; it may be used on a heap that is
    empty, or not."""
    rule = match["rule"]
    code = re.fullmatch(r"0?\.([03]+)", rule)
    numbers = re.fullmatch(rf"subtract\(({_LIST})\)", rule)
    sizes = _sizes(numbers[1]) if numbers else set[int]()
    if code is not None:
        sizes = {k for k, digit in enumerate(code[1], 1) if digit == "3"}
    moves = ", ".join(f"(n - {k}, p)" for k in sorted(sizes))
    if rule.lower() in ("nim", "subtract(multiples(1))"):
        rule, moves = "nim", "(k, p) for k in range(n)"
    if not moves:
        return []
    board = "(n, p) -> [{}] + ([(n, 0)] if {} else [])"
    return [rule, board.format(moves, "n and p"), board.format(moves, "p")]


# The table.


@dataclass(frozen=True)
class Way:
    """A shape of texts, and what one of them may mean; ``example`` is one of them."""

    example: str
    pattern: str
    means: Callable[[re.Match[str]], list[str]]

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """The shape of a whole text, in capitals or not."""
        return re.compile(self.pattern, re.IGNORECASE | re.DOTALL)


_TAKE = r"(?:take|remove|subtract|withdraw)(?: away)?:?"
_FROM = r"(?: (?:from|of) (?:a|one|the) (?:heap|pile|row)| at a time| in a move| each turn)?\.?"
_NAMES = r"(?P<names>[a-z](?: ?, ?[a-z])*)"
_A_SET = r"(?:(?:the )?(?:subtraction (?:set|game)|set|S)(?: with)?(?: S)? ?(?:=|:)? ?)?"
_OPEN, _CLOSE = r"(?:subtract ?)?[({\[]? ?", r" ?[)}\]]?"
WAYS = (
    Way("0,77", r"0,(?P<digits>[0-9A-F]+)", lambda m: [f"0.{m['digits']}"]),
    Way(
        "{1, 2, ..., 9}",
        rf"{_A_SET}{_OPEN}(?P<first>{_N}(?: ?, ?{_N})*) ?, ?\.\.\.? ?, ?(?P<last>{_N}){_CLOSE}",
        _and_so_on,
    ),
    Way("1..9", rf"{_N} ?\.\.\.? ?{_N}", lambda m: [_subtraction(m[0].replace("...", ".."))]),
    Way(
        "{1,3,4}",
        rf"{_A_SET}[({{\[] ?(?P<list>{_LIST}) ?[)}}\]]",
        lambda m: [_subtraction(m["list"])],
    ),
    Way("1,3,4", rf"{_N}(?: ?, ?{_N})+(?:,? (?:and|or) {_N})?", _bare_list),
    Way(
        "take 1 or 2",
        rf"{_TAKE} (?:an? )?(?P<list>{_LIST}|{_SETS})(?: (?:{_THINGS}))?{_FROM}",
        lambda m: [_subtraction(m["list"].lower())],
    ),
    Way(
        "remove 3 to 5 consecutive",
        rf"{_TAKE} (?P<list>{_LIST})(?: (?:consecutive|adjacent|neighbou?ring))(?: (?:{_THINGS}))?"
        rf"{_FROM}",
        _in_a_row,
    ),
    Way(
        "subtract [1,3,4]",
        rf"subtract ?[\[{{] ?(?P<list>{_LIST}) ?[\]}}]",
        lambda m: [_subtraction(m["list"])],
    ),
    Way(
        "subtract(1; 3; 4)",
        rf"subtract ?\((?P<list>{_N}(?: ?; ?{_N})+) ?\)",
        lambda m: [_subtraction(m["list"].replace(";", ","))],
    ),
    Way(
        "subtraction(1, 3, 4)",
        rf"(?:subtraction|take) ?\( ?(?P<list>{_LIST}) ?\)",
        lambda m: [_subtraction(m["list"])],
    ),
    Way(
        "split into two unequal heaps",
        r"(?:split|divide|break|cut)(?: (?:a|one|the) (?:heap|pile))? in(?:to)?(?: two)?"
        r"(?: (?P<how>unequal|different))?(?: (?:heaps|piles|parts))?",
        lambda m: ["4!.0"] if m["how"] else ["4.0", "4!.0"],
    ),
    Way(
        "divide 2..6",
        rf"divide(?: by)? ?[\[{{ ] ?(?P<list>{_LIST}) ?[\]}}]?",
        lambda m: [f"divide({listed(m['list'])})"],
    ),
    Way(
        "take all but 3",
        rf"{_TAKE} (?:all|any number) but (?P<list>{_LIST})",
        lambda m: [f"subtract(all but {listed(m['list'])})"],
    ),
    Way(
        "octal 0.77",
        r"(?:the )?(?:octal|hexadecimal|hex|quaternary|take-and-break|code|game)(?: (?:game|code))?"
        r" ?[:=]? ?(?P<code>[0-9A-V{}+,=!]*\.[0-9A-V{}\[\]+,=!F]+)",
        lambda m: [m["code"]],
    ),
    Way(
        "0.77 octal",
        r"(?P<code>[0-9A-V{}+,=!]*\.[0-9A-V{}\[\]+,=!F]+) (?:octal|hexadecimal|hex)"
        r"(?: (?:game|code))?",
        lambda m: [m["code"]],
    ),
    Way("n -> n - isqrt(n)", r"(?P<left>[a-z]|\([a-z, ]+\)) ?-> ?(?P<right>.*)", of_arrow),
    Way("lambda n: n - 1", rf"lambda {_NAMES} ?: ?(?P<right>.*)", of_function),
    Way(
        "G(n) = mex(G(n - 1), G(n - 2))",
        rf"(?:(?P<name>[a-z]\w*) ?\({_NAMES}\) ?:?= ?)?"
        r"mex ?(?P<inner>[({\[].*[)}\]])",
        of_recursion,
    ),
    Way(
        "f(n) = [n - 1]",
        rf"(?:def )?[a-z]\w* ?\({_NAMES}\) ?(?:(?::?=|->)|: ?return ) ?(?P<right>.*)",
        of_function,
    ),
    Way("subtract(1, 2) or pass", r"(?P<rule>.+) (?:or|with|and) (?:a |one )?pass", _with_pass),
    Way(
        "Subtract(1, 3, 4)",
        r"(?-i:(?P<word>[a-z]*[A-Z][A-Za-z]*))(?P<rest> ?\([^()]*(?:\([^()]*\)[^()]*)*\))",
        lambda m: [_in_small_letters(m["word"].lower(), m["rest"].strip())],
    ),
    Way(
        "subtract(Squares)",
        r"(?-i:subtract ?\((?P<set>[a-z]*[A-Z][A-Za-z]*(?:\([0-9]+\))?)\))",
        lambda m: [f"subtract({m['set'].lower()})"],
    ),
    Way(
        "subtract(1, powers of two)",
        rf"subtract ?\((?P<sets> ?(?:{_SETS}|{_SPAN}) ?(?:, ?(?:{_SETS}|{_SPAN}) ?)*)\)",
        _sets_in_words,
    ),
    Way("n - 1, n - 2", r".*\bn\b.*", of_n),
)
