package drivers_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/rows"
)

// TestRace has the race detector watch while two goroutines use two codecs of
// each adapter at the same time, which is a part of verifying it: see together in
// package verify. A service has a codec in each of its goroutines, and a library
// that shares what it should not may come out right a thousand times.
//
// It looks at assay's own formats; -only='.*' has those of all libraries, for which ten
// minutes are not enough. The detector needs cgo. A row that fails verification before it
// comes to that is logged.
func TestRace(t *testing.T) {
	if *only == "" {
		roundtrip.NeedsLong(t)
	}
	filter := regexp.MustCompile("^(" + cmp.Or(*only, "assay.*") + ")$")
	reports := filepath.Join(t.TempDir(), "race")
	t.Setenv("GORACE", "log_path="+reports)
	t.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -race"))
	t.Setenv("CGO_ENABLED", "1")
	wanted := map[string]bool{} // rows
	for _, d := range drivers.All {
		for _, r := range d.Rows() {
			wanted[r.Name] = filter.MatchString(d.Name)
		}
	}
	b, err := bench.Open(t.Context(), bench.Config{
		CacheDir: t.TempDir(), Drivers: drivers.All,
		Choose: func(_ string, row rows.Candidate) bool { return wanted[row.Row] },
	}, bench.Source{Name: "data", Seed: 1, Count: 16, TimePrecision: time.Second}) // which all carry
	if err != nil {
		t.Fatal(err)
	}
	// The detector's own memory is far larger than what a worker is allowed.
	run, err := b.Verify(t.Context(), bench.Options{MemoryMB: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	verified := 0
	for _, c := range run.Subjects[0].Cases {
		switch {
		case c.Reason != "":
			t.Logf("%s: %s: %s", c.Row, c.Status, c.Reason)
		default:
			verified++
		}
	}
	t.Logf("%d rows verified under the race detector", verified)
	if verified == 0 {
		t.Error("no row was verified")
	}
	files, err := filepath.Glob(reports + ".*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text := filetest.Read(t, name)
		for _, race := range races(string(text)) {
			t.Error(race)
		}
	}
}

// races returns the reports of the detector, each kind once, without addresses.
func races(text string) (list []string) {
	for report := range strings.SplitSeq(text, "==================") {
		if !strings.Contains(report, "DATA RACE") {
			continue
		}
		var short strings.Builder
		for line := range strings.Lines(report) {
			if line = address.ReplaceAllString(line, ""); !strings.Contains(line, "oroutine ") {
				fmt.Fprint(&short, line)
			}
		}
		if s := strings.TrimSpace(short.String()); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

var address = regexp.MustCompile(`0x[0-9a-f]+|\+0x[0-9a-f]+`)
