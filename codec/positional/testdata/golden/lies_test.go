package golden_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"testing"

	"github.com/assay-go/assay/codec/internal/heap"
	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// lieFactor is how many bytes of memory a byte of input may take, beyond allocationBase,
// where counts announce what is not there.
const lieFactor = 16

var lies = flag.Int("lies", map[bool]int{false: 6, true: 12}[routinestest.Long], "how many inputs of each kind TestLies tries")

// place finds where an input is refused.
var place = regexp.MustCompile(` at byte (\d+)`)

// TestLies decodes inputs whose counts announce more than there is: values with long
// lists in long lists that are damaged somewhere in front, and beginnings of values with
// counts of all sizes behind. What is refused early takes no more than [lieFactor], by what is
// allocated and, of the worst, by what the heap has without a collection.
func TestLies(t *testing.T) {
	for name, list := range codecs {
		worst, which, refused := 0.0, (*golden.Codec)(nil), 0
		var worstInput []byte
		for i := range list {
			c := &list[i]
			r := rand.New(rand.NewPCG(5, uint64(i)))
			for _, input := range append(damaged(c, r), announcing(c, generator{r, formatOf(name), c.Holds})...) {
				_, used, _, err := allocated(c, input)
				if err == nil {
					continue
				}
				at := place.FindStringSubmatch(err.Error())
				if at == nil {
					t.Fatalf("%s/%s: no place is told: %v", name, c.Name, err)
				}
				if read, _ := strconv.Atoi(at[1]); read > len(input)/16 {
					continue
				}
				refused++
				factor := (float64(used) - allocationBase) / float64(len(input))
				if factor > worst {
					worst, which, worstInput = factor, c, input
				}
				if factor > lieFactor {
					t.Errorf("%s/%s: %d bytes, %.40x…, allocate %.1f times as much beyond 64 kB: %v", name, c.Name, len(input), input, factor, err)
				}
			}
		}
		if refused < *lies*2/3*len(list) {
			t.Errorf("%s: only %d inputs are refused early", name, refused)
		}
		if which == nil {
			continue
		}
		held := (float64(heap.Held(func() { which.Decode(worstInput, which.New()) })) - allocationBase) / float64(len(worstInput))
		if held > lieFactor+1 { // what the heap has is whole pages
			t.Errorf("%s/%s: %.40x… holds %.1f times as much beyond 64 kB", name, which.Name, worstInput, held)
		}
		t.Logf("%s: %.1f times at most of %d, %s; %.1f by what the heap has", name, worst, refused, which.Name, held)
	}
}

// damaged returns values with lists of many elements, the first of which have lists of many:
// what follows one of the first bytes is no longer what was announced.
func damaged(c *golden.Codec, r *rand.Rand) (inputs [][]byte) {
	for range *lies / 4 {
		v := c.New()
		crowd(reflect.ValueOf(v).Elem(), r, 4)
		whole, err := c.Marshal(v)
		if err != nil {
			continue
		}
		for range *lies / 2 {
			input := bytes.Clone(whole)
			for i := r.IntN(min(len(input), 1+r.IntN(300)) + 1); i < len(input); i++ {
				input[i] = 0xff
			}
			inputs = append(inputs, input)
		}
	}
	return inputs
}

// crowd makes lists and maps at v long, and those in the first of their elements, by chance.
func crowd(v reflect.Value, r *rand.Rand, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && r.IntN(3) > 0 {
				crowd(v.Field(i), r, depth)
			}
		}
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			crowd(v.Elem(), r, depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), many, many))
			crowd(v.Index(0), r, depth-1)
		}
	case reflect.Map:
		if depth > 0 && v.Type().Key().Kind() == reflect.String {
			v.Set(reflect.MakeMap(v.Type()))
			for i := range many {
				key := reflect.ValueOf(string([]byte{byte(i >> 8), byte(i)})).Convert(v.Type().Key())
				v.SetMapIndex(key, reflect.Zero(v.Type().Elem()))
			}
		}
	}
}

// announcing returns beginnings of values with counts behind, and what may be elements or not.
func announcing(c *golden.Codec, g generator) (inputs [][]byte) {
	const room = 100_000
	fronts := [][]byte{nil}
	for range 8 {
		v := c.New()
		g.fill(reflect.ValueOf(v).Elem(), 3, "")
		if b, err := c.Marshal(v); err == nil {
			fronts = append(fronts, b)
		}
	}
	for range *lies {
		front := fronts[g.IntN(len(fronts))]
		input := bytes.Clone(front[:g.IntN(min(len(front), 60)+1)])
		for range 1 + g.IntN(3)*g.IntN(2) {
			n := room / uint64(1+g.IntN(12)*g.IntN(4))
			switch g.IntN(6) {
			case 0:
				input = binary.LittleEndian.AppendUint32(input, uint32(n))
			case 1:
				input = binary.BigEndian.AppendUint32(input, uint32(n))
			case 2:
				input = binary.LittleEndian.AppendUint64(input, n)
			default:
				input = binary.AppendUvarint(input, n)
			}
		}
		fill := [][]byte{{0xff}, {0xff}, {0}, {1}, {2}, input[max(0, len(input)-3):], input}[g.IntN(7)]
		inputs = append(inputs, append(input, bytes.Repeat(fill, room/len(fill))...))
	}
	return inputs
}
