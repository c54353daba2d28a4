"""The library of named games and files of rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.rules.boards import read_board
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.library import NamedGame, library_with, read_rules, shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.systems.definition import grundy_of_heaps
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.systems.reading import read_system

SYSTEMS = [entry for entry in shipped().values() if read_system(entry.rule) is not None]
HEAP_GAMES = [
    entry for entry in shipped().values() if read_board(entry.rule) is None and entry not in SYSTEMS
]


@pytest.mark.parametrize("entry", HEAP_GAMES, ids=lambda entry: entry.name)
def test_every_entry_parses_to_its_canonical_rule_and_carries_a_source(entry: NamedGame) -> None:
    rule = parse_rule(entry.name)
    assert str(rule) == entry.rule
    assert entry.title
    assert entry.source
    assert rule.words().endswith(".")


@pytest.mark.parametrize("entry", HEAP_GAMES, ids=lambda entry: entry.name)
def test_every_entry_computes(entry: NamedGame) -> None:
    rule = parse_rule(entry.name)
    assert grundy_values(rule, 48).tolist() == grundy_by_definition(rule, 48)


@pytest.mark.parametrize("entry", SYSTEMS, ids=lambda entry: entry.name)
def test_every_system_is_that_of_its_words(entry: NamedGame) -> None:
    game = read_system(entry.rule)
    assert game is not None
    assert str(game) == entry.rule
    assert entry.title
    assert entry.source
    assert game.words().endswith(".")
    try:
        heaps = [(game.system.start, n) for n in range(11)]
    except NoSystem:
        assert "no finite system" in entry.notes
        return
    values = grundy_of_heaps(game.system, heaps)
    assert [values[heap] for heap in heaps] == [game.value_of_start(n) for n in range(11)]


def test_the_library_is_a_library() -> None:
    assert len(shipped()) >= 40


PERIODS = [
    (entry.name, int(match[2]), int(match[1]))
    for entry in HEAP_GAMES
    for match in [re.search(r"[Pp]eriod (\d+) from n = (\d+) on", entry.notes)]
    if match and len(match[1]) + len(match[2]) <= 8  # of the others only the source can tell
]


@pytest.mark.parametrize(("name", "preperiod", "period"), PERIODS)
def test_the_periods_of_the_notes_are_least(name: str, preperiod: int, period: int) -> None:
    values = grundy_values(parse_rule(name), 3 * preperiod + 4 * period + 20)
    law = next(law for law in Periodic.detect(Evidence(values)) if law.period == period)
    assert law == Periodic(preperiod, period)


def prime_factors(n: int) -> list[int]:
    for d in range(2, n + 1):
        if n % d == 0:
            return [d, *prime_factors(n // d)]
    return []


NOTES: dict[str, Callable[[int, list[int]], int]] = {
    "nim": lambda n, _: n,
    "laskers-nim": lambda n, _: n + (n % 4 == 3) - (n % 4 == 0 and n > 0),
    "nim-or-not-nim": lambda n, _: n + (n % 4 == 3) - (n % 4 == 0 and n > 0),
    "simple-nim": lambda n, _: n + (n % 8 == 7) - (n % 8 == 0 and n > 0),
    "bachet": lambda n, _: n % 11,
    "twenty-one": lambda n, _: n % 4,
    "powers-of-two": lambda n, _: n % 3,
    "at-most-half": lambda n, G: (G[n // 2] if n % 2 else n // 2) if n > 1 else 0,
    "strange-nim": lambda n, G: G[n - n // 3 - 1] if n % 3 else n // 3,
    "remainders": lambda n, _: (n + 1).bit_length() - 1,
    "divisor-nim": lambda n, _: (n & -n).bit_length() - 1 if n else 0,
    "subtract-a-divisor": lambda n, _: (n & -n).bit_length(),
    "move-to-a-divisor": lambda n, _: len(prime_factors(n)),
    "subtract-a-coprime": lambda n, G: 0 if n % 2 == 0 else G[min(prime_factors(n), default=1)],
    "lieges-of-legendre": lambda n, _: (0, 1, 2, 0, 1)[n] if n < 5 else 1 - n % 2,
}


@pytest.mark.parametrize("name", NOTES)
def test_what_the_notes_say_holds(name: str) -> None:
    values = grundy_values(parse_rule(name), 200).tolist()
    assert values[2:] == [NOTES[name](n, values) for n in range(2, 200)]


def test_more_of_what_the_notes_say() -> None:
    names = [entry.name for entry in HEAP_GAMES]
    values = {name: grundy_values(parse_rule(name), 500).tolist() for name in names}
    assert values["couples-are-forever"][1:] == values["officers"][:-1]
    assert values["dawsons-chess"][:-1] == values["dawsons-kayles"][1:]
    assert values["kenyons-game"][6:] == [value + 3 for value in values["kenyons-game"][:-6]]
    assert [n for n in range(1, 500) if values["saliquant"][n] == 0] == [1, 2]
    numbers = [n for n in range(2000) if n.bit_count() % 2]
    assert values["mock-turtles"][1:] == numbers[:499]
    primes = [n for n in range(3, 499) if len(prime_factors(n)) == 1]
    assert all(values["prime-nim"][p] and values["prime-nim"][p + 1] for p in primes)


def test_unions_of_names(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[rules.my-halves]\nrule = "divide(2)"\n')
    library = library_with(file)
    assert str(parse_rule("my-halves or powers-of-two", library)) == (
        "subtract(powers(2)) or divide(2)"
    )
    assert str(parse_rule("kayles or nim-or-not-nim", library)) == "4.77[3]"


def test_unknown_name_suggests_a_close_one() -> None:
    with pytest.raises(RuleSyntaxError, match="did you mean kayles"):
        parse_rule("kayle")


def test_a_file_adds_names_and_goes_first(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[rules.mine]\nrule = "0.3"\n[rules.nim]\nrule = "subtract(1)"\n')
    library = library_with(file)
    assert str(parse_rule("mine", library)) == "0.3"
    assert str(parse_rule("nim", library)) == "subtract(1)"
    assert str(parse_rule("kayles", library)) == "0.77"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not toml [", "no TOML"),
        ("a = 1", "has no rules"),
        ("[rules.x]\ntitle = 'x'", "has no rule"),
        ("[rules.x]\nrule = 3", "not a text"),
        ("[rules.x]\nrule = ''", "has no rule"),
        ("[rules.X]\nrule = '0.3'", "small letters"),
        ("[rules.x]\nrule = '0.3'\nsorce = 'me'", "unknown key"),
        ("a=" + "[" * 100000, "no TOML|nested"),
        ("[rules.x]\nrule = '0." + "3" * 5_000_000 + "'", "5000000 bytes"),
    ],
)
def test_a_file_with_errors_is_refused_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        read_rules(file)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_rules(tmp_path / "none.toml")


def test_a_name_cannot_name_a_name(tmp_path: Path) -> None:
    file = tmp_path / "loop.toml"
    file.write_text('[rules.a]\nrule = "b"\n[rules.b]\nrule = "a"\n')
    with pytest.raises(RuleSyntaxError, match="a name cannot stand for another name"):
        parse_rule("a", library_with(file))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_read_up_to_a_size() -> None:
    with pytest.raises(InputError, match="5000000 bytes"):
        read_rules(Path("/dev/zero"))


FEW = 2**12
"""Values from which a study proves the laws of most games of the library, at any load."""

NOT_PROVED = {
    "prime-nim": "outcomes of some heaps",
    "saliquant": "outcomes of the first heaps",
}


def late(entry: NamedGame) -> bool:
    """Whether the notes name a period that begins beyond FEW."""
    period = re.search(r"[Pp]eriod (\d+) from n = (\d+) on", entry.notes)
    return period is not None and int(period[1]) + int(period[2]) > FEW // 3


STUDIED = [
    pytest.param(entry, id=entry.name, marks=[pytest.mark.slow] * (entry.name == "mock-turtles"))
    for entry in HEAP_GAMES
]


@pytest.mark.parametrize("entry", STUDIED)
def test_what_the_notes_call_open_is_open_and_all_else_is_proved(entry: NamedGame) -> None:
    """No note calls open what a theorem proves, and none names a law that a study only guesses."""
    found = study(parse_rule(entry.name), Limits(None, max_terms=FEW))
    is_open = "open problem" in entry.notes or "not known" in entry.notes
    unproved = is_open or late(entry) or entry.name in NOT_PROVED
    assert (found.status == "proved") is not unproved
