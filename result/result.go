package result

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Schema is the version of the document that this package writes. A reader
// refuses documents of a later one, and reads those of earlier ones as if they were
// of this. In schema 1 the round trip had a comparison inside; it is read as the
// operation "compared". Up to schema 2 the class of a row was called "unsafe", and was
// empty, "internal" or "aliases".
const Schema = 3

// Run is the document.
type Run struct {
	Schema   int         `json:"schema"`      // version of the document, 1 or more
	Tool     string      `json:"tool"`        // "assay" and its version
	Command  []string    `json:"command"`     // arguments, for running it again
	Started  time.Time   `json:"started"`     // when the run began
	Env      Environment `json:"environment"` // where it took place
	Settings Settings    `json:"settings"`    // how it was measured
	Subjects []*Subject  `json:"subjects"`    // what was measured

	// Serializers are facts about the serializers of the rows, by name.
	Serializers map[string]Serializer `json:"serializers,omitempty"`

	// Sides are the states of the code, or the ways to build it, that rows were
	// measured in beside each other; Env has what the first of them was built with.
	Sides []Side `json:"sides,omitempty"`

	// Payloads are what allocating costs beside a heap full of pointers, which is what
	// the collector's work is charged to the rows by. Empty: it was not measured.
	Payloads []Payload `json:"payloads,omitempty"`

	Spent *Spent `json:"spent,omitempty"` // where its time went

	Warnings []string `json:"warnings,omitempty"` // what makes the run doubtful
	Complete bool     `json:"complete"`           // false while a run is under way or was interrupted

	Shard  *Shard `json:"shard,omitempty"`  // which part of a run that is spread over machines this is
	Parts  []Part `json:"parts,omitempty"`  // the runs that were merged into this one
	Others []*Run `json:"others,omitempty"` // runs of the same on machines of other kinds, whose times are not compared
}

// Side is a state of the code, or a way to build it.
type Side struct {
	Name       string            `json:"name"`                  // in the names of its rows, behind an @
	GoVersion  string            `json:"go_version"`            // of the toolchain that built its workers
	BuildFlags map[string]string `json:"build_flags,omitempty"` // as in Environment
	Modules    map[string]string `json:"modules,omitempty"`     // likewise
}

// Spent is where the time of a run went.
type Spent struct {
	WallSec     float64 `json:"wall_sec"`     // of the whole run in seconds, building and verifying included
	RecordedSec float64 `json:"recorded_sec"` // of which batches that are recorded were on the clock
}

// Share returns the part of the run's time in which something was measured that
// is recorded, 0 to 1.
func (s *Spent) Share() float64 {
	if s == nil || s.WallSec == 0 {
		return 0
	}
	return s.RecordedSec / s.WallSec
}

// Shard is a part of a run that is spread over machines. Every shard measures
// its own rows and the anchors, by which the shards are joined.
type Shard struct {
	Index   int      `json:"index"`   // from 1
	Count   int      `json:"count"`   // shards that the run has
	Anchors []string `json:"anchors"` // rows that every shard measures
}

// Part is a run that was merged.
type Part struct {
	Started time.Time `json:"started"`         // when it began
	Shard   int       `json:"shard,omitempty"` // which of the shards it is, from 1; 0 when it is none
	Samples int       `json:"samples"`         // that it brought
	Process int       `json:"process"`         // number of its first process; of shards, which share numbers, 0
	// Scale is what the times of a shard were multiplied with, on the whole, so
	// that its anchors take as long as in the first one; 0 when they were left
	// as they are.
	Scale float64 `json:"scale,omitempty"`

	Interrupted bool `json:"interrupted,omitempty"` // it did not come to its end
}

// Environment is where the run took place. Empty strings mean "not known here".
type Environment struct {
	OS         string            `json:"os"`                    // GOOS
	Arch       string            `json:"arch"`                  // GOARCH
	CPU        string            `json:"cpu"`                   // the processor's own name
	Cores      int               `json:"cores"`                 // logical processors
	MemoryMB   int               `json:"memory_mb,omitempty"`   // of the machine, in 2^20 bytes
	Kernel     string            `json:"kernel,omitempty"`      // release of the operating system's kernel
	Governor   string            `json:"governor,omitempty"`    // frequency scaling
	Load       string            `json:"load,omitempty"`        // load averages when the run began
	Steal      float64           `json:"steal,omitempty"`       // share of CPU time taken by the hypervisor during the run, 0 to 1
	RunQueue   float64           `json:"run_queue,omitempty"`   // processes beside the command that could run, its workers included: the average between rounds
	CPUShare   float64           `json:"cpu_share,omitempty"`   // part of the time for which workers wanted a processor that they had one, 0 to 1; 0: not known
	GoVersion  string            `json:"go_version"`            // of the toolchain that built the workers
	GOMAXPROCS int               `json:"gomaxprocs"`            // of the workers
	BuildFlags map[string]string `json:"build_flags,omitempty"` // GOAMD64, CGO_ENABLED, GOEXPERIMENT, …
	Modules    map[string]string `json:"modules,omitempty"`     // versions that were really linked
}

// Busy says how busy others kept the machine, in a few words; empty where that was little,
// or is not known.
func (e Environment) Busy() string {
	const most, stolen = 0.9, 0.02
	var parts []string
	if e.CPUShare > 0 && e.CPUShare < most {
		parts = append(parts, fmt.Sprintf("workers had a processor for %.0f %% of the time they needed", 100*e.CPUShare))
	}
	if e.Steal > stolen {
		parts = append(parts, fmt.Sprintf("the hypervisor took %.0f %%", 100*e.Steal))
	}
	if len(parts) == 0 {
		return ""
	}
	return "the machine was busy: " + strings.Join(parts, ", ")
}

// Settings are the choices that shape the figures.
type Settings struct {
	Seed         uint64  `json:"seed"`                     // of the values and of the order of cases
	BudgetSec    float64 `json:"budget_sec"`               // time for measuring, in seconds
	Processes    int     `json:"processes"`                // over which each case is spread
	BatchMinUS   float64 `json:"batch_min_us"`             // shortest batch, in microseconds
	LiveHeapMB   int     `json:"live_heap_mb"`             // memory kept alive while measuring, in 2^20 bytes, so that the collector runs as in a program of that size
	WindowHeapMB int     `json:"window_heap_mb,omitempty"` // the same, full of pointers, beside payloads and windows
	GOGC         int     `json:"gogc,omitempty"`           // growth of the heap between collections, in per cent of what is live
	FuncAlign    int     `json:"func_align,omitempty"`     // what the addresses of functions are multiples of, in bytes; 0 is the linker's choice
	Also
}

// Also is what is measured besides marshal, unmarshal and the round trip. From CPU on, each takes time of its own
// beyond the budget.
type Also struct {
	NoGC        bool `json:"no_gc,omitempty"`       // batches with the collector off
	Stream      bool `json:"stream,omitempty"`      // encode and decode, to io.Writer and from io.Reader
	Compared    bool `json:"compared,omitempty"`    // the round trip with the comparison inside
	Opened      bool `json:"opened,omitempty"`      // what opening costs rows that read in place, without reading
	Partial     bool `json:"partial,omitempty"`     // one field read, and written, in place
	CPU         bool `json:"cpu,omitempty"`         // what the collector costs, however little time there is, and processor time in longer windows
	Parallel    bool `json:"parallel,omitempty"`    // several goroutines at a time
	Cold        bool `json:"cold,omitempty"`        // values and buffers beyond the processor's caches, and first calls
	Latency     bool `json:"latency,omitempty"`     // single operations of a microsecond or more
	Compression bool `json:"compression,omitempty"` // what compressors make of the encodings
	Sweep       bool `json:"sweep,omitempty"`       // values of other sizes, of workloads that scale
}

// add notes what another run has measured too.
func (a *Also) add(b Also) {
	to, from := reflect.ValueOf(a).Elem(), reflect.ValueOf(b)
	for i := range to.NumField() {
		to.Field(i).SetBool(to.Field(i).Bool() || from.Field(i).Bool())
	}
}

// Subject is one type with its values.
type Subject struct {
	Name    string         `json:"name"`              // a workload's name or a type's import path and name
	Type    string         `json:"type"`              // the Go type
	Origin  string         `json:"origin"`            // where the values came from, in words
	Values  int            `json:"values"`            // how many there are
	Digest  string         `json:"digest,omitempty"`  // of the values: the same where they are
	Part    string         `json:"part,omitempty"`    // the field that "field" reads and "update" writes, where they were asked for
	Zero    []string       `json:"zero,omitempty"`    // paths of the fields that are zero in all of them
	Simple  []string       `json:"simple,omitempty"`  // paths of the fields of made-up values that are simple in all of them, since the type's own methods refuse others
	Refused string         `json:"refused,omitempty"` // the first made-up value that the type's own methods refuse, and why
	Flags   map[string]int `json:"flags,omitempty"`   // what scaled a built-in workload, by name
	Sweep   string         `json:"sweep,omitempty"`   // the flag that the sizes of the points grow with
	Cases   []*Case        `json:"cases"`             // the rows, those without figures included

	Floor      *Case   `json:"floor,omitempty"`       // an empty codec in the loops of rows without reuse, measured in the same rounds: loop, call, and the destination of unmarshal
	FloorReuse *Case   `json:"floor_reuse,omitempty"` // the same in the loops of rows with reuse: loop and call
	Limits     []*Case `json:"limits,omitempty"`      // what is left to win, measured in the same rounds: "limit.copy" moves as many bytes as a value holds, "limit.alloc" makes the allocations of a value, or one for its encoding, and neither does anything else
}

// Serializer is what is true of all rows of a serializer.
type Serializer struct {
	Licence        string `json:"licence,omitempty"`         // SPDX identifier, or "none found"
	Module         string `json:"module,omitempty"`          // its own; empty for the standard library
	URL            string `json:"url,omitempty"`             // where it lives
	Schema         bool   `json:"schema,omitempty"`          // an interface language of its own is involved
	SelfDescribing bool   `json:"self_describing,omitempty"` // field names or types travel with the value
	Evolution      string `json:"evolution,omitempty"`       // "tagged" (fields may be added), "positional" or "writer schema"

	Unmaintained string `json:"unmaintained,omitempty"` // since when nobody mends it, and what is known to be broken

	Own bool `json:"own,omitempty"` // the Go implementation is assay's own
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

// Class is how package unsafe enters a row.
type Class string

// The classes. Aliases are the worst.
const (
	Safe    Class = "safe"    // neither the adapter nor what it reaches in the library uses it; the standard library is not counted
	Unsafe  Class = "unsafe"  // the library uses it, and decoded values are their own
	Aliases Class = "aliases" // decoded values share memory with the input
)

// UnmarshalText reads a class, "internal" of schema 2 as Unsafe.
func (c *Class) UnmarshalText(text []byte) error {
	if *c = Class(text); *c == "internal" {
		*c = Unsafe
	}
	return nil
}

// Case is one row.
type Case struct {
	Row         string   `json:"row"`                   // its name, unique in the subject
	Side        string   `json:"side,omitempty"`        // of Run.Sides, which the name has too: "json@go1.27+reuse"
	Driver      string   `json:"driver"`                // the serializer
	Version     string   `json:"version,omitempty"`     // of the driver's own module, as linked; empty for the standard library
	Format      string   `json:"format,omitempty"`      // the wire format
	Portable    bool     `json:"portable,omitempty"`    // the format has implementations in other languages
	Features    []string `json:"features"`              // labels, those in the row's name included
	Status      Status   `json:"status"`                // what became of it
	Reason      string   `json:"reason,omitempty"`      // why it has no figures, in one line
	Workarounds []string `json:"workarounds,omitempty"` // how something was carried that the serializer has no form for
	Findings    []string `json:"findings,omitempty"`    // what verification found and counted as no failure

	Labels []Label `json:"labels,omitempty"` // what was proven of it, or found to be otherwise; a label that is not here is not known

	Unsafe        bool  `json:"uses_unsafe,omitempty"`  // an operation reaches package unsafe, the standard library's aside
	Class         Class `json:"class,omitempty"`        // how package unsafe enters, which is proven and not declared; empty where the row was never built
	Deterministic bool  `json:"deterministic"`          // one value always encodes to the same bytes
	ReusesValue   bool  `json:"reuses_value,omitempty"` // unmarshal decodes into the value used before

	Size Size `json:"size"` // encoded length

	// Ownership is what was seen of who owns the memory of what calls return, a
	// direction each. Rows of which values break rules, or are large, have none.
	Ownership []Ownership `json:"ownership,omitempty"`

	// Compressed is the mean length in bytes by algorithm, each encoding
	// compressed by itself at the best level: flate, gzip, which is flate in a
	// frame of 18 bytes, and lzw, the algorithm of the program compress with
	// codes of up to 12 bits and no header.
	Compressed map[string]float64 `json:"compressed,omitempty"`

	// Compression is what compressors make of the encodings of up to 1,000
	// values, where that was measured.
	Compression []Compression `json:"compression,omitempty"`

	Footprint *Footprint `json:"footprint,omitempty"` // what it adds to a program, where that was asked for

	Ops map[string]*Op `json:"ops,omitempty"` // by protocol.Op
}

// Bare returns the row's name without that of its side.
func (c *Case) Bare() string {
	if c.Side == "" {
		return c.Row
	}
	return strings.Replace(c.Row, "@"+c.Side, "", 1)
}

// Safe reports whether neither the adapter nor what it reaches in the library
// uses package unsafe.
func (c *Case) Safe() bool { return c.Class == Safe }

// Label is something that was proven of a row, or found to be otherwise.
type Label struct {
	Name     string `json:"name"`            // "strict", "bounded", "survives" or "evolves"
	Holds    bool   `json:"holds"`           // it was proven
	Fault    string `json:"fault,omitempty"` // why it does not hold, in a few words that are always the same
	Evidence string `json:"evidence"`        // what was tried, and what came
}

// The labels. A codec is strict when it refuses messages that were cut short and
// bytes behind them, and bounded when no broken message has it allocate more than 64
// bytes for each of the message's and 64 kB, or kills it, and a long list no more than
// that and eight times the memory of its elements. It survives when none of the
// standard changes of a type loses or changes a value without an error, and evolves
// when fields that only one version of a type has keep neither from reading the other.
const (
	Strict  = "strict"
	Bounded = "bounded"

	Survives = "survives"
	Evolves  = "evolves"
)

// LabelNames are all labels.
var LabelNames = []string{Strict, Bounded, Survives, Evolves}

// Label returns what is known of a label; false where nothing is.
func (c *Case) Label(name string) (l Label, known bool) {
	for _, l := range c.Labels {
		if l.Name == name {
			return l, true
		}
	}
	return Label{}, false
}

// Fault returns the worst that malformed messages are known to do to the case; empty
// where there is none.
func (c *Case) Fault() string { return Fault(c.Labels) }

// Fault returns the worst that malformed messages are known to do: what keeps from being
// bounded, as that harms who reads others too, before what keeps from being strict.
// It is empty where neither is known.
func Fault(labels []Label) string {
	for _, name := range []string{Bounded, Strict} {
		for _, l := range labels {
			if l.Name == name && !l.Holds {
				return l.Fault
			}
		}
	}
	return ""
}

// UsesUnsafe reports whether an operation of the case reaches package unsafe, the standard
// library's aside.
func (c *Case) UsesUnsafe() bool { return c.Unsafe || c.Class == Unsafe }

// Malformed is what malformed input does to a codec, at the worst, in a word.
type Malformed string

// What malformed input does: it is refused, or taken for a value, has the codec panic or
// end the process, or has it allocate what the input's length does not justify.
const (
	Untried    Malformed = ""
	Withstands Malformed = "ok"
	Accepted   Malformed = "accepts"
	Allocates  Malformed = "memory"
	Panics     Malformed = "panics"
	Crashes    Malformed = "crashes"
)

// malformed has the words in which a label that does not hold says why.
var malformed = map[string]Malformed{
	"accepts trailing bytes": Accepted, "accepts cut input": Accepted,
	"allocates without bound": Allocates,
	"panics on cut input":     Panics, "panics on bytes behind a message": Panics, "panics on malformed input": Panics,
	"dies of cut input": Crashes, "dies of bytes behind a message": Crashes, "dies of malformed input": Crashes,
}

// OnMalformed returns the worst that malformed input is known to do to the case. It is
// known only where both labels about it are.
func (c *Case) OnMalformed() Malformed {
	_, strict := c.Label(Strict)
	_, bounded := c.Label(Bounded)
	switch fault := c.Fault(); {
	case !strict || !bounded:
		return Untried
	case fault == "":
		return Withstands
	default:
		return malformed[fault]
	}
}

// Safety reports whether the label is about malformed input, and not about changes of
// a type.
func (l Label) Safety() bool { return l.Name == Strict || l.Name == Bounded }

// Footprint is what a row adds to a program that has the subject's type, and fmt.
// The rows of one adapter share it.
type Footprint struct {
	ExecutableBytes int64   `json:"executable_bytes"` // bytes of the executable, without symbols and debug information
	CompileSec      float64 `json:"compile_sec"`      // processor time in seconds of compiling what comes with it, the standard library aside
}

// Ownership is what was seen of who owns the memory of what the calls of one direction
// return, with values that the codec had not met: results that are kept share no memory
// with others and stay as they are, and content that comes again takes the same work.
type Ownership struct {
	Direction     string  `json:"direction"`      // "marshal", "unmarshal" or "unmarshal into used values"
	Calls         int     `json:"calls"`          // whose results were kept while as many others were made, and looked at again
	RetainedBytes float64 `json:"retained_bytes"` // of the heap that a result keeps alive when most of those around it are let go
	FreshAllocs   float64 `json:"fresh_allocs"`   // allocations of a call for content that was not met before
	MetAllocs     float64 `json:"met_allocs"`     // and for the same content again
}

// Size is the encoded length over the subject's values, in bytes.
type Size struct {
	Mean  float64 `json:"mean"`  // over all values
	Min   int     `json:"min"`   // of the shortest
	Max   int     `json:"max"`   // of the longest
	First int     `json:"first"` // of the first value
}

// Compression is what one compressor makes of the encodings of a row. Rows that
// encode to the same bytes share the figures.
type Compression struct {
	Algorithm    string    `json:"algorithm"`        // "gzip" at its default level, "zstd-1", "zstd-3", "zstd-9", "snappy" and "lz4", both as blocks, the latter behind its length
	Stream       bool      `json:"stream,omitempty"` // all messages as one stream, each behind its length; otherwise each by itself
	Messages     int       `json:"messages"`         // how many there are
	Plain        float64   `json:"plain"`            // mean length in bytes without compression
	Bytes        float64   `json:"bytes"`            // mean length in bytes, compressed
	CompressNS   []float64 `json:"compress_ns"`      // nanoseconds a message, one figure for each round, which all rows and compressors share
	DecompressNS []float64 `json:"decompress_ns"`    // likewise
}

// Op is one operation of a case.
type Op struct {
	BytesPerOp   float64  `json:"bytes_per_op"`            // allocated, counted apart from timing
	AllocsPerOp  float64  `json:"allocs_per_op"`           // allocations, counted apart from timing
	Samples      []Sample `json:"samples"`                 // every batch that was timed
	ShortBatches int      `json:"short_batches,omitempty"` // how many of them took less than the shortest batch of the settings

	Windows  []Window   `json:"windows,omitempty"`   // longer times with the collections in them
	Parallel []Parallel `json:"parallel,omitempty"`  // several goroutines at a time
	Cold     []Cold     `json:"cold,omitempty"`      // what is in no cache
	First    []First    `json:"first,omitempty"`     // the first calls of a process
	Latency  []Latency  `json:"latency,omitempty"`   // single operations, where they take a microsecond or more
	Sweep    []Point    `json:"sweep,omitempty"`     // other sizes of the values
	SweepEnd string     `json:"sweep_end,omitempty"` // why there are no larger ones, where there could be
}

// Sample is one batch. It took n times ns_op.
type Sample struct {
	Round   int     `json:"round"`          // from 0; samples of one round saw the same noise, and ratios are taken within it
	Process int     `json:"process"`        // which of the worker's processes ran it, from 0
	Layout  int     `json:"layout"`         // of the code of the process: those of one layout ran the same executable
	N       int     `json:"n"`              // operations in the batch
	NSPerOp float64 `json:"ns_op"`          // wall time of the batch over N
	NoGC    bool    `json:"nogc,omitempty"` // the collector was off
}

// Payload is a time in which memory of one kind was allocated over and over, with the
// collector's work that this causes, in a process that does nothing else. It begins and
// ends after a collection, beside the live heap of the settings, which is full of
// pointers.
type Payload struct {
	Side     string  `json:"side,omitempty"` // of Run.Sides, whose worker the process was
	Process  int     `json:"process"`        // which of these processes it was, from 0
	Layout   int     `json:"layout"`         // of the code of the process
	Bytes    int     `json:"bytes"`          // of an allocation
	Pointers bool    `json:"pointers"`       // it is full of pointers; otherwise it has none
	N        int     `json:"n"`              // allocations
	CPUNS    int64   `json:"cpu_ns"`         // processor time of the whole process, in nanoseconds
	WallNS   int64   `json:"wall_ns"`        // nanoseconds from beginning to end
	OwnNS    float64 `json:"own_ns"`         // of an allocation beside a collector that is off, in nanoseconds of processor time
	Cycles   int     `json:"cycles"`         // collections
}

// Window is a time in which one operation ran over and over, with the
// collector's work that it causes. It begins and ends after a collection, if
// there is any, beside the live heap of the settings, which is full of pointers
// as a service's would be.
type Window struct {
	Process  int   `json:"process"`              // which of the worker's processes ran it, from 0
	N        int   `json:"n"`                    // operations
	CPUNS    int64 `json:"cpu_ns"`               // processor time of the whole process, in nanoseconds
	GCNS     int64 `json:"gc_ns"`                // of which the collector's, in nanoseconds, as the runtime estimates it
	WallNS   int64 `json:"wall_ns"`              // nanoseconds from beginning to end
	Cycles   int   `json:"cycles"`               // collections
	OwnN     int   `json:"own_n,omitempty"`      // operations beside a collector that was off, in turns with the others
	OwnCPUNS int64 `json:"own_cpu_ns,omitempty"` // processor time of these, in nanoseconds
}

// Parallel is a batch of several goroutines that begin together.
type Parallel struct {
	Process    int     `json:"process"`          // which of the worker's processes ran it, from 0
	Goroutines int     `json:"goroutines"`       // how many
	Pooled     bool    `json:"pooled,omitempty"` // each call takes a codec from a sync.Pool that all share; otherwise each goroutine has its own
	N          int     `json:"n"`                // operations of all of them
	NSPerOp    float64 `json:"ns_op"`            // wall time from the beginning until the last is done, over N: the inverse of the throughput
}

// Cold is passes over the values, before each of which the processor's caches
// were emptied.
type Cold struct {
	Process int     `json:"process"` // which of the worker's processes ran it, from 0
	N       int     `json:"n"`       // operations, each on a value or an input that was in no cache
	Bytes   int64   `json:"bytes"`   // written before each pass, twice what the largest cache holds
	NSPerOp float64 `json:"ns_op"`   // wall time over N
}

// First is the first call of an operation in a process in which no other codec
// had run. Unmarshal comes after marshal.
type First struct {
	Process int   `json:"process"` // which of the worker's processes ran it, from 0
	OpenNS  int64 `json:"open_ns"` // making the codec, before both, in nanoseconds
	NS      int64 `json:"ns"`      // the call, in nanoseconds
}

// Latency is how long single operations took in one process, in nanoseconds, of
// which the clock's own time is part.
type Latency struct {
	Process int   `json:"process"` // which of the worker's processes ran it, from 0
	N       int   `json:"n"`       // operations
	P50     int64 `json:"p50"`     // half of them took at most so long
	P99     int64 `json:"p99"`     // 99 per cent
	P999    int64 `json:"p999"`    // 99.9 per cent
	Max     int64 `json:"max"`     // the longest
}

// Point is the operation on values of another size.
type Point struct {
	Scale   int     `json:"scale"`   // value of the flag that scales the workload
	Round   int     `json:"round"`   // from 0, within the sweep
	Process int     `json:"process"` // which of the worker's processes ran it, from 0
	Bytes   float64 `json:"bytes"`   // mean encoded length
	N       int     `json:"n"`       // operations in the batch
	NSPerOp float64 `json:"ns_op"`   // wall time of the batch over N

	Allocated *Allocated `json:"allocated,omitempty"` // by one operation, where it was counted: once, and not of the largest values
}

// Allocated is what one operation allocates.
type Allocated struct {
	Bytes float64 `json:"bytes"` // bytes
	Count float64 `json:"count"` // allocations
}
