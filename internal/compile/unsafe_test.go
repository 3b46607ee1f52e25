package compile_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/data"
)

// The approximation tells apart what real libraries offer side by side. Needs
// the modules, from the module cache or a proxy.
func TestUnsafeOfRealModules(t *testing.T) {
	routinestest.NeedsLong(t)
	cfg := config(t)
	cfg.Env = append(os.Environ(), "GOWORK=")
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "data", Type: named(reflect.TypeFor[data.Data]().PkgPath(), "Data"), Host: host, Workload: true}
	mus := driver.Module{Path: "github.com/mus-format/mus-go", Version: "v0.10.2"}
	benc := driver.Module{Path: "github.com/deneonet/benc", Version: "v1.1.8"}
	protobuf := driver.Module{Path: "google.golang.org/protobuf", Version: "v1.36.12"}
	tests := []struct {
		driver *driver.Driver
		want   string // one of the functions; empty: there are none
	}{
		{fakeDriver("json", "", ""), ""},
		{fakeDriver("mus-raw", mus.Path+"/raw", "bs := make([]byte, raw.Int32.Size(v.Int32)+raw.Float64.Size(v.Float64))\nraw.Int32.Marshal(v.Int32, bs)\nraw.Float64.Unmarshal(bs)\nreturn bs, nil", mus), ""},
		{fakeDriver("mus-varint", mus.Path+"/varint "+mus.Path+"/ord", "bs := make([]byte, varint.Int32.Size(v.Int32)+ord.String.Size(v.Str))\nord.String.Marshal(v.Str, bs)\nord.String.Unmarshal(bs)\nreturn bs, nil", mus), ""},
		{fakeDriver("mus-unsafe", mus.Path+"/unsafe", "bs := make([]byte, unsafe.Int32.Size(v.Int32))\nunsafe.Int32.Marshal(v.Int32, bs)\nreturn bs, nil", mus), mus.Path + "/unsafe."},
		{fakeDriver("benc", "bstd="+benc.Path+"/std", "b := make([]byte, bstd.SizeString(v.Str))\nbstd.MarshalString(0, b, v.Str)\nbstd.UnmarshalString(0, b)\nreturn b, nil", benc), ""},
		{fakeDriver("benc-unsafe", "bstd="+benc.Path+"/std", "b := make([]byte, bstd.SizeString(v.Str))\nbstd.MarshalString(0, b, v.Str)\nbstd.UnmarshalUnsafeString(0, b)\nreturn b, nil", benc), benc.Path + "/std.b2s"},
		{fakeDriver("protobuf", protobuf.Path+"/proto "+protobuf.Path+"/types/known/timestamppb", "return proto.Marshal(timestamppb.New(v.Time))", protobuf), protobuf.Path + "/internal/impl.pointerOfIface"},
	}
	var list []compile.Adapter
	for _, test := range tests {
		list = append(list, adapters(subject, test.driver)...)
	}
	built := mustBuild(t, cfg, list)
	for i, v := range built.Verdicts {
		t.Run(tests[i].driver.Name, func(t *testing.T) {
			if strings.Contains(v.Err, "could not be fetched") {
				t.Skip(v.Err)
			}
			if v.Err != "" {
				t.Fatal(v.Err)
			}
			want := tests[i].want
			if want == "" && len(v.Unsafe) > 0 || !slices.ContainsFunc(v.Unsafe, func(s string) bool { return strings.HasPrefix(s, want) }) && want != "" {
				t.Errorf("functions using package unsafe: %q, want %q", v.Unsafe, want)
			}
		})
	}
}

// What an adapter casts on assay's account is not held against the serializer.
func TestOwnUnsafe(t *testing.T) {
	cfg := config(t)
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "data", Type: named(reflect.TypeFor[data.Data]().PkgPath(), "Data"), Host: host, Workload: true}
	d := fakeDriver("casting", "", "return append(cast([]byte(\"a\")), other([]byte(\"b\"))...), nil")
	emit := d.Emit
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		a.OwnUnsafe = []string{"cast"}
		for _, name := range []string{"cast", "other"} {
			a.P("func ", name, "(b []byte) []byte { return ", a.Ident("unsafe", "Slice"), "(&b[0], len(b)) }")
		}
		return emit(a, t, v)
	}
	built := mustBuild(t, cfg, adapters(subject, d))
	if got := built.Verdicts[0]; got.Err != "" || len(got.Unsafe) != 1 || !strings.HasSuffix(got.Unsafe[0], ".other") {
		t.Errorf("functions using package unsafe: %q, want the one called other; %s", got.Unsafe, got.Err)
	}
}
