package positional

import "strconv"

// Lists in a circle, such as those of a tree, may all announce as many elements
// as are left of the input, each of them inside an element of the one before.
// What is announced by all of them together is held below the input's length: the
// reader counts the bytes that it owes to announced elements, and a list may count
// on those beyond.

// checkFree prints the check that count elements of at least least units (see
// unit) may be in what is left of the input and not owed.
func (e *emitter) checkFree(it item, count string, least int) {
	available := "int64(len(p))"
	if e.format.bits() {
		available = "8*int64(len(p)) + 7" // seven bits may be pending
	}
	free := e.local("free")
	per := ""
	if least > 1 {
		per = "/" + strconv.Itoa(least)
	}
	e.Pf("if %s := %s - "+e.reader("owed")+"; %s < 0 || %s > uint64(%s)%s {", free, available, free, count, free, per)
	e.P(e.failShort(it.path))
	e.P("}")
}

// unit is how many units the sizes are told in a byte has: bits, where bools
// share bytes.
func (e *emitter) unit() int {
	if e.format.bits() {
		return 8
	}
	return 1
}

// leastUnits returns the fewest units that a value of n takes. In a circle,
// where they are not known, that is one.
func (e *emitter) leastUnits(nodes ...*node) int {
	sum := 0
	for _, n := range nodes {
		if e.format.bits() {
			sum += n.leastBits
		} else {
			sum += n.least
		}
	}
	return max(1, sum)
}

// reserve prints that n elements were announced.
func (e *emitter) reserve(n string, least int) { e.Pf("r.owed += %d * int64(%s)", least, n) }

// release prints that one of them is read now.
func (e *emitter) release(least int) { e.Pf("r.owed -= %d", least) }
