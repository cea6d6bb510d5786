// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/figure_script.hpp"

namespace carom::report {

// Each panel has data-frame="left top right bottom" in px and, for each axis, data-x="min max linear|log10 exponent" with
// a label and a unit. Elements of its data-part="plot" are paths of lines and areas in relative m and l, or of marks: the text
// data-mark, the same for each, after a relative m to data-shift from the mark's centre.
std::string_view figure_script() {
  return R"js(
{
  const svgNS = "http://www.w3.org/2000/svg";
  const numbers = text => (text.match(/-?\d*\.?\d+(e-?\d+)?/g) || []).map(Number);
  const minus = text => text.replace("-", "\u2212");
  let clips = 0;

  // From px to values of an axis, and back; log axes are straight in log10.
  class Axis {
    constructor(text, label, unit, start, end) {
      const [min, max, scale, exponent] = text.split(" ");
      this.log = scale === "log10";
      [this.min, this.max] = [+min, +max].map(v => this.log ? Math.log10(v) : v);
      Object.assign(this, { label, unit, start, end, exponent: +exponent, from: start, to: end });
    }
    straight(px) { return this.min + (px - this.start) / (this.end - this.start) * (this.max - this.min); }
    value(px) { const s = this.straight(px); return this.log ? 10 ** s : s; }
    place(s) { return this.start + (s - this.min) / (this.max - this.min) * (this.end - this.start); }
    // What is in view, from and to, fills the frame from start to end.
    get factor() { return (this.end - this.start) / (this.to - this.from); }
    get offset() { return this.start - this.factor * this.from; }
    show(px) { return this.factor * px + this.offset; }
    unshow(px) { return (px - this.offset) / this.factor; }
    get zoomed() { return this.from !== this.start || this.to !== this.end; }
    zoom(from, to) { this.from = from; this.to = to; }
    reset() { this.zoom(this.start, this.end); }
    // No more digits than hundredths of a px can tell.
    text(px) {
      const value = this.value(px);
      if (this.log) return minus(String(+value.toPrecision(4)));
      const step = Math.abs(this.max - this.min) / Math.abs(this.end - this.start) / 20;
      const decimals = -Math.floor(Math.log10(step));
      if (Math.abs(value) < step / 2) return "0";
      const most = Math.max(Math.abs(this.min), Math.abs(this.max));
      if (most >= 1e6 || most < 1e-3) {
        const digits = Math.floor(Math.log10(Math.abs(value))) + decimals;
        return minus(value.toExponential(Math.min(Math.max(digits, 0), 12)).replace("e+", "e"));
      }
      return minus(value.toFixed(Math.min(Math.max(decimals, 0), 12)));
    }
    // Ticks of what is in view: px in the frame and text.
    ticks(count) {
      const a = this.straight(this.from), b = this.straight(this.to);
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const linear = (least, most, at) => {
        const rough = (most - least) / Math.max(count, 2), power = 10 ** Math.floor(Math.log10(rough));
        const step = power * [1, 2, 5, 10].find(m => m * power >= rough * 0.999);
        const shift = 10 ** this.exponent, decimals = Math.max(0, -Math.floor(Math.log10(step / shift) + 1e-9));
        const ticks = [];
        for (let k = Math.ceil(least / step - 1e-9); k * step <= most + 1e-9 * step && ticks.length < 50; ++k) {
          const v = k * step;
          const small = Math.abs(v / shift) < 1e-4 && v !== 0 || Math.abs(v / shift) >= 1e6;
          ticks.push([this.show(at(v)), minus(small ? String(+(v / shift).toPrecision(6)) : (v / shift).toFixed(Math.min(decimals, 12)))]);
        }
        return ticks;
      };
      if (!this.log) return linear(low, high, v => this.place(v));
      if (high - low < 1.5) return linear(10 ** low, 10 ** high, v => this.place(Math.log10(v)));
      const ticks = [], every = Math.max(1, Math.ceil((high - low) / count));
      for (let k = Math.ceil(low - 1e-9); k <= high + 1e-9; k += every) {
        const raised = [...String(k)].map(c => c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[+c]);
        ticks.push([this.show(this.place(k)), "10" + raised.join("")]);
      }
      return ticks;
    }
  }

  // The lines of a path that has m and l only, in px.
  const polylines = d => {
    const lines = [];
    let x = 0, y = 0;
    for (const [, command, rest] of d.matchAll(/([a-z])([^a-z]*)/g)) {
      const n = numbers(rest);
      if (command === "m") { x += n[0]; y += n[1]; lines.push([[x, y]]); }
      if (command === "l") for (let i = 0; i + 1 < n.length; i += 2) lines.at(-1).push([x += n[i], y += n[i + 1]]);
      if (command === "z" && lines.length) { [x, y] = lines.at(-1)[0]; lines.at(-1).push([x, y]); }
    }
    return lines;
  };
  // The centres of the marks of a path.
  const centres = path => {
    const [dx, dy] = numbers(path.dataset.shift);
    let x = 0, y = 0;
    return path.dataset.drawn.split(path.dataset.mark).slice(0, -1).map(move => {
      const n = numbers(move);
      x += n[0]; y += n[1];
      return [x - dx, y - dy];
    });
  };

  class Panel {
    constructor(group, svg) {
      const [left, top, right, bottom] = numbers(group.dataset.frame), data = group.dataset;
      Object.assign(this, { group, svg, left, top, right, bottom });
      this.x = new Axis(data.x, data.xLabel, data.xUnit, left, right);
      this.y = new Axis(data.y, data.yLabel, data.yUnit, bottom, top);
      this.plots = [...group.querySelectorAll(":scope > [data-part=plot]")];
    }
    part(name) { return this.group.querySelector(`[data-part=${name}]`); }
    holds([x, y]) { return x >= this.left && x <= this.right && y >= this.top && y <= this.bottom; }

    // Curves and marks in px, read once when they are first asked for.
    get things() {
      if (this.read) return this.read;
      this.read = [];
      for (const series of this.group.querySelectorAll("[data-series]"))
        for (const path of series.querySelectorAll("path")) {
          if (path.dataset.part === "bars") continue;
          path.dataset.drawn ??= path.getAttribute("d");
          const marks = path.dataset.mark !== undefined;
          this.read.push({ name: series.dataset.series, series, marks, lines: marks ? [centres(path)] : polylines(path.dataset.drawn) });
        }
      return this.read;
    }

    // The mark or the place on a curve that is nearest to a point in px; marks before curves.
    nearest([px, py]) {
      let best = null;
      const consider = (thing, x, y, most) => {
        const u = this.x.show(x), v = this.y.show(y), distance = Math.hypot(u - px, v - py);
        if (distance > most || !this.holds([Math.round(u), Math.round(v)]) || best && distance >= best.distance) return;
        best = { ...thing, x, y, u, v, distance };
      };
      for (const thing of this.things) if (thing.marks) for (const [x, y] of thing.lines[0]) consider(thing, x, y, 12);
      if (best) return best;
      for (const thing of this.things) {
        if (thing.marks) continue;
        for (const line of thing.lines) {
          for (let i = 0; i < line.length; ++i) {
            const a = line[i], b = line[i + 1] || a;
            const [ax, ay] = [this.x.show(a[0]), this.y.show(a[1])];
            const [bx, by] = [this.x.show(b[0]) - ax, this.y.show(b[1]) - ay], length = bx * bx + by * by;
            const s = length ? Math.min(1, Math.max(0, ((px - ax) * bx + (py - ay) * by) / length)) : 0;
            consider(thing, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), 24);
          }
        }
      }
      return best;
    }

    // The name of the colour of a map at a point in px.
    mapped([px, py]) {
      const image = this.group.querySelector("[data-part=map] image");
      if (!image) return "";
      const number = name => +image.getAttribute(name), x = this.x.unshow(px), y = this.y.unshow(py);
      const u = (x - number("x")) / number("width"), v = (y - number("y")) / number("height");
      if (u < 0 || u >= 1 || v < 0 || v >= 1) return "";
      if (!this.cells) {
        this.cells = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const picture = new Image();
        picture.onload = () => {
          this.cells.canvas.width = picture.width;
          this.cells.canvas.height = picture.height;
          this.cells.drawImage(picture, 0, 0);
          this.loaded = true;
        };
        picture.src = image.getAttribute("href");
      }
      if (!this.loaded) return "";
      const { width, height } = this.cells.canvas;
      const [r, g, b] = this.cells.getImageData(Math.floor(u * width), Math.floor(v * height), 1, 1).data;
      const colour = "#" + [r, g, b].map(c => c.toString(16).padStart(2, "0")).join("");
      return this.group.querySelector(`[data-swatch="${colour}"]`)?.dataset.name ?? "";
    }

    draw() {
      const { x, y } = this, zoomed = x.zoomed || y.zoomed;
      if (zoomed && !this.clip) {
        const clip = document.createElementNS(svgNS, "clipPath"), box = document.createElementNS(svgNS, "rect");
        for (const [name, value] of [["x", this.left], ["y", this.top], ["width", this.right - this.left], ["height", this.bottom - this.top]])
          box.setAttribute(name, value);
        this.clip = clip.id = `carom-clip-${++clips}`;
        clip.append(box);
        this.group.prepend(clip);
        this.first = { grid: this.part("grid").getAttribute("d"), ticks: this.part("ticks").getAttribute("d"),
                       "x-labels": this.part("x-labels")?.innerHTML, "y-labels": this.part("y-labels").innerHTML };
      }
      for (const plot of this.plots) {
        if (zoomed) plot.setAttribute("clip-path", `url(#${this.clip})`); else plot.removeAttribute("clip-path");
        for (const element of plot.querySelectorAll("path, rect, [data-part=map]")) {
          if (element.dataset.mark !== undefined) {
            element.dataset.drawn ??= element.getAttribute("d");
            const [dx, dy] = numbers(element.dataset.shift);
            element.setAttribute("d", !zoomed ? element.dataset.drawn : centres(element).map(([cx, cy]) =>
              `M${(x.show(cx) + dx).toFixed(2)} ${(y.show(cy) + dy).toFixed(2)}${element.dataset.mark}`).join(""));
          } else if (zoomed) {
            element.setAttribute("transform", `matrix(${x.factor} 0 0 ${y.factor} ${x.offset} ${y.offset})`);
          } else {
            element.removeAttribute("transform");
          }
        }
      }
      for (const note of this.group.querySelectorAll("[data-part=note]")) note.style.display = zoomed ? "none" : "";
      if (!this.first) return;
      const xs = x.ticks((this.right - this.left) / 90), ys = y.ticks((this.bottom - this.top) / 45);
      const set = (name, content, attribute) => {
        const part = this.part(name);
        if (!part) return;
        if (attribute) part.setAttribute("d", zoomed ? content : this.first[name]);
        else if (zoomed) part.innerHTML = content; else part.innerHTML = this.first[name];
      };
      const { left, top, right, bottom } = this;
      set("grid", xs.map(([u]) => `M${u} ${top}V${bottom}`).join("") + ys.map(([v]) => `M${left} ${v}H${right}`).join(""), true);
      set("ticks", `M${left} ${top}H${right}V${bottom}H${left}z` + xs.map(([u]) => `M${u} ${bottom}v5`).join("") +
          ys.map(([v]) => `M${left} ${v}h-5`).join(""), true);
      set("x-labels", xs.map(([u, text]) => `<text x="${u}" y="${bottom + 18}">${text}</text>`).join(""));
      set("y-labels", ys.map(([v, text]) => `<text x="${left - 8}" y="${v + 4}">${text}</text>`).join(""));
    }
  }

  for (const svg of document.querySelectorAll("svg.carom-figure")) {
    const groups = [...svg.querySelectorAll("[data-part=panel][data-frame]")];
    if (!groups.length) continue;
    const panels = groups.map(group => new Panel(group, svg)), shared = groups[0].dataset.sharedX !== undefined;
    const holder = document.createElement("div");
    holder.className = "carom-holder";
    svg.before(holder);
    holder.append(svg);
    const tip = document.createElement("div"), reset = document.createElement("button");
    tip.className = "carom-tip";
    tip.hidden = true;
    tip.setAttribute("role", "status");
    reset.type = "button";
    reset.textContent = "Reset zoom";
    reset.className = "carom-reset";
    reset.hidden = true;
    holder.append(tip, reset);
    svg.tabIndex = 0;
    const make = name => { const e = document.createElementNS(svgNS, name); e.setAttribute("class", `carom-${name}`); e.style.display = "none"; svg.append(e); return e; };
    const dot = make("circle"), box = make("rect");
    dot.setAttribute("r", 5);
    let start = null;

    const place = event => {
      const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [p.x, p.y];
    };
    const draw = () => {
      for (const panel of panels) panel.draw();
      const zoomed = panels.some(p => p.x.zoomed || p.y.zoomed);
      reset.hidden = !zoomed;
      svg.classList.toggle("carom-zoomed", zoomed);
      hide();
    };
    const hide = () => { tip.hidden = true; dot.style.display = "none"; };
    const along = panel => shared ? panels : [panel];
    const resetAll = () => { for (const p of panels) { p.x.reset(); p.y.reset(); } draw(); };

    const tell = (panel, at) => {
      const found = panel.nearest(at), map = found ? "" : panel.mapped(at);
      const [x, y] = found ? [found.x, found.y] : [panel.x.unshow(at[0]), panel.y.unshow(at[1])];
      const line = ({ label, unit }, text) => {
        const row = document.createElement("div");
        row.textContent = `${label ? label + " = " : ""}${text}${unit ? " " + unit : ""}`;
        return row;
      };
      tip.replaceChildren();
      const name = found ? found.name : map;
      if (name) { const bold = document.createElement("b"); bold.textContent = name; tip.append(bold); }
      tip.append(line(panel.x, panel.x.text(x)), line(panel.y, panel.y.text(y)));
      tip.classList.toggle("faint", !found && !map);
      dot.style.display = found ? "" : "none";
      if (found) {
        dot.setAttribute("cx", found.u);
        dot.setAttribute("cy", found.v);
        dot.setAttribute("stroke", getComputedStyle(found.series).color);
      }
      tip.hidden = false;
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      const u = (found ? found.u : at[0]) * scale, v = (found ? found.v : at[1]) * scale;
      const left = u + 14 + tip.offsetWidth > holder.clientWidth ? u - 14 - tip.offsetWidth : u + 14;
      tip.style.left = `${Math.max(0, left)}px`;
      tip.style.top = `${Math.max(0, v - tip.offsetHeight - 10)}px`;
    };

    svg.addEventListener("pointerdown", event => {
      const at = place(event), panel = panels.find(p => p.holds(at));
      if (!panel || event.button) return;
      if (event.pointerType === "touch") return tell(panel, at);
      svg.setPointerCapture(event.pointerId);
      start = { panel, at };
    });
    svg.addEventListener("pointermove", event => {
      const at = place(event);
      if (!start) {
        const panel = panels.find(p => p.holds(at));
        return panel ? tell(panel, at) : hide();
      }
      hide();
      const { panel } = start, end = [Math.min(panel.right, Math.max(panel.left, at[0])), Math.min(panel.bottom, Math.max(panel.top, at[1]))];
      // A drag along one axis zooms that axis alone.
      const wide = Math.abs(end[0] - start.at[0]) > 8, high = Math.abs(end[1] - start.at[1]) > 8;
      const xs = wide ? [start.at[0], end[0]] : [panel.left, panel.right], ys = high ? [start.at[1], end[1]] : [panel.top, panel.bottom];
      start.box = wide || high ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : null;
      box.style.display = start.box ? "" : "none";
      if (!start.box) return;
      const [left, top, right, bottom] = start.box;
      for (const [name, value] of [["x", left], ["y", top], ["width", right - left], ["height", bottom - top]]) box.setAttribute(name, value);
    });
    const end = () => {
      box.style.display = "none";
      if (start?.box) {
        const { panel, box: [left, top, right, bottom] } = start, { x, y } = panel;
        const from = x.unshow(left), to = x.unshow(right);
        if (Math.abs(to - from) > 0.05 && Math.abs(y.unshow(top) - y.unshow(bottom)) > 0.05) {
          y.zoom(y.unshow(bottom), y.unshow(top));
          for (const p of along(panel)) p.x.zoom(from, to);
          draw();
        }
      }
      start = null;
    };
    svg.addEventListener("pointerup", end);
    svg.addEventListener("pointercancel", () => { start = null; box.style.display = "none"; });
    svg.addEventListener("pointerleave", () => { if (!start) hide(); });
    svg.addEventListener("dblclick", resetAll);
    reset.addEventListener("click", resetAll);
    svg.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;  // the browser's own
      const key = event.key, factor = key === "+" ? 0.5 : key === "-" ? 2 : 1;
      const shift = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
      if (key === "Escape" || key === "0") return resetAll();
      const zoomed = panels.some(p => p.x.zoomed || p.y.zoomed);
      if (factor === 1 && !(shift && zoomed)) return;
      event.preventDefault();
      for (const panel of panels)
        for (const [axis, steps] of [[panel.x, shift?.[0] ?? 0], [panel.y, shift?.[1] ?? 0]]) {
          const size = axis.to - axis.from, half = size * factor / 2, ends = [axis.start, axis.end].sort((a, b) => a - b);
          if (Math.abs(2 * half) >= ends[1] - ends[0]) { axis.reset(); continue; }
          if (Math.abs(2 * half) < 0.05) continue;  // px: as far as the drawing can tell
          // Not beyond the axis.
          const room = Math.abs(half), wanted = (axis.from + axis.to) / 2 + steps * size / 5;
          const middle = Math.min(ends[1] - room, Math.max(ends[0] + room, wanted));
          axis.zoom(middle - half, middle + half);
        }
      draw();
    });
  }
}
)js";
}

std::string_view figure_script_style() {
  return R"css(
.carom-holder { position: relative; width: fit-content; max-width: 100%; }
.carom-holder svg.carom-figure { cursor: crosshair; touch-action: pan-y; user-select: none; }
.carom-zoomed [data-part=plot] path { vector-effect: non-scaling-stroke; }
.carom-tip {
  position: absolute; z-index: 2; max-width: 20rem; padding: 0.3rem 0.6rem; border-radius: 6px; pointer-events: none;
  background: var(--paper); color: var(--ink); border: 1px solid var(--line); box-shadow: 0 1px 6px #0003;
  font-size: 0.8125rem; line-height: 1.4; font-variant-numeric: tabular-nums;
}
.carom-tip b { display: block; }
.carom-tip.faint { color: var(--soft); }
.carom-circle { fill: none; stroke-width: 2; pointer-events: none; }
.carom-rect { fill: var(--link); fill-opacity: 0.12; stroke: var(--link); pointer-events: none; }
.carom-reset { position: absolute; top: 0; right: 0; font: inherit; font-size: 0.8125rem; }
[hidden] { display: none; }
@media print { .carom-tip, .carom-reset { display: none; } }
)css";
}

}  // namespace carom::report
