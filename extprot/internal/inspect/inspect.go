// Package inspect shows what encoded extprot messages hold: without a schema as
// the wire format has it ([Dump]), with one in the notation of the original's
// pretty-printer ([Print]). It reads hex ([ParseHex]) and shows where an input is
// damaged ([Excerpt]). The texts are those of the original, broken into lines as
// it does.
package inspect

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/assay-go/assay/extprot/wire"
)

// maxDepth bounds the nesting of values without a schema.
const maxDepth = 1000

// Dump gives the text of the message that b starts with and the number of bytes
// that it takes. The verbose form names every wire type and tag: {…} is a Tuple,
// […] an Htuple, T3 before a value its tag 3, 0x1 a Bits8, (-7L)L a long. The
// reader is strict; errors are *wire.Error, without a path.
func Dump(b []byte, verbose bool) (text string, used int, err error) {
	d := dumper{Reader: wire.NewReader(b, false), verbose: verbose}
	// The box that Format opens around everything.
	d.out.box(0)
	if err := d.value(0); err != nil {
		return "", 0, err
	}
	d.out.end()
	return d.out.String(), d.Pos, nil
}

type dumper struct {
	wire.Reader
	verbose bool
	out     layout
}

func (d *dumper) value(depth int) *wire.Error {
	at := d.Pos
	tag, w, err := d.Prefix()
	if err != nil {
		return err
	}
	if depth >= maxDepth {
		return wire.Errorf(wire.ErrLimit, at, "values are nested more than %d deep", maxDepth)
	}
	switch w {
	case wire.Tuple:
		return d.container(tag, "T", "{", "}", 1, depth)
	case wire.Htuple:
		return d.container(tag, "T", "[", "]", 1, depth)
	case wire.Assoc:
		return d.container(tag, "A", "[", "]", 2, depth)
	case wire.Enum:
		name := "T"
		if d.verbose {
			name = "Enum_"
		}
		d.out.text(name + strconv.FormatUint(tag, 10))
	case wire.Vint:
		u, err := d.Vint()
		if err != nil {
			return err
		}
		d.scalar("Vint", tag, signed(wire.Unzigzag(u), ""), "", "")
	case wire.Bits8:
		u, err := d.Uint8()
		if err != nil {
			return err
		}
		d.scalar("I8", tag, fmt.Sprintf("%X", u), "0x", "")
	case wire.Bits32:
		u, err := d.Uint32()
		if err != nil {
			return err
		}
		d.scalar("I32", tag, signed(int64(int32(u)), "l"), "", "l")
	case wire.Bits64Long:
		u, err := d.Uint64()
		if err != nil {
			return err
		}
		d.scalar("I64", tag, signed(int64(u), "L"), "", "L")
	case wire.Bits64Float:
		u, err := d.Uint64()
		if err != nil {
			return err
		}
		d.scalar("Fl", tag, float(math.Float64frombits(u)), "", "")
	case wire.Bytes:
		s, err := d.Blob()
		if err != nil {
			return err
		}
		d.scalar("B", tag, quoted(string(s)), "", "")
	default:
		return wire.Errorf(wire.ErrWireType, at, "wire type %d does not exist", w)
	}
	return nil
}

func (d *dumper) scalar(name string, tag uint64, text, before, after string) {
	if !d.verbose && tag == 0 {
		d.out.text(before + text + after)
		return
	}
	d.out.text(fmt.Sprintf("%s_%d", name, tag))
	d.out.box(1)
	d.out.space()
	d.out.text(text)
	d.out.end()
}

// container dumps a Tuple or Htuple, or an Assoc, whose entries are pairs.
func (d *dumper) container(tag uint64, letter, left, right string, pair uint64, depth int) *wire.Error {
	c, err := d.Open()
	if err != nil {
		return err
	}
	if c.Count > uint64(d.Left()) || c.Count*pair > uint64(d.Left()) {
		return wire.Errorf(wire.ErrTruncated, d.Pos, "%d values are announced, %d bytes are left", c.Count, d.Left())
	}
	switch {
	case d.verbose || tag != 0:
		left = fmt.Sprintf("%s%d %s", letter, tag, left)
	case letter == "A":
		left = "A " + left
	}
	d.out.text(left)
	d.out.box(1)
	d.out.space()
	for i := range c.Count {
		if i > 0 {
			d.out.text(";")
			d.out.space()
		}
		for part := range pair {
			if part > 0 {
				d.out.text(" : ")
			}
			if err := d.value(depth + 1); err != nil {
				return err
			}
		}
	}
	if pair == 2 {
		d.out.space()
	} else {
		d.out.text(" ")
	}
	d.out.end()
	d.out.text(right)
	d.Close(c)
	return nil
}

// signed gives a number with a suffix; negative ones stand in parentheses.
func signed(n int64, suffix string) string {
	s := strconv.FormatInt(n, 10) + suffix
	if n < 0 {
		return "(" + s + ")"
	}
	return s
}

// float gives a float as OCaml's string_of_float does: 12 digits, and a point
// after whole numbers.
func float(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")
	}
	s := strconv.FormatFloat(f, 'g', 12, 64)
	if !strings.ContainsAny(s, ".e") {
		s += "."
	}
	return s
}

// quoted gives a string literal with OCaml's escapes.
func quoted(s string) string {
	b := []byte{'"'}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\b':
			b = append(b, `\b`...)
		case c < ' ' || c > '~':
			b = fmt.Appendf(b, `\%03d`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
