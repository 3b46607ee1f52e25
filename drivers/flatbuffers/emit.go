package flatbuffers

import (
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints a func to write and two to read each table.
type emitter struct {
	*driver.Adapter
	variant driver.Variant
	tables  []*table
	byKey   map[string]*table
	unions  []unionType

	needs    []string // helpers that were called
	fallible bool     // reading may fail
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.ReserveTypes(t)
	a.Reserve("packer", "p", "k", "o", "i", "x", "h", "t", "b", "s", "at", "sub", "mark", "kind", "first", "zero")
	for _, helper := range helpers {
		a.Reserve(helper.name)
	}
	a.Use("flatbuffers " + runtime)
	e := &emitter{Adapter: a, variant: v, byKey: map[string]*table{}}
	e.fallible = driver.Reaches(t, func(t *typemodel.Type) bool {
		return t.Kind == typemodel.Array || t.Kind == typemodel.Interface
	})
	root := e.tableOf(t)
	written := 0
	for i := 0; i < len(e.tables) || written < len(e.unions); { // emitting adds to both
		if i < len(e.tables) {
			e.emitPack(e.tables[i])
			e.emitUnpack(e.tables[i])
			if e.accesses() {
				e.emitAccess(e.tables[i])
			}
			i++
			continue
		}
		u := e.unions[written]
		e.emitPackUnion(u.typ)
		e.emitUnpackUnion(u.typ)
		if e.accesses() {
			e.emitAccessUnion(u.typ)
		}
		written++
	}
	e.emitPacker()
	e.emitHelpers()
	a.EmitNew(t, e.funcs(root))
	return nil
}

func (e *emitter) funcs(root *table) driver.Funcs {
	pack, unpack := e.name("pack", root), e.name("unpack", root)
	check := ""
	reset := "p.Reset()\n"
	if e.packsErrors() {
		check = "if p.err != nil { return nil, p.err }\n"
		reset += "p.err = nil\n"
	}
	unmarshal := unpack + "(root(data), v)\nreturn nil"
	if e.fallible {
		unmarshal = "return " + unpack + "(root(data), v)"
	}
	access := ""
	if e.accesses() {
		access = "return " + e.name("access", root) + "(root(data), 0), nil"
	}
	return driver.Funcs{
		State: "p := packer{Builder: flatbuffers.NewBuilder(1024)}",
		Marshal: `p := packer{Builder: flatbuffers.NewBuilder(1024)}
			p.Finish(p.` + pack + `(v))
			` + check + `return p.FinishedBytes(), nil`,
		Append: reset + `p.Finish(p.` + pack + `(v))
			` + check + `return append(buf, p.FinishedBytes()...), nil`,
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Access:         access,
	}
}

// packsErrors reports whether writing may fail.
func (e *emitter) packsErrors() bool { return slices.Contains(e.needs, "packErrors") }

// emitPacker prints the Builder with what it is used with.
func (e *emitter) emitPacker() {
	e.P("// packer is a Builder and the offsets of the elements of unfinished vectors, which")
	e.P("// cannot be written before the elements.")
	e.P("type packer struct {")
	e.P("*flatbuffers.Builder")
	e.P("offsets []flatbuffers.UOffsetT")
	if e.packsErrors() {
		e.P("err error")
	}
	e.P("}")
	e.P()
	e.P("// root returns the table that the buffer is of.")
	e.P("func root(data []byte) flatbuffers.Table {")
	e.P("return flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}")
	e.P("}")
	e.P()
}

// need notes that the helper is called and returns its name.
func (e *emitter) need(helper string) string {
	if !slices.Contains(e.needs, helper) {
		e.needs = append(e.needs, helper)
		for _, h := range helpers {
			if h.name == helper && h.needs != "" {
				e.need(h.needs)
			}
		}
	}
	return helper
}

func (e *emitter) emitHelpers() {
	if slices.Contains(e.needs, "errLength") || slices.Contains(e.needs, "errAlternative") || slices.Contains(e.needs, "errNil") {
		e.P("var (")
		for _, err := range []struct{ name, text string }{
			{"errLength", "a vector is not as long as its array"},
			{"errAlternative", "a union does not hold one of its alternatives"},
			{"errNil", "a nil pointer cannot be an element of a vector or an alternative of a union"},
		} {
			if slices.Contains(e.needs, err.name) {
				e.P(err.name, " = ", goprint.Ident{Path: "errors", Name: "New"}, `("`, err.text, `")`)
			}
		}
		e.P(")")
		e.P()
	}
	for _, h := range helpers {
		if h.source != "" && slices.Contains(e.needs, h.name) {
			e.P(h.source)
			e.P()
		}
	}
	if slices.Contains(e.needs, "putTime") {
		moment := goprint.Ident{Path: "time", Name: "Time"}
		e.P("// putTime writes a struct of seconds and nanoseconds.")
		e.P("func putTime(p *packer, x ", moment, ") flatbuffers.UOffsetT {")
		e.P("p.Prep(8, 16)")
		e.P("p.Pad(4)")
		e.P("p.PrependInt32(int32(x.Nanosecond()))")
		e.P("p.PrependInt64(x.Unix())")
		e.P("return p.Offset()")
		e.P("}")
		e.P()
		e.P("func getTime(t flatbuffers.Table, at flatbuffers.UOffsetT) ", moment, " {")
		e.P("return ", goprint.Ident{Path: "time", Name: "Unix"}, "(t.GetInt64(at), int64(t.GetInt32(at+8))).UTC()")
		e.P("}")
		e.P()
	}
}

// helpers are funcs of the emitted package, by name: those without a source are
// printed with others.
var helpers = []struct{ name, needs, source string }{
	{name: "root"}, {name: "putTime"}, {name: "getTime", needs: "putTime"}, {name: "packErrors"},
	{name: "errLength"}, {name: "errNil", needs: "packErrors"}, {name: "errAlternative", needs: "packErrors"},
	{"vector", "", `// vector ends the vector of the elements whose offsets follow the mark.
func (p *packer) vector(mark int) flatbuffers.UOffsetT {
	o := p.CreateVectorOfTables(p.offsets[mark:])
	p.offsets = p.offsets[:mark]
	return o
}`},
	{"field", "", `// field returns the position of a field by its place in the vtable, 0 for an
// absent one.
func field(t flatbuffers.Table, o flatbuffers.VOffsetT) flatbuffers.UOffsetT {
	if o := t.Offset(o); o != 0 {
		return t.Pos + flatbuffers.UOffsetT(o)
	}
	return 0
}`},
	{"table", "", `// table returns the table whose offset is at the given position.
func table(t flatbuffers.Table, at flatbuffers.UOffsetT) flatbuffers.Table {
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at)}
}`},
	{"elements", "", `// elements returns the length of the vector whose offset is at the given
// position, and the position of its elements.
func elements(t flatbuffers.Table, at flatbuffers.UOffsetT) (n int, first flatbuffers.UOffsetT) {
	o := at - t.Pos
	return t.VectorLen(o), t.Vector(o)
}`},
	{"sized", "", `// sized returns a slice of length n that may be of the storage of s.
func sized[S ~[]E, E any](s S, n int) S {
	if s == nil || cap(s) < n {
		return make(S, n)
	}
	return s[:n]
}`},
	{"clearValue", "", `func clearValue[V any](v *V) {
	var zero V
	*v = zero
}`},
	{"mix", "", `// mix returns a number that depends on both.
func mix(h, x uint64) uint64 { return (h ^ x) * 0x9e3779b97f4a7c15 }`},
	{"mixBool", "mix", `func mixBool(h uint64, x bool) uint64 {
	if x {
		return mix(h, 1)
	}
	return mix(h, 0)
}`},
	{"mixBytes", "mix", `// mixBytes reads every byte.
func mixBytes(h uint64, b []byte) uint64 {
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h, flatbuffers.GetUint64(b))
	}
	for _, x := range b {
		h = mix(h, uint64(x))
	}
	return h
}`},
}
