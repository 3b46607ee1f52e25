package cbor_test

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

// TestDialects makes the code of each dialect, and has its library judge it.
func TestDialects(t *testing.T) { keyedtest.Dialects(t, "../..") }

// TestAccepted compares testdata/accepted.md and docs/formats/cbor.md with what the libraries read.
func TestAccepted(t *testing.T) { keyedtest.Accepted(t, "../..", "cbor") }

// TestNoDialect names those that there are, and one that says something else than an option.
func TestNoDialect(t *testing.T) {
	keyedtest.Refused(t, &cbor.Format{Dialect: "msg"}, &cbor.Format{Dialect: "ugorji"}, "--dialect=msg: those of cbor are fxamacker, coredet, ctap2, ugorji")
	keyedtest.Refused(t, &cbor.Format{Dialect: "ctap2", Deterministic: true}, &cbor.Format{Dialect: "coredet", Deterministic: true},
		"--deterministic is the dialect coredet: leave out that, or --dialect=ctap2")
}

// TestDialectRefusals are of what a library writes in a way of its own.
func TestDialectRefusals(t *testing.T) {
	type small uint8
	type bad struct {
		Zero   int     `codec:"zero,omitzero"`
		Struct [2]int  `codec:"struct,omitempty"`
		Small  []small `codec:"small"`
		Fine   []int   `codec:"fine,omitempty"`
	}
	got := keyedtest.RefusedPaths[bad](t, &cbor.Format{Dialect: "ugorji"})
	if want := []string{"Small", "Struct", "Zero"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEmbeddedInLists refuses pointers to what is embedded, which a list has no form for.
func TestEmbeddedInLists(t *testing.T) {
	type list struct {
		_ struct{} `cbor:",toarray"`
		*Order
	}
	type all struct {
		List list
		Fine struct{ *Order }
	}
	got := keyedtest.RefusedPaths[all](t, new(cbor.Format))
	if want := []string{"List"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestForms refuses two of them at once.
func TestForms(t *testing.T) {
	if err := (&cbor.Format{Dialect: "ctap2", Deterministic: true}).Validate(codec.Options{}); err == nil {
		t.Error("both are taken")
	}
}
