// SPDX-License-Identifier: Apache-2.0
// report_test.mjs FOLDER...: opens the report.html of each folder in Chromium as a reader would, and compares what it shows
// with the CSV files beside it.
//
//   chapters    the contents lead to each of them, and nothing is fetched from anywhere
//   tables      every line of comparison.csv stands in the page with its verdict; the counts on top are theirs
//   figures     the value under the pointer is where the pointer is and one of the figure's data, also when zoomed; a map
//               tells the name of its colour; a drag zooms in, a double click out
//   animations  play, pause, slider, speed, next impact
//   console     no errors and no warnings
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const failures = [];
const counts = { reports: 0, chapters: 0, rows: 0, figures: 0, values: 0, maps: 0, films: 0 };
const expect = (holds, what) => { if (!holds) failures.push(what); };

function csvRows(file) {
  const text = fs.readFileSync(file, "utf8"), rows = [];
  let row = [], field = "", quoted = false;
  for (let k = 0; k < text.length; ++k) {
    const c = text[k];
    if (quoted && c === "\"" && text[k + 1] === "\"") {
      field += c;
      ++k;
    } else if (c === "\"") {
      quoted = !quoted;
    } else if (!quoted && (c === "," || c === "\n")) {
      row.push(field);
      field = "";
      if (c === "\n") {
        rows.push(row);
        row = [];
      }
    } else {
      field += c;
    }
  }
  const [head, ...body] = rows;
  return body.map(values => Object.fromEntries(head.map((name, k) => [name, values[k]])));
}

const plain = text => text.replaceAll("\u2212", "-").replace(/\s+/g, " ").trim();
// Marks of emphasis and code are gone in the page.
const unmarked = text => plain(text).replaceAll(/[`*]/g, "");

async function checkChapters(page, name) {
  const chapters = await page.locator("nav li.chapter a").all();
  const links = chapters.length ? chapters : await page.locator("nav li a").all();
  expect(links.length > 0, `${name}: no contents`);
  for (const link of links) {
    const id = (await link.getAttribute("href")).slice(1);
    await link.click();
    await page.waitForFunction(i => {
      const box = document.getElementById(i)?.getBoundingClientRect();
      return box && box.top > -2 && box.top < innerHeight;
    }, id, { timeout: 5000 }).catch(() => failures.push(`${name}: the contents do not lead to ${id}`));
    ++counts.chapters;
  }
  return chapters.length;
}

// Of comparison.csv, and on top of the page, by their gravity.
const causes = new Map([["misprint", "misprint or slip of the paper"], ["variant", "follows from a named variant"],
  ["input", "unprinted input"], ["experiment", "model against experiment"], ["statistics", "not decided in this run"],
  ["unexplained", "unexplained"]]);

async function checkTables(page, name, folders) {
  const rows = await page.$$eval("tbody tr", list => list.map(row => ({
    text: row.textContent, verdict: row.querySelector(".verdict")?.textContent })));
  for (const row of rows) row.text = unmarked(row.text);
  const statements = new Map();
  const gravity = line => ["reproduced", ...causes.keys(), "open"].indexOf(
    line.verdict === "reproduced" || line.verdict === "open" ? line.verdict : line.cause);
  for (const folder of folders)
    for (const line of csvRows(path.join(folder, "comparison.csv"))) {
      const statement = `${folder} ${line.statement}`;
      statements.set(statement, Math.max(statements.get(statement) ?? 0, gravity(line)));
      const ours = unmarked(line.ours), published = unmarked(line.published);
      expect(ours && published, `${name}: nothing in comparison.csv for ${line.id}`);
      expect(rows.some(row => row.verdict === line.verdict && row.text.includes(ours) && row.text.includes(published)),
             `${name}: no row with "${ours}" beside "${published}", ${line.verdict} (${line.id})`);
      expect(line.verdict === "reproduced" || causes.has(line.cause), `${name}: no cause for ${line.id}`);
      ++counts.rows;
    }
  const labels = ["reproduced", ...causes.values(), "open"], total = labels.map(() => 0);
  for (const how of statements.values()) ++total[how];
  const cards = await page.$$eval(".cards", list => [...list[0].children].map(card => [
    card.querySelector("span").textContent, card.querySelector("b").textContent]));
  const shown = new Map(cards);
  labels.forEach((label, k) => expect(+(shown.get(label) ?? 0) === total[k],
    `${name}: ${shown.get(label)} ${label} on top, ${total[k]} in comparison.csv`));
}

// Px of a value and back, by what the panel says of its axes.
function axisOf(text, start, end) {
  const [min, max, scale] = text.split(" ");
  const log = scale === "log10", straight = v => log ? Math.log10(v) : v;
  const a = straight(+min), b = straight(+max);
  return { log, px: v => start + (straight(v) - a) / (b - a) * (end - start) };
}

const distance = ([px, py], [ax, ay], [bx, by]) => {
  const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
  const s = length ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  return Math.hypot(ax + s * dx - px, ay + s * dy - py);
};

async function checkFigure(page, figure, csv, name) {
  const svg = figure.locator("svg.carom-figure");
  await svg.scrollIntoViewIfNeeded();
  const panels = await svg.locator("[data-part=panel]").evaluateAll(list => list.map(p => ({ ...p.dataset })));
  const points = fs.existsSync(csv) ? csvRows(csv) : [];
  for (const [p, panel] of panels.entries()) {
    const [left, top, right, bottom] = panel.frame.split(" ").map(Number);
    const x = axisOf(panel.x, left, right), y = axisOf(panel.y, bottom, top);
    const own = points.filter(row => +row.panel === p + 1).map(row => ({ ...row, at: [x.px(+row.x), y.px(+(row.y || row.low))] }));
    const seen = own.filter(({ at: [u, v] }) => u > left + 1 && u < right - 1 && v > top + 1 && v < bottom - 1);
    for (const part of [0.1, 0.5, 0.85]) {
      if (!seen.length) break;
      const [u, v] = seen[Math.floor(part * (seen.length - 1))].at;
      // A panel taller than the window is scrolled to.
      let box = await svg.boundingBox();
      const scale = box.width / (await svg.evaluate(s => s.viewBox.baseVal.width)), height = page.viewportSize().height;
      if (box.y + v * scale < 20 || box.y + v * scale > height - 20) {
        await page.mouse.wheel(0, box.y + v * scale - height / 2);
        await page.waitForTimeout(60);
        box = await svg.boundingBox();
      }
      await page.mouse.move(box.x + u * scale, box.y + v * scale);
      const tip = figure.locator(".carom-tip");
      if (!(await tip.isVisible())) { failures.push(`${name}, panel ${p + 1}: nothing said over a point of its data`); continue; }
      const said = await tip.evaluate(t => ({ name: t.querySelector("b")?.textContent ?? "", faint: t.classList.contains("faint"),
                                              lines: [...t.querySelectorAll("div")].map(d => d.textContent) }));
      if (said.faint) { failures.push(`${name}, panel ${p + 1}: no point of a series found over its data`); continue; }
      const [sx, sy] = said.lines.map(line => Number(plain(line).match(/(?:= |^)(-?[\d.]+(?:e-?\d+)?)/)?.[1]));
      const spot = [x.px(sx), y.px(sy)];
      expect(Math.hypot(spot[0] - u, spot[1] - v) < 25, `${name}, panel ${p + 1}: tells (${sx}, ${sy}), which is elsewhere`);
      const series = own.filter(row => row.series === said.name);
      let nearest = Infinity;
      for (const [k, row] of series.entries()) {
        if (!row.at.every(Number.isFinite)) continue;  // a gap
        const before = k && series[k - 1].at.every(Number.isFinite) ? series[k - 1].at : row.at;
        const edges = row.high && row.low ? [+row.low, +row.high].map(e => [row.at[0], y.px(e)]) : [];
        for (const at of [row.at, ...edges]) {
          nearest = Math.min(nearest, Math.hypot(at[0] - spot[0], at[1] - spot[1]));
          nearest = Math.min(nearest, distance(spot, before, at));
          // A step goes along and then up.
          nearest = Math.min(nearest, distance(spot, before, [at[0], before[1]]), distance(spot, [at[0], before[1]], at));
        }
      }
      expect(nearest < 1.2, `${name}, panel ${p + 1}: says "${said.name}" (${sx}, ${sy}), ${nearest.toFixed(1)} px from its data`);
      ++counts.values;
    }
  }
  for (const map of await svg.locator("[data-part=map]").all()) await checkMap(page, figure, map, name);
  ++counts.figures;
}

// The name that a map tells is the one of the colour that is drawn there.
async function checkMap(page, figure, map, name) {
  await map.evaluate(m => m.scrollIntoView({ block: "center" }));
  const box = await map.locator("image").boundingBox();
  const names = await map.evaluate(m => [...m.closest("[data-frame]").querySelectorAll("[data-swatch]")].map(r => [r.dataset.swatch, r.dataset.name]));
  if (!names.length) return;  // a map of values
  for (const [u, v] of [[0.21, 0.33], [0.52, 0.77], [0.81, 0.12]]) {
    const at = [box.x + u * box.width, box.y + v * box.height];
    await page.mouse.move(...at);
    await page.waitForTimeout(80);  // the picture is read when it is first asked for
    await page.mouse.move(at[0] + 0.3, at[1]);
    const told = await figure.locator(".carom-tip b").textContent().catch(() => "");
    const colour = await map.locator("image").evaluate(async (image, [a, b]) => {
      const picture = new Image();
      picture.src = image.getAttribute("href");
      await picture.decode();
      const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const [r, g, bl] = context.getImageData(Math.floor(a * picture.width), Math.floor(b * picture.height), 1, 1).data;
      return "#" + [r, g, bl].map(c => c.toString(16).padStart(2, "0")).join("");
    }, [u, v]);
    const name_ = names.find(([swatch]) => swatch === colour)?.[1];
    expect(name_ && told === name_, `${name}: the map tells "${told}", its colour is "${name_}"`);
    ++counts.maps;
  }
}

async function checkZoom(page, figure, name) {
  const svg = figure.locator("svg.carom-figure");
  await svg.evaluate(s => s.scrollIntoView({ block: "start" }));
  const labels = () => svg.locator("[data-part=y-labels]").first().textContent();
  const [before, box, frame] = [await labels(), await svg.boundingBox(),
                                await svg.locator("[data-part=panel]").first().getAttribute("data-frame")];
  const scale = box.width / (await svg.evaluate(s => s.viewBox.baseVal.width));
  const [left, top, right, bottom] = frame.split(" ").map(v => v * scale);
  const at = (u, v) => [box.x + left + u * (right - left), box.y + top + v * (bottom - top)];
  await page.mouse.move(...at(0.3, 0.3));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.5), { steps: 3 });
  await page.mouse.up();
  expect(await labels() !== before, `${name}: a drag does not zoom`);
  expect(await figure.locator(".carom-reset").isVisible(), `${name}: no way back from the zoom`);
  // What is told of the middle of the view is in the part that was chosen.
  await page.mouse.move(...at(0.5, 0.5));
  const [shown] = plain(await figure.locator(".carom-tip div").first().textContent()).match(/-?[\d.]+(?:e-?\d+)?(?=[^\d]*$)/);
  const panel = await svg.locator("[data-part=panel]").first().evaluate(p => ({ ...p.dataset }));
  const [l, , r] = panel.frame.split(" ").map(Number), middle = axisOf(panel.x, l, r).px(+shown);
  expect(middle > l + 0.29 * (r - l) && middle < l + 0.51 * (r - l), `${name}: zoomed, the middle is told as x = ${shown}`);
  await page.mouse.dblclick(...at(0.6, 0.6));
  expect(await labels() === before, `${name}: a double click does not undo the zoom`);
}

async function checkFilm(page, film, name) {
  await film.scrollIntoViewIfNeeded();
  const slider = film.locator("input[type=range]"), play = film.locator(".play");
  const places = () => film.locator("svg").first().evaluate(s => s.innerHTML);
  const data = JSON.parse(await film.locator("script").textContent());
  const first = await places();
  await play.click();
  await page.waitForFunction(s => +s.value >= 2, await slider.elementHandle(), { timeout: 5000 })
      .catch(() => failures.push(`${name}: does not play`));
  await play.click();
  expect(await places() !== first, `${name}: plays, but nothing moves`);
  const stopped = await slider.inputValue();
  await page.waitForTimeout(150);
  expect(await slider.inputValue() === stopped, `${name}: does not pause`);
  const middle = Math.floor(data.frames.length / 2);
  await slider.fill(String(middle));
  expect((await film.locator("output").textContent()) === (data.times[middle] ?? ""), `${name}: the slider does not lead to its frame`);
  expect(data.regimes.length === 0 || (await film.locator(".regime").textContent()) === data.regimes[middle], `${name}: another regime`);
  expect(data.energy.length === data.frames.length, `${name}: no energy`);
  // A tenth of the speed: a frame of 50 ms stays half a second.
  await film.locator("select").selectOption("10");
  await slider.fill("0");
  await play.click();
  await page.waitForTimeout(250);
  expect(+(await slider.inputValue()) <= 1, `${name}: no slower at a tenth of the speed`);
  await play.click();
  await film.locator("select").selectOption("1");
  if (data.impacts.length) {
    await slider.fill("0");
    await film.locator(".next").click();
    expect(data.impacts.includes(+(await slider.inputValue())), `${name}: "Next impact" leads elsewhere`);
    expect(/impact|contact/i.test(await film.locator(".regime").textContent()), `${name}: no impact where one is promised`);
  }
  ++counts.films;
}

async function checkReport(browser, folder) {
  const name = path.basename(path.resolve(folder));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("console", message => { if (["error", "warning"].includes(message.type())) failures.push(`${name}: console: ${message.text()}`); });
  page.on("pageerror", error => failures.push(`${name}: ${error.message}`));
  page.on("request", request => { if (!/^(file|data|blob):/.test(request.url())) failures.push(`${name}: asks for ${request.url()}`); });
  await page.goto(`file://${path.resolve(folder)}/report.html`);
  const parts = (await checkChapters(page, name))
      ? (await page.locator("nav li.chapter a").evaluateAll(list => list.map(a => a.hash.slice(1)))) : [""];
  await checkTables(page, name, parts.map(part => path.join(folder, part)));
  await page.addStyleTag({ content: "html { scroll-behavior: auto !important; }" });
  let zooms = 0;
  for (const figure of await page.locator("figure").all()) {
    const id = await figure.getAttribute("id");
    if (await figure.locator("svg.carom-figure [data-part=panel]").count()) {
      const part = parts.find(p => p && id.startsWith(p + "-")) ?? "";
      const csv = path.join(folder, part, "data", `${part ? id.slice(part.length + 1) : id}.csv`);
      await checkFigure(page, figure, csv, `${name}: ${id}`);
      if (zooms++ % 8 === 0) await checkZoom(page, figure, `${name}: ${id}`);
    }
    for (const film of await figure.locator(".carom-animation").all()) await checkFilm(page, film, `${name}: ${id}`);
  }
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paper() !== light, `${name}: no dark page`);
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  expect(!(await page.locator("nav").isVisible()), `${name}: contents in print`);
  await page.close();
  ++counts.reports;
}

const folders = process.argv.slice(2);
if (!folders.length) {
  console.error("usage: node report_test.mjs FOLDER...   each with a report.html");
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const folder of folders) await checkReport(browser, folder);
await browser.close();
expect(counts.figures > 0 && counts.values > 0 && counts.films > 0 && counts.rows > 0, "nothing was compared");
console.log(Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", "));
for (const failure of failures) console.error(`report_test: ${failure}`);
process.exit(failures.length ? 1 : 0);
