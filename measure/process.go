package measure

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/assay-go/assay/worker/protocol"
)

// died is the error of a process that is gone; it has answered nothing, and a
// new one must take its place.
type died struct{ reason string }

func (d *died) Error() string { return d.reason }

// child is one worker process of the operating system.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *tail
	limit  time.Duration // for one answer
	memory int           // MB, for messages
}

// start starts the executable. The process ends with ctx.
func start(ctx context.Context, path string, cfg Config) (*child, error) {
	cmd := exec.CommandContext(ctx, path, "-memory", fmt.Sprint(cfg.MemoryMB<<20), "-heap", fmt.Sprint(cfg.HeapMB), "-gogc", fmt.Sprint(cfg.GOGC))
	c := &child{cmd: cmd, stderr: &tail{}, limit: cfg.StepLimit, memory: cfg.MemoryMB}
	cmd.Stderr = c.stderr
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting worker %s: %w", path, err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting worker %s: %w", path, err)
	}
	c.out = bufio.NewReaderSize(out, 1<<16)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting worker %s: %w", path, err)
	}
	return c, nil
}

// patience is how many times its processor time a step may take on the clock.
const patience = 60

// ask sends one request and waits for its answer. A process that does not answer
// within the limit is killed. The error is a *died when the process is gone.
func (c *child) ask(req protocol.Request) (protocol.Response, error) {
	var resp protocol.Response
	line, err := json.Marshal(req)
	if err != nil {
		return resp, err
	}
	// Watched from outside, not by a deadline of the pipe: os.Pipe has none on every system.
	var once sync.Once
	var late bool
	limit := c.limit
	if req.CPU > 0 { // the process watches itself, and a busy machine takes its time
		limit = patience * max(req.CPU, c.limit)
	}
	stop := after(limit, func() {
		once.Do(func() { late = true })
		c.cmd.Process.Kill()
	})
	_, err = c.in.Write(append(line, '\n'))
	var answer []byte
	if err == nil {
		answer, err = c.out.ReadBytes('\n')
	}
	stop()
	once.Do(func() {})
	if err != nil {
		c.cmd.Wait()
		if late {
			return resp, &died{fmt.Sprintf("%s: gave no answer within %s and was stopped", describe(req), limit)}
		}
		return resp, &died{fmt.Sprintf("%s: %s", describe(req), c.lastWords())}
	}
	if err := json.Unmarshal(answer, &resp); err != nil {
		c.kill()
		return resp, &died{fmt.Sprintf("%s: the answer is not understood: %v", describe(req), err)}
	}
	if resp.Err != "" {
		return resp, fmt.Errorf("%s: %s", describe(req), resp.Err)
	}
	return resp, nil
}

// after calls f when so long has passed in which this process ran too, unless stop is
// called before: where both it and the worker stood still, as in a machine that was
// suspended, nobody was late.
func after(limit time.Duration, f func()) (stop func()) {
	done := make(chan struct{})
	tick := min(time.Second/4, limit/8+1)
	go func() {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		w := waiting{last: time.Now(), most: 8 * tick}
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if w.until(time.Now()) >= limit {
				f()
				return
			}
		}
	}()
	return func() { close(done) }
}

// waiting is time that passed in steps, of which one that is longer than most counts
// as that.
type waiting struct {
	last      time.Time
	sum, most time.Duration
}

func (w *waiting) until(now time.Time) time.Duration {
	w.sum += min(now.Sub(w.last), w.most)
	w.last = now
	return w.sum
}

func describe(req protocol.Request) string {
	if req.Op != "" {
		return req.Do + " " + string(req.Op)
	}
	return req.Do
}

// close ends the process in peace.
func (c *child) close() {
	json.NewEncoder(c.in).Encode(protocol.Request{Do: "quit"})
	c.in.Close()
	timer := time.AfterFunc(2*time.Second, func() { c.cmd.Process.Kill() })
	c.cmd.Wait()
	timer.Stop()
}

func (c *child) kill() {
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// lastWords makes a line of what a dying process wrote to standard error.
func (c *child) lastWords() string {
	text := c.stderr.String()
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "out of memory") || strings.Contains(line, "cannot allocate memory"):
			return fmt.Sprintf("used more than the %d MB of memory that it may have, and was stopped", c.memory)
		case strings.Contains(line, "stack exceeds") || strings.Contains(line, "stack overflow"):
			return "recursed without end, and was stopped"
		case strings.HasPrefix(line, "panic:"), strings.HasPrefix(line, "fatal error:"), strings.HasPrefix(line, "unexpected fault"),
			strings.HasPrefix(line, "SIG"), strings.HasPrefix(line, "assay worker:"):
			return line
		}
	}
	if c.cmd.ProcessState != nil {
		return "the worker process ended: " + c.cmd.ProcessState.String()
	}
	return "the worker process ended"
}

// tail keeps the first and the last words written to it, 8 KiB each: a Go
// program's reason to die comes first, its goroutines after it.
type tail struct {
	mu    sync.Mutex
	first []byte
	last  []byte
}

const tailSize = 8 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
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
