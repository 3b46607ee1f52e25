package probe

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/verify"
)

// The kinds of broken input. Those of bombs are named by what they say the length
// is.
const (
	Unknown   = "an unknown key"
	Twice     = "a key twice"
	Nested    = "an unknown key nested 1,000,000 deep"
	NestedOwn = "the type nested"        // and how deep
	NestedAny = "lists in an any nested" // and how deep
	inStream  = ", as a stream"
)

// input is one broken message.
type input struct {
	kind   string
	of     int // index of the message that was broken; -1: it was made by hand
	stream bool
	make   func() []byte
	worth  int64 // bytes of memory that what it says takes, where that is no lie
	huge   bool  // it is much longer than the messages
}

// sized reports whether the input is of the size that is asked for.
func (in input) sized(s protocol.Size) bool {
	return s == protocol.AnySize || in.huge == (s == protocol.Huge)
}

// bombs say of themselves that very much follows, in the ways of the formats that are
// known: each stands in the place of one byte, which may have been a length.
var bombs = []struct {
	name string
	data string
}{
	{"varint 2^31-1", "\xff\xff\xff\xff\x07"},
	{"varint 2^32-1", "\xff\xff\xff\xff\x0f"},
	{"varint 2^40", "\x80\x80\x80\x80\x80\x20"},
	{"varint 2^63-1", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f"},
	{"varint 2^64-1", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"},
	{"varint 2^29", "\x80\x80\x80\x80\x02"},
	{"32 bits 2^31-1", "\xff\xff\xff\x7f"},
	{"32 bits 2^28-1", "\xff\xff\xff\x0f"},
	{"MessagePack array 2^31-1", "\xdd\x7f\xff\xff\xff"},
	{"MessagePack array 2^26", "\xdd\x04\x00\x00\x00"},
	{"MessagePack map 2^31-1", "\xdf\x7f\xff\xff\xff"},
	{"MessagePack text 2^31-1", "\xdb\x7f\xff\xff\xff"},
	{"MessagePack bytes 2^31-1", "\xc6\x7f\xff\xff\xff"},
	{"CBOR array 2^31-1", "\x9a\x7f\xff\xff\xff"},
	{"CBOR array 2^63-1", "\x9b\x7f\xff\xff\xff\xff\xff\xff\xff"},
	{"CBOR map 2^31-1", "\xba\x7f\xff\xff\xff"},
	{"CBOR text 2^31-1", "\x7a\x7f\xff\xff\xff"},
	{"CBOR bytes 2^31-1", "\x5a\x7f\xff\xff\xff"},
	{"gob 2^28", "\xfc\x10\x00\x00\x00"},
	{"gob 2^31-1", "\xfc\x7f\xff\xff\xff"},
}

// How many places of a message are tried: of a longer one so many, spread over it.
const (
	cutPlaces  = 512
	bombPlaces = 192
	flipPlaces = 2048
)

// Where few are asked for, the inputs of one way that are made of a message have about
// fewBytes together, and come of fewPlaces at least. Messages of up to two kilobytes are
// tried as ever: fewer places miss the length among many bytes that allocates.
const (
	fewBytes  = 8 << 20
	fewPlaces = 24
)

// tried is how many places of a message are tried, of each of which so many inputs are
// made.
func tried(a protocol.Attack, m []byte, most, each int) int {
	if !a.Few {
		return most
	}
	return min(most, max(fewBytes/(each*len(m)+1), fewPlaces))
}

// meant is how long a message is without the white space at the end of a text: cut off
// there it is the same one, as JSON is without a line's end.
func meant(m []byte) int {
	for _, b := range m {
		if b < ' ' && b != '\t' && b != '\r' && b != '\n' {
			return len(m)
		}
	}
	return len(bytes.TrimRight(m, " \t\r\n"))
}

// depth is how deep nested input is, unless a level has so many bytes that the message
// would be longer than longestNested: of such a one it is the length that takes time and
// memory.
const (
	depth         = 1_000_000
	longestNested = 64 << 20
)

// deepAs names what is nested, and how deep.
func deepAs(what string, levels int) string {
	if levels < depth {
		return fmt.Sprintf("%s %d deep", what, levels)
	}
	return what + " 1,000,000 deep"
}

// inputs makes them, in an order that is the same each time.
func inputs(c verify.Case, a protocol.Attack) iter.Seq[input] {
	elements := longElements
	if a.Few {
		elements = fewElements
	}
	return func(yield func(input) bool) {
		on := true
		put := func(in input) {
			if on {
				on = yield(in)
			}
		}
		streams := c.Open().Read != nil && !a.Few
		each := func(kind string, of int, n, most int, broken func(m []byte, i int) []byte) {
			m := a.Messages[of]
			places(n, most, func(i int) { put(input{kind: kind, of: of, make: func() []byte { return broken(m, i) }}) })
			if streams {
				places(n, most, func(i int) {
					put(input{kind: kind + inStream, of: of, stream: true, make: func() []byte { return broken(m, i) }})
				})
			}
		}
		one := func(kind string, of int, broken func() []byte) {
			put(input{kind: kind, of: of, make: broken, huge: of < 0})
			if streams {
				put(input{kind: kind + inStream, of: of, stream: true, make: broken, huge: of < 0})
			}
		}
		for of, m := range a.Messages {
			each(protocol.CutShort, of, meant(m), tried(a, m, cutPlaces, 1), func(m []byte, i int) []byte { return m[:i] })
		}
		for of, m := range a.Messages {
			for _, more := range []string{"\x00", "\xff", "}]\xff\xc1junk", string(m)} {
				put(input{kind: protocol.Behind, of: of, make: func() []byte { return append(bytes.Clone(m), more...) }})
			}
		}
		for of, m := range a.Messages {
			for kind, b := range byHand(a.Format, m) {
				one(kind, of, func() []byte { return b })
			}
		}
		for _, bomb := range bombs {
			for of, m := range a.Messages {
				each(protocol.Bomb+bomb.name, of, len(m), tried(a, m, bombPlaces, len(bombs)), func(m []byte, i int) []byte {
					return append(append(bytes.Clone(m[:i]), bomb.data...), m[i+1:]...)
				})
			}
		}
		if on && a.Size != protocol.Short { // to know what there is of these takes its time
			if deep := nestedIn(a.Format); deep != nil {
				one(Nested, -1, deep)
			}
			if b, levels := wrapped(c); b != nil {
				one(deepAs(NestedOwn, levels), -1, b)
			}
			if b, levels := wrappedAny(c); b != nil {
				one(deepAs(NestedAny, levels), -1, b)
			}
			for _, l := range longLists(c, a.Format, elements) {
				put(input{kind: Long, of: -1, make: l.make, worth: l.worth, huge: true})
			}
		}
		if !on || a.Size == protocol.Huge {
			return
		}
		for of, m := range a.Messages {
			places(8*len(m), tried(a, m, flipPlaces, 1), func(bit int) {
				put(input{kind: protocol.Flipped, of: of, make: func() []byte {
					b := bytes.Clone(m)
					b[bit/8] ^= 1 << (bit % 8)
					return b
				}})
			})
		}
	}
}

// places calls f with up to most of n places, spread over all.
func places(n, most int, f func(int)) {
	k := min(n, most)
	for i := range k {
		f(i * n / k)
	}
}

// nestedIn returns a message under an unknown key with lists in lists, in formats
// that are known.
func nestedIn(format string) func() []byte {
	switch format {
	case "json":
		return func() []byte {
			return []byte(`{"zz":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}")
		}
	case "msgpack":
		return func() []byte { return []byte("\x81\xa2zz" + strings.Repeat("\x91", depth) + "\xc0") }
	case "cbor":
		return func() []byte { return []byte("\xa1\x62zz" + strings.Repeat("\x81", depth) + "\xf6") }
	case "protobuf":
		return func() []byte {
			return []byte(strings.Repeat("\xfb\x07", depth) + strings.Repeat("\xfc\x07", depth)) // groups
		}
	case "bson":
		return deepBSON
	}
	return nil
}

// deepBSON has arrays in documents in arrays under the key z.
func deepBSON() []byte {
	const head = 4 + 1 + 1 + 1 // length, and the next one's type, name and its end
	size := make([]int, depth+1)
	size[0] = 5
	for i := 1; i <= depth; i++ {
		size[i] = size[i-1] + head + 1
	}
	b := make([]byte, 0, size[depth])
	for i := depth; i > 0; i-- {
		b = binary.LittleEndian.AppendUint32(b, uint32(size[i]))
		b = append(b, 4, 'z', 0)
	}
	b = binary.LittleEndian.AppendUint32(b, 5)
	return append(b, make([]byte, depth+1)...)
}

// wrapped returns a message in which the type's own recursion is so deep as no sound
// one is. It is made of what repeats between messages of few levels, since values so
// deep cannot always be encoded. Nil where the type does not recurse, or the format
// does not repeat.
func wrapped(c verify.Case) (message func() []byte, levels int) {
	if len(c.Values) == 0 {
		return nil, 0
	}
	t := reflect.TypeOf(c.Values[0]).Elem()
	back := recursive(t, t, map[reflect.Type]bool{})
	if back == nil {
		return nil, 0
	}
	nested := func(n int) (data []byte) {
		defer func() {
			if recover() != nil {
				data = nil
			}
		}()
		v := reflect.New(t)
		if !nest(v.Elem(), back, n, map[reflect.Type]bool{}) {
			return nil
		}
		data, _, err := settled(c, v.Interface())
		if err != nil {
			return nil
		}
		return data
	}
	return repeated(nested)
}

// wrappedAny returns a message in which what an any of the type holds is nested as deep;
// nil where it holds none, or the format does not repeat.
func wrappedAny(c verify.Case) (message func() []byte, levels int) {
	if len(c.Values) == 0 {
		return nil, 0
	}
	t := reflect.TypeOf(c.Values[0]).Elem()
	path := anyField(t, map[reflect.Type]bool{})
	if path == nil {
		return nil, 0
	}
	return repeated(func(n int) (data []byte) {
		defer func() {
			if recover() != nil {
				data = nil
			}
		}()
		held := any(nil)
		for range n {
			held = []any{held}
		}
		v := reflect.New(t)
		v.Elem().FieldByIndex(path).Set(reflect.ValueOf(held))
		data, _, err := settled(c, v.Interface())
		if err != nil {
			return nil
		}
		return data
	})
}

// anyField returns the fields that lead to one that holds anything, of structs within
// structs; nil where there is none.
func anyField(t reflect.Type, open map[reflect.Type]bool) []int {
	if t.Kind() != reflect.Struct || open[t] {
		return nil
	}
	open[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.IsExported():
		case f.Type.Kind() == reflect.Interface && f.Type.NumMethod() == 0:
			return []int{i}
		default:
			if path := anyField(f.Type, open); path != nil {
				return append([]int{i}, path...)
			}
		}
	}
	return nil
}

// repeated makes a message of what repeats between those of one, two and five levels: before
// the innermost part, behind it, or on both sides. It says how many levels that message has.
func repeated(nested func(n int) []byte) (message func() []byte, levels int) {
	one, two, five := nested(1), nested(2), nested(5)
	step := len(two) - len(one)
	if one == nil || two == nil || step <= 0 || len(five) != len(one)+4*step {
		return nil, 0
	}
	// What repeats can be told from any of its bytes on. So the innermost part begins where
	// one and two differ, or is empty.
	head, tail := 0, 0
	for head < len(one) && one[head] == two[head] {
		head++
	}
	for tail < len(one) && one[len(one)-1-tail] == two[len(two)-1-tail] {
		tail++
	}
	for p := min(head, len(one)-tail); p <= head; p++ {
		s := max(p, len(one)-tail)
		for before := step; before >= 0; before-- { // so many bytes before it, and the rest behind it
			pre, in, suf := two[p:p+before], one[p:s], two[s+before:s+step]
			if bytes.Equal(two[p+before:s+before], in) && bytes.Equal(five[p+4*before:s+4*before], in) &&
				repeats(five[p:p+4*before], pre) && repeats(five[s+4*before:s+4*step], suf) &&
				bytes.HasPrefix(five, one[:p]) && bytes.HasSuffix(five, one[s:]) {
				more := min(depth, longestNested/step) - 1
				return func() []byte {
					return slices.Concat(one[:p], bytes.Repeat(pre, more), in, bytes.Repeat(suf, more), one[s:])
				}, 1 + more
			}
		}
	}
	return nil, 0
}

// repeats reports whether b is the unit, again and again.
func repeats(b, unit []byte) bool {
	return bytes.HasPrefix(b, unit) && bytes.Equal(b[len(unit):], b[:len(b)-len(unit)])
}

// recursive returns a struct type that leads back to itself, and can be reached from
// root; nil when there is none.
func recursive(root, t reflect.Type, seen map[reflect.Type]bool) reflect.Type {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return recursive(root, t.Elem(), seen)
	case reflect.Struct:
		if nest(reflect.New(root).Elem(), t, 2, map[reflect.Type]bool{}) {
			return t
		}
		for i := range t.NumField() {
			if back := recursive(root, t.Field(i).Type, seen); back != nil {
				return back
			}
		}
	}
	return nil
}

// nest makes v hold a struct of the type root so many levels deep in itself, by the
// first way there is. It reports whether there is one.
func nest(v reflect.Value, root reflect.Type, levels int, open map[reflect.Type]bool) bool {
	if levels == 0 {
		return true
	}
	t := v.Type()
	if t == root && open[t] {
		return nest(v, root, levels-1, map[reflect.Type]bool{})
	}
	if open[t] || !v.CanSet() {
		return false
	}
	open[t] = true
	defer delete(open, t)
	switch t.Kind() {
	case reflect.Pointer:
		p := reflect.New(t.Elem())
		if nest(p.Elem(), root, levels, open) {
			v.Set(p)
			return true
		}
	case reflect.Slice:
		s := reflect.MakeSlice(t, 1, 1)
		if nest(s.Index(0), root, levels, open) {
			v.Set(s)
			return true
		}
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return false
		}
		e := reflect.New(t.Elem()).Elem()
		if nest(e, root, levels, open) {
			v.Set(reflect.MakeMap(t))
			v.SetMapIndex(reflect.ValueOf("k").Convert(t.Key()), e)
			return true
		}
	case reflect.Struct:
		if t.ConvertibleTo(timeType) {
			return false
		}
		for i := range t.NumField() {
			if t.Field(i).IsExported() && nest(v.Field(i), root, levels, open) {
				return true
			}
		}
	}
	return false
}
