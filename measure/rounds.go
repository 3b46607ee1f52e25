package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/worker/protocol"
)

// clock is the system's, or a test's.
type clock interface{ Now() time.Time }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// rounds spends the budget. Every entry takes part in the pilot: one round in
// each of as many processes as the run asks for. What is left is divided by what
// the pilot has shown, once: half of it goes to further rounds of all entries,
// half to rounds of the close races alone. How many rounds there are is fixed
// before they run and depends on how far the pilot's ratios overlap, never on
// whether a difference came out as significant.
func (r *runner) rounds(ctx context.Context, s *Subject, entries []*entry, budget, ahead time.Duration) error {
	m := &meter{
		runner: r, subject: s, ahead: ahead,
		rng:     rand.New(rand.NewPCG(r.cfg.Seed, uint64(len(entries)))),
		layouts: r.layouts(),
	}
	m.round, m.process = next(entries)
	began := r.clock.Now()
	m.began, m.total, m.budget = began, r.cfg.Processes, budget
	if err := m.processes(ctx, r.cfg.Processes, 1, entries); err != nil {
		return err
	}
	spent := r.clock.Now().Sub(began)
	if spent > budget {
		r.warn(fmt.Sprintf("%s: the least number of rounds took %v, where %v were given: give more with --time", s.Name, spent.Round(100*time.Millisecond), budget.Round(100*time.Millisecond)))
		return nil
	}
	// What a pilot process took beyond its batches is the cost of starting one.
	opening, round := cost(entries)
	starting := max(spent/time.Duration(r.cfg.Processes)-opening-round, 0)
	close := closeRaces(entries)
	share := budget - spent
	if len(close) > 0 {
		share /= 2
	}
	all := planned(share, starting+opening, round, m.layouts)
	var extra plan
	if len(close) > 0 {
		opening, round = cost(close)
		extra = planned(share, starting+opening, round, m.layouts)
	}
	m.began, m.total = r.clock.Now(), m.done+all.processes*all.rounds+extra.processes*extra.rounds
	m.before = m.done
	if err := m.processes(ctx, all.processes, all.rounds, entries); err != nil {
		return err
	}
	return m.processes(ctx, extra.processes, extra.rounds, close)
}

// cost is what the entries take in a new process before its rounds, and what a
// round of them takes.
func cost(entries []*entry) (opening, round time.Duration) {
	for _, e := range entries {
		opening, round = opening+e.opening.mean(), round+e.asking.mean()
	}
	return opening, round
}

// plan is how many processes serve how many rounds each.
type plan struct{ processes, rounds int }

// planned divides the time: as few processes as there are layouts, since the start
// of one takes as long as several rounds, or a multiple of that where they would
// live too long. Of all layouts there are as many. Only where the time is too
// short for that do fewer processes serve the least number of rounds.
func planned(share, starting, round time.Duration, layouts int) plan {
	round = max(round, 1)
	for n := layouts; ; n += layouts {
		rounds := int((share/time.Duration(n) - starting) / round)
		switch {
		case rounds < leastRounds:
			return plan{int(share / (starting + leastRounds*round)), leastRounds}
		case rounds <= mostRounds:
			return plan{n, rounds}
		}
	}
}

// meter runs the rounds of one subject.
type meter struct {
	*runner
	subject *Subject
	rng     *rand.Rand
	layouts int // that there are of the workers
	round   int // number of the next round
	process int // number of the next process

	// For the time left: rounds done and planned, and when the pilot began, or,
	// afterwards, the rounds that follow it.
	done, total, before int
	began               time.Time
	budget, ahead       time.Duration
}

// processes runs rounds of the entries in n new processes.
func (m *meter) processes(ctx context.Context, n, rounds int, entries []*entry) error {
	for range n {
		m.pool.renew(m.process % m.layouts)
		if err := m.pool.ready(ctx, workers(entries), m.subject); err != nil {
			return err
		}
		for range rounds {
			var left time.Duration
			total := m.total
			if m.before == 0 && m.done > 0 { // in the pilot: as many as the time would be enough for
				total = max(total, int(m.budget*time.Duration(m.done)/max(m.clock.Now().Sub(m.began), 1)))
			}
			if m.done > m.before && m.before > 0 {
				left = m.ahead + m.clock.Now().Sub(m.began)*time.Duration(m.total-m.done)/time.Duration(m.done-m.before)
			}
			m.cfg.Progress(Step{Measuring, m.subject.Name, m.done, total, left})
			if err := m.one(ctx, entries); err != nil {
				return err
			}
			m.round++
			m.done++
		}
		m.process++
	}
	return nil
}

// workers returns the workers of the entries.
func workers(entries []*entry) (list []int) {
	for _, e := range entries {
		if e.c.Row.Status != result.Failed && !slices.Contains(list, e.c.Worker) {
			list = append(list, e.c.Worker)
		}
	}
	return list
}

// one is a round: a batch of every entry, in an order of its own.
func (m *meter) one(ctx context.Context, entries []*entry) error {
	entries = slices.Clone(entries)
	m.rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	placement := m.rng.Uint64()
	for _, e := range entries {
		for _, nogc := range []bool{false, true} {
			if nogc && !m.cfg.NoGC || e.c.Row.Status == result.Failed {
				continue
			}
			b, err := m.batch(ctx, m.subject, e, placement, nogc)
			if err != nil {
				return err
			}
			if b != nil {
				m.record(e, b, nogc)
			}
		}
	}
	m.checkpoint()
	return nil
}

func (m *meter) record(e *entry, b *protocol.Batch, nogc bool) {
	e.c.Row.Status = result.OK
	e.out.Samples = append(e.out.Samples, result.Sample{
		Round: m.round, Process: m.process, Layout: m.process % m.layouts, N: e.n, NSPerOp: float64(b.NS) / float64(e.n), NoGC: nogc,
	})
	took := time.Duration(b.NS)
	if took < batchMin && e.n < mostOps {
		e.out.ShortBatches++ // it counts as well
	}
	e.sized(e.n, took)
}

// closeRaces returns the entries that the pilot could not tell from a
// neighbour in the order of their operation, with the best of the operation and
// the floor, which ratios are taken to.
func closeRaces(entries []*entry) []*entry {
	byOp := map[protocol.Op][]*entry{}
	for _, e := range entries {
		if e.c.Row.Status == result.OK {
			byOp[e.op] = append(byOp[e.op], e)
		}
	}
	wanted := map[*entry]bool{}
	for _, list := range byOp {
		var cases []*entry
		for _, e := range list {
			if !protocol.Harness(e.c.Protocol.Adapter) {
				cases = append(cases, e)
			}
		}
		slices.SortFunc(cases, func(a, b *entry) int {
			if median(a) < median(b) {
				return -1
			}
			return 1
		})
		found := false
		for i := 1; i < len(cases); i++ {
			if overlap(cases[i-1], cases[i]) {
				wanted[cases[i-1]], wanted[cases[i]], found = true, true, true
			}
		}
		if found {
			wanted[cases[0]] = true
			for _, e := range list {
				if e.c.Protocol.Adapter == protocol.Floor {
					wanted[e] = true
				}
			}
		}
	}
	var close []*entry
	for _, e := range entries {
		if wanted[e] {
			close = append(close, e)
		}
	}
	return close
}

// overlap reports whether the per-round ratios of two entries lie on both sides
// of one: whether their middle half contains it.
func overlap(a, b *entry) bool {
	byRound := map[int]float64{}
	for _, s := range a.out.Samples {
		if !s.NoGC {
			byRound[s.Round] = s.NSPerOp
		}
	}
	var ratios []float64
	for _, s := range b.out.Samples {
		if x, ok := byRound[s.Round]; ok && !s.NoGC && x > 0 {
			ratios = append(ratios, s.NSPerOp/x)
		}
	}
	if len(ratios) == 0 {
		return false
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/4] <= 1 && ratios[len(ratios)-1-len(ratios)/4] >= 1
}

func median(e *entry) float64 {
	var ns []float64
	for _, s := range e.out.Samples {
		if !s.NoGC {
			ns = append(ns, s.NSPerOp)
		}
	}
	if len(ns) == 0 {
		return math.Inf(1)
	}
	slices.Sort(ns)
	return ns[len(ns)/2]
}

// next returns the numbers of the first round and process to come: those that a
// resumed run has keep theirs.
func next(entries []*entry) (round, process int) {
	for _, e := range entries {
		for _, s := range e.out.Samples {
			round, process = max(round, s.Round+1), max(process, s.Process+1)
		}
		for _, w := range e.out.Windows {
			process = max(process, w.Process+1)
		}
		for _, p := range e.out.Parallel {
			process = max(process, p.Process+1)
		}
		for _, c := range e.out.Cold {
			process = max(process, c.Process+1)
		}
		for _, f := range e.out.First {
			process = max(process, f.Process+1)
		}
		for _, l := range e.out.Latency {
			process = max(process, l.Process+1)
		}
		for _, p := range e.out.Sweep {
			process = max(process, p.Process+1)
		}
	}
	return round, process
}
