"""Pictures on pages: colours that keep the order of values, strips, bars, heat maps."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64decode

import numpy as np
import pytest

from mexplore.reports.site.colours import SCALE, ZERO, colours_css, place, table_places
from mexplore.reports.site.pictures import bar, columns_of, heat_map, rows_svg, strip


@pytest.mark.parametrize("largest", [1, 2, 5, 8, 11, 12, 100, 1023, 10**9])
def test_colours_keep_the_order_and_zero_has_its_own(largest: int) -> None:
    values = sorted({0, 1, *(largest * k // 7 for k in range(8))})
    found = [place(value, largest) for value in values]
    assert found == sorted(found) and max(found) <= len(SCALE)
    assert [value for value, number in zip(values, found, strict=True) if number == 0] == [0]


def _brightness(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_numbers_are_read_on_every_colour() -> None:
    """WCAG 2 asks for a contrast of 4.5; later colours are darker."""
    known = dict(re.findall(r"--v\d+: (#\w{6}); --v\d+-ink: (#\w{3});", colours_css()))
    assert list(known) == [ZERO, *SCALE]
    for back, ink in known.items():
        dark, light = sorted((_brightness(back), {"#000": 0.0, "#fff": 1.0}[ink]))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, back
    assert sorted(map(_brightness, SCALE), reverse=True) == list(map(_brightness, SCALE))


def test_a_strip_has_every_value_and_stands_in_whole_periods() -> None:
    values = [n % 7 for n in range(500)]
    text = strip(values, 7, 0)
    assert columns_of(7) % 7 == 0
    shown = [int(v) for v in re.findall(r'<li class="v\d+">(\d+)</li>', text)]
    starts = [int(n) for n in re.findall(r'<li class="at">(\d+)</li>', text)]
    assert shown == values[: len(shown)] and len(shown) > 200
    assert all(start % 7 == 0 for start in starts)
    assert strip([], None) == ""
    assert 'class="cells long"' in strip([0, 1000], None)


def test_rows_have_a_square_for_each_value() -> None:
    """Lines of one colour cover as many squares as there are values of it."""
    heads = [(0, 0, 1, 1), (0, 2, 0, 2)]
    found = {
        int(number): sum(map(int, re.findall(r"h(\d+)", path)))
        for number, path in re.findall(r'class="v(\d+)" d="([^"]*)"', rows_svg(heads, "a & b"))
    }
    assert found == {0: 4, place(1, 2): 2, place(2, 2): 2}


def test_a_bar_leaves_out_what_is_not_there() -> None:
    text = bar([("proved", 3), ("so far", 0), ("no law", 1)])
    assert "so-far" not in text and "3 proved" in text and "1 no law" in text


def test_a_heat_map_is_a_picture_of_the_table() -> None:
    """Read back as PNG 1.2 (W3C) says: chunks with length, name, data and checksum."""
    table = np.arange(12).reshape(3, 4)
    data = b64decode(heat_map(table).partition(",")[2])
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(
            name + body
        )
        chunks[name], at = body, at + 12 + length
    assert struct.unpack(">II", chunks[b"IHDR"][:8]) == (4, 3)
    lines = zlib.decompress(chunks[b"IDAT"])
    read = [list(lines[5 * x + 1 : 5 * x + 5]) for x in range(3)]
    assert read == table_places(table)
