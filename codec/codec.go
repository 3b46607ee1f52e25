package codec

import (
	"context"
	"slices"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Format is a wire format that code can be generated for.
type Format interface {
	// Name is what users call the format by, such as "skycoin": lower case
	// letters and digits, beginning with a letter.
	Name() string

	// Doc says in a few sentences what the format is, where it comes from, and
	// in what the generated code differs from the original.
	Doc() string

	// Plan returns what the format makes of t in code for the package with the given
	// import path, which cannot name what others do not export. Without a path, all
	// names can be had.
	Plan(pkgPath string, t *typemodel.Type) Plan

	// Takes returns the common options that mean something to the format, by the
	// names of their flags, such as "max-depth": those of [Options], and
	// "as", "impl", "unexported" and "support". Any other is an error.
	Takes() []string

	// Emit prints the codec of the given types into f. It prints declarations
	// only: header and package clause are the caller's. Types reachable from
	// those given need no mention.
	Emit(f *goprint.File, types []*typemodel.Type, o Options) error
}

// Plan is what a format makes of a type.
type Plan struct {
	// Refused is everything in the type that the format cannot carry, by field path.
	// Without any, Emit will succeed; with some, the rest of the plan may be empty.
	Refused []typemodel.Diagnostic

	// Changes are what comes back as something else in values of the type, each kind
	// once.
	Changes []Change

	// Carriages are the types with encoding methods among the type and its parts that the
	// user has not chosen a way for, each once. A format without a choice has none.
	Carriages []Carriage

	// Walked are the types whose parts the code goes through, the type and parts of it:
	// where one of them changes, the code is no longer of it. Types of which nothing but
	// methods are called, or what stands in for them is carried, are none of them.
	Walked []*typemodel.Type
}

// Options are the common choices of users. A format takes those that its method Takes
// names. The tags are what a command line says of them: package option.
type Options struct {
	// Methods asks for methods of the types, by the names of the interfaces of
	// package encoding, instead of functions. The types must belong to the
	// package that the code is generated for. Every format takes it.
	Methods bool `name:"methods" xor:"api" help:"Methods of the types, by the names of the interfaces of package encoding. Example: --methods"`

	// Unsafe asks for decoded strings and slices that alias the input, and for
	// copies of memory in bulk where memory and wire look the same. Bounds are
	// checked as ever.
	Unsafe bool `name:"unsafe" xor:"memory" help:"Alias the input and copy memory in bulk where machine and format permit; a second file is for other machines. Example: --unsafe"`

	// Arena asks for a type beside the functions whose method Unmarshal takes
	// memory from chunks of its own, for many messages.
	Arena bool `name:"arena" help:"A decoder beside the functions whose memory comes from chunks of its own, for many messages. Example: --arena"`

	// Intern asks for such a type that keeps short strings, and has those of later messages
	// that are equal share their memory: with Arena, it does both.
	Intern bool `name:"intern" help:"A decoder beside the functions that keeps short strings, which equal ones of later messages share: for names, units, labels. Example: --intern"`

	// Constructor asks for a func that makes a new value of an encoding. The value, its
	// strings and what else holds plain bytes are one piece of memory where it is small,
	// and two where it is not.
	Constructor bool `name:"constructor" xor:"memory" help:"A func New... beside the others that returns a new value in one piece of memory with its strings and bytes. Example: --constructor"`

	// SortedMaps asks for map entries in ascending order of their keys, so that
	// equal values have equal encodings.
	SortedMaps bool `name:"sorted-maps" help:"Write map entries in the order of their keys, so that equal values have equal encodings. Example: --sorted-maps"`

	// Streams asks for a writer and a reader of streams, in which each message
	// comes after its length as a varint, or after the one before it where messages
	// tell where they end.
	Streams bool `name:"streams" help:"Readers and writers of streams of messages, each after its length; for json, JSON Lines, and arrays element by element; for msgpack and cbor, one after another. Example: --streams"`

	// Test asks for tests beside the code, of a [Tester].
	Test bool `name:"test" help:"A test beside the code: bytes of made-up values to be committed, which -update renews; round trips and a fuzz target, for json with encoding/json as the judge, for protobuf, msgpack and cbor with the library of the dialect where your module has it. Example: --test"`

	// SupportPath is the import path of a folder with packages of the routines that
	// the code shares: see [Supporter]. Empty asks for a copy in each package.
	SupportPath string `kong:"-"`

	// MaxDepth is how deep values of recursive types may nest, in both
	// directions. 0 means [DefaultMaxDepth].
	MaxDepth int `name:"max-depth" default:"1000" placeholder:"N" help:"How deep values of recursive types may nest. Example: --max-depth=100"`

	// MaxAlloc is how many bytes of memory one call of Unmarshal may take beyond
	// 64 for each byte of its input, by values whose encoding is far shorter than
	// they are, such as structs with large arrays that are left out. 0 means
	// [DefaultMaxAlloc].
	MaxAlloc int `name:"max-alloc" default:"65536" placeholder:"BYTES" help:"How much memory an Unmarshal may take beyond 64 bytes for each of its input, for values whose encoding is far shorter than they are. Example: --max-alloc=1048576"`
}

// DefaultMaxDepth is how deep values of recursive types nest unless an option
// says otherwise.
const DefaultMaxDepth = 1000

// DefaultMaxAlloc is what an Unmarshal may take beyond what its input justifies
// unless an option says otherwise.
const DefaultMaxAlloc = 64 << 10

// Together is a Format that refuses of a type what it would take if the file had no others.
type Together interface {
	// CheckTogether returns what is refused of all types of a file in the package with the given import
	// path, in their order.
	CheckTogether(pkgPath string, types []*typemodel.Type) [][]typemodel.Diagnostic
}

// Leaver is a Format whose rules, which others made, leave out state that every other
// format carries or refuses.
type Leaver interface {
	// LeavesOut returns the fields of t and its parts, by path, that hold state and
	// are not written. Fields that their tags leave out are none of them.
	LeavesOut(t *typemodel.Type) []string
}

// Supporter is a Format whose code shares routines with other code of its package.
type Supporter interface {
	// Support returns the files of routines for a package with the given path and name, by
	// their name relative to its directory, slashes between folders. The sources are
	// all other Go files of the package: what they use is there, and without any, all
	// is. A file without contents is one that must not be there.
	Support(pkgPath, pkgName string, sources ...[]byte) (map[string][]byte, error)

	// Shared returns the packages of all routines, for a folder with the given import
	// path, which the code of many packages imports: see [Options.SupportPath].
	Shared(folder string) (map[string][]byte, error)

	// SupportFiles returns the names of those files that may stand in the package's
	// own directory.
	SupportFiles() []string
}

// Extender is a Format whose code may need a file of its own, under a build constraint,
// beside that which Emit prints into.
type Extender interface {
	// Extensions returns what the files hold.
	Extensions(o Options) []Extension
}

// Extension is a file beside the code.
type Extension struct {
	Suffix     string // of the file's name, before its extension: "_v2"
	Constraint string // under which it is built
	Emit       func(f *goprint.File, types []*typemodel.Type)
}

// Advisor is a Format that knows what people should know of their choice of options.
type Advisor interface {
	// Advice returns sentences, which begin with a small letter and end without a point.
	Advice(o Options) []string
}

// Change says what values come back as others, and where.
type Change struct {
	What  string   // a sentence without its point, such as "nil slices come back empty"
	Paths []string // as in [typemodel.Diagnostic]
}

// AddChange returns list with path among those of the change of that kind.
func AddChange(list []Change, what, path string) []Change {
	for i := range list {
		if list[i].What == what {
			list[i].Paths = append(list[i].Paths, path)
			return list
		}
	}
	return append(list, Change{What: what, Paths: []string{path}})
}

// UnknownFields returns what is said of a protobuf message whose unknown fields are left
// out: its methods, if it has such, keep them.
func UnknownFields(t *typemodel.Type) string {
	const left = "fields of protobuf messages that their schema does not know are left out"
	if t.Own()&(typemodel.ProtoMessage|typemodel.VTMessage|typemodel.GogoMessage) == 0 {
		return left
	}
	return left + " (--as='TYPE=methods' keeps them)"
}

// Shadowed is the [Change] of fields that a format whose members have names leaves out,
// since two of a struct and what it embeds in line have one.
const Shadowed = "left out, since other fields have their names"

// Carriage says what carries a type that has encoding methods.
type Carriage struct {
	Type *typemodel.Type
	By   string // the method that is called, such as "MarshalJSON"; empty when the type goes by its fields
}

// chosen are the methods that people write to say how a type is encoded; others
// are generated for a format of their own.
const chosen = typemodel.BinaryMarshaler | typemodel.TextMarshaler | typemodel.JSONMarshaler | typemodel.GobEncoder | typemodel.ProtoMessage

// AddCarriage returns list with what carries t: the method by, or its fields if that is
// empty. A type is added once, if it has a name, encoding methods, be it one without its
// counterpart, and no choice of the user's.
func AddCarriage(list []Carriage, t *typemodel.Type, by string) []Carriage {
	if t.Name.IsZero() || t.As != nil || t.By.Fields || t.By.Methods != 0 || by == "" && t.Own()&chosen == 0 && len(t.Lone) == 0 ||
		slices.ContainsFunc(list, func(c Carriage) bool { return c.Type == t }) {
		return list
	}
	return append(list, Carriage{Type: t, By: by})
}

// Configurable is a Format with options of its own.
type Configurable interface {
	// Own returns a pointer to a struct whose fields are the options, as package
	// option has them. Who sets one has another format.
	Own() any
}

// Validator is a Format some of whose options exclude each other.
type Validator interface {
	// Validate returns an error that says which, and what to leave out.
	Validate(o Options) error
}

// Numberer is a Format whose fields have numbers, which stand in tags.
type Numberer interface {
	// Number gives numbers to the fields of types that have none, where its options ask
	// for that, and compares the numbers of all with those that they had. out is the
	// file of the code, editable reports whether a Go file is the user's to change. It
	// returns the files that change, by their absolute names: sources with their new
	// tags, and a record of the numbers.
	Number(out string, editable func(name string) bool, types []*typemodel.Type) (map[string][]byte, error)
}

// Declarer is a Format in whose schemas types are declared, where there are none in Go.
type Declarer interface {
	// Schema is the extension of the names of schemas, such as ".proto".
	Schema() string

	// Declare prints the types that schemas declare, files with absolute names, into f,
	// which is of the module with the given path.
	Declare(ctx context.Context, f *goprint.File, module string, schemas []string) (Declared, error)
}

// Declared is what a [Declarer] has printed.
type Declared struct {
	Types []string      // the names of those that code is wanted for
	Notes []string      // what people should know, whole sentences
	Named []NamedByUser // Go types that the schemas name, which others declare
}

// NamedByUser is a Go type that a schema names.
type NamedByUser struct {
	PkgPath, Name string
	Where         string // the place in the schema and what stands there
}

// Companion is a Format whose code for a type needs files beside the one that
// Emit prints.
type Companion interface {
	// Files returns the files by their name relative to the directory of the
	// package with the given name, slashes between folders, or by an absolute name.
	Files(pkgName string, types []*typemodel.Type) (map[string][]byte, error)
}
