package positional

// supportSource are the declarations that generated code may need beside its
// own functions. @Name refers to another one of them, $path.Name to the
// standard library, %order% is the byte order and %format% the format's name.
var supportSource = map[string]string{
	"MarshalError": `
// @MarshalError says what of a value has no encoding.
//
//go:noinline
func @MarshalError(field, reason string) error {
	return $fmt.Errorf("%format%: marshalling %s: %s", field, reason)
}`,

	"MethodError": `
// @MethodError says where in a value the type's own code failed.
//
//go:noinline
func @MethodError(field string, err error) error {
	return $fmt.Errorf("%format%: marshalling %s: %w", field, err)
}`,

	"Reader": `
// @Reader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type @Reader struct {
	data []byte
	%fields%
}

//go:noinline
func (r *@Reader) fail(p []byte, field, reason string) error {
	return $fmt.Errorf("%format%: unmarshalling %s at byte %d: %s", field, %offset%, reason)
}

//go:noinline
func (r *@Reader) short(p []byte, field string) error {
	return $fmt.Errorf("%format%: unmarshalling %s at byte %d: %w", field, %offset%, $io.ErrUnexpectedEOF)
}`,

	"ReaderMethod": `
// method returns an error of the type's own code.
//
//go:noinline
func (r *@Reader) method(p []byte, field string, err error) error {
	return $fmt.Errorf("%format%: unmarshalling %s at byte %d: %w", field, %offset%, err)
}`,

	"ReaderCharge": `
// charge reports whether n values of the given size are within the budget: a
// fixed sum, and 64 bytes for each of the input.
func (r *@Reader) charge(n uint64, size int) bool {
	most := uint64(%maxalloc%) + 64*uint64(len(r.data))
	if n > (most-r.charged)/uint64(size) {
		return false
	}
	r.charged += n * uint64(size)
	return true
}`,

	"IntsFit": `
// @IntsFit reports whether the little-endian numbers of 64 bits in p are ints of
// this machine.
func @IntsFit(p []byte) bool {
	for ; $math/bits.UintSize < 64 && len(p) >= 8; p = p[8:] {
		if x := int64($encoding/binary.LittleEndian.Uint64(p)); int64(int(x)) != x {
			return false
		}
	}
	return true
}`,

	"UintsFit": `
// @UintsFit reports whether the little-endian numbers of 64 bits in p are uints
// of this machine.
func @UintsFit(p []byte) bool {
	for ; $math/bits.UintSize < 64 && len(p) >= 8; p = p[8:] {
		if x := $encoding/binary.LittleEndian.Uint64(p); uint64(uint(x)) != x {
			return false
		}
	}
	return true
}`,

	"ReaderMark": `
// mark returns the error of an input that does not begin with the version of the
// format and the fingerprint of the type.
//
//go:noinline
func (r *@Reader) mark(field string) error {
	if len(r.data) < %markfixed% {
		return r.short(r.data, field)
	}
	return r.fail(r.data, field, "the fingerprint is that of another type, or of another version of this one")
}`,

	"ReaderGrown": `
// grown reads the fingerprint of an input that does not begin with mark, and
// returns the rest: evolvable structs, whose names are given, may have lost or
// gained fields at their end.
//
//go:noinline
func (r *@Reader) grown(mark, field string, names ...string) ([]byte, error) {
	if len(r.data) < %markfixed% || string(r.data[:%markfixed%]) != mark[:%markfixed%] {
		return r.data, r.mark(field)
	}
	p := r.data[%markfixed%:]
	n, k := $encoding/binary.Uvarint(p)
	if k <= 0 || n > uint64(len(p)-k) {
		return p, r.short(p, field)
	}
	theirs, rest := p[k:k+int(n)], p[k+int(n):]
	_, k = $encoding/binary.Uvarint([]byte(mark[%markfixed%:]))
	own := []byte(mark[%markfixed%+k:])
	for _, name := range names {
		var key, want []byte
		key, want, own = @Growth(own)
		for left := theirs; len(left) > 0; {
			var other, got []byte
			if other, got, left = @Growth(left); other == nil {
				return p, r.fail(p, field, "the fingerprint of evolvable structs is damaged")
			}
			n := min(len(got), len(want))
			if $bytes.Equal(other, key) && !$bytes.Equal(got[:n], want[:n]) {
				return p, r.fail(p, field, "the evolvable struct "+name+" was written with other fields than those of this one, before its end")
			}
		}
	}
	return rest, nil
}`,

	"Growth": `
// @Growth returns the key and the hashes that table begins with, and the rest. The
// key is nil when there is no such thing.
func @Growth(table []byte) (key, hashes, rest []byte) {
	if len(table) < 3 {
		return nil, nil, nil
	}
	n, k := $encoding/binary.Uvarint(table[2:])
	if k <= 0 || n > uint64(len(table)-2-k)/2 {
		return nil, nil, nil
	}
	end := 2 + k + 2*int(n)
	return table[:2], table[2+k : end], table[end:]
}`,

	"Window": `
// @Window is how much of the input is copied at once for the strings in it.
const @Window = 4096`,

	"ReaderString": `
// string returns the first n bytes of p. Strings close to each other share one
// copy of the input.
func (r *@Reader) string(p []byte, n int) string {
	off := %offset% - r.base
	if off+n <= len(r.text) {
		return r.text[off : off+n]
	}
	return r.copyString(p, n)
}

//go:noinline
func (r *@Reader) copyString(p []byte, n int) string {
%slab%	if n > @Window/4 {
		return string(p[:n])
	}
	r.base = %offset%
	r.text = string(p[:min(len(p), @Window)])
	return r.text[:n]
}`,

	"ReaderText": `
// nextString reads a string after its length.
func (r *@Reader) nextString(p []byte, field string) (string, []byte, error) {
	var n uint64
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return "", p, err
		}
	}
	if n > uint64(len(p)) {
		return "", p, r.short(p, field)
	}
	return r.string(p, int(n)), p[n:], nil
}`,

	"List": `
// @List reads the count of a list, whose elements take at least least bytes, and
// returns s with room for them, or a new slice.
func @List[S ~[]T, T any](r *@Reader, p []byte, s S, least uint64, field string) (S, []byte, error) {
	var n uint64
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return s, p, err
		}
	}
	if n == 0 {
		return nil, p, nil
	}
	n--
	if n > uint64(len(p))/least {
		return s, p, r.short(p, field)
	}
	if s != nil && n <= uint64(cap(s)) {
		return s[:n], p, nil
	}
	return make(S, n), p, nil
}`,

	"Flag": `
// @Flag is a byte that is 0 or 1.
type @Flag struct {
	at    int
	field string
}`,

	"ReaderFlags": `
// flags returns the error of the first that is neither 0 nor 1.
//
//go:noinline
func (r *@Reader) flags(p []byte, list ...@Flag) error {
	for _, f := range list {
		if p[f.at] > 1 {
			return r.fail(p, f.field, "a flag that is neither 0 nor 1")
		}
	}
	return nil
}`,

	"ReaderUvarint": `
// uvarint reads a varint of at most the given number of bits, and no more bytes
// than they take.
//
//go:noinline
func (r *@Reader) uvarint(p []byte, width int, field string) (uint64, []byte, error) {
	x, n := $encoding/binary.Uvarint(p)
	switch {
	case n == 0:
		return 0, p, r.short(p, field)
	case n < 0 || n > (width+6)/7 || width < 64 && x>>width != 0:
		return 0, p, r.fail(p, field, "a varint that is too long")
	}
	return x, p[n:], nil
}`,

	"ReaderUvarint9": `
// uvarint9 reads a varint whose ninth byte holds 8 bits.
//
//go:noinline
func (r *@Reader) uvarint9(p []byte, field string) (uint64, []byte, error) {
	var x uint64
	for i := range p {
		if i == 8 {
			return x | uint64(p[8])<<56, p[9:], nil
		}
		x |= uint64(p[i]&0x7f) << (7 * i)
		if p[i] < 0x80 {
			return x, p[i+1:], nil
		}
	}
	return 0, p, r.short(p, field)
}`,

	"ReaderBit": `
// bit reads a bool that shares a byte with the ones around it.
func (r *@Reader) bit(p []byte, field string) (bool, []byte, error) {
	if r.bits <= 1 {
		if len(p) == 0 {
			return false, p, r.short(p, field)
		}
		set := p[0]&1 != 0
		r.bits = p[0]>>1 | 0x80
		return set, p[1:], nil
	}
	set := r.bits&1 != 0
	r.bits >>= 1
	return set, p, nil
}`,

	"BitWriter": `
// @BitWriter packs bools into bytes that lie where the first of their bools
// stands.
type @BitWriter struct {
	open int // the index of the byte that has room
	mask byte
}

func (w *@BitWriter) put(b []byte, set bool) []byte {
	if w.mask == 0 {
		w.open, w.mask = len(b), 1
		b = append(b, 0)
	}
	if set {
		b[w.open] |= w.mask
	}
	w.mask <<= 1
	return b
}`,

	"AliasString": `
// @AliasString returns a string that is b.
func @AliasString(b []byte) string { return $unsafe.String($unsafe.SliceData(b), len(b)) }`,

	"Alias": `
// @Alias returns the first n elements of p as Ts, which may have any alignment.
func @Alias[T any](p []byte, n int) []T {
	if n == 0 {
		return []T{}
	}
	return $unsafe.Slice((*T)($unsafe.Pointer($unsafe.SliceData(p))), n)
}`,

	"Memory": `
// @Memory returns the bytes of the elements of s.
func @Memory[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return $unsafe.Slice((*byte)($unsafe.Pointer($unsafe.SliceData(s))), uintptr(len(s))*$unsafe.Sizeof(s[0]))
}`,

	"Take": `
// @Take cuts n elements off a chunk, and begins a new one of the given size
// when it is used up.
func @Take[T any](chunk *@Chunk[T], n, size int) []T {
	if n == 0 {
		return []T{}
	}
	if len(chunk.free) < n {
		chunk.grow(max(n, size))
	}
	s := chunk.free[:n:n]
	chunk.free = chunk.free[n:]
	return s
}
`,

	"Chunk": `
// @Chunk is memory for elements of one type.
type @Chunk[T any] struct {
	all, free []T
}

//go:noinline
func (c *@Chunk[T]) grow(n int) {
	c.all = make([]T, n)
	c.free = c.all
}

func (c *@Chunk[T]) reset() {
	clear(c.all[:len(c.all)-len(c.free)])
	c.free = c.all
}`,

	"Scratch": `
// @Scratch holds buffers for values whose size is only known when they are
// written.
var @Scratch = $sync.Pool{New: func() any { return new([]byte) }}`,

	"Release": `
// @Release gives a buffer back that has grown to b, unless it is large.
func @Release(scratch *[]byte, b []byte) {
	if cap(b) <= 1<<20 {
		*scratch = b
		@Scratch.Put(scratch)
	}
}`,

	"Extend": `
// @Extend makes b longer by n bytes, which are to be written.
func @Extend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return @Grow(b, n)
	}
	return b[:len(b)+n]
}`,

	"Grow": `
// @Grow is @Extend where there is no room.
//
//go:noinline
func @Grow(b []byte, n int) []byte { return $slices.Grow(b, n)[:len(b)+n] }`,

	"AppendString": `
// @AppendString appends s after its length as a varint.
func @AppendString(b []byte, s string) []byte {
	n := len(b)
	if len(s) >= 0x80 || cap(b)-n <= len(s) {
		return append($encoding/binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	b = b[:n+1+len(s)]
	b[n] = byte(len(s))
	copy(b[n+1:], s)
	return b
}`,

	"AppendUvarint": `
// @AppendUvarint appends a varint.
func @AppendUvarint(b []byte, x uint64) []byte {
	if x < 0x80 {
		return append(b, byte(x))
	}
	return $encoding/binary.AppendUvarint(b, x)
}`,

	"UvarintSize": `
// @UvarintSize returns the length in bytes of a varint.
func @UvarintSize(x uint64) int { return (9*$math/bits.Len64(x) + 64) / 64 }`,

	"UvarintSize9": `
// @UvarintSize9 returns the length in bytes of a varint whose ninth byte holds
// 8 bits.
func @UvarintSize9(x uint64) int { return min((9*$math/bits.Len64(x)+64)/64, 9) }`,

	"PutUvarint": `
func @PutUvarint(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}`,

	"PutUvarint9": `
func @PutUvarint9(p []byte, x uint64) []byte {
	for range 8 {
		if x < 0x80 {
			break
		}
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}`,

	"ZigZag": `
func @ZigZag(x int64) uint64 { return uint64(x)<<1 ^ uint64(x>>63) }`,

	"UnZigZag": `
func @UnZigZag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }`,

	"Count": `
// @Count returns 0 for nil and one more than the count for the rest.
func @Count(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}`,

	"BoolByte": `
func @BoolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}`,

	"Pad": `
// @Pad fills up n bytes at the front of p to the format's multiple and returns
// the rest.
func @Pad(p []byte, n int) []byte {
	end := (n + %pad%-1) / %pad% * %pad%
	clear(p[n:end])
	return p[end:]
}`,

	"CopyOut": `
func @CopyOut[T ~uint8](p []byte, s []T) {
	for i, x := range s {
		p[i] = byte(x)
	}
}`,

	"CopyIn": `
func @CopyIn[T ~uint8](s []T, p []byte) {
	for i := range s {
		s[i] = T(p[i])
	}
}`,

	"SortedKeys": `
func @SortedKeys[K $cmp.Ordered, V any](m map[K]V) []K {
	return $slices.Sorted($maps.Keys(m))
}`,

	"Entry": `
// @Entry is an entry of a map.
type @Entry[K, V any] struct {
	key   K
	value V
}`,

	"SortedEntries": `
// @SortedEntries returns the entries of m in the order of their keys, NaNs first.
func @SortedEntries[K $cmp.Ordered, V any](m map[K]V) []@Entry[K, V] {
	entries := make([]@Entry[K, V], 0, len(m))
	for key, value := range m {
		entries = append(entries, @Entry[K, V]{key, value})
	}
	$slices.SortFunc(entries, func(a, b @Entry[K, V]) int { return $cmp.Compare(a.key, b.key) })
	return entries
}`,

	"PutBools": `
func @PutBools[T ~bool](p []byte, s []T) []byte {
	for i, x := range s {
		p[i] = @BoolByte(bool(x))
	}
	return p[len(s):]
}`,

	"GetBools": `
// @GetBools reports whether all are 0 or 1.
func @GetBools[T ~bool](s []T, p []byte) bool {
	var all byte
	for i, x := range p[:len(s)] {
		all |= x
		s[i] = x != 0
	}
	return all <= 1
}`,

	"TimeTicks": `
// @TimeTicks returns units of 100 ns since 1970.
func @TimeTicks(t $time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano() / 100
}`,

	"TicksTime": `
func @TicksTime(ticks uint64) $time.Time {
	if ticks == 0 {
		return $time.Time{}
	}
	return $time.Unix(0, int64(ticks)*100).UTC()
}`,

	"TimeTextLen": `
func @TimeTextLen(t $time.Time) int {
	var buf [48]byte
	return len(t.AppendFormat(buf[:0], $time.RFC3339Nano))
}`,

	"TimeTextSize": `
func @TimeTextSize(t $time.Time) int { return (@TimeTextLen(t) + 3) &^ 3 }`,

	"PutTimeText": `
func @PutTimeText(p []byte, t $time.Time) []byte {
	var buf [48]byte // more than the layout leaves in the end
	return @Pad(p, copy(p, t.AppendFormat(buf[:0], $time.RFC3339Nano)))
}`,

	"TimeGoFits": `
// @TimeGoFits reports whether the zone of t is UTC or a number of minutes that
// Time.MarshalBinary writes in 15 bytes.
func @TimeGoFits(t $time.Time) bool {
	if t.Location() == $time.UTC {
		return true
	}
	_, offset := t.Zone()
	minutes := offset / 60
	return offset%60 == 0 && minutes != -1 && minutes == int(int16(minutes))
}`,

	"PutTimeGo": `
// @PutTimeGo writes version 1 of Time.MarshalBinary.
func @PutTimeGo(p []byte, t $time.Time) {
	minutes := -1
	if t.Location() != $time.UTC {
		_, offset := t.Zone()
		minutes = offset / 60
	}
	h := (*[15]byte)(p)
	h[0] = 1
	$encoding/binary.BigEndian.PutUint64(h[1:9], uint64(t.Unix()+62135596800))
	$encoding/binary.BigEndian.PutUint32(h[9:13], uint32(t.Nanosecond()))
	$encoding/binary.BigEndian.PutUint16(h[13:15], uint16(minutes))
}`,

	"GoTime": `
// @GoTime reads version 1 of Time.MarshalBinary, as Time.UnmarshalBinary does.
func @GoTime(p []byte) (t $time.Time, ok bool) {
	h := (*[15]byte)(p)
	nsec := $encoding/binary.BigEndian.Uint32(h[9:13])
	if h[0] != 1 || nsec >= 1e9 {
		return t, false
	}
	t = $time.Unix(int64($encoding/binary.BigEndian.Uint64(h[1:9]))-62135596800, int64(nsec))
	offset := 60 * int(int16($encoding/binary.BigEndian.Uint16(h[13:15])))
	if offset == -60 {
		return t.UTC(), true
	}
	if _, local := t.Zone(); local == offset {
		return t, true
	}
	return t.In($time.FixedZone("", offset)), true
}`,

	"ZoneCode": `
// @ZoneCode returns 0 for UTC, else 1 plus the zigzagged offset in seconds.
func @ZoneCode(t $time.Time) uint64 {
	if t.Location() == $time.UTC {
		return 0
	}
	_, offset := t.Zone()
	return @ZigZag(int64(offset)) + 1
}`,

	"InZone": `
// @InZone returns t in the zone of a code.
func @InZone(t $time.Time, code uint64) $time.Time {
	if code == 0 {
		return t.UTC()
	}
	return t.In($time.FixedZone("", int(@UnZigZag(code-1))))
}`,

	"SetLength": `
// @SetLength writes the length of b[start:] before it, as a varint for which
// there is room of one byte so far.
func @SetLength(b []byte, start int) []byte {
	n := len(b) - start
	if n < 0x80 {
		b[start-1] = byte(n)
		return b
	}
	var length [$encoding/binary.MaxVarintLen64]byte
	k := $encoding/binary.PutUvarint(length[:], uint64(n))
	b = append(b, length[1:k]...)
	copy(b[start+k-1:], b[start:start+n])
	copy(b[start-1:], length[:k])
	return b
}`,

	"TimeWord": `
// @TimeWord returns the seconds since 1970 plus 1<<33 above 30 bits of
// nanoseconds. Where the seconds do not fit, all bits but the lowest are set;
// all bits are the zero time.
func @TimeWord(t $time.Time) uint64 {
	sec := uint64(t.Unix()) + 1<<33
	if sec >= 1<<34 {
		if t.IsZero() {
			return 1<<64 - 1
		}
		return 1<<64 - 2
	}
	return sec<<30 | uint64(t.Nanosecond())
}`,

	"TimeTail": `
// @TimeTail returns how many bytes t takes beside its word.
func @TimeTail(t $time.Time) int {
	if uint64(t.Unix())+1<<33 >= 1<<34 && !t.IsZero() {
		return 12
	}
	return 0
}`,

	"AppendTimeTail": `
// @AppendTimeTail appends what a time takes beside its word.
//
//go:noinline
func @AppendTimeTail(b []byte, t $time.Time) []byte {
	b = %order%.AppendUint64(b, uint64(t.Unix()))
	return %order%.AppendUint32(b, uint32(t.Nanosecond()))
}`,

	"ReaderTime": `
// time returns the time of a word that is none by itself.
//
//go:noinline
func (r *@Reader) time(p []byte, word uint64, field string) ($time.Time, []byte, error) {
	switch {
	case word == 1<<64-1:
		return $time.Time{}, p, nil
	case word != 1<<64-2:
		return $time.Time{}, p, r.fail(p, field, "a time with more than 999,999,999 nanoseconds")
	case len(p) < 12:
		return $time.Time{}, p, r.short(p, field)
	}
	nsec := %order%.Uint32(p[8:])
	if nsec >= 1e9 {
		return $time.Time{}, p, r.fail(p, field, "a time with more than 999,999,999 nanoseconds")
	}
	return $time.Unix(int64(%order%.Uint64(p)), int64(nsec)).UTC(), p[12:], nil
}`,
}

// numberLists are the support functions for lists of fixed-width numbers, by
// width: four at a time through array pointers, which cost one bounds check.
const putNumbersSource = `
func @Put{{name}}[T {{constraint}}](p []byte, s []T) []byte {
	for len(s) >= 4 && len(p) >= {{4w}} {
		x, y := (*[{{4w}}]byte)(p), (*[4]T)(s)
		{{put0}}
		{{put1}}
		{{put2}}
		{{put3}}
		p, s = p[{{4w}}:], s[4:]
	}
	for _, n := range s {
		{{putn}}
		p = p[{{w}}:]
	}
	return p
}`

const getNumbersSource = `
// @Get{{name}} reads as many numbers as s has room for.
func @Get{{name}}[T {{constraint}}](s []T, p []byte) []byte {
	for len(s) >= 4 && len(p) >= {{4w}} {
		x, y := (*[{{4w}}]byte)(p), (*[4]T)(s)
		y[0] = {{get0}}
		y[1] = {{get1}}
		y[2] = {{get2}}
		y[3] = {{get3}}
		p, s = p[{{4w}}:], s[4:]
	}
	for i := range s {
		s[i] = {{getn}}
		p = p[{{w}}:]
	}
	return p
}`
