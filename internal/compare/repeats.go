package compare

import (
	"math"

	moremath "github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

// A run that was repeated, or merged of several, shows how far its rows move without a
// reason, and nothing has to be assumed of the machine or learnt from other rows.

// leastRepeats are the degrees of freedom that a scatter from repeats takes: two runs of
// three repeats of one operation have as many.
const leastRepeats = 4

// repeatsOf returns the numbers of the first process of each repeat; nil of a run that
// was not repeated, or is of shards.
func repeatsOf(run *result.Run) []int {
	var list []int
	for i, p := range run.Parts {
		if i > 0 && p.Process <= list[i-1] {
			return nil
		}
		list = append(list, p.Process)
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// residuals are by how much an operation differs in each repeat from its mean, as
// logarithms, without what the rounds of the run have in common.
func residuals(op *result.Op, levels stats.Levels, repeats []int) []float64 {
	var figures []float64
	for i, from := range repeats {
		one := *op
		one.Samples = nil
		for _, s := range op.Samples {
			if s.Process >= from && (i+1 == len(repeats) || s.Process < repeats[i+1]) {
				one.Samples = append(one.Samples, s)
			}
		}
		if at := levels.Location(&one); at.Layouts > 0 {
			figures = append(figures, at.Log)
		}
	}
	m := moremath.Mean(figures)
	for i := range figures {
		figures[i] -= m
	}
	return figures
}

// repeated returns the spread of a ratio of two runs of which at least one was repeated:
// that of rows with allocations and of others apart. ok is false where they were
// repeated too seldom.
func repeated(pairs []*pair, old, new []int) (of func(*pair) spread, ok bool) {
	share := 1/float64(max(1, len(old))) + 1/float64(max(1, len(new)))
	var sums, dfs [2]float64
	kind := func(p *pair) int {
		if p.allocs {
			return 1
		}
		return 0
	}
	for _, p := range pairs {
		for _, list := range [][]float64{p.oldMoves, p.newMoves} {
			if len(list) < 2 {
				continue
			}
			for _, x := range list {
				sums[kind(p)] += x * x
			}
			dfs[kind(p)] += float64(len(list) - 1)
		}
	}
	if dfs[0]+dfs[1] < leastRepeats {
		return nil, false
	}
	spreadOf := func(sum, df float64) spread {
		sd := math.Sqrt(sum / df * share)
		return spread{seen: sd, df: df}
	}
	all := spreadOf(sums[0]+sums[1], dfs[0]+dfs[1])
	return func(p *pair) spread {
		k := kind(p)
		if dfs[k] < minScatterRows {
			return all
		}
		return spreadOf(sums[k], dfs[k])
	}, true
}
