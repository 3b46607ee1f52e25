package jsonrt

// longestInterned is how many bytes a string has at most that is looked up.
const longestInterned = 32

// interned are strings that were met more than once, by their hash: each is there until another
// of those takes its place.
type interned [256]struct {
	text string
	met  uint32 // the hash of the last string that was another
}

// intern returns the string that is equal to p, or p as one if it is met for the second time, and
// whether it is not the first.
func (d *Decoder) intern(p []byte) (string, bool) {
	if d.known == nil {
		d.known = new(interned)
	}
	h := hash(p)
	x := &d.known[h%uint64(len(d.known))]
	if x.text == string(p) {
		d.fresh = max(d.fresh-1, -64)
		return x.text, true
	}
	d.fresh++
	if met := uint32(h) | 1<<31; x.met != met {
		x.met = met
		return "", false
	}
	x.text = string(p)
	return x.text, true
}

// interns reports whether p is a string to look for. Where most are new, as identifiers are, none
// is for the rest of the input.
func (d *Decoder) interns(p []byte) bool {
	return d.Intern && uint(len(p)-1) < longestInterned && d.fresh < 64
}
