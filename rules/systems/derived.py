"""What systems that were derived from other rules have in common: names of kinds, and heaps of Nim.

Small pieces, whose options are listed one by one, stand in a derived system as heaps of Nim of
their values, which is the same in every sum (Sprague 1935, Grundy 1939).
"""

from __future__ import annotations

from mexplore.rules.systems.system import Kind


def letter_of(number: int) -> str:
    """The name of a kind without a name: A, B, ..., Z, A1, B1, ...

    >>> [letter_of(number) for number in (0, 25, 26)]
    ['A', 'Z', 'A1']
    """
    turn, letter = divmod(number, 26)
    return chr(ord("A") + letter) + (str(turn) if turn else "")


def nim_heaps(number: int, highest: int) -> Kind:
    """Heaps of Nim of 0, 1, ..., ``highest`` tokens, as the kind of this number.

    >>> nim_heaps(3, 2).below
    ((), (((3, 0),),), (((3, 0),), ((3, 1),)))
    """
    listed = (tuple(((number, m),) for m in range(n)) for n in range(highest + 1))
    return Kind("nim", tuple(listed))
