//go:build wiresmith

package binary

import (
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/ours"
	"github.com/assay-go/assay/audit/binary/emitted/protobuf/wiresmith"
	tagged "github.com/assay-go/assay/codec/protobuf/testdata/subjects"
	"github.com/assay-go/assay/worker/adapter"
)

// wiresmith is on no module proxy: its rows are there where ../generate.sh has its checkout.
func init() {
	smith[tagged.Data, wiresmith.Data]("data", ours.MarshalDataProtobuf, ours.UnmarshalDataProtobuf)
	smith[tagged.ColorGroup, wiresmith.ColorGroup]("colorgroup", ours.MarshalColorGroupProtobuf, ours.UnmarshalColorGroupProtobuf)
	smith[tagged.SignedBlock, wiresmith.SignedBlock]("signedblock", ours.MarshalSignedBlockProtobuf, ours.UnmarshalSignedBlockProtobuf)
	smith[tagged.TestStruc, wiresmith.TestStruc]("teststruc", ours.MarshalTestStrucProtobuf, ours.UnmarshalTestStrucProtobuf)
	smith[tagged.TracesData, wiresmith.TracesData]("traces", ours.MarshalTracesDataProtobuf, ours.UnmarshalTracesDataProtobuf)
}

func smith[T, W any, P gogoMessage[W]](name string, marshal func(*T) ([]byte, error), unmarshal func([]byte, *T) error) {
	row := byBytes("wiresmith", adapter.Codec[T]{Marshal: marshal, Unmarshal: unmarshal}, gogoCodec[W, P]())
	for i, s := range subjects {
		if s.name == "protobuf "+name || s.name == "flat "+name {
			subjects[i].contenders = append(subjects[i].contenders, row(values[T]))
		}
	}
}
