package jsonrt

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"
	"weak"

	"github.com/assay-go/assay/internal/routines/routinestest"
)

// rounds is how many random values a test takes of each sort.
var rounds = map[bool]int{false: 1_000, true: 20_000}[routinestest.Long]

// every is of how many systematic cases one is tried: at each place others.
var every = map[bool]int{false: 3, true: 1}[routinestest.Long]

func init() { // as package jsonstd does
	text, _ := json.Marshal("\xff")
	Replacement = strings.Trim(string(text), `"`)
}

// source is the same in every run, so that a failure stays.
func source() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func written(write func(b []byte, n int) int) string {
	b := make([]byte, 64)
	return string(b[:write(b, 0)])
}

// floats are those on which printing and parsing go wrong first.
func floats(r *rand.Rand) []float64 {
	list := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.999999e-7, 1e-7, 1e20, 1e21, 1e22, 123456789012345678, 1 << 53, 1<<53 + 2, 5e-324, math.MaxFloat64,
		math.SmallestNonzeroFloat32, math.MaxFloat32, 2.2250738585072014e-308, 2.225073858507201e-308, 9007199254740993, 0.000001, 1.5e-6, 16777216, 16777217, 3.4e37,
	}
	for range rounds {
		f := math.Float64frombits(r.Uint64())
		if !math.IsNaN(f) && !math.IsInf(f, 0) {
			list = append(list, f)
		}
		list = append(list, float64(r.Int64N(1e9))/1e4, math.Ldexp(1, r.IntN(2000)-1000), float64(r.Uint64N(1e17)), float64(r.Uint32N(1000))*math.Pow10(r.IntN(60)-30))
	}
	return list
}

func TestFloatsAreWrittenAsEncodingJSONDoes(t *testing.T) {
	var e Encoder
	for _, f := range floats(source()) {
		want, _ := json.Marshal(f)
		if got := written(func(b []byte, n int) int { return e.Float64(b, n, f) }); got != string(want) {
			t.Fatalf("float64 %s, want %s", got, want)
		}
		s := float32(f)
		if math.IsInf(float64(s), 0) {
			s = math.Float32frombits(uint32(math.Float64bits(f)) &^ (1 << 30))
		}
		want, _ = json.Marshal(s)
		if got := written(func(b []byte, n int) int { return e.Float32(b, n, s) }); got != string(want) {
			t.Fatalf("float32 %s, want %s", got, want)
		}
	}
}

func TestFloatsAreReadAsStrconvDoes(t *testing.T) {
	const behind = ",[0.5,0.25,0.125,0.0625,0.03125,0.015625]" // room for whole words
	r := source()
	texts := []string{
		"0", "-0", "0.0", "1", "-1.5", "1e400", "-1e400", "1e-400", "123456789012345678901234567890.5", "2.2250738585072011e-308", "4.9e-324", "2e-324", "9007199254740993",
		"1.7976931348623159e308", "0.000000000000000000000000000000000012345678901234567890", "1e23", "8.5e22", "16777217.00000001", "3.4028236e38", "3.4028235677973366e38", "1e-45", "1e-46", "0.5e-45", "7e-46",
		"00", "01", "1.", ".5", "+1", "1e", "1e+", "-", "", "1.e5", "0x1", "Infinity", "1_0", "1000000000000000000000000000000000000000000e-40", "0.00000000000000000000000000000000000000001e41",
		"43.42027300000001", "-65.61361699999998", "-141.00299072265622", "1234567.123456789012", "1234567.1234567890123", "1234567.123456789012345", "12345678.5", "0.00000001", "00.5", "01.25", "1.5e3", "1.12345678E-3", "2.12345678", "2.123456789012345", "2.1234567890123456",
		"0.12345678901234567", "0.123456789012345678", "0.1234567890123456789", "1.234567890123456789", "1.2345678901234567e-5", "1.25e0003", "1.25e-00000003", "1.25e+", "1.25e-", "1.25e", "1.25ee1", "1.25e1.5", "0.0e999", "1.7976931348623157e308", "2.5e308", "2.5e-400",
	}
	for e := 300; e < 350; e++ { // where floats end
		texts = append(texts, fmt.Sprintf("1e-%d", e), fmt.Sprintf("657001e-%d", e), fmt.Sprintf("1234567.8901234567e-%d", e), fmt.Sprintf("9999999999999999999e-%d", e), fmt.Sprintf("2.5e%d", e))
	}
	for range 10000 {
		texts = append(texts, strconv.FormatFloat((r.Float64()-0.5)*math.Pow10(r.IntN(8)), 'f', 1+r.IntN(17), 64))
	}
	for _, f := range floats(r) {
		texts = append(texts, strconv.FormatFloat(f, 'g', -1+r.IntN(2)*r.IntN(25), 64))
	}
	for _, text := range texts {
		text = strings.TrimSuffix(text, "+Inf")
		if !json.Valid([]byte(text)) {
			var f float64
			for _, more := range []string{"", behind} {
				if i := new(Decoder).Float64([]byte(text+more), 0, &f); text != "" && i == len(text) {
					t.Errorf("%q, followed by %q, is read as %v", text, more, f)
				}
			}
			continue
		}
		var want, got float64
		var want32, got32 float32
		err, err32 := json.Unmarshal([]byte(text), &want), json.Unmarshal([]byte(text), &want32)
		i, i32 := new(Decoder).Float64([]byte(text), 0, &got), new(Decoder).Float32([]byte(text), 0, &got32)
		if (err == nil) != (i == len(text)) || err == nil && math.Float64bits(want) != math.Float64bits(got) {
			t.Fatalf("%s is %v as float64, want %v", text, got, want)
		}
		if (err32 == nil) != (i32 == len(text)) || err32 == nil && math.Float32bits(want32) != math.Float32bits(got32) {
			t.Fatalf("%s is %v as float32, want %v", text, got32, want32)
		}
		if i := new(Decoder).Float64([]byte(text+behind), 0, &got); (err == nil) != (i == len(text)) || err == nil && math.Float64bits(want) != math.Float64bits(got) {
			t.Fatalf("%s, with more behind it, is %v as float64, want %v", text, got, want)
		}
	}
}

func TestArraysOfFloatsAreReadAsEncodingJSONDoes(t *testing.T) {
	const behind = ",[0.5,0.25,0.125,0.0625,0.03125,0.015625]" // room for whole words
	for text, taken := range map[string]bool{
		"[-65.61361699999998,43.42027300000001]": true, "[0.5,-0.0]": true, "[1.5e3,-2.5E-7]": true, "[0.0,12.34567890123456789]": true,
		"[1.5, 2.5]": false, "[1.5,2.5 ]": false, "[ 1.5,2.5]": false, "[1.5,null]": false, "[null,1.5]": false, "[1,2]": true, "[-0,1234567]": true, "[1,02]": false, "[1,-]": false, "[1,2e]": false, "[1,12345678]": false, "null": false, "[]": false, "[1.5]": false,
		"[1.5,2.5,3.5]": false, "[1.5,2.5}": false, "[1.5]2.5]": false, "[1.5,01.5]": false, "[1.5,2.5e400]": false, "[1.5,2.]": false, "[1.5,\"\"]": false, "{1.5,2.5]": false, "[1.5,--2.5]": false,
	} {
		got, want := [2]float64{7, 8}, [2]float64{7, 8}
		j := new(Decoder).Floats([]byte(text+behind), 0, got[:])
		if taken != (j > 0) {
			t.Errorf("%s ends at %d", text, j)
		}
		err := json.Unmarshal([]byte(text), &want)
		if taken && (err != nil || j != len(text) || got != want) {
			t.Errorf("%s is %v up to %d, want %v up to %d, %v", text, got, j, want, len(text), err)
		}
		if json.Valid([]byte(text)) && got[1] != 8 && want[1] != got[1] {
			t.Errorf("%s leaves %v", text, got)
		}
		for n := range len(text) {
			if j := new(Decoder).Floats([]byte(text[:n]), 0, got[:]); j != 0 {
				t.Errorf("%s ends at %d", text[:n], j)
			}
		}
	}
	if j := (&Decoder{Depth: MaxDepth}).Floats([]byte("[1.5]"+behind), 0, make([]float64, 1)); j != 0 {
		t.Error("an array that is too deep is read")
	}
}

func TestIntegers(t *testing.T) {
	r := source()
	for k := range rounds {
		u := r.Uint64() >> (k & 63)
		if got := written(func(b []byte, n int) int { return Uint(b, n, u) }); got != strconv.FormatUint(u, 10) {
			t.Fatalf("%s, want %d", got, u)
		}
		x := int64(u)
		if k&64 != 0 {
			x = -x
		}
		text := written(func(b []byte, n int) int { return Int(b, n, x) })
		if text != strconv.FormatInt(x, 10) {
			t.Fatalf("%s, want %d", text, x)
		}
		for _, suffix := range []string{"", ",", " ", ".0", "e1", "0", "00000000"} {
			in := []byte(text + suffix)
			checkInteger[int8](t, in, ReadInt)
			checkInteger[int16](t, in, ReadInt)
			checkInteger[int32](t, in, ReadInt)
			checkInteger[int64](t, in, ReadInt)
			checkInteger[uint8](t, in, ReadUint)
			checkInteger[uint16](t, in, ReadUint)
			checkInteger[uint32](t, in, ReadUint)
			checkInteger[uint64](t, in, ReadUint)
		}
	}
}

func checkInteger[T comparable](t *testing.T, in []byte, read func(*Decoder, []byte, int, *T) int) {
	t.Helper()
	var want, got T
	text := bytes.TrimRight(in, ", ")
	err := json.Unmarshal(text, &want)
	i := read(new(Decoder), in, 0, &got)
	if (err == nil) != (i == len(text)) || err == nil && got != want {
		t.Fatalf("%q is %v as %T, want %v: %v", in, got, got, want, err)
	}
}

// parts are what strings are made of here, raw.
var parts = []string{
	"a", "xyz", "12345678", "\"", "\\", "/", "<", ">", "&", "\b", "\f", "\n", "\r", "\t", "\x00", "\x1f", "\x7f", "é", "ſ", "K", "日本", "語", "\u2028", "\u2029", "😀", "\ufffd", "\ufeff",
	"\xff", "\x80", "\xc3", "\xe3\x81", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf", "\xe0\x80\x80", "\xf0\x9f\x98", "the quick brown fox jumps over",
}

// quoted are parts of strings in JSON, valid or not.
var quoted = []string{
	`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0041`, `\u00e9`, `\u65e5`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\ud83d\u0041`, `\uD83D\n`, `\u0000`, `\u2028`, `\ufffd`,
}

var invalid = []string{`\x`, `\'`, `\u12`, `\u12g4`, "\n", "\x00", `"`, `\`, `\U0041`}

func sentence(r *rand.Rand, words ...[]string) string {
	var b strings.Builder
	for range r.IntN(8) {
		list := words[r.IntN(len(words))]
		b.WriteString(list[r.IntN(len(list))])
	}
	return b.String()
}

func TestListsOfIntegersAreWrittenAsEncodingJSONDoes(t *testing.T) {
	var signed []int32
	var unsigned []uint16
	for x := range int32(2000) {
		signed, unsigned = append(signed, x, -x, x*x), append(unsigned, uint16(x), uint16(x*x))
		if x%100 != 0 {
			continue
		}
		want, _ := json.Marshal(signed)
		if b, n := Ints(nil, 0, signed, 0); string(b[:n]) != string(want) {
			t.Fatalf("%s, want %s", b[:n], want)
		}
		want, _ = json.Marshal(unsigned)
		if b, n := Uints(nil, 0, unsigned, 0); string(b[:n]) != string(want) {
			t.Fatalf("%s, want %s", b[:n], want)
		}
	}
}

// Lists of many numbers, with a byte changed at each place, in the midst of an input and at its end.
func TestListsOfNumbersAreReadAsEncodingJSONDoes(t *testing.T) {
	r := source()
	numbers := map[string]func() string{
		"digit":   func() string { return strconv.Itoa(r.IntN(10)) },
		"small":   func() string { return strconv.Itoa(r.IntN(300) - 100) },
		"any":     func() string { return strconv.FormatUint(r.Uint64()>>r.IntN(64), 10) },
		"signed":  func() string { return strconv.FormatInt(int64(r.Uint64())>>r.IntN(64), 10) },
		"tenths":  func() string { return strconv.FormatFloat(float64(r.IntN(1000)-300)/10, 'f', -1, 64) },
		"decimal": func() string { return strconv.FormatFloat(r.NormFloat64()*1000, 'f', r.IntN(18), 64) },
		"full":    func() string { return strconv.FormatFloat(r.NormFloat64()*math.Pow10(r.IntN(20)-6), 'f', -1, 64) },
		"single":  func() string { return strconv.FormatFloat(r.NormFloat64(), 'f', -1, 32) },
		"between": func() string { // two float32
			f := float32(r.IntN(1<<20)) + r.Float32()
			return strconv.FormatFloat((float64(f)+float64(math.Nextafter32(f, 1e9)))/2, 'f', r.IntN(20), 64)
		},
		"null": func() string {
			return []string{"null", "1", "-0", "0", "00", "-", "1e2", "12345678", "-12345678", "1234567.5"}[r.IntN(10)]
		},
	}
	seps := []string{",", ",", ", ", " ,", ",\n  "}
	for name, number := range numbers {
		for _, n := range []int{0, 1, 3, 9, 12, 25} {
			var list []string
			for range n {
				list = append(list, number())
			}
			whole := "[" + strings.Join(list, seps[n%len(seps)]) + "]"
			for k := -1; k < len(whole); k++ {
				text := []byte(whole)
				if k >= 0 {
					text[k] = "0,.-] e9\x80{"[r.IntN(10)]
				}
				if r.IntN(2) == 0 {
					text = append(text, bytes.Repeat([]byte(" "), 100)...)
				}
				if r.IntN(2) == 0 { // what is before a number is looked at, too
					text = append(bytes.Repeat([]byte(" "), 33), text...)
				}
				sameList(t, name, text, func(d *Decoder, b []byte, v *[]int64) int { return ReadInts(d, b, 0, v, 0) })
				sameList(t, name, text, func(d *Decoder, b []byte, v *[]int8) int { return ReadInts(d, b, 0, v, 0) })
				sameList(t, name, text, func(d *Decoder, b []byte, v *[]uint64) int { return ReadUints(d, b, 0, v, 0) })
				sameList(t, name, text, func(d *Decoder, b []byte, v *[]uint16) int { return ReadUints(d, b, 0, v, 0) })
				sameList(t, name, text, func(d *Decoder, b []byte, v *[]float64) int { return ReadFloats(d, b, 0, v, 0) })
				sameList(t, name, text, func(d *Decoder, b []byte, v *[]float32) int { return ReadFloat32s(d, b, 0, v, 0) })
			}
		}
	}
}

// sameList wants of read what encoding/json makes of the text, for a fresh list and for one that is used.
func sameList[T comparable](t *testing.T, name string, text []byte, read func(d *Decoder, b []byte, v *[]T) int) {
	t.Helper()
	for _, room := range []int{0, 20} {
		got, want := make([]T, 0, room), make([]T, 0, room)
		err := json.Unmarshal(text, &want)
		j := read(&Decoder{InPlace: true}, text, &got)
		if taken := j >= 0 && End(text, j); taken != (err == nil) || taken && (!slices.Equal(got, want) || fmt.Sprint(got) != fmt.Sprint(want)) {
			t.Fatalf("%s, %T: %s is %v up to %d, want %v, %v", name, want, text, got, j, want, err)
		}
	}
}

func TestListsOfFloat32AreWrittenAsEncodingJSONDoes(t *testing.T) {
	r := source()
	for n := range 40 {
		list := make([]float32, n)
		for k := range list {
			list[k] = float32(r.NormFloat64() * math.Pow10(r.IntN(12)-6))
		}
		if n == 0 {
			list = nil
		}
		want, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if b, end := new(Encoder).Float32s(nil, 0, list, 1); string(b[:end]) != string(want) {
			t.Errorf("%s, want %s", b[:end], want)
		}
	}
}

func TestStringsAreWrittenAsEncodingJSONDoes(t *testing.T) {
	r := source()
	for range rounds {
		s := sentence(r, parts)
		want, _ := json.Marshal(s)
		b, n := String(nil, 0, s, 3)
		if string(b[:n]) != string(want) || len(b)-n < 3 {
			t.Fatalf("%q is written %s, want %s", s, b[:n], want)
		}
		var raw bytes.Buffer
		e := json.NewEncoder(&raw)
		e.SetEscapeHTML(false)
		e.Encode(s)
		b, n = StringRaw(nil, 0, s, 3)
		if string(b[:n])+"\n" != raw.String() {
			t.Fatalf("%q is written %s, want %s", s, b[:n], raw.Bytes())
		}
		type option struct {
			S string `json:",string"`
		}
		want, _ = json.Marshal(option{s})
		b, n = Quoted(nil, 0, s, 0)
		if `{"S":`+string(b[:n])+"}" != string(want) {
			t.Fatalf("%q is written %s, want %s", s, b[:n], want)
		}
	}
}

func TestStringsAreReadAsEncodingJSONDoes(t *testing.T) {
	r := source()
	raw := append(slices.Clone(parts[:3]), parts[10:]...)
	raw = slices.DeleteFunc(raw, func(s string) bool { return s == "\n" || s == "\r" || s == "\t" || s[0] < ' ' })
	for k := range rounds {
		in := `"` + sentence(r, raw, quoted) + `"`
		if k%4 == 0 {
			in = `"` + sentence(r, parts, quoted, invalid) + `"`
		}
		var want string
		err := json.Unmarshal([]byte(in), &want)
		for _, d := range []*Decoder{{}, {Chunk: 4096}, {Chunk: len(in)}, {Source: in}} {
			var got string
			i := d.String([]byte(in), 0, &got)
			if (err == nil) != (i == len(in)) || err == nil && got != want {
				t.Fatalf("%s is %q, want %q: %v", in, got, want, err)
			}
		}
		if i := new(Decoder).Skip([]byte(in), 0); (err == nil) != (i == len(in)) {
			t.Fatalf("%s is skipped up to %d: %v", in, i, err)
		}
		var key map[string]int
		doc := []byte(`{` + in + ` : 1}`)
		err = json.Unmarshal(doc, &key)
		d := Decoder{Depth: 1}
		i, got := d.Key(doc, 1)
		if _, ok := key[string(got)]; err == nil && (!ok || string(doc[i-1:]) != ": 1}"[0:1]+" 1}") {
			t.Fatalf("the key of %s is %q", doc, got)
		}
	}
}

// Each character is looked at as part of a word, at any place of it.
func TestEachCharacterAtEachPlace(t *testing.T) {
	for c := range 256 {
		for length := 1; length < 20; length++ {
			for k := range length {
				text := bytes.Repeat([]byte("a"), length)
				text[k] = byte(c)
				want, _ := json.Marshal(string(text))
				if b, n := String(nil, 0, string(text), 0); string(b[:n]) != string(want) {
					t.Fatalf("%q is written %s, want %s", text, b[:n], want)
				}
				if b, n := Strings(nil, 0, []string{string(text), "b"}, 0); string(b[:n]) != "["+string(want)+`,"b"]` {
					t.Fatalf("%q in a list is written %s, want %s", text, b[:n], want)
				}
			}
		}
	}
}

// Runs of runes are looked at some at a time: each rune, valid or not, has to be
// seen at each place of a run of runes of each length.
func TestRunsOfRunes(t *testing.T) {
	odd := oddRunes()
	for _, common := range []string{"é", "ࠀ", "→", "日", "ﻂ", "𠀀"} {
		for before := range 9 {
			for k, o := range odd {
				for i, after := range []int{0, 1, 2, 9} {
					if (before+k+i)%every == 0 {
						asEncodingJSON(t, strings.Repeat(common, before)+o+strings.Repeat(common, after))
					}
				}
			}
		}
	}
}

// TestLongText looks at each rune, valid or not, at each place of vectors, with text of each
// kind around it and without any, and at long texts of everything.
func TestLongText(t *testing.T) {
	odd := oddRunes()
	for k, common := range []string{"a", "é", "日", "😀"} {
		for before := range 34 {
			for j, o := range odd {
				if (j+before+k)%every != 0 {
					continue
				}
				asEncodingJSON(t, strings.Repeat("a", before)+strings.Repeat(common, before%3)+o+strings.Repeat(common, 70))
			}
		}
	}
	r := source()
	for k := range 2 * rounds {
		var text strings.Builder
		for range r.IntN(12) {
			if k%3 == 0 {
				text.WriteString(odd[r.IntN(len(odd))])
			} else {
				text.WriteString(odd[r.IntN(20)]) // valid
			}
			text.WriteString(strings.Repeat([]string{"a", "<", "é", "日", "😀", "\n\"", "’ "}[r.IntN(7)], r.IntN(60)))
		}
		asEncodingJSON(t, text.String())
	}
}

// asEncodingJSON writes and reads s as encoding/json does.
func asEncodingJSON(t *testing.T, s string) {
	t.Helper()
	want, _ := json.Marshal(s)
	b, n := String(nil, 0, s, 3)
	if string(b[:n]) != string(want) || len(b)-n < 3 {
		t.Fatalf("%q is written %s, want %s", s, b[:n], want)
	}
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetEscapeHTML(false)
	e.Encode(s)
	if b, n := StringRaw(nil, 0, s, 3); string(b[:n])+"\n" != raw.String() || len(b)-n < 3 {
		t.Fatalf("%q is written %s, want %s", s, b[:n], raw.Bytes())
	}
	var v2 Encoder
	if b, n := v2.StringV2(nil, 0, s, 3); (v2.Err == nil) != utf8.ValidString(s) || len(b)-n < 3 {
		t.Fatalf("%q is written as by v2: %v", s, v2.Err)
	} else if v2.Err == nil {
		var again string
		if err := json.Unmarshal(b[:n], &again); err != nil || again != s {
			t.Fatalf("%q is written as by v2 %s: %v", s, b[:n], err)
		}
	}
	for _, in := range []string{`"` + s + `"`, string(want)} {
		var text, got string
		err := json.Unmarshal([]byte(in), &text)
		i := new(Decoder).String([]byte(in), 0, &got)
		if (err == nil) != (i == len(in)) || err == nil && got != text {
			t.Fatalf("%q is read as %q, want %q: %v", in, got, text, err)
		}
	}
}

// oddRunes has runes at the borders of what is looked at alike, and after the first 20 of
// them what is none.
func oddRunes() []string {
	odd := []string{"", "a", "\"", "<", "\u0080", "\u07ff", "\u0800", "\u0fff", "\u1000", "\u2027", "\u2028", "\u2029", "\u202a", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0003ffff", "\U00040000", "\U0010ffff"}
	for _, lead := range []byte{0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe2, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff} {
		for _, second := range []byte{'x', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xe2} {
			for _, rest := range []string{"", "\x80", "\xa8", "\xbf", "\x7f", "\x80\x80", "\xbf\xbf", "\xbfx"} {
				odd = append(odd, string([]byte{lead, second})+rest)
			}
		}
	}
	return odd
}

// Words of other scripts stand between spaces, and are looked at together with those.
func TestMixedText(t *testing.T) {
	r := source()
	list := []string{" ", "a", "z", "0", "\n", "\"", "\\", "<", "|", "é", "я", "\u0080", "\u07ff", "\u0800", "\u0fff", "\u1000", "\u2027", "\u2028", "\u2029", "\u202a", "“", "→", "\u3028", "\u22a8", "日", "\ud7ff", "\ue000", "\uffff", "😀",
		"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xe2\x80", "\xe2", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xff"}
	for k := range 10 * rounds {
		var text strings.Builder
		for range r.IntN(20) {
			n := len(list) // all of them, or those that are common
			if k%4 != 0 {
				n = 29
			}
			text.WriteString(list[r.IntN(n)])
			if r.IntN(2) == 0 {
				text.WriteString(" я a")
			}
		}
		s := text.String()
		want, _ := json.Marshal(s)
		if b, n := String(nil, 0, s, 0); string(b[:n]) != string(want) {
			t.Fatalf("%q is written %s, want %s", s, b[:n], want)
		}
		in := []byte(`"` + s + `"`)
		var read, got string
		err := json.Unmarshal(in, &read)
		i := new(Decoder).String(in, 0, &got)
		if (err == nil) != (i == len(in)) || err == nil && got != read {
			t.Fatalf("%q is read as %q, want %q: %v", in, got, read, err)
		}
		if n := plainRunes(s, 0); !utf8.ValidString(s[:n]) {
			t.Fatalf("%q counts as text", s[:n])
		} else if r, size := utf8.DecodeRuneInString(s[n:]); size > 1 && r&^1 != '\u2028' {
			t.Fatalf("%q does not count as text behind %q", r, s[:n])
		}
		in = append(append([]byte(`{`), in...), ":1}"...)
		var member map[string]int
		err = json.Unmarshal(in, &member)
		i, key := new(Decoder).Key(in, 1)
		if (err == nil) != (i == len(in)-2) {
			t.Fatalf("%q is read as a key to %d: %v", in, i, err)
		}
		if _, ok := member[string(key)]; err == nil && !ok {
			t.Fatalf("%q is read as the key %q, want %v", in, key, member)
		}
	}
}

// Short texts and whole numbers of one document share memory where they occur again.
func TestRepeatedValues(t *testing.T) {
	r := source()
	list := []string{`""`, `"a"`, `"b"`, `"é"`, `"\n"`, `"a\u0000"`, "0", "-0", "0.0", "1", "-1", "1.5", "127", "128", "1e2", "1e300", "true", "null", `{"a":1}`}
	for n := range 19 {
		list = append(list, `"`+strings.Repeat("x", n)+`"`, `"`+strings.Repeat("x", n)+`é"`, `"`+strings.Repeat("y", n)+`\""`)
	}
	for range rounds {
		texts := make([]string, r.IntN(100))
		for k := range texts {
			texts[k] = list[r.IntN(len(list))]
		}
		in := []byte("[" + strings.Join(texts, ",") + "]")
		var want, got any
		if err := json.Unmarshal(in, &want); err != nil {
			t.Fatal(err)
		}
		if i := new(Decoder).Any(in, 0, &got); i != len(in) || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s is read as %v to %d, want %v", in, got, i, want)
		}
		for k, x := range got.([]any) {
			if f, ok := x.(float64); ok && math.Signbit(f) != math.Signbit(want.([]any)[k].(float64)) {
				t.Fatalf("%s is read as %v", texts[k], f)
			}
		}
	}
}

func TestBytesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	r := source()
	for n := range 100 {
		for range 100 {
			p := make([]byte, n)
			for i := range p {
				p[i] = byte(r.Uint32()) | -byte(r.UintN(2))
			}
			want, _ := json.Marshal(p)
			if b, n := Bytes(nil, 0, p, 5); string(b[:n]) != string(want) || len(b)-n < 5 {
				t.Fatalf("%x is written %s, want %s", p, b[:n], want)
			}
		}
	}
}

func TestKeysAreSorted(t *testing.T) {
	r := source()
	list := []string{"a", "b", "\x00", "\xff", "é", "aaaaaaa", "aaaaaaaa", "日本"}
	for range rounds {
		var keys []MapKey
		prefix := []string{"", "", "x-", "https://example.com/"}[r.IntN(4)]
		for k := range r.IntN(30 << r.IntN(5)) {
			name := prefix + sentence(r, list)
			switch r.IntN(8) {
			case 0:
				name = prefix + strconv.Itoa(k) // in order
			case 1:
				name = strconv.Itoa(1000 - k)
			}
			keys = append(keys, MapKey{Name: name, Index: uint64(len(name))})
		}
		SortKeys(keys)
		for _, k := range keys {
			if k.Index != uint64(len(k.Name)) {
				t.Fatalf("%q has the place of another", k.Name)
			}
		}
		if !slices.IsSortedFunc(keys, func(x, y MapKey) int { return strings.Compare(x.Name, y.Name) }) {
			t.Fatalf("%v is not sorted", keys)
		}
	}
}

// Of many names some begin alike: as they are not told apart by their first letters, they
// must not be left to what takes the square of how many they are.
func TestNamesThatBeginAlike(t *testing.T) {
	r := source()
	for alike, told := range map[int]bool{20: true, 400: false} {
		var keys []MapKey
		for k := range 4000 {
			name := strconv.FormatUint(r.Uint64()|1<<63, 36)
			if k < alike {
				name = "customers-" + name
			}
			keys = append(keys, MapKey{Name: name, start: bits.ReverseBytes64(binary.LittleEndian.Uint64([]byte(name)))})
		}
		if got := sortStarts(slices.Clone(keys)); got != told {
			t.Errorf("%d of %d names that begin alike: sorted by their first letters is %v", alike, len(keys), got)
		}
		SortKeys(keys)
		if !slices.IsSortedFunc(keys, func(x, y MapKey) int { return strings.Compare(x.Name, y.Name) }) {
			t.Errorf("%d names that begin alike are not sorted", alike)
		}
	}
}

// However the numbers lie, they are divided only so often.
func TestWordsAreSorted(t *testing.T) {
	r := source()
	for n := range 300 {
		for _, most := range []int{0, 1, 2, 20} {
			var words []uint64
			for k := range n {
				words = append(words, r.Uint64()<<16|uint64(k))
			}
			if n%3 == 0 {
				slices.Sort(words)
			}
			sortWords(words, most)
			if !slices.IsSorted(words) {
				t.Fatalf("%d numbers are not sorted", n)
			}
		}
	}
}

// Numbers from a millionth up to where all are whole, of which few bits or many are set.
func TestMiddleFloats(t *testing.T) {
	r := source()
	var e Encoder
	least, least32 := math.Float64bits(5e-7), math.Float32bits(5e-7)
	for range 10 * rounds {
		bits := least + r.Uint64N(math.Float64bits(1<<54)-least)
		f := math.Float64frombits(bits &^ (1<<r.IntN(53) - 1))
		e.long = r.IntN(2)
		if got, want := written(func(b []byte, n int) int { return e.Float64(b, n, f) }), jsonText(f); got != want {
			t.Fatalf("float64 %s, want %s", got, want)
		}
		bits32 := least32 + r.Uint32N(math.Float32bits(1<<25)-least32)
		s := math.Float32frombits(bits32 &^ (1<<r.IntN(24) - 1))
		e.long = r.IntN(2)
		if got, want := written(func(b []byte, n int) int { return e.Float32(b, n, s) }), jsonText(s); got != want {
			t.Fatalf("float32 %s, want %s", got, want)
		}
	}
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Short decimals take a path of their own, and those beside them must not.
func TestShortFloats(t *testing.T) {
	r := source()
	var e Encoder
	for range 20 * rounds {
		f := float64(r.Int64N(int64(math.Pow10(r.IntN(17))))) / math.Pow10(r.IntN(9))
		switch r.IntN(4) {
		case 0:
			f = math.Nextafter(f, 1e300)
		case 1:
			f = -f
		}
		want, _ := json.Marshal(f)
		if got := written(func(b []byte, n int) int { return e.Float64(b, n, f) }); got != string(want) {
			t.Fatalf("%s, want %s", got, want)
		}
		s := float32(f)
		short := float32(float64(r.Int64N(int64(math.Pow10(r.IntN(8))))) / math.Pow10(r.IntN(9)))
		for _, s := range []float32{s, short, -short, math.Nextafter32(short, 1e30), math.Nextafter32(short, 0)} {
			want, _ = json.Marshal(s)
			e.long = 0
			if got := written(func(b []byte, n int) int { return e.Float32(b, n, s) }); got != string(want) {
				t.Fatalf("float32 %s, want %s", got, want)
			}
		}
		text := strconv.FormatFloat(f, 'f', r.IntN(14), 64)
		if r.IntN(4) == 0 { // half way between two float32, or nearly
			half := float64(s) + float64(math.Nextafter32(s, 1e30)-s)/2
			text = strconv.FormatFloat(half, 'f', -1, 64) + []string{"", "0", "1", "00000001"}[r.IntN(4)]
			if !strings.Contains(text, ".") {
				text = strconv.FormatFloat(half, 'f', 1, 64)
			}
		}
		var want32, got32 float32
		json.Unmarshal([]byte(text), &want32)
		if i := new(Decoder).Float32([]byte(text+",                                  "), 0, &got32); i != len(text) || got32 != want32 {
			t.Fatalf("%s is read as %v, want %v", text, got32, want32)
		}
	}
}

func TestTimes(t *testing.T) {
	r := source()
	var e Encoder
	zones := []*time.Location{time.UTC, time.UTC, time.Local, time.FixedZone("", 3600), time.FixedZone("", -90), time.FixedZone("x", 25*3600), time.FixedZone("", 0)}
	for k := range rounds {
		sec := r.Int64N(10100*31556952) - 62200000000 - 30000000
		ns := r.Int64N(1e9)
		switch k % 4 {
		case 0:
			ns = 0
		case 1:
			ns = ns / 1e6 * 1e6
		}
		v := time.Unix(sec, ns).In(zones[r.IntN(len(zones))])
		want, err := v.MarshalJSON()
		e.Fail = false
		got := written(func(b []byte, n int) int { return e.Time(b, n, v) })
		if (err != nil) != e.Fail || err == nil && got != string(want) {
			t.Fatalf("%v is written %s, want %s, %v", v, got, want, err)
		}
		if err != nil {
			continue
		}
		in := []byte(got)
		if k%3 == 0 {
			in[r.IntN(len(in))] = "0123456789-:TZ+., t"[r.IntN(19)]
		}
		var back, parsed time.Time
		err = json.Unmarshal(in, &parsed)
		if i := new(Decoder).Time(in, 0, &back); (err == nil) != (i == len(in)) {
			t.Fatalf("%s is read up to %d: %v", in, i, err)
		}
		if err == nil && (!parsed.Equal(back) || parsed.String() != back.String()) {
			t.Fatalf("%s is %v, want %v", in, back, parsed)
		}
	}
}

func TestBytesAreReadAsEncodingJSONDoes(t *testing.T) {
	r := source()
	for range rounds {
		text := base64.StdEncoding.EncodeToString([]byte(sentence(r, []string{"a", "\xff", "\x00", "\u00ff\u00fb", "text"})))
		if b := []byte(text); len(b) > 0 && r.IntN(2) == 0 {
			b[r.IntN(len(b))] = "=\n-A+/é"[r.IntN(8)]
			text = string(b)
		}
		in, _ := json.Marshal(text)
		var got, want []byte
		err := json.Unmarshal(in, &want)
		d := new(Decoder)
		if j := d.Bytes(in, 0, &got); (err == nil) != (j == len(in)) || err == nil && !bytes.Equal(got, want) || err != nil && !strings.HasSuffix(err.Error(), d.Reason) { // Go 1.27 says more before it
			t.Fatalf("%s is %q up to %d, %s, want %q, %v", in, got, j, d.Reason, want, err)
		}
	}
}

func TestSkipAgreesWithValid(t *testing.T) {
	r := source()
	tokens := []string{"{", "}", "[", "]", ",", ":", `"a"`, `""`, "1", "-0.5e+3", "true", "false", "null", " ", "\n   ", "01", "tru", "nul", `"`, "1.", "{}", "[]", `{"a":1}`, `[1,2]`, `"a":`, "\v"}
	for range rounds * 5 {
		in := []byte(sentence(r, tokens))
		_, _, reason := check(in)
		if (reason == "") != json.Valid(in) {
			t.Fatalf("%s is valid: %v, said to be: %q", in, json.Valid(in), reason)
		}
	}
	for _, n := range []int{1, 63, 64, 65, 255, 256, 257, 9999, 10000, 10001} {
		for _, in := range []string{strings.Repeat("[", n) + strings.Repeat("]", n), strings.Repeat(`{"a":[`, n/2) + "1" + strings.Repeat("]}", n/2), strings.Repeat("[", n) + strings.Repeat("}", n)} {
			if _, _, reason := check([]byte(in)); (reason == "") != json.Valid([]byte(in)) {
				t.Errorf("%d deep, %.10s: said to be %q", n, in, reason)
			}
		}
	}
}

func TestFoldAgreesWithEncodingJSON(t *testing.T) {
	for _, name := range []string{"k", "s", "K", "ſ", "é", "É", "ß", "İ", "ı", "σ", "ς", "Σ", "ǅ", "日", "a_b-9", "\ufffd"} {
		for _, other := range []string{"k", "s", "K", "S", "K", "ſ", "é", "É", "ß", "ẞ", "i", "I", "İ", "ı", "σ", "ς", "Σ", "ǆ", "Ǆ", "日", "A_B-9", "\ufffd"} {
			want := strings.EqualFold(name, other)
			if got := bytes.Equal(Fold([]byte(name)), Fold([]byte(other))); got != want {
				t.Errorf("%q and %q fold to the same: %v", name, other, got)
			}
		}
	}
}

func TestCountIsExact(t *testing.T) {
	for n := 1; n < 40; n++ {
		in := strings.Repeat("1,", n-1) + "1], 5, 6, 7, 8, [1,2]"
		if got := Count([]byte(in), 0); got != n {
			t.Errorf("%s has %d elements, want %d", in, got, n)
		}
	}
}

// TestNamesInAnyOrder reads objects whose members are in orders that repeat and that
// do not, with white space and without, by one decoder.
func TestNamesInAnyOrder(t *testing.T) {
	r := source()
	var keys []string
	for k := range 70 { // more than a decoder keeps
		keys = append(keys, fmt.Sprintf(`"%c%d":`, 'a'+r.IntN(20), k))
	}
	table := Names{Keys: keys, Exact: Table(keys, false), Folded: Table(keys, true), Sorted: Order(keys), Base: 13}
	var d Decoder
	order := r.Perm(len(keys))
	for round := range 200 {
		switch round % 8 {
		case 0:
			order = r.Perm(len(keys))
		case 4:
			slices.SortFunc(order, func(a, b int) int { return strings.Compare(keys[a], keys[b]) })
		case 6:
			slices.Sort(order)
		}
		before, colon := "", ""
		if round%2 == 1 {
			before, colon = "\n            ", " "
		}
		members := order[:1+r.IntN(len(order))]
		doc := " {"
		for k, f := range members {
			if k > 0 {
				doc += ","
			}
			doc += before + keys[f] + colon + "1"
		}
		doc += before + "}"
		b := []byte(doc)
		i, f := d.Object(b, 0, &table)
		for _, want := range members {
			if f != want || b[i] != '1' {
				t.Fatalf("%s: at %d is %d, want %d", doc, i, f, want)
			}
			i, f = d.Next(b, i+1, f+1, &table)
		}
		if f >= 0 || i != len(b) || d.Depth != 0 {
			t.Fatalf("%s: %d at %d after the last", doc, f, i)
		}
	}
}

func TestNamesAreFound(t *testing.T) {
	r := source()
	for _, n := range []int{0, 1, 3, 16, 17, 100, 255, 256, 300} {
		var keys, names []string
		for k := range n {
			name := fmt.Sprintf("%s%d", strings.Repeat("abé", r.IntN(5)), k)
			names = append(names, name)
			keys = append(keys, `"`+name+`":`)
		}
		names = append(names, "ſK") // folds to SK
		keys = append(keys, `"ſK":`)
		table := Names{Keys: keys, Exact: Table(keys, false), Folded: Table(keys, true)}
		for k, name := range names {
			if f := table.find([]byte(name), true); f != k {
				t.Errorf("of %d: %s is found at %d, not %d", n, name, f, k)
			}
			doc := []byte(keys[k] + " 1234567")
			if i, f := table.lookUp(doc, 0); len(keys) <= 255 && (f != k || string(doc[i:]) != " 1234567") || len(keys) > 255 && f >= 0 {
				t.Errorf("of %d: %s is looked up at %d, not %d", n, name, f, k)
			}
			for cut := range len(keys[k]) {
				if _, f := table.lookUp(doc[:cut:cut], 0); f >= 0 {
					t.Errorf("of %d: %s is looked up at %d", n, doc[:cut], f)
				}
			}
			if f := table.find([]byte(strings.ToUpper(name)), false); f != k {
				t.Errorf("of %d: %s in capitals is found at %d, not %d", n, name, f, k)
			}
		}
		table.Sorted = Order(keys)
		sorted := slices.Sorted(slices.Values(keys))
		for k := 1; k < len(sorted) && len(keys) <= 255; k++ {
			before, want := slices.Index(keys, sorted[k-1]), slices.Index(keys, sorted[k])
			if f := int(table.Sorted[before+1]) - 1; f != want {
				t.Errorf("of %d: %s is followed by %d, not %d", n, sorted[k-1], f, want)
			}
		}
		for _, other := range []string{"", "x", "another name"} {
			if f := table.find([]byte(other), false); f != -1 {
				t.Errorf("of %d: %q is found at %d", n, other, f)
			}
		}
		if f := table.find([]byte("sk"), true); f != -1 {
			t.Errorf("of %d: sk is found at %d, although case counts", n, f)
		}
	}
}

func TestLargeBuffersGoWithSmallResults(t *testing.T) {
	for _, c := range []struct {
		holds, room int
		keep        bool
	}{{0, 64, true}, {10, 1 << 20, true}, {1 << 20, 4 << 20, true}, {1<<20 - 1, 4 << 20, false}, {100, 1<<20 + 1, false}} {
		if got := keep(make([]byte, c.holds, c.room)); got != c.keep {
			t.Errorf("a buffer of %d bytes that holds %d: kept is %v", c.room, c.holds, got)
		}
	}
}

func TestConstants(t *testing.T) {
	const text = "0123456789abcdefghijklmnopqrstuvwxyz"
	for size := 2; size <= 32; size++ {
		for routine, write := range map[string]struct {
			least, most int
			put         func(b []byte, n int, s string) int
		}{"Put2": {2, 3, Put2}, "Put4": {4, 8, Put4}, "Put8": {8, 16, Put8}, "Put16": {16, 32, Put16}} {
			if size < write.least || size > write.most {
				continue
			}
			b := []byte("[" + strings.Repeat(".", size) + "]")
			if n := write.put(b, 1, text[:size]); n != 1+size || string(b) != "["+text[:size]+"]" {
				t.Errorf("%s of %d bytes: %q, position %d", routine, size, b, n)
			}
		}
	}
}

// What methods return is checked and compacted as encoding/json does.
func TestMethodsAreWrittenAsEncodingJSONDoes(t *testing.T) {
	texts := []string{
		"0", "7", "42", "00", "01", "-1", "-0", "1.5", "1e3", "12345678901234567890123", "8080 ", " 8080", "1 2", "1a", "a", "", `"`, `""`, `"a"`, `"a" `, `"a"b"`, `"1234567"`, `"12345678"`, `"123456789"`,
		"null", "true", "nul", `"<"`, `"abcdefg<"`, `"abcdefgh&"`, `"é"`, "\"abcdefgh\xff\"", "\"a\tb\"", "\"abcdefgh\n\"", `"\u0041"`, `"a\"b"`, `"abcdefgh\"`, `{"a": [1, 2]}`, `{"a"}`, "\"\u2028\"", `["<"]`,
	}
	for _, text := range texts {
		want, err := json.Marshal(json.RawMessage(text))
		var e Encoder
		b, n := e.Method(make([]byte, 8), 0, Returned([]byte(text), nil), true, 0)
		if e.Fail != (err != nil) || err == nil && string(b[:n]) != string(want) {
			t.Errorf("%q: %q, refused: %v; want %q, error %v", text, b[:n], e.Fail, want, err)
		}
	}
}

// Values that are JSON already, with white space and without, and with what has an escape in HTML,
// wherever it stands.
func TestRawValuesAreWrittenAsEncodingJSONDoes(t *testing.T) {
	r := source()
	pieces := []string{"a", "abcdefgh", "<", ">", "&", "\u2028", "\u2029", "\u2027", "â", "日本", `\"`, `\\`, `\n`, `\u003c`, " ", "  ", "{", "]", ","}
	for range rounds {
		space := ""
		if r.IntN(2) == 0 {
			space = []string{" ", "\n    ", "\t", "\r\n          "}[r.IntN(4)]
		}
		var value func(depth int) string
		value = func(depth int) string {
			switch k := r.IntN(8); {
			case k == 0 && depth < 5 || depth == 0:
				text := "{" + space
				for k := range r.IntN(5) {
					if k > 0 {
						text += "," + space
					}
					text += `"` + sentence(r, pieces) + `"` + space + ":" + value(depth+1) + space
				}
				return text + "}"
			case k == 1 && depth < 5:
				text := "[" + space
				for k := range r.IntN(5) {
					if k > 0 {
						text += space + ","
					}
					text += value(depth+1) + space
				}
				return text + "]"
			case k < 4:
				return []string{"0", "-1", "12.50", "1e9", "-0.5E-3", "true", "false", "null", "123456789012345678901234567890123456.5"}[r.IntN(9)]
			}
			return `"` + sentence(r, pieces) + `"`
		}
		text := value(0)
		if r.IntN(3) == 0 { // mostly invalid
			k := r.IntN(len(text))
			text = text[:k] + []string{"", "<", `"`, " ", "0", "}", "\x01"}[r.IntN(7)] + text[min(len(text), k+r.IntN(2)):]
		}
		for _, html := range []bool{true, false} {
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(html)
			err := enc.Encode(json.RawMessage(text))
			want := strings.TrimSuffix(out.String(), "\n")
			var e Encoder
			b, n := e.RawValue(make([]byte, 8), 2, []byte(text), html, 24)
			if e.Fail != (err != nil) || err == nil && (string(b[2:n]) != want || len(b)-n < 24) {
				t.Fatalf("%s, for HTML %v: %q with room for %d bytes, refused: %v; want %q, error %v", text, html, b[2:n], len(b)-n, e.Fail, want, err)
			}
		}
	}
}

// TestEqualStringsStay reads a string into a variable that holds it already: it keeps
// its memory, and only then.
func TestEqualStringsStay(t *testing.T) {
	for _, text := range []string{"EUR", "a string of more than eight bytes", ""} {
		v := strings.Clone(text)
		before := unsafe.StringData(v)
		d := Decoder{}
		doc := []byte(`"` + text + `" `)
		if i := d.String(doc, 0, &v); i != len(doc)-1 || v != text || unsafe.StringData(v) != before {
			t.Errorf("%q is read as %q, to %d, in other memory: %v", text, v, i, unsafe.StringData(v) != before)
		}
		aliasing := Decoder{Source: string(doc)}
		if aliasing.String(doc, 0, &v); text != "" && unsafe.StringData(v) == before {
			t.Errorf("%q: the string of the value stays where it is to be a part of the input", text)
		}
	}
}

// TestKeysAreOfTheSource reads keys where strings are parts of the input: those are, too, unless they
// have escapes.
func TestKeysAreOfTheSource(t *testing.T) {
	for _, test := range []struct {
		text, want string
		part       bool
	}{{"EUR", "EUR", true}, {"größer als acht", "größer als acht", true}, {`a\u0062c`, "abc", false}, {`\u0061`, "a", false}, {"\xff", "\ufffd", false}, {"", "", true}} {
		doc := []byte(`{"` + test.text + `" : 1}`)
		d := Decoder{Source: string(doc), Depth: 1}
		_, k := d.Key(doc, 1)
		got := d.KeyString(k)
		if part := unsafe.StringData(got) == unsafe.StringData(d.Source[2:]); got != test.want || part != (test.part && got != "") {
			t.Errorf("%s: the key is %q, a part of the input: %v", doc, got, part)
		}
		var v any
		if i := d.Any(doc, 0, &v); i != len(doc) {
			t.Fatalf("%s is read up to %d", doc, i)
		}
		for key := range v.(map[string]any) {
			if part := unsafe.StringData(key) == unsafe.StringData(d.Source[2:]); key != test.want || part != (test.part && key != "") {
				t.Errorf("%s: the key in an interface is %q, a part of the input: %v", doc, key, part)
			}
		}
	}
}

// TestElementsMakeRoomForArrays begins lists of arrays: the slice has room for as many as there are.
func TestElementsMakeRoomForArrays(t *testing.T) {
	many := strings.Repeat("[1,2],", 99)
	for _, test := range []struct {
		name, doc string
		want      int
	}{
		{"compact", `[` + many + `[1,2]]`, 100},
		{"indented", "[\n [\n  1\n ],\n [\n  2\n ] , [3]\n]", 3},
		{"one list of two", `[[1],[2]],"b":[` + many + `[1]]`, 2},
		{"lists of lists", `[[` + many + `[1]],[[2]]]`, 2},
		{"lists of objects", `[[{"a":[1]},{"a":[2]}],[],[],[],[]]`, 2},
		{"empty", `[[],[],[]]          `, 3},
		{"without an end", `[[1],[2`, 2},
		{"as many bytes as memory", `[` + strings.Repeat("[],", 1000), 14 * 3000 / 48},
	} {
		var v [][6]int64
		d := Decoder{}
		if _, s, more := Elements(&d, []byte(test.doc), 0, &v, 2, 0); !more || cap(s) != test.want {
			t.Errorf("%s: room for %d, want %d", test.name, cap(s), test.want)
		}
	}
}

// TestShortEntriesMakeRoom reads maps of many sizes, and counts the bytes that are
// allocated for one that would grow otherwise.
func TestShortEntriesMakeRoom(t *testing.T) {
	read := func(doc []byte, v *map[string]bool) bool {
		d := Decoder{}
		i, m, k := ShortEntries(&d, doc, 0, v, 2, 0)
		for k != nil {
			key, x := d.KeyString(k), false
			i = d.Bool(doc, i, &x)
			m[key] = x
			i, k = d.Key(doc, i)
		}
		return i == len(doc)
	}
	for _, n := range []int{0, 1, 8, 9, 100} {
		var doc []byte
		for k := range n {
			doc = append(doc, fmt.Sprintf(`,"name of %d":%v`, k, k%2 == 0)...)
		}
		doc = append(append([]byte{'{'}, bytes.TrimPrefix(doc, []byte{','})...), '}')
		var v map[string]bool
		if !read(doc, &v) || len(v) != n {
			t.Fatalf("%d entries of %d: %s", len(v), n, doc)
		}
		grown := allocated(func() {
			other := map[string]bool{}
			for key := range v {
				other[strings.Clone(key)] = true
			}
		})
		if got := allocated(func() { v = nil; read(doc, &v) }); n > 50 && got >= grown {
			t.Errorf("%d entries take %d bytes, as many as a map that grows: %d", n, got, grown)
		}
	}
	for _, doc := range []string{`{"a":tru`, `{"` + strings.Repeat(`"`, 100) + `}`, `null`, `[1]`, ``} {
		var v map[string]bool
		if ok := read([]byte(doc), &v); ok != (doc == "null") {
			t.Errorf("%q: %v", doc, ok)
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestPieces keeps one short string of each of many values: each keeps its piece, and no more.
func TestPieces(t *testing.T) {
	const texts = `"a","short","text of some length","","a text of thirty-two bytes, as it is"`
	doc := []byte("[" + texts + "," + texts + "]")
	read := func() (list []string) {
		d := Decoder{Chunk: Piece(doc)}
		if i := ReadStrings(&d, doc, 0, &list, 0); i != len(doc) {
			t.Fatal("the list is refused")
		}
		return list
	}
	if list := read(); len(list) != 10 || list[1] != "short" || list[3] != "" || list[9] != "a text of thirty-two bytes, as it is" {
		t.Errorf("%q is read", list)
	}
	heap := func() int {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return int(stats.HeapAlloc)
	}
	const count = 20_000
	kept := make([]string, count)
	for _, k := range []int{0, 1, 3, 9} {
		clear(kept)
		before := heap()
		for n := range kept {
			kept[n] = read()[k]
		}
		if took := (heap() - before) / count; took > 128+8 {
			t.Errorf("a string %q keeps %d bytes", kept[0], took)
		}
	}
	runtime.KeepAlive(kept)
	if n := testing.AllocsPerRun(10, func() { read() }); n > 4 {
		t.Errorf("the list and eight short strings are %v pieces of memory", n)
	}
}

// TestShortListsShareMemory reads lists of numbers: short ones are pieces of memory together, which
// none can grow into.
func TestShortListsShareMemory(t *testing.T) {
	var doc []byte
	var want [][]float64
	for k := range 40 {
		list := []float64{}
		for n := range k % 11 {
			list = append(list, float64(k*n))
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		doc, want = append(doc, text...), append(want, list)
	}
	var got [][]float64
	read := func() {
		d := Decoder{}
		got = got[:0]
		for i := 0; i < len(doc); {
			var list []float64
			if i = ReadFloats(&d, doc, i, &list, 0); i < 0 {
				t.Fatal("a list is refused")
			}
			if len(list) <= shortList && cap(list) != len(list) {
				t.Errorf("a list of %d has room for %d", len(list), cap(list))
			}
			got = append(got, list)
		}
	}
	read()
	for k, list := range got {
		_ = append(list, -1)
		if !slices.Equal(list, want[k]) {
			t.Errorf("%v is read as %v", want[k], list)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("a list is changed when another grows")
	}
	if n := testing.AllocsPerRun(10, read); n > 25 {
		t.Errorf("40 lists are %v pieces of memory", n)
	}
}

// TestBatch wants strings of a document to share memory, but for those that are long.
func TestBatch(t *testing.T) {
	doc := []byte("[" + strings.Repeat(`"12345678",`, 100) + `"` + strings.Repeat("x", 400) + `"]`)
	allocs := testing.AllocsPerRun(10, func() {
		d := Decoder{Chunk: Batch(doc)}
		var list [101]string
		i := 1
		for k := range list {
			i = d.String(doc, i, &list[k]) + 1
		}
		if i != len(doc) || list[0] != "12345678" || list[99] != "12345678" || len(list[100]) != 400 {
			t.Fatalf("read up to %d of %d: %q", i, len(doc), list)
		}
	})
	if allocs != 3 { // two of 512 bytes, and the last
		t.Errorf("%v allocations", allocs)
	}
}

// TestShortDocumentsAreNotBatched: their few strings take less time one by one.
func TestShortDocumentsAreNotBatched(t *testing.T) {
	if size := Batch(make([]byte, 255)); size != 0 {
		t.Errorf("chunks of %d bytes for a document of 255", size)
	}
}

// TestAnyIsReadAsEncodingJSONDoes reads values of all kinds inside each other, and what is
// left of them when they are cut off. What reads them keeps memory between the calls.
func TestAnyIsReadAsEncodingJSONDoes(t *testing.T) {
	r := source()
	var write func(b []byte, depth int) []byte
	write = func(b []byte, depth int) []byte {
		n := r.IntN(4)
		if r.IntN(20) == 0 {
			n = 40
		}
		switch k := r.IntN(8); {
		case k < 2 && depth < 5:
			b = append(b, '[')
			for i := range n {
				if i > 0 {
					b = append(b, ',')
				}
				b = write(b, depth+1)
			}
			return append(b, ']')
		case k < 5 && depth < 5 || depth == 0:
			b = append(b, '{')
			for i := range n {
				if i > 0 {
					b = append(b, ',')
				}
				b = fmt.Appendf(b, `"%s%d" : `, []string{"a", "name\u0041", strings.Repeat("long", 10)}[r.IntN(3)], r.IntN(n))
				b = write(b, depth+1)
			}
			return append(b, '}')
		}
		return append(b, []string{"null", "true", "false", `"text"`, `"\n"`, "1.5", "-0"}[r.IntN(7)]...)
	}
	for range rounds / 10 {
		in := write(nil, 0)
		if r.IntN(4) == 0 {
			in = in[:r.IntN(len(in))]
		}
		var want, got any
		var wantMap, gotMap map[string]any
		err := json.Unmarshal(in, &want)
		if err == nil {
			json.Unmarshal(in, &wantMap)
		}
		if i := new(Decoder).Any(in, 0, &got); (err == nil) != (i == len(in)) || err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("%s is read up to %d as %v, want %v, %v", in, i, got, want, err)
		}
		if len(in) == 0 || in[0] != '{' {
			continue
		}
		if i := ReadAnys(new(Decoder), in, 0, &gotMap, 0); (err == nil) != (i == len(in)) || err == nil && !reflect.DeepEqual(gotMap, wantMap) {
			t.Fatalf("%s is read up to %d as %v, want %v, %v", in, i, gotMap, wantMap, err)
		}
	}
}

// TestLongStrings reads strings of all lengths up to some words with one byte of each
// kind at each place.
func TestLongStrings(t *testing.T) {
	for length := 56; length < 140; length++ {
		for place := 0; place < length; place++ {
			for _, c := range []string{"x", `\"`, `\\`, "\x00", "\x1f", " ", "~", "é", "\xff", `"`} {
				text := []byte(strings.Repeat("a", place) + c + strings.Repeat("b", length-place))
				doc := append(append([]byte{'"'}, text...), "\" "...)
				var want, got string
				err := json.Unmarshal(doc, &want)
				d := Decoder{}
				i := d.String(doc, 0, &got)
				if end := i >= 0 && End(doc, i); end != (err == nil) || end && got != want {
					t.Fatalf("%q: read up to %d as %q, by encoding/json as %q, %v", doc, i, got, want, err)
				}
			}
		}
	}
}

// TestGathered writes maps of many sizes in turns, whose room is kept between them.
func TestGathered(t *testing.T) {
	var pool GatheredPool[int]
	for _, n := range []int{9, 100, 10, 5000, 9} {
		x := pool.Take(n)
		if len(x.List) != 0 || len(x.Values) != 0 || cap(x.List) < n || cap(x.Values) < n {
			t.Fatalf("room for %d: %d of %d, %d of %d", n, len(x.List), cap(x.List), len(x.Values), cap(x.Values))
		}
		list := append(x.List, make([]MapKey, n)...)
		for k := range list {
			list[k].Name = "kept"
		}
		pool.Put(x, n)
		if large := cap(x.List) > 1<<12 && n < cap(x.List)/4; !large && (list[0].Name != "" || list[n-1].Name != "") {
			t.Errorf("%d entries are kept", n)
		}
	}
}

// What was overwritten twice, by keepers of two types, is put back as it was first.
func TestUndoInReverse(t *testing.T) {
	for _, elementsFirst := range []bool{true, false} {
		list := []int{1, 2, 3}
		journals := &Journals{}
		for range 2 { // a journal that is used again, too
			d := &Decoder{Journals: journals}
			overwrite := []func(x int){
				func(x int) { keepElements(d, list, 0, 1)[:1][0] = x },
				func(x int) { keepTarget(d, &list[0], 2); list[0] = x },
			}
			if !elementsFirst {
				slices.Reverse(overwrite)
			}
			overwrite[0](8)
			overwrite[1](9)
			overwrite[0](10)
			if d.Undo(); !slices.Equal(list, []int{1, 2, 3}) {
				t.Errorf("elements first: %v: %v is left", elementsFirst, list)
			}
		}
	}
}

// A journal that is used again keeps what it has forgotten for some more inputs, no longer.
func TestJournalsForget(t *testing.T) {
	type large [1 << 10]byte
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // a pool has journals for each processor
	journals := &Journals{}
	v := new(large)
	old := weak.Make(v)
	list := []*large{v}
	d := &Decoder{Journals: journals}
	keepTarget(d, &v, 1)
	keepElements(d, list, 0, 2)
	v, list[0] = nil, nil
	d.Accept()
	for range 64 {
		x := 0
		d := &Decoder{Journals: journals}
		keepTarget(d, &x, 3)
		d.Accept()
	}
	runtime.GC() // which leaves the journals in the pool
	if old.Value() != nil {
		t.Error("what was overwritten is kept")
	}
	runtime.KeepAlive(journals)
	runtime.KeepAlive(list)
}

// Entries of maps are put off, and forgotten on failure; maps that had none have none again.
func TestUndoOfMaps(t *testing.T) {
	used, empty := map[string]int{"a": 1}, map[string]int{}
	journals := &Journals{}
	read := func() *Decoder {
		d := &Decoder{Journals: journals}
		SetEntry(d, used, "a", 2, 1)
		SetEntry(d, used, "b", 3, 1)
		keepMap(d, empty, 1)
		empty["c"] = 4
		return d
	}
	read().Undo()
	if !maps.Equal(used, map[string]int{"a": 1}) || len(empty) > 0 {
		t.Errorf("%v and %v are left", used, empty)
	}
	read().Accept()
	if !maps.Equal(used, map[string]int{"a": 2, "b": 3}) || !maps.Equal(empty, map[string]int{"c": 4}) {
		t.Errorf("%v and %v are made", used, empty)
	}
}

// A list of objects is made once, with room for what is there, unless they are long.
func TestRoomForObjects(t *testing.T) {
	type point struct{ X, Y, Z int64 }
	list := func(n, length int) string {
		return "[" + strings.Repeat(`{"X":"`+strings.Repeat("a", length)+`"},`, n) + `{"X":1}]`
	}
	for _, c := range []struct {
		text     string
		each, at int // objects of an element, and the room that there is to be
	}{
		{`[{"X":1,"Y":2},{"X":3},{"Y":4}]`, 1, 3},
		{`[{"X":1}]`, 1, 1},
		{`[{"X":1,"In":{"Y":2}},{"X":1,"In":{"Y":2}}]`, 2, 2},
		{`[{"X":"a]b"},{"X":"c"}]`, 1, 1}, // a bracket ends the counting
		{`[{"X":"{{{{{{{{{{{{{{{{{{{{"}]`, 1, 14 * 28 / 24},
		{`[null,null]`, 1, 1},
		{`[{"X":1},{"X":2}`, 1, 2},
		{list(99, 200), 1, 100},
		{list(99, 300), 1, 100},
		{list(99, 400), 1, 3}, // in the first kilobyte
		{list(2, 400), 1, 3},
		{list(99, 2000), 1, 1},
	} {
		var v []point
		d := &Decoder{MaxAlloc: 1 << 16}
		_, s, more := LargeElements(d, []byte(c.text), 0, &v, -1-c.each, 0)
		if !more || cap(s) != c.at {
			t.Errorf("%.80s has room for %d, want %d", c.text, cap(s), c.at)
		}
	}
}

// A list that most of the input is of takes little more memory than its elements.
func TestRoomForTheRest(t *testing.T) {
	type point struct{ X, Y, Z int64 }
	const count = 10_000
	text := []byte("[" + strings.Repeat(`[1],`, count-1) + "[1]]")
	read := func() []point {
		var v []point
		d := &Decoder{MaxAlloc: 1 << 16}
		i, s, more := LargeElements(d, text, 0, &v, 2, 0)
		first := i
		for more {
			if len(s) < cap(s) {
				s = s[:len(s)+1]
			} else {
				i, s = LargeExtend(d, text, first, i, &v, s, 0)
			}
			i, more = d.More(text, d.Skip(text, i))
		}
		return s
	}
	if s := read(); len(s) != count || cap(s) > count*9/8 {
		t.Errorf("%d elements have room for %d", len(s), cap(s))
	}
	if took := allocated(func() { read() }); took > count*24*3/2 {
		t.Errorf("%d bytes are taken for %d", took, count*24)
	}
}

// A map gets more room where most of the input so far is its entries, and there is a rest of it.
func TestRoomForEntries(t *testing.T) {
	type value [4]int64
	b := make([]byte, 10_000)
	for n := range 600 {
		m := map[int64]value{}
		for k := range n {
			m[int64(k)] = value{int64(k)}
		}
		for _, c := range []struct {
			first, i int
			more     bool
		}{{10, 500, true}, {240, 500, true}, {260, 500, false}, {10, 9_900, false}} {
			v := m
			got := Roomier(b, c.first, c.i, &v, m)
			if !maps.Equal(got, m) || !maps.Equal(v, m) {
				t.Fatalf("of %d entries there are %d and %d", n, len(got), len(v))
			}
			more := reflect.ValueOf(got).Pointer() != reflect.ValueOf(m).Pointer()
			if want := c.more && (n == 8 || n == 64); more != want || reflect.ValueOf(v).Pointer() != reflect.ValueOf(got).Pointer() {
				t.Errorf("with %d entries from %d to %d it has more room: %t, want %t", n, c.first, c.i, more, want)
			}
		}
	}
}

// A document with escapes takes no memory besides its texts.
func TestUnescapedTextIsReadIntoSpareMemory(t *testing.T) {
	text := []byte(`"` + strings.Repeat(`a longer text with \"quotes\" and \n`, 100) + `"`)
	var v string
	read := func() {
		d := Decoder{}
		v = ""
		if i := d.String(text, 0, &v); !d.Done(text, i) {
			t.Fatal("the text is refused")
		}
	}
	const count = 50
	took := allocated(func() {
		for range count {
			read()
		}
	})
	if most := count * len(v) * 3 / 2; int(took) > most {
		t.Errorf("%d texts of %d bytes take %d, want at most %d", count, len(v), took, most)
	}
}

// Maps of few and of many entries are written one after the other without memory of their own.
func TestEntriesTakeNoMemory(t *testing.T) {
	var names []string
	for k := range 3 * manyEntries {
		names = append(names, strconv.Itoa(k*k))
	}
	pool := new(GatheredPool[int])
	write := func() {
		for _, n := range []int{9, 3 * manyEntries, 200, 12, manyEntries} {
			x := pool.Take(n)
			list := x.List
			for k := range n {
				list = append(list, MapKey{Name: names[k], Index: uint64(k)})
			}
			SortKeys(list)
			pool.Put(x, n)
		}
	}
	write()
	if took := testing.AllocsPerRun(20, write); took >= 1 { // a collection empties the pools
		t.Errorf("five maps take memory %v times", took)
	}
}

// Keys that are numbers are sorted as their texts are, and written as these, without memory.
func TestKeysThatAreNumbers(t *testing.T) {
	r := source()
	for _, n := range []int{3, 20, 24, 25, 300, 3000} {
		var list []MapKey
		var want []string
		for k := range n {
			u := r.Uint64() >> r.IntN(64)
			if k%3 == 0 { // of which some begin others
				u = 1
				for range r.IntN(20) {
					u = u*10 + uint64(r.IntN(3)/2)
				}
			}
			if k%2 == 0 {
				list, want = append(list, UintKey(u)), append(want, strconv.FormatUint(u, 10))
			} else {
				list, want = append(list, IntKey(int64(u))), append(want, strconv.FormatInt(int64(u), 10))
			}
		}
		if n == 3 {
			list, want = list[:0], want[:0]
			for _, x := range []int64{math.MinInt64, math.MinInt64 + 1, -922337203685477580, -10, -9, -1, 0, 1, 10, 1e17, 1e17 + 1, 1e18 - 1, 1e18, 1e18 + 1, math.MaxInt64} {
				list, want = append(list, IntKey(x)), append(want, strconv.FormatInt(x, 10))
			}
			for _, x := range []uint64{1e19 - 1, 1e19, 1e19 + 1, math.MaxUint64 - 1, math.MaxUint64} {
				list, want = append(list, UintKey(x)), append(want, strconv.FormatUint(x, 10))
			}
		}
		shuffled := slices.Clone(list)
		took := testing.AllocsPerRun(5, func() {
			copy(list, shuffled)
			SortNumbers(list)
		})
		slices.Sort(want)
		b := make([]byte, 32)
		for k := range list {
			n := Int(b, 0, list[k].Int())
			if x := list[k]; x.start>>63 != 0 {
				n = Uint(b, 0, x.Uint())
			}
			if got := string(b[:n]); got != want[k] {
				t.Fatalf("of %d keys number %d is %s, want %s", len(list), k, got, want[k])
			}
		}
		if took >= 1 {
			t.Errorf("sorting %d keys takes memory %v times", len(list), took)
		}
	}
}
