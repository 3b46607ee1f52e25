package flatbuffers

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints a func to write and two to read each table.
type emitter struct {
	*driver.Adapter
	*records.Set
	*records.Funcs
	variant  driver.Variant
	fallible bool // reading may fail
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.ReserveTypes(t)
	a.Reserve("packer", "p", "k", "o", "i", "x", "h", "t", "b", "s", "at", "sub", "mark", "kind", "first", "zero")
	e := &emitter{Adapter: a, Set: records.New(a, identity), Funcs: records.NewFuncs(a, own), variant: v}
	a.Use("slices", "flatbuffers "+runtime)
	e.fallible = driver.Reaches(t, func(t *typemodel.Type) bool {
		return t.Kind == typemodel.Array || t.Kind == typemodel.Interface
	})
	root := e.Each(t, e.emitTable, e.emitUnion)
	e.emitPacker()
	e.Funcs.Emit()
	if e.Needed("putTime") {
		e.emitTime()
	}
	a.EmitNew(t, e.funcs(root))
	return nil
}

func (e *emitter) emitTable(t *records.Record) {
	e.emitPack(t)
	e.emitUnpack(t)
	if e.accesses() {
		e.emitAccess(t)
	}
}

func (e *emitter) emitUnion(t *typemodel.Type) {
	e.emitPackUnion(t)
	e.emitUnpackUnion(t)
	if e.accesses() {
		e.emitAccessUnion(t)
	}
}

func (e *emitter) funcs(root *records.Record) driver.Funcs {
	pack, unpack := e.Name("pack", root), e.Name("unpack", root)
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
	access, open := "", ""
	if e.accesses() {
		open = "return uint64(root(data).Pos), nil"
		access = "return " + e.Name("access", root) + "(root(data), 0), nil"
	}
	f := driver.Funcs{
		State: "p := packer{Builder: flatbuffers.NewBuilder(1024)}",
		Marshal: reset + `p.Finish(p.` + pack + `(v))
			` + check + `return slices.Clone(p.FinishedBytes()), nil`,
		Append: reset + `p.Finish(p.` + pack + `(v))
			` + check + `return append(buf, p.FinishedBytes()...), nil`,
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Access:         access,
		Open:           open,
	}
	e.part(root, &f)
	return f
}

// part adds the calls for one field, where there is one: by the getter and the mutator of flatc's
// Go code, which finds no place for a field that holds its default.
func (e *emitter) part(root *records.Record, f *driver.Funcs) {
	p := driver.Part(root.Type)
	if p == nil || !e.accesses() {
		return
	}
	list, _ := fields(root)
	for _, at := range list {
		if at.Expr != "v."+p.Name {
			continue
		}
		n := numberOf(p.Type)
		f.Part = p.Name
		f.Field = "t := root(data)\nreturn " + e.Bits(p.Type.Kind, e.slot(n, at)) + ", nil"
		f.Update = "t := root(data)\nif !t.Mutate" + n.name + "Slot(" + at.place() + ", " + n.typ + "(" + e.OfBits(p.Type.Kind, "x") + `)) {
			return ` + e.Ident("errors", "New") + `("the field is absent, as it holds its default")
		}
		return nil`
	}
}

// packsErrors reports whether writing may fail.
func (e *emitter) packsErrors() bool { return e.Needed("errNil") || e.Needed("errAlternative") }

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
	e.End()
	e.P("// root returns the table that the buffer is of.")
	e.P("func root(data []byte) flatbuffers.Table {")
	e.End("return flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}")
}

// emitTime prints the writing of times.
func (e *emitter) emitTime() {
	moment := goprint.Ident{Path: "time", Name: "Time"}
	e.P("// putTime writes a struct of seconds and nanoseconds.")
	e.P("func putTime(p *packer, x ", moment, ") flatbuffers.UOffsetT {")
	e.P("p.Prep(8, 16)")
	e.P("p.Pad(4)")
	e.P("p.PrependInt32(int32(x.Nanosecond()))")
	e.P("p.PrependInt64(x.Unix())")
	e.End("return p.Offset()")
}

// own are the declarations of this format.
var own = []records.Func{
	{Name: "root"}, {Name: "putTime"},
	{Name: "vector", Source: `// vector ends the vector of the elements whose offsets follow the mark.
func (p *packer) vector(mark int) flatbuffers.UOffsetT {
	o := p.CreateVectorOfTables(p.offsets[mark:])
	p.offsets = p.offsets[:mark]
	return o
}`},
	{Name: "field", Source: `// field returns the position of a field by its place in the vtable, 0 for an
// absent one.
func field(t flatbuffers.Table, o flatbuffers.VOffsetT) flatbuffers.UOffsetT {
	if o := t.Offset(o); o != 0 {
		return t.Pos + flatbuffers.UOffsetT(o)
	}
	return 0
}`},
	{Name: "table", Source: `// table returns the table whose offset is at the given position.
func table(t flatbuffers.Table, at flatbuffers.UOffsetT) flatbuffers.Table {
	return flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at)}
}`},
	{Name: "elements", Source: `// elements returns the length of the vector whose offset is at the given
// position, and the position of its elements.
func elements(t flatbuffers.Table, at flatbuffers.UOffsetT) (n int, first flatbuffers.UOffsetT) {
	o := at - t.Pos
	return t.VectorLen(o), t.Vector(o)
}`},
}
