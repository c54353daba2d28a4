"""The server: only its own page is answered, studies stream, and processes end with their page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from itertools import takewhile
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from own_clock import NEVER

from mexplore.reports.site.live import processes
from mexplore.reports.site.live.guard import HOST, Guard
from mexplore.reports.site.live.server import Server
from mexplore.rules.errors import InputError


class Answered(NamedTuple):
    """What the server said to one request."""

    status: int
    body: bytes
    headers: Message


def asked(server: Server, path: str, body: str | None = None, **headers: str) -> Answered:
    """The answer to a request for what stands after the secret."""
    with closing(HTTPConnection(HOST, server.guard.port, timeout=NEVER)) as connection:
        method = "GET" if body is None else "POST"
        address = path if path.startswith("/") else f"/{server.guard.token}/{path}"
        connection.request(method, address, body, headers)
        answer = connection.getresponse()
        return Answered(answer.status, answer.read(), answer.headers)


def question(server: Server, **facts: Any) -> dict[str, Any]:
    """The answer to a question about the game of a page."""
    answer = asked(server, "ask", json.dumps(facts))
    return dict(json.loads(answer.body)) if answer.status == 200 else {"status": answer.status}


@contextmanager
def study(server: Server, rule: str, budget: str = "20") -> Iterator[Iterator[dict[str, Any]]]:
    """A page that is open: the events of its study, as they come."""
    with closing(HTTPConnection(HOST, server.guard.port, timeout=NEVER)) as connection:
        query = urlencode({"rule": rule, "budget": budget})
        connection.request("GET", f"/{server.guard.token}/study?{query}")
        with connection.getresponse() as answer:
            yield (json.loads(line[6:]) for line in answer if line.startswith(b"data: "))


def until_end(events: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events up to the end of the study."""
    return [*takewhile(lambda event: event["event"] != "end", events)]


def first(events: Iterable[dict[str, Any]], *names: str) -> dict[str, Any]:
    """The first event with one of these names."""
    return next(event for event in events if event["event"] in names)


def test_the_page_and_its_parts(server: Server) -> None:
    page = asked(server, "?rule=0.77")
    assert page.status == 200
    assert b'<input id="rule"' in page.body.replace(b"\n", b" ").replace(b"  ", b" ")
    assert "default-src 'none'" in str(page.headers["Content-Security-Policy"])
    for part in ("serve.js", "drawing.js", "serve.css"):
        assert asked(server, part).status == 200
    assert asked(server, "nothing").status == 404
    assert {"name": "kayles", "rule": "0.77"} in json.loads(asked(server, "games.json").body)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
    ],
)
def test_other_sites_are_refused(server: Server, headers: dict[str, str]) -> None:
    for path in ("", "study?rule=0.77&budget=1", "games.json"):
        assert asked(server, path, **headers).status == 403
    assert asked(server, "ask", "{}", **headers).status == 403


def test_without_the_secret_nothing_is_answered(server: Server) -> None:
    for path in ("/", "/study?rule=0.77", "//", f"/{server.guard.token}", "/x/games.json"):
        assert asked(server, path).status == 403
    assert Guard(1).token != Guard(1).token


def test_a_study_streams_and_its_game_is_played(server: Server) -> None:
    with study(server, "0.77") as events:
        found = until_end(events)
        assert [event["event"] for event in found][:3] == ["page", "understood", "values"]
        values = [v for event in found if event["event"] == "values" for v in event["values"]]
        assert values[:6] == [0, 1, 2, 3, 1, 4]  # Guy and Smith (1956), table 3
        law = first(found, "law")
        assert (law["status"], law["period"], law["preperiod"]) == ("proved", 12, 71)
        report = first(found, "report")
        assert "Proof" in [section["title"] for section in report["sections"]]
        assert {"LaTeX", "OEIS", "Python", "C++", "certificate"} <= set(report["copies"])

        page = {"page": found[0]["page"], "rule": "0.77"}
        solved = question(server, **page, do="winner", places="5 7 10^18")
        assert (solved["event"], solved["winner"]) == ("winner", "next")
        moves = question(server, **page, do="moves", place="3")["moves"]
        assert sorted(moves) == [["1"], ["1", "1"], ["2"]]
        assert question(server, **page, do="reply", places="1")["to"] == []
        assert question(server, **page, do="reply", places="0")["over"]
        assert question(server, **page, do="winner", places="x")["event"] == "failed"


def test_squares_of_a_board(server: Server) -> None:
    with study(server, "rook") as events:
        found = until_end(events)
        assert first(found, "table")["table"][5][3] == 5 ^ 3
        page = {"page": found[0]["page"], "rule": "rook"}
        moves = question(server, **page, do="moves", place="1,1")["moves"]
        assert sorted(moves) == [["0,1"], ["1,0"]]
        assert question(server, **page, do="winner", places="3,5 6,0")["nim_sum"] == 0
        assert question(server, **page, do="reply", places="3,5")["event"] == "failed"


def test_a_closed_page_ends_its_processes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mexplore.reports.site.live.server.BEAT", 0.1)
    with study(server, "0.007", "600") as events:
        page = first(events, "page")["page"]
        first(events, "values")
        process = server.sessions[page].study.process
        assert process.poll() is None
    process.wait(NEVER)


def test_stop_shows_what_is_known(server: Server) -> None:
    with study(server, "0.007", "600") as events:
        page = first(events, "page")["page"]
        next(event for event in events if event["event"] == "progress" and event["done"] > 5000)
        question(server, page=page, do="stop")
        assert first(events, "law", "failed", "end").get("ended") == "interrupted"


def test_questions_of_no_page(server: Server) -> None:
    assert question(server, page="99", do="moves", rule="0.77", place="3") == {"status": 400}
    assert question(server) == {"status": 400}
    assert asked(server, "ask", "no JSON").status == 400


def test_there_is_an_end_to_pages(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST", 0)
    with study(server, "0.77") as events:
        assert "too many studies" in next(events)["message"]


def test_a_port_in_use(server: Server) -> None:
    with pytest.raises(InputError, match="--port names another"):
        Server(server.guard.port)
