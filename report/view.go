// Package report computes the one View that every report shows: which rows
// stand in which table, their ranks and figures, the answers in short, the rows
// left without figures and why, and the numbered notes. Below it, package layout
// arranges a View for reading, and packages text, markdown and export write it
// down; none of them computes a figure.
//
// The package takes its figures from package stats and everything else from
// the run document. It refuses to know how a report looks.
package report

import (
	"time"

	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/worker/protocol"
)

// Schema is the version of the View's JSON form.
const Schema = 1

// View is a run as it is reported. Its JSON form is documented in
// docs/report.md.
type View struct {
	Schema      int                `json:"schema"`
	Tool        string             `json:"tool"`              // program and version that measured
	Command     []string           `json:"command,omitempty"` // its arguments
	Started     time.Time          `json:"started"`
	Complete    bool               `json:"complete"` // false: the run was interrupted, and the figures cover what was measured until then
	Environment result.Environment `json:"environment"`
	Settings    result.Settings    `json:"settings"`
	Warnings    []string           `json:"warnings,omitempty"` // what makes the run doubtful
	Subjects    []*Subject         `json:"subjects"`
}

// Subject is one type with its values and its tables.
type Subject struct {
	Name     string         `json:"name"`
	Type     string         `json:"type"`
	Origin   string         `json:"origin"` // where the values came from, in words
	Values   int            `json:"values"`
	Flags    map[string]int `json:"flags,omitempty"`
	Answers  []Answer       `json:"answers,omitempty"`  // the figures in short
	Ops      []*Op          `json:"ops,omitempty"`      // marshal, unmarshal, round trip, then the others
	Excluded []Excluded     `json:"excluded,omitempty"` // rows without figures
	Notes    []Note         `json:"notes,omitempty"`
	Hidden   int            `json:"hidden,omitempty"` // rows that the filter left out
}

// Answer is the best row, or the tied best rows, for one question.
type Answer struct {
	Question Question    `json:"question"`
	Op       protocol.Op `json:"op,omitempty"` // empty where the operation does not matter
	Rows     []string    `json:"rows"`         // the fastest first
	Value    float64     `json:"value"`
	Unit     string      `json:"unit"` // "ns/op", "B/size", "allocs/op"
}

// Question is what an Answer answers.
type Question string

// The questions.
const (
	FastestSafe   Question = "fastest safe"
	FastestUnsafe Question = "fastest unsafe"
	Smallest      Question = "smallest"
	FewestAllocs  Question = "fewest allocations"
)

// Op is one operation with its three tables, each sorted by rank.
type Op struct {
	Op    protocol.Op `json:"op"`
	Floor *Estimate   `json:"floor,omitempty"` // ns/op of the harness alone, contained in every figure

	// Safe and Unsafe hold the best row of each serializer among those that
	// reach no package unsafe, and among those that do. All holds every row.
	// Ranks and ratios are those within the table.
	Safe   []Row `json:"safe"`
	Unsafe []Row `json:"unsafe"`
	All    []Row `json:"all"`
}

// Row is one line of a table.
type Row struct {
	Rank     int      `json:"rank"` // tied rows share one
	Name     string   `json:"name"`
	Driver   string   `json:"driver"`
	Version  string   `json:"version,omitempty"` // of the driver's own module
	Features []string `json:"features"`
	Unsafe   string   `json:"unsafe,omitempty"` // "", "internal" or "aliases", as in the run document

	NS          Estimate    `json:"ns_op"`         // wall time of one operation, in nanoseconds
	Ratio       Estimate    `json:"ratio"`         // to the best row of the table, paired by round; 1 or more but for noise
	MBPerSec    float64     `json:"mb_s"`          // mean encoded size over the median time, in 10^6 bytes a second
	BytesPerOp  float64     `json:"bytes_per_op"`  // allocated
	AllocsPerOp float64     `json:"allocs_per_op"` // allocations
	Size        result.Size `json:"size"`          // encoded length in bytes
	GCShare     float64     `json:"gc_share,omitempty"`

	Notes []int `json:"notes,omitempty"` // numbers of the subject's notes

	Samples []result.Sample `json:"-"` // behind the figures, for exports that compute their own
}

// Estimate is a median with its interval.
type Estimate struct {
	Median   float64   `json:"median"`
	Interval *Interval `json:"interval,omitempty"` // nil: too few samples for one
}

// Interval is a confidence interval of 95 %.
type Interval struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// Excluded is a reason for which rows have no figures.
type Excluded struct {
	Status result.Status `json:"status"`
	Reason string        `json:"reason"`
	Rows   []string      `json:"rows"`
	Notes  []int         `json:"notes,omitempty"`
}

// Note is a finding or a workaround, and the rows that it concerns.
type Note struct {
	Number int      `json:"number"` // from 1, within the subject
	Kind   NoteKind `json:"kind"`
	Text   string   `json:"text"`
	Rows   []string `json:"rows"`
}

// NoteKind tells notes apart.
type NoteKind string

// The kinds of notes.
const (
	Finding    NoteKind = "finding"    // what verification found, and counted as no failure
	Workaround NoteKind = "workaround" // how something was carried that the serializer has no form for
)

// ops lists the operations in the order in which they are reported.
var ops = []protocol.Op{
	protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip,
	protocol.Encode, protocol.Decode, protocol.Access,
}
