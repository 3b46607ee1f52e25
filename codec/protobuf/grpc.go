package protobuf

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// The suffixes of the files with codecs by which servers and clients send the messages.
const (
	grpcSuffix    = "_grpc"
	connectSuffix = "_connect"
)

// extensions returns these files.
func (f *Format) extensions(types []*typemodel.Type, o codec.Options) []codec.Extension {
	return []codec.Extension{
		{Suffix: grpcSuffix, Constraint: "grpc", Emit: func(file *goprint.File) { f.grpc(file, types, o) }},
		{Suffix: connectSuffix, Emit: func(file *goprint.File) { f.connect(file, types, o) }},
	}
}

// grpc prints a codec for google.golang.org/grpc, which has messages in buffers of a pool.
func (f *Format) grpc(file *goprint.File, types []*typemodel.Type, o codec.Options) {
	const grpc = "google.golang.org/grpc"
	file.Reserve("b", "data", "err", "p", "pool", "v")
	mem := func(name string) string { return file.Ident(grpc+"/mem", name) }
	name := codec.TypeName(types[0]) + "GRPCCodec"
	others := codec.LowerFirst(name) + "Others"
	file.ImportFor(grpc + "/encoding/proto")
	file.DocComment(name + " carries the messages of this file in gRPC, and leaves others to gRPC's own codec. It is an option of servers, grpc.ForceServerCodecV2, and of calls, grpc.ForceCodecV2.")
	file.P("type ", name, " struct{}")
	file.P()
	file.P("var ", others, " = ", file.Ident(grpc+"/encoding", "GetCodecV2"), `("proto")`)
	file.P()
	file.P("// Name returns what the content is called on the wire.")
	file.P("func (", name, `) Name() string { return "proto" }`)
	file.P()
	file.P("// Marshal returns the encoding of v, a pointer to a message, in a buffer of the pool.")
	file.P("func (", name, ") Marshal(v any) (", mem("BufferSlice"), ", error) {")
	file.P("pool := ", mem("DefaultBufferPool"), "()")
	file.P("p := pool.Get(1024)")
	file.P("var b []byte")
	file.P("var err error")
	file.P("switch v := v.(type) {")
	for _, t := range types {
		file.P("case *", t, ":")
		file.P("b, err = ", call(t, "Append", "(*p)[:0]", o))
	}
	file.P("default:")
	file.P("pool.Put(p)")
	file.P("return ", others, ".Marshal(v)")
	file.P("}")
	file.P("if err != nil { pool.Put(p); return nil, err }")
	file.P("*p = b")
	file.End("return ", mem("BufferSlice"), "{", mem("NewBuffer"), "(p, pool)}, nil")
	file.P("// Unmarshal reads v, a pointer to a message.")
	file.P("func (", name, ") Unmarshal(data ", mem("BufferSlice"), ", v any) error {")
	file.P("switch v := v.(type) {")
	for _, t := range types {
		file.P("case *", t, ":")
		if o.Unsafe {
			file.P("return ", call(t, "Unmarshal", "data.Materialize()", o), " // a copy, which v shares")
			continue
		}
		file.P("b := data.MaterializeToBuffer(", mem("DefaultBufferPool"), "())")
		file.P("defer b.Free()")
		file.P("return ", call(t, "Unmarshal", "b.ReadOnlyData()", o))
	}
	file.P("}")
	file.End("return ", others, ".Unmarshal(data, v)")
}

// connect prints a codec for connectrpc.com/connect, whose interfaces need no import.
func (f *Format) connect(file *goprint.File, types []*typemodel.Type, o codec.Options) {
	file.Reserve("b", "data", "v")
	name := codec.TypeName(types[0]) + "ConnectCodec"
	file.DocComment(name + " carries the messages of this file by Connect: give it to connect.WithCodec. Other messages are errors.")
	file.P("type ", name, " struct{}")
	file.P()
	file.P("// Name returns what the content is called on the wire.")
	file.P("func (", name, `) Name() string { return "proto" }`)
	file.P()
	file.P("// Marshal returns the encoding of v, a pointer to a message.")
	file.P("func (c ", name, ") Marshal(v any) ([]byte, error) { return c.MarshalAppend(nil, v) }")
	file.P()
	file.P("// MarshalAppend appends the encoding of v, a pointer to a message, to b.")
	file.P("func (", name, ") MarshalAppend(b []byte, v any) ([]byte, error) {")
	each := func(verb, args, failed string) {
		file.P("switch v := v.(type) {")
		for _, t := range types {
			file.P("case *", t, ": return ", call(t, verb, args, o))
		}
		file.P("}")
		file.P("return ", failed, file.Ident("fmt", "Errorf"), `("%T is no message of `, name, `", v)`)
		file.P("}")
	}
	each("Append", "b", "b, ")
	file.P()
	file.P("// Unmarshal reads v, a pointer to a message.")
	file.P("func (", name, ") Unmarshal(data []byte, v any) error {")
	each("Unmarshal", "data", "")
}

// call returns a call of what does verb for v, a pointer to a message of type t.
func call(t *typemodel.Type, verb, args string, o codec.Options) string {
	return face.Face{Type: t, Format: "protobuf", Methods: o.Methods}.Call(verb, args, "v")
}
