// Package result is the record of a run: one JSON document that holds the
// environment, the cases with their verdicts and every measured round. Every
// report is a view of it; nothing that a report shows is computed anywhere else
// than from it.
//
// The package measures nothing, and computes no statistics: see package stats.
package result

import "time"

// Schema is the version of the document that this package writes. A reader
// refuses documents of a later one.
const Schema = 1

// Run is the document.
type Run struct {
	Schema   int         `json:"schema"`
	Tool     string      `json:"tool"`    // "assay" and its version
	Command  []string    `json:"command"` // arguments, for running it again
	Started  time.Time   `json:"started"`
	Env      Environment `json:"environment"`
	Settings Settings    `json:"settings"`
	Subjects []*Subject  `json:"subjects"`
	Warnings []string    `json:"warnings,omitempty"` // what makes the run doubtful
	Complete bool        `json:"complete"`           // false while a run is under way or was interrupted
}

// Environment is where the run took place. Empty strings mean "not known here".
type Environment struct {
	OS         string            `json:"os"`
	Arch       string            `json:"arch"`
	CPU        string            `json:"cpu"`
	Cores      int               `json:"cores"`
	MemoryMB   int               `json:"memory_mb,omitempty"`
	Kernel     string            `json:"kernel,omitempty"`
	Governor   string            `json:"governor,omitempty"` // frequency scaling
	Load       string            `json:"load,omitempty"`     // load averages when the run began
	Steal      float64           `json:"steal,omitempty"`    // share of CPU time taken by the hypervisor during the run, 0 to 1
	GoVersion  string            `json:"go_version"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	BuildFlags map[string]string `json:"build_flags,omitempty"` // GOAMD64, CGO_ENABLED, GOEXPERIMENT, …
	Modules    map[string]string `json:"modules,omitempty"`     // versions that were really linked
}

// Settings are the choices that shape the figures.
type Settings struct {
	Seed       uint64  `json:"seed"`
	BudgetSec  float64 `json:"budget_sec"`
	Processes  int     `json:"processes"` // over which each case is spread
	BatchMinUS float64 `json:"batch_min_us"`
	LiveHeapMB int     `json:"live_heap_mb"`
	NoGC       bool    `json:"no_gc,omitempty"`
	Stream     bool    `json:"stream,omitempty"`
}

// Subject is one type with its values.
type Subject struct {
	Name   string         `json:"name"` // a workload's name or a type's import path and name
	Type   string         `json:"type"`
	Origin string         `json:"origin"` // where the values came from, in words
	Values int            `json:"values"`
	Flags  map[string]int `json:"flags,omitempty"`
	Cases  []*Case        `json:"cases"`
	// Floor is the harness's own cost per call, measured in the same rounds.
	Floor *Case `json:"floor,omitempty"`
}

// Status is what became of a case.
type Status string

// The statuses.
const (
	OK      Status = "ok"      // verified and measured
	Refused Status = "refused" // the library cannot carry the type
	Failed  Status = "failed"  // it does not compile, loses data, panics, hangs, or a label is wrong
	Skipped Status = "skipped" // interrupted before it was measured
)

// Case is one row.
type Case struct {
	Row         string   `json:"row"`
	Driver      string   `json:"driver"`
	Version     string   `json:"version,omitempty"` // of the driver's own module, as linked; empty for the standard library
	Features    []string `json:"features"`
	Status      Status   `json:"status"`
	Reason      string   `json:"reason,omitempty"`
	Workarounds []string `json:"workarounds,omitempty"`
	Findings    []string `json:"findings,omitempty"`

	// Unsafe says how package unsafe enters: "" not at all, "internal" in the
	// library without aliasing the input, "aliases" when decoded values share
	// memory with the input. Proven, not declared.
	Unsafe        string `json:"unsafe,omitempty"`
	Deterministic bool   `json:"deterministic"`
	ReusesValue   bool   `json:"reuses_value,omitempty"`

	Size       Size               `json:"size"`
	Compressed map[string]float64 `json:"compressed,omitempty"` // mean bytes by algorithm

	Ops map[string]*Op `json:"ops,omitempty"` // by protocol.Op
}

// Safe reports whether neither the adapter nor what it reaches in the library
// uses package unsafe.
func (c *Case) Safe() bool { return c.Unsafe == "" }

// Size is the encoded length over the subject's values, in bytes.
type Size struct {
	Mean  float64 `json:"mean"`
	Min   int     `json:"min"`
	Max   int     `json:"max"`
	First int     `json:"first"`
}

// Op is one operation of a case.
type Op struct {
	BytesPerOp  float64  `json:"bytes_per_op"`
	AllocsPerOp float64  `json:"allocs_per_op"`
	Samples     []Sample `json:"samples"`
	GCShare     float64  `json:"gc_share,omitempty"` // collector's CPU time over wall time of the batches, 0 to 1
}

// Sample is one batch.
type Sample struct {
	Round   int     `json:"round"`
	Process int     `json:"process"`
	N       int     `json:"n"`     // operations in the batch
	NSPerOp float64 `json:"ns_op"` // wall time of the batch over N
	NoGC    bool    `json:"nogc,omitempty"`
}
