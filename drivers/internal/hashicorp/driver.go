// Package hashicorp is the driver of github.com/hashicorp/go-msgpack.
package hashicorp

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/hashicorp/go-msgpack, the fork of an old go-codec that Raft logs
// are written by.
var Driver = driver.Driver{
	Name:  "hashicorp",
	Doc:   "MessagePack by an Encoder and a Decoder for each value, over bytes, as hashicorp/raft has them: with the handle's defaults, which are the MessagePack without a kind for text.",
	Calls: "`NewEncoderBytes` and `NewDecoderBytes` for each value, as hashicorp/raft calls it; over the caller's buffer for reuse. Not used: `RawToString` and `WriteExt`, which raft leaves off too.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/hashicorp/go-msgpack", Version: "v1.1.6"}},
		Format:         "msgpack",
		Licence:        "MIT",
		URL:            "https://github.com/hashicorp/go-msgpack",
		SelfDescribing: true,
		Identity:       driver.ByName("codec", "json"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // maps, unless canonical
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:    tags,
		Methods: typemodel.BinaryMarshaler,
		Kinds:   driver.Complexes,
		Open:    true,
		Impls:   []string{"bool", "int64", "uint64", "float64", "[]any", "[]uint8", "map[any]any"},
		Rules:   []driver.Rule{driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler),
	Reads: driver.Call(`"github.com/hashicorp/go-msgpack/codec"`, "codec.NewDecoderBytes(INPUT, &codec.MsgpackHandle{}).Decode"),
	Emit: driver.Funcs{
		Imports: []string{"github.com/hashicorp/go-msgpack/codec"},
		Decls: `// handle is safe for use by any number of codecs.
			var handle = &codec.MsgpackHandle{}`,
		Marshal: `var out []byte
			err := codec.NewEncoderBytes(&out, handle).Encode(v)
			return out, err`,
		// The encoder starts at the beginning of the slice that it is given.
		Append: `out := buf[len(buf):]
			if err := codec.NewEncoderBytes(&out, handle).Encode(v); err != nil {
				return buf, err
			}
			if len(buf) == 0 {
				return out, nil
			}
			return append(buf, out...), nil`,
		Unmarshal: `return codec.NewDecoderBytes(data, handle).Decode(v)`,
		Write:     `return codec.NewEncoder(w, handle).Encode(v)`,
		Read:      `return codec.NewDecoder(r, handle).Decode(v)`,
	}.Emit,
}

var tags = []string{"codec", "json"}
