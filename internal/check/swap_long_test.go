//go:build long

package check_test

import (
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
)

// Upgrades that are known to have changed what is written are found: that of
// hashicorp/go-msgpack to v1.1.5 made entries of Raft's log unreadable, and go-codec
// has another order of fields since v1.1.7.
func TestSwapFindsKnownUpgrades(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod":      goMod,
		"raft/log.go": "package raft\n\nimport \"time\"\n\ntype Log struct {\n\tIndex, Term uint64\n\tData []byte\n\tAppendedAt time.Time\n}\n",
	})
	for _, test := range []struct {
		driver   *driver.Driver
		row      string
		from, to string
		want     check.Outcome
		equal    bool
	}{
		{drivers.Find("hashicorp"), "hashicorp", "v0.5.5", "v1.1.5", check.Breaks, false},
		{drivers.Find("hashicorp"), "hashicorp", "v0.5.5", "v1.1.6", check.Full, true}, // it went back
		{drivers.Find("go-codec"), "go-codec.msgpack", "v1.1.7", "v1.3.2", check.Full, false},
	} {
		t.Run(test.row+" "+test.to, func(t *testing.T) {
			side := func(version string) check.Side {
				d, err := check.AtVersion(test.driver, version)
				if err != nil {
					t.Fatal(err)
				}
				return check.Side{Name: version, As: "both", Row: test.row, Only: []*driver.Driver{d}, Dir: dir, Source: bench.Source{Name: "./raft.Log", Seed: 1}}
			}
			report, err := check.Swap(t.Context(), check.Config{CacheDir: cacheDir}, side(test.from), side(test.to))
			if err != nil {
				t.Fatal(err)
			}
			c := report.Codecs[0]
			if c.Verdict != test.want || (c.Bytes.Equal == c.Bytes.Values) != test.equal {
				t.Errorf("%s, bytes %s, want %s", c.Verdict, c.Bytes, test.want)
			}
		})
	}
}
