package flatsigned

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"github.com/assay-go/assay/workloads/signedblock"
)

func signedBlockFlatDecode(r *signedBlockFlatReader, p []byte, v *signedblock.SignedBlock) (_ []byte, err error) {
	if len(p) < 189 {
		return p, r.short(p, "SignedBlock.Block")
	}
	h1 := (*[189]byte)(p)
	f2 := p
	v.Sig = *(*[65]byte)(h1[124:189])
	p = p[189:]
	if p, err = signedBlockFlatDecodeBlock(r, f2, p, &v.Block); err != nil {
		return p, err
	}
	return p, nil
}

func signedBlockFlatSizeBlock(v *signedblock.Block) int {
	return 124 + signedBlockFlatSizeBlockBody(&v.Body)
}

func signedBlockFlatPutBlock(h *[124]byte, v *signedblock.Block) {
	binary.LittleEndian.PutUint32(h[0:4], v.Head.Version)
	binary.LittleEndian.PutUint64(h[4:12], v.Head.Time)
	binary.LittleEndian.PutUint64(h[12:20], v.Head.BkSeq)
	binary.LittleEndian.PutUint64(h[20:28], v.Head.Fee)
	*(*[32]byte)(h[28:60]) = v.Head.PrevHash
	*(*[32]byte)(h[60:92]) = v.Head.BodyHash
	*(*[32]byte)(h[92:124]) = v.Head.UxHash
}

func signedBlockFlatAppendTailsBlock(b []byte, v *signedblock.Block) []byte {
	b = signedBlockFlatAppendBlockBody(b, &v.Body)
	return b
}

// signedBlockFlatDecodeBlock reads *v, of which the fixed part is at the front of h, and the rest at
// that of p.
func signedBlockFlatDecodeBlock(r *signedBlockFlatReader, h, p []byte, v *signedblock.Block) (_ []byte, err error) {
	h1 := (*[124]byte)(h)
	v.Head.Version = binary.LittleEndian.Uint32(h1[0:4])
	v.Head.Time = binary.LittleEndian.Uint64(h1[4:12])
	v.Head.BkSeq = binary.LittleEndian.Uint64(h1[12:20])
	v.Head.Fee = binary.LittleEndian.Uint64(h1[20:28])
	v.Head.PrevHash = *(*[32]byte)(h1[28:60])
	v.Head.BodyHash = *(*[32]byte)(h1[60:92])
	v.Head.UxHash = *(*[32]byte)(h1[92:124])
	if p, err = signedBlockFlatDecodeBlockBody(r, p, &v.Body); err != nil {
		return p, err
	}
	return p, nil
}

func signedBlockFlatSizeBlockBody(v *signedblock.BlockBody) int {
	n := signedBlockFlatUvarintSize(uint64(len(v.Transactions) + 1))
	s2 := v.Transactions
	for i1 := range s2 {
		e3 := &s2[i1]
		n += 37 + signedBlockFlatUvarintSize(uint64(len(e3.Sigs)+1)) + 65*len(e3.Sigs) + signedBlockFlatUvarintSize(uint64(len(e3.In)+1)) + 32*len(e3.In) + signedBlockFlatUvarintSize(uint64(len(e3.Out)+1)) + 37*len(e3.Out)
	}
	return n
}

func signedBlockFlatAppendBlockBody(b []byte, v *signedblock.BlockBody) []byte {
	b = signedBlockFlatAppendUvarint(b, signedBlockFlatCount(v.Transactions == nil, len(v.Transactions)))
	s2 := v.Transactions
	for i1 := range s2 {
		e3 := &s2[i1]
		n4 := 37 + signedBlockFlatUvarintSize(uint64(len(e3.Sigs)+1)) + 65*len(e3.Sigs) + signedBlockFlatUvarintSize(uint64(len(e3.In)+1)) + 32*len(e3.In) + signedBlockFlatUvarintSize(uint64(len(e3.Out)+1)) + 37*len(e3.Out)
		b = signedBlockFlatExtend(b, n4)
		p := b[len(b)-n4:]
		h5 := (*[37]byte)(p)
		binary.LittleEndian.PutUint32(h5[0:4], e3.Length)
		h5[4] = byte(e3.Type)
		*(*[32]byte)(h5[5:37]) = e3.InnerHash
		p = p[37:]
		if u6 := signedBlockFlatCount(e3.Sigs == nil, len(e3.Sigs)); u6 < 0x80 {
			p[0] = byte(u6)
			p = p[1:]
		} else {
			p = signedBlockFlatPutUvarint(p, u6)
		}
		s8 := e3.Sigs
		for i7 := range s8 {
			*(*[65]byte)(p) = s8[i7]
			p = p[65:]
		}
		if u9 := signedBlockFlatCount(e3.In == nil, len(e3.In)); u9 < 0x80 {
			p[0] = byte(u9)
			p = p[1:]
		} else {
			p = signedBlockFlatPutUvarint(p, u9)
		}
		s11 := e3.In
		for i10 := range s11 {
			*(*[32]byte)(p) = s11[i10]
			p = p[32:]
		}
		if u12 := signedBlockFlatCount(e3.Out == nil, len(e3.Out)); u12 < 0x80 {
			p[0] = byte(u12)
			p = p[1:]
		} else {
			p = signedBlockFlatPutUvarint(p, u12)
		}
		s14 := e3.Out
		for i13 := range s14 {
			e15 := &s14[i13]
			h16 := (*[37]byte)(p)
			h16[0] = byte(e15.Address.Version)
			*(*[20]byte)(h16[1:21]) = e15.Address.Key
			binary.LittleEndian.PutUint64(h16[21:29], e15.Coins)
			binary.LittleEndian.PutUint64(h16[29:37], e15.Hours)
			p = p[37:]
		}
	}
	return b
}

func signedBlockFlatDecodeBlockBody(r *signedBlockFlatReader, p []byte, v *signedblock.BlockBody) (_ []byte, err error) {
	var u1 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u1, p = uint64(p[0]), p[1:]
	} else if u1, p, err = r.uvarint(p, 64, "BlockBody.Transactions"); err != nil {
		return p, err
	}
	if u1 == 0 {
		v.Transactions = nil
	} else {
		u1--
		if u1 > uint64(len(p))/40 {
			return p, r.short(p, "BlockBody.Transactions")
		}
		if v.Transactions != nil && u1 <= uint64(cap(v.Transactions)) {
			v.Transactions = v.Transactions[:u1]
		} else {
			v.Transactions = make(signedblock.Transactions, u1)
		}
		var pool2 []signedblock.Sig
		var pool3 []signedblock.SHA256
		var pool4 []signedblock.TransactionOutput
		s6 := v.Transactions
		for i5 := range s6 {
			e7 := &s6[i5]
			if len(p) < 38 {
				return p, r.short(p, "BlockBody.Transactions[].Length")
			}
			h8 := (*[38]byte)(p)
			e7.Length = binary.LittleEndian.Uint32(h8[0:4])
			e7.Type = h8[4]
			e7.InnerHash = *(*[32]byte)(h8[5:37])
			n9 := uint64(h8[37])
			if n9 < 0x80 {
				p = p[38:]
			} else if n9, p, err = r.uvarint(p[37:], 64, "BlockBody.Transactions[].Sigs"); err != nil {
				return p, err
			}
			if n9 == 0 {
				e7.Sigs = nil
			} else {
				n9--
				if n9 > uint64(len(p))/65 {
					return p, r.short(p, "BlockBody.Transactions[].Sigs")
				}
				if e7.Sigs != nil && n9 <= uint64(cap(e7.Sigs)) {
					e7.Sigs = e7.Sigs[:n9]
				} else if pool2 == nil {
					pool2 = make([]signedblock.Sig, max(n9, min(n9*uint64(len(s6)-i5), uint64(len(p))/65)))
					e7.Sigs, pool2 = pool2[:n9:n9], pool2[n9:]
				} else if n9 <= uint64(len(pool2)) {
					e7.Sigs, pool2 = pool2[:n9:n9], pool2[n9:]
				} else {
					e7.Sigs = make([]signedblock.Sig, n9)
				}
				s11 := e7.Sigs
				for i10 := range s11 {
					s11[i10] = *(*[65]byte)(p)
					p = p[65:]
				}
			}
			var u12 uint64
			if len(p) > 0 && p[0] < 0x80 {
				u12, p = uint64(p[0]), p[1:]
			} else if u12, p, err = r.uvarint(p, 64, "BlockBody.Transactions[].In"); err != nil {
				return p, err
			}
			if u12 == 0 {
				e7.In = nil
			} else {
				u12--
				if u12 > uint64(len(p))/32 {
					return p, r.short(p, "BlockBody.Transactions[].In")
				}
				if e7.In != nil && u12 <= uint64(cap(e7.In)) {
					e7.In = e7.In[:u12]
				} else if pool3 == nil {
					pool3 = make([]signedblock.SHA256, max(u12, min(u12*uint64(len(s6)-i5), uint64(len(p))/32)))
					e7.In, pool3 = pool3[:u12:u12], pool3[u12:]
				} else if u12 <= uint64(len(pool3)) {
					e7.In, pool3 = pool3[:u12:u12], pool3[u12:]
				} else {
					e7.In = make([]signedblock.SHA256, u12)
				}
				s14 := e7.In
				for i13 := range s14 {
					s14[i13] = *(*[32]byte)(p)
					p = p[32:]
				}
			}
			var u15 uint64
			if len(p) > 0 && p[0] < 0x80 {
				u15, p = uint64(p[0]), p[1:]
			} else if u15, p, err = r.uvarint(p, 64, "BlockBody.Transactions[].Out"); err != nil {
				return p, err
			}
			if u15 == 0 {
				e7.Out = nil
			} else {
				u15--
				if u15 > uint64(len(p))/37 {
					return p, r.short(p, "BlockBody.Transactions[].Out")
				}
				if e7.Out != nil && u15 <= uint64(cap(e7.Out)) {
					e7.Out = e7.Out[:u15]
				} else if pool4 == nil {
					pool4 = make([]signedblock.TransactionOutput, max(u15, min(u15*uint64(len(s6)-i5), uint64(len(p))/37)))
					e7.Out, pool4 = pool4[:u15:u15], pool4[u15:]
				} else if u15 <= uint64(len(pool4)) {
					e7.Out, pool4 = pool4[:u15:u15], pool4[u15:]
				} else {
					e7.Out = make([]signedblock.TransactionOutput, u15)
				}
				s17 := e7.Out
				for i16 := range s17 {
					e18 := &s17[i16]
					h19 := (*[37]byte)(p)
					e18.Address.Version = h19[0]
					e18.Address.Key = *(*[20]byte)(h19[1:21])
					e18.Coins = binary.LittleEndian.Uint64(h19[21:29])
					e18.Hours = binary.LittleEndian.Uint64(h19[29:37])
					p = p[37:]
				}
			}
		}
	}
	return p, nil
}

// Every encoding begins with the version of the format and the fingerprint of the type.
const (
	signedBlockFlatVersion = 1
	signedBlockFlatMark    = 0xc55b0eaa
)

// AppendSignedBlockFlat appends the flat encoding of v to b and returns the
// extended buffer. b belongs to the caller; nothing of it is kept.
func AppendSignedBlockFlat(b []byte, v *signedblock.SignedBlock) ([]byte, error) {
	b = signedBlockFlatExtend(b, 194)
	h1 := (*[194]byte)(b[len(b)-194:])
	h1[0] = signedBlockFlatVersion
	binary.LittleEndian.PutUint32(h1[1:5], signedBlockFlatMark)
	signedBlockFlatPutBlock((*[124]byte)(h1[5:129]), &v.Block)
	*(*[65]byte)(h1[129:194]) = v.Sig
	b = signedBlockFlatAppendTailsBlock(b, &v.Block)
	return b, nil
}

// MarshalSignedBlockFlat returns the flat encoding of v in a new buffer of just
// its length.
func MarshalSignedBlockFlat(v *signedblock.SignedBlock) ([]byte, error) {
	return AppendSignedBlockFlat(make([]byte, 0, SizeSignedBlockFlat(v)), v)
}

// SizeSignedBlockFlat returns the length in bytes of the flat encoding of v, or
// 0 if v has none.
func SizeSignedBlockFlat(v *signedblock.SignedBlock) int {
	return 70 + signedBlockFlatSizeBlock(&v.Block)
}

// UnmarshalSignedBlockFlat reads v from the whole of data, which must hold
// nothing else. v does not alias data. Storage that v refers to (slices, maps,
// what pointers lead to) is used again and must not be shared; after an error,
// the content of v is undefined.
func UnmarshalSignedBlockFlat(data []byte, v *signedblock.SignedBlock) error {
	r := signedBlockFlatReader{data: data}
	if len(data) < 5 || data[0] != signedBlockFlatVersion || binary.LittleEndian.Uint32(data[1:]) != signedBlockFlatMark {
		return r.mark("SignedBlock")
	}
	p, err := signedBlockFlatDecode(&r, data[5:], v)
	if err == nil && len(p) > 0 {
		err = r.fail(p, "SignedBlock", "bytes are left over")
	}
	return err
}

// DecodeSignedBlockFlat reads v from the front of data and returns the number
// of bytes used. v does not alias data. It uses storage of v as Unmarshal does.
func DecodeSignedBlockFlat(data []byte, v *signedblock.SignedBlock) (int, error) {
	r := signedBlockFlatReader{data: data}
	if len(data) < 5 || data[0] != signedBlockFlatVersion || binary.LittleEndian.Uint32(data[1:]) != signedBlockFlatMark {
		return 0, r.mark("SignedBlock")
	}
	p, err := signedBlockFlatDecode(&r, data[5:], v)
	return len(data) - len(p), err
}

// signedBlockFlatAppendUvarint appends a varint.
func signedBlockFlatAppendUvarint(b []byte, x uint64) []byte {
	if x < 0x80 {
		return append(b, byte(x))
	}
	return binary.AppendUvarint(b, x)
}

// signedBlockFlatCount returns 0 for nil and one more than the count for the rest.
func signedBlockFlatCount(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}

// signedBlockFlatExtend makes b longer by n bytes, which are to be written.
func signedBlockFlatExtend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return signedBlockFlatGrow(b, n)
	}
	return b[:len(b)+n]
}

func signedBlockFlatPutUvarint(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}

// signedBlockFlatReader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type signedBlockFlatReader struct {
	data []byte
}

//go:noinline
func (r *signedBlockFlatReader) fail(p []byte, field, reason string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %s", field, len(r.data)-len(p), reason)
}

//go:noinline
func (r *signedBlockFlatReader) short(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %w", field, len(r.data)-len(p), io.ErrUnexpectedEOF)
}

// mark returns the error of an input that does not begin with the version of the
// format and the fingerprint of the type.
//
//go:noinline
func (r *signedBlockFlatReader) mark(field string) error {
	if len(r.data) < 5 {
		return r.short(r.data, field)
	}
	return r.fail(r.data, field, "the fingerprint is that of another type, or of another version of this one")
}

// uvarint reads a varint of at most the given number of bits, and no more bytes
// than they take.
//
//go:noinline
func (r *signedBlockFlatReader) uvarint(p []byte, width int, field string) (uint64, []byte, error) {
	x, n := binary.Uvarint(p)
	switch {
	case n == 0:
		return 0, p, r.short(p, field)
	case n < 0 || n > (width+6)/7 || width < 64 && x>>width != 0:
		return 0, p, r.fail(p, field, "a varint that is too long")
	}
	return x, p[n:], nil
}

// signedBlockFlatUvarintSize returns the length in bytes of a varint.
func signedBlockFlatUvarintSize(x uint64) int { return (9*bits.Len64(x) + 64) / 64 }

// signedBlockFlatGrow is signedBlockFlatExtend where there is no room.
//
//go:noinline
func signedBlockFlatGrow(b []byte, n int) []byte { return slices.Grow(b, n)[:len(b)+n] }
