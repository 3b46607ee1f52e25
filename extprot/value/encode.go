package value

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/wire"
)

// Append appends v as a message of type t. It fails if v is not of that type,
// or if t is a subset, which can only be read.
func Append(b []byte, t *schema.Type, v Value) ([]byte, error) {
	if t.ReadOnly() {
		return b, fmt.Errorf("encoding %s: a subset can only be read; encode the whole message", t)
	}
	e := encoder{}
	if _, err := e.size(t, v); err != nil {
		return b, fmt.Errorf("encoding %s: %w", t, err)
	}
	return e.append(slices.Grow(b, e.sizes[0]+20), t, v), nil
}

// encoder measures first and writes then: every container is preceded by its
// length. sizes holds the content lengths in the order of the containers.
type encoder struct {
	sizes []int
	next  int
	depth int
}

// sizeOf is the size of a container's value with content bytes in it.
func sizeOf(tag, content int) int {
	return wire.SizePrefix(tag) + wire.SizeVint(uint64(content)) + content
}

// misplaced is an error inside a value, with the way to it.
type misplaced struct {
	path string
	err  error
}

func (m *misplaced) Error() string { return m.path + ": " + m.err.Error() }
func (m *misplaced) Unwrap() error { return m.err }

// within puts a step before the path of err.
func within(step string, err error) error {
	if m, ok := err.(*misplaced); ok {
		m.path = step + m.path
		return m
	}
	return &misplaced{path: step, err: err}
}

// size measures v with its prefix and checks that it is a t. Its first entry in
// sizes is the content length of v, if v is a container.
func (e *encoder) size(t *schema.Type, v Value) (int, error) {
	if e.depth++; e.depth > 10_000 {
		return 0, errors.New("values are nested more than 10000 deep")
	}
	defer func() { e.depth-- }()
	switch t.Kind {
	case schema.Bool:
		if _, ok := v.(Bool); ok {
			return 2, nil
		}
	case schema.Byte:
		if _, ok := v.(Byte); ok {
			return 2, nil
		}
	case schema.Int:
		if n, ok := v.(Int); ok {
			return 1 + wire.SizeVint(wire.Zigzag(int64(n))), nil
		}
	case schema.Long:
		if _, ok := v.(Int); ok {
			return 9, nil
		}
	case schema.Float:
		if _, ok := v.(Float); ok {
			return 9, nil
		}
	case schema.String:
		if s, ok := v.(String); ok {
			return sizeOf(0, len(s)), nil
		}
	case schema.List, schema.Array:
		if l, ok := v.(List); ok {
			return e.container(0, l, func(int) *schema.Type { return t.Elem() })
		}
	case schema.Tuple:
		if l, ok := v.(List); ok && len(l) == len(t.Elems) {
			return e.container(0, l, func(i int) *schema.Type { return t.Elems[i] })
		}
	case schema.Sum:
		if s, ok := v.(*Sum); ok {
			return e.sumSize(t, s)
		}
	case schema.Record:
		if r, ok := v.(*Record); ok {
			tag, variant := variantOf(t, r)
			if variant == nil || len(variant.Fields) != len(r.Fields) {
				return 0, fmt.Errorf("no variant %q with %d fields in %s", r.Variant, len(r.Fields), t)
			}
			return e.container(tag, r.Fields, func(i int) *schema.Type { return variant.Fields[i].Type })
		}
	}
	return 0, fmt.Errorf("a %T where %s %v is expected", v, t.Kind, t)
}

func (e *encoder) container(tag int, l List, elem func(int) *schema.Type) (int, error) {
	at := len(e.sizes)
	e.sizes = append(e.sizes, 0)
	n := wire.SizeVint(uint64(len(l)))
	for i, v := range l {
		s, err := e.size(elem(i), v)
		if err != nil {
			return 0, within(fmt.Sprintf("[%d]", i), err)
		}
		n += s
	}
	e.sizes[at] = n
	return sizeOf(tag, n), nil
}

func (e *encoder) sumSize(t *schema.Type, s *Sum) (int, error) {
	if i := slices.Index(t.Constants, s.Constructor); i >= 0 && len(s.Args) == 0 {
		return wire.SizePrefix(i), nil
	}
	i := slices.IndexFunc(t.Constructors, func(c schema.Case) bool { return c.Name == s.Constructor })
	if i < 0 || len(t.Constructors[i].Args) != len(s.Args) {
		return 0, fmt.Errorf("no constructor %s with %d arguments in %v", s.Constructor, len(s.Args), t)
	}
	n, err := e.container(i, s.Args, func(j int) *schema.Type { return t.Constructors[i].Args[j] })
	if err != nil {
		err = within("."+s.Constructor, err)
	}
	return n, err
}

func variantOf(t *schema.Type, r *Record) (int, *schema.Variant) {
	for i := range t.Variants {
		if t.Variants[i].Name == r.Variant {
			return i, &t.Variants[i]
		}
	}
	return 0, nil
}

// append writes a value that size has accepted.
func (e *encoder) append(b []byte, t *schema.Type, v Value) []byte {
	switch v := v.(type) {
	case Bool:
		if v {
			return append(b, byte(wire.Bits8), 1)
		}
		return append(b, byte(wire.Bits8), 0)
	case Byte:
		return append(b, byte(wire.Bits8), byte(v))
	case Int:
		if t.Kind == schema.Int {
			return wire.AppendVint(append(b, byte(wire.Vint)), wire.Zigzag(int64(v)))
		}
		return binary.LittleEndian.AppendUint64(append(b, byte(wire.Bits64Long)), uint64(v))
	case Float:
		return binary.LittleEndian.AppendUint64(append(b, byte(wire.Bits64Float)), math.Float64bits(float64(v)))
	case String:
		return append(wire.AppendVint(append(b, byte(wire.Bytes)), uint64(len(v))), v...)
	case List:
		if t.Kind == schema.Tuple {
			return e.content(wire.AppendPrefix(b, 0, wire.Tuple), v, func(i int) *schema.Type { return t.Elems[i] })
		}
		return e.content(wire.AppendPrefix(b, 0, wire.Htuple), v, func(int) *schema.Type { return t.Elem() })
	case *Sum:
		if i := slices.Index(t.Constants, v.Constructor); i >= 0 {
			return wire.AppendPrefix(b, i, wire.Enum)
		}
		i := slices.IndexFunc(t.Constructors, func(c schema.Case) bool { return c.Name == v.Constructor })
		return e.content(wire.AppendPrefix(b, i, wire.Tuple), v.Args, func(j int) *schema.Type { return t.Constructors[i].Args[j] })
	case *Record:
		tag, variant := variantOf(t, v)
		return e.content(wire.AppendPrefix(b, tag, wire.Tuple), v.Fields, func(i int) *schema.Type { return variant.Fields[i].Type })
	}
	return b
}

func (e *encoder) content(b []byte, l List, elem func(int) *schema.Type) []byte {
	b = wire.AppendVint(b, uint64(e.sizes[e.next]))
	e.next++
	b = wire.AppendVint(b, uint64(len(l)))
	for i, v := range l {
		b = e.append(b, elem(i), v)
	}
	return b
}
