package karalabessz

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/assay-go/assay/drivers/internal/schema/ssz"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/goprint"
)

// field is how a field is defined: by one call when it is static, or by one for
// its offset and one for its content.
type field struct {
	name   string
	static bool
	size   int    // of a static field
	call   string // the name of the funcs, after Define and Size
	limits string // their last arguments
}

// methods returns the file of the methods of the structs.
func methods(s *ssz.Schema, pkg string) ([]byte, error) {
	e := &emitter{s, goprint.New(pkg, "gen"), map[*transform.Struct][]field{}}
	ssz := e.Import(module)
	for _, st := range s.List {
		fields := e.fields(st)
		fixed, dynamic := size(fields)
		if !dynamic {
			e.P("// SizeSSZ returns the total size of the static ssz object.")
			e.P("func (obj *", st.Name, ") SizeSSZ(sizer *", ssz, ".Sizer) uint32 { return ", fixed, " }")
		} else {
			e.P("// SizeSSZ returns either the static size of the object if fixed == true, or")
			e.P("// the total size otherwise.")
			e.P("func (obj *", st.Name, ") SizeSSZ(sizer *", ssz, ".Sizer, fixed bool) (size uint32) {")
			e.P("size = ", fixed)
			e.P("if fixed { return size }")
			for _, f := range fields {
				if !f.static {
					e.P("size += ", ssz, ".Size", f.call, "(sizer, obj.", f.name, ")")
				}
			}
			e.P("return size")
			e.P("}")
		}
		e.P()
		e.P("// DefineSSZ defines how an object is encoded/decoded.")
		e.P("func (obj *", st.Name, ") DefineSSZ(codec *", ssz, ".Codec) {")
		if dynamic {
			e.P("// Define the static data (fields and dynamic offsets)")
		}
		for _, f := range fields {
			offset := "Offset"
			if f.static {
				offset = ""
			}
			e.P(ssz, ".Define", f.call, offset, "(codec, &obj.", f.name, f.limits, ")")
		}
		if dynamic {
			e.P()
			e.P("// Define the dynamic data (fields)")
		}
		for _, f := range fields {
			if !f.static {
				e.P(ssz, ".Define", f.call, "Content(codec, &obj.", f.name, f.limits, ")")
			}
		}
		e.End()
	}
	return e.Source()
}

type emitter struct {
	*ssz.Schema
	*goprint.File
	known map[*transform.Struct][]field
}

// fields returns the fields of a struct: no struct has itself.
func (e *emitter) fields(st *transform.Struct) []field {
	if list, ok := e.known[st]; ok {
		return list
	}
	var list []field
	for i, c := range st.Fields {
		f := e.field(c.Carrier, c.Type.Len)
		f.name = fmt.Sprintf("F%d", i+1)
		list = append(list, f)
	}
	if len(st.Fields) == 0 {
		list = []field{{name: "None", static: true, size: 1, call: "Bool"}}
	}
	e.known[st] = list
	return list
}

// size returns the size of the static part of fields, and whether there is
// another.
func size(fields []field) (fixed int, dynamic bool) {
	for _, f := range fields {
		if f.static {
			fixed += f.size
		} else {
			fixed += 4 // an offset
			dynamic = true
		}
	}
	return fixed, dynamic
}

// field returns how what a carrier says is defined, with the length of an array.
func (e *emitter) field(c *transform.Carrier, length int) field {
	tag := reflect.StructTag(c.Schema)
	fixed := tag.Get("ssz-size")
	limits := ", " + strings.ReplaceAll(tag.Get("ssz-max"), ",", ", ")
	switch elem, isList := strings.CutPrefix(c.Go, "[]"); {
	case c.Form == transform.Boxed:
		if n, dynamic := size(e.fields(c.Struct)); !dynamic {
			return field{static: true, size: n, call: "StaticObject"}
		}
		return field{call: "DynamicObject"}
	case c.Form == transform.Array:
		return field{static: true, size: length, call: "StaticBytes"}
	case !isList:
		return field{static: true, size: sizes[c.Go], call: strings.ToUpper(c.Go[:1]) + c.Go[1:]}
	case elem == "byte" && fixed != "":
		n, _ := strconv.Atoi(fixed)
		return field{static: true, size: n, call: "CheckedStaticBytes", limits: ", " + fixed}
	case elem == "byte":
		return field{call: "DynamicBytes", limits: limits}
	case elem == "uint64":
		return field{call: "SliceOfUint64s", limits: limits}
	case elem == "[]byte":
		return field{call: "SliceOfDynamicBytes", limits: limits}
	case strings.HasPrefix(elem, "["):
		return field{call: "SliceOfStaticBytes", limits: limits}
	}
	st := c.Struct
	if st == nil {
		st = c.Elem.Struct
	}
	if _, dynamic := size(e.fields(st)); dynamic {
		return field{call: "SliceOfDynamicObjects", limits: limits}
	}
	return field{call: "SliceOfStaticObjects", limits: limits}
}

// sizes are those of the basic types.
var sizes = map[string]int{"bool": 1, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8}
