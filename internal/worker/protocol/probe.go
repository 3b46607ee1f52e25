package protocol

import "time"

// Probe is the argument of the request "probe": one thing done with the codec of
// a case outside of every measurement, so that what one process writes can be
// given to another to read. The values are those that the subject has loaded, and
// what is made of them at the edges of their types.
type Probe struct {
	// What: "values", "write", "read", "vary", "moved", "rewrite", "locate", "messages",
	// "attack", or "name": of the input From.
	What string `json:"what"`

	// values: how many of the loaded values are told, and of which edges: of
	// all kinds where Everywhere is set, of those in the fields of Places too.
	// Paths are without indexes, "Items[].Qty". With Bare their leaves are left out, which
	// are many of a long list.
	Values     int      `json:"values,omitempty"`
	Everywhere bool     `json:"everywhere,omitempty"`
	Places     []string `json:"places,omitempty"`
	Bare       bool     `json:"bare,omitempty"`

	// write, vary, locate, read: which value, as "values" named it; locate: which part of it.
	// Of what is read the leaves are told that are others, where the value is named.
	Name string `json:"name,omitempty"`
	Path string `json:"path,omitempty"`

	// messages: which values may be written to be broken.
	Names []string `json:"names,omitempty"`

	// vary: that places which hold nothing are filled first, so that each of the type's
	// can be changed.
	Filled bool `json:"filled,omitempty"`
	Single bool `json:"single,omitempty"` // of each map one entry is left, whose order is no matter

	// read, rewrite, moved: the bytes. moved: others, of which each is compared with them.
	Encoded []byte   `json:"encoded,omitempty"`
	Others  [][]byte `json:"others,omitempty"`

	Attack *Attack `json:"attack,omitempty"` // attack
}

// Attack is the argument of the probe "attack": messages of the case's own that are
// to be broken in every way that is known. The process may die of an input, so
// that an attack can be gone on with: inputs are numbered, and the same each time.
type Attack struct {
	Messages [][]byte `json:"messages"`
	Format   string   `json:"format,omitempty"` // of the driver, for what is made by hand
	Few      bool     `json:"few,omitempty"`    // what a run has time for: no streams, and of long messages fewer places
	Size     Size     `json:"size,omitempty"`   // of the inputs that are tried

	From int      `json:"from,omitempty"` // how many inputs are passed over
	To   int      `json:"to,omitempty"`   // how many there are in all; 0: all there are
	Skip []string `json:"skip,omitempty"` // kinds that are not tried

	// Journal is a file to which the number of each input is written before it is
	// decoded, as text of [JournalWidth] digits.
	Journal string `json:"journal"`
}

// Size is which inputs of an attack are tried, so that short ones can be decoded by
// a process that may use less memory.
type Size string

// The sizes.
const (
	AnySize Size = ""
	Short   Size = "short" // about as long as the messages that were broken
	Huge    Size = "huge"  // nested deeply, and with long lists: up to many megabytes
)

// The kinds of broken input that labels are made of.
const (
	CutShort = "cut short"
	Behind   = "bytes behind"

	// These may make another message of one, which is then to be accepted.
	Flipped = "a bit flipped"
	Bomb    = "bomb: " // a prefix
)

// AttackTime is the processor time after which an attack answers, to be gone on with.
// It answers after each kind of input too, so that little is lost when the process
// dies.
const AttackTime = time.Second

// JournalWidth is how many digits the number of an input has in the journal.
const JournalWidth = 10

// Attacked is what came of inputs.
type Attacked struct {
	Next int           `json:"next"` // to go on from; 0 when all were tried
	Hits []Hit         `json:"hits"` // by kind of input
	CPU  time.Duration `json:"cpu"`  // processor time that it took

	// Enough are kinds of which no more need be tried: some had very much memory
	// allocated, which takes its time, and more of them would say no more.
	Enough []string `json:"enough,omitempty"`
}

// Hit is what came of the inputs of one kind.
type Hit struct {
	Kind    string `json:"kind"`
	Tried   int    `json:"tried"`
	Refused int    `json:"refused,omitempty"`
	Same    int    `json:"same,omitempty"`   // accepted, as the value that was broken
	Other   int    `json:"other,omitempty"`  // accepted, as another value
	Panics  int    `json:"panics,omitempty"` // of which the process did not die
	Deaths  int    `json:"deaths,omitempty"` // filled by who asks

	// Over is of how many inputs more was allocated than 64 bytes for each of
	// theirs, 64 kB, and eight times what a list takes that is as long as they
	// say. Most is the most that one of them had allocated, in bytes.
	Over int   `json:"over,omitempty"`
	Most int64 `json:"most,omitempty"`

	Worst *Example `json:"worst,omitempty"` // the first of those that did worst
}

// Example is an input and what came of it.
type Example struct {
	Input []byte `json:"input,omitempty"` // its beginning, where it is long
	Len   int    `json:"len"`
	What  string `json:"what"`
}

// Probed is the answer to a [Probe].
type Probed struct {
	Values []NamedValue `json:"values,omitempty"`

	Encoded []byte `json:"encoded,omitempty"` // write, vary, rewrite
	Leaves  []Leaf `json:"leaves,omitempty"`  // read, vary
	Was     []Leaf `json:"was,omitempty"`     // read: those of the value that was named, of which both leave out what is alike

	Varied []Varied   `json:"varied,omitempty"` // vary
	Again  [][]byte   `json:"again,omitempty"`  // vary: what else is written of the value itself, as in another order of a map
	Moved  [][]string `json:"moved,omitempty"`  // moved: for each of the others the places at which it is read as another value

	// messages: what is to be broken. Unsettled says that the codec writes another message
	// each time, so that another process breaks another one.
	Messages  [][]byte `json:"messages,omitempty"`
	Unsettled bool     `json:"unsettled,omitempty"`

	// locate: the first byte that is another one when the part is another; nil where
	// there is no such part, or its place is not the same each time.
	At *int `json:"at,omitempty"`

	Attacked *Attacked `json:"attacked,omitempty"`

	// Refused is the error of the codec, and Panic what it panicked with and
	// where. Neither ends the process.
	Refused string `json:"refused,omitempty"`
	Panic   string `json:"panic,omitempty"`
}

// Varied is a place of a value's type, and the value written again with other values
// there.
type Varied struct {
	Path    string   `json:"path"` // without indexes, "Items[].Qty"
	Encoded [][]byte `json:"encoded"`
}

// Failed stands in [Probed.Moved] for a message that is not read at all.
const Failed = "!"

// NamedValue is a value that a codec can be given.
type NamedValue struct {
	Name   string `json:"name"`
	Edge   string `json:"edge,omitempty"` // what is tried, such as "minus zero"; empty for a loaded value
	Path   string `json:"path,omitempty"` // where
	Leaves []Leaf `json:"leaves"`
}

// NoText leads the value of a text that is no UTF-8, which follows in hexadecimal.
const NoText = "\x00hex "

// Leaf is a part of a value that has no parts: a list of them says all that a
// judge needs to know of the value, and nothing of its type. Lists, maps, structs
// and pointers are leaves too, beside what they hold, so that their lengths and
// their being nil are told.
type Leaf struct {
	Path  string `json:"p,omitempty"`
	Kind  string `json:"k"`           // as package reflect calls it; "bytes", "byte array", "time", "nil", "opaque", "more" besides
	Value string `json:"v,omitempty"` // of lists and maps the length
	Nil   bool   `json:"n,omitempty"` // of a slice, a map, bytes
	Text  string `json:"t,omitempty"` // of bytes, numbers and truths whose type writes itself as text, that
}
