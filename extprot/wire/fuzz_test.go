package wire

import (
	"bytes"
	"errors"
	"testing"
)

// FuzzReader walks over a value as a reader without a schema does. Whatever the
// input is, the reader stays inside it; what it takes is where Frame says that
// it ends, can be written again in its shortest form, and is read the same by a
// lax reader.
func FuzzReader(f *testing.F) {
	for _, in := range []string{
		"", "\x01\x03\x01\x00\x02rest", "\x00\x80\x01x", "\x02\x01", "\x04abcd", "\x06abcdefgh", "\x08abcdefgh", "\x0a", "\x09",
		"\x03\x03abc", "\x01\x04\x01\x00\x02", "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x05\x0f\x07\x02\x00\x02\x00\x02\x01",
		"\x07\x05\x01\x00\x02\x02\x01", "\x01\x14\x02\x00\x07\x05\x0f\x07\x02\x00\x02\x00\x02\x00\x02\x00\x02\x00\x02\x00\x02\x01",
		"\x01\x0b\x02\x21\x0a\x01\x06\x20\xed\x0a\x11\xce\x6d", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02",
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := NewReader(in, false)
		written, err := rewrite(t, &r, nil, 0)
		lax := NewReader(in, true)
		again, laxErr := rewrite(t, &lax, nil, 0)
		if err != nil {
			return
		}
		if laxErr != nil || !bytes.Equal(written, again) {
			t.Errorf("% x is % x, and % x, %v to a lax reader", in, written, again, laxErr)
		}
		if n, err := Frame(in); n != r.Pos || err != nil {
			t.Errorf("% x ends at %d, and Frame says %d, %v", in, r.Pos, n, err)
		}
		r = NewReader(written, false)
		if again, err := rewrite(t, &r, nil, 0); err != nil || r.Left() > 0 || !bytes.Equal(written, again) {
			t.Errorf("% x is written as % x, and that as % x, %v", in, written, again, err)
		}
	})
}

// errDeep ends a walk that would go deeper than any schema.
var errDeep = errors.New("too deep")

// rewrite reads one value and appends its shortest form to b. Bytes of a
// container behind its last value are dropped.
func rewrite(t *testing.T, r *Reader, b []byte, depth int) ([]byte, error) {
	if depth > 100 {
		return b, errDeep
	}
	tag, kind, err := r.Prefix()
	checkReader(t, r, err)
	if err != nil {
		return b, err
	}
	b = AppendVint(b, tag<<4|uint64(kind))
	switch kind {
	case Tuple, Htuple, Assoc:
		return rewriteContainer(t, r, b, kind, depth)
	case Bytes:
		var blob []byte
		if blob, err = r.Blob(); err == nil {
			b = append(AppendVint(b, uint64(len(blob))), blob...)
		}
	case Vint:
		var n uint64
		if n, err = r.Vint(); err == nil {
			b = AppendVint(b, n)
		}
	default:
		start := r.Pos
		if err = r.Skip(kind); err == nil {
			b = append(b, r.Buf[start:r.Pos]...)
		}
	}
	checkReader(t, r, err)
	if err != nil {
		return b, err
	}
	return b, nil
}

func rewriteContainer(t *testing.T, r *Reader, b []byte, kind Type, depth int) ([]byte, error) {
	c, err := r.Open()
	checkReader(t, r, err)
	if err != nil {
		return b, err
	}
	n := c.Count
	if kind == Assoc {
		n *= 2 // keys and values
	}
	content := AppendVint(nil, c.Count)
	for range n {
		var err error
		if content, err = rewrite(t, r, content, depth+1); err != nil {
			return b, err
		}
	}
	r.Close(c)
	checkReader(t, r, nil)
	return append(AppendVint(b, uint64(len(content))), content...), nil
}

func checkReader(t *testing.T, r *Reader, err *Error) {
	t.Helper()
	if r.Pos < 0 || r.Pos > len(r.Buf) || r.Left() < 0 {
		t.Fatalf("position %d, %d bytes left, of %d bytes", r.Pos, r.Left(), len(r.Buf))
	}
	if err != nil && err.Kind != ErrTruncated && err.Kind != ErrWireType && err.Kind != ErrOverflow || err != nil && err.Offset > len(r.Buf) {
		t.Fatalf("of %d bytes: %v", len(r.Buf), err)
	}
}
