package reproduce

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/rows/documents"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workloads"
	"github.com/assay-go/assay/workloads/complexrtt"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

// Every published row is one that package documents knows, and what stands for
// it exists; every workload and flag does.
func TestPublished(t *testing.T) {
	known := map[string]bool{}
	for _, c := range rows.All(drivers.All) {
		known[c.Row] = true
	}
	for _, c := range rows.All(slices.Concat(own(t.Context(), t.TempDir()), smalls(), then())) {
		known[c.Row] = true
	}
	if got := Documents(); !slices.Equal(got, []string{"alecthomas", "extprot", "go-codec", "go-serialization-benchmarks", "gosercomp", "skycoin"}) {
		t.Errorf("documents %v", got)
	}
	for _, name := range Documents() {
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == name })
		if i < 0 || p.Document != name || p.Source == "" {
			t.Fatalf("%s: not a document, or without a source", name)
		}
		for _, table := range p.Tables {
			w, ok := workloads.Lookup(table.Workload)
			if !ok {
				t.Errorf("%s: there is no workload %s", name, table.Workload)
			}
			for flag := range table.Flags {
				if len(w.Flags) == 0 {
					t.Errorf("%s: %s has no flag %s", name, table.Workload, flag)
				}
			}
			for _, l := range table.Rows {
				list := standIns(documents.All[i], l)
				if l.Then != "" {
					list = append(list, l.Then)
				}
				if len(list) == 0 {
					t.Errorf("%s, %s: nothing stands for %s", name, table.Title, l.Name)
				}
				for _, row := range list {
					if !known[row] {
						t.Errorf("%s, %s: there is no row %s", name, table.Title, row)
					}
				}
				if (l.NS+l.Size == 0) != (l.Apart != "") {
					t.Errorf("%s, %s: %s has no figure and no reason for it, or both", name, table.Title, l.Name)
				}
				if l.Apart != "" {
					continue
				}
				if (l.NS > 0) == (l.Size > 0) && table.Op != "compared" {
					t.Errorf("%s, %s: %s has %v ns and %v bytes", name, table.Title, l.Name, l.NS, l.Size)
				}
			}
		}
	}
	if _, err := Load("nothing"); err == nil || !strings.Contains(err.Error(), "gosercomp") {
		t.Errorf("no document: %v", err)
	}
}

// A file of before called the class "unsafe", and left it out of safe rows.
func TestReadsEarlierFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "was.json")
	if err := os.WriteFile(name, []byte(`[{"document":"gsb","tables":[{"rows":[{"name":"a","row":"a"},{"name":"b","row":"b","unsafe":"internal"},
		{"name":"c","row":"c","unsafe":"aliases"},{"name":"d","row":"d","reason":"it has no operation"},{"name":"e","row":"e","class":"unsafe"}]}]}]`), 0o666); err != nil {
		t.Fatal(err)
	}
	reports, err := ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []result.Class{result.Safe, result.Unsafe, result.Aliases, "", result.Unsafe} {
		if r := reports[0].Tables[0].Rows[i]; r.Class != want {
			t.Errorf("%s is %q, want %q", r.Name, r.Class, want)
		}
	}
}

// measured is a subject with rows of the given times.
func measured(times map[string]float64) *result.Subject {
	s := &result.Subject{Name: "signedblock"}
	for row, ns := range times {
		op := &result.Op{AllocsPerOp: 1}
		for n := range 27 {
			op.Samples = append(op.Samples, result.Sample{Round: n, Process: n / 3, Layout: n / 3, N: 10, NSPerOp: ns * (1 + 0.001*math.Sin(float64(n)+ns))})
		}
		s.Cases = append(s.Cases, &result.Case{Row: row, Status: result.OK, Class: result.Safe, Size: result.Size{Mean: ns}, Ops: map[string]*result.Op{"marshal": op, "unmarshal": op}})
	}
	return s
}

func skycoinDocument(t *testing.T) (documents.Document, *Published) {
	t.Helper()
	p, err := Load("skycoin")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == "skycoin" })
	return documents.All[i], p
}

func TestCompared(t *testing.T) {
	doc, p := skycoinDocument(t)
	s := measured(map[string]float64{
		"skyencoder+reuse": 100, "skycoin": 5000, "gencode+notransform+raw": 200, "gotiny-document": 150, "gotiny-document+reuse": 150, "json-document": 20000, "skyencoder": 120,
	})
	s.Cases = append(s.Cases, &result.Case{Row: "xdr2-document", Status: result.Failed, Reason: "loses the sign"})
	c := compared(p, p.Tables[0], doc, s)
	if c.Base != "Skyencoder" || len(c.Rows) != len(p.Tables[0].Rows) {
		t.Fatalf("base %q, %d rows", c.Base, len(c.Rows))
	}
	find := func(name string) Row {
		return c.Rows[slices.IndexFunc(c.Rows, func(r Row) bool { return r.Name == name })]
	}
	if r := find("Skycoin encoder (reflect-based)"); math.Abs(r.Ratio-50) > 2 || math.Abs(r.PublishedRatio-20653.0/420) > 0.01 || r.Lo >= r.Hi {
		t.Errorf("got %+v", r)
	}
	if r := find("XDR2"); r.Reason != "failed: loses the sign" || r.NS != 0 {
		t.Errorf("got %+v", r)
	}
	if r := find("Colfer"); r.Reason == "" {
		t.Errorf("got %+v", r)
	}
	// Gotiny was published at 6197 ns, Gencode without transformation at 807.
	if !slices.ContainsFunc(c.Changes, func(s string) bool {
		return strings.HasPrefix(s, "Gotiny has overtaken Gencode, no transform: 7.68 → 0.75 [")
	}) {
		t.Errorf("changes %q", c.Changes)
	}
	if *c.Tau >= 1 || *c.Tau <= 0 {
		t.Errorf("tau %v", *c.Tau)
	}
	rep := &Report{Document: "skycoin", Title: doc.Title, Tables: []*Compared{c, compared(p, p.Tables[1], doc, s), compared(p, p.Tables[2], doc, s)}}
	rep.Claims = claims(rep)
	for key, want := range map[string]string{
		"varints": "97.0 %, by Gotiny: 150 bytes of 5000.", "fastest": "Gotiny, of whose time it takes 1.33 times", "faster": "25.0 times [",
	} {
		i := slices.IndexFunc(rep.Claims, func(c Claim) bool { return c.Key == key })
		if i < 0 || !strings.Contains(rep.Claims[i].Today, want) {
			t.Errorf("claim %s has not %q: %+v", key, want, rep.Claims)
		} else if v := rep.Claims[i].Verdict; v != Moved {
			t.Errorf("claim %s: %s", key, v)
		}
	}
	var out bytes.Buffer
	if err := text.Set(&out, rep.Layout(Options{Full: true, Charts: true, Explain: true}), text.Style{}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > text.Wide {
			t.Errorf("a long line: %s", line)
		}
	}
}

// The times of a table and its ratios say the same of each row, however much longer all took
// in some rounds, of which not every row has its share.
func TestColumnsMultiplyOut(t *testing.T) {
	doc, p := skycoinDocument(t)
	s := measured(map[string]float64{"skyencoder+reuse": 100, "skycoin": 5000, "gencode+notransform+raw": 200, "gotiny-document": 150, "json-document": 20000, "skyencoder": 120})
	for i, c := range s.Cases {
		op := c.Ops["marshal"]
		for n := range op.Samples {
			op.Samples[n].NSPerOp *= 1 + float64(n*n%7)/5 // a busy machine
		}
		op.Samples = append(op.Samples[:3*i], op.Samples[3*i+6:]...)
	}
	c := compared(p, p.Tables[0], doc, s)
	base := c.named(c.Base)
	for _, row := range c.Rows {
		if row.NS > 0 && math.Abs(row.Ratio*base.NS/row.NS-1) > 1e-9 {
			t.Errorf("%s: %v ns, which is %v of %v ns", row.Name, row.NS, row.Ratio, base.NS)
		}
	}
}

// Rows that are in the published order have not changed places.
func TestSameOrder(t *testing.T) {
	doc, p := skycoinDocument(t)
	c := compared(p, p.Tables[0], doc, measured(map[string]float64{"skyencoder+reuse": 42, "skyencoder": 70, "gencode+notransform+raw": 80, "json-document": 6130}))
	if len(c.Changes) > 0 || *c.Tau != 1 {
		t.Errorf("changes %q, tau %v", c.Changes, *c.Tau)
	}
}

// What opens and does not read is the base of nothing and ahead of nothing.
func TestOpened(t *testing.T) {
	p, err := Load("gosercomp")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == "gosercomp" })
	s := measured(map[string]float64{"json-document": 3000, "gencode+notransform+raw": 200, "flatbuffers": 1e4})
	for _, c := range s.Cases {
		if c.Row == "flatbuffers" {
			c.Ops["open"] = c.Ops["marshal"]
		}
	}
	c := compared(p, p.Tables[1], documents.All[i], s)
	last := c.Rows[slices.IndexFunc(c.Rows, func(r Row) bool { return r.Opened })]
	if !last.Opened || last.NS < 9000 || last.Ratio < 45 || last.PublishedRatio > 0.05 {
		t.Errorf("got %+v", last)
	}
	if c.Base != "github.com/andyleap/gencode" {
		t.Errorf("ratios are to %s", c.Base)
	}
	for _, change := range c.Changes {
		if strings.Contains(change, "untouched") {
			t.Errorf("an order with what reads nothing: %s", change)
		}
	}
}

// Batches have as many messages as the times are divided by.
func TestEach(t *testing.T) {
	p, err := Load("extprot")
	if err != nil {
		t.Fatal(err)
	}
	if p.Tables[0].Each != complexrtt.BatchSize {
		t.Errorf("times are divided by %d, of batches of %d", p.Tables[0].Each, complexrtt.BatchSize)
	}
}

// The document's value takes as many bytes as the document says, but for those of
// its four times, which had 20 bytes and 91 of a Location behind them then, and have
// 24 now.
func TestDeepSize(t *testing.T) {
	flags := map[string]int{"values": 1, "depth": 1}
	if n := deepSize("teststruc", flags, 1); n != 5811 {
		t.Errorf("%d bytes, published: 5811", n)
	}
	flags["interfaces"] = 1
	if n := deepSize("teststruc", flags, 1); n != 7737 || n+4*(20+91-24)*3/2 != 8259 {
		t.Errorf("with interfaces %d bytes, published: 8259", n)
	}
}

// No row is driven in two ways in tables with the same values.
func TestLoops(t *testing.T) {
	for _, name := range Documents() {
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == name })
		sets := map[string][]Table{}
		for _, table := range p.Tables {
			key := fmt.Sprint(table.Workload, table.Flags)
			sets[key] = append(sets[key], table)
		}
		for _, tables := range sets {
			if _, err := p.wanted(documents.All[i], tables); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	p := &Published{Loop: Loop{Into: protocol.Zeroed}, Tables: []Table{{Op: "unmarshal", Rows: []Line{{Row: "json"}, {Row: "json", Loop: Loop{Into: protocol.Used}}}}}}
	if _, err := p.wanted(documents.Document{}, p.Tables); err == nil {
		t.Error("a row was driven in two ways")
	}
	p.Tables[0].Rows[1].Op = "marshal"
	if list, err := p.wanted(documents.Document{}, p.Tables); err != nil || list["json"].Into != protocol.Zeroed {
		t.Errorf("loops %v, %v", list, err)
	}
}
