// Package protocol is the conversation between the command and a worker
// process: JSON documents in frames, requests on one descriptor of the worker and one
// response to each on another, in order. Standard input is empty, and standard output
// and standard error are the adapters', for a dying process's last words.
//
// The command steers: a worker does nothing between requests. So the rounds
// can run over cases of several processes, one at a time.
package protocol

import "time"

// Op is one measured operation.
type Op string

// The operations. Whether buffers and destinations are fresh or reused is a
// matter of the case, not of the operation.
const (
	Marshal   Op = "marshal"   // value to bytes
	Unmarshal Op = "unmarshal" // bytes to value
	RoundTrip Op = "roundtrip" // marshal and unmarshal
	Compared  Op = "compared"  // marshal, unmarshal, comparison with the original: the loop of go-serialization-benchmarks
	Encode    Op = "encode"    // value to io.Writer
	Decode    Op = "decode"    // io.Reader to value
	Access    Op = "access"    // every field read from the bytes without building the value
	Open      Op = "open"      // the bytes made ready for access, and nothing read of them
	Field     Op = "field"     // one number read from the bytes without building the value
	Update    Op = "update"    // one number written over that in the bytes
)

// Case names one case: a subject, an adapter made for it, and how it is driven.
type Case struct {
	Subject string `json:"subject"`
	Adapter string `json:"adapter"` // the name under which the worker registered it
	// Reuse: the output buffer is reused, and the destination where the codec
	// can. Wire: the serializer's own struct is the value, so the
	// transformation is not part of the operation.
	Reuse bool `json:"reuse,omitempty"`
	Wire  bool `json:"wire,omitempty"`

	// LaidOut: the codec reads JSON, so that its inputs are laid out as the
	// subject's document is.
	LaidOut bool `json:"laid_out,omitempty"`

	Loop Loop `json:"loop,omitzero"`
}

// Loop is how a case is driven where that is not as a run drives it, but as a
// published benchmark did. The zero value is a run's.
type Loop struct {
	Into Into `json:"into,omitempty"` // what is decoded into

	// NewStructs has the transformation make the serializer's own structs for each
	// call, with all that they refer to, where an adapter keeps one.
	NewStructs bool `json:"new_structs,omitempty"`

	// Times is what times of the values are cut to, where the format carries no
	// finer ones; 0: they are left as they are.
	Times time.Duration `json:"times_ns,omitempty"`
}

// Into is what values are decoded into.
type Into string

// What values are decoded into where it is not new values or, with reuse, used ones
// in a ring.
const (
	// New is a new value for each call, with reuse too.
	New Into = "new"

	// Zeroed is one value that is set to zero before each call: what a variable on
	// the caller's stack costs.
	Zeroed Into = "zeroed"

	// Used is one value that an earlier call has filled, as it left it.
	Used Into = "used"
)

// Request asks for one thing. Do says which; the fields below it are its
// arguments.
type Request struct {
	Do string `json:"do"` // "load", "verify", "edges", "decode", "again", "batch", "batches", "allocs", "window", "profile", "payloads", "parallel", "latency", "cold", "first", "encodings", "probe", "prove", "forget", "quit"

	// load: make the values of Case.Subject and keep them as the live ones,
	// letting go of those of another subject. Digest asks for theirs, and Implementations for
	// what their interfaces hold.
	Data            *Data `json:"data,omitempty"`
	Digest          bool  `json:"digest,omitempty"`
	Implementations bool  `json:"implementations,omitempty"`

	// Aged asks "load" to bring the heap to where that of an old process is, too,
	// which otherwise happens before the first batch: many processes at a time can
	// do so while nothing is timed.
	Aged bool `json:"aged,omitempty"`

	// forget: let go of the case, of its codec and its copies of the values.
	Case Case `json:"case"`

	// verify: what the driver declared, to be proven.
	// Brief leaves out the proof of who owns the memory of what calls return, which
	// takes three quarters of the time.
	Declared *Declared `json:"declared,omitempty"`
	Brief    bool      `json:"brief,omitempty"`

	// prove, batch: whether the row is labelled as aliasing. For prove, what the driver
	// declared too: the codec that was timed is looked at again.
	Aliases bool `json:"aliases,omitempty"`

	// prove: the row is labelled strict, and its codec writes the same bytes each time.
	Strict bool `json:"strict,omitempty"`

	// decode: encodings of a verdict, for a process in which the case never encodes.
	// again: for one that encodes the same values.
	Samples []Sample `json:"samples,omitempty"`

	// batch, allocs, window, profile: run Op N times; for allocs N is rounded up to whole
	// passes over the values, a window and a profile run many batches of N.
	Op Op  `json:"op,omitempty"`
	N  int `json:"n,omitempty"`

	// load, verify, edges, decode and probe: the processor time that it may
	// take, and how long the process may stand still, which is as long where it is 0;
	// see Main. A CPU of 0: no limit.
	CPU   time.Duration `json:"cpu_ns,omitempty"`
	Still time.Duration `json:"still_ns,omitempty"`

	// batch: run with the collector off, collecting before.
	NoGC bool `json:"nogc,omitempty"`

	// batch: where in memory input and output buffers are placed, varied from
	// round to round.
	Placement uint64 `json:"placement,omitempty"`

	// batch: whether what it made is looked at.
	Watched bool `json:"watched,omitempty"`

	// batch: what it leaves behind, such as finalizers, comes to its end before the answer.
	Settle bool `json:"settle,omitempty"`

	// batches: requests for a batch each, done one after the other and answered at once:
	// an answer by itself takes as long on its way as a third of a batch.
	Batches []Request `json:"batches,omitempty"`

	// payloads: how many collections each is allocated for; Placement seeds their order.
	Cycles int `json:"cycles,omitempty"`

	// window, profile: how long.
	Span *Span `json:"span,omitempty"`

	// parallel: how many goroutines run Op N times each, and whether each call
	// takes its codec from a pool that they share.
	Goroutines int  `json:"goroutines,omitempty"`
	Pooled     bool `json:"pooled,omitempty"`

	// cold: how many bytes the processor's caches hold.
	Caches int `json:"caches,omitempty"`

	// encodings: how many bytes they may have together, the first one aside. N
	// is how many there are at most.
	Bytes int `json:"bytes,omitempty"`

	Probe *Probe `json:"probe,omitempty"` // probe
}

// Span is how long a window is.
type Span struct {
	Cycles int           `json:"cycles"` // collections, at least; 0 waits for none
	Least  time.Duration `json:"least"`  // nanoseconds, at least
	Limit  time.Duration `json:"limit"`  // nanoseconds after which it ends with fewer collections
}

// Data says where a subject's values come from.
type Data struct {
	Seed  uint64         `json:"seed"`
	Count int            `json:"count,omitempty"` // 0: the source's default
	Flags map[string]int `json:"flags,omitempty"` // of a built-in workload
	File  string         `json:"file,omitempty"`  // JSON Lines

	// Methods: of values that are generated from the type, its own methods take
	// all. To find such, these are called, which may hang or end the process.
	Methods bool `json:"methods,omitempty"`

	TimePrecision time.Duration `json:"time_precision_ns,omitempty"` // that times are cut to; 0: they are left as they are

	// CorpusDir is the folder of the module that a built-in workload's document
	// lies in, if it has one.
	CorpusDir string `json:"corpus_dir,omitempty"`
}

// Declared is what a driver declares of a variant. The first two are probed;
// what is DecodeOnly is not measured at operations that encode.
type Declared struct {
	Aliases          bool `json:"aliases,omitempty"`
	Nondeterministic bool `json:"nondeterministic,omitempty"`
	DecodeOnly       bool `json:"decode_only,omitempty"`
	Chunks           bool `json:"chunks,omitempty"` // decoded values share chunks of memory with others

	// Methods are the encoding methods of the type and its parts that the row calls,
	// by the name of the one that writes. Theirs is the fault when they write other
	// bytes each time.
	Methods []string `json:"methods,omitempty"`
}

// Response answers one request. Err is empty when it was done; a verdict of
// failure is not an error.
type Response struct {
	Err string `json:"err,omitempty"`

	Load     *Load      `json:"load,omitempty"`
	Findings []Finding  `json:"findings,omitempty"` // of edges
	Verdict  *Verdict   `json:"verdict,omitempty"`
	Batch    *Batch     `json:"batch,omitempty"`
	Batches  []Response `json:"batches,omitempty"` // to each of the requests
	TookNS   int64      `json:"took_ns,omitempty"` // that a batch or batches took with what is around them, by the clock that they are timed by
	Allocs   *Allocs    `json:"allocs,omitempty"`
	Window   *Window    `json:"window,omitempty"`
	Profile  *Profile   `json:"profile,omitempty"`
	Payloads []Payload  `json:"payloads,omitempty"`

	ParallelNS int64    `json:"parallel_ns,omitempty"` // wall time of all goroutines together
	Latency    *Latency `json:"latency,omitempty"`
	Cold       *Cold    `json:"cold,omitempty"`
	First      *First   `json:"first,omitempty"`
	Encodings  [][]byte `json:"encodings,omitempty"` // of the first values, in order
	Probe      *Probed  `json:"probe,omitempty"`
}

// Latency is how long single operations took, in nanoseconds.
type Latency struct {
	N    int   `json:"n"`    // operations
	P50  int64 `json:"p50"`  // half of them took at most so long
	P99  int64 `json:"p99"`  // 99 per cent
	P999 int64 `json:"p999"` // 99.9 per cent
	Max  int64 `json:"max"`
}

// Cold is what operations took on what is in no cache.
type Cold struct {
	N     int   `json:"n"`
	Bytes int64 `json:"bytes"` // written in between
	NS    int64 `json:"ns"`
}

// First is what the first calls of a codec in the process took, in nanoseconds,
// in this order.
type First struct {
	Open      int64 `json:"open"` // making the codec
	Marshal   int64 `json:"marshal"`
	Unmarshal int64 `json:"unmarshal"`
}

// Load describes the values that were made.
type Load struct {
	Values int `json:"values"`
	// Digest is the same where the values are, in any process.
	Digest string `json:"digest,omitempty"`
	// Bytes is how much memory the values take, told together with the digest.
	Bytes  int64  `json:"bytes,omitempty"`
	Origin string `json:"origin"` // "workload", "file", "sample function", "generated from the type"

	// Zero are the paths of the fields that are zero in all values.
	Zero []string `json:"zero,omitempty"`

	// Simple are the paths of the fields that are zero or otherwise the same in all
	// values that were made up, since the type's own methods refuse others, and Refused
	// is the first of the values that they refuse for all that, with their reason.
	Simple  []string `json:"simple,omitempty"`
	Refused string   `json:"refused,omitempty"`

	Implementations []Implementations `json:"implementations,omitempty"` // where it was asked for
}

// Implementations is what an interface holds in a subject's values: the interface by its
// import path and name, and the types as a directive names them, such as
// "*example.com/geo.Circle".
type Implementations struct {
	Of    string   `json:"of"`
	Types []string `json:"types"`
}

// Verdict is what verification found of a case.
type Verdict struct {
	OK bool `json:"ok"`
	// Reason is why a case failed: the operation, the first differing field
	// path and both values, the error, the panic, or the declared label that
	// is wrong.
	Reason   string    `json:"reason,omitempty"`
	Findings []Finding `json:"findings,omitempty"`

	Ops         []Op     `json:"ops,omitempty"`          // what the case can be measured at
	ReusesValue bool     `json:"reuses_value,omitempty"` // whether unmarshal with reuse decodes into the used value
	Sizes       SizeStat `json:"sizes"`

	// CompressedSizes are taken over all values, each compressed by itself; of
	// large sets over the first 4 MiB of encodings.
	CompressedSizes map[string]float64 `json:"compressed_sizes,omitempty"` // mean bytes by algorithm

	Samples []Sample `json:"samples,omitempty"` // some encodings

	Owned []Ownership `json:"owned,omitempty"` // of each direction that could be looked at

	Aliases       bool `json:"aliases"`       // proven
	Deterministic bool `json:"deterministic"` // proven
}

// Ownership is what was seen of who owns the memory of what calls return, with values
// that the codec had not met.
type Ownership struct {
	Direction string  `json:"direction"` // "marshal", "unmarshal", "unmarshal into used values"
	Calls     int     `json:"calls"`     // whose results were kept, and how many calls followed that left them as they were
	Retained  float64 `json:"retained"`  // bytes of the heap that a result keeps alive when it is kept alone
	Fresh     float64 `json:"fresh"`     // allocations of a call for content not met before
	Met       float64 `json:"met"`       // and for the same content again
}

// Sample is the encoding of one value.
type Sample struct {
	Value   int    `json:"value"` // its index
	Encoded []byte `json:"encoded"`
}

// SizeStat is the encoded length over the values, in bytes.
type SizeStat struct {
	Mean  float64 `json:"mean"`
	Min   int     `json:"min"`
	Max   int     `json:"max"`
	First int     `json:"first"` // of the first value
}

// Finding is something that a user should know of a case which is no failure by
// itself.
type Finding struct {
	Kind   string `json:"kind"` // "nil merged with empty", "zone lost", …
	Path   string `json:"path,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// What becomes of a value at the edge of its type, as the kind of a finding.
const (
	Changed = "changed"
	NotRead = "written but not read"
	Refused = "refused"
	Panics  = "panics"
)

// Outcomes are all of them, in the order in which a reader is told.
var Outcomes = []string{Changed, NotRead, Refused, Panics}

// Batch is the timing of one batch.
type Batch struct {
	NS    int64 `json:"ns"`    // wall time of the N operations, in nanoseconds
	Bytes int64 `json:"bytes"` // of the encodings that passed, as they are read

	// Of a watched batch in which no collection began: what was allocated in so many
	// operations, those that go before it included.
	Allocs  int64 `json:"allocs,omitempty"`
	Counted int   `json:"counted,omitempty"`
}

// Window is what a longer time cost, with the collections in it.
type Window struct {
	N        int   `json:"n"`          // operations
	CPUNS    int64 `json:"cpu_ns"`     // processor time of the whole process, in nanoseconds
	GCNS     int64 `json:"gc_ns"`      // of which the collector's, as the runtime estimates it
	WallNS   int64 `json:"wall_ns"`    // nanoseconds
	Cycles   int   `json:"cycles"`     // collections
	OwnN     int   `json:"own_n"`      // operations beside a collector that was off
	OwnCPUNS int64 `json:"own_cpu_ns"` // processor time of these, in nanoseconds
}

// Profile is what the profilers of package runtime/pprof saw of an operation, in the format
// that go tool pprof reads.
type Profile struct {
	CPU    []byte `json:"cpu"`
	Allocs []byte `json:"allocs"`
}

// Payload is what allocating memory of one kind cost, over whole collections.
type Payload struct {
	Bytes    int     `json:"bytes"`    // of an allocation
	Pointers bool    `json:"pointers"` // it is full of pointers; otherwise it has none
	N        int     `json:"n"`        // allocations
	CPUNS    int64   `json:"cpu_ns"`   // processor time of the whole process, in nanoseconds
	WallNS   int64   `json:"wall_ns"`  // nanoseconds
	OwnNS    float64 `json:"own_ns"`   // of an allocation beside a collector that is off, by processor time
	Cycles   int     `json:"cycles"`   // collections
}

// Allocs counts allocations, apart from timing.
type Allocs struct {
	BytesPerOp  float64 `json:"bytes_per_op"`
	AllocsPerOp float64 `json:"allocs_per_op"`
	HeapLive    uint64  `json:"heap_live"` // bytes, after a collection
}

// The harness's own adapters, which every worker carries.
const (
	// Floor is the empty codec: its figures are the harness's own cost.
	Floor = "harness floor"

	// LimitCopy moves as many bytes as a value holds, with reuse; LimitAlloc
	// makes the allocations of a value, without. Neither does anything else.
	LimitCopy  = "limit.copy"
	LimitAlloc = "limit.alloc"
)

// Harness reports whether the adapter is one of the harness's own.
func Harness(adapter string) bool {
	return adapter == Floor || adapter == LimitCopy || adapter == LimitAlloc
}
