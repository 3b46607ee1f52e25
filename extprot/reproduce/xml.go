package reproduce

import (
	"bytes"
	"encoding/xml"
	"strconv"

	"github.com/assay-go/assay/extprot/reproduce/rtt"
)

// mapping is one of the document's two mappings of the protocol to XML, without
// newlines and spaces.
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
func (x mapping) append(b []byte, m *rtt.ComplexRtt) []byte {
	if m.Kind == rtt.ComplexRttKindB {
		b = open(b, "complex_rtt_B")
		b = x.bool(b, m.B.B1)
		b = open(b, x.tuple)
		b = x.string(b, m.B.B2.F0)
		b = open(b, x.htuple)
		for _, n := range m.B.B2.F1 {
			b = x.integer(b, x.number, n)
		}
		b = shut(b, x.htuple)
		b = shut(b, x.tuple)
		return shut(b, "complex_rtt_B")
	}
	b = open(b, "complex_rtt_A")
	b = open(b, x.htuple)
	for i := range m.A.A1 {
		t := &m.A.A1[i]
		b = open(b, x.tuple)
		b = x.integer(b, x.number, t.F0)
		b = open(b, x.htuple)
		for _, v := range t.F1 {
			b = x.bool(b, v)
		}
		b = shut(b, x.htuple)
		b = shut(b, x.tuple)
	}
	b = shut(b, x.htuple)
	b = open(b, x.htuple)
	for i := range m.A.A2 {
		b = x.sum(b, &m.A.A2[i])
	}
	b = shut(b, x.htuple)
	return shut(b, "complex_rtt_A")
}

func (x mapping) sum(b []byte, s *rtt.SumTypeIntStringLong) []byte {
	switch s.Kind {
	case rtt.SumTypeIntStringLongKindA:
		return shut(x.integer(open(b, "sum_A"), x.number, s.A), "sum_A")
	case rtt.SumTypeIntStringLongKindB:
		return shut(x.string(open(b, "sum_B"), s.B), "sum_B")
	case rtt.SumTypeIntStringLongKindC:
		return shut(x.integer(open(b, "sum_C"), x.long, s.C), "sum_C")
	}
	return append(b, "<sum_D/>"...)
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
	var text bytes.Buffer
	xml.EscapeText(&text, []byte(s)) // to a buffer: no error
	if x.condensed {
		return append(append(append(b, ' '), text.Bytes()...), ' ')
	}
	return shut(append(open(b, x.text), text.Bytes()...), x.text)
}
