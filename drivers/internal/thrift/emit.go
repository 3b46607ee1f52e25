package thrift

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	protocol := map[string]string{"binary": "NewTBinaryProtocolConf", "compact": "NewTCompactProtocolConf"}[v.Suffix]
	a.ReserveTypes(t)
	a.Reserve("ctx", "p", "kind", "id", "config", "errRange", "errLength", "errRest")
	a.Use("bytes", "context", "errors", "io", module+"/lib/go/thrift")
	e := &emitter{Adapter: a, taken: map[string]bool{}}
	if t.Kind != typemodel.Struct && t.Kind != typemodel.Interface && t.Kind != typemodel.Time {
		e.Workaround("the value at the top in a struct of one field")
	}
	root := e.code(t)
	a.EmitNew(t, driver.Funcs{
		Decls: `// config holds the limits of messages: those of the library.
			var config = &thrift.TConfiguration{}

			var errRest = errors.New("thrift: the value does not take the whole input")`,
		State: `own, out, in := thrift.NewTMemoryBuffer(), thrift.NewTMemoryBuffer(), thrift.NewTMemoryBuffer()
			ownEnc, enc, dec := thrift.` + protocol + `(own, config), thrift.` + protocol + `(out, config), thrift.` + protocol + `(in, config)`,
		Marshal: `own.Reset()
			if err := ` + root.write + `(context.Background(), ownEnc, v); err != nil {
				return nil, err
			}
			return bytes.Clone(own.Bytes()), nil`,
		Append: `*out.Buffer = *bytes.NewBuffer(buf)
			if err := ` + root.write + `(context.Background(), enc, v); err != nil {
				return buf, err
			}
			return out.Bytes(), nil`,
		Unmarshal: `*in.Buffer = *bytes.NewBuffer(data)
			if err := ` + root.read + `(context.Background(), dec, v); err != nil {
				return err
			}
			if in.Len() > 0 {
				return errRest
			}
			return nil`,
		// Fields that are absent would keep their values.
		UnmarshalReuse: `*v = *new(T)
			*in.Buffer = *bytes.NewBuffer(data)
			if err := ` + root.read + `(context.Background(), dec, v); err != nil {
				return err
			}
			if in.Len() > 0 {
				return errRest
			}
			return nil`,
		Write: `p := thrift.` + protocol + `(thrift.NewStreamTransportW(w), config)
			if err := ` + root.write + `(context.Background(), p, v); err != nil {
				return err
			}
			return p.Flush(context.Background())`,
		Read: `return ` + root.read + `(context.Background(), thrift.` + protocol + `(thrift.NewStreamTransportR(r), config), v)`,
	})
	e.codes.Each(e.emitCode)
	e.emitErrors()
	return nil
}

// emitter prints two funcs for each struct of the message.
type emitter struct {
	*driver.Adapter
	codes  driver.Declared[any, *code] // by the spelling of types with a name, and by the others themselves
	taken  map[string]bool             // their names
	locals int                         // of the func being printed

	ranges, lengths bool // the errors are used
}

// code are the funcs of a type that travels as a struct: a struct, a union, a
// time, or in the only field of a struct any other type.
type code struct {
	typ               *typemodel.Type
	name, write, read string
	fields            []field
}

// field is a field of a struct in the message.
type field struct {
	name   string
	expr   string // of v; empty for the alternatives of a union
	typ    *typemodel.Type
	number int
}

// bare reports whether the field is the only one of a type's struct.
func (f field) bare() bool { return f.expr == "(*v)" }

func (f field) alternative() bool { return f.expr == "" }

// code returns the funcs of t.
func (e *emitter) code(t *typemodel.Type) *code {
	var key any = t // what an interface may hold is not in its spelling
	if !t.Name.IsZero() || t.Kind == typemodel.Time {
		key = e.Type(t)
	}
	return e.codes.Of(key, func(int) *code { return e.newCode(t) })
}

func (e *emitter) newCode(t *typemodel.Type) *code {
	name := e.nameFor(t)
	c := &code{typ: t, name: name, write: e.Local("write" + name), read: e.Local("read" + name)}
	switch t.Kind {
	case typemodel.Struct:
		for i, n := range identity.Numbers(t) {
			if f := &t.Fields[i]; n > 0 {
				c.fields = append(c.fields, field{f.Name, "v." + f.Name, f.Type, n})
			}
		}
	case typemodel.Interface:
		e.Workaround("interfaces as unions")
		for i, impl := range t.Impls {
			c.fields = append(c.fields, field{fmt.Sprintf("Value%d", i+1), "", impl, i + 1})
		}
	case typemodel.Time:
		e.Workaround("times as seconds and nanoseconds")
	default:
		c.fields = []field{{"Value", "(*v)", t, 1}}
	}
	return c
}

// nameFor returns a name for a type that is its own where it has one.
func (e *emitter) nameFor(t *typemodel.Type) string {
	base := t.Name.Name
	if base == "" {
		base = strings.TrimPrefix(t.Kind.String(), "time.")
		base = strings.ToUpper(base[:1]) + base[1:]
	}
	name := base
	for i := 2; e.taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	e.taken[name] = true
	return name
}

// local returns a name for a further variable of the func being printed.
func (e *emitter) local(base string) string {
	e.locals++
	return e.Local(base + strconv.Itoa(e.locals))
}

// try prints a call that returns an error only.
func (e *emitter) try(call ...any) {
	e.P(append(append([]any{"if err := "}, call...), "; err != nil { return err }")...)
}

func (e *emitter) emitCode(c *code) {
	e.locals = 0
	e.P()
	e.P("func ", c.write, "(ctx context.Context, p thrift.TProtocol, v *", c.typ, ") error {")
	e.emitDepth()
	e.try(`p.WriteStructBegin(ctx, "`, c.name, `")`)
	switch c.typ.Kind {
	case typemodel.Time:
		e.writeTime()
	case typemodel.Interface:
		e.writeUnion(c)
	case typemodel.Struct:
		if len(c.fields) > 0 {
			e.P("if v != nil {")
			for _, f := range c.fields {
				e.writeField(f)
			}
			e.P("}")
		}
	default:
		e.writeField(c.fields[0])
	}
	e.try("p.WriteFieldStop(ctx)")
	e.P("return p.WriteStructEnd(ctx)")
	e.P("}")

	e.locals = 0
	e.P()
	e.P("func ", c.read, "(ctx context.Context, p thrift.TProtocol, v *", c.typ, ") error {")
	e.emitDepth()
	e.P("if _, err := p.ReadStructBegin(ctx); err != nil { return err }")
	switch c.typ.Kind {
	case typemodel.Time:
		e.readTime()
	case typemodel.Interface:
		e.readFields(c.fields, func(f field) {
			x := e.local("x")
			e.P("var ", x, " ", f.typ)
			e.readValue(x, f.typ, false)
			e.P("*v = ", x)
		})
	default:
		e.readFields(c.fields, e.readField)
	}
	e.End("return p.ReadStructEnd(ctx)")
}

// emitDepth prints what every func begins with.
func (e *emitter) emitDepth() {
	e.P("ctx, err := thrift.CheckRecursionDepth(ctx)")
	e.P("if err != nil { return err }")
	e.P("defer thrift.DecrementRecursionDepth(ctx)")
}

// readFields prints the loop over the fields that come.
func (e *emitter) readFields(fields []field, read func(field)) {
	e.P("for {")
	if len(fields) == 0 {
		e.P("_, kind, _, err := p.ReadFieldBegin(ctx)")
	} else {
		e.P("_, kind, id, err := p.ReadFieldBegin(ctx)")
	}
	e.P("if err != nil { return err }")
	e.P("if kind == thrift.STOP { break }")
	if len(fields) == 0 {
		e.try("p.Skip(ctx, kind)")
	} else {
		e.P("switch id {")
		for _, f := range fields {
			e.P("case ", f.number, ":")
			e.P("if kind != thrift.", e.fieldKind(f), " {")
			e.try("p.Skip(ctx, kind)")
			e.P("break")
			e.P("}")
			read(f)
		}
		e.P("default:")
		e.try("p.Skip(ctx, kind)")
		e.P("}")
	}
	e.try("p.ReadFieldEnd(ctx)")
	e.P("}")
}

// writeUnion prints the writing of the one field that an interface holds.
func (e *emitter) writeUnion(c *code) {
	x := e.local("x")
	e.P("switch ", x, " := (*v).(type) {")
	e.P("case nil:")
	for _, f := range c.fields {
		e.P("case ", f.typ, ":")
		e.writeBegin(f)
		e.writeValue(x, f.typ, false)
		e.try("p.WriteFieldEnd(ctx)")
	}
	e.P("default:")
	e.End("return ", e.Ident("fmt", "Errorf"), `("thrift: a %T is not among the types of the union", `, x, ")")
}

// writeTime and readTime carry a time as seconds and nanoseconds.
func (e *emitter) writeTime() {
	e.try(`p.WriteFieldBegin(ctx, "Seconds", thrift.I64, 1)`)
	e.try("p.WriteI64(ctx, v.Unix())")
	e.try("p.WriteFieldEnd(ctx)")
	e.try(`p.WriteFieldBegin(ctx, "Nanoseconds", thrift.I32, 2)`)
	e.try("p.WriteI32(ctx, int32(v.Nanosecond()))")
	e.try("p.WriteFieldEnd(ctx)")
}

func (e *emitter) readTime() {
	seconds, nanos := e.local("seconds"), e.local("nanos")
	e.P("var ", seconds, " int64")
	e.P("var ", nanos, " int32")
	e.readFields([]field{
		{"Seconds", seconds, &typemodel.Type{Kind: typemodel.Int64}, 1},
		{"Nanoseconds", nanos, &typemodel.Type{Kind: typemodel.Int32}, 2},
	}, e.readField)
	e.P("*v = ", e.Ident("time", "Unix"), "(", seconds, ", int64(", nanos, ")).UTC()")
}

func (e *emitter) emitErrors() {
	if e.ranges {
		e.P()
		e.P(`var errRange = errors.New("thrift: a number is out of the range of its field")`)
	}
	if e.lengths {
		e.P()
		e.P(`var errLength = errors.New("thrift: an array has another length")`)
	}
}
