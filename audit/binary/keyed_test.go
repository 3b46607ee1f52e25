package binary

import (
	"bytes"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/ugorji/go/codec"

	"github.com/assay-go/assay/audit/binary/emitted/keyed/coredet"
	"github.com/assay-go/assay/audit/binary/emitted/keyed/fxamacker"
	msgpcolorgroup "github.com/assay-go/assay/audit/binary/emitted/keyed/msgp/colorgroup"
	msgpdata "github.com/assay-go/assay/audit/binary/emitted/keyed/msgp/data"
	msgpsignedblock "github.com/assay-go/assay/audit/binary/emitted/keyed/msgp/signedblock"
	msgpteststruc "github.com/assay-go/assay/audit/binary/emitted/keyed/msgp/teststruc"
	msgptraces "github.com/assay-go/assay/audit/binary/emitted/keyed/msgp/traces"
	"github.com/assay-go/assay/audit/binary/emitted/keyed/msgpack"
	"github.com/assay-go/assay/audit/binary/emitted/keyed/ugorji"
	"github.com/assay-go/assay/audit/binary/spans"
	tagged "github.com/assay-go/assay/codec/protobuf/testdata/subjects"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// MessagePack beside msgp's methods, and CBOR beside each library in the dialect that writes
// its bytes: fxamacker/cbor with times as text with nanoseconds, the same in the core
// deterministic form, and ugorji/go's CborHandle without options, whose times have
// microseconds.
func init() {
	subjects = append(subjects,
		of("msgpack data", emitted(msgpack.AppendDataMsgpack, msgpack.MarshalDataMsgpack, msgpack.UnmarshalDataMsgpack), by("msgp", msgpdata.New)),
		of("msgpack colorgroup", emitted(msgpack.AppendColorGroupMsgpack, msgpack.MarshalColorGroupMsgpack, msgpack.UnmarshalColorGroupMsgpack), by("msgp", msgpcolorgroup.New)),
		of("msgpack signedblock", emitted(msgpack.AppendSignedBlockMsgpack, msgpack.MarshalSignedBlockMsgpack, msgpack.UnmarshalSignedBlockMsgpack), by("msgp", msgpsignedblock.New)),
		of("msgpack teststruc", emitted(msgpack.AppendTestStrucMsgpack, msgpack.MarshalTestStrucMsgpack, msgpack.UnmarshalTestStrucMsgpack), by("msgp", msgpteststruc.New)),
		of("msgpack traces", emitted(msgpack.AppendTracesMsgpack, msgpack.MarshalTracesMsgpack, msgpack.UnmarshalTracesMsgpack), by("msgp", msgptraces.New)),

		of("fxamacker data", emitted(fxamacker.AppendDataCbor, fxamacker.MarshalDataCbor, fxamacker.UnmarshalDataCbor), by("cbor", fxamackerCodec[data.Data](cbor.EncOptions{}))),
		of("fxamacker colorgroup", emitted(fxamacker.AppendColorGroupCbor, fxamacker.MarshalColorGroupCbor, fxamacker.UnmarshalColorGroupCbor), by("cbor", fxamackerCodec[colorgroup.ColorGroup](cbor.EncOptions{}))),
		of("fxamacker signedblock", emitted(fxamacker.AppendSignedBlockCbor, fxamacker.MarshalSignedBlockCbor, fxamacker.UnmarshalSignedBlockCbor), by("cbor", fxamackerCodec[signedblock.SignedBlock](cbor.EncOptions{}))),
		of("fxamacker teststruc", emitted(fxamacker.AppendTestStrucCbor, fxamacker.MarshalTestStrucCbor, fxamacker.UnmarshalTestStrucCbor), by("cbor", fxamackerCodec[teststruc.TestStruc](cbor.EncOptions{}))),
		of("fxamacker traces", emitted(fxamacker.AppendTracesCbor, fxamacker.MarshalTracesCbor, fxamacker.UnmarshalTracesCbor), by("cbor", fxamackerCodec[spans.Traces](cbor.EncOptions{}))),

		of("coredet data", emitted(coredet.AppendDataCbor, coredet.MarshalDataCbor, coredet.UnmarshalDataCbor), by("cbor", fxamackerCodec[data.Data](cbor.CoreDetEncOptions()))),
		of("coredet colorgroup", emitted(coredet.AppendColorGroupCbor, coredet.MarshalColorGroupCbor, coredet.UnmarshalColorGroupCbor), by("cbor", fxamackerCodec[colorgroup.ColorGroup](cbor.CoreDetEncOptions()))),
		of("coredet signedblock", emitted(coredet.AppendSignedBlockCbor, coredet.MarshalSignedBlockCbor, coredet.UnmarshalSignedBlockCbor), by("cbor", fxamackerCodec[signedblock.SignedBlock](cbor.CoreDetEncOptions()))),
		of("coredet teststruc", emitted(coredet.AppendTestStrucCbor, coredet.MarshalTestStrucCbor, coredet.UnmarshalTestStrucCbor), by("cbor", fxamackerCodec[teststruc.TestStruc](cbor.CoreDetEncOptions()))),
		of("coredet traces", emitted(coredet.AppendTracesCbor, coredet.MarshalTracesCbor, coredet.UnmarshalTracesCbor), by("cbor", fxamackerCodec[spans.Traces](cbor.CoreDetEncOptions()))),

		of("ugorji data",
			micro(emitted(ugorji.AppendDataCbor, ugorji.MarshalDataCbor, ugorji.UnmarshalDataCbor)), micro(by("go-codec", ugorjiCodec[data.Data]))),
		of("ugorji colorgroup", emitted(ugorji.AppendColorGroupCbor, ugorji.MarshalColorGroupCbor, ugorji.UnmarshalColorGroupCbor), by("go-codec", ugorjiCodec[colorgroup.ColorGroup])),
		of("ugorji signedblock", emitted(ugorji.AppendSignedBlockCbor, ugorji.MarshalSignedBlockCbor, ugorji.UnmarshalSignedBlockCbor), by("go-codec", ugorjiCodec[signedblock.SignedBlock])),
		of("ugorji teststruc", emitted(ugorji.AppendTestStrucCbor, ugorji.MarshalTestStrucCbor, ugorji.UnmarshalTestStrucCbor), by("go-codec", ugorjiCodec[teststruc.TestStruc])),
		of("ugorji traces", emitted(ugorji.AppendTracesCbor, ugorji.MarshalTracesCbor, ugorji.UnmarshalTracesCbor), by("go-codec", ugorjiCodec[spans.Traces])),
	)
}

// emitted is the code here.
func emitted[T any](add func([]byte, *T) ([]byte, error), marshal func(*T) ([]byte, error), unmarshal func([]byte, *T) error) func(func() []T) contender {
	return by("assay.keyed", func() adapter.Codec[T] {
		return adapter.Codec[T]{Append: add, Marshal: marshal, Unmarshal: unmarshal, UnmarshalReuse: unmarshal}
	})
}

// micro cuts the times of values to microseconds.
func micro(of func(func() []data.Data) contender) func(func() []data.Data) contender {
	return func(values func() []data.Data) contender {
		return of(func() []data.Data {
			list := values()
			for i := range list {
				list[i].Time = list[i].Time.Truncate(time.Microsecond)
			}
			return list
		})
	}
}

// fxamackerCodec has a mode that is made once, as its README asks.
func fxamackerCodec[T any](o cbor.EncOptions) func() adapter.Codec[T] {
	return func() adapter.Codec[T] {
		o.Time = cbor.TimeRFC3339Nano
		mode, err := o.UserBufferEncMode()
		if err != nil {
			panic(err)
		}
		var out bytes.Buffer
		return adapter.Codec[T]{
			Marshal: func(v *T) ([]byte, error) { return mode.Marshal(v) },
			Append: func(b []byte, v *T) ([]byte, error) {
				out = *bytes.NewBuffer(b)
				err := mode.MarshalToBuffer(v, &out)
				return out.Bytes(), err
			},
			Unmarshal:      func(b []byte, v *T) error { return cbor.Unmarshal(b, v) },
			UnmarshalReuse: func(b []byte, v *T) error { return cbor.Unmarshal(b, v) },
		}
	}
}

// ugorjiCodec keeps its encoders and its decoder, as its documentation asks.
func ugorjiCodec[T any]() adapter.Codec[T] {
	handle := new(codec.CborHandle)
	e, d := codec.NewEncoderBytes(new([]byte), handle), codec.NewDecoderBytes(nil, handle)
	add := func(b []byte, v *T) ([]byte, error) {
		e.ResetBytes(&b)
		err := e.Encode(v)
		return b, err
	}
	read := func(b []byte, v *T) error {
		d.ResetBytes(b)
		return d.Decode(v)
	}
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) { return add(nil, v) },
		Append:  add, Unmarshal: read, UnmarshalReuse: read,
	}
}

// plainTraces are the batches of spans as plain structs.
func plainTraces() []spans.Traces {
	var list []spans.Traces
	for _, t := range traces() {
		of := t.ResourceSpans[0]
		p := spans.Traces{Schema: of.SchemaUrl, Resource: plainAttributes(of.Resource.Attributes)}
		for _, s := range of.ScopeSpans {
			scope := spans.Scope{Name: s.Scope.Name, Version: s.Scope.Version}
			for _, x := range s.Spans {
				span := spans.Span{
					TraceID: x.TraceId, ID: x.SpanId, ParentID: x.ParentSpanId, Name: x.Name, Kind: x.Kind, Start: x.StartTimeUnixNano, End: x.EndTimeUnixNano,
					Attributes: plainAttributes(x.Attributes), Status: spans.Status{Code: x.Status.Code, Message: x.Status.Message}, Flags: x.Flags,
				}
				for _, e := range x.Events {
					span.Events = append(span.Events, spans.Event{Time: e.TimeUnixNano, Name: e.Name, Attributes: plainAttributes(e.Attributes)})
				}
				for _, l := range x.Links {
					span.Links = append(span.Links, spans.Link{TraceID: l.TraceId, SpanID: l.SpanId})
				}
				scope.Spans = append(scope.Spans, span)
			}
			p.Scopes = append(p.Scopes, scope)
		}
		list = append(list, p)
	}
	return list
}

func plainAttributes(of []tagged.KeyValue) (list []spans.Attribute) {
	for _, kv := range of {
		a := spans.Attribute{Key: kv.Key}
		switch v := kv.Value.Value.(type) {
		case *tagged.StringValue:
			a.Value.Text = &v.V
		case *tagged.IntValue:
			a.Value.Number = &v.V
		case *tagged.DoubleValue:
			a.Value.Float = &v.V
		case *tagged.BoolValue:
			a.Value.Bool = &v.V
		}
		list = append(list, a)
	}
	return list
}
