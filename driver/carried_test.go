package driver_test

import (
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Order has parts with methods of the standard library.
type (
	Order struct {
		Lines map[string][]Line
		N     *big.Int
		A     netip.Addr
		Own   Coded
	}
	Line struct{ At time.Time }
)

// Coded has methods and state that nobody reaches.
type Coded struct{ n byte }

func (c Coded) MarshalVT() ([]byte, error)  { return []byte{c.n}, nil }
func (c *Coded) UnmarshalVT(b []byte) error { c.n = b[0]; return nil }

// TestCarriedMethods: a row is charged with, and excused by, those encoding methods
// that it calls.
func TestCarriedMethods(t *testing.T) {
	own := func(t *typemodel.Type, _ driver.Variant) []typemodel.Diagnostic { return nil }
	for _, test := range []struct {
		name string
		d    driver.Driver
		want []string
	}{
		{"walks everything, but for what it does not reach", driver.Driver{Check: own}, []string{"MarshalBinary", "GobEncode", "MarshalVT"}},
		{"takes the place of encoding/json", driver.Driver{Keeps: driver.KeepsJSON, Check: own}, []string{"MarshalText", "MarshalJSON", "MarshalVT"}},
		{"calls what gob calls", driver.Driver{Keeps: driver.KeepsMethods(typemodel.GobEncoder), Check: own}, []string{"MarshalBinary", "GobEncode", "MarshalVT"}},
		{"decides by itself", driver.Driver{CarriesState: true}, []string{"MarshalBinary", "MarshalText", "MarshalJSON", "GobEncode", "AppendBinary", "AppendText", "MarshalVT"}},
	} {
		m, refusals := typemodel.FromReflect(reflect.TypeFor[Order]())
		if len(refusals) > 0 {
			t.Fatal(refusals)
		}
		c, refusals := test.d.Carry(m, driver.Variant{})
		if len(refusals) > 0 {
			t.Fatal(refusals)
		}
		if got := c.Methods().Names(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
