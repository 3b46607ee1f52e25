package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
)

// Claim is what today's figures say of sentences of the document. Nothing of it is
// typed: the sentences are the document's own, and the rest is computed from the figures
// of the report, and from the workload's values.
type Claim struct {
	Key     string  `json:"key"`             // of the marks in the document's text
	Says    string  `json:"says"`            // the document
	Today   string  `json:"today"`           // what today's figures say
	Verdict Verdict `json:"verdict"`         // by them
	Shown   string  `json:"shown,omitempty"` // the experiment that shows why it has moved
}

// claim returns a claim that is the same, or has moved, as an experiment shows, or for no
// shown reason when there is none.
func claim(key, today string, same bool, shown string) Claim {
	if same {
		return Claim{Key: key, Today: today, Verdict: Same}
	}
	return Claim{Key: key, Today: today, Verdict: Moved, Shown: shown}
}

// elsewhere returns a claim that only the machine of then can tell.
func elsewhere(key, today string) Claim { return Claim{Key: key, Today: today, Verdict: Elsewhere} }

// claims are those of the document, by today's figures. A claim whose rows have no
// figures of today is left out: the rows say why.
func claims(r *Report) []Claim {
	var list []Claim
	switch r.Document {
	case "alecthomas":
		list = alecthomas(r)
	case "skycoin":
		list = skycoin(r)
	case "go-codec":
		list = goCodec(r)
	case "extprot":
		list = extprotClaims(r)
	case "gosercomp":
		list = gosercomp(r)
	case "go-serialization-benchmarks":
		list = goSerializationBenchmarks(r)
	}
	for i := range list {
		list[i].Says = says(r.Document, list[i].Key)
	}
	return list
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

// program says of a ratio of two rows of a table that the document's own program, with
// the Go and the libraries of today, has today's too; it is empty where it has not.
func (r *Report) program(title, name, base string, x, lo, hi float64) string {
	c := r.table(title)
	if c == nil {
		return ""
	}
	if was := c.original(name, base); was > 0 && near(was, x, lo, hi) {
		return "Go, the machine or the library: the document's own program takes " + layout.Ratio(was) + " times too"
	}
	return ""
}

// times writes a ratio, with its interval where there is one.
func times(x, lo, hi float64) string {
	if hi == 0 || lo == hi {
		return layout.Ratio(x) + " times"
	}
	return fmt.Sprintf("%s times [%s, %s]", layout.Ratio(x), layout.Ratio(lo), layout.Ratio(hi))
}

// of writes a ratio of two rows.
func of(a, b *Row) string { return times(ratio(a, b)) }

// join writes a list in words.
func join(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// has reports whether the document has a figure of the row, and the row is of its library.
func has(r Row) bool { return r.Apart == "" && r.Instead == "" }
