// Package check finds out whether what a serializer writes can be trusted: by
// running it. A writer process encodes a value, a reader process decodes the bytes,
// and a judge compares what was sent with what came. The two sides may differ in
// the type, the commit that it is taken from, the version of the library and the
// toolchain, since one program cannot hold two of them.
//
// The judge gets values as lists of paths, kinds and values, so that it needs
// neither type; what it expects is little, and what came is told so that a person
// can judge too. Adapters are those that a run measures: every serializer takes part
// without a line of its own. The package knows none of them.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
)

// Config says what is checked, and where it is built.
type Config struct {
	Drivers []*driver.Driver

	// Choose says of a row whether it is checked; nil means that all are. Rows that
	// differ only in what they reuse are one codec.
	Choose func(rows.Candidate) bool

	CacheDir   string
	CacheLimit int64

	// Require is what must hold of every codec between two types: "backward",
	// "forward", "full" or "none", under which nothing is lost in silence.
	Require string
	Allow   []Consent // what may be lost

	// Asked says that the codecs were named: what cannot be told of one of them is no
	// answer then. Else those that carry neither type are left out.
	Asked bool

	MemoryMB int           // that a worker process may use; 0 means 4096
	Limit    time.Duration // of processor time for one value, or for some malformed input; 0 means 10 s

	Tool    string // for the document
	Command []string

	only    []string // the codecs that take part, where it is not nil
	changed bool     // another version of the type wrote

	// Progress is told what is going on; nil tells nobody.
	Progress func(what string)
}

// Side is one of those between which bytes travel.
type Side struct {
	Name   string // for people: "v1.Order", "main (3f2c1d0)", "vmihailenco@v5.3.5"
	Source bench.Source
	Dir    string           // that the source's name is looked up from
	Env    []string         // of the go command; nil is the process's
	Only   []*driver.Driver // in place of Config.Drivers, where it is not nil

	// As is what all codecs of the side are called in the report, where they are
	// compared with others: one of each side then. Row chooses it; empty are all.
	As, Row string

	// Optional says that the source's File and Sample need not suit the type, as at an
	// older commit: values are made from it then.
	Optional bool

	Notes []string // for the document
}

// Undecided is an error that says why nothing can be said about a side, such as that
// it does not compile.
type Undecided struct{ Err error }

func (u *Undecided) Error() string { return u.Err.Error() }
func (u *Undecided) Unwrap() error { return u.Err }

// Schema is the version of the document.
const Schema = 2

// Report is the document: what was found.
type Report struct {
	Schema  int      `json:"schema"`
	Tool    string   `json:"tool,omitempty"`
	Command []string `json:"command,omitempty"`
	Mode    Mode     `json:"mode"`
	Require string   `json:"require,omitempty"`

	Sides   []SideInfo `json:"sides"` // the older first
	Changes []Change   `json:"changes,omitempty"`
	Means   []Meaning  `json:"means,omitempty"` // the changes, in the terms of the codecs
	Notes   []string   `json:"notes,omitempty"`
	Codecs  []*Codec   `json:"codecs"`

	// Of a lock: how many codecs were added to it, and whether the type is another than that
	// which it has last.
	Grown int  `json:"grown,omitempty"`
	Stale bool `json:"stale,omitempty"`

	of    *typemodel.Type // where there is one
	lock  string          // the file
	asked bool            // the codecs were named
}

// Mode is which question was asked.
type Mode string

// The modes.
const (
	Evolution Mode = "evolution" // two types
	Trust     Mode = "trust"     // one type: fidelity and hostile bytes
)

// SideInfo describes a side.
type SideInfo struct {
	Name      string            `json:"name"`
	Type      string            `json:"type"`
	Origin    string            `json:"origin,omitempty"` // of the values
	Values    int               `json:"values,omitempty"`
	GoVersion string            `json:"go_version,omitempty"`
	Modules   map[string]string `json:"modules,omitempty"`
}

// Codec is what was found of one codec.
type Codec struct {
	Name       string      `json:"name"`
	Format     string      `json:"format,omitempty"`
	Version    string      `json:"version,omitempty"`
	Verdict    Outcome     `json:"verdict"`
	Transitive bool        `json:"transitive,omitempty"` // the verdict is over several older sides
	Holds      bool        `json:"holds"`                // what was required
	Reason     string      `json:"reason,omitempty"`     // of Unknown
	Ways       []Direction `json:"ways,omitempty"`

	// Of one type:
	Hostile *measure.Hostile `json:"hostile,omitempty"`
	Labels  []result.Label   `json:"labels,omitempty"`

	Bytes *Bytes `json:"bytes,omitempty"` // of one type between two codecs

	carriesNothing bool // of any side
}

// Outcome is the roll-up of a codec's cells.
type Outcome string

// The outcomes between two types, as the field calls them.
const (
	Full     Outcome = "FULL"     // each side reads what the other writes
	Backward Outcome = "BACKWARD" // new code reads old data, and old code not all of the new
	Forward  Outcome = "FORWARD"  // old code reads new data, and new code not all of the old
	Breaks   Outcome = "BREAKS"   // neither does, and says so: loud
	Drops    Outcome = "DROPS"    // neither does, and something is left out without an error
	Corrupts Outcome = "CORRUPTS" // neither does, and something is another value without an error
	Kills    Outcome = "DIES"     // the reader panics, hangs or runs out of memory
	Unknown  Outcome = "?"        // it could not be found out
)

// Direction is from a writing side to a reading one.
type Direction struct {
	From  int    `json:"from"` // indexes of Report.Sides
	To    int    `json:"to"`
	Cells []Cell `json:"cells"`

	// Places of the writer's type: those that no field of the reader's claims, which is
	// no loss where the reader is older and never had them; and those that the reader has
	// under other names, which the bytes prove.
	Dropped []string          `json:"dropped,omitempty"`
	Passed  []string          `json:"passed,omitempty"`
	Found   map[string]string `json:"found,omitempty"`

	Accepted []Consent `json:"accepted,omitempty"` // that were needed

	claims *claims
	match  *match // nil where it is told of another way
}

// Consent says that something may be lost, and why.
type Consent struct {
	Path    string  `json:"path"`
	Verdict Verdict `json:"verdict"` // Dropped or Changed
	Because string  `json:"because,omitempty"`
}

// String is the consent as people write it.
func (c Consent) String() string { return c.Path + ": " + string(c.Verdict) }

// ParseConsent reads what String writes.
func ParseConsent(text string) (c Consent, err error) {
	path, verdict, _ := strings.Cut(text, ":")
	c = Consent{Path: strings.TrimSpace(path), Verdict: Verdict(strings.TrimSpace(verdict))}
	if c.Path == "" || c.Verdict != Dropped && c.Verdict != Changed {
		return c, fmt.Errorf("%q: write a field and what may become of it, as in 'Total: dropped' or 'Items[].Qty: changed'", text)
	}
	return c, nil
}

// Cell is what became of one value.
type Cell struct {
	Value   string  `json:"value"`           // which: "value 3", or the edge
	Place   string  `json:"place,omitempty"` // of an edge
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"` // the error, the panic, or what the process died of
	Diffs   []Diff  `json:"diffs,omitempty"`
	Encoded []byte  `json:"encoded,omitempty"` // of cells that are not the same

	name string // of the value, for the worker that wrote it
}

// Worst is the worst verdict of the way, with the first cell that has it. Of
// values that were not written nothing is said, unless none was.
func (w *Direction) Worst() (Verdict, *Cell) {
	worst := Unwritten
	for i := range w.Cells {
		worst = worse(worst, w.Cells[i].Verdict)
	}
	if len(w.Dropped) > 0 && worst != Unwritten {
		worst = worse(worst, Dropped)
	}
	for i := range w.Cells {
		if w.Cells[i].Verdict == worst {
			return worst, &w.Cells[i]
		}
	}
	return worst, nil
}

// sampled is how many of the loaded values travel, and enoughDeaths after how many that
// kill the reader no more are tried.
const (
	sampled      = 8
	enoughDeaths = 2
)

// Between checks every codec between a side and each of those before it, in both
// directions.
func Between(ctx context.Context, cfg Config, newer Side, older ...Side) (*Report, error) {
	cfg.changed = true
	b, err := open(ctx, cfg, append(slices.Clone(older), newer)...)
	if err != nil {
		return nil, err
	}
	defer b.close()
	return b.evolution(ctx)
}

// evolution checks every codec between the last side and each of those before it.
func (b *bout) evolution(ctx context.Context) (*Report, error) {
	last := len(b.sides) - 1
	r := b.report(Evolution)
	r.Require, r.asked = cmp.Or(b.cfg.Require, "backward"), b.cfg.Asked
	for i := range last {
		for _, c := range describe(b.sides[i].loaded.Subject.Type, b.sides[last].loaded.Subject.Type) {
			if !slices.ContainsFunc(r.Changes, func(o Change) bool { return o.String() == c.String() }) {
				r.Changes = append(r.Changes, c)
			}
		}
	}
	for i, name := range b.names() {
		b.tell(fmt.Sprintf("checking %s (%d of %d)", name, i+1, len(b.names())))
		c := b.codec(name)
		r.Codecs = append(r.Codecs, c)
		for i := range last {
			if c.Verdict == Unknown {
				break
			}
			if err := b.pair(ctx, c, i, last); err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				c.Verdict, c.Reason = Unknown, err.Error()
			}
		}
		if c.Verdict != Unknown {
			c.Verdict = rollUp(c.Ways)
			c.Transitive = last > 1
			if _, cell := c.Ways[0].Worst(); c.Verdict == Unknown && cell != nil {
				c.Reason = unwritable(cell)
			}
		}
		c.Holds = c.holds(r.Require) || c.Verdict == Unknown && c.carriesNothing && !b.cfg.Asked
	}
	r.mean()
	b.describe(r)
	return r, r.undecided()
}

// pair adds both ways between two sides to what is known of a codec.
func (b *bout) pair(ctx context.Context, c *Codec, older, newer int) error {
	forward, err := b.send(ctx, c.Name, older, newer, b.match(c.Name, older, newer))
	if err != nil {
		return err
	}
	back, err := b.send(ctx, c.Name, newer, older, b.match(c.Name, newer, older))
	if err != nil {
		return err
	}
	back.match = nil // it is told once
	if back.claims != nil {
		starved, err := b.starved(ctx, c.Name, older, back.claims)
		if err != nil {
			return err
		}
		if !starved { // the older code never knew it
			back.Dropped, back.Passed = nil, back.Dropped
		}
	}
	c.Ways = append(c.Ways, *forward, *back)
	return nil
}

// match says what field of one side's type is which of another's, to a codec.
func (b *bout) match(name string, older, newer int) *match {
	of := b.sides[older].find(name)
	return compareTypes(b.sides[older].loaded.Subject.Type, b.sides[newer].loaded.Subject.Type, of.driver.Identity(of.variant))
}

// send has one side read what another wrote.
func (b *bout) send(ctx context.Context, name string, from, to int, m *match) (*Direction, error) {
	claims, err := b.claim(ctx, name, from, to, m.forward, m.paths("removed"))
	if err != nil {
		return nil, err
	}
	values := protocol.Probe{What: "values", Values: sampled}
	if !b.plain {
		values.Places = m.places()
	}
	way, err := b.way(ctx, name, from, to, values, func(path string) string { return renamed(path, m.forward) }, claims)
	if err != nil {
		return nil, err
	}
	way.match = m
	return way, b.sides[from].locate(ctx, name, way)
}

// starved reports whether the older type has a place that nothing of the newer one's
// moves: what stood there once is gone, or stands elsewhere.
func (b *bout) starved(ctx context.Context, name string, older int, back *claims) (bool, error) {
	v, err := b.sides[older].variation(ctx, name, true, false)
	if err == nil && v == nil {
		v, err = b.sides[older].variation(ctx, name, false, false)
	}
	if err != nil || v == nil {
		return true, err
	}
	for _, p := range v.Varied {
		if !back.fed[p.Path] && b.consent(p.Path, Dropped) == nil {
			return true, nil
		}
	}
	return false, nil
}

// consent returns what allows a verdict at a place; nil where nothing does.
func (b *bout) consent(path string, v Verdict) *Consent {
	for i, c := range b.cfg.Allow {
		if c.Verdict == v && below(path, c.Path) {
			return &b.cfg.Allow[i]
		}
	}
	return nil
}

// rollUp says what the ways together are: by turns from an older side to the newest
// one, and back.
func rollUp(ways []Direction) Outcome {
	old, new := directions(ways)
	switch worst := worse(old, new); {
	case old == Unwritten && new == Unwritten:
		return Unknown
	case old == Same && new == Same:
		return Full
	case old == Same:
		return Backward
	case new == Same:
		return Forward
	case worst == Dies:
		return Kills
	case worst == Changed:
		return Corrupts
	case worst == Dropped:
		return Drops
	}
	return Breaks
}

// directions are the worst of the ways from older sides to the newest, and of those back.
func directions(ways []Direction) (old, new Verdict) {
	old, new = Unwritten, Unwritten
	for i := range ways {
		v, _ := ways[i].Worst()
		if i%2 == 0 {
			old = worse(old, v)
		} else {
			new = worse(new, v)
		}
	}
	return old, new
}

// holds reports whether the codec does what is required: each direction decides for
// itself. Of what could not be told nothing holds.
func (c *Codec) holds(require string) bool {
	if c.Verdict == Unknown {
		return false
	}
	old, new := directions(c.Ways)
	switch require {
	case "backward":
		return old == Same
	case "forward":
		return new == Same
	case "full":
		return old == Same && new == Same
	}
	loud := func(v Verdict) bool { return v == Same || v == Refused || v == Unwritten }
	return loud(old) && loud(new)
}

// undecided is an [Undecided] where nothing could be found out of any codec.
func (r *Report) undecided() error {
	if len(r.Codecs) == 0 || slices.ContainsFunc(r.Codecs, func(c *Codec) bool { return c.Verdict != Unknown }) {
		return nil
	}
	more := ""
	if n := len(r.Codecs) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return &Undecided{fmt.Errorf("nothing was found out: %s: %s%s", r.Codecs[0].Name, r.Codecs[0].Reason, more)}
}

// Holds reports whether what was required holds of all codecs.
func (r *Report) Holds() bool {
	return !slices.ContainsFunc(r.Codecs, func(c *Codec) bool { return !c.Holds })
}

// way sends values from one side to another. The error says that nothing could be
// told.
func (b *bout) way(ctx context.Context, name string, from, to int, values protocol.Probe, rename func(string) string, claims *claims) (*Direction, error) {
	w := &Direction{From: from, To: to, claims: claims}
	if claims != nil {
		w.Dropped, w.Found = slices.Clone(claims.dropped), claims.found
		w.Dropped = slices.DeleteFunc(w.Dropped, func(path string) bool { return w.accepted(b.consent(path, Dropped)) })
	}
	list, err := b.sides[from].values(ctx, name, values)
	if err != nil {
		return nil, err
	}
	deaths := 0
	for _, v := range list {
		cell, err := b.travel(ctx, w, name, v, rename)
		if err != nil {
			return nil, err
		}
		w.Cells = append(w.Cells, *cell)
		if cell.Verdict == Dies {
			if deaths++; deaths == enoughDeaths { // it is worse than anything that may follow
				break
			}
		}
	}
	return w, nil
}

// accepted notes a consent that was needed; false where there is none.
func (w *Direction) accepted(c *Consent) bool {
	if c != nil && !slices.Contains(w.Accepted, *c) {
		w.Accepted = append(w.Accepted, *c)
	}
	return c != nil
}

// travel has a value written by one side of a way and read by the other.
func (b *bout) travel(ctx context.Context, w *Direction, name string, v protocol.NamedValue, rename func(string) string) (*Cell, error) {
	cell, from, to := newCell(v), w.From, w.To
	written, err := b.sides[from].ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
	if err != nil {
		return nil, err
	}
	if why := written.failure(); why != "" {
		cell.Verdict, cell.Reason = Unwritten, why
		return cell, nil
	}
	read, err := b.sides[to].ask(ctx, name, protocol.Probe{What: "read", Encoded: written.Encoded})
	if err != nil {
		return nil, err
	}
	if cell.received(read); cell.Verdict == Same {
		cell.Diffs = b.allowed(w, w.claims.sees(b.compare, v.Leaves, read.Leaves, rename))
		if cell.Diffs, err = b.again(ctx, name, from, to, written.Encoded, v.Leaves, cell.Diffs); err != nil {
			return nil, err
		}
	}
	if cell.Verdict == Refused || cell.Verdict == Same && len(cell.Diffs) > 0 {
		// What the codec loses or refuses of the writer's own type is no doing of the change.
		own, err := b.sides[from].ask(ctx, name, protocol.Probe{What: "read", Encoded: written.Encoded})
		if err != nil {
			return nil, err
		}
		switch {
		case cell.Verdict == Refused && own.Refused != "":
			cell.Verdict, cell.Reason = Unwritten, "what is written is refused by the writer too: "+own.Refused
		case own.failure() == "":
			known := b.compare(v.Leaves, own.Leaves, nil)
			cell.Diffs = slices.DeleteFunc(cell.Diffs, func(d Diff) bool {
				return slices.ContainsFunc(known, func(k Diff) bool { return rename(k.Path) == d.Path || k.Path == d.Path })
			})
		}
	}
	if len(cell.Diffs) > 0 {
		cell.Verdict = worse(cell.Verdict, Changed)
	}
	if cell.Verdict != Same {
		cell.Encoded = written.Encoded
	}
	return cell, nil
}

func newCell(v protocol.NamedValue) *Cell {
	return &Cell{Value: cmp.Or(v.Edge, v.Name), Place: v.Path, Verdict: Same, name: v.Name}
}

// received notes what became of the reader.
func (c *Cell) received(read *probed) {
	switch {
	case read.died != "":
		c.Verdict, c.Reason = Dies, read.died
	case read.Panic != "":
		c.Verdict, c.Reason = Dies, "panics: "+read.Panic
	case read.Refused != "":
		c.Verdict, c.Reason = Refused, read.Refused
	}
}

// allowed leaves out what is told to be allowed.
func (b *bout) allowed(w *Direction, diffs []Diff) []Diff {
	return slices.DeleteFunc(diffs, func(d Diff) bool { return w.accepted(b.consent(place(d.Path), Changed)) })
}

// errNothing says that no codec could be built on a side.
var errNothing = errors.New("no codec could be built")

// open loads and builds the sides.
func open(ctx context.Context, cfg Config, sides ...Side) (*bout, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	b := &bout{cfg: cfg, tell: cfg.Progress, compare: judge}
	loaders := loaders{}
	for _, s := range sides {
		b.tell("loading " + s.Name)
		side := newSide(cfg, s)
		if err := side.load(ctx, loaders.of(cfg, s)); err != nil {
			return nil, err
		}
		drivers := cfg.Drivers
		if s.Only != nil {
			drivers = s.Only
		}
		side.choose(cfg, drivers)
		if s.As != "" && len(side.codecs) > 1 {
			side.codecs = side.codecs[:1]
		}
		b.sides = append(b.sides, side)
	}
	for _, flag := range b.sides[0].loaded.Unused {
		if !slices.ContainsFunc(b.sides, func(s *side) bool { return !slices.Contains(s.loaded.Unused, flag) }) {
			return nil, fmt.Errorf("%s: %s holds no such type: leave the flag out", flag, b.sides[0].loaded.Subject.Type)
		}
	}
	for _, c := range cfg.Allow {
		if !slices.ContainsFunc(b.sides, func(s *side) bool { return reaches(s.loaded.Subject.Type, c.Path) }) {
			return nil, fmt.Errorf("%s, of what may be lost, is no place in %s: name it as in 'Items[].Qty: dropped'", c, b.sides[0].loaded.Subject.Type)
		}
	}
	if err := b.build(ctx); err != nil {
		return nil, err
	}
	if b.names() == nil {
		return nil, &Undecided{errNothing}
	}
	return b, nil
}

func (b *bout) compileConfig(s *side) compile.Config {
	return compile.Config{CacheDir: b.cfg.CacheDir, CacheLimit: b.cfg.CacheLimit, Dir: s.Dir, Env: s.Env, Unproven: true, Untimed: true, Whole: true}
}
