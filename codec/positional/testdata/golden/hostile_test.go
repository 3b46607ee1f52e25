package golden_test

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// allocationFactor is how many bytes of memory a byte of input may take, beyond
// allocationBase: what [codec.DefaultMaxAlloc] promises.
const allocationFactor = 64

const allocationBase = 64 << 10

// allocated returns the bytes of memory that decoding data into a fresh value
// takes: the least of up to three times, as whatever else the process does, such as
// a fuzzing worker, is counted too.
func allocated(c *golden.Codec, data []byte) (v any, used uint64, n int, err error) {
	used = memory(func() {
		v = c.New()
		n, err = c.Decode(data, v)
	})
	return v, used, n, err
}

// memory returns the bytes of memory that f takes, as allocated does.
func memory(f func()) (used uint64) {
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; used == 0 || grown < used {
			used = grown
		}
		if used < allocationBase {
			break
		}
	}
	return used
}

// TestNestedAnnouncements decodes lists in each of which stands a list, all of
// them announcing what is left of the input.
func TestNestedAnnouncements(t *testing.T) {
	for name, level := range map[string]string{"loose": "\x12\x80\x20", "shape": "\x05\x80\x20"} {
		for i := range codecs["flat"] {
			if c := &codecs["flat"][i]; c.Name == name {
				input := bytes.Repeat([]byte(level), 4000)
				if name == "loose" {
					input = append(make([]byte, 10), input...)
				}
				if _, used, _, err := allocated(c, input); err == nil || used > 1<<20 {
					t.Errorf("%s: %d bytes allocate %d, %v", name, len(input), used, err)
				}
			}
		}
	}
}

// TestHostileAllocations decodes inputs that begin like values and go on with
// patterns which announce much, also each part inside of one that announced as
// much before, in all formats.
func TestHostileAllocations(t *testing.T) {
	for name, list := range codecs {
		for i := range list {
			c := &list[i]
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				g := generator{rand.New(rand.NewPCG(2, 3)), formatOf(name), c.Holds}
				fronts := [][]byte{nil, nil}
				for range 4 {
					v := c.New()
					g.fill(reflect.ValueOf(v).Elem(), 3, "")
					if b, err := c.Marshal(v); err == nil {
						fronts = append(fronts, b[:g.IntN(len(b)+1)], b[:min(len(b), g.IntN(20))])
					}
				}
				words := []string{"\x00", "\x01", "\x02", "\x03", "\x12", "\x13", "\x7f", "\x80", "\xff", "\x80\x20", "\x81\x40", "\x00\x10\x00\x00", "\x00\x00\x08\x00", "\x00\x00\x10\x00"}
				for range 150 {
					var pattern []byte
					for range 1 + g.IntN(4) {
						pattern = append(pattern, words[g.IntN(len(words))]...)
					}
					const room = 12000
					input := append(bytes.Clone(fronts[g.IntN(len(fronts))]), bytes.Repeat(pattern, room/len(pattern))...)
					if _, used, _, _ := allocated(c, input); used > allocationFactor*uint64(len(input))+allocationBase {
						t.Errorf("%d bytes of %x allocate %d, %.1f times as much beyond 64 kB", len(input), pattern, used, (float64(used)-allocationBase)/float64(len(input)))
					}
				}
			})
		}
	}
}

// TestDenseValues says which types take more than 16 times their encoding where
// nothing is wrong with it, so that a change shows: the folder of the format has them.
// A nil slice of 24 bytes has one byte on the wire, and a bit in gotiny; an entry of a
// map of structs of 600 bytes may have 20; an element whose fields a writer did not
// know yet has one byte, its length. No decoder that reads what it wrote keeps those to
// 16. What takes more than 64 is refused (--max-alloc).
func TestDenseValues(t *testing.T) {
	if bits.UintSize != 64 {
		t.Skip("the lists are of machines of 64 bits, where values take more memory")
	}
	for _, f := range formats.All {
		if codecs[f.ID] == nil {
			continue // until the long tests
		}
		facts, err := golden.FactsOf(".", f.ID)
		if err != nil {
			t.Fatal(err)
		}
		var dense []string
		for name, list := range codecs {
			for i := range list {
				if formatOf(name) == f && densityOf(name, &list[i]) > 16 {
					dense = append(dense, name+"/"+list[i].Name)
				}
			}
		}
		slices.Sort(dense)
		if !routinestest.Long { // which have all types
			facts.Dense = slices.DeleteFunc(facts.Dense, func(of string) bool {
				format, name, _ := strings.Cut(of, "/")
				return find(format, name) == nil
			})
		}
		if d := cmp.Diff(facts.Dense, dense); d != "" {
			t.Errorf("%s: types that are denser than 16 (-Dense of its golden.json +got):\n%s", f.ID, d)
		}
	}
}

// densityOf returns how many times its encoding a value of c takes in memory,
// beyond 64 kB: the most of values with long lists and maps of zeros.
func densityOf(format string, c *golden.Codec) (most float64) {
	var inputs [][]byte
	for _, v := range denseValues(c) {
		if data, err := c.Marshal(v); err == nil {
			inputs = append(inputs, data)
		}
	}
	if strings.HasPrefix(c.Name, "log") && format == "flat" { // without a fingerprint
		// Of a version whose events had no fields yet: each is its length, 0.
		inputs = append(inputs, append(binary.AppendUvarint(make([]byte, 8), many+1), make([]byte, many)...))
	}
	for _, data := range inputs {
		_, used, _, err := allocated(c, data)
		if err == nil && used > allocationBase {
			most = max(most, float64(used-allocationBase)/float64(len(data)))
		}
	}
	return most
}

// many is how long the lists and maps of dense values are.
const many = 20_000

// denseValues returns values of c in each of which one list or map has many
// elements that are zero, or that are maps of one entry.
func denseValues(c *golden.Codec) (list []any) {
	if reflect.TypeOf(c.New()).Elem().Kind() != reflect.Struct {
		return nil
	}
	n := reflect.TypeOf(c.New()).Elem().NumField()
	for i := range n {
		v := c.New()
		f := reflect.ValueOf(v).Elem().Field(i)
		switch f.Kind() {
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), many, many))
			if elem := f.Type().Elem(); elem.Kind() == reflect.Interface {
				for j := range many {
					f.Index(j).Set(reflect.ValueOf(map[string]any{"": nil}))
				}
				list = append(list, v)
				v = c.New()
				f = reflect.ValueOf(v).Elem().Field(i)
				f.Set(reflect.MakeSlice(f.Type(), many, many))
			}
		case reflect.Map:
			if f.Type().Key().Kind() != reflect.String {
				continue
			}
			f.Set(reflect.MakeMap(f.Type()))
			for j := range many {
				f.SetMapIndex(reflect.ValueOf(string([]byte{byte(j >> 8), byte(j)})).Convert(f.Type().Key()), reflect.Zero(f.Type().Elem()))
			}
		default:
			continue
		}
		list = append(list, v)
	}
	return list
}
