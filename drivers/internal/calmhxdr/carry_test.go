package calmhxdr

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// TestInput holds the declarations to what the generator understands: it fails
// at slices of slices, and says nothing of arrays and maps that it leaves out.
func TestInput(t *testing.T) {
	model, _ := typemodel.FromReflect(reflect.TypeFor[Subject]())
	a := driver.NewAdapter("example.com/worker")
	if err := Driver.Emit(a, model, Driver.Variants[0]); err != nil {
		t.Fatal(err)
	}
	const want = `package worker

import (
	"time"
)

// Subject mirrors calmhxdr.Subject.
type Subject struct {
	Inner Inner
	Level uint8
	Blob  []byte
	Blobs []List
	Grid  []List2
	Ratio Float64
	Money []Float64
	Hash  Array
	ByDay Map
	Kids  []Subject
	Trees Map2
}

// Inner mirrors calmhxdr.Inner.
type Inner struct {
	Levels []byte
	Counts []int
}

type List []byte

type List2 []int32

type Float64 float64

type Array [4]byte

type Map map[Array2]Time

type Array2 [2]uint16

type Time time.Time

type Map2 map[string]Map2
`
	if diff := cmp.Diff(want, string(a.Tools[0].Files["types.go"])); diff != "" {
		t.Errorf("the declarations differ (-want +got):\n%s", diff)
	}
}

// Subject has one field of each kind.
type Subject struct {
	//lint:ignore U1000 only there to be left out
	hidden chan int
	Inner  inner
	Level  level
	Blob   []byte
	Blobs  [][]byte
	Grid   [][]int32
	Ratio  float64
	Money  []money
	Hash   [4]byte
	ByDay  map[[2]uint16]time.Time
	Kids   []Subject
	Trees  trees
}

type (
	inner struct {
		Levels []level
		Counts []int
	}
	level uint8
	money float64
	trees map[string]trees
)
