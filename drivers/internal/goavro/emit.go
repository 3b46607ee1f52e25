package goavro

import (
	"fmt"
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/avro"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	schema, err := avro.Of(t)
	if err != nil {
		return fmt.Errorf("goavro: %w", err)
	}
	a.Workarounds = append(a.Workarounds, "structs as maps of any")
	a.Reserve("Wire", "NewWire", "ToWire", "FromWire", "schema", "native", "m", "n", "v", "x", "ok", "buf", "data", "rest", "err", "from", "to")
	a.Use("fmt", "github.com/linkedin/goavro/v2")
	e := &emitter{Adapter: a, schema: schema, funcs: map[*typemodel.Type]string{}}
	for i, s := range typemodel.Structs(t) {
		e.funcs[s] = "Struct" + strconv.Itoa(i)
		a.Reserve("to"+e.funcs[s], "from"+e.funcs[s])
	}
	a.P(`var schema = func() *goavro.Codec {
		codec, err := goavro.NewCodec(`, "`"+schema.JSON+"`", `)
		if err != nil {
			panic(err)
		}
		return codec
	}()`)
	a.P()
	a.EmitT(t)
	a.P("// Wire is the native form of a record.")
	a.P("type Wire = map[string]any")
	a.P()
	a.P("// ToWire converts a value to a record.")
	a.P("func ToWire(from *T, to *Wire) error {")
	a.P("*to = to", e.funcs[t], "(from)")
	a.End("return nil")
	a.P("// FromWire converts a record to a value.")
	a.P("func FromWire(from *Wire, to *T) error { return from", e.funcs[t], "(*from, to) }")
	a.P()
	a.P("// native returns what the codec decoded as the type that the schema makes it.")
	a.P(`func native[N any](x any) (N, error) {
		n, ok := x.(N)
		if !ok {
			return n, fmt.Errorf("goavro: decoded a %T in place of a %T", x, n)
		}
		return n, nil
	}`)
	a.P()
	a.EmitNewWire(driver.Funcs{
		Marshal: `return schema.BinaryFromNative(nil, *v)`,
		Append:  `return schema.BinaryFromNative(buf, *v)`,
		Unmarshal: `x, rest, err := schema.NativeFromBinary(data)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return fmt.Errorf("goavro: %d bytes after the value", len(rest))
			}
			*v, err = native[Wire](x)
			return err`,
	})
	for _, s := range typemodel.Structs(t) {
		a.P()
		a.P("func to", e.funcs[s], "(v *", s, ") map[string]any {")
		a.P("m := map[string]any{}")
		for _, f := range avro.Fields(s) {
			local := f.Type.Kind == typemodel.Slice || f.Type.Kind == typemodel.Map || f.Type.Kind == typemodel.Pointer
			if local {
				a.P("{")
			}
			e.to(fmt.Sprintf("m[%q]", f.Name), "v."+f.Path, f.Type, 0)
			if local {
				a.P("}")
			}
		}
		a.End("return m")
		a.P("func from", e.funcs[s], "(m map[string]any, v *", s, ") error {")
		for _, f := range avro.Fields(s) {
			a.P("{")
			e.from("v."+f.Path, fmt.Sprintf("m[%q]", f.Name), f.Type, 0)
			a.P("}")
		}
		a.P("return nil")
		a.P("}")
	}
	return nil
}

// emitter prints the conversions of one adapter.
type emitter struct {
	*driver.Adapter
	schema *avro.Schema
	funcs  map[*typemodel.Type]string // of structs, without "to" and "from"
}

// native returns the type that goavro has for values of t that are no
// containers, and nothing for those that are.
func native(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Int8, typemodel.Int16, typemodel.Int32, typemodel.Uint8, typemodel.Uint16:
		return "int32"
	case typemodel.Int, typemodel.Int64, typemodel.Uint32:
		return "int64"
	case typemodel.Bool, typemodel.Float32, typemodel.Float64, typemodel.String:
		return t.Kind.String()
	case typemodel.Slice:
		if t.IsBytes() {
			return "[]byte"
		}
	}
	return ""
}

// to prints the assignment of the native form of src, an addressable value of
// type t, to dst. Local names are numbered by depth.
func (e *emitter) to(dst, src string, t *typemodel.Type, depth int) {
	d := strconv.Itoa(depth)
	switch {
	case native(t) != "":
		e.P(dst, " = ", native(t), "(", src, ")")
	case t.Kind == typemodel.Uint64:
		e.P(dst, " = ", e.Ident("encoding/binary", "BigEndian"), ".AppendUint64(nil, uint64(", src, "))")
	case t.Kind == typemodel.Time:
		e.P(dst, " = ", e.Ident("time", "Time"), "(", src, ")")
	case t.Kind == typemodel.Array:
		e.P(dst, " = ", src, "[:]")
	case t.Kind == typemodel.Slice:
		e.P("list", d, " := make([]any, len(", src, "))")
		e.P("for i", d, " := range ", src, " {")
		e.to("list"+d+"[i"+d+"]", src+"[i"+d+"]", t.Elem, depth+1)
		e.P("}")
		e.P(dst, " = list", d)
	case t.Kind == typemodel.Map:
		e.P("dict", d, " := make(map[string]any, len(", src, "))")
		e.P("for k", d, ", v", d, " := range ", src, " {")
		e.to("dict"+d+"[string(k"+d+")]", "v"+d, t.Elem, depth+1)
		e.P("}")
		e.P(dst, " = dict", d)
	case t.Kind == typemodel.Pointer:
		e.P("if ", src, " == nil {")
		e.P(dst, " = nil")
		e.P("} else {")
		e.P("var x", d, " any")
		e.to("x"+d, "(*"+src+")", t.Elem, depth+1)
		e.P(dst, " = ", e.Ident("github.com/linkedin/goavro/v2", "Union"), "(", strconv.Quote(e.schema.Branch(t.Elem)), ", x", d, ")")
		e.P("}")
	default:
		e.P(dst, " = to", e.funcs[t], "(&", src, ")")
	}
}

// from prints the assignment to dst, a variable of type t, of the native value
// src. The names that it declares are the caller's block's.
func (e *emitter) from(dst, src string, t *typemodel.Type, depth int) {
	d := strconv.Itoa(depth)
	as := func(n string) {
		e.P("x", d, ", err := native[", n, "](", src, ")")
		e.P("if err != nil { return err }")
	}
	switch {
	case native(t) != "":
		as(native(t))
		e.P(dst, " = ", t, "(x", d, ")")
	case t.Kind == typemodel.Uint64:
		as("[]byte")
		e.P(dst, " = ", t, "(", e.Ident("encoding/binary", "BigEndian"), ".Uint64(x", d, "))")
	case t.Kind == typemodel.Time:
		as(e.Ident("time", "Time"))
		e.P(dst, " = ", t, "(x", d, ")")
	case t.Kind == typemodel.Array:
		as("[]byte")
		e.P("copy(", dst, "[:], x", d, ")")
	case t.Kind == typemodel.Slice:
		as("[]any")
		e.P(dst, " = make(", t, ", len(x", d, "))")
		e.P("for i", d, " := range x", d, " {")
		e.from(dst+"[i"+d+"]", "x"+d+"[i"+d+"]", t.Elem, depth+1)
		e.P("}")
	case t.Kind == typemodel.Map:
		as("map[string]any")
		e.P(dst, " = make(", t, ", len(x", d, "))")
		e.P("for k", d, ", n", d, " := range x", d, " {")
		e.P("var v", d, " ", t.Elem)
		e.from("v"+d, "n"+d, t.Elem, depth+1)
		e.P(dst, "[", t.Key, "(k", d, ")] = v", d)
		e.P("}")
	case t.Kind == typemodel.Pointer:
		e.P("if ", src, " != nil {")
		as("map[string]any")
		e.P(dst, " = new(", t.Elem, ")")
		e.from("(*"+dst+")", "x"+d+"["+strconv.Quote(e.schema.Branch(t.Elem))+"]", t.Elem, depth+1)
		e.P("}")
	default:
		as("map[string]any")
		e.P("if err := from", e.funcs[t], "(x", d, ", &", dst, "); err != nil { return err }")
	}
}
