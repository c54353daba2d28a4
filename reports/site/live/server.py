"""The server behind the page: its files, a study as a stream of events, questions about positions.

It answers on 127.0.0.1 alone, and only what `Guard` lets through. A study goes on as long as its
page is open: the browser keeps the stream of events open, and the process ends with it.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit

from mexplore.reports.site.live.guard import HEADERS, HOST, Guard
from mexplore.reports.site.live.processes import Busy, Session, Workers
from mexplore.rules.errors import InputError

BEAT = 3.0  # seconds between two signs of life, by which a closed page is noticed
LARGEST = 100_000  # bytes of a request
PAGE = {
    "": ("page.html", "text/html"),
    "serve.css": ("serve.css", "text/css"),
    "serve.js": ("serve.js", "text/javascript"),
    "drawing.js": ("drawing.js", "text/javascript"),
}
BUSY = "too many studies are open; close a page, or stop one"


class Server(ThreadingHTTPServer):
    """The server, with the pages that are open."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        self.workers = Workers()
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            why = error.strerror or error
            raise InputError(f"port {port} cannot be used: {why}; --port names another") from None
        self.guard = Guard(self.server_address[1])
        self.workers.prepare()
        self.sessions: dict[str, Session] = {}
        self._numbers = count(1)

    def begin(self) -> tuple[str, Session]:
        """A page that has just asked for a study."""
        session = Session(self.workers)
        name = str(next(self._numbers))
        self.sessions[name] = session
        return name, session

    def finish(self, name: str) -> None:
        """A page that was closed."""
        self.sessions.pop(name).close()

    def server_close(self) -> None:
        super().server_close()
        self.workers.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Browsers close connections whenever they like; nothing is said of it."""
        del request, client_address


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "mexplore"
    sys_version = ""

    @property
    def _asked(self) -> str | None:
        """What is asked for, after the secret."""
        return self.server.guard.path(urlsplit(self.path).path)

    def parse_request(self) -> bool:
        """One request: refused at once where it is not from the user's own page."""
        if not super().parse_request():
            return False
        why = self.server.guard.refuses(dict(self.headers))
        if why is None and self._asked is None:
            why = "the address is not the one that was printed"
        if why is not None:
            self.close_connection = True
            self._send(HTTPStatus.FORBIDDEN, why.encode(), "text/plain")
        return why is None

    def do_GET(self) -> None:
        if self._asked == "study":
            self._stream()
        elif self._asked == "games.json":
            self._json(_games())
        elif self._asked in PAGE:
            name, kind = PAGE[self._asked]
            self._send(HTTPStatus.OK, _file(name), kind)
        else:
            self._send(HTTPStatus.NOT_FOUND, b"there is no such page", "text/plain")

    def do_POST(self) -> None:
        """A question about the game of a page, or the end of its study."""
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(int(length)) if length.isdigit() and int(length) < LARGEST else b""
        try:
            asked = dict(json.loads(body))
            session = self.server.sessions[str(asked["page"])]
        except (ValueError, KeyError, TypeError):
            self._send(HTTPStatus.BAD_REQUEST, b"the page is closed", "text/plain")
            return
        if asked.get("do") == "stop":
            session.study.interrupt()
            self._json({})
            return
        try:
            self._json(session.answer(asked))
        except (Busy, BrokenPipeError):
            self._json({"event": "failed", "message": BUSY})

    def _stream(self) -> None:
        """Events, one after the other, until the page is closed."""
        given = parse_qs(urlsplit(self.path).query)
        self.send_response(HTTPStatus.OK)
        self.close_connection = True
        self._headers("text/event-stream", {"Connection": "close"})
        try:
            name, session = self.server.begin()
        except Busy:
            self._event({"event": "failed", "message": BUSY})
            self._event({"event": "end"})
            return
        try:
            self._event({"event": "page", "page": name})
            request = {key: values[0] for key, values in given.items() if key in ("rule", "budget")}
            session.study.ask({"do": "study"} | request)
            for event in session.study.events(BEAT):
                self._event(event)
            for _ in session.study.events(BEAT):  # nothing comes: the page is still open
                self._event(None)
        except (BrokenPipeError, ConnectionError):
            pass
        finally:
            self.server.finish(name)

    def _event(self, event: dict[str, Any] | None) -> None:
        """An event, or a sign of life."""
        text = ":\n\n" if event is None else f"data: {json.dumps(event)}\n\n"
        self.wfile.write(text.encode())
        self.wfile.flush()

    def _json(self, facts: Any) -> None:
        self._send(HTTPStatus.OK, json.dumps(facts).encode(), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self._headers(f"{kind}; charset=utf-8", {"Content-Length": str(len(body))})
        self.wfile.write(body)

    def _headers(self, kind: str, more: dict[str, str]) -> None:
        for name, value in ({"Content-Type": kind} | HEADERS | more).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed a request."""


def _file(name: str) -> bytes:
    """A part of the page; its style begins with that of reports and the colours of a site."""
    own = (files("mexplore.reports.site.live") / "assets" / name).read_bytes()
    if name != "serve.css":
        return own
    from mexplore.reports.site.colours import colours_css
    from mexplore.reports.writers.html.page import part

    return part("page.css").encode() + colours_css().encode() + own


def _games() -> list[dict[str, str]]:
    """The library, for proposals while a rule is typed."""
    from mexplore.rules.library import shipped

    return [{"name": game.name, "rule": game.rule} for game in shipped().values()]
