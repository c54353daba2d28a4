// What all parts of the program of a site share, and the data that pages load.
"use strict";
window.mexplore = (function () {
  const root = document.documentElement.dataset.root;
  const tables = new Map();
  let boards = [], terms = [];

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
    made.append(...children);
    return made;
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

  // Every game of the tables that are loaded, once, by the names of the columns.
  function games() {
    const found = new Map();
    for (const table of tables.values()) {
      for (const row of table.rows) {
        if (!found.has(row[0])) found.set(row[0], Object.fromEntries(table.columns.map((name, i) => [name, row[i]])));
      }
    }
    return [...found.values()];
  }

  return {
    root, element, loaded, games,
    add: (table) => tables.set(table.family, table),
    table: (family) => tables.get(family),
    boards: (rows) => { boards = rows; },
    allBoards: () => boards,
    terms: (entries) => { terms = entries; },
    allTerms: () => terms,
  };
})();
