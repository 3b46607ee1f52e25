package result

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Merge joins runs that were made apart, such as of different serializers, or
// of the same on another day, into one. Subjects of one name become one, and
// so do rows; their samples stay apart by round and process, which are numbered
// on. Nothing in the given runs is changed. A run that is there already is left
// out, so that merging again changes nothing.
//
// Shards of one run are joined by their anchors; see [Shard].
//
// Runs whose figures cannot stand in one table are refused with a *MergeError:
// those of other machines, Go versions or build flags, and subjects of other
// values. Anything else in which they differ becomes a warning.
func Merge(runs ...*Run) (*Run, error) {
	if len(runs) == 0 {
		return nil, errors.New("merging results: there are none")
	}
	m := &merger{run: clone(runs[0])}
	for i, r := range runs[1:] {
		if err := m.add(clone(r)); err != nil {
			return nil, &MergeError{Index: i + 1, Err: err}
		}
	}
	return m.run, nil
}

// MergeError says which of the runs cannot be joined with the first.
type MergeError struct {
	Index int // of the run among those given, from 0
	Err   error
}

func (e *MergeError) Error() string {
	return fmt.Sprintf("merging results: run %d and run 1 cannot stand in one table: %v", e.Index+1, e.Err)
}

func (e *MergeError) Unwrap() error { return e.Err }

// merger adds runs to a first one.
type merger struct {
	run *Run
}

func (m *merger) add(r *Run) error {
	if err := sameGround(m.run, r); err != nil {
		return err
	}
	known, err := m.known(r)
	if known || err != nil {
		return err
	}
	parts := append(partsOf(m.run), partsOf(r)...)
	switch {
	case m.run.Shard != nil && r.Shard != nil:
		scale, err := m.anchor(r)
		if err != nil {
			return err
		}
		for i := len(partsOf(m.run)); i < len(parts); i++ {
			parts[i].Scale = scale
		}
	default:
		round, process := last(m.run)
		r.shift(round+1, process+1)
		for i := len(partsOf(m.run)); i < len(parts); i++ {
			parts[i].Process += process + 1
		}
		m.run.Shard = nil
	}
	m.warn(r)
	m.run.Payloads = append(m.run.Payloads, r.Payloads...)

	for _, s := range r.Subjects {
		i := slices.IndexFunc(m.run.Subjects, func(old *Subject) bool { return old.Name == s.Name })
		if i < 0 {
			m.run.Subjects = append(m.run.Subjects, s)
			continue
		}
		if err := m.join(m.run.Subjects[i], s); err != nil {
			return err
		}
	}

	m.run.Parts = parts
	if m.run.Serializers == nil {
		m.run.Serializers = map[string]Serializer{}
	}
	maps.Copy(m.run.Serializers, r.Serializers)
	m.run.Complete = !slices.ContainsFunc(parts, func(p Part) bool { return p.Interrupted })
	m.run.Command = nil // no command makes both
	m.run.Settings.BudgetSec += r.Settings.BudgetSec
	m.run.Settings.Also.add(r.Settings.Also)
	m.run.Env.Steal = max(m.run.Env.Steal, r.Env.Steal)
	m.run.Env.RunQueue = max(m.run.Env.RunQueue, r.Env.RunQueue)
	if share := r.Env.CPUShare; share > 0 && (m.run.Env.CPUShare == 0 || share < m.run.Env.CPUShare) {
		m.run.Env.CPUShare = share
	}
	if m.run.Spent != nil && r.Spent != nil {
		m.run.Spent = &Spent{m.run.Spent.WallSec + r.Spent.WallSec, m.run.Spent.RecordedSec + r.Spent.RecordedSec}
	} else {
		m.run.Spent = nil // of one it is not known
	}
	if r.Started.Before(m.run.Started) {
		m.run.Started = r.Started
	}
	if m.run.Env.Modules == nil {
		m.run.Env.Modules = map[string]string{}
	}
	maps.Copy(m.run.Env.Modules, r.Env.Modules)
	return nil
}

// partsOf lists what was merged into the run: itself, when nothing was.
func partsOf(r *Run) []Part {
	if len(r.Parts) > 0 {
		return slices.Clone(r.Parts)
	}
	p := Part{Started: r.Started, Interrupted: !r.Complete}
	if r.Shard != nil {
		p.Shard = r.Shard.Index
	}
	r.samples(func(*Sample) { p.Samples++ })
	return []Part{p}
}

// known reports whether the run is in the merged one already.
func (m *merger) known(r *Run) (bool, error) {
	have, more := partsOf(m.run), partsOf(r)
	found := 0
	for _, p := range more {
		i := slices.IndexFunc(have, func(q Part) bool { return q.Started.Equal(p.Started) && q.Shard == p.Shard })
		switch {
		case i >= 0 && have[i].Samples != p.Samples:
			return false, fmt.Errorf("the run started at %s is there already with %d samples, and not %d: give one state of it", p.Started.Format(time.RFC3339Nano), have[i].Samples, p.Samples)
		case i >= 0:
			found++
		}
	}
	if found > 0 && found < len(more) {
		return false, errors.New("some of the runs in it are there already, others are not: merge the runs that it was made of")
	}
	return found > 0, nil
}

// sameGround returns what forbids that the figures of two runs stand in one
// table.
func sameGround(a, b *Run) error {
	for _, f := range []struct{ what, a, b string }{
		{"operating system", a.Env.OS, b.Env.OS},
		{"architecture", a.Env.Arch, b.Env.Arch},
		{"processor", a.Env.CPU, b.Env.CPU},
		{"Go version", a.Env.GoVersion, b.Env.GoVersion},
		{"GOMAXPROCS", fmt.Sprint(a.Env.GOMAXPROCS), fmt.Sprint(b.Env.GOMAXPROCS)},
		{"build flags", fmt.Sprint(a.Env.BuildFlags), fmt.Sprint(b.Env.BuildFlags)}, // fmt sorts maps
		{"seed", fmt.Sprint(a.Settings.Seed), fmt.Sprint(b.Settings.Seed)},
		{"live heap (MB)", fmt.Sprint(a.Settings.LiveHeapMB), fmt.Sprint(b.Settings.LiveHeapMB)},
		{"GOGC", fmt.Sprint(a.Settings.GOGC), fmt.Sprint(b.Settings.GOGC)},
		{"alignment of functions (bytes)", fmt.Sprint(a.Settings.FuncAlign), fmt.Sprint(b.Settings.FuncAlign)},
	} {
		if f.a != f.b {
			return fmt.Errorf("different %s: %q and %q", f.what, f.b, f.a)
		}
	}
	return nil
}

// warn records in what else the runs differ.
func (m *merger) warn(r *Run) {
	add := func(text string) {
		if !slices.Contains(m.run.Warnings, text) {
			m.run.Warnings = append(m.run.Warnings, text)
		}
	}
	for _, w := range r.Warnings {
		add(w)
	}
	for _, f := range []struct{ what, a, b string }{
		{"tool", m.run.Tool, r.Tool},
		{"kernel", m.run.Env.Kernel, r.Env.Kernel},
		{"governor", m.run.Env.Governor, r.Env.Governor},
		{"number of processes", fmt.Sprint(m.run.Settings.Processes), fmt.Sprint(r.Settings.Processes)},
		{"shortest batch (µs)", fmt.Sprint(m.run.Settings.BatchMinUS), fmt.Sprint(r.Settings.BatchMinUS)},
	} {
		if f.a != f.b {
			add(fmt.Sprintf("merged from runs whose %s differs: %q and %q", f.what, f.a, f.b))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Env.Modules)) {
		if old, ok := m.run.Env.Modules[path]; ok && old != r.Env.Modules[path] {
			add(fmt.Sprintf("merged from runs with %s at %s and at %s", path, old, r.Env.Modules[path]))
		}
	}
}

// join adds the rows and samples of subject s to those of old.
func (m *merger) join(old, s *Subject) error {
	if old.Type != s.Type || old.Values != s.Values || old.Origin != s.Origin || !maps.Equal(old.Flags, s.Flags) {
		return fmt.Errorf("subject %q has other values: %s, %d of %s %v, and %s, %d of %s %v", s.Name,
			s.Origin, s.Values, s.Type, s.Flags, old.Origin, old.Values, old.Type, old.Flags)
	}
	apart := len(old.Cases) != len(s.Cases)
	for _, c := range s.Cases {
		i := slices.IndexFunc(old.Cases, func(o *Case) bool { return o.Row == c.Row })
		if i < 0 {
			old.Cases = append(old.Cases, c)
			apart = true
			continue
		}
		if o := old.Cases[i]; o.Version != c.Version && o.Status == OK && c.Status == OK {
			return fmt.Errorf("subject %q, row %q: it is of version %s, and of version %s: one row cannot be both", s.Name, c.Row, c.Version, o.Version)
		}
		old.Cases[i] = joinCase(old.Cases[i], c)
	}
	if apart && m.run.Shard == nil {
		m.run.Warnings = append(m.run.Warnings, fmt.Sprintf(
			"%s: some variants were measured in one of the merged runs only; ratios between variants that share no round are not paired", s.Name))
	}
	old.Sweep = cmp.Or(old.Sweep, s.Sweep)
	old.Floor = joinHarness(old.Floor, s.Floor)
	old.FloorReuse = joinHarness(old.FloorReuse, s.FloorReuse)
	for _, c := range s.Limits {
		if i := slices.IndexFunc(old.Limits, func(o *Case) bool { return o.Row == c.Row }); i >= 0 {
			old.Limits[i] = joinCase(old.Limits[i], c)
		} else {
			old.Limits = append(old.Limits, c)
		}
	}
	return nil
}

// joinHarness joins two of the harness's own cases, of which either may be nil.
func joinHarness(a, b *Case) *Case {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return joinCase(a, b)
}

// severity orders statuses: what one run found stays true in the merged one.
var severity = []Status{Skipped, OK, Refused, Failed}

// joinCase returns the case with the graver status, with the samples of both
// when both were measured.
func joinCase(a, b *Case) *Case {
	rank := func(c *Case) int { return slices.Index(severity, c.Status) }
	switch {
	case rank(a) > rank(b):
		return a
	case rank(a) < rank(b):
		return b
	}
	for name, op := range b.Ops {
		if a.Ops == nil {
			a.Ops = map[string]*Op{}
		}
		if old := a.Ops[name]; old != nil {
			a.Ops[name] = joinOp(old, op)
		} else {
			a.Ops[name] = op
		}
	}
	a.Footprint = cmp.Or(a.Footprint, b.Footprint)
	if len(a.Compression) == 0 { // of two, the first: their rounds are not the same
		a.Compression = b.Compression
	}
	for _, f := range b.Findings {
		if !slices.Contains(a.Findings, f) {
			a.Findings = append(a.Findings, f)
		}
	}
	return a
}

// joinOp weighs what is not recorded by sample by the number of samples.
func joinOp(a, b *Op) *Op {
	n, k := float64(len(a.Samples)), float64(len(b.Samples))
	mean := func(x, y float64) float64 {
		if x == y || n+k == 0 {
			return x // exactly, and without dividing by zero
		}
		return (x*n + y*k) / (n + k)
	}
	return &Op{
		BytesPerOp:   mean(a.BytesPerOp, b.BytesPerOp),
		AllocsPerOp:  mean(a.AllocsPerOp, b.AllocsPerOp),
		Samples:      slices.Concat(a.Samples, b.Samples),
		ShortBatches: a.ShortBatches + b.ShortBatches,
		Windows:      slices.Concat(a.Windows, b.Windows),
		Parallel:     slices.Concat(a.Parallel, b.Parallel),
		Cold:         slices.Concat(a.Cold, b.Cold),
		First:        slices.Concat(a.First, b.First),
		Latency:      slices.Concat(a.Latency, b.Latency),
		Sweep:        slices.Concat(a.Sweep, b.Sweep),
		SweepEnd:     cmp.Or(a.SweepEnd, b.SweepEnd),
	}
}

// last returns the highest round and process number in use, -1 when there is
// none.
func last(r *Run) (round, process int) {
	round, process = -1, -1
	r.numbers(func(n *int) { round = max(round, *n) }, func(n *int) { process = max(process, *n) })
	return round, process
}

// shift numbers rounds and processes on.
func (r *Run) shift(rounds, processes int) {
	r.numbers(func(n *int) { *n += rounds }, func(n *int) { *n += processes })
}

// samples calls f for every sample of the run.
func (r *Run) samples(f func(*Sample)) {
	for _, s := range r.Subjects {
		for _, c := range s.rows() {
			for _, op := range c.Ops {
				for i := range op.Samples {
					f(&op.Samples[i])
				}
			}
		}
	}
}

// numbers calls the funcs for the number of every round and process.
func (r *Run) numbers(round, process func(*int)) {
	r.samples(func(s *Sample) { round(&s.Round); process(&s.Process) })
	for i := range r.Payloads {
		process(&r.Payloads[i].Process)
	}
	for _, s := range r.Subjects {
		for _, c := range s.rows() {
			for _, op := range c.Ops {
				for i := range op.Sweep {
					round(&op.Sweep[i].Round)
					process(&op.Sweep[i].Process)
				}
				for i := range op.Windows {
					process(&op.Windows[i].Process)
				}
				for i := range op.Parallel {
					process(&op.Parallel[i].Process)
				}
				for i := range op.Cold {
					process(&op.Cold[i].Process)
				}
				for i := range op.First {
					process(&op.First[i].Process)
				}
				for i := range op.Latency {
					process(&op.Latency[i].Process)
				}
			}
		}
	}
}

// clone copies what merging changes.
func clone(r *Run) *Run {
	c := *r
	c.Payloads = slices.Clone(r.Payloads)
	c.Warnings, c.Parts, c.Others = slices.Clone(r.Warnings), slices.Clone(r.Parts), slices.Clone(r.Others)
	c.Env.Modules, c.Serializers = maps.Clone(r.Env.Modules), maps.Clone(r.Serializers)
	c.Subjects = nil
	for _, s := range r.Subjects {
		subject := *s
		subject.Cases, subject.Limits = cloneCases(s.Cases), cloneCases(s.Limits)
		if s.Floor != nil {
			subject.Floor = cloneCase(s.Floor)
		}
		if s.FloorReuse != nil {
			subject.FloorReuse = cloneCase(s.FloorReuse)
		}
		c.Subjects = append(c.Subjects, &subject)
	}
	return &c
}

func cloneCases(list []*Case) []*Case {
	var copied []*Case
	for _, old := range list {
		copied = append(copied, cloneCase(old))
	}
	return copied
}

func cloneCase(old *Case) *Case {
	c := *old
	c.Findings = slices.Clone(old.Findings)
	c.Ops = maps.Clone(old.Ops)
	for name, op := range c.Ops {
		copied := *op
		copied.Samples = slices.Clone(op.Samples)
		copied.Windows, copied.Parallel = slices.Clone(op.Windows), slices.Clone(op.Parallel)
		copied.Cold, copied.First = slices.Clone(op.Cold), slices.Clone(op.First)
		copied.Latency, copied.Sweep = slices.Clone(op.Latency), slices.Clone(op.Sweep)
		c.Ops[name] = &copied
	}
	return &c
}
