package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// clock is the system's, or a test's.
type clock interface{ Now() time.Time }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// part is a subject with what of it is timed.
type part struct {
	*Subject
	entries []*entry
	round   int           // number of the next round
	least   time.Duration // that the last process took for it: to load its values, and for a round
}

// rounds spends the budget. Each process, of one generation, serves rounds of all
// subjects, one subject after the other, each for its share of the time that is
// left. Half of a share goes to rounds of all entries, and half to the close races
// alone. Which those are is decided before the process serves, by what earlier ones
// have shown, and each layout is one figure of the test whatever its rounds: so
// nothing is repeated until it is significant.
func (r *runner) rounds(ctx context.Context, parts []*part, budget time.Duration) error {
	m := &meter{runner: r, layouts: r.layouts(), began: r.clock.Now(), budget: budget, before: r.cfg.Budget - budget}
	for _, p := range parts {
		var process int
		p.round, process = next(p.entries)
		m.process = max(m.process, process)
	}
	for _, p := range r.cfg.Run.Payloads {
		m.process = max(m.process, p.Process+1)
	}
	m.rng = rand.New(rand.NewPCG(r.cfg.Seed, uint64(m.process)+uint64(r.cfg.Repeat)<<32))
	n := processes(budget, len(parts), r.cfg.Processes, m.layouts)
	m.total = n * len(parts)
	for i := range n {
		m.left = n - i - 1
		if i >= fewestProcesses && m.late(m.least(parts)) {
			r.warn(fmt.Sprintf("%d of %d processes found no time: the machine was busy, or the time too short; give more with --time", n-i, n))
			break
		}
		m.pool.renew(m.process % m.layouts)
		if i == 0 {
			m.pool.had, m.pool.waited = 0, 0 // of those who verify several at a time
		}
		for _, p := range parts {
			if err := m.share(ctx, p, parts); err != nil {
				return err
			}
			third := i == min(n, fewestProcesses)-1
			if err := m.prove(ctx, p, third || i == n-1 && !m.late(0)); err != nil {
				return err
			}
			m.sameAllocations(p)
			if err := m.compareClocks(ctx, p); err != nil {
				return err
			}
			m.done++
		}
		if i == min(n, fewestProcesses)-1 {
			for _, p := range parts {
				if err := m.unseen(ctx, p); err != nil {
					return err
				}
			}
		}
		m.process++
	}
	if spent := m.clock.Now().Sub(m.began); spent > budget+budget/10 {
		const tenth = 100 * time.Millisecond
		who := parts[0].Name
		if len(parts) > 1 {
			who = fmt.Sprintf("%d types or workloads", len(parts))
		}
		r.warn(fmt.Sprintf("%s: --time gave it %v, but the fewest rounds that count took %v: give more", who, max(0, budget).Round(tenth), spent.Round(tenth)))
	}
	return nil
}

// processLife is how long a process serves a subject where there is time for more
// processes than the least: starting one, loading its values and opening the codecs
// takes about a tenth of that.
const processLife = 3 * time.Second

// mostOfALayout are the processes of one layout: more would tell nothing more.
const mostOfALayout = 11

// leastRounds are those of a process for a subject, even beyond its share, as long as
// the processes to come find time and the whole does not take half as long again as it
// was given: one round alone may have met anything, and is as much
// of the test as a layout with many.
const leastRounds = 3

// fewestProcesses serve in any case where there is a time to keep: one lucky layout
// of memory is to decide nothing. The others must find time.
const fewestProcesses = 3

// processes returns how many there are: at least so many, and as many of each
// layout where there are more.
func processes(budget time.Duration, subjects, least, layouts int) int {
	return max(least, layouts*min(mostOfALayout, int(budget/(processLife*time.Duration(subjects*layouts)))))
}

// meter runs the rounds.
type meter struct {
	*runner
	rng     *rand.Rand
	layouts int // that there are of the workers
	process int // number of the process

	began       time.Time
	budget      time.Duration
	before      time.Duration // of the time that is spent
	done, total int           // shares of the time
	loading     time.Duration // of values in processes and ageing them, over the shares so far

	left int // processes to come after this one

	proof     time.Duration // that the last one between rounds took
	comparing time.Duration // of clocks, so far
}

// oneProven of so many cases is looked at again after its batches in a process where not
// all are, and one case between rounds where that has taken no more than one part in
// betweenShare of the process's time.
const (
	oneProven    = 8
	betweenShare = 50
)

// prove goes on with verification of what was timed in this process, with the codecs that
// were: what they are labelled was proven in another. In the third process, whatever the time,
// and in the last, if that is not late, it looks at all, and in the others at some by chance.
func (m *meter) prove(ctx context.Context, p *part, all bool) error {
	list := labelled(p.entries)
	m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for _, e := range list {
		if !all && m.rng.IntN(oneProven) != 0 {
			continue
		}
		if err := m.proveOne(ctx, p, e); err != nil {
			return err
		}
	}
	return nil
}

// labelled returns an entry of each case that is not the harness's own.
func labelled(entries []*entry) (list []*entry) {
	seen := map[*Case]bool{}
	for _, e := range entries {
		if !seen[e.c] && e.c.Row.Status == result.OK && !protocol.Harness(e.c.Protocol.Adapter) {
			seen[e.c] = true
			list = append(list, e)
		}
	}
	return list
}

// proveOne looks at the codec of the entry's case. A label that does not hold takes all
// figures of the row with it, and what was known of it.
func (m *meter) proveOne(ctx context.Context, p *part, e *entry) error {
	strict, _ := e.c.Row.Label(result.Strict)
	resp, err := m.request(ctx, p.Subject, e, protocol.Request{
		Do: "prove", Declared: &e.c.Declared, Aliases: e.c.aliases(), Strict: strict.Holds && e.c.Row.Deterministic, Placement: m.rng.Uint64(),
	})
	if err != nil {
		return err
	}
	if resp != nil && resp.Err != "" {
		fail(e.c.Row, resp.Err)
	}
	if e.c.Row.Status == result.Failed {
		m.forget(p, e.c)
	}
	return nil
}

// aliases reports whether the case is labelled so: what it decodes may lie in its input.
func (c *Case) aliases() bool { return c.Declared.Aliases || c.Row.Class == result.Aliases }

// By how much the allocations of batches may differ from those that are shown: a part of
// these, and a part of an allocation, over as many passes through the values at least.
const (
	allocatedPart   = 4
	allocatedMore   = 0.5
	allocatedPasses = 8
)

// sameAllocations fails the rows which allocate otherwise in batches than where allocations are
// counted: what is charged for them would be another codec's.
func (m *meter) sameAllocations(p *part) {
	for _, e := range p.entries {
		if e.c.Row.Status != result.OK || protocol.Harness(e.c.Protocol.Adapter) || e.counted < allocatedPasses*p.Result.Values {
			continue
		}
		timed, shown := float64(e.allocated)/float64(e.counted), e.out.AllocsPerOp
		if math.Abs(timed-shown) > shown/allocatedPart+allocatedMore {
			fail(e.c.Row, fmt.Sprintf("%s allocates %.3g times in batches that are timed, and %.3g where allocations are counted: it tells one from the other", e.op, timed, shown))
			m.forget(p, e.c)
		}
	}
}

// forget drops what is known of a case that has failed.
func (m *meter) forget(p *part, c *Case) {
	m.verdicts.drop(m.cfg.Workers[c.Worker][0], verdictKey(c, p.digest(c.Worker)))
}

// grace is what a run may take beyond its time, where that is more than a tenth of it:
// about what the processes of one subject take at the least on an idle machine.
const grace = 3 * time.Second

// late reports whether what is still to take so long ends beyond the time.
func (m *meter) late(more time.Duration) bool {
	return m.clock.Now().Sub(m.began)+more > m.budget+max(m.budget/10, grace)
}

// least is what a process takes at the least, by the last one: on a busy machine many
// times as long as on an idle one.
func (m *meter) least(parts []*part) (sum time.Duration) {
	for _, p := range parts {
		sum += p.least
	}
	return sum
}

// share runs rounds of a subject in the process, for its share of the time: one
// in any case.
func (m *meter) share(ctx context.Context, p *part, parts []*part) error {
	asked := m.clock.Now()
	list := workers(p.entries)
	m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) // none is always the first
	if err := m.pool.ready(ctx, list, p.Subject); err != nil {
		return err
	}
	began := m.clock.Now()
	loading := began.Sub(asked)
	m.loading += loading
	rest := time.Duration(m.total - m.done)
	share := (m.budget - began.Sub(m.began) - (rest-1)*m.loading/time.Duration(m.done+1)) / rest
	for _, e := range p.entries {
		if e.n > 0 {
			continue
		}
		m.progress(p, Calibrating)
		if err := m.calibrate(ctx, p.Subject, e); err != nil {
			return err
		}
	}
	rounding := m.clock.Now()
	close, due := closeRaces(p.entries), m.due(p, len(parts))
	var all, alone, last time.Duration // spent on rounds of each kind, and on the last one
	var proving time.Duration          // spent on proofs between
	for rounds := 0; ; rounds++ {
		now := m.clock.Now()
		if rounds == 1 {
			p.least = loading + now.Sub(rounding)
		}
		if rounds > 0 && now.Sub(began)+last/2 > share {
			over := now.Sub(m.began)+last > m.budget+m.budget/2
			if rounds >= leastRounds || over || m.late(last+time.Duration(m.left)*m.least(parts)) {
				return nil
			}
		}
		m.progress(p, Measuring)
		list, spent := p.entries, &all
		if len(close) > 0 && alone < all {
			list, spent = with(close, p.entries, due), &alone
		}
		if err := m.one(ctx, p, list); err != nil {
			return err
		}
		last = max(m.clock.Now().Sub(now), 1)
		*spent += last
		if between := labelled(p.entries); len(between) > 0 && (proving+m.proof)*betweenShare < all+alone && m.rng.IntN(2) == 0 {
			asked := m.clock.Now()
			if err := m.proveOne(ctx, p, between[m.rng.IntN(len(between))]); err != nil {
				return err
			}
			m.proof = m.clock.Now().Sub(asked)
			proving += m.proof
		}
	}
}

// EnoughRounds are those that an entry gets in all though nobody is near it, where the
// time is enough for as many of all entries. audit/measuring.md says what becomes of less.
const EnoughRounds = 60

// due returns how many rounds an entry of the part is to have when the process has served
// so that it has enough in the end; 0 where there is no time for that.
func (m *meter) due(p *part, parts int) int {
	served, all := m.done/parts, m.total/parts
	sum := 0
	for _, e := range p.entries {
		sum += e.rounds()
	}
	if served == 0 || sum*all < EnoughRounds*served*len(p.entries) {
		return 0
	}
	return EnoughRounds * (served + 1) / all
}

// rounds returns how many the entry has.
func (e *entry) rounds() (n int) {
	for _, s := range e.out.Samples {
		if !s.NoGC {
			n++
		}
	}
	return n
}

// with returns the entries of a close race, and with them those that have less rounds
// than are due.
func with(close, all []*entry, due int) (list []*entry) {
	for _, e := range all {
		if e.rounds() < due || slices.Contains(close, e) {
			list = append(list, e)
		}
	}
	return list
}

// progress tells how much of the time is spent.
func (m *meter) progress(p *part, what Kind) {
	name := p.Name
	if m.total > 0 && len(m.cfg.Subjects) > 1 {
		name = "" // all of them, a little at a time
	}
	left := max(m.budget-m.clock.Now().Sub(m.began), 0)
	m.cfg.Progress(Step{what, name, int((m.before + m.budget - left).Milliseconds()), int((m.before + m.budget).Milliseconds()), left})
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

// shuffled returns the entries in an order of its own, in which those of one worker
// follow each other, so that a round wakes each of them but once. Those that are to be
// compared above all follow each other in any case, in any order too.
func (m *meter) shuffled(entries []*entry) []*entry {
	type key struct {
		row string
		op  protocol.Op
	}
	var groups [][]*entry
	index := map[key]int{}
	for _, e := range entries {
		k := key{e.c.Beside, e.op}
		i, ok := index[k]
		if !ok || k.row == "" {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], e)
	}
	m.rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	turn := map[int]uint64{} // of a worker
	for _, g := range groups {
		if _, ok := turn[g[0].c.Worker]; !ok {
			turn[g[0].c.Worker] = m.rng.Uint64()
		}
	}
	slices.SortStableFunc(groups, func(a, b []*entry) int { return cmp.Compare(turn[a[0].c.Worker], turn[b[0].c.Worker]) })
	for _, g := range groups {
		if len(g) > 1 {
			m.rng.Shuffle(len(g), func(i, j int) { g[i], g[j] = g[j], g[i] })
		}
	}
	return slices.Concat(groups...)
}

// one is a round: a batch of every entry. Those of one worker that come one after the
// other are asked for at once.
func (m *meter) one(ctx context.Context, p *part, entries []*entry) error {
	entries = m.shuffled(entries)
	placement := m.rng.Uint64()
	var round []timing
	for _, e := range entries {
		for _, nogc := range []bool{false, true} {
			if nogc && !m.cfg.NoGC || e.c.Row.Status == result.Failed {
				continue
			}
			round = append(round, timing{entry: e, req: protocol.Request{Placement: placement, NoGC: nogc, Watched: m.watched(e)}})
		}
	}
	for len(round) > 0 {
		n := together(round)
		if err := m.batches(ctx, p.Subject, round[:n]); err != nil {
			return err
		}
		for _, t := range round[:n] {
			if t.batch != nil && t.c.Row.Status != result.Failed {
				m.record(t, p.round)
			}
		}
		round = round[n:]
	}
	p.round++
	m.others.look(m.clock.Now())
	m.checkpoint()
	return nil
}

// mostTogether is what batches that are asked for at once take, about, at the most: of
// longer ones a request is a small part, and a process that hangs is found out sooner.
const mostTogether = 20 * time.Millisecond

// together returns how many of the batches, the first at least, are asked for at once.
func together(round []timing) (n int) {
	took := time.Duration(0)
	for n = 0; n < len(round) && (n == 0 || round[n].c.Worker == round[0].c.Worker && took < mostTogether); n++ {
		took += time.Duration(round[n].fastest * float64(round[n].n))
	}
	return n
}

// The first batches of an entry are watched, and one of so many that follow. The first are
// about those that the shortest run has of it, so that it catches who does nothing in a tenth
// of the calls: see worker/internal/verify/cheats.md, of which a test writes the figures.
const (
	firstWatched = 24
	oneWatched   = 8
)

// watched decides whether the entry's next batch is looked at. Which of its processes is the
// first no codec can tell, nor which batch is watched later.
func (m *meter) watched(e *entry) bool {
	return m.rng.IntN(oneWatched) == 0 || len(e.out.Samples) < firstWatched
}

func (m *meter) record(t timing, round int) {
	e, n := t.entry, t.req.N
	e.c.Row.Status = result.OK
	e.out.Samples = append(e.out.Samples, result.Sample{
		Round: round, Process: m.process, Layout: m.process % m.layouts, N: n, NSPerOp: float64(t.batch.NS) / float64(n), NoGC: t.req.NoGC,
	})
	took := time.Duration(t.batch.NS)
	if took < batchMin && n < mostOps {
		e.out.ShortBatches++ // it counts as well
	}
	e.sized(n, took)
	e.counted, e.allocated = e.counted+t.batch.Counted, e.allocated+t.batch.Allocs
	m.cfg.Run.Spent.RecordedSec += took.Seconds()
}

// closeRaces returns the entries that the rounds so far do not tell from a
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

// overlap reports whether the ratio of two entries may turn out on either side of
// one: whether it is within so many standard errors of it, by the medians of the
// processes, or, of few processes, whether the middle half of the rounds contains it.
// With nine layouts the test of ranks wants some five.
func overlap(a, b *entry) bool {
	const few, errors = 3, 5
	type round struct{ process, number int }
	at := map[round]float64{}
	for _, s := range a.out.Samples {
		if !s.NoGC {
			at[round{s.Process, s.Round}] = s.NSPerOp
		}
	}
	var ratios []float64
	by := map[int][]float64{}
	for _, s := range b.out.Samples {
		if x, ok := at[round{s.Process, s.Round}]; ok && !s.NoGC && x > 0 && s.NSPerOp > 0 {
			ratio := math.Log(s.NSPerOp / x)
			ratios, by[s.Process] = append(ratios, ratio), append(by[s.Process], ratio)
		}
	}
	if len(ratios) == 0 {
		return false
	}
	if len(by) <= few {
		slices.Sort(ratios)
		return ratios[len(ratios)/4] <= 0 && ratios[len(ratios)-1-len(ratios)/4] >= 0
	}
	var sum, squares float64
	for _, list := range by {
		slices.Sort(list)
		x := list[len(list)/2]
		sum, squares = sum+x, squares+x*x
	}
	n := float64(len(by))
	variance := max(squares-sum*sum/n, 0) / (n - 1)
	return math.Abs(sum/n) <= errors*math.Sqrt(variance/n)
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
