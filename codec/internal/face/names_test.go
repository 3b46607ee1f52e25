package face

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Types that an interface may hold are told apart by as much of their names as it takes.
func TestChoiceNames(t *testing.T) {
	named := func(path, pkg, name string) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: path, PkgName: pkg, Name: name}}
	}
	circle, square := named("x/v1/geo", "geo", "Circle"), named("x/v1/geo", "geo", "Square")
	later := &typemodel.Type{Kind: typemodel.Pointer, Elem: named("x/v2/geo", "geo", "Circle")}
	flat := named("x/flat", "flat", "Circle")
	for _, test := range []struct {
		impls []*typemodel.Type
		want  []string
	}{
		{[]*typemodel.Type{circle, square}, []string{"Circle", "Square"}},
		{[]*typemodel.Type{circle, square, flat}, []string{"geo.Circle", "Square", "flat.Circle"}},
		{[]*typemodel.Type{circle, later.Elem}, []string{"x/v1/geo.Circle", "x/v2/geo.Circle"}},
		{[]*typemodel.Type{circle, later, flat}, []string{"geo.Circle", "*geo.Circle", "flat.Circle"}},
	} {
		if have := ChoiceNames(&typemodel.Type{Kind: typemodel.Interface, Impls: test.impls}); !slices.Equal(have, test.want) {
			t.Errorf("%v, want %v", have, test.want)
		}
	}
}

// TestAliases gives a type, and each instance of a generic one, one other name, though two roots have models of it of their
// own, as those have that are loaded one by one; and none to others.
func TestAliases(t *testing.T) {
	named := func(pkg, name string, fields ...typemodel.Field) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkg, PkgName: "p", Name: name}, Fields: fields}
	}
	root := func(name string) *typemodel.Type {
		instance := named("example.com/p", "c")
		instance.Name.Args = []*typemodel.Type{{Kind: typemodel.Int}}
		tagged := named("example.com/p", "e")
		tagged.Name.Args = []*typemodel.Type{named("example.com/p", "d")} // of which it holds nothing
		return named("example.com/p", name, typemodel.Field{Name: "A", Type: named("example.com/p", "b")}, typemodel.Field{Name: "B", Type: named("example.com/q", "b")}, typemodel.Field{Name: "C", Type: instance}, typemodel.Field{Name: "D", Type: tagged})
	}
	file := goprint.New("example.com/p", "p")
	Aliases(file, "x", []*typemodel.Type{root("One"), root("Two")}, func(name string) bool { return name == "b" || name == "c" || name == "d" })
	for k, want := range map[int]string{2: "xTypeCInt", 3: "e[xTypeD]"} {
		if got := file.Type(root("One").Fields[k].Type); got != want {
			t.Errorf("an instance is %s, want %s", got, want)
		}
	}
	source, err := file.Source()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.TrimSpace(string(source)), "package p\n\ntype xTypeB = b\n\ntype xTypeCInt = c[int]\n\ntype xTypeD = d"; !strings.HasSuffix(got, want) || strings.Count(got, "xTypeB") != 1 {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
}
