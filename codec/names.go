package codec

import (
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
		name += upperFirst(TypeName(a))
	}
	return name
}

// shapeName names an unnamed type by its shape.
func shapeName(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Pointer:
		return "Pointer" + upperFirst(TypeName(t.Elem))
	case typemodel.Slice:
		return "Slice" + upperFirst(TypeName(t.Elem))
	case typemodel.Array:
		return "Array" + strconv.Itoa(t.Len) + upperFirst(TypeName(t.Elem))
	case typemodel.Map:
		return "Map" + upperFirst(TypeName(t.Key)) + upperFirst(TypeName(t.Elem))
	case typemodel.Interface:
		return "Any"
	case typemodel.Struct:
		return "Value"
	}
	return upperFirst(strings.ReplaceAll(t.Kind.String(), ".", ""))
}

// FuncName returns the name of the generated function that does verb (Append,
// Marshal, Size, Unmarshal, Decode) for t in a format: AppendBlockFlat.
func FuncName(verb string, t *typemodel.Type, format string) string {
	return verb + upperFirst(TypeName(t)) + upperFirst(format)
}

// DecoderName returns the name of the generated type that owns the memory of
// what it unmarshals: BlockFlatDecoder.
func DecoderName(t *typemodel.Type, format string) string { return FuncName("", t, format) + "Decoder" }

func upperFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// CheckNames returns an error when source, which is to stand in a package that
// declares names, means a predeclared identifier by one of them: within that
// package, len is the package's own.
func CheckNames(source []byte, names []string) error {
	f, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		return err
	}
	for _, id := range f.Unresolved {
		if _, predeclared := slices.BinarySearch(names, id.Name); predeclared && doc.IsPredeclared(id.Name) {
			return fmt.Errorf("the package declares %s, which the generated code needs in its predeclared meaning: write into another package with --out", id.Name)
		}
	}
	return nil
}
