package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
)

// Claim is what a document says in words, with what today's figures say of it. No
// sentence with a figure is typed: all are made of the figures of the report.
type Claim struct {
	Says       string `json:"says"`              // the document, in short
	Today      string `json:"today"`             // what today's figures say
	Reproduced bool   `json:"reproduced"`        // by them
	Because    string `json:"because,omitempty"` // why not, when it is not
}

// claimed returns a claim. The reason is dropped where there is nothing to explain.
func claimed(says, today string, reproduced bool, because string) Claim {
	c := Claim{Says: says, Today: today, Reproduced: reproduced}
	if !reproduced {
		c.Because = because
	}
	return c
}

// claims are those of the document, by today's figures. A claim whose rows have no
// figures of today is left out: the rows say why.
func claims(r *Report) []Claim {
	switch r.Document {
	case "skycoin":
		return skycoin(r)
	case "go-codec":
		return goCodec(r)
	case "extprot":
		return extprotClaims(r)
	case "gosercomp":
		return gosercomp(r)
	case "go-serialization-benchmarks":
		return goSerializationBenchmarks(r)
	}
	return nil
}

func (r *Report) table(title string) *Compared {
	for _, t := range r.Tables {
		if t.Title == title {
			return t
		}
	}
	return nil
}

// row returns the row of a table that has a figure of today, nil if there is none.
func (r *Report) row(title, name string) *Row {
	if row := r.anyRow(title, name); row != nil && row.Row != "" && row.Reason == "" {
		return row
	}
	return nil
}

// anyRow returns the row of a table, with a figure or without.
func (r *Report) anyRow(title, name string) *Row {
	if t := r.table(title); t != nil {
		for i := range t.Rows {
			if t.Rows[i].Name == name {
				return &t.Rows[i]
			}
		}
	}
	return nil
}

// fastest returns the rows that have figures of today and are wanted, the fastest
// first.
func (r *Report) fastest(title string, want func(Row) bool) []Row {
	t := r.table(title)
	if t == nil {
		return nil
	}
	var list []Row
	for _, row := range t.Rows {
		if row.NS > 0 && row.Reason == "" && !row.Opened && want(row) {
			list = append(list, row)
		}
	}
	slices.SortStableFunc(list, func(a, b Row) int { return cmp.Compare(a.Ratio, b.Ratio) })
	return list
}

// tolerance is by how much a ratio may differ from a published one, which has no
// interval, and be called reproduced.
const tolerance = 0.10

// near reports whether a ratio with its interval is that which was published. An
// interval that is too wide says nothing.
func near(published, x, lo, hi float64) bool {
	return hi > 0 && !wide(lo, hi) && lo <= published && published <= hi || math.Abs(x/published-1) <= tolerance
}

// wide reports whether a run was too short, or the machine too busy, for the
// interval to tell one ratio from another.
func wide(lo, hi float64) bool { return hi > 1.5*lo }

// unless returns the reason why a ratio is not the published one, but for a run that
// cannot tell whether it is.
func unless(published, lo, hi float64, because string) string {
	if hi > 0 && wide(lo, hi) && lo <= published && published <= hi {
		return fmt.Sprintf("the run was too short to tell: its interval reaches from %s to %s, and %s lies within", layout.Ratio(lo), layout.Ratio(hi), layout.Ratio(published))
	}
	return because
}

// times writes a ratio, with its interval where there is one.
func times(x, lo, hi float64) string {
	if hi == 0 || lo == hi {
		return layout.Ratio(x) + " times"
	}
	return fmt.Sprintf("%s times [%s, %s]", layout.Ratio(x), layout.Ratio(lo), layout.Ratio(hi))
}

// of writes a ratio of two rows.
func of(a, b *Row) string { return times(ratio(a.op, b.op)) }

// join writes a list in words.
func join(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// has reports whether the document has a figure of the row.
func has(r Row) bool { return r.Apart == "" }
