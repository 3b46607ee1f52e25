package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

func TestTie(t *testing.T) {
	line := func(name string, rank int, lo, hi float64) report.Glance {
		g := report.Glance{Name: name, Rank: rank}
		if hi > 0 {
			g.Interval = &report.Interval{Lo: lo, Hi: hi}
		}
		return g
	}
	wide := line("wide", 1, 0.5, 2)
	wide.Wide = true
	first := line("flat", 1, 1, 1)
	for _, test := range []struct {
		name  string
		lines []report.Glance
		want  string
	}{
		{"nobody", nil, ""},
		{"one", []report.Glance{first, line("gob", 2, 4, 5)}, ""},
		{"one and who is hardly known", []report.Glance{first, wide}, ""},
		{"slower by the upper end", []report.Glance{first, line("mus", 1, 0.98, 1.05), line("gob", 3, 4, 5)},
			"2 share the first place: not statistically distinguishable, within 5.0 %."},
		{"faster by the lower end", []report.Glance{first, line("mus", 1, 0.93, 1.01)},
			"2 share the first place: not statistically distinguishable, within 7.0 %."},
		{"three", []report.Glance{first, line("mus", 1, 0.99, 1.01), line("benc", 1, 0.99, 1.02)},
			"3 share the first place: not statistically distinguishable, within 2.0 %."},
		{"too few layouts", []report.Glance{first, line("mus", 1, 0, 0)},
			"2 share the first place: not statistically distinguishable."},
	} {
		if got := tie(test.lines); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// What is cut from a table are the slowest rows, but for the best of the standard
// library.
func TestFirst(t *testing.T) {
	var list []report.Glance
	for _, name := range []string{"a", "b", "c", "json", "d", "gob", "e"} {
		list = append(list, report.Glance{Name: name, Standard: name == "json" || name == "gob"})
	}
	for room, want := range map[int][]string{
		7: {"a", "b", "c", "json", "d", "gob", "e"},
		6: {"a", "b", "c", "json", "d"},
		5: {"a", "b", "c", "json"},
		4: {"a", "b", "json"},
		3: {"a", "json"},
	} {
		head, known := first(list, room)
		var got []string
		for _, g := range slices.Concat(head, known) {
			got = append(got, g.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("room for %d: %q, want %q", room, got, want)
		}
	}
}

func TestCommands(t *testing.T) {
	own := report.Choice{Need: report.Untrusted, Row: "assay.flat+reuse+unsafe", Own: true, Format: "flat"}
	foreign := report.Choice{Need: report.UntrustedOthers, Row: "msgp@go1.27+reuse", Module: "github.com/tinylib/msgp", Version: "v1.4.0"}
	safe := foreign
	safe.Need = report.Untrusted
	portable := report.Choice{Need: report.Portable, Row: "cbor+reuse", Module: "github.com/fxamacker/cbor/v2", Version: "v2.9.0"}
	std := report.Choice{Need: report.Untrusted, Row: "json+reuse"}
	for _, test := range []struct {
		name, subject string
		command       []string
		choices       []report.Choice
		want          []string
	}{
		{"assay's own and the best of others", "./orders.Order", []string{"run", "./orders.Order", "--impl=./geo.Shape=*./geo.Square", "--time=2s", "--omit=Cache"},
			[]report.Choice{own, foreign, portable}, []string{
				"assay gen --format=flat --unsafe ./orders.Order '--impl=./geo.Shape=*./geo.Square' --omit=Cache",
				"go get github.com/tinylib/msgp@v1.4.0",
				"assay show msgp+reuse ./orders.Order '--impl=./geo.Shape=*./geo.Square' --omit=Cache",
				"assay check ./orders.Order --from=git:HEAD '--impl=./geo.Shape=*./geo.Square' --omit=Cache",
			}},
		{"assay's own, by number", "./orders.Order", nil, []report.Choice{{Need: report.Trusted, Row: "assay.protobuf+reuse+varint", Own: true, Format: "protobuf"}}, []string{
			"assay gen --format=protobuf --number ./orders.Order",
			"assay check ./orders.Order --from=git:HEAD",
		}},
		{"assay's own, that types change", "./orders.Order", nil, []report.Choice{{Need: report.Untrusted, Row: "assay.flat@go1.27+evolvable+reuse", Own: true, Format: "flat.evolvable"}}, []string{
			"assay gen --format=flat --evolvable ./orders.Order",
			"assay check ./orders.Order --from=git:HEAD",
		}},
		{"a library", "./orders.Order", nil, []report.Choice{safe, portable}, []string{
			"go get github.com/tinylib/msgp@v1.4.0",
			"assay show msgp+reuse ./orders.Order",
			"assay check ./orders.Order --from=git:HEAD",
		}},
		{"the standard library, of a workload", "data", []string{"run", "data", "--omit=Cache"}, []report.Choice{std, portable}, []string{
			"assay show json+reuse ./orders.Order",
			"assay check ./orders.Order --from=git:HEAD",
		}},
		{"nothing safe", "it's.Mine", nil, []report.Choice{portable}, []string{
			"go get github.com/fxamacker/cbor/v2@v2.9.0",
			`assay show cbor+reuse 'it'\''s.Mine'`,
			`assay check 'it'\''s.Mine' --from=git:HEAD`,
		}},
	} {
		measured := []report.Glance{{Name: "json+reuse"}}
		v := &report.View{Command: test.command, Subjects: []*report.Subject{{Name: "./orders.Refused"}, {Name: test.subject, Glance: measured}}, Choices: test.choices}
		var got []string
		for _, l := range commands(v).Lines {
			got = append(got, l.Text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{"./a.B": "./a.B", "": "''", "a b": "'a b'", "$(x)": "'$(x)'", "a;b": "'a;b'", "it's": `'it'\''s'`, "~": "'~'"} {
		if got := quoted(word); got != want {
			t.Errorf("quoted(%q) = %s, want %s", word, got, want)
		}
	}
}

// How tables of several subjects are read stands once, below the first that there is,
// and has all marks of later ones.
func TestReading(t *testing.T) {
	lax := []report.Glance{{Name: "mus+raw", Rank: 1, Ratio: 1}, {Name: "benc", Wide: true, Ratio: 2}}
	plain := []report.Glance{{Name: "json", Rank: 1, Ratio: 1}}
	ops := []*report.Op{{Op: string(protocol.RoundTrip)}}
	v := &report.View{Subjects: []*report.Subject{{Name: "refused"}, {Name: "first", Ops: ops, Glance: plain}, {Name: "second", Ops: ops, Glance: lax}}}
	var got []string
	for _, b := range New(v, Options{}) {
		switch b := b.(type) {
		case *Heading:
			got = append(got, b.Text)
		case *Table:
			got = append(got, "table")
		case *Paragraph:
			if strings.Contains(b.Text, "marshal and unmarshal together") {
				got = append(got, fmt.Sprintf("reading, ~ %t", strings.Contains(b.Text, "~ is")))
			}
		}
	}
	for i := range got {
		got[i], _, _ = strings.Cut(got[i], ": ")
	}
	if want := []string{"refused", "first", "table", "reading, ~ true", "second", "table"}; !slices.Equal(got[len(got)-len(want):], want) {
		t.Errorf("%q, want it to end in %q", got, want)
	}
}

// TestOthersMayPass: where values are made up and a variant failed, the table says how to give
// others; not where the user gave them, or nothing failed.
func TestOthersMayPass(t *testing.T) {
	for _, test := range []struct {
		origin string
		status result.Status
		want   bool
	}{{"generated from seed 1", result.Failed, true}, {"file orders.jsonl", result.Failed, false}, {"generated from seed 1", result.Refused, false}} {
		s := &report.Subject{Name: ".Order", Origin: test.origin, Glance: []report.Glance{{Name: "json", Rank: 1, Ratio: 1}}, Excluded: []report.Excluded{{Status: test.status, Reason: "no", Rows: []string{"gob"}}}}
		said := slices.ContainsFunc(glance(s, 40), func(b report.Block) bool {
			p, ok := b.(*report.Paragraph)
			return ok && strings.Contains(p.Text, "--sample")
		})
		if said != test.want {
			t.Errorf("%s, %s: said %v", test.origin, test.status, said)
		}
	}
}

// TestHeight: each block takes the lines that text has of it, and an empty one before it.
func TestHeight(t *testing.T) {
	long, units := strings.Repeat("word ", Narrow/5+1), []Column{{Heading: "A"}, {Heading: "B", Unit: "ns"}}
	for i, test := range []struct {
		lines int
		doc   Document
	}{
		{3, Document{&Paragraph{Text: long}}},
		{4, Document{&List{Title: "Notes", Items: []Item{{Text: "a"}, {Text: "b"}}}}},
		{5, Document{&Heading{}, &List{Items: []Item{{Text: long}, {Text: "b"}}}}},
		{4, Document{&Table{Columns: units, Rows: make([][]Cell, 1)}}},
		{4, Document{&Table{Title: "Sizes", Columns: units[:1], Rows: make([][]Cell, 1)}}},
		{4, Document{&Commands{Lines: make([]Command, 2)}}},
	} {
		if got := height(test.doc); got != test.lines {
			t.Errorf("document %d takes %d lines, want %d", i, got, test.lines)
		}
	}
}

// TestBar: a bar ends with as many eighths as are left, and says by its length what is as fast.
func TestBar(t *testing.T) {
	for eighths, want := range []string{"▏", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█", "█▏"} {
		if got := bar(barWidth * 8 / max(float64(eighths), 0.1)); got != want {
			t.Errorf("%d eighths are %q, want %q", eighths, got, want)
		}
	}
	if got := bar(0); got != "" {
		t.Errorf("no figure is %q", got)
	}
}

// A reason that leaves out more rows than have figures is not cut: it says what to do.
func TestReasonOfMostRowsStandsWhole(t *testing.T) {
	few := report.Excluded{Status: result.Refused, Reason: "a chan", Rows: []string{"json"}}
	most := report.Excluded{Status: result.Refused, Reason: "state", Rows: []string{"gob", "cbor"}}
	s := &report.Subject{Glance: []report.Glance{{Name: "gotiny"}}, Excluded: []report.Excluded{few, few, most}}
	if first := briefly(s).Items[0]; first.Text != "refused: gob, cbor: state" || first.OneLine {
		t.Errorf("the first reason is %q, cut %t", first.Text, first.OneLine)
	}
	s.Excluded = []report.Excluded{few, few}
	if first := briefly(s).Items[0]; !first.OneLine {
		t.Errorf("the reason of one row stands whole: %q", first.Text)
	}
}
