// Package documents lists the benchmarks that assay follows, and for every
// serializer that they name, the rows that stand for it.
package documents

// Document is one published benchmark.
type Document struct {
	Name      string   // short, as on the command line
	Title     string   // as published
	Workloads []string // those of ours that come from it
	Names     []Name
}

// Name is a serializer as a document calls it.
type Name struct {
	Name string
	Rows []string // by result name; none if there is no driver
	Note string   // what stands for it, or why nothing does
}

// All are the documents.
var All = []Document{
	{
		Name: "skycoin", Title: "Benchmarks of serializers for core Skycoin types", Workloads: []string{"signedblock"},
		Names: []Name{
			{"Skycoin encoder (reflect-based)", []string{"skycoin"}, ""},
			{"Skyencoder", []string{"skyencoder+reuse"}, ""},
			{"Skyencoder with alloc", []string{"skyencoder"}, ""},
			{"Gencode", []string{"gencode+raw"}, ""},
			{"Gencode, no transform", []string{"gencode+notransform+raw"}, ""},
			{"Gencode with varints", []string{"gencode+raw+varint"}, ""},
			{"Gencode with varints, no transform", []string{"gencode+notransform+raw+varint"}, ""},
			{"Gotiny", []string{"gotiny"}, ""},
			{"XDR2", []string{"xdr2"}, ""},
			{"Colfer", []string{"colfer"}, ""},
			{"Colfer, no transform", []string{"colfer+notransform"}, ""},
			{"JSON", []string{"json"}, ""},
			{"protobuf", []string{"protobuf+raw", "protobuf+raw+varint"}, "left out there"},
			{"gogoprotobuf", []string{"gogo+raw", "gogo+raw+varint"}, "wished for there"},
			{"Flatbuffers", nil, "no driver yet"},
		},
	},
	{
		Name: "go-serialization-benchmarks", Title: "go-serialization-benchmarks", Workloads: []string{"data"},
		Names: same(
			"mus+reuse+unsafe", "benc+raw+reuse+unsafestr", "mus+notunsafe+reuse", "mus+unsafe", "bebop200sc+notunsafe+reuse",
			"benc+raw+unsafestr", "mus+raw+reuse", "benc+raw+reuse", "bebop200sc+notunsafe", "mus+raw+reuse+varint", "mus+notunsafe",
			"mus+raw", "benc+raw", "mus+raw+varint", "vtprotobuf+raw+reuse+unsafeunm", "vtprotobuf+raw+reuse+unsafeunm+varint",
			"vtprotobuf+raw+reuse", "vtprotobuf+raw+reuse+varint", "vtprotobuf+raw+unsafeunm", "vtprotobuf+raw+unsafeunm+varint",
			"vtprotobuf+raw", "vtprotobuf+raw+varint", "protobuf+raw+varint", "protobuf+raw", "json", "gob",
			"protobuf_mus+reuse+unsafe", "protobuf_mus+raw+reuse", "protobuf_mus+raw+reuse+varint", "protobuf_mus+unsafe",
			"protobuf_mus+native+reuse+unsafe", "protobuf_mus+raw", "protobuf_mus+raw+varint",
		),
	},
	{
		Name: "go-codec", Title: "Benchmarks of ugorji/go/codec", Workloads: []string{"teststruc"},
		Names: []Name{
			{"codec msgpack", []string{"go-codec.msgpack"}, ""},
			{"codec binc, no symbols", []string{"go-codec.binc"}, ""},
			{"codec binc, symbols", []string{"go-codec.binc+symbols"}, ""},
			{"codec simple", []string{"go-codec.simple"}, ""},
			{"codec cbor", []string{"go-codec.cbor"}, ""},
			{"codec json", []string{"go-codec.json"}, ""},
			{"codecgen", []string{
				"codecgen.msgpack", "codecgen.binc", "codecgen.binc+symbols", "codecgen.simple", "codecgen.cbor", "codecgen.json",
			}, "of v1.2.14, the last version with a generator"},
			{"std json", []string{"json"}, ""},
			{"gob", []string{"gob"}, ""},
			{"mgo bson", []string{"mgo"}, ""},
			{"vmihailenco msgpack", []string{"vmihailenco"}, ""},
			{"msgp", []string{"msgp"}, ""},
			{"bsongen", nil, "not to be had from the module proxy, and no stand-in yet"},
			{"Sereal", []string{"sereal"}, ""},
			{"xdr", []string{"xdr"}, ""},
			{"easyjson", []string{"easyjson"}, ""},
			{"json-iterator", []string{"jsoniter"}, ""},
			{"fxamacker cbor", []string{"cbor"}, ""},
			{"mongodb bson", []string{"bson"}, ""},
		},
	},
	{
		Name: "gosercomp", Title: "Gosercomp", Workloads: []string{"colorgroup"},
		Names: []Name{
			{"encoding/json", []string{"json"}, ""},
			{"encoding/xml", []string{"xml"}, ""},
			{"github.com/youtube/vitess/go/bson", nil, "not to be had from the module proxy, and no stand-in yet; bson is the MongoDB driver's"},
			{"github.com/tinylib/msgp", []string{"msgp"}, ""},
			{"github.com/golang/protobuf", []string{"protobuf+raw+varint"}, "its successor, google.golang.org/protobuf"},
			{"github.com/gogo/protobuf", []string{"gogo+raw+varint"}, ""},
			{"github.com/google/flatbuffers", nil, "no driver yet"},
			{"Apache/thrift", []string{"thrift.binary", "thrift.compact"}, "segmentio-thrift and frugal have the protocols too"},
			{"Apache/avro", []string{"goavro", "hamba"}, ""},
			{"github.com/andyleap/gencode", []string{"gencode+raw+varint"}, ""},
			{"encoding/gob", []string{"gob"}, ""},
			{"github.com/alecthomas/binary", []string{"alecthomas"}, ""},
			{"github.com/davecgh/go-xdr/xdr", []string{"xdr"}, ""},
			{"github.com/ugorji/go/codec", []string{"go-codec.msgpack", "go-codec.binc"}, ""},
			{"labix.org/v2/mgo/bson", []string{"mgo", "globalsign"}, "its successors"},
			{"github.com/dedis/protobuf", []string{"dedis"}, ""},
			{"gopkg.in/vmihailenco/msgpack.v2", []string{"vmihailenco-v2"}, ""},
		},
	},
	{
		Name: "extprot", Title: "extprot: benchmark", Workloads: []string{"complexrtt"},
		Names: []Name{
			{"extprot", []string{"extprot+notransform+reuse", "extprot"}, "assay reproduce extprot repeats the whole document"},
			{"XML", []string{"xml"}, "assay reproduce extprot has the document's own two mappings"},
			{"expat", nil, "measured by assay reproduce extprot"},
			{"gzip", nil, "measured by assay reproduce extprot; every row has its compressed size"},
			{"compress", nil, "its size is shown by assay reproduce extprot"},
		},
	},
}

type names []Name

// same are names that are those of their rows.
func same(list ...string) names {
	var out names
	for _, n := range list {
		out = append(out, Name{Name: n, Rows: []string{n}})
	}
	return out
}

// missing adds names without a row.
func (list names) missing(note string, more ...string) []Name {
	for _, n := range more {
		list = append(list, Name{Name: n, Note: note})
	}
	return list
}
