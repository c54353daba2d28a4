"""Published results, one source a row. Expected values come from here, never from output."""

from __future__ import annotations

from typing import NamedTuple


class PublishedValues(NamedTuple):
    """The values G(first), G(first + 1), ... as printed."""

    rule: str
    first: int
    values: str
    source: str

    def numbers(self) -> list[int]:
        """The values as numbers."""
        return [int(value) for value in self.values.split()]


class PublishedPeriod(NamedTuple):
    """The least preperiod and period: G(n + period) = G(n) for all n >= preperiod, not before."""

    rule: str
    preperiod: int
    period: int
    source: str


class PublishedSaltus(NamedTuple):
    """G(n + period) = G(n) + saltus for all large n."""

    rule: str
    period: int
    saltus: int
    source: str


# Take-and-break codes

CODE_VALUES = [
    PublishedValues(
        "0.77",
        0,
        "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1 4 7 2 "
        "1 8 2 7 4 1 2 8 1 4 7 2 1 4 2 7 4 1 2 8 1 4 7 2 1 8 6 7 4 1 2 8 1 4 7 2 1 8 2 7",
        "Kayles: Guy and Smith 1956; Winning Ways, chapter 4; OEIS A002186",
    ),
    PublishedValues(
        "0.137",
        0,
        "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 "
        "3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3",
        "Dawson's Chess: Guy and Smith 1956; Winning Ways, chapter 4; OEIS A002187",
    ),
    PublishedValues(
        "0.07",
        1,
        "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3",
        "Dawson's Kayles: Winning Ways, chapter 4; OEIS A002187, whose terms are G(n + 1)",
    ),
    PublishedValues(
        "4!.0",
        0,
        "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 "
        "5 4 1 5 4 1 0 2 1 0 2 1 5 2 1 3 2 1 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 3 2 4 5 2 4 5 2 4 3 7",
        "Grundy's game: Grundy 1939, Mathematics and games; Guy and Smith 1956; OEIS A002188",
    ),
    PublishedValues(
        "0.7777",
        0,
        "0 1 2 3 4 5 6 7 3 2 8 9 7 6 5 4 3 2 8 9 4 5 12 13 9 8 2 3 4 5 15 14 3 2 8 9 7 6 5 4 3 2 "
        "8 9 13 12 15 14 9 8 2 3 4 5 16 17 10 11 8 9 14 15 5 4 3 2 16 17 13 12 15 14 9 8 2 3 4 5",
        "Double Kayles: Guy and Smith 1956; Winning Ways, chapter 4; OEIS A071074",
    ),
    PublishedValues(
        "0.177",
        1,
        "1 1 2 2 3 1 1 4 4 3 2 2 1 1 4 2 2 6 4 4 1 1 2 2 7 1 1 4 4 3 2 2 1 1 4 8 2 7 4 4 1 1 2 2 "
        "7 8 1 4 4 7 2 2 1 1 4 4 2 7 7 4 1 1 2 2 7 7 1 1 4 7 2 2 1 1 4 4 6 2 7 4 1 1 2 2 8 8 5 1",
        "Winning Ways, chapter 4; OEIS A071435",
    ),
    PublishedValues(
        "0.117",
        1,
        "1 1 1 0 2 2 1 3 4 0 1 1 1 3 2 2 2 3 4 0 1 5 4 3 2 2 2 3 1 0 1 0 4 3 2 2 2 0 1 0 1 0 4 3 "
        "2 5 4 0 1 0 1 0 2 3 2 3 4 0 1 0 1 3 2 3 2 3 4 0 1 0 4 3 2 3 2 3 1 0 1 0 4 3 2 3 2 0 1 0",
        "Winning Ways, chapter 4; OEIS A071453",
    ),
    PublishedValues(
        "0.127",
        1,
        "1 0 2 2 1 0 4 4 1 2 2 0 1 4 4 6 1 7 7 0 1 2 2 6 1 4 4 8 1 2 7 8 1 0 7 2 6 8 1 4 9 8 1 2 "
        "6 0 1 4 6 2 1 8 9 0 1 6 2 2 7 0 1 8 3 2 1 4 4 8 9 2 7 8 1 0 9 2 2 6 4 4 1 8 3 2 1 0 4",
        "Winning Ways, chapter 4; OEIS A071464",
    ),
    PublishedValues(
        "0.56",
        1,
        "1 0 2 2 4 1 1 3 2 4 4 6 6 2 1 1 7 6 8 4 1 1 6 5 4 8 1 1 12 4 5 6 1 1 3 12 6 6 8 9 2 11 6 "
        "6 4 2 1 1 12 13 4 10 8 1 12 12 5 11 1 16 2 2 12 6 1 1 2 13 12 6 6 8 1 1 7 6 11 4 16 16 6",
        "Winning Ways, chapter 4; OEIS A071436",
    ),
    PublishedValues(
        "0.141",
        1,
        "1 0 1 1 0 1 2 2 1 2 4 1 0 1 1 2 1 2 2 1 2 4 1 2 1 1 2 1 2 2 1 2 4 1 2 1 1 2 1 2 2 1 2 4",
        "Winning Ways, chapter 4; OEIS A125912",
    ),
    PublishedValues(
        "4.[3]",
        1,
        "1 2 4 3 5 6 8 7 9 10 12 11 13 14 16 15 17 18 20 19 21 22 24 23",
        "Lasker's Nim: Lasker 1931, Brettspiele der Voelker; Winning Ways, chapter 4",
    ),
]

CODE_PERIODS = [
    PublishedPeriod("0.77", 71, 12, "Guy and Smith 1956; OEIS A002186"),
    PublishedPeriod("0.137", 52, 34, "Guy and Smith 1956; OEIS A002187"),
    PublishedPeriod("0.07", 53, 34, "Guy and Smith 1956; OEIS A002187"),
    PublishedPeriod("0.177", 497, 20, "Winning Ways, chapter 4; OEIS A071435"),
    PublishedPeriod("0.117", 47, 48, "Winning Ways, chapter 4; OEIS A071453"),
    PublishedPeriod("0.7777", 142, 24, "Winning Ways, chapter 4; OEIS A071074"),
    PublishedPeriod("0.1377", 141, 24, "Winning Ways, chapter 4; OEIS A071434"),
    PublishedPeriod("0.11377", 187, 32, "Winning Ways, chapter 4; OEIS A071452"),
    PublishedPeriod("0.141", 14, 11, "Winning Ways, chapter 4; OEIS A125912"),
    PublishedPeriod("0.127", 46578, 4, "Gangolli and Plambeck 1989; OEIS A071464"),
]

CODE_SALTUSES = [
    PublishedSaltus("0.3F", 6, 3, "Kenyon's game: Winning Ways, chapter 4"),
    PublishedSaltus("0.8", 3, 1, "Howse and Nowakowski 2004, games of one digit"),
    PublishedSaltus("0.C", 2, 1, "Howse and Nowakowski 2004, games of one digit"),
    PublishedSaltus("0.8B", 7, 4, "Howse and Nowakowski 2004, games of two digits"),
    PublishedSaltus("0.FC", 5, 4, "Howse and Nowakowski 2004, games of two digits"),
]


class PublishedFrequencies(NamedTuple):
    """How often 0, 1, 2, ... is taken by G(1), ..., G(values)."""

    rule: str
    values: int
    frequencies: str
    source: str = "github.com/rogalski-wmii-uni-lodz-pl/octal, files results/RULE/VALUES"


FREQUENCIES = [
    PublishedFrequencies("0.014", 16, "6 5 3 1 1"),
    PublishedFrequencies(
        "0.172",
        2048,
        "8 92 31 104 99 28 102 11 209 7 157 25 16 73 21 86 59 82 44 83 82 9 58 33 50 26 38 24 10 "
        "32 8 34 55 35 34 41 16 19 16 9 4 11 4 10 11 9 10 4 4 3 4 3 3 1 1",
    ),
    PublishedFrequencies(
        "0.161",
        4096,
        "13 25 218 330 266 196 24 2 246 255 3 3 12 10 219 196 156 146 7 5 13 7 117 123 1 4 116 106 "
        "85 96 3 0 24 21 20 22 11 14 25 28 19 15 8 15 12 7 11 9 16 10 14 15 16 26 11 12 20 19 18 "
        "18 6 5 6 12 70 123 4 3 7 2 85 56 5 1 41 61 30 25 0 0 0 2 20 19 11 11 0 0 8 8 0 0 0 0 5 3 "
        "0 1 4 1 0 0 1 0 1",
    ),
]
FAR_FREQUENCIES = [
    PublishedFrequencies(
        "0.167",
        1 << 20,
        "1 77039 10 77225 44691 8 44754 5 123987 5 123794 2 6 84981 3 84807 73812 1 72137 0 8 "
        "42946 10 43127 0 22683 0 22343 13883 0 13894 0 46129 0 25645 0 0 4619 0 3939 0 1026 0 660 "
        "151 0 155 0 0 51 0 33 2 0 2 0 2",
    )
]


class PublishedSpace(NamedTuple):
    """The largest of the first values and where it is first, and where there is a sparse space
    its mask, how many values are rare, G(0) among them, and the last of these."""

    rule: str
    values: int
    largest: int
    largest_at: int
    mask: int | None = None
    rare: int | None = None
    last: int | None = None
    source: str = "T. Czajka, github.com/tczajka/octal-games, UnsolvedGames.md"


SPACES = [
    PublishedSpace("4!.0", 1 << 21, 231, 763622, 0xFE, 1274, 82860),
    PublishedSpace("0.6", 1 << 21, 319, 1274955, 0x1EE, 1584, 20627),
    PublishedSpace("0.04", 1 << 17, 1024, 109363),
    PublishedSpace("0.06", 1 << 17, 1045, 127083),
]

RARE_OF_GRUNDYS_GAME = 1287
"""G(0) among them: A. Flammenkamp, Sprague-Grundy values of Grundy's game (a page on the web)."""


# Subtraction sets

SUBTRACTION_VALUES = [
    PublishedValues(
        "subtract(1, 3, 4)",
        0,
        "0 1 0 1 2 3 2 0 1 0 1 2 3 2 0",
        "T. S. Ferguson, Game Theory (lecture notes), part I, section 3.1, example 1",
    ),
    PublishedValues(
        "subtract(squares)",
        0,
        "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5",
        "OEIS A014586",
    ),
]

SUBTRACTION_PERIODS = [
    # Two moves a < b: period 2a if b is an odd multiple of a, else a + b; preperiod 0.
    PublishedPeriod("subtract(2, 6)", 0, 4, "Winning Ways, chapter 4"),
    PublishedPeriod("subtract(2, 5)", 0, 7, "Winning Ways, chapter 4"),
    PublishedPeriod("subtract(3, 9)", 0, 6, "Winning Ways, chapter 4"),
    PublishedPeriod("subtract(4, 6)", 0, 10, "Winning Ways, chapter 4"),
]


# Boards


class PublishedTable(NamedTuple):
    """Values of the squares with x + y = 0, 1, ..., each antidiagonal from x = 0 on."""

    rule: str
    values: str
    source: str

    def squares(self) -> dict[tuple[int, int], int]:
        """The value of each square."""
        values = iter(map(int, self.values.split()))
        places = ((x, s - x) for s in range(10**3) for x in range(s + 1))
        return dict(zip(places, values, strict=False))


class PublishedLine(NamedTuple):
    """The values of the squares (x, y) that ``where`` gives for n = 0, 1, 2, ..."""

    rule: str
    where: str
    values: str
    source: str

    def squares(self) -> dict[tuple[int, int], int]:
        """The value of each square."""
        diagonal = self.where == "(n, n)"
        return {(n, n * diagonal): int(v) for n, v in enumerate(self.values.split())}


def nimhof(*moves: tuple[int, int]) -> str:
    """Any number k >= 1 of equal steps (a, b), as a board."""
    lists = [f"[(x - {a} * k, y - {b} * k) for k in range(1, x + y + 1)]" for a, b in moves]
    return "(x, y) -> " + " + ".join(lists)


BOARD_TABLES = [
    PublishedTable(
        nimhof((1, 0), (1, 1), (2, 3), (1, 2), (0, 1)),
        "0 1 1 2 2 2 3 0 3 3 4 4 4 0 4 5 5 5 5 5 5 6 3 0 6 6 6 6 7 7 1 7 0 7 7 7 8 8 8 8 1 1 1 4 "
        "8 9 6 9 2 2 2 2 8 9 9 10 10 10 1 3 9 3 9 3 10 10 11 11 11 4 10 4 4 10 10 11 11 11 12 9",
        "NimHof with these five rules: OEIS A307298",
    ),
    PublishedTable(
        nimhof((1, 0), (3, 1), (0, 1)),
        "0 1 1 2 0 2 3 3 3 3 4 2 0 2 4 5 5 4 1 5 5 6 4 1 0 6 4 6 7 7 6 6 1 7 7 7 8 6 5 7 0 6 4 6 8 "
        "9 9 8 8 2 2 8 5 9 9 10 8 7 4 3 0 3 9 10 8 10 11 11 10 5 9 9 1 8 5 11 11 11 12 10 9 11",
        "NimHof with these three rules: OEIS A307301",
    ),
    PublishedTable(
        nimhof((1, 0), (1, 1), (1, 2), (0, 1)),
        "0 1 1 2 2 2 3 0 3 3 4 4 4 0 4 5 5 5 5 5 5 6 3 0 1 1 6 6 7 7 1 2 0 7 7 7 8 8 8 6 3 8 3 4 8 "
        "9 6 9 4 7 9 2 8 9 9 10 10 10 10 9 10 10 9 10 10 10 11 11 11 11 2 3 4 1 6 6 11 11 12 9",
        "NimHof with these four rules: OEIS A307299",
    ),
]

BOARD_LINES = [
    PublishedLine(
        "wythoff",
        "(n, n)",
        "0 2 1 6 7 8 3 5 4 16 14 15 10 9 11 20 13 21 12 25 17 18 19 30 31 38 35 36 22 23 43 45 48 "
        "49 24 26 27 28 29 33 60 32 61 57 66 37 63 34 64 67 40 39 41 42 82 44 74 79 47 46 87",
        "Wythoff's game: Winning Ways, chapter 3; OEIS A047708",
    ),
    PublishedLine(
        "mem-0",
        "(n, 0)",
        "0 1 1 2 3 3 2 4 5 5 6 7 7 6 4 8 9 9 8 10 11 11 12 13 13 14 15 15 16 17 17 14 18 19 16 17 "
        "18 20 10 19 20 21 21 22 23 23 24 25 25 24 26 27 27 28",
        "Short Nim of one pile: OEIS A131469",
    ),
]

BOARD_WINNERS = [
    # POJ 2311, Cutting Game, its sample: whether the player to move wins.
    ("cutting-game", (2, 2), False),
    ("cutting-game", (3, 2), False),
    ("cutting-game", (4, 2), True),
]

MISERE_QUOTIENTS: dict[str, tuple[int, int, int, int]] = {
    # code: order of the misère quotient, lost classes, period and preperiod of the classes of heaps
    "0.123": (20, 5, 5, 5),
    "0.77": (40, 9, 12, 71),
}
"""T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A
115 (2008) 593-622: the orders; periods as in normal play for 0.77."""

KAYLES_LOST_ALONE = (1, 4, 9, 12, 20)
"""W. L. Sibert and J. H. Conway, Mathematical Kayles, Int. J. Game Theory 20 (1992) 237-246."""


class PublishedGenera(NamedTuple):
    """Misère values and genera of the heaps 0, 1, 2, ..."""

    rule: str
    misere: str
    genera: str
    source: str = "CGSuite (A. N. Siegel), GameHeapTest.scala"


MISERE_VALUES = (
    PublishedGenera(
        "4!.0",
        "1 1 1 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2",
        "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20",
    ),
    PublishedGenera(
        "0.77",
        "1 0 2 3 0 1 3 2 1 0 2 4 0 1 2 5 1 6 3 2 0",
        "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031",
    ),
    PublishedGenera(
        "0.07",
        "1 1 0 0 2 1 3 0 0 1 1 3 0 2 1 1 0 0 2 1 3",
        "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3",
    ),
    PublishedGenera(
        "subtract(2, 3, 7)",
        "1 1 0 0 2 1 1 0 0 2 1 1 0 0 2 1 1 0 0 2 1",
        "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0",
    ),
    PublishedGenera(
        "subtract(all but 2, 3, 7)",
        "1 0 1 0 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10",
        "0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10",
    ),
)
"""CGSuite writes n for the genus of heaps that are heaps of Nim, and n^n for others like them."""
