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
