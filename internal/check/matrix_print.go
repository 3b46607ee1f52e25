package check

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

// MatrixFormats are those that a matrix can be written in.
var MatrixFormats = []string{"text", "json", "md", "html", "labels"}

// Print writes the matrix in one of its formats. That of labels is what the command
// knows of every row, see [rows.Labels].
func (m *Matrix) Print(w io.Writer, format string) error {
	switch format {
	case "json":
		return atomic.WriteLines(w, m, 2)
	case "md":
		return m.markdown(w)
	case "html":
		return m.html(w)
	case "labels":
		return atomic.WriteLines(w, m.labels(), 2)
	}
	return m.text(w)
}

// ReadMatrix reads what Print wrote as json.
func ReadMatrix(data []byte) (*Matrix, error) {
	m := &Matrix{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("no matrix of assay check: %w", err)
	}
	if m.Schema != Schema || len(m.Changes)+len(m.Suites) == 0 {
		return nil, fmt.Errorf("no matrix of assay check (schema %d): this assay knows %d", m.Schema, Schema)
	}
	for _, r := range m.Rows {
		r.relabel(m)
	}
	return m, nil
}

// relabel has the labels of changes be what the cells say, whichever there were before.
func (r *MatrixRow) relabel(m *Matrix) {
	r.Labels = slices.DeleteFunc(r.Labels, func(l result.Label) bool { return !l.Safety() })
	r.Labels = append(r.Labels, r.outlives(m)...)
}

// worsen takes from an earlier reading of the codec what malformed input did worse there. What
// changes of types do is no chance: an earlier judge may have been wrong.
func (r *MatrixRow) worsen(o *MatrixRow) {
	if r.Reason != "" && o.Reason == "" { // it could be told once
		r.Changes, r.Values, r.Reason = o.Changes, o.Values, ""
	}
	maps.DeleteFunc(r.NotCarried, func(kind, _ string) bool { return o.NotCarried[kind] == "" })
	r.Tried = max(r.Tried, o.Tried)
	for _, b := range o.Broken {
		switch i := slices.IndexFunc(r.Broken, func(a MatrixBroken) bool { return a.Of == b.Of && a.Kind == b.Kind }); {
		case i < 0:
			r.Broken = append(r.Broken, b)
		case slices.Compare(b.faults(), r.Broken[i].faults()) > 0:
			r.Broken[i] = b
		}
	}
	for i, l := range r.Labels {
		if at := slices.IndexFunc(o.Labels, func(b result.Label) bool { return b.Name == l.Name }); at >= 0 && badness(o.Labels[at]) > badness(l) {
			r.Labels[i] = o.Labels[at]
		}
	}
}

// badness orders what is known of a label: it holds, it is unknown, it does not hold, the
// process died.
func badness(l result.Label) int {
	switch {
	case l.Holds:
		return 0
	case strings.HasPrefix(l.Evidence, "unknown: "):
		return 1
	case !strings.HasPrefix(l.Fault, "dies "):
		return 2
	}
	return 3
}

// faults are how often the worst came of malformed input, the worst first.
func (b *MatrixBroken) faults() []int { return []int{b.Deaths, b.Panics, b.Over, b.Other, b.Same} }

// Join takes the rows of another matrix in, and its suites in the place of those of the same
// formats. Of a codec that both have at one version the worse is known of malformed input, which
// may be chance; of what changes of types do, and of another version, the later.
func (m *Matrix) Join(other *Matrix) error {
	for _, s := range other.Suites {
		m.Suites = slices.DeleteFunc(m.Suites, func(o *Suite) bool { return o.Format == s.Format })
		m.Suites = append(m.Suites, s)
	}
	if len(other.Changes) == 0 && len(other.Suites) > 0 {
		return nil
	}
	if !slices.EqualFunc(m.Changes, other.Changes, func(a, b MatrixChange) bool { return a.Change == b.Change }) {
		return errors.New("two matrices of other changes")
	}
	m.Changes = other.Changes // what differs, in its words
	at := make([]int, len(other.Values))
	for i, v := range other.Values {
		at[i] = m.value(v)
	}
	for _, r := range other.Rows {
		for i := range r.Values {
			r.Values[i].At = at[r.Values[i].At]
		}
		i := slices.IndexFunc(m.Rows, func(o *MatrixRow) bool { return o.Name == r.Name })
		switch {
		case i < 0:
			m.Rows = append(m.Rows, r)
		case m.Rows[i].Version == r.Version:
			r.worsen(m.Rows[i])
			r.relabel(m)
			fallthrough
		default:
			m.Rows[i] = r
		}
	}
	m.Date, m.Tool, m.GoVersion = other.Date, other.Tool, other.GoVersion
	m.Command = []string{"check", "--matrix"} // which gives what the parts are together
	return nil
}

func (m *Matrix) labels() map[string]rows.Proven {
	all := map[string]rows.Proven{}
	for _, r := range m.Rows {
		if len(r.Labels) > 0 {
			all[r.Name] = rows.Proven{Version: r.Version, Labels: r.Labels}
		}
	}
	return all
}

// count counts the verdicts of n cells, of which those that are not the same are
// given. What is not written counts as refused: loud as well, and earlier.
func count(cells []MatrixCell, n int) map[Verdict]int {
	c := map[Verdict]int{Same: n - len(cells)}
	for _, cell := range cells {
		if cell.Verdict == Unwritten {
			cell.Verdict = Refused
		}
		c[cell.Verdict]++
	}
	return c
}

// values counts those that the row's codec can carry.
func (r *MatrixRow) values(m *Matrix) map[Verdict]int {
	n := 0
	for _, v := range m.Values {
		if r.NotCarried[v.Kind] == "" {
			n++
		}
	}
	return count(r.Values, n)
}

// sorted returns the rows, those of which most is proven first.
func (m *Matrix) sorted() []*MatrixRow {
	list := slices.Clone(m.Rows)
	rank := func(r *MatrixRow) (key [4]int) {
		for _, l := range r.Labels {
			if !l.Holds {
				key[0]++
			}
		}
		if len(r.Labels) == 0 {
			key[0] = len(result.LabelNames) + 1
		}
		c := count(r.Changes, 2*len(m.Changes))
		key[1], key[2] = c[Dropped]+c[Changed]+c[Dies], -c[Same]
		return key
	}
	slices.SortStableFunc(list, func(a, b *MatrixRow) int {
		x, y := rank(a), rank(b)
		if c := slices.Compare(x[:], y[:]); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}

// proven lists the labels that hold, and with a minus those that do not.
func (r *MatrixRow) proven() string {
	var list []string
	for _, l := range r.Labels {
		name := l.Name
		if !l.Holds {
			name = "−" + name
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// untried is why no messages of the row were broken; empty where some were.
func (r *MatrixRow) untried() string {
	if r.Tried > 0 {
		return ""
	}
	why := r.Reason
	for _, kind := range slices.Sorted(maps.Keys(r.NotCarried)) {
		why = cmp.Or(why, r.NotCarried[kind])
	}
	return "none: " + why
}

func (m *Matrix) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d codecs, %d changes of a type read both ways, %d values, malformed input (%s)\n", len(m.Rows), len(m.Changes), len(m.Values), m.GoVersion)
	fmt.Fprintf(&b, "%s  %-41s %-22s\n", pad("", 22), "CHANGES", "VALUES")
	fmt.Fprintf(&b, "%s %5s%8s%8s%8s%5s%5s  %5s%8s%8s  %s\n", pad("CODEC", 22), "same", "refused", "dropped", "changed", "dies", "n/a", "same", "refused", "changed", "MALFORMED INPUT")
	for _, r := range m.sorted() {
		c, v := count(r.Changes, 2*len(m.Changes)), r.values(m)
		broken := clip(result.Fault(r.Labels), 26)
		switch {
		case broken == "" && r.Tried > 0:
			broken = "strict, bounded"
		case broken == "":
			broken = r.untried()
		}
		fmt.Fprintf(&b, "%s %5d%8d%8d%8d%5d%5d  %5d%8d%8d  %s\n", pad(r.Name, 22), c[Same], c[Refused], c[Dropped], c[Changed], c[Dies], c[NotCarried],
			v[Same], v[Refused], v[Changed]+v[Dies], broken)
	}
	if len(m.Changes) == 0 {
		b.Reset()
	}
	for _, s := range m.Suites {
		s.text(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (m *Matrix) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d codecs, %d changes of a type read both ways, %d values, and malformed input; %s, %s.\n\n", len(m.Rows), len(m.Changes), len(m.Values), m.GoVersion, m.Date)
	b.WriteString("| codec | version | same | refused | dropped | changed | dies | n/a | values that change | labels | malformed input |\n|---|---|--:|--:|--:|--:|--:|--:|--:|---|---|\n")
	for _, r := range m.sorted() {
		c, v := count(r.Changes, 2*len(m.Changes)), r.values(m)
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d | %d | %d | %s | %s |\n", cellText(r.Name), cellText(r.Version),
			c[Same], c[Refused], c[Dropped], c[Changed], c[Dies], c[NotCarried], v[Changed]+v[Dies], r.proven(), cellText(cmp.Or(result.Fault(r.Labels), r.untried())))
	}
	for i, change := range m.Changes {
		fmt.Fprintf(&b, "\n## What if %s?\n\n", change.Title)
		for way, title := range []string{"The newer type reads the older one's bytes", "The older type reads the newer one's bytes"} {
			by := map[Verdict][]string{}
			for _, r := range m.Rows {
				v := Same
				if at := slices.IndexFunc(r.Changes, func(c MatrixCell) bool { return c.At == 2*i+way }); at >= 0 {
					v = r.Changes[at].Verdict
				}
				by[v] = append(by[v], r.Name)
			}
			fmt.Fprintf(&b, "%s (%s):\n\n| | codecs |\n|---|---|\n", title, cellText(change.Differs))
			for _, v := range []Verdict{Dies, Changed, Dropped, Refused, Unwritten, Same, NotCarried} {
				if len(by[v]) > 0 {
					fmt.Fprintf(&b, "| %s | %s |\n", v, cellText(strings.Join(by[v], ", ")))
				}
			}
			b.WriteString("\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

//go:embed matrix.html
var matrixPage string

// html writes the page: it needs no network, and draws the document that it holds.
func (m *Matrix) html(w io.Writer) error {
	sorted := *m
	sorted.Rows = m.sorted()
	scripted := Matrix{Changes: m.Changes, Values: m.Values}
	for _, r := range sorted.Rows {
		values := slices.Clone(r.Values)
		for i := range values {
			values[i].Encoded = nil // it is shown of changes alone
		}
		scripted.Rows = append(scripted.Rows, &MatrixRow{Name: r.Name, Changes: r.Changes, Values: values, NotCarried: r.NotCarried})
	}
	var data bytes.Buffer
	packer, err := gzip.NewWriterLevel(&data, gzip.BestCompression) // a megabyte to a tenth
	if err != nil {
		return err
	}
	if err := errors.Join(json.NewEncoder(packer).Encode(&scripted), packer.Close()); err != nil {
		return err
	}
	for _, s := range m.Suites {
		for _, r := range s.Rows {
			if len(r.Failed) > 0 && r.Program != "" {
				r.Shown = s.program(r, s.Cases[r.Failed[0].At])
			}
		}
	}
	reports, err := standard.Reports()
	if err != nil {
		return err
	}
	return template.Must(template.New("matrix").Parse(matrixPage)).Execute(w, struct {
		M       *Matrix
		Groups  []pageGroup
		Data    string // base64
		Reports []standard.Report
	}{&sorted, sorted.groups(), base64.StdEncoding.EncodeToString(data.Bytes()), reports})
}

// pageGroup is the codecs of the page whose readers find fields by the same thing. Its script
// gets the names, and finds the rest in the document.
type pageGroup struct {
	Title  string
	Codecs []pageCodec
}

type pageCodec struct {
	Name      string
	Version   string   `json:"-"`
	Counts    []int    `json:"-"` // in the order of the page's columns
	Labels    string   `json:"-"`
	Malformed []string `json:"-"` // what of it was taken, or cost too much
}

// groups are the rows of the page, in their order within each group.
func (m *Matrix) groups() (list []pageGroup) {
	for _, by := range []struct {
		driver.By
		title string
	}{
		{driver.Name, "By name: the names of fields are in the bytes, or beside them"},
		{driver.WriterSchema, "By name, in the writer's schema, which was not given: read by the reader's"},
		{driver.Number, "By number"},
		{driver.Order, "By place: nothing in the bytes says which field it is"},
	} {
		g := pageGroup{Title: by.title}
		for _, r := range m.Rows {
			if r.By == by.By {
				g.Codecs = append(g.Codecs, r.onPage(m))
			}
		}
		if g.Codecs != nil {
			list = append(list, g)
		}
	}
	return list
}

func (r *MatrixRow) onPage(m *Matrix) pageCodec {
	c, v := count(r.Changes, 2*len(m.Changes)), r.values(m)
	codec := pageCodec{
		Name: r.Name, Version: r.Version, Labels: r.proven(),
		Counts: []int{c[Same], c[Refused], c[Dropped], c[Changed], c[Dies], c[NotCarried], v[Changed] + v[Dies]},
	}
	for _, l := range r.Labels {
		if !l.Holds && l.Safety() {
			codec.Malformed = append(codec.Malformed, fmt.Sprintf("%s: %s. %s", l.Name, l.Fault, l.Evidence))
		}
	}
	switch {
	case codec.Malformed != nil:
	case r.Tried > 0:
		codec.Malformed = []string{fmt.Sprintf("strict and bounded, of %d messages", r.Tried)}
	default:
		codec.Malformed = []string{r.untried()}
	}
	return codec
}
