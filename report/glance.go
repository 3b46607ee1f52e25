package report

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Glance is one line of the table that a reader sees first: the best row of a
// serializer and format among those that are safe, or among those that are not.
// Rows on the serializer's own structs stand apart from those on the user's.
type Glance struct {
	Rank      int          `json:"rank"`                // by marshal and unmarshal together, as in a table of these lines; no two lines that share one can be distinguished
	Tied      bool         `json:"tied,omitempty"`      // another line has the same rank
	Name      string       `json:"row"`                 // its name
	Format    string       `json:"format,omitempty"`    // the wire format
	Portable  bool         `json:"portable,omitempty"`  // the format has implementations in other languages
	Evolution string       `json:"evolution,omitempty"` // "tagged", "positional" or "writer schema"
	Class     result.Class `json:"class"`               // "safe", "unsafe" or "aliases"

	Unsafe    bool             `json:"unsafe,omitempty"`    // an operation reaches package unsafe
	ZeroCopy  bool             `json:"zero_copy,omitempty"` // values share the message's memory
	Malformed result.Malformed `json:"malformed,omitempty"` // what malformed input does to it; empty where that was not tried
	Bytes     Bytes            `json:"bytes,omitempty"`     // that it may be given to read

	Fault string `json:"fault,omitempty"` // what malformed input does to it, where it is not strict and bounded; see result.Label

	Evolves  bool   `json:"evolves,omitempty"`  // it reads types with more fields or fewer, as was tried
	Survives bool   `json:"survives,omitempty"` // proven: no change of a type makes it lose or change a value in silence
	Changes  string `json:"changes,omitempty"`  // what it was found to do when types change, where it does not survive that

	Unmaintained string `json:"unmaintained,omitempty"` // since when nobody mends the serializer

	Own      bool   `json:"own,omitempty"`      // assay itself wrote the serializer
	Standard bool   `json:"standard,omitempty"` // the serializer is part of the standard library
	Module   string `json:"module,omitempty"`   // of the serializer; empty for assay's own and the standard library's
	Version  string `json:"version,omitempty"`  // of that module, as measured

	Marshal   *Estimate `json:"marshal_ns_op,omitempty"`   // nil where the row has no such operation
	Unmarshal *Estimate `json:"unmarshal_ns_op,omitempty"` // likewise
	RoundTrip *Estimate `json:"roundtrip_ns_op,omitempty"` // likewise
	Charged   float64   `json:"charged_ns_op,omitempty"`   // the round trip with the collector's work, in nanoseconds; 0 where that was not measured
	Ratio     float64   `json:"ratio"`                     // of marshal and unmarshal together to that of the first line; of the first operation there is where not all lines have both
	Interval  *Interval `json:"ratio_interval,omitempty"`  // of that ratio; left out where there are too few layouts for one
	Wide      bool      `json:"wide,omitempty"`            // the interval of both is wider than a third of it
	Size      float64   `json:"size"`                      // mean encoded length in bytes
	Allocs    float64   `json:"allocs_per_op"`             // of marshal and unmarshal together
}

// class is what one line stands for.
type class struct {
	serializer, format string
	safe, own          bool
}

func classOf(name, format string, unsafe result.Class) class {
	serializer, features, _ := strings.Cut(name, "+")
	return class{serializer, format, unsafe == result.Safe, slices.Contains(strings.Split(features, "+"), "notransform")}
}

// glance picks the lines from the tables of the operations.
func glance(list []*Op, cases []*result.Case, serializers map[string]result.Serializer) []Glance {
	by := preferred(list)
	if by == nil {
		return nil
	}
	var lines []*measured
	for _, r := range by.All {
		i := slices.IndexFunc(cases, func(c *result.Case) bool { return c.Row == r.Name })
		lines = append(lines, &measured{row: r, op: cases[i].Ops[string(by.Op)], safe: r.Class == result.Safe})
	}
	together(lines, list, cases)
	var best []*measured
	seen := map[class]bool{}
	for _, m := range lines {
		i := slices.IndexFunc(cases, func(c *result.Case) bool { return c.Row == m.row.Name })
		k := classOf(m.row.Name, cases[i].Format, m.row.Class)
		if seen[k] || m.row.sharesMemory() {
			continue
		}
		seen[k] = true
		best = append(best, m)
	}
	var glances []Glance
	for _, r := range table(best) {
		i := slices.IndexFunc(cases, func(c *result.Case) bool { return c.Row == r.Name })
		facts := serializers[r.Driver]
		g := Glance{
			Rank: r.Rank, Tied: r.Tied, Name: r.Name, Class: r.Class, Wide: r.Wide, Size: r.Size.Mean,
			Unsafe: cases[i].UsesUnsafe(), ZeroCopy: r.Class == result.Aliases, Malformed: cases[i].OnMalformed(), Bytes: Reads(cases[i]),
			Fault: cases[i].Fault(), Format: cases[i].Format, Portable: cases[i].Portable, Evolution: facts.Evolution, Unmaintained: facts.Unmaintained,
			Own: facts.Own, Standard: standard(facts.URL), Module: facts.Module, Version: cases[i].Version,
		}
		survives, _ := cases[i].Label(result.Survives)
		g.Survives = survives.Holds
		evolves, _ := cases[i].Label(result.Evolves)
		g.Evolves, g.Changes = evolves.Holds, survives.Fault
		g.Ratio = r.NS.Median / best[0].row.NS.Median
		if r.Ratio != nil {
			g.Ratio, g.Interval = r.Ratio.Median, r.Ratio.Interval
		}
		for _, op := range list {
			j := slices.IndexFunc(op.All, func(o Row) bool { return o.Name == r.Name })
			if j < 0 {
				continue
			}
			ns := op.All[j].NS
			switch protocol.Op(op.Op) {
			case protocol.Marshal:
				g.Marshal = &ns
				g.Allocs += op.All[j].AllocsPerOp
			case protocol.Unmarshal:
				g.Unmarshal = &ns
				g.Allocs += op.All[j].AllocsPerOp
			case protocol.RoundTrip:
				g.RoundTrip = &ns
				if cpu := op.All[j].CPU; cpu != nil {
					g.Charged = cpu.NS
				}
			}
		}
		glances = append(glances, g)
	}
	return glances
}

// together orders the lines by what marshal and unmarshal take together, as the table
// shows them, where all lines have both; else they stay in the order of the operation that
// they are of.
func together(lines []*measured, list []*Op, cases []*result.Case) {
	find := func(name protocol.Op, row string) *Row {
		for _, op := range list {
			if i := slices.IndexFunc(op.All, func(r Row) bool { return r.Name == row }); protocol.Op(op.Op) == name && i >= 0 {
				return &op.All[i]
			}
		}
		return nil
	}
	sums, ns := make([]*result.Op, len(lines)), make([]float64, len(lines))
	for k, m := range lines {
		marshal, unmarshal := find(protocol.Marshal, m.row.Name), find(protocol.Unmarshal, m.row.Name)
		if marshal == nil || unmarshal == nil {
			return
		}
		c := cases[slices.IndexFunc(cases, func(c *result.Case) bool { return c.Row == m.row.Name })]
		sums[k], ns[k] = stats.Sum(c.Ops[string(protocol.Marshal)], c.Ops[string(protocol.Unmarshal)]), marshal.NS.Median+unmarshal.NS.Median
		if len(sums[k].Samples) == 0 {
			return
		}
	}
	estimates := stats.NewTable(sums)
	for k, m := range lines {
		m.op = sums[k]
		m.estimate(estimates)
		m.row.NS.Median = ns[k]
	}
	byTime(lines)
}

// standard reports whether a serializer that lives at the address is a package of the
// standard library: those have no dot in the first element of their paths.
func standard(url string) bool {
	path, ok := strings.CutPrefix(url, "https://pkg.go.dev/")
	first, _, _ := strings.Cut(path, "/")
	return ok && !strings.Contains(first, ".")
}

// Fits reports whether the line answers the need.
func (g Glance) Fits(n Need) bool {
	switch n {
	case Untrusted:
		return g.Bytes == UntrustedBytes
	case UntrustedOthers:
		return !g.Own && g.Fits(Untrusted)
	case TrustedOthers:
		return !g.Own && g.Fits(Trusted)
	case Trusted:
		return g.Bytes != NoBytes
	case Portable:
		return g.Portable && g.Fits(Least)
	case Evolving:
		return g.Evolves && g.Survives && g.Fits(Least)
	}
	return g.Fits(Trusted) && !g.ZeroCopy
}

// Bytes are those that a row may be given to read.
type Bytes string

// The kinds of bytes. Trusted ones are those that the reader's own program has written and
// that nobody changes while values are in use: a cache, a queue of one's own.
const (
	NoBytes        Bytes = ""
	TrustedBytes   Bytes = "trusted"
	UntrustedBytes Bytes = "untrusted"
)

// Reads returns which bytes a careful engineer gives the row to read. Untrusted ones:
// without package unsafe, and where all malformed input that was tried was refused.
// Trusted ones: where that was tried and never ended the process.
func Reads(c *result.Case) Bytes {
	switch m := c.OnMalformed(); {
	case m == result.Untried || m == result.Crashes:
		return NoBytes
	case m == result.Withstands && !c.UsesUnsafe() && c.Class != result.Aliases:
		return UntrustedBytes
	}
	return TrustedBytes
}
