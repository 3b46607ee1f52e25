package report

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/assay-go/assay/result"
)

// Need is what somebody may want of a serializer beside speed.
type Need string

// The needs, in the order in which they are answered.
const (
	Untrusted       Need = "untrusted bytes"                  // fastest, see [Reads]
	UntrustedOthers Need = "untrusted bytes, not assay's own" // the same of serializers that assay did not write; asked where it wrote the first
	Trusted         Need = "trusted bytes"                    // fastest, see [Reads]
	TrustedOthers   Need = "trusted bytes, not assay's own"   // likewise
	Least           Need = "smallest"                         // encodings
	Portable        Need = "read by other languages"          // by maintained libraries, and of untrusted bytes where one is
	Evolving        Need = "evolves"                          // fields may be added and removed, and no other change of the type changes a value in silence, both proven; of untrusted bytes where one is
)

// Choice is what to take for a need, over all subjects that were measured, and
// what it costs against the first choice.
type Choice struct {
	Need     Need    `json:"need"`              // what is wanted
	Row      string  `json:"row"`               // that answers it
	Time     float64 `json:"time"`              // of the round trip: geometric mean over the subjects, as a ratio to the first choice
	Charged  float64 `json:"charged,omitempty"` // the same with the collector's work charged to both; 0 where that was not measured
	Size     float64 `json:"size"`              // of encodings, likewise
	Subjects int     `json:"subjects"`          // that the row was measured on

	Fault string `json:"fault,omitempty"` // what malformed input does to the row, as in the line at a glance

	ZeroCopy bool `json:"zero_copy,omitempty"` // values share the message's memory

	Unmaintained string `json:"unmaintained,omitempty"` // since when nobody mends the serializer

	// Tied are the other rows that answer it and cannot be told from this one: of
	// equal rank in every subject, and for the smallest of equal size too.
	Tied []string `json:"tied,omitempty"`

	Format  string `json:"format,omitempty"`  // the wire format of the row
	Own     bool   `json:"own,omitempty"`     // assay itself wrote the serializer
	Module  string `json:"module,omitempty"`  // of the serializer; empty for assay's own and the standard library's
	Version string `json:"version,omitempty"` // of that module, as measured

	// Doubtful says that the time of the row, or of the first choice, is known to a
	// third at best on one of the subjects.
	Doubtful bool `json:"doubtful,omitempty"`
}

// standing is what one row does over all subjects.
type standing struct {
	line       Glance  // with the worst that any subject showed
	time, size float64 // sums of logarithms of the ratios to the best of each subject
	charged    float64 // likewise of the time with the collector's work, in nanoseconds; NaN where it is not known of all
	n          int
	wide       bool           // on one of the subjects
	ranks      map[string]int // by subject
}

// worsen has the line say the worst of what it and another subject's line of the same row
// say: one type on which malformed input ends the process is enough.
func (g *Glance) worsen(o Glance) {
	if harm(o.Malformed) > harm(g.Malformed) {
		g.Malformed, g.Fault = o.Malformed, o.Fault
	}
	switch {
	case o.Bytes == NoBytes || g.Bytes == NoBytes:
		g.Bytes = NoBytes
	case o.Bytes == TrustedBytes:
		g.Bytes = TrustedBytes
	}
	g.ZeroCopy = g.ZeroCopy || o.ZeroCopy
	g.Portable, g.Evolves, g.Survives = g.Portable && o.Portable, g.Evolves && o.Evolves, g.Survives && o.Survives
}

// harm orders what malformed input does, the least first.
func harm(m result.Malformed) int {
	return slices.Index([]result.Malformed{result.Withstands, result.Accepted, result.Allocates, result.Panics, result.Crashes, result.Untried}, m)
}

// choices answers the needs from the lines of all subjects. Only rows that carry
// every subject are chosen, but for needs that none of those answers. Rows on
// the serializer's own structs are left out: nobody has values of those.
func choices(subjects []*Subject) []Choice {
	var all []*standing
	measured := 0
	for _, s := range subjects {
		if len(s.Glance) == 0 {
			continue
		}
		measured++
		smallest := math.Inf(1)
		for _, g := range s.Glance {
			smallest = min(smallest, g.Size)
		}
		for _, g := range s.Glance {
			if g.Ratio <= 0 || g.Size <= 0 || smallest <= 0 || classOf(g.Name, g.Format, g.Class).own {
				continue
			}
			i := slices.IndexFunc(all, func(o *standing) bool { return o.line.Name == g.Name })
			if i < 0 {
				i = len(all)
				all = append(all, &standing{line: g, ranks: map[string]int{}})
			}
			all[i].line.worsen(g)
			all[i].time += math.Log(g.Ratio)
			all[i].size += math.Log(g.Size / smallest)
			all[i].charged += math.Log(cmp.Or(g.Charged, math.NaN()))
			all[i].n++
			all[i].ranks[s.Name] = g.Rank
			all[i].wide = all[i].wide || g.Wide
		}
	}
	var list []Choice
	var first, before *standing // of all needs, and of the last
	for _, need := range []Need{Untrusted, UntrustedOthers, Trusted, TrustedOthers, Least, Portable, Evolving} {
		if (need == UntrustedOthers || need == TrustedOthers) && (before == nil || !before.line.Own) {
			continue
		}
		figure := func(s *standing) float64 { return s.time }
		if need == Least {
			figure = func(s *standing) float64 { return s.size }
		}
		best, tied := pick(all, need, figure)
		if before = best; best == nil {
			continue
		}
		if first == nil {
			first = best
		}
		charged := against(best, first, func(s *standing) float64 { return s.charged })
		if best.n != first.n || !finite(charged) {
			charged = 0
		}
		list = append(list, Choice{
			Charged: charged, ZeroCopy: best.line.ZeroCopy,
			Need: need, Row: best.line.Name, Fault: best.line.Fault, Unmaintained: best.line.Unmaintained, Tied: tied, Subjects: best.n, Doubtful: best.wide || first.wide,
			Time: against(best, first, func(s *standing) float64 { return s.time }),
			Size: against(best, first, func(s *standing) float64 { return s.size }),

			Format: best.line.Format, Own: best.line.Own, Module: best.line.Module, Version: best.line.Version,
		})
	}
	return list
}

// pick returns the best that answers the need among those that carry the most
// subjects, and the names of the others that cannot be told from it. Of those,
// the one for untrusted bytes stands first, then the smaller among those that a short run does
// not show far behind, then the one that took less time in this run. What others write, or an older version has written, is read by one
// for untrusted bytes where there is one.
func pick(all []*standing, need Need, figure func(*standing) float64) (*standing, []string) {
	var fit []*standing
	most := 0
	for _, s := range all {
		if s.line.Fits(need) {
			fit = append(fit, s)
			most = max(most, s.n)
		}
	}
	fit = slices.DeleteFunc(fit, func(s *standing) bool { return s.n < most })
	if len(fit) == 0 {
		return nil, nil
	}
	if need == Portable || need == Evolving {
		fit = prefer(fit, func(s *standing) bool { return s.line.Fits(Untrusted) })
	}
	unsafe := func(s *standing) int {
		if s.line.Fits(Untrusted) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(fit, func(a, b *standing) int {
		return cmp.Or(cmp.Compare(figure(a), figure(b)), cmp.Compare(unsafe(a), unsafe(b)), cmp.Compare(a.time, b.time))
	})
	least := fit[0]
	for _, s := range fit { // a figure that is known is better than one that is not, where they are not distinguishable
		if least.wide && !s.wide && maps.Equal(s.ranks, least.ranks) && (need != Least || s.size == least.size) {
			least = s
		}
	}
	tied := slices.DeleteFunc(fit, func(s *standing) bool {
		return s != least && (s.wide || need == Least && s.size != least.size || !maps.Equal(s.ranks, least.ranks))
	})
	const far = 1.05 // of the time: nobody gives so much for a smaller message unasked
	ahead := slices.MinFunc(prefer(slices.Clone(tied), func(s *standing) bool { return unsafe(s) == 0 }), func(a, b *standing) int { return cmp.Compare(a.time, b.time) })
	behind := func(s *standing) int {
		if s.time > ahead.time+math.Log(far)*float64(s.n) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(tied, func(a, b *standing) int {
		return cmp.Or(cmp.Compare(unsafe(a), unsafe(b)), cmp.Compare(behind(a), behind(b)), cmp.Compare(a.size, b.size), cmp.Compare(a.time, b.time))
	})
	var names []string
	for _, s := range tied[1:] {
		names = append(names, s.line.Name)
	}
	return tied[0], names
}

// prefer returns those that are good, or all where none is.
func prefer(all []*standing, good func(*standing) bool) []*standing {
	if !slices.ContainsFunc(all, good) {
		return all
	}
	return slices.DeleteFunc(all, func(s *standing) bool { return !good(s) })
}

// against returns the geometric mean of a figure as a ratio to that of first,
// when both carry as many subjects; else each to its own mean.
func against(s, first *standing, sum func(*standing) float64) float64 {
	return math.Exp(sum(s)/float64(s.n) - sum(first)/float64(first.n))
}
