"""Whatever a file holds, its reader ends with one line or ignores it: no other error, no value that
differs where a checksum stands.

The readers, and how to add one, are in `readers_of_files.py`.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from readers_of_files import READERS, Reader

from mexplore.rules.errors import MexploreError

TRIALS, MANY = 200, 6_000
"""Damaged files for each reader; with `slow`, some 10^5 in all."""
_TOKEN = re.compile(rb'"[^"\n]*"|[-+\w.^]+|[\[\]{},:=]')
_ODD = [
    *(b"null", b"true", b"-1", b"0", b"1e999", b"1.5", b"NaN", b"Infinity", b'""', b'"x"', b"[]"),
    *(b"{}", b"[[]]", b'{"a": 1}', b"9" * 30, b"9" * 5_000, b"0x10", b"1979-05-27", b"inf", b"''"),
    *(b"[" * 5_000, b"{" * 5_000, b"[" * 5_000 + b"]" * 5_000, b'{"a":' * 5_000, b"(" * 500),
    *(b"a." * 3_000 + b"a", b"\xff", b"\xed\xa0\x80", b"\x00", b"\r", b"\n", b"\xef\xbb\xbf"),
    *(b"=", b"#", b"\\u", b"\xc2\x85", "٣".encode(), "²".encode(), b"10^400", b"10^10^10"),
]


def cut(pick: Random, data: bytes) -> bytes:
    return data[: pick.randrange(len(data))]


def flipped(pick: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(pick.choice((1, 1, 2, 50))):
        changed[pick.randrange(len(changed))] ^= 1 << pick.randrange(8)
    return bytes(changed)


def put_in(pick: Random, data: bytes) -> bytes:
    at = pick.randrange(min(len(data), 2_000) + 1)
    return data[:at] + pick.choice(_ODD) + data[at:]


def another_token(pick: Random, data: bytes) -> bytes:
    """A number, a text, a bracket or a name becomes something else: a wrong type, a huge number."""
    found = list(_TOKEN.finditer(data, 0, 2_000))
    if not found:
        return noise(pick, data)
    chosen = pick.choice(found)
    return data[: chosen.start()] + pick.choice(_ODD) + data[chosen.end() :]


def spliced(pick: Random, data: bytes) -> bytes:
    i, j = sorted(pick.randrange(len(data) + 1) for _ in range(2))
    return pick.choice((data[:i] + data[j:], data[:j] + data[i:], data + data[i:j], data[i:]))


def noise(pick: Random, data: bytes) -> bytes:
    del data
    return pick.randbytes(pick.choice((0, 1, 100, 5_000)))


DAMAGES: list[Callable[[Random, bytes], bytes]] = [
    cut, flipped, flipped, put_in, put_in, another_token, another_token, another_token, spliced,
    noise,
]  # fmt: skip


def damaged(pick: Random, data: bytes) -> bytes:
    for _ in range(pick.choice((1, 1, 1, 2, 3))):
        data = pick.choice(DAMAGES)(pick, data) or b" "
    return data


@pytest.fixture(autouse=True)
def _numbers_of_any_length() -> Iterator[None]:
    """As the command has them: then a number of 10^6 digits takes long, where it is read."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


def outcome(reader: Reader, path: Path) -> Any:
    """What comes out; None where there is one line, or where the file is ignored."""
    try:
        return reader.read(path)
    except MexploreError as error:
        assert len(str(error).splitlines()) == 1
        return None


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
@pytest.mark.parametrize("trials", [TRIALS, pytest.param(MANY, marks=pytest.mark.slow)])
def test_no_damage_is_an_error_or_a_value(reader: Reader, trials: int, tmp_path: Path) -> None:
    path, whole = tmp_path / reader.file, reader.whole()
    path.write_bytes(whole)
    truth = reader.read(path)
    assert truth is not None
    for number in range(trials):
        pick = Random(f"{reader.name} {number}")
        data = damaged(pick, whole)
        again = reader.again if pick.random() < 0.5 else None
        data = again(data) if again is not None else data
        path.write_bytes(data)
        try:
            found = outcome(reader, path)
        except Exception as error:
            raise AssertionError(f"trial {number}: {data[:200]!r}") from error
        if reader.exact and again is None:
            assert found is None or found == truth, number


def a_folder(path: Path) -> None:
    path.mkdir()


def a_dead_link(path: Path) -> None:
    path.symlink_to("nowhere")


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def unreadable(path: Path) -> None:
    path.write_bytes(b"1")
    path.chmod(0)


def a_pipe(path: Path) -> None:
    """Whose writer says something that is no text, and goes."""
    os.mkfifo(path)
    threading.Thread(target=_written, args=(path,), daemon=True).start()


def _written(path: Path) -> None:
    with suppress(OSError), path.open("wb") as file:
        file.write(b"\xff\n" * 9)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
@pytest.mark.parametrize("place", [a_folder, a_dead_link, a_link_to_itself, unreadable, a_pipe])
def test_what_is_no_file_is_one_line(
    reader: Reader, place: Callable[[Path], None], tmp_path: Path
) -> None:
    if place is unreadable and os.geteuid() == 0:
        pytest.skip("root reads all files")
    path = tmp_path / reader.file
    place(path)
    if not (reader.name == "pages of a site" and place in (a_dead_link, a_link_to_itself)):
        assert not outcome(reader, path)
