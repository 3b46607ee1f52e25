package value

import (
	"fmt"
	"math"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/wire"
)

// Limits bound what a reader accepts. A zero field means its default.
type Limits struct {
	Message  int // bytes of a message, at any level; default 1 GiB
	Elements int // elements of a list or array; default 1<<28
	String   int // bytes of a string; default 1 GiB
	Depth    int // nesting of values; default 1000
	Defaults int // values put in the place of missing ones, in a whole message; default 1<<20, at most 1<<29
}

func (l Limits) orDefaults() Limits {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&l.Message, 1<<30)
	set(&l.Elements, 1<<28)
	set(&l.String, 1<<30)
	set(&l.Depth, 1000)
	set(&l.Defaults, 1<<20)
	l.Defaults = min(l.Defaults, 1<<29)
	return l
}

// Options configure a reader.
type Options struct {
	Lax    bool // accept what the original accepts
	Limits Limits
}

// Decode reads the message of type t that b starts with. used is the number of
// bytes that it takes; also after an error, if the message's own length is
// sound, so that the next message of a stream can be read. Errors are *wire.Error.
// The value does not alias b.
func Decode(t *schema.Type, b []byte, o Options) (v Value, used int, err error) {
	d := decoder{Reader: wire.NewReader(b, o.Lax), limits: o.Limits.orDefaults(), names: map[*schema.Type][][]string{}}
	v, werr := d.value(t)
	if werr != nil {
		n, _ := wire.Frame(b)
		return nil, n, werr
	}
	return v, d.Pos, nil
}

type decoder struct {
	wire.Reader
	limits   Limits
	depth    int
	defaults int
	names    map[*schema.Type][][]string
}

func (d *decoder) value(t *schema.Type) (Value, *wire.Error) {
	at := d.Pos
	tag, w, err := d.Prefix()
	if err != nil {
		if t.Kind == schema.Record {
			err = err.In(wire.Step{Message: t.Name})
		}
		return nil, err
	}
	if d.depth++; d.depth > d.limits.Depth {
		return nil, wire.Errorf(wire.ErrLimit, at, "values are nested more than %d deep", d.limits.Depth)
	}
	defer func() { d.depth-- }()
	switch t.Kind {
	case schema.Tuple:
		return d.tuple(t, tag, w, at)
	case schema.List, schema.Array:
		return d.list(t, w, at)
	case schema.Sum:
		return d.sum(t, tag, w, at)
	case schema.Record:
		return d.record(t, tag, w, at)
	}
	return d.primitive(t, tag, w, at)
}

// exact is the wire type that a primitive is written with.
func exact(k schema.Kind) wire.Type {
	switch k {
	case schema.Bool, schema.Byte:
		return wire.Bits8
	case schema.Int:
		return wire.Vint
	case schema.Long:
		return wire.Bits64Long
	case schema.Float:
		return wire.Bits64Float
	}
	return wire.Bytes
}

// primitive reads a primitive, also when its writer has promoted it to a tuple.
func (d *decoder) primitive(t *schema.Type, tag uint64, w wire.Type, at int) (Value, *wire.Error) {
	switch {
	case tag != 0:
		return nil, d.refused(w, wire.Errorf(wire.ErrUnknownTag, at, "tag %d on a value of type %v", tag, t.Kind))
	case w == wire.Tuple:
		c, err := d.Open()
		if err != nil {
			return nil, err
		}
		if c.Count == 0 {
			return nil, wire.Errorf(wire.ErrWireType, at, "an empty Tuple where %v is expected", t.Kind)
		}
		at := d.Pos
		tag, w, err := d.Prefix()
		if err != nil {
			return nil, err
		}
		if tag != 0 {
			return nil, wire.Errorf(wire.ErrUnknownTag, at, "tag %d on a value of type %v", tag, t.Kind)
		}
		v, err := d.scalar(t, w, at)
		d.Close(c)
		return v, err
	}
	return d.scalar(t, w, at)
}

// refused gives err, the refusal of a primitive, unless the value cannot be
// skipped either: the original skips first, though without comparing lengths
// with the end of the input, and so names the same fault.
func (d *decoder) refused(w wire.Type, err *wire.Error) *wire.Error {
	var e *wire.Error
	switch {
	case !d.Lax || w == wire.Vint || !w.Valid():
		e = d.Skip(w)
	case w&1 == 1:
		_, e = d.Vint()
	}
	if e != nil {
		return e
	}
	return err
}

// scalar reads the data of a primitive, widening it where the format allows.
func (d *decoder) scalar(t *schema.Type, w wire.Type, at int) (Value, *wire.Error) {
	if w == exact(t.Kind) {
		return d.plain(t, at)
	}
	var n int64
	var err *wire.Error
	wide := t.Kind == schema.Int || t.Kind == schema.Long || t.Kind == schema.Float
	switch {
	case wide && w == wire.Bits8:
		var u uint8
		u, err = d.Uint8()
		n = int64(u)
	case wide && t.Kind != schema.Int && w == wire.Vint:
		var u uint64
		u, err = d.Vint()
		n = wire.Unzigzag(u)
	case wide && t.Kind != schema.Int && w == wire.Bits32:
		var u uint32
		u, err = d.Uint32()
		n = int64(int32(u))
	case t.Kind == schema.Float && w == wire.Bits64Long:
		var u uint64
		u, err = d.Uint64()
		n = int64(u)
	default:
		return nil, d.refused(w, wire.Errorf(wire.ErrWireType, at, "%v where %v is expected", w, t.Kind))
	}
	if err != nil {
		return nil, err
	}
	if t.Kind == schema.Float {
		return Float(n), nil
	}
	return Int(n), nil
}

// plain reads the data of a primitive that has its own wire type.
func (d *decoder) plain(t *schema.Type, at int) (Value, *wire.Error) {
	switch t.Kind {
	case schema.Bool, schema.Byte:
		u, err := d.Uint8()
		if t.Kind == schema.Bool {
			return Bool(u != 0), err
		}
		return Byte(u), err
	case schema.Int:
		u, err := d.Vint()
		return Int(wire.Unzigzag(u)), err
	case schema.Long:
		u, err := d.Uint64()
		return Int(u), err
	case schema.Float:
		u, err := d.Uint64()
		return Float(math.Float64frombits(u)), err
	}
	b, err := d.Blob()
	if err == nil && len(b) > d.limits.String {
		err = wire.Errorf(wire.ErrLimit, at, "a string of %d bytes; the limit is %d", len(b), d.limits.String)
	}
	if err != nil {
		return nil, err
	}
	return String(b), nil
}

func (d *decoder) tuple(t *schema.Type, tag uint64, w wire.Type, at int) (Value, *wire.Error) {
	if w == wire.Tuple {
		c, err := d.Open()
		if err != nil {
			return nil, err
		}
		return d.elements(t.Elems, c, at)
	}
	if v, err, ok := d.promoted(t.Elems, w, at); ok {
		return v, err
	}
	return nil, d.mismatch(t, w, at)
}

// mismatch is the error for a wire type that cannot hold t.
func (d *decoder) mismatch(t *schema.Type, w wire.Type, at int) *wire.Error {
	return wire.Errorf(wire.ErrWireType, at, "%v where %s %v is expected", w, t.Kind, t)
}

// elements reads the elements of a tuple or of a constructor.
func (d *decoder) elements(ts []*schema.Type, c wire.Container, at int) (List, *wire.Error) {
	out := make(List, 0, len(ts))
	for i, t := range ts {
		var v Value
		var err *wire.Error
		switch {
		case uint64(i) < c.Count:
			v, err = d.value(t)
		case t.HasDefault():
			v, err = d.missing(t, at)
		default:
			err = wire.Errorf(wire.ErrMissingElement, at, "element %d of %d is missing and %v has no default", i, len(ts), t)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	d.Close(c)
	return out, nil
}

// promoted reads a primitive in the place of a tuple that starts with it.
func (d *decoder) promoted(ts []*schema.Type, w wire.Type, at int) (List, *wire.Error, bool) {
	if !ts[0].Kind.Primitive() || w != exact(ts[0].Kind) {
		return nil, nil, false
	}
	for _, t := range ts[1:] {
		if !t.HasDefault() {
			return nil, nil, false
		}
	}
	first, err := d.plain(ts[0], at)
	out := List{first}
	for _, t := range ts[1:] {
		if err != nil {
			break
		}
		var v Value
		v, err = d.missing(t, at)
		out = append(out, v)
	}
	return out, err, true
}

func (d *decoder) list(t *schema.Type, w wire.Type, at int) (Value, *wire.Error) {
	if w != wire.Htuple {
		return nil, d.mismatch(t, w, at)
	}
	c, err := d.Open()
	if err != nil {
		return nil, err
	}
	if c.Count > uint64(d.Left()) && !d.Lax {
		return nil, wire.Errorf(wire.ErrTruncated, d.Pos, "%d elements are announced, %d bytes are left", c.Count, d.Left())
	}
	if c.Count > uint64(d.limits.Elements) {
		return nil, wire.Errorf(wire.ErrLimit, at, "%d elements; the limit is %d", c.Count, d.limits.Elements)
	}
	out := make(List, 0, min(c.Count, uint64(d.Left()))) // an element has a byte at least
	for range c.Count {
		v, err := d.value(t.Elem())
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	d.Close(c)
	return out, nil
}

func (d *decoder) sum(t *schema.Type, tag uint64, w wire.Type, at int) (Value, *wire.Error) {
	switch {
	case w == wire.Enum && len(t.Constants) > 0:
		if tag >= uint64(len(t.Constants)) {
			return nil, wire.Errorf(wire.ErrUnknownTag, at, "constant constructor %d of %v, which has %d", tag, t, len(t.Constants))
		}
		return &Sum{Constructor: t.Constants[tag]}, nil
	case w == wire.Tuple && len(t.Constructors) > 0:
		if tag >= uint64(len(t.Constructors)) {
			return nil, wire.Errorf(wire.ErrUnknownTag, at, "constructor %d of %v, which has %d", tag, t, len(t.Constructors))
		}
		c, err := d.Open()
		if err != nil {
			return nil, err
		}
		args, err := d.elements(t.Constructors[tag].Args, c, at)
		return &Sum{Constructor: t.Constructors[tag].Name, Args: args}, err
	case len(t.Constructors) > 0:
		if args, err, ok := d.promoted(t.Constructors[0].Args, w, at); ok {
			return &Sum{Constructor: t.Constructors[0].Name, Args: args}, err
		}
	}
	return nil, d.mismatch(t, w, at)
}

func (d *decoder) record(t *schema.Type, tag uint64, w wire.Type, at int) (Value, *wire.Error) {
	level := wire.Step{Message: t.Name}
	if tag >= uint64(len(t.Variants)) {
		if w == wire.Tuple {
			if _, err := d.Open(); err != nil {
				return nil, err.In(level)
			}
		}
		return nil, wire.Errorf(wire.ErrUnknownTag, at, "variant %d of %s, which has %d", tag, t.Name, len(t.Variants)).In(level)
	}
	variant := &t.Variants[tag]
	out := &Record{Variant: variant.Name, Names: d.fieldNames(t)[tag], Fields: make(List, 0, len(variant.Fields))}
	if w != wire.Tuple {
		first := variant.Fields[0].Type
		if t.Subset != "" || !first.Kind.Primitive() || exact(first.Kind) != w {
			return nil, d.mismatch(t, w, at).In(level)
		}
		v, err := d.plain(first, at)
		if err != nil {
			return nil, err.In(d.step(t, variant, variant.Fields[0]))
		}
		out.Fields = append(out.Fields, v)
		for i := 1; err == nil && i < len(variant.Fields); i++ {
			v, err = d.absent(t, variant, i, at)
			out.Fields = append(out.Fields, v)
		}
		return out, err
	}
	c, err := d.Open()
	if err == nil && c.End-at > d.limits.Message {
		err = wire.Errorf(wire.ErrLimit, at, "a message of %d bytes; the limit is %d", c.End-at, d.limits.Message)
	}
	if err != nil {
		return nil, err.In(level)
	}
	index := 0
	for i, f := range variant.Fields {
		for ; index < f.Index && uint64(index) < c.Count; index++ {
			_, w, err := d.Prefix()
			if err == nil {
				err = d.Skip(w)
			}
			if err != nil {
				return nil, err.In(level)
			}
		}
		var v Value
		if uint64(f.Index) < c.Count {
			index++
			if v, err = d.value(f.Type); err != nil {
				return nil, err.In(d.step(t, variant, f))
			}
		} else if v, err = d.absent(t, variant, i, at); err != nil {
			return nil, err
		}
		out.Fields = append(out.Fields, v)
	}
	d.Close(c)
	return out, nil
}

// step is the path entry of a field; a field that a subset keeps as it is
// belongs to the source.
func (d *decoder) step(t *schema.Type, v *schema.Variant, f schema.Field) wire.Step {
	s := wire.Step{Message: t.Name, Constructor: v.Name, Field: f.Name}
	if t.Subset != "" && !f.Retyped {
		s.Message = t.Subset
	}
	return s
}

// absent gives the value of a field that the writer did not know.
func (d *decoder) absent(t *schema.Type, v *schema.Variant, i, at int) (Value, *wire.Error) {
	f := v.Fields[i]
	if !f.Type.HasDefault() {
		return nil, wire.Errorf(wire.ErrMissingField, at, "the field is missing and %v has no default", f.Type).In(d.step(t, v, f))
	}
	out, err := d.missing(f.Type, at)
	if err != nil {
		err = err.In(d.step(t, v, f))
	}
	return out, err
}

// missing makes the default of t, on the budget of the whole message.
func (d *decoder) missing(t *schema.Type, at int) (Value, *wire.Error) {
	if d.defaults += t.DefaultCost(); d.defaults > d.limits.Defaults {
		return nil, wire.Errorf(wire.ErrLimit, at, "more than %d values are missing and would be defaults", d.limits.Defaults)
	}
	return d.defaultOf(t, at, 0)
}

func (d *decoder) defaultOf(t *schema.Type, at, depth int) (Value, *wire.Error) {
	if d.depth+depth > d.limits.Depth {
		return nil, wire.Errorf(wire.ErrLimit, at, "values are nested more than %d deep", d.limits.Depth)
	}
	switch t.Kind {
	case schema.Bool:
		return Bool(t.Default != nil && t.Default.Bool), nil
	case schema.Byte:
		return Byte(t.Default.Int), nil
	case schema.Int, schema.Long:
		return Int(t.Default.Int), nil
	case schema.Float:
		return Float(t.Default.Float), nil
	case schema.String:
		return String(t.Default.Str), nil
	case schema.List, schema.Array:
		return List{}, nil
	case schema.Sum:
		return &Sum{Constructor: t.Constants[0]}, nil
	case schema.Tuple:
		out := make(List, len(t.Elems))
		for i, e := range t.Elems {
			v, err := d.defaultOf(e, at, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	case schema.Record:
		v := &t.Variants[0]
		out := &Record{Variant: v.Name, Names: d.fieldNames(t)[0], Fields: make(List, len(v.Fields))}
		for i, f := range v.Fields {
			if !f.Type.HasDefault() {
				return nil, wire.Errorf(wire.ErrMissingField, at, "%s is missing, and its field's type %v has no default", t.Name, f.Type).In(d.step(t, v, f))
			}
			fv, err := d.defaultOf(f.Type, at, depth+1)
			if err != nil {
				return nil, err.In(d.step(t, v, f))
			}
			out.Fields[i] = fv
		}
		return out, nil
	}
	panic(fmt.Sprintf("value: a type of kind %d", t.Kind))
}

func (d *decoder) fieldNames(t *schema.Type) [][]string {
	if n := d.names[t]; n != nil {
		return n
	}
	out := make([][]string, len(t.Variants))
	for i, v := range t.Variants {
		for _, f := range v.Fields {
			out[i] = append(out[i], f.Name)
		}
	}
	d.names[t] = out
	return out
}
