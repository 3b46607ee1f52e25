// Package jsonrt has the routines that generated JSON code shares: no
// reflection, no package unsafe, nothing beyond the standard library, and not
// encoding/json either (that is package jsonstd's).
//
// Generated code imports the package, or a copy of it that stands in the module of
// the code, where the copies of an earlier and a later version can replace each other.
//
// Writers take a buffer b whose whole capacity is its length and the position n
// to write at. The generated code has made sure of the room; writers that store
// eight bytes at a time may store some beyond what they return.
//
// Readers take the input b and a position i, and return the position after what
// they have read, or -1 for anything that encoding/json may refuse.
//
// Stable: generated code that was made by an earlier version still compiles with it.
package jsonrt

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Encoder is the state of an encoder.
type Encoder struct {
	// Fail says that a value has no encoding, or that encoding/json has to tell.
	Fail bool
	// Err says why, where it is known.
	Err error
	// Other writes what interfaces hold and package jsonrt does not know; nil
	// refuses it.
	Other func(e *Encoder, b []byte, n int, x any, rest int) ([]byte, int)
	// V2 writes as encoding/json/v2 does.
	V2 bool
	// Depth counts the recursive values that are open.
	Depth int
	// Deep says that they are more than the code's own limit.
	Deep bool

	long int // how many of the next floats are taken for long, as the last was
}

// MaxCycle is how many recursive values may be open before something has to
// look for cycles.
const MaxCycle = 1000

const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// scratch has buffers for results whose size is not known before.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// TakeScratch returns a buffer to write a result to.
func TakeScratch() *[]byte { return scratch.Get().(*[]byte) }

// Result returns a copy of b, unless there is an error, and puts the buffer back.
func Result(buf *[]byte, b []byte, err error) ([]byte, error) {
	var text []byte
	if err == nil {
		text = make([]byte, len(b)) // not cleared, since all of it is copied to at once
		copy(text, b)
	}
	if keep(b) {
		*buf = b
		scratch.Put(buf)
	}
	return text, err
}

// keep reports whether a buffer that holds b is one for later results: a large one
// is as long as the results are, and goes with the first that does without.
func keep(b []byte) bool { return cap(b) <= 1<<20 || len(b) >= cap(b)/4 }

// Grow returns b with room for at least need bytes after n.
func Grow(b []byte, n, need int) []byte {
	size := max(2*len(b), n+need, 64)
	out := make([]byte, n, size)
	copy(out, b[:n])
	return out[:cap(out)]
}

// Start returns dst as writers take it.
func Start(dst []byte) ([]byte, int) { return dst[:cap(dst)], len(dst) }

// Refuse records that a value has no encoding because of err.
func (e *Encoder) Refuse(err error) {
	e.Fail = true
	if e.Err == nil {
		e.Err = err
	}
}

// Enter counts a recursive value that begins. It reports whether its encoding
// may go on.
func (e *Encoder) Enter() bool {
	if e.Depth++; e.Fail || e.Depth > MaxCycle {
		e.Fail = true
		return false
	}
	return true
}

// Nest is Enter where at most so many recursive values may be inside each other.
func (e *Encoder) Nest(most int) bool {
	if e.Depth == most && !e.Fail {
		e.Deep = true
		e.Refuse(fmt.Errorf("values are nested more than %d deep (--max-depth)", most))
	}
	e.Depth++
	return !e.Fail
}

// Raw writes s, and makes sure of rest bytes of room afterwards.
func Raw(b []byte, n int, s []byte, rest int) ([]byte, int) {
	if need := len(s) + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	return b, n + copy(b[n:], s)
}

// Bool writes x; it needs 8 bytes of room.
func Bool(b []byte, n int, x bool) int {
	const no, yes = 0x65736c6166, 0x65757274
	is := b2u(x) // without a jump, which cannot be foreseen
	binary.LittleEndian.PutUint64(b[n:n+8:n+8], no^(no^yes)&-is)
	return n + 5 - int(is)
}

// Bytes writes p in base64 with its quotes, or null, and makes sure of rest
// bytes of room afterwards.
func Bytes(b []byte, n int, p []byte, rest int) ([]byte, int) {
	size := base64.StdEncoding.EncodedLen(len(p))
	if need := size + 8 + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	if p == nil {
		return b, n + copy(b[n:], "null")
	}
	b[n] = '"'
	encodeBase64(b[n+1:], p)
	b[n+1+size] = '"'
	return b, n + size + 2
}

// encodeBase64 writes p to b, which is as long as that takes at least, in base64: twelve bits
// at a time, which takes half as long as the standard library's six.
func encodeBase64(b, p []byte) {
	t := &base64Pairs
	k := 0
	if vectors && len(p) >= 32 {
		k = encodeVectors(b, p)
	}
	n := k / 3 * 4
	for ; k <= len(p)-8 && n <= len(b)-8; k, n = k+6, n+8 {
		w := binary.BigEndian.Uint64(p[k : k+8])
		binary.LittleEndian.PutUint64(b[n:n+8], uint64(t[w>>52])|uint64(t[w>>40&0xfff])<<16|
			uint64(t[w>>28&0xfff])<<32|uint64(t[w>>16&0xfff])<<48)
	}
	for ; k <= len(p)-3; k, n = k+3, n+4 {
		w := uint32(p[k])<<16 | uint32(p[k+1])<<8 | uint32(p[k+2])
		binary.LittleEndian.PutUint32(b[n:n+4], uint32(t[w>>12])|uint32(t[w&0xfff])<<16)
	}
	if p = p[k:]; len(p) > 0 {
		w, last := uint32(p[0])<<16, uint32('='|'='<<8)
		if len(p) > 1 {
			w |= uint32(p[1]) << 8
			last = uint32(t[w&0xfff]&0xff) | '='<<8
		}
		binary.LittleEndian.PutUint32(b[n:n+4], uint32(t[w>>12])|last<<16)
	}
}

// base64Pairs has the two letters of twelve bits.
var base64Pairs = pairsOfLetters()

// letters are those of base64.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func pairsOfLetters() (t [1 << 12]uint16) {
	for i := range t {
		t[i] = uint16(letters[i>>6]) | uint16(letters[i&63])<<8
	}
	return t
}

// Close ends an object or array that began at n0 and whose members all began
// with a comma, and makes sure of rest bytes of room afterwards.
func Close(b []byte, n0, n int, opening, closing byte, rest int) ([]byte, int) {
	if len(b)-n < 2+rest {
		b = Grow(b, n, 2+rest)
	}
	if n == n0 {
		n++
	}
	b[n0], b[n] = opening, closing
	return b, n + 1
}

// MapKey is the key of an entry of a map: a text and where its value is, or a number.
type MapKey struct {
	Name  string
	Index uint64 // of the value; of a number, that without its sign
	start uint64 // of the text: as numbers they have the order of the texts, if they differ
}

// IntKey is the key x.
func IntKey(x int64) MapKey {
	sign := uint64(x >> 63)
	return numberKey(uint64(x)^sign-sign, sign)
}

// UintKey is the key x.
func UintKey(x uint64) MapKey { return numberKey(x, 0) }

// numberKey has as the start of a number its first 18 digits, as if it had no fewer, above which a bit is
// for those without a sign.
func numberKey(u, sign uint64) MapKey {
	start := u
	switch {
	case u >= 1e19:
		start /= 100
	case u >= 1e18:
		start /= 10
	case u > 0:
		if start < 1e10 {
			start *= 1e8
		}
		if start < 1e14 {
			start *= 1e4
		}
		for start < 1e17 {
			start *= 10
		}
	}
	return MapKey{Index: u, start: start | (1+sign)<<63}
}

// Int returns the number that the key k is.
func (k *MapKey) Int() int64 {
	sign := k.start>>63 - 1
	return int64(k.Index ^ sign - sign)
}

// Uint returns the number that the key k is.
func (k *MapKey) Uint() uint64 { return k.Index }

// compare says how two keys lie that have one start: of numbers of more than 18 digits the next is looked at,
// and where one is the beginning of the other, that is the less.
func (k *MapKey) compare(l *MapKey) int {
	if k.Name != "" || l.Name != "" {
		return strings.Compare(k.Name, l.Name)
	}
	x, y := k.Index, l.Index
	if x >= 1e19 {
		x /= 10
	}
	if y >= 1e19 {
		y /= 10
	}
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(k.Index, l.Index))
}

// Gathered are the entries of a map of more than a few, which it is written from.
type Gathered[V any] struct {
	List   []MapKey
	Values []V
}

// GatheredPool has room for the entries of maps with values of one type: to make it for
// each map is a third of the time of writing. Maps of many entries have room of their own,
// since that is given up where it is far larger than the map.
type GatheredPool[V any] struct{ few, many sync.Pool }

const manyEntries = 1 << 12

func (p *GatheredPool[V]) of(n int) *sync.Pool {
	if n > manyEntries {
		return &p.many
	}
	return &p.few
}

// Take returns room for n entries.
func (p *GatheredPool[V]) Take(n int) *Gathered[V] {
	x, ok := p.of(n).Get().(*Gathered[V])
	if !ok || cap(x.List) < n {
		x = &Gathered[V]{make([]MapKey, 0, n), make([]V, 0, n)}
	}
	return x
}

// Put takes x back, of which n were taken, unless it is far larger than that.
func (p *GatheredPool[V]) Put(x *Gathered[V], n int) {
	room := cap(x.List)
	if n = min(n, room); room > manyEntries && n < room/4 {
		return
	}
	clear(x.List[:n]) // which lead to what the map has
	clear(x.Values[:n])
	p.of(room).Put(x)
}

// SortKeys sorts by the names.
func SortKeys(list []MapKey) {
	for i := range list {
		k := &list[i]
		if len(k.Name) >= 8 {
			k.start = bits.ReverseBytes64(load8(k.Name))
		} else {
			k.start = bits.ReverseBytes64(short(k.Name))
		}
	}
	SortNumbers(list)
}

// SortNumbers sorts keys that are numbers by their texts.
func SortNumbers(list []MapKey) {
	if len(list) > 24 && !sortStarts(list) {
		slices.SortFunc(list, func(x, y MapKey) int {
			if x.start != y.start {
				return 1 - 2*int(b2u(x.start < y.start))
			}
			return x.compare(&y)
		})
		return
	}
	for i := 1; i < len(list); i++ {
		k := list[i]
		j := i
		for ; j > 0 && (k.start < list[j-1].start || k.start == list[j-1].start && (k.Name < list[j-1].Name || k.Name == "" && k.compare(&list[j-1]) < 0)); j-- {
			list[j] = list[j-1]
		}
		list[j] = k
	}
}

// sortRoom has the words of lists that are too long for the stack.
var sortRoom = sync.Pool{New: func() any { return new([]uint64) }}

// sortStarts sorts by the first letters of the names, as words that have the place of each in
// their last bits. It reports whether most of these differ.
func sortStarts(list []MapKey) bool {
	var room [128]uint64
	words := room[:]
	if len(list) > len(words) {
		more := sortRoom.Get().(*[]uint64)
		defer sortRoom.Put(more)
		*more = slices.Grow(*more, len(list))
		words = (*more)[:len(list)]
	}
	words = words[:len(list)]
	place := uint64(1)<<bits.Len64(uint64(len(list)-1)) - 1
	for i := range list {
		words[i] = list[i].start&^place | uint64(i)
	}
	sortWords(words, 2*bits.Len64(uint64(len(list))))
	equal, run := 0, 0
	for i := range list[1:] {
		if (words[i]^words[i+1])&^place != 0 {
			run = 0
			continue
		}
		equal++
		// Those are left to be sorted by insertion, which takes the square of how many they are.
		if run++; run > 24 || equal > len(list)/8 {
			return false
		}
	}
	for i := range list { // along the circles in which they change places
		first, to := list[i], i
		for {
			from := int(words[to] & place)
			words[to] = uint64(to)
			if from == i {
				break
			}
			list[to] = list[from]
			to = from
		}
		list[to] = first
	}
	return true
}

// sortWords sorts numbers that all differ by quicksort, in which no jump depends on them but for
// few: those of a comparison cannot be foreseen. It divides them so many times at most.
func sortWords(a []uint64, most int) {
	for ; len(a) > 12; most-- {
		if most == 0 {
			slices.Sort(a)
			return
		}
		last := len(a) - 1
		x, y, z := a[0], a[last/2], a[last]
		pivot := max(min(x, y), min(max(x, y), z))
		switch pivot {
		case x:
			a[0] = z
		case y:
			a[last/2] = z
		}
		j := 0 // where those that are less end
		for i, x := range a[:last] {
			a[i] = a[j]
			a[j] = x
			j += int(b2u(x < pivot))
		}
		a[last] = a[j]
		a[j] = pivot
		sortWords(a[:j], most-1)
		a = a[j+1:]
	}
	for i := 1; i < len(a); i++ {
		x := a[i]
		j := i
		for ; j > 0 && x < a[j-1]; j-- {
			a[j] = a[j-1]
		}
		a[j] = x
	}
}

// ZeroInterface reports whether omitzero drops x, whose type says when a value
// is zero.
func ZeroInterface(x interface{ IsZero() bool }) bool {
	if x == nil {
		return true
	}
	v := reflect.ValueOf(x)
	return v.Kind() == reflect.Pointer && v.IsNil() || x.IsZero()
}

// Failure returns the error of a value of the named type that has no encoding.
func (e *Encoder) Failure(typ string) error {
	if e.Err != nil {
		return fmt.Errorf("json: %s: %w", typ, e.Err)
	}
	return fmt.Errorf("json: %s: the value refers to itself, or is nested more than %d deep", typ, MaxCycle)
}
