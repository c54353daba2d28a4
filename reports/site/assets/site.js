// Tables of games that sort and filter, and the search for a rule, a list of values or a period.
"use strict";
window.mexplore = (function () {
  const root = document.documentElement.dataset.root;
  const tables = new Map();
  const AT_ONCE = 100, MOST_FOUND = 50;
  const NUMBERS = new Set(["preperiod", "period", "saltus", "largest", "rare", "equal"]);
  const HEADS = { rare: "rare values", equal: "equal games", oeis: "OEIS", largest: "largest value",
    misere: "misère" };

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

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

  // A family's table.

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

  // The search box.

  const spaceless = (text) => text.toLowerCase().replace(/\s+/g, "");

  function asked(text) {
    const period = text.match(/^\s*(?:period\s*[=:]?\s*)?(\d+)\s*$/i);
    if (period) return { period: period[1], rule: spaceless(text) };
    const words = text.trim().replace(/\.\.\.$|…$/, "").split(/[\s,]+/).filter(Boolean);
    if (words.length > 1 && words.every((word) => /^\d+$/.test(word))) return { values: words.join(",") };
    return { rule: spaceless(text) };
  }

  // Each game with how well it answers, less is better; null where it does not.
  function answer(query, game) {
    const rule = spaceless(game.rule), names = game.name.split(", ");
    if (query.rule !== undefined && (rule === query.rule || names.includes(query.rule))) return [0, "this rule"];
    if (query.period !== undefined) {
      return String(game.period) === query.period && game.pattern === "periodic" ? [1, `period ${game.period}`] : null;
    }
    if (query.values !== undefined) {
      const found = `,${game.head},`.indexOf(`,${query.values},`);
      if (found < 0) return null;
      const place = game.head.slice(0, found).split(",").length - 1;
      return [1 + place, `the values from n = ${place} on`];
    }
    if (names.some((name) => name.includes(query.rule))) return [1, "its name"];
    return rule.includes(query.rule) ? [2 + rule.indexOf(query.rule), "a part of its rule"] : null;
  }

  function games() {
    const found = new Map();
    for (const table of tables.values()) {
      for (const row of table.rows) {
        if (!found.has(row[0])) found.set(row[0], Object.fromEntries(table.columns.map((name, i) => [name, row[i]])));
      }
    }
    return [...found.values()];
  }

  function loaded(files) {
    const wanted = files.filter((file) => !document.querySelector(`script[src="${root}${file}"]`));
    return Promise.all(wanted.map((file) => new Promise((resolve) => {
      const script = element("script", { src: root + file });
      script.addEventListener("load", resolve);
      script.addEventListener("error", resolve);
      document.head.append(script);
    })));
  }

  function search(box) {
    const input = box.querySelector("input"), found = document.getElementById("found");
    const files = JSON.parse(box.dataset.files);
    async function run() {
      const text = input.value;
      if (!text.trim()) return found.replaceChildren();
      await loaded(files);
      if (text !== input.value) return undefined; // typed on meanwhile
      const query = asked(text);
      const hits = games().map((game) => ({ game, why: answer(query, game) })).filter((hit) => hit.why !== null);
      hits.sort((a, b) => a.why[0] - b.why[0]);
      const count = hits.length === 1 ? "1 game" : `${hits.length} games`;
      const first = hits.length > MOST_FOUND ? `; the first ${MOST_FOUND}` : "";
      return found.replaceChildren(element("p", {}, `${count}${first}`), element("ul", {},
        ...hits.slice(0, MOST_FOUND).map(({ game, why }) => element("li", {},
          element("a", { href: root + game.page }, game.rule), game.name ? ` (${game.name})` : "", " ",
          element("span", { class: "quiet" }, `${why[1]}; ${game.status}${game.period ? `, period ${game.period}` : ""}`)))));
    }
    input.addEventListener("input", run);
    box.addEventListener("submit", (event) => { event.preventDefault(); run(); });
    const given = new URLSearchParams(location.search).get("q");
    if (given) { input.value = given; run(); }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("table");
    if (place && tables.has(place.dataset.family)) show(tables.get(place.dataset.family), place);
    const box = document.querySelector("form.search");
    if (box) search(box);
  });
  return { add: (table) => tables.set(table.family, table) };
})();
