package mirror

import "github.com/assay-go/assay/goprint"

// EmitCast prints
//
//	func mirror(v *orders.Order) *Order
//
// and beside it the func mirrorCheck, which panics with
// the place where the two layouts differ, if they do. The emitted New calls it
// first: a panic there costs one adapter, in an init func it would cost all
// that are linked with it.
func (m *Mirror) EmitCast(f *goprint.File) {
	f.Reserve(m.Names()...)
	pointer := goprint.Ident{Path: "unsafe", Name: "Pointer"}
	f.P("// mirror returns its argument as the mirrored type. Nothing is copied: both")
	f.P("// types have one layout in memory, as mirrorCheck makes sure.")
	v := f.Local("v")
	f.P("func mirror(", v, " *", m.subject, ") *", m.Type, " {")
	f.End("return (*", m.Type, ")(", pointer, "(", v, "))")

	r, fmt := f.Import("reflect"), f.Import("fmt")
	f.P("// mirrorCheck panics when the two types differ in layout.")
	f.P("var mirrorCheck = ", goprint.Ident{Path: "sync", Name: "OnceFunc"}, "(func() {")
	f.P("a, b := ", r, ".TypeFor[", m.subject, "](), ", r, ".TypeFor[", m.Type, "]()")
	f.P("if diff := mirrorLayout(a.String(), a, b, map[[2]", r, ".Type]bool{}); diff != \"\" { panic(\"the mirrored type is of another layout: \" + diff) }")
	f.P("})")
	f.P()

	f.P("// mirrorLayout returns the first place below path where the memory of a and b is not")
	f.P("// laid out alike, or nothing. What unexported fields of a point to is left out, and")
	f.P("// of fields that are called _ in b the name.")
	f.P("func mirrorLayout(path string, a, b ", r, ".Type, seen map[[2]", r, ".Type]bool) string {")
	f.P("pair := [2]", r, ".Type{a, b}")
	f.P("if a == b || seen[pair] { return \"\" }")
	f.P("seen[pair] = true")
	f.P("word := ", r, ".TypeFor[", pointer, "]()")
	f.P("if a.Size() != b.Size() || a.Align() != b.Align() {")
	f.P("return ", fmt, ".Sprintf(\"%s: %v has %d bytes aligned to %d, %v has %d aligned to %d\", path, a, a.Size(), a.Align(), b, b.Size(), b.Align())")
	f.P("}")
	f.P("switch a.Kind() {")
	f.P("case ", r, ".Pointer, ", r, ".Map, ", r, ".Chan, ", r, ".Func:")
	f.P("if b == word { return \"\" }")
	f.P("case ", r, ".Slice:")
	f.P("if b == ", r, ".TypeFor[[]struct{}]() { return \"\" }")
	f.P("case ", r, ".Interface:")
	f.P("if a.NumMethod() > 0 && b.Kind() == ", r, ".Struct && b.NumField() == 2 && b.Field(0).Type.Kind() == ", r, ".Uintptr && b.Field(1).Type == word { return \"\" }")
	f.P("}")
	f.P("if a.Kind() != b.Kind() { return ", fmt, ".Sprintf(\"%s: %v is a %v, %v is a %v\", path, a, a.Kind(), b, b.Kind()) }")
	f.P("switch a.Kind() {")
	f.P("case ", r, ".Array, ", r, ".Slice, ", r, ".Pointer:")
	f.P("return mirrorLayout(path+\"[]\", a.Elem(), b.Elem(), seen)")
	f.P("case ", r, ".Map:")
	f.P("if diff := mirrorLayout(path+\"[key]\", a.Key(), b.Key(), seen); diff != \"\" { return diff }")
	f.P("return mirrorLayout(path+\"[value]\", a.Elem(), b.Elem(), seen)")
	f.P("case ", r, ".Interface:")
	f.P("if a.NumMethod() > 0 || b.NumMethod() > 0 { return ", fmt, ".Sprintf(\"%s: %v and %v have methods\", path, a, b) }")
	f.P("case ", r, ".Chan, ", r, ".Func:")
	f.P("return ", fmt, ".Sprintf(\"%s: %v and %v are not the same type\", path, a, b)")
	f.P("case ", r, ".Struct:")
	f.P("if a.NumField() != b.NumField() { return ", fmt, ".Sprintf(\"%s: %v has %d fields, %v has %d\", path, a, a.NumField(), b, b.NumField()) }")
	f.P("for i := range a.NumField() {")
	f.P("fa, fb := a.Field(i), b.Field(i)")
	f.P("if fa.Name != fb.Name && fb.Name != \"_\" || fa.Offset != fb.Offset {")
	f.P("return ", fmt, ".Sprintf(\"%s: field %s at byte %d, field %s at byte %d\", path, fa.Name, fa.Offset, fb.Name, fb.Offset)")
	f.P("}")
	f.P("if diff := mirrorLayout(path+\".\"+fa.Name, fa.Type, fb.Type, seen); diff != \"\" { return diff }")
	f.P("}")
	f.P("}")
	f.End("return \"\"")
}
