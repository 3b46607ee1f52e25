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
	used    []keeper // which have kept something
	count   int      // how many things were kept, in all
}

// keeper keeps values of one type, where they were and the count then.
type keeper interface {
	last() int // the count of what was kept last, or 0
	undo()     // puts back what was kept last, and forgets it
	forget()   // forgets all, and does what was put off
}

// keeperOf is a keeper that is a pointer to a K.
type keeperOf[K any] interface {
	*K
	keeper
}

// keeperFor returns the keeper with a number, which is about to keep something.
func keeperFor[K any, P keeperOf[K]](d *Decoder, number int) P {
	if j := d.kept; j != nil && uint(number) < uint(len(j.keepers)) {
		if k, ok := j.keepers[number].(P); ok {
			j.count++
			return k
		}
	}
	return newKeeper[K, P](d, number)
}

func newKeeper[K any, P keeperOf[K]](d *Decoder, number int) P {
	if d.kept == nil {
		d.open()
		return keeperFor[K, P](d, number)
	}
	j := d.kept
	j.count++
	for number >= len(j.keepers) {
		j.keepers = append(j.keepers, nil)
	}
	k := P(new(K))
	j.keepers[number] = k
	return k
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
		for _, k := range j.used {
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

// close puts the journal back, empty.
func (d *Decoder) close() {
	j := d.kept
	for _, k := range j.used {
		k.forget()
	}
	j.used, j.count = j.used[:0], 0
	d.kept = nil
	d.Journals.pool.Put(j)
}

// emptied returns list without elements, or nothing where it has far more room than was
// needed.
func emptied[T any](list []T) []T {
	if len(list) == 0 {
		return list // as it was left
	}
	if cap(list) > 1<<12 && len(list) < cap(list)/4 {
		return nil
	}
	clear(list)
	return list[:0]
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
	places []keptPlace[T]
	values []T
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

func (k *keptElements[T]) forget() { k.places, k.values = emptied(k.places), emptied(k.values) }

// keepElements keeps elements of old from length on, and returns old with that length
// and a capacity that ends with them. First they are as many as old has, up to a kilobyte:
// there mostly are about as many again. Then how many they are doubles each time.
func keepElements[S ~[]T, T any](d *Decoder, old S, length, number int) S {
	const few, most, bytes = 4, 512, 1024
	k := keeperFor[keptElements[T]](d, number)
	if len(k.places) == 0 {
		k.size = sizeFor[T]()
		k.whole = bytes / max(k.size, 1)
		d.kept.used = append(d.kept.used, k)
	}
	more := max(length, few)
	if length == 0 && len(old) > 0 {
		more = max(min(len(old), k.whole), 1)
	}
	more = min(more, most, cap(old)-length)
	d.take(more, k.size)
	place := []T(old[length : length+more])
	k.places = append(k.places, keptPlace[T]{place, d.kept.count})
	k.values = append(k.values, place...)
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
	size int
	list []keptTarget[T]
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

func (k *keptTargets[T]) forget() { k.list = emptied(k.list) }

func keepTarget[T any](d *Decoder, p *T, number int) {
	k := keeperFor[keptTargets[T]](d, number)
	if len(k.list) == 0 {
		k.size = sizeFor[T]()
		d.kept.used = append(d.kept.used, k)
	}
	d.take(1, k.size)
	k.list = append(k.list, keptTarget[T]{p, d.kept.count, *p})
}

// keptEntries are entries for maps that had some before. To remember what those had for the
// keys would take another look into the map: so it is not written to until the input is
// known to be valid. Maps that had none are emptied again.
type keptEntries[K comparable, V any] struct {
	size  int
	list  []keptEntry[K, V]
	empty []map[K]V
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
	k.list, k.empty = emptied(k.list), emptied(k.empty)
}

func (k *keptEntries[K, V]) forget() {
	for n := range k.list {
		x := &k.list[n]
		x.place[x.key] = x.value
	}
	k.list, k.empty = emptied(k.list), emptied(k.empty)
}

// entriesFor returns the keeper of entries with a number.
func entriesFor[K comparable, V any](d *Decoder, number int) *keptEntries[K, V] {
	k := keeperFor[keptEntries[K, V]](d, number)
	if len(k.list) == 0 && len(k.empty) == 0 {
		k.size = sizeFor[keptEntry[K, V]]()
		d.kept.used = append(d.kept.used, k)
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
	k.list = append(k.list, keptEntry[K, V]{m, key, x})
}

// keepMap keeps that m has no entries.
func keepMap[M ~map[K]V, K comparable, V any](d *Decoder, m M, number int) {
	k := entriesFor[K, V](d, number)
	k.empty = append(k.empty, m)
}
