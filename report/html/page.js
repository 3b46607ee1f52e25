"use strict";
// The page reads its figures from the element "data". A timing is a list whose
// places have these names.
const NS = 0, LO = 1, HI = 2, LEAST = 3, BYTES = 4, ALLOCS = 5, RANK = 6, RATIO = 7, RLO = 8, RHI = 9, CPU = 10;
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);

// el makes an element. Strings of the results only ever become text nodes.
function el(tag, attrs, ...children) {
  const e = tag.startsWith("svg:") ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}
const fill = (e, ...children) => { e.replaceChildren(...children.filter(c => c !== null)); return e; };

// fig writes three digits that count, as the terminal does.
function fig(x) {
  if (x === null || x === undefined || !isFinite(x)) return "?";
  const a = Math.abs(x);
  if (a === 0) return "0";
  if (a >= 1e8 || a < 0.001) return x.toExponential(2);
  if (a >= 99.95) return Math.round(x).toLocaleString("en");
  return x.toFixed(a >= 9.995 ? 1 : a >= 0.9995 ? 2 : 3);
}
const count = x => Math.abs(x - Math.round(x)) < 0.005 ? Math.round(x).toLocaleString("en") : fig(x);
// named lets a row's name break before its features.
const named = n => n.split("+").flatMap((part, i) => i ? [el("wbr"), "+" + part] : [part]);
// faulty marks a row of which malformed input is known to do something.
const faulty = r => r.l ? el("b", { class: "lax", title: r.l }, "\u00a0*") : null;
const opName = op => op === "roundtrip" ? "round trip" : op;
const classOf = r => r.u || "safe";
const classWord = c => c === "aliases" ? "zero-copy" : c;
const base = r => r.n.split("+")[0];
const MODES = ["codegen", "manual", "reflect", "text", "binary"];

const state = { kind: 0, subject: 0, op: "", classes: new Set(["safe", "unsafe", "aliases"]), modes: new Set(), want: {}, format: "", licence: "", name: "", best: true, sort: "rank", desc: false, pins: [], focus: 0, ask: {}, price: {} };
const kind = () => data.kinds[state.kind];
const subject = () => kind().subjects[state.subject];
const timing = (r, op) => r.o[op || state.op];
const factsOf = r => (kind().facts || {})[r.d] || {};

// passes says whether a row passes the filters, but for "best of each".
function passes(r) {
  if (!timing(r) || !state.classes.has(classOf(r))) return false;
  const has = f => (r.x || []).includes(f);
  for (const m of state.modes) if (!has(m)) return false;
  for (const [f, want] of Object.entries(state.want)) if (has(f) !== (want === "with")) return false;
  if (state.format && r.f !== state.format) return false;
  if (state.licence && factsOf(r).licence !== state.licence) return false;
  return !state.name || r.n.toLowerCase().includes(state.name.toLowerCase());
}

// bestOfEach keeps the fastest row of each serializer and class.
function bestOfEach(rows, time) {
  const seen = new Set();
  return [...rows].sort((a, b) => time(a) - time(b)).filter(r => {
    const key = base(r) + " " + classOf(r);
    return !seen.has(key) && seen.add(key);
  });
}
function shown() {
  const rows = subject().rows.filter(passes);
  return state.best ? bestOfEach(rows, r => timing(r)[NS]) : rows;
}

// front returns the rows that no other row beats in both figures.
function front(rows, x, y) {
  let least = Infinity;
  return [...rows].sort((a, b) => x(a) - x(b) || y(a) - y(b)).filter(r => y(r) < least && ((least = y(r)), true));
}

// ---- header, choices

function choices() {
  fill($("machine"), ...data.kinds.map((k, i) => el("option", { value: i }, k.name)));
  $("machine-label").hidden = data.kinds.length < 2;
  $("machine").value = state.kind;
  fill($("workload"), ...kind().subjects.map((s, i) => el("option", { value: i }, s.name)));
  $("workload").value = state.subject;
  $("workload-label").hidden = kind().subjects.length < 2;
  const s = subject();
  if (!s) return;
  if (!s.ops.includes(state.op)) state.op = s.ops[0] || "";
  fill($("ops"), ...s.ops.map(op => el("label", {}, el("input", { type: "radio", name: "op", value: op, checked: op === state.op, onchange: () => { state.op = op; draw(); } }), opName(op))));
  const flags = Object.entries(s.flags || {}).map(([k, v]) => k + " " + v).join(", ");
  $("of").textContent = `${s.type}: ${s.values} values ${(s.origin || "").startsWith("generated") ? s.origin : "of the " + (s.origin || "workload")}${flags ? " (" + flags + ")" : ""}`;
  const some = (list, id, all) => {
    const old = state[id];
    fill($("f-" + id), el("option", { value: "" }, all), ...[...new Set(list)].filter(Boolean).sort().map(v => el("option", { value: v }, v)));
    $("f-" + id).value = old;
    if ($("f-" + id).value !== old) $("f-" + id).value = state[id] = "";
  };
  some(s.rows.map(r => r.f), "format", "any format");
  some(s.rows.map(r => factsOf(r).licence), "licence", "any licence");
  const features = [...new Set(s.rows.flatMap(r => r.x || []))].filter(f => !MODES.includes(f)).sort();
  for (const f of Object.keys(state.want)) if (!features.includes(f)) delete state.want[f];
  fill($("f-feature"), ...features.map(f => el("button", { type: "button", class: "chip", "data-want": state.want[f] || "any", "aria-label": `${f}: ${state.want[f] || "any"}`, "data-feature": f, onclick: () => {
    const next = { undefined: "with", with: "without" }[state.want[f]];
    if (next) state.want[f] = next; else delete state.want[f];
    draw();
    document.querySelector(`[data-feature="${CSS.escape(f)}"]`).focus();
  } }, f)));
}

function about() {
  const k = kind();
  const started = new Date(k.started);
  $("about").textContent = [data.tool || "assay", started.getFullYear() > 1 ? started.toISOString().slice(0, 16).replace("T", " ") + " UTC" : null, k.name].filter(Boolean).join(", ");
  const alarms = [...(k.complete ? [] : ["Incomplete: the figures cover what was measured until the run was interrupted."]), ...(k.warnings || []).map(w => "Warning: " + w)];
  $("alarm").hidden = alarms.length === 0;
  const lines = list => list.flatMap((a, i) => i ? [el("br"), a] : [a]), first = alarms.length > 3 ? 2 : 3;
  fill($("alarm"), ...lines(alarms.slice(0, first)), alarms.length > first ? el("details", {}, el("summary", {}, `and ${alarms.length - first} more`), ...lines(alarms.slice(first))) : null);
  $("confidence").textContent = Math.round(100 * k.confidence) + " %";
  $("contenders").hidden = !data.contenders;
  fill($("environment"), ...k.environment.flatMap(([n, v]) => [el("dt", {}, n), el("dd", {}, v)]));
  fill($("modules"), ...Object.entries(k.modules || {}).sort().flatMap(([n, v]) => [el("dt", {}, n), el("dd", {}, v)]));
  $("made").textContent = "Made from results of " + (data.tool || "assay") + (data.command ? ", run as: assay " + data.command.join(" ") : "");
}

// ---- at a glance

// blocks makes elements of what the terminal says.
function blocks(list) {
  return (list || []).flatMap(b => {
    const title = b.text && b.kind !== "text" ? [el("h3", {}, b.text)] : [];
    const cls = c => c.r ? "name" : c.n ? null : "text";
    switch (b.kind) {
      case "text": return [el("p", {}, b.text)];
      case "list": return [...title, el("ul", {}, ...(b.lines || []).map(([mark, text]) => el("li", {}, mark === "-" ? null : el("strong", {}, mark + " "), text)))];
      case "commands": return [...title, el("pre", { tabindex: 0, role: "region", "aria-label": "Commands" }, ...(b.lines || []).flatMap(([text, gives]) => [text, gives ? el("span", {}, "  # " + gives) : "", "\n"]))];
      case "table": {
        const at = h => b.cols.findIndex(c => c.h === h), ofUnsafe = at("UNSAFE"), ofCopy = at("ZERO COPY"), ofTime = at("VS 1ST"), rows = b.rows || [];
        const cell = (row, i) => {
          const safety = row[ofCopy] === "yes" ? "aliases" : row[ofUnsafe] === "yes" ? "unsafe" : "safe";
          switch (b.cols[i].h) {
            case "UNSAFE": return el("td", { class: "text class" }, badge(safety), row[i]);
            case "ZERO COPY": return el("td", { class: "text copy" }, row[i]);
            case "MALFORMED": return el("td", { class: "text malformed" }, row[i] === "ok" ? "ok" : el("b", {}, row[i]));
            case "VS 1ST": return el("td", { class: "time", "data-doubt": row[at("#")] === "~" }, row[i]);
            case "SPEED": return el("td", { class: "bar", "aria-hidden": "true" }, speed(parseFloat(row[ofTime]), safety));
          }
          return el("td", { class: [cls(b.cols[i]), HEADS[b.cols[i].h] || b.cols[i].h.toLowerCase()].filter(Boolean).join(" ") }, ...(b.cols[i].r ? named(row[i]) : [row[i]]));
        };
        const body = el("tbody", {}, ...rows.map(row => el("tr", {}, ...row.map((_, i) => cell(row, i)))));
        // As many lines as the terminal has stand first; the others are a click away.
        const more = ofTime >= 0 && rows.length > FIRST && el("button", { type: "button", class: "more", "aria-expanded": "false", onclick: e => { const all = body.classList.toggle("all"); e.target.textContent = all ? `The first ${FIRST} alone` : `All ${rows.length}`; e.target.setAttribute("aria-expanded", String(all)); } }, `All ${rows.length}`);
        return [...title, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": b.text || b.cols.map(c => c.h).join(", ") }, el("table", {},
          el("thead", {}, el("tr", {}, ...b.cols.map(c => el("th", { class: [cls(c), HEADS[c.h] || c.h.toLowerCase()].filter(Boolean).join(" "), scope: "col" }, c.h, c.u ? el("small", {}, " " + c.u) : null)))),
          body)), more || null].filter(Boolean);
      }
    }
    return [];
  });
}
const FIRST = 10;
const HEADS = { "#": "rank", "UNSAFE": "class", "ZERO COPY": "copy", "VS 1ST": "time" }; // classes of columns
// badge is the mark of a class as the chart has it.
const badge = c => el("svg:svg", { class: c, viewBox: "0 0 14 14", "aria-hidden": "true" }, shapes[c] ? el("svg:path", { class: "mark " + c, d: shapes[c](7, 7.5, 5) }) : null);
// speed is a bar, as long as the row is fast against the first.
function speed(time, c) {
  if (!(time > 0)) return "";
  const i = el("i");
  i.style.width = `${Math.min(100, 100 / time).toFixed(1)}%`;
  return el("div", { class: "track " + c }, i);
}
function glance() {
  // What was asked for besides stands below the answer, with how to read it.
  const mine = subject().glance || [], besides = mine.findIndex(b => b.kind === "table" && b.text);
  const answer = besides < 0 ? mine : mine.slice(0, besides);
  const all = kind().choices || [], from = Math.max(0, all.findIndex(b => b.kind === "table"));
  const reading = all.slice(0, from), text = b => b.kind === "text";
  fill($("glance"), ...blocks(answer));
  fill($("reading"), ...blocks(reading.filter(text)), el("p", { class: "legend" }, ...shaped()));
  fill($("besides"), ...blocks([...mine.slice(answer.length), ...reading.filter(b => !text(b))]));
  fill($("choices"), ...(all.length ? blocks(all.slice(from)) : [el("p", {}, "There is nothing to choose between.")]));
}

// ---- scatter

const shapes = {
  safe: (x, y, r) => `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`,
  unsafe: (x, y, r) => `M${x},${y - 1.2 * r}L${x + 1.15 * r},${y + r}L${x - 1.15 * r},${y + r}Z`,
  aliases: (x, y, r) => `M${x},${y - 1.3 * r}L${x + 1.3 * r},${y}L${x},${y + 1.3 * r}L${x - 1.3 * r},${y}Z`,
};
const SHAPED = { safe: "circle: safe", unsafe: "triangle: unsafe in the library", aliases: "diamond: values share the message's memory" };
const shaped = () => Object.keys(SHAPED).map(c => el("span", { class: c }, badge(c), " " + SHAPED[c]));

// logScale maps figures to a length, with ticks at 1, 2 and 5.
function logScale(values, from, to) {
  let lo = Math.min(...values), hi = Math.max(...values);
  lo /= 1.15; hi *= 1.15;
  if (hi / lo < 3) { const m = Math.sqrt(3 * lo / hi); lo /= m; hi *= m; }
  const f = v => from + (to - from) * Math.log(v / lo) / Math.log(hi / lo);
  const ticks = [];
  const decades = Math.log10(hi / lo), steps = decades > 5 ? [1] : decades > 2.2 ? [1, 3] : decades > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
  for (let e = Math.floor(Math.log10(lo)); e <= Math.ceil(Math.log10(hi)); e++)
    for (const m of steps) { const v = m * 10 ** e; if (v >= lo && v <= hi) ticks.push(v); }
  return { f, ticks };
}
const tick = v => v >= 1e9 ? v / 1e9 + " G" : v >= 1e6 ? v / 1e6 + " M" : v >= 1e4 ? v / 1e3 + " k" : String(+v.toPrecision(3));

function frame(svg, W, H, box, x, y, xName, yName) {
  svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
  const parts = [];
  for (const v of x.ticks) parts.push(el("svg:line", { class: "grid", x1: x.f(v), x2: x.f(v), y1: box.top, y2: box.bottom }), el("svg:text", { x: x.f(v), y: box.bottom + 17, "text-anchor": "middle" }, tick(v)));
  for (const v of y.ticks) parts.push(el("svg:line", { class: "grid", x1: box.left, x2: box.right, y1: y.f(v), y2: y.f(v) }), el("svg:text", { x: box.left - 7, y: y.f(v) + 4, "text-anchor": "end" }, tick(v)));
  parts.push(el("svg:path", { class: "axis", fill: "none", d: `M${box.left},${box.top}V${box.bottom}H${box.right}` }),
    el("svg:text", { x: (box.left + box.right) / 2, y: H - 6, "text-anchor": "middle" }, xName),
    el("svg:text", { x: 0, y: 0, "text-anchor": "middle", transform: `translate(14,${(box.top + box.bottom) / 2}) rotate(-90)` }, yName));
  return parts;
}

let marks = [];
function scatter(all) {
  const svg = $("scatter"), rows = all.filter(r => r.s[0] > 0 && timing(r)[NS] > 0);
  const narrow = svg.parentNode.clientWidth < 560;
  const W = narrow ? 420 : 960, H = narrow ? 420 : 480, box = { left: 62, right: W - 20, top: 16, bottom: H - 46 };
  $("tip").hidden = true;
  if (!rows.length) { svg.setAttribute("viewBox", "0 0 400 60"); marks = []; fill(svg, el("svg:text", { x: 200, y: 34, "text-anchor": "middle" }, "no variant passes the filters")); return; }
  const x = logScale(rows.map(r => r.s[0]), box.left, box.right), y = logScale(rows.map(r => timing(r)[NS]), box.bottom, box.top);
  const parts = frame(svg, W, H, box, x, y, "encoded size, bytes (log)", opName(state.op) + ", ns/op (log)");
  const best = front(rows, r => r.s[0], r => timing(r)[NS]);
  const at = r => [x.f(r.s[0]), y.f(timing(r)[NS])];
  let d = "";
  best.forEach((r, i) => { const [px, py] = at(r); d += i ? `H${px}V${py}` : `M${px},${box.top}V${py}`; });
  parts.push(el("svg:path", { class: "front", d: d + "H" + box.right }));
  const order = [...rows].sort((a, b) => timing(a)[NS] - timing(b)[NS]);
  state.focus = Math.min(state.focus, order.length - 1);
  marks = order.map((r, i) => {
    const [px, py] = at(r);
    const m = el("svg:path", {
      class: "mark " + classOf(r) + (state.pins.includes(r.n) ? " pinned" : ""), d: shapes[classOf(r)](px, py, narrow ? 4.5 : 5.5),
      role: "button", tabindex: i === state.focus ? 0 : -1, "data-row": r.n, "aria-pressed": state.pins.includes(r.n) ? "true" : "false",
      "aria-label": `${r.n}, ${classWord(classOf(r))}: ${fig(timing(r)[NS])} nanoseconds, ${fig(r.s[0])} bytes`,
      onmouseenter: () => tip(r, px / W, py / H), onmouseleave: () => { $("tip").hidden = true; },
      onfocus: () => { state.focus = i; tip(r, px / W, py / H); }, onblur: () => { $("tip").hidden = true; },
      onclick: () => pin(r.n), onkeydown: e => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
        if (step) { const next = marks[(i + step + marks.length) % marks.length]; marks[i].tabIndex = -1; next.tabIndex = 0; next.focus(); e.preventDefault(); }
        if (e.key === "Enter" || e.key === " ") { pin(r.n); marks[i] && marks[i].focus(); e.preventDefault(); }
      },
    });
    return m;
  });
  parts.push(...[...marks].reverse()); // the fastest on top; the tab order is the roving one
  parts.push(...labels(rows, best, at, box, narrow));
  fill(svg, ...parts);
  fill($("legend"), ...shaped(), el("span", {}, "dashed: Pareto front"));
}

// labels names the pinned rows and the front where there is room.
function labels(rows, best, at, box, narrow) {
  const out = [], taken = rows.map(r => { const [x, y] = at(r); return { x: x - 6, y: y - 6, w: 12, h: 12, mark: true }; });
  const free = b => taken.every(t => t.mark && b.must || b.x > t.x + t.w || b.x + b.w < t.x || b.y > t.y + t.h || b.y + b.h < t.y);
  const fastest = rows.reduce((a, r) => !a || timing(r)[NS] < timing(a)[NS] ? r : a, null); // is named in any case
  for (const r of [...(fastest ? [fastest] : []), ...rows.filter(r => state.pins.includes(r.n)), ...best, ...(narrow ? [] : rows)]) {
    const [px, py] = at(r), name = state.best || !narrow ? r.n : base(r), w = name.length * 6.8, h = 13, must = best.includes(r) || state.pins.includes(r.n); // others cover no mark
    let spot = [[px + 9, py + 4], [px - 9 - w, py + 4], [px - w / 2, py - 10], [px - w / 2, py + 19]].find(([tx, ty]) => tx > box.left + 2 && tx + w < box.right && ty > box.top + 8 && ty < box.bottom - 2 && free({ x: tx, y: ty - 11, w, h, must }));
    if (!spot && r === fastest) spot = [Math.max(box.left + 3, Math.min(px + 9, box.right - w - 2)), Math.max(box.top + 10, Math.min(py + 4, box.bottom - 3))];
    if (!spot || taken.some(t => t.n === r.n) || out.length > 45) continue;
    taken.push({ n: r.n, x: spot[0], y: spot[1] - 11, w, h });
    out.push(el("svg:text", { class: "label", x: spot[0], y: spot[1], "aria-hidden": "true", "pointer-events": "none" }, name));
  }
  return out;
}

function tip(r, fx, fy) {
  const t = timing(r), box = $("tip");
  const range = t[LO] !== null ? ` [${fig(t[LO])}, ${fig(t[HI])}]` : "";
  fill(box, el("strong", {}, r.n), `${fig(t[NS])}${range} ns/op, rank ${place(r)}`, el("br"), `${fig(r.s[0])} bytes, ${count(t[ALLOCS])} allocations of ${count(t[BYTES])} bytes`, el("br"),
    [classWord(classOf(r)), r.l, r.f, factsOf(r).licence].filter(Boolean).join(", "));
  box.hidden = false;
  const chart = box.parentNode.getBoundingClientRect(), w = box.offsetWidth, h = box.offsetHeight;
  box.style.left = Math.max(4, Math.min(fx * chart.width + 14, chart.width - w - 4)) + "px";
  const top = fy * chart.height - h - 12;
  box.style.top = (top < 4 ? fy * chart.height + 16 : top) + "px";
}

// pin keeps a row for the comparison: at most eight, of which the oldest goes.
function pin(name) {
  const i = state.pins.indexOf(name);
  if (i >= 0) state.pins.splice(i, 1);
  else state.pins.push(name);
  if (state.pins.length > 8) state.pins.shift();
  draw();
}

// ---- table

// place is a row's rank, with an = where others have the same.
const place = r => timing(r)[RANK] + (subject().rows.some(o => o !== r && timing(o) && timing(o)[RANK] === timing(r)[RANK]) ? "=" : "");

const columns = [
  { key: "rank", head: "#", of: r => timing(r)[RANK], text: (v, r) => place(r) },
  { key: "name", head: "Variant", of: r => r.n, cls: "name" },
  { key: "class", head: "Class", of: r => classWord(classOf(r)), cls: "text" },
  { key: "ns", head: "ns/op", of: r => timing(r)[NS], text: fig },
  { key: "bar", head: "", bar: true },
  { key: "pm", head: "±", of: r => spread(timing(r)), text: v => v === null ? "?" : v < 0.5 ? "<1 %" : Math.round(v) + " %" },
  { key: "ratio", head: "× best", of: r => timing(r)[RATIO], text: fig },
  { key: "cpu", head: "CPU ns/op", of: r => timing(r)[CPU], text: v => v === null ? "–" : fig(v), when: rows => rows.some(r => timing(r)[CPU] !== null) },
  { key: "size", head: "bytes", of: r => r.s[0], text: fig },
  { key: "mb", head: "MB/s", of: r => 1e3 * r.s[0] / timing(r)[NS], text: fig },
  { key: "bop", head: "B/op", of: r => timing(r)[BYTES], text: count },
  { key: "allocs", head: "allocs/op", of: r => timing(r)[ALLOCS], text: count },
  { key: "format", head: "Format", of: r => r.f || "", cls: "text" },
];
const spread = t => t[LO] === null ? null : 100 * Math.max(t[HI] - t[NS], t[NS] - t[LO]) / t[NS];
const order = (a, b) => a === null ? 1 : b === null ? -1 : typeof a === "string" ? a.localeCompare(b) : a - b;

function table(rows) {
  const cols = columns.filter(c => !c.when || c.when(rows));
  const col = columns.find(c => c.key === state.sort) || columns[3];
  const sorted = [...rows].sort((a, b) => (state.desc ? -1 : 1) * order(col.of(a), col.of(b)) || timing(a)[NS] - timing(b)[NS]);
  const best = new Set(front(rows, r => r.s[0], r => timing(r)[NS]));
  const least = Math.min(...rows.map(r => timing(r)[NS])), most = Math.max(...rows.map(r => timing(r)[NS]));
  const pos = v => 6 + 88 * Math.log(v / least) / Math.log(Math.max(most / least, 1.5));
  const head = el("tr", {}, el("th", {}, el("span", { title: "pin for the comparison side by side" }, "pin")), ...cols.map(c => c.bar ? el("th", { "aria-hidden": "true" }) : el("th", { class: c.cls, scope: "col", "aria-sort": c.key === state.sort ? (state.desc ? "descending" : "ascending") : "none" },
    el("button", { type: "button", "data-sort": c.key, onclick: () => { state.desc = state.sort === c.key && !state.desc; state.sort = c.key; draw(); document.querySelector(`[data-sort="${c.key}"]`).focus(); } }, c.head))));
  const body = sorted.map(r => {
    const t = timing(r), pinned = state.pins.includes(r.n);
    return el("tr", { class: best.has(r) ? "front" : null, "data-row": r.n }, el("td", {}, el("input", { type: "checkbox", checked: pinned, "aria-label": "pin " + r.n, onchange: () => pin(r.n) })), ...cols.map(c => {
      if (!c.bar) { const v = c.of(r); return el("td", { class: c.cls }, ...(c.key === "name" ? named(v) : [c.text ? c.text(v, r) : v]), c.key === "name" ? faulty(r) : null, c.key === "name" && r.k ? el("sup", {}, "\u00a0" + r.k.join(",")) : null); }
      const lo = t[LO] === null ? t[NS] : t[LO], hi = t[HI] === null ? t[NS] : t[HI];
      const i = el("i"), b = el("b");
      i.style.width = Math.max(1, pos(t[NS])) + "%";
      b.style.left = Math.max(0, pos(lo)) + "%";
      b.style.width = Math.max(0, Math.min(100, pos(hi)) - pos(lo)) + "%";
      return el("td", { class: "bar", "aria-hidden": "true" }, el("div", { class: "track " + classOf(r) }, i, b));
    }));
  });
  fill($("table"), el("thead", {}, head), el("tbody", {}, ...body));
}

// ---- side by side

function sideBySide() {
  const s = subject(), pinned = state.pins.map(n => s.rows.find(r => r.n === n)).filter(Boolean);
  $("compare").hidden = pinned.length === 0;
  const lines = [];
  const line = (name, of, text) => {
    const v = pinned.map(of);
    if (v.every(x => x === undefined || x === null || x === "")) return;
    const numbers = v.filter(x => typeof x === "number"), least = numbers.length > 1 ? Math.min(...numbers) : NaN;
    lines.push(el("tr", {}, el("th", { class: "text", scope: "row" }, name), ...v.map(x => el("td", { class: x === least ? "best" : null }, x === undefined || x === null || x === "" ? "–" : text ? text(x) : String(x)))));
  };
  for (const op of s.ops) {
    line(opName(op) + ", ns/op", r => r.o[op] && r.o[op][NS], fig);
    line("… interval", r => r.o[op] && r.o[op][LO] !== null ? `${fig(r.o[op][LO])} – ${fig(r.o[op][HI])}` : null);
    line("… allocations", r => r.o[op] && r.o[op][ALLOCS], count);
    line("… bytes allocated", r => r.o[op] && r.o[op][BYTES], count);
  }
  line("encoded bytes", r => r.s[0], fig);
  line("class", r => classWord(classOf(r)));
  line("format", r => r.f);
  line("version", r => r.v);
  line("licence", r => factsOf(r).licence);
  line("evolution", r => factsOf(r).evolution);
  line("same value, same bytes", r => r.t ? "yes" : "no");
  line("features", r => (r.x || []).join(" "));
  fill($("side"), el("thead", {}, el("tr", {}, el("th", {}), ...pinned.map(r => el("th", { class: classOf(r), scope: "col" }, r.n, " ", el("button", { type: "button", "aria-label": "unpin " + r.n, onclick: () => pin(r.n) }, "×"))))), el("tbody", {}, ...lines));
}

// ---- which one for me

const QUESTIONS = [
  ["portable", "read by other languages", r => r.p],
  ["evolve", "fields will be added later", r => ["tagged", "writer schema"].includes(factsOf(r).evolution)],
  ["hostile", "input is not trusted", r => r.b === "untrusted"],
  ["own", "my own structs, as they are", r => !(r.x || []).includes("notransform") && !factsOf(r).schema],
  ["text", "people should read it", r => (r.x || []).includes("text")],
  ["stable", "same value, same bytes", r => r.t],
];
function questions() {
  fill($("questions"), ...QUESTIONS.map(([key, words]) => el("label", { class: "check" }, el("input", { type: "checkbox", "data-ask": key, checked: state.ask[key], onchange: e => { state.ask[key] = e.target.checked; which(); remember(); } }), " " + words)));
}
function which() {
  const s = subject(), asked = QUESTIONS.filter(([k]) => state.ask[k]);
  const both = r => (r.o.marshal ? r.o.marshal[NS] : NaN) + (r.o.unmarshal ? r.o.unmarshal[NS] : NaN);
  const fit = s.rows.filter(r => r.b && isFinite(both(r)) && asked.every(([, , ok]) => ok(r)));
  const list = front(bestOfEach(fit, both), r => r.s[0], both).sort((a, b) => both(a) - both(b));
  const few = list.length > 5 ? [...list.slice(0, 3), ...list.slice(-2)] : list;
  const fastest = few[0], smallest = few[few.length - 1];
  fill($("which"), ...(few.length ? few : [null]).map(r => {
    if (!r) return el("li", {}, "No variant that was measured fits all of this. " + asked.map(([, w, ok]) => `"${w}": ${s.rows.filter(ok).length} variants`).join("; ") + ".");
    const why = [];
    const next = bestOfEach(fit.filter(o => o.d !== r.d), both)[0];
    const rank = o => o.o.roundtrip ? o.o.roundtrip[RANK] : NaN, ties = fit.filter(o => o.d !== r.d && rank(o) === rank(r));
    const tie = ties.length ? ", which this run cannot tell from " + ties[0].n + (ties.length > 1 ? ` and ${ties.length - 1} more` : "") : "";
    if (r === fastest) why.push(`the fastest of ${fit.length} variants that fit` + (tie || (next ? `, ${(both(next) / both(r)).toFixed(2)} times as fast as ${next.n}` : "")));
    if (r === smallest) why.push(`the smallest, at ${fig(r.s[0])} bytes` + (r !== fastest ? ` against ${fig(fastest.s[0])} of the fastest` : ""));
    if (!why.length) why.push(`${(both(r) / both(fastest)).toFixed(2)} times the time of the fastest, ${(100 - 100 * r.s[0] / fastest.s[0]).toFixed(0)} % smaller`);
    if (classOf(r) === "aliases") why.push("its values are zero-copy");
    if ((r.x || []).includes("reuse")) why.push("buffers and values must be reused");
    if ((r.x || []).includes("arena")) why.push("many values share memory that none gives back");
    return el("li", {}, el("strong", {}, r.n), `: ${fig(r.o.marshal[NS])} + ${fig(r.o.unmarshal[NS])} ns to marshal and unmarshal; ${why.join("; ")}.`);
  }));
}

// ---- cost

const PRICES = [
  ["rate", "messages a second", 10000], ["reads", "reads of each", 1], ["cores", "cores", 4], ["link", "link, Gbit/s", 1],
  ["cpu", "core-hour, $", 0.04], ["traffic", "traffic, $/GB", 0.09], ["storage", "storage, $/GB and month", 0], ["keep", "kept for, days", 0],
];
const HOURS = 730; // of a month
function prices() {
  const list = compressions();
  if (state.pack && !list.some(([v]) => v === state.pack) && !(state.pack === "best" && list.length)) state.pack = "";
  fill($("prices"), ...PRICES.map(([key, words, value]) => el("label", {}, words + " ", el("input", { type: "number", min: 0, step: "any", id: "p-" + key, value: key in state.price ? state.price[key] : value, oninput: e => { state.price[key] = e.target.value; cost(); } }))),
    el("label", {}, "compression ", el("select", { id: "p-pack", onchange: e => { state.pack = e.target.value; cost(); } }, ...[["", "none"], ...(list.length ? [["best", "what suits each variant best"]] : []), ...list].map(([v, w]) => el("option", { value: v, selected: v === (state.pack || "") }, w)))));
}

// compressions lists what was measured: each algorithm, by itself and in a stream.
const compressions = () => (subject().packers || []).map((name, i) => [String(i), name]);
const packed = (r, i) => r.c === undefined ? null : subject().packed[r.c][i];

// costOf says what a row costs: cores and bits a second at the wanted rate, the
// greatest rate, what stops it there, and dollars a month.
function costOf(r, p, pack) {
  const m = r.o.marshal, u = r.o.unmarshal;
  if (!m || !u) return null;
  if (pack === "best") {
    const key = state.costSort || "total", sign = key === "max" ? -1 : 1;
    const all = ["", ...compressions().map(([i]) => i)].map(i => costOf(r, p, i)).filter(Boolean);
    return all.length ? all.reduce((a, b) => sign * (b[key] - a[key]) < 0 ? b : a) : null;
  }
  let size = r.s[0];
  const work = { marshalling: m[CPU] ?? m[NS], unmarshalling: p.reads * (u[CPU] ?? u[NS]) }; // with the collector's work, where that was measured
  if (pack) {
    const c = packed(r, pack);
    if (!c) return null;
    size = c[0];
    Object.assign(work, { compressing: c[1], decompressing: p.reads * c[2] });
  }
  const ns = Object.values(work).reduce((a, b) => a + b), bits = 8 * size * Math.max(p.reads, 1);
  const cores = p.rate * ns / 1e9, mbit = p.rate * bits / 1e6;
  const byCPU = p.cores * 1e9 / ns, byLink = p.link * 1e9 / bits;
  const gb = p.rate * 3600 * HOURS * size / 1e9;
  const parts = { processor: cores * p.cpu * HOURS, traffic: gb * Math.max(p.reads, 1) * p.traffic, storage: p.rate * 86400 * p.keep * size / 1e9 * p.storage };
  const total = parts.processor + parts.traffic + parts.storage;
  const most = parts => Object.keys(parts).reduce((a, b) => parts[b] > parts[a] ? b : a), greatest = most(parts);
  return { size, ns, cores, mbit, max: Math.min(byCPU, byLink), stop: byCPU < byLink ? "processor" : "link", work: most(work), pack: pack ? compressions()[pack][1] : "none", total, parts, greatest, share: total > 0 ? parts[greatest] / total : 0 };
}

function cost() {
  const p = Object.fromEntries(PRICES.map(([key]) => [key, Math.max(0, parseFloat($("p-" + key).value) || 0)]));
  const rows = subject().rows.filter(passes).map(r => ({ r, c: costOf(r, p, state.pack) })).filter(x => x.c);
  const seen = new Set(), key = state.costSort || "total", sign = key === "max" ? -1 : 1;
  rows.sort((a, b) => sign * (a.c[key] - b.c[key]) || a.c.ns - b.c.ns);
  const list = rows.filter(({ r }) => { if (!state.best) return true; const k = base(r) + classOf(r); return !seen.has(k) && seen.add(k); }).slice(0, 25);
  const heads = [["Variant", "name"], ["Class", "text"], ["bytes", "", "size"], ["ns a message", "", "ns"], ["cores", "", "cores"], ["Mbit/s", "", "mbit"], ["most messages/s", "", "max"], ["stopped by", "text"], ...(state.pack === "best" ? [["compression", "text"]] : []), ["$ a month", "", "total"], ["mostly for", "text"]];
  fill($("cost"), el("thead", {}, el("tr", {}, ...heads.map(([h, cls, k]) => k ? el("th", { scope: "col", class: cls || null, "aria-sort": k === key ? (sign < 0 ? "descending" : "ascending") : "none" }, el("button", { type: "button", "data-cost": k, onclick: () => { state.costSort = k; cost(); document.querySelector(`[data-cost="${k}"]`).focus(); } }, h)) : el("th", { scope: "col", class: cls || null }, h)))),
    el("tbody", {}, ...list.map(({ r, c }) => el("tr", { "data-row": r.n }, el("td", { class: "name" }, ...named(r.n), faulty(r)), el("td", { class: "text" }, classWord(classOf(r))), el("td", {}, fig(c.size)), el("td", {}, fig(c.ns)), el("td", { "data-cell": "cores" }, c.cores < 1 ? fig(100 * c.cores) + " % of a core" : fig(c.cores)), el("td", {}, fig(c.mbit)), el("td", { "data-cell": "max" }, count(Math.round(c.max))), el("td", { class: "text", "data-cell": "stop" }, c.stop + (c.stop === "processor" ? ", " + c.work : "")), state.pack === "best" ? el("td", { class: "text", "data-cell": "pack" }, c.pack) : null, el("td", { "data-cell": "total" }, fig(c.total)), el("td", { class: "text" }, c.total > 0 ? `${c.greatest}, ${Math.round(100 * c.share)} %` : "–")))));
  const stops = new Set(list.map(x => x.c.stop)), most = new Set(list.map(x => x.c.greatest)), work = new Set(list.map(x => x.c.work));
  const help = !stops.has("processor") ? ": only smaller encodings help" : stops.has("link") ? ", depending on the variant" : `: it is busy mostly with ${[...work].join(" or ")}, and nothing but less of that helps`;
  const none = compressions().length ? "" : " Compression was not measured in this run; assay run --also=compression does.";
  $("cost-note").textContent = list.length ? `A message is marshalled once and unmarshalled ${p.reads === 1 ? "once" : p.reads + " times"}. At most messages a second the ${[...stops].join(" or the ")} is the bottleneck${help}; the bill is mostly for ${[...most].join(" or ")}.${none}` : "No variant that passes the filters has what this needs.";
}

// ---- growth

const PALETTE = ["var(--safe)", "var(--unsafe)", "var(--aliases)", "var(--front)", "var(--alarm)", "var(--focus)", "var(--dim)", "var(--ink)"];
function growth(rows) {
  const charts = [];
  for (const [field, at, name, xName, yName] of [["g", 1, "time against size of the value", "encoded bytes (log)", "ns/op (log)"], ["g", 2, "allocations against size of the value", "encoded bytes (log)", "allocations (log)"], ["h", 1, "throughput against goroutines", "goroutines (log)", "operations a second (log)"]]) {
    // On logarithms there is no place for none: rows that do not allocate have no curve.
    const curve = r => ((r[field] || {})[state.op] || []).filter(p => p[at] > 0).map(p => [p[0], p[at]]);
    const list = [...rows.filter(r => state.pins.includes(r.n)), ...rows].filter((r, i, all) => curve(r).length > 1 && all.indexOf(r) === i).slice(0, 8);
    if (!list.length) continue;
    const points = list.flatMap(curve);
    const W = 480, H = 320, box = { left: 70, right: W - 14, top: 12, bottom: H - 44 };
    const x = logScale(points.map(p => p[0]), box.left, box.right), y = logScale(points.map(p => p[1]), box.bottom, box.top);
    if (field === "h") x.ticks = [...new Set(points.map(p => p[0]))];
    const svg = el("svg:svg", { role: "img", "aria-label": `${name}: ${list.map(r => r.n).join(", ")}` });
    svg.append(...frame(svg, W, H, box, x, y, xName, yName));
    list.forEach((r, i) => {
      const d = curve(r).map((p, j) => (j ? "L" : "M") + x.f(p[0]) + "," + y.f(p[1])).join("");
      const line = el("svg:path", { class: "curve", d });
      line.style.stroke = PALETTE[i];
      svg.append(line, ...curve(r).map(p => el("svg:circle", { cx: x.f(p[0]), cy: y.f(p[1]), r: 2.6, fill: PALETTE[i] })));
    });
    const slope = r => { // of least squares, on both logarithms
      const p = curve(r).map(q => [Math.log(q[0]), Math.log(q[1])]), n = p.length;
      const mx = p.reduce((s, q) => s + q[0], 0) / n, my = p.reduce((s, q) => s + q[1], 0) / n;
      return p.reduce((s, q) => s + (q[0] - mx) * (q[1] - my), 0) / p.reduce((s, q) => s + (q[0] - mx) ** 2, 0);
    };
    charts.push(el("figure", {}, el("figcaption", {}, name[0].toUpperCase() + name.slice(1)), el("div", { class: "chart" }, svg), el("p", { class: "legend curves" }, ...list.map((r, i) => { const s = el("span", {}, `▬ ${r.n}, slope ${slope(r).toFixed(2)}`); s.style.color = PALETTE[i]; return s; }))));
  }
  $("growth").hidden = charts.length === 0;
  fill($("growth-charts"), ...charts);
}

// ---- across machines, rows without figures, notes

function across(rows) {
  $("machines").hidden = data.kinds.length < 2;
  if (data.kinds.length < 2) return;
  const name = subject().name, least = data.kinds.map(k => { const s = k.subjects.find(s => s.name === name); return s ? Math.min(...s.rows.filter(r => r.o[state.op] && rows.some(x => x.n === r.n)).map(r => r.o[state.op][NS])) : NaN; });
  const cell = (k, r, i) => { const s = k.subjects.find(s => s.name === name), other = s && s.rows.find(o => o.n === r.n), t = other && other.o[state.op]; return t ? `${fig(t[NS] / least[i])} ×` : "–"; };
  fill($("across"), el("thead", {}, el("tr", {}, el("th", { class: "name" }, "Variant"), ...data.kinds.map(k => el("th", {}, k.name)))), el("tbody", {}, ...[...rows].sort((a, b) => timing(a)[NS] - timing(b)[NS]).map(r => el("tr", {}, el("td", { class: "name" }, r.n), ...data.kinds.map((k, i) => el("td", {}, cell(k, r, i)))))));
}
function remarks() {
  const s = subject();
  fill($("without"), s.excluded && s.excluded.length ? el("ul", {}, ...s.excluded.map(e => el("li", {}, el("strong", {}, e.status), `: ${e.reason || "no reason was recorded"} `, el("span", { class: "rows" }, "(" + e.rows.join(", ") + ")")))) : el("p", {}, "None: every row of this workload has figures."));
  fill($("notes"), s.notes && s.notes.length ? el("ol", {}, ...s.notes.map(n => el("li", { value: n.number }, `${n.kind}: ${n.text} `, el("span", { class: "rows" }, `(${n.rows.length > 6 ? n.rows.slice(0, 6).join(", ") + ` and ${n.rows.length - 6} more` : n.rows.join(", ")})`)))) : el("p", {}, "None."));
  const floor = (s.floor || {})[state.op];
  $("floor").textContent = floor ? `The harness by itself takes ${fig(floor)} ns for each ${opName(state.op)}.` : "";
}

// ---- downloads

const CSV = ["machine", "subject", "op", "row", "driver", "version", "format", "licence", "features", "class", "rank", "ns_op", "ns_op_lo", "ns_op_hi", "ns_op_least", "ratio", "ratio_lo", "ratio_hi", "bytes_op", "allocs_op", "cpu_ns_op", "size_mean", "size_min", "size_max", "status", "reason", "kind", "at"];
function records() {
  const out = [];
  for (const k of data.kinds) for (const s of k.subjects) {
    for (const r of s.rows) for (const [op, t] of Object.entries(r.o))
      out.push([k.name, s.name, op, r.n, r.d, r.v, r.f, ((k.facts || {})[r.d] || {}).licence, (r.x || []).join("+"), classOf(r), t[RANK], t[NS], t[LO], t[HI], t[LEAST], t[RATIO], t[RLO], t[RHI], t[BYTES], t[ALLOCS], t[CPU], ...r.s, "ok", "", "rounds", ""]);
    for (const r of s.rows) for (const [kind, at, op, ns, size] of further(s, r))
      out.push([k.name, s.name, op, r.n, r.d, r.v, r.f, ((k.facts || {})[r.d] || {}).licence, (r.x || []).join("+"), classOf(r), "", ns, ...Array(9).fill(""), size, "", "", "ok", "", kind, at]);
    for (const e of s.excluded || []) for (const n of e.rows) out.push([k.name, s.name, "", n, ...Array(20).fill(""), e.status, e.reason, "", ""]);
  }
  return out;
}
// further lists what was measured of a row besides rounds: its kind, at what, the
// operation, nanoseconds and bytes.
function further(s, r) {
  const out = [];
  for (const [op, list] of Object.entries(r.g || {})) for (const p of list) out.push(["size", p[0], op, p[1], p[0]]);
  for (const [op, list] of Object.entries(r.h || {})) for (const p of list) out.push(["goroutines", p[0], op, 1e9 / p[1], r.s[0]]);
  if (r.c !== undefined) s.packed[r.c].forEach((z, i) => z && out.push(["compression", s.packers[i], "compress", z[1], z[0]], ["compression", s.packers[i], "decompress", z[2], z[0]]));
  return out;
}
function csv() {
  const cell = v => { const s = v === null || v === undefined ? "" : String(v); return /[",\n\r]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s; };
  return [CSV, ...records()].map(line => line.map(cell).join(",")).join("\r\n") + "\r\n";
}
function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// ---- all of it

// answer draws what stands first, and tells whether there is more.
function answer() {
  choices(); about();
  if (!subject()) { $("count").textContent = "The results hold no workload."; return false; }
  glance();
  return true;
}
function draw() {
  if (!answer()) return;
  const rows = shown(), all = subject().rows.filter(r => timing(r)).length;
  $("count").textContent = `${rows.length} of ${all} variants are shown.`;
  scatter(rows); table(rows); sideBySide(); which(); prices(); cost(); growth(rows); across(rows); remarks();
  remember();
}

// remember keeps what is shown, chosen and sorted in the address, so that it can be
// passed on. What is as in the beginning is left out.
const CLASSES = ["safe", "unsafe", "aliases"];
function remember() {
  const q = new URLSearchParams({ workload: subject().name, op: state.op });
  const keep = (name, value) => { if (value) q.set(name, value); };
  keep("machine", state.kind);
  keep("pins", state.pins.join(" "));
  if (state.classes.size < CLASSES.length) q.set("class", [...state.classes].join(" "));
  keep("mode", [...state.modes].join(" "));
  keep("features", Object.entries(state.want).map(([f, want]) => (want === "with" ? "" : "!") + f).join(" "));
  keep("format", state.format);
  keep("licence", state.licence);
  keep("name", state.name);
  keep("all", state.best ? "" : "1");
  keep("sort", state.sort === "rank" && !state.desc ? "" : (state.desc ? "-" : "") + state.sort);
  keep("ask", Object.keys(state.ask).filter(k => state.ask[k]).join(" "));
  history.replaceState(null, "", "#" + q);
}
function recall() {
  const q = new URLSearchParams(location.hash.slice(1)), words = name => (q.get(name) || "").split(" ").filter(Boolean);
  const machine = +(q.get("machine") || 0);
  state.kind = data.kinds[machine] ? machine : 0;
  const i = kind() ? kind().subjects.findIndex(s => s.name === q.get("workload")) : -1;
  state.subject = Math.max(i, 0);
  state.op = q.get("op") || "";
  state.pins = words("pins").slice(0, 8);
  state.classes = new Set(q.has("class") ? words("class").filter(c => CLASSES.includes(c)) : CLASSES);
  state.modes = new Set(words("mode").filter(m => MODES.includes(m)));
  state.want = Object.fromEntries(words("features").map(f => f.startsWith("!") ? [f.slice(1), "without"] : [f, "with"]));
  for (const name of ["format", "licence", "name"]) state[name] = q.get(name) || "";
  state.best = !q.has("all");
  const sort = q.get("sort") || "rank";
  state.desc = sort.startsWith("-");
  state.sort = columns.some(c => c.key === sort.replace("-", "")) ? sort.replace("-", "") : "rank";
  state.ask = Object.fromEntries(words("ask").map(k => [k, true]));
}

// picture returns the scatter chart as a file by itself: what the page's style says of
// each element is written to it.
function picture() {
  const from = $("scatter"), to = from.cloneNode(true);
  const every = e => [e, ...e.querySelectorAll("*")];
  every(to).forEach((e, i) => {
    const style = getComputedStyle(every(from)[i]);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-family", "font-size", "font-weight"]) e.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["tabindex", "role", "class", "aria-pressed"]) e.removeAttribute(name);
  });
  const [, , w, h] = from.getAttribute("viewBox").split(" ");
  to.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  to.setAttribute("width", w); to.setAttribute("height", h);
  to.prepend(el("svg:title", {}, `${subject().name}, ${opName(state.op)}: time against size`), el("svg:rect", { width: w, height: h, fill: getComputedStyle(document.body).backgroundColor }));
  return new XMLSerializer().serializeToString(to);
}

// start lets the controls work, and draws by first what they are set to.
function start(first) {
  const boxes = (id, list, set) => fill($(id), ...list.map(v => el("label", {}, el("input", { type: "checkbox", "data-box": v, checked: set.has(v), onchange: e => { e.target.checked ? set.add(v) : set.delete(v); draw(); } }), " " + classWord(v))));
  const reset = () => { state.classes = new Set(CLASSES); state.modes.clear(); Object.assign(state, { want: {}, format: "", licence: "", name: "", best: true }); };
  const filters = () => { boxes("f-class", CLASSES, state.classes); boxes("f-mode", MODES, state.modes); $("f-name").value = state.name; $("f-best").checked = state.best; };
  const again = by => { recall(); filters(); questions(); by(); };
  $("machine").onchange = e => { state.kind = +e.target.value; state.subject = 0; draw(); };
  $("workload").onchange = e => { state.subject = +e.target.value; draw(); };
  $("f-format").onchange = e => { state.format = e.target.value; draw(); };
  $("f-licence").onchange = e => { state.licence = e.target.value; draw(); };
  $("f-name").oninput = e => { state.name = e.target.value; draw(); };
  $("f-best").onchange = e => { state.best = e.target.checked; draw(); };
  $("f-reset").onclick = () => { reset(); filters(); draw(); };
  $("save-svg").onclick = () => save("assay.svg", "image/svg+xml", picture());
  $("save-csv").onclick = () => save("assay.csv", "text/csv", csv());
  $("save-json").onclick = () => save("assay.json", "application/json", JSON.stringify(data, null, 1));
  let width = 0;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; if (subject()) scatter(shown()); } });
  addEventListener("hashchange", () => again(draw));
  again(first);
}
// The answer is painted before the rest is drawn, which for a thousand rows takes longer
// than one should look at nothing.
start(() => answer() && requestAnimationFrame(() => setTimeout(draw)));
