// Tables of numbers are sorted by a click on the head of a column; without this they stand as they are.
"use strict";
(function () {
  // "[12, 24)" by its start, "9/4" and "about 10^30" by their size, "6*12^40 + 1" exactly; else a text.
  function key(cell) {
    const text = (cell.dataset.text || cell.textContent).trim();
    let found = text.match(/^(?:(\d+)\*)?(\d+)\^(\d+)(?: \+ (\d+))?$/);
    if (found) return BigInt(found[1] || 1) * BigInt(found[2]) ** BigInt(found[3]) + BigInt(found[4] || 0);
    found = text.match(/^about 10\^(\d+)$/);
    if (found) return 10n ** BigInt(found[1]);
    found = text.match(/^(-?\d+)\/(\d+)$/);
    if (found) return Number(found[1]) / Number(found[2]);
    found = text.match(/^\[?(-?\d+)(?:, \d+\))?$/);
    if (found) return BigInt(found[1]);
    return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  }

  function compared(a, b) {
    if ((a === "") !== (b === "")) return a === "" ? 1 : -1;
    if (typeof a === "string" || typeof b === "string") return String(a).localeCompare(String(b));
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function sort(table, column, head) {
    const down = head.getAttribute("aria-sort") === "ascending";
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => ({ row, key: key(row.cells[column]) }));
    rows.sort((a, b) => {
      const empty = a.key === "" || b.key === "";
      return compared(a.key, b.key) * (down && !empty ? -1 : 1);
    });
    body.append(...rows.map((each) => each.row));
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    Array.from(table.tHead ? table.tHead.rows[0].cells : []).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.title = "Sort by this column";
      button.addEventListener("click", () => sort(table, column, head));
      head.append(button);
    });
  }
})();
