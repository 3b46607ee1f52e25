package subjects

import (
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Known has Go types in the place of well-known messages.
type Known struct {
	Bool   *bool              `protobuf:"bytes,1,opt,name=bool,proto3,wktptr"`
	Int32  *int32             `protobuf:"bytes,2,opt,name=int32,proto3,wktptr"`
	Int64  *int64             `protobuf:"bytes,3,opt,name=int64,proto3,wktptr"`
	Uint32 *uint32            `protobuf:"bytes,4,opt,name=uint32,proto3,wktptr"`
	Uint64 *uint64            `protobuf:"bytes,5,opt,name=uint64,proto3,wktptr"`
	Float  *float32           `protobuf:"bytes,6,opt,name=float,proto3,wktptr"`
	Double *float64           `protobuf:"bytes,7,opt,name=double,proto3,wktptr"`
	String *string            `protobuf:"bytes,8,opt,name=string,proto3,wktptr"`
	Bytes  *[]byte            `protobuf:"bytes,9,opt,name=bytes,proto3,wktptr"`
	Value  string             `protobuf:"bytes,10,opt,name=value,proto3,wktptr"`
	List   []*int64           `protobuf:"bytes,11,rep,name=list,proto3,wktptr"`
	Texts  []string           `protobuf:"bytes,12,rep,name=texts,proto3,wktptr"`
	Map    map[string]*string `protobuf:"bytes,13,rep,name=map,proto3,wktptr"`
	Mask   []string           `protobuf:"bytes,14,opt,name=mask,proto3,fieldmask"`
	Struct map[string]any     `protobuf:"bytes,15,opt,name=struct,proto3,struct"`
	Values []any              `protobuf:"bytes,16,opt,name=values,proto3,list"`
	Any    any                `protobuf:"bytes,17,opt,name=any,proto3"`
	Anys   []any              `protobuf:"bytes,18,rep,name=anys,proto3"`
	ByName map[string]any     `protobuf:"bytes,19,rep,name=by_name,proto3"`
	In     []Known            `protobuf:"bytes,20,rep,name=in,proto3"`
}

// GoogleKnown is Known as protoc-gen-go makes it.
type GoogleKnown struct {
	Bool   *wrapperspb.BoolValue              `protobuf:"bytes,1,opt,name=bool,proto3"`
	Int32  *wrapperspb.Int32Value             `protobuf:"bytes,2,opt,name=int32,proto3"`
	Int64  *wrapperspb.Int64Value             `protobuf:"bytes,3,opt,name=int64,proto3"`
	Uint32 *wrapperspb.UInt32Value            `protobuf:"bytes,4,opt,name=uint32,proto3"`
	Uint64 *wrapperspb.UInt64Value            `protobuf:"bytes,5,opt,name=uint64,proto3"`
	Float  *wrapperspb.FloatValue             `protobuf:"bytes,6,opt,name=float,proto3"`
	Double *wrapperspb.DoubleValue            `protobuf:"bytes,7,opt,name=double,proto3"`
	Text   *wrapperspb.StringValue            `protobuf:"bytes,8,opt,name=string,proto3"`
	Bytes  *wrapperspb.BytesValue             `protobuf:"bytes,9,opt,name=bytes,proto3"`
	Value  *wrapperspb.StringValue            `protobuf:"bytes,10,opt,name=value,proto3"`
	List   []*wrapperspb.Int64Value           `protobuf:"bytes,11,rep,name=list,proto3"`
	Texts  []*wrapperspb.StringValue          `protobuf:"bytes,12,rep,name=texts,proto3"`
	Map    map[string]*wrapperspb.StringValue `protobuf:"bytes,13,rep,name=map,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	Mask   *fieldmaskpb.FieldMask             `protobuf:"bytes,14,opt,name=mask,proto3"`
	Struct *structpb.Struct                   `protobuf:"bytes,15,opt,name=struct,proto3"`
	Values *structpb.ListValue                `protobuf:"bytes,16,opt,name=values,proto3"`
	Any    *structpb.Value                    `protobuf:"bytes,17,opt,name=any,proto3"`
	Anys   []*structpb.Value                  `protobuf:"bytes,18,rep,name=anys,proto3"`
	ByName map[string]*structpb.Value         `protobuf:"bytes,19,rep,name=by_name,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	In     []*GoogleKnown                     `protobuf:"bytes,20,rep,name=in,proto3"`
}

func (m *GoogleKnown) Reset()         { *m = GoogleKnown{} }
func (m *GoogleKnown) String() string { return fmt.Sprintf("%+v", *m) }
func (*GoogleKnown) ProtoMessage()    {}

// Moments are Google's messages of two numbers.
type Moments struct {
	At    *time.Time      `protobuf:"bytes,1,opt,name=at,proto3,stdtime"`
	Plain time.Time       `protobuf:"bytes,2,opt,name=plain,proto3,stdtime"`
	Span  *time.Duration  `protobuf:"bytes,3,opt,name=span,proto3,stdduration"`
	Width time.Duration   `protobuf:"bytes,4,opt,name=width,proto3,stdduration"`
	Times []time.Time     `protobuf:"bytes,5,rep,name=times,proto3,stdtime"`
	Spans []time.Duration `protobuf:"bytes,6,rep,name=spans,proto3,stdduration"`

	TimePointers []*time.Time     `protobuf:"bytes,7,rep,name=time_pointers,proto3,stdtime"`
	SpanPointers []*time.Duration `protobuf:"bytes,8,rep,name=span_pointers,proto3,stdduration"`
}

// Keyed has maps of one type, whose entries differ in the coding of keys or values alone.
type Keyed struct {
	Keys   map[int64]int64 `protobuf:"bytes,1,rep,name=keys,proto3" protobuf_key:"zigzag64,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	Values map[int64]int64 `protobuf:"bytes,2,rep,name=values,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"zigzag64,2,opt,name=value,proto3"`
	Both   map[int64]int64 `protobuf:"bytes,3,rep,name=both,proto3" protobuf_key:"zigzag64,1,opt,name=key,proto3" protobuf_val:"zigzag64,2,opt,name=value,proto3"`
	None   map[int64]int64 `protobuf:"bytes,4,rep,name=none,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
}
