package drivers_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/colfer"
	"github.com/assay-go/assay/typemodel"
)

// TestColferSchema holds the schema to what the compiler makes code of that compiles.
func TestColferSchema(t *testing.T) {
	type node struct {
		Next *node
		None struct{}
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		Small  int8
		Bools  []bool
		Words  [3]uint16
		Grid   [][]float32
		Hashes [][4]byte
		Nodes  []*node
		Count  *int
		Ages   map[string]uint8
	}]())
	a := driver.NewAdapter("example.com/worker")
	if err := colfer.Driver.Emit(a, model, colfer.Driver.Variants[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Source(); err != nil {
		t.Fatal(err)
	}
	want := `package gen

type S0 struct {
	F1 int32
	F2 []int32
	F3 []int32
	F4 []S1
	F5 []binary
	F6 []S2
	F7 S3
	F8 []S4
}

type S1 struct {
	F1 []float32
}

type S2 struct {
	F1 S2
	F2 S5
}

type S3 struct {
	F1 int64
}

type S4 struct {
	F1 text
	F2 uint8
}

type S5 struct {
	None bool
}
`
	if diff := cmp.Diff(want, string(a.Tools[0].Files["schema.colf"])); diff != "" {
		t.Errorf("the schema differs (-want +got):\n%s", diff)
	}
}

func TestColferFieldLimit(t *testing.T) {
	model := &typemodel.Type{Kind: typemodel.Struct}
	for i := range 127 {
		model.Fields = append(model.Fields, typemodel.Field{Name: fmt.Sprintf("F%d", i), Type: &typemodel.Type{Kind: typemodel.Bool}})
	}
	if list := colfer.Driver.Check(model, colfer.Driver.Variants[0]); len(list) > 0 {
		t.Errorf("127 fields are refused: %v", list)
	}
	model.Fields = append(model.Fields, typemodel.Field{Name: "Last", Type: &typemodel.Type{Kind: typemodel.Bool}})
	if list := colfer.Driver.Check(model, colfer.Driver.Variants[0]); len(list) != 1 || !strings.Contains(list[0].Text, "127") {
		t.Errorf("128 fields are refused by %v", list)
	}
}
