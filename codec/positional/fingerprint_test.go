package positional

import (
	"reflect"
	"testing"
	"time"

	"github.com/assay-go/assay/typemodel"
)

func fingerprintOf[T any]() uint32 {
	t, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	return newPlan(Flat, t).fingerprint()
}

// TestFingerprintNeverChanges: stored data begins with it.
func TestFingerprintNeverChanges(t *testing.T) {
	type inner struct {
		A [2]string
		B *[3]byte
	}
	type all struct {
		N int32
		M map[string][]inner
		T time.Time
		B []byte
		P *all
	}
	// Of "flat{N int32/4;M map(string)(list({A array[2](string);B pointer(bytearray[3]);}));T time;B bytes;P pointer(#0);}".
	if got := fingerprintOf[all](); got != 0x1b46d87e {
		t.Errorf("%#x", got)
	}
}

// TestFingerprintOfEvolvable: fields may be added at the end, and those that
// stand before the mark may not change.
func TestFingerprintOfEvolvable(t *testing.T) {
	type one struct {
		A int32
		_ struct{} `assay:"evolvable"`
		B string
	}
	type grown struct {
		A int32
		_ struct{} `assay:"evolvable"`
		B string
		C string
	}
	type inserted struct {
		X string
		A int32
		_ struct{} `assay:"evolvable"`
		B string
	}
	if fingerprintOf[one]() != fingerprintOf[grown]() {
		t.Error("a field at the end changes the fingerprint")
	}
	if fingerprintOf[one]() == fingerprintOf[inserted]() {
		t.Error("a field before those that never change is not seen")
	}
}
