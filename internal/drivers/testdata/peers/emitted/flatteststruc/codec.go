package flatteststruc

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/assay-go/assay/workloads/teststruc"
)

// Every encoding begins with the version of the format and the fingerprint of the type.
const (
	testStrucFlatVersion = 1
	testStrucFlatMark    = 0x2c5e0275
)

// AppendTestStrucFlat appends the flat encoding of v to b and returns the
// extended buffer. b belongs to the caller; nothing of it is kept.
func AppendTestStrucFlat(b []byte, v *teststruc.TestStruc) (_ []byte, err error) {
	b = testStrucFlatExtend(b, 5)
	h1 := (*[5]byte)(b[len(b)-5:])
	h1[0] = testStrucFlatVersion
	binary.LittleEndian.PutUint32(h1[1:5], testStrucFlatMark)
	if b, err = testStrucFlatAppend(b, v, 0); err != nil {
		return b, err
	}
	return b, nil
}

// MarshalTestStrucFlat returns the flat encoding of v in a new buffer of just
// its length.
func MarshalTestStrucFlat(v *teststruc.TestStruc) ([]byte, error) {
	scratch := testStrucFlatScratch.Get().(*[]byte)
	b, err := AppendTestStrucFlat((*scratch)[:0], v)
	var fresh []byte
	if err == nil {
		fresh = testStrucFlatCopyBytes(b)
	}
	testStrucFlatRelease(scratch, b)
	return fresh, err
}

// SizeTestStrucFlat returns the length in bytes of the flat encoding of v, or 0
// if v has none. It encodes v to find out.
func SizeTestStrucFlat(v *teststruc.TestStruc) int {
	scratch := testStrucFlatScratch.Get().(*[]byte)
	b, err := AppendTestStrucFlat((*scratch)[:0], v)
	testStrucFlatRelease(scratch, b)
	if err != nil {
		return 0
	}
	return len(b)
}

// UnmarshalTestStrucFlat reads v from the whole of data, which must hold
// nothing else. v does not alias data. Storage that v refers to (slices, maps,
// what pointers lead to) is used again and must not be shared; after an error,
// the content of v is undefined.
func UnmarshalTestStrucFlat(data []byte, v *teststruc.TestStruc) error {
	r := testStrucFlatReader{data: data}
	if len(data) < 5 || data[0] != testStrucFlatVersion || binary.LittleEndian.Uint32(data[1:]) != testStrucFlatMark {
		return r.mark("TestStruc")
	}
	p, err := testStrucFlatDecode(&r, data[5:], v, 0)
	if err == nil && len(p) > 0 {
		err = r.fail(p, "TestStruc", "bytes are left over")
	}
	return err
}

// DecodeTestStrucFlat reads v from the front of data and returns the number of
// bytes used. v does not alias data. It uses storage of v as Unmarshal does.
func DecodeTestStrucFlat(data []byte, v *teststruc.TestStruc) (int, error) {
	r := testStrucFlatReader{data: data}
	if len(data) < 5 || data[0] != testStrucFlatVersion || binary.LittleEndian.Uint32(data[1:]) != testStrucFlatMark {
		return 0, r.mark("TestStruc")
	}
	p, err := testStrucFlatDecode(&r, data[5:], v, 0)
	return len(data) - len(p), err
}

// testStrucFlatAppend appends v.
func testStrucFlatAppend(b []byte, v *teststruc.TestStruc, depth int) (_ []byte, err error) {
	if depth >= 1000 {
		return b, testStrucFlatMarshalError("TestStruc", "values nest deeper than 1000, or contain themselves")
	}
	b = testStrucFlatExtend(b, 41)
	h1 := (*[41]byte)(b[len(b)-41:])
	binary.LittleEndian.PutUint64(h1[0:8], uint64(v.I64))
	binary.LittleEndian.PutUint16(h1[8:10], uint16(v.I16))
	binary.LittleEndian.PutUint64(h1[10:18], v.Ui64)
	h1[18] = v.Ui8
	h1[19] = testStrucFlatBoolByte(v.B)
	h1[20] = v.By
	binary.LittleEndian.PutUint64(h1[21:29], uint64(v.AnonInTestStruc.AI64))
	binary.LittleEndian.PutUint16(h1[29:31], uint16(v.AnonInTestStruc.AI16))
	binary.LittleEndian.PutUint64(h1[31:39], v.AnonInTestStruc.AUi64)
	h1[39] = testStrucFlatBoolByte(v.Nint64 != nil)
	h1[40] = testStrucFlatBoolByte(v.Nteststruc != nil)
	b = testStrucFlatAppendString(b, v.S)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Sslice == nil, len(v.Sslice)))
	s2 := v.Sslice
	for i3 := range s2 {
		b = testStrucFlatAppendString(b, s2[i3])
	}
	n4 := 6 + 8*len(v.I64slice) + 2*len(v.I16slice) + 8*len(v.Ui64slice) + len(v.Ui8slice) + len(v.Bslice) + len(v.Byslice)
	if len(v.I64slice)+1|len(v.I16slice)+1|len(v.Ui64slice)+1|len(v.Ui8slice)+1|len(v.Bslice)+1|len(v.Byslice)+1 >= 0x80 {
		n4 += testStrucFlatUvarintSize(uint64(len(v.I64slice)+1)) + testStrucFlatUvarintSize(uint64(len(v.I16slice)+1)) + testStrucFlatUvarintSize(uint64(len(v.Ui64slice)+1)) + testStrucFlatUvarintSize(uint64(len(v.Ui8slice)+1)) + testStrucFlatUvarintSize(uint64(len(v.Bslice)+1)) + testStrucFlatUvarintSize(uint64(len(v.Byslice)+1)) - 6
	}
	o := uint(len(b))
	b = testStrucFlatExtend(b, n4)
	if u5 := testStrucFlatCount(v.I64slice == nil, len(v.I64slice)); u5 < 0x80 {
		b[o] = byte(u5)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u5)))
	}
	o = uint(len(b) - len(testStrucFlatPutInt64s(b[o:], v.I64slice)))
	if u6 := testStrucFlatCount(v.I16slice == nil, len(v.I16slice)); u6 < 0x80 {
		b[o] = byte(u6)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u6)))
	}
	o = uint(len(b) - len(testStrucFlatPutInt16s(b[o:], v.I16slice)))
	if u7 := testStrucFlatCount(v.Ui64slice == nil, len(v.Ui64slice)); u7 < 0x80 {
		b[o] = byte(u7)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u7)))
	}
	o = uint(len(b) - len(testStrucFlatPutInt64s(b[o:], v.Ui64slice)))
	if u8 := testStrucFlatCount(v.Ui8slice == nil, len(v.Ui8slice)); u8 < 0x80 {
		b[o] = byte(u8)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u8)))
	}
	copy(b[o:], v.Ui8slice)
	o += uint(len(v.Ui8slice))
	if u9 := testStrucFlatCount(v.Bslice == nil, len(v.Bslice)); u9 < 0x80 {
		b[o] = byte(u9)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u9)))
	}
	o = uint(len(b) - len(testStrucFlatPutBools(b[o:], v.Bslice)))
	if u10 := testStrucFlatCount(v.Byslice == nil, len(v.Byslice)); u10 < 0x80 {
		b[o] = byte(u10)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u10)))
	}
	copy(b[o:], v.Byslice)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Iptrslice == nil, len(v.Iptrslice)))
	s11 := v.Iptrslice
	for i12 := range s11 {
		b = append(b, testStrucFlatBoolByte(s11[i12] != nil))
		if s11[i12] != nil {
			b = binary.LittleEndian.AppendUint64(b, uint64(*s11[i12]))
		}
	}
	b = testStrucFlatAppendString(b, v.AnonInTestStruc.AS)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.AnonInTestStruc.ASslice == nil, len(v.AnonInTestStruc.ASslice)))
	s13 := v.AnonInTestStruc.ASslice
	for i14 := range s13 {
		b = testStrucFlatAppendString(b, s13[i14])
	}
	n15 := 2 + 8*len(v.AnonInTestStruc.AI64slice) + 8*len(v.AnonInTestStruc.AF64slice)
	if len(v.AnonInTestStruc.AI64slice)+1|len(v.AnonInTestStruc.AF64slice)+1 >= 0x80 {
		n15 += testStrucFlatUvarintSize(uint64(len(v.AnonInTestStruc.AI64slice)+1)) + testStrucFlatUvarintSize(uint64(len(v.AnonInTestStruc.AF64slice)+1)) - 2
	}
	o = uint(len(b))
	b = testStrucFlatExtend(b, n15)
	if u16 := testStrucFlatCount(v.AnonInTestStruc.AI64slice == nil, len(v.AnonInTestStruc.AI64slice)); u16 < 0x80 {
		b[o] = byte(u16)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u16)))
	}
	o = uint(len(b) - len(testStrucFlatPutInt64s(b[o:], v.AnonInTestStruc.AI64slice)))
	if u17 := testStrucFlatCount(v.AnonInTestStruc.AF64slice == nil, len(v.AnonInTestStruc.AF64slice)); u17 < 0x80 {
		b[o] = byte(u17)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u17)))
	}
	testStrucFlatPutFloat64s(b[o:], v.AnonInTestStruc.AF64slice)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.AnonInTestStruc.AMSU16 == nil, len(v.AnonInTestStruc.AMSU16)))
	if len(v.AnonInTestStruc.AMSU16) > 0 {
		for k18, x19 := range v.AnonInTestStruc.AMSU16 {
			b = testStrucFlatAppendString(b, k18)
			b = binary.LittleEndian.AppendUint16(b, x19)
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Msi64 == nil, len(v.Msi64)))
	if len(v.Msi64) > 0 {
		for k20, x21 := range v.Msi64 {
			b = testStrucFlatAppendString(b, k20)
			b = binary.LittleEndian.AppendUint64(b, uint64(x21))
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Nmap == nil, len(v.Nmap)))
	if len(v.Nmap) > 0 {
		for k22, x23 := range v.Nmap {
			b = testStrucFlatAppendString(b, k22)
			b = append(b, testStrucFlatBoolByte(x23))
		}
	}
	n24 := 1 + len(v.Nslice)
	if len(v.Nslice)+1 >= 0x80 {
		n24 += testStrucFlatUvarintSize(uint64(len(v.Nslice)+1)) - 1
	}
	o = uint(len(b))
	b = testStrucFlatExtend(b, n24)
	if u25 := testStrucFlatCount(v.Nslice == nil, len(v.Nslice)); u25 < 0x80 {
		b[o] = byte(u25)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u25)))
	}
	copy(b[o:], v.Nslice)
	if v.Nint64 != nil {
		b = binary.LittleEndian.AppendUint64(b, uint64(*v.Nint64))
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Mtsptr == nil, len(v.Mtsptr)))
	if len(v.Mtsptr) > 0 {
		for k26, x27 := range v.Mtsptr {
			b = testStrucFlatAppendString(b, k26)
			b = append(b, testStrucFlatBoolByte(x27 != nil))
			if x27 != nil {
				if b, err = testStrucFlatAppend(b, x27, depth+1); err != nil {
					return b, err
				}
			}
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Mts == nil, len(v.Mts)))
	if len(v.Mts) > 0 {
		var k28 string
		var x29 teststruc.TestStruc
		for k28, x29 = range v.Mts {
			b = testStrucFlatAppendString(b, k28)
			if b, err = testStrucFlatAppend(b, &x29, depth+1); err != nil {
				return b, err
			}
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Its == nil, len(v.Its)))
	s30 := v.Its
	for i31 := range s30 {
		b = append(b, testStrucFlatBoolByte(s30[i31] != nil))
		if s30[i31] != nil {
			if b, err = testStrucFlatAppend(b, s30[i31], depth+1); err != nil {
				return b, err
			}
		}
	}
	if v.Nteststruc != nil {
		if b, err = testStrucFlatAppend(b, v.Nteststruc, depth+1); err != nil {
			return b, err
		}
	}
	return b, nil
}

// testStrucFlatDecode reads v from the front of p and returns what is left of
// it.
func testStrucFlatDecode(r *testStrucFlatReader, p []byte, v *teststruc.TestStruc, depth int) (_ []byte, err error) {
	if depth >= 1000 {
		return p, r.fail(p, "TestStruc", "values nest deeper than 1000")
	}
	if len(p) < 42 {
		return p, r.short(p, "TestStruc.I64")
	}
	h1 := (*[42]byte)(p)
	v.I64 = int64(binary.LittleEndian.Uint64(h1[0:8]))
	v.I16 = int16(binary.LittleEndian.Uint16(h1[8:10]))
	v.Ui64 = binary.LittleEndian.Uint64(h1[10:18])
	v.Ui8 = h1[18]
	if h1[19] > 1 {
		return p, r.fail(p, "TestStruc.B", "a bool that is neither 0 nor 1")
	}
	v.B = h1[19] != 0
	v.By = h1[20]
	v.AnonInTestStruc.AI64 = int64(binary.LittleEndian.Uint64(h1[21:29]))
	v.AnonInTestStruc.AI16 = int16(binary.LittleEndian.Uint16(h1[29:31]))
	v.AnonInTestStruc.AUi64 = binary.LittleEndian.Uint64(h1[31:39])
	if h1[39] > 1 {
		return p, r.fail(p, "TestStruc.Nint64", "a pointer's flag that is neither 0 nor 1")
	}
	if h1[40] > 1 {
		return p, r.fail(p, "TestStruc.Nteststruc", "a pointer's flag that is neither 0 nor 1")
	}
	n2 := uint64(h1[41])
	if n2 < 0x80 {
		p = p[42:]
	} else if n2, p, err = r.uvarint(p[41:], 64, "TestStruc.S"); err != nil {
		return p, err
	}
	if n2 > uint64(len(p)) {
		return p, r.short(p, "TestStruc.S")
	}
	v.S = r.string(p, int(n2))
	p = p[n2:]
	var n3 uint64
	if v.Sslice, n3, p, err = testStrucFlatList(r, p, v.Sslice, 1, 16, "TestStruc.Sslice"); err != nil {
		return p, err
	}
	for s4 := v.Sslice; len(s4) > 0; s4 = testStrucFlatMore(&v.Sslice, n3) {
		for i5 := range s4 {
			if s4[i5], p, err = r.nextString(p, "TestStruc.Sslice[]"); err != nil {
				return p, err
			}
		}
	}
	var u6 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u6, p = uint64(p[0]), p[1:]
	} else if u6, p, err = r.uvarint(p, 64, "TestStruc.I64slice"); err != nil {
		return p, err
	}
	if u6 == 0 {
		v.I64slice = nil
	} else {
		u6--
		if u6 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.I64slice")
		}
		if v.I64slice != nil && u6 <= uint64(cap(v.I64slice)) {
			v.I64slice = v.I64slice[:u6]
		} else {
			v.I64slice = make([]int64, u6)
		}
		p = testStrucFlatGetInt64s(v.I64slice, p)
	}
	var u7 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u7, p = uint64(p[0]), p[1:]
	} else if u7, p, err = r.uvarint(p, 64, "TestStruc.I16slice"); err != nil {
		return p, err
	}
	if u7 == 0 {
		v.I16slice = nil
	} else {
		u7--
		if u7 > uint64(len(p))/2 {
			return p, r.short(p, "TestStruc.I16slice")
		}
		if v.I16slice != nil && u7 <= uint64(cap(v.I16slice)) {
			v.I16slice = v.I16slice[:u7]
		} else {
			v.I16slice = make([]int16, u7)
		}
		p = testStrucFlatGetInt16s(v.I16slice, p)
	}
	var u8 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u8, p = uint64(p[0]), p[1:]
	} else if u8, p, err = r.uvarint(p, 64, "TestStruc.Ui64slice"); err != nil {
		return p, err
	}
	if u8 == 0 {
		v.Ui64slice = nil
	} else {
		u8--
		if u8 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.Ui64slice")
		}
		if v.Ui64slice != nil && u8 <= uint64(cap(v.Ui64slice)) {
			v.Ui64slice = v.Ui64slice[:u8]
		} else {
			v.Ui64slice = make([]uint64, u8)
		}
		p = testStrucFlatGetInt64s(v.Ui64slice, p)
	}
	var u9 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u9, p = uint64(p[0]), p[1:]
	} else if u9, p, err = r.uvarint(p, 64, "TestStruc.Ui8slice"); err != nil {
		return p, err
	}
	if u9 == 0 {
		v.Ui8slice = nil
	} else {
		u9--
		if u9 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Ui8slice")
		}
		if v.Ui8slice != nil && u9 <= uint64(cap(v.Ui8slice)) {
			v.Ui8slice = v.Ui8slice[:u9]
			copy(v.Ui8slice, p)
		} else {
			v.Ui8slice = testStrucFlatCopyBytes(p[:u9])
		}
		p = p[u9:]
	}
	var u10 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u10, p = uint64(p[0]), p[1:]
	} else if u10, p, err = r.uvarint(p, 64, "TestStruc.Bslice"); err != nil {
		return p, err
	}
	if u10 == 0 {
		v.Bslice = nil
	} else {
		u10--
		if u10 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Bslice")
		}
		if v.Bslice != nil && u10 <= uint64(cap(v.Bslice)) {
			v.Bslice = v.Bslice[:u10]
		} else {
			v.Bslice = make([]bool, u10)
		}
		if !testStrucFlatGetBools(v.Bslice, p) {
			return p, r.fail(p, "TestStruc.Bslice", "a bool that is neither 0 nor 1")
		}
		p = p[len(v.Bslice):]
	}
	var u11 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u11, p = uint64(p[0]), p[1:]
	} else if u11, p, err = r.uvarint(p, 64, "TestStruc.Byslice"); err != nil {
		return p, err
	}
	if u11 == 0 {
		v.Byslice = nil
	} else {
		u11--
		if u11 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Byslice")
		}
		if v.Byslice != nil && u11 <= uint64(cap(v.Byslice)) {
			v.Byslice = v.Byslice[:u11]
			copy(v.Byslice, p)
		} else {
			v.Byslice = testStrucFlatCopyBytes(p[:u11])
		}
		p = p[u11:]
	}
	var n12 uint64
	if v.Iptrslice, n12, p, err = testStrucFlatList(r, p, v.Iptrslice, 1, 8, "TestStruc.Iptrslice"); err != nil {
		return p, err
	}
	for s13 := v.Iptrslice; len(s13) > 0; s13 = testStrucFlatMore(&v.Iptrslice, n12) {
		for i14 := range s13 {
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Iptrslice[]")
			}
			has15 := p[0]
			if has15 > 1 {
				return p, r.fail(p, "TestStruc.Iptrslice[]", "a pointer's flag that is neither 0 nor 1")
			}
			p = p[1:]
			if has15 == 1 {
				if s13[i14] == nil {
					s13[i14] = new(int64)
				}
				if len(p) < 8 {
					return p, r.short(p, "TestStruc.Iptrslice[]")
				}
				*s13[i14] = int64(binary.LittleEndian.Uint64(p))
				p = p[8:]
			} else {
				s13[i14] = nil
			}
		}
	}
	if v.AnonInTestStruc.AS, p, err = r.nextString(p, "TestStruc.AnonInTestStruc.AS"); err != nil {
		return p, err
	}
	var n16 uint64
	if v.AnonInTestStruc.ASslice, n16, p, err = testStrucFlatList(r, p, v.AnonInTestStruc.ASslice, 1, 16, "TestStruc.AnonInTestStruc.ASslice"); err != nil {
		return p, err
	}
	for s17 := v.AnonInTestStruc.ASslice; len(s17) > 0; s17 = testStrucFlatMore(&v.AnonInTestStruc.ASslice, n16) {
		for i18 := range s17 {
			if s17[i18], p, err = r.nextString(p, "TestStruc.AnonInTestStruc.ASslice[]"); err != nil {
				return p, err
			}
		}
	}
	var u19 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u19, p = uint64(p[0]), p[1:]
	} else if u19, p, err = r.uvarint(p, 64, "TestStruc.AnonInTestStruc.AI64slice"); err != nil {
		return p, err
	}
	if u19 == 0 {
		v.AnonInTestStruc.AI64slice = nil
	} else {
		u19--
		if u19 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.AnonInTestStruc.AI64slice")
		}
		if v.AnonInTestStruc.AI64slice != nil && u19 <= uint64(cap(v.AnonInTestStruc.AI64slice)) {
			v.AnonInTestStruc.AI64slice = v.AnonInTestStruc.AI64slice[:u19]
		} else {
			v.AnonInTestStruc.AI64slice = make([]int64, u19)
		}
		p = testStrucFlatGetInt64s(v.AnonInTestStruc.AI64slice, p)
	}
	var u20 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u20, p = uint64(p[0]), p[1:]
	} else if u20, p, err = r.uvarint(p, 64, "TestStruc.AnonInTestStruc.AF64slice"); err != nil {
		return p, err
	}
	if u20 == 0 {
		v.AnonInTestStruc.AF64slice = nil
	} else {
		u20--
		if u20 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.AnonInTestStruc.AF64slice")
		}
		if v.AnonInTestStruc.AF64slice != nil && u20 <= uint64(cap(v.AnonInTestStruc.AF64slice)) {
			v.AnonInTestStruc.AF64slice = v.AnonInTestStruc.AF64slice[:u20]
		} else {
			v.AnonInTestStruc.AF64slice = make([]float64, u20)
		}
		p = testStrucFlatGetFloat64s(v.AnonInTestStruc.AF64slice, p)
	}
	var u21 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u21, p = uint64(p[0]), p[1:]
	} else if u21, p, err = r.uvarint(p, 64, "TestStruc.AnonInTestStruc.AMSU16"); err != nil {
		return p, err
	}
	if u21 == 0 {
		v.AnonInTestStruc.AMSU16 = nil
	} else {
		u21--
		if u21 > uint64(len(p))/3 {
			return p, r.short(p, "TestStruc.AnonInTestStruc.AMSU16")
		}
		room22 := r.chargeMap(u21, 24, 0)
		if room22 > u21 {
			return p, r.costly(p, "TestStruc.AnonInTestStruc.AMSU16")
		}
		if v.AnonInTestStruc.AMSU16 != nil {
			clear(v.AnonInTestStruc.AMSU16)
		} else {
			v.AnonInTestStruc.AMSU16 = make(map[string]uint16, room22)
		}
		for i25 := range u21 {
			if i25 == room22 {
				room22 = min(4*room22, u21)
				more26 := make(map[string]uint16, room22)
				maps.Copy(more26, v.AnonInTestStruc.AMSU16)
				v.AnonInTestStruc.AMSU16 = more26
			}
			var k23 string
			var x24 uint16
			if k23, p, err = r.nextString(p, "TestStruc.AnonInTestStruc.AMSU16[key]"); err != nil {
				return p, err
			}
			if len(p) < 2 {
				return p, r.short(p, "TestStruc.AnonInTestStruc.AMSU16[value]")
			}
			x24 = binary.LittleEndian.Uint16(p)
			p = p[2:]
			v.AnonInTestStruc.AMSU16[k23] = x24
			if uint64(len(v.AnonInTestStruc.AMSU16)) != i25+1 {
				return p, r.fail(p, "TestStruc.AnonInTestStruc.AMSU16", "a key that occurs twice")
			}
		}
	}
	var u27 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u27, p = uint64(p[0]), p[1:]
	} else if u27, p, err = r.uvarint(p, 64, "TestStruc.Msi64"); err != nil {
		return p, err
	}
	if u27 == 0 {
		v.Msi64 = nil
	} else {
		u27--
		if u27 > uint64(len(p))/9 {
			return p, r.short(p, "TestStruc.Msi64")
		}
		room28 := r.chargeMap(u27, 24, 0)
		if room28 > u27 {
			return p, r.costly(p, "TestStruc.Msi64")
		}
		if v.Msi64 != nil {
			clear(v.Msi64)
		} else {
			v.Msi64 = make(map[string]int64, room28)
		}
		for i31 := range u27 {
			if i31 == room28 {
				room28 = min(4*room28, u27)
				more32 := make(map[string]int64, room28)
				maps.Copy(more32, v.Msi64)
				v.Msi64 = more32
			}
			var k29 string
			var x30 int64
			if k29, p, err = r.nextString(p, "TestStruc.Msi64[key]"); err != nil {
				return p, err
			}
			if len(p) < 8 {
				return p, r.short(p, "TestStruc.Msi64[value]")
			}
			x30 = int64(binary.LittleEndian.Uint64(p))
			p = p[8:]
			v.Msi64[k29] = x30
			if uint64(len(v.Msi64)) != i31+1 {
				return p, r.fail(p, "TestStruc.Msi64", "a key that occurs twice")
			}
		}
	}
	var u33 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u33, p = uint64(p[0]), p[1:]
	} else if u33, p, err = r.uvarint(p, 64, "TestStruc.Nmap"); err != nil {
		return p, err
	}
	if u33 == 0 {
		v.Nmap = nil
	} else {
		u33--
		if u33 > uint64(len(p))/2 {
			return p, r.short(p, "TestStruc.Nmap")
		}
		room34 := r.chargeMap(u33, 24, 0)
		if room34 > u33 {
			return p, r.costly(p, "TestStruc.Nmap")
		}
		if v.Nmap != nil {
			clear(v.Nmap)
		} else {
			v.Nmap = make(map[string]bool, room34)
		}
		for i37 := range u33 {
			if i37 == room34 {
				room34 = min(4*room34, u33)
				more38 := make(map[string]bool, room34)
				maps.Copy(more38, v.Nmap)
				v.Nmap = more38
			}
			var k35 string
			var x36 bool
			if k35, p, err = r.nextString(p, "TestStruc.Nmap[key]"); err != nil {
				return p, err
			}
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Nmap[value]")
			}
			if p[0] > 1 {
				return p, r.fail(p, "TestStruc.Nmap[value]", "a bool that is neither 0 nor 1")
			}
			x36 = p[0] != 0
			p = p[1:]
			v.Nmap[k35] = x36
			if uint64(len(v.Nmap)) != i37+1 {
				return p, r.fail(p, "TestStruc.Nmap", "a key that occurs twice")
			}
		}
	}
	var u39 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u39, p = uint64(p[0]), p[1:]
	} else if u39, p, err = r.uvarint(p, 64, "TestStruc.Nslice"); err != nil {
		return p, err
	}
	if u39 == 0 {
		v.Nslice = nil
	} else {
		u39--
		if u39 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Nslice")
		}
		if v.Nslice != nil && u39 <= uint64(cap(v.Nslice)) {
			v.Nslice = v.Nslice[:u39]
			copy(v.Nslice, p)
		} else {
			v.Nslice = testStrucFlatCopyBytes(p[:u39])
		}
		p = p[u39:]
	}
	if h1[39] == 1 {
		if v.Nint64 == nil {
			v.Nint64 = new(int64)
		}
		if len(p) < 8 {
			return p, r.short(p, "TestStruc.Nint64")
		}
		*v.Nint64 = int64(binary.LittleEndian.Uint64(p))
		p = p[8:]
	} else {
		v.Nint64 = nil
	}
	var u40 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u40, p = uint64(p[0]), p[1:]
	} else if u40, p, err = r.uvarint(p, 64, "TestStruc.Mtsptr"); err != nil {
		return p, err
	}
	if u40 == 0 {
		v.Mtsptr = nil
	} else {
		u40--
		if free41 := int64(len(p)) - r.owed; free41 < 0 || u40 > uint64(free41)/2 {
			return p, r.short(p, "TestStruc.Mtsptr")
		}
		r.owed += 2 * int64(u40)
		room42 := r.chargeMap(u40, 24, 0)
		if room42 > u40 {
			return p, r.costly(p, "TestStruc.Mtsptr")
		}
		old43 := v.Mtsptr
		var seen44 []string
		if old43 != nil && len(old43) <= 8 && u40 <= 8 {
			seen44 = make([]string, 0, 8)
		} else if v.Mtsptr == nil || len(v.Mtsptr) > 0 {
			v.Mtsptr = make(map[string]*teststruc.TestStruc, room42)
		}
		for i47 := range u40 {
			if i47 == room42 {
				room42 = min(4*room42, u40)
				more48 := make(map[string]*teststruc.TestStruc, room42)
				maps.Copy(more48, v.Mtsptr)
				v.Mtsptr = more48
			}
			r.owed -= 2
			var k45 string
			var x46 *teststruc.TestStruc
			if k45, p, err = r.nextString(p, "TestStruc.Mtsptr[key]"); err != nil {
				return p, err
			}
			x46 = old43[k45]
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Mtsptr[value]")
			}
			has49 := p[0]
			if has49 > 1 {
				return p, r.fail(p, "TestStruc.Mtsptr[value]", "a pointer's flag that is neither 0 nor 1")
			}
			p = p[1:]
			if has49 == 1 {
				if x46 == nil {
					x46 = new(teststruc.TestStruc)
				}
				if p, err = testStrucFlatDecode(r, p, x46, depth+1); err != nil {
					return p, err
				}
			} else {
				x46 = nil
			}
			v.Mtsptr[k45] = x46
			if seen44 != nil {
				seen44 = append(seen44, k45)
			}
			if testStrucFlatTwice(seen44) || seen44 == nil && uint64(len(v.Mtsptr)) != i47+1 {
				return p, r.fail(p, "TestStruc.Mtsptr", "a key that occurs twice")
			}
		}
		if uint64(len(v.Mtsptr)) > u40 {
			testStrucFlatKeepKeys(v.Mtsptr, seen44)
		}
	}
	var u50 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u50, p = uint64(p[0]), p[1:]
	} else if u50, p, err = r.uvarint(p, 64, "TestStruc.Mts"); err != nil {
		return p, err
	}
	if u50 == 0 {
		v.Mts = nil
	} else {
		u50--
		if free51 := int64(len(p)) - r.owed; free51 < 0 || u50 > uint64(free51)/62 {
			return p, r.short(p, "TestStruc.Mts")
		}
		r.owed += 62 * int64(u50)
		room52 := r.chargeMap(u50, 24, 456)
		if room52 > u50 {
			return p, r.costly(p, "TestStruc.Mts")
		}
		old53 := v.Mts
		var seen54 []string
		if old53 != nil && len(old53) <= 8 && u50 <= 8 {
			seen54 = make([]string, 0, 8)
		} else if v.Mts == nil || len(v.Mts) > 0 {
			v.Mts = make(map[string]teststruc.TestStruc, room52)
		}
		var k55 string
		var x56 teststruc.TestStruc
		for i57 := range u50 {
			if i57 == room52 {
				room52 = min(4*room52, u50)
				more58 := make(map[string]teststruc.TestStruc, room52)
				maps.Copy(more58, v.Mts)
				v.Mts = more58
			}
			r.owed -= 62
			if k55, p, err = r.nextString(p, "TestStruc.Mts[key]"); err != nil {
				return p, err
			}
			x56 = old53[k55]
			if p, err = testStrucFlatDecode(r, p, &x56, depth+1); err != nil {
				return p, err
			}
			v.Mts[k55] = x56
			if seen54 != nil {
				seen54 = append(seen54, k55)
			}
			if testStrucFlatTwice(seen54) || seen54 == nil && uint64(len(v.Mts)) != i57+1 {
				return p, r.fail(p, "TestStruc.Mts", "a key that occurs twice")
			}
		}
		if uint64(len(v.Mts)) > u50 {
			testStrucFlatKeepKeys(v.Mts, seen54)
		}
	}
	var u59 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u59, p = uint64(p[0]), p[1:]
	} else if u59, p, err = r.uvarint(p, 64, "TestStruc.Its"); err != nil {
		return p, err
	}
	if u59 == 0 {
		v.Its = nil
	} else {
		u59--
		if free60 := int64(len(p)) - r.owed; free60 < 0 || u59 > uint64(free60) {
			return p, r.short(p, "TestStruc.Its")
		}
		if v.Its != nil && u59 <= uint64(cap(v.Its)) {
			v.Its = v.Its[:u59]
		} else if v.Its = testStrucFlatMake[[]*teststruc.TestStruc](r, u59, 8); v.Its == nil {
			return p, r.costly(p, "TestStruc.Its")
		}
		r.owed += 1 * int64(u59)
		for s61 := v.Its; len(s61) > 0; s61 = testStrucFlatMore(&v.Its, u59) {
			for i62 := range s61 {
				r.owed -= 1
				if len(p) < 1 {
					return p, r.short(p, "TestStruc.Its[]")
				}
				has63 := p[0]
				if has63 > 1 {
					return p, r.fail(p, "TestStruc.Its[]", "a pointer's flag that is neither 0 nor 1")
				}
				p = p[1:]
				if has63 == 1 {
					if s61[i62] == nil {
						s61[i62] = new(teststruc.TestStruc)
					}
					if p, err = testStrucFlatDecode(r, p, s61[i62], depth+1); err != nil {
						return p, err
					}
				} else {
					s61[i62] = nil
				}
			}
		}
	}
	if h1[40] == 1 {
		if v.Nteststruc == nil {
			v.Nteststruc = new(teststruc.TestStruc)
		}
		if p, err = testStrucFlatDecode(r, p, v.Nteststruc, depth+1); err != nil {
			return p, err
		}
	} else {
		v.Nteststruc = nil
	}
	return p, nil
}

// testStrucFlatBoolByte returns 1 for true and 0 for false.
func testStrucFlatBoolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// testStrucFlatPutBools writes a byte for each bool at the front of p and returns the rest.
func testStrucFlatPutBools[T ~bool](p []byte, s []T) []byte {
	for i, x := range s {
		p[i] = testStrucFlatBoolByte(bool(x))
	}
	return p[len(s):]
}

// testStrucFlatGetBools reports whether all are 0 or 1.
func testStrucFlatGetBools[T ~bool](s []T, p []byte) bool {
	var all byte
	for i, x := range p[:len(s)] {
		all |= x
		s[i] = x != 0
	}
	return all <= 1
}

// testStrucFlatScratch holds buffers for values whose size is only known when they are
// written.
var testStrucFlatScratch = sync.Pool{New: func() any { return new([]byte) }}

// testStrucFlatRelease gives a buffer back that has grown to b, unless it is large.
func testStrucFlatRelease(scratch *[]byte, b []byte) {
	if cap(b) <= 1<<20 {
		*scratch = b
		testStrucFlatScratch.Put(scratch)
	}
}

// testStrucFlatExtend makes b longer by n bytes, which are to be written.
func testStrucFlatExtend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return testStrucFlatGrow(b, n)
	}
	return b[:len(b)+n]
}

// testStrucFlatGrow is testStrucFlatExtend where there is no room. Without a buffer it makes one of just n bytes.
//
//go:noinline
func testStrucFlatGrow(b []byte, n int) []byte {
	if cap(b) == 0 {
		return make([]byte, n)
	}
	return slices.Grow(b, n)[:len(b)+n]
}

// testStrucFlatCopyBytes returns a copy of p, which is not nil.
func testStrucFlatCopyBytes(p []byte) []byte {
	b := make([]byte, len(p))
	copy(b, p)
	return b
}

// testStrucFlatMarshalError says what of a value has no encoding.
//
//go:noinline
func testStrucFlatMarshalError(field, reason string) error {
	return fmt.Errorf("flat: marshalling %s: %s", field, reason)
}

// testStrucFlatCount returns 0 for nil and one more than the count for the rest.
func testStrucFlatCount(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}

// testStrucFlatList reads the count of a list, whose elements take at least least bytes of the input and
// size of memory, and returns s with room for them, or a new slice: of fewer elements where
// those are to be read before there are more (see [Reader.steps]). n is the count.
func testStrucFlatList[S ~[]T, T any](r *testStrucFlatReader, p []byte, s S, least uint64, size int, field string) (_ S, n uint64, _ []byte, _ error) {
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return s, 0, p, err
		}
	}
	if n == 0 {
		return nil, 0, p, nil
	}
	n--
	if n > uint64(len(p))/least {
		return s, 0, p, r.short(p, field)
	}
	if s != nil && n <= uint64(cap(s)) {
		return s[:n], n, p, nil
	}
	if s = testStrucFlatMake[S](r, n, size); s == nil {
		return s, 0, p, r.costly(p, field)
	}
	return s, n, p, nil
}

// testStrucFlatMake returns a slice for n elements of the given size, of fewer where those are to be read before
// there are more (see [Reader.steps]), or nil where memory is refused for them.
func testStrucFlatMake[S ~[]T, T any](r *testStrucFlatReader, n uint64, size int) S {
	room := n
	if r.charge(n, size) {
		if room = r.steps(n, size); room > n {
			return nil
		}
	}
	return make(S, room)
}

// testStrucFlatMore makes the list, whose elements were all read, four times as long, or n, and returns those
// that were not: none where there are n.
func testStrucFlatMore[S ~[]T, T any](list *S, n uint64) S {
	if uint64(len(*list)) == n {
		return nil
	}
	return testStrucFlatmore(list, n)
}

//go:noinline
func testStrucFlatmore[S ~[]T, T any](list *S, n uint64) S {
	all := make(S, min(n, 4*uint64(len(*list))))
	rest := all[copy(all, *list):]
	*list = all
	return rest
}

// testStrucFlatTwice reports whether the last of some keys is among the others.
func testStrucFlatTwice[K cmp.Ordered](keys []K) bool {
	last := len(keys) - 1
	return last > 0 && slices.Contains(keys[:last], keys[last])
}

// testStrucFlatKeepKeys deletes the entries of m that have other keys.
func testStrucFlatKeepKeys[K cmp.Ordered, V any](m map[K]V, keys []K) {
	for k := range m {
		if !slices.Contains(keys, k) {
			delete(m, k)
		}
	}
}

// mark returns the error of an input that does not begin with the version of the
// format and the fingerprint of the type.
//
//go:noinline
func (r *testStrucFlatReader) mark(field string) error {
	if len(r.data) < 5 {
		return r.short(r.data, field)
	}
	return r.fail(r.data, field, "the fingerprint is that of another type, or of another version of this one")
}

// testStrucFlatPutInt16s writes numbers at the front of p and returns the rest: four at a
// time through array pointers, which cost one bounds check.
func testStrucFlatPutInt16s[T ~int16 | ~uint16](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 8 {
		x, y := (*[8]byte)(p), (*[4]T)(s)
		binary.LittleEndian.PutUint16(x[0:2], uint16(y[0]))
		binary.LittleEndian.PutUint16(x[2:4], uint16(y[1]))
		binary.LittleEndian.PutUint16(x[4:6], uint16(y[2]))
		binary.LittleEndian.PutUint16(x[6:8], uint16(y[3]))
		p, s = p[8:], s[4:]
	}
	for _, n := range s {
		binary.LittleEndian.PutUint16(p, uint16(n))
		p = p[2:]
	}
	return p
}

// testStrucFlatGetInt16s reads as many numbers as s has room for.
func testStrucFlatGetInt16s[T ~int16 | ~uint16](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= 8 {
		x, y := (*[8]byte)(p), (*[4]T)(s)
		y[0] = T(binary.LittleEndian.Uint16(x[0:2]))
		y[1] = T(binary.LittleEndian.Uint16(x[2:4]))
		y[2] = T(binary.LittleEndian.Uint16(x[4:6]))
		y[3] = T(binary.LittleEndian.Uint16(x[6:8]))
		p, s = p[8:], s[4:]
	}
	for i := range s {
		s[i] = T(binary.LittleEndian.Uint16(p))
		p = p[2:]
	}
	return p
}

// testStrucFlatPutInt64s writes numbers at the front of p and returns the rest: eight or four at a
// time through array pointers, which cost one bounds check.
func testStrucFlatPutInt64s[T ~int64 | ~uint64 | ~int | ~uint | ~uintptr](p []byte, s []T) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]T)(s)
		binary.LittleEndian.PutUint64(x[0:8], uint64(y[0]))
		binary.LittleEndian.PutUint64(x[8:16], uint64(y[1]))
		binary.LittleEndian.PutUint64(x[16:24], uint64(y[2]))
		binary.LittleEndian.PutUint64(x[24:32], uint64(y[3]))
		binary.LittleEndian.PutUint64(x[32:40], uint64(y[4]))
		binary.LittleEndian.PutUint64(x[40:48], uint64(y[5]))
		binary.LittleEndian.PutUint64(x[48:56], uint64(y[6]))
		binary.LittleEndian.PutUint64(x[56:64], uint64(y[7]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		binary.LittleEndian.PutUint64(x[0:8], uint64(y[0]))
		binary.LittleEndian.PutUint64(x[8:16], uint64(y[1]))
		binary.LittleEndian.PutUint64(x[16:24], uint64(y[2]))
		binary.LittleEndian.PutUint64(x[24:32], uint64(y[3]))
		p, s = p[32:], s[4:]
	}
	for _, n := range s {
		binary.LittleEndian.PutUint64(p, uint64(n))
		p = p[8:]
	}
	return p
}

// testStrucFlatGetInt64s reads as many numbers as s has room for.
func testStrucFlatGetInt64s[T ~int64 | ~uint64 | ~int | ~uint | ~uintptr](s []T, p []byte) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]T)(s)
		y[0] = T(binary.LittleEndian.Uint64(x[0:8]))
		y[1] = T(binary.LittleEndian.Uint64(x[8:16]))
		y[2] = T(binary.LittleEndian.Uint64(x[16:24]))
		y[3] = T(binary.LittleEndian.Uint64(x[24:32]))
		y[4] = T(binary.LittleEndian.Uint64(x[32:40]))
		y[5] = T(binary.LittleEndian.Uint64(x[40:48]))
		y[6] = T(binary.LittleEndian.Uint64(x[48:56]))
		y[7] = T(binary.LittleEndian.Uint64(x[56:64]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		y[0] = T(binary.LittleEndian.Uint64(x[0:8]))
		y[1] = T(binary.LittleEndian.Uint64(x[8:16]))
		y[2] = T(binary.LittleEndian.Uint64(x[16:24]))
		y[3] = T(binary.LittleEndian.Uint64(x[24:32]))
		p, s = p[32:], s[4:]
	}
	for i := range s {
		s[i] = T(binary.LittleEndian.Uint64(p))
		p = p[8:]
	}
	return p
}

// testStrucFlatPutFloat64s writes numbers at the front of p and returns the rest. They are moved as integers
// are: a conversion, which those of a type with a name need, takes as long again.
func testStrucFlatPutFloat64s(p []byte, s []float64) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]float64)(s)
		binary.LittleEndian.PutUint64(x[0:8], math.Float64bits(y[0]))
		binary.LittleEndian.PutUint64(x[8:16], math.Float64bits(y[1]))
		binary.LittleEndian.PutUint64(x[16:24], math.Float64bits(y[2]))
		binary.LittleEndian.PutUint64(x[24:32], math.Float64bits(y[3]))
		binary.LittleEndian.PutUint64(x[32:40], math.Float64bits(y[4]))
		binary.LittleEndian.PutUint64(x[40:48], math.Float64bits(y[5]))
		binary.LittleEndian.PutUint64(x[48:56], math.Float64bits(y[6]))
		binary.LittleEndian.PutUint64(x[56:64], math.Float64bits(y[7]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]float64)(s)
		binary.LittleEndian.PutUint64(x[0:8], math.Float64bits(y[0]))
		binary.LittleEndian.PutUint64(x[8:16], math.Float64bits(y[1]))
		binary.LittleEndian.PutUint64(x[16:24], math.Float64bits(y[2]))
		binary.LittleEndian.PutUint64(x[24:32], math.Float64bits(y[3]))
		p, s = p[32:], s[4:]
	}
	for _, n := range s {
		binary.LittleEndian.PutUint64(p, math.Float64bits(n))
		p = p[8:]
	}
	return p
}

// testStrucFlatGetFloat64s reads as many numbers as s has room for.
func testStrucFlatGetFloat64s(s []float64, p []byte) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]float64)(s)
		y[0] = math.Float64frombits(binary.LittleEndian.Uint64(x[0:8]))
		y[1] = math.Float64frombits(binary.LittleEndian.Uint64(x[8:16]))
		y[2] = math.Float64frombits(binary.LittleEndian.Uint64(x[16:24]))
		y[3] = math.Float64frombits(binary.LittleEndian.Uint64(x[24:32]))
		y[4] = math.Float64frombits(binary.LittleEndian.Uint64(x[32:40]))
		y[5] = math.Float64frombits(binary.LittleEndian.Uint64(x[40:48]))
		y[6] = math.Float64frombits(binary.LittleEndian.Uint64(x[48:56]))
		y[7] = math.Float64frombits(binary.LittleEndian.Uint64(x[56:64]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]float64)(s)
		y[0] = math.Float64frombits(binary.LittleEndian.Uint64(x[0:8]))
		y[1] = math.Float64frombits(binary.LittleEndian.Uint64(x[8:16]))
		y[2] = math.Float64frombits(binary.LittleEndian.Uint64(x[16:24]))
		y[3] = math.Float64frombits(binary.LittleEndian.Uint64(x[24:32]))
		p, s = p[32:], s[4:]
	}
	for i := range s {
		s[i] = math.Float64frombits(binary.LittleEndian.Uint64(p))
		p = p[8:]
	}
	return p
}

// testStrucFlatReader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type testStrucFlatReader struct {
	data    []byte
	text    string // a copy of data[base:], of which strings are parts
	base    int
	charged uint64 // bytes of memory that the input's length does not justify
	owed    int64  // how much of what is left is for elements that were announced
}

// offset returns where p, which is what is left, begins in the input.
func (r *testStrucFlatReader) offset(p []byte) int { return len(r.data) - len(p) }

// fail returns an error of what p begins with.
//
//go:noinline
func (r *testStrucFlatReader) fail(p []byte, field, reason string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %s", field, r.offset(p), reason)
}

// short returns the error of an input that ends too early.
//
//go:noinline
func (r *testStrucFlatReader) short(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %w", field, r.offset(p), io.ErrUnexpectedEOF)
}

// costly returns the error of a value that memory is refused for.
//
//go:noinline
func (r *testStrucFlatReader) costly(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: more memory than the %d bytes that the input's length does not justify (--max-alloc)", field, r.offset(p), 65536)
}

// charge charges n values of the given size, of which the input has a bit at least each, to
// the call, and reports whether that was charged more than a fixed sum and 14 bytes for each
// of the input: then [Reader.steps] says for how many of them there is memory.
func (r *testStrucFlatReader) charge(n uint64, size int) bool {
	r.charged += n * uint64(size)
	return r.charged > uint64(65536)+14*uint64(len(r.data))
}

// steps returns for how many of n values, which are charged, memory is made before one is read:
// for those that charge grants, for four, or for a quarter of all, a sixteenth and so on, so that
// what is read stands for a quarter of what testStrucFlatMore makes then. Beyond 48 bytes for each
// of the input it is more than n: they are refused.
//
//go:noinline
func (r *testStrucFlatReader) steps(n uint64, size int) uint64 {
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

// chargeMap charges a map of n entries, each of which takes place bytes in the
// map, and apart bytes elsewhere, and returns what steps does: there are places for eight at
// least, and for up to 16/7 times as many as there are entries, in pieces of memory that are
// up to a quarter larger.
func (r *testStrucFlatReader) chargeMap(n uint64, place, apart int) uint64 {
	each := 20*(place+1)/7 + apart
	switch {
	case n > 8 && r.charge(n, each):
		return r.steps(n, each)
	case n > 0 && n <= 8 && r.charge(1, 56+8*place+int(n)*apart) && r.steps(1, 0) > 1:
		return math.MaxUint64
	}
	return n
}

// testStrucFlatWindow is how much of the input is copied at once for the strings in it, and for the
// slices of bytes.
const testStrucFlatWindow = 4096

// string returns the first n bytes of p. Strings close to each other share one
// copy of the input.
func (r *testStrucFlatReader) string(p []byte, n int) string {
	off := r.offset(p) - r.base
	if off+n <= len(r.text) {
		return r.text[off : off+n]
	}
	return r.copyString(p, n)
}

// testStrucFlatfar is how much of the input without a string tells that more is to come.
const testStrucFlatfar = 256

// room returns how much of p a copy takes for a string of n bytes and those behind it. That is all of
// a short message. Of a long one the first copy is a quarter of a window, and one behind a long list of
// numbers, say, is little: there is not much but other things where strings are far from each other.
func (r *testStrucFlatReader) room(p []byte, n int) int {
	size := testStrucFlatWindow
	switch gap := r.offset(p) - r.base - len(r.text); {
	case len(p) <= testStrucFlatWindow && r.text == "":
	case gap > testStrucFlatfar && r.text != "":
		size = max(128, 2*n)
	default:
		size = min(testStrucFlatWindow, max(testStrucFlatWindow/4, 4*len(r.text)))
	}
	return min(len(p), size)
}

// copyString begins another copy, unless the string is long.
//
//go:noinline
func (r *testStrucFlatReader) copyString(p []byte, n int) string {
	if n > testStrucFlatWindow/4 {
		return string(p[:n])
	}
	text := string(p[:r.room(p, n)])
	r.base, r.text = r.offset(p), text
	return text[:n]
}

// nextString reads a string after its length: here where it is short and its bytes
// are copied already, as most are.
func (r *testStrucFlatReader) nextString(p []byte, field string) (string, []byte, error) {
	if len(p) > 0 && p[0] < 0x80 {
		n, off := int(p[0]), r.offset(p)+1-r.base
		if n < len(p) && off+n <= len(r.text) {
			return r.text[off : off+n], p[1+n:], nil
		}
	}
	return r.anyString(p, field)
}

// anyString reads a string after its length.
func (r *testStrucFlatReader) anyString(p []byte, field string) (string, []byte, error) {
	n, p, err := r.uvarint(p, 64, field)
	if err != nil {
		return "", p, err
	}
	if n > uint64(len(p)) {
		return "", p, r.short(p, field)
	}
	return r.string(p, int(n)), p[n:], nil
}

// testStrucFlatAppendString appends s after its length as a varint.
func testStrucFlatAppendString(b []byte, s string) []byte {
	n := len(b)
	if len(s) >= 0x80 || cap(b)-n <= len(s) {
		return append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	b = b[:n+1+len(s)]
	b[n] = byte(len(s))
	if s != "" { // for what is empty, too, the copy is a call
		copy(b[n+1:], s)
	}
	return b
}

// testStrucFlatAppendUvarint appends a varint.
func testStrucFlatAppendUvarint(b []byte, x uint64) []byte {
	if x < 0x80 {
		return append(b, byte(x))
	}
	return binary.AppendUvarint(b, x)
}

// testStrucFlatPutUvarint writes a varint at the front of p, which has room for it, and
// returns the rest.
func testStrucFlatPutUvarint(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}

// testStrucFlatUvarintSize returns the length in bytes of a varint.
func testStrucFlatUvarintSize(x uint64) int { return (9*bits.Len64(x) + 64) / 64 }

// uvarint reads a varint of at most the given number of bits, and no more bytes
// than they take.
//
//go:noinline
func (r *testStrucFlatReader) uvarint(p []byte, width int, field string) (uint64, []byte, error) {
	x, n := binary.Uvarint(p)
	switch {
	case n == 0:
		return 0, p, r.short(p, field)
	case n < 0 || n > (width+6)/7 || width < 64 && x>>width != 0:
		return 0, p, r.fail(p, field, "a varint that is too long")
	}
	return x, p[n:], nil
}
