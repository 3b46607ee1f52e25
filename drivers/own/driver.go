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
	Facts: driver.Facts{
		Licence:   "Apache-2.0",
		URL:       "https://github.com/assay-go/assay",
		Evolution: "tagged",
	},
	Variants:     variants(),
	Applies:      func(t *typemodel.Type, v driver.Variant) bool { return t.Own().Has(kinds[v.Suffix].methods) },
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
}

var kinds = map[string]kind{
	"protobuf": {typemodel.ProtoMessage, "protobuf", false, driver.Funcs{
		Imports:        []string{"google.golang.org/protobuf/proto"},
		Marshal:        `return proto.Marshal(v)`,
		Append:         `return proto.MarshalOptions{}.MarshalAppend(buf, v)`,
		Unmarshal:      `return proto.Unmarshal(data, v)`,
		UnmarshalReuse: `return proto.Unmarshal(data, v)`,
		Size:           `return proto.Size(v)`,
	}},
	"vtprotobuf": {typemodel.VTMessage, "protobuf", false, driver.Funcs{
		Marshal:   `return v.MarshalVT()`,
		Unmarshal: `return v.UnmarshalVT(data)`,
	}},
	"gogo": {typemodel.GogoMessage, "protobuf", false, driver.Funcs{
		Marshal:   `return v.Marshal()`,
		Unmarshal: `return v.Unmarshal(data)`,
	}},
	"msgp": {typemodel.MsgpMarshaler, "msgpack", false, driver.Funcs{
		Marshal: `return v.MarshalMsg(nil)`,
		Append:  `return v.MarshalMsg(buf)`,
		Unmarshal: `_, err := v.UnmarshalMsg(data)
			return err`,
	}},
	"easyjson": {typemodel.EasyJSONMarshaler, "json", true, driver.Funcs{
		Imports:   []string{"github.com/mailru/easyjson"},
		Marshal:   `return easyjson.Marshal(v)`,
		Unmarshal: `return easyjson.Unmarshal(data, v)`,
	}},
	"binary": {typemodel.BinaryMarshaler, "binary", false, driver.Funcs{
		Marshal:   `return v.MarshalBinary()`,
		Unmarshal: `return v.UnmarshalBinary(data)`,
	}},
	"append": {typemodel.BinaryAppender, "binary", false, driver.Funcs{
		Marshal:   `return v.AppendBinary(nil)`,
		Append:    `return v.AppendBinary(buf)`,
		Unmarshal: `return v.UnmarshalBinary(data)`,
	}},
	"json": {typemodel.JSONMarshaler, "json", true, driver.Funcs{
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
			Reuse:            k.funcs.Append != "",
		})
	}
	return list
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Refusal {
	if t.Own().Has(kinds[v.Suffix].methods) {
		return nil
	}
	return []typemodel.Refusal{{Reason: t.String() + " has no methods of that kind by itself"}}
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.EmitNew(t, kinds[v.Suffix].funcs)
	return nil
}
