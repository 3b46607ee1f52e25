package result

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// later returns the sample run as if made an hour later, after an edit.
func later(edit func(*Run)) *Run {
	r := sample()
	r.Started = r.Started.Add(time.Hour)
	if edit != nil {
		edit(r)
	}
	return r
}

func TestMergeSamples(t *testing.T) {
	a, b := sample(), later(nil)
	op := b.Subjects[0].Cases[0].Ops["marshal"]
	op.BytesPerOp, op.Samples = 40, op.Samples[:1]
	b.Warnings = []string{"busy"}
	merged, err := Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	want := []Sample{
		{Round: 0, Process: 0, N: 100, NSPerOp: 12.5}, {Round: 1, Process: 1, N: 100, NSPerOp: 13},
		{Round: 2, Process: 2, N: 100, NSPerOp: 12.5},
	}
	got := merged.Subjects[0].Cases[0].Ops["marshal"]
	if diff := cmp.Diff(want, got.Samples); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if got.BytesPerOp != 20 || got.AllocsPerOp != 1 {
		t.Errorf("%v B/op and %v allocs/op, want 20, weighted by samples, and 1", got.BytesPerOp, got.AllocsPerOp)
	}
	if floor := merged.Subjects[0].Floor.Ops["marshal"].Samples; len(floor) != 2 || floor[1].Round != 2 {
		t.Errorf("floor %v, want the second sample in round 2, as its neighbours", floor)
	}
	if len(merged.Parts) != 2 || merged.Parts[0].Process != 0 || merged.Parts[1].Process != 2 {
		t.Errorf("parts %+v, want the second from process 2 on", merged.Parts)
	}
	if diff := cmp.Diff([]string{"busy"}, merged.Warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(sample(), a); diff != "" {
		t.Errorf("the first run was changed (-want +got):\n%s", diff)
	}
	if b.Subjects[0].Cases[0].Ops["marshal"].Samples[0].Round != 0 {
		t.Error("the second run was changed")
	}
}

func TestMergeRows(t *testing.T) {
	b := later(func(r *Run) {
		r.Complete = false
		r.Subjects[0].Cases[0].Row = "benc"
		r.Subjects[0].Cases[1].Status, r.Subjects[0].Cases[1].Reason = Failed, "panic"
		other := *r.Subjects[0]
		other.Name = "other"
		r.Subjects = append(r.Subjects, &other)
	})
	merged, err := Merge(sample(), b)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, s := range merged.Subjects {
		for _, c := range s.Cases {
			rows = append(rows, s.Name+" "+c.Row+" "+string(c.Status))
		}
	}
	want := []string{"data mus ok", "data colfer failed", "data benc ok", "other benc ok", "other colfer failed"}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if merged.Complete {
		t.Error("complete, although one of the runs is not")
	}
	if len(merged.Warnings) != 1 || !strings.Contains(merged.Warnings[0], "are not paired") {
		t.Errorf("warnings %q", merged.Warnings)
	}
}

func TestMergeStatus(t *testing.T) {
	for _, test := range []struct{ a, b, want Status }{
		{Skipped, OK, OK}, {OK, Skipped, OK}, {OK, Failed, Failed}, {Failed, OK, Failed},
		{Refused, OK, Refused}, {Failed, Refused, Failed}, {Skipped, Skipped, Skipped},
	} {
		a, b := sample(), later(nil)
		a.Subjects[0].Cases[0].Status = test.a
		b.Subjects[0].Cases[0].Status = test.b
		merged, err := Merge(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if got := merged.Subjects[0].Cases[0].Status; got != test.want {
			t.Errorf("%s and %s give %s, want %s", test.a, test.b, got, test.want)
		}
	}
}

func TestMergeErrors(t *testing.T) {
	for _, test := range []struct {
		name, want string
		edit       func(*Run)
	}{
		{"processor", `different processor: "y" and "x"`, func(r *Run) { r.Env.CPU = "y" }},
		{"go", `different Go version: "go1.27" and "go1.26.8"`, func(r *Run) { r.Env.GoVersion = "go1.27" }},
		{"seed", `different seed: "2" and "1"`, func(r *Run) { r.Settings.Seed = 2 }},
		{"alignment", `different alignment of functions (bytes): "64" and "0"`, func(r *Run) { r.Settings.FuncAlign = 64 }},
		{"flags", "different build flags", func(r *Run) { r.Env.BuildFlags = map[string]string{"GOAMD64": "v3"} }},
		{"values", `subject "data" has other values`, func(r *Run) { r.Subjects[0].Values = 3 }},
		{"version", `row "mus": it is of version v2.0.0, and of version v1.0.0`, func(r *Run) { r.Subjects[0].Cases[0].Version = "v2.0.0" }},
		{"twice", "is there already with 3 samples, and not 2", func(r *Run) {
			r.Started = sample().Started
			op := r.Subjects[0].Cases[0].Ops["marshal"]
			op.Samples = op.Samples[:1]
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Merge(sample(), later(test.edit))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
	if _, err := Merge(); err == nil {
		t.Error("merging nothing: no error")
	}
}

func TestMergeWarnsOfModules(t *testing.T) {
	a, b := sample(), later(nil)
	a.Env.Modules = map[string]string{"m": "v1.0.0", "n": "v1.0.0"}
	b.Env.Modules = map[string]string{"m": "v1.0.1", "o": "v1.0.0"}
	merged, err := Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"merged from runs with m at v1.0.0 and at v1.0.1"}
	if diff := cmp.Diff(want, merged.Warnings); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(merged.Env.Modules) != 3 {
		t.Errorf("modules %v", merged.Env.Modules)
	}
}

func TestMergePayloads(t *testing.T) {
	payload := func(r *Run) { r.Payloads = []Payload{{Process: 20, Bytes: 16}} }
	first := sample()
	payload(first)
	m, err := Merge(first, later(payload))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Payloads) != 2 || m.Payloads[0].Process == m.Payloads[1].Process {
		t.Errorf("payloads %+v, want two of different processes", m.Payloads)
	}
}

func TestBusy(t *testing.T) {
	for _, tc := range []struct {
		env  Environment
		want string
	}{
		{Environment{}, ""},
		{Environment{RunQueue: 0.4, CPUShare: 0.95, Steal: 0.01}, ""},
		{Environment{RunQueue: 3, CPUShare: 0.5}, "the machine was busy: workers had a processor for 50 % of the time they needed"},
		{Environment{RunQueue: 3}, ""}, // they kept nobody waiting
		{Environment{Steal: 0.1}, "the machine was busy: the hypervisor took 10 %"},
	} {
		if got := tc.env.Busy(); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.env, got, tc.want)
		}
	}
}
