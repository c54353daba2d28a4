"""A real browser for tests of pages: headless Chromium, driven through a pair of pipes.

Chromium reads requests of its DevTools protocol from file 3 and writes answers to file 4, each a
JSON object that ends with a NUL byte.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
_QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
)  # fmt: skip


class Page:
    """One page in the browser."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._number, self._rest = to, back, 0, b""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        self.troubles: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    _session: dict[str, str] = {}  # noqa: RUF012

    def call(self, method: str, **parameters: Any) -> Any:
        """One request, and its answer; errors on the page are collected on the way."""
        self._number += 1
        request = {"id": self._number, "method": method, "params": parameters} | self._session
        os.write(self._to, json.dumps(request).encode() + b"\0")
        while True:
            said = self._message()
            if said.get("id") == self._number:
                assert "error" not in said, said
                return said["result"]
            if said.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.troubles.append(json.dumps(said["params"]))

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._back, 1 << 16)
            assert part, "the browser has ended"
            self._rest += part
        text, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(text))

    def open(self, address: str, width: int, *, dark: bool = False) -> None:
        """Show an address in a window of this width."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """What an expression is on the page, once it is what it promises."""
        result = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, script: str) -> Any:
        """The same as soon as it is true of the page."""
        waiting = (
            "new Promise(done => { const look = () => { let found; "
            f"try {{ found = ({script}); }} catch (error) {{ found = null; }} "
            "if (found) done(found); else setTimeout(look, 30); }; look(); })"
        )
        return self.run(waiting)


@contextmanager
def browser(home: Path) -> Iterator[Page]:
    """A page of a browser that has this folder to itself."""
    ours, theirs = os.pipe(), os.pipe()
    options = f"{' '.join(_QUIET)} --user-data-dir={home}/profile"
    shell = f"exec {BROWSER} {options} 3<&{ours[0]} 4>&{theirs[1]}"
    process = subprocess.Popen(
        ["bash", "-c", shell], pass_fds=(ours[0], theirs[1]), stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(home)},
    )  # fmt: skip
    os.close(ours[0])
    os.close(theirs[1])
    try:
        yield Page(ours[1], theirs[0])
    finally:
        process.kill()
        process.wait()
        os.close(ours[1])
        os.close(theirs[0])
