package gojay

import (
	"fmt"
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints the types with the methods that the library calls.
type emitter struct {
	*driver.Adapter
	forms driver.Declared[string, form] // by the type as it is spelled
}

// form is a type that is declared over another.
type form struct {
	name string
	typ  *typemodel.Type
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	imports := []string{"bytes", "io", module}
	if driver.Reaches(t, func(t *typemodel.Type) bool { return t.Kind == typemodel.Slice && t.IsBytes() }) {
		imports = append(imports, "encoding/base64")
	}
	if driver.Reaches(t, func(t *typemodel.Type) bool { return t.Kind == typemodel.Time }) {
		imports = append(imports, "time")
	}
	a.Use(imports...)
	a.Reserve("T", "New", "gojay", "enc", "dec", "k", "e", "x", "p", "s", "b")
	e := &emitter{Adapter: a}
	what, top := "Object", e.name(t)
	if t.Kind == typemodel.Slice {
		what = "Array"
	}
	a.EmitNew(t, driver.Funcs{
		Imports: imports,
		State: `var out bytes.Buffer
			enc := gojay.NewEncoder(&out)`,
		Marshal:   fmt.Sprintf(`return gojay.MarshalJSON%s((*%s)(v))`, what, top),
		Append:    driver.Buffered(fmt.Sprintf("err := enc.Encode%s((*%s)(v))", what, top)),
		Unmarshal: fmt.Sprintf(`return gojay.UnmarshalJSON%s(data, (*%s)(v))`, what, top),
		Write:     fmt.Sprintf(`return gojay.NewEncoder(w).Encode%s((*%s)(v))`, what, top),
		Read:      fmt.Sprintf(`return gojay.NewDecoder(r).Decode%s((*%s)(v))`, what, top),
	})
	e.forms.Each(func(f form) { e.methods(f.typ) })
	return nil
}

// name is that of the type that is declared over t.
func (e *emitter) name(t *typemodel.Type) string {
	return e.forms.Of(e.Type(t), func(n int) form { return form{e.Local("form" + strconv.Itoa(n)), t} }).name
}

func (e *emitter) methods(t *typemodel.Type) {
	name := e.name(t)
	e.P()
	e.P("type ", name, " ", t)
	e.P()
	isNil := "v == nil"
	if t.Kind != typemodel.Struct {
		isNil = "v == nil || *v == nil"
	}
	e.P("func (v *", name, ") IsNil() bool { return ", isNil, " }")
	e.P()
	if t.Kind == typemodel.Slice {
		e.P("func (v *", name, ") MarshalJSONArray(enc *gojay.Encoder) {")
		e.P("for i := range *v {")
		e.write("(*v)[i]", "", t.Elem)
		e.P("}")
		e.End()
		e.P("func (v *", name, ") UnmarshalJSONArray(dec *gojay.Decoder) error {")
		e.P("var e ", t.Elem)
		e.read("e", t.Elem)
		e.P("*v = append(*v, e)")
		e.P("return nil")
		e.P("}")
		return
	}
	e.P("func (v *", name, ") NKeys() int { return 0 }")
	e.P()
	e.P("func (v *", name, ") MarshalJSONObject(enc *gojay.Encoder) {")
	if t.Kind == typemodel.Map {
		e.P("for k, e := range *v {")
		e.write("e", "string(k)", t.Elem)
		e.P("}")
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; member(f) != "" {
			e.write("v."+f.Name, strconv.Quote(member(f)), f.Type)
		}
	}
	e.End()
	e.P("func (v *", name, ") UnmarshalJSONObject(dec *gojay.Decoder, k string) error {")
	if t.Kind == typemodel.Map {
		e.P("if *v == nil { *v = ", name, "{} }")
		e.P("var e ", t.Elem)
		e.read("e", t.Elem)
		e.P("(*v)[", t.Key, "(k)] = e")
	} else {
		e.P("switch k {")
		for i := range t.Fields {
			if f := &t.Fields[i]; member(f) != "" {
				e.P("case ", strconv.Quote(member(f)), ":")
				e.read("v."+f.Name, f.Type)
			}
		}
		e.P("}")
	}
	e.End("return nil")
}

// numbers are the methods and types of the library for kinds that are one call.
var calls = map[typemodel.Kind][2]string{
	typemodel.Bool: {"Bool", "bool"}, typemodel.String: {"String", "string"},
	typemodel.Int: {"Int", "int"}, typemodel.Int8: {"Int8", "int8"}, typemodel.Int16: {"Int16", "int16"}, typemodel.Int32: {"Int32", "int32"}, typemodel.Int64: {"Int64", "int64"},
	typemodel.Uint: {"Uint64", "uint64"}, typemodel.Uint8: {"Uint8", "uint8"}, typemodel.Uint16: {"Uint16", "uint16"}, typemodel.Uint32: {"Uint32", "uint32"}, typemodel.Uint64: {"Uint64", "uint64"},
	typemodel.Float32: {"Float32", "float32"}, typemodel.Float64: {"Float64", "float64"},
}

// write prints the call that writes x, behind a key if there is one.
func (e *emitter) write(x, key string, t *typemodel.Type) {
	call := func(method, value string) {
		if key == "" {
			e.P("enc.", method, "(", value, ")")
		} else {
			e.P("enc.", method, "Key(", key, ", ", value, ")")
		}
	}
	orNull := func(write func()) {
		e.P("if ", x, " == nil {")
		if key == "" {
			e.P("enc.Null()")
		} else {
			e.P("enc.NullKey(", key, ")")
		}
		e.P("} else {")
		write()
		e.P("}")
	}
	if c, ok := calls[t.Kind]; ok {
		call(c[0], c[1]+"("+x+")")
		return
	}
	switch {
	case t.Kind == typemodel.Time && key == "":
		e.P("enc.Time((*time.Time)(&", x, "), time.RFC3339Nano)")
	case t.Kind == typemodel.Time:
		e.P("enc.TimeKey(", key, ", (*time.Time)(&", x, "), time.RFC3339Nano)")
	case t.Kind == typemodel.Slice && t.IsBytes():
		orNull(func() { call("String", "base64.StdEncoding.EncodeToString("+x+")") })
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct:
		orNull(func() { call("Object", "(*"+e.name(t.Elem)+")("+x+")") })
	case t.Kind == typemodel.Pointer:
		orNull(func() { e.write("*"+x, key, t.Elem) })
	case t.Kind == typemodel.Slice:
		orNull(func() { call("Array", "(*"+e.name(t)+")(&"+x+")") })
	case t.Kind == typemodel.Map:
		orNull(func() { call("Object", "(*"+e.name(t)+")(&"+x+")") })
	default:
		call("Object", "(*"+e.name(t)+")(&"+x+")")
	}
}

// read prints the call that reads x.
func (e *emitter) read(x string, t *typemodel.Type) {
	fails := func(call string) { e.P("if err := ", call, "; err != nil { return err }") }
	if c, ok := calls[t.Kind]; ok {
		if t.Kind == typemodel.Uint { // of another size than what is read
			e.P("{")
			e.P("var n uint64")
			fails("dec.Uint64(&n)")
			e.P(x, " = ", t, "(n)")
			e.P("}")
			return
		}
		fails("dec." + c[0] + "((*" + c[1] + ")(&" + x + "))")
		return
	}
	switch {
	case t.Kind == typemodel.Time:
		fails("dec.Time((*time.Time)(&" + x + "), time.RFC3339Nano)")
	case t.Kind == typemodel.Slice && t.IsBytes():
		e.P("{")
		e.P("var s *string")
		fails("dec.StringNull(&s)")
		e.P("if s != nil {")
		e.P("b, err := base64.StdEncoding.DecodeString(*s)")
		e.P("if err != nil { return err }")
		e.P(x, " = b")
		e.P("}")
		e.P("}")
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct:
		e.P("{")
		e.P("var p *", e.name(t.Elem))
		fails("dec.ObjectNull(&p)")
		e.P(x, " = (", t, ")(p)")
		e.P("}")
	case t.Kind == typemodel.Pointer:
		c := calls[t.Elem.Kind]
		e.P("{")
		e.P("var p *", c[1])
		fails("dec." + c[0] + "Null(&p)")
		if t.Elem.Kind == typemodel.Uint {
			e.P("if p != nil { n := ", t.Elem, "(*p); ", x, " = &n }")
		} else {
			e.P(x, " = (", t, ")((*", t.Elem, ")(p))")
		}
		e.P("}")
	case t.Kind == typemodel.Slice:
		// An array that is there and empty is not nil.
		e.P("{")
		e.P("var p *", e.name(t))
		fails("dec.ArrayNull(&p)")
		e.P("if p != nil {")
		e.P(x, " = ", t, "(*p)")
		e.P("if ", x, " == nil { ", x, " = ", t, "{} }")
		e.P("}")
		e.P("}")
	case t.Kind == typemodel.Map:
		e.P("{")
		e.P("var p *", e.name(t))
		fails("dec.ObjectNull(&p)")
		e.P("if p != nil {")
		e.P(x, " = ", t, "(*p)")
		e.P("if ", x, " == nil { ", x, " = ", t, "{} }")
		e.P("}")
		e.P("}")
	default:
		fails("dec.Object((*" + e.name(t) + ")(&" + x + "))")
	}
}
