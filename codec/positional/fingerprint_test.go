package positional_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/assay-go/assay/codec/internal/formats/flat"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

func fingerprintOf[T any]() uint32 {
	t, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	return positional.Fingerprint(&flat.Format, t)
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

// TestGrowth: what tells versions of evolvable structs apart, entry by entry.
func TestGrowth(t *testing.T) {
	type event struct {
		_ struct{} `assay:"evolvable"`
		A int32
		B string
	}
	type log struct {
		N   int
		_   struct{} `assay:"evolvable"`
		All []event
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[log]())
	var want []byte
	for _, hashed := range [][]string{{"log", "N int/8;", "N int/8;All list(evolvable event);"}, {"event", "A int32/4;", "A int32/4;B string;"}} {
		want = append(append(want, positional.Half(hashed[0])...), byte(len(hashed)-1))
		for _, text := range hashed[1:] {
			want = append(want, positional.Half(text)...)
		}
	}
	if got := positional.Growth(&flat.Format, m); !reflect.DeepEqual(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
	if got := fingerprintOf[log](); got != positional.Hash("flatevolvable{N int/8;}") {
		t.Errorf("the fingerprint is %#x", got)
	}
}
