package subjects

import (
	"time"

	"google.golang.org/protobuf/types/known/structpb"
)

// Sum has interfaces whose types stand in a oneof by themselves.
type Sum struct {
	ID    int64   `protobuf:"varint,1,opt,name=id,proto3"`
	Pay   Payment `protobuf_oneof:"pay,9=Card,10=Cash,4=Code,5=Free"`
	Extra any     `protobuf_oneof:"extra,11=string,12=uint32,13=bytes,14=Time,15=float64,16=Sum"` //assay:impl string uint32 []byte time.Time float64 *Sum
	Last  string  `protobuf:"bytes,20,opt,name=last,proto3"`
}

// Payment is sealed.
//
//assay:impl Card *Cash Code Free
type Payment interface{ paid() }

type (
	Card struct {
		Number  string  `protobuf:"bytes,1,opt,name=number,proto3"`
		Digits  []int32 `protobuf:"varint,2,rep,packed,name=digits,proto3"`
		Expires *int64  `protobuf:"varint,3,opt,name=expires,proto3,oneof"`
	}
	Cash struct {
		Amount uint64 `protobuf:"varint,1,opt,name=amount,proto3"`
	}
	Code int32
	Free struct{}
)

func (Card) paid()  {}
func (*Cash) paid() {}
func (Code) paid()  {}
func (Free) paid()  {}

// Wrapped is the same message as protoc-gen-go has it.
type Wrapped struct {
	ID    int64        `protobuf:"varint,1,opt,name=id,proto3"`
	Pay   WrappedPay   `protobuf_oneof:"pay"`
	Extra WrappedExtra `protobuf_oneof:"extra"`
	Last  string       `protobuf:"bytes,20,opt,name=last,proto3"`
}

//assay:impl *WrappedCard *WrappedCash *WrappedCode *WrappedFree
type WrappedPay interface{ wrappedPay() }

//assay:impl *WrappedString *WrappedUint32 *WrappedBytes *WrappedTime *WrappedFloat64 *WrappedSum
type WrappedExtra interface{ wrappedExtra() }

type (
	WrappedCard struct {
		V *Card `protobuf:"bytes,9,opt,name=card,proto3,oneof"`
	}
	WrappedCash struct {
		V *Cash `protobuf:"bytes,10,opt,name=cash,proto3,oneof"`
	}
	WrappedCode struct {
		V int32 `protobuf:"varint,4,opt,name=code,proto3,oneof"`
	}
	WrappedFree struct {
		V *Free `protobuf:"bytes,5,opt,name=free,proto3,oneof"`
	}
	WrappedString struct {
		V string `protobuf:"bytes,11,opt,name=string,proto3,oneof"`
	}
	WrappedUint32 struct {
		V uint32 `protobuf:"varint,12,opt,name=uint32,proto3,oneof"`
	}
	WrappedBytes struct {
		V []byte `protobuf:"bytes,13,opt,name=bytes,proto3,oneof"`
	}
	WrappedTime struct {
		V time.Time `protobuf:"bytes,14,opt,name=time,proto3,oneof,stdtime"`
	}
	WrappedFloat64 struct {
		V float64 `protobuf:"fixed64,15,opt,name=float64,proto3,oneof"`
	}
	WrappedSum struct {
		V *Wrapped `protobuf:"bytes,16,opt,name=sum,proto3,oneof"`
	}
)

// Foreign has a oneof whose interface another package does not export.
type Foreign struct {
	Value *structpb.Value `protobuf:"bytes,1,opt,name=value,proto3"`
}

// Choice is the oneof pay alone, as a struct of which one field is set.
//
//assay:union
type Choice struct {
	Card *Card  `protobuf:"bytes,9,opt,name=card,proto3"`
	Cash *Cash  `protobuf:"bytes,10,opt,name=cash,proto3"`
	Code *int32 `protobuf:"varint,4,opt,name=code,proto3"`
	Free *Free  `protobuf:"bytes,5,opt,name=free,proto3"`
}

func (*WrappedCard) wrappedPay()      {}
func (*WrappedCash) wrappedPay()      {}
func (*WrappedCode) wrappedPay()      {}
func (*WrappedFree) wrappedPay()      {}
func (*WrappedString) wrappedExtra()  {}
func (*WrappedUint32) wrappedExtra()  {}
func (*WrappedBytes) wrappedExtra()   {}
func (*WrappedTime) wrappedExtra()    {}
func (*WrappedFloat64) wrappedExtra() {}
func (*WrappedSum) wrappedExtra()     {}
