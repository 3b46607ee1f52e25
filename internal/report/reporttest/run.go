// Package reporttest gives the tests of reports a run that has everything in
// it: ties, long names, huge and tiny figures, failed, refused and skipped
// rows, findings and workarounds. No figure in it was measured.
package reporttest

import (
	"math"
	"time"

	"github.com/assay-go/assay/result"
)

// Each case was run in every round, and each process ran two of them.
const (
	rounds    = 24
	processes = 12
)

// Run returns the run, a new one with every call.
func Run() *result.Run {
	return &result.Run{
		Schema:  result.Schema,
		Tool:    "assay v0.1.0",
		Command: []string{"run", "--workload", "data,matrix"},
		Started: time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC),
		Env: result.Environment{
			OS: "linux", Arch: "amd64", CPU: "AMD EPYC 7B13", Cores: 2, MemoryMB: 8192,
			Kernel: "6.12.8", Governor: "performance", Load: "0.42 0.31 0.20", Steal: 0.013,
			GoVersion: "go1.26.8", GOMAXPROCS: 2,
			BuildFlags: map[string]string{"GOAMD64": "v1", "CGO_ENABLED": "0"},
			Modules:    map[string]string{"github.com/mus-format/mus-go": "v0.10.2"},
		},
		Settings: result.Settings{Seed: 1, BudgetSec: 60, Processes: processes, BatchMinUS: 1000, LiveHeapMB: 64},
		Subjects: []*result.Subject{data(), matrix(), union()},
		Warnings: []string{
			"the load average was 0.42 when the run began: other programs were running",
			"frequency scaling: figures are those of a processor that changes its clock by load, temperature and the number of cores in use, so compare ratios, not nanoseconds",
		},
		Complete: true,
	}
}

// Short returns the run without the operations that reports show as they show marshal.
func Short() *result.Run {
	run := Run()
	for _, s := range run.Subjects {
		for _, c := range append(s.Cases, s.Floor) {
			if c != nil {
				delete(c.Ops, "unmarshal")
				delete(c.Ops, "roundtrip")
			}
		}
	}
	return run
}

// data is a subject with rows of every kind.
func data() *result.Subject {
	return &result.Subject{
		Name: "data", Type: "data.Data", Origin: "workload, seed 1", Values: 1000,
		Flags: map[string]int{"strlen": 16},
		Floor: &result.Case{Row: "harness floor", Status: result.OK, Ops: ops(1.8, 1.9, 3.6, 0, 0)},
		Cases: []*result.Case{
			ok("mus", "raw", result.Safe, 58, ops(28.0, 24.1, 66.3, 112, 2)),
			ok("mus", "raw+reuse", result.Safe, 58, ops(13.1, 24.0, 54.0, 48, 1)),
			ok("mus", "reuse+unsafe", result.Aliases, 58, ops(7.2, 9.4, 34.8, 0, 0)),
			ok("mus", "notunsafe+reuse", result.Unsafe, 58, ops(9.9, 20.1, 50.2, 48, 1)),
			ok("benc", "raw+reuse", result.Safe, 58, ops(13.1, 20.3, 53.9, 48, 1), deflated(61), lax(result.Strict, "accepts cut input")),
			ok("benc", "raw+reuse+unsafestr", result.Aliases, 58, ops(6.6, 8.0, 30.1, 0, 0)),
			ok("vtprotobuf", "raw+reuse+unsafeunm+varint", result.Aliases, 69.6, ops(17.2, 44.8, 102, 144, 2), note("2 fields renamed to exported names")),
			ok("vtprotobuf", "raw", result.Safe, 69, ops(35.4, 56.8, 122, 271, 4)),
			ok("protobuf", "raw", result.Unsafe, 69, ops(204, 261, 504.4, 271, 4), found("time zone lost: Time"), note("time as seconds and nanoseconds")),
			ok("json", "", result.Safe, 150.25, ops(812, 1790, 2697, 600.5, 9), found("time zone lost: Time"), deflated(97.5)),
			ok("go-codec.msgpack", "", result.Unsafe, 91, withStreams(ops(310, 620, 980, 320, 5))),
			ok("flatbuffers", "", result.Safe, 104, with(ops(88, 61, 170, 48, 1), "access", 5.5, 0, 0)),
			ok("gob", "", result.Safe, 159, ops(9100, 1.2e12, 1.3e12, 9407, 233), lax(result.Bounded, "allocates without bound")),
			bad("goavro", result.Refused, "Time: carried as microseconds, which lose the nanoseconds"),
			bad("mongo.bson", result.Refused, "Time: carried as milliseconds, which lose the microseconds: 2026-11-20T10:30:00.123456789Z would come back as 2026-11-20T10:30:00.123Z"),
			bad("hamba.avro", result.Refused, "Time: carried as microseconds, which lose the nanoseconds"),
			bad("xdr", result.Failed, "unmarshal: Int32: -7 came back as 4294967289", found("time zone lost: Time")),
			bad("gotiny", result.Failed, "marshal: panic: runtime error: index out of range [3] with length 3"),
			bad("sonic", result.Skipped, "interrupted before it was measured"),
		},
	}
}

// matrix is a subject with tiny and huge figures, and names as long as they
// come.
func matrix() *result.Subject {
	long := "a-serializer-with-a-very-long-name-that-never-ends-and-has-no-place-to-break"
	return &result.Subject{
		Name: "matrix", Type: "example.com/a/rather/long/import/path/of/a/package/with/a/type/in/it/linear.Matrix", Origin: "file matrix.jsonl", Values: 1,
		Cases: []*result.Case{
			ok("tiny", "", result.Safe, 0, ops(0.31, 0.0004, 0.7, 0, 0)),
			ok("huge", "raw+reuse", result.Safe, 123456789, ops(123456789, 987654321, 1e13, 1e10, 123456789.5)),
			ok(long, "raw+reuse+varint", result.Aliases, 1e10, ops(12.5, 12.5, 25, 10, 1), found("nil merged with empty: Rows[].Cells"), found("map order differs")),
		},
	}
}

// union is a subject that nothing can carry.
func union() *result.Subject {
	return &result.Subject{
		Name: "union", Type: "data.Union", Origin: "generated from the type", Values: 100, Zero: []string{"Spare"},
		Cases: []*result.Case{
			bad("mus", result.Refused, "Shape: an interface has no form"),
			bad("benc", result.Refused, "Shape: an interface has no form"),
		},
	}
}

func ok(driver, features string, class result.Class, size float64, ops map[string]*result.Op, more ...func(*result.Case)) *result.Case {
	c := &result.Case{
		Row: driver, Driver: driver, Version: "v1.2.3", Features: []string{"binary"}, Status: result.OK,
		Class: class, Unsafe: class != result.Safe, Deterministic: true,
		Labels: []result.Label{{Name: result.Strict, Holds: true, Evidence: "all were refused"}, {Name: result.Bounded, Holds: true, Evidence: "none had more allocated"}},
		Size:   result.Size{Mean: size, Min: int(size), Max: int(math.Ceil(size)), First: int(size)},
		Ops:    ops,
	}
	if features != "" {
		c.Row += "+" + features
		c.Features = append(c.Features, split(features)...)
	}
	for _, f := range more {
		f(c)
	}
	return c
}

func bad(driver string, status result.Status, reason string, more ...func(*result.Case)) *result.Case {
	c := &result.Case{Row: driver, Driver: driver, Features: []string{"binary"}, Status: status, Reason: reason}
	for _, f := range more {
		f(c)
	}
	return c
}

func found(text string) func(*result.Case) {
	return func(c *result.Case) { c.Findings = append(c.Findings, text) }
}

// lax has a label not hold.
func lax(name, fault string) func(*result.Case) {
	return func(c *result.Case) {
		for i := range c.Labels {
			if c.Labels[i].Name == name {
				c.Labels[i].Holds, c.Labels[i].Fault = false, fault
			}
		}
	}
}

func note(text string) func(*result.Case) {
	return func(c *result.Case) { c.Workarounds = append(c.Workarounds, text) }
}

func deflated(mean float64) func(*result.Case) {
	return func(c *result.Case) { c.Compressed = map[string]float64{"flate": mean} }
}

// ops returns the three operations with the given ns/op.
func ops(marshal, unmarshal, roundtrip, bytes, allocs float64) map[string]*result.Op {
	m := map[string]*result.Op{}
	with(m, "marshal", marshal, bytes, allocs)
	with(m, "unmarshal", unmarshal, bytes, allocs)
	return with(m, "roundtrip", roundtrip, bytes, allocs)
}

func withStreams(m map[string]*result.Op) map[string]*result.Op {
	with(m, "encode", 350, 350, 6)
	return with(m, "decode", 700, 350, 6)
}

// with adds an operation. Each round has noise that all cases share, and each
// case a little of its own, which depends on its figure so that ties remain.
func with(m map[string]*result.Op, op string, ns, bytes, allocs float64) map[string]*result.Op {
	o := &result.Op{BytesPerOp: bytes, AllocsPerOp: allocs}
	for r := range rounds {
		shared := 1 + 0.2*math.Abs(math.Sin(float64(r)))
		own := 1 + 0.01*math.Sin(float64(r)*7+ns)
		o.Samples = append(o.Samples, result.Sample{
			Round: r, Process: r % processes, Layout: r % processes, N: int(max(1, 1e6/ns)),
			NSPerOp: ns * shared * own,
		})
	}
	m[op] = o
	return m
}

func split(features string) []string {
	var list []string
	start := 0
	for i := range len(features) {
		if features[i] == '+' {
			list = append(list, features[start:i])
			start = i + 1
		}
	}
	return append(list, features[start:])
}
