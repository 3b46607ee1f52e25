// Package export writes a report in the form that was asked for: for people as
// packages text and markdown do, and for other programs as CSV, as JSON, and in
// Go's benchmark format. What the columns and fields mean is documented in
// docs/report.md.
package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
)

// column is one column of the CSV form. Its documentation stands here once.
type column struct {
	name, doc string
	cell      func(line) string
}

// line is what a line of the CSV form is made of. Row is the row's entry in the
// table All; excluded rows have no operation and no figures.
type line struct {
	subject *report.Subject
	op      *report.Op
	row     report.Row
	status  string
	reason  string
	notes   []int
}

// Columns yields the names of the CSV's columns, with what they mean.
func Columns() iter.Seq2[string, string] {
	return func(yield func(name, doc string) bool) {
		for _, c := range columns {
			if !yield(c.name, c.doc) {
				return
			}
		}
	}
}

// columns is the header. Columns are only added, at the end, and renamed with the
// View's schema.
var columns = []column{
	{"subject", "the subject's name", func(l line) string { return l.subject.Name }},
	{"op", "the operation; empty for rows without figures", func(l line) string { return l.figure(func(report.Row) string { return string(l.op.Op) }) }},
	{"row", "the row's name", func(l line) string { return l.row.Name }},
	{"driver", "the serializer; empty for rows without figures", func(l line) string { return l.row.Driver }},
	{"version", "of the serializer's own module", func(l line) string { return l.row.Version }},
	{"features", "joined by +", func(l line) string { return strings.Join(l.row.Features, "+") }},
	{"class", "safe, unsafe or aliases; empty for rows without figures", func(l line) string { return string(l.row.Class) }},
	{"status", "ok, failed, refused or skipped", func(l line) string { return l.status }},
	{"reason", "why there are no figures", func(l line) string { return l.reason }},
	{"rank", "among all rows of the subject and operation; rows that are not distinguishable share one", func(l line) string { return l.figure(rank) }},
	{"rank_safe", "in the table Fastest safe; empty for rows that are not in it", func(l line) string { return l.in(func(o *report.Op) []report.Row { return o.Safe }) }},
	{"rank_unsafe", "in the table Fastest unsafe; empty for rows that are not in it", func(l line) string { return l.in(func(o *report.Op) []report.Row { return o.Unsafe }) }},
	{"ns_op", "wall time of one operation, in nanoseconds", func(l line) string { return l.figure(func(r report.Row) string { return number(r.NS.Median) }) }},
	{"ns_op_lo", "lower end of its confidence interval; empty where there are too few processes for one", func(l line) string { return l.figure(func(r report.Row) string { return lo(&r.NS) }) }},
	{"ns_op_hi", "upper end", func(l line) string { return l.figure(func(r report.Row) string { return hi(&r.NS) }) }},
	{"ratio", "to the first row of all, taken within rounds; empty where the two share none", func(l line) string { return l.figure(func(r report.Row) string { return median(r.Ratio) }) }},
	{"ratio_lo", "lower end of its confidence interval", func(l line) string { return l.figure(func(r report.Row) string { return lo(r.Ratio) }) }},
	{"ratio_hi", "upper end", func(l line) string { return l.figure(func(r report.Row) string { return hi(r.Ratio) }) }},
	{"floor_ns_op", "an empty codec in the same loop, in nanoseconds; a little more than ns_op contains of the harness", func(l line) string { return l.figure(func(report.Row) string { return l.floor() }) }},
	{"mb_s", "mean encoded size over that time, in 10^6 bytes a second", func(l line) string { return l.figure(func(r report.Row) string { return number(r.MBPerSec) }) }},
	{"size_mean", "encoded length in bytes, over the subject's values", func(l line) string { return l.figure(func(r report.Row) string { return number(r.Size.Mean) }) }},
	{"size_min", "the shortest", func(l line) string { return l.figure(func(r report.Row) string { return strconv.Itoa(r.Size.Min) }) }},
	{"size_max", "the longest", func(l line) string { return l.figure(func(r report.Row) string { return strconv.Itoa(r.Size.Max) }) }},
	{"compressed", "mean compressed length in bytes by algorithm, as flate=40.5;zstd=38", func(l line) string { return l.figure(func(r report.Row) string { return compressed(r.Compressed) }) }},
	{"bytes_op", "bytes allocated by one operation", func(l line) string { return l.figure(func(r report.Row) string { return number(r.BytesPerOp) }) }},
	{"allocs_op", "allocations of one operation", func(l line) string { return l.figure(func(r report.Row) string { return number(r.AllocsPerOp) }) }},
	{"samples", "batches behind the figures", func(l line) string {
		return l.figure(func(r report.Row) string { return strconv.Itoa(len(r.Samples)) })
	}},
	{"notes", "findings and workarounds, joined by semicolons", func(l line) string { return l.texts() }},
	{"ns_op_nogc", "median with the collector off, where it was measured", func(l line) string { return l.figure(func(r report.Row) string { return median(r.NSNoGC) }) }},
	{"ns_op_least", "the fastest batch, in nanoseconds", func(l line) string { return l.figure(func(r report.Row) string { return number(r.NSLeast) }) }},
	{"cpu_ns_op", "processor time of one operation with the collector's work, in nanoseconds, where it was measured", func(l line) string {
		return l.cpu(func(c *report.CPU) float64 { return c.NS })
	}},
	{"cpu_gc_ns_op", "of which the collector's, charged by what is allocated", func(l line) string { return l.cpu(func(c *report.CPU) float64 { return c.GCNS }) }},
}

// CSV writes one line for each row and operation, and one for each row without
// figures, below a header. Numbers are written in full.
func CSV(w io.Writer, v *report.View) error {
	out := csv.NewWriter(w)
	var record []string
	for _, c := range columns {
		record = append(record, c.name)
	}
	out.Write(record)
	write := func(l line) {
		record = record[:0]
		for _, c := range columns {
			record = append(record, visible.String(c.cell(l)))
		}
		out.Write(record)
	}
	for _, s := range v.Subjects {
		for _, op := range s.Ops {
			for _, r := range op.All {
				write(line{subject: s, op: op, row: r, status: "ok", notes: r.Notes})
			}
		}
		for _, e := range s.Excluded {
			for _, name := range e.Rows {
				write(line{subject: s, row: report.Row{Name: name}, status: string(e.Status), reason: e.Reason, notes: e.Notes})
			}
		}
	}
	out.Flush()
	return out.Error() // the first of any write
}

// figure returns the cell of a row that has figures, and "" otherwise: an empty
// cell is no zero.
func (l line) figure(cell func(report.Row) string) string {
	if l.op == nil {
		return ""
	}
	return cell(l.row)
}

// in returns the row's rank in another table.
func (l line) in(table func(*report.Op) []report.Row) string {
	if l.op == nil {
		return ""
	}
	for _, r := range table(l.op) {
		if r.Name == l.row.Name {
			return rank(r)
		}
	}
	return ""
}

func (l line) cpu(figure func(*report.CPU) float64) string {
	return l.figure(func(r report.Row) string {
		if r.CPU == nil {
			return ""
		}
		return number(figure(r.CPU))
	})
}

func (l line) floor() string {
	floor := l.op.Floor
	if slices.Contains(l.row.Features, "reuse") {
		floor = l.op.FloorReuse
	}
	if floor == nil {
		return ""
	}
	return number(floor.Median)
}

func (l line) texts() string {
	var texts []string
	for _, n := range l.notes {
		texts = append(texts, l.subject.Notes[n-1].Text)
	}
	return strings.Join(texts, "; ")
}

func rank(r report.Row) string { return strconv.Itoa(r.Rank) }

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func median(e *report.Estimate) string {
	if e == nil {
		return ""
	}
	return number(e.Median)
}

func lo(e *report.Estimate) string {
	if e == nil || e.Interval == nil {
		return ""
	}
	return number(e.Interval.Lo)
}

func hi(e *report.Estimate) string {
	if e == nil || e.Interval == nil {
		return ""
	}
	return number(e.Interval.Hi)
}

func compressed(sizes map[string]float64) string {
	var parts []string
	for _, algorithm := range slices.Sorted(maps.Keys(sizes)) {
		parts = append(parts, fmt.Sprintf("%s=%s", algorithm, number(sizes[algorithm])))
	}
	return strings.Join(parts, ";")
}
