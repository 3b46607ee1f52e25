package msgpack_test

import (
	"flag"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/codec/msgpack/testdata/subjects/gen"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// Place is what the golden code is of: something for people to read.
type Place struct {
	Name  string
	Notes map[string]string
}

// TestGolden keeps the code for one type.
func TestGolden(t *testing.T) {
	got := routinestest.Above(t, keyedtest.Emit(t, new(msgpack.Format), codec.Options{}, reflect.TypeFor[Place]()), "placeMsgpack", "../internal/keyed/keyedrt", "internal/msgpackrt")
	filetest.Golden(t, *update, "testdata/place.go.golden", got)
}

// TestGenerated runs the tests of testdata/subjects over the code that is emitted for its
// types, with msgp as the judge. It takes long: the short tests run the code for CBOR, which the same
// emitter prints.
func TestGenerated(t *testing.T) {
	const dir = "testdata/subjects"
	files, err := gen.Files()
	if err != nil {
		t.Fatal(err)
	}
	emitted := routinestest.Emitted{Dir: dir, Files: files, Vet: true}
	if !routinestest.Long {
		emitted.Overlay(t)
		routinestest.NeedsLong(t)
	}
	emitted.Test(t, nil, withMsgp(t, &emitted)...)
}

// withMsgp adds the methods that msgp makes for the types of types.go, and returns the flags by
// which the go command finds msgp, which this module does not require.
func withMsgp(t *testing.T, emitted *routinestest.Emitted) []string {
	t.Helper()
	out := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		own := filetest.Read(t, filepath.Join("../..", name))
		more := filetest.Read(t, filepath.Join("testdata/dialects", name))
		if name == "go.mod" {
			more = []byte("\nrequire " + regexp.MustCompile(`github.com/tinylib/msgp v\S+`).FindString(string(more)) + "\n")
		}
		filetest.Write(t, filepath.Join(out, name), append(own, more...))
	}
	flags := []string{"-mod=mod", "-modfile=" + filepath.Join(out, "go.mod")}
	methods := filepath.Join(out, "types_msgp.go")
	emitted.Go(t, nil, append(append([]string{"run"}, flags...), "github.com/tinylib/msgp", "-file=types.go", "-o="+methods, "-io=false", "-tests=false")...)
	source := filetest.Read(t, methods)
	emitted.Files["types_msgp.go"] = source
	return flags
}

// TestRefusals tells what is refused, all at once and with its path.
func TestRefusals(t *testing.T) {
	type opaque struct{ hidden int }
	_ = opaque{}.hidden
	type P *P
	type bad struct {
		C     complex64
		F     func()
		A     *any
		E     error
		PP    **int
		M     map[string]opaque
		Ch    []chan int
		Same  int `msg:"Other"`
		Other int
		Loop  P
		Fine  map[string][]int
	}
	got := keyedtest.RefusedPaths[bad](t, new(msgpack.Format))
	if d := cmp.Diff("A C Ch[] E F Loop M[value] Other PP", strings.Join(got, " ")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestOptions are those that the format does not have, and those of maps.
func TestOptions(t *testing.T) {
	m, _ := typemodel.FromReflect(reflect.TypeFor[map[[2]int]string]())
	for _, o := range []codec.Options{{SortedMaps: true}} {
		if err := codec.Emit(new(msgpack.Format), goprint.New("p", "p"), []*typemodel.Type{m}, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if source := string(keyedtest.Emit(t, new(msgpack.Format), codec.Options{SortedMaps: true}, reflect.TypeFor[Place]())); !strings.Contains(source, "SortedKeys(*v, room[:0])") {
		t.Error("maps are not sorted")
	}
	if source := string(keyedtest.Emit(t, new(msgpack.Format), codec.Options{Unsafe: true}, reflect.TypeFor[Place]())); !strings.Contains(source, "unsafe.String(") {
		t.Error("strings do not alias")
	}
	if source := string(keyedtest.Emit(t, new(msgpack.Format), codec.Options{Methods: true}, reflect.TypeFor[Place]())); !strings.Contains(source, "func (v *Place) MarshalBinary() ([]byte, error)") {
		t.Error("there is no method")
	}
}
