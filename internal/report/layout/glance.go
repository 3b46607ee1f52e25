package layout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// Lines is how many lines the answer for one subject takes, at most, where they have
// the width of [Narrow] or more.
const Lines = 48

// Narrow is the width that the answer is arranged for, in characters: that of a
// terminal that nobody has made wider.
const Narrow = 80

const (
	linesOfSeveral = 20 // of a subject among others
	leastRows      = 3  // of a table, whatever else there is to say
	mostReasons    = 1
	mostWarnings   = 1
	barWidth       = 10
)

// glanceOpening is where and how the run took place, in a line each, and whether others
// disturbed it.
func glanceOpening(v *report.View) Document {
	s, e := v.Settings, v.Environment
	busy := e.Busy()
	e.BuildFlags, e.GOMAXPROCS, e.MemoryMB, e.Kernel, e.Governor, e.Load, e.Steal = nil, 0, 0, "", "", "", 0
	e.RunQueue, e.CPUShare = 0, 0
	how := []string{environment(e)}
	if s.BudgetSec > 0 {
		how = append(how, Figure(s.BudgetSec)+" s")
	}
	if s.Processes > 0 {
		how = append(how, plural(s.Processes, "process", "processes"))
	}
	doc := Document{
		&Heading{Level: 1, Text: head(v), OneLine: true},
		&Paragraph{Text: strings.Join(how, ", "), OneLine: true},
	}
	if busy != "" { // a line of its own, whatever the processor is called
		doc = append(doc, &Paragraph{Text: busy})
	}
	return doc
}

// glance is the answer for one subject, a line for each serializer, in as many lines
// as there are.
func glance(s *report.Subject, lines int) Document {
	doc := Document{&Heading{Level: 2, Text: s.Name + ": " + strings.TrimPrefix(values(s), "Type "), OneLine: true}}
	// One line of both, in which what to do comes before what is cut.
	if text := strings.TrimSpace(madeUp(s) + " " + zeros(s)); text != "" {
		doc = append(doc, &Paragraph{Text: text, OneLine: true})
	}
	var below Document
	switch {
	case len(s.Glance) > 0:
		if text := tie(s.Glance); text != "" {
			below = append(below, &Paragraph{Text: text})
		}
	case len(s.Excluded) == 0:
		below = append(below, &Paragraph{Text: "No variants."})
	default:
		below = append(below, &Paragraph{Text: noRow(s)})
	}
	if len(s.Excluded) > 0 {
		below = append(below, briefly(s))
	}
	failed := func(e report.Excluded) bool { return e.Status == result.Failed }
	if text := others(s); text != "" && len(s.Glance) > 0 && slices.ContainsFunc(s.Excluded, failed) {
		below = append(below, &Paragraph{Text: text})
	}
	if len(s.Glance) > 0 {
		const head = 3 // an empty line, headings, units
		doc = append(doc, glanceTable(s, max(leastRows, lines-height(doc)-height(below)-head)))
	}
	doc = append(doc, below...)
	if len(s.Programs) > 0 {
		doc = append(doc, programs(s))
	}
	// What was asked for besides, of the same rows; the round trip is both.
	for _, op := range s.Ops {
		if protocol.Op(op.Op) == protocol.RoundTrip {
			continue
		}
		doc = append(doc, more(op, func(row string) bool {
			return slices.ContainsFunc(s.Glance, func(g report.Glance) bool { return g.Name == row })
		})...)
	}
	return doc
}

// tie says how many rows share the first place, and how far apart they may be; empty
// where one has it alone.
func tie(lines []report.Glance) string {
	sharing, apart := 0, 0.0 // of the ratio to the first
	for i, g := range lines {
		if g.Rank != 1 || g.Wide {
			continue
		}
		sharing++
		if i > 0 {
			if g.Interval == nil {
				apart = math.Inf(1)
			} else {
				apart = max(apart, g.Interval.Hi-1, 1-g.Interval.Lo)
			}
		}
	}
	if sharing < 2 {
		return ""
	}
	text := fmt.Sprintf("%d share the first place: not statistically distinguishable", sharing)
	if !math.IsInf(apart, 1) {
		text += fmt.Sprintf(", within %.1f %%", 100*apart)
	}
	return text + "."
}

func glanceTable(s *report.Subject, room int) *Table {
	t := &Table{Columns: []Column{
		{Heading: "#", Number: true}, {Heading: "SERIALIZER", Names: true, Short: true},
		{Heading: "MARSHAL", Unit: "ns/op", Number: true}, {Heading: "UNMARSHAL", Unit: "ns/op", Number: true},
		{Heading: "SIZE", Unit: "bytes", Number: true}, {Heading: "ALLOCS", Unit: "/op", Number: true},
		{Heading: "VS", Unit: "1ST", Number: true}, {Heading: "UN-", Unit: "SAFE"}, {Heading: "ZERO", Unit: "COPY"}, {Heading: "MAL-", Unit: "FORMED"},
		{Heading: "SPEED", Spare: true},
	}}
	head, known := first(s.Glance, room)
	for _, g := range head {
		t.Rows = append(t.Rows, glanceRow(g))
	}
	if rest := len(s.Glance) - len(head) - len(known); rest > 0 {
		cells := make([]Cell, len(t.Columns))
		cells[1].Text = fmt.Sprintf("… %d more", rest)
		t.Rows = append(t.Rows, cells)
	}
	for _, g := range known {
		t.Rows = append(t.Rows, glanceRow(g))
	}
	return t
}

// first returns the lines that stand in a table which has room for so many: the
// first, and the best of the standard library, which every reader knows. What is left
// out is one more line.
func first(list []report.Glance, room int) (head, known []report.Glance) {
	if len(list) <= room {
		return list, nil
	}
	if i := slices.IndexFunc(list, func(g report.Glance) bool { return g.Standard }); i >= room-1 {
		return list[:room-2], list[i : i+1]
	}
	return list[:room-1], nil
}

func glanceRow(g report.Glance) []Cell {
	rank := report.Place(g.Rank, g.Tied)
	if g.Wide {
		rank = "~"
	}
	cells := []Cell{{Text: rank}, {Text: g.Name}}
	for _, e := range []*report.Estimate{g.Marshal, g.Unmarshal} {
		text := "-"
		if e != nil {
			text = Figure(e.Median)
		}
		cells = append(cells, Cell{Text: text})
	}
	for _, text := range []string{Figure(g.Size), Count(g.Allocs), Ratio(g.Ratio), yes(g.Unsafe), yes(g.ZeroCopy), cmp.Or(string(g.Malformed), "?"), bar(g.Ratio)} {
		cells = append(cells, Cell{Text: text})
	}
	for j := range cells {
		cells[j].Best = g.Rank == 1 && !g.Wide && j < 2
	}
	return cells
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "–"
}

// bar draws the speed of a row beside that of the first: full for as fast, half
// as long for half the speed.
func bar(ratio float64) string {
	if ratio <= 0 || math.IsNaN(ratio) {
		return ""
	}
	eighths := int(math.Round(min(1/ratio, 1) * barWidth * 8))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	if text == "" {
		return "▏"
	}
	return text
}

// briefly names the rows without figures, a line a reason. A reason that leaves out more rows
// than have figures is the answer: it comes first, and stands whole with its remedy.
func briefly(s *report.Subject) *List {
	l := &List{}
	answers := func(e report.Excluded) bool { return len(e.Rows) > len(s.Glance) }
	excluded := slices.Clone(s.Excluded)
	slices.SortStableFunc(excluded, func(a, b report.Excluded) int {
		switch {
		case answers(a) == answers(b):
			return 0
		case answers(a):
			return -1
		}
		return 1
	})
	for i, e := range excluded {
		if i == mostReasons && len(excluded) > mostReasons+1 {
			l.Items = append(l.Items, Item{Mark: "-", Text: fmt.Sprintf("and %s: --full", plural(len(excluded)-i, "reason more", "reasons more"))})
			break
		}
		text := fmt.Sprintf("%s: %s: %s", e.Status, concerned(e.Rows), e.Reason)
		l.Items = append(l.Items, Item{Mark: "-", Text: text, OneLine: !answers(e)})
	}
	return l
}

// Cut shortens a text to at most width characters.
func Cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:width-1]), " ,:") + "…"
}

// choices arranges what to take, over all subjects, and what to type then. Where
// there is one row, nothing is to be chosen.
func choices(v *report.View) Document {
	measured, lines := 0, 0
	for _, s := range v.Subjects {
		lines = max(lines, len(s.Glance))
		if len(s.Glance) > 0 {
			measured++
		}
	}
	if lines < 2 || len(v.Choices) == 0 {
		return nil
	}
	t := &Table{Columns: []Column{
		{Heading: "RECOMMENDED FOR"}, {Heading: "SERIALIZER", Names: true, Short: true}, {Heading: "TIED", Number: true},
		{Heading: "TIME ×", Number: true}, {Heading: "WITH GC ×", Number: true}, {Heading: "SIZE ×", Number: true},
	}}
	if measured > 1 {
		t.Columns[0].Heading = fmt.Sprintf("RECOMMENDED OVER %d TYPES", measured)
	}
	for i, c := range v.Choices {
		time, charged, tied, name := Ratio(c.Time), "", "", c.Row
		if c.Doubtful {
			time = "~" + time
		}
		if c.Charged > 0 {
			charged = Ratio(c.Charged)
		}
		if n := len(c.Tied); n > 0 {
			tied = fmt.Sprintf("+%d", n)
		}
		if faults(c) != "" {
			name += " *"
		}
		t.Rows = append(t.Rows, []Cell{{Text: need(c.Need)}, {Text: name, Best: i == 0}, {Text: tied}, {Text: time}, {Text: charged}, {Text: Ratio(c.Size)}})
	}
	for _, heading := range []string{"TIED", "WITH GC ×"} {
		dropEmpty(t, heading)
	}
	return Document{t, &Paragraph{Text: sentence(v.Choices)}, commands(v)}
}

// dropEmpty takes out the column of the heading where no row has anything in it.
func dropEmpty(t *Table, heading string) {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Heading == heading })
	if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i].Text != "" }) {
		return
	}
	t.Columns = slices.Delete(t.Columns, i, i+1)
	for j := range t.Rows {
		t.Rows[j] = slices.Delete(t.Rows[j], i, i+1)
	}
}

// need is a need for people.
func need(n report.Need) string {
	switch n {
	case report.UntrustedOthers:
		return "  the best of others"
	case report.TrustedOthers:
		return "  the best of others"
	case report.Evolving:
		return "types that change"
	case report.Least:
		return "smallest messages"
	case report.Portable:
		return "other languages"
	}
	return string(n)
}

// sentence says who wrote the first choice, what cannot be told from it, and what
// speaks against the others.
func sentence(list []report.Choice) string {
	text := ""
	for i, c := range list {
		var others *report.Choice
		switch c.Need {
		case report.Untrusted:
			text = fmt.Sprintf("For untrusted bytes take %s", c.Row)
		case report.Trusted:
			if text != "" && c.Row == list[0].Row {
				text += " The same for trusted bytes (a cache, your own queue)."
				continue
			}
			text = strings.TrimSpace(text + fmt.Sprintf(" For trusted bytes (a cache, your own queue) take %s", c.Row))
		default:
			continue
		}
		if i+1 < len(list) && (list[i+1].Need == report.UntrustedOthers || list[i+1].Need == report.TrustedOthers) {
			others = &list[i+1]
		}
		if others != nil {
			text += fmt.Sprintf(" (assay's own; the best of others is %s, %s ×)", others.Row, Ratio(others.Time/c.Time))
		}
		text += "."
		if i == 0 && len(c.Tied) > 0 {
			text += fmt.Sprintf(" This run cannot tell it from %s.", several(c.Tied))
		}
	}
	var found []string
	rows := map[string][]string{}
	for _, c := range list {
		if what := faults(c); what != "" && !slices.Contains(rows[what], c.Row) {
			if rows[what] == nil {
				found = append(found, what)
			}
			rows[what] = append(rows[what], c.Row)
		}
	}
	for i, what := range found {
		found[i] = several(rows[what]) + ": " + what
	}
	if !slices.ContainsFunc(list, func(c report.Choice) bool { return c.Need == report.Evolving }) {
		text += " For types that change none of these is proven: assay check says what each loses."
	}
	if len(found) > 0 {
		text += " * " + strings.Join(found, "; ") + "."
	}
	return strings.TrimSpace(text)
}

// faults says what speaks against a row: that values share memory, what malformed input does
// to it, and that nobody mends it.
func faults(c report.Choice) string {
	var against []string
	if c.ZeroCopy {
		against = append(against, "zero-copy")
	}
	for _, what := range []string{c.Fault, c.Unmaintained} {
		if what != "" {
			against = append(against, what)
		}
	}
	return strings.Join(against, ", ")
}

// several names a few rows.
func several(rows []string) string {
	switch n := len(rows); {
	case n == 1:
		return rows[0]
	case n <= 3:
		return strings.Join(rows[:n-1], ", ") + " and " + rows[n-1]
	}
	return fmt.Sprintf("%s, %s and %d more", rows[0], rows[1], len(rows)-2)
}

// glanceLegend arranges how to read the table, as far as it has what is to be explained.
func glanceLegend(v *report.View) Document {
	wide := slices.ContainsFunc(v.Subjects, func(s *report.Subject) bool {
		return slices.ContainsFunc(s.Glance, func(g report.Glance) bool { return g.Wide })
	})
	return append(Document{glanceReading(wide)}, moreReading(v)...)
}

// Reading arranges how to read the tables of several subjects, below the first that has
// one: all of it, since what the others have is not known then. Below one without, and
// where a subject stands alone, there is nothing to say.
func Reading(s *report.Subject, o Options) Document {
	if !atGlance(o) || !o.Several || len(s.Glance) == 0 {
		return nil
	}
	return Document{glanceReading(true)}
}

// glanceReading says how a table is read in which there are rows that are hardly known.
func glanceReading(wide bool) *Paragraph {
	text := "VS 1ST: marshal and unmarshal together; 1= are tied"
	if wide {
		text += ", ~ is hardly known"
	}
	text += ". ZERO COPY: values share the message's memory. MALFORMED: what bad input does."
	return &Paragraph{Text: text}
}

// moreReading arranges how to read the tables that were asked for besides.
func moreReading(v *report.View) Document {
	if items := moreLegend(v); len(items) > 0 {
		return Document{&List{Items: items}}
	}
	return nil
}
