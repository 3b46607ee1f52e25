package reproduce

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

// Best is a table of the best row of each serializer, among those of a class.
type Best struct {
	Title string    `json:"title"`
	Rows  []BestRow `json:"rows"` // by the published figure, then by today's
}

// BestRow is the best row of a serializer: as published, today by the document's
// rule, and today by ours.
type BestRow struct {
	Serializer  string  `json:"serializer"`
	Published   string  `json:"published,omitempty"` // the row
	PublishedNS float64 `json:"published_ns,omitempty"`
	Today       string  `json:"today,omitempty"`
	NS          float64 `json:"ns,omitempty"`
	Proven      string  `json:"proven,omitempty"` // by what is proven of package unsafe, whatever the row is called
	ProvenNS    float64 `json:"proven_ns,omitempty"`
}

const comparedTable = "Marshal, unmarshal and comparison with the original, together"

// bests are the document's two tables, from the rows of the whole one.
func bests(r *Report) []Best {
	t := r.table(comparedTable)
	if t == nil {
		return nil
	}
	return []Best{
		{"Fastest Safe", best(t, func(r Row) bool { return !namedUnsafe(r.Name) }, func(r Row) bool { return r.Class == result.Safe })},
		{"Fastest Unsafe", best(t, func(r Row) bool { return namedUnsafe(r.Name) }, func(r Row) bool { return r.Class != result.Safe })},
	}
}

// namedUnsafe is the document's rule: a name says unsafe, but in notunsafe.
func namedUnsafe(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "+"), func(word string) bool { return strings.HasPrefix(word, "unsafe") })
}

func best(t *Compared, named, proven func(Row) bool) []BestRow {
	var list []BestRow
	for _, row := range t.Rows {
		serializer, _, _ := strings.Cut(row.Name, "+")
		i := slices.IndexFunc(list, func(b BestRow) bool { return b.Serializer == serializer })
		if i < 0 {
			i = len(list)
			list = append(list, BestRow{Serializer: serializer})
		}
		b := &list[i]
		if named(row) && row.PublishedNS > 0 && (b.PublishedNS == 0 || row.PublishedNS < b.PublishedNS) {
			b.Published, b.PublishedNS = row.Name, row.PublishedNS
		}
		if row.NS <= 0 || row.Reason != "" {
			continue
		}
		if named(row) && (b.NS == 0 || row.NS < b.NS) {
			b.Today, b.NS = row.Name, row.NS
		}
		if proven(row) && (b.ProvenNS == 0 || row.NS < b.ProvenNS) {
			b.Proven, b.ProvenNS = row.Name, row.NS
		}
	}
	list = slices.DeleteFunc(list, func(b BestRow) bool { return b.Published == "" && b.Proven == "" })
	slices.SortStableFunc(list, func(a, b BestRow) int {
		return cmp.Or(cmp.Compare(orLast(a.PublishedNS), orLast(b.PublishedNS)), cmp.Compare(orLast(a.ProvenNS), orLast(b.ProvenNS)))
	})
	return list
}

func orLast(ns float64) float64 {
	if ns == 0 {
		return 1e300
	}
	return ns
}

// Featured is what a document says of a serializer beside what its rows have here.
type Featured struct {
	Name    string   `json:"name"`
	Both    []string `json:"both,omitempty"`
	Missing []string `json:"missing,omitempty"` // only the document says it
	More    []string `json:"more,omitempty"`    // only rows of ours say it
}

func featured(list []Features, drivers []*driver.Driver) []Featured {
	all := rows.All(drivers)
	var out []Featured
	for _, f := range list {
		has := map[string]bool{}
		for _, c := range all {
			if c.Driver == f.Name {
				for _, word := range c.Features {
					has[word] = true
				}
			}
		}
		x := Featured{Name: f.Name}
		for _, word := range rows.Vocabulary() {
			switch said := slices.Contains(f.Words, word); {
			case said && has[word]:
				x.Both = append(x.Both, word)
			case said:
				x.Missing = append(x.Missing, word)
			case has[word]:
				x.More = append(x.More, word)
			}
		}
		out = append(out, x)
	}
	return out
}

func goSerializationBenchmarks(r *Report) []Claim {
	var list []Claim
	for _, b := range r.Best {
		var then []string
		var now []BestRow
		for _, row := range b.Rows {
			if row.Published != "" {
				then = append(then, row.Serializer)
				if row.NS > 0 {
					now = append(now, row)
				}
			}
		}
		slices.SortStableFunc(now, func(a, b BestRow) int { return cmp.Compare(a.NS, b.NS) })
		var today []string
		same := len(now) == len(then)
		for i, row := range now {
			same = same && row.Serializer == then[i]
			today = append(today, fmt.Sprintf("%s %s", row.Serializer, layout.Figure(row.NS)))
		}
		if len(today) == 0 {
			continue
		}
		list = append(list, claimed(b.Title+": "+join(then)+", in this order.", "By the document's rule, ns/op: "+join(today)+".", same,
			"rows that were close have changed places, as the table below says"))
	}
	var differ []string
	because := "the document lists it and publishes no row that has it either"
	for _, f := range r.Features {
		if len(f.Missing) > 0 {
			differ = append(differ, "no row of "+f.Name+" has "+join(f.Missing))
			if r.names(f) {
				because = "our rows lack what published ones have"
			}
		}
	}
	if len(r.Features) > 0 {
		today := "The rows of all of them have these features"
		if len(differ) > 0 {
			today = strings.Join(differ, "; ")
		}
		list = append(list, claimed("Each serializer is described with a set of features.", today+".", len(differ) == 0, because))
	}
	return list
}

// names reports whether a published row of the serializer names a feature that ours
// lack.
func (r *Report) names(f Featured) bool {
	t := r.table(comparedTable)
	return t != nil && anyRow(t, func(row Row) bool {
		words := strings.Split(row.Name, "+")
		return words[0] == f.Name && slices.ContainsFunc(words, func(word string) bool { return slices.Contains(f.Missing, word) })
	})
}
