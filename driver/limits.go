package driver

import (
	"go/token"
	"slices"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Limits are the gaps of a serializer that walks values by itself, as data. A
// driver's Check is the Check method of its Limits.
type Limits struct {
	// Tags are the keys of the struct tags that the serializer reads: of a
	// field, the first one present. Fields tagged "-" are not walked: whether
	// their loss matters is for verification to find, as with unexported
	// fields.
	Tags []string

	// Methods are the encoding interfaces that the serializer calls instead of
	// walking a type that has them.
	Methods typemodel.Methods

	// Unexported says that unexported fields are carried too.
	Unexported bool

	// Kinds cannot be carried. Chan, Func and UnsafePointer never can.
	Kinds []typemodel.Kind

	// Keys are the only kinds of map keys that can be carried. Nil means all
	// that Kinds leaves.
	Keys []typemodel.Kind

	// Impls are the only types that come back from an interface as they went
	// in, as Type.String spells them. Nil means all that the model knows of.
	Impls []string

	// Open says that the format is self-describing enough for a field of type
	// any whose types are not known: what comes back as another type is for
	// verification to find.
	Open bool

	// Rules are what the above cannot say.
	Rules []Rule
}

// Rule returns why a type, met at the given path, cannot be carried, and what
// can be done about it. An empty reason means that it can.
type Rule func(path string, t *typemodel.Type) (reason, fix string)

// Basic kinds by group, for the literals of [Limits].
var (
	Complexes  = []typemodel.Kind{typemodel.Complex64, typemodel.Complex128}
	Integers   = []typemodel.Kind{typemodel.Int, typemodel.Int8, typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint, typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64, typemodel.Uintptr}
	StringKeys = []typemodel.Kind{typemodel.String}
	TextKeys   = append([]typemodel.Kind{typemodel.String}, Integers...) // those of encoding/json
)

// JSONLimits are the limits of encoding/json, which the libraries that take its
// place have taken over: text has no complex numbers, keys are strings, and
// what lies behind an interface comes back as one of five types.
func JSONLimits() Limits {
	return Limits{
		Tags:    []string{"json"},
		Methods: typemodel.JSONMarshaler | typemodel.TextMarshaler,
		Kinds:   Complexes,
		Keys:    TextKeys,
		Open:    true,
		Impls:   []string{"bool", "float64", "string", "[]any", "map[string]any"},
		Rules:   []Rule{NoHiddenPointers},
	}
}

// Check returns what of t is beyond the limits, in the order of the fields. It
// has the signature of a driver's Check.
func (l Limits) Check(t *typemodel.Type, _ Variant) []typemodel.Diagnostic {
	var list []typemodel.Diagnostic
	skipped := map[string]bool{}
	keys := map[string]bool{}
	typemodel.Walk(t, func(path string, t *typemodel.Type) bool {
		if skipped[path] {
			return false
		}
		if t.Methods&l.Methods != 0 {
			return false
		}
		if r := l.refuse(path, t, keys[path]); r.Text != "" {
			r.Path = path
			list = append(list, r)
			return false
		}
		switch t.Kind {
		case typemodel.Map:
			keys[path+"[key]"] = true
		case typemodel.Struct:
			for i := range t.Fields {
				f := &t.Fields[i]
				if !f.Exported() && !f.Embedded && !l.Unexported || tag(f, l.Tags) == "-" {
					skipped[typemodel.FieldPath(path, f.Name)] = true
				}
			}
		}
		return true
	})
	return list
}

// refuse returns why t by itself, its parts aside, is beyond the limits.
func (l Limits) refuse(path string, t *typemodel.Type, key bool) typemodel.Diagnostic {
	switch k := t.Kind; {
	case k == typemodel.Chan || k == typemodel.Func || k == typemodel.UnsafePointer:
		return typemodel.Diagnostic{Text: "values of kind " + k.String() + " have no encoding", Remedies: typemodel.RemedyLeaveOut}
	case slices.Contains(l.Kinds, k):
		reason, fix := l.unsupported(k)
		return typemodel.Diagnostic{Text: reason, Fix: fix}
	case key && l.Keys != nil && !slices.Contains(l.Keys, k):
		return typemodel.Diagnostic{Text: "map keys of type " + t.String() + " are not supported"}
	case k == typemodel.Interface && len(t.Impls) == 0 && !(l.Open && t.Name.IsZero()):
		return typemodel.Diagnostic{Text: "the types that the interface may hold are not known", Remedies: typemodel.RemedyImpl}
	case k == typemodel.Interface && l.Impls != nil:
		for _, impl := range t.Impls {
			if !slices.Contains(l.Impls, impl.String()) {
				return typemodel.Diagnostic{Text: "a " + impl.String() + " in an interface is decoded as another type"}
			}
		}
	}
	for _, r := range l.Rules {
		if reason, fix := r(path, t); reason != "" {
			return typemodel.Diagnostic{Text: reason, Fix: fix}
		}
	}
	return typemodel.Diagnostic{}
}

// unsupported says that no value of kind k can be carried.
func (l Limits) unsupported(k typemodel.Kind) (reason, fix string) {
	switch k {
	case typemodel.Interface:
		return "interfaces are not supported", "use a concrete type"
	case typemodel.Time:
		return "time.Time is not supported", "use an integer, such as t.UnixNano()"
	case typemodel.Int, typemodel.Uint:
		if slices.Contains(l.Kinds, typemodel.Uint64) {
			return k.String() + " is not supported", "use int64"
		}
		return k.String() + " is not supported", "use " + k.String() + "64"
	case typemodel.Array:
		return "arrays are not supported", "use a slice"
	case typemodel.Map, typemodel.Pointer, typemodel.Slice, typemodel.Struct:
		return k.String() + "s are not supported", ""
	}
	return k.String() + " is not supported", ""
}

// tag returns the value of the first of the keys that f's tag has.
func tag(f *typemodel.Field, keys []string) string {
	for _, k := range keys {
		if v, ok := f.Tag.Lookup(k); ok {
			return v
		}
	}
	return ""
}

// Overwritten reports whether decoding into a used value of type t leaves
// nothing of the old value, in libraries that write every field and merge what
// they decode into what is there, as encoding/json does: maps would keep old
// entries, and interfaces old values; fields that may be left out, embedded
// pointers among them, would keep theirs. tags are as in [Limits]; keeps is true
// of further types whose old value the library keeps in some case, and may be
// nil.
func Overwritten(t *typemodel.Type, tags []string, keeps func(*typemodel.Type) bool) bool {
	return !Reaches(t, func(t *typemodel.Type) bool {
		for i := range t.Fields {
			f := &t.Fields[i]
			if f.Embedded && f.Type.Kind == typemodel.Pointer || strings.Contains(tag(f, tags), ",omit") {
				return true
			}
		}
		return t.Kind == typemodel.Map || t.Kind == typemodel.Interface || keeps != nil && keeps(t)
	})
}

// Impls returns the types that the interfaces within t may hold, each once, in
// the order in which they are first met. Libraries want them registered.
func Impls(t *typemodel.Type) []*typemodel.Type {
	var list []*typemodel.Type
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Kind == typemodel.Interface {
			for _, impl := range t.Impls {
				if !slices.Contains(list, impl) {
					list = append(list, impl)
				}
			}
		}
		return true
	})
	return list
}

// Reaches reports whether a type for which is holds can be reached from t, t
// included.
func Reaches(t *typemodel.Type, is func(*typemodel.Type) bool) bool {
	found := false
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		found = found || is(t)
		return !found
	})
	return found
}

// IsBytes reports whether t is a slice or array whose elements are bytes by no
// other name, so that Go takes it for a []byte as a whole.
func IsBytes(t *typemodel.Type) bool {
	return (t.IsBytes() || t.IsByteArray()) && t.Elem.Name.PkgPath == ""
}

// NoHiddenPointers is a [Rule] against embedded pointers to unexported
// structs, which reflection cannot set.
func NoHiddenPointers(_ string, t *typemodel.Type) (reason, fix string) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Embedded && f.Type.Kind == typemodel.Pointer && !f.Exported() {
			return "the embedded pointer " + f.Name + " to an unexported struct cannot be set", "embed the struct itself, or export its type"
		}
	}
	return "", ""
}

// NoNeedOfNil is a [Rule] for libraries that know no nil pointers. Whether other
// pointers are nil is for verification to find.
func NoNeedOfNil(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Pointer && typemodel.Recursive(t.Elem):
		return "a recursive pointer must be nil somewhere, and nil is not supported", "use a slice"
	case t.Union:
		return "all but one of the pointers of a sum type are nil, and nil is not supported", ""
	}
	return "", ""
}

// IsDocument is a [Rule] against types whose values are not BSON documents.
func IsDocument(path string, t *typemodel.Type) (reason, fix string) {
	if path == "" && t.Kind != typemodel.Struct && t.Kind != typemodel.Map {
		return "the top level of BSON must be a document", "wrap it in a struct"
	}
	return "", ""
}

// IsMessage is a [Rule] against types that are no Protocol Buffers message, or
// have no field type in one: repeated fields do not nest.
func IsMessage(path string, t *typemodel.Type) (reason, fix string) {
	repeated := func(t *typemodel.Type) bool {
		return t.Kind == typemodel.Map || t.Kind == typemodel.Slice && !t.IsBytes()
	}
	switch {
	case path == "" && t.Kind != typemodel.Struct:
		return "a message must be a struct", "wrap it in a struct"
	case t.Kind == typemodel.Array && t.Elem.Kind != typemodel.Uint8:
		return "arrays of anything but bytes are not supported", "use a slice"
	case t.Kind == typemodel.Uint8 && !strings.HasSuffix(path, "[]"):
		return "uint8 is not supported", "use uint32"
	case t.Kind == typemodel.Slice && repeated(t.Elem):
		return "slices of " + t.Elem.Kind.String() + "s are not supported", "wrap the " + t.Elem.Kind.String() + " in a struct"
	case t.Kind == typemodel.Map && repeated(t.Elem):
		return "maps of " + t.Elem.Kind.String() + "s are not supported", "wrap the " + t.Elem.Kind.String() + " in a struct"
	}
	return "", ""
}

// IsNameable is a [Rule] for emitters that spell the types within the subject:
// those that are not exported cannot be spelled in another package.
func IsNameable(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Name.PkgPath != "" && !token.IsExported(t.Name.Name) {
		return "type " + t.String() + " is not exported, so that emitted code cannot name it", "export it"
	}
	// Structs without a name may mean another type when another package spells them.
	if t.Kind == typemodel.Struct && t.Name.IsZero() {
		for i := range t.Fields {
			if f := &t.Fields[i]; !f.Exported() {
				return "a struct without a name has the unexported field " + f.Name + ", so that emitted code cannot spell its type", "give the type a name"
			}
		}
	}
	return "", ""
}
