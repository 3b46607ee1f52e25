// Package child is the command's side of a worker: it starts the process, asks it
// as package worker/protocol describes, and ends it with all that it has started.
//
// Requests and answers pass by descriptors of their own. What the process writes to
// standard output and standard error is kept for its last words.
package child

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Config says how workers are started.
type Config struct {
	Env      []string      // of the process; nil: that of this one
	MemoryMB int           // that it may use; 0: no limit
	HeapMB   int           // live heap to hold besides the values
	GOGC     int           // percent
	Limit    time.Duration // for one answer
}

// Died is the error of a process that is gone; it has answered nothing, and a
// new one must take its place.
type Died struct {
	Reason string
	Words  string // what it wrote since its last answer, the beginning and the end
}

func (d *Died) Error() string { return d.Reason }

// Process is one worker process of the operating system.
type Process struct {
	cmd    *exec.Cmd
	in     *os.File // requests
	out    *os.File // answers
	conn   *protocol.Conn
	words  *tail
	limit  time.Duration // for one answer
	memory int           // MB, for messages
	ended  chan struct{} // closed when the process has, and all that it started
}

// Start starts the executable. The process ends with ctx.
func Start(ctx context.Context, path string, cfg Config) (*Process, error) {
	p, err := launch(ctx, path, cfg)
	if err != nil {
		return nil, fmt.Errorf("starting worker %s: %w", path, err)
	}
	return p, nil
}

func launch(ctx context.Context, path string, cfg Config) (*Process, error) {
	requests, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer requests.Close()
	out, answers, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, err
	}
	defer answers.Close()
	cmd := exec.CommandContext(ctx, path)
	p := &Process{cmd: cmd, in: in, out: out, words: &tail{}, limit: cfg.Limit, memory: cfg.MemoryMB, ended: make(chan struct{})}
	var mark [16]byte
	rand.Read(mark[:])
	left := fmt.Sprintf("ASSAY_WORKER=%x", mark)
	cmd.Env = append(slices.Clip(cfg.Env), left)
	if cfg.Env == nil {
		cmd.Env = append(os.Environ(), left)
	}
	cmd.Stdout, cmd.Stderr = p.words, p.words
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	cmd.WaitDelay = leaveTime
	from, to := inherit(cmd, requests, answers)
	cmd.Args = append(cmd.Args, "-requests", fmt.Sprint(from), "-answers", fmt.Sprint(to),
		"-memory", fmt.Sprint(cfg.MemoryMB<<20), "-heap", fmt.Sprint(cfg.HeapMB), "-gogc", fmt.Sprint(cfg.GOGC))
	if err := cmd.Start(); err != nil {
		p.in.Close()
		p.out.Close()
		return nil, err
	}
	go func() {
		cmd.Wait()
		killGroup(cmd) // what it has left behind, which may hold the pipe of the answers
		killLeft(left)
		close(p.ended)
		// What has left the group may still hold the pipe. What is in it is read by then.
		time.AfterFunc(leaveTime, func() { out.Close() })
	}()
	var token protocol.Token
	rand.Read(token[:])
	p.conn, err = protocol.Begin(token, out, in)
	if err != nil {
		p.Kill()
	}
	return p, err
}

// leaveTime is how long a process has to go, and others to let go of what it wrote
// to.
const leaveTime = time.Second / 2

// patience is how many times its processor time a step may take on the clock.
const patience = 60

// Ask sends one request and waits for its answer. A process that does not answer
// within the limit is killed. The error is a *Died when the process is gone.
func (p *Process) Ask(req protocol.Request) (protocol.Response, error) {
	limit := p.limit
	if req.CPU > 0 { // the process watches itself, and a busy machine takes its time
		limit = patience * max(req.CPU, p.limit)
	}
	resp, err := p.ask(req, limit)
	if err != nil {
		if died := (*Died)(nil); errors.As(err, &died) {
			died.Reason = req.String() + ": " + died.Reason
		}
		return protocol.Response{}, err
	}
	return resp, resp.Failure(req)
}

func (p *Process) ask(req protocol.Request, limit time.Duration) (resp protocol.Response, err error) {
	p.words.forget()
	// Watched from outside, not by a deadline of the pipe: os.Pipe has none on every system.
	var once sync.Once
	late := ""
	end := func(reason string) func() {
		return func() {
			once.Do(func() { late = reason })
			tellStacks(p.cmd)
			time.AfterFunc(leaveTime, func() { killGroup(p.cmd) })
		}
	}
	stop, stopOfStopped := func() {}, func() {}
	if limit > 0 {
		stop = after(limit, func() bool { return true }, end(fmt.Sprintf("gave no answer within %s and was stopped", limit.Round(time.Millisecond))))
	}
	if p.limit > 0 { // for it cannot watch itself then
		stopOfStopped = after(p.limit, func() bool { return stopped(p.cmd.Process.Pid) },
			end(fmt.Sprintf("stopped itself by a signal, did not go on within %s, and was ended", p.limit.Round(time.Millisecond))))
	}
	err = p.conn.Send(req)
	if err == nil {
		err = p.conn.Receive(&resp)
	}
	stop()
	stopOfStopped()
	once.Do(func() {})
	if err == nil {
		err = resp.Complete(req)
	}
	if err == nil {
		p.words.answered()
		return resp, nil
	}
	foreign := errors.Is(err, protocol.ErrForeign)
	gone := !foreign && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || isPathError(err))
	if gone {
		p.leave(leaveTime)
	} else {
		p.Kill()
	}
	switch {
	case late != "":
		err = errors.New(late)
	case gone:
		err = errors.New(p.lastWords())
	case foreign:
	default:
		err = fmt.Errorf("the answer is not understood: %w", err)
	}
	return resp, &Died{Reason: err.Error(), Words: p.words.String()}
}

// isPathError reports whether a pipe is broken.
func isPathError(err error) bool {
	var p *os.PathError
	return errors.As(err, &p)
}

// Words returns what the process has written to standard output and standard error since
// it was last asked, the beginning and the end.
func (p *Process) Words() string { return p.words.String() }

// Close ends the process in peace. The error is a *Died when it is gone already, or
// does not end within the time.
func (p *Process) Close(within time.Duration) error {
	_, err := p.ask(protocol.Request{Do: "quit"}, within)
	if err == nil {
		p.leave(within)
	}
	return err
}

// leave waits for the process to end, and ends it when it does not within the time.
func (p *Process) leave(within time.Duration) {
	p.in.Close()
	timer := time.AfterFunc(within, func() { killGroup(p.cmd) })
	<-p.ended
	timer.Stop()
	p.out.Close()
}

// Kill ends the process at once.
func (p *Process) Kill() {
	killGroup(p.cmd)
	p.leave(0)
}

// lastWords makes a line of what a dying process wrote.
func (p *Process) lastWords() string {
	last := ""
	for line := range strings.Lines(p.words.String()) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "out of memory") || strings.Contains(line, "cannot allocate memory"):
			return fmt.Sprintf("used more than the %d MB of memory that it may have, and was stopped", p.memory)
		case strings.Contains(line, "stack exceeds") || strings.Contains(line, "stack overflow"):
			return "recursed without end, and was stopped"
		case strings.HasPrefix(line, "panic:"), strings.HasPrefix(line, "fatal error:"), strings.HasPrefix(line, "unexpected fault"),
			strings.HasPrefix(line, "SIG"), strings.HasPrefix(line, "assay worker:"):
			return line
		case line != "":
			last = line
		}
	}
	text := "the worker process ended: " + p.cmd.ProcessState.String()
	if last != "" {
		text += "; its last words: " + shorten(last)
	}
	return text
}

// shorten cuts a line to what fits into a reason.
func shorten(line string) string {
	const most = 200
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}

// tail keeps the first and the last words written to it, 8 KiB each: a Go
// program's reason to die comes first, its goroutines after it.
type tail struct {
	mu    sync.Mutex
	first []byte
	last  []byte
	over  bool // an answer has come since: what is written next begins anew
}

const tailSize = 8 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.renew()
	n := len(b)
	if room := tailSize - len(t.first); room > 0 {
		k := min(room, len(b))
		t.first = append(t.first, b[:k]...)
		b = b[k:]
	}
	t.last = append(t.last, b...)
	if len(t.last) > tailSize {
		t.last = append([]byte(nil), t.last[len(t.last)-tailSize:]...)
	}
	return n, nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.first) + string(t.last)
}

// answered notes that the process has answered.
func (t *tail) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
}

// forget lets go of what was written before the last answer. What came after it, or
// before the first request, may say why the process is gone.
func (t *tail) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.renew()
}

func (t *tail) renew() {
	if t.over {
		t.first, t.last, t.over = t.first[:0], t.last[:0], false
	}
}
