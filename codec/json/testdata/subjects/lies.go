package subjects

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/assay-go/assay/codec/internal/heap"
)

// lieFactor is how many bytes of memory a byte of input may take, beyond lieBase, where it
// begins like long lists and is no JSON.
const (
	lieFactor = 16
	lieBase   = 64 << 10
)

var lies = flag.Int("lies", 100, "how many inputs of each subject TestLies tries")

// Lies reads inputs that look like long lists and large objects, and are none from their
// first sixteenth on: beginnings of values with brackets, braces, commas and quotes behind, alone and
// in turns. place returns where an error says that the input is none. It measures what is allocated, and of the worst what the heap has without a collection.
func Lies(t *testing.T, list []Subject, place func(error) (int, bool)) {
	worst, which, refused := 0.0, "", 0
	var worstInput []byte
	for k, s := range list {
		r := rand.New(rand.NewPCG(5, uint64(k)))
		for _, input := range lying(s, r) {
			var err error
			used := int(heap.Allocated(func() { err = s.Unmarshal(input, s.New()) }))
			if err == nil {
				continue
			}
			if at, ok := place(err); !ok || at > len(input)/16 {
				continue
			}
			refused++
			factor := float64(used-lieBase) / float64(len(input))
			if factor > lieFactor {
				runtime.GC() // what pools hold from earlier calls, or have lost, counts too
				used = min(used, int(heap.Allocated(func() { s.Unmarshal(input, s.New()) })))
				factor = float64(used-lieBase) / float64(len(input))
			}
			if factor > worst {
				worst, which, worstInput = factor, s.Name, input
			}
			if factor > lieFactor {
				t.Errorf("%s: %d bytes, %.60s…, allocate %.1f times as much beyond 64 kB: %v", s.Name, len(input), input, factor, err)
			}
		}
	}
	if refused < 10*len(list) {
		t.Errorf("only %d inputs are refused early", refused)
	}
	s := list[slices.IndexFunc(list, func(s Subject) bool { return s.Name == which })]
	peak := float64(heap.Held(func() { s.Unmarshal(worstInput, s.New()) })-lieBase) / float64(len(worstInput))
	if peak > lieFactor+1 { // what the heap has is whole pages
		t.Errorf("%s: %.60s… holds %.1f times as much beyond 64 kB", which, worstInput, peak)
	}
	t.Logf("%.1f times at most of %d, %s; %.1f by what the heap has", worst, refused, which, peak)
}

// lying returns beginnings of values of s, with what may begin values behind.
func lying(s Subject, r *rand.Rand) (inputs [][]byte) {
	const room = 40_000
	fronts := [][]byte{nil}
	for range 4 {
		v := s.New()
		Fill(r, reflect.ValueOf(v).Elem(), 5)
		if b, err := s.Marshal(v); err == nil {
			fronts = append(fronts, b)
		}
	}
	words := []string{"[", "{", ",", "{}", "[]", "{},", "[],", "0,", "null,", `""`, `"",`, `":`, `":{`, `"":{},`, `"x`, `\"{`, `{"`, `{"":`, "[{", "[[", "[0,", "]", "}", " "}
	for range *lies {
		front := fronts[r.IntN(len(fronts))]
		cut := r.IntN(min(len(front), 1000) + 1)
		for cut > 0 && r.IntN(8) > 0 && !bytes.Contains([]byte(":[{,"), front[cut-1:cut]) {
			cut-- // to where a value begins
		}
		input := bytes.Clone(front[:cut])
		for range r.IntN(4) {
			input = append(input, words[r.IntN(len(words))]...)
		}
		var pattern []byte
		for range 1 + r.IntN(3) {
			pattern = append(pattern, words[r.IntN(len(words))]...)
		}
		input = append(input, bytes.Repeat(pattern, room/len(pattern))...)
		for range r.IntN(3) {
			input = append(input, "]}"[r.IntN(2)])
		}
		inputs = append(inputs, input)
	}
	return inputs
}
