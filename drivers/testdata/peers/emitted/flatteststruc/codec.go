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

func testStrucFlatAppend(b []byte, v *teststruc.TestStruc, depth int) (_ []byte, err error) {
	if depth >= 1000 {
		return b, testStrucFlatMarshalError("TestStruc", "values nest deeper than 1000, or contain themselves")
	}
	b = testStrucFlatExtend(b, 41)
	h1 := (*[41]byte)(b[len(b)-41:])
	binary.LittleEndian.PutUint64(h1[0:8], uint64(v.I64))
	binary.LittleEndian.PutUint16(h1[8:10], uint16(v.I16))
	binary.LittleEndian.PutUint64(h1[10:18], v.Ui64)
	h1[18] = byte(v.Ui8)
	h1[19] = testStrucFlatBoolByte(v.B)
	h1[20] = byte(v.By)
	testStrucFlatPutAnonInTestStruc((*[18]byte)(h1[21:39]), &v.AnonInTestStruc)
	h1[39] = testStrucFlatBoolByte(v.Nint64 != nil)
	h1[40] = testStrucFlatBoolByte(v.Nteststruc != nil)
	b = testStrucFlatAppendString(b, v.S)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Sslice == nil, len(v.Sslice)))
	s3 := v.Sslice
	for i2 := range s3 {
		b = testStrucFlatAppendString(b, s3[i2])
	}
	n4 := testStrucFlatUvarintSize(uint64(len(v.I64slice)+1)) + 8*len(v.I64slice) + testStrucFlatUvarintSize(uint64(len(v.I16slice)+1)) + 2*len(v.I16slice) + testStrucFlatUvarintSize(uint64(len(v.Ui64slice)+1)) + 8*len(v.Ui64slice) + testStrucFlatUvarintSize(uint64(len(v.Ui8slice)+1)) + len(v.Ui8slice) + testStrucFlatUvarintSize(uint64(len(v.Bslice)+1)) + len(v.Bslice) + testStrucFlatUvarintSize(uint64(len(v.Byslice)+1)) + len(v.Byslice)
	b = testStrucFlatExtend(b, n4)
	p := b[len(b)-n4:]
	if u5 := testStrucFlatCount(v.I64slice == nil, len(v.I64slice)); u5 < 0x80 {
		p[0] = byte(u5)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u5)
	}
	p = testStrucFlatPutInt64s(p, v.I64slice)
	if u6 := testStrucFlatCount(v.I16slice == nil, len(v.I16slice)); u6 < 0x80 {
		p[0] = byte(u6)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u6)
	}
	p = testStrucFlatPutInt16s(p, v.I16slice)
	if u7 := testStrucFlatCount(v.Ui64slice == nil, len(v.Ui64slice)); u7 < 0x80 {
		p[0] = byte(u7)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u7)
	}
	p = testStrucFlatPutInt64s(p, v.Ui64slice)
	if u8 := testStrucFlatCount(v.Ui8slice == nil, len(v.Ui8slice)); u8 < 0x80 {
		p[0] = byte(u8)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u8)
	}
	copy(p, v.Ui8slice)
	p = p[len(v.Ui8slice):]
	if u9 := testStrucFlatCount(v.Bslice == nil, len(v.Bslice)); u9 < 0x80 {
		p[0] = byte(u9)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u9)
	}
	p = testStrucFlatPutBools(p, v.Bslice)
	if u10 := testStrucFlatCount(v.Byslice == nil, len(v.Byslice)); u10 < 0x80 {
		p[0] = byte(u10)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u10)
	}
	copy(p, v.Byslice)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Iptrslice == nil, len(v.Iptrslice)))
	s12 := v.Iptrslice
	for i11 := range s12 {
		b = testStrucFlatExtend(b, 1)
		p = b[len(b)-1:]
		p[0] = testStrucFlatBoolByte(s12[i11] != nil)
		if s12[i11] != nil {
			b = testStrucFlatExtend(b, 8)
			p = b[len(b)-8:]
			binary.LittleEndian.PutUint64(p, uint64(*s12[i11]))
		}
	}
	b = testStrucFlatAppendTailsAnonInTestStruc(b, &v.AnonInTestStruc)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Msi64 == nil, len(v.Msi64)))
	for k13, x14 := range v.Msi64 {
		_, _ = k13, x14
		b = testStrucFlatAppendString(b, k13)
		b = testStrucFlatExtend(b, 8)
		p = b[len(b)-8:]
		binary.LittleEndian.PutUint64(p, uint64(x14))
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Nmap == nil, len(v.Nmap)))
	for k15, x16 := range v.Nmap {
		_, _ = k15, x16
		b = testStrucFlatAppendString(b, k15)
		b = testStrucFlatExtend(b, 1)
		p = b[len(b)-1:]
		p[0] = testStrucFlatBoolByte(x16)
	}
	n17 := testStrucFlatUvarintSize(uint64(len(v.Nslice)+1)) + len(v.Nslice)
	b = testStrucFlatExtend(b, n17)
	p = b[len(b)-n17:]
	if u18 := testStrucFlatCount(v.Nslice == nil, len(v.Nslice)); u18 < 0x80 {
		p[0] = byte(u18)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u18)
	}
	copy(p, v.Nslice)
	if v.Nint64 != nil {
		b = testStrucFlatExtend(b, 8)
		p = b[len(b)-8:]
		binary.LittleEndian.PutUint64(p, uint64(*v.Nint64))
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Mtsptr == nil, len(v.Mtsptr)))
	for k19, x20 := range v.Mtsptr {
		_, _ = k19, x20
		b = testStrucFlatAppendString(b, k19)
		b = testStrucFlatExtend(b, 1)
		p = b[len(b)-1:]
		p[0] = testStrucFlatBoolByte(x20 != nil)
		if x20 != nil {
			if b, err = testStrucFlatAppend(b, x20, depth+1); err != nil {
				return b, err
			}
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Mts == nil, len(v.Mts)))
	var k21 string
	var x22 teststruc.TestStruc
	for k21, x22 = range v.Mts {
		_, _ = k21, x22
		b = testStrucFlatAppendString(b, k21)
		if b, err = testStrucFlatAppend(b, &x22, depth+1); err != nil {
			return b, err
		}
	}
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.Its == nil, len(v.Its)))
	s24 := v.Its
	for i23 := range s24 {
		b = testStrucFlatExtend(b, 1)
		p = b[len(b)-1:]
		p[0] = testStrucFlatBoolByte(s24[i23] != nil)
		if s24[i23] != nil {
			if b, err = testStrucFlatAppend(b, s24[i23], depth+1); err != nil {
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

func testStrucFlatDecode(r *testStrucFlatReader, p []byte, v *teststruc.TestStruc, depth int) (_ []byte, err error) {
	if depth >= 1000 {
		return p, r.fail(p, "TestStruc", "values nest deeper than 1000")
	}
	if len(p) < 42 {
		return p, r.short(p, "TestStruc.I64")
	}
	h1 := (*[42]byte)(p)
	if h1[19]|h1[39]|h1[40] > 1 {
		return p, r.flags(p, testStrucFlatFlag{19, "TestStruc.B"}, testStrucFlatFlag{39, "TestStruc.Nint64"}, testStrucFlatFlag{40, "TestStruc.Nteststruc"})
	}
	v.I64 = int64(binary.LittleEndian.Uint64(h1[0:8]))
	v.I16 = int16(binary.LittleEndian.Uint16(h1[8:10]))
	v.Ui64 = binary.LittleEndian.Uint64(h1[10:18])
	v.Ui8 = h1[18]
	v.B = h1[19] != 0
	v.By = h1[20]
	f2 := p[21:]
	has3 := h1[39]
	has4 := h1[40]
	n5 := uint64(h1[41])
	if n5 < 0x80 {
		p = p[42:]
	} else if n5, p, err = r.uvarint(p[41:], 64, "TestStruc.S"); err != nil {
		return p, err
	}
	if n5 > uint64(len(p)) {
		return p, r.short(p, "TestStruc.S")
	}
	v.S = r.string(p, int(n5))
	p = p[n5:]
	if v.Sslice, p, err = testStrucFlatList(r, p, v.Sslice, 1, "TestStruc.Sslice"); err != nil {
		return p, err
	}
	s7 := v.Sslice
	for i6 := range s7 {
		if s7[i6], p, err = r.nextString(p, "TestStruc.Sslice[]"); err != nil {
			return p, err
		}
	}
	var u8 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u8, p = uint64(p[0]), p[1:]
	} else if u8, p, err = r.uvarint(p, 64, "TestStruc.I64slice"); err != nil {
		return p, err
	}
	if u8 == 0 {
		v.I64slice = nil
	} else {
		u8--
		if u8 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.I64slice")
		}
		if v.I64slice != nil && u8 <= uint64(cap(v.I64slice)) {
			v.I64slice = v.I64slice[:u8]
		} else {
			v.I64slice = make([]int64, u8)
		}
		p = testStrucFlatGetInt64s(v.I64slice, p)
	}
	var u9 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u9, p = uint64(p[0]), p[1:]
	} else if u9, p, err = r.uvarint(p, 64, "TestStruc.I16slice"); err != nil {
		return p, err
	}
	if u9 == 0 {
		v.I16slice = nil
	} else {
		u9--
		if u9 > uint64(len(p))/2 {
			return p, r.short(p, "TestStruc.I16slice")
		}
		if v.I16slice != nil && u9 <= uint64(cap(v.I16slice)) {
			v.I16slice = v.I16slice[:u9]
		} else {
			v.I16slice = make([]int16, u9)
		}
		p = testStrucFlatGetInt16s(v.I16slice, p)
	}
	var u10 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u10, p = uint64(p[0]), p[1:]
	} else if u10, p, err = r.uvarint(p, 64, "TestStruc.Ui64slice"); err != nil {
		return p, err
	}
	if u10 == 0 {
		v.Ui64slice = nil
	} else {
		u10--
		if u10 > uint64(len(p))/8 {
			return p, r.short(p, "TestStruc.Ui64slice")
		}
		if v.Ui64slice != nil && u10 <= uint64(cap(v.Ui64slice)) {
			v.Ui64slice = v.Ui64slice[:u10]
		} else {
			v.Ui64slice = make([]uint64, u10)
		}
		p = testStrucFlatGetInt64s(v.Ui64slice, p)
	}
	var u11 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u11, p = uint64(p[0]), p[1:]
	} else if u11, p, err = r.uvarint(p, 64, "TestStruc.Ui8slice"); err != nil {
		return p, err
	}
	if u11 == 0 {
		v.Ui8slice = nil
	} else {
		u11--
		if u11 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Ui8slice")
		}
		if v.Ui8slice != nil && u11 <= uint64(cap(v.Ui8slice)) {
			v.Ui8slice = v.Ui8slice[:u11]
		} else {
			v.Ui8slice = make([]byte, u11)
		}
		copy(v.Ui8slice, p)
		p = p[u11:]
	}
	var u12 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u12, p = uint64(p[0]), p[1:]
	} else if u12, p, err = r.uvarint(p, 64, "TestStruc.Bslice"); err != nil {
		return p, err
	}
	if u12 == 0 {
		v.Bslice = nil
	} else {
		u12--
		if u12 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Bslice")
		}
		if v.Bslice != nil && u12 <= uint64(cap(v.Bslice)) {
			v.Bslice = v.Bslice[:u12]
		} else {
			v.Bslice = make([]bool, u12)
		}
		if !testStrucFlatGetBools(v.Bslice, p) {
			return p, r.fail(p, "TestStruc.Bslice", "a bool that is neither 0 nor 1")
		}
		p = p[len(v.Bslice):]
	}
	var u13 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u13, p = uint64(p[0]), p[1:]
	} else if u13, p, err = r.uvarint(p, 64, "TestStruc.Byslice"); err != nil {
		return p, err
	}
	if u13 == 0 {
		v.Byslice = nil
	} else {
		u13--
		if u13 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Byslice")
		}
		if v.Byslice != nil && u13 <= uint64(cap(v.Byslice)) {
			v.Byslice = v.Byslice[:u13]
		} else {
			v.Byslice = make([]byte, u13)
		}
		copy(v.Byslice, p)
		p = p[u13:]
	}
	if v.Iptrslice, p, err = testStrucFlatList(r, p, v.Iptrslice, 1, "TestStruc.Iptrslice"); err != nil {
		return p, err
	}
	s15 := v.Iptrslice
	for i14 := range s15 {
		if len(p) < 1 {
			return p, r.short(p, "TestStruc.Iptrslice[]")
		}
		has16 := p[0]
		if has16 > 1 {
			return p, r.fail(p, "TestStruc.Iptrslice[]", "a pointer's flag that is neither 0 nor 1")
		}
		p = p[1:]
		if has16 == 1 {
			if s15[i14] == nil {
				s15[i14] = new(int64)
			}
			if len(p) < 8 {
				return p, r.short(p, "TestStruc.Iptrslice[]")
			}
			(*s15[i14]) = int64(binary.LittleEndian.Uint64(p))
			p = p[8:]
		} else {
			s15[i14] = nil
		}
	}
	if p, err = testStrucFlatDecodeAnonInTestStruc(r, f2, p, &v.AnonInTestStruc); err != nil {
		return p, err
	}
	var u17 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u17, p = uint64(p[0]), p[1:]
	} else if u17, p, err = r.uvarint(p, 64, "TestStruc.Msi64"); err != nil {
		return p, err
	}
	if u17 == 0 {
		v.Msi64 = nil
	} else {
		u17--
		if u17 > uint64(len(p))/9 {
			return p, r.short(p, "TestStruc.Msi64")
		}
		if v.Msi64 != nil {
			clear(v.Msi64)
		} else {
			v.Msi64 = make(map[string]int64, u17)
		}
		for i20 := range u17 {
			var k18 string
			var x19 int64
			if k18, p, err = r.nextString(p, "TestStruc.Msi64[key]"); err != nil {
				return p, err
			}
			if len(p) < 8 {
				return p, r.short(p, "TestStruc.Msi64[value]")
			}
			x19 = int64(binary.LittleEndian.Uint64(p))
			p = p[8:]
			v.Msi64[k18] = x19
			if uint64(len(v.Msi64)) != i20+1 {
				return p, r.fail(p, "TestStruc.Msi64", "a key that occurs twice")
			}
		}
	}
	var u21 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u21, p = uint64(p[0]), p[1:]
	} else if u21, p, err = r.uvarint(p, 64, "TestStruc.Nmap"); err != nil {
		return p, err
	}
	if u21 == 0 {
		v.Nmap = nil
	} else {
		u21--
		if u21 > uint64(len(p))/2 {
			return p, r.short(p, "TestStruc.Nmap")
		}
		if v.Nmap != nil {
			clear(v.Nmap)
		} else {
			v.Nmap = make(map[string]bool, u21)
		}
		for i24 := range u21 {
			var k22 string
			var x23 bool
			if k22, p, err = r.nextString(p, "TestStruc.Nmap[key]"); err != nil {
				return p, err
			}
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Nmap[value]")
			}
			if p[0] > 1 {
				return p, r.fail(p, "TestStruc.Nmap[value]", "a bool that is neither 0 nor 1")
			}
			x23 = p[0] != 0
			p = p[1:]
			v.Nmap[k22] = x23
			if uint64(len(v.Nmap)) != i24+1 {
				return p, r.fail(p, "TestStruc.Nmap", "a key that occurs twice")
			}
		}
	}
	var u25 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u25, p = uint64(p[0]), p[1:]
	} else if u25, p, err = r.uvarint(p, 64, "TestStruc.Nslice"); err != nil {
		return p, err
	}
	if u25 == 0 {
		v.Nslice = nil
	} else {
		u25--
		if u25 > uint64(len(p)) {
			return p, r.short(p, "TestStruc.Nslice")
		}
		if v.Nslice != nil && u25 <= uint64(cap(v.Nslice)) {
			v.Nslice = v.Nslice[:u25]
		} else {
			v.Nslice = make([]byte, u25)
		}
		copy(v.Nslice, p)
		p = p[u25:]
	}
	if has3 == 1 {
		if v.Nint64 == nil {
			v.Nint64 = new(int64)
		}
		if len(p) < 8 {
			return p, r.short(p, "TestStruc.Nint64")
		}
		(*v.Nint64) = int64(binary.LittleEndian.Uint64(p))
		p = p[8:]
	} else {
		v.Nint64 = nil
	}
	var u26 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u26, p = uint64(p[0]), p[1:]
	} else if u26, p, err = r.uvarint(p, 64, "TestStruc.Mtsptr"); err != nil {
		return p, err
	}
	if u26 == 0 {
		v.Mtsptr = nil
	} else {
		u26--
		if free27 := int64(len(p)) - r.owed; free27 < 0 || u26 > uint64(free27)/2 {
			return p, r.short(p, "TestStruc.Mtsptr")
		}
		r.owed += 2 * int64(u26)
		old28 := v.Mtsptr
		if v.Mtsptr == nil || len(v.Mtsptr) > 0 {
			v.Mtsptr = make(map[string]*teststruc.TestStruc, u26)
		}
		for i31 := range u26 {
			r.owed -= 2
			var k29 string
			var x30 *teststruc.TestStruc
			if k29, p, err = r.nextString(p, "TestStruc.Mtsptr[key]"); err != nil {
				return p, err
			}
			x30 = old28[k29]
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Mtsptr[value]")
			}
			has32 := p[0]
			if has32 > 1 {
				return p, r.fail(p, "TestStruc.Mtsptr[value]", "a pointer's flag that is neither 0 nor 1")
			}
			p = p[1:]
			if has32 == 1 {
				if x30 == nil {
					x30 = new(teststruc.TestStruc)
				}
				if p, err = testStrucFlatDecode(r, p, x30, depth+1); err != nil {
					return p, err
				}
			} else {
				x30 = nil
			}
			v.Mtsptr[k29] = x30
			if uint64(len(v.Mtsptr)) != i31+1 {
				return p, r.fail(p, "TestStruc.Mtsptr", "a key that occurs twice")
			}
		}
	}
	var u33 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u33, p = uint64(p[0]), p[1:]
	} else if u33, p, err = r.uvarint(p, 64, "TestStruc.Mts"); err != nil {
		return p, err
	}
	if u33 == 0 {
		v.Mts = nil
	} else {
		u33--
		if free34 := int64(len(p)) - r.owed; free34 < 0 || u33 > uint64(free34)/62 {
			return p, r.short(p, "TestStruc.Mts")
		}
		r.owed += 62 * int64(u33)
		old35 := v.Mts
		if v.Mts == nil || len(v.Mts) > 0 {
			v.Mts = make(map[string]teststruc.TestStruc, u33)
		}
		var k36 string
		var x37 teststruc.TestStruc
		for i38 := range u33 {
			r.owed -= 62
			if k36, p, err = r.nextString(p, "TestStruc.Mts[key]"); err != nil {
				return p, err
			}
			x37 = old35[k36]
			if p, err = testStrucFlatDecode(r, p, &x37, depth+1); err != nil {
				return p, err
			}
			v.Mts[k36] = x37
			if uint64(len(v.Mts)) != i38+1 {
				return p, r.fail(p, "TestStruc.Mts", "a key that occurs twice")
			}
		}
	}
	var u39 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u39, p = uint64(p[0]), p[1:]
	} else if u39, p, err = r.uvarint(p, 64, "TestStruc.Its"); err != nil {
		return p, err
	}
	if u39 == 0 {
		v.Its = nil
	} else {
		u39--
		if free40 := int64(len(p)) - r.owed; free40 < 0 || u39 > uint64(free40) {
			return p, r.short(p, "TestStruc.Its")
		}
		if v.Its != nil && u39 <= uint64(cap(v.Its)) {
			v.Its = v.Its[:u39]
		} else {
			v.Its = make([]*teststruc.TestStruc, u39)
		}
		r.owed += 1 * int64(u39)
		s42 := v.Its
		for i41 := range s42 {
			r.owed -= 1
			if len(p) < 1 {
				return p, r.short(p, "TestStruc.Its[]")
			}
			has43 := p[0]
			if has43 > 1 {
				return p, r.fail(p, "TestStruc.Its[]", "a pointer's flag that is neither 0 nor 1")
			}
			p = p[1:]
			if has43 == 1 {
				if s42[i41] == nil {
					s42[i41] = new(teststruc.TestStruc)
				}
				if p, err = testStrucFlatDecode(r, p, s42[i41], depth+1); err != nil {
					return p, err
				}
			} else {
				s42[i41] = nil
			}
		}
	}
	if has4 == 1 {
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

func testStrucFlatPutAnonInTestStruc(h *[18]byte, v *teststruc.AnonInTestStruc) {
	binary.LittleEndian.PutUint64(h[0:8], uint64(v.AI64))
	binary.LittleEndian.PutUint16(h[8:10], uint16(v.AI16))
	binary.LittleEndian.PutUint64(h[10:18], v.AUi64)
}

func testStrucFlatAppendTailsAnonInTestStruc(b []byte, v *teststruc.AnonInTestStruc) []byte {
	b = testStrucFlatAppendString(b, v.AS)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.ASslice == nil, len(v.ASslice)))
	s2 := v.ASslice
	for i1 := range s2 {
		b = testStrucFlatAppendString(b, s2[i1])
	}
	n3 := testStrucFlatUvarintSize(uint64(len(v.AI64slice)+1)) + 8*len(v.AI64slice)
	b = testStrucFlatExtend(b, n3)
	p := b[len(b)-n3:]
	if u4 := testStrucFlatCount(v.AI64slice == nil, len(v.AI64slice)); u4 < 0x80 {
		p[0] = byte(u4)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u4)
	}
	testStrucFlatPutInt64s(p, v.AI64slice)
	n5 := testStrucFlatUvarintSize(uint64(len(v.AF64slice)+1)) + 8*len(v.AF64slice)
	b = testStrucFlatExtend(b, n5)
	p = b[len(b)-n5:]
	if u6 := testStrucFlatCount(v.AF64slice == nil, len(v.AF64slice)); u6 < 0x80 {
		p[0] = byte(u6)
		p = p[1:]
	} else {
		p = testStrucFlatPutUvarint(p, u6)
	}
	testStrucFlatPutFloat64s(p, v.AF64slice)
	b = testStrucFlatAppendUvarint(b, testStrucFlatCount(v.AMSU16 == nil, len(v.AMSU16)))
	for k7, x8 := range v.AMSU16 {
		_, _ = k7, x8
		b = testStrucFlatAppendString(b, k7)
		b = testStrucFlatExtend(b, 2)
		p = b[len(b)-2:]
		binary.LittleEndian.PutUint16(p, x8)
	}
	return b
}

// testStrucFlatDecodeAnonInTestStruc reads *v, of which the fixed part is at the front of h, and the rest at
// that of p.
func testStrucFlatDecodeAnonInTestStruc(r *testStrucFlatReader, h, p []byte, v *teststruc.AnonInTestStruc) (_ []byte, err error) {
	h1 := (*[18]byte)(h)
	v.AI64 = int64(binary.LittleEndian.Uint64(h1[0:8]))
	v.AI16 = int16(binary.LittleEndian.Uint16(h1[8:10]))
	v.AUi64 = binary.LittleEndian.Uint64(h1[10:18])
	if v.AS, p, err = r.nextString(p, "AnonInTestStruc.AS"); err != nil {
		return p, err
	}
	if v.ASslice, p, err = testStrucFlatList(r, p, v.ASslice, 1, "AnonInTestStruc.ASslice"); err != nil {
		return p, err
	}
	s3 := v.ASslice
	for i2 := range s3 {
		if s3[i2], p, err = r.nextString(p, "AnonInTestStruc.ASslice[]"); err != nil {
			return p, err
		}
	}
	var u4 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u4, p = uint64(p[0]), p[1:]
	} else if u4, p, err = r.uvarint(p, 64, "AnonInTestStruc.AI64slice"); err != nil {
		return p, err
	}
	if u4 == 0 {
		v.AI64slice = nil
	} else {
		u4--
		if u4 > uint64(len(p))/8 {
			return p, r.short(p, "AnonInTestStruc.AI64slice")
		}
		if v.AI64slice != nil && u4 <= uint64(cap(v.AI64slice)) {
			v.AI64slice = v.AI64slice[:u4]
		} else {
			v.AI64slice = make([]int64, u4)
		}
		p = testStrucFlatGetInt64s(v.AI64slice, p)
	}
	var u5 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u5, p = uint64(p[0]), p[1:]
	} else if u5, p, err = r.uvarint(p, 64, "AnonInTestStruc.AF64slice"); err != nil {
		return p, err
	}
	if u5 == 0 {
		v.AF64slice = nil
	} else {
		u5--
		if u5 > uint64(len(p))/8 {
			return p, r.short(p, "AnonInTestStruc.AF64slice")
		}
		if v.AF64slice != nil && u5 <= uint64(cap(v.AF64slice)) {
			v.AF64slice = v.AF64slice[:u5]
		} else {
			v.AF64slice = make([]float64, u5)
		}
		p = testStrucFlatGetFloat64s(v.AF64slice, p)
	}
	var u6 uint64
	if len(p) > 0 && p[0] < 0x80 {
		u6, p = uint64(p[0]), p[1:]
	} else if u6, p, err = r.uvarint(p, 64, "AnonInTestStruc.AMSU16"); err != nil {
		return p, err
	}
	if u6 == 0 {
		v.AMSU16 = nil
	} else {
		u6--
		if u6 > uint64(len(p))/3 {
			return p, r.short(p, "AnonInTestStruc.AMSU16")
		}
		if v.AMSU16 != nil {
			clear(v.AMSU16)
		} else {
			v.AMSU16 = make(map[string]uint16, u6)
		}
		for i9 := range u6 {
			var k7 string
			var x8 uint16
			if k7, p, err = r.nextString(p, "AnonInTestStruc.AMSU16[key]"); err != nil {
				return p, err
			}
			if len(p) < 2 {
				return p, r.short(p, "AnonInTestStruc.AMSU16[value]")
			}
			x8 = binary.LittleEndian.Uint16(p)
			p = p[2:]
			v.AMSU16[k7] = x8
			if uint64(len(v.AMSU16)) != i9+1 {
				return p, r.fail(p, "AnonInTestStruc.AMSU16", "a key that occurs twice")
			}
		}
	}
	return p, nil
}

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
		fresh = append(make([]byte, 0, len(b)), b...)
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

func testStrucFlatBoolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// testStrucFlatCount returns 0 for nil and one more than the count for the rest.
func testStrucFlatCount(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}

// testStrucFlatExtend makes b longer by n bytes, which are to be written.
func testStrucFlatExtend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return testStrucFlatGrow(b, n)
	}
	return b[:len(b)+n]
}

// testStrucFlatFlag is a byte that is 0 or 1.
type testStrucFlatFlag struct {
	at    int
	field string
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

// testStrucFlatMarshalError says what of a value has no encoding.
//
//go:noinline
func testStrucFlatMarshalError(field, reason string) error {
	return fmt.Errorf("flat: marshalling %s: %s", field, reason)
}

func testStrucFlatPutBools[T ~bool](p []byte, s []T) []byte {
	for i, x := range s {
		p[i] = testStrucFlatBoolByte(bool(x))
	}
	return p[len(s):]
}

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

func testStrucFlatPutUvarint(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}

// testStrucFlatReader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type testStrucFlatReader struct {
	data []byte
	text string // a copy of data[base:], of which strings are parts
	base int
	owed int64 // how much of what is left is for elements that were announced
}

//go:noinline
func (r *testStrucFlatReader) fail(p []byte, field, reason string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %s", field, len(r.data)-len(p), reason)
}

//go:noinline
func (r *testStrucFlatReader) short(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %w", field, len(r.data)-len(p), io.ErrUnexpectedEOF)
}

// flags returns the error of the first that is neither 0 nor 1.
//
//go:noinline
func (r *testStrucFlatReader) flags(p []byte, list ...testStrucFlatFlag) error {
	for _, f := range list {
		if p[f.at] > 1 {
			return r.fail(p, f.field, "a flag that is neither 0 nor 1")
		}
	}
	return nil
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

// string returns the first n bytes of p. Strings close to each other share one
// copy of the input.
func (r *testStrucFlatReader) string(p []byte, n int) string {
	off := len(r.data) - len(p) - r.base
	if off+n <= len(r.text) {
		return r.text[off : off+n]
	}
	return r.copyString(p, n)
}

//go:noinline
func (r *testStrucFlatReader) copyString(p []byte, n int) string {
	if n > testStrucFlatWindow/4 {
		return string(p[:n])
	}
	r.base = len(r.data) - len(p)
	r.text = string(p[:min(len(p), testStrucFlatWindow)])
	return r.text[:n]
}

// nextString reads a string after its length.
func (r *testStrucFlatReader) nextString(p []byte, field string) (string, []byte, error) {
	var n uint64
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return "", p, err
		}
	}
	if n > uint64(len(p)) {
		return "", p, r.short(p, field)
	}
	return r.string(p, int(n)), p[n:], nil
}

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

// testStrucFlatRelease gives a buffer back that has grown to b, unless it is large.
func testStrucFlatRelease(scratch *[]byte, b []byte) {
	if cap(b) <= 1<<20 {
		*scratch = b
		testStrucFlatScratch.Put(scratch)
	}
}

// testStrucFlatScratch holds buffers for values whose size is only known when they are
// written.
var testStrucFlatScratch = sync.Pool{New: func() any { return new([]byte) }}

// testStrucFlatUvarintSize returns the length in bytes of a varint.
func testStrucFlatUvarintSize(x uint64) int { return (9*bits.Len64(x) + 64) / 64 }

// testStrucFlatGrow is testStrucFlatExtend where there is no room.
//
//go:noinline
func testStrucFlatGrow(b []byte, n int) []byte { return slices.Grow(b, n)[:len(b)+n] }

// testStrucFlatWindow is how much of the input is copied at once for the strings in it.
const testStrucFlatWindow = 4096
