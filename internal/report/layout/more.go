package layout

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assay-go/assay/report"
)

// more arranges what was measured beside rounds, of the rows that shown lets
// pass.
func more(op *report.Op, shown func(row string) bool) []Block {
	var blocks []Block
	name := OpName(op.Op)
	add := func(t *Table) {
		if len(t.Rows) > 0 {
			blocks = append(blocks, t)
		}
	}
	add(parallel("Several goroutines, "+name+", parallel throughput, M ops/s", op.Parallel, shown))
	add(cold("In no cache, and first calls, "+name, op.Cold, shown))
	add(latency("Single operations, "+name, op.Latency, shown))
	add(sweep("By size, "+name, op.Sweep, shown))
	return append(blocks, ends(op.Sweep, shown)...)
}

func parallel(title string, list []report.Parallel, shown func(string) bool) *Table {
	t := &Table{Title: title, Columns: []Column{{Heading: "VARIANT", Names: true}}}
	if len(list) == 0 {
		return t
	}
	// Workers run on one kind of machine: the numbers are those of the first row.
	for _, p := range list[0].Points {
		t.Columns = append(t.Columns, Column{Heading: strconv.Itoa(p.Goroutines), Number: true})
	}
	t.Columns = append(t.Columns, Column{Heading: "SCALING", Number: true})
	for _, p := range list[0].Points {
		t.Columns = append(t.Columns, Column{Heading: fmt.Sprintf("POOLED %d", p.Goroutines), Number: true})
	}
	for _, r := range list {
		if !shown(r.Name) || len(r.Points) != len(list[0].Points) {
			continue
		}
		row := []Cell{{Text: r.Name}}
		for _, p := range r.Points {
			row = append(row, Cell{Text: Figure(p.Own / 1e6)})
		}
		scaling := ""
		if r.Scaling > 0 {
			scaling = Ratio(r.Scaling)
		}
		row = append(row, Cell{Text: scaling})
		for _, p := range r.Points {
			row = append(row, Cell{Text: Figure(p.Pooled / 1e6)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func cold(title string, list []report.Cold, shown func(string) bool) *Table {
	t := &Table{Title: title, Columns: []Column{
		{Heading: "VARIANT", Names: true}, {Heading: "WARM NS", Number: true}, {Heading: "COLD NS", Number: true}, {Heading: "×", Number: true},
		{Heading: "OPEN µS", Number: true}, {Heading: "FIRST µS", Number: true},
	}}
	for _, r := range list {
		if !shown(r.Name) {
			continue
		}
		open, first := "", ""
		if r.First > 0 {
			open, first = Figure(r.Open/1e3), Figure(r.First/1e3)
		}
		t.Rows = append(t.Rows, []Cell{{Text: r.Name}, {Text: Figure(r.Warm)}, {Text: Figure(r.Cold)}, {Text: Ratio(r.Cold / r.Warm)}, {Text: open}, {Text: first}})
	}
	return t
}

func latency(title string, list []report.Latency, shown func(string) bool) *Table {
	t := &Table{Title: title, Columns: []Column{
		{Heading: "VARIANT", Names: true}, {Heading: "P50 NS", Number: true}, {Heading: "P99 NS", Number: true},
		{Heading: "P99.9 NS", Number: true}, {Heading: "LONGEST NS", Number: true},
	}}
	for _, r := range list {
		if shown(r.Name) {
			t.Rows = append(t.Rows, []Cell{{Text: r.Name}, {Text: Figure(r.P50)}, {Text: Figure(r.P99)}, {Text: Figure(r.P999)}, {Text: Figure(r.Max)}})
		}
	}
	return t
}

// sweep shows what a byte more costs each row, and the smallest and the largest
// size of it: the page draws what is between.
func sweep(title string, list []report.Sweep, shown func(string) bool) *Table {
	t := &Table{Title: title, Columns: []Column{{Heading: "VARIANT", Names: true}}}
	for _, h := range []string{"NS +", "NS/B", "ALLOCS +", "ALLOCS/KB", "SLOPE", "FROM B", "NS/OP", "TO B", "NS/OP"} {
		t.Columns = append(t.Columns, Column{Heading: h, Number: true})
	}
	for _, r := range list {
		if !shown(r.Name) {
			continue
		}
		first, last := r.Points[0], r.Points[len(r.Points)-1]
		allocs, each := "", ""
		if r.Allocs != nil {
			allocs, each = Count(r.Allocs.Fixed), Count(1000*r.Allocs.PerByte)
		}
		row := []Cell{{Text: r.Name}}
		for _, text := range []string{
			Figure(r.NS), Figure(r.NSPerByte), allocs, each, Ratio(r.Slope), size(first.Bytes), Figure(first.NS), size(last.Bytes), Figure(last.NS),
		} {
			row = append(row, Cell{Text: text})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ends says why rows have no larger sizes, each reason once.
func ends(list []report.Sweep, shown func(string) bool) []Block {
	var reasons []string
	rows := map[string][]string{}
	for _, r := range list {
		if r.End != "" && shown(r.Name) {
			if rows[r.End] == nil {
				reasons = append(reasons, r.End)
			}
			rows[r.End] = append(rows[r.End], r.Name)
		}
	}
	var blocks []Block
	for _, reason := range reasons {
		blocks = append(blocks, &Paragraph{Text: fmt.Sprintf("No larger sizes of %s: %s.", concerned(rows[reason]), reason)})
	}
	return blocks
}

// size writes a number of bytes in at most five characters.
func size(x float64) string {
	switch {
	case x >= 999.5e6:
		return strconv.FormatFloat(x/1e9, 'f', 1, 64) + "G"
	case x >= 999.5e3:
		return strconv.FormatFloat(x/1e6, 'f', 0, 64) + "M"
	case x >= 9999.5:
		return strconv.FormatFloat(x/1e3, 'f', 0, 64) + "k"
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// moreLegend explains the tables that some operation of the view has.
func moreLegend(v *report.View) []Item {
	has := func(part func(*report.Op) int) bool {
		return slices.ContainsFunc(v.Subjects, func(s *report.Subject) bool {
			return slices.ContainsFunc(s.Ops, func(op *report.Op) bool { return part(op) > 0 })
		})
	}
	var items []Item
	if has(func(op *report.Op) int { return len(op.Parallel) }) {
		items = append(items, Item{Mark: "SCALING", Text: "throughput of the most goroutines over that of one, each with a codec of its own; POOLED: codecs from a sync.Pool."})
	}
	if has(func(op *report.Op) int { return len(op.Cold) }) {
		items = append(items, Item{Mark: "COLD", Text: "each value for the first time since the caches were emptied; OPEN and FIRST: making the codec, and its first call, in a new process."})
	}
	if has(func(op *report.Op) int { return len(op.Latency) }) {
		items = append(items, Item{Mark: "P99", Text: "99 of 100 single operations took at most so long, the clock's 40 ns included; variants below a microsecond are left out."})
	}
	if has(func(op *report.Op) int { return len(op.Sweep) }) {
		items = append(items, Item{Mark: "By size", Text: "NS + and ALLOCS + in any case, NS/B and ALLOCS/KB for each encoded byte, by the line that makes relative errors small; SLOPE of both logarithms: 1 is in proportion."})
	}
	return items
}
