package drivers_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/karalabessz"
	"github.com/assay-go/assay/typemodel"
)

// TestMethodsOfKaralabeSSZ holds the methods to those that the library's generator prints.
func TestMethodsOfKaralabeSSZ(t *testing.T) {
	type point struct{ X, Y int32 }
	type all struct {
		ID     uint64
		Small  int16
		Hash   [32]byte
		Odd    [3]byte
		At     point
		Name   string
		Scores []float32
		Names  []string
		Hashes [][4]byte
		Points []point
		Next   *point
		Rows   [][]int64
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[all]())
	a := driver.NewAdapter("example.com/worker")
	if err := karalabessz.Driver.Emit(a, model, karalabessz.Driver.Variants[0]); err != nil {
		t.Fatal(err)
	}
	want := `package gen

import (
	"github.com/karalabe/ssz"
)

// SizeSSZ returns either the static size of the object if fixed == true, or
// the total size otherwise.
func (obj *S0) SizeSSZ(sizer *ssz.Sizer, fixed bool) (size uint32) {
	size = 81
	if fixed {
		return size
	}
	size += ssz.SizeDynamicBytes(sizer, obj.F6)
	size += ssz.SizeSliceOfUint64s(sizer, obj.F7)
	size += ssz.SizeSliceOfDynamicBytes(sizer, obj.F8)
	size += ssz.SizeSliceOfStaticBytes(sizer, obj.F9)
	size += ssz.SizeSliceOfStaticObjects(sizer, obj.F10)
	size += ssz.SizeSliceOfStaticObjects(sizer, obj.F11)
	size += ssz.SizeSliceOfDynamicObjects(sizer, obj.F12)
	return size
}

// DefineSSZ defines how an object is encoded/decoded.
func (obj *S0) DefineSSZ(codec *ssz.Codec) {
	// Define the static data (fields and dynamic offsets)
	ssz.DefineUint64(codec, &obj.F1)
	ssz.DefineUint16(codec, &obj.F2)
	ssz.DefineStaticBytes(codec, &obj.F3)
	ssz.DefineCheckedStaticBytes(codec, &obj.F4, 3)
	ssz.DefineStaticObject(codec, &obj.F5)
	ssz.DefineDynamicBytesOffset(codec, &obj.F6, 1073741824)
	ssz.DefineSliceOfUint64sOffset(codec, &obj.F7, 1073741824)
	ssz.DefineSliceOfDynamicBytesOffset(codec, &obj.F8, 1073741824, 1073741824)
	ssz.DefineSliceOfStaticBytesOffset(codec, &obj.F9, 1073741824)
	ssz.DefineSliceOfStaticObjectsOffset(codec, &obj.F10, 1073741824)
	ssz.DefineSliceOfStaticObjectsOffset(codec, &obj.F11, 1)
	ssz.DefineSliceOfDynamicObjectsOffset(codec, &obj.F12, 1073741824)

	// Define the dynamic data (fields)
	ssz.DefineDynamicBytesContent(codec, &obj.F6, 1073741824)
	ssz.DefineSliceOfUint64sContent(codec, &obj.F7, 1073741824)
	ssz.DefineSliceOfDynamicBytesContent(codec, &obj.F8, 1073741824, 1073741824)
	ssz.DefineSliceOfStaticBytesContent(codec, &obj.F9, 1073741824)
	ssz.DefineSliceOfStaticObjectsContent(codec, &obj.F10, 1073741824)
	ssz.DefineSliceOfStaticObjectsContent(codec, &obj.F11, 1)
	ssz.DefineSliceOfDynamicObjectsContent(codec, &obj.F12, 1073741824)
}

// SizeSSZ returns the total size of the static ssz object.
func (obj *S1) SizeSSZ(sizer *ssz.Sizer) uint32 { return 8 }

// DefineSSZ defines how an object is encoded/decoded.
func (obj *S1) DefineSSZ(codec *ssz.Codec) {
	ssz.DefineUint32(codec, &obj.F1)
	ssz.DefineUint32(codec, &obj.F2)
}

// SizeSSZ returns either the static size of the object if fixed == true, or
// the total size otherwise.
func (obj *S2) SizeSSZ(sizer *ssz.Sizer, fixed bool) (size uint32) {
	size = 4
	if fixed {
		return size
	}
	size += ssz.SizeSliceOfUint64s(sizer, obj.F1)
	return size
}

// DefineSSZ defines how an object is encoded/decoded.
func (obj *S2) DefineSSZ(codec *ssz.Codec) {
	// Define the static data (fields and dynamic offsets)
	ssz.DefineSliceOfUint64sOffset(codec, &obj.F1, 1073741824)

	// Define the dynamic data (fields)
	ssz.DefineSliceOfUint64sContent(codec, &obj.F1, 1073741824)
}
`
	if diff := cmp.Diff(want, string(a.Files["gen/methods.go"])); diff != "" {
		t.Errorf("the methods differ (-want +got):\n%s", diff)
	}
}
