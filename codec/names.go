package codec

import (
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// TypeName returns the name that t has in the identifiers of generated code:
// its own with those of its type arguments, or "Value" for an unnamed type.
func TypeName(t *typemodel.Type) string {
	name := t.Name.Name
	if name == "" {
		return "Value"
	}
	for _, a := range t.Name.Args {
		name += upperFirst(TypeName(a))
	}
	return name
}

// FuncName returns the name of the generated function that does verb (Append,
// Marshal, Size, Unmarshal, Decode) for t in a format: AppendBlockFlat.
func FuncName(verb string, t *typemodel.Type, format string) string {
	return verb + upperFirst(TypeName(t)) + upperFirst(format)
}

// DecoderName returns the name of the generated type that owns the memory of
// what it unmarshals: BlockFlatDecoder.
func DecoderName(t *typemodel.Type, format string) string { return FuncName("", t, format) + "Decoder" }

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
