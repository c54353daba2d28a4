"""The moves of a take-and-break code as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from mexplore.rules.families.take_and_break.digit import Digit

_NAMES = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_MOST_LISTED = 12  # numbers of tokens that a sentence lists before it says `and so on`


def move_in_words(tokens: Sequence[int], period: int, digit: Digit) -> str:
    """The moves that one digit allows at several places.

    ``tokens`` are the numbers of tokens removed, or added if negative: all of one sign, or 0
    alone; ``period``, if not 0, is the distance at which each of them repeats forever.

    >>> move_in_words([1, 2], 0, Digit.from_mask(3))
    'remove 1 or 2 tokens from a heap, taking it whole, or leaving the rest in one heap'
    >>> move_in_words([0], 0, Digit.from_mask(4, "!"))
    'split a heap into two unequal heaps'
    """
    split = _split_in_words(digit)
    if tokens[0] == 0:
        return f"split a heap into {split}"
    if tokens[0] < 0:
        return (
            f"add {_tokens_in_words([-j for j in tokens], 0)} to a heap and split it into {split}"
        )
    left = [f"{'in one heap' if digit.suffix(1) is not None else ''}"]
    left.append(f"split into {split}" if split else "")
    rest = " or ".join(part for part in left if part)
    outcomes = ["taking it whole"] if digit.suffix(0) is not None else []
    outcomes += [f"leaving the rest {rest}"] if rest else []
    return f"remove {_tokens_in_words(tokens, period)} from a heap, {', or '.join(outcomes)}"


def joined(parts: Sequence[str]) -> str:
    """The parts as a list in words.

    >>> joined(["1", "3", "4"])
    '1, 3 or 4'
    """
    *others, last = parts
    return f"{', '.join(others)} or {last}" if others else last


def _tokens_in_words(tokens: Sequence[int], period: int) -> str:
    if period == 1 and len(tokens) == 1 and tokens[0] == 1:
        return "any number of tokens"
    if period == 1 and len(tokens) == 1:
        return f"{tokens[0]} or more tokens"
    if period:
        return f"{joined([f'{j}, {j + period}, {j + 2 * period}, ...' for j in tokens])} tokens"
    if len(tokens) > 3 and tokens[-1] - tokens[0] == len(tokens) - 1:
        return f"{tokens[0]} to {tokens[-1]} tokens"
    listed = [str(j) for j in tokens]
    if len(listed) > _MOST_LISTED:
        listed[_MOST_LISTED - 1 : -1] = ["..."]
    return f"{joined(listed)} token{'s' if tokens[-1] > 1 else ''}"


def _split_in_words(digit: Digit) -> str:
    """Two heaps or more that the digit allows, '' if it does not."""
    counts: dict[str, list[str]] = {}
    for count, suffix in digit.listed:
        if count > 1:
            counts.setdefault(suffix, []).append(_number(count))
    if digit.more:
        least, suffix = digit.more
        counts.setdefault(suffix, []).append(f"{_number(max(least, 2))} or more")
    return " or ".join(_heaps(joined(listed), suffix) for suffix, listed in counts.items())


def _heaps(number: str, suffix: str) -> str:
    if number == "two" and suffix in ("!", "?"):
        return "two unequal heaps"
    condition = {"": "", "!": "pairwise unequal ", "?": "", "=": "equal "}[suffix]
    return f"{number} {condition}heaps{', not all equal' if suffix == '?' else ''}"


def _number(count: int) -> str:
    return _NAMES[count] if count < len(_NAMES) else str(count)
