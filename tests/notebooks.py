"""Notebooks run cell by cell, and what they show as text.

``python -P tests/notebooks.py`` runs all of ``docs/notebooks`` and stores what they show.
"""

from __future__ import annotations

import ast
import base64
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
RICH = {"text/html": "_repr_html_", "text/markdown": "_repr_markdown_"}


class Printer:
    """What IPython hands to ``_repr_pretty_``, as far as ours ask for it."""

    def __init__(self) -> None:
        self.written = ""

    def text(self, text: str) -> None:
        self.written += text


def plain(value: Any) -> str:
    """What a notebook shows of a value as text."""
    if not hasattr(value, "_repr_pretty_"):
        return repr(value)
    printer = Printer()
    value._repr_pretty_(printer, False)
    return printer.written


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, list[Any]]:
    """What the cell prints, and the value of its last expression, if it ends with one."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return printed.getvalue(), [] if value is None else [value]


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells that run, in order."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def stored_text(cell: dict[str, Any]) -> str:
    """What the notebook file says that a cell shows, as text."""
    shown = ""
    for output in cell["outputs"]:
        shown += "".join(output.get("text", output.get("data", {}).get("text/plain", "")))
    return shown


def outputs_of(printed: str, values: list[Any], number: int) -> list[dict[str, Any]]:
    """The same as a notebook file has it."""
    outputs: list[dict[str, Any]] = []
    if printed:
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": printed.splitlines(keepends=True)}
        )
    for value in values:
        data: dict[str, Any] = {"text/plain": plain(value).splitlines(keepends=True)}
        for kind, method in RICH.items():
            rich = getattr(value, method, lambda: None)()
            if rich is not None:
                data[kind] = rich.splitlines(keepends=True)
        if hasattr(value, "_repr_png_"):
            data["image/png"] = base64.b64encode(value._repr_png_()).decode()
        outputs.append({"output_type": "execute_result", "execution_count": number, "data": data,
                        "metadata": {}})  # fmt: skip
    return outputs


def refresh(path: Path) -> None:
    """Run the notebook and store what it shows."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for number, cell in enumerate(code_cells(notebook), 1):
        cell["execution_count"] = number
        cell["outputs"] = outputs_of(*run_cell("".join(cell["source"]), names), number)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for notebook_file in NOTEBOOKS:
        refresh(notebook_file)
