package teststruc

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/assay-go/assay/workload"
)

// maxDepth bounds the depth flag: each level triples the value.
const maxDepth = 8

// Values returns values of the shape that the document describes: strings with
// characters inside and outside of the BMP, integers at the edges of their
// widths, floats that need all their digits. Unsigned integers fit 63 bits, as
// those of the document do: BSON has no type for more. The first value does not
// depend on the seed.
func Values(o workload.Options) ([]TestStruc, error) {
	depth, err := depth(o)
	if err != nil {
		return nil, err
	}
	list := make([]TestStruc, count(o))
	for i := range list {
		list[i] = *generator{source(o, i)}.plain(depth)
	}
	return list, nil
}

// ValuesIntf returns the values of [Values] with the interface-typed fields
// set. The document's own is one value, the same each time, whose type has these
// fields whether they are set or not.
func ValuesIntf(o workload.Options) ([]TestStrucIntf, error) {
	depth, err := depth(o)
	if err != nil {
		return nil, err
	}
	if o.Document() {
		return []TestStrucIntf{*document(depth, o.Bool("interfaces", false))}, nil
	}
	list := make([]TestStrucIntf, count(o))
	for i := range list {
		list[i] = *generator{source(o, i)}.intf(depth, o.Bool("string-keys", true))
	}
	return list, nil
}

func depth(o workload.Options) (int, error) {
	d := o.Int("depth", 1)
	if d < 0 || d > maxDepth {
		return 0, fmt.Errorf("teststruc: depth %d is out of range: 0 to %d", d, maxDepth)
	}
	return d, nil
}

func count(o workload.Options) int {
	if o.Count == 0 {
		return Workload.Count
	}
	return o.Count
}

func source(o workload.Options, i int) *rand.Rand {
	if i == 0 {
		return rand.New(rand.NewPCG(1, 0x74657374))
	}
	return rand.New(rand.NewPCG(o.Seed+uint64(i), 0x74657374))
}

type generator struct{ *rand.Rand }

func (g generator) plain(depth int) *TestStruc {
	t := &TestStruc{
		S:    g.words(12) + ` "quoted" – 日本語`,
		I64:  g.int64(),
		I16:  int16(g.Uint32()),
		Ui64: g.Uint64()>>1 | 1<<62,
		Ui8:  uint8(g.Uint32()),
		B:    g.IntN(2) == 1,
		By:   uint8(g.Uint32()),

		Sslice:    []string{g.words(1), g.words(2), g.words(3)},
		I64slice:  []int64{g.int64(), g.Int64N(10000), -g.Int64N(100)},
		I16slice:  []int16{int16(g.Uint32()), 55, -66},
		Ui64slice: []uint64{g.Uint64() >> 1, g.Uint64N(1 << 26), g.Uint64N(256)},
		Ui8slice:  []uint8{210, uint8(g.Uint32()), 212},
		Bslice:    []bool{true, false, g.IntN(2) == 1, false},
		Byslice:   []byte{13, 14, uint8(g.Uint32())},

		AnonInTestStruc: g.anon(),

		Msi64: map[string]int64{"one": 1, "two": g.int64(), `"three"`: 3},
	}
	for range 4 {
		n := g.int64()
		t.Iptrslice = append(t.Iptrslice, &n)
	}
	if depth > 0 {
		t.Mtsptr = map[string]*TestStruc{"0": g.plain(depth - 1)}
		t.Mts = map[string]TestStruc{"0": *g.plain(depth - 1)}
		t.Its = []*TestStruc{g.plain(depth - 1)}
	}
	return t
}

func (g generator) anon() AnonInTestStruc {
	return AnonInTestStruc{
		AS:        g.words(2),
		AI64:      g.int64(),
		AI16:      int16(g.Uint32()),
		AUi64:     g.Uint64() >> 1,
		ASslice:   []string{g.words(1), "two", "three", `four.reverse_solidus.\`, "five.Gclef.\U0001d11e\"end\"."},
		AI64slice: []int64{1, -22, g.Int64N(1000), -4444, 55555, g.int64()},
		AF64slice: []float64{11.11e-11, -11.11e+11, 33.33e-33, 44.44e+44, g.NormFloat64(), -g.Float64()},
		AMSU16:    map[string]uint16{"1": 1, "22": 22, "333": uint16(g.Uint32()), "4444": 4444},
	}
}

func (g generator) intf(depth int, stringKeys bool) *TestStrucIntf {
	p := g.plain(0)
	t := &TestStrucIntf{
		S: p.S, I64: p.I64, I16: p.I16, Ui64: p.Ui64, Ui8: p.Ui8, B: p.B, By: p.By,
		Sslice: p.Sslice, I64slice: p.I64slice, I16slice: p.I16slice, Ui64slice: p.Ui64slice,
		Ui8slice: p.Ui8slice, Bslice: p.Bslice, Byslice: p.Byslice, Iptrslice: p.Iptrslice,
		AnonInTestStruc: p.AnonInTestStruc,
		Msi64:           p.Msi64,
		AnonInTestStrucIntf: &AnonInTestStrucIntf{
			Islice: []any{"true", true, "no", false, g.words(1), g.Float64()},
			Ms:     map[string]any{"true": "true", "int64(9)": false, "f": g.Float64()},
			T:      time.Date(2012, 2, 2, 2, 2, 2, 2000, time.UTC).Add(time.Duration(g.IntN(1e9)) * time.Second),
		},
	}
	if !stringKeys {
		t.Ms["map"] = map[any]any{"one": int64(1), true: "yes", "nested": map[any]any{int64(9): false}}
	}
	if depth > 0 {
		t.Mtsptr = map[string]*TestStrucIntf{"0": g.intf(depth-1, stringKeys)}
		t.Mts = map[string]TestStrucIntf{"0": *g.intf(depth-1, stringKeys)}
		t.Its = []*TestStrucIntf{g.intf(depth-1, stringKeys)}
	}
	return t
}

// int64 returns an integer whose width is evenly distributed, of either sign.
func (g generator) int64() int64 { return int64(g.Uint64()) >> g.IntN(56) }

var vocabulary = []string{"some", "really", "cool", "names", "that", "are", "nigerian", "and", "american", "like", "melody", "solidus", "clef"}

// words returns n words.
func (g generator) words(n int) string {
	s := ""
	for i := range n {
		if i > 0 {
			s += " "
		}
		s += vocabulary[g.IntN(len(vocabulary))]
	}
	return s
}
