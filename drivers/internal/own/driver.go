// Package own is the driver of the codecs that types bring themselves: methods
// that a generator, or their author, gave to them.
package own

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is the codecs that types bring themselves, one variant a kind of
// methods.
var Driver = driver.Driver{
	Name: "own",
	Doc: "The methods that the type itself has, called as its users call them: a generated protobuf message by proto.Marshal, one of " +
		"vtprotobuf by MarshalVT, of gogo/protobuf by Marshal, of msgp by MarshalMsg, of easyjson by its " +
		"package's Marshal, and others by MarshalBinary, AppendBinary and MarshalJSON. They are no rows of a type without such methods.",
	Calls: "the methods that the type itself has, as its users call them: `proto.Marshal`, `MarshalVT`, gogo's `Marshal`, `MarshalMsg`, easyjson's `Marshal`, `MarshalBinary`, `MarshalJSON`. Their generators' documentation. Not used: pools of the type's own making.",
	Facts: driver.Facts{
		Licence:  "Apache-2.0",
		URL:      "https://github.com/assay-go/assay",
		Identity: driver.ByName(),
	},
	Variants:     variants(),
	Applies:      applies,
	CarriesState: true,
	Check:        check,
	Emit:         emit,
}

// kind is a kind of methods and the calls of them.
type kind struct {
	methods typemodel.Methods
	format  string
	text    bool
	funcs   driver.Funcs

	// fills are methods that a type may have besides, by which it writes into a
	// buffer; filling are the calls of them.
	fills   typemodel.Methods
	filling driver.Funcs
}

var kinds = map[string]kind{
	"protobuf": {methods: typemodel.ProtoMessage, format: "protobuf", funcs: driver.Funcs{
		Imports:        []string{"google.golang.org/protobuf/proto"},
		Marshal:        `return proto.Marshal(v)`,
		Append:         `return proto.MarshalOptions{}.MarshalAppend(buf, v)`,
		Unmarshal:      `return proto.Unmarshal(data, v)`,
		UnmarshalReuse: `return proto.Unmarshal(data, v)`,
		Size:           `return proto.Size(v)`,
	}},
	"vtprotobuf": {methods: typemodel.VTMessage, format: "protobuf", funcs: driver.Funcs{
		Marshal:   `return v.MarshalVT()`,
		Unmarshal: `return v.UnmarshalVT(data)`,
	}, fills: typemodel.VTBuffer, filling: driver.Funcs{
		Fill: `n, err := v.MarshalToSizedBufferVT(buf)
			return buf[len(buf)-n:], err`,
		Size: `return v.SizeVT()`,
	}},
	"gogo": {methods: typemodel.GogoMessage, format: "protobuf", funcs: driver.Funcs{
		Marshal:   `return v.Marshal()`,
		Unmarshal: `return v.Unmarshal(data)`,
	}, fills: typemodel.GogoBuffer, filling: driver.Funcs{
		Fill: `n, err := v.MarshalToSizedBuffer(buf)
			return buf[len(buf)-n:], err`,
		Size: `return v.Size()`,
		UnmarshalReuse: `*v = *new(T)
			return v.Unmarshal(data)`, // what Reset does
	}},
	"msgp": {methods: typemodel.MsgpMarshaler, format: "msgpack", funcs: driver.Funcs{
		Marshal: `return v.MarshalMsg(nil)`,
		Append:  `return v.MarshalMsg(buf)`,
		Unmarshal: `_, err := v.UnmarshalMsg(data)
			return err`,
	}},
	"easyjson": {methods: typemodel.EasyJSONMarshaler, format: "json", text: true, funcs: driver.Funcs{
		Imports:   []string{"github.com/mailru/easyjson"},
		Marshal:   `return easyjson.Marshal(v)`,
		Unmarshal: `return easyjson.Unmarshal(data, v)`,
	}},
	"binary": {methods: typemodel.BinaryMarshaler, format: "binary", funcs: driver.Funcs{
		Marshal:   `return v.MarshalBinary()`,
		Unmarshal: `return v.UnmarshalBinary(data)`,
	}},
	"append": {methods: typemodel.BinaryAppender, format: "binary", funcs: driver.Funcs{
		Marshal:   `return v.AppendBinary(nil)`,
		Append:    `return v.AppendBinary(buf)`,
		Unmarshal: `return v.UnmarshalBinary(data)`,
	}},
	"json": {methods: typemodel.JSONMarshaler, format: "json", text: true, funcs: driver.Funcs{
		Marshal:   `return v.MarshalJSON()`,
		Unmarshal: `return v.UnmarshalJSON(data)`,
	}},
}

// order is that of the rows.
var order = []string{"protobuf", "vtprotobuf", "gogo", "msgp", "easyjson", "binary", "append", "json"}

func variants() []driver.Variant {
	var list []driver.Variant
	for _, name := range order {
		k := kinds[name]
		format := driver.Binary
		if k.text {
			format = driver.Text
		}
		list = append(list, driver.Variant{
			Suffix:           name,
			Format:           k.format,
			Features:         []driver.Feature{driver.Codegen, format, driver.Int},
			InternalUnsafe:   true, // it is the user's own code
			Nondeterministic: true,
			Reuse:            k.funcs.Append != "" || k.fills != 0,
		})
	}
	return list
}

// applies reports whether the type has the methods, and those that write into a
// buffer where the row is one with reuse.
func applies(t *typemodel.Type, r driver.Row) bool {
	k := kinds[r.Variant.Suffix]
	return t.Own().Has(k.methods) && (!r.Reuse || t.Own().Has(k.fills))
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	if t.Own().Has(kinds[v.Suffix].methods) {
		return nil
	}
	return []typemodel.Diagnostic{{Text: t.String() + " has no methods of that kind by itself"}}
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	k := kinds[v.Suffix]
	f := k.funcs
	if k.fills != 0 && t.Own().Has(k.fills) {
		f.Fill, f.Size, f.UnmarshalReuse = k.filling.Fill, k.filling.Size, k.filling.UnmarshalReuse
	}
	switch { // what a used message holds is added to where it is not reset
	case v.Suffix == "vtprotobuf" && t.Own().Has(typemodel.VTReset):
		f.UnmarshalReuse = "v.ResetVT()\n" + f.Unmarshal
	case v.Suffix == "vtprotobuf" && t.Own().Has(typemodel.VTBuffer|typemodel.ProtoMessage):
		f.UnmarshalReuse = "v.Reset()\n" + f.Unmarshal
	}
	a.EmitNew(t, f)
	return nil
}
