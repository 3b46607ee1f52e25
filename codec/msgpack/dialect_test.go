package msgpack_test

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/msgpack"
)

// TestDialects makes the code of each dialect, and has its library judge it.
func TestDialects(t *testing.T) { keyedtest.Dialects(t, "../..") }

// TestAccepted compares testdata/accepted.md and docs/formats/msgpack.md with what the libraries read.
func TestAccepted(t *testing.T) { keyedtest.Accepted(t, "../..", "msgpack") }

// TestNoDialect names those that there are.
func TestNoDialect(t *testing.T) {
	keyedtest.Refused(t, &msgpack.Format{Dialect: "msg"}, &msgpack.Format{Dialect: "ugorji"}, "--dialect=msg: those of msgpack are msgp, vmihailenco, ugorji, shamaton")
}

// TestDoubled refuses what vmihailenco/msgpack writes twice: a name that hides another.
func TestDoubled(t *testing.T) {
	type Inner struct{ ID, Name string }
	type Outer struct {
		Inner
		Name string
	}
	for dialect, want := range map[string][]string{"vmihailenco": {"Inner.Name"}, "ugorji": nil, "shamaton": nil} {
		if got := keyedtest.RefusedPaths[Outer](t, &msgpack.Format{Dialect: dialect}); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", dialect, got, want)
		}
	}
}

// TestDialectRefusals are of what a library writes in a way of its own.
func TestDialectRefusals(t *testing.T) {
	type small uint8
	type inner struct{ A []int }
	type bad struct {
		Zero   int     `msgpack:"zero,omitzero"`
		Struct inner   `msgpack:"struct,omitempty"`
		Small  []small `msgpack:"small"`
		Fine   []int   `msgpack:"fine,omitempty"`
	}
	for _, dialect := range []string{"vmihailenco", "ugorji", "shamaton"} {
		got := keyedtest.RefusedPaths[bad](t, &msgpack.Format{Dialect: dialect})
		if want := []string{"Small", "Struct", "Zero"}; dialect != "ugorji" && !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", dialect, got, want)
		}
	}
}
