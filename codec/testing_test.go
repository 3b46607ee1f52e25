package codec_test

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/typemodel"
)

// Shape is written by code that does so by encoding/json.
type Shape struct {
	Name   string
	Points []map[string]*float64
}

// code is a format's in the place of what is generated, as functions and as methods.
const code = `package shapes

import "encoding/json"

type Shape struct {
	Name   string
	Points []map[string]*float64
}

func MarshalShapeJSON(v *Shape) ([]byte, error) { return json.Marshal((*plain)(v)) }
func AppendShapeJSON(b []byte, v *Shape) ([]byte, error) { return v.AppendBinary(b) }
func SizeShapeJSON(v *Shape) int { return v.SizeBinary() }
func UnmarshalShapeJSON(data []byte, v *Shape) error { *v = Shape{}; return json.Unmarshal(data, (*plain)(v)) }

type plain Shape

func (v *Shape) MarshalBinary() ([]byte, error) { return MarshalShapeJSON(v) }
func (v *Shape) AppendBinary(b []byte) ([]byte, error) { data, err := MarshalShapeJSON(v); return append(b, data...), err }
func (v *Shape) SizeBinary() int { data, _ := MarshalShapeJSON(v); return len(data) }
func (v *Shape) UnmarshalBinary(data []byte) error { return UnmarshalShapeJSON(data, v) }
`

// TestTestCodec runs the tests that are printed of a type, in a module of its own: each with
// what it needs and no more, so that none of them keeps another from compiling.
func TestTestCodec(t *testing.T) {
	model, _ := typemodel.FromReflect(reflect.TypeFor[Shape]())
	model.Name.PkgPath, model.Name.PkgName = "example.com/shapes", "shapes"
	dir := t.TempDir()
	write := func(name, text string) { filetest.Write(t, filepath.Join(dir, name), text) }
	write("go.mod", "module example.com\n\ngo 1.26\n")
	for name, tests := range map[string][][2]string{
		"trip":    {{"RoundTrip", "TestShape"}},
		"golden":  {{"Golden", "TestShapeGolden"}},
		"json":    {{"JSON", "TestShape"}, {"FuzzJSON", "FuzzShape"}},
		"methods": {{"RoundTrip", "TestShape"}, {"Fuzz", "FuzzShape"}, {"Golden", "TestShapeGolden"}},
	} {
		f := goprint.New("example.com/shapes", "shapes")
		f.ReserveTypes(model)
		s := codec.NewTestSupport("shapeTest")
		codec.TestCodec{
			Format: "JSON", Type: model, Methods: name == "methods",
			Values: codec.TestValues{Merges: true}, Fields: append(codec.True("Exact"), codec.TestField{Name: "Entries", Value: "2"}),
		}.Print(f, s, tests...)
		s.Print(f)
		source, err := f.Source()
		if err != nil {
			t.Fatal(err)
		}
		write(name+"/shapes.go", code)
		write(name+"/shapes_test.go", string(source))
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
