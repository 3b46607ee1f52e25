package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/report/visible"
)

// quietFor is how long a step may take before it is announced.
const quietFor = time.Second

// redrawEvery is the least time between two drawings of a bar.
const redrawEvery = 100 * time.Millisecond

// barParts are the parts of a bar that is full.
const barParts = 1000

// progress shows the steps of a run on standard error: on a terminal a bar, and
// below it the table of what is being measured, both redrawn in place; else a
// line a step. A step that ends within a second is silent.
type progress struct {
	out    io.Writer
	screen *screen // nil without a terminal
	now    func() time.Time

	mu      sync.Mutex
	doing   string
	started time.Time
	said    time.Time
	bar     *progressbar.ProgressBar
	share   float64 // of the step, as last shown
	drawn   time.Time
	table   []string      // its lines
	left    time.Duration // as last shown; 0 when it never was
}

func newProgress(out io.Writer, bars bool) *progress {
	p := &progress{out: out, now: time.Now}
	if bars {
		p.screen = newScreen(out)
	}
	return p
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
	step = visible.String(step)
	if step != p.doing {
		p.bar = nil
		p.doing, p.started, p.said, p.share = step, now, time.Time{}, 0
	}
	if now.Sub(p.started) < quietFor {
		return
	}
	// The bar does not run backwards when there turns out to be more to do.
	p.share = max(p.share, min(float64(done)/float64(max(total, 1)), 1))
	text := step
	if left > 0 && (p.left == 0 || left < p.left) { // it never runs backwards either
		p.left = left
	}
	if rest := p.left.Round(time.Second); rest > 0 {
		text += fmt.Sprintf(", %s left", rest)
	}
	if p.screen != nil {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(barParts, progressbar.OptionSetWriter(io.Discard),
				progressbar.OptionSetWidth(24), progressbar.OptionSetPredictTime(false))
		}
		p.bar.Describe(text)
		_ = p.bar.Set(int(math.Round(p.share * barParts)))
		if now.Sub(p.drawn) >= redrawEvery {
			p.draw()
		}
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

// show has the table that text holds stand below the bar from now on; empty, none.
// Without a terminal it is left out.
func (p *progress) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen == nil {
		return
	}
	p.table = nil
	if text != "" {
		p.table = strings.Split(strings.TrimRight(text, "\n"), "\n")
	}
	p.draw()
}

func (p *progress) draw() {
	p.drawn = p.now()
	var lines []string
	if p.bar != nil {
		lines = append(lines, strings.Trim(p.bar.String(), "\r\n"))
	}
	if len(p.table) > 0 {
		lines = append(append(lines, ""), p.table...)
	}
	p.screen.draw(lines)
}

// close ends the step under way, and leaves nothing of it on a terminal.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar, p.doing, p.table = nil, "", nil
	if p.screen != nil {
		p.screen.clear()
	}
}
