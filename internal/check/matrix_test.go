package check_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// A few of the standard types: what a codec does between two types, with values and
// with malformed input is in its row, and in its labels.
func TestStandard(t *testing.T) {
	t.Parallel()
	drivers := []*driver.Driver{
		drivers.Find("json"),
		bad("loses", "if other { *v = *new(T) }"),
		bad("refuses, takes cut", "if other { err = errors.New(\"another type\") } else if len(data) < 9 { err = nil }"),
	}
	saved := 0
	m, err := check.Tabulate(t, check.Config{Drivers: drivers, CacheDir: cacheDir}, standard.Changes[:1],
		[]standard.Kind{{Name: "Floats"}, {Name: "Maps", Broken: true}}, func(*check.Matrix) error { saved++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Rows) != len(drivers) || saved != 1 || len(m.Values) < 30 {
		t.Fatalf("%d rows, saved %d times, %d values", len(m.Rows), saved, len(m.Values))
	}
	for i, want := range []struct {
		changes string // verdicts of those that are not the same
		labels  string
	}{
		{"", "strict bounded survives evolves"},
		{"dropped dropped", "strict bounded"},
		{"refused refused", "bounded survives"},
	} {
		row := m.Rows[i]
		var changes, holds []string
		for _, c := range row.Changes {
			changes = append(changes, string(c.Verdict))
		}
		for _, l := range row.Labels {
			if l.Evidence == "" {
				t.Errorf("%s: no evidence of %s", row.Name, l.Name)
			}
			if l.Holds {
				holds = append(holds, l.Name)
			}
		}
		if got := strings.Join(changes, " "); got != want.changes {
			t.Errorf("%s: changes are %s, want %s", row.Name, got, want.changes)
		}
		if got := strings.Join(holds, " "); got != want.labels {
			t.Errorf("%s: %s, want %s: %+v", row.Name, got, want.labels, row.Labels)
		}
		if row.Tried == 0 || row.Reason != "" {
			t.Errorf("%s: %d malformed input tried; %s", row.Name, row.Tried, row.Reason)
		}
	}
	infinity := slices.Index(m.Values, check.MatrixValue{Kind: "Floats", Value: "infinity", Place: "F"})
	if !slices.ContainsFunc(m.Rows[0].Values, func(c check.MatrixCell) bool { return c.At == infinity && c.Verdict == check.Unwritten }) {
		t.Errorf("json writes infinity: %+v", m.Rows[0].Values)
	}
	var doc bytes.Buffer
	if err := m.Print(&doc, "json"); err != nil {
		t.Fatal(err)
	}
	if m, err = check.ReadMatrix(doc.Bytes()); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(doc.String(), "\n"); lines > 20+len(m.Changes)+len(m.Values)+len(m.Rows) {
		t.Errorf("%d lines", lines)
	}
	// Joined with rows of its own that have other indexes it is as it was.
	other, err := check.ReadMatrix(doc.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	other.Rows = other.Rows[:2]
	slices.Reverse(other.Values)
	for _, r := range other.Rows {
		for i := range r.Values {
			r.Values[i].At = len(other.Values) - 1 - r.Values[i].At
		}
	}
	other.Rows[1].Name = "another"
	if err := m.Join(other); err != nil || len(m.Rows) != len(drivers)+1 || !slices.Equal(holes(m.Rows[1]), holes(m.Rows[len(drivers)])) || len(holes(m.Rows[0])) == 0 {
		t.Errorf("joined: %v, %d rows, %v and %v", err, len(m.Rows), holes(m.Rows[1]), holes(m.Rows[len(drivers)]))
	}
	m.Rows = m.Rows[:len(drivers)]
	other.Changes = nil
	if err := m.Join(other); err == nil {
		t.Error("joined with one of other changes")
	}
	for format, want := range map[string]string{
		"text": "takes cut", "md": "| dropped | loses |", "html": `"name":"loses"`, "labels": "\n\"loses\":{\n",
	} {
		var b bytes.Buffer
		if err := m.Print(&b, format); err != nil {
			t.Fatal(err)
		}
		said := b.String()
		if format == "html" {
			said = unpacked(t, said)
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s: no %q in\n%s", format, want, said)
		}
	}
}

// Every word that a cell can have has a look of its own on the page; without a script the
// codecs are there, below what identifies a field.
func TestPage(t *testing.T) {
	m := &check.Matrix{Changes: []check.MatrixChange{{}}, Rows: []*check.MatrixRow{
		{Name: "one", By: driver.Order, Tried: 3}, {Name: "two", By: driver.Name, Reason: "it has no messages"}, {Name: "three", By: driver.WriterSchema}, {Name: "four", By: driver.Number},
	}}
	var page bytes.Buffer
	if err := m.Print(&page, "html"); err != nil {
		t.Fatal(err)
	}
	style, body, _ := strings.Cut(page.String(), "</style>")
	for _, v := range []check.Verdict{check.Same, check.Refused, check.Unwritten, check.Dropped, check.Changed, check.Dies} {
		words := strings.Fields(string(v))
		if !strings.Contains(style, "."+words[len(words)-1]+" {") && !strings.Contains(style, "."+words[len(words)-1]+",") {
			t.Errorf("%q has no style", v)
		}
	}
	for _, size := range regexp.MustCompile(`font-size: ([0-9]+)px`).FindAllStringSubmatch(style, -1) {
		if n, _ := strconv.Atoi(size[1]); n < 12 {
			t.Errorf("text of %d px", n)
		}
	}
	for _, name := range []string{"tbody th[scope=row]", "thead th"} { // they stay where they are
		if rule, _, _ := strings.Cut(style[max(0, strings.Index(style, "\n"+name)):], "}"); !strings.Contains(rule, "position: sticky") {
			t.Errorf("%s is scrolled away: %s", name, rule)
		}
	}
	if !strings.Contains(body, "word(c.verdict)") || !strings.Contains(body, `to === back ? to : to + "\n" + back`) {
		t.Error("a cell has a colour and no word")
	}
	body, _, _ = strings.Cut(body, "<script")
	for _, part := range strings.SplitAfter(body, `class="wide"`)[1:] {
		if !strings.HasPrefix(part, ` tabindex="0" role="region" aria-label="`) {
			t.Errorf("no key scrolls, and nobody reads aloud: %.80s", part)
		}
	}
	if a, b := strings.Index(body, "Who loses data when a type changes?"), strings.Index(body, "<h2>Every codec</h2>"); a < 0 || a > b {
		t.Error("the question does not stand first")
	}
	_, file, _ := strings.Cut(body, "github.com/assay-go/assay/blob/main/")
	file, _, _ = strings.Cut(file, `"`)
	if _, err := os.Stat("../../" + file); err != nil || !strings.Contains(body, "<noscript>") {
		t.Errorf("without a script: %v", err)
	}
	last := 0
	for _, want := range []string{"By name:", "two", "none: it has no messages", "writer&#39;s schema", "three", "By number", "four", "By place", "one", "strict and bounded, of 3 messages"} {
		at := strings.Index(body[last:], want)
		if at < 0 {
			t.Fatalf("no %q behind the first %d bytes of\n%s", want, last, body)
		}
		last += at
	}
}

// unpacked is the document that a page holds.
func unpacked(t *testing.T, page string) string {
	_, packed, _ := strings.Cut(page, `atob("`)
	packed, _, _ = strings.Cut(packed, `"`)
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(packed, `\/`, "/") + `"`)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// holes are the values that a row has something to say about.
func holes(r *check.MatrixRow) (list []int) {
	for _, c := range r.Values {
		list = append(list, c.At)
	}
	return list
}

// Of two readings of a codec at one version the worse is known of malformed input, and of changes
// of types the later that could be told; of another version the later one.
func TestJoinTakesTheWorse(t *testing.T) {
	held := func(name string) result.Label { return result.Label{Name: name, Holds: true, Evidence: "of 7"} }
	reading := func(version string, r check.MatrixRow) *check.Matrix {
		r.Name, r.Version, r.By = "codec", version, driver.Name
		data, err := stdjson.Marshal(check.Matrix{
			Schema: check.Schema, Changes: []check.MatrixChange{{Change: standard.Change{Name: "AddEnd"}}, {Change: standard.Change{Name: "Widen"}}},
			Values: []check.MatrixValue{{Kind: "Text", Value: "value 0"}}, Rows: []*check.MatrixRow{&r},
		})
		if err != nil {
			t.Fatal(err)
		}
		m, err := check.ReadMatrix(data)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	bad := check.MatrixRow{
		Changes: []check.MatrixCell{{At: 0, Verdict: check.Changed}, {At: 1, Verdict: check.NotCarried}, {At: 2, Verdict: check.Refused}},
		Values:  []check.MatrixCell{{At: 0, Verdict: check.Refused}}, NotCarried: map[string]string{"Any": "why", "Tree": "why"}, Tried: 9, Reason: "why",
		Broken: []check.MatrixBroken{{Of: "Tree", Hit: protocol.Hit{Kind: "bit", Deaths: 1}}},
		Labels: []result.Label{{Name: result.Strict, Evidence: "unknown: chance"}, {Name: result.Bounded, Evidence: "Tree: bit: died", Fault: "dies of malformed input"}},
	}
	good := check.MatrixRow{
		Changes: []check.MatrixCell{{At: 2, Verdict: check.Dropped}}, NotCarried: map[string]string{"Any": "why"}, Tried: 7,
		Broken: []check.MatrixBroken{{Of: "Tree", Hit: protocol.Hit{Kind: "bit", Panics: 3}}, {Of: "Tree", Hit: protocol.Hit{Kind: "cut", Other: 1}}},
		Labels: []result.Label{{Name: result.Strict, Evidence: "Tree: cut: 1"}, held(result.Bounded)},
	}
	say := func(m *check.Matrix) string {
		r := m.Rows[0]
		s := fmt.Sprint(len(m.Rows), " ", r.NotCarried, r.Tried, r.Values != nil, r.Reason)
		for _, c := range r.Changes {
			s += fmt.Sprint(", ", c.At, " ", c.Verdict)
		}
		for _, b := range r.Broken {
			s += fmt.Sprint(", ", b.Kind, b.Deaths, b.Panics, b.Other)
		}
		for _, l := range r.Labels {
			s += fmt.Sprint(", ", l.Name, " ", l.Holds, " ", l.Evidence)
		}
		return s
	}
	const want = "1 map[Any:why] 9 false, 2 dropped, bit1 0 0, cut0 0 1, strict false Tree: cut: 1, bounded false Tree: bit: died, survives false "
	for _, two := range [][2]check.MatrixRow{{bad, good}, {good, bad}} {
		m := reading("v1", two[0])
		if err := m.Join(reading("v1", two[1])); err != nil || !strings.HasPrefix(say(m), want) {
			t.Errorf("%v\n%s, want\n%s", err, say(m), want)
		}
	}
	worse := good
	worse.Labels = []result.Label{{Name: result.Strict, Evidence: "unknown: chance"}, {Name: result.Bounded, Evidence: "Tree: bit: panics", Fault: "panics on malformed input"}}
	for _, two := range [][2]check.MatrixRow{{bad, worse}, {worse, bad}} {
		m := reading("v1", two[0])
		if err := m.Join(reading("v1", two[1])); err != nil || !strings.Contains(say(m), "Tree: bit: died") {
			t.Errorf("a death and a panic: %v\n%s", err, say(m))
		}
	}
	m, later := reading("v1", bad), reading("v2", good)
	alone := say(later)
	if err := m.Join(later); err != nil || say(m) != alone {
		t.Errorf("of another version: %v, %s, want %s", err, say(m), alone)
	}
}

// What list shows is of rows that there are, and of labels that are known.
func TestLabelsAreRead(t *testing.T) {
	for name, p := range rows.Labels() {
		for _, l := range p.Labels {
			if !slices.Contains(result.LabelNames, l.Name) || p.Version == "" {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
}

// The module of the types is whole, and each change has its values on both sides.
func TestStandardTypesAreThere(t *testing.T) {
	dir := t.TempDir()
	if err := standard.Write(dir); err != nil {
		t.Fatal(err)
	}
	for _, side := range []string{"older", "newer"} {
		src := filetest.Read(t, dir+"/"+side+"/types.go")
		for _, c := range standard.Changes {
			if !strings.Contains(string(src), "func "+c.Name+"Value() "+c.Name+" ") {
				t.Errorf("%s has no %sValue", side, c.Name)
			}
		}
	}
}

// A field that takes the number of another one makes no label where fields have numbers:
// nobody does so who numbers them. Where they have names it does.
func TestCarelessChangesMakeNoLabel(t *testing.T) {
	for by, holds := range map[driver.By]bool{driver.Number: true, driver.Name: false} {
		data, err := stdjson.Marshal(check.Matrix{
			Schema: check.Schema, Changes: []check.MatrixChange{{Change: standard.Change{Name: "AddMiddle"}}, {Change: standard.Change{Name: "AddEnd"}}},
			Rows: []*check.MatrixRow{{Name: "codec", By: by, Changes: []check.MatrixCell{{At: 0, Verdict: check.Changed}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		m, err := check.ReadMatrix(data)
		if err != nil || len(m.Rows[0].Labels) != 2 {
			t.Fatalf("%v: %+v", err, m)
		}
		for _, l := range m.Rows[0].Labels {
			if l.Holds != holds {
				t.Errorf("by %s: %s: %v", by, l.Name, l.Holds)
			}
		}
	}
}
