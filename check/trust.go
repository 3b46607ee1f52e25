package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/worker/protocol"
)

// Hostile is what became of broken input.
type Hostile struct {
	Hits     []protocol.Hit `json:"hits"`
	Deaths   []Death        `json:"deaths,omitempty"`
	Restarts int            `json:"restarts,omitempty"`
	Skipped  []string       `json:"skipped,omitempty"` // kinds of which there were deaths enough
}

// Death is an input that ended the process.
type Death struct {
	Kind   string `json:"kind"`
	Number int    `json:"number"` // of the input, see protocol.Attack
	Reason string `json:"reason"`
}

// Label is something that was proven of a codec, or found to be otherwise.
type Label struct {
	Name     string `json:"name"`
	Holds    bool   `json:"holds"`
	Evidence string `json:"evidence"`
}

// The labels that a single type can earn.
const (
	Strict  = "strict"  // refuses messages that were cut short, and bytes behind them
	Bounded = "bounded" // allocates no more than the input justifies, and never dies
)

// How often a process is started again for one codec's hostile input, and after how
// many deaths a kind of input is left alone. A death that took as long as it may
// counts as some.
const (
	mostRestarts = 16
	deathsOfKind = 2
	longDeath    = 5
)

// Alone checks every codec on one type: whether the values come back bit by bit, and
// what broken messages do.
func Alone(ctx context.Context, cfg Config, of Side) (*Report, error) {
	b, err := open(ctx, cfg, of)
	if err != nil {
		return nil, err
	}
	defer b.close()
	// Messages are read in processes that have written none, so that a codec that
	// remembers what it wrote gains nothing by it.
	b.reader = b.sides[0].twin()
	defer b.reader.close()
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
	return r, nil
}

// alone fills in what is found of a codec on one type.
func (b *bout) alone(ctx context.Context, c *Codec, journal string) error {
	way, messages, err := b.fidelity(ctx, c.Name)
	if err != nil {
		return err
	}
	c.Ways = []Way{*way}
	if len(messages) == 0 {
		return errors.New("no value can be written: " + way.Cells[0].Reason)
	}
	c.Hostile, err = b.reader.attack(ctx, c.Name, protocol.Attack{Messages: messages, Format: c.Format, Journal: journal})
	if err != nil {
		return err
	}
	c.Labels = c.Hostile.Labels()
	c.Verdict, c.Holds = trust(c)
	return nil
}

// The outcomes for one type.
const (
	Sound  Outcome = "SOUND"  // all values come back, and it is strict and bounded
	Loose  Outcome = "LOOSE"  // it accepts broken messages, or lets them allocate
	Alters Outcome = "ALTERS" // a value of the type comes back as another, without an error
)

// trust sums up. What is required of one type is that its own values come back, and
// that nothing kills the reader: what becomes of values at the edges is told.
func trust(c *Codec) (Outcome, bool) {
	own, edges := Same, Same
	for _, cell := range c.Ways[0].Cells {
		if cell.Place == "" {
			own = worse(own, cell.Verdict)
		} else {
			edges = worse(edges, cell.Verdict)
		}
	}
	dies := len(c.Hostile.Deaths) > 0 || own == Dies || edges == Dies
	for _, h := range c.Hostile.Hits {
		dies = dies || h.Panics > 0
	}
	loose := slices.ContainsFunc(c.Labels, func(l Label) bool { return !l.Holds })
	switch {
	case dies:
		return Kills, false
	case own == Lost || own == Wrong:
		return Corrupts, false
	case loose:
		return Loose, true
	case edges == Lost || edges == Wrong:
		return Alters, true
	}
	return Sound, true
}

// fidelity has every value written and read, and chooses two messages to be broken.
func (b *bout) fidelity(ctx context.Context, name string) (w *Way, messages [][]byte, err error) {
	s := b.sides[0]
	list, err := s.values(ctx, name, protocol.Probe{What: "values", Values: sampled, Everywhere: true})
	if err != nil {
		return nil, nil, err
	}
	w = &Way{}
	var candidates [][]byte
	known := map[string]Verdict{} // what is lost of the values as they are is no news at the edges
	for _, v := range list {
		cell := Cell{Value: v.Name, Place: v.Path, Verdict: Same}
		if v.Edge != "" {
			cell.Value = v.Edge
		}
		written, err := s.ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
		if err != nil {
			return nil, nil, err
		}
		if why := written.failure(); why != "" {
			cell.Verdict, cell.Reason = Unwritten, why
			if written.died != "" || written.Panic != "" {
				cell.Verdict = Dies
			}
			w.Cells = append(w.Cells, cell)
			continue
		}
		if v.Edge == "" {
			candidates = append(candidates, written.Encoded)
		}
		read, err := b.reader.ask(ctx, name, protocol.Probe{What: "read", Encoded: written.Encoded})
		if err != nil {
			return nil, nil, err
		}
		switch {
		case read.died != "" || read.Panic != "":
			cell.Verdict, cell.Reason = Dies, read.failure()
		case read.Refused != "":
			cell.Verdict, cell.Reason = Refused, read.Refused
		default:
			cell.Diffs = b.allowed(strictly(v.Leaves, read.Leaves))
		}
		if v.Edge != "" {
			cell.Diffs = slices.DeleteFunc(cell.Diffs, func(d Diff) bool { return known[place(d.Path)+" "+kindOf(d)] != "" })
		}
		for _, d := range cell.Diffs {
			if v.Edge == "" {
				known[place(d.Path)+" "+kindOf(d)] = d.Verdict
			}
			if kindOf(d) == "" || v.Edge != "" { // nil for empty is not another value of the user's
				cell.Verdict = worse(cell.Verdict, d.Verdict)
			}
		}
		if cell.Verdict != Same {
			cell.Encoded = written.Encoded[:min(len(written.Encoded), 4<<10)]
		}
		w.Cells = append(w.Cells, cell)
	}
	return w, chosen(candidates), nil
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

// chosen returns up to two messages to be broken: of the lengths that are nearest to
// what can be broken everywhere.
func chosen(list [][]byte) [][]byte {
	const best = 160
	list = slices.DeleteFunc(slices.Clone(list), func(b []byte) bool { return len(b) == 0 })
	slices.SortStableFunc(list, func(a, b []byte) int { return distance(len(a), best) - distance(len(b), best) })
	list = slices.CompactFunc(list, bytes.Equal)
	return list[:min(len(list), 2)]
}

func distance(a, b int) int { return max(a-b, b-a) }

// attack has a codec decode broken input, in as many processes as it kills.
func (s *side) attack(ctx context.Context, name string, a protocol.Attack) (*Hostile, error) {
	h := &Hostile{}
	deaths := map[string]int{}
	patience := mostRestarts
	for {
		begin := time.Now()
		if err := os.WriteFile(a.Journal, nil, 0o600); err != nil {
			return nil, err
		}
		answer, err := s.ask(ctx, name, protocol.Probe{What: "attack", Attack: &a})
		if err != nil {
			return nil, err
		}
		if answer.died == "" {
			if answer.Attacked == nil {
				return nil, errors.New(answer.failure())
			}
			h.add(answer.Attacked.Hits)
			switch {
			case answer.Attacked.Next != 0:
				a.From = answer.Attacked.Next
			case a.To != 0: // what came before the input that is known to kill
				a.From, a.To = a.To+1, 0
			default:
				return h, nil
			}
			continue
		}
		number, err := readJournal(a.Journal)
		if err != nil || number <= a.From {
			return nil, fmt.Errorf("the process died before the first broken message: %s", answer.died)
		}
		kind, err := s.kindOf(ctx, name, a, number)
		if err != nil {
			return nil, err
		}
		h.Restarts++
		h.Deaths = append(h.Deaths, Death{kind, number, answer.died})
		h.add([]protocol.Hit{{Kind: kind, Tried: 1, Deaths: 1}})
		if deaths[kind]++; deaths[kind] >= deathsOfKind {
			a.Skip = append(a.Skip, kind)
			h.Skipped = a.Skip
		}
		if patience--; time.Since(begin) >= s.limit {
			patience -= longDeath - 1
		}
		if patience <= 0 {
			h.Skipped = append(h.Skipped, "all that follows")
			return h, nil
		}
		a.To = number - 1
		if slices.Contains(a.Skip, kind) || a.To <= a.From {
			a.From, a.To = number, 0
		}
	}
}

// kindOf asks a new process of which kind an input is: it names without decoding.
func (s *side) kindOf(ctx context.Context, name string, a protocol.Attack, number int) (string, error) {
	answer, err := s.ask(ctx, name, protocol.Probe{What: "name", Attack: &protocol.Attack{Messages: a.Messages, Format: a.Format, Few: a.Few, From: number}})
	if err != nil {
		return "", err
	}
	if answer.Attacked == nil || len(answer.Attacked.Hits) != 1 {
		return "", errors.New("the input that the process died of has no name: " + answer.failure())
	}
	return answer.Attacked.Hits[0].Kind, nil
}

func readJournal(file string) (int, error) {
	b, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(b))
}

// add joins what parts of an attack have found.
func (h *Hostile) add(hits []protocol.Hit) {
	for _, n := range hits {
		i := slices.IndexFunc(h.Hits, func(o protocol.Hit) bool { return o.Kind == n.Kind })
		if i < 0 {
			h.Hits = append(h.Hits, n)
			continue
		}
		o := &h.Hits[i]
		if n.Worst != nil && (o.Worst == nil || n.Panics > 0 && o.Panics == 0) {
			o.Worst = n.Worst
		}
		o.Tried, o.Refused, o.Same, o.Other, o.Panics = o.Tried+n.Tried, o.Refused+n.Refused, o.Same+n.Same, o.Other+n.Other, o.Panics+n.Panics
		o.Deaths, o.Over, o.Most = o.Deaths+n.Deaths, o.Over+n.Over, max(o.Most, n.Most)
	}
}

// Labels says what is proven, with the evidence.
func (h *Hostile) Labels() []Label {
	strict, bounded := Label{Strict, true, ""}, Label{Bounded, true, ""}
	tried, cuts := 0, 0
	for _, hit := range h.Hits {
		tried += hit.Tried
		cut, behind := strings.HasPrefix(hit.Kind, "cut short"), hit.Kind == "bytes behind"
		if cut || behind {
			cuts += hit.Tried
			if why := lax(hit, cut); why != "" && strict.Holds {
				strict.Holds, strict.Evidence = false, why
			}
		}
		if why := reckless(hit); why != "" && bounded.Holds {
			bounded.Holds, bounded.Evidence = false, why
		}
	}
	for _, d := range h.Deaths {
		bounded.Holds, bounded.Evidence = false, fmt.Sprintf("%s: %s", d.Kind, d.Reason)
		break
	}
	if strict.Holds {
		strict.Evidence = fmt.Sprintf("refused %d messages that were cut short or had bytes behind them", cuts)
	}
	if bounded.Holds {
		bounded.Evidence = fmt.Sprintf("none of %d broken messages had more than 64 bytes for each of its own and 64 kB allocated, or killed the process", tried)
	}
	return []Label{strict, bounded}
}

// lax says why a codec is not strict; empty where it is. A message without its last
// byte may be the same one, as JSON is without a line's end.
func lax(h protocol.Hit, cut bool) string {
	switch {
	case h.Panics+h.Deaths > 0:
		return fmt.Sprintf("%s: panics on %d of %d", h.Kind, h.Panics+h.Deaths, h.Tried)
	case h.Other > 0:
		return fmt.Sprintf("%s: takes %d of %d for another value", h.Kind, h.Other, h.Tried)
	case !cut && h.Same > 0:
		return fmt.Sprintf("%s: ignored in %d of %d", h.Kind, h.Same, h.Tried)
	}
	return ""
}

// reckless says why a codec is not bounded; empty where it is.
func reckless(h protocol.Hit) string {
	switch {
	case h.Deaths > 0:
		return fmt.Sprintf("%s: the process died", h.Kind)
	case h.Panics > 0:
		return fmt.Sprintf("%s: panics on %d of %d", h.Kind, h.Panics, h.Tried)
	case h.Over > 0:
		return fmt.Sprintf("%s: up to %d bytes allocated, of %d messages more than 64 for each byte and 64 kB", h.Kind, h.Most, h.Over)
	}
	return ""
}
