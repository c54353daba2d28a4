"""How far the values of open games are known: one table of all, one game in full, the manual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mexplore.reports.writers.document import Document, Heading, Items, Paragraph, Table

if TYPE_CHECKING:
    from mexplore.discover.windows.open_games import OpenGame
    from mexplore.discover.windows.records import Record, Space

BRIEF = 8  # digits of a digest in a table
LONG = 10**9  # numbers from here on are rounded in a table
COLUMNS = ("game", "here", "others", "new at", "mask", "rare", "last rare", "SHA-256")


def records_table(games: Sequence[OpenGame]) -> Document:
    """A row for each game."""
    return Document([Table(COLUMNS, [_row(game) for game in games]), Paragraph(LEGEND)])


LEGEND = (
    "here, others: how many values were computed by mexplore, and by others as far as a source "
    "was found; new at: where a value turned up that had not been taken before, for the last time; "
    "mask, rare, last rare: the sparse space, - where no mask leaves few values rare; SHA-256: how "
    "the digest of all stored values begins."
)


def _row(game: OpenGame) -> tuple[str, ...]:
    far = _brief(game.here), _brief(game.elsewhere)
    record = game.record
    if record is None:
        return (game.rule, *far, *"-" * 5)
    space = record.space
    sparse = (f"{space.mask:x}", f"{space.rare:,}", f"{space.last:,}") if space else "---"
    digest = record.digests[record.values][:BRIEF]
    return game.rule, *far, f"{record.new_at:,}", *sparse, digest


def _brief(number: int) -> str:
    """A number of values in few signs: powers of 2 as such, others from 10^9 on rounded down.

    >>> _brief(0), _brief(130252544), _brief(2**35), _brief(140_000_000_000_000)
    ('-', '130,252,544', '2^35', '1.4*10^14')
    """
    if number.bit_count() == 1 and number > 1:
        return f"2^{number.bit_length() - 1}"
    digits = str(number)
    long = f"{digits[0]}.{digits[1:2]}*10^{len(digits) - 1}"
    return "-" if not number else f"{number:,}" if number < LONG else long


def game_document(game: OpenGame) -> Document:
    """All that is known of one game."""
    document = Document([Heading(f"{game.rule} ({game.name})" if game.name else game.rule, 1)])
    document.add(Paragraph(f"Open according to {game.listed}."))
    if game.streamed:
        document.add(Paragraph(
            f"Passed without storing its values: {game.streamed:,} heaps, to the checkpoint whose "
            f"SHA-256 begins {game.checkpoint}."
        ))  # fmt: skip
    if game.record is not None:
        document.add(*record_items(game.record))
    document.add(Paragraph(_standing(game)))
    if game.literature:
        document.add(Items([f"{each.reached:,} values: {each.source}" for each in game.literature]))
    return document


def _standing(game: OpenGame) -> str:
    if not game.elsewhere:
        return "How far others computed it was not found."
    if game.elsewhere > game.here:
        return "Others are ahead:"
    return "No source was found that goes further:"


def record_items(record: Record) -> list[Items]:
    """A record as a list, with its digests."""
    return [
        Items([
            f"{record.values:,} values are known: G(0) to G({record.values - 1:,})",
            f"the largest is {record.largest}, first at n = {record.largest_at:,}",
            f"the last new value is {record.new}, at n = {record.new_at:,}",
            _space(record.space, record.values),
        ]),
        Items([f"SHA-256 of the first {n:,}: {it}" for n, it in sorted(record.digests.items())]),
    ]  # fmt: skip


def _space(space: Space | None, values: int) -> str:
    if space is None:
        return "no mask leaves few of the values rare"
    position = " and the position" * space.by_position
    return (
        f"mask {space.mask:x}{position}: {space.rare:,} rare positions from 1 to {values - 1:,}, "
        f"the last at n = {space.last:,}"
    )


def records_page(games: Sequence[OpenGame]) -> Document:
    """The page of the manual, after its introduction: who is ahead, all games, sources, digests."""
    document = Document([Paragraph(_ahead(games)), *records_table(games).blocks])
    document.add(Heading("Sources"), Items(list(_sources(games))), Heading("Digests"))
    digests = [
        (game.rule, f"{n:,}", it)
        for game in games
        if game.record
        for n, it in sorted(game.record.digests.items())
    ]
    document.add(Table(("game", "values", "SHA-256"), digests))
    return document


def _ahead(games: Sequence[OpenGame]) -> str:
    """Who is ahead, as far as is known."""
    ahead = [game.rule for game in games if game.elsewhere > game.here]
    behind = [game.rule for game in games if 0 < game.elsewhere <= game.here]
    unknown = sum(not game.elsewhere for game in games)
    return (
        f"Others are far ahead in {', '.join(ahead)}. In {', '.join(behind)} no source was found "
        f"that goes further than here. Of {unknown} games no source was found that says how far "
        "they were computed: A. Flammenkamp's tables (wwwhomes.uni-bielefeld.de/achim/octal.html) "
        "are about all codes of three digits; they were not at hand, and go further than this list "
        "in all likelihood."
    )


def _sources(games: Sequence[OpenGame]) -> Iterator[str]:
    listed = sorted({game.listed for game in games})
    yield from (f"Open according to {who}" for who in listed)
    for game in games:
        for each in game.literature:
            yield f"{game.rule}: {each.reached:,} values. {each.source}"
        if game.streamed:
            yield (
                f"{game.rule}: {game.streamed:,} heaps passed here without storing the values, to "
                f"the checkpoint whose SHA-256 begins {game.checkpoint} (windows.md)"
            )
