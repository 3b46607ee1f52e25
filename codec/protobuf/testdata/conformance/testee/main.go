// Command testee answers the conformance suite of Protocol Buffers: binary in and out by
// the generated code, JSON on one side by google.golang.org/protobuf, so that values count
// that the code has read, or is to write. INPUTS names a file that takes the binary
// inputs, for package mutants.
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"example.com/conformance/proto2"
	"example.com/conformance/proto3"
	"example.com/conformance/suite"
)

func main() {
	log.SetFlags(0)
	in := bufio.NewReader(os.Stdin)
	for {
		request := new(suite.ConformanceRequest)
		if err := read(in, request); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		out, err := proto.Marshal(answer(request))
		if err != nil {
			log.Fatal(err)
		}
		if _, err := os.Stdout.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(out))), out...)); err != nil {
			log.Fatal(err)
		}
	}
}

// read reads a message behind its length.
func read(r io.Reader, m proto.Message) error {
	var length [4]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return err
	}
	b := make([]byte, binary.LittleEndian.Uint32(length[:]))
	if _, err := io.ReadFull(r, b); err != nil {
		return errors.New("a request is cut off")
	}
	return proto.Unmarshal(b, m)
}

// testee is a message with the code for it.
type testee struct {
	proto.Message
	unmarshal func([]byte) error
	marshal   func() ([]byte, error)
}

func testees() map[string]testee {
	p3, p2 := new(proto3.TestAllTypesProto3), new(proto2.TestAllTypesProto2)
	required := new(proto2.TestAllRequiredTypesProto2)
	return map[string]testee{
		"protobuf_test_messages.proto3.TestAllTypesProto3": {
			p3,
			func(b []byte) error { return proto3.UnmarshalTestAllTypesProto3Protobuf(b, p3) },
			func() ([]byte, error) { return proto3.MarshalTestAllTypesProto3Protobuf(p3) },
		},
		"protobuf_test_messages.proto2.TestAllTypesProto2": {
			p2,
			func(b []byte) error { return proto2.UnmarshalTestAllTypesProto2Protobuf(b, p2) },
			func() ([]byte, error) { return proto2.MarshalTestAllTypesProto2Protobuf(p2) },
		},
		"protobuf_test_messages.proto2.TestAllRequiredTypesProto2": {
			required,
			func(b []byte) error { return proto2.UnmarshalTestAllRequiredTypesProto2Protobuf(b, required) },
			func() ([]byte, error) { return proto2.MarshalTestAllRequiredTypesProto2Protobuf(required) },
		},
	}
}

// answer returns what the code makes of a request.
func answer(request *suite.ConformanceRequest) *suite.ConformanceResponse {
	m, ok := testees()[request.MessageType]
	if !ok {
		return skipped("message of another edition or file: " + request.MessageType)
	}
	if request.RequestedOutputFormat != suite.WireFormat_PROTOBUF && request.RequestedOutputFormat != suite.WireFormat_JSON {
		return skipped("text format")
	}
	switch in := request.Payload.(type) {
	case *suite.ConformanceRequest_ProtobufPayload:
		record(request.MessageType, in.ProtobufPayload)
		if err := m.unmarshal(in.ProtobufPayload); err != nil {
			return &suite.ConformanceResponse{Result: &suite.ConformanceResponse_ParseError{ParseError: err.Error()}}
		}
	case *suite.ConformanceRequest_JsonPayload:
		if request.RequestedOutputFormat == suite.WireFormat_JSON {
			return skipped("JSON on both sides")
		}
		o := protojson.UnmarshalOptions{DiscardUnknown: request.TestCategory == suite.TestCategory_JSON_IGNORE_UNKNOWN_PARSING_TEST}
		if err := o.Unmarshal([]byte(in.JsonPayload), m.Message); err != nil {
			return &suite.ConformanceResponse{Result: &suite.ConformanceResponse_ParseError{ParseError: err.Error()}}
		}
	default:
		return skipped("text format")
	}
	if request.RequestedOutputFormat == suite.WireFormat_JSON {
		text, err := protojson.Marshal(m.Message)
		if err != nil {
			return failed(err)
		}
		return &suite.ConformanceResponse{Result: &suite.ConformanceResponse_JsonPayload{JsonPayload: string(text)}}
	}
	out, err := m.marshal()
	if err != nil {
		return failed(err)
	}
	return &suite.ConformanceResponse{Result: &suite.ConformanceResponse_ProtobufPayload{ProtobufPayload: out}}
}

// record appends an input to the file that INPUTS names.
func record(name string, b []byte) {
	to := os.Getenv("INPUTS")
	if to == "" {
		return
	}
	f, err := os.OpenFile(to, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = fmt.Fprintf(f, "%s\t%x\n", name[strings.LastIndexByte(name, '.')+1:], b)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		log.Fatal(err)
	}
}

func skipped(why string) *suite.ConformanceResponse {
	return &suite.ConformanceResponse{Result: &suite.ConformanceResponse_Skipped{Skipped: why}}
}

func failed(err error) *suite.ConformanceResponse {
	return &suite.ConformanceResponse{Result: &suite.ConformanceResponse_SerializeError{SerializeError: err.Error()}}
}
