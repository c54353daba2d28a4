// Pictures of values on canvases: a strip that wraps, a table of squares, a graph that zooms.
"use strict";

// The colours of values, those of a site, and of the texts on them: `colours.py` writes them into
// the style.
function palette() {
  const count = Number(style("--colours"));
  const names = Array.from({ length: count + 1 }, (_, number) => `--v${number}`);
  return { count, fewest: Number(style("--fewest-steps")),
    colours: names.map(style), inks: names.map(name => style(`${name}-ink`)) };
}

// The number of a value's colour, where `most` is the largest shown: `place` of `colours.py`.
function colourOf(value, most, { count, fewest }) {
  if (value === 0) return 0;
  return 1 + Math.floor((value - 1) * (count - 1) / (Math.max(most, fewest) - 1));
}

function style(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// A canvas of this size on the page, sharp on every screen.
function sized(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  return pen;
}

// Cells in rows of so many columns; the row's first number stands before it. `marked` cells have a
// frame. Numbers are written where cells have room.
function drawCells(canvas, rows, size, headings, marked) {
  const margin = 12 + 7 * Math.max(...headings.map(text => String(text).length), 1);
  const columns = Math.max(...rows.map(row => row.length), 1);
  const pen = sized(canvas, margin + columns * size + 1, rows.length * size + 1);
  pen.font = `${Math.min(13, size * 0.55)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const most = rows.reduce((before, row) => row.reduce((a, b) => Math.max(a, b), before), 0);
  const quiet = style("--quiet"), line = style("--paper");
  const scale = palette();
  rows.forEach((row, y) => {
    if (size >= 11 || y % 5 === 0) {
      pen.fillStyle = quiet;
      pen.textAlign = "right";
      pen.fillText(headings[y], margin - 6, (y + 0.5) * size);
      pen.textAlign = "center";
    }
    row.forEach((value, x) => {
      const left = margin + x * size, top = y * size;
      const number = colourOf(value, most, scale);
      pen.fillStyle = scale.colours[number];
      pen.fillRect(left, top, size, size);
      if (size >= 9) {
        pen.strokeStyle = line;
        pen.lineWidth = 1;
        pen.strokeRect(left + 0.5, top + 0.5, size - 1, size - 1);
      }
      if (size >= 15) {
        pen.fillStyle = scale.inks[number];
        pen.fillText(value, left + size / 2, top + size / 2 + 0.5);
      }
    });
  });
  // Marks are seen on light and on dark colours: a light line within a dark one.
  for (const [colour, wide] of [["#000", 4], ["#fff", 1.5]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    for (const [x, y] of marked) pen.strokeRect(margin + x * size + 1.5, y * size + 1.5, size - 3, size - 3);
  }
  return margin;
}

// The graph of values: `view` is the part of it that is shown, [first n, last n, most].
class Graph {
  constructor(canvas) {
    this.canvas = canvas;
    this.values = [];
    this.view = null;
    this.pointers = new Map();
    canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", event => this.down(event));
    canvas.addEventListener("pointermove", event => this.move(event));
    for (const end of ["pointerup", "pointercancel"])
      canvas.addEventListener(end, event => this.pointers.delete(event.pointerId));
    canvas.addEventListener("keydown", event => this.key(event));
  }

  show(values) {
    const follows = !this.view || (this.view[0] === 0 && this.view[1] === this.values.length - 1);
    this.values = values;
    if (follows) this.view = [0, values.length - 1];
    this.draw();
  }

  whole() {
    this.view = [0, this.values.length - 1];
    this.draw();
  }

  zoom(factor, at) {
    const [first, last] = this.view, most = this.values.length - 1;
    const centre = first + at * (last - first);
    const wide = Math.min(Math.max((last - first) * factor, 8), Math.max(most, 8));
    const from = Math.min(Math.max(centre - at * wide, 0), Math.max(most - wide, 0));
    this.view = [from, from + wide];
    this.draw();
  }

  shift(part) {
    const wide = this.view[1] - this.view[0];
    const from = Math.min(Math.max(this.view[0] + part * wide, 0), Math.max(this.values.length - 1 - wide, 0));
    this.view = [from, from + wide];
    this.draw();
  }

  part(event) {
    const box = this.canvas.getBoundingClientRect();
    return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY / 400), this.part(event));
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.part(event));
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pointers.get(event.pointerId), now = this.part(event);
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const factor = Math.abs(before - other) / Math.max(Math.abs(now - other), 0.01);
      this.zoom(factor, (now + other) / 2);
    } else {
      this.shift(before - now);
    }
    this.pointers.set(event.pointerId, now);
  }

  key(event) {
    const known = {
      "+": () => this.zoom(0.7, 0.5), "-": () => this.zoom(1.4, 0.5), "0": () => this.whole(),
      ArrowLeft: () => this.shift(-0.2), ArrowRight: () => this.shift(0.2),
    };
    if (!known[event.key]) return;
    event.preventDefault();
    known[event.key]();
  }

  draw() {
    const box = this.canvas.getBoundingClientRect(), left = 40, below = 22;
    const width = box.width, height = box.height || 240;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const pen = this.canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const [first, last] = this.view, from = Math.max(Math.floor(first), 0);
    const seen = this.values.slice(from, Math.ceil(last) + 1);
    const most = seen.reduce((a, b) => Math.max(a, b), 1);
    const across = (width - left - 8) / Math.max(last - first, 1);
    const upwards = (height - below - 10) / most;
    pen.font = "12px system-ui, sans-serif";
    pen.fillStyle = style("--quiet");
    pen.strokeStyle = style("--line");
    pen.beginPath();
    pen.moveTo(left, 4);
    pen.lineTo(left, height - below);
    pen.lineTo(width - 4, height - below);
    pen.stroke();
    pen.textAlign = "right";
    for (const value of ticks(0, most, 5)) {
      pen.fillText(value, left - 6, height - below - value * upwards + 4);
    }
    pen.textAlign = "center";
    for (const n of ticks(first, last, Math.max(width / 90, 2))) {
      pen.fillText(n, Math.min(left + (n - first) * across, width - 20), height - 6);
    }
    const radius = Math.min(Math.max(across * 0.35, 1), 3.5);
    pen.fillStyle = style("--link");
    seen.forEach((value, i) => {
      pen.beginPath();
      pen.arc(left + (from + i - first) * across, height - below - value * upwards, radius, 0, 7);
      pen.fill();
    });
  }
}

// About so many round numbers in a range.
function ticks(first, last, about) {
  const rough = Math.max((last - first) / about, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(k => k * power).find(s => s >= rough);
  const found = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) found.push(at);
  return found;
}
