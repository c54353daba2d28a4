"""Whom the server answers: pages that it has written itself, opened by the user of this computer.

Any web page can make a browser send requests to 127.0.0.1. So the address of the page has a secret
in it, which other pages cannot know; and a request is refused if it says that it comes from
elsewhere. A name of another host that leads to 127.0.0.1 (DNS rebinding) is refused by ``Host``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import field
from hmac import compare_digest

from mexplore.rules.dataclass import dataclass

HOST = "127.0.0.1"
OWN = ("same-origin", "none")  # sites that a request may come from: this one, or the address bar

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What every answer says: nothing of other sites is loaded, and no other site shows this one."""


@dataclass(frozen=True)
class Guard:
    """The port and the secret of one server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    def path(self, asked: str) -> str | None:
        """The path after the secret; None where another secret, or none, stands before it.

        >>> guard = Guard(8000, "secret")
        >>> guard.path("/secret/study"), guard.path("/secret/"), guard.path("/sekret/study")
        ('study', '', None)
        """
        first, slash, rest = asked.removeprefix("/").partition("/")
        same = compare_digest(first.encode(), self.token.encode())
        return rest if same and slash else None

    def refuses(self, headers: Mapping[str, str]) -> str | None:
        """Why a request with these headers is not answered; None where it is.

        >>> guard = Guard(8000, "secret")
        >>> guard.refuses({"Host": "127.0.0.1:8000", "Sec-Fetch-Site": "none"})
        >>> guard.refuses({"Host": "evil.example:8000"})
        'this page has another host'
        >>> guard.refuses({"Host": "localhost:8000", "Origin": "http://evil.example"})
        'the request comes from another page'
        """
        hosts = [f"{name}:{self.port}" for name in (HOST, "localhost")]
        if headers.get("Host") not in hosts:
            return "this page has another host"
        origin = headers.get("Origin")
        if origin is not None and origin not in [f"http://{host}" for host in hosts]:
            return "the request comes from another page"
        if headers.get("Sec-Fetch-Site", "none") not in OWN:
            return "the request comes from another page"
        return None
