// Package easyjson is the driver of github.com/mailru/easyjson.
package easyjson

import (
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/mailru/easyjson"
	version = "v0.9.2"
)

// Driver is github.com/mailru/easyjson.
var Driver = driver.Driver{
	Name: "easyjson",
	Doc: "JSON by generated methods. The generator is run as a program on declarations with the layout of the user's types, as the " +
		"command easyjson -all does: easyjson.Marshal and Unmarshal, and MarshalEasyJSON with a writer over the caller's buffer for reuse.",
	Calls: "`easyjson.Marshal`, `Unmarshal`; reuse is `MarshalEasyJSON` with a `jwriter.Writer` whose buffer is the caller's, so that nothing is copied. Before, `MarshalToWriter` copied once more. Not used: `-snake_case` and the like, which change the format; `nocopy`, `intern` tags of the user's are taken where they are there.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: module, Version: version}},
		Format:         "json",
		Licence:        "MIT",
		URL:            "https://" + module,
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Text, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: mirror.Check(Limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) { return t, Config("") }),
	Keeps: func(t *typemodel.Type, _ driver.Variant) typemodel.Methods {
		if !Stays(t) {
			return 0
		}
		return t.Methods & (typemodel.JSONMarshaler | typemodel.TextMarshaler)
	},
	Reads: func(string) driver.Reading {
		return driver.Reading{Import: `"github.com/mailru/easyjson/jlexer"`, Code: "l := jlexer.Lexer{Data: INPUT}\nv, err := l.Interface(), l.Error()"}
	},
	Emit: emit,
}

var tags = []string{"json"}

// Limits are those of generators that are run on a mirror of the types, with methods of JSON.
var Limits = func() driver.Limits {
	l := driver.JSONLimits()
	l.Methods = 0 // see ownMethods
	l.Rules = append(l.Rules, ownMethods, func(path string, t *typemodel.Type) (reason, fix string) {
		switch {
		case path == "" && t.Name.IsZero():
			return "the generator is for types with a name", "declare a type"
		case path == "" && len(t.Hidden()) > 0:
			return "the generator's methods take the place of those that " + t.String() + " has, and carry exported fields only", "wrap it in a struct"
		case t.Kind == typemodel.Interface && t.NumMethod > 0:
			return "interfaces with methods are not supported", "use a concrete type"
		}
		return "", ""
	})
	return l
}()

// ownMethods refuses types with encodings of their own: the generator looks for
// methods, which declarations of the same layout do not have. Those of the
// standard library stay what they are.
func ownMethods(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Methods&(typemodel.JSONMarshaler|typemodel.TextMarshaler) != 0 && t.Kind != typemodel.Time && !Stays(t) {
		return "type " + t.String() + " marshals itself, which the mirrored type cannot", ""
	}
	return "", ""
}

// Stays reports whether t is of the standard library.
func Stays(t *typemodel.Type) bool {
	first, _, _ := strings.Cut(t.Name.PkgPath, "/")
	return first != "" && !strings.Contains(first, ".")
}
