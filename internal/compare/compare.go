// Package compare says what has changed between two runs: row by row a ratio
// with its interval and a verdict, and every change of sizes and allocations.
//
// Its opinion: two runs share no round, so nothing in them is paired, and a
// machine is never twice the same. Three things are therefore kept apart. The
// noise that all rows of a round share is taken out within each run, and the faster half
// of all its batches counts, since a busy machine makes batches longer and never shorter. What all
// rows have in common between the runs, the drift, is taken out where enough
// rows tell it, and said. And how far rows move from one run to the next
// without any reason, the scatter, is estimated from the bulk of the rows and
// is part of every interval: code lies elsewhere, memory is laid out anew, and
// no number of rounds within one run shows that. So the interval of a ratio
// speaks of another pair of runs, not of these two.
//
// A row counts as changed when that is significant among all rows of the
// comparison, by the procedure of Benjamini and Hochberg at 5 %: of the rows
// called faster or slower one in twenty is called so by chance, and of
// comparisons in which nothing has changed one in twenty calls any.
//
// Sizes and allocations are counted, not sampled: they are compared exactly.
package compare

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/result"
)

// By is what two runs are compared by.
type By string

// The ways to compare.
const (
	Auto  By = "auto"  // Ratio where rows enough tell the drift, else Time, if the machine is the same
	Time  By = "time"  // the absolute figures: only on one machine, and whatever it drifts counts as change
	Ratio By = "ratio" // the figures in relation to the other rows of the same run
)

// Options say how to compare.
type Options struct {
	By        By
	Threshold float64                 // what the gate lets pass, as a share: 0.03 is 3 %; also how near to 1 an interval must be for "same"
	Anchors   func(row string) bool   // rows that are known not to have changed; nil means all
	Chosen    bool                    // the new run has the rows that were asked for: that it lacks others is no regression
	Keep      func(*result.Case) bool // rows to judge; nil means all. The others tell the drift and the scatter all the same
}

// Verdict is what a comparison says of a row's time.
type Verdict string

// The verdicts.
const (
	Faster Verdict = "faster"
	Slower Verdict = "slower"
	Same   Verdict = "same"        // the whole interval is within the threshold
	Unsure Verdict = "cannot tell" // neither
)

// Comparison is what has changed. Its JSON form is stable.
type Comparison struct {
	Schema    int        `json:"schema"` // 1
	Old       Side       `json:"old"`
	New       Side       `json:"new"`
	By        By         `json:"by"`        // Time or Ratio
	Threshold float64    `json:"threshold"` // as a share
	Warnings  []string   `json:"warnings,omitempty"`
	Subjects  []*Subject `json:"subjects"`

	vanished []string // lines about rows that had figures in the old run, and that the new one does not have

	repeats [2][]int // of the old run and the new one, by the numbers of their first processes
}

// Side is one of the two runs, or one of the sides of a run.
type Side struct {
	Name    string    `json:"name,omitempty"` // where both are of one run
	Tool    string    `json:"tool"`
	Started time.Time `json:"started,omitzero"` // not known of a file of benchmarks
	Machine string    `json:"machine"`          // processor, cores and system in words
	Go      string    `json:"go_version"`       // with what shapes code, such as GOAMD64

	Busy string `json:"busy,omitempty"` // how busy others kept the machine, in a few words; empty: little, or not known

	// FuncAlign is what functions begin at multiples of, in bytes; 0 is the linker's choice.
	FuncAlign int `json:"func_align,omitempty"`
}

// Subject is a type that both runs have.
type Subject struct {
	Name    string   `json:"name"`
	Ops     []*Op    `json:"ops,omitempty"`
	Exact   []Exact  `json:"exact,omitempty"`    // changes of what is counted
	Status  []Status `json:"status,omitempty"`   // rows that have figures in one run only
	OnlyOld []string `json:"only_old,omitempty"` // rows that the new run does not have
	OnlyNew []string `json:"only_new,omitempty"` // rows that the old run did not have

	uncounted bool // the old run has counted allocations, and the new one has not
}

// Op is one operation of a subject.
type Op struct {
	Op      string  `json:"op"`
	Drift   float64 `json:"drift"`   // what the rows have in common: the factor from old to new times; 1 where it is not known
	Anchors int     `json:"anchors"` // rows that tell the drift
	Rows    []Row   `json:"rows"`    // the slowed first
	Means   []Mean  `json:"means"`   // per class
}

// Row is one row at one operation.
type Row struct {
	Row     string  `json:"row"`
	Class   string  `json:"class"`        // "safe", "internal" or "aliases"
	OldNS   float64 `json:"old_ns"`       // time of an operation, in nanoseconds
	NewNS   float64 `json:"new_ns"`       // of sides of one run, which old_ns and the ratio multiply to
	Ratio   float64 `json:"ratio"`        // new to old; by Ratio with the drift taken out
	Lo      float64 `json:"lo,omitempty"` // 95 % interval; 0 where there are too few layouts for one
	Hi      float64 `json:"hi,omitempty"`
	P       float64 `json:"p"` // of a ratio so far from 1 by chance
	Verdict Verdict `json:"verdict"`
	Over    bool    `json:"over,omitempty"` // slower, and by more than the threshold

	// Detectable is the change, as a share, that this pair of runs would find in four
	// cases of five if the row were the only one that is judged; 0 where there is no
	// interval.
	Detectable float64 `json:"detectable,omitempty"`
}

// Mean is the geometric mean of the ratios of one class.
type Mean struct {
	Class string  `json:"class"`
	Rows  int     `json:"rows"`
	Ratio float64 `json:"ratio"`
}

// Exact is a change of something that is counted.
type Exact struct {
	Row  string  `json:"row"`
	Op   string  `json:"op,omitempty"` // empty for sizes
	Unit string  `json:"unit"`         // "B/size", "B/op" or "allocs/op"
	Old  float64 `json:"old"`
	New  float64 `json:"new"`
}

// Status is a change of what became of a row.
type Status struct {
	Row    string        `json:"row"`
	Old    result.Status `json:"old"`
	New    result.Status `json:"new"`
	Reason string        `json:"reason,omitempty"` // of the one without figures
}

// Regressions returns what a gate stops for, a line each: rows that are slower
// by more than the threshold and significantly so, sizes and allocations that
// have grown, and rows and types that have no figures any more, or none that show a change.
func (c *Comparison) Regressions() []string {
	var list []string
	for _, s := range c.Subjects {
		for _, op := range s.Ops {
			for _, r := range op.Rows {
				if r.Over {
					list = append(list, fmt.Sprintf("%s, %s, %s: %.3f × the old time [%.3f, %.3f]", s.Name, op.Op, r.Row, r.Ratio, r.Lo, r.Hi))
				}
			}
		}
		for _, e := range s.Exact {
			if e.New > e.Old {
				list = append(list, fmt.Sprintf("%s, %s: %s grew from %v to %v", s.Name, strings.TrimSuffix(e.Row+" "+e.Op, " "), e.Unit, e.Old, e.New))
			}
		}
		for _, st := range s.Status {
			if st.Old == result.OK {
				list = append(list, fmt.Sprintf("%s, %s: was ok, is %s: %s", s.Name, st.Row, st.New, st.Reason))
			}
		}
	}
	return append(list, c.vanished...)
}

// Runs compares two runs.
func Runs(old, new *result.Run, o Options) (*Comparison, error) {
	if o.Anchors == nil {
		o.Anchors = func(string) bool { return true }
	}
	if o.Keep == nil {
		o.Keep = func(*result.Case) bool { return true }
	}
	c := &Comparison{Schema: 1, Old: side(old), New: side(new), By: o.By, Threshold: o.Threshold, Subjects: []*Subject{}}
	c.repeats = [2][]int{repeatsOf(old), repeatsOf(new)}
	foreign := elsewhere(old.Env, new.Env)
	if foreign != "" && o.By == Time {
		return nil, fmt.Errorf("the runs are of different machines (%s): their times say nothing about each other; compare by ratio", foreign)
	}
	if old.Env.GoVersion != new.Env.GoVersion {
		c.warn("the Go versions differ: %s and %s", old.Env.GoVersion, new.Env.GoVersion)
	}
	if a, b := fmt.Sprint(old.Env.BuildFlags), fmt.Sprint(new.Env.BuildFlags); a != b {
		c.warn("the build flags differ: %s and %s", strings.TrimPrefix(a, "map"), strings.TrimPrefix(b, "map"))
	}
	if c.Old.FuncAlign != c.New.FuncAlign {
		c.warn("one run has functions at cache lines, and the other where the linker puts them, which alone makes variants some per cent faster or slower: measure both with --align, or neither")
	}
	if a, b := old.Env.GOMAXPROCS, new.Env.GOMAXPROCS; a != b && a > 0 && b > 0 && foreign == "" {
		c.warn("GOMAXPROCS differs: %d and %d, which changes what the collector and goroutines cost", a, b)
	}
	for i, run := range []*result.Run{old, new} {
		if !run.Complete {
			c.warn("the %s run was interrupted: it is compared as far as it came", []string{"old", "new"}[i])
		}
	}
	for _, a := range old.Subjects {
		i := slices.IndexFunc(new.Subjects, func(b *result.Subject) bool { return b.Name == a.Name })
		for _, x := range a.Cases {
			if !o.Chosen && x.Status == result.OK && o.Keep(x) && (i < 0 || find(new.Subjects[i], x.Row) == nil) {
				c.vanished = append(c.vanished, fmt.Sprintf("%s, %s: was ok, and is not in the new run", a.Name, x.Row))
			}
		}
	}
	for i, side := range []Side{c.Old, c.New} {
		if side.Busy != "" {
			c.warn("while the %s run was measured %s: to find small changes, measure both states in one run with assay ab, or give both runs --align and more --time", []string{"old", "new"}[i], side.Busy)
		}
	}
	// Of one machine, program and Go the harness's own rows do the same in both runs.
	harness := foreign == "" && old.Tool == new.Tool && old.Env.GoVersion == new.Env.GoVersion
	var pairs []*pair
	common, told := false, len(c.Warnings)
	for _, a := range old.Subjects {
		i := slices.IndexFunc(new.Subjects, func(b *result.Subject) bool { return b.Name == a.Name })
		if i < 0 {
			c.warn("%s is in the old run only", a.Name)
			continue
		}
		b := new.Subjects[i]
		if why := otherValues(old, new, a, b); why != "" {
			c.warn("%s was left out: %s", a.Name, why)
			continue
		}
		common = true
		s := newSubject(a, b, o)
		if s.uncounted {
			c.warn("%s: the new run has not counted allocations, as without -benchmem", a.Name)
			c.vanished = append(c.vanished, c.Warnings[len(c.Warnings)-1])
		}
		c.Subjects = append(c.Subjects, s)
		pairs = append(pairs, pairsOf(s, a, b, o, harness, c.repeats[0], c.repeats[1])...)
	}
	for _, b := range new.Subjects {
		if !slices.ContainsFunc(old.Subjects, func(a *result.Subject) bool { return a.Name == b.Name }) {
			c.warn("%s is in the new run only", b.Name)
		}
	}
	switch {
	case len(pairs) > 0:
	case !common && len(c.Warnings) > 0:
		return nil, errors.New("the runs have nothing in common: " + strings.Join(c.Warnings[told:], "; "))
	default:
		return nil, errors.New("the runs have no variant with figures in common")
	}
	if c.By == Auto || c.By == "" {
		c.By = Time
		if foreign != "" || enough(pairs) {
			c.By = Ratio
		}
	}
	if c.By == Ratio && !enough(pairs) {
		why := ""
		if foreign != "" {
			why = "the machines differ (" + foreign + "), so ratios within the runs are compared; "
		}
		return nil, fmt.Errorf("%sthere is no operation with %d variants in both runs that could tell what the machine changed", why, minAnchors)
	}
	if foreign != "" {
		c.warn("the machines differ (%s): only ratios within the runs are compared", foreign)
	}
	c.judge(pairs)
	c.warnOfFew()
	return c, nil
}

// warnOfFew says of which rows too few times were measured for any verdict. Where that is all of
// them, a gate stops: it could not do otherwise, whatever had happened.
func (c *Comparison) warnOfFew() {
	few, first, all := 0, "", 0
	for _, s := range c.Subjects {
		for _, op := range s.Ops {
			for _, r := range op.Rows {
				if all++; r.Hi > 0 {
					continue
				}
				if few++; few == 1 {
					first = fmt.Sprintf("%s, %s, %s", s.Name, op.Op, r.Row)
				}
			}
		}
	}
	if few == 0 {
		return
	}
	if few > 1 {
		first += fmt.Sprintf(" and %d more", few-1)
	}
	c.warn("%s: fewer than %d times measured on one side, which show no change, however large: repeat the benchmark (go test -count=6), or give more --time", first, minLayouts)
	if few == all {
		c.vanished = append(c.vanished, c.Warnings[len(c.Warnings)-1])
	}
}

func (c *Comparison) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

func side(r *result.Run) Side {
	s := Side{Tool: r.Tool, Started: r.Started, Busy: r.Env.Busy(), Go: goOf(r.Env.GoVersion, r.Env.BuildFlags), FuncAlign: r.Settings.FuncAlign}
	var parts []string
	if r.Env.CPU != "" {
		parts = append(parts, r.Env.CPU)
	}
	if r.Env.Cores > 0 {
		parts = append(parts, fmt.Sprintf("%d cores", r.Env.Cores))
	}
	s.Machine = strings.Join(append(parts, strings.Trim(r.Env.OS+"/"+r.Env.Arch, "/")), ", ")
	return s
}

// goOf is a version of Go with what shapes code, such as GOAMD64.
func goOf(version string, flags map[string]string) string {
	for _, flag := range slices.Sorted(maps.Keys(flags)) {
		if strings.HasPrefix(flag, "GO") || flag == "-pgo" || flag == "-tags" {
			version += " " + flag + "=" + flags[flag]
		}
	}
	return version
}

// elsewhere says in what two environments are those of different machines, ""
// when they may be one.
func elsewhere(a, b result.Environment) string {
	for _, f := range []struct{ what, a, b string }{
		{"architecture", a.Arch, b.Arch},
		{"system", a.OS, b.OS},
		{"processor", a.CPU, b.CPU},
		{"cores", number(a.Cores), number(b.Cores)},
	} {
		if f.a != f.b && f.a != "" && f.b != "" {
			return fmt.Sprintf("%s %s and %s", f.what, f.a, f.b)
		}
	}
	return ""
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// scale says what scales a workload.
func scale(flags map[string]int) string {
	return cmp.Or(layout.Flags(flags), "no flag")
}

// otherValues says why figures of one subject cannot be compared.
func otherValues(old, new *result.Run, a, b *result.Subject) string {
	switch {
	case a.Type != b.Type:
		return fmt.Sprintf("its type is %s, and was %s", b.Type, a.Type)
	case a.Values != b.Values:
		return fmt.Sprintf("it has %d values, and had %d", b.Values, a.Values)
	case a.Origin != b.Origin:
		return fmt.Sprintf("its values come from %s, and came from %s", b.Origin, a.Origin)
	case a.Digest != "" && a.Digest == b.Digest: // whatever flags and seeds were
	case !maps.Equal(a.Flags, b.Flags):
		return fmt.Sprintf("it is scaled by %s, and was by %s", scale(b.Flags), scale(a.Flags))
	case old.Settings.Seed != new.Settings.Seed:
		return fmt.Sprintf("its values were made from seed %d, and were from seed %d", new.Settings.Seed, old.Settings.Seed)
	}
	return ""
}
