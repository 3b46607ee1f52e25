// Package extprot repeats what the extprot document says of bytes, and holds it
// against what was published in 2008: the document's message, and the sizes of
// random messages beside those of XML.
// Times are taken by package reproduce of this module, as all are.
package extprot

import (
	"bytes"
	"compress/gzip"
	"compress/lzw"
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/complexrtt"
)

// Config says how much to do.
type Config struct {
	Messages int // random messages
	Seed     uint64
	Progress func(step string, done, total int) // may be nil
}

// Report is what was found. Its JSON form is stable.
type Report struct {
	Message    []byte `json:"message"`        // the document's message, encoded
	Identical  bool   `json:"identical"`      // whether it has the document's bytes
	XML        int    `json:"xml"`            // bytes of the document's message as XML; the document has 730
	Condensed  int    `json:"condensed"`      // and in the condensed mapping: "around 260"
	XMLGzip    int    `json:"xml_gzip"`       // compressed: 190
	CondensedZ int    `json:"condensed_gzip"` // 150
	MessageZ   int    `json:"message_gzip"`   // 98
	Packer     string `json:"packer"`         // what compressed them and the table's messages: "gzip -9", as in the document, or "compress/gzip" where this machine does not have it
	Sizes      Sizes  `json:"sizes"`
	Table      []Size `json:"size_table"`
}

// Sizes are bytes of all random messages together.
type Sizes struct {
	Messages    int `json:"messages"`
	Extprot     int `json:"extprot"`
	XML         int `json:"xml"`
	Condensed   int `json:"condensed"`
	XMLGzip     int `json:"xml_gzip"` // as one stream
	XMLCompress int `json:"xml_lzw"`  // as one stream, by the algorithm of compress with up to 12 bits
	ExtprotGzip int `json:"extprot_gzip"`
}

// Ratio is the document's 5.95.
func (s Sizes) Ratio() float64 { return float64(s.XML) / float64(s.Extprot) }

// Size is a line of the document's size table: bytes of one message. Published
// are the document's figures, whose messages were others of the same size.
type Size struct {
	Extprot     int    `json:"extprot"`
	XML         int    `json:"xml"`
	XMLGzip     int    `json:"xml_gzip"`
	ExtprotGzip int    `json:"extprot_gzip"` // no gain if it is not below Extprot
	Published   [4]int `json:"published"`    // in this order; 0 is NO GAIN
	Found       bool   `json:"found"`        // whether there was a message of this size
}

// published is the document's size table.
var published = [][4]int{
	{15, 102, 82, 0}, {19, 121, 98, 0}, {24, 147, 108, 0}, {31, 161, 121, 0}, {49, 229, 148, 0}, {78, 399, 172, 0},
	{110, 730, 190, 98}, {134, 866, 164, 115}, {152, 931, 244, 140}, {176, 1064, 247, 158}, {218, 1353, 272, 184}, {246, 1517, 303, 198},
}

// documentMessage is the hexdump of the document.
const documentMessage = `
01 6c 02 05 4e 03 01 1c  02 00 9d ea 94 ec 01 05
13 09 02 01 02 00 02 00  02 00 02 01 02 01 02 00
02 00 02 01 01 17 02 00  b8 36 05 11 08 02 00 02
01 02 01 02 00 02 01 02  01 02 00 02 00 01 14 02
00 07 05 0f 07 02 00 02  00 02 00 02 00 02 00 02
00 02 01 05 19 02 21 0a  01 06 20 ed 0a 11 ce 6d
33 28 21 0a 01 06 c5 0a  ce 11 ae 13 00 cd`

// DocumentMessage returns the bytes of the document's 110-byte message.
func DocumentMessage() []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(documentMessage), ""))
	if err != nil {
		panic(err) // a constant
	}
	return b
}

// Run does it all. An interrupted run is an error.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	progress := cfg.Progress
	if progress == nil {
		progress = func(string, int, int) {}
	}
	progress("making messages", 0, 0)
	messages, err := messages(cfg)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	r.Message = messages[0].extprot
	p := findPacker(ctx)
	r.Identical = bytes.Equal(r.Message, DocumentMessage())
	tagged, short := straight.file(messages[0]), condensed.file(messages[0])
	r.XML, r.Condensed, r.XMLGzip, r.CondensedZ = len(tagged), len(short), p.size(tagged), p.size(short)
	r.MessageZ, r.Packer = p.size(r.Message), p.name

	progress("compressing", 0, 0)
	data := encode(messages)
	r.Sizes = data.sizes()
	r.Table = table(messages, p)
	return r, ctx.Err()
}

// packer is what compresses single messages. Go's DEFLATE finds other matches than
// that of the program, by some bytes in a hundred.
type packer struct {
	name string
	size func([]byte) int
}

// findPacker returns the program gzip with its option -9, or Go's package.
func findPacker(ctx context.Context) packer {
	program := func(b []byte) ([]byte, error) {
		cmd := exec.CommandContext(ctx, "gzip", "-9")
		cmd.Stdin = bytes.NewReader(b)
		return cmd.Output()
	}
	if _, err := program(nil); err != nil {
		return packer{"compress/gzip", func(b []byte) int { return len(gzipped(b)) }}
	}
	return packer{"gzip -9", func(b []byte) int {
		out, err := program(b)
		if err != nil {
			return 0 // it was stopped, as the whole will be
		}
		return len(out)
	}}
}

// message is a value of the workload, with its bytes.
type message struct {
	*complexrtt.ComplexRTT
	extprot []byte
}

//go:embed rtt.proto
var protocol []byte

// messages returns the document's message and random ones, which repeat after as
// many as the document's program made.
func messages(cfg Config) ([]message, error) {
	values, err := complexrtt.Values(workload.Options{
		Count: min(cfg.Messages, complexrtt.Distinct), Seed: cfg.Seed, Flags: map[string]int{workload.Values.Name: 1},
	})
	if err != nil {
		return nil, err
	}
	s, err := schema.Check("rtt.proto", protocol, nil)
	if err != nil {
		return nil, err
	}
	t := s.Message("complex_rtt").Type
	list := make([]message, cfg.Messages)
	for i := range list {
		if i >= len(values) {
			list[i] = list[i-len(values)]
			continue
		}
		encoded, err := value.Append(nil, t, valueOf(&values[i]))
		if err != nil {
			return nil, err
		}
		list[i] = message{&values[i], encoded}
	}
	return list, nil
}

// valueOf returns a value of the workload as one of the schema.
func valueOf(m *complexrtt.ComplexRTT) value.Value {
	if b := m.B; b != nil {
		return &value.Record{Variant: "B", Names: []string{"b1", "b2"}, Fields: value.List{
			value.Bool(b.B1), value.List{value.String(b.B2.S), listOf(b.B2.Ints, func(n int64) value.Value { return value.Int(n) })},
		}}
	}
	return &value.Record{Variant: "A", Names: []string{"a1", "a2"}, Fields: value.List{
		listOf(m.A.A1, func(t complexrtt.IntBools) value.Value {
			return value.List{value.Int(t.N), listOf(t.Bools, func(b bool) value.Value { return value.Bool(b) })}
		}),
		listOf(m.A.A2, func(s complexrtt.SumType) value.Value {
			switch {
			case s.A != nil:
				return &value.Sum{Constructor: "A", Args: value.List{value.Int(*s.A)}}
			case s.B != nil:
				return &value.Sum{Constructor: "B", Args: value.List{value.String(*s.B)}}
			case s.C != nil:
				return &value.Sum{Constructor: "C", Args: value.List{value.Int(*s.C)}}
			}
			return &value.Sum{Constructor: "D"}
		}),
	}}
}

func listOf[E any](list []E, of func(E) value.Value) value.List {
	out := make(value.List, len(list))
	for i, e := range list {
		out[i] = of(e)
	}
	return out
}

// encoded are all messages in the forms that are compared.
type encoded struct {
	messages  int
	extprot   []byte // one after another
	xml       []byte
	condensed int
	gzip      []byte // xml as one stream
}

func encode(list []message) *encoded {
	d := &encoded{messages: len(list)}
	for _, m := range list {
		d.extprot = append(d.extprot, m.extprot...)
	}
	d.xml, d.condensed = straight.file(list...), len(condensed.file(list...))
	d.gzip = gzipped(d.xml)
	return d
}

func (d *encoded) sizes() Sizes {
	return Sizes{
		Messages: d.messages, Extprot: len(d.extprot), XML: len(d.xml), Condensed: d.condensed,
		XMLGzip: len(d.gzip), XMLCompress: len(compressed(d.xml)), ExtprotGzip: len(gzipped(d.extprot)),
	}
}

// table looks for a message of each size of the document's table; 110 is the
// document's own.
func table(list []message, p packer) []Size {
	var out []Size
	for _, line := range published {
		s := Size{Extprot: line[0], Published: line}
		if i := slices.IndexFunc(list, func(m message) bool { return len(m.extprot) == line[0] }); i >= 0 {
			text := straight.file(list[i])
			s.Found, s.XML, s.XMLGzip, s.ExtprotGzip = true, len(text), p.size(text), p.size(list[i].extprot)
		}
		out = append(out, s)
	}
	return out
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is one
	}
	w.Write(b) // to a buffer: no error
	w.Close()
	return out.Bytes()
}

func compressed(b []byte) []byte {
	var out bytes.Buffer
	w := lzw.NewWriter(&out, lzw.LSB, 8)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

// Dump returns b as the document shows it.
func Dump(b []byte) string {
	return strings.TrimRight(hex.Dump(b), "\n") + fmt.Sprintf("\n%08x", len(b))
}
