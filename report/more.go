package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

// Parallel is what a row does in several goroutines at a time.
type Parallel struct {
	Name    string       `json:"row"`     // its name
	Points  []Throughput `json:"points"`  // by the number of goroutines
	Scaling float64      `json:"scaling"` // throughput of the most goroutines over that of one, each with a codec of its own
}

// Throughput is how many operations goroutines do together, in the median of
// the processes.
type Throughput struct {
	Goroutines int     `json:"goroutines"` // at a time
	Own        float64 `json:"own"`        // operations a second, each goroutine with a codec of its own
	Pooled     float64 `json:"pooled"`     // with codecs from a sync.Pool that all share
}

// Cold is what a row does when nothing is in the caches, and when it is called
// for the first time, in the median of the processes.
type Cold struct {
	Name  string  `json:"row"`        // its name
	Warm  float64 `json:"warm_ns_op"` // as in the tables, in nanoseconds
	Cold  float64 `json:"cold_ns_op"` // values and buffers in no cache
	Open  float64 `json:"open_ns"`    // making the codec in a new process
	First float64 `json:"first_ns"`   // the first call in it
}

// Latency is how long single operations of a row take, in nanoseconds: each the
// median of the processes, but for the longest.
type Latency struct {
	Name string  `json:"row"`  // its name
	P50  float64 `json:"p50"`  // half of them take at most so long
	P99  float64 `json:"p99"`  // 99 per cent
	P999 float64 `json:"p999"` // 99.9 per cent
	Max  float64 `json:"max"`  // the longest of all
}

// more fills what was measured beside rounds, for rows in the order of the
// table of all.
func (o *Op) more(cases []*result.Case) {
	for _, r := range o.All {
		i := slices.IndexFunc(cases, func(c *result.Case) bool { return c.Row == r.Name })
		op := cases[i].Ops[string(o.Op)]
		if p := parallel(op); p.Points != nil {
			p.Name = r.Name
			o.Parallel = append(o.Parallel, p)
		}
		if len(op.Cold) > 0 {
			o.Cold = append(o.Cold, Cold{
				Name: r.Name, Warm: r.NS.Median,
				Cold:  median(op.Cold, func(c result.Cold) float64 { return c.NSPerOp }),
				Open:  median(op.First, func(f result.First) float64 { return float64(f.OpenNS) }),
				First: median(op.First, func(f result.First) float64 { return float64(f.NS) }),
			})
		}
		if len(op.Latency) > 0 {
			l := Latency{Name: r.Name}
			for _, x := range op.Latency {
				l.Max = max(l.Max, float64(x.Max))
			}
			l.P50 = median(op.Latency, func(l result.Latency) float64 { return float64(l.P50) })
			l.P99 = median(op.Latency, func(l result.Latency) float64 { return float64(l.P99) })
			l.P999 = median(op.Latency, func(l result.Latency) float64 { return float64(l.P999) })
			o.Latency = append(o.Latency, l)
		}
		if points := stats.Sweep(op); len(points) > 1 {
			o.Sweep = append(o.Sweep, newSweep(r.Name, points, op.SweepEnd))
		}
	}
}

// Sweep is what a row does with values of other sizes.
type Sweep struct {
	Name   string  `json:"row"`    // its name
	Slope  float64 `json:"slope"`  // of the time against the encoded length, both as logarithms: 1 is in proportion
	Points []Point `json:"points"` // by size

	NS        float64 `json:"ns"`      // nanoseconds in any case
	NSPerByte float64 `json:"ns_byte"` // nanoseconds for each encoded byte: the line through the points that makes relative errors small

	Allocs *Allocs `json:"allocs,omitempty"` // where they were counted at two sizes at least
	End    string  `json:"end,omitempty"`    // why there are no larger sizes, where there could be
}

// Allocs is the line through the allocations of the sizes.
type Allocs struct {
	Fixed   float64 `json:"fixed"`    // allocations in any case
	PerByte float64 `json:"per_byte"` // allocations for each encoded byte
}

func newSweep(row string, points []stats.Point, end string) Sweep {
	s := Sweep{Name: row, Slope: stats.Slope(points), Points: sizesOf(points), End: end}
	s.NS, s.NSPerByte = stats.Growth(points)
	if fixed, perByte := stats.GrowthOfAllocs(points); finite(fixed) {
		s.Allocs = &Allocs{fixed, perByte}
	}
	return s
}

// Point is what one size takes, in the median of the batches.
type Point struct {
	Bytes float64 `json:"bytes"` // mean encoded length
	NS    float64 `json:"ns_op"` // nanoseconds of one operation
}

func sizesOf(points []stats.Point) []Point {
	list := make([]Point, len(points))
	for i, p := range points {
		list[i] = Point{p.Bytes, p.NS}
	}
	return list
}

func parallel(op *result.Op) (p Parallel) {
	var most []int
	for _, x := range op.Parallel {
		most = append(most, x.Goroutines)
	}
	slices.Sort(most)
	for _, n := range slices.Compact(most) {
		t := Throughput{Goroutines: n}
		for _, pooled := range []bool{false, true} {
			var those []result.Parallel
			for _, x := range op.Parallel {
				if x.Goroutines == n && x.Pooled == pooled && x.NSPerOp > 0 {
					those = append(those, x)
				}
			}
			perSec := median(those, func(x result.Parallel) float64 { return 1e9 / x.NSPerOp })
			if pooled {
				t.Pooled = perSec
			} else {
				t.Own = perSec
			}
		}
		p.Points = append(p.Points, t)
	}
	if n := len(p.Points); n > 1 && p.Points[0].Own > 0 {
		p.Scaling = p.Points[n-1].Own / p.Points[0].Own
	}
	return p
}

// median returns 0 where there are none.
func median[T any](list []T, figure func(T) float64) float64 {
	if len(list) == 0 {
		return 0
	}
	x := make([]float64, len(list))
	for i, v := range list {
		x[i] = figure(v)
	}
	slices.SortFunc(x, cmp.Compare[float64])
	m := (x[(len(x)-1)/2] + x[len(x)/2]) / 2
	if math.IsInf(m, 0) || math.IsNaN(m) {
		return 0
	}
	return m
}
