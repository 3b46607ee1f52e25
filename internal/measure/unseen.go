package measure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// What is made of a seed can be learnt before a codec is made: a dictionary of the run's
// values makes them short, a table of their encodings makes them fast. So sizes and some
// batches are taken of values of another seed, which nobody knows before.
const (
	unseenRounds = 3
	unseenMost   = 24      // rounds, as long as some row seems to have learnt them
	unseenBytes  = 1 << 20 // of encodings, of each case
	unseenMore   = 1.25    // times as much as the others take may be taken for other values, or
	unseenOdd    = 2.0     // where there are fewer values than
	unseenFew    = 16
)

// unseen fails rows that have learnt the values of the run: those that take more for others,
// beyond what all rows do, with two other seeds, and by more than these two differ. Values that
// are the same for every seed, as those of the user are, prove nothing.
func (m *meter) unseen(ctx context.Context, p *part) error {
	learnt, err := m.learnt(ctx, p)
	if err != nil || len(learnt) == 0 {
		return err
	}
	again, err := m.learnt(ctx, p)
	for c, second := range again {
		if first, ok := learnt[c]; ok && math.Abs(first.more-second.more) < min(first.more, second.more) {
			fail(c.Row, second.reason)
		}
	}
	return err
}

// excess is how a case shows that it has learnt the values of the run.
type excess struct {
	more   float64 // that it takes for others, beyond what all rows do, as a logarithm
	reason string
}

// learnt says of the cases which have learnt the values of the run how that shows, with values
// of one other seed.
func (m *meter) learnt(ctx context.Context, p *part) (map[*Case]excess, error) {
	list := workers(p.entries)
	if len(list) == 0 || p.digest(list[0]) == "" {
		return nil, nil
	}
	other := &Subject{Name: p.Name, Data: p.Data, Result: &result.Subject{}}
	other.Data.Seed = m.secret()
	m.pool.renew(m.process % m.layouts) // one that the rows were timed in: they may differ by a lot in others
	defer m.pool.renew(0)
	m.pool.digest = true
	defer func() { m.pool.digest = false }()
	if err := m.pool.ready(ctx, list, other); err != nil {
		return nil, err
	}
	for _, worker := range list {
		if proc := m.pool.procs[worker]; proc.digest == p.digest(worker) {
			return nil, nil
		}
	}
	most := unseenMore
	if min(other.Result.Values, p.Result.Values) < unseenFew {
		most = unseenOdd
	}
	l := &learner{meter: m, part: p, other: other, most: most, of: map[*entry]*entry{}, found: map[*Case]excess{}}
	// What fails with these values is not the row's fault: they were not verified.
	rows := map[*Case]*Case{}
	for _, e := range p.entries {
		if e.c.Row.Status != result.OK || e.n == 0 {
			continue
		}
		if rows[e.c] == nil {
			rows[e.c] = &Case{Row: &result.Case{Status: result.OK, Size: e.c.Row.Size}, Worker: e.c.Worker, Protocol: e.c.Protocol, Declared: e.c.Declared}
		}
		probe := &entry{c: rows[e.c], op: e.op, out: &result.Op{}, n: e.n, fastest: e.fastest}
		l.of[probe] = e
		l.probes = append(l.probes, probe)
	}
	if err := l.sizes(ctx); err != nil {
		return nil, err
	}
	return l.found, l.times(ctx)
}

// learner compares what probes of the entries come to with other values.
type learner struct {
	*meter
	*part
	other  *Subject
	most   float64 // times as much as the others
	probes []*entry
	of     map[*entry]*entry // of the run
	found  map[*Case]excess  // of the run
}

// sizes compares the lengths of encodings with those of the run's values.
func (l *learner) sizes(ctx context.Context) error {
	means := map[*entry]float64{}
	var ratios []float64
	for _, e := range labelled(l.probes) {
		if e.c.Declared.DecodeOnly || e.c.Row.Size.Mean == 0 {
			continue
		}
		resp, err := l.request(ctx, l.other, e, protocol.Request{Do: "encodings", N: l.other.Result.Values, Bytes: unseenBytes})
		if err != nil {
			return err
		}
		if resp == nil || len(resp.Encodings) == 0 {
			continue
		}
		sum := 0
		for _, b := range resp.Encodings {
			sum += len(b)
		}
		means[e] = float64(sum) / float64(len(resp.Encodings))
		ratios = append(ratios, means[e]/e.c.Row.Size.Mean)
	}
	if len(ratios) == 0 {
		return nil
	}
	slices.Sort(ratios)
	usual := 1.0
	if len(ratios) > 1 {
		usual = max(1, ratios[(len(ratios)-1)/2])
	}
	for e, mean := range means {
		if known := e.c.Row.Size.Mean; mean > l.most*usual*known {
			l.found[l.of[e].c] = excess{
				math.Log(mean / (usual * known)),
				fmt.Sprintf("needs %.4g bytes for the values of the run, and %.4g for others that are made likewise: it has learnt them", known, mean),
			}
		}
	}
	return nil
}

// times compares times with those of the run's values, both beside the other entries
// of the operation. On a busy machine some of many rows meet nothing but disturbed batches
// in a few rounds, so those that are suspect get more.
func (l *learner) times(ctx context.Context) error {
	known, least := l.known(), map[*entry]float64{} // of the run, beside the others, as a logarithm
	suspect := func(e *entry) bool {
		x, timed := least[e]
		was, ok := known[e]
		return timed && ok && l.found[e.c].reason == "" && x > was+math.Log(l.most) && !protocol.Harness(e.c.Protocol.Adapter)
	}
	for round := range unseenMost {
		if round >= unseenRounds && !slices.ContainsFunc(l.probes, func(e *entry) bool { return suspect(l.of[e]) }) {
			break
		}
		placement := l.rng.Uint64()
		var rest []timing
		for _, e := range l.shuffled(l.probes) {
			rest = append(rest, timing{entry: e, req: protocol.Request{Placement: placement}})
		}
		ns := map[*entry]float64{}
		for len(rest) > 0 {
			n := together(rest)
			if err := l.batches(ctx, l.other, rest[:n]); err != nil {
				return err
			}
			for _, t := range rest[:n] {
				if t.batch != nil && t.c.Row.Status == result.OK {
					ns[l.of[t.entry]] = float64(t.batch.NS) / float64(t.req.N)
				}
			}
			rest = rest[n:]
		}
		for e, x := range beside(ns) {
			if old, ok := least[e]; !ok || x < old {
				least[e] = x
			}
		}
	}
	for e, x := range least {
		if suspect(e) {
			l.found[e.c] = excess{
				x - known[e],
				fmt.Sprintf("takes %.2f times as long in %s of values that it has not met, beside the other rows: it has learnt those of the run", math.Exp(x-known[e]), e.op),
			}
		}
	}
	return nil
}

// known returns what the entries have taken at the most in a process of the run, beside the
// others. Of fewer processes than show how far apart they lie nothing is known.
func (l *learner) known() map[*entry]float64 {
	type place struct{ process, round int }
	rounds := map[place]map[*entry]float64{}
	for _, e := range l.of {
		for _, s := range e.out.Samples {
			at := place{s.Process, s.Round}
			if rounds[at] == nil {
				rounds[at] = map[*entry]float64{}
			}
			if !s.NoGC {
				rounds[at][e] = s.NSPerOp
			}
		}
	}
	in := map[int]map[*entry][]float64{}
	for at, ns := range rounds {
		if len(ns) < len(l.of) {
			continue // a close race, which has other rows
		}
		if in[at.process] == nil {
			in[at.process] = map[*entry][]float64{}
		}
		for e, x := range beside(ns) {
			in[at.process][e] = append(in[at.process][e], x)
		}
	}
	most := map[*entry]float64{}
	if len(in) < fewestProcesses {
		return most
	}
	for _, by := range in {
		for e, list := range by {
			slices.Sort(list)
			if x, ok := most[e]; !ok || list[len(list)/2] > x {
				most[e] = list[len(list)/2]
			}
		}
	}
	return most
}

// beside returns the logarithms of times beside the median of the others of the same
// operation, where there are a few: of rows, or with the harness's own.
func beside(ns map[*entry]float64) map[*entry]float64 {
	const few = 3
	by, rows := map[protocol.Op][]float64{}, map[protocol.Op][]float64{}
	for e, x := range ns {
		by[e.op] = append(by[e.op], x)
		if !protocol.Harness(e.c.Protocol.Adapter) {
			rows[e.op] = append(rows[e.op], x)
		}
	}
	for op, list := range rows {
		if len(list) >= few {
			by[op] = list
		}
	}
	for _, list := range by {
		slices.Sort(list)
	}
	logs := map[*entry]float64{}
	for e, x := range ns {
		list := by[e.op]
		if len(list) < few || x <= 0 {
			continue
		}
		at := (len(list) - 1) / 2 // of those without x
		if own, _ := slices.BinarySearch(list, x); own <= at {
			at++
		}
		logs[e] = math.Log(x / list[at])
	}
	return logs
}
