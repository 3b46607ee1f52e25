package check_test

import (
	"os"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
)

// A module whose dependencies are in its vendor folder alone is checked as it is: nobody
// is asked for what only its owners have.
func TestVendored(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{
		"go.mod":                               goMod + "\nrequire (\n\tprivate.test/dep v1.0.0\n\tprivate.test/dep/part v1.2.0\n)\n",
		"o/o.go":                               "package o\n\nimport \"private.test/dep/in\"\n\ntype Order struct{ Part in.Part }\n",
		"vendor/modules.txt":                   "# private.test/dep v1.0.0\n## explicit; go 1.26\nprivate.test/dep/in\n# private.test/dep/part v1.2.0\n## explicit; go 1.26\nprivate.test/dep/part\n",
		"vendor/private.test/dep/in/in.go":     "package in\n\nimport \"private.test/dep/part\"\n\ntype Part struct{ N part.N }\n",
		"vendor/private.test/dep/part/part.go": "package part\n\ntype N int32\n",
	})
	side := func(name string) check.Side {
		return check.Side{Name: name, Dir: dir, Env: append(os.Environ(), "GOPROXY=off"), Source: bench.Source{Name: "./o.Order", Seed: 1}}
	}
	report, err := check.Between(t.Context(), check.Config{Drivers: []*driver.Driver{drivers.Find("json")}, CacheDir: cacheDir}, side("b"), side("a"))
	if err != nil {
		t.Fatal(err)
	}
	if c := report.Codecs[0]; c.Verdict != check.Full {
		t.Errorf("%s: %s", c.Verdict, c.Reason)
	}
}
