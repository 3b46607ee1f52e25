// Package standard has the types that every serializer is tried on: pairs of which the
// newer came of the older by one change, types of values at the edges, and types whose
// messages are broken. They are packages of their own, so that they are compiled and
// read as anybody's types are.
package standard

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
)

// Change is one change of a type: the older type stands in the package older, the
// newer one in newer, both under Name, each with a func NameValue of what is written.
type Change struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// Changes are the standard changes, in the order in which they are told.
var Changes = []Change{
	{"AddEnd", "a field is added at the end"},
	{"AddMiddle", "a field is added in the middle"},
	{"AddNumbered", "a field is added in the middle, under the next number"},
	{"AddInList", "a field is added to a list's element"},
	{"ReorderSame", "fields of one type are reordered"},
	{"ReorderMixed", "fields of two types are reordered"},
	{"ReorderNumbered", "fields are reordered, and keep their numbers"},
	{"RenameGo", "the Go name changes, the tag stays"},
	{"RenameWire", "the tag changes, the Go name stays"},
	{"RenameCase", "the tag changes its case"},
	{"Widen", "int32 becomes int64"},
	{"NarrowOver", "int64 becomes int32: 2^40+7, and 7"},
	{"Sign", "int64 becomes uint64: 7"},
	{"SignOver", "int64 becomes uint64: -7, and 2^63+7"},
	{"IntFloat", "int64 becomes float64: 7"},
	{"IntFloatBig", "int64 becomes float64: 2^53+1, and 1.5"},
	{"Float32", "float64 becomes float32: 0.1"},
	{"Float32Over", "float64 becomes float32: 1e300, and 1"},
	{"StrBytes", "string becomes []byte"},
	{"StrInt", "string becomes int64: 12"},
	{"BoolInt", "bool becomes int64"},
	{"ToPtr", "T becomes *T"},
	{"FromNil", "*T becomes T: nil"},
	{"ToSlice", "T becomes []T"},
	{"StructMap", "a struct becomes a map"},
	{"ArrLen", "[4]T becomes [3]T"},
	{"ArrSlice", "[4]T becomes []T"},
	{"Enum", "an enum of int32 becomes one of string"},
	{"Embed", "a field moves into an embedded struct"},
	{"TimeInt", "a time becomes int64"},
	{"TimeStr", "a time becomes a string"},
	{"MapVal", "a map's values become int64 of int32"},
	{"MapKey", "a map's keys become int64 of string"},
	{"DurInt", "a duration becomes a string"},
	{"Retype", "two fields swap their types"},
	{"MapList", "a map becomes a list of keys and values"},
	{"ListMap", "a list becomes a map"},
	{"WidenAdd", "int32 becomes int64, and a field is added at the end"},
	{"WidenList", "int32 becomes []int64"},
	{"EnumRenumbered", "the constants of an enum get other numbers"},
	{"Unit", "the unit of a number is another"},
}

// Additions are the names of the changes by which one version of a type has a field
// that the other has not, and nothing else is another.
var Additions = []string{"AddEnd", "AddMiddle", "AddNumbered", "AddInList"}

// Numbered are those that are made by numbers in tags.
var Numbered = []string{"AddNumbered", "ReorderNumbered"}

// Careless are those that give another number to a field that had one, which nobody does
// who numbers fields.
var Careless = []string{"AddMiddle", "ReorderSame", "ReorderMixed"}

// Kind is a type of values, in the package kinds.
type Kind struct {
	Name string `json:"name"`

	// Sample says that a func NameValues makes the values; else they are generated,
	// and those at the edges are made of them.
	Sample bool `json:"-"`

	// Broken says that its messages are broken too.
	Broken bool `json:"broken,omitempty"`
}

// Kinds are the types of values, in the order in which they are told.
var Kinds = []Kind{
	{Name: "Integers"}, {Name: "Floats"}, {Name: "Text"}, {Name: "Times"}, {Name: "Lists"}, {Name: "Arrays"}, {Name: "Maps", Broken: true},
	{Name: "Keys"}, {Name: "Pointers"}, {Name: "Embedded", Sample: true}, {Name: "Any", Sample: true}, {Name: "Message", Broken: true}, {Name: "Tree", Broken: true},
}

// Module is the module path of the types where they are built.
const Module = "standard.assay"

//go:embed older/*.go newer/*.go kinds/*.go suites/*.go suites/*.gz
var sources embed.FS

// Hash tells the types from those of another version of this package.
func Hash() string {
	h := sha256.New()
	fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, _ error) error {
		data, _ := sources.ReadFile(path) // of a folder nothing
		h.Write([]byte(path))
		h.Write(data)
		return nil
	})
	return hex.EncodeToString(h.Sum(nil))
}

// Write writes a module with the types into a folder.
func Write(dir string) error {
	if err := os.CopyFS(dir, sources); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+Module+"\n\ngo 1.26\n"), 0o666)
}
