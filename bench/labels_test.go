package bench_test

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

// What malformed input does is in the document with its evidence, and rows can be
// required to bear them: gob reads on behind a message.
func TestLabels(t *testing.T) {
	b, err := bench.Open(t.Context(), bench.Config{
		Drivers: []*driver.Driver{drivers.Find("json"), drivers.Find("gob")}, CacheDir: cacheDir,
		Choose: func(_ string, r rows.Candidate) bool { return r.Row == "json" || r.Row == "gob" },
	}, bench.Source{Name: "data", Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	run, err := b.Verify(t.Context(), bench.Options{Require: []string{result.Strict}, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range run.Subjects[0].Cases {
		strict, known := c.Label(result.Strict)
		bounded, _ := c.Label(result.Bounded)
		if !known || strict.Evidence == "" || strict.Holds != (c.Row == "json") || !bounded.Holds && c.Row == "json" {
			t.Errorf("%s: %+v", c.Row, c.Labels)
		}
		if c.Row == "gob" && !strings.Contains(strict.Fault, "trailing bytes") {
			t.Errorf("gob: %+v", strict)
		}
		failed := c.Status == result.Failed && strings.HasPrefix(c.Reason, "required to be strict: ")
		if failed != (c.Row == "gob") {
			t.Errorf("%s with --require=strict: %s (%s)", c.Row, c.Status, c.Reason)
		}
	}
}
