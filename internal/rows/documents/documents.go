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
			{"gogoprotobuf", []string{"gogo.own+raw", "gogo.own+raw+varint", "gogo+raw", "gogo+raw+varint"}, "wished for there, for its code on existing structs: gogo.own"},
			{"Flatbuffers", []string{"flatbuffers"}, "left out there"},
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
		Name: "alecthomas", Title: "go_serialization_benchmarks of Alec Thomas", Workloads: []string{"data"},
		Names: []Name{
			{"gotiny", []string{"gotiny"}, ""},
			{"msgp", []string{"msgp"}, ""},
			{"msgpack", []string{"vmihailenco"}, ""},
			{"json", []string{"json"}, ""},
			{"jsoniter", []string{"jsoniter"}, "with all digits of floats, of which the document keeps six"},
			{"easyjson", []string{"easyjson"}, ""},
			{"bson", []string{"mgo"}, "fails on data: times in milliseconds"},
			{"mongobson", []string{"bson"}, "fails on data: times in milliseconds"},
			{"gob", []string{"gob"}, ""},
			{"davecgh/xdr", []string{"xdr"}, "by way of a struct with an int32: the library cuts an int to 32 bits"},
			{"ugorji/msgpack", []string{"go-codec.msgpack"}, ""},
			{"ugorji/binc", []string{"go-codec.binc"}, ""},
			{"sereal", []string{"sereal"}, ""},
			{"alecthomas/binary", []string{"alecthomas"}, ""},
			{"flatbuffers", []string{"flatbuffers"}, ""},
			{"flatbuffers/unsafe_reuse", []string{"flatbuffers+reuse+unsafestr"}, ""},
			{"capnproto", []string{"capnp"}, "capnproto.org/go/capnp, which took the place of glycerine/go-capnproto"},
			{"hprose", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"hprose2", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"dedis/protobuf", []string{"dedis"}, ""},
			{"pulsar", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"protobuf-go", []string{"protobuf+raw+varint"}, ""},
			{"gogo/protobuf", []string{"gogo+raw+varint"}, ""},
			{"gogo/jsonpb", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"colfer", []string{"colfer"}, ""},
			{"gencode", []string{"gencode+raw+varint"}, ""},
			{"gencode/unsafe_reuse", []string{"gencode+notunsafe+reuse"}, ""},
			{"calmh/xdr", []string{"calmh-xdr"}, ""},
			{"goavro", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"avro2/text", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"avro2/binary", []string{"goavro"}, "fails on data: times in microseconds"},
			{"ikea", []string{"ikea"}, ""},
			{"shamaton/msgpack/map", []string{"shamaton"}, ""},
			{"shamaton/msgpack/array", []string{"shamaton-array"}, ""},
			{"shamaton/msgpackgen/map", []string{"msgpackgen"}, ""},
			{"shamaton/msgpackgen/array", []string{"msgpackgen-array"}, ""},
			{"ssz", []string{"fastssz"}, "prysmaticlabs/go-ssz is no longer kept: ferranbt/fastssz, which it recommends"},
			{"200sc/bebop", []string{"bebop200sc+notunsafe"}, ""},
			{"200sc/bebop/reuse", []string{"bebop200sc+notunsafe+reuse"}, ""},
			{"wellquite/bebop", nil, "the module proxy refuses wellquite.org/bebop"},
			{"wellquite/bebop/reuse", nil, "the module proxy refuses wellquite.org/bebop"},
			{"fastjson", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"fastjson/reuse", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"benc", []string{"benc+raw"}, ""},
			{"benc/usafe", []string{"benc+raw+unsafestr"}, ""},
			{"mus", []string{"mus+notunsafe"}, ""},
			{"mus/unsafe_reuse", []string{"mus+reuse+unsafe"}, ""},
			{"idr", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"idr/reuse", nil, "for the struct of the document alone: internal/reproduce/small.go"},
			{"baseline", nil, "by hand, here as there"},
			{"baseline/unsafe_reuse", nil, "likewise"},
			{"baseline_rw", nil, "likewise, over io.Writer and io.Reader"},
			{"baseline_rw/unsafe_reuse", nil, "likewise; its strings are copied"},
			{"fastape", nil, "for the struct of the document alone: internal/reproduce/small.go"},
		},
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
			{"codecgen msgpack", []string{"codecgen.msgpack"}, "the last version with a generator"},
			{"codecgen binc", []string{"codecgen.binc", "codecgen.binc+symbols"}, "likewise"},
			{"codecgen simple", []string{"codecgen.simple"}, "likewise"},
			{"codecgen cbor", []string{"codecgen.cbor"}, "likewise"},
			{"codecgen json", []string{"codecgen.json"}, "likewise"},
			{"std json", []string{"json"}, ""},
			{"gob", []string{"gob"}, ""},
			{"mgo bson", []string{"mgo"}, ""},
			{"vmihailenco msgpack", []string{"vmihailenco-v2", "vmihailenco"}, "version 2, as there: version 5 fails on the document's value, whose embedded pointer is nil"},
			{"msgp", []string{"msgp"}, ""},
			{"bsongen", []string{"bsoncore"}, "not to be had from the module proxy: a codec generated over the primitives of the MongoDB driver stands in"},
			{"Sereal", []string{"sereal"}, "refused for its pointers to numbers, which the library does not read back"},
			{"xdr", []string{"xdr"}, "refused for its pointers, of which some must be nil: XDR has no nil"},
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
			{"github.com/youtube/vitess/go/bson", []string{"bsoncore"}, "not to be had from the module proxy: a codec generated over the primitives of the MongoDB driver stands in"},
			{"github.com/tinylib/msgp", []string{"msgp"}, ""},
			{"github.com/golang/protobuf", []string{"protobuf+raw+varint"}, "its successor, google.golang.org/protobuf"},
			{"github.com/gogo/protobuf", []string{"gogo+raw+varint", "gogo.own+raw+varint"}, "own: its methods on the user's structs"},
			{"github.com/google/flatbuffers", []string{"flatbuffers"}, "access reads all fields; untouched, the buffer is only opened, which is no operation here"},
			{"Apache/thrift", []string{"thrift.binary", "thrift.compact"}, ""},
			{"Apache/avro", []string{"goavro", "hamba"}, ""},
			{"github.com/andyleap/gencode", []string{"gencode+raw"}, ""},
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
			{"XML", []string{"xml-mapping.tag", "xml-mapping.condensed"}, "access is the parser that builds no values"},
			{"expat", []string{"xml-mapping.tag"}, "access is encoding/xml without building values; expat itself is a row of assay reproduce extprot"},
			{"gzip", nil, "its time is a row of assay reproduce extprot; the size of every row, compressed, is in its table"},
			{"compress", nil, "LZW: the size of every row is in its table"},
		},
	},
}

// same are names that are those of their rows.
func same(list ...string) []Name {
	var out []Name
	for _, n := range list {
		out = append(out, Name{Name: n, Rows: []string{n}})
	}
	return out
}
