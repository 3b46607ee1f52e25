package drivers_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// peers are the rows of which testdata/peers holds the adapters, as emitted: its
// benchmarks compare them with each other, and with code written by hand. They
// are for the workload data unless peersOf names another.
var peers = map[string]string{
	"flat":          "assay.flat",
	"flatsigned":    "assay.flat",
	"flatteststruc": "assay.flat",
	"msgpteststruc": "msgp",
	"benc":          "benc+raw",
	"bebop200sc":    "bebop200sc+notunsafe",
	"cbor":          "cbor",
	"easyproto":     "easyproto+raw",
	"flatbuffers":   "flatbuffers",
	"gotiny":        "gotiny",
	"msgp":          "msgp",
	"mus":           "mus+notunsafe",
	"protobufmus":   "protobuf_mus+raw",
	"vtprotobuf":    "vtprotobuf+raw",
}

// peersOf are the types of the adapters that are not for the workload data.
var peersOf = map[string]reflect.Type{
	"flatsigned":    reflect.TypeFor[signedblock.SignedBlock](),
	"flatteststruc": reflect.TypeFor[teststruc.TestStruc](),
	"msgpteststruc": reflect.TypeFor[teststruc.TestStruc](),
}

// TestPeersFindTheModule wants the module of the peers, which no other test builds, to
// stand where its go.mod looks for this one.
func TestPeersFindTheModule(t *testing.T) {
	const dir = "testdata/peers"
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range file.Replace {
		data, err := os.ReadFile(filepath.Join(dir, r.New.Path, "go.mod"))
		if err != nil {
			t.Fatal(err)
		}
		if path := modfile.ModulePath(data); path != r.Old.Path {
			t.Errorf("in %s is %s, not %s", r.New.Path, path, r.Old.Path)
		}
	}
}

// TestEmittedPeersAreCurrent keeps testdata/peers/emitted as the drivers have
// it; the flag -update of package drivertest writes it.
func TestEmittedPeersAreCurrent(t *testing.T) {
	const dir = "testdata/peers/emitted"
	update := flag.Lookup("update").Value.String() == "true"
	for folder, name := range peers {
		of, ok := peersOf[folder]
		if !ok {
			of = reflect.TypeFor[data.Data]()
		}
		model, refusals := typemodel.FromReflect(of)
		if len(refusals) > 0 {
			t.Fatal(refusals)
		}
		d, v := variant(t, name)
		a := driver.NewAdapter("peers.test/emitted/" + folder)
		if err := d.Emit(a, model, v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		src, err := a.Source()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a.Files["adapter.go"] = src
		if update {
			if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
				t.Fatal(err)
			}
		}
		for file, want := range a.Files {
			path := filepath.Join(dir, folder, file)
			if update {
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, want, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Errorf("%v (run with -update)", err)
			} else if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s is stale, run with -update (-emitted +committed):\n%s", path, diff)
			}
		}
	}
}

// TestSuitesOfPeersAreCurrent keeps the code of the structs of others' suites as assay gen
// writes it.
func TestSuitesOfPeersAreCurrent(t *testing.T) {
	t.Chdir("testdata/peers/values")
	c := generate.Config{
		Types:   []string{"./.Data", "./.Nanos", "./.Small"},
		Formats: []codec.Format{generate.Lookup("flat")},
		Out:     "flat.go",
	}
	r, err := c.Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Files {
		if flag.Lookup("update").Value.String() == "true" {
			if err := f.Write(); err != nil {
				t.Fatal(err)
			}
		}
		if f.Stale() {
			t.Errorf("%s is stale, run with -update", f.Name)
		}
	}
}

// variant returns the driver and the variant that give the row of a name.
func variant(t *testing.T, name string) (*driver.Driver, driver.Variant) {
	t.Helper()
	for _, d := range drivers.All {
		for _, v := range d.Variants {
			if d.RowName(v) == name {
				return d, v
			}
		}
	}
	t.Fatalf("no row is called %s", name)
	return nil, driver.Variant{}
}
