package rows

import "strings"

// Format is the wire format that a row writes.
type Format struct {
	Name string

	// Languages says that maintained libraries of other languages read the
	// format, given its schema where it has one.
	Languages bool
}

// formats are the wire formats by the beginnings of row names: a name alone is
// that of all rows of a serializer, with a dot those of one of its formats.
var formats = map[string]Format{
	"alecthomas":          {"encoding/binary with lengths", false},
	"assay.bebop":         {"bebop", true},
	"assay.benc":          {"benc", false},
	"assay.flat":          {"flat", false},
	"assay.gencode":       {"gencode", false},
	"assay.gencodevarint": {"gencode", false},
	"assay.musvarint":     {"MUS", false},
	"assay.gotiny":        {"gotiny", false},
	"assay.json":          {"JSON", true},
	"assay.mus":           {"MUS", false},
	"assay.skycoin":       {"Skycoin", false},
	"assay.xdr2":          {"XDR", true},
	"bebop200sc":          {"bebop", true},
	"benc":                {"benc", false},
	"bson":                {"BSON", true},
	"bsoncore":            {"BSON", true},
	"calmh-xdr":           {"XDR", true},
	"capnp":               {"Cap'n Proto", true},
	"cbor":                {"CBOR", true},
	"codecgen.binc":       {"Binc", false},
	"codecgen.cbor":       {"CBOR", true},
	"codecgen.json":       {"JSON", true},
	"codecgen.msgpack":    {"MessagePack", true},
	"codecgen.simple":     {"Simple", false},
	"colfer":              {"Colfer", true},
	"dedis":               {"Protocol Buffers", true},
	"easyjson":            {"JSON", true},
	"easyproto":           {"Protocol Buffers", true},
	"extprot":             {"extprot", true}, // OCaml, its first language
	"fastssz":             {"SSZ", true},
	"flatbuffers":         {"FlatBuffers", true},
	"fory.native":         {"Fory, for Go", false},
	"fory.xlang":          {"Fory", true},
	"frugal":              {"Thrift", true},
	"gencode":             {"gencode", false},
	"globalsign":          {"BSON", true},
	"go-codec.binc":       {"Binc", false},
	"go-codec.cbor":       {"CBOR", true},
	"go-codec.json":       {"JSON", true},
	"go-codec.msgpack":    {"MessagePack", true},
	"go-codec.simple":     {"Simple", false},
	"goavro":              {"Avro", true},
	"gob":                 {"gob", false},
	"goccy":               {"JSON", true},
	"gogo":                {"Protocol Buffers", true},
	"gotiny":              {"gotiny", false},
	"hamba":               {"Avro", true},
	"hprose":              {"Hprose", true},
	"hyperpb":             {"Protocol Buffers", true},
	"ikea":                {"ikea", false},
	"ion":                 {"Ion", true},
	"json":                {"JSON", true},
	"jsoniter":            {"JSON", true},
	"jsonv2":              {"JSON", true},
	"karalabe_ssz":        {"SSZ", true},
	"mgo":                 {"BSON", true},
	"msgp":                {"MessagePack", true},
	"msgpackgen":          {"MessagePack", true},
	"msgpackgen-array":    {"MessagePack, structs as arrays", true},
	"mus":                 {"MUS", false},
	"protobuf":            {"Protocol Buffers", true},
	"protobuf_mus":        {"Protocol Buffers", true},
	"segmentio-json":      {"JSON", true},
	"segmentio-proto":     {"Protocol Buffers", true},
	"segmentio-thrift":    {"Thrift", true},
	"sereal":              {"Sereal", true},
	"shamaton":            {"MessagePack", true},
	"shamaton-array":      {"MessagePack, structs as arrays", true},
	"skycoin":             {"Skycoin", false},
	"skyencoder":          {"Skycoin", false},
	"sonic":               {"JSON", true},
	"thrift":              {"Thrift", true},
	"vmihailenco":         {"MessagePack", true},
	"vmihailenco-v2":      {"MessagePack", true},
	"vtprotobuf":          {"Protocol Buffers", true},
	"xdr":                 {"XDR", true},
	"xdr2":                {"XDR", true},
	"xml":                 {"XML", true},
	"xml-mapping":         {"XML", true},
	"protobuf_mus+native": {"MUS's own use of Protocol Buffers' primitives", false},
}

// FormatOf returns the wire format of a row, and whether it is known.
func FormatOf(row string) (Format, bool) {
	base, features, _ := strings.Cut(row, "+")
	if strings.Contains("+"+features+"+", "+native+") {
		if f, ok := formats[base+"+native"]; ok {
			return f, true
		}
	}
	for {
		if f, ok := formats[base]; ok {
			return f, true
		}
		i := strings.LastIndexByte(base, '.')
		if i < 0 {
			return Format{}, false
		}
		base = base[:i]
	}
}
