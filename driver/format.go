package driver

import "slices"

// Format returns the wire format that a variant writes: what it names itself, or
// the driver's facts do; else the first part of the variant's suffix, of libraries that write
// several; else the driver's own name, of formats that one library alone has.
func (d *Driver) Format(v Variant) string {
	switch {
	case v.Format != "":
		return v.Format
	case d.Facts.Format != "":
		return d.Facts.Format
	case v.Suffix != "":
		return v.Suffix
	}
	return d.Name
}

// Portable reports whether a format has implementations in other languages than
// Go, by their own projects' documentation.
func Portable(format string) bool { return slices.Contains(portable, format) }

var portable = []string{
	"avro", "bebop", "bson", "capnp", "cbor", "colfer", "extprot", "flatbuffers", "fory", "hprose", "ion", "json",
	"msgpack", "protobuf", "rlp", "sereal", "ssz", "thrift", "toml", "xdr", "xml", "yaml",
}
