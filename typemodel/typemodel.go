package typemodel

import (
	"go/token"
	"reflect"
	"strconv"
	"strings"
)

// Kind is the shape of a type after its name is taken away.
type Kind uint8

// The kinds. Each is the Go kind of the same name; Time is time.Time.
const (
	Invalid Kind = iota
	Bool
	Int
	Int8
	Int16
	Int32
	Int64
	Uint
	Uint8
	Uint16
	Uint32
	Uint64
	Uintptr
	Float32
	Float64
	Complex64
	Complex128
	String
	Array
	Slice
	Map
	Pointer
	Struct
	Interface
	Time
	Chan
	Func
	UnsafePointer
)

var kindNames = [...]string{
	"invalid", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
	"uintptr", "float32", "float64", "complex64", "complex128", "string", "array", "slice", "map", "pointer",
	"struct", "interface", "time.Time", "chan", "func", "unsafe.Pointer",
}

// String returns the name of the kind as Go source spells it.
func (k Kind) String() string { return kindNames[k] }

// IsInteger reports whether k is one of the signed or unsigned integer kinds.
func (k Kind) IsInteger() bool { return k >= Int && k <= Uintptr }

// IsSigned reports whether k is one of the signed integer kinds.
func (k Kind) IsSigned() bool { return k >= Int && k <= Int64 }

// IsFloat reports whether k is float32 or float64.
func (k Kind) IsFloat() bool { return k == Float32 || k == Float64 }

// IsPrimitive reports whether k is a bool, number or string.
func (k Kind) IsPrimitive() bool { return k >= Bool && k <= String }

// Bits returns the width of a fixed-size number or bool in bits (int, uint and
// uintptr count as 64), and 0 for every other kind.
func (k Kind) Bits() int {
	switch k {
	case Bool, Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32, Float32:
		return 32
	case Int, Uint, Uintptr, Int64, Uint64, Float64, Complex64:
		return 64
	case Complex128:
		return 128
	}
	return 0
}

// Type is one Go type. The zero Name marks an unnamed type; the predeclared
// types other than error count as unnamed, since their kind says it all.
type Type struct {
	Kind Kind
	Name Name

	// Alias is the name by which the source asked for a type that has none of its
	// own: Lines of "type Lines = []string". Only a root has one.
	Alias Name

	// Endless marks an instance of a generic type that leads to ever larger
	// instances of it, such as "type G[T any] struct{ Next *G[[]T] }". It is
	// Invalid, and has no parts.
	Endless bool

	Elem *Type // Array, Slice, Map, Pointer
	Key  *Type // Map
	Len  int   // Array

	// Fields of a Struct in declaration order, unexported and embedded ones
	// included.
	Fields []Field

	// Hides are the names of fields, in unexported structs which a Struct embeds, by which a selector
	// finds a method in their place. Models taken by reflection know of none.
	Hides []string

	// NumMethod is how many methods an Interface asks for; 0 is any.
	NumMethod int

	// Impls are the concrete types that an Interface may hold, as told by an
	// "//assay:impl T1 T2" directive on the interface type or the field, or as
	// found in the data. Empty means unknown.
	Impls []*Type

	// Known are the types of the interface's own package that implement it, where no
	// Impls are told, some at most: values may hold them, and no codec relies on it.
	Known []*Type

	// Sealed says of Impls that nobody has told them: they are the types of the
	// interface's package, which alone have its unexported methods.
	Sealed bool

	// Union marks a Struct all of whose fields are pointers of which exactly
	// one is set: a sum type, told by the directive "//assay:union".
	Union bool

	// Reserved are the numbers that no field of a Struct may have, in formats whose
	// fields have numbers: told by the directive "//assay:reserved 3,7".
	Reserved []int

	// Methods are the encoding interfaces that the type (or a pointer to it)
	// implements. Promoted are those of them whose methods it has from a field
	// that it embeds: they encode that field, and not the whole.
	Methods, Promoted Methods

	// Lone are the type's own encoding methods whose counterpart is missing, such as
	// "MarshalJSON" of a type without UnmarshalJSON.
	Lone []string

	// Calls are the methods that encoding/json calls, each by who has it.
	Calls Calls

	// Locker says that the type is a struct that go vet takes for a lock, whose
	// values must not be copied. What such a struct is a part of is not marked.
	Locker bool

	// As is the conversion that the user named for the type, by the directive
	// "//assay:as To From" or on the command line; nil without.
	As *Conversion

	// By is what carries the type by the user's word, told as As is.
	By By

	// Pos is where the type is declared; invalid for unnamed types and for
	// models taken by reflection.
	Pos token.Position
}

// Name is the name of a named type.
type Name struct {
	PkgPath string // import path; empty for predeclared types
	PkgName string // the package's own name
	Name    string // without package; without type arguments
	Args    []*Type
}

// C is the name of every type that cgo makes of one of C's. What it is, only the compiler of
// its package sees, so that such a type is Invalid.
var C = Name{PkgPath: "C", PkgName: "C", Name: "…"}

// IsC reports whether the type is one of C's: see [C].
func (n Name) IsC() bool { return n.PkgPath == C.PkgPath }

// IsZero reports whether the type has no name of its own.
func (n Name) IsZero() bool { return n.Name == "" }

// String returns the name qualified by its package's name, with its type
// arguments.
func (n Name) String() string {
	var b strings.Builder
	if n.PkgName != "" {
		b.WriteString(n.PkgName + ".")
	}
	b.WriteString(n.Name)
	for i, a := range n.Args {
		b.WriteString([]string{"[", ","}[min(i, 1)] + a.String())
		if i == len(n.Args)-1 {
			b.WriteByte(']')
		}
	}
	return b.String()
}

// Quoted is how [Field.Written] has a package: in front of a point and a name, or, without a
// name of its own, where a literal has names that only it may use.
func Quoted(pkgPath, pkgName string) string { return "‹" + pkgPath + " " + pkgName + "›" }

// Importable reports whether the go command lets the package with the import path from
// import the one with the other path: what is internal is for what stands beside it, and
// what the standard library vendors for that alone. An empty from may import all.
func Importable(pkgPath, from string) bool {
	at := strings.LastIndex("/"+pkgPath+"/", "/internal/")
	if from == "" || at < 0 {
		return from == "" || !strings.HasPrefix(pkgPath, "vendor/")
	}
	above := strings.TrimSuffix(pkgPath[:at], "/")
	return above != "" && (from == above || strings.HasPrefix(from, above+"/"))
}

// standard are the folders of the standard library, as far as Go programs can import from
// them.
const standard = " archive arena bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt " +
	"go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime simd slices sort strconv " +
	"strings structs sync syscall testing text time unicode unique unsafe vendor weak "

// InStandardLibrary reports whether a package of that path is of the standard library. That
// its path has no dot does not say so: a module may have such a path too.
func InStandardLibrary(pkgPath string) bool {
	folder, _, _ := strings.Cut(pkgPath, "/")
	return folder != "" && strings.Contains(standard, " "+folder+" ")
}

// Field is one field of a struct.
type Field struct {
	Name     string
	Type     *Type
	Tag      reflect.StructTag
	Embedded bool
	PkgPath  string // of the package that an unexported name belongs to; empty for exported ones
	Pos      token.Position

	// Written is the field's declaration as the source has it, tag aside and aliases as they
	// are called, for code that repeats it: goprint.File.Written. It is empty where a part
	// is unknown, and in models taken by reflection.
	Written string

	// Omit says that the field is left out of the value explicitly, as
	// [LeftOut] has it. It counts as neither exported nor embedded.
	Omit bool

	// Reached says that the field's name is not exported, and that those who
	// carry the value reach it all the same, as [Reveal] has it.
	Reached bool
}

// Exported reports whether the field is one that those who carry the value
// reach and carry: its name is exported, or reached from where they stand, and it
// is not left out.
func (f *Field) Exported() bool { return (token.IsExported(f.Name) || f.Reached) && !f.Omit }

// Conversion is a pair of functions by which values of one type travel as
// those of another.
type Conversion struct {
	Type     *Type // what stands in the type's place
	To, From FuncRef
}

// By is what carries a type by the user's word: its fields, or one of its own
// encoding methods. The zero By leaves that to who carries it.
type By struct {
	Fields  bool
	Methods Methods // those that may be called
}

// FuncRef names a function of a package, for a [Conversion] between a type T and what
// stands for it.
type FuncRef struct {
	PkgPath, PkgName, Name string

	Pointer bool // it takes a *T in the place of a T; as From, it fills that in
	Fails   bool // its last result is an error
}

// Methods is a set of encoding interfaces.
type Methods uint32

// The encoding interfaces. Each is set when both directions are implemented by
// the type or by a pointer to it.
const (
	BinaryMarshaler   Methods = 1 << iota // encoding.BinaryMarshaler and BinaryUnmarshaler
	TextMarshaler                         // encoding.TextMarshaler and TextUnmarshaler
	JSONMarshaler                         // json.Marshaler and json.Unmarshaler
	XMLMarshaler                          // xml.Marshaler and xml.Unmarshaler
	GobEncoder                            // gob.GobEncoder and gob.GobDecoder
	BinaryAppender                        // encoding.BinaryAppender and BinaryUnmarshaler
	TextAppender                          // encoding.TextAppender and TextUnmarshaler
	JSONMarshalerTo                       // MarshalJSONTo and UnmarshalJSONFrom of encoding/json/v2
	ProtoMessage                          // proto.Message of google.golang.org/protobuf: ProtoReflect
	VTMessage                             // MarshalVT and UnmarshalVT of vtprotobuf
	GogoMessage                           // Marshal, Unmarshal and Size of gogo/protobuf's generated messages
	MsgpMarshaler                         // MarshalMsg and UnmarshalMsg of tinylib/msgp
	EasyJSONMarshaler                     // MarshalEasyJSON and UnmarshalEasyJSON of mailru/easyjson
	VTBuffer                              // SizeVT and MarshalToSizedBufferVT of vtprotobuf
	VTReset                               // ResetVT of vtprotobuf's pools, beside UnmarshalVT
	GogoBuffer                            // Size and MarshalToSizedBuffer of gogo/protobuf
	CBORMarshaler                         // MarshalCBOR and UnmarshalCBOR of fxamacker/cbor
	MsgpackMarshaler                      // MarshalMsgpack and UnmarshalMsgpack of vmihailenco/msgpack
	MsgpackEncoder                        // EncodeMsgpack and DecodeMsgpack of vmihailenco/msgpack, with its streams
	GogoWriter                            // Size, MarshalTo and Unmarshal of gogo/protobuf's custom types
	MsgpExtension                         // msgp.Extension of tinylib/msgp: ExtensionType, Len, MarshalBinaryTo and UnmarshalBinary
)

// Standard are the encoding interfaces that serializers in general call in the
// place of walking a type.
const Standard = BinaryMarshaler | TextMarshaler | JSONMarshaler | XMLMarshaler | GobEncoder | BinaryAppender | TextAppender | JSONMarshalerTo

// Own returns the methods that encode a whole t: those which are not promoted
// from a part of it, unless the part is all that there is, whose methods encode all of that,
// and no pointer: of one that is nil there is nothing to call.
func (t *Type) Own() Methods {
	if t.Kind != Struct {
		return t.Methods
	}
	own := t.Methods &^ t.Promoted
	if len(t.Fields) == 1 && t.Fields[0].Type.Kind != Pointer {
		own |= t.Promoted & t.Fields[0].Type.Own()
	}
	return own
}

// Has reports whether all of m are in the set.
func (s Methods) Has(m Methods) bool { return s&m == m }

// IsBytes reports whether t is []byte or a named form of it.
func (t *Type) IsBytes() bool { return t.Kind == Slice && t.Elem.Kind == Uint8 }

// IsByteArray reports whether t is an array of bytes or a named form of it.
func (t *Type) IsByteArray() bool { return t.Kind == Array && t.Elem.Kind == Uint8 }

// String returns the type as Go source would spell it, packages by name.
func (t *Type) String() string {
	if !t.Name.IsZero() {
		return t.Name.String()
	}
	switch t.Kind {
	case Slice:
		return "[]" + t.Elem.String()
	case Array:
		return "[" + strconv.Itoa(t.Len) + "]" + t.Elem.String()
	case Map:
		return "map[" + t.Key.String() + "]" + t.Elem.String()
	case Pointer:
		return "*" + t.Elem.String()
	case Struct:
		if len(t.Fields) == 0 {
			return "struct{}"
		}
		return "struct{…}"
	case Interface:
		if t.NumMethod > 0 {
			return "interface{…}"
		}
		return "any"
	}
	return t.Kind.String()
}

// Severity is how much a diagnostic weighs.
type Severity uint8

// The severities.
const (
	Refused Severity = iota // there is no code, since a part of the type cannot be carried
	Dropped                 // there is code, which leaves a part of the type out
	Changed                 // what stands there comes back as something else
	Note                    // what people should know, and nothing is lost
)

// Diagnostic is what is to be said of a part of a type. It is data, not an error: all
// diagnostics of a type are collected before anything fails.
type Diagnostic struct {
	Path     string   // field path from the root type, such as "Body.Transactions[].Sigs"; empty for the type itself
	Severity Severity // without one, the diagnostic is a refusal
	Text     string   // what is so, without its point, such as "nil slices come back empty"
	Fix      string   // what the user may do about it; may be empty

	// Also are the other paths at which the part stands, and Remedies what may be done
	// beside Fix: [Advise] makes the one, and makes the other a part of Fix.
	Also     []string
	Remedies Remedies

	// Flags are the remedies that are options of assay gen, such as "--omit=Cache", for
	// programs: [Advise] makes them, with the words of Fix. What is to be filled in is
	// in capital letters.
	Flags []string
}

// String returns the diagnostic on one line.
func (r Diagnostic) String() string {
	s := r.Text
	if r.Path != "" {
		s = strings.Join(Few(append([]string{r.Path}, r.Also...)), ", ") + ": " + s
	}
	fix := r.Remedies.words()
	if r.Fix != "" {
		fix = append([]string{r.Fix}, fix...)
	}
	if len(fix) > 0 {
		s += " (" + strings.Join(fix, ", or ") + ")"
	}
	return s
}

// JoinRefusals returns the refusals on one line.
func JoinRefusals(list []Diagnostic) string {
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i] = r.String()
	}
	return strings.Join(parts, "; ")
}

// Walk calls visit for t and every type reachable from it, at each place where
// it is mentioned; the parts of a named type are visited where it is met first,
// so that a walk ends and is short however the types are entangled. The path is
// written as in [Diagnostic]: fields by name, "[]" for the elements of slices and
// arrays, "[key]" and "[value]" for those of maps; pointers add nothing. visit
// returns false to stay out of the type's parts this time.
func Walk(t *Type, visit func(path string, t *Type) bool) {
	walk(t, "", map[*Type]bool{}, visit)
}

func walk(t *Type, path string, entered map[*Type]bool, visit func(string, *Type) bool) {
	if !visit(path, t) || entered[t] {
		return
	}
	entered[t] = true
	if t.Name.IsZero() {
		defer delete(entered, t)
	}
	for part := range t.Parts {
		walk(part.Type, part.At(path), entered, visit)
	}
}

// Indirect returns what t leads to as a pointer without a name, or else t.
func (t *Type) Indirect() *Type {
	if t.Kind == Pointer && t.Name.IsZero() {
		return t.Elem
	}
	return t
}

// FieldPath returns the path of a field of what stands at path, as in [Diagnostic].
func FieldPath(path, field string) string { return strings.TrimPrefix(path+"."+field, ".") }

// Part is what a type is made of: an element or key, what a pointer leads to, a field, or a type
// that an interface may hold.
type Part struct {
	Type  *Type
	Path  string // what it adds to the path of the whole, as in [Diagnostic]
	Field *Field // of a struct; nil for other parts
}

// At returns the path of the part of what stands at path.
func (p Part) At(path string) string {
	if p.Field != nil {
		return strings.TrimPrefix(path+p.Path, ".")
	}
	return path + p.Path
}

// leads reports whether values are carried by the part.
func (p Part) leads() bool { return p.Field == nil || p.Field.Exported() || p.Field.Embedded }

// Parts calls yield for the parts of t, all fields included, until it returns false.
func (t *Type) Parts(yield func(Part) bool) {
	switch t.Kind {
	case Slice, Array:
		yield(Part{Type: t.Elem, Path: "[]"})
	case Pointer:
		yield(Part{Type: t.Elem})
	case Map:
		_ = yield(Part{Type: t.Key, Path: "[key]"}) && yield(Part{Type: t.Elem, Path: "[value]"})
	case Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; !yield(Part{Type: f.Type, Path: "." + f.Name, Field: f}) {
				return
			}
		}
	case Interface:
		for _, impl := range t.Impls {
			if !yield(Part{Type: impl, Path: ".(" + impl.String() + ")"}) {
				return
			}
		}
	}
}

// WalkPlaces calls visit for t and every type reachable from it, at each place where it is
// reached, by the rule of [PlaceWalk]: unlike with [Walk], what a named type is made of is visited
// wherever that stands. visit returns false to stay out of the type's parts this time.
func WalkPlaces(t *Type, visit func(path string, t *Type) bool) {
	var w PlaceWalk[*Type]
	var walk func(t *Type, path string)
	walk = func(t *Type, path string) {
		if !w.Passes(t, t) && visit(path, t) {
			defer w.Enter(t, t)()
			for part := range t.Parts {
				walk(part.Type, part.At(path))
			}
		}
	}
	walk(t, "")
}

// PlaceWalk is the rule by which a walk over all places of a type comes to an end, whether it
// goes over types or over what is made of them, such as the parts of a format's plan. What
// stands within itself is passed over, and so is, within a type that leads back to itself,
// another such that was entered before: what is said of it has been said. After ten thousand
// places every struct that was entered before is passed over, so that types which hold each
// other in many ways come to an end. The zero PlaceWalk is the beginning of one.
type PlaceWalk[Part comparable] struct {
	open      map[Part]bool
	recursive map[*Type]bool // the types that were entered: whether they lead back to themselves
	within    int            // so many types that do the walk is in
	steps     int
}

// walkedPlaces is how many places a [PlaceWalk] comes to before it takes each struct once.
const walkedPlaces = 10_000

// Passes reports whether the walk passes over a part, of type t, which it has come to. t is nil
// for a part whose type another part inside it has as well.
func (w *PlaceWalk[Part]) Passes(part Part, t *Type) bool {
	w.steps++
	recursive, entered := w.recursive[t]
	return w.open[part] || recursive && w.within > 0 || entered && w.steps > walkedPlaces && t != nil && t.Kind == Struct
}

// Enter notes that the walk goes into the part, and returns what notes that it leaves it.
func (w *PlaceWalk[Part]) Enter(part Part, t *Type) (leave func()) {
	if w.open == nil {
		w.open, w.recursive = map[Part]bool{}, map[*Type]bool{}
	}
	again, seen := w.recursive[t]
	if !seen {
		again = t != nil && !t.Name.IsZero() && Recursive(t)
		w.recursive[t] = again
	}
	if again {
		w.within++
	}
	w.open[part] = true
	return func() {
		delete(w.open, part)
		if again {
			w.within--
		}
	}
}

// Structs returns the named and unnamed struct types that exported and embedded
// fields lead to from t, t included, each once, in the order in which they are
// first met. Time is none.
func Structs(t *Type) []*Type {
	var list []*Type
	seen := map[*Type]bool{}
	var visit func(t *Type)
	visit = func(t *Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Kind == Struct {
			list = append(list, t)
		}
		for part := range t.Parts {
			if part.leads() {
				visit(part.Type)
			}
		}
	}
	visit(t)
	return list
}

// Recursive reports whether t is reachable from itself.
func Recursive(t *Type) bool {
	found := false
	seen := map[*Type]bool{}
	Walk(t, func(path string, u *Type) bool {
		if u == t && seen[t] {
			found = true
		}
		entered := seen[u]
		seen[u] = true
		return !entered && !found
	})
	return found
}

// HoldsFloats reports whether a value of t has a float in itself, not behind a pointer or
// in a slice or map: it may equal its zero value and still be another, -0.
func (t *Type) HoldsFloats() bool {
	switch t.Kind {
	case Array:
		return t.Elem.HoldsFloats()
	case Struct:
		for i := range t.Fields {
			if t.Fields[i].Type.HoldsFloats() {
				return true
			}
		}
	}
	return t.Kind.IsFloat()
}
