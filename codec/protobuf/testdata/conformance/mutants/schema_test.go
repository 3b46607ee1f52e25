package mutants

import (
	"bytes"
	"flag"
	"path/filepath"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"example.com/conformance/proto3"
)

var schema = flag.String("schema", "", "the .proto file that stands beside the code of TestAllTypesProto3")

// TestSchema reads what the code writes by the schema beside it, and writes the same bytes.
func TestSchema(t *testing.T) {
	if *schema == "" {
		t.Skip("say with -schema which file")
	}
	resolver := protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{filepath.Dir(*schema)}})
	files, err := (&protocompile.Compiler{Resolver: resolver}).Compile(t.Context(), filepath.Base(*schema))
	if err != nil {
		t.Fatal(err)
	}
	of := files[0].Messages().ByName("TestAllTypesProto3")
	read := 0
	for _, in := range seeds(t)["TestAllTypesProto3"] {
		m := new(proto3.TestAllTypesProto3)
		if proto3.UnmarshalTestAllTypesProto3Protobuf(in, m) != nil {
			continue
		}
		want, err := proto3.MarshalTestAllTypesProto3Protobuf(m)
		if err != nil {
			t.Fatal(err)
		}
		v := dynamicpb.NewMessage(of)
		if err := proto.Unmarshal(want, v); err != nil {
			t.Fatalf("%x: %v", want, err)
		}
		if got, err := (proto.MarshalOptions{Deterministic: true}).Marshal(v); err != nil || !bytes.Equal(quiet(got, want), want) {
			t.Errorf("%x, %v\nwant %x", got, err, want)
		}
		if !bytes.Equal(v.GetUnknown(), m.ProtoReflect().GetUnknown()) {
			t.Errorf("%x is unknown to the schema, and %x to the code", v.GetUnknown(), m.ProtoReflect().GetUnknown())
		}
		read++
	}
	if of.Fields().Len() < 100 || read < 400 {
		t.Errorf("%d fields, %d inputs", of.Fields().Len(), read)
	}
}

// quiet returns b where it differs from a by no more than the bit of NaNs that reflection
// sets, by which they are quiet.
func quiet(a, b []byte) []byte {
	if len(a) != len(b) {
		return a
	}
	for i := range a {
		if d := a[i] ^ b[i]; d != 0 && d != 0x40 && d != 0x08 {
			return a
		}
	}
	return b
}
