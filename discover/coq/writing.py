"""Writing the files of a proof into a folder."""

from __future__ import annotations

from pathlib import Path

from mexplore.discover.coq.export import CoqProof
from mexplore.rules.errors import InputError
from mexplore.rules.text.whole_files import whole_file


def write_files(proof: CoqProof, folder: Path) -> None:
    """Write the files of a proof into a folder; those that are the same already stay as they are,
    so that what was compiled from them stays good."""
    try:
        folder.mkdir(exist_ok=True)
        for name, text in proof.files.items():
            path = folder / name
            if not path.is_file() or path.read_bytes() != text.encode():
                with whole_file(path) as file:
                    file.write(text.encode())
    except OSError as error:
        raise InputError(f"cannot write {error.filename or folder}: {error.strerror}") from None
