// Package flatbuffers is the driver of github.com/google/flatbuffers.
package flatbuffers

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/google/flatbuffers"
	runtime = module + "/go"
)

// Driver is github.com/google/flatbuffers.
var Driver = driver.Driver{
	Name: "flatbuffers",
	Doc: "FlatBuffers, by the calls of the Builder and the Table that flatc's Go code and its object API consist of: a table for each " +
		"struct, in which fields that hold their default, negative zero among them, are absent. Marshal begins with NewBuilder(1024) as the " +
		"tutorial does; the rows with reuse call Reset and copy the finished bytes. Unmarshal builds the whole value: what reading from the " +
		"buffer costs, which is how the library is meant to be used, is the operation access, and what opening a buffer without " +
		"reading it costs is no operation, since nothing of the value would depend on it. With unsafestr, strings are those of " +
		"Table.String. The Go library has no verifier: malformed bytes panic or are misread, as in the programs of its users.",
	Calls: "the calls of flatc's Go code on a `Builder` that is kept; the finished bytes are copied out, in rows with reuse to the caller's buffer. Source: flatc's output, alecthomas' suite. Tried: `NewBuilder(1024)` for each value as in the tutorial, and a Builder whose memory is given away and grown anew as in that suite: 360 and about 400 ns against 194. Fields are looked up without a helper, which took a tenth of unmarshal. With reuse the bytes are copied, since a Builder grows a buffer that has no byte to spare. Not used: vectors of inline structs, which the object API does not make of Go slices either.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v25.12.19+incompatible"}},
		Licence:  "Apache-2.0",
		URL:      "https://github.com/google/flatbuffers",
		Schema:   true,
		Identity: identity,
	},
	Variants: []driver.Variant{
		{Features: features(), Nondeterministic: true, Reuse: true},
		{Features: features(driver.UnsafeStr), Aliases: true, AliasesOnly: text, Nondeterministic: true, Reuse: true},
	},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable, fitsTable, identity.NoGaps},
	}.Check,
	Emit: emit,
}

// identity is by the order of the schema, which tags can say: the number of a field is one
// more than its id in the schema language.
var identity = driver.ByNumber("flatbuffers")

func features(own ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, own...)
}

// text reports whether unsafestr lets values of type t lie in the input.
func text(t *typemodel.Type) bool {
	return t.Kind == typemodel.String || t.Kind == typemodel.Slice && driver.IsBytes(t)
}

// maxFields is how many fields of the largest size, 16 bytes, a table can tell
// apart by offsets of 16 bits.
const maxFields = 1<<16/16 - 1

// fitsTable is a rule against structs that have too many fields for a table.
func fitsTable(_ string, t *typemodel.Type) (reason, fix string) {
	if len(t.Fields) > maxFields {
		return fmt.Sprintf("a table of more than %d fields may not fit into its 16 bit offsets", maxFields), "move some of the fields to a struct of their own"
	}
	return "", ""
}
