package worker

import (
	"bytes"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/worker/internal/verify"
	"github.com/assay-go/assay/workload"
)

// What a codec reads is laid out as the document is, what it writes is its own;
// both are verified.
func TestLayout(t *testing.T) {
	terse := func() adapter.Codec[record] { // reads what it wrote and nothing else
		c := jsonCodec[record]()
		decode := c.Unmarshal
		c.Unmarshal = func(data []byte, v *record) error {
			if bytes.ContainsRune(data, '\n') {
				return errors.New("a line ends")
			}
			return decode(data, v)
		}
		return c
	}
	var written atomic.Int64 // the length of what json wrote last, of several goroutines
	writes := func() adapter.Codec[record] {
		c := jsonCodec[record]()
		encode := c.Marshal
		c.Marshal = func(v *record) ([]byte, error) {
			out, err := encode(v)
			written.Store(int64(len(out)))
			return out, err
		}
		return c
	}
	s := NewSubject("record", Source[record]{Workload: records, Layout: func(text []byte) []byte { return workload.Indent(text, "    ") }},
		Native("json", writes), Native("terse", terse))
	if _, err := s.load(protocol.Data{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	open := func(adapter string, laidOut bool) *opened {
		t.Helper()
		o, err := s.open(protocol.Case{Subject: "record", Adapter: adapter, LaidOut: laidOut}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	batchOf := func(laidOut bool, op protocol.Op) (read, wrote int64) {
		t.Helper()
		r, err := open("json", laidOut).runner()
		if err != nil {
			t.Fatal(err)
		}
		b, err := r.Batch(op, batch.Timing{N: 3, Placement: 1, Watched: true})
		if err != nil {
			t.Fatal(err)
		}
		return b.Bytes, written.Load()
	}
	for _, op := range []protocol.Op{protocol.Unmarshal, protocol.Decode} {
		plain, _ := batchOf(false, op)
		if laid, _ := batchOf(true, op); laid < plain+60 {
			t.Errorf("%s: %d bytes are read as they are laid out, and %d as they were written", op, laid, plain)
		}
	}
	for _, op := range []protocol.Op{protocol.Marshal, protocol.RoundTrip} {
		_, plain := batchOf(false, op)
		if _, laid := batchOf(true, op); laid != plain || laid == 0 {
			t.Errorf("%s: %d bytes are written for inputs that are laid out, and %d for others", op, laid, plain)
		}
	}
	for _, c := range []struct {
		adapter string
		laidOut bool
		reason  string
	}{{"json", true, ""}, {"terse", false, ""}, {"terse", true, "as the document is laid out: unmarshal of value 0: a line ends"}} {
		v := verify.Run(*open(c.adapter, c.laidOut).check, protocol.Declared{})
		if v.OK != (c.reason == "") || !strings.Contains(v.Reason, c.reason) {
			t.Errorf("%s, laid out: %v: OK %v, %q; want %q", c.adapter, c.laidOut, v.OK, v.Reason, c.reason)
		}
	}
}
