// Package values has the types whose values tell wire formats apart, with numbers for
// Protocol Buffers.
package values

import "time"

type (
	Time struct {
		V time.Time `protobuf:"bytes,1,opt,name=v,proto3"`
	}
	Slice struct {
		V []int32 `protobuf:"varint,1,rep,packed,name=v,proto3"`
	}
	Texts struct {
		V []string `protobuf:"bytes,1,rep,name=v,proto3"`
	}
	Bytes struct {
		V []byte `protobuf:"bytes,1,opt,name=v,proto3"`
	}
	Map struct {
		V map[string]int32 `protobuf:"bytes,1,rep,name=v,proto3"`
	}
	Int struct {
		V int `protobuf:"varint,1,opt,name=v,proto3"`
	}
	Uint struct {
		V uint `protobuf:"varint,1,opt,name=v,proto3"`
	}
	Pointer struct {
		V *int32 `protobuf:"varint,1,opt,name=v,proto3,oneof"`
	}
	PointerSlice struct {
		V *[]int32 `protobuf:"varint,1,rep,packed,name=v,proto3"`
	}
	Float struct {
		V float64 `protobuf:"fixed64,1,opt,name=v,proto3"`
	}
	Text struct {
		V string `protobuf:"bytes,1,opt,name=v,proto3"`
	}
	Any struct {
		V any `protobuf:"bytes,1,opt,name=v,proto3"`
	}
	Keys struct {
		V map[time.Time]bool `protobuf:"bytes,1,rep,name=v,proto3"`
	}
)
