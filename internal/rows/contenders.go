package rows

import (
	"slices"
	"strings"
)

// Contender is a row of the default run: one that somebody who chooses a
// serializer would want to see.
type Contender struct {
	Row    string
	Reason string

	// Workloads are those that the row is measured on, ownTypes among them; nil means all,
	// and types of the user's too.
	Workloads []string
}

// Contenders are the rows of the default run. They were chosen before anything
// was measured, by what they are: the standard library, the names that people
// know, and for each format and class the way that its own documentation
// recommends for speed, with the freedom of reuse that all others have. Nothing
// enters or leaves for its figures. Of assay's own codecs there are two: its own
// format, and one that a peer in the table writes too; on the documents that JSON
// is measured by, and on the user's types, also that for JSON.
var Contenders = []Contender{
	{Row: "json", Reason: "standard library: what is there when nothing was chosen"},
	{Row: "json+reuse", Reason: "standard library, with the freedom that the others have"},
	{Row: "jsonv2+reuse", Reason: "JSON: what encoding/json is about to become"},
	{Row: "gob+reuse", Reason: "standard library: binary"},

	{Row: "goccy+reuse", Reason: "JSON: the best-known faster one by reflection"},
	{Row: "sonic+reuse", Reason: "JSON: compiles code at run time"},
	{Row: "easyjson+reuse", Reason: "JSON: generated code"},
	{Row: "jsoniter+reuse", Reason: "JSON: widely used", Workloads: append([]string{"teststruc", "colorgroup"}, corpora...)},
	{Row: "segmentio-json+reuse", Reason: "JSON: by reflection and unsafe", Workloads: corpora},

	{Row: "protobuf+raw+reuse+varint", Reason: "Protocol Buffers: the official one, by way of its own structs"},
	{Row: "protobuf+notransform+raw+reuse+varint", Reason: "Protocol Buffers: the official one, when its own structs are the program's"},
	{Row: "vtprotobuf+raw+reuse+varint", Reason: "Protocol Buffers: generated code"},
	{Row: "vtprotobuf+raw+reuse+unsafeunm+varint", Reason: "Protocol Buffers: generated code, unsafe"},
	{Row: "gogo.own+raw+reuse+varint", Reason: "Protocol Buffers: generated methods on structs as they are"},
	{Row: "easyproto+raw+reuse+varint", Reason: "Protocol Buffers: written by hand over primitives"},

	{Row: "msgp+reuse", Reason: "MessagePack: generated code"},
	{Row: "vmihailenco+reuse", Reason: "MessagePack: the best-known one by reflection"},
	{Row: "go-codec.msgpack+reuse", Reason: "MessagePack: go-codec, which carries nearly everything"},
	{Row: "cbor+reuse", Reason: "CBOR: the best-known one"},
	{Row: "bson+reuse", Reason: "BSON: MongoDB's own"},
	{Row: "hamba+reuse", Reason: "Avro: the best-known one"},
	{Row: "thrift.compact+reuse", Reason: "Thrift: Apache's own"},
	{Row: "flatbuffers+reuse", Reason: "read in place: FlatBuffers"},
	{Row: "capnp+reuse", Reason: "read in place: Cap'n Proto"},
	{Row: "colfer+reuse", Reason: "Colfer: generated code"},
	{Row: "bebop200sc+notunsafe+reuse", Reason: "bebop: generated code"},
	{Row: "fory.xlang+reuse", Reason: "Fory: Apache's, for many languages"},

	{Row: "mus+raw+reuse", Reason: "MUS: fixed-width integers"},
	{Row: "mus+reuse+unsafe", Reason: "MUS: unsafe"},
	{Row: "benc+raw+reuse", Reason: "benc: safe"},
	{Row: "benc+raw+reuse+unsafestr", Reason: "benc: strings alias the input"},
	{Row: "gotiny+reuse", Reason: "Go only: by reflection and unsafe"},

	{Row: "assay.flat+reuse", Reason: "assay's own format"},
	{Row: "assay.mus+reuse", Reason: "assay's code for the format of mus, which is in the table"},

	{Row: "assay.json+reuse", Reason: "assay's code for JSON, where JSON is measured or may be all that carries a type", Workloads: append([]string{ownTypes}, corpora...)},

	{Row: "skyencoder+reuse", Reason: "the document's own generator", Workloads: []string{"signedblock"}},
	{Row: "xdr2+reuse", Reason: "a row of the document", Workloads: []string{"signedblock"}},
	{Row: "mus+raw+reuse+varint", Reason: "a row of the document: MUS, varints", Workloads: []string{"data"}},
	{Row: "protobuf_mus+raw+reuse+varint", Reason: "a row of the document", Workloads: []string{"data"}},
	{Row: "go-codec.binc+reuse+symbols", Reason: "a row of the document: its smallest format", Workloads: []string{"teststruc"}},
	{Row: "gencode+raw+reuse+varint", Reason: "a row of the document", Workloads: []string{"colorgroup"}},
	{Row: "extprot+reuse", Reason: "the document's own format", Workloads: []string{"complexrtt"}},
	{Row: "xml-mapping.condensed+reuse", Reason: "what the document compares with", Workloads: []string{"complexrtt"}},
}

// ownTypes stands in Workloads for types of the user's.
const ownTypes = "types"

// corpora are the workloads by which JSON is measured.
var corpora = []string{"canada", "citm", "golangsource", "status", "stringescaped", "stringunicode", "twitter"}

// Contends reports whether the row is one of the contenders on a subject, which
// is a workload's name or a type.
func Contends(subject, row string) bool {
	if strings.Contains(subject, ".") { // ./orders.Order, as no workload is called
		subject = ownTypes
	}
	return slices.ContainsFunc(Contenders, func(c Contender) bool {
		return c.Row == row && (c.Workloads == nil || slices.Contains(c.Workloads, subject))
	})
}
