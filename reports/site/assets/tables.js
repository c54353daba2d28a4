// Tables of games that sort and filter.
(function () {
  const { root, element } = mexplore;
  const AT_ONCE = 100;
  const NUMBERS = new Set(["preperiod", "period", "saltus", "largest", "rare", "equal"]);
  const HEADS = { rare: "rare values", equal: "equal games", oeis: "OEIS", largest: "largest value",
    misere: "misère" };

  function compared(a, b) {
    const emptyA = a === null || a === "", emptyB = b === null || b === "";
    if (emptyA || emptyB) return emptyA - emptyB;
    const numbers = /^-?\d+$/;
    if (numbers.test(a) && numbers.test(b)) {
      const x = BigInt(a), y = BigInt(b);
      return x < y ? -1 : x > y ? 1 : 0;
    }
    return String(a).localeCompare(String(b), "en", { numeric: true });
  }

  function show(table, place) {
    const at = Object.fromEntries(table.columns.map((name, i) => [name, i]));
    const shown = table.columns.filter((name) => !["page", "name", "head"].includes(name) &&
      (["rule", "status"].includes(name) || table.rows.some((row) => row[at[name]] !== null && row[at[name]] !== "")));
    const state = { column: null, down: false, most: AT_ONCE };

    const text = element("input", { type: "search", placeholder: "0.7, Guy-Smith, kayles, ..." });
    const filters = element("div", { class: "filters", role: "search" }, element("label", {}, "Filter by any text", text));
    const selects = ["pattern", "status", "theorem", "misere"].filter((name) => shown.includes(name)).map((name) => {
      const values = [...new Set(table.rows.map((row) => row[at[name]]))].sort();
      const select = element("select", {}, element("option", { value: "*" }, "any"),
        ...values.map((value) => element("option", { value: value }, value || "none")));
      filters.append(element("label", {}, HEADS[name] || name, select));
      select.addEventListener("change", fill);
      return [name, select];
    });
    text.addEventListener("input", fill);

    const heads = shown.map((name) => {
      const button = element("button", { type: "button", title: "Sort by this column" }, HEADS[name] || name);
      const head = element("th", { scope: "col" }, button);
      if (NUMBERS.has(name)) head.className = "number";
      button.addEventListener("click", () => {
        state.down = state.column === name && !state.down;
        state.column = name;
        fill();
      });
      return head;
    });
    const body = element("tbody");
    const count = element("p", { "aria-live": "polite" });
    const more = element("button", { type: "button", class: "more" });
    more.addEventListener("click", () => { state.most = Infinity; fill(); });

    function chosen() {
      const words = text.value.trim().toLowerCase();
      const rows = table.rows.filter((row) =>
        selects.every(([name, select]) => select.value === "*" || row[at[name]] === select.value) &&
        (!words || [...shown, "name"].some((name) => String(row[at[name]] ?? "").toLowerCase().includes(words))));
      if (state.column === null) return rows;
      const empty = (row) => row[at[state.column]] === null || row[at[state.column]] === "";
      return rows.sort((a, b) => compared(a[at[state.column]], b[at[state.column]]) *
        (state.down && !empty(a) && !empty(b) ? -1 : 1));
    }

    function fill() {
      const rows = chosen();
      body.replaceChildren(...rows.slice(0, state.most).map((row) => element("tr", {}, ...shown.map((name) => {
        const value = row[at[name]];
        if (name === "rule") {
          const also = row[at.name] ? ` (${row[at.name]})` : "";
          return element("td", {}, element("a", { href: root + row[at.page] }, value), also);
        }
        if (name === "oeis" && value) return element("td", {}, element("a", { href: `https://oeis.org/${value}` }, value));
        return element("td", NUMBERS.has(name) ? { class: "number" } : {}, value === null ? "" : String(value));
      }))));
      heads.forEach((head, i) => {
        if (shown[i] === state.column) head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      });
      count.textContent = `${rows.length} of ${table.rows.length} games`;
      more.hidden = rows.length <= state.most;
      more.textContent = `Show all ${rows.length}`;
    }

    place.replaceChildren(filters, count, element("div", { class: "wide", tabindex: "0" },
      element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body)), more);
    fill();
  }

  document.addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("table");
    const table = place && mexplore.table(place.dataset.family);
    if (table) show(table, place);
  });
})();
