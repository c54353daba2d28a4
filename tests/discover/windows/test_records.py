"""Records of open games: digests by other means, published figures, what ships."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import pytest
from published import (
    FAR_FREQUENCIES,
    FREQUENCIES,
    RARE_OF_GRUNDYS_GAME,
    SPACES,
    PublishedFrequencies,
    PublishedSpace,
)

from mexplore.discover.windows.open_games import open_games, read_records, with_record
from mexplore.discover.windows.records import Space, as_far_as, digests, record_of
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.engine.store import Store
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

OFFICERS = parse_rule("0.6")


def test_a_digest_is_that_of_two_bytes_a_value() -> None:
    values = grundy_by_definition(OFFICERS, 300)
    by_hand = hashlib.sha256(b"".join(struct.pack("<H", value) for value in values)).hexdigest()
    for kind in (np.uint8, np.uint16, np.uint32):
        assert digests(np.array(values, dtype=kind)) == {300: by_hand}
    assert digests(np.array(values, dtype=np.uint8), also=[100, 301]).keys() == {100, 300}


def test_digests_of_parts_are_those_of_the_parts() -> None:
    values = np.arange(3 << 20, dtype=np.uint32) % 251
    found = digests(values)
    assert found.keys() == {10**4, 10**5, 10**6, 3 << 20}
    for n, digest in found.items():
        assert digest == hashlib.sha256(values[:n].astype("<u2").tobytes()).hexdigest()


def test_no_digest_is_made_of_cut_values() -> None:
    with pytest.raises(TooLarge):
        digests(np.array([1, 65536], dtype=np.uint32))


def test_a_record_says_what_a_loop_over_the_values_says() -> None:
    values = grundy_values(parse_rule("0.34"), 6000)
    found, plain = record_of(parse_rule("0.34"), values), values.tolist()
    first = {value: plain.index(value) for value in set(plain)}
    assert (found.largest, found.largest_at) == max(first.items())
    assert found.new_at == max(first.values()) and first[found.new] == found.new_at
    space = found.space
    assert space is not None and space.by_position  # the definition, with the position as a bit
    rare = [
        n
        for n in range(1, 6000)
        if ((plain[n] & space.mask).bit_count() + space.odd_split + n) % 2 == 0
    ]
    assert (space.rare, space.last) == (len(rare), rare[-1])


def test_records_are_compared_where_both_have_digests() -> None:
    values = grundy_values(parse_rule("0.77"), 10_500)
    shorter = record_of(parse_rule("0.77"), values[:10_100])
    assert record_of(parse_rule("0.77"), values).differing(shorter) is None
    wrong = values.copy()
    wrong[9_999] += 1
    assert record_of(parse_rule("0.77"), wrong, shorter.digests).differing(shorter) == 10_000
    late = values.copy()
    late[10_050] += 1
    assert record_of(parse_rule("0.77"), late, shorter.digests).differing(shorter) == 10_100


def test_values_go_on_until_there_are_enough(tmp_path: Path) -> None:
    computation = Computation(parse_rule("subtract(1, 2)"))
    assert len(as_far_as(computation, 1_500_000, None)) == 1_500_000
    assert len(as_far_as(computation, None, deadline=1e-9)) == 1_500_000
    path = tmp_path / "mine.json"
    record = record_of(parse_rule("0.34"), grundy_values(parse_rule("0.34"), 100))
    path.write_text(with_record(path, record) or "", encoding="utf-8")
    assert read_records(path) == {"0.34": record}
    assert with_record(path, record) is None


def test_what_is_stored_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule, values = parse_rule("subtract(1, 2)"), np.arange(5 << 20, dtype=np.uint32) % 3
    kernel = rule.kernel()
    assert kernel is not None
    store = Store(tmp_path)
    store.values_of(str(rule), kernel).append(values.astype(np.uint8))
    asked: list[int] = []
    extend = Computation.extend

    def noted(self: Computation, stop: int, deadline: float | None = None) -> object:
        asked.append(stop)
        return extend(self, stop, deadline)

    monkeypatch.setattr(Computation, "extend", noted)
    assert len(as_far_as(Computation(rule, store=store), None, deadline=1e-9)) == 0
    assert len(as_far_as(Computation(rule, store=store), 6 << 20, None)) == 6 << 20
    assert asked == [5 << 20, 6 << 20]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"records": [1]}', '{"records": [{"rule": 1}]}'])
def test_a_damaged_list_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(InputError, match=r"bad\.json"):
        read_records(tmp_path / "bad.json")


@pytest.mark.parametrize("game", open_games().values(), ids=lambda game: game.rule)
def test_every_open_game_is_a_rule_with_sources(game: object) -> None:
    found = open_games()[str(parse_rule(game.rule))]  # type: ignore[attr-defined]
    assert found is game
    assert found.listed and all(each.source and each.reached > 0 for each in found.literature)
    assert found.record is not None and found.record.values in found.record.digests
    assert json.loads(json.dumps(found.json()))["record"]["rule"] == found.rule


@pytest.mark.parametrize("rule", [game.rule for game in open_games().values()][:12])
def test_shipped_digests_are_those_of_the_plain_values(rule: str) -> None:
    record = open_games()[rule].record
    assert record is not None
    values = grundy_values(parse_rule(rule), 10_000)
    assert digests(values)[10_000] == record.digests[10_000]


def frequencies(said: PublishedFrequencies) -> list[int]:
    values = grundy_values(parse_rule(said.rule), said.values + 1)[1:]
    counts: list[int] = np.bincount(values).tolist()
    return counts


@pytest.mark.parametrize("said", FREQUENCIES, ids=lambda said: said.rule)
def test_values_are_as_frequent_as_published(said: PublishedFrequencies) -> None:
    assert frequencies(said) == [int(count) for count in said.frequencies.split()]


@pytest.mark.slow
@pytest.mark.parametrize("said", FAR_FREQUENCIES, ids=lambda said: said.rule)
def test_far_values_are_as_frequent_as_published(said: PublishedFrequencies) -> None:
    assert frequencies(said) == [int(count) for count in said.frequencies.split()]


@pytest.mark.slow
@pytest.mark.parametrize("said", SPACES, ids=lambda said: said.rule)
def test_spaces_are_those_that_are_published(said: PublishedSpace) -> None:
    rule = parse_rule(said.rule)
    found = record_of(rule, grundy_values(rule, said.values))
    assert (found.largest, found.largest_at) == (said.largest, said.largest_at)
    if said.mask is not None:
        assert said.rare is not None and said.last is not None
        # G(0) = 0 is rare, too, and not counted here.
        assert found.space == Space(said.mask, False, 0, said.rare - 1, said.last)


def test_the_record_of_grundys_game_has_all_rare_values_that_are_published() -> None:
    record = open_games()["4!.0"].record
    assert record is not None and record.space is not None
    assert record.values > 5 * 10**7  # as far as the last of them
    assert record.space.rare + 1 == RARE_OF_GRUNDYS_GAME
    assert dataclasses.replace(record.space, rare=0, last=0) == Space(0x1FE, False, 0, 0, 0)
