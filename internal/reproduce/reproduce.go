// Package reproduce measures what a published benchmark measured, and sets
// today's figures beside the published ones. The workloads, the rows and the
// tables are the document's; how is measured is not: every figure comes from
// package bench, in rounds that all rows share.
//
// Nanoseconds do not travel between machines and years, ratios between rows do
// so better. They are what is compared: each row to the one that was published
// as the fastest of its table. Where two rows have changed places by more than
// the noise, that is said.
//
// The published figures are data, in the folder published, with their source.
// Package internal/rows/documents knows which rows stand for the names in them.
package reproduce

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/reproduce/extprot"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/rows/documents"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

//go:embed published
var published embed.FS

// Published is what a document says.
type Published struct {
	Document string  `json:"document"`      // its name in package documents
	Source   string  `json:"source"`        // where the figures were read
	Machine  string  `json:"machine"`       // that they were measured on
	Loop     Loop    `json:"loop,omitzero"` // of all rows
	Tables   []Table `json:"tables"`

	Features []Features `json:"features,omitempty"` // that it gives serializers
	Commands []Command  `json:"commands,omitempty"`
}

// Features are what a document says of a serializer in words of its own, which
// are those of ours.
type Features struct {
	Name  string   `json:"name"` // of a driver too
	Words []string `json:"words"`
}

// Command is a command line or a flag of the document, and what stands for it.
type Command struct {
	Theirs string `json:"theirs"`
	What   string `json:"what"` // it does
	Ours   string `json:"ours"` // a command line, which a test runs
	Note   string `json:"note,omitempty"`
}

// Loop is how a document drives its rows, where that is not as a run does.
type Loop struct {
	Into       protocol.Into `json:"into,omitempty"`
	NewStructs bool          `json:"new_structs,omitempty"`
	Times      string        `json:"times,omitempty"`  // such as "1ms": what the format carries no finer of
	Passed     string        `json:"passed,omitempty"` // "value" or "pointer", by the loop of go-serialization-benchmarks
}

// with returns the loop with what o says besides.
func (l Loop) with(o Loop) Loop {
	l.Into, l.Times, l.Passed = cmp.Or(o.Into, l.Into), cmp.Or(o.Times, l.Times), cmp.Or(o.Passed, l.Passed)
	l.NewStructs = l.NewStructs || o.NewStructs
	return l
}

// protocol returns the loop as a worker takes it.
func (l Loop) protocol() (protocol.Loop, error) {
	p := protocol.Loop{Into: l.Into, NewStructs: l.NewStructs}
	if l.Times != "" {
		var err error
		if p.Times, err = time.ParseDuration(l.Times); err != nil {
			return p, fmt.Errorf("precision of times: %w", err)
		}
	}
	return p, nil
}

// String says how the loop differs from that of a run; it is empty when it does
// not.
func (l Loop) String() string {
	var parts []string
	switch {
	case l.Passed != "":
		parts = append(parts, "takes and returns each "+l.Passed+" behind an interface, in a generic loop")
	case l.Into == protocol.New:
		parts = append(parts, "decodes into a new value for each call")
	case l.Into == protocol.Zeroed:
		parts = append(parts, "decodes into one value that is zeroed before each call, as a variable on the stack is")
	case l.Into == protocol.Used:
		parts = append(parts, "decodes into one used value, as the call before left it")
	}
	if l.NewStructs {
		parts = append(parts, "makes its own structs for each call")
	}
	if l.Times != "" {
		parts = append(parts, "times are cut to "+l.Times+", the finest that the format carries")
	}
	return strings.Join(parts, "; ")
}

// Table is a published table.
type Table struct {
	Title    string         `json:"title"`
	Workload string         `json:"workload"`
	Flags    map[string]int `json:"flags,omitempty"` // of the workload; nil means the defaults
	Op       string         `json:"op"`              // of the rows that name none; "size" of tables of lengths
	Each     int            `json:"each,omitempty"`  // messages in a value, by which today's times are divided
	Note     string         `json:"note,omitempty"`  // what explains a figure of it
	Deep     int            `json:"deep,omitempty"`  // bytes that the value takes in memory
	Rows     []Line         `json:"rows"`
}

// Line is a published row. Figures that the document does not have are nil.
type Line struct {
	Name   string   `json:"name"`            // in package documents
	Label  string   `json:"label,omitempty"` // as it is shown, when not by its name
	Row    string   `json:"row,omitempty"`   // what stands for it, when not the first row of its name
	Op     string   `json:"op,omitempty"`
	Then   string   `json:"then,omitempty"` // the row of a version of the document's time
	Loop   Loop     `json:"loop,omitzero"`  // what is other than of the document's rows
	NS     float64  `json:"ns,omitempty"`
	Size   float64  `json:"size,omitempty"`
	Bytes  *float64 `json:"bytes,omitempty"`
	Allocs *float64 `json:"allocs,omitempty"`

	Terms   []Term  `json:"terms,omitempty"`   // what has changed about a length since, which a test constructs
	Error   float64 `json:"error,omitempty"`   // standard error of a length of values that were drawn at random, of 1
	Instead string  `json:"instead,omitempty"` // why another library is measured, where the document's cannot be had

	// Apart says why the document has no figure of the row, such as that it left it
	// out: it is measured beside the others, in no order.
	Apart string `json:"apart,omitempty"`
}

// Term is by how many bytes a length differs from the published one, and for what.
type Term struct {
	Bytes float64 `json:"bytes"`
	What  string  `json:"what"`
}

// Documents returns the names of the documents that can be reproduced, in
// alphabetical order.
func Documents() []string {
	entries, err := published.ReadDir("published")
	if err != nil {
		panic(err) // it is embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name()[:len(e.Name())-len(".json")])
	}
	return names
}

// Beside is the benchmark of the field that stands beside the five documents that assay comes
// from: many of its figures are of libraries of its time, and no experiment says what moved them.
const Beside = "alecthomas"

// Load returns what the document with the given name says.
func Load(name string) (*Published, error) {
	data, err := published.ReadFile("published/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("no document is called %q; there are %v", name, Documents())
	}
	p := new(Published)
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("the published figures of %s: %w", name, err)
	}
	return p, nil
}

// Config says how to measure.
type Config struct {
	Bench   bench.Config  // Choose is not used
	Options bench.Options // Time is that of the whole document
	Seed    uint64
	Flags   map[string]int   // replace those of the tables, such as the depth of a value
	Lengths bool             // nothing is timed: lengths alone
	Then    bool             // versions of the documents' time too
	With    []*driver.Driver // codecs of one's own, as further rows of every table of times
	Extprot extprot.Config   // of the sizes of the extprot document
}

// Report is a document beside today's figures. Its JSON form is stable.
type Report struct {
	Document string             `json:"document"`
	Title    string             `json:"title"`
	Source   string             `json:"source"`
	Machine  string             `json:"machine"`           // of the document
	Env      result.Environment `json:"environment"`       // of today
	Command  []string           `json:"command,omitempty"` // arguments that measured it
	Tables   []*Compared        `json:"tables"`
	Then     []*Compared        `json:"then,omitempty"`   // the same by libraries of the document's time
	Claims   []Claim            `json:"claims,omitempty"` // the document's sentences, with today's figures
	Best     []Best             `json:"best,omitempty"`
	Features []Featured         `json:"features,omitempty"`
	Commands []Command          `json:"commands,omitempty"`
	Bytes    *extprot.Report    `json:"bytes,omitempty"` // of the extprot document: its message and its sizes
	Warnings []string           `json:"warnings,omitempty"`
}

// Compared is a table with both.
type Compared struct {
	Title   string   `json:"title"`
	Op      string   `json:"op"`
	Base    string   `json:"base"`              // the row that ratios are taken to
	Rows    []Row    `json:"rows"`              // in the published order
	Note    string   `json:"note,omitempty"`    // what explains a figure
	Each    int      `json:"each,omitempty"`    // messages in a value, by which today's times are divided
	Changes []string `json:"changes,omitempty"` // of places, the furthest first
	// Resolution says how far apart rows must be for this run to tell them apart.
	Resolution string   `json:"resolution,omitempty"`
	Tau        *float64 `json:"tau,omitempty"`   // Kendall's: how far the orders agree; 1 is wholly
	Value      int      `json:"value,omitempty"` // bytes of the value itself
	Deep       [2]int   `json:"deep"`            // bytes of the value in memory, published and today; 0 where it is not known

	document string
}

// Row is one line of both.
type Row struct {
	Name           string       `json:"name"`
	Row            string       `json:"row,omitempty"`    // what was measured for it
	Class          result.Class `json:"class,omitempty"`  // how package unsafe enters it, as proven
	Loop           string       `json:"loop,omitempty"`   // how it was driven, where that is not as in a run
	Opened         bool         `json:"opened,omitempty"` // a buffer was opened and nothing read: no base of ratios, and in no order
	PublishedNS    float64      `json:"published_ns,omitempty"`
	PublishedSize  float64      `json:"published_size,omitempty"`
	PublishedRatio float64      `json:"published_ratio,omitempty"`

	PublishedBytes  *float64 `json:"published_bytes,omitempty"`
	PublishedAllocs *float64 `json:"published_allocs,omitempty"`

	Apart    string   `json:"apart,omitempty"`    // why it has no published figure
	Instead  string   `json:"instead,omitempty"`  // why another library is measured
	Terms    []Term   `json:"terms,omitempty"`    // of a length
	Error    float64  `json:"error,omitempty"`    // standard error of a length, of 1
	Original *Figures `json:"original,omitempty"` // of the document's own program, today

	Features []string `json:"features,omitempty"` // of what was measured, in the table of lengths
	Times    string   `json:"times,omitempty"`    // what becomes of times, likewise

	NS     float64 `json:"ns,omitempty"`
	Size   float64 `json:"size,omitempty"`
	Bytes  float64 `json:"bytes"` // allocated
	Allocs float64 `json:"allocs"`
	Ratio  float64 `json:"ratio,omitempty"`
	Lo     float64 `json:"ratio_lo,omitempty"` // 95 % interval; 0 where there is none
	Hi     float64 `json:"ratio_hi,omitempty"`
	Reason string  `json:"reason,omitempty"` // why there is no figure of today

	op *result.Op
}

// Run measures what the document measured.
func Run(ctx context.Context, name string, cfg Config) (*Report, error) {
	p, err := Load(name)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("package documents does not know %q", name)
	}
	doc := documents.All[i]
	p = p.with(cfg.With)
	all := p.Tables
	if cfg.Then {
		all = slices.Concat(all, p.thenTables())
	}
	rep := &Report{Document: name, Title: doc.Title, Source: p.Source, Machine: p.Machine}
	// One run for each set of flags: subjects of one name cannot be in one.
	type settled struct {
		workload string
		flags    map[string]int
	}
	var sets []settled
	of := make([]int, len(all))
	for i, t := range all {
		s := settled{t.Workload, maps.Clone(t.Flags)}
		for k, v := range cfg.Flags {
			if s.flags == nil {
				s.flags = map[string]int{}
			}
			s.flags[k] = v
		}
		of[i] = slices.IndexFunc(sets, func(o settled) bool { return o.workload == s.workload && maps.Equal(o.flags, s.flags) })
		if of[i] < 0 {
			of[i] = len(sets)
			sets = append(sets, s)
		}
	}
	subjects := make([]*result.Subject, len(sets))
	for i, s := range sets {
		var tables []Table
		for j, t := range all {
			if of[j] == i {
				tables = append(tables, t)
			}
		}
		wanted, err := p.wanted(doc, tables)
		if err != nil {
			return nil, fmt.Errorf("the published figures of %s: %w", name, err)
		}
		bc := cfg.Bench
		bc.Drivers = slices.Concat(cfg.With, bc.Drivers, own(ctx, bc.CacheDir), smalls(), then())
		bc.Choose = func(_ string, row rows.Candidate) bool { _, ok := wanted[row.Row]; return ok }
		bc.Loop = func(_ string, row bench.Row) bench.Loop {
			l := wanted[row.Row]
			return bench.Loop{Into: string(l.Into), NewStructs: l.NewStructs, Times: l.Times}
		}
		b, err := bench.Open(ctx, bc, bench.Source{Name: s.workload, Seed: cfg.Seed, Flags: s.flags})
		if err != nil {
			return nil, err
		}
		o := cfg.Options
		if s.flags["batches"] > 0 {
			o.StepLimit = 3 * time.Minute // parsers and compressors are attacked at every byte of texts of 20 kB
		}
		o.Time /= time.Duration(len(sets))
		o.Compared = slices.ContainsFunc(p.Tables, func(t Table) bool { return t.Op == string(protocol.Compared) })
		o.Opened = slices.ContainsFunc(p.Tables, func(t Table) bool {
			return slices.ContainsFunc(t.Rows, func(l Line) bool { return l.Op == string(protocol.Open) })
		})
		measure := b.Run
		if cfg.Lengths {
			measure = b.Verify
		}
		run, err := measure(ctx, o)
		if err != nil {
			return nil, err
		}
		rep.Env = run.Env
		rep.Warnings = append(rep.Warnings, run.Warnings...)
		subjects[i] = run.Subjects[0]
	}
	slices.Sort(rep.Warnings)
	rep.Warnings = slices.Compact(rep.Warnings)
	for i, t := range all {
		c := compared(p, t, doc, subjects[of[i]])
		if t.Deep > 0 {
			c.Deep = [2]int{t.Deep, deepSize(sets[of[i]].workload, sets[of[i]].flags, cfg.Seed)}
		}
		if i < len(p.Tables) {
			rep.Tables = append(rep.Tables, c)
		} else {
			rep.Then = append(rep.Then, c)
		}
	}
	rep.Command = cfg.Options.Command
	rep.Commands, rep.Features = p.Commands, featured(p.Features, cfg.Bench.Drivers)
	if cfg.Lengths {
		return rep, nil
	}
	if name == "extprot" {
		if rep.Bytes, err = extprot.Run(ctx, cfg.Extprot); err != nil {
			return nil, err
		}
	}
	rep.Best = bests(rep)
	rep.Claims = claims(rep) // which look at the best rows
	return rep, nil
}

// with returns the published figures with rows of codecs of one's own, which are driven
// as the document drives its own, and take part in no order.
func (p *Published) with(list []*driver.Driver) *Published {
	if len(list) == 0 {
		return p
	}
	q := *p
	q.Tables = slices.Clone(p.Tables)
	for i := range q.Tables {
		t := &q.Tables[i]
		t.Rows = slices.Clone(t.Rows)
		for _, d := range list {
			for _, r := range d.Rows() {
				t.Rows = append(t.Rows, Line{Name: r.Name, Row: r.Name, Apart: "a codec of your own"})
			}
		}
	}
	return &q
}

// wanted are the rows that are measured for tables with the same values, and how
// each is driven. What is decoded into is no matter of what encodes, and a length
// is the same in any loop.
func (p *Published) wanted(doc documents.Document, tables []Table) (map[string]protocol.Loop, error) {
	list := map[string]protocol.Loop{}
	for _, ops := range []func(op string) bool{
		func(op string) bool { return op != string(protocol.Marshal) && op != "size" },
		func(op string) bool { return op == string(protocol.Marshal) },
		func(op string) bool { return op == "size" },
	} {
		for _, t := range tables {
			for _, l := range t.Rows {
				op := cmp.Or(l.Op, t.Op)
				if !ops(op) {
					continue
				}
				loop, err := p.Loop.with(l.Loop).protocol()
				if err != nil {
					return nil, fmt.Errorf("%s, %s: %w", t.Title, l.Name, err)
				}
				for _, row := range standIns(doc, l) {
					other, seen := list[row]
					if !seen {
						list[row] = loop
						continue
					}
					if op == string(protocol.Marshal) {
						loop.Into = other.Into
					}
					if other != loop && op != "size" {
						return nil, fmt.Errorf("%s, %s: row %s is driven in two ways", t.Title, l.Name, row)
					}
				}
			}
		}
	}
	return list, nil
}

// standIns are the rows that may stand for a published one.
func standIns(doc documents.Document, l Line) []string {
	if l.Row != "" {
		return []string{l.Row}
	}
	i := slices.IndexFunc(doc.Names, func(n documents.Name) bool { return n.Name == l.Name })
	if i < 0 {
		return nil
	}
	return doc.Names[i].Rows
}

// compared sets today's figures beside the published ones.
func compared(p *Published, t Table, doc documents.Document, s *result.Subject) *Compared {
	c := &Compared{document: p.Document, Title: t.Title, Op: t.Op, Note: t.Note, Each: t.Each, Value: valueSize(t.Workload)}
	if t.Flags["small"] != 0 {
		c.Value = 0 // which the document hands over by pointer
	}
	times := tables{}
	for _, l := range t.Rows {
		r := Row{Name: l.Name, Loop: p.Loop.with(l.Loop).String(), PublishedNS: l.NS, PublishedSize: l.Size, PublishedBytes: l.Bytes, PublishedAllocs: l.Allocs, Apart: l.Apart, Instead: l.Instead, Terms: l.Terms, Error: l.Error}
		if l.Label != "" {
			r.Name = l.Label
		}
		r.Original = original(p.Document, t.Title, r.Name)
		op := t.Op
		if l.Op != "" {
			op = l.Op
		}
		r.Opened = op == string(protocol.Open)
		r.Reason = "no serializer of ours stands for it"
		for _, name := range standIns(doc, l) {
			i := slices.IndexFunc(s.Cases, func(c *result.Case) bool { return c.Row == name })
			if i < 0 {
				continue
			}
			found := s.Cases[i]
			if found.Status == result.Skipped && found.Reason == "" { // verified and not timed
				r.Row, r.Size, r.Reason = name, found.Size.Mean, ""
				if op != "size" {
					r.Reason = "not timed"
				}
				break
			}
			if found.Status != result.OK {
				r.Row, r.Reason = name, string(found.Status)+": "+found.Reason
				continue
			}
			r.Size = found.Size.Mean
			if o := found.Ops[op]; o != nil {
				each := float64(max(t.Each, 1))
				r.op, r.NS = o, times.of(s, op).Time(o).Median/each
				r.Bytes, r.Allocs = o.BytesPerOp/each, o.AllocsPerOp/each
			} else if op != "size" {
				r.Row, r.Reason = name, "it has no operation "+op
				continue
			}
			r.Row, r.Reason, r.Class = name, "", found.Class
			if op == "size" {
				r.Features, r.Times = found.Features, timesOf(s, found)
			}
			break
		}
		c.Rows = append(c.Rows, r)
	}
	c.ratios()
	return c
}

// figure is what the table is about.
func (c *Compared) figure(r Row) (published, today float64) {
	if c.Op == "size" {
		return r.PublishedSize, r.Size
	}
	return r.PublishedNS, r.NS
}

// ratios takes them to the row with the least published figure that has one
// today.
func (c *Compared) ratios() {
	base := -1
	for i, r := range c.Rows {
		p, now := c.figure(r)
		if p <= 0 || now <= 0 || r.Opened {
			continue
		}
		if base < 0 {
			base = i
		} else if least, _ := c.figure(c.Rows[base]); p < least {
			base = i
		}
	}
	if base < 0 {
		return
	}
	b := c.Rows[base]
	c.Base = b.Name
	bp, bn := c.figure(b)
	for i := range c.Rows {
		r := &c.Rows[i]
		p, now := c.figure(*r)
		if p > 0 {
			r.PublishedRatio = p / bp
		}
		switch {
		case now <= 0:
		case c.Op == "size":
			r.Ratio, r.Lo, r.Hi = now/bn, now/bn, now/bn
		default:
			r.Ratio, r.Lo, r.Hi = ratio(r, &b)
		}
	}
	c.orders()
}

// ratio is how many times as long a takes as b, by their times, so that the columns of a table
// multiply out; with its interval, where there is one.
func ratio(a, b *Row) (x, lo, hi float64) {
	e := stats.Quotient(a.op, b.op, a.NS, b.NS)
	if !e.HasInterval() {
		return a.NS / b.NS, 0, 0
	}
	return e.Median, e.Lo, e.Hi
}

// tables are the times of each operation of a subject, from all its rows.
type tables map[string]*stats.Table

func (t tables) of(s *result.Subject, op string) *stats.Table {
	if t[op] == nil {
		var ops []*result.Op
		for _, c := range s.Cases {
			if o := c.Ops[op]; o != nil && c.Status == result.OK {
				ops = append(ops, o)
			}
		}
		t[op] = stats.NewTable(ops)
	}
	return t[op]
}
