package verify

import (
	"bytes"
	"maps"
	"slices"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
)

// edgePlaces is in how many places of a value each kind of edge is tried alone. What
// changes leaves is tried in all other fields together, in so many at most, and in each
// alone where that is not as it was.
const (
	edgePlaces   = 2
	edgeTogether = 24
)

// Edges tries values at the limits of their types in place of the case's own, and
// says what does not come back. None of it fails a case: perhaps nobody's data
// has such values. A case that decodes into used values decodes these so.
//
// The findings' Kind is what becomes of a value, one of protocol.Outcomes, and
// their Detail which value it is.
func Edges(c Case, declared protocol.Declared) (list []protocol.Finding) {
	if declared.DecodeOnly {
		return nil // who encodes then is another serializer
	}
	r := &edging{run: &run{Case: c, declared: declared}}
	i := r.richest()
	codec := r.Open()
	r.verdict.ReusesValue = r.Reuse && codec.UnmarshalReuse != nil
	places := edgePlaces
	if r.Reuse {
		places = 1
	}
	// What is lost of the value as it is, such as its time zone, is no news.
	r.edge(&codec, i, deep.Clone(r.Values[i]))
	r.known, r.lost = r.lost, nil
	tried := map[string]bool{}
	for k, edge := range deep.Edges(deep.Clone(r.Values[i]), places) {
		if tried[edge.Kind] {
			continue
		}
		t := deep.Clone(r.Values[i])
		again := deep.Edges(t, places)
		if k >= len(again) {
			continue
		}
		again[k].Put()
		if outcome := r.edge(&codec, i, t); outcome != "" {
			tried[edge.Kind] = true
			list = append(list, protocol.Finding{Kind: outcome, Path: edge.Path, Detail: edge.Kind})
			codec = r.Open() // what panicked may be in no state to go on
		}
	}
	return append(list, r.elsewhere(i, places, tried)...)
}

// elsewhere tries edges in the fields in which they were not tried alone.
func (r *edging) elsewhere(i, places int, tried map[string]bool) (list []protocol.Finding) {
	fresh := func() (t any, more map[string][]deep.Edge) {
		t, more = deep.Clone(r.Values[i]), map[string][]deep.Edge{}
		for _, edge := range deep.Edges(t, places+edgeTogether) {
			if edge.Leaf && !tried[edge.Kind] {
				more[edge.Kind] = append(more[edge.Kind], edge)
			}
		}
		return t, more
	}
	_, kinds := fresh()
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if len(kinds[kind]) <= places {
			continue
		}
		codec := r.Open()
		t, more := fresh()
		for _, edge := range more[kind][places:] {
			edge.Put()
		}
		if r.edge(&codec, i, t) == "" {
			continue
		}
		for k := places; k < len(kinds[kind]); k++ {
			codec := r.Open()
			t, more := fresh()
			if k >= len(more[kind]) {
				break
			}
			edge := more[kind][k]
			edge.Put()
			if outcome := r.edge(&codec, i, t); outcome != "" {
				list = append(list, protocol.Finding{Kind: outcome, Path: edge.Path, Detail: kind})
				break
			}
		}
	}
	return list
}

// edging is a run over edges.
type edging struct {
	*run
	known, lost []deep.Finding // of the value as it is, and of the last edge
}

// richest returns the index of the value with the most leaves among the first.
func (r *run) richest() (best int) {
	most := -1
	for i := range min(len(r.Values), 16) {
		if n := len(deep.Leaves(r.Values[i], 4*sampleLeaves)); n > most {
			best, most = i, n
		}
	}
	return best
}

// edge returns what becomes of t, "" when it comes back.
func (r *edging) edge(c *Codec, i int, t any) (outcome string) {
	defer func() {
		if recover() != nil {
			outcome = protocol.Panics
		}
	}()
	v, err := r.form(deep.Clone(t))
	if err != nil {
		return protocol.Refused
	}
	b, err := r.marshal(c, i, v)
	if err != nil {
		return protocol.Refused
	}
	x, err := r.edgeDecoded(c, i, GuardedInput(bytes.Clone(b)))
	if err != nil {
		return protocol.NotRead
	}
	got, err := r.take(i, x)
	if err != nil {
		return protocol.NotRead
	}
	res := deep.Compare(t, got)
	r.lost = res.Findings
	news := func(f deep.Finding) bool {
		return !slices.ContainsFunc(r.known, func(k deep.Finding) bool { return k.Kind == f.Kind })
	}
	if res.Differs || slices.ContainsFunc(res.Findings, news) {
		return protocol.Changed
	}
	return ""
}

func (r *edging) edgeDecoded(c *Codec, i int, in []byte) (any, error) {
	if !r.verdict.ReusesValue {
		return r.unmarshal(c, i, in)
	}
	v, err := r.form(deep.Clone(r.Values[i]))
	if err != nil {
		return nil, err
	}
	b, err := r.marshal(c, i, v)
	if err != nil {
		return nil, err
	}
	used, err := r.unmarshal(c, i, GuardedInput(b))
	if err != nil {
		return nil, err
	}
	return used, c.UnmarshalReuse(in, used)
}
