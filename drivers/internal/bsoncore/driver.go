// Package bsoncore is the driver of BSON by code emitted for the type, over the
// primitives of the MongoDB driver.
package bsoncore

import (
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const (
	module = "go.mongodb.org/mongo-driver/v2"
	core   = module + "/x/bsonx/bsoncore"
)

// Driver is code over go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore.
var Driver = driver.Driver{
	Name: "bsoncore",
	Doc: "BSON by code for the type: the stand-in for vitess's bson and its generator bsongen, which the module proxy does not " +
		"have. Like bsongen's, the code appends the fields of a struct one by one and reads them by a switch on their keys; its " +
		"primitives are those of the MongoDB driver's package bsoncore, and its documents those of the driver's package bson. " +
		"The format has times in milliseconds.",
	Calls: "code for the type with the driver's `bsoncore` primitives, as vitess' bsongen wrote it; reuse appends.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: module, Version: "v2.9.3"}},
		Format:         "bson",
		Licence:        "Apache-2.0",
		URL:            "https://github.com/mongodb/mongo-go-driver",
		SelfDescribing: true,
		Identity:       driver.Identity{By: driver.Name, Tags: []string{"bson"}, Lower: true},
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Manual, driver.Binary, driver.Int},
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:  []string{tagKey},
		Kinds: driver.Complexes,
		Keys:  driver.TextKeys,
		Open:  true,
		Impls: []string{"bool", "int32", "int64", "float64", "string", "time.Time", "[]uint8", "[]any", "map[string]any"},
		Rules: []driver.Rule{driver.IsDocument, driver.IsNameable, driver.NoHiddenPointers, methods, keys},
	}.Check,
	Emit: emit,
}

const tagKey = "bson"

// methods refuses interfaces that what is read cannot be assigned to.
func methods(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.Interface && t.NumMethod > 0 {
		return "interfaces with methods are not supported", "use a concrete type"
	}
	return "", ""
}

// keys refuses structs whose fields cannot be told apart.
func keys(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind != typemodel.Struct {
		return "", ""
	}
	seen := map[string]bool{}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() && has(f, "inline") && f.Type.Kind != typemodel.Struct {
			return "the field " + f.Name + " is inline but no struct", "take the option out of its tag"
		}
	}
	for _, f := range fields("v", t) {
		if seen[f.key] {
			return "two fields have the key " + f.key, "give one another name by a bson tag"
		}
		if strings.ContainsRune(f.key, 0) {
			return "a key holds a zero byte", "give it another name by its bson tag"
		}
		seen[f.key] = true
	}
	return "", ""
}

// field is one element of a struct's document.
type field struct {
	key       string
	expr      string
	typ       *typemodel.Type
	omitEmpty bool
}

// fields returns the elements of the document of struct v, named as package bson
// names them.
func fields(v string, t *typemodel.Type) []field {
	var list []field
	for i := range t.Fields {
		f := &t.Fields[i]
		name, _, _ := strings.Cut(f.Tag.Get(tagKey), ",")
		switch expr := v + "." + f.Name; {
		case !f.Exported() || f.Tag.Get(tagKey) == "-":
		case has(f, "inline") && f.Type.Kind == typemodel.Struct:
			list = append(list, fields(expr, f.Type)...)
		case name == "":
			list = append(list, field{strings.ToLower(f.Name), expr, f.Type, has(f, "omitempty")})
		default:
			list = append(list, field{name, expr, f.Type, has(f, "omitempty")})
		}
	}
	return list
}

// has reports whether the field's tag has the option.
func has(f *typemodel.Field, option string) bool {
	return strings.Contains(f.Tag.Get(tagKey)+",", ","+option+",")
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	a.Reserve("dst", "at", "doc", "rest", "kind", "key", "ok", "body", "x", "y", "k", "i")
	a.Use("fmt", "strconv", core)
	e := &emitter{Adapter: a}
	if e.any = driver.Reaches(t, func(t *typemodel.Type) bool { return t.Kind == typemodel.Interface }); e.any {
		a.Use("strings", "time")
	}
	a.ReserveTypes(t)
	root := e.document(t)
	e.emitDocuments()
	a.EmitNew(t, driver.Funcs{
		// As much as package bson begins with.
		Marshal:   `return ` + root.append + `(make([]byte, 0, 256), v)`,
		Append:    `return ` + root.append + `(buf, v)`,
		Unmarshal: `return ` + root.read + `(data, v)`,
		UnmarshalReuse: `var zero T
			*v = zero
			return ` + root.read + `(data, v)`,
	})
	return nil
}
