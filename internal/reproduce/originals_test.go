package reproduce

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/result"
)

var writeOriginals = flag.Bool("originals", false, "write what the documents' own programs take today to originals.json")

var besideOriginals = flag.Bool("beside", false, "measure the documents beside their own programs, and say how far each row is from them: on an idle machine")

// An originalProgram is a document's own benchmark at the commit of its figures.
type originalProgram struct {
	document, commit string
	repository       string // on GitHub; a clone of it stands in the folder ASSAY_ORIGINALS, by its last name
	mod              string // its go.mod today; empty where it has one
	edit             func(t *testing.T, dir string)
	runs             []originalRun
}

type originalRun struct {
	title func(benchmark string) string // of the table whose rows the lines are
	args  []string                      // of go test
	dir   string
}

// The programs run with the Go of today, in modules of it where they have none. What cannot be had any more is left out of them,
// and nothing else is changed but the versions of libraries that are refused.
var originalPrograms = []originalProgram{
	{
		document: "skycoin", repository: "skycoin-serialization-benchmarks", commit: "d7f57dd",
		mod: `module github.com/gz-c/skycoin-serialization-benchmarks

go 1.26

require (
	github.com/davecgh/go-xdr v0.0.0-20161123171359-e6a2ba005892
	github.com/google/go-cmp v0.7.0
	github.com/niubaoshu/gotiny v0.0.3
	github.com/skycoin/skycoin v0.27.1
)
`,
		edit: func(t *testing.T, dir string) { // today's returns how much it read, too
			rewrite(t, filepath.Join(dir, "serialization_benchmarks_test.go"), `if err := encoder\.DeserializeRaw`, "if _, err := encoder.DeserializeRaw")
		},
		runs: []originalRun{{args: []string{"-bench=.", shortly}, title: byVerb}},
	},
	{
		document: "gosercomp", repository: "gosercomp", commit: "12e1512",
		mod: `module github.com/smallnest/gosercomp

go 1.26

require (
	git.apache.org/thrift.git v0.12.0
	github.com/gogo/protobuf v1.0.0
	github.com/golang/protobuf v1.0.0
	github.com/golang/snappy v1.0.0
	github.com/google/flatbuffers v25.12.19+incompatible
	github.com/linkedin/goavro v1.0.5
	github.com/philhofer/fwd v1.0.0
	github.com/tinylib/msgp v1.1.0
)

replace git.apache.org/thrift.git => github.com/apache/thrift v0.12.0
`,
		edit: func(t *testing.T, dir string) { // vitess cannot be had
			os.RemoveAll(filepath.Join(dir, "src"))
			os.Remove(filepath.Join(dir, "bson_data.go"))
			rewrite(t, filepath.Join(dir, "gosercomp_test.go"),
				`(?s)func BenchmarkMarshalByBson.*?\nfunc BenchmarkMarshalByMsgp`, "func BenchmarkMarshalByMsgp",
				`(?m)^\tvitessbson .*\n`, "", `Write\(&thrift`, "Write(context.Background(), &thrift", `import \(`, "import (\n\t\"context\"")
		},
		runs: []originalRun{
			{args: []string{"-bench=.", "-skip=" + appending, shortly}, title: byVerb},
			{args: []string{"-bench=" + appending, fmt.Sprintf("-benchtime=%dx", originalCalls)}, title: byVerb},
		},
	},
	{
		document: "go-serialization-benchmarks", repository: "go-serialization-benchmarks", commit: "8b86ccc",
		edit: func(t *testing.T, dir string) { // bebop 0.6.0 cannot be had; fewer values take less memory
			rewrite(t, filepath.Join(dir, "go.mod"), `bebop v0\.6\.0`, "bebop v0.6.2", `vtprotobuf v0\.6\.0`, "vtprotobuf v0.6.1-0.20250313105119-ba97887b0a25", `protobuf v1\.34\.2`, "protobuf v1.36.12")
			rewrite(t, filepath.Join(dir, "benchmarks", "benchmarks_test.go"), `DataCount = \d+`, "DataCount = 60000")
		},
		runs: []originalRun{{dir: "benchmarks", args: []string{"-bench=.", "-benchtime=5000x"}, title: func(string) string { return comparedTable }}},
	},
	{
		document: "go-codec", repository: "go-codec-bench", commit: "3ef2a3b",
		mod: `module github.com/ugorji/go-codec-bench

go 1.17

require (
	github.com/tinylib/msgp v1.6.5
	github.com/ugorji/go/codec v1.3.2
	gopkg.in/mgo.v2 v2.0.0-20190816093944-a6b53ec6cb22
	gopkg.in/vmihailenco/msgpack.v2 v2.9.2
)
`,
		edit: func(t *testing.T, dir string) { // what today's go-codec and the proxy do not have
			rewrite(t, filepath.Join(dir, "helper_test.go"), `(?m)^.*(NoopHandle|testNoopH).*\n`, "", `AsSymbolAll`, "1", `AsSymbolNone`, "2")
			rewrite(t, filepath.Join(dir, "bench_test.go"), `(?ms)^func (fn|Benchmark__)Noop.*?^}\n`, "")
			rewrite(t, filepath.Join(dir, "x_bench_test.go"),
				`(?m)^\t.*(google\.com/p/cbor|Sereal/Go|go-xdr).*\n`, "", `(?m)^\t\tbenchChecker\{"(gcbor|xdr|sereal)".*\n`, "",
				`(?ms)^func (fn|Benchmark__)(Gcbor|Xdr|Sereal).*?^}\n`, "",
				`philhofer/msgp`, "tinylib/msgp", `"github.com/vmihailenco/msgpack"`, `"gopkg.in/vmihailenco/msgpack.v2"`)
			values := filetest.Read(t, filepath.Join(dir, "values_test.go"))
			filetest.Write(t, filepath.Join(dir, "values_temp.go"), values)
			goCommand(t, dir, "run", "github.com/tinylib/msgp", "-tests=false", "-o=values_msgp_test.go", "-file=values_temp.go")
			os.Remove(filepath.Join(dir, "values_temp.go"))
		},
		runs: []originalRun{
			{args: []string{"-tags=x", "-bench=_.*code", shortly, "-bi", "-bs", "-bf"}, title: byCoding("without interfaces")},
			{args: []string{"-tags=x", "-bench=_.*code", shortly, "-bi", "-bs"}, title: byCoding("with interfaces")},
		},
	},
}

// shortly is for how long most of a program's benchmarks run: so briefly that the least of many runs has
// no collection in it, which times here leave out too, and long enough for what package testing's
// own collection before each run leaves behind to be little of it.
const shortly = "-benchtime=2ms"

// appending are the benchmarks of gosercomp that take longer in each call, which append to one
// slice or buffer: so many calls are measured.
const appending = "UnmarshalByXml|MarshalByAvro"

// alecthomasProgram is the field's benchmark; wellquite.org/bebop cannot be had.
var alecthomasProgram = originalProgram{
	document: "alecthomas", repository: "go_serialization_benchmarks", commit: "833ed64",
	edit: func(t *testing.T, dir string) {
		os.RemoveAll(filepath.Join(dir, "internal/serializers/bebop_wellquite"))
		rewrite(t, filepath.Join(dir, "benchmarks.go"), `\tbebopwellquite .*\n`, "", `(?s) \{\s*Name: "wellquite/bebop",.*?\}, \{\s*Name: "wellquite/bebop/reuse",.*?\n\t\},`, "")
		rewrite(t, filepath.Join(dir, "go.mod"), `\twellquite\.org/bebop .*\n`, "")
	},
	runs: []originalRun{{args: []string{"-bench=BenchmarkSerializers", "-benchtime=20000x"}, title: func(benchmark string) string {
		if strings.HasPrefix(benchmark, "BenchmarkSerializers/marshal/") {
			return "Marshal"
		}
		return "Unmarshal"
	}}},
}

// The generator of go-codec ended with 1.2.14.
var codecgenProgram = func() originalProgram {
	p := originalPrograms[len(originalPrograms)-1]
	p.mod = `module github.com/ugorji/go-codec-bench

go 1.17

require (
	github.com/tinylib/msgp v1.6.5
	github.com/ugorji/go/codec v1.2.14
	github.com/ugorji/go/codec/codecgen v1.2.14
	golang.org/x/tools v0.52.0
	gopkg.in/mgo.v2 v2.0.0-20190816093944-a6b53ec6cb22
	gopkg.in/vmihailenco/msgpack.v2 v2.9.2
)
`
	edit := p.edit
	p.edit = func(t *testing.T, dir string) {
		edit(t, dir)
		values := filetest.Read(t, filepath.Join(dir, "values_test.go"))
		filetest.Write(t, filepath.Join(dir, "values_temp.go"), values)
		goCommand(t, dir, "run", "github.com/ugorji/go/codec/codecgen", "-rt=codecgen", "-o=values_codecgen_test.go", "values_temp.go")
		os.Remove(filepath.Join(dir, "values_temp.go"))
	}
	p.runs = []originalRun{{args: []string{"-tags=x codecgen", "-bench=_(Msgpack_|Binc_No|Simple|Cbor|Json|Msgp_).*code", shortly, "-bs", "-bf"}, title: func(benchmark string) string {
		return strings.Replace(byCoding("without interfaces")(benchmark), "Runtime introspection, without interfaces", "Code generation", 1)
	}}}
	return p
}()

func byVerb(benchmark string) string {
	if strings.HasPrefix(benchmark, "BenchmarkMarshal") {
		return "Marshal"
	}
	return "Unmarshal"
}

func byCoding(with string) func(string) string {
	return func(benchmark string) string {
		if strings.HasSuffix(benchmark, "Encode") {
			return "Runtime introspection, " + with + ", encoding"
		}
		return "Runtime introspection, " + with + ", decoding"
	}
}

// The documents' own programs take as many allocations and bytes with the Go and the
// libraries of today as originals.json says, which is what the ledger holds assay's
// figures against. It needs clones of them, whose folder ASSAY_ORIGINALS names.
func TestOriginals(t *testing.T) {
	roundtrip.NeedsLong(t)
	clones := os.Getenv("ASSAY_ORIGINALS")
	if clones == "" {
		t.Skip("ASSAY_ORIGINALS names no folder of clones of the documents' repositories")
	}
	found := programs{}
	unpacked := map[string][]func(t *testing.T, orders int) map[string]map[string]*Figures{} // measure a document's programs
	for _, p := range append(originalPrograms, codecgenProgram, alecthomasProgram) {
		if *besideOriginals && p.document == Beside { // which is no judge: see there
			continue
		}
		dir := p.unpack(t, filepath.Join(clones, p.repository))
		unpacked[p.document] = append(unpacked[p.document], func(t *testing.T, orders int) map[string]map[string]*Figures {
			return p.measure(t, dir, orders)
		})
	}
	if *besideOriginals {
		compareWithOriginals(t, unpacked)
		return
	}
	for document, list := range unpacked {
		t.Run(document, func(t *testing.T) {
			for _, measure := range list {
				found.add(document, measure(t, programLayouts))
			}
		})
	}
	if *writeOriginals && !t.Failed() {
		for document, tables := range originals { // of the programs that did not run
			if found[document] == nil {
				found[document] = tables
			}
		}
		var data bytes.Buffer
		if err := errors.Join(atomic.WriteLines(&data, found, 3), os.WriteFile("originals.json", data.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		return
	}
	for document, tables := range found {
		for title, rows := range tables {
			for name, f := range rows {
				was := original(document, title, name)
				if was == nil {
					t.Errorf("%s, %s: %s is not in originals.json: -originals writes it", document, title, name)
					continue
				}
				for _, what := range []string{length, bytesEach, allocated} {
					a, b := was.figure(what), f.figure(what)
					if (a == nil) != (b == nil) || a != nil && math.Abs(*a-*b) > 0.01**a {
						t.Errorf("%s, %s, %s: %s %v, in originals.json: %v", document, title, name, what, value(b), value(a))
					}
				}
			}
		}
	}
}

// programs are the figures of the documents' own programs, by document, table and row.
type programs map[string]map[string]map[string]*Figures

func (p programs) add(document string, tables map[string]map[string]*Figures) {
	if p[document] == nil {
		p[document] = map[string]map[string]*Figures{}
	}
	maps.Copy(p[document], tables)
}

// compareWithOriginals measures the documents as assay reproduce does, and their own programs beside it, and
// fails for each row whose multiple of the base row, or whose allocations, are others than in the document's own
// program, unless something shows the cause. A document with such a row is measured again in twice as many orders
// of the code, whose figures alone count then. With ASSAY_UPDATE=1 it writes what came to docs/documents.md and to
// a page of the site. With -short it goes the whole way once in a few minutes, and judges nothing.
func compareWithOriginals(t *testing.T, unpacked map[string][]func(t *testing.T, orders int) map[string]map[string]*Figures) {
	var names []string
	var env result.Environment
	list := map[string][]gap{}
	for _, name := range slices.Sorted(maps.Keys(unpacked)) {
		t.Run(name, func(t *testing.T) {
			for look := 1; look <= 2; look++ {
				found := programs{}
				for _, measure := range unpacked[name] {
					found.add(name, measure(t, look*programLayouts))
				}
				o := bench.Options{Time: time.Duration(look) * time.Minute, Processes: look * 9, Seed: 1}
				if testing.Short() {
					o.Time, o.Processes = 3*time.Second, 3
				}
				rep, err := Run(t.Context(), name, Config{Bench: bench.Config{Drivers: drivers.All, Layouts: o.Processes}, Options: o, Seed: 1, Then: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range rep.Tables {
					for i := range c.Rows {
						c.Rows[i].Original = found[name][c.Title][c.Rows[i].Name]
					}
				}
				env, list[name] = rep.Env, rep.gaps()
				var open []string
				for _, g := range list[name] {
					open = append(open, g.open()...)
				}
				t.Logf("look %d: %d rows, open: %q", look, len(list[name]), open)
				if len(open) == 0 || testing.Short() {
					break
				}
				if look == 2 {
					t.Errorf("open: %s", strings.Join(open, "\n"))
				}
			}
			names = append(names, name)
			if len(list[name]) == 0 {
				t.Error("no row is timed by both")
			}
		})
	}
	summary, rows := besidePrograms(names, list)
	head := fmt.Sprintf("Measured on %s with %s on %s, %d cores, load averages %s.", time.Now().Format(time.DateOnly), env.GoVersion, strings.TrimSpace(env.CPU), env.Cores, env.Load) // clock: dates a page
	var short, full strings.Builder
	if err := errors.Join(markdown.Set(&short, layout.Document{&layout.Paragraph{Text: head}, summary}), markdown.Set(&full, rows)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s\n%s", short.String(), full.String())
	if os.Getenv("ASSAY_UPDATE") != "" && !testing.Short() {
		writeBeside(t, "../../docs/documents.md", "../../docs/site/data/originals.md.gz", head, short.String(), full.String())
	}
}

// writeBeside puts the lines of documents where the file has a place for them, and all rows into
// a page of the site, packed.
func writeBeside(t *testing.T, doc, page, head, short, full string) {
	const begin, end = "<!-- originals -->\n", "<!-- /originals -->"
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !ok || !ends {
		t.Fatalf("%s has no place for the table", doc)
	}
	block := "\n" + strings.TrimSpace(short) + "\n\n[Every row](site/data/" + filepath.Base(page) + ") is a page of its own.\n\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err = fmt.Fprintf(w, "# The documents beside their own programs\n\n%s × is the multiple of the base, which is 1.00. [How to read it](/docs/documents.md).\n\n%s", head, full)
	if err := errors.Join(err, w.Close(), os.WriteFile(page, packed.Bytes(), 0o666), os.WriteFile(doc, []byte(before+begin+block+end+after), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func value(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

// programLayouts is in how many orders of its code a document's own program is linked and run, as that
// alone changes a short operation's time by a tenth and more, and timesInRun how often each benchmark in one.
const programLayouts, timesInRun = 6, 20

// unpack puts the program into a folder of its own, with what it needs to be built today.
func (p originalProgram) unpack(t *testing.T, clone string) string {
	dir := t.TempDir()
	archive := exec.Command("git", "-C", clone, "archive", p.commit)
	tar, err := archive.Output()
	if err != nil {
		t.Fatalf("git -C %s archive %s: %v", clone, p.commit, err)
	}
	unpack := exec.Command("tar", "x", "-C", dir)
	unpack.Stdin = bytes.NewReader(tar)
	if err := unpack.Run(); err != nil {
		t.Fatal(err)
	}
	if p.mod != "" {
		filetest.Write(t, filepath.Join(dir, "go.mod"), p.mod)
	}
	if p.edit != nil {
		p.edit(t, dir)
	}
	for _, run := range p.runs {
		addHeap(t, filepath.Join(dir, run.dir))
	}
	return dir
}

// addHeap gives the benchmarks in a folder a heap as workers have it: 64 MB live, so that collections are
// rare, and as much that has been used before. In a heap of a few megabytes collections made rows
// that allocate take up to 1.6 times as long, of which none of the shortest runs was free.
func addHeap(t *testing.T, dir string) {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("%s has no tests: %v", dir, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), tests[0], nil, parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	text := "package " + file.Name.Name + `

var heapInUse, heapUsed = make([]byte, 64<<20), []byte(nil)

func init() {
	for i := 0; i < 1<<16; i++ {
		heapUsed = make([]byte, 1<<10)
	}
}
`
	filetest.Write(t, filepath.Join(dir, "heap_test.go"), text)
}

// measure builds the program in so many orders of its code, and runs each several times: a time is the least.
func (p originalProgram) measure(t *testing.T, dir string, orders int) map[string]map[string]*Figures {
	list := statements(t, p.document)
	found := map[string]map[string]*Figures{}
	put := func(title, name string) *Figures {
		if found[title] == nil {
			found[title] = map[string]*Figures{}
		}
		if found[title][name] == nil {
			found[title][name] = new(Figures)
		}
		return found[title][name]
	}
	names := map[string]string{} // of rows, by the benchmarks'; empty for what the document does not time, such as symbols
	for _, run := range p.runs {
		var out string
		for n := range orders {
			if n > 0 && testing.Short() {
				break
			}
			out += goCommand(t, filepath.Join(dir, run.dir), append([]string{"test", "-vet=off", "-benchmem", fmt.Sprintf("-count=%d", timesInRun), fmt.Sprintf("-ldflags=-randlayout=%d", n+1)}, run.args...)...)
		}
		with := "Encoded length"
		if strings.Contains(fmt.Sprint(run.args), "-bi") {
			with += ", " + map[bool]string{true: "without interfaces", false: "with interfaces"}[slices.Contains(run.args, "-bf")]
		}
		for line := range strings.Lines(out) {
			if m := benchLine.FindStringSubmatch(line); m != nil {
				title := run.title(m[1])
				name, ok := names[title+m[1]]
				if !ok {
					name, _ = rowOf(list, title, prefixed.ReplaceAllString(m[1], ""))
					names[title+m[1]] = name
				}
				if name == "" {
					continue
				}
				f := put(title, name)
				read := func(unit string) float64 {
					u := regexp.MustCompile(`([\d.]+) ` + unit).FindStringSubmatch(line)
					if u == nil {
						return -1
					}
					x, _ := strconv.ParseFloat(u[1], 64)
					return x
				}
				f.runs = append(f.runs, read("ns/op"))
				least := func(to **float64, x float64) {
					if x >= 0 && (*to == nil || x < **to) {
						*to = &x
					}
				}
				least(&f.Bytes, read("B/op"))
				least(&f.Allocs, read("allocs/op"))
				least(&f.Size, read("B/size"))
			} else if m := sizeLine.FindStringSubmatch(line); m != nil {
				n, _ := strconv.ParseFloat(cmp.Or(m[2], m[3]), 64)
				if name, ok := rowOf(list, with, m[1]); ok {
					put(with, name).Size = &n
				}
			} else if m := deepLine.FindStringSubmatch(line); m != nil {
				n, _ := strconv.ParseFloat(m[1], 64)
				put(with, "deep size").Size = &n
			}
		}
	}
	for _, rows := range found {
		for _, f := range rows {
			var least []float64
			for run := range slices.Chunk(f.runs, timesInRun) {
				least = append(least, slices.Min(run))
			}
			if f.runs = least; len(least) > 0 {
				f.NS = slices.Min(least)
			}
		}
	}
	if len(found) == 0 {
		t.Fatal("the program printed no figures")
	}
	return found
}

var (
	prefixed  = regexp.MustCompile(`^BenchmarkSerializers/(?:marshal/|unmarshal/)?`)
	benchLine = regexp.MustCompile(`^(Benchmark\S+?)-\d+\s`)
	sizeLine  = regexp.MustCompile(`^\s*([a-z0-9-]+):(?: len: (\d+) bytes|\s+(\d+) bytes)`)
	deepLine  = regexp.MustCompile(`ApproxDeepSize Of benchmark Struct: (\d+) bytes`)
)

// cut are the names of which the translation has left nothing, or less than the whole.
var cut = map[string]string{
	"BenchmarkUnmarshalByXml": "encoding/xml", "BenchmarkMarshalByAvro": "Apache/avro", "BenchmarkUnmarshalByAvro": "Apache/avro",
	"BenchmarkMarshalByGencode": "github.com/andyleap/gencode",
}

// rowOf finds the row whose line of the document begins with a benchmark's name.
func rowOf(list []Statement, title, benchmark string) (string, bool) {
	if name, ok := cut[benchmark]; ok {
		return name, true
	}
	plain := func(s string) string {
		return strings.ToLower(strings.Map(func(c rune) rune {
			if c == ' ' || c == ':' || c == '_' {
				return -1
			}
			return c
		}, s))
	}
	for _, s := range list {
		for _, m := range s.Marks {
			if m.Kind != "row" {
				continue
			}
			if in, name := m.table(); in == title {
				first := s.Text
				switch {
				case strings.Contains(first, " | "):
					first, _, _ = strings.Cut(first, " | ")
				case strings.Contains(first, ": "):
					first, _, _ = strings.Cut(first, ": ")
				default:
					first = regexp.MustCompile(`-\s?\d+ .*| .*`).ReplaceAllString(strings.ReplaceAll(strings.ReplaceAll(first, "benc H", "bench"), "benchma R", "benchmar"), "")
				}
				if plain(first) == plain(benchmark) {
					return name, true
				}
			}
		}
	}
	return "", false
}

// rewrite replaces patterns in a file, each of which must be there.
func rewrite(t *testing.T, name string, pairs ...string) {
	t.Helper()
	text := filetest.Read(t, name)
	for i := 0; i < len(pairs); i += 2 {
		pattern := regexp.MustCompile(pairs[i])
		if !pattern.Match(text) {
			t.Fatalf("%s: no %s", name, pairs[i])
		}
		text = pattern.ReplaceAll(text, []byte(pairs[i+1]))
	}
	filetest.Write(t, name, text)
}

// goCommand returns what the command prints.
func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
