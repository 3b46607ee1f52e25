package json

import (
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// op is how a value is written or read.
type op uint8

const (
	opBool op = iota
	opInt
	opUint
	opFloat32
	opFloat64
	opString
	opTime
	opBytes     // base64
	opNumber    // json.Number
	opRaw       // json.RawMessage
	opByteArray // base64 of as many bytes as an array has, in encoding/json/v2
	opAny       // an interface without methods
	opScalars   // a slice of strings or numbers, by a routine of its own
	opPointer   // null or what it leads to
	opSlice
	opArray
	opMap
	opCarried // by what the user has stand in its place
	opChoice  // an interface whose types the user names
	opStruct
	opJSON // by the type's MarshalJSON or UnmarshalJSON
	opText // by the type's MarshalText or UnmarshalText
	opStd  // by encoding/json
)

// value is a type in one place of use, as encoding/json sees it there.
type value struct {
	typ *typemodel.Type

	// encode and decode are how: they differ for types with methods of one
	// direction.
	encode, decode op

	// addressable says that encoding/json finds methods of pointers to the
	// value when it writes.
	addressable bool

	elem    *value         // of a pointer, slice, array or map, or what stands in the value's place
	key     *value         // of a map
	choices []*value       // of opChoice
	carrier *carry.StandIn // of opCarried
	members []*member

	// name is that of the functions of a struct, slice, array or map; empty for
	// values that are written in place.
	name      string
	recursive bool
}

// member is a member of an object. Its path has the fields that code writes to reach it.
type member struct {
	*shape.Member
	value  *value
	quoted bool // the option "string"
}

// plan is what encoding/json does with some types: which members their objects
// have, whose methods are called, and what no code can be printed for.
type plan struct {
	pkg    string // the package that code is printed for
	values map[valueKey]*value
	order  []*value // those with functions, in the order in which they were met
	names  map[string]bool
	v2     bool // it is encoding/json/v2
	met    shape.Types
	chosen []string // what the user's word makes of types, and encoding/json would not
}

type valueKey struct {
	typ         *typemodel.Type
	addressable bool
	named       bool
}

func newPlan(pkg string) *plan {
	return &plan{pkg: pkg, values: map[valueKey]*value{}, names: map[string]bool{}}
}

// value returns the plan of t. A pointer leads to what has a name of methods
// even if its type has none.
func (p *plan) value(t *typemodel.Type, addressable, pointed bool) *value {
	t = p.met.First(t)
	addressable = addressable || p.v2 // which makes all values addressable
	key := valueKey{t, addressable || !byPointer(t, map[*typemodel.Type]bool{}), pointed && t.Name.IsZero()}
	if v, ok := p.values[key]; ok {
		return v
	}
	v := &value{typ: t, addressable: addressable}
	p.values[key] = v
	kind, std := p.kind(t)
	v.encode, v.decode = kind, kind
	if c := t.Calls; t.Kind != typemodel.Pointer && t.Kind != typemodel.Interface && kind != opTime && kind != opRaw {
		has := func(byValue, byPointer typemodel.Calls) bool {
			return c.Has(byValue) || addressable && c.Has(byPointer)
		}
		switch {
		case !p.v2 && has(typemodel.MarshalJSONToByValue, typemodel.MarshalJSONToByPointer):
			v.encode = opStd // since it depends on the version of Go whether it is called
		case has(typemodel.MarshalJSONByValue, typemodel.MarshalJSONByPointer):
			v.encode = opJSON
		case has(typemodel.MarshalTextByValue, typemodel.MarshalTextByPointer):
			v.encode = opText
		}
		switch {
		case t.Name.IsZero() && !pointed && !p.v2:
		case !p.v2 && c.Has(typemodel.UnmarshalJSONFromByPointer):
			v.decode = opStd
		case c.Has(typemodel.UnmarshalJSONByPointer):
			v.decode = opJSON
		case c.Has(typemodel.UnmarshalTextByPointer):
			v.decode = opText
		}
	}
	kind, std = p.choose(v, kind, std)
	if std || !v.own() {
		return v
	}
	switch kind {
	case opCarried:
		v.elem = p.value(v.carrier.As, true, true)
	case opChoice:
		for _, impl := range t.Impls {
			v.choices = append(v.choices, p.value(impl, true, true))
		}
	case opPointer:
		v.elem = p.value(t.Elem, true, true)
		if v.decode == opPointer && !p.v2 && !t.Name.IsZero() && v.elem.read() {
			v.decode = opStd
		}
	case opSlice:
		v.elem = p.value(t.Elem, true, false)
	case opArray:
		v.elem = p.value(t.Elem, addressable, false)
	case opMap:
		v.key = &value{typ: t.Key}
		v.elem = p.value(t.Elem, false, false)
	case opStruct:
		v.members = p.members(v)
		if v.members == nil && v.encode == opStd {
			return v
		}
	}
	if kind == opSlice && scalar(v.elem) {
		if v.decode == opSlice {
			v.decode = opScalars
		}
		if v.encode != opSlice || !p.v2 || v.elem.encode != opString {
			if v.encode == opSlice {
				v.encode = opScalars
			}
			return v
		}
	}
	if kind >= opSlice && kind <= opStruct {
		v.name = p.functionName(v, key)
		p.order = append(p.order, v)
	}
	return v
}

// scalar reports whether there is a routine for slices of v.
func scalar(v *value) bool {
	if v.encode != v.decode {
		return false
	}
	switch v.encode {
	case opInt, opUint:
		return true
	case opString, opFloat32, opFloat64:
		return v.typ.Name.IsZero()
	}
	return false
}

// read reports whether the value's methods read it, or code that stands for them. Whether
// encoding/json calls them behind a pointer type that has a name, and so no methods itself,
// depends on the version of Go.
func (v *value) read() bool {
	switch v.decode {
	case opJSON, opText, opTime, opRaw:
		return true
	}
	return v.decode == opStd
}

// readByMethod reports whether a method reads the value, or what it leads to.
func (v *value) readByMethod() bool {
	if v.decode == opPointer {
		v = v.elem
	}
	return v.decode >= opJSON
}

// own reports whether the value is written or read by the parts that it has.
func (v *value) own() bool { return v.encode <= opStruct || v.decode <= opStruct }

// byPointer reports whether writing t depends on whether it is addressable:
// methods of pointers are found only then.
func byPointer(t *typemodel.Type, seen map[*typemodel.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	c := t.Calls
	if c.Has(typemodel.MarshalJSONByPointer) != c.Has(typemodel.MarshalJSONByValue) || c.Has(typemodel.MarshalTextByPointer) != c.Has(typemodel.MarshalTextByValue) ||
		c.Has(typemodel.MarshalJSONToByPointer) != c.Has(typemodel.MarshalJSONToByValue) {
		return true
	}
	switch t.Kind {
	case typemodel.Array:
		return byPointer(t.Elem, seen)
	case typemodel.Struct:
		for i := range t.Fields {
			if byPointer(t.Fields[i].Type, seen) {
				return true
			}
		}
	}
	return false
}

// ops are how values are written and read whose form says it.
var ops = map[shape.Form]op{
	shape.Bool: opBool, shape.Int: opInt, shape.Uint: opUint, shape.Float32: opFloat32, shape.Float64: opFloat64,
	shape.String: opString, shape.Time: opTime,
}

// kind returns how values of t are written and read by kind alone, and whether
// that is encoding/json's affair as a whole.
func (p *plan) kind(t *typemodel.Type) (kind op, std bool) {
	if t.Name.PkgPath == "encoding/json" || t.Name.PkgPath == "encoding/json/jsontext" {
		switch t.Name.Name {
		case "Number":
			return opNumber, false
		case "RawMessage", "Value":
			return opRaw, false
		}
	}
	form := shape.FormOf(t)
	if kind, ok := ops[form]; ok {
		return kind, false
	}
	switch form {
	case shape.Pointer:
		if t.Elem.Kind != typemodel.Interface && !t.HoldsNothing() {
			return opPointer, false
		}
	case shape.Any, shape.Interface:
		if t.NumMethod == 0 {
			return opAny, false
		}
		if described(t) && p.spells(t) && !slices.ContainsFunc(t.Impls, func(impl *typemodel.Type) bool { return !p.spells(impl) }) {
			return opChoice, false
		}
	case shape.Bytes:
		if p.spells(t) {
			return opBytes, false
		}
	case shape.List:
		if p.spellsParts(t) && (t.Elem.Kind != typemodel.Uint8 || p.v2) {
			return opSlice, false
		}
	case shape.ByteArray, shape.Array:
		if p.v2 && form == shape.ByteArray {
			return opByteArray, false
		}
		if p.spellsParts(t) {
			return opArray, false
		}
	case shape.Map:
		if directed(t.Key) && t.Key.By.Methods&typemodel.TextMarshaler == 0 {
			p.choice(t.Key.String() + " goes as you say")
			break // keys go by their text
		}
		if p.spellsParts(t) && !shape.Locks(t.Elem) && (p.v2 && mapKeyV2(t.Key) || !p.v2 && mapKey(t.Key)) {
			return opMap, false
		}
	case shape.Struct:
		if p.spells(t) {
			return opStruct, false
		}
	}
	return opStd, true
}

// mapKey reports whether keys of type t are written and read here: strings and
// integers, and what both writes and reads itself as text.
func mapKey(t *typemodel.Type) bool {
	if t.Kind == typemodel.Pointer || t.Kind == typemodel.Interface || t.Calls.Has(typemodel.UnmarshalJSONByPointer) && t.Kind != typemodel.Time {
		return false
	}
	if t.Kind == typemodel.Time || t.Calls&(typemodel.MarshalJSONToByPointer|typemodel.UnmarshalJSONFromByPointer) != 0 {
		return false
	}
	if t.Kind == typemodel.String || t.Kind.IsInteger() && t.Calls&(typemodel.MarshalTextByPointer|typemodel.UnmarshalTextByPointer) == 0 {
		// Of strings that marshal themselves as text, versions of encoding/json
		// write different keys.
		return t.Calls&(typemodel.MarshalTextByPointer|typemodel.UnmarshalTextByPointer) == 0
	}
	return t.Calls.Has(typemodel.MarshalTextByValue | typemodel.UnmarshalTextByPointer)
}

// spells reports whether a parameter of type t can be declared in the package
// that the code is for.
func (p *plan) spells(t *typemodel.Type) bool { return shape.Spells(t, p.pkg) }

// spellsParts reports whether variables of t's parts can be declared besides: the
// name of a type hides what it is made of.
func (p *plan) spellsParts(t *typemodel.Type) bool {
	return p.spells(t) && p.spells(t.Elem) && p.spells(t.Key)
}

// functionName returns a name for the functions of v, after its type.
func (p *plan) functionName(v *value, key valueKey) string {
	name := codec.UpperFirst(codec.TypeName(v.typ))
	if !key.addressable {
		name += "Copy" // of which no pointer's methods are called
	}
	name = goprint.Numbered(name, func(name string) bool { return p.names[name] })
	p.names[name] = true
	return name
}

// members returns the members of the struct v, by the rules of embedding and
// dominance that encoding/json has. If a field cannot be reached by code of the
// package, v becomes encoding/json's.
func (p *plan) members(v *value) []*member {
	found, _, refused := shape.Rules{Read: p.read, Exactly: true}.Members(v.typ, p.replaced)
	left := len(refused) > 0
	list := []*member{}
	for _, f := range found {
		m := &member{Member: f}
		if left = left || !p.reaches(v.typ, m); left {
			break
		}
		m.value = p.value(m.Field().Type, v.addressable || len(m.Pointers()) > 0, false)
		if m.quoted = p.quotes(m); m.quoted && m.value.readByMethod() {
			// Whether the method is given the string or what is in it depends on the version of Go.
			std := *m.value
			std.decode = opStd
			m.value = &std
		}
		list = append(list, m)
	}
	if left {
		v.encode, v.decode = opStd, opStd
		return nil
	}
	return list
}

// read returns the member that a field is, or nil for none.
func (p *plan) read(_ *typemodel.Type, f *typemodel.Field) (m *shape.Member, refused typemodel.Diagnostic) {
	m = shape.Tagged(f, "json")
	switch t := f.Type.Indirect(); {
	case m == nil:
	case m.Tagged && !validName(m.Name):
		return nil, typemodel.Diagnostic{Text: "versions of encoding/json take other parts of the name"}
	case !p.v2 && m.Has("string") && f.Type.Kind == typemodel.Pointer && !f.Type.Name.IsZero():
		return nil, typemodel.Diagnostic{Text: "versions of encoding/json differ on the option string behind a pointer type with a name"}
	case !m.Tagged && f.Embedded && t.Kind == typemodel.Time && !p.replaced(t):
		return nil, typemodel.Diagnostic{} // it has no exported fields
	}
	return m, typemodel.Diagnostic{}
}

// quotes reports whether the option "string" puts the value of m in quotes.
func (p *plan) quotes(m *member) bool {
	t := m.Field().Type.Indirect()
	switch {
	case !m.Has("string") || t.As != nil || t.By.Methods != 0: // methods know nothing of it
		return false
	case p.v2:
		return stringsV2(t)
	}
	return t.Kind == typemodel.Bool || t.Kind.IsInteger() || t.Kind.IsFloat() || t.Kind == typemodel.String
}

// reaches reports whether code of the package can select the member's field in
// t, and shortens its path to what it has to write for that: fields that are
// another package's own are passed over where Go promotes what they have.
func (p *plan) reaches(t *typemodel.Type, m *member) bool {
	var path []*typemodel.Field
	for k, f := range m.Path {
		if token.IsExported(f.Name) || f.PkgPath == "" || f.PkgPath == p.pkg {
			path = append(path, f)
			continue
		}
		if k == len(m.Path)-1 || f.Type.Kind == typemodel.Pointer || !token.IsExported(m.Path[k+1].Name) || !t.Selects(m.Path[:k+2]) {
			return false
		}
	}
	m.Path = path
	return true
}

// validName reports whether encoding/json takes the name of a tag.
func validName(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return true
}

// left returns the paths of what only encoding/json can write and read in v.
func (v *value) left() []string {
	var list []string
	seen := map[*value]bool{}
	var visit func(v *value, path string)
	visit = func(v *value, path string) {
		if v == nil || seen[v] {
			return
		}
		if v.encode == opStd || v.decode == opStd {
			list = append(list, path)
			return // and not for each of its parts
		}
		seen[v] = !v.typ.Name.IsZero() || v.typ.Kind == typemodel.Struct // others hold no others without end
		elem := path
		switch {
		case v.carrier != nil || v.typ.Kind == typemodel.Pointer:
		case v.typ.Kind == typemodel.Map:
			elem += "[value]"
		default:
			elem += "[]"
		}
		visit(v.elem, elem)
		for _, choice := range v.choices {
			visit(choice, path+".("+choice.typ.String()+")")
		}
		for _, m := range v.members {
			visit(m.value, typemodel.FieldPath(path, m.Field().Name))
		}
	}
	visit(v, "")
	return list
}

// markRecursive finds the values that lead back to themselves.
func (p *plan) markRecursive() {
	circles := shape.Circles(p.order, (*value).inner)
	for _, v := range p.order {
		v.recursive = circles[v]
	}
}

// inner returns the values that v has parts of.
func (v *value) inner() []*value {
	list := slices.Clone(v.choices)
	if v.elem != nil {
		list = append(list, v.elem)
	}
	for _, m := range v.members {
		list = append(list, m.value)
	}
	return list
}
