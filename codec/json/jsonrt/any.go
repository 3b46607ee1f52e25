package jsonrt

import (
	"errors"
	"math/bits"
	"sync"
)

// anyEntries is the room for maps that interfaces hold.
var anyEntries GatheredPool[any]

// Any writes what an interface holds, and makes sure of rest bytes of room
// afterwards. What is not of the types that decoding makes is for e.Other.
func (e *Encoder) Any(b []byte, n int, x any, html bool, rest int) ([]byte, int) {
	if len(b)-n < MaxFloat+rest {
		b = Grow(b, n, MaxFloat+rest)
	}
	switch x := x.(type) {
	case nil:
		return b, n + copy(b[n:], "null")
	case string:
		return e.text(b, n, x, html, rest)
	case float64:
		return b, e.Float64(b, n, x)
	case bool:
		return b, Bool(b, n, x)
	case int:
		return b, Int(b, n, int64(x))
	case int64:
		return b, Int(b, n, x)
	case map[string]any:
		if x == nil && !e.V2 {
			return b, n + copy(b[n:], "null")
		}
		if !e.Enter() {
			return b, n
		}
		n0 := n
		var keys [8]MapKey
		var most [8]any
		list, values := keys[:0], most[:0]
		var held *Gathered[any]
		if len(x) > len(keys) {
			held = anyEntries.Take(len(x))
			list, values = held.List, held.Values
		}
		for k, v := range x {
			list, values = append(list, MapKey{Name: k, Index: uint64(len(values))}), append(values, v)
		}
		SortKeys(list)
		for k := range list {
			b[n] = ','
			b, n = e.text(b, n+1, list[k].Name, html, 16)
			b[n] = ':'
			b, n = e.Any(b, n+1, values[list[k].Index], html, 16)
		}
		if held != nil {
			anyEntries.Put(held, len(list))
		}
		e.Depth--
		return Close(b, n0, n, '{', '}', rest)
	case []any:
		if x == nil && !e.V2 {
			return b, n + copy(b[n:], "null")
		}
		if !e.Enter() {
			return b, n
		}
		n0 := n
		for _, v := range x {
			b[n] = ','
			b, n = e.Any(b, n+1, v, html, 16)
		}
		e.Depth--
		return Close(b, n0, n, '[', ']', rest)
	}
	if e.Other == nil {
		e.Refuse(errors.New("an interface holds a type that is not one of JSON"))
		return b, n
	}
	return e.Other(e, b, n, x, rest)
}

// text writes s as a string, as the options of e and html say.
func (e *Encoder) text(b []byte, n int, s string, html bool, rest int) ([]byte, int) {
	switch {
	case e.V2:
		return e.StringV2(b, n, s, rest)
	case html:
		return String(b, n, s, rest)
	}
	return StringRaw(b, n, s, rest)
}

// Any reads any value as the types of JSON. Where v holds a pointer, encoding/json
// reads what it points to: that is for d.Other.
func (d *Decoder) Any(b []byte, i int, v *any) int {
	switch (*v).(type) {
	case nil, string, float64, bool, map[string]any, []any:
	default:
		if d.Other != nil {
			return d.Other(d, b, i, v)
		}
	}
	x, i := d.any(b, i)
	if i >= 0 {
		*v = x
	}
	return i
}

// anyParts are those of the objects and arrays that are being read into interfaces: maps
// and slices are made of them when their number is known.
type anyParts struct {
	names  []string
	values []any
	known  [256]string // names by their hash: those of one object mostly are those of others
	// Values that occur again, each of which takes memory in an interface: texts by their
	// hash, and whole numbers.
	texts [128]knownText
	small [128]any
	fresh int // how many more texts were new than known
}

// knownText is a text of up to 15 bytes of ASCII, also as words.
type knownText struct {
	first, second uint64
	value         any
}

var anyPool = sync.Pool{New: func() any { return new(anyParts) }}

// name returns the key k as a string, which is shared with that of other objects if it is short,
// unless it is a part of the input.
func (p *anyParts) name(d *Decoder, k []byte) string {
	if d.Source != "" {
		return d.KeyString(k)
	}
	if len(k) > 32 {
		return string(k)
	}
	s := &p.known[hash(k)%uint64(len(p.known))]
	if *s != string(k) {
		*s = string(k)
	}
	return *s
}

// text returns the string at i, if it is short, ASCII and without escapes, and the position
// after it, which is 0 for any other. It looks for none where most were new.
func (p *anyParts) text(b []byte, i int) (any, int) {
	if p.fresh > 32 || i > len(b)-17 {
		return nil, 0
	}
	p.fresh++
	first, second := load(b[i+1:i+9]), uint64(0)
	m := ends(first)
	n := bits.TrailingZeros64(m) >> 3
	if m != 0 {
		first &= 1<<(8*n&63) - 1
	} else {
		if second = load(b[i+9 : i+17]); ends(second) == 0 {
			return nil, 0
		}
		n = bits.TrailingZeros64(ends(second)) >> 3
		second &= 1<<(8*n&63) - 1
		n += 8
	}
	end := i + 1 + n
	if b[end] != '"' {
		return nil, 0
	}
	t := &p.texts[mix(n, first^bits.RotateLeft64(second, 29))%uint64(len(p.texts))]
	if t.value == nil || t.first != first || t.second != second {
		*t = knownText{first, second, string(b[i+1 : end])}
	} else {
		p.fresh = max(p.fresh-2, -32)
	}
	return t.value, end + 1
}

// number returns f as what an interface holds.
func (p *anyParts) number(f float64) any {
	if k := int64(f); uint64(k) < uint64(len(p.small)) && float64(k) == f && k > 0 { // 0 may be negative
		if p.small[k] == nil {
			p.small[k] = f
		}
		return p.small[k]
	}
	return f
}

// takeParts returns parts for what follows. Where that is refused, some are left, and they
// are not to be put back.
func takeParts() *anyParts {
	p := anyPool.Get().(*anyParts)
	p.fresh = 0
	return p
}

// put puts p back, unless it has far more room than most need.
func (p *anyParts) put() {
	if cap(p.names)+cap(p.values) <= 1<<13 {
		anyPool.Put(p)
	}
}

// ReadAnys reads an object, which begins at i, as a map.
func ReadAnys[M ~map[K]any, K ~string](d *Decoder, b []byte, i int, v *M, number int) int {
	if *v != nil && !d.InPlace {
		if !d.keeps(b, number) && !d.Checked(b) {
			return -1
		}
		if !d.InPlace && len(*v) == 0 {
			keepMap(d, *v, number)
		}
	}
	if i, _ = d.Open(b, i, '{'); i < 0 {
		return -1
	}
	p := takeParts()
	for {
		var k []byte
		if i, k = d.Key(b, i); k == nil {
			break
		}
		name := p.name(d, k)
		p.names = append(p.names, name)
		var x any
		if x, i = d.anyOf(b, i, p); i < 0 {
			return d.In(name)
		}
		p.values = append(p.values, x)
	}
	if i < 0 {
		return -1
	}
	m := *v
	if m == nil {
		m = make(M, len(p.names))
		*v = m
	}
	if len(m) == 0 || d.InPlace {
		for k, name := range p.names {
			m[K(name)] = p.values[k]
		}
	} else {
		for k, name := range p.names {
			SetEntry(d, m, K(name), p.values[k], number)
		}
	}
	p.names, p.values = pop(p.names, len(p.names)), pop(p.values, len(p.values))
	p.put()
	return i
}

// any reads any value.
func (d *Decoder) any(b []byte, i int) (any, int) {
	i = Space(b, i)
	if i < len(b) && (b[i] == '{' || b[i] == '[') {
		p := takeParts()
		x, i := d.anyOf(b, i, p)
		if i >= 0 {
			p.put()
		}
		return x, i
	}
	return d.anyOf(b, i, nil)
}

// noElements is an empty array, which takes no memory: nothing is written through it.
var noElements any = []any{}

// anyOf is any, with parts for all objects and arrays of a value.
func (d *Decoder) anyOf(b []byte, i int, p *anyParts) (any, int) {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i >= len(b) {
		return nil, d.Refuse(i, "the input ends too early")
	}
	switch b[i] {
	case '"':
		if p != nil && d.Chunk <= pieceSize {
			if x, j := p.text(b, i); j > 0 {
				return x, j
			}
		}
		var s string
		i = d.String(b, i, &s)
		return s, i
	case '{':
		i, _ = d.Open(b, i, '{')
		if i < 0 {
			return nil, -1
		}
		var strict map[string]any // where names must not occur twice
		if d.Strict {
			strict = map[string]any{}
		}
		name, value := len(p.names), len(p.values)
		for {
			var k []byte
			if i, k = d.Key(b, i); k == nil {
				break
			}
			key := p.name(d, k)
			if d.Strict {
				if _, ok := strict[key]; ok {
					return nil, d.Refuse(i, "a name occurs twice")
				}
				strict[key] = nil
			}
			p.names = append(p.names, key)
			var x any
			if x, i = d.anyOf(b, i, p); i < 0 {
				return nil, -1
			}
			p.values = append(p.values, x)
		}
		if i < 0 {
			return nil, -1
		}
		m := strict
		if m == nil {
			m = make(map[string]any, len(p.names)-name)
		}
		for k, key := range p.names[name:] {
			m[key] = p.values[value+k]
		}
		p.names, p.values = pop(p.names, len(p.names)-name), pop(p.values, len(p.values)-value)
		return m, i
	case '[':
		i, _ = d.Open(b, i, '[')
		if i < 0 {
			return nil, -1
		}
		if j := d.Empty(b, i); j > 0 {
			return noElements, j
		}
		value := len(p.values)
		for more := true; more; {
			var x any
			if x, i = d.anyOf(b, i, p); i < 0 {
				return nil, -1
			}
			p.values = append(p.values, x)
			i, more = d.More(b, i)
		}
		if i < 0 {
			return nil, -1
		}
		list := make([]any, len(p.values)-value)
		copy(list, p.values[value:])
		p.values = pop(p.values, len(list))
		return list, i
	case 't', 'f':
		var x bool
		i = d.Bool(b, i, &x)
		return x, i
	case 'n':
		return nil, d.null(b, i)
	}
	var f float64
	if i = d.Float64(b, i, &f); p != nil {
		return p.number(f), i
	}
	return f, i
}
