package keyedrt

import "math"

// HalfFloat returns x as a float of 16 bits (IEEE 754), if one is equal, and one NaN for all.
func HalfFloat(x float32) (uint16, bool) {
	u := math.Float32bits(x)
	sign := uint16(u >> 16 & 0x8000)
	exponent, mantissa := int(u>>23&0xff), u&0x7fffff
	switch {
	case exponent == 0 && mantissa == 0:
		return sign, true
	case exponent == 0xff && mantissa != 0:
		return 0x7e00, true
	case exponent == 0xff:
		return sign | 0x7c00, true
	case exponent >= 113 && exponent <= 142:
		return sign | uint16(exponent-112)<<10 | uint16(mantissa>>13), mantissa&0x1fff == 0
	case exponent >= 103 && exponent < 113: // subnormal
		mantissa |= 0x800000
		shift := uint(126 - exponent)
		return sign | uint16(mantissa>>shift), mantissa&(1<<shift-1) == 0
	}
	return 0, false
}

// wholeFloat returns a float of 16 bits as one of 64.
func wholeFloat(h uint16) float64 {
	exponent, mantissa := int(h>>10&31), float64(h&0x3ff)
	var x float64
	switch exponent {
	case 0:
		x = math.Ldexp(mantissa, -24)
	case 31:
		x = math.Inf(1)
		if mantissa != 0 {
			return math.NaN()
		}
	default:
		x = math.Ldexp(mantissa+1024, exponent-25)
	}
	if h&0x8000 != 0 {
		return -x
	}
	return x
}
