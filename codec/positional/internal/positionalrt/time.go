package positionalrt

import (
	"encoding/binary"
	"time"
)

// TimeNanoFits reports whether t in nanoseconds since 1970 has 64 bits.
//
//go:noinline
func TimeNanoFits(t time.Time) bool { return time.Unix(0, t.UnixNano()).Equal(t) }

// PutTimeNanos writes times as nanoseconds since 1970 at the front of p, and returns
// those that are left from the first on that has no form. Four at a time are checked
// at once, for being within 2^33 seconds of 1970.
func PutTimeNanos(p []byte, s []time.Time) []time.Time {
	n := 0
	for ; n+4 <= len(s); n += 4 {
		x, y := (*[32]byte)(p[8*n:8*n+32:8*n+32]), (*[4]time.Time)(s[n:n+4:n+4])
		s0, s1, s2, s3 := y[0].Unix(), y[1].Unix(), y[2].Unix(), y[3].Unix()
		n0, n1 := s0*1e9+int64(y[0].Nanosecond()), s1*1e9+int64(y[1].Nanosecond())
		n2, n3 := s2*1e9+int64(y[2].Nanosecond()), s3*1e9+int64(y[3].Nanosecond())
		if uint64((s0+1<<33)|(s1+1<<33)|(s2+1<<33)|(s3+1<<33)) >= 1<<34 {
			break
		}
		order.PutUint64(x[0:8], uint64(n0))
		order.PutUint64(x[8:16], uint64(n1))
		order.PutUint64(x[16:24], uint64(n2))
		order.PutUint64(x[24:32], uint64(n3))
	}
	for ; n < len(s); n++ {
		if !TimeNanoFits(s[n]) {
			break
		}
		order.PutUint64(p[8*n:], uint64(s[n].UnixNano()))
	}
	return s[n:]
}

// TimeTicks returns 0 for the zero time, and else units of 100 ns since 1970, rounded
// towards it, if they tell the time.
//
//go:noinline
func TimeTicks(t time.Time) (ticks int64, ok bool) {
	if t.IsZero() {
		return 0, true
	}
	ticks = t.UnixNano() / 100
	return ticks, ticks != 0 && TimeNanoFits(t)
}

// PutTimeTicks is [PutTimeNanos] for the units of [TimeTicks].
func PutTimeTicks(p []byte, s []time.Time) []time.Time {
	n := 0
	for ; n+4 <= len(s); n += 4 {
		x, y := (*[32]byte)(p[8*n:8*n+32:8*n+32]), (*[4]time.Time)(s[n:n+4:n+4])
		s0, s1, s2, s3 := y[0].Unix(), y[1].Unix(), y[2].Unix(), y[3].Unix()
		n0, n1 := (s0*1e9+int64(y[0].Nanosecond()))/100, (s1*1e9+int64(y[1].Nanosecond()))/100
		n2, n3 := (s2*1e9+int64(y[2].Nanosecond()))/100, (s3*1e9+int64(y[3].Nanosecond()))/100
		if uint64((s0+1<<33)|(s1+1<<33)|(s2+1<<33)|(s3+1<<33)) >= 1<<34 || n0 == 0 || n1 == 0 || n2 == 0 || n3 == 0 {
			break
		}
		order.PutUint64(x[0:8], uint64(n0))
		order.PutUint64(x[8:16], uint64(n1))
		order.PutUint64(x[16:24], uint64(n2))
		order.PutUint64(x[24:32], uint64(n3))
	}
	for ; n < len(s); n++ {
		ticks, ok := TimeTicks(s[n])
		if !ok {
			break
		}
		order.PutUint64(p[8*n:], uint64(ticks))
	}
	return s[n:]
}

// TimeTicksWritten returns the units for a time that was found to have a form.
func TimeTicksWritten(t time.Time) int64 {
	ticks, _ := TimeTicks(t)
	return ticks
}

// TicksTime is the inverse of [TimeTicks], in UTC.
func TicksTime(ticks uint64) time.Time {
	if ticks == 0 {
		return time.Time{}
	}
	return time.Unix(0, int64(ticks)*100).UTC()
}

// TimeTextLen returns the length in bytes of t as text.
func TimeTextLen(t time.Time) int {
	var buf [48]byte
	return len(t.AppendFormat(buf[:0], time.RFC3339Nano))
}

// TimeTextFits reports whether t as text is read as the same instant.
func TimeTextFits(t time.Time) bool {
	if uint64(t.Unix()+1<<35) >= 1<<36 { // 1088 years from 1970
		if year := t.Year(); year < 0 || year > 9999 {
			return false
		}
	}
	if t.Location() == time.UTC {
		return true
	}
	_, offset := t.Zone()
	return offset%60 == 0 && offset > -24*60*60 && offset < 24*60*60
}

// TimeTextSize returns the length in bytes of t as text, filled up to four.
func TimeTextSize(t time.Time) int { return (TimeTextLen(t) + 3) &^ 3 }

// PutTimeText writes t as text, filled up, and returns the rest of p.
func PutTimeText(p []byte, t time.Time) []byte {
	var buf [48]byte // more than the layout leaves in the end
	return Pad(p, copy(p, t.AppendFormat(buf[:0], time.RFC3339Nano)))
}

// TimeGoFits reports whether the zone of t is UTC or a number of minutes that
// Time.MarshalBinary writes in 15 bytes.
func TimeGoFits(t time.Time) bool {
	if t.Location() == time.UTC {
		return true
	}
	_, offset := t.Zone()
	minutes := offset / 60
	return offset%60 == 0 && minutes != -1 && minutes == int(int16(minutes))
}

// PutTimeGo writes version 1 of Time.MarshalBinary.
func PutTimeGo(p []byte, t time.Time) {
	minutes := -1
	if t.Location() != time.UTC {
		_, offset := t.Zone()
		minutes = offset / 60
	}
	h := (*[15]byte)(p)
	h[0] = 1
	binary.BigEndian.PutUint64(h[1:9], uint64(t.Unix()+62135596800))
	binary.BigEndian.PutUint32(h[9:13], uint32(t.Nanosecond()))
	binary.BigEndian.PutUint16(h[13:15], uint16(minutes))
}

// GoTime reads version 1 of Time.MarshalBinary, as Time.UnmarshalBinary does.
func GoTime(p []byte) (t time.Time, ok bool) {
	h := (*[15]byte)(p)
	nsec := binary.BigEndian.Uint32(h[9:13])
	if h[0] != 1 || nsec >= 1e9 {
		return t, false
	}
	t = time.Unix(int64(binary.BigEndian.Uint64(h[1:9]))-62135596800, int64(nsec))
	offset := 60 * int(int16(binary.BigEndian.Uint16(h[13:15])))
	if offset == -60 {
		return t.UTC(), true
	}
	if _, local := t.Zone(); local == offset {
		return t, true
	}
	return t.In(time.FixedZone("", offset)), true
}

// ZoneCode returns 0 for UTC, else 1 plus the zigzagged offset in seconds.
func ZoneCode(t time.Time) uint64 {
	if t.Location() == time.UTC {
		return 0
	}
	_, offset := t.Zone()
	return ZigZag(int64(offset)) + 1
}

// InZone returns t in the zone of a code.
func InZone(t time.Time, code uint64) time.Time {
	if code == 0 {
		return t.UTC()
	}
	return t.In(time.FixedZone("", int(UnZigZag(code-1))))
}

// TimeWord returns the seconds since 1970 plus 1<<33 above 30 bits of
// nanoseconds. Where the seconds do not fit, all bits but the lowest are set;
// all bits are the zero time.
func TimeWord(t time.Time) uint64 {
	sec := uint64(t.Unix()) + 1<<33
	if sec >= 1<<34 {
		if t.IsZero() {
			return 1<<64 - 1
		}
		return 1<<64 - 2
	}
	return sec<<30 | uint64(t.Nanosecond())
}

// TimeTail returns how many bytes t takes beside its word.
func TimeTail(t time.Time) int {
	if uint64(t.Unix())+1<<33 >= 1<<34 && !t.IsZero() {
		return 12
	}
	return 0
}

// TimeTails returns how many bytes the times take beside their words.
func TimeTails(s []time.Time) (n int) {
	for i := range s {
		n += TimeTail(s[i])
	}
	return n
}

// AppendTimes appends the words of times, each with what its time takes beside it.
//
//go:noinline
func AppendTimes(b []byte, s []time.Time) []byte {
	for _, t := range s {
		word := TimeWord(t)
		if b = order.AppendUint64(b, word); word == 1<<64-2 {
			b = AppendTimeTail(b, t)
		}
	}
	return b
}

// AppendTimeTail appends what a time takes beside its word.
//
//go:noinline
func AppendTimeTail(b []byte, t time.Time) []byte {
	b = order.AppendUint64(b, uint64(t.Unix()))
	return order.AppendUint32(b, uint32(t.Nanosecond()))
}

// times reads as many times as s has room for, of which the first has a word that is none by itself
// or is not all there.
//
//go:noinline
func (r *Reader) times(s []time.Time, p []byte, field string) (_ []byte, err error) {
	for i := range s {
		if len(p) < 8 {
			return p, r.short(p, field)
		}
		word := order.Uint64(p)
		p = p[8:]
		if nsec := word & (1<<30 - 1); nsec < 1e9 {
			s[i] = time.Unix(int64(word>>30)-1<<33, int64(nsec)).UTC()
		} else if s[i], p, err = r.time(p, word, field); err != nil {
			return p, err
		}
	}
	return p, nil
}

// time returns the time of a word that is none by itself.
//
//go:noinline
func (r *Reader) time(p []byte, word uint64, field string) (time.Time, []byte, error) {
	switch {
	case word == 1<<64-1:
		return time.Time{}, p, nil
	case word != 1<<64-2:
		return time.Time{}, p, r.fail(p, field, "a time with more than 999,999,999 nanoseconds")
	case len(p) < 12:
		return time.Time{}, p, r.short(p, field)
	}
	nsec := order.Uint32(p[8:])
	if nsec >= 1e9 {
		return time.Time{}, p, r.fail(p, field, "a time with more than 999,999,999 nanoseconds")
	}
	return time.Unix(int64(order.Uint64(p)), int64(nsec)).UTC(), p[12:], nil
}
