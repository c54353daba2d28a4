// The page of mexplore serve: one rule at a time, whose study comes as a stream of events.
"use strict";

const at = id => document.getElementById(id);
const MOST_COLUMNS = 120;
let stream = null;  // of the study that is shown
let page = null;    // its number at the server
let game = null;    // what is known of it: rule, kind, values or table, period
let size = 22;      // of cells
const graph = new Graph(at("plot"));

// A study, from the rule to the report.

function begin(text, keep) {
  if (stream) stream.close();
  page = null;
  game = { asked: text, kind: "heaps", values: [], table: null, marked: [] };
  for (const id of ["values", "graph", "play", "report", "copy", "understood", "law", "try"]) at(id).hidden = true;
  at("winner").replaceChildren();
  at("game").replaceChildren();
  graph.view = null;
  at("rule").value = text;
  document.title = `${text} – mexplore`;
  if (keep) history.pushState(null, "", `?rule=${encodeURIComponent(text)}`);
  whatIf(text);
  law("", "…");
  at("stop").hidden = false;
  const query = new URLSearchParams({ rule: text, budget: at("budget").value });
  const mine = new EventSource(`study?${query}`);
  stream = mine;
  mine.onmessage = message => {
    const facts = JSON.parse(message.data);
    if (stream === mine && EVENTS[facts.event]) EVENTS[facts.event](facts);
  };
  mine.onerror = () => {
    if (stream !== mine) return;
    mine.close();  // it is not asked again and again: the server may have ended
    at("stop").hidden = true;
    if (!game.ended) law("failed", "The server does not answer; start mexplore serve again.");
  };
}

const EVENTS = {
  page: facts => { page = facts.page; },
  understood: facts => {
    Object.assign(game, { rule: facts.rule, kind: facts.kind, dimensions: facts.dimensions });
    const same = facts.rule === game.asked;
    const shown = at("understood");
    shown.replaceChildren(...(same ? [] : ["understood as ", element("code", facts.rule), ". "]), facts.words);
    shown.hidden = false;
  },
  values: facts => {
    game.values = game.values.slice(0, facts.first).concat(facts.values);
    show();
  },
  table: facts => { game.table = facts.table; show(); },
  progress: facts => {
    const done = facts.done ? ` ${facts.done.toLocaleString()}` : "";
    const total = facts.total ? ` of ${facts.total.toLocaleString()}` : "";
    const trying = facts.trying ? `, trying ${facts.trying}` : "";
    if (game.law) return;
    law("", `${facts.stage}${done}${total}${trying} …`);
    for (const known of facts.known) at("law").append(element("div", known));
  },
  law: facts => {
    game.law = facts;
    const kinds = { "proved": "proved", "holds so far": "so-far" };
    const how = facts.status === "proved" ? `Proved${facts.by ? ` by ${facts.by}` : ""}: `
      : facts.statement ? `Holds so far${facts.checked ? `, n ≤ ${facts.checked.toLocaleString()}` : ""}: ` : "";
    law(kinds[facts.status] || "", how + (facts.statement || facts.status));
    if (facts.period && facts.period <= MOST_COLUMNS) width(wrapped(facts.period));
    show();
  },
  report: facts => { report(facts.sections); copies(facts.copies); },
  failed: facts => {
    game.ended = true;
    law("failed", facts.picture ? "" : facts.message);
    if (facts.picture) at("law").append(element("pre", facts.picture));
  },
  end: () => { game.ended = true; at("stop").hidden = true; },
};

function law(kind, text) {
  const shown = at("law");
  shown.className = kind;
  shown.hidden = false;
  shown.textContent = text;
}

// So many periods in a row as are readable.
function wrapped(period) {
  return period * Math.max(Math.floor(40 / period), 1);
}

function element(kind, text, more) {
  return Object.assign(document.createElement(kind), { textContent: text }, more);
}

function report(sections) {
  const shown = sections.filter(section => section.html.trim()).map((section, i) => {
    const box = element("details", "", { open: i === 0 });
    box.append(element("summary", section.title || "The answer"));
    box.insertAdjacentHTML("beforeend", section.html);
    return box;
  });
  at("report").replaceChildren(...shown);
  at("report").hidden = !shown.length;
}

function copies(texts) {
  const all = { link: location.href, ...texts };
  at("copy").querySelector("p").replaceChildren(...Object.entries(all).map(([name, text]) => {
    const button = element("button", name, { type: "button" });
    button.onclick = async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = `${name} ✓`;
      setTimeout(() => { button.textContent = name; }, 1500);
    };
    return button;
  }));
  at("copy").hidden = false;
}

// Every number in the rule can be made larger or smaller.

function whatIf(text) {
  const found = [...text.matchAll(/\d+/g)].slice(0, 8);
  const octal = /^\s*\d*\.\d+\s*$/.test(text);
  const parts = octal ? [...text.matchAll(/\d/g)].slice(0, 8) : found;
  at("what-if").replaceChildren(...parts.map(part => {
    const [written, place] = [part[0], part.index];
    const change = by => {
      const number = BigInt(written) + by;
      if (number < 0n || (octal && number > 7n)) return;
      begin(text.slice(0, place) + number + text.slice(place + written.length), true);
    };
    const box = element("span", "");
    const less = element("button", "−", { type: "button", onclick: () => change(-1n) });
    const more = element("button", "+", { type: "button", onclick: () => change(1n) });
    less.setAttribute("aria-label", `${written} less one`);
    more.setAttribute("aria-label", `${written} and one`);
    box.append(less, element("b", written), more);
    return box;
  }));
  if (parts.length) at("what-if").prepend("What if: ");
  at("what-if").hidden = !parts.length;
}

// Values.

function show() {
  const cells = game.table ? [] : game.values;
  at("values").hidden = !cells.length && !game.table;
  at("graph").hidden = !cells.length;
  at("play").hidden = at("values").hidden;
  at("wrap").hidden = Boolean(game.table);
  document.querySelector("label[for=places]").textContent = game.table ? "Squares" : "Heaps";
  at("places").placeholder = game.table ? "3,5 7,2" : "5 7 9";
  at("begin").hidden = Boolean(game.table);
  draw();
  if (cells.length) graph.show(cells);
}

function draw() {
  if (game.table) {
    const count = game.table.length;
    const rows = game.table[0].map((_, y) => game.table.map(column => column[y]));
    game.margin = drawCells(at("strip"), rows, size, [...Array(count).keys()], game.marked);
    return;
  }
  const columns = Number(at("width").value), rows = [];
  for (let n = 0; n < game.values.length; n += columns) rows.push(game.values.slice(n, n + columns));
  at("columns").textContent = ` ${columns}`;
  const marked = game.marked.map(n => [n % columns, Math.floor(n / columns)]);
  game.margin = drawCells(at("strip"), rows, size, rows.map((_, y) => y * columns), marked);
}

function width(columns) {
  at("width").value = Math.min(columns, MOST_COLUMNS);
  draw();
}

// The place under the pointer: [n], or [x, y].
function place(event) {
  const box = at("strip").getBoundingClientRect();
  const x = Math.floor((event.clientX - box.left - game.margin) / size);
  const y = Math.floor((event.clientY - box.top) / size);
  if (x < 0 || y < 0) return null;
  if (game.table) return x < game.table.length && y < game.table[0].length ? [x, y] : null;
  const columns = Number(at("width").value), n = y * columns + x;
  return x < columns && n < game.values.length ? [n] : null;
}

function value(where) {
  return game.table ? game.table[where[0]][where[1]] : game.values[where[0]];
}

at("strip").addEventListener("pointermove", event => {
  const where = place(event);
  if (where && !game.clicked) at("hint").textContent = `G(${where.join(", ")}) = ${value(where)}`;
});

// A click shows the options of a place.
at("strip").addEventListener("click", async event => {
  const where = place(event);
  if (!where) return;
  const facts = await ask({ do: "moves", place: where.join(",") });
  if (facts.event !== "moves") return hint(facts.message);
  const listed = facts.moves.map(to => to.join(" + ")).join("; ") || "nothing: there is no move";
  const more = facts.more ? "; and more" : "";
  hint(`G(${where.join(", ")}) = ${value(where)}. A move leaves ${listed}${more}.`);
  const single = facts.moves.filter(to => to.length === 1).map(to => to[0].split(",").map(Number));
  game.marked = game.table ? [...single, where] : [...facts.moves.flat().map(Number), where[0]];
  draw();
});

function hint(text) {
  at("hint").textContent = text;
  game.clicked = true;
}

at("strip").addEventListener("pointerleave", () => { game.clicked = false; });
at("width").addEventListener("input", draw);
at("zoom-in").onclick = () => { size = Math.min(size + 4, 40); draw(); };
at("zoom-out").onclick = () => { size = Math.max(size - 4, 2); draw(); };
at("whole").onclick = () => graph.whole();
for (const change of ["resize", "orientationchange"])
  window.addEventListener(change, () => { if (game) show(); });

// Sums, and a game against the program.

async function ask(question) {
  const answer = await fetch("ask", {
    method: "POST", body: JSON.stringify({ page, rule: game.asked, ...question }),
  });
  return answer.ok ? answer.json() : { event: "failed", message: await answer.text() };
}

at("sum").addEventListener("submit", async event => {
  event.preventDefault();
  at("game").replaceChildren();
  await winner(at("places").value);
});

async function winner(places) {
  at("winner").textContent = "…";
  const facts = await ask({ do: "winner", places });
  if (facts.event !== "winner") {
    at("winner").textContent = facts.message;
    return;
  }
  const who = facts.lost ? "the player who has just moved wins" : "the player to move wins";
  const lines = [element("p", `Nim-sum ${facts.nim_sum ?? "not 0"}: ${who}.`)];
  if (at("hints").checked && facts.moves) {
    const moves = facts.moves.map(move => `${move.heap ?? move.square.join(",")} → ${move.to.map(to => Array.isArray(to) ? to.join(",") : to).join(" + ") || "0"}`);
    if (moves.length) lines.push(element("p", `Winning moves: ${moves.slice(0, 40).join("; ")}.`));
  }
  at("winner").replaceChildren(...lines);
}

at("begin").onclick = () => turn(at("places").value.split(/[\s,+]+/).filter(heap => heap && heap !== "0"));

// The user's turn: a heap is chosen, then what it becomes.
async function turn(heaps, said = "You begin.") {
  const box = at("game");
  const row = element("div", "", { className: "heaps" });
  for (const heap of heaps) row.append(element("button", heap, { type: "button", onclick: () => choose(heaps, heap, said) }));
  box.replaceChildren(element("p", `${said} Heaps: choose one.`), row);
  at("places").value = heaps.join(" ");
  const reply = await ask({ do: "reply", places: heaps.join(" ") || "0" });
  if (reply.event === "failed") return box.replaceChildren(element("p", reply.message));
  if (reply.over) return box.replaceChildren(element("p", `${said} You cannot move: the program wins.`));
  if (at("hints").checked) await winner(heaps.join(" "));
  else at("winner").replaceChildren();
}

async function choose(heaps, heap, said) {
  const facts = await ask({ do: "moves", place: heap });
  if (facts.event !== "moves") return at("game").append(element("p", facts.message));
  const row = element("div", "", { className: "heaps" });
  for (const to of facts.moves) {
    row.append(element("button", `${heap} → ${to.join(" + ")}`, { type: "button", onclick: () => moved(heaps, heap, to) }));
  }
  const back = element("button", "another heap", { type: "button", onclick: () => turn(heaps, said) });
  row.append(back);
  at("game").replaceChildren(element("p", `What becomes of ${heap}?`), row);
}

function after(heaps, heap, to) {
  const left = [...heaps];
  left.splice(left.indexOf(heap), 1, ...to.filter(part => part !== "0"));
  return left;
}

async function moved(heaps, heap, to) {
  const mine = after(heaps, heap, to);
  const reply = await ask({ do: "reply", places: mine.join(" ") || "0" });
  if (reply.event === "failed") return at("game").append(element("p", reply.message));
  if (reply.over) return at("game").replaceChildren(element("p", "There is no move left: you win."));
  const theirs = mine[reply.heap], result = reply.to.length ? reply.to : ["0"];
  await turn(after(mine, theirs, result), `The program moves ${theirs} → ${result.join(" + ")}.`);
}

// The rule box, and the rule in the address.

at("ask").addEventListener("submit", event => {
  event.preventDefault();
  const text = at("rule").value.trim();
  if (text) begin(text, true);
});
at("stop").onclick = () => ask({ do: "stop" });
window.addEventListener("popstate", start);

function start() {
  const text = new URLSearchParams(location.search).get("rule");
  if (text) begin(text, false);
}

fetch("games.json").then(answer => answer.json()).then(games => {
  at("games").append(...games.map(each => Object.assign(document.createElement("option"),
    { value: each.name, label: each.rule })));
});
start();
