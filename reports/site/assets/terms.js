// Words are explained where they stand: a click on one shows its meaning below the sentence.
(function () {
  const { root, element } = mexplore;
  const WITHIN = "p, li, dd, th, caption, figcaption";
  const NOT_WITHIN = "a, code, pre, math, button, summary, nav, .knowl-box, .cells";

  function linked() {
    const anchors = new Map();
    for (const [forms, anchor] of mexplore.allTerms()) for (const form of forms) anchors.set(form, anchor);
    if (!anchors.size) return;
    const longest = [...anchors.keys()].sort((a, b) => b.length - a.length);
    const plain = longest.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    const pattern = new RegExp(`(?<![\\w-])(?:${plain})(?![\\w-])`);
    let seen = new Set();
    for (const part of document.querySelectorAll(".body > *")) {
      if (part.tagName === "H2") seen = new Set(); // once in each section
      for (const place of part.matches(WITHIN) ? [part] : part.querySelectorAll(WITHIN)) link(place, pattern, anchors, seen);
    }
  }

  function link(place, pattern, anchors, seen) {
    const texts = [], walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(NOT_WITHIN)) texts.push(walker.currentNode);
    for (let text of texts) {
      for (let rest = text; rest; ) {
        const found = pattern.exec(rest.data);
        if (!found) break;
        const word = rest.splitText(found.index);
        rest = word.splitText(found[0].length);
        const anchor = anchors.get(found[0]);
        if (seen.has(anchor)) continue;
        seen.add(anchor);
        const made = element("a", { class: "knowl", href: `${root}terms.html#${anchor}` }, found[0]);
        word.replaceWith(made);
      }
    }
  }

  function toggled(link) {
    const block = link.closest("dl, table, p, ul, ol, figure") || link;
    const open = document.getElementById(link.getAttribute("aria-controls"));
    if (open) { open.remove(); link.setAttribute("aria-expanded", "false"); link.removeAttribute("aria-controls"); return; }
    const entry = mexplore.allTerms().find(([, anchor]) => link.href.endsWith(`#${anchor}`));
    if (!entry) return;
    const id = `knowl-${Math.random().toString(36).slice(2)}`;
    const box = element("div", { class: "knowl-box", id, role: "note" });
    box.innerHTML = entry[2];
    (block.closest(".wide") || block).after(box);
    link.setAttribute("aria-controls", id);
    link.setAttribute("aria-expanded", "true");
  }

  document.addEventListener("DOMContentLoaded", () => {
    linked();
    for (const link of document.querySelectorAll("a.knowl")) {
      link.setAttribute("role", "button");
      link.setAttribute("aria-expanded", "false");
      link.addEventListener("keydown", (event) => {
        if (event.key === " ") { event.preventDefault(); toggled(link); }
      });
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.knowl");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggled(link);
  });
})();
