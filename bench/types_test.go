package bench_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

const shop = `
-- go.mod --
module shop.test

go 1.26

require github.com/mailru/easyjson v0.9.2

require github.com/josharian/intern v1.0.0 // indirect
-- go.sum --
github.com/josharian/intern v1.0.0 h1:vlS4z54oSdjm0bgjRigI+G1HpF+tI+9rE5LLzOg8HmY=
github.com/josharian/intern v1.0.0/go.mod h1:5DoeVV0s6jJacbCEi61lwdGj/aVlrQvzHFFd8Hwg//Y=
github.com/mailru/easyjson v0.9.2 h1:dX8U45hQsZpxd80nLvDGihsQ/OxlvTkVUXH2r/8cb2M=
github.com/mailru/easyjson v0.9.2/go.mod h1:1+xMtQp2MRNVL/V1bOzuP3aP8VNwRW55fQUto+XFtTU=
-- shop.go --
package shop

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"sync/atomic"
	"time"
	"unique"
	"unsafe"

	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"
)

// Left has fields that are no part of it.
type Left struct {
	Name  string
	Done  chan int       ` + "`json:\"-\"`" + `
	Cache map[string]int ` + "`assay:\"-\"`" + `
	Inner []Inner
}

type Inner struct {
	ID   int
	Hash []byte
	Stop chan int
}

// Amount travels as the user says, and is made so.
//
//assay:as AmountToText AmountFromText
type Amount struct{ cents int64 }

func AmountToText(a Amount) string { return time.Duration(a.cents).String() }

func AmountFromText(s string) (Amount, error) {
	d, err := time.ParseDuration(s)
	return Amount{int64(d)}, err
}

type Priced struct{ Price Amount }

// Hits is nothing but hidden state.
type Hits struct {
	Count atomic.Int64
	Name  unique.Handle[string]
}

// Shared has bookkeeping as gogo/protobuf adds it.
type Shared struct {
	Name                 string
	XXX_NoUnkeyedLiteral struct{} ` + "`json:\"-\"`" + `
	XXX_unrecognized     []byte   ` + "`json:\"-\"`" + `
	XXX_sizecache        int32    ` + "`json:\"-\"`" + `
}

// Own brings its codec.
type Own struct{ N byte }

func (o Own) MarshalBinary() ([]byte, error) { return []byte{o.N}, nil }
func (o Own) AppendBinary(b []byte) ([]byte, error) { return append(b, o.N), nil }
func (o *Own) UnmarshalBinary(b []byte) error {
	if len(b) != 1 {
		return errors.New("one byte is wanted")
	}
	o.N = b[0]
	return nil
}

// Shift has two times.
type Shift struct{ From, To time.Time }

// Level's zero value comes back as another from its text.
type Level struct {
	Name string
	set  bool
}

func (l Level) MarshalText() ([]byte, error) {
	if !l.set {
		return []byte("none"), nil
	}
	return []byte(l.Name), nil
}

func (l *Level) UnmarshalText(b []byte) error {
	*l = Level{string(b), true}
	return nil
}

type Levels struct{ A, B Level }

// Maybe has a number beside a flag that says there is none.
type Maybe struct {
	N     int
	Valid bool
}

func (m Maybe) MarshalJSON() ([]byte, error) {
	if !m.Valid {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(m.N), 10), nil
}

func (m *Maybe) UnmarshalJSON(b []byte) error {
	*m = Maybe{}
	if string(b) == "null" {
		return nil
	}
	n, err := strconv.Atoi(string(b))
	*m = Maybe{n, true}
	return err
}

type Maybes struct {
	Name string
	M    Maybe
}

// Logged has times as Go programs have them, the zero time among them.
type Logged struct{ At, Until time.Time }

func Loggeds() []Logged { return []Logged{{At: time.Unix(1700000000, 0).UTC()}} }

// Code cannot be written when it is unknown.
type Code struct{ n int }

func (c Code) MarshalText() ([]byte, error) {
	if c.n > 9 {
		return nil, errors.New("no such code")
	}
	return strconv.AppendInt(nil, int64(c.n), 10), nil
}

func (c *Code) UnmarshalText(b []byte) (err error) {
	c.n, err = strconv.Atoi(string(b))
	return err
}

type Coded struct {
	Name  string
	Lines []struct{ Codes map[string]*Code }
}

func Codeds() []Coded {
	return []Coded{{"a", []struct{ Codes map[string]*Code }{{map[string]*Code{"x": {10}}}}}}
}

// Quick has methods that use package unsafe, as those of k8s' types do, and
// elements that are pointers.
type Quick struct {
	Text Fast
	List []*Fast
}

type Fast struct{ s string }

func (f Fast) MarshalText() ([]byte, error) {
	return append([]byte{}, unsafe.Slice(unsafe.StringData(f.s), len(f.s))...), nil
}

func (f *Fast) UnmarshalText(b []byte) error {
	b = append([]byte{}, b...)
	f.s = unsafe.String(unsafe.SliceData(b), len(b))
	return nil
}

// Message, Gogo, Packed and Only have the methods that vtprotobuf, gogo/protobuf and
// msgp generate, the first without those that write into a buffer, Pooled with those
// of vtprotobuf's pools, and Only AppendBinary without MarshalBinary.
type (
	Message struct{ Name string }
	Pooled  struct{ Name string }
	Gogo    struct{ Name string }
	Packed  struct{ Name string }
	Eased   struct{ Name string }
	Only    struct{ Name string }
)

func (m *Message) MarshalVT() ([]byte, error)                  { return []byte(m.Name), nil }
func (m *Message) UnmarshalVT(b []byte) error                  { m.Name = string(b); return nil }
func (p *Pooled) MarshalVT() ([]byte, error)                   { return []byte(p.Name), nil }
func (p *Pooled) SizeVT() int                                  { return len(p.Name) }
func (p *Pooled) MarshalToSizedBufferVT(b []byte) (int, error) { return copy(b[len(b)-len(p.Name):], p.Name), nil }
func (p *Pooled) UnmarshalVT(b []byte) error                   { p.Name += string(b); return nil }
func (p *Pooled) ResetVT()                                     { p.Name = "" }
func (g *Gogo) Size() int                                      { return len(g.Name) }
func (g *Gogo) MarshalToSizedBuffer(b []byte) (int, error)     { return copy(b[len(b)-len(g.Name):], g.Name), nil }
func (g *Gogo) Marshal() ([]byte, error)                       { return []byte(g.Name), nil }
func (g *Gogo) Unmarshal(b []byte) error                       { g.Name += string(b); return nil }
func (p *Packed) MarshalMsg(b []byte) ([]byte, error)          { return append(b, p.Name...), nil }
func (p *Packed) UnmarshalMsg(b []byte) (rest []byte, err error) { p.Name = string(b); return nil, nil }
func (e *Eased) MarshalEasyJSON(w *jwriter.Writer)             { w.String(e.Name) }
func (e *Eased) UnmarshalEasyJSON(l *jlexer.Lexer)             { e.Name = l.String() }
func (o *Only) AppendBinary(b []byte) ([]byte, error)          { return append(b, o.Name...), nil }
func (o *Only) UnmarshalBinary(b []byte) error                 { o.Name = string(b); return nil }

// Unsorted writes its members in any order, as easyjson does.
type Unsorted struct{ Members map[string]int }

func (u Unsorted) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for name, n := range u.Members {
		b = strconv.AppendInt(append(strconv.AppendQuote(b, name), ':'), int64(n), 10)
		b = append(b, ',')
	}
	return append(bytes.TrimSuffix(b, []byte(",")), '}'), nil
}

func (u *Unsorted) UnmarshalJSON(b []byte) error {
	clear(u.Members)
	return json.Unmarshal(b, &u.Members)
}

func Unsorteds() []Unsorted { return []Unsorted{{map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}}} }

// Even takes half of all numbers.
type Even struct{ N uint32 }

func (e Even) MarshalJSON() ([]byte, error) {
	if e.N%2 > 0 {
		return nil, errors.New("odd")
	}
	return strconv.AppendUint(nil, uint64(e.N), 10), nil
}

func (e *Even) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &e.N) }

// Endless ends the process that calls its methods.
type Endless struct{ N uint32 }

func (e Endless) MarshalJSON() ([]byte, error) { return e.MarshalText() }
func (e Endless) MarshalText() ([]byte, error) {
	b, err := e.MarshalJSON()
	return append(b, 0), err
}
func (e *Endless) UnmarshalJSON(b []byte) error { return nil }
-- left.jsonl --
{"Name":"a","Cache":{"x":1},"Inner":[{"ID":1,"Hash":"aGFzaA=="}]}
{"Name":"b"}
`

// TestTypes follows types whose state exported fields do not show, or show too
// much of, through serializers that need no module but the user's: what is left
// out, hidden, brought along, or converted.
func TestTypes(t *testing.T) {
	roundtrip.NeedsLong(t)
	dir := t.TempDir()
	filetest.Unpack(t, dir, txtar.Parse([]byte(shop)))
	chosen := strings.Fields("json gob xml assay.flat own.binary own.append own.append+reuse own.vtprotobuf own.vtprotobuf+reuse own.gogo own.gogo+reuse own.msgp own.msgp+reuse own.easyjson own.json")
	tests := []struct {
		source bench.Source
		want   string
	}{
		{
			bench.Source{Name: "./.Left", File: filepath.Join(dir, "left.jsonl"), Omit: []string{"Inner[].Hash", "Inner[].Stop"}},
			`2 values, zero []: assay.flat 12 by []; gob 106 by [shop.Left without Cache, left out shop.Inner without Hash, left out]; json 28 by [shop.Left without Cache, left out shop.Inner without Hash, Stop, left out]; xml 40 by [shop.Left without Cache, left out shop.Inner without Hash, Stop, left out]`,
		},
		{
			bench.Source{Name: "./.Priced", Count: 4},
			`4 values, zero []: assay.flat 12 by []; gob 42 by [shop.Amount as string by shop.AmountToText]; json 18 by [shop.Amount as string by shop.AmountToText]; xml 38 by [shop.Amount as string by shop.AmountToText]`,
		},
		{
			bench.Source{Name: "./.Hits", Count: 4},
			`4 values, zero []: assay.flat 22 by []; gob 57 by [atomic.Int64 as int64 by assay's conversion unique.Handle[string] as *string by assay's conversion]; json 40 by [atomic.Int64 as int64 by assay's conversion unique.Handle[string] as *string by assay's conversion]; xml 57 by [atomic.Int64 as int64 by assay's conversion unique.Handle[string] as *string by assay's conversion]`,
		},
		{
			bench.Source{Name: "./.Shared", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob 114 by [shop.Shared without XXX_NoUnkeyedLiteral, XXX_unrecognized, XXX_sizecache, left out]; json 104 by []; xml 237 by []`,
		},
		{
			bench.Source{Name: "./.Own", Count: 4},
			`4 values, zero []: assay.flat 6 by []; gob 16 by []; json 8 by []; own.binary 1 by []; own.append 1 by []; own.append+reuse 1 by []; xml 20 by []`,
		},
		{
			bench.Source{Name: "./.Maybes", Count: 8},
			`8 values, zero []: assay.flat 61 by []; gob 131 by []; json 74 by []; xml 120 by []`,
		},
		{
			bench.Source{Name: "./.Shift", Count: 4},
			`4 values, zero []: assay.flat 21 by []; extprot 33 by []; gob 92 by []; json 67 by []; xml 85 by []`,
		},
		{
			bench.Source{Name: "./.Levels", Count: 4},
			`4 values, zero []: assay.flat 22 by []; gob 55 by [shop.Level as bytes by its MarshalText]; json 30 by []; xml 46 by []`,
		},
		{
			bench.Source{Name: "./.Logged", Sample: "Loggeds"},
			`1 values, zero [Until]: assay.flat 21 by []; assay.mus failed: marshal of value 0: mus: marshalling Logged.Until: 0001-01-01 00:00:00 +0000 UTC is not between the years 1678 and 2262, which Unix nanoseconds in 64 bits reach; gob 77 by []; json 60 by []; xml 81 by []`,
		},
		{
			bench.Source{Name: "./.Coded", Sample: "Codeds"},
			`1 values, zero []: assay.flat failed: marshal of value 0: flat: marshalling Coded.Lines[].Codes[value]: no such code; gob failed: marshal of value 0: Lines[].Codes[value]: no such code; json failed: marshal of value 0: json: error calling MarshalText for type *shop.Code: no such code; xml refused: Lines[].Codes: maps are not supported`,
		},
		{
			bench.Source{Name: "./.Quick", Count: 4},
			`4 values, zero []: assay.flat 56 by []; gob 116 by [shop.Fast as bytes by its MarshalText]; json 72 by []; xml 107 by []`,
		},
		{
			bench.Source{Name: "./.Message", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob 116 by []; json 104 by []; own.vtprotobuf 79 by []; xml 125 by []`,
		},
		{
			bench.Source{Name: "./.Pooled", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob 114 by []; json 104 by []; own.vtprotobuf 79 by []; own.vtprotobuf+reuse 79 by []; xml 123 by []`,
		},
		{
			bench.Source{Name: "./.Gogo", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob 112 by []; json 104 by []; own.gogo 79 by []; own.gogo+reuse 79 by []; xml 119 by []`,
		},
		{
			bench.Source{Name: "./.Packed", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob 114 by []; json 104 by []; own.msgp 79 by []; own.msgp+reuse 79 by []; xml 123 by []`,
		},
		{
			bench.Source{Name: "./.Eased", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob 114 by []; json 104 by []; own.easyjson 96 by []; xml 121 by []`,
		},
		{
			bench.Source{Name: "./.Only", Count: 4},
			`4 values, zero []: assay.flat 85 by []; gob failed: unmarshal of value 2: gob: decoding into local type *shop.Only, received remote type Only = struct { Name string; }; json 104 by []; own.append 79 by []; own.append+reuse 79 by []; xml 119 by []`,
		},
		{
			bench.Source{Name: "./.Unsorted", Sample: "Unsorteds"},
			`1 values, zero []: assay.flat 66 by []; gob 90 by []; json 37 by []; own.json 37 by []; xml refused: Members: maps are not supported`,
		},
		{
			bench.Source{Name: "./.Even", Count: 16},
			`16 values, zero []: assay.flat 9 by []; gob 31 by []; json 3 by []; own.json 3 by []; xml 23 by []`,
		},
		{
			bench.Source{Name: "./.Endless", Count: 4},
			`4 values, zero []: assay.flat 9 by []; gob 36 by []; json failed: verify: recursed without end, and was stopped; own.json failed: verify: recursed without end, and was stopped; xml failed: verify: recursed without end, and was stopped`,
		},
	}
	// One worker has them all: building one for each would take minutes.
	var sources []bench.Source
	for _, test := range tests {
		sources = append(sources, test.source)
	}
	b, err := bench.Open(t.Context(), bench.Config{
		Drivers: []*driver.Driver{drivers.Find("assay"), drivers.Find("extprot"), drivers.Find("gob"), drivers.Find("json"), drivers.Find("own"), drivers.Find("xml")}, CacheDir: cacheDir, Dir: dir, Together: true,
		Choose: func(subject string, r rows.Candidate) bool {
			return slices.Contains(chosen, r.Row) || r.Row == "extprot" && strings.HasSuffix(subject, ".Shift") || r.Row == "assay.mus" && strings.HasSuffix(subject, ".Logged")
		},
	}, sources...)
	if err != nil {
		t.Fatal(err)
	}
	run, err := b.Verify(t.Context(), bench.Options{})
	if err != nil || len(run.Subjects) != len(tests) {
		t.Fatalf("%d subjects: %v", len(run.Subjects), err)
	}
	for i, test := range tests {
		t.Run(test.source.Name, func(t *testing.T) {
			s := run.Subjects[i]
			got := fmt.Sprintf("%d values, zero %v:", s.Values, s.Zero)
			for i, c := range s.Cases {
				if i > 0 {
					got += ";"
				}
				switch c.Status {
				case result.Skipped:
					got += fmt.Sprintf(" %s %.0f by %v", c.Row, c.Size.Mean, c.Workarounds)
				default:
					got += fmt.Sprintf(" %s %s: %s", c.Row, c.Status, c.Reason)
				}
			}
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
