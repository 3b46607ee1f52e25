package protocol

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// both returns the two sides of a conversation, and what the answers pass by.
func both(t *testing.T) (command, worker *Conn, answers *bytes.Buffer) {
	t.Helper()
	requests := new(bytes.Buffer)
	answers = new(bytes.Buffer)
	command, err := Begin(Token{1, 2, 3}, answers, requests)
	if err != nil {
		t.Fatal(err)
	}
	if worker, err = Accept(requests, answers); err != nil {
		t.Fatal(err)
	}
	return command, worker, answers
}

func TestFrames(t *testing.T) {
	command, worker, _ := both(t)
	for _, do := range []string{"load", "", strings.Repeat("long", 1<<20), "line\n"} {
		var req Request
		if err := command.Send(Request{Do: do}); err != nil {
			t.Fatal(err)
		}
		if err := worker.Receive(&req); err != nil || req.Do != do {
			t.Errorf("received %.20q: %v", req.Do, err)
		}
	}
	var req Request
	if err := worker.Receive(&req); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// What adapters write is never taken for an answer, wherever it begins and ends.
func TestForeignFrames(t *testing.T) {
	for _, text := range []string{"x", "{}\n", "\x01", strings.Repeat("y", 100), "\x00\x00\x00\x00", `{"verdict":{"ok":true}}` + "\n"} {
		command, worker, answers := both(t)
		answers.WriteString(text)
		if err := worker.Send(Response{}); err != nil {
			t.Fatal(err)
		}
		var resp Response
		if err := command.Receive(&resp); !errors.Is(err, ErrForeign) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A frame that ends early is told from the end of the conversation, and a length that
// is none takes no memory.
func TestBrokenFrames(t *testing.T) {
	whole := func() []byte {
		_, worker, answers := both(t)
		if err := worker.Send(Response{Err: "something"}); err != nil {
			t.Fatal(err)
		}
		return answers.Bytes()
	}()
	for n := 1; n < len(whole); n++ {
		command, _, answers := both(t)
		answers.Write(whole[:n])
		var resp Response
		if err := command.Receive(&resp); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
	command, _, answers := both(t)
	answers.Write(append(bytes.Clone(whole[:len(Token{})]), 0xff, 0xff, 0xff, 0xff))
	var resp Response
	if err := command.Receive(&resp); err == nil || !strings.Contains(err.Error(), "the most") {
		t.Errorf("4 GB: %v", err)
	}
}

// An answer that lacks what was asked for is an error, not a nil pointer later.
func TestComplete(t *testing.T) {
	for _, do := range []string{"load", "verify", "batch", "allocs", "window", "profile", "latency", "cold", "first"} {
		if (&Response{}).Complete(Request{Do: do}) == nil {
			t.Errorf("an empty answer to %q is taken", do)
		}
		if err := (&Response{Err: "because"}).Complete(Request{Do: do}); err != nil {
			t.Errorf("%s refused: %v", do, err)
		}
	}
	two := Request{Do: "batches", Batches: []Request{{Do: "batch"}, {Do: "batch"}}}
	done, failed := Response{Batch: &Batch{}}, Response{Err: "because"}
	for _, tc := range []struct {
		answers []Response
		ok      bool
	}{{nil, false}, {[]Response{done}, false}, {[]Response{done, {}}, false}, {[]Response{done, done}, true}, {[]Response{failed, done}, true}} {
		if err := (&Response{Batches: tc.answers}).Complete(two); (err == nil) != tc.ok {
			t.Errorf("to two batches the answers %+v: %v", tc.answers, err)
		}
	}
}

// What a codec is found to do while it is timed is blamed on no operation but the one that
// the reason names.
func TestFailuresNameTheirStep(t *testing.T) {
	for _, test := range []struct {
		req  Request
		want string
	}{
		{Request{Do: "batch", Op: Marshal}, "batch marshal: x"},
		{Request{Do: "verify"}, "verify: x"},
		{Request{Do: "prove", Op: Marshal}, "in the process that is timed: x"},
	} {
		if err := (&Response{Err: "x"}).Failure(test.req); err.Error() != test.want {
			t.Errorf("%q, want %q", err, test.want)
		}
	}
}
