package json

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// checkV2 returns what encoding/json/v2 refuses in t, and what of it code cannot
// be generated for, but for types that are being looked at: what stands in the place
// of a type may hold it again.
func (f *Format) checkV2(t *typemodel.Type, seen map[*typemodel.Type]bool) []typemodel.Diagnostic {
	var list []typemodel.Diagnostic
	typemodel.Walk(t, func(path string, t *typemodel.Type) bool {
		if c := directedStandIn(t); c != nil {
			if seen[t] {
				return false
			}
			seen[t] = true
			for _, r := range f.checkV2(c.As, seen) {
				r.Path = path + r.Path
				list = append(list, r)
			}
			return false
		}
		if t.By.Methods != 0 {
			return false
		}
		field, _, _ := strings.Cut(path[strings.LastIndexByte(path, '.')+1:], "[")
		if field != "" && !token.IsExported(field) && field != t.Indirect().Name.Name {
			return false // JSON does not know it, since it is not embedded either
		}
		reason, fix := refusedV2(t)
		if reason != "" {
			list = append(list, typemodel.Diagnostic{Path: path, Text: reason, Fix: cmp.Or(fix, "leave --v2 out, or the field by json:\"-\"")})
			return false
		}
		return t.Kind != typemodel.Time && !(opaque(t))
	})
	return list
}

// opaque reports whether t is written and read by methods of its own, so that
// what it is made of does not matter.
func opaque(t *typemodel.Type) bool {
	c := t.Calls
	return (c.Has(typemodel.MarshalJSONByPointer) || c.Has(typemodel.MarshalTextByPointer)) &&
		(c.Has(typemodel.UnmarshalJSONByPointer) || c.Has(typemodel.UnmarshalTextByPointer))
}

// refusedV2 returns why t, apart from its parts, does not go with --v2.
func refusedV2(t *typemodel.Type) (reason, fix string) {
	name := t.Name
	switch {
	case t.Methods&typemodel.JSONMarshalerTo != 0, t.Calls&(typemodel.MarshalJSONToByPointer|typemodel.UnmarshalJSONFromByPointer) != 0:
		return "MarshalJSONTo and UnmarshalJSONFrom can be called by encoding/json/v2 only", ""
	case name.PkgPath == "time" && name.Name == "Duration":
		return "encoding/json/v2 has no form for a time.Duration without an option format", "give the field a type of yours with MarshalText and UnmarshalText"
	case name.PkgPath == "encoding/json" && name.Name == "Number":
		return "a json.Number is of encoding/json's first version", "use jsontext.Value or json.RawMessage"
	case t.Kind == typemodel.Interface && t.NumMethod > 0 && !described(t):
		return "encoding/json/v2 cannot read into an interface with methods that is nil", ""
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Interface:
		return "pointers to interfaces are left to encoding/json", ""
	case t.Kind == typemodel.Map && !mapKeyV2(t.Key):
		return "keys of maps are strings, integers, and what has MarshalText and UnmarshalText", ""
	case t.Kind == typemodel.Struct && !opaque(t):
		return fieldsV2(t)
	}
	return "", ""
}

// mapKeyV2 is mapKey for encoding/json/v2.
func mapKeyV2(t *typemodel.Type) bool {
	const both = typemodel.MarshalTextByPointer | typemodel.UnmarshalTextByPointer
	switch c := t.Calls; {
	case t.Kind == typemodel.Pointer || t.Kind == typemodel.Interface || t.Kind == typemodel.Time,
		c&(typemodel.MarshalJSONByPointer|typemodel.UnmarshalJSONByPointer) != 0:
		return false
	case c&both != 0:
		return c.Has(both) && c.Has(typemodel.MarshalTextByValue)
	}
	return t.Kind == typemodel.String || t.Kind.IsInteger()
}

// fieldsV2 returns what encoding/json/v2 has against the fields of the struct t.
func fieldsV2(t *typemodel.Type) (reason, fix string) {
	names := map[string]string{}
	tags, fields := false, false
	for i := range t.Fields {
		f := &t.Fields[i]
		tag, tagged := f.Tag.Lookup("json")
		tags = tags || tagged
		exported := token.IsExported(f.Name)
		switch {
		case f.Omit || tag == "-":
			continue
		case !exported && !f.Embedded:
			if tagged {
				return "the field " + f.Name + " has a tag and is not exported", "give it the tag json:\"-\", or a capital"
			}
			continue
		}
		fields = true
		name, options, more := strings.Cut(tag, ",")
		if name != "" && !validName(name) || name == "-" || strings.ContainsAny(tag, `\'"`+"`") {
			return fmt.Sprintf("the field %s has the tag json:%q, whose name --v2 does not know", f.Name, tag), ""
		}
		seen := map[string]bool{}
		for option := range strings.SplitSeq(options, ",") {
			switch {
			case !more:
				continue
			case seen[option], option == "":
				return fmt.Sprintf("the tag json:%q of the field %s is malformed", tag, f.Name), "write each option once"
			case option == "inline" && f.Embedded && name == "" && options == option: // as without
			case option != "omitempty" && option != "omitzero" && option != "string":
				return fmt.Sprintf("the field %s has the option %s, which --v2 does not know", f.Name, option), "omitempty, omitzero and string are known"
			}
			seen[option] = true
		}
		target := f.Type.Indirect()
		structs := target.Kind == typemodel.Struct || target.Kind == typemodel.Time
		switch {
		case f.Embedded && name == "" && !structs:
			return "the field " + f.Name + " is embedded, no struct, and has no name", "give it one by its tag"
		case f.Embedded && name == "" && more && options != "inline":
			return "the field " + f.Name + " is embedded, and has options", "leave them out"
		case f.Embedded && name == "" && callsV2(target):
			return "the field " + f.Name + " is embedded, and has methods that encoding/json/v2 would call", "give it a name by its tag"
		case f.Embedded && name == "":
			continue
		case !exported:
			return "the field " + f.Name + " is not exported", "give it the tag json:\"-\""
		case seen["string"] && !stringsV2(target) && !directed(target):
			// What it means elsewhere differs: Go 1.26 applies it to all numbers
			// within, and to nothing where there are none, Go 1.27 refuses the value.
			return "the field " + f.Name + " has the option string, and is no number", "use it for fields that are numbers"
		}
		name = cmp.Or(name, f.Name)
		if other := names[name]; other != "" {
			return fmt.Sprintf("the fields %s and %s have the same name", other, f.Name), "rename one by its tag"
		}
		names[name] = f.Name
	}
	if len(t.Fields) > 0 && !tags && !fields {
		return "the struct " + t.String() + " has no exported fields", ""
	}
	return "", ""
}

// callsV2 reports whether t has a method that encoding/json/v2 calls: those of
// other formats, such as protobuf's, do not matter.
func callsV2(t *typemodel.Type) bool {
	const others = typemodel.IsZeroByValue | typemodel.IsZeroByPointer
	return t.Kind == typemodel.Time || t.Calls&^others != 0 || t.Methods&(typemodel.JSONMarshalerTo|typemodel.TextAppender) != 0
}

// stringsV2 reports whether the option string puts values of t in quotes.
func stringsV2(t *typemodel.Type) bool {
	return (t.Kind.IsInteger() || t.Kind.IsFloat()) && t.Calls&(typemodel.MarshalJSONByPointer|typemodel.MarshalTextByPointer|typemodel.UnmarshalJSONByPointer|typemodel.UnmarshalTextByPointer) == 0
}
