package reproduce

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/colorgroup"
)

func gosercomp(r *Report) []Claim {
	const (
		msgp, gogo, flat = "github.com/tinylib/msgp", "github.com/gogo/protobuf", "github.com/google/flatbuffers"
		official         = "github.com/golang/protobuf"
		gencode          = "github.com/andyleap/gencode"
	)
	var list []Claim
	// Those that other languages read, without the formats of Go alone.
	lead := true
	var orders []string
	for _, op := range []string{"Marshal", "Unmarshal"} {
		rows := r.fastest(op, func(row Row) bool { return has(row) && row.Name != gencode })
		if len(rows) < 4 {
			continue
		}
		for _, row := range rows[:3] {
			n := bare(row.Name)
			lead = lead && (n == msgp || n == gogo || n == flat)
		}
		var parts []string
		for i, row := range rows {
			if n := bare(row.Name); n == msgp || n == gogo || n == flat {
				parts = append(parts, fmt.Sprintf("%s is number %d", short(row.Name), i+1))
			}
		}
		first := ""
		if n := bare(rows[0].Name); n != msgp && n != gogo && n != flat {
			first = ", behind " + short(rows[0].Name)
		}
		orders = append(orders, fmt.Sprintf("to %s %s of %d%s", strings.ToLower(op), join(parts), len(rows), first))
	}
	if len(orders) == 2 {
		list = append(list, claim("excellent", "Without Gencode, "+strings.Join(orders, "; ")+".", lead, r.sameThree(gencode)))
	}
	if opened, read := r.anyRow("Unmarshal", flat+", opened and untouched"), r.row("Unmarshal", flat+", all fields read"); opened != nil && read != nil && opened.NS > 0 {
		list = append(list, claim("untouched", fmt.Sprintf("All fields read take %s of the time untouched (published: %s).", of(read, opened), layout.Ratio(read.PublishedNS/opened.PublishedNS)), opened.NS < read.NS, ""))
		list = append(list, elsewhere("untouched-time", fmt.Sprintf("%s ns untouched. The sentence has another figure than the document's own table, %s ns.", layout.Figure(opened.NS), layout.Figure(opened.PublishedNS))))
	}
	built := func(row Row) bool { return has(row) && row.Name != flat+", all fields read" }
	if m, u := r.fastest("Marshal", has), r.fastest("Unmarshal", built); len(m) > 0 && len(u) > 0 {
		smaller := 0
		var size float64
		for _, row := range m {
			if row.Name == gencode {
				size = row.Size
			}
		}
		for _, row := range m {
			if row.Size < size {
				smaller++
			}
		}
		list = append(list, claim("gencode",
			fmt.Sprintf("The fastest to marshal is %s, to unmarshal, of those that build the value, %s; %s bytes, and %d of %d rows are smaller.", short(m[0].Name), short(u[0].Name), layout.Count(size), smaller, len(m)),
			m[0].Name == gencode && u[0].Name == gencode && smaller <= 1, ""))
	}
	var parts []string
	ahead := true
	for _, op := range []string{"Marshal", "Unmarshal"} {
		a, b := r.row(op, official), r.row(op, gogo)
		if a == nil || b == nil {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s to %s (published: %s)", of(a, b), strings.ToLower(op), layout.Ratio(a.PublishedNS/b.PublishedNS)))
		x, _, _ := ratio(a, b)
		ahead = ahead && x > 1
	}
	if len(parts) == 2 {
		list = append(list, claim("official", "The official one takes "+join(parts)+" of gogo's time.", ahead, ""))
	}
	added := 0
	for _, name := range []string{"Apache/thrift", "Apache/avro", gencode} {
		if r.row("Marshal", name) != nil && r.row("Unmarshal", name) != nil {
			added++
		}
	}
	if len(r.fastest("Marshal", has)) > 0 {
		list = append(list, claim("added", fmt.Sprintf("%d of the three are measured.", added), added == 3, ""))
	}
	group := reflect.TypeFor[colorgroup.ColorGroup]()
	fields := fieldsOf(group)
	list = append(list,
		claim("struct", "The struct that is measured has "+fields+".", fields == "Id int32, Name string and Colors []string", ""),
		claim("loop-free", "No field of "+fields+" refers to the struct again.", !refersTo(group, group, nil), ""))
	return append(append(list, growing(r)...), excluded(r)...)
}

// fieldsOf lists the fields of a struct with their types.
func fieldsOf(t reflect.Type) string {
	var list []string
	for i := range t.NumField() {
		list = append(list, t.Field(i).Name+" "+t.Field(i).Type.String())
	}
	return join(list)
}

// refersTo reports whether values of type t hold or point to values of type to.
func refersTo(t, to reflect.Type, seen []reflect.Type) bool {
	if slices.Contains(seen, t) {
		return false
	}
	seen = append(seen, t)
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i).Type; f == to || refersTo(f, to, seen) {
				return true
			}
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return t.Elem() == to || refersTo(t.Elem(), to, seen)
	}
	return false
}

// sameThree says that the document's own program, with the Go and the libraries of
// today, has the same three rows ahead of the others as this run, whatever stands for
// what cannot be had; it is empty where it has others.
func (r *Report) sameThree(without string) string {
	for _, op := range []string{"Marshal", "Unmarshal"} {
		rows := r.fastest(op, func(row Row) bool { return has(row) && row.Name != without && row.Original != nil })
		if len(rows) < 3 {
			return ""
		}
		theirs := slices.Clone(rows)
		slices.SortStableFunc(theirs, func(a, b Row) int { return cmp.Compare(a.Original.NS, b.Original.NS) })
		for _, row := range rows[:3] {
			if !slices.ContainsFunc(theirs[:3], func(t Row) bool { return t.Name == row.Name }) {
				return ""
			}
		}
	}
	return "Go and the libraries: the document's own program has the same three ahead today"
}

// bare is a row's name without what is said of how it is read.
func bare(name string) string {
	name, _, _ = strings.Cut(name, ",")
	return name
}

// short is a serializer's path without its first element.
func short(name string) string {
	name = bare(name)
	return name[strings.Index(name, "/")+1:]
}

// growingCalls is after how many calls the document's loop is looked at: as many as
// took it about a second.
const growingCalls = 50_000

// growing shows both ways to read XML: into a new value, as the table does, and
// into one that is used for ever, as the document's loop did, which is a plain loop
// here too: a value that grows fails verification.
func growing(r *Report) []Claim {
	row := r.row("Unmarshal", "encoding/xml")
	if row == nil {
		return nil
	}
	ns, colors, err := usedXML(growingCalls)
	if err != nil {
		return nil
	}
	return []Claim{elsewhere("growing",
		fmt.Sprintf("%s ns into a new value. The document's loop reads into one value for ever, and encoding/xml appends: after %d calls the list has %d colours. In such a loop a call takes %s ns in the median, %s times as much.",
			layout.Figure(row.NS), growingCalls, colors, layout.Figure(ns), layout.Ratio(ns/row.NS)))}
}

// usedXML reads the document's value into one value over and over. It returns the
// time of a call in nanoseconds, the median over batches, so that other programs do
// not count, and how many colours the value has in the end.
func usedXML(calls int) (ns float64, colors int, err error) {
	values, err := colorgroup.Values(workload.Options{Count: 1, Flags: map[string]int{workload.Values.Name: 1}})
	if err != nil {
		return 0, 0, err
	}
	data, err := xml.Marshal(&values[0])
	if err != nil {
		return 0, 0, err
	}
	var used colorgroup.ColorGroup
	var batches []float64
	const batch = 10
	for range calls / batch {
		began := time.Now()
		for range batch {
			if err := xml.Unmarshal(data, &used); err != nil {
				return 0, 0, err
			}
		}
		batches = append(batches, float64(time.Since(began).Nanoseconds())/batch)
	}
	slices.Sort(batches)
	return batches[len(batches)/2], len(used.Colors), nil
}

// excluded measures what the document left out.
func excluded(r *Report) []Claim {
	left := func(row Row) bool { return row.Apart != "" }
	worse := true
	var parts []string
	for _, op := range []string{"Marshal", "Unmarshal"} {
		kept, rows := r.fastest(op, has), r.fastest(op, left)
		if len(kept) == 0 || len(rows) == 0 {
			return nil
		}
		slowest := kept[len(kept)-1]
		faster := 0
		for _, row := range rows {
			if row.Ratio < slowest.Ratio {
				faster++
			}
		}
		worse = worse && faster == 0
		parts = append(parts, fmt.Sprintf("to %s %d of %d are faster than %s, the slowest that was not left out (%s times the fastest); the best of them, %s, takes %s times the fastest", strings.ToLower(op),
			faster, len(rows), short(slowest.Name), layout.Ratio(slowest.Ratio), short(rows[0].Name), layout.Ratio(rows[0].Ratio)))
	}
	return []Claim{claim("excluded", "Measured after all, "+strings.Join(parts, "; ")+".", worse, "this run measured them: the document took their speed from another benchmark, of another value")}
}
