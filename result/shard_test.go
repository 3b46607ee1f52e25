package result

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// spread returns a run of 40 rows in 5 shards, as if made on machines of one
// kind of which each is a little slower than the one before, and the same run
// made in one piece.
func spread(rng *rand.Rand) (shards []*Run, whole *Run) {
	const rows, count = 40, 5
	anchors := []string{"row00", "row08", "row16", "row24", "row32"}
	truth := func(i int) float64 { return 10 * math.Pow(1.04, float64(i)) }
	measured := func(machine float64, started int, has func(int) bool) *Run {
		r := &Run{Schema: Schema, Started: time.Unix(int64(1e9+started), 0).UTC(), Complete: true, Subjects: []*Subject{{Name: "data", Values: 10}}}
		r.Env.CPU = "x"
		var rounds []float64
		for range 36 {
			rounds = append(rounds, math.Exp(0.05*math.Abs(rng.NormFloat64())))
		}
		for i := range rows {
			if !has(i) {
				continue
			}
			op := &Op{}
			for n, round := range rounds {
				p := n / 3
				op.Samples = append(op.Samples, Sample{Round: n, Process: p, Layout: p % 9, N: 100,
					NSPerOp: truth(i) * machine * round * math.Exp(0.01*rng.NormFloat64())})
			}
			r.Subjects[0].Cases = append(r.Subjects[0].Cases, &Case{Row: fmt.Sprintf("row%02d", i), Status: OK, Ops: map[string]*Op{"marshal": op}})
		}
		return r
	}
	for k := range count {
		r := measured(1+0.07*float64(k), k, func(i int) bool { return i%8 == 0 || i%count == k })
		r.Shard = &Shard{Index: k + 1, Count: count, Anchors: anchors}
		shards = append(shards, r)
	}
	return shards, measured(1, count, func(int) bool { return true })
}

// medians are the rows of a run by their median time.
func medians(r *Run) map[string]float64 {
	out := map[string]float64{}
	for _, c := range r.Subjects[0].Cases {
		var list []float64
		for _, s := range c.Ops["marshal"].Samples {
			list = append(list, s.NSPerOp)
		}
		slices.Sort(list)
		out[c.Row] = list[len(list)/2]
	}
	return out
}

// kendall returns how far two orders of the same rows agree: 1 is wholly.
func kendall(a, b map[string]float64) float64 {
	var rows []string
	for row := range a {
		rows = append(rows, row)
	}
	sum, n := 0, 0
	for i := range rows {
		for j := range i {
			sum += cmp.Compare(a[rows[i]], a[rows[j]]) * cmp.Compare(b[rows[i]], b[rows[j]])
			n++
		}
	}
	return float64(sum) / float64(n)
}

// Shards on machines of different speed rank as one run does.
func TestShardsRankAsOne(t *testing.T) {
	shards, whole := spread(rand.New(rand.NewPCG(1, 1)))
	merged, notes, err := Gather(shards[3], shards[1], shards[0], shards[4], shards[2])
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if !merged.Complete || len(merged.Subjects[0].Cases) != 40 {
		t.Fatalf("complete %v, %d rows", merged.Complete, len(merged.Subjects[0].Cases))
	}
	got, want := medians(merged), medians(whole)
	tau := kendall(got, want)
	t.Logf("Kendall's tau %.4f", tau)
	if tau < 0.97 {
		t.Errorf("Kendall's tau is %.4f", tau)
	}
	for row, ns := range want {
		if r := got[row] / ns; r < 0.96 || r > 1.06 {
			t.Errorf("%s takes %.3f times as long as in one run", row, r)
		}
	}
	if s := merged.Parts[4].Scale; s > 1/1.2 || s < 1/1.4 {
		t.Errorf("the slowest shard was scaled by %v, want about 1/1.28", s)
	}
	// Unjoined, the same shards rank otherwise: the test can fail.
	apart := map[string]float64{}
	for _, s := range shards {
		for row, ns := range medians(s) {
			apart[row] = ns
		}
	}
	if other := kendall(apart, want); other >= tau {
		t.Errorf("without anchors the order agrees by %.4f, with them by %.4f", other, tau)
	}
}

func text(t *testing.T, r *Run) string {
	t.Helper()
	data, err := Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Merging again, in other groups or the merged ones, changes nothing.
func TestMergeIdempotent(t *testing.T) {
	shards, whole := spread(rand.New(rand.NewPCG(2, 2)))
	gather := func(runs ...*Run) *Run {
		t.Helper()
		r, _, err := Gather(runs...)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := gather(shards...)
	for name, again := range map[string]*Run{
		"twice":        gather(slices.Concat(shards, shards)...),
		"merged":       gather(all, all),
		"merged one":   gather(all, shards[2]),
		"step by step": gather(gather(gather(shards[0], shards[1]), shards[2]), shards[3], shards[4]),
	} {
		if text(t, again) != text(t, all) {
			t.Errorf("%s: merged otherwise", name)
		}
	}
	if text(t, gather(whole, whole)) != text(t, gather(whole)) {
		t.Error("a run merged with itself differs from it")
	}
	// What is merged has a scale, which shards before it in the count do not change.
	scale := func(r *Run, shard int) float64 {
		return r.Parts[slices.IndexFunc(r.Parts, func(p Part) bool { return p.Shard == shard })].Scale
	}
	some := gather(shards[3], shards[4])
	if more := gather(shards[0], some); scale(more, 4) != scale(some, 4) || scale(more, 1) == scale(all, 1) {
		t.Errorf("scales are %v and %v; alone %v", scale(more, 4), scale(more, 1), scale(some, 4))
	}
	again, err := Parse([]byte(text(t, all)))
	if err != nil || text(t, again) != text(t, all) {
		t.Errorf("read again: %v", err)
	}
}

func TestMissingShard(t *testing.T) {
	shards, _ := spread(rand.New(rand.NewPCG(3, 3)))
	merged, notes, err := Gather(shards[0], shards[1], shards[4])
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) != 2 || !strings.Contains(notes[0], "shard 3 of 5 is missing: run it alone with --shard=3/5") || merged.Complete {
		t.Errorf("complete %v, notes %q", merged.Complete, notes)
	}
	merged, notes, err = Gather(merged, shards[2], shards[3])
	if err != nil || len(notes) > 0 || !merged.Complete {
		t.Errorf("with the two: %v, notes %q", err, notes)
	}
	broken := *shards[2]
	broken.Started, broken.Complete = broken.Started.Add(time.Hour), false
	if _, notes, err = Gather(append([]*Run{&broken}, shards...)...); err != nil || len(notes) != 1 || !strings.Contains(notes[0], "gives way") {
		t.Errorf("with an interrupted shard: %v, notes %q", err, notes)
	}
	broken.Complete = true
	if _, _, err = Gather(append([]*Run{&broken}, shards...)...); err == nil || !strings.Contains(err.Error(), "shard 3 of 5 was run twice") {
		t.Errorf("with a shard run twice: %v", err)
	}
	other := *shards[1]
	other.Shard = &Shard{Index: 2, Count: 4, Anchors: shards[1].Shard.Anchors}
	if _, _, err = Gather(shards[0], &other); err == nil || !strings.Contains(err.Error(), "not of the same 5") {
		t.Errorf("a shard of another run: %v", err)
	}
}

// An operation that no anchor has is scaled as the others are.
func TestShardWithoutAnchorAtOperation(t *testing.T) {
	shards, _ := spread(rand.New(rand.NewPCG(5, 5)))
	rare := func(r *Run, row int) *Op {
		c := r.Subjects[0].Cases[row]
		c.Ops["access"] = &Op{Samples: []Sample{{Round: 0, N: 10, NSPerOp: 100}, {Round: 1, N: 10, NSPerOp: 100}}}
		return c.Ops["access"]
	}
	rare(shards[0], 1)
	rare(shards[4], 1)
	row := shards[4].Subjects[0].Cases[1].Row
	merged, _, err := Gather(shards...)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(merged.Subjects[0].Cases, func(c *Case) bool { return c.Row == row })
	if ns := merged.Subjects[0].Cases[i].Ops["access"].Samples[0].NSPerOp; ns > 85 || ns < 70 {
		t.Errorf("%v ns, want about 100/1.28", ns)
	}
	for _, c := range shards[1].Subjects[0].Cases {
		c.Ops["marshal"].Samples = nil
	}
	if _, _, err := Gather(shards[0], shards[1]); err == nil || !strings.Contains(err.Error(), "no anchor in common") {
		t.Errorf("no anchor at all: %v", err)
	}
}

// Machines of another kind stay apart.
func TestKindsApart(t *testing.T) {
	shards, whole := spread(rand.New(rand.NewPCG(4, 4)))
	arm := *whole
	arm.Env.Arch, arm.Env.CPU, arm.Started = "arm64", "n1", arm.Started.Add(time.Hour)
	merged, notes, err := Gather(append(shards, &arm)...)
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if len(merged.Others) != 1 || merged.Others[0].Env.Arch != "arm64" || len(merged.Subjects[0].Cases) != 40 {
		t.Errorf("%d others", len(merged.Others))
	}
	again, _, err := Gather(merged, &arm)
	if err != nil || !bytes.Equal([]byte(text(t, again)), []byte(text(t, merged))) {
		t.Errorf("merged again: %v", err)
	}
}
