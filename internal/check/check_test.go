package check_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
)

var cacheDir = compiletest.CacheDir()

func TestMain(m *testing.M) { compiletest.Main(m) }

// module writes a module with the given files and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	filetest.All(t, dir, files)
	return dir
}

const goMod = "module shop.test\n\ngo 1.26\n"

// bad returns a driver that is encoding/json but for what it does between the two
// types: statements that see data, v and the flag other, which says that another type
// was written.
func bad(name, unmarshal string) *driver.Driver {
	return &driver.Driver{
		Name: name, Doc: "A bad codec.",
		Facts:    driver.Facts{Licence: "none", Format: name, Identity: driver.ByOrder()},
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Text}}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports: []string{"bytes", "encoding/json", "errors", "fmt", "time"},
				Decls:   "var memory = map[string]T{}\nvar _ = errors.New\nvar _ = time.Now\nvar sink []byte\nvar _ = sink\n",
				Marshal: "b, err := json.Marshal(v)\nif err == nil { memory[string(b)] = *v }\nreturn append([]byte(fmt.Sprintf(\"%T \", v)), b...), err",
				Unmarshal: "name, data, _ := bytes.Cut(data, []byte(\" \"))\nother := string(name) != fmt.Sprintf(\"%T\", v)\n_ = other\n" +
					"err := json.Unmarshal(data, v)\n" + unmarshal + "\nreturn err",
			})
			return nil
		},
	}
}

// shop is a type before a change and after it.
var shop = map[string]string{
	"go.mod": goMod, ".git/HEAD": "ref: refs/heads/main\n",
	"v1/o.go": "package v1\n\ntype Order struct {\n\tTotal int32\n\tName string\n}\n",
	"v2/o.go": "package v2\n\ntype Order struct {\n\tTotal int64\n\tName string\n\tNote string\n}\n",
}

// A codec that panics, hangs, or takes all memory there is for what the other type wrote
// costs its processes, and is told of.
func TestBetween(t *testing.T) {
	t.Parallel() // most of it is waiting for limits
	dir := module(t, shop)
	drivers := []*driver.Driver{
		drivers.Find("json"),
		bad("loses", "if other { v.Name = \"\" }"),
		bad("allocates", "if other { sink = make([]byte, 1<<40) }"),
		bad("hangs", "for other { time.Sleep(time.Hour) }"),
		bad("spins", "for other { sink = nil }"),
	}
	side := func(name string) check.Side {
		return check.Side{Name: name, Dir: dir, Source: bench.Source{Name: name, Seed: 1}}
	}
	report, err := check.Between(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir, Limit: time.Second / 2}, side("./v2.Order"), side("./v1.Order"))
	if err != nil {
		t.Fatal(err)
	}
	judged(t, report, map[string]verdict{
		"json":      {check.Backward, ""}, // an int64 that int32 cannot hold is refused
		"loses":     {check.Drops, ""},
		"allocates": {check.Kills, "memory"},
		"hangs":     {check.Kills, "stood still"},
		"spins":     {check.Kills, "processor time"},
	})
	printed(t, report, map[string][]string{
		"text":   {"Total int32 → int64, +Note", "BACKWARD", "DROPPED Name", "00000000"},
		"md":     {"| json", "DROPS"},
		"json":   {`"verdict": "DROPS"`},
		"github": {"::error file=v2/o.go,line=4"}, // as the repository has it
	})
}

// A codec that recurses without end is stopped by its stack, which takes longer than it may
// where little time is given.
func TestRecursion(t *testing.T) {
	routinestest.NeedsLong(t) // writing to all of a stack takes seconds of the processor
	t.Parallel()
	dir := module(t, shop)
	side := func(name string) check.Side {
		return check.Side{Name: name, Dir: dir, Source: bench.Source{Name: name, Seed: 1}}
	}
	recurses := bad("recurses", "if other { var f func(int) int; f = func(n int) int { return f(n+1) + 1 }; err = fmt.Errorf(\"%d\", f(0)) }")
	report, err := check.Between(t.Context(), check.Config{Drivers: []*driver.Driver{recurses}, CacheDir: cacheDir, Limit: time.Minute}, side("./v2.Order"), side("./v1.Order"))
	if err != nil {
		t.Fatal(err)
	}
	judged(t, report, map[string]verdict{"recurses": {check.Kills, "recursed without end"}})
}

// verdict is what a codec earns, and a part of the reason.
type verdict struct {
	is  check.Outcome
	why string
}

// judged looks for the verdicts of a report's codecs. Of each what is required holds where
// it is BACKWARD alone.
func judged(t *testing.T, report *check.Report, want map[string]verdict) {
	t.Helper()
	if len(report.Codecs) != len(want) || report.Holds() {
		t.Errorf("%d codecs, want %d; holds: %v", len(report.Codecs), len(want), report.Holds())
	}
	for _, c := range report.Codecs {
		w := want[c.Name]
		if c.Verdict != w.is {
			t.Errorf("%s: %s (%s), want %s", c.Name, c.Verdict, c.Reason, w.is)
			continue
		}
		if c.Holds != (c.Verdict == check.Backward) {
			t.Errorf("%s holds: %v", c.Name, c.Holds)
		}
		if w.why != "" {
			if _, cell := c.Ways[0].Worst(); cell == nil || !strings.Contains(cell.Reason, w.why) {
				t.Errorf("%s: %+v, want %q", c.Name, cell, w.why)
			}
		}
	}
}

// printed looks for what a report says in each format.
func printed(t *testing.T, report *check.Report, want map[string][]string) {
	t.Helper()
	for _, format := range check.Formats {
		var b bytes.Buffer
		if err := report.Print(&b, format, true); err != nil {
			t.Fatal(err)
		}
		for _, want := range want[format] {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s has no %q:\n%s", format, want, b.String())
			}
		}
	}
}

type (
	orderV1 struct {
		Total int32
		Name  string
	}
	orderV2 struct {
		Total int64
		Name  string
		Note  string
	}
)

// worse returns a codec in this process that is encoding/json but for what it does when it
// has read, of the type or of the other one.
func worse(name string, unmarshal func(other bool, data []byte, name *string) error, samples ...sample) check.Local {
	marshal := func(v any) ([]byte, error) {
		b, err := stdjson.Marshal(v)
		return append(fmt.Appendf(nil, "%T ", v), b...), err
	}
	d := &driver.Driver{Name: name, Facts: driver.Facts{Format: name, Identity: driver.ByOrder()}, Variants: []driver.Variant{{}}}
	return check.Local{Driver: d, Subjects: subjects(marshal, func(data []byte, v any) error {
		of, data, _ := bytes.Cut(data, []byte(" "))
		if err := stdjson.Unmarshal(data, v); err != nil {
			return err
		}
		return unmarshal(string(of) != fmt.Sprintf("%T", v), data, reflect.ValueOf(v).Elem().FieldByName("Name").Addr().Interface().(*string))
	}, samples...)}
}

// Each verdict is earned by a codec that was made for it.
func TestVerdicts(t *testing.T) {
	two := []sample{sampleOf(orderV1{7, "ab"}), sampleOf(orderV2{1 << 40, "cd", "ef"})}
	codecs := []check.Local{{Driver: drivers.Find("json"), Subjects: subjects(stdjson.Marshal, stdjson.Unmarshal, two...)}}
	for name, f := range map[string]func(other bool, data []byte, name *string) error{
		"loses": func(other bool, _ []byte, name *string) error {
			if other {
				*name = ""
			}
			return nil
		},
		"changes": func(other bool, _ []byte, name *string) error {
			if other {
				*name += "x"
			}
			return nil
		},
		"refuses": func(other bool, _ []byte, _ *string) error {
			if other {
				return errors.New("another type")
			}
			return nil
		},
		"panics": func(other bool, data []byte, _ *string) error {
			if other {
				_ = data[:3][len(data)]
			}
			return nil
		},
		"always loses": func(_ bool, _ []byte, name *string) error { *name = ""; return nil }, // in its own type too: no doing of the change
	} {
		codecs = append(codecs, worse(name, f, two...))
	}
	report, err := check.LocalBetween(t.Context(), codecs, two[0].of, two[1].of)
	if err != nil {
		t.Fatal(err)
	}
	judged(t, report, map[string]verdict{
		"json":         {check.Backward, ""},
		"loses":        {check.Drops, ""},
		"changes":      {check.Corrupts, ""},
		"refuses":      {check.Breaks, "another type"},
		"panics":       {check.Kills, "panics: runtime error"},
		"always loses": {check.Backward, ""},
	})
	printed(t, report, map[string][]string{"text": {"another type", "  Name: near byte ", "Name those that you use by --serializers.\nIf it may be lost: --allow='Name: dropped'\n"}, "md": {"| json", "CORRUPTS"}, "json": {`"verdict": "CORRUPTS"`}})
}

// A place that may change and that there is not is a mistake of who names it.
func TestAllow(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct {\n\tTotal int64\n\tItems []*Item\n\tNext map[string]*Order\n\tAny any\n}\n\ntype Item struct{ Part }\n\ntype Part struct{ Qty int }\n"})
	side := check.Side{Name: "o.Order", Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	for path, there := range map[string]bool{
		"Total": true, "Items[].Qty": true, "Next[].Next[].Total": true, "Any.What": true, "Items": true,
		"Totl": false, "Items.Qty": false, "Total[]": false, "Items[].Total": false,
	} {
		refuses := bad("refuses", "")
		refuses.Check = func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
			return []typemodel.Diagnostic{{Text: "not that"}}
		}
		_, err := check.Between(t.Context(), check.Config{Drivers: []*driver.Driver{refuses}, CacheDir: cacheDir, Allow: []check.Consent{{Path: path, Verdict: check.Changed}}}, side, side)
		if err == nil || strings.Contains(err.Error(), path+": changed, of what may be lost, is no place in o.Order") == there {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Alone finds what codecs do wrong with values of one type, and with messages that
// were broken.
func TestAlone(t *testing.T) {
	t.Parallel() // most of it is waiting for limits
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"o/o.go": "package o\n\nimport \"time\"\n\ntype Order struct {\n\tName string\n\tAt time.Time\n}\n\nfunc Values() []Order { return []Order{{Name: \"ab\", At: time.Unix(0, 0).UTC()}} }\n",
	})
	drivers := []*driver.Driver{
		drivers.Find("json"),
		&flat,
		bad("dies", "if len(data) == 1 { sink = make([]byte, 1<<40) }"),
		bad("hangs", "if len(data) == 1 { select {} }"),
		bad("remembers", "if w, ok := memory[string(data)]; ok { *v = w } else { v.Name = \"\" }"),
	}
	report, err := check.Alone(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir, Limit: time.Second / 2, MemoryMB: 2048},
		check.Side{Name: "o.Order", Dir: dir, Source: bench.Source{Name: "./o.Order", Sample: "Values", Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	trusted(t, report, map[string]trust{
		"json":       {check.Alters, true, true}, // invalid UTF-8
		"assay.flat": {check.Alters, true, true}, // zones
		"dies":       {check.Kills, false, false},
		"hangs":      {check.Kills, false, false},
		"remembers":  {check.Corrupts, true, true},
	})
	var b bytes.Buffer
	if err := report.Print(&b, "text", false); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n > 25 || !strings.Contains(b.String(), "CHANGED value") {
		t.Errorf("%d lines:\n%s", n, b.String())
	}
}

// trust is what a codec earns of one type.
type trust struct {
	is              check.Outcome
	strict, bounded bool
}

func trusted(t *testing.T, report *check.Report, want map[string]trust) {
	t.Helper()
	if len(report.Codecs) != len(want) {
		t.Errorf("%d codecs, want %d", len(report.Codecs), len(want))
	}
	for _, c := range report.Codecs {
		w := want[c.Name]
		if c.Verdict != w.is {
			t.Errorf("%s: %s (%s), want %s; deaths: %v", c.Name, c.Verdict, c.Reason, w.is, c.Hostile.Deaths)
		}
		for _, l := range c.Labels {
			if holds := map[string]bool{result.Strict: w.strict, result.Bounded: w.bounded}[l.Name]; l.Holds != holds {
				t.Errorf("%s %s: %v (%s)", c.Name, l.Name, l.Holds, l.Evidence)
			}
		}
		if c.Holds != slices.Contains([]check.Outcome{check.Sound, check.Alters, check.Loose}, w.is) {
			t.Errorf("%s holds: %v", c.Name, c.Holds)
		}
	}
}

type (
	listed struct {
		Name  string
		F     float64
		Items map[string]listedItem
	}
	listedItem struct{ A, B, C, D int64 }
)

var sink []byte

// What codecs do wrong with values and messages without dying of it is found in whatever
// process.
func TestTrust(t *testing.T) {
	of := sampleOf(listed{"ab", 1, map[string]listedItem{"k": {A: 1}}})
	var codecs []check.Local
	want := map[string]trust{}
	for _, c := range []struct {
		trust
		name      string
		unmarshal func(data []byte, v *listed, err error) error
	}{
		{trust{check.Alters, true, true}, "json", func(_ []byte, _ *listed, err error) error { return err }}, // invalid UTF-8
		{trust{check.Loose, false, true}, "ignores what follows", func(data []byte, v *listed, _ error) error {
			*v = listed{}
			return stdjson.NewDecoder(bytes.NewReader(data)).Decode(v)
		}},
		{trust{check.Loose, false, true}, "takes what was cut", func(_ []byte, v *listed, err error) error {
			if err != nil {
				v.Name = "cut"
			}
			return nil
		}},
		{trust{check.Kills, false, false}, "panics on the third byte", func(data []byte, _ *listed, err error) error {
			if len(data) == 3 {
				panic("third")
			}
			return err
		}},
		{trust{check.Loose, true, false}, "allocates", func(_ []byte, _ *listed, err error) error {
			if err != nil {
				sink = make([]byte, 1<<20)
			}
			return err
		}},
		{trust{check.Loose, true, false}, "hoards", func(_ []byte, v *listed, err error) error {
			if len(v.Items) > 1000 {
				for range v.Items {
					sink = make([]byte, 4<<10)
				}
			}
			return err
		}},
		{trust{check.Breaks, false, false}, "refuses what it wrote", func([]byte, *listed, error) error { return io.EOF }},
		{trust{check.Corrupts, true, true}, "loses a name", func(_ []byte, v *listed, err error) error { v.Name = ""; return err }},
		{trust{check.Alters, true, true}, "loses minus zero", func(_ []byte, v *listed, err error) error {
			if v.F == 0 {
				v.F = 0
			}
			return err
		}},
	} {
		d := &driver.Driver{Name: c.name, Facts: driver.Facts{Format: c.name}, Variants: []driver.Variant{{}}}
		codecs = append(codecs, check.Local{Driver: d, Subjects: subjects(stdjson.Marshal, func(data []byte, v any) error {
			err := stdjson.Unmarshal(data, v)
			return c.unmarshal(data, v.(*listed), err)
		}, of)})
		want[c.name] = c.trust
	}
	d := &driver.Driver{Name: "panics where it writes", Facts: driver.Facts{Format: "json"}, Variants: []driver.Variant{{}}}
	codecs = append(codecs, check.Local{Driver: d, Subjects: subjects(func(v any) ([]byte, error) {
		if v.(*listed).F > 1e300 {
			panic("large")
		}
		return stdjson.Marshal(v)
	}, stdjson.Unmarshal, of)})
	want[d.Name] = trust{check.Kills, true, true}
	report, err := check.LocalAlone(t.Context(), codecs, of.of)
	if err != nil {
		t.Fatal(err)
	}
	trusted(t, report, want)
}

// Where elements are large and short on the wire, no byte of a message may cost hundreds:
// wherever the list or the map lies. Small ones are nobody's fault.
func TestBoundedByElements(t *testing.T) {
	type large struct{ A [512]int64 }
	type small struct{ A, B int64 }
	for what, of := range map[string]struct {
		sample
		bounded bool
	}{
		"a map":           {sampleOf(struct{ M map[string]large }{map[string]large{"": {}}}), false},
		"a list in a map": {sampleOf(struct{ M map[string][]large }{map[string][]large{"": {}}}), false},
		"small":           {sampleOf(struct{ M map[string][]small }{map[string][]small{"": {}}}), true},
	} {
		d := &driver.Driver{Name: "json", Facts: driver.Facts{Format: "json"}, Variants: []driver.Variant{{}}}
		report, err := check.LocalAlone(t.Context(), []check.Local{{Driver: d, Subjects: subjects(stdjson.Marshal, stdjson.Unmarshal, of.sample)}}, of.of)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range report.Codecs[0].Labels {
			if l.Name == result.Bounded && l.Holds != of.bounded {
				t.Errorf("%s: %v: %s %s", what, l.Holds, l.Fault, l.Evidence)
			}
		}
	}
}

// What malformed input does hangs on no chance: a codec that writes a map in any order, and
// takes more of what was cut the shorter the entry is that stands first, has the same labels
// each time. Where no order is the usual one, nothing is held to be proven.
func TestLabelsAreNoChance(t *testing.T) {
	type asMap struct{ A map[string]uint8 }
	write := func(of func(asMap) iter.Seq2[string, uint8]) func(v any) ([]byte, error) {
		return func(v any) ([]byte, error) {
			var b []byte
			for key, n := range of(*v.(*asMap)) {
				b = fmt.Appendf(b, "%s=%d;", key, n)
			}
			return b, nil
		}
	}
	read := func(data []byte, v any) error {
		first, _, _ := bytes.Cut(data, []byte(";"))
		a := map[string]uint8{}
		for entry := range strings.SplitAfterSeq(string(data), ";") {
			var n uint8
			key, value, _ := strings.Cut(entry, "=")
			if _, err := fmt.Sscanf(value, "%d;", &n); err != nil && entry != "" && len(data) < 3*len(first) {
				return err
			}
			if entry != "" {
				a[key] = n
			}
		}
		v.(*asMap).A = a
		return nil
	}
	of := sampleOf(asMap{map[string]uint8{"a": 1, "bb": 2, "cccc": 3, "dddddddd": 4, "eeeeeeeeeeeeeeee": 5}})
	inAnyOrder := func(v asMap) iter.Seq2[string, uint8] { return maps.All(v.A) }
	many := map[string]uint8{}
	for i := range 64 {
		many[fmt.Sprint("key ", i)] = 1
	}
	shuffled := func(asMap) iter.Seq2[string, uint8] { return maps.All(many) }
	for name, order := range map[string]func(asMap) iter.Seq2[string, uint8]{"any order": inAnyOrder, "no usual order": shuffled} {
		d := &driver.Driver{Name: name, Facts: driver.Facts{Format: "words"}, Variants: []driver.Variant{{}}}
		var first []result.Label
		for range map[string]int{"any order": 3, "no usual order": 1}[name] {
			report, err := check.LocalAlone(t.Context(), []check.Local{{Driver: d, Subjects: subjects(write(order), read, of)}}, of.of)
			if err != nil {
				t.Fatal(err)
			}
			labels := report.Codecs[0].Labels
			if first == nil {
				first = labels
			}
			if name == "any order" && !slices.Equal(labels, first) {
				t.Errorf("%s: %+v, and before %+v", name, labels, first)
			}
			if i := slices.IndexFunc(labels, func(l result.Label) bool { return l.Name == result.Bounded }); name != "any order" && (labels[i].Holds || !strings.HasPrefix(labels[i].Evidence, "unknown: ")) {
				t.Errorf("%s: %+v", name, labels[i])
			}
		}
	}
}

// What is unknown of two labels is said of both, and what speaks against one alone of that.
func TestBroken(t *testing.T) {
	strict, cut := result.Label{Name: result.Strict, Evidence: "unknown: chance"}, result.Label{Name: result.Strict, Evidence: "cut short: accepts 1 of 2"}
	unknown, bounded := result.Label{Name: result.Bounded, Evidence: "unknown: chance"}, result.Label{Name: result.Bounded, Holds: true}
	for want, labels := range map[string][]result.Label{
		"strict and bounded unknown: chance":                 {strict, unknown},
		"bounded; strict unknown: chance":                    {strict, bounded},
		"cut short: accepts 1 of 2; bounded unknown: chance": {cut, unknown},
		"bounded; cut short: accepts 1 of 2":                 {cut, bounded},
	} {
		if got := check.Broken(labels); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A type that no codec carries is no type that holds.
func TestUndecided(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct{ ID int }\n"})
	refuses := bad("refuses", "")
	refuses.Check = func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
		return []typemodel.Diagnostic{{Text: "not that"}}
	}
	side := check.Side{Name: "o.Order", Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	cfg := check.Config{Drivers: []*driver.Driver{refuses}, CacheDir: cacheDir}
	for what, f := range map[string]func() (*check.Report, error){
		"alone":   func() (*check.Report, error) { return check.Alone(t.Context(), cfg, side) },
		"between": func() (*check.Report, error) { return check.Between(t.Context(), cfg, side, side) },
	} {
		undecided := (*check.Undecided)(nil)
		if _, err := f(); !errors.As(err, &undecided) || !strings.Contains(err.Error(), "not that") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, source := range map[string]bench.Source{ // a wrong command is no verdict
		"type":   {Name: "./o.Ordr"},
		"folder": {Name: "./p.Order"},
		"values": {Name: "./o.Order", File: "nosuch.jsonl"},
		"sample": {Name: "./o.Order", Sample: "Nope"},
	} {
		undecided := (*check.Undecided)(nil)
		if _, err := check.Alone(t.Context(), cfg, check.Side{Name: source.Name, Dir: dir, Source: source}); err == nil || errors.As(err, &undecided) {
			t.Errorf("another %s: %v", what, err)
		}
	}
	side.Source.As = []string{"time.Time=fields"}
	if _, err := check.Alone(t.Context(), cfg, side); err == nil || !strings.Contains(err.Error(), "--as=time.Time=fields: o.Order holds no such type") {
		t.Errorf("a flag about a type that is not there: %v", err)
	}
}

// flat is assay's own format, in its first variant.
var flat = func() driver.Driver {
	d := *drivers.Find("assay")
	d.Variants = slices.DeleteFunc(slices.Clone(d.Variants), func(v driver.Variant) bool { return d.RowName(v) != "assay.flat" })
	return d
}()
