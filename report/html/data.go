package html

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// pageData is what the script reads. Names are short, since they stand in it
// once for every row.
type pageData struct {
	Tool    string   `json:"tool"`
	Command []string `json:"command,omitempty"`
	Kinds   []*kind  `json:"kinds"` // of machines, mostly one

	// Contenders says that the rows are those that assay run measures when no
	// others are asked for.
	Contenders bool `json:"contenders,omitempty"`
}

type kind struct {
	Name        string                       `json:"name"`
	Started     time.Time                    `json:"started"`
	Complete    bool                         `json:"complete"`
	Warnings    []string                     `json:"warnings,omitempty"`
	Confidence  float64                      `json:"confidence"`
	Environment [][2]string                  `json:"environment"`
	Modules     map[string]string            `json:"modules,omitempty"`
	Facts       map[string]result.Serializer `json:"facts,omitempty"`
	Subjects    []*subject                   `json:"subjects"`

	Choices []block `json:"choices,omitempty"` // what the terminal says below the tables of all subjects
}

type subject struct {
	Name     string            `json:"name"`
	Type     string            `json:"type"`
	Origin   string            `json:"origin"`
	Values   int               `json:"values"`
	Flags    map[string]int    `json:"flags,omitempty"`
	Ops      []string          `json:"ops"`
	Floor    map[string]figure `json:"floor,omitempty"` // ns/op of the harness by operation
	Rows     []*row            `json:"rows"`
	Excluded []report.Excluded `json:"excluded,omitempty"`
	Notes    []report.Note     `json:"notes,omitempty"`

	Glance []block `json:"glance,omitempty"` // what the terminal says of it

	// What compressors make of encodings: their names, and for each different
	// set of encodings the figures in the order of the names.
	Packers []string    `json:"packers,omitempty"`
	Packed  [][]*packed `json:"packed,omitempty"`
}

// packed is what a compressor makes of a message: bytes, nanoseconds to compress
// and to decompress.
type packed [3]figure

type row struct {
	Name          string             `json:"n"`
	Driver        string             `json:"d"`
	Version       string             `json:"v,omitempty"`
	Features      []string           `json:"x,omitempty"`
	Class         string             `json:"u,omitempty"` // safe where there is none
	Fault         string             `json:"l,omitempty"` // what malformed input does to it, where it is not strict and bounded
	Bytes         report.Bytes       `json:"b,omitempty"` // that it may be given to read
	Format        string             `json:"f,omitempty"`
	Portable      bool               `json:"p,omitempty"`
	Deterministic bool               `json:"t,omitempty"`
	Size          [3]figure          `json:"s"` // mean, least, greatest
	Notes         []int              `json:"k,omitempty"`
	Packed        *int               `json:"c,omitempty"` // index in the subject's
	Ops           map[string]*timing `json:"o"`

	// By operation: size of the value in bytes, ns/op and allocations;
	// goroutines and operations a second. The script reads them by their places.
	Sweep    map[string][][3]figure `json:"g,omitempty"`
	Parallel map[string][][2]figure `json:"h,omitempty"`
}

// timing is one operation: median, interval, least, bytes, allocations, rank,
// ratio to the fastest and its interval, processor time with the collector's.
// Its place tells a figure's meaning; null stands for none.
type timing [11]figure

// figure is written with four digits that count: more were never measured.
type figure float64

func (f figure) MarshalJSON() ([]byte, error) {
	x := float64(f)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.AppendFloat(nil, x, 'f', 0, 64), nil
	}
	return strconv.AppendFloat(nil, x, 'g', 4, 64), nil
}

func newPage(run *result.Run) *pageData {
	p := &pageData{Tool: run.Tool, Command: result.Published(run.Command), Contenders: contenders(run.Command)}
	for _, r := range append([]*result.Run{run}, run.Others...) {
		p.Kinds = append(p.Kinds, newKind(r))
	}
	return p
}

// contenders reports whether a command chose no rows.
func contenders(command []string) bool {
	return len(command) > 0 && command[0] == "run" && !slices.ContainsFunc(command, func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return name == "--all" || name == "--serializers" || name == "--features"
	})
}

func newKind(run *result.Run) *kind {
	view := report.New(run, nil)
	k := &kind{
		Name: machine(run.Env), Started: run.Started, Complete: run.Complete, Warnings: run.Warnings,
		Confidence: view.Confidence, Environment: environment(run), Modules: run.Env.Modules, Facts: run.Serializers,
		Subjects: []*subject{},
	}
	for i, s := range view.Subjects {
		out := newSubject(s, run.Subjects[i])
		out.Glance = blocks(layout.Subject(s, layout.Options{}))
		k.Subjects = append(k.Subjects, out)
	}
	k.Choices = blocks(layout.Closing(view, layout.Options{}))
	return k
}

func newSubject(s *report.Subject, from *result.Subject) *subject {
	out := &subject{
		Name: s.Name, Type: s.Type, Origin: s.Origin, Values: s.Values, Flags: s.Flags,
		Ops: []string{}, Rows: []*row{}, Excluded: s.Excluded, Notes: s.Notes, Floor: map[string]figure{},
	}
	rows := map[string]*row{}
	for _, op := range s.Ops {
		out.Ops = append(out.Ops, op.Op)
		if op.Floor != nil {
			out.Floor[op.Op] = figure(op.Floor.Median)
		}
		for _, r := range op.All {
			if rows[r.Name] == nil {
				rows[r.Name] = newRow(r, from)
				rows[r.Name].Packed = out.pack(from, r.Name)
				out.Rows = append(out.Rows, rows[r.Name])
			}
			rows[r.Name].Ops[op.Op] = newTiming(r, from, protocol.Op(op.Op))
		}
	}
	return out
}

func newRow(r report.Row, from *result.Subject) *row {
	out := &row{
		Name: r.Name, Driver: r.Driver, Version: r.Version, Features: r.Features,
		Size:  [3]figure{figure(r.Size.Mean), figure(r.Size.Min), figure(r.Size.Max)},
		Notes: r.Notes, Ops: map[string]*timing{},
	}
	if r.Class != result.Safe {
		out.Class = string(r.Class)
	}
	i := slices.IndexFunc(from.Cases, func(c *result.Case) bool { return c.Row == r.Name })
	if i >= 0 {
		c := from.Cases[i]
		out.Format, out.Portable, out.Deterministic = c.Format, c.Portable, c.Deterministic
		out.Fault, out.Bytes = c.Fault(), report.Reads(c)
		out.grow(c)
	}
	if out.Format == "" {
		out.Format = r.Driver
	}
	return out
}

// pack fills what compressors make of the row's encodings, and returns where that
// is: rows that encode to the same bytes have the same.
func (s *subject) pack(from *result.Subject, name string) *int {
	i := slices.IndexFunc(from.Cases, func(c *result.Case) bool { return c.Row == name })
	if i < 0 || len(from.Cases[i].Compression) == 0 {
		return nil
	}
	list := make([]*packed, len(s.Packers))
	for _, z := range from.Cases[i].Compression {
		words := z.Algorithm
		if z.Stream {
			words = fmt.Sprintf("%s, stream of %d", z.Algorithm, z.Messages)
		}
		at := slices.Index(s.Packers, words)
		if at < 0 {
			at = len(s.Packers)
			s.Packers, list = append(s.Packers, words), append(list, nil)
		}
		list[at] = &packed{figure(z.Bytes), figure(median(slices.Clone(z.CompressNS))), figure(median(slices.Clone(z.DecompressNS)))}
	}
	same := func(a, b *packed) bool { return a == b || a != nil && b != nil && *a == *b }
	at := slices.IndexFunc(s.Packed, func(other []*packed) bool { return slices.EqualFunc(other, list, same) })
	if at < 0 {
		at = len(s.Packed)
		s.Packed = append(s.Packed, list)
	}
	return &at
}

// grow fills what was measured at other sizes and with several goroutines: the
// medians.
func (r *row) grow(c *result.Case) {
	for name, op := range c.Ops {
		for _, p := range stats.Sweep(op) {
			if r.Sweep == nil {
				r.Sweep = map[string][][3]figure{}
			}
			r.Sweep[name] = append(r.Sweep[name], [3]figure{figure(p.Bytes), figure(p.NS), figure(p.Allocs)})
		}
		times := map[int][]float64{}
		for _, p := range op.Parallel {
			if !p.Pooled && p.NSPerOp > 0 {
				times[p.Goroutines] = append(times[p.Goroutines], p.NSPerOp)
			}
		}
		for _, n := range slices.Sorted(maps.Keys(times)) {
			if r.Parallel == nil {
				r.Parallel = map[string][][2]figure{}
			}
			r.Parallel[name] = append(r.Parallel[name], [2]figure{figure(n), figure(1e9 / median(times[n]))})
		}
	}
}

// median sorts x.
func median(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

func newTiming(r report.Row, from *result.Subject, op protocol.Op) *timing {
	none := figure(math.NaN())
	t := &timing{figure(r.NS.Median), none, none, figure(r.NSLeast), figure(r.BytesPerOp), figure(r.AllocsPerOp), figure(r.Rank), none, none, none, none}
	if i := r.NS.Interval; i != nil {
		t[1], t[2] = figure(i.Lo), figure(i.Hi)
	}
	if r.Ratio != nil {
		t[7] = figure(r.Ratio.Median)
		if i := r.Ratio.Interval; i != nil {
			t[8], t[9] = figure(i.Lo), figure(i.Hi)
		}
	}
	if r.CPU != nil {
		t[10] = figure(r.CPU.NS)
	}
	return t
}

// machine names a kind of machine and what the code was built by.
func machine(e result.Environment) string {
	parts := []string{e.OS + "/" + e.Arch, e.CPU, e.GoVersion}
	for _, flag := range []string{"GOAMD64", "GOARM64", "GOEXPERIMENT"} {
		if v := e.BuildFlags[flag]; v != "" {
			parts = append(parts, flag+"="+v)
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}

// environment is where and how the run took place, in words.
func environment(run *result.Run) [][2]string {
	var list [][2]string
	add := func(name, value string) {
		if value != "" && value != "0" {
			list = append(list, [2]string{name, value})
		}
	}
	e, s := run.Env, run.Settings
	add("Processor", e.CPU)
	add("Cores", strconv.Itoa(e.Cores))
	if e.MemoryMB > 0 {
		add("Memory", fmt.Sprintf("%d MB", e.MemoryMB))
	}
	add("System", e.OS+"/"+e.Arch)
	add("Kernel", e.Kernel)
	add("Frequency scaling", e.Governor)
	add("Load at the beginning", e.Load)
	if e.Steal > 0 {
		add("Taken by the hypervisor", fmt.Sprintf("%.1f %%", 100*e.Steal))
	}
	add("Others", e.Busy())
	add("Go", e.GoVersion)
	add("GOMAXPROCS", strconv.Itoa(e.GOMAXPROCS))
	for _, flag := range []string{"GOAMD64", "GOARM64", "GOEXPERIMENT", "CGO_ENABLED"} {
		add(flag, e.BuildFlags[flag])
	}
	add("Seed", strconv.FormatUint(s.Seed, 10))
	add("Time for measuring", layout.Figure(s.BudgetSec)+" s")
	add("Processes", strconv.Itoa(s.Processes))
	add("Shortest batch", layout.Figure(s.BatchMinUS)+" µs")
	add("Live heap", fmt.Sprintf("%d MB", s.LiveHeapMB))
	for _, p := range run.Parts {
		what := fmt.Sprintf("%d batches", p.Samples)
		if p.Shard > 0 {
			what += fmt.Sprintf(", shard %d", p.Shard)
		}
		if p.Scale > 0 {
			what += fmt.Sprintf(", times multiplied by %.3f to meet the anchors of the first", p.Scale)
		}
		add("Part of "+p.Started.Format(time.DateTime), what)
	}
	return list
}
