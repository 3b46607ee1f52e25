package jsonrt

import "errors"

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
		held := anyEntries.Take(len(x), len(keys))
		if held != nil {
			list, values = held.List, held.Values
		}
		for k, v := range x {
			list, values = append(list, MapKey{Name: k, Index: len(values)}), append(values, v)
		}
		SortKeys(list)
		for k := range list {
			b[n] = ','
			b, n = e.text(b, n+1, list[k].Name, html, 16)
			b[n] = ':'
			b, n = e.Any(b, n+1, values[list[k].Index], html, 16)
		}
		anyEntries.Put(held, len(list))
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

func (d *Decoder) any(b []byte, i int) (any, int) {
	i = Space(b, i)
	if i >= len(b) {
		return nil, d.Refuse(i, "the input ends too early")
	}
	switch b[i] {
	case '"':
		var s string
		i = d.String(b, i, &s)
		return s, i
	case '{':
		i, _ = d.Open(b, i, '{')
		if i < 0 {
			return nil, -1
		}
		m := map[string]any{}
		for {
			var k []byte
			if i, k = d.Key(b, i); k == nil {
				return m, i
			}
			key := d.KeyString(k)
			if d.Strict {
				if _, ok := m[key]; ok {
					return nil, d.Refuse(i, "a name occurs twice")
				}
			}
			var x any
			if x, i = d.any(b, i); i < 0 {
				return nil, -1
			}
			m[key] = x
		}
	case '[':
		i, _ = d.Open(b, i, '[')
		if i < 0 {
			return nil, -1
		}
		list := []any{}
		if j := d.Empty(b, i); j > 0 {
			return list, j
		}
		for more := true; more; {
			var x any
			if x, i = d.any(b, i); i < 0 {
				return nil, -1
			}
			list = append(list, x)
			i, more = d.More(b, i)
		}
		return list, i
	case 't', 'f':
		var x bool
		i = d.Bool(b, i, &x)
		return x, i
	case 'n':
		return nil, d.null(b, i)
	}
	var f float64
	i = d.Float64(b, i, &f)
	return f, i
}
