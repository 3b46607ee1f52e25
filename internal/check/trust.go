package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Alone checks every codec on one type: whether the values come back bit by bit, and
// what malformed input does.
func Alone(ctx context.Context, cfg Config, of Side) (*Report, error) {
	b, err := open(ctx, cfg, of)
	if err != nil {
		return nil, err
	}
	defer b.close()
	return b.trust(ctx)
}

// trust checks every codec on the type of the only side.
func (b *bout) trust(ctx context.Context) (*Report, error) {
	// Messages are read in processes that have written none, so that a codec that
	// remembers what it wrote gains nothing by it.
	b.readers(b.sides[0])
	defer b.reader.procs.end()
	defer b.short.procs.end()
	r := b.report(Trust)
	journal, err := os.CreateTemp("", "assay-journal-")
	if err != nil {
		return nil, err
	}
	journal.Close()
	defer os.Remove(journal.Name())
	for i, name := range b.names() {
		b.tell(fmt.Sprintf("checking %s (%d of %d)", name, i+1, len(b.names())))
		c := b.codec(name)
		r.Codecs = append(r.Codecs, c)
		if c.Verdict == Unknown {
			continue
		}
		if err := b.alone(ctx, c, journal.Name()); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			c.Verdict, c.Reason = Unknown, err.Error()
		}
	}
	b.describe(r)
	return r, r.undecided()
}

// alone fills in what is found of a codec on one type.
func (b *bout) alone(ctx context.Context, c *Codec, journal string) error {
	way, breakable, err := b.fidelity(ctx, c.Name)
	if err != nil {
		return err
	}
	if err := b.sides[0].locate(ctx, c.Name, way); err != nil {
		return err
	}
	c.Ways = []Direction{*way}
	if own, _ := way.worsts(); len(breakable) > 0 {
		c.Hostile, err = b.attack(ctx, c.Name, breakable, protocol.Attack{Format: c.Format, Journal: journal})
		if err != nil {
			return err
		}
		c.Labels = measure.Labels(c.Hostile)
	} else if own != Refused && own != Dies {
		return errors.New(unwritable(&way.Cells[0]))
	}
	c.Verdict, c.Holds = trust(c)
	return nil
}

// unwritable says that no value can be written, and what to do.
func unwritable(c *Cell) string {
	return "no value can be written: " + c.Reason + "; give some that can, by --sample or --data"
}

// The outcomes for one type.
const (
	Sound  Outcome = "SOUND"  // all values come back, and it is strict and bounded
	Loose  Outcome = "LOOSE"  // it accepts malformed input, or lets them allocate
	Alters Outcome = "ALTERS" // a value of the type comes back as another, without an error
)

// trust sums up. What is required of one type is that its own values come back, and
// that nothing kills the reader: what becomes of values at the edges is told.
func trust(c *Codec) (Outcome, bool) {
	own, edges := c.Ways[0].worsts()
	dies := own == Dies || edges == Dies
	if c.Hostile != nil {
		dies = dies || len(c.Hostile.Deaths) > 0 || slices.ContainsFunc(c.Hostile.Hits, func(h protocol.Hit) bool { return h.Panics > 0 })
	}
	loose := slices.ContainsFunc(c.Labels, func(l result.Label) bool { return !l.Holds })
	switch {
	case dies:
		return Kills, false
	case own == Changed:
		return Corrupts, false
	case own == Refused:
		return Breaks, false
	case loose:
		return Loose, true
	case edges == Changed:
		return Alters, true
	}
	return Sound, true
}

// worsts are the worst verdicts of a type's own values, and of those at the edges.
func (w *Direction) worsts() (own, edges Verdict) {
	own, edges = Unwritten, Unwritten
	for _, cell := range w.Cells {
		if cell.Place == "" {
			own = worse(own, cell.Verdict)
		} else {
			edges = worse(edges, cell.Verdict)
		}
	}
	return own, edges
}

// fidelity has every value written and read, and names those whose messages can be broken: a
// message that is refused as it is says nothing of others.
func (b *bout) fidelity(ctx context.Context, name string) (w *Direction, breakable []string, err error) {
	s := b.sides[0]
	list, err := s.values(ctx, name, protocol.Probe{What: "values", Values: sampled, Everywhere: true, Bare: true})
	if err != nil {
		return nil, nil, err
	}
	w = &Direction{}
	known := map[string]bool{} // what is lost of the values as they are is no news at the edges
	for _, v := range list {
		cell := newCell(v)
		written, err := s.ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
		if err != nil {
			return nil, nil, err
		}
		if why := written.failure(); why != "" {
			cell.Verdict, cell.Reason = Unwritten, why
			if written.died != "" || written.Panic != "" {
				cell.Verdict = Dies
			}
			w.Cells = append(w.Cells, *cell)
			continue
		}
		read, err := b.reader.ask(ctx, name, protocol.Probe{What: "read", Encoded: written.Encoded, Name: v.Name})
		if err != nil {
			return nil, nil, err
		}
		switch {
		case read.died != "" || read.Panic != "":
			cell.Verdict, cell.Reason = Dies, read.failure()
		case read.Refused != "":
			cell.Verdict, cell.Reason = Refused, read.Refused
		default:
			cell.Diffs = b.allowed(w, strictly(read.Was, read.Leaves))
		}
		if v.Edge == "" && len(written.Encoded) > 0 && read.failure() == "" {
			breakable = append(breakable, v.Name)
		}
		if v.Edge != "" {
			cell.Diffs = slices.DeleteFunc(cell.Diffs, func(d Diff) bool { return known[place(d.Path)+" "+kindOf(d)] })
		}
		for _, d := range cell.Diffs {
			if v.Edge == "" {
				known[place(d.Path)+" "+kindOf(d)] = true
			}
			if kindOf(d) == "" || v.Edge != "" { // nil for empty is not another value of the user's
				cell.Verdict = worse(cell.Verdict, Changed)
			}
		}
		if cell.Verdict != Same {
			cell.Encoded = written.Encoded[:min(len(written.Encoded), 4<<10)]
		}
		w.Cells = append(w.Cells, *cell)
	}
	return w, breakable, nil
}

// kindOf names a difference of which most formats have no notion: nil for empty, and
// the offset of a time; empty for any other.
func kindOf(d Diff) string {
	switch {
	case d.Sent == "nil" && strings.HasPrefix(d.Got, "0 ") || strings.HasPrefix(d.Sent, "0 ") && d.Got == "nil",
		d.Sent == "nil" && d.Got == `""`, d.Sent == `""` && d.Got == "nil":
		return "nil for empty"
	}
	if a, b := instant(d.Sent), instant(d.Got); !a.IsZero() && a.Equal(b) {
		return "zone lost"
	}
	return ""
}

// shortMemory is what part of the memory a process may use that decodes broken
// messages that are short. What of them takes a gigabyte would take all there is, and
// seconds to do so.
const shortMemory = 4

// readers gives the bout sides that read what the side has written.
func (b *bout) readers(of *side) {
	b.reader, b.short = of.twin(), of.twin()
	b.short.memory /= shortMemory
}

// attack has a codec decode malformed input that is made of values, short ones and huge ones.
func (b *bout) attack(ctx context.Context, name string, breakable []string, a protocol.Attack) (*measure.Hostile, error) {
	var made [2]*probed // in two processes, as one has its own order for as long as it lives
	for i, s := range []*side{b.sides[0], b.reader} {
		var err error
		if made[i], err = s.ask(ctx, name, protocol.Probe{What: "messages", Names: breakable}); err != nil {
			return nil, err
		}
		if why := made[i].failure(); why != "" {
			return nil, errors.New("no message can be made to be broken: " + why)
		}
	}
	a.Messages, a.Size = made[0].Messages, protocol.Short
	h, err := b.short.attack(ctx, name, a)
	if err != nil {
		return nil, err
	}
	a.Size = protocol.Huge
	huge, err := b.reader.attack(ctx, name, a)
	if err != nil {
		return nil, err
	}
	h.Join(huge)
	h.Unsettled = made[0].Unsettled || !slices.EqualFunc(made[0].Messages, made[1].Messages, bytes.Equal)
	return h, nil
}

// attack has a codec decode malformed input, in as many processes as it kills.
func (s *side) attack(ctx context.Context, name string, a protocol.Attack) (*measure.Hostile, error) {
	return measure.Attack(a, s.limit, func(p protocol.Probe) (*protocol.Probed, string, error) {
		answer, err := s.ask(ctx, name, p)
		if err != nil {
			return nil, "", err
		}
		return &answer.Probed, answer.died, nil
	})
}
