package positionalrt

import (
	"encoding/binary"
	"fmt"

	"math"
	"slices"
)

// The kinds of a description, as docs/formats/flat.md has them. They must never
// change.
const (
	ShapeBool = iota + 1
	ShapeInt8
	ShapeInt16
	ShapeInt32
	ShapeInt64
	ShapeUint8
	ShapeUint16
	ShapeUint32
	ShapeUint64
	ShapeFloat32
	ShapeFloat64
	ShapeString
	ShapeBytes
	ShapeTime
	ShapeZoned
	ShapeAny
	ShapeList
	ShapePointer
	ShapeMap
	ShapeArray
	ShapeByteArray
	ShapeStruct
	ShapeInterface
	ShapeCarried
	ShapeMarshaled
	ShapeKnown
)

// Shape is a type as a description has it.
type Shape struct {
	kind   byte
	tail   bool   // more may follow its fixed bytes
	state  byte   // of its layout: 0, being made, or made
	name   string // of what is carried or marshaled
	parts  []Part // fields, concrete types, or a map's key; and the element
	length int    // of arrays
	fixed  int    // bytes at the front of a value
}

// Part is a field, or a type that others are made of.
type Part struct {
	name, key string // of a field: its own, and the one in its tag, or its own
	shape     *Shape
}

// elem is what a list, an array, a map or a pointer holds.
func elem(s *Shape) *Shape { return s.parts[len(s.parts)-1].shape }

// describedLimits are how deep types are described, and how many fields and elements
// of types a short description may have.
const (
	deepestShape = 1000
	shapesBeside = 100
	longestShape = 1 << 30
)

// Describer reads a description.
type Describer struct {
	text  string
	at    int
	count int
	known []*Shape // structs and interfaces, in the order of their beginnings
	all   []*Shape
	bad   bool
}

// DescribedShape returns the type that a text describes; nil when it is damaged.
func DescribedShape(text string) *Shape { return whole(&Describer{text: text}) }

func whole(d *Describer) *Shape {
	s := d.shape(0)
	for _, each := range d.all {
		d.layout(each)
	}
	if d.bad || d.at != len(d.text) {
		return nil
	}
	return s
}

func (d *Describer) number() int {
	n, shift := uint64(0), 0
	for d.at < len(d.text) && shift < 63 {
		b := d.text[d.at]
		d.at++
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if n <= longestShape {
				return int(n)
			}
			break
		}
		shift += 7
	}
	d.bad = true
	return 0
}

func (d *Describer) name() string {
	n := d.number()
	if n > len(d.text)-d.at {
		d.bad = true
		return ""
	}
	d.at += n
	return d.text[d.at-n : d.at]
}

func (d *Describer) shape(depth int) *Shape {
	s := new(Shape)
	if d.count++; depth > deepestShape || d.count > shapesBeside+len(d.text)/3 || d.at >= len(d.text) {
		d.bad = true
	}
	if d.bad {
		return s
	}
	d.all = append(d.all, s)
	s.kind = d.text[d.at]
	d.at++
	switch s.kind {
	case ShapeCarried:
		s.name = d.name()
		s.parts = []Part{{shape: d.shape(depth + 1)}}
	case ShapeMarshaled:
		s.name = d.name()
	case ShapeMap:
		s.parts = []Part{{shape: d.shape(depth + 1)}, {shape: d.shape(depth + 1)}}
	case ShapeByteArray:
		s.length = d.number()
	case ShapeList, ShapePointer, ShapeArray:
		if s.kind == ShapeArray {
			s.length = d.number()
		}
		s.parts = []Part{{shape: d.shape(depth + 1)}}
	case ShapeStruct, ShapeInterface:
		d.known = append(d.known, s)
		n := d.number()
		s.parts = make([]Part, 0, min(n, (len(d.text)-d.at)/2)) // a name and a kind are two bytes
		for ; n > 0 && !d.bad; n-- {
			part := Part{name: d.name()}
			part.key = part.name
			if s.kind == ShapeStruct {
				if key := d.name(); key != "" {
					part.key = key
				}
			}
			part.shape = d.shape(depth + 1)
			s.parts = append(s.parts, part)
		}
	case ShapeKnown:
		n := d.number()
		if n >= len(d.known) {
			d.bad = true
			return s
		}
		return d.known[n]
	default:
		d.bad = d.bad || s.kind == 0 || s.kind > ShapeKnown
	}
	return s
}

// layout tells what is at the front of a value.
func (d *Describer) layout(s *Shape) {
	if d.bad || s.state == 2 {
		return
	}
	if s.state == 1 {
		d.bad = true // it holds itself
		return
	}
	s.state = 1
	switch s.kind {
	case ShapeBool, ShapeInt8, ShapeUint8:
		s.fixed = 1
	case ShapeInt16, ShapeUint16:
		s.fixed = 2
	case ShapeInt32, ShapeUint32, ShapeFloat32:
		s.fixed = 4
	case ShapeInt64, ShapeUint64, ShapeFloat64:
		s.fixed = 8
	case ShapeTime, ShapeZoned:
		s.fixed, s.tail = 8, true
	case ShapePointer:
		s.fixed, s.tail = 1, true
	case ShapeByteArray:
		s.fixed = s.length
	case ShapeArray:
		d.layout(elem(s))
		if s.tail = elem(s).tail; !s.tail {
			s.fixed = longestShape + 1
			if elem(s).fixed == 0 || s.length <= longestShape/elem(s).fixed {
				s.fixed = s.length * elem(s).fixed
			}
		}
	case ShapeStruct:
		for _, f := range s.parts {
			d.layout(f.shape)
			s.fixed += f.shape.fixed
			s.tail = s.tail || f.shape.tail
			if s.fixed > longestShape {
				break
			}
		}
	default:
		s.tail = true
	}
	if s.fixed > longestShape {
		d.bad = true
	}
	s.state = 2
}

// light reports whether values take no bytes, so that none tell how many there are.
func light(s *Shape) bool { return s.fixed == 0 && !s.tail }

// Evolver writes a value that is of one type as one of another.
type Evolver struct {
	in     []byte
	p      int // where the next tail begins
	out    []byte
	most   int
	pairs  map[[2]*Shape][]int
	parts  [][3]int // of structs whose fields are in another order: the field, and where it is in out
	spare  []byte
	within []string // in which reading stopped, the innermost first
	why    string
	short  bool
}

// evolved returns the value that the input holds as the reader's type has it, if the
// input begins with the description of another type, with what follows it. head is what
// the reader's own values begin with. A byte of an encoding takes up to times bytes of
// memory without being charged.
//
//go:noinline
func (r *Reader) evolved(head, field string) ([]byte, error) {
	if len(r.data) == 0 {
		return r.data, r.short(r.data, field)
	}
	if r.data[0] != head[0] {
		return r.data, r.fail(r.data, field, "no description of the type begins it, as those of --evolvable have")
	}
	p := r.data[1:]
	n, k := binary.Uvarint(p)
	if k <= 0 || n > uint64(len(p)-k) {
		return p, r.short(p, field)
	}
	theirs := DescribedShape(string(p[k : k+int(n)]))
	_, own := binary.Uvarint([]byte(head[1:]))
	ours := DescribedShape(head[1+own:])
	if theirs == nil || ours == nil {
		return p, r.fail(p, field, "the description of the type is damaged")
	}
	// All that is allocated is below 64 bytes for each of the input and maxAlloc: what is
	// written is up to three times as much while it grows.
	e := &Evolver{in: p[k+int(n):], most: (64*len(r.data) + maxAlloc) / 19, pairs: map[[2]*Shape][]int{}}
	if !converted(e, theirs, ours) {
		if e.short {
			return p, r.short(e.in[e.p:], field+stoppedAt(e))
		}
		return p, r.fail(e.in[e.p:], field+stoppedAt(e), e.why)
	}
	r.rest = len(e.in) - e.p
	// What was written took three bytes for each of its own, and takes one that is not charged.
	// Of what is left a budget for as many bytes as were written would have more.
	r.charged = uint64(max(0, 51*len(e.out)-45*len(r.data)))
	r.data = e.out
	return r.data, nil
}

func converted(e *Evolver, w, r *Shape) bool { return e.part(w, r, -1, -1, 0) }

// stop notes why the value cannot be read.
func (e *Evolver) stop(why string) bool {
	if e.why == "" && !e.short {
		e.why = why
	}
	return false
}

func (e *Evolver) ended() bool {
	e.short = e.short || e.why == ""
	return false
}

// uvarint reads a number of the tail.
func (e *Evolver) uvarint() (uint64, bool) {
	n, k := binary.Uvarint(e.in[e.p:])
	if k <= 0 {
		return 0, e.ended()
	}
	e.p += k
	return n, true
}

// take returns the next bytes of the tail.
func (e *Evolver) take(n uint64) ([]byte, bool) {
	if n > uint64(len(e.in)-e.p) {
		return nil, e.ended()
	}
	e.p += int(n)
	return e.in[e.p-int(n) : e.p], true
}

// counted reads the number of elements plus one, 0 for nil. Each takes a byte at least.
func (e *Evolver) counted() (uint64, bool) {
	n, ok := e.uvarint()
	if ok && n > uint64(len(e.in)-e.p)+1 {
		return 0, e.ended()
	}
	return n, ok
}

// grow adds n zero bytes to what is written.
func (e *Evolver) grow(n int) bool {
	if n > e.most-len(e.out) {
		return e.stop("it takes far more memory as this version has it than its bytes justify (--max-alloc)")
	}
	if n > cap(e.out)-len(e.out) {
		e.out = slices.Grow(e.out, max(n, len(e.in)/4))
	}
	e.out = e.out[:len(e.out)+n]
	clear(e.out[len(e.out)-n:])
	return true
}

// write adds bytes to what is written.
func (e *Evolver) write(b []byte) bool {
	if !e.grow(len(b)) {
		return false
	}
	copy(e.out[len(e.out)-len(b):], b)
	return true
}

func (e *Evolver) writeNumber(n uint64) bool {
	var b [binary.MaxVarintLen64]byte
	return e.write(b[:binary.PutUvarint(b[:], n)])
}

// part reads a value whose fixed bytes are at from, or come next when that is
// negative, and writes it with those at to, or at the end.
func (e *Evolver) part(w, r *Shape, from, to, depth int) bool {
	if from < 0 {
		from = e.p
		if _, ok := e.take(uint64(w.fixed)); !ok {
			return false
		}
	}
	if to < 0 {
		to = len(e.out)
		if !e.grow(r.fixed) {
			return false
		}
	}
	if depth++; depth > deepestShape {
		return e.stop("values are nested too deep")
	}
	return e.value(w, r, from, to, depth)
}

// value reads a value of w and writes it as one of r. Their fixed parts are at from and
// to, and there is room for them.
func (e *Evolver) value(w, r *Shape, from, to, depth int) bool {
	switch {
	case w.kind == ShapePointer:
		switch {
		case e.in[from] > 1:
			return e.stop("a flag that is neither 0 nor 1")
		case r.kind == ShapePointer && e.in[from] == 0:
			return true
		case r.kind == ShapePointer:
			e.out[to] = 1
			return e.part(elem(w), elem(r), -1, -1, depth)
		case e.in[from] == 0:
			return e.stop("it is nil, and this version has no pointer there")
		}
		return e.part(elem(w), r, -1, to, depth)
	case r.kind == ShapePointer:
		e.out[to] = 1
		return e.part(w, elem(r), from, -1, depth)
	case isNumber(w) && isNumber(r):
		return e.number(w, r, from, to)
	case r.kind == ShapeList || w.kind == ShapeList || w.kind == ShapeArray:
		return e.list(w, r, from, to, depth)
	case text(w) && text(r) || w.kind == ShapeByteArray && r.kind == ShapeBytes:
		return e.bytes(w, r, from, to)
	case r.kind == ShapeByteArray && (w.kind == ShapeBytes || w.kind == ShapeByteArray):
		return e.bytes(w, r, from, to)
	case w.kind == ShapeStruct && r.kind == ShapeStruct:
		return e.fields(w, r, from, to, depth)
	case w.kind == ShapeStruct && r.kind == ShapeMap && r.parts[0].shape.kind == ShapeString:
		return e.entries(w, r, from, depth)
	case w.kind == ShapeMap && r.kind == ShapeStruct && w.parts[0].shape.kind == ShapeString:
		return e.named(w, r, to, depth)
	case instant(w) && instant(r):
		return e.time(w, r, from, to)
	case w.kind != r.kind:
		return e.stop("it was written as " + w.String() + ", which is not read as " + r.String())
	}
	switch w.kind {
	case ShapeBool:
		e.out[to] = e.in[from]
		return true
	case ShapeMap:
		n, ok := e.counted()
		if !ok || !e.writeNumber(n) {
			return false
		}
		for ; n > 1; n-- {
			if !e.part(w.parts[0].shape, r.parts[0].shape, -1, -1, depth) || !e.part(elem(w), elem(r), -1, -1, depth) {
				return false
			}
		}
		return true
	case ShapeAny:
		start := e.p
		return e.skip(w, from, depth) && e.write(e.in[start:e.p])
	case ShapeInterface:
		return e.concrete(w, r, depth)
	case ShapeMarshaled:
		start := e.p
		if w.name != r.name {
			return e.stop("it was written by the methods of " + w.name + ", and this version has " + r.name)
		}
		return e.skip(w, from, depth) && e.write(e.in[start:e.p])
	case ShapeCarried:
		if w.name != r.name {
			return e.stop("it was written for " + w.name + ", and this version has " + r.name)
		}
		return e.part(elem(w), elem(r), -1, -1, depth)
	}
	return e.stop("the description of the type is damaged")
}

// concrete reads what an interface holds.
func (e *Evolver) concrete(w, r *Shape, depth int) bool {
	n, ok := e.uvarint()
	switch {
	case !ok:
		return false
	case n == 0:
		return e.writeNumber(0)
	case n > uint64(len(w.parts)):
		return e.stop("a number of a type beyond those that the interface may hold")
	}
	impl := &w.parts[n-1]
	for i, other := range r.parts {
		if other.name == impl.name {
			return e.writeNumber(uint64(i)+1) && e.part(impl.shape, other.shape, -1, -1, depth)
		}
	}
	return e.stop("the interface holds " + impl.name + ", which it does not in this version")
}

func isNumber(s *Shape) bool { return s.kind >= ShapeInt8 && s.kind <= ShapeFloat64 }
func signed(s *Shape) bool   { return s.kind <= ShapeInt64 }
func text(s *Shape) bool     { return s.kind == ShapeString || s.kind == ShapeBytes }
func instant(s *Shape) bool  { return s.kind == ShapeTime || s.kind == ShapeZoned }

// number reads a number, which must be the same one in the reader's kind.
func (e *Evolver) number(w, r *Shape, from, to int) bool {
	var b [8]byte
	copy(b[:], e.in[from:from+w.fixed])
	bits := binary.LittleEndian.Uint64(b[:])
	back := func(bits uint64) bool {
		binary.LittleEndian.PutUint64(b[:], bits)
		copy(e.out[to:to+r.fixed], b[:])
		return true
	}
	const exact = 1 << 53 // up to which every integer is a float
	float := math.Float64frombits(bits)
	switch {
	case w.kind == r.kind:
		return back(bits)
	case w.kind == ShapeFloat32:
		single := math.Float32frombits(uint32(bits))
		float = float64(single)
		if r.kind == ShapeFloat64 {
			if math.Float32bits(float32(float)) == uint32(bits) {
				return back(math.Float64bits(float))
			}
			return e.lossy(r)
		}
	case w.kind == ShapeFloat64 && r.kind == ShapeFloat32:
		if single := float32(float); math.Float64bits(float64(single)) == bits {
			return back(uint64(math.Float32bits(single)))
		}
		return e.lossy(r)
	}
	negative := false
	switch {
	case w.kind >= ShapeFloat32:
		if !(float >= -exact && float <= exact) || float != math.Trunc(float) || float == 0 && math.Signbit(float) {
			return e.lossy(r)
		}
		negative, bits = float < 0, uint64(int64(float))
	case signed(w):
		shift := 64 - 8*w.fixed
		bits = uint64(int64(bits<<shift) >> shift)
		negative = int64(bits) < 0
	}
	size := bits
	if negative {
		size = -bits
	}
	switch {
	case r.kind >= ShapeFloat32:
		most := uint64(exact)
		if r.kind == ShapeFloat32 {
			most = 1 << 24
		}
		if size > most {
			return e.lossy(r)
		}
		float = float64(size)
		if negative {
			float = -float
		}
		if r.kind == ShapeFloat32 {
			return back(uint64(math.Float32bits(float32(float))))
		}
		return back(math.Float64bits(float))
	case signed(r):
		if most := uint64(1) << (8*r.fixed - 1); size > most || size == most && !negative {
			return e.lossy(r)
		}
	case negative || r.fixed < 8 && size>>(8*r.fixed) != 0:
		return e.lossy(r)
	}
	return back(bits)
}

func (e *Evolver) lossy(r *Shape) bool {
	return e.stop("the number is none that " + r.String() + " holds")
}

// list reads lists and arrays of any length as each other, and as a single value what
// has one element.
func (e *Evolver) list(w, r *Shape, from, to, depth int) bool {
	many := w.kind == ShapeList || w.kind == ShapeArray
	several := r.kind == ShapeList || r.kind == ShapeArray
	n := uint64(2) // the number of elements plus one
	inside := -1   // where they are, if not in the tail
	switch {
	case w.kind == ShapeArray:
		n = uint64(w.length) + 1
		if !w.tail {
			inside = from
		} else if n > uint64(len(e.in)-e.p)+1 {
			return e.ended()
		}
	case w.kind == ShapeList:
		var ok bool
		if n, ok = e.counted(); !ok {
			return false
		}
	default:
		inside = from
	}
	outside := -1
	switch {
	case r.kind == ShapeArray:
		if n != uint64(r.length)+1 {
			return e.stop("it has another number of elements than this version's array")
		}
		if !r.tail {
			outside = to
		}
	case r.kind == ShapeList:
		if !e.writeNumber(n) {
			return false
		}
	case n != 2 || w.kind != ShapeList:
		return e.stop("it was written as " + w.String() + ", which is not read as " + r.String())
	default:
		outside = to
	}
	we, re := w, r
	if many {
		we = elem(w)
	}
	if several {
		re = elem(r)
	}
	if light(we) {
		return e.stop("its elements were written without bytes")
	}
	// A map is no list of one struct, nor a list of a struct a map: that would be two
	// changes at once, and nothing says that both were meant.
	if many != several && (pointed(we).kind == ShapeMap) != (pointed(re).kind == ShapeMap) {
		return e.stop("it was written as " + w.String() + ", which is not read as " + r.String())
	}
	for ; n > 1; n-- {
		if !e.part(we, re, inside, outside, depth) {
			return false
		}
		if inside >= 0 {
			inside += we.fixed
		}
		if outside >= 0 {
			outside += re.fixed
		}
	}
	return true
}

// pointed is what a pointer leads to, and what stands in the place of a type.
func pointed(s *Shape) *Shape {
	for s.kind == ShapePointer || s.kind == ShapeCarried {
		s = elem(s)
	}
	return s
}

// bytes reads text and bytes as each other.
func (e *Evolver) bytes(w, r *Shape, from, to int) bool {
	var b []byte
	null := false
	switch w.kind {
	case ShapeByteArray:
		b = e.in[from : from+w.length]
	default:
		n, ok := e.uvarint()
		if !ok {
			return false
		}
		if w.kind == ShapeBytes {
			if null = n == 0; !null {
				n--
			}
		}
		if b, ok = e.take(n); !ok {
			return false
		}
	}
	switch {
	case r.kind == ShapeByteArray:
		if null || len(b) != r.length {
			return e.stop("it has another number of bytes than this version's array")
		}
		copy(e.out[to:], b)
		return true
	case r.kind == ShapeString:
		return e.writeNumber(uint64(len(b))) && e.write(b)
	case null:
		return e.writeNumber(0)
	}
	return e.writeNumber(uint64(len(b))+1) && e.write(b)
}

// time reads an instant. A zone is not left out in silence.
func (e *Evolver) time(w, r *Shape, from, to int) bool {
	copy(e.out[to:to+8], e.in[from:from+8])
	start := e.p
	if !e.farTime(from) || !e.write(e.in[start:e.p]) {
		return false
	}
	zone := uint64(0)
	if w.kind == ShapeZoned {
		var ok bool
		if zone, ok = e.uvarint(); !ok {
			return false
		}
	}
	if r.kind == ShapeZoned {
		return e.writeNumber(zone)
	}
	return zone == 0 || e.stop("the time has a zone, which this version leaves out")
}

// farTime steps over the tail of a time whose word announces one.
func (e *Evolver) farTime(from int) bool {
	if binary.LittleEndian.Uint64(e.in[from:]) != math.MaxUint64-1 {
		return true
	}
	_, ok := e.take(12)
	return ok
}

// pairing returns which field of the reader's struct each of the writer's is, or -1: the
// one with its key, and else the one with its name.
func (e *Evolver) pairing(w, r *Shape) []int {
	if list, ok := e.pairs[[2]*Shape{w, r}]; ok {
		return list
	}
	list := make([]int, len(w.parts))
	taken := make([]bool, len(r.parts))
	for pass := range 2 {
		byName := map[string]int{}
		for i, f := range r.parts {
			name := f.key
			if pass == 1 {
				name = f.name
			}
			if _, twice := byName[name]; !twice && !taken[i] {
				byName[name] = i
			}
		}
		for i, f := range w.parts {
			name := f.key
			if pass == 1 {
				name = f.name
			}
			if pass == 0 {
				list[i] = -1
			}
			if k, ok := byName[name]; ok && list[i] < 0 && !taken[k] {
				list[i], taken[k] = k, true
			}
		}
	}
	e.pairs[[2]*Shape{w, r}] = list
	return list
}

// fields reads the fields of a struct.
func (e *Evolver) fields(w, r *Shape, from, to, depth int) bool {
	begin := len(e.parts)
	for i, k := range e.pairing(w, r) {
		f := w.parts[i].shape
		start := len(e.out)
		switch {
		case k < 0:
			if !e.skip(f, from, depth) {
				return e.stopped(w.parts[i].name)
			}
		case !e.part(f, r.parts[k].shape, from, to+before(r, k), depth):
			return e.stopped(r.parts[k].name)
		default:
			e.parts = append(e.parts, [3]int{k, start, len(e.out)})
		}
		from += f.fixed
	}
	return e.arrange(r, to, begin)
}

// stopped notes the field in which reading stopped.
func (e *Evolver) stopped(field string) bool {
	e.within = append(e.within, field)
	return false
}

// stoppedAt returns where reading stopped. A writer's names may be long, and as many as its values are deep:
// of them it has the beginnings, of either end of the path.
func stoppedAt(e *Evolver) string {
	const ends, longest = 12, 60
	path, n := "", len(e.within)
	for i := n - 1; i >= 0; i-- {
		if n > 2*ends && i == n-1-ends {
			path += fmt.Sprintf(".…%d more…", n-2*ends)
			i = ends - 1
		}
		path += fmt.Sprintf(".%.*s", longest, e.within[i])
	}
	return path
}

// before is how many fixed bytes come before the kth field.
func before(s *Shape, k int) (n int) {
	for _, f := range s.parts[:k] {
		n += f.shape.fixed
	}
	return n
}

// arrange completes the struct whose fixed bytes are at to, with the fields that were
// written since begin: the others are zero, and all stand in the order of r.
func (e *Evolver) arrange(r *Shape, to, begin int) bool {
	parts := e.parts[begin:]
	start := len(e.out)
	if len(parts) > 0 {
		start = parts[0][1]
	}
	sorted := slices.IsSortedFunc(parts, func(a, b [3]int) int { return a[0] - b[0] })
	if !sorted {
		slices.SortFunc(parts, func(a, b [3]int) int { return a[0] - b[0] })
	}
	if sorted && len(parts) == len(r.parts) {
		e.parts = e.parts[:begin]
		return true
	}
	e.spare = append(e.spare[:0], e.out[start:]...)
	e.out = e.out[:start]
	at := to
	for k, f := range r.parts {
		if len(parts) > 0 && parts[0][0] == k {
			if !e.write(e.spare[parts[0][1]-start : parts[0][2]-start]) {
				return false
			}
			parts = parts[1:]
		} else if !e.zero(f.shape, at) {
			return e.stopped(f.name)
		}
		at += f.shape.fixed
	}
	e.parts = e.parts[:begin]
	return true
}

// zero writes the zero value of s, whose fixed bytes at to are zero.
func (e *Evolver) zero(s *Shape, to int) bool {
	if !s.tail {
		return true
	}
	switch s.kind {
	case ShapeString, ShapeBytes, ShapeList, ShapeMap, ShapeAny, ShapeInterface:
		return e.writeNumber(0)
	case ShapeTime, ShapeZoned:
		binary.LittleEndian.PutUint64(e.out[to:], math.MaxUint64)
		return s.kind == ShapeTime || e.writeNumber(0)
	case ShapeStruct:
		for _, f := range s.parts {
			if !e.zero(f.shape, to) {
				return false
			}
			to += f.shape.fixed
		}
	case ShapeArray:
		for range s.length {
			at := len(e.out)
			if !e.grow(elem(s).fixed) || !e.zero(elem(s), at) {
				return false
			}
		}
	case ShapeCarried, ShapeMarshaled:
		return e.stop("it was not written, and what " + s.name + " is without is told by its methods alone: use a pointer to it")
	}
	return true
}

// entries reads a struct as a map with the names of its fields.
func (e *Evolver) entries(w, r *Shape, from, depth int) bool {
	if !e.writeNumber(uint64(len(w.parts)) + 1) {
		return false
	}
	for _, f := range w.parts {
		if !e.writeNumber(uint64(len(f.key))) || !e.write([]byte(f.key)) || !e.part(f.shape, elem(r), from, -1, depth) {
			return e.stopped(f.name)
		}
		from += f.shape.fixed
	}
	return true
}

// named reads a map as a struct whose fields have the names that are its keys.
func (e *Evolver) named(w, r *Shape, to, depth int) bool {
	n, ok := e.counted()
	if !ok {
		return false
	}
	if n == 0 {
		return e.stop("it is nil, and this version has a struct there")
	}
	begin := len(e.parts)
	for ; n > 1; n-- {
		size, ok := e.uvarint()
		if !ok {
			return false
		}
		key, ok := e.take(size)
		if !ok {
			return false
		}
		k := slices.IndexFunc(r.parts, func(f Part) bool { return f.key == string(key) })
		if k < 0 {
			k = slices.IndexFunc(r.parts, func(f Part) bool { return f.name == string(key) })
		}
		switch {
		case k < 0:
			return e.stop(fmt.Sprintf("it has the key %q, and this version's struct no such field", key))
		case slices.ContainsFunc(e.parts[begin:], func(p [3]int) bool { return p[0] == k }):
			return e.stop("a key twice")
		}
		start := len(e.out)
		if !e.part(elem(w), r.parts[k].shape, -1, to+before(r, k), depth) {
			return e.stopped(r.parts[k].name)
		}
		e.parts = append(e.parts, [3]int{k, start, len(e.out)})
	}
	return e.arrange(r, to, begin)
}

// skip steps over the tail of a value whose fixed bytes are at from.
func (e *Evolver) skip(w *Shape, from, depth int) bool {
	if depth++; depth > deepestShape {
		return e.stop("values are nested too deep")
	}
	if !w.tail {
		return true
	}
	alone := func(s *Shape) bool {
		at := e.p
		_, ok := e.take(uint64(s.fixed))
		return ok && e.skip(s, at, depth)
	}
	switch w.kind {
	case ShapeString, ShapeBytes, ShapeMarshaled:
		n, ok := e.uvarint()
		if ok && w.kind == ShapeBytes && n > 0 {
			n--
		}
		if ok {
			_, ok = e.take(n)
		}
		return ok
	case ShapeTime, ShapeZoned:
		if !e.farTime(from) {
			return false
		}
		ok := true
		if w.kind == ShapeZoned {
			_, ok = e.uvarint()
		}
		return ok
	case ShapePointer:
		return e.in[from] == 0 || alone(elem(w))
	case ShapeCarried:
		return alone(elem(w))
	case ShapeArray:
		if w.length > len(e.in)-e.p {
			return e.ended()
		}
		for range w.length {
			if !alone(elem(w)) {
				return false
			}
		}
	case ShapeList, ShapeMap:
		n, ok := e.counted()
		if !ok {
			return false
		}
		for ; n > 1; n-- {
			for _, s := range w.parts {
				if light(s.shape) && w.kind == ShapeList {
					return e.stop("its elements were written without bytes")
				}
				if !alone(s.shape) {
					return false
				}
			}
		}
	case ShapeStruct:
		for _, f := range w.parts {
			if !e.skip(f.shape, from, depth) {
				return false
			}
			from += f.shape.fixed
		}
	case ShapeInterface, ShapeAny:
		n, ok := e.uvarint()
		if !ok || n == 0 {
			return ok
		}
		if w.kind == ShapeInterface {
			if n > uint64(len(w.parts)) {
				return e.stop("a number of a type beyond those that the interface may hold")
			}
			return alone(w.parts[n-1].shape)
		}
		if n > uint64(len(anyShapes)) {
			return e.stop("a number of a type beyond those that an any holds")
		}
		return alone(DescribedShape(anyShapes[n-1]))
	}
	return true
}

// anyShapes are what an any holds, by number.
var anyShapes = []string{
	"\x01", "\x05", "\x02", "\x03", "\x04", "\x05", "\x09", "\x06", "\x07", "\x08", "\x09", "\x09", "\x0a", "\x0b", "\x0c", "\x0d", "\x0e", "\x11\x10", "\x13\x0c\x10",
}

// String is the kind for people.
func (s *Shape) String() string {
	names := []string{"", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "string", "bytes",
		"time", "time with its zone", "any", "list", "pointer", "map", "array", "byte array", "struct", "interface", "another type", "marshaled"}
	if int(s.kind) >= len(names) {
		return fmt.Sprint("kind ", s.kind)
	}
	return names[s.kind]
}
