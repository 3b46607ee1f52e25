// Package easyproto is the driver of github.com/VictoriaMetrics/easyproto.
package easyproto

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/VictoriaMetrics/easyproto"

// Driver is github.com/VictoriaMetrics/easyproto.
var Driver = driver.Driver{
	Name: "easyproto",
	Doc: "The wire format of Protocol Buffers, written and read field by field on the user's type, as the README has it: with a " +
		"Marshaler from a MarshalerPool, and a FieldContext, whose strings and bytes are copied, or with unsafeunm kept as they are. " +
		"Fields that are zero are left out, as proto3 has them. Lists of narrow or named numbers are copied to those that the " +
		"library takes.",
	Calls: "a `Marshaler` of a `MarshalerPool` and a `FieldContext`, as its README shows; fresh rows append to nil. Not used: skipping the check for zero values, which would write fields that proto3 leaves out.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v1.1.3"}},
		Format:   "protobuf",
		Licence:  "Apache-2.0",
		URL:      "https://" + module,
		Identity: driver.ByNumber("protobuf"),
	},
	Variants: []driver.Variant{
		variant(driver.Raw),
		variant(driver.Raw, driver.Varint),
		variant(driver.Raw, driver.UnsafeUnm),
		variant(driver.Raw, driver.UnsafeUnm, driver.Varint),
	},
	Check: protobuf.Limits.Check,
	Emit:  emit,
}

func variant(own ...driver.Feature) driver.Variant {
	v := driver.Variant{
		Features:         append([]driver.Feature{driver.Manual, driver.Binary}, own...),
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}
	v.Aliases, v.AliasesOnly = v.Has(driver.UnsafeUnm), text
	return v
}

func text(t *typemodel.Type) bool { return t.Kind == typemodel.String || t.IsBytes() }

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.ReserveTypes(t)
	a.Workarounds = protobuf.New(t, a.PkgPath(), "", protobuf.Options{}).Workarounds
	e := &emitter{Adapter: a, variant: v, messages: protobuf.NewMessages(a), resets: map[*message]bool{}}
	a.Use("errors", module)
	root := e.messages.Of(t)
	e.messages.Emit(func(m *message) {
		e.emitMarshal(m)
		e.emitUnmarshal(m)
	})
	e.emitReset(root)
	e.emitShared()
	a.EmitNew(t, driver.Funcs{
		State: `var pool easyproto.MarshalerPool`,
		Append: `m := pool.Get()
			` + root.Func("marshal") + `(v, m.MessageMarshaler())
			buf = m.Marshal(buf)
			pool.Put(m)
			return buf, nil`,
		Unmarshal: `return ` + root.Func("unmarshal") + `(data, v)`,
		UnmarshalReuse: root.Func("reset") + `(v)
			return ` + root.Func("unmarshal") + `(data, v)`,
	})
	return nil
}
