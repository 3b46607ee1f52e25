// Package layout arranges a View for reading: which headings, paragraphs and
// tables there are, in which order, and how a figure is written in a cell. A
// Document is the same for a terminal, a Markdown file and a page; packages
// text and markdown only set it.
//
// The answer comes first: for each subject a short table names the fastest, the
// smallest and the leanest rows, before the tables of each operation. Those are
// set below one another, since side by side two of them would leave no room
// for intervals in 100 columns; and Fastest safe and Fastest unsafe stay tables
// of their own beside All, since ranks and ratios in them are those among the
// rows of the table, and a class column in one long table would leave that to
// the reader.
//
// That is the document with Options.Full or Options.Compact. Without them it is
// the answer alone, at a glance: see glance.go. Recommendations, and what to type,
// stands last in either, where a terminal is looked at.
package layout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// What documents are made of is the report's.
type (
	Options   = report.Options
	Document  = report.Document
	Block     = report.Block
	Heading   = report.Heading
	Paragraph = report.Paragraph
	List      = report.List
	Item      = report.Item
	Table     = report.Table
	Column    = report.Column
	Cell      = report.Cell
	Commands  = report.Commands
	Command   = report.CommandLine
	Chart     = report.Chart
	Bar       = report.Bar
)

// atGlance reports whether no table of operations is asked for.
func atGlance(o Options) bool { return !o.Full && !o.Compact }

// New arranges the view: each subject, and then what concerns all.
func New(v *report.View, o Options) Document {
	doc := Opening(v, o)
	if atGlance(o) && len(v.Subjects) == 1 {
		end := Closing(v, o)
		return slices.Concat(doc, glance(v.Subjects[0], Lines-height(doc)-height(end)), end)
	}
	o.Several = true
	read := false
	for _, s := range v.Subjects {
		doc = append(doc, Subject(s, o)...)
		if !read {
			reading := Reading(s, o)
			doc, read = append(doc, reading...), len(reading) > 0
		}
	}
	return append(doc, Closing(v, o)...)
}

// Closing arranges what stands below all subjects: how to read them, what makes the
// run doubtful, and what to take.
func Closing(v *report.View, o Options) Document {
	return slices.Concat(legends(v, o), alarms(v, o), choices(v))
}

// Opening arranges where and how the run took place.
func Opening(v *report.View, o Options) Document {
	if atGlance(o) {
		return glanceOpening(v)
	}
	return Document{
		&Heading{Level: 1, Text: head(v)},
		&Paragraph{Text: environment(v.Environment)},
		&Paragraph{Text: settings(v.Settings)},
	}
}

// alarms arranges what makes the run doubtful.
func alarms(v *report.View, o Options) Document {
	var doc Document
	alarm := func(text string) {
		doc = append(doc, &Paragraph{Alarm: true, Text: text})
	}
	if !v.Complete {
		alarm("INCOMPLETE: the run was interrupted. Figures cover what was measured till then.")
	}
	for i, w := range v.Warnings {
		if atGlance(o) && i == mostWarnings && len(v.Warnings) > mostWarnings+1 {
			alarm(fmt.Sprintf("%d warnings more: --full", len(v.Warnings)-i))
			break
		}
		alarm("Warning: " + w)
	}
	if len(v.Subjects) == 0 {
		doc = append(doc, &Paragraph{Text: "The run has no types or workloads."})
	}
	return doc
}

// Subject arranges one subject.
func Subject(s *report.Subject, o Options) Document {
	switch {
	case !atGlance(o):
		return subject(s, o)
	case o.Several:
		return glance(s, linesOfSeveral)
	}
	return glance(s, Lines)
}

// legends arranges how to read the tables.
func legends(v *report.View, o Options) Document {
	switch {
	case !slices.ContainsFunc(v.Subjects, func(s *report.Subject) bool { return len(s.Ops) > 0 }):
		return nil
	case !atGlance(o):
		return Document{legend(v)}
	case o.Several: // [Reading] stands above
		return moreReading(v)
	}
	return glanceLegend(v)
}

func head(v *report.View) string {
	tool := v.Tool
	if tool == "" {
		tool = "assay"
	}
	if v.Started.IsZero() {
		return tool
	}
	return tool + ", " + v.Started.UTC().Format("2006-01-02 15:04 UTC")
}

// environment is where the run took place, in one line.
func environment(e result.Environment) string {
	var parts []string
	add := func(known bool, format string, args ...any) {
		if known {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(e.GoVersion != "", "%s", e.GoVersion)
	add(e.OS != "", "%s/%s", e.OS, e.Arch)
	for _, flag := range []string{"GOAMD64", "GOARM64", "GOEXPERIMENT"} {
		add(e.BuildFlags[flag] != "", "%s=%s", flag, e.BuildFlags[flag])
	}
	add(e.CPU != "", "%s", e.CPU)
	add(e.Cores > 0, "%d cores", e.Cores)
	add(e.GOMAXPROCS > 0, "GOMAXPROCS %d", e.GOMAXPROCS)
	add(e.MemoryMB > 0, "%d MB of memory", e.MemoryMB)
	add(e.Kernel != "", "%s", e.Kernel)
	add(e.Governor != "", "governor %s", e.Governor)
	add(e.Load != "", "load %s", e.Load)
	add(e.Steal > 0, "steal %.1f%%", e.Steal*100)
	add(e.Busy() != "", "%s", e.Busy())
	if len(parts) == 0 {
		return "The environment was not recorded."
	}
	return strings.Join(parts, ", ")
}

// settings are the choices that shape the figures, in one line.
func settings(s result.Settings) string {
	parts := []string{fmt.Sprintf("seed %d", s.Seed)}
	if s.BudgetSec > 0 {
		parts = append(parts, fmt.Sprintf("budget %s s", Figure(s.BudgetSec)))
	}
	if s.Processes > 0 {
		parts = append(parts, plural(s.Processes, "process", "processes"))
	}
	if s.BatchMinUS > 0 {
		parts = append(parts, fmt.Sprintf("batches of at least %s µs", Figure(s.BatchMinUS)))
	}
	if s.LiveHeapMB > 0 {
		parts = append(parts, fmt.Sprintf("live heap %d MB", s.LiveHeapMB))
	}
	if s.GOGC > 0 {
		parts = append(parts, fmt.Sprintf("GOGC %d", s.GOGC))
	}
	if s.FuncAlign > 0 {
		parts = append(parts, fmt.Sprintf("functions at multiples of %d bytes", s.FuncAlign))
	}
	if s.NoGC {
		parts = append(parts, "also with the collector off")
	}
	if s.Stream {
		parts = append(parts, "with streams")
	}
	return strings.Join(parts, ", ")
}

func subject(s *report.Subject, o Options) []Block {
	blocks := []Block{&Heading{Level: 2, Text: s.Name}, &Paragraph{Text: values(s)}}
	for _, text := range []string{madeUp(s), zeros(s)} {
		if text != "" {
			blocks = append(blocks, &Paragraph{Text: text})
		}
	}
	if s.Hidden > 0 {
		blocks = append(blocks, &Paragraph{Text: plural(s.Hidden, "variant is", "variants are") + " left out by the filter; ranks and ratios are those among the rest."})
	}
	switch {
	case len(s.Ops) > 0:
		blocks = append(blocks, answers(s))
	case len(s.Excluded) == 0:
		blocks = append(blocks, &Paragraph{Text: "No variants."})
	default:
		blocks = append(blocks, &Paragraph{Text: noRow(s)})
	}
	for _, op := range s.Ops {
		blocks = append(blocks, operation(op, o)...)
		blocks = append(blocks, more(op, func(row string) bool {
			named := func(r report.Row) bool { return r.Name == row }
			return !o.Compact || slices.ContainsFunc(op.Safe, named) || slices.ContainsFunc(op.Unsafe, named)
		})...)
	}
	if len(s.Sizes) > 0 {
		blocks = append(blocks, &Heading{Level: 3, Text: "size"}, sizes(s))
	}
	if len(s.Proven) > 0 {
		blocks = append(blocks, proven(s)...)
	}
	if len(s.Programs) > 0 {
		blocks = append(blocks, programs(s))
	}
	if len(s.Excluded) > 0 {
		blocks = append(blocks, excluded(s))
	}
	if len(s.Notes) > 0 {
		blocks = append(blocks, notes(s))
	}
	return blocks
}

// noRow says that nothing was measured, and of values that nobody gave that others may
// do better.
func noRow(s *report.Subject) string {
	return strings.TrimSpace("No variant was measured. " + others(s))
}

// others says how to give other values than those that were made up; empty where they were not,
// or [madeUp] says it.
func others(s *report.Subject) string {
	if strings.HasPrefix(s.Origin, "generated") && s.Refused == "" && len(s.Simple) == 0 {
		return "The values are made up: others may pass (--sample=FUNC)."
	}
	return ""
}

// madeUp says what the type's own methods made of values that nobody gave, and how
// to give others; empty where they took all. What to do comes first.
func madeUp(s *report.Subject) string {
	switch {
	case s.Refused != "":
		return "Give values by --sample=FUNC: its own methods refuse those made up (" + s.Refused + ")."
	case len(s.Simple) > 0:
		return "Give fuller values by --sample=FUNC: its own methods refuse all but simple ones of " + paths(s.Simple) + "."
	}
	return ""
}

// zeros says which fields no figure depends on; empty when there are none.
func zeros(s *report.Subject) string {
	if len(s.Zero) == 0 {
		return ""
	}
	return "Zero in all values, and so neither verified nor measured: " + paths(s.Zero) + "."
}

// paths names the first of the fields, and how many there are besides.
func paths(list []string) string {
	const shown = 8
	text := strings.Join(list[:min(len(list), shown)], ", ")
	if n := len(list); n > shown {
		text += fmt.Sprintf(" and %d more", n-shown)
	}
	return text
}

func values(s *report.Subject) string {
	text := fmt.Sprintf("Type %s, %s", s.Type, plural(s.Values, "value", "values"))
	switch {
	case strings.HasPrefix(s.Origin, "generated"):
		text += " " + s.Origin
	case s.Origin != "":
		text += " of the " + s.Origin
	}
	if len(s.Flags) > 0 {
		text += " (" + Flags(s.Flags) + ")"
	}
	return text
}

// answers is the table of the figures in short. A question stands on its first
// line only.
func answers(s *report.Subject) *Table {
	t := &Table{
		Title:   "In short",
		Columns: []Column{{}, {Heading: "OPERATION"}, {Heading: "VARIANT", Names: true}, {Heading: "FIGURE", Number: true}, {Heading: "UNIT"}},
	}
	var last report.Question
	for _, a := range s.Answers {
		question := string(a.Question)
		if a.Question == last {
			question = ""
		}
		last = a.Question
		t.Rows = append(t.Rows, []Cell{
			{Text: question}, {Text: OpName(a.Op)}, {Text: tied(a.Rows), Best: true}, {Text: answer(a)}, {Text: a.Unit},
		})
	}
	return t
}

func answer(a report.Answer) string {
	if a.Question == report.FewestAllocs {
		return Count(a.Value)
	}
	return Figure(a.Value)
}

// tied names the first of the tied rows, and how many there are besides.
func tied(rows []string) string {
	if len(rows) <= 1 {
		return strings.Join(rows, "")
	}
	return fmt.Sprintf("%s (tied with %d more)", rows[0], len(rows)-1)
}

func operation(op *report.Op, o Options) []Block {
	name := OpName(op.Op)
	blocks := []Block{&Heading{Level: 3, Text: name}}
	if op.Part != "" {
		blocks = append(blocks, &Paragraph{Text: "The field is " + op.Part + ", the last number among the struct's own."})
	}
	if text := floor(op); text != "" {
		blocks = append(blocks, &Paragraph{Text: text})
	}
	for _, class := range []struct {
		title, none string
		rows        []report.Row
		unsafe      bool
	}{
		{"Fastest safe", "each variant uses package unsafe or is zero-copy", op.Safe, false},
		{"Fastest unsafe", "no variant uses package unsafe or is zero-copy", op.Unsafe, true},
	} {
		if len(class.rows) == 0 {
			blocks = append(blocks, &Paragraph{Text: class.title + ", " + name + ": " + class.none + "."})
			continue
		}
		blocks = append(blocks, rows(class.title+", "+name, class.rows, nil, class.unsafe))
	}
	if o.Compact {
		return append(blocks, &Paragraph{Text: fmt.Sprintf("All, %s: %s, left out by --brief.", name, plural(len(op.All), "variant", "variants"))})
	}
	return append(blocks, rows("All, "+name, op.All, op, len(op.Unsafe) > 0))
}

// floor says what the harness takes.
func floor(op *report.Op) string {
	fresh, reuse := op.Floor, op.FloorReuse
	switch {
	case fresh == nil && reuse == nil:
		return ""
	case fresh == nil:
		return fmt.Sprintf("Harness floor: %s ns/op, the loop and an indirect call that does nothing. Variants are called directly: less than that is part of every figure below.", Figure(reuse.Median))
	case !decodesFresh(op.Op):
		return fmt.Sprintf("Harness floor: %s ns/op, the loop and an indirect call that does nothing. Variants are called directly: less than that is part of every figure below.", Figure(fresh.Median))
	case reuse == nil:
		return fmt.Sprintf("Harness floor: %s ns/op, the loop, an indirect call that does nothing, and a new destination.", Figure(fresh.Median))
	}
	return fmt.Sprintf("Harness floor: %s ns/op, the loop and an indirect call that does nothing (variants are called directly, so that less than that is part of every figure below); %s with a new destination for each call, which variants without reuse get, or one of the serializer's own struct.",
		Figure(reuse.Median), Figure(fresh.Median))
}

// decodesFresh reports whether rows without reuse get a new destination.
func decodesFresh(name string) bool {
	op := protocol.Op(name)
	return op == protocol.Unmarshal || op == protocol.RoundTrip || op == protocol.Compared || op == protocol.Decode
}

// rows sets the rows of a table of figures. That of all rows of an operation is
// full: it has processor times, and the limits below its rows.
func rows(title string, list []report.Row, full *report.Op, unsafe bool) *Table {
	t := &Table{Title: title, Columns: []Column{{Heading: "#", Number: true}, {Heading: "VARIANT", Names: true}}}
	if unsafe {
		t.Columns = append(t.Columns, Column{Heading: "UNSAFE"}, Column{Heading: "0-COPY"})
	}
	for _, h := range []string{"NS/OP", "±", "× BEST", "±", "MB/S", "B/SIZE", "B/OP", "ALLOCS/OP"} {
		t.Columns = append(t.Columns, Column{Heading: h, Number: true})
	}
	optional := []optionalColumn{
		{"GC OFF", func(r report.Row) (string, bool) {
			if r.NSNoGC == nil {
				return "", false
			}
			return Figure(r.NSNoGC.Median), true
		}},
		{"GC", func(r report.Row) (string, bool) {
			if r.CPU == nil || full == nil {
				return "", false
			}
			return Figure(r.CPU.GCNS), true
		}},
		{"±", func(r report.Row) (string, bool) {
			if r.CPU == nil || full == nil || r.CPU.Interval == nil {
				return "", false
			}
			if r.CPU.GCNS == 0 {
				return "", true // nothing is allocated
			}
			return spread(report.Estimate{Median: r.CPU.GCNS, Interval: r.CPU.Interval}), true
		}},
	}
	optional = slices.DeleteFunc(optional, func(c optionalColumn) bool {
		return !slices.ContainsFunc(list, func(r report.Row) bool { _, ok := c.text(r); return ok })
	})
	for _, c := range optional {
		t.Columns = append(t.Columns, Column{Heading: c.heading, Number: true})
	}
	if full != nil {
		list = slices.Concat(list, full.Limits)
	}
	for _, r := range list {
		best := r.Rank == list[0].Rank
		rank := report.Place(r.Rank, r.Tied)
		if r.Rank == 0 {
			rank = "" // a limit
		}
		cells := []Cell{{Text: rank, Best: best}, {Text: r.Name + marks(r.Notes), Best: best}}
		if unsafe {
			cells = append(cells, Cell{Text: yes(r.Unsafe)}, Cell{Text: yes(r.ZeroCopy)})
		}
		ratio, around := "?", "?"
		switch {
		case r.Name == list[0].Name:
			ratio, around = "1.00", "" // the first against itself has no spread
		case r.Ratio != nil:
			ratio, around = Ratio(r.Ratio.Median), spread(*r.Ratio)
		}
		speed, size := Figure(r.MBPerSec), Figure(r.Size.Mean)
		if r.Rank == 0 {
			speed, size = "", "" // it encodes nothing
		}
		for _, text := range []string{
			Figure(r.NS.Median), spread(r.NS), ratio, around, speed, size, Count(r.BytesPerOp), Count(r.AllocsPerOp),
		} {
			cells = append(cells, Cell{Text: text, Best: best})
		}
		for _, c := range optional {
			text, _ := c.text(r)
			cells = append(cells, Cell{Text: text, Best: best})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// optionalColumn is one that is set where some row has its figure.
type optionalColumn struct {
	heading string
	text    func(report.Row) (string, bool)
}

// sizes has a column for each algorithm by which sizes were compressed.
func sizes(s *report.Subject) *Table {
	t := &Table{Title: "Encoded size", Columns: []Column{{Heading: "#", Number: true}, {Heading: "VARIANT", Names: true}}}
	algorithms := map[string]bool{}
	for _, r := range s.Sizes {
		for algorithm := range r.Compressed {
			algorithms[algorithm] = true
		}
	}
	for _, h := range []string{"B/SIZE", "× BEST", "MIN", "MAX"} {
		t.Columns = append(t.Columns, Column{Heading: h, Number: true})
	}
	for _, algorithm := range slices.Sorted(maps.Keys(algorithms)) {
		t.Columns = append(t.Columns, Column{Heading: strings.ToUpper(algorithm), Number: true})
	}
	for _, r := range s.Sizes {
		best := r.Rank == 1
		name := slices.MinFunc(r.Rows, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
		if more := len(r.Rows) - 1; more > 0 {
			name += " (and " + plural(more, "other variant", "other variants") + ")"
		}
		cells := []Cell{{Text: report.Place(r.Rank, r.Tied), Best: best}, {Text: name, Best: best}}
		for _, text := range []string{Figure(r.Size.Mean), Ratio(r.Ratio), strconv.Itoa(r.Size.Min), strconv.Itoa(r.Size.Max)} {
			cells = append(cells, Cell{Text: text, Best: best})
		}
		for _, algorithm := range slices.Sorted(maps.Keys(algorithms)) {
			text := ""
			if mean, ok := r.Compressed[algorithm]; ok {
				text = Figure(mean)
			}
			cells = append(cells, Cell{Text: text, Best: best})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// proven has a column for each label, and a line for each reason why one does not hold.
func proven(s *report.Subject) []Block {
	t := &Table{Title: "Malformed input and type changes (assay check)", Columns: []Column{{Heading: "VARIANT", Names: true}}}
	against := map[string][]string{} // rows, by the reason
	for _, name := range result.LabelNames {
		t.Columns = append(t.Columns, Column{Heading: strings.ToUpper(name)})
	}
	for _, p := range s.Proven {
		row := []Cell{{Text: p.Row}}
		for _, name := range result.LabelNames {
			text := "-"
			if i := slices.IndexFunc(p.Labels, func(l result.Label) bool { return l.Name == name }); i >= 0 {
				if text = "yes"; !p.Labels[i].Holds {
					text = "no"
					why := "not " + name + ": " + p.Labels[i].Fault
					against[why] = append(against[why], p.Row)
				}
			}
			row = append(row, Cell{Text: text})
		}
		t.Rows = append(t.Rows, row)
	}
	l := &List{}
	for _, why := range slices.Sorted(maps.Keys(against)) {
		l.Items = append(l.Items, Item{Mark: "-", Text: why + ": " + strings.Join(against[why], ", ")})
	}
	if len(l.Items) == 0 {
		return []Block{t}
	}
	return []Block{t, l}
}

// programs is what rows add to a program.
func programs(s *report.Subject) *Table {
	t := &Table{Title: "Added to a program that has the type", Columns: []Column{
		{Heading: "VARIANT", Names: true}, {Heading: "EXECUTABLE KB", Number: true}, {Heading: "COMPILE S", Number: true},
	}}
	for _, p := range s.Programs {
		name := slices.MinFunc(p.Rows, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
		if more := len(p.Rows) - 1; more > 0 {
			name += " (and " + plural(more, "other variant", "other variants") + ")"
		}
		t.Rows = append(t.Rows, []Cell{{Text: name}, {Text: Figure(float64(p.ExecutableBytes) / 1e3)}, {Text: Figure(p.CompileSec)}})
	}
	return t
}

func excluded(s *report.Subject) *List {
	l := &List{Title: "Variants without figures"}
	for _, e := range s.Excluded {
		l.Items = append(l.Items, Item{Mark: "-", Text: fmt.Sprintf("%s: %s: %s%s", e.Status, strings.Join(e.Rows, ", "), e.Reason, marks(e.Notes))})
	}
	return l
}

func notes(s *report.Subject) *List {
	l := &List{Title: "Notes"}
	for _, n := range s.Notes {
		l.Items = append(l.Items, Item{Mark: fmt.Sprintf("[%d]", n.Number),
			Text: fmt.Sprintf("%s: %s (%s)", n.Kind, n.Text, concerned(n.Rows))})
	}
	return l
}

// concerned names the rows of a note, or counts them when they are many.
func concerned(rows []string) string {
	if len(rows) > 4 {
		return fmt.Sprintf("%s and %d more variants", rows[0], len(rows)-1)
	}
	return strings.Join(rows, ", ")
}

func legend(v *report.View) *List {
	l := &List{Title: "How to read the tables", Items: []Item{
		{Mark: "#", Text: "one more than the number of variants that are significantly faster: variants that are not distinguishable share a rank."},
		{Mark: "NS/OP", Text: fmt.Sprintf("wall time of one operation, by the faster half of the batches; ± is the wider side of its %.0f%% interval over the layouts of the code in this run, ? where there are too few. On another day, or built anew, it moves by more: assay doctor says by how much.", v.Confidence*100)},
		{Mark: "× BEST", Text: "ratio to the first variant of the same table, taken within rounds, with its interval over the same layouts; ? where the two share no round."},
		{Mark: "MB/S", Text: "mean encoded size over that time, in 10^6 bytes a second."},
		{Mark: "B/SIZE", Text: "mean encoded length in bytes, compressed by an algorithm below its name; B/OP and ALLOCS/OP are memory allocated by one operation."},
		{Mark: "UNSAFE", Text: "the adapter, or what it reaches in the library, uses package unsafe; the standard library is not counted."},
		{Mark: "0-COPY", Text: "zero-copy: decoded values share memory with the message, and change or are kept alive with it."},
		{Mark: "Fastest", Text: "the best variant of each serializer and format; All has every variant."},
	}}
	if v.Settings.WindowHeapMB > 0 {
		l.Items = append(l.Items, Item{Mark: "GC", Text: fmt.Sprintf("the collector's work for one operation, in ns of processor time beyond NS/OP: what so many bytes and allocations cost here beside a live heap of %d MB full of pointers.", v.Settings.WindowHeapMB)})
	}
	if hasLimits(v) {
		l.Items = append(l.Items, Item{Mark: "limit", Text: "what is left to win: limit.copy moves as many bytes as the value holds, limit.alloc makes the allocations of the value, or one for its encoding, and neither does anything else. Variants that put several parts of a value into one allocation can go below the latter."})
	}
	if v.Settings.NoGC {
		l.Items = append(l.Items, Item{Mark: "GC OFF", Text: "time in ns/op of batches without garbage collection."})
	}
	l.Items = append(l.Items, moreLegend(v)...)
	return l
}

func hasLimits(v *report.View) bool {
	for _, s := range v.Subjects {
		for _, op := range s.Ops {
			if len(op.Limits) > 0 {
				return true
			}
		}
	}
	return false
}

// OpName returns an operation's name for people.
func OpName(op string) string {
	switch protocol.Op(op) {
	case protocol.RoundTrip:
		return "round trip"
	case protocol.Compared:
		return "round trip with comparison"
	case protocol.Field:
		return "one field read"
	case protocol.Update:
		return "one field written"
	case protocol.Open:
		return "open (nothing is read, so nothing but the root is verified)"
	}
	return op
}

// marks refers to notes: " [1,3]".
func marks(numbers []int) string {
	if len(numbers) == 0 {
		return ""
	}
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		parts[i] = strconv.Itoa(n)
	}
	return " [" + strings.Join(parts, ",") + "]"
}
