package stats

import (
	"math"

	"github.com/assay-go/assay/result"
)

// Levels is the noise of each round: by how much longer all took in it.
type Levels map[moment]float64

// moment is a round of a process: what was measured in it met the same noise.
type moment struct{ process, round int }

// NewLevels returns the noise that the operations have in common in each round: the
// median over them of how far each is from its own median, as a logarithm. Rounds of
// fewer operations than least have none.
func NewLevels(ops []*result.Op, least int) Levels {
	by := map[moment][]float64{}
	for _, op := range ops {
		var all []float64
		for _, s := range op.Samples {
			if !s.NoGC && s.NSPerOp > 0 {
				all = append(all, math.Log(s.NSPerOp))
			}
		}
		if len(all) == 0 {
			continue
		}
		own := Median(all)
		for _, s := range op.Samples {
			if !s.NoGC && s.NSPerOp > 0 {
				m := moment{s.Process, s.Round}
				by[m] = append(by[m], math.Log(s.NSPerOp)-own)
			}
		}
	}
	levels := Levels{}
	for m, list := range by {
		if len(list) >= least {
			levels[m] = Median(list)
		}
	}
	return levels
}

// LogNS returns for each layout the logarithm of an operation's time in nanoseconds, without the noise of their rounds, in ascending order.
func (l Levels) LogNS(op *result.Op) []float64 {
	return perLayout(op, func(s result.Sample) (float64, bool) {
		return math.Log(s.NSPerOp) - l[moment{s.Process, s.Round}], s.NSPerOp > 0
	}, fasterHalf)
}

// Time returns the wall time of an operation in nanoseconds, without the
// noise of its rounds: what of its interval is its own.
func (l Levels) Time(op *result.Op) Estimate {
	return exp(summary(l.LogNS(op)))
}
