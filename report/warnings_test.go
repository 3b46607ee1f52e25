package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// Short batches of several subjects are one line, which names them and where
// most of them are. A run without any has none, and so has one with so few that no median sees them.
func TestShortBatches(t *testing.T) {
	op := func(short, all int) *result.Op {
		return &result.Op{ShortBatches: short, Samples: make([]result.Sample, all)}
	}
	run := &result.Run{
		Warnings: []string{"busy"},
		Settings: result.Settings{BatchMinUS: 100},
		Subjects: []*result.Subject{
			{Name: "data", Cases: []*result.Case{
				{Row: "json", Ops: map[string]*result.Op{"marshal": op(1, 10), "unmarshal": op(0, 10)}},
				{Row: "mus+raw", Ops: map[string]*result.Op{"marshal": op(0, 10), "unmarshal": op(3, 10)}},
			}},
			{Name: "teststruc", Cases: []*result.Case{{Row: "json", Ops: map[string]*result.Op{"marshal": op(0, 10)}}}},
			{Name: "orders.Order", Cases: []*result.Case{{Row: "gob", Ops: map[string]*result.Op{"roundtrip": op(2, 5)}}}},
		},
	}
	want := []string{"busy", "the machine became faster after calibration, and what took less than 100 µs is less exact: " +
		"4 of 20 batches of data (most, 3, in unmarshal of mus+raw), 2 of 5 batches of orders.Order (most, 2, in roundtrip of gob)"}
	if diff := cmp.Diff(want, report.New(run, nil).Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	run.Subjects = append(run.Subjects[1:2], &result.Subject{Name: "few", Cases: []*result.Case{{Row: "json", Ops: map[string]*result.Op{"marshal": op(1, 20)}}}})
	if diff := cmp.Diff(want[:1], report.New(run, nil).Warnings); diff != "" {
		t.Errorf("without short batches (-want +got):\n%s", diff)
	}
}

func TestRowsThatHaveOtherThreadsWorkAreNamed(t *testing.T) {
	op := func(window int64) map[string]*result.Op {
		return map[string]*result.Op{"marshal": {
			BytesPerOp: 100, Samples: []result.Sample{{N: 10, NSPerOp: 50}}, Windows: []result.Window{{N: 10, CPUNS: window}},
		}}
	}
	run := &result.Run{Subjects: []*result.Subject{{Name: "data", Cases: []*result.Case{
		{Row: "alone", Status: result.OK, Ops: op(10 * 160)}, {Row: "crowd", Status: result.OK, Ops: op(10 * 400)},
	}}}}
	if got := report.New(run, nil).Warnings; len(got) > 0 {
		t.Errorf("without a price: %q", got)
	}
	for _, bytes := range []int{16, 512} { // a nanosecond a byte
		run.Payloads = append(run.Payloads, result.Payload{Bytes: bytes, N: 1, CPUNS: int64(bytes) + 5, OwnNS: 5})
	}
	if got := report.New(run, nil).Warnings; len(got) != 1 || !strings.HasSuffix(got[0], ": marshal of crowd at data") {
		t.Errorf("got %q", got)
	}
}
