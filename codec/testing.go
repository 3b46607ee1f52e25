package codec

import (
	"embed"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/typemodel"
)

//go:embed internal/testrt/*.go
var testSource embed.FS

// testRoutines are what tests share.
var testRoutines = routines.Embedded(testSource, "internal/testrt")

// TestSupport is what the tests of one file share: the making of values and
// their comparison, by reflection, and what is asked of the code of every type.
type TestSupport struct {
	Prefix string // of its names
	Data   string // a file with a JSON value of the first type on each line, relative to the package; may be empty

	// Requires reports whether the module that the tests are of requires another one.
	Requires func(modulePath string) bool

	has *routines.Pick
}

// NewTestSupport begins the support of a file, whose names have the prefix.
func NewTestSupport(prefix string) TestSupport {
	has := testRoutines().PickLoosely("Codec")
	has.Add("init")
	return TestSupport{Prefix: prefix, has: has}
}

// name is how a routine is called in the file.
func (s TestSupport) name(routine string) string { return s.Prefix + UpperFirst(routine) }

// Print prints what the tests that were printed need.
func (s TestSupport) Print(f *goprint.File) {
	for _, text := range s.has.Sources(routines.Copy{Own: s.name, Import: f.Ident}) {
		f.P()
		f.P(text)
	}
}

// TestValues says which values a format keeps.
type TestValues struct {
	Merges bool // nil and empty are one
	Flat   bool // a pointer to a nil slice or map is nil
	Coarse bool // times are kept to 100 ns, and there is no zero time
	NoNil  bool // pointers are never nil
	Narrow bool // int and uint have 32 bits
	Any    bool // interfaces of which nothing is known hold what JSON has

	Tag string // that leaves fields out, besides assay's; may be empty

	// Fields are the types that have methods of their own and are carried by their
	// fields all the same.
	Fields []*typemodel.Type

	// One are the structs of which one field is set at most.
	One []*typemodel.Type

	// Holds returns the types that an interface may hold; nil means none.
	Holds func(t *typemodel.Type) []*typemodel.Type
}

// print prints v for the type t, as a field of the routines' Codec.
func (v TestValues) print(f *goprint.File, s TestSupport, t *typemodel.Type) {
	f.P("Values: ", s.name("Values"), "{ // what the format keeps of a value")
	for _, fact := range []struct {
		name string
		set  bool
	}{{"merges", v.Merges}, {"flat", v.Flat}, {"coarse", v.Coarse}, {"noNil", v.NoNil}, {"narrow", v.Narrow}, {"any", v.Any}} {
		if fact.set {
			f.P(fact.name, ": true,")
		}
	}
	holds, omit, reached := map[string][]*typemodel.Type{}, map[string]bool{}, map[string]bool{}
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Kind == typemodel.Interface && !t.Name.IsZero() && v.Holds != nil {
			holds[t.Name.PkgPath+"."+t.Name.Name] = v.Holds(t)
		}
		for i := range t.Fields {
			field := &t.Fields[i]
			place := t.Name.PkgPath + "." + t.Name.Name + "." + field.Name
			omit[place] = omit[place] || field.Omit || v.Tag != "" && field.Tag.Get(v.Tag) == "-"
			reached[place] = reached[place] || field.Reached
			at := field.Type
			for at.Elem != nil && at.Name.IsZero() {
				at = at.Elem
			}
			if at.Kind == typemodel.Interface && at.Name.IsZero() && v.Holds != nil {
				holds[place] = v.Holds(at)
			}
		}
		return true
	})
	places := func(name string, set map[string]bool) {
		var list []string
		for _, place := range slices.Sorted(maps.Keys(set)) {
			if set[place] {
				list = append(list, fmt.Sprintf("%q: true", place))
			}
		}
		if len(list) > 0 {
			f.P(name, ": map[string]bool{", strings.Join(list, ", "), "},")
		}
	}
	named := func(types []*typemodel.Type) map[string]bool {
		set := map[string]bool{}
		for _, t := range types {
			set[t.Name.PkgPath+"."+t.Name.Name] = true
		}
		return set
	}
	places("fields", named(v.Fields))
	places("one", named(v.One))
	places("omit", omit)
	places("reached", reached)
	if len(holds) > 0 {
		f.P("holds: map[string][]", goprint.Ident{Path: "reflect", Name: "Type"}, "{")
		for _, place := range slices.Sorted(maps.Keys(holds)) {
			if len(holds[place]) == 0 {
				continue
			}
			f.Pf("%q: {", place)
			for _, impl := range holds[place] {
				if name := impl.Indirect().Name; name.PkgPath != "" && name.PkgPath != f.PkgPath() && !token.IsExported(name.Name) {
					continue // where the format needs none, as in [0]T
				}
				f.P(goprint.Ident{Path: "reflect", Name: "TypeFor"}, "[", impl, "](),")
			}
			f.P("},")
		}
		f.P("},")
	}
	f.P("},")
}

// goldenFile returns the name of the file with the bytes of a type in a format.
func goldenFile(t *typemodel.Type, format string) string {
	return strings.ToLower(TypeName(t)) + "_" + format + ".golden"
}

// TestCodec is the code of a type in a format, for its tests.
type TestCodec struct {
	Format  string // as the names of functions have it
	Type    *typemodel.Type
	Methods bool // the code is methods of the type
	Values  TestValues
	New     bool // there is a constructor

	// Fields are further ones of package testrt's Codec, and what they hold.
	Fields []TestField
}

// TestField is a field of package testrt's Codec.
type TestField struct{ Name, Value string }

// True are fields that are true.
func True(names ...string) (list []TestField) {
	for _, name := range names {
		list = append(list, TestField{name, "true"})
	}
	return list
}

// Print prints the variable that tells what c is, and a test or a fuzz target for each of the
// methods of package testrt's Codec that has a name: its own, and the test's.
func (c TestCodec) Print(f *goprint.File, s TestSupport, tests ...[2]string) {
	name, typ := FuncName("", c.Type, c.Format), f.Type(c.Type)
	variable := s.Prefix + name
	f.P()
	f.P("var ", variable, " = ", s.name("Codec"), "[", typ, "]{")
	field := func(name, value string) {
		s.has.Add("Codec." + name)
		f.P(name, ": ", value, ",")
	}
	trips := slices.ContainsFunc(tests, func(test [2]string) bool { return test[0] == "RoundTrip" })
	for _, call := range []struct {
		verb, method string // a method expression has the value first
		is           bool
	}{
		{"Marshal", "(*" + typ + ").MarshalBinary", true},
		{"Append", "func(b []byte, v *" + typ + ") ([]byte, error) { return v.AppendBinary(b) }", trips},
		{"Size", "(*" + typ + ").SizeBinary", trips},
		{"Unmarshal", "func(data []byte, v *" + typ + ") error { return v.UnmarshalBinary(data) }", true},
		{"New", FuncName("New", c.Type, c.Format), c.New},
	} {
		switch {
		case !call.is:
		case c.Methods:
			field(call.verb, call.method)
		default:
			field(call.verb, FuncName(call.verb, c.Type, c.Format))
		}
	}
	s.has.Add("Codec.Values")
	c.Values.print(f, s, c.Type)
	for _, more := range c.Fields {
		field(more.Name, more.Value)
	}
	f.P("}")
	for _, test := range tests {
		method, named := test[0], test[1]
		argument := ""
		switch method {
		case "Golden":
			argument = ", " + strconv.Quote(goldenFile(c.Type, strings.ToLower(c.Format)))
		case "RoundTrip", "JSON":
			argument = ", " + strconv.Quote(s.Data)
		}
		s.has.Add("Codec." + method)
		runner, param := "T", "t"
		if argument == "" {
			runner, param = "F", "f"
		}
		f.P()
		f.P("func ", named, "(", param, " *", goprint.Ident{Path: "testing", Name: runner}, ") { ", variable, ".", method, "(", param, argument, ") }")
	}
}
