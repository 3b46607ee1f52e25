// The search, the buttons that copy, and the choice of a version. Every page is
// whole without them.
"use strict";
const root = document.currentScript.dataset.root;

// load runs a script of the site and calls then, whether there is one or not.
function load(name, then) {
  const script = document.createElement("script");
  script.src = root + name;
  script.onload = script.onerror = then;
  document.head.append(script);
}

for (const pre of document.querySelectorAll("main pre")) {
  pre.tabIndex = 0; // it may scroll, so the keyboard must reach it
  if (!navigator.clipboard) continue;
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(pre.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  pre.append(button);
}
for (const [i, table] of document.querySelectorAll("main table").entries()) {
  const box = document.createElement("div");
  box.className = "table";
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "Table " + (i + 1));
  table.before(box);
  box.append(table);
}

const form = document.querySelector("[role=search]"), input = form.querySelector("input"), found = document.getElementById("found");
form.hidden = false;
form.addEventListener("submit", (e) => {
  e.preventDefault();
  found.querySelector("a")?.click();
});
input.addEventListener("focus", () => { if (!window.searchIndex) load("search.js", search); });
input.addEventListener("input", search);
document.addEventListener("keydown", (e) => {
  if (e.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    e.preventDefault();
    input.focus();
  } else if (e.key === "Escape") {
    input.value = "";
    search();
  }
});

// SYNONYMS are words that readers type, and what these pages say in their place.
const SYNONYMS = {
  alloc: ["allocations"], backward: ["evolve", "check"], benchmark: ["measure", "measured"], compatible: ["readable", "check"], codegen: ["generate"],
  corrupt: ["malformed"], drop: ["replace"], fast: ["fastest"], install: ["releases"], memory: ["allocations"], protobuf: ["protocol"],
  regression: ["slower"], schema: ["type"], session: ["cache", "gob"], slow: ["slower"], speed: ["fastest", "measure"], upgrade: ["move"], zero: ["unsafe"],
};

// find returns pages that have the words of a query, the best first, each with a heading
// that has them all. A word may be spelt as a plural, end early, or be a synonym. Where no page has all words,
// those that have most of them are found.
function find(query, pages) {
  const words = query.toLowerCase().split(/[\s-]+/).filter((w) => w && !/^(a|an|the|of|my|in|is|to|for|how|do|i)$/.test(w)).map((w) => {
    const one = w.length > 3 ? w.replace(/s$/, "") : w;
    return [one, ...(SYNONYMS[one] || [])];
  });
  // A word itself counts more than a synonym.
  const match = (text, [word, ...others]) => text.includes(word) ? 1 : others.some((o) => text.includes(o)) ? 0.7 : 0;
  const hits = [];
  for (const page of pages) {
    const title = page.title.toLowerCase(), headings = page.headings || [];
    let score = 0, has = 0;
    for (const w of words) {
      const inTitle = match(title, w), inHeading = Math.max(0, ...headings.map((h) => match(h.text.toLowerCase(), w))), inText = match(page.text, w);
      score += 10 * inTitle + 4 * inHeading + inText;
      has += inTitle || inHeading || inText ? 1 : 0;
    }
    if (!has) continue;
    const heading = headings.find((h) => words.every((w) => match(h.text.toLowerCase(), w)));
    if (/^(Start|Guides|Recipes|Wire formats)$/.test(page.section)) score *= 1.5; // read before what is looked up
    hits.push({ page, heading: words.every((w) => match(title, w)) ? null : heading, has, score: score + (heading ? 4 : 0) });
  }
  const most = Math.max(0, ...hits.map((h) => h.has));
  return words.length ? hits.filter((h) => h.has === most).sort((a, b) => b.score - a.score).slice(0, 12) : [];
}

// search lists what was found.
function search() {
  found.replaceChildren();
  if (!input.value.trim() || !window.searchIndex) return;
  const hits = find(input.value, window.searchIndex);
  for (const { page, heading } of hits) {
    const p = document.createElement("p"), a = document.createElement("a"), where = document.createElement("small");
    a.href = root + page.path + ".html" + (heading ? "#" + heading.id : "");
    a.textContent = heading ? heading.text : page.title;
    where.textContent = page.section + (heading ? " · " + page.title : "");
    p.append(a, where);
    found.append(p);
  }
  if (!hits.length) found.textContent = "No page has these words.";
}

const versioned = false; // where it is, versions.js lies above
if (versioned) load("../versions.js", () => {
  const here = decodeURIComponent(location.pathname), folder = window.siteVersions?.find((v) => here.includes("/" + v + "/"));
  if (!folder) return;
  const label = document.getElementById("version"), select = label.querySelector("select");
  for (const v of window.siteVersions) select.append(new Option(v, v, v === folder, v === folder));
  select.addEventListener("change", () => {
    location.href = root + "../" + select.value + "/index.html";
  });
  label.hidden = false;
});
