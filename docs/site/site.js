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

// search lists the pages that have all words: in the title, in a heading, in the text.
function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  if (!words.length || !window.searchIndex) return;
  const has = (text) => words.every((w) => text.toLowerCase().includes(w));
  const hits = [];
  for (const page of window.searchIndex) {
    const heading = (page.headings || []).find((h) => h.Level > 1 && has(h.Text));
    if (has(page.title)) hits.push([0, page, null]);
    else if (heading) hits.push([1, page, heading]);
    else if (has(page.title + " " + page.text)) hits.push([2, page, null]);
  }
  hits.sort((a, b) => a[0] - b[0]);
  for (const [, page, heading] of hits.slice(0, 12)) {
    const p = document.createElement("p"), a = document.createElement("a"), where = document.createElement("small");
    a.href = root + page.path + ".html" + (heading ? "#" + heading.ID : "");
    a.textContent = heading ? heading.Text : page.title;
    where.textContent = page.section + (heading ? " · " + page.title : "");
    p.append(a, where);
    found.append(p);
  }
  if (!hits.length) found.textContent = "Nothing has these words.";
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
