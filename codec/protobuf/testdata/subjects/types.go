// Package subjects has types for which Protocol Buffers code is made, and the tests of
// that code.
package subjects

import (
	"math/big"
	"net/netip"
	"time"
)

// All has a field of every form, and of every width.
type All struct {
	B    bool                         `protobuf:"varint,1,opt,name=b,proto3"`
	I    int                          `protobuf:"varint,2,opt,name=i,proto3"`
	I8   int8                         `protobuf:"varint,3,opt,name=i8,proto3"`
	I16  int16                        `protobuf:"zigzag32,4,opt,name=i16,proto3"`
	I32  int32                        `protobuf:"zigzag32,5,opt,name=i32,proto3"`
	I64  int64                        `protobuf:"zigzag64,6,opt,name=i64,proto3"`
	U    uint                         `protobuf:"varint,7,opt,name=u,proto3"`
	U8   uint8                        `protobuf:"varint,8,opt,name=u8,proto3"`
	U16  uint16                       `protobuf:"varint,9,opt,name=u16,proto3"`
	U32  uint32                       `protobuf:"fixed32,10,opt,name=u32,proto3"`
	U64  uint64                       `protobuf:"fixed64,11,opt,name=u64,proto3"`
	F32  float32                      `protobuf:"fixed32,12,opt,name=f32,proto3"`
	F64  float64                      `protobuf:"fixed64,13,opt,name=f64,proto3"`
	S    string                       `protobuf:"bytes,14,opt,name=s,proto3"`
	By   []byte                       `protobuf:"bytes,15,opt,name=by,proto3"`
	T    time.Time                    `protobuf:"bytes,16,opt,name=t,proto3,stdtime"`
	D    time.Duration                `protobuf:"bytes,17,opt,name=d,proto3,stdduration"`
	D64  time.Duration                `protobuf:"varint,18,opt,name=d64,proto3,casttype=time.Duration"`
	A    [3]int32                     `protobuf:"varint,19,rep,packed,name=a,proto3"`
	H    [4]byte                      `protobuf:"bytes,20,opt,name=h,proto3"`
	L    []string                     `protobuf:"bytes,21,rep,name=l,proto3"`
	LL   [][]float32                  `protobuf:"bytes,22,rep,name=ll,proto3"`
	LP   []*uint16                    `protobuf:"varint,23,rep,packed,name=lp,proto3"`
	P    *int64                       `protobuf:"varint,24,opt,name=p,proto3,oneof"`
	M    map[string]int               `protobuf:"bytes,25,rep,name=m,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	MM   map[string]map[string][]byte `protobuf:"bytes,26,rep,name=mm,proto3"`
	LM   []map[string]Leaf            `protobuf:"bytes,27,rep,name=lm,proto3"`
	Leaf Leaf                         `protobuf:"bytes,28,opt,name=leaf,proto3"`
	LA   [2]Leaf                      `protobuf:"bytes,29,rep,name=la,proto3"`
	N    Named                        `protobuf:"bytes,30,opt,name=n,proto3"`
	NS   []Named                      `protobuf:"bytes,31,rep,name=ns,proto3"`
	Emb  `protobuf:"bytes,32,opt,name=emb,proto3"`
	Tree *Tree              `protobuf:"bytes,2048,opt,name=tree,proto3"`
	Far  []Leaf             `protobuf:"bytes,300000,rep,name=far,proto3"`
	MZ   map[int32]uint64   `protobuf:"bytes,33,rep,name=mz,proto3" protobuf_key:"zigzag32,1,opt,name=key,proto3" protobuf_val:"fixed64,2,opt,name=value,proto3"`
	MT   map[bool]time.Time `protobuf:"bytes,34,rep,name=mt,proto3"`
	LT   []time.Time        `protobuf:"bytes,35,rep,name=lt,proto3"`
	LD   []time.Duration    `protobuf:"bytes,36,rep,name=ld,proto3"`
	LB   [][]byte           `protobuf:"bytes,37,rep,name=lb,proto3"`
	LH   [][4]byte          `protobuf:"bytes,38,rep,name=lh,proto3"`
	LS   []int64            `protobuf:"zigzag64,39,rep,name=ls,proto3"`
	LF   []float64          `protobuf:"fixed64,40,rep,packed,name=lf,proto3"`
	LU   []uint32           `protobuf:"fixed32,41,rep,packed,name=lu,proto3"`
	LO   []bool             `protobuf:"varint,42,rep,packed,name=lo,proto3"`
	LE   []*Leaf            `protobuf:"bytes,43,rep,name=le,proto3"`
	PT   *time.Time         `protobuf:"bytes,44,opt,name=pt,proto3"`
	PL   *Leaf              `protobuf:"bytes,45,opt,name=pl,proto3"`
	MP   map[string]*Leaf   `protobuf:"bytes,46,rep,name=mp,proto3"`

	state int `assay:"-"`
}

// Named is a string by another name.
type Named string

// Leaf is a small struct.
type Leaf struct {
	X int8   `protobuf:"varint,1,opt,name=x,proto3"`
	Y string `protobuf:"bytes,2,opt,name=y,proto3"`
}

// Emb is embedded.
type Emb struct {
	Inner bool `protobuf:"varint,1,opt,name=inner,proto3"`
}

// Tree leads back to itself.
type Tree struct {
	Value    int             `protobuf:"varint,1,opt,name=value,proto3"`
	Children []Tree          `protobuf:"bytes,2,rep,name=children,proto3"`
	ByName   map[string]Tree `protobuf:"bytes,3,rep,name=by_name,proto3"`
	Next     *Tree           `protobuf:"bytes,4,opt,name=next,proto3"`
}

// Old has fields whose zeros are written, as proto2 and gogo's nullable=false have it.
type Old struct {
	A int32             `protobuf:"varint,1,opt,name=a"`
	S string            `protobuf:"bytes,2,req,name=s"`
	B []byte            `protobuf:"bytes,3,opt,name=b"`
	P *bool             `protobuf:"varint,4,opt,name=p"`
	L []int64           `protobuf:"varint,5,rep,name=l"`
	M map[string]string `protobuf:"bytes,6,rep,name=m"`
	F *float32          `protobuf:"fixed32,7,opt,name=f"`
	N Leaf              `protobuf:"bytes,8,opt,name=n"`
	K map[uint64]Leaf   `protobuf:"bytes,9,rep,name=k"`
	W map[string]string `protobuf:"bytes,16,rep,name=w"` // as M, behind a tag of two bytes
}

// Opaque has parts that something else stands for.
type Opaque struct {
	Big  big.Int            `protobuf:"bytes,1,opt,name=big"`
	Ptr  *big.Int           `protobuf:"bytes,2,opt,name=ptr"`
	Addr netip.Addr         `protobuf:"bytes,3,opt,name=addr,proto3"`
	List []netip.Addr       `protobuf:"bytes,4,rep,name=list,proto3"`
	By   map[netip.Addr]int `protobuf:"bytes,5,rep,name=by,proto3"`
}

// x, t and l are named as variables of the generated code are.
type (
	x struct {
		A int `protobuf:"varint,1,opt,name=a,proto3"`
	}
	t struct {
		L l   `protobuf:"bytes,1,opt,name=l,proto3"`
		M []l `protobuf:"bytes,2,rep,name=m,proto3"`
	}
	l struct {
		X x            `protobuf:"bytes,1,opt,name=x,proto3"`
		L []x          `protobuf:"bytes,2,rep,name=l,proto3"`
		M map[string]x `protobuf:"bytes,3,rep,name=m,proto3"`
	}
)

// Vars has members of types that are named as variables of the generated code are.
type Vars struct {
	T t `protobuf:"bytes,1,opt,name=t,proto3"`
	X x `protobuf:"bytes,2,opt,name=x,proto3"`
}
