package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// New computes the View of a run, of the rows that keep lets pass, which
// are all when it is nil. The ranks and ratios are those among the rows shown.
// The run is not changed.
func New(run *result.Run, keep func(*result.Case) bool) *View {
	v := &View{
		Schema:      Schema,
		Tool:        run.Tool,
		Command:     result.Published(run.Command),
		Started:     run.Started,
		Complete:    run.Complete,
		Environment: run.Env,
		Settings:    run.Settings,
		Warnings:    warnings(run),
		Confidence:  stats.Confidence,
		Subjects:    []*Subject{},
	}
	prices := newPrices(run)
	for _, s := range run.Subjects {
		v.Subjects = append(v.Subjects, newSubject(run, s, prices, keep))
	}
	v.Choices = choices(v.Subjects)
	return v
}

func newSubject(run *result.Run, from *result.Subject, prices prices, keep func(*result.Case) bool) *Subject {
	s := &Subject{
		Name:   from.Name,
		Type:   from.Type,
		Origin: from.Origin,
		Values: from.Values,
		Zero:   from.Zero,
		Simple: from.Simple, Refused: from.Refused,
		Flags: from.Flags,
	}
	var shown []*result.Case
	for _, c := range from.Cases {
		if keep == nil || keep(c) {
			shown = append(shown, c)
		} else {
			s.Hidden++
		}
	}

	notes := newNotes(shown)
	s.Notes = notes.list
	s.Sizes = sizes(shown)
	s.Proven = proven(shown)
	s.Programs = programs(shown)
	s.Excluded = excluded(shown, notes)
	for _, op := range ops {
		if o := newOp(op, from, shown, notes, prices); o != nil {
			s.Ops = append(s.Ops, o)
		}
	}
	s.Answers = answers(s.Ops)
	s.Glance = glance(s.Ops, shown, run.Serializers)
	return s
}

// notes numbers the texts that cases carry. The same text on several rows is
// one note.
type notes struct {
	list  []Note
	index map[noteKey]int // position in list
	byRow map[*result.Case][]int
}

type noteKey struct {
	kind NoteKind
	text string
}

func newNotes(cases []*result.Case) *notes {
	n := &notes{index: map[noteKey]int{}, byRow: map[*result.Case][]int{}}
	for _, c := range cases {
		for _, text := range c.Workarounds {
			n.add(c, noteKey{Workaround, text})
		}
		for _, text := range c.Findings {
			n.add(c, noteKey{Finding, text})
		}
		slices.Sort(n.byRow[c])
	}
	return n
}

func (n *notes) add(c *result.Case, key noteKey) {
	i, ok := n.index[key]
	if !ok {
		i = len(n.list)
		n.index[key] = i
		n.list = append(n.list, Note{Number: i + 1, Kind: key.kind, Text: key.text})
	}
	if slices.Contains(n.byRow[c], i+1) {
		return
	}
	n.list[i].Rows = append(n.list[i].Rows, c.Row)
	n.byRow[c] = append(n.byRow[c], i+1)
}

// noReason is what is said of rows whose document has no reason: those that a run
// did not come to have none.
var noReason = map[result.Status]string{
	result.Skipped: "the run ended before it was measured",
	result.Refused: "no reason was recorded",
	result.Failed:  "no reason was recorded",
}

// excluded groups the rows without figures by status and reason, failures
// first, since they say something about the library and not about the run.
func excluded(cases []*result.Case, notes *notes) []Excluded {
	order := []result.Status{result.Failed, result.Refused, result.Skipped}
	type key struct {
		status result.Status
		reason string
	}
	var list []Excluded
	index := map[key]int{}
	for _, c := range cases {
		if c.Status == result.OK {
			continue
		}
		k := key{c.Status, cmp.Or(c.Reason, noReason[c.Status])}
		i, ok := index[k]
		if !ok {
			i = len(list)
			index[k] = i
			list = append(list, Excluded{Status: k.status, Reason: k.reason})
		}
		list[i].Rows = append(list[i].Rows, c.Row)
		list[i].Notes = append(list[i].Notes, notes.byRow[c]...)
	}
	for i := range list {
		slices.Sort(list[i].Notes)
		list[i].Notes = slices.Compact(list[i].Notes)
	}
	slices.SortStableFunc(list, func(a, b Excluded) int {
		return cmp.Compare(slices.Index(order, a.Status), slices.Index(order, b.Status))
	})
	return list
}

// answers picks the figures in short from the tables.
func answers(ops []*Op) []Answer {
	var list []Answer
	for _, question := range []Question{FastestSafe, FastestUnsafe} {
		for _, op := range ops {
			rows := op.Safe
			if question == FastestUnsafe {
				rows = op.Unsafe
			}
			if len(rows) == 0 {
				continue
			}
			a := Answer{Question: question, Op: op.Op, Value: rows[0].NS.Median, Unit: "ns/op"}
			for _, r := range rows {
				if r.Rank == rows[0].Rank {
					a.Rows = append(a.Rows, r.Name)
				}
			}
			list = append(list, a)
		}
	}
	if op := preferred(ops); op != nil {
		a := least(op, func(r Row) float64 { return r.Size.Mean })
		a.Question, a.Op, a.Unit = Smallest, "", "B/size"
		list = append(list, a)
	}
	for _, op := range ops {
		a := least(op, func(r Row) float64 { return math.Round(r.AllocsPerOp*100) / 100 })
		a.Question, a.Unit = FewestAllocs, "allocs/op"
		list = append(list, a)
	}
	return list
}

// preferred returns the operation whose order decides among rows that are
// equal in size: the round trip, or else the first.
func preferred(ops []*Op) *Op {
	for _, op := range ops {
		if protocol.Op(op.Op) == protocol.RoundTrip {
			return op
		}
	}
	if len(ops) == 0 {
		return nil
	}
	return ops[0]
}

// least returns the rows of op with the least figure, the fastest first.
func least(op *Op, figure func(Row) float64) Answer {
	a := Answer{Op: op.Op, Value: math.Inf(1)}
	for _, r := range op.All {
		switch f := figure(r); {
		case f < a.Value:
			a.Value, a.Rows = f, []string{r.Name}
		case f == a.Value:
			a.Rows = append(a.Rows, r.Name)
		}
	}
	return a
}
