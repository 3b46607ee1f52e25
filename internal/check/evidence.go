package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// variation is a value with what is written of it, and of it with other values at each
// of its places, which the writer's own reader tells apart.
type variation struct {
	Encoded []byte            `json:"encoded"`
	Leaves  []protocol.Leaf   `json:"leaves"`
	Varied  []protocol.Varied `json:"varied"`
	Again   [][]byte          `json:"again,omitempty"` // what else was written of the value

	unseen []string // places that the writer's own reader does not see
}

// untried lists the places that hold something, and that nothing else could be put into.
func (v *variation) untried() (list []string) {
	for _, l := range v.Leaves {
		p := place(l.Path)
		if v.holds(l) && !slices.Contains(list, p) && !slices.Contains(v.unseen, p) &&
			!slices.ContainsFunc(v.Varied, func(o protocol.Varied) bool { return o.Path == p }) {
			list = append(list, p)
		}
	}
	return list
}

// holds reports whether a leaf says something by itself: a list or a map does by its keys and
// its length, where nothing else stands in it, as in a map[string]struct{}.
func (v *variation) holds(l protocol.Leaf) bool {
	if l.Kind == "slice" || l.Kind == "map" {
		return !zero(l) && !slices.ContainsFunc(v.Leaves, func(o protocol.Leaf) bool { return below(o.Path, l.Path) && scalar(o) })
	}
	return scalar(l) && !zero(l)
}

// variation has a side write the value with the most parts, each of them by turns with
// other values. It is nil where nothing of it can be told. With single, maps have one entry.
func (s *side) variation(ctx context.Context, name string, filled, single bool) (v *variation, err error) {
	key := fmt.Sprint(name, filled, single)
	if v, ok := s.varied[key]; ok {
		return v, nil
	}
	defer func() {
		if s.varied == nil {
			s.varied = map[string]*variation{}
		}
		s.varied[key] = v
	}()
	list, err := s.values(ctx, name, protocol.Probe{What: "values", Values: sampled})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	richest := slices.MaxFunc(list, func(a, b protocol.NamedValue) int { return len(a.Leaves) - len(b.Leaves) })
	answer, err := s.ask(ctx, name, protocol.Probe{What: "vary", Name: richest.Name, Filled: filled, Single: single})
	if err != nil {
		return nil, err
	}
	if answer.failure() != "" {
		return nil, nil
	}
	v = &variation{Encoded: answer.Encoded, Leaves: answer.Leaves, Varied: answer.Varied, Again: answer.Again}
	moves, _, err := s.moves(ctx, name, v)
	if errors.Is(err, errOrder) {
		return nil, nil
	}
	if err != nil || moves == nil {
		return nil, err
	}
	// What the writer's own reader does not see is no doing of a change.
	v.Varied = slices.DeleteFunc(v.Varied, func(p protocol.Varied) bool {
		if len(moves[p.Path]) == 0 {
			v.unseen = append(v.unseen, p.Path)
			return true
		}
		return false
	})
	return v, nil
}

// moves says which places of what a side reads become others with each of the writer's:
// none, where no field of the side's claims what stands there. It is nil where the side
// does not read the value at all, and more so where it dies of it. The error is errOrder
// where the side reads the value itself as others, in the orders in which it was written.
func (s *side) moves(ctx context.Context, name string, v *variation) (moves map[string][]string, died bool, err error) {
	all := slices.Clone(v.Again)
	for _, p := range v.Varied {
		all = append(all, p.Encoded...)
	}
	answer, err := s.ask(ctx, name, protocol.Probe{What: "moved", Encoded: v.Encoded, Others: all})
	if err != nil || answer.failure() != "" || len(answer.Moved) != len(all) {
		return nil, err == nil && answer.died != "", err
	}
	for range v.Again {
		if len(answer.Moved[0]) > 0 {
			return nil, false, errOrder
		}
		answer.Moved = answer.Moved[1:]
	}
	moves = map[string][]string{}
	for _, p := range v.Varied {
		list := []string{}
		for range p.Encoded {
			for _, to := range answer.Moved[0] {
				if !slices.Contains(list, to) {
					list = append(list, to)
				}
			}
			answer.Moved = answer.Moved[1:]
		}
		moves[p.Path] = list
	}
	return moves, false, nil
}

var errOrder = errors.New("the order of a map is read as a value")

// claims says what a reader has of what a writer wrote, by trial. A nil *claims says
// that nothing is known.
type claims struct {
	moves   map[string][]string // by the writer's place: the reader's places that it moves
	fed     map[string]bool     // the reader's places that something moves
	dropped []string            // the writer's places that move nothing, as few as say it
	forward map[string]string   // the reader's place of a writer's
	found   map[string]string   // those of them that are called otherwise, which the bytes prove
}

// claim sends a value from one side to another with every place changed by turns. known
// are the places that the types have in common, and gone those of the writer's that have
// none in the reader's.
func (b *bout) claim(ctx context.Context, name string, from, to int, known map[string]string, gone []string) (*claims, error) {
	for _, filled := range []bool{true, false} {
		v, moves, died, err := b.variedTo(ctx, name, from, to, filled, false)
		if errors.Is(err, errOrder) {
			v, moves, died, err = b.variedTo(ctx, name, from, to, filled, true)
		}
		if err != nil || died { // once says it
			return nil, err
		}
		if moves != nil {
			c := claimed(moves, known, gone)
			for _, p := range v.untried() { // the types must say it
				if has(gone, p) {
					c.drop(topmost(p, gone))
				}
			}
			return c, nil
		}
	}
	return nil, nil
}

// variedTo has a side read what another varied.
func (b *bout) variedTo(ctx context.Context, name string, from, to int, filled, single bool) (v *variation, moves map[string][]string, died bool, err error) {
	if v, err = b.sides[from].variation(ctx, name, filled, single); v != nil {
		moves, died, err = b.sides[to].moves(ctx, name, v)
	}
	return v, moves, died, err
}

func claimed(moves map[string][]string, known map[string]string, gone []string) *claims {
	c := &claims{moves: moves, fed: map[string]bool{}, forward: maps.Clone(known), found: map[string]string{}}
	if c.forward == nil {
		c.forward = map[string]string{}
	}
	owned := map[string]bool{} // by a place that the types have in common, wherever that came
	for from, to := range known {
		owned[to] = owned[to] || moves[from] != nil
	}
	for _, from := range slices.Sorted(maps.Keys(moves)) {
		for _, to := range moves[from] {
			c.fed[to] = true
		}
		if len(moves[from]) == 0 {
			c.drop(topmost(from, gone))
			continue
		}
		to, ok := known[from]
		switch {
		case ok && slices.Contains(moves[from], to):
			continue
		case slices.Contains(moves[from], from):
			c.add(from, from)
			continue
		case ok: // both have it, and it came elsewhere
			continue
		}
		free := slices.DeleteFunc(slices.Clone(moves[from]), func(to string) bool { return to == protocol.Failed || owned[to] })
		free = slices.DeleteFunc(free, func(to string) bool { // with a list goes what stands in it
			return slices.ContainsFunc(moves[from], func(top string) bool { return top != to && below(to, top) })
		})
		if len(free) == 1 {
			c.add(from, free[0])
			c.found[from] = free[0]
		}
	}
	return c
}

func (c *claims) drop(path string) {
	if !slices.Contains(c.dropped, path) {
		c.dropped = append(c.dropped, path)
	}
}

// add notes that a place is another one of the reader's, and so are the lists that both
// stand in.
func (c *claims) add(from, to string) {
	c.forward[from] = to
	for strings.Contains(from, "[]") && strings.Contains(to, "[]") {
		from, to = from[:strings.LastIndex(from, "[]")], to[:strings.LastIndex(to, "[]")]
		if _, ok := c.forward[from]; !ok {
			c.forward[from] = to
		}
		if _, ok := c.forward[from+"[]"]; !ok {
			c.forward[from+"[]"] = to + "[]"
		}
	}
}

// topmost is the place that a place is a part of and that went as a whole.
func topmost(path string, gone []string) string {
	for _, top := range gone {
		if below(path, top) {
			return top
		}
	}
	return path
}

// has reports whether a place, or one that it is a part of, is among the list.
func has(list []string, path string) bool {
	return slices.ContainsFunc(list, func(top string) bool { return below(path, top) })
}

// sees compares a value that was sent with the one that was read: what is dropped is told
// elsewhere, and a place that nothing of the writer's moves has a value of the reader's
// own.
func (c *claims) sees(compare comparison, sent, got []protocol.Leaf, rename func(string) string) []Diff {
	if c == nil {
		return compare(sent, got, rename)
	}
	var left []protocol.Leaf
	for _, l := range sent {
		switch {
		case !has(c.dropped, place(l.Path)) || !scalar(l):
			left = append(left, l)
		case strings.HasSuffix(l.Path, "]"): // its key is not dropped
			left = append(left, protocol.Leaf{Path: l.Path + ".", Kind: "struct"})
		}
	}
	return slices.DeleteFunc(compare(left, got, func(path string) string { return renamed(path, c.forward) }), func(d Diff) bool {
		return d.Sent == "" && !d.key && c.derived(place(d.Path))
	})
}

func scalar(l protocol.Leaf) bool { return !counted(l) && l.Kind != "struct" }

// derived reports whether a place of the reader's that no place of the writer's stands
// for is moved by none of them, or by such alone as have a place of their own.
func (c *claims) derived(path string) bool {
	for from, list := range c.moves {
		if slices.Contains(list, path) && !slices.Contains(list, c.forward[from]) {
			return false
		}
	}
	return true
}

// comparison compares a value that was sent with the one that was read.
type comparison func(sent, got []protocol.Leaf, rename func(string) string) []Diff

// again asks whether what is of another kind means the same for all that: what was read
// is written by the reader, and is the same message, or is read by the writer as what it
// sent. Only of formats that describe themselves does that say anything, since any other
// may read bytes as what they are not, and write them again.
func (b *bout) again(ctx context.Context, name string, from, to int, encoded []byte, sent []protocol.Leaf, diffs []Diff) ([]Diff, error) {
	c := b.sides[to].find(name)
	if !c.driver.Facts.SelfDescribing || !slices.ContainsFunc(diffs, func(d Diff) bool { return d.kinds }) {
		return diffs, nil
	}
	rewritten, err := b.sides[to].ask(ctx, name, protocol.Probe{What: "rewrite", Encoded: encoded})
	if err != nil || rewritten.failure() != "" {
		return diffs, err
	}
	proven := func(Diff) bool { return true }
	if string(rewritten.Encoded) != string(encoded) {
		read, err := b.sides[from].ask(ctx, name, protocol.Probe{What: "read", Encoded: rewritten.Encoded})
		if err != nil || read.failure() != "" {
			return diffs, err
		}
		left := judge(sent, read.Leaves, nil)
		proven = func(d Diff) bool {
			return !slices.ContainsFunc(left, func(l Diff) bool { return below(l.Path, d.from) || below(d.from, l.Path) })
		}
	}
	var same []string // places that mean the same, with what stands below them
	for _, d := range diffs {
		if d.kinds && proven(d) {
			same = append(same, d.Path)
		}
	}
	return slices.DeleteFunc(diffs, func(d Diff) bool { return has(same, d.Path) && (d.kinds || d.Sent == "") }), nil
}
