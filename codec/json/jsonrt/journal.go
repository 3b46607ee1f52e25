package jsonrt

import "sync"

// A value that was used before leads to storage that reading writes to, and nothing of
// it may change where the input turns out to be no JSON, wherever that is. So what is
// overwritten is kept, and put back on failure. The other way, to look at the whole
// input before, takes a third of the time of reading; keeping takes a copy of memory
// for what is overwritten, and no allocation once the journals are as large as the
// values.

// Journals has the journals of a type's decoders that are in no use.
type Journals struct{ pool sync.Pool }

// journal has what was overwritten, in keepers for a type each. Generated code numbers
// those.
type journal struct {
	keepers []keeper
	used    []int // the numbers of those that have kept something
	count   int   // how many things were kept, in all
	closed  uint  // how many inputs it was used for
}

// keeper keeps values of one type, where they were and the count then.
type keeper interface {
	last() int // the count of what was kept last, or 0
	undo()     // puts back what was kept last, and forgets it
	// forget forgets all, and does what was put off. It may leave as much as it has forgotten where
	// it is, to be overwritten by what is kept next, unless nothing is to be left.
	forget(nothing bool)
}

// keeper returns the keeper with a number, or nil where there is none yet.
func (d *Decoder) keeper(number int) keeper {
	if j := d.kept; j != nil && uint(number) < uint(len(j.keepers)) {
		return j.keepers[number]
	}
	return nil
}

// begin takes a journal if there is none yet, and returns the keeper with a number, which has
// kept nothing yet and is about to, or nil where it has to be made.
func (d *Decoder) begin(number int) keeper {
	if d.kept == nil {
		d.open()
	}
	j := d.kept
	j.used = append(j.used, number)
	return d.keeper(number)
}

// enter puts the keeper k at a number.
func (j *journal) enter(number int, k keeper) {
	for number >= len(j.keepers) {
		j.keepers = append(j.keepers, nil)
	}
	j.keepers[number] = k
}

// open takes a journal for the input.
func (d *Decoder) open() {
	j, ok := d.Journals.pool.Get().(*journal)
	if !ok {
		j = new(journal)
	}
	d.kept = j
}

// Unkept is the number of no keeper: for values that must not be copied.
const Unkept = -1

// keeps reports whether the keeper of that number is to keep what is overwritten.
// Else it may be overwritten if the whole input is valid.
func (d *Decoder) keeps(b []byte, number int) bool {
	return d.Journals != nil && number != Unkept && !d.full(b)
}

// full reports whether the journal has taken as much memory as it may for b: names that
// occur again and again have it keep what they overwrite each time.
func (d *Decoder) full(b []byte) bool { return d.taken > 16*len(b)+4096 }

// take counts the memory of n things of size bytes each in a journal that grows.
func (d *Decoder) take(n, size int) {
	const place = 40
	d.taken += 2 * (n*size + place)
}

// Accept forgets what was overwritten, since the input is valid.
func (d *Decoder) Accept() {
	if d.kept != nil {
		d.close()
	}
}

// Undo puts back all that was overwritten, what was kept last first: things may have been
// kept twice, by keepers of different types, too.
func (d *Decoder) Undo() {
	j := d.kept
	if j == nil {
		return
	}
	for {
		latest, next := 0, keeper(nil)
		for _, number := range j.used {
			k := j.keepers[number]
			if last := k.last(); last > latest {
				latest, next = last, k
			}
		}
		if next == nil {
			break
		}
		next.undo()
	}
	d.close()
}

// close puts the journal back, empty. What the last inputs had it keep is mostly left where it
// is, since to clear it takes a fifth of the time of keeping it: until it is overwritten, until 64
// inputs later, or until two collections have passed since the journal was used.
func (d *Decoder) close() {
	j := d.kept
	for _, number := range j.used {
		j.keepers[number].forget(false)
	}
	if j.closed++; j.closed%64 == 0 {
		for _, k := range j.keepers {
			if k != nil {
				k.forget(true)
			}
		}
	}
	j.used, j.count = j.used[:0], 0
	d.kept = nil
	d.Journals.pool.Put(j)
}

// emptied returns list without elements, and how many it leaves behind its end, where there
// were stale before: none if nothing is to be left, and no list where it has far more room than was
// needed.
func emptied[T any](list []T, stale int, nothing bool) ([]T, int) {
	n := len(list)
	stale = max(stale, n)
	if nothing {
		n = 0
	}
	if n < stale {
		if cap(list) > 1<<12 && n < cap(list)/4 {
			return nil, 0
		}
		clear(list[n:stale])
	}
	return list[:0], n
}

// place returns list with one more element, and that: what is kept is written there at once. A
// composite literal, stored word by word and copied by sixteen bytes, took half of the time of
// keeping it, since processors do not hand what is being stored on to wider loads.
func place[T any](list []T) ([]T, *T) {
	n := len(list)
	if n == cap(list) {
		list = append(list, *new(T))
	} else {
		list = list[:n+1]
	}
	return list, &list[n]
}

// pop returns list without its last n elements, and clears them.
func pop[T any](list []T, n int) []T {
	clear(list[len(list)-n:])
	return list[:len(list)-n]
}

// keptElements are parts of slices.
type keptElements[T any] struct {
	size   int // of a T, in bytes
	whole  int // how many elements may be kept before any of them is overwritten
	small  int // how many are kept so in any case, as far as there is room for them
	places []keptPlace[T]
	values []T
	stale  [2]int // places and values, behind their ends
}

type keptPlace[T any] struct {
	elements []T
	count    int
}

func (k *keptElements[T]) last() int {
	if len(k.places) == 0 {
		return 0
	}
	return k.places[len(k.places)-1].count
}

func (k *keptElements[T]) undo() {
	place := k.places[len(k.places)-1].elements
	copy(place, k.values[len(k.values)-len(place):])
	k.values = pop(k.values, len(place))
	k.places = pop(k.places, 1)
}

func (k *keptElements[T]) forget(nothing bool) {
	k.places, k.stale[0] = emptied(k.places, k.stale[0], nothing)
	k.values, k.stale[1] = emptied(k.values, k.stale[1], nothing)
}

// keepElements keeps elements of old from length on, and returns old with that length
// and a capacity that ends with them. First they are as many as old has, up to a kilobyte:
// there mostly are about as many again; and all that it has room for where that is little. Then
// how many they are doubles each time.
func keepElements[S ~[]T, T any](d *Decoder, old S, length, number int) S {
	const few, most, bytes, little = 4, 512, 1024, 256
	k, _ := d.keeper(number).(*keptElements[T])
	if k == nil || len(k.places) == 0 {
		if k, _ = d.begin(number).(*keptElements[T]); k == nil {
			size := sizeFor[T]()
			k = &keptElements[T]{size: size, whole: min(max(bytes/max(size, 1), 1), most), small: little / max(size, 1)}
			d.kept.enter(number, k)
		}
	}
	more := len(old)
	if length == 0 && cap(old) <= k.small {
		more = cap(old)
	} else if length > 0 || more == 0 {
		more = min(max(length, few), most, cap(old)-length)
	} else if more > k.whole {
		more = k.whole
	}
	d.take(more, k.size)
	d.kept.count++
	var p *keptPlace[T]
	k.places, p = place(k.places)
	p.count = d.kept.count
	elements := []T(old[length : length+more])
	p.elements = elements
	n := len(k.values)
	if more > few || n+more > cap(k.values) {
		k.values = append(k.values, elements...)
		return old[: length : length+more]
	}
	k.values = k.values[:n+more]
	values := k.values[n:]
	for i := range min(len(elements), len(values)) { // without a call, which takes longer for so few
		values[i] = elements[i]
	}
	return old[: length : length+more]
}

// keepBytes keeps all of p, by the keeper with the number 0.
func keepBytes(d *Decoder, p []byte) {
	for n := 0; n < len(p); {
		n = cap(keepElements(d, p[:len(p):len(p)], n, 0))
	}
}

// keptTargets are what pointers led to.
type keptTargets[T any] struct {
	size  int
	list  []keptTarget[T]
	stale int
}

type keptTarget[T any] struct {
	place *T
	count int
	value T
}

func (k *keptTargets[T]) last() int {
	if len(k.list) == 0 {
		return 0
	}
	return k.list[len(k.list)-1].count
}

func (k *keptTargets[T]) undo() {
	x := &k.list[len(k.list)-1]
	*x.place = x.value
	k.list = pop(k.list, 1)
}

func (k *keptTargets[T]) forget(nothing bool) {
	k.list, k.stale = emptied(k.list, k.stale, nothing)
}

func keepTarget[T any](d *Decoder, p *T, number int) {
	k, _ := d.keeper(number).(*keptTargets[T])
	if k == nil || len(k.list) == 0 {
		if k, _ = d.begin(number).(*keptTargets[T]); k == nil {
			k = &keptTargets[T]{size: sizeFor[T]()}
			d.kept.enter(number, k)
		}
	}
	d.take(1, k.size)
	var x *keptTarget[T]
	k.list, x = place(k.list)
	d.kept.count++
	x.count = d.kept.count
	x.place = p
	x.value = *p
}

// keptEntries are entries for maps that had some before. To remember what those had for the
// keys would take another look into the map: so it is not written to until the input is
// known to be valid. Maps that had none are emptied again.
type keptEntries[K comparable, V any] struct {
	size  int
	list  []keptEntry[K, V]
	empty []map[K]V
	stale [2]int
}

type keptEntry[K comparable, V any] struct {
	place map[K]V
	key   K
	value V
}

func (k *keptEntries[K, V]) last() int { return len(k.list) + len(k.empty) } // they are all undone at once

func (k *keptEntries[K, V]) undo() {
	for _, m := range k.empty {
		clear(m)
	}
	k.list, k.empty = pop(k.list, len(k.list)), pop(k.empty, len(k.empty))
}

func (k *keptEntries[K, V]) forget(nothing bool) {
	for n := range k.list {
		x := &k.list[n]
		x.place[x.key] = x.value
	}
	k.list, k.stale[0] = emptied(k.list, k.stale[0], nothing)
	k.empty, k.stale[1] = emptied(k.empty, k.stale[1], nothing)
}

// entriesFor returns the keeper of entries with a number.
func entriesFor[K comparable, V any](d *Decoder, number int) *keptEntries[K, V] {
	k, _ := d.keeper(number).(*keptEntries[K, V])
	if k == nil || len(k.list) == 0 && len(k.empty) == 0 {
		if k, _ = d.begin(number).(*keptEntries[K, V]); k == nil {
			k = &keptEntries[K, V]{size: sizeFor[keptEntry[K, V]]()}
			d.kept.enter(number, k)
		}
	}
	d.take(1, k.size)
	return k
}

// SetEntry makes x what m has for the key: at once if the input is known to be valid.
func SetEntry[M ~map[K]V, K comparable, V any](d *Decoder, m M, key K, x V, number int) {
	if d.InPlace {
		m[key] = x
		return
	}
	k := entriesFor[K, V](d, number)
	var entry *keptEntry[K, V]
	k.list, entry = place(k.list)
	entry.place = m
	entry.key = key
	entry.value = x
}

// keepMap keeps that m has no entries.
func keepMap[M ~map[K]V, K comparable, V any](d *Decoder, m M, number int) {
	k := entriesFor[K, V](d, number)
	k.empty = append(k.empty, m)
}
