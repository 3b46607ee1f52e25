package carry

import (
	"regexp"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// StandIn is another type that stands in a type's place on the wire.
type StandIn struct {
	Type *typemodel.Type // what is carried
	As   *typemodel.Type // what stands in its place

	// How says in a few words what carries the type, for comments and reports,
	// such as "its MarshalBinary" or "orders.ToText".
	How string

	// Methods is the encoding interface that carries the type, one bit, and zero
	// when it is a conversion.
	Methods typemodel.Methods

	// Method is the method of the type that is called, or nothing.
	Method string

	to   made     // of @v
	from setting  // of @v
	key  *StandIn // as the key of a map, where that is another
}

// EmitTo prints, under the given name,
//
//	func name(v *T) (As, error)
//
// which leaves *v as it is. The result may share memory with *v.
func (c *StandIn) EmitTo(f *goprint.File, name string) {
	f.P("func ", name, "(", f.Local("v"), " *", c.Type, ") (", c.As, ", error) {")
	f.P(c.source(f, c.to.body()))
	f.P("}")
}

// EmitFrom prints, under the given name,
//
//	func name(v *T, x As) error
//
// which sets *v, whatever it held before. What *v holds then does not share
// memory with x.
func (c *StandIn) EmitFrom(f *goprint.File, name string) {
	f.P("func ", name, "(", f.Local("v"), " *", c.Type, ", ", f.Local("x"), " ", c.As, ") error {")
	f.P(c.source(f, c.from("@x")))
	f.P("}")
}

// Refuses reports whether some values may have no encoding, in whatever format: a func of the
// user's returns an error, or the zero value stands for none. What methods refuse is theirs.
func (c *StandIn) Refuses() bool { return c.Methods == 0 && c.to.fails }

// Key returns the carrier of the same type as the key of a map: bytes, which
// cannot be keys, become a string of them.
func (c *StandIn) Key() *StandIn {
	if c.key != nil {
		return c.key
	}
	if !c.As.IsBytes() {
		return c
	}
	k := *c
	k.As = stringType
	k.to = c.to.wrapped("string")
	k.from = func(x string) string { return c.from("[]byte(" + x + ")") }
	return &k
}

// made is an expression of what stands in a type's place, in the notation of source: of
// its value, or, if it fails, of its value and an error. Where an expression does not do,
// it is a body.
type made struct {
	expr  string
	fails bool
	wrap  string // a func that is called with the value
	whole bool   // expr is a body
}

// setting returns the body that sets @v to what stands in its place, an expression.
type setting func(x string) string

// wrapped returns the value of m, which is an expression, as fn has it.
func (m made) wrapped(fn string) made {
	m.wrap = fn
	return m
}

// body returns the statements that return the value and an error.
func (m made) body() string {
	switch {
	case m.whole:
		return m.expr
	case m.wrap == "" && m.fails:
		return "return " + m.expr
	case m.wrap == "":
		return "return " + m.expr + ", nil"
	case m.fails:
		return "@b, @err := " + m.expr + "\nreturn " + m.wrap + "(@b), @err"
	}
	return "return " + m.wrap + "(" + m.expr + "), nil"
}

// source returns a body as source of f. In bodies, @T is the type and @A what
// stands for it; @v, @x, @b and @err are variables, the first two of them the parameters;
// and @{import/path.Name} is an identifier of another package.
func (c *StandIn) source(f *goprint.File, body string) string {
	return notation.ReplaceAllStringFunc(body, func(s string) string {
		switch s = s[1:]; s {
		case "T":
			return f.Type(c.Type)
		case "A":
			return f.Type(c.As)
		case "v", "x", "b", "err":
			return f.Local(s)
		}
		s = s[1 : len(s)-1]
		dot := strings.LastIndexByte(s, '.')
		return f.Ident(s[:dot], s[dot+1:])
	})
}

// notation is what bodies have: text that this package makes of the names of funcs and methods, and
// no emitted code.
var notation = regexp.MustCompile(`@(?:(?:T|A|v|x|b|err)\b|\{[^}]+\})`)

// ProtoPackage is the package that encodes protobuf messages, and ProtoModule its
// module: the one case in which a type's methods are not all of its codec.
const (
	ProtoModule  = "google.golang.org/protobuf"
	ProtoPackage = ProtoModule + "/proto"
)

// byMethods returns the carrier of t by one of its encoding interfaces, whose bytes it
// appends where it does not return them.
func byMethods(t *typemodel.Type, m typemodel.Methods, appends, text bool) *StandIn {
	c := &StandIn{Type: t, As: bytesType, Methods: m}
	pair := func(marshal, unmarshal string) {
		c.How, c.Method = "its "+marshal, marshal
		// Some merge what they read into what is there, as gogo's do, or leave a field
		// alone that the text does not have.
		c.to = made{expr: "@v." + marshal + "()", fails: true}
		c.from = func(x string) string { return "*@v = *new(@T)\nreturn @v." + unmarshal + "(" + x + ")" }
	}
	switch m {
	case typemodel.BinaryMarshaler:
		pair("MarshalBinary", "UnmarshalBinary")
	case typemodel.GobEncoder:
		pair("GobEncode", "GobDecode")
	case typemodel.VTMessage:
		pair("MarshalVT", "UnmarshalVT")
	case typemodel.GogoMessage:
		pair("Marshal", "Unmarshal")
	case typemodel.TextMarshaler:
		pair("MarshalText", "UnmarshalText")
	case typemodel.JSONMarshaler:
		pair("MarshalJSON", "UnmarshalJSON")
	case typemodel.MsgpMarshaler:
		pair("MarshalMsg", "UnmarshalMsg")
		c.to.expr = "@v.MarshalMsg(nil)"
		c.from = func(x string) string { return "*@v = *new(@T)\n_, @err := @v.UnmarshalMsg(" + x + ")\nreturn @err" }
	case typemodel.ProtoMessage:
		c.How, c.Method = "proto.Marshal", "ProtoReflect"
		c.to = made{expr: "@{" + ProtoPackage + ".Marshal}(@v)", fails: true}
		c.from = func(x string) string { return "return @{" + ProtoPackage + ".Unmarshal}(" + x + ", @v)" }
	default:
		return nil
	}
	if appends {
		c.Method = "Append" + strings.TrimPrefix(c.Method, "Marshal")
		c.How, c.to.expr = "its "+c.Method, "@v."+c.Method+"(nil)"
	}
	if text && (m == typemodel.TextMarshaler || m == typemodel.JSONMarshaler) {
		return c.Key()
	}
	if text {
		return c.base64()
	}
	return c
}

// base64 returns the carrier in text that may not hold all bytes.
func (c *StandIn) base64() *StandIn {
	k := *c
	k.As = stringType
	k.How += " in base64"
	k.to = c.to.wrapped("(@{encoding/base64.StdEncoding}).EncodeToString")
	k.from = func(x string) string {
		return "if @b, @err := (@{encoding/base64.StdEncoding}).DecodeString(" + x + "); @err != nil {\nreturn @err\n} else {\n" + c.from("@b") + "\n}"
	}
	return &k
}

// Maker returns a carrier by which values of t are made out of those of another
// type: by the functions that the user names, or that of a generic type, which has
// no other way to be made from outside. It is nil for others.
func Maker(t *typemodel.Type) *StandIn {
	if t.As != nil {
		return byConversion(t)
	}
	if c := shipped(t, false); c != nil && len(t.Name.Args) > 0 {
		return c.Key()
	}
	return nil
}

// byConversion returns the carrier of t by the functions that the user names.
func byConversion(t *typemodel.Type) *StandIn {
	as := t.As
	name := func(f typemodel.FuncRef) string {
		if f.PkgPath == "" {
			return f.Name
		}
		return "@{" + f.PkgPath + "." + f.Name + "}"
	}
	c := &StandIn{Type: t, As: as.Type, How: as.To.PkgName + "." + as.To.Name}
	arg := "*@v"
	if as.To.Pointer {
		arg = "@v"
	}
	c.to = made{expr: name(as.To) + "(" + arg + ")", fails: as.To.Fails}
	from := name(as.From)
	c.from = func(x string) string {
		switch {
		case as.From.Pointer && as.From.Fails:
			return "return " + from + "(@v, " + x + ")"
		case as.From.Pointer:
			return from + "(@v, " + x + ")\nreturn nil"
		case as.From.Fails:
			return "@b, @err := " + from + "(" + x + ")\nif @err != nil {\nreturn @err\n}\n*@v = @b\nreturn nil"
		}
		return "*@v = " + from + "(" + x + ")\nreturn nil"
	}
	return c
}

var (
	bytesType  = &typemodel.Type{Kind: typemodel.Slice, Elem: &typemodel.Type{Kind: typemodel.Uint8}}
	stringType = &typemodel.Type{Kind: typemodel.String}
	timeType   = &typemodel.Type{Kind: typemodel.Time, Name: typemodel.Name{PkgPath: "time", PkgName: "time", Name: "Time"}}
)
