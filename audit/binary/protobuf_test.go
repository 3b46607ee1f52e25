package binary

import (
	"errors"
	"slices"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"google.golang.org/protobuf/proto"
	v1 "k8s.io/api/core/v1"

	"github.com/assay-go/assay/audit/binary/emitted/protobuf/anytext"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/arena"
	easyprotoentry "github.com/assay-go/assay/audit/binary/emitted/protobuf/easyproto/entry"
	easyprotometadata "github.com/assay-go/assay/audit/binary/emitted/protobuf/easyproto/messagemetadata"
	easyprotorangeresponse "github.com/assay-go/assay/audit/binary/emitted/protobuf/easyproto/rangeresponse"
	easyprotowriterequest "github.com/assay-go/assay/audit/binary/emitted/protobuf/easyproto/writerequest"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/flat"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/flatpods"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/flatsorted"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/gogo"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/ours"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/pods"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/vt"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/vtpool"
	"github.com/assay-go/assay/audit/binary/messages"
	tagged "github.com/assay-go/assay/codec/protobuf/testdata/subjects"
	"github.com/assay-go/assay/worker/adapter"
)

// The subjects with protobuf tags: assay's code takes the tagged structs, the others those
// of their own generators, all from one schema. Of the others Google's alone checks that
// strings are UTF-8; +any-text is the code here without that.
func init() {
	protobuf(ofMessage[tagged.Data, vt.Data, vtpool.Data, gogo.Data](
		"protobuf data",
		ours.AppendDataProtobuf, ours.MarshalDataProtobuf, ours.UnmarshalDataProtobuf,
		anytext.AppendDataProtobuf, anytext.MarshalDataProtobuf, anytext.UnmarshalDataProtobuf))
	protobuf(ofMessage[tagged.ColorGroup, vt.ColorGroup, vtpool.ColorGroup, gogo.ColorGroup](
		"protobuf colorgroup",
		ours.AppendColorGroupProtobuf, ours.MarshalColorGroupProtobuf, ours.UnmarshalColorGroupProtobuf,
		anytext.AppendColorGroupProtobuf, anytext.MarshalColorGroupProtobuf, anytext.UnmarshalColorGroupProtobuf))
	protobuf(ofMessage[tagged.SignedBlock, vt.SignedBlock, vtpool.SignedBlock, gogo.SignedBlock](
		"protobuf signedblock",
		ours.AppendSignedBlockProtobuf, ours.MarshalSignedBlockProtobuf, ours.UnmarshalSignedBlockProtobuf,
		anytext.AppendSignedBlockProtobuf, anytext.MarshalSignedBlockProtobuf, anytext.UnmarshalSignedBlockProtobuf))
	protobuf(ofMessage[tagged.TestStruc, vt.TestStruc, vtpool.TestStruc, gogo.TestStruc](
		"protobuf teststruc",
		ours.AppendTestStrucProtobuf, ours.MarshalTestStrucProtobuf, ours.UnmarshalTestStrucProtobuf,
		anytext.AppendTestStrucProtobuf, anytext.MarshalTestStrucProtobuf, anytext.UnmarshalTestStrucProtobuf))
	protobuf(ofMessage[tagged.TracesData, vt.TracesData, vtpool.TracesData, gogo.TracesData](
		"protobuf traces",
		ours.AppendTracesDataProtobuf, ours.MarshalTracesDataProtobuf, ours.UnmarshalTracesDataProtobuf,
		anytext.AppendTracesDataProtobuf, anytext.MarshalTracesDataProtobuf, anytext.UnmarshalTracesDataProtobuf))
}

// Messages whose schemas others publish, beside easyproto too, which takes the tagged structs themselves.
func init() {
	protobuf(ofMessage[messages.WriteRequest, vt.WriteRequest, vtpool.WriteRequest, gogo.WriteRequest](
		"protobuf writerequest",
		ours.AppendWriteRequestProtobuf, ours.MarshalWriteRequestProtobuf, ours.UnmarshalWriteRequestProtobuf,
		anytext.AppendWriteRequestProtobuf, anytext.MarshalWriteRequestProtobuf, anytext.UnmarshalWriteRequestProtobuf,
		by("easyproto", easyprotowriterequest.New)))
	protobuf(ofMessage[messages.Entry, vt.Entry, vtpool.Entry, gogo.Entry](
		"protobuf entry",
		ours.AppendEntryProtobuf, ours.MarshalEntryProtobuf, ours.UnmarshalEntryProtobuf,
		anytext.AppendEntryProtobuf, anytext.MarshalEntryProtobuf, anytext.UnmarshalEntryProtobuf,
		by("easyproto", easyprotoentry.New)))
	protobuf(ofMessage[messages.RangeResponse, vt.RangeResponse, vtpool.RangeResponse, gogo.RangeResponse](
		"protobuf rangeresponse",
		ours.AppendRangeResponseProtobuf, ours.MarshalRangeResponseProtobuf, ours.UnmarshalRangeResponseProtobuf,
		anytext.AppendRangeResponseProtobuf, anytext.MarshalRangeResponseProtobuf, anytext.UnmarshalRangeResponseProtobuf,
		by("easyproto", easyprotorangeresponse.New)))
	protobuf(ofMessage[messages.MessageMetadata, vt.MessageMetadata, vtpool.MessageMetadata, gogo.MessageMetadata](
		"protobuf metadata",
		ours.AppendMessageMetadataProtobuf, ours.MarshalMessageMetadataProtobuf, ours.UnmarshalMessageMetadataProtobuf,
		anytext.AppendMessageMetadataProtobuf, anytext.MarshalMessageMetadataProtobuf, anytext.UnmarshalMessageMetadataProtobuf,
		by("easyproto", easyprotometadata.New)))
}

// Batches of spans and pods beside those who send them: the collector's own code, and that
// of Kubernetes, which gogo/protobuf has made. +arena keeps strings in common chunks.
func init() {
	i := slices.IndexFunc(subjects, func(s subject) bool { return s.name == "protobuf traces" })
	subjects[i].contenders = append(subjects[i].contenders,
		by("assay.protobuf+arena", func() adapter.Codec[tagged.TracesData] {
			d := new(arena.TracesDataProtobufDecoder)
			return adapter.Codec[tagged.TracesData]{Marshal: arena.MarshalTracesDataProtobuf, Append: arena.AppendTracesDataProtobuf, Unmarshal: d.Unmarshal}
		})(values[tagged.TracesData]),
		byBytes("pdata", adapter.Codec[tagged.TracesData]{Marshal: ours.MarshalTracesDataProtobuf, Unmarshal: ours.UnmarshalTracesDataProtobuf}, pdata)(values[tagged.TracesData]),
	)
	protobuf(of("protobuf pod",
		by("assay.protobuf", func() adapter.Codec[v1.Pod] {
			return adapter.Codec[v1.Pod]{Append: pods.AppendPodProtobuf, Marshal: pods.MarshalPodProtobuf, Unmarshal: pods.UnmarshalPodProtobuf, UnmarshalReuse: pods.UnmarshalPodProtobuf}
		}),
		by("assay.protobuf+arena", func() adapter.Codec[v1.Pod] {
			d := new(pods.PodProtobufDecoder)
			return adapter.Codec[v1.Pod]{Append: pods.AppendPodProtobuf, Marshal: pods.MarshalPodProtobuf, Unmarshal: d.Unmarshal}
		}),
		by("kubernetes", gogoCodec[v1.Pod, *v1.Pod]),
	))
	protobuf(of("protobuf pods",
		by("assay.protobuf", func() adapter.Codec[v1.PodList] {
			return adapter.Codec[v1.PodList]{Append: pods.AppendPodListProtobuf, Marshal: pods.MarshalPodListProtobuf, Unmarshal: pods.UnmarshalPodListProtobuf, UnmarshalReuse: pods.UnmarshalPodListProtobuf}
		}),
		by("assay.protobuf+arena", func() adapter.Codec[v1.PodList] {
			d := new(pods.PodListProtobufDecoder)
			return adapter.Codec[v1.PodList]{Append: pods.AppendPodListProtobuf, Marshal: pods.MarshalPodListProtobuf, Unmarshal: d.Unmarshal}
		}),
		by("kubernetes", gogoCodec[v1.PodList, *v1.PodList]),
	))
}

// The same batches and pods by flat, beside Protocol Buffers as others write them: no other
// format is what a program of theirs has today. Kubernetes' code sorts the keys of maps, and
// so does flat's here.
func init() {
	own := adapter.Codec[tagged.TracesData]{Marshal: ours.MarshalTracesDataProtobuf, Unmarshal: ours.UnmarshalTracesDataProtobuf}
	subjects = append(subjects,
		of("flat traces",
			by("assay.flat", func() adapter.Codec[tagged.TracesData] {
				return adapter.Codec[tagged.TracesData]{
					Append: flat.AppendTracesDataFlat, Marshal: flat.MarshalTracesDataFlat,
					Unmarshal: flat.UnmarshalTracesDataFlat, UnmarshalReuse: flat.UnmarshalTracesDataFlat,
				}
			}),
			byBytes("vtprotobuf", own, vtCodec[vt.TracesData, *vt.TracesData]()),
			byBytes("vtprotobuf.pool", own, vtCodec[vtpool.TracesData, *vtpool.TracesData]()),
			byBytes("gogo", own, gogoCodec[gogo.TracesData, *gogo.TracesData]()),
			byBytes("pdata", own, pdata),
		),
		of("flat pod",
			by("assay.flat", func() adapter.Codec[v1.Pod] {
				return adapter.Codec[v1.Pod]{Append: flatpods.AppendPodFlat, Marshal: flatpods.MarshalPodFlat, Unmarshal: flatpods.UnmarshalPodFlat, UnmarshalReuse: flatpods.UnmarshalPodFlat}
			}),
			by("assay.flat+sorted", func() adapter.Codec[v1.Pod] {
				return adapter.Codec[v1.Pod]{Append: flatsorted.AppendPodFlat, Marshal: flatsorted.MarshalPodFlat, Unmarshal: flatsorted.UnmarshalPodFlat, UnmarshalReuse: flatsorted.UnmarshalPodFlat}
			}),
			by("kubernetes", gogoCodec[v1.Pod, *v1.Pod]),
		),
		of("flat pods",
			by("assay.flat", func() adapter.Codec[v1.PodList] {
				return adapter.Codec[v1.PodList]{Append: flatpods.AppendPodListFlat, Marshal: flatpods.MarshalPodListFlat, Unmarshal: flatpods.UnmarshalPodListFlat, UnmarshalReuse: flatpods.UnmarshalPodListFlat}
			}),
			by("assay.flat+sorted", func() adapter.Codec[v1.PodList] {
				return adapter.Codec[v1.PodList]{Append: flatsorted.AppendPodListFlat, Marshal: flatsorted.MarshalPodListFlat, Unmarshal: flatsorted.UnmarshalPodListFlat, UnmarshalReuse: flatsorted.UnmarshalPodListFlat}
			}),
			by("kubernetes", gogoCodec[v1.PodList, *v1.PodList]),
		),
	)
}

// pdata is go.opentelemetry.io/collector/pdata, as its exporters and receivers call it.
var pdata = adapter.Codec[ptrace.Traces]{
	Marshal: func(w *ptrace.Traces) ([]byte, error) { return new(ptrace.ProtoMarshaler).MarshalTraces(*w) },
	Unmarshal: func(b []byte, w *ptrace.Traces) (err error) {
		*w, err = new(ptrace.ProtoUnmarshaler).UnmarshalTraces(b)
		return err
	},
}

func protobuf(s subject) { subjects = append(subjects, s) }

// ofMessage returns the subject of a message: a T, and what others have for it.
func ofMessage[T, VT, Pool, Gogo any, PVT vtMessage[VT], PPool vtMessage[Pool], PGogo gogoMessage[Gogo]](
	name string, add func([]byte, *T) ([]byte, error), marshal func(*T) ([]byte, error), unmarshal func([]byte, *T) error,
	addAny func([]byte, *T) ([]byte, error), marshalAny func(*T) ([]byte, error), unmarshalAny func([]byte, *T) error,
	more ...func(func() []T) contender,
) subject {
	own := adapter.Codec[T]{Append: add, Marshal: marshal, Unmarshal: unmarshal, UnmarshalReuse: unmarshal}
	unchecked := adapter.Codec[T]{Append: addAny, Marshal: marshalAny, Unmarshal: unmarshalAny, UnmarshalReuse: unmarshalAny}
	return of(name, append([]func(func() []T) contender{
		by("assay.protobuf", func() adapter.Codec[T] { return own }),
		by("assay.protobuf+any-text", func() adapter.Codec[T] { return unchecked }),
		byBytes("protobuf", own, google[VT, PVT]()),
		byBytes("vtprotobuf", own, vtCodec[VT, PVT]()),
		byBytes("vtprotobuf.pool", own, vtCodec[Pool, PPool]()),
		byBytes("gogo", own, gogoCodec[Gogo, PGogo]()),
	}, more...)...)
}

// byBytes is a serializer with structs of its own, whose values are read from what the
// code here writes.
func byBytes[T, W any](row string, own adapter.Codec[T], c adapter.Codec[W]) func(func() []T) contender {
	return byOwn(row, func() adapter.Codec[W] { return c }, func(v *T, w *W) error {
		b, err := own.Marshal(v)
		if err != nil {
			return err
		}
		if err := c.Unmarshal(b, w); err != nil {
			return err
		}
		if c.Size != nil && c.Size(w) != len(b) {
			return errors.New("the value is of another size")
		}
		return nil
	}, func(w *W, v *T) error {
		b, err := c.Marshal(w)
		if err != nil {
			return err
		}
		return own.Unmarshal(b, v)
	})
}

// vtMessage has the methods of vtprotobuf.
type vtMessage[W any] interface {
	*W
	proto.Message
	Reset()
	SizeVT() int
	MarshalVT() ([]byte, error)
	MarshalToSizedBufferVT([]byte) (int, error)
	UnmarshalVT([]byte) error
}

// vtCodec writes into buffers that are as long as the message, as MarshalToSizedBufferVT
// says that they have to be. What is pooled is emptied by ResetVT.
func vtCodec[W any, P vtMessage[W]]() adapter.Codec[W] {
	reset := func(w *W) { P(w).Reset() }
	if _, pooled := any(P(nil)).(interface{ ResetVT() }); pooled {
		reset = func(w *W) { any(P(w)).(interface{ ResetVT() }).ResetVT() }
	}
	return adapter.Codec[W]{
		Marshal: func(w *W) ([]byte, error) { return P(w).MarshalVT() },
		Append: func(b []byte, w *W) ([]byte, error) {
			n := P(w).SizeVT()
			b = slices.Grow(b, n)[:n]
			_, err := P(w).MarshalToSizedBufferVT(b)
			return b, err
		},
		Size:      func(w *W) int { return P(w).SizeVT() },
		Unmarshal: func(b []byte, w *W) error { return P(w).UnmarshalVT(b) },
		UnmarshalReuse: func(b []byte, w *W) error {
			reset(w)
			return P(w).UnmarshalVT(b)
		},
	}
}

// gogoMessage has the methods of gogo/protobuf, which wiresmith writes too.
type gogoMessage[W any] interface {
	*W
	Size() int
	Marshal() ([]byte, error)
	MarshalToSizedBuffer([]byte) (int, error)
	Unmarshal([]byte) error
	Reset()
}

func gogoCodec[W any, P gogoMessage[W]]() adapter.Codec[W] {
	return adapter.Codec[W]{
		Marshal: func(w *W) ([]byte, error) { return P(w).Marshal() },
		Append: func(b []byte, w *W) ([]byte, error) {
			n := P(w).Size()
			b = slices.Grow(b, n)[:n]
			_, err := P(w).MarshalToSizedBuffer(b)
			return b, err
		},
		Size:      func(w *W) int { return P(w).Size() },
		Unmarshal: func(b []byte, w *W) error { return P(w).Unmarshal(b) },
		UnmarshalReuse: func(b []byte, w *W) error {
			P(w).Reset()
			return P(w).Unmarshal(b)
		},
	}
}

// google is google.golang.org/protobuf.
func google[W any, P interface {
	*W
	proto.Message
}]() adapter.Codec[W] {
	return adapter.Codec[W]{
		Marshal:        func(w *W) ([]byte, error) { return proto.Marshal(P(w)) },
		Append:         func(b []byte, w *W) ([]byte, error) { return proto.MarshalOptions{}.MarshalAppend(b, P(w)) },
		Size:           func(w *W) int { return proto.Size(P(w)) },
		Unmarshal:      func(b []byte, w *W) error { return proto.Unmarshal(b, P(w)) },
		UnmarshalReuse: func(b []byte, w *W) error { return proto.Unmarshal(b, P(w)) },
	}
}
