package reproduce

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows/documents"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

// asPublished returns a report of a document all of whose rows have today the figures
// that were published, but for those that change replaces. Rows of one serializer in
// several tables are of several subjects.
func asPublished(t *testing.T, name string, change func(table, row string, c *result.Case)) *Report {
	t.Helper()
	p, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	doc := documents.All[slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == name })]
	r := &Report{Document: name, Title: doc.Title}
	for _, table := range p.Tables {
		s := &result.Subject{Name: table.Workload}
		for i, l := range table.Rows {
			ns := l.NS * float64(max(table.Each, 1))
			if ns == 0 {
				ns = 1e6 + float64(i) // of rows apart: the slowest
			}
			row := standIns(doc, l)[0]
			c := &result.Case{Row: row, Status: result.OK, Class: result.Safe, Features: strings.Split(row, "+")[1:], Size: result.Size{Mean: l.Size}, Ops: map[string]*result.Op{}}
			if i := slices.IndexFunc(s.Cases, func(c *result.Case) bool { return c.Row == row }); i >= 0 {
				c = s.Cases[i]
			} else {
				s.Cases = append(s.Cases, c)
			}
			op := measured(map[string]float64{row: ns}).Cases[0].Ops["marshal"]
			if l.Allocs != nil {
				op.AllocsPerOp = *l.Allocs
			}
			if l.Bytes != nil {
				op.BytesPerOp = *l.Bytes
			}
			kind := l.Op
			if kind == "" {
				kind = table.Op
			}
			c.Ops[kind] = op
			if change != nil {
				change(table.Title, row, c)
			}
		}
		c := compared(p, table, doc, s)
		c.Deep = [2]int{table.Deep, table.Deep}
		r.Tables = append(r.Tables, c)
	}
	r.Commands, r.Features = p.Commands, featured(p.Features, drivers.All)
	r.Best = bests(r)
	r.Claims = claims(r)
	return r
}

// With the published figures as today's, the sentences that follow from them hold,
// every exact figure is as published, and no row has overtaken another.
func TestPublishedFiguresHold(t *testing.T) {
	for name, differ := range map[string][]string{ // which do not follow from the figures alone
		"skycoin":                     {"compiles", "gotiny-unsafe"},
		"go-codec":                    {"weak", "cut", "vmihailenco", "fallback", "msgp-unsafe", "like-setup"},
		"go-serialization-benchmarks": {"features mus"},
		"gosercomp":                   {"growing"},
		"alecthomas":                  {},
		"extprot":                     {"each"},
	} {
		r := asPublished(t, name, nil)
		if len(r.Claims) < 3 {
			t.Errorf("%s: %d claims", name, len(r.Claims))
		}
		for _, c := range r.Claims {
			if c.Verdict != Same && !slices.Contains(differ, c.Key) && !(c.Verdict == Elsewhere && c.Key == "untouched-time") {
				t.Errorf("%s: %s: %s → %s: %s", name, c.Key, c.Says, c.Today, c.Verdict)
			}
			if strings.Contains(c.Today, "%!") || strings.Contains(c.Today, "NaN") || strings.Contains(c.Today, "Inf") {
				t.Errorf("%s: %s → %s", name, c.Says, c.Today)
			}
		}
		for _, table := range r.Tables {
			if len(table.Changes) > 0 {
				t.Errorf("%s, %s: %q", name, table.Title, table.Changes)
			}
			for _, row := range table.Rows {
				for _, x := range table.exacts(row) {
					if k := table.rule(row, x, nil); k.verdict != Same && row.Instead == "" {
						t.Errorf("%s, %s, %s: %s %s", name, table.Title, row.Name, x.what, k)
					}
				}
				if _, k := r.rowEntry(table, row); k.open() {
					t.Errorf("%s, %s, %s: %s", name, table.Title, row.Name, k)
				}
			}
		}
	}
}

// Both tables of the document come out of the rows by its rule, and what is proven
// is another question: a row whose library uses package unsafe is not safe, whatever
// its name says.
func TestBest(t *testing.T) {
	r := asPublished(t, "go-serialization-benchmarks", func(_, row string, c *result.Case) {
		if strings.Contains(row, "unsafe") {
			c.Class = result.Unsafe
		}
	})
	var got []string
	for _, b := range r.Best {
		for _, row := range b.Rows {
			got = append(got, fmt.Sprintf("%s %v %s", row.Serializer, row.PublishedNS, row.Proven))
		}
	}
	want := []string{
		"mus 80.55 mus+raw+reuse", "bebop200sc 85.52 ", "benc 94.81 benc+raw+reuse", "protobuf_mus 163 protobuf_mus+raw+reuse",
		"vtprotobuf 191.3 vtprotobuf+raw+reuse", "protobuf 503.1 protobuf+raw+varint", "json 2697 json", "gob 17880 gob",
		"mus 57 mus+reuse+unsafe", "benc 69.76 benc+raw+reuse+unsafestr", "protobuf_mus 129.4 protobuf_mus+reuse+unsafe",
		"vtprotobuf 165.6 vtprotobuf+raw+reuse+unsafeunm", "bebop200sc 0 bebop200sc+notunsafe+reuse",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Three rows of which only the first and the last are told apart, each from the next not: the
// order is another if these two have changed places, and the document's own program has it too
// if they have there.
func TestOrdered(t *testing.T) {
	op := func(ns float64) *result.Op {
		op := &result.Op{}
		for n := range 27 {
			op.Samples = append(op.Samples, result.Sample{Round: n, Process: n / 3, Layout: n / 3, N: 10, NSPerOp: ns + float64(n%9)})
		}
		return op
	}
	noisy := op(105) // some processes are far above the others, some far below
	for i := range noisy.Samples {
		noisy.Samples[i].NSPerOp += 40 * float64(i/3%3-1)
	}
	for _, test := range []struct {
		first, last     float64
		of              [2]float64 // of the document's own program
		verdict         Verdict
		shown, measured bool
	}{
		{100, 110, [2]float64{}, Same, false, true},
		{110, 100, [2]float64{}, Moved, false, true},
		{110, 100, [2]float64{50, 60}, Moved, false, true},
		{110, 100, [2]float64{60, 50}, Moved, true, true},
		{100, 110, [2]float64{60, 50}, Moved, false, false},
	} {
		c := &Compared{Rows: []Row{
			{Name: "a", NS: test.first, op: op(test.first)}, {Name: "b", NS: 105, op: noisy}, {Name: "c", NS: test.last, op: op(test.last)},
		}}
		if test.of[0] > 0 {
			c.Rows[0].Original, c.Rows[2].Original = &Figures{NS: test.of[0]}, &Figures{NS: test.of[1]}
		}
		b := Best{Title: "Fastest Safe"}
		for _, r := range c.Rows {
			b.Rows = append(b.Rows, BestRow{Serializer: r.Name, Published: r.Name, Today: r.Name, NS: r.NS})
		}
		if !test.measured {
			b.Rows[1].NS = 0
		}
		if got := ordered(c, b); got.Verdict != test.verdict || (got.Shown != "") != test.shown {
			t.Errorf("%+v: %s, %q", test, got.Verdict, got.Shown)
		}
	}
}

// Two sentences about what the rows are: they fail when a serializer has no features at all,
// and when a figure of what was left out is published.
func TestClaimsAboutRows(t *testing.T) {
	verdict := func(r *Report, key string) Verdict {
		for _, c := range claims(r) {
			if c.Key == key {
				return c.Verdict
			}
		}
		t.Fatalf("no claim is called %s", key)
		return ""
	}
	r := asPublished(t, "go-serialization-benchmarks", nil)
	if v := verdict(r, "features"); v != Same {
		t.Errorf("features: %s", v)
	}
	r.Features[2].Both, r.Features[2].More = nil, nil
	if v := verdict(r, "features"); v != Moved {
		t.Errorf("a serializer without features: %s", v)
	}
	r = asPublished(t, "skycoin", nil)
	if v := verdict(r, "left-out"); v != Same {
		t.Errorf("left out: %s", v)
	}
	r.anyRow("Marshal", "protobuf").PublishedNS = 100
	if v := verdict(r, "left-out"); v != Moved {
		t.Errorf("with a figure: %s", v)
	}
}

// Five changes of place are shown, the furthest first, and all of them in full; and a
// figure that is not as published is named with its reason.
func TestChangesOfPlace(t *testing.T) {
	r := asPublished(t, "gosercomp", func(table, row string, c *result.Case) {
		if table != "Marshal" {
			return
		}
		op := c.Ops["marshal"]
		switch row {
		case "xml-document": // the slowest is the fastest today
			for i := range op.Samples {
				op.Samples[i].NSPerOp = 10
			}
		case "msgp":
			op.AllocsPerOp = 3
		}
	})
	table := r.table("Marshal")
	if len(table.Changes) != 8 || !strings.HasPrefix(table.Changes[0], "encoding/xml has overtaken github.com/tinylib/msgp: 31.7 → 0.0") {
		t.Errorf("changes %q", table.Changes)
	}
	for full, want := range map[bool]int{false: 5, true: 8} {
		var out bytes.Buffer
		if err := text.Set(&out, r.Layout(Options{Full: full}), text.Style{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "encoding/xml has overtaken "); n != want {
			t.Errorf("full %v: %d changes of place", full, n)
		}
		if strings.Contains(out.String(), "and 3 more: --full") == full {
			t.Errorf("full %v: what is left out is not said, or is and is not left out", full)
		}
		if !strings.Contains(out.String(), "github.com/youtube/vitess/go/bson *: vitess's package cannot be had") {
			t.Errorf("full %v: a codec of ours has the place of another's, and nothing says so", full)
		}
		if strings.Contains(out.String(), "tinylib/msgp: allocations 1 → 3") != full {
			t.Errorf("full %v: the difference in allocations", full)
		}
	}
	// No experiment shows it: the document's own program makes one too.
	if figures, _ := Open([]*Report{r}); !slices.Equal(figures, []string{"gosercomp, Marshal, github.com/tinylib/msgp: allocations 1 → 3"}) {
		t.Errorf("open: %q", figures)
	}
}

// A run with too few processes says so, and not that nothing has changed.
func TestTooShort(t *testing.T) {
	r := asPublished(t, "skycoin", func(_, _ string, c *result.Case) {
		for _, op := range c.Ops {
			op.Samples = slices.DeleteFunc(op.Samples, func(s result.Sample) bool { return s.Layout >= 4 })
		}
	})
	var out bytes.Buffer
	if err := text.Set(&out, r.Layout(Options{}), text.Style{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "every figure is of 4 processes, and an interval takes 6"); n != 2 {
		t.Errorf("it is said %d times", n)
	}
	if n := strings.Count(out.String(), "No two rows have changed places"); n != 1 { // of lengths
		t.Errorf("nothing has changed, %d times", n)
	}
}

// What a value that is read into again and again has after some calls.
func TestUsedXML(t *testing.T) {
	if _, colors, err := usedXML(10); err != nil || colors != 40 {
		t.Errorf("%d colours, %v", colors, err)
	}
}

// A ratio is reproduced when it lies in a narrow interval or is near, and a wide
// interval is no proof.
func TestNear(t *testing.T) {
	for _, test := range []struct {
		published, x, lo, hi float64
		want                 bool
	}{
		{15, 14.4, 13, 15.6, true},
		{15, 18, 14.5, 20, true}, // within
		{15, 18, 17, 19, false},
		{15, 18, 0.8, 23, false}, // which says nothing
		{15, 15.5, 0.8, 23, true},
		{15, 16, 0, 0, true},
		{15, 17, 0, 0, false},
	} {
		if got := near(test.published, test.x, test.lo, test.hi); got != test.want {
			t.Errorf("near(%v, %v, %v, %v) = %v", test.published, test.x, test.lo, test.hi, got)
		}
	}
}

// Versions of a document's time stand in tables of their own: no row of today's tables is
// one, so that no sentence counts it.
func TestVersionsOfTheTimeStandApart(t *testing.T) {
	old := map[string]bool{}
	for _, d := range then() {
		old[d.Name] = true
	}
	driver := func(row string) string {
		name, _, _ := strings.Cut(row, "+")
		return name
	}
	seen := map[string]bool{}
	for _, name := range Documents() {
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		doc := documents.All[slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == name })]
		for _, table := range p.Tables {
			for _, l := range table.Rows {
				for _, row := range standIns(doc, l) {
					if old[driver(row)] {
						t.Errorf("%s, %s: %s stands for %s today", name, table.Title, row, l.Name)
					}
				}
			}
		}
		for _, table := range p.thenTables() {
			for _, l := range table.Rows {
				if seen[driver(l.Row)] = true; !old[driver(l.Row)] || l.NS == 0 {
					t.Errorf("%s, %s: %s is no version of the time, or nothing was published of it", name, table.Title, l.Row)
				}
			}
		}
	}
	if len(seen) != len(old) {
		t.Errorf("in the tables of the time: %v", seen)
	}
	for _, c := range asPublished(t, "gosercomp", nil).Claims {
		if c.Key == "excluded" && !strings.Contains(c.Today, " of 7 are faster") {
			t.Errorf("the document leaves out seven: %s", c.Today)
		}
	}
}

// What a loop allocates beside the library shows why a figure is another, and so does a
// version of the time that takes in our loop what it takes in the document's own program; what
// neither explains stays open.
func TestLoopsAndVersionsAreCauses(t *testing.T) {
	figure := func(n float64) *float64 { return &n }
	c := &Compared{document: "gosercomp", Op: "unmarshal", Value: valueSize("colorgroup")}
	xml := func(bytes float64) ruling {
		r := Row{Name: "encoding/xml", Original: &Figures{Bytes: figure(bytes)}}
		return c.rule(r, exact{bytesEach, figure(2807), 2568}, nil)
	}
	thrift := func(then float64) ruling {
		r := Row{Name: "Apache/thrift", Original: &Figures{Bytes: figure(416)}}
		return c.rule(r, exact{bytesEach, figure(96), 160}, &Row{Bytes: then})
	}
	// Four strings a call to a slice whose room grows by a quarter: five times their 64 bytes.
	grown, _ := growth[string](originalCalls, 4)
	if grown < 250 || grown > 380 {
		t.Errorf("a slice that is never emptied takes %v bytes a call", grown)
	}
	avro := func(then Row) ruling {
		c := &Compared{document: "gosercomp", Op: "marshal", Value: valueSize("colorgroup")}
		r := Row{Name: "Apache/avro", Size: 32, Original: &Figures{Allocs: figure(0)}}
		return c.rule(r, exact{allocated, figure(7), 3}, &then)
	}
	for name, k := range map[string]struct {
		ruling
		open bool
	}{
		"a buffer a call more":           {avro(Row{Allocs: 2}), false},
		"two buffers a call more":        {avro(Row{Allocs: 4}), true},
		"as the loop explains":           {xml(2568 - 112 + grown), false},
		"more than the loop explains":    {xml(2568 - 112 + 2*grown), true},
		"as the version of then":         {thrift(416), false},
		"another than the version's":     {thrift(300), true},
		"another than any, but as today": {c.rule(Row{Original: &Figures{Bytes: figure(160)}}, exact{bytesEach, figure(96), 160}, &Row{Bytes: 300}), false},
	} {
		if k.ruling.open() != k.open {
			t.Errorf("%s: %s", name, k.ruling)
		}
	}
	if n, why := (&Compared{document: "skycoin", Op: "unmarshal", Value: valueSize("colorgroup")}).beside(Row{Name: "encoding/xml"}, bytesEach); n != 0 || why != "" {
		t.Errorf("of another document: %v, %s", n, why)
	}
}
