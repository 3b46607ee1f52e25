package json

import (
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// changes returns what comes back as something else: it is what encoding/json does, or its
// second version. Types with methods of their own are those methods' business.
func (f *Format) changes(t *typemodel.Type) (list []typemodel.Diagnostic) {
	add := func(what, path string) {
		list = append(list, typemodel.Diagnostic{Path: path, Severity: typemodel.Changed, Text: what})
	}
	skipped := map[string]bool{}
	shadows := map[*typemodel.Type][]string{} // of the types at all their places
	p := newPlan("")
	p.value(t, true, true)
	typemodel.WalkPlaces(t, func(path string, t *typemodel.Type) bool {
		if skipped[path] {
			return false
		}
		if what := oneWay(t); what != "" && t.As == nil && t.By == (typemodel.By{}) {
			add(what, path)
		}
		switch {
		case t.As != nil || t.By.Methods != 0:
			return false
		case t.Name.IsC():
			add("what is of a type of C is written and read by encoding/json, and may have another width on other machines", path)
		case t.By.Fields && t.Kind != typemodel.Time:
		case loses(t) != "":
			add(loses(t), path)
			return false
		case unwritten(t):
			add("encoding/json has no form for a "+t.String()+", and to write one, nil too, is an error (the tag json:\"-\" leaves a field out)", path)
		case t.Calls != 0 && t.Kind != typemodel.Interface || t.Methods&typemodel.JSONMarshalerTo != 0:
			return false
		case described(t):
		case t.Kind == typemodel.Interface && t.NumMethod > 0:
			add("interfaces with methods are written and not read, but into a pointer that they hold already (--impl names what they hold)", path)
		case t.Kind == typemodel.Interface:
			add("what interfaces hold comes back as the types that encoding/json makes, such as float64 and map[string]any", path)
		case t.Kind == typemodel.String && !f.Strict && !f.V2:
			add("bytes of strings that are no UTF-8 come back as U+FFFD", path)
		case f.V2 && t.Kind == typemodel.Slice:
			add("nil slices come back empty", path)
		case f.V2 && t.Kind == typemodel.Map:
			add("nil maps come back empty", path)
		case t.Kind == typemodel.Pointer && f.null(t.Elem):
			add("pointers to nil come back nil", path)
		case t.UnknownFields():
			add("fields of protobuf messages that their schema does not know are left out", path)
		}
		shadowed, ok := shadows[t]
		if !ok {
			shadowed = p.shadowed(t)
			shadows[t] = shadowed
		}
		for _, at := range shadowed {
			add(shape.Shadowed, typemodel.FieldPath(path, at))
		}
		for i := range t.Fields {
			field := &t.Fields[i]
			below := typemodel.FieldPath(path, field.Name)
			m := shape.Tagged(field, "json")
			if field.Omit || m == nil || !field.Exported() && !field.Embedded {
				skipped[below] = true
				continue
			}
			empty, zero := m.Has("omitempty"), m.Has("omitzero")
			skipped[below] = (empty || zero) && field.Type.Kind == typemodel.String && loses(field.Type) != "" // it is not written
			switch k := field.Type.Kind; {
			case empty && (k == typemodel.Slice || k == typemodel.Map):
				add(shape.EmptyLists, below)
			case zero && k != typemodel.Time && asksIsZero(field.Type):
				add(shape.SaidZero, below)
			case (zero || empty && k.IsFloat() && !f.V2) && field.Type.HoldsFloats():
				add(shape.NegativeZeros, below)
			}
			if p.hollow(t, field) {
				add(shape.HollowStructs, below)
			}
		}
		return true
	})
	return list
}

// unwritten reports whether encoding/json writes no value of t. Of maps with keys such as bools,
// some versions write some.
func unwritten(t *typemodel.Type) bool {
	switch t.Kind {
	case typemodel.Chan, typemodel.Func, typemodel.UnsafePointer, typemodel.Complex64, typemodel.Complex128:
		return t.Calls&(typemodel.MarshalJSONByPointer|typemodel.MarshalTextByPointer) == 0
	}
	return false
}

// oddOffsets is what becomes of times, also where a struct has their methods by embedding one.
const oddOffsets = "times come back with the offset of their zone in whole minutes, without its name: seconds of an offset move the instant"

// lossy are the types of the standard library whose methods, or encoding/json's own rules for
// them, do not give back every value, and what becomes of it.
var lossy = map[string]string{
	"math/big.Float":           "each big.Float is read from its shortest decimal text with 64 bits of precision: most come back as another number, and all without their precision and rounding mode",
	"net.IP":                   "addresses of 4 bytes come back in their form of 16 bytes",
	"net/netip.AddrPort":       "ports without an address come back 0",
	"regexp.Regexp":            "regular expressions come back as regexp.Compile makes them, without what Longest and CompilePOSIX set",
	"encoding/json.RawMessage": "raw JSON comes back without its white space, escaped as other texts are, and nil as null",
	"encoding/json.Number":     "an empty json.Number comes back as 0",
}

// loses says what a t, or the one that a struct has its methods from, loses by them.
func loses(t *typemodel.Type) string {
	if writer := writerOf(t); writer != nil {
		return loses(writer.Type.Indirect())
	}
	if t.Kind == typemodel.Time {
		return oddOffsets
	}
	return lossy[t.Name.PkgPath+"."+t.Name.Name]
}

// null reports whether a value of t may be written as null.
func (f *Format) null(t *typemodel.Type) bool {
	switch t.Kind {
	case typemodel.Pointer, typemodel.Interface:
		return true
	case typemodel.Slice, typemodel.Map:
		return !f.V2
	}
	return false
}

// asksIsZero reports whether the option omitzero calls a method of t, or of what it leads to as
// a pointer without a name.
func asksIsZero(t *typemodel.Type) bool {
	return t.Indirect().Calls&(typemodel.IsZeroByValue|typemodel.IsZeroByPointer) != 0
}

// hollow reports whether nothing may be written of what the field of t embeds by a
// pointer.
func (p *plan) hollow(t *typemodel.Type, field *typemodel.Field) bool {
	v := p.value(t, true, true)
	if v.encode != opStruct || !field.Embedded || field.Type.Kind != typemodel.Pointer {
		return false
	}
	for _, m := range v.members {
		if m.Path[0] == field && (len(m.Path) == 1 || m.Omit == shape.OmitNever) {
			return false
		}
	}
	return true
}

// oneWay says how values of t are written and read where that is not by the two methods
// of one interface, nor both without.
func oneWay(t *typemodel.Type) string {
	if t.Kind == typemodel.Interface || t.Kind == typemodel.Pointer || t.Kind == typemodel.Time || t.Methods&typemodel.JSONMarshalerTo != 0 {
		return ""
	}
	write, read := "", ""
	switch c := t.Calls; {
	case c.Has(typemodel.MarshalJSONByPointer):
		write = "JSON"
	case c.Has(typemodel.MarshalTextByPointer):
		write = "Text"
	}
	switch c := t.Calls; {
	case c.Has(typemodel.UnmarshalJSONByPointer):
		read = "JSON"
	case c.Has(typemodel.UnmarshalTextByPointer):
		read = "Text"
	}
	switch {
	case write == read:
		return ""
	case read == "":
		return "written by Marshal" + write + " and, without a counterpart, not read by it"
	case write == "":
		return "read by Unmarshal" + read + " and, without a counterpart, not written by it"
	}
	return "written by Marshal" + write + " and read by Unmarshal" + read
}

// shadowed returns the fields of t that are no members since others have their names.
func (p *plan) shadowed(t *typemodel.Type) []string {
	if p.value(t, true, true).encode != opStruct {
		return nil
	}
	members, _, _ := shape.Rules{Read: p.read, Exactly: true}.Members(t, p.replaced) // by their whole paths
	return shape.Shadows(t, members, skips)
}

// skips reports whether the tag of a field leaves it out.
func skips(f *typemodel.Field) bool { return shape.Tagged(f, "json") == nil }
