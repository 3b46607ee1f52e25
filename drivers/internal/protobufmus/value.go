package protobufmus

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	schema "github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

// The wire types of Protocol Buffers.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireLen     = 2
	wireFixed32 = 5
)

// scalar is how a bool, number or string is written.
type scalar struct {
	ser   string // the serializer
	typ   string // the Go type that it takes
	wire  int
	fixed int // size in bytes; 0 when it varies
}

func (e *emitter) scalar(t *typemodel.Type) scalar {
	unsafe := e.variant.Has(driver.Unsafe)
	numbers := mus + "/raw"
	if unsafe {
		numbers = mus + "/unsafe"
	}
	of := func(pkg, typ string, wire, fixed int) scalar {
		return scalar{e.Ident(pkg, strings.ToUpper(typ[:1])+typ[1:]), typ, wire, fixed}
	}
	bits := 64
	if t.Kind.Bits() <= 32 {
		bits = 32
	}
	number := strconv.Itoa(bits)
	switch k := t.Kind; {
	case k == typemodel.String && unsafe:
		return scalar{e.Ident(ext, "StringUnsafe"), "string", wireLen, 0}
	case k == typemodel.String:
		return scalar{e.Ident(ext, "String"), "string", wireLen, 0}
	case k == typemodel.Bool && unsafe:
		return of(numbers, "bool", wireVarint, 1)
	case k == typemodel.Bool:
		return of(mus+"/ord", "bool", wireVarint, 1)
	case k == typemodel.Uint8, e.plain[t] && !k.IsSigned():
		return of(mus+"/varint", "uint"+number, wireVarint, 0)
	case e.plain[t]:
		return scalar{e.Ident(mus+"/varint", "PositiveInt"+number), "int" + number, wireVarint, 0}
	case k.IsFloat():
		number = "float" + number
	case k.IsSigned():
		number = "int" + number
	default:
		number = "uint" + number
	}
	if e.variant.Has(driver.Varint) && !t.Kind.IsFloat() {
		return of(mus+"/varint", number, wireVarint, 0)
	}
	if bits == 32 {
		return of(numbers, number, wireFixed32, 4)
	}
	return of(numbers, number, wireFixed64, 8)
}

// arg returns x of type t as the serializer takes it.
func (s scalar) arg(x string, t *typemodel.Type) string {
	if t.Name.PkgPath == "" && t.Kind.String() == s.typ {
		return x
	}
	return s.typ + "(" + x + ")"
}

func (e *emitter) wireType(f field) int {
	t := f.Type
	if t.Kind == typemodel.Pointer && schema.Direct(t.Elem) {
		t = t.Elem
	}
	if schema.Packed(t) {
		return e.scalar(t).wire
	}
	return wireLen
}

// sizeValue returns the size of the value x, which is addressable, without a
// tag.
func (e *emitter) sizeValue(x string, t *typemodel.Type) string {
	switch {
	case schema.Bytes(t):
		return "lenSize0(len(" + x + "))"
	case t.Kind == typemodel.Time:
		return e.Ident(ext, "TimestampProtobuf") + ".Size(stamp0(" + e.messages.Time(x, t) + "))"
	case schema.Direct(t):
		s := e.scalar(t)
		if s.fixed > 0 {
			return strconv.Itoa(s.fixed)
		}
		return s.ser + ".Size(" + s.arg(x, t) + ")"
	}
	m, pointer := e.messages.Element(t)
	if !pointer {
		x = "&" + x
	}
	return "lenSize0(" + m.Func("size") + "(" + x + "))"
}

// marshalValue prints the statements that write the value x without a tag.
func (e *emitter) marshalValue(x string, t *typemodel.Type) {
	length := e.Ident(ext, "LenSer") + ".Marshal"
	switch {
	case t.IsByteArray():
		if t.Elem.Name.PkgPath == "" {
			x += "[:]"
			break
		}
		fallthrough
	case t.IsBytes() && t.Elem.Name.PkgPath != "":
		e.P("n += ", length, "(len(", x, "), bs[n:])")
		e.P("for _, b := range ", x, " { bs[n] = byte(b); n++ }")
		return
	case t.IsBytes():
	case t.Kind == typemodel.Time:
		e.P("n += ", e.Ident(ext, "TimestampProtobuf"), ".Marshal(stamp0(", e.messages.Time(x, t), "), bs[n:])")
		return
	case schema.Direct(t):
		s := e.scalar(t)
		e.P("n += ", s.ser, ".Marshal(", s.arg(x, t), ", bs[n:])")
		return
	default:
		m, pointer := e.messages.Element(t)
		if !pointer {
			x = "&" + x
		}
		e.P("n += ", length, "(", m.Func("size"), "(", x, "), bs[n:])")
		e.P("n += ", m.Func("marshal"), "(", x, ", bs[n:])")
		return
	}
	e.P("n += ", length, "(len(", x, "), bs[n:])")
	e.P("n += copy(bs[n:], ", x, ")")
}

// unmarshalValue prints the statements that read a value into dst, which is
// addressable, and set used and err.
func (e *emitter) unmarshalValue(dst string, t *typemodel.Type) {
	switch {
	case schema.Bytes(t):
		e.body()
		plain := "append(make([]byte, 0, len(body)), body...)"
		if e.variant.Has(driver.Unsafe) {
			plain = "body[:len(body):len(body)]"
		}
		e.messages.Assign(dst, t, plain, e.Ident(mus, "ErrTooSmallByteSlice"))
	case t.Kind == typemodel.Time:
		e.P("var at ", e.Ident(ext, "Timestamp"))
		e.P("at, used, err = ", e.Ident(ext, "TimestampProtobuf"), ".Unmarshal(bs[n:])")
		e.P(dst, " = ", e.ConvertTo(t, "time0(at)", "time.Time"))
	case schema.Direct(t):
		s := e.scalar(t)
		if s.arg("", t) == "" { // of one type
			e.P(dst, ", used, err = ", s.ser, ".Unmarshal(bs[n:])")
			return
		}
		e.P("var x ", s.typ)
		e.P("x, used, err = ", s.ser, ".Unmarshal(bs[n:])")
		e.P(dst, " = ", t, "(x)")
		e.checkRange(dst, "x", t, s)
	default:
		m, pointer := e.messages.Element(t)
		if pointer {
			e.P(dst, " = new(", t.Elem, ")")
		} else {
			dst = "&" + dst
		}
		e.body()
		e.P("err = ", m.Func("unmarshal"), "(body, ", dst, ")")
	}
}

// body prints the reading of what stands after a length.
func (e *emitter) body() {
	e.P("var body []byte")
	e.P("body, used, err = body0(bs[n:])")
	e.P("if err != nil { return err }")
}

// checkRange prints the check that a narrow integer holds what its wider form
// held.
func (e *emitter) checkRange(dst, x string, t *typemodel.Type, s scalar) {
	if t.Kind.IsInteger() && t.Kind.Bits() < 32 {
		e.P("if ", s.typ, "(", dst, ") != ", x, " { return ", e.Ident("errors", "New"), fmt.Sprintf("(%q)", "a number is out of the range of its field"), " }")
	}
}
