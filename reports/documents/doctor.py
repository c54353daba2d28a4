"""What `mexplore doctor` found, as a document and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mexplore.discover.trials.running import trials
from mexplore.reports.writers.document import (
    Block,
    Code,
    Document,
    Heading,
    Items,
    Mark,
    Paragraph,
    Table,
    Words,
)
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.trials.running import Outcome
    from mexplore.rules.engine.surroundings import Folder, Processor

REMEDY = (
    "Do not rely on values that were computed on this machine: remove the folders above. Set the "
    "environment variable MEXPLORE_CPU_NAME=generic, so that code for any processor is made, and "
    "run mexplore doctor again: if all is right then, keep the setting (computing is slower). In "
    "either case please report what mexplore doctor --json prints."
)
_SHOWN = ("avx", "sse4", "bmi", "gfni", "popcnt", "fma", "neon", "sve")  # features that matter


@dataclass(frozen=True)
class Examined:
    """Versions, processor, folders, and the outcome of every trial."""

    versions: dict[str, str]
    processor: Processor
    folders: tuple[Folder, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def right(self) -> bool:
        """Whether every kernel had the values of the definition."""
        return not any(outcome.wrong for outcome in self.outcomes)

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        folders = [asdict(folder) | {"path": str(folder.path)} for folder in self.folders]
        kernels = [asdict(each) | {"wrong": each.wrong or None} for each in self._in_order()]
        return {
            "right": self.right,
            "versions": self.versions,
            "processor": asdict(self.processor),
            "folders": folders,
            "kernels": kernels,
            "remedy": None if self.right else REMEDY,
            "status": "computed",
            "warrant": "each kernel was compared with the definition",
        }

    def document(self) -> Document:
        """The same for people; of the processor's features, those that kernels have a use for."""
        return Document(list(self._blocks()))

    def _blocks(self) -> Iterator[Block]:
        yield Table(("", ""), [*self.versions.items(), *self._machine()])
        for folder in self.folders:
            yield Heading(f"Folder of {folder.holds}")
            yield Code(str(folder.path))
            yield Paragraph(_state(folder))
        yield Heading("Kernels compared with the definition")
        rows: list[list[Words]] = [
            [each.name, f"{each.cases:,}", f"{each.values:,}", _verdict(each)]
            for each in self._in_order()
        ]
        yield Table(("kernel", "cases", "values", ""), rows)
        if self.right:
            yield Paragraph("All kernels compute right values on this machine.")
            return
        yield Items([f"{each.name}: {each.wrong}" for each in self._in_order() if each.wrong])
        yield Paragraph(REMEDY)

    def _machine(self) -> Iterator[tuple[str, str]]:
        yield "processor", self.processor.name
        own, used = self.processor.host, self.processor.cpu_name
        yield "LLVM calls it", own
        if used != own:
            yield "code is for", used
        shown = [name for name in self.processor.features if name.startswith(_SHOWN)]
        yield "features", " ".join(shown) or "none beyond the baseline"

    def _in_order(self) -> list[Outcome]:
        """The outcomes by name: trials end in any order."""
        places = {name: place for place, name in enumerate(trials())}
        return sorted(self.outcomes, key=lambda outcome: places.get(outcome.name, -1))


def _verdict(outcome: Outcome) -> Mark:
    return Mark("wrong", "bad") if outcome.wrong else Mark("right", "good")


def _state(folder: Folder) -> str:
    """A sentence about a folder, and about faults in it."""
    entries = "entry" if folder.entries == 1 else "entries"
    said = f"{folder.entries:,} {entries}, {folder.bytes:,} bytes"
    said += ", writable." if folder.writable else "; it cannot be written, so nothing is kept."
    if folder.refused:
        said += f" {folder.refused:,} are damaged or of other versions, and are not used."
    return said
