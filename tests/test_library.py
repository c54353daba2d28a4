"""The library of named games and files of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.errors import InputError, RuleSyntaxError
from rules.library import Named, library_with, read_rules, shipped
from rules.notation import parse_rule


@pytest.mark.parametrize("entry", shipped().values(), ids=lambda entry: entry.name)
def test_every_entry_parses_to_its_canonical_rule_and_carries_a_source(entry: Named) -> None:
    rule = parse_rule(entry.name)
    assert str(rule) == entry.rule
    assert entry.title
    assert entry.source


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
    with pytest.raises(RuleSyntaxError):
        parse_rule("a", library_with(file))
