// Package orders has the type of the example.
package orders

// Order is what people buy.
type Order struct {
	ID    uint64 `protobuf:"varint,1,opt,name=id,proto3"`
	Lines []Line `protobuf:"bytes,2,rep,name=lines,proto3"`
}

// Line is one of its lines.
type Line struct {
	Name  string `protobuf:"bytes,1,opt,name=name,proto3"`
	Count uint16 `protobuf:"varint,2,opt,name=count,proto3"`
}

// Strange has what no wire carries.
type Strange struct {
	ID   uint32
	Done chan bool
}

// Thing is no part of any of them.
type Thing interface{ Weigh() int }
