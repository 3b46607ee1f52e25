package driver_test

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// A subject whose package and type are called like what the statements use
// gives way.
func TestEmitNewKeepsNames(t *testing.T) {
	subject := &typemodel.Type{
		Kind: typemodel.Struct,
		Name: typemodel.Name{PkgPath: "example.com/json", PkgName: "json", Name: "T"},
	}
	a := driver.NewAdapter("example.com/worker/x")
	a.EmitNew(subject, driver.Funcs{
		Imports:   []string{"encoding/json", "xdr example.com/go-xdr/xdr2"},
		Marshal:   `return json.Marshal(v)`,
		Unmarshal: `return xdr.Unmarshal(data, v)`,
	})
	src, err := a.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`json2 "example.com/json"`,
		`xdr "example.com/go-xdr/xdr2"`,
		"type T = json2.T\n",
		"Marshal: func(v *T) ([]byte, error) {\n\t\t\treturn json.Marshal(v)\n",
	} {
		if !strings.Contains(string(src), want) {
			t.Errorf("the source has no %q:\n%s", want, src)
		}
	}
	for _, unwanted := range []string{`"io"`, "Append:", "Read:"} {
		if strings.Contains(string(src), unwanted) {
			t.Errorf("the source has %q, which nothing asked for:\n%s", unwanted, src)
		}
	}
}

// A package of the subject gives way to what the adapter declares, too.
func TestEmitNewKeepsDeclaredNames(t *testing.T) {
	for _, name := range []string{"schema", "kinds", "helper", "enc", "list", "row", "part"} {
		subject := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/" + name, PkgName: name, Name: "Server"}}
		a := driver.NewAdapter("example.com/worker/x")
		a.EmitNew(subject, driver.Funcs{
			Imports: []string{"encoding/json"},
			Decls:   "var schema, kinds = 1, 2\n\nfunc helper() {}\n\ntype row struct{}",
			State:   "var enc json.Encoder",
			Marshal: "list := []int{}\nfor _, part := range list {\n_ = part\n}\nreturn json.Marshal(v)",
		})
		src, err := a.Source()
		if err != nil {
			t.Fatal(err)
		}
		if want := "type T = " + name + "2.Server\n"; !strings.Contains(string(src), want) {
			t.Errorf("no %q:\n%s", want, src)
		}
	}
}

// What was printed before may have taken the names that statements use.
func TestUseTooLate(t *testing.T) {
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(string), "package slices got the name slices2") {
			t.Errorf("%v", p)
		}
	}()
	a := driver.NewAdapter("example.com/worker/x")
	a.P("type Wire = ", &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/slices", PkgName: "slices", Name: "A"}})
	a.EmitNewWire(driver.Funcs{Imports: []string{"slices"}})
}

func TestForImpls(t *testing.T) {
	impl := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/shop", PkgName: "shop", Name: "Item"}}
	pointer := &typemodel.Type{Kind: typemodel.Pointer, Elem: impl}
	any := &typemodel.Type{Kind: typemodel.Interface, Impls: []*typemodel.Type{impl, pointer}}
	twice := &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{{Name: "A", Type: any}, {Name: "B", Type: any}}}
	a := driver.NewAdapter("example.com/worker/x")
	if got, want := a.ForImpls(twice, "f(*new(%s))"), "f(*new(shop.Item))\nf(*new(*shop.Item))"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
