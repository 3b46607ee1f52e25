package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workload"
)

// record is the subject of the tests.
type record struct {
	Name  string
	Count int64
	Tags  []string
	At    time.Time
}

func records(o workload.Options) ([]record, error) {
	var list []record
	for i := range max(o.Count, 3) {
		list = append(list, record{
			Name:  strings.Repeat("n", 1+i),
			Count: int64(i) + int64(o.Seed),
			Tags:  []string{"x", strings.Repeat("y", i)},
			At:    time.Unix(int64(1e9+i), 5000).UTC(),
		})
	}
	return list, nil
}

func jsonCodec[T any]() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal:   func(v *T) ([]byte, error) { return json.Marshal(v) },
		Append:    func(buf []byte, v *T) ([]byte, error) { b, err := json.Marshal(v); return append(buf, b...), err },
		Unmarshal: func(data []byte, v *T) error { return json.Unmarshal(data, v) },
		UnmarshalReuse: func(data []byte, v *T) error {
			*v = *new(T)
			return json.Unmarshal(data, v)
		},
		Write: func(w io.Writer, v *T) error { return json.NewEncoder(w).Encode(v) },
		Read:  func(r io.Reader, v *T) error { return json.NewDecoder(r).Decode(v) },
	}
}

// wired is a serializer's own form of record.
type wired struct {
	Name string
	Rest [3]string
	Unix int64
	N    int64
	Nano int64
}

func toWire(r *record, w *wired) error {
	if len(r.Tags) != 2 {
		return errors.New("want two tags")
	}
	*w = wired{Name: r.Name, Rest: [3]string{r.Tags[0], r.Tags[1]}, Unix: r.At.Unix(), Nano: int64(r.At.Nanosecond()), N: r.Count}
	return nil
}

func fromWire(w *wired, r *record) error {
	*r = record{Name: w.Name, Tags: slices.Clone(w.Rest[:2]), At: time.Unix(w.Unix, w.Nano).UTC(), Count: w.N}
	return nil
}

// carriedCodec carries each record in that form.
func carriedCodec() adapter.Codec[record] {
	c := jsonCodec[wired]()
	appendTo := func(buf []byte, r *record) ([]byte, error) {
		var w wired
		if err := toWire(r, &w); err != nil {
			return buf, err
		}
		return c.Append(buf, &w)
	}
	unmarshal := func(data []byte, r *record) error {
		var w wired
		if err := c.Unmarshal(data, &w); err != nil {
			return err
		}
		return fromWire(&w, r)
	}
	return adapter.Codec[record]{
		Marshal:        func(r *record) ([]byte, error) { return appendTo(nil, r) },
		Append:         appendTo,
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Write: func(dst io.Writer, r *record) error {
			var w wired
			if err := toWire(r, &w); err != nil {
				return err
			}
			return c.Write(dst, &w)
		},
		Read: func(src io.Reader, r *record) error {
			var w wired
			if err := c.Read(src, &w); err != nil {
				return err
			}
			return fromWire(&w, r)
		},
	}
}

// conversation runs a worker over pipes.
type conversation struct {
	t    *testing.T
	in   io.WriteCloser
	conn *protocol.Conn
	end  chan error
}

func converse(t *testing.T, subjects ...Subject) *conversation {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conversation{t, inW, nil, make(chan error, 1)}
	go func() {
		c.end <- serve(inR, outW, newServer(0, newHeap(1<<20), subjects), func() error { return nil })
		outW.Close()
	}()
	t.Cleanup(func() { inW.Close() })
	var err error
	if c.conn, err = protocol.Begin(protocol.Token{1}, outR, inW); err != nil {
		t.Fatal(err)
	}
	return c
}

// raw sends a request as it is written.
func (c *conversation) raw(text string) protocol.Response {
	c.t.Helper()
	var resp protocol.Response
	if err := c.conn.Send(json.RawMessage(text)); err != nil {
		c.t.Fatal(err)
	}
	if err := c.conn.Receive(&resp); err != nil {
		c.t.Fatal(err)
	}
	return resp
}

func (c *conversation) ask(req protocol.Request) protocol.Response {
	c.t.Helper()
	text, err := json.Marshal(req)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.raw(string(text))
}

func subjectForTests() Subject {
	return NewSubject("record", Source[record]{Workload: records},
		Native("json", jsonCodec[record]),
		Wire("wired", carriedCodec, jsonCodec[wired], toWire, fromWire))
}

func TestConversation(t *testing.T) {
	c := converse(t, subjectForTests())
	load := c.ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: "record"}, Data: &protocol.Data{Count: 5, Seed: 7}})
	if load.Err != "" || load.Load.Values != 5 || load.Load.Origin != "workload" {
		t.Fatalf("load: %+v", load)
	}
	for _, k := range []protocol.Case{
		{Adapter: "json"}, {Adapter: "json", Reuse: true},
		{Adapter: "wired"}, {Adapter: "wired", Reuse: true}, {Adapter: "wired", Wire: true}, {Adapter: "wired", Wire: true, Reuse: true},
		{Adapter: protocol.Floor}, {Adapter: protocol.Floor, Reuse: true},
	} {
		k.Subject = "record"
		want := []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip, protocol.Compared}
		if !k.Reuse {
			want = append(want, protocol.Encode, protocol.Decode)
		}
		if k.Adapter == protocol.Floor && !k.Reuse {
			want = append(want, protocol.Access)
		}
		v := c.ask(protocol.Request{Do: "verify", Case: k, Declared: &protocol.Declared{}})
		switch {
		case k.Adapter == protocol.Floor:
			if v.Err == "" {
				t.Errorf("the floor, which does nothing, was verified: %+v", v.Verdict)
			}
		case v.Err != "" || !v.Verdict.OK:
			t.Fatalf("verify %+v: %+v %+v", k, v.Err, v.Verdict)
		case !slices.Equal(v.Verdict.Ops, want):
			t.Errorf("verify %+v: ops %v, want %v", k, v.Verdict.Ops, want)
		default:
			if d := c.ask(protocol.Request{Do: "decode", Case: k, Samples: v.Verdict.Samples}); d.Err != "" {
				t.Errorf("decode %+v: %s", k, d.Err)
			}
			some := c.ask(protocol.Request{Do: "encodings", Case: k, N: 4, Bytes: 1 << 20})
			if some.Err != "" || len(some.Encodings) != 4 || !bytes.Equal(some.Encodings[0], v.Verdict.Samples[0].Encoded) {
				t.Errorf("encodings %+v: %d, %s", k, len(some.Encodings), some.Err)
			}
			if few := c.ask(protocol.Request{Do: "encodings", Case: k, N: 4, Bytes: 1}); len(few.Encodings) != 1 {
				t.Errorf("%d encodings of at most a byte, want the first", len(few.Encodings))
			}
		}
		for _, op := range want {
			for placement := range uint64(3) {
				b := c.ask(protocol.Request{Do: "batch", Case: k, Op: op, N: 7, Placement: placement, NoGC: placement == 2})
				if b.Err != "" || b.Batch.NS <= 0 || k.Adapter != protocol.Floor && b.Batch.Bytes < 7*40 {
					t.Errorf("batch %+v %s: %q %+v", k, op, b.Err, b.Batch)
				}
			}
			one := protocol.Request{Do: "batch", Case: k, Op: op, N: 7}
			none := protocol.Request{Do: "batch", Case: k, Op: op}
			both := c.ask(protocol.Request{Do: "batches", Batches: []protocol.Request{one, none, one}})
			if all := both.Batches; len(all) != 3 || all[0].Batch == nil || all[1].Err == "" || all[2].Batch == nil {
				t.Errorf("batches %+v %s: %+v", k, op, all)
			} else if both.TookNS < all[0].Batch.NS+all[2].Batch.NS {
				t.Errorf("batches of %d and %d ns took %d", all[0].Batch.NS, all[2].Batch.NS, both.TookNS)
			}
			if a := c.ask(protocol.Request{Do: "allocs", Case: k, Op: op, N: 7}); a.Err != "" || a.Allocs.HeapLive == 0 {
				t.Errorf("allocs %+v %s: %+v", k, op, a)
			}
		}
	}
	if resp := c.raw(`{"do":"quit"}`); resp.Err != "" {
		t.Error(resp.Err)
	}
	if err := <-c.end; err != nil {
		t.Error(err)
	}
}

// TestUntimed: a program that verifies only gives the verdicts of one that measures too, and says
// that it does not measure.
func TestUntimed(t *testing.T) {
	timed := converse(t, subjectForTests())
	untimed := converse(t, UntimedSubject("record", Source[record]{Workload: records},
		UntimedNative("json", jsonCodec[record]),
		UntimedWire("wired", carriedCodec, jsonCodec[wired], toWire, fromWire)))
	load := protocol.Request{Do: "load", Case: protocol.Case{Subject: "record"}, Data: &protocol.Data{Count: 5, Seed: 7}}
	if want, got := timed.ask(load), untimed.ask(load); want.Err != "" || !reflect.DeepEqual(want, got) {
		t.Fatalf("load: %+v and %+v", want, got)
	}
	for _, k := range []protocol.Case{
		{Adapter: "json"}, {Adapter: "json", Reuse: true}, {Adapter: "json", Wire: true}, {Adapter: "json", Loop: protocol.Loop{NewStructs: true}},
		{Adapter: "wired"}, {Adapter: "wired", Wire: true}, {Adapter: "wired", Wire: true, Reuse: true},
	} {
		k.Subject = "record"
		verify := protocol.Request{Do: "verify", Brief: true, Case: k, Declared: &protocol.Declared{}}
		want, got := timed.ask(verify), untimed.ask(verify)
		if !reflect.DeepEqual(want, got) {
			t.Errorf("verify %+v: %+v, but %+v where nothing is timed", k, want, got)
		}
		batch := untimed.ask(protocol.Request{Do: "batch", Case: k, Op: protocol.Marshal, N: 7})
		switch {
		case want.Err != "":
			if batch.Err != want.Err {
				t.Errorf("batch %+v: %+v", k, batch)
			}
		case batch.Err != errUntimed.Error():
			t.Errorf("batch %+v: %+v", k, batch)
		}
	}
	for _, k := range []protocol.Case{{Adapter: "wired", Loop: protocol.Loop{NewStructs: true}}, {Adapter: protocol.Floor}, {Adapter: protocol.LimitCopy}} {
		k.Subject = "record"
		if batch := untimed.ask(protocol.Request{Do: "batch", Case: k, Op: protocol.Marshal, N: 7}); batch.Err != errUntimed.Error() {
			t.Errorf("batch %+v: %+v", k, batch)
		}
	}
}

// Before the first batch of a request, for which the process has waited, more operations go
// than before others.
func TestABatchAfterAWait(t *testing.T) {
	calls := 0
	counting := func() adapter.Codec[record] {
		c := jsonCodec[record]()
		marshal := c.Marshal
		c.Marshal = func(v *record) ([]byte, error) { calls++; return marshal(v) }
		return c
	}
	k := protocol.Case{Subject: "record", Adapter: "json"}
	c := converse(t, NewSubject("record", Source[record]{Workload: records}, Native("json", counting)))
	c.ask(protocol.Request{Do: "load", Case: k})
	asked := func(req protocol.Request) (n int) {
		calls = 0
		if resp := c.ask(req); resp.Err != "" {
			t.Fatal(resp.Err)
		}
		return calls
	}
	one := protocol.Request{Do: "batch", Case: k, Op: protocol.Marshal, N: 200}
	asked(one) // opens the case
	alone := asked(one)
	two, three := asked(protocol.Request{Do: "batches", Batches: []protocol.Request{one, one}}), asked(protocol.Request{Do: "batches", Batches: []protocol.Request{one, one, one}})
	if next := two - alone; alone != next+2*(1+200/4)-(1+50) || three != two+next {
		t.Errorf("a batch by itself has %d calls, two have %d and three %d", alone, two, three)
	}
}

func TestConversationErrors(t *testing.T) {
	c := converse(t, subjectForTests())
	for _, tc := range []struct{ line, want string }{
		{`{"do":"verify","case":{"subject":"record","adapter":"json"}}`, `subject "record" is not loaded`},
		{`{"do":"load","case":{"subject":"other"}}`, `no subject "other"`},
		{`{"do":"load","case":{"subject":"record"},"data":{"file":"missing.jsonl"}}`, "missing.jsonl"},
		{`{"do":"load","case":{"subject":"record"}}`, ""},
		{`{"do":"verify","case":{"subject":"record","adapter":"nobody"}}`, `no adapter "nobody"`},
		{`{"do":"verify","case":{"subject":"record","adapter":"json","wire":true}}`, "no structs of its own"},
		{`{"do":"batch","case":{"subject":"record","adapter":"json"},"op":"marshal"}`, "n is 0"},
		{`{"do":"batch","case":{"subject":"record","adapter":"json"},"op":"access","n":1}`, `no operation "access"`},
		{`{"do":"encodings","case":{"subject":"record","adapter":"harness floor"}}`, "is not verified"},
		{`{"do":"dance","case":{"subject":"record","adapter":"json"}}`, `unknown request "dance"`},
	} {
		resp := c.raw(tc.line)
		if (resp.Err == "") != (tc.want == "") || !strings.Contains(resp.Err, tc.want) {
			t.Errorf("%s: error %q, want %q", tc.line, resp.Err, tc.want)
		}
	}
	c.in.Close()
	if err := <-c.end; err != nil {
		t.Errorf("at the end of input: %v", err)
	}
}

func TestOrigins(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "values.jsonl")
	write := func(s string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	src := Source[record]{Sample: func() ([]record, error) { return make([]record, 4), nil }}

	list, origin, err := src.values(protocol.Data{Count: 3})
	if len(list) != 3 || origin.Origin != "sample function" || err != nil {
		t.Errorf("sample: %d %s %v", len(list), origin.Origin, err)
	}
	if list, _, _ = src.values(protocol.Data{}); len(list) != 4 {
		t.Errorf("sample without a count: %d values", len(list))
	}
	write("{\"Name\":\"a\"}\n\n{\"Name\":\"b\",\"Count\":3}")
	list, origin, err = src.values(protocol.Data{File: file})
	if len(list) != 2 || list[1].Count != 3 || origin.Origin != "file" || err != nil {
		t.Errorf("file: %+v %s %v", list, origin.Origin, err)
	}
	if list, _, _ = src.values(protocol.Data{File: file, Count: 1}); len(list) != 1 {
		t.Errorf("file with count 1: %d values", len(list))
	}
	list, origin, err = Source[record]{}.values(protocol.Data{Seed: 1})
	if len(list) < 10 || origin.Origin != "generated from the type" || err != nil {
		t.Errorf("generated: %d %s %v", len(list), origin.Origin, err)
	}
	failing := Source[record]{Sample: func() ([]record, error) { return nil, io.ErrClosedPipe }}
	if _, _, err = failing.values(protocol.Data{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("failing sample: %v", err)
	}
	for _, tc := range []struct{ text, want string }{
		{"{\"Name\":\"a\"}\n{\"Name\":7}\n", "line 2: json: cannot unmarshal number into Go struct field record.Name"},
		{"\n\n{\"Name\":", "line 3: unexpected EOF"},
		{"{\"id\":7}\n", `line 1: json: unknown field "id"`},
		{"\n", "no values"},
	} {
		write(tc.text)
		if _, _, err := src.values(protocol.Data{File: file}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: error %v, want %q", tc.text, err, tc.want)
		}
	}
	write("{\"Name\":\"\"}\n")
	if _, _, err := src.values(protocol.Data{File: file}); err != nil {
		t.Errorf("a zero value: %v", err)
	}
}

func TestReadingStopsAtABrokenPipe(t *testing.T) {
	token := protocol.Token{1}
	err := serve(io.MultiReader(bytes.NewReader(token[:]), iotestErr{}), &bytes.Buffer{}, newServer(0, nil, nil), func() error { return nil })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}

type iotestErr struct{}

func (iotestErr) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestACodecThatTurnsBadAfterVerification is caught by the probe after a batch.
func TestACodecThatTurnsBadAfterVerification(t *testing.T) {
	bad := false
	turning := func() adapter.Codec[record] {
		c := jsonCodec[record]()
		var first []byte
		c.Marshal = func(r *record) ([]byte, error) {
			if bad {
				return bytes.Clone(first), nil
			}
			b, err := json.Marshal(r)
			if first == nil {
				first = bytes.Clone(b)
			}
			return b, err
		}
		return c
	}
	one := func(workload.Options) ([]record, error) { return []record{{Name: "only", Count: 7}}, nil }
	c := converse(t, NewSubject("record", Source[record]{Workload: one}, Native("turning", turning)))
	k := protocol.Case{Subject: "record", Adapter: "turning"}
	if resp := c.ask(protocol.Request{Do: "load", Case: k}); resp.Err != "" {
		t.Fatal(resp.Err)
	}
	if resp := c.ask(protocol.Request{Do: "verify", Case: k}); resp.Err != "" || !resp.Verdict.OK {
		t.Fatalf("%+v %+v", resp, resp.Verdict)
	}
	caught := ""
	for round := range uint64(32) {
		resp := c.ask(protocol.Request{Do: "batch", Case: k, Op: protocol.Marshal, N: 10, Placement: round, Watched: true})
		bad = true
		if resp.Err != "" {
			caught = resp.Err
			break
		}
	}
	if !strings.Contains(caught, "looked at after the batch of marshal") {
		t.Errorf("got %q", caught)
	}
}
