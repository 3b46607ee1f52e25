package jsonrt

import (
	"encoding/binary"
	"math/bits"
	"time"
)

// MaxTime is the room that [Encoder.Time] needs.
const MaxTime = 48

// two has the digits of numbers below 100. It is longer, so that an index is made
// small enough by a mask.
var two = twoDigits()

func twoDigits() (t [128]uint16) {
	for i := range 100 {
		t[i] = uint16(i/10+'0') | uint16(i%10+'0')<<8
	}
	return t
}

// Time writes t with its quotes, in the format of its MarshalJSON.
func (e *Encoder) Time(b []byte, n int, t time.Time) int {
	if t.Location() != time.UTC {
		return e.timeSlow(b, n, t)
	}
	const unixToYear0 = 719528 * 86400 // from 0000-01-01 to 1970-01-01
	abs := t.Unix() + unixToYear0
	if uint64(abs) >= 3652425*86400 { // beyond year 9999
		return e.timeSlow(b, n, t)
	}
	days := uint64(abs) / 86400
	sec := uint64(abs) - days*86400
	year, month, day := civil(uint32(days))
	p := (*[MaxTime]byte)(b[n : n+MaxTime : n+MaxTime])
	c := year / 100
	binary.LittleEndian.PutUint64(p[0:8], '"'|uint64(two[c&127])<<8|uint64(two[(year-c*100)&127])<<24|'-'<<40|uint64(two[month&127])<<48)
	h := sec / 3600
	sec -= h * 3600
	m := sec / 60
	sec -= m * 60
	binary.LittleEndian.PutUint64(p[8:16], '-'|uint64(two[day&127])<<8|'T'<<24|uint64(two[h&127])<<32|':'<<48|uint64(two[m&127])<<56)
	p[16] = byte(two[m&127] >> 8)
	p[17] = ':'
	binary.LittleEndian.PutUint16(p[18:20], two[sec&127])
	k := 20
	if ns := uint64(t.Nanosecond()); ns != 0 {
		// .dddddddd d
		u := ns / 10
		w := digits8(u)
		p[20] = '.'
		binary.LittleEndian.PutUint64(p[21:29], w|zeros)
		if last := ns - u*10; last != 0 {
			p[29] = byte(last) + '0'
			k = 30
		} else {
			k = 29 - bits.LeadingZeros64(w)>>3
		}
	}
	p[k] = 'Z'
	p[k+1] = '"'
	return n + k + 2
}

// civil returns the date of a day since 0000-01-01 by the algorithm of Neri and
// Schneider.
func civil(days uint32) (year, month, day uint32) {
	n := days - 60 + 146097 // days since -0400-03-01
	n1 := 4*n + 3
	c := n1 / 146097
	nc := n1 % 146097 / 4
	n2 := 4*nc + 3
	p2 := uint64(2939745) * uint64(n2)
	z := uint32(p2 >> 32)
	ny := uint32(p2) / 2939745 / 4
	n3 := 2141*ny + 197913
	m := n3 >> 16
	d := n3 & 0xffff / 2141
	y := 100*c + z
	if ny >= 306 {
		y++
		m -= 12
	}
	return y - 400, m, d + 1
}

func (e *Encoder) timeSlow(b []byte, n int, t time.Time) int {
	s, err := t.MarshalJSON()
	if err != nil {
		e.Refuse(err)
		return n
	}
	return n + copy(b[n:], s)
}

// Time reads a time or a null.
func (d *Decoder) Time(b []byte, i int, v *time.Time) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i >= len(b) {
		return d.Refuse(i, "the input ends too early")
	}
	if t, j := utcTime(b[i:]); j > 0 {
		*v = t
		return i + j
	}
	j := d.Skip(b, i)
	if j < 0 {
		return -1
	}
	t := *v // which a refused text must not change
	if err := t.UnmarshalJSON(b[i:j]); err != nil {
		return d.RefuseFor(i, err)
	}
	*v = t
	return j
}

func twoAt(w uint64) uint64 { return (w&0xff)*10 + w>>8&0xff }

var monthDays = [16]uint8{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
var monthStart = [16]uint16{0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275} // since March

// utcTime reads a time in UTC in the common form, with its quotes.
func utcTime(b []byte) (time.Time, int) {
	if len(b) < 22 {
		return time.Time{}, 0
	}
	// "YYYY-MM-DDTHH:MM:SS
	w0, w1, w2 := load(b[1:9]), load(b[9:17]), uint64(binary.LittleEndian.Uint32(b[16:20]))
	// w0 YYYY-MM-, w1 DDTHH:MM, w2 M:SS
	const m0, m1, m2 = 0xff0000ff00000000, 0x0000ff0000ff0000, 0x0000ff00
	if b[0] != '"' || w0&m0 != '-'<<32|'-'<<56 || w1&m1 != 'T'<<16|':'<<40 || w2&m2 != ':'<<8 {
		return time.Time{}, 0
	}
	const zz = zeros
	w0 = w0&^m0 | zz&m0
	w1 = w1&^m1 | zz&m1
	w2 = w2&^m2 | zz&m2 | 0x30303030<<32
	if nondigits(w0)|nondigits(w1)|nondigits(w2) != 0 {
		return time.Time{}, 0
	}
	w0 -= zz
	w1 -= zz
	w2 -= zz
	year := twoAt(w0)*100 + twoAt(w0>>16)
	month, day, hour, minute, sec := twoAt(w0>>40), twoAt(w1), twoAt(w1>>24), twoAt(w1>>48), twoAt(w2>>16)
	if month-1 > 11 || day-1 >= uint64(monthDays[month&15]) || hour > 23 || minute > 59 || sec > 59 {
		return time.Time{}, 0
	}
	if day == 29 && month == 2 && (year%4 != 0 || year%100 == 0 && year%400 != 0) {
		return time.Time{}, 0
	}
	j := 20
	ns := uint64(0)
	if b[j] == '.' {
		f, k := digits(b, 21, 0)
		if k == 21 || k > 30 {
			return time.Time{}, 0
		}
		ns = f * powers[30-k]
		j = k
	}
	if len(b)-j < 2 || b[j] != 'Z' || b[j+1] != '"' {
		return time.Time{}, 0
	}
	y := year + 400
	if month <= 2 {
		y--
	}
	days := y*365 + y/4 - y/100 + y/400 + uint64(monthStart[month&15]) + day - 1
	const epoch = 719468 + 146097 // days from -0400-03-01 to 1970-01-01
	s := (int64(days)-epoch)*86400 + int64(hour*3600+minute*60+sec)
	return time.Unix(s, int64(ns)).UTC(), j + 2
}
