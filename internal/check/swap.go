package check

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// Modes of one type that travels between two codecs, versions or toolchains, or from
// a file.
const (
	Exchange Mode = "exchange"
	Locked   Mode = "locked"
)

// Bytes compares what two codecs write of the same values.
type Bytes struct {
	Values int    `json:"values"`          // that both write
	Equal  int    `json:"equal"`           // of which to the same bytes
	First  string `json:"first,omitempty"` // the first place where not
}

// AtVersion returns the driver with its own module at another version.
func AtVersion(d *driver.Driver, version string) (*driver.Driver, error) {
	if len(d.Facts.Modules) == 0 {
		return nil, fmt.Errorf("%s is part of the standard library: its version is the toolchain's, as in --go=1.26.8,1.27.0", d.Name)
	}
	other := *d
	other.Facts.Modules = slices.Clone(d.Facts.Modules)
	other.Facts.Modules[0].Version = version
	return &other, nil
}

// Swap has the bytes of each side read by the other, of the same type: two codecs,
// two versions of a library, or two toolchains. Every bit of the values counts, but
// for what a writer loses for its own reader too.
func Swap(ctx context.Context, cfg Config, a, b Side) (*Report, error) {
	t, err := open(ctx, cfg, a, b)
	if err != nil {
		return nil, err
	}
	defer t.close()
	t.compare = func(sent, got []protocol.Leaf, _ func(string) string) []Diff { return strictly(sent, got) }
	r := t.report(Exchange)
	r.Require = "full"
	same := func(path string) string { return path }
	for _, name := range t.names() {
		t.tell("swapping " + name)
		c := t.codec(name)
		r.Codecs = append(r.Codecs, c)
		for _, d := range [][2]int{{0, 1}, {1, 0}} {
			if c.Verdict == Unknown {
				break
			}
			way, err := t.way(ctx, name, d[0], d[1], protocol.Probe{What: "values", Values: sampled, Everywhere: true}, same)
			if err == nil {
				err = t.sides[d[0]].locate(ctx, name, way)
			}
			if err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				c.Verdict, c.Reason = Unknown, err.Error()
				break
			}
			c.Ways = append(c.Ways, *way)
		}
		if c.Verdict != Unknown {
			c.Verdict = rollUp(c.Ways)
			if c.Bytes, err = t.bytes(ctx, name); err != nil {
				return nil, err
			}
		}
		c.Holds = holds(c.Verdict, r.Require)
	}
	t.describe(r)
	return r, r.untold()
}

// bytes compares what both sides write.
func (b *bout) bytes(ctx context.Context, name string) (*Bytes, error) {
	out := &Bytes{}
	list, err := b.sides[0].values(ctx, name, protocol.Probe{What: "values", Values: sampled, Everywhere: true})
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		var written [2][]byte
		failed := false
		for i, s := range b.sides {
			p, err := s.ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
			if err != nil {
				return nil, err
			}
			failed = failed || p.failure() != ""
			written[i] = p.Encoded
		}
		if failed {
			continue
		}
		out.Values++
		if bytes.Equal(written[0], written[1]) {
			out.Equal++
		} else if out.First == "" {
			what := v.Name
			if v.Edge != "" {
				what = v.Edge + atPlace(v.Path)
			}
			out.First = what + ": " + firstDifference(written[0], written[1])
		}
	}
	return out, nil
}

// firstDifference says where two encodings part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(x []byte) string { return fmt.Sprintf("%q", x[max(0, i-4):min(len(x), i+8)]) }
	return fmt.Sprintf("at byte %d %s and %s", i, around(a), around(b))
}

// lock is the file of [Against]: what each codec wrote of which values.
type lock struct {
	Schema int                   `json:"schema"`
	Type   string                `json:"type"`
	Codecs map[string]lockedRows `json:"codecs"`
}

type lockedRows struct {
	Version string        `json:"version,omitempty"`
	Values  []lockedValue `json:"values"`
}

type lockedValue struct {
	Name    string          `json:"name"`
	Leaves  []protocol.Leaf `json:"leaves"`
	Encoded []byte          `json:"encoded"`
}

// Against has every codec read what it wrote into a file when it was first checked.
// Codecs that are not in the file are added to it, and so is the file where there is
// none.
func Against(ctx context.Context, cfg Config, of Side, file string) (*Report, error) {
	known := lock{Schema: Schema, Codecs: map[string]lockedRows{}}
	switch data, err := os.ReadFile(file); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(data, &known); err != nil {
			return nil, fmt.Errorf("%s is no lock file of assay check: %w", file, err)
		}
		if known.Schema > Schema || known.Codecs == nil {
			return nil, fmt.Errorf("%s is of a later assay (schema %d): this one knows %d", file, known.Schema, Schema)
		}
	}
	b, err := open(ctx, cfg, of)
	if err != nil {
		return nil, err
	}
	defer b.close()
	r := b.report(Locked)
	r.Require = "backward"
	added := 0
	for _, name := range b.names() {
		b.tell("reading what " + name + " wrote")
		c := b.codec(name)
		r.Codecs = append(r.Codecs, c)
		if c.Verdict == Unknown {
			continue
		}
		old, ok := known.Codecs[name]
		if !ok {
			old.Version = c.Version
			if old.Values, err = b.sides[0].written(ctx, name); err != nil {
				c.Verdict, c.Reason = Unknown, err.Error()
				continue
			}
			known.Codecs[name] = old
			added++
		}
		w := Way{}
		for _, v := range old.Values {
			cell, err := b.readLocked(ctx, name, v)
			if err != nil {
				return nil, err
			}
			w.Cells = append(w.Cells, *cell)
		}
		c.Ways = []Way{w}
		c.Verdict, c.Holds = judged(&w)
	}
	b.describe(r)
	if added > 0 {
		known.Type = cmp.Or(known.Type, b.sides[0].loaded.Subject.Type.String())
		data, err := json.MarshalIndent(known, "", " ")
		if err != nil {
			return nil, err
		}
		if err := atomic.Write(file, append(data, '\n')); err != nil {
			return nil, err
		}
		r.Notes = append(r.Notes, fmt.Sprintf("what %d codecs write today was added to %s: commit it", added, file))
	}
	return r, r.untold()
}

// judged is the outcome of reading old data alone.
func judged(w *Way) (Outcome, bool) {
	switch worst, _ := w.Worst(); worst {
	case Same:
		return Backward, true
	case Refused, Unwritten:
		return Breaks, false
	case Dies:
		return Kills, false
	}
	return Corrupts, false
}

// written is what a codec writes of some values today, of those that it reads back.
func (s *side) written(ctx context.Context, name string) (list []lockedValue, err error) {
	values, err := s.values(ctx, name, protocol.Probe{What: "values", Values: sampled})
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		w, err := s.ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
		if err != nil {
			return nil, err
		}
		if w.failure() != "" {
			continue
		}
		// What it reads today is what it is to read tomorrow.
		read, err := s.ask(ctx, name, protocol.Probe{What: "read", Encoded: w.Encoded})
		if err != nil {
			return nil, err
		}
		if read.failure() == "" {
			list = append(list, lockedValue{v.Name, read.Leaves, w.Encoded})
		}
	}
	if len(list) == 0 {
		return nil, errors.New("it reads nothing of what it writes")
	}
	return list, nil
}

func (b *bout) readLocked(ctx context.Context, name string, v lockedValue) (*Cell, error) {
	cell := &Cell{Value: v.Name, Verdict: Same}
	read, err := b.sides[0].ask(ctx, name, protocol.Probe{What: "read", Encoded: v.Encoded})
	if err != nil {
		return nil, err
	}
	cell.received(read)
	if cell.Verdict == Same {
		cell.Diffs = b.allowed(judge(v.Leaves, read.Leaves, nil))
	}
	for _, d := range cell.Diffs {
		cell.Verdict = worse(cell.Verdict, d.Verdict)
	}
	if cell.Verdict != Same {
		cell.Encoded = v.Encoded
	}
	return cell, nil
}
