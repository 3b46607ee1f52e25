package codec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// TypeName returns the name that t has in the identifiers of generated code:
// its own or its alias with those of its type arguments, or one that tells the
// shape of a type without a name.
func TypeName(t *typemodel.Type) string {
	named := t.Name
	if named.IsZero() {
		named = t.Alias
	}
	if named.IsZero() {
		return shapeName(t)
	}
	name := named.Name
	for _, a := range named.Args {
		name += UpperFirst(TypeName(a))
	}
	return name
}

// ChoiceNames are the names by which formats with names tell the types of the interface t
// apart: their own, that of what a pointer leads to, and where two types would have
// the same, those of their packages besides.
func ChoiceNames(t *typemodel.Type) []string {
	var names []string
	count := map[string]int{}
	for _, impl := range t.Impls {
		if impl.Kind == typemodel.Pointer && impl.Name.IsZero() {
			impl = impl.Elem
		}
		name := TypeName(impl)
		names = append(names, name)
		count[name]++
	}
	for k, name := range names {
		if count[name] > 1 {
			names[k] = t.Impls[k].String()
			count[names[k]]++
		}
	}
	for k, name := range names {
		if count[name] > 1 { // and so have their packages
			names[k] = importedName(t.Impls[k])
		}
	}
	return names
}

// importedName returns the name of a type, or of what a pointer leads to, with the path
// of its package.
func importedName(t *typemodel.Type) string {
	if t.Kind == typemodel.Pointer && t.Name.IsZero() {
		return "*" + importedName(t.Elem)
	}
	return t.Name.PkgPath + "." + TypeName(t)
}

// shapeName names an unnamed type by its shape.
func shapeName(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Pointer:
		return "Pointer" + UpperFirst(TypeName(t.Elem))
	case typemodel.Slice:
		return "Slice" + UpperFirst(TypeName(t.Elem))
	case typemodel.Array:
		return "Array" + strconv.Itoa(t.Len) + UpperFirst(TypeName(t.Elem))
	case typemodel.Map:
		return "Map" + UpperFirst(TypeName(t.Key)) + UpperFirst(TypeName(t.Elem))
	case typemodel.Interface:
		return "Any"
	case typemodel.Struct:
		return "Value"
	}
	return UpperFirst(strings.ReplaceAll(t.Kind.String(), ".", ""))
}

// FuncName returns the name of the generated function that does verb (Append,
// Marshal, Size, Unmarshal, Decode) for t in a format: AppendBlockFlat.
func FuncName(verb string, t *typemodel.Type, format string) string {
	return verb + UpperFirst(TypeName(t)) + UpperFirst(format)
}

// DecoderName returns the name of the generated type that owns the memory of
// what it unmarshals: BlockFlatDecoder.
func DecoderName(t *typemodel.Type, format string) string { return FuncName("", t, format) + "Decoder" }

// Aliases gives types of the file's own package other names, which it declares: those in
// types and their parts whose names hidden reports, since variables of the code have them.
// The names begin with the prefix.
func Aliases(f *goprint.File, prefix string, types []*typemodel.Type, hidden func(name string) bool) {
	seen, done := map[*typemodel.Type]bool{}, map[string]bool{}
	for _, root := range types {
		typemodel.Walk(root, func(_ string, t *typemodel.Type) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			if name := t.Name.Name; t.Name.PkgPath == f.PkgPath() && len(t.Name.Args) == 0 && !done[name] && hidden(name) {
				done[name] = true
				alias := f.Local(prefix + "Type" + UpperFirst(name))
				f.P()
				f.P("type ", alias, " = ", name)
				f.Rename(f.PkgPath(), name, alias)
			}
			return true
		})
	}
}

// LowerFirst returns s with a small first letter.
func LowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[n:]
}

// UpperFirst returns s with a large first letter.
func UpperFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// Source returns the source of a file that is to stand in a package which declares
// names. It is an error if the file declares one of them too, or one twice, or needs the
// predeclared meaning of what the package declares.
func Source(f *goprint.File, names []string) ([]byte, error) {
	source, err := f.Source()
	if err != nil {
		return nil, err
	}
	if shadowed := f.Shadowed(); len(shadowed) > 0 {
		return nil, fmt.Errorf("the package declares %s, which the generated code needs in its predeclared meaning: write into another package with --out", shadowed[0])
	}
	return source, checkNames(f.Names(), names)
}

// checkNames returns an error when a file that is to declare some names declares one of
// others too, which are sorted, or one twice.
func checkNames(own, others []string) error {
	declared := map[string]bool{}
	for _, name := range own {
		if _, taken := slices.BinarySearch(others, name); taken {
			return fmt.Errorf("the package declares %s, which would be declared a second time: rename that, or write into another package with --out", name)
		}
		if declared[name] {
			return fmt.Errorf("%s would be declared twice, since two of the types have the same name: write one of them into another package with --out", name)
		}
		declared[name] = true
	}
	return nil
}
