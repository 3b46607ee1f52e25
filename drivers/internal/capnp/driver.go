// Package capnp is the driver of capnproto.org/go/capnp.
package capnp

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const (
	module     = "capnproto.org/go/capnp/v3"
	packedPath = module + "/packed"
)

// packed is the suffix of the variant in the packed encoding.
const packed = "packed"

// Driver is capnproto.org/go/capnp.
var Driver = driver.Driver{
	Name: "capnp",
	Doc: "Cap'n Proto, by the calls on structs and lists that capnpc-go generates, with fields at the places that the schema compiler " +
		"gives them: a struct for each struct. The calls around them are those of the library's own benchmarks: a new single segment " +
		"message and Message.Marshal, and with reuse Message.Reset and a read-only arena on the input. Unmarshal builds the whole " +
		"value: what reading from the message costs, which is how the library is meant to be used, is the operation access. The " +
		"limits of readers are raised as far as the message needs it: the bytes traversed to 64 MiB and twice its size, the depth " +
		"of recursive types to 10000. Package unsafe is reached where the library prints the address of a capability, of which " +
		"there are none here.",
	Calls: "the calls of capnpc-go's code, a new single-segment arena fresh, `Message.Reset` with reuse, as the library's own benchmarks; read in place by the operation access. Not used: packed encoding, which trades time for size; `ReadFromMemoryZeroCopy` of the unmaintained library in alecthomas' suite.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v3.1.0-alpha.2"}},
		Format:   "capnp",
		Licence:  "MIT",
		URL:      "https://github.com/capnproto/go-capnp",
		Schema:   true,
		Identity: identity,
	},
	Variants: []driver.Variant{
		{Features: features, InternalUnsafe: true, Nondeterministic: true, Reuse: true},
		{Suffix: packed, Features: features, InternalUnsafe: true, Nondeterministic: true, Reuse: true},
	},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable, fitsStruct, identity.NoGaps},
	}.Check,
	Emit: emit,
}

// identity is by the order of the schema, which tags can say: the number of a field is one
// more than the ordinal that the schema language gives it.
var identity = driver.ByNumber("capnp")

var features = []driver.Feature{driver.Codegen, driver.Binary, driver.Int}

// maxFields is how many fields of the largest size, two words, fit into the data
// of a struct.
const maxFields = 1<<16/2 - 1

// fitsStruct is a rule against structs that have too many fields.
func fitsStruct(_ string, t *typemodel.Type) (reason, fix string) {
	if len(t.Fields) > maxFields {
		return fmt.Sprintf("more than %d fields may not fit into the 65535 words of a struct", maxFields), "move some of the fields to a struct of their own"
	}
	return "", ""
}
