"""What the one writer of answers prints."""

import json
from typing import Any

import pytest
import typer

from mexplore.discover.study.kind import NotKnown, Warrant
from mexplore.reports.cli.answers import Answer, Lines, give, write
from mexplore.reports.cli.options import Output
from mexplore.reports.writers.document import Document, Paragraph

PROVED = Warrant("proved", "G(n) = 0 for all n >= 0")
GUESSED = Warrant("holds so far", "G(n) = 1 for all n >= 9")


def _refused(answer: Answer, output: Output) -> object:
    with pytest.raises(typer.Exit) as ended:
        write(output, answer)
    return ended.value.exit_code


def test_json_says_status_and_warrant_in_every_case(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(as_json=True)
    write(output, Answer({"count": 3}, warrants=[PROVED]), {"rule": "0.77"})
    assert json.loads(capsys.readouterr().out) == {
        "rule": "0.77",
        "count": 3,
        "status": "proved",
        "warrant": PROVED.words,
    }
    write(output, Answer(lambda: {"count": 3, "status": "refuted"}))
    found = json.loads(capsys.readouterr().out)
    assert found == {"count": 3, "status": "refuted", "warrant": None}
    write(output, Answer({}, warrants=[PROVED, GUESSED]))
    said = capsys.readouterr()
    assert json.loads(said.out)["status"] == "holds so far"
    assert "not proved" in said.err


def test_no_answer_has_a_reason_and_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    def find(watcher: object) -> Answer:
        raise NotKnown("no law is known")

    for output in (Output(as_json=True), Output(quiet=True)):
        with pytest.raises(typer.Exit) as ended:
            give(output, 10, {"rule": "0.77"}, {"count": None}, find)
        assert ended.value.exit_code == 1
    said = capsys.readouterr()
    assert json.loads(said.out) == {
        "rule": "0.77",
        "count": None,
        "status": "nothing found",
        "warrant": None,
        "reason": "no law is known",
    }
    assert said.err == "mexplore: no law is known\n"


def test_text_is_blocks_notes_and_warrants(capsys: pytest.CaptureFixture[str]) -> None:
    blocks: list[Any] = ["12", Paragraph("a"), Paragraph("b"), Document([Paragraph("c")]), "d"]
    answer = Answer({}, blocks, [PROVED], ["each order counts"])
    write(Output(), answer)
    whole = ["12", "a", "b", "c", "d", "each order counts", PROVED.words]
    assert capsys.readouterr().out.splitlines() == whole
    write(Output(quiet=True), answer)
    assert capsys.readouterr().out.splitlines() == whole[:-2]
    write(Output(), Answer({}, [Lines(["n,value\n", "1,2\n"])], [PROVED] * 5))
    assert capsys.readouterr().out == "n,value\n1,2\n"
    write(Output(), Answer({}, (), [PROVED] * 5))
    assert capsys.readouterr().out.splitlines()[-1] == "(2 more values by the same means)"


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert _refused(Answer({}, no=True), Output()) == 1
    assert _refused(Answer({}, bad=["line 2"]), Output()) == 2
    assert _refused(Answer({}, missing="too far", bad=["line 2"]), Output()) == 1
    assert _refused(Answer({}, no=True, stopped=True), Output()) == 130
    assert capsys.readouterr().err.splitlines() == [
        "mexplore: line 2",
        "mexplore: too far",
        "mexplore: line 2",
    ]


def test_what_is_not_written_is_not_made() -> None:
    def never() -> dict[str, object]:
        raise AssertionError

    def blocks() -> object:
        raise AssertionError
        yield

    write(Output(quiet=True), Answer(never, ["1"]))
    write(Output(as_json=True), Answer({}, never))  # type: ignore[arg-type]
    write(Output(as_json=True), Answer({}, blocks()))  # type: ignore[arg-type]
