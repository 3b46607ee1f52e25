package codec

// Options are the common choices of users. A format takes those that its
// [Facts] name. The tags are what a command line says of them, as github.com/alecthomas/kong has it.
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

	// Test asks for tests beside the code.
	Test bool `name:"test" help:"A test beside the code: bytes of made-up values to be committed, which -update renews; round trips and a fuzz target, for json with encoding/json as the judge, for protobuf, msgpack and cbor with the library of the dialect where your module has it. Example: --test"`

	// SupportPath is the import path of a folder with packages of the routines that
	// the code calls, where the format has such. Empty means those of this module.
	SupportPath string `kong:"-"`

	// Out is the absolute name of the file of the code, and Editable reports whether a Go
	// file is the user's to change: for a format that gives numbers to fields and keeps a
	// record of them beside the code. Without a name it does neither.
	Out      string                 `kong:"-"`
	Editable func(name string) bool `kong:"-"`

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
