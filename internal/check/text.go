package check

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
)

// Formats are those that a report can be written in.
var Formats = []string{"text", "json", "md", "github"}

// Print writes the report in one of the formats. explain adds the bytes and both
// values of each cell that is not the same.
func (r *Report) Print(w io.Writer, format string, explain bool) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(r)
	case "md":
		return r.markdown(w, explain)
	case "github":
		return r.annotations(w)
	}
	return r.text(w, explain)
}

// The width of the text, and how many lines of codecs and notes it has at most.
const (
	textWidth = 100
	textLines = 20
	textNotes = 2
	nameWidth = 34 // most names are shorter
)

// line is one line of the table: of several codecs where they fare alike.
type line struct {
	names   []string
	cells   []string // one for each way
	verdict string
	more    string // of a codec by itself
	why     string // the first refuses, where it does
}

// String says how much alike two codecs write.
func (b *Bytes) String() string {
	s := fmt.Sprintf("%d of %d equal", b.Equal, b.Values)
	switch {
	case b.Values == 0 && b.Varies > 0:
		return "never the same"
	case b.Equal == b.Values:
		s = "equal"
	}
	if b.Varies > 0 {
		s += fmt.Sprintf(", %d vary", b.Varies)
	}
	return s
}

// lines groups codecs that fare alike. Those that do not hold come first.
func (r *Report) lines() (list []line, undecided []*Codec) {
	codecs := slices.Clone(r.Codecs)
	slices.SortStableFunc(codecs, func(a, b *Codec) int { return outcomeRank(a.Verdict) - outcomeRank(b.Verdict) })
	for _, c := range codecs {
		if c.Verdict == Unknown {
			undecided = append(undecided, c)
			continue
		}
		l := line{names: []string{c.Name}, verdict: string(c.Verdict)}
		if c.Transitive {
			l.verdict += "_TRANSITIVE"
		}
		switch r.Mode {
		case Locked:
			worst, s := c.locked()
			l.cells, l.why = []string{s}, worst.refusal()
		case Trust:
			l.cells = []string{c.Ways[0].altered(), broken(c.Labels)}
		default:
			for odd := range min(len(c.Ways), 2) {
				worst, s := r.direction(c, odd)
				l.cells, l.why = append(l.cells, s), cmp.Or(l.why, worst.refusal())
			}
			if c.Bytes != nil {
				l.cells = append(l.cells, c.Bytes.String())
				l.more = c.Bytes.First
			}
		}
		at := slices.IndexFunc(list, func(o line) bool { return o.verdict == l.verdict && o.more == l.more && slices.Equal(o.cells, l.cells) })
		if at >= 0 {
			list[at].names = append(list[at].names, c.Name)
		} else {
			list = append(list, l)
		}
	}
	return list, undecided
}

func outcomeRank(o Outcome) int {
	return slices.Index([]Outcome{Full, Sound, Alters, Backward, Forward, Breaks, Loose, Drops, Corrupts, Kills, Unknown}, o)
}

// direction is the worst way of a codec in a few words: of those from older sides
// to the newest, which are the even ones, or back. Of several it is told which.
func (r *Report) direction(c *Codec, odd int) (*Direction, string) {
	worst := c.worst(odd, 2)
	s := c.Ways[worst].summary()
	if c.Transitive && s != "same" {
		s = r.Sides[worst/2].Name + ": " + s
	}
	return &c.Ways[worst], s
}

// locked is the worst of what is read of the versions of a lock, in a few words.
func (c *Codec) locked() (*Direction, string) {
	worst := c.worst(0, 1)
	s := c.Ways[worst].summary()
	if len(c.Ways) > 1 && s != "same" {
		s = fmt.Sprintf("version %d of %d: %s", worst+1, len(c.Ways), s)
	}
	return &c.Ways[worst], s
}

// worst is the first of the worst ways, from one on in steps.
func (c *Codec) worst(from, step int) int {
	worst := from
	for i := from; i < len(c.Ways); i += step {
		a, _ := c.Ways[i].Worst()
		if b, _ := c.Ways[worst].Worst(); a != b && worse(a, b) == a {
			worst = i
		}
	}
	return worst
}

// refusal is why the reader refuses, where that is the worst that it does.
func (w *Direction) refusal() string {
	if worst, cell := w.Worst(); worst == Refused {
		return cell.Reason
	}
	return ""
}

// summary is a way in a few words.
func (w *Direction) summary() string {
	worst, cell := w.Worst()
	switch {
	case worst == Dropped:
		return "DROPPED " + strings.Join(w.Dropped, ", ")
	case cell == nil:
		return "no values"
	}
	switch worst {
	case Same:
		if len(w.Passed) > 0 {
			return "same, but for " + strings.Join(w.Passed, ", ")
		}
		return "same"
	case Unwritten:
		return "not written: " + short(cell.Reason)
	case Refused:
		return "refused" + cell.of()
	case Dies:
		return "DIES" + cell.of() + ": " + cell.Reason
	}
	if len(cell.Diffs) == 0 {
		return string(worst)
	}
	d := cell.Diffs[0]
	s := strings.ToUpper(string(worst)) + " " + d.Path + " = " + d.Got
	if d.Sent != "" {
		s += " (was " + d.Sent + ")"
	}
	return s
}

// altered says which values of one type do not come back as they were.
func (w *Direction) altered() string {
	var own []string
	kinds := map[Verdict][]string{}
	for _, c := range w.Cells {
		switch {
		case c.Verdict == Same:
		case c.Place == "" && c.Verdict != Unwritten:
			if len(own) == 0 {
				own = append(own, strings.ToUpper(string(c.Verdict))+" "+c.Value+c.why())
			}
		case !slices.Contains(kinds[c.Verdict], c.Value):
			kinds[c.Verdict] = append(kinds[c.Verdict], c.Value)
		}
	}
	parts := own
	for _, x := range []struct {
		words   string
		verdict Verdict
	}{{"dies of", Dies}, {"alters", Changed}, {"does not read", Refused}, {"refuses", Unwritten}} {
		if list := kinds[x.verdict]; len(list) > 0 {
			slices.Sort(list)
			parts = append(parts, x.words+" "+strings.Join(slices.Compact(list), ", "))
		}
	}
	if len(parts) == 0 {
		return "all come back"
	}
	return strings.Join(parts, "; ")
}

// why is the first difference of a cell, or its reason.
func (c *Cell) why() string {
	if len(c.Diffs) > 0 {
		return fmt.Sprintf(": %s = %s (was %s)", c.Diffs[0].Path, c.Diffs[0].Got, orNothing(c.Diffs[0].Sent))
	}
	return ": " + c.Reason
}

// broken says which labels hold, and what speaks against the others. What is unknown of
// several is unknown for one reason, and is told of them together.
func broken(labels []result.Label) string {
	var held, missed, unknown []string
	why := ""
	for _, l := range labels {
		switch {
		case l.Holds:
			held = append(held, l.Name)
		case strings.HasPrefix(l.Evidence, "unknown: "):
			unknown, why = append(unknown, l.Name), l.Evidence
		default:
			missed = append(missed, l.Evidence)
		}
	}
	if unknown != nil {
		missed = append(missed, strings.Join(unknown, " and ")+" "+why)
	}
	return strings.Join(append(held, slices.Compact(missed)...), "; ")
}

// of says of which value a cell is, where it is an edge.
func (c *Cell) of() string {
	if c.Place == "" {
		return ""
	}
	return " at " + c.Place + ", " + c.Value
}

func (r *Report) text(w io.Writer, explain bool) error {
	var b strings.Builder
	b.WriteString(clip(r.headline(), 3*textWidth) + "\n")
	list, undecided := r.lines()
	left, mid := len("CODEC"), 0
	for _, l := range list {
		for _, n := range l.names {
			left = max(left, min(nameWidth, utf8.RuneCountInString(n)))
		}
	}
	ways := r.ways()
	if len(ways) > 0 {
		verdict := 8
		for _, l := range list {
			verdict = max(verdict, len(l.verdict))
		}
		mid = (textWidth - left - 3 - verdict) / len(ways)
	}
	row := func(cells ...string) {
		var out strings.Builder
		out.WriteString("  " + pad(cells[0], left) + " ")
		for _, c := range cells[1 : len(cells)-1] {
			out.WriteString(pad(c, mid-1) + " ")
		}
		out.WriteString(cells[len(cells)-1])
		b.WriteString(strings.TrimRight(out.String(), " ") + "\n")
	}
	row(slices.Concat([]string{"CODEC"}, ways, []string{"VERDICT"})...)
	for i, l := range list {
		if i == textLines-1 && len(list) > textLines {
			fmt.Fprintf(&b, "  … and %d lines more: --format=md has all\n", len(list)-i)
			break
		}
		row(slices.Concat([]string{l.names[0]}, l.cells, []string{l.verdict})...)
		if l.more != "" {
			b.WriteString("    first difference: " + clip(l.more, textWidth-22) + "\n")
		}
		if l.why != "" {
			b.WriteString("    refused: " + clip(l.why, textWidth-13) + "\n")
		}
		if more := l.names[1:]; len(more) > 0 {
			b.WriteString("    " + clip("and "+strings.Join(more, ", "), textWidth-4) + "\n")
		}
	}
	if len(undecided) > 0 {
		var names []string
		for _, c := range undecided {
			names = append(names, c.Name)
		}
		b.WriteString(clip(fmt.Sprintf("  unknown of %d: %s (%s: %s)", len(undecided), strings.Join(names, ", "), undecided[0].Name, undecided[0].Reason), 2*textWidth) + "\n")
	}
	for _, m := range r.Means {
		b.WriteString("  " + clip(m.String(), 3*textWidth) + "\n")
	}
	b.WriteString(r.conclusion() + "\n")
	for _, n := range r.Notes[:min(len(r.Notes), textNotes)] {
		b.WriteString("note: " + clip(n, 2*textWidth) + "\n")
	}
	if more := len(r.Notes) - textNotes; more > 0 {
		fmt.Fprintf(&b, "and %d notes more: --format=md has all\n", more)
	}
	if explain {
		r.explain(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// headline says what was compared, and what differs.
func (r *Report) headline() string {
	names := make([]string, len(r.Sides))
	for i, s := range r.Sides {
		names[i] = s.Name
	}
	head := names[0]
	if last := len(names) - 1; last > 0 {
		head = strings.Join(names[:last], ", ") + " → " + names[last]
	}
	if r.Mode == Trust {
		cells := 0
		for _, c := range r.Codecs {
			for _, w := range c.Ways {
				cells = max(cells, len(w.Cells))
			}
		}
		return fmt.Sprintf("%s: %d values and edges of their types, and malformed messages of every kind that is known", head, cells)
	}
	switch {
	case r.Mode == Locked:
		if head = filepath.Base(r.lock) + " → " + head; len(r.Changes) == 0 {
			return head
		}
	case r.Mode != Evolution:
		return head + ": " + r.Sides[0].Type
	case len(r.Changes) == 0:
		return head + ": the type is the same"
	}
	var parts []string
	for _, c := range r.Changes {
		parts = append(parts, c.String())
	}
	return head + ": " + strings.Join(parts, ", ")
}

// ways are the headings of the columns.
func (r *Report) ways() []string {
	if r.Mode == Evolution {
		return []string{"OLD → NEW", "NEW → OLD"}
	}
	switch r.Mode {
	case Exchange:
		return []string{r.Sides[0].Name + " → " + r.Sides[1].Name, "AND BACK", "BYTES"}
	case Locked:
		return []string{"OLD BYTES → NEW"}
	}
	return []string{"VALUES", "MALFORMED INPUT"}
}

// conclusion says whether what was required holds, and what to do where something is dropped.
func (r *Report) conclusion() string {
	if r.Mode == Trust {
		return r.trusted()
	}
	bad := 0
	var lost []string
	for _, c := range r.Codecs {
		if c.Holds {
			continue
		}
		bad++
		for i := range c.Ways {
			for _, path := range c.Ways[i].Dropped {
				asked := r.Mode != Evolution || r.Require != "forward" && i%2 == 0 || r.Require != "backward" && i%2 == 1
				if one := path + ": dropped"; asked && !slices.Contains(lost, one) {
					lost = append(lost, one)
				}
			}
		}
	}
	switch {
	case bad == 0 && len(r.Codecs) == 1:
		return fmt.Sprintf("Required: %s. It holds.", r.Require)
	case bad == 0:
		return fmt.Sprintf("Required: %s. It holds for all %d codecs.", r.Require, len(r.Codecs))
	}
	s := fmt.Sprintf("Required: %s. It does not hold for %d of %d codecs; --explain has the bytes.", r.Require, bad, len(r.Codecs))
	if r.Mode == Evolution && !r.asked && bad < len(r.Codecs) {
		s += " Name those that you use by --serializers."
	}
	switch {
	case lost == nil:
	case r.Mode == Locked:
		for _, one := range lost {
			s += fmt.Sprintf("\nIf it may be lost: assay accept '%s' --because='…' --lock=%s", one, r.lock)
		}
	default:
		s += fmt.Sprintf("\nIf it may be lost: --allow='%s'", strings.Join(lost, ","))
	}
	return s
}

// trusted says of how many codecs a type's values come back from messages that may be
// broken.
func (r *Report) trusted() string {
	strict, bad := 0, 0
	for _, c := range r.Codecs {
		if len(c.Labels) > 0 && !slices.ContainsFunc(c.Labels, func(l result.Label) bool { return !l.Holds }) {
			strict++
		}
		if !c.Holds {
			bad++
		}
	}
	return fmt.Sprintf("%d of %d codecs are strict and bounded; %d die, or change values without an error. --explain has the bytes.", strict, len(r.Codecs), bad)
}

// explain tells of cells that are not the same: of each kind the first few.
func (r *Report) explain(b *strings.Builder) {
	const most = 3 // cells of one verdict and way; --format=json has all
	for _, c := range r.Codecs {
		for _, way := range c.Ways {
			told := map[Verdict]int{}
			for _, cell := range way.Cells {
				told[cell.Verdict]++
				if cell.Verdict == Same || told[cell.Verdict] > most {
					continue
				}
				fmt.Fprintf(b, "\n%s, %s → %s, %s%s: %s\n", c.Name, r.Sides[way.From].Name, r.Sides[way.To].Name, cell.Value, atPlace(cell.Place), cell.Verdict)
				if cell.Reason != "" {
					fmt.Fprintf(b, "  %s\n", cell.Reason)
				}
				for _, d := range cell.Diffs {
					at := ""
					if d.At != nil {
						at = fmt.Sprintf("near byte %d, ", *d.At)
					}
					fmt.Fprintf(b, "  %s: %ssent %s, got %s\n", d.Path, at, orNothing(d.Sent), d.Got)
				}
				if len(cell.Encoded) > 0 {
					b.WriteString(dump(cell.Encoded))
				}
			}
		}
		explainHostile(b, c.Hostile, c.Name)
	}
}

// explainHostile tells of each kind of malformed input what did worst.
func explainHostile(b *strings.Builder, h *measure.Hostile, name string) {
	if h == nil {
		return
	}
	for _, d := range h.Deaths {
		fmt.Fprintf(b, "\n%s, %s: %s\n", name, d.Kind, d.Reason)
	}
	for _, hit := range h.Hits {
		if hit.Worst == nil {
			continue
		}
		fmt.Fprintf(b, "\n%s, %s: of %d, %d refused, %d taken for another value, %d panicked, %d allocated too much\n  %s\n", name, hit.Kind, hit.Tried, hit.Refused, hit.Other, hit.Panics, hit.Over, hit.Worst.What)
		b.WriteString(dump(hit.Worst.Input))
	}
}

func atPlace(place string) string {
	if place == "" {
		return ""
	}
	return " at " + place
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// dump shows the first bytes of a message.
func dump(data []byte) string {
	const most = 128
	var b strings.Builder
	for line := range strings.Lines(hex.Dump(data[:min(len(data), most)])) {
		b.WriteString("  " + line)
	}
	if len(data) > most {
		fmt.Fprintf(&b, "  … %d bytes in all\n", len(data))
	}
	return b.String()
}

func (r *Report) markdown(w io.Writer, explain bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", cellText(r.headline()))
	heads := slices.Concat([]string{"Codec"}, r.ways(), []string{"Verdict"})
	b.WriteString("| " + strings.Join(heads, " | ") + " |\n|" + strings.Repeat(" --- |", len(heads)) + "\n")
	list, undecided := r.lines()
	for _, l := range list {
		cells := []string{strings.Join(l.names, ", ")}
		for _, c := range l.cells {
			cells = append(cells, cellText(c))
		}
		if l.more != "" {
			cells[len(cells)-1] += "; " + cellText(l.more)
		}
		verdict := l.verdict
		if l.why != "" {
			verdict += ": " + cellText(l.why)
		}
		b.WriteString("| " + strings.Join(append(cells, verdict), " | ") + " |\n")
	}
	for _, c := range undecided {
		fmt.Fprintf(&b, "\n%s: unknown: %s\n", c.Name, cellText(c.Reason))
	}
	for _, m := range r.Means {
		fmt.Fprintf(&b, "\n%s\n", cellText(m.String()))
	}
	fmt.Fprintf(&b, "\n%s\n", r.conclusion())
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "\nNote: %s\n", cellText(n))
	}
	if explain {
		b.WriteString("\n```\n")
		r.explain(&b)
		b.WriteString("```\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func cellText(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(s)
}

// annotations are workflow commands of GitHub's: one for each place at which a
// codec that does not hold lost or changed something, at the line of the field.
func (r *Report) annotations(w io.Writer) error {
	var b strings.Builder
	seen := map[string]bool{}
	for _, c := range r.Codecs {
		if c.Holds {
			continue
		}
		for i := range c.Ways {
			worst, cell := c.Ways[i].Worst()
			if worst == Same || worst == Unwritten {
				continue
			}
			path := ""
			switch {
			case worst == Dropped:
				path = c.Ways[i].Dropped[0]
			case len(cell.Diffs) > 0:
				path = cell.Diffs[0].Path
			default:
				path = cell.Place
			}
			file, at := r.position(place(path))
			file = inRepository(file)
			from := r.Sides[c.Ways[i].From].Name
			if r.Mode == Locked {
				from = fmt.Sprintf("%s, version %d of %d", filepath.Base(r.lock), i+1, len(c.Ways))
			}
			text := fmt.Sprintf("::error file=%s,line=%d,title=%s::%s: %s → %s: %s", escapeProperty(file), at,
				escapeProperty(c.Name+" "+string(c.Verdict)), escape(c.Name), escape(from), escape(r.Sides[c.Ways[i].To].Name), escape(c.Ways[i].summary()))
			if !seen[text] {
				seen[text] = true
				b.WriteString(text + "\n")
			}
		}
	}
	fmt.Fprintf(&b, "::notice title=assay check::%s\n", escape(r.headline()+". "+r.conclusion()))
	_, err := io.WriteString(w, b.String())
	return err
}

// inRepository is the file as its repository has it, which is how GitHub finds it; of a
// file that is in none, the same.
func inRepository(file string) string {
	for dir := filepath.Dir(file); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
			continue
		}
		if rel, err := filepath.Rel(dir, file); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return file
}

// position is where the change stands that a path belongs to, or else the first.
func (r *Report) position(path string) (file string, line int) {
	for _, c := range r.Changes {
		if c.File != "" && slices.ContainsFunc(append(c.Also, c.Path), func(at string) bool { return below(path, at) || below(at, path) }) {
			return c.File, c.Line
		}
	}
	for _, c := range r.Changes {
		if c.File != "" {
			return c.File, c.Line
		}
	}
	if r.of != nil {
		pos := declared(r.of, path)
		return pos.Filename, max(pos.Line, 1)
	}
	return "", 1
}

// declared is where the field at a place is declared, or the deepest struct that the place
// leads to, where the field is gone.
func declared(t *typemodel.Type, path string) token.Position {
	pos := t.Pos
	for path != "" {
		t = pointee(t)
		if rest, ok := strings.CutPrefix(path, "[]"); ok && t.Elem != nil {
			t, path = t.Elem, strings.TrimPrefix(rest, ".")
			continue
		}
		if t.Pos.IsValid() {
			pos = t.Pos
		}
		f, rest := at(t, path)
		if f == nil {
			return pos
		}
		pos = f.Pos
		t, path = f.Type, rest
	}
	return pos
}

// escape and escapeProperty write text as GitHub's workflow commands want it.
func escape(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escape(s))
}

// pad makes a text as wide as a column, and cuts it where it is wider.
func pad(s string, width int) string {
	s = clip(s, width)
	return s + strings.Repeat(" ", max(width-utf8.RuneCountInString(s), 0))
}

func clip(s string, width int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > width {
		return string(r[:max(width-1, 0)]) + "…"
	}
	return s
}
