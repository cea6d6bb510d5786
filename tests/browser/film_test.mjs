// SPDX-License-Identifier: Apache-2.0
// film_test.mjs CAROM MODELS: films of every system of the catalog and of models, opened in Chromium as a reader would.
//
//   plays       time goes on, stops, scrubs, goes from event to event
//   places      at ten times the parts stand where the trajectory of the same run has them
//   looks       something is drawn: light, dark, 400 px wide without scrolling sideways
//   hostile     a title with a script in it runs nothing
//   console     no message at all, nothing fetched
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const [carom, models] = process.argv.slice(2).map(name => path.resolve(name));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "films-"));
const failures = [];
let compared = 0, films = 0;
const expect = (holds, what) => { if (!holds) failures.push(what); };
const run = (...words) => execFileSync(carom, words, { cwd: folder, encoding: "utf8" });

function rowsOf(file) {
  const lines = fs.readFileSync(file, "utf8").split("\n").filter(line => line && !line.startsWith("#"));
  const names = lines[0].split(",").map(name => name.replace(/ \[.*\]$/, ""));
  return { names, rows: lines.slice(1).map(line => line.split(",").map(Number)) };
}

// [name, arguments, whether its trajectory can be compared]
const catalog = ["dimer", "disc-ball", "impact-oscillator", "chain", "bouncing-ball", "rocking-block", "painleve-rod", "rod-on-plate"]
  .map(name => [name, name === "dimer" ? ["--cycles", "5"] : name === "impact-oscillator" ? ["--until", "5"] : [], true]);
const many = [["rods", ["--cycles", "2"], false], ["lattice", ["--set", "N=100"], false]];
const texts = ["woodpecker", "four_bar", "pendulum_stop", "rocking_block_bodies", "drum_capsule", "newtons_cradle",
  "double_pendulum_wall", "box_stairs", "shaken_table", "eccentric_disc"]
  .map(name => [path.join(models, `${name}.toml`), [], true]);

async function check(browser, system, words, compares) {
  const name = path.basename(system, ".toml"), file = path.join(folder, `${name}.html`);
  run("run", system, ...words, "--quiet", "--film", file, ...(compares ? ["--out", path.join(folder, `${name}.csv`)] : []));
  ++films;
  expect(fs.statSync(file).size < (compares ? 1e6 : 5e6), `${name}: ${fs.statSync(file).size} bytes`);
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  page.on("console", message => failures.push(`${name}: the console says ${message.text()}`));
  page.on("pageerror", error => failures.push(`${name}: ${error}`));
  page.on("request", request => expect(request.url().startsWith("file:"), `${name}: asks for ${request.url()}`));
  await page.goto(`file://${file}`);
  const time = () => page.textContent("#time");
  const begin = await time();
  await page.click("#play");
  await page.waitForTimeout(400);
  expect(await page.textContent("#play") === "Pause", `${name}: does not play`);
  await page.keyboard.press("Escape");
  await page.click("#play");
  expect(await time() !== begin, `${name}: time stands still`);
  if (await page.isVisible("#next")) {
    await page.evaluate(() => window.caromFilm.go(0));
    const before = await page.$eval("#at", slider => +slider.value);
    await page.click("#next");
    await page.click("#next");
    expect(await page.$eval("#at", slider => +slider.value) >= before, `${name}: no next event`);
    await page.click("#back");
  }
  if (compares) await compare(page, name);
  // More than an empty canvas of its size has.
  const painted = () => page.$eval("#stage", canvas => {
    const empty = document.createElement("canvas");
    [empty.width, empty.height] = [canvas.width, canvas.height];
    return canvas.toDataURL().length - empty.toDataURL().length;
  }).catch(() => 1);
  expect(await painted() > 0, `${name}: nothing is drawn`);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await painted() > 0, `${name}: nothing is drawn in the dark`);
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= 400), `${name}: wider than 400 px`);
  await page.emulateMedia({ media: "print" });
  if (await page.$("#stage")) expect(await page.isVisible(".strip figure"), `${name}: no shots on paper`);
  await page.close();
}

// A column of the film against the same column of the file, where a shot and a row have the same time.
async function compare(page, name) {
  const { names, rows } = rowsOf(path.join(folder, `${name}.csv`));
  const film = await page.evaluate(() => {
    const f = window.caromFilm;
    return { names: f.names, times: [...f.times], values: f.names.map((_, k) => [...f.times].map((_, shot) => f.value(k, shot))) };
  });
  const ranges = film.values.map(list => Math.max(...list.filter(Number.isFinite)) - Math.min(...list.filter(Number.isFinite)));
  let here = 0;
  for (let part = 0; part < 10; ++part) {
    const shot = Math.round(part * (film.times.length - 1) / 9), t = film.times[shot];
    const after = rows.findIndex(row => row[0] >= t);
    if (after < 0) continue;
    for (let k = 0; k < Math.min(film.names.length, 4); ++k) {
      const c = names.indexOf(film.names[k]);
      if (c < 0) continue;
      // Between the rows around it, and on the side of an event that the film shows.
      const near = rows.slice(Math.max(after - 2, 0), after + 3).map(row => row[c]);
      const value = film.values[k][shot], spread = Math.max(...near) - Math.min(...near);
      expect(value >= Math.min(...near) - spread - 1e-4 * ranges[k] && value <= Math.max(...near) + spread + 1e-4 * ranges[k],
        `${name}: ${film.names[k]} is ${value} at t = ${t}, the trajectory has ${near}`);
      ++here;
    }
  }
  expect(here >= 10, `${name}: only ${here} values compared`);
  compared += here;
}

async function checkHostile(browser) {
  fs.writeFileSync(path.join(folder, "hostile.toml"), `carom = "model 1"
title = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 2'>"
[parameters]
r = { value = 1, meaning = "<img src=x onerror='window.ran = 3'>" }
[coordinates]
y = { start = 2, meaning = "</option><script>window.ran = 4</script>" }
[equations]
kinetic = "y_dot^2/2"
potential = "y"
[[contact]]
name = "floor"
gap = "y - r"
[drawing]
disc = [{ at = [0, "y"], radius = 1, name = "</script><script>window.ran = 5</script>" }]
`);
  run("run", "./hostile.toml", "--until", "3", "--quiet", "--film", "hostile.html");
  const page = await browser.newPage();
  await page.goto(`file://${path.join(folder, "hostile.html")}`);
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => window.ran) === undefined, "a script of the model ran");
  for (const key of [" ", "n", "p", "End"]) await page.keyboard.press(key);
  expect((await page.textContent("h1")).startsWith("</script>"), "the title is not shown as it is");
  await page.close();
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const one of [...catalog, ...many, ...texts]) await check(browser, ...one).catch(error => failures.push(`${one[0]}: ${error}`));
await checkHostile(browser).catch(error => failures.push(`hostile: ${error}`));
await browser.close();
fs.rmSync(folder, { recursive: true });
console.log(`${films} films, ${compared} values compared`);
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);
