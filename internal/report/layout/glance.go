package layout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// Lines is how many lines a subject takes at a glance, at most.
const Lines = 45

// What of them is no row of the table: heading and what underlines it, the
// values, the head of the table, empty lines, and the rows without figures.
const (
	aroundTable = 9 // of which two are for a tie
	mostReasons = 5
	nameWidth   = 37 // a longer name takes a second line
	lineWidth   = 94 // of the line of the values, and of a reason beside its mark
	barWidth    = 10
)

// glance is the answer for one subject: a line for each serializer.
func glance(s *report.Subject) Document {
	doc := Document{&Heading{2, s.Name}, &Paragraph{Text: cut(values(s), lineWidth)}}
	if zero := zeros(s); zero != "" {
		doc = append(doc, &Paragraph{Text: zero})
	}
	switch {
	case len(s.Glance) > 0:
		doc = append(doc, glanceTable(s))
		if text := tie(s.Glance); text != "" {
			doc = append(doc, &Paragraph{Text: text})
		}
	case len(s.Excluded) == 0:
		doc = append(doc, &Paragraph{Text: "No rows."})
	default:
		doc = append(doc, &Paragraph{Text: "No row was measured."})
	}
	if len(s.Programs) > 0 {
		doc = append(doc, programs(s))
	}
	if len(s.Excluded) > 0 {
		doc = append(doc, briefly(s))
	}
	// What was asked for besides, of the same rows; the round trip is both.
	for _, op := range s.Ops {
		if op.Op == protocol.RoundTrip {
			continue
		}
		doc = append(doc, more(op, func(row string) bool {
			return slices.ContainsFunc(s.Glance, func(g report.Glance) bool { return g.Name == row })
		})...)
	}
	return doc
}

// tie says which rows share the first place, and how far apart they may be; empty
// where one has it alone.
func tie(lines []report.Glance) string {
	var names []string
	apart := 0.0 // of the ratio to the first
	for i, g := range lines {
		if g.Rank != 1 || g.Wide {
			continue
		}
		names = append(names, g.Name)
		if i > 0 {
			if g.Interval == nil {
				apart = math.Inf(1)
			} else {
				apart = max(apart, g.Interval.Hi-1, 1-g.Interval.Lo)
			}
		}
	}
	if len(names) < 2 {
		return ""
	}
	text := "This run does not tell which is the fastest: " + several(names)
	if math.IsInf(apart, 1) {
		return text + "."
	}
	whom := "each other"
	if len(names) > 2 {
		whom = "the first"
	}
	return text + fmt.Sprintf(" are within %.1f %% of %s.", 100*apart, whom)
}

func glanceTable(s *report.Subject) *Table {
	t := &Table{Columns: []Column{
		{Heading: "#", Number: true}, {Heading: "NAME", Names: true}, {Heading: "CLASS"},
		{Heading: "MARSHAL", Number: true}, {Heading: "UNMARSHAL", Number: true},
		{Heading: "SIZE", Number: true}, {Heading: "ALLOCS", Number: true}, {Heading: "SPEED"},
	}}
	room := Lines - aroundTable - min(len(s.Excluded), mostReasons+1) - 1
	for i, g := range s.Glance {
		lines := 1
		if utf8.RuneCountInString(g.Name) > nameWidth {
			lines = 2
		}
		if room -= lines; room < 1 && i < len(s.Glance)-1 {
			rest := len(s.Glance) - i
			t.Rows = append(t.Rows, []Cell{{}, {Text: fmt.Sprintf("%d slower: --full", rest)}, {}, {}, {}, {}, {}, {}})
			break
		}
		best := g.Rank == 1 && !g.Wide
		rank := strconv.Itoa(g.Rank)
		if g.Wide {
			rank = "~"
		}
		class := string(g.Unsafe)
		switch g.Unsafe {
		case result.NoUnsafe:
			class = "safe"
		case result.Internal:
			class = "unsafe"
		}
		if g.Fault != "" {
			class = strings.TrimPrefix(class+", lax", "safe, ")
		}
		cells := []Cell{{Text: rank}, {Text: g.Name}, {Text: class}}
		for _, e := range []*report.Estimate{g.Marshal, g.Unmarshal} {
			text := "-"
			if e != nil {
				text = Figure(e.Median)
			}
			cells = append(cells, Cell{Text: text})
		}
		for _, text := range []string{Figure(g.Size), Count(g.Allocs), bar(g.Ratio)} {
			cells = append(cells, Cell{Text: text})
		}
		for j := range cells {
			cells[j].Best = best && j < 2
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
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

// briefly names the rows without figures, a line a reason.
func briefly(s *report.Subject) *List {
	l := &List{Title: "Without figures"}
	for i, e := range s.Excluded {
		if i == mostReasons && len(s.Excluded) > mostReasons+1 {
			l.Items = append(l.Items, Item{"-", fmt.Sprintf("and %s: --full", plural(len(s.Excluded)-i, "reason more", "reasons more"))})
			break
		}
		l.Items = append(l.Items, Item{"-", cut(fmt.Sprintf("%s: %s: %s", e.Status, concerned(e.Rows), e.Reason), lineWidth)})
	}
	return l
}

// cut shortens a text to at most width characters.
func cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:width-1]), " ,:") + "…"
}

// Choices arranges what to take, over all subjects, with a sentence that says so.
func Choices(v *report.View) Document {
	if !slices.ContainsFunc(v.Choices, func(c report.Choice) bool { return c.Row != v.Choices[0].Row }) {
		return nil // there is nothing to choose between
	}
	title := "What to take"
	n := 0
	for _, s := range v.Subjects {
		if len(s.Glance) > 0 {
			n++
		}
	}
	if n > 1 {
		title += fmt.Sprintf(", over %d subjects", n)
	}
	t := &Table{Title: title, Columns: []Column{
		{Heading: "FOR"}, {Heading: "NAME", Names: true},
		{Heading: "TIME ×", Number: true}, {Heading: "SIZE ×", Number: true},
	}}
	charged := slices.ContainsFunc(v.Choices, func(c report.Choice) bool { return c.Charged > 0 })
	if charged { // the collector's work
		t.Columns = slices.Insert(t.Columns, 3, Column{Heading: "WITH GC ×", Number: true})
	}
	for i, c := range v.Choices {
		time := Ratio(c.Time)
		if c.Doubtful {
			time = "~" + time
		}
		cells := []Cell{{Text: need(c.Need)}, {Text: alike(c), Best: i == 0}, {Text: time}, {Text: Ratio(c.Size)}}
		if charged {
			text := ""
			if c.Charged > 0 {
				text = Ratio(c.Charged)
			}
			cells = slices.Insert(cells, 3, Cell{Text: text})
		}
		t.Rows = append(t.Rows, cells)
	}
	return Document{t, &Paragraph{Text: sentence(v.Choices)}}
}

// alike names a choice, and how many cannot be told from it.
func alike(c report.Choice) string {
	if n := len(c.Tied); n > 0 {
		return fmt.Sprintf("%s (tied with %d more)", c.Row, n)
	}
	return c.Row
}

// need is a need for people.
func need(n report.Need) string {
	switch n {
	case report.Safe:
		return "fastest safe"
	case report.Fastest:
		return "fastest of all"
	case report.Portable:
		return "fastest that other languages read"
	case report.Evolving:
		return "fastest whose data outlives changes of the type"
	}
	return string(n)
}

// sentence recommends: the first choice, and what the others cost against it.
func sentence(list []report.Choice) string {
	first := list[0]
	text := fmt.Sprintf("Take %s, the %s", first.Row+faulty(first), need(first.Need))
	var others []string
	rows := []string{}
	needs := map[string][]string{}
	cost := map[string]report.Choice{}
	for _, c := range list[1:] {
		if c.Row == first.Row {
			text += " and the " + need(c.Need)
			continue
		}
		if _, ok := cost[c.Row]; !ok {
			rows = append(rows, c.Row)
		}
		cost[c.Row] = c
		needs[c.Row] = append(needs[c.Row], need(c.Need))
	}
	text += "."
	if len(first.Tied) > 0 {
		text += fmt.Sprintf(" This run cannot tell it from %s.", several(first.Tied))
	}
	for _, row := range rows {
		c := cost[row]
		tied := ""
		if len(c.Tied) > 0 {
			tied = ", tied with " + several(c.Tied) + ","
		}
		others = append(others, fmt.Sprintf("%s, the %s%s takes %s times its time and %s times its size",
			row+faulty(c), strings.Join(needs[row], " and the "), cmp.Or(tied, ","), Ratio(c.Time), Ratio(c.Size)))
	}
	if len(others) > 0 {
		text += " " + strings.Join(others, "; ") + "."
	}
	if slices.ContainsFunc(list, func(c report.Choice) bool { return c.Doubtful }) {
		text += " What has a ~ is in doubt: measure for longer with --time."
	}
	return text
}

// faulty says beside a row what speaks against it: what broken messages do to it, and
// that nobody mends it.
func faulty(c report.Choice) string {
	var against []string
	for _, what := range []string{c.Fault, c.Unmaintained} {
		if what != "" {
			against = append(against, what)
		}
	}
	if len(against) == 0 {
		return ""
	}
	return " (" + strings.Join(against, "; ") + ")"
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

func glanceLegend(v *report.View) *List {
	var lax []Item
	if slices.ContainsFunc(v.Subjects, func(s *report.Subject) bool {
		return slices.ContainsFunc(s.Glance, func(g report.Glance) bool { return g.Fault != "" })
	}) {
		lax = []Item{{"lax", "takes messages that were cut, allocates without bound, or dies: assay check says which"}}
	}
	return &List{Title: "How to read the tables", Items: slices.Concat([]Item{
		{"#", "by the round trip; equal ranks are not told apart; ~ is a figure known to a third at best"},
		{"NAME", "the best row of each serializer and format; notransform: on structs of its own"},
		{"CLASS", "safe: no package unsafe; unsafe: inside only; aliases: values share the input's memory"},
		{"FIGURES", "ns, bytes, allocations of both; SPEED of the round trip beside the first row's"},
		{"MORE", "--full: intervals and every row; --all: every serializer; docs/measuring.md: how"},
	}, lax, moreLegend(v))}
}
