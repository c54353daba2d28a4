"""What stands at the side of the page of a game: its numbers and relatives at a glance, what can
be taken along, how to cite it, and how it was computed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mexplore.discover.surveys.games import read_game
from mexplore.reports.documents.oeis import SITE
from mexplore.reports.documents.proof import version
from mexplore.reports.documents.survey import number
from mexplore.reports.site.pages import certificate_file, family_page, game_page, link, slug
from mexplore.reports.site.standing import unsettled
from mexplore.reports.site.terms import anchor, term
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Record
    from mexplore.reports.site.game import Relatives
    from mexplore.rules.library import NamedGame


LONG = 34  # characters of a description
TAKEN = 512  # values in files
_OEIS = re.compile(r"\bA\d{6}\b")
_PERIOD = "period, preperiod, saltus"
_KEPT = (
    "status", "law", "theorem", "pattern", "preperiod", "period", "saltus", "largest", "computed",
    "representative", "reduction", "version",
)  # fmt: skip
_ENDED = {
    "proved": "it ended with a proof",
    "terms": "it ended when no more values were wanted",
    "time": "it ended when its time was over",
    "interrupted": "it was stopped by the user",
}


def named(rule: str) -> list[NamedGame]:
    """The games of the library with this rule."""
    return [game for game in shipped().values() if game.rule == rule]


def properties_html(record: Record, relatives: Relatives) -> str:
    """The list of properties."""
    return listed(_rows(record, relatives))


def listed(rows: Iterable[tuple[str, str]]) -> str:
    """Names and descriptions as a list; a long description stands below its name.

    >>> listed([("rule", "<code>0.77</code>")]).splitlines()[2]
    '<dt>rule</dt><dd><code>0.77</code></dd>'
    """
    written = []
    for name, what in rows:
        long = ' class="long"' if len(re.sub(r"<[^>]*>", "", what)) > LONG else ""
        written.append(f"<dt{long}>{name}</dt><dd{long}>{what}</dd>")
    text = "\n".join(written)
    return f'<section class="properties"><h2>Properties</h2>\n<dl>\n{text}\n</dl></section>'


def _rows(record: Record, relatives: Relatives) -> Iterator[tuple[str, str]]:
    """Names and descriptions, as HTML."""
    yield "rule", f"<code>{escape(record.rule)}</code>"
    known = named(record.rule)
    if known:
        yield "known as", escape("; ".join(game.title or game.name for game in known))
    for family, before, after in relatives.families:
        yield "family", link(family_page(family), family)
        ways = [f"&larr; {_game(before)}"] if before else []
        ways += [f"{_game(after)} &rarr;"] if after else []
        yield "beside it", " &middot; ".join(ways) or "none"
    yield "status", _status(record)
    if record.representative is not None:
        one = _game(record.representative) if relatives.representative else record.representative
        yield "follows from", f"{one}: {escape(record.reduction or '')}"
    if record.theorem:
        at = f"theorem-{anchor(record.theorem)}"
        yield "theorem", f'<a class="knowl" href="../terms.html#{at}">{escape(record.theorem)}</a>'
    yield from _numbers(record)
    if relatives.equal:
        yield "equal games", str(len(relatives.equal))
    if relatives.misere:
        yield term("misère play"), escape(relatives.misere[0].partition(": ")[2].rstrip("."))
    sequences = dict.fromkeys(n for game in known for n in _OEIS.findall(game.source))
    if sequences:
        yield "OEIS", ", ".join(f'<a href="{SITE}/{n}">{n}</a>' for n in sequences)
    sources = dict.fromkeys(game.source for game in known if game.source)
    if sources:
        yield "sources", escape("; ".join(sources))


def _status(record: Record) -> str:
    if record.proved:
        return f'<span class="good">{term("proved")}</span>'
    if record.trouble:
        return escape(record.status)
    known = unsettled(record)
    return known if record.law is None else f"{term('holds so far')}; {known}"


def _numbers(record: Record) -> Iterator[tuple[str, str]]:
    if record.repeats is not None:
        n0, p, saltus = record.repeats
        how = "" if record.proved else " (so far)"
        yield term(_PERIOD, "period"), number(p) + how
        yield term(_PERIOD, "preperiod"), number(n0) + how
        if saltus:
            yield term(_PERIOD, "saltus"), number(saltus) + how
    if record.largest is not None:
        seen = "of all n" if record.largest_for_all else f"at n &lt; {number(record.computed)}"
        yield f"largest {term('nim-value')}", f"{number(record.largest)}, {seen}"


def _game(rule: str) -> str:
    return link(game_page(rule), rule)


def taken_html(record: Record, values: Sequence[int], title: str) -> str:
    """What can be taken along: files, a citation, and how it was computed."""
    return (
        f'<section class="take"><h2>Download</h2>\n<ul>\n{_files(record, values)}\n</ul>\n'
        f"<details><summary>Cite this page</summary>\n{_citation(record, title)}</details>\n"
        f"<details><summary>How it was computed</summary>\n<p>{_computed(record)}</p></details>"
        "</section>"
    )


def _files(record: Record, values: Sequence[int]) -> str:
    name = slug(record.rule)
    data = quote(json.dumps(facts(record, values), ensure_ascii=False), safe=" ,:{}[]()=+/*!.")
    rows = [
        f'<li><a id="data" download="{name}.json" href="data:application/json;charset=utf-8,'
        f'{escape(data)}">JSON</a>: all on this game</li>'
    ]
    if values:
        known = f"n &lt; {min(len(values), TAKEN)}"
        rows.append(f'<li hidden data-write="csv" data-name="{name}">CSV of G(n), {known}</li>')
        rows.append(
            f'<li hidden data-write="bfile" data-name="b{name}">b-file of G(n), {known}</li>'
        )
    if record.certificate is not None and record.representative is None:
        rows.append(f"<li>{link(certificate_file(record.rule), 'certificate')} of the proof</li>")
    command = f'mexplore terms "{record.rule}" --upto 10^5 --format bfile'
    rows.append(f"<li>more values: <code>{escape(command)}</code></li>")
    return "\n".join(rows)


def facts(record: Record, values: Sequence[int]) -> dict[str, Any]:
    """The record for a file: what is known, how, and the first values."""
    known = {name: getattr(record, name) for name in _KEPT}
    return {
        "rule": record.rule,
        "words": read_game(record.rule).words(),
        "names": [game.name for game in named(record.rule)],
        **{name: what for name, what in known.items() if what is not None},
        "first": 0,
        "values": list(values[:TAKEN]),
    }


def _citation(record: Record, title: str) -> str:
    how = f"{record.law} ({record.status})" if record.law else record.status
    text = f"{title}: {how}. In: Games of heaps and their Grundy values, mexplore {version()}."
    bibtex = (
        f"@misc{{mexplore:{slug(record.rule)},\n  author = {{{{The mexplore authors}}}},\n"
        f"  title = {{{title}}},\n  note = {{{how}}},\n"
        f"  howpublished = {{Games of heaps and their Grundy values, mexplore {version()}}}\n}}"
    )
    return f'<p>{escape(text)}</p>\n<pre tabindex="0" class="bibtex">{escape(bibtex)}</pre>\n'


def _computed(record: Record) -> str:
    by = f"mexplore {record.version}" if record.version else "mexplore"
    studied = record.representative or record.rule
    words = f"{by} studied {studied}"
    if record.representative is not None:
        words += f", from which this game follows ({record.reduction})"
    words += f": the values at n < {number(record.computed)} are known"
    ended = _ENDED.get(record.ended)
    words += f"; {ended}." if ended else "."
    limits = [] if record.budget is None else [f"{record.budget:g} seconds"]
    limits += [] if record.max_terms is None else [f"{record.max_terms} values"]
    if limits:
        words += f" Its limits were {' and '.join(limits)}."
    if record.proved:
        words += f' Check it again: mexplore study "{record.rule}".'
    return escape(words)
