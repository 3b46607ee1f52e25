package reproduce

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workloads/data"
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
	t := r.table(comparedTable)
	if t == nil {
		return nil
	}
	var list []Claim
	for _, b := range r.Best {
		list = append(list, ordered(t, b))
	}
	measured := 0
	ofMus := 0
	lengths := 0
	for _, row := range t.Rows {
		if row.Reason == "" {
			measured++
			if strings.HasPrefix(row.Name, "mus+") {
				ofMus++
			}
			if row.Size > 0 {
				lengths++
			}
		}
	}
	list = append(list,
		claim("same-data", fmt.Sprintf("%d rows of one table are measured on the same values, which were drawn once.", measured), measured > 1, ""),
		claim("several", fmt.Sprintf("mus has %d rows, %s and %s among them.", ofMus, "mus+raw", "mus+unsafe"), ofMus > 1 && t.named("mus+raw") != nil && t.named("mus+unsafe") != nil, ""),
		claim("compared", fmt.Sprintf("%d rows are timed with the comparison.", measured), t.Op == string(protocol.Compared) && measured > 0, ""),
		claim("mean-size", fmt.Sprintf("%d rows have the mean length of their bytes.", lengths), lengths == measured && measured > 0, ""))
	var differ, bare []string
	for _, f := range r.Features {
		today := "Rows of it have all of them"
		if len(f.Missing) > 0 {
			today = "No row of it has " + join(f.Missing)
			differ = append(differ, "no row of "+f.Name+" has "+join(f.Missing))
		}
		if len(f.More) > 0 {
			today += "; they also have " + join(f.More)
		}
		if len(f.Both)+len(f.More) == 0 {
			bare = append(bare, f.Name)
		}
		shown := ""
		if !r.names(f) {
			shown = "the document lists it, and has no row with it either"
		}
		list = append(list, claim("features "+f.Name, today+".", len(f.Missing) == 0, shown))
	}
	if len(r.Features) > 0 {
		today := "Rows of all of them have their features"
		switch {
		case len(bare) > 0:
			today = "Rows of " + join(bare) + " have none"
		case len(differ) > 0:
			today = "All rows have features; " + strings.Join(differ, "; ")
		}
		list = append(list, claim("features", today+".", len(bare) == 0, ""))
	}
	return append(list, vocabulary(r)...)
}

// ordered holds the order of one of the two tables against today's. It is the same unless an
// interval says of two rows that the one which was slower is faster.
func ordered(t *Compared, b Best) Claim {
	var now []BestRow
	same, shown := true, true
	for _, row := range b.Rows { // as published
		switch {
		case row.Published == "":
		case row.NS == 0:
			same, shown = false, false
		default:
			now = append(now, row)
		}
	}
	for i, fast := range now {
		x := t.named(fast.Today)
		for _, slow := range now[i+1:] {
			y := t.named(slow.Today)
			if x == nil || y == nil || x.op == nil || y.op == nil {
				continue
			}
			if _, lo, _ := ratio(x, y); lo > 1 {
				same = false
				shown = shown && x.Original != nil && y.Original != nil && x.Original.NS > y.Original.NS
			}
		}
	}
	slices.SortStableFunc(now, func(a, b BestRow) int { return cmp.Compare(a.NS, b.NS) })
	var today []string
	for _, row := range now {
		today = append(today, fmt.Sprintf("%s %s", row.Serializer, layout.Figure(row.NS)))
	}
	why := ""
	if shown && len(now) > 0 {
		why = "Go, the machine or the library: the document's own program has this order too"
	}
	return claim(strings.ReplaceAll(strings.ToLower(b.Title), " ", "-"), "By the document's rule, ns/op: "+join(today)+".", same, why)
}

// vocabulary holds what the document says of features against the rows of all drivers.
func vocabulary(r *Report) []Claim {
	all := rows.All(drivers.All)
	inName := []driver.Feature{driver.Reuse, driver.Unsafe, driver.UnsafeStr, driver.UnsafeUnm, driver.NotUnsafe}
	named, with := 0, 0
	both := 0
	list, err := rows.Parse("", "binary,manual", all)
	for _, row := range all {
		words := strings.Split(row.Row, "+")
		for _, f := range inName {
			if slices.Contains(row.Features, string(f)) {
				if with++; slices.Contains(words, string(f)) {
					named++
				}
			}
		}
		if err == nil && list.Match(row) {
			if both++; !slices.Contains(row.Features, "binary") || !slices.Contains(row.Features, "manual") {
				both = -len(all)
			}
		}
	}
	data := reflect.TypeFor[data.Data]()
	fields := fieldsOf(data)
	ints := 0
	for i := range data.NumField() {
		if data.Field(i).Type.Kind() == reflect.Int {
			ints++
		}
	}
	return []Claim{
		claim("words", fmt.Sprintf("assay's rows are described by %d words.", len(rows.Vocabulary())), len(rows.Vocabulary()) > 0, ""),
		claim("named", fmt.Sprintf("Of %d rows with one of them, %d have it in the name.", with, named), named == with && with > 0, ""),
		claim("filtered", fmt.Sprintf("%d of %d rows have both.", both, len(all)), both > 0, ""),
		claim("struct", "The struct that is measured has "+fields+".", fields == "Str string, Bool bool, Int32 int32, Float64 float64 and Time time.Time", ""),
		claim("no-int", fmt.Sprintf("%d of its %d fields are of type int.", ints, data.NumField()), ints == 0, ""),
	}
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
