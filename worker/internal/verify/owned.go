package verify

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
)

// Who owns memory shows when much is kept: what a call returned is the caller's, for
// as long as he likes, takes as much of the heap as it holds, and lets go of it when
// he does. And it takes the same work whether the codec has met the content or not,
// which allocations count without a clock.

// How much is looked at.
const (
	ownedCalls  = 1000           // what a call returned must outlast so many
	ownedBytes  = 1 << 19        // of encodings that pass in each look, if that is as many calls as it takes
	ownedMost   = 4 << 20        // of encodings that it may take: values that would take more are left to other checks
	ownedLeast  = 96 << 10       // bytes that are kept, to be told from the noise of a collection
	ownedMore   = 4096           // calls of whose results some are kept alone
	ownedSome   = 128            // of these, one in so many
	ownedPiece  = 5 << 18        // bytes of encodings that pass beside them: the largest piece that is seen to be shared
	ownedSlack  = 512            // bytes a result: of classes of sizes, and of the noise of two collections
	ownedLess   = 8              // of what results show one part in so many may take nothing of the heap, and
	ownedNoise  = 8 << 10        // bytes: of two collections
	ownedKeys   = 6 * ownedNoise // bytes of keys that are replaced, if ownedMore values have as many
	ownedLooks  = 10             // at the heap, before a codec is blamed for what it takes
	ownedPairs  = 2              // series that say the same of whether content met before is less work
	ownedFewer  = 0.25           // allocations a call by which they differ where content is remembered, be it some of it
	ownedAgain  = 8              // further times that content which was met is passed, where it took fewer
	ownedChance = 8              // times the typical distance of these from each other, which is chance
)

// A decoder may keep a table of texts that it met of late, as encoding/json/v2 does with
// 256 of at most 256 bytes: names repeat in the world too. It saves one allocation for
// a text that it has, and no more than the table holds however much is met again.
const (
	ownedTable    = 320  // allocations that a table saves when all is met again
	ownedTexts    = 1024 // different texts, which are more than it holds
	ownedText     = 256  // bytes of the longest that it takes
	ownedTables   = 16   // tables of a codec, each of which may have a text that was met
	ownedLittle   = 16   // bytes that a text takes of the heap at the least, with others in them
	ownedTextLeaf = 4    // texts of a value that are looked at alone
)

// stock are values that no codec has met, with their encodings: variants of several
// values, in all leaves that are carried with other content.
type stock struct {
	sets []*variants
	from []int // the value that each varies
	next uint64
}

// newStock returns nil where nothing can be varied. Of each value it varies the leaves
// that are chosen.
func (r *run) newStock(chosen func(l deep.Leaf) bool) *stock {
	s := &stock{next: 1 << 40} // which no other check has shown to a codec
	for _, i := range r.sample(sampleValues) {
		if v := r.allVaried(i, s.next, sampleLeaves, chosen); v != nil {
			s.sets, s.from = append(s.sets, v), append(s.from, i)
		}
	}
	if len(s.sets) == 0 {
		return nil
	}
	return s
}

func anyLeaf(deep.Leaf) bool { return true }

// tabled reports whether a table may hold the leaf.
func tabled(l deep.Leaf) bool {
	n, text := l.Text()
	return text && n <= ownedText
}

// allVaried varies value i in at most so many of the chosen leaves, nil where none can be.
func (r *run) allVaried(i int, n uint64, most int, chosen func(l deep.Leaf) bool) *variants {
	t := deep.Clone(r.Values[i])
	var all []func(n uint64)
	for k, leaf := range deep.Leaves(t, sampleLeaves) {
		vary := leaf.Varier()
		if vary == nil || !chosen(leaf) || len(all) == most {
			continue
		}
		// A rule of the type may be against this one.
		probe := deep.Clone(r.Values[i])
		if leaves := deep.Leaves(probe, sampleLeaves); k < len(leaves) {
			leaves[k].Varier()(n)
			if r.carries(probe) {
				all = append(all, vary)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	together := func(n uint64) {
		for k, vary := range all {
			vary(n*uint64(len(all)) + uint64(k))
		}
	}
	if together(n); !r.carries(t) {
		if most == 1 {
			return nil
		}
		return r.allVaried(i, n, 1, chosen)
	}
	return &variants{r, t, together}
}

// owned proves of both directions that what calls return is the caller's alone.
func (r *run) owned() error {
	if r.Brief {
		return nil
	}
	for _, d := range r.directions() {
		s := r.newStock(anyLeaf)
		if s == nil {
			return nil
		}
		o := &ownership{run: r, d: d, c: r.Open(), other: r.Open(), stock: s}
		if err := o.prove(); err != nil {
			return err
		}
	}
	return nil
}

// ownership looks at one direction.
type ownership struct {
	*run
	d        direction
	c, other Codec
	stock    *stock
	ruled    bool    // the variants break a rule of the type: nothing can be said
	among    float64 // bytes of the heap that a result takes among others
	found    protocol.Ownership
}

// made is what one call returned.
type made struct {
	out []byte // of marshal
	v   any    // of unmarshal
}

// work is a value that no codec has met, as one call needs it.
type work struct {
	i       int    // the value that it is a variant of
	v       any    // *V, for marshal
	encoded []byte // for unmarshal, by another codec than the one that is looked at
	in      []byte // a copy, which the call is given
	was     []byte // what a used value holds before; nil: the same
	t       any    // *T, where it is looked at later
}

// prepare makes n of them, before any call is made.
func (o *ownership) prepare(n int, later bool) (list []work) {
	err := quietly(func() error {
		for range n {
			k := int(o.stock.next % uint64(len(o.stock.sets)))
			s := o.stock.sets[k]
			s.vary(o.stock.next)
			o.stock.next++
			w := work{i: o.stock.from[k]}
			t := s.t
			if later {
				w.t = deep.Clone(t)
			}
			if !o.d.decodes || o.To != nil { // the form may share storage with it
				t = deep.Clone(t)
			}
			v, err := o.form(t)
			if err != nil {
				return err
			}
			if !o.d.decodes {
				w.v = v
				list = append(list, w)
				continue
			}
			b, err := o.marshal(&o.other, w.i, v)
			if err != nil {
				return err
			}
			w.encoded = bytes.Clone(b)
			w.in = bytes.Clone(b)
			list = append(list, w)
		}
		return nil
	})
	o.ruled = o.ruled || err != nil
	return list
}

// call has the codec do its work.
func (o *ownership) call(w work) (m made, err error) {
	if !o.d.decodes {
		m.out, err = o.marshal(&o.c, w.i, w.v)
		return m, err
	}
	if !o.d.reuses {
		m.v, err = o.unmarshal(&o.c, w.i, w.in)
		return m, err
	}
	was := w.was
	if was == nil {
		was = w.in
	}
	if m.v, err = o.unmarshal(&o.c, w.i, was); err != nil {
		return m, err
	}
	return m, o.c.UnmarshalReuse(w.in, m.v)
}

// all calls the codec on each. Where that fails the type has a rule against it, which
// other checks have to know, and nothing can be said.
func (o *ownership) all(list []work, keep func(k int, m made)) {
	if o.ruled {
		return
	}
	err := quietly(func() error {
		for k, w := range list {
			m, err := o.call(w)
			if err != nil {
				return err
			}
			if keep != nil {
				keep(k, m)
			}
		}
		return nil
	})
	o.ruled = err != nil
}

func (o *ownership) prove() error {
	each := len(o.encoded[0]) + 1
	n := max(min(max(ownedCalls, ownedLeast/each), ownedBytes/each, 8192), keptValues)
	if n*each > ownedMost {
		return nil
	}
	o.all(o.prepare(n, false), nil) // warm: what fills itself at first is full then
	o.found.Direction, o.found.Calls = o.d.name, n
	kept := func(n int) error { return o.kept(n, true) }
	for _, look := range []func(n int) error{kept, o.alone, o.proportional, o.replaced} {
		if o.ruled {
			return nil
		}
		if err := twice(n, look); err != nil {
			return fmt.Errorf("%s: %w", o.d.name, err)
		}
	}
	if !o.ruled {
		o.verdict.Owned = append(o.verdict.Owned, o.found)
	}
	return nil
}

// twice is a look at n calls that fails where two in a row do: what was let go of before may
// leave the live heap meanwhile, later on a busy machine.
func twice(n int, look func(n int) error) error {
	if look(n) == nil {
		return nil
	}
	return look(n)
}

// kept keeps what n calls return: none may lie in another's memory, all must take the
// heap that they show, and be what they were when as many others were made. Aliases says that
// they may share memory with the input.
func (o *ownership) kept(n int, aliases bool) error {
	list, others := o.prepare(n, true), o.prepare(n, false)
	results := make([]made, n)
	before := liveHeap()
	o.all(list, func(k int, m made) { results[k] = m })
	grown := liveHeap() - before
	if o.ruled {
		return nil
	}
	copies, err := o.lie(list, results, grown, aliases)
	if err != nil {
		return err
	}
	o.among = float64(grown) / float64(n)
	o.all(others, nil)
	err = o.unchanged(list, results, copies)
	runtime.KeepAlive(list)
	return err
}

// replaced looks at the texts of n values, or of as many as tell.
func (o *ownership) replaced(n int) error {
	if !o.d.decodes || o.ruled {
		return nil
	}
	list := o.prepare(min(n, ownedCalls), false)
	if keys := o.keys(); keys > 0 && !o.ruled {
		most := min(ownedMore, ownedMost/(len(list[0].in)+1), ownedKeys/keys)
		list = append(list, o.prepare(max(most-len(list), 0), false)...)
	}
	results := make([]made, len(list))
	o.all(list, func(k int, m made) { results[k] = m })
	if o.ruled {
		return nil
	}
	return o.released(list, results)
}

// keys returns how many bytes the keys of maps have in a value, on the average.
func (o *ownership) keys() int {
	size := 0
	for _, i := range o.stock.from {
		deep.Renew(deep.Clone(o.Values[i]), func(memory string, part deep.Part) string {
			if part == deep.Key {
				size += len(memory)
			}
			return memory
		})
	}
	return (size + len(o.stock.from) - 1) / len(o.stock.from)
}

// tally is of texts that are replaced, in bytes.
type tally struct {
	size  int64
	known int64 // may stay on the heap
}

// may returns how many bytes may stay on the heap, or never have been there.
func (t tally) may() int64 { return t.known + (t.size-t.known)/ownedLess + ownedNoise }

// released replaces the texts and bytes of decoded values by copies, and proves that this lets
// go of as much of the heap as they hold: what a map takes beside them is not known.
// Content that the codec has met may be one for all values, or part of the program, and a
// table of names keeps some. Keys come last, and are looked at for themselves as well: they
// are few bytes among others.
func (o *ownership) released(list []work, results []made) error {
	met := map[string]int{} // how often it may stay
	for _, i := range o.stock.from {
		deep.Renew(deep.Clone(o.Values[i]), func(memory string, part deep.Part) string {
			if part != deep.Bytes {
				met[memory] = ownedTables
			}
			return memory
		})
	}
	mine := map[origin]string{} // copies, by where the original lies
	var all, keys tally
	var short [ownedText + 1]int // how many of so many bytes; a list of them would count as theirs
	stay := map[uintptr]bool{}   // blocks of little pieces in which one is not replaced
	hidden := map[uintptr]bool{} // where texts begin that unexported fields hold
	for _, m := range results {
		for _, s := range deep.Spans(m.v) {
			if n := s.End - s.Start; 0 < n && n < ownedLittle && (n == 1 || s.Hidden || !s.Text && !s.Bytes) {
				stay[s.Start/ownedLittle] = true
			}
			if s.Hidden && s.Text {
				hidden[s.Start] = true
			}
		}
	}
	for k, m := range results {
		from := []deep.Span{deep.SpanOf(list[k].in[:cap(list[k].in)])}
		deep.Rebox(m.v)
		deep.Renew(m.v, func(memory string, part deep.Part) string {
			at := originOf(memory)
			if _, _, shared := deep.Overlap([]deep.Span{{Start: at.start, End: at.start + uintptr(at.n)}}, from); shared {
				return memory
			}
			if _, ok := mine[at]; ok {
				return memory
			}
			c := strings.Clone(memory)
			mine[at] = c
			var one tally
			one.size = int64(len(c))
			if often, is := met[c]; hidden[at.start] || part != deep.Bytes && at.n == 1 { // the runtime has one text for each byte
				one.known = one.size
			} else if len(c) < ownedLittle && stay[at.start/ownedLittle] {
				one.known = ownedLittle
			} else if is && part != deep.Bytes {
				if often > 0 {
					one.known = one.size
					met[c]--
				}
			} else if part != deep.Bytes && len(c) <= ownedText {
				short[max(len(c), ownedLittle)]++
			}
			all.add(one)
			if part == deep.Key {
				keys.add(one)
			}
			return memory
		})
	}
	replace := func(keys bool) {
		for _, m := range results {
			deep.Renew(m.v, func(memory string, part deep.Part) string {
				if c, ok := mine[originOf(memory)]; ok && (keys || part != deep.Key) {
					return c
				}
				return memory
			})
		}
	}
	both := liveHeap() // the copies too, which lie more or less closely than the originals
	replace(false)
	without := liveHeap()
	replace(true)
	after := liveHeap()
	for n, room := ownedText, ownedTable; n > 0; n-- { // of a table of names, which may have the longest
		many := min(short[n], room)
		all.known += int64(n * many)
		room -= many
	}
	runtime.KeepAlive(list)
	runtime.KeepAlive(results)
	runtime.KeepAlive(stay)
	runtime.KeepAlive(hidden)
	runtime.KeepAlive(mine)
	for _, look := range []struct {
		what string
		tally
		freed int64
	}{{"texts", all, both - after}, {"keys of maps", keys, without - after}} {
		if left := look.size - look.freed; left > look.may() && !o.declared.Chunks {
			return fmt.Errorf("the %s in %d values have %d bytes, of which %d stay on the heap, or were never there, when they are replaced: they lie in memory that the codec keeps", look.what, len(results), look.size, left)
		}
	}
	return nil
}

func (t *tally) add(u tally) {
	t.size += u.size
	t.known += u.known
}

// origin is where a text lies.
type origin struct {
	start uintptr
	n     int
}

func originOf(text string) origin {
	return origin{uintptr(unsafe.Pointer(unsafe.StringData(text))), len(text)}
}

// lie looks where results lie, which take grown bytes of the heap, and returns copies of
// their encodings. None may lie in another's memory, nor in its input unless aliases says
// that it may; and together they must have taken of the heap what they show, each byte counted
// once: what lies in memory that the codec had before, on the heap or beside it, takes less.
func (o *ownership) lie(list []work, results []made, grown int64, aliases bool) (copies [][]byte, err error) {
	type place struct {
		deep.Span
		k int
	}
	var places []place
	copies = make([][]byte, len(results))
	for k, m := range results {
		copies[k] = bytes.Clone(m.out)
		from := []deep.Span{deep.SpanOf(list[k].in[:cap(list[k].in)])}
		for _, s := range m.shown() {
			switch _, _, shared := deep.Overlap([]deep.Span{s}, from); {
			case !shared:
				places = append(places, place{s, k})
			case !aliases:
				return nil, errors.New("what it decodes shares memory with the input, which it did not when it was verified")
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.Start, b.Start) })
	held, end := int64(0), uintptr(0)
	for k, p := range places {
		if from := max(p.Start, end); p.End > from {
			held, end = held+int64(p.End-from), p.End
		}
		if k > 0 { // texts may be one for all that are equal
			if q := places[k-1]; q.k != p.k && q.End > p.Start && !q.Text && !p.Text {
				return nil, fmt.Errorf("what a call returned shares memory with what another did, %d calls later", max(q.k, p.k)-min(q.k, p.k))
			}
		}
	}
	less := held/ownedLess + ownedNoise
	if o.declared.Chunks { // what is left of one was there before
		less = held/2 + ownedNoise
	}
	if held >= ownedSlack && grown < held-less {
		return nil, fmt.Errorf("what %d calls returned has %d bytes, but takes %d of the heap: it lies in memory that the codec keeps", len(results), held, max(grown, 0))
	}
	return copies, nil
}

// unchanged proves that results are right, and what they were, after they and as many others were made.
func (o *ownership) unchanged(list []work, results []made, copies [][]byte) error {
	for k, m := range results {
		calls := 2*len(results) - k - 1
		if !bytes.Equal(copies[k], m.out) {
			return fmt.Errorf("what a call returned has changed when %d others were made", calls)
		}
		v := m.v
		if !o.d.decodes {
			var err error
			if v, err = o.unmarshal(&o.other, list[k].i, copies[k]); err != nil {
				return err
			}
		}
		got, err := o.take(list[k].i, v)
		if err != nil {
			return err
		}
		if res := deep.Compare(list[k].t, got); res.Loses() {
			return fmt.Errorf("what a call returned is not right when %d others were made: %s", calls, res)
		}
	}
	return nil
}

// shown returns the memory of what a call returned.
func (m made) shown() []deep.Span {
	if m.v == nil {
		if cap(m.out) == 0 {
			return nil
		}
		return []deep.Span{deep.SpanOf(m.out[:cap(m.out)])}
	}
	return shown(m.v)
}

// shown returns the memory of a value, text as well. The bytes of one-letter texts are the
// runtime's, and what is empty is nobody's.
func shown(v any) []deep.Span {
	return slices.DeleteFunc(visible(deep.Spans(v)), func(s deep.Span) bool { return s.End == s.Start || s.Text && s.End-s.Start < 2 })
}

// alone keeps a few of the results: each may keep its own memory, and what one call
// makes beside it, but not that of others.
func (o *ownership) alone(n int) error {
	each := len(o.encoded[0]) + 1
	if n = max(n, min(ownedMore, ownedBytes/each), 8*ownedSome); n*each > ownedMost {
		return nil // pieces that many of these share would be huge
	}
	list := o.prepare(n, false)
	some := o.some()
	results := make([]made, 0, n/some+1)
	before := liveHeap()
	o.all(list, func(k int, m made) {
		if k%some == 0 {
			results = append(results, m)
		}
	})
	// What follows is not kept: a piece of memory that is cut up is used up by it, so
	// that the codec takes another, and the results alone keep the first alive.
	passed := n * each
	for passed < ownedPiece && !o.ruled {
		o.all(list, nil)
		passed += n * each
	}
	grown := liveHeap() - before
	if o.ruled {
		return nil
	}
	// Where each has its own memory, that is as much as when all are kept.
	most := 2*o.among + ownedSlack
	// What package unique and cleanups let go of is freed by goroutines of the runtime. All
	// of them stand still at each collection, so that they come on between two, on a busy
	// machine too.
	for look := 0; look < ownedLooks && float64(grown)/float64(len(results)) > most; look++ {
		runtime.Gosched()
		grown = liveHeap() - before
	}
	runtime.KeepAlive(results)
	runtime.KeepAlive(list)
	o.found.Retained = float64(grown) / float64(len(results))
	if o.found.Retained > most && !(o.d.decodes && o.declared.Chunks) {
		return fmt.Errorf("one result of %d that is kept keeps %.0f bytes alive, and one among many %.0f: they share pieces of memory, or the codec keeps them", some, o.found.Retained, o.among)
	}
	return nil
}

// some returns how far those are apart that are kept alone: by turns they are of all the
// values that are varied, which take more memory and less.
func (o *ownership) some() int {
	n := ownedSome
	for slices.ContainsFunc([]int{2, 3, 5, 7}, func(p int) bool { return n%p == 0 && len(o.stock.sets)%p == 0 }) {
		n++
	}
	return n
}

// again is a look at whether content that was met before is less work.
type again struct {
	stock *stock
	n     int     // values
	most  float64 // allocations that it may be less, over all of them
}

// proportional compares the allocations for content that the codec has not met with
// those for the same content again.
func (o *ownership) proportional(n int) error {
	if poolsDrop {
		return nil
	}
	few := min(n, keptValues)
	looks := []again{{o.stock, 2 * n, ownedTable}}
	if !o.d.decodes {
		looks = append(looks, again{o.stock, few, ownedFewer * float64(few)})
	} else {
		looks = append(looks, o.beyondTable(few)...)
	}
	for k, look := range looks {
		fresh, met, err := o.compare(look)
		if o.ruled {
			return nil
		}
		if k == 0 {
			o.found.Fresh, o.found.Met = fresh, met
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// beyondTable are looks by which a decoder that keeps more than texts, or more of them
// than a table of names has, is told from one that does not.
func (o *ownership) beyondTable(few int) (looks []again) {
	texts := 0
	first := o.stock.from[0]
	for _, i := range o.stock.from {
		for _, leaf := range deep.Leaves(o.Values[i], sampleLeaves) {
			if tabled(leaf) && leaf.Varier() != nil {
				texts++
			}
		}
	}
	if texts > 0 {
		values := ownedTexts * len(o.stock.from) / texts
		looks = append(looks, again{o.stock, max(few, min(values, ownedMost/(len(o.encoded[0])+1))), ownedTable})
	}
	if s := o.newStock(func(l deep.Leaf) bool { return !tabled(l) }); s != nil {
		s.next += 1 << 20
		looks = append(looks, again{s, few, ownedFewer * float64(few)})
	}
	for k := range min(texts, ownedTextLeaf) {
		seen := 0
		one := func(l deep.Leaf) bool {
			if tabled(l) {
				seen++
			}
			return tabled(l) && seen == k+1
		}
		if v := o.allVaried(first, o.stock.next, 1, one); v != nil {
			s := &stock{[]*variants{v}, []int{first}, o.stock.next + 1<<21}
			looks = append(looks, again{s, few, (1 + ownedFewer) * float64(few)})
		}
	}
	return looks
}

// compare returns the allocations of a call for content that was not met and for the
// same content again, and an error where that is fewer by more than may be.
func (o *ownership) compare(look again) (fresh, met float64, err error) {
	was := o.stock
	o.stock = look.stock
	defer func() { o.stock = was }()
	for fewer, as := 0, 0; fewer < ownedPairs; { // more of them, where a memory happened to be emptied
		from := o.stock.next
		list := o.prepare(look.n, false)
		count := func() float64 {
			for k := range list {
				list[k].in = bytes.Clone(list[k].encoded)
			}
			begin := mallocs()
			o.all(list, nil)
			return float64(mallocs() - begin)
		}
		// The same is in other memory then. A value may keep what its own methods have made
		// of it, such as its text, and is made anew.
		again := func() float64 {
			if !o.d.decodes {
				o.stock.next = from
				list = o.prepare(look.n, false)
			}
			return count()
		}
		first := count()
		later := []float64{again()}
		if first-later[0] > look.most { // by chance, perhaps: maps grow as their seeds have it
			for range ownedAgain {
				later = append(later, again())
			}
		}
		if o.ruled {
			return 0, 0, nil
		}
		typical := median(later)
		for i := range later {
			later[i] = math.Abs(later[i] - typical)
		}
		fresh, met = first/float64(look.n), typical/float64(look.n)
		if first-typical > look.most+ownedChance*median(later) {
			fewer++
		} else if as++; as == ownedPairs {
			return fresh, met, nil
		}
	}
	return fresh, met, fmt.Errorf("%.1f allocations for content that it has not met, and %.1f for the same content again: it remembers content", fresh, met)
}

// median sorts the list and returns what lies in its middle.
func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// mallocs returns how many allocations the process has made.
func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}
