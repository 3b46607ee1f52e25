package verify

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// filling is the honest codec of a library that fills a buffer of the caller's.
func filling() adapter.Codec[doc] {
	c := honest()
	c.Append = nil
	c.Fill = func(b []byte, d *doc) ([]byte, error) {
		if n := c.Size(d); n > len(b) {
			return nil, errors.New("the buffer is too small")
		}
		return appendDoc(b[:0], d), nil
	}
	return c
}

func TestFillServesRowsWithReuse(t *testing.T) {
	for _, reuse := range []bool{false, true} {
		v := Run(caseOf(filling, reuse), protocol.Declared{})
		if !v.OK || len(v.Findings) > 0 || !slices.Contains(v.Ops, protocol.Marshal) {
			t.Errorf("reuse %v: %+v", reuse, v)
		}
	}
}

func TestFillMayWriteBackwards(t *testing.T) {
	v := Run(caseOf(func() adapter.Codec[doc] {
		c := filling()
		c.Fill = func(b []byte, d *doc) ([]byte, error) {
			back := b[len(b)-c.Size(d):]
			return appendDoc(back[:0], d), nil
		}
		return c
	}, true), protocol.Declared{})
	if !v.OK || len(v.Findings) > 0 {
		t.Errorf("%+v", v)
	}
}

func TestCheatsWithFillAreCaught(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cheat func(c *adapter.Codec[doc])
		want  string // in the reason
	}{
		{"has no size", func(c *adapter.Codec[doc]) { c.Size = nil }, "not both of Marshal and Size"},
		{"has no marshal", func(c *adapter.Codec[doc]) { c.Marshal = nil }, "not both of Marshal and Size"},
		{"writes what the last size was of", func(c *adapter.Codec[doc]) {
			size, fill := c.Size, c.Fill
			var last *doc
			c.Size = func(d *doc) int { last = clone(d); return size(d) }
			c.Fill = func(b []byte, d *doc) ([]byte, error) {
				if last == nil {
					last = &doc{}
				}
				return fill(b, last)
			}
		}, "other bytes"},
		{"fills once and leaves what is there", func(c *adapter.Codec[doc]) {
			fill, filled := c.Fill, false
			c.Fill = func(b []byte, d *doc) ([]byte, error) {
				if filled {
					return b[:len(plain(d))], nil
				}
				filled = true
				return fill(b, d)
			}
		}, "bytes follow the value"},
		{"writes beyond the buffer", func(c *adapter.Codec[doc]) {
			c.Fill = func(b []byte, d *doc) ([]byte, error) {
				x := appendDoc(b[:0], d)
				spare := x[: len(x)+1 : len(x)+1]
				spare[len(x)] = 0
				return x, nil
			}
		}, "panic"},
		{"returns memory of its own", func(c *adapter.Codec[doc]) {
			c.Fill = func(b []byte, d *doc) ([]byte, error) { return plain(d), nil }
		}, "does not lie in the buffer"},
		{"returns more than the buffer", func(c *adapter.Codec[doc]) {
			c.Fill = func(b []byte, d *doc) ([]byte, error) {
				return unsafe.Slice(unsafe.SliceData(b), len(b)+1), nil
			}
		}, "does not lie in the buffer"},
		{"relies on a buffer of zeros", func(c *adapter.Codec[doc]) {
			fill := c.Fill
			c.Fill = func(b []byte, d *doc) ([]byte, error) {
				at := b[0]
				out, err := fill(b, d)
				b[0] |= at
				return out, err
			}
		}, "other bytes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := Run(caseOf(func() adapter.Codec[doc] { c := filling(); tc.cheat(&c); return c }, true), protocol.Declared{})
			if v.OK || !strings.Contains(v.Reason, tc.want) {
				t.Errorf("OK is %v, reason %q", v.OK, v.Reason)
			}
		})
	}
}
