package reproduce

import (
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
)

// Every published count of allocations and of their bytes is that of today, in the
// document's loop on its value, or another for a reason that an experiment shows.
func TestAllocations(t *testing.T) {
	roundtrip.NeedsLong(t)
	// How many are the same, at least: more than these have a reason not to be.
	for name, least := range map[string]int{"skycoin": 31, "gosercomp": 14, "go-serialization-benchmarks": 60, "go-codec": 0} {
		t.Run(name, func(t *testing.T) {
			rep, err := Run(t.Context(), name, Config{
				Bench:   bench.Config{Drivers: drivers.All, Layouts: 3},
				Options: bench.Options{Time: time.Nanosecond, Processes: 3}, Then: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			same := 0
			for _, c := range rep.Tables {
				for _, r := range c.Rows {
					if r.Reason != "" && r.Apart == "" {
						t.Errorf("%s, %s: not measured: %s", c.Title, r.Name, r.Reason)
					}
					for _, x := range c.exacts(r) {
						if x.what == length {
							continue
						}
						switch k := c.rule(r, x, rep.thenOf(c.Title, r.Name)); {
						case k.verdict == Same:
							same++
						case k.open():
							t.Errorf("%s, %s: %s %v, published: %v, and no experiment shows why", c.Title, r.Name, x.what, x.today, *x.published)
						}
					}
				}
			}
			t.Logf("%d as published", same)
			if same < least {
				t.Errorf("%d figures are as published, want %d", same, least)
			}
		})
	}
}
