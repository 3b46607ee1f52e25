// Package msgpack emits MessagePack as tinylib/msgp writes it, byte for byte: structs
// as maps of names, or as lists of their members. It is a page of facts on package
// names, and its routines.
//
// Unstable: names may change in a minor version.
package msgpack

import (
	"embed"
	"encoding/binary"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/keyed/names"
	"github.com/assay-go/assay/codec/msgpack/internal/msgpackrt"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

//go:embed internal/msgpackrt/*.go
var source embed.FS

// Format is the codec.Format of MessagePack. The zero value is ready to use.
type Format struct {
	// Tuple writes all structs as lists of their members, in the order of their
	// fields, as the directive //msgp:tuple does. Without it those do that have a
	// field _ struct{} with the tag msg:",tuple".
	Tuple bool `name:"tuple" help:"Write structs as lists of their members, in the order of their fields. Example: --tuple"`

	// Dialect is the library whose encoding is written, and whose tags are read: "msgp",
	// "vmihailenco", "ugorji" (with WriteExt) or "shamaton". Empty is msgp.
	Dialect string `name:"dialect" placeholder:"NAME" help:"Write what another library writes, by its tags: in msgpack msgp, vmihailenco, ugorji or shamaton; in cbor fxamacker, coredet, ctap2 or ugorji. Example: --dialect=ugorji"`

	// Strict refuses members that the type does not have.
	Strict bool `name:"strict" help:"Refuse what the type does not have; in json also names that occur twice or differ in case, and invalid UTF-8. Example: --strict"`
}

// Name implements codec.Format.
func (*Format) Name() string { return "msgpack" }

// Doc implements codec.Format.
func (*Format) Doc() string {
	return "MessagePack as github.com/tinylib/msgp writes it: structs as maps of names, which the tag msg gives, integers in their " +
		"shortest form, times as its extension 5. Nil slices, maps and bytes are written as empty ones; what other programs write " +
		"as nil is read. The option --dialect has what vmihailenco/msgpack, ugorji/go and shamaton/msgpack write; each reads all. Members may come in any order; unknown ones are passed over, absent ones are zero."
}

// Facts implements codec.Format.
func (f *Format) Facts() codec.Facts {
	return codec.Facts{Takes: keyed.Takes(), Options: f, Imports: keyed.Imports()}
}

// Plan implements codec.Format.
func (f *Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	if err := f.Validate(o); err != nil {
		return nil, err
	}
	return keyed.Made("msgpack", types, o, func(types ...*typemodel.Type) keyed.Plan { return f.plan(pkgPath, types...) }), nil
}

var set = routines.Embedded(source, "internal/msgpackrt")

// msgp returns what MessagePack of tinylib/msgp looks like.
func msgp() *names.Wire {
	return &names.Wire{
		Format: keyed.Format{ID: "msgpack", Title: "MessagePack", Routines: set()},
		Null:   0xc0,
		Scalars: map[shape.Form]names.Scalar{
			shape.Bool:    {Type: "bool", Put: "PutBool", Width: 1, Most: 1, Get: "GetBool", Want: "bool"},
			shape.Int:     {Type: "int64", Put: "PutInt", Most: 9, Get: "GetInt", Want: "int64"},
			shape.Uint:    {Type: "uint64", Put: "PutUint", Most: 9, Get: "GetUint", Want: "uint64"},
			shape.Float32: {Type: "float32", Put: "PutFloat32", Code: 0xca, Width: 4, Most: 5, Get: "GetFloat32", Want: "float32"},
			shape.Float64: {Type: "float64", Put: "PutFloat64", Code: 0xcb, Width: 8, Most: 9, Get: "GetFloat64", Want: "float64"},
			shape.String:  {Type: "string", Put: "PutString", Most: 5, Text: true, Get: "GetString", Want: "string"},
			shape.Bytes:   {Put: "PutBytes", Most: 5, Text: true, Get: "GetBytes", Want: "bytes"},
			shape.Time:    {Put: "PutTime", Width: 15, Most: 15, Get: "GetTime", Want: "time", Changes: "times come back in the local zone"},
		},
		List:      names.Head{Put: "PutList", Most: 5, Get: "GetList", Want: "list"},
		Map:       names.Head{Put: "PutMap", Most: 5, Get: "GetMap", Want: "map"},
		Struct:    func(n int) []byte { return head(msgpackrt.PutMap, n) },
		Tuple:     func(n int) []byte { return head(msgpackrt.PutList, n) },
		BytesHead: bytesHead,
		MemberKey: func(m *shape.Member) []byte {
			b := make([]byte, 5+len(m.Name))
			return b[:msgpackrt.PutString(b, 0, m.Name)]
		},
		Heads: msgpackrt.Heads, Text: "GetString", Skip: "Skip", IsNull: "IsNil", IsValue: "IsValue", Scan: "Scan",
	}
}

// head returns what a routine writes for a count.
func head(put func(b []byte, n, count int) int, count int) []byte {
	b := make([]byte, 5)
	return b[:put(b, 0, count)]
}

// bytesHead returns the head of so many bytes, of which there may be too many to have
// them here.
func bytesHead(n int) []byte {
	switch {
	case n < 1<<8:
		return []byte{0xc4, byte(n)}
	case n < 1<<16:
		return binary.BigEndian.AppendUint16([]byte{0xc5}, uint16(n))
	}
	return binary.BigEndian.AppendUint32([]byte{0xc6}, uint32(n))
}
