package keyedtest

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/assay-go/assay/codec/internal/heap"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

const (
	// lieFactor is how many bytes of memory a byte of input may take, beyond lieBase, where it
	// announces what is not there.
	lieFactor = 16
	lieBase   = 64 << 10

	// crowded is how many elements lists have that announce much.
	crowded = 5_000
)

// lies are more in the long tests: each takes memory of its own, which is what is measured.
var lies = flag.Int("lies", map[bool]int{false: 6, true: 24}[routinestest.Long], "how many inputs of each kind Lies tries")

// Crowds has lists and maps of what takes far more memory than its shortest form.
type Crowds struct {
	Structs  []Crowd           `protobuf:"bytes,1,rep,name=structs"`
	Pointers []*Crowd          `protobuf:"bytes,2,rep,name=pointers"`
	Texts    []string          `protobuf:"bytes,3,rep,name=texts"`
	Bytes    [][]byte          `protobuf:"bytes,4,rep,name=bytes"`
	ByName   map[string]Crowd  `protobuf:"bytes,5,rep,name=by_name"`
	ByNumber map[int32]*Crowd  `protobuf:"bytes,6,rep,name=by_number"`
	Numbers  []int64           `protobuf:"varint,7,rep,packed,name=numbers"`
	Times    []time.Time       `protobuf:"bytes,8,rep,name=times"`
	Deep     []Depths          `protobuf:"bytes,9,rep,name=deep"`
	Names    map[string]string `protobuf:"bytes,10,rep,name=names"`
}

// Crowd is an element.
type Crowd struct {
	A, B, C, D string  `protobuf:"-"`
	N          int64   `protobuf:"varint,1,opt,name=n"`
	List       []int64 `protobuf:"varint,2,rep,packed,name=list"`
	More       *Crowd  `protobuf:"bytes,3,opt,name=more"`
}

// Depths has lists in its elements.
type Depths struct {
	Structs []Crowd  `protobuf:"bytes,1,rep,name=structs"`
	Deep    []Depths `protobuf:"bytes,2,rep,name=deep"`
	Texts   []string `protobuf:"bytes,3,rep,name=texts"`
	Numbers []uint32 `protobuf:"varint,4,rep,packed,name=numbers"`
}

// Nests has lists in lists, for wires that have those.
type Nests struct {
	Lists    [][]int64
	Deep     [][][]string
	Maps     []map[string]Crowd
	ByName   map[string]map[string][]float64
	Any      []any
	Pointers []*[]*int64
	Arrays   [][4]string
	Bools    [][]bool
}

// place finds where an input is refused.
var place = regexp.MustCompile(`at byte (\d+)`)

// Lies reads inputs that announce more than there is, by heads of lists and maps, in which
// 0 stands for the count, in four bytes: long lists in long lists that are damaged somewhere in front,
// and beginnings of values with heads behind, once or again and again. What is refused early takes no more
// memory than [lieFactor] allows, by what is allocated and by what the heap has without a collection.
func Lies(t *testing.T, all []Codec, heads ...string) {
	worst, which, refused := 0.0, "", 0
	var worstInput []byte
	for i, c := range all {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		inputs := c.damagedCrowds(r)
		inputs = append(inputs, c.announcing(r, heads)...)
		for _, input := range inputs {
			used, err := c.early(input)
			if err == nil {
				continue
			}
			refused++
			if factor := (float64(used) - lieBase) / float64(len(input)); factor > worst {
				worst, which, worstInput = factor, c.Name, input
				if factor > lieFactor {
					t.Errorf("%s: %d bytes, %.40x…, allocate %.1f times as much beyond 64 kB: %v", c.Name, len(input), input, factor, err)
				}
			}
		}
	}
	if refused < 5*len(all) {
		t.Errorf("only %d inputs are refused early", refused)
	}
	peak := 0.0
	for _, c := range all {
		if c.Name == which {
			peak = (float64(heap.Held(func() { c.Unmarshal(worstInput, c.New()) })) - lieBase) / float64(len(worstInput))
		}
	}
	if peak > lieFactor+1 { // what the heap has is whole pages
		t.Errorf("%s: %.40x… holds %.1f times as much beyond 64 kB", which, worstInput, peak)
	}
	t.Logf("%.1f times at most of %d, %s; %.1f by what the heap has", worst, refused, which, peak)
}

// early reads input, and returns how much memory that takes and the error, if it is refused
// within its first sixteenth.
func (c Codec) early(input []byte) (used uint64, err error) {
	for range 3 {
		v := c.New()
		n := heap.Allocated(func() { err = c.Unmarshal(input, v) })
		if used == 0 || n < used {
			used = n
		}
		if used < lieBase {
			break
		}
	}
	if err == nil {
		return 0, nil
	}
	at := place.FindStringSubmatch(err.Error())
	if at == nil {
		return 0, nil // at its end
	}
	if read, _ := strconv.Atoi(at[1]); read > len(input)/16 {
		return 0, nil
	}
	return used, err
}

// damagedCrowds returns values with lists of many elements, the first of which have lists of many:
// what follows one of the first bytes is no longer what was announced, or that byte is not.
func (c Codec) damagedCrowds(r *rand.Rand) (inputs [][]byte) {
	for range *lies / 4 {
		v := c.New()
		crowd(reflect.ValueOf(v).Elem(), r, 4)
		whole, err := c.Marshal(v)
		if err != nil || len(whole) < crowded {
			continue
		}
		for k := range *lies / 2 {
			input := bytes.Clone(whole)
			i := r.IntN(1 + r.IntN(300))
			if k%2 == 0 {
				input[i] = byte(r.Uint32())
			} else {
				for ; i < len(input); i++ {
					input[i] = 0xff
				}
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
			v.Set(reflect.MakeSlice(v.Type(), crowded, crowded))
			if elem := v.Type().Elem(); elem.Kind() == reflect.Pointer {
				zero := reflect.New(elem.Elem())
				for i := range crowded {
					v.Index(i).Set(zero)
				}
				v.Index(0).Set(reflect.New(elem.Elem()))
			}
			crowd(v.Index(0), r, depth-1)
		}
	case reflect.Map:
		if depth > 0 && v.Type().Key().Kind() == reflect.String {
			v.Set(reflect.MakeMap(v.Type()))
			for i := range crowded {
				key := reflect.ValueOf(string([]byte{'a' + byte(i>>10), ' ' + byte(i>>5&31), '@' + byte(i&31)})).Convert(v.Type().Key())
				value := reflect.New(v.Type().Elem()).Elem()
				if value.Kind() == reflect.Pointer {
					value.Set(reflect.New(value.Type().Elem()))
				}
				v.SetMapIndex(key, value)
			}
		}
	}
}

// announcing returns beginnings of values with heads behind, and what may be elements or not.
func (c Codec) announcing(r *rand.Rand, heads []string) (inputs [][]byte) {
	const room = 40_000
	var fronts [][]byte
	for seed := range uint64(8) {
		if b, err := c.Marshal(c.Value(seed, 3)); err == nil {
			fronts = append(fronts, b)
		}
	}
	for k := range 10 * *lies {
		front := fronts[r.IntN(len(fronts))]
		input := bytes.Clone(front[:r.IntN(min(len(front), 400)+1)*min(r.IntN(4), 1)])
		head := ""
		for range 1 + r.IntN(3)*r.IntN(2) {
			n := room / (1 + r.IntN(40)*r.IntN(2))
			head = heads[r.IntN(len(heads))]
			for _, b := range []byte(head) {
				if b == 0 {
					input = append(input, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
				} else {
					input = append(input, b)
				}
			}
		}
		fill := [][]byte{{0xff}, {0}, {1}, {2}, {0x80}, {0x90}, {0xa0}, {0xc0}, {0xf6}, []byte(head), input[max(0, len(input)-6):], input}[k%12]
		if len(fill) > 0 {
			inputs = append(inputs, append(input, bytes.Repeat(fill, room/len(fill))...))
		}
	}
	return inputs
}
