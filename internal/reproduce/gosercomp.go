package reproduce

import (
	"encoding/xml"
	"fmt"
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
		list = append(list, claimed("MessagePack, gogo/protobuf and FlatBuffers are the excellent ones in both directions, of those across languages.",
			"Without Gencode, "+strings.Join(orders, "; ")+".", lead,
			"vitess's BSON is not to be had, and the generated codec that stands for it is faster; the official protobuf has left reflection in its marshalling loops"))
	}
	if opened, read := r.anyRow("Unmarshal", flat+", opened and untouched"), r.row("Unmarshal", flat+", all fields read"); opened != nil && read != nil && opened.NS > 0 {
		x, lo, hi := ratio(read.op, opened.op)
		list = append(list, claimed("FlatBuffers need not deserialize what is not asked for: 10.4 ns untouched, 493 ns and 5 allocations with all fields read.",
			fmt.Sprintf("%s ns untouched; all fields read take %s of that (published: %s), with %s allocations. The accessors copied every string then; today's return bytes of the message.",
				layout.Figure(opened.NS), times(x, lo, hi), layout.Ratio(read.PublishedNS/opened.PublishedNS), layout.Count(read.Allocs)), opened.NS < read.NS, "opening became as dear as reading"))
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
		list = append(list, claimed("Gencode performed quite well, and the resulting bytes are very small.",
			fmt.Sprintf("The fastest to marshal is %s, to unmarshal, of those that build the value, %s; %s bytes, and %d of %d rows are smaller.", short(m[0].Name), short(u[0].Name), layout.Count(size), smaller, len(m)),
			m[0].Name == gencode && u[0].Name == gencode && smaller <= 1, "another one has become faster or smaller"))
	}
	var parts []string
	ahead := true
	for _, op := range []string{"Marshal", "Unmarshal"} {
		a, b := r.row(op, official), r.row(op, gogo)
		if a == nil || b == nil {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s to %s (published: %s)", of(a, b), strings.ToLower(op), layout.Ratio(a.PublishedNS/b.PublishedNS)))
		x, _, _ := ratio(a.op, b.op)
		ahead = ahead && x > 1
	}
	if len(parts) == 2 {
		list = append(list, claimed("The official protobuf works by reflection, so that gogo/protobuf, which generates code, is much better.",
			"The official one takes "+join(parts)+" of gogo's time.", ahead, "the official one is no longer slower"))
	}
	return append(append(list, growing(r)...), excluded(r)...)
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
	return []Claim{claimed("encoding/xml takes 26284 ns to unmarshal.",
		fmt.Sprintf("%s ns into a new value. The document's loop reads into one value for ever, and encoding/xml appends: after %d calls the list has %d colours. In such a loop a call takes %s ns in the median, %s times as much.",
			layout.Figure(row.NS), growingCalls, colors, layout.Figure(ns), layout.Ratio(ns/row.NS)),
		false, "the machine and Go are later, and the published time is of a list that grows by four colours a call, today's of the table of four")}
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
	return []Claim{claimed("gob, alecthomas/binary, go-xdr, go/codec, mgo/bson, dedis/protobuf and msgpack.v2 are left out for their speed.",
		"Measured after all, "+strings.Join(parts, "; ")+".", worse, "the document took their speed from another benchmark, of another value")}
}
