package extprot

import (
	"encoding/base64"
	"strconv"

	"github.com/assay-go/assay/workloads/complexrtt"
)

// mapping is one of the document's two mappings of the protocol to XML, without
// newlines and spaces within a message. It follows the document's program, which
// begins both constructors with the same tag, writes strings in base64, since they
// are any bytes, and closes what is empty by a tag of its own.
type mapping struct {
	htuple, tuple           string
	number, long, text, yes string // tags around values; empty for none
	condensed               bool
}

var (
	// straight has a tag for every low-level type.
	straight = mapping{htuple: "htuple", tuple: "tuple", number: "int", long: "long", text: "string", yes: "bool"}

	// condensed leaves out the tags of values, which are set off by spaces.
	condensed = mapping{htuple: "ht", tuple: "t", condensed: true}
)

// append appends m as XML.
func (x mapping) append(b []byte, m *complexrtt.ComplexRTT) []byte {
	b = open(b, "complex_rtt_A")
	if m.B != nil {
		b = x.bool(b, m.B.B1)
		b = open(b, x.tuple)
		b = x.string(b, m.B.B2.S)
		b = open(b, x.htuple)
		for _, n := range m.B.B2.Ints {
			b = x.integer(b, x.number, n)
		}
		b = shut(b, x.htuple)
		b = shut(b, x.tuple)
		return shut(b, "complex_rtt_A")
	}
	b = open(b, x.htuple)
	for _, t := range m.A.A1 {
		b = open(b, x.tuple)
		b = x.integer(b, x.number, t.N)
		b = open(b, x.htuple)
		for _, v := range t.Bools {
			b = x.bool(b, v)
		}
		b = shut(b, x.htuple)
		b = shut(b, x.tuple)
	}
	b = shut(b, x.htuple)
	b = open(b, x.htuple)
	for _, s := range m.A.A2 {
		b = x.sum(b, s)
	}
	b = shut(b, x.htuple)
	return shut(b, "complex_rtt_A")
}

// file returns the messages as a file of the document's program: a newline stands
// behind each, and one more behind all.
func (x mapping) file(list ...message) []byte {
	var b []byte
	for _, m := range list {
		b = append(x.append(b, m.ComplexRTT), '\n')
	}
	return append(b, '\n')
}

func (x mapping) sum(b []byte, s complexrtt.SumType) []byte {
	switch {
	case s.A != nil:
		return shut(x.integer(open(b, "sum_A"), x.number, *s.A), "sum_A")
	case s.B != nil:
		return shut(x.string(open(b, "sum_B"), *s.B), "sum_B")
	case s.C != nil:
		return shut(x.integer(open(b, "sum_C"), x.long, *s.C), "sum_C")
	}
	return shut(open(b, "sum_D"), "sum_D")
}

func open(b []byte, tag string) []byte { return append(append(append(b, '<'), tag...), '>') }
func shut(b []byte, tag string) []byte { return append(append(append(b, "</"...), tag...), '>') }

func (x mapping) integer(b []byte, tag string, n int64) []byte {
	if x.condensed {
		return append(strconv.AppendInt(append(b, ' '), n, 10), ' ')
	}
	return shut(strconv.AppendInt(open(b, tag), n, 10), tag)
}

func (x mapping) bool(b []byte, v bool) []byte {
	if x.condensed {
		return append(b, ' ', strconv.FormatBool(v)[0], ' ')
	}
	return shut(strconv.AppendBool(open(b, x.yes), v), x.yes)
}

func (x mapping) string(b []byte, s string) []byte {
	if x.condensed {
		return append(base64.StdEncoding.AppendEncode(append(b, ' '), []byte(s)), ' ')
	}
	return shut(base64.StdEncoding.AppendEncode(open(b, x.text), []byte(s)), x.text)
}
