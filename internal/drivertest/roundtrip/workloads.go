package roundtrip

import (
	"testing"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
)

// Outcome is what became of a row that does not carry a workload.
type Outcome struct {
	Refused bool // by the driver; else it failed
	Reason  string
}

// Workloads compiles the adapters of the rows, given by the name of the workload,
// and verifies them with the real worker on the workload's own values. It returns
// what became of those that do not carry them, by workload and row.
func Workloads(t *testing.T, list []*driver.Driver, rows map[string][]string) map[string]map[string]Outcome {
	t.Helper()
	cfg := compile.Config{CacheDir: compiletest.CacheDir(), Unproven: true, Untimed: true}
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	type wanted struct {
		row     driver.Row
		adapter int
	}
	byName := map[string]driver.Row{}
	drivers := map[string]*driver.Driver{}
	for _, d := range list {
		for _, r := range d.Rows() {
			byName[r.Name], drivers[r.Name] = r, d
		}
	}
	var adapters []compile.Adapter
	var all []wanted
	for _, w := range workloads.All {
		if len(rows[w.Name]) == 0 {
			continue
		}
		typ, values := w.TypeFor(workload.Options{})
		r, err := load.Load(t.Context(), load.Config{Dir: host.Dir, Env: host.Env, BuildFlags: host.BuildFlags}, assay.ModulePath+"/workloads/"+w.Name+"."+typ)
		if err != nil {
			t.Fatal(err)
		}
		subject := &compile.Subject{Name: w.Name, Type: r.Type, Host: host, Workload: true, SampleFunc: values}
		made := map[string]int{} // adapters by name
		for _, name := range rows[w.Name] {
			row, ok := byName[name]
			if !ok {
				t.Fatalf("there is no row %s", name)
			}
			adapter := drivers[name].RowName(row.Variant)
			if _, ok := made[adapter]; !ok {
				made[adapter] = len(adapters)
				adapters = append(adapters, compile.Adapter{Subject: subject, Driver: drivers[name], Variant: row.Variant})
			}
			all = append(all, wanted{row, made[adapter]})
		}
	}
	built, err := compile.Build(t.Context(), cfg, adapters, nil)
	if err != nil {
		t.Fatal(err)
	}
	workers := make([]*worker, len(built.Workers))
	for i, w := range built.Workers {
		workers[i] = startWorker(t, w.Path)
	}
	outcome := map[string]map[string]Outcome{}
	for _, w := range all {
		a, v := adapters[w.adapter], built.Verdicts[w.adapter]
		var o Outcome
		switch {
		case len(v.Refusals) > 0:
			o = Outcome{true, v.Refusals[0].String()}
		case v.Err != "":
			o.Reason = v.Err
		default:
			workers[v.Worker].load(t, a.Subject.Name)
			verdict := workers[v.Worker].verify(t, a, w.row)
			if verdict.OK {
				continue
			}
			o.Reason = verdict.Reason
		}
		if outcome[a.Subject.Name] == nil {
			outcome[a.Subject.Name] = map[string]Outcome{}
		}
		outcome[a.Subject.Name][w.row.Name] = o
	}
	return outcome
}
