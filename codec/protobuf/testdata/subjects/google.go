package subjects

import "fmt"

// The types of this file are as protoc-gen-go has long made them: google.golang.org/protobuf
// reads their tags by itself, and judges the code.

// G3 is of proto3.
type G3 struct {
	B    bool              `protobuf:"varint,1,opt,name=b,proto3"`
	I32  int32             `protobuf:"varint,2,opt,name=i32,proto3"`
	I64  int64             `protobuf:"varint,3,opt,name=i64,proto3"`
	U32  uint32            `protobuf:"varint,4,opt,name=u32,proto3"`
	U64  uint64            `protobuf:"varint,5,opt,name=u64,proto3"`
	S32  int32             `protobuf:"zigzag32,6,opt,name=s32,proto3"`
	S64  int64             `protobuf:"zigzag64,7,opt,name=s64,proto3"`
	X32  uint32            `protobuf:"fixed32,8,opt,name=x32,proto3"`
	X64  uint64            `protobuf:"fixed64,9,opt,name=x64,proto3"`
	SX32 int32             `protobuf:"fixed32,10,opt,name=sx32,proto3"`
	SX64 int64             `protobuf:"fixed64,11,opt,name=sx64,proto3"`
	F32  float32           `protobuf:"fixed32,12,opt,name=f32,proto3"`
	F64  float64           `protobuf:"fixed64,13,opt,name=f64,proto3"`
	S    string            `protobuf:"bytes,14,opt,name=s,proto3"`
	By   []byte            `protobuf:"bytes,15,opt,name=by,proto3"`
	M    *G3               `protobuf:"bytes,16,opt,name=m,proto3"`
	O    *G2               `protobuf:"bytes,17,opt,name=o,proto3"`
	LB   []bool            `protobuf:"varint,18,rep,packed,name=lb,proto3"`
	LI   []int32           `protobuf:"varint,19,rep,packed,name=li,proto3"`
	LZ   []int64           `protobuf:"zigzag64,20,rep,packed,name=lz,proto3"`
	LX   []uint32          `protobuf:"fixed32,21,rep,packed,name=lx,proto3"`
	LF   []float64         `protobuf:"fixed64,22,rep,packed,name=lf,proto3"`
	LU   []uint64          `protobuf:"varint,23,rep,packed,name=lu,proto3"`
	LS   []string          `protobuf:"bytes,24,rep,name=ls,proto3"`
	LY   [][]byte          `protobuf:"bytes,25,rep,name=ly,proto3"`
	LM   []*G2             `protobuf:"bytes,26,rep,name=lm,proto3"`
	MS   map[string]string `protobuf:"bytes,27,rep,name=ms,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	MI   map[int32]float32 `protobuf:"bytes,28,rep,name=mi,proto3" protobuf_key:"zigzag32,1,opt,name=key,proto3" protobuf_val:"fixed32,2,opt,name=value,proto3"`
	MM   map[uint64]*G3    `protobuf:"bytes,29,rep,name=mm,proto3" protobuf_key:"fixed64,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	MB   map[bool][]byte   `protobuf:"bytes,30,rep,name=mb,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	Far  string            `protobuf:"bytes,2047,opt,name=far,proto3"`
	More []*G2             `protobuf:"bytes,2048,rep,name=more,proto3"`
	Last map[string]*G2    `protobuf:"bytes,536870911,rep,name=last,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
}

// G2 is of proto2.
type G2 struct {
	B  *bool          `protobuf:"varint,1,opt,name=b"`
	I  *int32         `protobuf:"varint,2,opt,name=i"`
	Z  *int64         `protobuf:"zigzag64,3,opt,name=z"`
	F  *float64       `protobuf:"fixed64,4,opt,name=f"`
	S  *string        `protobuf:"bytes,5,opt,name=s"`
	By []byte         `protobuf:"bytes,6,opt,name=by"`
	L  []int32        `protobuf:"varint,7,rep,name=l"`
	P  []int32        `protobuf:"varint,8,rep,packed,name=p"`
	M  *G2            `protobuf:"bytes,9,opt,name=m"`
	LS []string       `protobuf:"bytes,10,rep,name=ls"`
	MS map[string]*G2 `protobuf:"bytes,11,rep,name=ms" protobuf_key:"bytes,1,opt,name=key" protobuf_val:"bytes,2,opt,name=value"`
	Gr *Gr            `protobuf:"group,12,opt,name=Gr,json=gr"`
	LG []*LG          `protobuf:"group,1300,rep,name=LG,json=lg"`
	De *string        `protobuf:"bytes,14,opt,name=de,def=a,req,b"`
}

// Gr is a group of G2, and LG another one.
type Gr struct {
	A *int32 `protobuf:"varint,1,opt,name=a"`
	G *G2    `protobuf:"bytes,2,opt,name=g"`
}

type LG struct {
	S *string `protobuf:"bytes,1,opt,name=s"`
	F *uint32 `protobuf:"fixed32,2,opt,name=f"`
}

func (m *G3) Reset()         { *m = G3{} }
func (m *G3) String() string { return fmt.Sprintf("%+v", *m) }
func (*G3) ProtoMessage()    {}
func (m *G2) Reset()         { *m = G2{} }
func (m *G2) String() string { return fmt.Sprintf("%+v", *m) }
func (*G2) ProtoMessage()    {}
func (m *Gr) Reset()         { *m = Gr{} }
func (m *Gr) String() string { return fmt.Sprintf("%+v", *m) }
func (*Gr) ProtoMessage()    {}
func (m *LG) Reset()         { *m = LG{} }
func (m *LG) String() string { return fmt.Sprintf("%+v", *m) }
func (*LG) ProtoMessage()    {}
