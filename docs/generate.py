"""The pages of the manual that are made from the code: patterns, theorems, commands.

    python -m docs.generate

writes them; a test fails where they are stale. What they say stands in the docstrings of the
classes and commands, and is changed there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mexplore.discover.study.kind import GameKind

HERE = Path(__file__).parent
MADE = "<!-- Made by `make docs` from the docstrings: change those, not this page. -->\n"
_CODE = re.compile(r"(``.+?``|`[^`\n]+`)")
_STRONG = re.compile(r"(?<![\w*])\*\*(?=\S)([^*]+?)(?<=\S)\*\*(?![\w*])")
_EMPHASIS = re.compile(r"(?<![\w*)\]])\*(?=[A-Za-z])([^*\n]+?[.:])\*(?![\w*])")
_SPECIAL = re.compile(r"([\\*_\[\]])")


def pages() -> dict[str, str]:
    """Every page that is made, by its name."""
    return {
        "patterns.md": "".join(_patterns()),
        "theorems.md": "".join(_theorems()),
        "commands.md": "".join(_commands()),
        "glossary.md": "".join(_glossary()),
        "records.md": "".join(_records()),
        "notation.md": _with_functions((HERE / "notation.md").read_text(encoding="utf-8")),
    }


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")


def _glossary() -> Iterator[str]:
    from mexplore.reports.documents.glossary import glossary_markdown

    yield (
        "# Glossary\n\nThe words of the field are used as in Conway's *On Numbers and Games* and "
        "in *Winning Ways*; the\nothers are those of this program, as its messages, its manual and "
        "its code use them.\n"
    )
    yield from glossary_markdown()


def _records() -> Iterator[str]:
    from mexplore.discover.windows import records
    from mexplore.discover.windows.open_games import open_games
    from mexplore.reports.documents.records import records_page
    from mexplore.reports.writers.markdown import to_markdown

    yield f"# Records\n\n{MADE}\n"
    yield (
        "Octal games of which no period is known: how far mexplore computed the values of each, on "
        "one core, in minutes;\nhow far others went; and what the values look like. `mexplore "
        "records RULE --budget 600` goes on from the\nvalues that are stored on a machine, and "
        "compares the digests of the first ones with those below.\n\n"
        "The games are those that the sources below list as unsolved. Of T. Czajka's list 0.054, "
        "0.104, 0.106 and\n0.454 are left out, whose periods A. Flammenkamp found, and four of "
        "which `mexplore study` proves a period: 4.064\n(16132 from n = 94272 on), 4.344 (51 from "
        "998), 4.364 (62 from 11687), 4.406 (44 from 294097). None of the\nothers showed a period "
        "in the values that were computed.\n\n"
    )
    yield f"{markdown_of(records.__doc__)}\n\n## How far\n\n"
    yield to_markdown(records_page(list(open_games().values())))


def _with_functions(page: str) -> str:
    """The page on notation with its table of functions, which is that of operations."""
    from mexplore.rules.arithmetic.operations import OPERATIONS

    head, end = (
        "| of n and k | in expressions | in formulas |\n|---|---|---|\n",
        "\n\n## Conditions",
    )
    rows = []
    for row in filter(lambda row: row.says, OPERATIONS.values()):
        given = {1: "n", 2: "n, k"}[row.least] if not row.takes_list else "..."
        in_expressions = [f"`{row.expression}({given})`"] if row.expression else []
        in_formulas = [f"`{name}({given})`" for name in row.formula]
        in_formulas += [f"`{made}({entries}({given}))`" for made, entries in row.of_list]
        cells = row.says, ", ".join(in_expressions), ", ".join(in_formulas)
        rows.append(f"| {' | '.join(cells)} |")
    return page.split(head, maxsplit=1)[0] + head + "\n".join(rows) + end + page.split(end)[1]


# Docstrings as Markdown.


def markdown_of(docstring: str | None) -> str:
    """A docstring as Markdown: paragraphs of plain text, examples, and indented lines as they are.

    >>> print(markdown_of("G(n) = 2*n_0.\\n\\n    as it is\\n\\nAn end."))
    G(n) = 2\\*n\\_0.
    <BLANKLINE>
    ```text
    as it is
    ```
    <BLANKLINE>
    An end.
    """
    parts: list[str] = []
    for kind, lines in _blocks(cleandoc(docstring or "").splitlines()):
        if kind == "text":
            parts.append("\n".join(map(escaped, lines)))
        else:
            shown = cleandoc("\n" + "\n".join(lines)) if kind == "text-block" else "\n".join(lines)
            language = "pycon" if kind == "example" else "text"
            parts.append(f"```{language}\n{shown}\n```")
    return "\n\n".join(parts)


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Runs of lines of one kind; empty lines separate texts."""
    kind, gathered = "text", list[str]()
    for line in lines:
        this = kind
        if not line.strip():
            this = "text" if kind != "text-block" else kind
        elif line.startswith(">>>"):
            this = "example"
        elif kind != "example":
            in_list = kind == "text" and gathered and gathered[0].startswith(("* ", "- "))
            this = "text-block" if line.startswith("    ") and not in_list else "text"
        ended = not line.strip() and kind != "text-block"
        if (this != kind or ended) and any(map(str.strip, gathered)):
            yield kind, _trimmed(gathered)
            gathered = []
        kind = this
        if line.strip() or gathered:
            gathered.append(line)
    if any(map(str.strip, gathered)):
        yield kind, _trimmed(gathered)


def _trimmed(lines: list[str]) -> list[str]:
    while not lines[-1].strip():
        lines = lines[:-1]
    return lines


def escaped(line: str) -> str:
    """One line of plain text; what is code, strong or emphasised in it stays so.

    >>> escaped("**Proof.** a*b ``x_1`` and a list * of it")
    '**Proof.** a\\\\*b `x_1` and a list \\\\* of it'
    """
    bullet = re.match(r"\s*[*-] ", line)
    begin = bullet[0] if bullet else ""
    if line[:1] in ("#", ">"):
        return f"\\{line[0]}{escaped(line[1:])}"
    parts = _CODE.split(line[len(begin) :])
    return begin + "".join(
        f"`{part.strip('`')}`" if k % 2 else _escaped_text(part) for k, part in enumerate(parts)
    )


def _escaped_text(text: str) -> str:
    """Markers are put aside while signs are escaped."""
    text = _STRONG.sub("\x01\\1\x01", text)
    text = _EMPHASIS.sub("\x02\\1\x02", text)
    text = _SPECIAL.sub(r"\\\1", text).replace("<", "&lt;")
    return text.replace("\x01", "**").replace("\x02", "*")


# Patterns and theorems.


def _patterns() -> Iterator[str]:
    from mexplore.discover.kinds import kinds

    yield f"# Patterns\n\n{MADE}\n"
    yield (
        "A pattern is a claim about all n that can fail. Its detector guesses; a "
        "[theorem](theorems.md) decides. The name is that of JSON and of `search --pattern`.\n"
    )
    known = _told_once({kind.name: kind.claims() for kind in _by_size(kinds())})
    for title, members in known.items():
        listed = ", ".join(f"[{each.name}](#{anchor(each.name)})" for each in members)
        yield f"\nOf {title}: {listed}.\n"
    for members in known.values():
        for member in members:
            yield _section(member.name, _module_words(member), member)


def _theorems() -> Iterator[str]:
    from mexplore.discover.kinds import kinds

    yield f"# Theorems\n\n{MADE}\n"
    yield (
        "A theorem turns a claim about all n into a number, its *bound*: if the claim holds for "
        "every n below it, it holds for every n. `study` says *proved* where one applies and the "
        "values below its bound agree. `mexplore explain RULE` tells which ones apply to a rule, "
        "and which hypothesis the others miss.\n"
    )
    known = _told_once({kind.name: kind.theorems() for kind in _by_size(kinds())})
    for title, theorems in known.items():
        yield f"\n| theorem about {title} | proves |\n|---|---|\n"
        for theorem in theorems:
            laws = ", ".join(f"`{name}`" for name in theorem.about)
            yield f"| [{theorem.name}](#{anchor(theorem.name)}) | {laws} |\n"
    for theorems in known.values():
        yield from map(_theorem, theorems)


def _told_once(of_kinds: Mapping[str, Iterable[Any]]) -> dict[str, list[Any]]:
    """What there is of each kind and of no kind before it, by name."""
    found, told = dict[str, list[Any]](), set[str]()
    for title, members in of_kinds.items():
        new = [each for each in sorted(members, key=_by_name) if each.name not in told]
        told |= {each.name for each in new}
        if new:
            found[title] = new
    return found


def _by_name(member: Any) -> str:
    return str(member.name).lower()


def _by_size(kinds: Iterable[GameKind[Any]]) -> list[GameKind[Any]]:
    """The kind of which most is known first."""
    return sorted(kinds, key=lambda kind: -len(kind.theorems()))


def _theorem(theorem: Any) -> str:
    words = f"{escaped(theorem.statement)}\n\n*Source:* {escaped(theorem.source)}."
    text = markdown_of(type(theorem).__doc__)
    return f"\n## {theorem.name}\n\n{words}\n\n{text}\n"


def _section(name: str, words: str, member: type) -> str:
    return f"\n## {name}\n\n{words}\n\n{markdown_of(member.__doc__)}\n"


def _module_words(member: type) -> str:
    """The first paragraph of the docstring of the module."""
    import sys

    whole = cleandoc(sys.modules[member.__module__].__doc__ or "")
    return "*" + escaped(" ".join(whole.split("\n\n")[0].split())) + "*"


def anchor(name: str) -> str:
    """The address of a heading within its page.

    >>> anchor("Guy-Smith, t heaps")
    'guy-smith-t-heaps'
    """
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", name).strip().lower())


# Commands.


def _commands() -> Iterator[str]:
    from typer.main import get_command

    import mexplore.reports.commands
    from mexplore.reports.cli.app import EXAMPLE, paragraphs_of
    from mexplore.reports.commands import app
    from mexplore.rules.members import modules_of

    group: Any = get_command(app)
    yield f"# Commands\n\n{MADE}\n"
    yield (
        "Every command has `--help`, and `--json` prints one JSON object. Exit codes: 0 done, 1 "
        "the answer is no, 2 bad input, 130 stopped by Ctrl-C.\n"
    )
    for module in modules_of(mexplore.reports.commands):
        name = module.__name__.rpartition(".")[2].rstrip("_")
        command = group.commands[name]
        yield f"\n## {name}\n\n"
        paragraphs = list(paragraphs_of(module.command.__doc__))
        yield "\n\n".join(escaped(p) for p in paragraphs if not p.startswith(EXAMPLE)) + "\n"
        examples = "\n".join(p for p in paragraphs if p.startswith(EXAMPLE))
        yield f"\n```sh\n{examples}\n```\n\n| argument or option | |\n|---|---|\n"
        for parameter in command.params:
            if getattr(parameter, "hidden", False):
                continue
            words = escaped(getattr(parameter, "help", None) or "").replace("|", r"\|")
            yield f"| {_written(parameter)} | {words} |\n"


def _written(parameter: Any) -> str:
    metavar = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        return f"`{metavar or parameter.name.upper()}`"
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    return f"{names} `{metavar}`" if metavar else names


if __name__ == "__main__":
    main()
