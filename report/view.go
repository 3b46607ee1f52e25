package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Schema is the version of the View's JSON form. In schema 1 the fields "row" and
// "class" of rows were called "name" and "unsafe", and safe rows had none.
const Schema = 2

// View is a run as it is reported. Its JSON form is documented in
// docs/report.md.
type View struct {
	Schema      int                `json:"schema"`             // version of the View's JSON form
	Tool        string             `json:"tool"`               // program and version that measured
	Command     []string           `json:"command,omitempty"`  // its arguments; an absolute path by its last element
	Started     time.Time          `json:"started"`            // when the run began
	Complete    bool               `json:"complete"`           // false: the run was interrupted, and the figures cover what was measured until then
	Environment result.Environment `json:"environment"`        // where the run took place
	Settings    result.Settings    `json:"settings"`           // how it was measured
	Warnings    []string           `json:"warnings,omitempty"` // what makes the run doubtful
	Confidence  float64            `json:"confidence"`         // of every interval, 0 to 1
	Subjects    []*Subject         `json:"subjects"`           // what was measured
	Choices     []Choice           `json:"choices,omitempty"`  // what to take, over all subjects
}

// Subject is one type with its values and its tables.
type Subject struct {
	Name     string         `json:"name"`               // a workload's name or a type's import path and name
	Type     string         `json:"type"`               // the Go type
	Origin   string         `json:"origin"`             // where the values came from, in words
	Zero     []string       `json:"zero,omitempty"`     // paths of the fields that are zero in all values
	Simple   []string       `json:"simple,omitempty"`   // paths of the fields of made-up values that are simple in all of them, since the type's own methods refuse others
	Refused  string         `json:"refused,omitempty"`  // the first made-up value that the type's own methods refuse, and why
	Values   int            `json:"values"`             // how many there are
	Flags    map[string]int `json:"flags,omitempty"`    // what scaled a built-in workload, by name
	Glance   []Glance       `json:"glance,omitempty"`   // a line for each serializer, by marshal and unmarshal together
	Answers  []Answer       `json:"answers,omitempty"`  // the figures in short
	Ops      []*Op          `json:"ops,omitempty"`      // marshal, unmarshal, round trip, then the others
	Sizes    []SizeRow      `json:"sizes,omitempty"`    // of the verified rows, the smallest first
	Proven   []Proven       `json:"proven,omitempty"`   // what malformed input and changes of types do to rows, by name
	Programs []Program      `json:"programs,omitempty"` // what rows add to a program, where that was asked for, the least first
	Excluded []Excluded     `json:"excluded,omitempty"` // rows without figures
	Notes    []Note         `json:"notes,omitempty"`    // findings and workarounds
	Hidden   int            `json:"hidden,omitempty"`   // rows that the filter left out
}

// Answer is the best row, or the tied best rows, for one question.
type Answer struct {
	Question Question `json:"question"`     // what is asked
	Op       string   `json:"op,omitempty"` // empty where the operation does not matter
	Rows     []string `json:"rows"`         // the fastest first
	Value    float64  `json:"value"`        // the first row's figure
	Unit     string   `json:"unit"`         // of the value: "ns/op", "B/size" or "allocs/op"
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
	Op         string    `json:"op"`                    // "marshal", "unmarshal", "roundtrip", "compared", "encode", "decode", "access", "open", "field" or "update"
	Part       string    `json:"part,omitempty"`        // the field that "field" reads and "update" writes
	Floor      *Estimate `json:"floor,omitempty"`       // ns/op of an empty codec in the loop of rows without reuse: loop, call, and the destination of unmarshal
	FloorReuse *Estimate `json:"floor_reuse,omitempty"` // ns/op of an empty codec in the loop of rows with reuse: loop and an indirect call, a little more than every figure contains

	// Ranks and ratios are those within the table.
	// Rows with arena are in All only.
	Safe   []Row `json:"safe"`   // the best row of each serializer and format among those that reach no package unsafe
	Unsafe []Row `json:"unsafe"` // the best row of each serializer and format among those that do
	All    []Row `json:"all"`    // every row

	Parallel []Parallel `json:"parallel,omitempty"` // several goroutines at a time, where that was measured
	Cold     []Cold     `json:"cold,omitempty"`     // what is in no cache, and first calls, likewise
	Latency  []Latency  `json:"latency,omitempty"`  // single operations, likewise
	Sweep    []Sweep    `json:"sweep,omitempty"`    // values of other sizes, likewise

	Limits []Row `json:"limits,omitempty"` // what is left to win, without rank, with the ratio to the first of all rows
}

// Place writes a rank, as "3", or as "3=" where others have the same.
func Place(rank int, tied bool) string {
	if tied {
		return strconv.Itoa(rank) + "="
	}
	return strconv.Itoa(rank)
}

// Row is one line of a table.
type Row struct {
	Rank     int          `json:"rank"`              // one more than the number of rows before its group; no two rows of a group can be distinguished
	Tied     bool         `json:"tied,omitempty"`    // another row of the table has the same rank
	Name     string       `json:"row"`               // the serializer and what is particular about the row, joined by +
	Driver   string       `json:"driver"`            // the serializer
	Version  string       `json:"version,omitempty"` // of the driver's own module
	Features []string     `json:"features"`          // labels, those in the name included
	Class    result.Class `json:"class"`             // "safe", "unsafe" or "aliases"

	Unsafe   bool `json:"unsafe,omitempty"`    // an operation reaches package unsafe, the standard library's aside
	ZeroCopy bool `json:"zero_copy,omitempty"` // values share the message's memory

	NS          Estimate    `json:"ns_op"`                // wall time of one operation, in nanoseconds, without the noise that all rows share in a round
	CPU         *CPU        `json:"cpu,omitempty"`        // processor time, where the collector's was measured
	Ratio       *Estimate   `json:"ratio,omitempty"`      // to the first row of the table: the quotient of the two times, with the interval of the rounds that both took part in; left out where they share none
	NSNoGC      *Estimate   `json:"ns_op_nogc,omitempty"` // with the collector off, where it was measured
	Wide        bool        `json:"wide,omitempty"`       // the interval is wider than a third of the figure
	NSLeast     float64     `json:"ns_op_least"`          // of the fastest batch: what it takes when nothing disturbs it
	MBPerSec    float64     `json:"mb_s"`                 // mean encoded size over that time, in 10^6 bytes a second
	BytesPerOp  float64     `json:"bytes_per_op"`         // allocated by one operation
	AllocsPerOp float64     `json:"allocs_per_op"`        // allocations of one operation
	Size        result.Size `json:"size"`                 // encoded length in bytes

	Compressed map[string]float64 `json:"compressed,omitempty"` // mean compressed length in bytes by algorithm

	Notes []int `json:"notes,omitempty"` // numbers of the subject's notes

	Samples []result.Sample `json:"-"` // behind the figures, for exports that compute their own
}

// CPU is the processor time of one operation with the collector's work, which is
// charged by what the operation allocates.
type CPU struct {
	NS       float64   `json:"ns_op"`                 // the operation's own time, by the median of its batches, and the collector's, in nanoseconds
	GCNS     float64   `json:"gc_ns_op"`              // of which the collector's: what so many bytes and allocations cost
	Interval *Interval `json:"gc_interval,omitempty"` // of the collector's, with how far operations are from the price; left out where there are too few layouts for one
	Cycles   int       `json:"cycles"`                // collections that the price rests on
}

// Estimate is a median with its interval, which is over the layouts of the code
// in the run: it says where the figure of another run of the same executables
// would lie on a machine in the same state.
type Estimate struct {
	Median   float64   `json:"median"`             // of what each layout of the code takes: the mean of the faster half of its batches
	Interval *Interval `json:"interval,omitempty"` // left out where there are too few layouts for one
}

// Interval is a confidence interval.
type Interval struct {
	Lo float64 `json:"lo"` // lower end
	Hi float64 `json:"hi"` // upper end
}

// wide reports whether the interval is wider than a third of the median.
func (e Estimate) wide() bool { return e.Interval != nil && e.Interval.Hi-e.Interval.Lo > e.Median/3 }

// Proven is what was found of a row, of malformed input and of changes of types.
type Proven struct {
	Row    string         `json:"row"`    // its name
	Labels []result.Label `json:"labels"` // those that are known
}

func proven(cases []*result.Case) (list []Proven) {
	for _, c := range cases {
		if len(c.Labels) > 0 {
			list = append(list, Proven{c.Row, c.Labels})
		}
	}
	slices.SortStableFunc(list, func(a, b Proven) int { return strings.Compare(a.Row, b.Row) })
	return list
}

// Program is what the rows of an adapter add to a program that has the subject's
// type, and fmt.
type Program struct {
	Rows            []string `json:"rows"`             // of the adapter
	ExecutableBytes int64    `json:"executable_bytes"` // bytes of the executable, without symbols and debug information
	CompileSec      float64  `json:"compile_sec"`      // processor time in seconds of compiling what comes with it, the standard library aside
}

// programs groups the rows that share their figures, which those of an adapter
// do.
func programs(cases []*result.Case) []Program {
	var list []Program
	for _, c := range cases {
		if c.Footprint == nil || c.Status != result.OK {
			continue
		}
		p := Program{[]string{c.Row}, c.Footprint.ExecutableBytes, c.Footprint.CompileSec}
		i := slices.IndexFunc(list, func(q Program) bool {
			return q.ExecutableBytes == p.ExecutableBytes && q.CompileSec == p.CompileSec
		})
		if i >= 0 {
			list[i].Rows = append(list[i].Rows, c.Row)
		} else {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b Program) int { return cmp.Compare(a.ExecutableBytes, b.ExecutableBytes) })
	return list
}

// Excluded is a reason for which rows have no figures.
type Excluded struct {
	Status result.Status `json:"status"`          // "failed", "refused" or "skipped"
	Reason string        `json:"reason"`          // in one line
	Rows   []string      `json:"rows"`            // which it holds for
	Notes  []int         `json:"notes,omitempty"` // numbers of the subject's notes
}

// Note is a finding or a workaround, and the rows that it concerns.
type Note struct {
	Number int      `json:"number"` // from 1, within the subject
	Kind   NoteKind `json:"kind"`   // what it is
	Text   string   `json:"text"`   // in one line
	Rows   []string `json:"rows"`   // which it concerns
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
	protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip, protocol.Compared,
	protocol.Encode, protocol.Decode, protocol.Access, protocol.Open, protocol.Field, protocol.Update,
}
