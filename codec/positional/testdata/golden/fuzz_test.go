package golden_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/codec/positional/testdata/golden/vectors"
	"github.com/assay-go/assay/internal/seeds"
)

// The fuzz targets are run with -fuzzminimizetime=10x: coverage of one input differs
// from run to run, as maps have no order, and go test spends a minute without an
// execution on shortening each input that it finds. -parallel=1, as memory is
// measured. What one finds is written to testdata/fuzz here, and belongs to the
// others that were found, in testdata/seeds.txt of the format's folder: see package seeds.

// fuzz feeds arbitrary bytes to the codec that the first byte chooses.
func fuzz(f *testing.F, name string) {
	list := codecs[name]
	if name != "flatbatched" { // nothing was found there
		seeds.Add(f, golden.Formats+formatOf(name).ID+"/testdata/seeds.txt")
	}
	for i, c := range list {
		if formatOf(name).Original == "" {
			g := generator{rand.New(rand.NewPCG(1, 1)), formatOf(name), c.Holds}
			for range 4 {
				v := c.New()
				if b, err := c.Marshal(v); err == nil {
					f.Add(append([]byte{byte(i)}, b...))
				}
				if c.Holds == nil {
					break
				}
				g.fill(reflect.ValueOf(v).Elem(), 3, "")
				if b, err := c.Marshal(v); err == nil {
					f.Add(append([]byte{byte(i)}, b...))
				}
			}
			continue
		}
		added := 0
		list, err := vectors.Load(folder(name))
		if err != nil {
			f.Fatal(err)
		}
		for _, v := range list {
			b, err := hex.DecodeString(v.Hex)
			if err == nil && (v.File == c.Name && added < 8 || v.Workload == c.Name) {
				added++
				f.Add(append([]byte{byte(i)}, b...))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		hostile(t, name, &list[int(data[0])%len(list)], data[1:])
	})
}

// hostile checks that any input is refused or means a value that is written and
// read back as itself.
func hostile(t testing.TB, format string, c *golden.Codec, data []byte) {
	t.Helper()
	v, used, n, err := allocated(c, data)
	if used > allocationFactor*uint64(len(data))+allocationBase {
		t.Errorf("%s: %d bytes of input made it allocate %d", c.Name, len(data), used)
	}
	var made any
	if c.Construct != nil {
		var failed error
		used := memory(func() { made, failed = c.Construct(data) })
		if used > allocationFactor*uint64(len(data))+allocationBase {
			t.Errorf("%s: %d bytes of input made the constructor allocate %d", c.Name, len(data), used)
		}
		if want := c.Unmarshal(data, c.New()); fmt.Sprint(failed) != fmt.Sprint(want) {
			t.Errorf("%s: the constructor says %v, and Unmarshal %v", c.Name, failed, want)
		}
	}
	if err != nil {
		return
	}
	if n == len(data) && c.Construct != nil {
		if d := diff(reflect.ValueOf(v).Elem(), reflect.ValueOf(made).Elem()); d != "" {
			t.Errorf("%s: by the constructor %s", c.Name, d)
		}
	}
	if n > len(data) {
		t.Fatalf("%s: used %d of %d bytes", c.Name, n, len(data))
	}
	again, err := c.Marshal(v)
	if err != nil {
		t.Fatalf("%s: unmarshalled %#v, which does not marshal: %v", c.Name, v, err)
	}
	if size := c.Size(v); size != len(again) {
		t.Fatalf("%s: Size is %d, the encoding has %d bytes", c.Name, size, len(again))
	}
	w := c.New()
	if err := c.Unmarshal(again, w); err != nil {
		t.Fatalf("%s: does not unmarshal what it marshalled: %v", c.Name, err)
	}
	if d := diff(reflect.ValueOf(v).Elem(), reflect.ValueOf(w).Elem()); d != "" {
		t.Fatalf("%s: read back %s", c.Name, d)
	}
	// Into used values, and by a decoder, the same.
	if err := c.Unmarshal(again, w); err != nil {
		t.Fatalf("%s: into a used value: %v", c.Name, err)
	}
	if d := diff(reflect.ValueOf(v).Elem(), reflect.ValueOf(w).Elem()); d != "" {
		t.Fatalf("%s: into a used value %s", c.Name, d)
	}
	unmarshal, reset := c.Decoder()
	for range 2 {
		x := c.New()
		if err := unmarshal(bytes.Clone(again), x); err != nil {
			t.Fatalf("%s: by a decoder: %v", c.Name, err)
		}
		if d := diff(reflect.ValueOf(v).Elem(), reflect.ValueOf(x).Elem()); d != "" {
			t.Fatalf("%s: by a decoder %s", c.Name, d)
		}
		reset()
	}
}
