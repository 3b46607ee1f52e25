// Package trial is a format that nobody uses: it shows what a format of names takes, which is
// this folder. Values begin with a byte that tells their kind and how long the number behind it
// is, in big endian: of an integer, of the bytes of a text, of elements.
package trial

import (
	"embed"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/keyed/names"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

//go:embed routines.go
var source embed.FS

var set = routines.Embedded(source, ".")

// Format is the codec.Format of the trial.
type Format struct{}

// Name implements codec.Format.
func (*Format) Name() string { return "trial" }

// Doc implements codec.Format.
func (*Format) Doc() string { return "A format that nobody uses." }

// Facts implements codec.Format.
func (*Format) Facts() codec.Facts {
	return codec.Facts{Takes: keyed.Takes(), Imports: keyed.Imports()}
}

// Validate implements codec.Format.
func (*Format) Validate(codec.Options) error { return nil }

// Plan implements codec.Format.
func (*Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	return keyed.Made("trial", types, o, func(types ...*typemodel.Type) keyed.Plan {
		w := wire()
		s, refused := shape.Of(types, w.Rules(pkgPath, []string{"trial", "json"}, "inline"))
		return w.Plan(s, refused, keyed.Oracle{})
	}), nil
}

// wire is what the format looks like.
func wire() *names.Wire {
	return &names.Wire{
		Format: keyed.Format{ID: "trial", Title: "trial", Routines: set()},
		Nil:    names.NilNull, Empty: names.EmptyLen, Null: null,
		Scalars: map[shape.Form]names.Scalar{
			shape.Bool:    {Type: "bool", Put: "PutBool", Width: 1, Most: 1, Get: "GetBool", Want: "bool"},
			shape.Int:     {Type: "int64", Put: "PutInt", Most: 9, Get: "GetInt", Want: "int64"},
			shape.Uint:    {Type: "uint64", Put: "PutUint", Most: 9, Get: "GetUint", Want: "uint64"},
			shape.Float32: {Type: "float32", Put: "PutFloat32", Code: float32s, Width: 4, Most: 5, Get: "GetFloat32", Want: "float32"},
			shape.Float64: {Type: "float64", Put: "PutFloat64", Code: float64s, Width: 8, Most: 9, Get: "GetFloat64", Want: "float64"},
			shape.String:  {Type: "string", Put: "PutString", Most: 9, Text: true, Get: "GetString", Want: "string"},
			shape.Bytes:   {Put: "PutBytes", Most: 9, Text: true, Get: "GetBytes", Want: "bytes"},
			shape.Time:    {Put: "PutTime", Width: 14, Most: 14, Get: "GetTime", Want: "time", Changes: "times come back in the local zone"},
		},
		List:      names.Head{Put: "PutList", Most: 9, Get: "GetList", Want: "list"},
		Map:       names.Head{Put: "PutMap", Most: 9, Get: "GetMap", Want: "map"},
		Struct:    func(n int) []byte { return head(PutMap, n) },
		Tuple:     func(n int) []byte { return head(PutList, n) },
		BytesHead: func(n int) []byte { return head(func(b []byte, i, n int) int { return putLength(b, i, bytes, n) }, n) },
		MemberKey: func(m *shape.Member) []byte {
			b := make([]byte, 9+len(m.Name))
			return b[:PutString(b, 0, m.Name)]
		},
		Heads: Heads, Text: "GetString", Skip: "Skip", IsNull: "IsNull", Scan: "Scan", Twice: names.TwiceRefused,
	}
}

// head returns what a routine writes for a count.
func head(put func(b []byte, n, count int) int, count int) []byte {
	b := make([]byte, 9)
	return b[:put(b, 0, count)]
}
