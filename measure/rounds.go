package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/worker/protocol"
)

// pipeTime is what a request takes besides its work, for planning only.
const pipeTime = 40 * time.Microsecond

// clock is the system's, or a test's.
type clock interface{ Now() time.Time }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// rounds spends the budget. Every entry takes part in the pilot rounds. What is
// left is divided by what these have shown, once: half of it goes to further
// rounds of all entries, half to rounds of the close races alone. How many
// rounds there are is fixed before they run and depends on the widths of the
// pilot's intervals, never on whether a difference came out as significant.
func (r *runner) rounds(s *Subject, entries []*entry, budget, ahead time.Duration) error {
	rng := rand.New(rand.NewPCG(r.cfg.Seed, uint64(len(entries))))
	first := nextRound(entries)
	pilot := roundUp(pilotRounds, r.cfg.Processes)
	began := r.clock.Now()
	left := func(done, total int) time.Duration {
		if done == 0 {
			return ahead + budget
		}
		spent := r.clock.Now().Sub(began)
		return ahead + spent*time.Duration(total-done)/time.Duration(done)
	}

	total := pilot
	run := func(round int, list []*entry) error {
		r.cfg.Progress(Step{"measuring", s.Name, round - first, total, left(round-first, total)})
		return r.round(s, round, list, rng)
	}
	round := first
	for ; round < first+pilot; round++ {
		if err := run(round, entries); err != nil {
			return err
		}
	}
	spent := r.clock.Now().Sub(began)
	if spent > budget {
		r.warn("the time given was too short for the least number of rounds, which were run all the same: give more with --time")
		return nil
	}
	cost := spent / time.Duration(pilot)
	all := roundDown(int((budget-spent)/2/max(cost, 1)), r.cfg.Processes)
	close := closeRaces(entries)
	var extra int
	if len(close) > 0 {
		var costOfClose, costOfAll time.Duration
		for _, e := range entries {
			costOfAll += e.cost
		}
		for _, e := range close {
			costOfClose += e.cost
		}
		scaled := max(cost*costOfClose/max(costOfAll, 1), 1)
		extra = roundDown(int((budget-spent-time.Duration(all)*cost)/scaled), r.cfg.Processes)
	} else {
		all = roundDown(int((budget-spent)/max(cost, 1)), r.cfg.Processes)
	}
	total = pilot + all + extra
	for ; round < first+total; round++ {
		list := entries
		if round >= first+pilot+all {
			list = close
		}
		if err := run(round, list); err != nil {
			return err
		}
	}
	return nil
}

// round times one batch of every entry, in an order of its own, all in the same
// replica of their worker.
func (r *runner) round(s *Subject, round int, entries []*entry, rng *rand.Rand) error {
	replica := round % r.cfg.Processes
	entries = slices.Clone(entries)
	rng.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	placement := rng.Uint64()
	for _, e := range entries {
		if e.c.Row.Status == result.Failed {
			continue
		}
		for _, nogc := range []bool{false, true}[:1+btoi(r.cfg.NoGC)] {
			b, _, err := r.batch(s, e, replica, protocol.Request{Do: "batch", N: e.n, Placement: placement, NoGC: nogc})
			if err != nil {
				return err
			}
			if b == nil {
				break
			}
			e.out.Samples = append(e.out.Samples, result.Sample{
				Round: round, Process: replica, N: e.n, NSPerOp: float64(b.NS) / float64(e.n), NoGC: nogc,
			})
			if !nogc {
				e.gcNS, e.wallNS = e.gcNS+b.GCNS, e.wallNS+b.NS
				if e.wallNS > 0 {
					e.out.GCShare = float64(e.gcNS) / float64(e.wallNS)
				}
			}
			e.c.Row.Status = result.OK
		}
	}
	r.checkpoint()
	return nil
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
			if e.c.Protocol.Adapter != protocol.Floor {
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

// nextRound is the number of the first round to run: rounds that a resumed run
// has keep theirs.
func nextRound(entries []*entry) int {
	next := 0
	for _, e := range entries {
		for _, s := range e.out.Samples {
			next = max(next, s.Round+1)
		}
	}
	return next
}

func roundUp(n, multiple int) int   { return (n + multiple - 1) / multiple * multiple }
func roundDown(n, multiple int) int { return max(0, n/multiple*multiple) }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
