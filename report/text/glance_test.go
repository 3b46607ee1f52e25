package text

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// A subject at a glance fits a screen, however many rows and reasons there are.
func TestGlanceFitsAScreen(t *testing.T) {
	s := &report.Subject{Name: "data", Type: "data.Data", Values: 512, Origin: strings.Repeat("words ", 40)}
	for i := range 90 {
		name := fmt.Sprintf("row%d", i)
		if i%7 == 0 {
			name += "+reuse+with+a+name+that+takes+more+than+a+line+of+its+column"
		}
		e := &report.Estimate{Median: float64(1000 + i)}
		s.Glance = append(s.Glance, report.Glance{Rank: i + 1, Name: name, Marshal: e, Unmarshal: e, RoundTrip: e, Ratio: float64(i + 1), Size: 58, Allocs: 3})
	}
	for _, reasons := range []int{0, 1, 5, 6, 7, 40} {
		s.Excluded = nil
		for i := range reasons {
			s.Excluded = append(s.Excluded, report.Excluded{
				Status: result.Failed, Reason: strings.Repeat(fmt.Sprint("reason ", i, " "), 30), Rows: []string{"some", "rows"},
			})
		}
		var out bytes.Buffer
		if err := Set(&out, layout.Subject(s, layout.Options{}), Style{}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if len(lines) > layout.Lines {
			t.Errorf("%d reasons: %d lines, more than %d:\n%s", reasons, len(lines), layout.Lines, out.String())
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > Width {
				t.Errorf("%d reasons: a line of %d characters: %s", reasons, utf8.RuneCountInString(line), line)
			}
		}
	}
}
