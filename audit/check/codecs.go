package main

import (
	"bytes"
	"encoding/gob"
	stdjson "encoding/json"
	"errors"

	xdr "github.com/davecgh/go-xdr/xdr2"
	"github.com/fxamacker/cbor/v2"
	jsonv2 "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	"github.com/niubaoshu/gotiny"
	shamaton "github.com/shamaton/msgpack/v3"
	ugorji "github.com/ugorji/go/codec"
	vmihailenco "github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// codec is a library as its README calls it. Both funcs get a pointer to a struct.
type codec struct {
	write func(v any) ([]byte, error)
	read  func(data []byte, v any) error
}

var errBehind = errors.New("bytes behind the message")

// codecs by what assay calls them. Those by number and by the writer's schema are made in
// protobuf.go and avro.go.
var codecs = map[string]codec{
	"json":           {stdjson.Marshal, stdjson.Unmarshal},
	"jsonv2":         {func(v any) ([]byte, error) { return jsonv2.Marshal(v) }, func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) }},
	"goccy":          {goccy.Marshal, goccy.Unmarshal},
	"jsoniter":       {jsoniter.ConfigCompatibleWithStandardLibrary.Marshal, jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal},
	"cbor":           {cbor.Marshal, cbor.Unmarshal},
	"vmihailenco":    {vmihailenco.Marshal, vmihailenco.Unmarshal},
	"shamaton":       {shamaton.MarshalAsMap, shamaton.UnmarshalAsMap},
	"shamaton-array": {shamaton.MarshalAsArray, shamaton.UnmarshalAsArray},
	"bson":           {bson.Marshal, bson.Unmarshal},
	"go-codec.msgpack": {func(v any) (out []byte, err error) {
		err = ugorji.NewEncoderBytes(&out, &ugorji.MsgpackHandle{WriteExt: true}).Encode(v)
		return out, err
	}, func(data []byte, v any) error {
		return ugorji.NewDecoderBytes(data, &ugorji.MsgpackHandle{WriteExt: true}).Decode(v)
	}},
	"gob": {func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(v)
		return b.Bytes(), err
	}, func(data []byte, v any) error { return gob.NewDecoder(bytes.NewReader(data)).Decode(v) }},
	"gotiny": {func(v any) ([]byte, error) { return gotiny.Marshal(v), nil }, func(data []byte, v any) error {
		if n := gotiny.Unmarshal(data, v); n != len(data) {
			return errBehind
		}
		return nil
	}},
	"xdr2": {func(v any) ([]byte, error) {
		var b bytes.Buffer
		_, err := xdr.Marshal(&b, v)
		return b.Bytes(), err
	}, func(data []byte, v any) error {
		n, err := xdr.Unmarshal(bytes.NewReader(data), v)
		if err == nil && n != len(data) {
			return errBehind
		}
		return err
	}},
}
