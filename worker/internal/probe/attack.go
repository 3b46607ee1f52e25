package probe

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/worker/internal/verify"
)

// What a decoder may allocate for an input, in bytes, before it is told: more than
// any sound message has been seen to take for each of its own. Of what an input says
// that is true the memory comes to it, some times over: a list that is grown as it is
// read is allocated five times by append. But no message may be worth more than so many
// bytes for each of its own, since whoever sends it pays for those alone: of elements of 80
// bytes that are two on the wire, encoding/json allocates 144.
const (
	allocTimes = 64
	allocRoom  = 64 << 10
	worthTimes = 8
	worthMost  = 320
)

// After how many inputs of a kind that had so many bytes too many allocated no more of
// it are tried. Each takes a good part of a second, and says what the first did.
const (
	wasteful  = 16 << 20
	wasteKind = 2
)

// After how many bytes allocated the garbage is collected. On a busy machine the
// runtime's own collector may come so late for the garbage of many inputs that the
// process dies of it, and of that no input is guilty.
const collectAfter = 64 << 20

// attack decodes broken input. Who asks reads from the journal which one the process
// has died of.
func attack(c verify.Case, a protocol.Attack) (*protocol.Attacked, error) {
	journal, err := os.OpenFile(a.Journal, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer journal.Close()
	r := &raid{Case: c, codec: c.Open(), messages: a.Messages, hits: map[string]*protocol.Hit{}}
	r.reuses = c.Reuse && r.codec.UnmarshalReuse != nil
	r.few = a.Few
	runtime.GC()
	for i, m := range a.Messages {
		r.sound = append(r.sound, r.value(m))
		if r.sound[i] == nil {
			return nil, fmt.Errorf("probe: message %d is not decoded", i)
		}
	}
	begin := batch.CPUTime()
	n := 0
	out := &protocol.Attacked{}
	for in := range inputs(c, a) {
		if n++; n <= a.From || !in.sized(a.Size) || slices.Contains(a.Skip, in.kind) || slices.Contains(out.Enough, in.kind) {
			continue
		}
		if a.To > 0 && n > a.To {
			break
		}
		if len(r.kinds) > 0 && r.kinds[0] != in.kind || batch.CPUTime()-begin > protocol.AttackTime {
			out.Next = n - 1
			break
		}
		if _, err := journal.WriteAt(fmt.Appendf(nil, "%0*d", protocol.JournalWidth, n), 0); err != nil {
			return nil, err
		}
		if r.try(in); r.wasted >= wasteKind {
			out.Enough = append(out.Enough, in.kind)
		}
	}
	for _, kind := range r.kinds {
		out.Hits = append(out.Hits, *r.hits[kind])
	}
	out.CPU = batch.CPUTime() - begin
	return out, nil
}

// name tells of which kind the input of the number is, and decodes nothing.
func name(c verify.Case, a protocol.Attack) []protocol.Hit {
	n := 0
	for in := range inputs(c, a) {
		if n++; n == a.From {
			return []protocol.Hit{{Kind: in.kind}}
		}
	}
	return nil
}

// raid is an attack under way.
type raid struct {
	verify.Case
	codec    verify.Codec
	reuses   bool // values that are used
	few      bool // of a kind that allocates too much more inputs say nothing new
	messages [][]byte
	sound    []any // what the messages decode to
	hits     map[string]*protocol.Hit
	kinds    []string // in the order in which they came

	wasted  int   // inputs of the kind for which very much was allocated
	garbage int64 // bytes allocated since the last collection
}

// value is what sound input decodes to; nil when it does not.
func (r *raid) value(data []byte) any {
	v := r.New()
	if r.codec.Unmarshal(verify.GuardedInput(data), v) != nil {
		return nil
	}
	return v
}

// target is what an input is decoded into: a new value or, with reuse, one that a sound
// message was decoded into.
func (r *raid) target(in input) (v any, used bool) {
	if r.reuses && !in.stream {
		if v := r.value(r.messages[max(in.of, 0)]); v != nil {
			return v, true
		}
	}
	return r.New(), false
}

// outcomes of an input, the better first.
const (
	asRefused = iota
	asSame
	asOther
	asPanic
)

func (r *raid) try(in input) {
	h := r.hits[in.kind]
	if h == nil {
		h = &protocol.Hit{Kind: in.kind}
		r.hits[in.kind] = h
		r.kinds = append(r.kinds, in.kind)
	}
	h.Tried++
	data := in.make()
	outcome, used, what := r.attempt(in, data)
	limit := int64(allocTimes*len(data)+allocRoom) + min(worthTimes*in.worth, int64(worthMost*len(data)))
	for again := 0; again < 2 && used > limit && used < 16<<20 && outcome != asPanic; again++ {
		// The runtime counts small objects late: what an earlier input took may have
		// been counted with this one.
		_, less, _ := r.attempt(in, data)
		used = min(used, less)
	}
	h.Most = max(h.Most, used)
	bad := outcome == asPanic || outcome == asOther && h.Panics == 0
	switch outcome {
	case asRefused:
		h.Refused++
	case asSame:
		h.Same++
	case asOther:
		h.Other++
	case asPanic:
		h.Panics++
	}
	if used > limit {
		h.Over++
		if used-limit > wasteful || r.few {
			r.wasted++
		}
		if what == "" {
			what = "accepted"
		}
		what = fmt.Sprintf("%s, after %d bytes were allocated", what, used)
		bad = bad || h.Worst == nil
	}
	first := h.Worst == nil || outcome == asPanic && h.Panics == 1 || outcome == asOther && h.Other == 1 && h.Panics == 0
	if bad && first {
		const most = 4 << 10
		h.Worst = &protocol.Example{Input: data[:min(len(data), most)], Len: len(data), What: what}
	}
}

// attempt decodes an input once.
func (r *raid) attempt(in input, data []byte) (outcome int, used int64, what string) {
	if r.garbage > collectAfter {
		runtime.GC()
		r.garbage = 0
	}
	begin := allocated()
	data = verify.GuardedInput(data)
	v, reuse := r.target(in)
	before := allocated()
	defer func() {
		if p := recover(); p != nil {
			used = int64(allocated() - before)
			outcome, what = asPanic, "panics: "+verify.OneLine(fmt.Sprint(p))+verify.PanickedIn(string(debug.Stack()))
			r.codec = r.Open() // what panicked may be in no state to go on
		}
		r.garbage += used + int64(before-begin)
	}()
	var err error
	switch {
	case in.stream:
		err = r.codec.Read(bytes.NewReader(data), v)
	case reuse:
		err = r.codec.UnmarshalReuse(data, v)
	default:
		err = r.codec.Unmarshal(data, v)
	}
	used = int64(allocated() - before)
	switch {
	case err != nil:
		return asRefused, used, verify.OneLine(err.Error())
	case in.of < 0:
		return asSame, used, "" // made by hand: there is nothing to be the same as
	}
	d := deep.Compare(r.sound[in.of], v)
	if !d.Differs {
		return asSame, used, ""
	}
	diffs := cmp.Or(d.String(), "another value")
	return asOther, used, "accepted, as another value: " + verify.OneLine(diffs)
}

func allocated() uint64 {
	s := [1]metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s[:])
	return s[0].Value.Uint64()
}
