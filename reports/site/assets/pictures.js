// Pictures tell the number under the pointer, or under the keys; files are written from the data.
(function () {
  const { element } = mexplore;

  function reading(figure) {
    const told = element("output", { class: "reading", "aria-live": "polite" }, "Point at a value, or use the arrow keys.");
    figure.querySelector("figcaption").before(told);
    return told;
  }

  // Arrow keys move a place within rows and columns; other keys scroll, as always.
  const MOVES = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

  function strip(figure) {
    const list = figure.querySelector(".cells"), columns = Number(list.dataset.columns);
    const cells = [...list.querySelectorAll("li:not(.at)")], told = reading(figure);
    const preperiod = Number(list.dataset.preperiod), period = Number(list.dataset.period);
    let at = -1;
    function tell(n) {
      if (n < 0 || n >= cells.length) return;
      if (at >= 0) cells[at].classList.remove("chosen");
      at = n;
      cells[n].classList.add("chosen");
      const within = period && n >= preperiod ? `; place ${(n - preperiod) % period} of the period` : "";
      told.textContent = `G(${n}) = ${cells[n].textContent}${within}`;
    }
    list.addEventListener("pointerover", (event) => tell(cells.indexOf(event.target)));
    list.addEventListener("click", (event) => tell(cells.indexOf(event.target)));
    list.addEventListener("keydown", (event) => {
      const move = MOVES[event.key];
      if (!move) return;
      event.preventDefault();
      tell(at < 0 ? 0 : at + move[0] * columns + move[1]);
      cells[at].scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  function heat(figure) {
    const values = JSON.parse(document.getElementById("squares").textContent);
    const field = figure.querySelector(".field"), image = figure.querySelector("img"), told = reading(figure);
    const mark = element("span", { class: "mark" });
    field.append(mark);
    let at = null;
    function tell(x, y) {
      if (!(x >= 0 && y >= 0 && x < values.length && y < values[0].length)) return;
      at = [x, y];
      const size = image.clientHeight / values.length;
      Object.assign(mark.style, { top: `${x * size}px`, left: `${y * size}px`, width: `${size}px`, height: `${size}px` });
      mark.classList.add("there");
      told.textContent = `G(${x}, ${y}) = ${values[x][y]}${values[x][y] ? "" : ": lost for the player to move"}`;
    }
    function under(event) {
      const box = image.getBoundingClientRect();
      tell(Math.floor((event.clientY - box.top) / box.height * values.length),
        Math.floor((event.clientX - box.left) / box.width * values[0].length));
    }
    field.addEventListener("pointermove", under);
    field.addEventListener("click", under);
    field.addEventListener("keydown", (event) => {
      const move = MOVES[event.key];
      if (!move) return;
      event.preventDefault();
      tell(...(at === null ? [0, 0] : [at[0] + move[0], at[1] + move[1]]));
      mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  const FORMATS = {
    csv: (known) => ["csv", "text/csv", `n,G(n)\n${known.values.map((value, n) => `${n},${value}`).join("\n")}\n`],
    bfile: (known) => ["txt", "text/plain", `${known.values.map((value, n) => `${n} ${value}`).join("\n")}\n`],
  };

  async function files() {
    const data = document.getElementById("data");
    if (!data) return;
    const known = JSON.parse(decodeURIComponent(data.href.slice(data.href.indexOf(",") + 1)));
    for (const item of document.querySelectorAll("[data-write]")) {
      const [suffix, kind, text] = FORMATS[item.dataset.write](known);
      const href = `data:${kind};charset=utf-8,${encodeURIComponent(text)}`;
      item.hidden = false;
      const [name, ...rest] = item.textContent.split(" ");
      item.replaceChildren(element("a", { download: `${item.dataset.name}.${suffix}`, href }, name), ` ${rest.join(" ")}`);
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("figure.strip").forEach(strip);
    document.querySelectorAll("figure.heat").forEach(heat);
    files();
    const cited = document.querySelector(".bibtex");
    if (cited && location.protocol.startsWith("http")) {
      cited.textContent = cited.textContent.replace(/\n\}$/, `,\n  url = {${location.href.split("#")[0]}}\n}`);
    }
  });
})();
