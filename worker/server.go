package worker

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/worker/internal/probe"
	"github.com/assay-go/assay/worker/internal/verify"
)

// serve answers each request of the conversation, in order, until "quit" or its end. It
// leaves a request about a case unanswered when what requests come by is not intact
// afterwards: the next case is not to blame.
func serve(requests io.Reader, answers io.Writer, s *server, intact func() error) error {
	conn, err := protocol.Accept(requests, answers)
	if err != nil {
		return err
	}
	for {
		var req protocol.Request
		if err := conn.Receive(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		var resp protocol.Response
		if req.Do != "quit" {
			s.woken = true
			began := batch.SinceStart()
			if resp = s.answer(req); resp.Batch != nil || resp.Batches != nil {
				resp.TookNS = (batch.SinceStart() - began).Nanoseconds()
			}
		}
		if req.Case.Adapter != "" || len(req.Batches) > 0 {
			if err := intact(); err != nil {
				return err
			}
		}
		if err := conn.Send(resp); err != nil {
			return fmt.Errorf("writing a response: %w", err)
		}
		if req.Do == "quit" {
			return nil
		}
	}
}

// server holds the subjects, of which one at a time has values.
type server struct {
	subjects map[string]Subject
	memory   int64
	heap     *heap
	live     string // the subject whose values are loaded
	cases    map[protocol.Case]*opened
	woken    bool // no batch has run since the request came
	settings verify.Settings
}

func newServer(memory int64, h *heap, subjects []Subject) *server {
	s := &server{subjects: map[string]Subject{}, memory: memory, heap: h, settings: verify.SettingsNow()}
	for _, sub := range subjects {
		s.subjects[sub.subjectName()] = sub
	}
	return s
}

// answer does what the request asks for. A panic becomes the response's error.
func (s *server) answer(req protocol.Request) (resp protocol.Response) {
	defer func() {
		if p := recover(); p != nil {
			resp = protocol.Response{Err: fmt.Sprintf("%s: panic: %v", req.Do, p)}
		}
	}()
	if err := s.do(req, &resp); err != nil {
		return protocol.Response{Err: err.Error()}
	}
	return resp
}

func (s *server) do(req protocol.Request, resp *protocol.Response) error {
	// A timer of some codec may have changed them between two requests. Nobody knows of
	// which, so no row fails; the timer gains nothing.
	s.settings.Restore()
	if req.Do == "load" {
		stop := watchTime(req.CPU, req.Still)
		load, err := s.load(req)
		stop()
		if err == nil && req.Aged {
			s.heap.age()
		}
		resp.Load = load
		return err
	}
	if req.Do == "batches" {
		for _, one := range req.Batches {
			resp.Batches = append(resp.Batches, s.answer(one))
		}
		return nil
	}
	if req.Do == "forget" {
		delete(s.cases, req.Case)
		runtime.GC()
		return nil
	}
	if req.Do == "payloads" {
		if req.Cycles <= 0 {
			return fmt.Errorf("payloads: %d collections, want at least 1", req.Cycles)
		}
		s.heap.populate()
		resp.Payloads = batch.Payloads(req.Placement, req.Cycles)
		return nil
	}
	verify.Serve(req.Case.Adapter)
	c, err := s.open(req.Case)
	if err != nil {
		return err
	}
	switch req.Do {
	case "verify", "edges", "decode", "again", "encodings":
		if c.check == nil {
			return fmt.Errorf("%s: %s is not verified", req.Do, req.Case.Adapter)
		}
		defer watchMemory(s.memory)()
		defer watchTime(req.CPU, req.Still)()
		return examine(*c.check, req, resp)
	case "probe":
		if c.check == nil || req.Probe == nil {
			return fmt.Errorf("probe: %s is not probed, or it is not said how", req.Case.Adapter)
		}
		defer watchMemory(s.memory)()
		defer watchTime(req.CPU, req.Still)()
		probed, err := probe.Answer(*c.check, *req.Probe)
		resp.Probe = probed
		return err
	case "prove":
		if c.prove == nil || req.Declared == nil {
			return fmt.Errorf("prove: %s is not verified, or it is not said what was declared", req.Case.Adapter)
		}
		return c.prove(req)
	case "first":
		if c.first == nil {
			return errors.New("first: the harness has no codec of its own")
		}
		first, err := c.first()
		resp.First = &first
		return err
	case "parallel":
		if req.N <= 0 || req.Goroutines <= 0 {
			return fmt.Errorf("parallel: n is %d and goroutines %d, want at least 1", req.N, req.Goroutines)
		}
		if req.Pooled && c.pooled == nil {
			return errors.New("parallel: the harness has no codec of its own")
		}
		s.heap.age()
		took, err := c.parallel(req)
		resp.ParallelNS = took.Nanoseconds()
		return err
	case "batch", "allocs", "window", "profile", "latency", "cold":
		if req.N <= 0 {
			return fmt.Errorf("%s: n is %d, want at least 1", req.Do, req.N)
		}
		runner, err := c.runner()
		if err != nil {
			return err
		}
		if req.Span == nil && (req.Do == "window" || req.Do == "profile") {
			return fmt.Errorf("%s: no span is given", req.Do)
		}
		if req.Do == "window" {
			s.heap.populate()
			w, err := runner.Window(req.Op, req.N, *req.Span)
			resp.Window = &w
			return err
		}
		s.heap.age()
		switch req.Do {
		case "profile":
			resp.Profile, err = profile(runner, req)
			return err
		case "batch":
			woken := s.woken
			s.woken = false
			b, err := runner.Batch(req.Op, batch.Timing{N: req.N, Placement: req.Placement, NoGC: req.NoGC, Woken: woken, Watched: req.Watched, Aliases: req.Aliases})
			resp.Batch = &b
			if req.Settle {
				settled()
			}
			return err
		case "latency":
			l, err := runner.Latency(req.Op, req.N, req.Placement)
			resp.Latency = &l
			return err
		case "cold":
			cold, err := runner.Cold(req.Op, req.N, req.Caches)
			resp.Cold = &cold
			return err
		}
		a, err := runner.Allocs(req.Op, req.N)
		resp.Allocs = &a
		return err
	}
	return fmt.Errorf("unknown request %q", req.Do)
}

// examine does what is done to a case before it is timed.
func examine(c verify.Case, req protocol.Request, resp *protocol.Response) error {
	var declared protocol.Declared
	if req.Declared != nil {
		declared = *req.Declared
	}
	switch req.Do {
	case "verify":
		c.Brief = req.Brief
		verdict := verify.Run(c, declared)
		resp.Verdict = &verdict
	case "edges":
		resp.Findings = verify.Edges(c, declared)
	case "decode":
		return verify.Decode(c, req.Samples)
	case "again":
		return verify.Again(c, req.Samples)
	case "encodings":
		list, err := verify.Encodings(c, req.N, req.Bytes)
		resp.Encodings = list
		return err
	}
	return nil
}

func (s *server) load(req protocol.Request) (*protocol.Load, error) {
	sub, ok := s.subjects[req.Case.Subject]
	if !ok {
		return nil, fmt.Errorf("load: the worker has no subject %q", req.Case.Subject)
	}
	if old, ok := s.subjects[s.live]; ok {
		old.unload()
	}
	s.live, s.cases = "", map[protocol.Case]*opened{}
	var data protocol.Data
	if req.Data != nil {
		data = *req.Data
	}
	load, err := sub.load(data)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", req.Case.Subject, err)
	}
	if req.Digest {
		load.Digest, load.Bytes = sub.digest(), sub.bytes()
	}
	if req.Implementations {
		load.Implementations = sub.implementations()
	}
	s.live = req.Case.Subject
	return load, nil
}

// open returns the case, made at its first mention.
func (s *server) open(c protocol.Case) (*opened, error) {
	if o, ok := s.cases[c]; ok {
		return o, nil
	}
	if c.Subject != s.live || s.live == "" {
		return nil, fmt.Errorf("subject %q is not loaded", c.Subject)
	}
	sibling := c
	sibling.Reuse = !c.Reuse
	o, err := s.subjects[c.Subject].open(c, s.cases[sibling])
	if err != nil {
		return nil, err
	}
	s.cases[c] = o
	return o, nil
}
