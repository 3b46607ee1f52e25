package driver

// Declared are what an emitter declares, each once: by what tells them apart, such as how a type
// is spelled.
type Declared[K comparable, D any] struct {
	byKey map[K]D
	list  []D
}

// Of returns what is declared for key: if nothing is yet, what declare returns, which is given
// its number.
func (d *Declared[K, D]) Of(key K, declare func(n int) D) D {
	one, ok := d.byKey[key]
	if !ok {
		if d.byKey == nil {
			d.byKey = map[K]D{}
		}
		one = declare(len(d.list))
		d.byKey[key], d.list = one, append(d.list, one)
	}
	return one
}

// Each calls print for each, those that the calls add included.
func (d *Declared[K, D]) Each(print func(D)) {
	for i := 0; i < len(d.list); i++ {
		print(d.list[i])
	}
}
