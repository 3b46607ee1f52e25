package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/report/visible"
)

// quietFor is how long a step may take before it is announced.
const quietFor = time.Second

// redrawEvery is the least time between two drawings of a bar.
const redrawEvery = 100 * time.Millisecond

// heartbeat is how often a step is shown again that tells nothing new, and silentFor
// how long it has to be silent for that: a large package alone may compile for half a
// minute.
const (
	heartbeat = time.Second
	silentFor = 2 * time.Second
)

// barWidth is the width of a bar that is full, in columns.
const barWidth = 24

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
	bar     string  // as last shown; empty while the step under way is silent
	share   float64 // of the step, as last shown
	drawn   time.Time
	table   []string      // its lines
	left    time.Duration // as last shown; 0 when it never was

	done, total int         // as last told
	heard       time.Time   // when
	beat        *time.Timer // nil while nothing is under way
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
	p.heard, p.done, p.total = now, done, total
	if p.beat == nil {
		p.beat = time.AfterFunc(heartbeat, p.again)
	}
	step = visible.String(step)
	if step != p.doing {
		p.bar = ""
		p.doing, p.started, p.said, p.share = step, now, time.Time{}, 0
	}
	if now.Sub(p.started) < quietFor {
		return
	}
	// The bar does not run backwards when there turns out to be more to do.
	p.share = max(p.share, min(float64(done)/float64(max(total, 1)), 1))
	if left > 0 && (p.left == 0 || left < p.left) { // it never runs backwards either
		p.left = left
	}
	p.write(now)
}

// again shows the step under way once more, when nothing was heard of it for a while.
func (p *progress) again() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.beat == nil {
		return
	}
	if now := p.now(); now.Sub(p.heard) >= silentFor && now.Sub(p.started) >= quietFor {
		p.write(now)
	}
	p.beat.Reset(heartbeat)
}

// write shows the step under way.
func (p *progress) write(now time.Time) {
	text := p.doing
	if rest := p.left.Round(time.Second); rest > 0 {
		text += fmt.Sprintf(", %s to measure", rest) // which is not what compiling takes
	}
	if silent := now.Sub(p.heard); silent >= silentFor {
		text += fmt.Sprintf(", silent for %s", silent.Round(time.Second))
	}
	if p.screen != nil {
		p.bar = bar(text, p.share)
		if now.Sub(p.drawn) >= redrawEvery {
			p.draw()
		}
		return
	}
	// Without a terminal a line every ten seconds is enough to see it alive.
	if p.said.IsZero() || now.Sub(p.said) >= 10*time.Second {
		p.said = now
		if p.total > 0 {
			text = fmt.Sprintf("%s (%d of %d)", text, p.done, p.total)
		}
		fmt.Fprintln(p.out, text)
	}
}

// bar is the line of a step of which a share is done.
func bar(step string, share float64) string {
	full := int(math.Round(share * barWidth))
	return fmt.Sprintf("%s %3.0f%% |%s%s|", step, share*100, strings.Repeat("█", full), strings.Repeat(" ", barWidth-full))
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
	if p.bar != "" {
		lines = append(lines, p.bar)
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
	p.bar, p.doing, p.table = "", "", nil
	if p.beat != nil {
		p.beat.Stop()
		p.beat = nil
	}
	if p.screen != nil {
		p.screen.clear()
	}
}
