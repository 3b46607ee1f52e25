// Package spans has the trace batch of OpenTelemetry as a plain struct, for formats that tell
// their members by name: a value of an attribute is one of several pointers.
package spans

type Traces struct {
	Resource []Attribute
	Scopes   []Scope
	Schema   string
}

type Scope struct {
	Name, Version string
	Spans         []Span
}

type Span struct {
	TraceID    [16]byte
	ID         [8]byte
	ParentID   [8]byte
	Name       string
	Kind       int32
	Start, End uint64
	Attributes []Attribute
	Events     []Event
	Links      []Link
	Status     Status
	Flags      uint32
}

type Attribute struct {
	Key   string
	Value Value
}

type Value struct {
	Text   *string  `msg:",omitempty" cbor:",omitempty" codec:",omitempty"`
	Number *int64   `msg:",omitempty" cbor:",omitempty" codec:",omitempty"`
	Float  *float64 `msg:",omitempty" cbor:",omitempty" codec:",omitempty"`
	Bool   *bool    `msg:",omitempty" cbor:",omitempty" codec:",omitempty"`
}

type Event struct {
	Time       uint64
	Name       string
	Attributes []Attribute
}

type Link struct {
	TraceID [16]byte
	SpanID  [8]byte
}

type Status struct {
	Code    int32
	Message string
}
