package golden_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/assay-go/assay/codec/positional/internal/golden"
)

// allocationFactors are how many bytes of memory a byte of input may take, beyond
// 64 kB, for the types of which values themselves take more than 16 times what
// they have on the wire: a nil slice of 24 bytes has one byte there, and an entry
// of a map two. All others keep to 16.
var allocationFactors = map[string]uint64{
	"loose":     64, // maps of any: 38 were seen
	"log1":      32, // events left out: 1 byte of 24
	"log2":      96, // likewise, of 88
	"atlas":     32, // pages left out, and maps
	"teststruc": 24, // maps of structs
}

func allocationFactor(name string) uint64 { return max(16, allocationFactors[name]) }

const allocationBase = 64 << 10

// allocated returns the bytes of memory that decoding data takes.
func allocated(c *golden.Codec, data []byte, v any) (used uint64, n int, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err = c.Decode(data, v)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, n, err
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
				if used, _, err := allocated(c, input, c.New()); err == nil || used > 1<<20 {
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
				g := generator{rand.New(rand.NewPCG(2, 3)), name, c.Holds}
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
					if used, _, _ := allocated(c, input, c.New()); used > allocationFactor(c.Name)*uint64(len(input))+allocationBase {
						t.Errorf("%d bytes of %x allocate %d, %.1f times as much beyond 64 kB", len(input), pattern, used, (float64(used)-allocationBase)/float64(len(input)))
					}
				}
			})
		}
	}
}
