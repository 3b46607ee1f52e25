package html

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"html"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/result"
)

// evil is what a results file of a stranger may hold in any of its strings.
const evil = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">`

// hostile returns the sample run with evil in every string of it, and a second
// machine.
func hostile() *result.Run {
	run := reporttest.Run()
	run.Tool, run.Command = evil, []string{evil}
	run.Warnings = append(run.Warnings, evil)
	run.Env.Kernel, run.Env.Modules[evil] = evil, evil
	run.Serializers = map[string]result.Serializer{"mus": {Licence: "MIT", Evolution: evil}, "json": {Licence: evil, SelfDescribing: true, Evolution: "tagged"}}
	for _, s := range run.Subjects {
		s.Type, s.Origin = evil, evil
		for _, c := range s.Cases {
			c.Reason += evil
			c.Findings = append(c.Findings, evil)
			c.Features = append(c.Features, evil)
			c.Version += evil
		}
	}
	run.Subjects[0].Cases[5].Row += evil
	run.Subjects[0].Cases[5].Format = evil
	run.Subjects[1].Name = evil
	other := reporttest.Run()
	other.Env.CPU, other.Env.Arch = "another "+evil, "arm64"
	run.Others = []*result.Run{other}
	return run
}

func write(t *testing.T, run *result.Run) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, run); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Nothing of the results is markup, and nothing on the page is fetched.
func TestEscapes(t *testing.T) {
	page := write(t, hostile())
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("%d script elements, want 2", n)
	}
	if strings.Contains(page, "<img") || strings.Contains(page, evil) {
		t.Error("a string of the results is markup")
	}
	if link := regexp.MustCompile(`(src|href)\s*=\s*"?(https?:)?//|@import|url\(`).FindString(page); link != "" {
		t.Errorf("the page fetches: %s", link)
	}
}

// A page of 220 rows of five workloads at four operations is below a megabyte.
func TestSize(t *testing.T) {
	run := reporttest.Run()
	data := run.Subjects[0]
	run.Subjects = nil
	for i := range 5 {
		s := *data
		s.Name, s.Cases = fmt.Sprint("workload", i), nil
		for j := range 220 {
			c := *data.Cases[j%10]
			c.Row = fmt.Sprintf("%s+some+features+%d", c.Row, j)
			s.Cases = append(s.Cases, &c)
		}
		run.Subjects = append(run.Subjects, &s)
	}
	if n := len(write(t, run)); n > 1e6 {
		t.Errorf("%d bytes", n)
	} else {
		t.Logf("%d bytes", n)
	}
}

func empty(t *testing.T) opened {
	page := write(t, &result.Run{Complete: true})
	return opened{1280, page, []check{{"count", `document.getElementById("count").textContent`, "The results hold no workload."}}}
}

// check is something that is done on a fresh page, and what is seen then.
type check struct {
	name string
	step string // an expression
	want string
}

// opened is a page in a window of so many points in width, and what is done there.
type opened struct {
	width  int
	page   string
	checks []check
}

// TestInBrowser opens all pages in one headless Chromium, each in a frame, and makes their
// checks. An error of any script, and anything that a page tries to fetch, fails the test.
func TestInBrowser(t *testing.T) {
	routinestest.NeedsLong(t)
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no Chromium to open the pages in")
	}
	dir := t.TempDir()
	all, frames := map[string]opened{}, ""
	for name, open := range map[string]func(*testing.T) opened{
		"Empty":                empty,
		"Hostile":              hostileStrings,
		"Filters":              filters,
		"SortAndPin":           sortAndPin,
		"Calculator":           calculator,
		"CalculatorCompresses": calculatorCompresses,
		"Growth":               growth,
		"GlanceFirst":          glanceFirst,
		"GlanceOnPhone":        glanceOnPhone,
		"Address":              address,
		"Picture":              picture,
		"WhichOne":             whichOne,
	} {
		o := open(t)
		all[name] = o
		filetest.Write(t, filepath.Join(dir, name+".html"), o.scripted(t, name))
		frames += fmt.Sprintf("<iframe src=%s.html width=%d height=900></iframe>\n", name, o.width)
	}
	file := filepath.Join(dir, "pages.html")
	if err := os.WriteFile(file, []byte(`<!doctype html><meta charset=utf-8><script>
var outcomes = {};
addEventListener("message", e => {
	outcomes[e.data.name] = e.data.outcome;
	document.querySelector("pre").textContent = JSON.stringify(outcomes);
});
</script><pre></pre>`+frames), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--window-size=1400,900", "--virtual-time-budget=10000", "--dump-dom", "file://"+file)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	m := regexp.MustCompile(`(?s)<pre>(.*?)</pre>`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("no page came to its end: %.2000s", out)
	}
	var outcomes map[string]struct{ Failures, Seen []string }
	if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), &outcomes); err != nil {
		t.Fatal(err)
	}
	for name, o := range all {
		t.Run(name, func(t *testing.T) {
			outcome, ok := outcomes[name]
			if !ok {
				t.Fatal("the page did not come to its end")
			}
			for _, f := range outcome.Failures {
				t.Error(f)
			}
			for i, c := range o.checks {
				t.Run(c.name, func(t *testing.T) {
					if got := outcome.Seen[i]; got != c.want {
						t.Errorf("%s\ngot  %s\nwant %s", c.step, got, c.want)
					}
				})
			}
		})
	}
}

// scripted returns the page with a script that makes the checks, and tells the page around
// it what was seen.
func (o opened) scripted(t *testing.T, name string) string {
	t.Helper()
	var steps []string
	for _, c := range o.checks {
		steps = append(steps, c.step)
	}
	list, err := json.Marshal(steps)
	if err != nil {
		t.Fatal(err)
	}
	before := `<script>var failures = []; addEventListener("error", e => failures.push(e.message)); addEventListener("securitypolicyviolation", e => failures.push("fetches " + e.blockedURI)); console.error = (...a) => failures.push(a.join(" "));</script>`
	after := `<script>
var click = q => document.querySelector(q).click();
var set = (q, v) => { var e = document.querySelector(q); e.value = v; e.dispatchEvent(new Event(e.tagName == "SELECT" ? "change" : "input", {bubbles: true})); };
var rows = () => [...document.querySelectorAll("#table tbody tr")].map(r => r.dataset.row);
var cell = (row, name) => document.querySelector('#cost tr[data-row="' + row + '"] [data-cell=' + name + ']').textContent;
var fresh = structuredClone(state), seen = [];
for (const step of ` + string(list) + `) {
	location.hash = "";
	for (const k of Object.keys(state)) delete state[k];
	Object.assign(state, structuredClone(fresh));
	start(draw);
	try { seen.push(String((0, eval)(step))); } catch (e) { seen.push("throws " + e); }
}
if (window.hacked) failures.push("a string of the results was run");
parent.postMessage({name: "` + name + `", outcome: {failures, seen}}, "*");
</script>`
	const policy = "script-src 'unsafe-inline'"
	page := strings.Replace(o.page, policy, policy+" 'unsafe-eval'", 1)
	page = strings.Replace(page, "<title>", before+"<title>", 1)
	return strings.Replace(page, "</body>", after+"</body>", 1)
}

func TestContenders(t *testing.T) {
	for command, want := range map[string]bool{"run": true, "run data --time=5m": true, "run --all": false, "run data --serializers=json": false, "run --features safe": false, "": false, "merge a b": false} {
		if got := contenders(strings.Fields(command)); got != want {
			t.Errorf("%q: %v", command, got)
		}
	}
}

// The strings of strangers are shown as they are.
func hostileStrings(t *testing.T) opened {
	return opened{1280, write(t, hostile()), []check{{"shown", `set("#workload", 0); set("#machine", 1); set("#machine", 0); document.body.innerText.includes("onerror=")`, "true"}}}
}

func filters(t *testing.T) opened {
	page := write(t, reporttest.Run())
	return opened{1280, page, []check{
		{"all rows", `click("#f-best"); rows().length`, "13"},
		{"best of each", `rows().length`, "12"},
		{"safe", `click("[data-box=unsafe]"); click("[data-box=aliases]"); rows().length`, "6"},
		{"with a feature", `click("#f-best"); click("[data-feature=reuse]"); rows().length`, "6"},
		{"without it", `click("#f-best"); click("[data-feature=reuse]"); click("[data-feature=reuse]"); rows().length`, "7"},
		{"by name", `click("#f-best"); set("#f-name", "vtp"); rows().length`, "2"},
		{"by format", `set("#f-format", "json"); rows().length`, "1"},
		{"reset", `set("#f-name", "nothing of the kind"); click("#f-reset"); click("#f-best"); rows().length`, "13"},
		{"another operation", `click("[value=access]"); rows().length`, "1"},
		{"another workload", `set("#workload", 1); rows().length`, "3"},
		{"no rows", `set("#workload", 2); rows().length`, "0"},
	}}
}

func sortAndPin(t *testing.T) opened {
	page := write(t, reporttest.Run())
	return opened{1280, page, []check{
		{"by rank", `rows()[0]`, "benc+raw+reuse+unsafestr"},
		{"by size", `click("[data-sort=size]"); rows().at(-1)`, "gob"},
		{"descending", `click("[data-sort=ns]"); click("[data-sort=ns]"); ` + `rows()[0]`, "gob"},
		{"pinned by click", `document.querySelector('[data-row="gob"].mark').dispatchEvent(new MouseEvent("click")); document.querySelector("#side th.safe").textContent`, "gob ×"},
		{"pinned by keyboard", `document.querySelector('[data-row="gob"].mark').dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"})); document.querySelectorAll("#side thead th").length`, "2"},
		{"at most eight", `click("#f-best"); rows().slice(0, 10).forEach(n => pin(n)); document.querySelectorAll("#side thead th").length`, "9"},
		{"arrow keys", `var m = document.querySelector(".mark[tabindex='0']"); m.focus(); m.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"})); document.activeElement !== m && document.activeElement.classList.contains("mark")`, "true"},
		{"one mark in the tab order", `document.querySelectorAll(".mark[tabindex='0']").length`, "1"},
		{"every region has a name of its own", `(l => l.length > 1 && new Set(l).size === l.length)([...document.querySelectorAll("[role=region]")].filter(e => e.offsetParent).map(e => e.getAttribute("aria-label")))`, "true"},
		{"every control has a name", `[...document.querySelectorAll("input,select,button")].filter(e => !(e.labels && e.labels.length) && !e.getAttribute("aria-label") && !e.textContent.trim()).length`, "0"},
		{"front", `[...document.querySelectorAll("tr.front")].map(r => r.dataset.row).join()`, "benc+raw+reuse+unsafestr"},
		{"csv", `csv().split("\r\n").length`, fmt.Sprint(1 + figures(reporttest.Run()) + 1)},
	}}
}

// figures counts the lines of a run's CSV form.
func figures(run *result.Run) int {
	n := 0
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			if c.Status == result.OK {
				n += len(c.Ops)
			} else {
				n++
			}
		}
	}
	return n
}

func calculator(t *testing.T) opened {
	page := write(t, reporttest.Run())
	return opened{1280, page, []check{
		// json: the sample's medians of about 900 and 1980 ns.
		{"parts of a core", `set("#p-rate", 1); cell("json", "cores").endsWith(" % of a core")`, "true"},
		{"cores", `set("#p-rate", 1e6); set("#p-reads", 2); var r = subject().rows.find(r => r.n == "json"); var want = (r.o.marshal[0] + 2 * r.o.unmarshal[0]) / 1e3; Math.abs(parseFloat(cell("json", "cores")) / want - 1) < 0.01`, "true"},
		{"the link stops what is big", `set("#p-link", 0.001); cell("json", "stop")`, "link"},
		{"the processor stops what is slow", `set("#p-link", 1000); cell("json", "stop")`, "processor, unmarshalling"},
		{"most messages", `set("#p-link", 0.001); set("#p-reads", 1); cell("json", "max")`, "832"}, // 10^6 bits over 8 × 150.25
		{"price", `set("#p-cpu", 0); set("#p-traffic", 1); set("#p-rate", 1000); Math.abs(parseFloat(cell("json", "total").replace(",", "")) / (1000 * 3600 * 730 * 150.3 / 1e9) - 1) < 0.01`, "true"},
		{"the cheapest first", `set("#p-cpu", 0); set("#p-traffic", 1); document.querySelector("#cost tbody tr").dataset.row.split("+")[0]`, "benc"},
		{"by messages", `click("[data-cost=max]"); document.querySelector("#cost tbody tr").dataset.row`, "benc+raw+reuse+unsafestr"},
	}}
}

// What compressors make of messages is counted as it was measured.
func calculatorCompresses(t *testing.T) opened {
	run := reporttest.Run()
	for _, c := range run.Subjects[0].Cases {
		if c.Driver == "json" || c.Driver == "benc" {
			c.Compression = []result.Compression{
				{Algorithm: "zstd-1", Messages: 1000, Plain: 150, Bytes: 50, CompressNS: []float64{1000, 3000, 2000}, DecompressNS: []float64{500, 500, 500}},
				{Algorithm: "zstd-1", Stream: true, Messages: 1000, Plain: 150, Bytes: 10, CompressNS: []float64{90000}, DecompressNS: []float64{100}},
			}
		}
	}
	return opened{1280, write(t, run), []check{
		{"choices", `[...document.querySelectorAll("#p-pack option")].map(o => o.textContent).join("; ")`, "none; what suits each variant best; zstd-1; zstd-1, stream of 1000"},
		{"size", `set("#p-link", 0.001); set("#p-pack", 0); cell("json", "max")`, "2,500"}, // 10^6 bits over 8 × 50
		{"time", `set("#p-rate", 1e6); set("#p-pack", 0); var j = subject().rows.find(r => r.n == "json"); Math.abs(parseFloat(cell("json", "cores")) - (j.o.marshal[0] + j.o.unmarshal[0] + 2500) / 1e3) < 0.01`, "true"},
		{"only what was measured", `set("#p-pack", 0); click("#f-best"); [...document.querySelectorAll("#cost tbody tr")].map(r => r.dataset.row.split("+")[0]).filter((n, i, all) => all.indexOf(n) == i).sort().join()`, "benc,json"},
		{"the bottleneck", `set("#p-link", 1000); set("#p-pack", 1); cell("json", "stop") + "; " + /busy mostly with \w+,/.exec(document.getElementById("cost-note").textContent)`, "processor, compressing; busy mostly with compressing,"},
		{"what suits best", `set("#p-cpu", 0); set("#p-pack", "best"); cell("json", "pack")`, "zstd-1, stream of 1000"},
		{"what suits best, by speed", `click("[data-cost=max]"); set("#p-link", 1000); set("#p-pack", "best"); cell("json", "pack")`, "none"},
		{"not measured elsewhere", `set("#p-pack", 1); set("#workload", 1); document.querySelectorAll("#p-pack option").length + " " + document.getElementById("cost-note").textContent.includes("was not measured")`, "1 true"},
	}}
}

// Where sizes, goroutines and processor time were measured, the page shows them.
func growth(t *testing.T) opened {
	run := reporttest.Run()
	op := run.Subjects[0].Cases[0].Ops["marshal"]
	for i, size := range []float64{10, 100, 1000} {
		op.Sweep = append(op.Sweep, result.Point{Scale: i, Bytes: size, N: 1, NSPerOp: 3 * size, Allocated: &result.Allocated{Count: 2 * math.Sqrt(size)}}, result.Point{Scale: i, Round: 1, Bytes: size, N: 1, NSPerOp: 3 * size})
	}
	for n := 1; n <= 2; n++ {
		op.Parallel = append(op.Parallel, result.Parallel{Goroutines: n, N: 1, NSPerOp: 100 / float64(n)})
	}
	for _, bytes := range []int{16, 512} { // two nanoseconds a byte
		run.Payloads = append(run.Payloads, result.Payload{Bytes: bytes, N: 100, CPUNS: int64(100 * (2*bytes + 10)), OwnNS: 10, Cycles: 2})
	}
	op.BytesPerOp = 61700
	return opened{1280, write(t, run), []check{
		{"three charts", `click("#f-best"); document.querySelectorAll("#growth-charts figure").length`, "3"},
		{"slope of allocations", `click("#f-best"); document.querySelectorAll("#growth-charts .legend")[1].textContent`, "▬ mus+raw, slope 0.50"},
		{"points in the CSV form", `csv().split("\r\n").filter(l => /,(size|goroutines),[0-9.]+$/.test(l)).length`, "5"},
		{"slope of time", `click("#f-best"); document.querySelector("#growth-charts .legend").textContent`, "▬ mus+raw, slope 1.00"},
		{"processor time", `click("#f-best"); document.querySelector('#table tr[data-row="mus+raw"]').textContent.includes("123")`, "true"},
		{"not at another operation", `click("[value=unmarshal]"); document.getElementById("growth").hidden`, "true"},
	}}
}

// What the terminal says stands first, in its order.
func glanceFirst(t *testing.T) opened {
	page := write(t, reporttest.Run())
	return opened{1280, page, []check{
		{"first row", `document.querySelector("main section td.name").textContent`, "benc+raw+reuse+unsafestr"},
		{"headings", `[...document.querySelectorAll("#glance th")].map(h => h.textContent).join("|")`, "#|SERIALIZER|MARSHAL ns/op|UNMARSHAL ns/op|SIZE bytes|ALLOCS /op|VS 1ST|UNSAFE|ZERO COPY|MALFORMED|SPEED"},
		{"as many lines as the terminal", `[...document.querySelectorAll("#glance tbody tr")].filter(r => r.offsetHeight > 0).length`, "10"},
		{"and the others by a click", `click("#glance .more"); [...document.querySelectorAll("#glance tbody tr")].filter(r => r.offsetHeight > 0).length > 10 && document.querySelector("#glance .more").getAttribute("aria-expanded")`, "true"},
		{"bars of the speed", `[...document.querySelectorAll("#glance td.bar i")].slice(0, 2).map(i => parseFloat(i.style.width)).every((w, i, l) => w > 0 && w <= l[0])`, "true"},
		{"how to read it", `document.getElementById("reading").textContent.includes("marshal and unmarshal together")`, "true"},
		{"recommended", `document.querySelector("#choices td").textContent`, "untrusted bytes"},
		{"the fastest is named in the chart", `state.best = true; draw(); var fast = subject().rows.filter(r => r.o[state.op]).reduce((a, r) => r.o[state.op][0] < a.o[state.op][0] ? r : a); [...document.querySelectorAll("svg .label")].some(t => t.textContent === fast.n)`, "true"},
		{"the fastest alone where there is room for no name", `[false, true].map(narrow => labels(subject().rows.filter(r => r.o[state.op]), [], () => [50, 50], {left: 40, right: 60, top: 0, bottom: 100}, narrow).map(t => t.textContent).join()).join("|")`, "benc+raw+reuse+unsafestr|benc+raw+reuse+unsafestr"},
		{"what malformed input does is marked in the figures and the costs", `["#table", "#cost"].map(id => [...document.querySelectorAll(id + " td.name .lax")].map(e => e.title).sort().join()).join("|")`, "accepts cut input,allocates without bound|accepts cut input,allocates without bound"},
		{"what to type", `document.querySelector("#choices pre").textContent.split("\n")[0]`, "assay show mus+raw+reuse ./orders.Order  # how it is called"},
		{"nothing measured", `set("#workload", 2); document.getElementById("glance").textContent.includes("No variant was measured.")`, "true"},
	}}
}

// On a phone, whose table has less room, what is lax and what is hardly known are still
// marked.
func glanceOnPhone(t *testing.T) opened {
	run := reporttest.Run()
	for _, c := range run.Subjects[0].Cases {
		if c.Row == "json" {
			c.Labels = []result.Label{{Name: result.Strict, Fault: "accepts trailing bytes"}, {Name: result.Bounded, Holds: true}}
		}
	}
	return opened{500, write(t, run), []check{
		{"it is one", `matchMedia("(max-width: 40rem)").matches`, "true"},
		{"malformed input", `[...document.querySelectorAll("#glance td.malformed b")].map(e => e.closest("tr").querySelector(".name").textContent + (e.offsetWidth > 2 ? " " + e.textContent : "")).join()`, "benc+raw+reuse accepts,json accepts,gob"},
		{"hardly known", `subject().glance.find(b => b.kind === "table").rows[1][0] = "~"; draw(); getComputedStyle(document.querySelectorAll("#glance tbody td.time")[1], "::before").content`, `"~"`},
		{"known", `getComputedStyle(document.querySelectorAll("#glance tbody td.time")[0], "::before").content`, "none"},
		{"cells below their headings", `subject().glance.push({ kind: "table", text: "Others", cols: [{ h: "VARIANT", r: true }, { h: "1", n: true }], rows: [["json", "2.5"]] }); draw(); [...document.querySelectorAll(".glance tr")].filter(r => r.offsetHeight).every(r => [...r.cells].every((c, i) => !c.offsetWidth === !r.closest("table").rows[0].cells[i].offsetWidth))`, "true"},
	}}
}

// What is filtered, sorted and asked stands in the address, and comes from it.
func address(t *testing.T) opened {
	return opened{1280, write(t, reporttest.Run()), []check{
		{"kept", `click("[data-box=aliases]"); set("#f-name", "mus"); click("[data-feature=reuse]"); click("#f-best"); click("[data-sort=size]"); click("[data-sort=size]"); click("[data-ask=stable]"); decodeURIComponent(location.hash)`,
			"#workload=data&op=marshal&class=safe+unsafe&features=reuse&name=mus&all=1&sort=-size&ask=stable"},
		{"nothing to keep", `decodeURIComponent(location.hash)`, "#workload=data&op=marshal"},
		{"taken", `location.hash = "workload=data&op=unmarshal&class=safe&name=mus&all=1&sort=-ns&ask=text"; dispatchEvent(new HashChangeEvent("hashchange")); [state.op, rows().join(), document.querySelector("[data-box=unsafe]").checked, document.querySelector("[data-ask=text]").checked, document.getElementById("f-name").value].join("|")`,
			"unmarshal|mus+raw,mus+raw+reuse|false|true|mus"},
		{"nonsense", `location.hash = "workload=nowhere&op=nothing&machine=9&sort=none&class=x"; dispatchEvent(new HashChangeEvent("hashchange")); [state.op, state.sort, rows().length].join("|")`, "marshal|rank|0"},
	}}
}

// The picture is a file by itself: it has its colours, and no script.
func picture(t *testing.T) opened {
	return opened{1280, write(t, hostile()), []check{
		{"well-formed", `new DOMParser().parseFromString(picture(), "image/svg+xml").querySelectorAll("parsererror").length`, "0"},
		{"has the marks", `new DOMParser().parseFromString(picture(), "image/svg+xml").querySelectorAll("path[fill]").length > 5`, "true"},
		{"no script", `new DOMParser().parseFromString(picture(), "image/svg+xml").querySelectorAll("script,img,[onclick],[onerror]").length`, "0"},
	}}
}

func whichOne(t *testing.T) opened {
	run := reporttest.Run()
	run.Serializers = map[string]result.Serializer{"json": {Evolution: "tagged", Licence: "BSD-3-Clause"}}
	for _, c := range run.Subjects[0].Cases {
		c.Portable = c.Driver == "json" || c.Driver == "vtprotobuf"
		if c.Row == "benc+raw+reuse" {
			c.Labels = []result.Label{{Name: result.Strict, Fault: "accepts trailing bytes"}, {Name: result.Bounded, Holds: true}}
		}
	}
	page := write(t, run)
	return opened{1280, page, []check{
		{"nothing asked", `document.querySelector("#which strong").textContent`, "benc+raw+reuse+unsafestr"},
		{"zero-copy is said", `document.querySelector("#which li").textContent.includes("its values are zero-copy")`, "true"},
		{"untrusted", `click("[data-ask=hostile]"); document.querySelector("#which strong").textContent`, "mus+raw+reuse"}, // benc is lax by its label
		{"other languages and new fields", `click("[data-ask=portable]"); click("[data-ask=evolve]"); document.querySelector("#which strong").textContent`, "json"},
		{"nothing fits", `click("[data-ask=portable]"); click("[data-ask=text]"); document.querySelector("#which").textContent.startsWith("No variant that was measured fits")`, "true"},
	}}
}

// What runs in parallel with pools of its own is no point of the curve of what has none.
func TestParallelWithoutPools(t *testing.T) {
	var r row
	r.grow(&result.Case{Ops: map[string]*result.Op{"marshal": {Parallel: []result.Parallel{
		{Goroutines: 2, NSPerOp: 10}, {Goroutines: 2, NSPerOp: 1, Pooled: true},
	}}}})
	if want := map[string][][2]figure{"marshal": {{2, 1e8}}}; !reflect.DeepEqual(r.Parallel, want) {
		t.Errorf("%v, want %v", r.Parallel, want)
	}
}
