package usercodec

import (
	"image"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/typemodel"
)

// module writes a module of these files, and returns where it is.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	filetest.All(t, dir, files)
	return dir
}

// TestFind tells which funcs of a package are codecs, of what, and what they are called.
func TestFind(t *testing.T) {
	dir := module(t, map[string]string{
		"orders/orders.go": "package orders\n\ntype Order struct{ N int }\n",
		"wire/wire.go": `package wire

import "example.com/m/orders"

type Item struct{ N int }
type alias = Item

func MarshalOrder(v *orders.Order) ([]byte, error)                 { return nil, nil }
func UnmarshalOrder(data []byte, v *orders.Order) error            { return nil }
func UnmarshalReuseOrder(data []byte, v *orders.Order) error       { return nil }
func AppendOrderFast(buf []byte, v *orders.Order) ([]byte, error)  { return nil, nil }
func UnmarshalOrderFast(data []byte, v *orders.Order) error        { return nil }
func AppendItem(buf []byte, v *alias) (_ []byte, err error)        { return nil, nil }
func UnmarshalItem(data []uint8, v *Item) error                    { return nil }

func MarshalAlone(v *Item) ([]byte, error)                 { return nil, nil } // nothing reads it
func AppendTwice(buf []byte, v *Item) ([]byte, int, error) { return nil, 0, nil }
func UnmarshalTwice(data []byte, v *Item) error            { return nil } // nothing writes it
func MarshalAny[T any](v *T) ([]byte, error)               { return nil, nil }
func UnmarshalAny[T any](data []byte, v *T) error          { return nil }
func MarshalMany(v ...*Item) ([]byte, error)               { return nil, nil }
func UnmarshalMany(data []byte, v ...*Item) error          { return nil }
func MarshalText(v *string) ([]byte, error)                { return nil, nil }
func UnmarshalText(data []byte, v *string) error           { return nil }
func marshalOrder(v *orders.Order) ([]byte, error)         { return nil, nil }
func unmarshalOrder(data []byte, v *orders.Order) error    { return nil }
`})
	found, err := Find(t.Context(), dir, nil, "./wire", []string{"wire.fast"})
	if err != nil {
		t.Fatal(err)
	}
	fn := func(expr string) Func { return Func{PkgPath: "example.com/m/wire", PkgName: "wire", Expr: expr} }
	want := []Codec{
		{Name: "wire", Type: "example.com/m/orders.Order", Marshal: fn("MarshalOrder"), Unmarshal: fn("UnmarshalOrder"), UnmarshalReuse: fn("UnmarshalReuseOrder")},
		{Name: "own.wire.fast", Type: "example.com/m/orders.Order", Append: fn("AppendOrderFast"), Unmarshal: fn("UnmarshalOrderFast")},
		{Name: "wire", Type: "example.com/m/wire.Item", Append: fn("AppendItem"), Unmarshal: fn("UnmarshalItem")},
	}
	if d := cmp.Diff(want, found); d != "" {
		t.Errorf("codecs (-want +got)\n%s", d)
	}
}

// TestFindsFeatures tells that codecs with features are variants of one serializer, that
// values may be passed themselves, and that a struct of the codec's own has its two funcs.
func TestFindsFeatures(t *testing.T) {
	dir := module(t, map[string]string{
		"orders/orders.go": "package orders\n\ntype Order struct{ N int }\n",
		"wire/wire.go": `package wire

import "example.com/m/orders"

const (
	FeaturesRaw    = "manual, raw"
	FeaturesVarint = "manual+varint+mine"
	FeaturesNone   = 3
)

func MarshalRaw(v orders.Order) ([]byte, error)        { return nil, nil }
func UnmarshalRaw(data []byte) (orders.Order, error)   { return orders.Order{}, nil }
func AppendVarint(buf []byte, v *orders.Order) ([]byte, error) { return nil, nil }
func UnmarshalVarint(data []byte, v *orders.Order) error       { return nil }

type Own struct{ M int }

func ToOwn(from *orders.Order, to *Own) error   { return nil }
func FromOwn(from *Own, to *orders.Order) error { return nil }
func MarshalOwn(v *Own) ([]byte, error)         { return nil, nil }
func UnmarshalOwn(data []byte, v *Own) error    { return nil }
`})
	found, err := Find(t.Context(), dir, nil, "./wire", nil)
	if err != nil {
		t.Fatal(err)
	}
	fn := func(expr string) Func { return Func{PkgPath: "example.com/m/wire", PkgName: "wire", Expr: expr} }
	value := func(expr string) Func { f := fn(expr); f.Value = true; return f }
	const order = "example.com/m/orders.Order"
	want := []Codec{
		{Name: "wire", Type: order, Features: []string{"manual", "raw"}, Marshal: value("MarshalRaw"), Unmarshal: value("UnmarshalRaw")},
		{Name: "wire", Type: order, Features: []string{"manual", "varint", "mine"}, Append: fn("AppendVarint"), Unmarshal: fn("UnmarshalVarint")},
		{Name: "wire", Type: order, Marshal: fn("MarshalOwn"), Unmarshal: fn("UnmarshalOwn"), To: fn("ToOwn"), From: fn("FromOwn"), Own: "example.com/m/wire.Own"},
	}
	if d := cmp.Diff(want, found); d != "" {
		t.Errorf("codecs (-want +got)\n%s", d)
	}
	a := driver.NewAdapter("example.com/adapters/wire")
	found[2].emit(a, &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/m/orders", PkgName: "orders", Name: "Order"}})
	if source, err := a.Source(); err != nil || !strings.Contains(string(source), "own1.ToOwn(from, to)") {
		t.Errorf("the adapter of a struct of its own: %v\n%s", err, source)
	}
	list, err := Drivers(found...)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d drivers, %v", len(list), err)
	}
	var rows []string
	for _, r := range list[0].Rows() {
		rows = append(rows, r.Name)
	}
	if d := cmp.Diff([]string{"wire+raw", "wire+mine+varint", "wire+mine+reuse+varint", "wire", "wire+notransform"}, rows); d != "" {
		t.Errorf("rows (-want +got)\n%s", d)
	}
	found[1].Features = found[0].Features
	if _, err := Drivers(found...); err == nil || !strings.Contains(err.Error(), "two codecs are called wire+raw") {
		t.Errorf("two of one name: %v", err)
	}
	found[1].Type = "example.com/m/orders.Item"
	if _, err := Drivers(found...); err == nil || !strings.Contains(err.Error(), "two codecs are called wire, for ") {
		t.Errorf("one name for two types: %v", err)
	}
}

// TestFindsEquality tells which comparison is a codec's own: a func that is called as its
// others are, or else the method EqualTo of what it encodes, by pointer or by value.
func TestFindsEquality(t *testing.T) {
	const mine = "example.com/m/wire"
	for _, test := range []struct {
		name, source string
		want         Func
		call         string // of the adapter; empty for none
	}{
		{"func", "func Equal(a, b *T) bool { return true }", Func{mine, "wire", "Equal", false, false}, "own1.Equal(want, got)"},
		{"func by value", "func Equal(a, b T) bool { return true }", Func{mine, "wire", "Equal", true, false}, "own1.Equal(*want, *got)"},
		{"method", "func (a *T) EqualTo(b *T) bool { return true }", Func{mine, "wire", "(*T).EqualTo", false, false}, "(*own1.T).EqualTo(want, got)"},
		{"method by value", "func (a T) EqualTo(b T) bool { return true }", Func{mine, "wire", "T.EqualTo", true, false}, "own1.T.EqualTo(*want, *got)"},
		{"method with an error", "func (a T) EqualTo(b T) error { return nil }", Func{mine, "wire", "T.EqualTo", true, true}, "own1.T.EqualTo(*want, *got) == nil"},
		{"both", "func Equal(a, b *T) bool { return true }\nfunc (a T) EqualTo(b T) bool { return true }", Func{mine, "wire", "Equal", false, false}, "own1.Equal(want, got)"},
		{"of others", "type O int\nfunc Equal(a *T, b *O) bool { return true }\nfunc (a T) EqualTo(b *T) bool { return true }", Func{}, ""},
		{"another result", "func Equal(a, b *T) int { return 0 }\nfunc (a T) EqualTo(b T) int { return 0 }", Func{}, ""},
		{"another codec's", "func EqualOther(a, b *T) bool { return true }", Func{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := module(t, map[string]string{"wire/wire.go": `package wire

type T struct{ N int }

func Marshal(v *T) ([]byte, error)      { return nil, nil }
func Unmarshal(data []byte, v *T) error { return nil }
` + test.source + "\n"})
			found, err := Find(t.Context(), dir, nil, "./wire", nil)
			if err != nil || len(found) != 1 {
				t.Fatalf("%d codecs, %v", len(found), err)
			}
			if d := cmp.Diff(test.want, found[0].Equal); d != "" {
				t.Fatalf("Equal (-want +got)\n%s", d)
			}
			a := driver.NewAdapter("example.com/adapters/wire")
			found[0].emit(a, &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: mine, PkgName: "wire", Name: "T"}})
			source, err := a.Source()
			if err != nil {
				t.Fatal(err)
			}
			if want := "return " + test.call; strings.Contains(string(source), "Equal: func") != (test.call != "") || !strings.Contains(string(source), want) {
				t.Errorf("%q is not in the adapter:\n%s", want, source)
			}
		})
	}
}

// TestFindFails tells what is said of packages that have no codec, or cannot be looked at.
func TestFindFails(t *testing.T) {
	dir := module(t, map[string]string{
		"none/none.go":     "package none\n\nfunc MarshalInt(v *int) ([]byte, error) { return nil, nil }\n",
		"broken/broken.go": "package broken\n\nfunc F() int { return missing }\n",
		"prog/main.go":     "package main\n\nfunc main() {}\n",
	})
	for _, test := range []struct{ pattern, want string }{
		{"./none", "there is no codec in ./none: it needs exported funcs"},
		{"./broken", "looking for codecs in ./broken: " + filepath.Join(dir, "broken", "broken.go") + ":3:23: undefined: missing"},
		{"./prog", "looking for codecs in ./prog: it is a main package"},
		{"./absent", "looking for codecs in ./absent: "},
	} {
		if found, err := Find(t.Context(), dir, nil, test.pattern, nil); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v and %v, want the error %s…", test.pattern, found, err, test.want)
		}
	}
}

// TestCheck tells why codecs that somebody puts together cannot be measured.
func TestCheck(t *testing.T) {
	fn := func(expr string) Func { return Func{PkgPath: "example.com/m", Expr: expr} }
	for _, test := range []struct {
		codec Codec
		want  string // empty for none
	}{
		{Codec{Marshal: fn("MarshalX"), Unmarshal: fn("UnmarshalX")}, ""},
		{Codec{Append: fn("(*T).AppendBinary"), Unmarshal: fn("(*T).UnmarshalBinary")}, ""},
		{Codec{Marshal: fn("MarshalX")}, "codec c: there is no func to unmarshal with"},
		{Codec{Unmarshal: fn("UnmarshalX"), UnmarshalReuse: fn("UnmarshalReuseX")}, "codec c: there is no func to marshal with"},
		{Codec{Marshal: fn("marshalX"), Unmarshal: fn("UnmarshalX")}, "codec c: example.com/m.marshalX is not exported, so that no other package can call it"},
		{Codec{Marshal: fn("MarshalX"), Unmarshal: fn("UnmarshalX"), UnmarshalReuse: fn("(*t).UnmarshalBinary")}, "codec c: example.com/m.(*t).UnmarshalBinary is not exported, so that no other package can call it"},
		{Codec{Append: fn("(*T).append"), Unmarshal: fn("UnmarshalX")}, "codec c: example.com/m.(*T).append is not exported, so that no other package can call it"},
	} {
		test.codec.Name = "c"
		got := ""
		if err := test.codec.Check(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%+v: got %q, want %q", test.codec, got, test.want)
		}
	}
}

// TestDriver tells that the adapter calls the funcs, a method with its receiver first, and that
// the driver refuses other types.
func TestDriver(t *testing.T) {
	c := Codec{
		Name: "mine", Type: "image.Point",
		Marshal:        Func{PkgPath: "example.com/m/wire", Expr: "MarshalPoint"},
		Append:         Func{PkgPath: "image", Expr: "(*Point).AppendBinary"},
		Unmarshal:      Func{PkgPath: "example.com/m/wire", Expr: "UnmarshalPoint"},
		UnmarshalReuse: Func{PkgPath: "image", Expr: "(*Point).UnmarshalBinary"},
	}
	list, err := Drivers(c)
	if err != nil {
		t.Fatal(err)
	}
	d := list[0]
	point, _ := typemodel.FromReflect(reflect.TypeFor[image.Point]())
	if refused := d.Check(point, d.Variants[0]); len(refused) > 0 {
		t.Errorf("its own type is refused: %v", refused)
	}
	rectangle, _ := typemodel.FromReflect(reflect.TypeFor[image.Rectangle]())
	if refused := d.Check(rectangle, d.Variants[0]); len(refused) != 1 || refused[0].Text != "this codec is for image.Point" {
		t.Errorf("another type: %v", refused)
	}
	a := driver.NewAdapter("example.com/adapters/mine")
	if err := d.Emit(a, point, d.Variants[0]); err != nil {
		t.Fatal(err)
	}
	b, err := a.Source()
	if err != nil {
		t.Fatal(err)
	}
	source := string(b)
	for _, want := range []string{
		`own1 "example.com/m/wire"`, "return own1.MarshalPoint(v)", "return (*own2.Point).AppendBinary(v, buf)",
		"return own1.UnmarshalPoint(data, v)", "return (*own2.Point).UnmarshalBinary(v, data)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("%s is not in the adapter:\n%s", want, source)
		}
	}
	for _, test := range []struct {
		codec Codec
		reuse bool
	}{{c, true}, {Codec{Append: c.Append}, true}, {Codec{UnmarshalReuse: c.UnmarshalReuse}, true}, {Codec{Marshal: c.Marshal, Unmarshal: c.Unmarshal}, false}} {
		if got := test.codec.variant().Reuse; got != test.reuse {
			t.Errorf("%+v has rows with reuse: %t", test.codec, got)
		}
	}
}
