"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const bytes = id => Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0)).buffer;
  const count = film.shots;
  const times = new Float64Array(bytes("times"));
  // Lists of 16-bit numbers over their ranges; 65535 is none.
  const unpacked = (ranges, id, length) => {
    const codes = new Uint16Array(bytes(id));
    return ranges.map(([low, step], k) => Float64Array.from(codes.subarray(k * length, (k + 1) * length),
      code => code === 65535 ? NaN : low + step * code));
  };
  const lists = unpacked(film.ranges, "numbers", count);
  const poses = lists.slice(0, 3 * film.poses);
  const forces = film.contacts.map((_, k) => lists.slice(3 * film.poses + 3 * k, 3 * film.poses + 3 * k + 3));
  const columns = lists.slice(3 * (film.poses + film.contacts.length));
  const mesh = film.mesh && unpacked(film.mesh.ranges, "places", 2 * film.mesh.points * count)[0];
  const modes = ["open", "stick", "slip+", "slip\u2212"], modeColours = ["grey", "green", "blue", "orange"];
  const $ = id => document.getElementById(id);
  const stage = $("stage"), chart = $("chart"), slider = $("at"), playButton = $("play");
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

  // ---- the clock of the film: seconds at which each shot comes -------------------------------------------------------
  const impacts = film.events.filter(event => event.impact && event.path.length > 1);
  for (const event of impacts) event.path = event.path.map(row => row.map(Number));
  const impulseOf = event => event.path[event.path.length - 1].reduce((sum, p, k) => k % 2 ? sum : sum + p, 0);
  const largestImpulse = Math.max(0, ...impacts.map(impulseOf));
  const running = (times[count - 1] - times[0]) / film.speed;
  const slowed = impacts.filter(event => impulseOf(event) > 0.03 * largestImpulse);
  const pause = slowed.length ? Math.min(1.2, Math.max(0.15, running / slowed.length)) : 0;
  let clock = new Float64Array(count), length = 0;
  const setClock = () => {
    const paused = new Map($("slow").checked ? slowed.map(event => [event.shot, pause]) : []);
    let waited = 0;
    for (let k = 0; k < count; ++k) {
      clock[k] = (times[k] - times[0]) / film.speed + waited;
      waited += paused.get(k) ?? 0;
    }
    length = Math.max(clock[count - 1], 1e-9);
  };
  setClock();
  let now = 0, playing = false, last = 0;
  const shotAt = seconds => {
    let low = 0, high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (clock[middle] <= seconds + 1e-12) low = middle; else high = middle - 1;
    }
    return low;
  };

  // ---- what is seen now ----------------------------------------------------------------------------------------------
  const eventOf = new Map(film.events.map(event => [event.shot, event]));
  const state = () => {
    const k = shotAt(now), next = Math.min(k + 1, count - 1);
    const span = clock[next] - clock[k], part = span > 0 ? Math.min(1, (now - clock[k]) / span) : 0;
    const event = eventOf.get(k);
    const through = event?.path.length > 1 && times[next] === times[k] && span > 0;
    return { k, next, part, event: through ? event : null };
  };
  const mix = (list, at) => {
    const a = list[at.k], b = list[at.next];
    return Number.isNaN(b) ? a : Number.isNaN(a) ? b : a + at.part * (b - a);
  };
  const poseOf = (k, at) => k < 0 ? [0, 0, 0] : [mix(poses[3 * k], at), mix(poses[3 * k + 1], at), mix(poses[3 * k + 2], at)];
  const inWorld = ([x, y, angle], [u, v]) => {
    const c = Math.cos(angle), s = Math.sin(angle);
    return [x + c * u - s * v, y + s * u + c * v];
  };
  const along = (path, part) => {
    const place = part * (path.length - 1), k = Math.min(Math.floor(place), path.length - 2), rest = place - k;
    return path[k].map((value, j) => value + rest * (path[k + 1][j] - value));
  };
  // The ninth tenth of what is larger than nothing: a spike does not make all other arrows invisible.
  const scaleOf = values => {
    const sizes = values.filter(v => v > 0).sort((a, b) => a - b);
    return sizes.length ? sizes[Math.floor(0.9 * (sizes.length - 1))] : 1;
  };
  const forceScale = scaleOf(forces.flatMap(([n, t]) => Array.from(n, (f, k) => Math.hypot(f, t[k]))).filter(Number.isFinite));

  // ---- drawing -------------------------------------------------------------------------------------------------------
  const sized = (canvas, ratio) => {
    const width = Math.max(canvas.clientWidth, 50), height = ratio ? width * ratio : canvas.clientHeight;
    if (ratio) canvas.style.height = `${height}px`;
    const dpr = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * dpr) || canvas.height !== Math.round(height * dpr)) {
      canvas.width = Math.round(width * dpr);
      canvas.height = Math.round(height * dpr);
    }
    const g = canvas.getContext("2d");
    g.setTransform(dpr, 0, 0, dpr, 0, 0);
    g.clearRect(0, 0, width, height);
    return { g, width, height };
  };
  const view = { x: x => x, y: y => y, scale: 1 };
  const aim = (width, height, at) => {
    let [left, bottom] = film.low, [right, top] = film.high;
    const first = film.poses ? poseOf(film.followed, at) : [0, 0, 0];
    if (film.follows[0]) { left += first[0]; right += first[0]; }
    if (film.follows[1]) { bottom += first[1]; top += first[1]; }
    view.scale = Math.min(width / (right - left), height / (top - bottom));
    const ox = (width - view.scale * (right - left)) / 2, oy = (height - view.scale * (top - bottom)) / 2;
    view.x = x => ox + (x - left) * view.scale;
    view.y = y => oy + (top - y) * view.scale;
  };
  const line = (g, points, closed) => {
    g.beginPath();
    points.forEach(([x, y], k) => k ? g.lineTo(view.x(x), view.y(y)) : g.moveTo(view.x(x), view.y(y)));
    if (closed) g.closePath();
  };
  const filled = (g, ink) => {
    g.globalAlpha = 0.22;
    g.fillStyle = ink;
    g.fill();
    g.globalAlpha = 1;
    g.stroke();
  };
  const hatched = (g, a, b, width) => {
    const dx = b[0] - a[0], dy = b[1] - a[1], size = Math.hypot(dx, dy);
    if (!(size > 0)) return;
    g.save();
    g.lineWidth = 1;
    g.globalAlpha = 0.6;
    g.beginPath();
    const ux = dx / size, uy = dy / size, spacing = 9;
    // From one end: hatches of a moving ground move with it.
    for (let s = spacing; s < size && s < 4 * width; s += spacing) {
      const x = a[0] + s * ux, y = a[1] + s * uy;
      g.moveTo(x, y);
      g.lineTo(x - 6 * ux - 6 * uy, y - 6 * uy + 6 * ux);
    }
    g.stroke();
    g.restore();
  };
  const drawPart = (g, part, at, width, height) => {
    const pose = poseOf(part.pose, at), points = (part.points.length ? part.points : [[0, 0]]).map(p => inWorld(pose, p));
    const ink = colour(part.colour);
    g.strokeStyle = ink;
    g.lineWidth = 1.5;
    g.lineCap = g.lineJoin = "round";
    const pixels = ([x, y]) => [view.x(x), view.y(y)];
    switch (part.kind) {
      case "disc": {
        const [x, y] = pixels(points[0]), r = part.radius * view.scale;
        g.beginPath();
        g.arc(x, y, r, 0, 2 * Math.PI);
        filled(g, ink);
        g.beginPath();
        g.moveTo(x, y);
        g.lineTo(x + r * Math.cos(pose[2]), y - r * Math.sin(pose[2]));
        g.stroke();
        break;
      }
      case "point": {
        const [x, y] = pixels(points[0]);
        g.beginPath();
        g.arc(x, y, 2.5, 0, 2 * Math.PI);
        g.fillStyle = ink;
        g.fill();
        break;
      }
      case "polygon": line(g, points, true); filled(g, ink); break;
      case "capsule":
        line(g, points, false);
        g.lineWidth = Math.max(2, 2 * part.radius * view.scale);
        g.globalAlpha = 0.55;
        g.stroke();
        g.globalAlpha = 1;
        break;
      case "ground": {
        // The part that can be seen, from a place that is fixed to the ground.
        const [a, b] = points, dx = b[0] - a[0], dy = b[1] - a[1], size = Math.hypot(dx, dy) || 1;
        const reach = Math.hypot(width, height) / view.scale, ux = dx / size, uy = dy / size;
        const cx = view.x(0) - view.x(0), middle = [(width / 2 - view.x(a[0])) / view.scale, -(height / 2 - view.y(a[1])) / view.scale];
        const s = middle[0] * ux + middle[1] * uy + cx, step = 9 / view.scale;
        const from = Math.floor((s - reach) / step) * step;
        const p = pixels([a[0] + from * ux, a[1] + from * uy]), q = pixels([a[0] + (s + reach) * ux, a[1] + (s + reach) * uy]);
        g.beginPath();
        g.moveTo(...p);
        g.lineTo(...q);
        g.stroke();
        hatched(g, p, q, width + height);
        break;
      }
      case "chain":
        line(g, points, false);
        g.stroke();
        for (let k = 0; k + 1 < points.length; ++k) hatched(g, pixels(points[k]), pixels(points[k + 1]), width);
        break;
      default: {
        const a = pixels(inWorld(pose, part.points[0])), b = pixels(inWorld(poseOf(part.second, at), part.points[1]));
        const dx = b[0] - a[0], dy = b[1] - a[1], size = Math.hypot(dx, dy) || 1, nx = -dy / size, ny = dx / size;
        g.beginPath();
        g.moveTo(...a);
        if (part.kind === "spring") {
          for (let k = 0; k < 8; ++k) {
            const s = 0.15 + 0.1 * k, w = k % 2 ? -6 : 6;
            g.lineTo(a[0] + s * dx + w * nx, a[1] + s * dy + w * ny);
          }
        }
        g.lineTo(...b);
        if (part.kind === "rope") g.setLineDash([4, 3]);
        if (part.kind === "link") g.lineWidth = Math.max(2, 2 * part.radius * view.scale);
        if (part.radius > 0) g.globalAlpha = 0.75;
        g.stroke();
        g.globalAlpha = 1;
        g.setLineDash([]);
      }
    }
  };
  const drawMesh = (g, at) => {
    const { points, links, body } = film.mesh, from = 2 * points * at.k;
    ["ink", "grey"].forEach((name, which) => {
      g.strokeStyle = colour(name);
      g.lineWidth = 0.6;
      g.beginPath();
      for (const [a, b] of links) {
        if (Math.min(1, body[a] ?? 0) !== which) continue;
        g.moveTo(view.x(mesh[from + 2 * a]), view.y(mesh[from + 2 * a + 1]));
        g.lineTo(view.x(mesh[from + 2 * b]), view.y(mesh[from + 2 * b + 1]));
      }
      g.stroke();
    });
  };
  const arrow = (g, x, y, dx, dy, ink) => {
    const size = Math.hypot(dx, dy);
    if (size < 2) return;
    const head = Math.min(9, size) / size, u = head * dx, v = head * dy;
    g.strokeStyle = ink;
    g.lineWidth = 2.5;
    g.beginPath();
    g.moveTo(x, y);
    g.lineTo(x + dx, y + dy);
    g.moveTo(x + dx - u + v / 2, y + dy - v - u / 2);
    g.lineTo(x + dx, y + dy);
    g.lineTo(x + dx - u - v / 2, y + dy - v + u / 2);
    g.stroke();
  };
  const drawContacts = (g, at, height) => {
    const longest = 0.22 * height, impulse = at.event && along(at.event.path, at.part);
    film.contacts.forEach((contact, k) => {
      const mode = forces[k][2][at.k];
      if (contact.pose < 0) return;
      const [x, y, angle] = poseOf(contact.pose, at), sign = contact.mirrored ? -1 : 1;
      const normal = [-Math.sin(angle), Math.cos(angle)], tangent = [sign * Math.cos(angle), sign * Math.sin(angle)];
      const draw = (n, t, scale, ink) => {
        const size = Math.hypot(n, t) / scale, fit = size > 1.6 ? 1.6 / size : 1;
        arrow(g, view.x(x), view.y(y), fit * longest * t / scale * tangent[0], -fit * longest * t / scale * tangent[1], ink);
        arrow(g, view.x(x), view.y(y), fit * longest * n / scale * normal[0], -fit * longest * n / scale * normal[1], ink);
      };
      if (impulse) draw(impulse[2 * k], impulse[2 * k + 1], largestImpulse || 1, colour("vermilion"));
      else if (mode > 0.5) draw(forces[k][0][at.k], forces[k][1][at.k], forceScale, colour("purple"));
      const hit = impulse && impulse[2 * k] !== 0;
      if (!hit && !(mode > 0.5)) return;
      g.beginPath();
      g.arc(view.x(x), view.y(y), 4.5, 0, 2 * Math.PI);
      g.fillStyle = colour(hit ? "vermilion" : modeColours[Math.round(mode)]);
      g.fill();
    });
  };

  // ---- the words, the energies, the strip ----------------------------------------------------------------------------
  const digits = value => {
    if (!Number.isFinite(value)) return "\u2013";
    const short = value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(2).replace(/\.?0+e/, "e") : `${+value.toPrecision(4)}`;
    return short.replaceAll("-", "\u2212");
  };
  const unit = text => text && text !== "1" ? ` ${text}` : "";
  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const tellRegime = at => {
    const regime = $("regime"), words = [];
    let open = 0;
    film.contacts.forEach((contact, k) => {
      const mode = Math.round(forces[k][2][at.k]);
      if (!(mode >= 0)) return;
      // Of many those that are closed.
      if (film.contacts.length > 4 && mode === 0) { ++open; return; }
      if (words.length > 16) return;
      words.push(element("i", modeColours[mode]), document.createTextNode(`${contact.name}: ${modes[mode]}`));
    });
    if (open) words.push(element("i", "grey"), document.createTextNode(`${open} open`));
    const near = at.event || [...film.events].find(event => event.shot === at.k || event.shot + 1 === at.k);
    if (at.event) words.unshift(document.createTextNode(
      `${at.event.kind.replace("_", " ")}${at.event.contacts ? " at " + at.event.contacts : ""}, ${Math.round(100 * at.part)} % of its impulse; time stands still. `));
    else if (near && !playing) words.unshift(document.createTextNode(`${near.kind.replace("_", " ")}${near.contacts ? " at " + near.contacts : ""}. `));
    regime.replaceChildren(...words);
  };
  const energyColours = ["blue", "sky", "vermilion", "orange", "yellow", "purple"];
  const least = film.energies.map(({ column }, k) => film.fromZero.includes(k)
    ? columns[column].reduce((low, v) => v < low ? v : low, Infinity) : 0);
  const energyAt = at => film.energies.map(({ column }, k) => mix(columns[column], at) - least[k]);
  let most = 0;
  for (let k = 0; k < count; ++k) {
    const sum = film.energies.reduce((all, { column }, j) => all + Math.max(0, columns[column][k] - least[j] || 0), 0);
    if (sum > most) most = sum;
  }
  const ledger = $("ledger"), bars = [], values = [];
  if (film.energies.length && most > 0) {
    const stack = element("div", "stack"), names = element("div", "names");
    film.energies.forEach(({ name }, k) => {
      bars.push(element("i", energyColours[k % energyColours.length]));
      stack.append(bars[k]);
      const item = element("span"), text = element("span", "ink-text", `${name} `);
      values.push(element("b"));
      text.append(values[k]);
      item.append(element("i", energyColours[k % energyColours.length]), text);
      names.append(item);
    });
    ledger.append(stack, names);
  } else {
    ledger.remove();
  }
  const tellEnergy = at => {
    if (!bars.length) return;
    energyAt(at).forEach((value, k) => {
      bars[k].style.width = `${100 * Math.max(0, value || 0) / most}%`;
      values[k].textContent = `${digits(value)}${unit(film.energyUnit)}`;
    });
  };
  let shown = film.first;
  const drawChart = at => {
    if (!columns.length) return;
    const { g, width, height } = sized(chart, 0), list = columns[shown];
    let low = Infinity, high = -Infinity;
    for (const v of list) if (!Number.isNaN(v)) { low = Math.min(low, v); high = Math.max(high, v); }
    if (!(low <= high)) low = high = 0;
    if (high - low < 1e-300) { low -= 1; high += 1; }
    const left = 66, right = width - 8, top = 14, bottom = height - 20, span = times[count - 1] - times[0] || 1;
    const x = t => left + (right - left) * (t - times[0]) / span, y = v => bottom - (bottom - top) * (v - low) / (high - low);
    g.font = "12px system-ui, sans-serif";
    g.fillStyle = g.strokeStyle = colour("grey");
    g.globalAlpha = 0.35;
    g.lineWidth = 1;
    g.beginPath();
    for (const event of impacts) { g.moveTo(x(times[event.shot]), bottom); g.lineTo(x(times[event.shot]), bottom + 4); }
    g.strokeRect(left, top, right - left, bottom - top);
    g.stroke();
    g.globalAlpha = 1;
    g.textAlign = "right";
    g.fillText(digits(high), left - 4, top + 8);
    g.fillText(digits(low), left - 4, bottom);
    g.textAlign = "left";
    g.fillText(`${film.columns[shown].name}${film.columns[shown].unit && film.columns[shown].unit !== "1" ? ` (${film.columns[shown].unit})` : ""}`, left + 4, top - 3);
    g.fillText(digits(times[0]), left, height - 5);
    g.textAlign = "right";
    g.fillText(`${digits(times[count - 1])}${unit(film.timeUnit)}`, right, height - 5);
    g.strokeStyle = colour("blue");
    g.lineWidth = 1.5;
    g.lineJoin = "round";
    g.beginPath();
    let pen = false;
    for (let k = 0; k < count; ++k) {
      if (Number.isNaN(list[k])) { pen = false; continue; }
      if (pen) g.lineTo(x(times[k]), y(list[k])); else g.moveTo(x(times[k]), y(list[k]));
      pen = true;
    }
    g.stroke();
    const t = times[at.k] + at.part * (times[at.next] - times[at.k]), value = mix(list, at);
    g.strokeStyle = colour("ink");
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(x(t), top);
    g.lineTo(x(t), bottom);
    g.stroke();
    if (Number.isFinite(value)) {
      g.fillStyle = colour("vermilion");
      g.beginPath();
      g.arc(x(t), y(value), 3.5, 0, 2 * Math.PI);
      g.fill();
      g.fillStyle = colour("ink");
      const text = `${digits(value)}${unit(film.columns[shown].unit)}`, fits = x(t) + 8 + g.measureText(text).width < right;
      g.textAlign = fits ? "left" : "right";
      g.fillText(text, x(t) + (fits ? 8 : -8), Math.max(top + 12, y(value) - 6));
    }
  };
  const show = () => {
    const at = state();
    if (stage) {
      const ratio = (film.high[1] - film.low[1]) / (film.high[0] - film.low[0]);
      const limit = Math.max(160, 0.62 * window.innerHeight) / Math.max(stage.clientWidth, 50);
      const { g, width, height } = sized(stage, Math.min(ratio, limit));
      aim(width, height, at);
      if (mesh) drawMesh(g, at);
      for (const part of film.parts) drawPart(g, part, at, width, height);
      drawContacts(g, at, height);
    }
    const t = times[at.k] + at.part * (times[at.next] - times[at.k]);
    $("time").textContent = `t = ${digits(t)}${unit(film.timeUnit)}`;
    slider.value = 1000 * now / length;
    tellRegime(at);
    tellEnergy(at);
    drawChart(at);
  };

  // ---- controls ------------------------------------------------------------------------------------------------------
  const pauseFilm = () => { playing = false; playButton.textContent = "Play"; };
  const go = seconds => { now = Math.min(length, Math.max(0, seconds)); show(); };
  const frame = stamp => {
    if (!playing) return;
    const rate = +$("speed").value;
    now += Math.min(0.1, (stamp - last) / 1000) * rate;
    last = stamp;
    if (now >= length) { now = length; pauseFilm(); }
    show();
    if (playing) requestAnimationFrame(frame);
  };
  const play = () => {
    if (playing) { pauseFilm(); show(); return; }
    if (now >= length - 1e-9) now = 0;
    playing = true;
    playButton.textContent = "Pause";
    last = performance.now();
    requestAnimationFrame(frame);
  };
  const toEvent = step => {
    pauseFilm();
    const places = film.events.map(event => clock[event.shot]), list = [...new Set(places)].sort((a, b) => a - b);
    const found = step > 0 ? list.find(s => s > now + 1e-9) : list.filter(s => s < now - 1e-9).pop();
    if (found !== undefined) go(found);
  };
  const toShot = k => { pauseFilm(); go(clock[Math.min(count - 1, Math.max(0, k))]); };
  playButton.addEventListener("click", play);
  stage?.addEventListener("click", play);
  $("next").addEventListener("click", () => toEvent(1));
  $("back").addEventListener("click", () => toEvent(-1));
  slider.addEventListener("input", () => { pauseFilm(); go(length * slider.value / 1000); });
  $("slow").addEventListener("change", () => { const at = state(); setClock(); go(clock[at.k]); });
  $("column").addEventListener("change", () => { shown = +$("column").value; show(); });
  const scrub = event => {
    const box = chart.getBoundingClientRect(), part = (event.clientX - box.left - 66) / (box.width - 74);
    const t = times[0] + Math.min(1, Math.max(0, part)) * (times[count - 1] - times[0]);
    let k = 0;
    while (k + 1 < count && times[k + 1] <= t) ++k;
    toShot(k);
  };
  chart.addEventListener("pointerdown", event => { chart.setPointerCapture(event.pointerId); scrub(event); });
  chart.addEventListener("pointermove", event => { if (event.buttons) scrub(event); });
  document.addEventListener("keydown", event => {
    if (["SELECT", "INPUT", "BUTTON"].includes(event.target.tagName) && event.key !== "n" && event.key !== "p") return;
    const acts = { " ": play, ArrowRight: () => toShot(state().k + 1), ArrowLeft: () => toShot(state().k - 1),
      n: () => toEvent(1), p: () => toEvent(-1), Home: () => toShot(0), End: () => toShot(count - 1) };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]();
  });
  const legend = $("legend"), explained = [];
  if (film.contacts.some(contact => contact.pose >= 0)) {
    modes.forEach((name, k) => { if (k) explained.push(element("i", modeColours[k]), document.createTextNode(name)); });
    explained.push(element("i", "bar purple"), document.createTextNode("force"), element("i", "bar vermilion"), document.createTextNode("impulse so far"));
  }
  legend.replaceChildren(...explained);
  if (!film.events.length) { $("next").hidden = $("back").hidden = true; }
  if (!slowed.length) $("slow").parentElement.hidden = true;
  if (!columns.length) document.querySelector(".strip-chart").hidden = true;
  window.addEventListener("resize", show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  // For those who test it: places of what is drawn, in the motion's own units.
  window.caromFilm = { count, times, go: toShot, pose: (k, shot) => [0, 1, 2].map(j => poses[3 * k + j][shot]),
    value: (k, shot) => columns[k][shot], names: film.columns.map(column => column.name), state,
    places: () => { const at = state(); return film.parts.map(part => inWorld(poseOf(part.pose, at), part.points[0] ?? [0, 0])); } };
})();
