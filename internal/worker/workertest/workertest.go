// Package workertest has a worker in the process of a test, where nothing need be compiled.
package workertest

import (
	"errors"
	"io"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker"
	"github.com/assay-go/assay/worker/adapter"
)

// only is what the subject and the row of a codec are called.
var only = protocol.Case{Subject: "value", Adapter: "codec"}

// Subject is a codec with its values. It copies neither.
func Subject[T any](marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, values ...T) worker.Subject {
	codec := adapter.Codec[T]{
		Marshal:   func(v *T) ([]byte, error) { return marshal(v) },
		Unmarshal: func(data []byte, v *T) error { return unmarshal(data, v) },
	}
	source := worker.Source[T]{Sample: func() ([]T, error) { return values, nil }}
	return worker.UntimedSubject(only.Subject, source, worker.UntimedNative(only.Adapter, func() adapter.Codec[T] { return codec }))
}

// Ask has a new worker answer one question about a subject of Subject.
func Ask(s worker.Subject, p protocol.Probe) (*protocol.Probed, error) {
	requests, toWorker := io.Pipe()
	fromWorker, answers := io.Pipe()
	go func() { answers.CloseWithError(worker.Serve(requests, answers, s)) }()
	defer toWorker.Close()
	conn, err := protocol.Begin(protocol.Token{1}, fromWorker, toWorker)
	var resp protocol.Response
	for _, req := range []protocol.Request{{Do: "load", Case: only}, {Do: "probe", Case: only, Probe: &p}} {
		resp = protocol.Response{}
		if err == nil {
			err = conn.Send(req)
		}
		if err == nil {
			err = conn.Receive(&resp)
		}
		if err == nil && resp.Err != "" {
			err = errors.New(resp.Err)
		}
	}
	return resp.Probe, err
}
