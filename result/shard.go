package result

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Missing returns which shards of the run are not in it, by index.
func (r *Run) Missing() []int {
	if r.Shard == nil {
		return nil
	}
	var list []int
	for i := 1; i <= r.Shard.Count; i++ {
		if !slices.ContainsFunc(partsOf(r), func(p Part) bool { return p.Shard == i }) {
			list = append(list, i)
		}
	}
	return list
}

// anchor makes the times of shard r such as they would be in the merged run:
// every sample is divided by what the anchors took in its round, and multiplied
// by what they take in the run. The noise that the rows of a round share falls
// out on the way, so that rounds of shards may be paired which never met; what
// the anchors themselves scatter by stays in the samples, and so in every
// interval. The anchors' own samples are those of the first shard alone. It
// returns the factor on the whole.
func (m *merger) anchor(r *Run) (float64, error) {
	if r.Shard.Count != m.run.Shard.Count || !slices.Equal(r.Shard.Anchors, m.run.Shard.Anchors) {
		return 0, fmt.Errorf("it is shard %d of %d with the anchors %v, not of the same %d with the anchors %v",
			r.Shard.Index, r.Shard.Count, r.Shard.Anchors, m.run.Shard.Count, m.run.Shard.Anchors)
	}
	for _, p := range partsOf(r) {
		if i := slices.IndexFunc(partsOf(m.run), func(q Part) bool { return q.Shard == p.Shard }); i >= 0 {
			return 0, fmt.Errorf("shard %d of %d was run twice: give one of the two", p.Shard, r.Shard.Count)
		}
	}
	anchors := r.Shard.Anchors
	if len(m.run.Parts) == 0 { // the first shard, as it came
		for _, s := range m.run.Subjects {
			if _, err := rescale(s, s, anchors); err != nil {
				return 0, err
			}
		}
	}
	var factors []float64
	for _, s := range r.Subjects {
		i := slices.IndexFunc(m.run.Subjects, func(old *Subject) bool { return old.Name == s.Name })
		if i < 0 {
			continue // all of it was measured by one shard
		}
		list, err := rescale(s, m.run.Subjects[i], anchors)
		if err != nil {
			return 0, err
		}
		factors = append(factors, list...)
		for _, c := range s.Cases {
			if slices.Contains(anchors, c.Row) {
				c.Ops = nil
			}
		}
		s.Floor, s.FloorReuse, s.Limits = nil, nil, nil
	}
	sum := 0.0
	for _, f := range factors {
		sum += f
	}
	return math.Exp(sum / max(float64(len(factors)), 1)), nil
}

// rescale makes the times of s those that they would be in base, and returns
// the logarithms of the factors, one for each operation.
func rescale(s, base *Subject, anchors []string) ([]float64, error) {
	measured := map[string]bool{}
	for _, c := range s.Cases {
		for op := range c.Ops {
			measured[op] = true
		}
	}
	var factors []float64
	scales := map[string]*level{}
	for op := range measured {
		if at, target := levelOf(s, base, op, anchors), levelOf(base, s, op, anchors); at != nil && target != nil {
			at.target = target.whole
			scales[op] = at
			factors = append(factors, at.target-at.whole)
		}
	}
	if len(factors) == 0 {
		if len(s.Cases) == 0 || len(base.Cases) == 0 {
			return nil, nil
		}
		return nil, fmt.Errorf("subject %q: the shards have no anchor in common that was measured in both", s.Name)
	}
	slices.Sort(factors) // sums depend on the order
	for op := range measured {
		if scales[op] == nil { // no anchor has it: what the machine does elsewhere has to do
			scales[op] = &level{target: average(factors)}
		}
	}
	for _, c := range s.Cases {
		for op, o := range c.Ops {
			if scale := scales[op]; scale != nil {
				for i := range o.Samples {
					o.Samples[i].NSPerOp *= math.Exp(scale.target - scale.at(o.Samples[i]))
				}
			}
		}
	}
	return factors, nil
}

// level is the mean of the logarithms of what the anchors took.
type level struct {
	round  map[int]float64 // where all of them were measured
	layout map[int]float64
	whole  float64
	target float64
}

func (l *level) at(s Sample) float64 {
	if x, ok := l.round[s.Round]; ok {
		return x
	}
	if x, ok := l.layout[s.Layout]; ok {
		return x
	}
	return l.whole
}

// levelOf returns the level of the anchors that both subjects measured, nil
// when there is none.
func levelOf(s, other *Subject, op string, anchors []string) *level {
	l := &level{round: map[int]float64{}, layout: map[int]float64{}}
	rounds, layouts := map[int][]float64{}, map[int][]float64{}
	n := 0
	for _, row := range anchors {
		o := opOf(s, row, op)
		if o == nil || opOf(other, row, op) == nil {
			continue
		}
		n++
		by := map[int][]float64{}
		for _, x := range o.Samples {
			if !x.NoGC && x.NSPerOp > 0 {
				rounds[x.Round] = append(rounds[x.Round], math.Log(x.NSPerOp))
				by[x.Layout] = append(by[x.Layout], math.Log(x.NSPerOp))
			}
		}
		for layout, list := range by {
			slices.Sort(list)
			layouts[layout] = append(layouts[layout], list[len(list)/2])
		}
	}
	if n == 0 {
		return nil
	}
	for r, list := range rounds {
		if len(list) == n {
			l.round[r] = average(list)
		}
	}
	var all []float64
	for i, list := range layouts {
		if len(list) == n {
			l.layout[i] = average(list)
			all = append(all, l.layout[i])
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all) // sums depend on the order
	l.whole = average(all)
	return l
}

// opOf returns what was measured of a row, nil when nothing was.
func opOf(s *Subject, row, op string) *Op {
	i := slices.IndexFunc(s.Cases, func(c *Case) bool { return c.Row == row })
	if i < 0 || s.Cases[i].Status != OK || s.Cases[i].Ops[op] == nil || len(s.Cases[i].Ops[op].Samples) == 0 {
		return nil
	}
	return s.Cases[i].Ops[op]
}

func average(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Gather merges the runs of machines of one kind, and puts those of other kinds
// beside them: the first kind is the run itself, the others are its Others. Of
// two runs of one shard the interrupted one gives way. The notes say what was
// left out and what is missing.
func Gather(runs ...*Run) (all *Run, notes []string, err error) {
	if len(runs) == 0 {
		return nil, nil, errors.New("merging results: there are none")
	}
	type entry struct {
		run   *Run
		index int
	}
	var kinds [][]entry
	add := func(r *Run, index int) {
		e := entry{r, index}
		for i, k := range kinds {
			if Kind(k[0].run.Env) == Kind(r.Env) {
				kinds[i] = append(kinds[i], e)
				return
			}
		}
		kinds = append(kinds, []entry{e})
	}
	for i, r := range runs {
		bare := *r
		bare.Others = nil
		add(&bare, i)
		for _, other := range r.Others {
			add(other, i)
		}
	}
	for _, k := range kinds {
		// Shards in their order: the first sets the scale.
		slices.SortStableFunc(k, func(a, b entry) int { return cmp.Compare(order(a.run), order(b.run)) })
		k = slices.DeleteFunc(slices.Clone(k), func(e entry) bool {
			again := slices.ContainsFunc(k, func(f entry) bool { return f.run.Complete && order(f.run) == order(e.run) })
			if e.run.Shard == nil || len(e.run.Parts) > 0 || e.run.Complete || !again {
				return false
			}
			notes = append(notes, fmt.Sprintf("shard %d of %d: the interrupted run gives way to a complete one", e.run.Shard.Index, e.run.Shard.Count))
			return true
		})
		list := make([]*Run, len(k))
		for i, e := range k {
			list[i] = e.run
		}
		merged, err := Merge(list...)
		if err != nil {
			var failed *MergeError
			if errors.As(err, &failed) {
				failed.Index = k[failed.Index].index
			}
			return nil, notes, err
		}
		where := ""
		if len(kinds) > 1 {
			where = " on " + Kind(merged.Env)
		}
		for _, i := range merged.Missing() {
			notes = append(notes, fmt.Sprintf("shard %d of %d is missing%s: run it alone with --shard=%d/%d", i, merged.Shard.Count, where, i, merged.Shard.Count))
			merged.Complete = false
		}
		if all == nil {
			all = merged
		} else {
			all.Others = append(all.Others, merged)
		}
	}
	return all, notes, nil
}

func order(r *Run) int {
	if r.Shard == nil || len(r.Parts) > 0 {
		return 0 // merged ones first: they have a scale
	}
	return r.Shard.Index
}

// Kind names the kind of machine and toolchain that a run took place on: what
// must be equal for times to stand in one table.
func Kind(e Environment) string {
	text := fmt.Sprintf("%s/%s, %s, %s, GOMAXPROCS %d", e.OS, e.Arch, e.CPU, e.GoVersion, e.GOMAXPROCS)
	for _, flag := range slices.Sorted(maps.Keys(e.BuildFlags)) {
		if v := e.BuildFlags[flag]; v != "" {
			text += ", " + flag + "=" + v
		}
	}
	return text
}
