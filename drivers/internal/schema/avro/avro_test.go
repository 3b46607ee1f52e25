package avro_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/assay-go/assay/drivers/internal/schema/avro"
	"github.com/assay-go/assay/typemodel"
)

// Where readers resolve the writer's schema, every field has a default: the zero value.
func TestDefaults(t *testing.T) {
	type deep struct{ F float64 }
	type sub struct {
		X    int32
		Deep deep
	}
	type embedded struct{ E bool }
	type all struct {
		embedded
		B    bool
		I    int64
		U    uint64
		S    string
		Raw  []byte
		Hash [2]byte
		L    []sub
		M    map[string]sub
		P    *sub
		T    time.Time
		Sub  sub
		Sub2 sub
	}
	model, refused := typemodel.FromReflect(reflect.TypeFor[all]())
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	s, err := avro.Resolved(model)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Fields []struct {
			Name    string
			Default json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(s.JSON), &schema); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"B": `false`, "I": `0`, "U": `"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"`, "S": `""`, "Raw": `""`, "Hash": `"\u0000\u0000"`,
		"E": "false", // a field of what is embedded is one of the record's
		"L": `[]`, "M": `{}`, "P": `null`, "T": `0`, "Sub": `{"X":0,"Deep":{"F":0}}`, "Sub2": `{"X":0,"Deep":{"F":0}}`,
	}
	if len(schema.Fields) != len(want) {
		t.Errorf("%d fields, want %d", len(schema.Fields), len(want))
	}
	for _, f := range schema.Fields {
		var got bytes.Buffer // without the schema's indentation
		if err := json.Compact(&got, f.Default); err != nil || got.String() != want[f.Name] {
			t.Errorf("%s: the default is %s, want %s (%v)", f.Name, f.Default, want[f.Name], err)
		}
	}
}
