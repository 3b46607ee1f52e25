package subjects

import "strings"

// Kept has a place for the fields that it does not have, and is read by another program
// that has only some.
type Kept struct {
	A    int32             `protobuf:"varint,1,opt,name=a,proto3"`
	In   *Kept             `protobuf:"bytes,2,opt,name=in,proto3"`
	List []Kept            `protobuf:"bytes,3,rep,name=list,proto3"`
	M    map[string]Narrow `protobuf:"bytes,4,rep,name=m,proto3"`
	Rest []byte            `protobuf:",unknown"`
}

// Narrow has no such place.
type Narrow struct {
	A int32 `protobuf:"varint,1,opt,name=a,proto3"`
}

// Needed is no message without some of its fields.
type Needed struct {
	A *int32  `protobuf:"varint,1,req,name=a"`
	B int64   `protobuf:"varint,2,req,name=b"`
	C *Needed `protobuf:"bytes,3,opt,name=c"`
}

// Allowed has lists that write themselves, as Kubernetes' verbs do.
type Allowed struct {
	Verbs  Verbs `protobuf:"bytes,1,opt,name=verbs"`
	Custom Verbs `protobuf:"bytes,2,opt,name=custom,customtype=Verbs"`
}

// Verbs are one text on the wire.
type Verbs []string

func (v Verbs) Size() int { return len(strings.Join(v, " ")) }

func (v Verbs) Marshal() ([]byte, error) { return []byte(strings.Join(v, " ")), nil }

func (v Verbs) MarshalToSizedBuffer(b []byte) (int, error) {
	return copy(b, strings.Join(v, " ")), nil
}

func (v Verbs) MarshalTo(b []byte) (int, error) { return v.MarshalToSizedBuffer(b) }

func (v *Verbs) Unmarshal(b []byte) error {
	if len(b) > 0 {
		*v = append(*v, strings.Fields(string(b))...)
	}
	return nil
}
