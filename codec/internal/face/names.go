package face

import (
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// ChoiceNames are the names by which formats with names tell the types of the interface t
// apart: their own, that of what a pointer leads to, and where two types would have
// the same, those of their packages besides.
func ChoiceNames(t *typemodel.Type) []string {
	var names []string
	count := map[string]int{}
	for _, impl := range t.Impls {
		name := codec.TypeName(impl.Indirect())
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
	return t.Name.PkgPath + "." + codec.TypeName(t)
}

// DecoderName returns the name of the generated type that owns the memory of
// what it unmarshals: BlockFlatDecoder.
func DecoderName(t *typemodel.Type, format string) string {
	return codec.FuncName("", t, format) + "Decoder"
}

// Aliases gives types of the file's own package other names, which it declares: those in
// types and their parts whose names hidden reports, since variables of the code have them.
// The names begin with the prefix.
func Aliases(f *goprint.File, prefix string, types []*typemodel.Type, hidden func(name string) bool) {
	seen, done := map[*typemodel.Type]bool{}, map[string]bool{}
	types = slices.Clone(types)
	for i := 0; i < len(types); i++ {
		typemodel.Walk(types[i], func(_ string, t *typemodel.Type) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			named := t.Name
			if named.IsZero() {
				named = t.Alias
			}
			types = append(types, named.Args...) // which may be no parts
			if named.PkgPath == f.PkgPath() && !done[named.String()] && hidden(named.Name) {
				done[named.String()] = true
				spelled, is, name := f.Type(t), named.Name, named.Name
				if len(named.Args) > 0 { // each instance has one
					is, name = named.String(), codec.TypeName(t)
				}
				alias := f.Local(prefix + "Type" + codec.UpperFirst(name))
				f.P()
				f.P("type ", alias, " = ", spelled)
				f.Rename(f.PkgPath(), is, alias)
			}
			return true
		})
	}
}
