package gencode

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.ReserveTypes(t)
	a.Reserve("T", "Wire", "NewWire", "ToWire", "FromWire", "from", "to")
	a.Use("slices")
	s := &schema{Adapter: a, pkg: a.PkgPath() + "/gen", varint: v.Has(driver.Varint), byKey: map[string]*structure{}}
	root := s.structureOf(t, false)
	a.Tools = []driver.Tool{tool(v, "gen", s.source())}

	a.P("// T is the type that this adapter encodes and decodes.")
	a.P("type T = ", t)
	a.P()
	a.P("// Wire is the generated struct that T is carried in.")
	a.P("type Wire = ", a.Ident(s.pkg, root.name))
	a.P()
	a.EmitNewWire(driver.Funcs{
		Marshal: `return v.Marshal(nil)`,
		Append: `n := len(buf)
			if n == 0 {
				return v.Marshal(buf)
			}
			buf = slices.Grow(buf, int(v.Size()))
			out, err := v.Marshal(buf[n:])
			return buf[:n+len(out)], err`,
		Unmarshal: `_, err := v.Unmarshal(data)
			return err`,
		// Every field is assigned, and slices and pointees are used again.
		UnmarshalReuse: `_, err := v.Unmarshal(data)
			return err`,
		Size: `return int(v.Size())`,
	})
	a.P()
	a.P("// ToWire copies from into to, which is zero. What is of one type on both sides")
	a.P("// is shared.")
	a.P("func ToWire(from *T, to *Wire) error {")
	a.P("toS0(from, to)")
	a.P("return nil")
	a.P("}")
	a.P()
	a.P("// FromWire copies from into to, which is zero, and shares as ToWire does.")
	a.P("func FromWire(from *Wire, to *T) error {")
	a.P("fromS0(from, to)")
	a.P("return nil")
	a.P("}")
	for _, st := range s.structs {
		s.emitConversions(st)
	}
	return nil
}

// emitConversions prints the pair of funcs of a structure.
func (s *schema) emitConversions(st *structure) {
	if st.pair {
		return // within the loops over maps
	}
	generated := s.Ident(s.pkg, st.name)
	s.P()
	s.P("func to", st.name, "(from *", st.typ, ", to *", generated, ") {")
	for i, f := range st.fields {
		s.to("to.F"+strconv.Itoa(i+1), st.source(f), f.typ, place{bare: f.goName == ""})
	}
	s.P("}")
	s.P()
	s.P("func from", st.name, "(from *", generated, ", to *", st.typ, ") {")
	for i, f := range st.fields {
		s.from(st.target(f), "from.F"+strconv.Itoa(i+1), f.typ, place{bare: f.goName == ""})
	}
	s.P("}")
}

func (st *structure) source(f field) string {
	if f.goName == "" {
		return "(*from)"
	}
	return "from." + f.goName
}

func (st *structure) target(f field) string {
	if f.goName == "" {
		return "(*to)"
	}
	return "to." + f.goName
}

// place is where within a structure a conversion stands.
type place struct {
	bare    bool // the content of its own structure
	inArray bool
	depth   int // of loops and branches, which number their variables by it
}

func (p place) inner() place         { return place{false, p.inArray, p.depth + 1} }
func (p place) v(name string) string { return name + strconv.Itoa(p.depth) }
func (p place) in(array bool) place  { p.inArray = p.inArray || array; return p }
func (s *schema) loop(p place, over string) string {
	i := p.v("i")
	s.P("for ", i, " := range ", over, " {")
	return "[" + i + "]"
}

// plain reports whether a conversion carries t, because the type of the generated
// code differs from it in its name alone.
func (s *schema) plain(t *typemodel.Type, p place) bool {
	if !p.bare && s.inStruct(t, p.inArray) {
		return false
	}
	if t.Kind.IsInteger() {
		return true
	}
	any := func(t *typemodel.Type) bool { return t.Kind == typemodel.Interface } // unlike what it holds
	return s.goType(t, p.bare, p.inArray) == s.Underlying(t) && !driver.Reaches(t, any)
}

// convert returns the conversion of src, or src itself where none is needed.
func convert(target, own, src string) string {
	if target == own {
		return src
	}
	if target[0] == '*' || target[0] == '[' {
		target = "(" + target + ")"
	}
	return target + "(" + src + ")"
}

// to prints the statements that carry src, an addressable value of type t, in
// dst.
func (s *schema) to(dst, src string, t *typemodel.Type, p place) {
	wire := s.goType(t, p.bare, p.inArray)
	switch {
	case !p.bare && s.inStruct(t, p.inArray):
		s.P("to", s.structureOf(t, false).name, "(&", src, ", &", dst, ")")
	case s.plain(t, p):
		s.P(dst, " = ", convert(wire, s.Type(t), src))
	case t.Kind == typemodel.Pointer:
		s.P("if ", src, " != nil {")
		s.P(dst, " = new(", wire[1:], ")")
		s.to("(*"+dst+")", "(*"+src+")", t.Elem, p.inner())
		s.P("}")
	case t.Kind == typemodel.Slice:
		s.P("if ", src, " != nil {")
		s.P(dst, " = make(", wire, ", len(", src, "))")
		at := s.loop(p, src)
		if isBytes(t) {
			s.P(dst, at, " = byte(", src, at, ")")
		} else {
			s.to(dst+at, src+at, t.Elem, p.inner())
		}
		s.P("}")
		s.P("}")
	case t.Kind == typemodel.Array:
		at := s.loop(p, src)
		if isBytes(t) {
			s.P(dst, at, " = byte(", src, at, ")")
		} else {
			s.to(dst+at, src+at, t.Elem, p.inner().in(true))
		}
		s.P("}")
	case t.Kind == typemodel.Map:
		key, value, pair := p.v("k"), p.v("e"), p.v("pair")
		s.P("if ", src, " != nil {")
		s.P(dst, " = make(", wire, ", 0, len(", src, "))")
		s.P("for ", key, ", ", value, " := range ", src, " {")
		s.P("var ", pair, " ", wire[2:])
		s.to(pair+".F1", key, t.Key, place{depth: p.depth + 1})
		s.to(pair+".F2", value, t.Elem, place{depth: p.depth + 1})
		s.P(dst, " = append(", dst, ", ", pair, ")")
		s.P("}")
		s.P("}")
	case t.Kind == typemodel.Interface:
		x, w := p.v("x"), p.v("w")
		s.P("switch ", x, " := ", src, ".(type) {")
		for _, impl := range t.Impls {
			name := s.structureOf(impl, false).name
			s.P("case ", impl, ":")
			s.P("var ", w, " ", s.Ident(s.pkg, name))
			s.P("to", name, "(&", x, ", &", w, ")")
			s.P(dst, " = ", w)
		}
		s.P("}")
	}
}

// from prints the statements that take dst, an addressable value of type t that
// is zero, out of src.
func (s *schema) from(dst, src string, t *typemodel.Type, p place) {
	wire := s.goType(t, p.bare, p.inArray)
	switch {
	case !p.bare && s.inStruct(t, p.inArray):
		s.P("from", s.structureOf(t, false).name, "(&", src, ", &", dst, ")")
	case s.plain(t, p):
		s.P(dst, " = ", convert(s.Type(t), wire, src))
	case t.Kind == typemodel.Pointer:
		s.P("if ", src, " != nil {")
		s.P(dst, " = new(", t.Elem, ")")
		s.from("(*"+dst+")", "(*"+src+")", t.Elem, p.inner())
		s.P("}")
	case t.Kind == typemodel.Slice:
		s.P("if ", src, " != nil {")
		s.P(dst, " = make(", t, ", len(", src, "))")
		at := s.loop(p, src)
		if isBytes(t) {
			s.P(dst, at, " = ", convert(s.Type(t.Elem), "byte", src+at))
		} else {
			s.from(dst+at, src+at, t.Elem, p.inner())
		}
		s.P("}")
		s.P("}")
	case t.Kind == typemodel.Array:
		at := s.loop(p, src)
		if isBytes(t) {
			s.P(dst, at, " = ", convert(s.Type(t.Elem), "byte", src+at))
		} else {
			s.from(dst+at, src+at, t.Elem, p.inner().in(true))
		}
		s.P("}")
	case t.Kind == typemodel.Map:
		key, value := p.v("k"), p.v("e")
		s.P("if ", src, " != nil {")
		s.P(dst, " = make(", t, ", len(", src, "))")
		at := s.loop(p, src)
		s.P(dst, "[", s.part(key, src+at+".F1", t.Key, p.depth+1), "] = ", s.part(value, src+at+".F2", t.Elem, p.depth+1))
		s.P("}")
		s.P("}")
	case t.Kind == typemodel.Interface:
		x, w := p.v("x"), p.v("w")
		s.P("switch ", x, " := ", src, ".(type) {")
		for _, impl := range t.Impls {
			name := s.structureOf(impl, false).name
			s.P("case ", s.Ident(s.pkg, name), ":")
			s.P("var ", w, " ", impl)
			s.P("from", name, "(&", x, ", &", w, ")")
			s.P(dst, " = ", w)
		}
		s.P("}")
	}
}

// part returns what the part src of a pair is as a t: an expression, or the
// variable name, which it prints.
func (s *schema) part(name, src string, t *typemodel.Type, depth int) string {
	p := place{depth: depth}
	if s.plain(t, p) {
		return convert(s.Type(t), s.goType(t, false, false), src)
	}
	s.P("var ", name, " ", t)
	s.from(name, src, t, p)
	return name
}
