package check

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/typemodel"
)

// Lock is a file of what was written of a type: of each version of the type that was
// released, by each codec. It only grows: whatever reads it tomorrow reads all of it.
type Lock struct {
	Schema   int       `json:"schema"`
	Type     string    `json:"type"`
	Accepted []Consent `json:"accepted,omitempty"` // what may be lost, and why
	Versions []Version `json:"versions"`           // the oldest first

	file string
}

// Version is what a type was.
type Version struct {
	Shape  string                `json:"shape"`          // tells the type from what it was before
	Type   []lockedType          `json:"type,omitempty"` // what it is compared with: locks of schema 2 have none
	Codecs map[string]*lockedRow `json:"codecs"`
}

// lockSchema is the version of the file. The first had one version of a type, and
// nothing by which it could be told what was dropped. The second had neither types nor edges.
const lockSchema = 3

// ReadLock reads a lock. A file that is not there is an empty one, which Write makes.
func ReadLock(file string) (*Lock, error) {
	l := &Lock{Schema: lockSchema, file: file}
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return l, nil
	case err != nil:
		return nil, err
	}
	var first struct {
		Codecs map[string]*lockedRow `json:"codecs"`
	}
	if err := cmp.Or(json.Unmarshal(data, l), json.Unmarshal(data, &first)); err != nil {
		return nil, fmt.Errorf("%s is no lock file of assay check: %w", file, err)
	}
	switch {
	case l.Schema == 1 && first.Codecs != nil:
		l.Versions = []Version{{Codecs: first.Codecs}}
	case l.Schema > lockSchema:
		return nil, fmt.Errorf("%s is of a later assay (schema %d): this one knows %d", file, l.Schema, lockSchema)
	case l.Schema < 2 || l.Type == "":
		return nil, fmt.Errorf("%s is no lock file of assay check: it names no type", file)
	}
	l.Schema = lockSchema
	for i, v := range l.Versions {
		damaged := v.Codecs == nil || !complete(v.Type)
		for _, row := range v.Codecs {
			damaged = damaged || row == nil || !row.unpack()
		}
		if damaged {
			return nil, fmt.Errorf("%s is damaged: its version %d has not what a codec wrote: take the file from where it was committed", file, i+1)
		}
	}
	return l, nil
}

// Write writes the lock to its file.
func (l *Lock) Write() error {
	var b bytes.Buffer
	if err := atomic.WriteLines(&b, l, 2); err != nil { // a version is a line
		return err
	}
	return atomic.Write(l.file, b.Bytes())
}

// Accept adds a consent, in the place of one to the same. What is dropped must have been
// written: its name would cover nothing else.
func (l *Lock) Accept(c Consent) error {
	if c.Verdict == Dropped && !l.has(c.Path) {
		return fmt.Errorf("%s has nothing of a field %s: name it as in 'Total: dropped' or 'Items[].Qty: dropped'", l.file, c.Path)
	}
	l.Accepted = slices.DeleteFunc(l.Accepted, func(o Consent) bool { return o.String() == c.String() })
	l.Accepted = append(l.Accepted, c)
	return nil
}

// has reports whether anything was written of a place.
func (l *Lock) has(path string) bool {
	at := func(l protocol.Leaf) bool { return below(place(l.Path), path) }
	for _, v := range l.Versions {
		for _, row := range v.Codecs {
			if slices.ContainsFunc(row.all, func(v protocol.NamedValue) bool { return slices.ContainsFunc(v.Leaves, at) }) ||
				slices.ContainsFunc(slices.Collect(maps.Values(row.varied)), func(v *variation) bool { return slices.ContainsFunc(v.Leaves, at) }) {
				return true
			}
		}
	}
	return false
}

// names lists the codecs that the lock has anything of.
func (l *Lock) names() []string {
	set := map[string]bool{}
	for _, v := range l.Versions {
		for name := range v.Codecs {
			set[name] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Against has every codec read what it wrote of each version of the type that the lock
// has. What the lock has nothing of is added to it where the file is not there yet, or
// the codecs were asked for; with grow also a version of the type that is another one.
func Against(ctx context.Context, cfg Config, of Side, file string, grow bool) (*Report, error) {
	l, err := ReadLock(file)
	if err != nil {
		return nil, err
	}
	if known := l.names(); len(known) > 0 && !cfg.Asked {
		cfg.only = known
	}
	accepted := cfg.Allow
	cfg.Allow = nil // its places may be those of an older type
	cfg.changed = true
	b, err := open(ctx, cfg, of)
	if err != nil {
		return nil, err
	}
	defer b.close()
	b.cfg.Allow = accepted
	return b.against(ctx, l, grow)
}

// against has the codecs of the only side read what the lock has.
func (b *bout) against(ctx context.Context, l *Lock, grow bool) (*Report, error) {
	known := l.names()
	b.cfg.Allow = slices.Concat(b.cfg.Allow, l.Accepted)
	r := b.report(Locked)
	r.Require = "backward"
	t := b.sides[0].loaded.Subject.Type
	r.of, r.lock = t, l.file
	now := shapeOf(t)
	if len(l.Versions) == 0 {
		l.Versions = []Version{{Shape: now, Type: lockType(t), Codecs: map[string]*lockedRow{}}}
	}
	last := l.Versions[len(l.Versions)-1]
	if len(last.Type) > 0 {
		r.Changes = describe(unlockType(last.Type), t)
	}
	if grow && (last.Shape != now || len(last.Type) == 0) {
		last = Version{Shape: now, Type: lockType(t), Codecs: map[string]*lockedRow{}}
		l.Versions = append(l.Versions, last)
	}
	added := 0
	for _, name := range b.names() {
		b.tell("reading what " + name + " wrote")
		c := b.codec(name)
		r.Codecs = append(r.Codecs, c)
		if c.Verdict == Unknown {
			c.Holds = c.carriesNothing && !slices.Contains(known, name) && !b.cfg.Asked
			continue
		}
		if last.Codecs[name] == nil && last.Shape != now && last.Shape != "" && !slices.Contains(known, name) {
			c.Verdict, c.Reason, c.Holds = Unknown, "the lock has nothing of it, and the type is another since: assay lock adds it", false
			continue
		}
		if last.Codecs[name] == nil && (last.Shape == now || last.Shape == "") {
			row, err := b.sides[0].written(ctx, name)
			if err != nil {
				c.Verdict, c.Reason, c.Holds = Unknown, err.Error(), false
				continue
			}
			row.Version = c.Version
			last.Codecs[name] = row
			added++
		}
		for _, v := range l.Versions {
			if v.Codecs[name] == nil {
				continue
			}
			one := &bout{cfg: b.cfg, tell: b.tell, compare: judge, sides: []*side{v.side(b.sides[0].find(name), t), b.sides[0]}}
			m := one.match(name, 0, 1)
			if len(v.Type) == 0 {
				m.changes = v.Codecs[name].gone(t)
			}
			way, err := one.send(ctx, name, 0, 1, m)
			if err != nil {
				return nil, err
			}
			way.To = 0 // the only one of the report
			c.Ways = append(c.Ways, *way)
		}
		c.Verdict, c.Holds = judged(c.Ways)
	}
	for _, name := range known {
		if !slices.Contains(b.names(), name) {
			r.Codecs = append(r.Codecs, &Codec{Name: name, Verdict: Unknown, Reason: "the lock has what it wrote, and it is not among the codecs that are checked: name it in --serializers, or leave that out"})
		}
	}
	r.mean()
	b.describe(r)
	if added > 0 {
		l.Type = cmp.Or(l.Type, t.String())
		if err := l.Write(); err != nil {
			return nil, err
		}
		r.Notes = append(r.Notes, fmt.Sprintf("what is written today was added to %s: commit it", l.file))
	}
	r.Grown, r.Stale = added, last.Shape != now && last.Shape != ""
	if r.Stale {
		r.Notes = append(r.Notes, fmt.Sprintf("%s is not what it was when %s was last written: assay lock adds it, before it is released", t, l.file))
	}
	return r, r.undecided()
}

// shapeOf is a text that tells a type from others, short enough for a line.
func shapeOf(t *typemodel.Type) string {
	h := sha256.New()
	open := map[*typemodel.Type]int{}
	var write func(t *typemodel.Type)
	write = func(t *typemodel.Type) {
		if t == nil {
			return
		}
		if n, ok := open[t]; ok {
			fmt.Fprintf(h, "^%d", n)
			return
		}
		open[t] = len(open)
		fmt.Fprintf(h, "%s[%d]%d{", t.Kind, t.Len, t.Methods)
		write(t.Key)
		write(t.Elem)
		for _, impl := range t.Impls {
			write(impl)
		}
		for i := range t.Fields {
			f := &t.Fields[i]
			fmt.Fprintf(h, "%s %q %v ", f.Name, f.Tag, f.Embedded)
			write(f.Type)
		}
		fmt.Fprint(h, "}")
	}
	write(t)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// judged is the outcome of reading old data alone.
func judged(ways []Direction) (Outcome, bool) {
	worst := Unwritten
	for i := range ways {
		v, _ := ways[i].Worst()
		worst = worse(worst, v)
	}
	switch worst {
	case Same:
		return Backward, true
	case Refused, Unwritten:
		return Breaks, false
	case Dies:
		return Kills, false
	case Dropped:
		return Drops, false
	}
	return Corrupts, false
}
