package generate

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// How a type stands in another does not depend on whether code is asked for it as well, nor on
// which is named first: its methods are called below the other, and not by code of its own.
func TestAskedTogether(t *testing.T) {
	formats := []codec.Format{ // json shares functions between types, so that its calls are fewer
		Lookup("flat"), &cbor.Format{}, &cbor.Format{Dialect: "ctap2"},
		&msgpack.Format{}, &msgpack.Format{Dialect: "vmihailenco"}, &msgpack.Format{Dialect: "shamaton"}, &msgpack.Format{Dialect: "ugorji"},
	}
	if !routinestest.Long {
		formats = []codec.Format{formats[0], formats[1], formats[3]}
	}
	called := map[string]bool{}
	for _, pair := range typemodel.MethodPairs {
		if pair.Set&(typemodel.BinaryMarshaler|typemodel.TextMarshaler|typemodel.MsgpMarshaler|typemodel.CBORMarshaler|typemodel.MsgpackMarshaler) == 0 || strings.Contains(pair.MarshalSignature, ".") {
			continue
		}
		h := newThere(t, withMethods(pair))
		types := map[string]*typemodel.Type{}
		for _, name := range []string{"Flat", "OfFlat", "Tree", "OfTree"} {
			r, err := load.Load(t.Context(), load.Config{Dir: h.dir, Packages: h.in.load}, name)
			if err != nil {
				t.Fatal(err)
			}
			types[name] = r.Type
		}
		calls := regexp.MustCompile(`\.(` + pair.Marshal + `|` + pair.Unmarshal + `)\(`)
		for _, f := range formats {
			count := func(names ...string) (n int, ok bool) {
				t.Helper()
				var list []*typemodel.Type
				for _, name := range names {
					list = append(list, types[name])
				}
				p, err := f.Plan(h.in.path, list, codec.Options{})
				if err != nil {
					t.Fatal(err)
				}
				file := goprint.New(h.in.path, "there")
				if err := p.Emit(file, false); err != nil {
					return 0, false
				}
				source, err := file.Source()
				if err != nil {
					t.Fatalf("%s of %v: %v", f.Name(), names, err)
				}
				return len(calls.FindAll(source, -1)), true
			}
			for _, part := range []string{"Flat", "Tree"} {
				own, ok := count(part)
				in, also := count("Of" + part)
				if !ok || !also {
					continue
				}
				called[f.Name()] = called[f.Name()] || in > 0
				for _, names := range [][]string{{part, "Of" + part}, {"Of" + part, part}} {
					if n, _ := count(names...); n != own+in {
						t.Errorf("%s: the code of %v calls %s %d times, that of each alone %d and %d times", f.Name(), names, pair.Marshal, n, own, in)
					}
				}
			}
		}
	}
	for _, name := range []string{"flat", "cbor", "msgpack"} {
		if !called[name] {
			t.Errorf("%s calls no method", name)
		}
	}
}

// withMethods returns a source of types with two methods, one of which leads to itself, and of
// types that hold them.
func withMethods(pair typemodel.MethodPair) string {
	var b strings.Builder
	b.WriteString("package there\n\n")
	method := func(typ, name, signature string) {
		in, out, _ := strings.Cut(signature, "->")
		results := strings.Split(strings.TrimSpace(out), " ")
		fmt.Fprintf(&b, "func (*%s) %s(%s) (%s) { panic(0) }\n\n", typ, name, strings.TrimSpace(in), strings.Join(results, ", "))
	}
	for name, fields := range map[string]string{"Flat": "A int64", "Tree": "A int64; L []Tree"} {
		fmt.Fprintf(&b, "type %s struct{ %s }\n\ntype Of%[1]s struct { F %[1]s; L []%[1]s; M map[string]%[1]s }\n\n", name, fields)
		method(name, pair.Marshal, pair.MarshalSignature)
		method(name, pair.Unmarshal, pair.UnmarshalSignature)
	}
	return b.String()
}
