package bsoncore

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// emitter declares two funcs for each type that is a document: structs and maps,
// and lists as arrays.
type emitter struct {
	*driver.Adapter
	documents driver.Declared[string, document]
	any       bool // there are interfaces
	depth     int  // of the pointers being read
}

type document struct {
	append, read string
	typ          *typemodel.Type
}

func (e *emitter) document(t *typemodel.Type) document {
	return e.documents.Of(e.Type(t), func(n int) document {
		return document{e.Local(fmt.Sprintf("append%d", n)), e.Local(fmt.Sprintf("read%d", n)), t}
	})
}

func (e *emitter) emitDocuments() {
	e.documents.Each(func(d document) {
		e.emitAppend(d)
		e.emitRead(d)
	})
	e.P(helpers)
	e.P()
	if e.any {
		e.P(anyHelpers)
		e.P()
	}
}

// isArray reports whether a type is an array of values, which bytes are not.
func isArray(t *typemodel.Type) bool {
	return (t.Kind == typemodel.Slice || t.Kind == typemodel.Array) && !driver.IsBytes(t)
}

// bsonType returns the name of the format's type that carries t.
func bsonType(t *typemodel.Type) string {
	switch k := t.Kind; {
	case driver.IsBytes(t):
		return "Binary"
	case isArray(t):
		return "Array"
	case k == typemodel.Struct || k == typemodel.Map:
		return "EmbeddedDocument"
	case k == typemodel.Time:
		return "DateTime"
	case k == typemodel.Bool:
		return "Boolean"
	case k == typemodel.String:
		return "String"
	case k.IsFloat():
		return "Double"
	case k.Bits() < 32 || k == typemodel.Int32:
		return "Int32"
	}
	return "Int64" // int and uint, too: package bson has the smaller one where it does
}

func (e *emitter) emitAppend(d document) {
	t, doc := d.typ, "Document"
	if isArray(t) {
		doc = "Array"
	}
	e.P("func ", d.append, "(dst []byte, v *", t, ") (_ []byte, err error) {")
	e.P("at, dst := bsoncore.Append", doc, "Start(dst)")
	switch t.Kind {
	case typemodel.Struct:
		for _, f := range fields("v", t) {
			if f.omitEmpty {
				if cond := e.filled(f.expr, f.typ); cond != "" {
					e.P("if ", cond, " {")
					e.appendElement(strconv.Quote(f.key), f.expr, f.typ)
					e.P("}")
					continue
				}
			}
			e.appendElement(strconv.Quote(f.key), f.expr, f.typ)
		}
	case typemodel.Map:
		e.P("for k, x := range *v {")
		key := "string(k)"
		switch k := t.Key.Kind; {
		case k.IsSigned():
			e.P("key := strconv.FormatInt(int64(k), 10)")
			key = "key"
		case k.IsInteger():
			e.P("key := strconv.FormatUint(uint64(k), 10)")
			key = "key"
		default:
			if t.Key.Name.PkgPath == "" {
				key = "k"
			}
			e.P("if ", e.Ident("strings", "IndexByte"), "(", key, ", 0) >= 0 { return dst, fmt.Errorf(", strconv.Quote("the key %q holds a zero byte"), ", k) }")
		}
		e.appendElement(key, "x", t.Elem)
		e.P("}")
	default:
		e.P("for i := range *v {")
		e.appendElement("", "(*v)[i]", t.Elem)
		e.P("}")
	}
	e.End("return bsoncore.Append", doc, "End(dst, at)")
}

// filled returns the condition on which x is not empty, or "" if it never is.
func (e *emitter) filled(x string, t *typemodel.Type) string {
	switch k := t.Kind; k {
	case typemodel.Bool:
		return "bool(" + x + ")"
	case typemodel.String, typemodel.Slice, typemodel.Map, typemodel.Array:
		return "len(" + x + ") > 0"
	case typemodel.Pointer, typemodel.Interface:
		return x + " != nil"
	case typemodel.Time:
		return "!" + e.Convert(x, t, "time.Time") + ".IsZero()"
	case typemodel.Struct:
		return ""
	}
	return x + " != 0"
}

// appendElement prints the statements that append an element with value x, which
// is addressable: with a Go expression for its key, or with i for its place in an
// array.
func (e *emitter) appendElement(key, x string, t *typemodel.Type) {
	header := func(bsonType string) string {
		if key == "" {
			return "index0(dst, " + bsonType + ", i)"
		}
		return "bsoncore.AppendHeader(dst, " + bsonType + ", " + key + ")"
	}
	scalar := func(name, value string) {
		if key == "" {
			e.P("dst = bsoncore.Append", name, "(", header("bsoncore.Type"+bsonType(t)), ", ", value, ")")
			return
		}
		e.P("dst = bsoncore.Append", name, "Element(dst, ", key, ", ", value, ")")
	}
	null := func() { // in place of nothing
		e.P("if ", x, " == nil {")
		e.P("dst = ", header("bsoncore.TypeNull"))
		e.P("} else {")
	}
	switch k := t.Kind; {
	case k == typemodel.Pointer:
		null()
		e.appendElement(key, "(*"+x+")", t.Elem)
		e.P("}")
	case k == typemodel.Interface:
		e.P("{")
		e.P("kind, err := kindOf0(", x, ")")
		e.P("if err != nil { return dst, err }")
		e.P("dst = ", header("kind"))
		e.P("if dst, err = appendAny0(dst, ", x, "); err != nil { return dst, err }")
		e.P("}")
	case driver.IsBytes(t) && k == typemodel.Slice:
		null()
		scalar("Binary", "0, "+x)
		e.P("}")
	case driver.IsBytes(t):
		scalar("Binary", "0, "+x+"[:]")
	case k == typemodel.Slice || k == typemodel.Map:
		null()
		e.appendDocument(header, x, t)
		e.P("}")
	case k == typemodel.Array || k == typemodel.Struct:
		e.appendDocument(header, x, t)
	case k == typemodel.Time:
		scalar("Time", e.Convert(x, t, "time.Time"))
	case k == typemodel.Bool:
		scalar("Boolean", e.Convert(x, t, "bool"))
	case k == typemodel.String:
		scalar("String", e.Convert(x, t, "string"))
	case k.IsFloat():
		scalar("Double", e.Convert(x, t, "float64"))
	default:
		if k.Bits() == 64 && !k.IsSigned() {
			e.P("if uint64(", x, ") > ", e.Ident("math", "MaxInt64"), " { return dst, fmt.Errorf(", strconv.Quote("%d is beyond the range of int64"), ", ", x, ") }")
		}
		scalar(bsonType(t), e.Convert(x, t, strings.ToLower(bsonType(t))))
	}
}

func (e *emitter) appendDocument(header func(string) string, x string, t *typemodel.Type) {
	e.P("dst = ", header("bsoncore.Type"+bsonType(t)))
	e.P("if dst, err = ", e.document(t).append, "(dst, &", x, "); err != nil { return dst, err }")
}

func (e *emitter) emitRead(d document) {
	t := d.typ
	e.P("func ", d.read, "(doc []byte, v *", t, ") error {")
	e.P("rest, err := body0(doc)")
	e.P("if err != nil { return err }")
	switch t.Kind {
	case typemodel.Map:
		e.P("*v = make(", t, ", count0(rest))")
	case typemodel.Slice:
		e.P("*v = make(", t, ", 0, count0(rest))")
	case typemodel.Array:
		e.P("i := 0")
	}
	list := fields("v", t)
	key := "key"
	if isArray(t) {
		key = "_"
	}
	e.P("for len(rest) > 0 {")
	e.P("var kind bsoncore.Type")
	if key != "_" {
		e.P("var key []byte")
	}
	e.P("if kind, ", key, ", rest, err = element0(rest); err != nil { return err }")
	switch t.Kind {
	case typemodel.Struct:
		e.P("if kind == bsoncore.TypeNull { continue }")
		e.P("ok := false")
		e.P("switch string(key) {")
		for _, f := range list {
			e.P("case ", strconv.Quote(f.key), ":")
			e.readValue(f.expr, f.typ)
		}
		e.P("default:")
		e.P("_, rest, ok = bsoncore.ReadValue(rest, kind)")
		e.P("}")
		e.P("if !ok { return kindError0(key, kind) }")
	case typemodel.Map:
		k := "string(key)"
		switch kind := t.Key.Kind; {
		case kind.IsSigned():
			k = "k"
			e.P("k, err := strconv.ParseInt(string(key), 10, ", kind.Bits(), ")")
			e.P("if err != nil { return err }")
		case kind.IsInteger():
			k = "k"
			e.P("k, err := strconv.ParseUint(string(key), 10, ", kind.Bits(), ")")
			e.P("if err != nil { return err }")
		}
		e.P("var x ", t.Elem)
		e.P("if kind != bsoncore.TypeNull {")
		e.P("ok := false")
		e.readValue("x", t.Elem)
		e.P("if !ok { return kindError0(key, kind) }")
		e.P("}")
		e.P("(*v)[", e.ConvertTo(t.Key, k, "string"), "] = x")
	case typemodel.Slice:
		e.P("var x ", t.Elem)
		e.P("*v = append(*v, x)")
		e.P("if kind == bsoncore.TypeNull { continue }")
		e.P("ok := false")
		e.readValue("(*v)[len(*v)-1]", t.Elem)
		e.P("if !ok { return kindError0(nil, kind) }")
	case typemodel.Array:
		e.P("if i == len(v) { return fmt.Errorf(", strconv.Quote("more than %d elements"), ", len(v)) }")
		e.P("if kind != bsoncore.TypeNull {")
		e.P("ok := false")
		e.readValue("v[i]", t.Elem)
		e.P("if !ok { return kindError0(nil, kind) }")
		e.P("}")
		e.P("i++")
	}
	e.P("}")
	if t.Kind == typemodel.Array {
		e.P("if i < len(v) { return fmt.Errorf(", strconv.Quote("%d elements in place of %d"), ", i, len(v)) }")
	}
	e.End("return nil")
}

// readValue prints the statements that read a value into dst, which is
// addressable and zero, and set ok.
func (e *emitter) readValue(dst string, t *typemodel.Type) {
	read := func(variable, name string) {
		e.P("if ok = kind == bsoncore.Type", bsonType(t), "; ok { ", variable, ", rest, ok = bsoncore.Read", name, "(rest) }")
	}
	// A scalar is read as it is, or converted.
	scalar := func(typ, name string) {
		if t.String() == typ {
			read(dst, name)
			return
		}
		e.P("var y ", typ)
		read("y", name)
		e.P(dst, " = ", t, "(y)")
	}
	switch k := t.Kind; {
	case k == typemodel.Pointer:
		p := "p" + strconv.Itoa(e.depth)
		e.depth++
		e.P(p, " := new(", t.Elem, ")")
		e.readValue("(*"+p+")", t.Elem)
		e.P(dst, " = ", p)
		e.depth--
	case k == typemodel.Interface:
		e.P(dst, ", rest, ok = any0(kind, rest)")
	case driver.IsBytes(t):
		e.P("var body []byte")
		e.P("if ok = kind == bsoncore.TypeBinary; ok { _, body, rest, ok = bsoncore.ReadBinary(rest) }")
		if k == typemodel.Array {
			e.P("ok = ok && len(body) == len(", dst, ")")
			e.P("copy(", dst, "[:], body)")
		} else {
			e.P(dst, " = append(make([]byte, 0, len(body)), body...)")
		}
	case isArray(t):
		e.P("var body bsoncore.Array")
		read("body", "Array")
		e.readDocument(dst, t)
	case k == typemodel.Struct || k == typemodel.Map:
		e.P("var body bsoncore.Document")
		read("body", "Document")
		e.readDocument(dst, t)
	case k == typemodel.Time:
		e.P("var y ", e.Ident("time", "Time"))
		read("y", "Time")
		e.P(dst, " = ", e.ConvertTo(t, "y.UTC()", "time.Time"))
	case k == typemodel.Bool:
		scalar("bool", "Boolean")
	case k == typemodel.String:
		scalar("string", "String")
	case k.IsFloat():
		scalar("float64", "Double")
	case t.String() == "int64":
		e.P(dst, ", rest, ok = int0(kind, rest)")
	default:
		e.P("var y int64")
		e.P("y, rest, ok = int0(kind, rest)")
		e.P(dst, " = ", t, "(y)")
		switch {
		case !k.IsSigned():
			e.P("ok = ok && y >= 0 && uint64(", dst, ") == uint64(y)")
		case k != typemodel.Int64:
			e.P("ok = ok && int64(", dst, ") == y")
		}
	}
}

func (e *emitter) readDocument(dst string, t *typemodel.Type) {
	e.P("if ok { if err := ", e.document(t).read, "(body, &", dst, "); err != nil { return err } }")
}

// helpers are what every document needs. Their names are kept from the user's
// types by a number at their end.
const helpers = `// index0 appends the header of an element of an array.
func index0(dst []byte, t bsoncore.Type, i int) []byte {
	dst = bsoncore.AppendType(dst, t)
	return append(strconv.AppendInt(dst, int64(i), 10), 0)
}

// body0 returns the elements of a document.
func body0(doc []byte) ([]byte, error) {
	length, rest, ok := bsoncore.ReadLength(doc)
	if !ok || int(length) != len(doc) || len(rest) == 0 || rest[len(rest)-1] != 0 {
		return nil, fmt.Errorf("a document of %d bytes is broken", len(doc))
	}
	return rest[:len(rest)-1], nil
}

// element0 reads the type and the key of the element that src begins with.
func element0(src []byte) (kind bsoncore.Type, key, rest []byte, err error) {
	kind, rest, ok := bsoncore.ReadType(src)
	if ok {
		key, rest, ok = bsoncore.ReadKeyBytes(rest)
	}
	if !ok {
		return 0, nil, nil, fmt.Errorf("an element of a document is broken")
	}
	return kind, key, rest, nil
}

// count0 returns how many elements there are.
func count0(src []byte) (n int) {
	for ok := true; ok && len(src) > 0; n++ {
		_, src, ok = bsoncore.ReadElement(src)
	}
	return n
}

// int0 reads an integer of either width.
func int0(kind bsoncore.Type, src []byte) (x int64, rest []byte, ok bool) {
	switch kind {
	case bsoncore.TypeInt32:
		x, rest, ok := bsoncore.ReadInt32(src)
		return int64(x), rest, ok
	case bsoncore.TypeInt64:
		return bsoncore.ReadInt64(src)
	}
	return 0, src, false
}

// kindError0 says that a value does not fit its place.
func kindError0(key []byte, kind bsoncore.Type) error {
	return fmt.Errorf("the element %q, of type %v, does not fit its place", key, kind)
}`

// anyHelpers are what interfaces need.
const anyHelpers = `// kindOf0 returns the type of what an interface holds.
func kindOf0(v any) (bsoncore.Type, error) {
	switch v.(type) {
	case nil:
		return bsoncore.TypeNull, nil
	case bool:
		return bsoncore.TypeBoolean, nil
	case int32:
		return bsoncore.TypeInt32, nil
	case int64:
		return bsoncore.TypeInt64, nil
	case float64:
		return bsoncore.TypeDouble, nil
	case string:
		return bsoncore.TypeString, nil
	case time.Time:
		return bsoncore.TypeDateTime, nil
	case []byte:
		return bsoncore.TypeBinary, nil
	case []any:
		return bsoncore.TypeArray, nil
	case map[string]any:
		return bsoncore.TypeEmbeddedDocument, nil
	}
	return 0, fmt.Errorf("a %T in an interface would be read as another type", v)
}

// appendAny0 appends what an interface holds.
func appendAny0(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case bool:
		return bsoncore.AppendBoolean(dst, v), nil
	case int32:
		return bsoncore.AppendInt32(dst, v), nil
	case int64:
		return bsoncore.AppendInt64(dst, v), nil
	case float64:
		return bsoncore.AppendDouble(dst, v), nil
	case string:
		return bsoncore.AppendString(dst, v), nil
	case time.Time:
		return bsoncore.AppendTime(dst, v), nil
	case []byte:
		return bsoncore.AppendBinary(dst, 0, v), nil
	case []any:
		at, dst := bsoncore.AppendArrayStart(dst)
		for i, x := range v {
			kind, err := kindOf0(x)
			if err != nil {
				return dst, err
			}
			if dst, err = appendAny0(index0(dst, kind, i), x); err != nil {
				return dst, err
			}
		}
		return bsoncore.AppendArrayEnd(dst, at)
	case map[string]any:
		at, dst := bsoncore.AppendDocumentStart(dst)
		for k, x := range v {
			kind, err := kindOf0(x)
			if err != nil {
				return dst, err
			}
			if strings.IndexByte(k, 0) >= 0 {
				return dst, fmt.Errorf("the key %q holds a zero byte", k)
			}
			if dst, err = appendAny0(bsoncore.AppendHeader(dst, kind, k), x); err != nil {
				return dst, err
			}
		}
		return bsoncore.AppendDocumentEnd(dst, at)
	}
	return dst, nil // nil has no bytes
}

// any0 reads the value of an interface.
func any0(kind bsoncore.Type, src []byte) (v any, rest []byte, ok bool) {
	switch kind {
	case bsoncore.TypeNull:
		return nil, src, true
	case bsoncore.TypeBoolean:
		return bsoncore.ReadBoolean(src)
	case bsoncore.TypeInt32:
		return bsoncore.ReadInt32(src)
	case bsoncore.TypeInt64:
		return bsoncore.ReadInt64(src)
	case bsoncore.TypeDouble:
		return bsoncore.ReadDouble(src)
	case bsoncore.TypeString:
		return bsoncore.ReadString(src)
	case bsoncore.TypeDateTime:
		x, rest, ok := bsoncore.ReadTime(src)
		return x.UTC(), rest, ok
	case bsoncore.TypeBinary:
		_, x, rest, ok := bsoncore.ReadBinary(src)
		return append(make([]byte, 0, len(x)), x...), rest, ok
	case bsoncore.TypeArray:
		doc, rest, ok := bsoncore.ReadArray(src)
		if !ok {
			return nil, src, false
		}
		src, err := body0(doc)
		if err != nil {
			return nil, src, false
		}
		list := make([]any, 0, count0(src))
		for len(src) > 0 {
			var x any
			if kind, _, src, err = element0(src); err != nil {
				return nil, src, false
			}
			if x, src, ok = any0(kind, src); !ok {
				return nil, src, false
			}
			list = append(list, x)
		}
		return list, rest, true
	case bsoncore.TypeEmbeddedDocument:
		doc, rest, ok := bsoncore.ReadDocument(src)
		if !ok {
			return nil, src, false
		}
		src, err := body0(doc)
		if err != nil {
			return nil, src, false
		}
		m := make(map[string]any, count0(src))
		for len(src) > 0 {
			var key []byte
			var x any
			if kind, key, src, err = element0(src); err != nil {
				return nil, src, false
			}
			if x, src, ok = any0(kind, src); !ok {
				return nil, src, false
			}
			m[string(key)] = x
		}
		return m, rest, true
	}
	return nil, src, false
}`
