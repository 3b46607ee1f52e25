package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/assay-go/assay/bench"
)

// quietFor is how long a step may take before it is announced.
const quietFor = time.Second

// progress shows the steps of a run on standard error: a bar redrawn in place on
// a terminal, else a line a step. A step that ends within a second is silent.
type progress struct {
	out  io.Writer
	bars bool
	now  func() time.Time

	mu      sync.Mutex
	doing   string
	started time.Time
	said    time.Time
	bar     *progressbar.ProgressBar
	left    time.Duration // as last shown; 0 when it never was
}

func newProgress(out io.Writer, bars bool) *progress {
	return &progress{out: out, bars: bars, now: time.Now}
}

// step shows a step of a bench.
func (p *progress) step(s bench.Step) {
	text := string(s.Kind)
	if s.Subject != "" {
		text += " " + s.Subject
	}
	p.update(text, s.Done, s.Total, s.TimeLeft)
}

// update says that done of total parts of step are finished. left is the time
// that remains, 0 when it is not known.
func (p *progress) update(step string, done, total int, left time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if step != p.doing {
		p.finish()
		p.doing, p.started, p.said = step, now, time.Time{}
	}
	if now.Sub(p.started) < quietFor {
		return
	}
	text := step
	if left > 0 && (p.left == 0 || left < p.left) { // it never runs backwards
		p.left = left
	}
	if p.left > 0 {
		text += fmt.Sprintf(", %s left", p.left.Round(time.Second))
	}
	if p.bars {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(max(total, 1), progressbar.OptionSetWriter(p.out),
				progressbar.OptionSetWidth(24), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))
		}
		p.bar.ChangeMax(max(total, 1))
		p.bar.Describe(text)
		_ = p.bar.Set(min(done, max(total, 1)))
		return
	}
	// Without a terminal a line every ten seconds is enough to see it alive.
	if p.said.IsZero() || now.Sub(p.said) >= 10*time.Second {
		p.said = now
		if total > 0 {
			text = fmt.Sprintf("%s (%d of %d)", text, done, total)
		}
		fmt.Fprintln(p.out, text)
	}
}

// close ends the step under way.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finish()
	p.doing = ""
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}
