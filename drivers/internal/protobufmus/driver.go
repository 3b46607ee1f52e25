// Package protobufmus is the driver of github.com/mus-format/ext-protobuf-go.
package protobufmus

import (
	"github.com/assay-go/assay/driver"
	schema "github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const (
	ext      = "github.com/mus-format/ext-protobuf-go"
	mus      = "github.com/mus-format/mus-go"
	protobuf = "google.golang.org/protobuf"
)

// Driver is github.com/mus-format/ext-protobuf-go.
var Driver = driver.Driver{
	Name: "protobuf_mus",
	Doc: "The wire format of Protocol Buffers, written field by field with the primitives of mus and its extension: on the user's " +
		"types, or with native on Google's structs. Lists are loops over primitives, as the extension's own serializer of slices " +
		"loses elements at their end. Unknown fields are skipped.",
	Calls: "the primitives of mus and its extension, as in projects/protobuf_mus of go-serialization-benchmarks; reuse fills a sufficient buffer: 54.5 → 41.6. Not used: the extension's serializer of slices, which loses elements at their end.",
	Facts: driver.Facts{
		Modules: []driver.Module{
			{Path: ext, Version: "v0.0.0-20250409163718-30c4cefc3ff8"},
			{Path: mus, Version: "v0.10.2"},
			{Path: protobuf, Version: "v1.36.12"},
		},
		Format:      "protobuf",
		Licence:     "MIT",
		URL:         "https://" + ext,
		Identity:    driver.ByNumber("protobuf"),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		variant(driver.Raw),
		variant(driver.Raw, driver.Varint),
		variant(driver.Unsafe),
		variant(driver.Native, driver.Unsafe),
	},
	Check: schema.Limits.Check,
	Emit:  emit,
}

func variant(own ...driver.Feature) driver.Variant {
	v := driver.Variant{
		Features:         append([]driver.Feature{driver.Manual, driver.Binary}, own...),
		Nondeterministic: true, // maps
		Reuse:            true,
	}
	v.Transform = v.Has(driver.Native)
	v.Aliases, v.AliasesOnly = v.Has(driver.Unsafe), text
	if v.Transform {
		v.AliasesOnly = nativeText
	}
	return v
}

func text(t *typemodel.Type) bool { return t.Kind == typemodel.String || t.IsBytes() }

// nativeText knows that the structs of protobuf hold arrays of bytes as slices.
func nativeText(t *typemodel.Type) bool { return text(t) || t.IsByteArray() }

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.ReserveTypes(t)
	e := &emitter{Adapter: a, variant: v, messages: schema.NewMessages(a), plain: map[*typemodel.Type]bool{}}
	if !v.Has(driver.Native) {
		a.Workarounds = schema.New(t, a.PkgPath(), "", schema.Options{}).Workarounds
		e.use(t)
		root := e.messages.Of(t)
		e.emitMessages()
		a.EmitNew(t, e.funcs(root, "T"))
		return nil
	}
	pb := a.PkgPath() + "/pb"
	s := schema.New(t, pb, "pb", schema.Options{})
	if err := s.Generate(a); err != nil {
		return err
	}
	e.use(t)
	s.EmitConversions(a, pb)
	var model *typemodel.Type
	model, e.plain = s.Model(pb)
	root := e.messages.Of(model)
	e.emitMessages()
	a.EmitNewWire(e.funcs(root, "Wire"))
	return nil
}

// funcs are the adapter's, on values of the type called subject.
func (e *emitter) funcs(root *message, subject string) driver.Funcs {
	return driver.Funcs{
		Marshal: `bs := make([]byte, ` + root.Func("size") + `(v))
			` + root.Func("marshal") + `(v, bs)
			return bs, nil`,
		Fill:      `return buf[:` + root.Func("marshal") + `(v, buf)], nil`,
		Unmarshal: `return ` + root.Func("unmarshal") + `(data, v)`,
		UnmarshalReuse: e.reset(subject) + `
			return ` + root.Func("unmarshal") + `(data, v)`,
		Size: `return ` + root.Func("size") + `(v)`,
	}
}

// reset is the statement before decoding into a used value: absent fields would
// keep theirs.
func (e *emitter) reset(subject string) string {
	if subject == "Wire" {
		return "v.Reset()"
	}
	return "var zero T\n*v = zero"
}
