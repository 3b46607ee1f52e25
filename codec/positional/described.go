package positional

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional/internal/positionalrt"
	"github.com/assay-go/assay/typemodel"
)

// describedVersion is the first byte of encodings that describe their type. What comes
// behind the description is as in [formatVersion].
const describedVersion = 2

// description returns the bytes that every encoding begins with: the version, and the
// type after its length in bytes.
func (p *plan) description() string {
	w := shapeWriter{numbers: map[*node]int{}}
	w.shape(p.root)
	text := binary.AppendUvarint([]byte{describedVersion}, uint64(len(w.text)))
	return string(append(text, w.text...))
}

// shapeWriter describes types as [positionalrt.DescribedShape] reads them.
type shapeWriter struct {
	text    []byte
	numbers map[*node]int // of structs and interfaces that were described
}

func (w *shapeWriter) kind(k byte)  { w.text = append(w.text, k) }
func (w *shapeWriter) number(n int) { w.text = binary.AppendUvarint(w.text, uint64(n)) }

func (w *shapeWriter) name(s string) {
	w.number(len(s))
	w.text = append(w.text, s...)
}

// numberShapes are the kinds of numbers. Those that machines differ in are of 8 bytes.
var numberShapes = map[typemodel.Kind]byte{
	typemodel.Int: positionalrt.ShapeInt64, typemodel.Int8: positionalrt.ShapeInt8, typemodel.Int16: positionalrt.ShapeInt16,
	typemodel.Int32: positionalrt.ShapeInt32, typemodel.Int64: positionalrt.ShapeInt64,
	typemodel.Uint: positionalrt.ShapeUint64, typemodel.Uintptr: positionalrt.ShapeUint64, typemodel.Uint8: positionalrt.ShapeUint8,
	typemodel.Uint16: positionalrt.ShapeUint16, typemodel.Uint32: positionalrt.ShapeUint32, typemodel.Uint64: positionalrt.ShapeUint64,
	typemodel.Float32: positionalrt.ShapeFloat32, typemodel.Float64: positionalrt.ShapeFloat64,
}

func (w *shapeWriter) shape(n *node) {
	if number, ok := w.numbers[n]; ok {
		w.kind(positionalrt.ShapeKnown)
		w.number(number)
		return
	}
	switch n.op {
	case opNumber:
		w.kind(numberShapes[n.typ.Kind])
	case opBool:
		w.kind(positionalrt.ShapeBool)
	case opString:
		w.kind(positionalrt.ShapeString)
	case opBytes:
		w.kind(positionalrt.ShapeBytes)
	case opTime:
		if n.zone {
			w.kind(positionalrt.ShapeZoned)
		} else {
			w.kind(positionalrt.ShapeTime)
		}
	case opByteArray:
		w.kind(positionalrt.ShapeByteArray)
		w.number(n.typ.Len)
	case opArray:
		w.kind(positionalrt.ShapeArray)
		w.number(n.typ.Len)
		w.shape(n.elem)
	case opList:
		w.kind(positionalrt.ShapeList)
		w.shape(n.elem)
	case opPointer:
		w.kind(positionalrt.ShapePointer)
		w.shape(n.elem)
	case opMap:
		w.kind(positionalrt.ShapeMap)
		w.shape(n.key)
		w.shape(n.elem)
	case opMarshaler:
		w.kind(positionalrt.ShapeMarshaled)
		w.name(implName(n.typ))
	case opCarried:
		w.kind(positionalrt.ShapeCarried)
		w.name(implName(n.typ))
		w.shape(n.elem)
	case opInterface:
		if n.dynamic() {
			w.kind(positionalrt.ShapeAny)
			return
		}
		w.numbers[n] = len(w.numbers)
		w.kind(positionalrt.ShapeInterface)
		w.number(len(n.impls))
		for _, impl := range n.impls {
			w.name(impl.typ.String()) // a pointer is told from what it leads to
			w.shape(impl)
		}
	case opStruct:
		w.numbers[n] = len(w.numbers)
		w.kind(positionalrt.ShapeStruct)
		list := described(n)
		w.number(len(list))
		for _, f := range list {
			w.name(f.name)
			w.name(f.key)
			w.shape(f.node)
		}
	default:
		panic(fmt.Sprintf("positional: a node %d has no description", n.op))
	}
}

// described returns the fields of the struct n, with those of embedded structs as its
// own: they are written in the same order. One that is hidden by another is named with
// what embeds it, and a key that is another field's too is left out.
func described(n *node) []field {
	type place struct {
		field
		depth int
		path  string
	}
	var all []place
	var visit func(n *node, depth int, path string)
	visit = func(n *node, depth int, path string) {
		for _, f := range n.fields {
			name := f.name
			if name == "" {
				name = codec.TypeName(f.node.typ)
			}
			if f.embedded && f.key == "" && f.node.op == opStruct && f.node.typ.Kind == typemodel.Struct {
				visit(f.node, depth+1, path+name+".")
				continue
			}
			f.name = name
			all = append(all, place{f, depth, path + name})
		}
	}
	visit(n, 0, "")
	list := make([]field, len(all))
	for i, p := range all {
		list[i] = p.field
		for k, other := range all {
			if k != i && other.name == p.name && other.depth <= p.depth {
				list[i].name = p.path
			}
			if k != i && (other.key == p.key || other.name == p.key) || p.key == p.name {
				list[i].key = ""
			}
		}
	}
	return list
}

// key returns what tags call a field; nothing where that is its own name.
func key(tag reflect.StructTag) string {
	for _, k := range []string{"assay", "json"} {
		if name, _, _ := strings.Cut(tag.Get(k), ","); name != "" && name != "-" && name != "evolvable" {
			return name
		}
	}
	return ""
}

// decodeDescribed prints the check of the description that an encoding begins with. What
// was written as another type is made into what this one would have been.
func (e *emitter) decodeDescribed(failed string) (start string, rest func(n int) string) {
	head, body := e.headName(), e.local("body")
	evolved := e.reader("evolved")
	e.Pf("%s, err := data, error(nil)", body)
	e.Pf("if len(data) >= len(%s) && string(data[:len(%s)]) == %s {", head, head, head)
	e.Pf("%s = data[len(%s):]", body, head)
	e.Pf("} else if %s, err = %s(%s, %q); err != nil { return %serr }", body, evolved, head, e.owner, failed)
	return body, func(n int) string { return fmt.Sprintf("%s[%d:]", body, n) }
}
