package verify

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// TestShortTextsPass: what counts texts takes no memory that counts as theirs, and they are not
// to blame for a block of the heap in which other little pieces lie.
func TestShortTextsPass(t *testing.T) {
	type texts struct{ A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P string }
	many := func(i int) any {
		v := new(texts)
		for k, p := range []*string{&v.A, &v.B, &v.C, &v.D, &v.E, &v.F, &v.G, &v.H, &v.I, &v.J, &v.K, &v.L, &v.M, &v.N, &v.O, &v.P} {
			*p = fmt.Sprintf("text %d %d", i, k)
		}
		return v
	}
	type piece struct {
		Text   string
		Little *int8
	}
	type beside struct{ Pieces []piece }
	mixed := func(i int) any {
		v := new(beside)
		for k := range 12 {
			v.Pieces = append(v.Pieces, piece{fmt.Sprintf("text%d%d", i, k), new(int8(k))})
		}
		return v
	}
	type loose struct {
		List []any
		Map  map[string]any
	}
	boxed := func(i int) any {
		v := &loose{Map: map[string]any{}}
		for k := range 12 {
			text := fmt.Sprintf("t%d%d", i, k)
			v.List = append(v.List, text, 0.5+float64(k))
			v.Map[text] = true
		}
		return v
	}
	type named struct{ Map map[string]int }
	keyed := func(i int) any {
		v := &named{map[string]int{}}
		for k := range 12 {
			v.Map[fmt.Sprintf("the key %d of the map %d", k, i)] = k
		}
		return v
	}
	type order struct {
		ID   int
		Keys inTurn
	}
	ordered := func(i int) any {
		v := &order{ID: i}
		for k := range 12 {
			v.Keys.add(fmt.Sprintf("the key %d of the map %d", k, i), fmt.Sprintf("value %d", k))
		}
		return v
	}
	type little struct {
		ID                int
		One, Empty, Other string
		Map               map[string]string
		None              []byte
	}
	pieces := func(i int) any {
		return &little{i, "a", "", fmt.Sprintf("text %d, which is longer than the others", i), map[string]string{"": "b", "c": "", "key": "d"}, []byte{}}
	}
	shared := jsonCase[little](pieces(1), pieces(2))
	shared.Open = func() Codec {
		return Erase(adapter.Codec[little]{
			Marshal: func(v *little) ([]byte, error) { return json.Marshal(v) },
			Unmarshal: func(b []byte, v *little) error {
				all := string(b)
				if err := json.Unmarshal(b, v); err != nil {
					return err
				}
				deep.Renew(v, func(memory string, part deep.Part) string {
					if at := strings.Index(all, memory); at >= 0 && part != deep.Bytes {
						return all[at : at+len(memory)]
					}
					return memory
				})
				v.Empty, v.Map["c"] = all[3:3], all[5:5]
				return nil
			},
		})
	}
	type hashed struct {
		Text   string
		Hashes [][8]byte
		Levels []float64
	}
	lists := func(i int) any {
		return &hashed{fmt.Sprintf("text %d, which is longer than a word", i), [][8]byte{{1}, {byte(i)}}, []float64{.5, float64(i)}}
	}
	beneath := jsonCase[hashed](lists(1), lists(2))
	beneath.Open = func() Codec {
		return Erase(adapter.Codec[hashed]{
			Marshal: func(v *hashed) ([]byte, error) { return json.Marshal(v) },
			Unmarshal: func(b []byte, v *hashed) error {
				if err := json.Unmarshal(b, v); err != nil {
					return err
				}
				// One piece holds the numbers, the hashes and the text.
				n, h := len(v.Levels), len(v.Hashes)
				piece := make([]float64, n+h+(len(v.Text)+7)/8)
				copy(piece, v.Levels)
				hashes := unsafe.Slice((*[8]byte)(unsafe.Pointer(unsafe.SliceData(piece[n:]))), h)
				copy(hashes, v.Hashes)
				text := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(piece[n+h:]))), len(v.Text))
				copy(text, v.Text)
				v.Levels, v.Hashes, v.Text = piece[:n:n], hashes, unsafe.String(unsafe.SliceData(text), len(text))
				return nil
			},
		})
	}
	for name, c := range map[string]Case{
		"one piece for a value":  shared,
		"one piece with lists":   beneath,
		"keys of maps":           jsonCase[named](keyed(1), keyed(2)),
		"keys in a hidden order": jsonCase[order](ordered(1), ordered(2)),
		"many":                   jsonCase[texts](many(1), many(2)),
		"beside little pieces":   jsonCase[beside](mixed(1), mixed(2)),
		"beside numbers":         jsonCase[loose](boxed(1), boxed(2)),
	} {
		v := Run(c, protocol.Declared{})
		if !v.OK {
			t.Errorf("%s: %s", name, v.Reason)
		}
		if len(v.Owned) != 2 {
			t.Errorf("%s: looked at %+v", name, v.Owned)
		}
	}
}

// TestFewKeysAreCaught: of values that have but a few bytes of keys, as many are looked at as it
// takes.
func TestFewKeysAreCaught(t *testing.T) {
	type one struct {
		ID  int
		Map map[string]int
	}
	c := jsonCase[one](&one{1, map[string]int{"the key": 1}}, &one{2, map[string]int{"the key": 2}})
	c.Open = func() Codec {
		room := make([]byte, 2<<20)
		at := 0
		return Erase(adapter.Codec[one]{
			Marshal: func(v *one) ([]byte, error) { return json.Marshal(v) },
			Unmarshal: func(b []byte, v *one) error {
				if err := json.Unmarshal(b, v); err != nil {
					return err
				}
				for k, x := range v.Map {
					if at+len(k) > len(room) {
						at = 0
					}
					n := copy(room[at:], k)
					v.Map[unsafe.String(&room[at], n)] = x
					at += n
				}
				return nil
			},
		})
	}
	if v := Run(c, protocol.Declared{}); v.OK || !strings.Contains(v.Reason, "lie in memory that the codec keeps") {
		t.Errorf("OK %t, %s", v.OK, v.Reason)
	}
}

// inTurn is a map that knows the order of its keys.
type inTurn struct {
	Map   map[string]string
	order []string
}

func (t *inTurn) add(key, value string) {
	if t.Map == nil {
		t.Map = map[string]string{}
	}
	t.Map[key] = value
	t.order = append(t.order, key)
}

func (t inTurn) MarshalJSON() ([]byte, error) {
	var pairs [][2]string
	for _, k := range t.order {
		pairs = append(pairs, [2]string{k, t.Map[k]})
	}
	return json.Marshal(pairs)
}

func (t *inTurn) UnmarshalJSON(b []byte) error {
	var pairs [][2]string
	if err := json.Unmarshal(b, &pairs); err != nil {
		return err
	}
	*t = inTurn{}
	for _, p := range pairs {
		t.add(p[0], p[1])
	}
	return nil
}

func jsonCase[T any](values ...any) Case {
	return Case{
		Open: func() Codec {
			return Erase(adapter.Codec[T]{
				Marshal:   func(v *T) ([]byte, error) { return json.Marshal(v) },
				Unmarshal: func(b []byte, v *T) error { return json.Unmarshal(b, v) },
			})
		},
		New:    func() any { return new(T) },
		Values: values,
	}
}

// TestWhatIsLetGoOfLatePasses: what a codec's finalizers let go of some collections after the
// last call is not what a result keeps.
func TestWhatIsLetGoOfLatePasses(t *testing.T) {
	k := caseOf(func() adapter.Codec[doc] {
		c, l := honest(), &lingering{}
		c.Marshal = func(d *doc) ([]byte, error) {
			l.leave()
			return plain(d), nil
		}
		return c
	}, false)
	k.Brief = false
	if v := Run(k, protocol.Declared{}); !v.OK {
		t.Error(v.Reason)
	}
}

// lingering is what calls left, a little each, until there were more collections after the
// last one than a look at the heap makes.
type lingering struct {
	mu      sync.Mutex
	left    *left
	idle    int // collections
	watched bool
}

type left struct {
	next *left
	_    [24]byte
}

func (l *lingering) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = &left{next: l.left}
	l.idle = 0
	if !l.watched {
		l.watched = true
		l.watch()
	}
}

func (l *lingering) watch() {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.idle++; l.idle < 3 {
			l.watch()
			return
		}
		l.left, l.watched = nil, false
	})
}
