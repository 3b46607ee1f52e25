package jsonrt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
)

// Decoder is the state of a decoder.
type Decoder struct {
	// Source, unless it is empty, has the bytes of the input, and strings are
	// parts of it.
	Source string
	// Chunk, unless it is 0, lets strings of up to half as many bytes be parts of larger ones
	// of so many.
	Chunk int
	// Intern lets short strings be equal ones that the decoder has met before: Chunk has to be
	// set as well.
	Intern bool
	// InPlace lets storage that the value led to before be overwritten without
	// looking at the rest of the input.
	InPlace bool
	// Strict refuses names that occur twice, are unknown or differ in case, and
	// invalid UTF-8.
	Strict bool
	// V2 reads as encoding/json/v2 does: Strict has to be set as well, and does
	// not mean unknown names then.
	V2 bool
	// Journals has journals of what is overwritten of storage that the value led to
	// before. Without, the whole input is looked at first.
	Journals *Journals
	// Distinct says that all of the input was looked at for names that occur twice.
	Distinct bool
	// Other reads into interfaces that hold something.
	Other func(d *Decoder, b []byte, i int, v *any) int
	// Depth counts the objects and arrays that are open.
	Depth int
	// Nested counts the values of recursive types that are open, where their number
	// is limited.
	Nested int

	// MaxAlloc is how many bytes of memory values may take beyond what the length of
	// the input justifies.
	MaxAlloc int
	// Greedy says that the input was refused because they would take more, or nest
	// deeper than the code's own limit.
	Greedy bool
	spent  int // bytes of memory of what is large as Go has it, and may be short as JSON

	// Offset, Reason and Cause say where and why the input was refused.
	Offset int
	Reason string
	Cause  error
	path   []string // of what was refused, from the inside

	// follower has the member, and one, that was met after the one before f of a
	// struct, at the place of its Base and f. Other members may take the same
	// place: it is what to look for first.
	follower [64]uint8
	sorted   bool // names are in the order of their bytes
	spaced   bool // there was white space in what was skipped
	keyAt    int  // the position of the last key, or 0 if that is not the input's
	long     int  // how many of the next numbers are taken for long, as the last was

	kept  *journal
	taken int             // bytes of memory in kept
	chunk strings.Builder // which strings are parts of
	known *interned       // which strings are looked for in
	fresh int             // how many more of them were new than known
	short int             // how many short lists were made, until lists is there
	lists any             // a *lists of their elements
	spare *[]byte         // of unescaped text
}

// MaxDepth is how deep objects and arrays nest in encoding/json.
const MaxDepth = 10000

// Refuse records that the input cannot be taken at i, and returns -1.
func (d *Decoder) Refuse(i int, reason string) int {
	if d.Reason == "" {
		d.Offset, d.Reason = i, reason
	}
	return -1
}

// RefuseFor is Refuse because of an error.
func (d *Decoder) RefuseFor(i int, err error) int {
	if d.Reason == "" {
		d.Cause = err
	}
	return d.Refuse(i, err.Error())
}

// Justified is how many bytes of memory that is charged each byte of the input may
// take: a quarter less than all that it may, since short values are not charged.
const Justified = 48

// Restart makes the decoder ready for another input.
func (d *Decoder) Restart() {
	d.Depth, d.Nested, d.spent, d.Greedy = 0, 0, 0, false
	d.Offset, d.Reason, d.Cause, d.path = 0, "", nil, d.path[:0]
	d.fresh /= 2             // so that strings are looked for anew
	d.kept, d.taken = nil, 0 // of a call that a method has ended by a panic
}

// Charge counts size bytes of memory for a value at i, and reports whether it may
// take them.
func (d *Decoder) Charge(b []byte, i, size int) bool {
	d.spent += size
	if d.spent < 0 || d.spent-d.MaxAlloc > Justified*len(b) {
		d.Greedy = true
		d.Refuse(i, "the values take more memory than the input's length justifies (--max-alloc)")
		return false
	}
	return true
}

// Costly reports whether encoding/json, asked about an input that this decoder has
// refused, may take more memory for it than is left to be taken. Unlike the decoder it
// goes on behind a value of another kind, and makes an error of each: there may be an
// element of a slice for each of an array, of elem bytes, an entry of a map for each
// member of an object, and for each value what a pointer leads to.
func (d *Decoder) Costly(b []byte, elem, entry, target int) bool {
	if _, _, reason := check(b); reason != "" {
		return false // which it sees first
	}
	elements, members, objects := 0, 0, 0
	var arrays []bool // whether what is open is one
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			for i++; b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{':
			objects++
			members++
			arrays = append(arrays, false)
		case '[':
			elements++
			arrays = append(arrays, true)
		case ']', '}':
			arrays = arrays[:len(arrays)-1]
		case ',':
			if arrays[len(arrays)-1] {
				elements++
			} else {
				members++
			}
		}
	}
	grown := 4 // a slice that doubles, for one more, leaves as much behind
	if elements > 256 {
		grown = 6 // and one that grows by a quarter
	}
	const (
		wrong = 112 // of an error and its text
		group = 8   // the entries that a map has room for at least
	)
	cost := elements*(grown*elem+target+wrong) + members*(3*entry+target+wrong)
	if entry > 0 {
		cost += objects * (group*min(entry, 256) + 48)
	}
	return cost < 0 || d.spent+cost-d.MaxAlloc > Justified*len(b)
}

// Nest counts a value of a recursive type that begins at i, and reports whether there
// are at most so many inside each other.
func (d *Decoder) Nest(i, most int) bool {
	if d.Nested == most {
		d.Greedy = true
		d.Refuse(i, fmt.Sprintf("values are nested more than %d deep (--max-depth)", most))
		return false
	}
	d.Nested++
	return true
}

// In adds the name of a member to the path of what was refused, and returns -1.
func (d *Decoder) In(name string) int {
	d.path = append(d.path, "."+name)
	return -1
}

// At adds the index of an element to the path of what was refused, and returns
// -1.
func (d *Decoder) At(index int) int {
	d.path = append(d.path, fmt.Sprintf("[%d]", index))
	return -1
}

// Error is a refused input.
type Error struct {
	Type   string // that was asked for
	Path   string // of the value in it, such as "user.tags[3]"
	Offset int    // in the input, in bytes
	Reason string
	Cause  error // of a method of the value's type; else nil
}

func (e *Error) Error() string {
	name := e.Type
	if e.Path != "" {
		name += "." + e.Path
	}
	return fmt.Sprintf("json: %s: %s at byte %d", name, e.Reason, e.Offset)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// NilTarget returns the error of a nil pointer in the place of one to a value of the
// named type.
func NilTarget(typ string) error {
	return fmt.Errorf("json: %s: there is nothing to read into: the pointer is nil", typ)
}

// Failure returns the error of an input that was refused as a value of the
// named type. If it is no JSON, what the value led to before is put back.
func (d *Decoder) Failure(b []byte, typ string) error {
	if _, offset, reason := check(b); reason != "" {
		d.Undo()
		return &Error{Type: typ, Offset: offset, Reason: reason}
	}
	d.Accept()
	var path strings.Builder
	for k := len(d.path) - 1; k >= 0; k-- {
		path.WriteString(d.path[k])
	}
	reason := d.Reason
	if reason == "" {
		reason = "the value is of another type"
	}
	return &Error{Type: typ, Path: strings.TrimPrefix(path.String(), "."), Offset: d.Offset, Reason: reason, Cause: d.Cause}
}

// Checked reports whether storage that the value led to before may be written
// to: only if the whole of the input is valid, since encoding/json touches
// nothing otherwise.
func (d *Decoder) Checked(b []byte) bool {
	if !d.InPlace {
		if _, _, reason := check(b); reason != "" {
			return false
		}
		d.InPlace = true
		d.Accept()
	}
	return true
}

// check looks at the syntax of the whole input: it returns whether there is white space
// outside of strings, and where and why it is invalid.
func check(b []byte) (spaced bool, offset int, reason string) {
	d := Decoder{}
	end := d.Skip(b, 0)
	if end < 0 {
		return false, d.Offset, d.Reason
	}
	if !End(b, end) {
		return false, Space(b, end), "there is something after the value"
	}
	return d.spaced || end < len(b), 0, ""
}

func load(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// Space returns the position after white space.
func Space(b []byte, i int) int {
	if i >= len(b) || b[i] > ' ' {
		return i
	}
	return spaces(b, i)
}

func spaces(b []byte, i int) int {
	for i < len(b) {
		c := b[i]
		if c == '\n' {
			i++
			for i <= len(b)-8 { // indentation
				w := load(b[i:i+8]) ^ ' '*lows
				if w != 0 {
					i += bits.TrailingZeros64(w) >> 3
					break
				}
				i += 8
			}
			if i < len(b) && b[i] > ' ' {
				return i
			}
			continue
		}
		if c != ' ' && c != '\t' && c != '\r' {
			return i
		}
		i++
	}
	return i
}

// End reports whether there is but white space after i.
func End(b []byte, i int) bool { return i == len(b) || Space(b, i) == len(b) }

// Done reports whether there is but white space after the value that was read, up to i: then
// what was overwritten for it is forgotten.
func (d *Decoder) Done(b []byte, i int) bool {
	if !End(b, i) {
		return false
	}
	if d.Journals != nil {
		d.Accept()
	}
	if d.spare != nil {
		if cap(*d.spare) <= 1<<16 {
			scratch.Put(d.spare)
		}
		d.spare = nil
	}
	return true
}

// Null reports whether there is a null at i.
func Null(b []byte, i int) bool {
	return len(b)-i >= 4 && string(b[i:i+4]) == "null"
}

// null returns the position after a null.
func (d *Decoder) null(b []byte, i int) int {
	if Null(b, i) {
		return i + 4
	}
	return d.Refuse(i, "another kind of value was expected")
}

// Open begins an object or array at i, which opening begins. It returns the
// position after it, and whether there is a value: a null has none.
func (d *Decoder) Open(b []byte, i int, opening byte) (int, bool) {
	if i >= len(b) || b[i] != opening {
		i = Space(b, i)
		if Null(b, i) {
			return i + 4, false
		}
		if i >= len(b) || b[i] != opening {
			return d.Refuse(i, "another kind of value was expected"), false
		}
	}
	if d.Depth++; d.Depth > MaxDepth {
		return d.Refuse(i, "objects and arrays are nested more than 10000 deep"), false
	}
	return i + 1, true
}

// Empty returns the position after an array that ends where its first element
// would begin, or 0.
func (d *Decoder) Empty(b []byte, i int) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i < len(b) && b[i] == ']' {
		d.Depth--
		return i + 1
	}
	return 0
}

// More returns the position after the comma or bracket that follows an element
// of an array, and whether it was a comma.
func (d *Decoder) More(b []byte, i int) (int, bool) {
	if i < 0 {
		return -1, false // the element was refused
	}
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i < len(b) {
		if b[i] == ',' {
			return i + 1, true
		}
		if b[i] == ']' {
			d.Depth--
			return i + 1, false
		}
	}
	return d.Refuse(i, "a comma or ] was expected"), false
}

// comma reports whether a comma is at i, which may be the position after what was
// refused: it saves the call of More for most.
func comma(b []byte, i int) bool { return uint(i) < uint(len(b)) && b[i] == ',' }

// Bool reads a bool or a null.
func (d *Decoder) Bool(b []byte, i int, v *bool) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if len(b)-i >= 5 {
		// Without a jump for either, which cannot be foreseen.
		w := binary.LittleEndian.Uint32(b[i:])
		yes, no := b2u(w == 0x65757274), b2u(w == 0x736c6166)&b2u(b[i+4] == 'e')
		if yes|no != 0 {
			*v = yes != 0
			return i + 4 + int(no)
		}
	} else if len(b)-i == 4 && string(b[i:]) == "true" {
		*v = true
		return i + 4
	}
	return d.null(b, i)
}

// Count returns how many elements an array of scalars has, whose first begins
// at i: the commas before the next ']', and one.
func Count(b []byte, i int) int {
	b = b[i:]
	if j := bytes.IndexByte(b, ']'); j >= 0 {
		b = b[:j]
	}
	return 1 + bytes.Count(b, []byte{','})
}
