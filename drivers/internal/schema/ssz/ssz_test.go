package ssz

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

type (
	level uint8
	none  struct{}
	all   struct {
		Flag    bool
		Small   int8
		Ratio   float64
		Name    string
		At      time.Time
		Hash    [32]byte
		Odd     [5]byte
		Data    []byte
		Levels  []level
		Flags   []bool
		Shorts  []int16
		Names   []string
		Hashes  [][32]byte
		Odds    [][5]byte
		Fixed   [3]uint16
		Grid    [][]uint64
		Nothing none
		Maybe   *uint32
		Ages    map[string]int
	}
)

func declarations(t *testing.T, library Library) string {
	t.Helper()
	model, _ := typemodel.FromReflect(reflect.TypeFor[all]())
	a := driver.NewAdapter("example.com/adapter")
	s := New(a, model, library)
	s.Emit()
	if _, err := a.Source(); err != nil {
		t.Fatal(err)
	}
	src, err := s.Declarations()
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func TestDeclarations(t *testing.T) {
	for _, test := range []struct {
		name    string
		library Library
		want    string
	}{
		{"rich", Library{Numbers: []string{"uint16", "uint32", "uint64"}, Vectors: true}, `package gen

type S0 struct {
	F1  bool
	F2  uint8
	F3  uint64
	F4  []byte ` + "`ssz-max:\"1073741824\"`" + `
	F5  uint64
	F6  [32]byte
	F7  [5]byte
	F8  []byte     ` + "`ssz-max:\"1073741824\"`" + `
	F9  []byte     ` + "`ssz-max:\"1073741824\"`" + `
	F10 []byte     ` + "`ssz-max:\"1073741824\"`" + `
	F11 []uint16   ` + "`ssz-max:\"1073741824\"`" + `
	F12 [][]byte   ` + "`ssz-max:\"1073741824,1073741824\"`" + `
	F13 [][32]byte ` + "`ssz-max:\"1073741824\"`" + `
	F14 [][5]byte  ` + "`ssz-max:\"1073741824\"`" + `
	F15 []uint16   ` + "`ssz-size:\"3\"`" + `
	F16 []*S1      ` + "`ssz-max:\"1073741824\"`" + `
	F17 *S2
	F18 []uint32 ` + "`ssz-max:\"1\"`" + `
	F19 []*S3    ` + "`ssz-max:\"1073741824\"`" + `
}

type S1 struct {
	F1 []uint64 ` + "`ssz-max:\"1073741824\"`" + `
}

type S2 struct {
	None bool
}

type S3 struct {
	F1 []byte ` + "`ssz-max:\"1073741824\"`" + `
	F2 uint64
}
`},
		{"poor", Library{Numbers: []string{"uint64"}, Bytes: []int{32}}, `package gen

type S0 struct {
	F1  bool
	F2  uint8
	F3  uint64
	F4  []byte ` + "`ssz-max:\"1073741824\"`" + `
	F5  uint64
	F6  [32]byte
	F7  []byte     ` + "`ssz-size:\"5\"`" + `
	F8  []byte     ` + "`ssz-max:\"1073741824\"`" + `
	F9  []byte     ` + "`ssz-max:\"1073741824\"`" + `
	F10 []byte     ` + "`ssz-max:\"1073741824\"`" + `
	F11 []uint64   ` + "`ssz-max:\"1073741824\"`" + `
	F12 [][]byte   ` + "`ssz-max:\"1073741824,1073741824\"`" + `
	F13 [][32]byte ` + "`ssz-max:\"1073741824\"`" + `
	F14 []*S1      ` + "`ssz-max:\"1073741824\"`" + `
	F15 []uint64   ` + "`ssz-max:\"3\"`" + `
	F16 []*S2      ` + "`ssz-max:\"1073741824\"`" + `
	F17 *S3
	F18 []uint64 ` + "`ssz-max:\"1\"`" + `
	F19 []*S4    ` + "`ssz-max:\"1073741824\"`" + `
}

type S1 struct {
	F1 []byte ` + "`ssz-size:\"5\"`" + `
}

type S2 struct {
	F1 []uint64 ` + "`ssz-max:\"1073741824\"`" + `
}

type S3 struct {
	None bool
}

type S4 struct {
	F1 []byte ` + "`ssz-max:\"1073741824\"`" + `
	F2 uint64
}
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, declarations(t, test.library)); diff != "" {
				t.Errorf("the declarations differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	type tree struct {
		Name string
		Sub  []*tree
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		Any   any
		Empty [0]byte
		Tree  []tree
		Ratio float32
	}]())
	var paths []string
	for _, r := range Limits.Check(model, driver.Variant{}) {
		paths = append(paths, r.Path)
	}
	if want := []string{"Any", "Empty"}; !slices.Equal(paths[:2], want) || len(paths) != 3 {
		t.Errorf("%v are refused", paths)
	}
}
