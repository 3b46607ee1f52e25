package check

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// Accepted is the verdict of a message that was to be refused.
const Accepted Verdict = "accepted"

// Suite is what the codecs of a format make of a public suite.
type Suite struct {
	standard.Suite
	Rows []*SuiteRow `json:"rows"`
}

// SuiteRow is what one codec makes of a suite.
type SuiteRow struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Failed  []SuiteCell `json:"failed,omitempty"`
	Reason  string      `json:"reason,omitempty"` // why it was not tried

	// Program is Go source that reads a message by the library alone, with the words of
	// [driver.Reading] for what is of a case; empty where none failed, or the library is of
	// no use without generated code. Shown is that of the first message that failed.
	Program string `json:"program,omitempty"`
	Shown   string `json:"-"`
}

// SuiteCell is a case of which something else came than the suite wants.
type SuiteCell struct {
	At      int     `json:"at"`
	Verdict Verdict `json:"verdict"` // Refused, Accepted, Changed: not like the other message of its value; or Dies
	What    string  `json:"what,omitempty"`
}

// programOf is a program of ten lines.
const programOf = `package main

import "fmt"
import %s

func main() {
	%s
	fmt.Println(v, err)
}
`

// StandardDir is the folder of a module with the types of package standard.
func StandardDir(cfg Config) (string, error) {
	return compile.TreeFolder(compile.Config{CacheDir: cfg.CacheDir}, standard.Hash(), standard.Write)
}

// Conformance tries all codecs of the formats on the suites, in processes of their own.
func Conformance(ctx context.Context, cfg Config, suites []*standard.Suite) (*Matrix, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	dir, err := StandardDir(cfg)
	if err != nil {
		return nil, err
	}
	m := newMatrix(cfg)
	for _, suite := range suites {
		s := newSide(cfg, Side{Name: suite.Format, Dir: dir, Source: bench.Source{Name: "./suites." + suite.Type, Sample: suite.Type + "Values"}})
		if err := s.load(ctx, loaders{}.of(cfg, s.Side)); err != nil {
			return nil, err
		}
		for _, c := range distinct(cfg) {
			if c.driver.Format(c.variant) == suite.Format && !c.registry() {
				s.codecs = append(s.codecs, c)
			}
		}
		if len(s.codecs) == 0 {
			return nil, &Undecided{fmt.Errorf("%s: %w", suite.Format, errNothing)}
		}
		out := &Suite{Suite: *suite}
		m.Suites = append(m.Suites, out)
		b := &bout{cfg: cfg, tell: cfg.Progress, sides: []*side{s}}
		if err := b.build(ctx); err != nil {
			return nil, err
		}
		defer b.close()
		m.GoVersion = s.built.GoVersion
		for _, c := range s.codecs {
			b.tell(suite.Format + ": " + c.name)
			row, err := s.conform(ctx, suite, c)
			if err != nil {
				return nil, err
			}
			out.Rows = append(out.Rows, row)
		}
		out.Cases = slices.Clone(out.Cases)
		failed := out.failed()
		for i := range out.Cases { // of what all take as the suite says, the name is enough
			if c := &out.Cases[i]; !slices.Contains(failed, i) {
				c.Input, c.Like, c.Value = nil, nil, nil
			}
		}
	}
	return m, nil
}

// conform has a codec read the cases.
func (s *side) conform(ctx context.Context, suite *standard.Suite, c codec) (*SuiteRow, error) {
	v := s.built.Verdicts[c.verdict]
	row := &SuiteRow{Name: c.name, Version: v.Version, Reason: v.Err}
	if len(v.Refusals) > 0 {
		row.Reason = v.Refusals[0].String()
	}
	if row.Reason != "" {
		return row, nil
	}
	read := func(data []byte) (*probed, error) {
		return s.ask(ctx, c.name, protocol.Probe{What: "read", Encoded: data})
	}
	if suite.Sample != nil {
		list, err := s.values(ctx, c.name, protocol.Probe{What: "values", Values: 1})
		if err != nil {
			return nil, err
		}
		got, err := read(suite.Sample)
		if err != nil {
			return nil, err
		}
		if other := missing(list[0].Leaves, got.Leaves); other != "" {
			row.Reason = fmt.Sprintf("its schema is not the suite's: %x is %s, and it reads %s", suite.Sample, other, cmp.Or(got.failure(), missing(got.Leaves, list[0].Leaves), "nothing"))
			return row, nil
		}
	}
	for i, test := range suite.Cases {
		got, err := read(test.Input)
		if err != nil {
			return nil, err
		}
		cell := newCell(protocol.NamedValue{})
		switch cell.received(got); {
		case cell.Verdict == Dies:
		case cell.Verdict == Refused && test.Want != "accept" || cell.Verdict == Same && test.Want == "either":
			continue
		case cell.Verdict == Same && test.Want == "refuse":
			cell.Verdict = Accepted
			if n := len(got.Leaves); n > 0 {
				cell.Reason = fmt.Sprintf("%s = %s", got.Leaves[n-1].Path, show(got.Leaves[n-1]))
			}
		case cell.Verdict == Same && test.Like != nil:
			like, err := read(test.Like)
			if err != nil {
				return nil, err
			}
			diffs := judge(like.Leaves, got.Leaves, nil)
			if like.failure() != "" || len(diffs) == 0 { // where the other is not read, its own case says so
				continue
			}
			cell.Verdict, cell.Reason = Changed, fmt.Sprintf("%s = %s, and %s where it is written as %x", diffs[0].Path, diffs[0].Got, orNothing(diffs[0].Sent), test.Like)
		case cell.Verdict == Same && test.Value != nil:
			wants, read := missing(test.Value, got.Leaves), missing(got.Leaves, test.Value)
			if wants+read == "" {
				continue
			}
			cell.Verdict, cell.Reason = Changed, fmt.Sprintf("%s in place of %s", orNothing(read), orNothing(wants))
		case cell.Verdict == Same:
			continue
		}
		row.Failed = append(row.Failed, SuiteCell{At: i, Verdict: cell.Verdict, What: clip(cell.Reason, mostWords)})
	}
	if reads := c.driver.Reads; reads != nil && len(row.Failed) > 0 {
		r := reads(suite.Format)
		row.Program = fmt.Sprintf(programOf, r.Import, strings.ReplaceAll(r.Code, "\n", "\n\t"))
	}
	return row, nil
}

// missing tells the first place of a value that is not zero, and that another one has not as
// it is; empty where there is none.
func missing(value, other []protocol.Leaf) string {
	for _, l := range value {
		if l.Path != "" && !zero(l) && !slices.Contains(other, l) {
			return l.Path + " = " + show(l)
		}
	}
	return ""
}

// among returns what became of a case; nil where that is what the suite wants.
func (r *SuiteRow) among(at int) *SuiteCell {
	if i := slices.IndexFunc(r.Failed, func(c SuiteCell) bool { return c.At == at }); i >= 0 {
		return &r.Failed[i]
	}
	return nil
}

// failed lists the cases that some row fails.
func (s *Suite) failed() (list []int) {
	for i := range s.Cases {
		if slices.ContainsFunc(s.Rows, func(r *SuiteRow) bool { return r.among(i) != nil }) {
			list = append(list, i)
		}
	}
	return list
}

// text prints a line a codec with what it fails, and one a case that some fail, with a
// column for each codec.
func (s *Suite) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %d messages (%s)\n", s.Format, len(s.Cases), s.Source)
	fmt.Fprintf(b, "   %s %8s %8s %8s %8s %5s\n", pad("CODEC", 28), "as said", "refused", "accepted", "changed", "dies")
	for i, r := range s.Rows {
		if r.Reason != "" {
			fmt.Fprintf(b, "%2d %s not tried: %s\n", i+1, pad(r.Name, 28), clip(r.Reason, 60))
			continue
		}
		n := map[Verdict]int{}
		for _, c := range r.Failed {
			n[c.Verdict]++
		}
		fmt.Fprintf(b, "%2d %s %8d %8d %8d %8d %5d\n", i+1, pad(r.Name, 28), len(s.Cases)-len(r.Failed), n[Refused], n[Accepted], n[Changed], n[Dies])
	}
	failed := s.failed()
	if len(failed) == 0 {
		return
	}
	b.WriteString("R refused, A accepted, C changed, D dies, by the codec of the number:\n")
	for i := range s.Rows {
		fmt.Fprintf(b, "%3d", i+1)
	}
	b.WriteString("\n")
	for _, at := range failed {
		for _, r := range s.Rows {
			mark := "."
			if c := r.among(at); c != nil {
				mark = strings.ToUpper(string(c.Verdict[:1]))
			} else if r.Reason != "" {
				mark = " "
			}
			fmt.Fprintf(b, "%3s", mark)
		}
		fmt.Fprintf(b, "  %s\n", s.Cases[at].Name)
	}
}

// Explain prints of each failure what came, with a program that shows it.
func (m *Matrix) Explain(w io.Writer) error {
	var b strings.Builder
	for _, s := range m.Suites {
		for _, r := range s.Rows {
			for _, c := range r.Failed {
				fmt.Fprintf(&b, "\n%s, %s: %s is to be %sed: %s: %s\n", s.Format, r.Name, s.Cases[c.At].Name, strings.TrimSuffix(s.Cases[c.At].Want, "e"), c.Verdict, c.What)
				b.WriteString(s.program(r, s.Cases[c.At]))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// program reads the case by itself; where there is none, it is the message.
func (s *Suite) program(r *SuiteRow, c standard.Case) string {
	if text := s.Reading(r.Program, c); text != "" {
		return text
	}
	return fmt.Sprintf("input %q\n", c.Input)
}

// Tried are the rows that were tried.
func (s *Suite) Tried() []*SuiteRow {
	return slices.DeleteFunc(slices.Clone(s.Rows), func(r *SuiteRow) bool { return r.Reason != "" })
}

// suiteFailure is a line of the page: a case with what became of it, empty where it is what
// the suite wants, by the rows that were tried. More is how many of the cases behind it all
// take alike.
type suiteFailure struct {
	Name  string
	More  int
	Words []Verdict
}

// Failures are the cases that some row fails.
func (s *Suite) Failures() (list []suiteFailure) {
	for _, at := range s.failed() {
		f := suiteFailure{Name: s.Cases[at].Name}
		for _, r := range s.Tried() {
			v := Verdict("")
			if c := r.among(at); c != nil {
				v = c.Verdict
			}
			f.Words = append(f.Words, v)
		}
		if last := len(list) - 1; last >= 0 && slices.Equal(list[last].Words, f.Words) {
			list[last].More++
			continue
		}
		list = append(list, f)
	}
	return list
}
