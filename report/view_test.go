package report_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

func names(rows []report.Row) []string {
	var list []string
	for _, r := range rows {
		list = append(list, r.Name)
	}
	return list
}

// A published report does not tell how the folders of a machine are called.
func TestCommand(t *testing.T) {
	run := &result.Run{Command: []string{
		"run", "data", "--out=/home/ann/results.json", "--resume", `C:\Users\ann\old.json`, `--baseline=\\server\share\base.json`,
		"/srv/orders.Order", "./orders.Order", "--serializers=json,cbor/x", "--cache-dir=.cache/assay", "--where=a=/b",
	}}
	want := []string{
		"run", "data", "--out=results.json", "--resume", "old.json", "--baseline=base.json",
		"orders.Order", "./orders.Order", "--serializers=json,cbor/x", "--cache-dir=.cache/assay", "--where=a=/b",
	}
	if diff := cmp.Diff(want, report.New(run, nil).Command); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if run.Command[2] != "--out=/home/ann/results.json" {
		t.Error("the run was changed")
	}
}

func TestTables(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	var ops []string
	for _, op := range v.Subjects[0].Ops {
		ops = append(ops, op.Op)
	}
	if diff := cmp.Diff([]string{"marshal", "unmarshal", "roundtrip", "encode", "decode", "access"}, ops); diff != "" {
		t.Errorf("operations (-want +got):\n%s", diff)
	}

	marshal := v.Subjects[0].Ops[0]
	unsafe := []string{"benc+raw+reuse+unsafestr", "mus+reuse+unsafe", "vtprotobuf+raw+reuse+unsafeunm+varint", "protobuf+raw", "go-codec.msgpack"}
	if diff := cmp.Diff(unsafe, names(marshal.Unsafe)); diff != "" {
		t.Errorf("fastest unsafe (-want +got):\n%s", diff)
	}
	safe := names(marshal.Safe)
	if diff := cmp.Diff([]string{"vtprotobuf+raw", "flatbuffers", "json", "gob"}, safe[2:]); diff != "" {
		t.Errorf("fastest safe after the tied ones (-want +got):\n%s", diff)
	}
	if len(marshal.All) != 13 {
		t.Errorf("%d rows, want 13: every verified one", len(marshal.All))
	}
	for name, rows := range map[string][]report.Row{"safe": marshal.Safe, "unsafe": marshal.Unsafe, "all": marshal.All} {
		if rows[0].Rank != 1 || rows[0].Ratio.Median != 1 {
			t.Errorf("%s: the first row has rank %d and ratio %v", name, rows[0].Rank, rows[0].Ratio.Median)
		}
		for i := 1; i < len(rows); i++ {
			if rows[i].Rank < rows[i-1].Rank {
				t.Errorf("%s: rank %d follows rank %d", name, rows[i].Rank, rows[i-1].Rank)
			}
		}
	}
	for _, r := range marshal.Safe {
		if r.Class != result.Safe {
			t.Errorf("%s is among the safe rows, and %s", r.Name, r.Class)
		}
	}
	gob := marshal.All[12]
	if want := gob.Size.Mean / gob.NS.Median * 1e3; gob.Name != "gob" || gob.MBPerSec != want {
		t.Errorf("%s: %v MB/s, want %v", gob.Name, gob.MBPerSec, want)
	}
	if marshal.Floor == nil || marshal.Floor.Median < 1.8 || marshal.Floor.Median > 2.3 {
		t.Errorf("floor %v, want 1.8 and noise", marshal.Floor)
	}
}

func TestTies(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	safe := v.Subjects[0].Ops[0].Safe
	if safe[0].Rank != 1 || safe[1].Rank != 1 || safe[2].Rank != 3 {
		t.Errorf("ranks %d, %d, %d of %v, want 1, 1, 3: the first two take the same time",
			safe[0].Rank, safe[1].Rank, safe[2].Rank, names(safe))
	}
	for _, a := range v.Subjects[0].Answers {
		if a.Question == report.FastestSafe && a.Op == "marshal" && len(a.Rows) != 2 {
			t.Errorf("fastest safe marshal: %v, want both tied rows", a.Rows)
		}
	}
}

func TestAnswers(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	got := map[string]report.Answer{}
	for _, a := range v.Subjects[0].Answers {
		got[string(a.Question)+" "+string(a.Op)] = a
	}
	smallest := got["smallest "]
	want := []string{"benc+raw+reuse+unsafestr", "mus+reuse+unsafe", "mus+notunsafe+reuse", "benc+raw+reuse", "mus+raw+reuse", "mus+raw"}
	if smallest.Value != 58 || len(smallest.Rows) != len(want) || smallest.Rows[0] != want[0] || smallest.Rows[5] != want[5] {
		t.Errorf("smallest: %v of %v, want 58 of %v, the fastest round trip first", smallest.Value, smallest.Rows, want)
	}
	if a := got["fewest allocations unmarshal"]; a.Value != 0 || len(a.Rows) != 2 {
		t.Errorf("fewest allocations: %v of %v", a.Value, a.Rows)
	}
	if a, ok := got["fastest safe encode"]; ok {
		t.Errorf("an answer where no row is safe: %v", a)
	}
	if a := got["fastest unsafe encode"]; len(a.Rows) != 1 || a.Unit != "ns/op" {
		t.Errorf("fastest unsafe encode: %v", a)
	}
}

// Rows that a run did not come to say so.
func TestReasonOfWhatWasNotMeasured(t *testing.T) {
	run := reporttest.Run()
	for _, c := range run.Subjects[0].Cases {
		if c.Status == result.Skipped {
			c.Reason = ""
		}
	}
	list := report.New(run, nil).Subjects[0].Excluded
	if last := list[len(list)-1]; last.Status != result.Skipped || last.Reason != "the run ended before it was measured" {
		t.Errorf("got %+v", last)
	}
}

func TestExcludedAndNotes(t *testing.T) {
	s := report.New(reporttest.Run(), nil).Subjects[0]
	type group struct {
		Status result.Status
		Rows   []string
		Notes  []int
	}
	var got []group
	for _, e := range s.Excluded {
		got = append(got, group{e.Status, e.Rows, e.Notes})
	}
	want := []group{
		{result.Failed, []string{"xdr"}, []int{3}},
		{result.Failed, []string{"gotiny"}, nil},
		{result.Refused, []string{"goavro", "hamba.avro"}, nil},
		{result.Refused, []string{"mongo.bson"}, nil},
		{result.Skipped, []string{"sonic"}, nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("excluded (-want +got):\n%s", diff)
	}
	notes := []report.Note{
		{Number: 1, Kind: report.Workaround, Text: "2 fields renamed to exported names", Rows: []string{"vtprotobuf+raw+reuse+unsafeunm+varint"}},
		{Number: 2, Kind: report.Workaround, Text: "time as seconds and nanoseconds", Rows: []string{"protobuf+raw"}},
		{Number: 3, Kind: report.Finding, Text: "time zone lost: Time", Rows: []string{"protobuf+raw", "json", "xdr"}},
	}
	if diff := cmp.Diff(notes, s.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	for _, r := range s.Ops[0].All {
		if r.Name == "protobuf+raw" {
			if diff := cmp.Diff([]int{2, 3}, r.Notes); diff != "" {
				t.Errorf("notes of protobuf+raw (-want +got):\n%s", diff)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	s := report.New(reporttest.Run(), nil).Subjects[0]
	first := s.Sizes[0]
	want := report.SizeRow{
		Rank: 1, Tied: true, Driver: "mus", Ratio: 1, Size: result.Size{Mean: 58, Min: 58, Max: 58, First: 58},
		Rows: []string{"mus+raw", "mus+raw+reuse", "mus+reuse+unsafe", "mus+notunsafe+reuse"},
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := s.Sizes[3]; r.Rank != 4 || r.Ratio != 69.0/58 {
		t.Errorf("%v: rank %d and ratio %v, want 4 after three of rank 1, and 69/58", r.Rows, r.Rank, r.Ratio)
	}
	for _, r := range s.Sizes {
		if r.Driver == "goavro" || r.Driver == "xdr" {
			t.Errorf("a size of %s, which was not verified", r.Driver)
		}
	}
}

func TestFilteredView(t *testing.T) {
	run := reporttest.Run()
	s := report.New(run, func(c *result.Case) bool { return c.Driver == "json" || c.Driver == "gob" }).Subjects[0]
	all := s.Ops[0].All
	if diff := cmp.Diff([]string{"json", "gob"}, names(all)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if all[0].Rank != 1 || all[0].Ratio.Median != 1 {
		t.Errorf("json has rank %d and ratio %v; both are among the rows shown", all[0].Rank, all[0].Ratio.Median)
	}
	if s.Hidden != len(run.Subjects[0].Cases)-2 || len(s.Excluded) != 0 {
		t.Errorf("%d hidden, %v excluded", s.Hidden, s.Excluded)
	}
	if len(s.Notes) != 1 || s.Notes[0].Number != 1 {
		t.Errorf("notes %v, want the one of json, numbered from 1", s.Notes)
	}
}

func TestIncomplete(t *testing.T) {
	run := reporttest.Run()
	run.Complete = false
	if report.New(run, nil).Complete {
		t.Error("an interrupted run is reported as complete")
	}
}

func TestRunIsNotChanged(t *testing.T) {
	run := reporttest.Run()
	report.New(run, nil)
	if diff := cmp.Diff(reporttest.Run(), run); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// The tables of one field read and written say which it is, and no others do.
func TestPart(t *testing.T) {
	run := reporttest.Run()
	s := run.Subjects[0]
	s.Part = "Count"
	for _, c := range s.Cases {
		if access := c.Ops["access"]; access != nil {
			c.Ops["field"], c.Ops["update"] = access, access
		}
	}
	named := 0
	for _, op := range report.New(run, nil).Subjects[0].Ops {
		is := op.Op == "field" || op.Op == "update"
		if is {
			named++
		}
		if (op.Part == "Count") != is {
			t.Errorf("%s is of %q", op.Op, op.Part)
		}
	}
	if named != 2 {
		t.Errorf("%d tables of one field", named)
	}
}
