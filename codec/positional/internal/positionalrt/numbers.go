package positionalrt

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// PutInt8s writes numbers at the front of p and returns the rest: four at a
// time through array pointers, which cost one bounds check.
func PutInt8s[T ~int8 | ~uint8](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 4 {
		x, y := (*[4]byte)(p), (*[4]T)(s)
		x[0] = byte(uint8(y[0]))
		x[1] = byte(uint8(y[1]))
		x[2] = byte(uint8(y[2]))
		x[3] = byte(uint8(y[3]))
		p, s = p[4:], s[4:]
	}
	for _, n := range s {
		p[0] = byte(uint8(n))
		p = p[1:]
	}
	return p
}

// GetInt8s reads as many numbers as s has room for.
func GetInt8s[T ~int8 | ~uint8](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= 4 {
		x, y := (*[4]byte)(p), (*[4]T)(s)
		y[0] = T(x[0])
		y[1] = T(x[1])
		y[2] = T(x[2])
		y[3] = T(x[3])
		p, s = p[4:], s[4:]
	}
	for i := range s {
		s[i] = T(p[0])
		p = p[1:]
	}
	return p
}

// PutInt16s writes numbers at the front of p and returns the rest: four at a
// time through array pointers, which cost one bounds check.
func PutInt16s[T ~int16 | ~uint16](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 8 {
		x, y := (*[8]byte)(p), (*[4]T)(s)
		order.PutUint16(x[0:2], uint16(y[0]))
		order.PutUint16(x[2:4], uint16(y[1]))
		order.PutUint16(x[4:6], uint16(y[2]))
		order.PutUint16(x[6:8], uint16(y[3]))
		p, s = p[8:], s[4:]
	}
	for _, n := range s {
		order.PutUint16(p, uint16(n))
		p = p[2:]
	}
	return p
}

// GetInt16s reads as many numbers as s has room for.
func GetInt16s[T ~int16 | ~uint16](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= 8 {
		x, y := (*[8]byte)(p), (*[4]T)(s)
		y[0] = T(order.Uint16(x[0:2]))
		y[1] = T(order.Uint16(x[2:4]))
		y[2] = T(order.Uint16(x[4:6]))
		y[3] = T(order.Uint16(x[6:8]))
		p, s = p[8:], s[4:]
	}
	for i := range s {
		s[i] = T(order.Uint16(p))
		p = p[2:]
	}
	return p
}

// PutInt32s writes numbers at the front of p and returns the rest: eight or four at a
// time through array pointers, which cost one bounds check.
func PutInt32s[T ~int32 | ~uint32](p []byte, s []T) []byte {
	for len(s) >= 8 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[8]T)(s)
		order.PutUint32(x[0:4], uint32(y[0]))
		order.PutUint32(x[4:8], uint32(y[1]))
		order.PutUint32(x[8:12], uint32(y[2]))
		order.PutUint32(x[12:16], uint32(y[3]))
		order.PutUint32(x[16:20], uint32(y[4]))
		order.PutUint32(x[20:24], uint32(y[5]))
		order.PutUint32(x[24:28], uint32(y[6]))
		order.PutUint32(x[28:32], uint32(y[7]))
		p, s = p[32:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 16 {
		x, y := (*[16]byte)(p), (*[4]T)(s)
		order.PutUint32(x[0:4], uint32(y[0]))
		order.PutUint32(x[4:8], uint32(y[1]))
		order.PutUint32(x[8:12], uint32(y[2]))
		order.PutUint32(x[12:16], uint32(y[3]))
		p, s = p[16:], s[4:]
	}
	for _, n := range s {
		order.PutUint32(p, uint32(n))
		p = p[4:]
	}
	return p
}

// GetInt32s reads as many numbers as s has room for.
func GetInt32s[T ~int32 | ~uint32](s []T, p []byte) []byte {
	for len(s) >= 8 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[8]T)(s)
		y[0] = T(order.Uint32(x[0:4]))
		y[1] = T(order.Uint32(x[4:8]))
		y[2] = T(order.Uint32(x[8:12]))
		y[3] = T(order.Uint32(x[12:16]))
		y[4] = T(order.Uint32(x[16:20]))
		y[5] = T(order.Uint32(x[20:24]))
		y[6] = T(order.Uint32(x[24:28]))
		y[7] = T(order.Uint32(x[28:32]))
		p, s = p[32:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 16 {
		x, y := (*[16]byte)(p), (*[4]T)(s)
		y[0] = T(order.Uint32(x[0:4]))
		y[1] = T(order.Uint32(x[4:8]))
		y[2] = T(order.Uint32(x[8:12]))
		y[3] = T(order.Uint32(x[12:16]))
		p, s = p[16:], s[4:]
	}
	for i := range s {
		s[i] = T(order.Uint32(p))
		p = p[4:]
	}
	return p
}

// PutInt64s writes numbers at the front of p and returns the rest: eight or four at a
// time through array pointers, which cost one bounds check.
func PutInt64s[T ~int64 | ~uint64 | ~int | ~uint | ~uintptr](p []byte, s []T) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]T)(s)
		order.PutUint64(x[0:8], uint64(y[0]))
		order.PutUint64(x[8:16], uint64(y[1]))
		order.PutUint64(x[16:24], uint64(y[2]))
		order.PutUint64(x[24:32], uint64(y[3]))
		order.PutUint64(x[32:40], uint64(y[4]))
		order.PutUint64(x[40:48], uint64(y[5]))
		order.PutUint64(x[48:56], uint64(y[6]))
		order.PutUint64(x[56:64], uint64(y[7]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		order.PutUint64(x[0:8], uint64(y[0]))
		order.PutUint64(x[8:16], uint64(y[1]))
		order.PutUint64(x[16:24], uint64(y[2]))
		order.PutUint64(x[24:32], uint64(y[3]))
		p, s = p[32:], s[4:]
	}
	for _, n := range s {
		order.PutUint64(p, uint64(n))
		p = p[8:]
	}
	return p
}

// GetInt64s reads as many numbers as s has room for.
func GetInt64s[T ~int64 | ~uint64 | ~int | ~uint | ~uintptr](s []T, p []byte) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]T)(s)
		y[0] = T(order.Uint64(x[0:8]))
		y[1] = T(order.Uint64(x[8:16]))
		y[2] = T(order.Uint64(x[16:24]))
		y[3] = T(order.Uint64(x[24:32]))
		y[4] = T(order.Uint64(x[32:40]))
		y[5] = T(order.Uint64(x[40:48]))
		y[6] = T(order.Uint64(x[48:56]))
		y[7] = T(order.Uint64(x[56:64]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		y[0] = T(order.Uint64(x[0:8]))
		y[1] = T(order.Uint64(x[8:16]))
		y[2] = T(order.Uint64(x[16:24]))
		y[3] = T(order.Uint64(x[24:32]))
		p, s = p[32:], s[4:]
	}
	for i := range s {
		s[i] = T(order.Uint64(p))
		p = p[8:]
	}
	return p
}

// PutFloat32s writes numbers at the front of p and returns the rest. They are moved as integers
// are: a conversion, which those of a type with a name need, takes as long again.
func PutFloat32s(p []byte, s []float32) []byte {
	for len(s) >= 8 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[8]float32)(s)
		order.PutUint32(x[0:4], math.Float32bits(y[0]))
		order.PutUint32(x[4:8], math.Float32bits(y[1]))
		order.PutUint32(x[8:12], math.Float32bits(y[2]))
		order.PutUint32(x[12:16], math.Float32bits(y[3]))
		order.PutUint32(x[16:20], math.Float32bits(y[4]))
		order.PutUint32(x[20:24], math.Float32bits(y[5]))
		order.PutUint32(x[24:28], math.Float32bits(y[6]))
		order.PutUint32(x[28:32], math.Float32bits(y[7]))
		p, s = p[32:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 16 {
		x, y := (*[16]byte)(p), (*[4]float32)(s)
		order.PutUint32(x[0:4], math.Float32bits(y[0]))
		order.PutUint32(x[4:8], math.Float32bits(y[1]))
		order.PutUint32(x[8:12], math.Float32bits(y[2]))
		order.PutUint32(x[12:16], math.Float32bits(y[3]))
		p, s = p[16:], s[4:]
	}
	for _, n := range s {
		order.PutUint32(p, math.Float32bits(n))
		p = p[4:]
	}
	return p
}

// GetFloat32s reads as many numbers as s has room for.
func GetFloat32s(s []float32, p []byte) []byte {
	for len(s) >= 8 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[8]float32)(s)
		y[0] = math.Float32frombits(order.Uint32(x[0:4]))
		y[1] = math.Float32frombits(order.Uint32(x[4:8]))
		y[2] = math.Float32frombits(order.Uint32(x[8:12]))
		y[3] = math.Float32frombits(order.Uint32(x[12:16]))
		y[4] = math.Float32frombits(order.Uint32(x[16:20]))
		y[5] = math.Float32frombits(order.Uint32(x[20:24]))
		y[6] = math.Float32frombits(order.Uint32(x[24:28]))
		y[7] = math.Float32frombits(order.Uint32(x[28:32]))
		p, s = p[32:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 16 {
		x, y := (*[16]byte)(p), (*[4]float32)(s)
		y[0] = math.Float32frombits(order.Uint32(x[0:4]))
		y[1] = math.Float32frombits(order.Uint32(x[4:8]))
		y[2] = math.Float32frombits(order.Uint32(x[8:12]))
		y[3] = math.Float32frombits(order.Uint32(x[12:16]))
		p, s = p[16:], s[4:]
	}
	for i := range s {
		s[i] = math.Float32frombits(order.Uint32(p))
		p = p[4:]
	}
	return p
}

// PutNamedFloat32s is [PutFloat32s] for numbers of a type with a name.
func PutNamedFloat32s[T ~float32](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 16 {
		x, y := (*[16]byte)(p), (*[4]T)(s)
		order.PutUint32(x[0:4], math.Float32bits(float32(y[0])))
		order.PutUint32(x[4:8], math.Float32bits(float32(y[1])))
		order.PutUint32(x[8:12], math.Float32bits(float32(y[2])))
		order.PutUint32(x[12:16], math.Float32bits(float32(y[3])))
		p, s = p[16:], s[4:]
	}
	for _, n := range s {
		order.PutUint32(p, math.Float32bits(float32(n)))
		p = p[4:]
	}
	return p
}

// GetNamedFloat32s is [GetFloat32s] for numbers of a type with a name.
func GetNamedFloat32s[T ~float32](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= 16 {
		x, y := (*[16]byte)(p), (*[4]T)(s)
		y[0] = T(math.Float32frombits(order.Uint32(x[0:4])))
		y[1] = T(math.Float32frombits(order.Uint32(x[4:8])))
		y[2] = T(math.Float32frombits(order.Uint32(x[8:12])))
		y[3] = T(math.Float32frombits(order.Uint32(x[12:16])))
		p, s = p[16:], s[4:]
	}
	for i := range s {
		s[i] = T(math.Float32frombits(order.Uint32(p)))
		p = p[4:]
	}
	return p
}

// PutFloat64s writes numbers at the front of p and returns the rest. They are moved as integers
// are: a conversion, which those of a type with a name need, takes as long again.
func PutFloat64s(p []byte, s []float64) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]float64)(s)
		order.PutUint64(x[0:8], math.Float64bits(y[0]))
		order.PutUint64(x[8:16], math.Float64bits(y[1]))
		order.PutUint64(x[16:24], math.Float64bits(y[2]))
		order.PutUint64(x[24:32], math.Float64bits(y[3]))
		order.PutUint64(x[32:40], math.Float64bits(y[4]))
		order.PutUint64(x[40:48], math.Float64bits(y[5]))
		order.PutUint64(x[48:56], math.Float64bits(y[6]))
		order.PutUint64(x[56:64], math.Float64bits(y[7]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]float64)(s)
		order.PutUint64(x[0:8], math.Float64bits(y[0]))
		order.PutUint64(x[8:16], math.Float64bits(y[1]))
		order.PutUint64(x[16:24], math.Float64bits(y[2]))
		order.PutUint64(x[24:32], math.Float64bits(y[3]))
		p, s = p[32:], s[4:]
	}
	for _, n := range s {
		order.PutUint64(p, math.Float64bits(n))
		p = p[8:]
	}
	return p
}

// GetFloat64s reads as many numbers as s has room for.
func GetFloat64s(s []float64, p []byte) []byte {
	for len(s) >= 8 && len(p) >= 64 {
		x, y := (*[64]byte)(p), (*[8]float64)(s)
		y[0] = math.Float64frombits(order.Uint64(x[0:8]))
		y[1] = math.Float64frombits(order.Uint64(x[8:16]))
		y[2] = math.Float64frombits(order.Uint64(x[16:24]))
		y[3] = math.Float64frombits(order.Uint64(x[24:32]))
		y[4] = math.Float64frombits(order.Uint64(x[32:40]))
		y[5] = math.Float64frombits(order.Uint64(x[40:48]))
		y[6] = math.Float64frombits(order.Uint64(x[48:56]))
		y[7] = math.Float64frombits(order.Uint64(x[56:64]))
		p, s = p[64:], s[8:]
	}
	if len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]float64)(s)
		y[0] = math.Float64frombits(order.Uint64(x[0:8]))
		y[1] = math.Float64frombits(order.Uint64(x[8:16]))
		y[2] = math.Float64frombits(order.Uint64(x[16:24]))
		y[3] = math.Float64frombits(order.Uint64(x[24:32]))
		p, s = p[32:], s[4:]
	}
	for i := range s {
		s[i] = math.Float64frombits(order.Uint64(p))
		p = p[8:]
	}
	return p
}

// PutNamedFloat64s is [PutFloat64s] for numbers of a type with a name.
func PutNamedFloat64s[T ~float64](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		order.PutUint64(x[0:8], math.Float64bits(float64(y[0])))
		order.PutUint64(x[8:16], math.Float64bits(float64(y[1])))
		order.PutUint64(x[16:24], math.Float64bits(float64(y[2])))
		order.PutUint64(x[24:32], math.Float64bits(float64(y[3])))
		p, s = p[32:], s[4:]
	}
	for _, n := range s {
		order.PutUint64(p, math.Float64bits(float64(n)))
		p = p[8:]
	}
	return p
}

// GetNamedFloat64s is [GetFloat64s] for numbers of a type with a name.
func GetNamedFloat64s[T ~float64](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= 32 {
		x, y := (*[32]byte)(p), (*[4]T)(s)
		y[0] = T(math.Float64frombits(order.Uint64(x[0:8])))
		y[1] = T(math.Float64frombits(order.Uint64(x[8:16])))
		y[2] = T(math.Float64frombits(order.Uint64(x[16:24])))
		y[3] = T(math.Float64frombits(order.Uint64(x[24:32])))
		p, s = p[32:], s[4:]
	}
	for i := range s {
		s[i] = T(math.Float64frombits(order.Uint64(p)))
		p = p[8:]
	}
	return p
}

// IntsFit reports whether the little-endian numbers of 64 bits in p are ints of
// this machine.
func IntsFit(p []byte) bool {
	for ; bits.UintSize < 64 && len(p) >= 8; p = p[8:] {
		if x := int64(binary.LittleEndian.Uint64(p)); int64(int(x)) != x {
			return false
		}
	}
	return true
}

// UintsFit reports whether the little-endian numbers of 64 bits in p are uints
// of this machine.
func UintsFit(p []byte) bool {
	for ; bits.UintSize < 64 && len(p) >= 8; p = p[8:] {
		if x := binary.LittleEndian.Uint64(p); uint64(uint(x)) != x {
			return false
		}
	}
	return true
}
