// The search for a rule, a set, values, a period, a name; and a game at random.
(function () {
  const { root, element, loaded, games } = mexplore;
  const MOST_FOUND = 50;
  const spaceless = (text) => text.toLowerCase().replace(/\s+/g, "");
  const asName = (text) => text.toLowerCase().replace(/['’]/g, "").replace(/[\s_-]+/g, "-");

  // What a text may mean: numbers are values, a set to subtract, or one of them a period.
  function asked(text) {
    const query = { rule: spaceless(text), name: asName(text.trim()) };
    const period = text.match(/^\s*(?:period\s*[=:]?\s*)?(\d+)\s*$/i);
    if (period) return { ...query, period: period[1] };
    const set = text.match(/^\s*(?:s\s*=\s*)?\{([\d\s,]+)\}\s*$/i);
    const plain = text.trim().replace(/,?\s*(?:\.\.\.|…)$/, "");
    const words = (set ? set[1] : plain).split(/[\s,]+/).filter(Boolean);
    if (!words.length || !words.every((word) => /^\d+$/.test(word)) || (words.length < 2 && !set)) return query;
    const numbers = [...new Set(words.map(BigInt))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const subtracted = numbers.length === words.length && numbers[0] > 0n ? `subtract(${numbers.join(",")})` : undefined;
    return { values: set ? undefined : words.join(","), rule: subtracted };
  }

  // How well a game answers, less is better, and why; null where it does not.
  function answer(query, game) {
    const rule = spaceless(game.rule), names = game.name.split(", ").filter(Boolean);
    if (query.rule !== undefined && rule === query.rule) return [0, "this rule"];
    if (query.name && names.includes(query.name)) return [0, "its name"];
    if (query.period !== undefined) {
      return String(game.period) === query.period && game.pattern === "periodic" ? [1, `period ${game.period}`] : null;
    }
    if (query.values !== undefined) {
      const found = `,${game.head},`.indexOf(`,${query.values},`);
      if (found < 0) return null;
      const place = game.head.slice(0, found).split(",").length - 1;
      return [1 + place, `the values from n = ${place} on`];
    }
    if (query.name && names.some((name) => name.includes(query.name))) return [1, "its name"];
    return query.name && rule.includes(query.rule) ? [2 + rule.indexOf(query.rule), "a part of its rule"] : null;
  }

  // The same of a board, whose title counts as a name.
  function boardAnswer(query, [, title, names, rule]) {
    if (!query.name) return null;
    if (names.split(", ").includes(query.name) || spaceless(rule) === query.rule) return [0, "this board"];
    const among = names.includes(query.name) || asName(title).includes(query.name);
    return among ? [1, "a board"] : null;
  }

  function hits(query) {
    const found = [];
    for (const game of games()) {
      const why = answer(query, game);
      const more = game.period ? `, period ${game.period}` : "";
      if (why) found.push({ why, page: game.page, text: game.rule, name: game.name, known: `${game.status}${more}` });
    }
    for (const board of mexplore.allBoards()) {
      const why = boardAnswer(query, board);
      if (why) found.push({ why, page: board[0], text: board[1] || board[2], name: board[2], known: board[5] });
    }
    return found.sort((a, b) => a.why[0] - b.why[0]);
  }

  function listed({ why, page, text, name, known }) {
    return element("li", {}, element("a", { href: root + page }, text), name ? ` (${name})` : "", " ",
      element("span", { class: "quiet" }, `${why[1]}${known ? `; ${known}` : ""}`));
  }

  function search(box) {
    const input = box.querySelector("input"), found = document.getElementById("found");
    const files = JSON.parse(box.dataset.files);
    async function run() {
      const text = input.value;
      if (!text.trim()) { found.replaceChildren(); return []; }
      await loaded(files);
      if (text !== input.value) return []; // typed on meanwhile
      const all = hits(asked(text));
      const count = all.length === 1 ? "1 game" : `${all.length} games`;
      const first = all.length > MOST_FOUND ? `; the first ${MOST_FOUND}` : "";
      const none = all.length ? "" : "; a rule such as 0.77, a set {1, 3, 4}, values 0 1 2 3, or a name";
      found.replaceChildren(element("p", {}, `${count}${first}${none}`),
        element("ul", {}, ...all.slice(0, MOST_FOUND).map(listed)));
      return all;
    }
    input.addEventListener("input", run);
    box.addEventListener("submit", async (event) => {
      event.preventDefault();
      const all = await run(), exact = all.filter((hit) => hit.why[0] === 0);
      const only = all.length === 1 ? all[0] : exact.length === 1 ? exact[0] : null;
      if (only) location.href = root + only.page;
    });
    const given = new URLSearchParams(location.search).get("q");
    if (given) { input.value = given; run(); }
    const random = async () => {
      await loaded(files);
      const all = games();
      if (all.length) location.href = root + all[Math.floor(Math.random() * all.length)].page;
    };
    const button = document.getElementById("random");
    if (button) { button.hidden = false; button.addEventListener("click", random); }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const box = document.querySelector("form.search");
    if (box) search(box);
  });
})();
