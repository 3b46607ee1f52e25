package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

// History is what has become of rows over runs. Its JSON form is stable.
type History struct {
	Schema   int              `json:"schema"` // 1
	Runs     []Past           `json:"runs"`   // by the time when they began, or as named where one does not say it
	Warnings []string         `json:"warnings,omitempty"`
	Subjects []HistorySubject `json:"subjects"`
}

// Past is a run of a history.
type Past struct {
	Name string `json:"name"` // such as its file's
	Side
}

// HistorySubject is a type with its rows.
type HistorySubject struct {
	Name string  `json:"name"`
	Rows []Trend `json:"rows"`
}

// Trend is one row at one operation over the runs.
type Trend struct {
	Row     string    `json:"row"`
	Op      string    `json:"op"`
	NS      []float64 `json:"ns"`                // of each run; 0 where it has no figure
	Changes []Change  `json:"changes,omitempty"` // in order
}

// Change is where a row began to be something else than it was.
type Change struct {
	Run   int     `json:"run"`   // the first in which it is so, from 0
	Since int     `json:"since"` // the run that it is compared with: the first after the change before
	Ratio float64 `json:"ratio"` // of the time, as in a comparison of the two
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// NewHistory puts runs in the order in which they began, or, where that is not known of
// all, leaves them as they are given, and looks for changes: each run is compared with
// the first one since a row changed last, so that what creeps is found as well as what
// jumps. names are what the runs are called.
func NewHistory(runs []*result.Run, names []string, o Options) (*History, error) {
	order := make([]int, len(runs))
	for i := range order {
		order[i] = i
	}
	h := &History{Schema: 1, Subjects: []HistorySubject{}}
	undated := slices.IndexFunc(runs, func(r *result.Run) bool { return r.Started.IsZero() })
	if undated < 0 {
		slices.SortStableFunc(order, func(a, b int) int { return runs[a].Started.Compare(runs[b].Started) })
	} else {
		h.Warnings = append(h.Warnings, fmt.Sprintf("%s does not say when it was measured, so the runs stand in the order in which they are named", names[undated]))
	}
	sorted := make([]*result.Run, len(runs))
	for i, k := range order {
		sorted[i] = runs[k]
		h.Runs = append(h.Runs, Past{names[k], side(runs[k])})
	}
	trends := h.figures(sorted, o)
	type pairOfRuns struct{ since, run int }
	known := map[pairOfRuns]*Comparison{}
	compared := func(since, run int) (*Comparison, error) {
		k := pairOfRuns{since, run}
		if c, ok := known[k]; ok {
			return c, nil
		}
		c, err := Runs(sorted[since], sorted[run], o)
		if err != nil {
			return nil, fmt.Errorf("comparing %s with %s: %w", h.Runs[since].Name, h.Runs[run].Name, err)
		}
		known[k] = c
		for _, w := range c.Warnings {
			if w = h.Runs[run].Name + ": " + w; !slices.Contains(h.Warnings, w) {
				h.Warnings = append(h.Warnings, w)
			}
		}
		return c, nil
	}
	for subject, list := range trends {
		for _, t := range list {
			since := slices.IndexFunc(t.NS, func(ns float64) bool { return ns > 0 })
			for run := since + 1; run < len(sorted); run++ {
				if t.NS[run] == 0 {
					continue
				}
				c, err := compared(since, run)
				if err != nil {
					return nil, err
				}
				if r := c.row(subject, t.Op, t.Row); r != nil && (r.Verdict == Slower || r.Verdict == Faster) {
					t.Changes = append(t.Changes, Change{run, since, r.Ratio, r.Lo, r.Hi})
					since = run
				}
			}
		}
	}
	for i := range h.Subjects {
		s := &h.Subjects[i]
		for _, t := range trends[s.Name] {
			s.Rows = append(s.Rows, *t)
		}
		slices.SortStableFunc(s.Rows, func(a, b Trend) int { return cmp.Compare(b.change(), a.change()) })
	}
	return h, nil
}

// figures notes the times of all rows, by subject.
func (h *History) figures(runs []*result.Run, o Options) map[string][]*Trend {
	trends := map[string][]*Trend{}
	for i, run := range runs {
		for _, s := range run.Subjects {
			if _, ok := trends[s.Name]; !ok {
				trends[s.Name] = nil
				h.Subjects = append(h.Subjects, HistorySubject{Name: s.Name})
			}
			for _, c := range s.Cases {
				if o.Keep != nil && !o.Keep(c) {
					continue
				}
				for _, op := range operations(c, c) {
					ns := stats.Time(c.Ops[op]).Median
					if c.Status != result.OK || math.IsNaN(ns) {
						continue
					}
					k := slices.IndexFunc(trends[s.Name], func(t *Trend) bool { return t.Row == c.Row && t.Op == op })
					if k < 0 {
						k = len(trends[s.Name])
						trends[s.Name] = append(trends[s.Name], &Trend{Row: c.Row, Op: op, NS: make([]float64, len(runs))})
					}
					trends[s.Name][k].NS[i] = ns
				}
			}
		}
	}
	return trends
}

// row finds the verdict on a row.
func (c *Comparison) row(subject, op, row string) *Row {
	for _, s := range c.Subjects {
		for _, o := range s.Ops {
			for i := range o.Rows {
				if s.Name == subject && o.Op == op && o.Rows[i].Row == row {
					return &o.Rows[i]
				}
			}
		}
	}
	return nil
}

// change is by how much a row has changed in all, as the size of a logarithm.
func (t Trend) change() float64 {
	sum := 0.0
	for _, c := range t.Changes {
		sum += math.Log(c.Ratio)
	}
	return math.Abs(sum)
}

// Document arranges the history for reading: a line a row. A brief one has only those
// that have changed.
func (h *History) Document(brief bool) layout.Document {
	doc := layout.Document{&layout.Heading{Level: 1, Text: fmt.Sprintf("%d runs", len(h.Runs))}}
	runs := &layout.List{Title: "Runs"}
	for i, r := range h.Runs {
		var about []string
		if !r.Started.IsZero() {
			about = append(about, r.Started.UTC().Format(time.DateTime))
		}
		if r.Go != "" {
			about = append(about, r.Go)
		}
		text := r.Name
		if len(about) > 0 {
			text += ": " + strings.Join(about, ", ")
		}
		runs.Items = append(runs.Items, layout.Item{Mark: fmt.Sprint(i + 1), Text: text})
	}
	doc = append(doc, runs)
	for _, w := range h.Warnings {
		doc = append(doc, &layout.Paragraph{Text: "Warning: " + w, Alarm: true})
	}
	for _, s := range h.Subjects {
		doc = append(doc, &layout.Heading{Level: 2, Text: s.Name})
		t := &layout.Table{Columns: []layout.Column{{Heading: "VARIANT", Names: true}, {Heading: "OPERATION"}, {Heading: "FIRST NS", Number: true}, {Heading: "LAST NS", Number: true}, {Heading: "TREND"}, {Heading: "CHANGES"}}}
		for _, r := range s.Rows {
			if brief && len(r.Changes) == 0 {
				continue
			}
			var changes []string
			for _, c := range r.Changes {
				changes = append(changes, fmt.Sprintf("×%.3f in %d", c.Ratio, c.Run+1))
			}
			first, last := r.ends()
			t.Rows = append(t.Rows, []layout.Cell{{Text: r.Row}, {Text: layout.OpName(r.Op)}, {Text: layout.Figure(first)}, {Text: layout.Figure(last)}, {Text: r.spark()}, {Text: strings.Join(changes, ", ")}})
		}
		if len(t.Rows) == 0 {
			doc = append(doc, &layout.Paragraph{Text: "No variant has changed."})
			continue
		}
		doc = append(doc, t)
	}
	return append(doc, &layout.List{Title: "How to read the table", Items: []layout.Item{
		{Mark: "TREND", Text: "the time in each run, from the least of the variant to the most, and at least over 10%; a gap is a run without a figure."},
		{Mark: "×1.050", Text: "in 3: since the third run the variant takes 1.050 times as long, significantly among all variants, as assay compare judges; what the machine does to all variants is taken out."},
	}})
}

// ends are the first and the last figure.
func (t Trend) ends() (first, last float64) {
	for _, ns := range t.NS {
		if ns > 0 {
			first, last = cmp.Or(first, ns), ns
		}
	}
	return first, last
}

// spark draws the figures, a character each.
func (t Trend) spark() string {
	const levels = "▁▂▃▄▅▆▇█"
	least, most := math.Inf(1), 0.0
	for _, ns := range t.NS {
		if ns > 0 {
			least, most = min(least, ns), max(most, ns)
		}
	}
	most = max(most, 1.1*least)
	var b strings.Builder
	for _, ns := range t.NS {
		if ns == 0 {
			b.WriteByte(' ')
			continue
		}
		steps := []rune(levels)
		b.WriteRune(steps[int(math.Round(float64(len(steps)-1)*(ns-least)/(most-least)))])
	}
	return b.String()
}
