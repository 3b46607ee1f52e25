package flatsigned

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"

	"github.com/assay-go/assay/workloads/signedblock"
)

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
	binary.LittleEndian.PutUint32(h1[5:9], v.Block.Head.Version)
	binary.LittleEndian.PutUint64(h1[9:17], v.Block.Head.Time)
	binary.LittleEndian.PutUint64(h1[17:25], v.Block.Head.BkSeq)
	binary.LittleEndian.PutUint64(h1[25:33], v.Block.Head.Fee)
	*(*[32]byte)(h1[33:65]) = v.Block.Head.PrevHash
	*(*[32]byte)(h1[65:97]) = v.Block.Head.BodyHash
	*(*[32]byte)(h1[97:129]) = v.Block.Head.UxHash
	*(*[65]byte)(h1[129:194]) = v.Sig
	b = signedBlockFlatAppendUvarint(b, signedBlockFlatCount(v.Block.Body.Transactions == nil, len(v.Block.Body.Transactions)))
	s2 := v.Block.Body.Transactions
	for i3 := range s2 {
		e4 := &s2[i3]
		n5 := 40 + 65*len(e4.Sigs) + 32*len(e4.In) + 37*len(e4.Out)
		if len(e4.Sigs)+1|len(e4.In)+1|len(e4.Out)+1 >= 0x80 {
			n5 += signedBlockFlatUvarintSize(uint64(len(e4.Sigs)+1)) + signedBlockFlatUvarintSize(uint64(len(e4.In)+1)) + signedBlockFlatUvarintSize(uint64(len(e4.Out)+1)) - 3
		}
		o := uint(len(b))
		b = signedBlockFlatExtend(b, n5)
		h6 := (*[37]byte)(b[o : o+37])
		binary.LittleEndian.PutUint32(h6[0:4], e4.Length)
		h6[4] = e4.Type
		*(*[32]byte)(h6[5:37]) = e4.InnerHash
		o += 37
		if u7 := signedBlockFlatCount(e4.Sigs == nil, len(e4.Sigs)); u7 < 0x80 {
			b[o] = byte(u7)
			o++
		} else {
			o = uint(len(b) - len(signedBlockFlatPutUvarint(b[o:], u7)))
		}
		s8 := e4.Sigs
		for i9 := range s8 {
			h10 := (*[65]byte)(b[o : o+65])
			*(*[65]byte)(h10[0:65]) = s8[i9]
			o += 65
		}
		if u11 := signedBlockFlatCount(e4.In == nil, len(e4.In)); u11 < 0x80 {
			b[o] = byte(u11)
			o++
		} else {
			o = uint(len(b) - len(signedBlockFlatPutUvarint(b[o:], u11)))
		}
		s12 := e4.In
		for i13 := range s12 {
			h14 := (*[32]byte)(b[o : o+32])
			*(*[32]byte)(h14[0:32]) = s12[i13]
			o += 32
		}
		if u15 := signedBlockFlatCount(e4.Out == nil, len(e4.Out)); u15 < 0x80 {
			b[o] = byte(u15)
			o++
		} else {
			o = uint(len(b) - len(signedBlockFlatPutUvarint(b[o:], u15)))
		}
		s16 := e4.Out
		for i17 := range s16 {
			e18 := &s16[i17]
			h19 := (*[37]byte)(b[o : o+37])
			h19[0] = e18.Address.Version
			*(*[20]byte)(h19[1:21]) = e18.Address.Key
			binary.LittleEndian.PutUint64(h19[21:29], e18.Coins)
			binary.LittleEndian.PutUint64(h19[29:37], e18.Hours)
			o += 37
		}
	}
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
	n := 194 + signedBlockFlatUvarintSize(uint64(len(v.Block.Body.Transactions)+1))
	s1 := v.Block.Body.Transactions
	for i2 := range s1 {
		e3 := &s1[i2]
		n += 37 + signedBlockFlatUvarintSize(uint64(len(e3.Sigs)+1)) + 65*len(e3.Sigs) + signedBlockFlatUvarintSize(uint64(len(e3.In)+1)) + 32*len(e3.In) + signedBlockFlatUvarintSize(uint64(len(e3.Out)+1)) + 37*len(e3.Out)
	}
	return n
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

// signedBlockFlatDecode reads v from the front of p and returns what is left of
// it.
func signedBlockFlatDecode(r *signedBlockFlatReader, p []byte, v *signedblock.SignedBlock) (_ []byte, err error) {
	if len(p) < 190 {
		return p, r.short(p, "SignedBlock.Block.Head.Version")
	}
	h1 := (*[190]byte)(p)
	v.Block.Head.Version = binary.LittleEndian.Uint32(h1[0:4])
	v.Block.Head.Time = binary.LittleEndian.Uint64(h1[4:12])
	v.Block.Head.BkSeq = binary.LittleEndian.Uint64(h1[12:20])
	v.Block.Head.Fee = binary.LittleEndian.Uint64(h1[20:28])
	v.Block.Head.PrevHash = *(*[32]byte)(h1[28:60])
	v.Block.Head.BodyHash = *(*[32]byte)(h1[60:92])
	v.Block.Head.UxHash = *(*[32]byte)(h1[92:124])
	v.Sig = *(*[65]byte)(h1[124:189])
	n2 := uint64(h1[189])
	if n2 < 0x80 {
		p = p[190:]
	} else if n2, p, err = r.uvarint(p[189:], 64, "SignedBlock.Block.Body.Transactions"); err != nil {
		return p, err
	}
	if n2 == 0 {
		v.Block.Body.Transactions = nil
	} else {
		n2--
		if n2 > uint64(len(p))/40 {
			return p, r.short(p, "SignedBlock.Block.Body.Transactions")
		}
		if v.Block.Body.Transactions != nil && n2 <= uint64(cap(v.Block.Body.Transactions)) {
			v.Block.Body.Transactions = v.Block.Body.Transactions[:n2]
		} else if v.Block.Body.Transactions = signedBlockFlatMake[signedblock.Transactions](r, n2, 112); v.Block.Body.Transactions == nil {
			return p, r.costly(p, "SignedBlock.Block.Body.Transactions")
		}
		var pools3 struct {
			f0 []signedblock.Sig
			f1 []signedblock.SHA256
			f2 []signedblock.TransactionOutput
		}
		for s4 := v.Block.Body.Transactions; len(s4) > 0; s4 = signedBlockFlatMore(&v.Block.Body.Transactions, n2) {
			for i5 := range s4 {
				e6 := &s4[i5]
				if len(p) < 38 {
					return p, r.short(p, "SignedBlock.Block.Body.Transactions[].Length")
				}
				h7 := (*[38]byte)(p)
				e6.Length = binary.LittleEndian.Uint32(h7[0:4])
				e6.Type = h7[4]
				e6.InnerHash = *(*[32]byte)(h7[5:37])
				n8 := uint64(h7[37])
				if n8 < 0x80 {
					p = p[38:]
				} else if n8, p, err = r.uvarint(p[37:], 64, "SignedBlock.Block.Body.Transactions[].Sigs"); err != nil {
					return p, err
				}
				if n8 == 0 {
					e6.Sigs = nil
				} else {
					n8--
					if n8 > uint64(len(p))/65 {
						return p, r.short(p, "SignedBlock.Block.Body.Transactions[].Sigs")
					}
					if e6.Sigs != nil && n8 <= uint64(cap(e6.Sigs)) {
						e6.Sigs = e6.Sigs[:n8]
					} else {
						if pools3.f0 == nil {
							pools3.f0 = make([]signedblock.Sig, r.share(n8, min(n8*uint64(len(s4)-i5), uint64(len(p))/65), 65))
							e6.Sigs, pools3.f0 = pools3.f0[:n8:n8], pools3.f0[n8:]
						} else if n8 <= uint64(len(pools3.f0)) {
							e6.Sigs, pools3.f0 = pools3.f0[:n8:n8], pools3.f0[n8:]
						} else {
							e6.Sigs = make([]signedblock.Sig, n8)
						}
					}
					s9 := e6.Sigs
					for i10 := range s9 {
						s9[i10] = *(*[65]byte)(p)
						p = p[65:]
					}
				}
				var u11 uint64
				if len(p) > 0 && p[0] < 0x80 {
					u11, p = uint64(p[0]), p[1:]
				} else if u11, p, err = r.uvarint(p, 64, "SignedBlock.Block.Body.Transactions[].In"); err != nil {
					return p, err
				}
				if u11 == 0 {
					e6.In = nil
				} else {
					u11--
					if u11 > uint64(len(p))/32 {
						return p, r.short(p, "SignedBlock.Block.Body.Transactions[].In")
					}
					if e6.In != nil && u11 <= uint64(cap(e6.In)) {
						e6.In = e6.In[:u11]
					} else {
						if pools3.f1 == nil {
							pools3.f1 = make([]signedblock.SHA256, r.share(u11, min(u11*uint64(len(s4)-i5), uint64(len(p))/32), 32))
							e6.In, pools3.f1 = pools3.f1[:u11:u11], pools3.f1[u11:]
						} else if u11 <= uint64(len(pools3.f1)) {
							e6.In, pools3.f1 = pools3.f1[:u11:u11], pools3.f1[u11:]
						} else {
							e6.In = make([]signedblock.SHA256, u11)
						}
					}
					s12 := e6.In
					for i13 := range s12 {
						s12[i13] = *(*[32]byte)(p)
						p = p[32:]
					}
				}
				var u14 uint64
				if len(p) > 0 && p[0] < 0x80 {
					u14, p = uint64(p[0]), p[1:]
				} else if u14, p, err = r.uvarint(p, 64, "SignedBlock.Block.Body.Transactions[].Out"); err != nil {
					return p, err
				}
				if u14 == 0 {
					e6.Out = nil
				} else {
					u14--
					if u14 > uint64(len(p))/37 {
						return p, r.short(p, "SignedBlock.Block.Body.Transactions[].Out")
					}
					if e6.Out != nil && u14 <= uint64(cap(e6.Out)) {
						e6.Out = e6.Out[:u14]
					} else {
						if pools3.f2 == nil {
							pools3.f2 = make([]signedblock.TransactionOutput, r.share(u14, min(u14*uint64(len(s4)-i5), uint64(len(p))/37), 40))
							e6.Out, pools3.f2 = pools3.f2[:u14:u14], pools3.f2[u14:]
						} else if u14 <= uint64(len(pools3.f2)) {
							e6.Out, pools3.f2 = pools3.f2[:u14:u14], pools3.f2[u14:]
						} else {
							e6.Out = make([]signedblock.TransactionOutput, u14)
						}
					}
					s15 := e6.Out
					for i16 := range s15 {
						e17 := &s15[i16]
						h18 := (*[37]byte)(p)
						e17.Address.Version = h18[0]
						e17.Address.Key = *(*[20]byte)(h18[1:21])
						e17.Coins = binary.LittleEndian.Uint64(h18[21:29])
						e17.Hours = binary.LittleEndian.Uint64(h18[29:37])
						p = p[37:]
					}
				}
			}
		}
	}
	return p, nil
}

// signedBlockFlatExtend makes b longer by n bytes, which are to be written.
func signedBlockFlatExtend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return signedBlockFlatGrow(b, n)
	}
	return b[:len(b)+n]
}

// signedBlockFlatGrow is signedBlockFlatExtend where there is no room. Without a buffer it makes one of just n bytes.
//
//go:noinline
func signedBlockFlatGrow(b []byte, n int) []byte {
	if cap(b) == 0 {
		return make([]byte, n)
	}
	return slices.Grow(b, n)[:len(b)+n]
}

// signedBlockFlatCount returns 0 for nil and one more than the count for the rest.
func signedBlockFlatCount(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}

// signedBlockFlatMake returns a slice for n elements of the given size, of fewer where those are to be read before
// there are more (see [Reader.steps]), or nil where memory is refused for them.
func signedBlockFlatMake[S ~[]T, T any](r *signedBlockFlatReader, n uint64, size int) S {
	room := n
	if r.charge(n, size) {
		if room = r.steps(n, size); room > n {
			return nil
		}
	}
	return make(S, room)
}

// signedBlockFlatMore makes the list, whose elements were all read, four times as long, or n, and returns those
// that were not: none where there are n.
func signedBlockFlatMore[S ~[]T, T any](list *S, n uint64) S {
	if uint64(len(*list)) == n {
		return nil
	}
	return signedBlockFlatmore(list, n)
}

//go:noinline
func signedBlockFlatmore[S ~[]T, T any](list *S, n uint64) S {
	all := make(S, min(n, 4*uint64(len(*list))))
	rest := all[copy(all, *list):]
	*list = all
	return rest
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

// signedBlockFlatReader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type signedBlockFlatReader struct {
	data    []byte
	charged uint64 // bytes of memory that the input's length does not justify
}

// offset returns where p, which is what is left, begins in the input.
func (r *signedBlockFlatReader) offset(p []byte) int { return len(r.data) - len(p) }

// fail returns an error of what p begins with.
//
//go:noinline
func (r *signedBlockFlatReader) fail(p []byte, field, reason string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %s", field, r.offset(p), reason)
}

// short returns the error of an input that ends too early.
//
//go:noinline
func (r *signedBlockFlatReader) short(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %w", field, r.offset(p), io.ErrUnexpectedEOF)
}

// costly returns the error of a value that memory is refused for.
//
//go:noinline
func (r *signedBlockFlatReader) costly(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: more memory than the %d bytes that the input's length does not justify (--max-alloc)", field, r.offset(p), 65536)
}

// charge charges n values of the given size, of which the input has a bit at least each, to
// the call, and reports whether that was charged more than a fixed sum and 14 bytes for each
// of the input: then [Reader.steps] says for how many of them there is memory.
func (r *signedBlockFlatReader) charge(n uint64, size int) bool {
	r.charged += n * uint64(size)
	return r.charged > uint64(65536)+14*uint64(len(r.data))
}

// steps returns for how many of n values, which are charged, memory is made before one is read:
// for those that charge grants, for four, or for a quarter of all, a sixteenth and so on, so that
// what is read stands for a quarter of what signedBlockFlatMore makes then. Beyond 48 bytes for each
// of the input it is more than n: they are refused.
//
//go:noinline
func (r *signedBlockFlatReader) steps(n uint64, size int) uint64 {
	beyond := r.charged - uint64(65536) - 14*uint64(len(r.data))
	if beyond > 34*uint64(len(r.data)) {
		return math.MaxUint64
	}
	all := n * uint64(size)
	k := n
	for k > 4 && k*uint64(size) > all-min(all, beyond) {
		k = (k + 3) / 4
	}
	return k
}

// share returns for how many values of the given size memory is made that later ones share:
// for most of them if charge would grant those, and else for n, which there are.
func (r *signedBlockFlatReader) share(n, most uint64, size int) uint64 {
	most = max(n, most)
	if charged := r.charged; r.charge(most, size) {
		r.charged = charged
		return n
	}
	return most
}

// signedBlockFlatAppendUvarint appends a varint.
func signedBlockFlatAppendUvarint(b []byte, x uint64) []byte {
	if x < 0x80 {
		return append(b, byte(x))
	}
	return binary.AppendUvarint(b, x)
}

// signedBlockFlatPutUvarint writes a varint at the front of p, which has room for it, and
// returns the rest.
func signedBlockFlatPutUvarint(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}

// signedBlockFlatUvarintSize returns the length in bytes of a varint.
func signedBlockFlatUvarintSize(x uint64) int { return (9*bits.Len64(x) + 64) / 64 }

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
