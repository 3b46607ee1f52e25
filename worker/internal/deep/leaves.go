package deep

import (
	"cmp"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// Leaf is a place in a value that can be changed on its own.
type Leaf struct {
	Path   string
	v      reflect.Value
	commit func() // writes copies back into the maps and interfaces that they came from
}

// Leaves returns up to limit leaves of what p points to, spread evenly over it:
// exported bools, numbers, strings, byte slices and times. Of long slices some
// elements are taken. The keys of maps are not leaves, and neither is what lies in
// a type with hidden state that encodes itself.
func Leaves(p any, limit int) []Leaf {
	var list []Leaf
	w := leafWalker{open: map[visit]bool{}, leaves: maxLeaves, elements: maxElems, paths: true, found: func(l Leaf) { list = append(list, l) }}
	w.walk("", reflect.ValueOf(p).Elem(), func() {})
	if len(list) <= limit {
		return list
	}
	var few []Leaf
	for i := range limit {
		few = append(few, list[i*len(list)/limit])
	}
	return few
}

// CountLeaves returns how many leaves there are of which [Leaves] returns up to its limit.
func CountLeaves(p any) (n int) {
	w := leafWalker{open: map[visit]bool{}, leaves: maxLeaves, elements: maxElems, found: func(Leaf) { n++ }}
	w.walk("", reflect.ValueOf(p).Elem(), func() {})
	return n
}

// LeafOf returns leaf k of Leaves(p, limit), without its path and in a small part of the
// time; count is what [CountLeaves] says of p.
func LeafOf(p any, limit, count, k int) (leaf Leaf) {
	if count > limit {
		k = k * count / limit
	}
	w := leafWalker{open: map[visit]bool{}, leaves: k + 1, elements: maxElems, found: func(l Leaf) { leaf = l }}
	w.walk("", reflect.ValueOf(p).Elem(), func() {})
	return leaf
}

// ChangeAll changes every leaf of what p points to, those of long slices and
// maps too, as [Leaf.Change] does. It returns how many there are.
func ChangeAll(p any) (n int) {
	w := leafWalker{open: map[visit]bool{}, leaves: math.MaxInt, elements: math.MaxInt, found: func(l Leaf) { l.Change(); n++ }}
	w.walk("", reflect.ValueOf(p).Elem(), func() {})
	return n
}

// Change gives the leaf another value, of the same encoded length in most
// formats: the lowest bit of an integer, a letter of a string, an hour of a
// time. Strings get new memory, byte slices are changed in place. The func that
// it returns puts the old value back, if nothing else was changed meanwhile.
func (l Leaf) Change() (undo func()) {
	v := l.v
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	undo = func() { v.Set(old); l.commit() }
	switch k := v.Kind(); {
	case k == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanInt():
		v.SetInt(v.Int() ^ 1)
	case v.CanUint():
		v.SetUint(v.Uint() ^ 1)
	case v.CanFloat():
		v.SetFloat(otherFloat(v.Float()))
	case v.CanComplex():
		v.SetComplex(complex(otherFloat(real(v.Complex())), imag(v.Complex())))
	case k == reflect.String:
		b := []byte(v.String())
		i := len(b) / 2
		for b[i] >= 0x80 && i > 0 { // keep UTF-8 valid
			i--
		}
		if b[i] >= 0x80 {
			b = []byte("a")
		}
		b[i] = otherLetter(b[i])
		v.SetString(string(b))
	case k == reflect.Slice:
		b := v.Bytes()
		at, was := len(b)/2, b[len(b)/2]
		undo = func() { b[at] = was; l.commit() }
		b[at] = otherLetter(was)
	case isTime(v.Type()):
		t := v.Convert(timeType).Interface().(time.Time).Add(time.Hour)
		v.Set(reflect.ValueOf(t).Convert(v.Type()))
	}
	l.commit()
	return undo
}

// Clear makes the leaf zero. The func that it returns puts the old value back, if
// nothing else was changed meanwhile.
func (l Leaf) Clear() (undo func()) {
	old := reflect.New(l.v.Type()).Elem()
	old.Set(l.v)
	l.v.SetZero()
	l.commit()
	return func() { l.v.Set(old); l.commit() }
}

// Zero reports whether the leaf is zero or, as text, empty.
func (l Leaf) Zero() bool { return l.v.IsZero() }

// Text returns the length of a leaf that is a string, in bytes, and reports whether it is one.
func (l Leaf) Text() (length int, ok bool) {
	if l.v.Kind() != reflect.String {
		return 0, false
	}
	return l.v.Len(), true
}

// Varier returns a function that gives the leaf a value of its own for each n of
// 1<<18 that follow each other, of about the same encoded length, or nil when it
// cannot take so many. Times stay within a year, since not all formats have all.
func (l Leaf) Varier() func(n uint64) {
	v := l.v
	switch {
	case v.Kind() == reflect.String:
		const letters = 4 // 26⁴ texts
		base := []byte(v.String())
		if len(base) < letters || slices.ContainsFunc(base[:letters], func(b byte) bool { return b >= 0x80 }) {
			return nil
		}
		return func(n uint64) {
			b := slices.Clone(base)
			for i := range letters {
				b[i] = 'a' + byte(n%26)
				n /= 26
			}
			v.SetString(string(b))
			l.commit()
		}
	case v.CanInt() && v.Type().Bits() >= 32:
		return func(n uint64) { v.SetInt(int64(1<<20 + n)); l.commit() }
	case v.CanUint() && v.Type().Bits() >= 32:
		return func(n uint64) { v.SetUint(1<<20 + n); l.commit() }
	case v.Kind() == reflect.Float64:
		return func(n uint64) { v.SetFloat(float64(1<<20 + n)); l.commit() }
	case isTime(v.Type()):
		base := v.Convert(timeType).Interface().(time.Time)
		return func(n uint64) {
			v.Set(reflect.ValueOf(base.Add(time.Duration(n%(1<<24)) * time.Second)).Convert(v.Type()))
			l.commit()
		}
	}
	return nil
}

// ChangeLast changes the last letter or byte of a string or byte slice, with
// nothing before it, and moves a time by a nanosecond. It reports whether the
// leaf is one of these.
func (l Leaf) ChangeLast() bool {
	v := l.v
	switch v.Kind() {
	case reflect.String:
		b := []byte(v.String())
		if b[len(b)-1] >= 0x80 { // keep UTF-8 valid
			return false
		}
		b[len(b)-1] = otherLetter(b[len(b)-1])
		v.SetString(string(b))
	case reflect.Slice:
		b := v.Bytes()
		b[len(b)-1] = otherLetter(b[len(b)-1])
	default:
		if !isTime(v.Type()) {
			return false
		}
		v.Set(reflect.ValueOf(v.Convert(timeType).Interface().(time.Time).Add(time.Nanosecond)).Convert(v.Type()))
	}
	l.commit()
	return true
}

// Lengthen makes a string or byte slice one byte longer and reports whether the
// leaf is one.
func (l Leaf) Lengthen() bool {
	switch l.v.Kind() {
	case reflect.String:
		l.v.SetString(l.v.String() + "a")
	case reflect.Slice:
		l.v.SetBytes(append(slices.Clone(l.v.Bytes()), 'a'))
	default:
		return false
	}
	l.commit()
	return true
}

// Randomize replaces letters and digits of a text or byte slice by others of their kind, and what
// lies below the highest bit of a number, as draw says: a number below n. It returns how many
// bits of chance the leaf has then; 0 where nothing can be replaced.
func (l Leaf) Randomize(draw func(n uint64) uint64) (chance float64) {
	v := l.v
	below := func(x uint64) uint64 {
		n := bits.Len64(x) - 1
		if n < leastDrawn {
			return x
		}
		chance = float64(n)
		return 1<<n | draw(1<<n)
	}
	switch k := v.Kind(); {
	case k == reflect.String, k == reflect.Slice:
		var b []byte
		if k == reflect.String {
			b = []byte(v.String())
		} else {
			b = slices.Clone(v.Bytes())
		}
		for i, c := range b {
			for _, kind := range []struct {
				from, n byte
			}{{'a', 26}, {'A', 26}, {'0', 10}, {0x80, 0x80}} {
				if c-kind.from < kind.n && (c < 0x80 || k == reflect.Slice) { // keep UTF-8 valid
					b[i] = kind.from + byte(draw(uint64(kind.n)))
					chance += math.Log2(float64(kind.n))
				}
			}
		}
		if k == reflect.String {
			v.SetString(string(b))
		} else {
			v.SetBytes(b)
		}
	case v.CanInt() && v.Int() > 0:
		v.SetInt(int64(below(uint64(v.Int()))))
	case v.CanUint():
		v.SetUint(below(v.Uint()))
	case k == reflect.Float64 && v.Float()-v.Float() == 0:
		chance = drawnFraction
		v.SetFloat(math.Float64frombits(math.Float64bits(v.Float())>>drawnFraction<<drawnFraction | draw(1<<drawnFraction)))
	}
	l.commit()
	return chance
}

// What of a number is left to chance: of an integer nothing where that has fewer bits, and of a
// float64 the last bits of its fraction.
const (
	leastDrawn    = 8
	drawnFraction = 40
)

func otherLetter(b byte) byte {
	if b == 'a' {
		return 'b'
	}
	return 'a'
}

// otherFloat stays in the neighbourhood, with as many digits, so that text
// formats have the same work.
func otherFloat(f float64) float64 {
	switch {
	case f == 1:
		return 2
	case f*2 == f || f != f: // zero, infinity, NaN
		return 1
	}
	return -f
}

type leafWalker struct {
	found            func(Leaf)
	leaves, elements int  // how many may be found yet, and are looked at in one slice or map
	paths            bool // leaves have them
	open             map[visit]bool
}

// The leaves that are looked at in one value, and the elements in one slice.
const (
	maxLeaves = 1 << 14
	maxElems  = 16
)

func (w *leafWalker) walk(path string, v reflect.Value, commit func()) {
	if w.leaves == 0 {
		return
	}
	t := v.Type()
	switch k := t.Kind(); k {
	case reflect.Pointer:
		if !v.IsNil() {
			w.once(visit{v.Pointer(), 0, t}, func() { w.walk(path, v.Elem(), commit) })
		}
	case reflect.Interface:
		if !v.IsNil() {
			held := reflect.New(v.Elem().Type()).Elem()
			held.Set(v.Elem())
			w.walk(path, held, func() { v.Set(held); commit() })
		}
	case reflect.String:
		if v.Len() > 0 {
			w.add(path, v, commit)
		}
	case reflect.Slice:
		switch {
		case v.Len() == 0:
		case t.Elem().Kind() == reflect.Uint8:
			w.add(path, v, commit)
		default:
			w.once(visit{v.Pointer(), v.Len(), t}, func() { w.elems(path, v, commit) })
		}
	case reflect.Array:
		w.elems(path, v, commit)
	case reflect.Map:
		if !v.IsNil() {
			w.once(visit{v.Pointer(), 0, t}, func() { w.entries(path, v, commit) })
		}
	case reflect.Struct:
		if isTime(t) {
			w.add(path, v, commit)
			return
		}
		if hides(t) && encodes(t) { // its fields agree with each other, as a number with the text that it was read from
			return
		}
		for i, f := range factsOf(t).fields {
			if !f.reachable {
				continue
			}
			name := ""
			if w.paths {
				if name = f.name; path != "" {
					name = path + "." + name
				}
			}
			w.walk(name, v.Field(i), commit)
		}
	default:
		if k >= reflect.Bool && k <= reflect.Complex128 {
			w.add(path, v, commit)
		}
	}
}

func (w *leafWalker) add(path string, v reflect.Value, commit func()) {
	if v.CanSet() {
		w.leaves--
		w.found(Leaf{path, v, commit})
	}
}

func (w *leafWalker) once(at visit, walk func()) {
	if !w.open[at] {
		w.open[at] = true
		walk()
	}
}

func (w *leafWalker) elems(path string, v reflect.Value, commit func()) {
	n := min(v.Len(), w.elements)
	for i := range n {
		i = i * v.Len() / n
		if w.paths {
			w.walk(path+"["+strconv.Itoa(i)+"]", v.Index(i), commit)
		} else {
			w.walk("", v.Index(i), commit)
		}
	}
}

func (w *leafWalker) entries(path string, m reflect.Value, commit func()) {
	keys := m.MapKeys()
	texts := make([]string, len(keys))
	order := make([]int, len(keys))
	for i, k := range keys {
		texts[i], order[i] = sortText(k), i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(texts[a], texts[b]) })
	for _, i := range order[:min(len(keys), w.elements)] {
		k := keys[i]
		old := m.MapIndex(k)
		if !old.IsValid() { // NaN
			continue
		}
		held := reflect.New(m.Type().Elem()).Elem()
		held.Set(old)
		within := ""
		if w.paths {
			within = path + "[" + show(k) + "]"
		}
		w.walk(within, held, func() { m.SetMapIndex(k, held); commit() })
	}
}
