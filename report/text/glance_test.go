package text

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/result"
)

// The answer for one subject fits a screen, however many rows, reasons, ties and
// warnings there are, and whatever they are called.
func TestGlanceFitsAScreen(t *testing.T) {
	for _, reasons := range []int{0, 1, 5, 40} {
		for _, warnings := range []int{0, 1, 9} {
			for _, rows := range []int{2, 20, 90} {
				out := set(t, crowded(rows, reasons, warnings), 0)
				lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
				if len(lines) > layout.Lines {
					t.Errorf("%d rows, %d reasons, %d warnings: %d lines, more than %d:\n%s", rows, reasons, warnings, len(lines), layout.Lines, out)
				}
				for _, line := range lines {
					if utf8.RuneCountInString(line) > Width {
						t.Errorf("a line of %d characters: %s", utf8.RuneCountInString(line), line)
					}
				}
			}
		}
	}
}

// At any width the figures are whole, and what is typed is; names are not.
func TestWidths(t *testing.T) {
	v := crowded(30, 3, 1)
	for _, width := range []int{72, 80, 100, 200} {
		out := set(t, v, width)
		for _, whole := range []string{"98765", "1.00", "assay gen --format=flat ./orders.Order", "go get example.com/a/long/path/of/a/module/that/nobody/remembers@v1.2.3"} {
			if !strings.Contains(out, whole) {
				t.Errorf("width %d: no %q:\n%s", width, whole, out)
			}
		}
		for line := range strings.Lines(out) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width && !strings.HasPrefix(line, "  go get ") && !strings.HasPrefix(line, "  assay ") {
				t.Errorf("width %d: %d characters: %s", width, n, line)
			}
		}
		if bars := strings.Contains(out, "█"); bars && width == 72 || !bars && width == 200 {
			t.Errorf("width %d: bars %t", width, bars)
		}
	}
}

// What a terminal cuts to a line is whole on a page, which has room: fields, reasons, the type.
func TestOneLineIsForTerminalsAlone(t *testing.T) {
	v := crowded(20, 1, 0)
	v.Subjects[0].Type = strings.Repeat("long", 30)
	var page bytes.Buffer
	if err := markdown.Set(&page, layout.New(v, layout.Options{})); err != nil {
		t.Fatal(err)
	}
	s := v.Subjects[0]
	for _, whole := range []string{s.Type, strings.Join(s.Zero[:8], ", "), s.Excluded[0].Reason} {
		if !strings.Contains(page.String(), whole) {
			t.Errorf("no %q in\n%s", whole, &page)
		}
		if strings.Contains(set(t, v, 0), whole) {
			t.Errorf("%q is not cut", whole)
		}
	}
}

// That others kept the machine busy is said, however long the name of its processor is.
func TestGlanceSaysBusy(t *testing.T) {
	v := crowded(90, 40, 9)
	v.Environment.CPU = "A Processor of a Very Long Name (R) with Many Cores @ 3.10GHz"
	v.Environment.RunQueue, v.Environment.CPUShare = 3, 0.5
	out := set(t, v, 0)
	if want := "\nthe machine was busy: workers had a processor for 50 %"; !strings.Contains(out, want) {
		t.Errorf("no %q:\n%s", want, out)
	}
	if n := strings.Count(strings.TrimRight(out, "\n"), "\n") + 1; n > layout.Lines {
		t.Errorf("%d lines, more than %d:\n%s", n, layout.Lines, out)
	}
}

func set(t *testing.T, v *report.View, width int) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, v, layout.Options{}, Style{Width: width}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// crowded is a view of a subject about which there is much to say.
func crowded(rows, reasons, warnings int) *report.View {
	words := strings.Repeat("words ", 40)
	s := &report.Subject{Name: "./orders.Order", Type: "orders.Order", Values: 512, Origin: words, Zero: strings.Fields(words), Ops: []*report.Op{{}}}
	for i := range rows {
		name := fmt.Sprintf("row%d+reuse", i)
		if i%7 == 2 {
			name = fmt.Sprintf("row%d+reuse+with+a+name+that+takes+more+than+a+line+of+its+column", i)
		}
		e := &report.Estimate{Median: 98765}
		s.Glance = append(s.Glance, report.Glance{
			Rank: 1 + i/4, Name: name, Marshal: e, Unmarshal: e, RoundTrip: e, Ratio: float64(i + 1), Interval: &report.Interval{Lo: 0.9, Hi: 1.1},
			Size: 58, Allocs: 3, Class: result.Aliases, Unsafe: true, ZeroCopy: true, Malformed: result.Accepted, Standard: i == rows-1, Wide: i == 1,
		})
	}
	for i := range reasons {
		s.Excluded = append(s.Excluded, report.Excluded{Status: result.Failed, Reason: fmt.Sprint(i, words), Rows: []string{"some", "rows"}})
	}
	v := &report.View{Tool: "assay", Started: time.Unix(0, 0), Complete: warnings == 0, Subjects: []*report.Subject{s}}
	for range warnings {
		v.Warnings = append(v.Warnings, words)
	}
	for i, need := range []report.Need{report.Untrusted, report.UntrustedOthers, report.Trusted, report.TrustedOthers, report.Least, report.Portable, report.Evolving} {
		v.Choices = append(v.Choices, report.Choice{
			Need: need, Row: fmt.Sprintf("row%d+reuse+with+a+long+name", i), Time: float64(i + 1), Size: 1, Fault: "accepts trailing bytes",
			Tied: []string{"one", "two", "three"}, Doubtful: true, Own: i == 0, Format: "flat", Module: "example.com/a/long/path/of/a/module/that/nobody/remembers", Version: "v1.2.3",
		})
	}
	v.Choices[0].Row = "assay.flat+reuse+with+a+long+name"
	return v
}

// What to do about values that a type's own methods refuse is not cut off, however
// much else there is to say.
func TestAdviceIsNotCut(t *testing.T) {
	for _, refuse := range []func(s *report.Subject){
		func(s *report.Subject) { s.Refused = "value 0: " + strings.Repeat("missing required field ", 9) },
		func(s *report.Subject) {
			s.Simple = []string{"Difficulty", "Number", "Context.DataContentEncoding", "Extra"}
		},
	} {
		v := crowded(90, 40, 9)
		s := v.Subjects[0]
		refuse(s)
		s.Zero = []string{"Difficulty", "Number", "BaseFee", "WithdrawalsHash", "BlobGasUsed", "ExcessBlobGas"}
		out := set(t, v, 0)
		if !strings.Contains(out, "--sample=FUNC") {
			t.Errorf("--sample is not named:\n%s", out)
		}
		if n := strings.Count(strings.TrimRight(out, "\n"), "\n") + 1; n > layout.Lines {
			t.Errorf("%d lines", n)
		}
	}
}
