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
	turns   []turn // in the order in which things were kept
}

// turn is how many things in a row the keeper of a number has kept.
type turn struct{ number, count int32 }

// keeper keeps values of one type and where they were.
type keeper interface {
	undo()   // puts back what was kept last, and forgets it
	forget() // forgets all, and does what was put off
}

// keeperOf is a keeper that is a pointer to a K.
type keeperOf[K any] interface {
	*K
	keeper
}

// keeperFor returns the keeper with a number, which is about to keep something.
func keeperFor[K any, P keeperOf[K]](d *Decoder, number int) P {
	j := d.kept
	if j == nil {
		var ok bool
		if j, ok = d.Journals.pool.Get().(*journal); !ok {
			j = new(journal)
		}
		d.kept = j
	}
	if last := len(j.turns) - 1; last >= 0 && j.turns[last].number == int32(number) {
		j.turns[last].count++
	} else {
		j.turns = append(j.turns, turn{int32(number), 1})
	}
	if number < len(j.keepers) {
		if k, ok := j.keepers[number].(P); ok {
			return k
		}
	}
	for number >= len(j.keepers) {
		j.keepers = append(j.keepers, nil)
	}
	k := P(new(K))
	j.keepers[number] = k
	return k
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
	const place = 48 // and a turn
	d.taken += 2 * (n*size + place)
}

// Accept forgets what was overwritten, since the input is valid.
func (d *Decoder) Accept() {
	if d.kept != nil {
		d.close()
	}
}

// Undo puts back all that was overwritten.
func (d *Decoder) Undo() {
	if j := d.kept; j != nil {
		for k := len(j.turns) - 1; k >= 0; k-- {
			for range j.turns[k].count {
				j.keepers[j.turns[k].number].undo()
			}
		}
		d.close()
	}
}

// close puts the journal back, empty.
func (d *Decoder) close() {
	j := d.kept
	done := uint64(0) // of the first 64 keepers
	for _, t := range j.turns {
		if bit := uint64(1) << (uint(t.number) & 63); t.number >= 64 || done&bit == 0 {
			if t.number < 64 {
				done |= bit
			}
			j.keepers[t.number].forget()
		}
	}
	j.turns = emptied(j.turns)
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

// sized remembers the size of a T, in bytes.
type sized[T any] int

func (s *sized[T]) size() int {
	if *s == 0 {
		*s = sized[T](max(sizeFor[T](), 1))
	}
	return int(*s)
}

// keptElements are parts of slices.
type keptElements[T any] struct {
	sized[T]
	places [][]T
	values []T
}

func (k *keptElements[T]) undo() {
	place := k.places[len(k.places)-1]
	copy(place, k.values[len(k.values)-len(place):])
	k.values = pop(k.values, len(place))
	k.places = pop(k.places, 1)
}

func (k *keptElements[T]) forget() { k.places, k.values = emptied(k.places), emptied(k.values) }

// keepElements keeps elements of old from length on, and returns old with that length
// and a capacity that ends with them. How many they are doubles each time, so that no
// more are kept than twice what is overwritten, and a few.
func keepElements[S ~[]T, T any](d *Decoder, old S, length, number int) S {
	const few, most = 4, 512
	more := min(max(length, few), most, cap(old)-length)
	place := []T(old[length : length+more])
	k := keeperFor[keptElements[T]](d, number)
	d.take(more, k.size())
	k.places = append(k.places, place)
	k.values = append(k.values, place...)
	return old[: length : length+more]
}

// keepBytes keeps all of p, by the keeper with the number 0.
func keepBytes(d *Decoder, p []byte) {
	d.take(len(p), 1)
	k := keeperFor[keptElements[byte]](d, 0)
	k.places = append(k.places, p)
	k.values = append(k.values, p...)
}

// keptTargets are what pointers led to.
type keptTargets[T any] struct {
	sized[T]
	places []*T
	values []T
}

func (k *keptTargets[T]) undo() {
	last := len(k.places) - 1
	*k.places[last] = k.values[last]
	k.places, k.values = pop(k.places, 1), pop(k.values, 1)
}

func (k *keptTargets[T]) forget() { k.places, k.values = emptied(k.places), emptied(k.values) }

func keepTarget[T any](d *Decoder, p *T, number int) {
	k := keeperFor[keptTargets[T]](d, number)
	d.take(1, k.size())
	k.places = append(k.places, p)
	k.values = append(k.values, *p)
}

// keptEntry is an entry for a map that had some before. To remember what it had for the
// key would take another look into the map: so it is not written to until the input is
// known to be valid. Without a key, it is one that had none, and may be emptied again.
type keptEntry[K comparable, V any] struct {
	place map[K]V
	key   K
	value V
	keyed bool
}

type keptEntries[K comparable, V any] struct {
	sized[keptEntry[K, V]]
	list []keptEntry[K, V]
}

func (k *keptEntries[K, V]) undo() {
	if x := &k.list[len(k.list)-1]; !x.keyed {
		clear(x.place)
	}
	k.list = pop(k.list, 1)
}

func (k *keptEntries[K, V]) forget() {
	for n := range k.list {
		if x := &k.list[n]; x.keyed {
			x.place[x.key] = x.value
		}
	}
	k.list = emptied(k.list)
}

// SetEntry makes x what m has for the key: at once if the input is known to be valid.
func SetEntry[M ~map[K]V, K comparable, V any](d *Decoder, m M, key K, x V, number int) {
	if d.InPlace {
		m[key] = x
		return
	}
	k := keeperFor[keptEntries[K, V]](d, number)
	d.take(1, k.size())
	k.list = append(k.list, keptEntry[K, V]{m, key, x, true})
}

// keepMap keeps that m has no entries.
func keepMap[M ~map[K]V, K comparable, V any](d *Decoder, m M, number int) {
	k := keeperFor[keptEntries[K, V]](d, number)
	k.list = append(k.list, keptEntry[K, V]{place: m})
}
