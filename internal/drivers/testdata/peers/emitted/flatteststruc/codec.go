package flatteststruc

import (
	"encoding/binary"
	"fmt"
	"io"
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
	s3 := v.Sslice
	for i2 := range s3 {
		b = testStrucFlatAppendString(b, s3[i2])
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
	s12 := v.Iptrslice
	for i11 := range s12 {
		b = testStrucFlatExtend(b, 1)
		h13 := (*[1]byte)(b[len(b)-1:])
		h13[0] = testStrucFlatBoolByte(s12[i11] != nil)
		if s12[i11] != nil {
			b = testStrucFlatExtend(b, 8)
			h14 := (*[8]byte)(b[len(b)-8:])
			binary.LittleEndian.PutUint64(h14[0:8], uint64(*s12[i11]))
		}
	}
	b = testStrucFlatAppendString(b, v.AnonInTestStruc.AS)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.AnonInTestStruc.ASslice == nil, len(v.AnonInTestStruc.ASslice)))
	s16 := v.AnonInTestStruc.ASslice
	for i15 := range s16 {
		b = testStrucFlatAppendString(b, s16[i15])
	}
	n17 := 2 + 8*len(v.AnonInTestStruc.AI64slice) + 8*len(v.AnonInTestStruc.AF64slice)
	if len(v.AnonInTestStruc.AI64slice)+1|len(v.AnonInTestStruc.AF64slice)+1 >= 0x80 {
		n17 += testStrucFlatUvarintSize(uint64(len(v.AnonInTestStruc.AI64slice)+1)) + testStrucFlatUvarintSize(uint64(len(v.AnonInTestStruc.AF64slice)+1)) - 2
	}
	o = uint(len(b))
	b = testStrucFlatExtend(b, n17)
	if u18 := testStrucFlatCount(v.AnonInTestStruc.AI64slice == nil, len(v.AnonInTestStruc.AI64slice)); u18 < 0x80 {
		b[o] = byte(u18)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u18)))
	}
	o = uint(len(b) - len(testStrucFlatPutInt64s(b[o:], v.AnonInTestStruc.AI64slice)))
	if u19 := testStrucFlatCount(v.AnonInTestStruc.AF64slice == nil, len(v.AnonInTestStruc.AF64slice)); u19 < 0x80 {
		b[o] = byte(u19)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u19)))
	}
	testStrucFlatPutFloat64s(b[o:], v.AnonInTestStruc.AF64slice)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.AnonInTestStruc.AMSU16 == nil, len(v.AnonInTestStruc.AMSU16)))
	for k20, x21 := range v.AnonInTestStruc.AMSU16 {
		b = testStrucFlatAppendString(b, k20)
		b = testStrucFlatExtend(b, 2)
		h22 := (*[2]byte)(b[len(b)-2:])
		binary.LittleEndian.PutUint16(h22[0:2], x21)
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Msi64 == nil, len(v.Msi64)))
	for k23, x24 := range v.Msi64 {
		b = testStrucFlatAppendString(b, k23)
		b = testStrucFlatExtend(b, 8)
		h25 := (*[8]byte)(b[len(b)-8:])
		binary.LittleEndian.PutUint64(h25[0:8], uint64(x24))
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Nmap == nil, len(v.Nmap)))
	for k26, x27 := range v.Nmap {
		b = testStrucFlatAppendString(b, k26)
		b = testStrucFlatExtend(b, 1)
		h28 := (*[1]byte)(b[len(b)-1:])
		h28[0] = testStrucFlatBoolByte(x27)
	}
	n29 := 1 + len(v.Nslice)
	if len(v.Nslice)+1 >= 0x80 {
		n29 += testStrucFlatUvarintSize(uint64(len(v.Nslice)+1)) - 1
	}
	o = uint(len(b))
	b = testStrucFlatExtend(b, n29)
	if u30 := testStrucFlatCount(v.Nslice == nil, len(v.Nslice)); u30 < 0x80 {
		b[o] = byte(u30)
		o++
	} else {
		o = uint(len(b) - len(testStrucFlatPutUvarint(b[o:], u30)))
	}
	copy(b[o:], v.Nslice)
	if v.Nint64 != nil {
		b = testStrucFlatExtend(b, 8)
		h31 := (*[8]byte)(b[len(b)-8:])
		binary.LittleEndian.PutUint64(h31[0:8], uint64(*v.Nint64))
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Mtsptr == nil, len(v.Mtsptr)))
	for k32, x33 := range v.Mtsptr {
		b = testStrucFlatAppendString(b, k32)
		b = testStrucFlatExtend(b, 1)
		h34 := (*[1]byte)(b[len(b)-1:])
		h34[0] = testStrucFlatBoolByte(x33 != nil)
		if x33 != nil {
			if b, err = testStrucFlatAppend(b, x33, depth+1); err != nil {
				return b, err
			}
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Mts == nil, len(v.Mts)))
	var k35 string
	var x36 teststruc.TestStruc
	for k35, x36 = range v.Mts {
		b = testStrucFlatAppendString(b, k35)
		if b, err = testStrucFlatAppend(b, &x36, depth+1); err != nil {
			return b, err
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Its == nil, len(v.Its)))
	s38 := v.Its
	for i37 := range s38 {
		b = testStrucFlatExtend(b, 1)
		h39 := (*[1]byte)(b[len(b)-1:])
		h39[0] = testStrucFlatBoolByte(s38[i37] != nil)
		if s38[i37] != nil {
			if b, err = testStrucFlatAppend(b, s38[i37], depth+1); err != nil {
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
	if v.Sslice, p, err = testStrucFlatList(r, p, v.Sslice, 1, "TestStruc.Sslice"); err != nil {
		return p, err
	}
	s4 := v.Sslice
	for i3 := range s4 {
		if s4[i3], p, err = r.nextString(p, "TestStruc.Sslice[]"); err != nil {
			return p, err
		}
	}
	var u5 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u5, p = uint64(p[0]), p[1:]
	} else if u5, p, err = r.uvarint(p, 64, "TestStruc.I64slice"); err != nil {
		return p, err
	}
	if u5 == 0 {
		v.I64slice = nil
	} else {
		u5--
		if u5 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.I64slice")
		}
		if v.I64slice != nil && u5 <= uint64(cap(v.I64slice)) {
			v.I64slice = v.I64slice[:u5]
		} else {
			v.I64slice = make([]int64, u5)
		}
		p = testStrucFlatGetInt64s(v.I64slice, p)
	}
	var u6 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u6, p = uint64(p[0]), p[1:]
	} else if u6, p, err = r.uvarint(p, 64, "TestStruc.I16slice"); err != nil {
		return p, err
	}
	if u6 == 0 {
		v.I16slice = nil
	} else {
		u6--
		if u6 > uint64(len(p))/2 {
			return p, r.short(p, "TestStruc.I16slice")
		}
		if v.I16slice != nil && u6 <= uint64(cap(v.I16slice)) {
			v.I16slice = v.I16slice[:u6]
		} else {
			v.I16slice = make([]int16, u6)
		}
		p = testStrucFlatGetInt16s(v.I16slice, p)
	}
	var u7 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u7, p = uint64(p[0]), p[1:]
	} else if u7, p, err = r.uvarint(p, 64, "TestStruc.Ui64slice"); err != nil {
		return p, err
	}
	if u7 == 0 {
		v.Ui64slice = nil
	} else {
		u7--
		if u7 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.Ui64slice")
		}
		if v.Ui64slice != nil && u7 <= uint64(cap(v.Ui64slice)) {
			v.Ui64slice = v.Ui64slice[:u7]
		} else {
			v.Ui64slice = make([]uint64, u7)
		}
		p = testStrucFlatGetInt64s(v.Ui64slice, p)
	}
	var u8 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u8, p = uint64(p[0]), p[1:]
	} else if u8, p, err = r.uvarint(p, 64, "TestStruc.Ui8slice"); err != nil {
		return p, err
	}
	if u8 == 0 {
		v.Ui8slice = nil
	} else {
		u8--
		if u8 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Ui8slice")
		}
		if v.Ui8slice != nil && u8 <= uint64(cap(v.Ui8slice)) {
			v.Ui8slice = v.Ui8slice[:u8]
			copy(v.Ui8slice, p)
		} else {
			v.Ui8slice = r.bytes(p, int(u8))
		}
		p = p[u8:]
	}
	var u9 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u9, p = uint64(p[0]), p[1:]
	} else if u9, p, err = r.uvarint(p, 64, "TestStruc.Bslice"); err != nil {
		return p, err
	}
	if u9 == 0 {
		v.Bslice = nil
	} else {
		u9--
		if u9 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Bslice")
		}
		if v.Bslice != nil && u9 <= uint64(cap(v.Bslice)) {
			v.Bslice = v.Bslice[:u9]
		} else {
			v.Bslice = make([]bool, u9)
		}
		if !testStrucFlatGetBools(v.Bslice, p) {
			return p, r.fail(p, "TestStruc.Bslice", "a bool that is neither 0 nor 1")
		}
		p = p[len(v.Bslice):]
	}
	var u10 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u10, p = uint64(p[0]), p[1:]
	} else if u10, p, err = r.uvarint(p, 64, "TestStruc.Byslice"); err != nil {
		return p, err
	}
	if u10 == 0 {
		v.Byslice = nil
	} else {
		u10--
		if u10 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Byslice")
		}
		if v.Byslice != nil && u10 <= uint64(cap(v.Byslice)) {
			v.Byslice = v.Byslice[:u10]
			copy(v.Byslice, p)
		} else {
			v.Byslice = r.bytes(p, int(u10))
		}
		p = p[u10:]
	}
	if v.Iptrslice, p, err = testStrucFlatList(r, p, v.Iptrslice, 1, "TestStruc.Iptrslice"); err != nil {
		return p, err
	}
	s12 := v.Iptrslice
	for i11 := range s12 {
		if len(p) < 1 {
			return p, r.short(p, "TestStruc.Iptrslice[]")
		}
		has13 := p[0]
		if has13 > 1 {
			return p, r.fail(p, "TestStruc.Iptrslice[]", "a pointer's flag that is neither 0 nor 1")
		}
		p = p[1:]
		if has13 == 1 {
			if s12[i11] == nil {
				s12[i11] = new(int64)
			}
			if len(p) < 8 {
				return p, r.short(p, "TestStruc.Iptrslice[]")
			}
			*s12[i11] = int64(binary.LittleEndian.Uint64(p))
			p = p[8:]
		} else {
			s12[i11] = nil
		}
	}
	if v.AnonInTestStruc.AS, p, err = r.nextString(p, "TestStruc.AnonInTestStruc.AS"); err != nil {
		return p, err
	}
	if v.AnonInTestStruc.ASslice, p, err = testStrucFlatList(r, p, v.AnonInTestStruc.ASslice, 1, "TestStruc.AnonInTestStruc.ASslice"); err != nil {
		return p, err
	}
	s15 := v.AnonInTestStruc.ASslice
	for i14 := range s15 {
		if s15[i14], p, err = r.nextString(p, "TestStruc.AnonInTestStruc.ASslice[]"); err != nil {
			return p, err
		}
	}
	var u16 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u16, p = uint64(p[0]), p[1:]
	} else if u16, p, err = r.uvarint(p, 64, "TestStruc.AnonInTestStruc.AI64slice"); err != nil {
		return p, err
	}
	if u16 == 0 {
		v.AnonInTestStruc.AI64slice = nil
	} else {
		u16--
		if u16 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.AnonInTestStruc.AI64slice")
		}
		if v.AnonInTestStruc.AI64slice != nil && u16 <= uint64(cap(v.AnonInTestStruc.AI64slice)) {
			v.AnonInTestStruc.AI64slice = v.AnonInTestStruc.AI64slice[:u16]
		} else {
			v.AnonInTestStruc.AI64slice = make([]int64, u16)
		}
		p = testStrucFlatGetInt64s(v.AnonInTestStruc.AI64slice, p)
	}
	var u17 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u17, p = uint64(p[0]), p[1:]
	} else if u17, p, err = r.uvarint(p, 64, "TestStruc.AnonInTestStruc.AF64slice"); err != nil {
		return p, err
	}
	if u17 == 0 {
		v.AnonInTestStruc.AF64slice = nil
	} else {
		u17--
		if u17 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.AnonInTestStruc.AF64slice")
		}
		if v.AnonInTestStruc.AF64slice != nil && u17 <= uint64(cap(v.AnonInTestStruc.AF64slice)) {
			v.AnonInTestStruc.AF64slice = v.AnonInTestStruc.AF64slice[:u17]
		} else {
			v.AnonInTestStruc.AF64slice = make([]float64, u17)
		}
		p = testStrucFlatGetFloat64s(v.AnonInTestStruc.AF64slice, p)
	}
	var u18 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u18, p = uint64(p[0]), p[1:]
	} else if u18, p, err = r.uvarint(p, 64, "TestStruc.AnonInTestStruc.AMSU16"); err != nil {
		return p, err
	}
	if u18 == 0 {
		v.AnonInTestStruc.AMSU16 = nil
	} else {
		u18--
		if u18 > uint64(len(p))/3 {
			return p, r.short(p, "TestStruc.AnonInTestStruc.AMSU16")
		}
		if !r.chargeMap(u18, 18, 0) {
			return p, r.fail(p, "TestStruc.AnonInTestStruc.AMSU16", "more memory than the 65536 bytes that the input's length does not justify (--max-alloc)")
		}
		if v.AnonInTestStruc.AMSU16 != nil {
			clear(v.AnonInTestStruc.AMSU16)
		} else {
			v.AnonInTestStruc.AMSU16 = make(map[string]uint16, u18)
		}
		for i21 := range u18 {
			var k19 string
			var x20 uint16
			if k19, p, err = r.nextString(p, "TestStruc.AnonInTestStruc.AMSU16[key]"); err != nil {
				return p, err
			}
			if len(p) < 2 {
				return p, r.short(p, "TestStruc.AnonInTestStruc.AMSU16[value]")
			}
			x20 = binary.LittleEndian.Uint16(p)
			p = p[2:]
			v.AnonInTestStruc.AMSU16[k19] = x20
			if uint64(len(v.AnonInTestStruc.AMSU16)) != i21+1 {
				return p, r.fail(p, "TestStruc.AnonInTestStruc.AMSU16", "a key that occurs twice")
			}
		}
	}
	var u22 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u22, p = uint64(p[0]), p[1:]
	} else if u22, p, err = r.uvarint(p, 64, "TestStruc.Msi64"); err != nil {
		return p, err
	}
	if u22 == 0 {
		v.Msi64 = nil
	} else {
		u22--
		if u22 > uint64(len(p))/9 {
			return p, r.short(p, "TestStruc.Msi64")
		}
		if !r.chargeMap(u22, 24, 0) {
			return p, r.fail(p, "TestStruc.Msi64", "more memory than the 65536 bytes that the input's length does not justify (--max-alloc)")
		}
		if v.Msi64 != nil {
			clear(v.Msi64)
		} else {
			v.Msi64 = make(map[string]int64, u22)
		}
		for i25 := range u22 {
			var k23 string
			var x24 int64
			if k23, p, err = r.nextString(p, "TestStruc.Msi64[key]"); err != nil {
				return p, err
			}
			if len(p) < 8 {
				return p, r.short(p, "TestStruc.Msi64[value]")
			}
			x24 = int64(binary.LittleEndian.Uint64(p))
			p = p[8:]
			v.Msi64[k23] = x24
			if uint64(len(v.Msi64)) != i25+1 {
				return p, r.fail(p, "TestStruc.Msi64", "a key that occurs twice")
			}
		}
	}
	var u26 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u26, p = uint64(p[0]), p[1:]
	} else if u26, p, err = r.uvarint(p, 64, "TestStruc.Nmap"); err != nil {
		return p, err
	}
	if u26 == 0 {
		v.Nmap = nil
	} else {
		u26--
		if u26 > uint64(len(p))/2 {
			return p, r.short(p, "TestStruc.Nmap")
		}
		if !r.chargeMap(u26, 17, 0) {
			return p, r.fail(p, "TestStruc.Nmap", "more memory than the 65536 bytes that the input's length does not justify (--max-alloc)")
		}
		if v.Nmap != nil {
			clear(v.Nmap)
		} else {
			v.Nmap = make(map[string]bool, u26)
		}
		for i29 := range u26 {
			var k27 string
			var x28 bool
			if k27, p, err = r.nextString(p, "TestStruc.Nmap[key]"); err != nil {
				return p, err
			}
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Nmap[value]")
			}
			if p[0] > 1 {
				return p, r.fail(p, "TestStruc.Nmap[value]", "a bool that is neither 0 nor 1")
			}
			x28 = p[0] != 0
			p = p[1:]
			v.Nmap[k27] = x28
			if uint64(len(v.Nmap)) != i29+1 {
				return p, r.fail(p, "TestStruc.Nmap", "a key that occurs twice")
			}
		}
	}
	var u30 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u30, p = uint64(p[0]), p[1:]
	} else if u30, p, err = r.uvarint(p, 64, "TestStruc.Nslice"); err != nil {
		return p, err
	}
	if u30 == 0 {
		v.Nslice = nil
	} else {
		u30--
		if u30 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Nslice")
		}
		if v.Nslice != nil && u30 <= uint64(cap(v.Nslice)) {
			v.Nslice = v.Nslice[:u30]
			copy(v.Nslice, p)
		} else {
			v.Nslice = r.bytes(p, int(u30))
		}
		p = p[u30:]
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
	var u31 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u31, p = uint64(p[0]), p[1:]
	} else if u31, p, err = r.uvarint(p, 64, "TestStruc.Mtsptr"); err != nil {
		return p, err
	}
	if u31 == 0 {
		v.Mtsptr = nil
	} else {
		u31--
		if free32 := int64(len(p)) - r.owed; free32 < 0 || u31 > uint64(free32)/2 {
			return p, r.short(p, "TestStruc.Mtsptr")
		}
		r.owed += 2 * int64(u31)
		if !r.chargeMap(u31, 24, 0) {
			return p, r.fail(p, "TestStruc.Mtsptr", "more memory than the 65536 bytes that the input's length does not justify (--max-alloc)")
		}
		old33 := v.Mtsptr
		if v.Mtsptr == nil || len(v.Mtsptr) > 0 {
			v.Mtsptr = make(map[string]*teststruc.TestStruc, u31)
		}
		for i36 := range u31 {
			r.owed -= 2
			var k34 string
			var x35 *teststruc.TestStruc
			if k34, p, err = r.nextString(p, "TestStruc.Mtsptr[key]"); err != nil {
				return p, err
			}
			x35 = old33[k34]
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Mtsptr[value]")
			}
			has37 := p[0]
			if has37 > 1 {
				return p, r.fail(p, "TestStruc.Mtsptr[value]", "a pointer's flag that is neither 0 nor 1")
			}
			p = p[1:]
			if has37 == 1 {
				if x35 == nil {
					x35 = new(teststruc.TestStruc)
				}
				if p, err = testStrucFlatDecode(r, p, x35, depth+1); err != nil {
					return p, err
				}
			} else {
				x35 = nil
			}
			v.Mtsptr[k34] = x35
			if uint64(len(v.Mtsptr)) != i36+1 {
				return p, r.fail(p, "TestStruc.Mtsptr", "a key that occurs twice")
			}
		}
	}
	var u38 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u38, p = uint64(p[0]), p[1:]
	} else if u38, p, err = r.uvarint(p, 64, "TestStruc.Mts"); err != nil {
		return p, err
	}
	if u38 == 0 {
		v.Mts = nil
	} else {
		u38--
		if free39 := int64(len(p)) - r.owed; free39 < 0 || u38 > uint64(free39)/62 {
			return p, r.short(p, "TestStruc.Mts")
		}
		r.owed += 62 * int64(u38)
		if !r.chargeMap(u38, 24, 456) {
			return p, r.fail(p, "TestStruc.Mts", "more memory than the 65536 bytes that the input's length does not justify (--max-alloc)")
		}
		old40 := v.Mts
		if v.Mts == nil || len(v.Mts) > 0 {
			v.Mts = make(map[string]teststruc.TestStruc, u38)
		}
		var k41 string
		var x42 teststruc.TestStruc
		for i43 := range u38 {
			r.owed -= 62
			if k41, p, err = r.nextString(p, "TestStruc.Mts[key]"); err != nil {
				return p, err
			}
			x42 = old40[k41]
			if p, err = testStrucFlatDecode(r, p, &x42, depth+1); err != nil {
				return p, err
			}
			v.Mts[k41] = x42
			if uint64(len(v.Mts)) != i43+1 {
				return p, r.fail(p, "TestStruc.Mts", "a key that occurs twice")
			}
		}
	}
	var u44 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u44, p = uint64(p[0]), p[1:]
	} else if u44, p, err = r.uvarint(p, 64, "TestStruc.Its"); err != nil {
		return p, err
	}
	if u44 == 0 {
		v.Its = nil
	} else {
		u44--
		if free45 := int64(len(p)) - r.owed; free45 < 0 || u44 > uint64(free45) {
			return p, r.short(p, "TestStruc.Its")
		}
		if v.Its != nil && u44 <= uint64(cap(v.Its)) {
			v.Its = v.Its[:u44]
		} else {
			v.Its = make([]*teststruc.TestStruc, u44)
		}
		r.owed += 1 * int64(u44)
		s47 := v.Its
		for i46 := range s47 {
			r.owed -= 1
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Its[]")
			}
			has48 := p[0]
			if has48 > 1 {
				return p, r.fail(p, "TestStruc.Its[]", "a pointer's flag that is neither 0 nor 1")
			}
			p = p[1:]
			if has48 == 1 {
				if s47[i46] == nil {
					s47[i46] = new(teststruc.TestStruc)
				}
				if p, err = testStrucFlatDecode(r, p, s47[i46], depth+1); err != nil {
					return p, err
				}
			} else {
				s47[i46] = nil
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

// bytes returns the first n bytes of p, with no room behind them. Slices close to each
// other share one copy of the input.
func (r *testStrucFlatReader) bytes(p []byte, n int) []byte {
	if off := r.offset(p) - r.from; off+n <= len(r.copied) {
		return r.copied[off : off+n : off+n]
	}
	return r.copyBytes(p, n)
}

// copyBytes begins another copy, unless the slice is long. It is no more than eight times
// as long as the slice: other things may stand between slices.
//
//go:noinline
func (r *testStrucFlatReader) copyBytes(p []byte, n int) []byte {
	if n > testStrucFlatWindow/4 {
		return testStrucFlatCopyBytes(p[:n])
	}
	r.from = r.offset(p)
	r.copied = testStrucFlatCopyBytes(p[:min(len(p), testStrucFlatWindow, 8*n)])
	return r.copied[:n:n]
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

// testStrucFlatList reads the count of a list, whose elements take at least least bytes, and
// returns s with room for them, or a new slice.
func testStrucFlatList[S ~[]T, T any](r *testStrucFlatReader, p []byte, s S, least uint64, field string) (S, []byte, error) {
	var n uint64
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return s, p, err
		}
	}
	if n == 0 {
		return nil, p, nil
	}
	n--
	if n > uint64(len(p))/least {
		return s, p, r.short(p, field)
	}
	if s != nil && n <= uint64(cap(s)) {
		return s[:n], p, nil
	}
	return make(S, n), p, nil
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

// testStrucFlatPutInt64s writes numbers at the front of p and returns the rest: four at a
// time through array pointers, which cost one bounds check.
func testStrucFlatPutInt64s[T ~int64 | ~uint64 | ~int | ~uint | ~uintptr](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 32 {
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
	for len(s) >= 4 && len(p) >= 32 {
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

// testStrucFlatPutFloat64s writes numbers at the front of p and returns the rest: four at a
// time through array pointers, which cost one bounds check.
func testStrucFlatPutFloat64s[T ~float64](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		binary.LittleEndian.PutUint64(x[0:8], math.Float64bits(float64(y[0])))
		binary.LittleEndian.PutUint64(x[8:16], math.Float64bits(float64(y[1])))
		binary.LittleEndian.PutUint64(x[16:24], math.Float64bits(float64(y[2])))
		binary.LittleEndian.PutUint64(x[24:32], math.Float64bits(float64(y[3])))
		p, s = p[32:], s[4:]
	}
	for _, n := range s {
		binary.LittleEndian.PutUint64(p, math.Float64bits(float64(n)))
		p = p[8:]
	}
	return p
}

// testStrucFlatGetFloat64s reads as many numbers as s has room for.
func testStrucFlatGetFloat64s[T ~float64](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		y[0] = T(math.Float64frombits(binary.LittleEndian.Uint64(x[0:8])))
		y[1] = T(math.Float64frombits(binary.LittleEndian.Uint64(x[8:16])))
		y[2] = T(math.Float64frombits(binary.LittleEndian.Uint64(x[16:24])))
		y[3] = T(math.Float64frombits(binary.LittleEndian.Uint64(x[24:32])))
		p, s = p[32:], s[4:]
	}
	for i := range s {
		s[i] = T(math.Float64frombits(binary.LittleEndian.Uint64(p)))
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
	copied  []byte // a copy of data[from:], of which slices of bytes are parts
	from    int
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

// charge reports whether n values of the given size are within the budget: a
// fixed sum, and 48 bytes for each of the input.
func (r *testStrucFlatReader) charge(n uint64, size int) bool {
	most := uint64(65536) + 48*uint64(len(r.data))
	if n > (most-r.charged)/uint64(size) {
		return false
	}
	r.charged += n * uint64(size)
	return true
}

// chargeMap is charge for a map of n entries, each of which takes place bytes in the
// map, and apart bytes elsewhere: there are places for eight at least, and for up to
// 16/7 times as many as there are entries.
func (r *testStrucFlatReader) chargeMap(n uint64, place, apart int) bool {
	if n > 8 {
		return r.charge(n, 2*place+place/4+2+apart)
	}
	return n == 0 || r.charge(1, 56+8*place+int(n)*apart)
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

// copyString begins another copy, unless the string is long.
//
//go:noinline
func (r *testStrucFlatReader) copyString(p []byte, n int) string {
	if n > testStrucFlatWindow/4 {
		return string(p[:n])
	}
	r.base = r.offset(p)
	r.text = string(p[:min(len(p), testStrucFlatWindow)])
	return r.text[:n]
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
	copy(b[n+1:], s)
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
