package drivers_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/data"
)

// peers are the rows of which testdata/peers holds the adapters for the workload
// data, as emitted: its benchmarks compare them with code written by hand.
var peers = map[string]string{
	"benc":        "benc+raw",
	"bebop200sc":  "bebop200sc+notunsafe",
	"cbor":        "cbor",
	"easyproto":   "easyproto+raw",
	"flatbuffers": "flatbuffers",
	"gotiny":      "gotiny",
	"msgp":        "msgp",
	"mus":         "mus+notunsafe",
	"protobufmus": "protobuf_mus+raw",
	"vtprotobuf":  "vtprotobuf+raw",
}

// TestEmittedPeersAreCurrent keeps testdata/peers/emitted as the drivers have
// it; the flag -update of package drivertest writes it.
func TestEmittedPeersAreCurrent(t *testing.T) {
	const dir = "testdata/peers/emitted"
	update := flag.Lookup("update").Value.String() == "true"
	model, refusals := typemodel.FromReflect(reflect.TypeFor[data.Data]())
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	for folder, name := range peers {
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
