package subjects

import "time"

// The types of this file are those of workloads.
type Data struct {
	Str     string    `protobuf:"bytes,1,opt,name=str,proto3"`
	Bool    bool      `protobuf:"varint,2,opt,name=bool,proto3"`
	Int32   int32     `protobuf:"fixed32,3,opt,name=int32,proto3"`
	Float64 float64   `protobuf:"fixed64,4,opt,name=float64,proto3"`
	Time    time.Time `protobuf:"bytes,5,opt,name=time,proto3"`
}

type ColorGroup struct {
	Id     int32    `protobuf:"varint,1,opt,name=id,proto3"`
	Name   string   `protobuf:"bytes,2,opt,name=name,proto3"`
	Colors []string `protobuf:"bytes,3,rep,name=colors,proto3"`
}

// SignedBlock is Skycoin's coin.SignedBlock, without embedding.
type SignedBlock struct {
	Head BlockHeader `protobuf:"bytes,1,opt,name=head,proto3"`
	Body BlockBody   `protobuf:"bytes,2,opt,name=body,proto3"`
	Sig  Sig         `protobuf:"bytes,3,opt,name=sig,proto3"`
}

type BlockHeader struct {
	Version  uint32 `protobuf:"varint,1,opt,name=version,proto3"`
	Time     uint64 `protobuf:"varint,2,opt,name=time,proto3"`
	BkSeq    uint64 `protobuf:"varint,3,opt,name=bk_seq,proto3"`
	Fee      uint64 `protobuf:"varint,4,opt,name=fee,proto3"`
	PrevHash SHA256 `protobuf:"bytes,5,opt,name=prev_hash,proto3"`
	BodyHash SHA256 `protobuf:"bytes,6,opt,name=body_hash,proto3"`
	UxHash   SHA256 `protobuf:"bytes,7,opt,name=ux_hash,proto3"`
}

type BlockBody struct {
	Transactions []Transaction `protobuf:"bytes,1,rep,name=transactions,proto3"`
}

type Transaction struct {
	Length    uint32              `protobuf:"varint,1,opt,name=length,proto3"`
	Type      uint8               `protobuf:"varint,2,opt,name=type,proto3"`
	InnerHash SHA256              `protobuf:"bytes,3,opt,name=inner_hash,proto3"`
	Sigs      []Sig               `protobuf:"bytes,4,rep,name=sigs,proto3"`
	In        []SHA256            `protobuf:"bytes,5,rep,name=in,proto3"`
	Out       []TransactionOutput `protobuf:"bytes,6,rep,name=out,proto3"`
}

type TransactionOutput struct {
	Address Address `protobuf:"bytes,1,opt,name=address,proto3"`
	Coins   uint64  `protobuf:"varint,2,opt,name=coins,proto3"`
	Hours   uint64  `protobuf:"varint,3,opt,name=hours,proto3"`
}

type Address struct {
	Version byte      `protobuf:"varint,1,opt,name=version,proto3"`
	Key     Ripemd160 `protobuf:"bytes,2,opt,name=key,proto3"`
}

type (
	SHA256    [32]byte
	Ripemd160 [20]byte
	Sig       [65]byte
)

type AnonInTestStruc struct {
	AS        string            `protobuf:"bytes,1,opt,name=as,proto3"`
	AI64      int64             `protobuf:"varint,2,opt,name=ai64,proto3"`
	AI16      int16             `protobuf:"varint,3,opt,name=ai16,proto3"`
	AUi64     uint64            `protobuf:"varint,4,opt,name=aui64,proto3"`
	ASslice   []string          `protobuf:"bytes,5,rep,name=asslice,proto3"`
	AI64slice []int64           `protobuf:"varint,6,rep,packed,name=ai64slice,proto3"`
	AF64slice []float64         `protobuf:"fixed64,7,rep,packed,name=af64slice,proto3"`
	AMSU16    map[string]uint16 `protobuf:"bytes,8,rep,name=amsu16,proto3"`
}

// TestStruc is the struct of the go-codec benchmarks. What it embeds is a field
// here, since peers' schemas have no embedding.
type TestStruc struct {
	S          string                `protobuf:"bytes,1,opt,name=s,proto3"`
	I64        int64                 `protobuf:"varint,2,opt,name=i64,proto3"`
	I16        int16                 `protobuf:"varint,3,opt,name=i16,proto3"`
	Ui64       uint64                `protobuf:"varint,4,opt,name=ui64,proto3"`
	Ui8        uint8                 `protobuf:"varint,5,opt,name=ui8,proto3"`
	B          bool                  `protobuf:"varint,6,opt,name=b,proto3"`
	By         uint8                 `protobuf:"varint,7,opt,name=by,proto3"`
	Sslice     []string              `protobuf:"bytes,8,rep,name=sslice,proto3"`
	I64slice   []int64               `protobuf:"varint,9,rep,packed,name=i64slice,proto3"`
	I16slice   []int16               `protobuf:"varint,10,rep,packed,name=i16slice,proto3"`
	Ui64slice  []uint64              `protobuf:"varint,11,rep,packed,name=ui64slice,proto3"`
	Ui8slice   []uint8               `protobuf:"bytes,12,opt,name=ui8slice,proto3"`
	Bslice     []bool                `protobuf:"varint,13,rep,packed,name=bslice,proto3"`
	Byslice    []byte                `protobuf:"bytes,14,opt,name=byslice,proto3"`
	Iptrslice  []*int64              `protobuf:"varint,15,rep,packed,name=iptrslice,proto3"`
	Anon       AnonInTestStruc       `protobuf:"bytes,16,opt,name=anon,proto3"`
	Msi64      map[string]int64      `protobuf:"bytes,17,rep,name=msi64,proto3"`
	Nmap       map[string]bool       `protobuf:"bytes,18,rep,name=nmap,proto3"`
	Nslice     []byte                `protobuf:"bytes,19,opt,name=nslice,proto3"`
	Nint64     *int64                `protobuf:"varint,20,opt,name=nint64,proto3,oneof"`
	Mtsptr     map[string]*TestStruc `protobuf:"bytes,21,rep,name=mtsptr,proto3"`
	Mts        map[string]TestStruc  `protobuf:"bytes,22,rep,name=mts,proto3"`
	Its        []*TestStruc          `protobuf:"bytes,23,rep,name=its,proto3"`
	Nteststruc *TestStruc            `protobuf:"bytes,24,opt,name=nteststruc,proto3"`
}
