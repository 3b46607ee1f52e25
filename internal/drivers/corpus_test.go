package drivers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/drivers"
	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

// TestCorpus lets every serializer carry the types of other people's modules in
// testdata/corpus, made by assay run's own means: bench.Verify is what it does
// before it measures. Of a type each row is right, refused, or fails by a value;
// one that does not compile fails the test. What became of which row is in
// testdata/corpus.txtar, so that a change shows.
//
// Of the classes of one wire format (safe and unsafe, fresh and reused) the first
// is taken: state is lost or kept by all of them alike, and each takes as long
// again. -drivers narrows it, and -run TestCorpus/Pod; -drivers with -update adds the rows of
// drivers that the file lacks.
func TestCorpus(t *testing.T) {
	filter := regexp.MustCompile("^(" + *only + ")$")
	if *only == "" {
		roundtrip.NeedsLong(t)
	}
	const dir = "../../testdata/corpus"
	data, err := os.ReadFile(filepath.Join(dir, "types.json"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		t.Fatal(err)
	}
	first := map[string]bool{} // rows
	var all, tried []string    // rows, drivers
	for _, d := range drivers.All {
		seen := map[string]bool{}
		is := *only == "" || filter.MatchString(d.Name)
		if is {
			tried = append(tried, d.Name)
		}
		for _, r := range d.Rows() {
			if !seen[r.Variant.Suffix] {
				seen[r.Variant.Suffix] = true
				first[r.Name] = is
				all = append(all, r.Name)
			}
		}
	}
	// Nothing is timed, so that the compiler need not optimize what is emitted:
	// that is most of its time.
	t.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+` "-gcflags=github.com/assay-go/assay/testdata/corpus/assay_worker/...=-N -l"`))
	var chosen []string // by -run, which sees them as subtests
	for _, name := range names {
		t.Run(corpusName(name), func(*testing.T) { chosen = append(chosen, name) })
	}
	became := map[string]tally{}
	for group := range slices.Chunk(chosen, corpusGroup) {
		corpusOutcomes(t, dir, group, first, became)
	}
	if *only != "" && *drivertest.Update && !t.Failed() {
		addToCorpus(t, names, became, tried, all)
	}
}

// corpusGroup is how many types are built at a time: they share the workers, of
// which to link the five takes longer than to compile a type's adapters.
const corpusGroup = 15

// corpusOutcomes builds and verifies the rows for the types, and compares what
// became of them with what is known.
func corpusOutcomes(t *testing.T, dir string, names []string, first map[string]bool, became map[string]tally) {
	var sources []bench.Source
	for _, name := range names {
		sources = append(sources, bench.Source{Name: name, Seed: 1, Count: 8, Sample: samples[name]})
	}
	began, kind := time.Now(), bench.Kind("") // clock: for the log
	b, err := bench.Open(t.Context(), bench.Config{
		Drivers: drivers.All, Dir: dir, Together: true,
		Choose: func(_ string, row rows.Candidate) bool { return first[row.Row] },
		Progress: func(s bench.Step) {
			if s.Kind != kind {
				kind = s.Kind
				// clock: for the log
				t.Logf("%5.0f s: %s %s", time.Since(began).Seconds(), s.Kind, s.Subject)
			}
		},
	}, sources...)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := b.Verify(t.Context(), bench.Options{Measured: func(_ *result.Run, s *result.Subject) {
		for _, c := range s.Cases {
			if compiles.MatchString(c.Reason) {
				t.Errorf("%s: %s: %s", s.Name, c.Row, c.Reason)
			}
		}
		got := outcome(s)
		became[corpusName(s.Name)] = got
		if *only == "" {
			compareCorpus(t, corpusName(s.Name), got)
		} else {
			t.Logf("%s", got.text())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, warning := range doc.Warnings { // types that could not be had at all
		t.Error(warning)
	}
}

// samples make the values of types of which made-up ones are none: their own
// methods refuse these.
var samples = map[string]string{
	"github.com/cloudevents/sdk-go/v2/event.Event": "github.com/assay-go/assay/testdata/corpus.Events",
	"github.com/paulmach/orb/geojson.Feature":      "github.com/assay-go/assay/testdata/corpus.Features",
	"github.com/jackc/pgx/v5/pgtype.Numeric":       "github.com/assay-go/assay/testdata/corpus.Numerics", // an exponent by chance writes 2 GB of zeros
}

// compiles are reasons that are no fact about a serializer.
var compiles = regexp.MustCompile(`does not compile|^emitting |adapter\.go:|^package |declared to|nothing to reuse|the worker process ended`)

func corpusName(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "github.com/assay-go/assay/testdata/"), "/", "_")
}

// A tally is what became of the rows: how many carry the type whole, by how many ways, and
// who does not, with the reason and its path.
type tally struct {
	name                string
	ok, refused, failed int
	zero                string         // fields
	ways                map[string]int // rows
	own                 []string
	rows                map[string][]string // by reason
}

func outcome(s *result.Subject) tally {
	n := tally{name: s.Name, ways: map[string]int{}, rows: map[string][]string{}}
	for _, c := range s.Cases {
		switch c.Status {
		case result.Refused:
			n.refused++
		case result.Failed:
			n.failed++
		default:
			n.ok++
			if c.Driver == "own" {
				n.own = append(n.own, c.Row)
			}
			for _, way := range c.Workarounds {
				if strings.Contains(way, " as ") && strings.Contains(way, " by ") {
					n.ways[way]++
				}
			}
			continue
		}
		reason := string(c.Status) + ": " + steady(c.Reason)
		n.rows[reason] = append(n.rows[reason], c.Row)
	}
	if len(s.Zero) > 0 {
		const few = 4
		n.zero = strings.Join(s.Zero[:min(len(s.Zero), few)], ", ")
		if more := len(s.Zero) - few; more > 0 {
			n.zero += fmt.Sprintf(" and %d more", more)
		}
	}
	return n
}

// The text of a tally, in a readable form.
func (n tally) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %d rows carry it, %d refuse it, %d fail by a value\n", n.name, n.ok, n.refused, n.failed)
	if n.zero != "" {
		fmt.Fprintf(&b, "zero in all values: %s\n", n.zero)
	}
	for _, way := range slices.Sorted(maps.Keys(n.ways)) {
		fmt.Fprintf(&b, "carried: %s (%d rows)\n", way, n.ways[way])
	}
	if len(n.own) > 0 {
		fmt.Fprintf(&b, "by its own codec: %s\n", strings.Join(n.own, " "))
	}
	for _, reason := range slices.Sorted(maps.Keys(n.rows)) {
		fmt.Fprintf(&b, "%s\n\t%s\n", reason, strings.Join(n.rows[reason], " "))
	}
	return b.Bytes()
}

// readTally is the inverse of text.
func readTally(t *testing.T, text []byte) tally {
	t.Helper()
	n := tally{ways: map[string]int{}, rows: map[string][]string{}}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	name, counts, _ := strings.Cut(lines[0], ": ")
	n.name = name
	if _, err := fmt.Sscanf(counts, "%d rows carry it, %d refuse it, %d fail by a value", &n.ok, &n.refused, &n.failed); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	reason := ""
	for _, line := range lines[1:] {
		if rows, ok := strings.CutPrefix(line, "\t"); ok && reason != "" {
			n.rows[reason] = strings.Fields(rows)
			reason = ""
		} else if zero, ok := strings.CutPrefix(line, "zero in all values: "); ok {
			n.zero = zero
		} else if way, ok := strings.CutPrefix(line, "carried: "); ok {
			i := strings.LastIndex(way, " (")
			var rows int
			if _, err := fmt.Sscanf(way[i:], " (%d rows)", &rows); err != nil {
				t.Fatalf("%s: %s: %v", name, way, err)
			}
			n.ways[way[:i]] = rows
		} else if own, ok := strings.CutPrefix(line, "by its own codec: "); ok {
			n.own = strings.Fields(own)
		} else {
			reason += line
		}
	}
	if got := n.text(); !bytes.Equal(got, text) {
		t.Fatalf("%s is read as\n%s", name, got)
	}
	return n
}

// add adds what became of further rows, in the order of all.
func (n *tally) add(o tally, all []string) {
	n.ok, n.refused, n.failed = n.ok+o.ok, n.refused+o.refused, n.failed+o.failed
	n.own = append(n.own, o.own...)
	for way, rows := range o.ways {
		n.ways[way] += rows
	}
	for reason, rows := range o.rows {
		n.rows[reason] = append(n.rows[reason], rows...)
		slices.SortStableFunc(n.rows[reason], func(a, b string) int { return slices.Index(all, a) - slices.Index(all, b) })
	}
}

// steady takes from a reason what differs from run to run.
func steady(reason string) string {
	reason = regexp.MustCompile(`0x[0-9a-f]{6,}`).ReplaceAllString(reason, "0x…")
	if len(reason) > 300 {
		reason = reason[:300] + "…"
	}
	return strings.ToValidUTF8(reason, "?")
}

// known is the file of what became of the types, one after the other by name.
const known = "testdata/corpus.txtar"

func compareCorpus(t *testing.T, name string, got tally) {
	t.Helper()
	all, err := txtar.ParseFile(known)
	if err != nil {
		t.Fatal(err)
	}
	i, there := slices.BinarySearchFunc(all.Files, name, func(f txtar.File, name string) int { return strings.Compare(f.Name, name) })
	switch {
	case *drivertest.Update:
		if !there {
			all.Files = slices.Insert(all.Files, i, txtar.File{Name: name})
		}
		all.Files[i].Data = got.text()
		if err := os.WriteFile(known, txtar.Format(all), 0o666); err != nil {
			t.Fatal(err)
		}
	case !there:
		t.Logf("nothing is known of it yet, which -update writes; now it is\n%s", got.text())
	case !bytes.Equal(got.text(), all.Files[i].Data):
		t.Errorf("%s has %s otherwise (run with -update and look at the diff): got\n%s", known, name, got.text())
	}
}

// addToCorpus adds the rows of drivers that the file lacks to all types, which takes a part of the
// time that all rows do: the first line of the file names those that it has.
func addToCorpus(t *testing.T, types []string, further map[string]tally, drivers, all []string) {
	t.Helper()
	file, err := txtar.ParseFile(known)
	if err != nil {
		t.Fatal(err)
	}
	has := strings.Fields(string(file.Comment))
	for _, name := range drivers {
		if slices.Contains(has, name) {
			t.Fatalf("%s has %s: run without -drivers, which writes all rows anew", known, name)
		}
	}
	if len(types) != len(file.Files) || len(further) != len(types) {
		t.Fatalf("%s has %d types, of which %d are tried: run without a choice of types", known, len(file.Files), len(further))
	}
	for i, f := range file.Files {
		n := readTally(t, f.Data)
		n.add(further[f.Name], all)
		file.Files[i].Data = n.text()
	}
	file.Comment = []byte(corpusDrivers(append(has, drivers...)))
	if err := os.WriteFile(known, txtar.Format(file), 0o666); err != nil {
		t.Fatal(err)
	}
}

// corpusDrivers is the first line of the file.
func corpusDrivers(names []string) string {
	slices.Sort(names)
	return strings.Join(names, " ") + "\n"
}
