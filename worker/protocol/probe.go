package protocol

// Probe is the argument of the request "probe": one thing done with the codec of
// a case outside of every measurement, so that what one process writes can be
// given to another to read. The values are those that the subject has loaded, and
// what is made of them at the edges of their types.
type Probe struct {
	What string `json:"what"` // "values", "write", "read"

	// values: how many of the loaded values are told, and of which edges: of
	// all kinds where Everywhere is set, of those in the fields of Places too.
	// Paths are without indexes, "Items[].Qty".
	Values     int      `json:"values,omitempty"`
	Everywhere bool     `json:"everywhere,omitempty"`
	Places     []string `json:"places,omitempty"`

	// write: which value, as "values" named it.
	Name string `json:"name,omitempty"`

	// read: the bytes.
	Encoded []byte `json:"encoded,omitempty"`
}

// Probed is the answer to a [Probe].
type Probed struct {
	Values []NamedValue `json:"values,omitempty"`

	Encoded []byte `json:"encoded,omitempty"` // write
	Leaves  []Leaf `json:"leaves,omitempty"`  // read

	// Refused is the error of the codec, and Panic what it panicked with and
	// where. Neither ends the process.
	Refused string `json:"refused,omitempty"`
	Panic   string `json:"panic,omitempty"`
}

// NamedValue is a value that a codec can be given.
type NamedValue struct {
	Name   string `json:"name"`
	Edge   string `json:"edge,omitempty"` // what is tried, such as "minus zero"; empty for a loaded value
	Path   string `json:"path,omitempty"` // where
	Leaves []Leaf `json:"leaves"`
}

// Leaf is a part of a value that has no parts: a list of them says all that a
// judge needs to know of the value, and nothing of its type. Lists, maps, structs
// and pointers are leaves too, beside what they hold, so that their lengths and
// their being nil are told.
type Leaf struct {
	Path  string `json:"p,omitempty"`
	Kind  string `json:"k"`           // as package reflect calls it; "bytes", "byte array", "time", "nil", "opaque", "more" besides
	Value string `json:"v,omitempty"` // of lists and maps the length
	Nil   bool   `json:"n,omitempty"` // of a slice, a map, bytes
}
