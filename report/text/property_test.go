package text_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/internal/report/export"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

// TestAnyRun: whatever a run holds, no line is too long but for what is to be typed,
// and every form can be written.
func TestAnyRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := report.New(anyRun(t), nil)
		var out bytes.Buffer
		if err := text.Write(&out, v, layout.Options{}, text.Style{}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if n := utf8.RuneCountInString(line); n > text.Width && !strings.HasPrefix(line, "  assay ") && !strings.HasPrefix(line, "  go get ") {
				t.Fatalf("%d characters:\n%s", n, line)
			}
		}
		for _, name := range export.Formats() {
			if err := export.Write(io.Discard, v, name, layout.Options{}, text.Style{}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}

func anyRun(t *rapid.T) *result.Run {
	name := rapid.StringMatching(`[a-z]{1,12}(\.[a-z]{1,40})?(\+[a-z]{1,14}){0,6}`)
	words := rapid.StringMatching(`[ -~]{0,150}`)
	figure := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0.1, 1000), rapid.Float64Range(1e-5, 1e15))
	run := &result.Run{Tool: words.Draw(t, "tool"), Warnings: rapid.SliceOfN(words, 0, 2).Draw(t, "warnings"), Complete: rapid.Bool().Draw(t, "complete")}
	for i := range rapid.IntRange(0, 2).Draw(t, "subjects") {
		s := &result.Subject{Name: fmt.Sprint(i, words.Draw(t, "name")), Type: words.Draw(t, "type"), Origin: words.Draw(t, "origin")}
		for j := range rapid.IntRange(0, 6).Draw(t, "cases") {
			c := &result.Case{
				Row: fmt.Sprint(name.Draw(t, "row"), j), Driver: name.Draw(t, "driver"),
				Status:   rapid.SampledFrom([]result.Status{result.OK, result.OK, result.OK, result.Failed, result.Refused, result.Skipped}).Draw(t, "status"),
				Reason:   words.Draw(t, "reason"),
				Class:    rapid.SampledFrom([]result.Class{result.Safe, result.Unsafe, result.Aliases}).Draw(t, "unsafe"),
				Findings: rapid.SliceOfN(words, 0, 3).Draw(t, "findings"),
				Size:     result.Size{Mean: figure.Draw(t, "size"), Max: rapid.Int().Draw(t, "max")},
				Ops:      map[string]*result.Op{},
			}
			for _, op := range []string{"marshal", "roundtrip"} {
				o := &result.Op{BytesPerOp: figure.Draw(t, "bytes"), AllocsPerOp: figure.Draw(t, "allocs")}
				for r := range rapid.IntRange(0, 12).Draw(t, "rounds") {
					o.Samples = append(o.Samples, result.Sample{Round: r, Process: r % 9, Layout: r % 9, N: 1, NSPerOp: figure.Draw(t, "ns"), NoGC: rapid.IntRange(0, 9).Draw(t, "nogc") == 0})
				}
				c.Ops[op] = o
			}
			s.Cases = append(s.Cases, c)
		}
		run.Subjects = append(run.Subjects, s)
	}
	return run
}
