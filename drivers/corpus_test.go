package drivers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
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
// again. -drivers narrows it, and -run TestCorpus/Pod.
func TestCorpus(t *testing.T) {
	filter := regexp.MustCompile("^(" + *only + ")$")
	if *only == "" {
		roundtrip.NeedsLong(t)
	}
	const dir = "../testdata/corpus"
	data := filetest.Read(t, filepath.Join(dir, "types.json"))
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		t.Fatal(err)
	}
	first := map[string]bool{} // rows
	for _, d := range drivers.All {
		seen := map[string]bool{}
		for _, r := range d.Rows() {
			if (*only == "" || filter.MatchString(d.Name)) && !seen[r.Variant.Suffix] {
				seen[r.Variant.Suffix] = true
				first[r.Name] = true
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
	for group := range slices.Chunk(chosen, corpusGroup) {
		corpusOutcomes(t, dir, group, first)
	}
}

// corpusGroup is how many types are built at a time: they share the workers, of
// which to link the five takes longer than to compile a type's adapters.
const corpusGroup = 15

// corpusOutcomes builds and verifies the rows for the types, and compares what
// became of them with what is known.
func corpusOutcomes(t *testing.T, dir string, names []string, first map[string]bool) {
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
		if got := outcome(s); *only == "" {
			compareCorpus(t, corpusName(s.Name), got)
		} else {
			t.Logf("%s", got)
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

// outcome tells in a readable form what became of the rows: how many carry the
// type whole, by how many ways, and who does not, with the reason and its path.
func outcome(s *result.Subject) []byte {
	var ok, refused, failed int
	rows := map[string][]string{}
	var reasons, own []string
	ways := map[string]int{}
	for _, c := range s.Cases {
		switch c.Status {
		case result.Refused:
			refused++
		case result.Failed:
			failed++
		default:
			ok++
			if c.Driver == "own" {
				own = append(own, c.Row)
			}
			for _, way := range c.Workarounds {
				if strings.Contains(way, " as ") && strings.Contains(way, " by ") {
					ways[way]++
				}
			}
			continue
		}
		reason := string(c.Status) + ": " + steady(c.Reason)
		if rows[reason] == nil {
			reasons = append(reasons, reason)
		}
		rows[reason] = append(rows[reason], c.Row)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %d rows carry it, %d refuse it, %d fail by a value\n", s.Name, ok, refused, failed)
	if n := len(s.Zero); n > 0 {
		const few = 4
		fmt.Fprintf(&b, "zero in all values: %s", strings.Join(s.Zero[:min(n, few)], ", "))
		if n > few {
			fmt.Fprintf(&b, " and %d more", n-few)
		}
		b.WriteByte('\n')
	}
	var list []string
	for way := range ways {
		list = append(list, way)
	}
	slices.Sort(list)
	for _, way := range list {
		fmt.Fprintf(&b, "carried: %s (%d rows)\n", way, ways[way])
	}
	if len(own) > 0 {
		fmt.Fprintf(&b, "by its own codec: %s\n", strings.Join(own, " "))
	}
	slices.Sort(reasons)
	for _, reason := range reasons {
		fmt.Fprintf(&b, "%s\n\t%s\n", reason, strings.Join(rows[reason], " "))
	}
	return b.Bytes()
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

func compareCorpus(t *testing.T, name string, got []byte) {
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
		all.Files[i].Data = got
		filetest.Write(t, known, txtar.Format(all))
	case !there:
		t.Logf("nothing is known of it yet, which -update writes; now it is\n%s", got)
	case !bytes.Equal(got, all.Files[i].Data):
		t.Errorf("%s has %s otherwise (run with -update and look at the diff): got\n%s", known, name, got)
	}
}
